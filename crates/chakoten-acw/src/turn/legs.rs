//! How a unit moves between two instants: the step of its order that it is at, or the forced march it is on.

use super::meet::{What, closing, on_the_dial};
use super::{End, Leg, Mode, Table};
use crate::check::Primitive;
use crate::clause;
use crate::event::{EventKind, Halt, Why};
use crate::going::{self, Bar};
use crate::march::{self, Given};
use crate::passing::{self, Pass};
use crate::troop::State;
use crate::unit::{Haste, UnitId};
use table::{Base, EPS, Motion, Moving, V2};

/// Along what stops a flight or retirement it slides so many cm before it tries its own course again.
pub(super) const SLIDE: f64 = 1.0;

/// A stretch of ground shorter than this is none: where two pieces of ground meet, each is taken a little larger than it is drawn.
pub(super) const HAIR: f64 = 0.7 * EPS;

/// A wheel is made in slices of at most so many degrees, each at the rate of the ground its outer corner is on.
const SLICE: f64 = 5.0;
/// So far from a friend who goes away a unit looks whether it can go on: clearly further than what counts as touching him.
const CLEAR: f64 = 1.5 * EPS;
/// Who is held up by friends looks again after so much of a turn.
const LOOK_AGAIN: f64 = 0.05;
/// So often in one turn a unit waits for the very moment at which a friend is out of its way. One who keeps bumping into him would
/// stop and start thousands of times; he looks again as everybody does.
const MOST_WAITS: u32 = 10;
/// So often a unit looks anew in one turn because those ahead of it changed their pace.
const MOST_HOLDS: u32 = 60;

impl Leg {
    pub(crate) fn stand(base: Base, clock: f64) -> Leg {
        Leg {
            moving: Moving { base, since: clock, motion: Motion::Stand },
            since: clock,
            ends: f64::INFINITY,
            end: End::Never,
            advancing: false,
            why: Why::Marches,
            rate: 0.0,
        }
    }

    pub(crate) fn stands(&self) -> bool {
        self.moving.motion == Motion::Stand
    }
}

impl Table {
    /// Takes what has been marched or spent up to the clock into account; the unit's place is then that of the clock and a
    /// new leg can be planned.
    pub(crate) fn settle(&mut self, u: UnitId) {
        if self.now.is_none() {
            return;
        }
        let clock = self.clock();
        let run = self.run(u);
        let leg = run.leg.clone();
        let t = clock.min(leg.ends);
        let spent = t - leg.since;
        if spent <= 0.0 {
            return;
        }
        let from = leg.moving.base.pose();
        let base = leg.moving.at(t);
        self.field[u].base = base;
        let run = self.run_mut(u);
        match leg.end {
            End::Stretch(whole) => {
                // Exactly the stretch when it is done, so that no dust is left.
                let done = if t >= leg.ends { whole } else { leg.rate * spent };
                if let Some(l) = &mut run.left {
                    *l -= done;
                }
                if let Some(l) = &mut run.stop_after {
                    *l -= done;
                }
            }
            End::Fixed => run.spent += spent,
            _ => {
                if let Some(l) = &mut run.left {
                    *l -= leg.rate * spent;
                }
            }
        }
        run.leg.moving = Moving { base, since: t, motion: leg.moving.motion };
        run.leg.since = t;
        if let End::Stretch(whole) = &mut run.leg.end {
            *whole -= if t >= leg.ends { *whole } else { leg.rate * spent };
        }
        if !leg.stands() {
            run.moved = true;
            let pivot = match leg.moving.motion {
                Motion::Wheel { pivot, .. } => Some(pivot),
                _ => None,
            };
            let turn = self.field.turn;
            let rec = &mut self.field[u].record;
            rec.stirred = Some(turn);
            rec.last_activity = Some(turn);
            let to = base.pose();
            let (since, why) = (leg.since, leg.why);
            self.tell(clause!("play.clock"), &[u], || EventKind::Moved {
                unit: u,
                from,
                to,
                since,
                why,
                pivot,
            });
        }
    }

