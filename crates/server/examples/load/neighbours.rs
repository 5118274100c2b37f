//! What one client at its limits does to the others: prompts and answers of people who play, by themselves and beside one who does each
//! kind of heavy work as fast as he is let, in short stretches one after the other, so that both are measured on the same machine.
//!
//! The neighbour is a process of its own that gives way to all others: he would be on another machine, and what is to be measured is
//! what the server lets him do, not what he takes of the processor himself.

use crate::common::{Chance, Client};
use crate::house::House;
use crate::{BOOKS, share, under_way};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

/// People who play, each from an address of his own.
const PLAYERS: u64 = 10;
/// How long each of them waits before he goes on, in ms.
const PAUSE: u64 = 40;
/// Answers after which a battle is left and another begun.
const LONGEST: u64 = 60;
/// Requests that the neighbour tries to have under way at once: more than an address may.
const AT_ONCE: u64 = 72;
/// Seats at which he sketches: at each he tries more at once than a seat may.
const DRAWN: u64 = 4;
/// Battles of the neighbour who opens one after the other: more than are kept in memory.
const OPENED: u64 = 80;
/// Where the neighbour comes from.
const NEIGHBOUR: &str = "10.9.9.9";
/// How long a stretch is, in seconds.
const STRETCH: u64 = 4;
/// What he has begun is waited for so long before the others are by themselves again.
const SETTLING: Duration = Duration::from_secs(2);

const KINDS: [&str; 6] = ["sketches", "odds", "thinking", "imports", "opening", "guesses"];

