//! Artillery upon buildings, and their strengthening (17.02.4, 17.04).

use super::works::{BuildingHit, DelayOfWork, DelaySituation, Longer, WorkReadings, cannot};
use super::{Roll, check_die};
use crate::book::features::Values;
use crate::book::works::data;
use crate::troop::{Cover, Obstacle};
use crate::works::building::Damage;
use crate::works::task::Task;
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Record, SituationError, check_count, impossible};
use words::{Joint, Message};

/// A battery has fired at a building or its occupants. No dice: it is given those of the fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    pub hits: u32,
    /// All guns of the battery are howitzers.
    #[serde(default)]
    pub howitzers: bool,
    /// Model guns that fired.
    #[serde(default = "one")]
    pub model_guns: u32,
    #[serde(default)]
    pub readings: WorkReadings,
}

fn one() -> u32 {
    1
}

/// What the building suffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct BuildingHitsOutcome {
    /// Hits scored now.
    pub hits: u32,
    /// It has lost its cover and is impassable.
    pub ruined: bool,
    pub fire: bool,
}

impl BuildingHitsOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let hits = match self.hits {
            0 => say!("building-not-hit"),
            hits => say!("building-hit", hits),
        };
        let (ruined, fire) =
            (self.ruined.then(|| say!("building-ruined")), self.fire.then(|| say!("building-burns")));
        words::list([Some(hits), ruined, fire].into_iter().flatten(), Joint::Comma)
    }
}
words::spoken!(BuildingHitsOutcome);

/// What the third die must show beside a pair to set a building alight, for howitzers and for other guns (17.04.3).
const ALIGHT: (u8, u8) = (4, 6);

/// The procedure of hits upon a building.
#[derive(Clone, Copy, Debug)]
pub struct BuildingHits;

impl Procedure for BuildingHits {
    type Situation = BuildingHitsSituation;
    type Prepared = BuildingHitsOutcome;
    type Outcome = BuildingHitsOutcome;

    const NAME: &'static str = "building-hits";

    fn title() -> Message {
        say!("title-building-hits")
    }

    fn check(s: &BuildingHitsSituation) -> Result<(), SituationError> {
        for face in s.dice {
            check_die("dice", face)?;
        }
        check_count("hits", s.hits, 0)?;
        check_count("model_guns", s.model_guns, 1)?;
        if s.cover == Cover::None || s.hits >= data().ruined_by(s.cover) {
            let by = clause!("17.04.2");
            return Err(impossible("cover", say!("building-is-ruin", by)));
        }
        Ok(())
    }

    fn prepare(s: &BuildingHitsSituation, r: &mut impl Record) -> BuildingHitsOutcome {
        let result = s.result;
        r.reckon(|| say!("reckon-building-hit", result), clause!("17.04.1"));
        if result < 1 {
            return BuildingHitsOutcome { hits: 0, ruined: false, fire: false };
        }
        let hits = match s.readings.building_hit {
            BuildingHit::AFiring => 1,
            BuildingHit::AModelGun => s.model_guns,
        };
        let (all, most) = (s.hits.saturating_add(hits), data().ruined_by(s.cover));
        r.reckon(|| say!("reckon-building-hits", all, most), clause!("17.04.2"));
        let third = Roll::of(s.dice).third;
        let least = if s.howitzers { ALIGHT.0 } else { ALIGHT.1 };
        let fire = third.is_some_and(|face| face >= least);
        if let Some(third) = third {
            r.reckon(|| say!("reckon-building-fire", third, least), clause!("17.04.3"));
        }
        BuildingHitsOutcome { hits, ruined: all >= most, fire }
    }

    fn resolve(o: &BuildingHitsOutcome, _: &mut impl Dice, _: &mut impl Record) -> BuildingHitsOutcome {
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
