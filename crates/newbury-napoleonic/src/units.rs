//! The bodies of a field, found by where they stand: on a large table most of them are far from whatever is asked. Each is marked in strips from
//! west to east, a bit for each body, so that they are always looked at in the order of the list; and what it covers is kept until it changes.

use crate::book::scale::Size;
use crate::footprint::Rects;
use crate::formation::Drawn;
use crate::unit::{Fate, Side, Unit};
use std::sync::Arc;
use table::{Base, Rect, V2, v2};

/// How wide the strips are, on a table that is not longer than so many of them.
const STRIP: f64 = 30.0;
const MOST_STRIPS: f64 = 400.0;
/// So many may have been changed before it is looked anew where they stand.
const MOST_CHANGED: u16 = 12;
/// The boxes about bodies are a little larger than they are.
const SPARE: f64 = 0.5;

/// Upright box: lower left and upper right.
pub type Bounds = (V2, V2);

fn apart(a: &Bounds, b: &Bounds) -> bool {
    a.1.x < b.0.x || a.0.x > b.1.x || a.1.y < b.0.y || a.0.y > b.1.y
}

/// Have two boxes a place in common?
pub fn meet(a: &Bounds, b: &Bounds) -> bool {
    !apart(a, b)
}

/// An upright box about rectangles that reaches so much farther.
pub fn around<'a>(rects: impl IntoIterator<Item = &'a Rect>, far: f64) -> Bounds {
    let none = (v2(f64::INFINITY, f64::INFINITY), v2(f64::NEG_INFINITY, f64::NEG_INFINITY));
    let (lo, hi) = rects
        .into_iter()
        .map(|r| r.bounds())
        .fold(none, |(lo, hi), (a, b)| (v2(lo.x.min(a.x), lo.y.min(a.y)), v2(hi.x.max(b.x), hi.y.max(b.y))));
    (lo - v2(far, far), hi + v2(far, far))
}

/// An upright box about the straight line between two places.
pub fn along(a: V2, b: V2) -> Bounds {
    (v2(a.x.min(b.x), a.y.min(b.y)), v2(a.x.max(b.x), a.y.max(b.y)))
}

/// What a body covers hangs on this and nothing else, with the options and the ground.
#[derive(Clone, Debug, PartialEq)]
struct Pose {
    base: Base,
    drawn: Drawn,
    inside: Option<(u16, u16)>,
    fate: Fate,
    dismounted: bool,
    straight: bool,
    /// Figures and models that are left.
    strength: u64,
}

impl Pose {
    fn of(u: &Unit) -> Pose {
        let mix = |sum: u64, n: u8| sum.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(n);
        let companies = u.companies.iter().fold(u.companies.len() as u64, |s, c| mix(s, c.figures));
        let guns = u.battery.iter().flat_map(|b| &b.guns);
        let strength = guns.fold(companies, |s, g| {
            mix(mix(s, u8::from(g.destroyed)), g.team.map_or(0, |t| t.horses.saturating_add(1)))
        });
        Pose {
            base: u.base,
            drawn: u.drawn,
            inside: u.inside,
            fate: u.fate,
            dismounted: u.dismounted,
            straight: u.trail.is_empty(),
            strength,
        }
    }
}

/// How a body stands: what it covers, and on which contour most of it is.
#[derive(Clone, Debug)]
pub struct Stand {
    pub rects: Rects,
    pub level: u8,
    pub bounds: Bounds,
    /// The size of one of its figures or models.
    pub figure: Size,
    pose: Pose,
}

/// Where everybody stood when it was looked last.
#[derive(Clone, Debug, Default)]
struct Index {
    /// Strips to a unit of length, and for each one word for every 64 bodies.
    strips: f64,
    words: usize,
    marks: Vec<u64>,
    /// Of each that is on the table.
    stands: Vec<Option<Stand>>,
    sides: [Vec<u64>; 2],
}

