//! The last moves: places that are worth points are stood on, and who holds one alone stays.

use super::desk::{Desk, order};
use super::plan::Plan;
use crate::common::routes::Routes;
use newbury_napoleonic::answer::{LegOrder, MoveOrder};
use newbury_napoleonic::order::Gait;
use newbury_napoleonic::unit::{State, Unit, UnitId};

/// Moves that are left when places are taken whatever it costs.
const LATE: u32 = 3;
/// Fewer figures hold nothing.
const FEW: u16 = 3;
/// So far within its reach somebody stands on a place for certain, in cm.
const WELL: f64 = 0.2;
/// Open order goes only where close order is a move later, for it holds nothing where it can be charged (24.2.a.i).
const LOOSE: f64 = 1.0;

/// Who stands on which objective, or goes onto it, by its place in the list.
pub(super) type Takers = Vec<(UnitId, usize)>;

impl Desk<'_> {
    /// For each objective, the dearest first, one who stands on it, or who is there soonest.
    pub fn takers(&self) -> Takers {
        let mut all: Takers = Vec::new();
        if self.left > LATE {
            return all;
        }
        let own = self.own();
        let mut places: Vec<usize> = (0..self.f.objectives.len()).collect();
        let worth = |n: &usize| {
            let p = self.f.objectives[*n].points;
            p[0] + p[1]
        };
        places.sort_by(|a, b| worth(b).cmp(&worth(a)).then(a.cmp(b)));
        for n in places {
            let o = &self.f.objectives[n];
            let soon = |u: &UnitId| {
                let x = &self.f[*u];
                let cm = (self.f.gap_to(*u, o.at) - o.within + WELL).max(0.0);
                let stays = x.state == State::Halted || x.inside.is_some();
                if x.arm().battery() || x.figures() < FEW || (stays && cm > 0.0) {
                    return None;
                }
                let rate = self.f.rate(x, Gait::Normal).unwrap_or(0.0);
                let moves = if cm <= 0.0 { 0.0 } else { cm / rate.max(0.5) };
                let loose = if x.open_order() { LOOSE } else { 0.0 };
                (moves <= f64::from(self.left) + 1.5).then_some(moves + loose - 0.01 * f64::from(x.figures()))
            };
            let free = own.iter().filter(|u| !all.iter().any(|t| t.0 == **u));
            let best = free.filter_map(|u| soon(u).map(|m| (m, *u)));
            if let Some((_, u)) = best.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))) {
                all.push((u, n));
            }
        }
        all
    }

    /// Their place in the plan is the objective itself.
    pub fn to_take(&self, plan: &mut Plan, takers: &Takers) {
        for (u, n) in takers {
            let o = &self.f.objectives[*n];
            if let Some(i) = plan.purposes.iter().position(|p| p.name == o.name && p.at == o.at) {
                plan.of[u.index()] = Some((i, o.at));
            }
        }
    }

    /// Does it stand on an objective?
    pub fn stands_on(&self, u: UnitId, n: usize) -> bool {
        let o = &self.f.objectives[n];
        self.f.gap_to(u, o.at) <= o.within - WELL
    }

    /// It goes onto its objective whoever fires there; nothing where it stands on it.
    pub fn takes(&self, routes: &mut Routes, u: &Unit, n: usize) -> Option<MoveOrder> {
        if self.stands_on(u.id, n) {
            return None;
        }
        self.march_into_fire(routes, u, self.f.objectives[n].at)
    }

    /// Who is in disorder goes there and reorders there (13.2.e).
    pub fn takes_and_reorders(&self, routes: &mut Routes, u: &Unit, n: usize) -> Option<MoveOrder> {
        if self.stands_on(u.id, n) {
            return None;
        }
        let to = self.f.objectives[n].at;
        let next = self.way(routes, u, to).and_then(|w| w.first().copied()).unwrap_or(to);
        let rate = self.f.rate(u, Gait::Normal).unwrap_or(0.0).max(1.0);
        let orders = [next, to].map(|to| {
            let mut legs = self.legs_to(u, to, rate);
            legs.push(LegOrder::Reorder);
            order(u, legs)
        });
        self.lawful(orders)
    }
}
