//! Moves without counting time: flight, retirement, chains that fall back (04.02.1, 04.02.3, 04.02.10, play.forced). They
//! run together on a clock of their own while the turn's clock stands still.

use super::legs::{HAIR, SLIDE};
use super::meet::runs_into;
use super::{Mode, Stage, Table};
use crate::book::data;
use crate::event::{EventKind, Halt, Why};
use crate::going::{self, Bar};
use crate::passing::{self, Pass};
use crate::troop::{Arm, Kind, State};
use crate::unit::{Fate, Haste, UnitId};
use crate::{attack, clause, reading};
use ranks::Parted;
use table::{EPS, Motion, Moving, Strips, V2, first_beyond, first_within, gap_at, v2};
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
pub(crate) struct Forced {
    pub unit: UnitId,
    /// Whom it goes away from.
    pub from: Option<UnitId>,
    pub cause: Cause,
}

impl Forced {
    pub(crate) fn of(unit: UnitId, from: Option<UnitId>, state: State) -> Forced {
        let cause = if state == State::Complete { Cause::Flight } else { Cause::Retirement };
        Forced { unit, from, cause }
    }

    pub(crate) fn fall_back(unit: UnitId, threat: UnitId) -> Forced {
        Forced { unit, from: Some(threat), cause: Cause::FallBack }
    }
}

/// One of them under way.
struct Mover {
    unit: UnitId,
    from: Option<UnitId>,
    cause: Cause,
    dir: V2,
    /// On the forced clock.
    until: f64,
    moving: Moving,
    /// When the present stretch ends.
    stretch: f64,
    rate: f64,
    done: bool,
    /// Steady friend behind whom the flight ends (08.03.4).
    behind: Option<UnitId>,
    start: table::Pose,
    /// The way actually gone, for fire orders that wait for it.
    track: Vec<table::Base>,
    supported: Option<UnitId>,
    /// It could not pass a pinned friend (04.02.9).
    pinned: bool,
    /// A friend, the edge or impassable ground stopped it.
    stopped: bool,
    /// It has just started: what it touches or presses on is to be looked at before it goes.
    fresh: bool,
}

/// All of them, and who may be near whom.
struct Movers {
    all: Vec<Mover>,
    /// Which of them a unit is, if any.
    which: Vec<Option<u16>>,
    /// Of each unit the upright box about its base; of a mover about all places it is at in its present stretch.
    boxes: Strips,
}

impl Movers {
    fn of(&self, u: UnitId) -> Option<&Mover> {
        self.which[u.index()].map(|i| &self.all[usize::from(i)])
    }

    fn push(&mut self, m: Mover) {
        let i = self.all.len();
        self.which[m.unit.index()] = Some(i as u16);
        self.all.push(m);
        self.note_box(i);
    }

    /// The stretch of a mover is another than before.
    fn note_box(&mut self, i: usize) {
        let m = &self.all[i];
        let to = if m.done { m.moving.since } else { m.stretch.max(m.moving.since) };
        self.boxes.set(m.unit.index(), m.moving.bounds(m.moving.since, to));
    }

    /// Whom a mover may come near in its present stretch, by their places in the list of units.
    fn near(&self, i: usize, found: &mut Vec<u16>) {
        let d = &data().d;
        let reach = d.break_in.max(d.carried_away) + 0.1;
        let (lo, hi) = self.boxes.get(self.all[i].unit.index());
        self.boxes.meeting(lo - v2(reach, reach), hi + v2(reach, reach), found);
    }
}

impl Table {
    /// Step 7.
    pub(crate) fn forced(&mut self) -> Stage {
        if self.clock() <= 0.0 {
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
            if !run.retreat || run.forced || self.field[u].state != State::Disorder {
                continue;
            }
            let _ = clause!("04.01.3.b");
            if run.hurt {
                let _ = clause!("04.02.4");
                let dir = attack::retreat_direction(&self.field, &self.field[u]);
                let run = self.run_mut(u);
                run.mode = Mode::Retire(dir);
                run.void = true;
                run.forced = true;
                self.plan_leg(u);
            } else {
                let from = attack::nearest_enemy_in_sight(&self.field, &self.field[u]);
                self.turn_mut().flights.push(Forced::of(u, from, State::Disorder));
            }
        }
    }

