//! Ammunition from the train (11.01.3, 11.04).

use crate::book::works::{Ammunition, data};
use crate::troop::Arm;
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Record, SituationError, check_count, impossible};
use words::Message;

/// Where ammunition comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    #[default]
    Wagon,
    /// Another unit, where the umpire lets it (11.04.2).
    Unit,
}

/// A unit beside a wagon of ammunition. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResupplySituation {
    pub arm: Arm,
    /// An independent company of jagers or the like.
    #[serde(default)]
    pub company: bool,
    /// Its model guns, if it is a battery.
    #[serde(default)]
    pub model_guns: u32,
    /// Ammunition that it still has, in turns of fire.
    #[serde(default)]
    pub holds: u32,
    /// Its allotment, where the scenario gives it another than the ordinary (11.01.2).
    #[serde(default)]
    pub allotment: Option<u32>,
    /// What the wagon still has; see [`full_wagon`]. A full wagon where nothing is said.
    #[serde(default)]
    pub stock: Option<u32>,
    /// Whole turns spent on it, this one included.
    pub turns: u32,
    #[serde(default)]
    pub source: Source,
    /// The umpire lets it take ammunition from another unit.
    #[serde(default)]
    pub umpire_allows: bool,
}

/// What a full wagon holds, in turns of fire of a battalion; a model gun's turn of fire counts for [`a_gun_turn`] of them.
pub fn full_wagon() -> u32 {
    Ammunition::WAGON_BATTALIONS * data().ammunition.wagon_battalion
}

/// What one turn of fire of a model gun takes of a wagon.
pub fn a_gun_turn() -> u32 {
    full_wagon() / (Ammunition::WAGON_GUNS * data().ammunition.wagon_gun)
}

/// The turns in which ammunition is issued to a unit, and to a company (11.04.1).
const ISSUED_IN: (u32, u32) = (2, 1);

/// What is issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ResupplyOutcome {
    /// Turns that are still to be spent.
    pub turns_left: u32,
    /// Turns of fire that it gets.
    pub issued: u32,
    /// What is left in the wagon.
    pub stock: u32,
}

impl ResupplyOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match (self.turns_left, self.issued) {
            (0, 0) => say!("issue-nothing"),
            (0, issued) => say!("issued", issued, stock = self.stock),
            (turns, _) => say!("issue-takes", turns),
        }
    }
}
words::spoken!(ResupplyOutcome);

/// The procedure of resupply.
#[derive(Clone, Copy, Debug)]
pub struct Resupply;

impl Procedure for Resupply {
    type Situation = ResupplySituation;
    type Prepared = ResupplyOutcome;
    type Outcome = ResupplyOutcome;

    const NAME: &'static str = "resupply";

    fn title() -> Message {
        say!("title-resupply")
    }

    fn check(s: &ResupplySituation) -> Result<(), SituationError> {
        check_count("holds", s.holds, 0)?;
        check_count("turns", s.turns, 0)?;
        check_count("stock", s.stock.unwrap_or(0), 0)?;
        check_count("allotment", s.allotment.unwrap_or(0), 0)?;
        if s.arm == Arm::Train {
            return Err(impossible("arm", say!("train-is-not-supplied")));
        }
        check_count("model_guns", s.model_guns, u32::from(s.arm == Arm::Artillery))?;
        if s.source == Source::Unit && !s.umpire_allows {
            let by = clause!("11.04.2");
            return Err(impossible("source", say!("not-from-units", by)));
        }
        Ok(())
    }

    fn prepare(s: &ResupplySituation, r: &mut impl Record) -> ResupplyOutcome {
        let stock = s.stock.unwrap_or_else(full_wagon);
        let needed = if s.company { ISSUED_IN.1 } else { ISSUED_IN.0 };
        let (turns, left) = (s.turns, needed.saturating_sub(s.turns));
        if s.source == Source::Unit {
            r.clause(clause!("11.04.2"));
        }
        r.reckon(|| say!("reckon-issue-turns", turns, needed), clause!("11.04.1"));
        if left > 0 {
            return ResupplyOutcome { turns_left: left, issued: 0, stock };
        }
        let a = &data().ammunition;
        let (allotment, each) = match s.arm {
            Arm::Artillery => (a.battery, a_gun_turn().saturating_mul(s.model_guns.max(1))),
            Arm::Cavalry => (a.cavalry, 1),
            Arm::Infantry | Arm::Train => (a.infantry, 1),
        };
        let allotment = s.allotment.unwrap_or(allotment);
        if s.allotment.is_some() {
            r.clause(clause!("11.01.2"));
        }
        let (holds, lacks) = (s.holds, allotment.saturating_sub(s.holds));
        let issued = lacks.min(stock / each);
        r.reckon(|| say!("reckon-issue", holds, allotment, stock, each, issued), clause!("11.01.3"));
        ResupplyOutcome { turns_left: 0, issued, stock: stock - issued * each }
    }

    fn resolve(o: &ResupplyOutcome, _: &mut impl Dice, _: &mut impl Record) -> ResupplyOutcome {
        *o
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "arm": "infantry", "holds": 1, "turns": 2 })
    }
}
