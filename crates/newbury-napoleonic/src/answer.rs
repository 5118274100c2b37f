//! What a player may answer. Units, generals and buildings are named by their codes and names.

use crate::formation::Formation;
use crate::order::{GameTask, Response};
pub use crate::procedures::gunnery::Action;
use crate::troop::Ammunition;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Pose;

/// Every answer that a battle can ask for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// Step 1: the move orders of a side; who is not named has none (play.orders.none).
    Orders {
        #[serde(default)]
        orders: Vec<MoveOrder>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        generals: Vec<Ride>,
    },
    /// Step 2: how charged units respond; who is not named stands, or does what he must (17.5.b).
    Respond {
        #[serde(default)]
        responses: Vec<Reply>,
    },
    /// Step 8: what is free in fire; who is not named fires as the book says (play.fire.batch).
    Fire {
        #[serde(default)]
        fire: Vec<FireChoice>,
    },
    /// Step 10: chargers whose target is gone, who halt or charge the next (17.2.f, 17.2.g).
    Press {
        #[serde(default)]
        units: Vec<Pressing>,
    },
    /// Step 16: who follows up or pursues where it may stay, and who gives ground of himself (play.asks).
    Follow {
        #[serde(default)]
        follow: Vec<String>,
        /// Who breaks off a melee of himself (19.5.h).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        give_ground: Vec<String>,
    },
    /// Step 19: pursuers who may choose and go on (T16.E).
    Pursue {
        #[serde(default)]
        go_on: Vec<String>,
        /// Whose surrender is ignored (23.10.b).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        refuse: Vec<String>,
    },
    /// Step 21: new game orders (10.1).
    GameOrders {
        #[serde(default)]
        orders: Vec<NewGameOrder>,
    },
}

/// The gait of a whole order (play.time-budget).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    #[default]
    Normal,
    Double,
}

/// A move order for a body (play.orders.form).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveOrder {
    pub unit: String,
    /// What is carried out one after another from the beginning of the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legs: Vec<LegOrder>,
    #[serde(default)]
    pub pace: Pace,
    /// A charge on this enemy, after legs that take half a move at most (17.2.e).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charge: Option<String>,
    /// The same charge on these enemies too (17.4.b).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub charge_also: Vec<String>,
    /// An attack on this enemy (17.3.b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<String>,
    /// It countercharges whoever charges the unit that it supports (17.5.h).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub support: Option<String>,
    /// It goes through own troops in its way, if it comes out on the far side (play.pass-through).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub through: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hold_fire: bool,
    /// It goes on to the next enemy after a breakthrough, though it might halt by a general who is near (17.2.g, 18.1.f).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub press_on: bool,
    /// Gunners fire their muskets, and not their guns (10.2.d, 16.4.g).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub muskets: bool,
    /// Gun crews reorder for half of the move and fire in the rest (13.2.g).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reorder_and_fire: bool,
    /// Inside a house: it is set alight if the body does nothing else (16.9.b).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub set_fire: bool,
    /// Rifles are loaded with a loose ball (15.2.e).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub loose_ball: bool,
    /// A general within 5 cm gives it in person, whatever the game order says (7.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// An action move of a battery, which its legs make up (16.5.a).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// The teams of deployed guns are led so many cm behind them; 0 brings them back (16.2.a, play.artillery).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teams: Option<f64>,
    /// Sub-units of cavalry, by their place in the unit from 1, that dismount while the others do not (6.2.a.vi).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dismount: Vec<u8>,
    /// Sub-units that go out before it in open order (6.2.a.ii).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<SendOut>,
}

/// A screen that is sent out (6.2.a.ii, 6.2.b).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SendOut {
    /// Sub-units by their place in the unit, from 1.
    pub companies: Vec<u8>,
    /// How far before the unit they go, in cm.
    pub cm: f64,
}

