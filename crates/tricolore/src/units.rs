//! The units of a field, found by where they stand: on a large table most of them are far from whatever is asked. Each is marked in strips from
//! west to east and from south to north, a bit for each unit, so that they are always looked at in the order of the list.

use crate::command::CommandId;
use crate::unit::{Side, Unit, UnitId};
use smallvec::SmallVec;
use table::{V2, v2};

/// How wide the strips are, on a table that is not longer than so many of them.
const STRIP: f64 = 150.0;
const MOST_STRIPS: f64 = 160.0;
/// So many may have been changed before it is looked anew where they stand.
const MOST_CHANGED: u16 = 12;
/// The boxes about units are a little larger than they are.
const SPARE: f64 = 1.0;

/// Strips along one side of the table: for each one word for every 64 units.
#[derive(Debug, Default)]
struct Strips {
    width: f64,
    words: usize,
    marks: Vec<u64>,
}

impl Clone for Strips {
    fn clone(&self) -> Strips {
        Strips { width: self.width, words: self.words, marks: self.marks.clone() }
    }

    fn clone_from(&mut self, o: &Strips) {
        (self.width, self.words) = (o.width, o.words);
        self.marks.clone_from(&o.marks);
    }
}

impl Strips {
    fn new(length: f64, units: usize) -> Strips {
        let width = STRIP.max(length / MOST_STRIPS);
        let words = units.div_ceil(64);
        let strips = (length / width).ceil().max(1.0) as usize;
        Strips { width, words, marks: vec![0; strips * words] }
    }

    /// The strips between two places; what lies beside the table counts to those at its edge.
    // A cast takes what is negative or no number to 0, and cuts off the fraction.
    fn between(&self, from: f64, to: f64) -> std::ops::RangeInclusive<usize> {
        let last = (self.marks.len() / self.words.max(1)).saturating_sub(1);
        let strip = |x: f64| ((x / self.width) as u32 as usize).min(last);
        strip(from)..=strip(to)
    }

    fn mark(&mut self, from: f64, to: f64, unit: usize, there: bool) {
        for s in self.between(from, to) {
            let word = &mut self.marks[s * self.words + unit / 64];
            let bit = 1 << (unit % 64);
            *word = if there { *word | bit } else { *word & !bit };
        }
    }

    fn word(&self, strips: &std::ops::RangeInclusive<usize>, word: usize) -> u64 {
        strips.clone().fold(0, |all, s| all | self.marks[s * self.words + word])
    }
}

/// Upright box: lower left and upper right.
pub(crate) type Bounds = (V2, V2);

fn apart(a: &Bounds, b: &Bounds) -> bool {
    a.1.x < b.0.x || a.0.x > b.1.x || a.1.y < b.0.y || a.0.y > b.1.y
}

/// The list of units. Whoever changes one through the field has it looked at anew; whoever changes them all at once, all of them.
#[derive(Clone, Debug, Default)]
pub struct Units {
    all: Vec<Unit>,
    /// Nothing is known of where they are.
    lost: bool,
    across: Strips,
    along: Strips,
    /// About each that is on the table, as it stood when it was looked at.
    boxes: Vec<Option<Bounds>>,
    /// Those of a command one after another, and of each side.
    commands: Vec<(CommandId, u16)>,
    sides: [Vec<u64>; 2],
    /// A bit for each that may have been changed since.
    changed: Vec<u64>,
    count: u16,
    /// By their codes.
    by_code: Vec<u16>,
    stamps: Stamps,
}

/// When the units were changed, counted in changes: for whoever wants to know what is no longer as it was when he looked.
#[derive(Clone, Debug, Default)]
struct Stamps {
    now: u32,
    /// Of each.
    each: Vec<u32>,
    /// All of them at once, and all of them without going anywhere.
    all: u32,
    noted: u32,
}

impl Stamps {
    fn next(&mut self) -> u32 {
        self.now += 1;
        self.now
    }
}

impl Units {
    /// Those who are changed without going anywhere: neither place nor formation, bases, command or fate.
    pub fn as_they_stand(&mut self) -> &mut [Unit] {
        self.stamps.noted = self.stamps.next();
        &mut self.all
    }

    pub fn push(&mut self, u: Unit) {
        self.all.push(u);
        self.lose();
    }

    /// Nothing is known of them any more.
    fn lose(&mut self) {
        self.lost = true;
        self.stamps.all = self.stamps.next();
        self.stamps.each.resize(self.all.len(), 0);
    }

