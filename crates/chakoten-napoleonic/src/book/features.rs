//! Obstacle and cover values of what stands on the table (table VI), and what passing an obstacle costs (table VII).

use super::{BAD, table};
use crate::troop::{Arm, Cover, Obstacle};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use umpire::{Grounds, Refusal, allow};
use words::Message;

/// What has values of obstacle and cover, in the order of table VI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// A hill step less than 2 cm wide.
    NarrowStep,
    /// A hill step less than 1 cm wide.
    SteepStep,
    /// Each step of a steep bank.
    SteepBank,
    /// Scrub, fences and hedges.
    Hedge,
    /// Ditches, watercourses under half a cm.
    Ditch,
    /// Wood edges, field walls of stone or earth, dikes.
    Bank,
    /// A Holstein hedgebank.
    Hedgebank,
    /// Under 1 m.
    LowWall,
    /// From 1 m to 2 m.
    Wall,
    /// Over 2 m.
    HighWall,
    UnmannedGuns,
    /// Other equipment set up.
    Equipment,
    /// Abatis and chevaux-de-frise.
    Abatis,
    Barricade,
    #[serde(rename = "breastwork-1")]
    Breastwork1,
    #[serde(rename = "breastwork-2")]
    Breastwork2,
    #[serde(rename = "breastwork-3")]
    Breastwork3,
    /// Sap and communication trench.
    Trench,
    Parallel,
    Magazine,
    /// A gun emplacement in the open.
    GunEmplacement,
    /// Field works without ditch.
    FieldWork,
    /// Field works with ditch.
    DitchedFieldWork,
}

impl Feature {
    pub const ALL: [Feature; 23] = [
        Feature::NarrowStep,
        Feature::SteepStep,
        Feature::SteepBank,
        Feature::Hedge,
        Feature::Ditch,
        Feature::Bank,
        Feature::Hedgebank,
        Feature::LowWall,
        Feature::Wall,
        Feature::HighWall,
        Feature::UnmannedGuns,
        Feature::Equipment,
        Feature::Abatis,
        Feature::Barricade,
        Feature::Breastwork1,
        Feature::Breastwork2,
        Feature::Breastwork3,
        Feature::Trench,
        Feature::Parallel,
        Feature::Magazine,
        Feature::GunEmplacement,
        Feature::FieldWork,
        Feature::DitchedFieldWork,
    ];

    /// As a scenario writes it.
    pub fn named(name: &str) -> Option<Feature> {
        super::named(name)
    }

    /// In words.
    pub fn message(self) -> Message {
        match self {
            Feature::NarrowStep => say!("row-narrow-step"),
            Feature::SteepStep => say!("row-steep-step"),
            Feature::SteepBank => say!("row-steep-bank"),
            Feature::Hedge => say!("row-hedge"),
            Feature::Ditch => say!("row-ditch"),
            Feature::Bank => say!("row-bank"),
            Feature::Hedgebank => say!("row-hedgebank"),
            Feature::LowWall => say!("row-low-wall"),
            Feature::Wall => say!("row-wall"),
            Feature::HighWall => say!("row-high-wall"),
            Feature::UnmannedGuns => say!("row-unmanned-guns"),
            Feature::Equipment => say!("row-equipment"),
            Feature::Abatis => say!("row-abatis"),
            Feature::Barricade => say!("row-barricade"),
            Feature::Breastwork1 => say!("row-breastwork-1"),
            Feature::Breastwork2 => say!("row-breastwork-2"),
            Feature::Breastwork3 => say!("row-breastwork-3"),
            Feature::Trench => say!("row-trench"),
            Feature::Parallel => say!("row-parallel"),
            Feature::Magazine => say!("row-magazine"),
            Feature::GunEmplacement => say!("row-gun-emplacement"),
            Feature::FieldWork => say!("row-field-work"),
            Feature::DitchedFieldWork => say!("row-ditched-field-work"),
        }
    }

    /// Its row of table VI.
    pub fn row(self) -> &'static FeatureRow {
        &rows()[self as usize]
    }

    /// What it has where the scenario says nothing else.
    pub fn values(self) -> Values {
        let row = self.row();
        let (most_cover, most_obstacle) = (row.cover.1, row.obstacle.1);
        match self {
            Feature::Barricade => Values { cover: most_cover, obstacle: most_obstacle },
            // Only at openings or with ladders (07.05.2).
            Feature::HighWall => Values { cover: most_cover, obstacle: most_obstacle },
            _ => Values { cover: row.cover.0, obstacle: row.obstacle.0 },
        }
    }

    /// Values that a scenario gives it must lie within those of the table.
    pub fn with(self, given: Values) -> Result<Values, Refusal> {
        let row = self.row();
        let within = (row.cover.0..=row.cover.1).contains(&given.cover)
            && (row.obstacle.0..=row.obstacle.1).contains(&given.obstacle);
        allow(within, clause!("07.05.1"), || say!("feature-values", feature = row.name))?;
        Ok(given)
    }
}

