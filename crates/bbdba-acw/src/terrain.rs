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

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outline {
    Oval(Ellipse),
    Box(Rect),
}

#[derive(Clone, Debug, PartialEq)]
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

#[derive(Clone, Debug, PartialEq)]
pub struct River {
    pub line: Polyline,
    pub width: f64,
    pub bed: Vec<Rect>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Road {
    pub line: Polyline,
    pub width: f64,
    pub band: Vec<Rect>,
}

/// Along a side edge (waterway.1).
#[derive(Clone, Debug, PartialEq)]
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

#[derive(Clone, Debug, Default, PartialEq)]
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

    /// The river in whose bed some part of the base lies.
    pub fn bed_under(&self, b: &Base) -> Option<usize> {
        let r = b.rect();
        self.rivers.iter().position(|v| v.holds(&r))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::v2;
    use umpire::Seeded;

    /// Looking at some strips finds every feature that looking at all of them does, in the same order.
    #[test]
    fn features_are_found_where_they_lie() {
        let mut d = Seeded::from_number(8);
        let mut met = 0;
        for few in [0, 1, 3, 20, 64, 65, 200] {
            let mut at = |lo: f64, hi: f64| lo + d.unit() * (hi - lo);
            let wide = if few > 20 { 60_000.0 } else { 4800.0 };
            let mut areas: Areas<Area> = Areas::default();
            for i in 0..few {
                let (centre, dir) = (v2(at(0.0, wide), at(0.0, 2400.0)), V2::bearing(at(0.0, 360.0)));
                let (a, b) = (at(50.0, 400.0), at(50.0, 400.0));
                let outline = if i % 3 == 0 {
                    Outline::Box(Rect { centre, dir, half_width: a, half_depth: b })
                } else {
                    Outline::Oval(Ellipse { centre, axis: dir, a: a.max(b), b: a.min(b) })
                };
                areas.push(Area { feature: Feature::Wood, outline, name: String::new() });
            }
            for _ in 0..400 {
                let r = Rect {
                    centre: v2(at(-500.0, wide + 500.0), at(0.0, 2400.0)),
                    dir: V2::bearing(at(0.0, 360.0)),
                    half_width: 80.0,
                    half_depth: 40.0,
                };
                let meets = |(_, a): &(usize, &Area)| a.meets(&r);
                let all: Vec<usize> = areas.iter().enumerate().filter(meets).map(|(i, _)| i).collect();
                let found: Vec<usize> = areas.about(&r).filter(meets).map(|(i, _)| i).collect();
                assert_eq!(found, all, "{few} features");
                met += all.len();
            }
        }
        assert!(met > 300, "only {met} met");
    }
}
