//! Works under way, turn by turn: what play keeps on the field and advances at the end of each turn (chapters 17 and 19, play.work).
//!
//! Nothing here knows the table: it is told the facts of a turn and says what was done, what roll is due and what is finished, each with
//! the clauses on which it rests.

use crate::book::numbers;
pub mod building;
pub mod charge;
pub mod fires;
pub mod labour;
pub mod mine;
pub mod siege;
pub mod task;

use crate::book::features::Feature;
use crate::book::works::{Craft, Digging, Method, Object, Quantity, Work};
use crate::procedures::works::{
    AcquisitionSituation, DelaySituation, Longer, WorkReadings, WorkRest, WorkUnderFire,
};
use crate::troop::State;
use crate::{clause, say};
use serde::{Deserialize, Serialize};
use task::{Crew, Idle, Leaders, Party, Task, Terms};
use umpire::{Clause, Grounds, Record, Refusal, allow};
use words::Message;

/// Of what a procedure writes down only the clauses.
#[derive(Clone, Debug, Default)]
pub struct Footing(pub Grounds);

impl Record for Footing {
    fn modifier(&mut self, _: &'static str, _: impl Into<Message>, _: i32, clause: Clause) {
        self.0.add(clause);
    }
    fn kept_modifier(&mut self, _: &'static str, _: impl Into<Message>, _: i32, clause: Clause) {
        self.0.add(clause);
    }
    fn die(&mut self, _: u8) {}
    fn total(&mut self, _: &'static str, _: i32) {}
    fn clause(&mut self, clause: Clause) {
        self.0.add(clause);
    }
    fn reckon(&mut self, _: impl FnOnce() -> Message, clause: Clause) {
        self.0.add(clause);
    }
}

fn grounds<const N: usize>(clauses: [Clause; N]) -> Grounds {
    let mut g = Grounds::default();
    clauses.into_iter().for_each(|c| g.add(c));
    g
}

/// One of the smallest quantities of a work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Piece {
    /// Worked, in half turns.
    worked: u32,
    rest: Rest,
}

/// The rest in the middle of a work period (19.04.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Rest {
    #[default]
    Ahead,
    /// So many turns are left of it.
    Now(u32),
    Over,
}

/// How far a work is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    #[default]
    New,
    /// In the ordinary working time, lengthened by acquisition.
    Working,
    /// The delay roll is due for so many work units.
    DelayDue {
        units: u32,
    },
    /// In the time that the delay roll added.
    Delayed,
    Done,
}

/// A work under way. It lies at its place, whoever works at it (19.04.3.b).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Site {
    pub task: Task,
    /// In cm, metres or charges.
    amount: f64,
    pieces: Vec<Piece>,
    /// Time beyond the table's, in half turns of one work unit.
    extra: u32,
    /// The turns by which acquisition lengthened it.
    longer: u32,
    /// The turns in which it was under effective fire.
    under_fire: u32,
    /// Turns of the umpire's delay that have yet to pass (19.10.1, 19.03.3.a).
    wait: u32,
    /// A blast after one that destroyed in part (19.07.4).
    #[serde(default)]
    second: bool,
    stage: Stage,
}

/// What there is to work with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Means {
    /// Materials lie within [`MATERIALS_NEAR`] of the place.
    pub materials_near: bool,
    /// They have been brought up as the umpire said (19.03.3.a).
    pub fetched: bool,
    /// Pontoons that have been driven up.
    pub pontoons: u32,
    /// Turns that the umpire adds because of terrain or current (19.10.1), or until materials are brought (19.03.3.a).
    pub delay: u32,
}

/// Materials that lie so near, in cm, need neither transport nor acquisition (19.03.3.b).
pub const MATERIALS_NEAR: f64 = numbers::MATERIALS_NEAR;

/// No work is looked ahead for more turns than this.
const MOST_TURNS: u32 = 10_000;

/// The bridge that one pontoon carries, in cm (19.10.2).
const CARRIED_BY_PONTOON: f64 = numbers::PONTOON;

/// A work is begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The acquisition roll is due.
    pub roll: bool,
    /// Pontoons that are used up.
    pub pontoons: u32,
    pub by: Grounds,
}

