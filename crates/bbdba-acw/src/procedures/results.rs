//! The combat results table, for shooting and close combat alike.

use super::{CombatReadings, JaegerHalved, JaegerRiddenDown};
use crate::troop::Troop;
use crate::{book, clause, say};
use serde::{Deserialize, Serialize};
use umpire::{Clause, Record};
use words::Message;

/// What a combat does to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    NoEffect,
    /// Back by its own base depth (recoil.1).
    Recoil,
    /// So many paces (dba.33).
    Flee(u16),
    /// A camp that neither shoots nor defends itself any more (dba.36).
    Silenced,
    Plundered,
    Destroyed,
}

/// A side and what it suffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Suffers {
    pub troop: Troop,
    pub effect: Effect,
}

impl Suffers {
    pub fn nothing(troop: Troop) -> Suffers {
        Suffers { troop, effect: Effect::NoEffect }
    }

    /// In words: `who` is the troop's name with whatever tells it from the other side.
    pub(super) fn message(&self, who: Message) -> Message {
        let many = matches!(self.troop, Troop::Muskets | Troop::Rifles | Troop::Jaeger);
        let number = if many { "many" } else { "one" };
        match self.effect {
            Effect::NoEffect => say!("suffers-nothing", who, number),
            Effect::Recoil => say!("suffers-recoil", who, number),
            Effect::Flee(paces) => say!("suffers-flee", who, number, paces),
            Effect::Silenced => say!("suffers-silenced", who, number),
            Effect::Plundered => say!("suffers-plundered", who, number),
            Effect::Destroyed => say!("suffers-destroyed", who, number),
        }
    }
}

/// The side with the lower total, and who beat it how.
#[derive(Clone, Copy, Debug)]
pub struct Beaten {
    pub troop: Troop,
    pub in_heavy_going: bool,
    /// Neither good nor heavy going (river.3).
    pub in_river_bed: bool,
    /// In shooting the main shooter's type (dba.29).
    pub by: Troop,
    pub by_in_heavy_going: bool,
    pub by_in_river_bed: bool,
    /// By shooting; otherwise in close combat.
    pub shooting: bool,
}

impl Beaten {
    /// Beaten in good going.
    pub fn new(troop: Troop, by: Troop, shooting: bool) -> Beaten {
        Beaten {
            troop,
            in_heavy_going: false,
            in_river_bed: false,
            by,
            by_in_heavy_going: false,
            by_in_river_bed: false,
            shooting,
        }
    }
}

/// Reads the table for a total lower than the enemy's (results.9): which column, and which line of it.
#[inline]
pub fn read(own: i32, enemy: i32, b: &Beaten, c: &CombatReadings, r: &mut impl Record) -> Effect {
    debug_assert!(own < enemy);
    let (effect, line) = if 2 * own <= enemy {
        r.clause(clause!("results.9"));
        halved(b, c)
    } else {
        beaten(b, c)
    };
    r.clause(line);
    if b.troop == Troop::Camp {
        r.clause(clause!("dba.36"));
    }
    effect
}

fn flee(paces: f64) -> Effect {
    Effect::Flee(paces as u16)
}

/// Mounted troops have caught Jaeger in good going (results.2).
fn ridden_down(b: &Beaten, c: &CombatReadings) -> bool {
    let hampered = match c.jaeger_ridden_down {
        JaegerRiddenDown::JaegerGround => b.in_heavy_going || b.in_river_bed,
        JaegerRiddenDown::MountedGround => b.by_in_heavy_going || b.by_in_river_bed,
    };
    b.by.is_mounted() && !hampered
}

/// The column "lower but more than half".
fn beaten(b: &Beaten, c: &CombatReadings) -> (Effect, Clause) {
    match b.troop {
        Troop::Muskets | Troop::Rifles | Troop::Dismounted => (Effect::Recoil, clause!("results.1")),
        Troop::Jaeger if ridden_down(b, c) => (Effect::Destroyed, clause!("results.2")),
        Troop::Jaeger => (Effect::Recoil, clause!("results.2")),
        Troop::Cavalry => (Effect::Recoil, clause!("results.3")),
        Troop::Artillery if b.shooting => (Effect::NoEffect, clause!("results.4")),
        Troop::Artillery => (Effect::Destroyed, clause!("results.4")),
        Troop::Commander => (flee(book::data().flight_commander), clause!("results.5")),
        Troop::Camp => (Effect::NoEffect, clause!("dba.36")),
    }
}

/// The column "half or less".
fn halved(b: &Beaten, c: &CombatReadings) -> (Effect, Clause) {
    let by_guns_in_contact = b.by == Troop::Artillery && !b.shooting;
    match b.troop {
        Troop::Cavalry => {
            let dies = b.shooting || b.by.is_mounted() || by_guns_in_contact || b.in_heavy_going;
            let effect = if dies { Effect::Destroyed } else { flee(book::data().flight_cavalry) };
            (effect, clause!("results.6"))
        }
        Troop::Jaeger => {
            let dies = matches!(b.by, Troop::Dismounted | Troop::Jaeger)
                || (c.jaeger_halved == JaegerHalved::NoMilder && ridden_down(b, c));
            let effect = if dies { Effect::Destroyed } else { flee(book::data().flight_jaeger) };
            (effect, clause!("results.7"))
        }
        Troop::Commander if b.shooting => (Effect::Destroyed, clause!("results.10")),
        Troop::Commander => (flee(book::data().flight_commander), clause!("results.10")),
        // A camp never moves (dba.36), so what would destroy others ends its defence.
        Troop::Camp if b.shooting => (Effect::Silenced, clause!("results.8")),
        Troop::Camp => (Effect::Plundered, clause!("results.8")),
        Troop::Muskets | Troop::Rifles | Troop::Dismounted | Troop::Artillery if by_guns_in_contact => {
            (Effect::Recoil, clause!("results.8"))
        }
        Troop::Muskets | Troop::Rifles | Troop::Dismounted | Troop::Artillery => {
            (Effect::Destroyed, clause!("results.8"))
        }
    }
}
