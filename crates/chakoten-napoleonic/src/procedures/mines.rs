//! Mines: how long one takes, and its firing (19.08).

use super::one_die;
use crate::book::numbers;
use crate::book::works::{Digging, data};
use crate::works::mine::carrying;
use crate::works::task::Task;
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{
    Dice, Exact, Procedure, Record, SituationError, check_count, check_length, check_number, impossible,
};
use words::Message;

/// A mine is fired. One die.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MineSituation {
    /// Powder charges in it.
    pub charges: u32,
    /// How deep it lies, in metres.
    #[serde(default = "ordinary_depth")]
    pub depth: f64,
    /// The length of its gallery, in cm.
    #[serde(default)]
    pub gallery: f64,
    /// Points that the umpire takes off for soil, damp and the like.
    #[serde(default)]
    pub minus: u32,
    /// The turns after which a misfire can be fired again, where the umpire says so.
    #[serde(default)]
    pub turns: Option<u32>,
}

/// The destruction radius of a charge in cm, and the depth in metres for which it holds (19.08.8).
const RADIUS: (f64, f64) = (numbers::MINE_RADIUS, numbers::MINE_DEPTH);

/// A gallery up to so many cm is short: a misfire takes one turn, and two in a longer one (19.08.6).
const SHORT: f64 = 3.0;

fn ordinary_depth() -> f64 {
    RADIUS.1
}

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MineOutcome {
    /// It can be fired again after so many whole turns.
    Misfire {
        turns: u32,
    },
    /// Half the radius, in cm.
    Half {
        radius: Exact,
    },
    Full {
        radius: Exact,
    },
}

impl MineOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match *self {
            MineOutcome::Misfire { turns } => say!("mine-misfire", turns),
            MineOutcome::Half { radius } => say!("mine-half", radius = radius.0),
            MineOutcome::Full { radius } => say!("mine-full", radius = radius.0),
        }
    }
}
words::spoken!(MineOutcome);

/// A mine weighed up.
#[derive(Clone, Copy, Debug)]
pub struct Weighed {
    radius: f64,
    minus: i32,
    again: u32,
}

/// The procedure of firing a mine.
#[derive(Clone, Copy, Debug)]
pub struct FireMine;

impl Procedure for FireMine {
    type Situation = MineSituation;
    type Prepared = Weighed;
    type Outcome = MineOutcome;

    const NAME: &'static str = "mine";

    fn title() -> Message {
        say!("title-mine")
    }

    fn check(s: &MineSituation) -> Result<(), SituationError> {
        check_count("charges", s.charges, 1)?;
        check_length("gallery", s.gallery)?;
        check_number("minus", s.minus.try_into().unwrap_or(i32::MAX), 0, 6)?;
        if let Some(turns) = s.turns {
            check_number("turns", turns.try_into().unwrap_or(i32::MAX), 1, 2)?;
        }
        if s.depth.is_finite() && s.depth > 0.0 && s.depth <= 1000.0 {
            return Ok(());
        }
        let by = clause!("19.08.8");
        Err(impossible("depth", say!("mine-depth", depth = s.depth, by)))
    }

    fn prepare(s: &MineSituation, r: &mut impl Record) -> Weighed {
        let (charges, depth) = (s.charges, s.depth);
        let radius = RADIUS.0 * f64::from(charges) * RADIUS.1 / depth;
        let cm = words::decimals(radius, 2);
        r.reckon(|| say!("reckon-mine-radius", charges, depth, cm), clause!("19.08.8"));
        let minus = -(s.minus.min(6) as i32);
        if minus != 0 {
            r.modifier("mine", say!("mine-soil-and-damp"), minus, clause!("19.08.6.b"));
        }
        let again = s.turns.unwrap_or(if s.gallery <= SHORT + table::EPS { 1 } else { 2 });
        Weighed { radius, minus, again }
    }

    fn resolve(w: &Weighed, d: &mut impl Dice, r: &mut impl Record) -> MineOutcome {
        let result = i32::from(one_die(d, r)) + w.minus;
        r.total("result", result);
        let (half, full) = data().mine;
        r.reckon(|| say!("reckon-mine", result, half, full), clause!("19.08.6.a"));
        if result >= full.into() {
            return MineOutcome::Full { radius: Exact(w.radius) };
        }
        if result >= half.into() {
            return MineOutcome::Half { radius: Exact(w.radius / 2.0) };
        }
        let turns = w.again;
        r.reckon(|| say!("reckon-mine-again", turns), clause!("19.08.6.b"));
        MineOutcome::Misfire { turns }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "charges": 4, "depth": 10, "gallery": 6 })
    }
}

/// A mine is planned. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MinePlanSituation {
    pub charges: u32,
    /// Metres of shaft; none where the mine is laid at the foot of the object.
    #[serde(default)]
    pub depth: f64,
    /// Cm of gallery.
    #[serde(default)]
    pub gallery: f64,
}

/// The ordinary turns, without delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MinePlanOutcome {
    pub shaft: u32,
    pub gallery: u32,
    pub chamber: u32,
    pub loading: u32,
}

impl MinePlanOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let all = self.shaft + self.gallery + self.chamber + self.loading;
        say!(
            "mine-plan",
            all,
            shaft = self.shaft,
            gallery = self.gallery,
            chamber = self.chamber,
            loading = self.loading
        )
    }
}
words::spoken!(MinePlanOutcome);

/// The procedure of planning a mine.
#[derive(Clone, Copy, Debug)]
pub struct MinePlan;

/// The turns of one work unit for so much of a part, written down.
fn digging(what: Digging, amount: f64, r: &mut impl Record) -> u32 {
    let task = Task::Dig { digging: what };
    let Ok(terms) = task.terms() else { return 0 };
    if amount <= 0.0 {
        return 0;
    }
    let pieces = task.pieces(amount);
    let turns = terms.ordinary(pieces, 1);
    let each = terms.turns;
    r.reckon(|| say!("reckon-digging", what, pieces, each, turns), terms.by);
    turns
}

impl Procedure for MinePlan {
    type Situation = MinePlanSituation;
    type Prepared = MinePlanOutcome;
    type Outcome = MinePlanOutcome;

    const NAME: &'static str = "mine-plan";

    fn title() -> Message {
        say!("title-mine-plan")
    }

    fn check(s: &MinePlanSituation) -> Result<(), SituationError> {
        check_count("charges", s.charges, 1)?;
        check_length("depth", s.depth)?;
        check_length("gallery", s.gallery)
    }

    fn prepare(s: &MinePlanSituation, r: &mut impl Record) -> MinePlanOutcome {
        let open = s.depth <= 0.0 && s.gallery <= 0.0;
        if open {
            r.reckon(|| say!("reckon-mine-at-foot"), clause!("19.08.1"));
        }
        let chamber = if open { 0 } else { digging(Digging::Chamber, s.charges.into(), r) };
        let (loading, by) = carrying(s.depth, s.gallery);
        r.reckon(|| say!("reckon-carrying", loading), by);
        MinePlanOutcome {
            shaft: digging(Digging::Shaft, s.depth, r),
            gallery: digging(Digging::Gallery, s.gallery, r),
            chamber,
            loading,
        }
    }

    fn resolve(o: &MinePlanOutcome, _: &mut impl Dice, _: &mut impl Record) -> MinePlanOutcome {
        *o
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "charges": 4, "depth": 10, "gallery": 6 })
    }
}
