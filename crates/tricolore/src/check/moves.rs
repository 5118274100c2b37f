//! Moves of units in the tactical part (tmove.*, play.move): whether they may be, and what they come to.

use super::near::{self, HAIR};
use super::way::{self, Keep, Met, Part};
use crate::answer::{Change, UnitMove};
use crate::battle::{Battle, Step, Target};
use crate::book::march::Pace;
use crate::command::CommandId;
use crate::ground::ZoneId;
use crate::procedures::command::{Act, ActionCost, CostReadings, CostSituation};
use crate::troop::{Arm, Formation, FormationKind};
use crate::unit::{Crossing, Side, Unit, UnitId};
use crate::{clause, reading, say};
use crate::{flanks, ops, town};
use smallvec::SmallVec;
use table::{Base, Body, Motion, Moving, Rect, V2, first_within, v2};
use umpire::{Refusal, allow, judge};

/// Most that a unit pivots in a phase (pivot.1).
pub const PIVOT: f64 = 30.0;
/// Most that skirmishers slant (tmove.skirmish.1).
const SLANT: f64 = 45.0;
/// Units that are joined start no farther apart (formchange.5).
const JOIN: f64 = 100.0;

/// A unit's move as it will be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    pub unit: UnitId,
    pub end: Base,
    pub about: bool,
    /// Degrees of its pivot.
    pub degrees: f64,
    /// Metres that it goes.
    pub metres: f64,
    /// Allowance spent, without what about-turns and pass-throughs cost: what tests in line are counted by (line-move.3).
    pub counted: f64,
    /// Friends whom it passes through.
    pub passes: SmallVec<[UnitId; 2]>,
    pub crossings: SmallVec<[Crossing; 1]>,
    pub enter: Option<ZoneId>,
    /// It is only an adjustment.
    pub adjusted: bool,
    /// It goes along the road of a town zone (tmove.town.1).
    pub street: bool,
}

impl Planned {
    /// A turn about and nothing else costs no operation point (op.actions.4).
    pub fn only_about(&self) -> bool {
        self.about && self.degrees == 0.0 && self.metres == 0.0
    }
}

/// In which part of the round a move is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Manner {
    Tactical,
    /// Turns and pivots alone (tmove.reaction.3).
    Reaction,
    /// In the manoeuvre phase: the limits towards the enemy are kept while it is carried out.
    Manoeuvre {
        slow: bool,
    },
}

/// A unit of a side, by its code.
pub fn own(b: &Battle, side: Side, code: &str) -> Result<UnitId, Refusal> {
    let id = b.field.by_code(code).filter(|u| b.field[*u].side == side && b.field[*u].present());
    id.ok_or_else(|| Refusal::form(say!("no-such-unit", unit = code)))
}

/// Numbers that some table could have.
pub fn sane(numbers: &[f64]) -> Result<(), Refusal> {
    if numbers.iter().all(|n| n.is_finite() && n.abs() <= 1.0e5) {
        return Ok(());
    }
    Err(Refusal::form(say!("no-such-number")))
}

/// May a unit act at all in this movement phase?
pub fn may_act(b: &Battle, u: &Unit) -> Result<(), Refusal> {
    allow(!b.play.pinned(u.id), clause!("tmove.phase.2"), || say!("is-a-target", unit = &*u.code))?;
    may_act_if_free(b, u)
}

/// May infantry that cavalry attacks form square as its reaction, where that is played (tmove.phase.2)?
pub fn squares_as_target(b: &Battle, u: &Unit) -> bool {
    let by_horse = b.play.attack_on(u.id).is_some_and(|a| b.field[a.unit].arm() == Arm::Cavalry);
    b.field.readings.is(reading!("target-square", "may"))
        && matches!(b.play.step, Step::ReactionsA | Step::ReactionsB)
        && u.arm() == Arm::Infantry
        && u.bases.now >= 2
        && by_horse
        && may_act_if_free(b, u).is_ok()
}

/// The same of a unit that no attack holds where it is.
fn may_act_if_free(b: &Battle, u: &Unit) -> Result<(), Refusal> {
    let code = &*u.code;
    allow(b.tactical(u), clause!("tactical.2"), || say!("not-engaged", unit = code))?;
    allow(!u.record.frozen, clause!("attack.require.5"), || say!("does-nothing-more", unit = code))?;
    let at_guns = b.play.pins.iter().any(|p| p.battery == u.id);
    allow(!at_guns, clause!("melee-guns.2"), || say!("enemy-at-its-guns", unit = code))?;
    allow(!u.record.acted_in_phase, clause!("tmove.reaction.1"), || say!("has-acted", unit = code))?;
    allow(b.play.attack_of(u.id).is_none(), clause!("tmove.attack.1"), || say!("attacks", unit = code))
}

/// A pivot of a whole operation formation about its outermost flank (play.move).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Common {
    pivot: V2,
    /// From there to the outer front corner of the last of them.
    width: f64,
}

/// The pivot that the units of a formation have in common, where they wheel as one body.
pub fn common_pivot(f: &crate::Field, moves: &[UnitMove], ids: &[UnitId]) -> Result<Option<Common>, Refusal> {
    let as_one = f.readings.is(reading!("formation-wheels", "as-one"));
    let Some(first) = moves.first().filter(|_| as_one && moves.len() > 1) else { return Ok(None) };
    let same =
        |m: &UnitMove| m.wheel == first.wheel && m.backward == first.backward && m.about == first.about;
    allow(moves.iter().all(same), clause!("play.move"), || say!("wheel-as-one"))?;
    if first.wheel == 0.0 {
        return Ok(None);
    }
    let bases: SmallVec<[Base; 8]> =
        ids.iter().map(|u| if first.about { f[*u].base.about_face() } else { f[*u].base }).collect();
    let right = (first.wheel > 0.0) != first.backward;
    let corner = |b: &Base, right: bool| if right { b.front_right() } else { b.front_left() };
    let across = bases[0].dir.right() * if right { 1.0 } else { -1.0 };
    let pivot = bases.iter().map(|b| corner(b, right)).max_by(|a, b| a.dot(across).total_cmp(&b.dot(across)));
    let Some(pivot) = pivot else { return Ok(None) };
    let width = bases.iter().map(|b| corner(b, !right).dist(pivot)).fold(0.0, f64::max);
    Ok(Some(Common { pivot, width }))
}

