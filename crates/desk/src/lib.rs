//! A battle of any book at a table: seats and the umpire's chair, what is asked and answered, the board that is drawn, orders
//! sketched by hand, moments to be played back, and the battle as a file. No rule of any book lives here.

pub mod board;
mod book;
pub mod chair;
mod file;
mod game;
#[path = "../../words/say.rs"]
pub mod speech;

pub use book::{Begin, Book, Describe};
pub use chair::{Course, Question, Seating, UmpireSays};
pub use file::{BattleFile, Claim, FileError, Given, Verdict};
pub use game::{Ask, Game};
