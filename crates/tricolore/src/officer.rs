//! Officers: who commands, who is above him, and what his staff can do.

use crate::command::BodyId;
use crate::unit::{Side, UnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Base, V2};

umpire::id!(
    /// An officer by his place in [`crate::Field::officers`].
    OfficerId
);

/// Rank, from the lowest that is represented (officers.1, officers.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rank {
    /// In especially small actions only.
    Regiment,
    Brigade,
    Division,
    Corps,
    /// Between corps and army in very large armies (higher-officers.2).
    Wing,
    Army,
}

/// What an officer is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Post {
    /// He has troops directly under him and is given orders (officers.2).
    Command,
    /// Above the command officers; given no orders (officers.4).
    Superior,
    /// Of a corps, an army or a detached force (corps-train.1, corps-detached.1).
    TrainChief,
    /// Inactive at the train until he forms an artillery command (gun-chief.3).
    ArtilleryChief,
}

/// What has become of an officer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfficerFate {
    Present,
    /// He has yet to come.
    Awaited,
    /// Fallen with the unit or formation to which he was attached (officers.12).
    Fallen,
    /// Taken off with his command, or with the train (play.edge, corps-train.7).
    Removed,
}

/// To what an officer is attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attached {
    /// In base contact with a unit (officers.11).
    Unit(UnitId),
    /// With the commander of a formation, for its morale (formation-morale.10).
    Body(BodyId),
}

/// What an officer and his staff are worth (officers.6 to officers.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gifts {
    /// E.
    pub ability: u8,
    /// Command radius in metres.
    pub radius: u16,
    pub order_bonus: u8,
    /// Operation points of a command officer.
    pub points: u8,
    /// Bonus operation points of a superior officer.
    pub bonus_points: u8,
    pub stars: u8,
    /// Of a commander-in-chief (initiative.1, sequence-bonus.1).
    pub initiative: i8,
    pub sequence: i8,
    /// Most gun bases of an artillery chief (gun-chief.2, gun-command.2).
    pub most_guns: u8,
}

/// An officer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Officer {
    pub id: OfficerId,
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub rank: Rank,
    pub post: Post,
    /// His immediate superior.
    pub superior: Option<OfficerId>,
    /// The formation of which he is the commander, train chief or artillery chief.
    pub body: Option<BodyId>,
    pub gifts: Gifts,
    /// Where he is: his base is 30 by 30, and for all distances he is its centre (play.measure).
    pub at: V2,
    /// Where he faces (orders.manoeuvre.1).
    pub dir: V2,
    pub attached: Option<Attached>,
    pub fate: OfficerFate,
    /// The commander-in-chief of his side.
    pub in_chief: bool,
}

/// Width and depth of an officer's base (play.measure).
pub const OFFICER_BASE: f64 = 30.0;

impl Officer {
    pub fn present(&self) -> bool {
        self.fate == OfficerFate::Present
    }

    /// His base on the table, about the point that he is.
    pub fn base(&self) -> Base {
        Base {
            front: self.at + self.dir * (OFFICER_BASE / 2.0),
            dir: self.dir,
            width: OFFICER_BASE,
            depth: OFFICER_BASE,
        }
    }
}
