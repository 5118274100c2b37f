//! The way of a unit over the ground: what its parts cost, whom it comes near, whom it passes (play.move). Nothing is changed here.

use super::near::{self, HAIR};
use crate::battle::Battle;
use crate::book::march::{Mover, Pace, PassCost};
use crate::book::terrain::Class;
use crate::field::Field;
use crate::ground::{Line, ZoneId};
use crate::troop::{Arm, Formation, Harness};
use crate::unit::{Crossing, Unit, UnitId};
use crate::{break_in, clause, reading, say, terrain};
use smallvec::SmallVec;
use table::{Base, Body, Motion, Moving, Rect, V2, first_within};
use umpire::{Clause, Refusal, allow};

/// As what a unit moves (table missing.movement).
pub fn mover(u: &Unit) -> Mover {
    match (u.arm(), u.formation) {
        (Arm::Cavalry, _) => Mover::Cavalry,
        (Arm::Artillery, _) => match u.troop.guns.map(|g| g.harness) {
            Some(Harness::Horse) => Mover::HorseBattery,
            _ => Mover::FootBattery,
        },
        (Arm::Train, _) => Mover::Train,
        (Arm::Pontoons, _) => Mover::Pontoons,
        (_, Formation::Square) => Mover::Square,
        (_, Formation::Chain { .. }) => Mover::Skirmishers,
        _ => Mover::Infantry,
    }
}

/// The allowance of a unit; nothing where it has no move of that kind.
pub fn allowance(f: &Field, u: &Unit, pace: Pace) -> f64 {
    f.sheet.march().rate(mover(u), pace).map_or(0.0, |g| g.value)
}

/// What a straight stretch costs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    /// Allowance spent.
    pub spent: f64,
    /// Linear obstacles that it begins or ends to pass.
    pub crossings: SmallVec<[Crossing; 1]>,
}

/// What it costs to go straight, each stretch its length times the factor of the ground under the front bases, the most unfavourable of two
/// (terrain.2, terrain.7), and fixed deductions for obstacles, which may be paid in two moves (terrain.3, terrain.4). `has` is the allowance
/// for it.
pub fn straight(f: &Field, u: &Unit, base: &Base, dir: V2, length: f64, has: f64) -> Result<Cost, Refusal> {
    let front = Base { depth: base.depth.min(f.plan(u).front_depth), ..*base };
    let over = terrain::leg(f, u, &front, dir, length);
    let mut cost = Cost::default();
    for (from, to, factor) in &over.stretches {
        let Some(factor) = factor else {
            return Err(Refusal::by(clause!("terrain.2"), say!("cannot-go-there", unit = &*u.code)));
        };
        cost.spent += (to - from) * factor;
    }
    for m in &over.met {
        let line = &f.ground.lines[usize::from(m.line)];
        let Some(deduction) = m.cost else {
            return Err(Refusal::by(m.by, say!("cannot-pass-line", unit = &*u.code, line = &*line.name)));
        };
        let before = u.disorder.crossings.iter().find(|c| c.line == m.line && !c.passed);
        let paid = before.map_or(0.0, |c| c.paid);
        let begun_before = before.is_some_and(|c| c.begun_before);
        let due = (deduction - paid).max(0.0);
        if cost.spent + due <= has + HAIR {
            cost.spent += due;
            cost.crossings.push(Crossing { line: m.line, paid: deduction, passed: true, begun_before });
            continue;
        }
        // It stops with its front half across, having paid what it had left (terrain.4).
        let half = length - m.at <= front.depth / 2.0 + HAIR;
        allow(half, clause!("terrain.4"), || say!("line-not-paid", unit = &*u.code, line = &*line.name))?;
        let left = (has - cost.spent).max(0.0);
        cost.spent += left;
        cost.crossings.push(Crossing { line: m.line, paid: paid + left, passed: false, begun_before });
    }
    Ok(cost)
}

/// What a pivot of so many degrees costs: the way of the outer front corner (tmove.general.2).
pub fn pivot_cost(f: &Field, width: f64, degrees: f64) -> f64 {
    let a = degrees.abs().to_radians();
    if f.readings.is(reading!("pivot-length", "arc")) { width * a } else { 2.0 * width * libm::sin(a / 2.0) }
}

