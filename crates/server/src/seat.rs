//! What a seat asks and answers. Nothing is sent here but what the book says this seat may know.

use crate::App;
use crate::api::{
    Answering, Chat, ChatLine, Mark, Marks, NewMark, Prompts, Saying, Spectators, Standing, Taken,
};
use crate::ask::{Asked, Read, Seated};
use crate::failure::{Failure, Reply};
use crate::guard::Counted;
use crate::room::Shown;
use crate::{assets, books};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use desk::board::Stroke;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use umpire::Seat;

/// Moments sent at once at most.
const MOST_MOMENTS: u32 = 500;
/// Lines of chat sent at once at most.
const MOST_LINES: u32 = 500;
/// Bookmarks of one seat.
const MOST_MARKS: usize = 500;

/// A spectator is not shown a battle that is shown afterwards.
fn must_see(s: &Seated) -> Reply<()> {
    if s.room.sees(s.row.seat) {
        return Ok(());
    }
    let why = match s.room.row.spectators {
        Spectators::All => text!("spectators-wait-for-consent"),
        Spectators::Behind(turns) => text!("spectators-follow-behind", turns),
        _ => text!("spectators-battle-shown-when"),
    };
    Err(Failure::conflict(why))
}

/// A player lets spectators see everything at once.
pub async fn consent(State(app): State<App>, s: Seated) -> Reply<Json<Standing>> {
    if !s.room.consent_of().contains(&s.row.seat) {
        return Err(Failure::conflict(text!("no-consent-wanted")));
    }
    app.hall.store().consent(s.row.battle, s.row.seat).await?;
    s.room.consented([s.row.seat]);
    Ok(Json(s.room.standing(&s.row)))
}

pub async fn standing(s: Seated) -> Json<Standing> {
    Json(s.room.standing(&s.row))
}

/// Looks at the table and writes what was seen where the looking is done, away from the threads that serve connections.
async fn seen<T: Serialize>(
    s: &Seated,
    at: impl FnOnce(&Shown, Seat) -> Reply<T> + Send + 'static,
) -> Reply<Response> {
    let seat = s.row.seat;
    Ok(as_json(s.room.look(s.who, move |t| as_text(&at(t, seat)?)).await??))
}

fn as_text(seen: &impl Serialize) -> Reply<String> {
    serde_json::to_string(seen).map_err(Failure::ours)
}

fn as_json(text: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], text).into_response()
}

pub async fn board(s: Seated) -> Reply<Response> {
    must_see(&s)?;
    let (room, seat) = (s.room.clone(), s.row.seat);
    Ok(as_json(s.room.look(s.who, move |t| room.table_for(t, seat)).await??))
}

pub async fn prompts(s: Seated) -> Reply<Response> {
    let room = s.room.clone();
    seen(&s, move |t, seat| Ok(Prompts { version: room.version_for(t, seat), prompts: t.game.prompts(seat) }))
        .await
}

/// A spectator is refused in the same words whatever goes on.
fn must_play(s: &Seated) -> Reply<()> {
    match s.row.seat {
        Seat::Spectator => Err(Failure::refused(None, text!("spectator-asked-nothing"))),
        _ => Ok(()),
    }
}

pub async fn sketch(s: Seated, Read(stroke): Read<Stroke>) -> Reply<Response> {
    must_play(&s)?;
    let _alone = s.room.strokes(s.row.seat).turn().await?;
    let seat = s.row.seat;
    let drawn = s.room.sketch(s.who, move |t| as_text(&t.game.sketch(seat, &stroke)?));
    Ok(as_json(drawn.await??))
}

pub async fn answer(s: Seated, Read(a): Read<Answering>) -> Reply<Json<Taken>> {
    let key = books::spoken("key", &a.key, 100)?;
    must_play(&s)?;
    let version = s.room.answer(s.who, s.row.seat, key, a.version, a.answer).await?;
    Ok(Json(Taken { version }))
}

/// Which moments.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    #[serde(default)]
    from: u32,
    most: Option<u32>,
}

/// Moments as they are sent, without reading them again.
pub fn film_text(from: u32, total: u32, moments: &[Arc<str>]) -> String {
    let length = moments.iter().map(|m| m.len() + 1).sum::<usize>() + 64;
    let mut t = String::with_capacity(length);
    t.push_str(&format!("{{\"from\":{from},\"total\":{total},\"moments\":["));
    for (i, m) in moments.iter().enumerate() {
        if i > 0 {
            t.push(',');
        }
        t.push_str(m);
    }
    t.push_str("]}");
    t
}

pub async fn film(s: Seated, Asked(q): Asked<Stretch>) -> Reply<Response> {
    let most = q.most.unwrap_or(MOST_MOMENTS).min(MOST_MOMENTS);
    let (moments, total) = s.room.film(s.row.seat, q.from, most).await?;
    Ok(as_json(film_text(q.from, total, &moments)))
}

/// Which lines of chat: those after line `from`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct After {
    #[serde(default)]
    from: u32,
}

