//! What needs no seat: the books, their scenarios and rules, the umpire's desk, and the beginning of battles.

use crate::App;
use crate::api::{
    Begun, BookCard, Claimed, Claiming, Health, JudgeThis, Judgement, NewBattle, OddsTable, Outcome, Player,
    ProcedureCard, Sides, Spectators, WeighThis,
};
use crate::ask::{Asked, From, LONGEST_FILE, Named, Read, text};
use crate::books;
use crate::failure::{Failure, Reply};
use crate::fair::Who;
use crate::guard::Counted;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use desk::board::{Board, Shown};
use odds::Odds;
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use umpire::{Seed, Seeded, SituationError};

/// Text that is the same as long as the program is.
fn lasting(kind: &'static str, body: impl Into<axum::body::Body>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300")),
    ];
    (headers, body.into()).into_response()
}

async fn how_it_is(app: &App) -> Health {
    let writable = app.hall.store().writable().await;
    Health {
        ok: writable.is_ok(),
        version: env!("CARGO_PKG_VERSION").into(),
        battles: app.hall.open_rooms() as u32,
        fault: writable.err().map(|e| e.fault),
        ending: app.ending.load(Ordering::Acquire),
    }
}

fn well_if(well: bool, how: Health) -> (StatusCode, Json<Health>) {
    (if well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }, Json(how))
}

pub async fn health(State(app): State<App>) -> (StatusCode, Json<Health>) {
    let how = how_it_is(&app).await;
    well_if(how.ok, how)
}

pub async fn ready(State(app): State<App>) -> (StatusCode, Json<Health>) {
    let how = how_it_is(&app).await;
    well_if(how.ok && !how.ending, how)
}

pub async fn openapi() -> Response {
    lasting("application/json", crate::openapi::text())
}

/// Somebody at an address, at no seat.
pub(crate) fn anybody(address: IpAddr) -> Who {
    Who { address, seat: 0 }
}

pub async fn list(State(app): State<App>, From(from): From) -> Reply<Json<Vec<BookCard>>> {
    let books = app.hall.books().clone();
    let cards = app.hall.eyes().run(anybody(from), move || books.cards()).await;
    cards.map(Json).ok_or_else(|| Failure::ours("listing the scenarios broke down"))
}

async fn preview<R: Send + 'static>(
    app: &App,
    from: IpAddr,
    book: &str,
    name: &str,
    of: impl FnOnce(&books::Preview) -> R + Send + 'static,
) -> Reply<R> {
    let books = app.hall.books().clone();
    let book = books.find(book)?;
    books::shipped(book, name)?;
    let name = name.to_owned();
    let seen = move || books.previews().get(&(book.id, name.as_str())).map(of);
    let found = app.hall.eyes().run(anybody(from), seen).await;
    found.flatten().ok_or_else(|| Failure::ours("a shipped scenario cannot be set up"))
}

pub async fn board(
    State(app): State<App>,
    From(from): From,
    Named((book, name)): Named<(String, String)>,
) -> Reply<Json<Board>> {
    preview(&app, from, &book, &name, |p| p.board.clone()).await.map(Json)
}

pub async fn map(
    State(app): State<App>,
    From(from): From,
    Named((book, name)): Named<(String, String)>,
) -> Reply<Response> {
    let svg = preview(&app, from, &book, &name, books::Preview::map).await?;
    let mut r = lasting("image/svg+xml", svg);
    // The picture styles itself; it may do nothing else.
    let only_styles = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    r.headers_mut().insert(header::CONTENT_SECURITY_POLICY, only_styles);
    Ok(r)
}

pub async fn rules(State(app): State<App>, Named(book): Named<String>) -> Reply<Response> {
    let book = app.hall.books().find(&book)?;
    let text = serde_json::to_string((book.text)()).map_err(Failure::ours)?;
    Ok(lasting("application/json", text))
}

pub async fn procedures(
    State(app): State<App>,
    Named(book): Named<String>,
) -> Reply<Json<Vec<ProcedureCard>>> {
    Ok(Json(books::procedures(app.hall.books().find(&book)?)))
}

