//! The turn drives the clock (play.clock, play.instant): how a unit goes on, what is watched for, and what happens at an instant.

use super::watch::What;
use super::{Gait, INSTANT, Leg, Meet, Mode, Stage, Table};
use crate::clause;
use crate::event::EventKind;
use crate::order::When;
use crate::say;
use crate::unit::UnitId;
use clock::{ClockOf, Dial, Drive, Due, Flow};
use table::Base;

/// The clock of a turn, from 0 to 1. Nothing a turn is made of comes near so many instants.
pub(super) const DIAL: Dial = Dial { instant: INSTANT, stroke: 5.0e-6, end: 1.0, most: 20_000 };

impl Drive for Table {
    type Unit = UnitId;
    type What = What;
    type How = Gait;

    fn clock(&self) -> &ClockOf<Table> {
        &self.turn().clock
    }

    fn clock_mut(&mut self) -> &mut ClockOf<Table> {
        &mut self.turn_mut().clock
    }

    fn present(&self, u: UnitId) -> bool {
        self.field[u].on_table()
    }

    fn base(&self, u: UnitId) -> Base {
        self.field[u].base
    }

    fn place(&mut self, u: UnitId, base: Base) {
        self.field.units.carry(u, base);
    }

    fn goes_on(&mut self, u: UnitId) -> Leg {
        self.next_leg(u)
    }

    fn watch(&self, u: UnitId, o: UnitId, found: &mut Vec<(f64, What)>) {
        if self.field[o].side == self.field[u].side {
            self.watch_friend(u, o, found);
        } else {
            self.watch_enemy(u, o, found);
        }
    }

    fn watch_table(&mut self, u: UnitId) {
        if !self.leg(u).stands() {
            self.watch_passing(u);
        }
    }

    fn at_end(what: What) -> bool {
        !matches!(what, What::Friend | What::Clear | What::Beside)
    }

    /// Fire at a moment of the clock.
    fn alarm(&self) -> f64 {
        let due = |u: &UnitId| match self.run(*u).fire.order.as_ref().map(|o| &o.when) {
            Some(When::Time(at)) => Some(*at),
            _ => None,
        };
        let fires = self.turn().firers.iter().filter_map(due);
        let now = self.time() + INSTANT;
        fires.filter(|t| *t > now).fold(f64::INFINITY, f64::min)
    }

    fn bars(&self, u: UnitId, o: UnitId, leg: &Leg) -> bool {
        self.field[o].on_table() && self.may_pass(u, o, leg.how.why).is_err()
    }

    /// Of a column about a corner the tail is in the way as well as the head.
    fn presses_upon(&self, o: UnitId, leg: &Leg) -> bool {
        let theirs = self.leg(o).moving;
        if self.field[o].bent() {
            let pieces = self.field[o].rects_at(&theirs.at(self.time()));
            return clock::closing_on(|t| leg.moving.at(t).rect(), &pieces, self.time());
        }
        let near = table::gap_at(leg.moving.whole(), theirs.whole(), self.time()) <= table::EPS;
        near && clock::closing(&leg.moving, &theirs, self.time())
    }

    fn presses_on(&self, u: UnitId) -> bool {
        self.run(u).course.mode == Mode::Order
    }

    fn gives_up(&mut self, u: UnitId) {
        self.settle(u);
        self.run_mut(u).order.void = true;
    }

    fn before(&mut self, to: f64) {
        self.look_round_until(to);
    }

    fn after(&mut self) {
        self.field.units.carried();
        // Where a record is kept everybody may be looked at.
        self.all_go_along(!self.log.is_on() && self.noticed.camera.is_none());
    }

    fn instant(&mut self, due: Vec<Meet>) -> Flow {
        // Where legs end, or who marches comes by own troops, nobody asks where riders are.
        let legs = |m: &Meet| !matches!(m.what, Due::Met(What::Arrive | What::Passes));
        if !due.iter().all(legs) || due.is_empty() || self.fires_now() {
            self.riders_come();
        }
        self.turn_mut().instant.elsewhere = self.elsewhere(&due);
        self.turn_mut().instant.due = due;
        self.turn_mut().stage = Stage::Arrive;
        self.run_steps();
        if self.pending.is_some() { Flow::Ask } else { Flow::On }
    }

    fn endless(&mut self) {
        self.tell_to(clause!("play.clock"), [true; 2], || EventKind::ByDefault {
            says: say!("the-turn-found-no-end"),
        });
    }
}

impl Table {
    /// Of which sides nothing is due: neither of their units brings it about or suffers it, nor do they fire now.
    fn elsewhere(&self, due: &[Meet]) -> [bool; 2] {
        let mut elsewhere = [true; 2];
        let who = due.iter().flat_map(|m| [m.who, m.other]);
        for u in who.chain(self.firers_now()) {
            elsewhere[self.field[u].side.index()] = false;
        }
        elsewhere
    }

    /// Who fires now at the moment for which that was ordered.
    fn firers_now(&self) -> impl Iterator<Item = UnitId> + '_ {
        let now = self.time() + INSTANT;
        let fires = move |u: &UnitId| {
            let order = self.run(*u).fire.order.as_ref();
            order.is_some_and(|o| matches!(o.when, When::Time(at) if at <= now))
        };
        self.turn().firers.iter().copied().filter(fires)
    }

    fn fires_now(&self) -> bool {
        self.firers_now().next().is_some()
    }

    /// Plans how the unit goes on from the clock.
    pub(crate) fn plan_leg(&mut self, u: UnitId) {
        self.settle(u);
        clock::plan(self, u);
    }

    /// The unit stands where it is, whatever it did.
    pub(crate) fn stand_still(&mut self, u: UnitId) {
        self.settle(u);
        let leg = Leg::stand(self.field[u].base, self.time());
        self.clock_mut().set(u, leg);
        clock::expect(self, u);
    }
}
