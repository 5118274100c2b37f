//! Everything a seat's connections ever receive is read, and what the seat may not know is not in it.

use crate::common::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::Duration;

/// All text values in a JSON document.
fn words(v: &Value, all: &mut BTreeSet<String>) {
    match v {
        Value::String(s) => {
            all.insert(s.clone());
        }
        Value::Array(l) => l.iter().for_each(|v| words(v, all)),
        Value::Object(m) => {
            for (k, v) in m {
                all.insert(k.clone());
                words(v, all);
            }
        }
        _ => {}
    }
}

/// Plays turns by the advice of a commander who sits outside, and collects all that seat A hears.
async fn everything_a_hears(
    book: &'static desk::Book,
    scenario: &str,
    answers: u64,
) -> (Vec<String>, desk::BattleFile) {
    let dir = tempfile::tempdir().unwrap();
    let s = start(&dir.path().join("b.sqlite")).await;
    let seed = "a-seed-that-nobody-may-hear";
    let new =
        json!({ "book": book.id, "scenario": scenario, "seed": seed, "umpire": true, "spectators": "open" });
    let t = begin(s.at, new).await;
    let mut seats = [Client::new(s.at, &t["A"]), Client::new(s.at, &t["B"])];
    let mut umpire = Client::new(s.at, &t["umpire"]);
    let mut spectator = Client::new(s.at, &t["spectator"]);
    seats[0].listens = true;
    spectator.listens = true;
    let (live, task) = listen(s.at, &t["A"]).await;
    let (watched, watching) = listen(s.at, &t["spectator"]).await;
    let entry = library::BOOKS.find(book.id).unwrap();
    let mut staff = [0, 1].map(|n| entry.appoint(desk::Strength::Quick, n));
    let text = book.shipped.iter().find(|(n, _)| *n == scenario).unwrap().1;
    let mut copy =
        (book.begin)(scenario, text, &umpire::Seed::new(seed), desk::Seating::WITH_UMPIRE).unwrap();
    for n in 0..answers {
        let Some(seat) = copy.waits_for().first().copied() else { break };
        let (client, advice) = match seat {
            umpire::Seat::Side(i) => {
                (&mut seats[usize::from(i)], staff[usize::from(i)].answer(&*copy, seat).unwrap())
            }
            _ => {
                let ask = copy.asks().into_iter().find(|a| a.seat == seat && !a.standing).unwrap();
                (&mut umpire, ask.offers[0].clone())
            }
        };
        client.answer(&format!("n{n}"), n, &advice).await.ok();
        copy.answer(seat, &advice).unwrap();
        for path in ["/api/seat", "/api/seat/board", "/api/seat/prompts"] {
            seats[0].get(path).await.ok();
        }
    }
    let orders = json!({ "asks": "orders", "draft": null, "pieces": [], "act": "pick" });
    seats[0].post("/api/seat/sketch", &orders).await;
    seats[0].get("/api/seat/film?most=5000").await.ok();
    seats[0].get("/api/seat/page").await;
    assert_eq!(seats[0].get("/api/seat/file").await.status, 409, "the file is not for a seat with an enemy");
    assert_eq!(spectator.get("/api/seat/board").await.status, 409, "spectators see it afterwards");
    assert_eq!(spectator.get("/api/seat/page").await.status, 409);
    assert_eq!(spectator.get("/api/seat/film").await.ok()["moments"], json!([]));
    spectator.get("/api/seat/prompts").await.ok();
    spectator.get("/api/seat").await.ok();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let file = desk::BattleFile::parse(&umpire.get("/api/seat/file").await.text()).unwrap();
    task.abort();
    watching.abort();
    let mut heard = std::mem::take(&mut seats[0].heard);
    heard.extend(live.lock().unwrap().drain(..));
    assert!(
        heard.iter().any(|h| h.starts_with("{\"news\"")) && heard.iter().any(|h| h.starts_with("{\"film\""))
    );
    for h in heard.iter().chain(&spectator.heard).chain(watched.lock().unwrap().iter()) {
        assert!(!h.contains(seed), "the seed was told: {}", &h[..h.len().min(300)]);
        for token in t.values() {
            assert!(!h.contains(token.as_str()), "a token was told");
        }
    }
    for h in spectator.heard.iter().chain(watched.lock().unwrap().iter()) {
        assert!(!h.contains("\"pieces\":[{"), "a spectator saw a piece: {}", &h[..h.len().min(300)]);
    }
    s.end().await;
    (heard, file)
}

#[tokio::test(flavor = "multi_thread")]
async fn written_orders_of_the_enemy_are_never_sent() {
    let (heard, file) = everything_a_hears(&chakoten_acw::BOOK, "two-brigades", 24).await;
    // What B alone wrote: the texts of his answers that are in none of A's, and that are no words of the interface.
    let (mut mine, mut theirs) = (BTreeSet::new(), BTreeSet::new());
    let mut slips = 0;
    for g in &file.answers {
        match g.seat {
            umpire::Seat::Side(0) => words(&g.answer, &mut mine),
            umpire::Seat::Side(1) => {
                slips += 1;
                words(&g.answer, &mut theirs);
            }
            _ => {}
        }
        // No sheet of his as a whole.
        if g.seat == umpire::Seat::Side(1) && g.answer.to_string().len() > 60 {
            let sheet = g.answer.to_string();
            assert!(!heard.iter().any(|h| h.contains(&sheet)), "a sheet of the enemy's orders was sent");
        }
    }
    assert!(slips > 3);
    // The codes by which B's units are ordered are not A's to know: he sees labels.
    let codes: BTreeSet<String> = file
        .answers
        .iter()
        .filter(|g| g.seat == umpire::Seat::Side(1))
        .filter_map(|g| g.answer.get("orders")?.as_object())
        .flat_map(|o| o.keys().cloned())
        .collect();
    assert!(codes.len() > 5, "{codes:?}");
    for h in &heard {
        for c in &codes {
            assert!(!h.contains(&format!("\"{c}\"")), "the enemy's {c} is named in {}", around(h, c));
        }
    }
}

