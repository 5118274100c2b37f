//! Formation morale, lost and regained, and the danger in which attached officers are.

use super::{beyond, check_metres, check_value};
use crate::book::{BAD, table, whole};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use umpire::{Dice, Die, Procedure, Readings, Record, SituationError, check_count, check_number, impossible};
use words::Message;

umpire::choice!(
    /// How many tests are made with more than 75 % not in good order (formation-morale.7)?
    LastBand { Three, Four }
);
umpire::choice!(
    /// Is there a roll for an attached officer in the bombardment phase (officers.12)?
    OfficerFire { Rolls, NoRoll }
);

/// The readings that matter to formation morale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct MoraleReadings {
    #[serde(rename = "last-morale-band")]
    pub last_band: LastBand,
    #[serde(rename = "officer-under-fire")]
    pub officer_fire: OfficerFire,
}

impl MoraleReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> MoraleReadings {
        MoraleReadings {
            last_band: LastBand::pick(r.is(reading!("last-morale-band", "four"))),
            officer_fire: OfficerFire::pick(r.is(reading!("officer-under-fire", "no-roll"))),
        }
    }
}

/// The level of a formation at the start, and the most it regains (formation-morale.6, gt-reorganise.4).
pub const FULL_LEVEL: i8 = 3;

/// A formation after the melees of a sequence. One die for each test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormationMoraleSituation {
    /// Formation morale.
    #[schemars(range(min = 1, max = 10))]
    pub value: u8,
    /// Its level, without stars.
    #[serde(default = "full")]
    #[schemars(range(min = -9, max = 3))]
    pub level: i8,
    /// Stars of an officer attached to its commander.
    #[serde(default)]
    #[schemars(range(max = 9))]
    pub stars: u8,
    /// Bases at the start of the battle, battalion guns and reserve batteries not counted.
    #[schemars(range(min = 1, max = 10_000))]
    pub bases: u32,
    /// Bases removed.
    #[serde(default)]
    pub removed: u32,
    /// Bases left of units with six or more U.
    #[serde(default)]
    pub disordered: u32,
    /// Melees lost in this sequence.
    #[serde(default)]
    pub lost: u32,
    /// Melees won in it.
    #[serde(default)]
    pub won: u32,
    #[serde(default)]
    pub readings: MoraleReadings,
}

fn full() -> i8 {
    FULL_LEVEL
}

/// The level of a formation after its tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MoraleOutcome {
    /// Without stars.
    pub level: i8,
    /// It is removed from the game.
    pub removed: bool,
}

impl MoraleOutcome {
    fn of(level: i8, stars: u8, r: &mut impl Record) -> MoraleOutcome {
        let removed = i16::from(level) + i16::from(stars) <= 0;
        if removed {
            r.reckon(|| say!("reckon-formation-removed"), clause!("formation-morale.6"));
        }
        MoraleOutcome { level, removed }
    }

    /// In words.
    pub fn message(&self) -> Message {
        if self.removed { say!("formation-removed") } else { say!("formation-level", level = self.level) }
    }
}
words::spoken!(MoraleOutcome);

/// Tests for so many bases of all that are not in good order (formation-morale.7).
pub fn morale_tests(bad: u32, all: u32, last: LastBand) -> u8 {
    static BANDS: OnceLock<Vec<(u64, u8)>> = OnceLock::new();
    let bands = BANDS.get_or_init(|| {
        let band = |r: &Vec<umpire::Cell>| {
            let from: u64 = r[0].text()?.split_once('-')?.0.parse().ok()?;
            // The bands are whole per cents; exactly it is more than 25, 50 and 75.
            Some((from.saturating_sub(1), whole(&r[1])? as u8))
        };
        table("formation-morale.tests").rows.iter().map(|r| band(r).expect(BAD)).collect()
    });
    let in_band = |(over, _): &(u64, u8)| u64::from(bad) * 100 > over * u64::from(all);
    let at = bands.iter().rposition(in_band).unwrap_or(0);
    let more = u8::from(at + 1 == bands.len() && last == LastBand::Four);
    bands[at].1 + more
}

/// Formation morale.
#[derive(Clone, Copy, Debug)]
pub struct FormationMorale;

