//! How long a unit may work: spells and rest go with the unit and not with the place.

use crate::book::numbers;
use crate::book::works::data;
use crate::{clause, say};
use serde::{Deserialize, Serialize};
use umpire::{Clause, Refusal, allow};

/// The turns that a unit may work in one spell (19.01.3).
pub const SPELL: u32 = numbers::SPELL as u32;

/// The spells of work of a unit. Turns are ordinary turns; a step of a siege stands for several (18.02.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Labour {
    /// Turns worked in the spell under way.
    worked: u32,
    /// The turn after the last that it worked.
    until: Option<u32>,
    /// When the last spell and the one before it began.
    began: [Option<u32>; 2],
    /// Relieved at its rest: it rests until this turn.
    rests_until: u32,
}

impl Labour {
    /// May it work in this turn?
    pub fn may_work(&self, turn: u32) -> Result<(), Refusal> {
        let left = self.rests_until.saturating_sub(turn);
        allow(left == 0, clause!("19.04.5.b"), || say!("relieved-must-rest", turns = left))?;
        if self.goes_on(turn) {
            return allow(self.worked < SPELL, clause!("19.01.3.b"), || say!("spell-is-over", most = SPELL));
        }
        let day = data().day;
        let third = self.began[1].is_some_and(|t| turn.saturating_sub(t) < day);
        allow(!third, clause!("19.01.3.b"), || say!("two-spells-a-day"))
    }

    /// It worked in this turn.
    pub fn worked(&mut self, turn: u32) {
        if self.goes_on(turn) {
            self.worked += 1;
        } else {
            self.began = [Some(turn), self.began[0]];
            self.worked = 1;
        }
        self.until = Some(turn + 1);
    }

    /// It was relieved when its rest began, and has to rest itself.
    pub fn relieved(&mut self, turn: u32, rest: u32) -> Clause {
        self.rests_until = turn.saturating_add(rest);
        clause!("19.04.5.b")
    }

    fn goes_on(&self, turn: u32) -> bool {
        self.until == Some(turn)
    }
}
