//! Declarations of attacks (play.declare): A's list and what retreats before it, B's list, A's adjustments.

use crate::answer::{Attack, Evasion};
use crate::battle::{Awaits, Battle, Declared, Declaring, Step, Stood, Target};
use crate::check::{self, near};
use crate::event::Kind;
use crate::flanks;
use crate::procedures::attack::{
    AttackOutcome, AttackReadings, AttackSituation, AttackTest, Goes, RetreatBefore, RetreatBeforeOutcome,
    RetreatBeforeSituation, Sortie, Target as Attacked,
};
use crate::troop::{Arm, Formation};
use crate::unit::{Fate, Side, Unit, UnitId};
use crate::{clause, disorder, reading, say};
use table::{Base, Rect};
use umpire::{Procedure, Refusal, allow, judge};

impl Battle {
    /// A tactical sequence begins: places are remembered, points renewed (play.snapshot, op.officers.4).
    pub(super) fn begin_sequence(&mut self) {
        self.play.sequence += 1;
        let n = self.play.sequence;
        self.cue();
        self.say(clause!("tactical.1"), Kind::Sequence, &[], || say!("event-sequence", n));
        self.also(clause!("op.officers.4"));
        self.also(clause!("play.snapshot"));
        self.obstacles_left();
        self.play.stood =
            self.field.units.iter().map(|u| Stood { base: u.base, formation: u.formation }).collect();
        for u in self.field.units.as_they_stand() {
            u.record.moved_in_sequence = false;
            u.record.frozen = false;
            u.record.fired_in_sequence = false;
            u.record.attacked = false;
            u.record.attacking = false;
            u.record.fought_initially = false;
            disorder::new_sequence(u);
        }
        for c in &mut self.field.commands {
            if !matches!(c.engagement, crate::command::Engagement::Free) {
                c.used = 0;
            }
        }
        self.look_at_support();
        self.play.attacks.clear();
        self.play.targets.clear();
        self.play.freed.clear();
        self.play.paid.clear();
        self.play.won.clear();
        self.play.tally.clear();
        self.play.in_danger.clear();
        self.play.bonus_used.clear();
        self.play.begun = false;
        self.to(Step::DeclareA);
    }

    /// Who was driven or went from an obstacle that it had half passed is not passing it any more (disorder.7).
    fn obstacles_left(&mut self) {
        for n in 0..self.field.units.len() {
            let f = &self.field;
            let u = &f.units[n];
            let front = f.front(u).rect();
            let there = |line: u16| {
                let path = f.ground.lines.get(usize::from(line)).map(|l| &l.path);
                path.is_some_and(|p| {
                    p.segments().any(|(a, b)| f.reaches(Rect::between(a, b).gap(&front), 0.0))
                })
            };
            let crossings = u.disorder.crossings.iter().filter(|c| c.passed || there(c.line));
            let left = crossings.copied().collect();
            self.field.units.as_they_stand()[n].disorder.crossings = left;
        }
    }

    /// Has a side anybody who could attack?
    fn could_attack(&self, side: Side) -> bool {
        self.field.side(side).any(|u| {
            matches!(u.arm(), Arm::Infantry | Arm::Cavalry | Arm::Engineers)
                && !u.broken()
                && u.continued.is_none()
                && !u.record.frozen
                && self.play.attack_of(u.id).is_none()
                && self.tactical(u)
        })
    }

    /// Are attacks declared one at a time and each answered at once (play.declare)?
    pub fn one_at_a_time(&self) -> bool {
        self.field.readings.is(reading!("declarations", "one-at-a-time"))
    }

    /// Asks a side for its attacks, then for new targets of those whose targets retreated, until nobody does.
    pub(super) fn declarations(&mut self, side: Side, next: Step) {
        if !self.play.begun {
            self.play.begun = true;
            if self.could_attack(side) {
                self.ask(side, Awaits::Declare(Declaring::All));
                return;
            }
        }
        let freed: Vec<UnitId> = std::mem::take(&mut self.play.freed);
        let again: Vec<UnitId> =
            freed.into_iter().filter(|u| self.field[*u].present() && !self.field[*u].record.frozen).collect();
        if !again.is_empty() {
            self.ask(side, Awaits::Declare(Declaring::Again(again)));
            return;
        }
        if self.one_at_a_time() && !self.play.passed && self.could_attack(side) {
            self.ask(side, Awaits::Declare(Declaring::All));
            return;
        }
        self.play.passed = false;
        self.play.begun = false;
        self.to(next);
    }

