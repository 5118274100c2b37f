//! How a unit moves between two instants: the step of its order that it is at, or the forced march it is on.

use super::way::Way;
use super::{Gait, Leg, Mode, Table};
use crate::check::Primitive;
use crate::event::{By, EventKind, Halt, Why};
use crate::going;
use crate::unit::{Haste, UnitId};
use crate::{clause, march};
use clock::{End, Settled};
use table::{EPS, Motion, Moving};
use umpire::Grounds;

/// A wheel is made in slices of at most so many degrees, each at the rate of the ground its outer corner is on.
const SLICE: f64 = 5.0;

/// Less than so many degrees is no wheel.
const LEAST_WHEEL: f64 = 0.01;

impl Table {
    /// Takes what has been marched or spent up to the clock into account; the unit's place is then that of the clock and a
    /// new leg can be planned.
    pub(crate) fn settle(&mut self, u: UnitId) {
        let Some(now) = &mut self.now else { return };
        let clock = now.clock.now();
        let Some(settled) = now.clock.leg_mut(u).settle(clock) else { return };
        let Settled { was, base, spent, done } = settled;
        self.field[u].base = base;
        let run = self.run_mut(u);
        if was.end == End::Fixed {
            run.order.spent += spent;
        } else if let Some(l) = &mut run.order.left {
            *l -= done;
        }
        if let (End::Stretch(_), Some(l)) = (was.end, &mut run.course.stop_after) {
            *l -= done;
        }
        if was.stands() {
            return;
        }
        run.befell.moved = true;
        let pivot = match was.moving.motion {
            Motion::Wheel { pivot, .. } => Some(pivot),
            _ => None,
        };
        run.assault.wheeled |= pivot.is_some();
        let turn = self.field.turn;
        let rec = &mut self.field[u].record;
        rec.stirred = Some(turn);
        rec.last_activity = Some(turn);
        if !self.log.is_on() {
            return;
        }
        let (from, to) = (was.moving.base.pose(), base.pose());
        let (since, why) = (was.moving.since, was.how.why);
        // A wheel goes as far as its outer corner.
        let cm = match was.moving.motion {
            Motion::Wheel { rate, .. } => (rate * spent).abs() * was.moving.base.width,
            _ => done,
        };
        let by = was.how.by.unwrap_or_else(|| clause!("play.clock"));
        let by = By::from(by).with(was.how.also).with(self.on_the_way(u).iter());
        self.tell(by, &[u], || EventKind::Moved { unit: u, from, to, since, cm, why, pivot });
    }

    /// What else a march shows: whom it has passed through, and staff that goes along with it.
    fn on_the_way(&self, u: UnitId) -> Grounds {
        let mut by = Grounds::default();
        let f = &self.field;
        for o in &self.run(u).course.through {
            by.add(if f[*o].side == f[u].side { clause!("02.06.3.a") } else { clause!("02.06.3.d") });
        }
        if f.staff.iter().any(|s| s.present() && s.with == Some(u)) {
            by.add(clause!("03.01.5.b"));
        }
        by
    }

    /// How the unit goes on from the clock: by its order, or by what it is forced to do.
    pub(super) fn next_leg(&mut self, u: UnitId) -> Leg {
        let (base, clock) = (self.field[u].base, self.time());
        if clock >= 1.0 || !self.field[u].on_table() {
            return Leg::stand(base, clock);
        }
        match self.run(u).course.mode {
            Mode::Stand => Leg::stand(base, clock),
            Mode::Flight(to) => {
                let left = self.run(u).course.stop_after.unwrap_or(f64::INFINITY);
                if left <= EPS {
                    return Leg::stand(base, clock);
                }
                let by = Some(clause!("04.02.2"));
                self.straight(u, Way::back(to, Haste::Flight, false, Why::Flees, by), left)
            }
            Mode::Retire(to) => {
                let by = Some(clause!("04.02.4"));
                self.straight(u, Way::back(to, Haste::March, true, Why::Retires, by), f64::INFINITY)
            }
            Mode::Away(to) => {
                let by = Some(clause!("play.left"));
                self.straight(u, Way::back(to, Haste::March, false, Why::TurnsAway, by), f64::INFINITY)
            }
            Mode::Order => self.ordered_leg(u),
        }
    }

