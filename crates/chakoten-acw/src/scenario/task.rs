//! The tasks of the sides (play.victory): what they are to do, by when, and what it is worth.

use super::read::{keys, points, word_of};
use crate::clause;
use crate::field::{Edge, Field};
use crate::unit::{Side, UnitId};
use muster::{Mistake, Sheet, Tab, short};
use serde::Serialize;
use table::V2;
use toml::Spanned;
use toml::de::DeValue;

/// A task of one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Task {
    pub side: Side,
    pub kind: TaskKind,
    pub points: i32,
    pub when: When,
}

/// When a task is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// At the end of the battle.
    End,
    /// At the end of this turn, and then for good.
    Turn(u32),
    /// At the end of any turn up to this one: once done, done.
    By(u32),
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskKind {
    /// Own infantry, cavalry or artillery in OR or LU on the ground, and no such enemy there.
    Hold { ground: String },
    /// The same within so many cm of a place.
    HoldPlace { place: V2, within: f64 },
    /// The enemy has lost so many percent of his original figures.
    Losses { percent: f64 },
    /// These enemy units are destroyed, captured or fled; `each` counts one by one.
    Take { units: Vec<UnitId>, each: bool },
    /// So many enemy guns taken; `each` counts one by one.
    Guns { guns: u32, each: bool },
    /// These own units have left by the edge; `each` counts one by one.
    Exit { units: Vec<UnitId>, edge: Edge, each: bool },
    /// These own units are still there, or have left by order, and not in FU; `each` counts one by one.
    Keep { units: Vec<UnitId>, each: bool },
}

const KINDS: [(&str, u8); 6] =
    [("hold", 0), ("losses", 1), ("take", 2), ("guns", 3), ("exit", 4), ("keep", 5)];

pub(super) fn read(s: &mut Sheet, t: &Tab<'_>, side: Side, f: &Field, turns: u32, to: &mut Vec<Task>) {
    let all = s.tables(t, "task", "a task");
    if all.len() > 50 {
        s.push(Mistake::new(all[50].at(), format!("{} tasks", all.len())).right("at most 50 a side"));
    }
    for x in all.iter().take(50) {
        if let Some(task) = one(s, x, side, f, turns) {
            let _ = clause!("play.victory");
            to.push(task);
        }
    }
}

fn one(s: &mut Sheet, t: &Tab<'_>, side: Side, f: &Field, turns: u32) -> Option<Task> {
    s.known(t, keys("task"));
    if !t.has("task") {
        s.missing(t, "task", "task = \"hold\", \"losses\", \"take\", \"guns\", \"exit\" or \"keep\"");
    }
    let (kind, _) = s.word(t, "task", &KINDS)?;
    let worth: &[&str] = match kind {
        0 => &["ground", "place", "within"],
        1 => &["percent"],
        2 | 5 => &["units", "each"],
        3 => &["guns", "each"],
        _ => &["units", "edge", "each"],
    };
    for k in ["ground", "place", "within", "percent", "units", "each", "guns", "edge"] {
        if let (Some(v), false) = (t.get(k), worth.contains(&k)) {
            s.push(
                Mistake::new(v.span(), format!("`{k}` of a task \"{}\"", KINDS[usize::from(kind)].0))
                    .right(format!("it takes {}, points, turn, by", worth.join(", "))),
            );
        }
    }
    if !t.has("points") {
        s.missing(t, "points", "points = 5");
    }
    let points_ = s.whole(t, "points", [1, 1000]).map(|(n, _)| n as i32);
    let turn = s.whole(t, "turn", [1, i64::from(turns)]).map(|(n, _)| n as u32);
    let by = s.whole(t, "by", [1, i64::from(turns)]).map(|(n, _)| n as u32);
    let when = match (turn, by) {
        (Some(_), Some(_)) => {
            s.push(
                Mistake::new(t.at(), "both `turn` and `by`")
                    .right("turn = 8: at the end of turn 8; by = 8: at the end of any turn up to 8"),
            );
            When::End
        }
        (Some(n), None) => When::Turn(n),
        (None, Some(n)) => When::By(n),
        (None, None) => When::End,
    };
    let each = s.truth(t, "each").is_some_and(|(b, _)| b);
    let kind = match kind {
        0 => hold(s, t, f)?,
        1 => {
            let p = s.must_number(t, "percent")?;
            if !(1.0..=100.0).contains(&p) {
                s.push(
                    Mistake::new(t.get("percent").map(Spanned::span), format!("{p} percent"))
                        .right("1 to 100"),
                );
            }
            TaskKind::Losses { percent: p }
        }
        2 => TaskKind::Take { units: units(s, t, f, side.other())?, each },
        3 => {
            if !t.has("guns") {
                s.missing(t, "guns", "guns = 4, counted in real guns");
            }
            TaskKind::Guns { guns: s.whole(t, "guns", [1, 1000])?.0 as u32, each }
        }
        4 => {
            if !t.has("edge") {
                s.missing(t, "edge", "edge = \"north\"");
            }
            let units = units(s, t, f, side);
            let (edge, at) = word_of(s, t, "edge", &Edge::ALL)?;
            if !f.special.exits[side.index()].contains(&edge) {
                s.push(
                    Mistake::new(at, "the side may not leave by that edge")
                        .right("exits = [\"north\"] of the side allows it")
                        .by(clause!("play.edge")),
                );
            }
            TaskKind::Exit { units: units?, edge, each }
        }
        _ => TaskKind::Keep { units: units(s, t, f, side)?, each },
    };
    Some(Task { side, kind, points: points_?, when })
}

