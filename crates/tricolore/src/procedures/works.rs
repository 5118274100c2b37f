//! Engineers: work tests, what tasks need, and blowing up bridges.

use super::dice::{Against, trained};
use super::{Within, check_disorder, check_metres, check_value, granted};
use crate::book::{BAD, distance, num, table, whole};
use crate::unit::BROKEN_U;
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Readings, Record, SituationError, check_number, impossible};
use words::Message;

umpire::choice!(
    /// How many tests do more than three bases make (work-test.3)?
    ManyEngineers { Five, OneMore }
);

/// The readings that matter to engineers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct WorkReadings {
    pub within: Within,
    pub many_engineers: ManyEngineers,
}

impl WorkReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> WorkReadings {
        WorkReadings {
            within: Within::of(r),
            many_engineers: ManyEngineers::pick(r.is(reading!("many-engineers", "one-more"))),
        }
    }
}

/// An engineer base at the place of a task.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Engineer {
    #[schemars(range(min = 1, max = 10))]
    pub training: u8,
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    #[serde(default)]
    pub enemy: Option<f64>,
    /// It is engaged, or was bombarded in this round.
    #[serde(default)]
    pub disturbed: bool,
    /// It stood still at the place for the whole round.
    #[serde(default = "yes")]
    pub stood_still: bool,
    /// It was in melee in this round.
    #[serde(default)]
    pub in_melee: bool,
}

fn yes() -> bool {
    true
}

impl Engineer {
    /// One that has stood still and was not disturbed.
    pub fn new(training: u8) -> Engineer {
        Engineer { training, disorder: 0, enemy: None, disturbed: false, stood_still: true, in_melee: false }
    }

    /// Does it count as working (work-test.2)?
    pub fn works(&self) -> bool {
        self.stood_still && !self.in_melee && self.disorder < BROKEN_U
    }
}

/// The engineers at one task in a round. Dice: one or two for each test, the bases taking turns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkSituation {
    #[schemars(length(min = 1, max = 20))]
    pub engineers: Vec<Engineer>,
    /// Work points that the task still needs.
    #[schemars(range(min = 1, max = 1000))]
    pub needed: u16,
    #[serde(default)]
    pub readings: WorkReadings,
}

/// Work points of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct WorkOutcome {
    pub points: u8,
    /// The task is finished.
    pub finished: bool,
}

impl WorkOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        if self.finished {
            say!("work-finished", points = self.points)
        } else {
            say!("work-points", points = self.points)
        }
    }
}
words::spoken!(WorkOutcome);

/// Tests of so many working bases (work-test.3).
pub fn work_tests(bases: usize, many: ManyEngineers) -> u8 {
    let t = table("engineering.tests");
    let row = |n: usize| t.cell(&n.to_string(), "tests per round").and_then(whole).map(|n| n as u8);
    let most = t.rows.len();
    match bases {
        0 => 0,
        n if n <= most => row(n).expect(BAD),
        n => {
            let more = if many == ManyEngineers::OneMore { n - most } else { 0 };
            row(most).expect(BAD) + more as u8
        }
    }
}

/// Work tests.
#[derive(Clone, Copy, Debug)]
pub struct WorkTests;

impl Procedure for WorkTests {
    type Situation = WorkSituation;
    /// The tests, each against what and with how many dice, all of which must pass; and the points needed.
    type Prepared = (Vec<(Against, u8)>, u16);
    type Outcome = WorkOutcome;

    const NAME: &'static str = "work-tests";

    fn title() -> Message {
        say!("title-work-tests")
    }

    fn check(s: &WorkSituation) -> Result<(), SituationError> {
        if !(1..=20).contains(&s.engineers.len()) {
            return Err(impossible("engineers", say!("list-at-most", most = 20)));
        }
        for e in &s.engineers {
            check_value("engineers", e.training)?;
            check_disorder("engineers", e.disorder)?;
            check_metres("engineers", e.enemy)?;
        }
        check_number("needed", s.needed.into(), 1, 1000)
    }