pub async fn chat(State(app): State<App>, s: Seated, Asked(q): Asked<After>) -> Reply<Json<Chat>> {
    let lines = app.hall.store().chat(s.row.battle, q.from, MOST_LINES).await?;
    Ok(Json(Chat { lines }))
}

pub async fn say(State(app): State<App>, s: Seated, Read(said): Read<Saying>) -> Reply<Json<ChatLine>> {
    // One who sees both sides and sits at neither must not be able to tell.
    if s.row.seat == Seat::Spectator {
        return Err(Failure::refused(None, text!("spectators-listen")));
    }
    app.counter.count(Counted::Chat(s.who.seat))?;
    let mut line = ChatLine {
        n: 0,
        seat: s.row.seat.to_string(),
        name: s.room.name(s.row.seat),
        says: books::spoken("says", &said.says, 1000)?,
        at: (app.clock)() as f64,
    };
    line.n = app.hall.store().say(s.row.battle, line.clone()).await?;
    s.room.say(line.clone());
    Ok(Json(line))
}

pub async fn marks(State(app): State<App>, s: Seated) -> Reply<Json<Marks>> {
    let marks = app.hall.store().marks(s.row.battle, s.row.seat).await?;
    Ok(Json(Marks { marks }))
}

pub async fn mark(State(app): State<App>, s: Seated, Read(new): Read<NewMark>) -> Reply<Json<Mark>> {
    must_see(&s)?;
    if new.moment >= s.room.moments(s.row.seat).max(1) {
        return Err(Failure::field("moment", text!("no-such-moment-yet")));
    }
    let there = app.hall.store().marks(s.row.battle, s.row.seat).await?;
    if there.len() >= MOST_MARKS {
        return Err(Failure::refused(None, text!("seat-most-bookmarks", most = MOST_MARKS)));
    }
    let note = books::said("note", &new.note, 500)?;
    let mut m = Mark { id: 0, moment: new.moment, note, by: s.row.seat.to_string() };
    let kept = app.hall.store().add_mark(s.row.battle, s.row.seat, m.clone()).await;
    m.id = kept?;
    Ok(Json(m))
}

/// Which bookmark.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Which {
    id: u32,
}

pub async fn unmark(State(app): State<App>, s: Seated, Asked(d): Asked<Which>) -> Reply<Json<Marks>> {
    let gone = app.hall.store().drop_mark(s.row.battle, s.row.seat, d.id).await?;
    if !gone {
        return Err(Failure::not_found(text!("no-such-bookmark")));
    }
    marks(State(app), s).await
}

/// A name that is safe in a header and on any disk.
fn file_name(title: &str, ending: &str) -> String {
    let plain: String = title
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .take(60)
        .collect();
    let words: Vec<_> = plain.split('-').filter(|w| !w.is_empty()).collect();
    format!("{}.{ending}", if words.is_empty() { "battle".into() } else { words.join("-") })
}

fn download(kind: &'static str, name: &str, body: impl Into<axum::body::Body>) -> Response {
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_DISPOSITION, disposition.unwrap_or(HeaderValue::from_static("attachment"))),
    ];
    (headers, body.into()).into_response()
}

pub async fn file(s: Seated) -> Reply<Response> {
    let text = s.room.file(s.who, &s.row).await?;
    Ok(download("application/json", &file_name(&s.room.head.title, "json"), text))
}

pub async fn page(s: Seated) -> Reply<Response> {
    must_see(&s)?;
    let moments = s.room.whole_film(s.row.seat).await?;
    let standing = serde_json::to_string(&s.room.standing(&s.row)).map_err(Failure::ours)?;
    let book = s.room.house.books.find(&s.room.row.book)?;
    let name = file_name(&s.room.head.title, "html");
    let (room, seat) = (s.room.clone(), s.row.seat);
    let made = s.room.look(s.who, move |t| {
        let board = room.table_for(t, seat)?;
        let clauses: serde_json::Map<_, _> = (book.text)()
            .clauses
            .iter()
            .map(|c| (c.id.clone(), serde_json::json!({ "title": c.title, "says": c.says })))
            .collect();
        let clauses = serde_json::Value::from(clauses);
        let film = film_text(0, moments.len() as u32, &moments);
        Ok::<_, Failure>(assets::replay(&format!(
            "{{\"standing\":{standing},\"board\":{board},\"film\":{film},\"clauses\":{clauses}}}"
        )))
    });
    let text = made.await??;
    Ok(download("text/html; charset=utf-8", &name, text.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_plain() {
        assert_eq!(file_name("The works on Mercer's Ridge", "json"), "the-works-on-mercer-s-ridge.json");
        assert_eq!(file_name("../../etc/\"\r\n", "json"), "etc.json");
        assert_eq!(file_name("\u{202e}", "html"), "battle.html");
    }

    #[test]
    fn a_film_is_well_formed() {
        let m: Vec<Arc<str>> = vec!["{}".into(), "{\"turn\":1}".into()];
        let v: serde_json::Value = serde_json::from_str(&film_text(3, 5, &m)).unwrap();
        assert_eq!(v, serde_json::json!({ "from": 3, "total": 5, "moments": [{}, { "turn": 1 }] }));
    }
}
