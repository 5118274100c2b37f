//! Crossing water by ferry or boat (19.11).

use crate::book::works::{Craft, Load};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Exact, Procedure, Record, SituationError, check_count, check_length, impossible};
use words::Message;

/// Troops that are carried over. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FerryLoadSituation {
    pub craft: Craft,
    /// How many ferries or boats there are.
    #[serde(default = "one")]
    pub crafts: u32,
    pub load: Load,
    /// Figures, horses, model guns or wagons.
    pub count: u32,
    /// The width of the water, in cm.
    pub width: f64,
    /// Pioneers or pontoneers who serve.
    pub pontoneers: u32,
    /// Their NCOs who watch over it.
    #[serde(default)]
    pub ncos: u32,
    /// Turns that special conditions add to each passage.
    #[serde(default)]
    pub delay: f64,
}

fn one() -> u32 {
    1
}

/// How long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FerryLoadOutcome {
    /// Passages with a load.
    pub passages: u32,
    /// From loading to unloading, in turns.
    pub passage: Exact,
    /// Until the last are over, the way back included.
    pub turns: Exact,
}

impl FerryLoadOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let (passages, passage, turns) = (self.passages, self.passage.0, self.turns.0);
        say!("ferried", passages, passage = words::decimals(passage, 2), turns = words::decimals(turns, 2))
    }
}
words::spoken!(FerryLoadOutcome);

/// The procedure of carrying troops over.
#[derive(Clone, Copy, Debug)]
pub struct FerryLoad;

/// The pioneers or pontoneers that serve so many ferries or boats.
pub fn crew_needed(craft: Craft, crafts: u32) -> u32 {
    crafts.div_ceil(craft.row().served_by_one.max(1))
}

impl Procedure for FerryLoad {
    type Situation = FerryLoadSituation;
    type Prepared = FerryLoadOutcome;
    type Outcome = FerryLoadOutcome;

    const NAME: &'static str = "ferry-load";

    fn title() -> Message {
        say!("title-ferry-load")
    }

    fn check(s: &FerryLoadSituation) -> Result<(), SituationError> {
        check_count("crafts", s.crafts, 1)?;
        check_count("count", s.count, 1)?;
        check_length("width", s.width)?;
        check_length("delay", s.delay)?;
        let (craft, load) = (s.craft, s.load);
        if craft.row().holds[load as usize].is_none() {
            let by = clause!("19.11.2");
            return Err(impossible("load", say!("craft-carries-not", craft, load, by)));
        }
        let needed = crew_needed(craft, s.crafts);
        if s.pontoneers < needed {
            let by = clause!("19.11.4");
            return Err(impossible("pontoneers", say!("craft-needs-crew", needed, by)));
        }
        if craft == Craft::Ferry && s.ncos == 0 {
            let by = clause!("19.11.4");
            return Err(impossible("ncos", say!("ferry-needs-nco", by)));
        }
        Ok(())
    }

    fn prepare(s: &FerryLoadSituation, r: &mut impl Record) -> FerryLoadOutcome {
        let row = s.craft.row();
        let each = row.holds[s.load as usize].unwrap_or(1).max(1);
        let passages = s.count.div_ceil(each.saturating_mul(s.crafts.max(1)));
        let (count, crafts) = (s.count, s.crafts);
        r.reckon(|| say!("reckon-passages", count, crafts, each, passages), clause!("19.11.2"));
        r.clause(clause!("19.11.4"));
        let over = s.width / row.cm + s.delay;
        let passage = row.loading + over + row.unloading;
        let turns = f64::from(passages) * passage + f64::from(passages.saturating_sub(1)) * over;
        let (loading, unloading) = (row.loading, row.unloading);
        let (over, cm) = (words::decimals(over, 2), row.cm);
        r.reckon(|| say!("reckon-passage", loading, over, cm, unloading), clause!("19.11.3"));
        FerryLoadOutcome { passages, passage: Exact(passage), turns: Exact(turns) }
    }

    fn resolve(o: &FerryLoadOutcome, _: &mut impl Dice, _: &mut impl Record) -> FerryLoadOutcome {
        *o
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "craft": "ferry", "crafts": 2, "load": "foot", "count": 36, "width": 10, "pontoneers": 2, "ncos": 1,
        })
    }
}
