//! The grand-tactical part, drawn by hand: commands that manoeuvre, superiors who ride, units that deploy, guns that go into position.

use super::{Desk, acting, sane, senseless};
use crate::answer::{
    Answer, CommandMove, Deployment, OfficerPlace, SettleAct, Settling, SuperiorMove, UnitMove,
};
use crate::battle::Awaits;
use crate::book::march::Pace;
use crate::check::{grand, way};
use crate::command::CommandId;
use crate::ops;
use crate::troop::{Arm, FormationKind};
use crate::unit::{Unit, UnitId};
use desk::board::Act;
use serde_json::Value;
use table::{Pose, V2, v2};
use umpire::Refusal;

/// How finely a way that is too long is shortened.
const STEPS: u32 = 12;

fn parts() -> impl Iterator<Item = f64> {
    (1..=STEPS).rev().map(|k| f64::from(k) / f64::from(STEPS))
}

/// The operation formations of a command, the largest first, as many as it has points for.
fn formations(desk: &Desk<'_>, c: CommandId) -> Vec<Vec<UnitId>> {
    let f = &desk.b.field;
    let mut groups: Vec<Vec<UnitId>> = Vec::new();
    for u in f.of_command(c).filter(|u| matches!(u.arm(), Arm::Infantry | Arm::Cavalry)) {
        if !groups.iter().any(|g| g.contains(&u.id)) && u.formation.zone().is_none() && ops::in_command(f, u)
        {
            groups.push(ops::linked_to(f, u.id));
        }
    }
    groups.sort_by_key(|g| std::cmp::Reverse(g.len()));
    groups.truncate(usize::from(ops::points(f, c).0));
    groups
}

/// The whole command goes so far, so many degrees off straight ahead.
fn goes(desk: &Desk<'_>, c: CommandId, now: &CommandMove, ahead: f64, slant: f64) -> CommandMove {
    let f = &desk.b.field;
    let dir = f[f[c].officer].dir.turned(-slant.to_radians());
    let one = |u: &UnitId| {
        let u = &f[*u];
        let own = -u.base.dir.turn_to(dir).to_degrees();
        let most = way::allowance(f, u, Pace::Manoeuvre);
        let most = if now.slow { most.min(f.sheet.march().slow) } else { most };
        UnitMove {
            unit: u.code.to_string(),
            ahead: ahead.min(most),
            slant: if own.abs() < 0.5 { 0.0 } else { own },
            ..UnitMove::default()
        }
    };
    let formations = formations(desk, c).iter().map(|g| g.iter().map(one).collect()).collect();
    CommandMove { ahead, slant, formations, ..now.clone() }
}

