//! Own units in the way: passing through, waiting (07.07).

use super::{INSTANT, Leg, Mode, Table};
use crate::event::{By, EventKind, Halt, Why};
use crate::troop::State;
use crate::unit::UnitId;
use crate::{clause, reading};
use umpire::Clause;

/// So often in a turn a unit comes up against others.
const MOST_BUMPS: u32 = 60;

/// Going through an own unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pass {
    /// Both are in closed formation: half speed, a grade for both (07.07.2).
    pub closed: bool,
    pub by: Clause,
}

impl Table {
    /// Units of one column or square, and staff apart: they go together.
    pub(super) fn goes_with(&self, u: UnitId, o: UnitId) -> bool {
        let f = &self.field;
        f[u].leads == Some(o) || f[o].leads == Some(u) || (f[u].leads.is_some() && f[u].leads == f[o].leads)
    }

    /// May a unit pass through another, and how? Otherwise the clause that forbids it.
    pub(super) fn may_pass(&self, u: UnitId, o: UnitId, why: Why) -> Result<Pass, Clause> {
        use crate::passing::{self, Pass as May};
        let (mover, other) = (&self.field[u], &self.field[o]);
        if mover.side != other.side {
            // Whom its own attack has brought into FU it may go through (12.02.7).
            let free = self.run(u).assault.free.contains(&o) && other.state == State::Complete;
            return if free {
                Ok(Pass { closed: false, by: clause!("12.02.7") })
            } else {
                Err(clause!("03.03.2"))
            };
        }
        if mover.body == Some(o) || other.body == Some(u) {
            return Ok(Pass { closed: false, by: clause!("07.07.3") });
        }
        if self.run(o).befell.stays && other.closed() {
            return Err(clause!("12.02.4"));
        }
        let reversed = matches!(why, Why::MovesBack | Why::MovesSideways);
        let held = other.record.still_until > self.abs() + INSTANT;
        let stands = passing::Standing { moving: !self.stationary(o), held };
        match passing::may_pass(&self.field, mover, reversed, other, stands) {
            May::Free(by) | May::Sweeps(by) => Ok(Pass { closed: false, by }),
            May::Half(by) => Ok(Pass { closed: true, by }),
            May::Presses(by) | May::Blocked(by) => Err(by),
        }
    }

    /// Neither marching nor changing front or formation, nor in a forced move (07.07.1).
    pub(super) fn stationary(&self, u: UnitId) -> bool {
        let leg = self.leg(u);
        leg.stands() && !self.changing(u) && !matches!(self.run(u).course.mode, Mode::Retreat { .. })
    }

    /// Held up by own units it may not pass, it keeps contact and goes no faster than they do (07.07.1).
    pub(super) fn behind_friends(&mut self, u: UnitId, free: Leg) -> Leg {
        let mut leg = clock::behind_others(self, u, free);
        if leg.end == clock::End::WayFree {
            leg.how.by = Some(clause!("07.07.1"));
            leg.how.waits = leg.stands();
        }
        leg
    }

    /// A march has come up against an own unit.
    pub(super) fn meet_friend(&mut self, u: UnitId, o: UnitId) {
        if !self.field[u].on_table() || !self.field[o].on_table() {
            return;
        }
        self.settle(u);
        // Who runs into others without end stands (play.clock).
        self.run_mut(u).course.bumps += 1;
        if self.run(u).course.bumps > MOST_BUMPS {
            self.run_mut(u).order.void = true;
            self.run_mut(u).course.mode = Mode::Stand;
            self.stand_still(u);
            return;
        }
        let why = self.leg(u).how.why;
        match self.may_pass(u, o, why) {
            Ok(pass) => self.passes_through(u, o, pass),
            Err(by) if why == Why::Retreats => self.retreat_meets(u, o, by),
            Err(by) => {
                if self.run(u).course.held_by != Some(o) {
                    self.run_mut(u).course.held_by = Some(o);
                    let by = By::from(by).with([clause!("07.07.1"), clause!("play.interrupt")]);
                    self.tell(by, &[u], || EventKind::Halted { unit: u, why: Halt::Friend, before: Some(o) });
                }
                if self.field.readings.is(reading!("blocked-march", "given-up")) {
                    self.run_mut(u).order.next();
                } else if self.run(u).course.mode == Mode::Order {
                    self.clock_mut().hold_up(u, o);
                } else {
                    self.run_mut(u).course.mode = Mode::Stand;
                }
            }
        }
        self.plan_leg(u);
    }

    /// It goes through; closed through closed costs both a grade, and ends a charge march (07.07.2).
    fn passes_through(&mut self, u: UnitId, o: UnitId, pass: Pass) {
        self.goes_through(u, o);
        let by = By::from(pass.by).and(clause!("play.interrupt"));
        self.tell(by, &[u, o], || EventKind::PassesThrough { unit: u, other: o });
        self.disturbed(o);
        if !pass.closed {
            return;
        }
        self.slow_down(u, clause!("07.07.2"));
        self.field[u].record.approach = None;
        self.grade(u, clause!("07.07.2"));
        self.grade(o, clause!("07.07.2"));
    }

    /// It is within another from now on.
    pub(super) fn goes_through(&mut self, u: UnitId, o: UnitId) {
        self.run_mut(u).course.through.push(o);
        if !self.turn().passers.contains(&u) {
            self.turn_mut().passers.push(u);
        }
    }

    /// Clear of an own unit again.
    pub(super) fn is_clear(&mut self, u: UnitId, o: UnitId) {
        let through = &mut self.run_mut(u).course.through;
        through.retain(|x| *x != o);
        self.plan_leg(u);
    }

    /// Is it going through a closed unit now?
    pub(super) fn in_passage(&self, u: UnitId) -> bool {
        let f = &self.field;
        let closed = |o: &UnitId| f[*o].closed() && !f[*o].unlimbered() && f[*o].side == f[u].side;
        f[u].closed() && self.run(u).course.through.iter().any(closed)
    }

    /// Is somebody going through this unit now? It may do nothing meanwhile (07.07.1).
    pub(super) fn marched_through(&self, u: UnitId) -> bool {
        let (f, side) = (&self.field, self.field[u].side);
        let own = |o: UnitId| f[o].on_table() && f[o].side == side;
        let through = |o: UnitId| self.run(o).course.through.contains(&u);
        self.turn().passers.iter().any(|o| through(*o) && own(*o) && self.in_passage(*o))
    }

    /// No charge march any more in this turn (07.02.6).
    pub(super) fn slow_down(&mut self, u: UnitId, by: Clause) {
        if self.field[u].record.charge.is_some_and(|c| c.ended.is_none()) && !self.run(u).course.slowed {
            self.run_mut(u).course.slowed = true;
            let by = By::from(clause!("07.02.6")).and(by);
            self.tell(by, &[u], || EventKind::Charging { unit: u, begins: false });
        }
    }
}
