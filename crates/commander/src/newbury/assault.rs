//! Charges and attacks: declared where the factors of the reaction, as far as they can be known, promise enough.

use super::booty::Errands;
use super::desk::{Desk, fights, order, shoots, sweeps};
use super::jam::Jams;
use super::late::Takers;
use newbury_napoleonic::answer::{LegOrder, MoveOrder, Turning};
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::Gait;
use newbury_napoleonic::unit::{State, Unit, UnitId};

/// Wheels before a charge are no sharper than this.
const WHEEL: f64 = 95.0;

/// Others so near to who is charged fire at the chargers, in cm.
const BESIDE: f64 = 18.0;
/// What two who charge together have more than one alone (T13.A).
const TOGETHER: i32 = 2;
/// How much less is asked of a charge at guns.
const GUNS: i32 = 8;
/// So near guns are reached by nobody whom they see.
const NEAR: f64 = 20.0;

/// So far behind who is charged there is to be room, in cm, and so much more is asked of a charge where there is none.
const BEYOND: f64 = 35.0;
const EDGE: i32 = 3;

/// A charge that might be declared.
struct Chance {
    by: UnitId,
    on: UnitId,
    legs: Vec<LegOrder>,
    /// What the factors of the reaction are above what is asked of them.
    margin: i32,
    worth: f64,
}

impl Desk<'_> {
    /// The charges and attacks of this move, the most promising first; nobody is charged by more than two.
    pub fn charges(&self, errands: &Errands, takers: &Takers, jams: &Jams) -> Vec<MoveOrder> {
        let mut all: Vec<Chance> = Vec::new();
        let keeps = |u: &UnitId| self.left <= 3 && errands.iter().any(|e| e.0 == *u);
        // Who holds a place at the end stays, and a charge that did not begin is not tried again at once.
        let holds = |u: &UnitId| takers.iter().any(|t| t.0 == *u && self.stands_on(*u, t.1));
        for u in self.own().into_iter().filter(|u| !keeps(u) && !holds(u) && !jams.baulked(*u)) {
            all.extend(self.chances(&self.f[u]));
        }
        self.only_promising(&mut all);
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

    /// Alone a charge must promise enough; where two are more than twice the enemy's strength and one is not, both have 2 more (T13.A).
    fn only_promising(&self, all: &mut Vec<Chance>) {
        let figures = |u: UnitId| u32::from(self.f[u].figures());
        let by_target: Vec<(UnitId, UnitId, i32)> = all.iter().map(|c| (c.on, c.by, c.margin)).collect();
        all.retain(|c| {
            let alone = figures(c.by);
            let others = by_target.iter().filter(|o| o.0 == c.on && o.1 != c.by && o.2 >= -TOGETHER);
            let most = others.map(|o| figures(o.1)).max().unwrap_or(0);
            let outnumbered = |n: u32| figures(c.on) * 2 < n;
            let together = !outnumbered(alone) && outnumbered(alone + most);
            c.margin >= if together { -TOGETHER } else { 0 }
        });
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
            if t.formation() == Formation::Building || (t.state == State::Routing && !u.mounted()) {
                continue;
            }
            if u.open_order() && !t.open_order() && !t.deployed() {
                continue;
            }
            let Some(legs) = self.towards(u, t) else { continue };
            // Whether it comes home is reckoned only where it is worth it, for that takes the longest.
            let factors = self.v.charge_factors(u.id, e);
            let (margin, worth) = self.promise(u, t, factors);
            if margin >= -TOGETHER && self.v.reaches(u.id, &legs, e) {
                all.push(Chance { by: u.id, on: e, legs, margin, worth });
            }
        }
        all
    }

    /// The wheel that brings a target before the front.
    fn towards(&self, u: &Unit, t: &Unit) -> Option<Vec<LegOrder>> {
        if u.open_order() {
            return Some(Vec::new());
        }
        let mut legs = Vec::new();
        let mut base = u.base;
        if base.dir.angle_to((t.base.centre() - base.front).unit()).to_degrees() > WHEEL {
            legs.push(LegOrder::Turn { to: Turning::About });
            base = base.about_face();
        }
        let (degrees, _) = ranks::wheel_towards(&base, t.base.centre())?;
        if degrees.abs() > WHEEL {
            return None;
        }
        if degrees.abs() >= 2.0 {
            legs.push(LegOrder::Wheel { degrees });
        }
        (legs.is_empty() || !self.f.options.straight_charges).then_some(legs)
    }

    /// How many others fire at who charges somebody.
    fn fire_upon(&self, t: &Unit) -> i32 {
        let others =
            self.f.side_about(t.side, &self.f.rects(t), BESIDE).filter(|e| e.id != t.id && shoots(e));
        others.filter(|e| e.figures() > 4 && self.f.gap(e.id, t.id) < BESIDE).count() as i32
    }

    /// Does who rides on through somebody come to the edge of the table, over which whoever falls back is gone?
    fn before_the_edge(&self, u: &Unit, t: &Unit) -> bool {
        let way = (t.base.centre() - u.base.centre()).unit();
        !self.f.ground.holds(t.base.centre() + way * BEYOND)
    }

    /// How far above what is asked of it a charge is, and what it is worth.
    fn promise(&self, u: &Unit, t: &Unit, factors: i32) -> (i32, f64) {
        let mut need = self.temper.charge;
        // Loaded foot in front fires before it is reached; guns with canister.
        if t.open_order() || !fights(t) {
            need -= 3;
        }
        if t.state.forced() {
            need -= 3;
        }
        if u.mounted() && t.battery.is_none() && !t.formation().square() {
            need -= self.temper.dash;
        }
        // Few figures are worth no disorder.
        if t.figures() < 4 && t.battery.is_none() {
            need += 3;
        }
        // Guns are the dearest that an army has, and gunners fight badly; but not into their canister.
        if t.battery.is_some() && u.mounted() {
            let way = (u.base.front - t.base.front).unit();
            need -= if sweeps(t, t.base.front + way * NEAR) { GUNS - 1 } else { GUNS };
        }
        // Foot takes guns from where they do not fire, and does not run after skirmishers.
        if t.battery.is_some() && !u.mounted() {
            let way = (u.base.front - t.base.front).unit();
            need -= if sweeps(t, t.base.front + way * NEAR) { 0 } else { GUNS / 2 };
        }
        if t.open_order() && !u.mounted() {
            need += 1;
        }
        // A charge that came home nowhere has left its disorder (table 8A).
        if t.last.no_contact {
            need -= 2;
        }
        // Of gunners' classes nothing is known at first, but they are never bad.
        if t.battery.is_some() && !t.class_known {
            need += 2;
        }
        if u.mounted() && self.before_the_edge(u, t) {
            need += EDGE;
        }
        if u.mounted() && t.battery.is_none() {
            need += self.fire_upon(t);
        }
        // Who has just rallied is in great disorder, and who retreats breaks at once (23.3.d).
        if matches!(t.state, State::Rallied | State::Retreating) {
            need -= 4;
        }
        // Who runs is ridden down (play.charge.next), where nobody else is about.
        if t.state == State::Routing {
            need -= 6;
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
        // Where an enemy stands nobody holds a place (24.2.a): at the end it is enough to come there.
        let dear = self.holds_for(t);
        if self.left <= 1 && dear > 0.0 {
            need -= 5;
        }
        let figures = f64::from(t.figures());
        let prize = if t.battery.is_some() { 4.0 } else { 0.0 };
        (factors - need, f64::from(factors - need) + 0.05 * figures + prize + dear / 100.0)
    }
}
