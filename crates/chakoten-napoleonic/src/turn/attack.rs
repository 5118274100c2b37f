//! Attacks on the clock: the path to the target, arrival, and following a beaten enemy (play.attack, 12.02.7).

use super::legs::angle;
use super::run::Attack;
use super::way::Heading;
use super::{Leg, Mode, Table};
use crate::book::stand::SMALL_TURN;
use crate::event::{By, EventKind, Why};
use crate::troop::{Gait, State};
use crate::unit::UnitId;
use crate::{clause, reading};
use clock::End;
use table::EPS;

/// Less than so many degrees is no turn.
const LEAST: f64 = 0.05;

impl Table {
    /// By how much an attacker on its last march turns of itself to meet its target, within 20 degrees in all (play.attack).
    pub(super) fn bend_to_target(&mut self, u: UnitId) -> Option<f64> {
        let run = self.run(u);
        let target = run.assault.target()?;
        let attack = run.assault.under_way()?;
        let last = run.order.at + 1 >= run.order.legs.len();
        if !last || !self.field[target].on_table() || self.field.readings.is(reading!("attack-path", "arrow"))
        {
            return None;
        }
        let base = self.field[u].base;
        let there = self.field[target].base.rect();
        if base.rect().travel_to(&there, base.dir).is_some() {
            return None;
        }
        let to = there.centre - base.front;
        if to.dot(base.dir) <= 0.0 {
            return None;
        }
        let degrees = match ranks::wheel_towards(&base, there.centre) {
            Some((d, _)) if !self.field[u].dispersed() => d,
            _ => angle(base.dir, to.unit()),
        };
        let left = SMALL_TURN - attack.bent;
        if degrees.abs() > left + 1e-9 || degrees.abs() < LEAST {
            return None;
        }
        if let Some(a) = &mut self.run_mut(u).assault.attack {
            a.bent += degrees.abs();
        }
        Some(degrees)
    }

    /// Straight after a beaten enemy, to contact distance, or through him who is in FU (12.02.7).
    pub(super) fn follow_leg(&mut self, u: UnitId, foe: UnitId) -> Leg {
        let (base, now) = (self.field[u].base, self.time());
        if !self.field[foe].on_table() {
            return Leg::stand(base, now);
        }
        let charges =
            self.field[u].record.charge.is_some_and(|c| c.ended.is_none_or(|e| e >= self.abs() - EPS));
        // The half turns of the charge are counted on, with their grades (07.02.2, play.after-melee).
        let tick = if charges { self.charge_now(u).ok() } else { None };
        if !self.field[u].state.intact() {
            return Leg::stand(self.field[u].base, now);
        }
        let gait = if tick.is_some() { Gait::Charge } else { Gait::March };
        let why = if gait == Gait::Charge { Why::Charges } else { Why::Follows };
        let by = Some(clause!("12.02.7"));
        let h = Heading { also: Some(clause!("12.02.5")), ..Heading::ahead(base.dir, gait, why, by) };
        let mut free = self.straight(u, h, f64::INFINITY);
        if let Some(ends) = tick.filter(|t| *t < free.ends && !free.stands()) {
            free.end = End::Stretch(free.rate * (ends - free.moving.since).max(0.0));
            free.ends = ends;
        }
        self.behind_friends(u, free)
    }

    /// Skirmishers stand before a closed enemy: he halts as before any other (russia.4).
    pub(super) fn stands_before(&mut self, u: UnitId, line: UnitId) {
        self.stand_still(u);
        self.turn_mut().instant.arrivals.push((u, line));
        if self.run(u).course.mode == Mode::Order && !self.run(u).order.void {
            self.run_mut(u).order.next();
        }
        // If it stands, a melee is fought with who announced an attack on it; others halt.
        if self.run(u).assault.target() == Some(line) {
            self.tell(clause!("russia.4"), &[u, line], || EventKind::Halted {
                unit: u,
                why: crate::event::Halt::Contact,
                before: Some(line),
            });
            self.arrives_to_attack(u, line);
        }
    }

    /// The attack of a unit is over.
    pub(crate) fn end_attack(&mut self, u: UnitId, by: impl Into<By>) {
        let Some(a) = self.run_mut(u).assault.attack.as_mut().filter(|a| !a.over) else { return };
        a.over = true;
        let target = a.target;
        self.tell(by, &[u], || EventKind::AttackEnds { unit: u, target });
    }

    /// An intact unit that comes upon an enemy in FU attacks without an order (12.01.3).
    pub(super) fn attacks_unordered(&mut self, u: UnitId, foe: UnitId) {
        if self.field[foe].state != State::Complete {
            return;
        }
        let a = Attack { announced: true, target: Some(foe), bent: 0.0, over: false };
        self.run_mut(u).assault.attack = Some(a);
        self.tell(clause!("12.01.3"), &[u, foe], || EventKind::AttackAnnounced {
            unit: u,
            target: Some(foe),
        });
    }
}
