//! Works under way: acquiring materials, unforeseen delay, and the work units of a party (19.03, 19.04).

use super::one_die;
use crate::book::works::data;
use crate::works::task::{Crew, Idle, Leaders, Party, Task, percent};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Procedure, Readings, Record, Refusal, SituationError, check_count, impossible};
use words::Message;

umpire::choice!(
    /// Of what is the delay a percentage (19.03.5): of the time of the table, or of the time lengthened by acquisition?
    DelayOf { TableTime, LongerTime }
);
umpire::choice!(
    /// Does the rest come on top of the working time (19.04.5.a), or is it part of it?
    WorkRest { OnTop, Included }
);
umpire::choice!(
    /// Does a turn of work under effective fire count (play.work)?
    WorkUnderFire { Counts, Lost }
);
umpire::choice!(
    /// How is a fire from shelling put out (17.04.4): by one attempt of the occupants, or as one set by hand?
    ShelledFire { OneAttempt, AsSetByHand }
);
umpire::choice!(
    /// How do occupants in U come out of a building (play.building): in half a turn, or at once?
    BeatenOccupants { Leave, SetOutside }
);

/// The readings that matter to works, buildings and fires, by the ids that `vedette rules chakoten-napoleonic readings` lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct WorkReadings {
    /// Of what is the delay a percentage (19.03.5)?
    pub delay_of: DelayOf,
    /// Does the rest come on top of the working time (19.04.5.a)?
    pub work_rest: WorkRest,
    /// Does a turn of work under effective fire count (play.work)?
    pub work_under_fire: WorkUnderFire,
    /// How is a fire from shelling put out (17.04.4)?
    pub shelled_fire: ShelledFire,
    /// How do occupants in U come out (play.building)?
    pub beaten_occupants: BeatenOccupants,
}

impl WorkReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> WorkReadings {
        WorkReadings {
            delay_of: DelayOf::pick(r.is(reading!("delay-of", "longer-time"))),
            work_rest: WorkRest::pick(r.is(reading!("work-rest", "included"))),
            work_under_fire: WorkUnderFire::pick(r.is(reading!("work-under-fire", "lost"))),
            shelled_fire: ShelledFire::pick(r.is(reading!("shelled-fire", "as-set-by-hand"))),
            beaten_occupants: BeatenOccupants::pick(r.is(reading!("beaten-occupants", "set-outside"))),
        }
    }
}

/// What a refusal of the book makes of a situation that names such a thing.
pub(super) fn cannot(field: &'static str, refusal: Refusal) -> SituationError {
    impossible(field, refusal.message())
}

fn one() -> u32 {
    1
}

/// A work is begun with materials that have to be found. One die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AcquisitionSituation {
    pub task: Task,
    /// How many of the smallest quantities are to be made.
    #[serde(default = "one")]
    pub pieces: u32,
    /// The work units that begin.
    #[serde(default = "one")]
    pub units: u32,
}

/// How much longer the work takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Longer {
    /// In turns.
    pub turns: u32,
}

impl Longer {
    /// In words.
    pub fn message(&self) -> Message {
        match self.turns {
            0 => say!("takes-no-longer"),
            turns => say!("takes-longer", turns),
        }
    }
}
words::spoken!(Longer);

/// The procedure of acquiring materials.
#[derive(Clone, Copy, Debug)]
pub struct Acquisition;

impl Procedure for Acquisition {
    type Situation = AcquisitionSituation;
    /// The ordinary working time.
    type Prepared = u32;
    type Outcome = Longer;

    const NAME: &'static str = "acquisition";

    fn title() -> Message {
        say!("title-acquisition")
    }

    fn check(s: &AcquisitionSituation) -> Result<(), SituationError> {
        check_count("pieces", s.pieces, 1)?;
        check_count("units", s.units, 1)?;
        let terms = s.task.terms().map_err(|e| cannot("task", e))?;
        if terms.acquisition {
            return Ok(());
        }
        let by = clause!("19.04.6");
        Err(impossible("task", say!("no-acquisition", task = s.task, by)))
    }

    fn prepare(s: &AcquisitionSituation, r: &mut impl Record) -> u32 {
        r.clause(clause!("19.03.1"));
        ordinary(s.task, s.pieces, s.units, r)
    }

    fn resolve(ordinary: &u32, d: &mut impl Dice, r: &mut impl Record) -> Longer {
        let die = one_die(d, r);
        let (of, by) = (*ordinary, data().longer(die.into()));
        let turns = percent(of, by);
        r.reckon(|| say!("reckon-longer", result = die, percent = by, of, turns), clause!("19.03.2"));
        Longer { turns }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "task": { "do": "build", "work": "breastwork-1" } })
    }
}

/// The ordinary working time, written down.
fn ordinary(task: Task, pieces: u32, units: u32, r: &mut impl Record) -> u32 {
    let Ok(terms) = task.terms() else { return 0 };
    let (each, turns) = (terms.turns, terms.ordinary(pieces, units));
    r.reckon(|| say!("reckon-ordinary-time", pieces, units, each, turns), clause!("19.04.4"));
    turns
}

