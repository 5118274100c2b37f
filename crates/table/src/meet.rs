//! When bases that move at the same time come near each other, part, or cross a line.
//!
//! The clock is advanced by steps that cannot pass the moment sought (conservative advancement): along the direction of
//! the nearest points every corner moves at a known rate and bends off by a known most, so the moment the shapes could
//! first be near enough in that direction is a quadratic, and they cannot be before it. For marches the steps are
//! Newton's; a handful suffice.
//!
//! **Rounding.** Every function here finds the moment in `from..=to` with [`TOUCH`] of distance forgiven: shapes that
//! come to within the reach but for rounding have come within it. So a moment is never early by more than `TOUCH`
//! divided by the speed at which the gap closes (1e-9 of time if that is 0.1 or more), and never late by more than 1e-6. (Where
//! shapes only graze the reach and go apart again, the moment is any at which the gap is the reach but for `TOUCH`.) What
//! holds at `from` is found at `from`, exactly. A moment that falls after `to` by less than 1e-9 is `to`.
//!
//! Where wheels keep a gap within a hair of the reach for long, safe steps would have no end: after 64 steps they are no shorter
//! than 1e-6, after 192 no shorter than 1/256 of the time asked about. What changes and changes back within one such step may go
//! unnoticed; what changes is found to the same exactness.
//!
//! Every answer is the same to the last bit with the two bodies swapped. Numbers that no table has (NaN, infinite, or so large that
//! reckoning with them overflows) give no moment; that is looked at only where there would be one.

use crate::motion::{Body, Motion, Moving, Part, Placed, sound};
use crate::near::{Near, extent, near};
use crate::{Rect, V2, hull, v2};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// Distance forgiven as rounding when a gap is compared with a reach.
pub const TOUCH: f64 = 1e-10;

/// A point must be this far over a line to have crossed it: standing exactly on it, but for rounding, is no crossing.
pub const OVER: f64 = 1e-8;

/// A nearest point must be this far ahead of a front line to be ahead of it. Which of two points is the nearer is not
/// known more exactly than about the root of the smallest rounding.
pub const AHEAD: f64 = 1e-5;

/// A step of the clock too small to matter.
const SHORT: f64 = 1e-9;
/// The longest step ever taken without knowing it to be safe, and refined afterwards.
const LEAST: f64 = 1e-6;

/// First moment in `from..=to` at which the gap of two bodies is at most `reach`. A negative reach asks for an overlap so
/// deep.
///
/// `&Moving` is the whole base; see [`Body`] for front edges, pieces, and what is fixed on the table.
///
/// ```
/// use table::{Base, Body, Motion, Moving, Pose, first_within, v2};
/// let base = Base::new(Pose { x: 0.0, y: 0.0, facing: 0.0 }, 8.0, 4.0);
/// let pivot = base.front_left();
/// let wheel = Moving { base, since: 0.0, motion: Motion::Wheel { pivot, rate: std::f64::consts::FRAC_PI_2 } };
/// // The right front corner comes round to a point straight ahead of the left one after a quarter turn.
/// let t = first_within(&wheel, Body::point(v2(-4.0, 8.0)), 0.0, 0.0, 2.0).unwrap();
/// assert!((t - 1.0).abs() < 1e-9);
/// ```
pub fn first_within<'a, 'b>(
    a: impl Into<Body<'a>>,
    b: impl Into<Body<'b>>,
    reach: f64,
    from: f64,
    to: f64,
) -> Option<f64> {
    let (a, b) = (a.into(), b.into());
    let met = if a.order(&b) == Ordering::Greater {
        within(b, a, reach, from, to)
    } else {
        within(a, b, reach, from, to)
    };
    met.filter(|_| a.sound() && b.sound() && sound(reach))
}

fn within(a: Body, b: Body, reach: f64, from: f64, to: f64) -> Option<f64> {
    let mut best = None;
    let mut to = to;
    let several = a.len() * b.len() > 3;
    let those: SmallVec<[(Part, Option<Round>); 8]> =
        b.parts().map(|q| (q, if several { Round::of(&q, from) } else { None })).collect();
    for p in a.parts() {
        let round = if several { Round::of(&p, from) } else { None };
        for (q, other) in &those {
            if let (Some(r), Some(o)) = (&round, other) {
                if r.never_within(o, reach, to - from) {
                    continue;
                }
            }
            if let Some(t) = pair_within(&p, q, reach, from, to) {
                if t <= from {
                    return Some(t);
                }
                best = Some(t);
                to = t;
            }
        }
    }
    best
}

/// A circle about a part of a body, and how it moves: of bodies of many parts most never come near each other.
struct Round {
    centre: V2,
    radius: f64,
    straight: Option<V2>,
    speed: f64,
}

impl Round {
    fn of(p: &Part, t: f64) -> Option<Round> {
        let Placed::Rect(r) = p.at(t) else { return None };
        let straight = p.straight();
        let speed = straight.map_or_else(|| p.speed(), V2::len);
        Some(Round { centre: r.centre, radius: r.radius(), straight, speed })
    }

    /// Cheap: do the two certainly not come within reach in so long a time?
    fn never_within(&self, o: &Round, reach: f64, time: f64) -> bool {
        let speed = match (self.straight, o.straight) {
            (Some(u), Some(v)) => u.dist(v),
            _ => self.speed + o.speed,
        };
        // Far more than rounding can make of it.
        let most = self.radius + o.radius + reach.max(0.0) + speed * time.max(0.0) + LEAST;
        (self.centre - o.centre).len2() > most * most
    }
}

fn pair_within(p: &Part, q: &Part, reach: f64, from: f64, to: f64) -> Option<f64> {
    let to = if together(p, q) { from } else { to };
    if far(p, q, reach, from, to) || far(q, p, reach, from, to) {
        return None;
    }
    advance(from, to, 0.0, |t| wait_within(p, &p.at(t), q, &q.at(t), reach, to - t).0)
}

