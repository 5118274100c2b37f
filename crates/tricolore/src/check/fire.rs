//! Fire of batteries (bombardment.*, firing-line.*, safety-zone.*, fire-coordination.*): whether it may be, and what lies in its zone.

use super::near::HAIR;
use crate::answer::FireOrder;
use crate::battle::{Battle, Step, Target};
use crate::command::CommandKind;
use crate::field::Field;
use crate::sight::{self, Looking, Mark};
use crate::troop::{Arm, Formation, FormationKind};
use crate::unit::{Side, Unit, UnitId};
use crate::{clause, reading, say};
use smallvec::SmallVec;
use table::{Rect, V2, v2};
use umpire::{Refusal, allow};

/// Degrees outward from each front corner, and of guns in a redoubt (bombardment.2, redoubt.3).
const FIRE_ANGLE: (f64, f64) = (30.0, 60.0);
/// Half as wide as the safety zone (safety-zone.1).
const SAFETY: f64 = 100.0;
/// Two enemies no farther apart screen what is behind them (bombardment.5).
const PAIR: f64 = 200.0;
/// Width and length of a bombardment zone (bombardment.6).
const ZONE: (f64, f64) = (200.0, 300.0);
/// A line strikes a flank at less than this angle to the front (firing-line.2).
const FLANK: f64 = 30.0;

/// A fire as it will be given.
#[derive(Clone, Debug, PartialEq)]
pub struct Aimed {
    pub unit: UnitId,
    pub target: Target,
    /// From the middle of its front to the point of the target.
    pub line: (V2, V2),
    pub range: f64,
    /// The bombardment zone, where one is laid.
    pub zone: Option<Rect>,
}

/// Which batteries may fire at all now, by what they have done (tactical-bombardment.2, bombardment.1).
pub fn may_fire(b: &Battle, u: &Unit, tactical: bool) -> Result<(), Refusal> {
    let code = &*u.code;
    let by = if tactical { clause!("tactical-bombardment.2") } else { clause!("bombardment.1") };
    allow(u.arm() == Arm::Artillery && u.unlimbered(), clause!("formations.7"), || {
        say!("not-unlimbered", unit = code)
    })?;
    allow(!u.broken(), by, || say!("too-disordered", unit = code))?;
    allow(!u.record.fired_in_round, clause!("tactical-bombardment.4"), || say!("has-fired", unit = code))?;
    let moved = if tactical { u.record.moved_in_sequence } else { u.record.moved_in_round };
    allow(!moved, by, || say!("has-moved", unit = code))?;
    allow(u.pinned.is_none(), clause!("melee-guns.2"), || say!("enemy-at-its-guns", unit = code))?;
    if tactical {
        allow(b.tactical(u), clause!("unengaged.1"), || say!("not-engaged", unit = code))?;
        let target = b.play.attack_on(u.id).is_some() || u.record.attacked;
        allow(!target, by, || say!("is-a-target", unit = code))?;
    }
    let melee =
        u.continued.is_some() && (tactical || !b.field.readings.is(reading!("melee-fire", "tactical-only")));
    allow(!melee, by, || say!("in-continued-melee", unit = code))?;
    allow(!b.integrity_broken(u), clause!("integrity.6"), || say!("integrity-is-broken", unit = code))
}

/// May units in continued melee not be fired at in this step (tactical-bombardment.2, bombardment.1)?
pub fn spares_melee(b: &Battle) -> bool {
    b.play.step == Step::TacticalFire || !b.field.readings.is(reading!("melee-fire", "tactical-only"))
}

/// Whether two batteries are of one artillery command, or together in a redoubt (gun-command-fire.1, redoubt.6).
pub fn one_command(f: &Field, a: &Unit, b: &Unit) -> bool {
    let grand = |u: &Unit| u.command.filter(|c| f[*c].kind == CommandKind::Artillery);
    grand(a).is_some() && grand(a) == grand(b) || a.redoubt.is_some() && a.redoubt == b.redoubt
}

/// Judges all fire of a side.
pub fn all(b: &Battle, side: Side, orders: &[FireOrder], tactical: bool) -> Result<Vec<Aimed>, Refusal> {
    let f = &b.field;
    let mut aimed: Vec<Aimed> = Vec::new();
    for o in orders {
        let id = super::moves::own(b, side, &o.unit)?;
        if aimed.iter().any(|a| a.unit == id) {
            return Err(Refusal::form(say!("named-twice", unit = &*o.unit)));
        }
        may_fire(b, &f[id], tactical)?;
        let a = one(b, &f[id], o)?;
        if let Target::Unit(e) = a.target {
            let shared = aimed.iter().any(|x| x.target == a.target && !one_command(f, &f[x.unit], &f[id]));
            let before = f.readings.is(reading!("coordination-lasts", "round"))
                && b.play.fired_at.iter().any(|(t, x)| *t == e && !one_command(f, &f[*x], &f[id]));
            let shared = shared || before;
            allow(!shared, clause!("fire-coordination.1"), || {
                say!("target-is-taken", unit = &*o.unit, target = &*f[e].code)
            })?;
        }
        aimed.push(a);
    }
    Ok(aimed)
}

