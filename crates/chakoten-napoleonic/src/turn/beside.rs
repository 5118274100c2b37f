//! Marching side by side (07.06).

use super::Table;
use crate::field::Field;
use crate::troop::{Arm, Formation};
use crate::unit::{Unit, UnitId};
use crate::units::Mark;
use table::{Motion, V2};
use umpire::Clause;

pub(super) use crate::book::march::PARALLEL as BESIDE;

/// Those who march so that they might slow each other, and for how long that nobody slows them holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marching {
    /// Up to where it was asked who has been touched.
    mark: Mark,
    /// Each of them by his place in the list of units.
    known: Vec<Option<Known>>,
    /// Where the middle of the front of each was, from west to east.
    order: Vec<(f64, UnitId)>,
    /// Cm that none of them has come further since than; how far both sides had come.
    since: f64,
    /// Nobody is wider and deeper than that.
    widest: f64,
    /// Who goes slower for another.
    slowed: Vec<UnitId>,
}

/// One who marches.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Which of his legs it is.
    leg: u32,
    /// Until anybody of his side has come so far on the clock nobody slows him.
    free: f64,
}

/// Whoever is farther off than this from where he might slow another is not looked at until somebody has come so far, in cm.
const ROOM: f64 = 10.0;

/// When somebody may have come so far, in cm, their order is looked for anew.
const STALE: f64 = 5.0;

impl Marching {
    /// One is no longer known to march.
    fn forget(&mut self, u: UnitId) {
        self.known[u.index()] = None;
        self.order.retain(|(_, o)| *o != u);
    }

    fn marches(&self, u: UnitId) -> bool {
        self.known[u.index()].is_some()
    }

    /// Those of whom a part may be so near to a place that they might slow one who stands there.
    fn near(&self, f: &Field, u: &Unit) -> impl Iterator<Item = UnitId> + '_ {
        let far = about(u) + self.widest + BESIDE + 1.0 + ROOM + come(f) - self.since;
        let (x, id) = (u.base.front.x, u.id);
        let from = self.order.partition_point(|(at, _)| *at < x - far);
        let all = self.order[from..].iter().take_while(move |(at, _)| *at <= x + far);
        all.map(|(_, o)| *o).filter(move |o| *o != id)
    }
}

/// Cm that nobody has come further than on the clock.
fn come(f: &Field) -> f64 {
    let [a, b] = crate::Side::BOTH.map(|s| f.units.most(s));
    a + b
}

/// No part of it is farther from the middle of its front.
fn about(u: &Unit) -> f64 {
    u.base.width + u.base.depth
}

/// Cm that two may come nearer to each other before one may slow the other; less than none if he may.
fn room(a: &Unit, b: &Unit) -> f64 {
    let circles = a.base.front.dist(b.base.front) - about(a) - about(b);
    // Those who slow each other stand in their envelopes.
    let apart = || -a.base.rect().penetration(&b.base.rect());
    let gap = if circles > BESIDE + 1.0 { circles } else { apart() };
    gap - BESIDE - 1.0
}

/// Does it march as those do who slow each other: closed infantry or cavalry, not in column (07.06.1)?
fn may_slow(u: &Unit) -> bool {
    u.closed()
        && matches!(u.arm, Arm::Infantry | Arm::Cavalry)
        && !matches!(u.formation, Formation::MarchColumn | Formation::SingleFile)
}

impl Table {
    /// Can marching beside each other slow these two down?
    pub(super) fn may_march_beside(&self, u: UnitId, o: UnitId) -> bool {
        let f = &self.field;
        f[u].side == f[o].side && may_slow(&f[u]) && may_slow(&f[o]) && !self.goes_with(u, o)
    }

    /// Which way it marches straight now.
    fn marches(&self, u: UnitId) -> Option<V2> {
        match self.leg(u).moving.motion {
            Motion::March { velocity } => Some(velocity.unit()),
            _ => None,
        }
    }

