//! Moves without counting time: flight, retirement, chains that fall back (04.02.1, 04.02.3, 04.02.10, play.forced). They
//! run together on a clock of their own while the turn's clock stands still.

use super::way::{HAIR, SLIDE};
use super::{Mode, Stage, Table};
use crate::book::data;
use crate::event::{By, EventKind, Halt, Why};
use crate::going::{self, Bar};
use crate::passing::{self, Pass};
use crate::troop::{Arm, Kind, State};
use crate::unit::{Fate, Haste, UnitId};
use crate::{attack, clause, reading};
use clock::{Stretch, presses, runs_into};
use ranks::Parted;
use table::{EPS, Motion, Moving, V2, gap_at};
use umpire::Clause;

/// Why a unit must go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    Flight,
    Retirement,
    /// A chain before a threat.
    FallBack,
}

/// A move to be made without time.
#[derive(Clone, Debug)]
pub(crate) struct MustGo {
    pub unit: UnitId,
    /// Whom it goes away from.
    pub from: Option<UnitId>,
    pub cause: Cause,
}

impl MustGo {
    pub(crate) fn of(unit: UnitId, from: Option<UnitId>, state: State) -> MustGo {
        let cause = if state == State::Complete { Cause::Flight } else { Cause::Retirement };
        MustGo { unit, from, cause }
    }

    pub(crate) fn fall_back(unit: UnitId, threat: UnitId) -> MustGo {
        MustGo { unit, from: Some(threat), cause: Cause::FallBack }
    }
}

/// What the book keeps of one under way.
pub(crate) struct Driven {
    from: Option<UnitId>,
    cause: Cause,
    /// The clause that says where to.
    heading: Clause,
    start: table::Pose,
    /// The support unit a chain has come to (04.02.10.b).
    supported: Option<UnitId>,
    /// It could not pass a pinned friend (04.02.9).
    pinned: bool,
    /// A friend, the edge or impassable ground stopped it.
    stopped: bool,
}

type Mover = clock::Mover<UnitId, Driven>;
type Movers = clock::Movers<UnitId, Driven>;

impl clock::Forced for Table {
    type Own = Driven;
    type Stop = (Halt, By);

    /// The next stretch of ground.
    fn stretch(&mut self, m: &mut Mover) -> Option<Stretch> {
        let haste = m.own.cause.haste();
        let base = m.moving.base;
        // The half speed of moving backwards does not apply (04.02.3).
        let all = going::stretches(&self.field, &self.field[m.unit], &base, m.dir, 100.0, haste, false);
        let first = all.iter().find(|x| x.to - x.from > HAIR).cloned()?;
        match first.rate.filter(|r| *r > 0.0) {
            Some(rate) => Some(Stretch { from: base, velocity: m.dir * rate, takes: first.to / rate }),
            None => self.no_further(m, first.why),
        }
    }

    fn look_at(&self, m: &Mover, o: UnitId, there: &Moving, at: f64) -> Option<f64> {
        let d = &data().d;
        let (u, other) = (&self.field[m.unit], &self.field[o]);
        let gap = gap_at(m.moving.whole(), there.whole(), at);
        if u.side != other.side {
            return (other.state != State::Complete && gap > d.break_in + EPS).then_some(d.break_in);
        }
        if m.own.cause == Cause::Flight && self.may_panic(m.unit, o) && gap > d.carried_away + 1e-6 {
            return Some(d.carried_away);
        }
        (gap > EPS).then_some(0.0)
    }

    fn meet(&mut self, m: &mut Mover, o: UnitId, there: &Moving, at: f64) -> Option<(Halt, By)> {
        let u = m.unit;
        if self.field[u].side != self.field[o].side {
            return self.too_near(m, o, there, at).then(|| (Halt::BreakIn, clause!("play.forced").into()));
        }
        if !presses(&m.moving, there, at) || self.run(u).course.through.contains(&o) || m.own.pinned {
            return None;
        }
        if m.own.cause == Cause::FallBack && self.supports_chain(o, u) {
            m.own.supported = Some(o);
            let by = By::from(clause!("04.02.10.b")).and(clause!("07.03.5"));
            return Some((Halt::Friend, by));
        }
        let has = self.run(o).has_order();
        match passing::may_pass(&self.field, &self.field[u], false, &self.field[o], has) {
            Pass::Blocked(by) => {
                // And it does not start again.
                let by =
                    By::from(by).with([clause!("04.02.5.a"), clause!("play.blocked"), clause!("02.04.1")]);
                return Some((Halt::Friend, by));
            }
            Pass::Pinned(by) if !self.pass_pinned(u, o) => {
                m.own.pinned = true;
                return Some((Halt::Friend, by.into()));
            }
            Pass::Pinned(_) | Pass::Free(_) => {}
        }
        self.run_mut(o).befell.passed = true;
        self.run_mut(u).course.through.push(o);
        None
    }

