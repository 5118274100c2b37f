//! Orders composed from what a hand does on the table: a drag is a march to the place, a turn a pivot, pointing at an enemy an attack or
//! fire. No length is ever written that a hand has drawn, for that would be a ruler (03.02.12).

use super::orders::Desk;
use crate::book::works::Craft;
use crate::check;
use crate::ferry::{Flotilla, over_water};
use crate::order::{AttackOrder, FireOrder, Leg, Order, Ref, Until, When};
use crate::troop::{Arm, Gait};
use crate::unit::Unit;
use crate::{clause, say};
use table::{V2, v2};
use umpire::Refusal;

/// Beyond so many degrees a unit faces about before it pivots (orders.2).
const ABOUT: f64 = 135.0;

/// Millimetres of the table are fine enough for a hand.
fn rounded(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}

fn place(desk: &Desk, at: [f64; 2]) -> Result<V2, Refusal> {
    let (p, g) = (v2(at[0], at[1]), &desk.f.ground);
    if !p.is_finite() || !g.holds(p) {
        return Err(Refusal::by(clause!("play.interrupt"), say!("check-place-off-table")));
    }
    Ok(v2(rounded(p.x).clamp(0.0, g.width), rounded(p.y).clamp(0.0, g.depth)))
}

/// Does nothing come after it?
fn lasts(l: &Leg) -> bool {
    matches!(
        l,
        Leg::March { until: Until::End, .. }
            | Leg::Arrow { until: Until::End, .. }
            | Leg::Road { until: Until::End, .. }
            | Leg::Enter { .. }
            | Leg::Man
            | Leg::Work { .. }
            | Leg::MakeGap { .. }
            | Leg::Ferry { .. }
            | Leg::Resupply { .. }
            | Leg::Reorganise
    )
}

/// What is written so far, without that on which nothing can follow.
pub(super) fn so_far(now: Option<&Order>) -> Order {
    let mut o = now.cloned().unwrap_or_default();
    while o.legs.last().is_some_and(lasts) {
        o.legs.pop();
    }
    o
}

/// The order with these legs behind what is written.
pub(super) fn with_legs(now: Option<&Order>, legs: impl IntoIterator<Item = Leg>) -> Order {
    let mut o = so_far(now);
    o.legs.extend(legs);
    o
}

/// The first of these that may be ordered; the refusal of the first where none may.
fn first(desk: &Desk, u: &Unit, all: Vec<Order>) -> Result<Order, Refusal> {
    let mut refusal = None;
    for o in all {
        match desk.check(u, &o) {
            Ok(_) => return Ok(o),
            Err(r) => refusal = refusal.or(Some(r)),
        }
    }
    Err(refusal.unwrap_or_else(|| Refusal::form(say!("nothing-to-do"))))
}

/// Where the middle of the front is when what is written is done, as far as it says so.
fn goes_to(u: &Unit, o: &Order) -> V2 {
    let at = |l: &Leg| match l {
        Leg::To { x, y, .. } => Some(v2(*x, *y)),
        _ => None,
    };
    o.legs.iter().rev().find_map(at).unwrap_or(u.base.front)
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
    if facing.is_some_and(|x| !x.is_finite()) {
        return Err(Refusal::form(say!("no-direction")));
    }
    let go = Leg::To { x: to.x, y: to.y, gait: Gait::March };
    let house = desk.f.ground.buildings.iter().find(|b| b.rect().contains(to, 0.0) && !b.name.is_empty());
    let mut tried = ferried(desk, u, now, to);
    if let Some(b) = house.filter(|_| u.inside.is_none()) {
        tried.push(with_legs(now, [Leg::Enter { building: b.name.clone() }]));
    }
    if u.inside.is_some() && !so_far(now).legs.iter().any(|l| matches!(l, Leg::Leave { .. })) {
        tried.push(with_legs(now, [Leg::Leave { x: to.x, y: to.y }, go.clone()]));
        tried.push(with_legs(now, [Leg::Leave { x: to.x, y: to.y }]));
    }
    tried.push(with_legs(now, [go.clone()]));
    if u.unlimbered() {
        let about = u.base.local(to).y >= 0.0;
        tried.push(with_legs(now, [Leg::Limber { column: false, about }, go]));
    }
    let o = first(desk, u, tried)?;
    let Some(facing) = facing else { return Ok(o) };
    // It arrives facing the way it came.
    let from = goes_to(u, &so_far(now));
    let way = to - from;
    let came = if way.len() <= 0.05 { u.base.pose().facing } else { libm::atan2(way.x, way.y).to_degrees() };
    Ok(turn(desk, u, Some(&o), facing - came).unwrap_or(o))
}

/// Over the water to that place with craft that lie beside the unit: as few as carry it.
fn ferried(desk: &Desk, u: &Unit, now: Option<&Order>, to: V2) -> Vec<Order> {
    let f = desk.f;
    let free = |v: &&crate::terrain::Vessel| v.side == u.side && !v.gone && v.with.is_none_or(|w| w == u.id);
    let mut all = Vec::new();
    for craft in [Craft::Ferry, Craft::Boat] {
        let names: Vec<Ref> = f
            .terrain
            .vessels
            .iter()
            .filter(free)
            .filter(|v| v.craft == craft)
            .map(|v| v.name.clone())
            .collect();
        for n in 1..=names.len() {
            let Ok(boats) = Flotilla::named(f, u.side, &names[..n]) else { continue };
            let here = u.record.aboard.is_some() || boats.at_hand(f, u);
            if here && boats.carry(u).is_ok() && over_water(f, boats.at(f), to).is_ok() {
                let leg = Leg::Ferry { craft: names[..n].to_vec(), x: to.x, y: to.y, empty: false };
                all.push(with_legs(now, [leg]));
                break;
            }
        }
    }
    all
}