fn around(h: &str, what: &str) -> String {
    let i = h.find(&format!("\"{what}\"")).unwrap_or(0);
    let (mut a, mut b) = (i.saturating_sub(200), (i + 200).min(h.len()));
    while !h.is_char_boundary(a) {
        a -= 1;
    }
    while !h.is_char_boundary(b) {
        b += 1;
    }
    h[a..b].to_owned()
}

/// Who begins a battle has a link to each seat and no seat; a link is good once.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_claimed_by_its_link_with_a_fresh_secret_and_the_link_is_dead() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("b.sqlite");
    let s = start(&data).await;
    let new = json!({ "book": "bbdba-acw", "scenario": "open-field", "umpire": true, "spectators": "open" });
    let mut host = Client::new(s.at, "");
    let begun = host.post("/api/battles", &new).await.ok();
    let of = |seat: &str, what: &str| {
        let s = begun["seats"].as_array().unwrap().iter().find(|s| s["seat"] == seat).unwrap();
        s[what].as_str().map(str::to_owned)
    };
    for seat in ["A", "B", "umpire"] {
        assert_eq!(of(seat, "token"), None, "{seat}: nobody's secret is told to who begins");
        // The link by itself opens nothing.
        let got = Client::new(s.at, &of(seat, "link").unwrap()).get("/api/seat").await;
        assert_eq!(got.json()["error"]["code"], "no_seat", "{seat}");
    }
    assert_eq!(of("spectator", "link"), None, "spectators share theirs");
    Client::new(s.at, &of("spectator", "token").unwrap()).get("/api/seat").await.ok();

    let (link, mine, theirs) = (of("A", "link").unwrap(), secret(), secret());
    let mut claim = async |link: &str, secret: &str| {
        host.post("/api/claim", &json!({ "link": link, "secret": secret })).await
    };
    for weak in ["", "x", &mine[1..], &format!("{mine}x"), &mine.replace('_', " ")] {
        assert_eq!(claim(&link, weak).await.status, 400, "{weak}");
    }
    assert_eq!(claim("no link", &mine).await.json()["error"]["code"], "no_seat");
    assert_eq!(claim(&link, &mine).await.ok()["seat"], "A");
    assert_eq!(Client::new(s.at, &mine).get("/api/seat").await.ok()["seat"], "A");
    // Whoever comes later is told; whoever did not hear the reply asks again.
    let late = claim(&link, &theirs).await;
    assert_eq!((late.status.as_u16(), &late.json()["error"]["code"]), (409, &json!("claimed")));
    assert_eq!(Client::new(s.at, &theirs).get("/api/seat").await.status, 404);
    assert_eq!(claim(&link, &mine).await.ok()["seat"], "A");
    assert_eq!(claim(&of("B", "link").unwrap(), &mine).await.status, 409, "one secret is one seat");
    assert_eq!(Client::new(s.at, &link).get("/api/seat").await.status, 404, "the host's link is dead");
    s.end().await;

    let s = start(&data).await;
    assert_eq!(Client::new(s.at, &mine).get("/api/seat").await.ok()["seat"], "A");
    let late = Client::new(s.at, "").post("/api/claim", &json!({ "link": link, "secret": theirs })).await;
    assert_eq!(late.status, 409);
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_see_all_at_once_only_with_both_players_word() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("b.sqlite");
    let mut s = start(&data).await;
    let new = json!({ "book": "chakoten-acw", "scenario": "two-brigades", "spectators": "all" });
    let t = begin(s.at, new).await;
    let looks = async |at: SocketAddr, sees: bool| {
        let mut c = Client::new(at, &t["spectator"]);
        assert_eq!(c.get("/api/seat").await.ok()["sees"], sees);
        assert_eq!(c.get("/api/seat/board").await.status, if sees { 200 } else { 409 });
        assert_eq!(c.get("/api/seat/film").await.ok()["moments"] == json!([]), !sees);
        assert_eq!(c.post("/api/seat/consent", &Value::Null).await.status, 409, "his word is not wanted");
    };
    looks(s.at, false).await;
    let mut a = Client::new(s.at, &t["A"]);
    assert_eq!(a.get("/api/seat").await.ok()["consent_of"], json!(["A", "B"]));
    assert_eq!(a.post("/api/seat/consent", &Value::Null).await.ok()["consent_of"], json!(["B"]));
    looks(s.at, false).await;
    // A word that was given holds.
    s.end().await;
    s = start(&data).await;
    looks(s.at, false).await;
    let mut b = Client::new(s.at, &t["B"]);
    assert_eq!(b.post("/api/seat/consent", &Value::Null).await.ok()["consent_of"], json!([]));
    looks(s.at, true).await;
    s.end().await;
    s = start(&data).await;
    looks(s.at, true).await;
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seed_and_the_ranking_of_the_first_book_are_never_sent() {
    let (heard, file) = everything_a_hears(&bbdba_acw::BOOK, "open-field", 30).await;
    assert!(file.answers.len() > 10);
    let theirs = file.answers.iter().find(|g| g.seat == umpire::Seat::Side(1)).unwrap();
    let answered = theirs.answer.to_string();
    assert!(
        !heard.iter().any(|h| h.contains(&answered)),
        "B's first answer, given in secret, was sent: {answered}"
    );
}
