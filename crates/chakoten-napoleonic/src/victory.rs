//! How a battle ends (play.victory): at the turn the brief gives, when a side concedes or has no intact unit left on the table. The
//! outcome is the state of the tasks; points say what the scenario holds each to be worth, for the book gives none.

use crate::field::{Edge, Field};
use crate::scenario::{FORMAT, Scenario, Task, TaskKind, When};
use crate::troop::{Arm, State};
use crate::unit::{Fate, Side, UnitId};
use crate::{clause, reading, say};
pub use muster::{Done, Tally, Verdict};
use muster::{Spot, Stands};
use std::cmp::Ordering;
use table::Rect;
use umpire::note_shown;
use words::Message;

/// Looks at the battle when a turn has ended: decides tasks whose time has come, and gives the verdict if it is over.
pub fn look(s: &Scenario, f: &mut Field, turn_ended: u32) -> Option<Verdict> {
    note(s, f, turn_ended);
    judge(s, f, turn_ended)
}

/// Decides the tasks whose time has come, and counts the turns for which ground was held. Call it once at the end of every turn.
pub fn note(s: &Scenario, f: &mut Field, turn_ended: u32) {
    f.tasks.resize(s.tasks.len(), None);
    for (i, t) in s.tasks.iter().enumerate() {
        match &t.kind {
            TaskKind::Common(kind) if f.tasks[i].is_none() => {
                f.tasks[i] = common(t, kind).decided(&Standing { s, f }, turn_ended);
            }
            TaskKind::HoldFor { what, turns } if in_time(t.when, turn_ended) => {
                let held = f.tasks[i].unwrap_or(0);
                let now = common(t, what).share(&Standing { s, f }).0;
                f.tasks[i] = Some((held + now).min(*turns));
            }
            TaskKind::Spare { .. } if f.tasks[i].is_none() => {
                let due = match t.when {
                    When::End => None,
                    When::Turn(n) | When::By(n) => Some(n),
                };
                if due.is_some_and(|n| turn_ended >= n) {
                    f.tasks[i] = Some(share(s, f, t).0);
                }
            }
            // The umpire has said so, or has not: rule().
            _ => {}
        }
    }
}

/// Does a turn count towards ground held for a time?
fn in_time(when: When, turn: u32) -> bool {
    match when {
        When::End => true,
        When::Turn(n) | When::By(n) => turn <= n,
    }
}

/// The umpire says whether a task of his is solved; `false` where the task is not for him to judge.
pub fn rule(s: &Scenario, f: &mut Field, task: usize, solved: bool) -> bool {
    f.tasks.resize(s.tasks.len(), None);
    let his = s.tasks.get(task).is_some_and(|t| matches!(t.kind, TaskKind::Judged { .. }));
    if his {
        f.tasks[task] = Some(u32::from(solved));
    }
    his
}

fn common(t: &Task, kind: &muster::TaskKind<UnitId>) -> muster::Task<UnitId> {
    muster::Task { side: t.side, kind: kind.clone(), points: t.points, when: t.when }
}

/// Is it over, and who has won? `None` while it goes on.
pub fn judge(s: &Scenario, f: &Field, turn_ended: u32) -> Option<Verdict> {
    let beaten = Side::BOTH.map(|side| !fit(f, side));
    let last = turn_ended >= s.turns;
    if !last && beaten == [false, false] {
        return None;
    }
    let name = |side: Side| s.side(side).name.as_str();
    let ended = match beaten {
        [true, true] => say!("neither-has-intact-unit"),
        [true, false] => say!("side-has-no-intact-unit", side = name(Side::A)),
        [false, true] => say!("side-has-no-intact-unit", side = name(Side::B)),
        _ => say!("turn-was-last", turn = turn_ended),
    };
    Some(verdict(s, f, ended, beaten == [false, false]))
}

/// A side concedes: the tasks stand as they stand.
pub fn concede(s: &Scenario, f: &Field, side: Side) -> Verdict {
    let ended = say!("side-concedes", side = s.side(side).name.as_str());
    Verdict { winner: Some(side.other()), by: say!("end-conceded"), ..verdict(s, f, ended, true) }
}