    /// Makes all forced moves that are due.
    pub(crate) fn run_forced(&mut self) {
        let list = std::mem::take(&mut self.turn_mut().flights);
        if list.is_empty() {
            return;
        }
        let mut first: Vec<Mover> = Vec::new();
        for f in list {
            self.start(&f, 0.0, &mut first);
        }
        if first.is_empty() {
            return;
        }
        let _ = clause!("play.forced");
        first.sort_by_key(|m| m.unit);
        let which = vec![None; self.field.units.len()];
        let mut movers = Movers { all: Vec::with_capacity(first.len()), which, boxes: self.boxes() };
        first.into_iter().for_each(|m| movers.push(m));
        let mut near = Vec::new();
        // Friends already within 8 cm of a flight are at risk when it starts.
        let mut s = 0.0;
        for _ in 0..10_000 {
            let Some(next) = self.next_forced(&movers, s, &mut near) else { break };
            s = next;
            self.forced_instant(&mut movers, s, &mut near);
            if movers.all.iter().all(|m| m.done && !m.fresh) {
                break;
            }
        }
        for m in movers.all {
            self.forced_over(m);
        }
    }

    /// Sets a unit moving. One that retires and is then carried away flees from where it has come to.
    fn start(&mut self, f: &Forced, s: f64, movers: &mut Vec<Mover>) {
        match movers.iter_mut().find(|m| m.unit == f.unit) {
            Some(was) => self.start_again(f, s, was),
            None => movers.extend(self.set_moving(f, s)),
        }
    }

    /// Sets one moving who is among the movers already.
    fn start_again(&mut self, f: &Forced, s: f64, was: &mut Mover) {
        if was.cause == Cause::Flight || f.cause != Cause::Flight {
            return;
        }
        let Some(mut m) = self.set_moving(f, s) else { return };
        let mut track = std::mem::take(&mut was.track);
        track.append(&mut m.track);
        *was = Mover { start: was.start, track, ..m };
    }

    /// Turns the unit to go and finds its first stretch.
    fn set_moving(&mut self, f: &Forced, s: f64) -> Option<Mover> {
        let u = f.unit;
        if !self.field[u].on_table() {
            return None;
        }
        self.settle(u);
        self.break_contact(u);
        self.abandon_guns(u);
        let dir = match f.from {
            Some(e) => attack::away_direction(&self.field, &self.field[u], &self.field[e]),
            None => -self.field[u].base.dir,
        };
        // The course is straight; it does not bend round friends.
        let _ = clause!("04.02.5.b");
        let _ = clause!("play.away");
        let mut former = self.field[u].base;
        let start = former.pose();
        if !self.field[u].inside.is_empty() {
            // A garrison leaves by the side away from the cause. It faces all sides: what it faced is the cause.
            let centre = former.centre();
            former.dir = -dir;
            former.front = centre + former.dir * (former.depth / 2.0);
            let formation = self.field[u].formation;
            self.leave_building(u, centre + dir * 50.0, formation);
            if f.cause == Cause::Retirement {
                self.field[u].base = self.field[u].base.about_face();
            }
        }
        self.field[u].shelter = None;
        let unit = &self.field[u];
        let whole = match f.cause {
            Cause::Flight if unit.kind() == Kind::Mounted => 1.0,
            Cause::Flight | Cause::Retirement => 0.5,
            Cause::FallBack => 1.0,
        };
        if f.cause != Cause::Retirement {
            self.turn_round(u, dir);
        }
        let _ = clause!("play.order-void");
        let run = self.run_mut(u);
        run.former = former;
        run.forced = true;
        run.moved = true;
        run.mode = Mode::Stand;
        run.void = true;
        run.full_charge = false;
        for v in &mut run.volleys {
            v.done = true;
        }
        let base = self.field[u].base;
        let mut m = Mover {
            unit: u,
            from: f.from,
            cause: f.cause,
            dir,
            until: s + whole,
            moving: Moving { base, since: s, motion: Motion::Stand },
            stretch: s,
            rate: 0.0,
            done: false,
            behind: None,
            start,
            track: vec![base],
            supported: None,
            pinned: false,
            stopped: false,
            fresh: true,
        };
        self.stretch(&mut m, s);
        Some(m)
    }

