//! Move orders drawn by hand: a unit is dragged where it shall go, pointed on from there, turned, aimed at the enemy whom it charges; what else
//! it does is set.

use super::{Desk, senseless, way};
use crate::answer::{Action, Answer, LegOrder, MoveOrder, Pace, Ride, SendOut, Turning};
use crate::check::sane;
use crate::formation::Formation;
use crate::unit::{GeneralId, Unit};
use desk::board::Act;
use serde_json::Value;
use table::{V2, v2};
use umpire::Refusal;

/// The order of a body on the sheet, or a new one.
pub(super) fn of(orders: &[MoveOrder], unit: &str) -> MoveOrder {
    let own = orders.iter().find(|o| o.unit == unit).cloned();
    own.unwrap_or_else(|| MoveOrder { unit: unit.to_owned(), ..MoveOrder::default() })
}

/// The sheet with an order on it; one that says nothing is left out.
fn with(orders: &[MoveOrder], o: MoveOrder) -> Vec<MoveOrder> {
    let nothing = MoveOrder { unit: o.unit.clone(), ..MoveOrder::default() };
    let mut all: Vec<MoveOrder> = orders.iter().filter(|x| x.unit != o.unit).cloned().collect();
    if o != nothing {
        all.push(o);
    }
    all
}

pub(super) fn proposed(
    desk: &Desk<'_>,
    pieces: &[String],
    act: &Act,
    orders: &[MoveOrder],
    generals: &[Ride],
) -> Result<Answer, Refusal> {
    let units = desk.units(pieces);
    if units.is_empty() {
        let g = desk.general(pieces).ok_or_else(senseless)?;
        let generals = ride(desk, g, act, generals)?;
        return Ok(Answer::Orders { orders: orders.to_vec(), generals });
    }
    let first = units[0];
    let mut sheet = orders.to_vec();
    for u in &units {
        let own = of(&sheet, &u.code);
        let changed = one(desk, u, first, act, own)?;
        sheet = with(&sheet, changed);
    }
    Ok(Answer::Orders { orders: sheet, generals: generals.to_vec() })
}

/// A general rides to a place, or goes with a unit (12.8).
fn ride(desk: &Desk<'_>, g: GeneralId, act: &Act, generals: &[Ride]) -> Result<Vec<Ride>, Refusal> {
    let f = &desk.b.field;
    let code = f[g].code.to_string();
    let own = generals.iter().find(|r| r.general == code).cloned();
    let mut own = own.unwrap_or(Ride { general: code.clone(), to: None, with: None });
    match act {
        Act::Drag { x, y, .. } | Act::Point { x, y } => {
            sane(&[*x, *y])?;
            own.to = Some([*x, *y]);
        }
        Act::Aim { at } => {
            let u = desk.unit(at).ok_or_else(senseless)?;
            own.with = Some(u.code.to_string());
            let behind = u.base.rear() - u.base.dir * 1.5;
            own.to = Some([behind.x.clamp(0.0, f.ground.width), behind.y.clamp(0.0, f.ground.depth)]);
        }
        Act::Set { control, value } if control == "with" => {
            own.with = value.as_str().filter(|t| !t.is_empty() && *t != "none").map(str::to_owned);
        }
        _ => return Err(senseless()),
    }
    let mut all: Vec<Ride> = generals.iter().filter(|r| r.general != code).cloned().collect();
    if own.to.is_some() || own.with.is_some() {
        all.push(own);
    }
    Ok(all)
}

/// Legs that say where a body marches; others, forming and limbering, stay where an order is drawn anew.
fn marches(l: &LegOrder) -> bool {
    matches!(
        l,
        LegOrder::March { .. }
            | LegOrder::Wheel { .. }
            | LegOrder::Back { .. }
            | LegOrder::Turn { .. }
            | LegOrder::Reorder
    )
}

