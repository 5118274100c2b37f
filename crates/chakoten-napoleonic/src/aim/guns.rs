//! Facts of artillery fire: angle and range of a battery, the safety strip, overhead fire and fire through several units, and ground
//! from which shot does not ricochet (10.01, 10.03 to 10.05, 14.03.2).

use super::{beyond, crosses, gap_along, off_line, sharer, steps, under_fire};
use crate::book::guns::Gun;
use crate::book::numbers;
use crate::cover;
use crate::field::Field;
use crate::going::hills;
use crate::ground::PatchKind;
use crate::gunnery::{self, Dead, FiredOver, Ranging};
use crate::procedures::{Aimed, FireReadings, Struck};
use crate::sides;
use crate::sight;
use crate::troop::{Cover, Obstacle};
use crate::unit::{Time, Unit, UnitId};
use crate::{clause, rule};
use ::ground::{Arc, strip};
use smallvec::SmallVec;
use table::{Base, EPS, Rect, V2};
use umpire::{Clause, Refusal};

/// How far behind the foremost edge of the first unit others are looked for, in cm (10.05.4).
const BEHIND: f64 = numbers::SHOT_THROUGH;

/// A unit hit behind the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Behind {
    pub unit: UnitId,
    /// From the foremost base edge of the first unit, in the direction of fire.
    pub cm: f64,
    pub range: f64,
    pub struck: Struck,
    pub cover: Cover,
    pub no_ricochet: bool,
}

/// What a battery has of a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Laid {
    pub target: UnitId,
    /// Real guns that take part, as their gunners suffice.
    pub guns: u8,
    pub models: u8,
    pub from: V2,
    pub to: V2,
    pub range: f64,
    pub zone: u8,
    pub struck: Struck,
    pub cover: Cover,
    pub own_cover: Cover,
    pub steps: i8,
    /// The target is not seen, only the terrain piece it is at (10.01.5).
    pub unseen: bool,
    pub no_ricochet: bool,
    /// Units fired over.
    pub over: SmallVec<[UnitId; 2]>,
    /// Units behind the target that are hit with it, from the front.
    pub through: SmallVec<[Behind; 2]>,
    /// A skirmish line close to an own unit: who shares the losses, and the gap (14.03.2).
    pub shares: Option<(UnitId, f64)>,
}

/// What a battery has of a building that nobody holds (17.04.1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaidOnHouse {
    /// Real guns that take part, as their gunners suffice.
    pub guns: u8,
    pub models: u8,
    pub range: f64,
    pub zone: u8,
    pub own_cover: Cover,
}

/// The bases of the model guns, from the left.
pub fn models(u: &Unit) -> SmallVec<[Base; 3]> {
    let Some(b) = &u.battery else { return SmallVec::new() };
    let n = b.models().max(1);
    let wide = u.base.width / f64::from(n);
    (0..n)
        .map(|i| {
            let x = (f64::from(i) - (f64::from(n) - 1.0) / 2.0) * wide;
            Base { front: u.base.front + u.base.dir.right() * x, width: wide, ..u.base }
        })
        .collect()
}

/// Real guns of a model gun: they are shared out evenly, and those lost came from the last.
pub fn guns_of(u: &Unit, model: u8) -> u8 {
    let Some(b) = &u.battery else { return 0 };
    let each = b.guns_of.div_ceil(b.models_of.max(1)).max(1);
    b.guns.saturating_sub(each.saturating_mul(model)).min(each)
}

fn by(r: Refusal, else_by: Clause) -> Clause {
    r.clause.unwrap_or(else_by)
}

/// What a battery, or one of its model guns, has of a target; if it is no legal one, the clause that says so.
pub fn lay(f: &Field, u: &Unit, model: Option<u8>, target: &Unit) -> Result<Laid, Clause> {
    let one = model.map(|m| [m]);
    lay_of(f, u, one.as_ref().map(|m| m.as_slice()), target)
}

/// Some of its model guns trained on a piece of ground: those that take part, their common front, and the line of fire.
struct Trained {
    gun: Gun,
    wanted: SmallVec<[u8; 3]>,
    firing: Base,
    to: V2,
    range: f64,
    zone: u8,
    /// Real guns, as their gunners suffice.
    guns: u8,
}

