//! How far apart things are, in the words of whoever judges an answer.

use crate::break_in;
use crate::field::Field;
use crate::officer::Officer;
use crate::troop::Formation;
use crate::unit::Unit;
use table::{Base, Rect, V2};

/// Lengths are compared with this tolerance (play.touch).
pub const HAIR: f64 = 0.01;

/// The shortest distance from rectangles to a unit.
pub fn gap_to(f: &Field, rects: &[Rect], b: &Unit) -> f64 {
    crate::measure::gap(rects, &f.rects(b))
}

/// The nearest enemy of a unit, and how far he is.
pub fn nearest_enemy<'f>(f: &'f Field, u: &Unit) -> Option<(&'f Unit, f64)> {
    f.nearest_enemy(u).map(|(id, d)| (&f[id], d))
}

/// How far the nearest enemy of a unit is.
pub fn enemy(f: &Field, u: &Unit) -> f64 {
    f.nearest_enemy(u).map_or(f64::INFINITY, |(_, d)| d)
}

/// From an officer to the nearest point of a unit's front base or bases.
pub fn from_officer(f: &Field, o: &Officer, u: &Unit) -> f64 {
    f.front(u).rect().gap_to_point(o.at)
}

/// How near enemies may come to a unit in ordinary moves.
pub fn break_in(f: &Field, u: &Unit) -> f64 {
    break_in::of(f, u).metres
}

/// The outline of a unit if it stood there in a formation.
pub fn rects_at(f: &Field, u: &Unit, formation: Formation, base: &Base) -> crate::footprint::Rects {
    let plan = crate::footprint::plan(&f.sheet, &f.readings, &u.troop, u.bases.now, u.gun, formation);
    crate::footprint::outline(&plan, base, &[])
}

/// How far at least, from so far on, rectangles must go in a direction until none of them is too near any of those. Too near is a stretch of
/// the way for each two of them, for both have no dents: behind its end they do not come together again.
pub fn clear_of(
    own: &[Rect],
    dir: V2,
    from: f64,
    others: &[Rect],
    too_near: &dyn Fn(&Rect, &Rect) -> bool,
) -> f64 {
    let mut at = from;
    let moved = |r: &Rect, far: f64| Rect { centre: r.centre + dir * far, ..*r };
    let met = |at: f64| {
        let pairs = own.iter().flat_map(|a| others.iter().map(move |b| (a, b)));
        pairs.into_iter().find(|(a, b)| too_near(&moved(a, at), b))
    };
    for _ in 0..=own.len() * others.len() {
        let Some((a, b)) = met(at) else { break };
        let (mut lo, mut hi) = (at, at + a.centre.dist(b.centre) + a.radius() + b.radius() + 2000.0);
        for _ in 0..60 {
            let mid = (lo + hi) / 2.0;
            if too_near(&moved(a, mid), b) { lo = mid } else { hi = mid }
        }
        at = hi;
    }
    at
}

/// A unit drawn up there in a formation.
pub fn drawn_up(f: &Field, u: &Unit, formation: Formation, bases: u8, front: V2, dir: V2) -> Base {
    crate::footprint::plan(&f.sheet, &f.readings, &u.troop, bases, u.gun, formation).at(front, dir)
}
