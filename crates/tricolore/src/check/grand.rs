//! Plans of the grand-tactical part: manoeuvre, deployment (manoeuvre-phase.*, deployment-*).

use super::moves::{self, Manner, Planned, own, sane};
use super::near::{self, HAIR};
use super::way;
use crate::answer::{CommandMove, Deployment, OfficerPlace};
use crate::battle::Battle;
use crate::book::march::{Mover, Pace};
use crate::command::{CommandId, CommandKind};
use crate::field::Field;
use crate::officer::OfficerId;
use crate::orders::OrderKind;
use crate::troop::{Arm, Formation, FormationKind};
use crate::unit::{Side, Unit, UnitId};
use crate::{clause, ops, reading, say, town};
use table::{Base, Motion, Moving, V2, v2};
use umpire::{Refusal, allow};

/// How a command on manoeuvre order will go.
#[derive(Clone, Debug, PartialEq)]
pub struct Advance {
    pub command: CommandId,
    pub engage: bool,
    pub slow: bool,
    /// Where its officer goes.
    pub officer: V2,
    /// Metres that he goes.
    pub metres: f64,
    pub units: Vec<Planned>,
    /// Operation formations of which they are.
    pub formations: usize,
    /// Towards its own reserve zone, and so not limited (manoeuvre-phase.13).
    pub home: bool,
    /// How far it may go at most, not engaging, from where it stood (manoeuvre-phase.12).
    pub limit: f64,
}

/// The command of a side that acts in the manoeuvre phase by an order.
pub fn commanded(b: &Battle, side: Side, code: &str) -> Result<(CommandId, OrderKind), Refusal> {
    let f = &b.field;
    let c = f.command_by_code(code).filter(|c| f[*c].side == side);
    let c = c.ok_or_else(|| Refusal::form(say!("no-such-command", command = code)))?;
    match f[c].orders.kind() {
        Some(k @ (OrderKind::Manoeuvre | OrderKind::March)) => Ok((c, k)),
        Some(OrderKind::Defence) => {
            Err(Refusal::by(clause!("orders.defence.1"), say!("no-order-to-move", command = code)))
        }
        Some(OrderKind::Deployment) => {
            Err(Refusal::by(clause!("orders.deployment.2"), say!("no-order-to-move", command = code)))
        }
        None => Err(Refusal::by(clause!("round.2"), say!("no-order-to-move", command = code))),
    }
}

/// The pace of a command's officer (manoeuvre-phase.3).
pub fn officer_rate(b: &Battle, c: CommandId, pace: Pace) -> f64 {
    let foot = b.field.of_command(c).any(|u| match u.arm() {
        Arm::Cavalry => false,
        Arm::Artillery => !u.troop.horse_guns(),
        _ => true,
    });
    let mover = if foot { Mover::OfficerOfFoot } else { Mover::OfficerOfHorse };
    b.field.sheet.march().rate(mover, pace).map_or(0.0, |g| g.value)
}

/// May it advance slowly: all in line or all in square, guns not counted (manoeuvre-phase.8)?
pub fn may_be_slow(b: &Battle, c: CommandId) -> bool {
    let kinds: Vec<FormationKind> =
        b.field.of_command(c).filter(|u| u.arm() != Arm::Artillery).map(|u| u.formation.kind()).collect();
    !kinds.is_empty()
        && [FormationKind::Line, FormationKind::Square].iter().any(|k| kinds.iter().all(|x| x == k))
}

/// How far a command goes that does not engage: half the distance of its nearest unit to the enemy (manoeuvre-phase.12).
pub fn limit_unengaging(b: &Battle, c: CommandId) -> f64 {
    let f = &b.field;
    let near = f.of_command(c).map(|u| near::enemy(f, u)).fold(f64::INFINITY, f64::min);
    if f.readings.is(reading!("unengaging-move", "whole")) {
        near
    } else if f.readings.is(reading!("unengaging-move", "to-400")) {
        (near - 400.0).max(0.0)
    } else {
        near / 2.0
    }
}

/// How far off straight ahead officers and units manoeuvre (manoeuvre-phase.4).
pub fn manoeuvre_angle(f: &crate::Field) -> f64 {
    let angle = f.sheet.zones().manoeuvre_angle.value;
    if f.readings.is(reading!("manoeuvre-angle", "fifteen")) { angle / 2.0 } else { angle }
}

