//! Lines of sight: for shooting (shooting.4, dba.27) and for everything else (dba.46).

use crate::event::Target;
use crate::field::{Element, Field};
use crate::procedures::may_shoot::{Hides, NoShot};
use crate::terrain::{Area, Feature, Outline};
use crate::troop::Troop;
use crate::{book, clause, reading};
use arrayvec::ArrayVec;
use smallvec::SmallVec;
use table::{EPS, Ellipse, Rect, V2, v2};
use umpire::Clause;

/// A few corners of a convex outline.
pub(crate) type Corners = ArrayVec<V2, 12>;

/// What may stop a line.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    Oval(Ellipse),
    Box(Rect),
    Crest(V2, V2),
}

#[derive(Clone, Copy, Debug)]
pub struct Blocker {
    shape: Shape,
    /// Does not stop lines of at most this length.
    within: f64,
}

impl Shape {
    /// A piece of ground with this much room about it.
    fn of(a: &Area, room: f64) -> Shape {
        match a.outline {
            Outline::Oval(e) => Shape::Oval(Ellipse { a: e.a + room, b: e.b + room, ..e }),
            Outline::Box(r) => Shape::Box(r.grown(room)),
        }
    }

    fn stops(&self, p: V2, q: V2) -> bool {
        match self {
            Shape::Oval(e) => e.clip(p, q).is_some(),
            Shape::Box(r) => r.clip(p, q).is_some(),
            Shape::Crest(c, d) => crosses(p, q, *c, *d),
        }
    }
}

/// Does the line properly cross the crest? Beginning or ending on it, and touching its end, is not crossing.
fn crosses(p: V2, q: V2, c: V2, d: V2) -> bool {
    let along = (d - c).unit();
    let (sp, sq) = (along.cross(p - c), along.cross(q - c));
    if !((sp > EPS && sq < -EPS) || (sp < -EPS && sq > EPS)) {
        return false;
    }
    let x = along.dot(p.lerp(q, sp / (sp - sq)) - c);
    x > EPS && x < c.dist(d) - EPS
}

/// The upright box about what is looked at, and what was found in it.
#[derive(Debug)]
pub struct Scene {
    lo: V2,
    hi: V2,
    /// What a line needs on either side of it, so that two who leave less between them are passed by none: bases that touch
    /// have no seam to look through (dba.27).
    room: f64,
    blockers: SmallVec<[Blocker; 12]>,
}

