//! *Tricolore*: a corps game of 1792-1815. Orders to commands that must be activated, engagement, rounds of twenty minutes with
//! alternating tactical sequences, operation points, tests with ten-sided dice.

pub mod answer;
pub mod battle;
pub mod book;
pub mod break_in;
pub mod check;
#[path = "../../umpire/cite.rs"]
pub mod cite;
pub mod command;
pub mod corps;
pub mod disorder;
pub mod drill;
pub mod event;
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
pub mod ops;
pub mod orders;
mod page;
pub mod procedures;
pub mod scenario;
pub mod sight;
#[path = "../../words/say.rs"]
pub mod speech;
pub mod terrain;
pub mod town;
pub mod troop;
mod turn;
pub mod unit;
pub mod units;
pub mod view;
pub mod words;
pub mod worth;

pub use answer::Answer;
pub use battle::Battle;
pub use field::Field;
pub use umpire::Side;
pub use unit::{Unit, UnitId};

/// The book, for those who only know its name.
pub static BOOK: desk::Book = desk::Book {
    id: book::ID,
    title: "Tricolore",
    version: 2,
    about: || say!("about-the-book"),
    text: book::text,
    procedures: procedures::ALL,
    begin: battle::begin,
    shipped: scenario::SHIPPED,
    describe: scenario::describe,
    generator: Some(&scenario::generate::GENERATOR),
    own_sheet: Some(&OWN_SHEET),
};

/// The printed reference sheet, which whoever owns it may type in.
static OWN_SHEET: desk::OwnSheet = desk::OwnSheet::of::<book::Sheet>();
