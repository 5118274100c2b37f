//! Ammunition: what there is at the start, what is used, how it is brought (chapter 11).

use crate::book::fire::numbers;
use crate::book::{BAD, num, table};
use crate::procedures::{FireReadings, LastAmmunition, OutOfRangeShot};
use crate::troop::{Arm, Effect};
use crate::{clause, say};
use umpire::{Clause, Refusal, allow};

/// The row of table text-ammunition that begins so.
fn turns(item: &str) -> u8 {
    let t = table("text-ammunition");
    let row = t.rows.iter().find(|r| r[0].text().is_some_and(|n| n.starts_with(item))).expect(BAD);
    num(&row[1]).expect(BAD) as u8
}

/// Turns of fire that a unit has at the start unless the brief says otherwise (11.02.1, 11.03.1); the train has none.
pub fn at_start(arm: Arm) -> Option<(u8, Clause)> {
    match arm {
        Arm::Infantry => Some((turns("infantry"), clause!("11.02.1"))),
        Arm::Cavalry => Some((turns("cavalry"), clause!("11.02.1"))),
        Arm::Artillery => Some((turns("battery"), clause!("11.03.1"))),
        Arm::Train => None,
    }
}

/// The loads that so many turns of fire of a battery are (11.03.3).
pub fn loads(turns_of_fire: u8) -> (u8, Clause) {
    (turns_of_fire, clause!("11.03.3"))
}

/// What a unit, and all its parts and lines, did with its arms in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// Fires with effect: a battery may fire several times before contact (10.01.6).
    pub fires: u8,
    /// It fought a melee.
    pub melee: bool,
    /// A shot was found to be out of range.
    pub out_of_range: bool,
}

/// The turns of fire that a turn uses up: one or none (11.01.1), by which clause.
pub fn used(arm: Arm, u: Used, readings: &FireReadings) -> (u8, Clause) {
    let missed = u.out_of_range && readings.out_of_range_shot == OutOfRangeShot::Spent;
    let melee = u.melee && arm == Arm::Infantry;
    let by = if u.fires == 0 && u.out_of_range && !melee {
        clause!("play.fire.target")
    } else if u.fires > 1 && arm == Arm::Artillery {
        clause!("10.01.6")
    } else {
        clause!("11.01.1")
    };
    (u8::from(u.fires > 0 || melee || missed), by)
}

/// What it does to infantry that it has used its last (11.02.2).
pub fn spent(arm: Arm, before: u8, after: u8) -> Option<(Effect, Clause)> {
    (arm == Arm::Infantry && before > 0 && after == 0).then(|| (Effect::Grades(1), clause!("11.02.2")))
}

/// Is a unit without ammunition that began the turn with so many turns of fire and has used its arms in it, or not (11.02.2)?
pub fn without(at_start_of_turn: u8, used_arms: bool, readings: &FireReadings) -> (bool, Clause) {
    let left = match readings.last_ammunition {
        LastAmmunition::TurnEnd => at_start_of_turn,
        LastAmmunition::AtOnce => at_start_of_turn.saturating_sub(u8::from(used_arms)),
    };
    (left == 0, clause!("11.02.2"))
}

/// What one wagon brings (11.01.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wagon {
    pub battalions: u8,
    /// Turns of fire for each of them.
    pub turns: u8,
    /// Or model guns.
    pub models: u8,
    /// Turns of fire for each of those.
    pub model_turns: u8,
}

/// What one wagon brings (11.01.3).
pub fn wagon() -> (Wagon, Clause) {
    let w = Wagon {
        battalions: 4,
        turns: turns("wagon, for four battalions"),
        models: 2,
        model_turns: turns("wagon, for two model guns"),
    };
    (w, clause!("11.01.3"))
}

/// Turns to issue ammunition to a unit (11.04.1), an independent company or a larger one.
pub fn issue_turns(company: bool) -> (u8, Clause) {
    // "Issue takes 2 turns per tactical unit, 1 turn for an independent jager company".
    let given = numbers(&umpire::Cell::Text(table("text-ammunition").notes.clone()));
    (given[usize::from(company)] as u8, clause!("11.04.1"))
}

/// Ammunition from another unit is for the umpire to allow (11.04.2).
pub fn from_another_unit(umpire_allows: bool) -> Result<(), Refusal> {
    allow(umpire_allows, clause!("11.04.2"), || say!("ammunition-from-train"))
}

/// Small arms fire only with ammunition and when announced (09.01.7).
pub fn small_arms_may_fire(left: u8, announced: bool) -> Result<(), Refusal> {
    allow(left > 0, clause!("09.01.7"), || say!("ammunition-none"))?;
    allow(announced, clause!("09.01.7"), || say!("ammunition-not-announced"))
}

/// Guns fire only unlimbered, ready, with ammunition and when announced (10.01.2).
pub fn guns_may_fire(unlimbered: bool, ready: bool, left: u8, announced: bool) -> Result<(), Refusal> {
    allow(unlimbered && ready, clause!("10.01.2"), || say!("ammunition-guns-not-ready"))?;
    allow(left > 0, clause!("10.01.2"), || say!("ammunition-none"))?;
    allow(announced, clause!("10.01.2"), || say!("ammunition-not-announced"))
}

/// A unit fires at one moment of a turn (09.01.6); only a battery before contact may fire again (10.01.6).
pub fn may_fire_again(fired_at: Option<f64>, now: f64, guns_before_contact: bool) -> Result<(), Refusal> {
    let same = fired_at.is_none_or(|then| (then - now).abs() <= ::table::EPS);
    allow(same || guns_before_contact, clause!("09.01.6"), || say!("ammunition-one-moment"))
}
