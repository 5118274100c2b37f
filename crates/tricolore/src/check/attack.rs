//! Attacks (attack.*, play.attack-path): whether one may be declared, and over which ground it goes.

use super::near::{self, HAIR};
use super::way;
use crate::answer::Attack;
use crate::battle::{Battle, Declared, Target};
use crate::book::march::Pace;
use crate::book::numbers::MayAttack;
use crate::command::CommandId;
use crate::field::Field;
use crate::footprint::Rects;
use crate::sight::{self, Looking, Mark};
use crate::troop::{Arm, Formation};
use crate::unit::{Side, Unit, UnitId};
use crate::{clause, flanks, ops, reading, say, town};
use smallvec::SmallVec;
use table::{Base, Body, Motion, Moving, Rect, V2, first_within};
use umpire::{Refusal, allow};

/// Infantry attacks cavalry no farther off (attack.infcav.2).
const CAVALRY_RANGE: f64 = 200.0;

/// The way of an attack.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// Turned to the target, where it stands.
    pub turned: Base,
    /// Degrees of its pivot, to the right if positive.
    pub degrees: f64,
    /// Metres that it goes.
    pub metres: f64,
    /// Allowance that pivot and ground cost.
    pub counted: f64,
    pub crossings: SmallVec<[crate::unit::Crossing; 1]>,
    /// Friendly chains and batteries that it passes through (attack.require.7).
    pub passes: SmallVec<[UnitId; 2]>,
    /// Broken enemies whom it pushes aside.
    pub aside: SmallVec<[UnitId; 2]>,
    /// It starts from a flank or the rear of its target (flank-threat.5).
    pub flank: bool,
    /// It stops at the guns of its side at which its target stands (melee-guns.4).
    pub at_guns: bool,
}

impl Path {
    /// Of a unit that stays where it stands.
    fn standing(u: &Unit) -> Path {
        Path {
            turned: u.base,
            degrees: 0.0,
            metres: 0.0,
            counted: 0.0,
            crossings: SmallVec::new(),
            passes: SmallVec::new(),
            aside: SmallVec::new(),
            flank: false,
            at_guns: false,
        }
    }

    /// Where the attacker ends.
    pub fn end(&self) -> Base {
        self.turned.moved(self.turned.dir * self.metres)
    }
}

/// What an attack is on, by the name of a unit or a town zone.
pub fn target(b: &Battle, side: Side, name: &str) -> Result<Target, Refusal> {
    let f = &b.field;
    if let Some(z) = f.ground.zone(name) {
        return Ok(Target::Zone(z));
    }
    let id = f.by_code(name).filter(|u| f[*u].side != side && f[*u].present());
    id.map(Target::Unit).ok_or_else(|| Refusal::form(say!("no-such-target", target = name)))
}

/// The outline of a target.
pub fn outline(f: &Field, t: Target) -> Rects {
    match t {
        Target::Unit(u) => f.rects(&f[u]),
        Target::Zone(z) => SmallVec::from_slice(&[f.ground[z].rect]),
    }
}

fn centre(f: &Field, t: Target) -> V2 {
    match t {
        Target::Unit(u) => f.centre(&f[u]),
        Target::Zone(z) => f.ground[z].rect.centre,
    }
}

/// How far from the target the attacker stops: at its break-in distance, at the edge of a town zone (tmove.attack.3).
pub fn stops_at(b: &Battle, u: &Unit, t: Target) -> f64 {
    let f = &b.field;
    match t {
        Target::Zone(_) => 0.0,
        Target::Unit(e) => {
            let mutual = b.play.attack_of(e).is_some_and(|a| a.target == Target::Unit(u.id));
            if mutual { f.sheet.zones().break_in_attacking } else { near::break_in(f, &f[e]) }
        }
    }
}

