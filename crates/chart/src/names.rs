//! The names on the map: one for each thing that has one, written where it lies, none over another.

use crate::ground::Line;
use crate::inks::ZOOM;
use crate::patterns::{bounds, heart};
use crate::pen::{Sheet, short};
use crate::{Scale, drawn};
use desk::board::{Board, Ground};
use table::{V2, v2};

/// No name is longer on the map.
const MOST: usize = 40;

/// A name on the map. The order of the sorts is that of their weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Hill,
    Water,
    Wood,
    Place,
    Road,
    Zone,
}

impl Sort {
    fn of(kind: Ground) -> Sort {
        match kind {
            Ground::Hill => Sort::Hill,
            Ground::Wood | Ground::Field => Sort::Wood,
            Ground::Marsh | Ground::Water | Ground::River | Ground::Stream => Sort::Water,
            Ground::Zone => Sort::Zone,
            Ground::Road => Sort::Road,
            _ => Sort::Place,
        }
    }

    fn class(self) -> &'static str {
        match self {
            Sort::Hill => "name of-hill",
            Sort::Water => "name of-water",
            Sort::Wood => "name of-wood",
            Sort::Place => "name of-place",
            Sort::Road => "name of-road",
            Sort::Zone => "name of-zone",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Named {
    name: String,
    at: V2,
    /// The way it is written along, if any.
    along: Option<(V2, V2)>,
    sort: Sort,
    /// How much room there is for it.
    room: f64,
}

/// A box on the sheet, by its corners.
type Box2 = (V2, V2);

pub fn overlap(a: &Box2, b: &Box2) -> bool {
    a.0.x < b.1.x && b.0.x < a.1.x && a.0.y < b.1.y && b.0.y < a.1.y
}

fn longest_run(p: &[V2]) -> (V2, V2) {
    let run = p.windows(2).max_by(|a, b| a[0].dist(a[1]).total_cmp(&b[0].dist(b[1])));
    run.map_or((p[0], p[0]), |w| (w[0], w[1]))
}

fn named(l: &Line) -> Option<Named> {
    let name = short(l.name.trim(), MOST);
    if name.is_empty() {
        return None;
    }
    let sort = Sort::of(l.kind);
    let (lo, hi) = bounds(&l.points);
    let size = hi - lo;
    let letters = name.chars().count() as f64;
    Some(if l.area {
        // Small things are named beside them.
        let below = size.x < letters * 7.0 && sort == Sort::Place;
        let middle = heart(&l.points);
        let at = if below { v2(middle.x, hi.y + 13.0) } else { middle };
        Named { name, at, along: None, sort, room: size.x.max(60.0) }
    } else if matches!(l.kind, Ground::River | Ground::Stream | Ground::Road) {
        let (a, b) = longest_run(&l.points);
        let (a, b) = if a.x <= b.x { (a, b) } else { (b, a) };
        let lift = match l.kind {
            Ground::Road => 8.0,
            Ground::River => -4.0,
            _ => 7.0,
        };
        let up = (b - a).unit();
        let up = v2(up.y, -up.x) * lift;
        Named { name, at: a.lerp(b, 0.5), along: Some((a + up, b + up)), sort, room: a.dist(b) }
    } else {
        let m = l.points[l.points.len() / 2];
        Named { name, at: m - v2(0.0, 9.0), along: None, sort, room: size.x.max(size.y).max(50.0) }
    })
}

/// The names there is room for: the weightier first, moved up or down where that keeps them off each other and off the troops.
pub fn settled(lines: &[Line], board: &Board, s: &Scale) -> Vec<Named> {
    let mut all: Vec<Named> = Vec::new();
    for x in lines.iter().filter_map(named) {
        if all.iter().all(|o| o.name != x.name) {
            all.push(x);
        }
    }
    all.sort_by_key(|x| x.sort);
    let troops: Vec<Box2> = drawn(board, s).map(|p| bounds(&s.corners(&p.at, p.width, p.depth))).collect();
    let mut taken: Vec<Box2> = Vec::new();
    let mut out = Vec::new();
    for x in all {
        let letters = x.name.chars().count() as f64;
        let (wide, high) = (letters * if x.sort == Sort::Hill { 8.6 } else { 6.4 } / ZOOM, 13.0 / ZOOM);
        if x.room * ZOOM < letters * 5.2 {
            continue;
        }
        let lifts: &[f64] = if x.along.is_some() { &[0.0] } else { &[0.0, 1.2, -1.2, 2.4, -2.4] };
        let place = |lift: &f64| {
            // The paper's edge cuts no name.
            let half = v2(wide / 2.0, high / 2.0);
            let at = x.at + v2(0.0, lift * high);
            let at = v2(
                at.x.clamp(half.x, (s.width - half.x).max(half.x)),
                at.y.clamp(half.y, (s.height - half.y).max(half.y)),
            );
            (at, (at - half, at + half))
        };
        let free = |b: &Box2, also: &[Box2]| !taken.iter().chain(also).any(|t| overlap(t, b));
        let found = lifts.iter().map(place).find(|(_, b)| free(b, &troops));
        let found = found.or_else(|| lifts.iter().map(place).find(|(_, b)| free(b, &[])));
        if let Some((at, b)) = found {
            taken.push(b);
            out.push(Named { at, ..x });
        }
    }
    out
}

pub fn write(out: &mut Sheet, names: &[Named]) {
    for x in names {
        match x.along {
            Some((a, b)) => out.text_along(x.sort.class(), a, b, &x.name),
            None => out.text(x.sort.class(), x.at + v2(0.0, 4.0 / ZOOM), &x.name),
        }
    }
}
