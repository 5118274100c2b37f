//! The books that the server was given, as it hands them out.

use crate::api::{BookCard, ProcedureCard, ScenarioCard};
use crate::failure::{Failure, Reply};
use crate::opening::title_and_briefing;
use desk::board::Board;
use desk::{Book, Entry, Game, Library, Seating};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use umpire::{AnyProcedure, Seat, Seed};

/// The list of books, with their scenarios set up for a look at them.
#[allow(missing_debug_implementations)]
pub struct Books {
    pub library: Library,
    previews: OnceLock<Previews>,
}

type Previews = BTreeMap<(&'static str, &'static str), Preview>;

impl Books {
    pub fn new(library: Library) -> Books {
        Books { library, previews: OnceLock::new() }
    }

    /// The book of that id, and those who command in it.
    pub fn entry(&self, id: &str) -> Reply<&'static Entry> {
        self.library.find(id).ok_or_else(|| Failure::not_found(text!("no-such-book")))
    }

    /// The book of that id.
    pub fn find(&self, id: &str) -> Reply<&'static Book> {
        self.entry(id).map(|e| e.book)
    }

    /// All shipped scenarios, set up once. Heavy the first time: for a pool.
    pub fn previews(&self) -> &Previews {
        self.previews.get_or_init(|| {
            let books = self.library.books().into_iter();
            let each = books.flat_map(|b| b.shipped.iter().map(move |(n, t)| (b, *n, *t)));
            each.filter_map(|(b, n, t)| Some(((b.id, n), preview(b, n, t)?))).collect()
        })
    }

    /// The books with their scenarios.
    pub fn cards(&self) -> Vec<BookCard> {
        let all = self.previews();
        let card = |b: &'static Book| BookCard {
            id: b.id.into(),
            title: b.title.into(),
            about: (b.about)(),
            own_sheet: b.own_sheet.is_some(),
            scenarios: b
                .shipped
                .iter()
                .filter_map(|(n, _)| all.get(&(b.id, *n)).map(|p| p.card.clone()))
                .collect(),
        };
        self.library.books().into_iter().map(card).collect()
    }
}

/// The text of a scenario that comes with the program.
pub fn shipped(book: &Book, name: &str) -> Reply<&'static str> {
    let found = book.shipped.iter().find(|(n, _)| *n == name);
    found.map(|(_, t)| *t).ok_or_else(|| Failure::not_found(text!("no-such-scenario-book")))
}

/// The procedure of that name.
pub fn procedure(book: &Book, name: &str) -> Reply<&'static dyn AnyProcedure> {
    let found = book.procedures.iter().find(|p| p.name() == name).copied();
    found.ok_or_else(|| Failure::not_found(text!("no-such-procedure-book")))
}

/// The procedures of a book for the umpire's desk.
pub fn procedures(book: &Book) -> Vec<ProcedureCard> {
    let card = |p: &&dyn AnyProcedure| ProcedureCard {
        name: p.name().into(),
        title: p.title(),
        schema: p.schema().to_value(),
        example: p.example(),
    };
    book.procedures.iter().map(card).collect()
}

/// A scenario as it lies on the table before the battle.
#[derive(Debug)]
pub struct Preview {
    pub card: ScenarioCard,
    pub board: Board,
}

impl Preview {
    /// The map, in the language of whoever looks at it.
    pub fn map(&self) -> String {
        let options =
            chart::Options { title: &self.card.title, sides: &self.card.sides, ..Default::default() };
        chart::svg(&self.board, &options)
    }
}

/// The scenario set up with dice of its own, which are no battle's.
fn preview(book: &Book, name: &str, text: &str) -> Option<Preview> {
    let game: Box<dyn Game> =
        (book.begin)(name, text, &Seed::new("a look at the map"), Seating::SIDES_ONLY).ok()?;
    let (title, briefing) = title_and_briefing(name, text);
    let board = open_board(&*game);
    let lines = (book.describe)(name, text).unwrap_or_default();
    let card = ScenarioCard {
        name: name.into(),
        title,
        lines: lines.into_iter().skip(1).collect(),
        briefing,
        sides: game.sides(),
        measured: board.measured,
    };
    Some(Preview { card, board })
}

/// The table as anybody may see it before the battle: of each side what the other sees of it.
fn open_board(game: &dyn Game) -> Board {
    let [a, b] = [0, 1].map(|n| game.board(Seat::Side(n)));
    let mut board = game.board(Seat::Spectator);
    board.features.retain(|f| a.features.contains(f) && b.features.contains(f));
    board.facts.retain(|f| a.facts.contains(f) && b.facts.contains(f));
    let seen = |of: u8, by: Board| by.pieces.into_iter().filter(move |p| p.side == Some(of));
    board.pieces.clear();
    for mut p in seen(0, b).chain(seen(1, a)) {
        // Each side has names of its own for the other's troops.
        if board.pieces.iter().any(|o| o.id == p.id) {
            p.id.push('\'');
        }
        board.pieces.push(p);
    }
    board
}

/// Words that a person wrote: there, not too long, and printable.
pub fn spoken(field: &str, text: &str, most: usize) -> Reply<String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Failure::field(field, text!("must-not-empty")));
    }
    said(field, text, most)
}

/// The same where they may be left out.
pub fn said(field: &str, text: &str, most: usize) -> Reply<String> {
    let text = text.trim();
    if text.chars().count() > most {
        return Err(Failure::field(field, text!("longer-than-characters", most)));
    }
    if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(Failure::field(field, text!("characters-cannot-printed")));
    }
    Ok(text.into())
}
