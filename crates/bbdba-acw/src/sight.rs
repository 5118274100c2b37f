//! Lines of sight: for shooting (shooting.4, dba.27) and for everything else (dba.46).

use crate::event::Target;
use crate::field::{Element, Field};
use crate::terrain::{Area, Feature, Outline};
use crate::troop::Troop;
use crate::{book, clause, reading};
use arrayvec::ArrayVec;
use smallvec::SmallVec;
use table::{EPS, Ellipse, Rect, V2, v2};
use umpire::Clause;

/// A few corners of a convex outline.
pub(crate) type Corners = ArrayVec<V2, 12>;

/// What may stop a line. Touching it does not.
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
    fn of(a: &Area) -> Shape {
        match a.outline {
            Outline::Oval(e) => Shape::Oval(e),
            Outline::Box(r) => Shape::Box(r.grown(-EPS)),
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
    blockers: SmallVec<[Blocker; 12]>,
}

impl Scene {
    pub fn about<'p>(points: impl Iterator<Item = &'p V2>) -> Scene {
        let (lo, hi) = bounds(points);
        Scene { lo, hi, blockers: SmallVec::new() }
    }

    /// Is that box clear of what is looked at?
    fn apart(&self, (lo, hi): (V2, V2)) -> bool {
        hi.x < self.lo.x || lo.x > self.hi.x || hi.y < self.lo.y || lo.y > self.hi.y
    }

    fn area_apart(&self, a: &Area) -> bool {
        match &a.outline {
            // Its long axis reaches furthest: no roots needed.
            Outline::Oval(e) => self.apart((e.centre - v2(e.a, e.a), e.centre + v2(e.a, e.a))),
            Outline::Box(r) => self.apart(r.bounds()),
        }
    }

    pub fn block(&mut self, shape: Shape, within: f64) {
        self.blockers.push(Blocker { shape, within });
    }

    pub fn free(&self, p: V2, q: V2) -> bool {
        !self.blockers.iter().any(|b| b.stops(p, q))
    }

    /// Is some line between the outlines free? Of all lines those from nine points of each side of the one to nine points
    /// of each side of the other are tried (dba.27), and the nearest. If not, what stops them all by itself, if anything
    /// does.
    pub fn open(&self, from: &[V2], to: &[V2], nearest: (V2, V2)) -> Result<(), Option<&Blocker>> {
        if self.free(nearest.0, nearest.1) {
            return Ok(());
        }
        // A convex blocker that stops every line from corner to corner stops all lines.
        let length = nearest.0.dist(nearest.1);
        let walled = |b: &Blocker| {
            length > b.within + EPS && from.iter().all(|p| to.iter().all(|q| b.shape.stops(*p, *q)))
        };
        if let Some(wall) = self.blockers.iter().find(|b| walled(b)) {
            return Err(Some(wall));
        }
        let open = if self.blockers.len() > 64 {
            points(from).any(|p| points(to).any(|q| self.free(p, q)))
        } else {
            sides(from).any(|p| sides(to).any(|q| Sheaf::new(self, p, q, length).open()))
        };
        if open { Ok(()) } else { Err(None) }
    }
}

impl Blocker {
    fn stops(&self, p: V2, q: V2) -> bool {
        !(self.within > 0.0 && p.dist(q) <= self.within + EPS) && self.shape.stops(p, q)
    }
}

/// The lines from nine points of one edge to nine points of another. Where a single blocker stops the four outermost lines
/// of a part of the sheaf it stops all between, so that most lines need not be tried.
struct Sheaf<'s> {
    scene: &'s Scene,
    from: (V2, V2),
    to: (V2, V2),
    /// Blockers that spare no line for being short.
    firm: u64,
    /// Who stops a line, once tried.
    tried: [[Option<u64>; STEPS + 1]; STEPS + 1],
}

impl<'s> Sheaf<'s> {
    fn new(scene: &'s Scene, from: (V2, V2), to: (V2, V2), length: f64) -> Sheaf<'s> {
        let firm = scene
            .blockers
            .iter()
            .enumerate()
            .filter(|(_, b)| length > b.within + EPS)
            .fold(0, |m, (i, _)| m | 1 << i);
        Sheaf { scene, from, to, firm, tried: [[None; STEPS + 1]; STEPS + 1] }
    }

    fn stopped_by(&mut self, i: usize, k: usize) -> u64 {
        if let Some(m) = self.tried[i][k] {
            return m;
        }
        let at = |(a, b): (V2, V2), n: usize| a.lerp(b, n as f64 / STEPS as f64);
        let (p, q) = (at(self.from, i), at(self.to, k));
        let blockers = self.scene.blockers.iter().enumerate();
        let m = blockers.filter(|(_, b)| b.stops(p, q)).fold(0, |m, (n, _)| m | 1 << n);
        self.tried[i][k] = Some(m);
        m
    }

    fn open(&mut self) -> bool {
        self.part(0, STEPS, 0, STEPS)
    }

    fn part(&mut self, i0: usize, i1: usize, k0: usize, k1: usize) -> bool {
        let mut all = self.firm;
        for (i, k) in [(i0, k0), (i0, k1), (i1, k0), (i1, k1)] {
            let m = self.stopped_by(i, k);
            if m == 0 {
                return true;
            }
            all &= m;
        }
        if all != 0 || (i1 - i0 <= 1 && k1 - k0 <= 1) {
            return false;
        }
        if i1 - i0 >= k1 - k0 {
            let mid = (i0 + i1) / 2;
            self.part(i0, mid, k0, k1) || self.part(mid, i1, k0, k1)
        } else {
            let mid = (k0 + k1) / 2;
            self.part(i0, i1, k0, mid) || self.part(i0, i1, mid, k1)
        }
    }
}

/// Nine points of a side have eight steps between them.
const STEPS: usize = 8;

/// The sides of an outline; a mere line has one.
fn sides(outline: &[V2]) -> impl Iterator<Item = (V2, V2)> + '_ {
    let n = outline.len();
    let count = if n <= 2 { n.saturating_sub(1) } else { n };
    (0..count).map(move |i| (outline[i], outline[(i + 1) % n]))
}