/// One leg of a move order.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LegOrder {
    /// Straight ahead; of open order straight to a bearing, if one is given.
    March {
        cm: f64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        towards: Option<f64>,
    },
    /// Regular foot steps back (12.5.c).
    Back {
        cm: f64,
    },
    /// Degrees, to the right if positive (12.4.a).
    Wheel {
        degrees: f64,
    },
    Turn {
        to: Turning,
    },
    /// Another formation, ranks of each sub-unit, files of irregulars (8.4).
    Form {
        formation: Formation,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ranks: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        files: Option<u8>,
    },
    /// Out of an open column into line to a flank, each sub-unit wheeling where it is (table 6).
    IntoLine {
        to: Turning,
    },
    /// Into the house that it stands beside (12.5.d).
    Enter,
    /// Out of its house by a wall, from the front round by the right, in that formation (12.5.d).
    Leave {
        wall: u8,
        #[serde(default)]
        formation: Formation,
    },
    LieDown,
    StandUp,
    Mount,
    Dismount,
    Limber,
    /// Facing so, or as the team stood (12.6.c).
    Unlimber {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<f64>,
    },
    /// Stands for that part of a move.
    Wait {
        part: f64,
    },
    /// Stands and reorders to the end of the move (13.2.e).
    Reorder,
    /// Guns beside it, or its own, are made useless, in two moves (12.5.e).
    Spike,
    /// Dead animals are cut out of the teams, in a move (12.7.d).
    CutFree,
    /// Goes back to its unit and joins it again (6.2.b, 6.4.c).
    Rejoin,
}

/// Which way a body turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Turning {
    Left,
    Right,
    About,
}

/// Where a general rides, or with whom he goes (12.8, play.generals).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ride {
    pub general: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<[f64; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
}

/// How a charged unit responds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    pub unit: String,
    pub response: Response,
    /// Of an evade: it waits until the charger is at attack distance (12.3.b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<bool>,
}

/// What is free in the fire of a body.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireChoice {
    pub unit: String,
    /// The target, among those that the book leaves free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ammunition: Option<Ammunition>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hold: bool,
    /// A house at which howitzers or launchers fire shell, to set it alight (16.9.a).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house: Option<String>,
    /// It waits until attackers are in contact (15.3.f).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// Teams and drivers of a deployed battery are aimed at (16.7.b).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_teams: bool,
    /// A general of the enemy who is by himself, in the place of any other target (20.6.b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub general: Option<String>,
    /// Skirmishers are fired at although others are there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_skirmishers: bool,
    /// A second target, and how many of the guns fire at it (6.5.a).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    #[serde(default, skip_serializing_if = "nothing")]
    pub other_guns: u8,
    /// The target of the howitzers of a mixed battery, if it is another (6.5.b, 16.3.b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub howitzers: Option<String>,
    /// One of the crew is posted to watch a target that the others do not see (14.3.note).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub observer: bool,
    /// The place of a wall, fence or hedge, or of the wall of a house, at which a gap is made (16.8.a).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breach: Option<[f64; 2]>,
}

fn nothing(n: &u8) -> bool {
    *n == 0
}

/// What a charger does whose target is gone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pressing {
    pub unit: String,
    pub go_on: bool,
}

/// A new game order (10.1, play.orders.game).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGameOrder {
    pub unit: String,
    /// Who gives it.
    pub by: String,
    #[serde(default)]
    pub task: GameTask,
    /// A piece of ground by its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<String>,
    /// A place, which must be beside this own unit (12.2.a).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<[f64; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supports: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub double: bool,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// It is for a detachment of these sub-units, by their places from 1, which goes apart when it is in force (6.3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub detach: Vec<u8>,
}

/// What an umpire puts right on the table (play.umpire).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "change", rename_all = "snake_case", deny_unknown_fields)]
pub enum Correction {
    /// A unit or general stands there.
    Place { piece: String, at: Pose },
    /// A unit has so many accumulated factors of disorganisation.
    Disorder { unit: String, factors: u16 },
    /// A unit's sub-unit has so many figures.
    Figures { unit: String, company: usize, figures: u8 },
    /// A unit is taken off the table.
    Remove { unit: String },
}
