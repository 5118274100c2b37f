use crate::vec2::{least, most};
use crate::{Base, Poly, Rect, V2, v2};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// How a base moves between two moments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Motion {
    /// It does not move.
    #[default]
    Stand,
    /// It goes straight on without turning, whichever way it faces.
    March {
        /// Distance per unit of time.
        velocity: V2,
    },
    /// It turns about a point.
    Wheel {
        pivot: V2,
        /// Radians per unit of time, positive to the left, as [`Base::turned_about`].
        rate: f64,
    },
}

/// A base under way: where it was at `since`, and how it moves from there.
///
/// ```
/// use table::{Base, Motion, Moving, Pose, first_within, v2};
/// let a = Base::new(Pose { x: 0.0, y: 0.0, facing: 0.0 }, 8.0, 4.0);
/// let b = Base::new(Pose { x: 0.0, y: 20.0, facing: 180.0 }, 8.0, 4.0);
/// let a = Moving { base: a, since: 0.0, motion: Motion::March { velocity: v2(0.0, 24.0) } };
/// let b = Moving { base: b, since: 0.0, motion: Motion::March { velocity: v2(0.0, -12.0) } };
/// // They close at 36 and have 18 to go until 2 lie between them.
/// assert_eq!(first_within(&a, &b, 2.0, 0.0, 1.0), Some(0.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moving {
    pub base: Base,
    /// The moment at which it stood at `base`.
    pub since: f64,
    pub motion: Motion,
}

impl Moving {
    /// A base that stands where it is.
    #[inline]
    pub fn standing(base: Base) -> Moving {
        Moving { base, since: 0.0, motion: Motion::Stand }
    }

    /// Where it is at a moment. The motion is taken to have been the same before `since`.
    #[inline]
    pub fn at(&self, t: f64) -> Base {
        match self.motion {
            Motion::Stand => self.base,
            Motion::March { velocity } => self.base.moved(velocity * (t - self.since)),
            Motion::Wheel { pivot, rate } => {
                let angle = rate * (t - self.since);
                let (s, c) = (libm::sin(angle), libm::cos(angle));
                let turned = |p: V2| v2(p.x * c - p.y * s, p.x * s + p.y * c);
                self.base.at(pivot + turned(self.base.front - pivot), turned(self.base.dir).unit())
            }
        }
    }

    /// No point of the base moves faster than this.
    #[inline]
    pub fn speed(&self) -> f64 {
        self.speed_of(&self.base.corners())
    }

    /// The greatest speed among points that are carried along, given where they are at `since`.
    #[inline]
    pub(crate) fn speed_of(&self, points: &[V2]) -> f64 {
        match self.motion {
            Motion::Stand => 0.0,
            Motion::March { velocity } => velocity.len(),
            Motion::Wheel { pivot, rate } => {
                rate.abs() * points.iter().map(|p| (*p - pivot).len2()).fold(0.0, f64::max).sqrt()
            }
        }
    }

    /// The velocity of a point that is carried along and now is at `p`.
    #[inline]
    pub fn velocity_at(&self, p: V2) -> V2 {
        match self.motion {
            Motion::Stand => V2::default(),
            Motion::March { velocity } => velocity,
            Motion::Wheel { pivot, rate } => (p - pivot).right() * -rate,
        }
    }

    /// The same thing moving on from another moment on its way.
    #[inline]
    pub fn rebased(&self, t: f64) -> Moving {
        Moving { base: self.at(t), since: t, motion: self.motion }
    }

    /// It moves from `t` on in another way.
    #[inline]
    pub fn then(&self, t: f64, motion: Motion) -> Moving {
        Moving { base: self.at(t), since: t, motion }
    }

    /// Upright box that holds the base at every moment from `from` to `to`: lower left and upper right.
    pub fn bounds(&self, from: f64, to: f64) -> (V2, V2) {
        self.swept(&self.base.corners(), from, to)
    }

