//! The ground of the second book for who looks for a way, and how its units get along.

use super::desk::{Desk, window};
use super::{ChakotenView, Enemy};
use crate::common::routes::{Country, Gait, Patch};
use chakoten_acw::ground::{Ground, PatchKind};
use chakoten_acw::troop::{Arm, Kind, Obstacle};
use chakoten_acw::unit::Unit;
use table::{Area, Polyline, Rect, V2, v2};

/// How near an enemy makes a place one to keep away from, in cm.
const CLOSE_BY: f64 = 18.0;

fn gait(u: &Unit) -> Gait {
    match u.arm {
        Arm::Cavalry if u.mounted => Gait::Horse,
        Arm::Infantry | Arm::Cavalry => Gait::Foot,
        Arm::Artillery => Gait::Guns,
        Arm::Wagon => Gait::Wagon,
    }
}

impl Country for ChakotenView<'_> {
    fn size(&self) -> V2 {
        v2(self.ground.width, self.ground.depth)
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn patches(&self) -> usize {
        self.ground.patches.len()
    }

    fn area(&self, patch: usize) -> &Area {
        &self.ground.patches[patch].area
    }

    fn patch(&self, patch: usize) -> Patch {
        use PatchKind::{Difficult, Impassable, Lake, Swamp, Town, Watercourse, Wood};
        let kind = self.ground.patches[patch].kind;
        Patch {
            closed: matches!(kind, Lake | Impassable),
            wet: matches!(kind, Lake | Swamp | Watercourse),
            corners: !matches!(kind, Town | Difficult | Watercourse),
            shunned: matches!(kind, Lake | Impassable | Swamp | Wood),
        }
    }

    /// In column (table I).
    fn slow(&self, gait: Gait, patch: usize) -> f64 {
        use Gait::{Foot, Guns, Horse};
        use PatchKind::{Difficult, Swamp, Town, Watercourse, Wood};
        match (self.ground.patches[patch].kind, gait) {
            (Town, _) => 1.0,
            (Difficult, Foot | Guns) => 2.1,
            (Difficult, Horse) => 1.6,
            (Wood, Foot) => 4.2,
            (Wood, Horse | Guns) => 6.6,
            (Watercourse, Foot | Guns) => 4.2,
            (Watercourse, Horse) => 6.6,
            (Swamp, Foot) => 8.4,
            _ => f64::INFINITY,
        }
    }

    fn buildings(&self) -> usize {
        self.ground.buildings.len()
    }

    fn building(&self, i: usize) -> Rect {
        self.ground.buildings[i].rect()
    }

    fn house(&self, gait: Gait) -> f64 {
        if gait == Gait::Foot { 25.0 } else { 60.0 }
    }

    fn lines(&self) -> usize {
        self.lines.len()
    }

    fn line(&self, i: usize) -> &Polyline {
        &self.lines[i].path
    }

    /// By table III.
    fn over(&self, gait: Gait, line: usize) -> f64 {
        use Gait::{Foot, Horse};
        let l = self.lines[line];
        if !l.cleared.is_empty() {
            return 0.0;
        }
        match (l.obstacle, gait) {
            (Obstacle::None, _) | (Obstacle::I, Foot | Horse) => 0.0,
            (Obstacle::I, _) => 10.0,
            (Obstacle::II, Foot | Horse) => 9.0,
            (Obstacle::III, Foot) => 30.0,
            _ => f64::INFINITY,
        }
    }

    fn bars(&self, line: usize) -> bool {
        self.lines[line].obstacle >= Obstacle::II
    }

    fn bridges(&self) -> usize {
        self.ground.bridges.len()
    }

    fn bridge(&self, i: usize) -> Rect {
        self.ground.bridges[i].rect
    }

    fn berth(&self, gait: Gait) -> f64 {
        match gait {
            Gait::Horse => 6.6,
            _ => 4.5,
        }
    }

    fn bridged(&self, p: V2) -> bool {
        self.ground.bridged(p)
    }

    fn roads(&self) -> usize {
        self.ground.roads.len()
    }

    fn road(&self, i: usize) -> &Polyline {
        &self.ground.roads[i].path
    }

    fn on_road(&self, gait: Gait) -> f64 {
        match gait {
            Gait::Foot => 0.84,
            Gait::Horse => 0.8,
            Gait::Guns => 0.63,
            Gait::Wagon => 0.25,
        }
    }
}

impl Desk<'_, '_> {
    /// The places through which a unit goes to another; `None` if there is no way.
    pub fn way(&mut self, u: &Unit, to: V2) -> Option<Vec<V2>> {
        let (v, foes) = (self.v, &self.foes);
        let there = |p: V2, e: &Enemy| {
            !e.fleeing
                && e.kind != Kind::Wagon
                && (e.rect.centre.x - p.x).abs() < 45.0
                && e.rect.gap_to_point(p) < CLOSE_BY
        };
        let feared = |p: V2| window(foes, p.x, p.x, 45.0).iter().any(|e| there(p, &v.enemies[e.1]));
        self.routes.way(v, feared, u.id.0, gait(u), u.base.front, to)
    }
}

/// Is a stretch of the way no ground for a body so wide: over a narrow bridge, through water?
pub(super) fn narrow(g: &Ground, wide: f64, from: V2, to: V2) -> bool {
    let bridge = g.bridges.iter().find(|b| b.rect.grown(1.0).clip(from, to).is_some());
    match bridge {
        Some(b) => 2.0 * b.rect.half_width < wide + 1.0,
        None => g.patches.iter().any(|p| {
            matches!(p.kind, PatchKind::Swamp | PatchKind::Watercourse)
                && p.area.length_inside(from, to) > 0.1
        }),
    }
}
