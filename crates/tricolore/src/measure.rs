//! Distances, touching and what counts as the enemy (conv.1, conv.3, play.measure, play.touch).

use crate::Field;
use crate::clause;
use crate::footprint::{self, Plan, Rects};
use crate::ground::ZoneId;
use crate::officer::Officer;
use crate::reading;
use crate::troop::{Arm, Formation};
use crate::unit::{Side, Unit, UnitId};
use smallvec::SmallVec;
use table::{Base, Rect, V2};
use umpire::{Clause, Grounds};

/// Angles are compared with this, in degrees (play.touch).
pub const SAME_ANGLE: f64 = 0.01;
/// An officer is in base contact when no more than this lies between (play.measure).
const CONTACT: f64 = 1.0;
/// The nearest are looked for so far off first, then farther, at last everywhere.
const NEAR: f64 = 300.0;
const FARTHEST: f64 = 5000.0;

/// A distance and by which clause it was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    pub metres: f64,
    pub by: Clause,
}

/// Shortest distance between two outlines.
pub fn gap(a: &[Rect], b: &[Rect]) -> f64 {
    let mut least = f64::INFINITY;
    for x in a {
        for y in b {
            least = least.min(x.gap(y));
        }
    }
    least
}

/// Degrees between two directions, 0 to 180.
pub fn degrees_between(a: V2, b: V2) -> f64 {
    a.angle_to(b).to_degrees()
}

impl Field {
    /// The plan of a unit's formation.
    pub fn plan(&self, u: &Unit) -> Plan {
        u.plan(&self.sheet, &self.readings)
    }

    /// The outline of a unit; of one spread over a town zone, the zone's (town.4).
    pub fn rects(&self, u: &Unit) -> Rects {
        match u.formation {
            Formation::InTown { zone } => SmallVec::from_slice(&[self.ground[zone].rect]),
            _ => footprint::outline(&self.plan(u), &u.base, &u.trail),
        }
    }

    /// The front base or bases of a unit: its position (conv.3). In a town zone it is the zone.
    pub fn front(&self, u: &Unit) -> Base {
        match u.formation {
            Formation::InTown { zone } => {
                let r = self.ground[zone].rect;
                Base {
                    front: r.centre + r.dir * r.half_depth,
                    dir: r.dir,
                    width: 2.0 * r.half_width,
                    depth: 2.0 * r.half_depth,
                }
            }
            _ => footprint::front(&self.plan(u), &u.base),
        }
    }

    /// The centre of a unit's outline.
    pub fn centre(&self, u: &Unit) -> V2 {
        match u.formation {
            Formation::InTown { zone } => self.ground[zone].rect.centre,
            _ => u.base.centre(),
        }
    }

    /// Shortest distance between two units, outline to outline; or between their front bases where that is played.
    pub fn gap(&self, a: &Unit, b: &Unit) -> f64 {
        // The same to the last bit from both sides.
        let (a, b) = if a.id <= b.id { (a, b) } else { (b, a) };
        if self.readings.is(reading!("distances", "front-bases")) {
            return self.front(a).rect().gap(&self.front(b).rect());
        }
        gap(&self.rects(a), &self.rects(b))
    }

    /// The same with the clause that says from where.
    pub fn measured(&self, a: &Unit, b: &Unit) -> Measured {
        let front = self.readings.is(reading!("distances", "front-bases"));
        let by = if front { clause!("conv.3") } else { clause!("play.measure") };
        Measured { metres: self.gap(a, b), by }
    }

    /// Shortest distance from a unit to the outline of a town zone.
    pub fn gap_to_zone(&self, u: &Unit, zone: ZoneId) -> f64 {
        gap(&self.rects(u), &[self.ground[zone].rect])
    }

    /// By how much two lengths may differ and be the same (play.touch).
    pub fn tolerance(&self) -> f64 {
        self.readings.number(reading!("tolerance"))
    }