/// What a stroke makes of the order of one of those taken up. The first goes where the hand leads, the others as far and the same way.
fn one(desk: &Desk<'_>, u: &Unit, first: &Unit, act: &Act, mut o: MoveOrder) -> Result<MoveOrder, Refusal> {
    match act {
        Act::Drag { x, y, facing } => {
            sane(&[*x, *y, facing.unwrap_or(0.0)])?;
            let to = v2(*x, *y) + (u.base.front - first.base.front);
            o.legs.retain(|l| !marches(l));
            let from = way::end(desk.b, u, &o).base;
            o.legs.extend(way::legs_to(u, &from, to));
            if let Some(d) = facing.filter(|_| !u.open_order() && !u.deployed()) {
                let base = whole(&from, &o.legs);
                let turn = -base.dir.turn_to(V2::bearing(d)).to_degrees();
                if turn.abs() > 5.0 {
                    o.legs.push(LegOrder::Wheel { degrees: (turn * 10.0).round() / 10.0 });
                }
            }
            no_longer_closes(&mut o);
        }
        Act::Point { x, y } => {
            sane(&[*x, *y])?;
            let to = v2(*x, *y) + (u.base.front - first.base.front);
            let base = whole(&u.base, &o.legs);
            o.legs.retain(|l| *l != LegOrder::Reorder);
            o.legs.extend(way::legs_to(u, &base, to));
            no_longer_closes(&mut o);
        }
        Act::Turn { degrees } => {
            sane(&[*degrees])?;
            let degrees = (degrees + 540.0).rem_euclid(360.0) - 180.0;
            if degrees.abs() > 160.0 {
                o.legs.push(LegOrder::Turn { to: Turning::About });
            } else {
                o.legs.push(LegOrder::Wheel { degrees: (degrees * 10.0).round() / 10.0 });
            }
        }
        Act::Aim { at } => match desk.unit(at) {
            Some(own) => o.support = Some(own.code.to_string()),
            None => close(desk, u, at, true, &mut o)?,
        },
        Act::Set { control, value } => set(desk, u, control, value, &mut o)?,
        _ => return Err(senseless()),
    }
    Ok(o)
}

/// Where the whole order leads, however many moves it takes.
fn whole(from: &table::Base, legs: &[LegOrder]) -> table::Base {
    let mut base = *from;
    for l in legs {
        match *l {
            LegOrder::Wheel { degrees } => base = ranks::wheeled(&base, degrees),
            LegOrder::Turn { to: Turning::About } => base = base.about_face(),
            LegOrder::March { cm, towards } => {
                base = base.moved(towards.map_or(base.dir, V2::bearing) * cm);
            }
            LegOrder::Back { cm } => base = base.moved(base.dir * -cm),
            _ => {}
        }
    }
    base
}

/// It charges or attacks: with the wheel that brings the enemy before its front, where it is not drawn otherwise.
fn close(desk: &Desk<'_>, u: &Unit, at: &str, charge: bool, o: &mut MoveOrder) -> Result<(), Refusal> {
    let e = desk.enemy(at).ok_or_else(senseless)?;
    let f = &desk.b.field;
    o.legs.retain(|l| !marches(l));
    let straight = charge && f.options.straight_charges;
    if !u.open_order() && !straight {
        let from = way::end(desk.b, u, o).base;
        if let Some((d, _)) = ranks::wheel_towards(&from, f[e].base.centre())
            && d.abs() > 1.0
            && d.abs() <= 90.0
        {
            o.legs.push(LegOrder::Wheel { degrees: (d * 10.0).round() / 10.0 });
        }
    }
    let target = Some(f[e].code.to_string());
    no_longer_closes(o);
    *(if charge { &mut o.charge } else { &mut o.attack }) = target;
    o.pace = Pace::Normal;
    Ok(())
}

fn no_longer_closes(o: &mut MoveOrder) {
    (o.charge, o.attack) = (None, None);
    o.charge_also.clear();
}

