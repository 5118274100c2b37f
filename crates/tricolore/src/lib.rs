//! *Tricolore*: a corps game of 1792-1815. Orders to commands that must be activated, engagement, rounds of twenty minutes with
//! alternating tactical sequences, operation points, tests with ten-sided dice.

pub mod book;
pub mod break_in;
#[path = "../../umpire/cite.rs"]
pub mod cite;
pub mod command;
pub mod corps;
pub mod disorder;
pub mod drill;
pub mod field;
pub mod flanks;
pub mod footprint;
pub mod forming;
pub mod ground;
pub mod integrity;
pub mod losses;
pub mod measure;
pub mod moved;
pub mod officer;
pub mod orders;
pub mod procedures;
pub mod scenario;
pub mod sight;
#[path = "../../words/say.rs"]
pub mod speech;
pub mod terrain;
pub mod town;
pub mod troop;
pub mod unit;

pub use field::Field;
pub use umpire::Side;
pub use unit::{Unit, UnitId};