    /// The next leg of an order: steps that take no time are carried out on the way to it.
    fn ordered_leg(&mut self, u: UnitId) -> Leg {
        loop {
            let run = self.run(u);
            if run.order.void {
                break;
            }
            let Some(step) = run.order.steps.get(run.order.at).cloned() else { break };
            let leg = match step {
                Primitive::March { cm } => self.march_leg(u, cm, false),
                Primitive::Back { cm } => self.march_leg(u, cm, true),
                Primitive::Wheel { degrees } => self.wheel_leg(u, degrees),
                Primitive::Wait { until } => self.waiting_leg(u, until),
                Primitive::Work(_) => {
                    self.run_mut(u).order.working = true;
                    break;
                }
                fixed => self.fixed_leg(u, &fixed),
            };
            if let Some(leg) = leg {
                return leg;
            }
            self.run_mut(u).order.step_done();
            if self.run(u).course.mode != Mode::Order {
                break;
            }
        }
        Leg::stand(self.field[u].base, self.time())
    }

    /// At the charge, or at the march?
    pub(super) fn haste(&self, u: UnitId) -> (Haste, Why) {
        let run = self.run(u);
        let charge = run.assault.attack.as_ref().is_some_and(|a| a.charge && !a.over) || run.charging_guns();
        if charge { (Haste::Charge, Why::Charges) } else { (Haste::March, Why::Marches) }
    }

    /// A march forward or back of so many cm, or to the end of the turn; `None` if it is done.
    fn march_leg(&mut self, u: UnitId, cm: Option<f64>, backwards: bool) -> Option<Leg> {
        let left = *self.run_mut(u).order.left.get_or_insert(cm.unwrap_or(f64::INFINITY));
        if left <= EPS / 100.0 {
            return None;
        }
        let front = self.field[u].base.dir;
        let (haste, why) = self.haste(u);
        // An attack that goes on has the time that is left (play.left).
        let goes_on = self.run(u).assault.under_way().is_some_and(|a| !a.won.is_empty());
        let (dir, why, by) = if backwards {
            (-front, Why::MovesBack, Some(clause!("02.06.2")))
        } else {
            (front, why, goes_on.then(|| clause!("play.left")))
        };
        let free = self.straight(u, Way { dir, haste, backwards, why, by, also: None }, left);
        Some(self.behind_friends(u, free))
    }

    /// A wheel of so many degrees; `None` if it is done.
    fn wheel_leg(&mut self, u: UnitId, degrees: f64) -> Option<Leg> {
        let (base, since) = (self.field[u].base, self.time());
        let left = *self.run_mut(u).order.left.get_or_insert(degrees.abs());
        if left <= 1e-9 || base.width <= 0.0 {
            return None;
        }
        let right = degrees > 0.0;
        let pivot = ranks::pivot(&base, degrees);
        let (haste, _) = self.haste(u);
        let rate = match going::wheel_rate(&self.field, &self.field[u], &base, right, haste) {
            Ok(rate) => rate.amount,
            Err(why) => return Some(self.wheels_no_further(u, why)),
        };
        // Degrees a turn: 90 degrees cost one and a half fronts (02.05.5).
        let speed = rate * 90.0 / march::wheel_cost(base.width, 90.0).amount;
        let slice = left.min(SLICE);
        let (slice, stop) = going::swing(&self.field, &self.field[u], &base, slice * degrees.signum(), haste);
        if let Some(why) = stop.filter(|_| slice <= LEAST_WHEEL) {
            return Some(self.wheels_no_further(u, why));
        }
        let radians = speed.to_radians() * if right { -1.0 } else { 1.0 };
        let moving = Moving { base, since, motion: Motion::Wheel { pivot, rate: radians } };
        let by = Some(clause!("02.05.5"));
        let gait = Gait { advancing: true, why: Why::Wheels, by, also: None };
        let free = Leg::stretch(moving, slice, speed, gait);
        Some(self.behind_friends(u, free))
    }

