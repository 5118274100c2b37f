//! What ground a unit stands on, what it costs to go over it, and what cover it gives (terrain.1 to terrain.8, roads.1, roads.2).

use crate::Field;
use crate::book::terrain::{AreaEffect, Class, Defile, Files, Passes};
use crate::ground::{BridgeKind, Obstacle, Terrain};
use crate::troop::{Arm, Formation};
use crate::unit::Unit;
use crate::{clause, say};
use ::ground::Leg;
use smallvec::SmallVec;
use table::{Area, Base, Rect, Spans, V2};
use umpire::{Clause, Grounds, Refusal, allow};

/// The middle of a front is on a road that is no further off than this.
const ON_ROAD: f64 = 10.0;
/// And that it follows within so many degrees, either way.
const ALONG_ROAD: f64 = 30.0;
/// A unit stands behind a linear obstacle that is no further before its front (table missing.terrain-linear).
const BEHIND: f64 = 10.0;

/// What a unit stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Under {
    pub kind: Terrain,
    pub effect: AreaEffect,
    pub by: Clause,
}

impl Under {
    /// In difficult terrain.
    pub fn difficult(&self) -> bool {
        self.kind != Terrain::Open
    }
}

/// The terrain that a unit's front bases are in; of two the one that is more unfavourable to it (terrain.7).
pub fn under(f: &Field, u: &Unit) -> Under {
    if u.formation.zone().is_some() {
        let class = Class::of(u.troop.arm, false);
        let effect = f.sheet.terrain().area(Terrain::Open, class);
        return Under { kind: Terrain::Open, effect, by: clause!("town.4") };
    }
    under_base(f, u, &f.front(u))
}

/// The same for front bases anywhere.
pub fn under_base(f: &Field, u: &Unit, front: &Base) -> Under {
    let class = Class::of(u.troop.arm, u.skirmishing());
    let of = |kind| f.sheet.terrain().area(kind, class);
    if on_road(f, u.formation, front) {
        return Under { kind: Terrain::Open, effect: of(Terrain::Open), by: clause!("roads.1") };
    }
    let rect = front.rect();
    let mut kinds: SmallVec<[Terrain; 4]> = SmallVec::new();
    let mut covered = 0.0;
    for (_, p) in f.ground.patches.about(&rect) {
        let inside = share(&p.area, &rect, f.tolerance());
        if inside > 0.0 {
            covered += inside;
            if !kinds.contains(&p.kind) {
                kinds.push(p.kind);
            }
        }
    }
    let whole = 4.0 * rect.half_width * rect.half_depth;
    if covered < whole - 1.0 {
        kinds.push(Terrain::Open);
    }
    let by = if kinds.len() > 1 { clause!("terrain.7") } else { clause!("terrain.2") };
    let worst = kinds.iter().copied().max_by(|a, b| worse(&of(*a), &of(*b)));
    let kind = worst.unwrap_or(Terrain::Open);
    Under { kind, effect: of(kind), by }
}

/// Which of two is more unfavourable: where one may not go, then more passive U, slower, less cover.
fn worse(a: &AreaEffect, b: &AreaEffect) -> std::cmp::Ordering {
    let key = |e: &AreaEffect| (e.cost.is_none(), e.passive);
    let cost = |e: &AreaEffect| e.cost.unwrap_or(f64::INFINITY);
    key(a).cmp(&key(b)).then(cost(a).total_cmp(&cost(b))).then(b.cover.cmp(&a.cover))
}

/// How much of a rectangle lies in an area, if deeper than the tolerance (play.touch).
fn share(area: &Area, rect: &Rect, tolerance: f64) -> f64 {
    if !area.touches(rect) {
        return 0.0;
    }
    let tolerance = tolerance.max(table::EPS);
    let deep = area.pieces().iter().any(|p| p.penetration(rect) > tolerance);
    let poly = rect.poly();
    if deep { area.pieces().iter().map(|p| p.clipped(&poly).area()).sum() } else { 0.0 }
}

/// Formations that follow a road.
pub fn files_on_roads(formation: Formation) -> bool {
    matches!(
        formation,
        Formation::MarchColumn | Formation::Limbered | Formation::Train | Formation::Column { front: 1 }
    )
}

