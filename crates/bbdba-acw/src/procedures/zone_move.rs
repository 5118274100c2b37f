//! Moving where an enemy's control zone is (zone.1, zone.2, dba.13, dba.54).

use super::impossible;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Procedure, Readings, Record, SituationError};
use words::Message;

umpire::choice!(
    /// Do control zones restrict movement (zone.2)?
    Zones { Restrict, Off }
);
umpire::choice!(
    /// Do friends between an element and the owner of a zone screen it (dba.54)?
    Screening { FriendsScreen, Off }
);

/// The readings that matter here, by the ids that `vedette rules bbdba-acw readings` lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct ZoneReadings {
    /// Do control zones restrict movement (zone.2)?
    pub zones: Zones,
    /// Do friends between an element and the owner of a zone screen it (dba.54)?
    pub screening: Screening,
}

impl ZoneReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> ZoneReadings {
        let restrict = r.is(reading!("zones", "restrict"));
        let screen = r.is(reading!("screening", "friends-screen"));
        ZoneReadings {
            zones: if restrict { Zones::Restrict } else { Zones::Off },
            screening: if screen { Screening::FriendsScreen } else { Screening::Off },
        }
    }
}

/// What a move does from the moment on at which any part of it is in the zone, as far as zone.2 asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Within {
    /// It stops at once.
    pub stops: bool,
    /// It ends in lawful contact, overlap included, with the owner of a zone that it is in or enters, or with a friend's
    /// opponent.
    pub into_contact: bool,
    /// It turns parallel to the owner and goes straight toward it, nothing else.
    pub parallel_and_toward: bool,
    /// It goes straight back without changing its facing. That is a way out for who begins inside; nobody withdraws into a
    /// zone or across one.
    pub straight_back: bool,
}

/// Is that one of the moves that a zone leaves? If so, by which clause: it may come in as dba.13 says, or be in it already
/// as zone.2 does.
pub fn allowed(enters: bool, w: Within) -> Result<Clause, Clause> {
    let withdraws = w.straight_back && !enters;
    if w.stops || w.into_contact || w.parallel_and_toward || withdraws {
        Ok(if enters { clause!("dba.13") } else { clause!("zone.2") })
    } else {
        Err(clause!("zone.2"))
    }
}

/// Whether a move is allowed in a control zone.
#[derive(Clone, Copy, Debug)]
pub struct ZoneMove;

/// A single element or a group moves where the zone of an enemy element is: the square as wide and as deep as a base before
/// its front. No dice.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// Where the move begins and whether any part of it comes into the zone. Touching its border is outside.
    pub comes: Comes,
    /// Every line from the owner's front edge to the part inside passes through a friend of the mover first.
    #[serde(default)]
    pub screened: bool,
    /// What it does inside.
    #[serde(default)]
    pub does: Within,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: ZoneReadings,
}

/// How a move comes to be in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Comes {
    /// It does not.
    Never,
    BeginsInside,
    Enters,
}

/// Known without dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The zone does not hold it.
    Free,
    Allowed,
    Refused,
}

impl Outcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Outcome::Free => say!("zone-does-not-hold"),
            Outcome::Allowed => say!("zone-allows"),
            Outcome::Refused => say!("zone-refuses"),
        }
    }
}
words::spoken!(Outcome);

impl Procedure for ZoneMove {
    type Situation = Situation;
    type Prepared = Outcome;
    type Outcome = Outcome;

    const NAME: &'static str = "control-zone";

    fn title() -> Message {
        say!("title-control-zone")
    }

    fn check(s: &Situation) -> Result<(), SituationError> {
        if s.comes == Comes::Never && (s.screened || s.does != Within::default()) {
            return Err(impossible("comes", say!("never-in-the-zone")));
        }
        Ok(())
    }

    fn prepare(s: &Situation, r: &mut impl Record) -> Outcome {
        r.clause(clause!("zone.1"));
        if s.comes == Comes::Never || s.readings.zones == Zones::Off {
            return Outcome::Free;
        }
        if s.screened && s.readings.screening == Screening::FriendsScreen {
            r.clause(clause!("dba.54"));
            return Outcome::Free;
        }
        if s.comes == Comes::Enters {
            r.clause(clause!("dba.13"));
        }
        match allowed(s.comes == Comes::Enters, s.does) {
            Ok(by) => {
                r.clause(by);
                Outcome::Allowed
            }
            Err(by) => {
                r.clause(by);
                Outcome::Refused
            }
        }
    }

    fn resolve(p: &Outcome, _: &mut impl Dice, _: &mut impl Record) -> Outcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "comes": "enters", "does": { "parallel_and_toward": true } })
    }
}