    /// Within a distance that bars, penalises or triggers something hostile: nearer than that (conv.1).
    pub fn nearer(&self, metres: f64, than: f64) -> bool {
        let tol = self.tolerance();
        if self.readings.is(reading!("within", "inside")) {
            metres <= than + tol
        } else {
            metres < than - tol
        }
    }

    /// The same; where the distance is exactly the limit, the convention is among the grounds.
    pub fn nearer_on(&self, metres: f64, than: f64, grounds: &mut Grounds) -> bool {
        if (metres - than).abs() <= self.tolerance() {
            grounds.add(clause!("conv.1"));
        }
        self.nearer(metres, than)
    }

    /// Within a distance that grants something, or not over it: at most that (conv.1).
    pub fn reaches(&self, metres: f64, most: f64) -> bool {
        metres <= most + self.tolerance()
    }

    /// The same; where the distance is exactly the limit, the convention is among the grounds.
    pub fn reaches_on(&self, metres: f64, most: f64, grounds: &mut Grounds) -> bool {
        if (metres - most).abs() <= self.tolerance() {
            grounds.add(clause!("conv.1"));
        }
        self.reaches(metres, most)
    }

    /// Do two outlines lie on each other? Those that only touch do not (play.touch).
    pub fn overlap(&self, a: &[Rect], b: &[Rect]) -> Option<Clause> {
        let tol = self.tolerance().max(table::EPS);
        let deep = a.iter().any(|x| b.iter().any(|y| x.penetration(y) > tol));
        deep.then(|| clause!("play.touch"))
    }

    /// Does the unit count as an enemy of that side in a distance: infantry, cavalry, engineers and guns in play, whatever their U; no
    /// wagons, and no battery at which one of the side stays to destroy it (play.measure).
    pub fn is_enemy(&self, of: Side, u: &Unit) -> bool {
        let fights = matches!(u.troop.arm, Arm::Infantry | Arm::Cavalry | Arm::Artillery | Arm::Engineers);
        u.side != of && u.present() && fights && u.pinned.is_none()
    }