/// What happened at a place in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkTurn {
    /// The figures at the end of the turn.
    pub party: Party,
    pub leaders: Leaders,
    /// The unit had the order to work (19.01.1).
    pub ordered: bool,
    /// It stood at the place from the beginning of the turn to its end.
    pub at_place: bool,
    pub state: State,
    pub fired: bool,
    pub fought: bool,
    pub moved: bool,
    /// Men it lost by fire.
    pub men_lost: u32,
    /// Fire had an effect on its morale.
    pub shaken: bool,
    /// It has worked a whole spell, or must rest (19.01.3.b).
    pub spent: bool,
    /// A fresh unit has taken the place of the one that worked before.
    pub relief: bool,
    /// Powder at the place, in quarters of a charge.
    pub powder: u32,
}

impl WorkTurn {
    /// Fire that cost a man or shook it (19.03.5).
    pub fn under_effective_fire(&self) -> bool {
        self.men_lost > 0 || self.shaken
    }
}

/// Why a turn of work is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lost {
    NotBegun,
    NotOrdered,
    NotThere,
    Stirred,
    Disorder,
    UnderFire,
    Spent,
    Nobody(Idle),
    NoPowder,
    Waiting,
}

impl Lost {
    /// In words.
    pub fn message(self) -> Message {
        match self {
            Lost::NotBegun => say!("lost-not-begun"),
            Lost::NotOrdered => say!("lost-not-ordered"),
            Lost::NotThere => say!("lost-not-there"),
            Lost::Stirred => say!("lost-stirred"),
            Lost::Disorder => say!("lost-disorder"),
            Lost::UnderFire => say!("lost-under-fire"),
            Lost::Spent => say!("lost-spent"),
            Lost::Nobody(why) => why.message(),
            Lost::NoPowder => say!("lost-no-powder"),
            Lost::Waiting => say!("lost-waiting"),
        }
    }
}
words::spoken!(Lost);

/// What a turn came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Progress {
    Lost(Lost),
    /// All who worked here rest.
    Resting,
    Worked,
    /// The ordinary working time has run out: the delay roll is due.
    DelayDue,
    Finished(Finished),
}

/// What is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finished {
    Built(Work),
    Levelled(Work),
    Strengthened,
    /// The blast can be fired.
    Charged(Object),
    /// The roll for fire is due.
    Laid(Object),
    DeckOff(Object),
    Destroyed(Object),
    Dug(Digging),
}

impl Finished {
    /// In words.
    pub fn message(self) -> Message {
        match self {
            Finished::Built(work) => say!("finished-built", work),
            Finished::Levelled(work) => say!("finished-levelled", work),
            Finished::Strengthened => say!("finished-strengthened"),
            Finished::Charged(object) => say!("finished-charged", object),
            Finished::Laid(object) => say!("finished-laid", object),
            Finished::DeckOff(object) => say!("finished-deck-off", object),
            Finished::Destroyed(object) => say!("finished-destroyed", object),
            Finished::Dug(digging) => say!("finished-dug", digging),
        }
    }
}
words::spoken!(Finished);

impl Progress {
    /// In words.
    pub fn message(self) -> Message {
        match self {
            Progress::Lost(why) => why.message(),
            Progress::Resting => say!("progress-resting"),
            Progress::Worked => say!("progress-worked"),
            Progress::DelayDue => say!("progress-delay-due"),
            Progress::Finished(what) => what.message(),
        }
    }
}
words::spoken!(Progress);

/// A turn's progress and the clauses on which it rests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub progress: Progress,
    pub by: Grounds,
}

impl Site {
    /// A place where something is to be done: so many cm, metres or charges of it, or pieces.
    pub fn new(task: Task, amount: f64) -> Result<Site, Refusal> {
        task.terms()?;
        let amount = if amount.is_finite() { amount.clamp(0.0, f64::from(umpire::MANY)) } else { 0.0 };
        Ok(Site {
            task,
            amount,
            pieces: vec![Piece::default(); task.pieces(amount) as usize],
            extra: 0,
            longer: 0,
            under_fire: 0,
            wait: 0,
            second: false,
            stage: Stage::New,
        })
    }

    /// A new blast of an object that the first destroyed in part: it takes half the powder (19.07.4).
    pub fn second_blast(object: Object, amount: f64) -> Result<Site, Refusal> {
        let site = Site::new(Task::Destroy { object, method: Method::Blast }, amount)?;
        Ok(Site { second: true, ..site })
    }

    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// How many of the smallest quantities it has.
    pub fn pieces(&self) -> u32 {
        self.pieces.len() as u32
    }

