//! The ground of the battle: areas, linear obstacles, hills, roads, bridges, town zones and redoubts, as the scenario lays them. What
//! changes of it in play is on the field.

use crate::unit::Side;
pub use ::ground::HillStep;
use ::ground::{Areas, Lies};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Area, Base, Polyline, Rect, V2};

umpire::id!(
    /// A town zone or fortress by its place in [`Ground::zones`].
    ZoneId
);
umpire::id!(
    /// A redoubt by its place in [`Ground::redoubts`].
    RedoubtId
);
umpire::id!(
    /// A bridge by its place in [`crate::Field::bridges`].
    BridgeId
);

/// What a difficult area is, by the rows of table missing.terrain-areas (terrain.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Terrain {
    /// Open ground, or any terrain on a road.
    Open,
    /// Fences, walls, small dikes, scrub.
    #[serde(rename = "closed-1")]
    Closed1,
    /// The same in great density, vineyards, plantations, hedgerows.
    #[serde(rename = "closed-2")]
    Closed2,
    /// Mountainous ground with many rocks or the like.
    #[serde(rename = "closed-3")]
    Closed3,
    LightWood,
    DenseWood,
    /// Marsh, lake, cliff.
    Impassable,
}

impl Terrain {
    pub const ALL: [Terrain; 7] = [
        Terrain::Open,
        Terrain::Closed1,
        Terrain::Closed2,
        Terrain::Closed3,
        Terrain::LightWood,
        Terrain::DenseWood,
        Terrain::Impassable,
    ];
}

/// What a linear obstacle is, by the rows of table missing.terrain-linear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Obstacle {
    /// Fence, hedge, low wall.
    Hedge,
    Brook,
    /// Deep brook, sunken road, steep bank.
    DeepBrook,
    River,
    /// Ford, or river with low water.
    Ford,
}

impl Obstacle {
    pub const ALL: [Obstacle; 5] =
        [Obstacle::Hedge, Obstacle::Brook, Obstacle::DeepBrook, Obstacle::River, Obstacle::Ford];
}

/// An area of difficult terrain.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Patch {
    pub name: String,
    pub kind: Terrain,
    pub area: Area,
}

/// A linear obstacle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    pub name: String,
    pub kind: Obstacle,
    pub path: Polyline,
    /// How wide it is across its path: what a bridge must span, and a trestle bridge is built over (foot-bridge, pontoon).
    pub width: f64,
    /// Of a river: its water is low, so that trestle bridges may be built over it.
    pub low_water: bool,
}

/// A step of a hill, found by where it lies.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Step(pub HillStep);

impl std::ops::Deref for Step {
    type Target = HillStep;
    fn deref(&self) -> &HillStep {
        &self.0
    }
}

impl std::ops::DerefMut for Step {
    fn deref_mut(&mut self) -> &mut HillStep {
        &mut self.0
    }
}

/// A road (roads.1).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Road {
    pub name: String,
    pub path: Polyline,
    /// March columns that go side by side: 1 or 2.
    pub lanes: u8,
    /// It stays a road in mud (weather.6).
    pub cobbled: bool,
}

/// What a bridge is built of, or of what kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BridgeKind {
    Stone,
    Wooden,
    LightPontoon,
    HeavyPontoon,
    LightTrestle,
    HeavyTrestle,
}

impl BridgeKind {
    /// Infantry alone may cross it (pontoon.2).
    pub fn light(self) -> bool {
        matches!(self, BridgeKind::LightPontoon | BridgeKind::LightTrestle)
    }
}

/// A bridge: a defile (roads.2). It lies along the facing of its rectangle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bridge {
    pub name: String,
    pub kind: BridgeKind,
    pub rect: Rect,
    pub lanes: u8,
}

/// A town zone, or a fortress, which works like one (town.1, fortress.1).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Zone {
    pub name: String,
    pub rect: Rect,
    /// Infantry bases that each side may have in it.
    pub capacity: u8,
    pub cover: u8,
    pub fortress: bool,
}

/// A field work for artillery (redoubt.1).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Redoubt {
    pub name: String,
    pub side: Side,
    /// Its outline; it faces where its guns point.
    pub base: Base,
    pub cover: u8,
    /// Bases of guns and of infantry for which there is room (redoubt.2).
    pub guns: u8,
    pub infantry: u8,
    /// Cavalry may attack it (redoubt.1).
    pub cavalry: bool,
}

/// The table as the scenario lays it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Ground {
    /// Metres from west to east.
    pub width: f64,
    /// Metres from south to north.
    pub depth: f64,
    pub patches: Areas<Patch>,
    pub lines: Areas<Line>,
    pub hills: Areas<Step>,
    pub roads: Areas<Road>,
    /// Bridges that stand at the start.
    pub bridges: Vec<Bridge>,
    pub zones: Areas<Zone>,
    pub redoubts: Vec<Redoubt>,
}

impl Ground {
    /// Level of the ground at a point: 0 in the plain.
    pub fn level(&self, p: V2) -> u8 {
        ::ground::level(self.hills.between(p.x, p.x).map(|(_, h)| &**h), |a| a.contains(p))
    }

    /// Is the point on the table?
    pub fn holds(&self, p: V2) -> bool {
        (-table::EPS..=self.width + table::EPS).contains(&p.x)
            && (-table::EPS..=self.depth + table::EPS).contains(&p.y)
    }

    pub fn zone(&self, name: &str) -> Option<ZoneId> {
        self.zones.iter().position(|z| z.name == name).map(|i| ZoneId(i as u16))
    }
}

umpire::by_place!(Ground: RedoubtId => redoubts: Redoubt);

impl std::ops::Index<ZoneId> for Ground {
    type Output = Zone;
    fn index(&self, id: ZoneId) -> &Zone {
        &self.zones[id.index()]
    }
}

/// How wide the strips are by which pieces of ground are found.
const STRIP: f64 = 100.0;
/// They reach a little farther than they lie.
const SPARE: f64 = 1.0;

fn of_path(p: &Polyline, aside: f64) -> (f64, f64) {
    p.points
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), q| (lo.min(q.x - aside), hi.max(q.x + aside)))
}

impl Lies for Patch {
    const STRIP: f64 = STRIP;
    fn reach(&self) -> (f64, f64) {
        let (lo, hi) = self.area.bounds();
        (lo.x - SPARE, hi.x + SPARE)
    }
}

impl Lies for Step {
    const STRIP: f64 = STRIP;
    fn reach(&self) -> (f64, f64) {
        let (lo, hi) = self.area.bounds();
        (lo.x - SPARE, hi.x + SPARE)
    }
}

impl Lies for Line {
    const STRIP: f64 = STRIP;
    fn reach(&self) -> (f64, f64) {
        of_path(&self.path, SPARE)
    }
}

impl Lies for Road {
    const STRIP: f64 = STRIP;
    fn reach(&self) -> (f64, f64) {
        of_path(&self.path, SPARE)
    }
}

impl Lies for Zone {
    const STRIP: f64 = STRIP;
    fn reach(&self) -> (f64, f64) {
        let (lo, hi) = self.rect.bounds();
        (lo.x - SPARE, hi.x + SPARE)
    }
}
