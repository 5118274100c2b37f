//! Breakthroughs, one at a time, each with its whole chain (breakthrough.*, play.breakthrough-step).

use crate::answer::Breakthrough;
use crate::battle::{Awaits, Battle, Declared, Step, Stood, Target, Won};
use crate::book::numbers::MayAttack;
use crate::check::{self, near, way};
use crate::event::Kind;
use crate::procedures::attack::{
    AttackReadings, Breakthrough as Decides, BreakthroughOutcome, BreakthroughSituation,
    RetreatBeforeOutcome, Won as How,
};
use crate::procedures::movement::{MoveWhy, PassPhase};
use crate::troop::Arm;
use crate::unit::{Side, UnitId};
use crate::{clause, reading, say};
use table::{Motion, Moving};
use umpire::{Procedure, Refusal, allow, judge};

impl Battle {
    /// Goes on to the next breakthrough, side A's first.
    pub(super) fn next_breakthrough(&mut self) {
        // One that attacks goes on when its target has answered.
        if let Some(w) = self.play.won.iter().find(|w| w.at.is_some()).copied() {
            self.breakthrough_attack(&w);
            return;
        }
        self.play.won.retain(|w| self.field[w.unit].present());
        let first = self.play.first;
        let next = self
            .play
            .won
            .iter()
            .filter(|w| self.field[w.unit].side == first)
            .chain(self.play.won.iter().filter(|w| self.field[w.unit].side != first))
            .next()
            .copied();
        let Some(w) = next else {
            self.play.won_before.clear();
            self.to(Step::SequenceEnds);
            return;
        };
        let how = self.how_won(&w);
        let may = judge::<Decides>(&self.decision(&w, how, false), &mut umpire::HandDice::default()).0;
        if may == BreakthroughOutcome::MayNot {
            self.stays(&w);
            return;
        }
        self.ask(self.field[w.unit].side, Awaits::Breakthrough(w.unit));
    }

    fn how_won(&self, w: &Won) -> How {
        if w.battery.is_some() {
            How::AtGuns
        } else if w.must {
            How::Attacking
        } else {
            How::Defending
        }
    }

    fn decision(&self, w: &Won, won: How, declines: bool) -> BreakthroughSituation {
        let u = &self.field[w.unit];
        BreakthroughSituation {
            won,
            skirmishers: u.skirmishing(),
            declines,
            officer: u.values.officer,
            readings: AttackReadings::of(&self.field.readings),
        }
    }

    /// The unit stays where it stands; at a battery to destroy it.
    fn stays(&mut self, w: &Won) {
        self.play.won.retain(|x| x.unit != w.unit);
        let chain = self.field[w.unit].skirmishing()
            && self.field.readings.is(reading!("skirmishers-at-guns", "cannot"));
        if let Some(battery) = w.battery.filter(|b| self.field[*b].present() && !chain) {
            self.pin(w.unit, battery);
        }
    }

    /// The targets that a breakthrough could attack: within reach of what is left, and lawful (breakthrough.3).
    pub fn breakthrough_targets(&self, unit: UnitId) -> Vec<(UnitId, bool)> {
        let Some(w) = self.play.won.iter().find(|w| w.unit == unit) else { return Vec::new() };
        let u = &self.field[unit];
        let mut all = Vec::new();
        for e in self.field.enemies(u.side) {
            for straight in [false, true] {
                if w.again && !straight || Some(e.id) == w.battery {
                    continue;
                }
                if self.breakthrough_path(w, e.id, straight).is_ok() {
                    all.push((e.id, straight));
                    break;
                }
            }
        }
        all
    }

    fn breakthrough_path(&self, w: &Won, e: UnitId, straight: bool) -> Result<check::attack::Path, Refusal> {
        let u = &self.field[w.unit];
        let t = Target::Unit(e);
        allow(straight || !w.again, clause!("breakthrough.7"), || say!("no-further-pivot", unit = &*u.code))?;
        check::attack::may_attack_from(self, u, t, true)?;
        check::attack::sees(self, u, t)?;
        check::attack::path_within(self, u, t, straight, Some(w.left))
    }

