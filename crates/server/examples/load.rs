//! Two hundred battles at once over real connections: how long does an answer take?
//!
//! `cargo run --release -p server --example load -- [battles] [seconds] [pause in ms]`. Half of the battles are of each book, half
//! against the computer. Each person does what a page does: he is told by his live connection that something is asked, gets
//! the prompts, the table and the new moments, waits a while and gives one of the answers offered.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Chance, Client, no_limits, start_with, tokens};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::Settings;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;

/// What a request was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Answer,
    Prompts,
    Board,
    Film,
    Begin,
}

struct Sample {
    what: What,
    book: &'static str,
    took: Duration,
    granted: bool,
}

const BOOKS: [(&str, &[&str]); 2] = [
    ("bbdba-acw", &["open-field", "river-crossing"]),
    ("chakoten-acw", &["two-brigades", "raid-on-the-train"]),
];

/// How many moments there are, from the head of a film.
fn total(film: &str) -> Option<u64> {
    let after = film.split_once("\"total\":")?.1;
    after.split(',').next()?.parse().ok()
}

/// One person in one seat, until the time is over or the battle.
async fn person(
    at: SocketAddr,
    token: String,
    book: &'static str,
    mut chance: Chance,
    pause: u64,
    until: Instant,
    samples: mpsc::UnboundedSender<Sample>,
) -> Option<()> {
    // People do not sit down at the same instant.
    tokio::time::sleep(Duration::from_millis(chance.below(pause as usize + 1) as u64)).await;
    let (mut ws, _) = tokio_tungstenite::connect_async(format!("ws://{at}/api/seat/live")).await.ok()?;
    ws.send(Message::text(json!({ "token": token }).to_string())).await.ok()?;
    let mut c = Client::new(at, &token);
    let timed = |what, begun: Instant, granted| {
        let _ = samples.send(Sample { what, book, took: begun.elapsed(), granted });
    };
    let mut done = None;
    let mut seen = 0;
    let left = || until.saturating_duration_since(Instant::now());
    while let Ok(Some(Ok(m))) = tokio::time::timeout(left(), ws.next()).await {
        let Message::Text(t) = m else { continue };
        // Moments are the page's to draw; here only the server is measured, on the same processor.
        if !t.starts_with("{\"news\"") {
            continue;
        }
        let Ok(v) = serde_json::from_str::<Value>(&t) else { continue };
        let news = &v["news"];
        if !news["ending"].is_null() {
            return Some(());
        }
        let version = news["version"].as_u64();
        if news["yours"] != true || version == done {
            continue;
        }
        let begun = Instant::now();
        let board = c.get("/api/seat/board").await;
        timed(What::Board, begun, board.status == 200);
        let begun = Instant::now();
        let film = c.get(&format!("/api/seat/film?from={seen}")).await;
        timed(What::Film, begun, film.status == 200);
        seen = total(&film.text()).unwrap_or(seen);
        loop {
            let begun = Instant::now();
            let p = c.get("/api/seat/prompts").await;
            timed(What::Prompts, begun, p.status == 200);
            let p = p.json();
            let asked =
                p["prompts"].as_array().and_then(|l| l.iter().find(|p| p["standing"] != true).cloned());
            let Some(asked) = asked else { break };
            let offers = asked["offers"].as_array().cloned().unwrap_or_default();
            let answer = match offers.len() {
                0 => asked["sketch"]["answer"].clone(),
                n => offers[chance.below(n)]["answer"].clone(),
            };
            let version = p["version"].as_u64().unwrap_or(0);
            let wait = pause / 2 + chance.below(pause as usize + 1) as u64;
            tokio::time::sleep(Duration::from_millis(wait).min(left())).await;
            if left().is_zero() {
                return Some(());
            }
            let begun = Instant::now();
            let got = c.answer(&format!("{version}-{}", chance.0), version, &answer).await;
            timed(What::Answer, begun, got.status == 200);
            if got.status == 200 {
                done = Some(version);
                break;
            }
            if got.status != 409 {
                eprintln!("{book}: {} {}", got.status, got.text());
            }
        }
    }
    Some(())
}