/// Judges the plan of a command on manoeuvre order.
pub fn advance(b: &Battle, side: Side, m: &CommandMove) -> Result<Advance, Refusal> {
    let f = &b.field;
    let (c, kind) = commanded(b, side, &m.command)?;
    allow(kind == OrderKind::Manoeuvre, clause!("orders.march.4"), || {
        say!("marches-by-itself", command = &*m.command)
    })?;
    sane(&[m.ahead, m.slant])?;
    let command = &*f[c].name;
    if m.slow {
        allow(may_be_slow(b, c), clause!("manoeuvre-phase.8"), || say!("may-not-be-slow", command))?;
    }
    let o = &f[f[c].officer];
    let mut most = officer_rate(b, c, Pace::Manoeuvre);
    if m.slow {
        most = most.min(f.sheet.march().slow);
    }
    allow((0.0..=most + HAIR).contains(&m.ahead), clause!("orders.manoeuvre.2"), || {
        say!("officer-too-far", officer = &*o.code, most = words::whole(most))
    })?;
    let angle = manoeuvre_angle(f);
    allow(m.slant.abs() <= angle + HAIR, clause!("orders.manoeuvre.1"), || {
        say!("officer-slants-too-far", officer = &*o.code, most = words::whole(angle))
    })?;
    let officer = o.at + o.dir.turned(-m.slant.to_radians()) * m.ahead;
    allow(f.ground.holds(officer), clause!("play.edge"), || say!("off-the-table", unit = &*o.code))?;
    // Each point once in the round, also where one was spent on a unit engaged by itself (op.officers.3).
    let points = ops::points_left(f, c);
    allow(m.formations.len() <= usize::from(points), clause!("manoeuvre-phase.10"), || {
        say!("too-many-formations", command, points)
    })?;
    let mut units: Vec<Planned> = Vec::new();
    for formation in &m.formations {
        let mut ids: Vec<UnitId> = Vec::new();
        for x in formation {
            let id = own(b, side, &x.unit)?;
            allow(f[id].command == Some(c), clause!("op.formation.2"), || {
                say!("not-of-command", unit = &*x.unit, command)
            })?;
            if ids.contains(&id) || units.iter().any(|p| p.unit == id) {
                return Err(Refusal::form(say!("named-twice", unit = &*x.unit)));
            }
            allow(ops::in_command(f, &f[id]), clause!("manoeuvre-phase.9"), || {
                say!("left-behind", unit = &*x.unit)
            })?;
            allow(x.adjust.is_none(), clause!("manoeuvre-phase.5"), || {
                say!("no-adjustment-now", unit = &*x.unit)
            })?;
            ids.push(id);
        }
        if ids.len() > 1 {
            allow(ops::one_formation(f, &ids), clause!("op.formation.2"), || say!("no-operation-formation"))?;
        }
        let all: Vec<UnitId> = m.formations.iter().flatten().filter_map(|x| f.by_code(&x.unit)).collect();
        let mut planned = Vec::new();
        let common = moves::common_pivot(f, formation, &ids)?;
        for (x, id) in formation.iter().zip(&ids) {
            let manner = Manner::Manoeuvre { slow: m.slow };
            planned.push(moves::unit_move(b, &f[*id], x, manner, &all, common)?);
        }
        moves::end_together_of(b, &planned, &units)?;
        units.extend(planned);
    }
    let home = towards_reserve(b, c, &units, officer);
    let limit = if m.engage || home { f64::INFINITY } else { limit_unengaging(b, c) };
    if !m.engage {
        let far = units.iter().map(|p| p.metres).chain([m.ahead]).fold(0.0, f64::max);
        allow(far <= limit + HAIR, clause!("manoeuvre-phase.12"), || {
            say!("too-far-without-engaging", command, most = words::whole(limit))
        })?;
    }
    let (engage, slow, formations) = (m.engage, m.slow, m.formations.len());
    Ok(Advance { command: c, engage, slow, officer, metres: m.ahead, units, formations, home, limit })
}

/// Does the command move towards its own reserve zone: every unit ends nearer to the headquarters (manoeuvre-phase.13)?
fn towards_reserve(b: &Battle, c: CommandId, units: &[Planned], officer: V2) -> bool {
    let f = &b.field;
    let Some(at) = b.headquarters(f[c].body) else { return false };
    if f.readings.is(reading!("towards-reserve", "officer")) {
        return f.officers[f[c].officer.index()].at.dist(at) > officer.dist(at) + HAIR;
    }
    !units.is_empty() && units.iter().all(|p| p.end.front.dist(at) < f[p.unit].base.front.dist(at) - HAIR)
}

/// A deployment move as it will be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Deployed {
    pub unit: UnitId,
    pub end: Base,
    pub formation: Formation,
    pub changes: bool,
    pub engages: bool,
    pub enter: Option<crate::ground::ZoneId>,
}