/// The ordinary working time of a work has run out. One die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DelaySituation {
    pub task: Task,
    #[serde(default = "one")]
    pub pieces: u32,
    #[serde(default = "one")]
    pub units: u32,
    /// The turns by which acquisition lengthened it.
    #[serde(default)]
    pub longer: u32,
    /// The turns in which it was under effective fire.
    #[serde(default)]
    pub under_fire: u32,
    #[serde(default)]
    pub readings: WorkReadings,
}

/// The procedure of the delay of a work.
#[derive(Clone, Copy, Debug)]
pub struct DelayOfWork;

impl Procedure for DelayOfWork {
    type Situation = DelaySituation;
    /// The time of which it is a part, and the points off the die.
    type Prepared = (u32, i32);
    type Outcome = Longer;

    const NAME: &'static str = "delay-of-work";

    fn title() -> Message {
        say!("title-delay-of-work")
    }

    fn check(s: &DelaySituation) -> Result<(), SituationError> {
        check_count("pieces", s.pieces, 1)?;
        check_count("units", s.units, 1)?;
        check_count("longer", s.longer, 0)?;
        check_count("under_fire", s.under_fire, 0)?;
        s.task.terms().map(drop).map_err(|e| cannot("task", e))
    }

    fn prepare(s: &DelaySituation, r: &mut impl Record) -> (u32, i32) {
        r.clause(clause!("19.03.4"));
        let mut of = ordinary(s.task, s.pieces, s.units, r);
        if s.readings.delay_of == DelayOf::LongerTime && s.longer > 0 {
            of = of.saturating_add(s.longer);
            r.reckon(|| say!("reckon-longer-time", longer = s.longer, of), clause!("19.03.5"));
        }
        let off = s.under_fire.min(umpire::MANY) as i32;
        if off > 0 {
            r.modifier("work", say!("turns-under-fire"), -off, clause!("19.03.5"));
        }
        (of, -off)
    }

    fn resolve((of, off): &(u32, i32), d: &mut impl Dice, r: &mut impl Record) -> Longer {
        let result = i32::from(one_die(d, r)) + off;
        r.total("result", result);
        let by = data().longer(result);
        let turns = percent(*of, by);
        r.reckon(|| say!("reckon-longer", result, percent = by, of = *of, turns), clause!("19.03.5"));
        Longer { turns }
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "task": { "do": "build", "work": "abatis" }, "under_fire": 1 })
    }
}

/// A party that is set to work. No dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkUnitsSituation {
    pub task: Task,
    #[serde(default)]
    pub party: Party,
    #[serde(default)]
    pub leaders: Leaders,
}

/// How it works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkUnitsOutcome {
    Works(Crew),
    Idle(Idle),
}

impl WorkUnitsOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        match *self {
            WorkUnitsOutcome::Works(Crew { units, half: false }) => say!("work-units", units),
            WorkUnitsOutcome::Works(Crew { units, half: true }) => say!("work-units-half", units),
            WorkUnitsOutcome::Idle(why) => why.message(),
        }
    }
}
words::spoken!(WorkUnitsOutcome);

/// The procedure of dividing a party into work units.
#[derive(Clone, Copy, Debug)]
pub struct WorkUnits;

impl Procedure for WorkUnits {
    type Situation = WorkUnitsSituation;
    type Prepared = WorkUnitsOutcome;
    type Outcome = WorkUnitsOutcome;

    const NAME: &'static str = "work-units";

    fn title() -> Message {
        say!("title-work-units")
    }

    fn check(s: &WorkUnitsSituation) -> Result<(), SituationError> {
        check_count("party", s.party.figures(), 1)?;
        let l = &s.leaders;
        for n in [l.engineer_officers, l.artillery_officers, l.pioneer_ncos, l.artillery_ncos, l.officers] {
            check_count("leaders", n, 0)?;
        }
        s.task.terms().map(drop).map_err(|e| cannot("task", e))
    }

    fn prepare(s: &WorkUnitsSituation, r: &mut impl Record) -> WorkUnitsOutcome {
        let Ok(terms) = s.task.terms() else { return WorkUnitsOutcome::Idle(Idle::TooFew) };
        match terms.crew(&s.party, &s.leaders, r) {
            Ok(crew) => WorkUnitsOutcome::Works(crew),
            Err(why) => WorkUnitsOutcome::Idle(why),
        }
    }

    fn resolve(o: &WorkUnitsOutcome, _: &mut impl Dice, _: &mut impl Record) -> WorkUnitsOutcome {
        *o
    }

    fn example() -> serde_json::Value {
        serde_json::json!({
            "task": { "do": "build", "work": "breastwork-2" },
            "party": { "pioneers": 11, "others": 20 },
            "leaders": { "engineer_officers": 1 },
        })
    }
}