/// Turned to the centre of the target, about the front corner that is nearer to it (tmove.attack.2, pivot.2).
fn turned(f: &Field, u: &Unit, t: Target, straight: bool) -> Option<(Base, f64)> {
    if straight {
        return Some((u.base, 0.0));
    }
    let (degrees, _) = ranks::wheel_towards(&u.base, centre(f, t))?;
    Some((ranks::wheeled(&u.base, degrees), degrees))
}

/// The way of an attack, if the ground and whoever stands on it let it pass.
pub fn path(b: &Battle, u: &Unit, t: Target, straight: bool) -> Result<Path, Refusal> {
    path_within(b, u, t, straight, None)
}

/// The same with so many metres of movement instead of the tactical allowance (breakthrough.3).
pub fn path_within(
    b: &Battle,
    u: &Unit,
    t: Target,
    straight: bool,
    most: Option<f64>,
) -> Result<Path, Refusal> {
    let f = &b.field;
    let code = &*u.code;
    let allowance =
        most.unwrap_or_else(|| way::allowance(f, u, Pace::Tactical) - f64::from(u.record.passed_through));
    let no_way = || Refusal::by(clause!("attack.require.7"), say!("no-way-to-target", unit = code));
    if let Target::Unit(e) = t
        && most.is_none()
        && fires_standing(f, u, &f[e])
    {
        return Ok(Path { flank: b.flank_attack(u, &f[e], false), ..Path::standing(u) });
    }
    let (turned, degrees) = turned(f, u, t, straight).ok_or_else(no_way)?;
    if degrees != 0.0 {
        way::impassable(f, u, &turned)?;
    }
    let rects = outline(f, t);
    let stop = stops_at(b, u, t);
    let now = crate::measure::gap(&[turned.rect()], &rects);
    let far = turned.front.dist(centre(f, t)) + turned.width + 600.0;
    let way = Moving { base: turned, since: 0.0, motion: Motion::March { velocity: turned.dir * far } };
    let metres = if now <= stop + HAIR {
        0.0
    } else {
        let first = rects.iter().filter_map(|r| first_within(&way, Body::rect(*r), stop, 0.0, 1.0));
        let first = first.fold(f64::INFINITY, f64::min);
        if !first.is_finite() {
            return Err(no_way());
        }
        first * far
    };
    // Through guns at which the target stands nobody goes: the attack is made from their other side.
    let guns = besieged(b, u, t).and_then(|g| {
        let rects = f.rects(&f[g]);
        let first = rects.iter().filter_map(|r| first_within(&way, Body::rect(*r), 0.0, 0.0, 1.0));
        let first = first.fold(f64::INFINITY, f64::min) * far;
        (first < metres).then_some(first)
    });
    let metres = guns.unwrap_or(metres);
    let pivot = way::pivot_cost(f, u.base.width, degrees);
    let has = (allowance - pivot).max(0.0);
    let short = most.is_none() && f.readings.is(reading!("attack-reach", "any-distance"));
    let reach = |metres: f64, has: f64| {
        if short { as_far_as(f, u, &turned, turned.dir, metres, has) } else { metres }
    };
    let over = |metres: f64| -> Result<(Path, f64), Refusal> {
        let cost = way::straight(f, u, &turned, turned.dir, metres, has)?;
        let (counted, crossings) = (pivot + cost.spent, cost.crossings);
        let at_guns = guns == Some(metres);
        let mut path = Path { turned, degrees, metres, counted, crossings, at_guns, ..Path::standing(u) };
        look(b, u, t, &mut path)?;
        let lost = path.passes.iter().map(|o| f64::from(way::pass_cost(f, u, &f[*o], false).0.metres)).sum();
        Ok((path, lost))
    };
    let (mut path, mut lost) = over(reach(metres, has))?;
    if short && path.counted + lost > allowance + HAIR {
        (path, lost) = over(reach(metres, (has - lost).max(0.0)))?;
    }
    let needs = path.counted + lost;
    allow(needs <= allowance + HAIR, clause!("attack.require.11"), || {
        say!("out-of-reach", unit = code, needs = words::whole(needs), has = words::whole(allowance))
    })?;
    if let Target::Unit(e) = t {
        path.flank = b.flank_attack(u, &f[e], most.is_some());
    }
    Ok(path)
}