    /// The first of that code.
    pub(crate) fn by_code(&self, code: &str) -> Option<UnitId> {
        let at = self.by_code.partition_point(|n| &*self.all[usize::from(*n)].code < code);
        let known = self.by_code.get(at).map(|n| &self.all[usize::from(*n)]).filter(|u| &*u.code == code);
        known.or_else(|| self.all.iter().find(|u| &*u.code == code)).map(|u| u.id)
    }

    /// So many changes have been made: the later, the more.
    pub(crate) fn changes(&self) -> u32 {
        self.stamps.now
    }

    /// Those who may stand otherwise, be of another strength or in another state than after so many changes.
    pub(crate) fn moved_since(&self, then: u32) -> impl Iterator<Item = usize> {
        let all = self.stamps.all > then;
        self.stamps.each.iter().enumerate().filter(move |(_, s)| all || **s > then).map(|(i, _)| i)
    }

    /// Those of whom anything may be otherwise than after so many changes.
    pub(crate) fn changed_since(&self, then: u32) -> impl Iterator<Item = usize> {
        self.moved_since(if self.stamps.noted > then { 0 } else { then })
    }

    /// Makes a copy of so many changes ago the same as these again, each that is copied changed as is said.
    pub(crate) fn copy_to(&self, copy: &mut Units, then: u32, change: impl Fn(&mut Unit)) {
        if copy.all.len() != self.all.len() {
            *copy = self.clone();
            return copy.change_copy(change);
        }
        for n in self.changed_since(then) {
            copy.all[n].clone_from(&self.all[n]);
            change(&mut copy.all[n]);
        }
        copy.lost = self.lost;
        copy.across.clone_from(&self.across);
        copy.along.clone_from(&self.along);
        copy.boxes.clone_from(&self.boxes);
        copy.commands.clone_from(&self.commands);
        copy.sides.clone_from(&self.sides);
        copy.changed.clone_from(&self.changed);
        copy.count = self.count;
        copy.by_code.clone_from(&self.by_code);
        copy.stamps.clone_from(&self.stamps);
    }

    /// Changes a copy without going anywhere, so that it can be made the same again.
    pub(crate) fn change_copy(&mut self, change: impl Fn(&mut Unit)) {
        self.all.iter_mut().for_each(change);
    }

    /// The box about a unit on the table, as it was when it was looked at.
    pub(crate) fn box_of(&self, n: usize) -> Option<Bounds> {
        self.boxes[n]
    }

    /// One of them is about to be changed.
    pub(crate) fn touched(&mut self, n: usize) -> &mut Unit {
        if !self.lost {
            let (word, bit) = (&mut self.changed[n / 64], 1 << (n % 64));
            self.count += u16::from(*word & bit == 0);
            *word |= bit;
        }
        self.stamps.each[n] = self.stamps.next();
        &mut self.all[n]
    }

    /// Have so many been changed that it is time to look where they are?
    pub(crate) fn many_changed(&self) -> bool {
        self.count >= MOST_CHANGED
    }

    /// Looks where those are who have been changed, on a table of that size.
    pub(crate) fn find(&mut self, width: f64, depth: f64, bounds: impl Fn(&Unit) -> Bounds) {
        let n = self.all.len();
        let words = n.div_ceil(64);
        if self.lost {
            (self.across, self.along) = (Strips::new(width, n), Strips::new(depth, n));
            self.boxes = vec![None; n];
            self.commands =
                self.all.iter().enumerate().filter_map(|(i, u)| Some((u.command?, i as u16))).collect();
            self.commands.sort_unstable();
            if self.by_code.len() != n {
                self.by_code = (0..n as u16).collect();
                let code = |i: &u16| &*self.all[usize::from(*i)].code;
                self.by_code.sort_by(|a, b| code(a).cmp(code(b)));
            }
            self.sides = Side::BOTH.map(|s| {
                let mut mask = vec![0; words];
                self.all
                    .iter()
                    .enumerate()
                    .filter(|(_, u)| u.side == s)
                    .for_each(|(i, _)| mask[i / 64] |= 1 << (i % 64));
                mask
            });
            self.changed = vec![0; words];
            for i in 0..n {
                self.changed[i / 64] |= 1 << (i % 64);
            }
            self.lost = false;
        } else if self.count == 0 {
            return;
        }
        for w in 0..words {
            let mut left = std::mem::take(&mut self.changed[w]);
            while left != 0 {
                let i = w * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let u = &self.all[i];
                let now = u.present().then(|| {
                    let (lo, hi) = bounds(u);
                    (lo - v2(SPARE, SPARE), hi + v2(SPARE, SPARE))
                });
                let command = u.command;
                self.put(i, now);
                self.enlist(i as u16, command);
            }
        }
        self.count = 0;
    }