/// The move of one unit, with the pivot that its formation has in common if it wheels as one body.
pub fn unit_move(
    b: &Battle,
    u: &Unit,
    m: &UnitMove,
    manner: Manner,
    along: &[UnitId],
    common: Option<Common>,
) -> Result<Planned, Refusal> {
    let f = &b.field;
    let code = &*u.code;
    sane(&[m.wheel, m.ahead, m.slant])?;
    let moving = matches!(u.arm(), Arm::Infantry | Arm::Cavalry | Arm::Engineers);
    allow(moving, clause!("op.actions.6"), || say!("guns-move-otherwise", unit = code))?;
    if let (Manner::Manoeuvre { slow }, Some(z)) = (manner, u.formation.zone()) {
        return leaves_town(b, u, m, z, slow, along);
    }
    allow(u.formation.zone().is_none(), clause!("tmove.town.5"), || say!("stands-in-town", unit = code))?;
    allow(u.continued.is_none(), clause!("melee-continued.1"), || say!("in-continued-melee", unit = code))?;
    if let Some([x, y]) = m.adjust {
        return adjustment(b, u, m, v2(x, y), manner, along);
    }
    let manoeuvre = matches!(manner, Manner::Manoeuvre { .. });
    if manoeuvre {
        allow(!m.about, clause!("manoeuvre-phase.5"), || say!("no-about-turn-now", unit = code))?;
    }
    if manner == Manner::Reaction {
        let still = m.ahead == 0.0 && m.slant == 0.0 && m.enter.is_none();
        allow(still, clause!("tmove.reaction.3"), || say!("only-turns-and-pivots", unit = code))?;
    }
    let pace = if manoeuvre { Pace::Manoeuvre } else { Pace::Tactical };
    let mut allowance = way::allowance(f, u, pace);
    if let Manner::Manoeuvre { slow: true } = manner {
        allowance = allowance.min(f.sheet.march().slow);
    }
    allowance -= f64::from(u.record.passed_through);
    let mut base = u.base;
    if m.about_last {
        let may = f.readings.is(reading!("about-turn-last", "also-last")) && !m.about && !manoeuvre;
        allow(may, clause!("play.move"), || say!("turns-about-first", unit = code))?;
    }
    let free_turn = u.broken() && f.readings.is(reading!("broken-moves", "free-turn"));
    if (m.about || m.about_last) && !free_turn {
        allowance /= 2.0;
    }
    if m.about {
        base = base.about_face();
    }
    let keep = if manoeuvre { Keep::Metres(0.0, 0.0) } else { Keep::BreakIn };
    let mut met = Met::default();
    let (mut counted, mut degrees) = (0.0, 0.0);
    if m.wheel != 0.0 {
        degrees = m.wheel;
        let forward = f.readings.is(reading!("pivot-backward", "forward"));
        allow(!(m.backward && forward), clause!("play.move"), || say!("pivots-forward", unit = code))?;
        let all = f64::from(u.record.pivoted) + degrees.abs();
        allow(all <= PIVOT + HAIR, clause!("pivot.1"), || {
            say!("pivots-too-far", unit = code, degrees = words::whole(degrees.abs()))
        })?;
        counted += way::pivot_cost(f, common.map_or(base.width, |c| c.width), degrees);
        let (end, wheel) = match common {
            Some(c) => way::pivoted_about(&base, c.pivot, degrees),
            None => way::pivoted(&base, degrees, m.backward),
        };
        way::look(b, u, Part { way: &wheel, end: &end, keep, along, enter: None }, &mut met)?;
        base = end;
    }
    let enter = zone_entered(b, u, m)?;
    let mut metres = 0.0;
    let mut crossings = SmallVec::new();
    if m.ahead != 0.0 {
        let backwards = m.ahead < 0.0;
        // Back they go straight, aslant only forward (play.move).
        let back = u.skirmishing() && !manoeuvre && m.slant == 0.0;
        allow(!backwards || back, clause!("tmove.skirmish.2"), || say!("no-way-back", unit = code))?;
        let most = match manner {
            Manner::Manoeuvre { .. } => super::grand::manoeuvre_angle(f),
            _ if u.skirmishing() => SLANT,
            _ => 0.0,
        };
        let by = if manoeuvre { clause!("manoeuvre-phase.4") } else { clause!("tmove.skirmish.1") };
        allow(m.slant.abs() <= most + HAIR, by, || {
            say!("slants-too-far", unit = code, most = words::whole(most))
        })?;
        let dir = base.dir.turned(-m.slant.to_radians()) * if backwards { -1.0 } else { 1.0 };
        metres = m.ahead.abs();
        let cost = way::straight(
            f,
            u,
            &base,
            dir,
            metres,
            (allowance - counted) / if backwards { 2.0 } else { 1.0 },
        )?;
        counted += cost.spent * if backwards { 2.0 } else { 1.0 };
        crossings = cost.crossings;
        let end = base.moved(dir * metres);
        let march = Moving { base, since: 0.0, motion: Motion::March { velocity: dir * metres } };
        way::look(b, u, Part { way: &march, end: &end, keep, along, enter }, &mut met)?;
        base = end;
    }
    if let Some(z) = enter {
        let touches = base.rect().gap(&f.ground[z].rect) <= f.tolerance().max(HAIR);
        allow(touches, clause!("tmove.town.2"), || say!("does-not-reach-town", unit = code))?;
        if manoeuvre {
            // It costs half a move to enter (manoeuvre-phase.14).
            counted += allowance / 2.0;
        }
    }
    let lost: f64 = met.passes.iter().map(|o| f64::from(way::pass_cost(f, u, &f[*o], false).0.metres)).sum();
    passed_can_pay(f, u, &met, pace)?;
    if m.about_last {
        base = base.about_face();
    }
    let by = if lost > 0.0 { clause!("pass-through.1") } else { clause!("tmove.general.1") };
    allow(counted + lost <= allowance + HAIR, by, || {
        say!("goes-too-far", unit = code, needs = words::whole(counted + lost), has = words::whole(allowance))
    })?;
    let plan = Planned {
        unit: u.id,
        end: base,
        about: m.about,
        degrees,
        metres,
        counted,
        passes: met.passes,
        crossings,
        enter,
        adjusted: false,
        street: met.street,
    };
    match manner {
        Manner::Tactical => after_limits(b, u, &plan)?,
        Manner::Manoeuvre { .. } => only_retreats(b, u, &plan)?,
        Manner::Reaction => {}
    }
    attacks_in_the_way(b, u, &plan)?;
    Ok(plan)
}