/// Whose units may move in the deployment phase (deployment-phase.1).
pub fn deploys(b: &Battle, c: CommandId) -> Option<OrderKind> {
    let of = &b.field[c];
    if of.kind != CommandKind::Troops || of.engagement.engaged() {
        return None;
    }
    of.orders.kind().filter(|k| matches!(k, OrderKind::Deployment | OrderKind::Defence))
}

/// Units that move in deployment farther from each other have nothing to do with each other.
const BESIDE: f64 = 2500.0;

/// Where officers go and how they face then, and the moves of units.
pub type Deploying = (Vec<(OfficerId, V2, V2)>, Vec<Deployed>);

/// Judges a side's deployment moves.
pub fn deployment(
    b: &Battle,
    side: Side,
    officers: &[OfficerPlace],
    units: &[Deployment],
) -> Result<Deploying, Refusal> {
    let f = &b.field;
    let mut places: Vec<(OfficerId, V2, V2)> = Vec::new();
    for o in officers {
        let place = officer_place(b, side, o)?;
        if places.iter().any(|p| p.0 == place.0) {
            return Err(Refusal::form(say!("named-twice", unit = &*o.officer)));
        }
        places.push(place);
    }
    let mut all: Vec<Deployed> = Vec::new();
    let mut moved: Vec<CommandId> = Vec::new();
    for d in units {
        let id = own(b, side, &d.unit)?;
        if all.iter().any(|x| x.unit == id) {
            return Err(Refusal::form(say!("named-twice", unit = &*d.unit)));
        }
        let before = moved.iter().filter(|c| Some(**c) == f[id].command).count();
        all.push(one(b, id, d, &places, before)?);
        moved.extend(f[id].command);
    }
    let ends: Vec<(UnitId, Base)> = all.iter().map(|d| (d.unit, d.end)).collect();
    for d in all.iter().filter(|d| d.enter.is_none()) {
        let u = Unit { formation: d.formation, ..f[d.unit].clone() };
        way::stands(b, &u, &d.end, &ends)?;
    }
    Ok((places, all))
}

/// Would the last of a side's deployment moves be accepted besides the others, which are?
pub fn fits_in(
    b: &Battle,
    side: Side,
    officers: &[OfficerPlace],
    units: &[Deployment],
) -> Result<(), Refusal> {
    let f = &b.field;
    let Some((last, others)) = units.split_last() else { return Ok(()) };
    let id = own(b, side, &last.unit)?;
    let officer = f[id].command.map(|c| &f[f[c].officer].code);
    let of = officers.iter().filter(|o| officer.is_some_and(|x| **x == *o.officer));
    let places: Vec<_> = of.map(|o| officer_place(b, side, o)).collect::<Result<_, _>>()?;
    let others: Vec<(UnitId, &Deployment)> =
        others.iter().filter_map(|d| Some((f.by_code(&d.unit)?, d))).collect();
    let before = others.iter().filter(|(x, _)| f[*x].command == f[id].command).count();
    let d = one(b, id, last, &places, before)?;
    if d.enter.is_some() {
        return Ok(());
    }
    let near = |x: &Unit, d: &Deployment| {
        let by = |p: V2| p.dist(v2(last.at.x, last.at.y)) < BESIDE;
        by(x.base.front) || by(v2(d.at.x, d.at.y))
    };
    let by_it = others.iter().filter(|(x, d)| near(&f[*x], d));
    let ends: Vec<(UnitId, Base)> =
        by_it.filter_map(|(x, d)| Some((*x, drawn(f, &f[*x], d).ok()?.1))).collect();
    way::stands(b, &Unit { formation: d.formation, ..f[id].clone() }, &d.end, &ends)
}

/// One deployment move, so many of its command being moved besides.
fn one(
    b: &Battle,
    id: UnitId,
    d: &Deployment,
    places: &[(OfficerId, V2, V2)],
    before: usize,
) -> Result<Deployed, Refusal> {
    let f = &b.field;
    let u = &f[id];
    if u.arm() == Arm::Engineers && f.readings.is(reading!("engineers-move", "deployment")) {
        return engineers(b, u, d);
    }
    let c = u.command.filter(|c| deploys(b, *c).is_some());
    let c = c.ok_or_else(|| {
        let moves = u
            .command
            .is_some_and(|c| matches!(f[c].orders.kind(), Some(OrderKind::Manoeuvre | OrderKind::March)));
        let by = if moves { clause!("unengaged.3") } else { clause!("deployment-phase.1") };
        Refusal::by(by, say!("does-not-deploy", unit = &*d.unit))
    })?;
    allow(!b.play.moved.contains(&c), clause!("unengaged.2"), || say!("has-acted", unit = &*d.unit))?;
    let by_points = f.readings.is(reading!("disengaged-deployment", "by-points"));
    let limited = by_points || !b.play.unbound.contains(&c);
    if limited && deploys(b, c) == Some(OrderKind::Defence) {
        let points = ops::points_left(f, c);
        allow(before < usize::from(points), clause!("deployment-defence.1"), || {
            say!("round-too-many-units", command = &*f[c].name, points)
        })?;
    }
    let officer = places.iter().find(|p| p.0 == f[c].officer).map_or(f[f[c].officer].at, |p| p.1);
    deployed(b, u, c, d, officer)
}

