//! Rallying from rout and from pursuit (23.6, 23.8, tables 13D, 16D and 16E).

use super::small_arms::MOST_FACTORS;
use super::{
    Around, GeneralNear, MOST_UNITS, Sum, Worn, check_factors, check_troop, counted, procedure, test_die,
};
use crate::book::results::{PursuitResult, RallyResult};
use crate::book::{SheetRef, numbers};
use crate::terrain::Cover;
use crate::troop::Troop;
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Record, SituationError, check_count, check_length, check_number, impossible};
use words::Message;

/// A body that rallies, and what is near it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rallying {
    pub troop: Troop,
    pub worn: Worn,
    #[serde(default)]
    #[schemars(range(max = 200))]
    pub disorganisation: u8,
    /// Enemy units in good morale within 25 cm.
    #[serde(default)]
    #[schemars(range(max = 50))]
    pub good_enemies: u8,
    #[serde(default)]
    pub own: Around,
    /// Enemies; of a pursuit without the unit that is pursued.
    #[serde(default)]
    pub enemy: Around,
    #[serde(default)]
    pub general: GeneralNear,
    #[serde(default)]
    #[schemars(range(max = 50))]
    pub supports: u8,
    #[serde(default)]
    pub cover: Cover,
    /// Cm to the nearest visible enemy in good morale; nothing if there is none.
    #[serde(default)]
    pub nearest: Option<f64>,
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

impl Rallying {
    pub fn new(troop: Troop, figures: u32) -> Rallying {
        Rallying {
            troop,
            worn: Worn::new(figures, 0),
            disorganisation: 0,
            good_enemies: 0,
            own: Around::default(),
            enemy: Around::default(),
            general: GeneralNear::None,
            supports: 0,
            cover: Cover::None,
            nearest: Some(30.0),
            sheet: SheetRef::default(),
        }
    }

    fn check(&self) -> Result<(), SituationError> {
        check_troop("unit", &self.troop)?;
        self.worn.check("unit")?;
        check_factors("unit", self.disorganisation)?;
        self.own.check("unit")?;
        self.enemy.check("unit")?;
        check_number("unit", self.good_enemies.into(), 0, MOST_UNITS)?;
        check_number("unit", self.supports.into(), 0, MOST_UNITS)?;
        self.nearest.map_or(Ok(()), |cm| check_length("unit", cm))
    }

    /// The factors of table 13D.
    fn factors(&self, r: &mut impl Record) -> i32 {
        let n = &numbers().tests.rally;
        let by = || clause!("T13.D");
        let mut sum = Sum::new("rally", r);
        let factors = counted(&self.troop, self.disorganisation, sum.r).min(MOST_FACTORS);
        sum.times(say!("row-disorganisation"), n.disorder, factors, by());
        let steps = self.worn.steps(&self.sheet, sum.r);
        sum.times(say!("row-five-percent"), n.losses, steps, by());
        sum.times(say!("row-enemy-in-good-morale"), n.enemy_near, self.good_enemies, by());
        sum.times(say!("row-own-falling-back"), n.own_giving_ground, self.own.falling_back, by());
        sum.times(say!("row-own-retreating"), n.own_retreating, self.own.retreating, by());
        sum.times(say!("row-own-routing"), n.own_routing, self.own.routing, by());
        match self.general {
            GeneralNear::Within5 => sum.add(say!("row-general-5"), n.general_5, by()),
            GeneralNear::Within50 => sum.add(say!("row-general-50"), n.general_50, by()),
            GeneralNear::None => {}
        }
        sum.times(say!("row-support"), n.support, self.supports, by());
        match self.cover {
            Cover::None => {}
            Cover::Soft => sum.add(say!("row-soft-cover"), n.soft_cover, by()),
            Cover::Hard | Cover::Building | Cover::Complete => {
                sum.add(say!("row-hard-cover"), n.hard_cover, by())
            }
        }
        if self.nearest.is_none_or(|cm| super::beyond(cm, FAR)) {
            sum.add(say!("row-enemy-far"), n.enemy_far, by());
        }
        sum.times(say!("row-enemy-falling-back"), n.enemy_giving_ground, self.enemy.falling_back, by());
        sum.times(say!("row-enemy-retreating"), n.enemy_retreating, self.enemy.retreating, by());
        sum.times(say!("row-enemy-routing"), n.enemy_routing, self.enemy.routing, by());
        let total = sum.total;
        r.total("factors", total);
        total
    }
}

/// An enemy farther than this is far (table 13D).
pub const FAR: f64 = 50.0;

/// Three dice of which only the sum matters.
fn roll(irregular: bool, d: &mut impl Dice, r: &mut impl Record) -> i32 {
    let sum = d.sum_seen(3, test_die(irregular), &mut |face| r.die(face));
    r.total("dice", sum.into());
    sum.into()
}

/// Routers at the end of a move. Three dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RallyRoutSituation {
    pub unit: Rallying,
    /// Figures, and men lost in this move.
    #[schemars(range(min = 1, max = 10_000))]
    pub figures: u32,
    #[serde(default)]
    #[schemars(range(max = 10_000))]
    pub lost: u32,
    /// They tried to surrender and were ignored.
    #[serde(default)]
    pub surrender_refused: bool,
}

/// What they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Rallied {
    pub score: i32,
    pub result: RallyResult,
}