    /// What the owner of a breakthrough says.
    pub(super) fn break_through(&mut self, unit: UnitId, b: &Breakthrough) -> Result<(), Refusal> {
        let Some(w) = self.play.won.iter().find(|w| w.unit == unit).copied() else { return Ok(()) };
        let (code, side) = (self.field[unit].code.clone(), self.field[unit].side);
        match b {
            Breakthrough::Attack { target, straight } => {
                let t = check::attack::target(self, side, target)?;
                let Target::Unit(e) = t else {
                    return Err(Refusal::by(
                        clause!("breakthrough.3"),
                        say!("no-such-target", target = &**target),
                    ));
                };
                let legal = self.breakthrough_path(&w, e, *straight);
                legal?;
                self.play.pending.clear();
                self.goes_at(&w, e, *straight);
            }
            Breakthrough::Ahead(m) => {
                check::moves::sane(&[*m])?;
                let none = self.breakthrough_targets(unit).is_empty();
                allow(none && !w.again, clause!("breakthrough.8"), || {
                    say!("must-attack-if-it-can", unit = &*code)
                })?;
                let u = &self.field[unit];
                allow((0.0..=w.left + near::HAIR).contains(m), clause!("breakthrough.8"), || {
                    say!("goes-too-far", unit = &*code, needs = words::whole(*m), has = words::whole(w.left))
                })?;
                let cost = way::straight(&self.field, u, &u.base, u.base.dir, *m, w.left)?;
                allow(cost.spent <= w.left + near::HAIR, clause!("breakthrough.8"), || {
                    say!(
                        "goes-too-far",
                        unit = &*code,
                        needs = words::whole(cost.spent),
                        has = words::whole(w.left)
                    )
                })?;
                let end = u.base.moved(u.base.dir * *m);
                let march =
                    Moving { base: u.base, since: 0.0, motion: Motion::March { velocity: u.base.dir * *m } };
                let mut met = way::Met::default();
                let keep = way::Keep::BreakIn;
                let part = way::Part { way: &march, end: &end, keep, along: &[], enter: None };
                way::look(self, u, part, &mut met)?;
                way::stands(self, u, &end, &[])?;
                // A normal move: friends are passed through at their price (pass-through.1).
                let price =
                    |o: &UnitId| f64::from(way::pass_cost(&self.field, u, &self.field[*o], false).0.metres);
                let needs = cost.spent + met.passes.iter().map(price).sum::<f64>();
                allow(needs <= w.left + near::HAIR, clause!("pass-through.1"), || {
                    say!(
                        "goes-too-far",
                        unit = &*code,
                        needs = words::whole(needs),
                        has = words::whole(w.left)
                    )
                })?;
                self.play.pending.clear();
                let before = self.enemy_of(unit);
                self.field[unit].base = end;
                for c in &cost.crossings {
                    self.field[unit].disorder.crossings.retain(|x| x.line != c.line);
                    self.field[unit].disorder.crossings.push(*c);
                }
                super::moves::has_moved(&mut self.field[unit].record);
                self.say(clause!("breakthrough.8"), Kind::Breakthrough, &[unit], || {
                    say!("event-breaks-through-ahead", unit = &*code, metres = words::whole(*m))
                });
                for other in &met.passes {
                    self.pass_through(unit, *other, PassPhase::Tactical);
                }
                self.line_test(unit, cost.spent, MoveWhy::Ordinary, before);
                self.attached_follow(unit);
                self.play.won.retain(|x| x.unit != unit);
                self.after_action();
            }
            Breakthrough::Stay => {
                let none = self.breakthrough_targets(unit).is_empty();
                self.play.pending.clear();
                if none || w.again {
                    self.say(clause!("play.breakthrough-step"), Kind::Breakthrough, &[unit], || {
                        say!("event-stays", unit = &*code)
                    });
                    self.stays(&w);
                    return Ok(());
                }
                let s = self.decision(&w, self.how_won(&w), true);
                let (o, ruling) = judge::<Decides>(&s, self.dice.occasion(Decides::NAME, &*code, side));
                let stays = o != BreakthroughOutcome::Goes;
                self.rule_on(clause!("breakthrough.2"), Kind::Breakthrough, side, &[unit], ruling, || {
                    if stays {
                        say!("event-stays", unit = &*code)
                    } else {
                        say!("event-must-break-through", unit = &*code)
                    }
                });
                if stays {
                    self.stays(&w);
                } else if let Some((e, straight)) = self.breakthrough_targets(unit).first().copied() {
                    self.goes_at(&w, e, straight);
                }
            }
        }
        Ok(())
    }

