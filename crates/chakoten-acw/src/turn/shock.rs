//! Attacks: break-in distance, the shock roll and what follows it (chapter 07, play.advance, play.shock-batch, play.contact).

use super::choices::Asked;
use super::forced::{self, Cause};
use super::melee::figures_fighting;
use super::watch::What;
use super::{Attack, Meet, Mode, Stage, Table};
use crate::attack::{self, Aspect};
use crate::check::Primitive;
use crate::event::{By, EventKind, Halt};
use crate::field::Field;
use crate::order::{Choice, ChoiceKind};
use crate::procedures::small::Initiative;
use crate::procedures::{self, Approach, Roll, Shock, ShockSide, ShockSituation, Who};
use crate::troop::{Formation, Kind, State};
use crate::unit::UnitId;
use crate::{clause, cover, going};
use clock::Due;
use smallvec::SmallVec;
use table::EPS;
use umpire::{Clause, Procedure, Rolls, Ruling};

/// An attacker at break-in distance of an enemy.
#[derive(Clone, Debug)]
pub(crate) struct BreakIn {
    pub attacker: UnitId,
    pub target: UnitId,
    pub aspect: Aspect,
}

/// A shock roll that has been made.
#[derive(Clone, Debug)]
pub(crate) struct Shocked {
    pub attacker: UnitId,
    pub target: UnitId,
    pub aspect: Aspect,
    pub sum: u8,
    pub outcome: procedures::ShockOutcome,
    /// Both attacked.
    pub mutual: bool,
}

impl Aspect {
    fn approach(self) -> Approach {
        match self {
            Aspect::Front => Approach::Front,
            Aspect::Outflanks => Approach::Outflanking,
            Aspect::Flank => Approach::Flank,
            Aspect::Rear => Approach::Rear,
        }
    }
}

impl Table {
    /// Does it advance at this moment, or has its ordered advance just ended here (play.advance)?
    fn advances(&self, u: UnitId) -> bool {
        let (run, leg) = (self.run(u), self.leg(u));
        let ended = run.course.mode == Mode::Order
            && !run.order.void
            && leg.stands()
            && matches!(
                run.order.at.checked_sub(1).and_then(|i| run.order.steps.get(i)),
                Some(Primitive::March { .. } | Primitive::Wheel { .. })
            );
        leg.how.advancing || ended
    }

