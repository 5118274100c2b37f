//! How a unit moves between two instants: the leg of its order that it is at, or what it is forced or has chosen to do.

use super::way::Heading;
use super::{Gait, INSTANT, Leg, Mode, Table};
use crate::book::stand::SMALL_TURN;
use crate::book::turn::periods;
use crate::event::{By, EventKind, Halt, Why};
use crate::order::{Leg as Ordered, Until, Way};
use crate::troop::{Arm, Gait as Pace, State};
use crate::unit::{Charge, Unit, UnitId};
use crate::{clause, going, reading, stance, support};
use clock::{End, Settled};
use table::{EPS, Motion, Moving, V2};
use umpire::Clause;

/// A pivot is made in slices of at most so many degrees, each at the rate of the ground its front is on.
const SLICE: f64 = 5.0;

/// What a leg of an order comes to when it is looked at.
pub(super) enum Did {
    /// It goes on so.
    On(Leg),
    /// It is done; the next one begins.
    Done,
    /// The unit does nothing further by its order.
    Over,
}

impl Table {
    /// Takes what has been marched or spent up to the clock into account; the unit's place is then that of the clock and a new leg can
    /// be planned.
    pub(crate) fn settle(&mut self, u: UnitId) {
        let Some(now) = &mut self.now else { return };
        let clock = now.clock.now();
        let Some(settled) = now.clock.leg_mut(u).settle(clock) else { return };
        let Settled { was, base, spent, done } = settled;
        self.field[u].base = base;
        if !self.field[u].record.track.is_empty() {
            self.field[u].comes_after(matches!(was.moving.motion, Motion::Wheel { .. }));
        }
        let run = self.run_mut(u);
        if was.end == End::Fixed && !was.how.waits {
            run.order.spent += spent;
        } else if let (End::Stretch(_), Some(l)) = (was.end, &mut run.order.left) {
            *l -= done;
        }
        self.keep_record(u, &was, spent, done);
        if was.stands() {
            return;
        }
        let pivot = match was.moving.motion {
            Motion::Wheel { pivot, .. } => Some(pivot),
            _ => None,
        };
        let (from, to) = (was.moving.base.pose(), base.pose());
        let (since, why) = (was.moving.since, was.how.why);
        let cm = match was.moving.motion {
            Motion::Wheel { .. } => stance::pivot(&self.field[u], done).cm,
            _ => done,
        };
        self.run_mut(u).befell.path += cm;
        let by = was.how.by.unwrap_or_else(|| clause!("play.clock"));
        let by = By::from(by).with(was.how.also);
        self.tell(by, &[u], || EventKind::Moved { unit: u, from, to, since, cm, why, pivot });
    }

    /// What a leg means for later: when it moved last, approach and charge march, how far it has gone straight.
    fn keep_record(&mut self, u: UnitId, was: &Leg, spent: f64, done: f64) {
        let began = self.since_start(was.moving.since);
        let now = self.abs();
        let charges = was.how.why == Why::Charges;
        let straight_only = self.field.readings.is(reading!("charge-approach", "straight"));
        let facing = [was.moving.base.dir, self.field[u].base.dir];
        let r = &mut self.field[u].record;
        if !charges && spent > 0.0 {
            if let Some(c) = r.charge.as_mut().filter(|c| c.ended.is_none()) {
                c.ended = Some(began);
            }
        }
        if was.stands() {
            if spent > 0.0 {
                r.approach = None;
                support::halted(r);
            }
            return;
        }
        r.moved = Some(now);
        r.held.clear();
        match (was.how.why, was.moving.motion) {
            (Why::Pivots, _) if straight_only => r.approach = None,
            (Why::Marches | Why::Pivots, motion) => {
                if r.approach.is_none() {
                    r.bearings.clear();
                }
                r.approach.get_or_insert(began);
                match motion {
                    Motion::March { velocity } => r.bearings.push((began, velocity.unit())),
                    _ => r.bearings.extend(facing.map(|d| (began, d))),
                }
                let old = now - periods().approach;
                while r.bearings.len() > 1 && r.bearings[1].0 <= old {
                    r.bearings.remove(0);
                }
            }
            (Why::Charges, _) => {}
            _ => r.approach = None,
        }
        if let Motion::March { velocity } = was.moving.motion {
            support::gone(r, velocity.unit(), done);
        }
    }

