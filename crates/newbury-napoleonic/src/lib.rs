//! *Napoleonic Wars*, the rules of the Newbury group (4th edition): moves of about a minute in twenty-one steps that both sides play
//! together, written orders, charges with responses and reactions, factors of disorganisation, losses by twenties of men, points and army lists.

pub mod aim;
pub mod answer;
pub mod army;
pub mod battle;
pub mod book;
pub mod check;
#[path = "../../umpire/cite.rs"]
pub mod cite;
pub mod drill;
pub mod event;
pub mod field;
pub mod figures;
pub mod footprint;
pub mod formation;
pub mod forming;
pub mod going;
pub mod ground;
pub mod measure;
pub mod options;
pub mod order;
mod page;
pub mod procedures;
pub mod scenario;
pub mod sight;
#[path = "../../words/say.rs"]
pub mod speech;
pub mod support;
pub mod terrain;
pub mod troop;
mod turn;
mod underfoot;
pub mod unit;
pub mod units;
pub mod view;
pub mod words;

pub use answer::Answer;
pub use battle::Battle;
pub use field::Field;
pub use umpire::Side;
pub use unit::{Unit, UnitId};

/// The book, for those who only know its name.
pub static BOOK: desk::Book = desk::Book {
    id: book::ID,
    title: "Wojny Napoleońskie",
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

/// The printed tables of losses, which whoever owns them may type in.
static OWN_SHEET: desk::OwnSheet = desk::OwnSheet::of::<book::Sheet>();
