//! What is done at a place, on what terms, and by whom (19.04, 19.05, 19.08, 19.12.4, 17.02.4).

use crate::book::numbers;
use crate::book::works::{Digging, Method, Object, Quantity, Strength, Supervisor, Work, data};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Record, Refusal, allow};
use words::Message;

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Task {
    /// One of the works of table XX.
    Build { work: Work },
    /// An earthwork is levelled.
    Level { work: Work },
    /// A strong building is strengthened, by as many figures as it holds.
    Strengthen { capacity: u32 },
    /// An object of table XXI is destroyed, or made ready for it.
    Destroy { object: Object, method: Method },
    /// A part of a mine is dug.
    Dig { digging: Digging },
}

/// Turns in which a strong building is strengthened (17.02.4).
const STRENGTHENED_IN: u32 = numbers::STRENGTHENED as u32;

/// The deck that is thrown off at a time, in cm (skema.XXI.a).
const DECK: f64 = numbers::DECK;

/// A bridge of a column rests on one at each bank (table XX).
const ABUTMENTS: u32 = 2;

/// What of walls, abatis and the like is destroyed at a time, in cm (table XXI).
const STRETCH: f64 = 2.0;

/// Whom a work unit is made up of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    /// Pioneers or others, each divided by their own numbers.
    Either { pioneers: Option<Strength>, others: Option<Strength> },
    /// Miners or pioneers, with helpers.
    Miners { miners: Strength, pioneers: Strength, helpers: Strength },
    /// One party of so many; if all of them are pioneers, so many are enough.
    Whole { figures: u32, pioneers: u32 },
}

/// On what terms a task is done.
#[derive(Clone, Debug)]
pub struct Terms {
    pub supervisor: Supervisor,
    /// The clause that says who leads.
    pub led: Clause,
    /// Nobody of a lower grade can lead it.
    pub strict: Option<Clause>,
    pub hands: Hands,
    pub turns: u32,
    /// In the middle.
    pub rest: u32,
    /// The acquisition roll may be used.
    pub acquisition: bool,
    /// Materials are needed.
    pub materials: bool,
    /// The clause by which the task is done.
    pub by: Clause,
    /// The clause of the table of which it is a row.
    pub table: Option<Clause>,
}

impl Task {
    /// The terms; refused where the book does not let it be done.
    pub fn terms(&self) -> Result<Terms, Refusal> {
        Ok(match *self {
            Task::Build { work } => {
                let row = work.row();
                Terms {
                    supervisor: row.supervisor,
                    led: clause!("19.04.2.a"),
                    strict: None,
                    hands: Hands::Either { pioneers: row.pioneers, others: row.others },
                    turns: row.turns,
                    rest: row.rest,
                    acquisition: row.acquisition,
                    materials: true,
                    by: if work >= Work::Sap { clause!("19.12.2") } else { clause!("19.04.1") },
                    table: Some(clause!("skema.XX.a")),
                }
            }
            Task::Level { work } => {
                allow(work.earthwork(), clause!("19.12.4"), || say!("only-earthworks-levelled", work))?;
                let row = work.row();
                let half = |s: Option<Strength>| s.map(Strength::halved);
                Terms {
                    supervisor: Supervisor::OrdinaryOfficer,
                    led: clause!("19.12.4"),
                    strict: None,
                    hands: Hands::Either { pioneers: half(row.pioneers), others: half(row.others) },
                    turns: row.turns.div_ceil(2),
                    rest: row.rest.div_ceil(2),
                    acquisition: false,
                    materials: false,
                    by: clause!("19.12.4"),
                    table: Some(clause!("skema.XX.a")),
                }
            }
            Task::Strengthen { capacity } => Terms {
                supervisor: Supervisor::OrdinaryOfficer,
                led: clause!("17.02.4"),
                strict: None,
                hands: Hands::Whole { figures: capacity, pioneers: capacity.div_ceil(2) },
                turns: STRENGTHENED_IN,
                rest: 0,
                acquisition: false,
                materials: false,
                by: clause!("17.02.4"),
                table: None,
            },
            Task::Destroy { object, method } => destruction(object, method)?,
            Task::Dig { digging } => {
                let row = digging.row();
                let by = match digging {
                    Digging::Shaft => clause!("19.08.2"),
                    Digging::Gallery => clause!("19.08.3"),
                    Digging::Chamber => clause!("19.08.4"),
                };
                Terms {
                    supervisor: row.supervisor,
                    led: by,
                    strict: Some(clause!("19.04.2.b")),
                    hands: Hands::Miners { miners: row.miners, pioneers: row.pioneers, helpers: row.helpers },
                    turns: row.turns,
                    rest: 0,
                    acquisition: false,
                    materials: false,
                    by,
                    table: None,
                }
            }
        })
    }