/// In which formation and where it is drawn up then; out of a town it comes in column.
fn drawn(f: &Field, u: &Unit, d: &Deployment) -> Result<(Formation, Base), Refusal> {
    let formation = match d.form {
        Some(k) => moves::formation(u, k, d.front)?,
        None if u.formation.zone().is_some() && d.enter.is_none() => Formation::Column { front: 1 },
        None => u.formation,
    };
    let end = near::drawn_up(f, u, formation, u.bases.now, v2(d.at.x, d.at.y), V2::bearing(d.at.facing));
    Ok((formation, end))
}

/// Engineers that go where they like in the deployment phase (engineer.1).
fn engineers(b: &Battle, u: &Unit, d: &Deployment) -> Result<Deployed, Refusal> {
    let f = &b.field;
    let (code, by) = (&*u.code, clause!("engineer.1"));
    sane(&[d.at.x, d.at.y, d.at.facing])?;
    allow(!u.record.moved_in_round && !f.enemy_within(u, 400.0), by, || say!("has-acted", unit = code))?;
    let end = near::drawn_up(f, u, u.formation, u.bases.now, v2(d.at.x, d.at.y), V2::bearing(d.at.facing));
    let way = end.front - u.base.front;
    let allowance = way::allowance(f, u, Pace::Deployment);
    if way.len() > HAIR {
        let cost = way::straight(f, u, &u.base, way.unit(), way.len(), allowance)?;
        allow(cost.spent <= allowance + HAIR, by, || {
            say!("goes-too-far", unit = code, needs = words::whole(cost.spent), has = words::whole(allowance))
        })?;
    }
    let near = |e: &Unit| f.nearer(near::gap_to(f, &[end.rect()], e), near::break_in(f, e));
    let there = [end.rect()];
    let mut enemies = f.enemies_about(u.side, &there, crate::break_in::most(f));
    allow(!enemies.any(near), clause!("break-in.1"), || say!("retreats-too-near", unit = code))?;
    Ok(Deployed { unit: u.id, end, formation: u.formation, changes: false, engages: false, enter: None })
}

fn officer_place(b: &Battle, side: Side, o: &OfficerPlace) -> Result<(OfficerId, V2, V2), Refusal> {
    let f = &b.field;
    let code = &*o.officer;
    sane(&[o.at.x, o.at.y, o.at.facing])?;
    let id = f.officer_by_code(code).filter(|x| f[*x].side == side && f[*x].present());
    let id = id.ok_or_else(|| Refusal::form(say!("no-such-officer", officer = code)))?;
    let c = f.commands.iter().find(|c| c.officer == id).and_then(|c| deploys(b, c.id));
    let at = v2(o.at.x, o.at.y);
    let dir = V2::bearing(o.at.facing);
    match c {
        Some(OrderKind::Deployment) => {
            allow(at.dist(f[id].at) <= 300.0 + HAIR, clause!("deployment-order.1"), || {
                say!("officer-too-far", officer = code, most = 300)
            })?;
            allow(f.ground.holds(at), clause!("play.edge"), || say!("off-the-table", unit = code))?;
            let near = f.nearer(f.enemy_from(side, at), 600.0);
            allow(!near, clause!("deployment-order.1"), || say!("officer-too-near", officer = code))?;
            Ok((id, at, dir))
        }
        Some(_) => {
            let by = clause!("deployment-defence.3");
            allow(at.dist(f[id].at) <= 1.0, by, || say!("officer-stays", officer = code))?;
            let away = b.away_from_enemy(id);
            let body = f[id].body;
            let home = body.and_then(|b2| b.headquarters(b2)).map(|h| (h - f[id].at).unit());
            let straight =
                [Some(away), home].into_iter().flatten().any(|d| d.angle_to(dir).to_degrees() <= 1.0);
            allow(straight, by, || say!("officer-turns-away-or-home", officer = code))?;
            Ok((id, f[id].at, dir))
        }
        None => {
            Err(Refusal::by(clause!("deployment-phase.1"), say!("officer-does-not-deploy", officer = code)))
        }
    }
}