/// Out of a town in the manoeuvre phase: half a move, without assembling, over the side to which its officer faces, and on from there in
/// column (manoeuvre-phase.14, play.town-zones).
fn leaves_town(
    b: &Battle,
    u: &Unit,
    m: &UnitMove,
    z: ZoneId,
    slow: bool,
    along: &[UnitId],
) -> Result<Planned, Refusal> {
    let f = &b.field;
    let (code, by) = (&*u.code, clause!("manoeuvre-phase.14"));
    let straight = !m.about && !m.about_last && m.wheel == 0.0 && m.slant == 0.0 && m.ahead >= 0.0;
    allow(straight && m.enter.is_none() && m.adjust.is_none(), by, || say!("stands-in-town", unit = code))?;
    allow(!town::fight(f, z), clause!("tmove.town.7"), || say!("stands-in-town", unit = code))?;
    let dir = ops::officer_of(f, u).map_or(u.base.dir, |o| o.dir);
    let column = Unit { formation: Formation::Column { front: 1 }, ..u.clone() };
    let edge = b.assembled_at(u, z, dir);
    let start = edge.moved(edge.dir * edge.depth);
    let mut allowance = way::allowance(f, &column, Pace::Manoeuvre);
    if slow {
        allowance = allowance.min(f.sheet.march().slow);
    }
    let half = allowance / 2.0;
    let cost = way::straight(f, &column, &start, edge.dir, m.ahead, half)?;
    let end = start.moved(edge.dir * m.ahead);
    let march = Moving { base: start, since: 0.0, motion: Motion::March { velocity: edge.dir * m.ahead } };
    let mut met = Met::default();
    let part = Part { way: &march, end: &end, keep: Keep::Metres(0.0, 0.0), along, enter: None };
    way::look(b, &column, part, &mut met)?;
    let lost: f64 = met.passes.iter().map(|o| f64::from(way::pass_cost(f, u, &f[*o], false).0.metres)).sum();
    allow(cost.spent + lost <= half + HAIR, by, || {
        let needs = words::whole(cost.spent + lost);
        say!("goes-too-far", unit = code, needs, has = words::whole(half))
    })?;
    Ok(Planned {
        unit: u.id,
        end,
        about: false,
        degrees: 0.0,
        metres: m.ahead,
        counted: half + cost.spent,
        passes: met.passes,
        crossings: cost.crossings,
        enter: None,
        adjusted: false,
        street: met.street,
    })
}

/// Those whom a unit passes through lose movement too, also of what they have moved in the phase before (pass-through.1).
fn passed_can_pay(f: &crate::Field, u: &Unit, met: &Met, pace: Pace) -> Result<(), Refusal> {
    if f.readings.is(reading!("passed-unit-pays", "afterwards")) {
        return Ok(());
    }
    for o in met.passes.iter().map(|o| &f[*o]).filter(|o| o.record.spent > 0) {
        let lost = way::pass_cost(f, u, o, false).0.metres + o.record.passed_through + o.record.spent;
        let has = way::allowance(f, o, pace);
        allow(f64::from(lost) <= has + HAIR, clause!("pass-through.1"), || {
            say!("passed-has-moved", unit = &*u.code, other = &*o.code)
        })?;
    }
    Ok(())
}

/// A move of up to 50 in any direction without turning (tmove.adjust.1).
fn adjustment(
    b: &Battle,
    u: &Unit,
    m: &UnitMove,
    by: V2,
    manner: Manner,
    along: &[UnitId],
) -> Result<Planned, Refusal> {
    let f = &b.field;
    let code = &*u.code;
    sane(&[by.x, by.y])?;
    let alone = !m.about && !m.about_last && m.wheel == 0.0 && m.ahead == 0.0 && m.slant == 0.0;
    allow(alone, clause!("tmove.adjust.1"), || say!("adjusts-or-moves", unit = code))?;
    let clause =
        if manner == Manner::Reaction { clause!("tmove.reaction.3") } else { clause!("manoeuvre-phase.5") };
    allow(manner == Manner::Tactical, clause, || say!("no-adjustment-now", unit = code))?;
    let most = f.sheet.march().adjustment;
    allow(by.len() <= most + HAIR, clause!("tmove.adjust.1"), || {
        say!("adjusts-too-far", unit = code, most = words::whole(most))
    })?;
    let end = u.base.moved(by);
    let march = Moving { base: u.base, since: 0.0, motion: Motion::March { velocity: by } };
    let mut met = Met::default();
    way::look(b, u, Part { way: &march, end: &end, keep: Keep::BreakIn, along, enter: None }, &mut met)?;
    allow(met.passes.is_empty(), clause!("pass-through.5"), || say!("friends-in-the-way", unit = code))?;
    // Over no ground and no line that it cannot pass (play.move).
    let over = by.len() > HAIR;
    let cost = over.then(|| way::straight(f, u, &u.base, by.unit(), by.len(), f64::INFINITY)).transpose()?;
    let plan = Planned {
        unit: u.id,
        end,
        about: false,
        degrees: 0.0,
        metres: by.len(),
        counted: 0.0,
        passes: SmallVec::new(),
        crossings: cost.map_or_else(SmallVec::new, |c| c.crossings),
        enter: None,
        adjusted: true,
        street: met.street,
    };
    after_limits(b, u, &plan)?;
    attacks_in_the_way(b, u, &plan)?;
    Ok(plan)
}

