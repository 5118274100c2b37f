//! Lines of sight: for shooting (shooting.4, dba.27) and for everything else (dba.46).

use crate::event::Target;
use crate::field::{Element, Field};
use crate::terrain::{Area, Outline};
use crate::troop::Troop;
use crate::{book, clause, reading};
use arrayvec::ArrayVec;
use table::{EPS, Ellipse, Rect, V2, v2};

/// A few corners of a convex outline.
pub(crate) type Corners = ArrayVec<V2, 12>;

/// What may stop a line. Touching it does not.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Oval(Ellipse),
    Box(Rect),
    Crest(V2, V2),
}

#[derive(Clone, Copy, Debug)]
struct Blocker {
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

/// From an outline to an outline, and what stands between.
struct View<'a> {
    from: &'a [V2],
    to: &'a [V2],
    /// The shortest line.
    nearest: (V2, V2),
    lo: V2,
    hi: V2,
    blockers: Vec<Blocker>,
}

impl<'a> View<'a> {
    fn new(from: &'a [V2], to: &'a [V2], nearest: (V2, V2)) -> View<'a> {
        let (lo, hi) = bounds(from.iter().chain(to));
        View { from, to, nearest, lo, hi, blockers: Vec::new() }
    }

    /// Is the box clear of everything that is looked at?
    fn apart(&self, (lo, hi): (V2, V2)) -> bool {
        hi.x <= self.lo.x || lo.x >= self.hi.x || hi.y <= self.lo.y || lo.y >= self.hi.y
    }

    fn area_apart(&self, a: &Area) -> bool {
        match &a.outline {
            // Its long axis reaches furthest: no roots needed.
            Outline::Oval(e) => self.apart((e.centre - v2(e.a, e.a), e.centre + v2(e.a, e.a))),
            Outline::Box(r) => self.apart(r.bounds()),
        }
    }

    fn block(&mut self, shape: Shape, within: f64) {
        self.blockers.push(Blocker { shape, within });
    }

    fn free(&self, p: V2, q: V2) -> bool {
        self.blockers.iter().all(|b| (b.within > 0.0 && p.dist(q) <= b.within + EPS) || !b.shape.stops(p, q))
    }

    /// Is some line free? Exact for a single blocker; for several together the finite set of lines of dba.27 is tried.
    fn open(&self) -> bool {
        let (p, q) = self.nearest;
        if self.blockers.is_empty() || self.free(p, q) {
            return true;
        }
        let length = p.dist(q);
        // A convex blocker that stops every line from corner to corner stops all lines.
        let walled = |b: &Blocker| {
            length > b.within + EPS && self.from.iter().all(|p| self.to.iter().all(|q| b.shape.stops(*p, *q)))
        };
        if self.blockers.iter().any(walled) {
            return false;
        }
        points(self.from).any(|p| points(self.to).any(|q| self.free(p, q)))
    }
}

fn bounds<'p>(points: impl Iterator<Item = &'p V2>) -> (V2, V2) {
    points
        .fold((v2(f64::INFINITY, f64::INFINITY), v2(f64::NEG_INFINITY, f64::NEG_INFINITY)), |(lo, hi), p| {
            (v2(lo.x.min(p.x), lo.y.min(p.y)), v2(hi.x.max(p.x), hi.y.max(p.y)))
        })
}

/// Nine evenly spaced points of each side, corners included (dba.27).
fn points(outline: &[V2]) -> impl Iterator<Item = V2> + '_ {
    const STEPS: usize = 8;
    let n = outline.len();
    // A mere line has one side, not two.
    let sides = if n <= 2 { n.saturating_sub(1) } else { n };
    (0..sides)
        .flat_map(move |i| {
            let (a, b) = (outline[i], outline[(i + 1) % n]);
            (0..STEPS).map(move |k| a.lerp(b, k as f64 / STEPS as f64))
        })
        .chain((n <= 2).then(|| outline.last().copied()).flatten())
}