fn set(desk: &Desk<'_>, u: &Unit, control: &str, value: &Value, o: &mut MoveOrder) -> Result<(), Refusal> {
    let on = value == &Value::Bool(true);
    let text = || value.as_str().ok_or_else(senseless);
    let number = || value.as_f64().filter(|n| n.is_finite()).ok_or_else(senseless);
    let drop = |o: &mut MoveOrder, is: fn(&LegOrder) -> bool| o.legs.retain(|l| !is(l));
    match control {
        "ahead" => {
            let cm = number()?;
            let last = o.legs.iter_mut().rev().find_map(|l| match l {
                LegOrder::March { cm, .. } => Some(cm),
                _ => None,
            });
            match last {
                Some(old) => *old = cm,
                None => o.legs.push(LegOrder::March { cm, towards: None }),
            }
            o.legs.retain(|l| !matches!(l, LegOrder::March { cm, .. } if *cm <= 0.0));
        }
        "wheel" => {
            let degrees = number()?;
            let at = o.legs.iter().position(|l| matches!(l, LegOrder::Wheel { .. }));
            match at {
                Some(i) if degrees == 0.0 => drop_at(o, i),
                Some(i) => o.legs[i] = LegOrder::Wheel { degrees },
                None if degrees == 0.0 => {}
                None => o.legs.insert(0, LegOrder::Wheel { degrees }),
            }
        }
        "back" => {
            let cm = number()?;
            drop(o, |l| matches!(l, LegOrder::Back { .. }));
            if cm > 0.0 {
                o.legs.push(LegOrder::Back { cm });
            }
        }
        "turn" => {
            drop(o, |l| matches!(l, LegOrder::Turn { .. }));
            let to = match text()? {
                "left" => Some(Turning::Left),
                "right" => Some(Turning::Right),
                "about" => Some(Turning::About),
                _ => None,
            };
            if let Some(to) = to {
                o.legs.insert(0, LegOrder::Turn { to });
            }
        }
        "form" => {
            drop(o, |l| matches!(l, LegOrder::Form { .. }));
            let formation = crate::book::named::<Formation>(text()?);
            if let Some(formation) = formation {
                o.legs.insert(0, LegOrder::Form { formation, ranks: None, files: None });
            }
        }
        "ranks" => {
            let n = number()?.clamp(1.0, 4.0) as u8;
            let formation = u.formation();
            match o.legs.iter_mut().find(|l| matches!(l, LegOrder::Form { .. })) {
                Some(LegOrder::Form { ranks, .. }) => *ranks = Some(n),
                _ => o.legs.insert(0, LegOrder::Form { formation, ranks: Some(n), files: None }),
            }
        }
        "double" => o.pace = if on { Pace::Double } else { Pace::Normal },
        "charge" | "attack" => match text()? {
            "none" => no_longer_closes(o),
            at => close(desk, u, at, control == "charge", o)?,
        },
        "charge_also" => {
            o.charge_also = Some(text()?.to_owned()).filter(|t| t != "none").into_iter().collect()
        }
        "support" => o.support = Some(text()?.to_owned()).filter(|t| t != "none"),
        "by" => o.by = Some(text()?.to_owned()).filter(|t| t != "none"),
        "press_on" => o.press_on = on,
        "dismount" => o.dismount = text()?.parse::<u8>().ok().into_iter().collect(),
        "hold_fire" => o.hold_fire = on,
        "through" => o.through = on,
        "set_fire" => o.set_fire = on,
        "muskets" => o.muskets = on,
        "reorder_and_fire" => o.reorder_and_fire = on,
        "enter" => {
            drop(o, |l| *l == LegOrder::Enter);
            if on {
                o.legs.push(LegOrder::Enter);
            }
        }
        "leave" => {
            drop(o, |l| matches!(l, LegOrder::Leave { .. }));
            if let Ok(wall) = text()?.parse() {
                o.legs.insert(0, LegOrder::Leave { wall, formation: Formation::Line });
            }
        }
        "loose_ball" => o.loose_ball = on,
        "action" => {
            o.action = crate::book::named::<Action>(text()?);
            o.legs = o.action.and_then(|a| crate::check::guns::ahead(desk.b, u, a)).unwrap_or_default();
        }
        "teams" => o.teams = Some(number()?),
        "screen" => {
            let cm = o.screen.as_ref().map_or(10.0, |s| s.cm);
            let named = text()?.parse::<u8>().ok();
            o.screen = named.map(|n| SendOut { companies: vec![n], cm });
        }
        "screen_cm" => {
            let cm = number()?;
            o.screen.iter_mut().for_each(|s| s.cm = cm);
        }
        "spike" | "cut_free" | "rejoin" => {
            let leg = match control {
                "spike" => LegOrder::Spike,
                "cut_free" => LegOrder::CutFree,
                _ => LegOrder::Rejoin,
            };
            o.legs = if on { vec![leg] } else { Vec::new() };
        }
        "reorder" => {
            drop(o, |l| *l == LegOrder::Reorder);
            if on {
                no_longer_closes(o);
                o.legs.push(LegOrder::Reorder);
            }
        }
        "lie_down" | "mount" | "limber" => {
            drop(o, |l| {
                matches!(
                    l,
                    LegOrder::LieDown
                        | LegOrder::StandUp
                        | LegOrder::Mount
                        | LegOrder::Dismount
                        | LegOrder::Limber
                        | LegOrder::Unlimber { .. }
                )
            });
            let leg = match control {
                "lie_down" if u.prone => LegOrder::StandUp,
                "lie_down" => LegOrder::LieDown,
                "mount" if u.dismounted => LegOrder::Mount,
                "mount" => LegOrder::Dismount,
                _ if u.formation() == Formation::Limbered => LegOrder::Unlimber { facing: None },
                _ => LegOrder::Limber,
            };
            // Guns are unlimbered where they have come to; everything else is done first.
            match (on, leg) {
                (true, LegOrder::Unlimber { .. }) => o.legs.push(leg),
                (true, _) => o.legs.insert(0, leg),
                _ => {}
            }
        }
        _ => return Err(senseless()),
    }
    Ok(())
}

fn drop_at(o: &mut MoveOrder, i: usize) {
    o.legs.remove(i);
}
