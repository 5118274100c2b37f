//! Tactical moves: who goes where in a movement phase, who forms square, who falls back.

use super::goals::Goal;
use super::quick::Temper;
use super::ways::divided;
use table::{Rect, V2};
use tricolore::answer::{Change, GunAct, OfficerAct, UnitMove};
use tricolore::battle::Battle;
use tricolore::book::march::Pace;
use tricolore::check::{self, way};
use tricolore::command::Command;
use tricolore::ground::ZoneId;
use tricolore::officer::OfficerId;
use tricolore::troop::{Arm, Formation, FormationKind};
use tricolore::unit::{Unit, UnitId};
use tricolore::{Answer, Field, Side, ops, town};

/// Something to be done in a movement phase.
#[derive(Clone, Debug)]
pub(super) enum Idea {
    /// It turns its back and goes.
    FallBack(UnitId),
    Form(UnitId, FormationKind),
    Enter(UnitId, ZoneId),
    /// An operation formation goes towards a place, and no nearer than so far.
    Towards(Vec<UnitId>, V2),
    Face(UnitId, V2),
    Unlimber(UnitId),
    Follow(OfficerId),
    /// In a column of one base's front, to pass a bridge; where there is no room for it, first to a place before the bridge.
    Narrow(UnitId, V2),
    /// To that end of a bridge, facing over it.
    ToBridge(UnitId, V2, V2),
    /// Onto a bridge that is to be held, unless somebody is there by then.
    Onto(UnitId, Rect),
}

/// So deep a unit stands on a bridge that it holds.
const ON_BRIDGE: f64 = 2.0;
/// Troops so near a bridge that is to be held step onto it.
const STEP: f64 = 450.0;

/// Who of a side holds a bridge, the first of them.
fn holder(f: &Field, side: Side, bridge: &Rect) -> Option<UnitId> {
    let fit = |u: &&Unit| matches!(u.arm(), Arm::Infantry | Arm::Cavalry) && !u.broken();
    let on = |u: &&Unit| f.rects(u).iter().any(|r| r.penetration(bridge) > ON_BRIDGE);
    f.side_about(side, &[*bridge], 1.0).filter(fit).find(on).map(|u| u.id)
}

/// Battalions so near the end of a bridge get ready to storm over it.
const READY: f64 = 450.0;
/// They form up so far before it.
const BEFORE: f64 = 110.0;

/// Enemy horse so near makes foot form square.
const HORSE: f64 = 420.0;

fn nearest<'f>(f: &'f Field, u: &Unit, which: impl Fn(&Unit) -> bool) -> Option<(&'f Unit, f64)> {
    f.nearest_front(u.side, u.base.front, which)
}

/// Does the horse of an enemy press a battalion more than his foot?
fn horse_threatens(f: &Field, u: &Unit) -> bool {
    if u.arm() != Arm::Infantry || u.skirmishing() || u.bases.now < 2 || u.formation.zone().is_some() {
        return false;
    }
    let horse = nearest(f, u, |e| e.arm() == Arm::Cavalry && !e.broken());
    let foot = nearest(f, u, |e| e.arm() == Arm::Infantry && !e.broken());
    let Some((e, d)) = horse.filter(|(_, d)| *d < HORSE) else { return false };
    let comes = (u.base.centre() - e.base.front).dot(e.base.dir) > 0.5 * d;
    comes && foot.is_none_or(|(_, x)| x > d + 60.0)
}

