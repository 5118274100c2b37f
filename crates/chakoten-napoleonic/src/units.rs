//! The units of a field, and which of them have been touched: whoever keeps what he found of them asks those alone.

use crate::troop::Formation;
use crate::unit::{Side, Unit, UnitId};
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use table::Base;

/// All units by their places in the list. Whoever gets hold of one to change it has touched it.
#[derive(Debug)]
pub struct Units {
    all: Vec<Unit>,
    /// Tells these units from any copy of them. Nothing in a battle hangs on it.
    life: u64,
    /// Who has been touched since this life began, in that order, but by the clock that carries him along; some more than once. The first of
    /// them are forgotten.
    touched: Vec<Touched>,
    forgotten: usize,
    /// Up to where somebody has asked: whoever is touched again after that is listed again.
    asked: AtomicUsize,
    /// How often it was asked where everybody has been, and where each was then who has been elsewhere since, with the number of that time.
    looks: AtomicU32,
    been: Vec<(u32, Base)>,
    /// How far anybody of a side has come on the clock since it was last reckoned: his front, and what it has turned.
    coming: [(f64, f64); 2],
    /// Cm that no point of a unit has come further than on the clock.
    gone: Vec<f64>,
    /// Cm that nobody of a side has come further than on the clock.
    most: [f64; 2],
    /// Guns without gunners, found when they are asked for and some battery has been touched since.
    guns_left: OnceLock<Vec<Base>>,
    /// Those who have a body, or had one: found when they are asked for. Who gets one later is in skirmish order when he does.
    lines: OnceLock<Vec<UnitId>>,
}

/// One who has been touched, and where he stood before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touched {
    pub unit: UnitId,
    pub from: Base,
}

/// Up to where somebody has asked who was touched.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark {
    life: u64,
    asked: usize,
}

/// So many touches are kept for each unit, or half as many: whoever has not asked for longer has to ask everybody.
const KEPT: usize = 16;

fn new_life() -> u64 {
    static LIVES: AtomicU64 = AtomicU64::new(1);
    LIVES.fetch_add(1, Ordering::Relaxed)
}

impl Units {
    pub fn push(&mut self, u: Unit) {
        self.guns_left = OnceLock::new();
        self.lines = OnceLock::new();
        self.been.push((*self.looks.get_mut(), u.base));
        self.gone.push(0.0);
        self.all.push(u);
        self.touch(self.all.len() - 1);
    }

    /// One who goes along with the clock has come there.
    pub fn carry(&mut self, u: UnitId, base: Base) {
        let looks = *self.looks.get_mut();
        let (unit, been) = (&mut self.all[u.index()], &mut self.been[u.index()]);
        if been.0 != looks {
            *been = (looks, unit.base);
        }
        let (was, most) = (&unit.base, &mut self.coming[unit.side.index()]);
        let come = (base.front - was.front).len2().sqrt();
        most.0 = most.0.max(come);
        self.gone[u.index()] += come;
        if base.dir != was.dir {
            let turned = (base.dir - was.dir).len2().sqrt() * (base.width + base.depth);
            most.1 = most.1.max(turned);
            self.gone[u.index()] += turned;
        }
        unit.base = base;
    }

    /// All who go along with the clock have come where they are.
    pub fn carried(&mut self) {
        for (most, (come, turned)) in self.most.iter_mut().zip(std::mem::take(&mut self.coming)) {
            *most += come + turned;
        }
    }

    /// Cm that no point of anybody of a side has come further than on the clock so far, but for those behind the head of a bent column.
    pub fn most(&self, side: Side) -> f64 {
        self.most[side.index()]
    }

    /// Cm that no point of a unit has come further than on the clock so far, but for those behind the head of a bent column.
    pub fn gone(&self, u: UnitId) -> f64 {
        self.gone[u.index()]
    }

    /// Guns without gunners, in the order of their batteries.
    pub fn guns_left(&self) -> &[Base] {
        let left = || self.all.iter().filter_map(Unit::unmanned_guns).collect();
        let found: &Vec<Base> = self.guns_left.get_or_init(left);
        debug_assert!(found.iter().copied().eq(self.all.iter().filter_map(Unit::unmanned_guns)));
        found
    }

    /// Skirmish lines and swarms that have a body, in the order of the list.
    pub fn lines(&self) -> impl Iterator<Item = &Unit> {
        let has_body = |u: &&Unit| u.body.is_some();
        let found = self.lines.get_or_init(|| self.all.iter().filter(has_body).map(|u| u.id).collect());
        let lines = found.iter().map(|u| &self.all[u.index()]).filter(has_body);
        debug_assert!(lines.clone().map(|u| u.id).eq(self.all.iter().filter(has_body).map(|u| u.id)));
        lines
    }

