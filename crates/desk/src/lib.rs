//! A battle of any book at a table: seats and the umpire's chair, what is asked and answered, the board that is drawn, orders
//! sketched by hand, moments to be played back, and the battle as a file. No rule of any book lives here.

mod battle;
pub mod board;
mod book;
pub mod chair;
mod chance;
mod chances;
pub mod coarse;
pub mod correct;
mod eye;
mod file;
mod film;
mod game;
mod hand;
mod knowing;
mod library;
mod log;
mod parts;
mod past;
mod rules;
mod sitting;
pub mod sketch;
mod slip;
#[path = "../../words/say.rs"]
pub mod speech;
mod staff;

pub use battle::{AnyTime, Match, TakingBack};
pub use book::{Begin, Book, Choice, Describe, Generator, OwnSheet, SheetTable, TypedTable, WrongTables};
pub use chair::{Seating, UmpireSays};
pub use chance::{ByChance, Lot, Proof, fingerprint};
pub use chances::{chances, chances_of};
pub use eye::{Audience, Eye, Kept};
pub use file::{BattleFile, Claim, FileError, Given, OtherReading, Verdict};
pub use film::{Camera, Cue, Taken, pause};
pub use game::{Ask, Game, Saved};
pub use knowing::Knowing;
pub use library::{Commanders, Entry, Library, OpenTheatre, Owes};
pub use parts::Parts;
pub use past::{MARK, Past};
pub use rules::{
    Course, Extent, Offered, Offers, Papers, Question, Rules, Seen, Stage, Telling, Umpires, Unrestored,
};
pub use sitting::{Note, Sitting};
pub use slip::{SlipError, quoted};
pub use staff::{ByOffers, Fought, NoCommander, Staff, Strength, Theatre, commanders_seeds};

// What `by_battle!` names.
#[doc(hidden)]
pub use serde_json::Value;
#[doc(hidden)]
pub use umpire::{Log, Refusal, Side};
