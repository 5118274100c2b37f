//! Troops by the names that the book gives them: arms, classes, formations.

use crate::ground::ZoneId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a unit is. Skirmishers are infantry; whether a unit counts as such is asked of its formation (formations.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
    /// One base is a company of engineers (engineer.1).
    Engineers,
    /// Wagons of a corps train (corps-train.1).
    Train,
    /// Wagons with the boats of a bridge (pontoon.1).
    Pontoons,
}

/// Class of cavalry (units.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    Light,
    Medium,
    Heavy,
}

/// How a battery is drawn and its gunners go (units.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Harness {
    Foot,
    Horse,
}

/// The guns of a battery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Guns {
    /// Pounds of the shot.
    pub calibre: u8,
    pub harness: Harness,
}

/// Troop quality, of which the values of a unit are a guideline (units.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    OldGuard,
    Guard,
    Elite,
    Veteran,
    Line,
    Recruits,
    Militia,
}

impl Quality {
    /// In the order of table quality-values.
    pub const ALL: [Quality; 7] = [
        Quality::OldGuard,
        Quality::Guard,
        Quality::Elite,
        Quality::Veteran,
        Quality::Line,
        Quality::Recruits,
        Quality::Militia,
    ];
}

/// What a unit is, apart from its values and its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Troop {
    pub arm: Arm,
    /// Skirmishers by establishment: at most three bases (units.2, formations.4).
    pub skirmishers: bool,
    /// Irregulars form no line and always test before they attack (units.7).
    pub irregular: bool,
    /// Of cavalry.
    pub weight: Option<Weight>,
    /// Of artillery.
    pub guns: Option<Guns>,
    /// Of an army of linear tactics, and not exempt from them (linear.1, linear.3).
    pub linear: bool,
}

impl Troop {
    pub fn of(arm: Arm) -> Troop {
        Troop { arm, skirmishers: false, irregular: false, weight: None, guns: None, linear: false }
    }

    pub fn infantry() -> Troop {
        Troop::of(Arm::Infantry)
    }

    /// Skirmishers by establishment.
    pub fn skirmishers() -> Troop {
        Troop { skirmishers: true, ..Troop::infantry() }
    }

    pub fn cavalry(weight: Weight) -> Troop {
        Troop { weight: Some(weight), ..Troop::of(Arm::Cavalry) }
    }

    pub fn battery(calibre: u8, harness: Harness) -> Troop {
        Troop { guns: Some(Guns { calibre, harness }), ..Troop::of(Arm::Artillery) }
    }

    /// Horse artillery?
    pub fn horse_guns(&self) -> bool {
        self.guns.is_some_and(|g| g.harness == Harness::Horse)
    }
}

/// How the bases of a unit stand (formations.1 to formations.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Formation {
    /// So many bases in front, the rest behind their centre (formations.5).
    Line {
        front: u8,
    },
    /// One or two bases wide.
    Column {
        front: u8,
    },
    MarchColumn,
    Square,
    /// So many bases in front, three at most, the rest behind their centre.
    Chain {
        front: u8,
    },
    Unlimbered,
    Limbered,
    /// Spread over a town zone (town.4).
    InTown {
        zone: ZoneId,
    },
    /// In column at the edge of its zone, ready to leave it there (tmove.town.5).
    Assembled {
        zone: ZoneId,
    },
    /// Wagons in a close square about the train chief (corps-train.2).
    Park,
    /// Wagons one behind another on a road (corps-train.3).
    Train,
}

impl Formation {
    /// What it is, whatever the number of bases in front.
    pub fn kind(self) -> FormationKind {
        match self {
            Formation::Line { .. } => FormationKind::Line,
            Formation::Column { .. } => FormationKind::Column,
            Formation::MarchColumn => FormationKind::MarchColumn,
            Formation::Square => FormationKind::Square,
            Formation::Chain { .. } => FormationKind::Chain,
            Formation::Unlimbered => FormationKind::Unlimbered,
            Formation::Limbered => FormationKind::Limbered,
            Formation::InTown { .. } | Formation::Assembled { .. } => FormationKind::InTown,
            Formation::Park | Formation::Train => FormationKind::Wagons,
        }
    }

    /// The zone in which it stands, spread or assembled.
    pub fn zone(self) -> Option<ZoneId> {
        match self {
            Formation::InTown { zone } | Formation::Assembled { zone } => Some(zone),
            _ => None,
        }
    }

    /// Line or square: moving disorders it (line-move.1).
    pub fn tests_when_moving(self) -> bool {
        matches!(self, Formation::Line { .. } | Formation::Square)
    }
}

/// A formation whatever its front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FormationKind {
    Line,
    Column,
    MarchColumn,
    Square,
    Chain,
    Unlimbered,
    Limbered,
    InTown,
    Wagons,
}
