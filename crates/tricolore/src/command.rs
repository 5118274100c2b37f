//! Formations (brigade, division, corps, army) and commands, the bearers of orders and of engagement.

use crate::officer::OfficerId;
use crate::orders::Orders;
use crate::unit::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

umpire::id!(
    /// A command by its place in [`crate::Field::commands`].
    CommandId
);
umpire::id!(
    /// A formation by its place in [`crate::Field::bodies`].
    BodyId
);

/// How large a formation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    Brigade,
    Division,
    Corps,
    /// Several corps in a very large army (higher-officers.2).
    Wing,
    Army,
}

/// Formation morale where it is assigned (formation-morale.1, formation-morale.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Morale {
    /// 2 to 9; tests are against it.
    pub value: u8,
    /// 3 at the start, 0 is removed; what an attached star officer adds is not in it, so that it may be below 0 while he is there.
    pub level: i8,
    /// Bases at the start of the battle (formation-morale.5).
    pub bases: u16,
}

/// A formation: a brigade, division, corps or army. A brigade is at the same time the formation of one command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    pub id: BodyId,
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub level: Level,
    pub above: Option<BodyId>,
    /// Its commander, also if he has fallen; a corps of one division may have none of its own (corps.2).
    pub officer: Option<OfficerId>,
    /// The chief of its train, who is its headquarters while he stands (corps-hq.1); of a detached force too (corps-detached.1).
    pub train: Option<OfficerId>,
    pub morale: Option<Morale>,
    /// It has lost its integrity, until the next administration (integrity.8).
    pub broken: bool,
    /// Taken off at morale level 0 (formation-morale.6).
    pub removed: bool,
}

/// What a command is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CommandKind {
    /// The troops directly under one command officer (officers.2).
    Troops,
    /// The batteries of an artillery chief (gun-command.1).
    Artillery,
    /// A train with its chief, and the artillery reserve under him (corps-train.1, gun-reserve.1).
    Train,
}

/// Whether a command acts in the tactical or in the grand-tactical part of a round (engagement.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Engagement {
    #[default]
    Free,
    /// Since that round; the number of rounds' tactical parts counts for disengage.6.
    Engaged { since: u32 },
    /// Disengaged in the engagement phase of this round, its choice still to come (disengage.2).
    Leaving { since: u32 },
}

/// How enemies press a command or a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Press {
    /// None within engagement distance.
    None,
    /// Only those whom it may decline (engagement.3).
    May,
    Must,
}

impl Engagement {
    pub fn engaged(self) -> bool {
        matches!(self, Engagement::Engaged { .. })
    }
}

/// A command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Command {
    pub id: CommandId,
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub kind: CommandKind,
    pub officer: OfficerId,
    /// The formation whose troops it is: a brigade, or a division whose commander acts as command officer (officers.5).
    pub body: BodyId,
    pub orders: Orders,
    pub engagement: Engagement,
    /// Operation points used in this sequence if it is engaged, else in this round (op.officers.3, op.officers.4).
    pub used: u8,
    /// It has chosen not to be engaged by those whom it may decline, until that round's engagement phase (play.engagement).
    pub declines: Option<u32>,
}
