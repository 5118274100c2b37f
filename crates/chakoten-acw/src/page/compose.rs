//! Orders composed from what a hand does on the table: a drag is a march to the place, a turn a wheel, pointing at an enemy
//! an attack or fire. No length is ever written that a hand has drawn, for that would be a ruler (play.guess).

use super::orders::Desk;
use crate::check::{self, Action, Primitive};
use crate::clause;
use crate::order::{Aim, FireOrder, Moment, MoveOrder, Order, Step};
use crate::say;
use crate::stance;
use crate::troop::{Ammunition, Arm, Kind};
use crate::unit::Unit;
use table::{V2, v2};
use umpire::Refusal;

/// Millimetres of the table are fine enough for a hand.
fn rounded(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}

fn place(desk: &Desk, at: [f64; 2]) -> Result<V2, Refusal> {
    let p = v2(at[0], at[1]);
    if !p.is_finite() || !desk.f.ground.holds(p) {
        return Err(Refusal::by(clause!("play.edge"), say!("place-not-table")));
    }
    let g = &desk.f.ground;
    Ok(v2(rounded(p.x).clamp(0.0, g.width), rounded(p.y).clamp(0.0, g.depth)))
}

/// The steps of a movement order so far: without the march that has no end, on which nothing can follow.
pub(super) fn steps(now: Option<&Order>) -> MoveOrder {
    let Some(Order::Move(m)) = now else { return MoveOrder::default() };
    let mut m = MoveOrder { repair: None, ..m.clone() };
    while matches!(
        m.steps.last(),
        Some(
            Step::March { cm: None }
                | Step::Back { cm: None }
                | Step::Road { cm: None, .. }
                | Step::Work { .. }
                | Step::Enter { .. }
                | Step::Man
        )
    ) {
        m.steps.pop();
    }
    m
}

/// The unit as it will stand when the written steps are done.
pub(super) fn stands(desk: &Desk, u: &Unit, m: &MoveOrder) -> Unit {
    let mut at = u.clone();
    if m.steps.is_empty() {
        return at;
    }
    let plain = MoveOrder { attack: false, charge: false, target: None, ..m.clone() };
    let Ok(c) = check::check(desk.f, desk.side, u.id, &Order::Move(plain), desk.known) else { return at };
    let Action::Move(c) = c.action else { return at };
    for s in &c.steps {
        match s {
            Primitive::March { cm: Some(x) } => stance::march(&mut at, *x),
            Primitive::Back { cm: Some(x) } => stance::back(&mut at, *x),
            Primitive::Wheel { degrees } => stance::wheel(&mut at, *degrees),
            Primitive::Face { degrees } => stance::face(&mut at, *degrees),
            Primitive::Form { formation, wide, gap } => {
                stance::set_formation(&mut at, *formation, *wide, *gap)
            }
            Primitive::Mount => stance::mount(&mut at),
            Primitive::Dismount => stance::dismount(&mut at),
            Primitive::Limber { about } => stance::limber(&mut at, *about),
            Primitive::Unlimber { about, second_left } => stance::unlimber(&mut at, *about, *second_left),
            Primitive::Leave { towards, formation } => {
                if let Some(b) = at.inside.first().and_then(|b| desk.f.ground.buildings.get(usize::from(*b)))
                {
                    stance::left_building(&mut at, &b.base, *towards, *formation);
                }
            }
            _ => {}
        }
    }
    at
}

/// Turning by so many degrees: a wheel, or for much of a turn an about-face and the rest as a wheel. Guns in action and
/// gunners turn on the spot.
fn turning(u: &Unit, degrees: f64) -> Vec<Step> {
    let d = ((degrees + 540.0).rem_euclid(360.0) - 180.0).round();
    if d == 0.0 {
        return Vec::new();
    }
    if u.kind() == Kind::Unlimbered {
        return vec![Step::Face { degrees: d }];
    }
    if d.abs() > 120.0 {
        let rest = d - 180.0 * d.signum();
        let mut all = vec![Step::Face { degrees: 180.0 }];
        if rest != 0.0 {
            all.push(Step::Wheel { degrees: rest });
        }
        return all;
    }
    vec![Step::Wheel { degrees: d }]
}

