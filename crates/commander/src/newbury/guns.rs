//! Batteries: up to where canister tells and muskets do not, unlimbered with their front to the enemy, and there as long as there is somebody to
//! fire at.

use super::desk::{Desk, MUSKETS, fights, order};
use crate::common::routes::Routes;
use newbury_napoleonic::answer::{Action, LegOrder, MoveOrder};
use newbury_napoleonic::book::numbers;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::Gait;
use newbury_napoleonic::troop::{Ammunition, Piece};
use newbury_napoleonic::unit::{Unit, UnitId};
use table::V2;

/// Nearer than this a battery unlimbers, in cm; farther than that it goes after the enemy.
const NEAR: f64 = 55.0;
const FAR: f64 = 95.0;
/// Its arc to each side, in degrees: what lies beyond asks for a wheel.
const ARC: f64 = 16.0;
/// So far guns are moved by hand and fire (16.5.d), in cm.
const BY_HAND: f64 = 2.0;
/// Its wheels are no sharper than this, in degrees, and no way is made for less than so many cm.
const TURNS: f64 = 60.0;
const LEAST: f64 = 5.0;
/// Moves that a foot battery spends for it.
const SLOW: f64 = 2.0;
/// Own horse so near guards guns.
const GUARD: f64 = 40.0;
/// So much nearer than the end of canister it stops, in cm.
const WITHIN: f64 = 3.0;
/// The parts of a double move that action moves leave, in which a round is fired and in which none is (16.5.a).
const ACTIONS: [(Action, f64); 2] = [(Action::MoveUnlimberAndFire, 0.5), (Action::MoveAndUnlimber, 0.75)];
const FROM_ACTION: (Action, f64) = (Action::LimberMoveAndUnlimber, 0.5);

/// How far most of its guns fire canister.
fn canister(u: &Unit) -> f64 {
    let guns = u.battery.iter().flat_map(|b| &b.guns).filter(|g| !g.destroyed);
    let reach = |p: Piece| numbers().guns.reach(Ammunition::Canister, p);
    guns.filter(|g| g.piece != Piece::Howitzer).map(|g| reach(g.piece)).fold(0.0, f64::max)
}

