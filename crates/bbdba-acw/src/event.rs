//! What happens in a battle, as data. Each event names the clause that caused it; words are made in `words`.

use crate::field::{CampState, Edge, ElementId, Fate, Nature, Phase, Side};
use crate::order::Correction;
use crate::say;
use serde::Serialize;
use table::Pose;
use umpire::{Clause, Grounds, Roller, Ruling, Seat};
use words::Message;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Event {
    pub clause: Clause,
    #[serde(flatten)]
    pub kind: EventKind,
}

impl Event {
    pub fn new(clause: Clause, kind: EventKind) -> Event {
        Event { clause: umpire::note_shown(clause), kind }
    }
}

/// Why an element changed its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    Deploys,
    Moves,
    BreaksOff,
    LinesUp,
    TurnsToFace,
    Recoils,
    /// Recoils because of stray fire and ricochets.
    Ricochet,
    PushedBack,
    Flees,
    Advances,
    /// A commander making way.
    GivesWay,
    Retreats,
    Dismounts,
    /// The umpire has put it right.
    Corrected,
}

impl Why {
    /// Goes back, and not of its own will.
    pub fn is_back(self) -> bool {
        use Why::*;
        matches!(self, BreaksOff | Recoils | Ricochet | PushedBack | Flees | Retreats)
    }
}

/// Why fronts that touch do not match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unmatched {
    /// There is no room to stand squarely before the enemy, or nobody moved it there.
    Gap,
    /// It is crossing a river and may neither turn nor slide (crossing.1).
    Crossing,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum EventKind {
    /// The battle opens.
    Opens,
    /// The umpire's seat is empty and the stated default applies.
    ByDefault {
        says: Message,
    },
    /// An umpire is seated.
    UmpireSits {},
    /// The umpire has decided a question that the book leaves to him.
    Decided {
        by: Seat,
        question: &'static str,
        choice: String,
        says: Message,
        #[serde(skip_serializing_if = "String::is_empty")]
        because: String,
    },
    /// The umpire has ruled on what the book does not settle.
    Ruled {
        by: Seat,
        says: String,
        /// The clause it is about.
        #[serde(skip_serializing_if = "Option::is_none")]
        about: Option<String>,
    },
    /// The umpire puts right what stood wrong; what comes of it follows.
    Corrected {
        by: Seat,
        because: String,
        changes: Vec<Correction>,
    },
    /// An element is back that was lost.
    Restored {
        element: ElementId,
        at: Pose,
    },
    /// A command is no longer demoralised.
    TakesHeart {
        side: Side,
        command: u8,
    },
    AttackerRolled {
        dice: [u8; 2],
        attacker: Option<Side>,
    },
    TerrainLaid {
        side: Side,
        pieces: usize,
    },
    EdgeChosen {
        side: Side,
        edge: Edge,
    },
    CampPlaced {
        side: Side,
        x: f64,
        y: f64,
        width: f64,
        depth: f64,
    },
    /// A side has fixed in secret which command gets which die.
    RankingFixed {
        side: Side,
    },
    RankingRevealed {
        side: Side,
        order: Vec<u8>,
    },
    /// A side has set up behind the screen.
    DeployedInSecret {
        side: Side,
    },
    CommandDeployed {
        side: Side,
        command: u8,
    },
    TurnBegins {
        bound: u32,
        active: Side,
    },
    PhaseBegins {
        phase: Phase,
    },
    Points {
        side: Side,
        command: u8,
        die: u8,
    },
    /// Movement points spent on a move, and how far it went.
    Spends {
        side: Side,
        command: u8,
        points: u8,
        left: u8,
        elements: Vec<ElementId>,
        paces: f64,
        /// What besides the points makes the move lawful.
        #[serde(skip_serializing_if = "Grounds::is_empty")]
        by: Grounds,
    },
    /// A move that would have touched an enemy stops short of him; why it may not touch.
    StopsShort {
        element: ElementId,
        paces: f64,
        why: Message,
    },
    /// Points that were not spent are gone.
    Lapse {
        side: Side,
        command: u8,
        points: u8,
    },
    /// Their fronts touch without matching: they do not fight this turn.
    Unmatched {
        element: ElementId,
        foe: ElementId,
        why: Unmatched,
    },
    /// An element changes its place.
    Goes {
        element: ElementId,
        why: Why,
        from: Pose,
        to: Pose,
    },
    Dismounts {
        element: ElementId,
    },
    RiverFound {
        river: u8,
        die: u8,
        nature: Nature,
    },
    TorrentTried {
        river: u8,
        element: ElementId,
        die: u8,
        crosses: bool,
    },
    Called {
        target: Target,
    },
    HoldsFire {
        side: Side,
        target: Target,
    },
    Shooting {
        main: Target,
        with: Vec<ElementId>,
        target: Target,
        ruling: Box<Ruling>,
    },
    CloseCombat {
        a: ElementId,
        b: Target,
        ruling: Box<Ruling>,
    },
    Lost {
        element: ElementId,
        fate: Fate,
    },
    Camp {
        side: Side,
        state: CampState,
    },
    Demoralised {
        side: Side,
        command: u8,
    },
    Ends {
        winner: Option<Side>,
        why: Message,
    },
    SeedRevealed {
        seed: String,
    },
}

