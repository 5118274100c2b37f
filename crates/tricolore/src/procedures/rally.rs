//! Reorganising, in the tactical and in the grand-tactical administration.

use super::dice::{Against, Letter, NEAR_ENEMY, trained};
use super::morale::FAR;
use super::{Within, beyond, check_disorder, check_metres, check_value};
use crate::troop::Arm;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Readings, Record, SituationError};
use words::Message;

umpire::choice!(
    /// With how many dice do batteries reorganise near and far from the enemy (gt-reorganise.3)?
    GunRally { Literal, Exchanged }
);
umpire::choice!(
    /// What does a closed headquarters change of reorganising in the tactical part (corps-hq.4)?
    ClosedTactical { Nothing, AsNear }
);

/// The readings that matter to reorganising.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct RallyReadings {
    pub within: Within,
    pub gun_rally: GunRally,
    #[serde(rename = "closed-headquarters")]
    pub closed_tactical: ClosedTactical,
}

impl RallyReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> RallyReadings {
        RallyReadings {
            within: Within::of(r),
            gun_rally: GunRally::pick(r.is(reading!("gun-rally", "exchanged"))),
            closed_tactical: ClosedTactical::pick(r.is(reading!("closed-headquarters", "as-near"))),
        }
    }
}

/// In which administration a unit reorganises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Administration {
    #[default]
    Tactical,
    GrandTactical,
}

/// A unit that reorganises. Dice: one, three or none; with a superior officer twice as many.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReorganiseSituation {
    #[serde(default)]
    pub phase: Administration,
    pub arm: Arm,
    #[schemars(range(min = 1, max = 10))]
    pub training: u8,
    /// Active U.
    #[schemars(range(max = 8))]
    pub disorder: u8,
    /// Metres to the nearest enemy.
    #[serde(default)]
    pub enemy: Option<f64>,
    /// Its command is engaged, or it is by itself.
    #[serde(default)]
    pub engaged: bool,
    /// It fought an initial melee in this sequence.
    #[serde(default)]
    pub initial_melee: bool,
    /// It has moved: in this sequence, or in the grand-tactical part in this round.
    #[serde(default)]
    pub moved: bool,
    /// It is in a town zone in which there is no enemy.
    #[serde(default)]
    pub town: bool,
    /// A superior officer is attached to it.
    #[serde(default)]
    pub superior: bool,
    /// Its corps has no headquarters, or has lost its integrity.
    #[serde(default)]
    pub no_headquarters: bool,
    #[serde(default)]
    pub readings: RallyReadings,
}

impl ReorganiseSituation {
    /// An engaged unit in the tactical administration that stood still, no enemy near.
    pub fn new(arm: Arm, training: u8, disorder: u8) -> ReorganiseSituation {
        ReorganiseSituation {
            phase: Administration::Tactical,
            arm,
            training,
            disorder,
            enemy: None,
            engaged: true,
            initial_melee: false,
            moved: false,
            town: false,
            superior: false,
            no_headquarters: false,
            readings: RallyReadings::default(),
        }
    }
}

/// What reorganising comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ReorganiseOutcome {
    pub removed: u8,
    /// U left.
    pub disorder: u8,
}

impl ReorganiseOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        say!("reorganised", removed = self.removed, disorder = self.disorder)
    }
}
words::spoken!(ReorganiseOutcome);

/// How a unit reorganises.
#[derive(Clone, Copy, Debug)]
pub enum Rally {
    Not,
    All,
    /// So many dice, and whether one U goes in any case.
    Dice(Against, u8, bool),
}

/// Reorganising.
#[derive(Clone, Copy, Debug)]
pub struct Reorganise;

