//! Cover of a unit against what comes from somewhere, and obstacles between two units (play.cover, 02.06.7, table XXII).

use crate::book::{self, data};
use crate::clause;
use crate::field::Field;
use crate::ground::{Line, LineKind, Patch, PatchKind};
use crate::place::{front_rank, more_than_half};
use crate::reading;
use crate::troop::{Cover, Kind, Obstacle};
use crate::unit::Unit;
use ::ground::{astride, crossing, holds, nearest_of, strip};
use smallvec::SmallVec;
use std::sync::OnceLock;
use table::{Base, EPS, Rect, V2};
use umpire::Grounds;

/// Values of table XXII that no object of the scenario carries: wood, its edge, equipment set up.
#[derive(Clone, Copy, Debug)]
struct Plain {
    wood: Cover,
    edge: Obstacle,
    equipment: Obstacle,
}

fn plain() -> Plain {
    static PLAIN: OnceLock<Plain> = OnceLock::new();
    *PLAIN.get_or_init(|| {
        let cell = |row: &str, column: &str| -> &str {
            book::table("XXII").cell(row, column).and_then(|c| c.text()).unwrap_or("-")
        };
        let obstacle = |row: &str| match cell(row, "obstacle") {
            "I" => Obstacle::I,
            "II" => Obstacle::II,
            "III" => Obstacle::III,
            _ => Obstacle::None,
        };
        let cover = |row: &str| match cell(row, "cover") {
            "I" => Cover::I,
            "II" => Cover::II,
            "III" => Cover::III,
            _ => Cover::None,
        };
        // A unit behind a wood's edge is in the wood: their covers are one.
        let wood = cover("wood").max(cover("wood edges"));
        Plain { wood, edge: obstacle("wood edges"), equipment: obstacle("equipment set up") }
    })
}

/// Obstacle of a wood's edge.
pub fn wood_edge() -> Obstacle {
    plain().edge
}

/// Obstacle of guns without gunners (play.guns-unmanned).
pub fn equipment() -> Obstacle {
    plain().equipment
}

/// Is the unit in a wood: more than half of its front figures, the edge included?
pub fn in_wood(f: &Field, u: &Unit) -> bool {
    if !u.inside.is_empty() {
        return false;
    }
    let (c, reach) = (u.base.centre(), u.base.radius() + EPS);
    let near: SmallVec<[usize; 4]> = (0..f.ground.patches.len())
        .filter(|i| {
            let p = &f.ground.patches[*i];
            let (lo, hi) = p.area.bounds();
            p.kind == PatchKind::Wood
                && c.x + reach >= lo.x
                && c.x - reach <= hi.x
                && c.y + reach >= lo.y
                && c.y - reach <= hi.y
        })
        .collect();
    if near.is_empty() {
        return false;
    }
    let all = front_rank(u);
    let inside = all.iter().filter(|p| near.iter().any(|i| holds(&f.ground.patches[*i].area, **p))).count();
    more_than_half(inside, all.len())
}

/// The best one cover of a unit against something that comes from a place: fire, an attack, a melee. For the firer's own
/// cover ask with the place of the target. `marching`: it has cover only from ground it is in.
pub fn against(f: &Field, u: &Unit, from: V2, marching: bool) -> Cover {
    found(f, u, from, marching).0
}

/// The same with the clauses on which it rests: where one stands for it, what the object is worth, and whom it gives none.
pub fn against_by(f: &Field, u: &Unit, from: V2, marching: bool) -> (Cover, Grounds) {
    let (cover, denied) = found(f, u, from, marching);
    let mut by = Grounds::default();
    if cover > Cover::None {
        by.add(clause!("play.cover"));
        by.add(clause!("02.06.6.b"));
    }
    if denied {
        by.add(clause!("02.06.7"));
    }
    (cover, by)
}

/// The best cover, and whether a light fortification that it stands behind gives it none (02.06.7).
fn found(f: &Field, u: &Unit, from: V2, marching: bool) -> (Cover, bool) {
    let mut best = ground_cover(f, u, from);
    let mut denied = false;
    if marching {
        return (best, denied);
    }
    for l in &f.lines {
        if l.cover > best && stands_behind(f, l, u, from) {
            if gives_cover(l, u) {
                best = l.cover;
            } else {
                denied = true;
            }
        }
    }
    (best, denied)
}

/// Cover of the ground or building it stands in, against all sides.
fn ground_cover(f: &Field, u: &Unit, from: V2) -> Cover {
    // Of several buildings, the one that the fire meets.
    let held = u
        .inside
        .iter()
        .filter_map(|b| f.ground.buildings.get(usize::from(*b)))
        .min_by(|a, b| a.rect().gap_to_point(from).total_cmp(&b.rect().gap_to_point(from)));
    match held {
        Some(b) => b.cover,
        None if in_wood(f, u) => plain().wood,
        None => Cover::None,
    }
}

fn gives_cover(l: &Line, u: &Unit) -> bool {
    l.kind != LineKind::LightFortification
        || !(u.kind() == Kind::Mounted || (u.kind().artillery() && !u.gunners_alone()))
}

