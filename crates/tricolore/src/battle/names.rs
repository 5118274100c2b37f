//! What is asked, by name and in words.

use super::{Awaits, Battle, Declaring};
use crate::unit::Side;
use crate::{rule, say};
use umpire::Clause;
use words::Message;

impl Awaits {
    /// The name of the question.
    pub fn name(&self) -> &'static str {
        match self {
            Awaits::Orders => "orders",
            Awaits::Decline(_) => "decline",
            Awaits::Resume(_) => "resume",
            Awaits::SideA => "side_a",
            Awaits::Bonus => "bonus",
            Awaits::Declare(_) => "declare",
            Awaits::Evade(_) => "evade",
            Awaits::Moves => "move",
            Awaits::Reactions => "react",
            Awaits::Fire => "fire",
            Awaits::Loss(_) => "loss",
            Awaits::Melees => "melees",
            Awaits::Breakthrough(_) => "breakthrough",
            Awaits::Counter(_) => "counter",
            Awaits::Disengage(_) => "disengage",
            Awaits::Away(_) => "away",
            Awaits::Manoeuvre => "manoeuvre",
            Awaits::Superiors => "superiors",
            Awaits::Deploy => "deploy",
            Awaits::Settle => "settle",
            Awaits::Blow(_) => "blow",
        }
    }

    /// The clause by which it is asked.
    pub fn clause(&self) -> Clause {
        match self {
            Awaits::Orders => rule!("orders.phase.1"),
            Awaits::Decline(_) => rule!("engagement.3"),
            Awaits::Resume(_) => rule!("disengage.6"),
            Awaits::SideA => rule!("initiative.2"),
            Awaits::Bonus => rule!("sequence-bonus.1"),
            Awaits::Declare(Declaring::Adjust(_)) => rule!("attack.declare.3"),
            Awaits::Declare(Declaring::Again(_)) => rule!("attack.retreat.4"),
            Awaits::Declare(Declaring::All) => rule!("attack.declare.1"),
            Awaits::Evade(_) => rule!("attack.retreat.1"),
            Awaits::Moves => rule!("tmove.general.1"),
            Awaits::Reactions => rule!("tmove.reaction.1"),
            Awaits::Fire => rule!("play.fire-step"),
            Awaits::Loss(_) => rule!("bombardment-effect.7"),
            Awaits::Melees => rule!("melee.2"),
            Awaits::Breakthrough(_) => rule!("breakthrough.2"),
            Awaits::Counter(_) => rule!("breakthrough.6"),
            Awaits::Disengage(_) => rule!("disengage.3"),
            Awaits::Away(_) => rule!("disengage.5"),
            Awaits::Manoeuvre => rule!("manoeuvre-phase.2"),
            Awaits::Superiors => rule!("superior-move.2"),
            Awaits::Deploy => rule!("deployment-phase.1"),
            Awaits::Settle => rule!("deployment-other.1"),
            Awaits::Blow(_) => rule!("demolition.2"),
        }
    }
}

impl Battle {
    /// What the scenario calls a side: the book's side A is now the one and now the other, and both have letters besides.
    pub(crate) fn called(&self, side: Side) -> String {
        self.terms.head.called(side)
    }

    /// The question in words.
    pub(crate) fn asks_in_words(&self, side: Side, awaits: &Awaits) -> Message {
        let f = &self.field;
        let side = &self.called(side);
        match awaits {
            Awaits::Orders => say!("ask-orders", side),
            Awaits::Decline(_) => say!("ask-decline", side),
            Awaits::Resume(c) => say!("ask-resume", command = &*f[*c].name),
            Awaits::SideA => say!("ask-side-a", side),
            Awaits::Bonus => say!("ask-bonus", side),
            Awaits::Declare(Declaring::All) => say!("ask-declare", side),
            Awaits::Declare(Declaring::Again(_)) => say!("ask-declare-again", side),
            Awaits::Declare(Declaring::Adjust(_)) => say!("ask-adjust", side),
            Awaits::Evade(_) => say!("ask-evade", side),
            Awaits::Moves => say!("ask-moves", side),
            Awaits::Reactions => say!("ask-reactions", side),
            Awaits::Fire => say!("ask-fire", side),
            Awaits::Loss(_) => say!("ask-loss", side),
            Awaits::Melees => say!("ask-melees", side),
            Awaits::Breakthrough(u) => say!("ask-breakthrough", unit = &*f[*u].code),
            Awaits::Counter(u) => say!("ask-counter", unit = &*f[*u].code),
            Awaits::Disengage(c) => say!("ask-disengage", command = &*f[*c].name),
            Awaits::Away(c) => say!("ask-away", command = &*f[*c].name),
            Awaits::Manoeuvre => say!("ask-manoeuvre", side),
            Awaits::Superiors => say!("ask-superiors", side),
            Awaits::Deploy => say!("ask-deploy", side),
            Awaits::Settle => say!("ask-settle", side),
            Awaits::Blow(_) => say!("ask-blow", side),
        }
    }
}