    /// Who has come to break-in distance in this instant, and who must halt there.
    pub(crate) fn find_breakins(&mut self, due: &[Meet]) {
        self.turn_mut().instant.breakins.clear();
        self.turn_mut().instant.shocks.clear();
        let mut reached: Vec<BreakIn> = Vec::new();
        for m in due.iter().filter(|m| m.what == Due::Met(What::BreakIn)) {
            let (u, o) = (m.who, m.other);
            if !self.field[u].on_table() || !self.field[o].on_table() {
                continue;
            }
            self.settle(u);
            if !self.advances(u) {
                if !self.leg(u).stands() {
                    // Retiring or fleeing it halts short of the enemy.
                    self.halt(u, Halt::BreakIn, clause!("play.forced"));
                }
                continue;
            }
            if self.run(u).assault.shocked.contains(&o) {
                continue;
            }
            if self.screened(u, o) {
                self.look_again(u, o);
                continue;
            }
            self.run_mut(u).assault.full_charge = false;
            if let Err(by) = attack::may_attack(&self.field, &self.field[u]) {
                self.halt(u, Halt::BreakIn, by);
                continue;
            }
            let advance = self.field[u].base.dir;
            let aspect = attack::aspect(&self.field, &self.field[u], &self.field[o], advance);
            reached.push(BreakIn { attacker: u, target: o, aspect });
        }
        // An attack is made on one enemy: of several reached at once on the nearest, then the larger, then the earlier in
        // the list. If it goes on, the next is still there.
        let near =
            |t: &Table, b: &BreakIn| attack::steps(t.field.gap(&t.field[b.attacker], &t.field[b.target]));
        let key = |b: &BreakIn| {
            (b.attacker, near(self, b), std::cmp::Reverse(self.field[b.target].figures), b.target)
        };
        reached.sort_by_key(key);
        reached.dedup_by_key(|b| b.attacker);
        // A later frontal attack on the same unit is stopped; those of one instant are sorted out before the dice.
        let (stopped, mut found): (Vec<_>, Vec<_>) =
            reached.into_iter().partition(|b| b.aspect.frontal() && self.run(b.target).befell.frontally);
        for b in stopped {
            self.run_mut(b.attacker).assault.shocked.push(b.target);
            self.halt(b.attacker, Halt::BreakIn, clause!("07.01.5"));
        }
        for b in &found {
            let (u, o) = (b.attacker, b.target);
            let mut by = By::from(clause!("07.01.1")).and(clause!("play.advance")).with(b.aspect.clause());
            // Who has been used in this turn is not surprised any more.
            by = by.with(self.no_longer_surprised(o));
            if !self.field[o].inside.is_empty() {
                // A building has neither flanks nor rear.
                by = by.and(clause!("02.04.3.a"));
            }
            if !b.aspect.frontal() && self.run(o).befell.frontally {
                // Attacks on flank or rear are not limited.
                by = by.and(clause!("07.01.5"));
            }
            if self.run(u).assault.attack.as_ref().is_none_or(|a| a.over) {
                // It goes over to attack without order.
                by = by.and(clause!("07.01.2")).and(clause!("07.01.3"));
                self.run_mut(u).assault.attack = Some(Attack {
                    declared: false,
                    ordered: false,
                    share: None,
                    charge: false,
                    announced: None,
                    won: SmallVec::new(),
                    over: false,
                });
            }
            self.run_mut(u).assault.shocked.push(o);
            self.run_mut(o).befell.attacked = true;
            let turn = self.field.turn;
            self.field[o].record.last_activity = Some(turn);
            if b.aspect.frontal() {
                self.run_mut(o).befell.frontally = true;
            }
            self.tell(by.and(clause!("play.attacked")), &[u, o], || EventKind::BreakIn {
                unit: u,
                target: o,
            });
        }
        // Who is fired at, where only one can be, is the nearest of those who attack the same unit.
        found.sort_by_key(|b| {
            (b.target, near(self, b), std::cmp::Reverse(self.field[b.attacker].figures), b.attacker)
        });
        self.turn_mut().instant.breakins = found;
    }

    /// Does another unit, or something impassable for it, lie between the front of a unit and an enemy (play.advance)?
    fn screened(&self, u: UnitId, o: UnitId) -> bool {
        let f = &self.field;
        let (p, q) = cover::nearest_pair(&f[u].base, &f.rects(&f[o]));
        let long = p.dist(q);
        if long <= EPS {
            return false;
        }
        let across = |r: &table::Rect| r.clip(p, q).is_some_and(|(s, e)| (e - s) * long > EPS * 10.0);
        let unit = f
            .present()
            .filter(|x| x.id != u && x.id != o)
            .filter(|x| !x.inside.is_empty() || x.base.centre().dist(p) <= long + x.base.radius())
            .any(|x| f.rects(x).iter().any(across));
        // What is closed to it in its formation and at its pace is as impassable as a lake.
        unit || going::closed_between(f, &f[u], p, q, self.haste(u).0).is_some()
    }

    /// Looks again a little further on whether an enemy can be reached.
    fn look_again(&mut self, u: UnitId, o: UnitId) {
        let rate = self.leg(u).rate.max(1.0);
        let at = self.time() + (0.1 / rate).max(2.0 * super::INSTANT);
        if at < 1.0 && !self.leg(u).stands() {
            self.clock_mut().note(at, What::BreakIn, u, o);
        }
    }

    /// The march is over for the turn.
    pub(crate) fn halt(&mut self, u: UnitId, why: Halt, by: Clause) {
        self.settle(u);
        self.run_mut(u).assault.ends();
        let by = By::from(by).with(self.void(u, true).iter());
        self.tell(by, &[u], || EventKind::Halted { unit: u, why });
    }

