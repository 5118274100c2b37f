//! The tasks of the sides (play.victory): what the reader of tasks asks of this book's field.

use crate::clause;
use crate::field::{Edge, Field};
use crate::unit::{Side, UnitId};
use muster::Roll;
use table::V2;
use umpire::Clause;

pub use muster::When;

/// A task of one side.
pub type Task = muster::Task<UnitId>;

/// What is to be done.
pub type TaskKind = muster::TaskKind<UnitId>;

impl Roll for Field {
    type Unit = UnitId;

    fn unit(&self, side: Side, code: &str) -> Option<UnitId> {
        self.units.iter().find(|u| u.side == side && *u.code == *code).map(|u| u.id)
    }

    fn ground(&self, name: &str) -> bool {
        let g = &self.ground;
        g.patches.iter().any(|p| p.name == name)
            || g.hills.iter().any(|h| h.name == name)
            || g.bridges.iter().any(|b| b.name == name)
            || g.buildings.iter().any(|b| b.name == name)
    }

    fn on_table(&self, place: V2) -> bool {
        self.ground.holds(place)
    }

    fn may_leave(&self, side: Side, edge: Edge) -> Result<(), Clause> {
        if self.special.exits[side.index()].contains(&edge) { Ok(()) } else { Err(clause!("play.edge")) }
    }
}