/// Angle, range and the position that they fire from, whatever stands there.
fn train(f: &Field, u: &Unit, only: Option<&[u8]>, rects: &[Rect]) -> Result<Trained, Clause> {
    let Some(b) = u.battery.as_ref().filter(|_| u.unlimbered()) else { return Err(clause!("10.01.2")) };
    let gun = Gun::from(b.gun);
    let all = models(u);
    let wanted: SmallVec<[u8; 3]> =
        (0..all.len() as u8).filter(|i| only.is_none_or(|o| o.contains(i))).collect();
    // Behind what it stands, towards the target.
    let ahead = ::ground::nearest_of(rects, u.base.front);
    let mut own = (Obstacle::None, false);
    for l in cover::passed(f, u, ahead, u.base.front) {
        if l.obstacle > own.0 {
            own.0 = l.obstacle;
        }
        own.1 |= l.embrasures;
    }
    gunnery::may_fire_from(own.0, own.1).map_err(|r| by(r, clause!("10.01.7")))?;
    let (degrees, by_angle) = gunnery::widest_angle(own.1);
    // The nearest model gun gives the range; the line of fire runs from the middle of those that take part.
    let near = |base: &Base| {
        let arc = Arc::of_front(base, degrees);
        let found = rects.iter().filter_map(|r| arc.nearest(r, base.front));
        found.min_by(|a, b| a.dist(base.front).total_cmp(&b.dist(base.front)))
    };
    let in_reach = wanted.iter().filter_map(|i| {
        let base = &all[usize::from(*i)];
        near(base).map(|to| base.front.dist(to))
    });
    let range = in_reach.fold(f64::INFINITY, f64::min);
    let firing = match (only, wanted.first(), wanted.last()) {
        (Some(_), Some(first), Some(last)) => {
            let (a, b) = (&all[usize::from(*first)], &all[usize::from(*last)]);
            Base { front: a.front.lerp(b.front, 0.5), width: a.front.dist(b.front) + a.width, ..*a }
        }
        _ => u.base,
    };
    let Some(to) = near(&firing).filter(|_| range.is_finite()) else { return Err(by_angle) };
    let (zone, by_zone) = gunnery::zone(gun, range);
    let zone = zone.ok_or(by_zone)?;
    let taken: u8 = wanted.iter().map(|i| guns_of(u, *i)).fold(0, u8::saturating_add);
    Ok(Trained { gun, wanted, firing, to, range, zone, guns: taken.min(b.manned(u.figures)) })
}

/// What a battery has of a building that nobody holds: seen, in angle and range, and nobody on the line (10.01.5, 17.04.1).
pub fn lay_on_house(f: &Field, u: &Unit, only: Option<&[u8]>, building: u16) -> Result<LaidOnHouse, Clause> {
    let house = f.building(building).ok_or_else(|| clause!("17.04.1"))?;
    let t = train(f, u, only, &[house.rect()])?;
    let from = t.firing.front;
    sight::line(f, from, None, t.to, Some(building)).map_err(|_| clause!("10.01.5"))?;
    in_the_way(f, u, None, t.gun, t.zone, (from, t.to), t.firing.width)?;
    let own_cover = cover::against(f, u, t.to, from).0;
    Ok(LaidOnHouse { guns: t.guns, models: t.wanted.len() as u8, range: t.range, zone: t.zone, own_cover })
}

/// The same of some of its model guns, by their places from the left (10.01.3).
pub fn lay_of(f: &Field, u: &Unit, only: Option<&[u8]>, target: &Unit) -> Result<Laid, Clause> {
    let readings = FireReadings::of(&f.readings);
    let t = train(f, u, only, &f.rects(target))?;
    let Trained { gun, firing, to, range, zone, .. } = t;
    let (from, eye) = (firing.front, firing.front);
    let unseen = !sight::spied_from(f, eye, None, target);
    if unseen && !seen_piece(f, eye, target) {
        return Err(clause!("10.01.5"));
    }
    let (over, mut shares) = in_the_way(f, u, Some(target), gun, zone, (from, to), firing.width)?;
    if shares.is_none() {
        shares = behind_line(f, target, from, to);
    }
    let robbed = no_ricochet(f, from, to, &readings);
    Ok(Laid {
        target: target.id,
        guns: t.guns,
        models: t.wanted.len() as u8,
        from,
        to,
        range,
        zone,
        struck: sides::guns(target, from, to).0,
        cover: cover::against(f, target, from, to).0,
        own_cover: cover::against(f, u, to, from).0,
        steps: steps(f, from, to),
        unseen,
        no_ricochet: robbed && zone >= 2,
        over,
        through: through(f, target, (zone, robbed), (from, to), shares.map(|s| s.0), &readings),
        shares,
    })
}

/// Is the piece of ground or the building seen at which the target stands (10.01.5)?
fn seen_piece(f: &Field, eye: V2, target: &Unit) -> bool {
    let near = |p: V2| sight::line(f, eye, None, p, target.inside).is_ok();
    if let Some(b) = target.inside.and_then(|b| f.ground.buildings.get(usize::from(b))) {
        return near(b.rect().nearest(eye));
    }
    let piece = |k: PatchKind| {
        matches!(
            k,
            PatchKind::Wood | PatchKind::Plantation | PatchKind::Town | PatchKind::Garden | PatchKind::Scrub
        )
    };
    f.on_patches(target).filter(|p| piece(p.kind)).any(|p| {
        let to = target.base.centre();
        let span = p.area.clip(eye, to);
        span.first().is_some_and(|(s, _)| near(eye.lerp(to, *s)))
    })
}

