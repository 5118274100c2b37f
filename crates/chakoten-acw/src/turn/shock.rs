//! Attacks: break-in distance, the shock roll and what follows it (chapter 07, play.advance, play.shock-batch, play.contact).

use super::choices::{Asked, ChoiceKind};
use super::forced::{Cause, Forced};
use super::meet::{Meet, What};
use super::{Attack, Mode, Stage, Table};
use crate::attack::{self, Aspect};
use crate::check::Primitive;
use crate::event::{EventKind, Halt, Why};
use crate::ground::PatchKind;
use crate::order::Choice;
use crate::procedures::{self, Approach, Roll, Shock, ShockSide, ShockSituation, Who};
use crate::troop::{Arm, Formation, Kind, State};
use crate::unit::{Haste, UnitId};
use crate::{clause, cover};
use smallvec::SmallVec;
use table::{EPS, V2};
use umpire::{Clause, Procedure, Ruling};

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

impl super::Run {
    /// Does it advance at this moment, or has its ordered advance just ended here (play.advance)?
    fn advances(&self) -> bool {
        let ended = self.mode == Mode::Order
            && !self.void
            && self.leg.stands()
            && matches!(
                self.at.checked_sub(1).and_then(|i| self.steps.get(i)),
                Some(Primitive::March { .. } | Primitive::Wheel { .. })
            );
        self.leg.advancing || ended
    }
}

