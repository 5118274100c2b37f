//! Who sees whom (03.02.3, play.sight).
//!
//! A line is drawn from a few points of the observer to a few points of the target: the middle and both ends of the front
//! edge, to the middle and the four corners of the bases. One free line is enough (reading `sight-points`).

use crate::book::data;
use crate::clause;
use crate::field::{Field, Staff};
use crate::ground::{Building, Ground, HillStep, PatchKind};
use crate::place::{crossing, front_rank, holds, length_in, longer_in, more_than_half, surely_in};
use crate::reading;
use crate::unit::{Side, Unit};
use smallvec::SmallVec;
use table::{Area, EPS, Rect, V2, v2};

type Points = SmallVec<[V2; 6]>;

/// A unit or staff figure as an observer and as a target: worked out once, asked about many times.
#[derive(Clone, Debug, PartialEq)]
pub struct Post {
    /// From where it looks.
    eyes: Points,
    /// Where it can be seen.
    marks: Points,
    /// Bases of the front rank, from which the sight distance is measured.
    front: SmallVec<[Rect; 4]>,
    rects: SmallVec<[Rect; 4]>,
    centre: V2,
    radius: f64,
    /// How near one must be to see it, if it is in a wood or town (03.02.3.b).
    hidden: Option<f64>,
}

impl Post {
    /// The middle of a circle about all of it.
    pub fn centre(&self) -> V2 {
        self.centre
    }

    /// How large that circle is.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// No nearer than this, for certain.
    pub fn apart(&self, o: &Post) -> f64 {
        self.centre.dist(o.centre) - self.radius - o.radius
    }
}

/// How a unit stands for seeing and being seen.
pub fn post(f: &Field, u: &Unit) -> Post {
    let rects = f.rects(u);
    let garrison = !u.inside.is_empty();
    let mut eyes = Points::new();
    let mut marks = Points::new();
    if garrison {
        // From all sides; a little inside, so that the building it holds is known as the one it looks out of.
        for r in &rects {
            for c in r.grown(-2.0 * EPS).corners() {
                eyes.push(c);
            }
            marks.push(r.centre);
        }
        marks.extend(eyes.iter().copied());
    } else {
        eyes.extend([u.base.front, u.base.front_left(), u.base.front_right()]);
        marks.push(u.base.centre());
        if let (Some(first), Some(last)) = (rects.first(), rects.last()) {
            let (a, b) = (first.corners(), last.corners());
            if open_order(&rects) {
                // The base in the middle; of an even number both, or left and right would not be alike.
                let (m, n) = ((rects.len() - 1) / 2, rects.len() / 2);
                marks[0] = rects[m].centre;
                marks.extend((n != m).then(|| rects[n].centre));
                marks.extend([a[0], b[1], b[2], a[3]]);
            } else {
                marks.extend(a);
            }
        }
    }
    let front = if garrison {
        rects.clone()
    } else {
        let mut b = u.base;
        if u.by_figures() {
            b.depth = u.figure().1.min(b.depth);
        }
        SmallVec::from_slice(&[b.rect()])
    };
    let (centre, radius) = circle(&rects, u.base.centre());
    Post { eyes, marks, front, centre, radius, hidden: hidden(f, u), rects }
}

/// How a general or orderly stands for seeing. He looks from the unit he is with, too.
pub fn staff_post(f: &Field, s: &Staff) -> Post {
    let rects: SmallVec<[Rect; 4]> = SmallVec::from_slice(&[s.base.rect()]);
    let mut p = Post {
        eyes: SmallVec::from_slice(&[s.base.centre(), s.base.front]),
        marks: Points::new(),
        front: rects.clone(),
        centre: s.base.centre(),
        radius: s.base.radius(),
        hidden: None,
        rects,
    };
    // A general in a building with its garrison looks out of its windows.
    if let Some(u) = s.with.and_then(|u| f.units.get(u.index())).filter(|u| !u.inside.is_empty()) {
        p = Post { marks: Points::new(), hidden: None, ..post(f, u) };
    }
    p
}

fn open_order(rects: &[Rect]) -> bool {
    rects.len() > 2
}

fn circle(rects: &[Rect], fallback: V2) -> (V2, f64) {
    let Some(first) = rects.first() else { return (fallback, 0.0) };
    let mut sum = V2::default();
    for r in rects {
        sum += r.centre;
    }
    let centre = if rects.len() == 1 { first.centre } else { sum * (1.0 / rects.len() as f64) };
    (centre, rects.iter().map(|r| r.centre.dist(centre) + r.radius()).fold(0.0, f64::max))
}

