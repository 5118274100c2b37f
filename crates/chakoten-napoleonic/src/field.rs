//! The field: everything that lies and stands on the table, and the state of both armies. What a side may know of it is computed in
//! the view.

use crate::ground::{Ground, Line};
use crate::unit::{CommandId, Fate, Side, StaffId, Time, Unit, UnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};
use std::sync::Arc;
pub use table::Edge;
use table::{Base, V2};
use umpire::Readings;

/// Level of a command (08.01.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// An especially large infantry regiment with a commander of its own.
    Regiment,
    Brigade,
    Division,
    Corps,
    Army,
}

/// A regiment, brigade, division, corps or army.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Command {
    pub id: CommandId,
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub level: Level,
    pub above: Option<CommandId>,
    /// `None` while he has fallen and nobody has taken his place (08.02.6.a).
    pub commander: Option<StaffId>,
    /// When he fell.
    pub fell: Option<Time>,
    /// The written instruction it was given, and in which turn (08.03.4).
    pub instruction: Option<(u32, String)>,
}

/// What a staff figure is (08.01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Post {
    Commander,
    Courier,
    EngineerOfficer,
    ArtilleryOfficer,
    /// A pioneer NCO given by the scenario as a figure of his own (19.04.2.a).
    PioneerNco,
}

/// What has become of a staff figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StaffFate {
    Present,
    Awaited,
    Fallen,
    /// Reached by the enemy, or a lone courier who never came (08.02.5, play.staff).
    Lost,
    /// He has become the commander whom he replaces (08.02.6.b).
    Promoted,
}

/// A staff figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Staff {
    pub id: StaffId,
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub command: CommandId,
    pub post: Post,
    pub base: Base,
    /// In base contact with this unit: he goes where it goes (08.01.7).
    pub with: Option<UnitId>,
    pub fate: StaffFate,
    /// The turn of his last own move, and how far he went in it (08.02.5).
    pub moved: Option<u32>,
    pub went: f64,
    /// The messages he carries, by their place in [`Field::messages`].
    pub carries: Vec<u16>,
}

impl Staff {
    pub fn present(&self) -> bool {
        self.fate == StaffFate::Present
    }
}

/// To whom a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Receiver {
    Command(CommandId),
    Unit(UnitId),
}

/// A message on its way (08.03.1, play.message).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dispatch {
    pub side: Side,
    pub from: CommandId,
    pub to: Receiver,
    pub says: String,
    /// The turn in which it was written.
    pub written: u32,
    /// Whole turns that it waits with the receiver; `None`: it never gets through. Only the umpire knows (08.03.2).
    pub delay: Option<u8>,
    /// The turn in which the courier arrived.
    pub arrived: Option<u32>,
    /// Handed over in this turn, lost, or still under way.
    pub fate: DispatchFate,
}

/// What has become of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DispatchFate {
    UnderWay,
    HandedOver(u32),
    Lost,
}

/// What the scenario rules for this game alone (01.01.4).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Special {
    /// Edges by which a side's units may leave the table by order.
    pub exits: [Vec<Edge>; 2],
    /// Batteries may be split into single models everywhere (04.04.2).
    pub split_batteries: bool,
    /// Artillery may cross plantations at the rates of table III (16.02.2.a).
    pub guns_in_plantations: bool,
    /// Greatest sight range in cm, in fog or at night.
    pub sight: Option<f64>,
    /// Where the wind blows to, in degrees of the compass (19.06.5); decided by a die where nothing is said.
    pub wind: Option<f64>,
    /// Ordinary turns that one turn of a siege stands for (18.02.2).
    pub turns_a_step: Option<u8>,
}

/// Who has yet to come. Where is written in the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Comer {
    Unit(UnitId),
    Staff(StaffId),
}

/// Everything on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub ground: Arc<Ground>,
    /// Linear objects as they are now: built, cleared, destroyed.
    pub lines: Vec<Line>,
    pub units: Vec<Unit>,
    pub staff: Vec<Staff>,
    pub commands: Vec<Command>,
    pub messages: Vec<Dispatch>,
    pub edges: [Edge; 2],
    /// The turn under way or just ended, from 1; 0 before the first.
    pub turn: u32,
    pub readings: Readings,
    /// Real guns taken by each side.
    pub guns_taken: [u32; 2],
    pub special: Special,
    /// Who has yet to come, and from which turn on; in the order of the turns.
    pub arrivals: Vec<(u32, Comer)>,
    /// The scenario's tasks in its order: how much was done when the task was decided.
    pub tasks: Vec<Option<u32>>,
}

macro_rules! places {
    ($($id:ty => $list:ident: $of:ty),+) => {$(
        impl Index<$id> for Field {
            type Output = $of;
            fn index(&self, id: $id) -> &$of {
                &self.$list[id.index()]
            }
        }
        impl IndexMut<$id> for Field {
            fn index_mut(&mut self, id: $id) -> &mut $of {
                &mut self.$list[id.index()]
            }
        }
    )+};
}
places!(UnitId => units: Unit, StaffId => staff: Staff, CommandId => commands: Command);

impl Field {
    /// Units on the table.
    pub fn present(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(|u| u.fate == Fate::OnTable)
    }

    pub fn side(&self, s: Side) -> impl Iterator<Item = &Unit> {
        self.present().filter(move |u| u.side == s)
    }

    pub fn enemies(&self, s: Side) -> impl Iterator<Item = &Unit> {
        self.side(s.other())
    }

    pub fn by_code(&self, code: &str) -> Option<UnitId> {
        self.units.iter().find(|u| &*u.code == code).map(|u| u.id)
    }

    pub fn staff_by_code(&self, code: &str) -> Option<StaffId> {
        self.staff.iter().find(|s| &*s.code == code).map(|s| s.id)
    }

    pub fn command_by_code(&self, code: &str) -> Option<CommandId> {
        self.commands.iter().find(|c| &*c.code == code).map(|c| c.id)
    }

    /// Is `above` the command itself or one above it?
    pub fn in_chain(&self, command: CommandId, above: CommandId) -> bool {
        std::iter::successors(Some(command), |c| self[*c].above).any(|c| c == above)
    }

    /// Own table edge of a side.
    pub fn edge(&self, s: Side) -> Edge {
        self.edges[s.index()]
    }

    /// Which hill step a place lies on, 0 in the plain (01.03.2).
    pub fn level(&self, p: V2) -> u8 {
        self.ground.level(p)
    }
}
