//! What every book's umpire is made of: dice, clauses, rulings, readings, procedures and the contract of a battle. No
//! number of any book lives here.

mod battle;
pub mod board;
mod book;
pub mod chair;
mod clause;
mod dice;
mod file;
mod procedure;
mod reading;
mod ruling;
mod seed;
pub mod sheet;
mod source;

#[cfg(feature = "proof")]
pub mod proof;

pub use battle::{Ask, Ending, Game, Log, Refusal, Seat};
pub use book::{Begin, Book, Cell, ClauseText, Kind, RuleText, Table, Word};
pub use chair::{Course, Question, Seating, UmpireSays};
pub use clause::{Clause, find_clause, find_option, find_reading, note_citation};
pub use dice::{AVERAGE, Dice, DiceError, Die, HandDice, Seeded};
pub use file::{BattleFile, Claim, FileError, Given, Verdict};
pub use procedure::{AnyProcedure, Judged, Procedure, SituationError, WeighError, Weighed, Weigher, judge};
pub use reading::{Choice, Reading, ReadingError, Readings};
pub use ruling::{Modifier, Record, Ruling, Silent};
pub use seed::Seed;
pub use source::{Mistake, Report};