pub(super) fn manoeuvre(
    desk: &Desk<'_>,
    pieces: &[String],
    act: &Act,
    now: Option<&Answer>,
) -> Result<Vec<Answer>, Refusal> {
    let f = &desk.b.field;
    let Some(Answer::Manoeuvre { commands }) = now else { return Err(senseless()) };
    let c = desk.command(pieces).ok_or_else(senseless)?;
    if let Awaits::Away(only) = desk.awaits
        && *only != c
    {
        return Err(senseless());
    }
    let code = f[c].code.to_string();
    let rest: Vec<CommandMove> = commands.iter().filter(|m| m.command != code).cloned().collect();
    let own = commands
        .iter()
        .find(|m| m.command == code)
        .cloned()
        .unwrap_or_else(|| CommandMove { command: code.clone(), ..CommandMove::default() });
    let answer = |m: CommandMove| Answer::Manoeuvre { commands: rest.iter().cloned().chain([m]).collect() };
    let officer = &f[f[c].officer];
    let marches = f[c].orders.kind() == Some(crate::orders::OrderKind::March);
    let most = grand::officer_rate(desk.b, c, Pace::Manoeuvre);
    Ok(match act {
        Act::Drag { x, y, .. } | Act::Point { x, y } if !marches => {
            sane(&[*x, *y])?;
            let to = v2(*x, *y);
            let one = desk.unit(pieces.first().map_or("", |p| p)).map(|u| u.id);
            let from = one.map_or(officer.at, |u| f[u].base.front);
            let by = to - from;
            let slant = if by.len() > 1.0 { -officer.dir.turn_to(by.unit()).to_degrees() } else { 0.0 };
            let slant = if slant.abs() < 3.0 { 0.0 } else { slant.clamp(-30.0, 30.0) };
            let far = by.len().min(most);
            let mut all = Vec::new();
            // Without engaging as far as that goes; then with it.
            for engage in [own.engage, true] {
                for part in parts() {
                    let m = CommandMove { engage, ..own.clone() };
                    all.push(answer(goes(desk, c, &m, (far * part).floor(), slant)));
                }
            }
            all
        }
        Act::Set { control, value } => {
            let on = value == &Value::Bool(true);
            let number = || value.as_f64().ok_or_else(senseless);
            let again = |m: CommandMove| {
                let (ahead, slant) = (m.ahead, m.slant);
                if m.formations.is_empty() { m } else { goes(desk, c, &m, ahead, slant) }
            };
            let m = match control.as_str() {
                "engage" => again(CommandMove { engage: on, ..own }),
                "slow" => again(CommandMove { slow: on, ahead: own.ahead.min(100.0), ..own }),
                "halt" => CommandMove { halt: on, ..own },
                "ahead" => {
                    let ahead = number()?;
                    sane(&[ahead])?;
                    let slant = own.slant;
                    goes(desk, c, &own, ahead, slant)
                }
                "slant" => {
                    let slant = number()?;
                    sane(&[slant])?;
                    let ahead = if own.ahead > 0.0 { own.ahead } else { most };
                    goes(desk, c, &own, ahead, slant)
                }
                _ => return Err(senseless()),
            };
            vec![answer(m)]
        }
        _ => return Err(senseless()),
    })
}

pub(super) fn superiors(
    desk: &Desk<'_>,
    pieces: &[String],
    act: &Act,
    now: Option<&Answer>,
) -> Result<Vec<Answer>, Refusal> {
    let f = &desk.b.field;
    let Some(Answer::Superiors { moves }) = now else { return Err(senseless()) };
    let code = pieces.first().cloned().ok_or_else(senseless)?;
    let rest: Vec<SuperiorMove> = moves.iter().filter(|m| m.officer != code).cloned().collect();
    let answer = |to: V2, join: Option<String>| {
        let m = SuperiorMove { officer: code.clone(), to: [to.x, to.y], join };
        Answer::Superiors { moves: rest.iter().cloned().chain([m]).collect() }
    };
    let from = match desk.officer(pieces) {
        Some(o) => f[o].at,
        None => desk.unit(&code).map(|u| u.base.front).ok_or_else(senseless)?,
    };
    let with = |name: &str| -> Option<(V2, String)> {
        if let Some(u) = desk.unit(name) {
            return Some((u.base.rear() - u.base.dir * 15.0, u.code.to_string()));
        }
        let o = f.officer_by_code(name).filter(|o| f[*o].side == desk.side && f[*o].present())?;
        Some((f[o].at - f[o].dir * 30.0, f[o].code.to_string()))
    };
    Ok(match act {
        Act::Drag { x, y, .. } | Act::Point { x, y } => {
            sane(&[*x, *y])?;
            parts().map(|part| answer(from.lerp(v2(*x, *y), part), None)).collect()
        }
        Act::Aim { at } => {
            let (to, name) = with(at).ok_or_else(senseless)?;
            vec![answer(to, Some(name))]
        }
        Act::Set { control, value } if control == "join" => match value.as_str().and_then(with) {
            Some((to, name)) => vec![answer(to, Some(name))],
            None => vec![Answer::Superiors { moves: rest }],
        },
        _ => return Err(senseless()),
    })
}

