//! *ACW frei nach BBDBA*: Big Battle DBA for the American Civil War.

pub mod book;
pub mod cite;
pub mod contact;
pub mod drill;
pub mod event;
pub mod field;
pub mod order;
pub mod scenario;
pub mod terrain;
pub mod troop;

pub use event::{Event, EventKind, Target, Why};
pub use field::{Element, ElementId, Field, Side};
pub use order::{Against, Answer, Facet, Manner, MoveOrder, Placement, Step};
pub use troop::Troop;
