//! New game orders drawn by hand (10.1): pointed at the ground that is the objective, at enemies who are priority targets, at own units that are
//! supported.

use super::{Desk, senseless};
use crate::answer::{Answer, NewGameOrder};
use crate::book::named;
use crate::check::{game, sane};
use crate::order::GameTask;
use crate::unit::Unit;
use desk::board::Act;
use serde_json::Value;
use table::{V2, v2};
use umpire::Refusal;

/// The order on the sheet, or a new one by the general who may give it and is nearest.
pub(super) fn of(desk: &Desk<'_>, u: &Unit, orders: &[NewGameOrder]) -> NewGameOrder {
    let own = orders.iter().find(|o| *o.unit == *u.code).cloned();
    own.unwrap_or_else(|| NewGameOrder {
        unit: u.code.to_string(),
        by: generals(desk, u).into_iter().next().unwrap_or_default(),
        task: GameTask::Advance,
        ..NewGameOrder::default()
    })
}

/// The generals who may give a unit a game order, the nearest first.
pub(super) fn generals(desk: &Desk<'_>, u: &Unit) -> Vec<String> {
    let f = &desk.b.field;
    let mut all: Vec<(f64, String)> = Vec::new();
    for g in f.generals(desk.side) {
        let o = NewGameOrder { unit: u.code.to_string(), by: g.code.to_string(), ..NewGameOrder::default() };
        if game::read(desk.b, desk.side, &o).is_ok() {
            all.push((f.general_gap(g.id, u.id), g.code.to_string()));
        }
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    all.into_iter().map(|(_, code)| code).collect()
}

/// Everything on the table that can be an objective by its name (12.2.a).
pub(super) fn places(desk: &Desk<'_>) -> Vec<String> {
    let f = &desk.b.field;
    let g = &f.ground;
    let mut all: Vec<String> = f.objectives.iter().map(|o| o.name.clone()).collect();
    all.extend(g.patches.iter().map(|p| p.name.clone()));
    all.extend(g.buildings.iter().map(|p| p.name.clone()));
    all.extend(g.bridges.iter().map(|p| p.name.clone()));
    all.extend(g.lines.iter().map(|p| p.name.clone()));
    all.retain(|n| !n.is_empty());
    all.sort();
    all.dedup();
    all
}

/// The named piece of ground at a place, or the nearest one within a hand's breadth.
fn ground_at(desk: &Desk<'_>, at: V2) -> Option<String> {
    let f = &desk.b.field;
    let g = &f.ground;
    let objective = f.objectives.iter().find(|o| o.at.dist(at) <= o.within.max(5.0)).map(|o| o.name.clone());
    let building = || g.buildings.iter().find(|b| b.rect.contains(at, 1.0)).map(|b| b.name.clone());
    let bridge = || g.bridges.iter().find(|b| b.rect.contains(at, 1.0)).map(|b| b.name.clone());
    let patch = || g.patches.iter().find(|p| p.area.contains(at)).map(|p| p.name.clone());
    objective.or_else(building).or_else(bridge).or_else(patch).filter(|n| !n.is_empty())
}

pub(super) fn proposed(
    desk: &Desk<'_>,
    pieces: &[String],
    act: &Act,
    orders: &[NewGameOrder],
) -> Result<Answer, Refusal> {
    let units = desk.units(pieces);
    if units.is_empty() {
        return Err(senseless());
    }
    let mut sheet = orders.to_vec();
    for u in units {
        let mut o = of(desk, u, &sheet);
        let strike = change(desk, u, act, &mut o)?;
        sheet.retain(|x| x.unit != o.unit);
        if !strike {
            sheet.push(o);
        }
    }
    Ok(Answer::GameOrders { orders: sheet })
}

/// What a stroke makes of an order; whether it is struck out.
fn change(desk: &Desk<'_>, u: &Unit, act: &Act, o: &mut NewGameOrder) -> Result<bool, Refusal> {
    let text = |v: &Value| v.as_str().filter(|t| *t != "none").map(str::to_owned);
    match act {
        Act::Point { x, y } | Act::Drag { x, y, .. } => {
            sane(&[*x, *y])?;
            let at = v2(*x, *y);
            match ground_at(desk, at) {
                Some(name) => (o.objective, o.place, o.beside) = (Some(name), None, None),
                None => {
                    let f = &desk.b.field;
                    let near = |x: &&Unit| f.gap_to(x.id, at);
                    let beside = f.side(desk.side).min_by(|a, b| near(a).total_cmp(&near(b)));
                    let beside = beside.map_or_else(|| u.code.to_string(), |b| b.code.to_string());
                    (o.objective, o.place, o.beside) = (None, Some([*x, *y]), Some(beside));
                }
            }
        }
        Act::Aim { at } => match desk.unit(at) {
            Some(own) => {
                o.supports = Some(own.code.to_string());
                if !matches!(o.task, GameTask::Screen) {
                    o.task = GameTask::Support;
                }
            }
            None => {
                let e = desk.enemy(at).ok_or_else(senseless)?;
                let code = desk.b.field[e].code.to_string();
                match o.targets.iter().position(|t| *t == code) {
                    Some(i) => drop(o.targets.remove(i)),
                    None => o.targets.push(code),
                }
            }
        },
        Act::Set { control, value } => match control.as_str() {
            "task" => match text(value).as_deref().and_then(named::<GameTask>) {
                Some(task) => o.task = task,
                None => return Ok(true),
            },
            "objective" => (o.objective, o.place, o.beside) = (text(value), None, None),
            "supports" => o.supports = text(value),
            "by" => o.by = text(value).ok_or_else(senseless)?,
            "double" => o.double = value == &Value::Bool(true),
            "detach" => o.detach = text(value).and_then(|t| t.parse().ok()).into_iter().collect(),
            "says" => o.says = value.as_str().unwrap_or_default().chars().take(500).collect(),
            _ => return Err(senseless()),
        },
        _ => return Err(senseless()),
    }
    Ok(false)
}
