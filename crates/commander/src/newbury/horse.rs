//! Cavalry: behind the foot until a charge promises something, out of musketry, and round the squares.

use super::desk::{Desk, fights, order};
use super::plan::Plan;
use crate::common::routes::Routes;
use newbury_napoleonic::answer::{LegOrder, MoveOrder};
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::unit::Unit;

/// So far from the enemy it waits, in cm: out of musketry, within its charge.
const WAITS: f64 = 30.0;
/// So near to the enemy it deploys.
const DEPLOYS: f64 = 60.0;

/// Prey is looked for so far, and come up to so near, in cm.
const PREY: f64 = 90.0;
const NEAR: f64 = 16.0;

impl Desk<'_> {
    /// Somebody worth charging who is not in reach or not in sight yet is come up to.
    fn stalk(&self, routes: &mut Routes, u: &Unit) -> Option<MoveOrder> {
        let need = self.temper.charge + 4;
        let mut best: Option<(f64, table::V2)> = None;
        let rects = self.f.rects(u);
        for e in self.f.enemies_about(self.side, &rects, PREY).filter(|e| fights(e)) {
            let far = self.f.gap(u.id, e.id);
            if !(NEAR..=PREY).contains(&far) || e.formation() == Formation::Building {
                continue;
            }
            let factors = self.v.charge_factors(u.id, e.id);
            let worth = f64::from(factors - need) - far / 25.0;
            if factors >= need && best.is_none_or(|(b, _)| worth > b) {
                let way = e.base.centre() - u.base.front;
                best = Some((worth, u.base.front + way.unit() * (far - NEAR + 1.0)));
            }
        }
        best.and_then(|(_, to)| self.march(routes, u, to))
    }

    pub fn horse(&self, routes: &mut Routes, u: &Unit, plan: &Plan) -> Option<MoveOrder> {
        let near = self.near(u.id);
        let (d, e) = near.first().copied().unwrap_or((f64::INFINITY, u.id));
        let form = |formation: Formation| {
            self.lawful([order(u, vec![LegOrder::Form { formation, ranks: None, files: None }])])
        };
        if d < DEPLOYS
            && u.formation().column()
            && u.formation() != Formation::MarchColumn
            && !u.troop.irregular()
        {
            return form(Formation::Line).or_else(|| form(Formation::DoubleLine));
        }
        if let Some(o) = self.stalk(routes, u) {
            return Some(o);
        }
        let last = self.left <= 2;
        if d < WAITS && fights(&self.f[e]) && !last {
            let front = (self.f[e].base.centre() - u.base.front).unit();
            return self.face(u, front);
        }
        let to = plan.of[u.id.index()].map(|g| g.1)?;
        let enemy_there =
            self.foes.iter().any(|x| fights(&self.f[*x]) && self.f.gap_to(*x, to) < WAITS - 8.0);
        if last && let Some((i, _)) = plan.of[u.id.index()] {
            // Where an enemy stands nobody holds a place (24.2.a).
            return self.march(routes, u, plan.purposes[i].at);
        }
        if enemy_there && u.base.front.dist(to) < WAITS + 12.0 {
            return None;
        }
        self.march(routes, u, to)
    }
}