    /// How many of them have had their ordinary time.
    pub fn pieces_done(&self, readings: &WorkReadings) -> u32 {
        let Ok(terms) = self.task.terms() else { return 0 };
        let whole = working_time(&terms, readings);
        self.pieces.iter().filter(|p| p.worked >= whole).count() as u32
    }

    /// The pontoons that it takes.
    pub fn pontoons(&self) -> Option<(u32, Clause)> {
        match self.task {
            Task::Build { work: Work::PontoonBridge } => {
                let spans = (self.amount / CARRIED_BY_PONTOON - 1e-9).ceil().max(1.0) as u32;
                Some((spans, clause!("19.10.2")))
            }
            Task::Build { work: Work::Ferry } => {
                Some((Craft::Ferry.row().pontoons * self.pieces(), clause!("19.11.1")))
            }
            Task::Build { work: Work::PontoonBoat } => {
                Some((Craft::Boat.row().pontoons * self.pieces(), clause!("19.10.3")))
            }
            _ => None,
        }
    }

    /// Begins it with what there is: materials near by, brought up, or to be acquired by a roll. One that is under way is taken up where
    /// it is.
    pub fn begin(&mut self, m: &Means) -> Result<Begun, Refusal> {
        let terms = self.task.terms()?;
        if self.stage != Stage::New {
            return Ok(Begun { roll: false, pontoons: 0, by: grounds([clause!("19.04.3.b")]) });
        }
        let mut begun = Begun { roll: false, pontoons: 0, by: grounds([terms.by]) };
        if let Some((needed, by)) = self.pontoons() {
            let have = m.pontoons;
            allow(have >= needed, by, || say!("too-few-pontoons", needed, have))?;
            begun.pontoons = needed;
            begun.by.add(by);
            begun.by.add(clause!("19.10.1"));
            self.wait = m.delay;
        } else if terms.materials {
            if m.materials_near {
                begun.by.add(clause!("19.03.3.b"));
            } else if terms.acquisition {
                begun.roll = true;
                begun.by.add(clause!("19.03.1"));
                begun.by.add(clause!("19.04.6"));
            } else {
                let makeshift = matches!(self.task, Task::Build { work: Work::MakeshiftFerry | Work::Boat });
                let by = if makeshift { clause!("19.10.4") } else { clause!("19.03.3.a") };
                allow(m.fetched, by, || say!("materials-to-be-fetched", task = self.task))?;
                begun.by.add(by);
                self.wait = m.delay;
            }
        }
        self.stage = Stage::Working;
        Ok(begun)
    }

    /// The acquisition roll of so many work units.
    pub fn acquisition(&self, units: u32) -> AcquisitionSituation {
        AcquisitionSituation { task: self.task, pieces: self.pieces(), units: units.clamp(1, self.pieces()) }
    }

    /// What came of it.
    pub fn acquired(&mut self, longer: Longer, units: u32) {
        self.longer = longer.turns;
        self.extra = longer.turns.saturating_mul(2 * units.clamp(1, self.pieces()));
    }

    /// The delay roll, if it is due.
    pub fn delay(&self, readings: WorkReadings) -> Option<DelaySituation> {
        let Stage::DelayDue { units } = self.stage else { return None };
        Some(DelaySituation {
            task: self.task,
            pieces: self.pieces(),
            units,
            longer: self.longer,
            under_fire: self.under_fire,
            readings,
        })
    }

    /// What came of it: more turns, or it is finished.
    pub fn delayed(&mut self, delay: Longer) -> Told {
        let mut by = grounds([clause!("19.03.4")]);
        if let Stage::DelayDue { units } = self.stage {
            self.extra = delay.turns.saturating_mul(2 * units);
            self.stage = Stage::Delayed;
        }
        if self.extra > 0 {
            return Told { progress: Progress::Worked, by };
        }
        let progress = self.finish(&mut by);
        Told { progress, by }
    }