    /// How the unit goes on from the clock: by its order, or by what it is forced to do.
    pub(super) fn next_leg(&mut self, u: UnitId) -> Leg {
        let (base, clock) = (self.field[u].base, self.time());
        let unit = &self.field[u];
        if clock >= 1.0 || !unit.on_table() || unit.leads.is_some() || unit.state == State::Complete {
            return Leg::stand(base, clock);
        }
        let evades = self.run(u).befell.evades_at;
        if let Some(at) = evades.filter(|_| matches!(self.run(u).course.mode, Mode::Order | Mode::Stand)) {
            if self.abs() < at - 1e-9 {
                return self.waits_until(u, self.in_turn(at), clause!("03.02.8"));
            }
            self.run_mut(u).befell.evades_at = None;
            self.goes_back(u);
        }
        let (base, clock) = (self.field[u].base, self.time());
        let leg = match self.run(u).course.mode {
            Mode::Stand => Leg::stand(base, clock),
            Mode::Retreat { dir, backwards } => self.retreat_leg(u, dir, backwards, Why::Retreats),
            Mode::GoBack { dir, backwards } => self.retreat_leg(u, dir, backwards, Why::GoesBack),
            Mode::ToSoutien(o) => self.soutien_leg(u, o),
            Mode::Follow(o) => self.follow_leg(u, o),
            Mode::ClosesUp(until) => self.closing_leg(u, until),
            Mode::Order => self.ordered_leg(u),
        };
        // Whoever goes otherwise than ahead draws up straight behind his head first.
        if let Motion::March { velocity } = leg.moving.motion {
            if velocity.unit().dot(leg.moving.base.dir) < 1.0 - 1e-6 {
                self.field[u].record.track.clear();
            }
        }
        leg
    }

    /// The next leg of an order: what takes no time is carried out on the way to it.
    fn ordered_leg(&mut self, u: UnitId) -> Leg {
        for _ in 0..100 {
            let Some(leg) = self.run(u).order.now().cloned() else { break };
            // Who is drawn in waits as if it marched itself (03.01.4.a).
            let drawn_in = leg == Ordered::DrawIn;
            let line = if drawn_in { self.field.line_of(u).map(|l| l.id) } else { None };
            let still = |x: &UnitId| self.field[*x].record.still_until;
            let who = line.filter(|l| still(l) > still(&u)).unwrap_or(u);
            let wait = self.in_turn(still(&who));
            if self.waits_still(&leg) && wait > self.time() + INSTANT {
                // Half a turn after firing, re-hitching: movement waits.
                let fired = self.field[who]
                    .record
                    .last_fire
                    .is_some_and(|t| self.in_turn(t) + periods().still >= wait - 1e-9);
                let by = if fired { clause!("03.01.4.a") } else { clause!("07.01.6") };
                return self.waits_until(u, wait, by);
            }
            match self.look_at_leg(u, &leg) {
                Did::On(leg) => return leg,
                Did::Done => self.run_mut(u).order.next(),
                Did::Over => break,
            }
            if self.run(u).course.mode != Mode::Order {
                break;
            }
        }
        Leg::stand(self.field[u].base, self.time())
    }

    /// It stands until a moment of this turn, and what it is at is not yet begun or goes on afterwards.
    fn waits_until(&self, u: UnitId, until: f64, by: Clause) -> Leg {
        let mut leg = Leg::stand_until(self.field[u].base, self.time(), until, End::Fixed);
        leg.how = Gait { waits: true, by: Some(by), ..Gait::default() };
        leg
    }

    /// Does a leg wait for the end of a period of standing still (03.01.4.a, play.left)?
    fn waits_still(&self, leg: &Ordered) -> bool {
        let marches = matches!(
            leg,
            Ordered::March { .. } | Ordered::Arrow { .. } | Ordered::To { .. } | Ordered::Road { .. }
        );
        marches || (moves(leg) && !self.field.readings.is(reading!("still-after-fire", "march-only")))
    }

