//! Sheets: orders of the order phase, attacks that are declared, fire, retreats before attacks, choices before melees.

use super::{Desk, sane, senseless};
use crate::answer::{Answer, Arrange, Attack, Evasion, FireOrder, NewOrder};
use crate::battle::Awaits;
use crate::check;
use crate::command::CommandId;
use crate::ground::ZoneId;
use crate::officer::Post;
use crate::orders::OrderKind;
use crate::troop::{Arm, Formation};
use crate::unit::Fate;
use desk::board::Act;
use serde_json::Value;
use table::{Pose, v2};
use umpire::Refusal;

/// The name by which a town zone is attacked or fired at: of the place, or of an enemy who stands in it.
pub(super) fn mark(desk: &Desk<'_>, at: &str) -> Option<String> {
    let f = &desk.b.field;
    let u = f.by_code(at).map(|u| &f[u]).filter(|u| u.side != desk.side && u.present())?;
    Some(match u.formation.zone() {
        Some(z) => f.ground[z].name.clone(),
        None => u.code.to_string(),
    })
}

/// The town zone at a place.
fn zone_at(desk: &Desk<'_>, x: f64, y: f64) -> Option<String> {
    let zones = desk.b.field.ground.zones.iter();
    zones.filter(|z| z.rect.contains(v2(x, y), 1.0)).map(|z| z.name.clone()).next()
}

/// What a stroke is aimed at, as a target of attack or fire.
fn aimed(desk: &Desk<'_>, act: &Act) -> Result<Option<String>, Refusal> {
    Ok(match act {
        Act::Aim { at } => mark(desk, at),
        Act::Point { x, y } | Act::Drag { x, y, .. } => {
            sane(&[*x, *y])?;
            zone_at(desk, *x, *y)
        }
        Act::Set { control, value } if control == "target" || control == "town" => {
            value.as_str().map(|t| mark(desk, t).unwrap_or_else(|| t.to_owned()))
        }
        _ => None,
    })
}

pub(super) fn proposed(
    desk: &Desk<'_>,
    pieces: &[String],
    act: &Act,
    now: Option<&Answer>,
) -> Result<Vec<Answer>, Refusal> {
    match (desk.awaits, now) {
        (Awaits::Orders, Some(Answer::Orders { arrange, give })) => orders(desk, pieces, act, arrange, give),
        (Awaits::Declare(_), Some(Answer::Declare { attacks })) => declare(desk, pieces, act, attacks),
        (Awaits::Fire, Some(Answer::Fire { fire })) => fires(desk, pieces, act, fire),
        (Awaits::Evade(_), Some(Answer::Evade { retreat })) => evade(desk, pieces, act, retreat),
        (Awaits::Decline(all), Some(Answer::Decline { commands })) => {
            let Act::Set { control, value } = act else { return Err(senseless()) };
            let code = control.strip_prefix("decline ").unwrap_or_default();
            let f = &desk.b.field;
            if !all.iter().any(|c| *f[*c].code == *code) {
                return Err(senseless());
            }
            let mut commands = commands.clone();
            commands.retain(|c| c != code);
            if value == &Value::Bool(true) {
                commands.push(code.to_owned());
            }
            Ok(vec![Answer::Decline { commands }])
        }
        (Awaits::Melees, Some(Answer::Melees { continued, skirmish })) => {
            let Act::Set { control, value } = act else { return Err(senseless()) };
            let (mut continued, mut skirmish) = (continued.clone(), skirmish.clone());
            let (list, code) = if let Some(code) = control.strip_prefix("skip ") {
                (&mut continued, code)
            } else {
                (&mut skirmish, control.strip_prefix("skirmish ").ok_or_else(senseless)?)
            };
            list.retain(|c| c != code);
            if value == &Value::Bool(true) {
                list.push(code.to_owned());
            }
            Ok(vec![Answer::Melees { continued, skirmish }])
        }
        _ => Err(senseless()),
    }
}

