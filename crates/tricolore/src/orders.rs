//! The four orders, and how far they have got: given, delayed, tried, activated.

use crate::officer::OfficerId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::V2;

/// What a command can be ordered to do (orders.phase.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderKind {
    Defence,
    Deployment,
    Manoeuvre,
    March,
}

impl OrderKind {
    pub const ALL: [OrderKind; 4] =
        [OrderKind::Defence, OrderKind::Deployment, OrderKind::Manoeuvre, OrderKind::March];
}

/// An order: of a march also the way, its last point the objective (orders.march.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CommandOrder {
    pub kind: OrderKind,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub route: Vec<V2>,
}

impl CommandOrder {
    /// An order without a route.
    pub fn plain(kind: OrderKind) -> CommandOrder {
        CommandOrder { kind, route: Vec::new() }
    }

    /// Where a march is to end.
    pub fn objective(&self) -> Option<V2> {
        self.route.last().copied()
    }
}

/// An order that has effect, since the round in which it was activated; 0 from the start of the battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Activated {
    pub order: CommandOrder,
    pub since: u32,
}

/// An order that has been given and is not activated yet (orders.activation.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pending {
    pub order: CommandOrder,
    /// The round in which it was given.
    pub given: u32,
    /// The round in which it is tried first: later than `given` if it is delayed (orders.delayed.1).
    pub starts: u32,
    /// The immediate superior who tries it for several commands at once (orders.coordination.1).
    pub through: Option<OfficerId>,
}

/// The orders of a command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Orders {
    /// `None` while it is engaged, and until its choice after disengaging (engagement.5).
    pub active: Option<Activated>,
    pub pending: Option<Pending>,
    /// The order it had when it became engaged (disengage.6).
    pub former: Option<Activated>,
}

impl Orders {
    /// Activated from the start of the battle.
    pub fn from_start(order: CommandOrder) -> Orders {
        Orders { active: Some(Activated { order, since: 0 }), pending: None, former: None }
    }

    /// The kind of the activated order.
    pub fn kind(&self) -> Option<OrderKind> {
        self.active.as_ref().map(|a| a.order.kind)
    }
}

impl Default for Orders {
    /// If it is unclear which order a command has, it has one of defence (orders.phase.3).
    fn default() -> Orders {
        Orders::from_start(CommandOrder::plain(OrderKind::Defence))
    }
}