/// Units with 6 U or more go away from the enemy alone, in whatever phase (disorder.8, play.broken-units).
fn only_retreats(b: &Battle, u: &Unit, plan: &Planned) -> Result<(), Refusal> {
    let f = &b.field;
    let code = &*u.code;
    if u.broken()
        && !plan.only_about()
        && let Some((e, now)) = near::nearest_enemy(f, u)
    {
        let then = near::gap_to(f, &[plan.end.rect()], e);
        allow(then > now + HAIR, clause!("disorder.8"), || say!("only-retreats", unit = code))?;
        // No point of the way is nearer; of one that begins with a pivot the middle is looked at.
        let start = if plan.about { u.base.about_face() } else { u.base };
        let parts: &[f64] = if plan.degrees == 0.0 { &[0.125, 0.25, 0.5, 0.75] } else { &[0.5] };
        for part in parts {
            let there = Base { front: start.front.lerp(plan.end.front, *part), ..plan.end };
            let between = near::gap_to(f, &[there.rect()], e);
            let by = clause!("play.broken-units");
            allow(between + HAIR >= now, by, || say!("only-retreats", unit = code))?;
        }
    }
    Ok(())
}

/// What holds of the end of a tactical move: broken units go away from the enemy, units out of command no farther from their officer
/// (tmove.general.3).
fn after_limits(b: &Battle, u: &Unit, plan: &Planned) -> Result<(), Refusal> {
    let f = &b.field;
    let code = &*u.code;
    only_retreats(b, u, plan)?;
    if plan.metres > 0.0
        && !u.broken()
        && !ops::in_command(f, u)
        && let Some(o) = ops::officer_of(f, u)
    {
        let then = Base { depth: plan.end.depth.min(f.plan(u).front_depth), ..plan.end };
        let (now, then) = (near::from_officer(f, o, u), then.rect().gap_to_point(o.at));
        allow(then <= now + HAIR, clause!("tmove.general.3"), || say!("farther-from-officer", unit = code))?;
    }
    Ok(())
}

/// The zone that a move enters: empty or own, with room for a base, and the unit infantry (tmove.town.2, tmove.town.3).
fn zone_entered(b: &Battle, u: &Unit, m: &UnitMove) -> Result<Option<ZoneId>, Refusal> {
    let Some(name) = &m.enter else { return Ok(None) };
    let z =
        b.field.ground.zone(name).ok_or_else(|| Refusal::form(say!("round-no-such-town", town = &**name)))?;
    town::may_enter(&b.field, u, z, false)?;
    Ok(Some(z))
}

/// The strip over which a declared attack will go.
pub fn sweep(b: &Battle, unit: UnitId, target: Target, straight: bool) -> Option<Rect> {
    let plan = super::attack::path(b, &b.field[unit], target, straight).ok()?;
    let far = plan.metres;
    (far > HAIR).then(|| plan.turned.ahead(far, 0.0))
}

/// No move may end in or cross the sweep of an attack that has not been carried out (tmove.attack.5).
fn attacks_in_the_way(b: &Battle, u: &Unit, plan: &Planned) -> Result<(), Refusal> {
    for a in b.play.attacks.iter().filter(|a| !a.done && a.unit != u.id && a.target != Target::Unit(u.id)) {
        let Some(r) = sweep(b, a.unit, a.target, a.straight) else { continue };
        let by = plan.end.front - u.base.front;
        let way = Moving {
            base: Base { dir: plan.end.dir, ..u.base },
            since: 0.0,
            motion: Motion::March { velocity: by },
        };
        let stood = u.base.rect().penetration(&r) > HAIR;
        let crosses = first_within(&way, Body::rect(r), -HAIR, 0.0, 1.0).is_some();
        allow(stood || !crosses, clause!("tmove.attack.5"), || {
            say!("blocks-an-attack", unit = &*u.code, attacker = &*b.field[a.unit].code)
        })?;
    }
    Ok(())
}

/// The move of an operation formation.
#[derive(Clone, Debug, PartialEq)]
pub struct Together {
    pub command: Option<CommandId>,
    pub moves: Vec<Planned>,
    /// Operation points that it costs.
    pub points: u8,
    /// Its officer must pass a test, the units being out of command (op.command.2).
    pub out_of_command: bool,
    /// The superior whose bonus points pay it (officers.11).
    pub by_superior: Option<crate::officer::OfficerId>,
}

/// Judges the moves of units that act together for one point.
pub fn together(b: &Battle, side: Side, moves: &[UnitMove], reaction: bool) -> Result<Together, Refusal> {
    let f = &b.field;
    allow(!moves.is_empty(), clause!("op.formation.1"), || say!("nobody-named"))?;
    let mut ids = Vec::with_capacity(moves.len());
    for m in moves {
        let id = own(b, side, &m.unit)?;
        if ids.contains(&id) {
            return Err(Refusal::form(say!("named-twice", unit = &*m.unit)));
        }
        ids.push(id);
    }
    for id in &ids {
        may_act(b, &f[*id])?;
    }
    if ids.len() > 1 {
        let column = |u: &UnitId| {
            f[*u].troop.linear
                && matches!(f[*u].formation, Formation::Column { .. } | Formation::Chain { .. })
        };
        let by = if ids.iter().any(column) { clause!("linear.2") } else { clause!("op.formation.2") };
        allow(ops::one_formation(f, &ids), by, || say!("no-operation-formation"))?;
    }
    let manner = if reaction { Manner::Reaction } else { Manner::Tactical };
    let mut planned = Vec::with_capacity(ids.len());
    let common = common_pivot(f, moves, &ids)?;
    for (m, id) in moves.iter().zip(&ids) {
        planned.push(unit_move(b, &f[*id], m, manner, &ids, common)?);
    }
    end_together(b, &planned)?;
    let (points, out_of_command, by_superior) = price(b, &ids, &planned)?;
    Ok(Together { command: f[ids[0]].command, moves: planned, points, out_of_command, by_superior })
}

