//! Attacks: break-in distance, the shock roll and what follows it (chapter 07, play.advance, play.shock-batch, play.contact).

use super::choices::{Asked, ChoiceKind};
use super::forced::Forced;
use super::meet::{Meet, What};
use super::{Attack, Mode, Stage, Table};
use crate::attack::{self, Aspect};
use crate::event::{EventKind, Halt, Why};
use crate::order::Choice;
use crate::procedures::{self, Approach, Roll, Shock, ShockSide, ShockSituation, Who};
use crate::troop::{Arm, Kind, State};
use crate::unit::UnitId;
use crate::{clause, cover};
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

impl Table {
    /// Who has come to break-in distance in this instant, and who must halt there.
    pub(crate) fn find_breakins(&mut self, due: &[Meet]) {
        self.turn_mut().breakins.clear();
        self.turn_mut().shocks.clear();
        let mut found: Vec<BreakIn> = Vec::new();
        for m in due.iter().filter(|m| m.what == What::BreakIn) {
            let (u, o) = (m.who, m.other);
            if !self.field[u].on_table() || !self.field[o].on_table() {
                continue;
            }
            self.settle(u);
            if !self.run(u).leg.advancing {
                // Retiring or fleeing it halts short of the enemy.
                self.halt(u, Halt::BreakIn, clause!("play.forced"));
                continue;
            }
            if self.run(u).shocked.contains(&o) {
                continue;
            }
            let _ = clause!("play.advance");
            self.run_mut(u).full_charge = false;
            let unit = &self.field[u];
            if matches!(unit.arm, Arm::Artillery | Arm::Wagon) || unit.state >= State::Disorder {
                self.halt(u, Halt::BreakIn, clause!("07.01.4"));
                continue;
            }
            let advance = self.field[u].base.dir;
            let aspect = attack::aspect(&self.field, &self.field[u], &self.field[o], advance);
            if aspect.frontal() && self.run(o).frontally {
                let done_now = found.iter().any(|b| b.target == o && b.aspect.frontal());
                if !done_now {
                    self.run_mut(u).shocked.push(o);
                    self.halt(u, Halt::BreakIn, clause!("07.01.5"));
                    continue;
                }
            }
            if self.run(u).attack.as_ref().is_none_or(|a| a.over) {
                // It goes over to attack without order.
                let _ = clause!("07.01.2");
                let _ = clause!("07.01.3");
                self.run_mut(u).attack =
                    Some(Attack { ordered: false, charge: false, announced: None, won: None, over: false });
            }
            self.run_mut(u).shocked.push(o);
            self.run_mut(o).attacked = true;
            let turn = self.field.turn;
            self.field[o].record.last_activity = Some(turn);
            let _ = clause!("play.attacked");
            if aspect.frontal() {
                self.run_mut(o).frontally = true;
            }
            self.tell(clause!("07.01.1"), &[u, o], || EventKind::BreakIn { unit: u, target: o });
            found.push(BreakIn { attacker: u, target: o, aspect });
        }
        found.sort_by_key(|b| (b.attacker, b.target));
        self.turn_mut().breakins = found;
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
        for s in &rolled {
            self.suffer_shock(s);
        }
        self.turn_mut().shocks = rolled;
        self.fire_after_shock();
        self.shock_prisoners();
        Stage::Forced
    }

    fn shock_side(&self, u: UnitId, against: UnitId) -> ShockSide {
        let f = &self.field;
        let unit = &f[u];
        let enemy = &f[against];
        ShockSide {
            kind: unit.kind(),
            nation: unit.nation,
            formation: unit.formation,
            figures: unit.figures,
            state: unit.state,
            valour: unit.valour,
            general: f.general_with(u).is_some(),
            support: attack::support(f, unit).is_some(),
            cover: cover::against(f, unit, enemy.base.front, !self.run(u).leg.stands()),
            building: !unit.inside.is_empty(),
            working: self.run(u).working,
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
        r.result = serde_json::to_value(&outcome).unwrap_or_default();
        let (u, t) = (b.attacker, b.target);
        self.tell(clause!("07.03.2"), &[u, t], || EventKind::Shock {
            unit: u,
            target: t,
            ruling: Box::new(r),
        });
        Shocked { attacker: u, target: t, aspect: b.aspect, sum: roll.sum, outcome, mutual }
    }

    /// The new states, and whose attack goes on.
    fn suffer_shock(&mut self, s: &Shocked) {
        for (u, other, who, state) in [
            (s.attacker, s.target, Who::Attacker, s.outcome.attacker),
            (s.target, s.attacker, Who::Opponent, s.outcome.opponent),
        ] {
            if self.worsen(u, state, clause!("XIII.a")) && state >= State::Disorder {
                self.turn_mut().flights.push(Forced::of(u, Some(other), state));
                self.end_attack(u, Halt::Disorder);
            }
            let attacks = who == Who::Attacker || s.mutual;
            if !attacks || self.field[u].state >= State::Disorder {
                continue;
            }
            if s.outcome.goes_on == Some(who) {
                if let Some(a) = &mut self.run_mut(u).attack {
                    a.won = Some(other);
                }
                self.tell(clause!("07.02.4.a"), &[u, other], || EventKind::AttackGoesOn {
                    unit: u,
                    target: other,
                });
                self.settle(u);
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
                    self.turn_away(u, other, clause!("07.02.3.b"));
                }
            }
        }
    }

