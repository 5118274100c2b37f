//! The order slip: an order as a person types it, in English or in the book's own signs (orders.1 to orders.6), and back.
//!
//! ```
//! use chakoten_napoleonic::slip;
//! let order = slip::read("A → x3, L, S 1/2").unwrap();
//! assert_eq!(slip::write(&order), "attack x3, →, form line, fire at 1/2");
//! assert_eq!(slip::read(&slip::write(&order)).unwrap(), order);
//! let wrong = slip::read("march quickly").unwrap_err();
//! assert_eq!((wrong.place, &*wrong.word), (7, "quickly"));
//! ```
//!
//! A name is a word, or anything in double quotes: `enter "Stone mill"`. Every form is listed in `docs/orders-napoleonic.md`.

mod read;
mod write;

pub use desk::SlipError;
pub use read::{read, read_from};
pub use write::write;

/// The longest slip that is read, in bytes.
pub const LONGEST: usize = 4000;

/// So many legs an order has at most; nobody carries out more in a turn.
pub const MOST_LEGS: usize = 40;

/// The arrows of the slip from straight ahead on, clockwise by eighths (orders.2).
const ARROWS: [char; 8] = ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'];

/// Curved arrows (orders.2), and whether they turn to the left.
const CURVES: [(char, bool); 8] = [
    ('↷', false),
    ('↶', true),
    ('↻', false),
    ('↺', true),
    ('⤵', false),
    ('⤴', true),
    ('⟳', false),
    ('⟲', true),
];

/// Words with a meaning of their own: a name that is one of them is written in quotes.
const WORDS: &[&str] = &[
    "a",
    "about",
    "ahead",
    "ak",
    "all",
    "and",
    "ap",
    "arrow",
    "as",
    "at",
    "attack",
    "back",
    "backwards",
    "bar",
    "battalion",
    "before",
    "bm",
    "brd",
    "brigade",
    "build",
    "by",
    "chamber",
    "charge",
    "charges",
    "clump",
    "cm",
    "column",
    "combine",
    "companies",
    "company",
    "contact",
    "degrees",
    "dense",
    "destroy",
    "disband",
    "division",
    "draw",
    "ek",
    "empty",
    "end",
    "enter",
    "f",
    "face",
    "færge",
    "ferry",
    "fire",
    "flight",
    "form",
    "fors",
    "from",
    "gallery",
    "gap",
    "go",
    "guns",
    "h",
    "hdr",
    "in",
    "join",
    "k",
    "ks",
    "l",
    "leave",
    "left",
    "level",
    "limber",
    "limbers",
    "line",
    "load",
    "make",
    "man",
    "march",
    "mass",
    "mine",
    "mk",
    "models",
    "o'clock",
    "of",
    "og",
    "on",
    "once",
    "out",
    "outward",
    "part",
    "passes",
    "pivot",
    "pp",
    "put",
    "r",
    "range",
    "ready",
    "regiment",
    "reorganise",
    "reorganize",
    "resupply",
    "retreat",
    "right",
    "road",
    "rotate",
    "s",
    "send",
    "shaft",
    "single",
    "single-file",
    "skirmish",
    "skysk",
    "sm",
    "split",
    "spr",
    "square",
    "squadron",
    "squadrons",
    "stand",
    "strengthen",
    "support",
    "supports",
    "swarm",
    "t",
    "the",
    "then",
    "thin",
    "til",
    "to",
    "tom",
    "tt",
    "turn",
    "turns",
    "unlimber",
    "until",
    "wheel",
    "when",
    "wide",
    "with",
    "work",
    "x",
];

fn is_word(s: &str) -> bool {
    WORDS.iter().any(|w| w.eq_ignore_ascii_case(s))
}