impl Index {
    fn new(width: f64, all: &[Unit]) -> Index {
        let words = all.len().div_ceil(64).max(1);
        let strips = 1.0 / STRIP.max(width / MOST_STRIPS);
        let count = (width * strips).ceil().max(1.0) as usize;
        let sides = Side::BOTH.map(|s| {
            let mut mask = vec![0; words];
            for (i, _) in all.iter().enumerate().filter(|(_, u)| u.side == s) {
                mask[i / 64] |= 1 << (i % 64);
            }
            mask
        });
        Index { strips, words, marks: vec![0; count * words], stands: vec![None; all.len()], sides }
    }

    /// The strips between two places; what lies beside the table counts to those at its edge.
    // A cast takes what is negative or no number to 0, and cuts off the fraction.
    fn between(&self, from: f64, to: f64) -> std::ops::RangeInclusive<usize> {
        let last = (self.marks.len() / self.words.max(1)).saturating_sub(1);
        let strip = |x: f64| ((x * self.strips) as u32 as usize).min(last);
        strip(from)..=strip(to)
    }

    fn mark(&mut self, b: &Bounds, i: usize, there: bool) {
        for s in self.between(b.0.x, b.1.x) {
            let word = &mut self.marks[s * self.words + i / 64];
            let bit = 1 << (i % 64);
            *word = if there { *word | bit } else { *word & !bit };
        }
    }

    fn put(&mut self, i: usize, now: Option<Stand>) {
        let was = self.stands[i].as_ref().map(|s| s.bounds);
        if was != now.as_ref().map(|s| s.bounds) {
            for (place, there) in [(was, false), (now.as_ref().map(|s| s.bounds), true)] {
                if let Some(b) = place {
                    self.mark(&b, i, there);
                }
            }
        }
        self.stands[i] = now;
    }
}

/// The list of bodies. Whoever changes one through the field has it looked at anew; whoever changes them all at once, all of them.
#[derive(Clone, Debug, Default)]
pub struct Units {
    all: Vec<Unit>,
    /// Nothing is known of where they are.
    lost: bool,
    index: Arc<Index>,
    /// A bit for each that may have been changed since.
    changed: Vec<u64>,
    count: u16,
    /// All are on the move, so that it is of no use to look where they are before they stand again.
    moving: bool,
}

impl Units {
    pub(crate) fn set_moving(&mut self, moving: bool) {
        self.moving = moving;
    }

    /// Those who are changed without going anywhere: neither place nor formation, strength or fate.
    pub fn as_they_stand(&mut self) -> &mut [Unit] {
        &mut self.all
    }

    pub fn push(&mut self, u: Unit) {
        self.all.push(u);
        self.lost = true;
    }

    /// One of them is about to be changed.
    pub(crate) fn touched(&mut self, n: usize) -> &mut Unit {
        if !self.lost {
            let (word, bit) = (&mut self.changed[n / 64], 1 << (n % 64));
            self.count += u16::from(*word & bit == 0);
            *word |= bit;
        }
        &mut self.all[n]
    }

    /// Have so many been changed that it is time to look where they are?
    pub(crate) fn many_changed(&self) -> bool {
        self.count >= MOST_CHANGED && !self.moving
    }

    /// Is it certain of all where they stand?
    pub(crate) fn certain(&self) -> bool {
        !self.lost && self.count == 0
    }

    /// Looks where those are who have been changed, on a table of that width.
    pub(crate) fn find(&mut self, width: f64, look: impl Fn(&Unit) -> (Rects, u8, Size)) {
        let words = self.all.len().div_ceil(64).max(1);
        if self.lost {
            self.index = Arc::new(Index::new(width, &self.all));
            self.changed = vec![0; words];
            for i in 0..self.all.len() {
                self.changed[i / 64] |= 1 << (i % 64);
            }
            self.lost = false;
        } else if self.count == 0 {
            return;
        }
        let index = Arc::make_mut(&mut self.index);
        for w in 0..words {
            let mut left = std::mem::take(&mut self.changed[w]);
            while left != 0 {
                let i = w * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let u = &self.all[i];
                if !u.present() {
                    index.put(i, None);
                    continue;
                }
                let pose = Pose::of(u);
                if pose.straight && index.stands[i].as_ref().is_some_and(|s| s.pose == pose) {
                    continue;
                }
                let (rects, level, figure) = look(u);
                let bounds = around(rects.iter().chain([&u.base.rect()]), SPARE);
                index.put(i, Some(Stand { rects, level, bounds, figure, pose }));
            }
        }
        self.count = 0;
    }