    fn put(&mut self, i: usize, now: Option<Bounds>) {
        if self.boxes[i] == now {
            return;
        }
        for (place, there) in [(self.boxes[i], false), (now, true)] {
            if let Some((lo, hi)) = place {
                self.across.mark(lo.x, hi.x, i, there);
                self.along.mark(lo.y, hi.y, i, there);
            }
        }
        self.boxes[i] = now;
    }

    fn enlist(&mut self, i: u16, command: Option<CommandId>) {
        let known = command.map(|c| self.commands.binary_search(&(c, i)));
        if matches!(known, Some(Ok(_))) {
            return;
        }
        self.commands.retain(|(_, u)| *u != i);
        if let Some(c) = command {
            let at = self.commands.partition_point(|x| *x < (c, i));
            self.commands.insert(at, (c, i));
        }
    }

    /// Those on the table of whom any part may lie in an upright box; more than these, in order.
    pub fn within(&self, lo: V2, hi: V2) -> impl Iterator<Item = &Unit> {
        self.look((lo, hi), None)
    }

    /// The same of one side.
    pub fn of_side_within(&self, side: Side, lo: V2, hi: V2) -> impl Iterator<Item = &Unit> {
        self.look((lo, hi), Some(side))
    }

    fn look(&self, about: Bounds, side: Option<Side>) -> Look<'_> {
        let (x, y) = if self.lost {
            (0..=0, 0..=0)
        } else {
            (self.across.between(about.0.x, about.1.x), self.along.between(about.0.y, about.1.y))
        };
        let mut look = Look { units: self, about, side, x, y, word: 0, left: 0 };
        look.left = look.read();
        look
    }

    /// May any part of a unit lie in an upright box?
    pub(crate) fn may_be_within(&self, id: UnitId, about: Bounds) -> bool {
        let i = id.index();
        let certain = !self.lost && self.changed[i / 64] & (1 << (i % 64)) == 0;
        !certain || self.boxes[i].is_some_and(|b| !apart(&b, &about))
    }

    /// Those on the table of a command, in order.
    pub fn of_command(&self, c: CommandId) -> impl Iterator<Item = &Unit> {
        let mut ids: SmallVec<[u16; 16]> = SmallVec::new();
        if self.lost {
            ids.extend(0..self.all.len() as u16);
        } else {
            let from = self.commands.partition_point(|x| x.0 < c);
            ids.extend(self.commands[from..].iter().take_while(|x| x.0 == c).map(|x| x.1));
            if self.count > 0 {
                for (w, mask) in self.changed.iter().enumerate() {
                    let mut left = *mask;
                    while left != 0 {
                        ids.push((w * 64) as u16 + left.trailing_zeros() as u16);
                        left &= left - 1;
                    }
                }
                ids.sort_unstable();
                ids.dedup();
            }
        }
        let of = move |u: &&Unit| u.command == Some(c) && u.present();
        ids.into_iter().map(|u| &self.all[usize::from(u)]).filter(of)
    }
}

/// Goes through the marks of a box, word by word.
struct Look<'a> {
    units: &'a Units,
    about: Bounds,
    side: Option<Side>,
    x: std::ops::RangeInclusive<usize>,
    y: std::ops::RangeInclusive<usize>,
    word: usize,
    left: u64,
}

impl Look<'_> {
    fn read(&self) -> u64 {
        let (u, w) = (self.units, self.word);
        let from = w * 64;
        if u.lost {
            return match u.all.len().saturating_sub(from) {
                0 => 0,
                n if n < 64 => (1 << n) - 1,
                _ => u64::MAX,
            };
        }
        if w >= u.changed.len() {
            return 0;
        }
        let across = u.across.word(&self.x, w);
        let near = if across == 0 { 0 } else { across & u.along.word(&self.y, w) } | u.changed[w];
        self.side.map_or(near, |s| near & u.sides[s.index()][w])
    }
}

impl<'a> Iterator for Look<'a> {
    type Item = &'a Unit;

    fn next(&mut self) -> Option<&'a Unit> {
        loop {
            while self.left == 0 {
                self.word += 1;
                if self.word * 64 >= self.units.all.len() {
                    return None;
                }
                self.left = self.read();
            }
            let i = self.word * 64 + self.left.trailing_zeros() as usize;
            self.left &= self.left - 1;
            let u = &self.units.all[i];
            let units = self.units;
            let certain = !units.lost && units.changed[i / 64] & (1 << (i % 64)) == 0;
            if certain {
                if units.boxes[i].is_some_and(|b| !apart(&b, &self.about)) {
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
        let mut units = Units { all, ..Units::default() };
        units.lose();
        units
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
        self.lose();
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
        self.lose();
        self.all.iter_mut()
    }
}
