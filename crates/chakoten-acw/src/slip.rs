//! The order slip: an order as a person types it, and back.
//!
//! ```
//! use chakoten_acw::slip;
//! let order = slip::parse("attack charge x3: wheel left 10, march").unwrap();
//! assert_eq!(slip::write(&order), "attack charge x3: wheel left 10, march");
//! let wrong = slip::parse("march quickly").unwrap_err();
//! assert_eq!(wrong.to_string(), "at 7, “quickly”: here stands a length in cm, a comma and the next step, or the end");
//! ```
//!
//! A name is a word, or anything in double quotes: `enter "Stone house"`. Every form is listed in `docs/orders-chakoten.md`.

mod read;
mod write;

pub use desk::SlipError;
pub use read::parse;
pub use write::write;

/// The longest slip that is read.
pub const LONGEST: usize = 4000;

/// Words with a meaning of their own: a name that is one of them is written in quotes.
const WORDS: &[&str] = &[
    "about",
    "abatis",
    "after",
    "and",
    "any",
    "as",
    "at",
    "attack",
    "attacks",
    "back",
    "barricade",
    "before",
    "canister",
    "chain",
    "charge",
    "chevaux",
    "clear",
    "clock",
    "column",
    "companies",
    "company",
    "culprit",
    "de",
    "detach",
    "dismount",
    "enter",
    "enters",
    "face",
    "fire",
    "fires",
    "form",
    "fortification",
    "frise",
    "gap",
    "gun",
    "guns",
    "half",
    "join",
    "leave",
    "leaves",
    "left",
    "light",
    "limber",
    "line",
    "man",
    "march",
    "mount",
    "nearest",
    "once",
    "passes",
    "place",
    "reorganise",
    "reorganize",
    "repair",
    "repeat",
    "resupply",
    "right",
    "road",
    "round",
    "shell",
    "shock",
    "shot",
    "stand",
    "thin",
    "to",
    "unlimber",
    "until",
    "wait",
    "wheel",
    "when",
    "whole",
    "within",
    "work",
];

fn is_word(s: &str) -> bool {
    WORDS.iter().any(|w| w.eq_ignore_ascii_case(s))
}
