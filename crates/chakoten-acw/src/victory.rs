//! Who wins (play.victory): the scenario's tasks and their points, and where it has none or they are equal, who has lost the
//! smaller share of his figures.

use crate::field::{Edge, Field};
use crate::scenario::{FORMAT, Scenario, Task, TaskKind};
use crate::troop::{Arm, State};
use crate::unit::{Fate, Side, UnitId};
use crate::{clause, reading, say};
pub use muster::{Done, Tally, Verdict};
use muster::{Spot, Stands};
use std::cmp::Ordering;
use table::Rect;
use umpire::note_shown;
use words::Message;

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
        if f.tasks[i].is_none() {
            f.tasks[i] = t.decided(&Standing { s, f }, turn_ended);
        }
    }
}

/// Is it over, and who has won? `None` while it goes on.
pub fn judge(s: &Scenario, f: &Field, turn_ended: u32) -> Option<Verdict> {
    let beaten = Side::BOTH.map(|side| !fit(f, side));
    let last = turn_ended >= s.turns;
    if !last && beaten == [false, false] {
        return None;
    }
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
    Some(Verdict { winner, by, why, clause: note_shown(clause!("play.victory")), tally })
}

/// Has a side a unit in OR or LU, on the table or still to come? Wagons do not fight.
fn fit(f: &Field, side: Side) -> bool {
    let to_come = || f.units.iter().any(|u| u.side == side && u.fate == Fate::Awaited && u.arm != Arm::Wagon);
    f.fit(side) || (f.readings.is(reading!("reserves-and-the-end", "no")) && to_come())
}

/// Points and losses as they stand.
pub fn tally(s: &Scenario, f: &Field) -> Tally {
    let stands = Standing { s, f };
    let mut t = Tally::new(Side::BOTH.map(|side| stands.lost(side)));
    for (i, task) in s.tasks.iter().enumerate() {
        // A deadline not reached yet is looked at as it is.
        let (now, of) = task.share(&stands);
        let done = f.tasks.get(i).copied().flatten().unwrap_or(now);
        t.add(task.side, says(f, task), task.worth(done, of));
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
        u.is_some_and(|u| matches!(u.fate, Fate::Destroyed | Fate::Captured | Fate::Fled))
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

/// A side holds what its troops in OR or LU stand on when no such enemy does.
fn holds(f: &Field, side: Side, there: impl Fn(&Rect) -> bool) -> bool {
    let stands = |s: Side| {
        f.side(s)
            .filter(|u| u.arm != Arm::Wagon && u.state <= State::Slight)
            .any(|u| f.rects(u).iter().any(&there))
    };
    stands(side) && !stands(side.other())
}

/// The pieces of ground that have this name.
fn spots<'f>(f: &'f Field, name: &'f str) -> impl Iterator<Item = Spot<'f>> {
    let g = &f.ground;
    let patches = g.patches.iter().filter(move |p| p.name == name).map(|p| Spot::Area(&p.area));
    let hills = g.hills.iter().filter(move |h| h.name == name).map(|h| Spot::Area(&h.area));
    let bridges = g.bridges.iter().filter(move |b| b.name == name).map(|b| Spot::Rect(b.rect));
    let buildings = g.buildings.iter().filter(move |b| b.name == name).map(|b| Spot::Rect(b.rect()));
    patches.chain(hills).chain(bridges).chain(buildings)
}

/// A task in words.
pub fn says(f: &Field, t: &Task) -> Message {
    let code = |u: UnitId| f.units.get(u.index()).map(|u| u.code.to_string());
    t.terms(t.kind.message(FORMAT.unit, code))
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
    let (now, of) = t.share(&Standing { s, f });
    let done = decided.unwrap_or(now);
    Some(muster::progress(done, of, decided.is_some()))
}