type InTheWay = (SmallVec<[UnitId; 2]>, Option<(UnitId, f64)>);

/// Own units in the safety strip and enemies on the line: who is fired over, who shares the losses; or what forbids the fire (10.05).
fn in_the_way(
    f: &Field,
    u: &Unit,
    target: Option<&Unit>,
    gun: Gun,
    zone: u8,
    (from, to): (V2, V2),
    front: f64,
) -> Result<InTheWay, Clause> {
    let range = from.dist(to);
    let (side, by_side) = gunnery::side_safety(range, front);
    let safe = strip(from, to, 2.0 * side);
    let dir = (to - from).unit();
    let mut over = SmallVec::new();
    let mut shares = None;
    let mut overhead = false;
    let mut aside: SmallVec<[(f64, f64, Clause); 2]> = SmallVec::new();
    let others = f.present().filter(|o| o.id != u.id && Some(o.id) != target.map(|t| t.id));
    for o in others.filter(|o| !beyond(o, from, to, side) && !off_line(f, o, from, to, side)) {
        let rects = f.rects(o);
        let own = o.side == u.side;
        let line = crosses(f, o, from, to);
        let beside = own && rects.iter().any(|r| safe.penetration(r) > EPS);
        if !line && !beside {
            continue;
        }
        let along = |r: &Rect| r.corners().map(|c| (c - from).dot(dir));
        let near = rects.iter().flat_map(along).fold(f64::INFINITY, f64::min).max(0.0);
        let far = rects.iter().flat_map(along).fold(f64::NEG_INFINITY, f64::max);
        let below = i32::from(f.level(u.base.front)) - i32::from(f.level(o.base.centre()));
        let fired = FiredOver { below, own, from_battery: near, to_target: range - far };
        match gunnery::overhead(gun, zone, &fired) {
            Ok(()) => {
                overhead |= line;
                over.push(o.id);
                continue;
            }
            Err(r) if own => {
                let high = r.clause == Some(rule!("10.05.3"));
                let by = if high { by(r, by_side) } else { by_side };
                if line {
                    return Err(by);
                }
                aside.push((near, far, by));
                continue;
            }
            Err(_) => {}
        }
        if !o.skirmishing() {
            return Err(clause!("10.05.4"));
        }
        // A line never screens against guns; close before the target it shares the losses (14.03.2).
        let gap = target.map(|t| gap_along(&[o.base.rect()], &f.rects(t), from, to).unwrap_or(0.0));
        if let Some(gap) = gap.filter(|gap| *gap < BEHIND - EPS) {
            shares = Some((o.id, gap));
        }
    }
    // In overhead fire who stands beside the line is in danger near its ends alone (10.05.1).
    let counts = |at: f64| gunnery::safety_counts(range, at, overhead).0;
    match aside.iter().find(|(near, far, _)| counts(*near) || counts(*far)) {
        Some((.., by)) => Err(*by),
        None => Ok((over, shares)),
    }
}