impl Scene {
    /// What lies about these points; `gap` is the least through which one looks.
    pub fn about<'p>(points: impl Iterator<Item = &'p V2>, gap: f64) -> Scene {
        let (lo, hi) = bounds(points);
        let room = gap / 2.0;
        // Lines at the corners run that much outside.
        Scene { lo: lo - v2(room, room), hi: hi + v2(room, room), room, blockers: SmallVec::new() }
    }

    /// By how much what stops lines is drawn larger. A gap that is just wide enough lets one through.
    fn margin(&self) -> f64 {
        self.room - EPS
    }

    /// Is that box clear of what is looked at?
    fn apart(&self, (lo, hi): (V2, V2)) -> bool {
        hi.x < self.lo.x || lo.x > self.hi.x || hi.y < self.lo.y || lo.y > self.hi.y
    }

    fn area_apart(&self, a: &Area) -> bool {
        match &a.outline {
            // Its long axis reaches furthest: no roots needed.
            Outline::Oval(e) => {
                let reach = v2(e.a + self.room, e.a + self.room);
                self.apart((e.centre - reach, e.centre + reach))
            }
            Outline::Box(r) => self.apart(r.grown(self.room).bounds()),
        }
    }

    /// A base or a camp, if it is near.
    fn stand_in(&mut self, r: &Rect) {
        let r = r.grown(self.margin());
        if !self.apart(r.bounds()) {
            self.block(Shape::Box(r), 0.0);
        }
    }

    pub fn block(&mut self, shape: Shape, within: f64) {
        self.blockers.push(Blocker { shape, within });
    }

    pub fn free(&self, p: V2, q: V2) -> bool {
        !self.blockers.iter().any(|b| b.stops(p, q))
    }

    /// Is some line between the outlines free? Of all lines those from nine points of each side of the one to nine points
    /// of each side of the other are tried (dba.27), those at the corners with their room on either hand, and the nearest.
    /// If not, what stops them all by itself, if anything does.
    pub fn open(&self, from: &[V2], to: &[V2], nearest: (V2, V2)) -> Result<(), Option<&Blocker>> {
        if self.free(nearest.0, nearest.1) {
            return Ok(());
        }
        // A convex blocker that stops all the outermost lines stops all lines.
        let length = nearest.0.dist(nearest.1);
        let along = sight_line(from, to);
        let ends = |outline| -> ArrayVec<V2, 24> {
            let both = |(a, b)| [sample(a, b, along, self.room, 0), sample(a, b, along, self.room, STEPS)];
            sides(outline).flat_map(both).collect()
        };
        let all = |b: &Blocker, from: &[V2], to: &[V2]| {
            from.iter().all(|p| to.iter().all(|q| b.shape.stops(*p, *q)))
        };
        let walled =
            |b: &Blocker| length > b.within + EPS && all(b, from, to) && all(b, &ends(from), &ends(to));
        if let Some(wall) = self.blockers.iter().find(|b| walled(b)) {
            return Err(Some(wall));
        }
        let open = if self.blockers.len() > 64 {
            let all = |outline| points(outline, along, self.room);
            all(from).any(|p| all(to).any(|q| self.free(p, q)))
        } else {
            sides(from).any(|p| sides(to).any(|q| Sheaf::new(self, along, (p, q), length).open()))
        };
        if open { Ok(()) } else { Err(None) }
    }
}

impl Blocker {
    fn stops(&self, p: V2, q: V2) -> bool {
        !(self.within > 0.0 && p.dist(q) <= self.within + EPS) && self.shape.stops(p, q)
    }
}

/// The lines from the points of one edge to the points of another. Where a single blocker stops the four outermost lines of a
/// part of the sheaf it stops all between, so that most lines need not be tried.
struct Sheaf<'s> {
    scene: &'s Scene,
    along: V2,
    from: Side,
    to: Side,
    /// Blockers that spare no line for being short.
    firm: u64,
    /// Who stops a line, once tried.
    tried: [[Option<u64>; STEPS + 1]; STEPS + 1],
}

