//! The artillery: where it goes into action, at whom it fires, and when it goes after its brigade.

use super::Enemy;
use super::desk::{Desk, degrees_to, fires, moves, reorganise, turn};
use super::plan::Brigade;
use chakoten_napoleonic::book::guns::Gun;
use chakoten_napoleonic::order::{Leg, Order, When};
use chakoten_napoleonic::troop::{Arm, Formation, State};
use chakoten_napoleonic::unit::Unit;

/// Guns fire so far to the side (10.03.2), with something to spare.
const ARC: f64 = 42.0;
/// Cm behind its brigade's line at which a battery goes after it rather than fire at the farthest.
const FAR_BEHIND: f64 = 45.0;
/// By so much a mark aside has to be better, for guns to be turned.
const WORTH_A_TURN: f64 = 4.0;

impl Desk<'_, '_> {
    /// A battery.
    pub fn battery(&mut self, u: &Unit, b: &Brigade, ideas: &mut Vec<Order>) {
        let Some(guns) = &u.battery else { return };
        let near = self.nearest(u).map(|(e, d)| (e.base.centre(), d));
        if guns.left.is_some() {
            let clear = near.is_none_or(|n| n.1 > 18.0);
            if clear && u.state.intact() && !guns.taken {
                ideas.push(moves(vec![Leg::Man]));
            }
            ideas.push(reorganise());
            return;
        }
        if u.state == State::Disorder || (u.state.grades() >= 2 && near.is_none_or(|n| n.1 > 40.0)) {
            ideas.push(reorganise());
            return;
        }
        let zones = Gun::from(guns.gun).data().zones;
        if guns.limbered {
            self.limbered(u, b, &zones, near, ideas);
            return;
        }
        if guns.loads == 0 {
            if !self.fetch(u, ideas) && near.is_none_or(|n| n.1 > 40.0) {
                ideas.push(moves(vec![Leg::Limber { column: false, about: true }]));
            }
            return;
        }
        let mark = self.mark(u, b, &zones, false);
        // A far better mark aside is worth turning the guns.
        if let Some(x) = self.mark(u, b, &zones, true) {
            let better = mark.is_none_or(|m| x.2 > m.2 + WORTH_A_TURN);
            let angle = degrees_to(&u.base, x.0.base.centre());
            if better && near.is_none_or(|n| n.1 > 25.0 || n.1 > x.1 - 3.0) {
                ideas.push(moves(vec![turn(u, angle)]));
                return;
            }
        }
        // Far behind its brigade, with nothing to do but waste loads at the farthest, a battery goes after it.
        let behind = !b.stands && (b.line - u.base.front).dot(b.forward) > FAR_BEHIND;
        let follows = behind && near.is_none_or(|n| n.1 > 60.0);
        let mark = mark.filter(|m| !follows || m.1 < zones[2]);
        if let Some((e, cm, _)) = mark {
            let close = near.is_some_and(|n| n.1 < 11.0);
            let when = if close { When::BeforeContact(String::new()) } else { When::AtOnce };
            let legs = if guns.ready.is_none() { vec![Leg::MakeReady] } else { Vec::new() };
            // At the farthest it costs nothing to find the range first (10.02.3.b).
            let ranged = guns.ranged.iter().any(|r| r.target.unit() == Some(e.id));
            for at in [self.v.named(u.command, e.id), None] {
                let mut o = Order { legs: legs.clone(), ..fires(when.clone(), at) };
                if let Some(f) = &mut o.fire {
                    f.range_in = !ranged && cm > zones[2];
                }
                ideas.push(o);
            }
            return;
        }
        // Somebody in range, but not before the muzzles.
        let other = self
            .v
            .enemies()
            .iter()
            .filter(|e| e.fights())
            .map(|e| (u.base.front.dist(e.base.centre()), e))
            .filter(|x| x.0 < zones[2])
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
        if let Some((d, e)) = other {
            let angle = degrees_to(&u.base, e.base.centre());
            if angle.abs() > 30.0 {
                ideas.push(moves(vec![turn(u, angle)]));
                return;
            }
            if d < zones[1] {
                return;
            }
        }
        // Nobody to fire at any more: after the brigade.
        let ahead = (b.line - u.base.front).dot(b.forward);
        if ahead > 25.0 && near.is_none_or(|n| n.1 > 45.0) {
            ideas.push(moves(vec![Leg::Limber { column: false, about: true }]));
        }
    }

