//! What one client at its limits does to the others: prompts and answers of people who play, first by themselves, then beside one
//! who does each kind of heavy work as fast as he is let.

use crate::common::{Chance, Client, secret};
use crate::house::House;
use crate::{BOOKS, share, under_way};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// People who play, each from an address of his own.
const PLAYERS: u64 = 10;
/// How long each of them waits before he goes on, in ms.
const PAUSE: u64 = 40;
/// Answers after which a battle is left and another begun.
const LONGEST: u64 = 60;
/// Requests that the neighbour has under way at once.
const AT_ONCE: u64 = 16;
/// Computers stop a minute after somebody has watched them; the server is not waited for longer, in seconds.
const LONGEST_REST: u64 = 90;
/// Battles of the neighbour who opens one after the other: more than are kept in memory.
const OPENED: u64 = 60;
/// Where the neighbour comes from.
const NEIGHBOUR: &str = "10.9.9.9";

const KINDS: [&str; 7] = ["nothing", "sketches", "odds", "thinking", "imports", "opening", "guesses"];

/// One who comes from an address, as a proxy tells it.
struct Caller {
    client: Client,
    address: String,
}

impl Caller {
    fn new(at: SocketAddr, token: &str, address: &str) -> Caller {
        Caller { client: Client::new(at, token), address: address.into() }
    }

    /// What came back, if it was granted.
    async fn ask(&mut self, method: &str, path: &str, body: Vec<u8>) -> Option<Value> {
        let headers = [("x-forwarded-for", self.address.as_str()), ("content-type", "application/json")];
        let got = self.client.try_send(method, path, &headers, body).await.ok()?;
        (got.status == 200).then(|| got.json())
    }

    async fn get(&mut self, path: &str) -> Option<Value> {
        self.ask("GET", path, Vec::new()).await
    }

    async fn post(&mut self, path: &str, body: &Value) -> Option<Value> {
        self.ask("POST", path, body.to_string().into_bytes()).await
    }

    /// Begins a battle; the tokens of its seats in order.
    async fn begin(&mut self, new: &Value) -> Option<Vec<String>> {
        let begun = self.post("/api/battles", new).await?;
        let mut tokens = Vec::new();
        for s in begun["seats"].as_array()? {
            if let Some(link) = s["link"].as_str() {
                let secret = secret();
                self.post("/api/claim", &json!({ "link": link, "secret": secret })).await?;
                tokens.push(secret);
            } else if let Some(token) = s["token"].as_str() {
                tokens.push(token.to_owned());
            }
        }
        Some(tokens)
    }
}

/// How long prompts and answers took.
#[derive(Default)]
struct Times {
    prompts: Vec<Duration>,
    answers: Vec<Duration>,
}

/// Plays for both sides until the time is over.
async fn play(at: SocketAddr, number: u64, until: Instant) -> Times {
    let address = format!("10.1.0.{number}");
    let mut host = Caller::new(at, "", &address);
    let mut chance = Chance(number);
    let mut times = Times::default();
    let mut begun = 0;
    while Instant::now() < until {
        let seed = format!("{number} {begun}");
        begun += 1;
        let new = json!({ "book": "bbdba-acw", "scenario": "open-field", "seed": seed });
        let Some(tokens) = host.begin(&new).await else {
            tokio::time::sleep(Duration::from_millis(PAUSE)).await;
            continue;
        };
        let mut seats: Vec<Caller> = tokens.iter().map(|t| Caller::new(at, t, &address)).collect();
        let mut given = 0;
        let mut over = false;
        while Instant::now() < until && given < LONGEST && !over {
            over = true;
            for s in &mut seats {
                let begun = Instant::now();
                let Some(p) = s.get("/api/seat/prompts").await else {
                    over = false;
                    continue;
                };
                times.prompts.push(begun.elapsed());
                let asked =
                    p["prompts"].as_array().and_then(|all| all.iter().find(|p| p["standing"] != true));
                over &= asked.is_none();
                let Some(offers) = asked.and_then(|p| p["offers"].as_array()).filter(|o| !o.is_empty())
                else {
                    continue;
                };
                let answer = &offers[chance.below(offers.len())]["answer"];
                let body = json!({ "key": given.to_string(), "version": p["version"], "answer": answer });
                let begun = Instant::now();
                if s.post("/api/seat/answer", &body).await.is_some() {
                    times.answers.push(begun.elapsed());
                    given += 1;
                }
            }
            tokio::time::sleep(Duration::from_millis(PAUSE)).await;
        }
    }
    times
}

