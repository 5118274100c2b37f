//! After a won shock roll: pursue or turn on another; companies turn to a flank attack (07.02.5, 07.04.5).

use super::Table;
use super::choices::Asked;
use crate::attack::{self, Aspect};
use crate::check::Primitive;
use crate::clause;
use crate::event::{EventKind, Halt};
use crate::field::Field;
use crate::order::{Choice, ChoiceKind};
use crate::troop::{Arm, State};
use crate::unit::{Haste, UnitId};
use table::{Base, EPS};

impl Table {
    /// After a won shock roll: pursue or turn on another; turn companies to a flank attack (07.02.5, 07.04.5). With an enemy
    /// in flight that an attack has come up with: stop, or pass through him (play.no-shock).
    pub(crate) fn ask_after_shock(&mut self, asked: &mut Vec<Asked>) {
        for (u, enemy) in std::mem::take(&mut self.turn_mut().instant.caught) {
            if !self.field[enemy].on_table() || self.run(u).order.void {
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
        let shocks = std::mem::take(&mut self.turn_mut().instant.shocks);
        for s in &shocks {
            // When both attacked, either may have won.
            for (u, beaten) in [(s.attacker, s.target), (s.target, s.attacker)] {
                let attack = self.run(u).assault.attack.as_ref();
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
    pub(crate) fn stop_with(&mut self, u: UnitId) {
        self.halt(u, Halt::Contact, clause!("play.no-shock"));
    }

    /// How far a unit may still turn from its way, in degrees: in a charge turn it changes direction once (02.05.6).
    fn turn_left(&self, u: UnitId) -> f64 {
        let run = self.run(u);
        if !run.assault.attack.as_ref().is_some_and(|a| a.charge) {
            return 90.0;
        }
        if run.assault.wheeled { 0.0 } else { crate::book::data().d.charge_turn }
    }

    /// May it turn so far to attack this enemy instead, and reach him in the time that is left?
    pub(crate) fn may_turn_on(&self, u: UnitId, enemy: UnitId, degrees: f64) -> bool {
        self.way_to(&self.field, u, enemy, degrees).is_some()
    }

    /// If it may, how it stands when it has turned, and how far it then has to go.
    pub(super) fn way_to(&self, f: &Field, u: UnitId, enemy: UnitId, degrees: f64) -> Option<(Base, f64)> {
        let (unit, e) = (&f[u], &f[enemy]);
        if !degrees.is_finite() || degrees.abs() > self.turn_left(u) + EPS {
            return None;
        }
        let charge = self.run(u).assault.attack.as_ref().is_some_and(|a| a.charge);
        let haste = if charge { Haste::Charge } else { Haste::March };
        let rate = crate::going::rate_at(f, unit, &unit.base, haste, false).unwrap_or(0.0);
        let left =
            (1.0 - self.time()) * rate - crate::march::wheel_cost(unit.base.width, degrees.abs()).amount;
        let pivot = if degrees > 0.0 { unit.base.front_right() } else { unit.base.front_left() };
        let to = unit.base.turned_about(pivot, -degrees.to_radians());
        // Straight ahead from there it must come upon him.
        let edge = table::Rect { centre: to.front, dir: to.dir, half_width: to.width / 2.0, half_depth: 0.0 };
        let them = f.rects(e);
        let way = them.iter().filter_map(|r| edge.travel_to(r, to.dir)).fold(f64::INFINITY, f64::min);
        (way <= left + EPS).then_some((to, way))
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
                || self.run(u).assault.shocked.contains(&e.id)
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
        let run = self.run_mut(u);
        if let Some(a) = &mut run.assault.attack {
            a.ordered = true;
            a.announced = Some(target);
        }
        let wheel = (degrees.abs() > 1e-6).then_some(Primitive::Wheel { degrees: *degrees });
        run.order.go_on_with(wheel.into_iter().chain([Primitive::March { cm: None }]));
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
        // A change of front is movement (03.03.1.b).
        self.stirs(u);
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
}