/// The order that a command has on the sheet, or a new one.
fn order_of(desk: &Desk<'_>, c: CommandId, give: &[NewOrder]) -> (NewOrder, Vec<NewOrder>) {
    let code = &desk.b.field[c].code;
    let rest = give.iter().filter(|o| *o.command != **code).cloned().collect();
    let own = give.iter().find(|o| *o.command == **code).cloned().unwrap_or(NewOrder {
        command: code.to_string(),
        order: OrderKind::Defence,
        route: Vec::new(),
        starts: None,
        through: None,
    });
    (own, rest)
}

fn orders(
    desk: &Desk<'_>,
    pieces: &[String],
    act: &Act,
    arrange: &[Arrange],
    give: &[NewOrder],
) -> Result<Vec<Answer>, Refusal> {
    let f = &desk.b.field;
    let answer = |arrange: Vec<Arrange>, give: Vec<NewOrder>| vec![Answer::Orders { arrange, give }];
    if let Act::Set { control, value } = act
        && let Some(a) = arranged(desk, pieces, control, value)?
    {
        let mut all: Vec<Arrange> = arrange.iter().filter(|x| who(x) != who(&a.0)).cloned().collect();
        if a.1 {
            all.push(a.0);
        }
        return Ok(answer(all, give.to_vec()));
    }
    if let (Act::Aim { at }, Some(o)) = (act, desk.officer(pieces))
        && f[o].post == Post::Superior
    {
        let to = f.officer_by_code(at).and_then(|c| f[c].body).map(|b| f[b].code.to_string());
        let a = Arrange::Attach { officer: f[o].code.to_string(), to: to.ok_or_else(senseless)? };
        let mut all: Vec<Arrange> = arrange.iter().filter(|x| who(x) != who(&a)).cloned().collect();
        all.push(a);
        return Ok(answer(all, give.to_vec()));
    }
    let c = desk.command(pieces).ok_or_else(senseless)?;
    let (mut own, mut rest) = order_of(desk, c, give);
    match act {
        // Pointing at the ground is the way of a march.
        Act::Point { x, y } | Act::Drag { x, y, .. } => {
            sane(&[*x, *y])?;
            own.order = OrderKind::March;
            own.route.push([*x, *y]);
            if own.route.len() > 40 {
                return Err(senseless());
            }
        }
        Act::Set { control, value } => match control.as_str() {
            "order" => {
                let kind = value.as_str().and_then(crate::book::named::<OrderKind>);
                let Some(kind) = kind else { return Ok(answer(arrange.to_vec(), rest)) };
                own.order = kind;
                if kind != OrderKind::March {
                    own.route.clear();
                } else if own.route.is_empty() {
                    // To begin with straight ahead; every point on the map goes on from there.
                    let o = &f[f[c].officer];
                    let to = o.at + o.dir * 600.0;
                    own.route.push([to.x.clamp(0.0, f.ground.width), to.y.clamp(0.0, f.ground.depth)]);
                }
            }
            "starts" => {
                own.starts = value.as_u64().map(|n| n.min(999) as u32).filter(|n| *n > f.round);
            }
            "through" => {
                own.through = value.as_str().filter(|t| !t.is_empty() && *t != "himself").map(str::to_owned);
            }
            "route" => {
                let at = |k: &str| value.get(k).and_then(Value::as_f64);
                let (Some(x), Some(y)) = (at("x"), at("y")) else { return Err(senseless()) };
                sane(&[x, y])?;
                own.order = OrderKind::March;
                own.route.push([x, y]);
            }
            _ => return Err(senseless()),
        },
        _ => return Err(senseless()),
    }
    rest.push(own);
    Ok(answer(arrange.to_vec(), rest))
}