/// A drag: to that place, and with that front if one is given. What is already written stays, and the way goes on from there.
pub(super) fn drag(
    desk: &Desk,
    u: &Unit,
    now: Option<&Order>,
    at: [f64; 2],
    facing: Option<f64>,
) -> Result<Order, Refusal> {
    let to = place(desk, at)?;
    let mut m = steps(now);
    if facing.is_some_and(|x| !x.is_finite()) {
        return Err(Refusal::form(say!("no-direction")));
    }
    if let Some(s) = into_house(desk, u, &m, to) {
        m.steps.push(s);
        return Ok(Order::Move(m));
    }
    let here = stands(desk, u, &m);
    if !here.inside.is_empty() {
        m.steps.push(Step::Leave { x: to.x, y: to.y, formation: here.formation });
    } else if here.kind() == Kind::Unlimbered && !here.gunners_alone() && here.base.front.dist(to) > 3.0 {
        // Guns go far behind their teams.
        if u.battery.as_ref().is_some_and(|b| b.horses > 0 && b.limbers > 0) {
            let ahead = here.base.local(to).y >= 0.0;
            m.steps.push(Step::Limber { about: ahead });
        }
    }
    let here = stands(desk, u, &m);
    let straight = here.base.front.dist(to) <= 0.05;
    let go = Step::To { x: to.x, y: to.y };
    if !straight {
        let l = here.base.local(to);
        // Behind it, or so close beside it that no wheel brings it there: it faces about first.
        let wheel = ranks::wheel_towards(&here.base, to).filter(|(d, _)| d.abs() <= 120.0);
        if wheel.is_none() {
            let mut turned = here.clone();
            stance::face(&mut turned, 180.0);
            if ranks::wheel_towards(&turned.base, to).is_none() {
                return Err(Refusal::by(clause!("02.05.5"), say!("place-too-close-beside-unit")));
            }
            if l.y < 0.0 || ranks::wheel_towards(&here.base, to).is_none() {
                m.steps.push(Step::Face { degrees: 180.0 });
            }
        }
        m.steps.push(go);
    }
    if let Some(facing) = facing {
        let there = stands(desk, u, &m);
        m.steps.extend(turning(&there, facing - there.base.pose().facing));
    }
    if m.steps.is_empty() {
        return Ok(Order::Stand);
    }
    if m.charge && m.attack && !matches!(m.steps.last(), Some(Step::To { .. })) {
        m.charge = false;
    }
    Ok(Order::Move(m))
}

/// Dropped on a building, foot go into it.
fn into_house(desk: &Desk, u: &Unit, m: &MoveOrder, to: V2) -> Option<Step> {
    if !u.kind().on_foot() || m.attack {
        return None;
    }
    let b = desk.f.ground.buildings.iter().find(|b| b.rect().contains(to, 0.0) && !b.name.is_empty())?;
    let mut with = m.clone();
    with.steps.push(Step::Enter { building: b.name.clone() });
    check::check(desk.f, desk.side, u.id, &Order::Move(with), desk.known).ok()?;
    Some(Step::Enter { building: b.name.clone() })
}

/// A turn by the handle.
pub(super) fn turn(u: &Unit, now: Option<&Order>, degrees: f64) -> Result<Order, Refusal> {
    if !degrees.is_finite() || degrees.abs() > 3600.0 {
        return Err(Refusal::form(say!("no-angle")));
    }
    let mut m = steps(now);
    // One turn of the hand after another is one wheel.
    let mut whole = degrees;
    if let Some(Step::Wheel { degrees: d }) = m.steps.last() {
        whole += d;
        m.steps.pop();
    }
    m.steps.extend(turning(u, whole));
    Ok(if m.steps.is_empty() { Order::Stand } else { Order::Move(m) })
}

