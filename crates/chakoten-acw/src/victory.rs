//! Who wins (play.victory): the scenario's tasks and their points, and where it has none or they are equal, who has lost the
//! smaller share of his figures.

use crate::field::{Edge, Field};
use crate::scenario::{Scenario, Task, TaskKind, When};
use crate::troop::{Arm, State};
use crate::unit::{Fate, Side, Unit, UnitId};
use crate::{clause, reading, say};
use serde::Serialize;
use std::cmp::Ordering;
use table::{Area, Rect, V2};
use words::{Joint, Message};

/// How the battle ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// `None`: nobody.
    pub winner: Option<Side>,
    /// The kind of end, without its numbers.
    pub by: Message,
    pub why: Message,
    pub tally: Tally,
}

/// What each side has done and lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    pub points: [i32; 2],
    /// Figures fallen, taken or fled.
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

/// Looks at the battle when a turn has ended (play.turn-end): decides tasks whose time has come, and gives the verdict if
/// it is over.
pub fn look(s: &Scenario, f: &mut Field, turn_ended: u32) -> Option<Verdict> {
    note(s, f, turn_ended);
    judge(s, f, turn_ended)
}

/// Decides the tasks whose time has come. Call it at the end of every turn.
pub fn note(s: &Scenario, f: &mut Field, turn_ended: u32) {
    f.tasks.resize(s.tasks.len(), None);
    for (i, t) in s.tasks.iter().enumerate() {
        if f.tasks[i].is_some() {
            continue;
        }
        let (done, of) = match t.when {
            When::End => continue,
            When::Turn(n) if turn_ended < n => continue,
            _ => share(s, f, t),
        };
        let decided = match t.when {
            When::By(n) => turn_ended >= n || done >= of,
            _ => true,
        };
        f.tasks[i] = decided.then_some(done);
    }
}

/// Is it over, and who has won? `None` while it goes on.
pub fn judge(s: &Scenario, f: &Field, turn_ended: u32) -> Option<Verdict> {
    let beaten = Side::BOTH.map(|side| !fit(f, side));
    let last = turn_ended >= s.turns;
    if !last && beaten == [false, false] {
        return None;
    }
    let _ = clause!("play.victory");
    let tally = tally(s, f);
    let name = |side: Side| s.side(side).name.as_str();
    let ended = match beaten {
        [true, true] => say!("neither-has-unit-left"),
        [true, false] => say!("side-has-no-unit-left", side = name(Side::A)),
        [false, true] => say!("side-has-no-unit-left", side = name(Side::B)),
        _ => say!("turn-was-last", turn = turn_ended),
    };
    let [a, b] = tally.points;
    let (winner, why) = match a.cmp(&b) {
        Ordering::Greater => (Some(Side::A), say!("won-by-points", ended, more = a, less = b)),
        Ordering::Less => (Some(Side::B), say!("won-by-points", ended, more = b, less = a)),
        Ordering::Equal => {
            let ended = if s.tasks.is_empty() { ended } else { say!("equal-points", ended, points = a) };
            // Compared as fractions, so that no rounding decides a battle.
            let share = |i: usize, j: usize| u64::from(tally.lost[i]) * u64::from(tally.original[j].max(1));
            let percent = |i: usize| {
                ::words::tenths(100.0 * f64::from(tally.lost[i]) / f64::from(tally.original[i].max(1)))
            };
            match share(0, 1).cmp(&share(1, 0)) {
                Ordering::Less => {
                    (Some(Side::A), say!("won-by-losses", ended, less = percent(0), more = percent(1)))
                }
                Ordering::Greater => {
                    (Some(Side::B), say!("won-by-losses", ended, less = percent(1), more = percent(0)))
                }
                Ordering::Equal => (None, say!("equal-losses-percent", ended, lost = percent(0))),
            }
        }
    };
    let by = match (beaten == [false, false], a != b, winner.is_some()) {
        (true, true, _) => say!("last-turn-by-points"),
        (true, false, true) => say!("last-turn-by-losses"),
        (true, false, false) => say!("last-turn-equal"),
        (false, true, _) => say!("nobody-left-by-points"),
        (false, false, true) => say!("nobody-left-by-losses"),
        (false, false, false) => say!("nobody-left-equal"),
    };
    Some(Verdict { winner, by, why, tally })
}

