//! What is asked, by name and in words.

use super::{Awaits, Battle, Step};
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

impl Step {
    /// What it is, with its number in the book.
    pub(crate) fn says(self) -> Message {
        let what = match self {
            Step::Before => return say!("step-before"),
            Step::EndCheck | Step::Over => return say!("step-over"),
            Step::Orders => say!("step-orders"),
            Step::Declarations => say!("step-declarations"),
            Step::Responses => say!("step-responses"),
            Step::FirstReactions => say!("step-first-reactions"),
            Step::Charges => say!("step-charges"),
            Step::Moves => say!("step-moves"),
            Step::Detection => say!("step-detection"),
            Step::Evades => say!("step-evades"),
            Step::MoveDisorder => say!("step-move-disorder"),
            Step::Fire => say!("step-fire"),
            Step::FireDisorder => say!("step-fire-disorder"),
            Step::FinalReactions => say!("step-final-reactions"),
            Step::Attacks => say!("step-attacks"),
            Step::ContactDisorder => say!("step-contact-disorder"),
            Step::Impact => say!("step-impact"),
            Step::Melee => say!("step-melee"),
            Step::MeleeDisorder => say!("step-melee-disorder"),
            Step::MeleeReactions => say!("step-melee-reactions"),
            Step::Morale => say!("step-morale"),
            Step::MoraleOfRouts => say!("step-morale-of-routs"),
            Step::Rally => say!("step-rally"),
            Step::Reordering => say!("step-reordering"),
            Step::GameOrders => say!("step-game-orders"),
        };
        say!("step-of-move", number = self.number(), what)
    }
}

impl Battle {
    fn list(&self, units: &[UnitId]) -> String {
        units.iter().map(|u| &*self.field[*u].code).collect::<Vec<_>>().join(", ")
    }

    /// The question in words.
    pub(crate) fn asks_in_words(&self, side: Side, awaits: &Awaits) -> Message {
        let turn = self.field.turn;
        let asks = self.asks_of(&self.terms.head.called(side), awaits, turn);
        say!("ask-in-step", step = self.play.step.says(), asks)
    }

    fn asks_of(&self, side: &str, awaits: &Awaits, turn: u16) -> Message {
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
