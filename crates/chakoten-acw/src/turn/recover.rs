//! Units find themselves again at the end of a turn: supplies, order, generals (08.04, 08.05, 09.03).

use super::Table;
use crate::book::data;
use crate::check::Action;
use crate::event::{By, EventKind};
use crate::field::Field;
use crate::procedures::{Appointment, Reorganise, ReorganiseSituation, Resupply, ResupplySituation};
use crate::troop::{Arm, State};
use crate::unit::UnitId;
use crate::{clause, reading, staffwork};
use table::EPS;
use umpire::{Procedure, judge};

/// The attempt to reorganise that a unit in flight makes at the end of this turn (08.04.3.a).
pub(crate) fn attempt_of(f: &Field, u: UnitId) -> Option<ReorganiseSituation> {
    let unit = &f[u];
    let flees = unit.on_table() && unit.arm != Arm::Wagon && unit.state == State::Complete;
    // After three attempts it flees on (08.04.3.b).
    (flees && unit.record.attempts < 3).then(|| ReorganiseSituation {
        attempt: unit.record.attempts + 1,
        checked: unit.record.checked == Some(f.turn),
        general: f.general_with(u).is_some(),
        valour: unit.valour,
    })
}

impl Table {
    pub(super) fn resupply(&mut self) {
        for u in self.ids() {
            let Action::Resupply(wagon) = self.run(u).order.action else { continue };
            let run = self.run(u);
            let touch = self.field[wagon].on_table()
                && self.field[u].on_table()
                && self.field.gap(&self.field[u], &self.field[wagon]) <= EPS * 10.0;
            // In contact from the start to the end, and nothing else done (09.03.2).
            if !touch || run.befell.moved || run.fire.fired || run.befell.forced || run.befell.melee {
                continue;
            }
            let s = ResupplySituation { kind: self.field[u].kind() };
            let (o, ruling) = self.judge::<Resupply>(&s, u);
            let mut by = By::from(clause!("09.03.1.c")).and(clause!("09.03.1.a")).and(clause!("09.03.2"));
            if o.supplied {
                let unit = &mut self.field[u];
                unit.ammunition = true;
                if let Some(b) = unit.battery.as_mut() {
                    by = by.and(clause!("09.02.1"));
                    b.rounds = data().gun(b.gun).rounds;
                }
            }
            self.tell(by, &[u], || EventKind::Resupplied {
                unit: u,
                wagon,
                done: o.supplied,
                ruling: Box::new(ruling),
            });
        }
    }

    /// FU to U by dice, U to LU and LU to OR by two quiet turns, each unit at most one step (08.04).
    pub(super) fn reorganise(&mut self) {
        let turn = self.field.turn;
        for u in self.ids() {
            let unit = &self.field[u];
            if !unit.on_table() || unit.arm == Arm::Wagon {
                continue;
            }
            let since = unit.record.state_since;
            let quiet = unit.record.last_loss.is_none_or(|t| t + 1 < turn);
            match unit.state {
                State::Complete => {
                    let Some(s) = attempt_of(&self.field, u) else { continue };
                    let attempt = s.attempt;
                    let (o, ruling) = self.judge::<Reorganise>(&s, u);
                    self.field[u].record.attempts = attempt;
                    if o == crate::procedures::small::ReorganiseOutcome::Reorganised {
                        let rec = &mut self.field[u];
                        rec.state = State::Disorder;
                        rec.record.state_since = turn;
                        rec.record.attempts = 0;
                        self.tell(clause!("08.04.3.a"), &[u], || EventKind::Reorganised {
                            unit: u,
                            from: State::Complete,
                            to: State::Disorder,
                            ruling: Some(Box::new(ruling)),
                        });
                    } else {
                        self.tell(clause!("08.04.3.a"), &[u], || EventKind::NotReorganised {
                            unit: u,
                            attempt,
                            ruling: Box::new(ruling),
                        });
                    }
                }
                State::Disorder => {
                    // Two whole turns after the one in which it arose.
                    if turn >= since + 2 && quiet && self.stood_two_turns(u) {
                        self.better(u, State::Slight, clause!("08.04.2"));
                    }
                }
                State::Slight => {
                    let still = self.field.readings.is(reading!("reorganising-lu", "standing"));
                    if turn >= since + 2 && quiet && (!still || self.stood_two_turns(u)) {
                        self.better(u, State::Order, clause!("08.04.1"));
                    }
                }
                State::Order => {}
            }
        }
    }

    /// Has it stood in this turn and in the last, and done nothing?
    fn stood_two_turns(&self, u: UnitId) -> bool {
        let r = self.run(u);
        let idle = self.field[u].record.last_activity.is_none_or(|a| a + 1 < self.field.turn);
        matches!(r.order.action, Action::Stand { .. }) && !r.fire.fired && !r.befell.stirred() && idle
    }

    fn better(&mut self, u: UnitId, to: State, by: umpire::Clause) {
        let turn = self.field.turn;
        let unit = &mut self.field[u];
        let from = unit.state;
        unit.state = to;
        unit.record.state_since = turn;
        if to == State::Order {
            unit.pinned_to = None;
        }
        self.tell(by, &[u], || EventKind::Reorganised { unit: u, from, to, ruling: None });
    }

    /// Successors of lost generals (08.05).
    pub(super) fn appoint(&mut self) {
        for (command, by) in staffwork::appointments_due(&self.field) {
            let of = &self.field[command];
            let dice = self.dice.occasion(Appointment::NAME, &*of.code, of.side);
            let (o, ruling) = judge::<Appointment>(&Default::default(), dice);
            if o.appointed {
                let staff = staffwork::appoint(&mut self.field, command, by);
                self.tell_to(clause!("08.05.4"), self.seen_by_owner(command), || EventKind::Appointed {
                    staff,
                    ruling: Box::new(ruling),
                });
            } else {
                self.tell_to(clause!("08.05.3"), self.seen_by_owner(command), || EventKind::NotAppointed {
                    staff: by,
                    ruling: Box::new(ruling),
                });
            }
        }
    }

    fn seen_by_owner(&self, command: crate::unit::CommandId) -> [bool; 2] {
        let mut seen = [false; 2];
        seen[self.field[command].side.index()] = true;
        seen
    }
}