impl<'s> Sheaf<'s> {
    fn new(scene: &'s Scene, along: V2, (from, to): (Side, Side), length: f64) -> Sheaf<'s> {
        let firm = scene
            .blockers
            .iter()
            .enumerate()
            .filter(|(_, b)| length > b.within + EPS)
            .fold(0, |m, (i, _)| m | 1 << i);
        Sheaf { scene, along, from, to, firm, tried: [[None; STEPS + 1]; STEPS + 1] }
    }

    fn stopped_by(&mut self, i: usize, k: usize) -> u64 {
        if let Some(m) = self.tried[i][k] {
            return m;
        }
        let at = |(a, b): Side, n: usize| sample(a, b, self.along, self.scene.room, n);
        let (p, q) = (at(self.from, i), at(self.to, k));
        let blockers = self.scene.blockers.iter().enumerate();
        let m = blockers.filter(|(_, b)| b.stops(p, q)).fold(0, |m, (n, _)| m | 1 << n);
        self.tried[i][k] = Some(m);
        m
    }

    fn open(&mut self) -> bool {
        let whole = (0, STEPS);
        match self.outermost(whole, whole) {
            None => return true,
            Some(0) => {}
            Some(_) => return false,
        }
        // What lies between the corners, then what has its room beyond one of them: a friend before the whole front stops
        // all of the first and none of the others.
        let inner = (1, STEPS - 1);
        self.part(inner, inner)
            || [0, STEPS].into_iter().any(|end| self.part((end, end), whole) || self.part(inner, (end, end)))
    }

    /// Who stops all four outermost lines of a part; `None` if one of them is free.
    fn outermost(&mut self, (i0, i1): (usize, usize), (k0, k1): (usize, usize)) -> Option<u64> {
        let mut all = self.firm;
        for (i, k) in [(i0, k0), (i0, k1), (i1, k0), (i1, k1)] {
            match self.stopped_by(i, k) {
                0 => return None,
                m => all &= m,
            }
        }
        Some(all)
    }

    fn part(&mut self, (i0, i1): (usize, usize), (k0, k1): (usize, usize)) -> bool {
        match self.outermost((i0, i1), (k0, k1)) {
            None => return true,
            Some(0) if i1 - i0 > 1 || k1 - k0 > 1 => {}
            Some(_) => return false,
        }
        if i1 - i0 >= k1 - k0 {
            let mid = (i0 + i1) / 2;
            self.part((i0, mid), (k0, k1)) || self.part((mid, i1), (k0, k1))
        } else {
            let mid = (k0 + k1) / 2;
            self.part((i0, i1), (k0, mid)) || self.part((i0, i1), (mid, k1))
        }
    }
}

/// One side of an outline.
type Side = (V2, V2);

/// The way one looks from one outline to another.
pub fn sight_line(from: &[V2], to: &[V2]) -> V2 {
    let d = middle(to) - middle(from);
    if d.len2() < EPS { V2::default() } else { d.unit() }
}

/// Nine points of a side, of which each corner is two, have ten steps between them.
const STEPS: usize = 10;

/// The points of a side from which lines are tried: nine evenly spaced. A line that ends at a corner may have its room on
/// either hand of it: within the side, or beyond it, as far as the side lies across the way one looks.
fn sample(a: V2, b: V2, along: V2, room: f64, k: usize) -> V2 {
    let (corner, other) = match k {
        0 | 1 => (a, b),
        2..=8 => return a.lerp(b, (k - 1) as f64 / 8.0),
        _ => (b, a),
    };
    let length = corner.dist(other);
    if length <= EPS {
        return corner;
    }
    if k == 1 || k == 9 {
        return corner.lerp(other, (room / length).min(0.0625));
    }
    let side = (corner - other) * (1.0 / length);
    let aside = if along == V2::default() { 1.0 } else { along.cross(side).abs() };
    corner + side * (room * aside)
}

/// The sides of an outline; a mere line has one.
fn sides(outline: &[V2]) -> impl Iterator<Item = Side> + '_ {
    let n = outline.len();
    let count = if n <= 2 { n.saturating_sub(1) } else { n };
    (0..count).map(move |i| (outline[i], outline[(i + 1) % n]))
}

/// A point moved so far toward another, no further than half the way.
fn nudged(p: V2, toward: V2, by: f64) -> V2 {
    let length = p.dist(toward);
    if length <= EPS { p } else { p.lerp(toward, (by / length).min(0.5)) }
}

fn bounds<'p>(points: impl Iterator<Item = &'p V2>) -> (V2, V2) {
    points
        .fold((v2(f64::INFINITY, f64::INFINITY), v2(f64::NEG_INFINITY, f64::NEG_INFINITY)), |(lo, hi), p| {
            (v2(lo.x.min(p.x), lo.y.min(p.y)), v2(hi.x.max(p.x), hi.y.max(p.y)))
        })
}

/// The points of every side from which lines are tried.
pub fn points(outline: &[V2], along: V2, room: f64) -> impl Iterator<Item = V2> + '_ {
    sides(outline).flat_map(move |(a, b)| (0..=STEPS).map(move |k| sample(a, b, along, room, k)))
}

fn middle(outline: &[V2]) -> V2 {
    let sum = outline.iter().fold(V2::default(), |sum, p| sum + *p);
    sum * (1.0 / outline.len().max(1) as f64)
}

