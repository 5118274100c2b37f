//! How requests are read: bodies of limited size, the seat behind a token, numbers in the query.

use crate::App;
use crate::failure::{Failure, Reply};
use crate::fair::Who;
use crate::guard::Counted;
use crate::room::Room;
use crate::store::SeatRow;
use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header;
use axum::http::request::Parts;
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// No request is longer, in bytes.
pub const LONGEST: usize = 256 << 10;
/// No battle file is longer, in bytes.
pub const LONGEST_FILE: usize = 4 << 20;
/// So much of a body that is too long is taken and dropped, in bytes, so that whoever sent it hears why. Of a longer one the
/// connection ends.
const DROPPED: usize = 1 << 20;

/// Takes what is still on its way, up to a limit.
async fn drop_rest(body: Body) {
    let mut rest = body.into_data_stream();
    let mut dropped = 0;
    while let Some(Ok(chunk)) = rest.next().await {
        dropped += chunk.len();
        if dropped > DROPPED {
            return;
        }
    }
}

/// A body as text, if it is not too long.
pub async fn text(request: Request, most: usize) -> Reply<String> {
    let Patience(patience) = request.extensions().get().copied().unwrap_or_default();
    timeout(patience, whole(request, most)).await.map_err(|_| Failure::too_slow())?
}

/// How long the body of a request may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience(pub Duration);

impl Default for Patience {
    fn default() -> Patience {
        Patience(Duration::from_secs(30))
    }
}

async fn whole(request: Request, most: usize) -> Reply<String> {
    let told = request.headers().get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse().ok());
    let too_large = || Failure::too_large(text!("request-most-bytes-here", most));
    if told.is_some_and(|n: usize| n > most) {
        drop_rest(request.into_body()).await;
        return Err(too_large());
    }
    let bytes = axum::body::to_bytes(request.into_body(), most).await.map_err(|_| too_large())?;
    String::from_utf8(bytes.into()).map_err(|_| Failure::form(text!("not-text-utf-8")))
}

/// A JSON body. It must say that it is one, which no form of a foreign page can.
#[derive(Debug)]
pub struct Read<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Read<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &S) -> Result<Read<T>, Failure> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
        let kind = kind.and_then(|k| k.split(';').next()).unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(Failure::form(text!("request-sent-application-json")));
        }
        let t = text(request, LONGEST).await?;
        // Nesting deeper than 128 is refused by the reader itself.
        umpire::read_json(&t).map(Read).map_err(|e| {
            let says = text!("cannot-read", why = e.message());
            if e.field.is_empty() { Failure::form(says) } else { Failure::field(e.field, says) }
        })
    }
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct From(pub IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for From {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<From, Failure> {
        parts.extensions.get().copied().ok_or_else(|| Failure::ours("a request without an address"))
    }
}

/// The seat that a request was let in for, and who asks.
#[derive(Clone, Copy, Debug)]
pub struct Known(pub SeatRow, pub Who);

/// Whoever sits where the token says, and the battle.
#[allow(missing_debug_implementations)]
pub struct Seated {
    pub row: SeatRow,
    pub who: Who,
    pub room: Arc<Room>,
}

/// Sits down at a seat that was found.
async fn sit(app: &App, row: SeatRow, who: Who) -> Reply<Seated> {
    let room = app.hall.room(row.battle, who).await?;
    // Whoever asks after an acknowledged answer sees what came of it, as far as he may by now.
    room.settled().await;
    room.follow(who, row.seat).await?;
    Ok(Seated { row, who, room })
}

/// Finds the seat of a token. Every wrong token gets the same reply, and not too many of them are heard.
pub async fn seated(app: &App, from: IpAddr, token: &str) -> Reply<Seated> {
    match app.hall.seat(from, token).await? {
        Some((row, who)) => {
            app.counter.count(Counted::Seat(who))?;
            sit(app, row, who).await
        }
        None => Err(wrong(app, from)),
    }
}

/// The one reply to a wrong token, or that there were too many.
fn wrong(app: &App, from: IpAddr) -> Failure {
    app.counter.count(Counted::Wrong(from)).err().unwrap_or_else(Failure::no_seat)
}

impl FromRequestParts<App> for Seated {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Seated, Failure> {
        match parts.extensions.get().copied() {
            Some(Known(row, who)) => sit(app, row, who).await,
            None => {
                let From(from) = From::from_request_parts(parts, app).await?;
                Err(wrong(app, from))
            }
        }
    }
}

/// The names in the path of a request.
#[derive(Debug)]
pub struct Named<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Named<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named<T>, Failure> {
        let found = axum::extract::Path::from_request_parts(parts, state).await;
        found.map(|p| Named(p.0)).map_err(|_| Failure::not_found(text!("no-such-thing-here")))
    }
}

/// The query of a request, or what is wrong with it.
#[derive(Debug)]
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Asked<T>, Failure> {
        axum::extract::Query::try_from_uri(&parts.uri)
            .map(|q| Asked(q.0))
            .map_err(|e| Failure::form(text!("query-cannot-read", why = e.body_text())))
    }
}
