//! Stray fire and ricochets (ricochet.1, dba.32): who stands behind an element under fire that gives way.

use super::impossible;
use super::recoil::depth;
use crate::troop::Troop;
use crate::{book, clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::EPS;
use umpire::{Clause, Dice, Procedure, Readings, Record, SituationError};
use words::Message;

umpire::choice!(
    /// Do stray shots make command elements recoil as well (ricochet.1)?
    RicochetOfficers { Struck, Spared }
);

/// The readings that matter here, by the ids that `vedette rules bbdba-acw readings` lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct RicochetReadings {
    /// Do stray shots make command elements recoil as well (ricochet.1)?
    pub ricochet_officers: RicochetOfficers,
}

impl RicochetReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> RicochetReadings {
        let struck = r.is(reading!("ricochet-officers", "struck"));
        RicochetReadings {
            ricochet_officers: if struck { RicochetOfficers::Struck } else { RicochetOfficers::Spared },
        }
    }
}

/// By which clause stray fire strikes somebody in the strip behind, if it does: everybody, officers unless read otherwise,
/// and never a camp, which stays where it is.
pub fn strikes(troop: Troop, how: RicochetOfficers) -> Option<Clause> {
    let spared = troop == Troop::Camp || troop == Troop::Commander && how == RicochetOfficers::Spared;
    (!spared).then(|| clause!("ricochet.1"))
}

/// Does the strip reach so far behind the rear edge of the element under fire? Its far end is within it.
pub fn reaches(paces: f64) -> bool {
    paces <= book::data().ricochet + EPS
}

/// Who recoils because of stray fire.
#[derive(Clone, Copy, Debug)]
pub struct Ricochet;

/// An element was shot at, and others of its side stand behind it. No dice.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// What the shooting did to the element under fire.
    pub suffers: Suffers,
    /// Those of its side behind it.
    #[schemars(length(max = 36))]
    pub behind: Vec<Behind>,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: RicochetReadings,
}

/// What the shooting did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Suffers {
    Nothing,
    Recoils,
    Flees,
    Destroyed,
}

/// Somebody behind the element under fire.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Behind {
    /// What it is.
    pub troop: Troop,
    /// Paces from the rear edge of the element under fire, straight back to the nearest part of this one.
    #[schemars(range(min = 0))]
    pub distance: f64,
    /// Some part of it lies in the strip as wide as that element.
    #[serde(default = "yes")]
    pub in_strip: bool,
}

fn yes() -> bool {
    true
}

/// Who recoils and how far, known without dice; the rearmost first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    pub recoil: Vec<Recoils>,
}

/// One who recoils.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Recoils {
    /// Its place in the list of the situation, from 1.
    pub number: usize,
    pub troop: Troop,
    pub paces: u16,
}

impl Outcome {
    /// In words.
    pub fn message(&self) -> Message {
        if self.recoil.is_empty() {
            return say!("nobody-recoils");
        }
        let one = |r: &Recoils| say!("number-recoils", number = r.number, troop = r.troop, paces = r.paces);
        words::list(self.recoil.iter().map(one), words::Joint::Semicolon)
    }
}
words::spoken!(Outcome);

impl Procedure for Ricochet {
    type Situation = Situation;
    type Prepared = Outcome;
    type Outcome = Outcome;

    const NAME: &'static str = "ricochet";

    fn title() -> Message {
        say!("title-ricochet")
    }

    fn check(s: &Situation) -> Result<(), SituationError> {
        if s.behind.len() > 36 {
            return Err(impossible("behind", say!("most-36-behind", behind = s.behind.len())));
        }
        if s.behind.iter().any(|b| !(0.0..=1e6).contains(&b.distance)) {
            return Err(impossible("behind", say!("paces-zero-or-more")));
        }
        Ok(())
    }

    fn prepare(s: &Situation, r: &mut impl Record) -> Outcome {
        r.clause(clause!("ricochet.1"));
        let mut struck: Vec<(f64, Recoils)> = Vec::new();
        for (i, b) in s.behind.iter().enumerate() {
            let there = s.suffers != Suffers::Nothing && b.in_strip && reaches(b.distance);
            if let Some(by) = strikes(b.troop, s.readings.ricochet_officers).filter(|_| there) {
                let paces = depth(b.troop);
                r.modifier("behind", b.troop.message(), paces.into(), by);
                struck.push((b.distance, Recoils { number: i + 1, troop: b.troop, paces }));
            }
        }
        if struck.len() > 1 {
            r.clause(clause!("dba.32"));
        }
        struck.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        Outcome { recoil: struck.into_iter().map(|(_, one)| one).collect() }
    }

    fn resolve(p: &Outcome, _: &mut impl Dice, _: &mut impl Record) -> Outcome {
        p.clone()
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "suffers": "recoils", "behind": [
            { "troop": "rifles", "distance": 0 },
            { "troop": "artillery", "distance": 90 },
        ] })
    }
}