/// Is a front on a road that is one in this weather, following it (roads.1, weather.6)?
pub fn on_road(f: &Field, formation: Formation, front: &Base) -> bool {
    files_on_roads(formation)
        && f.ground.roads.between(front.front.x - ON_ROAD, front.front.x + ON_ROAD).any(|(_, r)| {
            is_road(f, r.cobbled)
                && r.path.nearest(front.front).is_some_and(|(off, _, along)| {
                    let turn = crate::measure::degrees_between(front.dir, along);
                    off <= ON_ROAD && turn.min(180.0 - turn) <= ALONG_ROAD
                })
        })
}

/// In very muddy conditions only cobbled roads are roads (weather.6).
pub fn is_road(f: &Field, cobbled: bool) -> bool {
    cobbled || !f.mud
}

/// An obstacle met on a leg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    /// By its place in the ground's list.
    pub line: u16,
    /// How far along the leg the front reaches it.
    pub at: f64,
    /// What passing it costs; `None` where one may not pass.
    pub cost: Option<f64>,
    pub by: Clause,
}

/// A straight leg of a unit's front over the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Over {
    /// From where to where a metre costs how much of the allowance, in order and without holes; `None` may not be entered.
    pub stretches: SmallVec<[(f64, f64, Option<f64>); 4]>,
    /// In the order in which they are met.
    pub met: SmallVec<[Met; 2]>,
    /// Most passive U of the areas that it goes through (melee-terrain.1).
    pub passive: u8,
}

/// What a leg of so many metres in a direction goes over (terrain.2, terrain.3).
pub fn leg(f: &Field, u: &Unit, front: &Base, dir: V2, length: f64) -> Over {
    let class = Class::of(u.troop.arm, u.skirmishing());
    let leg = Leg::new(front, dir, length);
    let mut spans: SmallVec<[(Terrain, Spans); 4]> = SmallVec::new();
    let (west, east) = swept(front, dir, length);
    for (_, p) in f.ground.patches.between(west, east) {
        let over = leg.over(&p.area);
        if !over.is_empty() {
            spans.push((p.kind, over));
        }
    }
    let road = if files_on_roads(u.formation) { on_roads(f, front, dir, length) } else { Spans::new() };
    let mut cuts: SmallVec<[f64; 16]> = SmallVec::from_slice(&[0.0, length]);
    for (s, e) in spans.iter().flat_map(|(_, s)| s).chain(&road) {
        cuts.extend([s.clamp(0.0, length), e.clamp(0.0, length)]);
    }
    cuts.sort_by(f64::total_cmp);
    let mut stretches: SmallVec<[(f64, f64, Option<f64>); 4]> = SmallVec::new();
    let mut passive = 0;
    for w in cuts.windows(2) {
        let (from, to) = (w[0], w[1]);
        if to - from <= table::EPS {
            continue;
        }
        let mid = (from + to) / 2.0;
        let on = |s: &Spans| s.iter().any(|(a, b)| (*a..=*b).contains(&mid));
        let mut worst = f.sheet.terrain().area(Terrain::Open, class);
        if !on(&road) {
            for (kind, s) in &spans {
                let effect = f.sheet.terrain().area(*kind, class);
                let dearer = effect.cost.unwrap_or(f64::INFINITY) > worst.cost.unwrap_or(f64::INFINITY);
                if on(s) {
                    passive = passive.max(effect.passive);
                }
                if on(s) && dearer {
                    worst = effect;
                }
            }
        }
        match stretches.last_mut() {
            Some(last) if last.2 == worst.cost => last.1 = to,
            _ => stretches.push((from, to, worst.cost)),
        }
    }
    Over { stretches, met: met(f, u, front, dir, length, class), passive }
}

/// From where to where, west to east, a front lies on its way.
fn swept(front: &Base, dir: V2, length: f64) -> (f64, f64) {
    let (c, far) = (front.centre().x, front.radius() + 1.0);
    let end = c + dir.x * length;
    (c.min(end) - far, c.max(end) + far)
}

fn on_roads(f: &Field, front: &Base, dir: V2, length: f64) -> Spans {
    let (west, east) = swept(front, dir, length);
    let roads: SmallVec<[::ground::Road; 4]> = f
        .ground
        .roads
        .between(west - ON_ROAD, east + ON_ROAD)
        .filter(|(_, r)| is_road(f, r.cobbled))
        .map(|(_, r)| ::ground::Road { name: String::new(), path: r.path.clone(), width: 2.0 * ON_ROAD })
        .collect();
    Leg::new(front, dir, length).along(&roads, ALONG_ROAD)
}