    /// Plans how the unit goes on from the clock.
    pub(crate) fn plan_leg(&mut self, u: UnitId) {
        let clock = self.clock();
        let leg = self.next_leg(u, clock);
        let run = self.run_mut(u);
        // Who changes his formation or front stands otherwise in the way, too.
        let changed = !goes_alike(&run.leg.moving.motion, &leg.moving.motion)
            || !stands_alike(&run.leg.moving.at(clock.min(run.leg.ends)), &leg.moving.base);
        run.leg = leg;
        run.serial += 1;
        if !run.leg.stands() {
            run.moved = true;
        }
        self.expect(u);
        if changed && !self.turn().held_up.is_empty() {
            self.tell_those_behind(u, clock);
        }
    }

    fn next_leg(&mut self, u: UnitId, clock: f64) -> Leg {
        let base = self.field[u].base;
        if clock >= 1.0 || !self.field[u].on_table() {
            return Leg::stand(base, clock);
        }
        match self.run(u).mode {
            Mode::Stand => Leg::stand(base, clock),
            Mode::Flight(dir) => {
                let left = self.run(u).stop_after.unwrap_or(f64::INFINITY);
                if left <= EPS {
                    return Leg::stand(base, clock);
                }
                self.straight(u, clock, dir, Haste::Flight, false, Why::Flees, left)
            }
            Mode::Retire(dir) => {
                let _ = clause!("02.06.2");
                self.straight(u, clock, dir, Haste::March, true, Why::Retires, f64::INFINITY)
            }
            Mode::Away(dir) => {
                let _ = clause!("play.left");
                self.straight(u, clock, dir, Haste::March, false, Why::TurnsAway, f64::INFINITY)
            }
            Mode::Order => self.ordered_leg(u, clock),
        }
    }

    /// The next stretch of a straight march at one rate.
    #[expect(clippy::too_many_arguments)]
    fn straight(
        &mut self,
        u: UnitId,
        clock: f64,
        dir: V2,
        haste: Haste,
        backwards: bool,
        why: Why,
        length: f64,
    ) -> Leg {
        let unit = &self.field[u];
        let base = unit.base;
        // No march of a turn is longer than a metre.
        let far = length.min(100.0);
        let all = going::stretches(&self.field, unit, &base, dir, far, haste, backwards);
        let Some(first) = all.iter().find(|s| s.to - s.from > HAIR).cloned() else {
            return Leg::stand(base, clock);
        };
        // A place where it may not go is at its very front: it halts.
        let Some(rate) = first.rate.filter(|r| *r > 0.0) else {
            let edge = first.why.bar == Some(Bar::Edge);
            if edge && matches!(self.run(u).mode, Mode::Flight(_)) {
                self.leave_table(u);
            }
            if self.field[u].on_table() {
                if let Some(leg) = self.slide(u, clock, dir, haste, backwards, why, far) {
                    return leg;
                }
                self.halted_by_ground(u, first.why, dir);
            }
            return Leg::stand(self.field[u].base, clock);
        };
        let length = first.to.max(0.0);
        Leg {
            moving: Moving { base, since: clock, motion: Motion::March { velocity: dir * rate } },
            since: clock,
            ends: clock + length / rate,
            end: End::Stretch(length),
            advancing: why == Why::Marches || why == Why::Charges,
            why,
            rate,
        }
    }