/// Is the unit in a wood or town: in a building, or with more than half of its front figures in it, its edge included?
pub fn in_wood_or_town(f: &Field, u: &Unit) -> bool {
    if !u.inside.is_empty() {
        return true;
    }
    let reach = u.base.radius() + EPS;
    let c = u.base.centre();
    let mut near: SmallVec<[usize; 4]> = SmallVec::new();
    for (i, p) in f.ground.patches.iter().enumerate() {
        if matches!(p.kind, PatchKind::Wood | PatchKind::Town) {
            let (lo, hi) = p.area.bounds();
            if c.x + reach >= lo.x && c.x - reach <= hi.x && c.y + reach >= lo.y && c.y - reach <= hi.y {
                near.push(i);
            }
        }
    }
    if near.is_empty() {
        return false;
    }
    let all = front_rank(u);
    let inside = all.iter().filter(|p| near.iter().any(|i| holds(&f.ground.patches[*i].area, **p))).count();
    more_than_half(inside, all.len())
}

/// How near one must be to see a unit in a wood or town; `None` if it is in neither.
fn hidden(f: &Field, u: &Unit) -> Option<f64> {
    if !in_wood_or_town(f, u) {
        return None;
    }
    let _ = clause!("03.02.3.b");
    // From the start of the turn in which it fires or moves until the next orders have been written.
    let stirring = u.record.stirred.is_some_and(|t| t >= f.turn);
    Some(if stirring { data().d.hidden_stirring } else { data().d.hidden })
}

/// Does the first see the second?
pub fn sees(f: &Field, from: &Unit, to: &Unit) -> bool {
    let d = &data().d;
    // Cheap: too far for certain.
    let most = d.sight + from.base.radius() + to.base.radius() + d.break_in;
    if from.inside.is_empty()
        && to.inside.is_empty()
        && (from.base.centre() - to.base.centre()).len2() > most * most
    {
        let _ = clause!("03.02.3.a");
        return false;
    }
    post_sees(f, &post(f, from), &post(f, to))
}

/// Does the general or orderly see the unit?
pub fn staff_sees(f: &Field, s: &Staff, to: &Unit) -> bool {
    post_sees(f, &staff_post(f, s), &post(f, to))
}

/// The same for posts worked out before.
pub fn post_sees(f: &Field, from: &Post, to: &Post) -> bool {
    may_see(from, to) && {
        let all = Hindrances::between(&f.ground, from.eyes.iter().chain(&to.marks));
        all.let_see(f, from, to)
    }
}

/// Near enough to see and be seen?
fn may_see(from: &Post, to: &Post) -> bool {
    let d = &data().d;
    let apart = from.centre.dist(to.centre);
    if let Some(limit) = to.hidden {
        if apart - from.radius - to.radius > limit + EPS || gap(&from.rects, &to.rects) > limit + EPS {
            let _ = clause!("03.02.3.b");
            return false;
        }
    }
    if apart - from.radius - to.radius > d.sight + EPS
        || (apart + from.radius + to.radius > d.sight && gap(&from.front, &to.rects) > d.sight + EPS)
    {
        let _ = clause!("03.02.3.a");
        return false;
    }
    let _ = clause!("play.sight");
    true
}

/// Does any unit of the side see this one?
pub fn side_sees(f: &Field, side: Side, to: &Unit) -> bool {
    let mark = post(f, to);
    // Nobody sees far into a wood: only those near it need be looked at.
    let reach = mark.hidden.unwrap_or(data().d.sight) + mark.radius + EPS;
    f.side(side).any(|u| {
        let near = !u.inside.is_empty() || u.base.centre().dist(mark.centre) <= reach + u.base.radius();
        near && post_sees(f, &post(f, u), &mark)
    })
}

fn gap(a: &[Rect], b: &[Rect]) -> f64 {
    let mut least = f64::INFINITY;
    for x in a {
        for y in b {
            least = least.min(x.gap(y));
        }
    }
    least
}

/// Is the straight line between two places free for sight: at most 250 cm, no wood or building between, no more than 8 cm of
/// the wood in which one of them is, no crest or higher ground?
pub fn line_clear(f: &Field, a: V2, b: V2) -> bool {
    let d = &data().d;
    if !(a.is_finite() && b.is_finite()) || a.dist(b) > d.sight + EPS {
        let _ = clause!("03.02.3.a");
        return false;
    }
    let _ = clause!("play.sight");
    Hindrances::between(&f.ground, [a, b].iter()).any_free(f, &[a], &[b], d.hidden)
}