fn hold(s: &mut Sheet, t: &Tab<'_>, f: &Field) -> Option<TaskKind> {
    match (s.text(t, "ground"), t.get("place")) {
        (Some((name, at)), None) => {
            if !named(f, &name) {
                s.push(
                    Mistake::new(at, format!("there is no ground called \"{}\"", short(&name)))
                        .right("the name of an area, hill, bridge or building of [ground]"),
                );
            }
            Some(TaskKind::Hold { ground: name })
        }
        (None, Some(v)) => {
            let list = Tab::new(t.what, t.table, v.span());
            let place = match v.get_ref() {
                DeValue::Array(a) if a.len() == 2 && !matches!(a[0].get_ref(), DeValue::Array(_)) => {
                    super::read::point(s, v)?
                }
                _ => points(s, &list, "place", 1)?.0[0],
            };
            let within = s.number(t, "within").map_or(10.0, |(n, _)| n);
            if !f.ground.holds(place) || !(0.0..=500.0).contains(&within) {
                s.push(
                    Mistake::new(v.span(), "a place off the table")
                        .right("place = [120, 80], within = 10, in cm"),
                );
            }
            Some(TaskKind::HoldPlace { place, within })
        }
        _ => {
            s.push(
                Mistake::new(t.at(), "hold what?")
                    .right("ground = \"Church\", or place = [120, 80] and within = 10"),
            );
            None
        }
    }
}

/// Is there a piece of ground of this name that can be held?
fn named(f: &Field, name: &str) -> bool {
    let g = &f.ground;
    g.patches.iter().any(|p| p.name == name)
        || g.hills.iter().any(|h| h.name == name)
        || g.bridges.iter().any(|b| b.name == name)
        || g.buildings.iter().any(|b| b.name == name)
}

fn units(s: &mut Sheet, t: &Tab<'_>, f: &Field, side: Side) -> Option<Vec<UnitId>> {
    if !t.has("units") {
        s.missing(t, "units", "units = [\"W1\", \"W2\"]");
    }
    let list = s.list(t, "units")?;
    let mut all = Vec::new();
    for v in list {
        let code = match v.get_ref() {
            DeValue::String(x) => x.to_string(),
            _ => {
                s.push(Mistake::new(v.span(), "`units` lists codes").right("units = [\"W1\", \"W2\"]"));
                continue;
            }
        };
        match f.units.iter().find(|u| u.side == side && *u.code == *code) {
            Some(u) if all.contains(&u.id) => {
                s.push(Mistake::new(v.span(), format!("\"{}\" twice", short(&code))).right("name it once"));
            }
            Some(u) => all.push(u.id),
            None => s.push(
                Mistake::new(v.span(), format!("side {side} has no unit \"{}\"", short(&code)))
                    .right("take names enemy units, exit and keep own ones"),
            ),
        }
    }
    if list.is_empty() {
        s.push(Mistake::new(t.at(), "a task without units").right("units = [\"W1\", \"W2\"]"));
    }
    Some(all)
}
