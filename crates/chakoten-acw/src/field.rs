//! The field: everything that lies and stands on the table, and the state of both armies. What a side may know of it is
//! computed in [`crate::view`].

use crate::ground::{Ground, Line};
use crate::troop::State;
use crate::unit::{CommandId, Fate, Side, StaffId, Unit, UnitId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;
pub use table::Edge;
use table::{Base, Rect, V2};
use umpire::Readings;

/// Level of a command.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// A brigade or an artillery battalion.
    Brigade,
    Division,
    Corps,
}

/// A brigade, artillery battalion, division or corps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Command {
    pub id: CommandId,
    /// Short name, unique in the battle.
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub level: Level,
    pub above: Option<CommandId>,
    /// `None` while the general is lost and no successor appointed (08.05).
    pub general: Option<StaffId>,
    /// A successor has to be appointed at the end of the turn.
    pub vacant: bool,
    /// The instruction laid on it, and when (03.01.1).
    pub instruction: Option<(u32, String)>,
}

/// What has become of a general or orderly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StaffFate {
    Present,
    Awaited,
    Fallen,
    Captured,
}

/// A general or an orderly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Staff {
    pub id: StaffId,
    pub code: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub command: CommandId,
    pub general: bool,
    pub base: Base,
    /// In base contact with this unit: he stands behind its middle and goes where it goes (03.01.5.b).
    pub with: Option<UnitId>,
    pub fate: StaffFate,
    /// The last turn in which he used his move.
    pub moved: Option<u32>,
    /// An orderly who has stood in base contact with his general since he last carried an order.
    pub dispatched: bool,
}

impl Staff {
    pub fn present(&self) -> bool {
        self.fate == StaffFate::Present
    }
}

/// A fieldwork under way (chapter 10).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkUnderWay {
    pub unit: UnitId,
    pub work: crate::order::Work,
    pub turns: u8,
    /// The line that is built, or for clearing the place of the object in [`Field::lines`] and the stretch of it.
    pub from: V2,
    pub to: V2,
    pub object: Option<usize>,
}

/// What the scenario rules for this game alone (01.05.3).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Special {
    /// Edges by which a side's units may leave the table by order (play.edge).
    pub exits: [Vec<Edge>; 2],
    /// Material for chevaux de frise that each side has left, in cm of length (10.05.1).
    pub chevaux: [f64; 2],
}

/// A reserve on its way: a unit with its staff, or staff by themselves. Where it comes is written in its base.
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
    /// Linear objects as they are now: built, cleared.
    pub lines: Vec<Line>,
    pub works: Vec<WorkUnderWay>,
    pub units: Vec<Unit>,
    pub staff: Vec<Staff>,
    pub commands: Vec<Command>,
    pub edges: [Edge; 2],
    /// The turn under way or just ended, from 1; 0 before the first.
    pub turn: u32,
    pub readings: Readings,
    /// Guns taken by each side, in real guns, for the scenario's reckoning.
    pub guns_taken: [u32; 2],
    pub special: Special,
    /// Who has yet to come, and from which turn on; in the order of the turns. See [`crate::raising::arrive`].
    pub arrivals: Vec<(u32, Comer)>,
    /// The scenario's tasks in its order: how much was done when the task was decided. See [`crate::victory`].
    pub tasks: Vec<Option<u32>>,
}