/// What could stand between: all that lies in the upright box about some places.
struct Hindrances<'a> {
    woods: SmallVec<[&'a Area; 8]>,
    buildings: SmallVec<[Rect; 8]>,
    hills: SmallVec<[&'a HillStep; 8]>,
}

/// All that can stand between on a ground, from west to east: for looking many times at once.
#[derive(Debug)]
pub struct Screens<'a> {
    woods: Row<&'a Area>,
    buildings: Row<Rect>,
    hills: Row<&'a HillStep>,
}

/// Things by the west end of their boxes.
#[derive(Debug)]
struct Row<T> {
    all: Vec<(V2, V2, T)>,
    /// How far the longest reaches east of its west end.
    longest: f64,
}

impl<T: Copy> Row<T> {
    fn of(things: impl Iterator<Item = ((V2, V2), T)>) -> Row<T> {
        let mut all: Vec<(V2, V2, T)> = things.map(|((lo, hi), t)| (lo, hi, t)).collect();
        all.sort_by(|a, b| a.0.x.total_cmp(&b.0.x));
        let longest = all.iter().map(|(lo, hi, _)| hi.x - lo.x).fold(0.0, f64::max) + EPS;
        Row { all, longest }
    }

    fn meeting(&self, lo: V2, hi: V2) -> SmallVec<[T; 8]> {
        let from = self.all.partition_point(|t| t.0.x < lo.x - self.longest);
        self.all[from..]
            .iter()
            .take_while(|(l, _, _)| l.x <= hi.x)
            .filter(|(l, h, _)| h.x >= lo.x && l.y <= hi.y && h.y >= lo.y)
            .map(|t| t.2)
            .collect()
    }
}

impl<'a> Screens<'a> {
    /// Those of a ground.
    pub fn of(g: &'a Ground) -> Screens<'a> {
        let woods = g.patches.iter().filter(|p| p.kind == PatchKind::Wood);
        Screens {
            woods: Row::of(woods.map(|p| (p.area.bounds(), &p.area))),
            buildings: Row::of(g.buildings.iter().map(Building::rect).map(|r| (r.bounds(), r))),
            hills: Row::of(g.hills.iter().map(|h| (h.area.bounds(), h))),
        }
    }

    /// The same as [`post_sees`] on this ground.
    pub fn post_sees(&self, f: &Field, from: &Post, to: &Post) -> bool {
        may_see(from, to) && {
            let (lo, hi) = box_about(from.eyes.iter().chain(&to.marks));
            let all = Hindrances {
                woods: self.woods.meeting(lo, hi),
                buildings: self.buildings.meeting(lo, hi),
                hills: self.hills.meeting(lo, hi),
            };
            all.let_see(f, from, to)
        }
    }
}

fn box_about<'p>(places: impl Iterator<Item = &'p V2>) -> (V2, V2) {
    let far = f64::INFINITY;
    places.fold((v2(far, far), v2(-far, -far)), |(l, h), p| {
        (v2(l.x.min(p.x), l.y.min(p.y)), v2(h.x.max(p.x), h.y.max(p.y)))
    })
}

/// One of them, by its place in its list.
#[derive(Clone, Copy)]
enum Hindrance {
    Wood(usize),
    Building(usize),
    Hill(usize),
}

impl<'a> Hindrances<'a> {
    fn between<'p>(g: &'a Ground, places: impl Iterator<Item = &'p V2>) -> Hindrances<'a> {
        let (lo, hi) = box_about(places);
        let meets = |(l, h): (V2, V2)| l.x <= hi.x && h.x >= lo.x && l.y <= hi.y && h.y >= lo.y;
        Hindrances {
            woods: g
                .patches
                .iter()
                .filter(|p| p.kind == PatchKind::Wood && meets(p.area.bounds()))
                .map(|p| &p.area)
                .collect(),
            buildings: g
                .buildings
                .iter()
                .filter(|b| !b.base.beside(lo, hi, 0.0))
                .map(Building::rect)
                .filter(|r| meets(r.bounds()))
                .collect(),
            hills: g.hills.iter().filter(|h| meets(h.area.bounds())).collect(),
        }
    }

    fn none(&self) -> bool {
        self.woods.is_empty() && self.buildings.is_empty() && self.hills.is_empty()
    }

