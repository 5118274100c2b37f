//! Battalions: columns to march and charge, lines to fire, squares before horse; skirmishers at the range of their weapons.

use super::desk::{Desk, fights, order};
use super::plan::Plan;
use crate::common::routes::Routes;
use newbury_napoleonic::answer::{LegOrder, MoveOrder};
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::unit::Unit;
use table::V2;

/// Horse whose reach ends so near makes foot form square, in cm.
const SQUARE: f64 = 14.0;
/// A battalion so near to foot of the enemy deploys to fire, in cm.
const MUSKETRY: f64 = 15.0;
/// Skirmishers keep so far from close order.
const OFF: [f64; 2] = [9.0, 15.0];
/// What a square marches in a move (table 3), and how near it comes to a place.
const SQUARE_STEP: f64 = 5.0;
const ON_IT: f64 = 2.0;
/// Squares far from horse are columns again.
const SAFE: f64 = 45.0;

impl Desk<'_> {
    /// Foot in close order before horse forms square, and stays in it.
    pub fn square(&self, u: &Unit) -> Option<MoveOrder> {
        if u.open_order() || u.arm().battery() || u.mounted() {
            return None;
        }
        let threat = self.horse_near(u.id);
        let square = u.formation().square();
        match threat {
            Some(d) if d < SQUARE && !square => {
                let form = |formation: Formation| {
                    order(u, vec![LegOrder::Form { formation, ranks: None, files: None }])
                };
                self.lawful([form(Formation::Square)])
            }
            _ => None,
        }
    }

    pub fn foot(&self, routes: &mut Routes, u: &Unit, plan: &Plan) -> Option<MoveOrder> {
        let near = self.near(u.id);
        let nearest = near.first().copied();
        let goal = plan.of[u.id.index()];
        let front = nearest.map_or(self.ahead, |(_, e)| (self.f[e].base.centre() - u.base.front).unit());
        if u.formation().square() {
            let threat = self.horse_near(u.id);
            if threat.is_none_or(|d| d > SAFE) {
                return self.fighting_column(u);
            }
            return self.square_takes(routes, u, plan);
        }
        if u.open_order() {
            return self.skirmish(routes, u, goal.map(|g| g.1));
        }
        let there = goal.is_none_or(|(_, at)| u.base.front.dist(at) < 4.0 || u.base.rect().contains(at, 1.0));
        // Who is to stand on an objective is there as soon as he holds it.
        let on_it =
            || (0..self.f.objectives.len()).find(|n| goal.is_some_and(|g| g.1 == self.f.objectives[*n].at));
        let there = there || on_it().is_some_and(|n| self.stands_on(u.id, n));
        if let Some(o) = self.enters_house(u, goal.map(|g| g.1)) {
            return Some(o);
        }
        // At the end the place itself is worth more than fire.
        let last = self.left <= 3 && !there && goal.is_some_and(|g| u.base.front.dist(g.1) < 28.0);
        // Foot that is looked at by foot within musketry fires, in line.
        if let Some((d, e)) = nearest
            && d < MUSKETRY
            && !last
            && self.v.sees(u.id, e)
        {
            let ahead = u.base.dir.angle_to(front).to_degrees() < 30.0;
            if !ahead {
                return self.face(u, front);
            }
            if u.formation().column() {
                return self.form(u, Formation::Line);
            }
            return None;
        }
        if there {
            return self.face(u, front);
        }
        let to = goal.map(|g| g.1)?;
        // A line that has far to go marches in column.
        let far = u.base.front.dist(to);
        let quiet = nearest.is_none_or(|(d, _)| d > 40.0);
        if u.formation() == Formation::Line && far > 30.0 && quiet {
            return self.fighting_column(u);
        }
        self.march(routes, u, to)
    }

    /// The square whose place is the objective itself steps onto it, slowly and in good time.
    fn square_takes(&self, routes: &mut Routes, u: &Unit, plan: &Plan) -> Option<MoveOrder> {
        let (i, to) = plan.of[u.id.index()]?;
        let at = plan.purposes[i].at;
        let steps = u.base.centre().dist(at) / SQUARE_STEP;
        let there = self.f.gap_to(u.id, at) < ON_IT;
        if there || to.dist(at) > 1.0 || steps > f64::from(self.left) + 2.0 {
            return None;
        }
        self.march(routes, u, at)
    }

    /// Into the house that is its place, if it stands beside it.
    fn enters_house(&self, u: &Unit, goal: Option<V2>) -> Option<MoveOrder> {
        let to = goal?;
        let house = self.f.ground.buildings.iter().find(|b| b.rect.contains(to, 0.5))?;
        (house.rect.gap(&u.base.rect()) < 2.0)
            .then(|| self.lawful([order(u, vec![LegOrder::Enter])]))
            .flatten()
    }

    fn form(&self, u: &Unit, formation: Formation) -> Option<MoveOrder> {
        self.lawful([order(u, vec![LegOrder::Form { formation, ranks: None, files: None }])])
    }

    /// Skirmishers go where they are to be, and before the enemy to where they hit and are not reached.
    fn skirmish(&self, routes: &mut Routes, u: &Unit, goal: Option<V2>) -> Option<MoveOrder> {
        let near = self.near(u.id);
        let close = near.iter().find(|(_, e)| !self.f[*e].open_order() && fights(&self.f[*e])).copied();
        if let Some((d, e)) = close.filter(|(d, _)| *d < OFF[1] + 2.0) {
            let away = (u.base.front - self.f[e].base.centre()).unit();
            if d < OFF[0] {
                let cm = (OFF[0] + 3.0 - d).min(18.0);
                let towards = Some(away.bearing_degrees());
                let back = order(u, vec![LegOrder::March { cm, towards }]);
                if self.f.ground.holds(u.base.front + away * (cm + 5.0)) {
                    return self.lawful([back]);
                }
            }
            return None;
        }
        let (d, e) = near.first().copied().unwrap_or((f64::INFINITY, u.id));
        if d < 12.0 {
            return None;
        }
        if d < 34.0 && self.v.sees(u.id, e) {
            let way = self.f[e].base.centre() - u.base.front;
            let cm = (d - OFF[1] + 3.0).clamp(0.0, 10.0);
            let goal_near = goal.is_none_or(|g| g.dist(u.base.front) < 30.0);
            if goal_near && cm > 0.5 {
                let towards = Some(way.bearing_degrees());
                return self.lawful([order(u, vec![LegOrder::March { cm, towards }])]);
            }
        }
        let to = goal?;
        if u.base.front.dist(to) < 3.0 {
            return None;
        }
        self.march(routes, u, to)
    }
}
