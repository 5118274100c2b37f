//! Spectators who follow some turns behind: what they are shown, and that nothing newer leaves by any route.

use crate::common::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const BATTLES: [(&str, &str); 2] = [("bbdba-acw", "open-field"), ("chakoten-acw", "two-brigades")];

/// So many turns behind.
const BEHIND: u64 = 1;

/// Turns that are played.
const TURNS: u64 = 6;

/// Every place and every sentence in what was sent, whatever form it has.
fn values(text: &str) -> BTreeSet<String> {
    let number = |t: &str| t.split([',', '}']).next().unwrap_or_default().to_owned();
    let places = text.split("\"x\":").skip(1).filter_map(|t| {
        let y = t.split_once(",\"y\":")?.1;
        Some(format!("at {} {}", number(t), number(y)))
    });
    let sentences = text.split("\"says\":\"").skip(1).filter_map(|t| Some(t.split_once('"')?.0.to_owned()));
    places.chain(sentences).collect()
}

fn values_of<'v>(moments: impl Iterator<Item = &'v Value>) -> BTreeSet<String> {
    moments.flat_map(|m| values(&m.to_string())).collect()
}

/// Asks for everything there is for a seat, and for what there is not yet.
async fn ask_everything(c: &mut Client) {
    for r in server::routes::routes().iter().filter(|r| r.seat && !r.path.ends_with("live")) {
        let body = match r.path {
            "/api/seat/sketch" => json!({ "asks": "move", "act": "pick" }),
            "/api/seat/answer" => json!({ "key": "k", "version": 0, "answer": { "do": "resign" } }),
            "/api/seat/chat" => json!({ "says": "who is waited for?" }),
            "/api/seat/marks" => json!({ "moment": 1_000_000 }),
            _ => json!({}),
        };
        let got = match r.method {
            "get" => c.get(r.path).await,
            "post" => c.post(r.path, &body).await,
            _ => c.send(&r.method.to_uppercase(), &format!("{}?id=1", r.path), &[], Vec::new()).await,
        };
        assert_ne!(got.status, 500, "{} {}", r.method, r.path);
    }
    let total = c.get("/api/seat").await.ok()["moments"].as_u64().unwrap();
    let newer = c.get(&format!("/api/seat/film?from={total}&most=500")).await.ok();
    assert_eq!((&newer["moments"], &newer["total"]), (&json!([]), &json!(total)));
    assert_eq!(c.get("/api/seat/file").await.status, 409);
}