fn situation_failed(e: SituationError) -> Failure {
    match e {
        SituationError::BadField { field, why } => Failure::field(field, why.to_string()),
        SituationError::Impossible { field, why } => Failure::field(field, why.to_string()),
        SituationError::Unreadable(why) => Failure::form(why.to_string()),
        SituationError::Dice(e) => Failure::dice(&e),
        SituationError::Missing { ref field } => Failure::missing(field.clone(), e.to_string()),
        SituationError::Odds(e) => Failure::refused(None, e.to_string()),
    }
}

pub async fn judge(
    State(app): State<App>,
    From(from): From,
    Named((book, name)): Named<(String, String)>,
    Read(ask): Read<JudgeThis>,
) -> Reply<Json<Judgement>> {
    app.counter.count(Counted::Odds(from))?;
    let p = books::procedure(app.hall.books().find(&book)?, &name)?;
    let judged = app.hall.desk().run(anybody(from), move || match ask.dice {
        Some(dice) => p.judge_by_hand(&ask.situation, dice).map_err(situation_failed),
        None => {
            let seed = Seed::secret().map_err(Failure::ours)?;
            p.judge(&ask.situation, &mut Seeded::new(seed.key())).map_err(situation_failed)
        }
    });
    let j = judged.await.ok_or_else(|| Failure::ours("a judgement broke down"))??;
    Ok(Json(Judgement { says: j.says.to_string(), ruling: Shown::from(&j.ruling) }))
}

pub async fn odds(
    State(app): State<App>,
    From(from): From,
    Named((book, name)): Named<(String, String)>,
    Read(ask): Read<WeighThis>,
) -> Reply<Json<OddsTable>> {
    app.counter.count(Counted::Odds(from))?;
    let p = books::procedure(app.hall.books().find(&book)?, &name)?;
    let found = app.hall.desk().run(anybody(from), move || Odds::of(p, &ask.situation)).await;
    let found = found.ok_or_else(|| Failure::ours("the odds broke down"))?.map_err(situation_failed)?;
    let outcomes = found.outcomes.iter().map(|c| Outcome {
        says: c.says.clone(),
        result: c.result.clone(),
        weight: c.weight.to_string(),
        chance: found.chance(c).share(),
    });
    Ok(Json(OddsTable { outcomes: outcomes.collect(), ways: found.total.to_string() }))
}

pub async fn begin(
    State(app): State<App>,
    From(from): From,
    Read(new): Read<NewBattle>,
) -> Reply<Json<Begun>> {
    app.counter.count(Counted::Begin(from))?;
    app.hall.begin(anybody(from), (app.clock)(), new).await.map(Json)
}

/// A secret as it must be: 32 bytes as base64url.
const SECRET: usize = 43;

pub async fn claim(
    State(app): State<App>,
    From(from): From,
    Read(claim): Read<Claiming>,
) -> Reply<Json<Claimed>> {
    let plain = claim.secret.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if claim.secret.len() != SECRET || !plain {
        return Err(Failure::field("secret", text!("secret-is-32-bytes")));
    }
    match app.hall.claim(&claim.link, &claim.secret).await? {
        Some(row) => Ok(Json(Claimed { seat: row.seat.to_string() })),
        None => Err(app.counter.count(Counted::Wrong(from)).err().unwrap_or_else(Failure::no_seat)),
    }
}

/// Who plays an imported battle.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case)]
pub struct Importing {
    #[serde(default)]
    A: Player,
    #[serde(default)]
    B: Player,
    #[serde(default)]
    spectators: Spectators,
    behind: Option<u32>,
}

pub async fn import(
    State(app): State<App>,
    From(from): From,
    Asked(who): Asked<Importing>,
    request: Request,
) -> Reply<Json<Begun>> {
    app.counter.count(Counted::Begin(from))?;
    let spectators = match (who.spectators, who.behind) {
        (spectators, None) => spectators,
        (Spectators::None, Some(turns)) => Spectators::Behind(turns),
        _ => return Err(Failure::field("behind", text!("behind-is-by-itself"))),
    };
    let file = text(request, LONGEST_FILE).await?;
    let sides = Sides { A: who.A, B: who.B };
    app.hall.import(anybody(from), (app.clock)(), file, sides, spectators).await.map(Json)
}