/// Farther no gun fires: the last range of the sheet (bombardment-effect.2).
fn farthest(f: &Field) -> f64 {
    f64::from(f.sheet.numbers().farthest())
}

/// The fire zone of a battery (bombardment.2).
fn fire_zone(f: &Field, u: &Unit) -> table::Poly {
    let degrees = if u.redoubt.is_some() { FIRE_ANGLE.1 } else { FIRE_ANGLE.0 };
    let degrees = if f.readings.is(reading!("fire-zone", "in-all")) { degrees / 2.0 } else { degrees };
    let far = farthest(f) * 2.0;
    let (l, r) = (u.base.front_left(), u.base.front_right());
    let left = u.base.dir.turned(degrees.to_radians());
    let right = u.base.dir.turned(-degrees.to_radians());
    table::hull(&[l, r, l + left * far, r + right * far])
}

/// The fire zone as far as guns reach, for whoever draws it.
pub fn arc(f: &Field, u: &Unit) -> Vec<V2> {
    let degrees = if u.redoubt.is_some() { FIRE_ANGLE.1 } else { FIRE_ANGLE.0 };
    let degrees = if f.readings.is(reading!("fire-zone", "in-all")) { degrees / 2.0 } else { degrees };
    let mut all = vec![u.base.front_left()];
    all.extend((0..=8).map(|i| {
        let turn = degrees * (1.0 - f64::from(i) / 4.0);
        u.base.front + u.base.dir.turned(turn.to_radians()) * farthest(f)
    }));
    all.push(u.base.front_right());
    all
}

/// Judges the fire of one battery.
pub fn one(b: &Battle, u: &Unit, o: &FireOrder) -> Result<Aimed, Refusal> {
    let f = &b.field;
    let code = &*u.code;
    let target = super::attack::target(b, u.side, &o.at)?;
    let rects = super::attack::outline(f, target);
    let (mark, centre) = match target {
        Target::Unit(e) => {
            let e = &f[e];
            allow(e.formation.zone().is_none(), clause!("play.town-zones"), || {
                say!("fire-at-the-town", target = &*e.code)
            })?;
            allow(e.continued.is_none() || !spares_melee(b), clause!("tactical-bombardment.2"), || {
                say!("target-in-melee", target = &*e.code)
            })?;
            allow(e.pinned.is_none(), clause!("melee-guns.2"), || say!("guns-not-there", target = &*e.code))?;
            (Mark::Unit(e), f.centre(e))
        }
        Target::Zone(z) => {
            let held = crate::town::inside(f, z).any(|e| e.side != u.side);
            allow(held, clause!("bombardment-town.1"), || say!("town-not-held", town = &*f.ground[z].name))?;
            (Mark::Zone(z), f.ground[z].rect.centre)
        }
    };
    let zone = fire_zone(f, u);
    let whole = f.readings.is(reading!("target-in-zone", "whole"));
    let inside = if whole {
        rects.iter().flat_map(Rect::corners).all(|c| zone.contains(c))
    } else {
        rects.iter().any(|r| zone.penetration(r) > HAIR)
    };
    allow(inside, clause!("bombardment.2"), || say!("not-in-fire-zone", unit = code))?;
    let from = u.base.front;
    // The target must be seen along the firing line (play.fire-step).
    let drawn = |to: V2| -> Result<V2, Refusal> {
        let range = from.dist(to);
        allow(range <= farthest(f) + HAIR, clause!("bombardment-effect.2"), || {
            say!("out-of-range", unit = code, metres = words::whole(range))
        })?;
        between(b, u, target, from, to)?;
        sight::along(f, u, mark, (from, to), Looking::ToFire)?;
        Ok(to)
    };
    let to = match o.point {
        Some([x, y]) => {
            super::moves::sane(&[x, y])?;
            let p = v2(x, y);
            allow(rects.iter().any(|r| r.contains(p, 1.0)), clause!("firing-line.1"), || {
                say!("point-not-on-target", unit = code)
            })?;
            drawn(p)?
        }
        None => {
            // To its middle, where the line first meets it; or to the first point of it that can be hit.
            let hit = rects.iter().filter_map(|r| r.clip(from, centre)).map(|(s, _)| s).fold(1.0, f64::min);
            let others = || rects.iter().flat_map(|r| std::iter::once(r.nearest(from)).chain(r.corners()));
            drawn(from.lerp(centre, hit)).or_else(|no| others().find_map(|p| drawn(p).ok()).ok_or(no))?
        }
    };
    let range = from.dist(to);
    let zone = match target {
        Target::Unit(e) if f[e].arm() == Arm::Artillery => None,
        Target::Zone(_) => None,
        Target::Unit(e) => Some(laid(f, &f[e], from, to, centre, o.zone, code)?),
    };
    Ok(Aimed { unit: u.id, target, line: (from, to), range, zone })
}