    /// Where several would attack the same unit frontally at the same instant, their side names one (play.shock-batch).
    pub(crate) fn pick(&mut self) -> Stage {
        // Attacks that fire has broken off do not go in.
        let broken: Vec<BreakIn> = self.turn().instant.breakins.clone();
        let alive: Vec<BreakIn> = broken
            .into_iter()
            .filter(|b| {
                let u = &self.field[b.attacker];
                let goes = self.run(b.attacker).assault.attack.as_ref().is_some_and(|a| !a.over);
                let there = self.field[b.target].on_table() && self.field[b.target].state != State::Complete;
                u.on_table() && u.state <= State::Slight && goes && there
            })
            .collect();
        let mut asked = Vec::new();
        let mut targets: Vec<UnitId> =
            alive.iter().filter(|b| b.aspect.frontal()).map(|b| b.target).collect();
        targets.sort();
        targets.dedup();
        for t in targets {
            let mut rivals: Vec<UnitId> =
                alive.iter().filter(|b| b.target == t && b.aspect.frontal()).map(|b| b.attacker).collect();
            if rivals.len() < 2 {
                continue;
            }
            let ordered = |u: UnitId| self.run(u).assault.attack.as_ref().is_some_and(|a| a.ordered);
            rivals.sort_by_key(|u| (std::cmp::Reverse(self.field[*u].figures), !ordered(*u), *u));
            let pick = |u: &UnitId| Choice::Pick(self.field[*u].code.to_string());
            asked.push(Asked {
                key: format!("who attacks {}", asked.len() + 1),
                side: self.field[rivals[0]].side,
                default: pick(&rivals[0]),
                offers: rivals.iter().map(pick).collect(),
                kind: ChoiceKind::WhoAttacks { target: t, attackers: rivals },
                clause: clause!("play.shock-batch"),
            });
        }
        self.turn_mut().instant.breakins = alive;
        self.ask(asked);
        Stage::Shock
    }

    /// Step 4 to 6: shock rolls, fire after them, prisoners.
    pub(crate) fn shock(&mut self) -> Stage {
        for (a, c) in self.take_choices() {
            let (ChoiceKind::WhoAttacks { target, attackers }, Choice::Pick(code)) = (a.kind, c) else {
                continue;
            };
            for u in attackers {
                if *self.field[u].code != *code {
                    self.turn_mut().instant.breakins.retain(|b| b.attacker != u || b.target != target);
                    self.halt(u, Halt::BreakIn, clause!("07.01.5"));
                }
            }
        }
        let breakins = self.turn().instant.breakins.clone();
        // All on states before any of these rolls.
        let mut rolled: Vec<Shocked> = Vec::new();
        for b in &breakins {
            let mutual = breakins.iter().any(|o| o.attacker == b.target && o.target == b.attacker);
            if mutual && b.attacker > b.target {
                continue;
            }
            rolled.push(self.roll_shock(b, mutual, breakins.len() > 1));
        }
        for s in &rolled {
            self.suffer_shock(s);
        }
        for s in &rolled {
            self.after_shock(s);
        }
        self.turn_mut().instant.shocks = rolled;
        self.fire_after_shock();
        self.shock_prisoners();
        self.turn_aways();
        Stage::Forced
    }

    fn shock_side(&self, f: &Field, u: UnitId, against: UnitId) -> ShockSide {
        let unit = &f[u];
        let enemy = &f[against];
        // Gunners without their guns stand like infantry in chain (play.guns-unmanned).
        let (kind, formation) = if unit.gunners_alone() {
            (Kind::Infantry, Formation::Chain)
        } else {
            (unit.kind(), unit.formation)
        };
        ShockSide {
            kind,
            nation: unit.nation,
            formation,
            figures: unit.figures,
            state: unit.state,
            valour: unit.valour,
            general: f.general_with(u).is_some(),
            support: attack::support(f, unit).is_some(),
            cover: cover::against(f, unit, enemy.base.front, !self.leg(u).stands()),
            building: !unit.inside.is_empty(),
            working: self.run(u).order.working && !self.run(u).order.void,
            marching: !self.leg(u).stands(),
        }
    }