fn bounds<'p>(points: impl Iterator<Item = &'p V2>) -> (V2, V2) {
    points
        .fold((v2(f64::INFINITY, f64::INFINITY), v2(f64::NEG_INFINITY, f64::NEG_INFINITY)), |(lo, hi), p| {
            (v2(lo.x.min(p.x), lo.y.min(p.y)), v2(hi.x.max(p.x), hi.y.max(p.y)))
        })
}

/// Nine evenly spaced points of each side, corners included (dba.27).
pub fn points(outline: &[V2]) -> impl Iterator<Item = V2> + '_ {
    sides(outline).flat_map(|(a, b)| (0..=STEPS).map(move |k| a.lerp(b, k as f64 / STEPS as f64)))
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

/// Is some line from the shooter's outline to the part of the target free (dba.27)? If not, by which clause it is blocked.
pub(crate) fn clear_shot(
    f: &Field,
    shooter: &Standing,
    target: &Standing,
    from: &[V2],
    part: &[V2],
    nearest: (V2, V2),
) -> Result<(), Clause> {
    let elevated = f.terrain.hills_under(&shooter.rect).next().is_some();
    // Most often the shortest line is free, and little is near it.
    let mut scene = Scene::about([nearest.0, nearest.1].iter());
    put_up(f, shooter, target, elevated, &mut scene);
    if scene.free(nearest.0, nearest.1) {
        return Ok(());
    }
    let mut scene = Scene::about(from.iter().chain(part));
    put_up(f, shooter, target, elevated, &mut scene);
    scene.open(from, part, nearest).map_err(|wall| match wall.map(|b| b.shape) {
        Some(Shape::Crest(..) | Shape::Oval(_)) => clause!("terrain.10"),
        Some(Shape::Box(_)) => clause!("shooting.4"),
        // Several together.
        None => clause!("dba.27"),
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
                scene.block(Shape::of(a), 0.0);
            }
        } else if a.meets(&shooter.rect) || a.meets(&target.rect) {
            scene.block(Shape::of(a), short);
        } else if !elevated {
            scene.block(Shape::of(a), 0.0);
        }
    }
    if elevated {
        // It sees over troops and camps (shooting.4).
        return;
    }
    let gap = f.readings.number(reading!("sight-gap")) / 2.0 - EPS;
    let guns = shooter.troop == Troop::Artillery;
    let side = shooter.who.side();
    for e in f.near((scene.lo, scene.hi), 0.0) {
        let who = Target::Element(e.id);
        if who == shooter.who || who == target.who || e.is_commander() {
            continue;
        }
        let r = e.rect().grown(gap);
        if scene.apart(r.bounds()) {
            continue;
        }
        if guns && e.troop == Troop::Jaeger && ignores_jaeger(f, e.side() == side) {
            continue;
        }
        scene.block(Shape::Box(r), 0.0);
    }
    for (s, c) in f.camps() {
        let who = Target::Camp(s);
        if who != shooter.who && who != target.who && !scene.apart(c.rect.bounds()) {
            scene.block(Shape::Box(c.rect.grown(-EPS)), 0.0);
        }
    }
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
    let mut scene = Scene::about(from.iter().chain(&to));
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
                scene.block(Shape::of(x), 0.0);
            } else if let Some((c, d)) = x.crest() {
                scene.block(Shape::Crest(c, d), 0.0);
            }
        } else if !(neither && is_elevated()) {
            scene.block(Shape::of(x), short);
        }
    }
    for (_, c) in f.camps() {
        if !scene.apart(c.rect.bounds()) {
            scene.block(Shape::Box(c.rect.grown(-EPS)), 0.0);
        }
    }
    if f.readings.is(reading!("troops-hide", "yes")) && !is_elevated() {
        for e in f.near((scene.lo, scene.hi), 0.0) {
            if e.id != a.id && e.id != b.id && !e.is_commander() && !scene.apart(e.rect().bounds()) {
                scene.block(Shape::Box(e.rect().grown(-EPS)), 0.0);
            }
        }
    }
    if scene.blockers.is_empty() {
        return Ok(());
    }
    let (_, p, q) = closest(&from, &to);
    scene.open(&from, &to, (p, q)).map_err(|_| clause!("dba.46"))
}
