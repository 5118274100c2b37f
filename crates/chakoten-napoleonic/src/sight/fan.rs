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
/// Across how many places an outline is cut of which somebody may be on it.
const CUTS: usize = 8;
/// By how much more lines stray at most where they are drawn on by half their length.
const DRAWN_ON: f64 = 2.0;
/// Cm that two may stray at most who stand on a hill or at it, before they look again.
const STRAY: f64 = 3.0;
/// Cm outside of which lines run too far at one cut, and none is looked for that they are inside of.
const HOPELESS: f64 = 6.0;
/// Cm that both may stray, the most that is asked for first; and the least.
const HOLDS: [f64; 4] = [20.0, 5.0, 1.0, 0.3];
const LEAST: f64 = 0.03;
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

    /// From how far to the left to how far it reaches.
    fn aside(&self) -> (f64, f64) {
        let half = self.axes[0].1.abs() + self.axes[1].1.abs();
        (self.middle.1 - half, self.middle.1 + half)
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
    /// How far to the left all of it is: the least and the most.
    aside: (f64, f64),
    /// The wider of the two is the second.
    widens: bool,
}

/// A part of the wider of the two, from how far to the left to how far: every line to it from any place of the other crosses something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    from: f64,
    to: f64,
    /// By how much it is less to both sides for every cm that the two stray, and how far they may stray at most.
    less: f64,
    room: f64,
}

/// Parts of the wider of the two.
pub(super) type Parts = SmallVec<[Part; 12]>;

