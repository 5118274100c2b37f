//! Numbers that orders are judged by.

use super::{BAD, num, table};
use crate::book::numbers;
use std::sync::OnceLock;

/// How far a skirmish line's figures may be from its soutien, in cm, and those of a swarm (14.02.3).
pub const SOUTIEN: (f64, f64) = (numbers::SOUTIEN_LINE, numbers::SOUTIEN_SWARM);

/// A unit works at most so many spells in 24 hours (19.01.3.b).
pub const SPELLS: u8 = numbers::SPELLS as u8;

/// A charge may swing so far to the side, in degrees (07.02.5).
pub const CHARGE_SWING: f64 = numbers::CHARGE_SWING;

/// How far works and guns without gunners are seen, in cm: as far as a unit in closed formation (table I).
pub fn thing_seen() -> f64 {
    static CM: OnceLock<f64> = OnceLock::new();
    *CM.get_or_init(|| num(&table("I").rows[1][1]).expect(BAD))
}