/// What a side could do in its moves or reactions, the best last.
pub(super) fn ideas(
    b: &Battle,
    side: Side,
    reaction: bool,
    t: &Temper,
    goal_of: &dyn Fn(&Command) -> Option<Goal>,
) -> Vec<Idea> {
    let f = b.field();
    let mut all: Vec<(f64, Idea)> = Vec::new();
    let mut seen: Vec<UnitId> = Vec::new();
    for u in f.side(side) {
        if check::moves::may_act(b, u).is_err() || u.continued.is_some() {
            continue;
        }
        let kind = u.formation.kind();
        if kind != FormationKind::Square && horse_threatens(f, u) {
            all.push((90.0, Idea::Form(u.id, FormationKind::Square)));
            continue;
        }
        if reaction {
            continue;
        }
        if u.broken() {
            all.push((95.0, Idea::FallBack(u.id)));
            continue;
        }
        match u.arm() {
            Arm::Artillery if u.formation == Formation::Limbered => {
                all.push((50.0, Idea::Unlimber(u.id)));
                continue;
            }
            Arm::Infantry | Arm::Cavalry => {}
            _ => continue,
        }
        let goal = u.command.and_then(|c| goal_of(&f[c]));
        if kind == FormationKind::InTown {
            continue;
        }
        if kind == FormationKind::Square {
            if nearest(f, u, |e| e.arm() == Arm::Cavalry && !e.broken()).is_none_or(|(_, d)| d > 700.0) {
                all.push((20.0, Idea::Form(u.id, FormationKind::Column)));
            }
            continue;
        }
        if kind == FormationKind::MarchColumn {
            all.push((60.0, Idea::Form(u.id, FormationKind::Column)));
            continue;
        }
        let storm = goal.as_ref().filter(|_| u.arm() == Arm::Infantry && !u.skirmishing());
        if let Some((end, dir)) = storm.and_then(|g| g.over_bridge(f))
            && (end - u.base.front).dot(dir) > -60.0
        {
            let far = end.dist(u.base.front);
            if far < READY {
                let first = Idea::ToBridge(u.id, end, dir);
                let idea = if narrow(u) { first } else { Idea::Narrow(u.id, end - dir * BEFORE) };
                all.push((85.0 - far / 20.0, idea));
                continue;
            }
        }
        if let Some(z) = goal.as_ref().and_then(|g| g.zone).filter(|z| enters(f, u, *z)) {
            all.push((80.0, Idea::Enter(u.id, z)));
            continue;
        }
        if let Some(bridge) = goal.as_ref().and_then(|g| g.bridge(f)) {
            match holder(f, side, &bridge) {
                Some(x) if x == u.id => continue,
                None if bridge.gap(&u.base.rect()) < STEP => {
                    all.push((84.0 - bridge.gap(&u.base.rect()) / 20.0, Idea::Onto(u.id, bridge)));
                    continue;
                }
                _ => {}
            }
        }
        if seen.contains(&u.id) {
            continue;
        }
        let foe = nearest(f, u, |e| !e.broken());
        // Whoever has a bridge to hold does not go after those beyond the water.
        let beyond = |e: &Unit| {
            goal.as_ref().is_some_and(|g| g.on_bridge) && divided(f, u.base.front, e.base.centre())
        };
        let (to, worth) = match (&foe, &goal) {
            (Some((e, d)), _) if *d < 650.0 && !beyond(e) => (e.base.centre(), 40.0 - d / 50.0),
            (_, Some(g)) => (g.at, 20.0),
            (Some((e, _)), None) => (e.base.centre(), 10.0),
            (None, None) => continue,
        };
        let off = u.base.dir.angle_to((to - u.base.front).unit()).to_degrees();
        if off > 55.0 {
            all.push((worth + 5.0, Idea::Face(u.id, to)));
            continue;
        }
        // He who stands before the enemy waits for him rather than crowd up.
        let close = foe.as_ref().is_some_and(|(e, _)| f.gap(u, e) < 130.0);
        if close && (off < 20.0 || !t.careful) {
            continue;
        }
        let group: Vec<UnitId> = if close || off > 12.0 {
            vec![u.id]
        } else {
            ops::linked_to(f, u.id)
                .into_iter()
                .filter(|x| {
                    let x = &f[*x];
                    check::moves::may_act(b, x).is_ok() && !x.broken() && x.continued.is_none()
                })
                .collect()
        };
        seen.extend(&group);
        let worth = worth + 2.0 * group.len() as f64;
        all.push((worth, Idea::Towards(group, to)));
    }
    if !reaction {
        for c in f.commands.iter().filter(|c| c.side == side && c.engagement.engaged()) {
            if !b.play().acted.contains(&c.officer) && f[c.officer].present() {
                all.push((1.0, Idea::Follow(c.officer)));
            }
        }
    }
    all.sort_by(|x, y| x.0.total_cmp(&y.0));
    all.into_iter().map(|(_, i)| i).collect()
}