/// A turn by the handle: a pivot, with an about face before it where it is much of a turn (orders.2); on the spot for those who cannot.
pub(super) fn turn(desk: &Desk, u: &Unit, now: Option<&Order>, degrees: f64) -> Result<Order, Refusal> {
    if !degrees.is_finite() || degrees.abs() > 3600.0 {
        return Err(Refusal::form(say!("no-direction")));
    }
    let mut o = so_far(now);
    // One turn of the hand after another is one pivot.
    let mut whole = degrees;
    if let Some(Leg::Pivot { degrees: d } | Leg::Rotate { degrees: d }) = o.legs.last() {
        whole += d;
        o.legs.pop();
    }
    let d = ((whole + 540.0).rem_euclid(360.0) - 180.0).round();
    if d == 0.0 {
        return Ok(o);
    }
    let with = |legs: Vec<Leg>| with_legs(Some(&o), legs);
    let rest = d - 180.0 * d.signum();
    let mut about = vec![Leg::About];
    if rest != 0.0 {
        about.push(Leg::Pivot { degrees: rest });
    }
    let plain = [with(vec![Leg::Pivot { degrees: d }]), with(vec![Leg::Rotate { degrees: d }])];
    let square = with(vec![Leg::FaceSquare { degrees: Some((d / 90.0).round() * 90.0) }]);
    let mut all = Vec::new();
    if d.abs() > ABOUT {
        all.push(with(about));
    }
    all.extend(plain);
    all.push(square);
    first(desk, u, all)
}

/// A fire order to begin with: at once, at the nearest.
pub(super) fn fire(now: Option<&Order>) -> FireOrder {
    now.and_then(|o| o.fire.clone()).unwrap_or(FireOrder {
        when: When::AtOnce,
        at: Vec::new(),
        range_in: false,
    })
}

/// Pointed at somebody: those who fire, fire at an enemy, others attack him; an own unit is joined, supported or asked for ammunition.
pub(super) fn aim(desk: &Desk, u: &Unit, now: Option<&Order>, at: &str) -> Result<Order, Refusal> {
    if let Some(friend) = check::own(desk.f, desk.side, at) {
        let friend = &desk.f[friend];
        let code = friend.code.to_string();
        let leg = |l: Leg| with_legs(now, [l]);
        let supports = Order { supports: Some(code.clone()), ..so_far(now) };
        let mut tried = Vec::new();
        if friend.load.is_some() {
            tried.push(leg(Leg::Resupply { wagon: code.clone() }));
        }
        if u.whole.is_some() || friend.whole.is_some() {
            tried.push(leg(Leg::Join { units: vec![code.clone()] }));
        }
        tried.extend([supports, leg(Leg::Join { units: vec![code.clone()] })]);
        tried.push(leg(Leg::Combine { units: vec![code], square: false }));
        return first(desk, u, tried);
    }
    let enemy = desk.known.enemy(at).filter(|e| desk.known.sees(*e));
    let Some(e) = enemy else {
        return Err(check::no_enemy(desk.known, at));
    };
    let shoots = || {
        let mut fire = fire(now);
        fire.at = vec![at.to_owned()];
        Order { fire: Some(fire), attack: None, ..now.cloned().unwrap_or_default() }
    };
    let attacks = || {
        let to = desk.f[e].base.centre();
        let there = Leg::To { x: rounded(to.x), y: rounded(to.y), gait: Gait::March };
        let attack = Some(AttackOrder { target: Some(at.to_owned()), then: Vec::new() });
        Order { attack, fire: None, ..with_legs(now, [there]) }
    };
    let fires = now.is_some_and(|o| o.fire.is_some()) || u.arm == Arm::Artillery;
    first(desk, u, if fires { vec![shoots(), attacks()] } else { vec![attacks(), shoots()] })
}

/// Pointed at a place: a piece of ground that is watched by a fire order, or the way of a march.
pub(super) fn point(desk: &Desk, u: &Unit, now: Option<&Order>, at: [f64; 2]) -> Result<Order, Refusal> {
    let p = place(desk, at)?;
    let Some(o) = now.filter(|o| o.fire.is_some()) else { return drag(desk, u, now, at, None) };
    let g = &desk.f.ground;
    let house = g.buildings.iter().find(|b| b.rect().contains(p, 0.0)).map(|b| &b.name);
    let patch = || g.patches.iter().find(|x| x.area.contains(p)).map(|x| &x.name);
    let ground = house.or_else(patch).filter(|n| !n.is_empty());
    let ground = ground.ok_or_else(|| Refusal::by(clause!("03.02.5.b"), say!("no-named-ground")))?;
    let mut o = o.clone();
    if let Some(f) = &mut o.fire {
        f.when = When::Passes(ground.clone());
    }
    Ok(o)
}