/// First moment in `from..=to` at which the gap of two bodies is more than `reach`: the moment itself is the last at which
/// it is not. A gap that stays exactly `reach` never is more.
pub fn first_beyond<'a, 'b>(
    a: impl Into<Body<'a>>,
    b: impl Into<Body<'b>>,
    reach: f64,
    from: f64,
    to: f64,
) -> Option<f64> {
    let (a, b) = (a.into(), b.into());
    let parted = if a.order(&b) == Ordering::Greater {
        beyond(b, a, reach, from, to)
    } else {
        beyond(a, b, reach, from, to)
    };
    parted.filter(|_| a.sound() && b.sound() && sound(reach))
}

/// Is there a time from the one moment to the other?
#[inline]
fn lasts(from: f64, to: f64) -> bool {
    from <= to && sound(from) && sound(to)
}

fn beyond(a: Body, b: Body, reach: f64, from: f64, to: f64) -> Option<f64> {
    if !lasts(from, to) {
        return None;
    }
    let mut t = from;
    let mut left = (usize::MAX, usize::MAX);
    // While any two parts are near enough, the bodies are. Each turn one such pair is followed until it parts.
    for _ in 0..4096 {
        let mut near_enough = None;
        'search: for (i, p) in a.parts().enumerate() {
            for (j, q) in b.parts().enumerate() {
                if (i, j) != left && near(&p.at(t), &q.at(t)).gap <= reach + TOUCH {
                    near_enough = Some((i, j, p, q));
                    break 'search;
                }
            }
        }
        let Some((i, j, p, q)) = near_enough else { return Some(t) };
        t = pair_beyond(&p, &q, reach, t, to)?;
        left = (i, j);
    }
    Some(t)
}

fn pair_beyond(p: &Part, q: &Part, reach: f64, from: f64, to: f64) -> Option<f64> {
    if together(p, q) {
        return (near(&p.at(from), &q.at(from)).gap > reach + TOUCH).then_some(from);
    }
    if let (Some(u), Some(v)) = (p.straight(), q.straight()) {
        // The gap of convex shapes that do not turn falls and then rises: the last moment within reach, sought backward
        // from the end, is the first beyond it.
        if near(&p.at(to), &q.at(to)).gap <= reach + TOUCH {
            return None;
        }
        let back = advance(-to, -from, 0.0, |t| {
            let n = near(&p.at(-t), &q.at(-t));
            straight_wait(&n, v - u, reach)
        });
        return Some(back.map_or(from, |t| -t));
    }
    let speed = p.speed() + q.speed();
    advance(from, to, LEAST, |t| {
        let room = reach + TOUCH - near(&p.at(t), &q.at(t)).gap;
        if room < 0.0 { 0.0 } else { (room / speed).max(f64::MIN_POSITIVE) }
    })
}

/// First moment in `from..=to` at which the nearest point of `b` to the front edge of `a` is at most `reach` from it and lies
/// ahead of the front line, that is of the front edge drawn out to both sides.
///
/// A nearest point on the line itself (by less than [`AHEAD`]) is not ahead of it; but if it touches the front edge, `b` is
/// ahead if any point of that part of it is. Where two parts of `b` are equally near, one of them ahead is enough.
pub fn first_ahead<'b>(a: &Moving, b: impl Into<Body<'b>>, reach: f64, from: f64, to: f64) -> Option<f64> {
    let b: Body = b.into();
    let known = || a.whole().sound() && b.sound() && sound(reach);
    let edge = a.front_edge().parts().next()?;
    let edge_speed = edge.speed();
    struct Seen {
        gap: f64,
        /// Until it can be near enough; until it can be ahead; its speed against the edge.
        wait: f64,
        wait_ahead: f64,
        speed: f64,
    }
    let probe = |t: f64| {
        let front = edge.at(t);
        let facing = a.at(t);
        let mut seen: SmallVec<[Seen; 8]> = SmallVec::new();
        let mut nearest = f64::INFINITY;
        for q in b.parts() {
            let there = q.at(t);
            let (wait, n) = wait_within(&edge, &front, &q, &there, reach, to - t);
            let gap = n.gap.max(0.0);
            let y = if gap > OVER {
                gap * n.toward.dot(facing.dir)
            } else {
                with_corners(&there, |c| extent(c, facing.dir).1) - facing.front.dot(facing.dir)
            };
            let speed = edge_speed + q.speed();
            let wait_ahead = if y > AHEAD {
                0.0
            } else if together(&edge, &q) {
                f64::INFINITY
            } else {
                ahead_wait(&edge, &q, facing.dir, AHEAD - y, gap, speed)
            };
            nearest = nearest.min(gap);
            seen.push(Seen { gap, wait, wait_ahead, speed });
        }
        let mut until = f64::INFINITY;
        for s in &seen {
            let mut wait = s.wait.max(s.wait_ahead);
            if s.gap > nearest + OVER {
                wait = wait.max((s.gap - nearest) / (2.0 * s.speed));
            }
            until = until.min(wait);
        }
        until
    };
    let mut parts = b.parts();
    if let (Some(q), None) = (parts.next(), parts.next()) {
        if let (Some(u), Some(v)) = (edge.straight(), q.straight()) {
            // Mostly it is ahead as soon as it is near enough. If not, every moment can be told at once.
            let t = pair_within(&edge, &q, reach, from, to).filter(|_| known())?;
            if probe(t) <= 0.0 {
                return Some(t);
            }
            let near_points = with_corners(&q.at(t), |c| {
                let f = a.at(t);
                let (l, r) = (f.front_left(), f.front_right());
                hull(&c.iter().flat_map(|c| [*c - l, *c - r]).collect::<SmallVec<[V2; 16]>>())
            });
            if near_points.points().len() > 2 {
                return straight_ahead(near_points.points(), v - u, a.base.dir, reach, to - t).map(|h| t + h);
            }
        }
    }
    advance(from, to, 0.0, probe).filter(|_| known())
}

/// The distances along a straight way at which all of some conditions hold.
#[derive(Clone, Copy)]
struct While {
    from: f64,
    to: f64,
}

impl While {
    /// And `value + rate * h` is not negative.
    fn and(mut self, value: f64, rate: f64) -> While {
        if rate > 0.0 {
            self.from = self.from.max(-value / rate);
        } else if rate < 0.0 {
            self.to = self.to.min(value / -rate);
        } else if value < 0.0 {
            self.to = f64::NEG_INFINITY;
        }
        self
    }

