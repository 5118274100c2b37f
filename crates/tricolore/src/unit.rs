//! A unit: what it is, how it stands, what it has lost and what it has done.

use crate::command::{BodyId, CommandId};
use crate::ground::RedoubtId;
use crate::troop::{Arm, Formation, Troop};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;
use table::{Base, V2};

pub use umpire::Side;

umpire::id!(
    /// A unit by its place in [`crate::Field::units`]: the scenario's list, then parts detached in play.
    UnitId: clock::Id
);

/// Most points of disorder (disorder.1).
pub const MOST_U: u8 = 8;
/// From here on a unit may neither attack nor fire and only retreats (disorder.8).
pub const BROKEN_U: u8 = 6;

/// What has become of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    OnTable,
    /// It has yet to come (play.arrival).
    Awaited,
    /// In the artillery reserve at the train (gun-reserve.1).
    InReserve,
    /// No base left, cut off, or destroyed by an enemy who stayed at its guns.
    Eliminated,
    /// Retreated or pushed off the table, or guns that found no train (play.edge).
    Left,
    /// Taken off with its formation (formation-morale.6), or with the train (corps-train.7).
    Removed,
    /// Joined to another unit (formchange.5).
    Joined,
}

/// The values of a unit (units.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Values {
    /// N.
    pub melee: u8,
    /// T.
    pub training: u8,
    /// Cavalry has none (units.4).
    pub skirmish: Option<u8>,
    /// O.
    pub officer: u8,
    /// M; `None` is that of its formation. Artillery always has its own (units.5).
    pub morale: Option<u8>,
}

/// The bases of a unit and their losses (losses.1, losses.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bases {
    /// At the start of the battle, or when it was detached or joined.
    pub start: u8,
    pub now: u8,
    /// One of them carries a single loss.
    pub marked: bool,
}

impl Bases {
    pub fn full(n: u8) -> Bases {
        Bases { start: n, now: n, marked: false }
    }
}

/// A linear obstacle that is being passed or was passed in this sequence (disorder.6, disorder.7, terrain.4).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crossing {
    /// By its place in the ground's list.
    pub line: u16,
    /// Movement already paid for it.
    pub paid: f64,
    /// Its front bases are over and all is paid.
    pub passed: bool,
    /// In an earlier sequence than this one.
    pub begun_before: bool,
}

/// Disorder: active points stay until they are reorganised away, passive ones come from the ground and count in melee alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Disorder {
    /// 0 to 8.
    pub active: u8,
    /// Obstacles that still give passive U.
    pub crossings: SmallVec<[Crossing; 1]>,
    /// Passive U of difficult ground through which it went in its attack, or in closing to 50, in this sequence (melee-terrain.1,
    /// melee-terrain.2).
    #[serde(default)]
    pub attack: u8,
}

/// What a unit has done, by play.moved. The flags of a phase are cleared at its start, those of a sequence and a round likewise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    pub moved_in_phase: bool,
    pub moved_in_sequence: bool,
    pub moved_in_round: bool,
    /// Moved, or failed a test to be allowed to (tmove.reaction.1).
    pub acted_in_phase: bool,
    /// It may do nothing more in this sequence (attack.require.5).
    pub frozen: bool,
    /// Of a battery.
    pub fired_in_sequence: bool,
    pub fired_in_round: bool,
    /// Degrees that it has pivoted in this phase (pivot.1).
    pub pivoted: u16,
    /// Movement lost to pass-throughs in this phase (pass-through.1).
    pub passed_through: u16,
    /// Movement that it has spent in this phase.
    #[serde(default)]
    pub spent: u16,
    /// Declared the target of an attack in this sequence.
    pub attacked: bool,
    /// In the course of an attack of its own in this sequence (break-in.2).
    pub attacking: bool,
    /// Fought an initial melee in this sequence (reorganise.3).
    pub fought_initially: bool,
    /// Was in any melee in this round (work-test.2).
    #[serde(default)]
    pub fought_in_round: bool,
    /// Whole movement phases that it has spent in its town zone (tmove.town.7).
    pub phases_in_town: u8,
}

/// The enemy with whom a unit is in continued melee (play.continued).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Continued {
    pub with: UnitId,
    /// This unit is the attacker of the pair.
    pub attacker: bool,
}

/// A battalion, regiment, skirmish unit, battery, company of engineers, or wagons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    pub id: UnitId,
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub troop: Troop,
    pub values: Values,
    pub bases: Bases,
    /// It has a battalion gun (battalion-gun.2).
    pub gun: bool,
    pub formation: Formation,
    /// Its front with the outline of what stands in front; [`crate::footprint`] has the rest of its bases.
    pub base: Base,
    /// Of a march column that lies about corners: where its head came from, nearest first; empty if it is straight.
    pub trail: SmallVec<[V2; 4]>,
    /// The redoubt in which it stands.
    pub redoubt: Option<RedoubtId>,
    /// Of a unit in a town zone: bases for which there is no room (tmove.town.4).
    pub outside: u8,
    pub disorder: Disorder,
    /// The command of which it is: of a battery directly under a division or corps, and of engineers, none.
    pub command: Option<CommandId>,
    /// The formation to which it belongs: its brigade, or what a battery is directly under.
    pub body: BodyId,
    pub fate: Fate,
    pub continued: Option<Continued>,
    /// Of a battery: the enemy who stays at it to destroy it (melee-guns.2).
    pub pinned: Option<UnitId>,
    pub record: Record,
}

impl Unit {
    pub fn present(&self) -> bool {
        self.fate == Fate::OnTable
    }

    pub fn arm(&self) -> Arm {
        self.troop.arm
    }

    /// In skirmish formation: what every rule means by skirmishers (formations.4).
    pub fn skirmishing(&self) -> bool {
        matches!(self.formation, Formation::Chain { .. })
    }

    /// With 6 to 8 U (disorder.8).
    pub fn broken(&self) -> bool {
        self.disorder.active >= BROKEN_U
    }

    /// Guns ready to fire.
    pub fn unlimbered(&self) -> bool {
        self.formation == Formation::Unlimbered
    }
}