    /// Upright box that holds pieces given in the base's own frame at every moment from `from` to `to`.
    pub fn bounds_of(&self, pieces: &[Rect], from: f64, to: f64) -> (V2, V2) {
        let mut all = nowhere();
        for piece in pieces {
            all = joined(all, self.swept(&self.base.placed(piece).corners(), from, to));
        }
        all
    }

    /// The box about points carried along, given where they are at `since`.
    fn swept(&self, points: &[V2], from: f64, to: f64) -> (V2, V2) {
        let mut all = nowhere();
        let mut take = |p: V2| all = joined(all, (p, p));
        match self.motion {
            Motion::Stand => points.iter().copied().for_each(take),
            Motion::March { velocity } => {
                let (s, e) = (velocity * (from - self.since), velocity * (to - self.since));
                points.iter().for_each(|p| {
                    take(*p + s);
                    take(*p + e);
                });
            }
            Motion::Wheel { pivot, rate } => {
                let (s, e) = (rate * (from - self.since), rate * (to - self.since));
                // A few chords about each arc: a corner of the outer polygon lies a little off the arc.
                let steps = (((e - s).abs() / 0.4).ceil() as u32).clamp(1, 64);
                let step = (e - s) / f64::from(steps);
                let off = if step.abs() < 1.0 { 1.0 / libm::cos(step / 2.0) } else { 2.0 };
                let turns: [f64; 2] = [s, e];
                for p in points {
                    let arm = *p - pivot;
                    turns.iter().for_each(|a| take(pivot + arm.turned(*a)));
                    if step.abs() < 1.0 {
                        for k in 0..steps {
                            take(pivot + arm.turned(s + step * (f64::from(k) + 0.5)) * off);
                        }
                    } else {
                        // Round and round: the whole circle.
                        let r = arm.len();
                        take(pivot - v2(r, r));
                        take(pivot + v2(r, r));
                    }
                }
            }
        }
        all
    }

    fn sound(&self) -> bool {
        let b = &self.base;
        let moves = match self.motion {
            Motion::Stand => true,
            Motion::March { velocity } => sound(velocity.x) && sound(velocity.y),
            Motion::Wheel { pivot, rate } => sound(pivot.x) && sound(pivot.y) && sound(rate),
        };
        moves && [b.front.x, b.front.y, b.dir.x, b.dir.y, b.width, b.depth, self.since].into_iter().all(sound)
    }

    /// The whole base.
    #[inline]
    pub fn whole(&self) -> Body<'_> {
        Body(Form::Whole(self))
    }

    /// Its front edge only.
    #[inline]
    pub fn front_edge(&self) -> Body<'_> {
        Body(Form::FrontEdge(self))
    }

    /// Pieces that it carries along, given in its own frame: `x` to the right of the middle of the front edge, `y` ahead
    /// of it, a piece's `dir` of `(0, 1)` pointing the way the base faces. What lies between the pieces does not count.
    #[inline]
    pub fn pieces<'a>(&'a self, pieces: &'a [Rect]) -> Body<'a> {
        Body(Form::Pieces(self, pieces))
    }
}

/// Is it a number that a table has? Squares and products of such numbers do not overflow.
#[inline]
pub(crate) fn sound(x: f64) -> bool {
    x.abs() < 1e12
}

#[inline]
fn nowhere() -> (V2, V2) {
    (v2(f64::INFINITY, f64::INFINITY), v2(f64::NEG_INFINITY, f64::NEG_INFINITY))
}

#[inline]
fn joined(a: (V2, V2), b: (V2, V2)) -> (V2, V2) {
    (v2(least(a.0.x, b.0.x), least(a.0.y, b.0.y)), v2(most(a.1.x, b.1.x), most(a.1.y, b.1.y)))
}

/// What is measured to or from: a base under way, its front edge, the pieces it consists of, or something fixed on the
/// table. Made by [`Moving::whole`], [`Moving::front_edge`], [`Moving::pieces`], [`Body::point`] and the like; a
/// `&Moving` stands for the whole base.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a>(pub(crate) Form<'a>);