    /// A unit that flees, retires or turns away slides along what it may not enter (play.away); by order nobody does.
    #[expect(clippy::too_many_arguments)]
    fn slide(
        &mut self,
        u: UnitId,
        clock: f64,
        dir: V2,
        haste: Haste,
        backwards: bool,
        why: Why,
        far: f64,
    ) -> Option<Leg> {
        if self.run(u).mode == Mode::Order {
            return None;
        }
        let unit = &self.field[u];
        // A hair's breadth back from what stops it, so that it is not in it.
        let base = unit.base.moved(dir * (-4.0 * EPS));
        let way = going::slide(&self.field, unit, &base, dir, haste)?;
        let all = going::stretches(&self.field, unit, &base, way, far.min(SLIDE), haste, backwards);
        let first = all.iter().find(|s| s.to - s.from > HAIR)?;
        let rate = first.rate.filter(|r| *r > 0.0)?;
        let _ = clause!("play.away");
        let length = first.to;
        Some(Leg {
            moving: Moving { base, since: clock, motion: Motion::March { velocity: way * rate } },
            since: clock,
            ends: clock + length / rate,
            end: End::Stretch(length),
            advancing: false,
            why,
            rate,
        })
    }

    /// The ground ahead may not be entered: the march is over for the turn. The order has been written all the same, so nobody
    /// may pass who might not before (02.06.3.c).
    fn halted_by_ground(&mut self, u: UnitId, ground: going::Why, dir: V2) {
        let _ = clause!("play.interrupt");
        let edge = ground.bar == Some(Bar::Edge);
        if edge && self.run(u).mode == Mode::Order && self.leaves_by_order(u, dir) {
            return;
        }
        // A charge of horse ends at any obstacle; only what it could not cross at all disorders it (02.06.4).
        let crossed = ground.bar == Some(Bar::Charge) && {
            let m = self.field[u].mover(Haste::March, false);
            march::rate_across(&m, crate::troop::Going::Ordinary, false, ground.obstacle).is_ok()
        };
        let run = self.run_mut(u);
        run.mode = Mode::Stand;
        run.full_charge = false;
        let announced = run.attack.as_ref().is_some_and(|a| a.declared && !a.over);
        if announced && !edge && !crossed {
            let _ = clause!("07.01.6.b");
            run.stopped = true;
        }
        if let Some(a) = &mut run.attack {
            a.over = true;
        }
        let why = if edge {
            Halt::Edge
        } else if crossed {
            Halt::Obstacle
        } else {
            Halt::Impassable
        };
        self.tell(ground.clause, &[u], || EventKind::Halted { unit: u, why });
    }

    /// Where the scenario allows it a unit leaves the table by order (play.edge).
    fn leaves_by_order(&mut self, u: UnitId, dir: V2) -> bool {
        let f = &self.field;
        let unit = &f[u];
        let (a, b) = ground::leading_edge(&unit.base, dir);
        let at = |e: &crate::field::Edge| {
            let out = e.outward();
            let end = (f.ground.width * out.x).max(0.0) + (f.ground.depth * out.y).max(0.0);
            [a, b].iter().any(|p| p.dot(out) >= end - 2.0 * EPS)
        };
        if !f.special.exits[unit.side.index()].iter().any(at) {
            return false;
        }
        self.tell(clause!("play.edge"), &[u], || EventKind::LeftTable { unit: u, fled: false });
        self.remove(u, crate::unit::Fate::Left);
        true
    }

    /// A unit in FU that reaches its own edge is lost; anybody else halts there (play.edge).
    pub(crate) fn leave_table(&mut self, u: UnitId) {
        let f = &self.field;
        let unit = &f[u];
        let out = f.edge(unit.side).outward();
        let reach = |p: V2| {
            let (w, d) = (f.ground.width, f.ground.depth);
            (out.x < 0.0 && p.x <= EPS * 2.0)
                || (out.x > 0.0 && p.x >= w - EPS * 2.0)
                || (out.y < 0.0 && p.y <= EPS * 2.0)
                || (out.y > 0.0 && p.y >= d - EPS * 2.0)
        };
        if unit.state != State::Complete || !unit.base.corners().into_iter().any(reach) {
            return;
        }
        self.tell(clause!("play.edge"), &[u], || EventKind::LeftTable { unit: u, fled: true });
        self.remove(u, crate::unit::Fate::Fled);
    }