    fn prepare(s: &WorkSituation, r: &mut impl Record) -> Self::Prepared {
        let mut ready = Vec::new();
        for e in &s.engineers {
            if !e.works() {
                r.reckon(|| say!("reckon-does-not-work"), clause!("work-test.2"));
                continue;
            }
            let dice = if e.disturbed { 2 } else { 1 };
            r.reckon(|| say!("reckon-work-dice", dice), clause!("work-test.4"));
            ready.push((trained(e.training, e.disorder, e.enemy, s.readings.within, r), dice));
        }
        let tests = work_tests(ready.len(), s.readings.many_engineers);
        r.reckon(|| say!("reckon-work-tests", bases = ready.len(), tests), clause!("work-test.3"));
        let turns = ready.iter().copied().cycle().take(tests.into()).collect();
        (turns, s.needed)
    }

    fn resolve(p: &Self::Prepared, d: &mut impl Dice, r: &mut impl Record) -> WorkOutcome {
        let mut points = 0;
        for (against, dice) in &p.0 {
            points += u8::from(against.pass(*dice, *dice, d, r));
        }
        r.reckon(|| say!("reckon-work-points", points, needed = p.1), clause!("work-test.1"));
        WorkOutcome { points, finished: u16::from(points) >= p.1 }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "engineers": [{ "training": 6 }, { "training": 5, "disturbed": true }], "needed": 10 })
    }
}

/// What engineers do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    LightPontoon,
    HeavyPontoon,
    TakeDownLightPontoon,
    TakeDownHeavyPontoon,
    PrepareWooden,
    PrepareStone,
    LightTrestle,
    HeavyTrestle,
}

impl Task {
    pub const ALL: [Task; 8] = [
        Task::LightPontoon,
        Task::HeavyPontoon,
        Task::TakeDownLightPontoon,
        Task::TakeDownHeavyPontoon,
        Task::PrepareWooden,
        Task::PrepareStone,
        Task::LightTrestle,
        Task::HeavyTrestle,
    ];

    /// Its row in table engineering.tasks.
    pub fn row(self) -> &'static str {
        match self {
            Task::LightPontoon => "light pontoon bridge",
            Task::HeavyPontoon => "heavy pontoon bridge",
            Task::TakeDownLightPontoon => "take down light pontoon bridge",
            Task::TakeDownHeavyPontoon => "take down heavy pontoon bridge",
            Task::PrepareWooden => "prepare wooden bridge for demolition",
            Task::PrepareStone => "prepare stone bridge for demolition",
            Task::LightTrestle => "light trestle bridge",
            Task::HeavyTrestle => "heavy trestle bridge",
        }
    }
}

/// What a bridge is to span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Water {
    #[default]
    River,
    /// A river with low water, or a stream.
    Low,
}

/// A task of engineers. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskSituation {
    pub task: Task,
    /// Metres of bridge.
    pub length: f64,
    #[serde(default)]
    pub water: Water,
    /// A pontoon train is at the site.
    #[serde(default)]
    pub pontoons: bool,
}

/// How many work points a task needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskOutcome {
    /// So many; infantry alone crosses a light bridge.
    Needs {
        points: u16,
        infantry_only: bool,
    },
    MayNot,
}

impl TaskOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            TaskOutcome::Needs { points, infantry_only: true } => say!("task-needs-light", points),
            TaskOutcome::Needs { points, .. } => say!("task-needs", points),
            TaskOutcome::MayNot => say!("task-may-not"),
        }
    }
}
words::spoken!(TaskOutcome);

/// Metres of a pontoon bridge for which its points are enough (pontoon.2).
const PONTOON: f64 = 200.0;
/// The same of a trestle bridge (foot-bridge.1).
const TRESTLE: f64 = 50.0;

/// Work points of a task.
#[derive(Clone, Copy, Debug)]
pub struct WorkPoints;

impl Procedure for WorkPoints {
    type Situation = TaskSituation;
    type Prepared = TaskOutcome;
    type Outcome = TaskOutcome;

    const NAME: &'static str = "work-points";

    fn title() -> Message {
        say!("title-work-points")
    }

    fn check(s: &TaskSituation) -> Result<(), SituationError> {
        check_metres("length", Some(s.length))?;
        if s.length <= 0.0 {
            return Err(impossible("length", say!("bridge-has-length")));
        }
        Ok(())
    }

