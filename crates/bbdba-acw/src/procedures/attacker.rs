//! Who attacks (setup.1): both players roll a die, the higher attacks, the other defends and lays out the terrain.

use crate::clause;
use crate::field::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use umpire::{Dice, Procedure, Record};

/// The attacker by the two dice; `None` on a tie, when both roll again.
pub fn of(a: u8, b: u8) -> Option<Side> {
    let _ = clause!("setup.1");
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

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.attacker {
            Some(s) => write!(f, "side {s} attacks; side {} defends and lays out the terrain", s.other()),
            None => f.write_str("a tie: both roll again"),
        }
    }
}

impl Procedure for Attacker {
    type Situation = Situation;
    type Prepared = ();
    type Outcome = Outcome;

    const NAME: &'static str = "attacker";
    const TITLE: &'static str = "Dicing for attacker and defender";

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
