//! Lining up with an enemy whom a move has touched (contact.1, contact.2, contact.5, dba.14, dba.15, dba.23, crossing.1).

use super::impossible;
use crate::troop::Troop;
use crate::{book, clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::EPS;
use umpire::{Clause, Dice, Procedure, Record, SituationError};
use words::Message;

umpire::choice!(
    /// May an element beside a fighting enemy swing onto its flank (dba.23)?
    ClosingTheDoor { Allowed, Off }
);

/// The readings that matter here, by the ids that `vedette rules bbdba-acw readings` lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct LineUpReadings {
    /// May an element beside a fighting enemy swing onto its flank (dba.23)?
    pub closing_the_door: ClosingTheDoor,
    /// How far it may slide for nothing, in paces (dba.14); 80 unless given.
    #[schemars(range(min = 0, max = 160))]
    pub conforming_slide: Option<f64>,
    /// Through what angle it may turn for nothing, in degrees (dba.14); 45 unless given.
    #[schemars(range(min = 0, max = 90))]
    pub conforming_turn: Option<f64>,
}

/// An edge of an enemy's base, or the place beside a friend who fights him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    Front,
    Rear,
    Flank,
    /// Level beside a friend in front contact with him.
    Overlap,
    /// A side of his camp.
    Camp,
}

/// From where an attack on a flank or a rear began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Start {
    /// All front edges were entirely behind the line through the enemy's rear edge.
    pub behind_rear_line: bool,
    /// Its front edge was entirely on the outer side of the line through that flank; on the line counts.
    pub outside_flank_line: bool,
    /// Its front edge was at least partly behind the line through the enemy's front edge; wholly, if the reading `flank-start`
    /// says so.
    pub partly_behind_front_line: bool,
    /// It stood beside the enemy and the friend who fights him.
    pub beside_the_fight: bool,
}

/// By which clause an edge may be contacted, if it may. `fighting`: the enemy is in front contact with a friend who does
/// not move here; asked only where it matters, as is whether the mover stood beside the fight.
pub fn right(
    on: Edge,
    single: bool,
    start: Start,
    fighting: impl FnOnce() -> bool,
    beside: impl FnOnce() -> bool,
    door: ClosingTheDoor,
) -> Option<Clause> {
    match on {
        Edge::Front => Some(clause!("contact.2")),
        Edge::Camp => Some(clause!("contact.6")),
        Edge::Overlap => fighting().then(|| clause!("contact.2")),
        Edge::Rear => start.behind_rear_line.then(|| clause!("dba.15")),
        Edge::Flank if !single => None,
        Edge::Flank if start.outside_flank_line && start.partly_behind_front_line => Some(clause!("dba.15")),
        Edge::Flank => (door == ClosingTheDoor::Allowed && fighting() && beside()).then(|| clause!("dba.23")),
    }
}

/// Whether a touch becomes a lined-up contact.
#[derive(Clone, Copy, Debug)]
pub struct LineUp;

/// A move has brought a single element or a group up to the enemy. No dice.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// What touches him.
    pub troop: Troop,
    /// It moves as part of a group.
    #[serde(default)]
    pub group: bool,
    /// On which edge it would line up.
    pub on: Edge,
    /// Degrees that it must turn.
    #[serde(default)]
    #[schemars(range(min = 0, max = 180))]
    pub turn: f64,
    /// Paces that it must slide along the edge.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub slide: f64,
    /// From where it came, for flank and rear.
    #[serde(default)]
    pub start: Start,
    /// The enemy is already in front contact with a friend of the mover.
    #[serde(default)]
    pub enemy_fights_a_friend: bool,
    /// Nothing prevents it, or anyone of its group, from standing there: terrain, a camp, the table edge, other elements.
    #[serde(default = "yes")]
    pub room: bool,
    /// Its front edge is in the bed of a river off road.
    #[serde(default)]
    pub crossing_river: bool,
    /// The enemy defends the far bank of that river.
    #[serde(default)]
    pub enemy_defends_bank: bool,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: LineUpReadings,
}

fn yes() -> bool {
    true
}

/// Why it does not line up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    Artillery,
    CommandElement,
    NoRight,
    TurnsTooFar,
    SlidesTooFar,
    NoRoom,
    CrossingRiver,
}

