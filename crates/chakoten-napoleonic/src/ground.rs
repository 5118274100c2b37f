//! The ground of the battle: patches, lines, roads, paths, hills, buildings and crossings, with their obstacle and cover values (table VI).

mod lines;
mod lots;
mod screens;

use crate::book::features::Feature;
use crate::troop::{Cover, Obstacle};
pub use ::ground::{HillStep, Road};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Area, Base, Polyline, Rect, V2};

pub use lines::Lines;
pub use lots::{Lots, grown};
pub use screens::{Screen, ScreenKind, leads_into};

/// What a patch of ground is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PatchKind {
    /// Forest and groves: impassable but for its edges, roads, paths and clearings (16.02.1).
    Wood,
    /// Planted gardens, parks, light forest (16.02.2).
    Plantation,
    /// Specially marked corn and ploughed fields, churchyards (07.03.2).
    Difficult,
    /// Larger scrub: difficult, and no-ricochet ground (07.03.2, 10.04.2).
    Scrub,
    /// Kitchen gardens of a built-up area (17.02.2).
    Garden,
    /// Very soft meadow or ploughed field: no-ricochet ground, ordinary going (10.04.2).
    Soft,
    /// Swamp and bog: passable by roads and paths alone (07.04.6).
    Swamp,
    /// A watercourse wider than 1/2 cm; its width is in [`Patch::width`] (07.04).
    Water,
    /// A lake: impassable.
    Lake,
    /// The ground of a built-up area, between its buildings (17.02.1).
    Town,
    /// Ruins and whatever nobody passes.
    Impassable,
}

/// A patch of ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Patch {
    pub name: String,
    pub kind: PatchKind,
    pub area: Area,
    /// Of a watercourse: how wide it is, in cm (07.04.1).
    pub width: f64,
    /// Of a wood or plantation whose edge is specially marked: its cover (16.03.2.b).
    pub edge: Option<Cover>,
}

/// A linear object lying on the ground, by the rows of table VI; [`crate::book::features`] names them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub name: String,
    /// The row of table VI.
    pub kind: Feature,
    pub path: Polyline,
    /// Depth of the object across its line, in cm.
    pub depth: f64,
    pub obstacle: Obstacle,
    pub cover: Cover,
    /// Stone, with loopholes or an infantry firing step, or a wall under 1 m: infantry may fire from behind it (09.01.8).
    pub loopholes: bool,
    /// Embrasures for guns (10.01.7).
    pub embrasures: bool,
    /// Stretches that are gone, in cm along the path.
    pub cleared: Vec<(f64, f64)>,
    /// Built in the battle: works of the enemy out of sight are not in a side's view (19.01.1).
    pub built: bool,
}

impl Line {
    /// Cheap: does no part of it come within so much of an upright box?
    pub fn passes_by(&self, (lo, hi): (V2, V2), within: f64) -> bool {
        let by = self.depth + within + table::EPS;
        let (least, most) = grown((lo, hi), by);
        let all = &self.path.points;
        // Mostly its first places tell.
        all.iter().all(|p| p.x > most.x)
            || all.iter().all(|p| p.x < least.x)
            || all.iter().all(|p| p.y > most.y)
            || all.iter().all(|p| p.y < least.y)
    }

    /// The pieces of its path that still stand.
    pub fn standing(&self) -> SmallVec<[(V2, V2); 4]> {
        ::ground::standing(&self.path, &self.cleared)
    }
}

/// A building (17.02).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Building {
    pub name: String,
    pub base: Base,
    /// Especially strong: obstacle and cover II or III.
    pub strong: bool,
    pub obstacle: Obstacle,
    pub cover: Cover,
    /// Figures that it holds (17.02.3.b).
    pub capacity: u16,
}

impl Building {
    pub fn rect(&self) -> Rect {
        self.base.rect()
    }
}

/// What carries troops over water or swamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CrossingKind {
    WoodenBridge,
    StoneBridge,
    PontoonBridge,
    Footbridge,
    Ford,
}

/// A bridge, footbridge or ford.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crossing {
    pub name: String,
    pub kind: CrossingKind,
    pub rect: Rect,
}

/// A track for single-file columns (skema.III.a).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Track {
    pub road: Road,
    /// A path and no road.
    pub path: bool,
}

/// The table as the scenario lays it; what changes of it is on the field.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Ground {
    /// Cm from west to east.
    pub width: f64,
    /// Cm from south to north.
    pub depth: f64,
    pub patches: Vec<Patch>,
    pub hills: Vec<HillStep>,
    pub tracks: Vec<Track>,
    pub crossings: Vec<Crossing>,
    pub buildings: Vec<Building>,
    /// Lines as they lie at the start.
    pub lines: Vec<Line>,
    #[serde(skip)]
    pub lots: Lots,
}

impl Ground {
    /// Is the point on the table?
    pub fn holds(&self, p: V2) -> bool {
        (-table::EPS..=self.width + table::EPS).contains(&p.x)
            && (-table::EPS..=self.depth + table::EPS).contains(&p.y)
    }

    pub fn building(&self, name: &str) -> Option<u16> {
        self.buildings.iter().position(|b| b.name == name).map(|i| i as u16)
    }
}