/// Has a side a unit in OR or LU, on the table or still to come? Wagons do not fight.
fn fit(f: &Field, side: Side) -> bool {
    let to_come = || f.units.iter().any(|u| u.side == side && u.fate == Fate::Awaited && u.arm != Arm::Wagon);
    f.fit(side) || (f.readings.is(reading!("reserves-and-the-end", "no")) && to_come())
}

/// Points and losses as they stand.
pub fn tally(s: &Scenario, f: &Field) -> Tally {
    let mut t = Tally {
        points: [0, 0],
        lost: Side::BOTH.map(|side| lost(s, f, side)),
        original: Side::BOTH.map(|side| s.side(side).strength),
        tasks: Vec::new(),
    };
    for (i, task) in s.tasks.iter().enumerate() {
        // A deadline not reached yet is looked at as it is.
        let (now, of) = share(s, f, task);
        let done = f.tasks.get(i).copied().flatten().unwrap_or(now);
        let (points, most) = if each(task) {
            (task.points * done as i32, task.points * of as i32)
        } else if done >= of {
            (task.points, task.points)
        } else {
            (0, task.points)
        };
        t.points[task.side.index()] += points;
        t.tasks.push(Done { side: task.side, says: says(f, task), points, of: most });
    }
    t
}

/// Figures a side has lost: fallen, prisoners, fled.
pub fn lost(s: &Scenario, f: &Field, side: Side) -> u32 {
    let left: u32 = f
        .units
        .iter()
        .filter(|u| u.side == side && u.arm != Arm::Wagon)
        .filter(|u| matches!(u.fate, Fate::OnTable | Fate::Awaited | Fate::Left))
        .map(|u| u32::from(u.figures))
        .sum();
    s.side(side).strength.saturating_sub(left)
}

fn each(t: &Task) -> bool {
    match t.kind {
        TaskKind::Take { each, .. }
        | TaskKind::Guns { each, .. }
        | TaskKind::Exit { each, .. }
        | TaskKind::Keep { each, .. } => each,
        _ => false,
    }
}

/// How much of a task is done, and of how much.
fn share(s: &Scenario, f: &Field, t: &Task) -> (u32, u32) {
    let count = |units: &[UnitId], good: &dyn Fn(&Unit) -> bool| {
        let n = units.iter().filter(|u| f.units.get(u.index()).is_some_and(good)).count();
        (n as u32, units.len() as u32)
    };
    match &t.kind {
        TaskKind::Hold { ground } => {
            let spots = spots(f, ground);
            (u32::from(holds(f, t.side, |r| spots.iter().any(|x| x.meets(r)))), 1)
        }
        TaskKind::HoldPlace { place, within } => {
            (u32::from(holds(f, t.side, |r| r.gap_to_point(*place) <= within + table::EPS)), 1)
        }
        TaskKind::Losses { percent } => {
            let enemy = t.side.other();
            let all = s.side(enemy).strength;
            let share = 100.0 * f64::from(lost(s, f, enemy));
            (u32::from(all > 0 && share >= percent * f64::from(all) - 1e-9), 1)
        }
        TaskKind::Take { units, .. } => {
            count(units, &|u| matches!(u.fate, Fate::Destroyed | Fate::Captured | Fate::Fled))
        }
        TaskKind::Guns { guns, .. } => (f.guns_taken[t.side.index()].min(*guns), *guns),
        TaskKind::Exit { units, edge, .. } => {
            count(units, &|u| u.fate == Fate::Left && nearest_edge(f, u.base.front) == *edge)
        }
        TaskKind::Keep { units, .. } => count(units, &|u| match u.fate {
            Fate::OnTable => u.state != State::Complete,
            Fate::Awaited | Fate::Left | Fate::Joined => true,
            _ => false,
        }),
    }
}

/// By which edge did it leave?
fn nearest_edge(f: &Field, p: V2) -> Edge {
    let off = |e: Edge| match e {
        Edge::South => p.y,
        Edge::West => p.x,
        Edge::North => f.ground.depth - p.y,
        Edge::East => f.ground.width - p.x,
    };
    Edge::ALL.into_iter().min_by(|a, b| off(*a).total_cmp(&off(*b))).unwrap_or(Edge::South)
}