impl Procedure for FormationMorale {
    type Situation = FormationMoraleSituation;
    /// Value, tests, level, stars.
    type Prepared = (u8, u8, i8, u8);
    type Outcome = MoraleOutcome;

    const NAME: &'static str = "formation-morale";

    fn title() -> Message {
        say!("title-formation-morale")
    }

    fn check(s: &FormationMoraleSituation) -> Result<(), SituationError> {
        check_value("value", s.value)?;
        check_number("level", s.level.into(), -9, FULL_LEVEL.into())?;
        check_number("stars", s.stars.into(), 0, 9)?;
        check_count("bases", s.bases, 1)?;
        check_count("lost", s.lost, 0)?;
        check_count("won", s.won, 0)?;
        if u64::from(s.removed) + u64::from(s.disordered) > u64::from(s.bases) {
            return Err(impossible("removed", say!("no-more-than-all", all = s.bases)));
        }
        if i16::from(s.level) + i16::from(s.stars) <= 0 {
            let by = clause!("formation-morale.6");
            return Err(impossible("level", say!("level-is-removed", by)));
        }
        Ok(())
    }

    fn prepare(s: &FormationMoraleSituation, r: &mut impl Record) -> (u8, u8, i8, u8) {
        if s.stars > 0 {
            r.modifier("level", say!("mod-star-levels"), s.stars.into(), clause!("formation-morale.10"));
        }
        let (lost, won) = (s.lost, s.won);
        if lost <= won {
            r.reckon(|| say!("reckon-no-more-lost", lost, won), clause!("formation-morale.3"));
            return (s.value, 0, s.level, s.stars);
        }
        let bad = s.removed + s.disordered;
        r.reckon(
            || {
                say!(
                    "reckon-good-order",
                    bad,
                    bases = s.bases,
                    removed = s.removed,
                    disordered = s.disordered
                )
            },
            clause!("formation-morale.5"),
        );
        let tests = morale_tests(bad, s.bases, s.readings.last_band);
        r.reckon(|| say!("reckon-morale-tests", tests), clause!("formation-morale.7"));
        (s.value, tests, s.level, s.stars)
    }

    fn resolve(p: &(u8, u8, i8, u8), d: &mut impl Dice, r: &mut impl Record) -> MoraleOutcome {
        let (value, tests, level, stars) = *p;
        let failed = super::dice::count_above(value.into(), tests, d, r);
        if tests > 0 {
            r.reckon(|| say!("reckon-levels-lost", tests, failed), clause!("formation-morale.6"));
        }
        MoraleOutcome::of(level - failed as i8, stars, r)
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "value": 6, "bases": 28, "removed": 4, "disordered": 11, "lost": 2, "won": 1 })
    }
}

/// Farther than this from the enemy a formation recovers (gt-reorganise.1, gt-reorganise.4).
pub const FAR: f64 = 1000.0;

/// A formation that wants to regain a level. One die, if it may.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegainSituation {
    #[schemars(range(min = 1, max = 10))]
    pub value: u8,
    /// Its level, without stars.
    #[schemars(range(min = -9, max = 3))]
    pub level: i8,
    #[serde(default)]
    #[schemars(range(max = 9))]
    pub stars: u8,
    /// Metres from the enemy of whichever of its commands is nearest to him.
    #[serde(default)]
    pub enemy: Option<f64>,
    /// All its commands are on defence order.
    pub on_defence: bool,
    /// Its corps has a headquarters, and its integrity.
    #[serde(default = "yes")]
    pub headquarters: bool,
}

fn yes() -> bool {
    true
}

/// Regaining formation morale.
#[derive(Clone, Copy, Debug)]
pub struct RegainMorale;

impl Procedure for RegainMorale {
    type Situation = RegainSituation;
    /// Value if it may test, level, stars.
    type Prepared = (Option<u8>, i8, u8);
    type Outcome = MoraleOutcome;

    const NAME: &'static str = "regain-morale";

    fn title() -> Message {
        say!("title-regain-morale")
    }

    fn check(s: &RegainSituation) -> Result<(), SituationError> {
        check_value("value", s.value)?;
        check_number("level", s.level.into(), -9, FULL_LEVEL.into())?;
        check_number("stars", s.stars.into(), 0, 9)?;
        check_metres("enemy", s.enemy)
    }

