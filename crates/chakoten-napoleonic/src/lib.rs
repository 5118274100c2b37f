//! *Krigsspil fra Napoleonstiden* (Chakoten): simultaneous turns by written orders, three dice with groups of modifiers, works and
//! sieges.

pub mod aim;
pub mod ammunition;
pub mod battle;
pub mod book;
pub mod check;
#[path = "../../umpire/cite.rs"]
pub mod cite;
pub mod contact;
pub mod cover;
pub mod drill;
pub mod event;
pub mod field;
pub mod fire;
pub mod going;
pub mod ground;
pub mod gunnery;
pub mod order;
pub mod parting;
pub mod passing;
pub mod place;
pub mod procedures;
pub mod raising;
pub mod reach;
pub mod scenario;
pub mod school;
pub mod sides;
pub mod sight;
pub mod slip;
#[path = "../../words/say.rs"]
pub mod speech;
pub mod staffwork;
pub mod stance;
pub mod support;
pub mod troop;
pub mod turn;
pub mod unit;
pub mod victory;
pub mod view;
pub mod works;

pub use event::EventKind;
pub use field::Field;
pub use unit::{Side, Unit, UnitId};
