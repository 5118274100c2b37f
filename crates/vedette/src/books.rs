//! Finding things in the books that the program was given.

use crate::failure::Failure;
use crate::source::ScenarioText;
use desk::{Book, Entry, Library};
use umpire::{AnyProcedure, Kind};

/// The book of that id.
pub fn find(library: Library, id: &str) -> Result<&'static Book, Failure> {
    let found = library.find(id).map(|e| e.book);
    found.ok_or_else(|| Failure::unknown("book", id, library.books().iter().map(|b| b.id)))
}

/// What a scenario calls itself; one that does not say goes by its name.
pub fn title(book: &Book, name: &str, text: &str) -> String {
    let described = (book.describe)(name, text).unwrap_or_default();
    let title = described.first().map(ToString::to_string);
    title.filter(|t| !t.is_empty()).unwrap_or_else(|| name.into())
}

/// The procedure of that name. `close_combat` and `close combat` are as good as `close-combat`.
pub fn procedure(book: &Book, name: &str) -> Result<&'static dyn AnyProcedure, Failure> {
    let plain = |s: &str| s.to_lowercase().replace(['_', ' '], "-");
    let found = book.procedures.iter().find(|p| plain(p.name()) == plain(name));
    found.copied().ok_or_else(|| {
        Failure::unknown(&text!("procedure-in", id = book.id), name, book.procedures.iter().map(|p| p.name()))
    })
}

/// The book that a scenario names in its `book = "…"`. A scenario too broken to tell is read by the first book, which
/// says what is wrong with it.
pub fn of_scenario(library: Library, s: &ScenarioText) -> miette::Result<&'static Entry> {
    let id = muster::Head::of(&s.text).book;
    let found = if id.is_empty() { library.entries().first() } else { library.find(&id) };
    found.ok_or_else(|| {
        let f = Failure::unknown("book", &id, library.books().iter().map(|b| b.id));
        miette::miette!(help = f.help.unwrap_or_default(), "{}: {}", s.name, f.says)
    })
}

/// What the examples in the help are made of: the first of everything in the first book.
#[derive(Debug)]
pub struct Example {
    pub book: &'static str,
    pub scenario: &'static str,
    pub procedure: &'static str,
    pub clause: &'static str,
    pub table: &'static str,
    pub reading: &'static str,
    /// A term of art in the book's own language.
    pub word: &'static str,
    /// Something to choose, of a battle by the dice.
    pub chosen: String,
}

impl Example {
    pub fn of(library: Library) -> Example {
        let mut e = Example {
            book: "BOOK",
            scenario: "SCENARIO",
            procedure: "PROCEDURE",
            clause: "CLAUSE",
            table: "TABLE",
            reading: "READING",
            word: "WORD",
            chosen: String::new(),
        };
        let Some(b) = library.entries().first().map(|e| e.book) else { return e };
        let text = (b.text)();
        e.book = b.id;
        e.scenario = b.shipped.first().map_or(e.scenario, |s| s.0);
        e.procedure = b.procedures.first().map_or(e.procedure, |p| p.name());
        e.clause = text.clauses.iter().find(|c| c.kind == Kind::Engine).map_or(e.clause, |c| &c.id);
        e.table = text.tables.first().map_or(e.table, |t| &t.id);
        e.reading = text.readings.first().map_or(e.reading, |r| &r.id);
        e.word = text.words.iter().map(|w| w.original.as_str()).find(|w| is_one(w)).unwrap_or(e.word);
        for c in b.generator.iter().flat_map(|g| g.choices).filter(|c| c.default.is_none()) {
            let option = c.options.first().map_or("", |o| o.0);
            e.chosen.push_str(&format!(" --{} {option}", c.name));
        }
        e
    }
}

/// A single word, which needs no quotes.
fn is_one(word: &str) -> bool {
    word.chars().all(char::is_alphabetic)
}
