//! May a unit pass through another (02.06.3, 04.02.5.a, 04.02.9)?

use crate::field::Field;
use crate::troop::{Arm, State};
use crate::unit::Unit;
use crate::{clause, reading};
use umpire::Clause;

/// What happens when a unit comes to another on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// It goes through without losing time.
    Free(Clause),
    /// It halts at base contact.
    Blocked(Clause),
    /// The other is pinned: it must pass the roll of 04.02.9 or is pinned itself.
    Pinned(Clause),
}

/// May `mover` pass through `other`? `other_has_move_or_fire_order`: such an order is written for it this turn and not void, or
/// it must go on firing (04.02.14).
pub fn may_pass(
    f: &Field,
    mover: &Unit,
    charging: bool,
    other: &Unit,
    other_has_move_or_fire_order: bool,
) -> Pass {
    if mover.side != other.side {
        return if other.state == State::Complete {
            Pass::Free(clause!("02.06.3.a"))
        } else if other.arm == Arm::Wagon {
            // Taken at base contact; the march goes on.
            Pass::Free(clause!("play.no-shock"))
        } else {
            Pass::Blocked(clause!("02.06.3.d"))
        };
    }
    if mover.state == State::Complete {
        return Pass::Free(clause!("02.06.3.c"));
    }
    if other.close() {
        if charging {
            return Pass::Blocked(clause!("02.06.3.b"));
        }
        // Who is in melee is as little in a state to be passed as who moves or fires.
        let fights = !other.locked.is_empty() && f.readings.is(reading!("melee-passed", "no"));
        if other.state == State::Disorder || other_has_move_or_fire_order || fights {
            return Pass::Blocked(clause!("02.06.3.c"));
        }
    }
    if other.pinned(f.turn) && mover.kind().on_foot() {
        return Pass::Pinned(clause!("04.02.9"));
    }
    Pass::Free(clause!("02.06.3.a"))
}
