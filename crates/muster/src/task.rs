//! The tasks of the sides: what they are to do, by when, what it is worth, and how far it is done.

use crate::{Fault, Mistake, Sheet, Tab, name_of, say};
use serde::Serialize;
use table::{Edge, Rect, V2};
use toml::de::DeValue;
use umpire::{Clause, Side};
use words::Message;

/// Tasks that a side may have.
const MOST_TASKS: usize = 50;

/// A task of one side; `U` names a unit of the book's.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Task<U> {
    pub side: Side,
    pub kind: TaskKind<U>,
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
pub enum TaskKind<U> {
    /// Own troops fit to hold it on the ground, and no such enemy there.
    Hold { ground: String },
    /// The same within so far of a place.
    HoldPlace { place: V2, within: f64 },
    /// The enemy has lost so many percent of his original strength.
    Losses { percent: f64 },
    /// These enemy units are lost; `each` counts one by one.
    Take { units: Vec<U>, each: bool },
    /// So many enemy guns taken; `each` counts one by one.
    Guns { guns: u32, each: bool },
    /// These own units have left by the edge; `each` counts one by one.
    Exit { units: Vec<U>, edge: Edge, each: bool },
    /// These own units are still there and fit, or have left by order; `each` counts one by one.
    Keep { units: Vec<U>, each: bool },
}

/// The tasks by their words in files, each with the keys it takes.
const TASKS: [(&str, &[&str]); 6] = [
    ("hold", &["ground", "place", "within"]),
    ("losses", &["percent"]),
    ("take", &["units", "each"]),
    ("guns", &["guns", "each"]),
    ("exit", &["units", "edge", "each"]),
    ("keep", &["units", "each"]),
];

/// What the readers of tasks ask of a battle before it begins.
pub trait Roll {
    type Unit: Copy + PartialEq;

    /// The unit of a side that has this code.
    fn unit(&self, side: Side, code: &str) -> Option<Self::Unit>;
    /// Is there a piece of ground of this name that can be held?
    fn ground(&self, name: &str) -> bool;
    fn on_table(&self, place: V2) -> bool;
    /// May units of the side leave by this edge? The clause that forbids it.
    fn may_leave(&self, side: Side, edge: Edge) -> Result<(), Clause>;
}

/// What the judge of tasks asks of a battle under way.
pub trait Stands {
    type Unit: Copy;

    /// Does the side hold what `there` says of a footprint: has it troops fit to hold ground there, and the enemy none?
    fn holds(&self, side: Side, there: &dyn Fn(&Rect) -> bool) -> bool;
    /// Does a footprint stand on the ground of this name?
    fn on_ground(&self, name: &str, r: &Rect) -> bool;
    /// What the side has lost, and what it had.
    fn lost(&self, side: Side) -> (u32, u32);
    fn guns_taken(&self, side: Side) -> u32;
    /// Destroyed, captured or fled.
    fn is_lost(&self, unit: Self::Unit) -> bool;
    fn left_by(&self, unit: Self::Unit) -> Option<Edge>;
    /// Still there and fit, still to come, or gone by order.
    fn is_kept(&self, unit: Self::Unit) -> bool;
}

impl<U: Copy> Task<U> {
    /// Are points given for every unit or gun?
    pub fn each(&self) -> bool {
        match self.kind {
            TaskKind::Take { each, .. }
            | TaskKind::Guns { each, .. }
            | TaskKind::Exit { each, .. }
            | TaskKind::Keep { each, .. } => each,
            _ => false,
        }
    }

    /// How much of it is done, and of how much.
    pub fn share<S: Stands<Unit = U>>(&self, s: &S) -> (u32, u32) {
        let count = |units: &[U], good: &dyn Fn(U) -> bool| {
            (units.iter().filter(|u| good(**u)).count() as u32, units.len() as u32)
        };
        match &self.kind {
            TaskKind::Hold { ground } => (u32::from(s.holds(self.side, &|r| s.on_ground(ground, r))), 1),
            TaskKind::HoldPlace { place, within } => {
                (u32::from(s.holds(self.side, &|r| r.gap_to_point(*place) <= within + table::EPS)), 1)
            }
            TaskKind::Losses { percent } => {
                let (lost, all) = s.lost(self.side.other());
                let enough = 100.0 * f64::from(lost) >= percent * f64::from(all) - 1e-9;
                (u32::from(all > 0 && enough), 1)
            }
            TaskKind::Take { units, .. } => count(units, &|u| s.is_lost(u)),
            TaskKind::Guns { guns, .. } => (s.guns_taken(self.side).min(*guns), *guns),
            TaskKind::Exit { units, edge, .. } => count(units, &|u| s.left_by(u) == Some(*edge)),
            TaskKind::Keep { units, .. } => count(units, &|u| s.is_kept(u)),
        }
    }

    /// What is decided of it at the end of a turn: how much is done for good; `None` while it can still change.
    pub fn decided<S: Stands<Unit = U>>(&self, s: &S, turn_ended: u32) -> Option<u32> {
        let (done, of) = match self.when {
            When::End => return None,
            When::Turn(n) if turn_ended < n => return None,
            _ => self.share(s),
        };
        match self.when {
            When::By(n) if turn_ended < n && done < of => None,
            _ => Some(done),
        }
    }

    /// Points earned and points that could be, when so much is done of so much.
    pub fn worth(&self, done: u32, of: u32) -> (i32, i32) {
        if self.each() {
            (self.points * done as i32, self.points * of as i32)
        } else if done >= of {
            (self.points, self.points)
        } else {
            (0, self.points)
        }
    }
}

