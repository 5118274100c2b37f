//! What every book's umpire is made of: sides, dice, clauses, rulings, readings and procedures. No
//! number of any book lives here.

mod battle;
mod battle_dice;
mod book;
mod clause;
mod dice;
mod id;
mod procedure;
mod reader;
mod reading;
mod ruling;
mod seed;
mod side;
#[path = "../../words/say.rs"]
pub mod speech;
mod told;
mod weigh;

words::coded!(Clause, Side);

#[cfg(feature = "proof")]
pub mod owed;
#[cfg(feature = "proof")]
pub mod proof;

pub use battle::{Ending, Log, Refusal, Seat, allow};
pub use battle_dice::{BattleDice, DicePlace, Roller, Rolls, Wanted};
pub use book::{Cell, ClauseText, Kind, RuleText, Status, Table, Word};
pub use clause::{Clause, Grounds, find_clause, find_option, find_reading, note_citation, note_shown};
pub use dice::{AVERAGE, Dice, DiceError, Die, HandDice, Seeded};
pub use procedure::{AnyProcedure, Judged, Procedure, SituationError, WeighError, Weighed, Weigher, judge};
pub use reader::{Due, Found, Unread, Why, read_json, read_value};
pub use reading::{Choice, Reading, ReadingError, Readings};
pub use ruling::{Modifier, Reckoned, Record, Ruling, Silent};
pub use seed::Seed;
pub use side::Side;
pub use told::{By, Ruled, Told};
pub use weigh::{Exact, MANY, Part, Round, check_count, check_length, check_number, impossible};