/// The rectangle that is laid on a target: over all of it, or as much of it as can be (bombardment.6).
fn laid(
    f: &Field,
    e: &Unit,
    from: V2,
    to: V2,
    centre: V2,
    at: Option<[f64; 2]>,
    code: &str,
) -> Result<Rect, Refusal> {
    let dir = if from.dist(to) > HAIR { (to - from).unit() } else { V2::bearing(0.0) };
    let rect = |centre: V2| Rect { centre, dir, half_width: ZONE.0 / 2.0, half_depth: ZONE.1 / 2.0 };
    let best = rect(centre);
    let Some([x, y]) = at else { return Ok(best) };
    super::moves::sane(&[x, y])?;
    let there = rect(v2(x, y));
    let covered = |z: &Rect| f.rects(e).iter().map(|r| z.poly().clipped(&r.poly()).area()).sum::<f64>();
    allow(covered(&there) + 1.0 >= covered(&best), clause!("bombardment.6"), || {
        say!("zone-leaves-target", unit = code)
    })?;
    Ok(there)
}

/// Friends in the way or in the safety zone, and enemies who screen the target (bombardment.3 to bombardment.5).
fn between(b: &Battle, u: &Unit, target: Target, from: V2, to: V2) -> Result<(), Refusal> {
    let f = &b.field;
    let code = &*u.code;
    let range = from.dist(to);
    let dir = (to - from).unit();
    let corridor = Rect { centre: (from + to) * 0.5, dir, half_width: SAFETY, half_depth: range / 2.0 };
    let wedge = f.readings.is(reading!("safety-zone", "wedge"));
    let wide = SAFETY.max(PAIR) + u.base.width + 1.0;
    for o in f.side_about(u.side, &[corridor], wide).filter(|o| o.id != u.id && o.formation.zone().is_none())
    {
        let rects = f.rects(o);
        let over = rects.iter().any(|r| r.grown(-HAIR).clip(from, to).is_some());
        allow(!over, clause!("bombardment.4"), || {
            say!("friend-in-line-of-fire", unit = code, friend = &*o.code)
        })?;
        let nearer = rects.iter().map(|r| r.gap_to_point(from)).fold(f64::INFINITY, f64::min) < range - HAIR;
        let near = rects.iter().any(|r| {
            if wedge {
                let half = u.base.width / 2.0;
                let right = dir.right();
                let poly = table::hull(&[
                    from - right * half,
                    from + right * half,
                    to + right * PAIR,
                    to - right * PAIR,
                ]);
                poly.penetration(r) > HAIR
            } else {
                corridor.penetration(r) > HAIR
            }
        });
        // Batteries that stand in one line with it are beside it, not before it.
        let before = rects.iter().any(|r| r.corners().iter().any(|c| u.base.local(*c).y > 1.0));
        allow(!(nearer && near && before), clause!("safety-zone.2"), || {
            say!("friend-in-safety-zone", unit = code, friend = &*o.code)
        })?;
    }
    let with_target = f.readings.is(reading!("screening-pair", "target-too"));
    let screens: Vec<&Unit> = f
        .side_about(u.side.other(), &[corridor], PAIR + 1.0)
        .filter(|e| with_target || target != Target::Unit(e.id))
        .filter(|e| matches!(e.arm(), Arm::Infantry | Arm::Cavalry))
        .filter(|e| !e.skirmishing() && e.formation.zone().is_none())
        .collect();
    for (i, x) in screens.iter().enumerate() {
        for y in &screens[i + 1..] {
            let gap = f.gap(x, y);
            if !f.nearer(gap, PAIR) {
                continue;
            }
            let (p, q) = closest(&f.rects(x), &f.rects(y));
            let crossed = ::ground::crossing(from, to, p, q).is_some();
            allow(!crossed, clause!("bombardment.5"), || {
                say!("target-is-screened", unit = code, one = &*x.code, other = &*y.code)
            })?;
        }
    }
    Ok(())
}