    /// The next stretch of ground of a forced move.
    fn stretch(&mut self, m: &mut Mover, s: f64) {
        m.moving = m.moving.rebased(s);
        m.moving.motion = Motion::Stand;
        self.field[m.unit].base = m.moving.base;
        if s + 1e-12 >= m.until {
            m.done = true;
            return;
        }
        let unit = &self.field[m.unit];
        let haste = if m.cause == Cause::Flight { Haste::Flight } else { Haste::March };
        let base = m.moving.base;
        // The half speed of moving backwards does not apply (04.02.3).
        let all = going::stretches(&self.field, unit, &base, m.dir, 100.0, haste, false);
        let Some(first) = all.iter().find(|x| x.to - x.from > HAIR).cloned() else {
            m.done = true;
            return;
        };
        let Some(rate) = first.rate.filter(|r| *r > 0.0) else {
            let u = m.unit;
            if first.why.bar == Some(Bar::Edge) {
                self.leave_table(u);
                if !self.field[u].on_table() {
                    m.done = true;
                    return;
                }
            }
            // Impassable ground or an edge: it slides along it if it can, and then tries its own course again.
            let unit = &self.field[u];
            let base = base.moved(m.dir * (-4.0 * EPS));
            if let Some(dir) = going::slide(&self.field, unit, &base, m.dir, haste) {
                let all = going::stretches(&self.field, unit, &base, dir, SLIDE, haste, false);
                if let Some((x, rate)) = all
                    .iter()
                    .find(|x| x.to - x.from > HAIR)
                    .and_then(|x| Some((x, x.rate.filter(|r| *r > 0.0)?)))
                {
                    m.rate = rate;
                    m.moving = Moving { base, since: s, motion: Motion::March { velocity: dir * rate } };
                    m.stretch = (s + x.to / rate).min(m.until);
                    return;
                }
            }
            m.done = true;
            m.stopped = true;
            let why = if first.why.bar == Some(Bar::Edge) { Halt::Edge } else { Halt::Impassable };
            self.tell(first.why.clause, &[u], || EventKind::Halted { unit: u, why });
            return;
        };
        m.rate = rate;
        m.moving.motion = Motion::March { velocity: m.dir * rate };
        m.stretch = (s + first.to / rate).min(m.until);
    }

    fn standing_or(&self, movers: &Movers, u: UnitId) -> Moving {
        movers.of(u).map_or_else(|| Moving::standing(self.field[u].base), |m| m.moving)
    }

    /// The next moment of the forced clock at which something happens.
    fn next_forced(&self, movers: &Movers, s: f64, near: &mut Vec<u16>) -> Option<f64> {
        let mut next = f64::INFINITY;
        if movers.all.iter().any(|m| m.fresh) {
            return Some(s);
        }
        for (i, m) in movers.all.iter().enumerate().filter(|(_, m)| !m.done) {
            next = next.min(m.stretch);
            movers.near(i, near);
            for o in near.iter().map(|o| &self.field.units[usize::from(*o)]) {
                if o.id == m.unit || !o.on_table() {
                    continue;
                }
                let there = self.standing_or(movers, o.id);
                let reach = self.forced_reach(m, o.id, &there, s);
                let until = next.min(m.until);
                if let Some(t) =
                    reach.and_then(|r| first_within(m.moving.whole(), there.whole(), r, s, until))
                {
                    next = next.min(t);
                }
                if m.behind == Some(o.id) {
                    // Through him and just clear behind (08.03.4).
                    let clear = first_within(m.moving.whole(), there.whole(), 0.0, s, until)
                        .and_then(|t| first_beyond(m.moving.whole(), there.whole(), 0.0, t, until));
                    if let Some(t) = clear.filter(|t| *t > s + 1e-9) {
                        next = next.min(t);
                    }
                }
            }
        }
        next.is_finite().then_some(next)
    }

    /// At what distance a forced move has to look at another unit next.
    fn forced_reach(&self, m: &Mover, o: UnitId, there: &Moving, s: f64) -> Option<f64> {
        let d = &data().d;
        let (u, other) = (&self.field[m.unit], &self.field[o]);
        let gap = gap_at(m.moving.whole(), there.whole(), s);
        if u.side != other.side {
            return (other.state != State::Complete && gap > d.break_in + EPS).then_some(d.break_in);
        }
        if m.cause == Cause::Flight && self.may_panic(m.unit, o) && gap > d.carried_away + 1e-6 {
            return Some(d.carried_away);
        }
        (gap > EPS).then_some(0.0)
    }

