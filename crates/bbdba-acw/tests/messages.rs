//! Every message is said, in every language, and no sentence is made outside the messages but those excused here.

use bbdba_acw::speech::{LISTED, SPEECH};
use words::check::{Excused, Sources, complete, left_behind};

const EXCUSED: &[Excused<'_>] = &[
    ("src/book.rs", 17, "rows of the book's tables"),
    ("src/drill.rs", 1, "a name"),
    ("src/lib.rs", 1, "the title of the book"),
    ("procedures/movement_points.rs", 2, "names in an example"),
    ("scenario/army.rs", 1, "a name in an example"),
    ("ground/mod.rs", 5, "rows of the book's tables"),
    ("scenario/tables.rs", 15, "rows of the book's tables"),
    ("src/troop.rs", 2, "rows of the book's tables"),
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
