//! What is asked, by name and in words.

use super::{Awaits, Battle};
use crate::unit::{Side, UnitId};
use crate::{rule, say};
use umpire::Clause;
use words::Message;

impl Awaits {
    /// The name of the question.
    pub fn name(&self) -> &'static str {
        match self {
            Awaits::Orders => "orders",
            Awaits::Respond(_) => "respond",
            Awaits::Fire(_) => "fire",
            Awaits::Press(_) => "press",
            Awaits::Follow(..) => "follow",
            Awaits::Pursue(..) => "pursue",
            Awaits::GameOrders => "game_orders",
        }
    }

    /// The clause by which it is asked.
    pub fn clause(&self) -> Clause {
        match self {
            Awaits::Orders => rule!("11.1"),
            Awaits::Respond(_) => rule!("17.5.b"),
            Awaits::Fire(_) => rule!("11.8"),
            Awaits::Press(_) => rule!("17.2.f"),
            Awaits::Follow(..) => rule!("11.16"),
            Awaits::Pursue(..) => rule!("11.19"),
            Awaits::GameOrders => rule!("11.21"),
        }
    }
}

impl Battle {
    fn list(&self, units: &[UnitId]) -> String {
        units.iter().map(|u| &*self.field[*u].code).collect::<Vec<_>>().join(", ")
    }

    /// The question in words.
    pub(crate) fn asks_in_words(&self, side: Side, awaits: &Awaits) -> Message {
        let turn = self.field.turn;
        match awaits {
            Awaits::Orders => say!("ask-move-orders", side, turn),
            Awaits::Respond(u) => say!("ask-respond", side, units = self.list(u)),
            Awaits::Fire(u) => say!("ask-fire", side, units = self.list(u)),
            Awaits::Press(u) => say!("ask-press", side, units = self.list(u)),
            Awaits::Follow(u, g) => {
                let units: Vec<UnitId> = u.iter().chain(g).copied().collect();
                say!("ask-follow", side, units = self.list(&units))
            }
            Awaits::Pursue(u, p) => {
                let units: Vec<UnitId> = u.iter().chain(p).copied().collect();
                say!("ask-pursue", side, units = self.list(&units))
            }
            Awaits::GameOrders => say!("ask-game-orders", side, turn),
        }
    }
}