/// The shortest line between two convex outlines that do not overlap: length, and where it begins and ends.
pub(crate) fn closest(a: &[V2], b: &[V2]) -> (f64, V2, V2) {
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

/// Is some line from the shooter's outline to the part of the target free (dba.27)?
pub(crate) fn clear_shot(
    f: &Field,
    shooter: &Standing,
    target: &Standing,
    from: &[V2],
    part: &[V2],
    nearest: (V2, V2),
) -> bool {
    let mut view = View::new(from, part, nearest);
    let elevated = f.terrain.hills_under(&shooter.rect).next().is_some();
    let short = book::data().skirmish_range;
    for a in f.terrain.areas.iter().filter(|a| a.feature.is_hill() || a.feature.is_close()) {
        if view.area_apart(a) {
            continue;
        }
        if a.feature.is_hill() {
            let over = elevated && f.readings.is(reading!("elevated-sight", "sees-over-crests"));
            if elevated || a.meets(&target.rect) {
                if let (Some((c, d)), false) = (a.crest(), over) {
                    view.block(Shape::Crest(c, d), 0.0);
                }
            } else {
                view.block(Shape::of(a), 0.0);
            }
        } else {
            let inside = a.meets(&shooter.rect) || a.meets(&target.rect);
            if inside {
                view.block(Shape::of(a), short);
            } else if !elevated {
                view.block(Shape::of(a), 0.0);
            }
        }
    }
    if elevated {
        let _ = clause!("shooting.4");
    } else {
        let gap = f.readings.number(reading!("sight-gap")) / 2.0 - EPS;
        let guns = shooter.troop == Troop::Artillery;
        let side = shooter.who.side();
        for e in f.near((view.lo, view.hi), 0.0) {
            let who = Target::Element(e.id);
            if who == shooter.who || who == target.who || e.is_commander() {
                continue;
            }
            let r = e.rect();
            if view.apart(r.bounds()) {
                continue;
            }
            if guns && e.troop == Troop::Jaeger && ignores_jaeger(f, e.side() == side) {
                let _ = clause!("shooting.6");
                continue;
            }
            view.block(Shape::Box(r.grown(gap)), 0.0);
        }
        for (s, c) in f.camps() {
            let who = Target::Camp(s);
            if who != shooter.who && who != target.who && !view.apart(c.rect.bounds()) {
                view.block(Shape::Box(c.rect.grown(-EPS)), 0.0);
            }
        }
    }
    let open = view.open();
    if !open {
        let _ = clause!("dba.27");
        let _ = clause!("shooting.4");
        if view.blockers.iter().any(|b| matches!(b.shape, Shape::Crest(..) | Shape::Oval(_))) {
            let _ = clause!("terrain.10");
        }
    }
    open
}

/// May artillery ignore these Jaeger (shooting.6)?
pub(crate) fn ignores_jaeger(f: &Field, own: bool) -> bool {
    !own || f.readings.is(reading!("guns-ignore-jaeger", "both-sides"))
}

/// Does one element see the other, for command range and moves (dba.46)? All round and at any distance.
pub fn sees(f: &Field, a: &Element, b: &Element) -> bool {
    let (ra, rb) = (a.rect(), b.rect());
    if ra.penetration(&rb) >= 0.0 {
        return true;
    }
    let (from, to) = (ra.corners(), rb.corners());
    let mut view = View::new(&from, &to, (ra.centre, rb.centre));
    let short = book::data().skirmish_range;
    // Looked up only where a hill, wood, oasis or settlement is near the line.
    let mut elevated = None;
    let mut is_elevated = || *elevated.get_or_insert_with(|| f.terrain.hills_under(&ra).next().is_some());
    for x in f.terrain.areas.iter().filter(|x| x.feature.is_hill() || x.feature.is_close()) {
        if view.area_apart(x) {
            continue;
        }
        let neither = !x.meets(&ra) && !x.meets(&rb);
        if x.feature.is_hill() {
            if neither && !is_elevated() {
                view.block(Shape::of(x), 0.0);
            } else if let Some((c, d)) = x.crest() {
                view.block(Shape::Crest(c, d), 0.0);
            }
        } else if !(neither && is_elevated()) {
            view.block(Shape::of(x), short);
        }
    }
    for (_, c) in f.camps() {
        if !view.apart(c.rect.bounds()) {
            view.block(Shape::Box(c.rect.grown(-EPS)), 0.0);
        }
    }
    if f.readings.is(reading!("troops-hide", "yes")) && !is_elevated() {
        for e in f.near((view.lo, view.hi), 0.0) {
            if e.id != a.id && e.id != b.id && !e.is_commander() && !view.apart(e.rect().bounds()) {
                view.block(Shape::Box(e.rect().grown(-EPS)), 0.0);
            }
        }
    }
    if view.blockers.is_empty() {
        return true;
    }
    let _ = clause!("dba.46");
    let (_, p, q) = closest(&from, &to);
    view.nearest = (p, q);
    view.open()
}
