//! A decision taken back by consent, and a battle given up: over real connections, on the disk and in the films.

use crate::common::*;
use serde_json::{Value, json};
use std::time::Duration;

/// What a seat has of the battle, but for who is there.
async fn seen(c: &mut Client) -> Value {
    let film = whole_film(c).await;
    let st = c.get("/api/seat").await.ok();
    json!({
        "film": film,
        "stands": [st["turn"], st["version"], st["waits_for"], st["asks_back"]],
        "board": c.get("/api/seat/board").await.ok(),
        "prompts": c.get("/api/seat/prompts").await.ok(),
    })
}

async fn says(c: &mut Client, what: &str) -> Got {
    let version = c.get("/api/seat/prompts").await.ok()["version"].as_u64().unwrap();
    c.answer(&format!("{what} {version}"), version, &json!({ "do": what })).await
}

/// The kinds of what a seat was told last.
async fn told(c: &mut Client, most: usize) -> Vec<String> {
    let film = whole_film(c).await;
    let told = film.iter().flat_map(|m| m["told"].as_array().unwrap());
    let kinds: Vec<String> = told.map(|t| t["kind"].as_str().unwrap().to_owned()).collect();
    kinds[kinds.len().saturating_sub(most)..].to_vec()
}

/// What a seat sees and is asked.
async fn asked(c: &mut Client) -> Value {
    json!([c.get("/api/seat/board").await.ok(), c.get("/api/seat/prompts").await.ok()["prompts"]])
}

/// Plays by offers until a turn has begun: what the first side saw and was asked before its last decision.
async fn until_turn(seats: &mut [Client; 2], turn: u64) -> Value {
    let mut chance = Chance(3);
    let mut before = Value::Null;
    loop {
        let st = seats[0].get("/api/seat").await.ok();
        if st["turn"].as_u64() >= Some(turn) {
            return before;
        }
        let who = usize::from(st["waits_for"][0] == "B");
        if who == 0 {
            before = asked(&mut seats[0]).await;
        }
        take_an_offer(&mut seats[who], &mut chance).await.unwrap().ok();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_goes_back_beyond_the_beginning_of_a_turn_and_outlives_the_server() {
    for (book, scenario) in [("chakoten-acw", "two-brigades"), ("bbdba-acw", "open-field")] {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("b.sqlite");
        let s = start(&data).await;
        let t = begin(s.at, json!({ "book": book, "scenario": scenario, "seed": "back" })).await;
        let mut seats = [Client::new(s.at, &t["A"]), Client::new(s.at, &t["B"])];
        let before = until_turn(&mut seats, 5).await;
        let [a, b] = &mut seats;
        let st = a.get("/api/seat").await.ok();
        assert_eq!((&st["may_take_back"], &st["asks_back"]), (&json!(true), &Value::Null), "{book}");
        assert_ne!(asked(a).await, before, "{book}: it has gone on since");
        // A question that is out of date by now is no reason to refuse it.
        a.answer("back", 0, &json!({ "do": "take_back" })).await.ok();
        let st = b.get("/api/seat").await.ok();
        assert_eq!((&st["asks_back"], &st["yours"]), (&json!("A"), &json!(true)), "{book}");
        assert_eq!(b.get("/api/seat/prompts").await.ok()["prompts"][0]["asks"], "take_back", "{book}");
        assert_eq!(says(a, "agree").await.status, 422, "{book}: not by whoever asks");
        says(b, "agree").await.ok();
        assert_eq!(asked(a).await, before, "{book}: it stands as it did before");
        assert_eq!(told(b, 2).await, ["asks_back", "taken_back"], "{book}");
        let was = [seen(a).await, seen(b).await];
        let given = a.get("/api/seat").await.ok()["version"].as_u64().unwrap() as usize;
        s.end().await;

        let disk = Disk::open(&data, tokio::sync::Semaphore::MAX_PERMITS).await;
        let settings = server::Settings { rates: no_limits(), ..Default::default() };
        let s = start_on(library::BOOKS, disk.clone(), settings).await;
        let mut seats = [Client::new(s.at, &t["A"]), Client::new(s.at, &t["B"])];
        let [a, b] = &mut seats;
        for (now, was) in [seen(a).await, seen(b).await].iter().zip(&was) {
            for what in ["film", "stands", "board", "prompts"] {
                let (now, was) = (&now[what], &was[what]);
                let other = |i: &usize| now["moments"][*i] != was["moments"][*i];
                let first = (0..now["total"].as_u64().unwrap_or(0) as usize).find(other);
                let totals = (&now["total"], &was["total"], first);
                assert!(now == was, "{book}: its {what} is another when it is opened again: {totals:?}");
            }
        }
        // What lies before the turn in which it was decided is not played over.
        let read = disk.answers_read();
        assert!(read < given, "{book}: {read} answers read of {given}");
        until_turn(&mut seats, 5).await;
        let [a, b] = &mut seats;
        says(a, "resign").await.ok();
        assert_eq!(told(b, 1).await, ["resigned"], "{book}");
        let file = b.get("/api/seat/file").await;
        let f = desk::BattleFile::parse(&file.text()).unwrap();
        let verdict = f.verify(&library::BOOKS.books());
        assert!(matches!(verdict, desk::Verdict::True { .. }), "{book}: {verdict:?}");
        s.end().await;

        let store = server::Sqlite::open(&data).await.unwrap();
        let mut tried = Vec::new();
        server::check(library::BOOKS, &store, |t| tried.push(t.tried)).await.unwrap();
        assert!(matches!(tried[..], [server::Tried::Same { events }] if events > 0), "{book}: {tried:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_agrees() {
    let dir = tempfile::tempdir().unwrap();
    let s = start(&dir.path().join("b.sqlite")).await;
    let seats = json!({ "A": "person", "B": "quick" });
    let new = json!({ "book": "chakoten-acw", "scenario": "two-brigades", "seats": seats, "seed": "back" });
    let t = begin(s.at, new).await;
    let mut a = Client::new(s.at, &t["A"]);
    until_asked(&mut a).await;
    take_an_offer(&mut a, &mut Chance(1)).await.unwrap().ok();
    until_asked(&mut a).await;
    says(&mut a, "take_back").await.ok();
    for _ in 0..3000 {
        if a.get("/api/seat").await.ok()["asks_back"].is_null() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(told(&mut a, 5).await.contains(&"taken_back".to_owned()), "{:?}", told(&mut a, 5).await);
    s.end().await;
}
