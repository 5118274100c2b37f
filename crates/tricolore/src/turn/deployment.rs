//! The deployment phase: deployment moves of both sides by quarters, then squares and turns, then the guns (deployment-*, gt-guns.*).

use crate::answer::{Answer, GunAct, SettleAct};
use crate::battle::{Awaits, Battle, Step};
use crate::check::grand::{self, Deployed};
use crate::check::{self, near};
use crate::command::CommandId;
use crate::event::Kind;
use crate::officer::OfficerId;
use crate::orders::OrderKind;
use crate::procedures::Within;
use crate::procedures::movement::{
    ChangePhase, FormationChange, FormationChangeOutcome, FormationChangeSituation, MoveReadings, PivotWhy,
};
use crate::procedures::orders::{EngageFromDefence, EngageOutcome, EngageSituation, HalfOf};
use crate::troop::{Arm, Formation};
use crate::unit::{Side, UnitId};
use crate::{clause, reading, say};
use table::V2;
use umpire::{Procedure, Refusal, allow, judge};

/// Degrees from which a change of facing is an about-turn and no pivot (pivot.4).
const ABOUT: f64 = 179.99;

impl Battle {
    pub(super) fn begin_deployment(&mut self) {
        self.phase(say!("phase-deployment"));
        let engineers = self.field.readings.is(reading!("engineers-move", "deployment"));
        let has = |s: Side| {
            self.field.commands.iter().any(|c| c.side == s && grand::deploys(self, c.id).is_some())
                || engineers && self.field.side(s).any(|u| u.arm() == Arm::Engineers)
        };
        let asked: Vec<Side> = Side::BOTH.into_iter().filter(|s| has(*s)).collect();
        if asked.is_empty() {
            self.to(Step::Settling);
            return;
        }
        self.play.secret = [None, None];
        self.play.pending = asked.into_iter().map(|s| (s, Awaits::Deploy)).collect();
    }

    pub(super) fn check_deployment(&self, side: Side, answer: &Answer) -> Result<(), Refusal> {
        let Answer::Deploy { officers, units } = answer else { return Ok(()) };
        grand::deployment(self, side, officers, units).map(|_| ())
    }

    pub(super) fn deployments_in(&mut self, both: &[Option<Answer>; 2]) {
        let mut places: Vec<(OfficerId, V2, V2)> = Vec::new();
        let mut all: Vec<Deployed> = Vec::new();
        for side in self.in_turn() {
            let Some(Answer::Deploy { officers, units }) = &both[side.index()] else { continue };
            if let Ok((p, u)) = grand::deployment(self, side, officers, units) {
                places.extend(p);
                all.extend(u);
            }
        }
        for (o, at, dir) in places {
            self.move_officer(o, at);
            self.field[o].dir = dir;
            let name = self.field[o].name.clone();
            self.say(clause!("deployment-order.1"), Kind::OfficerMoves, &[], || {
                say!("event-officer-deploys", officer = &*name)
            });
        }
        let engaging: Vec<CommandId> = {
            let mut c: Vec<CommandId> =
                all.iter().filter(|d| d.engages).filter_map(|d| self.field[d.unit].command).collect();
            c.sort();
            c.dedup();
            c
        };
        let held: Vec<CommandId> = engaging.into_iter().filter(|c| !self.may_engage(*c)).collect();
        all.retain(|d| !(d.engages && self.field[d.unit].command.is_some_and(|c| held.contains(&c))));
        let mut movers: Vec<super::manoeuvre::Mover> = all
            .iter()
            .map(|d| {
                let keeps = if d.engages { (100.0, 100.0) } else { (400.0, 100.0) };
                let from = table::Base { front: self.field[d.unit].base.front, ..d.end };
                super::manoeuvre::Mover::new(&self.field, d.unit, (from, d.end), keeps)
            })
            .collect();
        self.run(&mut movers);
        for (d, m) in all.iter().zip(&movers) {
            self.cue();
            self.deploy_unit(d, m.at, m.stopped.is_some());
        }
        self.left_works();
        self.look_at_integrity();
        self.to(Step::Settling);
    }

