//! Ammunition from the train (11.01.3, 11.04).

use super::works::cannot;
use crate::ammunition::{at_start, from_another_unit, issue_turns, wagon};
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
    /// What the wagon still has, in fills of a battalion; see [`full_wagon`]. A full wagon where nothing is said.
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

/// What a full wagon holds, in fills of a battalion.
pub fn full_wagon() -> u32 {
    wagon().0.battalions.into()
}

/// The fills of a battalion that the fill of a model gun takes.
pub fn a_gun_fill() -> u32 {
    let (w, _) = wagon();
    u32::from(w.battalions) / u32::from(w.models.max(1))
}

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
        if s.source == Source::Unit {
            from_another_unit(s.umpire_allows).map_err(|e| cannot("source", e))?;
        }
        Ok(())
    }

    fn prepare(s: &ResupplySituation, r: &mut impl Record) -> ResupplyOutcome {
        let stock = s.stock.unwrap_or_else(full_wagon);
        let (needed, by) = issue_turns(s.company);
        let needed = u32::from(needed);
        let (turns, left) = (s.turns, needed.saturating_sub(s.turns));
        if s.source == Source::Unit {
            r.clause(clause!("11.04.2"));
        }
        r.reckon(|| say!("reckon-issue-turns", turns, needed), by);
        if left > 0 {
            return ResupplyOutcome { turns_left: left, issued: 0, stock };
        }
        let usual = at_start(s.arm).map_or(0, |(turns, _)| turns.into());
        let allotment = s.allotment.unwrap_or(usual);
        if s.allotment.is_some() {
            r.clause(clause!("11.01.2"));
        }
        let (holds, lacks) = (s.holds, allotment.saturating_sub(s.holds));
        let (w, by) = wagon();
        // A begun fill is used up.
        let (issued, used) = if s.arm == Arm::Artillery {
            let (models, each) = (s.model_guns.max(1), u32::from(w.model_turns.max(1)));
            let issued = lacks.min(stock / a_gun_fill() * each / models);
            (issued, (issued * models).div_ceil(each) * a_gun_fill())
        } else {
            let each = u32::from(w.turns.max(1));
            let issued = lacks.min(stock.saturating_mul(each));
            (issued, issued.div_ceil(each))
        };
        r.reckon(|| say!("reckon-issue", holds, allotment, stock, issued, used), by);
        ResupplyOutcome { turns_left: 0, issued, stock: stock - used }
    }

    fn resolve(o: &ResupplyOutcome, _: &mut impl Dice, _: &mut impl Record) -> ResupplyOutcome {
        *o
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "arm": "infantry", "holds": 1, "turns": 2 })
    }
}