    /// Finds who marches now so that he might slow others: those who have been touched or have another leg are looked at anew.
    fn see_who_marches(&self, m: &mut Marching) {
        let (f, clock) = (&self.field, &self.turn().clock);
        m.known.resize(f.units.len(), None);
        let mark = std::mem::replace(&mut m.mark, f.units.mark());
        match f.units.touched_since(mark) {
            Some(some) => {
                for t in some {
                    if m.marches(t.unit) {
                        m.forget(t.unit);
                    }
                }
            }
            None => {
                m.known.fill(None);
                m.order.clear();
            }
        }
        let known = &mut m.known;
        m.order.retain(|(_, u)| {
            let same = known[u.index()].is_some_and(|k| k.leg == clock.serial(*u));
            if !same {
                known[u.index()] = None;
            }
            same
        });
        if come(f) - m.since > STALE || m.order.is_empty() {
            m.order.iter_mut().for_each(|(at, u)| *at = f[*u].base.front.x);
            m.order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
            m.widest = m.order.iter().map(|(_, u)| about(&f[*u])).fold(0.0, f64::max);
            m.since = come(f);
        }
        for u in clock.moving().filter(|u| m.known[u.index()].is_none()).collect::<Vec<UnitId>>() {
            if f[u].on_table() && may_slow(&f[u]) && self.marches(u).is_some() {
                self.begins_to_march(m, u);
            }
        }
    }

    /// One is listed among those who march, and is put to those near him.
    fn begins_to_march(&self, m: &mut Marching, u: UnitId) {
        let f = &self.field;
        let unit = &f[u];
        m.widest = m.widest.max(about(unit));
        let come = f.units.most(unit.side);
        for o in m.near(f, unit).collect::<Vec<UnitId>>() {
            if let Some(k) = &mut m.known[o.index()].filter(|_| f[o].side == unit.side) {
                k.free = k.free.min(come + room(&f[o], unit).max(0.0) / 2.0);
                m.known[o.index()] = Some(*k);
            }
        }
        m.known[u.index()] = Some(Known { leg: self.turn().clock.serial(u), free: f64::NEG_INFINITY });
        let x = unit.base.front.x;
        let at = m.order.partition_point(|(at, _)| *at < x);
        m.order.insert(at, (x, u));
    }

    /// Who marches beside another slows down, and who does so no longer goes on as he may.
    pub(super) fn look_beside(&mut self) {
        let mut m = std::mem::take(&mut self.turn_mut().marching);
        self.see_who_marches(&mut m);
        // Who neither marches nor did is slowed by nobody.
        let slowed = m.slowed.clone();
        let mut all: Vec<UnitId> = self.turn().clock.moving().filter(|u| m.marches(*u)).collect();
        let others = slowed.iter().copied().filter(|u| !m.marches(*u) && self.field[*u].on_table());
        all.extend(others);
        all.sort_unstable();
        for u in all {
            let come = self.field.units.most(self.field[u].side);
            let free = m.known[u.index()].is_some_and(|k| come < k.free);
            if free && !slowed.contains(&u) {
                debug_assert_eq!(self.slowed_by(u, &m).0, self.run(u).course.beside);
                continue;
            }
            let (slow, room) = self.slowed_by(u, &m);
            if let Some(k) = &mut m.known[u.index()] {
                k.free = come + room / 2.0;
            }
            if slow != self.run(u).course.beside {
                self.run_mut(u).course.beside = slow;
                m.slowed.retain(|o| *o != u);
                m.slowed.extend(slow.map(|_| u));
                self.plan_leg(u);
                self.see_who_marches(&mut m);
            }
        }
        self.turn_mut().marching = m;
    }

    /// By what it is slowed down beside one of those who march; otherwise how much nearer two may come to each other, in cm, before it
    /// may be.
    fn slowed_by(&self, u: UnitId, m: &Marching) -> (Option<Clause>, f64) {
        let f = &self.field;
        let Some(dir) = self.marches(u).filter(|_| may_slow(&f[u])) else {
            return (None, f64::NEG_INFINITY);
        };
        let mut least = ROOM;
        for o in m.near(f, &f[u]).filter(|o| self.may_march_beside(u, *o)) {
            let room = room(&f[u], &f[o]);
            let other = self.marches(o).filter(|_| room <= 0.0);
            let by = other.and_then(|other| crate::passing::parallel(f, &f[u], dir, &f[o], other));
            if by.is_some() {
                return (by, f64::NEG_INFINITY);
            }
            least = least.min(if room > 0.0 { room } else { f64::NEG_INFINITY });
        }
        (None, least)
    }
}