    fn stop(&mut self, m: &mut Mover, (why, by): (Halt, By)) {
        m.own.stopped = why != Halt::BreakIn;
        let u = m.unit;
        self.tell(by, &[u], || EventKind::Halted { unit: u, why });
    }

    /// Friends near a flight are tested; who is carried away starts at this moment. All are tested as they were before the
    /// tests of the round, and one threatened by several flights takes the worst (play.tie).
    fn spread(&mut self, all: &mut Movers, at: f64) {
        for _ in 0..self.field.units.len() + 1 {
            let pairs = self.near_a_flight(all, at);
            if pairs.is_empty() {
                return;
            }
            let rolled: Vec<(usize, UnitId, State)> = pairs
                .into_iter()
                .map(|(i, o)| {
                    let flees = all.get(i).unit;
                    self.run_mut(flees).befell.panicked.push(o);
                    (i, o, self.roll_carried_away(o, flees))
                })
                .collect();
            let mut started: Vec<MustGo> = Vec::new();
            for (i, o, state) in rolled {
                if self.swept_along(o, state) {
                    started.retain(|f| f.unit != o);
                    started.push(MustGo::of(o, all.get(i).own.from, state));
                }
                if state != State::Complete {
                    self.check_flight(all.get_mut(i), o);
                }
            }
            for f in started {
                let was = all.which(f.unit).map(|i| all.get_mut(i));
                if let Some(m) = self.start(&f, at, was) {
                    all.set(m);
                }
            }
        }
    }

    /// The move is over: the unit stands to the end of the turn.
    fn over(&mut self, m: Mover) {
        let u = m.unit;
        if self.field[u].fate != Fate::OnTable {
            return;
        }
        self.field[u].base = m.moving.base;
        if m.own.cause == Cause::FallBack {
            // It faces the enemy again.
            self.turn_where_there_is_room(u, -m.dir);
        }
        let (from, to, clock) = (m.own.start, self.field[u].base.pose(), self.time());
        let cm = m.track.windows(2).map(|p| p[0].front.dist(p[1].front)).sum();
        let (why, by) = match m.own.cause {
            Cause::Flight => (Why::Flees, clause!("04.02.1")),
            Cause::Retirement => (Why::Retires, clause!("04.02.3")),
            Cause::FallBack => (Why::FallsBack, clause!("04.02.10.a")),
        };
        // Without time, away from the cause and round nobody; what was ordered is void.
        let by = By::from(by).and(clause!("play.forced")).and(m.own.heading).and(clause!("play.order-void"));
        let straight = m.own.cause != Cause::FallBack;
        let by = by.with(straight.then(|| clause!("04.02.5.b")));
        self.tell(by, &[u], || EventKind::Moved { unit: u, from, to, since: clock, cm, why, pivot: None });
        if m.own.cause == Cause::FallBack {
            self.has_fallen_back(u, &m.own);
        }
        let turn = self.field.turn;
        let rec = &mut self.field[u].record;
        rec.stirred = Some(turn);
        rec.last_activity = Some(turn);
        rec.in_motion = false;
        self.go_along();
        self.plan_leg(u);
        // What it did on its way others may have waited for.
        for pair in m.track.windows(2) {
            let velocity = pair[1].front - pair[0].front;
            let moving = Moving { base: pair[0], since: 0.0, motion: Motion::March { velocity } };
            self.brings_about(u, &moving);
        }
    }
}

impl Cause {
    fn haste(self) -> Haste {
        if self == Cause::Flight { Haste::Flight } else { Haste::March }
    }
}

