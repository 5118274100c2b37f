//! The ground of the battle: patches, lines, roads, hills and buildings, with their obstacle and cover values (table XXII).

use crate::clause;
use crate::troop::{Cover, Obstacle};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Area, Base, Polyline, Rect, V2};

/// What a patch of ground is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PatchKind {
    Wood,
    Swamp,
    /// A lake or broad river: impassable unless the scenario bridges it.
    Lake,
    /// A brook or river that can be waded by table I.
    Watercourse,
    Difficult,
    /// Ground of a town: ordinary between the buildings; barricades are built here, units in it are hard to see.
    Town,
    /// Impassable for everybody.
    Impassable,
}

/// A patch of ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Patch {
    pub name: String,
    pub kind: PatchKind,
    pub area: Area,
}

/// One step of a hill: 10 m higher than the step on which it stands (01.01.3.b).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HillStep {
    pub name: String,
    /// 1 for the lowest step.
    pub level: u8,
    pub area: Area,
    /// The crest line, if the scenario draws one.
    pub crest: Option<Polyline>,
}

/// A linear object by the rows of table XXII.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    Barricade,
    LightFortification,
    FullFortification,
    Abatis,
    ChevauxDeFrise,
    Ditch,
    /// Banks and dykes.
    Bank,
    /// Fences and hedges.
    Fence,
    Wall,
    /// An object of the scenario's own, with its own values.
    Other,
}

impl LineKind {
    /// What it is called.
    pub fn called(self) -> &'static str {
        match self {
            LineKind::Barricade => "a barricade",
            LineKind::LightFortification => "a light field fortification",
            LineKind::FullFortification => "a full field fortification",
            LineKind::Abatis => "an abatis",
            LineKind::ChevauxDeFrise => "chevaux de frise",
            LineKind::Ditch => "a ditch",
            LineKind::Bank => "a bank",
            LineKind::Fence => "a fence",
            LineKind::Wall => "a wall",
            LineKind::Other => "an object",
        }
    }
}

/// A linear object lying on the ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    pub name: String,
    pub kind: LineKind,
    pub path: Polyline,
    /// Depth of the object across its line, in cm.
    pub depth: f64,
    pub obstacle: Obstacle,
    pub cover: Cover,
    /// Stretches that have been cleared, in cm along the path (10.04.1, 10.06.1).
    pub cleared: Vec<(f64, f64)>,
    /// Seen by the sides: works of the enemy out of sight are not in a side's view.
    pub built: bool,
}

/// A road.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Road {
    pub name: String,
    pub path: Polyline,
    pub width: f64,
}

/// A building that can hold three companies (02.04.3.b).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Building {
    pub name: String,
    pub base: Base,
    pub stone: bool,
    pub obstacle: Obstacle,
    pub cover: Cover,
}

impl Building {
    pub fn rect(&self) -> Rect {
        self.base.rect()
    }
}

/// A bridge, ford or causeway: on it the watercourse, swamp or lake does not count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bridge {
    pub name: String,
    pub rect: Rect,
}

/// The table as the scenario lays it; it does not change, but for its lines (see [`crate::field::Field::lines`]).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Ground {
    /// Cm from west to east.
    pub width: f64,
    /// Cm from south to north.
    pub depth: f64,
    pub patches: Vec<Patch>,
    pub hills: Vec<HillStep>,
    pub roads: Vec<Road>,
    pub bridges: Vec<Bridge>,
    pub buildings: Vec<Building>,
    /// Lines as they lie at the start.
    pub lines: Vec<Line>,
}

impl Ground {
    /// The hill step at a point: 0 in the plain (01.01.3.b).
    pub fn level(&self, p: V2) -> u8 {
        let _ = clause!("01.01.3.b");
        self.hills.iter().filter(|h| h.area.contains(p)).map(|h| h.level).max().unwrap_or(0)
    }

    /// Is the point on the table?
    pub fn holds(&self, p: V2) -> bool {
        (-table::EPS..=self.width + table::EPS).contains(&p.x)
            && (-table::EPS..=self.depth + table::EPS).contains(&p.y)
    }

    /// Is there a bridge, ford or causeway?
    pub fn bridged(&self, p: V2) -> bool {
        self.bridges.iter().any(|b| b.rect.contains(p, table::EPS))
    }

    pub fn building(&self, name: &str) -> Option<u16> {
        self.buildings.iter().position(|b| b.name == name).map(|i| i as u16)
    }
}