    fn ordered_leg(&mut self, u: UnitId, clock: f64) -> Leg {
        loop {
            let run = self.run(u);
            let base = self.field[u].base;
            if run.void {
                return Leg::stand(base, clock);
            }
            let Some(step) = run.steps.get(run.at).cloned() else { return Leg::stand(base, clock) };
            let charge = run.attack.as_ref().is_some_and(|a| a.charge && !a.over) || run.charging_guns();
            let (haste, why) =
                if charge { (Haste::Charge, Why::Charges) } else { (Haste::March, Why::Marches) };
            match step {
                Primitive::March { cm } | Primitive::Back { cm } => {
                    let back = matches!(step, Primitive::Back { .. });
                    let left = *self.run_mut(u).left.get_or_insert(cm.unwrap_or(f64::INFINITY));
                    if left <= EPS / 100.0 {
                        self.step_done(u);
                        continue;
                    }
                    let (dir, why) = if back {
                        let _ = clause!("02.06.2");
                        (-base.dir, Why::MovesBack)
                    } else {
                        (base.dir, why)
                    };
                    let free = self.straight(u, clock, dir, haste, back, why, left);
                    return self.held(u, free, clock);
                }
                Primitive::Wheel { degrees } => {
                    let left = *self.run_mut(u).left.get_or_insert(degrees.abs());
                    if left <= 1e-9 || base.width <= 0.0 {
                        self.step_done(u);
                        continue;
                    }
                    let right = degrees > 0.0;
                    let pivot = if right { base.front_right() } else { base.front_left() };
                    let unit = &self.field[u];
                    let Some(Given { amount: rate, .. }) =
                        going::wheel_rate(&self.field, unit, &base, right, haste)
                    else {
                        self.halted_by_ground(
                            u,
                            going::Why::barred(Bar::Impassable, clause!("02.06.1")),
                            base.dir,
                        );
                        return Leg::stand(base, clock);
                    };
                    // Degrees a turn: 90 degrees cost one and a half fronts (02.05.5).
                    let speed = rate * 90.0 / march::wheel_cost(base.width, 90.0).amount;
                    let slice = left.min(SLICE);
                    let radians = speed.to_radians() * if right { -1.0 } else { 1.0 };
                    let swung = base.turned_about(pivot, slice.to_radians() * radians.signum());
                    if self.over_the_edge(&base, &swung) {
                        self.halted_by_ground(
                            u,
                            going::Why::barred(Bar::Edge, clause!("play.edge")),
                            base.dir,
                        );
                        return Leg::stand(base, clock);
                    }
                    let free = Leg {
                        moving: Moving { base, since: clock, motion: Motion::Wheel { pivot, rate: radians } },
                        since: clock,
                        ends: clock + slice / speed,
                        end: End::Stretch(slice),
                        advancing: true,
                        why: Why::Wheels,
                        rate: speed,
                    };
                    return self.held(u, free, clock);
                }
                Primitive::Wait { until } => {
                    if clock + super::INSTANT >= until {
                        self.step_done(u);
                        continue;
                    }
                    let mut leg = Leg::stand(base, clock);
                    leg.ends = until;
                    leg.end = End::Fixed;
                    return leg;
                }
                Primitive::Work(_) => {
                    self.run_mut(u).working = true;
                    return Leg::stand(base, clock);
                }
                fixed => {
                    if let Some((other, place)) = self.in_the_limbers_place(u, &fixed) {
                        // Limbering waits until the place is free; only the time then left counts (02.03.4).
                        let _ = (clause!("02.03.4"), clause!("play.blocked"));
                        self.run_mut(u).blocked.clear();
                        self.run_mut(u).blocked.push(other);
                        self.turn_mut().holds_up(u);
                        let mut leg = Leg::stand(base, clock);
                        let (there, place) = (self.run(other).leg.moving, Moving::standing(place));
                        if let Some(t) = table::first_beyond(place.whole(), there.whole(), 0.0, clock, 1.0) {
                            leg.ends = on_the_dial(t.max(clock + super::INSTANT));
                            leg.end = End::Friend;
                        }
                        return leg;
                    }
                    self.run_mut(u).blocked.clear();
                    let Some(whole) = self.duration(u, &fixed) else {
                        // What cannot be done (any more) is left out.
                        self.run_mut(u).mode = Mode::Stand;
                        self.tell(clause!("play.clock"), &[u], || EventKind::Halted {
                            unit: u,
                            why: Halt::OrderDone,
                        });
                        return Leg::stand(base, clock);
                    };
                    // Each step has its duration, and what was spent on it last turn counts.
                    let _ = clause!("play.clock");
                    let left = whole - self.run(u).spent;
                    if left <= 1e-9 {
                        // A change of facing or formation is movement, even one that takes no time (03.03.1.b).
                        self.run_mut(u).moved = true;
                        self.carry_out(u, &fixed);
                        self.step_done(u);
                        if self.run(u).mode != Mode::Order {
                            return Leg::stand(self.field[u].base, clock);
                        }
                        continue;
                    }
                    let mut leg = Leg::stand(base, clock);
                    leg.ends = clock + left;
                    leg.end = End::Fixed;
                    self.run_mut(u).moved = true;
                    return leg;
                }
            }
        }
    }

