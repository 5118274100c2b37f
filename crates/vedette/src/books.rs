//! The books in the program.

use crate::failure::Failure;
use bbdba_acw::procedures::small;
use umpire::{AnyProcedure, Book, Mistake, Report};

/// Every book, in the order in which they are listed.
pub static BOOKS: &[&Book] = &[&BBDBA_ACW];

// Stands in for `bbdba_acw::BOOK` until the book's own battle is there.
static BBDBA_ACW: Book = Book {
    id: bbdba_acw::book::ID,
    title: "ACW frei nach BBDBA",
    about: "Big Battle DBA for the American Civil War: alternating bounds, movement points by the die, opposed D6.",
    text: bbdba_acw::book::text,
    procedures: small::SMALL,
    begin: |file, scenario, _| Err(Report::new(file, scenario, vec![Mistake::new(None, "no battles yet")])),
};

/// The book of that id.
pub fn find(id: &str) -> Result<&'static Book, Failure> {
    BOOKS
        .iter()
        .find(|b| b.id == id)
        .copied()
        .ok_or_else(|| Failure::unknown("book", id, BOOKS.iter().map(|b| b.id)))
}

/// The procedure of that name. `close_combat` and `close combat` are as good as `close-combat`.
pub fn procedure(book: &Book, name: &str) -> Result<&'static dyn AnyProcedure, Failure> {
    let plain = |s: &str| s.to_lowercase().replace(['_', ' '], "-");
    let found = book.procedures.iter().find(|p| plain(p.name()) == plain(name));
    found.copied().ok_or_else(|| {
        Failure::unknown(&format!("procedure in {}", book.id), name, book.procedures.iter().map(|p| p.name()))
    })
}
