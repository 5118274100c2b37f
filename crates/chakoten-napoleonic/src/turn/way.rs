//! The way of a march over the ground: the next stretch at one rate, obstacles on it, and what ends it.

use super::run::Passing;
use super::{Gait, INSTANT, Leg, Mode, Table};
use crate::clause;
use crate::event::{By, EventKind, Halt, Why};
use crate::going::{self, Bar, Gate, How};
use crate::order::Way;
use crate::troop::Gait as Pace;
use crate::unit::{Fate, Unit, UnitId};
use clock::End;
use table::{EPS, Motion, Moving, V2};
use umpire::Clause;

/// No march of a turn is longer than this.
pub(super) const FAR: f64 = 150.0;

/// A stretch of ground shorter than this is none: where two pieces of ground meet, each is taken a little larger than it is drawn.
const HAIR: f64 = 0.7 * EPS;

/// How a unit marches straight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heading {
    pub dir: V2,
    pub gait: Pace,
    /// As it stands to its front.
    pub way: Way,
    /// A retreat, or going back after a melee (07.01.2).
    pub forced: bool,
    pub why: Why,
    /// The clause by which it marches so, if it is not by its order alone.
    pub by: Option<Clause>,
    /// And another one.
    pub also: Option<Clause>,
}

impl Heading {
    /// Straight ahead of it.
    pub fn ahead(dir: V2, gait: Pace, why: Why, by: Option<Clause>) -> Heading {
        Heading { dir, gait, way: Way::Ahead, forced: false, why, by, also: None }
    }
}

impl Table {
    /// How it goes now: through a closed unit at half speed (07.07.2), beside another no faster than a line (07.06.1).
    fn how(&self, u: UnitId, gait: Pace, way: Way, forced: bool) -> How {
        let halves = u8::from(self.in_passage(u));
        How { gait, way, forced, halves, parallel: self.run(u).course.beside.is_some() }
    }

    /// How far it goes in a turn on the ground where it stands; `None` if it cannot go there.
    pub(super) fn rate_here(&self, u: UnitId, gait: Pace, way: Way, forced: bool) -> Option<f64> {
        let unit = &self.field[u];
        let how = self.how(u, gait, way, forced);
        going::rate_at(&self.field, unit, &unit.base, &how).ok().map(|g| g.amount)
    }

    /// The same for a unit as it might stand.
    pub(super) fn rate_of(&self, unit: &Unit, gait: Pace) -> Option<f64> {
        going::rate_at(&self.field, unit, &unit.base, &How::ahead(gait)).ok().map(|g| g.amount)
    }

    /// The next stretch of a straight march at one rate, at most so long.
    pub(super) fn straight(&mut self, u: UnitId, h: Heading, length: f64) -> Leg {
        let unit = &self.field[u];
        let (base, since) = (unit.base, self.time());
        let how = self.how(u, h.gait, h.way, h.forced);
        let course = going::course(&self.field, unit, &base, h.dir, length.min(FAR), &how);
        let gate = course.gates.iter().find(|g| !self.has_passed(u, &base, h.dir, g)).copied();
        let gate = self.come_up(u, &base, h.dir).or(gate);
        self.run_mut(u).course.coming = gate.map(|g| (h.dir, Table::gate_at(&base, h.dir, &g), g));
        if let Some(g) = gate.filter(|g| g.at <= 2.0 * EPS) {
            return self.come_to(u, h, g, length);
        }
        let Some(first) = course.stretches.iter().find(|s| s.to - s.from > HAIR).copied() else {
            return Leg::stand(base, since);
        };
        let Some(rate) = first.rate.filter(|r| *r > 0.0) else {
            let edge = first.why.bar == Some(Bar::Edge);
            self.halted_by_ground(u, first.why.clause, edge, h.dir);
            return Leg::stand(self.field[u].base, since);
        };
        let far = gate.map_or(first.to, |g| g.at.min(first.to));
        let moving = Moving { base, since, motion: Motion::March { velocity: h.dir * rate } };
        let own = !matches!(h.why, Why::Retreats | Why::Flees);
        let beside = self.run(u).course.beside;
        let by = h.by.unwrap_or(first.why.clause);
        let gait = Gait { why: h.why, own, waits: false, by: Some(by), also: beside.or(h.also) };
        Leg::stretch(moving, far, rate, gait)
    }

