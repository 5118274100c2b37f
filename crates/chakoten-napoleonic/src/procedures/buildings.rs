//! Artillery upon buildings, and their strengthening (17.02.4, 17.04).

use super::artillery::{Damaged, PreparedHouse, ruined_by};
use super::fire_readings::{FateOfOccupants, FireReadings, HitsOnBuilding};
use super::works::{DelayOfWork, DelaySituation, Longer, WorkReadings, cannot};
use super::{Roll, check_die};
use crate::book::features::Values;
use crate::troop::{Cover, Obstacle};
use crate::works::building::Damage;
use crate::works::task::Task;
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Record, SituationError, check_count, impossible};
use words::Message;

/// A battery has fired at a building or its occupants. No dice: it is given those of the fire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BuildingHitsSituation {
    /// The three dice of the fire.
    pub dice: [u8; 3],
    /// Their sum with all modifiers for the loss.
    pub result: i32,
    /// The building's cover.
    pub cover: Cover,
    /// Hits that it has had before.
    #[serde(default)]
    pub hits: u8,
    /// All guns of the battery are howitzers.
    #[serde(default)]
    pub howitzers: bool,
    /// Model guns that fired.
    #[serde(default = "one")]
    pub model_guns: u8,
    /// Somebody is in it.
    #[serde(default)]
    pub occupied: bool,
    #[serde(default)]
    pub readings: FireReadings,
}

fn one() -> u8 {
    1
}

/// The procedure of hits upon a building, where the fire has been rolled for already.
#[derive(Clone, Copy, Debug)]
pub struct BuildingHits;

impl Procedure for BuildingHits {
    type Situation = BuildingHitsSituation;
    type Prepared = Damaged;
    type Outcome = Damaged;

    const NAME: &'static str = "building-hits";

    fn title() -> Message {
        say!("title-building-hits")
    }

    fn check(s: &BuildingHitsSituation) -> Result<(), SituationError> {
        for face in s.dice {
            check_die("dice", face)?;
        }
        check_count("model_guns", s.model_guns.into(), 1)?;
        if ruined_by(s.cover).is_none_or(|most| s.hits >= most) {
            let by = clause!("17.04.2");
            return Err(impossible("cover", say!("building-is-ruin", by)));
        }
        Ok(())
    }

    fn prepare(s: &BuildingHitsSituation, r: &mut impl Record) -> Damaged {
        let house = PreparedHouse {
            cover: s.cover,
            hits: s.hits,
            each: match s.readings.building_hit {
                HitsOnBuilding::AFiring => 1,
                HitsOnBuilding::AModelGun => s.model_guns,
            },
            empty: None,
            howitzers: s.howitzers,
            outside: s.occupied && s.readings.ruined_occupants == FateOfOccupants::SetOutside,
        };
        house.struck(s.result, Roll::of(s.dice), r)
    }

    fn resolve(o: &Damaged, _: &mut impl Dice, _: &mut impl Record) -> Damaged {
        *o
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "dice": [4, 4, 6], "result": 9, "cover": "I", "hits": 2 })
    }
}

/// A strong building is strengthened. One die, for the delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StrengthenSituation {
    /// The figures that the building holds.
    pub capacity: u32,
    pub cover: Cover,
    pub obstacle: Obstacle,
    /// Those who work.
    pub figures: u32,
    /// All of them are pioneers or gunners.
    #[serde(default)]
    pub pioneers: bool,
    /// The turns in which they were under effective fire.
    #[serde(default)]
    pub under_fire: u32,
}

/// How long it takes in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct StrengthenOutcome {
    pub turns: u32,
}

impl StrengthenOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        say!("strengthened-in", turns = self.turns)
    }
}
words::spoken!(StrengthenOutcome);

/// The procedure of strengthening a building.
#[derive(Clone, Copy, Debug)]
pub struct StrengthenBuilding;

impl Procedure for StrengthenBuilding {
    type Situation = StrengthenSituation;
    /// The ordinary time, and the delay weighed up.
    type Prepared = (u32, (u32, i32));
    type Outcome = StrengthenOutcome;

    const NAME: &'static str = "strengthen-building";

    fn title() -> Message {
        say!("title-strengthen-building")
    }

    fn check(s: &StrengthenSituation) -> Result<(), SituationError> {
        check_count("capacity", s.capacity, 1)?;
        check_count("figures", s.figures, 1)?;
        check_count("under_fire", s.under_fire, 0)?;
        let values = Values { cover: s.cover, obstacle: s.obstacle };
        Damage::default().can_be_strengthened(values, true).map_err(|e| cannot("cover", e))?;
        let needed = if s.pioneers { s.capacity.div_ceil(2) } else { s.capacity };
        if s.figures < needed {
            let by = clause!("17.02.4");
            return Err(impossible("figures", say!("strengthening-takes", needed, by)));
        }
        Ok(())
    }

    fn prepare(s: &StrengthenSituation, r: &mut impl Record) -> (u32, (u32, i32)) {
        let task = Task::Strengthen { capacity: s.capacity };
        r.clause(clause!("17.02.4"));
        let delay = DelaySituation {
            task,
            pieces: 1,
            units: 1,
            longer: 0,
            under_fire: s.under_fire,
            readings: WorkReadings::default(),
        };
        let turns = task.terms().map_or(0, |t| t.turns);
        (turns, DelayOfWork::prepare(&delay, r))
    }

    fn resolve(
        (turns, delay): &(u32, (u32, i32)),
        d: &mut impl Dice,
        r: &mut impl Record,
    ) -> StrengthenOutcome {
        let Longer { turns: more } = DelayOfWork::resolve(delay, d, r);
        StrengthenOutcome { turns: turns + more }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "capacity": 10, "cover": "II", "obstacle": "II", "figures": 10 })
    }
}
