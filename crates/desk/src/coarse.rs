//! Places as a page has them, in books whose lengths are paces or metres: to the thousandth, for what is drawn needs no more.

use crate::board::Spot;
use table::Base;

pub fn round(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0 + 0.0
}

/// A place and a facing.
pub fn spot(b: &Base) -> Spot {
    Spot::by(round, b)
}
