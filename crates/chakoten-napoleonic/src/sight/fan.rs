//! All lines from one rectangle to another at once, and what lies across all of them. No rule: whether that hides anything is for others to say.
//!
//! Whatever is told here holds for as long as no place of the two has strayed by more than is told. An end of a line that strays by so much takes the line
//! along by as much and, measured across the middle line, by its slope more; where the line is drawn on by half its length, by no more than twice that, as long as
//! both stray by no more than a quarter of it.

use smallvec::SmallVec;
use table::{Rect, V2};

/// So much deeper than it must be, what lies across a line closes it for certain, in cm.
pub(super) const SURE: f64 = 0.1;
/// Far more than rounding can make of it.
const HAIR: f64 = 1e-6;
/// Across how many places an outline is cut.
const CUTS: usize = 8;
/// By how much more lines stray at most where they are drawn on by half their length.
const DRAWN_ON: f64 = 2.0;
/// Cm that two may stray at most who stand on a hill or at it, before they look again.
const STRAY: f64 = 3.0;

#[inline]
fn lesser(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

#[inline]
fn greater(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// A rectangle as it lies to the middle line of a fan: its middle and its half axes, how far along and how far to the left.
#[derive(Clone, Copy, Debug)]
struct Lie {
    middle: (f64, f64),
    axes: [(f64, f64); 2],
}

impl Lie {
    fn corners(&self) -> [(f64, f64); 4] {
        let ((x, y), [(ux, uy), (vx, vy)]) = (self.middle, self.axes);
        [
            (x + ux + vx, y + uy + vy),
            (x + ux - vx, y + uy - vy),
            (x - ux + vx, y - uy + vy),
            (x - ux - vx, y - uy - vy),
        ]
    }

    /// From how far along to how far it reaches.
    fn reach(&self) -> (f64, f64) {
        let half = self.axes[0].0.abs() + self.axes[1].0.abs();
        (self.middle.0 - half, self.middle.0 + half)
    }
}

/// All lines from one rectangle to another.
#[derive(Debug)]
pub(super) struct Fan {
    /// The way from the middle of the one to that of the other.
    origin: V2,
    dir: V2,
    eyes: Lie,
    marks: Lie,
    /// Where along that way all of the first are behind, and where the first of the others is.
    begins: f64,
    ends: f64,
    /// The lines from every corner to every corner: how far to the left they are at the origin, and how much more for every cm along.
    left: [f64; 16],
    slopes: [f64; 16],
    steepest: f64,
}

/// A convex outline as it lies to the middle line of a fan.
#[derive(Debug)]
pub(super) struct Rim {
    /// How far along it, and how far to its left.
    corners: SmallVec<[(f64, f64); 32]>,
    /// From how far along to how far.
    near: f64,
    far: f64,
}

/// Places along the way at which an outline was cut across, the first and how far they are from each other; and at each by how much at least the lines
/// run inside of it.
struct Cuts {
    at: f64,
    step: f64,
    inside: [f64; CUTS],
}

impl Cuts {
    fn place(&self, i: usize) -> f64 {
        self.at + self.step * i as f64
    }
}

impl Fan {
    /// None where the two are not clearly one before the other.
    pub(super) fn new(from: &Rect, to: &Rect) -> Option<Fan> {
        let (dir, origin) = ((to.centre - from.centre).unit(), from.centre);
        let lie = |r: &Rect| {
            let along = |v: V2| (dir.dot(v), dir.cross(v));
            let (u, v) = (r.dir.right() * r.half_width, r.dir * r.half_depth);
            Lie { middle: along(r.centre - origin), axes: [along(u), along(v)] }
        };
        let (eyes, marks) = (lie(from), lie(to));
        let (begins, ends) = (eyes.reach().1, marks.reach().0);
        if ends - begins <= SURE {
            return None;
        }
        let (mut left, mut slopes, mut steepest) = ([0.0; 16], [0.0; 16], 0.0);
        let (here, there) = (eyes.corners(), marks.corners());
        for (i, e) in here.iter().enumerate() {
            for (k, m) in there.iter().enumerate() {
                let slope = (m.1 - e.1) / (m.0 - e.0);
                steepest = greater(steepest, slope.abs());
                slopes[4 * i + k] = slope;
                left[4 * i + k] = e.1 - slope * e.0;
            }
        }
        Some(Fan { origin, dir, eyes, marks, begins, ends, left, slopes, steepest })
    }

    /// How far to the left the lines are so far along: the least and the most.
    fn at(&self, t: f64) -> (f64, f64) {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for (left, slope) in self.left.iter().zip(&self.slopes) {
            let y = left + slope * t;
            (least, most) = (lesser(least, y), greater(most, y));
        }
        (least, most)
    }

    /// How a convex outline lies to its middle line; none if all of it lies to one side, for then nothing crosses it.
    pub(super) fn rim(&self, outline: &[V2]) -> Option<Rim> {
        let end = f64::INFINITY;
        let mut rim = Rim { corners: SmallVec::new(), near: end, far: -end };
        let (mut right, mut left) = (end, -end);
        for p in outline {
            let off = *p - self.origin;
            let (t, aside) = (self.dir.dot(off), self.dir.cross(off));
            (rim.near, rim.far) = (lesser(rim.near, t), greater(rim.far, t));
            (right, left) = (lesser(right, aside), greater(left, aside));
            rim.corners.push((t, aside));
        }
        (right < 0.0 && left > 0.0).then_some(rim)
    }

    /// Cuts an outline across at places between two.
    fn cuts(&self, rim: &Rim, from: f64, to: f64) -> Cuts {
        let step = (to - from) / CUTS as f64;
        let at = from + step / 2.0;
        let mut sides = [(f64::INFINITY, f64::NEG_INFINITY); CUTS];
        let mut before = rim.corners[rim.corners.len() - 1];
        for &here in &rim.corners {
            let (a, b) = if before.0 < here.0 { (before, here) } else { (here, before) };
            before = here;
            // A cast takes what is negative to 0, and cuts off the fraction.
            let (i, end) = (((a.0 - at) / step).ceil() as usize, (b.0 - at) / step);
            let long = b.0 - a.0;
            if end < 0.0 || long < HAIR {
                continue;
            }
            for (k, side) in sides.iter_mut().enumerate().take(end as usize + 1).skip(i) {
                let y = a.1 + (b.1 - a.1) * ((at + step * k as f64 - a.0) / long);
                *side = (lesser(side.0, y), greater(side.1, y));
            }
        }
        let mut inside = [f64::NEG_INFINITY; CUTS];
        for (k, (right, left)) in sides.iter().enumerate() {
            if right < left {
                let (least, most) = self.at(at + step * k as f64);
                inside[k] = lesser(least - right, left - most);
            }
        }
        Cuts { at, step, inside }
    }

    /// So far both ends together may stray, and lines that run inside by so much still do.
    fn aside(&self, inside: f64) -> f64 {
        inside / (1.0 + self.steepest)
    }

    /// Does every line cross this convex outline between its ends, for at least so much? If so, by how much both together may stray.
    pub(super) fn through(&self, rim: &Rim, deep: f64) -> Option<f64> {
        let (from, to) = (greater(rim.near, self.begins), lesser(rim.far, self.ends));
        if to - from <= deep + HAIR {
            return None;
        }
        let cuts = self.cuts(rim, from, to);
        // Cut across at two places, as far apart as it must be deep: every line crosses both cuts, and all that is between.
        let apart = (deep / cuts.step).ceil() as usize;
        let mut best = 0.0;
        for i in 0..CUTS.saturating_sub(apart) {
            let inside = lesser(cuts.inside[i], cuts.inside[i + apart]);
            let (t, last) = (cuts.place(i), cuts.place(i + apart));
            let room = lesser(self.aside(inside), lesser(t - self.begins, self.ends - last));
            best = greater(best, room - HAIR);
        }
        (best > 0.0).then_some(best)
    }

    /// How far a convex outline, counter-clockwise, keeps from a rectangle, or less; less than nothing if that is not clear.
    fn clear(rim: &Rim, r: &Lie) -> f64 {
        let (mut best, [u, v]) = (f64::NEG_INFINITY, r.axes);
        let mut before = rim.corners[rim.corners.len() - 1];
        for &here in &rim.corners {
            let way = (here.0 - before.0, here.1 - before.1);
            let cross = |p: (f64, f64)| way.0 * p.1 - way.1 * p.0;
            let out = -cross((r.middle.0 - before.0, r.middle.1 - before.1)) - cross(u).abs() - cross(v).abs();
            before = here;
            if out > 0.0 {
                best = greater(best, out / (way.0 * way.0 + way.1 * way.1).sqrt());
            }
        }
        best
    }

    /// Does every line, drawn on, cross this convex outline so that the middle of what it crosses lies between its ends? If so, by how much both
    /// together may stray.
    pub(super) fn over(&self, rim: &Rim) -> Option<f64> {
        let apart = || {
            let (from, to) = (greater(rim.near, self.begins), lesser(rim.far, self.ends));
            if to - from <= SURE {
                return None;
            }
            let before = rim.near - self.begins;
            let before = if before > SURE { before } else { Fan::clear(rim, &self.eyes) };
            let behind = self.ends - rim.far;
            let behind = if behind > SURE { behind } else { Fan::clear(rim, &self.marks) };
            // Neither is on it or at it: what is crossed between them is all that is crossed.
            let clear = lesser(before, behind) - SURE;
            if clear <= 0.0 {
                return None;
            }
            let cuts = self.cuts(rim, from, to);
            let mut best = 0.0;
            for (i, inside) in cuts.inside.iter().enumerate() {
                let t = cuts.place(i);
                let room = lesser(self.aside(inside - SURE), lesser(t - self.begins, self.ends - t));
                best = greater(best, room - HAIR);
            }
            (best > 0.0).then(|| lesser(best, clear))
        };
        apart().or_else(|| self.rises(rim))
    }

    /// The same of two who may stand on it: where all lines are inside of it at two places, it begins before the one and ends behind the other.
    fn rises(&self, rim: &Rim) -> Option<f64> {
        let drawn_on = (self.ends - self.begins) / 2.0;
        let (least, most) = (self.begins - drawn_on, self.ends + drawn_on);
        let (near, far) = self.within(rim, greater(rim.near, least), lesser(rim.far, most))?;
        let near = if rim.near < least { rim.near } else { near };
        let far = if rim.far > most { rim.far } else { far };
        let (from, to) = (greater(near, least), lesser(far, most));
        if to - from <= SURE {
            return None;
        }
        let cuts = self.cuts(rim, from, to);
        let mut best = 0.0;
        for (i, inside) in cuts.inside.iter().enumerate() {
            if *inside <= SURE {
                continue;
            }
            let first = cuts.place(i);
            for (k, other) in cuts.inside.iter().enumerate().skip(i) {
                let last = cuts.place(k);
                let middle = (f64::midpoint(near, last), f64::midpoint(first, far));
                let room = lesser(middle.0 - self.begins, self.ends - middle.1) - SURE;
                let aside = self.aside(lesser(*inside, *other) - SURE) / DRAWN_ON;
                best = greater(best, lesser(room, aside));
            }
        }
        (best > 0.0).then(|| best.min(STRAY).min(drawn_on / 2.0))
    }

    /// From how far along to how far an outline reaches where lines may cross it between two places, wherever they stray to.
    fn within(&self, rim: &Rim, least: f64, most: f64) -> Option<(f64, f64)> {
        let ((a, b), (c, d)) = (self.at(least), self.at(most));
        let by = DRAWN_ON * STRAY * (1.0 + self.steepest);
        let (low, high) = (lesser(a, c) - by, greater(b, d) + by);
        let (mut near, mut far) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut before = rim.corners[rim.corners.len() - 1];
        for &here in &rim.corners {
            if here.1 >= low && here.1 <= high {
                (near, far) = (lesser(near, here.0), greater(far, here.0));
            }
            for y in [low, high] {
                if (before.1 < y) != (here.1 < y) {
                    let x = before.0 + (here.0 - before.0) * ((y - before.1) / (here.1 - before.1));
                    (near, far) = (lesser(near, x), greater(far, x));
                }
            }
            before = here;
        }
        (near < far).then_some((near, far))
    }
}