    /// The end of a step that stands for several ordinary turns, all alike (18.02.2): how many of them passed until a roll was due or it
    /// was finished, and what the last came to.
    pub fn turns(&mut self, n: u32, t: &WorkTurn, readings: &WorkReadings) -> (u32, Told) {
        let mut told = self.turn(t, readings);
        for passed in 1..n.max(1) {
            if matches!(told.progress, Progress::DelayDue | Progress::Finished(_)) {
                return (passed, told);
            }
            let next = self.turn(t, readings);
            told.progress = next.progress;
            told.by.join(next.by);
        }
        (n.max(1), told)
    }

    /// The end of a turn.
    pub fn turn(&mut self, t: &WorkTurn, readings: &WorkReadings) -> Told {
        let mut by = Grounds::default();
        let progress = match self.work(t, readings, &mut by) {
            Ok(progress) => progress,
            Err(lost) => Progress::Lost(lost),
        };
        Told { progress, by }
    }

    fn work(&mut self, t: &WorkTurn, readings: &WorkReadings, by: &mut Grounds) -> Result<Progress, Lost> {
        let Ok(terms) = self.task.terms() else { return Err(Lost::NotBegun) };
        by.add(terms.by);
        self.counts(t, readings, by)?;
        if self.wait > 0 {
            by.add(if self.pontoons().is_some() { clause!("19.10.1") } else { clause!("19.03.3.a") });
            self.wait -= 1;
            return Err(Lost::Waiting);
        }
        let mut cited = Footing::default();
        let crew = terms.crew(&t.party, &t.leaders, &mut cited);
        by.join(cited.0);
        let crew = crew.map_err(Lost::Nobody)?;
        if let Some((needed, clauses)) = self.powder() {
            by.join(clauses);
            if t.powder < needed {
                return Err(Lost::NoPowder);
            }
        }
        by.add(clause!("play.work"));
        Ok(match self.stage {
            Stage::Working => self.ordinary(&terms, crew, t.relief, readings, by),
            Stage::Delayed => {
                self.spend(crew);
                if self.extra > 0 { Progress::Worked } else { self.finish(by) }
            }
            Stage::DelayDue { .. } => Progress::DelayDue,
            Stage::New | Stage::Done => return Err(Lost::NotBegun),
        })
    }

    /// Does the turn count for whoever works here (play.work)?
    fn counts(&mut self, t: &WorkTurn, readings: &WorkReadings, by: &mut Grounds) -> Result<(), Lost> {
        let mut lost = |so: bool, why: Lost, clause: fn() -> Clause| {
            if so {
                by.add(clause());
                return Err(why);
            }
            Ok(())
        };
        lost(matches!(self.stage, Stage::New | Stage::Done), Lost::NotBegun, || clause!("19.01.1"))?;
        lost(!t.ordered, Lost::NotOrdered, || clause!("19.01.1"))?;
        lost(!t.at_place, Lost::NotThere, || clause!("19.01.3.a"))?;
        let fire = t.under_effective_fire();
        if fire {
            self.under_fire += 1;
        }
        lost(t.fired || t.fought || t.moved, Lost::Stirred, || clause!("play.work"))?;
        lost(!t.state.intact(), Lost::Disorder, || clause!("play.work"))?;
        let hindered = readings.work_under_fire == WorkUnderFire::Lost;
        lost(fire && hindered, Lost::UnderFire, || clause!("play.work"))?;
        lost(t.spent, Lost::Spent, || clause!("19.01.3.b"))?;
        if fire {
            by.add(clause!("19.03.5"));
        }
        Ok(())
    }

    /// A turn in the ordinary working time.
    fn ordinary(
        &mut self,
        terms: &Terms,
        crew: Crew,
        relief: bool,
        readings: &WorkReadings,
        by: &mut Grounds,
    ) -> Progress {
        let whole = working_time(terms, readings);
        let rate = if crew.half { 1 } else { 2 };
        let at_once = self.pieces();
        let (mut worked, mut rested) = (false, false);
        let left = self.pieces.iter_mut().filter(|p| p.worked < whole).take(crew.units as usize);
        for p in left {
            if let Rest::Now(turns) = p.rest {
                if relief && turns == terms.rest {
                    by.add(clause!("19.04.5.b"));
                    p.rest = Rest::Over;
                } else {
                    by.add(clause!("19.04.5.a"));
                    p.rest = if turns > 1 { Rest::Now(turns - 1) } else { Rest::Over };
                    rested = true;
                    continue;
                }
            }
            p.worked = (p.worked + rate).min(whole);
            worked = true;
            if terms.rest > 0 && p.rest == Rest::Ahead && 2 * p.worked >= whole {
                p.rest = Rest::Now(terms.rest);
            }
        }
        if !worked && !rested {
            self.spend(crew);
            worked = true;
        }
        if self.extra == 0 && self.pieces.iter().all(|p| p.worked >= whole) {
            by.add(clause!("19.03.4"));
            self.stage = Stage::DelayDue { units: crew.units.clamp(1, at_once) };
            return Progress::DelayDue;
        }
        if worked { Progress::Worked } else { Progress::Resting }
    }

