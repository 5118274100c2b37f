//! What is fired at, and what it suffers.

use super::fire_readings::{BuildingsColumn, FireReadings, MassUnderFire, SharedMorale};
use super::{Men, Row, Tally, check_valour, within, worsen};
use crate::book::numbers;
use crate::troop::{Arm, Cover, Density, Effect, Formation, State};
use crate::unit::MEN;
use crate::{clause, say};
use ranks::Toll;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Part, Record, Round, SituationError, check_count, check_length, impossible};
use words::{Joint, Message};

/// The fewest figures of a square or battalion mass; fewer are a clump (05.02.3).
const LEAST_SQUARE: u16 = numbers::LEAST_SQUARE as u16;

/// Which side of a unit a line of fire strikes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Struck {
    #[default]
    Front,
    Flank,
    Rear,
}

/// At whom the target fires small arms in this turn (table VIII).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// At the unit that fires at it: earlier in the turn, now or announced.
    #[default]
    AtTheFirer,
    AtAnother,
    None,
}

/// What stands behind a target and steadies it (09.02.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Backing {
    #[default]
    None,
    /// A support unit named when the fire was announced (12.03.7).
    Support,
    /// A support unit announced for a melee of this turn.
    MeleeSupport,
    /// The soutien of a skirmish line or swarm (14.02.2).
    Soutien,
}

pub(super) fn line() -> Formation {
    Formation::Line
}

fn yes() -> bool {
    true
}

/// A unit under fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Target {
    pub arm: Arm,
    #[serde(default = "line")]
    pub formation: Formation,
    /// How close a skirmish line or swarm stands.
    #[serde(default)]
    pub density: Density,
    /// All its figures: gunners of a battery.
    pub figures: u16,
    /// The figures of the whole brigade or division column or square of which it is the foremost (05.01.6.a).
    #[serde(default)]
    pub together: Option<u16>,
    /// Men lost towards its next figure.
    #[serde(default)]
    pub noted: u16,
    /// Cavalry that fights on foot.
    #[serde(default)]
    pub dismounted: bool,
    /// It has used charge march for at least half a turn.
    #[serde(default)]
    pub charge: bool,
    /// Artillery of which at least one model gun is limbered (06.03.6).
    #[serde(default)]
    pub limbered: bool,
    /// Limber horses of a battery, in figures.
    #[serde(default)]
    pub horses: Option<u8>,
    /// Pioneers, or others, at work.
    #[serde(default)]
    pub working: bool,
    /// Those at work are pioneers.
    #[serde(default = "yes")]
    pub pioneers: bool,
    #[serde(default)]
    pub state: State,
    /// A square whose figures all face one way has flanks and rear (06.02.5).
    #[serde(default)]
    pub faced: bool,
    /// What covers it against this fire.
    #[serde(default)]
    pub cover: Cover,
    #[serde(default)]
    pub valour: i8,
    /// The side that the line of fire strikes.
    #[serde(default)]
    pub struck: Struck,
    /// It is in a building.
    #[serde(default)]
    pub building: bool,
    #[serde(default)]
    pub answer: Answer,
    #[serde(default)]
    pub backing: Backing,
    /// The firing side does not see what backs it.
    #[serde(default)]
    pub backing_hidden: bool,
    /// A commander in base contact is committed (08.02.2): a die for him comes first.
    #[serde(default)]
    pub commander: bool,
}

impl Target {
    /// In line, in order, in the open, answering the fire.
    pub fn new(arm: Arm, figures: u16) -> Target {
        Target {
            arm,
            formation: Formation::Line,
            density: Density::Dense,
            figures,
            together: None,
            noted: 0,
            dismounted: false,
            charge: false,
            limbered: false,
            horses: None,
            working: false,
            pioneers: true,
            faced: false,
            state: State::Order,
            cover: Cover::None,
            valour: 0,
            struck: Struck::Front,
            building: false,
            answer: Answer::AtTheFirer,
            backing: Backing::None,
            backing_hidden: false,
            commander: false,
        }
    }

    pub(super) fn check(&self) -> Result<(), SituationError> {
        check_count("figures", self.figures.into(), 1)?;
        check_together("together", self.figures, self.together)?;
        check_noted(self.noted)?;
        check_valour("valour", self.valour)?;
        check_stands("formation", self.arm, self.formation)?;
        if self.dismounted && self.arm != Arm::Cavalry {
            return Err(impossible("dismounted", say!("fire-only-cavalry-dismounts", arm = self.arm)));
        }
        if self.charge && (self.arm != Arm::Cavalry || self.dismounted || self.building) {
            let by = clause!("09.02.6");
            return Err(impossible("charge", say!("fire-only-cavalry-charges", by)));
        }
        if self.limbered && self.arm != Arm::Artillery {
            let by = clause!("05.03.1");
            return Err(impossible("limbered", say!("fire-only-artillery-limbers", by)));
        }
        if !self.limbered && self.arm == Arm::Artillery && self.formation != Formation::Line {
            let by = clause!("05.03.2");
            return Err(impossible("formation", say!("fire-only-limbered-in-column", by)));
        }
        self.check_backing()
    }

