//! What others do does not shut out or slow down who plays: guesses, silent connections, slow requests, too many at once, computers that
//! nobody watches.

use crate::common::*;
use futures_util::SinkExt;
use serde_json::{Value, json};
use server::{Doors, Proxies, Rate, Rates, Settings};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

const FIELD: &str = "open-field";

fn settings() -> Settings {
    Settings { rates: no_limits(), ..Settings::default() }
}

fn slowly(at_once: u32) -> Rate {
    Rate { at_once, each_second: 0.001 }
}

async fn people(at: SocketAddr) -> std::collections::BTreeMap<String, String> {
    begin(at, json!({ "book": "bbdba-acw", "scenario": FIELD, "spectators": "open" })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_right_secret_is_heard_whatever_others_guess_at_the_same_address() {
    let dir = tempfile::tempdir().unwrap();
    let rates = Rates { wrong: slowly(3), address: slowly(10), ..no_limits() };
    let doors = Doors { refusal: Duration::ZERO, ..Doors::default() };
    let s = start_with(&dir.path().join("b.sqlite"), Settings { rates, doors, ..settings() }).await;
    let t = people(s.at).await;
    let mut guess = Client::new(s.at, "guess");
    let mut codes = Vec::new();
    for _ in 0..40 {
        codes.push(guess.get("/api/seat").await.status.as_u16());
    }
    assert_eq!(codes[..3], [404, 404, 404]);
    assert!(codes[3..].iter().all(|c| *c == 429), "{codes:?}");
    // Neither seat has asked anything yet: nothing of them is known but by looking them up.
    for seat in ["A", "B", "spectator"] {
        let mut c = Client::new(s.at, &t[seat]);
        for _ in 0..30 {
            c.get("/api/seat").await.ok();
        }
    }
    assert_eq!(Client::new(s.at, "").get("/api/books").await.status, 429, "the address has used up its own");
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_forwarded_address_counts_behind_a_proxy_that_was_named_and_only_then() {
    let dir = tempfile::tempdir().unwrap();
    let rates = Rates { address: slowly(5), ..no_limits() };
    for (n, (proxies, expected)) in
        [(vec!["127.0.0.0/8"], 200), (vec![], 429), (vec!["10.0.0.1/32"], 429)].into_iter().enumerate()
    {
        let proxies = Proxies(proxies.into_iter().map(|p| p.parse().unwrap()).collect());
        let data = dir.path().join(format!("{n}.sqlite"));
        let s = start_with(&data, Settings { rates, proxies, ..settings() }).await;
        let mut c = Client::new(s.at, "");
        let mut from = async |a: &str| {
            c.send("GET", "/api/health", &[("x-forwarded-for", a)], vec![]).await.status.as_u16()
        };
        for _ in 0..5 {
            assert_eq!(from("203.0.113.1").await, 200);
        }
        assert_eq!(from("203.0.113.1").await, 429);
        assert_eq!(from("203.0.113.2").await, expected, "{n}");
        s.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_do_not_shut_the_door() {
    let dir = tempfile::tempdir().unwrap();
    let doors = Doors { each_address: 20, ..Doors::default() };
    let s = start_with(&dir.path().join("b.sqlite"), Settings { doors, ..settings() }).await;
    let t = people(s.at).await;
    let mut first = TcpStream::connect(s.at).await.unwrap();
    let mut silent = Vec::new();
    for n in 0..200 {
        silent.push(TcpStream::connect(s.at).await.unwrap());
        if n % 20 == 0 {
            Client::new(s.at, &t["A"]).get("/api/seat").await.ok();
        }
    }
    assert_eq!(first.read(&mut [0]).await.unwrap_or(0), 0, "whoever was silent longest had to go");
    // A live connection is not silent: it has a seat.
    let (mut live, _) =
        tokio_tungstenite::connect_async(format!("ws://{}/api/seat/live", s.at)).await.unwrap();
    live.send(Message::text(json!({ "token": t["A"] }).to_string())).await.unwrap();
    let mut b = Client::new(s.at, &t["B"]);
    while b.get("/api/seat").await.ok()["people"][0]["online"] != true {}
    for _ in 0..200 {
        silent.push(TcpStream::connect(s.at).await.unwrap());
    }
    let again = Client::new(s.at, &t["B"]).get("/api/seat").await.ok();
    assert_eq!(again["people"][0]["online"], true, "{again}");
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn heads_and_bodies_that_do_not_come_are_not_waited_for() {
    let dir = tempfile::tempdir().unwrap();
    let short = Duration::from_millis(200);
    let doors = Doors { head: short, body: short, ..Doors::default() };
    let s = start_with(&dir.path().join("b.sqlite"), Settings { doors, ..settings() }).await;
    // Nothing, and half a head.
    for sent in ["", "GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-slow: "] {
        let mut tcp = TcpStream::connect(s.at).await.unwrap();
        tcp.write_all(sent.as_bytes()).await.unwrap();
        let mut said = Vec::new();
        tcp.read_to_end(&mut said).await.unwrap();
        assert!(!String::from_utf8_lossy(&said).contains("200 OK"));
    }
    // A whole request, and then no other.
    let mut tcp = TcpStream::connect(s.at).await.unwrap();
    tcp.write_all(b"GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut said = Vec::new();
    let closed = tokio::time::timeout(Duration::from_secs(60), tcp.read_to_end(&mut said)).await;
    closed.expect("it is not kept for ever").unwrap();
    assert!(String::from_utf8_lossy(&said).starts_with("HTTP/1.1 200 OK"));
    // A head and half a body.
    let mut tcp = TcpStream::connect(s.at).await.unwrap();
    let head = "POST /api/battles HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    tcp.write_all(head.as_bytes()).await.unwrap();
    let mut said = Vec::new();
    tcp.read_to_end(&mut said).await.unwrap();
    let said = String::from_utf8_lossy(&said);
    assert!(said.starts_with("HTTP/1.1 408 ") && said.contains("\"code\":\"too_slow\""), "{said}");
    s.end().await;
}

/// A request that is under way, for the server has asked for its body, and stays so: the body does not come.
async fn begun(at: SocketAddr, path: &str, token: &str) -> TcpStream {
    let mut tcp = TcpStream::connect(at).await.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n"
    );
    tcp.write_all(head.as_bytes()).await.unwrap();
    let mut said = [0; 25];
    tcp.read_exact(&mut said).await.unwrap();
    assert_eq!(String::from_utf8_lossy(&said), "HTTP/1.1 100 Continue\r\n\r\n");
    tcp
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_under_way_are_counted_before_they_are_read_by_seat_and_by_address() {
    let dir = tempfile::tempdir().unwrap();
    let rates = Rates { at_once_seat: 3, at_once_address: 2, ..no_limits() };
    let s = start_with(&dir.path().join("b.sqlite"), Settings { rates, ..settings() }).await;
    let t = people(s.at).await;
    // So many as are let be, and then none, until one is over.
    for (path, token, most) in [("/api/seat/sketch", t["A"].as_str(), 3), ("/api/battles", "", 2)] {
        let asks = if token.is_empty() { "/api/books" } else { "/api/seat" };
        let mut held = Vec::new();
        for _ in 0..most {
            held.push(begun(s.at, path, token).await);
        }
        let mut c = Client::new(s.at, token);
        let refused = c.get(asks).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["error"]["code"]), (429, &json!("slow_down")));
        // Others, and a seat at the same address, are not concerned.
        Client::new(s.at, &t["B"]).get("/api/seat").await.ok();
        held.pop();
        while c.get(asks).await.status != 200 {}
    }
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_that_nobody_watches_stop_and_go_on_when_somebody_comes() {
    let dir = tempfile::tempdir().unwrap();
    let unwatched = Duration::ZERO;
    let s = start_with(&dir.path().join("b.sqlite"), Settings { unwatched, ..settings() }).await;
    let seats = json!({ "A": "quick", "B": "quick" });
    let new = json!({ "book": "bbdba-acw", "scenario": FIELD, "seats": seats, "spectators": "all" });
    let t = begin(s.at, new).await;
    let mut c = Client::new(s.at, &t["spectator"]);
    let still = c.get("/api/seat").await.ok();
    assert_eq!((&still["version"], &still["thinking"]), (&json!(0), &json!(false)));
    let (mut live, _) =
        tokio_tungstenite::connect_async(format!("ws://{}/api/seat/live", s.at)).await.unwrap();
    live.send(Message::text(json!({ "token": t["spectator"] }).to_string())).await.unwrap();
    while c.get("/api/seat").await.ok()["version"].as_u64().unwrap() < 5 {}
    drop(live);
    let mut now = c.get("/api/seat").await.ok();
    while now["thinking"] == true || now["people"][2]["online"] == true {
        now = c.get("/api/seat").await.ok();
    }
    assert_eq!(now["ending"], Value::Null, "they stopped before the end");
    assert_eq!(c.get("/api/seat").await.ok()["version"], now["version"]);
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_battles_are_in_memory_than_were_said() {
    let dir = tempfile::tempdir().unwrap();
    let s = start_with(&dir.path().join("b.sqlite"), Settings { battles: 3, ..settings() }).await;
    let mut tokens = Vec::new();
    for _ in 0..12 {
        tokens.push(people(s.at).await["A"].clone());
    }
    let battles = Client::new(s.at, "").get("/api/health").await.ok()["battles"].as_u64().unwrap();
    assert!(battles <= 5, "{battles}");
    for t in tokens {
        Client::new(s.at, &t).get("/api/seat").await.ok();
    }
    s.end().await;
}

/// Asks from an address of his own.
async fn from(c: &mut Client, address: &str, path: &str) -> Got {
    c.send("GET", path, &[("x-forwarded-for", address)], vec![]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_opens_many_battles_has_those_of_nobody_else_put_away() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Disk::open(&dir.path().join("b.sqlite"), 0).await;
    let proxies = Proxies(vec!["127.0.0.0/8".parse().unwrap()]);
    let settings = Settings { battles: 3, proxies, ..settings() };
    let s = start_on(library::BOOKS, disk.clone(), settings).await;
    let mine = people(s.at).await["A"].clone();
    let mut me = Client::new(s.at, &mine);
    from(&mut me, "10.1.0.1", "/api/seat/prompts").await.ok();
    let his = disk.opened();
    let mut others = Vec::new();
    for _ in 0..12 {
        others.push(people(s.at).await["A"].clone());
    }
    for _ in 0..3 {
        let all = others.iter().map(|t| async {
            let mut c = Client::new(s.at, t);
            from(&mut c, "10.9.9.9", "/api/seat").await.ok();
        });
        futures_util::future::join_all(all).await;
    }
    from(&mut me, "10.1.0.1", "/api/seat/prompts").await.ok();
    let opened = disk.opened();
    assert_eq!(opened.iter().filter(|id| his.contains(id)).count(), 1, "{opened:?}");
    assert!(opened.len() > 13, "of the others' not all stay: {opened:?}");
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn battles_that_one_opens_at_once_are_read_one_after_the_other_and_others_have_theirs() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("b.sqlite");
    let s = start(&path).await;
    let mut tokens = Vec::new();
    for _ in 0..20 {
        tokens.push(people(s.at).await["A"].clone());
    }
    s.end().await;
    let disk = Disk::open(&path, 0).await;
    let proxies = Proxies(vec!["127.0.0.0/8".parse().unwrap()]);
    let s = start_on(library::BOOKS, disk.clone(), Settings { proxies, ..settings() }).await;
    disk.shut(Some(1));
    let held: Vec<_> = tokens[1..]
        .iter()
        .map(|t| {
            let mut c = Client::new(s.at, t);
            tokio::spawn(async move { from(&mut c, "10.9.9.9", "/api/seat").await.ok() })
        })
        .collect();
    while disk.opened().is_empty() {
        tokio::task::yield_now().await;
    }
    // Nothing that the neighbour asks for comes, and yet.
    let mut me = Client::new(s.at, &tokens[0]);
    for _ in 0..20 {
        from(&mut me, "10.1.0.1", "/api/seat/prompts").await.ok();
    }
    let threads = std::thread::available_parallelism().map_or(2, usize::from).max(2);
    let read = disk.opened();
    assert!(read.contains(&1) && read.len() <= threads, "{read:?}");
    disk.shut(None);
    for h in held {
        h.await.unwrap();
    }
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_computers_answer_stands_in_no_long_line_before_a_person() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Disk::open(&dir.path().join("b.sqlite"), 0).await;
    let s = start_on(library::BOOKS, disk.clone(), settings()).await;
    let t = people(s.at).await;
    let seats = json!({ "A": "quick", "B": "quick" });
    let fought = json!({ "book": "bbdba-acw", "scenario": FIELD, "seats": seats, "spectators": "all" });
    let mut watched = Vec::new();
    for _ in 0..6 {
        watched.push(begin(s.at, fought.clone()).await["spectator"].clone());
    }
    // The disk takes nothing. All of them have thought, and one of them has it keep what he says.
    while disk.answers_given() == 0 {
        tokio::task::yield_now().await;
    }
    for _ in 0..20 {
        for w in &watched {
            let seen = Client::new(s.at, w).get("/api/seat").await.ok();
            assert_eq!((&seen["version"], &seen["thinking"]), (&json!(0), &json!(true)));
        }
    }
    assert_eq!(disk.answers_given(), 1);
    let mut mine = None;
    for seat in ["A", "B"] {
        let mut c = Client::new(s.at, &t[seat]);
        let p = c.get("/api/seat/prompts").await.ok();
        let asked = p["prompts"].as_array().unwrap().iter().find(|p| p["standing"] != true);
        mine = mine.or(asked.map(|p| (c, p["offers"][0]["answer"].clone())));
    }
    let (mut c, answer) = mine.expect("one of them is asked first");
    let given = tokio::spawn(async move { c.answer("mine", 0, &answer).await.status });
    while disk.answers_given() < 2 {
        tokio::task::yield_now().await;
    }
    for _ in 0..100_000 {
        disk.take_one();
    }
    assert_eq!(given.await.unwrap(), 200);
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_too_much_waits_and_keeps_nobody_from_coming() {
    let dir = tempfile::tempdir().unwrap();
    let rates = Rates { wrong: slowly(1), odds: slowly(1), ..no_limits() };
    let doors = Doors { each_address: 8, refusal: Duration::from_secs(3600), ..Doors::default() };
    let s = start_with(&dir.path().join("b.sqlite"), Settings { rates, doors, ..settings() }).await;
    let t = people(s.at).await;
    let mut mine = Client::new(s.at, &t["A"]);
    mine.get("/api/seat").await.ok();
    assert_eq!(Client::new(s.at, "guess").get("/api/seat").await.status, 404);
    // More of them than are let in: all wait, or go for others, and none is told that it was too much.
    let (told, mut hear) = tokio::sync::mpsc::unbounded_channel();
    for n in 0..30 {
        let (at, told) = (s.at, told.clone());
        tokio::spawn(async move {
            let mut c = Client::new(at, &format!("guess {n}"));
            if let Ok(got) = c.try_send("GET", "/api/seat", &[], vec![]).await {
                let _ = told.send(got.status);
            }
        });
        Client::new(s.at, &t["B"]).get("/api/seat/prompts").await.ok();
    }
    assert!(hear.try_recv().is_err());
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_of_an_imported_battle_is_kept_in_few_pieces() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Disk::open(&dir.path().join("b.sqlite"), 1000).await;
    let s = start_on(library::BOOKS, disk.clone(), settings()).await;
    let seats = json!({ "A": "person", "B": "quick" });
    let t = begin(s.at, json!({ "book": "bbdba-acw", "scenario": FIELD, "seats": seats })).await;
    let mut a = Client::new(s.at, &t["A"]);
    let mut given = 0;
    while given < 50 {
        let standing = until_asked(&mut a).await;
        if !standing["ending"].is_null() {
            break;
        }
        let p = a.get("/api/seat/prompts").await.ok();
        let asked = p["prompts"].as_array().unwrap().iter().find(|p| p["standing"] != true).unwrap();
        let answer = &asked["offers"][0]["answer"];
        a.answer(&given.to_string(), p["version"].as_u64().unwrap(), answer).await.ok();
        given += 1;
    }
    let file = a.get("/api/seat/file").await.ok();
    let answers = file["answers"].as_array().unwrap().len();
    assert!(answers >= 20, "{answers}");
    let before = disk.outcomes_kept();
    let json = [("content-type", "application/json")];
    let mut anyone = Client::new(s.at, "");
    anyone.send("POST", "/api/import", &json, file.to_string().into_bytes()).await.ok();
    // Of the battle that goes on one or the other may be kept meanwhile.
    let pieces = disk.outcomes_kept() - before;
    assert!(pieces <= answers / 32 + 4, "{pieces} pieces of {answers} answers");
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_is_said_as_the_interface_says() {
    let dir = tempfile::tempdir().unwrap();
    let s = start(&dir.path().join("b.sqlite")).await;
    let mut c = Client::new(s.at, "");
    let routes = server::routes::routes();
    let mut refused = 0;
    for r in &routes {
        let path = r.path.replace("{book}", "bbdba-acw").replace("{name}", "x");
        let known: Vec<_> =
            routes.iter().filter(|o| o.path == r.path).map(|o| o.method.to_uppercase()).collect();
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "VEDETTE"] {
            if known.iter().any(|k| k == method) {
                continue;
            }
            let got = c.send(method, &path, &[], vec![]).await;
            assert_eq!(got.status, 405, "{method} {path}");
            assert_eq!(got.json()["error"]["code"], "method", "{method} {path}");
            refused += 1;
        }
    }
    assert!(refused > 100);
    for (method, path, status) in [
        ("GET", "/api/seat/live", 400),
        ("GET", "/api/books/%ff/rules", 404),
        ("GET", "/api/books/bbdba-acw/scenarios/%c3%28/board", 404),
        ("GET", "/api/nothing", 404),
        ("POST", "/play", 405),
        ("POST", "/api/nothing", 404),
    ] {
        let got = c.send(method, path, &[], vec![]).await;
        assert_eq!(got.status, status, "{method} {path}: {}", got.text());
        assert_eq!(got.headers["content-type"], "application/json", "{method} {path}");
        assert!(got.json()["error"]["reason"].is_string());
    }
    s.end().await;
}