    fn prepare(s: &TaskSituation, r: &mut impl Record) -> TaskOutcome {
        let points = table("engineering.tasks").cell(s.task.row(), "work points").and_then(num).expect(BAD);
        let pieces = |each: f64| ((s.length - super::TOLERANCE) / each).ceil().max(1.0);
        let light = matches!(s.task, Task::LightPontoon | Task::LightTrestle);
        let (times, by) = match s.task {
            Task::LightPontoon | Task::HeavyPontoon if !s.pontoons => {
                r.reckon(|| say!("reckon-no-pontoons"), clause!("pontoon.1"));
                return TaskOutcome::MayNot;
            }
            Task::LightTrestle | Task::HeavyTrestle if s.water != Water::Low => {
                r.reckon(|| say!("reckon-deep-water"), clause!("foot-bridge.1"));
                return TaskOutcome::MayNot;
            }
            Task::LightPontoon => (pieces(PONTOON), clause!("pontoon.2")),
            Task::HeavyPontoon => (pieces(PONTOON), clause!("pontoon.3")),
            Task::TakeDownLightPontoon | Task::TakeDownHeavyPontoon => {
                (pieces(PONTOON), clause!("pontoon.4"))
            }
            Task::PrepareWooden | Task::PrepareStone => (1.0, clause!("demolition.1")),
            Task::LightTrestle | Task::HeavyTrestle => (pieces(TRESTLE), clause!("foot-bridge.1")),
        };
        let points = (points * times).ceil() as u16;
        r.reckon(|| say!("reckon-task", points), by);
        TaskOutcome::Needs { points, infantry_only: light }
    }

    fn resolve(p: &TaskOutcome, _: &mut impl Dice, _: &mut impl Record) -> TaskOutcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "task": "heavy-pontoon", "length": 150, "pontoons": true })
    }
}

/// A prepared bridge that is to be blown up. Two dice, if it may be tried.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlowSituation {
    /// It has been prepared.
    pub prepared: bool,
    /// Metres from the engineer base to it.
    pub distance: f64,
    #[schemars(range(min = 1, max = 10))]
    pub training: u8,
    #[serde(default)]
    #[schemars(range(max = 8))]
    pub disorder: u8,
    #[serde(default)]
    pub enemy: Option<f64>,
    /// It was tried in this round.
    #[serde(default)]
    pub tried: bool,
    /// Bases on the bridge, of both sides.
    #[serde(default)]
    pub bases: u8,
    #[serde(default)]
    pub readings: WorkReadings,
}

/// What becomes of the bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BlowOutcome {
    /// It is gone, and so many bases with it.
    Blown {
        bases: u8,
    },
    /// Not again in this round.
    Fails,
    MayNot,
}

impl BlowOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            BlowOutcome::Blown { bases } => say!("bridge-blown", bases),
            BlowOutcome::Fails => say!("bridge-stands"),
            BlowOutcome::MayNot => say!("bridge-may-not"),
        }
    }
}
words::spoken!(BlowOutcome);

/// Blowing up a bridge.
#[derive(Clone, Copy, Debug)]
pub struct BlowBridge;

impl Procedure for BlowBridge {
    type Situation = BlowSituation;
    type Prepared = Option<(Against, u8)>;
    type Outcome = BlowOutcome;

    const NAME: &'static str = "blow-bridge";

    fn title() -> Message {
        say!("title-blow-bridge")
    }

    fn check(s: &BlowSituation) -> Result<(), SituationError> {
        check_metres("distance", Some(s.distance))?;
        check_value("training", s.training)?;
        check_disorder("disorder", s.disorder)?;
        check_metres("enemy", s.enemy)
    }

    fn prepare(s: &BlowSituation, r: &mut impl Record) -> Option<(Against, u8)> {
        let limit = distance("engineer to bridge for blowing");
        if !s.prepared || s.tried || !granted(s.distance, limit) {
            r.reckon(|| say!("reckon-cannot-blow", limit), clause!("demolition.2"));
            return None;
        }
        r.reckon(|| say!("reckon-blow-tested"), clause!("demolition.2"));
        Some((trained(s.training, s.disorder, s.enemy, s.readings.within, r), s.bases))
    }

    fn resolve(p: &Option<(Against, u8)>, d: &mut impl Dice, r: &mut impl Record) -> BlowOutcome {
        let Some((against, bases)) = *p else { return BlowOutcome::MayNot };
        if !against.pass(2, 1, d, r) {
            return BlowOutcome::Fails;
        }
        r.reckon(|| say!("reckon-bases-on-bridge", bases), clause!("demolition.3"));
        BlowOutcome::Blown { bases }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "prepared": true, "distance": 60, "training": 6, "bases": 2 })
    }
}