    fn begin(self) -> f64 {
        if self.from <= self.to { self.from } else { f64::INFINITY }
    }
}

/// When a shape that is shifted by `v` a unit of time first has its nearest point to the origin within reach and ahead. The plane
/// about the shape falls into strips before its sides and wedges before its corners, in each of which the nearest point is
/// plain.
fn straight_ahead(shape: &[V2], v: V2, dir: V2, reach: f64, rest: f64) -> Option<f64> {
    let n = shape.len();
    let reach = reach + TOUCH;
    let all = While { from: 0.0, to: rest };
    let mut first = f64::INFINITY;
    // Touching, with some point ahead.
    let mut touching = all.and(extent(shape, dir).1 - AHEAD, v.dot(dir));
    for i in 0..n {
        let (k, before, after) = (shape[i], shape[(i + n - 1) % n], shape[(i + 1) % n]);
        let (along, came) = ((after - k).unit(), (k - before).unit());
        // The origin lies so far off the side, at -v h.
        let out = along.right();
        let (off, rate) = (-out.dot(k), -out.dot(v));
        touching = touching.and(OVER - off, -rate);
        let ahead = -out.dot(dir);
        let (at, slides) = (-along.dot(k), -along.dot(v));
        first = first.min(
            all.and(reach - off, -rate)
                .and(off - OVER, rate)
                .and(off * ahead - AHEAD, rate * ahead)
                .and(at, slides)
                .and(k.dist(after) - at, -slides)
                .begin(),
        );
        let mut wedge =
            all.and(k.dot(dir) - AHEAD, v.dot(dir)).and(-at, -slides).and(-came.dot(k), -came.dot(v));
        // |k + v h| is no more than the reach.
        let (a, b, c) = (v.len2(), k.dot(v), k.len2() - reach * reach);
        if a > 0.0 {
            let d = b * b - a * c;
            let root = d.max(0.0).sqrt();
            wedge = wedge.and(d, 0.0);
            wedge.from = wedge.from.max((-b - root) / a);
            wedge.to = wedge.to.min((-b + root) / a);
        } else {
            wedge = wedge.and(-c, 0.0);
        }
        first = first.min(wedge.begin());
    }
    first = first.min(touching.begin());
    first.is_finite().then_some(first)
}

/// No nearest point that is `short` short of being ahead can be ahead before this time has passed.
fn ahead_wait(edge: &Part, q: &Part, dir: V2, short: f64, gap: f64, speed: f64) -> f64 {
    if let (Some(u), Some(v)) = (edge.straight(), q.straight()) {
        let shift = v - u;
        let rate = if gap <= OVER {
            // They touch and no point is ahead.
            shift.dot(dir)
        } else {
            // The nearest point of a convex set that is shifted moves within the ball whose diameter is the shift.
            (shift.len() + shift.dot(dir)) / 2.0
        };
        return if rate > 0.0 { short / rate } else { f64::INFINITY };
    }
    if gap <= OVER {
        // The point of touch may jump anywhere along the edge once they part.
        return LEAST;
    }
    // It slides along a side that turns as fast as the foot of a perpendicular does.
    let turning = edge.turning() + edge.turning().max(q.turning());
    let rate = speed + turning * gap;
    2.0 * short / (rate + (rate * rate + 2.0 * turning * speed * short).sqrt())
}

/// First moment in `from..=to` at which the segment from `p` to `q` has a point inside the body. Standing against it, moving
/// along it and halting at it are no crossing; being across it at `from` is one at `from`.
pub fn first_crossing<'a>(a: impl Into<Body<'a>>, p: V2, q: V2, from: f64, to: f64) -> Option<f64> {
    let (body, segment): (Body, Body) = (a.into(), Body::segment(p, q));
    within(body, segment, -OVER, from, to).filter(|_| body.sound() && segment.sound())
}

/// First moment in `from..=to` at which the body has points on both sides of the endless line through `p` along `dir`.
pub fn first_crossing_line<'a>(a: impl Into<Body<'a>>, p: V2, dir: V2, from: f64, to: f64) -> Option<f64> {
    let body: Body = a.into();
    // Without a direction it is no line.
    let line = dir.len() > 1e-12 && [p.x, p.y, dir.x, dir.y].into_iter().all(sound);
    let across = dir.unit().right();
    // Until some point of it can be over the line on the side to which `side` points.
    let over = |t: f64, side: V2| {
        let line = p.dot(side) + OVER;
        let mut wait = f64::INFINITY;
        for part in body.parts() {
            for x in bent(&part, &part.at(t), side) {
                let short = line - x.at;
                wait = wait.min(if short <= TOUCH { 0.0 } else { quadratic(short, x.rate, x.bend) });
            }
        }
        wait
    };
    advance(from, to, 0.0, |t| over(t, across).max(over(t, -across))).filter(|_| line && body.sound())
}

/// The gap of two bodies at a moment; zero when they touch or overlap.
pub fn gap_at<'a, 'b>(a: impl Into<Body<'a>>, b: impl Into<Body<'b>>, t: f64) -> f64 {
    let (a, b): (Body, Body) = (a.into(), b.into());
    let (a, b) = if a.order(&b) == Ordering::Greater { (b, a) } else { (a, b) };
    let mut best = f64::INFINITY;
    for p in a.parts() {
        for q in b.parts() {
            best = best.min(near(&p.at(t), &q.at(t)).gap);
        }
    }
    best.max(0.0)
}

/// Cheap, where `q` is a polygon of many sides: can `p` certainly not come within reach of the box about it?
fn far(p: &Part, q: &Part, reach: f64, from: f64, to: f64) -> bool {
    let Placed::Corners(corners) = q.at(from) else { return false };
    let Placed::Rect(r) = p.at(from) else { return false };
    let (lo, hi) = r.bounds();
    let (x, y) = (extent(corners, v2(1.0, 0.0)), extent(corners, v2(0.0, 1.0)));
    let most = reach.max(0.0) + p.speed() * (to - from) + OVER;
    lo.x > x.1 + most || hi.x < x.0 - most || lo.y > y.1 + most || hi.y < y.0 - most
}

