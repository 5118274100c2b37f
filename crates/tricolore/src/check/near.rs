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

/// A unit drawn up there in a formation.
pub fn drawn_up(f: &Field, u: &Unit, formation: Formation, bases: u8, front: V2, dir: V2) -> Base {
    crate::footprint::plan(&f.sheet, &f.readings, &u.troop, bases, u.gun, formation).at(front, dir)
}
