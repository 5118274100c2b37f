//! Losses of a unit's bases (losses.1 to losses.3).

use crate::clause;
use crate::unit::Bases;
use umpire::Clause;

/// What a loss did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// A base was removed.
    pub removed: bool,
    pub by: Clause,
}

impl Bases {
    /// Takes one loss: on the base that already has one, which is then removed; else on a fresh one. `None` where no base is left.
    pub fn take(&mut self) -> Option<Taken> {
        if self.now == 0 {
            return None;
        }
        if self.marked {
            self.marked = false;
            self.now -= 1;
            return Some(Taken { removed: true, by: clause!("losses.2") });
        }
        self.marked = true;
        Some(Taken { removed: false, by: clause!("losses.1") })
    }

    /// Losses that it can still take.
    pub fn left(&self) -> u16 {
        u16::from(self.now) * 2 - u16::from(self.marked)
    }
}