/// Dice without a superior officer; `None`: not at all; more than eight: all.
fn dice(s: &ReorganiseSituation, r: &mut impl Record) -> Rally {
    let guns = s.arm == Arm::Artillery;
    let plain = Against::new(Letter::T, s.training);
    match s.phase {
        Administration::Tactical => {
            if guns {
                r.reckon(|| say!("reckon-guns-wait"), clause!("reorganise.1"));
                return Rally::Not;
            }
            if !s.engaged {
                r.reckon(|| say!("reckon-unengaged-wait"), clause!("tactical-admin.1"));
                return Rally::Not;
            }
            if s.initial_melee {
                r.reckon(|| say!("reckon-fought"), clause!("reorganise.1"));
                return Rally::Not;
            }
            let as_near = s.no_headquarters && s.readings.closed_tactical == ClosedTactical::AsNear;
            if as_near {
                r.reckon(|| say!("reckon-no-headquarters"), clause!("corps-hq.4"));
            }
            let clear = s.enemy.is_none_or(|m| beyond(m, NEAR_ENEMY)) && !as_near;
            if s.town || (!s.moved && clear) {
                r.reckon(|| say!("reckon-three-tests"), clause!("reorganise.3"));
                return Rally::Dice(plain, 3, false);
            }
            r.reckon(|| say!("reckon-one-test"), clause!("reorganise.2"));
            Rally::Dice(plain, 1, false)
        }
        Administration::GrandTactical => {
            if s.no_headquarters {
                r.reckon(|| say!("reckon-no-headquarters"), clause!("corps-hq.4"));
            }
            let far = s.enemy.is_none_or(|m| beyond(m, FAR)) && !s.no_headquarters;
            if guns {
                let one = far == (s.readings.gun_rally == GunRally::Literal);
                let dice = if one { 1 } else { 3 };
                r.reckon(|| say!("reckon-guns-reorganise", dice), clause!("gt-reorganise.3"));
                return Rally::Dice(plain, dice, false);
            }
            if s.engaged {
                r.reckon(|| say!("reckon-engaged-have"), clause!("gt-admin.1"));
                return Rally::Not;
            }
            if far && !s.moved {
                r.reckon(|| say!("reckon-all-removed"), clause!("gt-reorganise.1"));
                return Rally::All;
            }
            r.reckon(|| say!("reckon-three-tests"), clause!("gt-reorganise.2"));
            Rally::Dice(plain, 3, false)
        }
    }
}

impl Procedure for Reorganise {
    type Situation = ReorganiseSituation;
    type Prepared = (Rally, u8);
    type Outcome = ReorganiseOutcome;

    const NAME: &'static str = "reorganise";

    fn title() -> Message {
        say!("title-reorganise")
    }

    fn check(s: &ReorganiseSituation) -> Result<(), SituationError> {
        check_value("training", s.training)?;
        check_disorder("disorder", s.disorder)?;
        check_metres("enemy", s.enemy)
    }

    fn prepare(s: &ReorganiseSituation, r: &mut impl Record) -> (Rally, u8) {
        let rally = match dice(s, r) {
            Rally::Dice(_, mut dice, _) => {
                if s.superior {
                    dice *= 2;
                    if s.phase == Administration::Tactical {
                        r.reckon(|| say!("reckon-superior-doubles", dice), clause!("reorganise.4"));
                    } else {
                        r.reckon(|| say!("reckon-superior-doubles", dice), clause!("gt-reorganise.2"));
                    }
                    r.clause(clause!("officers.11"));
                }
                let as_near = s.phase == Administration::Tactical
                    && s.no_headquarters
                    && s.readings.closed_tactical == ClosedTactical::AsNear;
                let enemy = if as_near { Some(0.0) } else { s.enemy };
                let against = trained(s.training, s.disorder, enemy, s.readings.within, r);
                Rally::Dice(against, dice, s.superior)
            }
            other => other,
        };
        (rally, s.disorder)
    }

    fn resolve(p: &(Rally, u8), d: &mut impl Dice, r: &mut impl Record) -> ReorganiseOutcome {
        let had = p.1;
        let removed = match p.0 {
            Rally::Not => 0,
            Rally::All => had,
            Rally::Dice(..) if had == 0 => 0,
            Rally::Dice(against, dice, at_least_one) => {
                against.recovers(dice, d, r).max(u8::from(at_least_one)).min(had)
            }
        };
        ReorganiseOutcome { removed, disorder: had - removed }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "arm": "infantry", "training": 5, "disorder": 2, "enemy": 100, "engaged": true })
    }
}