impl EventKind {
    /// What the event is called in data.
    pub fn name(&self) -> &'static str {
        use EventKind::*;
        match self {
            Opens => "opens",
            ByDefault { .. } => "by_default",
            UmpireSits { .. } => "umpire_sits",
            Decided { .. } => "decided",
            Ruled { .. } => "ruled",
            Corrected { .. } => "corrected",
            Restored { .. } => "restored",
            TakesHeart { .. } => "takes_heart",
            AttackerRolled { .. } => "attacker_rolled",
            TerrainLaid { .. } => "terrain_laid",
            EdgeChosen { .. } => "edge_chosen",
            CampPlaced { .. } => "camp_placed",
            RankingFixed { .. } => "ranking_fixed",
            RankingRevealed { .. } => "ranking_revealed",
            DeployedInSecret { .. } => "deployed_in_secret",
            CommandDeployed { .. } => "command_deployed",
            TurnBegins { .. } => "turn_begins",
            PhaseBegins { .. } => "phase_begins",
            Points { .. } => "points",
            Spends { .. } => "spends",
            StopsShort { .. } => "stops_short",
            Lapse { .. } => "lapse",
            Unmatched { .. } => "unmatched",
            Goes { .. } => "goes",
            Dismounts { .. } => "dismounts",
            RiverFound { .. } => "river_found",
            TorrentTried { .. } => "torrent_tried",
            Called { .. } => "called",
            HoldsFire { .. } => "holds_fire",
            Shooting { .. } => "shooting",
            CloseCombat { .. } => "close_combat",
            Lost { .. } => "lost",
            Camp { .. } => "camp",
            Demoralised { .. } => "demoralised",
            Ends { .. } => "ends",
            SeedRevealed { .. } => "seed_revealed",
        }
    }

    /// How it was decided.
    pub fn ruling(&self) -> Option<&Ruling> {
        match self {
            EventKind::Shooting { ruling, .. } | EventKind::CloseCombat { ruling, .. } => Some(ruling),
            _ => None,
        }
    }
}

/// What can be shot at or fought: an element, or the camp of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    Element(ElementId),
    Camp(Side),
}

impl Target {
    pub fn side(self) -> Side {
        match self {
            Target::Element(e) => e.side(),
            Target::Camp(s) => s,
        }
    }
    pub fn element(self) -> Option<ElementId> {
        match self {
            Target::Element(e) => Some(e),
            Target::Camp(_) => None,
        }
    }
}

impl Roller for Target {
    fn number(&self) -> u64 {
        match self {
            Target::Element(e) => e.number(),
            Target::Camp(side) => u64::from(u32::MAX) + side.number(),
        }
    }
}

impl Target {
    /// In words.
    pub fn message(self) -> Message {
        match self {
            Target::Element(e) => e.into(),
            Target::Camp(side) => say!("target-camp", side),
        }
    }
}

impl From<Target> for Message {
    fn from(t: Target) -> Message {
        t.message()
    }
}

impl From<Target> for words::Arg {
    fn from(t: Target) -> words::Arg {
        match t {
            Target::Element(e) => e.into(),
            Target::Camp(_) => t.message().into(),
        }
    }
}

impl From<&Target> for words::Arg {
    fn from(t: &Target) -> words::Arg {
        words::Arg::from(*t)
    }
}

/// As it is written in answers.
impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Target::Element(e) => write!(f, "{e}"),
            Target::Camp(s) => write!(f, "camp {s}"),
        }
    }
}

impl Serialize for Target {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Target {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Target, D::Error> {
        let s = <String as serde::Deserialize>::deserialize(d)?;
        match s.as_str() {
            "camp A" => Ok(Target::Camp(Side::A)),
            "camp B" => Ok(Target::Camp(Side::B)),
            _ => s.parse().map(Target::Element).map_err(serde::de::Error::custom),
        }
    }
}

impl schemars::JsonSchema for Target {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Target".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^([AB][1-9][0-9]*|camp [AB])$" })
    }
}