fn deployment_of(units: &[Deployment], u: &Unit) -> Deployment {
    units.iter().find(|d| *d.unit == *u.code).cloned().unwrap_or_else(|| Deployment {
        unit: u.code.to_string(),
        at: u.base.pose(),
        form: None,
        front: None,
        engage: false,
        enter: None,
    })
}

pub(super) fn deploy(
    desk: &Desk<'_>,
    pieces: &[String],
    act: &Act,
    now: Option<&Answer>,
) -> Result<Vec<Answer>, Refusal> {
    let f = &desk.b.field;
    let Some(Answer::Deploy { officers, units }) = now else { return Err(senseless()) };
    if let Some(o) = desk.officer(pieces) {
        let of = &f[o];
        let rest: Vec<OfficerPlace> = officers.iter().filter(|p| *p.officer != *of.code).cloned().collect();
        let own = officers.iter().find(|p| *p.officer == *of.code).map(|p| p.at);
        let own = own.unwrap_or(Pose { x: of.at.x, y: of.at.y, facing: of.dir.bearing_degrees() });
        let put = |at: Pose| Answer::Deploy {
            officers: rest
                .iter()
                .cloned()
                .chain([OfficerPlace { officer: of.code.to_string(), at }])
                .collect(),
            units: units.clone(),
        };
        return Ok(match act {
            Act::Drag { x, y, facing } => {
                sane(&[*x, *y, facing.unwrap_or(0.0)])?;
                let to = |part: f64| of.at.lerp(v2(*x, *y), part);
                let facing = facing.unwrap_or(own.facing);
                parts().map(|part| put(Pose { x: to(part).x, y: to(part).y, facing })).collect()
            }
            Act::Turn { degrees } => {
                sane(&[*degrees])?;
                vec![put(Pose { facing: (own.facing + degrees).rem_euclid(360.0), ..own })]
            }
            Act::Set { control, value } if control == "facing" => {
                let facing = value.as_f64().ok_or_else(senseless)?;
                sane(&[facing])?;
                vec![put(Pose { facing, ..own })]
            }
            _ => return Err(senseless()),
        });
    }
    let taken = desk.units(pieces);
    let first = taken.first().map(|u| &f[*u]).ok_or_else(senseless)?;
    let mine = |d: &Deployment| taken.iter().any(|u| *f[*u].code == *d.unit);
    let rest: Vec<Deployment> = units.iter().filter(|d| !mine(d)).cloned().collect();
    let answer = |all: Vec<Deployment>| Answer::Deploy {
        officers: officers.clone(),
        units: rest.iter().cloned().chain(all).collect(),
    };
    let each = |make: &dyn Fn(&Unit, Deployment) -> Deployment| {
        answer(taken.iter().map(|u| make(&f[*u], deployment_of(units, &f[*u]))).collect())
    };
    Ok(match act {
        Act::Drag { x, y, facing } => {
            sane(&[*x, *y, facing.unwrap_or(0.0)])?;
            let by = v2(*x, *y) - first.base.front;
            parts()
                .map(|part| {
                    each(&|u, d| {
                        let at = u.base.front + by * part;
                        let facing = facing.unwrap_or(d.at.facing);
                        Deployment { at: Pose { x: at.x, y: at.y, facing }, enter: None, ..d }
                    })
                })
                .collect()
        }
        Act::Turn { degrees } => {
            sane(&[*degrees])?;
            vec![each(&|_, d| {
                let facing = (d.at.facing + degrees).rem_euclid(360.0);
                Deployment { at: Pose { facing, ..d.at }, ..d }
            })]
        }
        Act::Set { control, value } => match control.as_str() {
            "form" => {
                let id = value.as_str().ok_or_else(senseless)?;
                let c = acting::change_of(first, id);
                let (form, front) = c.map_or((None, None), |c| (Some(c.to), c.front));
                vec![each(&|_, d| Deployment { form, front, ..d })]
            }
            "engage" => {
                let engage = value == &Value::Bool(true);
                vec![each(&|_, d| Deployment { engage, ..d })]
            }
            "enter" => {
                let name = value.as_str().ok_or_else(senseless)?;
                if name == "none" {
                    return Ok(vec![answer(Vec::new())]);
                }
                let z = f.ground.zone(name).ok_or_else(senseless)?;
                let rect = f.ground[z].rect;
                let at = rect.nearest(first.base.front);
                let facing = (rect.centre - first.base.front).unit().bearing_degrees();
                let d = Deployment {
                    at: Pose { x: at.x, y: at.y, facing },
                    enter: Some(name.to_owned()),
                    ..deployment_of(units, first)
                };
                vec![answer(vec![d])]
            }
            _ => return Err(senseless()),
        },
        _ => return Err(senseless()),
    })
}