/// Do they keep their places to each other?
fn together(p: &Part, q: &Part) -> bool {
    let motion = |p: &Part| p.mover.map_or(Motion::Stand, |m| m.motion);
    match (p.straight(), q.straight()) {
        (Some(u), Some(v)) => u == v,
        (None, None) => motion(p) == motion(q),
        _ => false,
    }
}

/// The shapes cannot be within reach before this time has passed; zero if they are. No more than `rest` is asked.
#[inline]
fn wait_within(p: &Part, pp: &Placed, q: &Part, pq: &Placed, reach: f64, rest: f64) -> (f64, Near) {
    let n = near(pp, pq);
    if n.gap - reach <= TOUCH {
        return (0.0, n);
    }
    if let (Some(u), Some(v)) = (p.straight(), q.straight()) {
        return (straight_wait(&n, u - v, reach), n);
    }
    // In a direction that stays as it is.
    let (a, b) = (bent(p, pp, n.toward), bent(q, pq, -n.toward));
    let mut wait = f64::INFINITY;
    for x in &a {
        for y in &b {
            wait = wait.min(quadratic(-y.at - x.at - reach, x.rate + y.rate, x.bend + y.bend));
        }
    }
    // In a direction that turns with the one or the other: a corner before a long side that turns.
    if wait < rest {
        let turning = turning_wait(p, pp, q, pq, n.toward, reach, rest)
            .max(turning_wait(q, pq, p, pp, -n.toward, reach, rest));
        wait = wait.max(turning);
    }
    // Rounding: some pair of corners may seem nearer than the shapes are.
    (wait.max(f64::MIN_POSITIVE), n)
}

/// The wait as seen by one who turns with `p`: for him `p` stands, and the corners of `q` bend off by so much at most. Nothing if `p`
/// does not turn.
#[inline]
fn turning_wait(p: &Part, pp: &Placed, q: &Part, pq: &Placed, toward: V2, reach: f64, rest: f64) -> f64 {
    let Some(m) = p.mover else { return 0.0 };
    let Motion::Wheel { pivot, rate } = m.motion else { return 0.0 };
    let far = with_corners(pp, |c| extent(c, toward).1) + reach;
    let theirs = q.mover.map_or(Motion::Stand, |m| m.motion);
    with_corners(pq, |corners| {
        let wait = |c: &V2| {
            let (velocity, bend) = match theirs {
                Motion::Stand => (V2::default(), rate * rate * c.dist(pivot)),
                Motion::March { velocity } => {
                    let v = velocity.len();
                    (velocity, rate.abs() * (2.0 * v + rate.abs() * (c.dist(pivot) + v * rest)))
                }
                Motion::Wheel { pivot: centre, rate: other } => {
                    let relative = rate - other;
                    let bend = relative * relative * c.dist(centre) + rate * rate * centre.dist(pivot);
                    ((*c - centre).right() * -other, bend)
                }
            };
            let closing = (m.velocity_at(*c) - velocity).dot(toward);
            quadratic(c.dot(toward) - far, closing, bend)
        };
        corners.iter().map(wait).fold(f64::INFINITY, f64::min)
    })
}

#[inline]
fn straight_wait(n: &Near, closing: V2, reach: f64) -> f64 {
    let short = n.gap - reach;
    if short <= TOUCH {
        return 0.0;
    }
    let rate = n.toward.dot(closing);
    if rate > 0.0 { short / rate } else { f64::INFINITY }
}

/// A corner seen along a direction: how far along it is, how fast it goes, and how much its speed can change at most.
#[derive(Clone, Copy)]
struct Along {
    at: f64,
    rate: f64,
    bend: f64,
}

#[inline]
fn bent(p: &Part, placed: &Placed, dir: V2) -> SmallVec<[Along; 4]> {
    with_corners(placed, |corners| match (p.straight(), p.mover) {
        (None, Some(m)) => corners
            .iter()
            .map(|c| {
                let (pivot, rate) = match m.motion {
                    Motion::Wheel { pivot, rate } => (pivot, rate),
                    _ => (*c, 0.0),
                };
                let bend = rate * rate * c.dist(pivot);
                Along { at: c.dot(dir), rate: m.velocity_at(*c).dot(dir), bend }
            })
            .collect(),
        (v, _) => {
            let rate = v.unwrap_or_default().dot(dir);
            std::iter::once(Along { at: extent(corners, dir).1, rate, bend: 0.0 }).collect()
        }
    })
}

/// When `short - rate * h - bend / 2 * h²` comes to nothing.
#[inline]
fn quadratic(short: f64, rate: f64, bend: f64) -> f64 {
    if short <= 0.0 {
        return 0.0;
    }
    let d = rate + (rate * rate + 2.0 * bend * short).sqrt();
    if d > 0.0 { 2.0 * short / d } else { f64::INFINITY }
}

#[inline]
fn with_corners<R>(p: &Placed, f: impl FnOnce(&[V2]) -> R) -> R {
    match p {
        Placed::Rect(r) => f(&Rect::corners(r)),
        Placed::Corners(c) => f(c),
    }
}

