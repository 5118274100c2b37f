//! Disorder as a state: what it adds up to, what it takes off training, and what a unit with 6 to 8 U may not do.

use crate::Field;
use crate::book::terrain::Class;
use crate::terrain;
use crate::unit::{MOST_U, Unit};
use crate::{clause, reading, say};
use umpire::{Clause, Grounds, Refusal};

/// Nearer to the enemy than this, active U lower training (disorder.3).
pub const NEAR_ENEMY: f64 = 200.0;

/// What a unit has after it was given U.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    pub now: u8,
    /// Beyond the most.
    pub lost: u8,
    pub by: Clause,
}

/// So many more U on top of those: 8 is the most.
pub fn add(active: u8, more: u8) -> Added {
    let sum = active.saturating_add(more);
    let now = sum.min(MOST_U);
    let by = if sum > MOST_U { clause!("disorder.1") } else { clause!("disorder.2") };
    Added { now, lost: sum - now, by }
}

/// The training with which a unit tests, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tested {
    /// May be 0 or less: a die of 1 still succeeds.
    pub value: i16,
    pub by: Clause,
}

/// Training in a test, with or without an enemy near.
pub fn tested(training: u8, active: u8, near: bool) -> Tested {
    let value = i16::from(training);
    if active > 0 && near {
        return Tested { value: value - i16::from(active), by: clause!("disorder.3") };
    }
    Tested { value, by: clause!("dice.4") }
}

/// Training of a unit in a test: less its active U where an enemy is nearer than 200 (disorder.3, disorder.5).
pub fn training(f: &Field, u: &Unit) -> Tested {
    let active = u.disorder.active;
    tested(u.values.training, active, active > 0 && f.enemy_within(u, NEAR_ENEMY))
}

/// Passive U, and by what.
#[derive(Clone, Debug, PartialEq)]
pub struct Passive {
    pub u: u8,
    pub grounds: Grounds,
    /// A row of the sheet that decided it is a stand-in.
    pub stand_in: bool,
}

/// Passive U of a unit: of the ground under its front bases and of obstacles that it is passing or has passed in this sequence. They
/// count in melee alone (disorder.4 to disorder.7).
pub fn passive(f: &Field, u: &Unit) -> Passive {
    let class = Class::of(u.troop.arm, u.skirmishing());
    let mut all = Passive { u: 0, grounds: Grounds::default(), stand_in: false };
    let mut take = |n: u8, by: Clause, stand_in: bool| {
        if n > 0 {
            all.u += n;
            all.grounds.add(by);
            all.stand_in |= stand_in;
        }
    };
    let here = terrain::under(f, u);
    // What it went through in its attack counts on, where it is more than what it stands in.
    let gone = u.disorder.attack > here.effect.passive;
    let (ground, by) = if gone {
        (u.disorder.attack, clause!("melee-terrain.1"))
    } else {
        (here.effect.passive, clause!("disorder.4"))
    };
    take(ground, by, here.effect.stand_in);
    let last_only = f.readings.is(reading!("obstacle-in-two", "last"));
    for c in &u.disorder.crossings {
        let Some(line) = f.ground.lines.get(usize::from(c.line)) else { continue };
        let effect = f.sheet.terrain().line(line.kind, class);
        let by = if c.begun_before { clause!("disorder.7") } else { clause!("disorder.6") };
        if c.passed || !last_only {
            take(effect.passive, by, effect.stand_in);
        }
    }
    if !u.disorder.crossings.is_empty() && all.u > 0 {
        all.grounds.add(clause!("conv.2"));
    }
    all
}

/// All its U as a factor in melee: active and passive (disorder.5).
pub fn in_melee(f: &Field, u: &Unit) -> (u8, Grounds) {
    let mut p = passive(f, u);
    if p.u > 0 {
        p.grounds.add(clause!("disorder.5"));
    }
    (u.disorder.active + p.u, p.grounds)
}

/// May it attack or fire at all (disorder.8)?
pub fn may_fight(u: &Unit) -> Result<(), Refusal> {
    umpire::allow(!u.broken(), clause!("disorder.8"), || say!("broken-may-not-fight", unit = &*u.code))
}

/// U that a unit gets for ground through which it goes in an attack or in closing to 50: passive, or active where that is played
/// (terrain.5, melee-terrain.1, melee-terrain.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfGround {
    pub active: u8,
    pub passive: u8,
    pub by: Clause,
}

/// The U of such a way. `closing`: it is moved forward to 50 after an initial melee.
pub fn of_ground(f: &Field, over: &terrain::Over, closing: bool) -> OfGround {
    let active = f.readings.is(reading!("terrain-u", "active-attackers"));
    let by = match () {
        () if closing => clause!("melee-terrain.2"),
        () if active => clause!("terrain.5"),
        () => clause!("melee-terrain.1"),
    };
    let u = over.passive;
    if active { OfGround { active: u, passive: 0, by } } else { OfGround { active: 0, passive: u, by } }
}

/// At the start of a sequence: obstacles that it has wholly passed, and ground of the last attack, give no passive U any more.
pub fn new_sequence(u: &mut Unit) {
    u.disorder.attack = 0;
    u.disorder.crossings.retain(|c| !c.passed);
    for c in &mut u.disorder.crossings {
        c.begun_before = true;
    }
}