/// Whom an arrangement is about.
pub(super) fn who(a: &Arrange) -> &str {
    match a {
        Arrange::ToReserve { unit }
        | Arrange::Send { unit, .. }
        | Arrange::Work { unit, .. }
        | Arrange::Build { unit, .. }
        | Arrange::TakeDown { unit, .. } => unit,
        Arrange::GrandBattery { chief, .. } | Arrange::Dissolve { chief } => chief,
        Arrange::Attach { officer, .. } | Arrange::Release { officer } => officer,
    }
}

/// What a control arranges, and whether it is put on the sheet or struck from it.
fn arranged(
    desk: &Desk<'_>,
    pieces: &[String],
    control: &str,
    value: &Value,
) -> Result<Option<(Arrange, bool)>, Refusal> {
    let f = &desk.b.field;
    let on = value != &Value::Bool(false) && value.as_str() != Some("none");
    let text = || value.as_str().unwrap_or_default().to_owned();
    let unit = || pieces.first().cloned().ok_or_else(senseless);
    Ok(Some(match control {
        "to_reserve" => (Arrange::ToReserve { unit: unit()? }, on),
        "work" => {
            let bridge = Some(text()).filter(|t| !t.is_empty() && t != "none");
            (Arrange::Work { unit: unit()?, bridge }, on)
        }
        "attach" => (Arrange::Attach { officer: unit()?, to: text() }, on),
        "release" => (Arrange::Release { officer: unit()? }, on),
        "dissolve" => (Arrange::Dissolve { chief: unit()? }, on),
        "grand_battery" => {
            let at = |k: &str| value.get(k).and_then(Value::as_f64);
            let (Some(x), Some(y)) = (at("x"), at("y")) else { return Err(senseless()) };
            sane(&[x, y])?;
            let chief = desk.officer(pieces).ok_or_else(senseless)?;
            let mut left = f[chief].gifts.most_guns;
            let mut batteries = Vec::new();
            for u in f.units.iter().filter(|u| {
                u.side == desk.side && u.arm() == Arm::Artillery && u.fate == Fate::InReserve && !u.broken()
            }) {
                if u.bases.now <= left {
                    left -= u.bases.now;
                    batteries.push(u.code.to_string());
                }
            }
            let foe = f.enemies(desk.side).map(|e| e.base.front);
            let near = foe.min_by(|a, b| a.dist(v2(x, y)).total_cmp(&b.dist(v2(x, y))));
            let facing = near.map_or(f[chief].dir, |e| (e - v2(x, y)).unit()).bearing_degrees();
            let chief = f[chief].code.to_string();
            (Arrange::GrandBattery { chief, batteries, objective: [x, y], facing }, on)
        }
        c => match c.strip_prefix("send ") {
            Some(unit) => {
                let to = text();
                let replaces = None;
                (Arrange::Send { unit: unit.to_owned(), to, replaces }, on)
            }
            None => return Ok(None),
        },
    }))
}

fn declare(
    desk: &Desk<'_>,
    pieces: &[String],
    act: &Act,
    attacks: &[Attack],
) -> Result<Vec<Answer>, Refusal> {
    let units = desk.units(pieces);
    if units.is_empty() {
        return Err(senseless());
    }
    let f = &desk.b.field;
    let of = |attacks: Vec<Attack>| Answer::Declare { attacks };
    let mine = |a: &Attack| units.iter().any(|u| *f[*u].code == *a.unit);
    // One at a time, where that is played: another takes its place.
    let adjusts = matches!(desk.awaits, Awaits::Declare(crate::battle::Declaring::Adjust(_)));
    let one = desk.b.one_at_a_time() && !adjusts;
    let rest: Vec<Attack> = attacks.iter().filter(|a| !mine(a) && !one).cloned().collect();
    if let Act::Set { control, value } = act {
        match (control.as_str(), value.as_str()) {
            ("straight", _) => {
                let straight = value == &Value::Bool(true);
                let turned = |a: &Attack| Attack {
                    straight: straight && mine(a) || !mine(a) && a.straight,
                    ..a.clone()
                };
                return Ok(vec![of(attacks.iter().map(turned).collect())]);
            }
            ("target" | "town", Some("" | "none")) => return Ok(vec![of(rest)]),
            _ => {}
        }
    }
    let target = aimed(desk, act)?.ok_or_else(senseless)?;
    // Of several the one that can; towards its centre, or straight ahead.
    let mut all = Vec::new();
    for u in &units {
        for straight in [false, true] {
            let mut list: Vec<Attack> = rest.clone();
            list.push(Attack { unit: f[*u].code.to_string(), target: target.clone(), straight });
            all.push(of(list));
        }
    }
    Ok(all)
}

