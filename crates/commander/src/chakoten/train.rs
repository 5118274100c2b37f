//! Wagons, and ammunition fetched from them.

use super::desk::{Desk, degrees_to, moves, oblique};
use super::plan::{Brigade, Plan};
use chakoten_acw::order::{Order, Step};
use chakoten_acw::troop::Arm;
use chakoten_acw::unit::Unit;

impl Desk<'_, '_> {
    /// Wagons follow at a distance and keep out of the enemy's way.
    pub fn wagon(&mut self, u: &Unit, plan: &Plan, b: &Brigade, ideas: &mut Vec<Order>) {
        if let Some(edge) = plan.leaves(u.id) {
            self.leave(u, edge, ideas);
            return;
        }
        let near = self.nearest(u).map(|n| (n.0.base.centre(), n.1));
        if let Some((e, d)) = near {
            if d < 40.0 && plan.keeping.contains(&u.id) {
                let away = u.base.front + (u.base.front - e).unit() * 30.0;
                self.ride(u, away, None, ideas);
                return;
            }
            if d < 40.0 {
                return;
            }
        }
        if plan.keeping.contains(&u.id)
            || self
                .own_by(u.base.front, 30.0)
                .any(|o| !o.ammunition && o.base.rect().gap(&u.base.rect()) < 30.0)
        {
            return;
        }
        let to = b.line - b.forward * 45.0;
        if to.dist(u.base.front) > 15.0 && (to - u.base.front).dot(b.forward) > 0.0 {
            self.ride(u, to, None, ideas);
        }
    }

    /// A wagon that does not yet serve two units this turn (09.03.1.b).
    pub fn has_more(&self, wagon: &str) -> bool {
        self.supplied.iter().filter(|x| **x == wagon).count() < 2
    }

    /// Goes to the nearest wagon, or takes what it has. Says whether there is one worth the way.
    pub fn fetch_ammunition(&self, u: &Unit, ideas: &mut Vec<Order>) -> bool {
        let r = u.base.rect();
        let wagon = self
            .own_by(r.centre, 90.0)
            .filter(|w| w.arm == Arm::Wagon && w.figures > 0)
            .map(|w| (r.gap(&w.base.rect()), w))
            .filter(|w| w.0 < 90.0)
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
        let Some((d, w)) = wagon else { return false };
        if d <= table::EPS {
            if self.has_more(&w.code) {
                ideas.push(Order::Resupply { wagon: w.code.to_string() });
            }
            return true;
        }
        if u.arm == Arm::Artillery {
            return false;
        }
        let to = w.base.centre();
        let turn = degrees_to(&u.base, to);
        if turn.abs() > 45.0 {
            ideas.push(moves(vec![Step::Face { degrees: oblique(turn) }]));
            return true;
        }
        // Up to it: the march halts at base contact.
        let way = u.base.at(u.base.front, (to - u.base.front).unit());
        let cm = way.rect().travel_to(&w.base.rect(), way.dir).unwrap_or(d);
        let p = u.base.front + way.dir * cm;
        ideas.push(moves(vec![Step::To { x: p.x, y: p.y }]));
        true
    }
}