fn narrow(u: &Unit) -> bool {
    matches!(u.formation, Formation::Column { front: 1 })
}

/// May a battalion go into that town from where it stands?
fn enters(f: &Field, u: &Unit, z: ZoneId) -> bool {
    let near = f.ground[z].rect.gap(&u.base.rect()) < way::allowance(f, u, Pace::Tactical);
    let ahead = u.base.dir.angle_to((f.ground[z].rect.centre - u.base.front).unit()).to_degrees() < 40.0;
    near && ahead && u.arm() == Arm::Infantry && town::may_enter(f, u, z, false).is_ok_and(|e| e.outside == 0)
}

/// The answer that an idea comes to on the table as it now stands; nothing where it cannot be.
pub(super) fn answer(b: &Battle, side: Side, idea: &Idea, reaction: bool) -> Option<Answer> {
    let f = b.field();
    let lawful = |units: Vec<UnitMove>| {
        check::moves::together(b, side, &units, reaction).is_ok().then_some(Answer::Move { units })
    };
    match idea {
        Idea::FallBack(id) => {
            let u = &f[*id];
            let code = u.code.to_string();
            let (e, _) = nearest(f, u, |_| true)?;
            let away = (u.base.centre() - e.base.centre()).unit();
            let far = way::allowance(f, u, Pace::Tactical);
            let about = u.base.dir.dot(away) < 0.0;
            let most = if about { far / 2.0 } else { far };
            for part in [1.0, 0.5] {
                let ahead = (most * part).floor();
                let m = UnitMove { unit: code.clone(), about, ahead, ..UnitMove::default() };
                if let Some(a) = lawful(vec![m]) {
                    return Some(a);
                }
            }
            about.then(|| lawful(vec![UnitMove { unit: code, about, ..UnitMove::default() }])).flatten()
        }
        Idea::Form(id, to) => {
            let c = Change {
                unit: f[*id].code.to_string(),
                to: *to,
                front: None,
                at: None,
                join: None,
                detach: None,
            };
            check::moves::change(b, side, &c).is_ok().then_some(Answer::Change(c))
        }
        Idea::Enter(id, z) => {
            let u = &f[*id];
            let zone = &f.ground[*z];
            let (wheel, _) = ranks::wheel_towards(&u.base, zone.rect.centre)?;
            for wheel in [0.0, wheel.clamp(-30.0, 30.0)] {
                let base = if wheel == 0.0 { u.base } else { ranks::wheeled(&u.base, wheel) };
                let Some(ahead) = base.rect().travel_to(&zone.rect, base.dir) else { continue };
                let m = UnitMove {
                    unit: u.code.to_string(),
                    wheel,
                    ahead: ahead.max(0.0),
                    enter: Some(zone.name.clone()),
                    ..UnitMove::default()
                };
                if let Some(a) = lawful(vec![m]) {
                    return Some(a);
                }
            }
            None
        }
        Idea::Face(id, to) => {
            let u = &f[*id];
            let turn = -u.base.dir.turn_to((*to - u.base.centre()).unit()).to_degrees();
            let code = u.code.to_string();
            if turn.abs() > 120.0 {
                return lawful(vec![UnitMove { unit: code, about: true, ..UnitMove::default() }]);
            }
            let left = 30.0 - f64::from(u.record.pivoted);
            if left < 5.0 {
                return None;
            }
            let wheel = turn.clamp(-left, left);
            for backward in [false, true] {
                let m = UnitMove { unit: code.clone(), wheel, backward, ..UnitMove::default() };
                if let Some(a) = lawful(vec![m]) {
                    return Some(a);
                }
            }
            None
        }
        Idea::Towards(group, to) => towards(b, side, group, *to, &lawful),
        Idea::Unlimber(id) => {
            let unit = f[*id].code.to_string();
            check::moves::may_act(b, &f[*id]).ok()?;
            b.may_settle(*id, tricolore::answer::SettleAct::Guns(GunAct::Unlimber)).ok()?;
            Some(Answer::Guns { unit, act: GunAct::Unlimber })
        }
        Idea::Follow(o) => follow(b, side, *o),
        Idea::Narrow(id, before) => {
            let unit = f[*id].code.to_string();
            let c = Change {
                unit,
                to: FormationKind::Column,
                front: Some(1),
                at: None,
                join: None,
                detach: None,
            };
            if check::moves::change(b, side, &c).is_ok() {
                return Some(Answer::Change(c));
            }
            towards(b, side, &[*id], *before, &lawful)
        }
        Idea::ToBridge(id, end, dir) => to_bridge(b, side, *id, *end, *dir, &lawful),
        Idea::Onto(id, bridge) => {
            if holder(f, side, bridge).is_some() {
                return None;
            }
            onto(&f[*id], bridge, &lawful).or_else(|| {
                let out = bridge.dir * (bridge.half_depth + BEFORE / 2.0);
                let ends = [bridge.centre + out, bridge.centre - out];
                let near = ends
                    .into_iter()
                    .min_by(|p, q| p.dist(f[*id].base.front).total_cmp(&q.dist(f[*id].base.front)))?;
                towards(b, side, &[*id], near, &lawful)
            })
        }
    }
}