/// What the move of these units costs, whether their officer must test, and whose points they are.
fn price(
    b: &Battle,
    ids: &[UnitId],
    planned: &[Planned],
) -> Result<(u8, bool, Option<crate::officer::OfficerId>), Refusal> {
    let f = &b.field;
    let adjusts = f.readings.is(reading!("adjustment-cost", "free"));
    let free = planned.iter().all(|p| p.only_about() || f[p.unit].broken() || adjusts && p.adjusted);
    let engineers = ids.iter().all(|u| f[*u].arm() == Arm::Engineers);
    if free || engineers {
        return Ok((0, false, None));
    }
    let Some(c) = f[ids[0]].command else {
        return Err(Refusal::by(
            clause!("op.actions.1"),
            say!("no-command-officer", unit = &*f[ids[0]].code),
        ));
    };
    let out = !ids.iter().any(|u| ops::in_command(f, &f[*u]));
    let paid = b.play.paid.iter().any(|p| p.command == c && ids.iter().all(|u| p.units.contains(u)));
    if paid && !out {
        return Ok((0, false, None));
    }
    // The bonus points of a superior attached to a unit move that unit alone (officers.11).
    if let [one] = ids
        && let Some(o) = ops::attached_to(f, *one).find(|o| o.gifts.bonus_points > b.bonus_used(o.id))
    {
        return Ok((1, out, Some(o.id)));
    }
    let left = ops::points_left(f, c);
    let (_, by) = ops::points(f, c);
    let by = if left == 0 && by.id() == "integrity.6" { by } else { clause!("op.actions.1") };
    allow(left > 0, by, || say!("no-points-left", command = &*f[c].name))?;
    Ok((1, out, None))
}

/// Where all of them stand at the end: on nobody, and keeping their places to each other (op.actions.3, op.formation.4).
pub fn end_together(b: &Battle, planned: &[Planned]) -> Result<(), Refusal> {
    end_together_of(b, planned, &[])
}

/// The same, others having moved with them.
pub fn end_together_of(b: &Battle, planned: &[Planned], others: &[Planned]) -> Result<(), Refusal> {
    let f = &b.field;
    let ends: Vec<(UnitId, Base)> = planned.iter().chain(others).map(|p| (p.unit, p.end)).collect();
    for p in planned {
        if p.enter.is_none() {
            way::stands(b, &f[p.unit], &p.end, &ends)?;
        }
    }
    let turned = |p: &&Planned| p.degrees != 0.0;
    if let Some(first) = planned.iter().find(turned) {
        let same = planned.iter().filter(turned).all(|p| p.degrees.signum() == first.degrees.signum());
        allow(same, clause!("play.move"), || say!("turn-the-same-way"))?;
    }
    if planned.len() < 2 {
        return Ok(());
    }
    let then: Vec<Unit> = planned.iter().map(|p| Unit { base: p.end, ..f[p.unit].clone() }).collect();
    for (i, a) in then.iter().enumerate() {
        for (j, o) in then.iter().enumerate().skip(i + 1) {
            let (was_a, was_o) = (&f[planned[i].unit], &f[planned[j].unit]);
            if planned[i].enter.is_some() || planned[j].enter.is_some() {
                continue;
            }
            let (was, is) = (f.gap(was_a, was_o), a.base.rect().gap(&o.base.rect()));
            let anchored = |d: f64| f.reaches(d, flanks::ANCHOR);
            if ops::linked(f, was_a, was_o) && anchored(was) {
                allow(anchored(is), clause!("op.actions.3"), || {
                    say!("no-longer-anchored", unit = &*a.code, other = &*o.code)
                })?;
            } else if ops::linked(f, was_a, was_o) {
                allow(!anchored(is), clause!("op.actions.3"), || {
                    say!("suddenly-anchored", unit = &*a.code, other = &*o.code)
                })?;
            }
            if ops::linked(f, a, o) {
                between(b, a, o, &ends)?;
            }
        }
    }
    // Still one chain.
    let mut found = vec![0usize];
    let mut next = 0;
    while let Some(&x) = found.get(next) {
        next += 1;
        for (j, o) in then.iter().enumerate() {
            if !found.contains(&j) && (ops::linked(f, &then[x], o) || planned[j].enter.is_some()) {
                found.push(j);
            }
        }
    }
    allow(found.len() == then.len(), clause!("op.actions.3"), || say!("formation-comes-apart"))
}

/// No friend of another formation ends between two neighbours (op.formation.4).
fn between(b: &Battle, a: &Unit, o: &Unit, ends: &[(UnitId, Base)]) -> Result<(), Refusal> {
    let f = &b.field;
    let line = [a.base.rect(), o.base.rect()];
    for x in f
        .side_about(a.side, &line, 1.0)
        .filter(|x| x.id != a.id && x.id != o.id && x.formation.zone().is_none())
    {
        if ends.iter().any(|(id, _)| *id == x.id) {
            continue;
        }
        let (p, q) = (a.base.centre(), o.base.centre());
        let crossed = x.base.rect().grown(-HAIR).clip(p, q).is_some();
        allow(!crossed, clause!("op.formation.4"), || {
            say!("friend-between", unit = &*a.code, other = &*o.code, between = &*x.code)
        })?;
    }
    Ok(())
}