    /// Whom a side counts as the enemy in a distance.
    pub fn enemies(&self, of: Side) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(move |u| self.is_enemy(of, u))
    }

    /// No part of a unit is further from the middle of its front.
    fn girth(u: &Unit) -> f64 {
        match u.formation {
            _ if !u.trail.is_empty() => 1500.0,
            Formation::InTown { .. } | Formation::Assembled { .. } => 1500.0,
            Formation::MarchColumn | Formation::Limbered | Formation::Park | Formation::Train => 900.0,
            _ => u.base.width / 2.0 + u.base.depth + 160.0,
        }
    }

    /// Two units are at least so far apart: most are so far that nobody need measure.
    pub fn at_least(a: &Unit, b: &Unit) -> f64 {
        a.base.front.dist(b.base.front) - Field::girth(a) - Field::girth(b)
    }

    /// The enemy nearest to a unit, and how far off he is. Of two equally near the first.
    pub fn nearest_enemy(&self, u: &Unit) -> Option<(UnitId, f64)> {
        let rects = self.rects(u);
        let mut far = NEAR;
        loop {
            let mut best: Option<(UnitId, f64)> = None;
            for e in self.enemies_about(u.side, &rects, far) {
                if best.is_some_and(|(_, b)| Field::at_least(u, e) > b) {
                    continue;
                }
                let d = self.gap(u, e);
                if best.is_none_or(|(_, b)| d < b) {
                    best = Some((e.id, d));
                }
            }
            // Whoever was not looked at is farther off than that.
            if best.is_some_and(|(_, d)| d <= far) || far.is_infinite() {
                return best;
            }
            far = if far > FARTHEST { f64::INFINITY } else { far * 3.0 };
        }
    }

    /// The enemy of a side, of those who are asked for, the middle of whose front is nearest to a place, and how far that is. Of two equally
    /// near the first.
    pub fn nearest_front(&self, side: Side, at: V2, which: impl Fn(&Unit) -> bool) -> Option<(&Unit, f64)> {
        let point = [Rect { centre: at, dir: V2::bearing(0.0), half_width: 0.0, half_depth: 0.0 }];
        let mut far = NEAR;
        loop {
            let about = self.enemies_about(side, &point, far).filter(|e| which(e));
            let best = about.map(|e| (e, e.base.front.dist(at))).min_by(|a, b| a.1.total_cmp(&b.1));
            if best.is_some_and(|(_, d)| d <= far) || far.is_infinite() {
                return best;
            }
            far = if far > FARTHEST { f64::INFINITY } else { far * 3.0 };
        }
    }

    /// Is an enemy of the unit nearer than so far (conv.1)?
    pub fn enemy_within(&self, u: &Unit, metres: f64) -> bool {
        let near = |e: &Unit| !self.surely_beyond(u, e, metres) && self.nearer(self.gap(u, e), metres);
        self.enemies_about(u.side, &self.rects(u), metres + 1.0).any(near)
    }

    /// Are two units so far apart that nothing need be measured? A unit spread over a town is as large as its zone, a bent column as its length:
    /// of these nothing is said.
    pub fn surely_beyond(&self, a: &Unit, b: &Unit, metres: f64) -> bool {
        let plain = |u: &Unit| u.trail.is_empty() && u.formation.zone().is_none();
        // What stands behind a front reaches a little farther than its base.
        let own = a.base.radius() + b.base.radius() + 120.0;
        plain(a) && plain(b) && a.base.centre().dist(b.base.centre()) - own > metres + 2.0 * self.tolerance()
    }

    /// Is the unit within the command radius of the officer (op.command.1, play.measure)?
    pub fn in_radius(&self, o: &Officer, u: &Unit) -> bool {
        let front = self.front(u).rect();
        let metres = if self.readings.is(reading!("command-radius", "edge-to-edge")) {
            gap(&[o.base().rect()], &self.rects(u))
        } else if self.readings.is(reading!("command-radius", "whole-front")) {
            front.corners().into_iter().map(|c| c.dist(o.at)).fold(0.0, f64::max)
        } else {
            front.gap_to_point(o.at)
        };
        self.reaches(metres, f64::from(o.gifts.radius))
    }

    /// Is the one officer within the command radius of the other? Centre to centre (play.measure).
    pub fn officer_in_radius(&self, superior: &Officer, of: &Officer) -> bool {
        self.reaches(superior.at.dist(of.at), f64::from(superior.gifts.radius))
    }

    /// Is the officer in base contact with the unit (play.measure)?
    pub fn in_contact(&self, o: &Officer, u: &Unit) -> bool {
        self.reaches(gap(&[o.base().rect()], &self.rects(u)), CONTACT)
    }

    /// Are two officers in base contact?
    pub fn officers_in_contact(&self, a: &Officer, b: &Officer) -> bool {
        self.reaches(a.base().rect().gap(&b.base().rect()), CONTACT)
    }

    /// Is an enemy of the side nearer to a place than so far (conv.1)?
    pub fn enemy_nearer(&self, side: Side, at: V2, metres: f64) -> bool {
        let point = Rect { centre: at, dir: V2::bearing(0.0), half_width: 0.0, half_depth: 0.0 };
        let near = |e: &Unit| self.rects(e).iter().any(|r| self.nearer(r.gap_to_point(at), metres));
        self.enemies_about(side, &[point], metres + 1.0).any(near)
    }

    /// How near the enemy is to a place: an officer is a point for all distances (play.measure).
    pub fn enemy_from(&self, side: Side, at: V2) -> f64 {
        let point = Rect { centre: at, dir: V2::bearing(0.0), half_width: 0.0, half_depth: 0.0 };
        let mut far = NEAR;
        loop {
            let mut best = f64::INFINITY;
            for e in self.enemies_about(side, &[point], far) {
                if at.dist(e.base.front) - Field::girth(e) <= best {
                    best = self.rects(e).iter().map(|r| r.gap_to_point(at)).fold(best, f64::min);
                }
            }
            if best <= far || far.is_infinite() {
                return best;
            }
            far = if far > FARTHEST { f64::INFINITY } else { far * 3.0 };
        }
    }
}