    /// What it may not enter is at its very side: the wheel is over, and the order with it.
    fn wheels_no_further(&mut self, u: UnitId, why: going::Why) -> Leg {
        let base = self.field[u].base;
        self.halted_by_ground(u, why, base.dir);
        Leg::stand(self.field[u].base, self.time())
    }

    /// Held up by friends it may not pass, it keeps contact and goes no faster than they do (play.blocked).
    fn behind_friends(&mut self, u: UnitId, free: Leg) -> Leg {
        let mut leg = clock::behind_others(self, u, free);
        if leg.end == End::WayFree {
            leg.how.by = Some(clause!("play.blocked"));
        }
        leg
    }

    /// It stands until a moment of the clock; `None` if that has come.
    fn waiting_leg(&self, u: UnitId, until: f64) -> Option<Leg> {
        let now = self.time();
        (now + super::INSTANT < until).then(|| Leg::stand_until(self.field[u].base, now, until, End::Fixed))
    }

    /// A step of fixed duration; `None` if its time is up and it has been carried out.
    fn fixed_leg(&mut self, u: UnitId, step: &Primitive) -> Option<Leg> {
        let (base, now) = (self.field[u].base, self.time());
        if let Some((other, place)) = self.in_the_limbers_place(u, step) {
            // Limbering waits until the place is free; only the time then left counts (02.03.4).
            let mut leg = clock::until_free(self, u, other, place);
            leg.how.by = Some(clause!("02.03.4"));
            leg.how.also = Some(clause!("play.blocked"));
            return Some(leg);
        }
        self.clock_mut().release(u);
        if let Some(why) = self.no_ground_for(u, step) {
            // It stops before what it may not enter, as a march does.
            self.run_mut(u).assault.ends();
            self.run_mut(u).course.mode = Mode::Stand;
            let by = By::from(why.clause).and(clause!("play.interrupt"));
            self.tell(by, &[u], || EventKind::Halted { unit: u, why: Halt::Impassable });
            return Some(Leg::stand(base, now));
        }
        let Some(whole) = self.duration(u, step) else {
            // What cannot be done (any more) is left out.
            self.run_mut(u).course.mode = Mode::Stand;
            let (why, by) = (Halt::OrderDone, self.why_left_out(u, step));
            self.tell(by, &[u], || EventKind::Halted { unit: u, why });
            return Some(Leg::stand(base, now));
        };
        // A change of facing or formation is movement, even one that takes no time (03.03.1.b).
        self.run_mut(u).befell.moved = true;
        // Each step has its duration, and what was spent on it last turn counts.
        let left = whole - self.run(u).order.spent;
        if left > 1e-9 {
            let mut leg = Leg::stand_until(base, now, now + left, End::Fixed);
            leg.how.by = Some(clause!("play.clock"));
            return Some(leg);
        }
        self.carry_out(u, step);
        None
    }

    /// A step whose time is up exactly at clock 1 is finished (play.clock).
    pub(crate) fn done_at_the_end(&mut self, u: UnitId) {
        let run = self.run(u);
        let leg = self.leg(u);
        let up = leg.end == End::Fixed && leg.ends <= 1.0 + 1e-9 && run.course.mode == Mode::Order;
        if !up || run.order.void || !self.field[u].on_table() {
            return;
        }
        let Some(step) = run.order.steps.get(run.order.at).cloned() else { return };
        if !matches!(step, Primitive::Wait { .. } | Primitive::Work(_)) {
            self.carry_out(u, &step);
            self.run_mut(u).order.step_done();
            self.stand_still(u);
        }
    }

    /// A leg has come to its end by itself.
    pub(crate) fn leg_over(&mut self, u: UnitId) {
        self.settle(u);
        if let Mode::Flight(_) = self.run(u).course.mode {
            self.leave_table(u);
        }
        self.plan_leg(u);
    }
}
