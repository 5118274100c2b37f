//! Where shell and round shot fall that are fired by guess (06.02.2, table VIII).

use super::{Exact, Roll, impossible};
use crate::book;
pub use crate::book::Falls;
use crate::clause;
use crate::say;
use crate::troop::{Ammunition, Gun};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Record, SituationError};
use words::Message;

/// A shot by guess. Two dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviationSituation {
    pub gun: Gun,
    pub ammunition: Ammunition,
    /// The guessed distance in cm.
    pub guess: f64,
}

/// Where the shot falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct DeviationOutcome {
    pub falls: Falls,
    /// Cm from the battery along the line of fire.
    pub along: Exact,
    /// Cm to the right of the line of fire; to the left below zero.
    pub right: Exact,
}

impl DeviationOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let falls = in_words(self.falls);
        let out = words::tenths(self.along.0);
        if self.right.0 == 0.0 {
            say!("deviation-out", falls, out)
        } else {
            say!("deviation-aside", falls, out, aside = words::tenths(self.right.0.abs()))
        }
    }
}
words::spoken!(DeviationOutcome);

/// Where a shot falls, without its lengths.
pub(crate) fn in_words(falls: Falls) -> Message {
    match falls {
        Falls::Short => say!("falls-short"),
        Falls::Left => say!("falls-left"),
        Falls::Spot => say!("falls-spot"),
        Falls::Right => say!("falls-right"),
        Falls::Long => say!("falls-long"),
    }
}

/// Where table VIII lets a shot fall.
pub fn falls(gun: Gun, roll: Roll) -> Falls {
    let d = book::data();
    d.deviation[d.gun(gun).deviation as usize][usize::from(roll.sum.clamp(2, 12)) - 2]
}

/// The point of impact for a guess: cm along the line of fire, and to the right of it (06.02.2.b).
pub fn impact(falls: Falls, guess: f64) -> (f64, f64) {
    let off = book::data().d.deviation * guess;
    match falls {
        Falls::Short => (guess - off, 0.0),
        Falls::Left => (guess, -off),
        Falls::Spot => (guess, 0.0),
        Falls::Right => (guess, off),
        Falls::Long => (guess + off, 0.0),
    }
}

/// The procedure of deviation.
#[derive(Clone, Copy, Debug)]
pub struct Deviation;

impl Procedure for Deviation {
    type Situation = DeviationSituation;
    type Prepared = DeviationSituation;
    type Outcome = DeviationOutcome;

    const NAME: &'static str = "deviation";

    fn title() -> Message {
        say!("title-deviation")
    }

    fn check(s: &DeviationSituation) -> Result<(), SituationError> {
        if s.ammunition == Ammunition::Canister {
            let by = clause!("06.02.1.a");
            return Err(impossible("ammunition", say!("canister-not-guessed-not", by)));
        }
        let g = book::data().gun(s.gun);
        let Some(range) = g.range(s.ammunition) else {
            return Err(impossible(
                "ammunition",
                say!("no-table-vii", gun = g.name, ammunition = s.ammunition),
            ));
        };
        if !(s.guess.is_finite() && s.guess > 0.0 && s.guess <= range + table::EPS) {
            let by = clause!("play.guess");
            return Err(impossible(
                "guess",
                say!("guess-more-than-0", range, ammunition = s.ammunition, gun = g.name, by),
            ));
        }
        Ok(())
    }

    fn prepare(s: &DeviationSituation, _: &mut impl Record) -> DeviationSituation {
        *s
    }

    fn resolve(s: &DeviationSituation, d: &mut impl Dice, r: &mut impl Record) -> DeviationOutcome {
        let roll = Roll::sum(d, r);
        let falls = falls(s.gun, roll);
        let (along, right) = impact(falls, s.guess);
        let (sum, off) = (roll.sum, (along - s.guess).abs().max(right.abs()));
        r.reckon(|| say!("reckon-deviation", sum, falls = in_words(falls)), clause!("06.02.2.a"));
        let measured = || {
            let (guess, off) = (words::tenths(s.guess), words::tenths(off));
            if falls == Falls::Spot {
                return say!("reckon-as-guessed", guess);
            }
            say!("reckon-off", part = words::whole(100.0 * book::data().d.deviation), guess, off)
        };
        r.reckon(measured, clause!("06.02.2.b"));
        DeviationOutcome { falls, along: Exact(along), right: Exact(right) }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "gun": "napoleon", "ammunition": "shell", "guess": 60 })
    }
}
