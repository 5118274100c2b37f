//! The smaller procedures: one die or none. The battle calls the same deciding functions.

#[path = "allowance.rs"]
pub mod allowance;
#[path = "attacker.rs"]
pub mod attacker;
#[path = "morale.rs"]
pub mod morale;
#[path = "movement_points.rs"]
pub mod movement_points;
#[path = "points_cost.rs"]
pub mod points_cost;
#[path = "river_nature.rs"]
pub mod river_nature;
#[path = "torrent.rs"]
pub mod torrent;

pub use allowance::Allowance;
pub use attacker::Attacker;
pub use morale::Morale;
pub use movement_points::MovementPoints;
pub use points_cost::PointsCost;
pub use river_nature::RiverNature;
pub use torrent::Torrent;

use std::marker::PhantomData;
use umpire::AnyProcedure;
use words::Message;

/// All of them, by name, for the book's list.
pub static SMALL: &[&dyn AnyProcedure] = &[
    &PhantomData::<Attacker>,
    &PhantomData::<MovementPoints>,
    &PhantomData::<PointsCost>,
    &PhantomData::<Allowance>,
    &PhantomData::<RiverNature>,
    &PhantomData::<Torrent>,
    &PhantomData::<Morale>,
];

/// A situation that cannot be: the field, and what would be right with its clause.
pub(crate) fn impossible(field: &'static str, why: Message) -> umpire::SituationError {
    umpire::SituationError::Impossible { field, why }
}