    /// Side A's targets drop their attacks and may attack who attacks them (attack.declare.3).
    pub(super) fn adjust_declarations(&mut self) {
        let first = self.play.first;
        if !self.play.begun {
            self.play.begun = true;
            let hit: Vec<UnitId> = self
                .field
                .side(first)
                .map(|u| u.id)
                .filter(|u| self.play.attack_on(*u).is_some_and(|a| self.is_real(a)))
                .collect();
            for u in &hit {
                self.drop_attack(*u, clause!("attack.declare.3"));
            }
            let may: Vec<UnitId> = hit
                .into_iter()
                .filter(|u| !self.field[*u].record.frozen && self.play.attack_on(*u).is_some())
                .filter(|u| {
                    let x = &self.field[*u];
                    self.play.attack_on(*u).is_some_and(|a| {
                        check::attack::declared(self, x, Target::Unit(a.unit), false, &self.play.attacks)
                            .is_ok()
                    })
                })
                .collect();
            if !may.is_empty() {
                self.ask(first, Awaits::Declare(Declaring::Adjust(may)));
                return;
            }
        }
        self.play.begun = false;
        self.mark_attackers();
        self.to(Step::MovesA);
    }

    /// Is it an attack that binds its target: fire at cavalry is none (attack.infcav.4)?
    fn is_real(&self, a: &Declared) -> bool {
        match a.target {
            Target::Unit(e) => {
                !(self.field[e].arm() == Arm::Cavalry && self.field[a.unit].arm() != Arm::Cavalry)
            }
            Target::Zone(_) => true,
        }
    }

    /// Who attacks and who is attacked is read off (play.declare).
    fn mark_attackers(&mut self) {
        for a in self.play.attacks.clone() {
            self.field[a.unit].record.attacking = true;
            if let Target::Unit(e) = a.target {
                self.field[e].record.attacked = true;
            }
        }
        for u in self.field.units.as_they_stand() {
            u.record.moved_in_phase = false;
            u.record.acted_in_phase = false;
            u.record.pivoted = 0;
            u.record.passed_through = 0;
            u.record.spent = 0;
        }
        self.play.acted.clear();
    }

    /// A unit's declared attack falls away.
    pub(super) fn drop_attack(&mut self, u: UnitId, by: umpire::Clause) {
        let Some(at) = self.play.attacks.iter().position(|a| a.unit == u) else { return };
        self.play.attacks.remove(at);
        self.field[u].record.attacking = false;
        let code = self.field[u].code.clone();
        self.say(by, Kind::Dropped, &[u], || say!("event-attack-dropped", unit = &*code));
    }

    pub(super) fn declare(
        &mut self,
        side: Side,
        what: &Declaring,
        attacks: &[Attack],
    ) -> Result<(), Refusal> {
        let allowed = match what {
            Declaring::All => None,
            Declaring::Again(u) | Declaring::Adjust(u) => Some(&**u),
        };
        if let Declaring::Adjust(_) = what {
            for a in attacks {
                let id = check::moves::own(self, side, &a.unit)?;
                let on = self.play.attack_on(id).map(|d| Target::Unit(d.unit));
                let t = check::attack::target(self, side, &a.target)?;
                allow(on == Some(t), clause!("attack.declare.3"), || {
                    say!("only-its-attacker", unit = &*a.unit)
                })?;
            }
        }
        let one = self.one_at_a_time() && !matches!(what, Declaring::Adjust(_));
        allow(!one || attacks.len() <= 1, clause!("play.declare"), || say!("one-declaration-at-a-time"))?;
        let list = check::attack::list(self, side, attacks, allowed)?;
        self.play.pending.clear();
        if one && *what == Declaring::All {
            self.play.passed = attacks.is_empty();
        }
        let mut targets = Vec::new();
        for (u, t, straight, path) in &list.attacks {
            let sortie = matches!(self.field[*u].formation, Formation::Assembled { .. });
            let goes = self.attack_test(*u);
            // A failed test costs nothing, but out of a town the point of a change of formation (play.declare).
            let pays = goes || sortie || self.field.readings.is(reading!("failed-attack-test", "costs"));
            if !pays {
                continue;
            }
            // The point of its operation formation is spent (op.actions.5).
            if let Some(p) = list.paid.iter().find(|p| p.units.contains(u))
                && !self.play.paid.contains(p)
            {
                self.field[p.command].used += 1;
                self.play.paid.push(p.clone());
            }
            if !goes {
                continue;
            }
            self.play.attacks.push(Declared {
                unit: *u,
                target: *t,
                straight: *straight,
                done: false,
                reached: false,
                flank: path.flank,
            });
            let code = self.field[*u].code.clone();
            match t {
                Target::Unit(e) => {
                    let target = self.field[*e].code.clone();
                    self.say(clause!("attack.declare.1"), Kind::Declared, &[*u, *e], || {
                        say!("event-attacks", unit = &*code, target = &*target)
                    });
                    if side != self.play.first {
                        self.also(clause!("attack.declare.2"));
                    }
                    if self.field[*e].arm() == Arm::Cavalry && self.field[*u].arm() != Arm::Cavalry {
                        self.also(clause!("attack.infcav.1"));
                    }
                    self.play.targets.push(*e);
                    targets.push(*e);
                    self.engage_by_attack(*e);
                    // Fire at cavalry falls away when the cavalry attacks (attack.infcav.4).
                    if self.field[*u].arm() == Arm::Cavalry {
                        let fired: Vec<UnitId> = self
                            .play
                            .attacks
                            .iter()
                            .filter(|a| {
                                a.target == Target::Unit(*u) && self.field[a.unit].arm() != Arm::Cavalry
                            })
                            .map(|a| a.unit)
                            .collect();
                        for f in fired {
                            self.drop_attack(f, clause!("attack.infcav.4"));
                        }
                    }
                }
                Target::Zone(z) => {
                    let town = self.field.ground[*z].name.clone();
                    self.say(clause!("attack.declare.1"), Kind::Declared, &[*u], || {
                        say!("event-attacks", unit = &*code, target = &*town)
                    });
                }
            }
        }
        let may: Vec<UnitId> =
            targets.into_iter().filter(|e| self.retreat_before(*e) != RetreatBeforeOutcome::MayNot).collect();
        if !may.is_empty() {
            self.ask(side.other(), Awaits::Evade(may));
        }
        Ok(())
    }