impl Desk<'_> {
    fn bearing(&self, u: &Unit, e: UnitId) -> V2 {
        (self.f[e].base.centre() - u.base.front).unit()
    }

    pub fn battery(&self, routes: &mut Routes, u: &Unit, post: Option<V2>) -> Option<MoveOrder> {
        let seen = |e: &UnitId| self.v.sees(u.id, *e);
        let all = self.near(u.id);
        let near = &all[..all.partition_point(|x| x.0 < FAR)];
        if u.disorder.accumulated > 0 {
            return self.lawful([order(u, vec![LegOrder::Reorder])]);
        }
        if u.battery.is_none() {
            return self.back_to_the_guns(u);
        }
        if u.formation() == Formation::Deployed {
            return self.deployed(u, near, post);
        }
        let reach = canister(u);
        let unlimber = |e: UnitId| {
            let facing = Some(self.bearing(u, e).bearing_degrees());
            self.lawful([order(u, vec![LegOrder::Unlimber { facing }])])
        };
        let solid = near.iter().find(|(d, e)| *d <= reach && !self.f[*e].open_order() && seen(e)).copied();
        if let Some(o) = solid.and_then(|(_, e)| unlimber(e)) {
            return Some(o);
        }
        if let Some(m) = self.mark(u, near, 2.0) {
            let o = self.closer(u, &m, &ACTIONS).or_else(|| self.march(routes, u, m.to));
            if o.is_some() {
                return o;
            }
        }
        if let Some((d, e)) = near.iter().take_while(|(d, _)| *d < NEAR).find(|(_, e)| seen(e)).copied() {
            return unlimber(e).or_else(|| if d < 20.0 { None } else { self.march(routes, u, post?) });
        }
        let to = post?;
        if u.base.front.dist(to) < 8.0 {
            let facing = Some(self.front_of(to).bearing_degrees());
            return self.lawful([order(u, vec![LegOrder::Unlimber { facing }])]);
        }
        self.march(routes, u, to)
    }

    /// Guns that are ready to fire.
    fn deployed(&self, u: &Unit, near: &[(f64, UnitId)], post: Option<V2>) -> Option<MoveOrder> {
        let seen = |e: &UnitId| self.v.sees(u.id, *e);
        let off = |e: UnitId| -u.base.dir.turn_to(self.bearing(u, e)).to_degrees();
        let in_arc = |e: UnitId| off(e).abs() < ARC;
        let reach = canister(u);
        let solid = |(d, e): &&(f64, UnitId)| *d < reach + BY_HAND && !self.f[*e].open_order() && seen(e);
        if let Some((d, e)) = near.iter().filter(solid).find(|x| in_arc(x.1)).copied() {
            let cm = d - reach + 0.3;
            let towards = Some(self.bearing(u, e).bearing_degrees());
            let by_hand = order(u, vec![LegOrder::March { cm, towards }]);
            return self.lawful(Some(by_hand).filter(|_| cm > 0.3));
        }
        let wheel = |e: UnitId| self.lawful([order(u, vec![LegOrder::Wheel { degrees: off(e) }])]);
        if let Some((_, e)) = near.iter().filter(solid).find(|x| off(x.1).abs() < TURNS) {
            return wheel(*e);
        }
        if let Some(m) = self.mark(u, near, 3.0) {
            let limber = || self.lawful([order(u, vec![LegOrder::Limber])]).filter(|_| self.left > 6);
            if let Some(o) = self.closer(u, &m, &[FROM_ACTION]).or_else(limber) {
                return Some(o);
            }
        }
        if near.iter().any(|(_, e)| in_arc(*e) && seen(e)) {
            return None;
        }
        let mark = near.iter().find(|(_, e)| seen(e)).copied();
        if let Some((_, e)) = mark.filter(|x| off(x.1).abs() < TURNS) {
            return wheel(e);
        }
        if self.left < 4 || (mark.is_none() && post.is_none_or(|p| u.base.front.dist(p) < 25.0)) {
            return None;
        }
        self.lawful([order(u, vec![LegOrder::Limber])])
    }

    /// The body that is soonest under canister, and from where: not where muskets or sabres reach, and with so many moves left there.
    fn mark(&self, u: &Unit, near: &[(f64, UnitId)], leaves: f64) -> Option<Mark> {
        let rate = self.f.rate(&limbered(u), Gait::Normal).unwrap_or(0.0).max(1.0);
        let mut best: Option<(f64, Mark)> = None;
        for (d, e) in near.iter().copied() {
            let t = &self.f[e];
            let cm = d - (canister(u) - WITHIN);
            let moves = cm / rate;
            if t.open_order() || t.mounted() || t.formation() == Formation::Building || cm < LEAST {
                continue;
            }
            let deep = if t.formation().square() || t.formation().column() { 1.0 } else { 0.0 };
            let place = if self.holds_for(t) > 0.0 { 1.0 } else { 0.0 };
            let at = u.base.front + self.bearing(u, e) * cm;
            // Foot batteries are too slow to go far, and none goes over water for it.
            if (moves > SLOW && !u.arm().rides()) || self.land.narrow(u.base.front, at) {
                continue;
            }
            let cover = if self.sheltered(at, t) { 2.5 } else { 0.0 };
            let cost = moves - deep - place + cover;
            if f64::from(self.left) < moves + leaves || best.as_ref().is_some_and(|b| cost >= b.0) {
                continue;
            }
            let to = u.base.front + self.bearing(u, e) * cm;
            if !self.threatened(to) {
                best = Some((cost, Mark { on: e, cm, to }));
            }
        }
        best.map(|b| b.1)
    }

    /// Would guns at a place be under musketry, or be ridden down?
    fn threatened(&self, to: V2) -> bool {
        let own = || self.f.side(self.side).filter(|o| o.mounted() && fights(o));
        let guarded = own().any(|o| self.f.gap_to(o.id, to) < GUARD);
        self.foes.iter().map(|e| &self.f[*e]).any(|x| {
            let horse = x.mounted() && !x.arm().battery();
            let reach = match () {
                () if horse && guarded => 15.0,
                () if horse => self.f.rate(x, Gait::Charge).unwrap_or(40.0) * 0.8,
                () => MUSKETS,
            };
            fights(x) && !x.arm().battery() && self.f.gap_to(x.id, to) < reach
        })
    }

    /// An action move to where canister tells, where the ground does not disorder it.
    fn closer(&self, u: &Unit, m: &Mark, ways: &[(Action, f64)]) -> Option<MoveOrder> {
        let rate = self.f.rate(&limbered(u), Gait::Double).unwrap_or(0.0);
        if self.disorders(u.base.front, m.to) {
            return None;
        }
        let facing = Some((self.f[m.on].base.centre() - m.to).bearing_degrees());
        self.lawful(ways.iter().filter(|w| w.1 * rate >= m.cm).map(|(action, _)| {
            let mut legs = if action.limbered() { Vec::new() } else { vec![LegOrder::Limber] };
            legs.extend(self.legs_to(u, m.to, m.cm));
            legs.push(LegOrder::Unlimber { facing });
            MoveOrder { action: Some(*action), ..order(u, legs) }
        }))
    }

    /// Gunners who left their guns go back to them.
    fn back_to_the_guns(&self, u: &Unit) -> Option<MoveOrder> {
        let guns = self.f.abandoned.iter().find(|a| a.owner == u.id)?;
        let way = guns.base.centre() - u.base.front;
        let towards = Some(way.bearing_degrees());
        self.lawful([order(u, vec![LegOrder::March { cm: way.len().min(20.0), towards }])])
    }
}

/// Somebody who is to come under canister.
struct Mark {
    on: UnitId,
    /// The way to where that is, in cm, and the place.
    cm: f64,
    to: V2,
}

/// The battery as it marches.
fn limbered(u: &Unit) -> Unit {
    let mut team = u.clone();
    team.drawn.formation = Formation::Limbered;
    team
}