fn fires(desk: &Desk<'_>, pieces: &[String], act: &Act, fire: &[FireOrder]) -> Result<Vec<Answer>, Refusal> {
    let units = desk.units(pieces);
    let f = &desk.b.field;
    let mine = |o: &FireOrder| units.iter().any(|u| *f[*u].code == *o.unit);
    let rest: Vec<FireOrder> = fire.iter().filter(|o| !mine(o)).cloned().collect();
    if let Act::Set { control, value } = act
        && control == "target"
        && matches!(value.as_str(), Some("" | "none"))
    {
        return Ok(vec![Answer::Fire { fire: rest }]);
    }
    let at = aimed(desk, act)?.ok_or_else(senseless)?;
    if units.is_empty() {
        return Err(senseless());
    }
    let order = |u: &crate::unit::UnitId| FireOrder {
        unit: f[*u].code.to_string(),
        at: at.clone(),
        point: None,
        zone: None,
    };
    let mut all = Vec::new();
    let together: Vec<FireOrder> = rest.iter().cloned().chain(units.iter().map(order)).collect();
    all.push(Answer::Fire { fire: together });
    for u in &units {
        all.push(Answer::Fire { fire: rest.iter().cloned().chain([order(u)]).collect() });
    }
    Ok(all)
}

fn evade(desk: &Desk<'_>, pieces: &[String], act: &Act, retreat: &[Evasion]) -> Result<Vec<Answer>, Refusal> {
    let f = &desk.b.field;
    let u = desk.units(pieces).first().map(|u| &f[*u]).ok_or_else(senseless)?;
    let rest: Vec<Evasion> = retreat.iter().filter(|e| *e.unit != *u.code).cloned().collect();
    let put = |to: Pose| {
        let mut retreat = rest.clone();
        retreat.push(Evasion { unit: u.code.to_string(), to });
        Answer::Evade { retreat }
    };
    Ok(match act {
        Act::Drag { x, y, facing } => {
            sane(&[*x, *y, facing.unwrap_or(0.0)])?;
            let facing = facing.unwrap_or_else(|| u.base.dir.bearing_degrees());
            let exact = put(Pose { x: *x, y: *y, facing });
            let near = check::retreat::some_place(desk.b, u.id).map(put);
            std::iter::once(exact).chain(near).collect()
        }
        Act::Set { control, value } if control == "retreat" => {
            if value == &Value::Bool(true) {
                let to = check::retreat::some_place(desk.b, u.id).ok_or_else(senseless)?;
                vec![put(to)]
            } else {
                vec![Answer::Evade { retreat: rest }]
            }
        }
        _ => return Err(senseless()),
    })
}