/// The own unit less than 10 cm behind a line that is fired at (14.03.2).
fn behind_line(f: &Field, line: &Unit, from: V2, to: V2) -> Option<(UnitId, f64)> {
    if !line.skirmishing() {
        return None;
    }
    let end = to + (to - from).unit() * (2.0 * BEHIND);
    f.side(line.side)
        .filter(|o| o.id != line.id && o.closed() && crosses(f, o, to, end))
        .filter_map(|o| gap_along(&[line.base.rect()], &f.rects(o), from, to).map(|gap| (o.id, gap)))
        .filter(|(_, gap)| *gap < BEHIND - EPS)
        .min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Enemies behind the target that are hit with it, from the front (10.05.4); whoever shares its losses is not shot through besides.
fn through(
    f: &Field,
    target: &Unit,
    (zone, robbed): (u8, bool),
    (from, to): (V2, V2),
    shares: Option<UnitId>,
    readings: &FireReadings,
) -> SmallVec<[Behind; 2]> {
    let dir = (to - from).unit();
    let end = to + dir * BEHIND;
    let mut all: SmallVec<[Behind; 2]> = f
        .side(target.side)
        .filter(|o| o.id != target.id && Some(o.id) != shares && crosses(f, o, to, end))
        .filter_map(|o| {
            let rects = f.rects(o);
            let at = rects.iter().filter_map(|r| r.clip(to, end)).map(|s| s.0).fold(f64::INFINITY, f64::min);
            let hit = to.lerp(end, at);
            let cm = to.dist(hit);
            gunnery::through(zone, cm, robbed).ok()?;
            Some(Behind {
                unit: o.id,
                cm,
                range: from.dist(hit),
                struck: sides::guns(o, from, hit).0,
                cover: cover::against(f, o, from, hit).0,
                no_ricochet: zone >= 2 && no_ricochet(f, from, hit, readings),
            })
        })
        .collect();
    all.sort_by(|a, b| a.cm.total_cmp(&b.cm));
    all
}

/// Does the target at the end of the line stand in, or directly behind, ground from which shot does not ricochet (10.04)?
pub fn no_ricochet(f: &Field, from: V2, to: V2, readings: &FireReadings) -> bool {
    let length = from.dist(to);
    if length <= EPS {
        return false;
    }
    let robs =
        |dead: Dead, near: f64, beyond: Option<f64>| gunnery::no_ricochet(dead, near, beyond, readings).0;
    // A little beyond, so that a target on the edge of such ground stands in it.
    let (more, inside) = (2.0 * EPS, (to - from).unit() * (2.0 * EPS));
    let chord = |dead: Dead, s: f64, e: f64| {
        let beyond = length - e * (length + more);
        robs(dead, length - s * (length + more), (beyond > EPS).then_some(beyond))
    };
    for p in &f.ground.patches {
        let dead = match p.kind {
            PatchKind::Swamp | PatchKind::Soft => Dead::Soft,
            PatchKind::Wood => Dead::Wood,
            PatchKind::Plantation | PatchKind::Scrub => Dead::Scrub,
            PatchKind::Town | PatchKind::Garden => Dead::BuiltUp,
            _ => continue,
        };
        if p.area.clip(from, to + inside).iter().any(|(s, e)| chord(dead, *s, *e)) {
            return true;
        }
    }
    slope(f, from, to, robs) || below(f, from, to, robs)
}

/// On a slope that goes up towards the target: from its first contour to its last (10.04.2).
fn slope(f: &Field, from: V2, to: V2, robs: impl Fn(Dead, f64, Option<f64>) -> bool) -> bool {
    if f.ground.hills.is_empty() {
        return false;
    }
    let length = from.dist(to);
    let mut run: Option<(f64, f64)> = None;
    let mut found = false;
    let mut end = |run: Option<(f64, f64)>| {
        if let Some((first, last)) = run.filter(|r| r.1 > r.0 + EPS && r.0 < length) {
            let beyond = length - last;
            found |= robs(Dead::UpwardSlope, length - first, (beyond > EPS).then_some(beyond));
        }
    };
    for c in hills::contours(f, from, (to - from).unit(), length) {
        if c.up {
            run = Some(run.map_or((c.at, c.at), |r| (r.0, c.at)));
        } else {
            end(run.take());
        }
    }
    end(run);
    found
}

/// In ground at least two hill steps below the battery (10.04.2).
fn below(f: &Field, from: V2, to: V2, robs: impl Fn(Dead, f64, Option<f64>) -> bool) -> bool {
    let high = f.level(from);
    let Some((dead, _)) = gunnery::far_below(i32::from(high) - i32::from(f.level(to))) else { return false };
    // Where the ground comes to lie so low, last before the target.
    let above = f.ground.hills.iter().filter(|h| h.level + 1 >= high);
    let last = above.flat_map(|h| h.area.clip(from, to)).map(|s| s.1).fold(0.0, f64::max);
    robs(dead, (1.0 - last) * from.dist(to), None)
}

/// All legal targets of a battery, nearest first.
pub fn targets(f: &Field, u: &Unit) -> Vec<Laid> {
    let mut all: Vec<Laid> = f.enemies(u.side).filter_map(|t| lay(f, u, None, t).ok()).collect();
    all.sort_by(|a, b| a.range.total_cmp(&b.range));
    all
}

/// The units under a fire as the procedures ask for them: the target first, then those shot through. Whoever asks adds ranging of the
/// others, answers, backing and commanders.
pub fn aimed(f: &Field, laid: &Laid, ranging: Ranging, now: Time) -> Vec<Aimed> {
    let t = &f[laid.target];
    let mut all = vec![Aimed {
        unseen: laid.unseen,
        no_ricochet: laid.no_ricochet,
        ranging,
        close: sharer(f, laid.shares),
        ..Aimed::new(under_fire(f, t, laid.struck, laid.cover, now), laid.range)
    }];
    all.extend(laid.through.iter().map(|b| Aimed {
        behind: b.cm,
        no_ricochet: b.no_ricochet,
        ranging,
        ..Aimed::new(under_fire(f, &f[b.unit], b.struck, b.cover, now), b.range)
    }));
    all
}
