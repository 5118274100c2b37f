//! Setting fire, putting it out, its spreading, the wind, and guns too near to it (17.04.4, 17.04.5, 19.06).

use super::demolition::CHARGE;
use super::{needs, one_die};
use crate::book::numbers;
use crate::book::works::data;
use crate::works::fires::{Cause, Threat};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{
    Clause, Dice, Procedure, Record, SituationError, check_count, check_length, check_number, impossible,
};
use words::Message;

/// An object that has been made ready is set alight. One die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetFireSituation {
    /// The first or the second.
    pub attempt: u8,
}

/// Does it burn?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetFireOutcome {
    Fire,
    /// It may be tried again after a whole turn.
    Again,
    PrepareAgain,
}

impl SetFireOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            SetFireOutcome::Fire => say!("fire-catches"),
            SetFireOutcome::Again => say!("fire-again"),
            SetFireOutcome::PrepareAgain => say!("fire-prepare-again"),
        }
    }
}
words::spoken!(SetFireOutcome);

/// The procedure of setting fire.
#[derive(Clone, Copy, Debug)]
pub struct SetFire;

impl Procedure for SetFire {
    type Situation = SetFireSituation;
    type Prepared = u8;
    type Outcome = SetFireOutcome;

    const NAME: &'static str = "set-fire";

    fn title() -> Message {
        say!("title-set-fire")
    }

    fn check(s: &SetFireSituation) -> Result<(), SituationError> {
        check_number("attempt", s.attempt.into(), 1, 2)
    }

    fn prepare(s: &SetFireSituation, r: &mut impl Record) -> u8 {
        r.clause(clause!("19.06.2"));
        s.attempt
    }

    fn resolve(attempt: &u8, d: &mut impl Dice, r: &mut impl Record) -> SetFireOutcome {
        let die = one_die(d, r);
        if needs(die.into(), data().catches.into(), clause!("19.06.2"), r) {
            SetFireOutcome::Fire
        } else if *attempt == 1 {
            SetFireOutcome::Again
        } else {
            SetFireOutcome::PrepareAgain
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "attempt": 1 })
    }
}

/// A fire is fought. One die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PutOutSituation {
    pub cause: Cause,
    /// In the first turn or in the second.
    #[serde(default = "first")]
    pub attempt: u8,
    /// A building that was occupied when the fire broke out.
    #[serde(default)]
    pub occupied: bool,
    /// Figures in the building.
    #[serde(default)]
    pub occupants: u32,
    /// Figures that came to help.
    #[serde(default)]
    pub helpers: u32,
    /// How many helpers it takes: twice those who set such an object alight.
    #[serde(default)]
    pub needed: u32,
}

fn first() -> u8 {
    1
}

impl PutOutSituation {
    /// Can it be fought at all? By which clause, and by which not?
    pub fn possible(&self) -> Result<Clause, Clause> {
        match self.cause {
            Cause::Shelling if self.occupied && self.occupants > 0 && self.attempt == 1 => {
                Ok(clause!("17.04.4"))
            }
            Cause::Shelling => Err(clause!("17.04.4")),
            Cause::ByHand if self.occupants > 0 => Ok(clause!("19.06.4.a")),
            Cause::ByHand if self.needed > 0 && self.helpers >= self.needed => Ok(clause!("19.06.4.a")),
            Cause::ByHand => Err(clause!("19.06.4.a")),
        }
    }
}

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PutOutOutcome {
    /// Without damage.
    Out,
    /// Put out too late: the umpire says what it means.
    HalfDestroyed,
    /// One more attempt is made in the next turn.
    GoesOn,
    /// Nothing more can be done.
    BurnsDown,
}

impl PutOutOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            PutOutOutcome::Out => say!("fire-out"),
            PutOutOutcome::HalfDestroyed => say!("fire-half-destroyed"),
            PutOutOutcome::GoesOn => say!("fire-goes-on"),
            PutOutOutcome::BurnsDown => say!("fire-burns-down"),
        }
    }
}
words::spoken!(PutOutOutcome);

/// The procedure of putting out a fire.
#[derive(Clone, Copy, Debug)]
pub struct PutOutFire;

impl Procedure for PutOutFire {
    type Situation = PutOutSituation;
    type Prepared = PutOutSituation;
    type Outcome = PutOutOutcome;

