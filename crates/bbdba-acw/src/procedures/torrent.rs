//! Crossing a torrent (crossing.4): each element needs a die of at least 3; a failure ends its move at the bank, and
//! nobody else may try that river in this turn.

use super::impossible;
use crate::{book, clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Die, Procedure, Record, SituationError};
use words::Message;

/// Does an element get across with this die?
pub fn crosses(die: u8) -> bool {
    die >= book::data().torrent_needs
}

/// Trying to cross a torrent.
#[derive(Clone, Copy, Debug)]
pub struct Torrent;

/// An element or a group reaches a torrent off a road. One die for each element in the order in which they reach the bed,
/// until one fails.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// Elements that try, those already in the bed not counted: they finish without a new roll.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 36))]
    pub elements: u32,
    /// An element failed at this river earlier in this turn.
    #[serde(default)]
    pub closed: bool,
}

fn one() -> u32 {
    1
}

/// How many get across.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    pub cross: u32,
    pub stop_at_the_bank: u32,
    /// Nobody else may try this river in this turn.
    pub closed: bool,
}

impl Outcome {
    /// In words.
    pub fn message(&self) -> Message {
        let (cross, stop) = (self.cross, self.stop_at_the_bank);
        if stop == 0 {
            say!("torrent-all-across", cross)
        } else if cross > 0 {
            say!("torrent-some-across", cross, stop)
        } else {
            say!("torrent-none-across", stop)
        }
    }
}
words::spoken!(Outcome);

impl Procedure for Torrent {
    type Situation = Situation;
    type Prepared = Situation;
    type Outcome = Outcome;

    const NAME: &'static str = "torrent";

    fn title() -> Message {
        say!("title-torrent")
    }

    fn check(s: &Situation) -> Result<(), SituationError> {
        if !(1..=36).contains(&s.elements) {
            return Err(impossible("elements", say!("elements-try-torrent", elements = s.elements)));
        }
        Ok(())
    }

    fn prepare(s: &Situation, r: &mut impl Record) -> Situation {
        r.clause(clause!("crossing.4"));
        *s
    }

    fn resolve(s: &Situation, d: &mut impl Dice, r: &mut impl Record) -> Outcome {
        let mut cross = 0;
        let mut closed = s.closed;
        while cross < s.elements && !closed {
            let die = d.reach(Die::D6, book::data().torrent_needs);
            r.die(die);
            if crosses(die) { cross += 1 } else { closed = true }
        }
        r.total("cross", cross as i32);
        Outcome { cross, stop_at_the_bank: s.elements - cross, closed }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "elements": 3 })
    }
}