/// How much of the wider of the two is covered.
#[derive(Clone, Copy, Debug)]
pub(super) enum Covered {
    /// All of it, until both have strayed by so much.
    All(f64),
    /// Not all: from here on it is not known to be.
    Gap(f64),
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
    /// The same of what the middle line crosses of it; the other way round if that is nothing.
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
        let ((a, b), (c, d)) = (eyes.aside(), marks.aside());
        let (aside, widens) = ((lesser(a, c), greater(b, d)), d - c >= b - a);
        Some(Fan { origin, dir, eyes, marks, begins, ends, left, slopes, steepest, aside, widens })
    }

    /// The narrower of the two, and the wider.
    fn narrow_wide(&self) -> (&Lie, &Lie) {
        if self.widens { (&self.eyes, &self.marks) } else { (&self.marks, &self.eyes) }
    }

    /// Is the wider of the two the second?
    pub(super) fn widens(&self) -> bool {
        self.widens
    }

    /// Has an upright box certainly no place in any of the lines?
    pub(super) fn passes(&self, (lo, hi): (V2, V2)) -> bool {
        let (off, half) = ((lo + hi) * 0.5 - self.origin, (hi - lo) * 0.5);
        let middle = (self.dir.dot(off), self.dir.cross(off));
        let (wide, deep) = (self.dir.x.abs(), self.dir.y.abs());
        let (x, y) = (half.x * wide + half.y * deep, half.x * deep + half.y * wide);
        middle.0 - x > self.ends
            || middle.0 + x < self.begins
            || middle.1 - y > self.aside.1
            || middle.1 + y < self.aside.0
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

    /// How a convex outline lies to its middle line; none if it lies across no line.
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
        let end = f64::INFINITY;
        let (mut near, mut far, mut right, mut left) = (end, -end, end, -end);
        for (x, y) in rim.along[..n].iter().zip(&rim.left[..n]) {
            (near, far) = (lesser(near, *x), greater(far, *x));
            (right, left) = (lesser(right, *y), greater(left, *y));
        }
        (rim.near, rim.far, rim.chord) = (near, far, chord);
        (right < self.aside.1 && left > self.aside.0).then_some(rim)
    }

    /// By how much at least all lines run inside of an outline so far along.
    fn inside(&self, rim: &Rim, t: f64) -> f64 {
        let Some((right, left)) = rim.cut(t) else { return f64::NEG_INFINITY };
        let (least, most) = self.at(t);
        lesser(least - right, left - most)
    }

    /// The parts of the wider of the two to which every line crosses this convex outline between its ends for at least so much, until both have strayed by no more
    /// than there is room for.
    pub(super) fn parts(&self, rim: &Rim, deep: f64, sure: f64, room: f64, parts: &mut Parts) {
        let half = deep / 2.0;
        let (from, to) = (greater(rim.near, self.begins) + half, lesser(rim.far, self.ends) - half);
        if to - from <= SURE {
            return;
        }
        for part in [0.5, 0.15, 0.85] {
            let t = from + (to - from) * part;
            let along = lesser(t - self.begins, self.ends - t) - half - HAIR;
            // Cut across at two places, as far apart as it must be deep: every line crosses both cuts, and all that is between.
            let cut =
                |t: f64| rim.cut(t).map(|(right, left)| self.seen_through(t, right + sure, left - sure));
            let Some(mut all) = cut(t - half) else { continue };
            if deep > 0.0 {
                let Some(other) = cut(t + half) else { continue };
                all = Part {
                    from: greater(all.from, other.from),
                    to: lesser(all.to, other.to),
                    less: greater(all.less, other.less),
                    room: 0.0,
                };
            }
            if all.from < all.to {
                parts.push(Part { room: lesser(room, along), ..all });
            }
        }
    }

    /// The part of the wider of the two to which every line crosses this convex outline somewhere between its ends, so that something of it lies on both sides by so much at
    /// least, until both have strayed by no more than there is room for.
    pub(super) fn shade(&self, rim: &Rim, sure: f64, room: f64, parts: &mut Parts) {
        let (narrow, wide) = self.narrow_wide();
        let (near, far) = (wide.middle.0 - wide.reach(), wide.middle.0 + wide.reach());
        let (first, last) = (self.begins + SURE, self.ends - SURE);
        let (mut from, mut to, mut most, mut along) = (f64::NEG_INFINITY, f64::INFINITY, 1.0, room);
        let n = rim.corners;
        let fits = |i: &usize| rim.along[*i] > first && rim.along[*i] < last;
        // As its middle sees it one corner is the outermost to either side; for its own corners it is that one or one beside it.
        let (x, y) = narrow.middle;
        let (mut lowest, mut highest) = ((f64::INFINITY, 0), (f64::NEG_INFINITY, 0));
        for i in (0..n).filter(fits) {
            let slope = (rim.left[i] - y) / (rim.along[i] - x);
            if slope < lowest.0 {
                lowest = (slope, i);
            }
            if slope > highest.0 {
                highest = (slope, i);
            }
        }
        let about = |i: usize| [if i == 0 { n - 1 } else { i - 1 }, i, if i + 1 == n { 0 } else { i + 1 }];
        for (x, y) in narrow.corners() {
            let slope = |i: usize| ((rim.left[i] - y) / (rim.along[i] - x), rim.along[i]);
            let (mut low, mut high) = ((f64::INFINITY, 0.0), (f64::NEG_INFINITY, 0.0));
            for s in about(lowest.1).into_iter().filter(fits).map(slope) {
                if s.0 < low.0 {
                    low = s;
                }
            }
            for s in about(highest.1).into_iter().filter(fits).map(slope) {
                if s.0 > high.0 {
                    high = s;
                }
            }
            if low.0 >= high.0 {
                return;
            }
            for t in [low.1, high.1] {
                along = lesser(along, lesser(t - self.begins, self.ends - t) - HAIR);
            }
            for end in [near, far] {
                let (a, b) = ((end - x) / (low.1 - x), (end - x) / (high.1 - x));
                let (p, q) = (y + low.0 * (end - x), y + high.0 * (end - x));
                let ((right, by), (left, to_by)) = if p < q { ((p, a), (q, b)) } else { ((q, b), (p, a)) };
                from = greater(from, right + by * sure);
                to = lesser(to, left - to_by * sure);
                most = greater(most, greater(a, b));
            }
        }
        if from < to {
            parts.push(Part { from, to, less: most * (1.0 + self.steepest), room: along });
        }
    }

    /// The part of the wider of the two that is seen through a cut, by every place of the other.
    fn seen_through(&self, t: f64, right: f64, left: f64) -> Part {
        let (narrow, wide) = self.narrow_wide();
        let (near, far) = (wide.middle.0 - wide.reach(), wide.middle.0 + wide.reach());
        let (mut from, mut to, mut most) = (f64::NEG_INFINITY, f64::INFINITY, 1.0);
        for (x, y) in narrow.corners() {
            let one = 1.0 / (t - x);
            for times in [(near - x) * one, (far - x) * one] {
                from = greater(from, y + (right - y) * times);
                to = lesser(to, y + (left - y) * times);
                most = greater(most, times);
            }
        }
        Part { from, to, less: most * (1.0 + self.steepest), room: 0.0 }
    }

    /// Do such parts make up all of the wider of the two?
    pub(super) fn covered(&self, parts: &Parts) -> Covered {
        let (_, wide) = self.narrow_wide();
        let (from, to) = wide.aside();
        let up_to = |by: f64| {
            let mut here = from;
            loop {
                let fits = parts.iter().filter(|p| p.room >= by && p.from + p.less * by <= here);
                let next = fits.map(|p| p.to - p.less * by).fold(here, greater);
                if next > to || next <= here {
                    return next;
                }
                here = next;
            }
        };
        let here = up_to(LEAST);
        if here <= to {
            return Covered::Gap(here);
        }
        Covered::All(HOLDS.into_iter().find(|by| up_to(*by) > to).unwrap_or(LEAST))
    }

    /// A place of the wider of the two so far to the left.
    pub(super) fn place(&self, left: f64) -> V2 {
        let (_, wide) = self.narrow_wide();
        let (least, most) = wide.aside();
        self.origin + self.dir * wide.middle.0 - self.dir.right() * left.clamp(least, most)
    }

    /// How far an outline, counter-clockwise, keeps from both, or less; less than nothing if that is not clear.
    pub(super) fn clear_of(&self, rim: &Rim) -> f64 {
        let (before, behind) = (rim.near - self.begins, self.ends - rim.far);
        let before = if before > SURE { before } else { Fan::clear(rim, &self.eyes) };
        if before <= SURE {
            return -1.0;
        }
        let behind = if behind > SURE { behind } else { Fan::clear(rim, &self.marks) };
        lesser(before, behind) - SURE
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

    /// Does every line, drawn on, cross this convex outline so that the middle of what it crosses lies between its ends, whoever stands on it? If so, by how much
    /// both together may stray: where all lines are inside of it at two places, it begins before the one and ends behind the other.
    pub(super) fn rises(&self, rim: &Rim) -> Option<f64> {
        let crest = f64::midpoint(rim.chord.0, rim.chord.1);
        if rim.chord.0 >= rim.chord.1 || crest < 0.0 || crest > self.marks.middle.0 {
            return None;
        }
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
                let aside = lesser(*inside, *other) / (1.0 + self.steepest) / DRAWN_ON;
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