    /// Does the first see the second past all this?
    fn let_see(&self, f: &Field, from: &Post, to: &Post) -> bool {
        let into = if to.hidden.is_some() { f64::INFINITY } else { data().d.hidden };
        self.none() || self.any_free(f, &from.eyes, &to.marks, into)
    }

    /// Is any of the lines from these eyes to those marks free? `into`: how many cm of a wood around a mark it may cross.
    fn any_free(&self, f: &Field, eyes: &[V2], marks: &[V2], into: f64) -> bool {
        // Of many lines side by side the same thing mostly blocks the next that blocked the last, so it is asked first.
        let mut last = None;
        let mut levels: SmallVec<[Option<u8>; 10]> = SmallVec::from_elem(None, eyes.len() + marks.len());
        for (i, a) in eyes.iter().enumerate() {
            for (j, b) in marks.iter().enumerate() {
                let mut top = || {
                    let mut of = |k: usize, p| *levels[k].get_or_insert_with(|| self.level(p));
                    of(i, *a).max(of(eyes.len() + j, *b))
                };
                let again = match last {
                    Some(Hindrance::Wood(w)) => wood_blocks(self.woods[w], *a, *b, into),
                    Some(Hindrance::Building(r)) => building_blocks(&self.buildings[r], *a, *b),
                    Some(Hindrance::Hill(h)) => self.hill_blocks(f, h, top(), *a, *b),
                    None => false,
                };
                if again {
                    continue;
                }
                last = self.first(f, *a, *b, into, top);
                if last.is_none() {
                    return true;
                }
            }
        }
        false
    }

    /// The first thing that blocks the line; `top` tells the level of its higher end.
    fn first(&self, f: &Field, a: V2, b: V2, into: f64, mut top: impl FnMut() -> u8) -> Option<Hindrance> {
        if let Some(i) = self.woods.iter().position(|w| wood_blocks(w, a, b, into)) {
            return Some(Hindrance::Wood(i));
        }
        if let Some(i) = self.buildings.iter().position(|r| building_blocks(r, a, b)) {
            return Some(Hindrance::Building(i));
        }
        if self.hills.is_empty() {
            return None;
        }
        let top = top();
        (0..self.hills.len()).find(|h| self.hill_blocks(f, *h, top, a, b)).map(Hindrance::Hill)
    }

    fn level(&self, p: V2) -> u8 {
        self.hills.iter().filter(|h| holds(&h.area, p)).map(|h| h.level).max().unwrap_or(0)
    }

    fn hill_blocks(&self, f: &Field, h: usize, top: u8, a: V2, b: V2) -> bool {
        let h = self.hills[h];
        h.level >= top && over_hill(f, h, top, a, b)
    }
}

fn wood_blocks(w: &Area, a: V2, b: V2, into: f64) -> bool {
    if w.misses(a, b) {
        return false;
    }
    // More of it than may be crossed wherever the two stand.
    if surely_in(w, a, b, into.max(data().d.hidden) + EPS) {
        return true;
    }
    let deep = length_in(w, a, b);
    if deep <= EPS {
        return false;
    }
    let most = if holds(w, b) {
        into
    } else if holds(w, a) {
        data().d.hidden
    } else {
        0.0
    };
    deep > most + EPS
}

fn building_blocks(r: &Rect, a: V2, b: V2) -> bool {
    r.clip(a, b).is_some_and(|(s, e)| (e - s) * a.dist(b) > EPS)
        && !r.contains(a, -EPS)
        && !r.contains(b, -EPS)
}

/// Does a step at least as high as the higher end block the line?
fn over_hill(f: &Field, h: &HillStep, top: u8, a: V2, b: V2) -> bool {
    if !longer_in(&h.area, a, b, EPS) {
        return false;
    }
    let _ = clause!("03.02.3.c");
    if h.level > top {
        return true;
    }
    // As high as the higher end: its crest blocks, but not on the step on which one of the two stands.
    if holds(&h.area, a) || holds(&h.area, b) {
        return false;
    }
    match &h.crest {
        Some(crest) => crest.segments().any(|(p, q)| crossing(a, b, p, q).is_some()),
        // In the middle of the stretch over the step, so every line over it crosses the crest.
        None => f.readings.is(reading!("crest", "middle")),
    }
}

/// The hill step of a place, the edge of a step belonging to it.
pub fn level(g: &Ground, p: V2) -> u8 {
    g.hills.iter().filter(|h| holds(&h.area, p)).map(|h| h.level).max().unwrap_or(0)
}
