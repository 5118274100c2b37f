//! All lines from one rectangle to another at once, and what lies across all of them. No rule: whether that hides anything is for others to say.
//!
//! Whatever is told here holds for as long as no place of the two has strayed by more than is told. An end of a line that strays by so much takes the line
//! along by as much and, measured across the middle line, by its slope more; where the line is drawn on by half its length, by no more than twice that, as long as
//! both stray by no more than a quarter of it.

use table::{Rect, V2};

/// So much deeper than it must be, what lies across a line closes it for certain, in cm.
pub(super) const SURE: f64 = 0.1;
/// Far more than rounding can make of it.
const HAIR: f64 = 1e-6;
/// Across how many places an outline is cut of which somebody may be on it.
const CUTS: usize = 8;
/// By how much more lines stray at most where they are drawn on by half their length.
const DRAWN_ON: f64 = 2.0;
/// Cm that two may stray at most who stand on a hill or at it, before they look again.
const STRAY: f64 = 3.0;
/// Cm inside of which lines run far enough, and no better cut is looked for.
const ENOUGH: f64 = 3.0;
/// Cm outside of which lines run too far at one cut, and none is looked for that they are inside of.
const HOPELESS: f64 = 6.0;
/// More corners than an outline has that is looked at so.
const MOST: usize = 40;

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

    /// How far it reaches along to both sides of its middle.
    fn reach(&self) -> f64 {
        self.axes[0].0.abs() + self.axes[1].0.abs()
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

/// A convex outline as it lies to the middle line of a fan: how far along it its corners are, and how far to its left; the first is the last again.
#[derive(Debug)]
pub(super) struct Rim {
    along: [f64; MOST + 1],
    left: [f64; MOST + 1],
    corners: usize,
    /// From how far along to how far.
    near: f64,
    far: f64,
    /// The same of what the middle line crosses of it.
    chord: (f64, f64),
}

impl Rim {
    /// The edges, each from where to where.
    fn edges(&self) -> impl Iterator<Item = [(f64, f64); 2]> + '_ {
        let (x, y) = (&self.along[..=self.corners], &self.left[..=self.corners]);
        x.windows(2).zip(y.windows(2)).map(|(x, y)| [(x[0], y[0]), (x[1], y[1])])
    }

    /// From where to where, to the left of the way, it reaches so far along.
    fn cut(&self, t: f64) -> Option<(f64, f64)> {
        let (mut right, mut left) = (f64::INFINITY, f64::NEG_INFINITY);
        for [a, b] in self.edges() {
            if (a.0 < t) != (b.0 < t) {
                let y = a.1 + (b.1 - a.1) * ((t - a.0) / (b.0 - a.0));
                (right, left) = (lesser(right, y), greater(left, y));
            }
        }
        (right < left).then_some((right, left))
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
        let (begins, ends) = (eyes.middle.0 + eyes.reach(), marks.middle.0 - marks.reach());
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

    /// How far it is from the one middle to the other.
    pub(super) fn long(&self) -> f64 {
        self.marks.middle.0
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
        let n = outline.len();
        if n > MOST {
            return None;
        }
        let mut rim = Rim {
            along: [0.0; MOST + 1],
            left: [0.0; MOST + 1],
            corners: n,
            near: 0.0,
            far: 0.0,
            chord: (f64::INFINITY, f64::NEG_INFINITY),
        };
        for ((p, x), y) in outline.iter().zip(&mut rim.along).zip(&mut rim.left) {
            let off = *p - self.origin;
            (*x, *y) = (self.dir.dot(off), self.dir.cross(off));
        }
        (rim.along[n], rim.left[n]) = (rim.along[0], rim.left[0]);
        let mut chord = rim.chord;
        for [a, b] in rim.edges() {
            if (a.1 < 0.0) != (b.1 < 0.0) {
                let x = a.0 + (b.0 - a.0) * (a.1 / (a.1 - b.1));
                chord = (lesser(chord.0, x), greater(chord.1, x));
            }
        }
        if chord.0 >= chord.1 {
            return None;
        }
        let (mut near, mut far) = (f64::INFINITY, f64::NEG_INFINITY);
        for x in &rim.along[..n] {
            (near, far) = (lesser(near, *x), greater(far, *x));
        }
        (rim.near, rim.far, rim.chord) = (near, far, chord);
        Some(rim)
    }

    /// By how much at least all lines run inside of an outline so far along.
    fn inside(&self, rim: &Rim, t: f64) -> f64 {
        let Some((right, left)) = rim.cut(t) else { return f64::NEG_INFINITY };
        let (least, most) = self.at(t);
        lesser(least - right, left - most)
    }

    /// So far both ends together may stray, and lines that run inside by so much still do.
    fn aside(&self, inside: f64) -> f64 {
        inside / (1.0 + self.steepest)
    }

    /// How far the middle line runs inside of an outline between its ends.
    pub(super) fn middle_crosses(&self, rim: &Rim) -> f64 {
        lesser(rim.chord.1, self.long()) - greater(rim.chord.0, 0.0)
    }

    /// Does the middle of what the middle line crosses of an outline, drawn on, lie between its ends?
    pub(super) fn middle_over(&self, rim: &Rim) -> bool {
        let crest = f64::midpoint(rim.chord.0, rim.chord.1);
        crest > 0.0 && crest < self.long()
    }

    /// Does every line cross this convex outline between its ends, for at least so much? If so, by how much both together may stray.
    pub(super) fn through(&self, rim: &Rim, deep: f64) -> Option<f64> {
        let (from, to) = (greater(rim.near, self.begins), lesser(rim.far, self.ends));
        if to - from <= deep + HAIR {
            return None;
        }
        // Cut across at two places, as far apart as it must be deep: every line crosses both cuts, and all that is between.
        let room = |t: f64| {
            let mut inside = self.inside(rim, t - deep / 2.0);
            if deep > 0.0 && inside > 0.0 {
                inside = lesser(inside, self.inside(rim, t + deep / 2.0));
            }
            let along = lesser(t - self.begins, self.ends - t) - deep / 2.0;
            (inside, lesser(self.aside(inside), along) - HAIR)
        };
        self.best(from + deep / 2.0, to - deep / 2.0, room)
    }

    /// Of places between two the best that is found: at each it is told by how much all lines are inside, and by how much both may stray. From one end to the
    /// other the one grows and then falls.
    fn best(&self, from: f64, to: f64, room: impl Fn(f64) -> (f64, f64)) -> Option<f64> {
        let at = |part: f64| from + (to - from) * part;
        let (inside, mut best) = room(at(0.5));
        if inside < -HOPELESS {
            return None;
        }
        if best < ENOUGH {
            best = greater(best, greater(room(at(0.25)).1, room(at(0.75)).1));
        }
        (best > 0.0).then_some(best)
    }

    /// How far a convex outline, counter-clockwise, keeps from a rectangle, or less; less than nothing if that is not clear.
    fn clear(rim: &Rim, r: &Lie) -> f64 {
        let (mut best, [u, v]) = (f64::NEG_INFINITY, r.axes);
        for [a, b] in rim.edges() {
            let way = (b.0 - a.0, b.1 - a.1);
            let cross = |p: (f64, f64)| way.0 * p.1 - way.1 * p.0;
            let out = -cross((r.middle.0 - a.0, r.middle.1 - a.1));
            if out <= 0.0 {
                continue;
            }
            let out = out - cross(u).abs() - cross(v).abs();
            if out > 0.0 {
                best = greater(best, out / (way.0 * way.0 + way.1 * way.1).sqrt());
            }
        }
        best
    }

    /// Does every line, drawn on, cross this convex outline so that the middle of what it crosses lies between its ends? If so, by how much both
    /// together may stray.
    pub(super) fn over(&self, rim: &Rim) -> Option<f64> {
        if !self.middle_over(rim) {
            return None;
        }
        self.apart(rim).or_else(|| self.rises(rim))
    }

    /// The same of two of whom neither is on it or at it: what is crossed between them is all that is crossed.
    fn apart(&self, rim: &Rim) -> Option<f64> {
        let (from, to) = (greater(rim.near, self.begins), lesser(rim.far, self.ends));
        if to - from <= SURE || rim.chord.0 < 0.0 || rim.chord.1 > self.long() {
            return None;
        }
        let best = self.best(from, to, |t| {
            let inside = self.inside(rim, t) - SURE;
            let along = lesser(t - self.begins, self.ends - t);
            (inside, lesser(self.aside(inside), along) - HAIR)
        })?;
        let before = rim.near - self.begins;
        let before = if before > SURE { before } else { Fan::clear(rim, &self.eyes) };
        let behind = self.ends - rim.far;
        let behind = if behind > SURE { behind } else { Fan::clear(rim, &self.marks) };
        let room = lesser(best, lesser(before, behind) - SURE);
        (room > 0.0).then_some(room)
    }

    /// The same of two who may stand on it: where all lines are inside of it at two places, it begins before the one and ends behind the other.
    fn rises(&self, rim: &Rim) -> Option<f64> {
        let drawn_on = (self.ends - self.begins) / 2.0;
        let (least, most) = (self.begins - drawn_on, self.ends + drawn_on);
        let (near, far) = self.within(rim, greater(rim.near, least), lesser(rim.far, most))?;
        let near = if rim.near < least { rim.near } else { near };
        let far = if rim.far > most { rim.far } else { far };
        let (from, to) = (greater(near, least), lesser(far, most));
        if to - from <= SURE || self.inside(rim, f64::midpoint(from, to)) < -HOPELESS {
            return None;
        }
        let place = |i: usize| from + (to - from) * ((i as f64 + 0.5) / CUTS as f64);
        let mut cuts = [0.0; CUTS];
        for (i, inside) in cuts.iter_mut().enumerate() {
            *inside = self.inside(rim, place(i)) - SURE;
        }
        let mut best = 0.0;
        for (i, inside) in cuts.iter().enumerate().filter(|(_, x)| **x > 0.0) {
            for (k, other) in cuts.iter().enumerate().skip(i).filter(|(_, x)| **x > 0.0) {
                let middle = (f64::midpoint(near, place(k)), f64::midpoint(place(i), far));
                let room = lesser(middle.0 - self.begins, self.ends - middle.1) - SURE;
                let aside = self.aside(lesser(*inside, *other)) / DRAWN_ON;
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
        for [a, b] in rim.edges() {
            if b.1 >= low && b.1 <= high {
                (near, far) = (lesser(near, b.0), greater(far, b.0));
            }
            for y in [low, high] {
                if (a.1 < y) != (b.1 < y) {
                    let x = a.0 + (b.0 - a.0) * ((y - a.1) / (b.1 - a.1));
                    (near, far) = (lesser(near, x), greater(far, x));
                }
            }
        }
        (near < far).then_some((near, far))
    }
}
