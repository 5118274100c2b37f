//! How requests are read: bodies of limited size, the seat behind a token, numbers in the query.

use crate::App;
use crate::failure::{Failure, Reply};
use crate::guard::{Counted, address};
use crate::room::Room;
use crate::store::SeatRow;
use crate::token;
use axum::body::Body;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

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
        serde_json::from_str(&t)
            .map(Read)
            .map_err(|e| Failure::form(text!("cannot-read", why = e.to_string())))
    }
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct From(pub IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for From {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<From, Failure> {
        let from = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        from.map(|c| From(address(c.0))).ok_or_else(|| Failure::ours("a request without an address"))
    }
}

/// Whoever sits where the token says, and the battle.
#[allow(missing_debug_implementations)]
pub struct Seated {
    pub row: SeatRow,
    pub room: Arc<Room>,
}

/// Finds the seat of a token. Every wrong token gets the same reply, and not too many of them are heard.
pub async fn seated(app: &App, from: IpAddr, token: &str) -> Reply<Seated> {
    // Known to be no token by its length, it is looked up all the same: the reply takes as long.
    let hash = token::hash(token);
    let row = match app.hall.seat(token).await {
        Ok(row) => row,
        Err(f) => {
            app.counter.count(Counted::Wrong(from))?;
            return Err(f);
        }
    };
    let mut short = [0; 8];
    short.copy_from_slice(&hash[..8]);
    app.counter.count(Counted::Token(short))?;
    let room = app.hall.room(row.battle).await?;
    // Whoever asks after an acknowledged answer sees what came of it.
    room.settled().await;
    Ok(Seated { row, room })
}

fn bearer(headers: &HeaderMap) -> &str {
    let given = headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok()).unwrap_or_default();
    match given.split_once(' ') {
        Some((scheme, t)) if scheme.eq_ignore_ascii_case("bearer") => t.trim(),
        _ => "",
    }
}

impl FromRequestParts<App> for Seated {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Seated, Failure> {
        let From(from) = From::from_request_parts(parts, app).await?;
        let token = bearer(&parts.headers).to_owned();
        seated(app, from, &token).await
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
