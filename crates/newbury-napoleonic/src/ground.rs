//! The ground of the battle: areas, obstacles, hills by contours, roads, bridges and buildings, as the scenario lays them (chapter 4). What
//! changes of it in play is on the field. Lengths are the rules' centimetres at the standard ground scale.

use crate::clause;
use crate::terrain::{Obstacle, Roof, Slope, Terrain};
pub use ::ground::HillStep;
use ::ground::{Areas, Lies};
use serde::Serialize;
use table::{Area, Polyline, Rect, V2};
use umpire::Clause;

umpire::id!(
    /// A building by its place in [`Ground::buildings`].
    BuildingId
);
umpire::id!(
    /// A linear obstacle by its place in [`Ground::lines`].
    LineId
);

/// Contours nearer to each other than this make a steep slope (4.2.b).
pub const STEEP: f64 = 5.0;

/// By which clause a slope is gentle or steep.
pub fn slope_law(s: Slope) -> Clause {
    if s == Slope::Steep { clause!("4.2.b") } else { clause!("4.2.a") }
}

/// An area of one kind of ground.
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

/// A road.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Road {
    pub name: String,
    pub path: Polyline,
    pub width: f64,
}

/// A bridge, gate or causeway: it carries whoever fits over what lies under it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bridge {
    pub name: String,
    pub rect: Rect,
}

/// A building: some houses with what is between them (4.1.a).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Building {
    pub name: String,
    pub rect: Rect,
    /// One or two (4.6.f).
    pub storeys: u8,
    pub wooden_walls: bool,
    pub roof: Roof,
    /// A permanent fortification: complete cover (4.3.c).
    pub fortification: bool,
}

impl Building {
    /// Centimetres of its outside wall.
    pub fn perimeter(&self) -> f64 {
        4.0 * (self.rect.half_width + self.rect.half_depth)
    }

    /// Its walls from the front round by the right, each with its way outwards.
    pub fn walls(&self) -> [(V2, V2, V2); 4] {
        let [a, b, c, d] = self.rect.corners();
        let centre = self.rect.centre;
        [(a, b), (b, c), (c, d), (d, a)].map(|(p, q)| {
            let mid = (p + q) * 0.5;
            (p, q, (mid - centre).unit())
        })
    }
}

/// The table as the scenario lays it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Ground {
    /// Centimetres from west to east.
    pub width: f64,
    /// Centimetres from south to north.
    pub depth: f64,
    pub patches: Areas<Patch>,
    pub lines: Areas<Line>,
    /// Contours, the lowest of each hill first.
    pub hills: Areas<Step>,
    pub roads: Areas<Road>,
    pub bridges: Vec<Bridge>,
    pub buildings: Areas<Building>,
}

impl std::ops::Index<BuildingId> for Ground {
    type Output = Building;
    fn index(&self, id: BuildingId) -> &Building {
        &self.buildings[id.index()]
    }
}

impl std::ops::Index<LineId> for Ground {
    type Output = Line;
    fn index(&self, id: LineId) -> &Line {
        &self.lines[id.index()]
    }
}

/// How wide the strips are by which pieces of ground are found.
const STRIP: f64 = 30.0;
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
        of_path(&self.path, self.width / 2.0 + SPARE)
    }
}

impl Lies for Building {
    const STRIP: f64 = STRIP;
    fn reach(&self) -> (f64, f64) {
        let (lo, hi) = self.rect.bounds();
        (lo.x - SPARE, hi.x + SPARE)
    }
}

impl Ground {
    /// The contour on which a point lies: 0 in the plain.
    pub fn level(&self, p: V2) -> u8 {
        ::ground::level(self.hills.between(p.x, p.x).map(|(_, h)| &**h), |a| a.contains(p))
    }

    /// Is the point on the table?
    pub fn holds(&self, p: V2) -> bool {
        (-table::EPS..=self.width + table::EPS).contains(&p.x)
            && (-table::EPS..=self.depth + table::EPS).contains(&p.y)
    }

