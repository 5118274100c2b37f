//! Ground by the names that the book gives it, weather and cover.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Ground that covers an area (tables 4 and 8A).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Terrain {
    #[default]
    Open,
    Scrub,
    Field,
    Mud,
    Ford,
    /// A river that can be forded all along.
    River,
    LightWood,
    Orchard,
    DenseWood,
    Marsh,
    /// Nobody goes there: deep water, cliffs.
    Impassable,
}

impl Terrain {
    pub const ALL: [Terrain; 11] = [
        Terrain::Open,
        Terrain::Scrub,
        Terrain::Field,
        Terrain::Mud,
        Terrain::Ford,
        Terrain::River,
        Terrain::LightWood,
        Terrain::Orchard,
        Terrain::DenseWood,
        Terrain::Marsh,
        Terrain::Impassable,
    ];

    /// Trees (14.5.b, 11B, 12A).
    pub fn wooded(self) -> bool {
        matches!(self, Terrain::LightWood | Terrain::Orchard | Terrain::DenseWood)
    }
}

/// A linear obstacle (table 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Obstacle {
    Ditch,
    Stream,
    Hedge,
    Wall,
    Fence,
}

impl Obstacle {
    pub const ALL: [Obstacle; 5] =
        [Obstacle::Ditch, Obstacle::Stream, Obstacle::Hedge, Obstacle::Wall, Obstacle::Fence];
}

/// How steep a slope is (4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Slope {
    Gentle,
    Steep,
}

/// Which way a body goes on a slope (play.ground).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Going {
    Up,
    Down,
    Across,
}

/// Protection from fire (4.3).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Cover {
    #[default]
    None,
    Soft,
    Hard,
    /// Inside a building.
    Building,
    /// Inside a permanent fortification (4.3.c).
    Complete,
}

/// The weather (4.4).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Weather {
    #[default]
    Fine,
    Rain,
    Fog,
    Snow,
}

/// The season of the weather table.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Season {
    /// Spring or summer.
    #[default]
    Summer,
    Autumn,
    Winter,
}

/// What a roof is of (16.9.a).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Roof {
    #[default]
    Tiled,
    Wooden,
    Thatched,
}
