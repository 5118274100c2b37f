use crate::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the two sides of a battle, in the order of the scenario.
///
/// ```
/// use umpire::{Seat, Side};
/// assert_eq!(Side::A.other(), Side::B);
/// assert_eq!(Seat::from(Side::B), Seat::Side(1));
/// assert_eq!(Side::of(Seat::Umpire), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum Side {
    A,
    B,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::A, Side::B];

    pub fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }

    pub fn index(self) -> usize {
        self as usize
    }

    /// The side that a seat plays.
    pub fn of(seat: Seat) -> Option<Side> {
        match seat {
            Seat::Side(n) => Side::BOTH.get(usize::from(n)).copied(),
            Seat::Umpire | Seat::Spectator => None,
        }
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Seat {
        Seat::Side(side as u8)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Side::A { "A" } else { "B" })
    }
}
