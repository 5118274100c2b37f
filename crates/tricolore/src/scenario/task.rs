//! The tasks of the sides (play.victory).

use crate::clause;
use crate::field::Field;
use crate::unit::{Side, UnitId};
use muster::{Roll, Sheet, Tab};
use table::{Edge, V2};
use umpire::Clause;

/// A task of one side.
pub type Task = muster::Task<UnitId>;

/// A field with the edges by which a side may leave it.
struct Mustered<'f> {
    field: &'f Field,
    exits: &'f [Edge],
}

impl Roll for Mustered<'_> {
    type Unit = UnitId;

    fn unit(&self, side: Side, code: &str) -> Option<UnitId> {
        self.field.units.iter().find(|u| u.side == side && *u.code == *code).map(|u| u.id)
    }

    fn ground(&self, name: &str) -> bool {
        let g = &self.field.ground;
        g.patches.iter().any(|p| p.name == name)
            || g.hills.iter().any(|h| h.name == name)
            || g.lines.iter().any(|l| l.name == name)
            || g.bridges.iter().any(|b| b.name == name)
            || g.zones.iter().any(|z| z.name == name)
            || g.redoubts.iter().any(|r| r.name == name)
    }

    fn on_table(&self, place: V2) -> bool {
        self.field.ground.holds(place)
    }

    fn may_leave(&self, _: Side, edge: Edge) -> Result<(), Clause> {
        if self.exits.contains(&edge) { Ok(()) } else { Err(clause!("play.edge")) }
    }
}

/// The tasks of a side.
pub(super) fn read(
    s: &mut Sheet,
    t: &Tab<'_>,
    side: Side,
    field: &Field,
    exits: &[Edge],
    rounds: u32,
) -> Vec<Task> {
    s.tasks(t, side, &Mustered { field, exits }, rounds)
}