/// A side holds what its troops in OR or LU stand on when no such enemy does.
fn holds(f: &Field, side: Side, there: impl Fn(&Rect) -> bool) -> bool {
    let stands = |s: Side| {
        f.side(s)
            .filter(|u| u.arm != Arm::Wagon && u.state <= State::Slight)
            .any(|u| f.rects(u).iter().any(&there))
    };
    stands(side) && !stands(side.other())
}

enum Spot<'f> {
    Area(&'f Area),
    Rect(Rect),
}

impl Spot<'_> {
    fn meets(&self, r: &Rect) -> bool {
        match self {
            Spot::Area(a) => a.overlaps(r),
            Spot::Rect(x) => x.penetration(r) > -table::EPS,
        }
    }
}

/// The pieces of ground that have this name.
fn spots<'f>(f: &'f Field, name: &str) -> Vec<Spot<'f>> {
    let g = &f.ground;
    let mut all: Vec<Spot<'f>> =
        g.patches.iter().filter(|p| p.name == name).map(|p| Spot::Area(&p.area)).collect();
    all.extend(g.hills.iter().filter(|h| h.name == name).map(|h| Spot::Area(&h.area)));
    all.extend(g.bridges.iter().filter(|b| b.name == name).map(|b| Spot::Rect(b.rect)));
    all.extend(g.buildings.iter().filter(|b| b.name == name).map(|b| Spot::Rect(b.rect())));
    all
}

/// A task in words.
pub fn says(f: &Field, t: &Task) -> Message {
    let codes = |units: &[UnitId]| {
        let all = units.iter().filter_map(|u| f.units.get(u.index()));
        ::words::list(all.map(|u| Message::verbatim(u.code.to_string())), Joint::Comma)
    };
    let what = match &t.kind {
        TaskKind::Hold { ground } => say!("task-hold", ground),
        TaskKind::HoldPlace { place, within } => say!("task-hold-place", within, x = place.x, y = place.y),
        TaskKind::Losses { percent } => say!("task-losses", percent),
        TaskKind::Take { units, .. } => say!("task-take", units = codes(units)),
        TaskKind::Guns { guns, .. } => say!("task-guns", guns),
        TaskKind::Exit { units, edge: Edge::South, .. } => say!("task-exit-south", units = codes(units)),
        TaskKind::Exit { units, edge: Edge::West, .. } => say!("task-exit-west", units = codes(units)),
        TaskKind::Exit { units, edge: Edge::North, .. } => say!("task-exit-north", units = codes(units)),
        TaskKind::Exit { units, edge: Edge::East, .. } => say!("task-exit-east", units = codes(units)),
        TaskKind::Keep { units, .. } => say!("task-keep", units = codes(units)),
    };
    terms(t, what)
}

/// A task with when it is looked at and what it is worth.
pub(crate) fn terms(t: &Task, task: Message) -> Message {
    let points = t.points;
    match (t.when, each(t)) {
        (When::End, false) => say!("task-at-end", task, points),
        (When::End, true) => say!("task-at-end-each", task, points),
        (When::Turn(turn), false) => say!("task-at-turn", task, turn, points),
        (When::Turn(turn), true) => say!("task-at-turn-each", task, turn, points),
        (When::By(turn), false) => say!("task-by-turn", task, turn, points),
        (When::By(turn), true) => say!("task-by-turn-each", task, turn, points),
    }
}

/// How a task stands, in words. A side hears of what it can count itself; what hangs on enemies it may not see is for `all`
/// to know, or for the end.
pub(crate) fn stands(s: &Scenario, f: &Field, task: usize, all: bool) -> Option<Message> {
    let t = s.tasks.get(task)?;
    let mine = matches!(t.kind, TaskKind::Guns { .. } | TaskKind::Exit { .. } | TaskKind::Keep { .. });
    if !mine && !all {
        return None;
    }
    let decided = f.tasks.get(task).copied().flatten();
    let (now, of) = share(s, f, t);
    let done = decided.unwrap_or(now);
    Some(match (of, done, decided.is_some()) {
        (1, 0, false) => say!("not-done"),
        (1, 0, true) => say!("not-done-decided"),
        (1, _, false) => say!("done"),
        (1, _, true) => say!("done-decided"),
        (_, _, false) => say!("done-of", done, of),
        (_, _, true) => say!("done-of-decided", done, of),
    })
}