fn verdict(s: &Scenario, f: &Field, ended: Message, last_turn: bool) -> Verdict {
    let tally = tally(s, f);
    let [a, b] = tally.points;
    let (winner, why) = match a.cmp(&b) {
        Ordering::Greater => (Some(Side::A), say!("won-by-tasks", ended, more = a, less = b)),
        Ordering::Less => (Some(Side::B), say!("won-by-tasks", ended, more = b, less = a)),
        Ordering::Equal => (None, say!("equal-tasks", ended, points = a)),
    };
    let by = match (last_turn, winner.is_some()) {
        (true, true) => say!("end-last-turn-tasks"),
        (true, false) => say!("end-last-turn-equal"),
        (false, true) => say!("end-nobody-left-tasks"),
        (false, false) => say!("end-nobody-left-equal"),
    };
    Verdict { winner, by, why, clause: note_shown(clause!("play.victory")), tally }
}

/// Has a side an intact unit on the table? Wagons do not fight.
fn fit(f: &Field, side: Side) -> bool {
    let fights = |u: &crate::Unit| u.arm != Arm::Train && u.state.intact();
    let to_come = || f.units.iter().any(|u| u.side == side && u.fate == Fate::Awaited && fights(u));
    f.side(side).any(fights) || (f.readings.is(reading!("end-with-reserves", "goes-on")) && to_come())
}

/// How much of a task is done now, and of how much.
fn share(s: &Scenario, f: &Field, t: &Task) -> (u32, u32) {
    match &t.kind {
        TaskKind::Common(kind) => common(t, kind).share(&Standing { s, f }),
        TaskKind::HoldFor { turns, .. } => (0, *turns),
        TaskKind::Spare { percent } => {
            let (lost, all) = (lost(s, f, t.side), s.side(t.side).strength);
            (u32::from(100.0 * f64::from(lost) <= percent * f64::from(all) + 1e-9), 1)
        }
        TaskKind::Judged { .. } => (0, 1),
    }
}

/// Points and losses as they stand.
pub fn tally(s: &Scenario, f: &Field) -> Tally {
    let stands = Standing { s, f };
    let mut t = Tally::new(Side::BOTH.map(|side| stands.lost(side)));
    for (i, task) in s.tasks.iter().enumerate() {
        // A deadline not reached yet is looked at as it is.
        let (now, of) = share(s, f, task);
        let done = f.tasks.get(i).copied().flatten().unwrap_or(now);
        t.add(task.side, says(f, task), worth(task, done, of));
    }
    t
}

fn worth(t: &Task, done: u32, of: u32) -> (i32, i32) {
    match &t.kind {
        TaskKind::Common(kind) => common(t, kind).worth(done, of),
        _ if done >= of => (t.points, t.points),
        _ => (0, t.points),
    }
}

/// Figures a side has lost: fallen, prisoners, fled.
pub fn lost(s: &Scenario, f: &Field, side: Side) -> u32 {
    let left: u32 = f
        .units
        .iter()
        .filter(|u| u.side == side && u.arm != Arm::Train)
        .filter(|u| matches!(u.fate, Fate::OnTable | Fate::Awaited | Fate::Left))
        .map(|u| u32::from(u.figures))
        .sum();
    s.side(side).strength.saturating_sub(left)
}

/// The field as the judge of tasks asks about it.
struct Standing<'b> {
    s: &'b Scenario,
    f: &'b Field,
}

