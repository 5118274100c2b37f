//! Breaking off close combat (breakoff.1): from a simple front contact, straight back by the full move distance.

use super::allowance::{Going, paces};
use super::impossible;
use super::river_nature::slows;
use crate::field::Nature;
use crate::troop::Troop;
use crate::{book, clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Dice, Procedure, Readings, Record, SituationError};
use words::Message;

umpire::choice!(
    /// Does an overlap prevent breaking off (breakoff.1)?
    BreakingOffOverlapped { Prevents, Allows }
);

/// The readings that matter here, by the ids that `vedette rules bbdba-acw readings` lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct BreakOffReadings {
    /// Does an overlap prevent breaking off (breakoff.1)?
    pub breaking_off_overlapped: BreakingOffOverlapped,
    /// The most a move in a river that is not shallow goes, in paces (crossing.3); 100 unless given.
    #[schemars(range(min = 20, max = 400))]
    pub river_rate: Option<f64>,
}

impl BreakOffReadings {
    /// Those of a battle.
    pub fn of(r: &Readings) -> BreakOffReadings {
        let prevents = r.is(reading!("breaking-off-overlapped", "prevents"));
        BreakOffReadings {
            breaking_off_overlapped: if prevents {
                BreakingOffOverlapped::Prevents
            } else {
                BreakingOffOverlapped::Allows
            },
            river_rate: Some(r.number(reading!("river-rate"))),
        }
    }
}

/// Why somebody cannot break off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Artillery and command elements cannot.
    Troop,
    NoFrontContact,
    /// An enemy front on a flank or the rear, or an enemy who touches or overlaps a flank.
    EnemyOnFlankOrRear,
    /// Friends or enemies, a camp or impassable ground lie in the way.
    NoRoom,
    WouldTouchEnemy,
    EndsInZone,
}

impl Why {
    /// In words.
    pub fn message(self) -> Message {
        match self {
            Why::Troop => say!("not-break-off-troop"),
            Why::NoFrontContact => say!("not-break-off-no-contact"),
            Why::EnemyOnFlankOrRear => say!("not-break-off-flank"),
            Why::NoRoom => say!("not-break-off-room"),
            Why::WouldTouchEnemy => say!("not-break-off-touch"),
            Why::EndsInZone => say!("not-break-off-zone"),
        }
    }
}
words::spoken!(Why);

/// May it withdraw, as it stands? A touch or an overlap on a flank counts unless read otherwise.
pub fn begins(
    troop: Troop,
    front_contact: bool,
    flank_or_rear_contact: bool,
    touched_or_overlapped: bool,
    how: BreakingOffOverlapped,
) -> Result<Clause, (Clause, Why)> {
    let by = clause!("breakoff.1");
    if matches!(troop, Troop::Artillery | Troop::Commander | Troop::Camp) {
        return Err((by, Why::Troop));
    }
    if !front_contact {
        return Err((by, Why::NoFrontContact));
    }
    if flank_or_rear_contact || touched_or_overlapped && how == BreakingOffOverlapped::Prevents {
        return Err((by, Why::EnemyOnFlankOrRear));
    }
    Ok(by)
}

/// How far back: exactly the full move distance for the going, at most the river's rate in a bed that slows.
pub fn distance(troop: Troop, heavy: bool, in_bed: Option<Nature>, river_rate: f64) -> f64 {
    let full = paces(troop, if heavy { Going::Heavy } else { Going::Good });
    if in_bed.is_some_and(slows) { full.min(river_rate) } else { full }
}

/// Is the way clear, and the end of it?
pub fn clear(room: bool, touches_enemy: bool, in_zone: bool) -> Result<(), (Clause, Why)> {
    let by = clause!("breakoff.1");
    if !room {
        Err((by, Why::NoRoom))
    } else if touches_enemy {
        Err((by, Why::WouldTouchEnemy))
    } else if in_zone {
        Err((by, Why::EndsInZone))
    } else {
        Ok(())
    }
}

/// Whether and how far somebody breaks off.
#[derive(Clone, Copy, Debug)]
pub struct BreakOff;

/// A single element would withdraw from close combat. No dice.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// What it is.
    pub troop: Troop,
    /// It is in front contact, with an enemy element or his camp.
    #[serde(default = "yes")]
    pub front_contact: bool,
    /// An enemy front lies against its flank or rear.
    #[serde(default)]
    pub enemy_on_flank_or_rear: bool,
    /// An enemy overlaps it, or touches its flank or rear otherwise.
    #[serde(default)]
    pub overlapped: bool,
    /// The way straight back, or where it stands, is partly heavy going.
    #[serde(default)]
    pub in_heavy_going: bool,
    /// A part of the way back lies in the bed of a river of this nature, off road.
    #[serde(default)]
    pub in_river: Option<Nature>,
    /// Neither friends nor enemies, camps or impassable ground lie in the way back by the full distance.
    #[serde(default = "yes")]
    pub way_is_free: bool,
    /// At its end it would touch an enemy.
    #[serde(default)]
    pub would_touch_enemy: bool,
    /// At its end it would stand in an enemy's control zone, with no friend between.
    #[serde(default)]
    pub ends_in_zone: bool,
    /// Other ways to read the book than its defaults.
    #[serde(default)]
    pub readings: BreakOffReadings,
}

fn yes() -> bool {
    true
}

/// Known without dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Straight back by exactly so many paces.
    Withdraws(u16),
    MayNot(Why),
}

impl Outcome {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Outcome::Withdraws(paces) => say!("withdraws-paces", paces),
            Outcome::MayNot(why) => say!("may-not-break-off", why = why.message()),
        }
    }
}
words::spoken!(Outcome);

fn decide(s: &Situation) -> Result<(Clause, f64), (Clause, Why)> {
    let how = s.readings.breaking_off_overlapped;
    let by = begins(s.troop, s.front_contact, s.enemy_on_flank_or_rear, s.overlapped, how)?;
    clear(s.way_is_free, s.would_touch_enemy, s.ends_in_zone)?;
    let rate = s.readings.river_rate.unwrap_or(book::data().river_rate);
    Ok((by, distance(s.troop, s.in_heavy_going, s.in_river, rate)))
}

impl Procedure for BreakOff {
    type Situation = Situation;
    type Prepared = Outcome;
    type Outcome = Outcome;

    const NAME: &'static str = "break-off";

    fn title() -> Message {
        say!("title-break-off")
    }

    fn check(s: &Situation) -> Result<(), SituationError> {
        let [least, most] = book::text().readings[reading!("river-rate")].range.unwrap_or([0.0, 0.0]);
        if s.readings.river_rate.is_some_and(|r| !(least..=most).contains(&r)) {
            return Err(impossible("readings", say!("river-rate-out-of-range", least, most)));
        }
        Ok(())
    }

    fn prepare(s: &Situation, r: &mut impl Record) -> Outcome {
        match decide(s) {
            Ok((by, far)) => {
                r.modifier("mover", s.troop.message(), far as i32, by);
                if s.in_river.is_some_and(slows) {
                    r.clause(clause!("crossing.3"));
                }
                Outcome::Withdraws(far as u16)
            }
            Err((by, why)) => {
                r.clause(by);
                Outcome::MayNot(why)
            }
        }
    }

    fn resolve(p: &Outcome, _: &mut impl Dice, _: &mut impl Record) -> Outcome {
        *p
    }

    fn example() -> serde_json::Value {
        serde_json::json!({ "troop": "cavalry", "overlapped": true })
    }
}
