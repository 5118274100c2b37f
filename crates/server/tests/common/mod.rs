//! What the tests of the server have in common.

mod client;
mod disk;

pub use client::*;
pub use disk::Disk;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::Settings;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

impl Running {
    /// Ends it in the middle of whatever it does.
    pub fn cut_off(self) {
        self.task.abort();
    }
}

pub async fn start(data: &Path) -> Running {
    start_with(data, Settings { rates: no_limits(), ..Settings::default() }).await
}

impl Client {
    pub async fn get(&mut self, path: &str) -> Got {
        self.send("GET", path, &[], Vec::new()).await
    }

    /// Gives an answer under a key of its own.
    pub async fn answer(&mut self, key: &str, version: u64, answer: &Value) -> Got {
        self.post("/api/seat/answer", &json!({ "key": key, "version": version, "answer": answer })).await
    }
}

/// Begins a battle; the tokens by seat.
pub async fn begin(at: SocketAddr, mut new: Value) -> BTreeMap<String, String> {
    // Of a seed that is set nobody is asked for his part.
    if new.get("seed").is_none() {
        new["seed"] = json!(secret());
    }
    let begun = Client::new(at, "").post("/api/battles", &new).await.ok();
    sit_down(at, &begun).await
}

/// Waits until the seat is asked something or the battle has ended; the standing then.
pub async fn until_asked(c: &mut Client) -> Value {
    for _ in 0..6000 {
        let s = c.get("/api/seat").await.ok();
        if s["yours"] == true || !s["ending"].is_null() {
            return s;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("nobody asks this seat anything");
}

/// Listens on a live connection and keeps every word.
pub async fn listen(at: SocketAddr, token: &str) -> (Arc<Mutex<Vec<String>>>, tokio::task::JoinHandle<()>) {
    let (mut ws, _) = tokio_tungstenite::connect_async(format!("ws://{at}/api/seat/live")).await.unwrap();
    ws.send(Message::text(json!({ "token": token }).to_string())).await.unwrap();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let kept = heard.clone();
    let task = tokio::spawn(async move {
        while let Some(Ok(m)) = ws.next().await {
            if let Message::Text(t) = m {
                kept.lock().unwrap().push(t.to_string());
            }
        }
    });
    (heard, task)
}

/// Takes one of the offers of the first question that waits. `None` if nothing waits.
pub async fn take_an_offer(c: &mut Client, chance: &mut Chance) -> Option<Got> {
    let p = c.get("/api/seat/prompts").await.ok();
    let version = p["version"].as_u64().unwrap();
    let prompts = p["prompts"].as_array().unwrap();
    let prompt = prompts.iter().find(|p| p["standing"] != true)?;
    let offers = prompt["offers"].as_array().unwrap();
    let given = if offers.is_empty() {
        prompt["sketch"]["answer"].clone()
    } else {
        offers[chance.below(offers.len())]["answer"].clone()
    };
    assert!(!given.is_null(), "no ready answer to {prompt}");
    Some(c.answer(&format!("v{version}"), version, &given).await)
}

/// Whoever is waited for first takes the first thing that is offered to him and does not end the turn, now and then another.
pub async fn goes_on(seats: &mut [Client; 2]) {
    let st = seats[0].get("/api/seat").await.ok();
    let waits =
        st["waits_for"][0].as_str().unwrap_or_else(|| panic!("nobody is waited for: {st}")).to_owned();
    let mut chance = Chance(st["version"].as_u64().unwrap());
    take_an_offer(&mut seats[usize::from(waits == "B")], &mut chance).await.unwrap().ok();
}

/// All moments of a seat, however many.
pub async fn whole_film(c: &mut Client) -> Vec<Value> {
    let mut film = Vec::new();
    loop {
        let page = c.get(&format!("/api/seat/film?from={}", film.len())).await.ok();
        let some = page["moments"].as_array().unwrap();
        if some.is_empty() {
            return film;
        }
        film.extend(some.iter().cloned());
    }
}

/// The pieces that a film comes to, by their names.
pub fn folded(film: &[Value]) -> Value {
    let mut pieces: Vec<Value> = Vec::new();
    let id = |v: &Value| v["id"].as_str().unwrap().to_owned();
    for m in film {
        let gone: Vec<&str> = m["gone"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        pieces.retain(|p| !gone.contains(&id(p).as_str()));
        for new in m["pieces"].as_array().unwrap() {
            match pieces.iter_mut().find(|p| id(p) == id(new)) {
                Some(p) => *p = new.clone(),
                None => pieces.push(new.clone()),
            }
        }
        for shift in m["shifts"].as_array().unwrap() {
            let p = pieces.iter_mut().find(|p| id(p) == id(shift)).unwrap();
            for field in ["at", "width", "depth"] {
                p[field] = shift[field].clone();
            }
        }
    }
    in_order(&pieces.into())
}

pub fn in_order(pieces: &Value) -> Value {
    let mut pieces = pieces.as_array().unwrap().clone();
    pieces.sort_by_key(|p| p["id"].as_str().unwrap().to_owned());
    pieces.into()
}