    fn look_at_leg(&mut self, u: UnitId, leg: &Ordered) -> Did {
        let stays = matches!(leg, Ordered::Ferry { .. } | Ordered::Stand { .. } | Ordered::Reorganise);
        if self.afloat(u) && !stays {
            self.cannot(u, clause!("19.11.3"));
            return self.look_again(u);
        }
        match leg {
            Ordered::March { way, gait, until } => self.march_leg(u, *way, *gait, *until),
            Ordered::Arrow { degrees, gait, until } => {
                self.arrow(u, *degrees, *gait, *until);
                self.look_again(u)
            }
            Ordered::To { x, y, gait } => {
                self.head_for(u, table::v2(*x, *y), *gait);
                self.look_again(u)
            }
            Ordered::Road { road, until } => {
                self.by_road(u, road, *until);
                self.look_again(u)
            }
            Ordered::Pivot { degrees } => self.swing(u, *degrees, false),
            Ordered::Rotate { degrees } => self.swing(u, *degrees, true),
            Ordered::Part { part, code, degrees, gait, until } => {
                let arrow = Ordered::Arrow { degrees: *degrees, gait: *gait, until: *until };
                self.part_marches(u, *part, code.clone(), arrow);
                self.look_again(u)
            }
            Ordered::Stand { turns } => self.stands_for(u, *turns),
            Ordered::Reorganise => self.reorganise(u),
            Ordered::Work { work } => self.work_leg(u, &work.clone()),
            Ordered::Resupply { wagon } => self.resupply_leg(u, &wagon.clone()),
            Ordered::Ferry { craft, x, y, empty } => {
                self.ferry_leg(u, &craft.clone(), table::v2(*x, *y), *empty)
            }
            other => self.change(u, &other.clone()),
        }
    }

    /// The leg has been written anew.
    fn look_again(&mut self, u: UnitId) -> Did {
        match self.run(u).order.now().cloned() {
            Some(leg) => self.look_at_leg(u, &leg),
            None => Did::Over,
        }
    }

    /// An arrow in a direction of the slip (orders.2).
    fn arrow(&mut self, u: UnitId, degrees: f64, gait: Pace, until: Until) {
        let unit = &self.field[u];
        let ahead = -self.field.edge(unit.side).outward();
        let dir = ahead.turned(-degrees.to_radians());
        let off = angle(unit.base.dir, dir);
        let march = Ordered::March { way: Way::Ahead, gait, until };
        let turn = turning(off);
        let dispersed = unit.dispersed();
        self.run_mut(u).order.by = Some(clause!("orders.2"));
        if dispersed {
            self.turn_freely(u, dir);
            self.run_mut(u).order.instead([march]);
        } else {
            self.run_mut(u).order.instead(turn.into_iter().chain([march]));
        }
    }

    /// Towards a place, until the middle of its front is there.
    fn head_for(&mut self, u: UnitId, to: V2, gait: Pace) {
        let base = self.field[u].base;
        let reach = |cm: f64| Ordered::March { way: Way::Ahead, gait, until: Until::Cm(cm) };
        self.run_mut(u).order.by = Some(clause!("orders.2"));
        if self.field[u].dispersed() {
            let off = to - base.front;
            if off.len() > EPS {
                self.turn_freely(u, off.unit());
            }
            let cm = (to - self.field[u].base.front).dot(self.field[u].base.dir).max(0.0);
            self.run_mut(u).order.instead([reach(cm)]);
            return;
        }
        let legs = match ranks::wheel_towards(&base, to) {
            Some((degrees, cm)) if degrees.abs() <= ABOUT => {
                let pivot = (degrees.abs() > 0.01).then_some(Ordered::Pivot { degrees });
                pivot.into_iter().chain([reach(cm)]).collect()
            }
            // Farther round it faces about first, and then looks again.
            _ => {
                let back = base.about_face();
                match ranks::wheel_towards(&back, to) {
                    Some((d, cm)) if d.abs() <= 90.0 => {
                        let pivot = (d.abs() > 0.01).then_some(Ordered::Pivot { degrees: d });
                        [Ordered::About].into_iter().chain(pivot).chain([reach(cm)]).collect()
                    }
                    _ => Vec::new(),
                }
            }
        };
        self.run_mut(u).order.instead(legs);
    }

