//! Whether a charge reaches its target: measured only after it was declared (play.charge.check, 17.6.a.2).

use crate::answer::LegOrder;
use crate::battle::Battle;
use crate::drill::drawn;
use crate::field::Field;
use crate::formation::Formation;
use crate::going::chargeable;
use crate::order::Gait;
use crate::procedures::formations::Takes;
use crate::terrain::{Going, Slope, Terrain};
use crate::unit::{Side, Unit, UnitId};
use table::{Base, Rect, V2};

/// The longest manoeuvre before a charge, in moves (17.2.e).
pub(crate) const HALF: f64 = 0.5;

/// Where a body is after its legs, and the time they took.
#[derive(Clone, Debug)]
pub(crate) struct After {
    pub base: Base,
    pub unit: Unit,
    pub time: f64,
}

/// What a manoeuvre at normal speed comes to, as if nobody were in the way; nothing where it cannot be made.
pub(crate) fn manoeuvre(b: &Battle, u: &Unit, legs: &[LegOrder]) -> Option<After> {
    let f = b.field();
    let year = b.terms().year;
    let mut at = After { base: u.base, unit: u.clone(), time: 0.0 };
    // Time of a change that is made while advancing, for the march after it (T6.adv).
    let mut spare = 0.0;
    for leg in legs {
        let rate = f.rate(&at.unit, Gait::Normal).ok();
        let advances = std::mem::take(&mut spare);
        match *leg {
            LegOrder::March { cm, towards } => {
                let dir = towards.map_or(at.base.dir, V2::bearing);
                let time = f.over(&at.unit, &at.base, dir, cm.max(0.01), false).time(rate?)?;
                at.time += if towards.is_none() { (time - advances).max(0.0) } else { time };
                at.base = at.base.moved(dir * cm);
            }
            LegOrder::Wheel { degrees } => {
                at.time += degrees.abs().to_radians() * at.base.width / rate?;
                at.base = ranks::wheeled(&at.base, degrees);
            }
            LegOrder::Turn { to } => {
                let Takes::Time { moves, .. } = f.turn_takes(&at.unit, to, year).0 else { return None };
                at.time += moves.0;
                if to == crate::answer::Turning::About {
                    at.base = at.base.about_face();
                }
            }
            LegOrder::Form { formation, ranks, files } => {
                let to = drawn(&at.unit, formation, ranks, files);
                let Takes::Time { moves, advancing } = f.change_takes(&at.unit, to, year, false).0 else {
                    return None;
                };
                at.time += moves.0;
                spare = if advancing { moves.0 } else { 0.0 };
                at.unit.drawn = to;
                at.base = at.unit.plan(&f.options).at(at.base.front, at.base.dir);
            }
            LegOrder::IntoLine { to } => {
                let Takes::Time { moves, .. } = f.into_line_takes(&at.unit, year).0 else { return None };
                at.time += moves.0;
                (at.unit.drawn, at.base) = f.line_from_flank(&at.unit, to);
            }
            LegOrder::Wait { part } => at.time += part,
            _ => {
                let Takes::Time { moves, .. } = f.doing_takes(f.task_of(&at.unit, *leg)?).0 else {
                    return None;
                };
                at.time += moves.0;
            }
        }
        at.unit.base = at.base;
    }
    Some(at)
}

/// The straight run of a charge.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub in_reach: bool,
    /// How far it is when the charge itself begins; nothing where the target is not straight ahead.
    pub far: Option<f64>,
    pub ground: Terrain,
    pub slope: Option<(Slope, Going)>,
    pub impassable: bool,
    /// Who bars the way.
    pub barred: Option<UnitId>,
}

/// When a charger could be at his own attack distance of a target that stands (T13.A.x, 17.8.b).
pub(crate) fn at_attack_distance(b: &Battle, u: &Unit, legs: &[LegOrder], on: UnitId, gait: Gait) -> f64 {
    let f = b.field();
    let Some(after) = manoeuvre(b, u, legs) else { return 1.0 };
    let target = &f[on];
    let dir = match after.unit.open_order() {
        true => (target.base.centre() - after.base.front).unit(),
        false => after.base.dir,
    };
    let rect = after.base.rect();
    let far = f.rects(target).iter().filter_map(|r| rect.travel_to(r, dir)).fold(f64::INFINITY, f64::min);
    let run = far - f.attack_distance(&after.unit).0;
    if !run.is_finite() || run <= 0.0 {
        return after.time;
    }
    let rate = f.rate(&after.unit, gait).ok();
    let time = rate.and_then(|r| f.over(&after.unit, &after.base, dir, run, true).time(r));
    after.time + time.unwrap_or(1.0)
}

