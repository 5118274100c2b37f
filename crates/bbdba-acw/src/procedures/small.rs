//! The smaller procedures: one die or none. The battle calls the same deciding functions.

#[path = "allowance.rs"]
pub mod allowance;
#[path = "attacker.rs"]
pub mod attacker;
#[path = "break_off.rs"]
pub mod break_off;
#[path = "follow_up.rs"]
pub mod follow_up;
#[path = "further_move.rs"]
pub mod further_move;
#[path = "line_up.rs"]
pub mod line_up;
#[path = "may_shoot.rs"]
pub mod may_shoot;
#[path = "morale.rs"]
pub mod morale;
#[path = "movement_points.rs"]
pub mod movement_points;
#[path = "points_cost.rs"]
pub mod points_cost;
#[path = "recoil.rs"]
pub mod recoil;
#[path = "ricochet.rs"]
pub mod ricochet;
#[path = "river_nature.rs"]
pub mod river_nature;
#[path = "torrent.rs"]
pub mod torrent;
#[path = "zone_move.rs"]
pub mod zone_move;

pub use allowance::Allowance;
pub use attacker::Attacker;
pub use break_off::BreakOff;
pub use follow_up::FollowUp;
pub use further_move::FurtherMove;
pub use line_up::LineUp;
pub use may_shoot::MayShoot;
pub use morale::Morale;
pub use movement_points::MovementPoints;
pub use points_cost::PointsCost;
pub use recoil::Recoil;
pub use ricochet::Ricochet;
pub use river_nature::RiverNature;
pub use torrent::Torrent;
pub use zone_move::ZoneMove;

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
    &PhantomData::<Recoil>,
    &PhantomData::<Ricochet>,
    &PhantomData::<FollowUp>,
    &PhantomData::<MayShoot>,
    &PhantomData::<FurtherMove>,
    &PhantomData::<ZoneMove>,
    &PhantomData::<LineUp>,
    &PhantomData::<BreakOff>,
];

/// A situation that cannot be: the field, and what would be right with its clause.
pub(crate) fn impossible(field: &'static str, why: Message) -> umpire::SituationError {
    umpire::SituationError::Impossible { field, why }
}