    /// Along a road, from corner to corner, in the direction nearer to its front.
    fn by_road(&mut self, u: UnitId, road: &str, until: Until) {
        let base = self.field[u].base;
        let track = self.field.ground.tracks.iter().find(|t| t.road.name == road);
        let Some((_, at, _)) = track.and_then(|t| t.road.path.nearest(base.front)) else {
            self.run_mut(u).order.instead([]);
            return;
        };
        let path = &track.expect("it was found").road.path;
        let mut corners: Vec<(f64, V2)> = Vec::new();
        let mut along = 0.0;
        for (i, (a, b)) in path.segments().enumerate() {
            if i == 0 {
                corners.push((0.0, a));
            }
            along += a.dist(b);
            corners.push((along, b));
        }
        let dir = path.at(at).map_or(base.dir, |(_, d)| d);
        let forth = base.dir.dot(dir) >= 0.0;
        let mut ahead: Vec<(f64, V2)> =
            corners.into_iter().filter(|(c, _)| if forth { *c > at + EPS } else { *c < at - EPS }).collect();
        if !forth {
            ahead.reverse();
        }
        let mut left = match until {
            Until::Cm(cm) => cm,
            _ => f64::INFINITY,
        };
        let mut from = at;
        let mut legs = Vec::new();
        for (c, p) in ahead {
            let step = (c - from).abs();
            let stop =
                if step > left { path.at(from + (c - from).signum() * left).map(|(p, _)| p) } else { None };
            let to = stop.unwrap_or(p);
            legs.push(Ordered::To { x: to.x, y: to.y, gait: Pace::March });
            left -= step;
            from = c;
            if left <= EPS {
                break;
            }
        }
        self.run_mut(u).order.instead(legs);
    }

    /// Dispersed troops turn without time and without disorder (06.01.3.b).
    pub(super) fn turn_freely(&mut self, u: UnitId, dir: V2) {
        self.settle(u);
        let base = self.field[u].base;
        let turned = base.at(base.centre() + dir * (base.depth / 2.0), dir);
        if base.dir.dist(dir) > 1e-9 {
            self.field[u].base = turned;
            let at = turned.pose();
            self.tell(clause!("06.01.3.b"), &[u], || EventKind::Faced { unit: u, at });
        }
    }

    /// A march straight on, back or sideways; done when it has lasted or gone as far as ordered.
    fn march_leg(&mut self, u: UnitId, way: Way, gait: Pace, until: Until) -> Did {
        if !self.run(u).order.begun && !self.begin_march(u, way, until) {
            return Did::Over;
        }
        if self.run(u).course.mode != Mode::Order {
            return Did::Over;
        }
        let order = &self.run(u).order;
        let left = order.left.unwrap_or(f64::INFINITY);
        if left <= EPS / 100.0 || order.until.is_some_and(|t| self.abs() >= t - 1e-9) {
            return Did::Done;
        }
        if way == Way::Ahead {
            if let Some(degrees) = self.bend_to_target(u) {
                let turned = Ordered::Pivot { degrees };
                let rest = self.rest_of_march(u, gait);
                self.run_mut(u).order.instead([turned, rest]);
                return self.look_again(u);
            }
        }
        let unit = &self.field[u];
        let dir = stance::way(&unit.base, way);
        let dispersed = unit.dispersed();
        let (why, by) = match way {
            Way::Ahead => (Why::Marches, None),
            Way::Back if dispersed => (Why::MovesBack, Some(clause!("play.path"))),
            Way::Back => (Why::MovesBack, Some(clause!("07.01.2"))),
            _ if dispersed => (Why::MovesSideways, Some(clause!("play.path"))),
            _ => (Why::MovesSideways, Some(clause!("07.01.2"))),
        };
        let also = self.run(u).order.by;
        let mut h = Heading { dir, gait: Pace::March, way, forced: false, why, by, also };
        let mut ends = order_end(self, u);
        if gait == Pace::Charge && way == Way::Ahead {
            match self.charge_now(u) {
                Ok(tick) => {
                    h = Heading { gait: Pace::Charge, why: Why::Charges, by: Some(clause!("07.01.1")), ..h };
                    ends = ends.min(tick);
                }
                Err((at, by)) => {
                    h.also = Some(by);
                    ends = ends.min(at);
                }
            }
            if self.run(u).course.mode != Mode::Order {
                return Did::Over;
            }
        }
        let mut free = self.straight(u, h, left);
        if self.run(u).course.mode != Mode::Order {
            return Did::Over;
        }
        if free.stands() && free.end == End::Never {
            return Did::Done;
        }
        if ends < free.ends {
            // A shorter stretch of the same march.
            free.end = End::Stretch(free.rate * (ends - free.moving.since).max(0.0));
            free.ends = ends;
        }
        Did::On(self.behind_friends(u, free))
    }

