//! What happens in a battle: each thing by its clause, in words, with the pieces it is about and how it was decided.

use desk::Audience;
use desk::board::Deed;
use serde::Serialize;
use umpire::{Clause, Grounds, Ruling, Side};
use words::Message;

/// What kind of thing has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Opens,
    Round,
    Phase,
    OrderGiven,
    OrderTried,
    OrderActive,
    OrderEnds,
    Arranged,
    Engaged,
    Disengaged,
    Declined,
    Initiative,
    SideA,
    Bonus,
    Declared,
    AttackTest,
    Dropped,
    Evades,
    Moves,
    Turns,
    Changes,
    Charges,
    Tested,
    Disorder,
    Passes,
    OfficerMoves,
    Reacts,
    Fires,
    Loss,
    Silenced,
    Melee,
    TownFight,
    TownTest,
    Retreats,
    Breakthrough,
    Continued,
    Pinned,
    Gone,
    OfficerFalls,
    Integrity,
    Morale,
    FormationGone,
    Reorganises,
    Pushed,
    Sequence,
    Works,
    Arrives,
    Corrected,
    Ruled,
    ByDefault,
    Ends,
}

impl Kind {
    /// The event's name.
    pub fn name(self) -> &'static str {
        use Kind::*;
        match self {
            Opens => "opens",
            Round => "round",
            Phase => "phase",
            OrderGiven => "order_given",
            OrderTried => "order_tried",
            OrderActive => "order_active",
            OrderEnds => "order_ends",
            Arranged => "arranged",
            Engaged => "engaged",
            Disengaged => "disengaged",
            Declined => "declined",
            Initiative => "initiative",
            SideA => "side_a",
            Bonus => "bonus",
            Declared => "declared",
            AttackTest => "attack_test",
            Dropped => "dropped",
            Evades => "evades",
            Moves => "moves",
            Turns => "turns",
            Changes => "changes",
            Charges => "charges",
            Tested => "tested",
            Disorder => "disorder",
            Passes => "passes",
            OfficerMoves => "officer_moves",
            Reacts => "reacts",
            Fires => "fires",
            Loss => "loss",
            Silenced => "silenced",
            Melee => "melee",
            TownFight => "town_fight",
            TownTest => "town_test",
            Retreats => "retreats",
            Breakthrough => "breakthrough",
            Continued => "continued",
            Pinned => "pinned",
            Gone => "gone",
            OfficerFalls => "officer_falls",
            Integrity => "integrity",
            Morale => "morale",
            FormationGone => "formation_gone",
            Reorganises => "reorganises",
            Pushed => "pushed",
            Sequence => "sequence",
            Works => "works",
            Arrives => "arrives",
            Corrected => "corrected",
            Ruled => "ruled",
            ByDefault => "by_default",
            Ends => "ends",
        }
    }

    /// One of the few that a short telling needs.
    pub fn milestone(self) -> bool {
        use Kind::*;
        matches!(
            self,
            Opens
                | Round
                | SideA
                | Gone
                | OfficerFalls
                | FormationGone
                | Melee
                | TownFight
                | Corrected
                | Ruled
                | Ends
        )
    }

    /// It turns the battle.
    pub fn great(self) -> bool {
        matches!(self, Kind::OfficerFalls | Kind::FormationGone | Kind::Ends)
    }

    /// What of it can be drawn on a map.
    pub fn deed(self) -> Option<Deed> {
        match self {
            Kind::Fires => Some(Deed::Fires),
            Kind::Melee | Kind::TownFight => Some(Deed::Fights),
            Kind::Retreats | Kind::Pushed | Kind::Evades => Some(Deed::FallsBack),
            Kind::Gone | Kind::OfficerFalls => Some(Deed::Falls),
            _ => None,
        }
    }
}

/// Something that has happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Event {
    pub round: u32,
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
    /// Whose doing it was: only he reads of its ruling what he keeps to himself.
    #[serde(skip)]
    pub by: Option<Side>,
    /// Who hears of it (play.hidden).
    #[serde(skip)]
    pub heard: Audience,
}

impl Event {
    /// Is it told by the clause of this id, alone or with others, or was it decided so?
    pub fn rests_on(&self, id: &str) -> bool {
        let ruled = |r: &Ruling| r.clauses.iter().any(|c| c.id() == id);
        self.clause.id() == id || self.also.rests_on(id) || self.ruling.as_ref().is_some_and(ruled)
    }
}
