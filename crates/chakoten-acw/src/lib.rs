//! *Krigsspil fra den amerikanske borgerkrig* (Chakoten): simultaneous turns by written orders.

pub mod attack;
pub mod book;
pub mod cite;
pub mod cover;
pub mod drill;
pub mod event;
pub mod field;
pub mod going;
pub mod ground;
pub mod march;
pub mod muster;
pub mod order;
pub mod passing;
pub mod place;
pub mod procedures;
pub mod sight;
pub mod troop;
pub mod unit;

pub use event::{Event, EventKind};
pub use field::Field;
pub use order::{Answer, Order};
pub use unit::{Side, Unit, UnitId};
