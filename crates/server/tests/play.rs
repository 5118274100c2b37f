//! Whole battles over real connections.

use crate::common::*;
use desk::{Commanders, Entry, Library, Owes};
use serde_json::{Value, json};
use server::Settings;
use std::time::Duration;

/// Plays both sides by taking offers, for so many turns or to the end.
async fn play_by_offers(book: &str, scenario: &str, most_turns: u64, seed: u64) -> (Value, u64) {
    let dir = tempfile::tempdir().unwrap();
    let s = start(&dir.path().join("b.sqlite")).await;
    let t = begin(s.at, json!({ "book": book, "scenario": scenario, "seed": "offers" })).await;
    let mut seats = [Client::new(s.at, &t["A"]), Client::new(s.at, &t["B"])];
    let mut chance = Chance(seed);
    let mut given = 0;
    let standing = loop {
        let st = seats[0].get("/api/seat").await.ok();
        assert_eq!(st["version"], given, "whoever asks after an acknowledged answer sees what came of it");
        if !st["ending"].is_null() || st["turn"].as_u64().unwrap() > most_turns {
            break st;
        }
        let waits: Vec<_> = st["waits_for"].as_array().unwrap().iter().map(|w| w.as_str().unwrap()).collect();
        assert!(!waits.is_empty(), "{st}");
        let who = usize::from(waits[0] == "B");
        let got = take_an_offer(&mut seats[who], &mut chance).await.expect("he is waited for");
        given += 1;
        assert_eq!(got.ok()["version"], given);
    };
    let film = seats[0].get("/api/seat/film").await.ok();
    assert_eq!(film["from"], 0);
    assert_eq!(film["total"], standing["moments"]);
    assert!(!film["moments"][0]["pieces"].as_array().unwrap().is_empty(), "the first moment has everything");
    s.end().await;
    (standing, given)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_the_first_book_is_played_by_offers() {
    let (st, n) = play_by_offers("bbdba-acw", "open-field", 4, 1).await;
    assert!(n > 10, "{st}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_the_second_book_is_played_by_offers() {
    let (st, n) = play_by_offers("chakoten-acw", "two-brigades", 200, 2).await;
    assert!(n > 10 && st["ending"]["why"].is_string(), "to the end: {st}");
}

/// Two computers fight to the end; a spectator has all of it, and may take it away as a file that verifies.
async fn computers_fight(book: &str, scenario: &str) {
    let dir = tempfile::tempdir().unwrap();
    let s = start(&dir.path().join("b.sqlite")).await;
    let seats = json!({ "A": "quick", "B": "quick" });
    let t =
        begin(s.at, json!({ "book": book, "scenario": scenario, "seats": seats, "spectators": "all" })).await;
    assert_eq!(t.keys().collect::<Vec<_>>(), ["spectator"]);
    let mut c = Client::new(s.at, &t["spectator"]);
    let mut st = Value::Null;
    for _ in 0..3000 {
        st = c.get("/api/seat").await.ok();
        if !st["ending"].is_null() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(st["ending"]["why"].is_string(), "{st}");
    assert!(st["seed"].is_string(), "when it is over the seed is told");
    assert!(st["moments"].as_u64().unwrap() > 10);
    let file = c.get("/api/seat/file").await;
    assert_eq!(file.status, 200);
    let f = desk::BattleFile::parse(&file.text()).unwrap();
    let books = library::BOOKS.books();
    assert!(matches!(f.verify(&books), desk::Verdict::True { .. }));
    assert_eq!(f.answers.len() as u64, st["version"].as_u64().unwrap());

    // Taken in again it is the same battle.
    let mut anyone = Client::new(s.at, "");
    let into = "/api/import?A=person&B=quick&spectators=open";
    let begun =
        anyone.send("POST", into, &[("content-type", "application/json")], file.body.clone()).await.ok();
    let mut a = Client::new(s.at, &sit_down(s.at, &begun).await["A"]);
    let again = a.get("/api/seat").await.ok();
    assert_eq!((&again["ending"], &again["version"]), (&st["ending"], &st["version"]));

    // One that claims another end is not taken in, and the reason is said.
    let mut lie = f.clone();
    lie.claim.digest = lie.claim.digest.chars().rev().collect();
    let got = anyone.send("POST", "/api/import", &[], lie.text().into_bytes()).await;
    assert_eq!(got.status, 400);
    assert!(got.text().contains("came out otherwise"), "{}", got.text());
    let mut lie = f.clone();
    lie.answers[0].answer = json!({ "answer": "nonsense" });
    let got = anyone.send("POST", "/api/import", &[], lie.text().into_bytes()).await;
    assert_eq!(got.status, 400);
    assert!(got.text().contains("answer 1 of the file is refused"), "{}", got.text());
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_fight_the_first_book_to_the_end() {
    computers_fight("bbdba-acw", "open-field").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_fight_the_second_book_to_the_end() {
    computers_fight("chakoten-acw", "two-brigades").await;
}

/// A person against the computer: what a commander advises from outside is taken; the server is ended twice on the way.
async fn person_against_computer(book: &'static desk::Book, scenario: &str, most_turns: u64) {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("b.sqlite");
    let mut s = start(&data).await;
    let text = book.shipped.iter().find(|(n, _)| *n == scenario).unwrap().1;
    let new = json!({ "book": book.id, "scenario": scenario, "seats": { "B": "quick" }, "seed": "outside" });
    let t = begin(s.at, new).await;
    let mut me = Client::new(s.at, &t["A"]);
    let seed = umpire::Seed::new("outside");
    let mut copy = (book.begin)(scenario, text, &seed, desk::Seating::SIDES_ONLY).unwrap();
    let mut copied = 0;
    let mut advisor = library::BOOKS.find(book.id).unwrap().appoint(desk::Strength::Quick, 5);
    let mut ended = 0;
    let mut last = (0, Value::Null);
    loop {
        let st = until_asked(&mut me).await;
        if !st["ending"].is_null() || st["turn"].as_u64().unwrap() > most_turns {
            break;
        }
        // He sits alone against the computer, so he may have the file; from it his own copy of the battle is made.
        let file = desk::BattleFile::parse(&me.get("/api/seat/file").await.text()).unwrap();
        for a in &file.answers[copied..] {
            copy.answer(a.seat, &a.answer).unwrap();
        }
        copied = file.answers.len();
        let version = file.answers.len() as u64;
        if !copy.waits_for().contains(&umpire::Seat::Side(0)) {
            continue;
        }
        let advice = advisor.answer(&*copy, umpire::Seat::Side(0)).unwrap();
        let got = me.answer(&format!("k{version}"), version, &advice).await.ok();
        last = (version, advice);
        let now = got["version"].as_u64().unwrap();
        assert!(now > version);
        if (ended == 0 && now > 12) || (ended == 1 && now > 40) {
            ended += 1;
            s.end().await;
            s = start(&data).await;
            me = Client::new(s.at, &t["A"]);
            // Given again under its key it counts once and gets the same reply.
            let again = me.answer(&format!("k{version}"), version, &last.1).await.ok();
            assert_eq!(again["version"], now);
        }
    }
    assert!(ended > 0, "the server was ended on the way");
    let (v, a) = last;
    let got = me.answer("another key", v, &a).await;
    assert!(got.status == 409 || got.status == 422, "{}", got.text());
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_fights_the_computer_by_the_first_book() {
    person_against_computer(&bbdba_acw::BOOK, "open-field", 5).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_fights_the_computer_by_the_second_book() {
    person_against_computer(&chakoten_acw::BOOK, "two-brigades", 40).await;
}

/// It knows the books that it is handed, and no other; one without commanders of its own is played by what is offered.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_has_the_books_that_it_is_given() {
    static ONE: &[Entry] =
        &[Entry { book: &bbdba_acw::BOOK, commanders: Commanders::ByOffers, owes: Owes::NOTHING }];
    let dir = tempfile::tempdir().unwrap();
    let settings = Settings { rates: no_limits(), ..Settings::default() };
    let s = start_of(Library::new(ONE), &dir.path().join("b.sqlite"), settings).await;
    let mut anyone = Client::new(s.at, "");
    let books = anyone.get("/api/books").await.ok();
    let ids: Vec<_> = books.as_array().unwrap().iter().map(|b| b["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["bbdba-acw"]);
    let other = json!({ "book": "chakoten-acw", "scenario": "two-brigades" });
    let got = anyone.post("/api/battles", &other).await;
    assert_eq!(got.status, 404, "{}", got.text());
    let new = json!({ "book": "bbdba-acw", "scenario": "open-field", "seats": { "B": "quick" } });
    let t = begin(s.at, new).await;
    let mut a = Client::new(s.at, &t["A"]);
    let mut chance = Chance(3);
    let mut given = 0;
    loop {
        let st = until_asked(&mut a).await;
        if !st["ending"].is_null() || st["turn"].as_u64().unwrap() > 2 {
            break;
        }
        take_an_offer(&mut a, &mut chance).await.expect("he is waited for").ok();
        given += 1;
    }
    let all = a.get("/api/seat").await.ok()["version"].as_u64().unwrap();
    assert!(all > given, "{all} answers, {given} of them of A");
    s.end().await;
}

/// Orders that were sent are changed over the wire: the other side keeps its question, and who comes too late is told so.
#[tokio::test(flavor = "multi_thread")]
async fn orders_are_amended_until_the_other_side_has_sent_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let s = start(&dir.path().join("b.sqlite")).await;
    let new = json!({ "book": "chakoten-acw", "scenario": "two-brigades", "seed": "amended" });
    let t = begin(s.at, new).await;
    let [mut a, mut b] = ["A", "B"].map(|x| Client::new(s.at, &t[x]));
    let theirs = b.get("/api/seat/prompts").await.ok();
    let first = a.get("/api/seat/prompts").await.ok()["prompts"][0].clone();
    assert_eq!((&first["amends"], &first["standing"]), (&json!(false), &json!(false)));
    let [stand, none] = [first["offers"][0]["answer"].clone(), json!({ "answer": "orders", "orders": {} })];
    assert_ne!(stand, none);
    assert_eq!(a.answer("first", 0, &stand).await.ok()["version"], 1);
    // It is sent, nobody waits for it, and the sheet is there to be changed.
    let sent = a.get("/api/seat/prompts").await.ok();
    assert_eq!(a.get("/api/seat").await.ok()["yours"], false);
    let p = &sent["prompts"][0];
    assert_eq!((&p["amends"], &p["standing"], &p["asks"]), (&json!(true), &json!(true), &json!("orders")));
    assert_eq!(
        p["sketch"]["answer"]["orders"].as_object().unwrap().len(),
        stand["orders"].as_object().unwrap().len()
    );
    let unit = stand["orders"].as_object().unwrap().keys().next().unwrap();
    let stroke = json!({ "asks": "orders", "draft": p["sketch"]["draft"], "pieces": [unit], "act": "clear" });
    let less = a.post("/api/seat/sketch", &stroke).await.ok()["answer"].clone();
    assert_eq!(a.answer("second", 1, &less).await.ok()["version"], 2);
    let now = a.get("/api/seat/prompts").await.ok();
    assert_eq!(now["prompts"][0]["sketch"]["answer"], less);
    // The other side was asked before that, and its answer is good.
    let version = theirs["version"].as_u64().unwrap();
    assert_eq!(version, 0);
    let given = theirs["prompts"][0]["offers"][0]["answer"].clone();
    assert_eq!(b.answer("theirs", version, &given).await.ok()["version"], 3);
    // Too late: refused in words, and nothing is another.
    let board = a.get("/api/seat/board").await.ok();
    let late = a.answer("late", 2, &stand).await;
    assert_eq!((late.status.as_u16(), &late.json()["error"]["code"]), (409, &json!("out_of_date")));
    assert!(late.json()["error"]["reason"].as_str().unwrap().contains("gone on"), "{}", late.text());
    assert_eq!(a.get("/api/seat/board").await.ok(), board);
    let mut seats = [a, b];
    goes_on(&mut seats).await;
    s.end().await;
}