impl Table {
    /// Step 7.
    pub(crate) fn forced(&mut self) -> Stage {
        if self.time() <= 0.0 {
            self.declared_retreats();
        }
        self.run_forced();
        Stage::Choose
    }

    /// Units that declared a retreat retire after immediate fire: half a turn without time, or the whole turn at half speed
    /// if that fire cost them men (04.01.3.b).
    fn declared_retreats(&mut self) {
        for i in 0..self.field.units.len() {
            let u = UnitId(i as u16);
            let run = self.run(u);
            if !run.order.retreat || run.befell.forced || self.field[u].state != State::Disorder {
                continue;
            }
            if run.befell.hurt {
                let to = attack::retreat_direction(&self.field, &self.field[u]);
                let run = self.run_mut(u);
                run.course.mode = Mode::Retire(to);
                run.order.void = true;
                run.befell.forced = true;
                self.plan_leg(u);
            } else {
                let from = attack::nearest_enemy_in_sight(&self.field, &self.field[u]);
                self.turn_mut().instant.flights.push(MustGo::of(u, from, State::Disorder));
            }
        }
    }

    /// Makes all forced moves that are due.
    pub(crate) fn run_forced(&mut self) {
        let list = std::mem::take(&mut self.turn_mut().instant.flights);
        let mut first: Vec<Mover> = Vec::new();
        for f in list {
            let was = first.iter().position(|m| m.unit == f.unit);
            if let Some(m) = self.start(&f, 0.0, was.map(|i| &mut first[i])) {
                match was {
                    Some(i) => first[i] = m,
                    None => first.push(m),
                }
            }
        }
        if first.is_empty() {
            return;
        }
        let d = &data().d;
        clock::run_forced(self, first, self.boxes(), d.break_in.max(d.carried_away) + 0.1);
    }

    /// Sets a unit moving. One that retires and is then carried away flees from where it has come to.
    fn start(&mut self, f: &MustGo, at: f64, was: Option<&mut Mover>) -> Option<Mover> {
        let Some(was) = was else { return self.set_moving(f, at) };
        if was.own.cause == Cause::Flight || f.cause != Cause::Flight {
            return None;
        }
        let mut m = self.set_moving(f, at)?;
        m.own.start = was.own.start;
        was.track.append(&mut m.track);
        m.track = std::mem::take(&mut was.track);
        Some(m)
    }

    /// Turns the unit to go and finds its first stretch.
    fn set_moving(&mut self, f: &MustGo, at: f64) -> Option<Mover> {
        let u = f.unit;
        if !self.field[u].on_table() {
            return None;
        }
        self.settle(u);
        self.break_contact(u);
        self.abandon_guns(u);
        // The course is straight; it does not bend round friends (04.02.5.b).
        let heading = match f.from {
            Some(e) => attack::away_direction(&self.field, &self.field[u], &self.field[e]),
            None => attack::to_the_rear(&self.field[u]),
        };
        let dir = heading.dir;
        let start = self.field[u].base.pose();
        let former = self.leave_as_it_stands(u, dir, f.cause);
        self.field[u].shelter = None;
        let lasts = match f.cause {
            Cause::Flight if self.field[u].kind() == Kind::Mounted => 1.0,
            Cause::Flight | Cause::Retirement => 0.5,
            Cause::FallBack => 1.0,
        };
        if f.cause != Cause::Retirement {
            self.turn_where_there_is_room(u, dir);
        }
        let run = self.run_mut(u);
        run.course.former = former;
        run.befell.forced = true;
        run.befell.moved = true;
        run.course.mode = Mode::Stand;
        run.order.void = true;
        run.assault.full_charge = false;
        run.fire.cease();
        let own = Driven {
            from: f.from,
            cause: f.cause,
            heading: heading.by,
            start,
            supported: None,
            pinned: false,
            stopped: false,
        };
        Some(Mover::set_out(self, u, dir, at, lasts, own))
    }