    /// Faces about without time and goes away for the rest of the turn.
    pub(crate) fn turn_away(&mut self, u: UnitId, from: UnitId, by: Clause) {
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

    /// After a won shock roll: pursue or turn on another; turn companies to a flank attack (07.02.5, 07.04.5).
    pub(crate) fn ask_after_shock(&mut self, asked: &mut Vec<Asked>) {
        let shocks = std::mem::take(&mut self.turn_mut().shocks);
        for s in &shocks {
            let won =
                self.run(s.attacker).attack.as_ref().is_some_and(|a| a.won == Some(s.target) && !a.over);
            if won && self.field[s.target].state >= State::Disorder {
                let mut offers = vec![Choice::Yes];
                for (t, degrees) in self.new_targets(s.attacker, s.target) {
                    offers.push(Choice::Target { unit: t, degrees });
                }
                if offers.len() > 1 {
                    asked.push(Asked {
                        key: format!("pursue with {}", self.field[s.attacker].code),
                        side: self.field[s.attacker].side,
                        kind: ChoiceKind::Pursue { unit: s.attacker, beaten: s.target },
                        default: Choice::Yes,
                        offers,
                        clause: clause!("07.02.5"),
                    });
                }
            }
            let rear = s.aspect == Aspect::Rear;
            if won
                && matches!(s.aspect, Aspect::Flank | Aspect::Rear)
                && self.field[s.target].state <= State::Slight
                && self.field[s.target].locked.is_empty()
                && self.fighter(s.target)
            {
                let clause = if rear { clause!("07.04.5.b") } else { clause!("07.04.5.a") };
                asked.push(Asked {
                    key: format!("turn {}", self.field[s.target].code),
                    side: self.field[s.target].side,
                    kind: ChoiceKind::TurnTo { unit: s.target, attacker: s.attacker, rear },
                    default: Choice::Yes,
                    offers: vec![Choice::Yes, Choice::No],
                    clause,
                });
            }
        }
    }

    /// Enemies ahead that could be attacked instead, with the wheel it takes.
    fn new_targets(&self, u: UnitId, beaten: UnitId) -> Vec<(String, f64)> {
        let unit = &self.field[u];
        let limit = if self.run(u).attack.as_ref().is_some_and(|a| a.charge) {
            crate::book::data().d.charge_turn
        } else {
            90.0
        };
        let mut all = Vec::new();
        for e in self.field.enemies(unit.side).filter(|e| e.id != beaten && e.state != State::Complete) {
            let to = e.base.centre() - unit.base.front;
            let degrees = unit.base.dir.turn_to(to.unit()).to_degrees();
            let degrees = -degrees;
            let far = to.len();
            let label = self.sightings.label(unit.side, e.id);
            if let Some(l) = label.filter(|_| degrees.abs() <= limit && far <= 55.0) {
                all.push((l, degrees));
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
        if target == beaten || !self.field[target].on_table() || !degrees.is_finite() {
            return;
        }
        self.settle(u);
        let _ = clause!("07.02.5");
        let run = self.run_mut(u);
        if let Some(a) = &mut run.attack {
            a.won = None;
            a.ordered = true;
            a.announced = Some(target);
        }
        run.steps = vec![
            crate::check::Primitive::Wheel { degrees: *degrees },
            crate::check::Primitive::March { cm: None },
        ];
        run.at = 0;
        run.left = None;
        run.spent = 0.0;
        self.plan_leg(u);
    }

    /// Two companies turn to the flank, or the whole unit about (07.04.5).
    pub(crate) fn turn_to(&mut self, u: UnitId, _attacker: UnitId, rear: bool) {
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
            let _ = clause!("play.no-shock");
            if !self.run(u).through.contains(&o) {
                self.run_mut(u).through.push(o);
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
        if from != to {
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
        for i in 0..a.rank(0) {
            let x = (f64::from(i) + 0.5) * w - a.base.width / 2.0;
            let beyond = if x < lo {
                lo - x
            } else if x > hi {
                x - hi
            } else {
                continue;
            };
            // Round the corner and along the side, one figure deep.
            if beyond + w <= budget + EPS {
                wrapped += u16::from(a.rank(1) > i) + 1;
            }
        }
        if wrapped > 0 {
            let _ = clause!("07.02.4.b");
            self.field[u].wrapped = wrapped;
        }
    }
}
