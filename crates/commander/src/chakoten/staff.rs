//! Generals keep behind the middle of their brigades, go in with an attack and rally those who run; orderlies carry orders
//! to who is out of reach.

use super::desk::mean;
use super::plan::Mission;
use super::{ChakotenView, Steady};
use chakoten_acw::Answer;
use chakoten_acw::book::data;
use chakoten_acw::field::Staff;
use chakoten_acw::order::StaffMove;
use chakoten_acw::troop::{Arm, State};
use chakoten_acw::unit::{CommandId, Unit};
use table::{V2, v2};

pub(super) fn moves(s: &Steady, v: &ChakotenView<'_>) -> Answer {
    let early = v.clock.is_none_or(|c| c < 0.5);
    let mut moves = Vec::new();
    for &g in v.staff.iter().filter(|g| g.general && g.moved != Some(v.turn)) {
        moves.extend(if early { with_attack(s, v, g) } else { at_the_end(s, v, g) });
    }
    if !early {
        for &o in v.staff.iter().filter(|o| !o.general && o.moved != Some(v.turn)) {
            moves.extend(orderly(v, o));
        }
    }
    Answer::Staff { moves: v.lawful_staff(moves) }
}

fn join(who: &Staff, unit: &Unit) -> Option<StaffMove> {
    (who.with != Some(unit.id)).then(|| StaffMove {
        who: who.code.to_string(),
        to: None,
        join: Some(unit.code.to_string()),
    })
}

/// Units a general commands himself.
fn his<'a>(v: &'a ChakotenView<'_>, c: CommandId) -> impl Iterator<Item = &'a Unit> {
    v.own.iter().copied().filter(move |u| u.command == c)
}

fn with_attack(s: &Steady, v: &ChakotenView<'_>, g: &Staff) -> Option<StaffMove> {
    let u = his(v, g.command)
        .filter(|u| s.attackers.contains(&u.id) && u.arm == Arm::Infantry)
        .max_by_key(|u| (u.figures, std::cmp::Reverse(u.id)))?;
    join(g, u)
}

fn at_the_end(s: &Steady, v: &ChakotenView<'_>, g: &Staff) -> Option<StaffMove> {
    let limit = data().d.command - 4.0;
    // Those who run are rallied by the sight of him.
    let runs = his(v, g.command)
        .filter(|u| u.state == State::Complete && u.base.centre().dist(g.base.centre()) < 60.0)
        .max_by_key(|u| (u.figures, std::cmp::Reverse(u.id)));
    if let Some(u) = runs {
        return join(g, u);
    }
    let all: Vec<V2> = his(v, g.command)
        .filter(|u| u.state != State::Complete && u.arm != Arm::Wagon)
        .map(|u| u.base.centre())
        .collect();
    let b = s.plan.brigades.iter().find(|b| b.command == g.command);
    if all.is_empty() {
        // A division's general keeps near the middle of his brigades.
        let middle = s.plan.brigades.iter().map(|b| b.centre).reduce(|a, b| a.lerp(b, 0.5))?;
        return to(v, g, middle + v.edge.outward() * 25.0, 25.0);
    }
    let (mut lo, mut hi) = (all[0], all[0]);
    for p in &all {
        lo = v2(lo.x.min(p.x), lo.y.min(p.y));
        hi = v2(hi.x.max(p.x), hi.y.max(p.y));
    }
    let back = b.map_or(v.edge.outward(), |b| b.forward * -1.0);
    // In the middle of them all, a little behind; nearer to the one furthest off if somebody would be out of reach.
    let mut at = lo.lerp(hi, 0.5) + back * 6.0;
    for _ in 0..3 {
        let Some(far) = all.iter().copied().max_by(|a, b| a.dist(at).total_cmp(&b.dist(at))) else { break };
        if far.dist(at) <= limit {
            break;
        }
        at = at.lerp(far, (far.dist(at) - limit) / far.dist(at));
    }
    // Where the task is done he has to be in reach, whoever else is left to orderlies.
    let focus = focus(s, v, g);
    if let Some(p) = focus.filter(|p| p.dist(at) > limit - 8.0) {
        at = p.lerp(at, (limit - 8.0) / p.dist(at));
    }
    let here = g.base.centre();
    let worst = all.iter().chain(&focus).map(|p| p.dist(here)).fold(0.0, f64::max);
    to(v, g, at, if worst > limit || g.with.is_some() { 2.0 } else { 14.0 })
}

/// The unit on which a brigade's task hangs: what has to be brought off, or the hunter nearest to the prey.
fn focus(s: &Steady, v: &ChakotenView<'_>, g: &Staff) -> Option<V2> {
    let b = s.plan.brigade(g.command)?;
    let wards = his(v, g.command).filter(|u| s.plan.leaves(u.id).is_some()).map(|u| u.base.centre());
    if let Some(p) = mean(wards) {
        return Some(p);
    }
    his(v, g.command)
        .filter(|u| b.mission == Mission::Hunt && u.state <= State::Slight && u.arm == Arm::Cavalry)
        .map(|u| u.base.centre())
        .min_by(|x, y| x.dist(b.goal).total_cmp(&y.dist(b.goal)))
}

/// To a place, unless he is that near already; never within reach of the enemy.
fn to(v: &ChakotenView<'_>, g: &Staff, at: V2, near: f64) -> Option<StaffMove> {
    let back = v.edge.outward();
    let mut at = at;
    for _ in 0..5 {
        if !v.enemies.iter().any(|e| !e.fleeing && e.rect.gap_to_point(at) < 16.0) {
            break;
        }
        at += back * 8.0;
    }
    let at = v2(at.x.clamp(2.0, v.ground.width - 2.0), at.y.clamp(2.0, v.ground.depth - 2.0));
    if at.dist(g.base.centre()) <= near {
        return None;
    }
    Some(StaffMove { who: g.code.to_string(), to: Some([at.x, at.y]), join: None })
}

fn orderly(v: &ChakotenView<'_>, o: &Staff) -> Option<StaffMove> {
    let g = v.staff.iter().find(|g| g.general && g.command == o.command)?;
    if o.dispatched {
        let far = data().d.command;
        let lost = his(v, o.command)
            .filter(|u| u.state != State::Complete && u.base.centre().dist(g.base.centre()) > far + 6.0)
            .max_by_key(|u| (u.figures, std::cmp::Reverse(u.id)));
        if let Some(u) = lost {
            return join(o, u);
        }
    }
    let beside = o.with.is_some() && o.with == g.with || o.base.rect().gap(&g.base.rect()) < 0.01;
    (!beside).then(|| StaffMove { who: o.code.to_string(), to: None, join: Some(g.code.to_string()) })
}
