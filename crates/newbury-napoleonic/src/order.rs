//! How fast a body goes, and what it is doing: words that orders, procedures and the turn share.

use crate::unit::UnitId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::V2;

/// The rates of table 3.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Gait {
    #[default]
    Normal,
    Charge,
    Double,
    /// Routing.
    Rout,
    /// Regular foot stepping back (12.5.c).
    Back,
}

/// What a charged unit answers (17.5.b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Response {
    Countercharge,
    Stand,
    Evade,
}

/// From where a charge or fire comes (17.8.a, play.facing).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Quarter {
    #[default]
    Front,
    Flank,
    Rear,
}

/// What a game order is about (play.orders.game).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum GameTask {
    #[default]
    Hold,
    Advance,
    Attack,
    Support,
    Screen,
    Reserve,
}

impl GameTask {
    pub const ALL: [GameTask; 6] = [
        GameTask::Hold,
        GameTask::Advance,
        GameTask::Attack,
        GameTask::Support,
        GameTask::Screen,
        GameTask::Reserve,
    ];
}

/// The objective of a game order: a feature of the ground, or a place beside own troops (12.2.a).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// A piece of ground by its name, and where it lies.
    Ground { name: String, at: V2 },
    /// A place beside an own unit.
    Beside { unit: UnitId, at: V2 },
}

impl Goal {
    pub fn at(&self) -> V2 {
        match self {
            Goal::Ground { at, .. } | Goal::Beside { at, .. } => *at,
        }
    }
}

/// A general's order to a unit or detachment (10.1).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameOrder {
    pub task: GameTask,
    pub objective: Option<Goal>,
    /// Places on the way, perhaps none.
    pub route: Vec<V2>,
    /// Priority targets in their order (10.1.e).
    pub targets: Vec<UnitId>,
    /// Whom it supports or screens (15.1.a.3, 17.5.h).
    pub supports: Option<UnitId>,
    /// It may make double moves to its objective (12.2.a).
    pub double: bool,
    /// What else it says, which binds in honour only.
    pub says: String,
    /// Sub-units that are detached when it is in force, by place: it is theirs (6.3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub detach: Vec<u8>,
}