/// Lines that form march column by a turn and go on (pivot.6, linear.4).
#[derive(Clone, Debug, PartialEq)]
pub struct Turned {
    pub command: CommandId,
    pub units: Vec<(UnitId, Base)>,
    pub points: u8,
    pub out_of_command: bool,
    /// As a whole operation formation of a linear army.
    pub linear: bool,
}

/// Judges lines that turn to their right, or to their left, into march column: single units, each for a point of its own, or a whole operation formation of a
/// linear army for one. What they go on is half a move at most, for they have turned.
pub fn turned(
    b: &Battle,
    side: Side,
    units: &[String],
    ahead: f64,
    left: bool,
    reaction: bool,
) -> Result<Turned, Refusal> {
    let f = &b.field;
    sane(&[ahead])?;
    let mut ids: Vec<UnitId> = Vec::new();
    for code in units {
        let id = own(b, side, code)?;
        if ids.contains(&id) {
            return Err(Refusal::form(say!("named-twice", unit = &**code)));
        }
        may_act(b, &f[id])?;
        let line = matches!(f[id].formation, Formation::Line { .. });
        allow(line, clause!("pivot.6"), || say!("only-lines-turn", unit = &**code))?;
        allow(f[id].continued.is_none(), clause!("tmove.formation.5"), || {
            say!("only-to-line-in-melee", unit = &**code)
        })?;
        ids.push(id);
    }
    let Some(command) = ids.first().and_then(|u| f[*u].command) else {
        return Err(Refusal::by(clause!("op.formation.1"), say!("nobody-named")));
    };
    let linear = ids.len() > 1;
    if linear {
        let all = ids.iter().all(|u| f[*u].troop.linear) && ops::one_formation(f, &ids);
        allow(all, clause!("linear.4"), || say!("only-linear-turn-together"))?;
    }
    allow(!reaction || ahead == 0.0, clause!("tmove.reaction.3"), || {
        say!("only-turns-and-pivots", unit = &*f[ids[0]].code)
    })?;
    let mut ends = Vec::with_capacity(ids.len());
    for id in &ids {
        ends.push((*id, turned_base(b, &f[*id], ahead, left, &ids)?));
    }
    for (id, end) in &ends {
        let column = Unit { formation: Formation::MarchColumn, ..f[*id].clone() };
        way::stands(b, &column, end, &ends)?;
    }
    let s = CostSituation {
        act: Act::MarchColumn,
        units: ids.len() as u8,
        linear: linear || f[ids[0]].troop.linear,
        readings: CostReadings::of(&f.readings),
    };
    let broken = ids.iter().all(|u| f[*u].broken());
    let cost = judge::<ActionCost>(&s, &mut umpire::HandDice::default()).0.points;
    let points = if broken { 0 } else { cost };
    allow(points <= ops::points_left(f, command), clause!("op.actions.1"), || {
        say!("no-points-left", command = &*f[command].name)
    })?;
    let out_of_command = points > 0 && !ids.iter().any(|u| ops::in_command(f, &f[*u]));
    Ok(Turned { command, units: ends, points, out_of_command, linear })
}

/// A line turned to a flank: its head where that end of it stood, and so far on.
fn turned_base(b: &Battle, u: &Unit, ahead: f64, left: bool, along: &[UnitId]) -> Result<Base, Refusal> {
    let f = &b.field;
    let code = &*u.code;
    let drawn = near::drawn_up(f, u, Formation::MarchColumn, u.bases.now, u.base.front, u.base.dir);
    let (front, dir) = turned_head(u, if left { -1.0 } else { 1.0 });
    let base = Base { front, dir, ..drawn };
    let column = Unit { formation: Formation::MarchColumn, base, ..u.clone() };
    let half = way::allowance(f, u, Pace::Tactical) / 2.0;
    let cost = way::straight(f, &column, &base, dir, ahead, half)?;
    allow(ahead >= 0.0 && cost.spent <= half + HAIR, clause!("pivot.5"), || {
        say!("goes-too-far", unit = code, needs = words::whole(cost.spent), has = words::whole(half))
    })?;
    let end = base.moved(dir * ahead);
    let march = Moving { base, since: 0.0, motion: Motion::March { velocity: dir * ahead } };
    let mut met = Met::default();
    let part = Part { way: &march, end: &end, keep: Keep::BreakIn, along, enter: None };
    way::look(b, &column, part, &mut met)?;
    allow(met.passes.is_empty(), clause!("pass-through.5"), || say!("friends-in-the-way", unit = code))?;
    Ok(end)
}

/// A change of formation as it will be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    pub unit: UnitId,
    pub to: Formation,
    pub end: Base,
    pub points: u8,
    pub join: Option<UnitId>,
    /// The detached part: so many bases, and where.
    pub detach: Option<(u8, Base)>,
    /// By a turn of a line to its flank (pivot.6).
    pub by_turn: bool,
    /// Without tests: a unit with 6 U or more that goes to column, or joins another (disorder.9, disorder.10).
    pub free: bool,
    pub out_of_command: bool,
}

/// The formation that is meant, where the unit can take it.
pub fn formation(u: &Unit, to: FormationKind, front: Option<u8>) -> Result<Formation, Refusal> {
    formation_of(u, u.bases.now, to, front)
}

