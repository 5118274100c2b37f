//! A person at his page: what the page asks for, and when he answers.

use crate::common::{Chance, Client, dial};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;

/// What a request was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Answer,
    Standing,
    Prompts,
    Board,
    Film,
    Stroke,
    Begin,
    /// Not a request: from the acknowledgment of an answer until the live connection tells of it.
    Told,
}

/// One request and its reply.
pub struct Sample {
    pub what: What,
    pub book: &'static str,
    pub took: Duration,
    pub granted: bool,
    pub bytes: usize,
}

/// How a battle went while it was watched.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watched {
    pub first: u64,
    pub last: u64,
    pub ended: bool,
}

/// Drags tried on the table before an answer that can be drawn.
const STROKES: usize = 3;

#[derive(Deserialize)]
struct Standing {
    version: u64,
    moments: u64,
    yours: bool,
    ending: Option<Value>,
}

#[derive(Deserialize)]
struct News {
    news: Standing,
}

#[derive(Deserialize)]
struct Offer {
    answer: Box<RawValue>,
}

#[derive(Deserialize)]
struct Sketch {
    answer: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
struct Prompt {
    asks: String,
    #[serde(default)]
    standing: bool,
    offers: Vec<Offer>,
    sketch: Option<Sketch>,
}

#[derive(Deserialize)]
struct Prompts {
    version: u64,
    prompts: Vec<Prompt>,
}

#[derive(Deserialize)]
struct Spot {
    x: f64,
    y: f64,
}

#[derive(Deserialize)]
struct Piece {
    id: String,
    #[serde(default)]
    yours: bool,
    at: Spot,
}

#[derive(Deserialize)]
struct Board {
    pieces: Vec<Piece>,
}

/// The question before him.
struct Question {
    version: u64,
    asks: String,
    answer: Box<RawValue>,
    drawn: bool,
    due: Instant,
}

/// One person in one seat.
pub struct Person {
    pub at: SocketAddr,
    /// The address from which he comes: people are many, and the door counts those of one address.
    pub from: Ipv4Addr,
    pub token: String,
    pub book: &'static str,
    pub chance: Chance,
    /// Milliseconds for which he thinks, on average.
    pub pause: u64,
    pub until: Instant,
    pub samples: mpsc::UnboundedSender<Sample>,
}

/// How many moments there are, from the head of a film.
fn total(film: &str) -> Option<u64> {
    let after = film.split_once("\"total\":")?.1;
    after.split(',').next()?.parse().ok()
}

impl Person {
    fn took(&self, what: What, begun: Instant, granted: bool, bytes: usize) {
        let _ = self.samples.send(Sample { what, book: self.book, took: begun.elapsed(), granted, bytes });
    }

    async fn get(&self, c: &mut Client, what: What, path: &str) -> Vec<u8> {
        let begun = Instant::now();
        let got = c.send("GET", path, &[("accept-encoding", "gzip, deflate, br")], Vec::new()).await;
        assert!(!got.headers.contains_key("content-encoding"), "it is not made small within a machine");
        self.took(what, begun, got.status == 200, got.body.len());
        got.body
    }

