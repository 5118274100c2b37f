//! The way of a march over the ground: the next stretch at one rate, what it slides along, and what ends it.

use super::{Gait, Leg, Mode, Table};
use crate::attack::Heading;
use crate::event::{By, EventKind, Halt, Why};
use crate::going::{self, Bar};
use crate::troop::State;
use crate::unit::{Haste, UnitId};
use crate::{clause, march};
use table::{EPS, Motion, Moving, V2};
use umpire::Clause;

/// Along what stops a flight or retirement it slides so many cm before it tries its own course again.
pub(super) const SLIDE: f64 = 1.0;

/// A stretch of ground shorter than this is none: where two pieces of ground meet, each is taken a little larger than it is drawn.
pub(super) const HAIR: f64 = 0.7 * EPS;

/// How a unit marches straight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub dir: V2,
    pub haste: Haste,
    pub backwards: bool,
    pub why: Why,
    /// The clause by which it marches so, if it is not by its order alone.
    pub by: Option<Clause>,
    /// The clause that says where to, if there is one.
    pub also: Option<Clause>,
}

impl Way {
    /// A way back, where the heading says.
    pub fn back(to: Heading, haste: Haste, backwards: bool, why: Why, by: Option<Clause>) -> Way {
        Way { dir: to.dir, haste, backwards, why, by, also: Some(to.by) }
    }
}

impl Table {
    /// The next stretch of a straight march at one rate, at most so long.
    pub(super) fn straight(&mut self, u: UnitId, way: Way, length: f64) -> Leg {
        let unit = &self.field[u];
        let (base, since) = (unit.base, self.time());
        // No march of a turn is longer than a metre.
        let far = length.min(100.0);
        let all = going::stretches(&self.field, unit, &base, way.dir, far, way.haste, way.backwards);
        let Some(first) = all.iter().find(|s| s.to - s.from > HAIR).cloned() else {
            return Leg::stand(base, since);
        };
        // A place where it may not go is at its very front: it halts.
        let Some(rate) = first.rate.filter(|r| *r > 0.0) else {
            let edge = first.why.bar == Some(Bar::Edge);
            if edge && matches!(self.run(u).course.mode, Mode::Flight(_)) {
                self.leave_table(u);
            }
            if self.field[u].on_table() {
                if let Some(leg) = self.slide(u, way, far) {
                    return leg;
                }
                self.halted_by_ground(u, first.why, way.dir);
            }
            return Leg::stand(self.field[u].base, since);
        };
        let moving = Moving { base, since, motion: Motion::March { velocity: way.dir * rate } };
        let advancing = way.why == Why::Marches || way.why == Why::Charges;
        Leg::stretch(
            moving,
            first.to.max(0.0),
            rate,
            Gait { advancing, why: way.why, by: way.by, also: way.also },
        )
    }

    /// A unit that flees, retires or turns away slides along what it may not enter (play.away); by order nobody does.
    fn slide(&mut self, u: UnitId, way: Way, far: f64) -> Option<Leg> {
        if self.run(u).course.mode == Mode::Order {
            return None;
        }
        let unit = &self.field[u];
        // A hair's breadth back from what stops it, so that it is not in it.
        let base = unit.base.moved(way.dir * (-4.0 * EPS));
        let along = going::slide(&self.field, unit, &base, way.dir, way.haste)?;
        let far = far.min(SLIDE);
        let all = going::stretches(&self.field, unit, &base, along.dir, far, way.haste, way.backwards);
        let first = all.iter().find(|s| s.to - s.from > HAIR)?;
        let rate = first.rate.filter(|r| *r > 0.0)?;
        let moving =
            Moving { base, since: self.time(), motion: Motion::March { velocity: along.dir * rate } };
        Some(Leg::stretch(
            moving,
            first.to,
            rate,
            Gait { advancing: false, why: way.why, by: way.by, also: Some(along.by) },
        ))
    }

    /// The ground ahead may not be entered: the march is over for the turn. The order has been written all the same, so nobody
    /// may pass who might not before (02.06.3.c).
    pub(super) fn halted_by_ground(&mut self, u: UnitId, ground: going::Why, dir: V2) {
        let edge = ground.bar == Some(Bar::Edge);
        if edge && self.run(u).course.mode == Mode::Order && self.leaves_by_order(u, dir) {
            return;
        }
        // A charge of horse ends at any obstacle; only what it could not cross at all disorders it (02.06.4).
        let crossed = ground.bar == Some(Bar::Charge) && {
            let m = self.field[u].mover(Haste::March, false);
            march::rate_across(&m, crate::troop::Going::Ordinary, false, ground.obstacle).is_ok()
        };
        let run = self.run_mut(u);
        run.course.mode = Mode::Stand;
        let announced = run.assault.attack.as_ref().is_some_and(|a| a.declared && !a.over);
        if announced && !edge && !crossed {
            // Its attack has failed when the turn ends (07.01.6.b).
            run.assault.stopped = true;
        }
        run.assault.ends();
        let why = if edge {
            Halt::Edge
        } else if crossed {
            Halt::Obstacle
        } else {
            Halt::Impassable
        };
        let by = By::from(ground.clause).and(clause!("play.interrupt"));
        self.tell(by, &[u], || EventKind::Halted { unit: u, why });
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
}
