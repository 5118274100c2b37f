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
pub mod ferry;
pub mod field;
pub mod fire;
pub mod going;
pub mod ground;
pub mod gunnery;
pub mod order;
mod page;
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
pub mod strayed;
pub mod support;
pub mod terrain;
pub mod troop;
pub mod turn;
pub mod unit;
pub mod units;
pub mod victory;
pub mod view;
pub mod whereabouts;
pub mod words;
pub mod works;

pub use event::{Event, EventKind};
pub use field::Field;
pub use order::{Answer, Order};
pub use unit::{Side, Unit, UnitId};

/// The book, for those who only know its name.
pub static BOOK: desk::Book = desk::Book {
    id: book::ID,
    title: "Krigsspil fra Napoleonstiden",
    version: 3,
    about: || say!("about-the-book"),
    text: book::text,
    procedures: procedures::ALL,
    begin: battle::begin,
    shipped: scenario::SHIPPED,
    describe: scenario::describe,
    generator: Some(&scenario::generate::GENERATOR),
    own_sheet: None,
};