    /// Plays until the time is over or the battle.
    pub async fn play(mut self) -> Option<Watched> {
        // People do not sit down at the same instant.
        let wait = self.chance.below(self.pause as usize + 1) as u64;
        tokio::time::sleep(Duration::from_millis(wait)).await;
        let live = dial(self.at, self.from).await.ok()?;
        let (mut ws, _) =
            tokio_tungstenite::client_async(format!("ws://{}/api/seat/live", self.at), live).await.ok()?;
        ws.send(Message::text(json!({ "token": self.token }).to_string())).await.ok()?;
        let mut c = Client::of(self.at, &self.token, self.from);
        let mut watched = Watched::default();
        let mut asked: Option<Question> = None;
        let mut pieces: Vec<Piece> = Vec::new();
        let (mut version, mut seen, mut yours) = (None, 0, false);
        let mut given: Option<(u64, Instant)> = None;
        loop {
            let due = asked.as_ref().map_or(self.until, |q| q.due.min(self.until));
            let heard = tokio::time::timeout_at(due.into(), ws.next()).await;
            let stirred = match heard {
                Err(_) if Instant::now() >= self.until => return Some(watched),
                Err(_) => {
                    let Some(q) = asked.take() else { continue };
                    self.draw(&mut c, &q, &pieces).await;
                    let body = format!(
                        "{{\"key\":\"{}-{}\",\"version\":{},\"answer\":{}}}",
                        q.version, self.chance.0, q.version, q.answer
                    );
                    let begun = Instant::now();
                    let kind = [("content-type", "application/json")];
                    let got = c.send("POST", "/api/seat/answer", &kind, body.into_bytes()).await;
                    self.took(What::Answer, begun, got.status == 200, got.body.len());
                    if got.status == 200 {
                        given = got.json()["version"].as_u64().map(|v| (v, Instant::now()));
                    } else if got.status != 409 {
                        eprintln!("{}: {} {}", self.book, got.status, got.text());
                    }
                    // A page looks what its answer has led to, whatever the live connection says.
                    true
                }
                Ok(Some(Ok(Message::Text(t)))) if t.starts_with("{\"news\"") => {
                    let Ok(n) = serde_json::from_str::<News>(&t) else { continue };
                    if let Some((_, at)) = given.filter(|(v, _)| n.news.version >= *v) {
                        self.took(What::Told, at, true, t.len());
                        given = None;
                    }
                    version != Some(n.news.version) || n.news.moments != seen || n.news.yours != yours
                }
                Ok(Some(Ok(Message::Text(t)))) if t.starts_with("{\"film\"") => {
                    seen = total(&t).unwrap_or(seen);
                    false
                }
                Ok(Some(Ok(_))) => false,
                Ok(_) => return Some(watched),
            };
            if !stirred {
                continue;
            }
            let Ok(s) =
                serde_json::from_slice::<Standing>(&self.get(&mut c, What::Standing, "/api/seat").await)
            else {
                return Some(watched);
            };
            if version.is_none() {
                watched.first = s.version;
            }
            (version, yours, watched.last) = (Some(s.version), s.yours, s.version);
            // What the live connection has brought meanwhile need not be fetched.
            while let Ok(Some(Ok(m))) = tokio::time::timeout(Duration::ZERO, ws.next()).await {
                let Message::Text(t) = m else { continue };
                if t.starts_with("{\"film\"") {
                    seen = total(&t).unwrap_or(seen);
                } else if let (Some((_, at)), true) = (given, t.starts_with("{\"news\"")) {
                    self.took(What::Told, at, true, t.len());
                    given = None;
                }
            }
            while seen < s.moments {
                let film =
                    self.get(&mut c, What::Film, &format!("/api/seat/film?from={seen}&most=200")).await;
                let there = String::from_utf8_lossy(&film);
                let Some(all) = total(&there) else { break };
                seen = (seen + 200).min(all);
            }
            if s.ending.is_some() {
                watched.ended = true;
                return Some(watched);
            }
            let board = self.get(&mut c, What::Board, "/api/seat/board").await;
            let prompts = self.get(&mut c, What::Prompts, "/api/seat/prompts").await;
            if s.yours {
                if let Ok(b) = serde_json::from_slice::<Board>(&board) {
                    pieces = b.pieces.into_iter().filter(|p| p.yours).collect();
                }
            }
            let Ok(p) = serde_json::from_slice::<Prompts>(&prompts) else { continue };
            version = Some(p.version);
            asked = self.choose(p, asked.take());
        }
    }

    /// Picks one of the answers that are offered. What he was about to answer already is answered at the time he meant to.
    fn choose(&mut self, p: Prompts, before: Option<Question>) -> Option<Question> {
        let version = p.version;
        let mut q = p.prompts.into_iter().find(|p| !p.standing)?;
        let drawn = q.sketch.is_some();
        let answer = match q.offers.len() {
            0 => q.sketch?.answer?,
            n => q.offers.swap_remove(self.chance.below(n)).answer,
        };
        let wait = self.pause / 2 + self.chance.below(self.pause as usize + 1) as u64;
        let due = match before {
            Some(b) if b.asks == q.asks => b.due,
            _ => Instant::now() + Duration::from_millis(wait),
        };
        Some(Question { version, asks: q.asks, answer, drawn, due })
    }

    /// Drags one of his pieces about, as one does before one makes up one's mind.
    async fn draw(&mut self, c: &mut Client, q: &Question, pieces: &[Piece]) {
        if !q.drawn || pieces.is_empty() {
            return;
        }
        let p = &pieces[self.chance.below(pieces.len())];
        for _ in 0..STROKES {
            let (x, y) =
                (p.at.x + self.chance.below(60) as f64 - 30.0, p.at.y + self.chance.below(60) as f64 - 30.0);
            let stroke = json!({
                "asks": q.asks, "draft": null, "pieces": [p.id], "act": { "drag": { "x": x, "y": y } },
            });
            let begun = Instant::now();
            let got = c.post("/api/seat/sketch", &stroke).await;
            // A stroke may make no sense for what is asked; that is a reply like any other.
            let replied = got.status == 200 || got.status == 422;
            self.took(What::Stroke, begun, replied, got.body.len());
        }
    }
}