    /// What is left of the march it is at, written as a leg of its own.
    fn rest_of_march(&self, u: UnitId, gait: Pace) -> Ordered {
        let o = &self.run(u).order;
        let until = match (o.left.filter(|l| l.is_finite()), o.until) {
            (Some(cm), _) => Until::Cm(cm),
            (None, Some(t)) => Until::Turns((t - self.abs()).max(0.0)),
            _ => Until::End,
        };
        Ordered::March { way: Way::Ahead, gait, until }
    }

    /// A march begins: how long it lasts, and the grade for going backwards or sideways (07.01.3). Says whether it can be made.
    fn begin_march(&mut self, u: UnitId, way: Way, until: Until) -> bool {
        let unit = &self.field[u];
        let (base, dispersed) = (unit.base, unit.dispersed());
        let may = match way {
            Way::Ahead => Ok(()),
            _ if dispersed || unit.arm == Arm::Infantry => Ok(()),
            Way::Back if unit.unlimbered() => Ok(()),
            _ if unit.crew_alone() => Ok(()),
            _ => Err(clause!("07.01.2")),
        };
        if let Err(by) = may {
            self.cannot(u, by);
            return false;
        }
        let dir = stance::way(&base, way);
        let now = self.abs();
        let order = &mut self.run_mut(u).order;
        order.begun = true;
        match until {
            Until::End => {}
            Until::Turns(t) => order.until = Some(now + t),
            Until::Cm(cm) => order.left = Some(cm),
            Until::Place(p) => order.left = Some((table::v2(p[0], p[1]) - base.front).dot(dir).max(0.0)),
        }
        if order.left.is_none() {
            order.left = Some(f64::INFINITY);
        }
        if way != Way::Ahead && !dispersed {
            self.grade(u, clause!("07.01.3"));
        }
        true
    }

    /// What was ordered cannot be done: that leg is given up (play.orders).
    pub(super) fn cannot(&mut self, u: UnitId, by: Clause) {
        let by = By::from(by).and(clause!("play.orders"));
        self.tell(by, &[u], || EventKind::Halted { unit: u, why: Halt::Impossible, before: None });
        self.run_mut(u).order.next();
    }

    /// May it go at the charge from here on (07.02)? Until when the half turn under way lasts, or from when on it may, in this turn.
    pub(super) fn charge_now(&mut self, u: UnitId) -> Result<f64, (f64, Clause)> {
        let now = self.abs();
        if self.run(u).course.slowed {
            return Err((f64::INFINITY, clause!("07.02.6")));
        }
        // Who has no charge march goes on in ordinary march (07.02.1, 05.01.6.b, 15.02.1).
        if let Err(by) = going::row(&self.field, &self.field[u], Pace::Charge) {
            return Err((f64::INFINITY, by));
        }
        let approach = periods().approach;
        let unit = &self.field[u];
        let charge = unit.record.charge.filter(|c| c.ended.is_none_or(|e| e >= now - 1e-9));
        let charge = match charge {
            Some(c) => Charge { ended: None, ..c },
            None => {
                if unit.arm == Arm::Cavalry {
                    let rode = approached(unit).map_or(0.0, |a| now - a);
                    if rode < approach - INSTANT {
                        return Err((self.in_turn(now + approach - rode), clause!("07.02.4")));
                    }
                }
                let rest = crate::book::turn::rest(unit);
                let early =
                    unit.record.charge.and_then(|c| c.ended).is_some_and(|e| now < e + rest - INSTANT);
                let rides = unit.arm == Arm::Cavalry;
                let by = By::from(clause!("07.02.1")).with(early.then(|| clause!("07.02.3.a")));
                let by = by.with(rides.then(|| clause!("07.02.4")));
                let before = unit.record.approach.is_some_and(|a| a < self.since_start(0.0) - 1e-9);
                let by = by.with((rides && before).then(|| clause!("play.timers")));
                self.tell(by, &[u], || EventKind::Charging { unit: u, begins: true });
                Charge { began: now, ended: None, early, halves: 0, swung: 0.0 }
            }
        };
        self.field[u].record.charge = Some(charge);
        self.half_turns_of_charge(u);
        let c = self.field[u].record.charge.expect("it charges");
        Ok(self.in_turn(c.began + periods().charge_half * f64::from(c.halves)))
    }