/// The same with so many bases: of a unit that is joined or divided, those that it has then.
fn formation_of(u: &Unit, n: u8, to: FormationKind, front: Option<u8>) -> Result<Formation, Refusal> {
    let code = &*u.code;
    let foot = u.arm() == Arm::Infantry;
    let horse = u.arm() == Arm::Cavalry;
    let no = |by| Refusal::by(by, say!("cannot-form", unit = code, formation = crate::words::formation(to)));
    match to {
        FormationKind::Line if foot || horse => {
            allow(!u.troop.irregular, clause!("units.7"), || say!("irregulars-form-no-line", unit = code))?;
            let front = front.unwrap_or(n);
            allow((1..=n).contains(&front), clause!("formations.5"), || say!("no-such-front", unit = code))?;
            Ok(Formation::Line { front })
        }
        FormationKind::Column if foot || horse || u.arm() == Arm::Engineers => {
            let front = front.unwrap_or(1);
            let fits = front == 1 || front == 2 && n >= 4;
            allow(fits, clause!("formations.1"), || say!("no-such-front", unit = code))?;
            Ok(Formation::Column { front })
        }
        FormationKind::MarchColumn if foot || horse => Ok(Formation::MarchColumn),
        FormationKind::Square => {
            if foot && n >= 2 {
                Ok(Formation::Square)
            } else {
                Err(no(clause!("formations.3")))
            }
        }
        FormationKind::Chain => {
            if !foot || n < 2 {
                return Err(no(clause!("formations.4")));
            }
            let front = front.unwrap_or(n.min(3));
            allow((1..=n.min(3)).contains(&front), clause!("formations.4"), || {
                say!("no-such-front", unit = code)
            })?;
            Ok(Formation::Chain { front })
        }
        FormationKind::Unlimbered if u.arm() == Arm::Artillery => Ok(Formation::Unlimbered),
        FormationKind::Limbered if u.arm() == Arm::Artillery => Ok(Formation::Limbered),
        _ => Err(no(clause!("formations.1"))),
    }
}

/// Judges a change of formation in the tactical part (tmove.formation.1, play.change).
pub fn change(b: &Battle, side: Side, c: &Change) -> Result<Changed, Refusal> {
    let f = &b.field;
    let id = own(b, side, &c.unit)?;
    let u = &f[id];
    let code = &*u.code;
    if !(c.to == FormationKind::Square && squares_as_target(b, u)) {
        may_act(b, u)?;
    }
    allow(u.arm() != Arm::Artillery, clause!("tmove.artillery.1"), || {
        say!("guns-move-otherwise", unit = code)
    })?;
    allow(u.formation.zone().is_none(), clause!("tmove.town.5"), || say!("stands-in-town", unit = code))?;
    let join = match &c.join {
        Some(other) => Some(joined(b, side, u, other)?),
        None => None,
    };
    // What stands in the new formation: with those who join, without those who leave (formations.1).
    let bases = u.bases.now + join.map_or(0, |j| f[j].bases.now);
    let to = formation_of(u, bases - c.detach.unwrap_or(0).min(bases - 1), c.to, c.front)?;
    let column = join.is_none() || matches!(to, Formation::Column { .. });
    allow(column, clause!("formchange.5"), || say!("joined-in-column", unit = code))?;
    if u.continued.is_some() {
        let lines = matches!((u.formation, to), (Formation::Column { .. }, Formation::Line { .. }))
            && u.arm() == Arm::Infantry;
        allow(lines, clause!("tmove.formation.5"), || say!("only-to-line-in-melee", unit = code))?;
    }
    if u.skirmishing() {
        let far = !f.enemy_within(u, 200.0);
        allow(far, clause!("tmove.formation.3"), || say!("skirmishers-too-near", unit = code))?;
    }
    let line = matches!((u.formation, to), (Formation::Line { .. }, Formation::MarchColumn));
    let turn = if line && join.is_none() { turn_of(u, c) } else { None };
    let by_turn = turn.is_some();
    let end = changed_base(b, u, to, c, turn, join)?;
    let detach = match c.detach {
        Some(n) => Some(detached(b, u, &end, n)?),
        None => None,
    };
    let moved: Vec<(UnitId, Base)> = join.iter().map(|j| (*j, end)).collect();
    room_for(b, u, &end, &moved, join)?;
    let to_column =
        matches!((u.formation, to), (Formation::Line { .. } | Formation::Square, Formation::Column { .. }));
    let one = f.readings.is(reading!("broken-merging", "one"));
    let joins = join.is_some_and(|j| {
        let (a, b) = (u.broken(), f[j].broken());
        a && b || one && (a || b)
    });
    let free = u.broken() && to_column && join.is_none() || joins;
    let square = to == Formation::Square;
    let out_of_command = !free && !square && !ops::in_command(f, u);
    let turns_free = by_turn && f.readings.is(reading!("turn-to-march-column", "free"));
    let points = if free || square || turns_free {
        0
    } else {
        let Some(c) = u.command else {
            return Err(Refusal::by(clause!("op.actions.1"), say!("no-command-officer", unit = code)));
        };
        allow(ops::points_left(f, c) > 0, clause!("tmove.formation.2"), || {
            say!("no-points-left", command = &*f[c].name)
        })?;
        1
    };
    Ok(Changed { unit: id, to, end, points, join, detach, by_turn, free, out_of_command })
}

fn joined(b: &Battle, side: Side, u: &Unit, other: &str) -> Result<UnitId, Refusal> {
    let f = &b.field;
    let id = own(b, side, other)?;
    let o = &f[id];
    let code = &*u.code;
    may_act(b, o)?;
    let alike = o.id != u.id
        && o.arm() == u.arm()
        && o.troop.skirmishers == u.troop.skirmishers
        && o.formation.zone().is_none()
        && o.continued.is_none();
    allow(alike, clause!("formchange.5"), || say!("cannot-be-joined", unit = code, other))?;
    let most = f.sheet.scale().most(u.arm(), u.troop.skirmishers).0;
    allow(u.bases.now + o.bases.now <= most, clause!("units.2"), || {
        say!("too-many-bases", unit = code, most)
    })?;
    allow(f.gap(u, o) <= JOIN + HAIR, clause!("formchange.5"), || {
        say!("too-far-to-join", unit = code, other)
    })?;
    Ok(id)
}

