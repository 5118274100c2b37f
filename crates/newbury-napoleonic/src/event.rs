//! What happens in a battle: each thing by its clause, in words, with the pieces it is about and how it was decided.

use desk::Audience;
use desk::board::Deed;
use serde::Serialize;
use umpire::{Clause, Grounds, Ruling, Side};
use words::Message;

/// Kinds of events: each with its name.
macro_rules! kinds {
    ($($kind:ident = $name:literal),+ $(,)?) => {
        /// What kind of thing has happened.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Kind {
            $(#[allow(missing_docs)] $kind),+
        }

        impl Kind {
            /// The event's name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name),+
                }
            }
        }
    };
}

kinds! {
    Opens = "opens",
    Turn = "turn",
    Step = "step",
    Weather = "weather",
    Arrives = "arrives",
    Fires = "fires",
    OrdersLocked = "orders_locked",
    Declared = "declared",
    NoCharge = "no_charge",
    Responds = "responds",
    Reaction = "reaction",
    Moves = "moves",
    Halts = "halts",
    Passes = "passes",
    Changes = "changes",
    Detected = "detected",
    Evades = "evades",
    Disorder = "disorder",
    Loss = "loss",
    GunLost = "gun_lost",
    Contact = "contact",
    Impact = "impact",
    Melee = "melee",
    MeleeReaction = "melee_reaction",
    Morale = "morale",
    Routs = "routs",
    FallsBack = "falls_back",
    FollowsUp = "follows_up",
    Gone = "gone",
    GeneralFalls = "general_falls",
    GeneralRides = "general_rides",
    Rallies = "rallies",
    Reorders = "reorders",
    GameOrder = "game_order",
    Burns = "burns",
    Corrected = "corrected",
    Ruled = "ruled",
    Ends = "ends",
}

impl Kind {
    /// One of the few that a short telling needs.
    pub fn milestone(self) -> bool {
        use Kind::*;
        matches!(
            self,
            Opens | Turn | Declared | Melee | Routs | Gone | GeneralFalls | Corrected | Ruled | Ends
        )
    }

    /// It turns the battle.
    pub fn great(self) -> bool {
        matches!(self, Kind::GeneralFalls | Kind::Ends)
    }

    /// What of it can be drawn on a map.
    pub fn deed(self) -> Option<Deed> {
        match self {
            Kind::Fires => Some(Deed::Fires),
            Kind::Melee => Some(Deed::Fights),
            Kind::Evades | Kind::FallsBack | Kind::Routs => Some(Deed::FallsBack),
            Kind::Gone | Kind::GeneralFalls => Some(Deed::Falls),
            _ => None,
        }
    }
}

/// Something that has happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Event {
    pub turn: u16,
    /// The step of the move, from 1; 0 before the first.
    pub step: u8,
    pub event: Kind,
    pub clause: Clause,
    /// What else had a part in it.
    #[serde(skip_serializing_if = "Grounds::is_empty")]
    pub also: Grounds,
    pub says: Message,
    /// The pieces it is about; the first does, the others suffer it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Ruling>,
    /// Who hears of it (play.view).
    #[serde(skip)]
    pub heard: Audience,
}

impl Event {
    /// Is it told by the clause of this id, alone or with others, or was it decided so?
    pub fn rests_on(&self, id: &str) -> bool {
        let ruled = |r: &Ruling| r.clauses.iter().any(|c| c.id() == id);
        self.clause.id() == id || self.also.rests_on(id) || self.ruling.as_ref().is_some_and(ruled)
    }

    /// Whose it is, if it is one side's alone.
    pub fn kept_by(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|s| self.heard == Audience::side(*s))
    }
}
