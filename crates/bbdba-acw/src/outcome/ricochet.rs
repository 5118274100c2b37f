//! Stray fire and ricochets (ricochet.1, dba.32).

use super::recoil::fall_back;
use crate::event::{Event, Why};
use crate::field::{ElementId, Field};
use crate::procedures::ricochet::{self, RicochetReadings};
use crate::{book, clause, reading};
use table::EPS;
use umpire::Log;

/// Everyone behind an element that flees, recoils or is destroyed under fire recoils, the rearmost first, before it
/// moves itself. They go the way the shot-at element would recoil, or by a reading along their own rear, and keep their
/// facing. Returns who did; none of them recoils again from this combat.
pub fn ricochets(f: &mut Field, shot_at: ElementId, log: &mut Log<Event>) -> Vec<ElementId> {
    let base = f[shot_at].base;
    // Touching the far end of the strip is within it, so it reaches past it by more than is forgiven.
    let strip = base.behind(book::data().ricochet + 2.0 * EPS);
    let back = -base.dir;
    let how = RicochetReadings::of(&f.readings).ricochet_officers;
    let mut struck: Vec<ElementId> = f
        .near(strip.bounds(), 0.0)
        .filter(|o| ricochet::strikes(o.troop, how).is_some())
        .filter(|o| o.id != shot_at && o.side() == shot_at.side() && strip.penetration(&o.rect()) > EPS)
        .map(|o| o.id)
        .collect();
    let along = |id: &ElementId| f[*id].base.centre().dot(back);
    struck.sort_by(|a, b| along(b).total_cmp(&along(a)).then(a.cmp(b)));
    // Of several the rearmost goes first.
    let by = if struck.len() > 1 { clause!("dba.32") } else { clause!("ricochet.1") };
    let way = (!f.readings.is(reading!("ricochet-way", "own-rear"))).then_some(back);
    for id in &struck {
        fall_back(f, *id, way, Why::Ricochet, by, log);
    }
    struck
}