#[derive(Clone, Copy, Debug)]
pub(crate) enum Form<'a> {
    Whole(&'a Moving),
    FrontEdge(&'a Moving),
    Pieces(&'a Moving, &'a [Rect]),
    Rect(Rect),
    Poly(&'a Poly),
    Polys(&'a [Poly]),
}

impl<'a> From<&'a Moving> for Body<'a> {
    fn from(m: &'a Moving) -> Body<'a> {
        m.whole()
    }
}

impl<'a> From<&'a Poly> for Body<'a> {
    fn from(p: &'a Poly) -> Body<'a> {
        Body::poly(p)
    }
}

impl<'a> From<&'a [Poly]> for Body<'a> {
    fn from(p: &'a [Poly]) -> Body<'a> {
        Body::polys(p)
    }
}

impl From<Rect> for Body<'_> {
    fn from(r: Rect) -> Body<'static> {
        Body::rect(r)
    }
}

impl From<V2> for Body<'_> {
    fn from(p: V2) -> Body<'static> {
        Body::point(p)
    }
}

/// One convex part of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    /// Who carries it; nobody carries what is fixed.
    pub mover: Option<&'a Moving>,
    shape: Shape<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Shape<'a> {
    Whole,
    FrontEdge,
    Piece(&'a Rect),
    Fixed(Rect),
    Corners(&'a [V2]),
}

/// A convex part where it is at some moment.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Placed<'a> {
    Rect(Rect),
    Corners(&'a [V2]),
}

impl<'a> Body<'a> {
    /// A fixed point.
    #[inline]
    pub fn point(p: V2) -> Body<'a> {
        Body::segment(p, p)
    }

    /// A fixed straight line between two points.
    #[inline]
    pub fn segment(p: V2, q: V2) -> Body<'a> {
        Body(Form::Rect(Rect::between(p, q)))
    }

    /// A fixed rectangle.
    #[inline]
    pub fn rect(r: Rect) -> Body<'a> {
        Body(Form::Rect(r))
    }

    /// A fixed convex polygon.
    #[inline]
    pub fn poly(p: &'a Poly) -> Body<'a> {
        Body(Form::Poly(p))
    }

    /// Fixed convex pieces, such as those of an area.
    #[inline]
    pub fn polys(p: &'a [Poly]) -> Body<'a> {
        Body(Form::Polys(p))
    }

    pub(crate) fn len(&self) -> usize {
        match self.0 {
            Form::Whole(_) | Form::FrontEdge(_) | Form::Rect(_) => 1,
            Form::Pieces(_, p) => p.len(),
            Form::Poly(p) => usize::from(!p.is_empty()),
            Form::Polys(p) => p.len(),
        }
    }

    pub(crate) fn parts(self) -> impl Iterator<Item = Part<'a>> + Clone {
        (0..self.len()).map(move |i| match self.0 {
            Form::Whole(m) => Part { mover: Some(m), shape: Shape::Whole },
            Form::FrontEdge(m) => Part { mover: Some(m), shape: Shape::FrontEdge },
            Form::Pieces(m, p) => Part { mover: Some(m), shape: Shape::Piece(&p[i]) },
            Form::Rect(r) => Part { mover: None, shape: Shape::Fixed(r) },
            Form::Poly(p) => Part { mover: None, shape: Shape::Corners(p.points()) },
            Form::Polys(p) => Part { mover: None, shape: Shape::Corners(p[i].points()) },
        })
    }

    /// Is it made of numbers that a table has: no NaN, nothing infinite, and nothing so large that reckoning with it overflows?
    pub(crate) fn sound(&self) -> bool {
        let rect = |r: &Rect| {
            [r.centre.x, r.centre.y, r.dir.x, r.dir.y, r.half_width, r.half_depth].into_iter().all(sound)
        };
        let corners = |p: &Poly| p.points().iter().all(|c| sound(c.x) && sound(c.y));
        match self.0 {
            Form::Whole(m) | Form::FrontEdge(m) => m.sound(),
            Form::Pieces(m, p) => m.sound() && p.iter().all(rect),
            Form::Rect(r) => rect(&r),
            Form::Poly(p) => corners(p),
            Form::Polys(p) => p.iter().all(corners),
        }
    }

    /// An order of bodies that knows nothing of who asks: sorting a pair by it makes every answer the same both ways
    /// round.
    pub(crate) fn order(&self, o: &Body) -> Ordering {
        let mut i = 0;
        loop {
            let (a, b) = (self.nth(i), o.nth(i));
            match (a, b) {
                (None, None) => return Ordering::Equal,
                (None, _) => return Ordering::Less,
                (_, None) => return Ordering::Greater,
                (Some(a), Some(b)) => match a.total_cmp(&b) {
                    Ordering::Equal => i += 1,
                    other => return other,
                },
            }
        }
    }

    /// The numbers that make up the body, one by one.
    fn nth(&self, i: usize) -> Option<f64> {
        fn rect(r: &Rect, i: usize) -> f64 {
            [r.centre.x, r.centre.y, r.dir.x, r.dir.y, r.half_width, r.half_depth][i]
        }
        fn moving(m: &Moving, i: usize) -> f64 {
            let (kind, p, q, r) = match m.motion {
                Motion::Stand => (0.0, 0.0, 0.0, 0.0),
                Motion::March { velocity } => (1.0, velocity.x, velocity.y, 0.0),
                Motion::Wheel { pivot, rate } => (2.0, pivot.x, pivot.y, rate),
            };
            let b = &m.base;
            [b.front.x, b.front.y, b.dir.x, b.dir.y, b.width, b.depth, m.since, kind, p, q, r][i]
        }
        fn corners(p: &Poly, i: usize) -> Option<f64> {
            p.points().get(i / 2).map(|p| if i % 2 == 0 { p.x } else { p.y })
        }
        let (kind, n) = match self.0 {
            Form::Whole(_) => (0.0, 11),
            Form::FrontEdge(_) => (1.0, 11),
            Form::Pieces(_, p) => (2.0, 11 + 6 * p.len()),
            Form::Rect(_) => (3.0, 6),
            Form::Poly(p) => (4.0, 2 * p.points().len()),
            Form::Polys(p) => (5.0, p.iter().map(|p| 2 * p.points().len()).sum()),
        };
        if i == 0 {
            return Some(kind);
        }
        let i = i - 1;
        if i >= n {
            return None;
        }
        match self.0 {
            Form::Whole(m) | Form::FrontEdge(m) => Some(moving(m, i)),
            Form::Pieces(m, _) if i < 11 => Some(moving(m, i)),
            Form::Pieces(_, p) => Some(rect(&p[(i - 11) / 6], (i - 11) % 6)),
            Form::Rect(r) => Some(rect(&r, i)),
            Form::Poly(p) => corners(p, i),
            Form::Polys(p) => {
                let mut i = i;
                for p in p {
                    if let Some(x) = corners(p, i) {
                        return Some(x);
                    }
                    i -= 2 * p.points().len();
                }
                None
            }
        }
    }
}

