//! Impetuous advance (impetuous.1, impetuous.2): cavalry at once, victorious groups of line infantry at the end of the turn.

use super::impossible;
use crate::troop::Troop;
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Procedure, Record, SituationError};
use words::Message;

/// How far a winner follows at once whom it has beaten, or who broke off; if it stays, by which clause.
pub fn at_once(winner: Troop, in_heavy_going: bool) -> Result<f64, Clause> {
    match winner {
        Troop::Cavalry if in_heavy_going => Err(clause!("impetuous.1")),
        Troop::Cavalry => Ok(winner.stats().depth),
        Troop::Artillery => Err(clause!("dba.30")),
        _ => Err(clause!("dba.40")),
    }
}

/// What a group of line infantry did in this turn.
#[derive(Clone, Copy, Debug)]
pub struct Deeds {
    pub elements: usize,
    /// Combats of all its elements as main shooter, target or front opponent.
    pub combats: u32,
    pub won: u32,
    /// One of them is still in front contact.
    pub in_front_contact: bool,
}

/// Does it advance at the end of the turn (impetuous.2)?
pub fn carried_forward(d: Deeds) -> bool {
    d.elements > 1 && d.combats > 0 && d.won == d.combats && !d.in_front_contact
}

/// How far an impetuous advance goes.
#[derive(Clone, Copy, Debug)]
pub struct FollowUp;

/// Cavalry before whom the enemy gave way, or line infantry at the end of the turn. No dice.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// What it is.
    pub troop: Troop,
    /// What its front opponent did; left out at the end of the turn.
    #[serde(default)]
    pub opponent: Option<Gave>,
    /// It stands at least partly in heavy going.
    #[serde(default)]
    pub in_heavy_going: bool,
    /// Paces straight ahead until it meets an element, a camp, impassable ground or the table edge.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub free_ahead: Option<f64>,
    /// Paces straight ahead until any part of it is in heavy going.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub heavy_going_ahead: Option<f64>,
    /// Paces straight ahead until any part of it is in the bed of a river.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub river_ahead: Option<f64>,
    /// Elements of its group at the end of the turn, itself included.
    #[serde(default = "one")]
    pub group: u32,
    /// Shooting and close combats of the group in this turn.
    #[serde(default)]
    pub combats: u32,
    /// Those that it won by the higher total; a tie is not won.
    #[serde(default)]
    pub won: u32,
    /// An element of the group is still in front contact.
    #[serde(default)]
    pub in_front_contact: bool,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: AdvanceReadings,
}

fn one() -> u32 {
    1
}

/// What the front opponent of cavalry did in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Gave {
    Recoiled,
    Fled,
    BrokeOff,
    Destroyed,
    /// It stands where it stood.
    Stands,
}

umpire::choice!(
    /// Does a river bed stop cavalry that follows up (impetuous.1)?
    FollowUpRiver { Crosses, Stops }
);
umpire::choice!(
    /// Do victorious groups of line infantry advance (impetuous.2)?
    LineAdvance { Groups, Never }
);

/// The readings that matter here, by the ids that `vedette rules bbdba-acw readings` lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct AdvanceReadings {
    /// Does a river bed stop cavalry that follows up (impetuous.1)?
    pub follow_up_river: FollowUpRiver,
    /// Do victorious groups of line infantry advance (impetuous.2)?
    pub line_advance: LineAdvance,
}

/// Known without dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Stays,
    /// At once, so many paces.
    Follows(u16),
    /// At the end of the turn, as one body.
    Advances(u16),
}

impl Outcome {
    /// In words.
    pub fn message(&self) -> Message {
        match *self {
            Outcome::Stays => say!("stays-where-it-is"),
            Outcome::Follows(paces) => say!("follows-at-once", paces),
            Outcome::Advances(paces) => say!("advances-at-the-end", paces),
        }
    }
}
words::spoken!(Outcome);

impl Procedure for FollowUp {
    type Situation = Situation;
    type Prepared = Outcome;
    type Outcome = Outcome;

    const NAME: &'static str = "follow-up";

    fn title() -> Message {
        say!("title-follow-up")
    }

    fn check(s: &Situation) -> Result<(), SituationError> {
        if matches!(s.troop, Troop::Camp | Troop::Commander) {
            return Err(impossible("troop", say!("only-troops-advance", troop = s.troop)));
        }
        for (field, paces) in [
            ("free_ahead", s.free_ahead),
            ("heavy_going_ahead", s.heavy_going_ahead),
            ("river_ahead", s.river_ahead),
        ] {
            if paces.is_some_and(|p| !(0.0..=1e6).contains(&p)) {
                return Err(impossible(field, say!("paces-zero-or-more")));
            }
        }
        if s.won > s.combats {
            return Err(impossible("won", say!("won-more-than-fought", won = s.won, combats = s.combats)));
        }
        if s.group == 0 || s.group > 500 {
            return Err(impossible("group", say!("group-of-one-to-500", elements = s.group)));
        }
        Ok(())
    }

    fn prepare(s: &Situation, r: &mut impl Record) -> Outcome {
        let least = |far: f64, limits: &[Option<f64>]| {
            limits.iter().flatten().fold(far, |least, p| least.min(*p)) as u16
        };
        match s.opponent {
            Some(Gave::Stands) => {
                r.clause(clause!("impetuous.1"));
                Outcome::Stays
            }
            Some(_) => match at_once(s.troop, s.in_heavy_going) {
                Ok(far) => {
                    let bed = s.river_ahead.filter(|_| s.readings.follow_up_river == FollowUpRiver::Stops);
                    let paces = least(far, &[s.free_ahead, s.heavy_going_ahead, bed]);
                    r.modifier("advance", s.troop.message(), far as i32, clause!("impetuous.1"));
                    if paces == 0 { Outcome::Stays } else { Outcome::Follows(paces) }
                }
                Err(by) => {
                    r.clause(by);
                    Outcome::Stays
                }
            },
            None => {
                let deeds = Deeds {
                    elements: s.group as usize,
                    combats: s.combats,
                    won: s.won,
                    in_front_contact: s.in_front_contact,
                };
                let may = s.troop.is_line() && s.readings.line_advance == LineAdvance::Groups;
                // Heavy going does not stop it.
                let paces = least(s.troop.stats().depth, &[s.free_ahead]);
                if may && carried_forward(deeds) && paces > 0 {
                    r.modifier("advance", s.troop.message(), paces.into(), clause!("impetuous.2"));
                    Outcome::Advances(paces)
                } else {
                    r.clause(clause!("impetuous.2"));
                    Outcome::Stays
                }
            }
        }
    }

    fn resolve(p: &Outcome, _: &mut impl Dice, _: &mut impl Record) -> Outcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "troop": "cavalry", "opponent": "recoiled", "heavy_going_ahead": 90 })
    }
}