    /// At whom a battery in position fires: the dearest mark in range with nobody in between, before its muzzles or `aside` of them, with
    /// what it is worth.
    fn mark(&self, u: &Unit, b: &Brigade, zones: &[f64; 4], aside: bool) -> Option<(&Enemy, f64, f64)> {
        let mut best: Option<(f64, &Enemy, f64)> = None;
        for e in self.v.enemies().iter().filter(|e| !e.fleeing) {
            // Mostly it is seen at once that he is out of range.
            let about = u.base.width + u.base.depth + e.base.width + e.base.depth;
            let far = zones[3] + about + table::EPS;
            if (e.base.front - u.base.front).len2() > far * far {
                continue;
            }
            let goal = e.base.centre();
            let cm = u.base.front_line().gap(&e.rect);
            if cm > zones[3] * 0.98 || (degrees_to(&u.base, goal).abs() > ARC) != aside {
                continue;
            }
            let score = self.worth(u, b, e, cm, zones);
            if best.is_some_and(|x| score <= x.0) || score <= 0.0 {
                continue;
            }
            // Over the heads of friends only from a hill.
            let above = self.v.ground.level(u.base.front) > 0 && cm > zones[0];
            if above || !self.masked(u.id, u.base.front, goal) {
                best = Some((score, e, cm));
            }
        }
        best.map(|x| (x.1, x.2, x.0))
    }

    /// What a mark is worth: by table XI, the men it may cost, and what depends on it.
    fn worth(&self, u: &Unit, b: &Brigade, e: &Enemy, cm: f64, zones: &[f64; 4]) -> f64 {
        let zone = zones.iter().position(|z| cm <= *z).unwrap_or(3);
        let mut s = 10.0 + [4.0, -2.0, -4.0, -6.0][zone];
        let deep = zone > 0 && e.formation.column();
        s += match e.arm {
            Arm::Train => -6.0,
            Arm::Artillery if e.limbered => -2.0,
            Arm::Artillery => -3.5,
            _ if e.formation == Formation::Skirmish && !e.inside => -5.0,
            _ if deep => 2.0,
            _ if zone > 0 && e.formation == Formation::Square => 4.0,
            _ => 0.0,
        };
        if e.inside {
            s -= 4.0;
        }
        // Who stands on the ground that is to be taken is shot off it.
        if !b.stands && b.on_ground(&e.rect) {
            s += if e.inside { 6.0 } else { 2.0 };
        }
        if e.figures < 8 && e.arm != Arm::Artillery {
            s -= 2.0;
        }
        let ranged =
            u.battery.as_ref().is_some_and(|b| b.ranged.iter().any(|r| r.target.unit() == Some(e.id)));
        if ranged && zone > 0 {
            s += 2.5;
        }
        // Who comes on is the more dangerous the nearer he is.
        if cm < 30.0 && degrees_to(&e.base, u.base.front).abs() < 40.0 && e.arm != Arm::Artillery {
            s += 3.0;
        }
        s
    }

    /// Up to where it can fire well, and there into action.
    fn limbered(
        &mut self,
        u: &Unit,
        b: &Brigade,
        zones: &[f64; 4],
        near: Option<(table::V2, f64)>,
        ideas: &mut Vec<Order>,
    ) {
        let action = |angle: f64, u: &Unit| {
            let mut legs = Vec::new();
            // Without the free about face a gun points to where it came from.
            let rear = angle.abs() > 120.0;
            if !rear && angle.abs() > 15.0 {
                legs.push(turn(u, angle));
            }
            legs.push(Leg::Unlimber { about: !rear });
            moves(legs)
        };
        if let Some((at, cm)) = near {
            let angle = degrees_to(&u.base, at);
            let clear = !self.masked(u.id, u.base.front, at);
            let good = zones[1] + 0.5 * (zones[2] - zones[1]);
            if (cm < good && (clear || cm < 30.0)) || (b.stands && cm < zones[2] && clear) {
                ideas.push(action(angle, u));
                return;
            }
        }
        let right = (u.base.front - b.centre).dot(b.forward.right()) >= 0.0;
        let place = b.flank(right, 4.0);
        let berth = zones[1].max(28.0);
        if place.dist(u.base.front) > 6.0 {
            self.go(u, place, near.map(|n| n.1), berth, ideas);
        }
        if ideas.is_empty() {
            if let Some((at, _)) = near.filter(|n| n.1 < zones[3] * 0.95) {
                ideas.push(action(degrees_to(&u.base, at), u));
            }
        }
    }
}
