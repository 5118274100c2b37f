//! *ACW frei nach BBDBA*: Big Battle DBA for the American Civil War.

pub mod battle;
pub mod book;
#[path = "../../umpire/cite.rs"]
pub mod cite;
pub mod contact;
pub mod drill;
pub mod event;
pub mod field;
pub mod height;
pub mod melee;
pub mod moves;
pub mod order;
pub mod outcome;
mod page;
pub mod procedures;
pub mod scenario;
pub mod shooting;
pub mod sight;
#[path = "../../words/say.rs"]
pub mod speech;
pub mod terrain;
pub mod troop;
pub mod words;

pub use event::{Event, EventKind, Target, Why};
pub use field::{Element, ElementId, Field, Side};
pub use order::{Against, Answer, Correction, Facet, Manner, MoveOrder, Placement, Removal, Step};
pub use troop::Troop;

/// The book, for those who only know its name.
pub static BOOK: desk::Book = desk::Book {
    id: book::ID,
    title: "ACW frei nach BBDBA",
    version: 5,
    about: || say!("about-the-book"),
    text: book::text,
    procedures: procedures::ALL,
    begin: battle::begin,
    shipped: scenario::SHIPPED,
    describe: scenario::describe,
    generator: Some(&scenario::generate::GENERATOR),
    own_sheet: None,
};