    /// May a command on defence order engage by deployment moves (deployment-defence.2)?
    fn may_engage(&mut self, c: CommandId) -> bool {
        let f = &self.field;
        let o = &f[f[c].officer];
        let by_bases = f.readings.is(reading!("defence-half", "bases"));
        let count = |near: bool| -> u32 {
            f.of_command(c)
                .filter(|u| !near || f.nearer(near::enemy(f, u), 600.0))
                .map(|u| if by_bases { u32::from(u.bases.now) } else { 1 })
                .sum()
        };
        let s = EngageSituation {
            ability: o.gifts.ability,
            officer: f.enemy_from(o.side, o.at).min(99_999.0),
            all: count(false).max(1),
            near: count(true),
            half_of: HalfOf::pick(by_bases),
            within: Within::of(&f.readings),
        };
        let (code, name, side) = (o.code.clone(), f[c].name.clone(), o.side);
        let (out, ruling) =
            judge::<EngageFromDefence>(&s, self.dice.occasion(EngageFromDefence::NAME, &*code, side));
        let may = out == EngageOutcome::MayEngage;
        self.rule_on(clause!("deployment-defence.2"), Kind::Tested, side, &[], ruling, || {
            if may {
                say!("event-may-engage", command = &*name)
            } else {
                say!("event-held-back", command = &*name)
            }
        });
        if may {
            self.play.means_to_engage.push(c);
        }
        may
    }

    fn deploy_unit(&mut self, d: &Deployed, at: f64, stopped: bool) {
        let from = self.field[d.unit].base;
        let whole = at >= 1.0 - 1e-9;
        let u = &mut self.field[d.unit];
        if u.formation.zone().is_some() && d.enter.is_none() {
            u.formation = Formation::Column { front: 1 };
            u.outside = 0;
        }
        let front = from.front.lerp(d.end.front, at);
        u.base = table::Base { front, dir: d.end.dir, ..u.base };
        u.trail.clear();
        if from.front.dist(front) > near::HAIR || from.dir.dist(d.end.dir) > 1e-6 {
            super::moves::has_moved(&mut u.record);
        }
        let (code, metres) = (u.code.clone(), words::whole(from.front.dist(front)));
        let (command, engineers) = (u.command, u.arm() == Arm::Engineers);
        let by = match command.map(|c| self.field[c].orders.kind()) {
            Some(Some(OrderKind::Defence)) => clause!("deployment-defence.1"),
            _ if engineers => clause!("engineer.1"),
            _ => clause!("deployment-order.2"),
        };
        self.redraw(d.unit);
        self.say(by, Kind::Moves, &[d.unit], || say!("event-deploys", unit = &*code, metres));
        self.gun_left_behind(d.unit, &from);
        // Pivots over 30 degrees test in this phase only where that is played (formchange.7).
        let turned = from.dir.angle_to(d.end.dir).to_degrees();
        if turned < ABOUT {
            self.pivot_test(d.unit, turned, PivotWhy::Deployment);
        }
        if stopped {
            self.also(clause!("deployment-phase.2"));
        }
        if let Some(z) = d.enter.filter(|_| whole) {
            self.enter_town(d.unit, z, clause!("manoeuvre-phase.14"));
            return;
        }
        if d.changes && whole {
            self.form_in_deployment(
                d.unit,
                d.formation,
                ChangePhase::Deployment,
                clause!("deployment-order.2"),
            );
        }
        self.attached_follow(d.unit);
    }

    /// A change of formation in the deployment phase: no officer test, T2/U (formchange.7).
    fn form_in_deployment(&mut self, id: UnitId, to: Formation, phase: ChangePhase, by: umpire::Clause) {
        let u = &self.field[id];
        let s = FormationChangeSituation {
            arm: u.arm(),
            from: u.formation.kind(),
            to: to.kind(),
            bases: u.bases.now,
            irregular: u.troop.irregular,
            officer: u.values.officer,
            training: u.values.training,
            disorder: u.disorder.active,
            enemy: self.enemy_of(id),
            phase,
            continued: u.continued.is_some(),
            manoeuvred: u.command.is_some_and(|c| self.play.moved.contains(&c)) && u.record.moved_in_phase,
            by_turn: false,
            readings: MoveReadings::of(&self.field.readings),
        };
        let (code, side) = (u.code.clone(), u.side);
        let (o, ruling) =
            judge::<FormationChange>(&s, self.dice.occasion(FormationChange::NAME, &*code, side));
        let formation = crate::words::formation(to.kind());
        if let FormationChangeOutcome::Changes { disorder, .. } = o {
            self.rule_on(by, Kind::Changes, side, &[id], ruling, || {
                say!("event-forms", unit = &*code, formation)
            });
            let u = &mut self.field[id];
            u.disorder.active = disorder;
            u.formation = to;
            super::moves::has_moved(&mut u.record);
            self.redraw(id);
        } else {
            self.rule_on(by, Kind::Changes, side, &[id], ruling, || {
                say!("event-does-not-form", unit = &*code, formation)
            });
        }
    }