    /// Refuses what cannot back a unit that stands so: a soutien is that of a line or swarm or of men at work, and in march column or
    /// clump nobody has a support unit.
    fn check_backing(&self) -> Result<(), SituationError> {
        use Formation::{Clump, MarchColumn, SingleFile, Skirmish};
        match self.backing {
            Backing::Soutien if self.formation != Skirmish && !self.working => {
                let by = clause!("09.02.5");
                Err(impossible("backing", say!("fire-soutien-of-lines", formation = self.formation, by)))
            }
            Backing::Support | Backing::MeleeSupport
                if matches!(self.formation, Clump | MarchColumn | SingleFile) =>
            {
                let by = clause!("12.03.7.2");
                Err(impossible("backing", say!("fire-no-support-so", formation = self.formation, by)))
            }
            _ => Ok(()),
        }
    }

    /// Figures for comparisons of number: those of the whole column it leads.
    pub fn number(&self) -> u16 {
        self.together.unwrap_or(self.figures)
    }

    pub(super) fn mounted(&self) -> bool {
        self.arm == Arm::Cavalry && !self.dismounted
    }

    /// How it stands for the rows of formation, with the clause by which that is not what it is called.
    pub(super) fn shape(&self, readings: &FireReadings) -> (Shape, Option<Clause>) {
        if self.state == State::Complete || self.working {
            return (Shape::Other, Some(clause!("05.04.2")));
        }
        let shape = match self.formation {
            // In a building a unit is a clump.
            Formation::Skirmish if self.building => return (Shape::Other, Some(clause!("17.01.2.a"))),
            Formation::Skirmish if self.density == Density::Thin => return (Shape::Thin, None),
            Formation::Skirmish => return (Shape::Dense, None),
            Formation::Square | Formation::Mass if self.number() < LEAST_SQUARE => {
                return (Shape::Other, Some(clause!("05.02.3")));
            }
            Formation::Mass if readings.mass_under_fire == MassUnderFire::Square => Shape::Square,
            Formation::Square => Shape::Square,
            f if f.column() => Shape::Column,
            _ => return (Shape::Other, None),
        };
        if self.building && readings.buildings_column == BuildingsColumn::None {
            return (Shape::Other, Some(clause!("17.03.4.b")));
        }
        (shape, None)
    }

    /// Why a line of fire that strikes its flank or rear gives nothing.
    pub(super) fn no_flanks(&self, readings: &FireReadings) -> Option<Clause> {
        if self.state == State::Complete || self.working || self.formation == Formation::Skirmish {
            return Some(clause!("05.04.2"));
        }
        if self.building && readings.buildings_column == BuildingsColumn::None {
            return Some(clause!("17.03.4.b"));
        }
        let faced = self.faced && self.formation == Formation::Square;
        (self.formation.all_round() && !faced).then(|| clause!("play.sides"))
    }
}

fn check_together(field: &'static str, figures: u16, together: Option<u16>) -> Result<(), SituationError> {
    together.map_or(Ok(()), |all| check_count(field, all.into(), figures.into()))
}

fn check_noted(noted: u16) -> Result<(), SituationError> {
    if u32::from(noted) < MEN.of(1) {
        return Ok(());
    }
    let by = clause!("09.02.2");
    Err(impossible("noted", say!("fire-noted-less-than-a-figure", men = MEN.of(1), noted, by)))
}

/// Refuses formations that an arm does not have.
pub(super) fn check_stands(
    field: &'static str,
    arm: Arm,
    formation: Formation,
) -> Result<(), SituationError> {
    use Formation::{Line, MarchColumn, Mass, Square};
    let by = match (arm, formation) {
        (Arm::Artillery | Arm::Train, Line | MarchColumn) | (Arm::Infantry, _) => return Ok(()),
        (Arm::Artillery | Arm::Train, _) => clause!("05.03.3"),
        (Arm::Cavalry, Square) => clause!("05.02.1"),
        (Arm::Cavalry, Mass) => clause!("05.02.2"),
        (Arm::Cavalry, _) => return Ok(()),
    };
    Err(impossible(field, say!("fire-never-stands-so", arm, formation, by)))
}

/// How a unit stands for the rows of formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Column,
    Square,
    Dense,
    Thin,
    Other,
}

/// A skirmish line or swarm and an own unit so close to one another that they share losses (14.03.1.b, 14.03.2): the one of the two
/// that is not the announced target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sharer {
    pub figures: u16,
    /// Men lost towards its next figure.
    #[serde(default)]
    pub noted: u16,
    #[serde(default)]
    pub state: State,
}