impl Rallied {
    /// In words.
    pub fn message(&self) -> Message {
        match self.result {
            RallyResult::HaltAndRally => say!("rally-halts"),
            RallyResult::ContinueRout => say!("rally-routs-on"),
            RallyResult::Dispersed => say!("rally-dispersed"),
        }
    }
}
words::spoken!(Rallied);

fn check_rout(s: &RallyRoutSituation) -> Result<(), SituationError> {
    s.unit.check()?;
    check_count("figures", s.figures, 1)?;
    check_count("lost", s.lost, 0)?;
    if s.lost >= s.figures && !s.surrender_refused {
        let by = clause!("23.6.a");
        return Err(impossible("lost", say!("no-rally-under-losses", by)));
    }
    Ok(())
}

fn prepare_rout(s: &RallyRoutSituation, r: &mut impl Record) -> (Troop, i32) {
    r.reckon(|| say!("reckon-may-rally"), clause!("23.6.a"));
    r.clause(clause!("23.5.g"));
    (s.unit.troop, s.unit.factors(r))
}

fn rally_rout(p: &(Troop, i32), d: &mut impl Dice, r: &mut impl Record) -> Rallied {
    let score = roll(p.0.irregular(), d, r) + p.1;
    r.total("score", score);
    let result = numbers().results.rout(p.0.class, score);
    r.reckon(|| say!("reckon-rally-score", score), clause!("23.6.b"));
    r.clause(clause!("T16.D"));
    r.clause(clause!("23.6.c"));
    Rallied { score, result }
}

procedure!(
    /// Rallying from rout.
    RallyRout: RallyRoutSituation => (Troop, i32) => Rallied, "rally-rout", "title-rally-rout",
    check_rout, prepare_rout, rally_rout,
    { "unit": { "troop": { "nation": "other", "arm": "line-infantry", "footing": "regular", "class": "C", "training": "C" },
                "worn": { "start": 20, "lost": 6 }, "disorganisation": 6, "general": "within5", "nearest": 60 },
      "figures": 14 }
);

/// Pursuers at the end of a move. Three dice, unless they rally by themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RallyPursuitSituation {
    pub unit: Rallying,
    /// Cm to the routers; nothing if none are left.
    #[serde(default)]
    pub gap: Option<f64>,
    /// Each of them has a prisoner.
    #[serde(default)]
    pub all_have_prisoners: bool,
    /// They are at the edge of the table.
    #[serde(default)]
    pub at_edge: bool,
}

/// What pursuers do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PursuitDoes {
    /// They rally without a test.
    RallyByThemselves,
    HaltOrContinue,
    Continue,
    Halt,
}

/// With the score, where there was a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct PursuitRallied {
    pub score: Option<i32>,
    pub does: PursuitDoes,
}

impl PursuitRallied {
    /// In words.
    pub fn message(&self) -> Message {
        match self.does {
            PursuitDoes::RallyByThemselves => say!("pursuit-rallies"),
            PursuitDoes::HaltOrContinue => say!("pursuit-may-halt"),
            PursuitDoes::Continue => say!("pursuit-goes-on"),
            PursuitDoes::Halt => say!("pursuit-halts"),
        }
    }
}
words::spoken!(PursuitRallied);

fn check_pursuit(s: &RallyPursuitSituation) -> Result<(), SituationError> {
    s.unit.check()?;
    s.gap.map_or(Ok(()), |cm| check_length("gap", cm))
}

/// Pursuers rally by themselves when the routers are farther than this (23.8.a).
pub const ESCAPED: f64 = 5.0;

fn prepare_pursuit(s: &RallyPursuitSituation, r: &mut impl Record) -> Option<(Troop, i32)> {
    if s.at_edge {
        r.reckon(|| say!("reckon-pursuit-edge"), clause!("23.7.d"));
        return None;
    }
    if s.all_have_prisoners || s.gap.is_none_or(|cm| super::beyond(cm, ESCAPED)) {
        r.reckon(|| say!("reckon-pursuit-over", cm = ESCAPED), clause!("23.8.a"));
        return None;
    }
    Some((s.unit.troop, s.unit.factors(r)))
}

fn rally_pursuit(p: &Option<(Troop, i32)>, d: &mut impl Dice, r: &mut impl Record) -> PursuitRallied {
    let Some((troop, factors)) = p else {
        return PursuitRallied { score: None, does: PursuitDoes::RallyByThemselves };
    };
    let score = roll(troop.irregular(), d, r) + factors;
    r.total("score", score);
    r.reckon(|| say!("reckon-rally-score", score), clause!("23.8.b"));
    r.clause(clause!("T16.E"));
    r.clause(clause!("23.8.c"));
    let does = match numbers().results.pursuit(troop.class, score) {
        PursuitResult::HaltOrContinue => PursuitDoes::HaltOrContinue,
        PursuitResult::Continue => PursuitDoes::Continue,
        PursuitResult::Halt => PursuitDoes::Halt,
    };
    PursuitRallied { score: Some(score), does }
}

procedure!(
    /// Rallying from pursuit.
    RallyPursuit: RallyPursuitSituation => Option<(Troop, i32)> => PursuitRallied, "rally-pursuit", "title-rally-pursuit",
    check_pursuit, prepare_pursuit, rally_pursuit,
    { "unit": { "troop": { "nation": "britain", "arm": "heavy-cavalry", "footing": "regular", "class": "C", "training": "C" },
                "worn": { "start": 12, "lost": 1 }, "disorganisation": 3, "nearest": 30 },
      "gap": 2 }
);
