//! How a battle ended, what each side has done in it, and the words for its tasks.

use crate::{Called, Task, TaskKind, When, say};
use serde::Serialize;
use table::{Area, Edge, Polyline, Rect};
use umpire::{Clause, Side};
use words::{Joint, Message};

/// How the battle ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// `None`: nobody.
    pub winner: Option<Side>,
    /// The kind of end, without its numbers.
    pub by: Message,
    pub why: Message,
    pub clause: Clause,
    pub tally: Tally,
}

/// What each side has done and lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    pub points: [i32; 2],
    /// Fallen, taken or fled.
    pub lost: [u32; 2],
    pub original: [u32; 2],
    pub tasks: Vec<Done>,
}

/// A task and how far it is done.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Done {
    pub side: Side,
    pub says: Message,
    /// Points earned, and those that could be.
    pub points: i32,
    pub of: i32,
}

impl Tally {
    /// Before any task is looked at: what each side has lost of what it had.
    pub fn new(lost: [(u32, u32); 2]) -> Tally {
        Tally { points: [0, 0], lost: lost.map(|l| l.0), original: lost.map(|l| l.1), tasks: Vec::new() }
    }

    /// A task of a side, with the points earned and those that could be.
    pub fn add(&mut self, side: Side, says: Message, (points, of): (i32, i32)) {
        self.points[side.index()] += points;
        self.tasks.push(Done { side, says, points, of });
    }
}

/// A piece of ground that can be held.
#[derive(Clone, Copy, Debug)]
pub enum Spot<'g> {
    Area(&'g Area),
    Rect(Rect),
    /// A line: who stands within so far of it.
    Line(&'g Polyline, f64),
}

impl Spot<'_> {
    /// Does a footprint stand on it?
    pub fn meets(&self, r: &Rect) -> bool {
        match self {
            Spot::Area(a) => a.overlaps(r),
            Spot::Rect(x) => x.penetration(r) > -table::EPS,
            Spot::Line(p, within) => {
                p.segments().any(|(a, b)| Rect::between(a, b).gap(r) <= within + table::EPS)
            }
        }
    }
}

impl<U: Copy> TaskKind<U> {
    /// In words, by what the book calls its lengths and the codes of its units.
    pub fn message(&self, unit: Called, code: impl Fn(U) -> Option<String>) -> Message {
        let codes = |units: &[U]| {
            let all = units.iter().filter_map(|u| code(*u));
            words::list(all.map(Message::verbatim), Joint::Comma)
        };
        match self {
            TaskKind::Hold { ground } => say!("task-hold", ground),
            TaskKind::HoldPlace { place, within } => {
                say!("task-hold-place", within, unit = unit.message(), x = place.x, y = place.y)
            }
            TaskKind::Losses { percent } => say!("task-losses", percent),
            TaskKind::Take { units, .. } => say!("task-take", units = codes(units)),
            TaskKind::Guns { guns, .. } => say!("task-guns", guns),
            TaskKind::Exit { units, edge: Edge::South, .. } => say!("task-exit-south", units = codes(units)),
            TaskKind::Exit { units, edge: Edge::West, .. } => say!("task-exit-west", units = codes(units)),
            TaskKind::Exit { units, edge: Edge::North, .. } => say!("task-exit-north", units = codes(units)),
            TaskKind::Exit { units, edge: Edge::East, .. } => say!("task-exit-east", units = codes(units)),
            TaskKind::Keep { units, .. } => say!("task-keep", units = codes(units)),
        }
    }
}

impl<U: Copy> Task<U> {
    /// A task in these words, with when it is looked at and what it is worth.
    pub fn terms(&self, task: Message) -> Message {
        self.when.terms(task, self.points, self.each())
    }
}

impl When {
    /// A task in words, with when it is looked at and what it is worth; `each`: every unit or gun.
    pub fn terms(self, task: Message, points: i32, each: bool) -> Message {
        match (self, each) {
            (When::End, false) => say!("task-at-end", task, points),
            (When::End, true) => say!("task-at-end-each", task, points),
            (When::Turn(turn), false) => say!("task-at-turn", task, turn, points),
            (When::Turn(turn), true) => say!("task-at-turn-each", task, turn, points),
            (When::By(turn), false) => say!("task-by-turn", task, turn, points),
            (When::By(turn), true) => say!("task-by-turn-each", task, turn, points),
        }
    }
}

/// How a task stands, in words: so much of so much, and whether that is decided.
pub fn progress(done: u32, of: u32, decided: bool) -> Message {
    match (of, done, decided) {
        (1, 0, false) => say!("not-done"),
        (1, 0, true) => say!("not-done-decided"),
        (1, _, false) => say!("done"),
        (1, _, true) => say!("done-decided"),
        (_, _, false) => say!("done-of", done, of),
        (_, _, true) => say!("done-of-decided", done, of),
    }
}
