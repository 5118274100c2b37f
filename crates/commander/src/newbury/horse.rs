//! Cavalry: behind the foot until a charge promises something, out of musketry, and round the squares.

use super::desk::{Desk, MUSKETS, fights, order, shoots, sweeps};
use super::plan::Plan;
use crate::common::routes::Routes;
use newbury_napoleonic::answer::{LegOrder, MoveOrder, Turning};
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::unit::{Unit, UnitId};
use table::V2;

/// So far from the enemy it waits, in cm: out of musketry, within its charge.
const WAITS: f64 = 20.0;
/// A place so near to the enemy is not gone to while he holds it.
const HOLDS: f64 = 30.0;

/// Prey is looked for so far, and come up to so near, in cm.
const PREY: f64 = 90.0;
const NEAR: f64 = 16.0;
/// How far from guns their flank is waited on.
const BESIDE: f64 = 28.0;

impl Desk<'_> {
    /// Somebody worth charging who is not in reach or not in sight yet is come up to.
    fn stalk(&self, routes: &mut Routes, u: &Unit) -> Option<MoveOrder> {
        let mut best: Option<(f64, V2)> = None;
        let rects = self.f.rects(u);
        for e in self.f.enemies_about(self.side, &rects, PREY).filter(|e| fights(e)) {
            let far = self.f.gap(u.id, e.id);
            if !(NEAR..=PREY).contains(&far) || e.formation() == Formation::Building {
                continue;
            }
            let guns = e.battery.is_some();
            let need = if guns { self.temper.charge - 6 } else { self.temper.charge + 4 };
            let factors = self.v.charge_factors(u.id, e.id);
            let prize = if guns { 6.0 } else { 0.0 };
            let worth = f64::from(factors - need) - far / 25.0 + prize;
            if factors < need || best.is_some_and(|(b, _)| worth <= b) {
                continue;
            }
            let to = if e.deployed() { self.beside(u, e) } else { self.before(u, e, far) };
            if let Some(to) = to {
                best = Some((worth, to));
            }
        }
        best.and_then(|(_, to)| self.march(routes, u, to))
    }

    /// Straight up to somebody.
    fn before(&self, u: &Unit, e: &Unit, far: f64) -> Option<V2> {
        let way = e.base.centre() - u.base.front;
        let to = u.base.front + way.unit() * (far - NEAR + 1.0);
        (!self.under_fire(to, Some(e.id))).then_some(to)
    }

    /// Beside guns or behind them, where they do not fire, the nearest place first.
    fn beside(&self, u: &Unit, e: &Unit) -> Option<V2> {
        let (at, back) = (e.base.centre(), e.base.dir * -1.0);
        let right = e.base.dir.right();
        let places = [right, right * -1.0, (right + back).unit(), (back - right).unit()];
        let mut places: Vec<V2> = places.into_iter().map(|way| at + way * BESIDE).collect();
        places.retain(|p| self.f.ground.holds(*p) && !self.under_fire(*p, Some(e.id)));
        places.into_iter().min_by(|a, b| a.dist(u.base.front).total_cmp(&b.dist(u.base.front)))
    }

    /// Do enemies in good order shoot as far as a place?
    pub fn under_fire(&self, at: V2, but: Option<UnitId>) -> bool {
        let all = self.foes.iter().filter(|e| Some(**e) != but && shoots(&self.f[**e]));
        all.into_iter().any(|e| self.f.gap_to(*e, at) < MUSKETS)
    }

    /// Out of the fire of foot that it does not charge.
    fn out_of_fire(&self, u: &Unit, near: &[(f64, UnitId)]) -> Option<MoveOrder> {
        let fires = |(d, e): &&(f64, UnitId)| {
            let e = &self.f[*e];
            (*d < MUSKETS - 1.0 && shoots(e)) || sweeps(e, u.base.front)
        };
        let (d, e) = near.iter().find(fires).copied()?;
        let away = (u.base.centre() - self.f[e].base.centre()).unit();
        let cm = MUSKETS + 2.0 - d;
        let ways = [0.0, 35.0, -35.0, 70.0, -70.0].map(|x| away.turned(f64::to_radians(x)));
        let mut orders = Vec::new();
        for way in ways.into_iter().filter(|w| self.f.ground.holds(u.base.centre() + *w * (cm + 8.0))) {
            let mut legs = Vec::new();
            let mut base = u.base;
            if base.dir.angle_to(way).to_degrees() > 100.0 {
                legs.push(LegOrder::Turn { to: Turning::About });
                base = base.about_face();
            }
            let degrees = -base.dir.turn_to(way).to_degrees();
            if degrees.abs() > 5.0 {
                legs.push(LegOrder::Wheel { degrees });
            }
            legs.push(LegOrder::March { cm, towards: None });
            if u.disorder.accumulated > 0 {
                legs.push(LegOrder::Reorder);
            }
            orders.push(order(u, legs));
        }
        let by = self.f.general_within(self.side, u.id, 5.0).map(|g| self.f[g].code.to_string());
        let in_person = orders.first().filter(|_| by.is_some()).map(|o| MoveOrder { by, ..o.clone() });
        self.lawful(orders.into_iter().chain(in_person))
    }

    /// Who has to reorder does it where nobody shoots at him (13.2.e).
    pub fn reorders_in_safety(&self, u: &Unit) -> Option<MoveOrder> {
        if !u.mounted() || u.arm().battery() {
            return None;
        }
        self.out_of_fire(u, self.near(u.id))
    }

    pub fn horse(&self, routes: &mut Routes, u: &Unit, plan: &Plan) -> Option<MoveOrder> {
        let near = self.near(u.id);
        let (d, e) = near.first().copied().unwrap_or((f64::INFINITY, u.id));
        let last = self.left <= 2;
        if !last && let Some(o) = self.out_of_fire(u, near) {
            return Some(o);
        }
        if !last && let Some(o) = self.stalk(routes, u) {
            return Some(o);
        }
        if d < WAITS && fights(&self.f[e]) && !last {
            let front = (self.f[e].base.centre() - u.base.front).unit();
            return self.face(u, front);
        }
        let to = plan.of[u.id.index()].map(|g| g.1)?;
        let enemy_there =
            self.foes.iter().any(|x| fights(&self.f[*x]) && self.f.gap_to(*x, to) < HOLDS - 8.0);
        if last && let Some((i, _)) = plan.of[u.id.index()] {
            // Where an enemy stands nobody holds a place (24.2.a).
            let at = plan.purposes[i].at;
            return self.march_into_fire(routes, u, at).filter(|_| self.f.gap_to(u.id, at) > 1.0);
        }
        if enemy_there && u.base.front.dist(to) < HOLDS + 12.0 {
            return None;
        }
        self.march(routes, u, to)
    }
}