    /// The smallest quantities in so many cm, metres or charges; one where it is not measured.
    pub fn pieces(&self, amount: f64) -> u32 {
        let mut abutments = 0;
        let each = match *self {
            Task::Build { work } | Task::Level { work } => match work.row().quantity {
                Quantity::Length(cm) => cm,
                Quantity::Bridge(cm) => {
                    abutments = ABUTMENTS;
                    cm
                }
                Quantity::Square(wide, deep) => wide * deep,
                Quantity::Piece => 1.0,
            },
            Task::Destroy { object, method: Method::ThrowOff } if object.decked() => DECK,
            Task::Destroy { object, .. } if object.by_length() => STRETCH,
            Task::Dig { digging } => digging.row().quantity.into(),
            Task::Strengthen { .. } | Task::Destroy { .. } => return 1,
        };
        // What is a hair too long is not a piece more.
        let pieces = (amount / each - 1e-9).ceil().clamp(1.0, f64::from(umpire::MANY)) as u32;
        pieces + abutments
    }

    /// In words.
    pub fn message(&self) -> Message {
        match *self {
            Task::Build { work } => work.message(),
            Task::Level { work } => say!("task-level", work),
            Task::Strengthen { .. } => say!("task-strengthen"),
            Task::Destroy { object, method } => say!("task-destroy", object, method),
            Task::Dig { digging } => digging.message(),
        }
    }
}
words::spoken!(Task);

fn destruction(object: Object, method: Method) -> Result<Terms, Refusal> {
    let row = object.row();
    let Some(turns) = row.turns[method as usize] else {
        // Only wooden bridges have a deck that comes off.
        let stone = object == Object::StoneBridge && method == Method::ThrowOff;
        let by = if stone { clause!("19.09.1") } else { clause!("19.05.4") };
        return Err(Refusal::by(by, say!("not-destroyed-so", object, method)));
    };
    let blast = method == Method::Blast;
    Ok(Terms {
        supervisor: if blast { Supervisor::EngineerOfficer } else { row.supervisor },
        led: clause!("19.05.2"),
        strict: blast.then(|| clause!("19.07.1")),
        hands: Hands::Either { pioneers: row.pioneers, others: if blast { None } else { row.others } },
        turns,
        rest: 0,
        acquisition: method == Method::Burn && row.acquisition,
        materials: method == Method::Burn,
        by: match method {
            Method::Blast => clause!("19.07.3"),
            Method::Burn => clause!("19.06.1"),
            Method::ThrowOff if object.decked() => clause!("19.09.2"),
            Method::ThrowOff | Method::Other => clause!("19.05.1"),
        },
        table: Some(clause!("skema.XXI.a")),
    })
}

/// The figures that work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Party {
    pub pioneers: u32,
    pub gunners: u32,
    /// Where a mine is dug; elsewhere they are pioneers.
    pub miners: u32,
    pub others: u32,
}

impl Party {
    /// All of them.
    pub fn figures(&self) -> u32 {
        [self.pioneers, self.gunners, self.miners, self.others].into_iter().fold(0, u32::saturating_add)
    }
}

/// Those who lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Leaders {
    pub engineer_officers: u32,
    /// Officers of artillery, who count as engineer officers.
    pub artillery_officers: u32,
    pub pioneer_ncos: u32,
    /// NCOs of artillery, who count as pioneer NCOs.
    pub artillery_ncos: u32,
    pub officers: u32,
}

impl Leaders {
    /// How many are of this grade or a higher one.
    pub fn at_least(&self, grade: Supervisor) -> u32 {
        let engineers = self.engineer_officers.saturating_add(self.artillery_officers);
        let ncos = engineers.saturating_add(self.pioneer_ncos).saturating_add(self.artillery_ncos);
        match grade {
            Supervisor::EngineerOfficer => engineers,
            Supervisor::PioneerNco => ncos,
            Supervisor::OrdinaryOfficer => ncos.saturating_add(self.officers),
        }
    }

    fn of_artillery(&self) -> bool {
        self.artillery_officers > 0 || self.artillery_ncos > 0
    }
}

/// The working figures that one leader can lead (19.04.2).
const LED_BY_ONE: u32 = numbers::SUPERVISED as u32;

/// A party divided into work units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Crew {
    pub units: u32,
    /// The leader is one grade too low: a turn counts half.
    pub half: bool,
}

/// Why nobody works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Idle {
    TooFew,
    NoLeader,
}

impl Idle {
    /// In words.
    pub fn message(self) -> Message {
        match self {
            Idle::TooFew => say!("too-few-to-work"),
            Idle::NoLeader => say!("nobody-to-lead"),
        }
    }
}
words::spoken!(Idle);

