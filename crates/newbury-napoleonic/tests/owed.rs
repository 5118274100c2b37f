//! What the book is owed: every clause of a kind that play answers for is cited where it decides and named by a proof, every unclear one has a
//! reading, and every option of a reading is asked for in the code and played by a test.

use newbury_napoleonic::book;
use umpire::owed::{self, Sources};

fn sources() -> Sources {
    Sources::of(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_clause_that_is_owed_is_cited_and_proved() {
    let (sources, text) = (sources(), book::text());
    assert_eq!(sources.uncited(text), [""; 0], "cited nowhere");
    assert_eq!(sources.unproved(text), [""; 0], "named by no proof");
}

#[test]
fn every_unclear_clause_has_a_reading() {
    assert_eq!(owed::unread(book::text()), [""; 0]);
}

#[test]
fn every_option_of_a_reading_is_asked_for_and_played() {
    assert_eq!(sources().unplayed(book::text()), [""; 0]);
}