    /// It names a target, which may retreat or, being cavalry, counter-attack (breakthrough.6).
    fn goes_at(&mut self, w: &Won, e: UnitId, straight: bool) {
        let (code, target) = (self.field[w.unit].code.clone(), self.field[e].code.clone());
        self.say(clause!("breakthrough.3"), Kind::Breakthrough, &[w.unit, e], || {
            say!("event-breaks-through", unit = &*code, target = &*target)
        });
        self.also(clause!("breakthrough.4"));
        if w.again {
            self.also(clause!("breakthrough.7"));
        }
        if let Some(battery) = w.battery.filter(|_| !w.again) {
            // It passes through the guns (melee-guns.1).
            self.disorder(w.unit, 1, clause!("melee-guns.1"));
            self.field[battery].pinned = None;
        }
        if let Some(x) = self.play.won.iter_mut().find(|x| x.unit == w.unit) {
            x.at = Some((e, straight));
        }
        self.field[e].record.attacked = true;
        let owner = self.field[e].side;
        let cavalry = self.field[e].arm() == Arm::Cavalry
            && !self.field[e].broken()
            && self.field[e].continued.is_none();
        let counters =
            cavalry && check::attack::may_attack(self, &self.field[e], Target::Unit(w.unit)).is_ok();
        if self.retreat_before(e) != RetreatBeforeOutcome::MayNot {
            self.play.attacks.push(Declared {
                unit: w.unit,
                target: Target::Unit(e),
                straight,
                done: true,
                reached: false,
                flank: false,
            });
            self.ask(owner, Awaits::Evade(vec![e]));
        } else if counters {
            self.ask(owner, Awaits::Counter(e));
        }
    }

    pub(super) fn counter_breakthrough(&mut self, unit: UnitId, counter: bool) {
        self.play.pending.clear();
        // As before any attack it may have to test (attack.require.4).
        let u = &self.field[unit];
        let may = self.field.sheet.numbers().may_attack(u.troop.irregular, u.disorder.active);
        let tests =
            may == MayAttack::Tested && !self.field.readings.is(reading!("breakthrough-test", "none"));
        if counter && (!tests || self.breakthrough_test(unit)) {
            self.play.countering.push(unit);
            let code = self.field[unit].code.clone();
            self.say(clause!("breakthrough.6"), Kind::Declared, &[unit], || {
                say!("event-counters", unit = &*code)
            });
        }
    }

    /// The target has answered: the attack is made and fought at once.
    fn breakthrough_attack(&mut self, w: &Won) {
        let Some((e, straight)) = w.at else { return };
        let unit = w.unit;
        self.play.attacks.retain(|a| !(a.unit == unit && a.target == Target::Unit(e)));
        self.play.freed.retain(|u| *u != unit);
        let clear = |b: &mut Battle| {
            for x in b.play.won.iter_mut().filter(|x| x.unit == unit) {
                x.at = None;
            }
        };
        let gone = !self.field[e].present()
            || self.field[e].record.moved_in_phase
                && self.play.countering.is_empty()
                && self.breakthrough_path(w, e, straight).is_err();
        if gone {
            clear(self);
            return;
        }
        let Ok(path) = self.breakthrough_path(w, e, straight) else {
            clear(self);
            self.stays(w);
            return;
        };
        self.play.won.retain(|x| x.unit != unit);
        let u = &self.field[unit];
        let may = self.field.sheet.numbers().may_attack(u.troop.irregular, u.disorder.active);
        let tests =
            may == MayAttack::Tested && !self.field.readings.is(reading!("breakthrough-test", "none"));
        if tests && !self.breakthrough_test(unit) {
            return;
        }
        // Whether it is made to a flank is judged from where it is declared (breakthrough.5).
        for id in [unit, e] {
            let u = &self.field[id];
            let stood = Stood { base: u.base, formation: u.formation };
            if let Some(s) = self.play.stood.get_mut(id.index()) {
                *s = stood;
            }
        }
        let mutual = self.play.countering.contains(&e);
        self.play.countering.clear();
        let path = if mutual {
            // Who counter-attacks is in the course of an attack, and tests in line though he does not stir (break-in.2, line-move.6).
            let before = self.enemy_of(e);
            self.field[e].record.attacking = true;
            super::moves::has_moved(&mut self.field[e].record);
            self.line_test(e, 0.0, MoveWhy::Attack, before);
            self.breakthrough_path(w, e, straight).unwrap_or(path)
        } else {
            path
        };
        self.charge(unit, Target::Unit(e), &path, MoveWhy::Breakthrough);
        self.breakthrough_melee(unit, e, mutual);
        // What it won again is limited by the distance of the first (breakthrough.7).
        let left = (w.left - path.counted).max(0.0);
        for x in self.play.won.iter_mut().filter(|x| x.unit == unit) {
            x.left = x.left.min(left);
            x.again = true;
        }
    }

    /// N1/1 at 4-5 U and of irregulars, as for any attack (play.breakthrough-step).
    fn breakthrough_test(&mut self, unit: UnitId) -> bool {
        let (passed, ruling) = self.test_unit(unit, crate::procedures::dice::Letter::N, 1, 1);
        let (code, side): (_, Side) = (self.field[unit].code.clone(), self.field[unit].side);
        self.rule_on(clause!("attack.require.4"), Kind::AttackTest, side, &[unit], ruling, || {
            if passed {
                say!("event-may-attack", unit = &*code)
            } else {
                say!("event-may-not-attack", unit = &*code)
            }
        });
        passed
    }
}
