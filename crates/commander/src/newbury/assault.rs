//! Charges and attacks: declared where the factors of the reaction, as far as they can be known, promise enough.

use super::desk::{Desk, fights, order};
use newbury_napoleonic::answer::{LegOrder, MoveOrder};
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::Gait;
use newbury_napoleonic::unit::{State, Unit, UnitId};

/// Wheels before a charge are no sharper than this.
const WHEEL: f64 = 50.0;

/// A charge that might be declared.
struct Chance {
    by: UnitId,
    on: UnitId,
    legs: Vec<LegOrder>,
    worth: f64,
}

impl Desk<'_> {
    /// The charges and attacks of this move, the most promising first; nobody is charged by more than two.
    pub fn charges(&self) -> Vec<MoveOrder> {
        let mut all: Vec<Chance> = Vec::new();
        for u in self.own() {
            all.extend(self.chances(&self.f[u]));
        }
        all.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.by.cmp(&b.by)).then(a.on.cmp(&b.on)));
        let mut orders: Vec<MoveOrder> = Vec::new();
        let mut taken: Vec<(UnitId, UnitId)> = Vec::new();
        for c in all {
            let busy = taken.iter().any(|(by, _)| *by == c.by);
            let on = taken.iter().filter(|(_, on)| *on == c.on).count();
            if busy || on >= 2 {
                continue;
            }
            let target = self.f[c.on].code.to_string();
            let charge = MoveOrder { charge: Some(target), ..order(&self.f[c.by], c.legs) };
            if self.v.may_order(&charge).is_ok() {
                taken.push((c.by, c.on));
                orders.push(charge);
            }
        }
        orders
    }

    fn may_charge(&self, u: &Unit) -> bool {
        let worn = u.worn();
        let spent = self.temper.careful && worn.lost * 2 > worn.start;
        !u.arm().battery()
            && !u.formation().square()
            && !matches!(u.formation(), Formation::Building | Formation::MarchColumn)
            && u.disorder.accumulated == 0
            && u.changing.is_none()
            && !u.prone
            && !spent
            && !matches!(u.state, State::Halted | State::Rallied | State::Evading)
    }

    fn chances(&self, u: &Unit) -> Vec<Chance> {
        let mut all = Vec::new();
        if !self.may_charge(u) {
            return all;
        }
        let Ok(reach) = self.f.rate(u, Gait::Charge) else { return all };
        let rects = self.f.rects(u);
        let gone = |e: &&Unit| matches!(e.state, State::Prisoner | State::Surrendering);
        let foes = self.f.enemies_about(self.side, &rects, reach).filter(|e| !gone(e));
        for (far, e) in foes.map(|e| (self.f.gap(u.id, e.id), e.id)) {
            if far > reach || self.v.battle().play().fights(e) {
                continue;
            }
            let t = &self.f[e];
            if t.formation() == Formation::Building || t.state == State::Routing {
                continue;
            }
            if u.open_order() && !t.open_order() && !t.deployed() {
                continue;
            }
            let Some(legs) = self.towards(u, t) else { continue };
            // Whether it comes home is reckoned only where it is worth it, for that takes the longest.
            let factors = self.v.charge_factors(u.id, e);
            let worth = self.promise(u, t, factors).filter(|_| self.v.reaches(u.id, &legs, e));
            if let Some(worth) = worth {
                all.push(Chance { by: u.id, on: e, legs, worth });
            }
        }
        all
    }

    /// The wheel that brings a target before the front.
    fn towards(&self, u: &Unit, t: &Unit) -> Option<Vec<LegOrder>> {
        if u.open_order() {
            return Some(Vec::new());
        }
        let (degrees, _) = ranks::wheel_towards(&u.base, t.base.centre())?;
        if degrees.abs() > WHEEL {
            return None;
        }
        if degrees.abs() < 2.0 || self.f.options.straight_charges {
            return Some(Vec::new());
        }
        Some(vec![LegOrder::Wheel { degrees }])
    }

    /// What a charge is worth, if it promises enough.
    fn promise(&self, u: &Unit, t: &Unit, factors: i32) -> Option<f64> {
        let mut need = self.temper.charge;
        // Loaded foot in front fires before it is reached; guns with canister.
        if t.open_order() || !fights(t) {
            need -= 3;
        }
        if t.formation() == Formation::Limbered || t.state.forced() {
            need -= 3;
        }
        if u.mounted() && t.mounted() {
            need -= 2;
        }
        if self.left <= 3 {
            need -= 1;
        }
        // Squares are ridden at when there is not much time left.
        if u.mounted() && self.left <= 5 {
            need -= 1;
        }
        let figures = f64::from(t.figures());
        (factors >= need).then(|| f64::from(factors - need) + 0.05 * figures)
    }
}
