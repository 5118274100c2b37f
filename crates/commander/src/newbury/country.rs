//! The ground of the fifth book for who looks for a way.

use crate::common::routes::{Country, Gait, Patch};
use newbury_napoleonic::Field;
use newbury_napoleonic::terrain::{Obstacle, Terrain};
use newbury_napoleonic::unit::Unit;
use table::{Area, Polyline, Rect, V2, v2};

/// The map, which both sides have.
pub(super) struct Land<'a> {
    f: &'a Field,
    /// Bridges, and fords through water that nobody else gets through.
    over: Vec<Rect>,
}

impl<'a> Land<'a> {
    pub fn of(f: &'a Field) -> Land<'a> {
        let fords = f.ground.patches.iter().filter(|p| p.kind == Terrain::Ford).map(|p| {
            let (lo, hi) = p.area.bounds();
            Rect::between(lo, hi)
        });
        Land { f, over: f.ground.bridges.iter().map(|b| b.rect).chain(fords).collect() }
    }

    /// Must one be in march column on a stretch of way: over a bridge or through a ford?
    pub fn narrow(&self, from: V2, to: V2) -> bool {
        let wet = |p: &newbury_napoleonic::ground::Patch| {
            matches!(p.kind, Terrain::Impassable | Terrain::River) && p.area.length_inside(from, to) > 0.1
        };
        self.f.ground.patches.iter().any(wet) || self.over.iter().any(|r| r.clip(from, to).is_some())
    }

    /// Does a body stand on a bridge or in a ford?
    pub fn on_crossing(&self, r: &Rect) -> bool {
        self.over.iter().any(|o| o.gap(r) < 0.1)
    }
}

pub(super) fn gait(u: &Unit) -> Gait {
    if u.arm().battery() {
        Gait::Guns
    } else if u.mounted() {
        Gait::Horse
    } else {
        Gait::Foot
    }
}

impl Country for Land<'_> {
    fn size(&self) -> V2 {
        v2(self.f.ground.width, self.f.ground.depth)
    }

    fn turn(&self) -> u32 {
        u32::from(self.f.turn)
    }

    fn patches(&self) -> usize {
        self.f.ground.patches.len()
    }

    fn area(&self, patch: usize) -> &Area {
        &self.f.ground.patches[patch].area
    }

    fn patch(&self, patch: usize) -> Patch {
        use Terrain::{DenseWood, Impassable, Marsh, River};
        let kind = self.f.ground.patches[patch].kind;
        let barred = matches!(kind, Impassable | Marsh);
        Patch {
            closed: barred,
            wet: matches!(kind, Impassable | River | Marsh),
            corners: matches!(kind, Impassable | Marsh | DenseWood),
            shunned: barred || kind == River,
        }
    }

    /// By table 4, with something for the order that is lost (table 8A).
    fn slow(&self, gait: Gait, patch: usize) -> f64 {
        let guns = matches!(gait, Gait::Guns | Gait::Wagon);
        match self.f.ground.patches[patch].kind {
            Terrain::Open | Terrain::Ford => 1.0,
            Terrain::Scrub | Terrain::Field | Terrain::Mud => 1.6,
            Terrain::LightWood | Terrain::Orchard => 2.2,
            Terrain::DenseWood if !guns => 3.5,
            Terrain::River if !guns => 4.0,
            _ => f64::INFINITY,
        }
    }

    fn buildings(&self) -> usize {
        self.f.ground.buildings.len()
    }

    fn building(&self, i: usize) -> Rect {
        self.f.ground.buildings[i].rect
    }

    fn house(&self, _: Gait) -> f64 {
        200.0
    }

    fn lines(&self) -> usize {
        self.f.ground.lines.len()
    }

    fn line(&self, i: usize) -> &Polyline {
        &self.f.ground.lines[i].path
    }

    fn over(&self, gait: Gait, line: usize) -> f64 {
        match (self.f.ground.lines[line].kind, gait) {
            (Obstacle::Ditch | Obstacle::Stream, Gait::Foot | Gait::Horse) => 12.0,
            (Obstacle::Hedge, Gait::Foot | Gait::Horse) => 25.0,
            (_, Gait::Foot) => 30.0,
            _ => f64::INFINITY,
        }
    }

    fn bars(&self, _: usize) -> bool {
        true
    }

    fn bridges(&self) -> usize {
        self.over.len()
    }

    fn bridge(&self, i: usize) -> Rect {
        self.over[i]
    }

    fn berth(&self, _: Gait) -> f64 {
        1.6
    }

    fn bridged(&self, p: V2) -> bool {
        self.over.iter().any(|r| r.contains(p, 0.5))
    }

    fn roads(&self) -> usize {
        self.f.ground.roads.len()
    }

    fn road(&self, i: usize) -> &Polyline {
        &self.f.ground.roads[i].path
    }

    fn on_road(&self, gait: Gait) -> f64 {
        match gait {
            Gait::Foot | Gait::Horse => 1.0,
            Gait::Guns | Gait::Wagon => 0.85,
        }
    }
}
