//! *Krigsspil fra Napoleonstiden* (Chakoten): simultaneous turns by written orders, three dice with groups of modifiers, works and
//! sieges.

pub mod book;
#[path = "../../umpire/cite.rs"]
pub mod cite;
pub mod field;
pub mod ground;
pub mod order;
pub mod procedures;
#[path = "../../words/say.rs"]
pub mod speech;
pub mod troop;
pub mod unit;
pub mod works;

pub use field::Field;
pub use unit::{Side, Unit, UnitId};
