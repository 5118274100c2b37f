//! What the book is still owed: clauses that no decision cites or no proof names, and readings that no test plays. These lists only shrink: what is
//! mended must be taken off them.

use newbury_napoleonic::book;
use umpire::owed::{self, Sources};

/// Clauses that play answers for and that no decision cites.
const UNCITED: &[&str] = &["5.0", "A6.6"];

/// Clauses that play answers for and that no proof names.
const UNPROVED: &[&str] = &["5.0", "11.n2", "17.8.c", "19.2.e", "19.5.j", "20.2.e", "A6.6"];

/// Readings whose options no test plays.
const UNPLAYED: &[&str] =
    &["no test names foot-receiving-cavalry", "no test plays foot-receiving-cavalry = marched"];

fn sources() -> Sources {
    Sources::of(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn no_more_clauses_are_owed_than_are_listed() {
    let (sources, text) = (sources(), book::text());
    assert_eq!(sources.uncited(text), UNCITED, "cited nowhere");
    assert_eq!(sources.unproved(text), UNPROVED, "named by no proof");
}

#[test]
fn every_unclear_clause_has_a_reading() {
    assert_eq!(owed::unread(book::text()), [""; 0]);
}

#[test]
fn no_more_readings_are_unplayed_than_are_listed() {
    assert_eq!(sources().unplayed(book::text()), UNPLAYED);
}