    /// Grades at the start of the half turns of a charge march that cost one (07.02.2, 07.02.3.b).
    fn half_turns_of_charge(&mut self, u: UnitId) {
        let now = self.abs();
        while let Some(c) = self.field[u].record.charge {
            if now < c.began + periods().charge_half * f64::from(c.halves) - 1e-9 {
                break;
            }
            let by = if c.early {
                Some(clause!("07.02.3.b"))
            } else {
                (c.halves >= periods().free_halves).then(|| clause!("07.02.2"))
            };
            self.field[u].record.charge = Some(Charge { halves: c.halves + 1, ..c });
            if let Some(by) = by {
                self.grade(u, by);
            }
        }
    }

    /// A pivot about a wing, or a rotation about the middle (06.04).
    fn swing(&mut self, u: UnitId, degrees: f64, rotates: bool) -> Did {
        let unit = &self.field[u];
        if unit.dispersed() {
            let dir = unit.base.dir.turned(-degrees.to_radians());
            self.turn_freely(u, dir);
            return Did::Done;
        }
        if rotates {
            if let Err(by) = stance::rotation(&self.field.readings, unit, degrees) {
                self.cannot(u, by);
                return self.look_again(u);
            }
        }
        if !self.run(u).order.begun {
            self.run_mut(u).order.begun = true;
            self.run_mut(u).order.left = Some(degrees.abs());
            if !rotates && self.field.readings.is(reading!("column-bends", "follows")) {
                self.settle(u);
                self.field[u].turns_here();
            }
            if !self.swings_on(u, degrees, rotates) {
                self.swings_in_charge(u, degrees, rotates);
                self.turn_graded(u, degrees, !rotates);
            }
            if self.run(u).course.mode != Mode::Order || self.run(u).order.void {
                return Did::Over;
            }
        }
        let left = self.run(u).order.left.unwrap_or(0.0);
        if left <= 1e-9 {
            return Did::Done;
        }
        if self.field.readings.is(reading!("pivots-in-play", "at-the-end")) {
            return self.swing_at_end(u, degrees, rotates);
        }
        match self.swing_leg(u, left, degrees, rotates) {
            Some(free) => Did::On(self.behind_friends(u, free)),
            None => Did::Over,
        }
    }

    /// Is it only the rest of a pivot or rotation that was not finished last turn: it costs its grade once (06.01.3.a)?
    fn swings_on(&self, u: UnitId, degrees: f64, rotates: bool) -> bool {
        let rest = self.field[u].record.swinging.filter(|_| self.run(u).order.at == 0);
        // What is less than that is no turn.
        let hair = 0.05;
        rest.is_some_and(|(left, r)| {
            r == rotates && left * degrees > 0.0 && degrees.abs() <= left.abs() + hair
        })
    }

    /// Is it in charge march up to now?
    fn charging(&self, u: UnitId) -> bool {
        let now = self.abs();
        self.field[u].record.charge.is_some_and(|c| c.ended.is_none_or(|e| e >= now - 1e-9))
    }

    /// Is the march that follows the turn it is at ordered at the charge?
    fn charge_follows(&self, u: UnitId) -> bool {
        let o = &self.run(u).order;
        let mut rest = o.legs.iter().skip(o.at);
        rest.find_map(|l| match l {
            Ordered::Pivot { .. } => None,
            Ordered::March { way: Way::Ahead, gait, .. }
            | Ordered::Arrow { gait, .. }
            | Ordered::To { gait, .. } => Some(*gait == Pace::Charge),
            _ => Some(false),
        })
        .unwrap_or(false)
    }