    /// A turn of the time beyond the table's.
    fn spend(&mut self, crew: Crew) {
        let rate = if crew.half { 1 } else { 2 };
        self.extra = self.extra.saturating_sub(crew.units.min(self.pieces()) * rate);
    }

    /// The powder that must lie at the place, in quarters of a charge.
    pub fn powder(&self) -> Option<(u32, Grounds)> {
        match self.task {
            Task::Destroy { object, method: Method::Blast } => {
                let (each, by) = charge::powder_for(object, self.second);
                Some((each.saturating_mul(self.pieces()), grounds([clause!("19.07.3"), by])))
            }
            _ => None,
        }
    }

    /// The turns until the delay roll is due, or until it is finished, if so many go on working undisturbed and nobody relieves them.
    pub fn turns_left(&self, crew: Crew, readings: &WorkReadings) -> Option<u32> {
        let terms = self.task.terms().ok()?;
        if crew.units == 0 {
            return None;
        }
        let mut ahead = self.clone();
        for turn in ahead.wait..MOST_TURNS {
            match ahead.stage {
                Stage::New => ahead.stage = Stage::Working,
                Stage::DelayDue { .. } | Stage::Done => return Some(turn),
                Stage::Delayed if ahead.extra == 0 => return Some(turn),
                Stage::Working | Stage::Delayed => {}
            }
            if ahead.stage == Stage::Delayed {
                ahead.spend(crew);
            } else {
                ahead.ordinary(&terms, crew, false, readings, &mut Grounds::default());
            }
        }
        None
    }

    fn finish(&mut self, by: &mut Grounds) -> Progress {
        self.stage = Stage::Done;
        Progress::Finished(match self.task {
            Task::Build { work } => Finished::Built(work),
            Task::Level { work } => {
                by.add(clause!("19.12.4"));
                Finished::Levelled(work)
            }
            Task::Strengthen { .. } => {
                by.add(clause!("17.02.4"));
                Finished::Strengthened
            }
            Task::Destroy { object, method } => match method {
                Method::Blast => {
                    by.add(clause!("19.07.3"));
                    Finished::Charged(object)
                }
                Method::Burn => {
                    by.add(clause!("19.06.1"));
                    Finished::Laid(object)
                }
                Method::ThrowOff if object.decked() => {
                    by.add(clause!("19.09.3"));
                    Finished::DeckOff(object)
                }
                Method::ThrowOff | Method::Other => {
                    by.add(clause!("19.05.4"));
                    Finished::Destroyed(object)
                }
            },
            Task::Dig { digging } => Finished::Dug(digging),
        })
    }
}

/// The working time of a piece, in half turns.
fn working_time(terms: &Terms, readings: &WorkReadings) -> u32 {
    match readings.work_rest {
        WorkRest::OnTop => 2 * terms.turns,
        WorkRest::Included => 2 * terms.turns.saturating_sub(terms.rest),
    }
}

/// What a finished work is worth where it stands, if it is one of table VI, and the clause that says where it is found.
pub fn stands_as(work: Work) -> Option<(Feature, Clause)> {
    work.feature().map(|f| (f, clause!("19.12.1")))
}

/// How long a work stretches along its line in all, in cm; `None` where it is made piece by piece.
pub fn stretches(work: Work, pieces: u32) -> Option<f64> {
    match work.row().quantity {
        Quantity::Length(cm) | Quantity::Bridge(cm) => Some(cm * f64::from(pieces)),
        Quantity::Square(..) | Quantity::Piece => None,
    }
}

/// The time in which a unit at work forms line or attack column, in turns (19.01.4).
pub fn forming_up(readings: &umpire::Readings) -> (f64, Clause) {
    (readings.number(crate::reading!("forming-from-work")), clause!("19.01.4.a"))
}
