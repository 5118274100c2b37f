//! The ground of the third book for who looks for a way, and how its units get along.

use super::desk::Desk;
use super::{Enemy, NapoleonicView};
use crate::common::routes::{Country, Gait, Patch, about};
use crate::common::sorted::window;
use chakoten_napoleonic::book::march::{Row, length};
use chakoten_napoleonic::ground::{CrossingKind, PatchKind, grown};
use chakoten_napoleonic::troop::{Arm, Formation, Going, Obstacle, Weight};
use chakoten_napoleonic::unit::Unit;
use table::{Area, Polyline, Rect, V2, v2};

/// How near an enemy makes a place one to keep away from, in cm.
const CLOSE_BY: f64 = 20.0;
/// A watercourse wider than this is crossed at fords and bridges alone, in cm (07.04.1).
const WIDE: f64 = 4.0;

/// The row of table III by which a unit marches in a formation.
fn row(u: &Unit, formation: Formation) -> Row {
    match u.arm {
        Arm::Infantry => match formation {
            Formation::MarchColumn | Formation::SingleFile => Row::FootMarchColumn,
            Formation::AttackColumn => Row::FootAttackColumn,
            Formation::Line => Row::FootLine,
            Formation::Skirmish => Row::FootSkirmish,
            Formation::Square | Formation::Mass | Formation::Clump => Row::FootSquare,
        },
        Arm::Cavalry => match formation {
            Formation::MarchColumn | Formation::SingleFile => Row::HorseMarchColumn,
            Formation::Skirmish => Row::HorseSwarm,
            _ => Row::Horse(u.weight.unwrap_or(Weight::Light)),
        },
        Arm::Artillery => match &u.battery {
            Some(b) if b.limbered => Row::Limbered(b.harness, b.weight),
            Some(b) => Row::Unlimbered(b.weight),
            None => Row::Wagon,
        },
        Arm::Train => Row::Wagon,
    }
}

/// Cm that a unit marches in a turn in the open, in a formation.
pub(super) fn pace(u: &Unit, formation: Formation) -> f64 {
    length(row(u, formation), Going::Ordinary).unwrap_or(10.0)
}

/// Cm that cavalry rides in a turn at the charge.
pub(super) fn charge_pace(u: &Unit) -> f64 {
    let row = if u.formation == Formation::Skirmish {
        Row::ChargeSwarm
    } else {
        Row::Charge(u.weight.unwrap_or(Weight::Light))
    };
    length(row, Going::Ordinary).unwrap_or(40.0)
}

fn gait(u: &Unit) -> Gait {
    match u.arm {
        Arm::Cavalry => Gait::Horse,
        Arm::Infantry => Gait::Foot,
        Arm::Artillery => Gait::Guns,
        Arm::Train => Gait::Wagon,
    }
}

impl Country for NapoleonicView<'_> {
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
        use PatchKind::{Impassable, Lake, Plantation, Swamp, Water, Wood};
        let p = &self.ground.patches[patch];
        let wide = p.kind == Water && p.width > WIDE;
        let barred = matches!(p.kind, Lake | Impassable | Swamp | Wood) || wide;
        Patch {
            closed: barred,
            wet: matches!(p.kind, Lake | Swamp | Water),
            corners: matches!(p.kind, Lake | Impassable | Swamp | Wood | Plantation),
            shunned: barred || p.kind == Plantation,
        }
    }

    /// In march column (table III).
    fn slow(&self, gait: Gait, patch: usize) -> f64 {
        use PatchKind::{Difficult, Garden, Plantation, Scrub, Soft, Town, Water};
        let p = &self.ground.patches[patch];
        match p.kind {
            Town | Soft => 1.0,
            Difficult | Scrub | Garden => 2.1,
            Plantation if gait == Gait::Wagon => f64::INFINITY,
            Plantation => 3.0,
            Water if p.width <= WIDE && gait != Gait::Wagon => 4.5,
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
        if gait == Gait::Foot { 40.0 } else { 200.0 }
    }

    fn lines(&self) -> usize {
        self.lines().len()
    }

    fn line(&self, i: usize) -> &Polyline {
        &self.lines()[i].path
    }

    /// By tables VI and VII: cavalry passes no obstacle II, artillery none at all.
    fn over(&self, gait: Gait, line: usize) -> f64 {
        use Gait::{Foot, Horse};
        let l = self.lines()[line];
        if !l.cleared.is_empty() {
            return 0.0;
        }
        match (l.obstacle, gait) {
            (Obstacle::None, _) => 0.0,
            (Obstacle::I, Foot | Horse) => 6.0,
            (Obstacle::II, Foot) => 20.0,
            (Obstacle::III, Foot) => 50.0,
            _ => f64::INFINITY,
        }
    }

    fn bars(&self, line: usize) -> bool {
        self.lines()[line].obstacle >= Obstacle::I
    }

    fn bridges(&self) -> usize {
        self.ground.crossings.iter().filter(|c| c.kind != CrossingKind::Footbridge).count()
    }

    fn bridge(&self, i: usize) -> Rect {
        let all = self.ground.crossings.iter().filter(|c| c.kind != CrossingKind::Footbridge);
        all.map(|c| c.rect).nth(i).unwrap_or(Rect::between(v2(0.0, 0.0), v2(0.0, 0.0)))
    }

    fn berth(&self, _gait: Gait) -> f64 {
        1.6
    }

    /// A battalion in column of attack and its wheels have to go round.
    fn corner(&self) -> f64 {
        7.5
    }

    fn bridged(&self, p: V2) -> bool {
        (0..self.bridges()).any(|i| self.bridge(i).contains(p, 0.5))
    }

    fn roads(&self) -> usize {
        self.ground.tracks.iter().filter(|t| !t.path).count()
    }

    fn road(&self, i: usize) -> &Polyline {
        let nth = self.ground.tracks.iter().filter(|t| !t.path).nth(i);
        &nth.unwrap_or(&self.ground.tracks[0]).road.path
    }

    fn on_road(&self, gait: Gait) -> f64 {
        match gait {
            Gait::Foot | Gait::Horse => 0.72,
            Gait::Guns => 0.55,
            Gait::Wagon => 0.4,
        }
    }
}

impl Desk<'_, '_> {
    /// The places through which a unit goes to another; `None` if there is no way.
    pub fn way(&mut self, u: &Unit, to: V2) -> Option<Vec<V2>> {
        let (v, foes) = (self.v, &self.foes);
        let there = |p: V2, e: &Enemy| e.fights() && e.rect.gap_to_point(p) < CLOSE_BY;
        let feared = |p: V2| window(foes, p.x, p.x, 45.0).iter().any(|e| there(p, &v.enemies()[e.1]));
        self.routes.way(v, feared, u.id.0, gait(u), u.base.front, to)
    }
}

/// Does a stretch of the way lead over water or a bridge, where only march columns go (07.04.3, 07.04.4)?
pub(super) fn wet(v: &NapoleonicView<'_>, from: V2, to: V2) -> bool {
    v.ground.patches_in(about(&[from, to])).any(|p| {
        matches!(p.kind, PatchKind::Water | PatchKind::Swamp) && p.area.length_inside(from, to) > 0.1
    })
}

/// Does a unit stand on water or a bridge?
pub(super) fn on_water(v: &NapoleonicView<'_>, r: &Rect) -> bool {
    let mut near = v.ground.patches_in(grown(r.bounds(), 1.0));
    near.any(|p| matches!(p.kind, PatchKind::Water | PatchKind::Swamp) && p.area.touches(r))
}
