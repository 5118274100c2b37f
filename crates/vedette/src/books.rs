//! The books in the program.

use crate::failure::Failure;
use crate::source::ScenarioText;
use desk::Book;
use umpire::AnyProcedure;

/// Every book, in the order in which they are listed.
pub static BOOKS: &[&Book] = &[&bbdba_acw::BOOK, &chakoten_acw::BOOK];

/// The book of that id.
pub fn find(id: &str) -> Result<&'static Book, Failure> {
    BOOKS
        .iter()
        .find(|b| b.id == id)
        .copied()
        .ok_or_else(|| Failure::unknown("book", id, BOOKS.iter().map(|b| b.id)))
}

/// What a scenario calls itself; one that does not say goes by its name.
pub fn title(book: &Book, name: &str, text: &str) -> String {
    let described = (book.describe)(name, text).unwrap_or_default();
    described.into_iter().next().filter(|t| !t.is_empty()).unwrap_or_else(|| name.into())
}

/// The procedure of that name. `close_combat` and `close combat` are as good as `close-combat`.
pub fn procedure(book: &Book, name: &str) -> Result<&'static dyn AnyProcedure, Failure> {
    let plain = |s: &str| s.to_lowercase().replace(['_', ' '], "-");
    let found = book.procedures.iter().find(|p| plain(p.name()) == plain(name));
    found.copied().ok_or_else(|| {
        Failure::unknown(&format!("procedure in {}", book.id), name, book.procedures.iter().map(|p| p.name()))
    })
}

/// The book that a scenario names in its `book = "…"`. A scenario too broken to tell is read by the first book, which
/// says what is wrong with it.
pub fn of_scenario(s: &ScenarioText) -> miette::Result<&'static Book> {
    #[derive(serde::Deserialize)]
    struct Head {
        book: Option<String>,
    }
    match toml::from_str::<Head>(&s.text) {
        Ok(Head { book: Some(id) }) => find(&id)
            .map_err(|f| miette::miette!(help = f.help.unwrap_or_default(), "{}: {}", s.name, f.says)),
        _ => Ok(BOOKS[0]),
    }
}