    /// The tests before an attack: N1/1 at 4-5 U, irregulars, out of a town (attack.require.4, attack.town.2). True if it may.
    fn attack_test(&mut self, id: UnitId) -> bool {
        let u = &self.field[id];
        let sortie = matches!(u.formation, Formation::Assembled { .. }).then(|| Sortie {
            officer: u.values.officer,
            training: u.values.training,
            enemy: self.enemy_of(id),
        });
        let s = AttackSituation {
            irregular: u.troop.irregular,
            disorder: u.disorder.active,
            melee: self.melee_value(u).clamp(1, 10) as u8,
            sortie,
            readings: AttackReadings::of(&self.field.readings),
            sheet: self.field.sheet.clone(),
        };
        let (code, side) = (u.code.clone(), u.side);
        let (o, ruling) = judge::<AttackTest>(&s, self.dice.occasion(AttackTest::NAME, &*code, side));
        let rolled = !ruling.dice.is_empty();
        let goes = matches!(o, AttackOutcome::Attacks { .. });
        if rolled || !goes {
            self.rule_on(clause!("attack.require.4"), Kind::AttackTest, side, &[id], ruling, || {
                if goes {
                    say!("event-may-attack", unit = &*code)
                } else {
                    say!("event-may-not-attack", unit = &*code)
                }
            });
        }
        match o {
            AttackOutcome::Attacks { disorder } => {
                self.field[id].disorder.active = disorder;
                true
            }
            AttackOutcome::Frozen => {
                self.field[id].record.frozen = true;
                false
            }
            // The movement phase is yet to come, and nothing follows it that the unit could do.
            AttackOutcome::Halted => {
                self.field[id].record.frozen = true;
                false
            }
            AttackOutcome::Barred => false,
        }
    }

    /// Whether a target may retreat before the attack, and to where (attack.retreat.1).
    pub fn retreat_before(&self, id: UnitId) -> RetreatBeforeOutcome {
        judge::<RetreatBefore>(&self.retreat_facts(id), &mut umpire::HandDice::default()).0
    }

    fn retreat_facts(&self, id: UnitId) -> RetreatBeforeSituation {
        let f = &self.field;
        let u = &f[id];
        let target = match u.arm() {
            // In continued melee nobody goes anywhere (melee-continued.1).
            _ if u.continued.is_some() => Attacked::Formed,
            Arm::Artillery if u.formation == Formation::Limbered => Attacked::Limbered,
            Arm::Artillery => Attacked::Unlimbered,
            _ if u.skirmishing() => Attacked::Skirmishers,
            _ => Attacked::Formed,
        };
        // Behind broken infantry only where that is played (attack.retreat.2).
        let in_order = f.readings.is(reading!("retreat-behind", "in-order"));
        let friends = f
            .side(u.side)
            .filter(|o| o.id != id && o.arm() == Arm::Infantry && !o.skirmishing())
            .filter(|o| !(in_order && o.broken()))
            .map(|o| (f.gap(u, o), o.broken()))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        RetreatBeforeSituation {
            target,
            disorder: u.disorder.active,
            friends: friends.map(|(d, _)| d),
            friends_broken: friends.is_some_and(|(_, b)| b),
            readings: AttackReadings::of(&f.readings),
        }
    }