/// Do more than half of the front figures stand within 2 cm behind the object, seen from there?
fn stands_behind(f: &Field, l: &Line, u: &Unit, from: V2) -> bool {
    let reach = f.readings.number(reading!("cover-reach"));
    if !u.inside.is_empty() {
        return false;
    }
    let far = u.base.radius() + reach + l.depth / 2.0 + EPS;
    let c = u.base.centre();
    let near: SmallVec<[(V2, V2); 4]> =
        l.standing().into_iter().filter(|(a, b)| strip(*a, *b, 0.0).gap_to_point(c) <= far).collect();
    if near.is_empty() {
        return false;
    }
    // A base stands behind the object if the line to its middle comes across it close to the base.
    let bases = front_bases(u);
    let behind = bases
        .iter()
        .filter(|b| {
            near.iter().any(|(p, q)| {
                strip(*p, *q, l.depth).gap(b) <= reach + EPS && crossing(from, b.centre, *p, *q).is_some()
            })
        })
        .count();
    more_than_half(behind, bases.len())
}

/// The bases of the front rank; a battery or wagon is one.
fn front_bases(u: &Unit) -> SmallVec<[Rect; 16]> {
    if !u.by_figures() {
        return SmallVec::from_slice(&[u.base.rect()]);
    }
    let (w, h) = u.figure();
    front_rank(u)
        .into_iter()
        .map(|c| Rect { centre: c, dir: u.base.dir, half_width: w / 2.0, half_depth: h / 2.0 })
        .collect()
}

/// The highest obstacle that lies between two units, or under the one that attacks, as they stand now (XII.a).
pub fn obstacle_between(f: &Field, attacker: &Unit, defender: &Unit) -> Obstacle {
    let mut best = Obstacle::None;
    for b in &defender.inside {
        if let Some(b) = f.ground.buildings.get(usize::from(*b)) {
            best = best.max(b.obstacle);
        }
    }
    let ways = ways_across(f, attacker, defender);
    let under = attacker.base.rect();
    let crossed = |a: V2, b: V2| ways.iter().any(|(p, q)| crossing(*p, *q, a, b).is_some());
    for l in &f.lines {
        if l.obstacle > best
            && l.standing()
                .iter()
                .any(|(a, b)| crossed(*a, *b) || strip(*a, *b, l.depth.max(EPS)).penetration(&under) > EPS)
        {
            best = l.obstacle;
        }
    }
    let edge = wood_edge();
    if edge > best
        && f.ground
            .patches
            .iter()
            .filter(|p| p.kind == PatchKind::Wood)
            .any(|p| ways.iter().any(|(a, b)| crosses_edge(p, *a, *b)) || astride(&p.area, &attacker.base))
    {
        best = edge;
    }
    if equipment() > best {
        let guns = f.units.iter().filter_map(|u| u.battery.as_ref()?.standing_alone());
        for g in guns {
            let r = g.rect();
            if ways.iter().any(|(a, b)| r.clip(*a, *b).is_some()) || r.penetration(&under) > EPS {
                best = equipment();
            }
        }
    }
    best
}

/// Does the line meet the edge of the piece of ground?
fn crosses_edge(p: &Patch, a: V2, b: V2) -> bool {
    let (lo, hi) = p.area.bounds();
    let near = a.x.max(b.x) >= lo.x - EPS
        && a.x.min(b.x) <= hi.x + EPS
        && a.y.max(b.y) >= lo.y - EPS
        && a.y.min(b.y) <= hi.y + EPS;
    near && p.area.edges().any(|(p, q)| crossing(a, b, p, q).is_some())
}

/// Lines from the attacker's front to the defender: the shortest one, and straight ahead from its front wherever that meets
/// him.
fn ways_across(f: &Field, attacker: &Unit, defender: &Unit) -> SmallVec<[(V2, V2); 8]> {
    let mut ways = SmallVec::new();
    let them = f.rects(defender);
    let b = &attacker.base;
    let (a, q) = nearest_pair(b, &them);
    ways.push((a, q));
    let most = a.dist(q) + data().d.break_in;
    for i in -3..=3 {
        let p = b.front + b.dir.right() * (b.width / 2.0 * f64::from(i) / 3.0);
        let to = p + b.dir * most;
        let hit = them.iter().filter_map(|r| r.clip(p, to)).map(|(s, _)| s).fold(f64::INFINITY, f64::min);
        if hit.is_finite() {
            ways.push((p, p.lerp(to, hit)));
        }
    }
    ways
}

/// The points of a front edge and of some bases that are nearest to each other.
pub fn nearest_pair(b: &Base, them: &[Rect]) -> (V2, V2) {
    let edge = Rect { centre: b.front, dir: b.dir, half_width: b.width / 2.0, half_depth: 0.0 };
    let mut best = (f64::INFINITY, b.front, b.front);
    let mut take = |p: V2, q: V2| {
        let d = (p - q).len2();
        if d < best.0 {
            best = (d, p, q);
        }
    };
    for p in [b.front_left(), b.front_right(), b.front] {
        take(p, nearest_of(them, p));
    }
    for r in them {
        for c in r.corners() {
            take(edge.nearest(c), c);
        }
    }
    (best.1, best.2)
}
