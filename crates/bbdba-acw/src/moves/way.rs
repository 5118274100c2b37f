//! The way of a move: where everyone stands after each rigid stage, and how far the move has gone by then.

use crate::field::{Element, ElementId, Field, Side};
use crate::troop::Troop;
use smallvec::{SmallVec, smallvec};
use table::{Base, Body, Motion, Moving, Rect, V2, first_within, v2};
use umpire::Grounds;

/// What kind of stage it is; friends are tested differently (dba.5, dba.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leg {
    /// A single element's leg (dba.5).
    Free,
    /// A group goes straight ahead, or a column or road march follows its track: the swept area must be free.
    March,
    /// A part of a wheel: friends are not tested underway.
    Wheeling,
    /// The last part of a wheel: friends are tested at its end.
    WheelEnd,
}

/// Everyone's places, stage by stage. Time runs from 0 to [`Way::stages`]; its whole part is the stage.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// The elements of the order, then the commanders who accompany them.
    pub who: Vec<ElementId>,
    /// How many of `who` are elements of the order.
    pub own: usize,
    /// What shaped it, besides the kind of move that it is.
    pub by: Grounds,
    bases: SmallVec<[Base; 4]>,
    paces: SmallVec<[f64; 4]>,
    legs: SmallVec<[Leg; 4]>,
    turns: SmallVec<[Option<Turn>; 4]>,
}

/// In a stage of a wheel: the point about which the first so many turn as one body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub pivot: V2,
    pub who: usize,
}

/// A stage of a wheel is short enough that nobody leaves the straight line to its end by more than this.
const SAG: f64 = 0.5;
/// No stage of a wheel has more degrees.
const STAGE: f64 = 5.0;

/// Into how many stages a wheel of so many degrees is cut, of those who stand there.
pub(crate) fn wheel_stages(degrees: f64, pivot: V2, bases: &[Base]) -> usize {
    let far = bases.iter().flat_map(|b| b.corners()).map(|c| (c - pivot).len2()).fold(0.0, f64::max).sqrt();
    // The height of the arc over its chord is far × (1 - cos) of half the angle.
    let cos = 1.0 - SAG / far.max(SAG);
    let half = v2(1.0, 0.0).turn_to(v2(cos, (1.0 - cos * cos).sqrt()));
    let most = (2.0 * half.to_degrees()).min(STAGE);
    (degrees / most).ceil().max(1.0) as usize
}

impl Way {
    pub fn new(f: &Field, own: &[ElementId], with: &[ElementId]) -> Way {
        let who: Vec<ElementId> = own.iter().chain(with).copied().collect();
        let bases = who.iter().map(|id| f[*id].base).collect();
        Way {
            who,
            own: own.len(),
            by: Grounds::default(),
            bases,
            paces: smallvec![0.0],
            legs: SmallVec::new(),
            turns: SmallVec::new(),
        }
    }

    pub fn n(&self) -> usize {
        self.who.len()
    }

    pub fn stages(&self) -> usize {
        self.legs.len()
    }

    /// Everyone's places at the end of a stage; stage 0 is the start.
    pub fn after(&self, stage: usize) -> &[Base] {
        let n = self.n();
        &self.bases[stage * n..(stage + 1) * n]
    }

    pub fn start(&self) -> &[Base] {
        self.after(0)
    }

    pub fn end(&self) -> &[Base] {
        self.after(self.stages())
    }

    pub fn leg(&self, stage: usize) -> Leg {
        self.legs[stage]
    }

    /// A further stage: everyone's next place and the paces it takes.
    pub fn push(&mut self, leg: Leg, paces: f64, to: impl IntoIterator<Item = Base>) {
        self.bases.extend(to);
        debug_assert_eq!(self.bases.len(), self.n() * (self.legs.len() + 2));
        self.legs.push(leg);
        self.turns.push(None);
        self.paces.push(self.length() + paces);
    }