impl Terms {
    /// Divides a party into work units under its leaders.
    pub fn crew(&self, p: &Party, l: &Leaders, r: &mut impl Record) -> Result<Crew, Idle> {
        r.clause(self.by);
        if let Some(table) = self.table {
            r.clause(table);
        }
        let (units, figures) = self.units(p, r);
        if units == 0 {
            r.reckon(|| say!("reckon-below-minimum"), clause!("19.04.3.b"));
            return Err(Idle::TooFew);
        }
        let needed = figures.div_ceil(LED_BY_ONE).max(1);
        let (grade, have) = (self.supervisor, l.at_least(self.supervisor));
        if l.of_artillery() {
            r.reckon(|| say!("reckon-gunners-lead"), clause!("19.01.2"));
        }
        r.reckon(|| say!("reckon-leaders", grade, figures, needed, have), self.led);
        if have >= needed {
            return Ok(Crew { units, half: false });
        }
        if let Some(by) = self.strict {
            r.reckon(|| say!("reckon-only-engineers"), by);
            return Err(Idle::NoLeader);
        }
        match self.supervisor.lower() {
            Some(lower) if l.at_least(lower) >= needed => {
                r.reckon(|| say!("reckon-double-time", lower), clause!("19.04.2.b"));
                Ok(Crew { units, half: true })
            }
            _ => Err(Idle::NoLeader),
        }
    }

    /// The work units of a party, and the figures that work in them.
    fn units(&self, p: &Party, r: &mut impl Record) -> (u32, u32) {
        if p.gunners > 0 {
            r.reckon(|| say!("reckon-gunners-work", gunners = p.gunners), clause!("19.01.2"));
        }
        let skilled = p.pioneers.saturating_add(p.gunners);
        let by = clause!("19.04.3.a");
        match self.hands {
            Hands::Either { pioneers, others } => {
                let skilled = skilled.saturating_add(p.miners);
                let (mut units, mut figures) = (0, 0);
                for (strength, have, of) in
                    [(pioneers, skilled, say!("of-pioneers")), (others, p.others, say!("of-other-arms"))]
                {
                    let Some(s) = strength else {
                        if have > 0 {
                            let not = if self.strict.is_some() { clause!("19.05.3") } else { by };
                            r.reckon(|| say!("reckon-cannot-work", of, have), not);
                        }
                        continue;
                    };
                    if have > 0 {
                        let (full, least, count) = (s.full, s.least, s.units(have));
                        r.reckon(|| say!("reckon-work-units", of, have, full, least, count), by);
                        units = count.saturating_add(units);
                        figures = have.saturating_add(figures);
                    }
                }
                (units, figures)
            }
            Hands::Miners { miners, pioneers, helpers } => {
                let (m, s, h) = (miners.units(p.miners), pioneers.units(skilled), helpers.units(p.others));
                let units = m.saturating_add(s).min(h);
                r.reckon(
                    || say!("reckon-mining-units", skilled = m.saturating_add(s), helpers = h, units),
                    self.by,
                );
                (units, p.figures())
            }
            Hands::Whole { figures, pioneers } => {
                let all = p.figures();
                let needed = if p.others == 0 { pioneers } else { figures };
                r.reckon(|| say!("reckon-whole-party", all, needed), self.by);
                (u32::from(all >= needed && all > 0), all)
            }
        }
    }

    /// The ordinary working time of so many of the smallest quantities, in turns.
    pub fn ordinary(&self, pieces: u32, units: u32) -> u32 {
        self.turns.saturating_mul(pieces.div_ceil(units.max(1)))
    }
}

/// How a finished work is undone: earth is levelled, and blown up by mines alone; the rest by the destruction table.
pub fn undoing(work: Work, method: Method) -> Result<Task, Refusal> {
    if work.earthwork() {
        let mines = method == Method::Blast;
        allow(!mines, clause!("19.12.5"), || say!("earthworks-by-mines", work))?;
        allow(method == Method::Other, clause!("19.12.4"), || say!("earthworks-are-levelled", work))?;
        return Ok(Task::Level { work });
    }
    let object = match work {
        Work::AssaultFootbridge => Object::AssaultFootbridge,
        Work::PontoonBridge | Work::ColumnBridge => Object::WoodenBridge,
        Work::Ferry | Work::MakeshiftFerry => Object::Ferry,
        Work::PontoonBoat | Work::Boat => Object::Boat,
        Work::Abatis => Object::Abatis,
        Work::ChevauxDeFrise => Object::ChevauxDeFrise,
        _ => return Err(Refusal::by(clause!("19.05.1"), say!("not-in-destruction-table", work))),
    };
    let task = Task::Destroy { object, method };
    task.terms()?;
    Ok(task)
}

/// So many percent of a time, rounded up to whole turns (19.03.2).
pub fn percent(of: u32, percent: u32) -> u32 {
    let part = (u64::from(of) * u64::from(percent)).div_ceil(100);
    part.try_into().unwrap_or(u32::MAX)
}

/// The figures along the traced line, and those who make fascines and carry (19.12.3).
pub fn placed(figures: u32) -> (u32, u32, Clause) {
    let carry = figures / 4;
    (figures - carry, carry, clause!("19.12.3"))
}

/// How many figures put out a fire in an object: twice as many as set it alight, of pioneers and of other arms (19.06.4).
pub fn fire_fighters(object: Object) -> (Option<Strength>, Option<Strength>, Clause) {
    let row = &data().objects[object as usize];
    let twice = |s: Option<Strength>| s.map(|s| Strength { least: 2 * s.least, full: 2 * s.full });
    (twice(row.pioneers), twice(row.others), clause!("19.06.4.a"))
}