/// A secret that nobody else has, in no other process either.
fn secret() -> String {
    static MADE: AtomicU64 = AtomicU64::new(0);
    let made = format!("N{}_{}_", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
    format!("{made:_<43}")
}

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

/// Beside whom something was asked: nothing that counts yet, nobody, or the neighbour.
#[derive(Debug, Default)]
struct Stage(AtomicU8);

const SETTLES: u8 = 0;
const QUIET: u8 = 1;
const BESIDE: u8 = 2;

impl Stage {
    fn set(&self, now: u8) {
        self.0.store(now, Ordering::Release);
    }

    fn now(&self) -> u8 {
        self.0.load(Ordering::Acquire)
    }
}

/// How long a prompt or an answer took, and when.
struct Took {
    stage: u8,
    answer: bool,
    time: Duration,
}

/// Takes the time of what one player asks.
struct Watch {
    stage: Arc<Stage>,
    took: mpsc::UnboundedSender<Took>,
}

impl Watch {
    fn note(&self, answer: bool, stage: u8, begun: Instant) {
        // What began by itself and ended beside the neighbour is neither.
        if stage != SETTLES && (stage == BESIDE || self.stage.now() == QUIET) {
            let _ = self.took.send(Took { stage, answer, time: begun.elapsed() });
        }
    }
}

/// Plays for both sides until nobody takes the time any more.
async fn play(at: SocketAddr, number: u64, watch: Watch) {
    let address = format!("10.1.0.{number}");
    let mut host = Caller::new(at, "", &address);
    let mut chance = Chance(number);
    let mut begun = 0;
    while !watch.took.is_closed() {
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
        while !watch.took.is_closed() && given < LONGEST && !over {
            over = true;
            for s in &mut seats {
                let (stage, begun) = (watch.stage.now(), Instant::now());
                let Some(p) = s.get("/api/seat/prompts").await else {
                    over = false;
                    continue;
                };
                watch.note(false, stage, begun);
                let asked =
                    p["prompts"].as_array().and_then(|all| all.iter().find(|p| p["standing"] != true));
                over &= asked.is_none();
                let Some(offers) = asked.and_then(|p| p["offers"].as_array()).filter(|o| !o.is_empty())
                else {
                    continue;
                };
                let answer = &offers[chance.below(offers.len())]["answer"];
                let body = json!({ "key": given.to_string(), "version": p["version"], "answer": answer });
                let (stage, begun) = (watch.stage.now(), Instant::now());
                if s.post("/api/seat/answer", &body).await.is_some() {
                    watch.note(true, stage, begun);
                    given += 1;
                }
            }
            tokio::time::sleep(Duration::from_millis(PAUSE)).await;
        }
    }
}

/// A stroke that draws a march over half the table.
async fn draw(seat: &mut Caller) -> Option<Value> {
    let board = seat.get("/api/seat/board").await?;
    let own = board["pieces"].as_array()?.iter().find(|p| p["yours"] == true)?["id"].clone();
    let asks = seat.get("/api/seat/prompts").await?["prompts"][0]["asks"].clone();
    let to = json!({ "x": board["width"].as_f64()? / 2.0, "y": board["depth"].as_f64()? / 2.0 });
    Some(json!({ "asks": asks, "draft": null, "pieces": [own], "act": { "drag": to } }))
}

/// Whoever presses on the others, and with what.
struct Neighbour {
    kind: String,
    number: u64,
    me: Caller,
    /// Seats that he has, of battles begun before.
    seats: Vec<String>,
    /// Is he let loose?
    loose: watch::Receiver<bool>,
    asked: Arc<AtomicU64>,
    granted: Arc<AtomicU64>,
}

impl Neighbour {
    /// Does one kind of work again and again while he is let loose, and counts how often he asked and how often it was granted.
    async fn press(mut self) -> Option<()> {
        let procedures = self.me.get("/api/books/bbdba-acw/procedures").await?;
        let procedure = &procedures[self.number as usize % procedures.as_array()?.len()];
        let odds = format!("/api/books/bbdba-acw/procedures/{}/odds", procedure["name"].as_str()?);
        let situation = json!({ "situation": procedure["example"] });
        let imported = || under_way(BOOKS[0].0, "open-field", 1).into_bytes();
        let file = if self.kind == "imports" { imported() } else { Vec::new() };
        let mut stroke = Value::Null;
        if let Some(first) = self.seats.first() {
            self.me.client.token.clone_from(first);
        }
        if self.kind == "sketches" {
            stroke = draw(&mut self.me).await?;
        }
        loop {
            self.loose.wait_for(|l| *l).await.ok()?;
            let had = match self.kind.as_str() {
                "sketches" => self.me.post("/api/seat/sketch", &stroke).await,
                "odds" => self.me.post(&odds, &situation).await,
                "imports" => self.me.ask("POST", "/api/import", file.clone()).await,
                "opening" => {
                    let next = AT_ONCE as usize % self.seats.len();
                    self.seats.rotate_left(next);
                    self.me.client.token.clone_from(&self.seats[0]);
                    self.me.get("/api/seat").await
                }
                "guesses" => {
                    self.me.client.token = secret();
                    self.me.get("/api/seat").await
                }
                // As long as somebody watches they think.
                _ => {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    self.me.get("/api/seat").await
                }
            };
            self.asked.fetch_add(1, Ordering::Relaxed);
            self.granted.fetch_add(u64::from(had.is_some()), Ordering::Relaxed);
        }
    }
}

/// The seats that the neighbour needs for a kind of work, and battles to think about: nobody may begin so many at once from one address.
async fn prepared(at: SocketAddr, kind: &str) -> Vec<String> {
    let (battles, mut new) = match kind {
        "sketches" => (DRAWN, json!({ "book": "chakoten-acw", "scenario": "fortified-ridge" })),
        "thinking" => (
            AT_ONCE,
            json!({
                "book": "chakoten-acw", "scenario": "fortified-ridge", "seats": { "A": "steady", "B": "steady" },
                "spectators": "all",
            }),
        ),
        "opening" => (OPENED, json!({ "book": "bbdba-acw", "scenario": "three-corps" })),
        _ => return Vec::new(),
    };
    let mut all = Vec::new();
    for n in 0..battles {
        new["seed"] = json!(format!("neighbour {n}"));
        let begun = Caller::new(at, "", &format!("10.8.0.{n}")).begin(&new).await;
        all.push(begun.and_then(|t| t.into_iter().next()).expect("a battle begins"));
    }
    all
}

/// The neighbour as a process of its own: he presses when he reads a line, and when he reads the next he stops and says how often he
/// asked and how often it was granted.
pub async fn press(at: SocketAddr, kind: &str) {
    let mut seats = prepared(at, kind).await;
    let (asked, granted) = (Arc::<AtomicU64>::default(), Arc::<AtomicU64>::default());
    let loose = watch::Sender::new(false);
    let mut pressing = JoinSet::new();
    for number in 0..AT_ONCE {
        let n = Neighbour {
            kind: kind.into(),
            number,
            me: Caller::new(at, "", NEIGHBOUR),
            seats: seats.clone(),
            loose: loose.subscribe(),
            asked: asked.clone(),
            granted: granted.clone(),
        };
        let next = usize::from(!seats.is_empty());
        seats.rotate_left(next);
        pressing.spawn(n.press());
    }
    println!();
    let told = tokio::task::spawn_blocking(move || {
        for _ in std::io::stdin().lines().map_while(Result::ok) {
            let now = !*loose.borrow();
            loose.send_replace(now);
            if !now {
                let count = |c: &AtomicU64| c.swap(0, Ordering::Relaxed);
                println!("{} {}", count(&asked), count(&granted));
            }
        }
    });
    let _ = told.await;
}

/// The neighbour's process.
struct Beside {
    child: Child,
    tell: ChildStdin,
    hear: BufReader<ChildStdout>,
}

impl Beside {
    /// Starts this same program as the neighbour, and waits until he is ready.
    fn start(at: SocketAddr, kind: &str) -> Beside {
        let me = std::env::current_exe().expect("this program has a file");
        let mut child = Command::new(me)
            .args(["press", &at.to_string(), kind])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the neighbour starts");
        let tell = child.stdin.take().expect("it was asked for");
        let hear = BufReader::new(child.stdout.take().expect("it was asked for"));
        let mut b = Beside { child, tell, hear };
        b.hear();
        b
    }

    fn tell(&mut self) {
        writeln!(self.tell).expect("the neighbour listens");
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.hear.read_line(&mut line).expect("the neighbour speaks");
        line
    }

    fn end(self) {
        drop(self.tell);
        let mut child = self.child;
        let _ = child.wait();
    }
}

/// How long prompts or answers took by themselves and beside the neighbour; says how much longer 99 of 100 took.
fn compare(name: &str, all: &[Took], answer: bool) -> f64 {
    let of = |stage: u8| {
        let mut took: Vec<Duration> =
            all.iter().filter(|t| t.answer == answer && t.stage == stage).map(|t| t.time).collect();
        took.sort();
        took
    };
    let (quiet, beside) = (of(QUIET), of(BESIDE));
    let ratio = share(&beside, 99) / share(&quiet, 99).max(0.001);
    print!(
        "   {name} {:>5}, {:>5}  p50 {:>5.1}, {:>5.1}  p99 {:>5.1}, {:>5.1} ms  {ratio:>4.1} times",
        quiet.len(),
        beside.len(),
        share(&quiet, 50),
        share(&beside, 50),
        share(&quiet, 99),
        share(&beside, 99),
    );
    ratio
}

/// A line of the report: by themselves and beside the neighbour for so many seconds each. How much longer 99 of 100 took.
async fn beside(at: SocketAddr, kind: &'static str, seconds: u64) -> f64 {
    let neighbour = tokio::task::spawn_blocking(move || Beside::start(at, kind));
    let mut neighbour = neighbour.await.expect("the neighbour starts");
    let stage = Arc::<Stage>::default();
    let (took, mut taken) = mpsc::unbounded_channel();
    let mut players = JoinSet::new();
    for n in 0..PLAYERS {
        players.spawn(play(at, n + 1, Watch { stage: stage.clone(), took: took.clone() }));
    }
    drop(took);
    let (mut asked, mut granted) = (0, 0);
    for _ in 0..seconds.div_ceil(STRETCH) {
        let stretch = Duration::from_secs(STRETCH.min(seconds));
        tokio::time::sleep(SETTLING).await;
        stage.set(QUIET);
        tokio::time::sleep(stretch).await;
        stage.set(BESIDE);
        neighbour.tell();
        tokio::time::sleep(stretch).await;
        stage.set(SETTLES);
        neighbour.tell();
        let (line, back) = tokio::task::spawn_blocking(move || (neighbour.hear(), neighbour))
            .await
            .expect("the neighbour speaks");
        neighbour = back;
        let mut counts = line.split_whitespace().filter_map(|n| n.parse::<u64>().ok());
        asked += counts.next().unwrap_or(0);
        granted += counts.next().unwrap_or(0);
    }
    taken.close();
    let mut all = Vec::new();
    while let Some(t) = taken.recv().await {
        all.push(t);
    }
    while players.join_next().await.is_some() {}
    neighbour.end();
    print!("{kind:<9}{granted:>6} of {asked:>6} granted");
    let worse = compare("prompts", &all, false).max(compare("answers", &all, true));
    println!();
    worse
}

/// Plays beside each kind of neighbour for so many seconds, and says how much longer than by themselves 99 of 100 take.
pub async fn neighbours(seconds: u64, only: &[String]) {
    let dir = tempfile::tempdir().expect("a folder for the store");
    let house = House::start(&dir.path().join("neighbours.sqlite"), "limited");
    println!(
        "{PLAYERS} people by themselves, and beside one who tries {AT_ONCE} at once, {seconds} s each in stretches of {STRETCH} s"
    );
    let mut worst = (0.0, "");
    for kind in KINDS.into_iter().filter(|k| only.is_empty() || only.iter().any(|o| o == k)) {
        let ratio = beside(house.at, kind, seconds).await;
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