fn deployed(b: &Battle, u: &Unit, c: CommandId, d: &Deployment, officer: V2) -> Result<Deployed, Refusal> {
    let f = &b.field;
    let code = &*u.code;
    sane(&[d.at.x, d.at.y, d.at.facing])?;
    allow(matches!(u.arm(), Arm::Infantry | Arm::Cavalry), clause!("deployment-phase.1"), || {
        say!("guns-move-otherwise", unit = code)
    })?;
    allow(u.continued.is_none(), clause!("play.continued"), || say!("in-continued-melee", unit = code))?;
    let leaves = u.formation.zone();
    let (formation, end) = drawn(f, u, d)?;
    // A shorter or longer front is a change too (formations.5); out of a town it comes in column.
    let changes = match leaves {
        None => formation != u.formation,
        Some(_) => formation != Formation::Column { front: 1 },
    };
    let enter = match &d.enter {
        Some(name) => {
            let z = f
                .ground
                .zone(name)
                .ok_or_else(|| Refusal::form(say!("round-no-such-town", town = &**name)))?;
            town::may_enter(f, u, z, false)?;
            let touches = end.rect().gap(&f.ground[z].rect) <= f.tolerance().max(HAIR);
            allow(touches, clause!("tmove.town.2"), || say!("does-not-reach-town", unit = code))?;
            Some(z)
        }
        None => None,
    };
    let mut allowance = way::allowance(f, u, Pace::Deployment);
    if leaves.is_some() || enter.is_some() {
        // Half a move into or out of a town (manoeuvre-phase.14).
        allowance /= 2.0;
    }
    let from = match leaves {
        Some(z) => f.ground[z].rect.nearest(end.front),
        None => u.base.front,
    };
    let by = end.front - from;
    let far = by.len();
    if far > HAIR {
        let column = Unit {
            formation: if leaves.is_some() { Formation::Column { front: 1 } } else { u.formation },
            ..u.clone()
        };
        let base = Base { front: from, ..u.base };
        let cost = way::straight(f, &column, &base, by.unit(), far, allowance)?;
        allow(cost.spent <= allowance + HAIR, clause!("deployment-order.2"), || {
            say!("goes-too-far", unit = code, needs = words::whole(cost.spent), has = words::whole(allowance))
        })?;
        // Round towns, not through them.
        let march = Moving {
            base: Base { front: from, dir: by.unit(), width: 1.0, depth: 1.0 },
            since: 0.0,
            motion: Motion::March { velocity: by },
        };
        way::towns(f, &column, &march, enter.or(leaves))?;
    }
    if u.broken()
        && far > HAIR
        && let Some((e, now)) = near::nearest_enemy(f, u)
    {
        let then = near::gap_to(f, &[end.rect()], e);
        allow(then > now + HAIR, clause!("disorder.8"), || say!("only-retreats", unit = code))?;
    }
    let o = &f[f[c].officer];
    // By its front bases as they will stand (play.measure).
    let then = Unit { formation, base: end, trail: Default::default(), ..u.clone() };
    let commanded = f.reaches(f.front(&then).rect().gap_to_point(officer), f64::from(o.gifts.radius));
    let was = ops::in_command(f, u);
    allow(commanded || !was, clause!("deployment-order.3"), || say!("out-of-command", unit = code))?;
    let rects = near::rects_at(f, u, formation, &end);
    let engages = f
        .enemies_about(u.side, &rects, 401.0)
        .filter(|e| !super::declinable(e))
        .any(|e| f.nearer(near::gap_to(f, &rects, e), 400.0));
    let engaged_before = f
        .enemies_about(u.side, &f.rects(u), 401.0)
        .filter(|e| !super::declinable(e))
        .any(|e| f.nearer(f.gap(u, e), 400.0));
    if engages && !engaged_before {
        let defence = deploys(b, c) == Some(OrderKind::Defence);
        let by = if defence { clause!("deployment-defence.2") } else { clause!("deployment-order.3") };
        allow(defence && d.engage, by, || say!("would-engage", unit = code))?;
    }
    for e in f.enemies_about(u.side, &rects, crate::break_in::most(f)) {
        let gap = near::gap_to(f, &rects, e);
        let limit = near::break_in(f, e);
        allow(!f.nearer(gap, limit), clause!("break-in.1"), || {
            say!("comes-too-near", unit = code, enemy = &*e.code, metres = words::whole(limit))
        })?;
    }
    Ok(Deployed { unit: u.id, end, formation, changes, engages: engages && !engaged_before, enter })
}