    fn forced_instant(&mut self, crowd: &mut Movers, s: f64, near: &mut Vec<u16>) {
        // Everybody to the moment.
        for m in crowd.all.iter_mut().filter(|m| !m.done) {
            let at = m.moving.at(s);
            self.field.units[m.unit.index()].base = at;
            m.track.push(at);
        }
        for m in &mut crowd.all {
            m.fresh = false;
        }
        for i in 0..crowd.all.len() {
            if crowd.all[i].done {
                continue;
            }
            let u = crowd.all[i].unit;
            let mut stop: Option<(Halt, Clause)> = None;
            crowd.near(i, near);
            for o in near.iter().map(|o| UnitId(*o)) {
                if o == u || !self.field[o].on_table() {
                    continue;
                }
                let there = self.standing_or(crowd, o);
                let movers = &mut crowd.all;
                if self.field[u].side != self.field[o].side {
                    if self.too_near(&movers[i], o, &there, s) {
                        stop = Some((Halt::BreakIn, clause!("play.forced")));
                    }
                    continue;
                }
                let pressing = gap_at(movers[i].moving.whole(), there.whole(), s) <= 1e-6
                    && runs_into(&movers[i].moving, &there, s);
                if !pressing || self.run(u).through.contains(&o) || movers[i].pinned {
                    continue;
                }
                if movers[i].cause == Cause::FallBack && self.supports_chain(o, u) {
                    movers[i].supported = Some(o);
                    stop = Some((Halt::Friend, clause!("04.02.10.b")));
                    continue;
                }
                let has = self.run(o).has_order();
                let pinned = match passing::may_pass(&self.field, &self.field[u], false, &self.field[o], has)
                {
                    Pass::Blocked(by) => {
                        // And it does not start again.
                        let _ = (clause!("04.02.5.a"), clause!("play.blocked"));
                        stop = Some((Halt::Friend, by));
                        continue;
                    }
                    Pass::Pinned(_) => !self.pass_pinned(u, o),
                    Pass::Free(_) => false,
                };
                if pinned {
                    movers[i].pinned = true;
                    stop = Some((Halt::Friend, clause!("04.02.9")));
                } else {
                    self.run_mut(o).passed = true;
                    self.run_mut(u).through.push(o);
                }
            }
            if let Some((why, by)) = stop {
                let m = &mut crowd.all[i];
                m.moving = m.moving.then(s, Motion::Stand);
                m.done = true;
                m.stopped = why != Halt::BreakIn;
                crowd.note_box(i);
                self.tell(by, &[u], || EventKind::Halted { unit: u, why });
                continue;
            }
            if crowd.all[i].stretch <= s + 1e-12 {
                self.stretch(&mut crowd.all[i], s);
                crowd.note_box(i);
            } else {
                let m = &mut crowd.all[i];
                m.moving = m.moving.rebased(s);
            }
            // Clear behind a steady friend: the flight is checked (08.03.4).
            if let Some(b) = crowd.all[i].behind {
                let at = crowd.all[i].moving.at(s);
                let there = self.standing_or(crowd, b).at(s);
                let past = (at.centre() - there.centre()).dot(crowd.all[i].dir);
                if at.rect().penetration(&there.rect()) <= 1e-6 && past > 0.0 {
                    let m = &mut crowd.all[i];
                    m.moving = m.moving.then(s, Motion::Stand);
                    m.done = true;
                    crowd.note_box(i);
                }
            }
        }
        self.panic_round(crowd, s, near);
    }

    /// Has a forced move come to break-in distance of an enemy not in FU, or does it start within it and go nearer?
    fn too_near(&self, m: &Mover, o: UnitId, there: &Moving, s: f64) -> bool {
        let reach = data().d.break_in;
        self.field[o].state != State::Complete
            && m.moving.motion != Motion::Stand
            && gap_at(m.moving.whole(), there.whole(), s) <= reach + 1e-6
            && runs_into(&m.moving, there, s)
    }

    /// May the flight of `u` carry `o` away (08.03.1, 08.03.3)?
    pub(crate) fn may_panic(&self, u: UnitId, o: UnitId) -> bool {
        let (uu, oo) = (&self.field[u], &self.field[o]);
        oo.on_table()
            && oo.side == uu.side
            && oo.id != uu.id
            && oo.arm != Arm::Wagon
            && oo.state != State::Complete
            && !self.run(u).panicked.contains(&o)
            && attack::beside_or_behind(&self.field, &self.run(u).former, oo)
    }