fn closest(a: &[Rect], b: &[Rect]) -> (V2, V2) {
    let mut best = (f64::INFINITY, V2::default(), V2::default());
    for x in a {
        for y in b {
            let pairs = x
                .corners()
                .map(|c| (c, y.nearest(c)))
                .into_iter()
                .chain(y.corners().map(|c| (x.nearest(c), c)));
            for (p, q) in pairs {
                if p.dist(q) < best.0 {
                    best = (p.dist(q), p, q);
                }
            }
        }
    }
    (best.1, best.2)
}

/// Every single base of a unit in the open.
pub fn bases(f: &Field, u: &Unit) -> SmallVec<[Rect; 6]> {
    let (w, d) = f.sheet.scale().base(u.arm());
    let n = u.bases.now;
    // A battalion gun stands on the right of them (battalion-gun.2).
    let aside = if u.gun { -f.sheet.scale().battalion_gun.0 / 2.0 } else { 0.0 };
    let cell = |x: f64, y: f64, w: f64, d: f64| Rect {
        centre: u.base.world(v2(x + aside, y - d / 2.0)),
        dir: u.base.dir,
        half_width: w / 2.0,
        half_depth: d / 2.0,
    };
    let grid = |front: u8, w: f64, d: f64| -> SmallVec<[Rect; 6]> {
        let front = front.max(1);
        (0..n)
            .map(|i| {
                let (rank, file) = (i / front, i % front);
                let in_rank = (n - rank * front).min(front);
                let x = (f64::from(file) - f64::from(in_rank - 1) / 2.0) * w;
                cell(x, -f64::from(rank) * d, w, d)
            })
            .collect()
    };
    match u.formation {
        Formation::Line { front } | Formation::Column { front } => grid(front, w, d),
        Formation::Chain { front } => {
            let s = f.sheet.scale().skirmishers;
            grid(front, s.0, s.1)
        }
        Formation::MarchColumn => (0..n).map(|i| cell(0.0, -f64::from(i) * w, d, w)).collect(),
        Formation::Square => {
            let side = u.base.width + 2.0 * aside;
            let corners = [
                (0.0, 0.0, side, d),
                (0.0, -(side - d), side, d),
                (-(side - d) / 2.0, 0.0, d, side),
                ((side - d) / 2.0, 0.0, d, side),
            ];
            (0..n).map(|i| corners[usize::from(i % 4)]).map(|(x, y, w, d)| cell(x, y, w, d)).collect()
        }
        _ => SmallVec::new(),
    }
}

/// How many bases of a unit lie wholly in a zone (bombardment-effect.3).
pub fn bases_in(f: &Field, u: &Unit, zone: &Rect) -> u8 {
    bases(f, u).iter().filter(|r| r.corners().iter().all(|c| zone.contains(*c, HAIR))).count() as u8
}

/// Does a firing line strike the flank of a unit (firing-line.2)?
pub fn strikes_flank(u: &Unit, from: V2, to: V2) -> bool {
    let turn = (to - from).angle_to(u.base.dir.right()).to_degrees();
    let angle = turn.min(180.0 - turn);
    angle < FLANK - HAIR && u.formation.kind() != FormationKind::Square
}

/// The same of a unit in the zone besides the target: by the firing line, or by any line from the battery where that is played.
pub fn flanked_in_zone(f: &Field, u: &Unit, from: V2, to: V2) -> bool {
    if !f.readings.is(reading!("flank-lines", "each")) {
        return strikes_flank(u, from, to);
    }
    f.rects(u).iter().flat_map(Rect::corners).chain([f.centre(u)]).any(|p| strikes_flank(u, from, p))
}

/// Is there any battery of a side that may fire now?
pub fn anybody(b: &Battle, side: Side, tactical: bool) -> bool {
    b.field.side(side).any(|u| u.arm() == Arm::Artillery && may_fire(b, u, tactical).is_ok())
}

/// Everything that a battery may fire at as it stands.
pub fn targets(b: &Battle, u: &Unit) -> Vec<Aimed> {
    let f = &b.field;
    let mut names: Vec<String> =
        f.enemies(u.side).filter(|e| e.formation.zone().is_none()).map(|e| e.code.to_string()).collect();
    names.extend(f.ground.zones.iter().map(|z| z.name.clone()));
    names
        .into_iter()
        .filter_map(|at| one(b, u, &FireOrder { unit: u.code.to_string(), at, point: None, zone: None }).ok())
        .collect()
}
