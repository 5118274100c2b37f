//! Infantry, and cavalry on foot: the fire-fight, the support behind it, and when to go in.

use super::Enemy;
use super::desk::{Desk, degrees_to, moves, oblique};
use super::march::{DEPLOY, march, water_at};
use super::plan::Brigade;
use super::works;
use crate::common::routes::divided;
use chakoten_acw::book::data;
use chakoten_acw::order::{Moment, Order, Step};
use chakoten_acw::troop::{Arm, Formation, Kind, State};
use chakoten_acw::unit::Unit;

/// Somebody this near is dealt with before anything else.
const NEAR: f64 = 52.0;
/// Behind a line of friends nobody marches nearer to the enemy than this.
const BEHIND: f64 = 24.0;

impl Desk<'_, '_> {
    /// Infantry, and cavalry on foot.
    pub fn foot(&mut self, u: &Unit, b: &Brigade, ideas: &mut Vec<Order>) {
        if !u.locked.is_empty() {
            return;
        }
        let zones = u.weapon.map(|w| data().weapon(w).zones).unwrap_or_default();
        let zone = |i: usize, or: f64| zones[i].unwrap_or(or);
        let far = zone(3, 12.0);
        let mark = if u.ammunition { self.mark(u, far) } else { None };
        if u.pinned(self.v.turn) {
            if let Some((e, _)) = mark {
                ideas.push(self.fire(u, e, Moment::AtOnce));
            }
            ideas.push(Order::Reorganise);
            return;
        }
        if u.state == State::Disorder {
            ideas.push(Order::Reorganise);
            return;
        }
        if !u.inside.is_empty() {
            if let Some((e, _)) = mark {
                ideas.push(self.fire(u, e, Moment::AtOnce));
            }
            return;
        }
        let near = self.nearest(u);
        // With an hour left and the ground still to be had, the bayonet has to do.
        let hurried = b.strong && b.late() && !b.stands;
        if !u.ammunition && !hurried && self.fetch_ammunition(u, ideas) {
            return;
        }
        if let Some(a) = self.assault(u) {
            let dug_in =
                near.is_some_and(|(e, _)| works::in_the_way(self.v, u.base.front, e.base.centre()) >= 2.0);
            if a.score >= self.wanted(b, dug_in) {
                ideas.push(a.order);
            }
        }
        if b.taker == Some(u.id) {
            self.go_up(u, b.goal, near.map(|n| n.1), ideas);
            return;
        }
        let holds = b.holds || (works::in_works(self.v, u) && (b.stands || !b.strong));
        let Some((e, d)) = near.filter(|n| n.1 <= NEAR) else {
            if !holds {
                self.march_on(u, b, near.map(|n| n.1), ideas);
            }
            return;
        };
        // Beyond a river he is shot at; who has business there goes round by the bridge.
        let beyond = d > 20.0 && mark.is_none() && divided(self.v, u.base.front, e.base.centre());
        if beyond && !holds && !b.stands {
            if let Some(way) = self.roundabout(u, b.goal) {
                self.column(u, &way, None, ideas);
                return;
            }
        }
        let chain = u.formation == Formation::Chain;
        let turn = degrees_to(&u.base, e.base.centre());
        // Deploy and front him first.
        if !chain && u.formation != Formation::Line {
            let mut steps = Vec::new();
            if turn.abs() > 20.0 {
                steps.push(Step::Face { degrees: oblique(turn) });
            }
            if water_at(self.v, &u.base.rect()) {
                self.march_on(u, b, Some(d), ideas);
                return;
            }
            // A column with a friend before it is a support: it stays what it is.
            if self.second_line(u, e) && d > 20.0 {
                self.support(u, b, e, d, ideas);
                return;
            }
            steps.push(Step::Form { formation: Formation::Line, files: None, gap: None });
            ideas.push(moves(steps));
        }
        // Fire does little to who lies behind works: he has to be gone in upon.
        let dug_in = works::in_the_way(self.v, u.base.front, e.base.centre()) >= 2.0;
        let late = (b.late() || dug_in || b.strong) && !b.stands;
        if let Some((m, cm)) = mark {
            // Better shots are worth a step forward while he cannot answer well.
            let good = zone(2, 9.0);
            let close = zone(1, 5.0);
            let weaker = e.figures * 10 < u.figures * 7 || e.lying_down;
            let wanted = if late || weaker { close } else { good };
            if cm <= wanted || holds || b.stands || u.state == State::Slight {
                let horse = m.kind == Kind::Mounted && cm > 12.0 && cm < 55.0;
                let moment = if horse { Moment::Within { enemy: None, cm: 8.0 } } else { Moment::AtOnce };
                ideas.push(self.fire(u, m, moment));
                return;
            }
        }
        if turn.abs() > 27.0 && mark.is_none() && !self.second_line(u, e) {
            ideas.push(moves(vec![Step::Face { degrees: oblique(turn) }]));
            return;
        }
        if holds || (b.stands && d < 30.0) {
            if let Some((m, _)) = mark {
                ideas.push(self.fire(u, m, Moment::AtOnce));
            }
            return;
        }
        if self.second_line(u, e) {
            self.support(u, b, e, d, ideas);
            return;
        }
        let stop = if late { zone(1, 5.0) } else { zone(2, 9.0) - 3.0 };
        let go = self.room(u, &u.base, (d - stop).max(0.0));
        if go > 1.5 && turn.abs() < 30.0 {
            ideas.push(march(u, turn, go));
        }
        if let Some((m, _)) = mark {
            ideas.push(self.fire(u, m, Moment::AtOnce));
        }
    }

