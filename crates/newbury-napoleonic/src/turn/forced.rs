//! Moves that results force: routs, retreats, withdrawals, giving ground, following up and pursuit (chapter 23, play.forced, play.rout,
//! play.pursuit).

use super::course::{Act, Course, Manner, Then};
use crate::battle::Battle;
use crate::book::numbers;
use crate::event::Kind;
use crate::order::Gait;
use crate::procedures::disorder::{Forced, StateDisorder, StateSituation};
use crate::unit::{Cause, State, Unit, UnitId};
use crate::{clause, say};
use std::collections::VecDeque;
use table::V2;

impl Battle {
    /// Of two results the worse stands (play.states).
    fn rank(s: State) -> u8 {
        match s {
            State::Prisoner => 9,
            State::Surrendering => 8,
            State::Routing => 7,
            State::Retreating => 6,
            State::Withdrawing => 5,
            State::GivingGround => 4,
            State::Halted => 3,
            _ => 0,
        }
    }

    /// A result replaces the state if it is worse.
    pub(super) fn falls_into(&mut self, u: UnitId, state: State) -> bool {
        let worse = Battle::rank(state) > Battle::rank(self.field[u].state);
        if worse {
            self.field[u].state = state;
            self.field[u].changing = None;
            self.field[u].prone = false;
        }
        worse
    }

    /// The unit breaks and routs with what is left of the move (23.1.l, play.rout).
    pub(super) fn breaks(&mut self, u: UnitId, at: f64, before: Option<UnitId>) {
        if !self.field[u].present() || !self.falls_into(u, State::Routing) {
            return;
        }
        let figures = self.field[u].figures();
        self.play.broken.push((u, figures));
        self.play.fresh.push(u);
        let unit = self.code(u);
        let who: Vec<UnitId> = std::iter::once(u).chain(before).collect();
        self.say(clause!("23.1.l"), Kind::Routs, &who, || say!("event-breaks", unit));
        self.gains_by_state(u, Forced::Routing, Cause::Routing);
        self.field[u].deeds.reacted = true;
        for c in self.play.charges.iter_mut().filter(|c| c.by == u) {
            c.over = true;
        }
        self.leave_fights(u);
        self.play.busy[u.index()] = at.min(1.0);
    }

    /// It withdraws to cover, at once with what is left of the move (23.1.j).
    pub(super) fn withdraws(&mut self, u: UnitId, before: Option<UnitId>) {
        if !self.field[u].present() || !self.falls_into(u, State::Withdrawing) {
            return;
        }
        self.play.fresh.push(u);
        let unit = self.code(u);
        let who: Vec<UnitId> = std::iter::once(u).chain(before).collect();
        self.say(clause!("23.1.j"), Kind::FallsBack, &who, || say!("event-withdraws", unit));
    }

    /// Factors of retreat, rout and pursuit (table 8G).
    pub(super) fn gains_by_state(&mut self, u: UnitId, state: Forced, cause: Cause) {
        if self.field[u].disorder.causes.contains(&cause) {
            return;
        }
        let (o, ruling) = crate::drill::known::<StateDisorder>(&StateSituation { state, moves: 1 });
        self.gains(u, o.factors, cause, ruling);
    }

    /// Every melee of a body is over for it.
    pub(crate) fn leave_fights(&mut self, u: UnitId) {
        for m in self.play.fights.iter_mut().filter(|m| m.a == u || m.b == u) {
            m.over = true;
        }
    }

    /// The way away from the nearest enemy, and once nobody has it in charge reach home to the base line (23.5.a).
    fn way_out(&self, u: &Unit) -> V2 {
        let f = &self.field;
        let home = f.edges[u.side.index()].outward();
        let near = f.nearest_enemy(u.id).map(|(e, d)| (&f[e], d));
        match near {
            Some((e, d)) if f.rate(e, Gait::Charge).is_ok_and(|r| d <= r) => {
                let away = u.base.centre() - e.base.centre();
                if away.len() < 1e-6 { home } else { away.unit() }
            }
            _ => home,
        }
    }

    /// Courses of all who are under a result: in step 4 everybody's, afterwards of those alone whose result is of that step.
    pub(super) fn forced_courses(&self, courses: &mut [Course], now: bool) {
        for u in self.field.present() {
            let fresh = self.play.fresh.contains(&u.id);
            if now && !fresh {
                continue;
            }
            let c = match u.state {
                State::Routing => Some(self.rout(u)),
                State::Withdrawing => Some(self.fall_back(u, Gait::Double)),
                State::Retreating => Some(self.fall_back(u, Gait::Normal)),
                State::GivingGround if !now => Some(self.give_ground(u)),
                State::Pursuing | State::FollowingUp if !now => self.chase(u),
                _ => None,
            };
            if let Some(c) = c {
                courses[u.id.index()] = c;
            }
        }
    }

    fn rout(&self, u: &Unit) -> Course {
        let away = self.way_out(u);
        let starts =
            if self.play.broken.iter().any(|(b, _)| *b == u.id) { self.play.busy[u.id.index()] } else { 0.0 };
        let acts = VecDeque::from([
            Act::Fixed { left: 0.0, then: Then::Face(away) },
            Act::March { left: f64::INFINITY, towards: None, gait: Gait::Rout },
        ]);
        Course { starts, acts, manner: Manner::Forced, ..Course::default() }
    }

    /// A turn of a quarter move, then straight away from the enemy (play.forced).
    fn fall_back(&self, u: &Unit, gait: Gait) -> Course {
        let away = self.way_out(u);
        let faces = u.base.dir.dot(away) > 0.5;
        // After a charge reaction they turn about without loss (23.1.j).
        let turn = if faces || self.play.fresh.contains(&u.id) { 0.0 } else { 0.25 };
        let acts = VecDeque::from([
            Act::Fixed { left: turn, then: Then::Face(away) },
            Act::March { left: f64::INFINITY, towards: None, gait },
        ]);
        Course { acts, manner: Manner::Forced, ..Course::default() }
    }

    /// Straight back, facing the enemy (23.2.c, play.melee).
    fn give_ground(&self, u: &Unit) -> Course {
        let cm = numbers().march.give_ground[usize::from(u.mounted())];
        let back = V2 { x: -u.base.dir.x, y: -u.base.dir.y };
        let acts = VecDeque::from([Act::March { left: cm, towards: Some(back), gait: Gait::Normal }]);
        Course { acts, manner: Manner::Forced, ..Course::default() }
    }

    /// After those who rout or give ground (play.pursuit, play.melee).
    fn chase(&self, u: &Unit) -> Option<Course> {
        let (quarry, _) = self.play.quarry_of(u.id)?;
        let q = &self.field[quarry];
        let towards = (q.base.centre() - u.base.centre()).unit();
        let cm = match u.state {
            State::FollowingUp => numbers().march.give_ground[usize::from(q.mounted())],
            _ => f64::INFINITY,
        };
        let gait = if u.state == State::Pursuing { Gait::Double } else { Gait::Normal };
        let towards = if u.state == State::Pursuing { self.way_out(q) } else { towards };
        let acts = VecDeque::from([Act::March { left: cm, towards: Some(towards), gait }]);
        Some(Course { acts, manner: Manner::Chasing, ..Course::default() })
    }
}