/// What a spectator was sent while a turn was under way.
struct Look {
    turn: u64,
    heard: BTreeSet<String>,
    standing: Value,
    film: Vec<Value>,
    pieces: Option<Value>,
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_newer_leaves_by_any_route() {
    for (book, scenario) in BATTLES {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("b.sqlite");
        let mut s = start(&data).await;
        let new = json!({ "book": book, "scenario": scenario, "seed": "behind", "umpire": true,
            "spectators": { "behind": BEHIND } });
        let t = begin(s.at, new).await;
        for seat in ["A", "B", "umpire", "spectator"] {
            let told = Client::new(s.at, &t[seat]).get("/api/seat").await.ok();
            assert_eq!(told["spectators"], json!({ "behind": BEHIND }), "{book}: {seat} is told");
        }
        let mut looks: Vec<Look> = Vec::new();
        let (mut turn, mut given) = (0, 0);
        // The server is started again half way.
        for until in [TURNS / 2, TURNS] {
            let mut seats = ["A", "B"].map(|seat| Client::new(s.at, &t[seat]));
            let mut umpire = Client::new(s.at, &t["umpire"]);
            let mut watcher = Client::new(s.at, &t["spectator"]);
            watcher.listens = true;
            let (live, listening) = listen(s.at, &t["spectator"]).await;
            loop {
                let standing = watcher.get("/api/seat").await.ok();
                let film = whole_film(&mut watcher).await;
                let board = watcher.get("/api/seat/board").await;
                let pieces = (board.status == 200).then(|| in_order(&board.ok()["pieces"]));
                if given % 7 == 0 {
                    ask_everything(&mut watcher).await;
                }
                let mut heard: BTreeSet<String> = watcher.heard.drain(..).flat_map(|h| values(&h)).collect();
                heard.extend(live.lock().unwrap().drain(..).flat_map(|h| values(&h)));
                looks.push(Look { turn, heard, standing, film, pieces });
                if turn >= until {
                    break;
                }
                let waits = seats[0].get("/api/seat").await.ok();
                if waits["waits_for"][0] == "umpire" {
                    take_an_offer(&mut umpire, &mut Chance(given)).await.unwrap().ok();
                } else {
                    goes_on(&mut seats).await;
                }
                given += 1;
                turn = seats[0].get("/api/seat").await.ok()["turn"].as_u64().unwrap();
            }
            listening.abort();
            s.end().await;
            s = start(&data).await;
        }
        let mut a = Client::new(s.at, &t["A"]);
        let version = a.get("/api/seat").await.ok()["version"].as_u64().unwrap();
        a.answer("up", version, &json!({ "do": "resign" })).await.ok();
        let mut watcher = Client::new(s.at, &t["spectator"]);
        let end = watcher.get("/api/seat").await.ok();
        assert_eq!((&end["sees"], &end["version"]), (&json!(true), &json!(version + 1)), "{book}");
        let whole = whole_film(&mut watcher).await;
        assert_eq!(end["moments"], whole.len(), "{book}: afterwards everything is shown");

        let mut kept = 0;
        for l in &looks {
            let old = |m: &&Value| m["turn"].as_u64().unwrap() + BEHIND < l.turn;
            let shown = whole.iter().take_while(old).count();
            assert_eq!(l.film, whole[..shown], "{book}: in turn {}", l.turn);
            let st = &l.standing;
            let last = l.film.last().map_or(json!(0), |m| m["turn"].clone());
            assert_eq!(
                (&st["moments"], &st["turn"], &st["sees"]),
                (&json!(shown), &last, &json!(shown > 0)),
                "{book}"
            );
            assert_eq!(
                (&st["version"], &st["waits_for"], &st["thinking"], &st["may_export"]),
                (&json!(0), &json!([]), &json!(false), &json!(false)),
                "{book}: nothing can be counted"
            );
            assert_eq!(l.pieces, (shown > 0).then(|| folded(&l.film)), "{book}: the film comes to the table");
            let known = values_of(whole[..shown].iter());
            let newer: BTreeSet<String> =
                values_of(whole[shown..].iter()).difference(&known).cloned().collect();
            let told: Vec<&String> = newer.intersection(&l.heard).collect();
            assert!(told.is_empty(), "{book}: in turn {} a spectator hears {told:?}", l.turn);
            kept += usize::from(shown > 0 && newer.len() > 20);
        }
        assert!(kept > 5, "{book}: something was shown and something kept back, {kept} times");
        s.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn how_far_behind_is_said_at_the_beginning() {
    let dir = tempfile::tempdir().unwrap();
    let s = start(&dir.path().join("b.sqlite")).await;
    let mut c = Client::new(s.at, "");
    for (behind, status) in
        [(json!(0), 400), (json!(1), 200), (json!(20), 200), (json!(21), 400), (json!(-1), 400)]
    {
        let new =
            json!({ "book": "bbdba-acw", "scenario": "open-field", "spectators": { "behind": behind } });
        assert_eq!(c.post("/api/battles", &new).await.status, status, "{behind}");
    }
    let new = json!({ "book": "bbdba-acw", "scenario": "open-field", "spectators": "behind" });
    assert_eq!(c.post("/api/battles", &new).await.status, 400, "not how far");
    // Of a battle between computers whoever began it has nothing sooner either.
    let seats = json!({ "A": "quick", "B": "quick" });
    let new = json!({ "book": "bbdba-acw", "scenario": "open-field", "seats": seats, "spectators": { "behind": 20 } });
    let t = begin(s.at, new).await;
    let mut host = Client::new(s.at, &t["spectator"]);
    assert_eq!(host.get("/api/seat/file").await.status, 409);
    let board = host.get("/api/seat/board").await;
    assert_eq!(board.status, 409);
    assert!(board.text().contains("follow 20 turns behind"), "{}", board.text());
    // A battle that was fought elsewhere.
    let text = bbdba_acw::BOOK.shipped.iter().find(|(n, _)| *n == "open-field").unwrap().1;
    let (file, _) =
        desk::BattleFile::begin(&bbdba_acw::BOOK, "open-field", text, umpire::Seed::new("x")).unwrap();
    for (query, status) in [("behind=2", 200), ("behind=0", 400), ("behind=2&spectators=all", 400)] {
        let path = format!("/api/import?{query}");
        let got = c.send("POST", &path, &[], file.text().into_bytes()).await;
        assert_eq!(got.status, status, "{query}: {}", got.text());
        if status == 200 {
            let told = sit_down(s.at, &got.json()).await;
            let standing = Client::new(s.at, &told["A"]).get("/api/seat").await.ok();
            assert_eq!(standing["spectators"], json!({ "behind": 2 }));
        }
    }
    s.end().await;
}
