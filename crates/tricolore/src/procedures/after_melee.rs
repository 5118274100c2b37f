//! What a retreat after melee does to friends, through which gaps it goes, and the battery at which an enemy stays.

use super::dice::{Against, Disordered, Letter, disordered};
use super::{Within, check_disorder, check_metres, check_value, granted};
use crate::book::distance;
use crate::unit::BROKEN_U;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Readings, Record, SituationError};
use words::Message;

umpire::choice!(
    /// Are the U of skirmishers who pass through others added to those of the retreat (melee-retreat.5)?
    ChainRetreat { Greater, Added }
);

/// The readings that matter to a retreat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct RetreatReadings {
    pub within: Within,
    pub chain_retreat: ChainRetreat,
}

impl RetreatReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> RetreatReadings {
        RetreatReadings {
            within: Within::of(r),
            chain_retreat: ChainRetreat::pick(r.is(reading!("chain-retreat", "added"))),
        }
    }
}

/// Nearer than this friends test with two dice (melee-retreat.4).
pub const SHOCK_NEAR: f64 = 50.0;
/// Nearer than this they test at all, and straight behind get 1 U (melee-retreat.3, melee-retreat.4).
pub const SHOCK_FAR: f64 = 100.0;

/// A friend of a unit that retreats from melee. Dice: two, one or none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShockSituation {
    /// Metres from the place where the retreating unit stood.
    pub distance: f64,
    /// It stands straight behind that place.
    #[serde(default)]
    pub straight_behind: bool,
    #[schemars(range(min = 1, max = 10))]
    pub morale: u8,
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    /// Skirmishers passed through by skirmishers: the U of those.
    #[serde(default)]
    pub passed_by: Option<u8>,
    #[serde(default)]
    pub readings: RetreatReadings,
}

/// A retreat seen by friends.
#[derive(Clone, Copy, Debug)]
pub struct RetreatShock;

/// What it is that shakes them.
#[derive(Clone, Copy, Debug)]
pub struct Shock {
    morale: Against,
    dice: u8,
    certain: u8,
    passed_by: Option<u8>,
    added: bool,
    had: u8,
}

impl Procedure for RetreatShock {
    type Situation = ShockSituation;
    type Prepared = Shock;
    type Outcome = Disordered;

    const NAME: &'static str = "retreat-shock";

    fn title() -> Message {
        say!("title-retreat-shock")
    }

    fn check(s: &ShockSituation) -> Result<(), SituationError> {
        check_metres("distance", Some(s.distance))?;
        check_value("morale", s.morale)?;
        check_disorder("disorder", s.disorder)?;
        check_disorder("passed_by", s.passed_by.unwrap_or(0))
    }

    fn prepare(s: &ShockSituation, r: &mut impl Record) -> Shock {
        let near = |limit| s.readings.within.inside(s.distance, limit);
        let dice = if near(SHOCK_NEAR) { 2 } else { u8::from(near(SHOCK_FAR)) };
        r.reckon(
            || say!("reckon-shock", distance = words::tenths(s.distance), dice),
            clause!("melee-retreat.4"),
        );
        let certain = u8::from(s.straight_behind && near(SHOCK_FAR));
        if certain > 0 {
            r.modifier("unit", say!("mod-straight-behind"), 1, clause!("melee-retreat.3"));
        }
        if let Some(u) = s.passed_by {
            r.reckon(|| say!("reckon-passed-by-skirmishers", disorder = u), clause!("melee-retreat.5"));
        }
        Shock {
            morale: Against::new(Letter::M, s.morale),
            dice,
            certain,
            passed_by: s.passed_by,
            added: s.readings.chain_retreat == ChainRetreat::Added,
            had: s.disorder,
        }
    }

    fn resolve(p: &Shock, d: &mut impl Dice, r: &mut impl Record) -> Disordered {
        let shaken = p.morale.disorders(p.dice, d, r) + p.certain;
        let gained = match p.passed_by {
            Some(u) if p.added => shaken + u,
            Some(u) => shaken.max(u),
            None => shaken,
        };
        Disordered { gained, disorder: disordered(p.had, gained, r) }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "distance": 40, "straight_behind": true, "morale": 5 })
    }
}

/// An enemy beside the way of a retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GapEnemy {
    #[serde(default)]
    pub cavalry: bool,
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
}

/// Two enemies between whom a unit would retreat. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GapSituation {
    /// The retreating unit is cavalry.
    #[serde(default)]
    pub cavalry: bool,
    pub enemies: [GapEnemy; 2],
    /// Metres between their outlines.
    pub gap: f64,
}

