//! The instants of the turn and their steps (play.instant).

use super::watch::What;
use super::{Mode, Stage, Table, Then};
use crate::event::{By, EventKind, Halt};
use crate::unit::UnitId;
use crate::{clause, reading};
use clock::{Due, Flow};

/// Rounds of the steps of one instant, at most.
const MOST_ROUNDS: u32 = 50;

impl Table {
    /// Step 1: who reaches contact distance halts, but before skirmishers whom he presses back.
    pub(crate) fn arrive(&mut self) -> Stage {
        let due = std::mem::take(&mut self.turn_mut().instant.due);
        let mut arrivals: Vec<(UnitId, UnitId)> = Vec::new();
        let mut rest = Vec::new();
        for m in due {
            match m.what {
                Due::Met(What::Arrive) => arrivals.push((m.who, m.other)),
                _ => rest.push(m),
            }
        }
        self.turn_mut().instant.due = rest;
        arrivals.sort();
        arrivals.dedup();
        let mut halted: Vec<UnitId> = Vec::new();
        for (u, o) in arrivals {
            if !self.field[u].on_table() || !self.field[o].on_table() {
                continue;
            }
            if self.presses(u, o) {
                let first = self.field.readings.is(reading!("press-and-fire", "pressed-first"));
                if first && !self.field[o].troops.lines_stand {
                    self.set_back(o, u, clause!("14.04.1.a"));
                    self.turn_mut().instant.legs.push(u);
                } else {
                    self.turn_mut().instant.pressed.push((o, u));
                }
                continue;
            }
            let first = !halted.contains(&u);
            self.halt_at_contact(u, o, first);
            halted.push(u);
            self.turn_mut().instant.arrivals.push((u, o));
        }
        self.turn_mut().instant.legs.extend(halted);
        self.after_arrivals()
    }

    /// It halts at contact distance (03.03.2, play.interrupt); the leg is given up, and what would bring it no nearer is tried.
    fn halt_at_contact(&mut self, u: UnitId, o: UnitId, first: bool) {
        self.stand_still(u);
        let mode = self.run(u).course.mode;
        if !self.run(u).course.halted.contains(&o) {
            self.run_mut(u).course.halted.push(o);
        }
        let by = By::from(clause!("03.03.2")).and(clause!("03.03.1")).and(clause!("play.interrupt"));
        let by = by.and(clause!("play.contact"));
        // An attack on another is not fought with who stands in its way (play.attack).
        let another = self.run(u).assault.target().is_some_and(|t| t != o);
        let by = by.with(another.then(|| clause!("play.attack")));
        // Skirmishers who need no soutien stand like any others (14.02.1).
        let loose = self.field[o].skirmishing() && self.field[u].closed() && !self.run(o).befell.pressed;
        let by = by.with(self.no_soutien_needed(o).filter(|_| loose));
        self.tell(by, &[u, o], || EventKind::Halted { unit: u, why: Halt::Contact, before: Some(o) });
        // At its target the rest of its order is kept for after the melee (12.02.5).
        if !first || self.run(u).assault.target() == Some(o) {
            return;
        }
        match mode {
            Mode::Order => {
                if !self.run(u).order.void {
                    self.run_mut(u).order.next();
                }
            }
            Mode::Retreat { .. } => self.corner(u),
            _ => self.run_mut(u).course.mode = Mode::Stand,
        }
    }

    /// Does a unit come upon skirmishers whom it presses back and who do not halt it (14.04.1.a)?
    fn presses(&self, u: UnitId, o: UnitId) -> bool {
        let closed = self.field[u].closed() && self.field[u].state.intact();
        closed
            && self.leg(u).how.own
            && self.field[o].skirmishing()
            && self.needs_soutien(o).is_some()
            && !self.run(o).befell.pressed
    }

    /// Step 8: periods that end now are over, own units in the way, new legs begin.
    pub(crate) fn go(&mut self) -> Stage {
        let due = std::mem::take(&mut self.turn_mut().instant.due);
        let clock = self.time();
        let mut friends = Vec::new();
        for m in due {
            match m.what {
                Due::LegEnds => self.turn_mut().instant.legs.push(m.who),
                Due::Met(What::Friend) => {
                    // Of two who come together only he is stopped who ran into the other.
                    let bent = self.field[m.other].bent();
                    if bent || clock::runs_into(&self.leg(m.who).moving, &self.leg(m.other).moving, clock) {
                        friends.push((m.who, m.other));
                    }
                }
                Due::Met(What::Clear) => self.is_clear(m.who, m.other),
                Due::Met(What::Beside) => self.turn_mut().instant.legs.push(m.who),
                Due::Met(What::Arrive | What::Passes) => {}
            }
        }
        for (u, o) in friends {
            self.meet_friend(u, o);
        }
        self.look_for_soutiens();
        Stage::Soutiens
    }

    /// The rest of step 8: what was chosen for skirmishers without a soutien, then new legs.
    pub(crate) fn soutiens(&mut self) -> Stage {
        self.soutiens_chosen();
        for _ in 0..8 {
            let mut legs = std::mem::take(&mut self.turn_mut().instant.legs);
            if legs.is_empty() {
                break;
            }
            legs.sort();
            legs.dedup();
            for u in legs {
                if self.field[u].on_table() {
                    self.leg_over(u);
                }
            }
        }
        self.look_beside();
        if !self.turn().instant.falls.is_empty() || !self.turn().instant.melees.is_empty() {
            self.riders_come();
        }
        if !self.turn().instant.falls.is_empty() {
            return Stage::Falls(Then::Go);
        }
        // Who turned upon an enemy in FU fights him now.
        if !self.turn().instant.melees.is_empty() && self.another_round() {
            return Stage::Melees;
        }
        self.turn_mut().instant.rounds = 0;
        self.turn_mut().instant.fighting.clear();
        Stage::March
    }

    /// Is something due again at this very moment?
    pub(super) fn another_round(&mut self) -> bool {
        let t = self.turn_mut();
        t.instant.rounds += 1;
        t.instant.rounds <= MOST_ROUNDS
    }

    /// Step 9: the clock runs on, until somebody must choose something (`None`) or it has run out.
    pub(crate) fn march(&mut self) -> Option<Stage> {
        match clock::run(self, 1.0) {
            Flow::Ask => None,
            Flow::On | Flow::Over => Some(self.clock_runs_out()),
        }
    }

    /// The steps of an instant until it is settled or somebody must choose something.
    pub(super) fn run_steps(&mut self) {
        while self.pending.is_none() && self.turn().stage != Stage::March {
            let next = self.step();
            self.turn_mut().stage = next;
        }
        if self.turn().stage == Stage::March {
            self.cue(desk::Cue::Instant);
        }
    }

    fn clock_runs_out(&mut self) -> Stage {
        for u in self.standing() {
            self.settle(u);
        }
        for u in self.standing() {
            self.done_at_the_end(u);
        }
        self.go_along();
        self.staff_arrivals();
        Stage::Blaze
    }
}
