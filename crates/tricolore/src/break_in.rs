//! Break-in distances: how near the enemy may not come, and who is pushed out (break-in.1 to break-in.6).

use crate::Field;
use crate::book::zones::Zones;
use crate::clause;
use crate::ground::ZoneId;
use crate::troop::Formation;
use crate::unit::Unit;
use crate::{terrain, town};
use umpire::{Clause, Grounds};

/// A break-in distance, and why it is so much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BreakIn {
    pub metres: f64,
    pub by: Clause,
}

/// The break-in distance of a unit; in a town zone it is the zone's.
pub fn of(f: &Field, u: &Unit) -> BreakIn {
    if let Formation::InTown { zone } | Formation::Assembled { zone } = u.formation {
        return of_zone(f, zone);
    }
    let attacking = u.record.attacking;
    of_unit(f.sheet.zones(), attacking, u.continued.is_some(), terrain::under(f, u).difficult())
}

/// The break-in distance of a unit outside a town: the least of those that hold.
pub fn of_unit(z: &Zones, attacking: bool, continued: bool, difficult: bool) -> BreakIn {
    let reduced = [
        (attacking, z.break_in_attacking),
        (continued, z.break_in_continued),
        (difficult, z.break_in_difficult),
    ];
    let least = reduced.iter().filter(|(so, _)| *so).map(|(_, m)| *m).fold(z.break_in, f64::min);
    let by = if least < z.break_in { clause!("break-in.2") } else { clause!("break-in.1") };
    BreakIn { metres: least, by }
}

/// The break-in distance of a town zone that the enemy holds, or in which there is a fight.
pub fn of_zone(f: &Field, zone: ZoneId) -> BreakIn {
    of_town(f.sheet.zones(), town::fight(f, zone))
}

/// The same, by whether there is a fight in it.
pub fn of_town(z: &Zones, fight: bool) -> BreakIn {
    BreakIn { metres: if fight { z.break_in_town_fight } else { z.break_in_town }, by: clause!("break-in.3") }
}

/// No break-in distance is larger; with a little to spare.
pub fn most(f: &Field) -> f64 {
    let z = f.sheet.zones();
    z.break_in.max(z.break_in_town).max(z.break_in_town_fight) + 1.0
}

/// Does the unit stand inside the break-in distance of that enemy? The grounds, if it does. Both in one town zone, neither does.
pub fn inside(f: &Field, u: &Unit, enemy: &Unit) -> Option<Grounds> {
    if u.formation.zone().is_some() {
        return None;
    }
    let z = f.sheet.zones();
    if f.surely_beyond(u, enemy, z.break_in.max(z.break_in_town)) {
        return None;
    }
    let d = of(f, enemy);
    let mut grounds = Grounds::default();
    if !f.nearer_on(f.gap(u, enemy), d.metres, &mut grounds) {
        return None;
    }
    grounds.add(d.by);
    Some(grounds)
}

/// Nearer than this no attack and no breakthrough passes an enemy (break-in.4).
pub fn hard(f: &Field) -> BreakIn {
    BreakIn { metres: f.sheet.zones().hard, by: clause!("break-in.4") }
}

/// How far straight back a unit must go until it stands outside all break-in distances of that enemy (break-in.6); nothing if it does
/// already.
pub fn push(f: &Field, u: &Unit, enemy: &Unit) -> Option<(f64, Clause)> {
    inside(f, u, enemy)?;
    let need = of(f, enemy).metres;
    let enemy = f.rects(enemy);
    let rects = f.rects(u);
    let gap_at = |back: f64| {
        let by = -u.base.dir * back;
        let moved: crate::footprint::Rects =
            rects.iter().map(|r| table::Rect { centre: r.centre + by, ..*r }).collect();
        crate::measure::gap(&moved, &enemy)
    };
    // Straight back may lead past the enemy before it leads away: the last place that is too near is sought from afar.
    let far = need + 2.0 * rects.iter().chain(&enemy).map(table::Rect::radius).fold(0.0, f64::max) + 1.0;
    let far = far + f.gap_centres(u, &enemy);
    let (mut near, mut out) = (0.0, far);
    for _ in 0..60 {
        let mid = (near + out) / 2.0;
        if gap_at(mid) < need { near = mid } else { out = mid }
    }
    Some((out, clause!("break-in.6")))
}

impl Field {
    /// From the centre of a unit to the furthest centre of these.
    fn gap_centres(&self, u: &Unit, rects: &[table::Rect]) -> f64 {
        let c = self.centre(u);
        rects.iter().map(|r| r.centre.dist(c)).fold(0.0, f64::max)
    }
}