pub(super) fn settle(
    desk: &Desk<'_>,
    pieces: &[String],
    act: &Act,
    now: Option<&Answer>,
) -> Result<Vec<Answer>, Refusal> {
    let f = &desk.b.field;
    let Some(Answer::Settle { units }) = now else { return Err(senseless()) };
    let taken = desk.units(pieces);
    let first = taken.first().map(|u| &f[*u]).ok_or_else(senseless)?;
    let mine = |s: &Settling| taken.iter().any(|u| *f[*u].code == *s.unit);
    let rest: Vec<Settling> = units.iter().filter(|s| !mine(s)).cloned().collect();
    let answer = |acts: Vec<Settling>| Answer::Settle { units: rest.iter().cloned().chain(acts).collect() };
    let all = |act: SettleAct| {
        answer(taken.iter().map(|u| Settling { unit: f[*u].code.to_string(), act }).collect())
    };
    if let Act::Set { control, value } = act {
        match control.as_str() {
            "settle" => {
                return Ok(match value.as_str() {
                    Some("square") => vec![all(SettleAct::Square)],
                    Some("about") => vec![all(SettleAct::About)],
                    Some("none") => vec![answer(Vec::new())],
                    _ => return Err(senseless()),
                });
            }
            "and_unlimber" => {
                let unlimber = value == &Value::Bool(true);
                let turned = |s: &Settling| match s.act {
                    SettleAct::Guns(crate::answer::GunAct::Go { to, .. }) if mine(s) => Settling {
                        act: SettleAct::Guns(crate::answer::GunAct::Go { to, unlimber }),
                        ..s.clone()
                    },
                    _ => s.clone(),
                };
                return Ok(vec![Answer::Settle { units: units.iter().map(turned).collect() }]);
            }
            _ => {}
        }
    }
    if first.arm() != Arm::Artillery {
        return match act {
            Act::Turn { degrees } if degrees.abs() > 90.0 => Ok(vec![all(SettleAct::About)]),
            _ => Err(senseless()),
        };
    }
    Ok(acting::gun_acts(first, act, true)?.into_iter().map(|g| all(SettleAct::Guns(g))).collect())
}

/// The formations that a unit might take.
pub(super) fn forms(u: &Unit) -> Vec<(FormationKind, Option<u8>)> {
    let mut all = match u.arm() {
        Arm::Infantry => vec![
            (FormationKind::Line, None),
            (FormationKind::Column, None),
            (FormationKind::Square, None),
            (FormationKind::MarchColumn, None),
            (FormationKind::Chain, None),
        ],
        Arm::Cavalry => vec![
            (FormationKind::Line, None),
            (FormationKind::Column, None),
            (FormationKind::MarchColumn, None),
        ],
        _ => Vec::new(),
    };
    if u.bases.now >= 4 && !all.is_empty() {
        all.insert(2, (FormationKind::Column, Some(2)));
    }
    all
}
