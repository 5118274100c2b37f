//! What the book is still owed: clauses that no decision cites or no proof names, and readings that no test plays. These lists only shrink: what is
//! mended must be taken off them.

use newbury_napoleonic::book;
use umpire::owed::{self, Sources};

/// Clauses that play answers for and that no decision cites.
const UNCITED: &[&str] = &[
    "4.2.b",
    "4.3.a",
    "4.3.b",
    "4.3.note.i",
    "4.3.note.ii",
    "5.0",
    "5.1.b",
    "8.1.a",
    "8.1.e",
    "8.1.f",
    "8.2.a",
    "8.4.f",
    "8.5.d",
    "9.3",
    "9.6",
    "9.7",
    "9.8",
    "9.9",
    "9.10",
    "10.2.0",
    "11.n2",
    "11.n3",
    "12.1.e",
    "12.7.a",
    "12.7.b",
    "12.7.c",
    "12.7.h",
    "13.1.b",
    "14.5.b",
    "14.5.c.1",
    "14.5.c.2",
    "14.5.c.3",
    "16.8.b",
    "23.14.c",
    "glossary.light-infantry",
    "glossary.militia",
    "glossary.observer",
    "glossary.detachment",
    "glossary.native",
    "glossary.irregular",
    "glossary.subgroup",
    "glossary.sub-unit",
    "glossary.regular",
    "A6.5",
    "A6.6",
];

/// Clauses that play answers for and that no proof names.
const UNPROVED: &[&str] = &[
    "4.2.a",
    "4.2.b",
    "4.3.a",
    "4.3.b",
    "4.3.note.i",
    "4.3.note.ii",
    "5.0",
    "5.1.b",
    "5.1.c",
    "8.1.a",
    "8.1.e",
    "8.1.f",
    "8.2.a",
    "8.4.f",
    "8.4.g",
    "8.5.d",
    "9.3",
    "9.5",
    "9.6",
    "9.7",
    "9.8",
    "9.9",
    "9.10",
    "9.time",
    "10.1.c",
    "10.1.e",
    "10.2.0",
    "10.2.d",
    "11.2",
    "11.16",
    "11.n1",
    "11.n2",
    "11.n3",
    "12.1.e",
    "12.3.c",
    "12.3.g",
    "12.4.a",
    "12.6.c",
    "12.7.a",
    "12.7.b",
    "12.7.c",
    "12.7.h",
    "13.1.b",
    "13.1.d",
    "14.5.b",
    "14.5.c.1",
    "14.5.c.2",
    "14.5.c.3",
    "15.1.b",
    "15.1.c",
    "15.3.a",
    "15.3.h",
    "16.5.c",
    "16.8.b",
    "17.8.c",
    "18.1.f",
    "19.2.a.ii",
    "19.2.c",
    "19.2.e",
    "19.2.f",
    "19.5.j",
    "20.2.e",
    "23.14.c",
    "glossary.defended-obstacle",
    "glossary.light-infantry",
    "glossary.militia",
    "glossary.observer",
    "glossary.detachment",
    "glossary.native",
    "glossary.irregular",
    "glossary.subgroup",
    "glossary.sub-unit",
    "glossary.regular",
    "glossary.withdraw",
    "A6.5",
    "A6.6",
    "play.charge.contact",
];

/// Readings whose options no test plays.
const UNPLAYED: &[&str] = &[
    "no test names rout-chains",
    "no test plays rout-chains = until-nobody-breaks",
    "no test names foot-receiving-cavalry",
    "no test plays foot-receiving-cavalry = marched",
    "no test names routers-near",
    "no test plays routers-near = passing",
];

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