    /// The front it had before it turned to go. A garrison leaves by the side away from the cause; it faces all sides, and what it
    /// faced is the cause.
    fn leave_as_it_stands(&mut self, u: UnitId, dir: V2, cause: Cause) -> table::Base {
        let mut former = self.field[u].base;
        if !self.field[u].inside.is_empty() {
            let centre = former.centre();
            former.dir = -dir;
            former.front = centre + former.dir * (former.depth / 2.0);
            let formation = self.field[u].formation;
            let way = self.way_out(u, centre, dir);
            self.leave_building(u, way, formation);
            if cause == Cause::Retirement {
                self.field[u].base = self.field[u].base.about_face();
            }
        }
        former
    }

    /// Towards which place a garrison is driven out: away from the cause, or on the side most nearly so on which there is ground for it.
    fn way_out(&self, u: UnitId, centre: V2, dir: V2) -> V2 {
        let f = &self.field;
        let unit = &f[u];
        let Some(house) = unit.inside.first().map(|b| f.ground.buildings[usize::from(*b)].base) else {
            return centre + dir;
        };
        let mut sides = [house.dir, -house.dir, house.dir.right(), -house.dir.right()];
        sides.sort_by(|a, b| b.dot(dir).total_cmp(&a.dot(dir)));
        let far = house.width + house.depth;
        let away = centre + dir * 50.0;
        let mut ways = std::iter::once(away).chain(sides.map(|out| house.centre() + out * far));
        let free = |way: &V2| {
            let mut out = unit.clone();
            crate::stance::left_building(&mut out, &house, *way, unit.formation);
            self.closed_to(&out, &house, &out.base).is_none()
        };
        ways.find(free).unwrap_or(away)
    }

    /// Impassable ground or an edge: it slides along it if it can, and then tries its own course again.
    fn no_further(&mut self, m: &mut Mover, ground: going::Why) -> Option<Stretch> {
        let u = m.unit;
        let edge = ground.bar == Some(Bar::Edge);
        if edge {
            self.leave_table(u);
            if !self.field[u].on_table() {
                return None;
            }
        }
        let along = self.slide_forced(m);
        if along.is_none() {
            m.own.stopped = true;
            let why = if edge { Halt::Edge } else { Halt::Impassable };
            self.tell(ground.clause, &[u], || EventKind::Halted { unit: u, why });
        }
        along
    }

    fn slide_forced(&self, m: &Mover) -> Option<Stretch> {
        let unit = &self.field[m.unit];
        let haste = m.own.cause.haste();
        let from = m.moving.base.moved(m.dir * (-4.0 * EPS));
        let dir = going::slide(&self.field, unit, &from, m.dir, haste)?.dir;
        let all = going::stretches(&self.field, unit, &from, dir, SLIDE, haste, false);
        let first = all.iter().find(|x| x.to - x.from > HAIR)?;
        let rate = first.rate.filter(|r| *r > 0.0)?;
        Some(Stretch { from, velocity: dir * rate, takes: first.to / rate })
    }

    /// Has a forced move come to break-in distance of an enemy not in FU, or does it start within it and go nearer?
    fn too_near(&self, m: &Mover, o: UnitId, there: &Moving, at: f64) -> bool {
        let reach = data().d.break_in;
        self.field[o].state != State::Complete
            && m.moving.motion != Motion::Stand
            && gap_at(m.moving.whole(), there.whole(), at) <= reach + 1e-6
            && runs_into(&m.moving, there, at)
    }

    /// May the flight of `u` carry `o` away (08.03.1, 08.03.3)?
    pub(crate) fn may_panic(&self, u: UnitId, o: UnitId) -> bool {
        let (uu, oo) = (&self.field[u], &self.field[o]);
        oo.on_table()
            && oo.side == uu.side
            && oo.id != uu.id
            && oo.arm != Arm::Wagon
            && oo.state != State::Complete
            && !self.run(u).befell.panicked.contains(&o)
            && attack::beside_or_behind(&self.field, &self.run(u).course.former, oo).is_some()
    }

    /// Who is so near to a flight that it may carry him away, and to which.
    fn near_a_flight(&self, all: &Movers, at: f64) -> Vec<(usize, UnitId)> {
        let reach = data().d.carried_away;
        let mut near = Vec::new();
        let mut pairs: Vec<(usize, UnitId)> = Vec::new();
        for (i, m) in all.iter().enumerate() {
            if m.own.cause != Cause::Flight || !self.field[m.unit].on_table() {
                continue;
            }
            all.near(i, &mut near);
            let close_by = |o: &UnitId| {
                let there = all.place(self, *o);
                gap_at(m.moving.whole(), there.whole(), at) <= reach + 1e-6
            };
            let at_risk =
                near.iter().map(|o| UnitId(*o)).filter(|o| self.may_panic(m.unit, *o) && close_by(o));
            pairs.extend(at_risk.map(|o| (i, o)));
        }
        pairs.sort_by_key(|(i, o)| (all.get(*i).unit, *o));
        pairs
    }