/// A unit pivoted about a front corner, and how it moves to there in one unit of time (pivot.2).
pub fn pivoted(base: &Base, degrees: f64, backward: bool) -> (Base, Moving) {
    // To the right about the right corner, the left wing swinging forward; or about the left one, the right wing swinging back.
    let right = (degrees > 0.0) != backward;
    let pivot = if right { base.front_right() } else { base.front_left() };
    pivoted_about(base, pivot, degrees)
}

/// The same about any point: of a formation that wheels as one body (play.move).
pub fn pivoted_about(base: &Base, pivot: V2, degrees: f64) -> (Base, Moving) {
    let rate = -degrees.to_radians();
    (
        base.turned_about(pivot, rate),
        Moving { base: *base, since: 0.0, motion: Motion::Wheel { pivot, rate } },
    )
}

/// What lies about the way of a unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Met {
    /// Friends whom it passes through.
    pub passes: SmallVec<[UnitId; 2]>,
    /// It goes along the road of a town zone (tmove.town.1).
    pub street: bool,
}

/// How near a unit may come to the enemies about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Keep {
    /// Out of their break-in distances (break-in.1).
    BreakIn,
    /// So many metres from enemies that cannot be declined, and from others (manoeuvre-phase.11, engagement.3).
    Metres(f64, f64),
}

/// One part of a unit's way.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    pub way: &'a Moving,
    pub end: &'a Base,
    pub keep: Keep,
    /// Those who go with it.
    pub along: &'a [UnitId],
    /// The town zone that it goes into.
    pub enter: Option<ZoneId>,
}

/// Looks at one part of a way: enemies, friends, town zones.
pub fn look(b: &Battle, u: &Unit, part: Part<'_>, met: &mut Met) -> Result<(), Refusal> {
    let Part { way, end, keep, along, enter } = part;
    let f = &b.field;
    let code = &*u.code;
    let most = match keep {
        Keep::BreakIn => break_in::most(f),
        Keep::Metres(hard, soft) => hard.max(soft) + 1.0,
    };
    for o in f.about(&[way.base.rect(), end.rect()], way.speed() + most).filter(|o| o.id != u.id) {
        let rects = f.rects(o);
        if o.side != u.side {
            if !f.is_enemy(u.side, o) {
                continue;
            }
            let limit = match keep {
                Keep::BreakIn => near::break_in(f, o),
                Keep::Metres(hard, soft) => {
                    if super::declinable(o) {
                        soft
                    } else {
                        hard
                    }
                }
            };
            let now = near::gap_to(f, &[way.base.rect()], o);
            let limit = if now < limit - HAIR { now } else { limit };
            let nearer = |r: &Rect| {
                if !end.rect().comes_within(r, limit + way.speed() + 1.0)
                    && way.base.rect().far_from(r, limit + way.speed())
                {
                    return false;
                }
                first_within(way, Body::rect(*r), limit - HAIR, 0.0, 1.0).is_some()
            };
            if rects.iter().any(nearer) {
                return Err(Refusal::by(
                    clause!("break-in.1"),
                    say!("comes-too-near", unit = code, enemy = &*o.code, metres = words::whole(limit)),
                ));
            }
            continue;
        }
        if along.contains(&o.id)
            || o.formation.zone().is_some() && !matches!(o.formation, Formation::Assembled { .. })
        {
            continue;
        }
        let over = |r: &Rect| {
            !way.base.rect().far_from(r, way.speed() + 1.0)
                && first_within(way, Body::rect(*r), -HAIR, 0.0, 1.0).is_some()
        };
        if rects.iter().any(over) && !met.passes.contains(&o.id) {
            met.passes.push(o.id);
        }
    }
    met.street |= towns(f, u, way, enter)?;
    Ok(())
}

/// Looks at the town zones on a way: none is gone through but along its road (tmove.town.1), where it is then.
pub fn towns(f: &Field, u: &Unit, way: &Moving, enter: Option<ZoneId>) -> Result<bool, Refusal> {
    let code = &*u.code;
    let mut along = false;
    for (n, z) in f.ground.zones.about(&way.base.rect().grown(way.speed() + 2.0)) {
        if enter == Some(ZoneId(n as u16)) {
            continue;
        }
        let over = !way.base.rect().far_from(&z.rect, way.speed() + 1.0)
            && first_within(way, Body::rect(z.rect), -HAIR, 0.0, 1.0).is_some();
        if !over {
            continue;
        }
        // Wherever it is among the houses it is on their road.
        let off = |t: f64| {
            let base = way.at(t);
            z.rect.penetration(&base.rect()) > HAIR && !terrain::on_road(f, u.formation, &base)
        };
        let files = terrain::files_on_roads(u.formation);
        let by = if files { clause!("tmove.town.1") } else { clause!("play.town-zones") };
        let street = files && ![0.0, 0.25, 0.5, 0.75, 1.0].into_iter().any(off);
        allow(street, by, || say!("town-in-the-way", unit = code, town = &*z.name))?;
        along = true;
    }
    Ok(along)
}