    /// What an attack has to promise before it is ordered: the less the nearer the hour, for who has not got what he wants,
    /// and less for who has far more men. Who is dug in is gone in upon sooner: fire does little to him.
    pub fn wanted(&self, b: &Brigade, dug_in: bool) -> f64 {
        if b.stands || b.holds {
            return 2.0;
        }
        let by_the_hour = match b.left {
            0..=2 => -1.5,
            3..=5 => 0.0,
            6..=8 => 1.0,
            _ => 2.0,
        } - if dug_in { 2.5 } else { 0.0 };
        if !b.strong {
            return by_the_hour;
        }
        let by_the_odds = match b.left {
            0..=8 => -1.0,
            9..=14 => 0.0,
            _ => 0.7,
        } - if dug_in { 1.0 } else { 0.0 };
        by_the_hour.min(by_the_odds)
    }

    /// Behind a friend of his brigade he is his support; behind another's he goes on to his own ground.
    fn support(&mut self, u: &Unit, b: &Brigade, e: &Enemy, d: f64, ideas: &mut Vec<Order>) {
        let to = e.base.centre();
        let own = |o: &Unit| o.id != u.id && o.command == u.command && o.arm != Arm::Wagon;
        let behind_his_own = self
            .own_between(u.base.front.x.min(to.x), u.base.front.x.max(to.x), 0.0)
            .any(|o| own(o) && o.base.rect().clip(u.base.front, to).is_some());
        if behind_his_own || b.stands || d < BEHIND + 3.0 {
            self.close_up(u, e, ideas);
        } else {
            self.march_on(u, b, Some(d + DEPLOY - BEHIND), ideas);
        }
    }

    /// Is a friend who fights between it and the enemy?
    pub fn second_line(&self, u: &Unit, e: &Enemy) -> bool {
        let to = e.base.centre();
        let from = u.base.front;
        self.own_between(from.x.min(to.x), from.x.max(to.x), 0.0).any(|o| {
            o.id != u.id
                && o.arm != Arm::Wagon
                && o.state <= State::Slight
                && o.base.front.dist(to) < from.dist(to)
                && o.base.rect().clip(from, to).is_some()
        })
    }

    /// A support keeps within reach of the line before it, and no nearer.
    fn close_up(&self, u: &Unit, e: &Enemy, ideas: &mut Vec<Order>) {
        let turn = degrees_to(&u.base, e.base.centre());
        if turn.abs() > 35.0 {
            ideas.push(moves(vec![Step::Face { degrees: oblique(turn) }]));
            return;
        }
        let go = self.room(u, &u.base, 40.0);
        if go > 14.0 {
            ideas.push(moves(vec![Step::March { cm: Some((go - 10.0).min(20.0)) }]));
        }
    }
}