/// What artillery has most use for: the first kind it has rounds of.
pub(super) fn usual_ammunition(u: &Unit) -> Option<Ammunition> {
    let b = u.battery.as_ref()?;
    let gun = crate::book::data().gun(b.gun);
    Ammunition::ALL.into_iter().find(|a| b.rounds[*a as usize] > 0 && gun.range(*a).is_some())
}

/// A fire order to begin with: at once, at the nearest. The guess is left to him who guesses.
pub(super) fn fire(u: &Unit, now: Option<&Order>) -> FireOrder {
    if let Some(Order::Fire(f)) = now {
        return f.clone();
    }
    FireOrder {
        moment: Moment::AtOnce,
        at: Aim::Nearest,
        parts: Vec::new(),
        ammunition: if u.arm == Arm::Artillery { usual_ammunition(u) } else { None },
        guess: None,
        also: Vec::new(),
        repair: None,
    }
}

/// Pointed at an enemy: those who fire, fire at him; those who go, attack him.
pub(super) fn aim(desk: &Desk, u: &Unit, now: Option<&Order>, at: &str) -> Result<Order, Refusal> {
    if let Some(friend) = check::own(desk.f, desk.side, at) {
        let f = &desk.f[friend];
        if f.arm == Arm::Wagon {
            return Ok(Order::Resupply { wagon: f.code.to_string() });
        }
        if f.regiment == u.regiment && f.id != u.id {
            let mut m = steps(now);
            m.steps.push(Step::Join { unit: f.code.to_string() });
            return Ok(Order::Move(m));
        }
        return Err(Refusal::form(say!("nothing-do", code = &u.code, other_code = &f.code)));
    }
    let Some(e) = desk.known.enemy(at).filter(|e| desk.known.sees(*e)) else {
        return Err(Refusal::by(clause!("03.02.2"), say!("nobody-sighted-there-under-name")));
    };
    let fires = matches!(now, Some(Order::Fire(_))) || u.kind() == Kind::Unlimbered;
    if fires {
        let mut f = fire(u, now);
        f.at = Aim::Unit(at.into());
        f.parts.clear();
        return Ok(Order::Fire(f));
    }
    let mut m = match now {
        Some(Order::Move(_)) => steps(now),
        _ => MoveOrder::default(),
    };
    m.attack = true;
    m.target = Some(at.into());
    let here = stands(desk, u, &m);
    let to = desk.f[e].base.centre();
    match ranks::wheel_towards(&here.base, to) {
        Some((d, _)) if d.abs() <= 120.0 => {
            let d = (d * 10.0).round() / 10.0;
            if d != 0.0 {
                m.steps.push(Step::Wheel { degrees: d });
            }
        }
        _ => {
            m.steps.push(Step::Face { degrees: 180.0 });
            let here = stands(desk, u, &MoveOrder { attack: false, target: None, ..m.clone() });
            let d = ranks::wheel_towards(&here.base, to).map_or(0.0, |x| (x.0 * 10.0).round() / 10.0);
            if d != 0.0 && d.abs() <= 180.0 {
                m.steps.push(Step::Wheel { degrees: d });
            }
        }
    }
    m.steps.push(Step::March { cm: None });
    Ok(Order::Move(m))
}

/// Pointed at a place: the line or target of a fire order, or the way of a march.
pub(super) fn point(desk: &Desk, u: &Unit, now: Option<&Order>, at: [f64; 2]) -> Result<Order, Refusal> {
    let Some(Order::Fire(o)) = now else { return drag(desk, u, now, at, None) };
    let p = place(desk, at)?;
    let mut o = o.clone();
    if let Moment::Passes { from, to, .. } = &mut o.moment {
        // The first place, then the other end of the line.
        if from == to && *from != [u.base.front.x, u.base.front.y] {
            *to = [p.x, p.y];
        } else {
            (*from, *to) = ([p.x, p.y], [p.x, p.y]);
        }
        return Ok(Order::Fire(o));
    }
    o.at = Aim::Point([p.x, p.y]);
    Ok(Order::Fire(o))
}
