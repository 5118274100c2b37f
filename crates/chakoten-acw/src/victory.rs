//! Who wins (play.victory): the scenario's tasks and their points, and where it has none or they are equal, who has lost the
//! smaller share of his figures.

use crate::field::{Edge, Field};
use crate::scenario::{Scenario, Task, TaskKind, When};
use crate::troop::{Arm, State};
use crate::unit::{Fate, Side, UnitId};
use crate::{clause, reading};
use muster::Stands;
use serde::Serialize;
use std::cmp::Ordering;
use table::{Area, Rect};

/// How the battle ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// `None`: nobody.
    pub winner: Option<Side>,
    /// The kind of end, without its numbers.
    pub by: String,
    pub why: String,
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
    pub says: String,
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
    let _ = clause!("play.victory");
    let tally = tally(s, f);
    let name = |side: Side| s.side(side).name.as_str();
    let ended = match beaten {
        [true, true] => "neither side has a unit in order or slight disorder left".to_string(),
        [true, false] => format!("{} has no unit in order or slight disorder left", name(Side::A)),
        [false, true] => format!("{} has no unit in order or slight disorder left", name(Side::B)),
        _ => format!("turn {turn_ended} was the last"),
    };
    let [a, b] = tally.points;
    let (winner, how) = match a.cmp(&b) {
        Ordering::Greater => (Some(Side::A), format!("{a} points against {b}")),
        Ordering::Less => (Some(Side::B), format!("{b} points against {a}")),
        Ordering::Equal => {
            let equal = if s.tasks.is_empty() { String::new() } else { format!("{a} points each; ") };
            // Compared as fractions, so that no rounding decides a battle.
            let share = |i: usize, j: usize| u64::from(tally.lost[i]) * u64::from(tally.original[j].max(1));
            let percent = |i: usize| 100.0 * f64::from(tally.lost[i]) / f64::from(tally.original[i].max(1));
            let words = |i: usize, j: usize| {
                format!("{equal}lost {:.1} % of its figures against {:.1} %", percent(i), percent(j))
            };
            match share(0, 1).cmp(&share(1, 0)) {
                Ordering::Less => (Some(Side::A), words(0, 1)),
                Ordering::Greater => (Some(Side::B), words(1, 0)),
                Ordering::Equal => (None, format!("{equal}both lost {:.1} % of their figures", percent(0))),
            }
        }
    };
    let why = format!("{ended}; {how}");
    let by = format!(
        "{}, {}",
        if beaten == [false, false] { "the last turn" } else { "nobody left in order" },
        if a != b {
            "by points"
        } else if winner.is_some() {
            "by losses"
        } else {
            "equal losses"
        }
    );
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
        let (now, of) = task.share(&Standing { s, f });
        let done = f.tasks.get(i).copied().flatten().unwrap_or(now);
        let (points, most) = task.worth(done, of);
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
fn spots<'f>(f: &'f Field, name: &'f str) -> impl Iterator<Item = Spot<'f>> {
    let g = &f.ground;
    let patches = g.patches.iter().filter(move |p| p.name == name).map(|p| Spot::Area(&p.area));
    let hills = g.hills.iter().filter(move |h| h.name == name).map(|h| Spot::Area(&h.area));
    let bridges = g.bridges.iter().filter(move |b| b.name == name).map(|b| Spot::Rect(b.rect));
    let buildings = g.buildings.iter().filter(move |b| b.name == name).map(|b| Spot::Rect(b.rect()));
    patches.chain(hills).chain(bridges).chain(buildings)
}

/// A task in words.
pub fn says(f: &Field, t: &Task) -> String {
    let codes = |units: &[UnitId]| {
        let all: Vec<&str> = units.iter().filter_map(|u| f.units.get(u.index())).map(|u| &*u.code).collect();
        all.join(", ")
    };
    let what = match &t.kind {
        TaskKind::Hold { ground } => format!("hold {ground}"),
        TaskKind::HoldPlace { place, within } => {
            format!("hold the ground within {within} cm of ({}, {})", place.x, place.y)
        }
        TaskKind::Losses { percent } => format!("cost the enemy {percent} % of his figures"),
        TaskKind::Take { units, .. } => format!("take or destroy {}", codes(units)),
        TaskKind::Guns { guns, .. } => format!("take {guns} guns"),
        TaskKind::Exit { units, edge, .. } => {
            let e = match edge {
                Edge::South => "south",
                Edge::West => "west",
                Edge::North => "north",
                Edge::East => "east",
            };
            format!("bring {} off by the {e} edge", codes(units))
        }
        TaskKind::Keep { units, .. } => format!("keep {}", codes(units)),
    };
    format!("{what}{}", terms(t))
}

/// When a task is looked at and what it is worth, in words.
pub(crate) fn terms(t: &Task) -> String {
    let when = match t.when {
        When::End => String::new(),
        When::Turn(n) => format!(" at the end of turn {n}"),
        When::By(n) => format!(" by the end of turn {n}"),
    };
    let worth = if t.each() { "points each" } else { "points" };
    format!("{when}: {} {worth}", t.points)
}

/// How a task stands, in words. A side hears of what it can count itself; what hangs on enemies it may not see is for `all`
/// to know, or for the end.
pub(crate) fn stands(s: &Scenario, f: &Field, task: usize, all: bool) -> Option<String> {
    let t = s.tasks.get(task)?;
    let mine = matches!(t.kind, TaskKind::Guns { .. } | TaskKind::Exit { .. } | TaskKind::Keep { .. });
    if !mine && !all {
        return None;
    }
    let decided = f.tasks.get(task).copied().flatten();
    let (now, of) = t.share(&Standing { s, f });
    let done = decided.unwrap_or(now);
    let settled = if decided.is_some() { ", decided" } else { "" };
    Some(if of == 1 {
        format!("{}{settled}", if done >= 1 { "done" } else { "not done" })
    } else {
        format!("{done} of {of}{settled}")
    })
}