/// Whether a way is open to a retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GapOutcome {
    Open,
    /// A unit that has no other way is eliminated.
    Closed,
}

impl GapOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            GapOutcome::Open => say!("gap-open"),
            GapOutcome::Closed => say!("gap-closed"),
        }
    }
}
words::spoken!(GapOutcome);

/// Gaps through which a unit retreats.
#[derive(Clone, Copy, Debug)]
pub struct RetreatGap;

impl Procedure for RetreatGap {
    type Situation = GapSituation;
    type Prepared = GapOutcome;
    type Outcome = GapOutcome;

    const NAME: &'static str = "retreat-gap";

    fn title() -> Message {
        say!("title-retreat-gap")
    }

    fn check(s: &GapSituation) -> Result<(), SituationError> {
        check_metres("gap", Some(s.gap))?;
        s.enemies.iter().try_for_each(|e| check_disorder("enemies", e.disorder))
    }

    fn prepare(s: &GapSituation, r: &mut impl Record) -> GapOutcome {
        if s.enemies.iter().any(|e| e.disorder >= BROKEN_U) {
            r.reckon(|| say!("reckon-broken-do-not-close"), clause!("melee-retreat.6"));
            return GapOutcome::Open;
        }
        let easy = s.cavalry && s.enemies.iter().all(|e| !e.cavalry);
        let least = if easy {
            distance("gap needed by cavalry between non-cavalry enemies")
        } else {
            distance("gap needed to retreat between enemies")
        };
        r.reckon(|| say!("reckon-gap", gap = words::tenths(s.gap), least), clause!("melee-retreat.6"));
        if granted(least, s.gap) {
            return GapOutcome::Open;
        }
        r.reckon(|| say!("reckon-no-way-out"), clause!("melee-retreat.7"));
        GapOutcome::Closed
    }

    fn resolve(p: &GapOutcome, _: &mut impl Dice, _: &mut impl Record) -> GapOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "cavalry": true, "enemies": [{}, {}], "gap": 150 })
    }
}

/// What happened to the enemy who stays at a battery, up to the end of the next melee phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Destroyer {
    /// He is still there.
    Stays,
    /// He was attacked, and did not retreat.
    Held,
    /// He was forced to retreat.
    DrivenOff,
    /// He broke through, or went away of his own will.
    Gone,
}

/// A battery at which an enemy has stayed. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AtGunsSituation {
    pub destroyer: Destroyer,
    /// U of the unit that stays.
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
}

/// What becomes of the battery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AtGunsOutcome {
    /// It is destroyed; the unit that did it has so many U.
    Destroyed {
        disorder: u8,
    },
    Free,
}

impl AtGunsOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            AtGunsOutcome::Destroyed { disorder } => say!("battery-destroyed", disorder),
            AtGunsOutcome::Free => say!("battery-free"),
        }
    }
}
words::spoken!(AtGunsOutcome);

/// Destroying a battery.
#[derive(Clone, Copy, Debug)]
pub struct AtGuns;

impl Procedure for AtGuns {
    type Situation = AtGunsSituation;
    type Prepared = AtGunsOutcome;
    type Outcome = AtGunsOutcome;

    const NAME: &'static str = "at-guns";

    fn title() -> Message {
        say!("title-at-guns")
    }

    fn check(s: &AtGunsSituation) -> Result<(), SituationError> {
        check_disorder("disorder", s.disorder)
    }

    fn prepare(s: &AtGunsSituation, r: &mut impl Record) -> AtGunsOutcome {
        match s.destroyer {
            Destroyer::DrivenOff => {
                r.reckon(|| say!("reckon-battery-saved"), clause!("attack.infcav.5"));
                return AtGunsOutcome::Free;
            }
            Destroyer::Gone => {
                r.reckon(|| say!("reckon-enemy-gone"), clause!("melee-guns.2"));
                return AtGunsOutcome::Free;
            }
            Destroyer::Held => r.reckon(|| say!("reckon-attack-in-vain"), clause!("melee-guns.4")),
            Destroyer::Stays => {}
        }
        r.modifier("unit", say!("mod-destroys-battery"), 1, clause!("melee-guns.3"));
        AtGunsOutcome::Destroyed { disorder: disordered(s.disorder, 1, r) }
    }

    fn resolve(p: &AtGunsOutcome, _: &mut impl Dice, _: &mut impl Record) -> AtGunsOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "destroyer": "stays", "disorder": 2 })
    }
}