    /// The gate to which it was coming, if it is there now and has not passed it.
    fn come_up(&self, u: UnitId, base: &table::Base, dir: V2) -> Option<Gate> {
        let (d, at, g) = self.run(u).course.coming?;
        let here = Gate { at: 0.0, ..g };
        let there = d.dist(dir) < 1e-6 && (base.front.dot(dir) - at).abs() <= 2.0 * EPS;
        (there && !self.has_passed(u, base, dir, &here)).then_some(here)
    }

    /// The place of a gate, by which it is known again.
    fn gate_at(base: &table::Base, dir: V2, g: &Gate) -> f64 {
        base.front.dot(dir) + g.at
    }

    fn has_passed(&self, u: UnitId, base: &table::Base, dir: V2, g: &Gate) -> bool {
        let at = Table::gate_at(base, dir, g);
        self.run(u).course.over.iter().any(|(d, a)| d.dist(dir) < 1e-6 && (a - at).abs() < 0.05)
    }

    /// It has come to an obstacle or a watercourse: a grade as it begins to pass, and the time of table VII (07.05.1, 07.05.4.a).
    fn come_to(&mut self, u: UnitId, h: Heading, g: Gate, length: f64) -> Leg {
        let (base, since) = (self.field[u].base, self.time());
        if h.why == Why::Retreats {
            self.halted_by_ground(u, clause!("13.01.1"), false, h.dir);
            return Leg::stand(base, since);
        }
        let (now, at) = (self.abs(), Table::gate_at(&base, h.dir, &g));
        let begun = |p: &Passing| p.dir.dist(h.dir) < 1e-6 && (p.at - at).abs() < 0.05;
        if !self.run(u).course.passing.as_ref().is_some_and(begun) {
            self.run_mut(u).course.passing = Some(Passing { until: now + g.turns, dir: h.dir, at });
            if let Some(by) = g.ends_charge {
                self.slow_down(u, by);
            }
            if let Some(by) = g.grade {
                self.grade(u, By::from(by).with(g.ends_charge).and(g.clause));
            }
            if self.run(u).order.void {
                return Leg::stand(self.field[u].base, since);
            }
        }
        let until = self.run(u).course.passing.map_or(now, |p| p.until);
        if now < until - 1e-9 {
            let mut leg = Leg::stand_until(base, since, self.in_turn(until).max(since + INSTANT), End::Fixed);
            leg.how = Gait { waits: true, by: Some(g.clause), ..Gait::default() };
            return leg;
        }
        let course = &mut self.run_mut(u).course;
        course.passing = None;
        course.over.push((h.dir, at));
        let h = if self.run(u).course.slowed && h.gait == Pace::Charge {
            Heading { gait: Pace::March, why: Why::Marches, by: None, also: Some(clause!("07.02.6")), ..h }
        } else {
            h
        };
        self.straight(u, h, length)
    }

    /// The ground ahead may not be entered, or the table ends: the leg is given up (play.interrupt). A retreat goes on no further.
    pub(super) fn halted_by_ground(&mut self, u: UnitId, by: Clause, edge: bool, dir: V2) {
        let mode = self.run(u).course.mode;
        if edge && matches!(mode, Mode::Retreat { .. }) {
            self.off_the_table(u, clause!("13.02.3"));
            return;
        }
        if edge && mode == Mode::Order && self.leaves_by_order(u, dir) {
            return;
        }
        let why = if edge { Halt::Edge } else { Halt::Impassable };
        // A piece of ground fills what it fills on the table, to its edge (01.03.1).
        let by = By::from(by).and(clause!("play.interrupt")).with((!edge).then(|| clause!("01.03.1")));
        self.tell(by, &[u], || EventKind::Halted { unit: u, why, before: None });
        match mode {
            Mode::Order => {}
            Mode::Retreat { .. } => self.corner(u),
            _ => self.run_mut(u).course.mode = Mode::Stand,
        }
    }

    /// Where the scenario allows it a unit leaves the table by order (play.interrupt).
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
        self.tell(clause!("play.interrupt"), &[u], || EventKind::LeftTable { unit: u, fled: false });
        self.remove(u, Fate::Left);
        true
    }
}