impl Sheet {
    /// The tasks of a side.
    pub fn tasks<R: Roll>(&mut self, t: &Tab<'_>, side: Side, roll: &R, turns: u32) -> Vec<Task<R::Unit>> {
        let all = self.tables(t, "task", MOST_TASKS);
        all.iter().filter_map(|x| self.task(x, side, roll, turns)).collect()
    }

    /// One task, for books that have kinds of their own beside these.
    pub fn task<R: Roll>(&mut self, t: &Tab<'_>, side: Side, roll: &R, turns: u32) -> Option<Task<R::Unit>> {
        let words = TASKS.map(|(word, takes)| (word, (word, takes)));
        self.need(t, "task", || say!("right-task"));
        let ((task, takes), _) = self.word(t, "task", &words)?;
        for key in ["ground", "place", "within", "percent", "units", "each", "guns", "edge"] {
            if t.has(key) && !takes.contains(&key) {
                self.fault(t.at_key(key), Fault::NotOfTask { key: key.into(), task, takes });
            }
        }
        self.need(t, "points", || Message::verbatim("points = 5"));
        let points = self.whole(t, "points", [1, 1000]).map(|(n, _)| n as i32);
        let when = self.when(t, turns);
        let each = self.flag(t, "each");
        let kind = match task {
            "hold" => self.hold(t, roll)?,
            "losses" => {
                let percent = self.must_number(t, "percent")?;
                if !(1.0..=100.0).contains(&percent) {
                    self.fault(t.at_key("percent"), Fault::Percent { given: percent });
                }
                TaskKind::Losses { percent }
            }
            "take" => TaskKind::Take { units: self.units(t, side.other(), roll)?, each },
            "guns" => {
                self.need(t, "guns", || say!("right-guns"));
                TaskKind::Guns { guns: self.whole(t, "guns", [1, 1000])?.0 as u32, each }
            }
            "exit" => {
                self.need(t, "edge", || Message::verbatim("edge = \"north\""));
                let units = self.units(t, side, roll);
                let (edge, at) = self.word_of(t, "edge", &Edge::ALL)?;
                if let Err(law) = roll.may_leave(side, edge) {
                    self.push(Mistake::of(at, &Fault::NoExit).by(law));
                }
                TaskKind::Exit { units: units?, edge, each }
            }
            _ => TaskKind::Keep { units: self.units(t, side, roll)?, each },
        };
        Some(Task { side, kind, points: points?, when })
    }

    /// When a task is looked at: `turn`, `by`, or at the end.
    pub fn when(&mut self, t: &Tab<'_>, turns: u32) -> When {
        let [turn, by] = ["turn", "by"].map(|k| self.whole(t, k, [1, turns.into()]).map(|(n, _)| n as u32));
        match (turn, by) {
            (Some(_), Some(_)) => {
                self.fault(t.at(), Fault::TurnAndBy);
                When::End
            }
            (Some(n), None) => When::Turn(n),
            (None, Some(n)) => When::By(n),
            (None, None) => When::End,
        }
    }

    fn hold<R: Roll>(&mut self, t: &Tab<'_>, roll: &R) -> Option<TaskKind<R::Unit>> {
        match (self.text(t, "ground"), t.get("place")) {
            (Some((ground, at)), None) => {
                if !roll.ground(&ground) {
                    self.fault(at, Fault::NoGround { given: ground.clone() });
                }
                Some(TaskKind::Hold { ground })
            }
            (None, Some(v)) => {
                let place = match v.get_ref() {
                    DeValue::Array(a) if a.len() == 2 && !matches!(a[0].get_ref(), DeValue::Array(_)) => {
                        self.point(v)?
                    }
                    _ => self.points(t, "place", 1)?.0[0],
                };
                let within = self.number(t, "within").map_or(10.0, |(n, _)| n);
                if !roll.on_table(place) || !(0.0..=500.0).contains(&within) {
                    let unit = self.unit();
                    self.fault(v.span(), Fault::NoPlace { unit });
                }
                Some(TaskKind::HoldPlace { place, within })
            }
            _ => {
                self.fault(t.at(), Fault::HoldWhat);
                None
            }
        }
    }

    fn units<R: Roll>(&mut self, t: &Tab<'_>, side: Side, roll: &R) -> Option<Vec<R::Unit>> {
        self.need(t, "units", || Message::verbatim("units = [\"W1\", \"W2\"]"));
        let codes = self.texts(t, "units", |at| Mistake::of(at, &Fault::NotCodes))?;
        let mut all = Vec::new();
        if codes.is_empty() {
            self.fault(t.at(), Fault::NoUnits);
        }
        for (code, at) in codes {
            match roll.unit(side, &code) {
                Some(u) if all.contains(&u) => self.fault(at, Fault::UnitTwice { code }),
                Some(u) => all.push(u),
                None => self.fault(at, Fault::NoUnit { side: side.to_string(), code }),
            }
        }
        Some(all)
    }

    /// Edges of the table, such as those by which a side's units may leave by order.
    pub fn edges(&mut self, t: &Tab<'_>, key: &str) -> Vec<Edge> {
        let mut out = Vec::new();
        for (word, at) in self.texts(t, key, |at| Mistake::of(at, &Fault::NoEdges)).unwrap_or_default() {
            match Edge::ALL.into_iter().find(|e| name_of(e) == word) {
                Some(e) => out.push(e),
                None => self.fault(at, Fault::NoEdges),
            }
        }
        out
    }
}
