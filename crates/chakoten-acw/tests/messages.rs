//! Every message is said, in every language, and no sentence is made outside the messages but those excused here.

use chakoten_acw::speech::{LISTED, SPEECH};
use words::check::{Excused, Sources, complete, left_behind};

const EXCUSED: &[Excused<'_>] = &[
    ("src/book.rs", 28, "rows of the book's tables"),
    ("book/modifiers.rs", 49, "rows of the book's tables"),
    ("check/works.rs", 8, "rows of the book's tables"),
    ("src/cover.rs", 3, "rows of the book's tables"),
    ("src/guns.rs", 6, "rows of the book's tables"),
    ("src/lib.rs", 1, "the title of the book"),
    ("src/raising.rs", 8, "rows of the book's tables"),
    ("scenario/generate.rs", 43, "names of people and places"),
    ("slip/write.rs", 17, "the language of order slips"),
    ("src/staffwork.rs", 1, "a name"),
    ("src/troop.rs", 3, "the language of order slips"),
    ("turn/choosing.rs", 1, "the key of a choice"),
    ("turn/parts.rs", 2, "names"),
    ("turn/pursuit.rs", 1, "the key of a choice"),
    ("turn/shock.rs", 1, "the key of a choice"),
    ("turn/surprise.rs", 1, "the key of a choice"),
    ("src/unit.rs", 7, "rows of the book's tables"),
];

fn sources() -> Sources {
    Sources::read(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).expect("the sources are there")
}

#[test]
fn every_message_is_said_in_every_language() {
    complete(&SPEECH, LISTED, &sources());
}

#[test]
fn no_sentence_is_no_message() {
    left_behind(&sources(), EXCUSED);
}