impl Table {
    /// Who has come to break-in distance in this instant, and who must halt there.
    pub(crate) fn find_breakins(&mut self, due: &[Meet]) {
        self.turn_mut().breakins.clear();
        self.turn_mut().shocks.clear();
        let mut reached: Vec<BreakIn> = Vec::new();
        for m in due.iter().filter(|m| m.what == What::BreakIn) {
            let (u, o) = (m.who, m.other);
            if !self.field[u].on_table() || !self.field[o].on_table() {
                continue;
            }
            self.settle(u);
            if !self.run(u).advances() {
                if !self.run(u).leg.stands() {
                    // Retiring or fleeing it halts short of the enemy.
                    self.halt(u, Halt::BreakIn, clause!("play.forced"));
                }
                continue;
            }
            if self.run(u).shocked.contains(&o) {
                continue;
            }
            let _ = clause!("play.advance");
            if self.screened(u, o) {
                self.look_again(u, o);
                continue;
            }
            self.run_mut(u).full_charge = false;
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
            reached.into_iter().partition(|b| b.aspect.frontal() && self.run(b.target).frontally);
        if found.iter().any(|b| !b.aspect.frontal() && self.run(b.target).frontally) {
            // Attacks on flank or rear are not limited.
            let _ = clause!("07.01.5");
        }
        for b in stopped {
            self.run_mut(b.attacker).shocked.push(b.target);
            self.halt(b.attacker, Halt::BreakIn, clause!("07.01.5"));
        }
        for b in &found {
            let (u, o) = (b.attacker, b.target);
            if self.run(u).attack.as_ref().is_none_or(|a| a.over) {
                // It goes over to attack without order.
                let _ = clause!("07.01.2");
                let _ = clause!("07.01.3");
                self.run_mut(u).attack = Some(Attack {
                    declared: false,
                    ordered: false,
                    charge: false,
                    announced: None,
                    won: SmallVec::new(),
                    over: false,
                });
            }
            self.run_mut(u).shocked.push(o);
            self.run_mut(o).attacked = true;
            let turn = self.field.turn;
            self.field[o].record.last_activity = Some(turn);
            let _ = clause!("play.attacked");
            if b.aspect.frontal() {
                self.run_mut(o).frontally = true;
            }
            self.tell(clause!("07.01.1"), &[u, o], || EventKind::BreakIn { unit: u, target: o });
        }
        // Who is fired at, where only one can be, is the nearest of those who attack the same unit.
        found.sort_by_key(|b| {
            (b.target, near(self, b), std::cmp::Reverse(self.field[b.attacker].figures), b.attacker)
        });
        self.turn_mut().breakins = found;
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
        let kind = f[u].kind();
        unit || f.lines.iter().any(|l| {
            crate::book::crossing(l.obstacle, kind) == crate::book::Crossing::Impassable
                && l.standing().iter().any(|(a, b)| ground::crossing(p, q, *a, *b).is_some())
        }) || f.ground.patches.iter().any(|x| {
            matches!(x.kind, PatchKind::Lake | PatchKind::Impassable)
                && x.area.length_inside(p, q) > EPS * 10.0
        })
    }

    /// Looks again a little further on whether an enemy can be reached.
    fn look_again(&mut self, u: UnitId, o: UnitId) {
        let rate = self.run(u).leg.rate.max(1.0);
        let at = self.clock() + (0.1 / rate).max(2.0 * super::INSTANT);
        if at < 1.0 && !self.run(u).leg.stands() {
            self.note(at, What::BreakIn, u, o);
        }
    }

    /// The march is over for the turn.
    pub(crate) fn halt(&mut self, u: UnitId, why: Halt, by: Clause) {
        self.settle(u);
        if let Some(a) = &mut self.run_mut(u).attack {
            a.over = true;
        }
        self.run_mut(u).full_charge = false;
        self.void(u, true);
        self.tell(by, &[u], || EventKind::Halted { unit: u, why });
    }

    /// Where several would attack the same unit frontally at the same instant, their side names one (play.shock-batch).
    pub(crate) fn pick(&mut self) -> Stage {
        // Attacks that fire has broken off do not go in.
        let broken: Vec<BreakIn> = self.turn().breakins.clone();
        let alive: Vec<BreakIn> = broken
            .into_iter()
            .filter(|b| {
                let u = &self.field[b.attacker];
                let goes = self.run(b.attacker).attack.as_ref().is_some_and(|a| !a.over);
                let there = self.field[b.target].on_table() && self.field[b.target].state != State::Complete;
                if goes && u.state == State::Slight {
                    // In LU and not pinned it goes on.
                    let _ = clause!("07.02.1");
                }
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
            let ordered = |u: UnitId| self.run(u).attack.as_ref().is_some_and(|a| a.ordered);
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
        self.turn_mut().breakins = alive;
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
                    self.turn_mut().breakins.retain(|b| b.attacker != u || b.target != target);
                    self.halt(u, Halt::BreakIn, clause!("07.01.5"));
                }
            }
        }
        let breakins = self.turn().breakins.clone();
        // All on states before any of these rolls.
        let mut rolled: Vec<Shocked> = Vec::new();
        for b in &breakins {
            let mutual = breakins.iter().any(|o| o.attacker == b.target && o.target == b.attacker);
            if mutual && b.attacker > b.target {
                continue;
            }
            rolled.push(self.roll_shock(b, mutual));
        }
        if rolled.len() > 1 || rolled.iter().any(|s| s.mutual) {
            let _ = clause!("play.shock-batch");
        }
        for s in &rolled {
            self.suffer_shock(s);
        }
        for s in &rolled {
            self.after_shock(s);
        }
        self.turn_mut().shocks = rolled;
        self.fire_after_shock();
        self.shock_prisoners();
        self.turn_aways();
        Stage::Forced
    }

