//! *Tricolore*: a corps game of 1792-1815. Orders to commands that must be activated, engagement, rounds of twenty minutes with
//! alternating tactical sequences, operation points, tests with ten-sided dice.

pub mod book;
#[path = "../../umpire/cite.rs"]
pub mod cite;
pub mod command;
pub mod field;
pub mod ground;
pub mod officer;
pub mod orders;
pub mod procedures;
#[path = "../../words/say.rs"]
pub mod speech;
pub mod troop;
pub mod unit;

pub use field::Field;
pub use umpire::Side;
pub use unit::{Unit, UnitId};