    /// A further stage in which some of them, or all, turn about a point as one body.
    pub fn push_turn(&mut self, leg: Leg, turn: Turn, paces: f64, to: impl IntoIterator<Item = Base>) {
        self.push(leg, paces, to);
        if let Some(last) = self.turns.last_mut() {
            *last = Some(turn);
        }
    }

    pub fn turn(&self, stage: usize) -> Option<Turn> {
        self.turns[stage]
    }

    /// Who turns about a point in a stage, as it moves in it from 0 to 1.
    pub fn turning(&self, stage: usize, i: usize) -> Option<Moving> {
        let turn = self.turns[stage].filter(|t| i < t.who)?;
        let (a, b) = (self.after(stage)[i], self.after(stage + 1)[i]);
        let motion = Motion::Wheel { pivot: turn.pivot, rate: a.dir.turn_to(b.dir) };
        Some(Moving { base: a, since: 0.0, motion })
    }

    /// Does it get further than so deep into a rectangle at any moment of a stage?
    pub fn enters(&self, stage: usize, i: usize, r: &Rect, deep: f64) -> bool {
        let hull = swept_into(&self.after(stage)[i], &self.after(stage + 1)[i], r);
        match self.turning(stage, i).filter(|_| hull > deep - SAG) {
            Some(m) => first_within(&m, Body::rect(*r), -deep - table::EPS, 0.0, 1.0).is_some(),
            None => hull > deep,
        }
    }

    /// Paces used in all.
    pub fn length(&self) -> f64 {
        self.paces[self.paces.len() - 1]
    }

    pub fn paces_at(&self, time: f64) -> f64 {
        let k = (time.max(0.0) as usize).min(self.stages());
        if k == self.stages() {
            return self.length();
        }
        let t = time - k as f64;
        self.paces[k] + (self.paces[k + 1] - self.paces[k]) * t
    }

    /// The first moment at which that many paces are used.
    pub fn time_at(&self, paces: f64) -> f64 {
        for k in 0..self.stages() {
            let (a, b) = (self.paces[k], self.paces[k + 1]);
            if paces <= b {
                return k as f64 + if b - a > 1e-12 { ((paces - a) / (b - a)).clamp(0.0, 1.0) } else { 0.0 };
            }
        }
        self.stages() as f64
    }

    pub fn base(&self, i: usize, time: f64) -> Base {
        let k = (time.max(0.0) as usize).min(self.stages());
        if k == self.stages() {
            return self.end()[i];
        }
        let (a, b, t) = (&self.after(k)[i], &self.after(k + 1)[i], time - k as f64);
        match self.turns[k].filter(|turn| i < turn.who) {
            Some(turn) if t > 0.0 => a.turned_about(turn.pivot, a.dir.turn_to(b.dir) * t),
            _ => between(a, b, t),
        }
    }

    /// The way up to a moment.
    pub fn cut(&mut self, time: f64) {
        let k = time.max(0.0) as usize;
        if k >= self.stages() {
            return;
        }
        let t = time - k as f64;
        let n = self.n();
        if t <= 1e-9 {
            self.bases.truncate((k + 1) * n);
            self.paces.truncate(k + 1);
            self.legs.truncate(k);
            self.turns.truncate(k);
            return;
        }
        let last: Vec<Base> = (0..n).map(|i| self.base(i, time)).collect();
        let paces = self.paces_at(time);
        self.bases.truncate((k + 1) * n);
        self.bases.extend(last);
        self.paces.truncate(k + 1);
        self.paces.push(paces);
        self.legs.truncate(k + 1);
        self.turns.truncate(k + 1);
    }

    /// The upright box about the whole way.
    pub fn bounds(&self) -> (V2, V2) {
        let mut lo = v2(f64::INFINITY, f64::INFINITY);
        let mut hi = v2(f64::NEG_INFINITY, f64::NEG_INFINITY);
        for b in &self.bases {
            let (l, h) = b.rect().bounds();
            lo = v2(lo.x.min(l.x), lo.y.min(l.y));
            hi = v2(hi.x.max(h.x), hi.y.max(h.y));
        }
        (lo, hi)
    }

