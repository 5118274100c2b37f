//! Facts and options that several chapters ask for.

use crate::book::SheetRef;
use crate::troop::{Class, Troop};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Record, SituationError, check_count, check_number};
use words::Message;

/// How losses become figures (20.1, 20.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LossSystem {
    /// Twenty losses are a figure, the rest is carried.
    #[default]
    Twenties,
    /// The optional system: no random factors, and a chance of one more figure.
    Chance,
}

/// Parts of the book that are played by agreement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Options {
    pub losses: LossSystem,
    /// National characteristics (appendix III).
    pub national: bool,
    /// Figures of 5 or 6 mm, ten to a base (appendix VI). Distances stay those of the book: twice what is measured on their table (A6.5).
    pub small_figures: bool,
}

/// Figures at the start of the battle and those lost since.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Worn {
    #[schemars(range(min = 1, max = 10_000))]
    pub start: u32,
    #[serde(default)]
    pub lost: u32,
    /// Of a part: what the unit had lost when it was split, in per cent (6.4.d).
    #[serde(default)]
    #[schemars(range(max = 100))]
    pub before: u8,
}

impl Worn {
    pub fn new(start: u32, lost: u32) -> Worn {
        Worn { start, lost, before: 0 }
    }

    pub(crate) fn check(&self, field: &'static str) -> Result<(), SituationError> {
        check_count(field, self.start, 1)?;
        check_count(field, self.lost, 0)?;
        check_number(field, self.before.into(), 0, 100)
    }

    /// Losses in the whole game in per cent, by figures (20.3.a, 20.3.c).
    pub(crate) fn percent(&self, sheet: &SheetRef, r: &mut impl Record) -> u8 {
        let now = super::losses::percent_of(self.start, self.lost, sheet, r);
        if self.before == 0 {
            return now;
        }
        let all = (self.before + now).min(100);
        r.reckon(|| say!("reckon-percent-of-part", before = self.before, now, all), clause!("6.4.d"));
        all
    }

    /// Steps of 5 % (T13.n.iv).
    pub(crate) fn steps(&self, sheet: &SheetRef, r: &mut impl Record) -> i32 {
        let percent = self.percent(sheet, r);
        if percent > 0 {
            r.reckon(|| say!("reckon-figures-count", percent), clause!("T13.n.iv"));
        }
        i32::from(percent / 5)
    }
}

/// Bodies that count in a test of a unit, within 25 cm of it and in sight (T13.n.i, T13.n.iii).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Around {
    /// Units that give ground or withdraw.
    pub falling_back: u8,
    pub retreating: u8,
    /// Units that rout, are destroyed or surrender.
    pub routing: u8,
}

/// The most units of a kind that a situation may name.
pub const MOST_UNITS: i32 = 50;

impl Around {
    pub(crate) fn check(&self, field: &'static str) -> Result<(), SituationError> {
        [self.falling_back, self.retreating, self.routing]
            .into_iter()
            .try_for_each(|n| check_number(field, n.into(), 0, MOST_UNITS))
    }
}

/// The nearest general who counts: of its own brigade, or that general's superior (7.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GeneralNear {
    #[default]
    None,
    /// Within 50 cm.
    Within50,
    /// Within 5 cm.
    Within5,
}

/// Disorganisation as it counts in a calculation: classes A and B ignore one factor (13.1.c).
pub(crate) fn counted(troop: &Troop, factors: u8, r: &mut impl Record) -> u8 {
    if factors > 0 && troop.class.steady() {
        r.reckon(|| say!("reckon-one-factor-ignored", factors), clause!("13.1.c"));
        return factors - 1;
    }
    factors
}

/// Refuses more factors than anybody ever has.
pub(crate) fn check_factors(field: &'static str, factors: u8) -> Result<(), SituationError> {
    check_number(field, factors.into(), 0, 200)
}

/// Refuses what troops cannot be: regulars have no class E (glossary.class).
pub(crate) fn check_troop(field: &'static str, t: &Troop) -> Result<(), SituationError> {
    if t.regular() && [t.class, t.training].contains(&Class::E) {
        let by = clause!("glossary.class");
        return Err(umpire::impossible(field, say!("no-regulars-of-class-e", by)));
    }
    Ok(())
}

/// May it, or which clause forbids it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    May,
    MayNot { by: Clause },
}

impl Verdict {
    pub fn may(self) -> bool {
        self == Verdict::May
    }

    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Verdict::May => say!("verdict-may"),
            Verdict::MayNot { by } => say!("verdict-may-not", by),
        }
    }

    /// It is forbidden, and why.
    pub(crate) fn no(says: Message, by: Clause, r: &mut impl Record) -> Verdict {
        r.reckon(|| says, by);
        Verdict::MayNot { by }
    }

    /// It is allowed, by what.
    pub(crate) fn yes(says: Message, by: Clause, r: &mut impl Record) -> Verdict {
        r.reckon(|| says, by);
        Verdict::May
    }
}
words::spoken!(Verdict);
