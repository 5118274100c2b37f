//! A scenario of one's own: it begins as a copy of one that is there or is laid by the dice, and is looked at while it is written.

use crate::App;
use crate::api::{BySheet, MadeSheet, OwnScenario, SheetForm, TypedSheet, WrongTable};
use crate::ask::{From, Read};
use crate::books;
use crate::failure::{Failure, Reply};
use crate::guard::Counted;
use crate::open::anybody;
use axum::Json;
use axum::extract::{Path, State};
use desk::board::Board;
use desk::{Book, Generator, OwnSheet, Seating};
use umpire::{Seat, Seed};

pub async fn copy(
    State(app): State<App>,
    Path((book, name)): Path<(String, String)>,
) -> Reply<Json<OwnScenario>> {
    let text = books::shipped(app.hall.books().find(&book)?, &name)?.to_owned();
    Ok(Json(OwnScenario { name: format!("{name}.toml"), text }))
}

/// Lays a battle: of each choice what is taken when nothing is chosen, or else what the number says.
fn lay(g: &Generator, number: u64) -> String {
    let some = |n: usize| (number % n.max(1) as u64) as usize;
    let chosen: Vec<usize> =
        g.choices.iter().map(|c| c.default.unwrap_or_else(|| some(c.options.len()))).collect();
    (g.make)(&chosen, number)
}

pub async fn laid(
    State(app): State<App>,
    From(from): From,
    Path(book): Path<String>,
) -> Reply<Json<OwnScenario>> {
    app.counter.count(Counted::Odds(from))?;
    let book = app.hall.books().find(&book)?;
    let generator = book.generator.ok_or_else(|| Failure::not_found(text!("no-battles-laid")))?;
    let [a, b, c, d, ..] = Seed::secret().map_err(Failure::ours)?.key();
    let number = u32::from_le_bytes([a, b, c, d]).into();
    let text = app.hall.desk().run(anybody(from), move || lay(generator, number)).await;
    let text = text.ok_or_else(|| Failure::ours("laying a battle broke down"))?;
    Ok(Json(OwnScenario { name: format!("{}-{number}.toml", book.id), text }))
}

pub async fn look(
    State(app): State<App>,
    From(from): From,
    Path(book): Path<String>,
    Read(own): Read<OwnScenario>,
) -> Reply<Json<Board>> {
    app.counter.count(Counted::Odds(from))?;
    let book = app.hall.books().find(&book)?;
    let name = books::spoken("name", &own.name, 100)?;
    let board = app.hall.desk().run(anybody(from), move || {
        let seed = Seed::new("a look at the map");
        (book.begin)(&name, &own.text, &seed, Seating::SIDES_ONLY).map(|g| g.board(Seat::Spectator))
    });
    let board = board.await.ok_or_else(|| Failure::form(text!("scenario-cannot-set-up")))?;
    board.map(Json).map_err(|r| Failure::scenario(&r))
}

fn sheet_of(book: &Book) -> Reply<&'static OwnSheet> {
    book.own_sheet.ok_or_else(|| Failure::not_found(text!("no-sheet-of-book")))
}

/// The tables that an owner may type in.
pub async fn sheet(State(app): State<App>, Path(book): Path<String>) -> Reply<Json<SheetForm>> {
    let own = sheet_of(app.hall.books().find(&book)?)?;
    Ok(Json(SheetForm { tables: (own.tables)() }))
}

/// Checks what was typed in and makes a file of it.
pub async fn typed(
    State(app): State<App>,
    From(from): From,
    Path(book): Path<String>,
    Read(typed): Read<TypedSheet>,
) -> Reply<Json<MadeSheet>> {
    app.counter.count(Counted::Odds(from))?;
    let own = sheet_of(app.hall.books().find(&book)?)?;
    Ok(Json(match (own.write)(&typed.name, &typed.tables) {
        Ok(text) => MadeSheet { text: Some(text), wrong: Vec::new() },
        Err(all) => {
            let wrong = all.into_iter().map(|(table, says)| WrongTable { table, says });
            MadeSheet { text: None, wrong: wrong.collect() }
        }
    }))
}

/// A scenario with an owner's sheet in it.
pub async fn by_sheet(
    State(app): State<App>,
    From(from): From,
    Path(book): Path<String>,
    Read(by): Read<BySheet>,
) -> Reply<Json<OwnScenario>> {
    app.counter.count(Counted::Odds(from))?;
    let own = sheet_of(app.hall.books().find(&book)?)?;
    let name = books::spoken("name", &by.scenario.name, 100)?;
    let text = (own.put_in)("sheet", &by.scenario.text, &by.sheet).map_err(|r| Failure::scenario(&r))?;
    Ok(Json(OwnScenario { name, text }))
}