    const NAME: &'static str = "put-out-fire";

    fn title() -> Message {
        say!("title-put-out-fire")
    }

    fn check(s: &PutOutSituation) -> Result<(), SituationError> {
        check_number("attempt", s.attempt.into(), 1, 2)?;
        check_count("occupants", s.occupants, 0)?;
        check_count("helpers", s.helpers, 0)?;
        check_count("needed", s.needed, 0)?;
        match (s.possible(), s.cause) {
            (Ok(_), _) => Ok(()),
            (Err(by), Cause::Shelling) => Err(impossible("occupied", say!("only-occupants-put-out", by))),
            (Err(by), Cause::ByHand) => {
                Err(impossible("helpers", say!("too-few-to-put-out", needed = s.needed, by)))
            }
        }
    }

    fn prepare(s: &PutOutSituation, r: &mut impl Record) -> PutOutSituation {
        r.clause(s.possible().unwrap_or_else(|by| by));
        *s
    }

    fn resolve(s: &PutOutSituation, d: &mut impl Dice, r: &mut impl Record) -> PutOutOutcome {
        let die = one_die(d, r);
        let by = match s.cause {
            Cause::Shelling => clause!("17.04.4"),
            Cause::ByHand => clause!("19.06.4.b"),
        };
        let out = needs(die.into(), data().put_out.into(), by, r);
        match (s.cause, s.attempt, out) {
            (_, 1, true) => PutOutOutcome::Out,
            (_, _, true) => PutOutOutcome::HalfDestroyed,
            (Cause::ByHand, 1, false) => PutOutOutcome::GoesOn,
            _ => PutOutOutcome::BurnsDown,
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "cause": "shelling", "occupied": true, "occupants": 10 })
    }
}

/// A fire in the turn after it broke out, and an object near it. One die if it can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireSpreadsSituation {
    /// A fire after shelling spreads downwind alone.
    pub cause: Cause,
    /// From edge to edge, in cm.
    pub distance: f64,
    /// The other lies within 30 degrees of the wind, from the edges of what burns.
    #[serde(default)]
    pub downwind: bool,
    /// A building, a bridge or the like burns.
    #[serde(default)]
    pub large: bool,
    /// Cm that the umpire adds downwind in strong wind.
    #[serde(default)]
    pub further: f64,
}

impl FireSpreadsSituation {
    /// How far the fire reaches there, in cm: after shelling nowhere but downwind (17.04.5).
    pub fn reach(&self) -> Result<f64, Clause> {
        match self.cause {
            Cause::Shelling if !self.downwind => Err(clause!("17.04.5")),
            _ => Ok(crate::works::fires::reach(self.large, self.downwind, self.further)),
        }
    }

    /// Can fire spread to the other?
    pub fn reached(&self) -> bool {
        let t = Threat { distance: self.distance, downwind: self.downwind, further: self.further };
        self.reach().is_ok() && t.reached(self.large)
    }
}

/// Does it spread?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FireSpreadsOutcome {
    OutOfReach,
    Spared,
    Catches,
}

impl FireSpreadsOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            FireSpreadsOutcome::OutOfReach => say!("fire-out-of-reach"),
            FireSpreadsOutcome::Spared => say!("fire-spared"),
            FireSpreadsOutcome::Catches => say!("fire-spreads"),
        }
    }
}
words::spoken!(FireSpreadsOutcome);

/// The procedure of fire that spreads.
#[derive(Clone, Copy, Debug)]
pub struct FireSpreads;

impl Procedure for FireSpreads {
    type Situation = FireSpreadsSituation;
    /// Is it within reach?
    type Prepared = bool;
    type Outcome = FireSpreadsOutcome;

    const NAME: &'static str = "fire-spreads";

    fn title() -> Message {
        say!("title-fire-spreads")
    }

    fn check(s: &FireSpreadsSituation) -> Result<(), SituationError> {
        check_length("distance", s.distance)?;
        check_length("further", s.further)
    }

    fn prepare(s: &FireSpreadsSituation, r: &mut impl Record) -> bool {
        match s.reach() {
            Ok(reach) => {
                let (at, most) = (words::tenths(s.distance), words::tenths(reach));
                r.reckon(|| say!("reckon-fire-reach", at, most), clause!("19.06.5"));
            }
            Err(by) => r.reckon(|| say!("reckon-fire-downwind-alone"), by),
        }
        s.reached()
    }