    fn shock_attack(&self, f: &Field, u: UnitId, target: UnitId, aspect: Aspect) -> procedures::Attack {
        let a = self.run(u).assault.attack.as_ref();
        procedures::Attack {
            ordered: a.is_some_and(|a| a.ordered),
            charge: a.is_some_and(|a| a.charge),
            approach: aspect.approach(),
            obstacle: cover::obstacle_between(f, &f[u], &f[target]),
        }
    }

    /// What a shock roll is made on, with everybody as on this table: the field itself, or what a side knows of it.
    pub(super) fn shock_situation(&self, f: &Field, b: &BreakIn, mutual: bool) -> ShockSituation {
        let counter = mutual.then(|| {
            let (t, a) = (b.target, b.attacker);
            let aspect = attack::aspect(f, &f[t], &f[a], f[t].base.dir);
            self.shock_attack(f, t, a, aspect)
        });
        let mut opponent = self.shock_side(f, b.target, b.attacker);
        if counter.is_some() {
            opponent.marching = true;
        }
        let mut attacker = self.shock_side(f, b.attacker, b.target);
        attacker.marching = true;
        ShockSituation {
            attack: self.shock_attack(f, b.attacker, b.target, b.aspect),
            attacker,
            opponent,
            counter,
            readings: procedures::CombatReadings::of(&f.readings),
        }
    }

    /// `batch`: there are several at this instant, or both attack.
    fn roll_shock(&mut self, b: &BreakIn, mutual: bool, batch: bool) -> Shocked {
        let s = self.shock_situation(&self.field, b, mutual);
        let mut r = Ruling::new(Shock::NAME);
        let p = Shock::prepare(&s, &mut r);
        let (one, two) = (&self.field[b.attacker], &self.field[b.target]);
        let each = Rolls::Each([one.side, two.side], 2);
        let roller = p.roller(self.dice.occasion(Initiative::NAME, &*one.code, each), &mut r);
        let rolls = if roller == Who::Attacker { one } else { two };
        let roll = Roll::sum(self.dice.occasion(Shock::NAME, &*one.code, rolls.side), &mut r);
        let outcome = p.read(roller, roll, &mut r);
        r.result = serde_json::to_value(outcome).unwrap_or_default();
        let (u, t) = (b.attacker, b.target);
        // In LU and not pinned it goes on.
        let shaken = self.field[u].state == State::Slight;
        let by = By::from(clause!("07.03.2")).and(clause!("04.01.4"));
        let by = by.with(shaken.then(|| clause!("07.02.1"))).with(batch.then(|| clause!("play.shock-batch")));
        self.tell(by, &[u, t], || EventKind::Shock { unit: u, target: t, ruling: Box::new(r) });
        Shocked { attacker: u, target: t, aspect: b.aspect, sum: roll.sum, outcome, mutual }
    }

    /// The new states of all who were in these rolls, before anything follows from them (play.tie): a unit that makes and
    /// receives attacks at one instant has the worst of its results (play.shock-batch).
    fn suffer_shock(&mut self, s: &Shocked) {
        for (u, other, state) in
            [(s.attacker, s.target, s.outcome.attacker), (s.target, s.attacker, s.outcome.opponent)]
        {
            if self.worsen(u, state, By::from(clause!("XIII.a")).and(clause!("08.02.8")))
                && state >= State::Disorder
            {
                self.must_go(forced::MustGo::of(u, Some(other), state));
                self.end_attack(u, Halt::Disorder, clause!("07.02.3.a"));
            }
        }
    }