/// A unit steps onto a bridge: by an adjustment, straight ahead, after a pivot, or about.
fn onto(u: &Unit, bridge: &Rect, lawful: &dyn Fn(Vec<UnitMove>) -> Option<Answer>) -> Option<Answer> {
    let unit = u.code.to_string();
    for far in [10.0, 20.0, 30.0, 40.0, 50.0] {
        for k in 0..16 {
            let by = V2::bearing(22.5 * f64::from(k)) * far;
            if u.base.moved(by).rect().penetration(bridge) <= ON_BRIDGE {
                continue;
            }
            let m = UnitMove { unit: unit.clone(), adjust: Some([by.x, by.y]), ..UnitMove::default() };
            if let Some(a) = lawful(vec![m]) {
                return Some(a);
            }
        }
    }
    for about in [false, true] {
        let start = if about { u.base.about_face() } else { u.base };
        for wheel in [0.0, 10.0, -10.0, 20.0, -20.0, 30.0, -30.0] {
            let base = if wheel == 0.0 { start } else { ranks::wheeled(&start, wheel) };
            let Some(far) = base.rect().travel_to(bridge, base.dir) else { continue };
            let ahead = far.max(0.0).ceil() + 8.0;
            let m = UnitMove { unit: unit.clone(), about, wheel, ahead, ..UnitMove::default() };
            let there = base.moved(base.dir * ahead).rect().penetration(bridge) > ON_BRIDGE;
            if let Some(a) = lawful(vec![m]).filter(|_| there) {
                return Some(a);
            }
        }
    }
    None
}

/// A column comes to the end of a bridge: by a way that leads straight over it, adjusting where a little is wanting.
fn to_bridge(
    b: &Battle,
    side: Side,
    id: UnitId,
    end: V2,
    dir: V2,
    lawful: &dyn Fn(Vec<UnitMove>) -> Option<Answer>,
) -> Option<Answer> {
    let f = b.field();
    let u = &f[id];
    let unit = u.code.to_string();
    // Onto it by a few steps: so it is theirs.
    let (aside, left) = ((u.base.front - end).dot(dir.right()), (end - u.base.front).dot(dir) + 15.0);
    let turn = -u.base.dir.turn_to(dir).to_degrees();
    let most = way::allowance(f, u, Pace::Tactical);
    // Who has fallen back from there faces the other way.
    if turn.abs() > 120.0 {
        return lawful(vec![UnitMove { unit, about: true, ..UnitMove::default() }]);
    }
    if turn.abs() < 12.0 && aside.abs() < 12.0 {
        for part in [1.0, 0.6, 0.3] {
            let ahead = (left.min(most) * part).floor();
            if ahead < 5.0 {
                return None;
            }
            let m = UnitMove { unit: unit.clone(), ahead, ..UnitMove::default() };
            if let Some(a) = lawful(vec![m]) {
                return Some(a);
            }
        }
        return None;
    }
    if turn.abs() < 12.0 && aside.abs() < 50.0 {
        let by = dir.right() * -aside;
        return lawful(vec![UnitMove { unit, adjust: Some([by.x, by.y]), ..UnitMove::default() }]);
    }
    let place = end - dir * BEFORE;
    if aside.abs() < 50.0 && left > 0.0 {
        let wheel = turn.clamp(-30.0, 30.0);
        for backward in [false, true] {
            let m = UnitMove { unit: unit.clone(), wheel, backward, ..UnitMove::default() };
            if let Some(a) = lawful(vec![m]) {
                return Some(a);
            }
        }
    }
    towards(b, side, &[id], place, lawful)
}