    fn shock_side(&self, u: UnitId, against: UnitId) -> ShockSide {
        let f = &self.field;
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
            cover: cover::against(f, unit, enemy.base.front, !self.run(u).leg.stands()),
            building: !unit.inside.is_empty(),
            working: self.run(u).working && !self.run(u).void,
            marching: !self.run(u).leg.stands(),
        }
    }

    fn shock_attack(&self, u: UnitId, target: UnitId, aspect: Aspect) -> procedures::Attack {
        let a = self.run(u).attack.as_ref();
        procedures::Attack {
            ordered: a.is_some_and(|a| a.ordered),
            charge: a.is_some_and(|a| a.charge),
            approach: aspect.approach(),
            obstacle: cover::obstacle_between(&self.field, &self.field[u], &self.field[target]),
        }
    }

    fn roll_shock(&mut self, b: &BreakIn, mutual: bool) -> Shocked {
        let counter = mutual.then(|| {
            let advance = self.field[b.target].base.dir;
            let (f, t, a) = (&self.field, b.target, b.attacker);
            let aspect = attack::aspect(f, &f[t], &f[a], advance);
            self.shock_attack(t, a, aspect)
        });
        let mut opponent = self.shock_side(b.target, b.attacker);
        if counter.is_some() {
            opponent.marching = true;
        }
        let mut attacker = self.shock_side(b.attacker, b.target);
        attacker.marching = true;
        let s = ShockSituation {
            attack: self.shock_attack(b.attacker, b.target, b.aspect),
            attacker,
            opponent,
            counter,
            readings: procedures::CombatReadings::of(&self.field.readings),
        };
        let mut r = Ruling::new(Shock::NAME);
        let p = Shock::prepare(&s, &mut r);
        let roller = p.roller(&mut self.dice, &mut r);
        let roll = Roll::sum(&mut self.dice, &mut r);
        let outcome = p.read(roller, roll, &mut r);
        r.result = serde_json::to_value(outcome).unwrap_or_default();
        let (u, t) = (b.attacker, b.target);
        self.tell(clause!("07.03.2"), &[u, t], || EventKind::Shock {
            unit: u,
            target: t,
            ruling: Box::new(r),
        });
        Shocked { attacker: u, target: t, aspect: b.aspect, sum: roll.sum, outcome, mutual }
    }

    /// The new states of all who were in these rolls, before anything follows from them (play.tie): a unit that makes and
    /// receives attacks at one instant has the worst of its results (play.shock-batch).
    fn suffer_shock(&mut self, s: &Shocked) {
        for (u, other, state) in
            [(s.attacker, s.target, s.outcome.attacker), (s.target, s.attacker, s.outcome.opponent)]
        {
            if self.worsen(u, state, clause!("XIII.a")) && state >= State::Disorder {
                self.must_go(Forced::of(u, Some(other), state));
                self.end_attack(u, Halt::Disorder);
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
                if let Some(a) = &mut run.attack {
                    a.won.push(other);
                }
                // Straight ahead for the time that is left, whatever length was ordered.
                let _ = clause!("play.left");
                run.steps.truncate(run.at);
                run.steps.push(Primitive::March { cm: None });
                run.left = None;
                run.spent = 0.0;
                self.tell(clause!("07.02.4.a"), &[u, other], || EventKind::AttackGoesOn {
                    unit: u,
                    target: other,
                });
                self.plan_leg(u);
            } else {
                // Broken off at break-in distance (07.02.3.a).
                if let Some(a) = &mut self.run_mut(u).attack {
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
                    self.turn_mut().turning.push((u, other, clause!("07.02.3.b")));
                }
            }
        }
    }

    /// A unit has to flee or retire in step 7: once in an instant, for the worst that befell it (play.tie, play.fire-batch).
    pub(crate) fn must_go(&mut self, new: Forced) {
        let rank = |c: Cause| match c {
            Cause::Flight => 2,
            Cause::Retirement => 1,
            Cause::FallBack => 0,
        };
        let f = &self.field;
        // Of two that brought about the same the nearest, then the larger, then the earlier in the list.
        let who =
            |e: Option<UnitId>| e.map(|e| attack::place_among((f.gap(&f[new.unit], &f[e]), f[e].figures, e)));
        let Some(i) = self.turn().flights.iter().position(|o| o.unit == new.unit) else {
            self.turn_mut().flights.push(new);
            return;
        };
        let _ = clause!("play.tie");
        let old = &self.turn().flights[i];
        let nearer = match (who(new.from), who(old.from)) {
            (Some(a), Some(b)) => a < b,
            (a, b) => a.is_some() && b.is_none(),
        };
        if rank(new.cause) > rank(old.cause) || (rank(new.cause) == rank(old.cause) && nearer) {
            self.turn_mut().flights[i] = new;
        }
    }

    /// Who was turned back by close fire or repelled goes now, unless worse befell him.
    fn turn_aways(&mut self) {
        for (u, from, by) in std::mem::take(&mut self.turn_mut().turning) {
            let away = matches!(self.run(u).mode, Mode::Away(_));
            let worse = self.turn().flights.iter().any(|f| f.unit == u);
            if self.field[u].on_table() && self.field[u].state <= State::Slight && !away && !worse {
                self.turn_away(u, from, by);
            }
        }
    }

    /// Faces about without time and goes away for the rest of the turn.
    fn turn_away(&mut self, u: UnitId, from: UnitId, by: Clause) {
        let _ = clause!("play.interrupt");
        self.settle(u);
        let dir = attack::away_direction(&self.field, &self.field[u], &self.field[from]);
        let former = self.field[u].base;
        self.turn_round(u, dir);
        let at = self.field[u].base.pose();
        let run = self.run_mut(u);
        run.former = former;
        run.mode = Mode::Away(dir);
        run.forced = true;
        run.void = true;
        for v in &mut run.volleys {
            v.done = true;
        }
        self.tell(by, &[u], || EventKind::Faced { unit: u, at });
        self.plan_leg(u);
    }

    /// Step 6.
    fn shock_prisoners(&mut self) {
        let shocks = self.turn().shocks.clone();
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
            let figures = self.figures_fighting(winner, loser);
            self.take_prisoners(winner, loser, figures, s.sum);
        }
    }

    /// After a won shock roll: pursue or turn on another; turn companies to a flank attack (07.02.5, 07.04.5). With an enemy
    /// in flight that an attack has come up with: stop, or pass through him (play.no-shock).
    pub(crate) fn ask_after_shock(&mut self, asked: &mut Vec<Asked>) {
        for (u, enemy) in std::mem::take(&mut self.turn_mut().caught) {
            if !self.field[enemy].on_table() || self.run(u).void {
                continue;
            }
            asked.push(Asked {
                key: format!("stop {} {}", self.field[u].code, asked.len() + 1),
                side: self.field[u].side,
                kind: ChoiceKind::StopWith { unit: u, enemy },
                default: Choice::No,
                offers: vec![Choice::Yes, Choice::No],
                clause: clause!("play.no-shock"),
            });
        }
        let shocks = std::mem::take(&mut self.turn_mut().shocks);
        for s in &shocks {
            // When both attacked, either may have won.
            for (u, beaten) in [(s.attacker, s.target), (s.target, s.attacker)] {
                let attack = self.run(u).attack.as_ref();
                if !attack.is_some_and(|a| a.won.contains(&beaten) && !a.over) {
                    continue;
                }
                let aspect = if u == s.attacker {
                    s.aspect
                } else {
                    let f = &self.field;
                    attack::aspect(f, &f[u], &f[beaten], f[u].base.dir)
                };
                self.ask_winner(asked, u, beaten);
                self.ask_beaten(asked, u, beaten, aspect);
            }
        }
    }

    fn ask_winner(&self, asked: &mut Vec<Asked>, u: UnitId, beaten: UnitId) {
        if self.field[beaten].state < State::Disorder {
            return;
        }
        let mut offers = vec![Choice::Yes];
        for (unit, degrees) in self.new_targets(u, beaten) {
            offers.push(Choice::Target { unit, degrees });
        }
        if offers.len() > 1 {
            asked.push(Asked {
                key: format!("pursue with {}", self.field[u].code),
                side: self.field[u].side,
                kind: ChoiceKind::Pursue { unit: u, beaten },
                default: Choice::Yes,
                offers,
                clause: clause!("07.02.5"),
            });
        }
    }

    fn ask_beaten(&self, asked: &mut Vec<Asked>, u: UnitId, beaten: UnitId, aspect: Aspect) {
        let t = &self.field[beaten];
        let rear = aspect == Aspect::Rear;
        let may = matches!(aspect, Aspect::Flank | Aspect::Rear)
            && t.on_table()
            && t.state <= State::Slight
            && self.fighter(beaten)
            // Who fights another to his front does not turn his back on him.
            && (!rear || t.locked.is_empty());
        if may {
            let clause = if rear { clause!("07.04.5.b") } else { clause!("07.04.5.a") };
            asked.push(Asked {
                key: format!("turn {}", t.code),
                side: t.side,
                kind: ChoiceKind::TurnTo { unit: beaten, attacker: u, rear },
                default: Choice::Yes,
                offers: vec![Choice::Yes, Choice::No],
                clause,
            });
        }
    }

    /// It stops where it is, in contact with an enemy in flight.
    pub(crate) fn stop_with(&mut self, u: UnitId, _enemy: UnitId) {
        self.halt(u, Halt::Contact, clause!("play.no-shock"));
    }

    /// How far a unit may still turn from its way (02.05.6), in degrees.
    fn turn_left(&self, u: UnitId) -> f64 {
        let run = self.run(u);
        if !run.attack.as_ref().is_some_and(|a| a.charge) {
            return 90.0;
        }
        let turned: f64 = run
            .steps
            .iter()
            .take(run.at)
            .map(|s| if let Primitive::Wheel { degrees } = s { degrees.abs() } else { 0.0 })
            .sum();
        (crate::book::data().d.charge_turn - turned).max(0.0)
    }

    /// May it turn so far to attack this enemy instead, and reach him in the time that is left?
    pub(crate) fn may_turn_on(&self, u: UnitId, enemy: UnitId, degrees: f64) -> bool {
        let (unit, e) = (&self.field[u], &self.field[enemy]);
        if !degrees.is_finite() || degrees.abs() > self.turn_left(u) + EPS {
            return false;
        }
        let charge = self.run(u).attack.as_ref().is_some_and(|a| a.charge);
        let haste = if charge { Haste::Charge } else { Haste::March };
        let rate = crate::going::rate_at(&self.field, unit, &unit.base, haste, false).unwrap_or(0.0);
        let left =
            (1.0 - self.clock()) * rate - crate::march::wheel_cost(unit.base.width, degrees.abs()).amount;
        let pivot = if degrees > 0.0 { unit.base.front_right() } else { unit.base.front_left() };
        let to = unit.base.turned_about(pivot, -degrees.to_radians());
        // Straight ahead from there it must come upon him.
        let edge = table::Rect { centre: to.front, dir: to.dir, half_width: to.width / 2.0, half_depth: 0.0 };
        self.field.rects(e).iter().filter_map(|r| edge.travel_to(r, to.dir)).any(|way| way <= left + EPS)
    }

    /// Enemies that could be attacked instead, with the wheel it takes.
    fn new_targets(&self, u: UnitId, beaten: UnitId) -> Vec<(String, f64)> {
        let unit = &self.field[u];
        let limit = self.turn_left(u);
        let mut all = Vec::new();
        for e in self.field.enemies(unit.side) {
            if e.id == beaten
                || e.state == State::Complete
                || e.arm == Arm::Wagon
                || self.run(u).shocked.contains(&e.id)
            {
                continue;
            }
            let Some(label) = self.sightings.label(unit.side, e.id) else { continue };
            let to = e.base.centre() - unit.base.front;
            let straight = -unit.base.dir.turn_to(to.unit()).to_degrees();
            let degrees = straight.clamp(-limit, limit);
            if self.may_turn_on(u, e.id, degrees) {
                all.push((label, degrees));
            }
        }
        all
    }

    /// The beaten enemy is let go and another attacked within the march that is left (07.02.5).
    pub(crate) fn pursue(&mut self, u: UnitId, beaten: UnitId, c: &Choice) {
        let Choice::Target { unit, degrees } = c else { return };
        let side = self.field[u].side;
        let Some(target) =
            self.foes(u).into_iter().find(|e| self.sightings.label(side, *e).as_ref() == Some(unit))
        else {
            return;
        };
        if target == beaten || !self.field[target].on_table() || !self.may_turn_on(u, target, *degrees) {
            return;
        }
        self.settle(u);
        let _ = clause!("07.02.5");
        let run = self.run_mut(u);
        if let Some(a) = &mut run.attack {
            a.ordered = true;
            a.announced = Some(target);
        }
        run.steps.truncate(run.at);
        if degrees.abs() > 1e-6 {
            run.steps.push(Primitive::Wheel { degrees: *degrees });
        }
        run.steps.push(Primitive::March { cm: None });
        run.left = None;
        run.spent = 0.0;
        self.plan_leg(u);
    }

    /// Is this an answer to whom a winner turns on: one of those offered, by any wheel that brings him there?
    pub(crate) fn fits_pursuit(&self, u: UnitId, unit: &str, degrees: f64) -> bool {
        let side = self.field[u].side;
        self.foes(u)
            .into_iter()
            .find(|e| self.sightings.label(side, *e).as_deref() == Some(unit))
            .is_some_and(|e| self.may_turn_on(u, e, degrees))
    }

    /// Two companies turn to the flank, or the whole unit about (07.04.5).
    pub(crate) fn turn_to(&mut self, u: UnitId, rear: bool) {
        self.settle(u);
        if rear {
            let dir = -self.field[u].base.dir;
            self.turn_round(u, dir);
            let at = self.field[u].base.pose();
            self.tell(clause!("07.04.5.b"), &[u], || EventKind::Faced { unit: u, at });
        } else {
            let unit = &mut self.field[u];
            unit.turned = (2 * unit.company).min(unit.figures);
            let at = unit.base.pose();
            self.tell(clause!("07.04.5.a"), &[u], || EventKind::Faced { unit: u, at });
        }
        self.plan_leg(u);
    }

    /// An attack that goes on touches the enemy, or a march takes guns and wagons (play.contact, play.no-shock).
    pub(crate) fn contact(&mut self, u: UnitId, o: UnitId) {
        if !self.field[u].on_table() || !self.field[o].on_table() {
            return;
        }
        self.settle(u);
        self.settle(o);
        if self.field[o].arm == Arm::Wagon {
            let _ = clause!("play.no-shock");
            self.tell(clause!("play.no-shock"), &[u, o], || EventKind::WagonTaken { unit: o, by: u });
            self.remove(o, crate::unit::Fate::Captured);
            self.plan_leg(u);
            return;
        }
        if self.field[o].state == State::Complete {
            // It passes through a unit in flight, or stops in contact with it.
            let _ = (clause!("play.no-shock"), clause!("02.06.3.d"));
            if !self.run(u).through.contains(&o) {
                self.run_mut(u).through.push(o);
            }
            if self.run(u).attack.as_ref().is_some_and(|a| a.declared && !a.over) {
                self.turn_mut().caught.push((u, o));
            }
            self.plan_leg(u);
            return;
        }
        let _ = clause!("play.contact");
        self.lay_flush(u, o);
        self.field[u].locked.push(o);
        self.field[o].locked.push(u);
        self.wrap(u, o);
        self.tell(clause!("play.contact"), &[u, o], || EventKind::Contact { unit: u, target: o });
        for x in [u, o] {
            self.run_mut(x).melee = true;
            if let Some(a) = &mut self.run_mut(x).attack {
                a.over = true;
            }
            self.void(x, false);
        }
    }

    /// The attacker's front is laid against the side touched, turning about the point of touch.
    fn lay_flush(&mut self, u: UnitId, o: UnitId) {
        let a = self.field[u].base;
        let mut best: Option<(f64, V2)> = None;
        // The side of the enemy most nearly across the attacker's way.
        for r in self.field.rects(&self.field[o]) {
            if r.gap(&a.rect()) > EPS * 50.0 {
                continue;
            }
            for n in [r.dir, -r.dir, r.dir.right(), -r.dir.right()] {
                // Only a side that faces the attacker.
                let faces = (a.centre() - r.centre).dot(n);
                let reach = if n.dot(r.dir).abs() > 0.5 { r.half_depth } else { r.half_width };
                if faces < reach - EPS * 10.0 {
                    continue;
                }
                let turn = a.dir.angle_to(-n);
                if best.is_none_or(|(t, _)| turn < t - 1e-9) {
                    best = Some((turn, -n));
                }
            }
        }
        let Some((_, dir)) = best else { return };
        // The touching corner (or the middle) stays.
        let rects = self.field.rects(&self.field[o]);
        let near = |p: V2| rects.iter().map(|r| r.gap_to_point(p)).fold(f64::INFINITY, f64::min);
        let corners = [a.front, a.front_left(), a.front_right()];
        let touch = corners.into_iter().min_by(|p, q| near(*p).total_cmp(&near(*q))).unwrap_or(a.front);
        let angle = a.dir.turn_to(dir);
        let mut laid = a.turned_about(touch, angle);
        laid.dir = dir;
        // Close up or step back so that it just touches.
        let gap = rects.iter().map(|r| r.gap(&laid.rect())).fold(f64::INFINITY, f64::min);
        let deep = rects.iter().map(|r| r.penetration(&laid.rect())).fold(0.0, f64::max);
        if deep > EPS {
            laid = laid.moved(dir * -deep);
        } else if gap > EPS {
            laid = laid.moved(dir * gap);
        }
        // If there is no room it stays as it is.
        let crowded = self
            .field
            .present()
            .filter(|x| x.id != u && x.id != o)
            .any(|x| self.field.rects(x).iter().any(|r| r.penetration(&laid.rect()) > EPS * 10.0));
        if crowded {
            return;
        }
        let (from, to, clock) = (a.pose(), laid.pose(), self.clock());
        self.field[u].base = laid;
        if a.front.dist(laid.front) > EPS / 100.0 || angle.abs() > 1e-6 {
            self.tell(clause!("play.contact"), &[u], || EventKind::Moved {
                unit: u,
                from,
                to,
                since: clock,
                why: Why::ClosesUp,
                pivot: None,
            });
        }
    }

    /// Figures that overlap the enemy come round his flanks within the march that is left (07.02.4.b).
    fn wrap(&mut self, u: UnitId, o: UnitId) {
        let left = 1.0 - self.clock();
        let f = &self.field;
        let (a, b) = (&f[u], &f[o]);
        let rate = crate::going::rate_at(f, a, &a.base, crate::unit::Haste::March, false).unwrap_or(0.0);
        let budget = rate * left;
        let right = a.base.dir.right();
        let span = |r: &table::Rect| {
            let c: Vec<f64> = r.corners().iter().map(|p| (*p - a.base.front).dot(right)).collect();
            (
                c.iter().copied().fold(f64::INFINITY, f64::min),
                c.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            )
        };
        let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
        for r in f.rects(b) {
            let (l, h) = span(&r);
            lo = lo.min(l);
            hi = hi.max(h);
        }
        let (w, _) = a.figure();
        let mut wrapped = 0;
        for (i, at) in crate::place::front_rank(a).into_iter().enumerate() {
            let x = (at - a.base.front).dot(right);
            let beyond = if x < lo {
                lo - x
            } else if x > hi {
                x - hi
            } else {
                continue;
            };
            // Round the corner and along the side, one figure deep.
            if beyond + w <= budget + EPS {
                wrapped += u16::from(usize::from(a.rank(1)) > i) + 1;
            }
        }
        if wrapped > 0 {
            let _ = clause!("07.02.4.b");
            self.field[u].wrapped = wrapped;
        }
    }
}