/// Is a unit at the end on the table and on nobody (play.move)?
pub fn stands(b: &Battle, u: &Unit, end: &Base, along: &[(UnitId, Base)]) -> Result<(), Refusal> {
    let f = &b.field;
    let on = end.corners().iter().all(|c| f.ground.holds(*c));
    allow(on, clause!("play.edge"), || say!("off-the-table", unit = &*u.code))?;
    let rect = end.rect();
    // Those who go with it may come from farther off.
    let mut near: SmallVec<[UnitId; 16]> = f.about(&[rect], 1.0).map(|o| o.id).collect();
    near.extend(along.iter().map(|(id, _)| *id).filter(|id| f[*id].present()));
    near.sort_unstable();
    near.dedup();
    for o in near.iter().map(|o| &f[*o]).filter(|o| o.id != u.id && o.formation.zone().is_none()) {
        let moved = along.iter().find(|(id, _)| *id == o.id).map(|(_, b)| b.rect());
        let over = match moved {
            Some(r) => r.penetration(&rect) > HAIR,
            None => f.rects(o).iter().any(|r| r.penetration(&rect) > HAIR),
        };
        let by = if o.side == u.side { clause!("pass-through.5") } else { clause!("play.move") };
        allow(!over, by, || say!("stands-upon", unit = &*u.code, other = &*o.code))?;
    }
    // Nobody stands among houses but on their road (play.town-zones).
    let street = || terrain::files_on_roads(u.formation) && terrain::on_road(f, u.formation, end);
    for (_, z) in f.ground.zones.about(&rect) {
        let among = z.rect.penetration(&rect) > HAIR;
        allow(!among || street(), clause!("play.town-zones"), || {
            say!("town-in-the-way", unit = &*u.code, town = &*z.name)
        })?;
    }
    impassable(f, u, end)
}

/// Ground that the unit may not stand on.
pub fn impassable(f: &Field, u: &Unit, end: &Base) -> Result<(), Refusal> {
    let front = Base { depth: end.depth.min(f.plan(u).front_depth), ..*end };
    let under = terrain::under_base(f, u, &front);
    allow(under.effect.cost.is_some(), under.by, || say!("cannot-go-there", unit = &*u.code))?;
    // Nor in a line that it cannot pass, unless upon a bridge: a wing is not swung over a river (terrain.3).
    let class = Class::of(u.arm(), u.skirmishing());
    let rect = front.rect().grown(-HAIR);
    let in_it = |l: &&Line| l.path.segments().any(|(p, q)| rect.clip(p, q).is_some());
    let lines = f.ground.lines.about(&rect).map(|(_, l)| l);
    let barred = lines.filter(|l| terrain::uncrossable(f, l.kind, class)).find(in_it);
    let bridge = || f.bridges.iter().any(|b| !b.gone && b.bridge.rect.penetration(&rect) > HAIR);
    match barred {
        Some(line) if !bridge() => {
            let by = clause!("terrain.3");
            Err(Refusal::by(by, say!("cannot-pass-line", unit = &*u.code, line = &*line.name)))
        }
        _ => Ok(()),
    }
}

/// What it costs to pass through a friend (pass-through.1 to pass-through.6).
pub fn pass_cost(f: &Field, u: &Unit, o: &Unit, falling_back: bool) -> (PassCost, Clause) {
    let march = f.sheet.march();
    let guns = |x: &Unit| x.arm() == Arm::Artillery && x.unlimbered();
    if u.broken() && !falling_back {
        (march.pass_broken, clause!("pass-through.6"))
    } else if u.skirmishing() || o.skirmishing() {
        (march.pass_skirmishers, clause!("pass-through.4"))
    } else if guns(u) || guns(o) {
        let normal = f.readings.is(reading!("pass-guns-cost", "normal"));
        let metres = if normal { march.pass.metres } else { march.pass_guns.metres };
        (PassCost { metres, ..march.pass_guns }, clause!("pass-through.3"))
    } else {
        (march.pass, clause!("pass-through.2"))
    }
}