/// What a ready answer adds to a sheet: lines about those who have none yet.
pub(super) fn merged(desk: &Desk<'_>, now: Option<&Answer>, ready: &Answer) -> Option<Answer> {
    fn below<T: Clone>(now: &[T], ready: &[T], same: impl Fn(&T, &T) -> bool) -> Vec<T> {
        let new = ready.iter().filter(|r| !now.iter().any(|n| same(n, r)));
        now.iter().chain(new).cloned().collect()
    }
    Some(match (now.filter(|_| desk.is_sheet())?, ready) {
        (Answer::Orders { arrange, give }, Answer::Orders { arrange: a, give: g }) => Answer::Orders {
            arrange: below(arrange, a, |x, y| who(x) == who(y)),
            give: below(give, g, |x, y| x.command == y.command),
        },
        (Answer::Declare { attacks }, Answer::Declare { attacks: a }) => {
            Answer::Declare { attacks: below(attacks, a, |x, y| x.unit == y.unit || x.target == y.target) }
        }
        (Answer::Fire { fire }, Answer::Fire { fire: a }) => {
            Answer::Fire { fire: below(fire, a, |x, y| x.unit == y.unit || x.at == y.at) }
        }
        (Answer::Evade { retreat }, Answer::Evade { retreat: a }) => {
            Answer::Evade { retreat: below(retreat, a, |x, y| x.unit == y.unit) }
        }
        (Answer::Manoeuvre { commands }, Answer::Manoeuvre { commands: a }) => {
            Answer::Manoeuvre { commands: below(commands, a, |x, y| x.command == y.command) }
        }
        (Answer::Melees { continued, skirmish }, Answer::Melees { continued: c, skirmish: s }) => {
            Answer::Melees {
                continued: below(continued, c, |x, y| x == y),
                skirmish: below(skirmish, s, |x, y| x == y),
            }
        }
        (Answer::Superiors { moves }, Answer::Superiors { moves: m }) => {
            Answer::Superiors { moves: below(moves, m, |x, y| x.officer == y.officer) }
        }
        (Answer::Deploy { officers, units }, Answer::Deploy { officers: o, units: u }) => Answer::Deploy {
            officers: below(officers, o, |x, y| x.officer == y.officer),
            units: below(units, u, |x, y| x.unit == y.unit),
        },
        (Answer::Settle { units }, Answer::Settle { units: u }) => {
            Answer::Settle { units: below(units, u, |x, y| x.unit == y.unit) }
        }
        _ => return None,
    })
}

/// The sheet without the lines about those who are taken up; without anybody taken up, an empty one.
pub(super) fn without(desk: &Desk<'_>, now: Option<&Answer>, pieces: &[String]) -> Option<Answer> {
    if pieces.is_empty() {
        return None;
    }
    let f = &desk.b.field;
    let has = |code: &str| pieces.iter().any(|p| p == code);
    let command = desk.command(pieces).map(|c| f[c].code.clone());
    let of_command = |code: &str| command.as_deref() == Some(code);
    let mut a = now?.clone();
    match &mut a {
        Answer::Orders { arrange, give } => {
            arrange.retain(|x| !has(who(x)));
            give.retain(|o| !of_command(&o.command));
        }
        Answer::Declare { attacks } => attacks.retain(|x| !has(&x.unit)),
        Answer::Fire { fire } => fire.retain(|x| !has(&x.unit)),
        Answer::Evade { retreat } => retreat.retain(|x| !has(&x.unit)),
        Answer::Manoeuvre { commands } => commands.retain(|x| !of_command(&x.command)),
        Answer::Superiors { moves } => moves.retain(|x| !has(&x.officer)),
        Answer::Deploy { officers, units } => {
            officers.retain(|x| !has(&x.officer));
            units.retain(|x| !has(&x.unit));
        }
        Answer::Settle { units } => units.retain(|x| !has(&x.unit)),
        Answer::Melees { continued, skirmish } => {
            continued.retain(|x| !has(x));
            skirmish.retain(|x| !has(x));
        }
        _ => return None,
    }
    Some(a)
}

/// Town zones, each with its name.
pub(super) fn zones<'a>(desk: &Desk<'a>) -> impl Iterator<Item = (ZoneId, &'a str)> + use<'a> {
    let all = desk.b.field.ground.zones.iter().enumerate();
    all.map(|(n, z)| (ZoneId(n as u16), &*z.name))
}

/// Does a unit stand in a town?
pub(super) fn in_town(f: Formation) -> bool {
    f.zone().is_some()
}
