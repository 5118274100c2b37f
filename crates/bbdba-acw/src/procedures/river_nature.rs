//! What a river turns out to be (crossing.2, table `river-die`): rolled for the first element that tries to cross it off
//! a road, and valid for the whole game.

use crate::field::Nature;
use crate::{book, clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Record};
use words::Message;

/// The nature of a river by its die.
pub fn of(die: u8) -> Nature {
    book::data().river_die[usize::from(die.clamp(1, 6)) - 1]
}

/// Are moves through the bed slowed (crossing.3)?
pub fn slows(nature: Nature) -> bool {
    nature != Nature::Shallow
}

/// Finding a river's nature.
#[derive(Clone, Copy, Debug)]
pub struct RiverNature;

/// An element tries to cross a river. One die is rolled, if any.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// It crosses along a road, by bridge or ford: nothing is rolled.
    #[serde(default)]
    pub by_road: bool,
    /// What the river was already found to be: it stays so for the whole game.
    #[serde(default)]
    pub known: Option<Nature>,
}

/// What the river is; `None` while nobody has had to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    pub nature: Option<Nature>,
    /// A move through the bed goes at most so many paces; `None` leaves the move as it is.
    pub at_most: Option<u32>,
    /// Defenders of the banks have advantages.
    pub banks_defended: bool,
    /// Each element must roll to cross (crossing.4).
    pub roll_each: bool,
}

impl Outcome {
    /// In words.
    pub fn message(&self) -> Message {
        match (self.nature, self.at_most) {
            (None, _) => say!("no-roll-road-crosses"),
            (Some(Nature::Shallow), _) => say!("shallow-no-hindrance"),
            (Some(nature), None) => nature.message(),
            (Some(nature), Some(paces)) if self.roll_each => say!("river-slows-and-rolls", nature, paces),
            (Some(nature), Some(paces)) => say!("river-slows", nature, paces),
        }
    }
}
words::spoken!(Outcome);

fn outcome(nature: Option<Nature>) -> Outcome {
    let slow = nature.is_some_and(slows);
    Outcome {
        nature,
        at_most: slow.then(|| book::data().river_rate as u32),
        banks_defended: slow,
        roll_each: nature == Some(Nature::Torrent),
    }
}

impl Procedure for RiverNature {
    type Situation = Situation;
    type Prepared = Situation;
    type Outcome = Outcome;

    const NAME: &'static str = "river-nature";

    fn title() -> Message {
        say!("title-river-nature")
    }

    fn prepare(s: &Situation, r: &mut impl Record) -> Situation {
        r.clause(clause!("crossing.2"));
        *s
    }

    fn resolve(s: &Situation, d: &mut impl Dice, r: &mut impl Record) -> Outcome {
        if s.by_road || s.known.is_some() {
            return outcome(s.known.filter(|_| !s.by_road));
        }
        let die = d.d6();
        r.die(die);
        let o = outcome(Some(of(die)));
        if o.at_most.is_some() {
            r.clause(clause!("crossing.3"));
        }
        if o.roll_each {
            r.clause(clause!("crossing.4"));
        }
        o
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "by_road": false })
    }
}