fn share(sorted: &[Duration], of_hundred: usize) -> f64 {
    let at = (sorted.len() * of_hundred).div_ceil(100).clamp(1, sorted.len().max(1)) - 1;
    sorted.get(at).map_or(0.0, |d| d.as_secs_f64() * 1e3)
}

fn line(name: &str, mut took: Vec<Duration>) -> f64 {
    took.sort();
    let p99 = share(&took, 99);
    println!(
        "{name:<28} {:>7}   p50 {:>7.1} ms   p99 {:>7.1} ms   most {:>7.1} ms",
        took.len(),
        share(&took, 50),
        p99,
        took.last().map_or(0.0, |d| d.as_secs_f64() * 1e3)
    );
    p99
}

#[tokio::main]
async fn main() {
    let mut args = std::env::args().skip(1).map(|a| a.parse::<u64>().expect("a number"));
    let battles = args.next().unwrap_or(200);
    let seconds = args.next().unwrap_or(60);
    let pause = args.next().unwrap_or(5000);
    let dir = tempfile::tempdir().expect("a folder for the store");
    let settings = Settings { rates: no_limits(), ..Settings::default() };
    let s = start_with(&dir.path().join("load.sqlite"), settings).await;
    let (samples, mut taken) = mpsc::unbounded_channel();
    let mut anyone = Client::new(s.at, "");
    let mut people = Vec::new();
    let began = Instant::now();
    for n in 0..battles {
        let (book, scenarios) = BOOKS[(n % 2) as usize];
        let scenario = scenarios[(n / 4 % 2) as usize];
        let other = if n / 2 % 2 == 0 { "quick" } else { "person" };
        let new = json!({ "book": book, "scenario": scenario, "seats": { "A": "person", "B": other } });
        let begun = Instant::now();
        let got = anyone.post("/api/battles", &new).await;
        let _ = samples.send(Sample {
            what: What::Begin,
            book,
            took: begun.elapsed(),
            granted: got.status == 200,
        });
        for (seat, token) in tokens(&got.json()) {
            people.push((token, book, Chance(n * 2 + u64::from(seat == "B") + 1)));
        }
    }
    println!(
        "{battles} battles begun in {:.1} s; {} people answer for {seconds} s, each after about {pause} ms",
        began.elapsed().as_secs_f64(),
        people.len()
    );
    let playing = Instant::now();
    let until = playing + Duration::from_secs(seconds);
    let tasks: Vec<_> = people
        .into_iter()
        .map(|(token, book, chance)| {
            tokio::spawn(person(s.at, token, book, chance, pause, until, samples.clone()))
        })
        .collect();
    drop(samples);
    for t in tasks {
        let _ = t.await;
    }
    let lasted = playing.elapsed().as_secs_f64();
    let mut all = Vec::new();
    while let Some(x) = taken.recv().await {
        all.push(x);
    }
    let of = |what, book: Option<&str>| -> Vec<Duration> {
        all.iter()
            .filter(|x| x.what == what && x.granted && book.is_none_or(|b| b == x.book))
            .map(|x| x.took)
            .collect()
    };
    line("battles begun", of(What::Begin, None));
    line("the table", of(What::Board, None));
    line("prompts", of(What::Prompts, None));
    line("film", of(What::Film, None));
    for (book, _) in BOOKS {
        line(&format!("answers, {book}"), of(What::Answer, Some(book)));
    }
    let answers = of(What::Answer, None);
    let rate = answers.len() as f64 / lasted;
    let p99 = line("answers", answers);
    let refused = all.iter().filter(|x| !x.granted).count();
    println!("{rate:.0} answers a second; {refused} requests not granted");
    let word = if p99 < 50.0 { "so it is" } else { "NOT SO" };
    println!("wanted: 99 of 100 under 50 ms: {word} ({p99:.1} ms)");
    s.end().await;
}