/// A stroke that draws a march over half the table.
async fn stroke(seat: &mut Caller) -> Option<Value> {
    let board = seat.get("/api/seat/board").await?;
    let own = board["pieces"].as_array()?.iter().find(|p| p["yours"] == true)?["id"].clone();
    let asks = seat.get("/api/seat/prompts").await?["prompts"][0]["asks"].clone();
    let to = json!({ "x": board["width"].as_f64()? / 2.0, "y": board["depth"].as_f64()? / 2.0 });
    Some(json!({ "asks": asks, "draft": null, "pieces": [own], "act": { "drag": to } }))
}

/// Whoever presses on the others, and with what.
struct Neighbour {
    at: SocketAddr,
    kind: &'static str,
    number: u64,
    until: Instant,
    me: Caller,
    /// Seats that he has, of battles begun before.
    seats: Vec<String>,
}

impl Neighbour {
    /// Begins a battle, as soon as he is let; nothing if his time is over before.
    async fn begin(&mut self, new: &Value) -> Option<Vec<String>> {
        loop {
            let begun = self.me.begin(new).await;
            if begun.is_some() || Instant::now() >= self.until {
                return begun;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Does one kind of work again and again, and counts how often he asked and how often it was granted.
    async fn press(mut self, asked: Arc<AtomicU64>, granted: Arc<AtomicU64>) -> Option<()> {
        let at = self.at;
        let seed = format!("neighbour {}", self.number);
        let drawn = json!({ "book": "chakoten-acw", "scenario": "fortified-ridge", "seed": seed });
        let fought = json!({
            "book": "chakoten-acw", "scenario": "fortified-ridge", "seats": { "A": "steady", "B": "steady" }, "spectators": "all",
        });
        let mut seats = match self.kind {
            "sketches" => self.begin(&drawn).await?,
            "thinking" => self.begin(&fought).await?,
            _ => std::mem::take(&mut self.seats),
        };
        let first = seats.first().cloned().unwrap_or_default();
        let mut seat = Caller::new(at, &first, NEIGHBOUR);
        let stroke = if self.kind == "sketches" { stroke(&mut seat).await? } else { Value::Null };
        let procedures = self.me.get("/api/books/bbdba-acw/procedures").await?;
        let procedure = &procedures[self.number as usize % procedures.as_array()?.len()];
        let odds = format!("/api/books/bbdba-acw/procedures/{}/odds", procedure["name"].as_str()?);
        let situation = json!({ "situation": procedure["example"] });
        let imported = || under_way(BOOKS[0].0, "open-field", 1).into_bytes();
        let file = if self.kind == "imports" { imported() } else { Vec::new() };
        while Instant::now() < self.until {
            let had = match self.kind {
                "sketches" => seat.post("/api/seat/sketch", &stroke).await,
                "odds" => self.me.post(&odds, &situation).await,
                "imports" => self.me.ask("POST", "/api/import", file.clone()).await,
                "opening" => {
                    let next = AT_ONCE as usize % seats.len();
                    seats.rotate_left(next);
                    Caller::new(at, &seats[0], NEIGHBOUR).get("/api/seat").await
                }
                "guesses" => Caller::new(at, &secret(), NEIGHBOUR).get("/api/seat").await,
                // As long as somebody watches they think; when they are done others begin.
                _ => {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    let standing = seat.get("/api/seat").await;
                    if standing.as_ref().is_some_and(|s| !s["ending"].is_null()) {
                        let token = self.begin(&fought).await?.into_iter().next()?;
                        seat = Caller::new(at, &token, NEIGHBOUR);
                    }
                    standing
                }
            };
            asked.fetch_add(1, Ordering::Relaxed);
            granted.fetch_add(u64::from(had.is_some()), Ordering::Relaxed);
        }
        Some(())
    }
}

/// Battles that are opened one after the other, each begun by somebody else: nobody may begin so many at once.
async fn put_away(at: SocketAddr) -> Vec<String> {
    let mut all = Vec::new();
    for n in 0..OPENED {
        let new = json!({ "book": "bbdba-acw", "scenario": "three-corps", "seed": n.to_string() });
        let begun = Caller::new(at, "", &format!("10.8.0.{n}")).begin(&new).await;
        all.extend(begun.into_iter().flatten().take(1));
    }
    all
}

/// A line of the report; the times that 99 of 100 keep to, of prompts and of answers.
async fn beside(at: SocketAddr, kind: &'static str, seconds: u64) -> (f64, f64) {
    let mut seats = if kind == "opening" { put_away(at).await } else { Vec::new() };
    let until = Instant::now() + Duration::from_secs(seconds);
    let (asked, granted) = (Arc::<AtomicU64>::default(), Arc::<AtomicU64>::default());
    let mut pressing = JoinSet::new();
    if kind != KINDS[0] {
        for number in 0..AT_ONCE {
            let me = Caller::new(at, "", NEIGHBOUR);
            let n = Neighbour { at, kind, number, until, me, seats: seats.clone() };
            let next = usize::from(!seats.is_empty());
            seats.rotate_left(next);
            pressing.spawn(n.press(asked.clone(), granted.clone()));
        }
    }
    let mut players = JoinSet::new();
    for n in 0..PLAYERS {
        players.spawn(play(at, n + 1, until));
    }
    let mut all = Times::default();
    while let Some(Ok(t)) = players.join_next().await {
        all.prompts.extend(t.prompts);
        all.answers.extend(t.answers);
    }
    pressing.abort_all();
    all.prompts.sort();
    all.answers.sort();
    let p99 = (share(&all.prompts, 99), share(&all.answers, 99));
    println!(
        "{kind:<10} {:>6} of {:>6} granted   prompts {:>5}  p50 {:>6.1}  p99 {:>6.1} ms   answers {:>5}  p50 {:>6.1}  p99 {:>6.1} ms",
        granted.load(Ordering::Relaxed),
        asked.load(Ordering::Relaxed),
        all.prompts.len(),
        share(&all.prompts, 50),
        p99.0,
        all.answers.len(),
        share(&all.answers, 50),
        p99.1
    );
    p99
}

/// Waits until the server has done what it was still about.
async fn rest(house: &House) {
    let used = || house.cost().map_or(0.0, |c| c.all);
    for _ in 0..LONGEST_REST {
        let before = used();
        tokio::time::sleep(Duration::from_secs(1)).await;
        if used() - before < 0.05 {
            return;
        }
    }
}

/// Plays beside each kind of neighbour for so many seconds, and says how much longer than by themselves 99 of 100 take.
pub async fn neighbours(seconds: u64) {
    let dir = tempfile::tempdir().expect("a folder for the store");
    let house = House::start(&dir.path().join("neighbours.sqlite"), "limited");
    // Whatever is made once is made before it counts.
    beside(house.at, KINDS[0], seconds.min(3)).await;
    rest(&house).await;
    let quiet = beside(house.at, KINDS[0], seconds).await;
    let mut worst = (0.0, "");
    for kind in KINDS.into_iter().skip(1) {
        rest(&house).await;
        let p99 = beside(house.at, kind, seconds).await;
        let ratio = (p99.0 / quiet.0).max(p99.1 / quiet.1);
        if ratio > worst.0 {
            worst = (ratio, kind);
        }
    }
    if let Some(cost) = house.cost() {
        println!("server: {:.0} MiB resident, {:.0} MiB at the most", cost.resident, cost.most);
    }
    let word = if worst.0 <= 2.0 { "so it is" } else { "NOT SO" };
    println!(
        "wanted at most twice as long as by themselves: {word} ({:.1} times beside {})",
        worst.0, worst.1
    );
    house.end();
}