    /// Those of one unit, on the table or not.
    pub fn lines_of(&self, body: UnitId) -> impl Iterator<Item = &Unit> {
        self.lines().filter(move |u| u.body == Some(body))
    }

    /// Those touched since a mark was made; `None` if that may be anybody.
    pub fn touched_since(&self, mark: Mark) -> Option<&[Touched]> {
        let known = mark.life == self.life && mark.asked >= self.forgotten;
        known.then(|| &self.touched[mark.asked - self.forgotten..])
    }

    /// Up to now.
    pub fn mark(&self) -> Mark {
        let asked = self.forgotten + self.touched.len();
        self.asked.store(asked, Ordering::Relaxed);
        Mark { life: self.life, asked }
    }

    /// Where a unit was when that was last asked of everybody, if it has been elsewhere since.
    pub fn been(&self, u: UnitId) -> Option<&Base> {
        let (when, at) = &self.been[u.index()];
        (*when == self.looks.load(Ordering::Relaxed))
            .then_some(at)
            .filter(|at| **at != self.all[u.index()].base)
    }

    /// It was asked of everybody.
    pub fn looked(&self) {
        self.looks.fetch_add(1, Ordering::Relaxed);
    }

    fn touch(&mut self, i: usize) {
        let (unit, from, looks) = (UnitId(i as u16), self.all[i].base, *self.looks.get_mut());
        if self.been[i].0 != looks {
            self.been[i] = (looks, from);
        }
        let listed = self.forgotten + self.touched.len();
        if self.touched.last().is_some_and(|t| t.unit == unit) && listed > *self.asked.get_mut() {
            return;
        }
        // Of too many touches the first are forgotten.
        if self.touched.len() > KEPT * (self.all.len() + 1) {
            let half = self.touched.len() / 2;
            self.touched.drain(..half);
            self.forgotten += half;
        }
        self.touched.push(Touched { unit, from });
    }

    fn anybody(&mut self) {
        self.touched.clear();
        self.forgotten = 0;
        *self.asked.get_mut() = 0;
        let looks = *self.looks.get_mut();
        for (u, been) in self.all.iter().zip(&mut self.been).filter(|(_, been)| been.0 != looks) {
            *been = (looks, u.base);
        }
        self.guns_left = OnceLock::new();
        self.lines = OnceLock::new();
        self.life = new_life();
    }
}

impl From<Vec<Unit>> for Units {
    fn from(all: Vec<Unit>) -> Units {
        Units {
            been: all.iter().map(|u| (0, u.base)).collect(),
            gone: vec![0.0; all.len()],
            looks: AtomicU32::new(1),
            all,
            life: new_life(),
            touched: Vec::new(),
            forgotten: 0,
            asked: AtomicUsize::new(0),
            coming: Default::default(),
            most: [0.0; 2],
            guns_left: OnceLock::new(),
            lines: OnceLock::new(),
        }
    }
}

impl From<Units> for Vec<Unit> {
    fn from(u: Units) -> Vec<Unit> {
        u.all
    }
}

/// Copies are touched by themselves.
impl Clone for Units {
    fn clone(&self) -> Units {
        let looks = AtomicU32::new(self.looks.load(Ordering::Relaxed));
        let (been, gone) = (self.been.clone(), self.gone.clone());
        Units { looks, been, gone, coming: self.coming, most: self.most, ..self.all.clone().into() }
    }
}

impl PartialEq for Units {
    fn eq(&self, o: &Units) -> bool {
        self.all == o.all
    }
}

impl Deref for Units {
    type Target = [Unit];

    fn deref(&self) -> &[Unit] {
        &self.all
    }
}

/// Whoever may change any of them may have changed all.
impl DerefMut for Units {
    fn deref_mut(&mut self) -> &mut [Unit] {
        self.anybody();
        &mut self.all
    }
}

impl Index<usize> for Units {
    type Output = Unit;

    fn index(&self, i: usize) -> &Unit {
        &self.all[i]
    }
}

impl IndexMut<usize> for Units {
    fn index_mut(&mut self, i: usize) -> &mut Unit {
        self.touch(i);
        if self.all[i].battery.is_some() {
            self.guns_left = OnceLock::new();
        }
        if self.all[i].formation == Formation::Skirmish && self.all[i].body.is_none() {
            self.lines = OnceLock::new();
        }
        &mut self.all[i]
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
        self.iter_mut()
    }
}