impl<'a> Part<'a> {
    /// Where it is at a moment.
    #[inline]
    pub fn at(&self, t: f64) -> Placed<'a> {
        match (self.shape, self.mover) {
            (Shape::Fixed(r), _) => Placed::Rect(r),
            (Shape::Corners(c), _) => Placed::Corners(c),
            (shape, Some(m)) => Placed::Rect(shape.of(&m.at(t))),
            (_, None) => Placed::Corners(&[]),
        }
    }

    /// No point of it moves faster than this.
    #[inline]
    pub fn speed(&self) -> f64 {
        self.mover.map_or(0.0, |m| m.speed_of(&self.shape.of(&m.base).corners()))
    }

    /// Its velocity if it does not turn.
    #[inline]
    pub fn straight(&self) -> Option<V2> {
        match self.mover.map(|m| m.motion) {
            None | Some(Motion::Stand) => Some(V2::default()),
            Some(Motion::March { velocity }) => Some(velocity),
            Some(Motion::Wheel { rate: 0.0, .. }) => Some(V2::default()),
            Some(Motion::Wheel { .. }) => None,
        }
    }

    /// How fast it turns, never negative.
    #[inline]
    pub fn turning(&self) -> f64 {
        match self.mover.map(|m| m.motion) {
            Some(Motion::Wheel { rate, .. }) => rate.abs(),
            _ => 0.0,
        }
    }
}