/// The guns of its side at which the target of an attack stands to destroy them (melee-guns.4).
fn besieged(b: &Battle, u: &Unit, t: Target) -> Option<UnitId> {
    let own = |p: &&crate::battle::Pin| Target::Unit(p.by) == t && b.field[p.battery].side == u.side;
    b.play.pins.iter().find(own).map(|p| p.battery)
}

/// Is it fire at cavalry that is given from where the infantry stands (attack.infcav.1)?
pub fn fires_standing(f: &Field, u: &Unit, e: &Unit) -> bool {
    let fire = u.arm() != Arm::Cavalry && e.arm() == Arm::Cavalry;
    fire && f.readings.is(reading!("fire-at-cavalry", "stands"))
}

/// How far of so many metres in a direction a unit comes with its movement.
pub fn as_far_as(f: &Field, u: &Unit, turned: &Base, dir: V2, metres: f64, has: f64) -> f64 {
    let fits =
        |m: f64, more: f64| way::straight(f, u, turned, dir, m, has).is_ok_and(|c| c.spent <= has + more);
    if fits(metres, HAIR) {
        return metres;
    }
    let (mut lo, mut hi) = (0.0, metres);
    for _ in 0..40 {
        let mid = (lo + hi) / 2.0;
        if fits(mid, 1e-9) { lo = mid } else { hi = mid }
    }
    lo
}

/// Who stands on the way of an attack, and on the line from where it stops.
fn look(b: &Battle, u: &Unit, t: Target, path: &mut Path) -> Result<(), Refusal> {
    let f = &b.field;
    let code = &*u.code;
    let end = path.end();
    let on = end.corners().iter().all(|c| f.ground.holds(*c));
    allow(on, clause!("play.edge"), || say!("off-the-table", unit = code))?;
    let sweep = path.turned.ahead(path.metres.max(HAIR), 0.0);
    let body = end.rect();
    let line = (end.front, centre(f, t));
    let hard = f.sheet.zones().hard;
    let mut battery_under_end = false;
    let guns = besieged(b, u, t);
    let mark = Rect { centre: line.1, half_width: 0.0, half_depth: 0.0, ..body };
    let (lo, hi) = crate::field::around([sweep, body, mark], hard + 1.0);
    for o in f.units.within(lo, hi).filter(|o| o.id != u.id && t != Target::Unit(o.id)) {
        if let Some(z) = o.formation.zone() {
            // Enemies in a town that is not attacked are as near as its houses (break-in.4).
            let house = f.ground[z].rect;
            let passes = o.side != u.side && t != Target::Zone(z) && !o.broken() && path.metres > HAIR;
            let (gap, was) = (sweep.gap(&house).min(body.gap(&house)), f.gap_to_zone(u, z));
            allow(!(passes && f.nearer(gap, hard)) || f.nearer(was, hard), clause!("break-in.4"), || {
                say!("comes-too-near", unit = code, enemy = &*o.code, metres = words::whole(hard))
            })?;
            continue;
        }
        if Some(o.id) == guns {
            continue;
        }
        let rects = f.rects(o);
        let swept = rects.iter().any(|r| sweep.penetration(r) > HAIR || body.penetration(r) > HAIR);
        let between = rects.iter().any(|r| r.grown(-HAIR).clip(line.0, line.1).is_some());
        if o.side == u.side {
            let lets = o.skirmishing() || o.unlimbered();
            allow(lets || !(swept || between), clause!("attack.require.7"), || {
                say!("friend-in-the-way", unit = code, friend = &*o.code)
            })?;
            if swept && path.metres > HAIR {
                path.passes.push(o.id);
                battery_under_end |=
                    o.unlimbered() && rects.iter().any(|r| body.penetration(r) > HAIR) && o.pinned.is_none();
            }
            continue;
        }
        if !f.is_enemy(u.side, o) {
            continue;
        }
        let gap = rects.iter().map(|r| sweep.gap(r).min(body.gap(r))).fold(f64::INFINITY, f64::min);
        let near = path.metres > HAIR && f.nearer(gap, hard);
        if o.broken() {
            if swept || near {
                path.aside.push(o.id);
            }
            continue;
        }
        let stood = f.nearer(f.gap(u, o), hard);
        allow(!near || stood, clause!("break-in.4"), || {
            say!("comes-too-near", unit = code, enemy = &*o.code, metres = words::whole(hard))
        })?;
        allow(!(swept || between), clause!("attack.require.7"), || {
            say!("enemy-in-the-way", unit = code, enemy = &*o.code)
        })?;
    }
    allow(!battery_under_end, clause!("pass-through.5"), || say!("stops-on-battery", unit = code))?;
    for (n, z) in f.ground.zones.between(lo.x, hi.x) {
        let other = t != Target::Zone(crate::ground::ZoneId(n as u16));
        let over = sweep.penetration(&z.rect) > HAIR || z.rect.grown(-HAIR).clip(line.0, line.1).is_some();
        let leaves = u.formation.zone() == Some(crate::ground::ZoneId(n as u16));
        allow(!(other && over) || leaves, clause!("attack.require.7"), || {
            say!("town-in-the-way", unit = code, town = &*z.name)
        })?;
    }
    Ok(())
}

