//! Periods of the turn as data.

use super::{BAD, num, table};
use crate::troop::{Arm, Weight};
use crate::unit::Unit;
use std::sync::OnceLock;

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

/// Periods and limits that stand in a clause only (table text-periods): turns, cm, degrees, points.
#[derive(Clone, Copy, Debug)]
pub struct Periods {
    pub still: f64,
    pub rehitch: f64,
    pub approach: f64,
    pub charge_half: f64,
    pub free_halves: u8,
    pub approach_degrees: f64,
    pub split: f64,
    pub merge: f64,
    pub leave: f64,
    pub ready_again: f64,
    pub gap: f64,
    pub rally_enemy: f64,
    pub rally_friend: f64,
    pub broken: i8,
}

/// Table text-periods.
pub fn periods() -> &'static Periods {
    static ALL: OnceLock<Periods> = OnceLock::new();
    ALL.get_or_init(|| {
        let rows = &table("text-periods").rows;
        let row = |i: usize| num(&rows[i][1]).expect(BAD);
        Periods {
            still: row(0),
            rehitch: row(1),
            approach: row(2),
            charge_half: row(3),
            free_halves: row(4) as u8,
            approach_degrees: row(5),
            split: row(6),
            merge: row(7),
            leave: row(8),
            ready_again: row(9),
            gap: row(10),
            rally_enemy: row(11),
            rally_friend: row(12),
            broken: row(13) as i8,
        }
    })
}