fn detached(b: &Battle, u: &Unit, end: &Base, n: u8) -> Result<(u8, Base), Refusal> {
    let f = &b.field;
    allow(n >= 1 && n < u.bases.now, clause!("formchange.6"), || {
        say!("cannot-detach-so-many", unit = &*u.code)
    })?;
    // A neighbour on its right, or on its left if there is no room.
    let (w, d) = f.sheet.scale().base(u.arm());
    for side in [1.0, -1.0] {
        let front = end.world(v2(side * (end.width / 2.0 + w / 2.0 + 20.0), 0.0));
        let part = Base { front, dir: end.dir, width: w, depth: d * f64::from(n) };
        if room_for(b, u, &part, &[], None).is_ok() {
            return Ok((n, part));
        }
    }
    Err(Refusal::by(clause!("formchange.6"), say!("no-room-for-part", unit = &*u.code)))
}

/// The head of a line that turns to its right (1) or left (-1) into march column (pivot.6).
fn turned_head(u: &Unit, side: f64) -> (V2, V2) {
    (u.base.world(v2(side * u.base.width / 2.0, -u.base.depth / 2.0)), u.base.dir.right() * side)
}

/// To which flank a line turns that forms march column: to its right where nothing is said, or to the side on which it is to stand.
fn turn_of(u: &Unit, c: &Change) -> Option<f64> {
    let Some(at) = c.at else { return Some(1.0) };
    let there = |side: &f64| {
        let (front, dir) = turned_head(u, *side);
        front.dist(v2(at.x, at.y)) <= 1.0 && dir.angle_to(V2::bearing(at.facing)).to_degrees() <= 1.0
    };
    [1.0, -1.0].into_iter().find(there)
}

/// Where the unit stands in its new formation: about its foremost bases (formchange.2).
fn changed_base(
    b: &Battle,
    u: &Unit,
    to: Formation,
    c: &Change,
    turn: Option<f64>,
    join: Option<UnitId>,
) -> Result<Base, Refusal> {
    let f = &b.field;
    let code = &*u.code;
    let bases = u.bases.now + join.map_or(0, |j| f[j].bases.now) - c.detach.unwrap_or(0).min(u.bases.now);
    let drawn = near::drawn_up(f, u, to, bases, u.base.front, u.base.dir);
    let (width, depth) = (drawn.width, drawn.depth);
    let free_pivot = matches!((u.formation, to), (Formation::Column { .. }, Formation::Column { .. }));
    if let Some(side) = turn {
        // The head stands where the end of the line stood.
        let (front, dir) = turned_head(u, side);
        return Ok(Base { front, dir, width, depth });
    }
    let Some(at) = c.at else {
        return Ok(Base { front: u.base.front, dir: u.base.dir, width, depth });
    };
    sane(&[at.x, at.y, at.facing])?;
    let end = Base::new(at, width, depth);
    if f.readings.is(reading!("change-place", "centre")) {
        allow(end.front.dist(u.base.front) <= 1.0, clause!("play.change"), || {
            say!("keeps-front-centre", unit = code)
        })?;
    }
    let turned = u.base.dir.angle_to(end.dir).to_degrees();
    let about = (180.0 - turned).abs() <= HAIR;
    if free_pivot {
        // About its centre, to any facing, and then it is all that it does (formchange.4).
        let stays = end.centre().dist(u.base.centre()) <= 1.0;
        let pivots = stays && to == u.formation && join.is_none() && c.detach.is_none();
        allow(pivots || turned <= PIVOT + HAIR, clause!("formchange.4"), || {
            say!("pivots-about-centre", unit = code)
        })?;
        if pivots {
            return Ok(end);
        }
    } else {
        allow(turned <= PIVOT + HAIR || about, clause!("formchange.3"), || {
            say!("pivot-or-about-turn", unit = code)
        })?;
    }
    // The place of the front bases is part of the new formation.
    let front = f.front(u).rect();
    let other = join.map(|j| f.front(&f[j]).rect());
    let keeps = [Some(front), other]
        .iter()
        .flatten()
        .any(|r| end.rect().penetration(r) > HAIR || end.rect().contains(r.centre, HAIR));
    allow(keeps, clause!("formchange.2"), || say!("leaves-front-bases", unit = code))?;
    if turned <= HAIR
        && matches!(to, Formation::Line { .. } | Formation::Column { .. })
        && !free_pivot
        && join.is_none()
    {
        let on_line = u.base.local(end.front).y.abs() <= 1.0;
        allow(on_line, clause!("formchange.2"), || say!("leaves-front-line", unit = code))?;
    }
    Ok(end)
}

/// Is there room: on nobody, on the table, not nearer to an enemy inside his break-in distance (play.change)?
fn room_for(
    b: &Battle,
    u: &Unit,
    end: &Base,
    moved: &[(UnitId, Base)],
    join: Option<UnitId>,
) -> Result<(), Refusal> {
    let f = &b.field;
    let code = &*u.code;
    let on = end.corners().iter().all(|c| f.ground.holds(*c));
    allow(on, clause!("play.edge"), || say!("off-the-table", unit = code))?;
    way::impassable(f, u, end)?;
    for o in f.about(&[end.rect()], crate::break_in::most(f)).filter(|o| o.id != u.id && Some(o.id) != join) {
        if moved.iter().any(|(id, _)| *id == o.id) {
            continue;
        }
        if o.formation.zone().is_none() {
            let over = f.rects(o).iter().any(|r| r.penetration(&end.rect()) > HAIR);
            allow(!over, clause!("play.change"), || say!("no-room-to-form", unit = code, other = &*o.code))?;
        }
        if f.is_enemy(u.side, o) {
            let (was, is) = (f.gap(u, o), near::gap_to(f, &[end.rect()], o));
            let limit = near::break_in(f, o);
            let nearer = is < limit - HAIR && is < was - HAIR;
            allow(!nearer, clause!("play.change"), || say!("forms-too-near", unit = code, enemy = &*o.code))?;
        }
    }
    for (_, z) in f.ground.zones.about(&end.rect()) {
        allow(z.rect.penetration(&end.rect()) <= HAIR, clause!("play.town-zones"), || {
            say!("town-in-the-way", unit = code, town = &*z.name)
        })?;
    }
    Ok(())
}
