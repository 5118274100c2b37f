//! The ground of the battle: patches, lines, roads, hills and buildings, with their obstacle and cover values (table XXII).

use crate::say;
use crate::troop::{Cover, Obstacle};
pub use ::ground::{Bridge, HillStep, Road};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Area, Base, Polyline, Rect, V2};
use words::Message;

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

impl PatchKind {
    /// Swamp and water: bridges and roads carry troops over it.
    pub fn water(self) -> bool {
        matches!(self, PatchKind::Swamp | PatchKind::Lake | PatchKind::Watercourse)
    }
}

/// A patch of ground.
pub type Patch = ::ground::Patch<PatchKind>;

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
    pub fn message(self) -> Message {
        match self {
            LineKind::Barricade => say!("a-barricade"),
            LineKind::LightFortification => say!("a-light-fortification"),
            LineKind::FullFortification => say!("a-full-fortification"),
            LineKind::Abatis => say!("an-abatis"),
            LineKind::ChevauxDeFrise => say!("chevaux-de-frise"),
            LineKind::Ditch => say!("a-ditch"),
            LineKind::Bank => say!("a-bank"),
            LineKind::Fence => say!("a-fence"),
            LineKind::Wall => say!("a-wall"),
            LineKind::Other => say!("an-object"),
        }
    }
}

words::spoken!(LineKind);

/// A linear object lying on the ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

impl Line {
    /// The pieces of its path that have not been cleared.
    pub fn standing(&self) -> SmallVec<[(V2, V2); 4]> {
        ::ground::standing(&self.path, &self.cleared)
    }
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
        ::ground::level(&self.hills, |a| a.contains(p))
    }

    /// Ground that nobody sees far into or past: woods (03.02.3.b).
    pub fn screening(&self) -> impl Iterator<Item = (PatchKind, &Area)> {
        self.patches.iter().filter(|p| p.kind == PatchKind::Wood).map(|p| (p.kind, &p.area))
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