    /// A turn within a charge march: no more than 20 degrees in all, or the charge is broken off (07.02.5, 07.02.6).
    fn swings_in_charge(&mut self, u: UnitId, degrees: f64, rotates: bool) {
        if !self.charging(u) || !self.charge_follows(u) || self.run(u).course.slowed {
            return;
        }
        let Some(c) = self.field[u].record.charge else { return };
        let swung = c.swung + degrees.abs();
        match stance::charge_swings(swung) {
            Ok(()) if !rotates => self.field[u].record.charge = Some(Charge { swung, ..c }),
            Ok(()) => self.slow_down(u, clause!("06.04.1")),
            Err(by) => self.slow_down(u, by),
        }
    }

    /// By one reading it stands at its old angle until the pivot or rotation is done (play.path).
    fn swing_at_end(&mut self, u: UnitId, degrees: f64, rotates: bool) -> Did {
        let unit = &self.field[u];
        let swing = match rotates {
            true => stance::rotation(&self.field.readings, unit, degrees),
            false => Ok(stance::pivot(unit, degrees)),
        };
        let pace = if self.charging(u) && self.charge_follows(u) && !self.run(u).course.slowed {
            Pace::Charge
        } else {
            Pace::March
        };
        let (Ok(swing), Some(rate)) = (swing, self.rate_here(u, pace, Way::Ahead, false)) else {
            return Did::Over;
        };
        let takes = swing.cm / (rate * if swing.half { 0.5 } else { 1.0 }).max(EPS);
        let left = takes - self.run(u).order.spent;
        if left > 1e-9 {
            let (base, now) = (self.field[u].base, self.time());
            let mut leg = Leg::stand_until(base, now, now + left, End::Fixed);
            leg.how = Gait { by: Some(swing.clause), also: Some(clause!("play.path")), ..Gait::default() };
            return Did::On(leg);
        }
        self.settle(u);
        let turn = if rotates { stance::rotate_by } else { stance::pivot_by };
        turn(&mut self.field[u], degrees);
        self.stirred(u);
        let at = self.field[u].base.pose();
        let by = By::from(swing.clause).and(clause!("play.path"));
        self.tell(by, &[u], || EventKind::Faced { unit: u, at });
        Did::Done
    }

    fn swing_leg(&mut self, u: UnitId, left: f64, degrees: f64, rotates: bool) -> Option<Leg> {
        let unit = &self.field[u];
        let base = unit.base;
        let swing = if rotates {
            stance::rotation(&self.field.readings, unit, 90.0).ok()?
        } else {
            stance::pivot(unit, 90.0)
        };
        // Pivots of 20 degrees at most may be made at the charge (06.04.2).
        let at_charge = self.charging(u) && self.charge_follows(u) && !self.run(u).course.slowed;
        let pace = if at_charge { Pace::Charge } else { Pace::March };
        let rate = self.rate_here(u, pace, Way::Ahead, false)? * if swing.half { 0.5 } else { 1.0 };
        if swing.cm <= 0.0 || rate <= 0.0 {
            return None;
        }
        let speed = rate * 90.0 / swing.cm;
        let slice = left.min(SLICE);
        let pivot = if rotates { base.front } else { ranks::pivot(&base, degrees) };
        let radians = speed.to_radians() * if degrees > 0.0 { -1.0 } else { 1.0 };
        let moving = Moving { base, since: self.time(), motion: Motion::Wheel { pivot, rate: radians } };
        let (why, by) = match (rotates, at_charge) {
            (true, _) => (Why::Rotates, clause!("06.04.1")),
            (false, true) => (Why::Charges, clause!("06.04.2")),
            (false, false) => (Why::Pivots, clause!("06.04.2")),
        };
        let bends = self.run(u).assault.under_way().is_some_and(|a| a.bent > 0.0);
        let also = if bends {
            Some(clause!("play.attack"))
        } else if self.field[u].bent() {
            Some(clause!("play.path"))
        } else {
            self.run(u).order.by
        };
        let gait = Gait { why, own: true, waits: false, by: Some(by), also };
        Some(Leg::stretch(moving, slice, speed, gait))
    }