/// The shortest line between two convex outlines that do not overlap: length, and where it begins and ends.
pub fn closest(a: &[V2], b: &[V2]) -> (f64, V2, V2) {
    let mut best = (f64::INFINITY, V2::default(), V2::default());
    let mut look = |points: &[V2], edges: &[V2], swap: bool| {
        let n = edges.len();
        for &p in points {
            for i in 0..n {
                let (s, d) = (edges[i], edges[(i + 1) % n] - edges[i]);
                let l = d.len2();
                let t = if l < 1e-18 { 0.0 } else { ((p - s).dot(d) / l).clamp(0.0, 1.0) };
                let q = s + d * t;
                let gap = (p - q).len2();
                if gap < best.0 {
                    best = if swap { (gap, q, p) } else { (gap, p, q) };
                }
            }
        }
    };
    look(a, b, false);
    look(b, a, true);
    (best.0.sqrt(), best.1, best.2)
}

/// Where a shooter or a target stands.
pub(crate) struct Standing {
    pub who: Target,
    pub troop: Troop,
    pub rect: Rect,
}

/// Is some line from the shooter's outline to the part of the target free (dba.27)? If not, what hides it.
pub(crate) fn clear_shot(
    f: &Field,
    shooter: &Standing,
    target: &Standing,
    from: &[V2],
    part: &[V2],
    nearest: (V2, V2),
) -> Result<(), NoShot> {
    let elevated = f.terrain.hills_under(&shooter.rect).next().is_some();
    let gap = f.readings.number(reading!("sight-gap"));
    // Most often the shortest line is free, and little is near it. It is taken off the corners, where neighbours in line
    // stand with theirs.
    let (p, q) = (nudged(nearest.0, middle(from), gap), nudged(nearest.1, middle(part), 2.0 * gap));
    let mut scene = Scene::about([p, q].iter(), gap);
    put_up(f, shooter, target, elevated, &mut scene);
    if scene.free(p, q) {
        return Ok(());
    }
    let mut scene = Scene::about(from.iter().chain(part), gap);
    put_up(f, shooter, target, elevated, &mut scene);
    scene.open(from, part, nearest).map_err(|wall| {
        match wall.map(|b| b.shape) {
            // Houses are named with the troops (shooting.4), whatever the outline of their settlement.
            Some(Shape::Oval(e)) if f.terrain.is_settlement(e.centre) => Hides::Troops,
            Some(Shape::Crest(..) | Shape::Oval(_)) => Hides::Ground,
            Some(Shape::Box(_)) => Hides::Troops,
            None => Hides::Several,
        }
        .no_shot()
    })
}

/// Features that can block a line of sight: hills, woods, oases and the houses of a settlement (terrain.14).
fn stands_up(f: &Field, a: &Area) -> bool {
    a.feature.is_hill()
        || (a.feature.is_close()
            && !(a.feature == Feature::Settlement
                && f.readings.is(reading!("settlement-effect", "skirmish-only"))))
}

/// Everything near the lines that may block a shot.
fn put_up(f: &Field, shooter: &Standing, target: &Standing, elevated: bool, scene: &mut Scene) {
    let short = book::data().skirmish_range;
    for (_, a) in f.terrain.areas.between(scene.lo.x, scene.hi.x).filter(|(_, a)| stands_up(f, a)) {
        if scene.area_apart(a) {
            continue;
        }
        if a.feature.is_hill() {
            let over = elevated && f.readings.is(reading!("elevated-sight", "sees-over-crests"));
            if elevated || a.meets(&target.rect) {
                if let (Some((c, d)), false) = (a.crest(), over) {
                    scene.block(Shape::Crest(c, d), 0.0);
                }
            } else {
                scene.block(Shape::of(a, scene.margin()), 0.0);
            }
        } else if a.meets(&shooter.rect) || a.meets(&target.rect) {
            scene.block(Shape::of(a, scene.margin()), short);
        } else if !elevated {
            scene.block(Shape::of(a, scene.margin()), 0.0);
        }
    }
    if elevated {
        // It sees over troops and camps (shooting.4).
        return;
    }
    for e in f.near((scene.lo, scene.hi), scene.room) {
        let who = Target::Element(e.id);
        if who == shooter.who || who == target.who || !hides(f, shooter, e) {
            continue;
        }
        scene.stand_in(&e.rect());
    }
    for (s, c) in f.camps() {
        let who = Target::Camp(s);
        if who != shooter.who && who != target.who {
            scene.stand_in(&c.rect);
        }
    }
}

