//! Whether an answer may be: everything here looks and changes nothing.

pub mod attack;
pub mod fire;
pub mod grand;
pub mod moves;
pub mod near;
pub mod orders;
pub mod retreat;
pub mod way;
pub mod works;

use crate::unit::Unit;

/// May a command choose whether to be engaged by this unit (engagement.3)?
pub fn declinable(u: &Unit) -> bool {
    u.formation.zone().is_some() || u.skirmishing() || u.broken() || u.bases.now == 1
}
