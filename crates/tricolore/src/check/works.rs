//! Engineers at a bridge: blowing it up, building one, taking one down (demolition.2, pontoon.1, foot-bridge.1).

use crate::battle::Battle;
use crate::ground::{Bridge, BridgeKind, Line, Obstacle};
use crate::procedures::works::{Task, TaskOutcome, TaskSituation, Water, WorkPoints};
use crate::troop::Arm;
use crate::unit::{Unit, UnitId};
use crate::{clause, say};
use table::{Rect, v2};
use umpire::{Refusal, allow, judge};

/// An engineer base may blow so far off (demolition.2).
const REACH: f64 = 100.0;
/// A site is no farther from the middle of the water.
const SITE: f64 = 30.0;
/// A bridge is at least so long, and so wide for each lane.
const NARROWEST: f64 = 20.0;
const LANE: f64 = 30.0;

/// The bridge of that name, if the engineer base may try to blow it.
pub fn blow(b: &Battle, id: UnitId, bridge: &str) -> Result<usize, Refusal> {
    let f = &b.field;
    let u = &f[id];
    let by = clause!("demolition.2");
    allow(u.arm() == Arm::Engineers, by, || say!("no-engineers", unit = &*u.code))?;
    let n = f.bridges.iter().position(|x| x.bridge.name == bridge && !x.gone);
    let n = n.ok_or_else(|| Refusal::form(say!("no-such-bridge", bridge)))?;
    allow(f.bridges[n].prepared == Some(u.side), clause!("demolition.1"), || say!("not-prepared", bridge))?;
    let near = f.reaches(crate::measure::gap(&f.rects(u), &[f.bridges[n].bridge.rect]), REACH);
    allow(near, by, || say!("too-far-to-blow", unit = &*u.code, bridge))?;
    allow(!b.play.failed_blows.contains(&(n as u16)), by, || say!("not-again-this-round", bridge))?;
    Ok(n)
}

/// A bridge that an engineer base may be set to build, and the points that it needs: over water, with pontoons driven there, or of trestles
/// over what is shallow (pontoon.1, foot-bridge.1).
pub fn build(b: &Battle, id: UnitId, kind: BridgeKind, at: [f64; 2]) -> Result<(Bridge, u16), Refusal> {
    let f = &b.field;
    let u = &f[id];
    let unit = &*u.code;
    super::moves::sane(&at)?;
    allow(u.arm() == Arm::Engineers, clause!("work-test.1"), || say!("no-engineers", unit))?;
    let task = match kind {
        BridgeKind::LightPontoon => Task::LightPontoon,
        BridgeKind::HeavyPontoon => Task::HeavyPontoon,
        BridgeKind::LightTrestle => Task::LightTrestle,
        BridgeKind::HeavyTrestle => Task::HeavyTrestle,
        BridgeKind::Stone | BridgeKind::Wooden => {
            return Err(Refusal::by(clause!("pontoon.1"), say!("no-such-works", unit)));
        }
    };
    let pontoon = matches!(kind, BridgeKind::LightPontoon | BridgeKind::HeavyPontoon);
    let by = if pontoon { clause!("pontoon.1") } else { clause!("foot-bridge.1") };
    let p = v2(at[0], at[1]);
    let water = |l: &&Line| !matches!(l.kind, Obstacle::Hedge);
    let near = f.ground.lines.iter().filter(water).filter_map(|l| Some((l, l.path.nearest(p)?)));
    let found = near.min_by(|x, y| x.1.0.total_cmp(&y.1.0)).filter(|(_, n)| n.0 <= SITE);
    let Some((line, (_, along, dir))) = found else {
        return Err(Refusal::by(by, say!("no-water-there", unit)));
    };
    let centre = line.path.at(along).map_or(p, |(q, _)| q);
    let length = line.width.max(NARROWEST);
    let rect = Rect { centre, dir: dir.right(), half_width: LANE / 2.0, half_depth: length / 2.0 };
    let reached = f.reaches(crate::measure::gap(&f.rects(u), &[rect]), REACH);
    allow(reached, clause!("work-test.2"), || say!("too-far-to-work", unit))?;
    let boats =
        |o: &&Unit| o.arm() == Arm::Pontoons && f.reaches(crate::measure::gap(&f.rects(o), &[rect]), REACH);
    let shallow = line.low_water || !matches!(line.kind, Obstacle::River);
    let s = TaskSituation {
        task,
        length,
        water: if shallow { Water::Low } else { Water::River },
        pontoons: f.side(u.side).any(|o| boats(&o)),
    };
    match judge::<WorkPoints>(&s, &mut umpire::HandDice::default()).0 {
        TaskOutcome::Needs { points, .. } => {
            let n = f.bridges.len() + b.play.sites.len() + 1;
            Ok((Bridge { name: format!("{} {n}", line.name), kind, rect, lanes: 1 }, points))
        }
        TaskOutcome::MayNot => Err(Refusal::by(by, say!("no-such-works", unit))),
    }
}

/// A pontoon bridge that an engineer base may be set to take down, and the points that it needs (pontoon.4).
pub fn take_down(b: &Battle, id: UnitId, bridge: &str) -> Result<(u16, u16), Refusal> {
    let f = &b.field;
    let u = &f[id];
    let unit = &*u.code;
    allow(u.arm() == Arm::Engineers, clause!("work-test.1"), || say!("no-engineers", unit))?;
    let n = f.bridges.iter().position(|x| x.bridge.name == bridge && !x.gone);
    let n = n.ok_or_else(|| Refusal::form(say!("no-such-bridge", bridge)))?;
    let of = &f.bridges[n].bridge;
    let task = match of.kind {
        BridgeKind::LightPontoon => Task::TakeDownLightPontoon,
        BridgeKind::HeavyPontoon => Task::TakeDownHeavyPontoon,
        _ => return Err(Refusal::by(clause!("pontoon.4"), say!("no-such-works", unit))),
    };
    let near = f.reaches(crate::measure::gap(&f.rects(u), &[of.rect]), REACH);
    allow(near, clause!("work-test.2"), || say!("too-far-to-work", unit))?;
    let length = 2.0 * of.rect.half_depth;
    let s = TaskSituation { task, length, water: Water::River, pontoons: false };
    match judge::<WorkPoints>(&s, &mut umpire::HandDice::default()).0 {
        TaskOutcome::Needs { points, .. } => Ok((n as u16, points)),
        TaskOutcome::MayNot => Err(Refusal::by(clause!("pontoon.4"), say!("no-such-works", unit))),
    }
}
