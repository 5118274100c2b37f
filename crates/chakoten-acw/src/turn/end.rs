//! The end of the turn (play.turn-end).

use super::{Stage, Table};
use crate::book::data;
use crate::check::{Action, Primitive};
use crate::event::{By, EventKind};
use crate::order::Step;
use crate::troop::{Arm, State};
use crate::unit::{Unfinished, UnitId};
use crate::{clause, losses, staffwork};
use table::EPS;
use umpire::Clause;

impl Table {
    pub(super) fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.field.units.len() as u16).map(UnitId)
    }

    /// Failed attacks, chains, surrender, guns taken.
    pub(crate) fn turn_end(&mut self) -> Stage {
        for u in self.ids() {
            if !self.field[u].on_table() {
                continue;
            }
            let run = self.run(u);
            let unit = &self.field[u];
            let near = |e: &crate::unit::Unit| self.field.gap(unit, e) <= data().d.break_in + EPS;
            let reached = !run.assault.shocked.is_empty()
                || (run.assault.full_charge && self.field.enemies(unit.side).any(near));
            let attacks = run.assault.attack.as_ref().is_some_and(|a| a.declared);
            // At the charge from clock 0 to clock 1.
            let all_turn = run.assault.full_charge
                && !self.leg(u).stands()
                && run
                    .order
                    .steps
                    .iter()
                    .all(|s| matches!(s, Primitive::March { .. } | Primitive::Wheel { .. }));
            if run.assault.stopped && attacks {
                self.worsen(u, State::Slight, By::from(clause!("07.01.6.b")).and(clause!("08.02.8")));
            } else if all_turn && attacks && !reached {
                self.worsen(u, State::Slight, By::from(clause!("07.01.6.a")).and(clause!("08.02.8")));
            }
            if self.run(u).befell.reforms {
                losses::reform_chain(&mut self.field, u);
            }
        }
        self.step_clear();
        self.surrender();
        self.take_guns();
        // Whom a surrender has left alone beside the enemy may flee from him or is taken, and an heir is named (07.06.3, 08.05.2).
        self.turn_mut().ending = true;
        Stage::Choose
    }

    pub(crate) fn late_staff(&mut self) -> Stage {
        self.ask_staff();
        Stage::LateStaffGone
    }

    /// Figures in FU within 2 cm of an enemy surrender (08.04.4).
    fn surrender(&mut self) {
        let reach = data().d.break_in;
        let mut all = Vec::new();
        for u in self.field.present().filter(|u| u.state == State::Complete) {
            let foes: Vec<_> = self
                .field
                .enemies(u.side)
                .filter(|e| e.state != State::Complete && e.arm != Arm::Wagon)
                .flat_map(|e| self.field.rects(e))
                .collect();
            let near = |r: &table::Rect| foes.iter().any(|e| e.gap(r) <= reach + EPS);
            if !u.rects().iter().any(near) {
                continue;
            }
            let n = if u.by_figures() {
                let (w, h) = u.figure();
                let base = |c: &table::V2| table::Rect {
                    centre: *c,
                    dir: u.base.dir,
                    half_width: w / 2.0,
                    half_depth: h / 2.0,
                };
                crate::place::figures(u).iter().filter(|c| near(&base(c))).count() as u16
            } else {
                u.figures
            };
            all.push((u.id, n.clamp(1, u.figures.max(1))));
        }
        for (u, n) in all {
            let staff: Vec<_> = self.field.staff.iter().filter(|s| s.with == Some(u)).map(|s| s.id).collect();
            let given = losses::give_up(&mut self.field, u, n);
            let by = By::from(clause!("08.04.4")).and(clause!("07.06.4"));
            self.tell(by, &[u], || EventKind::Surrendered { unit: u, figures: given });
            self.gone(u);
            if !self.field[u].on_table() {
                self.left_beside_the_enemy(&staff);
            }
        }
    }

    /// Generals and orderlies whose unit has surrendered round them stand alone within 2 cm of the enemy (07.06.3).
    fn left_beside_the_enemy(&mut self, staff: &[crate::unit::StaffId]) {
        for &s in staff {
            let f = &self.field;
            let st = &f[s];
            let near = |e: &&crate::unit::Unit| {
                e.arm != Arm::Wagon
                    && e.state != State::Complete
                    && f.rects(e).iter().any(|r| r.gap(&st.base.rect()) <= data().d.break_in + EPS)
            };
            let by = f.enemies(st.side).filter(near).min_by_key(|e| (std::cmp::Reverse(e.figures), e.id));
            if let Some(by) = by.map(|e| e.id) {
                self.turn_mut().instant.staff_due.push((s, by));
            }
        }
    }

    /// Unmanned guns with an enemy unit in contact are taken (play.guns-unmanned).
    fn take_guns(&mut self) {
        let mut taken = Vec::new();
        for u in &self.field.units {
            let Some(b) = u.battery.as_ref() else { continue };
            let Some(guns) = b.unmanned.filter(|_| !b.taken) else { continue };
            let by = self
                .field
                .enemies(u.side)
                .filter(|e| matches!(e.arm, Arm::Infantry | Arm::Cavalry) && e.state <= State::Slight)
                .filter(|e| self.field.rects(e).iter().any(|r| r.gap(&guns.rect()) <= EPS * 10.0))
                // Of several the larger has them (play.tie).
                .min_by_key(|e| (std::cmp::Reverse(e.figures), e.id));
            if let Some(by) = by {
                taken.push((u.id, by.id));
            }
        }
        for (u, by) in taken {
            self.guns_taken(u, by, None);
        }
    }

    /// These guns are the enemy's now, and off the table.
    fn guns_taken(&mut self, u: UnitId, by: UnitId, also: Option<Clause>) {
        let side = self.field[by].side;
        let Some(b) = self.field[u].battery.as_mut() else { return };
        let guns = b.sound + b.damaged;
        b.sound = 0;
        b.damaged = 0;
        b.taken = true;
        self.field.guns_taken[side.index()] += u32::from(guns);
        let told = By::from(clause!("play.guns-unmanned")).with(also);
        self.tell(told, &[u, by], || EventKind::GunsTaken { unit: u, by, guns });
    }

    /// A march has come upon guns without gunners (play.no-shock).
    pub(crate) fn reach_guns(&mut self, u: UnitId, battery: UnitId) {
        let fit = matches!(self.field[u].arm, Arm::Infantry | Arm::Cavalry)
            && self.field[u].state <= State::Slight
            && self.field[u].on_table();
        let there = self.field[battery].battery.as_ref().is_some_and(|b| b.standing_alone().is_some());
        if fit && there {
            self.guns_taken(battery, u, Some(clause!("play.no-shock")));
        }
    }

    /// Resupply, works, reorganising, appointments, pins; then the turn is over.
    pub(crate) fn finish(&mut self) -> Stage {
        self.resupply();
        self.credit_work();
        self.reorganise();
        // Who has rallied among others takes ground of his own.
        self.step_clear();
        self.appoint();
        let turn = self.field.turn;
        for u in self.ids() {
            if self.field[u].pinned_to.is_some_and(|t| t <= turn) {
                self.field[u].pinned_to = None;
                self.tell(clause!("play.pin-clock"), &[u], || EventKind::PinEnds { unit: u });
            }
            let run = self.run(u);
            let goes = self.leg(u).how.advancing && !self.leg(u).stands();
            let ordered = run.course.mode == super::Mode::Order && !run.order.void;
            let last_order = match &run.order.action {
                Action::Stand { .. } if self.field[u].state == State::Complete => crate::Order::Stand,
                _ => run.order.written.clone(),
            };
            let steps_done = match &run.order.action {
                Action::Move(c) => c
                    .written
                    .get(run.order.at)
                    .copied()
                    .unwrap_or_else(|| c.written.last().map_or(0, |w| w + 1)),
                _ => 0,
            };
            // A step begun and not finished goes on next turn.
            let unfinished = if ordered { unfinished(run) } else { None };
            let active = !matches!(run.order.action, Action::Stand { .. })
                || run.befell.forced
                || run.fire.fired
                || run.befell.moved
                || run.befell.melee;
            let unit = &mut self.field[u];
            if unit.locked.is_empty() {
                // No melee came of it.
                unit.turned = 0;
                unit.wrapped = 0;
            }
            // In motion at clock 1 (02.06.4).
            unit.record.in_motion = unit.on_table() && goes && ordered;
            unit.record.last_order = Some(last_order);
            unit.record.steps_done = steps_done;
            unit.record.unfinished = unfinished;
            if active {
                unit.record.last_activity = Some(turn);
            }
        }
        staffwork::turn_ends(&mut self.field);
        crate::fire::end_fire_fights(&mut self.field);
        self.meet_in_contact();
        let by = By::from(clause!("04.01.6")).and(clause!("04.01.5")).and(clause!("play.turn-end"));
        self.tell_to(by, [true; 2], || EventKind::TurnEnds);
        Stage::Done
    }
}

/// The written step that the end of the turn broke off, and what was done of it (play.clock).
fn unfinished(run: &super::Run) -> Option<crate::unit::Unfinished> {
    let (Action::Move(c), crate::Order::Move(m)) = (&run.order.action, &run.order.written) else {
        return None;
    };
    let step = m.steps.get(usize::from(*c.written.get(run.order.at)?))?.clone();
    match (run.order.steps.get(run.order.at)?, step) {
        (Primitive::Wheel { degrees }, Step::Wheel { .. }) => {
            let left = run.order.left.filter(|l| *l > 0.0)?;
            Some(Unfinished { step: Step::Wheel { degrees: left * degrees.signum() }, spent: 0.0 })
        }
        (Primitive::March { .. } | Primitive::Back { .. } | Primitive::Wheel { .. }, _) => None,
        (_, step) => (run.order.spent > 0.0).then_some(Unfinished { step, spent: run.order.spent }),
    }
}