fn towards(
    b: &Battle,
    side: Side,
    group: &[UnitId],
    to: V2,
    lawful: &dyn Fn(Vec<UnitMove>) -> Option<Answer>,
) -> Option<Answer> {
    let f = b.field();
    let able: Vec<&Unit> =
        group.iter().map(|u| &f[*u]).filter(|u| check::moves::may_act(b, u).is_ok()).collect();
    let first = *able.first()?;
    let far = first.base.front.dist(to);
    let most = able.iter().map(|u| way::allowance(f, u, Pace::Tactical)).fold(f64::INFINITY, f64::min);
    let want = most.min(far);
    if want < 10.0 || side != first.side {
        return None;
    }
    let code = |u: &Unit| u.code.to_string();
    if able.len() > 1 {
        for part in [1.0, 0.6, 0.3] {
            let ahead = (want * part).floor();
            let units =
                able.iter().map(|u| UnitMove { unit: code(u), ahead, ..UnitMove::default() }).collect();
            if ahead >= 10.0
                && let Some(a) = lawful(units)
            {
                return Some(a);
            }
        }
    }
    let (wheel, _) = ranks::wheel_towards(&first.base, to).unwrap_or((0.0, 0.0));
    let wheel = wheel.clamp(-30.0, 30.0);
    for (wheel, slant) in [(if wheel.abs() < 6.0 { 0.0 } else { wheel }, 0.0), (0.0, 0.0)] {
        let turned = way::pivot_cost(f, first.base.width, wheel);
        for part in [1.0, 0.7, 0.4, 0.2] {
            let ahead = ((want - turned).max(0.0) * part).floor();
            if ahead < 10.0 {
                break;
            }
            let m = UnitMove { unit: code(first), wheel, ahead, slant, ..UnitMove::default() };
            if let Some(a) = lawful(vec![m]) {
                return Some(a);
            }
        }
    }
    None
}

/// An officer keeps behind his troops, within reach of them.
fn follow(b: &Battle, side: Side, o: OfficerId) -> Option<Answer> {
    let f = b.field();
    let c = f.commands.iter().find(|c| c.officer == o)?;
    let of = &f[o];
    let (mut sum, mut n) = (0.0, 0.0);
    for u in f.of_command(c.id).filter(|u| !u.broken()) {
        sum += (u.base.front - of.at).dot(of.dir);
        n += 1.0;
    }
    let ahead = sum / f64::max(n, 1.0) - 120.0;
    let most = if b.of_horse(c.id) { 400.0 } else { 200.0 };
    let ahead = ahead.min(most).floor();
    if ahead < 40.0 {
        return None;
    }
    for part in [1.0, 0.5] {
        let m: f64 = (ahead * part).floor();
        let clear = (0..=20).all(|i| f.enemy_from(side, of.at + of.dir * (m * f64::from(i) / 20.0)) > 101.0);
        if clear && f.ground.holds(of.at + of.dir * m) {
            return Some(Answer::Officer { officer: of.code.to_string(), act: OfficerAct::Ahead(m) });
        }
    }
    None
}