    /// A step whose time is up exactly at clock 1 is finished (play.clock).
    pub(crate) fn done_at_the_end(&mut self, u: UnitId) {
        let run = self.run(u);
        let up = run.leg.end == End::Fixed && run.leg.ends <= 1.0 + 1e-9 && run.mode == Mode::Order;
        if !up || run.void || !self.field[u].on_table() {
            return;
        }
        let Some(step) = run.steps.get(run.at).cloned() else { return };
        if !matches!(step, Primitive::Wait { .. } | Primitive::Work(_)) {
            self.carry_out(u, &step);
            self.step_done(u);
            let (base, clock) = (self.field[u].base, self.clock());
            self.run_mut(u).leg = Leg::stand(base, clock);
        }
    }

    fn step_done(&mut self, u: UnitId) {
        let run = self.run_mut(u);
        run.at += 1;
        run.left = None;
        run.spent = 0.0;
    }

    /// Held up by friends it may not pass: it keeps contact and goes no faster than they do (play.blocked).
    fn held(&mut self, u: UnitId, free: Leg, clock: f64) -> Leg {
        if self.run(u).blocked.is_empty() {
            return free;
        }
        let before = std::mem::take(&mut self.run_mut(u).blocked);
        let mut still = before.clone();
        still.retain(|o| self.holds_up(u, *o, &free, clock));
        self.run_mut(u).blocked = still.clone();
        if still.is_empty() {
            return free;
        }
        let _ = clause!("play.blocked");
        let base = self.field[u].base;
        let again = clock + LOOK_AGAIN;
        let mut stand = Leg { ends: again, end: End::Friend, ..Leg::stand(base, clock) };
        // The moment at which one who marches across is out of the way.
        for o in &still {
            let theirs = self.run(*o).leg.moving;
            if matches!(theirs.motion, Motion::March { .. }) && self.run(u).waits < MOST_WAITS {
                if let Some(t) =
                    table::first_beyond(stand.moving.whole(), theirs.whole(), CLEAR, clock, stand.ends)
                {
                    stand.ends = on_the_dial(t.max(clock + super::INSTANT));
                }
            }
        }
        let Motion::March { velocity } = free.moving.motion else {
            self.run_mut(u).waits += u32::from(stand.ends < again);
            return stand;
        };
        let dir = velocity.unit();
        let mut speed = free.rate;
        for o in &still {
            let other = self.run(*o);
            // Two that press on each other both stand.
            let ahead = if other.blocked.contains(&u) {
                0.0
            } else {
                // He may be wheeling: the slowest place it could press on decides.
                let points = base.corners().into_iter().chain([base.front]);
                points.map(|p| other.leg.moving.velocity_at(p).dot(dir)).fold(f64::INFINITY, f64::min)
            };
            speed = speed.min(ahead);
        }
        if speed <= 0.1 {
            self.run_mut(u).waits += u32::from(stand.ends < again);
            return stand;
        }
        let length = if let End::Stretch(l) = free.end { l } else { f64::INFINITY };
        let slow = Leg {
            moving: Moving { base, since: clock, motion: Motion::March { velocity: dir * speed } },
            ends: again.min(clock + length / speed),
            end: End::Friend,
            rate: speed,
            ..free
        };
        // Somebody may be in the way only now that it goes slower.
        let others = before.iter().any(|o| !still.contains(o) && self.holds_up(u, *o, &slow, clock));
        if others {
            self.run_mut(u).blocked = before;
            return stand;
        }
        slow
    }

