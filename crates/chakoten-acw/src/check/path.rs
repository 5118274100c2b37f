//! Ways on the table: along a road, and what lies across the way of a charge.

use super::{Case, Course, Primitive};
use crate::book::data;
use crate::going;
use crate::ground::{Line, Road};
use crate::say;
use crate::troop::{Going, Obstacle};
use crate::unit::Haste;
use table::{Base, EPS, Polyline, Rect, V2};
use words::Message;

/// The places through which a road is followed from where the unit stands: its middle line if the unit is beside it, then its
/// bends, then its end or the end of so many cm; in the direction nearer to the front.
pub(super) fn along(road: &Road, from: &Base, cm: f64) -> Vec<V2> {
    let Some((off, at, dir)) = road.path.nearest(from.front) else { return Vec::new() };
    let forward = dir.dot(from.dir) >= -1e-9;
    let length = road.path.len();
    // Distances of the bends along the road, in the order in which they come.
    let mut bends = Vec::new();
    let mut run = 0.0;
    for (a, b) in road.path.segments() {
        bends.push(run);
        run += a.dist(b);
    }
    bends.push(length);
    let mut left = cm;
    let mut way = Vec::new();
    if off > road.width / 2.0 + EPS {
        if let Some((p, _)) = road.path.at(at) {
            way.push(p);
            left -= off;
        }
    }
    let mut here = at;
    let ahead: Vec<f64> = if forward {
        bends.into_iter().filter(|b| *b > at + EPS).collect()
    } else {
        bends.into_iter().rev().filter(|b| *b < at - EPS).collect()
    };
    for b in ahead {
        if left <= EPS {
            break;
        }
        let stretch = (b - here).abs().min(left);
        here += if forward { stretch } else { -stretch };
        left -= stretch;
        if let Some((p, _)) = road.path.at(here) {
            way.push(p);
        }
    }
    way
}

/// The stretches of a line that still stand, as rectangles.
pub(crate) fn standing(l: &Line) -> Vec<Rect> {
    if l.cleared.is_empty() {
        return l.path.band(l.depth.max(EPS));
    }
    let mut cuts: Vec<(f64, f64)> = l.cleared.clone();
    cuts.sort_by(|a, b| a.0.total_cmp(&b.0));
    let length = l.path.len();
    let mut at = 0.0;
    let mut all = Vec::new();
    for (from, to) in cuts.into_iter().chain([(length, length)]) {
        if from > at + EPS {
            all.extend(stretch(&l.path, at, from).band(l.depth.max(EPS)));
        }
        at = to.max(at);
    }
    all
}

/// A piece of a line between two distances along it.
pub(crate) fn stretch(p: &Polyline, from: f64, to: f64) -> Polyline {
    let mut points = Vec::new();
    points.extend(p.at(from).map(|x| x.0));
    let mut run = 0.0;
    for (a, b) in p.segments() {
        if run > from + EPS && run < to - EPS {
            points.push(a);
        }
        run += a.dist(b);
    }
    points.extend(p.at(to).map(|x| x.0));
    Polyline::new(points)
}

/// The first kind of obstacle that a mounted charge would have to cross as far as its side can see (02.06.4). The way ends at the
/// first enemy in sight, and where the charge move ends.
pub(super) fn obstacle_on(case: &Case, course: &Course) -> Option<Message> {
    let f = case.f;
    let u = case.u;
    let rate = u.pace(Haste::Charge).and_then(|p| data().march(p, Going::Ordinary)).unwrap_or(0.0);
    let mut left = rate;
    let mut at = u.base;
    for s in &course.steps {
        match s {
            Primitive::Wheel { degrees } => {
                left -= degrees.abs() / 90.0 * 1.5 * at.width;
                at = ranks::wheeled(&at, *degrees);
            }
            Primitive::March { cm } => {
                let mut go = cm.unwrap_or(left).min(left);
                if go <= 0.0 {
                    break;
                }
                let enemy = case.known.seen().iter().filter_map(|e| {
                    f.rects(&f[*e]).iter().filter_map(|r| at.rect().travel_to(r, at.dir)).reduce(f64::min)
                });
                let stop = enemy.fold(f64::INFINITY, f64::min);
                go = go.min((stop - data().d.break_in).max(0.0));
                if let Some(what) = across(case, &at, go) {
                    return Some(what);
                }
                if stop < f64::INFINITY && go + EPS >= (stop - data().d.break_in).max(0.0) {
                    return None;
                }
                at = at.moved(at.dir * go);
                left -= go;
            }
            _ => {}
        }
    }
    None
}

fn across(case: &Case, at: &Base, cm: f64) -> Option<Message> {
    if cm <= EPS {
        return None;
    }
    let f = case.f;
    let way = at.ahead(cm, 0.0);
    let meets = |r: &Rect| r.penetration(&way) > EPS / 2.0;
    let called =
        |name: &str, kind: Message| if name.is_empty() { kind } else { say!("named-obstacle", name) };
    for (i, l) in f.lines.iter().enumerate() {
        if l.obstacle != Obstacle::None && case.known.knows_line(f, i) && standing(l).iter().any(meets) {
            return Some(called(&l.name, say!("an-obstacle")));
        }
    }
    for b in &f.ground.buildings {
        if b.obstacle != Obstacle::None && meets(&b.rect()) {
            return Some(called(&b.name, say!("a-building")));
        }
    }
    for u in f.present().filter(|u| u.side == case.u.side || case.known.sees_guns(u.id)) {
        // Equipment set up is an obstacle too (table XXII).
        if u.battery.as_ref().and_then(|b| b.unmanned).is_some_and(|g| meets(&g.rect())) {
            return Some(say!("gun-without-gunners"));
        }
    }
    let wood = going::wood_edge_ahead(f, case.u, at, cm)?;
    let name = &wood.name;
    Some(if name.is_empty() { say!("edge-of-wood") } else { say!("edge-of-named-wood", name) })
}
