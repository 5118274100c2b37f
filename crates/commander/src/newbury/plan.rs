//! Who goes for which objective, and where he is to stand there.

use super::desk::{Desk, fights, free};
use newbury_napoleonic::battle::{Awaits, Errand};
use newbury_napoleonic::order::GameOrder;
use newbury_napoleonic::unit::{State, UnitId};
use table::V2;

/// A place that is worth points.
#[derive(Clone, Debug)]
pub(super) struct Purpose {
    pub name: String,
    pub at: V2,
    pub points: u32,
}

/// What everybody is there for.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub purposes: Vec<Purpose>,
    /// By the place of the unit: his purpose, and where he is to stand.
    pub of: Vec<Option<(usize, V2)>>,
}

/// An enemy so near to a place threatens it.
const ABOUT: f64 = 40.0;
/// Figures that hold a place where nobody is about.
const LEAST: f64 = 14.0;
/// Between two bodies beside each other, and between two lines, in cm.
const ABREAST: f64 = 19.0;
const BEHIND: f64 = 15.0;
/// What an order in force is worth in cm: nobody is sent another way for less.
const STICKS: f64 = 45.0;

impl Desk<'_> {
    /// The places that are worth something to the side; where there are none, the middle of the enemy.
    fn purposes(&self) -> Vec<Purpose> {
        let mut all: Vec<Purpose> = self
            .f
            .objectives
            .iter()
            .filter(|o| o.points[self.side.index()] > 0 || o.points[self.side.other().index()] > 0)
            .map(|o| Purpose {
                name: o.name.clone(),
                at: o.at,
                points: o.points[self.side.index()].max(o.points[self.side.other().index()] / 2),
            })
            .collect();
        all.sort_by(|a, b| b.points.cmp(&a.points).then_with(|| a.name.cmp(&b.name)));
        all
    }

    /// A game order on its way to a unit.
    pub fn coming(&self, u: UnitId) -> Option<&GameOrder> {
        let play = self.v.battle().play();
        let written = play.on_the_way.iter().find(|w| w.unit == u).map(|w| &w.order);
        let carried = || {
            play.couriers.iter().find_map(|c| match &c.errand {
                Errand::Order { unit, order } if *unit == u => Some(order),
                _ => None,
            })
        };
        written.or_else(carried)
    }

    /// The place for which a unit has its order, or will have it.
    fn ordered_to(&self, u: UnitId) -> Option<V2> {
        let play = self.v.battle().play();
        let coming = self.coming(u);
        let game = play.game.get(u.index()).and_then(Option::as_deref);
        // In step 1 the order in force binds; in step 21 the last that was written.
        let order = if self.v.awaits == Awaits::Orders { game.or(coming) } else { coming.or(game) };
        order.and_then(|o| o.objective.as_ref()).map(|g| g.at())
    }

    pub fn plan(&self) -> Plan {
        let purposes = self.purposes();
        let mut of: Vec<Option<(usize, V2)>> = vec![None; self.f.units.len()];
        if purposes.is_empty() {
            return Plan { purposes, of };
        }
        let strength = |u: UnitId| f64::from(self.f[u].figures());
        let against: Vec<f64> = purposes
            .iter()
            .map(|p| {
                let about = |e: &&UnitId| {
                    let e = &self.f[**e];
                    fights(e) && e.base.centre().dist(p.at) < ABOUT
                };
                self.foes.iter().filter(about).map(|e| strength(*e)).sum::<f64>()
            })
            .collect();
        let mut left: Vec<UnitId> = self
            .f
            .side(self.side)
            .filter(|u| free(u) || matches!(u.state, State::FollowingUp | State::Pursuing))
            .filter(|u| !u.arm().battery())
            .map(|u| u.id)
            .collect();
        let sticks = if self.v.awaits == Awaits::Orders { 1000.0 } else { STICKS };
        let mut sent = vec![0.0; purposes.len()];
        let mut who: Vec<Vec<UnitId>> = vec![Vec::new(); purposes.len()];
        let all: f64 = purposes.iter().map(|p| f64::from(p.points)).sum();
        let ordered: Vec<Option<V2>> = self.f.units.iter().map(|u| self.ordered_to(u.id)).collect();
        while !left.is_empty() {
            // What lacks most for what it is worth picks first.
            let want = |i: usize| {
                let needs = LEAST + 1.2 * against[i];
                let worth = 0.4 + f64::from(purposes[i].points) / all.max(1.0);
                worth * (1.0 - sent[i] / needs)
            };
            let Some(i) = (0..purposes.len()).max_by(|a, b| want(*a).total_cmp(&want(*b)).then(b.cmp(a)))
            else {
                break;
            };
            let far = |u: &UnitId| {
                let at = self.f[*u].base.front;
                let has = ordered[u.index()].is_some_and(|g| g.dist(purposes[i].at) < 3.0);
                let slow = if self.f[*u].mounted() { 0.6 } else { 1.0 };
                at.dist(purposes[i].at) * slow - if has { sticks } else { 0.0 }
            };
            let nearest = left.iter().map(far).enumerate();
            let Some((n, _)) = nearest.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))) else {
                break;
            };
            let u = left.remove(n);
            // Gunless foot in open order hold little.
            let counts = if self.f[u].open_order() { 0.6 } else { 1.0 };
            sent[i] += strength(u) * counts;
            who[i].push(u);
        }
        for (i, units) in who.iter().enumerate() {
            self.post(&purposes[i], i, units, &mut of);
        }
        self.batteries(&purposes, &mut of);
        Plan { purposes, of }
    }

    /// Where the enemy is from a place, or ahead.
    pub fn front_of(&self, at: V2) -> V2 {
        let near = self.foes.iter().filter(|e| fights(&self.f[**e])).map(|e| self.f[*e].base.centre());
        let near = near.filter(|p| p.dist(at) < 70.0);
        let (mut sum, mut n) = (V2 { x: 0.0, y: 0.0 }, 0.0);
        for p in near {
            let weight = 1.0 / p.dist(at).max(10.0);
            sum += (p - at) * weight;
            n += weight;
        }
        if n > 0.0 && sum.len() > 1e-6 { (sum.unit() + self.ahead * 0.5).unit() } else { self.ahead }
    }

    /// Foot in two lines about the place, the nearest on it; horse behind them.
    fn post(&self, p: &Purpose, purpose: usize, units: &[UnitId], of: &mut [Option<(usize, V2)>]) {
        let front = self.front_of(p.at);
        let across = front.right();
        let clamp = |q: V2| {
            let g = &self.f.ground;
            V2 { x: q.x.clamp(6.0, g.width - 6.0), y: q.y.clamp(6.0, g.depth - 6.0) }
        };
        let mut foot: Vec<UnitId> = units.iter().copied().filter(|u| !self.f[*u].mounted()).collect();
        let horse: Vec<UnitId> = units.iter().copied().filter(|u| self.f[*u].mounted()).collect();
        let mut places: Vec<V2> = vec![p.at];
        for n in 1..=6 {
            let off = across * (f64::from((n + 1) / 2) * ABREAST * if n % 2 == 0 { -1.0 } else { 1.0 });
            places.push(p.at + off);
        }
        places.truncate(foot.len().div_ceil(2).max(3).min(foot.len()));
        let lines = places.len();
        for n in 0..foot.len().saturating_sub(lines) {
            let off =
                across * (f64::from((n as u32).div_ceil(2)) * ABREAST * if n % 2 == 0 { -1.0 } else { 1.0 });
            places.push(p.at - front * BEHIND + off);
        }
        // Each place is taken by who is nearest to it, the middle first by close order.
        for (n, place) in places.iter().enumerate() {
            let far = |u: &UnitId| {
                let loose = if n == 0 && self.f[*u].open_order() { 30.0 } else { 0.0 };
                self.f[*u].base.front.dist(*place) + loose
            };
            let Some(k) = (0..foot.len()).min_by(|a, b| far(&foot[*a]).total_cmp(&far(&foot[*b]))) else {
                break;
            };
            let u = foot.remove(k);
            of[u.index()] = Some((purpose, clamp(*place)));
        }
        for (n, u) in horse.iter().enumerate() {
            let alone = places.is_empty();
            let back = if alone && n == 0 { 0.0 } else { 24.0 };
            let off = across * ((n as f64 - (horse.len() as f64 - 1.0) / 2.0) * ABREAST);
            of[u.index()] = Some((purpose, clamp(p.at - front * back + off)));
        }
    }

    /// Batteries stand behind the dearest place that is in reach of them.
    fn batteries(&self, purposes: &[Purpose], of: &mut [Option<(usize, V2)>]) {
        for u in self.f.side(self.side).filter(|u| u.arm().battery()) {
            let near = (0..purposes.len()).min_by(|a, b| {
                let far = |i: usize| u.base.front.dist(purposes[i].at) - 0.1 * f64::from(purposes[i].points);
                far(*a).total_cmp(&far(*b))
            });
            let Some(i) = near else { continue };
            let front = self.front_of(purposes[i].at);
            let side = (u.base.front - purposes[i].at).dot(front.right()).clamp(-30.0, 30.0);
            let off = if side.abs() < 14.0 { 14.0 * if side < 0.0 { -1.0 } else { 1.0 } } else { side };
            of[u.id.index()] = Some((i, purposes[i].at - front * 12.0 + front.right() * off));
        }
    }
}