    pub fn includes(&self, id: ElementId) -> bool {
        self.who.contains(&id)
    }
}

/// A base on its way from one place to the next.
pub(crate) fn between(a: &Base, b: &Base, t: f64) -> Base {
    let front = a.front.lerp(b.front, t);
    if a.dir == b.dir || t <= 0.0 {
        return a.at(front, a.dir);
    }
    if t >= 1.0 {
        return *b;
    }
    a.at(front, a.dir.turned(a.dir.turn_to(b.dir) * t).unit())
}

/// The corners of a base at the two ends of a stage.
pub(crate) fn swept_corners(a: &Base, b: &Base) -> [V2; 8] {
    let (p, q) = (a.corners(), b.corners());
    [p[0], p[1], p[2], p[3], q[0], q[1], q[2], q[3]]
}

/// How deep the convex hull of a base at the two ends of a stage penetrates a rectangle; zero or less is apart.
pub(crate) fn swept_into(a: &Base, b: &Base, r: &Rect) -> f64 {
    // Cheap: the circle about the rectangle against the line of centres.
    let (p, q) = (a.centre(), b.centre());
    let reach = r.radius() + a.radius().max(b.radius());
    let d = q - p;
    let t = if d.len2() < 1e-12 { 0.0 } else { ((r.centre - p).dot(d) / d.len2()).clamp(0.0, 1.0) };
    let off = (p + d * t).dist(r.centre);
    if off > reach {
        return reach - off;
    }
    if a.dir != b.dir {
        // Most are parted by an axis of one of the three rectangles; only then the hull itself is asked.
        let corners = swept_corners(a, b);
        for axis in [r.dir, r.dir.right(), a.dir, a.dir.right(), b.dir, b.dir.right()] {
            let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
            for p in corners {
                let x = p.dot(axis);
                lo = lo.min(x);
                hi = hi.max(x);
            }
            let c = r.centre.dot(axis);
            let h = r.half_width * r.dir.right().dot(axis).abs() + r.half_depth * r.dir.dot(axis).abs();
            let deep = (hi - (c - h)).min(c + h - lo);
            if deep <= 0.0 {
                return deep;
            }
        }
        return table::hull(&corners).penetration(r);
    }
    if d.len2() < 1e-12 {
        return b.rect().penetration(r);
    }
    // A translation: the axes of both rectangles and the one across the movement.
    let mut best = f64::INFINITY;
    for axis in [a.dir, a.dir.right(), r.dir, r.dir.right(), d.unit().right()] {
        let half = a.width / 2.0 * a.dir.right().dot(axis).abs() + a.depth / 2.0 * a.dir.dot(axis).abs();
        let (u, v) = (p.dot(axis), q.dot(axis));
        let (lo, hi) = (u.min(v) - half, u.max(v) + half);
        let c = r.centre.dot(axis);
        let h = r.half_width * r.dir.right().dot(axis).abs() + r.half_depth * r.dir.dot(axis).abs();
        best = best.min((hi - (c - h)).min(c + h - lo));
        if best <= 0.0 {
            return best;
        }
    }
    best
}

/// Everyone near the way, found once. Commanders are no obstacle to anybody (dba.57) and have no zone (zone.1).
#[derive(Debug)]
pub(crate) struct Around<'a> {
    pub foes: Vec<&'a Element>,
    /// Friends who do not move with it.
    pub friends: Vec<&'a Element>,
    pub side: Side,
}

impl<'a> Around<'a> {
    pub fn of(f: &'a Field, way: &Way) -> Around<'a> {
        let side = way.who[0].side();
        let mut around = Around { foes: Vec::new(), friends: Vec::new(), side };
        let reach = crate::book::data().zone + crate::book::data().bw;
        for e in f.near(way.bounds(), reach) {
            if e.troop == Troop::Commander {
                continue;
            }
            if e.side() != side {
                around.foes.push(e);
            } else if !way.includes(e.id) {
                around.friends.push(e);
            }
        }
        around
    }
}