/// Does this base stop the shooter's lines, where he stands no higher? Command elements do not (dba.57).
fn hides(f: &Field, shooter: &Standing, e: &Element) -> bool {
    let ignored = shooter.troop == Troop::Artillery
        && e.troop == Troop::Jaeger
        && ignores_jaeger(f, e.side() == shooter.who.side());
    !e.is_commander() && !ignored
}

/// Do friends stand before the whole of a front edge and touch it, one of them before all of it and others on either hand, so
/// that nothing is seen from there but over their heads? Cheap, and for most of a second rank all that need be asked.
pub(crate) fn masked(f: &Field, shooter: &Standing, front: (V2, V2)) -> bool {
    let room = f.readings.number(reading!("sight-gap")) / 2.0;
    let margin = room - EPS;
    if margin <= 0.0 {
        return false;
    }
    // As far aside as any line begins.
    let at = |k| sample(front.0, front.1, V2::default(), room, k);
    let (left, right) = (at(0), at(STEPS));
    let (mut before, mut on_left, mut on_right) = (false, false, false);
    for e in f.near_of(shooter.who.side(), (left, right), 2.0 * room) {
        let r = e.rect();
        let holds = |p: V2| r.contains(p, margin);
        if Target::Element(e.id) == shooter.who || !hides(f, shooter, e) {
            continue;
        }
        before |= holds(front.0) && holds(front.1);
        on_left |= holds(left);
        on_right |= holds(right);
    }
    before && on_left && on_right && f.terrain.hills_under(&shooter.rect).next().is_none()
}

/// May artillery ignore these Jaeger (shooting.6)?
pub(crate) fn ignores_jaeger(f: &Field, own: bool) -> bool {
    !own || f.readings.is(reading!("guns-ignore-jaeger", "both-sides"))
}

/// Does one element see the other, for command range and moves? All round and at any distance. If not, by which clause.
pub fn sees(f: &Field, a: &Element, b: &Element) -> Result<(), Clause> {
    let (ra, rb) = (a.rect(), b.rect());
    if ra.penetration(&rb) >= 0.0 {
        return Ok(());
    }
    let (from, to) = (ra.corners(), rb.corners());
    let hidden_by_troops = f.readings.is(reading!("troops-hide", "yes"));
    let gap = if hidden_by_troops { f.readings.number(reading!("sight-gap")) } else { 0.0 };
    let mut scene = Scene::about(from.iter().chain(&to), gap);
    let short = book::data().skirmish_range;
    // Looked up only where a hill, wood, oasis or settlement is near the line.
    let mut elevated = None;
    let mut is_elevated = || *elevated.get_or_insert_with(|| f.terrain.hills_under(&ra).next().is_some());
    for (_, x) in f.terrain.areas.between(scene.lo.x, scene.hi.x).filter(|(_, x)| stands_up(f, x)) {
        if scene.area_apart(x) {
            continue;
        }
        let neither = !x.meets(&ra) && !x.meets(&rb);
        if x.feature.is_hill() {
            if neither && !is_elevated() {
                scene.block(Shape::of(x, scene.margin()), 0.0);
            } else if let Some((c, d)) = x.crest() {
                scene.block(Shape::Crest(c, d), 0.0);
            }
        } else if !(neither && is_elevated()) {
            scene.block(Shape::of(x, scene.margin()), short);
        }
    }
    for (_, c) in f.camps() {
        scene.stand_in(&c.rect);
    }
    if hidden_by_troops && !is_elevated() {
        for e in f.near((scene.lo, scene.hi), scene.room) {
            if e.id != a.id && e.id != b.id && !e.is_commander() {
                scene.stand_in(&e.rect());
            }
        }
    }
    if scene.blockers.is_empty() {
        return Ok(());
    }
    let (_, p, q) = closest(&from, &to);
    scene.open(&from, &to, (p, q)).map_err(|_| clause!("dba.46"))
}
