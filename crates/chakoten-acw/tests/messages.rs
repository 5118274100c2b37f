//! Every message is said, in every language, and no sentence is made outside the messages but those counted here.

use chakoten_acw::speech::{LISTED, SPEECH};
use words::check::{Sources, complete, left_behind};

fn sources() -> Sources {
    Sources::read(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).expect("the sources are there")
}

#[test]
fn every_message_is_said_in_every_language() {
    complete(&SPEECH, LISTED, &sources());
}

/// Rows of the book's tables are looked up by such literals, and what follows is still to become messages. The number
/// only falls.
#[test]
fn few_sentences_are_no_messages() {
    left_behind(&sources(), 690);
}
