//! Moves without counting time: flight, retirement, chains that fall back (04.02.1, 04.02.3, 04.02.10, play.forced). They
//! run together on a clock of their own while the turn's clock stands still.

use super::{INSTANT, Mode, Stage, Table};
use crate::book::data;
use crate::event::{EventKind, Halt, Why};
use crate::passing::{self, Pass};
use crate::troop::{Arm, Kind, State};
use crate::unit::{Fate, Haste, UnitId};
use crate::{attack, clause, going};
use table::{EPS, Motion, Moving, V2, first_within, gap_at};
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
    supported: Option<UnitId>,
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
        let mut movers: Vec<Mover> = Vec::new();
        for f in list {
            if let Some(m) = self.set_moving(&f, 0.0, &movers) {
                movers.push(m);
            }
        }
        if movers.is_empty() {
            return;
        }
        let _ = clause!("play.forced");
        movers.sort_by_key(|m| m.unit);
        // Friends already within 8 cm of a flight are at risk when it starts.
        let mut s = 0.0;
        self.panic_round(&mut movers, s);
        for _ in 0..10_000 {
            let Some(next) = self.next_forced(&movers, s) else { break };
            s = next;
            self.forced_instant(&mut movers, s);
            if movers.iter().all(|m| m.done) {
                break;
            }
        }
        for m in movers {
            self.forced_over(m);
        }
    }

    /// Turns the unit to go and finds its first stretch.
    fn set_moving(&mut self, f: &Forced, s: f64, others: &[Mover]) -> Option<Mover> {
        let u = f.unit;
        if !self.field[u].on_table() || others.iter().any(|m| m.unit == u && !m.done) {
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
        let former = self.field[u].base;
        let start = former.pose();
        if !self.field[u].inside.is_empty() {
            // A garrison leaves by the side away from the cause.
            let to = self.field[u].base.centre() + dir * 50.0;
            let formation = self.field[u].formation;
            self.leave_building(u, to, formation);
        }
        let unit = &self.field[u];
        let (whole, clause) = match f.cause {
            Cause::Flight => {
                let _ = clause!("04.02.1");
                (if unit.kind() == Kind::Mounted { 1.0 } else { 0.5 }, clause!("04.02.1"))
            }
            Cause::Retirement => (0.5, clause!("04.02.3")),
            Cause::FallBack => (1.0, clause!("04.02.10.a")),
        };
        let _ = clause;
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
            supported: None,
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
        let Some(first) = all.iter().find(|x| x.to - x.from > EPS / 10.0).cloned() else {
            m.done = true;
            return;
        };
        let Some(rate) = first.rate.filter(|r| *r > 0.0) else {
            // Impassable ground or an edge: it slides along it if it can.
            if let Some(dir) = going::slide(&self.field, unit, &base, m.dir, haste) {
                if dir.dot(m.dir) > 0.1 && (dir - m.dir).len() > 1e-6 {
                    m.dir = dir;
                    self.stretch_along(m, s, haste);
                    return;
                }
            }
            m.done = true;
            let u = m.unit;
            if first.clause.id() == "play.edge" {
                self.leave_table(u);
                if !self.field[u].on_table() {
                    return;
                }
            }
            let why = if first.clause.id() == "play.edge" { Halt::Edge } else { Halt::Impassable };
            self.tell(first.clause, &[u], || EventKind::Halted { unit: u, why });
            return;
        };
        m.rate = rate;
        m.moving.motion = Motion::March { velocity: m.dir * rate };
        m.stretch = (s + first.to / rate).min(m.until);
    }

    fn stretch_along(&mut self, m: &mut Mover, s: f64, haste: Haste) {
        let unit = &self.field[m.unit];
        let base = m.moving.base;
        let all = going::stretches(&self.field, unit, &base, m.dir, 100.0, haste, false);
        match all.iter().find(|x| x.to - x.from > EPS / 10.0) {
            Some(x) if x.rate.is_some_and(|r| r > 0.0) => {
                m.rate = x.rate.unwrap_or(0.0);
                m.moving.motion = Motion::March { velocity: m.dir * m.rate };
                m.stretch = (s + x.to / m.rate).min(m.until);
            }
            _ => m.done = true,
        }
    }

    fn standing_or(&self, movers: &[Mover], u: UnitId) -> Moving {
        movers.iter().find(|m| m.unit == u).map_or_else(|| Moving::standing(self.field[u].base), |m| m.moving)
    }

    /// The next moment of the forced clock at which something happens.
    fn next_forced(&self, movers: &[Mover], s: f64) -> Option<f64> {
        let mut next = f64::INFINITY;
        for m in movers.iter().filter(|m| !m.done) {
            next = next.min(m.stretch);
            for o in self.field.present().filter(|o| o.id != m.unit) {
                let there = self.standing_or(movers, o.id);
                for (reach, _) in self.forced_meets(m, o.id, movers, s) {
                    if let Some(t) =
                        first_within(m.moving.whole(), there.whole(), reach, s, next.min(m.until))
                    {
                        next = next.min(t);
                    }
                }
            }
        }
        next.is_finite().then_some(next)
    }

    /// What a forced move looks out for with another unit: the reach, and what comes of it.
    fn forced_meets(
        &self,
        m: &Mover,
        o: UnitId,
        movers: &[Mover],
        s: f64,
    ) -> smallvec::SmallVec<[(f64, What); 2]> {
        let mut all = smallvec::SmallVec::new();
        let d = &data().d;
        let (u, other) = (&self.field[m.unit], &self.field[o]);
        let there = self.standing_or(movers, o);
        let gap = gap_at(m.moving.whole(), there.whole(), s);
        if u.side != other.side {
            if other.state != State::Complete && gap > d.break_in + EPS {
                all.push((d.break_in, What::Enemy));
            }
            return all;
        }
        if m.cause == Cause::Flight && self.may_panic(m.unit, o) && gap > d.carried_away {
            all.push((d.carried_away, What::Panic));
        }
        let has = self.run(o).has_order();
        let pass = passing::may_pass(&self.field, u, false, other, has);
        let support = m.cause == Cause::FallBack && self.supports_chain(o, m.unit);
        if (matches!(pass, Pass::Blocked(_) | Pass::Pinned) || support) && gap > EPS {
            all.push((0.0, What::Friend));
        }
        if m.behind == Some(o) && gap <= EPS {
            all.push((f64::NEG_INFINITY, What::Friend));
        }
        all
    }

    fn forced_instant(&mut self, movers: &mut Vec<Mover>, s: f64) {
        // Everybody to the moment.
        for m in movers.iter().filter(|m| !m.done) {
            self.field.units[m.unit.index()].base = m.moving.at(s);
        }
        let d = data().d;
        for i in 0..movers.len() {
            if movers[i].done {
                continue;
            }
            let u = movers[i].unit;
            let mut stop: Option<(Halt, Clause)> = None;
            let ids: Vec<UnitId> = self.field.present().map(|o| o.id).filter(|o| *o != u).collect();
            for o in ids {
                let there = self.standing_or(movers, o);
                let before = gap_at(movers[i].moving.whole(), there.whole(), movers[i].moving.since);
                let gap = gap_at(movers[i].moving.whole(), there.whole(), s);
                let (uu, oo) = (&self.field[u], &self.field[o]);
                if uu.side != oo.side {
                    if oo.state != State::Complete && before > d.break_in + EPS && gap <= d.break_in + 1e-6 {
                        stop = Some((Halt::BreakIn, clause!("play.forced")));
                    }
                    continue;
                }
                let has = self.run(o).has_order();
                let pass = passing::may_pass(&self.field, uu, false, oo, has);
                if gap <= 1e-6 && before > EPS {
                    if movers[i].cause == Cause::FallBack && self.supports_chain(o, u) {
                        movers[i].supported = Some(o);
                        stop = Some((Halt::Friend, clause!("04.02.10.b")));
                    } else if let Pass::Blocked(by) = pass {
                        stop = Some((Halt::Friend, by));
                    } else if matches!(pass, Pass::Pinned) && !self.pass_pinned(u, o) {
                        stop = Some((Halt::Friend, clause!("04.02.9")));
                    } else {
                        self.run_mut(o).passed = true;
                    }
                }
            }
            if let Some((why, by)) = stop {
                let m = &mut movers[i];
                m.moving = m.moving.then(s, Motion::Stand);
                m.done = true;
                self.tell(by, &[u], || EventKind::Halted { unit: u, why });
                continue;
            }
            if movers[i].stretch <= s + 1e-12 {
                self.stretch(&mut movers[i], s);
            } else {
                let m = &mut movers[i];
                m.moving = m.moving.rebased(s);
            }
            // Clear behind a steady friend: the flight is checked (08.03.4).
            if let Some(b) = movers[i].behind {
                let there = self.standing_or(movers, b);
                let past = (movers[i].moving.at(s).rear() - there.at(s).centre()).dot(movers[i].dir);
                let clear = gap_at(movers[i].moving.whole(), there.whole(), s);
                if clear > EPS && past > 0.0 {
                    movers[i].done = true;
                }
            }
        }
        self.panic_round(movers, s);
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

    /// Friends near a flight are tested; who is carried away starts at this moment.
    fn panic_round(&mut self, movers: &mut Vec<Mover>, s: f64) {
        let reach = data().d.carried_away;
        for _ in 0..self.field.units.len() + 1 {
            let mut started = Vec::new();
            for i in 0..movers.len() {
                if movers[i].cause != Cause::Flight || !self.field[movers[i].unit].on_table() {
                    continue;
                }
                let u = movers[i].unit;
                let ids: Vec<UnitId> = self.field.present().map(|o| o.id).collect();
                for o in ids {
                    if !self.may_panic(u, o) {
                        continue;
                    }
                    let there = self.standing_or(movers, o);
                    if gap_at(movers[i].moving.whole(), there.whole(), s) > reach + 1e-6 {
                        continue;
                    }
                    self.run_mut(u).panicked.push(o);
                    match self.carried_away(o, u) {
                        Some(State::Complete) => started.push(Forced::of(o, movers[i].from, State::Complete)),
                        Some(state) => {
                            started.push(Forced::of(o, movers[i].from, state));
                            self.check_flight(&mut movers[i], o);
                        }
                        None => self.check_flight(&mut movers[i], o),
                    }
                }
            }
            if started.is_empty() {
                return;
            }
            for f in started {
                if let Some(m) = self.set_moving(&f, s, movers) {
                    movers.push(m);
                }
            }
        }
    }

    /// A steady unit behind the flight checks it, the first on its path (08.03.4).
    fn check_flight(&mut self, m: &mut Mover, by: UnitId) {
        if m.behind.is_some() {
            return;
        }
        let (u, o) = (m.unit, by);
        let to = self.field[o].base.centre() - self.run(u).former.centre();
        let behind = to.dot(m.dir) > 0.0;
        // On its path: the strip it flees along meets the friend.
        let ahead =
            table::Base { front: m.moving.base.front, dir: m.dir, width: m.moving.base.width, depth: 0.0 }
                .ahead(200.0, 0.0);
        let met = self.field.rects(&self.field[o]).iter().any(|r| ahead.gap(r) <= EPS);
        if behind && met {
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
            self.field[u].pinned_to = None;
            match m.supported {
                Some(support) => self.on_the_flanks(u, support),
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
        let _ = INSTANT;
        super::staff::follow(&mut self.field);
        let clock = self.clock();
        let base = self.field[u].base;
        self.run_mut(u).leg = super::Leg::stand(base, clock);
        self.run_mut(u).serial += 1;
        self.expect(u);
    }

    /// The chain takes its place beside the support unit, still in chain (04.02.10.b).
    fn on_the_flanks(&mut self, u: UnitId, support: UnitId) {
        let s = self.field[support].base;
        let unit = &mut self.field[u];
        // Half on each flank: the chain's middle is the support unit's, and its gap opens over it. It keeps its own front
        // line level with the support unit's.
        unit.base.dir = s.dir;
        unit.base.front = s.front;
        unit.turned = s.width.max(0.0) as u16;
        self.tell(clause!("04.02.10.b"), &[u], || EventKind::Halted { unit: u, why: Halt::Friend });
    }

    /// Is `o` a support unit for the chain (07.03.5)?
    fn supports_chain(&self, o: UnitId, chain: UnitId) -> bool {
        attack::support(&self.field, &self.field[chain]) == Some(o)
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
        let mut best: Option<(f64, UnitId)> = None;
        for o in self.field.side(unit.side).filter(|o| o.id != u && o.close() && o.arm != Arm::Artillery) {
            let gap = self.field.gap(unit, o);
            if gap <= reach + EPS && best.is_none_or(|(g, _)| gap < g) {
                best = Some((gap, o.id));
            }
        }
        best.map(|b| b.1)
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

/// What a forced move may meet.
#[derive(Clone, Copy)]
enum What {
    Enemy,
    Friend,
    Panic,
}

/// The gunners without their guns: a handful of men in a short line of their own.
fn gunners_on_foot(unit: &mut crate::unit::Unit) {
    unit.formation = crate::troop::Formation::ThinLine;
    unit.gap = 0.0;
    unit.files = unit.figures.max(1);
    unit.lay();
}