    pub(super) fn begin_settling(&mut self) {
        let has = |s: Side| {
            self.field.side(s).any(|u| matches!(u.arm(), Arm::Infantry | Arm::Cavalry | Arm::Artillery))
        };
        let asked: Vec<Side> = Side::BOTH.into_iter().filter(|s| has(*s)).collect();
        if asked.is_empty() {
            self.after_settling();
            return;
        }
        self.play.secret = [None, None];
        self.play.pending = asked.into_iter().map(|s| (s, Awaits::Settle)).collect();
    }

    pub(super) fn check_settling(&self, side: Side, answer: &Answer) -> Result<(), Refusal> {
        let Answer::Settle { units } = answer else { return Ok(()) };
        let mut named = Vec::new();
        for s in units {
            let id = check::moves::own(self, side, &s.unit)?;
            if named.contains(&id) {
                return Err(Refusal::form(say!("named-twice", unit = &*s.unit)));
            }
            named.push(id);
            self.check_settle(id, s.act)?;
        }
        Ok(())
    }

    pub(crate) fn check_settle(&self, id: UnitId, act: SettleAct) -> Result<(), Refusal> {
        let u = &self.field[id];
        let code = &*u.code;
        match act {
            SettleAct::Square => {
                check::moves::formation(u, crate::troop::FormationKind::Square, None)?;
                let by = clause!("deployment-other.1");
                allow(u.continued.is_none(), by, || say!("in-continued-melee", unit = code))?;
                allow(u.formation.zone().is_none(), by, || say!("stands-in-town", unit = code))?;
                let manoeuvred =
                    u.command.is_some_and(|c| self.play.moved.contains(&c)) && u.record.moved_in_phase;
                allow(!manoeuvred, by, || say!("has-manoeuvred", unit = code))?;
                let base =
                    near::drawn_up(&self.field, u, Formation::Square, u.bases.now, u.base.front, u.base.dir);
                allow(self.free_for(id, &base), clause!("play.change"), || say!("no-room", unit = code))
            }
            SettleAct::About => {
                let by = clause!("deployment-other.2");
                allow(u.continued.is_none(), by, || say!("in-continued-melee", unit = code))?;
                let guns =
                    u.arm() == Arm::Artillery && !self.field.readings.is(reading!("guns-about-turn", "may"));
                allow(!guns, by, || say!("guns-move-otherwise", unit = code))?;
                allow(u.formation.zone().is_none(), by, || say!("stands-in-town", unit = code))
            }
            SettleAct::Guns(g) => self.check_guns(id, g, false),
        }
    }

    /// Squares and turns first, then the guns (play.machine).
    pub(super) fn settlings_in(&mut self, both: &[Option<Answer>; 2]) {
        let mut guns: Vec<(UnitId, GunAct)> = Vec::new();
        for side in self.in_turn() {
            let Some(Answer::Settle { units }) = &both[side.index()] else { continue };
            for s in units {
                let Ok(id) = check::moves::own(self, side, &s.unit) else { continue };
                match s.act {
                    SettleAct::Square => {
                        let engaged = self.engaged(&self.field[id]);
                        let phase = if engaged { ChangePhase::Engaged } else { ChangePhase::Deployment };
                        self.form_in_deployment(id, Formation::Square, phase, clause!("deployment-other.1"));
                        if engaged {
                            self.also(clause!("engagement.engaged.2"));
                        }
                    }
                    SettleAct::About => {
                        let u = &mut self.field[id];
                        u.base = u.base.about_face();
                        super::moves::has_moved(&mut u.record);
                        let code = u.code.clone();
                        self.say(clause!("deployment-other.2"), Kind::Turns, &[id], || {
                            say!("event-turns-about", unit = &*code)
                        });
                    }
                    SettleAct::Guns(g) => guns.push((id, g)),
                }
            }
        }
        for (id, g) in guns {
            if self.check_guns(id, g, false).is_ok() {
                self.gun_act(id, g, false);
            }
        }
        self.after_settling();
    }

    fn after_settling(&mut self) {
        self.follow_chiefs();
        self.guns_near_enemy();
        self.note_alone(false);
        self.look_at_integrity();
        self.engage_after_phase();
        self.to(Step::Administration);
    }
}