/// Judges one attack that is declared. `free` is the list of declared attacks besides it.
pub fn declared(
    b: &Battle,
    u: &Unit,
    t: Target,
    straight: bool,
    others: &[Declared],
) -> Result<Path, Refusal> {
    let f = &b.field;
    let code = &*u.code;
    allow(b.tactical(u), clause!("tactical.2"), || say!("not-engaged", unit = code))?;
    allow(ops::in_command(f, u), clause!("attack.require.1"), || say!("out-of-command", unit = code))?;
    allow(!u.record.frozen, clause!("attack.require.5"), || say!("does-nothing-more", unit = code))?;
    may_attack(b, u, t)?;
    if let Target::Unit(e) = t {
        let another = others.iter().any(|a| a.unit != u.id && a.target == t && f[a.unit].side == u.side);
        allow(!another, clause!("attack.require.9"), || say!("one-attacker-only", target = &*f[e].code))?;
    }
    sees(b, u, t)?;
    path(b, u, t, straight)
}

/// What arm, disorder and the target's state say.
pub fn may_attack(b: &Battle, u: &Unit, t: Target) -> Result<(), Refusal> {
    may_attack_from(b, u, t, false)
}

/// The same for ordinary attacks, or for those of a breakthrough, whose flank is judged from where it is declared `now` (breakthrough.5).
pub fn may_attack_from(b: &Battle, u: &Unit, t: Target, now: bool) -> Result<(), Refusal> {
    let f = &b.field;
    let code = &*u.code;
    allow(u.arm() != Arm::Artillery, clause!("attack.require.2"), || {
        say!("round-guns-never-attack", unit = code)
    })?;
    let fights = matches!(u.arm(), Arm::Infantry | Arm::Cavalry | Arm::Engineers);
    allow(fights, clause!("attack.require.2"), || say!("round-guns-never-attack", unit = code))?;
    allow(u.continued.is_none(), clause!("melee-continued.1"), || say!("in-continued-melee", unit = code))?;
    // Irregulars have lower limits (missing.irregular-attack).
    let may = f.sheet.numbers().may_attack(u.troop.irregular, u.disorder.active);
    allow(may != MayAttack::No, clause!("attack.require.4"), || say!("too-disordered", unit = code))?;
    let in_town = matches!(u.formation, Formation::InTown { .. });
    allow(!in_town, clause!("attack.town.1"), || say!("assemble-first", unit = code))?;
    let angle = flanks::in_attack_angle(f, u, &outline(f, t)).is_some();
    allow(angle, clause!("attack.require.6"), || say!("not-in-attack-angle", unit = code))?;
    let e = match t {
        Target::Zone(z) => {
            town::may_enter(f, u, z, true)?;
            let enemy = town::inside(f, z).any(|e| e.side != u.side);
            return allow(enemy, clause!("attack.require.3"), || {
                say!("town-not-held", town = &*f.ground[z].name)
            });
        }
        Target::Unit(e) => &f[e],
    };
    let target = &*e.code;
    allow(e.formation.zone().is_none(), clause!("play.town-zones"), || say!("attack-the-town", target))?;
    let there = e.pinned.is_none_or(|by| by == u.id);
    allow(there, clause!("melee-guns.2"), || say!("guns-not-there", target))?;
    if let Some(r) = e.redoubt.filter(|_| u.arm() == Arm::Cavalry) {
        allow(f.ground[r].cavalry, clause!("redoubt.1"), || say!("no-cavalry-there", target))?;
    }
    if u.arm() == Arm::Cavalry && e.arm() != Arm::Cavalry {
        let broken = b.integrity_broken(u) && !b.only_unsupported(u);
        allow(!broken, clause!("integrity.6"), || say!("cavalry-on-cavalry-only", unit = code))?;
    }
    if u.arm() != Arm::Cavalry && e.arm() == Arm::Cavalry {
        let range = f.gap(u, e);
        allow(f.reaches(range, CAVALRY_RANGE), clause!("attack.infcav.2"), || {
            say!("cavalry-too-far", unit = code, metres = words::whole(range))
        })?;
        allow(e.continued.is_none(), clause!("attack.infcav.3"), || say!("no-fire-into-melee", target))?;
        let attacks = b.play.attack_of(e.id).is_some();
        allow(!attacks, clause!("attack.infcav.4"), || say!("cavalry-attacks-itself", target))?;
    }
    if e.continued.is_some() {
        allow(b.flank_attack(u, e, now), clause!("attack.require.10"), || say!("only-in-flank", target))?;
    }
    Ok(())
}

