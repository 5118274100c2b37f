//! *Krigsspil fra den amerikanske borgerkrig* (Chakoten): simultaneous turns by written orders.

pub mod book;
pub mod cite;
pub mod drill;
pub mod event;
pub mod field;
pub mod ground;
pub mod march;
pub mod muster;
pub mod order;
pub mod procedures;
pub mod scenario;
pub mod troop;
pub mod unit;
pub mod victory;

pub use event::{Event, EventKind};
pub use field::Field;
pub use order::{Answer, Order};
pub use unit::{Side, Unit, UnitId};
