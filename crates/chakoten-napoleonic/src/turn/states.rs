//! States of order in play: grades received, four of them making U (03.03.6, 03.03.7), and who must retreat or flee for it.

use super::{Mode, Table};
use crate::event::{By, EventKind};
use crate::troop::State;
use crate::unit::UnitId;
use crate::{clause, reading};

/// A unit that has come into U or FU and must go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fall {
    pub unit: UnitId,
    /// The enemy before whom it goes.
    pub from: Option<UnitId>,
    /// Retreats in U, flees in FU.
    pub flees: bool,
    /// It flees this way, with those who swept it along (play.flight).
    pub dir: Option<table::V2>,
}

impl Table {
    /// It receives so many grades of light disorder (03.03.6). Nobody in U or FU is the worse for them.
    pub(crate) fn grade(&mut self, u: UnitId, by: impl Into<By>) {
        let was = self.field[u].state;
        if !was.intact() {
            return;
        }
        let to = State::of_grades(was.grades() + 1);
        let by = by.into().and(clause!("03.03.6"));
        let by = if to == State::Disorder { by.and(clause!("03.03.7")) } else { by };
        self.worsen(u, to, by, None);
    }

    /// The new state of a unit is the worse of the present one and the result. Who comes into U or FU must go. Says whether it became worse.
    pub(crate) fn worsen(&mut self, u: UnitId, to: State, by: impl Into<By>, cause: Option<UnitId>) -> bool {
        let from = self.field[u].state;
        if to <= from || !self.field[u].on_table() {
            return false;
        }
        self.settle(u);
        // What makes it worse is no longer the disorder that both sides had of each other (13.01.4).
        self.run_mut(u).befell.levelled = false;
        let turn = self.field.turn;
        let unit = &mut self.field[u];
        unit.state = to;
        unit.record.reorganising = None;
        match to {
            State::Disorder => unit.record.retreat_turn = Some(turn),
            State::Complete => {
                unit.record.flight_turn = Some(turn);
                unit.record.gave_prisoners = false;
                unit.record.fu_lost = 0;
                unit.working = false;
            }
            _ => {}
        }
        // Whoever is no longer intact loses his order (03.03.3).
        let broken = from.intact() && !to.intact();
        let by = by.into().with(broken.then(|| clause!("03.03.3")));
        let own_fault = cause.is_none() && to == State::Disorder;
        self.tell(by, &[u], || EventKind::StateChanged { unit: u, from, to });
        if to < State::Disorder {
            return true;
        }
        self.lose_order(u);
        if own_fault && self.field.readings.is(reading!("four-grades", "stands")) {
            self.run_mut(u).course.mode = Mode::Stand;
            return true;
        }
        let flees = to == State::Complete;
        let falls = &mut self.turn_mut().instant.falls;
        falls.retain(|f| f.unit != u);
        falls.push(Fall { unit: u, from: cause, flees, dir: None });
        self.column_falls(u, to, cause);
        true
    }

    /// Its order is lost: what it was doing ends here.
    pub(crate) fn lose_order(&mut self, u: UnitId) {
        self.settle(u);
        self.clock_mut().release(u);
        let run = self.run_mut(u);
        run.order.void = true;
        run.fire.order = None;
        run.assault.ends();
        (run.befell.evades_later, run.befell.evades_at) = (false, None);
        self.field[u].record.unfinished = None;
        self.field[u].record.closing = None;
        self.stand_still(u);
    }

    /// Men lost or a fight: reorganising begins anew (13.06.1).
    pub(crate) fn disturbed(&mut self, u: UnitId) {
        if self.field[u].record.reorganising.is_some() {
            let now = self.abs();
            self.field[u].record.reorganising = Some(now);
            self.turn_mut().instant.legs.push(u);
        }
    }

    /// It has moved, changed or been moved: periods of standing begin now.
    pub(crate) fn stirred(&mut self, u: UnitId) {
        let now = self.abs();
        let r = &mut self.field[u].record;
        r.moved = Some(now);
        r.held.clear();
    }
}