    /// Friends near a flight are tested; who is carried away starts at this moment. All are tested as they were before the
    /// tests of the round, and one threatened by several flights takes the worst (play.tie).
    fn panic_round(&mut self, crowd: &mut Movers, s: f64, near: &mut Vec<u16>) {
        let reach = data().d.carried_away;
        for _ in 0..self.field.units.len() + 1 {
            let mut pairs: Vec<(usize, UnitId)> = Vec::new();
            for (i, m) in crowd.all.iter().enumerate() {
                if m.cause != Cause::Flight || !self.field[m.unit].on_table() {
                    continue;
                }
                crowd.near(i, near);
                for o in near.iter().map(|o| UnitId(*o)) {
                    let close_by = || {
                        let there = self.standing_or(crowd, o);
                        gap_at(m.moving.whole(), there.whole(), s) <= reach + 1e-6
                    };
                    if self.may_panic(m.unit, o) && close_by() {
                        pairs.push((i, o));
                    }
                }
            }
            if pairs.is_empty() {
                return;
            }
            let movers = &mut crowd.all;
            pairs.sort_by_key(|(i, o)| (movers[*i].unit, *o));
            let rolled: Vec<(usize, UnitId, State)> = pairs
                .into_iter()
                .map(|(i, o)| {
                    self.run_mut(movers[i].unit).panicked.push(o);
                    (i, o, self.roll_carried_away(o, movers[i].unit))
                })
                .collect();
            let mut started: Vec<Forced> = Vec::new();
            for (i, o, state) in rolled {
                if self.swept_along(o, state) {
                    started.retain(|f| f.unit != o);
                    started.push(Forced::of(o, movers[i].from, state));
                }
                if state != State::Complete {
                    self.check_flight(&mut movers[i], o);
                }
            }
            for f in started {
                match crowd.which[f.unit.index()].map(usize::from) {
                    Some(i) => {
                        self.start_again(&f, s, &mut crowd.all[i]);
                        crowd.note_box(i);
                    }
                    None => {
                        if let Some(m) = self.set_moving(&f, s) {
                            crowd.push(m);
                        }
                    }
                }
            }
        }
    }

    /// A steady unit behind the flight checks it, the first on its path (08.03.4).
    fn check_flight(&mut self, m: &mut Mover, by: UnitId) {
        let (u, o) = (m.unit, by);
        let to = self.field[o].base.centre() - self.run(u).former.centre();
        let behind = to.dot(m.dir) > 0.0;
        // On its path: the strip it flees along meets the friend.
        let ahead =
            table::Base { front: m.moving.base.front, dir: m.dir, width: m.moving.base.width, depth: 0.0 }
                .ahead(200.0, 0.0);
        let met = self.field.rects(&self.field[o]).iter().any(|r| ahead.gap(r) <= EPS);
        // Of several the first on its path.
        let nearer = m.behind.is_none_or(|b| {
            let ahead = |x: UnitId| (self.field[x].base.centre() - m.moving.base.centre()).dot(m.dir);
            ahead(o) < ahead(b)
        });
        if behind && met && nearer {
            m.behind = Some(o);
            let turn = self.field.turn;
            self.field[u].record.checked = Some(turn);
            self.tell(clause!("08.03.4"), &[u], || EventKind::FlightChecked { unit: u, behind: o });
        }
    }