    /// A steady unit behind the flight checks it, the first on its path (08.03.4).
    fn check_flight(&mut self, m: &mut Mover, by: UnitId) {
        let (u, o) = (m.unit, by);
        let Some(clause) = attack::behind(&self.field, &m.moving.base, m.dir, &self.field[o]) else { return };
        // Of several the first on its path.
        let nearer = m.behind.is_none_or(|b| {
            let ahead = |x: UnitId| (self.field[x].base.centre() - m.moving.base.centre()).dot(m.dir);
            ahead(o) < ahead(b)
        });
        if nearer {
            m.behind = Some(o);
            let turn = self.field.turn;
            self.field[u].record.checked = Some(turn);
            self.tell(clause, &[u], || EventKind::FlightChecked { unit: u, behind: o });
        }
    }

    /// A chain has come to a support unit, or to nobody (04.02.10).
    fn has_fallen_back(&mut self, u: UnitId, own: &Driven) {
        // A pinned chain is no longer pinned but stays in LU.
        if !own.pinned {
            self.field[u].pinned_to = None;
        }
        match own.supported {
            Some(support) => self.on_the_flanks(u, support),
            None if own.stopped && self.field.readings.is(reading!("fall-back-stopped", "keeps-order")) => {}
            None => {
                self.worsen(u, State::Slight, By::from(clause!("04.02.10.c")).and(clause!("08.02.8")));
            }
        }
    }

    /// The chain takes its place on the flanks of the support unit, still in chain and still one unit (04.02.10.b): its
    /// companies divided as evenly as they go, the odd one on the right, their front level with the support unit's.
    fn on_the_flanks(&mut self, u: UnitId, support: UnitId) {
        let s = self.field[support].base;
        let clock = self.time();
        let unit = &mut self.field[u];
        let from = unit.base.pose();
        let company = unit.company.max(1);
        let companies = unit.figures.div_ceil(company);
        let left = (companies / 2 * company).min(unit.figures);
        let right = unit.figures - left;
        let (w, gap) = (unit.figure().0, unit.gap);
        let wing = |n: u16| f64::from(n) * (w + gap) - gap;
        unit.base.dir = s.dir;
        unit.parted = None;
        let shift = if left == 0 || right == 0 {
            // A single company goes to one flank.
            (s.width + wing(unit.figures)) / 2.0
        } else {
            unit.parted = Some(Parted { left, hole: s.width });
            (wing(right) - wing(left)) / 2.0
        };
        let was = unit.base.centre();
        unit.base.front = s.front + s.dir.right() * shift;
        unit.lay();
        let (to, cm) = (unit.base.pose(), was.dist(unit.base.centre()));
        self.tell(clause!("04.02.10.b"), &[u], || EventKind::Moved {
            unit: u,
            from,
            to,
            since: clock,
            cm,
            why: Why::FallsBack,
            pivot: None,
        });
    }

    /// Is `o` a support unit for the chain (07.03.5)?
    fn supports_chain(&self, o: UnitId, chain: UnitId) -> bool {
        // In contact the chain is before it as a whole, its gaps included.
        let mut whole = self.field[chain].clone();
        whole.gap = 0.0;
        attack::support(&self.field, &whole) == Some(o)
    }

    /// A unit that leaves lets go of the enemies it touched.
    pub(crate) fn break_contact(&mut self, u: UnitId) {
        let others: Vec<UnitId> = self.field[u].locked.drain(..).collect();
        self.field[u].turned = 0;
        self.field[u].wrapped = 0;
        for o in others {
            self.field[o].locked.retain(|x| *x != u);
            if self.field[o].locked.is_empty() {
                self.field[o].turned = 0;
                self.field[o].wrapped = 0;
            }
        }
    }
}