    /// Does a friend it touches stand in the way of this leg?
    fn holds_up(&self, u: UnitId, o: UnitId, free: &Leg, clock: f64) -> bool {
        let f = &self.field;
        if !f[o].on_table() {
            return false;
        }
        let theirs = &self.run(o).leg.moving;
        let pass = passing::may_pass(f, &f[u], free.why == Why::Charges, &f[o], self.run(o).has_order());
        matches!(pass, Pass::Blocked(_))
            && table::gap_at(free.moving.whole(), theirs.whole(), clock) <= EPS
            && closing(&free.moving, theirs, clock)
    }

    /// Those whom this unit holds up look anew how they can go on.
    pub(crate) fn tell_those_behind(&mut self, u: UnitId, clock: f64) {
        for i in 0..self.turn().held_up.len() {
            let d = self.turn().held_up[i];
            let run = self.run_mut(d);
            if d == u || !run.blocked.contains(&u) || run.mode != Mode::Order {
                continue;
            }
            run.holds += 1;
            if run.holds <= MOST_HOLDS {
                self.note(clock, What::LegEnds, d, d);
                continue;
            }
            // Friends who get in each other's way without end stand.
            self.settle(d);
            let base = self.field[d].base;
            let run = self.run_mut(d);
            run.void = true;
            run.mode = Mode::Stand;
            run.leg = Leg::stand(base, clock);
            run.serial += 1;
            self.expect(d);
        }
    }

    /// A leg has come to its end by itself.
    pub(crate) fn leg_over(&mut self, u: UnitId) {
        self.settle(u);
        if let Mode::Flight(_) = self.run(u).mode {
            self.leave_table(u);
        }
        self.plan_leg(u);
    }
}

/// Do two legs move a unit in the same way? A wheel is planned in slices, and its pivot is reckoned anew for each.
fn goes_alike(a: &Motion, b: &Motion) -> bool {
    const DUST: f64 = 1e-6;
    match (a, b) {
        (Motion::Stand, Motion::Stand) => true,
        (Motion::March { velocity: v }, Motion::March { velocity: w }) => v.dist(*w) <= DUST,
        (Motion::Wheel { pivot: p, rate: r }, Motion::Wheel { pivot: q, rate: s }) => {
            p.dist(*q) <= DUST && (r - s).abs() <= DUST
        }
        _ => false,
    }
}

/// Are two bases the same but for dust?
fn stands_alike(a: &Base, b: &Base) -> bool {
    const DUST: f64 = 1e-6;
    a.front.dist(b.front) <= DUST
        && a.dir.dist(b.dir) <= DUST
        && (a.width - b.width).abs() <= DUST
        && (a.depth - b.depth).abs() <= DUST
}

impl super::Run {
    /// Horse artillery at the charge move, which is no attack (03.03.4.b).
    pub(crate) fn charging_guns(&self) -> bool {
        match &self.action {
            crate::check::Action::Move(c) => c.charge && !c.attack,
            _ => false,
        }
    }
}