/// Must it see its target: unless it stands at its break-in distance already (attack.require.8)?
pub fn sees(b: &Battle, u: &Unit, t: Target) -> Result<(), Refusal> {
    let f = &b.field;
    let at = crate::measure::gap(&f.rects(u), &outline(f, t)) <= stops_at(b, u, t).max(0.0) + HAIR;
    if at {
        return Ok(());
    }
    let mark = match t {
        Target::Unit(e) => Mark::Unit(&f[e]),
        Target::Zone(z) => Mark::Zone(z),
    };
    let unseen = |no: Refusal| Refusal::by(clause!("attack.require.8"), no.reason);
    sight::sees(f, u, mark, Looking::ToAttack).map(|_| ()).map_err(unseen)
}

/// A side's list of attacks, as it will be: who attacks whom on which way, and what it costs each command.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct List {
    pub attacks: Vec<(UnitId, Target, bool, Path)>,
    /// Operation formations that are to be paid (op.actions.5).
    pub paid: Vec<crate::battle::Paid>,
}

/// Judges the whole list (play.declare).
pub fn list(b: &Battle, side: Side, attacks: &[Attack], allowed: Option<&[UnitId]>) -> Result<List, Refusal> {
    let f = &b.field;
    let mut list = List::default();
    let mut others: Vec<Declared> = b.play.attacks.clone();
    for a in attacks {
        let id = super::moves::own(b, side, &a.unit)?;
        let u = &f[id];
        let t = target(b, side, &a.target)?;
        if list.attacks.iter().any(|(x, ..)| *x == id) || b.play.attack_of(id).is_some() {
            return Err(Refusal::form(say!("named-twice", unit = &*a.unit)));
        }
        if let Some(allowed) = allowed {
            allow(allowed.contains(&id), clause!("play.declare"), || {
                say!("may-not-declare-now", unit = &*u.code)
            })?;
        }
        may_declare(b, u, t)?;
        if let Target::Zone(z) = t {
            room_besides(f, u, z, &others)?;
        }
        let path = declared(b, u, t, a.straight, &others)?;
        others.push(Declared {
            unit: id,
            target: t,
            straight: a.straight,
            done: false,
            reached: false,
            flank: path.flank,
        });
        list.attacks.push((id, t, a.straight, path));
    }
    pay(b, &mut list)?;
    Ok(list)
}

