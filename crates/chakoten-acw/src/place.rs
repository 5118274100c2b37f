//! Where the figures of a unit are. No rule is decided here.

use crate::unit::Unit;
use smallvec::SmallVec;
use table::V2;

/// Middles of the bases of the front rank, from left to right. A battery, wagon or garrison has one.
pub fn front_rank(u: &Unit) -> SmallVec<[V2; 16]> {
    if !u.by_figures() || !u.inside.is_empty() {
        return SmallVec::from_slice(&[u.base.centre()]);
    }
    u.drawn_up().front_rank(&u.base)
}

/// Middles of the bases of all figures, rank by rank; those of a last rank that is not full stand in its middle. A battery or wagon is one base, counted as one.
pub fn figures(u: &Unit) -> SmallVec<[V2; 32]> {
    if u.by_figures() { u.drawn_up().places(&u.base) } else { SmallVec::from_slice(&[u.base.centre()]) }
}

/// Has at least one more than half?
pub fn more_than_half(part: usize, whole: usize) -> bool {
    part * 2 > whole
}

/// Angle between two directions in degrees.
pub fn degrees(a: V2, b: V2) -> f64 {
    a.angle_to(b).to_degrees()
}