    /// The move is over: the unit stands to the end of the turn.
    fn forced_over(&mut self, m: Mover) {
        let u = m.unit;
        if self.field[u].fate != Fate::OnTable {
            return;
        }
        let base = m.moving.base;
        self.field[u].base = base;
        if m.cause == Cause::FallBack {
            // It faces the enemy again.
            self.turn_round(u, -m.dir);
        }
        let (from, to, clock) = (m.start, self.field[u].base.pose(), self.clock());
        let why = match m.cause {
            Cause::Flight => Why::Flees,
            Cause::Retirement => Why::Retires,
            Cause::FallBack => Why::FallsBack,
        };
        let by = match m.cause {
            Cause::Flight => clause!("04.02.1"),
            Cause::Retirement => clause!("04.02.3"),
            Cause::FallBack => clause!("04.02.10.a"),
        };
        self.tell(by, &[u], || EventKind::Moved { unit: u, from, to, since: clock, why, pivot: None });
        if m.cause == Cause::FallBack {
            // A pinned chain is no longer pinned but stays in LU.
            if !m.pinned {
                self.field[u].pinned_to = None;
            }
            match m.supported {
                Some(support) => self.on_the_flanks(u, support),
                None if m.stopped && self.field.readings.is(reading!("fall-back-stopped", "keeps-order")) => {
                }
                None => {
                    let _ = clause!("04.02.10.c");
                    self.worsen(u, State::Slight, clause!("04.02.10.c"));
                }
            }
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

    /// The chain takes its place on the flanks of the support unit, still in chain and still one unit (04.02.10.b): its
    /// companies divided as evenly as they go, the odd one on the right, their front level with the support unit's.
    fn on_the_flanks(&mut self, u: UnitId, support: UnitId) {
        let s = self.field[support].base;
        let clock = self.clock();
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
        unit.base.front = s.front + s.dir.right() * shift;
        unit.lay();
        let to = unit.base.pose();
        self.tell(clause!("04.02.10.b"), &[u], || EventKind::Moved {
            unit: u,
            from,
            to,
            since: clock,
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

    /// Gunners in flight leave their unlimbered guns (08.02.6.b).
    fn abandon_guns(&mut self, u: UnitId) {
        let unit = &mut self.field[u];
        if unit.state != State::Complete || unit.kind() != Kind::Unlimbered {
            return;
        }
        let base = unit.base;
        let Some(b) = unit.battery.as_mut().filter(|b| b.unmanned.is_none()) else { return };
        b.unmanned = Some(base);
        gunners_on_foot(unit);
        self.tell(clause!("08.02.6.b"), &[u], || EventKind::Equipment {
            unit: u,
            says: "the guns are left behind".into(),
        });
    }

    /// A friend in close formation within 8 cm behind which gunners can shelter (04.02.12), the nearest.
    pub(crate) fn shelter_for(&self, u: UnitId) -> Option<UnitId> {
        let unit = &self.field[u];
        let reach = data().d.shelter;
        let mut best: Option<(f64, u16, UnitId)> = None;
        for o in self.field.side(unit.side).filter(|o| o.id != u && o.close()) {
            let this = (self.field.gap(unit, o), o.figures, o.id);
            if this.0 <= reach + EPS && best.is_none_or(|b| attack::prior(this, b)) {
                best = Some(this);
            }
        }
        best.map(|b| b.2)
    }

    /// Gunners in shelter stand in base contact behind their friend wherever he goes (04.02.12).
    pub(crate) fn gunners_follow(&mut self) {
        let all = self.field.units.iter().enumerate();
        let sheltered: smallvec::SmallVec<[usize; 4]> =
            all.filter(|(_, u)| u.shelter.is_some()).map(|(i, _)| i).collect();
        for i in sheltered {
            let Some(friend) = self.field.units[i].shelter else { continue };
            let f = &self.field[friend];
            if !f.on_table() || f.state == State::Complete || !self.field.units[i].on_table() {
                self.field.units[i].shelter = None;
                continue;
            }
            let (rear, dir) = (f.base.rear(), f.base.dir);
            let unit = &mut self.field.units[i];
            if unit.base.front != rear || unit.base.dir != dir {
                unit.base.front = rear;
                unit.base.dir = dir;
                let base = unit.base;
                if let Some(run) = self.now.as_mut().and_then(|t| t.runs.get_mut(i)) {
                    run.leg.moving.base = base;
                }
            }
        }
    }

    /// The gunners go behind the friend; the guns stand alone (play.guns-unmanned).
    pub(crate) fn take_shelter(&mut self, u: UnitId) {
        let Some(friend) = self.shelter_for(u) else { return };
        self.settle(u);
        let from = self.field[u].base;
        let f = self.field[friend].base;
        let unit = &mut self.field[u];
        if let Some(b) = unit.battery.as_mut() {
            b.unmanned = Some(from);
        }
        gunners_on_foot(unit);
        unit.shelter = Some(friend);
        unit.base.dir = f.dir;
        unit.base.front = f.rear();
        let to = unit.base.pose();
        self.void(u, false);
        let clock = self.clock();
        self.run_mut(u).moved = true;
        self.tell(clause!("04.02.12"), &[u], || EventKind::Moved {
            unit: u,
            from: from.pose(),
            to,
            since: clock,
            why: Why::Gunners,
            pivot: None,
        });
    }
}

/// The gunners without their guns: a handful of men in a short line of their own.
fn gunners_on_foot(unit: &mut crate::unit::Unit) {
    unit.formation = crate::troop::Formation::ThinLine;
    unit.gap = 0.0;
    unit.files = unit.figures.max(1);
    unit.lay();
}