/// Is there room in a town for a unit besides those of its side that attack it already (attack.require.9, town-fight.5)?
fn room_besides(f: &Field, u: &Unit, z: crate::ground::ZoneId, others: &[Declared]) -> Result<(), Refusal> {
    let with = others.iter().filter(|a| a.target == Target::Zone(z) && f[a.unit].side == u.side);
    let taken: u8 = with.map(|a| f[a.unit].bases.now).fold(0, u8::saturating_add);
    let room = town::room(f, z, u.side).0;
    allow(taken == 0 || taken < room, clause!("attack.require.9"), || {
        say!("town-full", unit = &*u.code, town = &*f.ground[z].name, capacity = f.ground[z].capacity)
    })
}

/// A unit that has been declared a target attacks none but its attacker (attack.declare.2).
fn may_declare(b: &Battle, u: &Unit, t: Target) -> Result<(), Refusal> {
    let f = &b.field;
    let Some(on) = b.play.attack_on(u.id) else {
        let was = b.play.targets.contains(&u.id);
        let late = f.readings.is(reading!("late-declaration", "may"));
        return allow(!was || late, clause!("play.declare"), || say!("was-a-target", unit = &*u.code));
    };
    // Fire at cavalry is no real attack (attack.infcav.4).
    let fire = u.arm() == Arm::Cavalry && f[on.unit].arm() != Arm::Cavalry;
    allow(fire || t == Target::Unit(on.unit), clause!("attack.declare.2"), || {
        say!("only-its-attacker", unit = &*u.code)
    })
}

/// Attackers of one operation formation share one point; counter-attacks of cavalry cost none (op.actions.5).
fn pay(b: &Battle, list: &mut List) -> Result<(), Refusal> {
    let f = &b.field;
    if f.readings.is(reading!("attack-points", "moved")) {
        return Ok(());
    }
    let mut spent: Vec<(CommandId, u8)> = Vec::new();
    for (id, t, ..) in &list.attacks {
        let u = &f[*id];
        let counter = matches!(t, Target::Unit(e) if b.play.attack_of(*e).is_some_and(|a| a.target == Target::Unit(*id)));
        if counter && u.arm() == Arm::Cavalry {
            continue;
        }
        let covered = |p: &crate::battle::Paid| p.units.contains(id);
        if b.play.paid.iter().any(covered) || list.paid.iter().any(covered) {
            continue;
        }
        let Some(c) = u.command else {
            return Err(Refusal::by(clause!("op.actions.5"), say!("no-command-officer", unit = &*u.code)));
        };
        let at = spent.iter().position(|(x, _)| *x == c).unwrap_or_else(|| {
            spent.push((c, 0));
            spent.len() - 1
        });
        spent[at].1 += 1;
        allow(spent[at].1 <= ops::points_left(f, c), clause!("op.actions.5"), || {
            say!("no-points-left", command = &*f[c].name)
        })?;
        list.paid.push(crate::battle::Paid { command: c, units: ops::linked_to(f, *id) });
    }
    Ok(())
}

/// The strip over which an attack goes, for whoever draws it.
pub fn strip(path: &Path) -> Rect {
    path.turned.ahead(path.metres.max(HAIR), 0.0)
}
