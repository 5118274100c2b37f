//! The tasks of the sides (01.01.1, play.victory): those of any book, losses spared, ground held for a time, and what the umpire judges.

use crate::field::{Edge, Field};
use crate::unit::{Side, UnitId};
use crate::{clause, say};
use muster::{MOST_TURNS, Mistake, Roll, Sheet, Tab};
use serde::Serialize;
use table::V2;
use umpire::Clause;
use words::Message;

pub use muster::When;

/// Tasks that a side may have.
const MOST_TASKS: usize = 50;

/// A task of one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Task {
    pub side: Side,
    pub kind: TaskKind,
    pub points: i32,
    pub when: When,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskKind {
    /// As in any book.
    Common(muster::TaskKind<UnitId>),
    /// Ground held at the end of so many turns, not necessarily one after the other.
    HoldFor { what: muster::TaskKind<UnitId>, turns: u32 },
    /// The own side has lost no more than so many percent of its figures.
    Spare { percent: f64 },
    /// For the umpire; not solved unless he says so.
    Judged { says: String },
}

/// The tasks of a side.
pub(super) fn read(s: &mut Sheet, t: &Tab<'_>, side: Side, f: &Field, turns: u32) -> Vec<Task> {
    let all = s.tables(t, "task", MOST_TASKS);
    all.iter().filter_map(|x| one(s, x, side, f, turns)).collect()
}

fn one(s: &mut Sheet, t: &Tab<'_>, side: Side, f: &Field, turns: u32) -> Option<Task> {
    let word = t.get("task").and_then(|v| v.get_ref().as_str());
    let own: &[&str] = match word {
        Some("spare") => &["percent"],
        Some("judged") => &["says"],
        _ => {
            only(s, t, &["says"]);
            let task = s.task(t, side, f, turns)?;
            let kind = if t.has("turns") { held_for(s, t, task.kind)? } else { TaskKind::Common(task.kind) };
            return Some(Task { side, kind, points: task.points, when: task.when });
        }
    };
    let keys = ["ground", "place", "within", "percent", "units", "each", "guns", "edge", "turns", "says"];
    let alien: Vec<&str> = keys.into_iter().filter(|k| !own.contains(k)).collect();
    only(s, t, &alien);
    s.need(t, "points", || Message::verbatim("points = 5"));
    let points = s.whole(t, "points", [1, 1000]).map(|(n, _)| n as i32);
    let when = s.when(t, turns);
    let kind = match word {
        Some("spare") => {
            s.need(t, "percent", || Message::verbatim("percent = 20"));
            let (percent, _) = s.number(t, "percent")?;
            if !(1.0..=99.0).contains(&percent) {
                let wrong = Mistake::new(t.at_key("percent"), say!("no-such-percent", n = percent));
                s.push(wrong.right(say!("from-to", least = 1.0, most = 99.0)));
            }
            TaskKind::Spare { percent }
        }
        _ => {
            s.need(t, "says", || say!("right-judged"));
            TaskKind::Judged { says: s.text_or_none(t, "says").trim().to_string() }
        }
    };
    Some(Task { side, kind, points: points?, when })
}

/// Keys that a task does not have.
fn only(s: &mut Sheet, t: &Tab<'_>, alien: &[&str]) {
    for key in alien.iter().filter(|k| t.has(k)) {
        let wrong = Mistake::new(t.at_key(key), say!("not-of-this-task", key = *key));
        s.push(wrong.right(say!("leave-it-out")));
    }
}

/// `turns = 6`: held at the end of six turns.
fn held_for(s: &mut Sheet, t: &Tab<'_>, what: muster::TaskKind<UnitId>) -> Option<TaskKind> {
    let (turns, at) = s.whole(t, "turns", [1, MOST_TURNS])?;
    let ground = matches!(what, muster::TaskKind::Hold { .. } | muster::TaskKind::HoldPlace { .. });
    if !ground {
        s.push(Mistake::new(at, say!("only-ground-for-turns")).right(say!("right-only-ground-for-turns")));
        return None;
    }
    Some(TaskKind::HoldFor { what, turns: turns as u32 })
}

impl Roll for Field {
    type Unit = UnitId;

    fn unit(&self, side: Side, code: &str) -> Option<UnitId> {
        self.units.iter().find(|u| u.side == side && *u.code == *code).map(|u| u.id)
    }

    fn ground(&self, name: &str) -> bool {
        let g = &self.ground;
        g.patches.iter().any(|p| p.name == name)
            || g.hills.iter().any(|h| h.name == name)
            || g.crossings.iter().any(|b| b.name == name)
            || g.buildings.iter().any(|b| b.name == name)
            || g.lines.iter().any(|l| l.name == name)
    }

    fn on_table(&self, place: V2) -> bool {
        self.ground.holds(place)
    }

    fn may_leave(&self, side: Side, edge: Edge) -> Result<(), Clause> {
        if self.special.exits[side.index()].contains(&edge) { Ok(()) } else { Err(clause!("01.01.4")) }
    }
}