    fn certain_of(&self, i: usize) -> bool {
        !self.lost && self.changed[i / 64] & (1 << (i % 64)) == 0
    }

    /// How one of these very bodies stands, if it is certain: it has not been changed, or only in what makes no difference to it.
    pub(crate) fn stand(&self, u: &Unit) -> Option<&Stand> {
        let i = u.id.index();
        let one_of_these = self.all.get(i).is_some_and(|x| std::ptr::eq(x, u));
        if self.lost || !one_of_these {
            return None;
        }
        let stand = self.index.stands.get(i)?.as_ref()?;
        let same = || stand.pose.straight && u.present() && stand.pose == Pose::of(u);
        (self.certain_of(i) || same()).then_some(stand)
    }

    /// Those on the table of whom any part may lie in an upright box; more than these, in order.
    pub fn within(&self, about: Bounds) -> impl Iterator<Item = &Unit> {
        self.look(about, None)
    }

    /// The same of one side.
    pub fn of_side_within(&self, side: Side, about: Bounds) -> impl Iterator<Item = &Unit> {
        self.look(about, Some(side))
    }

    fn look(&self, about: Bounds, side: Option<Side>) -> Look<'_> {
        let strips = if self.lost { 0..=0 } else { self.index.between(about.0.x, about.1.x) };
        let mut look = Look { units: self, about, side, strips, word: 0, left: 0 };
        look.left = look.read();
        look
    }
}

/// Goes through the marks of a box, word by word.
struct Look<'a> {
    units: &'a Units,
    about: Bounds,
    side: Option<Side>,
    strips: std::ops::RangeInclusive<usize>,
    word: usize,
    left: u64,
}

impl Look<'_> {
    fn read(&self) -> u64 {
        let (u, w) = (self.units, self.word);
        if u.lost {
            return match u.all.len().saturating_sub(w * 64) {
                0 => 0,
                n if n < 64 => (1 << n) - 1,
                _ => u64::MAX,
            };
        }
        if w >= u.changed.len() {
            return 0;
        }
        let index = &*u.index;
        let near = self.strips.clone().fold(u.changed[w], |all, s| all | index.marks[s * index.words + w]);
        self.side.map_or(near, |s| near & index.sides[s.index()][w])
    }
}

impl<'a> Iterator for Look<'a> {
    type Item = &'a Unit;

    fn next(&mut self) -> Option<&'a Unit> {
        let units = self.units;
        loop {
            while self.left == 0 {
                self.word += 1;
                if self.word * 64 >= units.all.len() {
                    return None;
                }
                self.left = self.read();
            }
            let i = self.word * 64 + self.left.trailing_zeros() as usize;
            self.left &= self.left - 1;
            let u = &units.all[i];
            if units.certain_of(i) {
                if units.index.stands[i].as_ref().is_some_and(|s| !apart(&s.bounds, &self.about)) {
                    return Some(u);
                }
            } else if u.present() && self.side.is_none_or(|s| u.side == s) {
                return Some(u);
            }
        }
    }
}

impl From<Vec<Unit>> for Units {
    fn from(all: Vec<Unit>) -> Units {
        Units { all, lost: true, ..Units::default() }
    }
}

impl PartialEq for Units {
    fn eq(&self, o: &Units) -> bool {
        self.all == o.all
    }
}

impl std::ops::Deref for Units {
    type Target = [Unit];
    fn deref(&self) -> &[Unit] {
        &self.all
    }
}

impl std::ops::DerefMut for Units {
    fn deref_mut(&mut self) -> &mut [Unit] {
        self.lost = true;
        &mut self.all
    }
}

impl<'a> IntoIterator for &'a Units {
    type Item = &'a Unit;
    type IntoIter = std::slice::Iter<'a, Unit>;
    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl<'a> IntoIterator for &'a mut Units {
    type Item = &'a mut Unit;
    type IntoIter = std::slice::IterMut<'a, Unit>;
    fn into_iter(self) -> Self::IntoIter {
        self.lost = true;
        self.all.iter_mut()
    }
}
