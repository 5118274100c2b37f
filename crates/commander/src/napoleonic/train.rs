//! Wagons, and engineers put to work.

use super::desk::{Desk, moves, reorganise};
use super::plan::{Brigade, Plan};
use chakoten_napoleonic::field::Post;
use chakoten_napoleonic::order::{Leg, Method, Order, WorkOrder};
use chakoten_napoleonic::troop::{Arm, State};
use chakoten_napoleonic::unit::Unit;
use std::collections::BTreeMap;

/// Turns of work after which a bridge is taken to be ready to be blown (table XXI).
const READY: u32 = 7;

impl Desk<'_, '_> {
    /// Wagons go to who is out of ammunition, otherwise follow at a distance, out of the enemy's way.
    pub fn wagon(&mut self, u: &Unit, b: &Brigade, ideas: &mut Vec<Order>) {
        let near = self.nearest(u).map(|n| n.1);
        if near.is_some_and(|d| d < 45.0) {
            let back = u.base.front + self.v.edge.outward() * 25.0;
            self.go(u, back, None, 0.0, ideas);
            return;
        }
        let dry = |o: &Unit| match &o.battery {
            Some(g) => g.loads == 0 && g.guns > 0,
            None => o.weapon.is_some() && o.ammunition == 0,
        };
        let in_need = self
            .v
            .own
            .iter()
            .filter(|o| o.arm != Arm::Train && o.body.is_none() && o.state.intact() && dry(o))
            .min_by(|x, y| {
                let far = |o: &Unit| o.base.centre().dist(u.base.front);
                far(x).total_cmp(&far(y)).then(x.id.cmp(&y.id))
            });
        if let Some(o) = in_need {
            let gap = o.base.rect().gap(&u.base.rect());
            if gap > 0.1 && self.nearest(o).is_none_or(|n| n.1 > 25.0) {
                ideas.push(moves(vec![super::desk::to(o.base.centre())]));
            }
            return;
        }
        let place = b.line - b.forward * 55.0;
        if place.dist(u.base.front) > 15.0 && (place - u.base.front).dot(b.forward) > 0.0 {
            self.go(u, place, near, 60.0, ideas);
        }
    }

    /// Pioneers go to what the briefing tells them to break, and prepare it; without such a task they keep behind their brigade.
    pub fn pioneers(
        &mut self,
        u: &Unit,
        plan: &Plan,
        b: &Brigade,
        worked: &BTreeMap<String, u32>,
        ideas: &mut Vec<Order>,
    ) {
        if u.state == State::Disorder || u.state.grades() >= 2 {
            ideas.push(reorganise());
            return;
        }
        let near = self.nearest(u).map(|n| n.1);
        let Some(name) = plan.broken.first() else {
            let place = b.line - b.forward * 40.0;
            if place.dist(u.base.front) > 12.0 {
                self.go(u, place, near, 40.0, ideas);
            }
            return;
        };
        let Some(c) = self.v.ground.crossings.iter().find(|c| c.name == *name) else { return };
        // On the own side of it.
        let out = self.v.edge.outward();
        let axis = c.rect.dir * (c.rect.half_depth + 1.2);
        let end = if axis.dot(out) >= 0.0 { c.rect.centre + axis } else { c.rect.centre - axis };
        if u.base.rect().gap(&c.rect) > 0.1 {
            self.go(u, end, None, 0.0, ideas);
            return;
        }
        let done = worked.get(name).copied().unwrap_or(0);
        let comes = self.nearest_of(&c.rect, |e| e.fights()).is_some_and(|n| n.1 < 18.0);
        let over = self
            .v
            .own
            .iter()
            .filter(|o| o.arm != Arm::Train && o.state.intact())
            .all(|o| (o.base.centre() - c.rect.centre).dot(out) > 0.0 || o.inside.is_some());
        let last = self.v.last_turn.is_some_and(|t| self.v.turn + 1 >= t);
        if done >= READY && (comes || over || last) {
            ideas.push(moves(vec![Leg::Work { work: WorkOrder::Fire { object: name.clone() } }]));
        }
        for method in [Method::Blast, Method::Burn, Method::ThrowOff] {
            let work = WorkOrder::Destroy { object: name.clone(), method };
            ideas.push(moves(vec![Leg::Work { work }]));
        }
    }
}

/// Is a staff figure one who leads works?
pub(super) fn leads(p: Post) -> bool {
    matches!(p, Post::EngineerOfficer | Post::PioneerNco)
}