impl Why {
    fn message(self) -> Message {
        match self {
            Why::Artillery => say!("not-lined-up-artillery"),
            Why::CommandElement => say!("not-lined-up-commander"),
            Why::NoRight => say!("not-lined-up-no-right"),
            Why::TurnsTooFar => say!("not-lined-up-turn"),
            Why::SlidesTooFar => say!("not-lined-up-slide"),
            Why::NoRoom => say!("not-lined-up-room"),
            Why::CrossingRiver => say!("not-lined-up-crossing"),
        }
    }
}

/// Is it within the free turn and slide of dba.14?
pub fn within(turn_is_free: bool, slide: f64, most_slide: f64) -> Result<(), (Clause, Why)> {
    if !turn_is_free {
        Err((clause!("dba.14"), Why::TurnsTooFar))
    } else if slide > most_slide + EPS {
        Err((clause!("dba.14"), Why::SlidesTooFar))
    } else {
        Ok(())
    }
}

/// Who may never touch an enemy, by which clause.
pub fn shy(troop: Troop) -> Result<(), (Clause, Why)> {
    match troop {
        Troop::Artillery => Err((clause!("contact.1"), Why::Artillery)),
        Troop::Commander => Err((clause!("dba.57"), Why::CommandElement)),
        _ => Ok(()),
    }
}

/// Known without dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    LinesUp,
    /// It is not allowed to touch and stops short of contact.
    StopsShort(Why),
}

impl Outcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Outcome::LinesUp => say!("lines-up-with-him"),
            Outcome::StopsShort(why) => say!("stops-short-of-him", why = why.message()),
        }
    }
}
words::spoken!(Outcome);

fn decide(s: &Situation) -> Result<Clause, (Clause, Why)> {
    shy(s.troop)?;
    let fighting = || s.enemy_fights_a_friend;
    let door = s.readings.closing_the_door;
    let by = right(s.on, !s.group, s.start, fighting, || s.start.beside_the_fight, door)
        .ok_or((no_right(s.on), Why::NoRight))?;
    let most_turn = s.readings.conforming_turn.unwrap_or(standard(reading!("conforming-turn")));
    let most_slide = s.readings.conforming_slide.unwrap_or(standard(reading!("conforming-slide")));
    within(s.turn <= most_turn + 1e-6, s.slide, most_slide)?;
    let moves = s.turn > 1e-6 || s.slide > book::data().touch;
    if s.crossing_river && moves && !s.enemy_defends_bank {
        return Err((clause!("crossing.1"), Why::CrossingRiver));
    }
    if !s.room {
        return Err((clause!("dba.14"), Why::NoRoom));
    }
    Ok(by)
}

/// By which clause an edge may not be contacted from there.
pub fn no_right(on: Edge) -> Clause {
    if on == Edge::Overlap { clause!("dba.47") } else { clause!("dba.15") }
}

fn standard(place: usize) -> f64 {
    book::text().readings[place].default.parse().unwrap_or_default()
}

impl Procedure for LineUp {
    type Situation = Situation;
    type Prepared = Outcome;
    type Outcome = Outcome;

    const NAME: &'static str = "line-up";

    fn title() -> Message {
        say!("title-line-up")
    }

    fn check(s: &Situation) -> Result<(), SituationError> {
        if s.troop == Troop::Camp {
            return Err(impossible("troop", say!("camp-stays-place-whole")));
        }
        if !(0.0..=180.0).contains(&s.turn) {
            return Err(impossible("turn", say!("turn-0-180-degrees")));
        }
        if !(0.0..=1e6).contains(&s.slide) {
            return Err(impossible("slide", say!("paces-zero-or-more")));
        }
        Ok(())
    }

    fn prepare(s: &Situation, r: &mut impl Record) -> Outcome {
        match decide(s) {
            Ok(by) => {
                r.clause(by);
                r.clause(clause!("contact.5"));
                Outcome::LinesUp
            }
            Err((by, why)) => {
                r.clause(by);
                Outcome::StopsShort(why)
            }
        }
    }

    fn resolve(p: &Outcome, _: &mut impl Dice, _: &mut impl Record) -> Outcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "troop": "rifles", "on": "front", "turn": 20, "slide": 60 })
    }
}
