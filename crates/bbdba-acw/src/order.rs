//! What a player may answer.

use crate::event::Target;
use crate::field::{Edge, ElementId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Pose;

/// Every answer a battle can ask for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// The defender lays the terrain (setup.1): the `[terrain]` part of a scenario as data.
    LayTerrain {
        terrain: serde_json::Value,
    },
    /// The attacker chooses his base edge (setup.2).
    ChooseEdge {
        edge: Edge,
    },
    /// The middle of the camp along the base edge, and its size (setup.3).
    PlaceCamp {
        x: f64,
        width: f64,
        depth: f64,
    },
    /// The secret ranking: command numbers from the highest die to the lowest (dice.2).
    Rank {
        order: Vec<u8>,
    },
    /// A whole command, or with hidden deployment the whole army (setup.4, setup.8).
    Deploy {
        elements: Vec<Placement>,
    },
    Move(MoveOrder),
    EndMoves,
    /// The passive player calls the next target (dba.28).
    Call {
        target: Target,
    },
    /// The shooter's owner names the main shooter and up to two supporters.
    Shoot {
        main: Target,
        #[serde(default)]
        with: Vec<ElementId>,
    },
    HoldFire,
    /// The active player picks the next close combat: his element or the enemy's, and whom it fights.
    Fight {
        element: ElementId,
        against: Target,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    pub element: ElementId,
    pub at: Pose,
    /// Cavalry may be deployed dismounted (dba.37).
    #[serde(default)]
    pub dismounted: bool,
}

/// What the umpire may put right (basis.1).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Correction {
    /// An element on the table stands elsewhere or faces another way.
    Place { element: ElementId, at: Pose },
    /// An element on the table is lost.
    Remove { element: ElementId, how: Removal },
    /// An element that was lost is back, and no longer counts as lost.
    Restore { element: ElementId, at: Pose },
}

impl Correction {
    pub fn element(&self) -> ElementId {
        match self {
            Correction::Place { element, .. }
            | Correction::Remove { element, .. }
            | Correction::Restore { element, .. } => *element,
        }
    }
}

/// How an element is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Removal {
    Destroyed,
    /// Over the table edge.
    Left,
}

/// One tactical move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveOrder {
    /// One element, or the members of a group; a column's leader first.
    pub elements: Vec<ElementId>,
    pub how: Manner,
    /// Cavalry dismounts as part of this move (dba.37).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dismount: bool,
    /// Commanders who accompany the group (dba.10).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<ElementId>,
    /// With whom to line up, where the move reaches several enemies (dba.14).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Against>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// A single element, from place to place (dba.5).
    Legs(Vec<Pose>),
    /// A group: straight advances and wheels (dba.6).
    Group(Vec<Step>),
    /// A column follows its leader (dba.7).
    Column(Vec<Step>),
    /// A group narrows to a column behind its leader (dba.7).
    FormColumn(Vec<Step>),
    /// Along a road, in paces (dba.50).
    Road(f64),
    /// Out of close combat (breakoff.1).
    BreakOff,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Straight ahead, in paces.
    Advance(f64),
    /// About the left front corner, in degrees.
    WheelLeft(f64),
    /// About the right front corner, in degrees.
    WheelRight(f64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Against {
    pub foe: Target,
    pub on: Facet,
}

/// Which edge of the enemy's base is contacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Facet {
    Front,
    LeftFlank,
    RightFlank,
    Rear,
    /// Beside a friend who fights this enemy (dba.18).
    Overlap,
}