/// Linear obstacles that a unit's front edge meets on a leg, in order (terrain.3).
pub fn lines_met(f: &Field, u: &Unit, front: &Base, dir: V2, length: f64) -> SmallVec<[Met; 2]> {
    met(f, u, front, dir, length, Class::of(u.troop.arm, u.skirmishing()))
}

/// Linear obstacles that the front edge meets on its way, in order. Over a bridge there is none.
fn met(f: &Field, u: &Unit, front: &Base, dir: V2, length: f64, class: Class) -> SmallVec<[Met; 2]> {
    let (a, b) = ::ground::leading_edge(front, dir);
    let mut all: SmallVec<[Met; 2]> = SmallVec::new();
    let ahead = dir.dot(front.dir) > 0.0;
    let begun =
        |n: usize| ahead && u.disorder.crossings.iter().any(|c| usize::from(c.line) == n && !c.passed);
    // One that it began to pass before is still to be paid for, although its front is half across (terrain.4).
    for c in u.disorder.crossings.iter().filter(|c| ahead && !c.passed) {
        let effect = f.ground.lines.get(usize::from(c.line)).map(|l| f.sheet.terrain().line(l.kind, class));
        let cost = effect.and_then(|e| e.cost);
        if effect.is_some() && !all.iter().any(|m| m.line == c.line) {
            all.push(Met { line: c.line, at: 0.0, cost, by: clause!("terrain.4") });
        }
    }
    let (west, east) = swept(front, dir, length);
    for (n, line) in f.ground.lines.between(west, east).filter(|(n, _)| !begun(*n)) {
        let mut first: Option<f64> = None;
        for (p, q) in line.path.segments() {
            if let Some(at) = first_touch((a, b), dir, length, (p, q)) {
                first = Some(first.map_or(at, |x: f64| x.min(at)));
            }
        }
        let Some(at) = first else { continue };
        let middle = (a + b) * 0.5 + dir * at;
        if over_bridge(f, u, middle, dir) {
            continue;
        }
        let effect = f.sheet.terrain().line(line.kind, class);
        all.push(Met { line: n as u16, at, cost: effect.cost, by: clause!("terrain.3") });
    }
    all.sort_by(|x, y| x.at.total_cmp(&y.at).then(x.line.cmp(&y.line)));
    all
}

/// How far an edge goes along a direction until it first has a point in common with a line; one that it lies on at the start it has met, one
/// that it only touches at the end it has not.
fn first_touch((a, b): (V2, V2), dir: V2, length: f64, (p, q): (V2, V2)) -> Option<f64> {
    let mut first: Option<f64> = None;
    let mut take = |t: f64| {
        if t >= -table::EPS && t < length - table::EPS {
            first = Some(first.map_or(t.max(0.0), |x: f64| x.min(t.max(0.0))));
        }
    };
    // An end of the edge on its way against the line, and an end of the line against the edge.
    for e in [a, b] {
        if let Some(t) = ray(e, dir, p, q) {
            take(t);
        }
    }
    for e in [p, q] {
        if let Some(t) = ray(e, -dir, a, b) {
            take(t);
        }
    }
    first
}

/// How far along a ray it meets a line between two points; ends and what lies along it count.
fn ray(from: V2, dir: V2, p: V2, q: V2) -> Option<f64> {
    let (s, d) = (q - p, from - p);
    let den = dir.cross(s);
    if den.abs() < 1e-12 {
        if dir.cross(d).abs() > table::EPS {
            return None;
        }
        let (t, v) = ((p - from).dot(dir), (q - from).dot(dir));
        return Some(t.min(v)).filter(|_| t.max(v) >= -table::EPS);
    }
    let t = s.cross(d) / den;
    let along = dir.cross(d) / den;
    let hair = table::EPS / s.len().max(1e-9);
    (-hair..=1.0 + hair).contains(&along).then_some(t)
}

/// Does what goes there go over a bridge that stands, in a formation that may use it (roads.2)?
fn over_bridge(f: &Field, u: &Unit, at: V2, dir: V2) -> bool {
    f.bridges.iter().filter(|b| !b.gone).any(|b| {
        let turn = crate::measure::degrees_between(dir, b.bridge.rect.dir);
        b.bridge.rect.grown(f.tolerance()).contains(at, table::EPS)
            && turn.min(180.0 - turn) <= ALONG_ROAD
            && may_pass(f, u, defile_of(b.bridge.kind, b.bridge.lanes)).is_ok()
    })
}

