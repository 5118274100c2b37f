//! Blasting, and powder made of ammunition (19.07). What a blast does to units near it is fire.

use super::one_die;
use super::works::cannot;
use crate::book::numbers;
use crate::book::works::{Method, Object, data};
use crate::works::charge::powder_for;
use crate::works::task::Task;
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Record, SituationError, check_count};
use words::Message;

/// A blast that has been prepared is fired. One die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlastObjectSituation {
    pub object: Object,
    /// It was partly destroyed by a blast before.
    #[serde(default)]
    pub second: bool,
}

/// What comes of a blast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlastObjectOutcome {
    /// It is put right in so many turns.
    Misfire {
        turns: u32,
    },
    /// A new blast takes so many quarters of a charge.
    Partial {
        quarters: u32,
    },
    Complete,
}

impl BlastObjectOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match *self {
            BlastObjectOutcome::Misfire { turns } => say!("blast-misfire", turns),
            BlastObjectOutcome::Partial { quarters } => {
                say!("blast-partial", charges = words::decimals(f64::from(quarters) / 4.0, 2))
            }
            BlastObjectOutcome::Complete => say!("blast-complete"),
        }
    }
}
words::spoken!(BlastObjectOutcome);

/// The turns in which a misfire is put right (19.07.4).
const PUT_RIGHT_IN: u32 = numbers::MISFIRE as u32;

/// The procedure of blasting an object.
#[derive(Clone, Copy, Debug)]
pub struct BlastObject;

impl Procedure for BlastObject {
    type Situation = BlastObjectSituation;
    type Prepared = BlastObjectSituation;
    type Outcome = BlastObjectOutcome;

    const NAME: &'static str = "blast-object";

    fn title() -> Message {
        say!("title-blast-object")
    }

    fn check(s: &BlastObjectSituation) -> Result<(), SituationError> {
        let task = Task::Destroy { object: s.object, method: Method::Blast };
        task.terms().map(drop).map_err(|e| cannot("object", e))
    }

    fn prepare(s: &BlastObjectSituation, r: &mut impl Record) -> BlastObjectSituation {
        r.clause(if s.second { clause!("19.07.4.b") } else { clause!("19.07.4.a") });
        *s
    }

    fn resolve(s: &BlastObjectSituation, d: &mut impl Dice, r: &mut impl Record) -> BlastObjectOutcome {
        let die = one_die(d, r);
        let (partial, complete) = data().blast[usize::from(s.second)];
        let by = if s.second { clause!("19.07.4.b") } else { clause!("19.07.4.a") };
        r.reckon(|| say!("reckon-blast", die, partial, complete), by);
        if die >= complete {
            return BlastObjectOutcome::Complete;
        }
        if die < partial {
            return BlastObjectOutcome::Misfire { turns: PUT_RIGHT_IN };
        }
        let (quarters, by) = powder_for(s.object, true);
        let (first, half) = (s.object.row().quarters, quarters);
        r.reckon(|| say!("reckon-half-powder", first, half), by);
        BlastObjectOutcome::Partial { quarters }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "object": "stone-bridge" })
    }
}

/// Gunners make powder charges of ammunition loads. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PowderSituation {
    /// Ammunition loads that are given up for it.
    pub loads: u32,
    /// Whole turns that are spent on it.
    pub turns: u32,
}

/// What is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct PowderOutcome {
    pub charges: u32,
    /// Loads that are left over.
    pub loads_left: u32,
}

impl PowderOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        say!("powder-made", charges = self.charges, left = self.loads_left)
    }
}
words::spoken!(PowderOutcome);

/// Ammunition loads in a powder charge, and the turns it takes (19.02.2, 19.07.2).
pub const CHARGE: (u32, u32) = (numbers::CHARGE_LOADS as u32, numbers::CHARGE_TURNS as u32);

/// The procedure of making powder charges.
#[derive(Clone, Copy, Debug)]
pub struct PowderFromAmmunition;

impl Procedure for PowderFromAmmunition {
    type Situation = PowderSituation;
    type Prepared = PowderOutcome;
    type Outcome = PowderOutcome;

    const NAME: &'static str = "powder-from-ammunition";

    fn title() -> Message {
        say!("title-powder-from-ammunition")
    }

    fn check(s: &PowderSituation) -> Result<(), SituationError> {
        check_count("loads", s.loads, 0)?;
        check_count("turns", s.turns, 0)
    }

    fn prepare(s: &PowderSituation, r: &mut impl Record) -> PowderOutcome {
        let (of_loads, in_turns) = (s.loads / CHARGE.0, s.turns / CHARGE.1);
        r.clause(clause!("11.03.3"));
        r.reckon(|| say!("reckon-charge-loads", loads = s.loads, charges = of_loads), clause!("19.02.2"));
        r.reckon(|| say!("reckon-charge-turns", turns = s.turns, charges = in_turns), clause!("19.07.2"));
        let charges = of_loads.min(in_turns);
        PowderOutcome { charges, loads_left: s.loads - charges * CHARGE.0 }
    }

    fn resolve(o: &PowderOutcome, _: &mut impl Dice, _: &mut impl Record) -> PowderOutcome {
        *o
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "loads": 5, "turns": 3 })
    }
}