    fn prepare(s: &RegainSituation, r: &mut impl Record) -> (Option<u8>, i8, u8) {
        let far = s.enemy.is_none_or(|m| beyond(m, FAR));
        let may = far && s.on_defence && s.level < FULL_LEVEL;
        if !may {
            r.reckon(|| say!("reckon-cannot-regain", limit = FAR), clause!("gt-reorganise.4"));
            return (None, s.level, s.stars);
        }
        if !s.headquarters {
            r.reckon(|| say!("reckon-no-headquarters"), clause!("corps-hq.4"));
            return (None, s.level, s.stars);
        }
        r.reckon(|| say!("reckon-may-regain"), clause!("gt-reorganise.4"));
        (Some(s.value), s.level, s.stars)
    }

    fn resolve(p: &(Option<u8>, i8, u8), d: &mut impl Dice, r: &mut impl Record) -> MoraleOutcome {
        let (value, level, stars) = *p;
        let regained = value.is_some_and(|v| super::dice::count_above(v.into(), 1, d, r) == 0);
        MoraleOutcome::of(level + i8::from(regained), stars, r)
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "value": 6, "level": 2, "enemy": 1200, "on_defence": true })
    }
}

/// To what an officer is attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttachedTo {
    /// A unit.
    Unit,
    /// The commander of a formation, for its morale: its level, without his stars.
    Formation { level: i8 },
}

/// An officer whose unit, or a unit of whose formation, is in melee or under fire. One die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RiskSituation {
    pub attached: AttachedTo,
    #[serde(default)]
    pub in_melee: bool,
    #[serde(default)]
    pub under_fire: bool,
    /// It is the bombardment phase, outside any sequence.
    #[serde(default)]
    pub bombardment_phase: bool,
    #[serde(default)]
    pub readings: MoraleReadings,
}

/// What becomes of an officer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RiskOutcome {
    Unhurt,
    /// He is removed; of a formation its level is this now.
    Falls {
        level: Option<i8>,
    },
}

impl RiskOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            RiskOutcome::Unhurt => say!("officer-unhurt"),
            RiskOutcome::Falls { level: None } => say!("officer-falls"),
            RiskOutcome::Falls { level: Some(level) } => say!("officer-falls-level", level),
        }
    }
}
words::spoken!(RiskOutcome);

/// The face on which an attached officer falls (officers.12).
pub const FALLS: u8 = 10;

/// The danger of an attached officer.
#[derive(Clone, Copy, Debug)]
pub struct OfficerRisk;

impl Procedure for OfficerRisk {
    type Situation = RiskSituation;
    type Prepared = Option<AttachedTo>;
    type Outcome = RiskOutcome;

    const NAME: &'static str = "officer-risk";

    fn title() -> Message {
        say!("title-officer-risk")
    }

    fn check(s: &RiskSituation) -> Result<(), SituationError> {
        match s.attached {
            AttachedTo::Unit => Ok(()),
            AttachedTo::Formation { level } => check_number("attached", level.into(), -9, FULL_LEVEL.into()),
        }
    }

    fn prepare(s: &RiskSituation, r: &mut impl Record) -> Option<AttachedTo> {
        let outside = s.bombardment_phase && s.readings.officer_fire == OfficerFire::NoRoll;
        if outside || !(s.in_melee || s.under_fire) {
            r.reckon(|| say!("reckon-in-no-danger"), clause!("officers.12"));
            return None;
        }
        r.reckon(|| say!("reckon-in-danger", falls = FALLS), clause!("officers.12"));
        Some(s.attached)
    }

    fn resolve(p: &Option<AttachedTo>, d: &mut impl Dice, r: &mut impl Record) -> RiskOutcome {
        let Some(attached) = p else { return RiskOutcome::Unhurt };
        let face = d.reach(Die::D10, FALLS);
        r.die(face);
        if face < FALLS {
            if let AttachedTo::Formation { .. } = attached {
                r.clause(clause!("formation-morale.11"));
            }
            return RiskOutcome::Unhurt;
        }
        match attached {
            AttachedTo::Unit => RiskOutcome::Falls { level: None },
            AttachedTo::Formation { level } => {
                r.modifier("level", say!("mod-star-fell"), -1, clause!("formation-morale.11"));
                RiskOutcome::Falls { level: Some(level - 1) }
            }
        }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "attached": "unit", "in_melee": true })
    }
}