/// Obstacle and cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Values {
    pub cover: Cover,
    pub obstacle: Obstacle,
}

/// A row of table VI: the least and the most that it can have.
#[derive(Clone, Debug)]
pub struct FeatureRow {
    pub name: &'static str,
    pub cover: (Cover, Cover),
    pub obstacle: (Obstacle, Obstacle),
}

fn rows() -> &'static [FeatureRow] {
    static ROWS: OnceLock<Vec<FeatureRow>> = OnceLock::new();
    ROWS.get_or_init(|| {
        table("VI")
            .rows
            .iter()
            .map(|r| FeatureRow {
                name: r[1].text().expect(BAD),
                cover: span(r[2].text().expect(BAD), cover),
                obstacle: span(r[3].text().expect(BAD), obstacle),
            })
            .collect()
    })
}

/// `II-III`, `II`; a dash is nothing.
fn span<T: Copy>(t: &str, read: impl Fn(&str) -> T) -> (T, T) {
    match t.split_once('-').filter(|(from, _)| !from.is_empty()) {
        Some((from, to)) => (read(from.trim()), read(to.trim())),
        None => (read(t), read(t)),
    }
}

fn cover(t: &str) -> Cover {
    match t {
        "I" => Cover::I,
        "II" => Cover::II,
        "III" => Cover::III,
        _ => Cover::None,
    }
}

fn obstacle(t: &str) -> Obstacle {
    match t {
        "I" => Obstacle::I,
        "II" => Obstacle::II,
        "III" => Obstacle::III,
        "impassable" => Obstacle::Impassable,
        _ => Obstacle::None,
    }
}

/// What passing an obstacle costs (table VII).
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// In turns.
    pub time: f64,
    /// It may be passed at the charge.
    pub charge: bool,
    pub by: Grounds,
}

/// Turns that infantry takes for each begun pair of ranks over an obstacle (table VII).
pub fn turns_a_pair(at: Obstacle) -> f64 {
    static TIMES: OnceLock<[f64; 3]> = OnceLock::new();
    let times = TIMES.get_or_init(|| {
        [0, 1, 2].map(|i| {
            let t = table("VII").rows[i][1].text().expect(BAD);
            match t.split(' ').next() {
                Some("1/2") => 0.5,
                Some(n) => n.parse().unwrap_or(0.0),
                None => 0.0,
            }
        })
    });
    match at {
        Obstacle::None => 0.0,
        Obstacle::I => times[0],
        Obstacle::II => times[1],
        Obstacle::III | Obstacle::Impassable => times[2],
    }
}

/// How an arm passes an obstacle with so many ranks; at an opening or with ladders infantry passes a high wall, too.
pub fn passage(arm: Arm, ranks: u32, obstacle: Obstacle, opening: bool) -> Result<Passage, Refusal> {
    let mut by = Grounds::default();
    if obstacle == Obstacle::None {
        return Ok(Passage { time: 0.0, charge: true, by });
    }
    match arm {
        Arm::Infantry => {
            let high = obstacle == Obstacle::Impassable;
            allow(!high || opening, clause!("07.05.2"), || say!("wall-needs-ladders"))?;
            if high {
                by.add(clause!("07.05.2"));
            }
        }
        Arm::Cavalry => {
            allow(obstacle == Obstacle::I, clause!("07.05.3"), || say!("cavalry-passes-only-first"))?;
            by.add(clause!("07.05.3"));
        }
        Arm::Artillery | Arm::Train => {
            return Err(Refusal::by(clause!("07.05.5"), say!("wheels-pass-no-obstacle")));
        }
    }
    by.add(clause!("skema.VII.a"));
    Ok(Passage { time: turns_a_pair(obstacle) * f64::from(ranks.div_ceil(2)), charge: false, by })
}

/// The turns in which artillery finds or makes a passage for a column (07.05.5).
const GAP: u32 = 1;

/// May a battery find or make a passage for a column here, and in how many turns?
pub fn gap(arm: Arm, values: Values) -> Result<(u32, Grounds), Refusal> {
    let so = arm == Arm::Artillery && values.obstacle == Obstacle::I && values.cover == Cover::None;
    allow(so, clause!("07.05.5"), || say!("gap-only-without-cover"))?;
    let mut by = Grounds::default();
    by.add(clause!("07.05.5"));
    Ok((GAP, by))
}

/// In words.
impl Values {
    pub fn message(self) -> Message {
        let grade = |n: usize| ["0", "I", "II", "III"].get(n).copied();
        let cover = words::Arg::code(grade(self.cover as usize).unwrap_or("III"));
        match grade(self.obstacle as usize) {
            Some(obstacle) => say!("values-obstacle-cover", obstacle = words::Arg::code(obstacle), cover),
            None => say!("values-impassable", cover),
        }
    }
}
words::spoken!(Values);