    /// Whose attack goes on, and whose is repelled.
    fn after_shock(&mut self, s: &Shocked) {
        for (u, other, who) in [(s.attacker, s.target, Who::Attacker), (s.target, s.attacker, Who::Opponent)]
        {
            let attacks = who == Who::Attacker || s.mutual;
            if !attacks || self.field[u].state >= State::Disorder {
                continue;
            }
            if s.outcome.goes_on == Some(who) {
                self.settle(u);
                let run = self.run_mut(u);
                if let Some(a) = &mut run.assault.attack {
                    a.won.push(other);
                }
                // Straight ahead for the time that is left, whatever length was ordered.
                run.order.go_on_with([Primitive::March { cm: None }]);
                self.tell(clause!("07.02.4.a"), &[u, other], || EventKind::AttackGoesOn {
                    unit: u,
                    target: other,
                });
                self.plan_leg(u);
            } else {
                // Broken off at break-in distance (07.02.3.a).
                if let Some(a) = &mut self.run_mut(u).assault.attack {
                    a.over = true;
                }
                self.tell(clause!("07.02.3.a"), &[u], || EventKind::AttackEnds {
                    unit: u,
                    target: Some(other),
                    why: Halt::Repelled,
                });
                self.void(u, false);
                let turned = s.outcome.turns_away == Some(who)
                    || (self.field[u].kind() == Kind::Mounted && self.field[other].kind() != Kind::Mounted);
                if turned {
                    self.turn_mut().instant.turning.push((u, other, clause!("07.02.3.b")));
                }
            }
        }
    }

    /// A unit has to flee or retire in step 7: once in an instant, for the worst that befell it (play.tie, play.fire-batch).
    pub(crate) fn must_go(&mut self, new: forced::MustGo) {
        let rank = |c: Cause| match c {
            Cause::Flight => 2,
            Cause::Retirement => 1,
            Cause::FallBack => 0,
        };
        let f = &self.field;
        // Of two that brought about the same the nearest, then the larger, then the earlier in the list.
        let who =
            |e: Option<UnitId>| e.map(|e| attack::place_among((f.gap(&f[new.unit], &f[e]), f[e].figures, e)));
        let Some(i) = self.turn().instant.flights.iter().position(|o| o.unit == new.unit) else {
            self.turn_mut().instant.flights.push(new);
            return;
        };
        let old = &self.turn().instant.flights[i];
        let nearer = match (who(new.from), who(old.from)) {
            (Some(a), Some(b)) => a < b,
            (a, b) => a.is_some() && b.is_none(),
        };
        if rank(new.cause) > rank(old.cause) || (rank(new.cause) == rank(old.cause) && nearer) {
            self.turn_mut().instant.flights[i] = new;
        }
    }

    /// Who was turned back by close fire or repelled goes now, unless worse befell him.
    fn turn_aways(&mut self) {
        for (u, from, by) in std::mem::take(&mut self.turn_mut().instant.turning) {
            let away = matches!(self.run(u).course.mode, Mode::Away(_));
            let worse = self.turn().instant.flights.iter().any(|f| f.unit == u);
            if self.field[u].on_table() && self.field[u].state <= State::Slight && !away && !worse {
                self.turn_away(u, from, by);
            }
        }
    }

    /// Faces about without time and goes away for the rest of the turn.
    fn turn_away(&mut self, u: UnitId, from: UnitId, by: Clause) {
        self.settle(u);
        let to = attack::away_direction(&self.field, &self.field[u], &self.field[from]);
        let dir = to.dir;
        let former = self.field[u].base;
        self.turn_where_there_is_room(u, dir);
        let at = self.field[u].base.pose();
        let run = self.run_mut(u);
        run.course.former = former;
        run.course.mode = Mode::Away(to);
        run.befell.forced = true;
        run.order.void = true;
        run.fire.cease();
        let by = By::from(by).and(clause!("play.interrupt")).and(to.by);
        self.tell(by, &[u], || EventKind::Faced { unit: u, at });
        self.plan_leg(u);
    }

    /// Step 6.
    fn shock_prisoners(&mut self) {
        let shocks = self.turn().instant.shocks.clone();
        for s in shocks {
            let (winner, loser) = if s.outcome.opponent == State::Complete && s.outcome.goes_on.is_some() {
                (s.attacker, s.target)
            } else if s.outcome.attacker == State::Complete && s.mutual {
                (s.target, s.attacker)
            } else {
                continue;
            };
            if self.field[loser].state != State::Complete || !self.field[winner].on_table() {
                continue;
            }
            let (figures, _) = figures_fighting(&self.field, winner, loser);
            self.take_prisoners(winner, loser, figures, s.sum);
        }
    }
}