/// What kind of defile a bridge is.
pub fn defile_of(kind: BridgeKind, lanes: u8) -> Defile {
    match kind {
        BridgeKind::LightPontoon | BridgeKind::LightTrestle => Defile::Light,
        BridgeKind::HeavyPontoon | BridgeKind::HeavyTrestle => Defile::Heavy,
        _ if lanes > 1 => Defile::TwoLane,
        _ => Defile::OneLane,
    }
}

/// May the unit pass a defile in the formation that it has (roads.2, table missing.defiles)?
pub fn may_pass(f: &Field, u: &Unit, defile: Defile) -> Result<Grounds, Refusal> {
    let files = match u.formation {
        Formation::MarchColumn | Formation::Train => Files::MarchColumn,
        Formation::Column { .. } | Formation::Assembled { .. } => Files::Column,
        Formation::Chain { .. } => Files::Skirmishers,
        Formation::Limbered => Files::Limbered,
        _ => Files::LineOrSquare,
    };
    let infantry = matches!(u.troop.arm, Arm::Infantry | Arm::Engineers);
    let narrow = matches!(u.formation, Formation::Column { front: 1 } | Formation::Assembled { .. });
    let passes = match f.sheet.terrain().defile(defile, files).value {
        Passes::Yes => true,
        Passes::InfantryOnly => infantry,
        Passes::NarrowOnly => narrow,
        Passes::No | Passes::AsMarchColumn => false,
    };
    let by = clause!("roads.2");
    allow(passes, by, || say!("defile-not-in-formation", unit = &*u.code))?;
    let mut grounds = Grounds::default();
    grounds.add(by);
    Ok(grounds)
}

/// Is the unit in a defile: on a bridge, or on the road of a town zone (roads.2)?
pub fn in_defile(f: &Field, u: &Unit) -> Option<Clause> {
    let front = f.front(u).rect();
    let tol = f.tolerance().max(table::EPS);
    let bridge = f.bridges.iter().any(|b| !b.gone && b.bridge.rect.penetration(&front) > tol);
    let street = u.formation.zone().is_none()
        && f.ground.zones.about(&front).any(|(_, z)| z.rect.penetration(&front) > tol)
        && on_road(f, u.formation, &f.front(u));
    (bridge || street).then(|| clause!("roads.2"))
}

/// Cover that ground gives a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cover {
    pub value: u8,
    pub by: Clause,
    pub stand_in: bool,
}

/// The cover of the area in which a unit stands (terrain.6). Limbered guns have none.
pub fn area_cover(f: &Field, u: &Unit) -> Cover {
    let here = under(f, u);
    let value = if u.formation == Formation::Limbered { 0 } else { here.effect.cover };
    Cover { value, by: clause!("terrain.6"), stand_in: here.effect.stand_in }
}

/// The cover of a unit against an attack or fire that comes from there: of its area, of a linear obstacle close before it that lies
/// between, or of its redoubt; the highest, not added up.
pub fn cover(f: &Field, u: &Unit, from: V2) -> Cover {
    let mut best = area_cover(f, u);
    let class = Class::of(u.troop.arm, u.skirmishing());
    if u.formation != Formation::Limbered {
        let front = f.front(u);
        for (_, line) in f.ground.lines.about(&front.rect().grown(BEHIND + 1.0)) {
            let effect = f.sheet.terrain().line(line.kind, class);
            if effect.cover > best.value && behind(f, &front, line.path.segments(), from) {
                best = Cover { value: effect.cover, by: clause!("terrain.6"), stand_in: effect.stand_in };
            }
        }
    }
    if let Some(r) = u.redoubt {
        let cover = f.redoubts[r.index()].cover;
        if cover > best.value {
            best = Cover { value: cover, by: clause!("redoubt.1"), stand_in: false };
        }
    }
    best
}

/// Does a front stand close behind such a line, seen from there?
fn behind(f: &Field, front: &Base, mut line: impl Iterator<Item = (V2, V2)>, from: V2) -> bool {
    let rect = front.rect();
    line.any(|(p, q)| {
        f.reaches(Rect::between(p, q).gap(&rect), BEHIND)
            && ::ground::crossing(from, rect.centre, p, q).is_some()
    })
}

/// May a class of troops go there at all: where the ground is impassable to them (flank-cover.13)?
pub fn impassable(f: &Field, kind: Terrain, class: Class) -> bool {
    f.sheet.terrain().area(kind, class).cost.is_none()
}

/// The same of a linear obstacle.
pub fn uncrossable(f: &Field, kind: Obstacle, class: Class) -> bool {
    f.sheet.terrain().line(kind, class).cost.is_none()
}