impl Shape<'_> {
    #[inline]
    fn of(&self, b: &Base) -> Rect {
        match self {
            Shape::Whole => b.rect(),
            Shape::FrontEdge => b.front_line(),
            Shape::Piece(r) => b.placed(r),
            Shape::Fixed(r) => *r,
            Shape::Corners(_) => Rect { centre: b.front, dir: b.dir, half_width: 0.0, half_depth: 0.0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pose;
    use proptest::prelude::*;

    fn base() -> Base {
        Base::new(Pose { x: 3.0, y: 4.0, facing: 20.0 }, 8.0, 3.0)
    }

    #[test]
    fn a_wheel_turns_as_a_base_is_turned_about() {
        let pivot = base().front_left();
        let m = Moving { base: base(), since: 0.25, motion: Motion::Wheel { pivot, rate: -1.5 } };
        assert_eq!(m.at(0.75), base().turned_about(pivot, -0.75));
        assert!(m.at(0.75).front_left().dist(pivot) < 1e-12);
        assert!((m.speed() - 1.5 * v2(8.0, 3.0).len()).abs() < 1e-12);
        let v = m.velocity_at(base().front_right());
        let moved = (m.at(0.25 + 1e-6).front_right() - base().front_right()) * 1e6;
        assert!((v - moved).len() < 1e-3, "{v:?} {moved:?}");
    }

    #[test]
    fn a_march_keeps_its_facing() {
        let m = Moving { base: base(), since: 1.0, motion: Motion::March { velocity: v2(2.0, -4.0) } };
        assert_eq!(m.at(1.5), base().moved(v2(1.0, -2.0)));
        assert_eq!(m.then(1.5, Motion::Stand).at(9.0), m.at(1.5));
        assert_eq!(m.rebased(1.5).at(2.0), m.at(2.0));
        assert_eq!(Moving::standing(base()).speed(), 0.0);
    }

    proptest! {
        #[test]
        fn bounds_hold_every_moment(
            x in -50.0..50.0f64, y in -50.0..50.0f64, px in -30.0..30.0f64, py in -30.0..30.0f64,
            facing in 0.0..360.0f64, rate in -8.0..8.0f64, from in 0.0..1.0f64, span in 0.0..1.0f64, kind in 0..3,
        ) {
            let motion = match kind {
                0 => Motion::Stand,
                1 => Motion::March { velocity: v2(px, py) },
                _ => Motion::Wheel { pivot: v2(px, py), rate },
            };
            let m = Moving { base: Base::new(Pose { x, y, facing }, 12.0, 3.0), since: 0.5, motion };
            let (lo, hi) = m.bounds(from, from + span);
            let whole = [Rect { centre: v2(0.0, -1.5), dir: v2(0.0, 1.0), half_width: 6.0, half_depth: 1.5 }];
            let (plo, phi) = m.bounds_of(&whole, from, from + span);
            prop_assert!(lo.dist(plo) < 1e-9 && hi.dist(phi) < 1e-9);
            let speed = m.speed();
            for k in 0..=32 {
                let t = from + span * f64::from(k) / 32.0;
                for (c, d) in m.at(t).corners().into_iter().zip(m.at(t + 0.01).corners()) {
                    prop_assert!(c.x >= lo.x - 1e-9 && c.y >= lo.y - 1e-9);
                    prop_assert!(c.x <= hi.x + 1e-9 && c.y <= hi.y + 1e-9);
                    prop_assert!(c.dist(d) <= speed * 0.01 + 1e-9);
                }
            }
            // Not much greater than it needs to be.
            let ends = [m.at(from), m.at(from + span)].map(|b| b.rect().bounds());
            let need = ends[1].0.dist(ends[0].0) + speed * span + 30.0;
            prop_assert!(lo.dist(hi) <= need * 2.0 + 30.0);
        }
    }
}