/// What stands in the line of fire in front of a target, or behind a line: [`Sharer`] with its distance in the direction of fire.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Close {
    pub unit: Sharer,
    /// Cm between the two in the direction of fire.
    pub gap: f64,
}

impl Close {
    pub(super) fn check(&self) -> Result<(), SituationError> {
        check_count("unit.figures", self.unit.figures.into(), 1)?;
        check_noted(self.unit.noted).map_err(|e| within("unit", e))?;
        check_length("gap", self.gap)
    }
}

/// What a unit suffers from one fire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Suffered {
    /// Men lost: no more than there were.
    pub men: u32,
    /// Figures to be taken off.
    pub figures: u16,
    /// Men noted towards the next figure from now on.
    pub noted: u16,
    /// Its state of order from now on.
    pub state: State,
    /// Limber horses lost, in figures.
    pub horses: u8,
}

impl Suffered {
    /// In words.
    pub fn message(&self) -> Message {
        let parts = [
            Some(Men(self.men).message()),
            Some(say!("fire-figures-off", figures = self.figures, noted = self.noted)),
            (self.horses > 0).then(|| say!("fire-horses-lost", horses = self.horses)),
            Some(say!("fire-now-in", state = self.state)),
        ];
        words::list(parts.into_iter().flatten(), Joint::Comma)
    }
}
words::spoken!(Suffered);

/// Takes a loss from so many figures and writes down what comes of it (09.02.2, play.figures).
pub(super) fn take(figures: u16, noted: u16, men: u32, r: &mut impl Record) -> Toll {
    let toll = MEN.take(figures, noted, men);
    if toll.men < men {
        r.reckon(|| say!("fire-no-more-men", men = toll.men), clause!("play.figures"));
    }
    if men > 0 {
        let (off, rest) = (toll.figures, toll.carried);
        r.reckon(|| say!("fire-reckon-figures", men = toll.men, noted, off, rest), clause!("09.02.2"));
    }
    toll
}

/// What is known of a unit before it suffers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Victim {
    pub figures: u16,
    pub noted: u16,
    pub state: State,
    pub horses: Option<u8>,
}

impl Victim {
    pub(super) fn of(t: &Target) -> Victim {
        Victim { figures: t.figures, noted: t.noted, state: t.state, horses: t.horses }
    }

    pub(super) fn sharing(s: &Sharer) -> Victim {
        Victim { figures: s.figures, noted: s.noted, state: s.state, horses: None }
    }

    pub(super) fn suffers(&self, men: u32, effect: Effect, horses: u8, r: &mut impl Record) -> Suffered {
        let toll = take(self.figures, self.noted, men, r);
        let state = worsen(self.state, effect, r);
        let horses = self.horses.map_or(horses, |there| horses.min(there));
        Suffered { men: toll.men, figures: toll.figures, noted: toll.carried, state, horses }
    }
}

/// Two that share a loss.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared {
    pub other: Victim,
    /// The announced target is the skirmish line of the two.
    pub line_is_target: bool,
    pub morale: SharedMorale,
    pub by: Clause,
}

impl Shared {
    /// The men lost by the target and by the other: the line's part by its figures, rounded to the nearest, the rest to the closed unit.
    pub(super) fn split(&self, target: &Victim, men: u32, r: &mut impl Record) -> (u32, u32) {
        let line = if self.line_is_target { target.figures } else { self.other.figures };
        let all = u64::from(target.figures) + u64::from(self.other.figures);
        let lines = Part::WHOLE.share(line.into(), all).left(men, Round::Nearest, self.by, r);
        let closed = men - lines.min(men);
        r.reckon(|| say!("fire-reckon-shared", line = lines, closed), self.by);
        if self.line_is_target { (lines, closed) } else { (closed, lines) }
    }

    /// What the other of the two suffers.
    pub(super) fn suffers(&self, men: u32, effect: Effect, r: &mut impl Record) -> Suffered {
        let effect = match self.morale {
            SharedMorale::Target => Effect::Grades(0),
            SharedMorale::Both => effect,
        };
        self.other.suffers(men, effect, 0, r)
    }
}

/// The rows for a state of order: grades of LU, U, and FU where the table has it.
pub(super) fn by_state(
    t: &mut Tally<'_>,
    column: super::Column,
    state: State,
    rows: (&Row, &Row, Option<&Row>),
    by: fn() -> Clause,
) {
    match state {
        State::Order => {}
        State::Disorder => t.row(column, rows.1, by()),
        State::Complete => {
            if let Some(row) = rows.2 {
                t.row(column, row, by());
            }
        }
        light => t.times(column, rows.0, light.grades().into(), clause!("03.03.6")),
    }
}