/// Where the straight run of a charge begins, and which way it goes.
struct Start {
    after: After,
    dir: V2,
    rect: Rect,
}

impl Start {
    fn new(b: &Battle, u: &Unit, legs: &[LegOrder], on: UnitId) -> Start {
        let where_it_is = || After { base: u.base, unit: u.clone(), time: 1.0 };
        let after = manoeuvre(b, u, legs).unwrap_or_else(where_it_is);
        // Open order goes any way; close order straight ahead (play.path).
        let dir = match after.unit.open_order() {
            true => (b.field()[on].base.centre() - after.base.front).unit(),
            false => after.base.dir,
        };
        Start { dir, rect: after.base.rect(), after }
    }

    /// How far it is to somebody straight ahead.
    fn to(&self, f: &Field, e: &Unit) -> Option<f64> {
        let ahead = f.rects(e).into_iter().filter_map(|r| self.rect.travel_to(&r, self.dir));
        ahead.fold(None, |a: Option<f64>, d| Some(a.map_or(d, |x| x.min(d))))
    }

    /// The nearest who bars the way to a target so far off.
    fn barred(&self, f: &Field, side: Side, on: UnitId, far: f64) -> Option<UnitId> {
        let bars = |e: &Unit| {
            let solid = !e.open_order() || e.formation() == Formation::Deployed;
            let ahead = if e.id != on && solid { self.to(f, e) } else { None };
            ahead.filter(|d| *d < far - 0.01).map(|d| (d, e.id))
        };
        let near = f.enemies_about(side, &[self.rect], far + 1.0);
        near.filter_map(bars).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, e)| e)
    }
}

/// Does a charge after those legs come home (17.2.e)? What takes the longest is looked at last.
pub(crate) fn comes_home(b: &Battle, u: &Unit, legs: &[LegOrder], on: UnitId, gait: Gait) -> bool {
    let (f, start) = (b.field(), Start::new(b, u, legs, on));
    let Some(far) = start.to(f, &f[on]) else { return false };
    if start.barred(f, u.side, on, far).is_some() {
        return false;
    }
    let run = run_from(b, u, &start, on, gait);
    run.in_reach && !run.impassable
}

/// How a body would charge a target after those legs (17.2.b, 17.2.e).
pub(crate) fn run(b: &Battle, u: &Unit, legs: &[LegOrder], on: UnitId, gait: Gait) -> Run {
    let (f, start) = (b.field(), Start::new(b, u, legs, on));
    let barred = start.to(f, &f[on]).and_then(|far| start.barred(f, u.side, on, far));
    Run { barred, ..run_from(b, u, &start, on, gait) }
}

/// The same, whoever bars the way.
fn run_from(b: &Battle, u: &Unit, start: &Start, on: UnitId, gait: Gait) -> Run {
    let f = b.field();
    let After { base, unit, time: starts } = &start.after;
    let length = start.to(f, &f[on]);
    let mut run = Run {
        in_reach: false,
        far: length,
        ground: Terrain::Open,
        slope: None,
        impassable: false,
        barred: None,
    };
    let Some(far) = length else { return run };
    let mut over = f.over(unit, base, start.dir, far.max(0.01), true);
    // What the enemy defends is crossed in the fight, for no time, by those who can cross it at all (12.1.c, 17.2.h).
    let held = b.held_lines(on, u.id);
    for m in over.met.iter_mut().filter(|m| held.contains(&m.line.0)) {
        m.time = m.time.map(|_| 0.0);
    }
    let rate = f.rate(unit, gait).ok();
    let time = rate.and_then(|r| over.time(r));
    run.in_reach = time.is_some_and(|t| starts + t <= 1.0 + 1e-6);
    let worst = over.stretches.iter().find(|s| !chargeable(s.kind, s.slope));
    if let Some(s) = worst {
        (run.ground, run.slope) = (s.kind, s.slope);
    }
    run.impassable =
        over.met.iter().any(|m| m.time.is_none()) || over.stretches.iter().any(|s| s.fraction.is_none());
    run
}
