//! Batteries: up to where they reach the enemy, unlimbered with their front to him, and there as long as there is somebody to fire at.

use super::desk::{Desk, order};
use crate::common::routes::Routes;
use newbury_napoleonic::answer::{LegOrder, MoveOrder};
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::unit::{Unit, UnitId};
use table::V2;

/// Nearer than this a battery unlimbers, in cm; farther than that it goes after the enemy.
const NEAR: f64 = 55.0;
const FAR: f64 = 95.0;
/// Its arc to each side, in degrees: what lies beyond asks for a wheel.
const ARC: f64 = 16.0;

impl Desk<'_> {
    pub fn battery(&self, routes: &mut Routes, u: &Unit, post: Option<V2>) -> Option<MoveOrder> {
        let seen = |e: &UnitId| self.v.sees(u.id, *e);
        let near: Vec<(f64, UnitId)> = self.near(u.id).into_iter().filter(|x| x.0 < FAR).collect();
        let bearing = |e: UnitId| (self.f[e].base.centre() - u.base.front).unit();
        if u.disorder.accumulated > 0 {
            return self.lawful([order(u, vec![LegOrder::Reorder])]);
        }
        if u.formation() == Formation::Deployed {
            // Somebody in its arc is enough.
            if near.iter().any(|(_, e)| u.base.dir.angle_to(bearing(*e)).to_degrees() < ARC && seen(e)) {
                return None;
            }
            let mark = near.iter().find(|(_, e)| seen(e)).copied();
            if let Some((_, e)) = mark {
                let off = -u.base.dir.turn_to(bearing(e)).to_degrees();
                if off.abs() < 60.0 {
                    return self.lawful([order(u, vec![LegOrder::Wheel { degrees: off }])]);
                }
            }
            if self.left < 4 || (mark.is_none() && post.is_none_or(|p| u.base.front.dist(p) < 25.0)) {
                return None;
            }
            return self.lawful([order(u, vec![LegOrder::Limber])]);
        }
        let mark = near.iter().take_while(|(d, _)| *d < NEAR).find(|(_, e)| seen(e)).copied();
        if let Some((d, e)) = mark {
            let facing = Some(bearing(e).bearing_degrees());
            let near = d < 20.0;
            let unlimber = order(u, vec![LegOrder::Unlimber { facing }]);
            return self
                .lawful([unlimber])
                .or_else(|| if near { None } else { self.march(routes, u, post?) });
        }
        let to = post?;
        if u.base.front.dist(to) < 8.0 {
            let facing = Some(self.front_of(to).bearing_degrees());
            return self.lawful([order(u, vec![LegOrder::Unlimber { facing }])]);
        }
        self.march(routes, u, to)
    }
}