    fn resolve(within: &bool, d: &mut impl Dice, r: &mut impl Record) -> FireSpreadsOutcome {
        if !within {
            return FireSpreadsOutcome::OutOfReach;
        }
        let die = one_die(d, r);
        if needs(die.into(), SPREADS.into(), clause!("17.04.5"), r) {
            FireSpreadsOutcome::Catches
        } else {
            FireSpreadsOutcome::Spared
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "cause": "shelling", "distance": 12, "downwind": true, "large": true })
    }
}

/// The least die by which fire spreads (17.04.5).
const SPREADS: u8 = numbers::SPREADS as u8;

/// Nothing has to be known beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WindSituation {}

/// Where the wind blows to, in degrees of the compass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct WindOutcome {
    pub towards: u16,
}

impl WindOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        say!("wind-blows", towards = self.towards)
    }
}
words::spoken!(WindOutcome);

/// The procedure of dicing for the wind. One die: six directions.
#[derive(Clone, Copy, Debug)]
pub struct Wind;

impl Procedure for Wind {
    type Situation = WindSituation;
    type Prepared = ();
    type Outcome = WindOutcome;

    const NAME: &'static str = "wind";

    fn title() -> Message {
        say!("title-wind")
    }

    fn prepare(_: &WindSituation, _: &mut impl Record) {}

    fn resolve((): &(), d: &mut impl Dice, r: &mut impl Record) -> WindOutcome {
        let die = one_die(d, r);
        let towards = 60 * (u16::from(die) - 1);
        r.reckon(|| say!("reckon-wind", die, towards), clause!("19.06.5"));
        WindOutcome { towards }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({})
    }
}

/// A battery stands where fire can spread. One die, and another if it burns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GunsNearFireSituation {
    /// Its ammunition, in loads.
    pub loads: u32,
}

/// What becomes of its powder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GunsNearFireOutcome {
    Safe,
    /// It burns, but its powder does not blow up.
    Burns,
    /// Its powder blows up, in part or all of it: so many charges.
    Explodes {
        charges: u32,
        partly: bool,
    },
}

impl GunsNearFireOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match *self {
            GunsNearFireOutcome::Safe => say!("guns-safe"),
            GunsNearFireOutcome::Burns => say!("guns-burn"),
            GunsNearFireOutcome::Explodes { charges, partly: true } => say!("guns-explode-partly", charges),
            GunsNearFireOutcome::Explodes { charges, partly: false } => say!("guns-explode", charges),
        }
    }
}
words::spoken!(GunsNearFireOutcome);

/// The procedure of guns too near a fire.
#[derive(Clone, Copy, Debug)]
pub struct GunsNearFire;

impl Procedure for GunsNearFire {
    type Situation = GunsNearFireSituation;
    /// The charges that its ammunition counts for.
    type Prepared = u32;
    type Outcome = GunsNearFireOutcome;

    const NAME: &'static str = "guns-near-fire";

    fn title() -> Message {
        say!("title-guns-near-fire")
    }

    fn check(s: &GunsNearFireSituation) -> Result<(), SituationError> {
        check_count("loads", s.loads, 0)
    }

    fn prepare(s: &GunsNearFireSituation, r: &mut impl Record) -> u32 {
        let (loads, charges) = (s.loads, s.loads.div_ceil(CHARGE.0));
        r.reckon(|| say!("reckon-loads-as-charges", loads, charges), clause!("19.06.6.b"));
        charges
    }

    fn resolve(charges: &u32, d: &mut impl Dice, r: &mut impl Record) -> GunsNearFireOutcome {
        let die = one_die(d, r);
        if !needs(die.into(), data().catches.into(), clause!("19.06.6.b"), r) {
            return GunsNearFireOutcome::Safe;
        }
        if *charges == 0 {
            return GunsNearFireOutcome::Burns;
        }
        let die = one_die(d, r);
        let (partial, complete) = data().blast[0];
        r.reckon(|| say!("reckon-blast", die, partial, complete), clause!("19.07.4.a"));
        if die < partial {
            GunsNearFireOutcome::Burns
        } else {
            GunsNearFireOutcome::Explodes { charges: *charges, partly: die < complete }
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "loads": 16 })
    }
}