    /// Targets that retreat before the attack.
    pub(super) fn evade(&mut self, side: Side, asked: &[UnitId], retreat: &[Evasion]) -> Result<(), Refusal> {
        let mut goes: Vec<(UnitId, Option<Base>)> = Vec::new();
        for e in retreat {
            let id = check::moves::own(self, side, &e.unit)?;
            allow(asked.contains(&id), clause!("attack.retreat.1"), || {
                say!("may-not-retreat", unit = &*e.unit)
            })?;
            if goes.iter().any(|(x, _)| *x == id) {
                return Err(Refusal::form(say!("named-twice", unit = &*e.unit)));
            }
            let base = check::retreat::before_attack(self, id, e.to)?;
            goes.push((id, base));
        }
        for id in asked {
            let must = matches!(self.retreat_before(*id), RetreatBeforeOutcome::Must { .. });
            if must && !goes.iter().any(|(x, _)| x == id) {
                let base = check::retreat::some_place(self, *id);
                allow(base.is_none(), clause!("attack.retreat.1"), || {
                    say!("must-retreat", unit = &*self.field[*id].code)
                })?;
                goes.push((*id, None));
            }
        }
        self.play.pending.clear();
        for (id, base) in goes {
            self.retreats_before(id, base);
        }
        Ok(())
    }

    /// One target retreats; its attacker is set free (attack.retreat.4).
    pub(super) fn retreats_before(&mut self, id: UnitId, to: Option<Base>) {
        let facts = self.retreat_facts(id);
        let (o, ruling) = judge::<RetreatBefore>(&facts, &mut umpire::HandDice::default());
        let (goes, u_then) = match o {
            RetreatBeforeOutcome::May { goes, disorder } | RetreatBeforeOutcome::Must { goes, disorder } => {
                (goes, disorder)
            }
            RetreatBeforeOutcome::MayNot => return,
        };
        let (code, side) = (self.field[id].code.clone(), self.field[id].side);
        self.field[id].disorder.active = u_then;
        self.field[id].record.moved_in_sequence = true;
        self.field[id].record.moved_in_round = true;
        self.field[id].record.acted_in_phase = true;
        if self.field[id].arm() == Arm::Artillery {
            self.field[id].formation = Formation::Limbered;
        }
        let attackers: Vec<UnitId> =
            self.play.attacks.iter().filter(|a| a.target == Target::Unit(id)).map(|a| a.unit).collect();
        self.drop_attack(id, clause!("play.declare"));
        match (goes, to) {
            (Goes::ToTrain, _) => {
                self.rule_on(clause!("attack.retreat.3"), Kind::Evades, side, &[id], ruling, || {
                    say!("event-evades-to-train", unit = &*code)
                });
                self.retreat_to_train(id);
            }
            (_, Some(base)) => {
                self.field[id].base = base;
                self.field[id].trail.clear();
                self.rule_on(clause!("attack.retreat.1"), Kind::Evades, side, &[id], ruling, || {
                    say!("event-evades", unit = &*code)
                });
                self.also(clause!("attack.retreat.2"));
                self.also(clause!("attack.retreat.3"));
                self.attached_follow(id);
            }
            (_, None) => self.lose(id, Fate::Eliminated, clause!("play.retreat-path")),
        }
        for a in attackers {
            self.play.attacks.retain(|d| d.unit != a);
            self.play.freed.push(a);
            let free = self.field[a].code.clone();
            self.say(clause!("attack.retreat.4"), Kind::Dropped, &[a], || {
                say!("event-set-free", unit = &*free)
            });
        }
        self.after_action();
    }

    /// Is an attack on a unit made to its flank or rear: by the places at the start of the sequence, or as they are now for a breakthrough
    /// (flank-threat.5, breakthrough.5)?
    pub(crate) fn flank_attack(&self, attacker: &Unit, target: &Unit, now: bool) -> bool {
        self.flank_of(attacker, target, now).is_some()
    }

    /// From where, if it is a flank attack.
    pub(crate) fn flank_of(
        &self,
        attacker: &Unit,
        target: &Unit,
        now: bool,
    ) -> Option<(flanks::From, umpire::Grounds)> {
        let f = &self.field;
        let stood = |u: &Unit| {
            self.play
                .stood
                .get(u.id.index())
                .filter(|_| !now)
                .copied()
                .unwrap_or(Stood { base: u.base, formation: u.formation })
        };
        let (a, t) = (stood(attacker), stood(target));
        let outline = match a.formation {
            Formation::InTown { zone } => smallvec::SmallVec::from_slice(&[f.ground[zone].rect]),
            _ => near::rects_at(f, attacker, a.formation, &a.base),
        };
        flanks::flank_attack(f, target, &t.base, attacker, &outline)
    }
}