umpire::by_place!(Field: UnitId => units: Unit, StaffId => staff: Staff, CommandId => commands: Command);

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

    /// The bases of a unit as they are on the table: for a garrison the outlines of its buildings (play.building).
    pub fn rects(&self, u: &Unit) -> SmallVec<[Rect; 4]> {
        if u.inside.is_empty() {
            return u.rects();
        }
        u.inside.iter().map(|b| self.ground.buildings[usize::from(*b)].rect()).collect()
    }

    /// Cheap: certainly no base of the unit lies across the straight way.
    pub(crate) fn off_way(&self, u: &Unit, from: V2, to: V2) -> bool {
        u.inside.is_empty() && u.base.beside(from, to, 0.0)
    }

    /// Nearest distance between the bases of two units in cm (play.measure).
    pub fn gap(&self, a: &Unit, b: &Unit) -> f64 {
        let (ra, rb) = (self.rects(a), self.rects(b));
        // The same to the last bit from both sides.
        let mut least = f64::INFINITY;
        for x in &ra {
            for y in &rb {
                least = least.min(if a.id <= b.id { x.gap(y) } else { y.gap(x) });
            }
        }
        least
    }

    /// Enemies whose bases touch and who are not in melee with each other yet. Nobody fights a unit in flight or a wagon.
    pub fn newly_in_contact(&self) -> Vec<(UnitId, UnitId)> {
        let fights = |u: &&Unit| u.state != State::Complete && u.arm != crate::troop::Arm::Wagon;
        let mut all = Vec::new();
        for a in self.side(Side::A).filter(fights) {
            for b in self.side(Side::B).filter(fights) {
                // Cheap first: no base lies outside its unit's envelope.
                let apart = a.inside.is_empty()
                    && b.inside.is_empty()
                    && (a.base.far_from(&b.base, table::EPS)
                        || !a.base.rect().comes_within(&b.base.rect(), 2.0 * table::EPS));
                if !apart && !a.locked.contains(&b.id) && self.gap(a, b) <= table::EPS {
                    all.push((a.id, b.id));
                }
            }
        }
        all
    }

    /// Nearest distance from a place to a unit's bases.
    pub fn gap_to_point(&self, u: &Unit, p: V2) -> f64 {
        self.rects(u).iter().map(|r| r.gap_to_point(p)).fold(f64::INFINITY, f64::min)
    }

    /// The general in base contact with a unit and of its own chain of command, if any ("general with the unit").
    pub fn general_with(&self, u: UnitId) -> Option<StaffId> {
        let of = self[u].command;
        let g = self
            .staff
            .iter()
            .find(|s| s.general && s.present() && s.with == Some(u) && self.in_chain(of, s.command))?;
        Some(g.id)
    }

    /// Is `general` the command itself or one above it?
    pub fn in_chain(&self, command: CommandId, general: CommandId) -> bool {
        let mut at = Some(command);
        while let Some(c) = at {
            if c == general {
                return true;
            }
            at = self[c].above;
        }
        false
    }

    /// The general who gives orders to a command: its own, or the next above while there is none (08.05.1).
    pub fn general_of(&self, command: CommandId) -> Option<StaffId> {
        let mut at = Some(command);
        while let Some(c) = at {
            if let Some(g) = self[c].general.filter(|g| self[*g].present()) {
                return Some(g);
            }
            at = self[c].above;
        }
        None
    }

    /// Figures of a whole regiment on the table, its detached parts included (03.03.5.c, play.detach).
    pub fn regiment_figures(&self, regiment: UnitId) -> u16 {
        self.present().filter(|u| u.regiment == regiment).map(|u| u.figures).sum()
    }

    /// A detached part: 1 to 4 companies apart from their regiment (XV.b, play.detach).
    pub fn detached(&self, u: &Unit) -> bool {
        let apart =
            self.units.iter().any(|o| o.regiment == u.regiment && o.id != u.id && o.fate != Fate::Joined);
        apart && u.original < 5 * u.company
    }

    /// Both sides in an order that belongs to the armies and not to their seats: first that of the first unit in the list.
    pub fn sides_in_order(&self) -> [Side; 2] {
        let first = self.units.first().map_or(Side::A, |u| u.side);
        [first, first.other()]
    }

    /// Own table edge of a side.
    pub fn edge(&self, s: Side) -> Edge {
        self.edges[s.index()]
    }

    /// Original figures of a side: infantry, cavalry and gunners.
    pub fn original(&self, s: Side) -> u32 {
        // A detached part's strength is counted in its regiment.
        self.units
            .iter()
            .filter(|u| u.side == s && u.regiment == u.id && u.arm != crate::troop::Arm::Wagon)
            .map(|u| u32::from(u.original))
            .sum()
    }

    /// Can the unit still fight: OR or LU on the table (play.victory)?
    pub fn fit(&self, s: Side) -> bool {
        self.side(s).any(|u| u.state <= State::Slight && u.arm != crate::troop::Arm::Wagon)
    }
}