    /// A front change begins: more than 20 degrees cost a grade, and so do smaller ones that come to more within a turn (06.01.3.a).
    pub(super) fn turn_graded(&mut self, u: UnitId, degrees: f64, pivoting: bool) {
        let unit = &self.field[u];
        if let Err(by) = stance::turn_costs(unit, degrees, pivoting) {
            self.grade_for_change(u, by);
            return;
        }
        // Whom a large turn costs nothing a small one costs nothing either.
        let free = stance::turn_costs(unit, 180.0, pivoting).is_ok();
        if free || self.field.readings.is(reading!("turns-summed", "each")) {
            return;
        }
        let now = self.abs();
        let turned = &mut self.field[u].record.turned;
        turned.retain(|(at, _)| *at > now - 1.0 + 1e-9);
        turned.push((now, degrees.abs()));
        if turned.iter().map(|t| t.1).sum::<f64>() > SMALL_TURN + 1e-9 {
            turned.clear();
            self.grade_for_change(u, clause!("06.01.3.a"));
        }
    }

    /// The grade of a front or formation change; by one reading no more than one in a turn's time (06.01.3.a).
    pub(super) fn grade_for_change(&mut self, u: UnitId, by: Clause) {
        let now = self.abs();
        let last = self.field[u].record.change_graded;
        if self.field.readings.is(reading!("turns-summed", "one-a-turn"))
            && last.is_some_and(|t| now < t + 1.0 - 1e-9)
        {
            return;
        }
        self.field[u].record.change_graded = Some(now);
        self.grade(u, by);
    }

    /// It stands for part of a turn.
    fn stands_for(&mut self, u: UnitId, turns: f64) -> Did {
        let now = self.abs();
        let until = *self.run_mut(u).order.until.get_or_insert(now + turns);
        if now >= until - 1e-9 {
            return Did::Done;
        }
        Did::On(self.waits_until(u, self.in_turn(until), clause!("play.orders")))
    }

    /// A leg has come to its end by itself.
    pub(crate) fn leg_over(&mut self, u: UnitId) {
        self.plan_leg(u);
    }
}

/// Farther round than this a unit faces about instead of pivoting (orders.2); the last bit of the measure does not count.
const ABOUT: f64 = 135.0 + 1e-9;

/// Since when it has gone forward in ordinary march within 90 degrees of where it fronts now (07.02.4).
fn approached(u: &Unit) -> Option<f64> {
    let since = u.record.approach?;
    let most = periods().approach_degrees;
    let off = |d: &V2| angle(*d, u.base.dir).abs() > most + 1e-6;
    let bearings = &u.record.bearings;
    match bearings.iter().rposition(|(_, d)| off(d)) {
        // Of a pivot only what came after it counts.
        Some(i) => bearings[i + 1..].iter().map(|b| b.0).find(|t| *t > bearings[i].0 + 1e-9),
        None => Some(since),
    }
}

/// Degrees to the right from one direction to another, -180 to 180.
pub(super) fn angle(from: V2, to: V2) -> f64 {
    let right = from.right().dot(to);
    libm::atan2(right, from.dot(to)).to_degrees()
}

/// How a unit turns by so many degrees where an arrow only says where to (orders.2).
fn turning(off: f64) -> Vec<Ordered> {
    if off.abs() <= 0.01 {
        return Vec::new();
    }
    if off.abs() <= ABOUT {
        return vec![Ordered::Pivot { degrees: off }];
    }
    let rest = if off > 0.0 { off - 180.0 } else { off + 180.0 };
    let mut legs = vec![Ordered::About];
    if rest.abs() > 0.01 {
        legs.push(Ordered::Pivot { degrees: rest });
    }
    legs
}

/// When the march it is at ends by its order, in this turn.
fn order_end(t: &Table, u: UnitId) -> f64 {
    t.run(u).order.until.map_or(f64::INFINITY, |until| t.in_turn(until))
}

/// Does a leg move the unit, so that it waits for the end of a period of standing (play.left)?
fn moves(leg: &Ordered) -> bool {
    !matches!(
        leg,
        Ordered::Stand { .. }
            | Ordered::Reorganise
            | Ordered::Work { .. }
            | Ordered::Resupply { .. }
            | Ordered::MakeReady
    )
}
