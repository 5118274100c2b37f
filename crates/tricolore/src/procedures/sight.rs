//! Sight range by height, ground and weather, and what mud makes of roads.

use super::movement::Metres;
use crate::book::{BAD, SheetRef, table};
use crate::field::Weather;
use crate::ground::Terrain;
use crate::sight;
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Record, SituationError, check_number, impossible};
use words::Message;

/// A line of sight. No dice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SightSituation {
    /// Levels by which the observer stands above the thing observed.
    #[schemars(range(max = 20))]
    pub levels: u8,
    /// Ground through which the line goes, or in which it begins or ends, and which is not overlooked.
    #[schemars(length(max = 20))]
    pub through: Vec<Terrain>,
    /// It goes through a town zone.
    pub town: bool,
    pub weather: Weather,
    /// The reference sheet that is played; the built-in one where nothing is said.
    #[serde(default, skip_serializing_if = "SheetRef::is_built_in")]
    pub sheet: SheetRef,
}

/// How far one sees.
#[derive(Clone, Copy, Debug)]
pub struct SightRange;

impl Procedure for SightRange {
    type Situation = SightSituation;
    type Prepared = Metres;
    type Outcome = Metres;

    const NAME: &'static str = "sight-range";

    fn title() -> Message {
        say!("title-sight-range")
    }

    fn check(s: &SightSituation) -> Result<(), SituationError> {
        if s.through.len() > 20 {
            return Err(impossible("through", say!("list-at-most", most = 20)));
        }
        check_number("levels", s.levels.into(), 0, 20)
    }

    fn prepare(s: &SightSituation, r: &mut impl Record) -> Metres {
        let ground = s.sheet.terrain();
        let (far, by) = sight::far(&ground.sight, s.levels, s.weather);
        let mut metres = far as u16;
        r.reckon(
            || match s.weather {
                Weather::Fair => say!("reckon-sight", metres),
                _ => say!("reckon-sight-weather", metres),
            },
            by,
        );
        for t in &s.through {
            let most = ground.through(*t).map_or(metres, |(most, _)| most as u16);
            if most < metres {
                metres = most;
                r.reckon(|| say!("reckon-sight-ground", metres), clause!("sight.2"));
            }
        }
        if s.town {
            metres = 0;
            r.reckon(|| say!("reckon-sight-ground", metres), clause!("sight.2"));
        }
        Metres { metres }
    }

    fn resolve(p: &Metres, _: &mut impl Dice, _: &mut impl Record) -> Metres {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "levels": 1, "through": ["light-wood"] })
    }
}

/// Somebody on a road. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoadSituation {
    /// Metres that he goes on a road.
    #[serde(default)]
    pub on_road: u16,
    /// Metres that he goes beside it.
    #[serde(default)]
    pub off_road: u16,
    /// A train, which goes on roads only and by its own numbers.
    #[serde(default)]
    pub train: bool,
    #[serde(default)]
    pub cobbled: bool,
    #[serde(default)]
    pub mud: bool,
}

/// What a road is worth.
#[derive(Clone, Copy, Debug)]
pub struct RoadSpeed;

impl Procedure for RoadSpeed {
    type Situation = RoadSituation;
    type Prepared = Metres;
    type Outcome = Metres;

    const NAME: &'static str = "road-speed";

    fn title() -> Message {
        say!("title-road-speed")
    }

    fn prepare(s: &RoadSituation, r: &mut impl Record) -> Metres {
        let sunk = s.mud && !s.cobbled;
        if s.train {
            let cell =
                table("distances.summary").cell("train on road / on uncobbled road in mud", "distance");
            let both = cell.and_then(umpire::Cell::text).and_then(|t| t.split_once(" / "));
            let (dry, wet): (u16, u16) =
                both.and_then(|(a, b)| a.parse().ok().zip(b.parse().ok())).expect(BAD);
            if sunk {
                r.reckon(|| say!("reckon-train-in-mud", metres = wet), clause!("weather.6"));
                return Metres { metres: wet };
            }
            r.reckon(|| say!("reckon-train-on-road", metres = dry), clause!("corps-train.3"));
            return Metres { metres: dry };
        }
        if sunk {
            r.reckon(|| say!("reckon-road-in-mud"), clause!("weather.6"));
            return Metres { metres: s.off_road };
        }
        r.reckon(|| say!("reckon-road", metres = s.on_road), clause!("march-phase.2"));
        Metres { metres: s.on_road }
    }

    fn resolve(p: &Metres, _: &mut impl Dice, _: &mut impl Record) -> Metres {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "on_road": 1200, "off_road": 600, "mud": true })
    }
}