impl Stands for Standing<'_> {
    type Unit = UnitId;

    fn holds(&self, side: Side, there: &dyn Fn(&Rect) -> bool) -> bool {
        holds(self.f, side, there)
    }

    fn on_ground(&self, name: &str, r: &Rect) -> bool {
        spots(self.f, name).any(|x| x.meets(r))
    }

    fn lost(&self, side: Side) -> (u32, u32) {
        (lost(self.s, self.f, side), self.s.side(side).strength)
    }

    fn guns_taken(&self, side: Side) -> u32 {
        self.f.guns_taken[side.index()]
    }

    fn is_lost(&self, unit: UnitId) -> bool {
        let u = self.f.units.get(unit.index());
        u.is_some_and(|u| matches!(u.fate, Fate::Destroyed | Fate::Surrendered | Fate::Fled))
    }

    fn left_by(&self, unit: UnitId) -> Option<Edge> {
        let u = self.f.units.get(unit.index()).filter(|u| u.fate == Fate::Left)?;
        Some(Edge::nearest([self.f.ground.width, self.f.ground.depth], u.base.front))
    }

    fn is_kept(&self, unit: UnitId) -> bool {
        self.f.units.get(unit.index()).is_some_and(|u| match u.fate {
            Fate::OnTable => u.state != State::Complete,
            Fate::Awaited | Fate::Left | Fate::Joined => true,
            _ => false,
        })
    }
}

/// A side holds what an intact unit of it stands on when no intact enemy does.
fn holds(f: &Field, side: Side, there: impl Fn(&Rect) -> bool) -> bool {
    let stands = |s: Side| {
        f.side(s).filter(|u| u.arm != Arm::Train && u.state.intact()).any(|u| f.rects(u).iter().any(&there))
    };
    stands(side) && !stands(side.other())
}

/// Cm from a line within which a unit holds it.
const AT_LINE: f64 = 2.0;

/// The pieces of ground that have this name.
fn spots<'f>(f: &'f Field, name: &'f str) -> impl Iterator<Item = Spot<'f>> {
    let g = &f.ground;
    let patches = g.patches.iter().filter(move |p| p.name == name).map(|p| Spot::Area(&p.area));
    let hills = g.hills.iter().filter(move |h| h.name == name).map(|h| Spot::Area(&h.area));
    let crossings = g.crossings.iter().filter(move |b| b.name == name).map(|b| Spot::Rect(b.rect));
    let buildings = g.buildings.iter().filter(move |b| b.name == name).map(|b| Spot::Rect(b.rect()));
    let lines =
        f.lines.iter().filter(move |l| l.name == name).map(|l| Spot::Line(&l.path, l.depth / 2.0 + AT_LINE));
    patches.chain(hills).chain(crossings).chain(buildings).chain(lines)
}

/// A task in words.
pub fn says(f: &Field, t: &Task) -> Message {
    let what = match &t.kind {
        TaskKind::Common(kind) => common_says(f, kind),
        TaskKind::HoldFor { what, turns } => {
            let task = common_says(f, what);
            say!("task-hold-for", task, turns = *turns)
        }
        TaskKind::Spare { percent } => say!("task-spare", percent = *percent),
        TaskKind::Judged { says } => say!("task-judged", says = says.as_str()),
    };
    terms(t, what)
}

fn common_says(f: &Field, kind: &muster::TaskKind<UnitId>) -> Message {
    kind.message(FORMAT.unit, |u| f.units.get(u.index()).map(|u| u.code.to_string()))
}

/// A task with when it is looked at and what it is worth.
fn terms(t: &Task, task: Message) -> Message {
    let each = matches!(&t.kind, TaskKind::Common(kind) if common(t, kind).each());
    t.when.terms(task, t.points, each)
}

/// How a task stands, in words. A side hears of what it can count itself; what hangs on enemies it may not see is for `all` to know, or
/// for the end.
pub fn stands(s: &Scenario, f: &Field, task: usize, all: bool) -> Option<Message> {
    use muster::TaskKind::{Exit, Guns, Keep};
    let t = s.tasks.get(task)?;
    let mine =
        matches!(t.kind, TaskKind::Spare { .. } | TaskKind::Common(Guns { .. } | Exit { .. } | Keep { .. }));
    if !mine && !all {
        return None;
    }
    let decided = f.tasks.get(task).copied().flatten();
    let (now, of) = share(s, f, t);
    let done = decided.unwrap_or(now);
    let open = matches!(t.kind, TaskKind::HoldFor { turns, .. } if done < turns);
    Some(muster::progress(done, of, decided.is_some() && !open))
}
