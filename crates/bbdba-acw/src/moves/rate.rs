//! Which distance a move may cover (dba.4, move.7, dba.51, troops.2).

use super::way::{Way, swept_corners};
use crate::field::{ElementId, Field};
use crate::procedures::allowance::{Going, paces};
use crate::terrain::{Area, Outline};
use crate::troop::Troop;
use crate::{clause, reading, say};
use table::{Base, V2, v2};
use umpire::{Clause, Grounds, Refusal};

fn apart(a: (V2, V2), b: (V2, V2)) -> bool {
    a.0.x > b.1.x || b.0.x > a.1.x || a.0.y > b.1.y || b.0.y > a.1.y
}

fn bounds(a: &Area) -> (V2, V2) {
    match &a.outline {
        Outline::Oval(e) => e.bounds(),
        Outline::Box(r) => r.bounds(),
    }
}

/// The heavy pieces of ground that lie within a box (terrain.8).
pub(crate) fn heavy_ground(f: &Field, within: (V2, V2)) -> impl Iterator<Item = &Area> + '_ {
    let there = f.terrain.areas.between(within.0.x, within.1.x).map(|(_, a)| a);
    there.filter(move |a| a.feature.is_heavy() && !apart(bounds(a), within))
}

/// Is any part of the base in one of these pieces at any moment of the stage?
fn enters(a: &Base, b: &Base, grounds: &[&Area]) -> bool {
    if grounds.is_empty() {
        return false;
    }
    let h = table::hull(&swept_corners(a, b));
    grounds.iter().any(|g| g.meets_convex(h.points()))
}

/// Does the mover come into heavy going at any moment of the way, its start included?
pub(crate) fn in_heavy(way: &Way, i: usize, grounds: &[&Area]) -> bool {
    if grounds.is_empty() {
        return false;
    }
    if way.stages() == 0 {
        return enters(&way.start()[i], &way.start()[i], grounds);
    }
    (0..way.stages()).any(|k| enters(&way.after(k)[i], &way.after(k + 1)[i], grounds))
}

/// An element's distance off road.
pub(crate) fn distance(troop: Troop, heavy: bool, dismounts: bool) -> f64 {
    let going = if heavy { Going::Heavy } else { Going::Good };
    let own = paces(troop, going);
    if dismounts { own.min(paces(Troop::Dismounted, going)) } else { own }
}

/// How far the way may go: the smallest distance of any of its elements for the ground they meet. Refuses a wide group
/// in heavy going.
pub(crate) fn allowance(
    f: &Field,
    way: &Way,
    dismounts: bool,
    wide: bool,
    by: &mut Grounds,
) -> Result<f64, Refusal> {
    let (lo, hi) = way.bounds();
    let grounds: Vec<&Area> = heavy_ground(f, (lo - v2(1.0, 1.0), hi + v2(1.0, 1.0))).collect();
    let mut least = f64::INFINITY;
    let mut slowed: Option<ElementId> = None;
    for (i, id) in way.who[..way.own].iter().enumerate() {
        let heavy = in_heavy(way, i, &grounds);
        if heavy && slowed.is_none() {
            slowed = Some(*id);
            by.add(clause!("terrain.8"));
            // Partly in is entirely in.
            by.add(clause!("terrain.9"));
        }
        if heavy && f[*id].troop == Troop::Jaeger {
            by.add(clause!("troops.2"));
        }
        least = least.min(distance(f[*id].troop, heavy, dismounts));
    }
    // A commander who goes with them does not slow them unless he is slower (dba.10).
    for (i, id) in way.who.iter().enumerate().skip(way.own) {
        least = least.min(distance(f[*id].troop, in_heavy(way, i, &grounds), false));
    }
    if let (Some(id), true) = (slowed, wide) {
        by.add(check_wide(f, &way.who[..way.own], id)?);
    } else if wide {
        by.add(clause!("move.6"));
    }
    Ok(least)
}

/// Refuses a wide group of which an element is in heavy going (dba.51), unless it is of Jaeger only, and says by which
/// clause it may go.
pub(crate) fn check_wide(f: &Field, ids: &[ElementId], id: ElementId) -> Result<Clause, Refusal> {
    let like_jaeger = f.readings.is(reading!("dismounted-in-line", "like-jaeger"));
    let free = |t: Troop| t == Troop::Jaeger || like_jaeger && t == Troop::Dismounted;
    if ids.iter().all(|id| free(f[*id].troop)) {
        return Ok(clause!("move.9"));
    }
    Err(Refusal::by(clause!("dba.51"), say!("heavy-going-group-more", id)))
}