/// The first moment at which `wait` is nothing. `wait` says for a moment how long it cannot be nothing from there. Steps
/// shorter than `least` are lengthened to it, and so are all when there have been many; what such a step passes over is then
/// found by halving.
#[inline]
fn advance(from: f64, to: f64, least: f64, mut wait: impl FnMut(f64) -> f64) -> Option<f64> {
    if !lasts(from, to) {
        return None;
    }
    let mut t = from;
    let mut sure = from;
    for n in 0u32..4096 {
        let h = wait(t);
        if h <= 0.0 {
            let (mut lo, mut hi) = (sure, t);
            for _ in 0..64 {
                if hi - lo <= SHORT / 8.0 {
                    break;
                }
                let mid = lo + (hi - lo) / 2.0;
                if wait(mid) <= 0.0 { hi = mid } else { lo = mid }
            }
            return Some(hi);
        }
        if h.is_nan() || t >= to {
            return None;
        }
        let least = match n {
            0..64 => least,
            64..192 => LEAST,
            _ => LEAST.max((to - from) / 256.0),
        };
        let next = t + h.max(least);
        // Where the step was safe there is nothing to look for behind it.
        sure = if h < least { t } else { next };
        if next > to {
            if h >= least && next - to > SHORT {
                return None;
            }
            t = to;
            sure = sure.min(to);
        } else {
            t = next;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Base, Poly, Pose};
    use proptest::prelude::*;

    fn base(x: f64, y: f64, facing: f64) -> Base {
        Base::new(Pose { x, y, facing }, 8.0, 4.0)
    }

    fn march(base: Base, x: f64, y: f64) -> Moving {
        Moving { base, since: 0.0, motion: Motion::March { velocity: v2(x, y) } }
    }

    fn wheel(base: Base, pivot: V2, rate: f64) -> Moving {
        Moving { base, since: 0.0, motion: Motion::Wheel { pivot, rate } }
    }

    fn stand(base: Base) -> Moving {
        Moving::standing(base)
    }

    fn close(a: Option<f64>, b: f64) -> bool {
        a.is_some_and(|a| (a - b).abs() < 1e-9)
    }

    #[test]
    fn two_lines_meet_head_on() {
        let (a, b) = (march(base(0.0, 0.0, 0.0), 0.0, 10.0), march(base(3.0, 20.0, 180.0), 0.0, -10.0));
        assert_eq!(first_within(&a, &b, 0.0, 0.0, 1.0), Some(1.0));
        assert_eq!(first_within(&a, &b, 2.0, 0.0, 1.0), Some(0.9));
        assert_eq!(first_within(&a, &b, 2.0, 0.0, 0.8), None);
        assert_eq!(first_within(&a, &b, 2.0, 0.95, 1.0), Some(0.95));
        assert_eq!(first_within(&a, &b, 2.0, 1.0, 0.0), None);
        // Through each other and out behind: 20 to meet, 8 of depth to pass, 2 to part.
        assert!(close(first_beyond(&a, &b, 2.0, 1.0, 3.0), 1.5));
        assert_eq!(first_beyond(&a, &b, 2.0, 1.0, 1.4), None);
        assert_eq!(first_beyond(&a, &b, 2.0, 0.0, 1.0), Some(0.0));
        assert_eq!(gap_at(&a, &b, 0.5), 10.0);
    }

    #[test]
    fn a_march_that_ends_at_the_reach_has_come_within_it() {
        for k in 1..200 {
            let way = f64::from(k) * 0.37;
            let a = march(base(0.1, 0.2, 0.0), 0.0, way);
            let b = stand(base(0.1, 0.2 + way + 2.0, 180.0));
            let t = first_within(&a, &b, 2.0, 0.0, 1.0).unwrap();
            assert!(t > 1.0 - 1e-9 && t <= 1.0);
        }
    }

    #[test]
    fn side_by_side_never_parts() {
        let v = v2(1.5, 7.0);
        let (a, b) = (march(base(0.0, 0.0, 0.0), v.x, v.y), march(base(10.0, 0.0, 0.0), v.x, v.y));
        assert_eq!(first_beyond(&a, &b, 2.0, 0.0, 1.0), None);
        assert_eq!(first_within(&a, &b, 2.0, 0.0, 1.0), Some(0.0));
        assert_eq!(first_within(&a, &b, 1.9, 0.0, 1.0), None);
        let p = v2(-4.0, 0.0);
        let (a, b) = (wheel(base(0.0, 0.0, 0.0), p, 1.0), wheel(base(10.0, 0.0, 0.0), p, 1.0));
        assert_eq!(first_beyond(&a, &b, 2.0, 0.0, 1.0), None);
        assert_eq!(first_within(&a, &b, 1.999, 0.0, 1.0), None);
    }

    #[test]
    fn sliding_past_at_exactly_the_reach() {
        let (a, b) = (march(base(-20.0, 0.0, 0.0), 40.0, 0.0), stand(base(0.0, 6.0, 0.0)));
        // The corners are 2 apart from when they are abreast: 12 of way.
        let near = |t: Option<f64>, s: f64| t.is_some_and(|t| (t - s).abs() < 1e-6);
        assert!(near(first_within(&a, &b, 2.0, 0.0, 1.0), 0.3));
        assert!(near(first_beyond(&a, &b, 2.0, 0.5, 1.0), 0.7));
        assert_eq!(first_within(&a, &b, 1.99, 0.0, 1.0), None);
    }

    #[test]
    fn a_wheel_brings_the_outer_corner_round() {
        let b = base(0.0, 0.0, 0.0);
        let quarter = std::f64::consts::FRAC_PI_2;
        let a = wheel(b, b.front_left(), quarter);
        let target = stand(Base { width: 20.0, ..base(-4.0, 12.0, 180.0) });
        // The right front corner swings on a circle of 8 about (-4, 0) and comes to be 8 ahead at a quarter turn.
        // It grazes there: the last TOUCH takes a few millionths of the turn.
        let t = first_within(&a, &target, 4.0, 0.0, 1.0).unwrap();
        assert!((1.0 - 1e-5..=1.0).contains(&t) && gap_at(&a, &target, t) < 4.0 + 1e-9);
        let t = first_within(&a, &target, 6.0, 0.0, 1.0).unwrap();
        let corner = 8.0 * libm::sin(t * quarter);
        assert!((corner - 6.0).abs() < 1e-9, "{corner}");
    }

    #[test]
    fn pieces_leave_gaps_between_them() {
        let piece =
            |x: f64| Rect { centre: v2(x, -0.5), dir: v2(0.0, 1.0), half_width: 0.5, half_depth: 0.5 };
        let chain = [piece(-3.0), piece(3.0)];
        let a = march(base(0.0, 0.0, 0.0), 0.0, 10.0);
        let narrow = stand(Base { width: 2.0, ..base(0.0, 5.0, 180.0) });
        assert!(close(first_within(&a, &narrow, 1.0, 0.0, 1.0), 0.4));
        assert_eq!(first_within(a.pieces(&chain), &narrow, 1.0, 0.0, 1.0), None);
        let t = first_within(a.pieces(&chain), &narrow, 2.5, 0.0, 1.0).unwrap();
        assert!((gap_at(a.pieces(&chain), &narrow, t) - 2.5).abs() < 1e-9);
        // One figure passes before the other comes: within reach of one or the other all the way.
        let line = march(base(0.0, 0.0, 0.0), 20.0, 0.0);
        let post = Body::point(v2(10.0, -0.5));
        assert!(close(first_within(line.pieces(&chain), post, 1.0, 0.0, 1.0), 0.275));
        assert!(close(first_beyond(line.pieces(&chain), post, 1.0, 0.3, 1.0), 0.425));
        assert!(close(first_beyond(line.pieces(&chain), post, 2.5, 0.3, 1.0), 0.8));
        assert_eq!(first_within(a.pieces(&[]), &narrow, 100.0, 0.0, 1.0), None);
    }

    #[test]
    fn fixed_things() {
        let a = march(base(0.0, 0.0, 0.0), 0.0, 10.0);
        assert!(close(first_within(&a, Body::point(v2(7.0, 8.0)), 5.0, 0.0, 1.0), 0.4));
        assert!(close(first_within(&a, Body::segment(v2(-9.0, 8.0), v2(9.0, 8.0)), 3.0, 0.0, 1.0), 0.5));
        let tri = Poly::of(&[v2(0.0, 7.0), v2(5.0, 12.0), v2(-5.0, 12.0)]);
        assert!(close(first_within(&a, &tri, 0.0, 0.0, 1.0), 0.7));
        assert!(close(first_within(&a, &tri, -1.0, 0.0, 1.0), 0.8));
        assert!(close(first_within(a.front_edge(), &tri, 2.0, 0.0, 1.0), 0.5));
        let back = march(base(0.0, 0.0, 0.0), 0.0, -10.0);
        assert_eq!(first_within(&back, &tri, 6.0, 0.0, 1.0), None);
    }

    #[test]
    fn crossing_is_more_than_reaching() {
        let a = march(base(0.0, 0.0, 0.0), 0.0, 10.0);
        let cross = |m: &Moving, y: f64| first_crossing(m, v2(-50.0, y), v2(50.0, y), 0.0, 1.0);
        let line = |m: &Moving, y: f64| first_crossing_line(m, v2(3.0, y), v2(-2.0, 0.0), 0.0, 1.0);
        for f in [&cross as &dyn Fn(&Moving, f64) -> Option<f64>, &line] {
            assert!(f(&a, 5.0).is_some_and(|t| (0.5..0.5 + 1e-8).contains(&t)));
            assert_eq!(f(&a, 10.0), None, "halts at it");
            assert_eq!(f(&a, -2.0), Some(0.0), "is across it");
            assert_eq!(f(&a, -4.0), None, "leaves it behind");
            assert!(f(&a, 0.0).is_some_and(|t| t < 1e-8));
            assert_eq!(f(&march(base(0.0, 0.0, 0.0), 9.0, 0.0), 0.0), None, "goes along it");
            assert_eq!(f(&stand(base(0.0, 0.0, 0.0)), 0.0), None);
        }
        // A short segment between the base's flanks is met by the front edge; one off the flank is not met.
        assert!(first_crossing(&a, v2(1.0, 5.0), v2(2.0, 6.0), 0.0, 1.0).is_some());
        assert_eq!(first_crossing(&a, v2(4.0, 5.0), v2(9.0, 6.0), 0.0, 1.0), None);
        // Wheeling about the middle of an edge that lies on the line crosses it with both halves.
        let b = base(0.0, 0.0, 0.0);
        let m = wheel(b, b.front, 1.0);
        let t = first_crossing_line(m.front_edge(), v2(0.0, 0.0), v2(1.0, 0.0), 0.0, 1.0);
        assert!(t.is_some_and(|t| t < 1e-6));
        let m = wheel(b, b.front_left(), -1.0);
        assert_eq!(first_crossing_line(&m, v2(0.0, 0.0), v2(1.0, 0.0), 0.0, 1.0), None);
    }

    #[test]
    fn ahead_of_the_front() {
        let a = march(base(0.0, 0.0, 0.0), 0.0, 10.0);
        let enemy = |x: f64, y: f64, f: f64| stand(base(x, y, f));
        assert!(close(first_ahead(&a, &enemy(0.0, 8.0, 180.0), 2.0, 0.0, 1.0), 0.6));
        // Off the flank and behind the front line: near enough, never ahead.
        assert_eq!(first_ahead(&a, &enemy(9.0, -0.5, 0.0), 2.0, 0.0, 1.0), None);
        assert!(first_within(&a, &enemy(9.0, -0.5, 0.0), 2.0, 0.0, 1.0).is_some());
        // Abreast: on the line, not ahead of it.
        assert_eq!(first_ahead(&stand(base(0.0, 0.0, 0.0)), &enemy(9.0, 0.0, 0.0), 2.0, 0.0, 1.0), None);
        assert_eq!(first_ahead(&stand(base(0.0, 0.0, 0.0)), &enemy(8.0, 0.0, 0.0), 2.0, 0.0, 1.0), None);
        // In front of the front already.
        assert_eq!(first_ahead(&a, &enemy(0.0, 1.0, 180.0), 2.0, 0.0, 1.0), Some(0.0));
        // From behind past the flank: while its straight side passes the line, its nearest point is on the line, and is
        // ahead once its rear corner is. Slanting, its nearest point is its front corner.
        let runner = |x: f64, f: f64| {
            let b = base(x, -6.0, f);
            march(b, b.dir.x * 20.0, b.dir.y * 20.0)
        };
        let still = stand(base(0.0, 0.0, 0.0));
        let t = first_ahead(&still, &runner(9.5, 0.0), 2.0, 0.0, 1.0).unwrap();
        assert!((t - 0.5).abs() < 1e-6);
        let r = runner(12.0, -20.0);
        let t = first_ahead(&still, &r, 2.0, 0.0, 1.0).unwrap();
        assert!(still.base.local(r.at(t).front_left()).y.abs() < 1e-4, "{t}");
        // A wheel turns the front line onto an enemy at the flank.
        let b = base(0.0, 0.0, 0.0);
        let w = wheel(b, b.front_right(), -1.0);
        let e = enemy(9.5, -0.5, 0.0);
        let t = first_ahead(&w, &e, 2.0, 0.0, 1.0).unwrap();
        assert!(t > 1e-3 && w.at(t).local(e.base.front_left()).y.abs() < 1e-4, "{t}");
    }

    #[test]
    fn the_nearest_piece_decides_what_is_ahead() {
        let still = stand(base(0.0, 0.0, 0.0));
        let piece =
            |x: f64, y: f64| Rect { centre: v2(x, y), dir: v2(0.0, 1.0), half_width: 0.5, half_depth: 0.5 };
        let pieces = [piece(5.0, -2.0), piece(5.0, 2.5)];
        let e = stand(Base { front: v2(0.0, 0.0), dir: v2(0.0, 1.0), width: 1.0, depth: 1.0 });
        assert_eq!(first_ahead(&still, e.pieces(&pieces), 3.0, 0.0, 1.0), None);
        assert_eq!(first_ahead(&still, e.pieces(&pieces[1..]), 3.0, 0.0, 1.0), Some(0.0));
        let m = march(e.base, 0.0, -1.0);
        // They are equally near a quarter down.
        assert!(close(first_ahead(&still, m.pieces(&pieces), 3.0, 0.0, 1.0), 0.25));
    }

    #[test]
    fn odd_numbers_give_no_moment() {
        let (nan, far) = (f64::NAN, f64::INFINITY);
        let fine = march(base(0.0, 0.0, 0.0), 0.0, 10.0);
        let there = stand(base(0.0, 8.0, 180.0));
        let all = |a: &Moving, b: &Moving, reach: f64, from: f64, to: f64| {
            [
                first_within(a, b, reach, from, to),
                first_within(b, a, reach, from, to),
                first_beyond(a, b, reach, from, to),
                first_ahead(a, b, reach, from, to),
                first_ahead(b, a, reach, from, to),
                first_crossing(a, b.base.front, b.base.rear(), from, to),
                first_crossing_line(a, b.base.front, b.base.dir, from, to),
            ]
        };
        // As numbers should be, there is a moment for each of these.
        assert!(all(&fine, &there, 2.0, 0.0, 1.0).iter().all(Option::is_some));
        let here = fine.base;
        let odd = [
            march(base(nan, 0.0, 0.0), 0.0, 10.0),
            march(base(0.0, far, 0.0), 0.0, 10.0),
            march(Base { width: nan, ..here }, 0.0, 10.0),
            march(Base { width: far, ..here }, 0.0, 10.0),
            march(Base { depth: nan, ..here }, 0.0, 10.0),
            march(Base { dir: v2(nan, 0.0), ..here }, 0.0, 10.0),
            march(here, 1e300, 1e300),
            march(here, nan, 10.0),
            march(here, 0.0, -far),
            wheel(here, v2(1e200, 0.0), 1e200),
            wheel(here, v2(nan, 0.0), 1.0),
            wheel(here, v2(0.0, 0.0), far),
            Moving { since: nan, ..fine },
            Moving { since: -far, ..fine },
        ];
        for (i, m) in odd.iter().enumerate() {
            for o in odd.iter().chain([&fine, &there]) {
                for (from, to) in [(0.0, 1.0), (nan, 1.0), (0.0, nan), (0.0, far), (-far, 1.0), (1.0, 0.0)] {
                    assert_eq!(all(m, o, 2.0, from, to), [None; 7], "{i} {from} {to} {o:?}");
                }
            }
        }
        for (from, to) in [(nan, 1.0), (0.0, nan), (0.0, far), (-far, 1.0), (far, far), (1.0, 0.0)] {
            assert_eq!(all(&fine, &there, 2.0, from, to), [None; 7], "{from} {to}");
        }
        for reach in [nan, far, -far] {
            assert_eq!(all(&fine, &there, reach, 0.0, 1.0)[..5], [None; 5], "{reach}");
        }
        for q in [v2(nan, 5.0), v2(5.0, far)] {
            assert_eq!(first_crossing(&fine, v2(0.0, 5.0), q, 0.0, 1.0), None);
            assert_eq!(first_crossing_line(&fine, q, v2(1.0, 0.0), 0.0, 1.0), None);
            assert_eq!(first_crossing_line(&fine, v2(0.0, 5.0), q, 0.0, 1.0), None);
        }
        // A line without a direction is none; a base without a size is a point, like any other.
        assert_eq!(first_crossing_line(&fine, v2(0.0, 5.0), v2(0.0, 0.0), 0.0, 1.0), None);
        let point = stand(Base { width: 0.0, depth: 0.0, ..base(0.0, 8.0, 180.0) });
        assert!(close(first_within(&fine, &point, 2.0, 0.0, 1.0), 0.6));
        assert_eq!(first_within(&point, &point, 0.0, 0.0, 1.0), Some(0.0));
    }

    fn motion() -> impl Strategy<Value = Motion> {
        prop_oneof![
            Just(Motion::Stand),
            (-40.0..40.0f64, -40.0..40.0f64).prop_map(|(x, y)| Motion::March { velocity: v2(x, y) }),
            (-30.0..30.0f64, -30.0..30.0f64, -3.0..3.0f64)
                .prop_map(|(x, y, rate)| Motion::Wheel { pivot: v2(x, y), rate }),
        ]
    }

    fn mover() -> impl Strategy<Value = Moving> {
        (
            -30.0..30.0f64,
            -30.0..30.0f64,
            0.0..360.0f64,
            2.0..25.0f64,
            0.0..8.0f64,
            0.0..0.5f64,
            motion(),
            any::<bool>(),
        )
            .prop_map(|(x, y, facing, width, depth, since, motion, corner)| {
                let base = Base::new(Pose { x, y, facing }, width, depth);
                let motion = match motion {
                    // Half the wheels are about the base's own front corner.
                    Motion::Wheel { rate, .. } if corner => Motion::Wheel { pivot: base.front_right(), rate },
                    m => m,
                };
                Moving { base, since, motion }
            })
    }

    /// The gap at many moments, by another road.
    fn gaps<'a>(a: &'a Moving, b: &'a Moving) -> impl Iterator<Item = (f64, f64)> + 'a {
        (0..=2000).map(|k| {
            let t = f64::from(k) / 2000.0;
            (t, a.at(t).rect().gap(&b.at(t).rect()))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        #[test]
        fn the_moment_is_the_first(a in mover(), b in mover(), reach in 0.0..6.0f64) {
            let t = first_within(&a, &b, reach, 0.0, 1.0);
            prop_assert_eq!(t.map(f64::to_bits), first_within(&b, &a, reach, 0.0, 1.0).map(f64::to_bits));
            for (s, gap) in gaps(&a, &b) {
                if t.is_none_or(|t| s < t - 1e-9) {
                    prop_assert!(gap > reach - 1e-9, "at {} the gap is {}", s, gap);
                }
            }
            if let Some(t) = t {
                let gap = gap_at(&a, &b, t);
                prop_assert!(gap <= reach + 1e-9 && (t == 0.0 || gap >= reach - 1e-6), "{} {}", gap, reach);
            }
        }

        #[test]
        fn parting_is_the_first_parting(a in mover(), b in mover(), reach in 0.0..6.0f64) {
            let t = first_beyond(&a, &b, reach, 0.0, 1.0);
            prop_assert_eq!(t.map(f64::to_bits), first_beyond(&b, &a, reach, 0.0, 1.0).map(f64::to_bits));
            for (s, gap) in gaps(&a, &b) {
                if t.is_none_or(|t| s < t - 1e-9) {
                    prop_assert!(gap <= reach + 1e-6, "at {} the gap is {}", s, gap);
                }
            }
            if let Some(t) = t {
                prop_assert!(t == 0.0 || (gap_at(&a, &b, t) - reach).abs() < 1e-4);
                prop_assert!(t == 1.0 || gap_at(&a, &b, t + 2e-6) > reach - 1e-4);
            }
        }

        #[test]
        fn ahead_is_judged_as_the_words_say(a in mover(), b in mover(), reach in 0.0..6.0f64) {
            let t = first_ahead(&a, &b, reach, 0.0, 1.0);
            // By another road: the nearest of many points of the rim.
            let judge = |t: f64| {
                let (a, b) = (a.at(t), b.at(t));
                let n = near(
                    &Placed::Rect(Rect { centre: a.front, half_depth: 0.0, ..Rect { half_width: a.width / 2.0, ..a.rect() } }),
                    &Placed::Rect(b.rect()),
                );
                (n.gap, n.gap * n.toward.dot(a.dir))
            };
            for k in 0..=500 {
                let s = f64::from(k) / 500.0;
                if t.is_none_or(|t| s < t - 1e-6) {
                    let (gap, y) = judge(s);
                    prop_assert!(gap > reach - 1e-6 || y < 1e-4 || gap < 1e-6, "at {}: {} {}", s, gap, y);
                }
            }
            if let Some(t) = t {
                let (gap, y) = judge(t);
                prop_assert!(gap <= reach + 1e-9 && (y > -1e-7 || gap < 1e-7), "{} {}", gap, y);
            }
        }

        #[test]
        fn a_fixed_polygon_is_met_first_then(
            a in mover(), reach in 0.0..6.0f64,
            pts in prop::collection::vec((-20.0..20.0f64, -20.0..20.0f64), 1..9),
        ) {
            let poly = crate::hull(&pts.iter().map(|(x, y)| v2(*x, *y)).collect::<Vec<_>>());
            let t = first_within(&a, &poly, reach, 0.0, 1.0);
            prop_assert_eq!(t, first_within(&poly, &a, reach, 0.0, 1.0));
            let gap = |t: f64| crate::near::near_polys(&a.at(t).corners(), poly.points()).gap.max(0.0);
            for k in 0..=300 {
                let s = f64::from(k) / 300.0;
                if t.is_none_or(|t| s < t - 1e-9) {
                    prop_assert!(gap(s) > reach - 1e-9);
                }
            }
            if let Some(t) = t {
                prop_assert!(gap(t) <= reach + 1e-9 && (t == 0.0 || gap(t) >= reach - 1e-6));
            }
            // The same question of many small pieces, each one for itself.
            let pieces = [Rect { centre: v2(-1.0, -1.0), dir: v2(0.6, 0.8), half_width: 1.0, half_depth: 0.3 };2];
            let one = first_within(a.pieces(&pieces[..1]), &poly, reach, 0.0, 1.0);
            prop_assert_eq!(one, first_within(&poly, a.pieces(&pieces), reach, 0.0, 1.0));
        }

        #[test]
        fn crossing_is_the_first_overlap(a in mover(), x in -30.0..30.0f64, y in -30.0..30.0f64, l in 0.0..30.0f64, w in 0.0..6.3f64) {
            let (p, q) = (v2(x, y), v2(x, y) + v2(0.0, l).turned(w));
            let seg = Rect::between(p, q);
            let t = first_crossing(&a, p, q, 0.0, 1.0);
            let line = first_crossing_line(&a, p, v2(0.0, 1.0).turned(w), 0.0, 1.0);
            if let Some(t) = t {
                prop_assert!(line.is_some_and(|s| s <= t + 1e-9));
                prop_assert!(a.at(t).rect().penetration(&seg) > 0.0);
            }
            for k in 0..=500 {
                let s = f64::from(k) / 500.0;
                let r = a.at(s).rect();
                if t.is_none_or(|t| s < t - 1e-9) {
                    prop_assert!(r.penetration(&seg) < 1e-7);
                }
                if line.is_none_or(|t| s < t - 1e-9) {
                    let side = r.corners().map(|c| (c - p).dot(v2(0.0, 1.0).turned(w).right()));
                    let (lo, hi) = side.iter().fold((f64::MAX, f64::MIN), |(l, h), x| (l.min(*x), h.max(*x)));
                    prop_assert!(lo.abs().min(hi.abs()) < 1e-7 || lo > 0.0 || hi < 0.0);
                }
            }
        }
    }
}
