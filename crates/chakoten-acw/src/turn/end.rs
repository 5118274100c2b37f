//! The end of the turn (play.turn-end).

use super::{Stage, Table};
use crate::book::data;
use crate::check::{Action, Primitive};
use crate::event::EventKind;
use crate::field::WorkUnderWay;
use crate::ground::{Line, LineKind};
use crate::order::{Step, Work};
use crate::procedures::{Appointment, Reorganise, ReorganiseSituation, Resupply, ResupplySituation};
use crate::troop::{Arm, State};
use crate::unit::{RepairItem, Unfinished, UnitId};
use crate::{clause, gear, losses, raising, reading, staffwork};
use table::{EPS, Polyline};
use umpire::judge;

impl Table {
    fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.field.units.len() as u16).map(UnitId)
    }

    /// Failed attacks, chains, surrender, guns taken.
    pub(crate) fn turn_end(&mut self) -> Stage {
        let _ = clause!("play.turn-end");
        for u in self.ids() {
            if !self.field[u].on_table() {
                continue;
            }
            let run = self.run(u);
            let unit = &self.field[u];
            let near = |e: &crate::unit::Unit| self.field.gap(unit, e) <= data().d.break_in + EPS;
            let reached =
                !run.shocked.is_empty() || (run.full_charge && self.field.enemies(unit.side).any(near));
            let attacks = run.attack.as_ref().is_some_and(|a| a.declared);
            // At the charge from clock 0 to clock 1.
            let all_turn = run.full_charge
                && !run.leg.stands()
                && run.steps.iter().all(|s| matches!(s, Primitive::March { .. } | Primitive::Wheel { .. }));
            if run.stopped && attacks {
                self.worsen(u, State::Slight, clause!("07.01.6.b"));
            } else if all_turn && attacks && !reached {
                self.worsen(u, State::Slight, clause!("07.01.6.a"));
            }
            if self.run(u).reforms {
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
            self.tell(clause!("08.04.4"), &[u], || EventKind::Surrendered { unit: u, figures: given });
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
                let _ = clause!("07.06.3");
                self.turn_mut().staff_due.push((s, by));
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
            self.guns_taken(u, by);
        }
    }

    /// These guns are the enemy's now, and off the table.
    fn guns_taken(&mut self, u: UnitId, by: UnitId) {
        let side = self.field[by].side;
        let Some(b) = self.field[u].battery.as_mut() else { return };
        let guns = b.sound + b.damaged;
        b.sound = 0;
        b.damaged = 0;
        b.taken = true;
        self.field.guns_taken[side.index()] += u32::from(guns);
        self.tell(clause!("play.guns-unmanned"), &[u, by], || EventKind::GunsTaken { unit: u, by, guns });
    }

    /// A march has come upon guns without gunners (play.no-shock).
    pub(crate) fn reach_guns(&mut self, u: UnitId, battery: UnitId) {
        let fit = matches!(self.field[u].arm, Arm::Infantry | Arm::Cavalry)
            && self.field[u].state <= State::Slight
            && self.field[u].on_table();
        let there = self.field[battery].battery.as_ref().is_some_and(|b| b.standing_alone().is_some());
        if fit && there {
            let _ = clause!("play.no-shock");
            self.guns_taken(battery, u);
        }
    }

    /// Resupply, works, reorganising, appointments, pins; then the turn is over.
    pub(crate) fn finish(&mut self) -> Stage {
        self.resupply();
        self.credit_work();
        let _ = clause!("04.01.5");
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
            let run = self.run(u).clone();
            let unit = &mut self.field[u];
            if unit.locked.is_empty() {
                // No melee came of it.
                unit.turned = 0;
                unit.wrapped = 0;
            }
            // In motion at clock 1 (02.06.4).
            let _ = clause!("02.06.4");
            unit.record.in_motion = unit.on_table()
                && run.leg.advancing
                && !run.leg.stands()
                && run.mode == super::Mode::Order
                && !run.void;
            unit.record.last_order = Some(match &run.action {
                Action::Stand { .. } if unit.state == State::Complete => crate::Order::Stand,
                _ => run.written.clone(),
            });
            unit.record.steps_done = match &run.action {
                Action::Move(c) => {
                    c.written.get(run.at).copied().unwrap_or_else(|| c.written.last().map_or(0, |w| w + 1))
                }
                _ => 0,
            };
            // A step begun and not finished goes on next turn.
            unit.record.unfinished = None;
            if !run.void && run.mode == super::Mode::Order {
                unit.record.unfinished = unfinished(&run);
            }
            if !matches!(run.action, Action::Stand { .. })
                || run.forced
                || run.fired
                || run.moved
                || run.melee
            {
                unit.record.last_activity = Some(turn);
            }
        }
        staffwork::turn_ends(&mut self.field);
        crate::fire::end_fire_fights(&mut self.field);
        self.tell_to(clause!("04.01.6"), [true; 2], || EventKind::TurnEnds);
        Stage::Done
    }

    fn resupply(&mut self) {
        for u in self.ids() {
            let Action::Resupply(wagon) = self.run(u).action else { continue };
            let run = self.run(u);
            let touch = self.field[wagon].on_table()
                && self.field[u].on_table()
                && self.field.gap(&self.field[u], &self.field[wagon]) <= EPS * 10.0;
            // In contact from the start to the end, and nothing else done (09.03.2).
            if !touch || run.moved || run.fired || run.forced || run.melee {
                let _ = clause!("09.03.2");
                continue;
            }
            let _ = clause!("09.03.1.a");
            let s = ResupplySituation { kind: self.field[u].kind() };
            let (o, ruling) = judge::<Resupply>(&s, &mut self.dice);
            if o.supplied {
                let unit = &mut self.field[u];
                unit.ammunition = true;
                if let Some(b) = unit.battery.as_mut() {
                    let _ = clause!("09.02.1");
                    b.rounds = data().gun(b.gun).rounds;
                }
            }
            self.tell(clause!("09.03.1.c"), &[u], || EventKind::Resupplied {
                unit: u,
                wagon,
                done: o.supplied,
                ruling: Box::new(ruling),
            });
        }
    }

    fn credit_work(&mut self) {
        for u in self.ids() {
            let hindered = {
                let r = self.run(u);
                r.moved || r.forced || r.attacked || r.melee
            };
            if self.repairs(u) {
                if let Some(item) = gear::end_repair_turn(&mut self.field, u, hindered) {
                    let says = if item == RepairItem::Gun { "a gun" } else { "a limber" };
                    self.tell(clause!("06.03.6"), &[u], || EventKind::Repaired {
                        unit: u,
                        item: says.into(),
                    });
                }
            }
            let working = match self.run(u).steps.get(self.run(u).at) {
                Some(Primitive::Work(w)) if self.run(u).working => Some(w.clone()),
                _ => None,
            };
            let unit = &self.field[u];
            let run = self.run(u);
            let losses = self.field.readings.is(reading!("work-interrupted", "losses-too"));
            let broken = run.fired
                || losses && run.hurt
                || run.moved
                || run.forced
                || run.attacked
                || run.melee
                || run.void
                || unit.pinned(self.field.turn)
                || unit.state >= State::Disorder
                || !unit.on_table();
            let at = self.field.works.iter().position(|w| w.unit == u);
            match (working, at) {
                (Some(w), at) if !broken => {
                    let of = w.turns;
                    let i = match at {
                        Some(i) if self.field.works[i].work == w.work => i,
                        other => {
                            if let Some(i) = other {
                                self.field.works.remove(i);
                            }
                            self.field.works.push(WorkUnderWay {
                                unit: u,
                                work: w.work.clone(),
                                turns: 0,
                                from: w.from,
                                to: w.to,
                                object: w.object,
                            });
                            self.field.works.len() - 1
                        }
                    };
                    self.field.works[i].turns += 1;
                    let turns = self.field.works[i].turns;
                    let done = turns >= of;
                    let says = work_name(&w.work).to_string();
                    self.tell(clause!("10.01.1"), &[u], || EventKind::Worked {
                        unit: u,
                        work: says,
                        turns,
                        of,
                        done,
                    });
                    if done {
                        let work = self.field.works.remove(i);
                        self.complete(&work);
                    }
                }
                // The turn's work is lost, or none was done; if the position was left, all of it is.
                (_, Some(i)) if self.left_its_work(i) => {
                    self.field.works.remove(i);
                    self.tell(clause!("10.01.1"), &[u], || EventKind::WorkLost { unit: u });
                }
                (Some(_), _) => {
                    let _ = clause!("10.01.1");
                }
                (None, _) => {}
            }
        }
    }

    /// Do the bases of the unit no longer touch the line of its work (10.01.1)? Whoever builds or clears beside him may stand so
    /// far off as he could when he began.
    fn left_its_work(&self, i: usize) -> bool {
        let w = &self.field.works[i];
        let u = &self.field[w.unit];
        let reach = match w.work {
            Work::LightFortification | Work::Abatis { .. } => EPS * 10.0,
            _ => self.field.readings.number(crate::reading!("work-reach")) + EPS,
        };
        let line = table::Rect::between(w.from, w.to);
        !u.on_table() || self.field.rects(u).iter().all(|r| r.gap(&line) > reach)
    }

    /// A fieldwork stands, or an object is cleared.
    fn complete(&mut self, w: &WorkUnderWay) {
        let kind = match &w.work {
            Work::LightFortification => LineKind::LightFortification,
            Work::Abatis { .. } => LineKind::Abatis,
            Work::Barricade { .. } => LineKind::Barricade,
            Work::ChevauxDeFrise { .. } => LineKind::ChevauxDeFrise,
            Work::Clear { .. } => {
                if let Some(l) = w.object.and_then(|i| self.field.lines.get_mut(i)) {
                    let along = |p| l.path.nearest(p).map_or(0.0, |n| n.1);
                    let (a, b) = (along(w.from), along(w.to));
                    l.cleared.push((a.min(b), a.max(b)));
                }
                return;
            }
        };
        if kind == LineKind::ChevauxDeFrise {
            // The material is used up.
            let _ = clause!("10.05.1");
            let left = &mut self.field.special.chevaux[self.field.units[w.unit.index()].side.index()];
            *left = (*left - w.from.dist(w.to)).max(0.0);
        }
        let (obstacle, cover) = raising::line_values(kind);
        let n = self.field.lines.iter().filter(|l| l.built).count() + 1;
        self.field.lines.push(Line {
            name: format!("work {n}"),
            kind,
            path: Polyline::new(vec![w.from, w.to]),
            depth: 0.5,
            obstacle,
            cover,
            cleared: Vec::new(),
            built: true,
        });
    }

    /// FU to U by dice, U to LU and LU to OR by two quiet turns, each unit at most one step (08.04).
    fn reorganise(&mut self) {
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
                    if unit.record.attempts >= 3 {
                        let _ = clause!("08.04.3.b");
                        continue;
                    }
                    let attempt = unit.record.attempts + 1;
                    let s = ReorganiseSituation {
                        attempt,
                        checked: unit.record.checked == Some(turn),
                        general: self.field.general_with(u).is_some(),
                        valour: unit.valour,
                    };
                    let (o, ruling) = judge::<Reorganise>(&s, &mut self.dice);
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
                    let idle = |t: u32| unit.record.last_activity.is_none_or(|a| a < t);
                    let stood = {
                        let r = self.run(u);
                        matches!(r.action, Action::Stand { .. })
                            && !r.moved
                            && !r.fired
                            && !r.forced
                            && !r.attacked
                            && !r.melee
                    };
                    // Two whole turns after the one in which it arose.
                    if turn >= since + 2 && quiet && stood && idle(turn - 1) {
                        self.better(u, State::Slight, clause!("08.04.2"));
                    }
                }
                State::Slight => {
                    if turn >= since + 2 && quiet {
                        self.better(u, State::Order, clause!("08.04.1"));
                    }
                }
                State::Order => {}
            }
        }
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
    fn appoint(&mut self) {
        for (command, by) in staffwork::appointments_due(&self.field) {
            let (o, ruling) = judge::<Appointment>(&Default::default(), &mut self.dice);
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

/// The written step that the end of the turn broke off, and what was done of it (play.clock).
fn unfinished(run: &super::Run) -> Option<crate::unit::Unfinished> {
    let (Action::Move(c), crate::Order::Move(m)) = (&run.action, &run.written) else { return None };
    let step = m.steps.get(usize::from(*c.written.get(run.at)?))?.clone();
    match (run.steps.get(run.at)?, step) {
        (Primitive::Wheel { degrees }, Step::Wheel { .. }) => {
            let left = run.left.filter(|l| *l > 0.0)?;
            Some(Unfinished { step: Step::Wheel { degrees: left * degrees.signum() }, spent: 0.0 })
        }
        (Primitive::March { .. } | Primitive::Back { .. } | Primitive::Wheel { .. }, _) => None,
        (_, step) => (run.spent > 0.0).then_some(Unfinished { step, spent: run.spent }),
    }
}

fn work_name(w: &Work) -> &'static str {
    match w {
        Work::LightFortification => "a light field fortification",
        Work::Abatis { .. } => "an abatis",
        Work::Barricade { .. } => "a barricade",
        Work::ChevauxDeFrise { .. } => "chevaux de frise",
        Work::Clear { .. } => "clearing",
    }
}
