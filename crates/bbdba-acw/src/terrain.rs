//! The battlefield: area features, rivers, roads and the waterway, and what ground a base stands on.

use ground::{Areas, Lies};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Base, Ellipse, Polyline, Rect, V2};

/// Area features (terrain.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    GentleHill,
    SteepHill,
    Wood,
    Marsh,
    RoughGround,
    Dunes,
    Oasis,
    Fields,
    Settlement,
}

impl Feature {
    pub fn is_hill(self) -> bool {
        matches!(self, Feature::GentleHill | Feature::SteepHill)
    }

    /// terrain.8: everything but gentle hills and fields.
    pub fn is_heavy(self) -> bool {
        !matches!(self, Feature::GentleHill | Feature::Fields)
    }

    /// Woods, oases and settlements: they hide and force skirmish fire (shooting.7, terrain.11).
    pub fn is_close(self) -> bool {
        matches!(self, Feature::Wood | Feature::Oasis | Feature::Settlement)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Outline {
    Oval(Ellipse),
    Box(Rect),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    pub feature: Feature,
    pub outline: Outline,
    pub name: String,
}

impl Area {
    /// Have the base and this feature an area in common?
    pub fn meets(&self, r: &Rect) -> bool {
        match &self.outline {
            Outline::Oval(e) => e.meets(r),
            Outline::Box(b) => !b.far_from(r, 0.0) && b.penetration(r) > table::EPS,
        }
    }

    /// Has the convex polygon an area in common with this feature?
    pub fn meets_convex(&self, corners: &[V2]) -> bool {
        match &self.outline {
            Outline::Oval(e) => e.meets_convex(corners),
            Outline::Box(b) => table::hull(corners).penetration(b) > table::EPS,
        }
    }

    /// The part of a line inside the feature, as fractions.
    pub fn clip(&self, a: V2, b: V2) -> Option<(f64, f64)> {
        match &self.outline {
            Outline::Oval(e) => e.clip(a, b),
            Outline::Box(r) => r.clip(a, b),
        }
    }

    /// The crest line of a hill: its long axis, end to end (dba.45).
    pub fn crest(&self) -> Option<(V2, V2)> {
        match (&self.outline, self.feature.is_hill()) {
            (Outline::Oval(e), true) => Some(e.long_axis()),
            _ => None,
        }
    }
}

impl Lies for Area {
    const STRIP: f64 = 400.0;

    /// With a pace to spare.
    fn reach(&self) -> (f64, f64) {
        let (x, far) = match &self.outline {
            Outline::Oval(e) => (e.centre.x, e.a.max(e.b)),
            Outline::Box(r) => (r.centre.x, r.half_width + r.half_depth),
        };
        (x - far - 1.0, x + far + 1.0)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct River {
    pub line: Polyline,
    pub width: f64,
    pub bed: Vec<Rect>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Road {
    pub line: Polyline,
    pub width: f64,
    pub band: Vec<Rect>,
}

/// Along a side edge (waterway.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waterway {
    pub west: bool,
    pub depth: f64,
    pub beach: bool,
    pub water: Rect,
}

impl River {
    pub fn new(line: Polyline, width: f64) -> River {
        let bed = line.band(width);
        River { line, width, bed }
    }

    /// Has the base an area in common with the bed? Touching its edge is not being inside (crossing.3).
    pub fn holds(&self, r: &Rect) -> bool {
        self.bed.iter().any(|b| b.penetration(r) > table::EPS)
    }
}

impl Road {
    pub fn new(line: Polyline, width: f64) -> Road {
        let band = line.band(width);
        Road { line, width, band }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Terrain {
    pub areas: Areas<Area>,
    pub rivers: Vec<River>,
    pub roads: Vec<Road>,
    pub waterway: Option<Waterway>,
}

impl Terrain {
    /// Is any part of the base in heavy going (terrain.9)? Whether a road carries it through is the mover's question.
    pub fn heavy(&self, r: &Rect) -> bool {
        self.areas.about(r).any(|(_, a)| a.feature.is_heavy() && a.meets(r))
    }

    /// Is any part of the base in a wood, an oasis or a settlement?
    pub fn close(&self, r: &Rect) -> bool {
        self.areas.about(r).any(|(_, a)| a.feature.is_close() && a.meets(r))
    }

    /// Is that the middle of a settlement with an oval outline?
    pub fn is_settlement(&self, middle: V2) -> bool {
        let there = |a: &Area| matches!(&a.outline, Outline::Oval(e) if e.centre == middle);
        self.areas.iter().any(|a| a.feature == Feature::Settlement && there(a))
    }

    /// The hill on which the base stands (dba.45: a common area), as places in `areas`.
    pub fn hills_under<'a>(&'a self, r: &'a Rect) -> impl Iterator<Item = usize> + 'a {
        self.areas.about(r).filter(move |(_, a)| a.feature.is_hill() && a.meets(r)).map(|(i, _)| i)
    }

    /// Woods, oases and settlements at least partly under the base.
    pub fn close_under<'a>(&'a self, r: &'a Rect) -> impl Iterator<Item = usize> + 'a {
        self.areas.about(r).filter(move |(_, a)| a.feature.is_close() && a.meets(r)).map(|(i, _)| i)
    }

    /// Is any part of the base in the waterway (waterway.2)?
    pub fn impassable(&self, r: &Rect) -> bool {
        self.waterway.as_ref().is_some_and(|w| w.water.penetration(r) > table::EPS)
    }

    /// Is the base on a road where its front is, as on a bridge or ford?
    pub fn on_bridge(&self, b: &Base) -> bool {
        let front = b.front - b.dir;
        self.roads.iter().any(|r| r.band.iter().any(|x| x.contains(front, 0.0)))
    }

    /// The river in whose bed some part of the base lies.
    pub fn bed_under(&self, b: &Base) -> Option<usize> {
        let r = b.rect();
        self.rivers.iter().position(|v| v.holds(&r))
    }
}
