//! Periods of the turn as data.

use super::{BAD, num, table};
use crate::troop::{Arm, Weight};
use crate::unit::Unit;

/// Turns of rest between two charge marches (07.02.3.a, table text-charge-rest).
pub fn rest(u: &Unit) -> f64 {
    let row = match (u.arm, u.weight) {
        (Arm::Artillery, _) => 1,
        (_, Some(Weight::Medium)) => 2,
        (_, Some(Weight::Light)) => 3,
        _ => 0,
    };
    num(&table("text-charge-rest").rows[row][1]).expect(BAD)
}
