//! How long a unit may work, and how worn units merge: periods that go with the unit and not with the place.

use crate::book::works::data;
use crate::{clause, say};
use serde::{Deserialize, Serialize};
use umpire::{Clause, Refusal, allow};

/// The turns that a unit may work in one spell (19.01.3).
const SPELL: u32 = 40;

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

/// The turns in which worn units stand still to merge (13.07.2).
const MERGED_IN: u32 = 2;

/// Worn units that merge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Merging {
    turns: u32,
}

/// What befell units that merge, in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MergingTurn {
    pub in_contact: bool,
    pub moved: bool,
    pub did_something_else: bool,
    pub lost_men: bool,
    pub marched_through: bool,
    pub attacked: bool,
}

impl Merging {
    /// The end of a turn: have they become one unit?
    pub fn turn(&mut self, t: &MergingTurn) -> (bool, Clause) {
        let broken =
            t.moved || t.did_something_else || t.lost_men || t.marched_through || t.attacked || !t.in_contact;
        self.turns = if broken { 0 } else { self.turns + 1 };
        (self.turns >= MERGED_IN, clause!("13.07.2.b"))
    }
}