    /// The kind of ground at a point: of several the last that was laid, for a ford lies in its river.
    pub fn kind(&self, p: V2) -> Terrain {
        let here = self.patches.between(p.x, p.x).filter(|(_, x)| x.area.contains(p));
        here.last().map_or(Terrain::Open, |(_, x)| x.kind)
    }

    /// The slope on which a point lies: between two contours, or within 5 cm above the foot of the top one. `None` on the level. A hill with
    /// one contour is gentle; two contours less than 5 cm apart are steep (4.2).
    pub fn slope(&self, p: V2) -> Option<SlopeAt<'_>> {
        let here = self.hills.between(p.x, p.x).map(|(_, h)| &**h).filter(|h| h.area.contains(p));
        let under = here.max_by_key(|h| h.level)?;
        // What is on this hill is no farther off than the hill is long.
        let (lo, hi) = under.area.bounds();
        let far = (hi - lo).len() + SPARE;
        let near = || self.hills.between(p.x - far, p.x + far).map(|(_, h)| &**h);
        let nearest = under.area.nearest_of_border(p);
        let foot = nearest.dist(p);
        let above = near()
            .filter(|h| h.level == under.level + 1)
            .map(|h| (h.area.gap_to_point(p), h))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        match above {
            Some((up, higher)) if self.same_hill(under, higher) => {
                let slope = if foot + up < STEEP { Slope::Steep } else { Slope::Gentle };
                Some(SlopeAt { slope, towards: Towards::Contour(&higher.area) })
            }
            _ if foot <= STEEP => {
                // Above the highest contour the ground is level but for the brow, which is as steep as what leads to it.
                let below = self.hills.between(p.x, p.x).map(|(_, h)| &**h);
                let below = below.filter(|h| h.level + 1 == under.level && self.same_hill(h, under));
                let steep = below.map(|h| rim(&h.area, p)).any(|d| d - foot < STEEP);
                let slope = if steep { Slope::Steep } else { Slope::Gentle };
                Some(SlopeAt { slope, towards: Towards::From(nearest) })
            }
            _ => None,
        }
    }

    /// Has the hill of a contour no other contour than this?
    pub(crate) fn lone_contour(&self, step: &HillStep) -> bool {
        let other = |h: &HillStep| self.same_hill(step, h) || self.same_hill(h, step);
        !self.hills.iter().any(|h| other(h))
    }

    /// Does the higher contour lie on the lower?
    fn same_hill(&self, lower: &HillStep, higher: &HillStep) -> bool {
        higher.level == lower.level + 1
            && higher.area.outline().first().is_some_and(|p| lower.area.is_within(*p, table::EPS))
    }

    /// How many contours the hill of that contour has.
    pub fn contours(&self, step: &HillStep) -> u8 {
        let on = |h: &&HillStep| {
            h.level >= step.level
                && h.area.outline().first().is_some_and(|p| step.area.is_within(*p, table::EPS))
        };
        self.hills.iter().map(|h| &**h).filter(on).map(|h| h.level).max().unwrap_or(step.level)
    }

    pub fn building(&self, name: &str) -> Option<BuildingId> {
        self.buildings.iter().position(|b| b.name == name).map(|i| BuildingId(i as u16))
    }
}

/// Where a slope leads.
#[derive(Clone, Copy, Debug)]
pub struct SlopeAt<'g> {
    pub slope: Slope,
    towards: Towards<'g>,
}

#[derive(Clone, Copy, Debug)]
enum Towards<'g> {
    /// Towards this contour, which is higher.
    Contour(&'g Area),
    /// Away from the place of its own contour that is nearest.
    From(V2),
}

impl SlopeAt<'_> {
    /// The way straight up.
    pub fn up(&self, p: V2) -> V2 {
        let way = match self.towards {
            Towards::Contour(area) => area.nearest_of_border(p) - p,
            Towards::From(nearest) => -(nearest - p),
        };
        if way.len() < 1e-9 { V2 { x: 0.0, y: 1.0 } } else { way.unit() }
    }
}

/// How far a point is from the edge of an area.
fn rim(area: &Area, p: V2) -> f64 {
    area.nearest_of_border(p).dist(p)
}
