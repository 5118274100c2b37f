//! Who attacks (setup.1): both players roll a die, the higher attacks, the other defends and lays out the terrain.

use crate::clause;
use crate::field::Side;
use crate::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Record};
use words::Message;

/// The attacker by the two dice; `None` on a tie, when both roll again.
pub fn of(a: u8, b: u8) -> Option<Side> {
    match a.cmp(&b) {
        std::cmp::Ordering::Greater => Some(Side::A),
        std::cmp::Ordering::Less => Some(Side::B),
        std::cmp::Ordering::Equal => None,
    }
}

/// Dicing for attacker and defender.
#[derive(Clone, Copy, Debug)]
pub struct Attacker;

/// Nothing but the dice decides. Dice in order: side A, side B; on a tie both again.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {}

/// Who attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    pub attacker: Option<Side>,
}

impl Outcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self.attacker {
            Some(side) => say!("side-attacks", side, other = side.other()),
            None => say!("tie-both-roll-again"),
        }
    }
}
words::spoken!(Outcome);

impl Procedure for Attacker {
    type Situation = Situation;
    type Prepared = ();
    type Outcome = Outcome;

    const NAME: &'static str = "attacker";

    fn title() -> Message {
        say!("title-attacker")
    }

    fn prepare(_: &Situation, _: &mut impl Record) {}

    fn resolve((): &(), d: &mut impl Dice, r: &mut impl Record) -> Outcome {
        loop {
            let (a, b) = (d.d6(), d.d6());
            r.die(a);
            r.die(b);
            r.clause(clause!("setup.1"));
            let attacker = of(a, b);
            if attacker.is_some() || !d.again() {
                r.total("a", a.into());
                r.total("b", b.into());
                return Outcome { attacker };
            }
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({})
    }
}
