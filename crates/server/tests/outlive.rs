//! Battles outlive the server and the rules it was built with: what happened is stored, and opening recomputes none of it.

use crate::common::*;
use serde_json::{Value, json};
use server::store::Store;
use server::{Settings, Sqlite, Tried};
use sqlx::{ConnectOptions, Connection};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A battle between two persons on a disk of its own, played by offers.
struct Played {
    _dir: tempfile::TempDir,
    data: PathBuf,
    tokens: [String; 2],
}

impl Played {
    /// Plays until a turn has begun, or is under way for so many answers.
    async fn until(book: &str, scenario: &str, turn: u64, and: u64) -> Played {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("b.sqlite");
        let s = start(&data).await;
        let t = begin(s.at, json!({ "book": book, "scenario": scenario, "seed": "outlive" })).await;
        let played = Played { _dir: dir, data, tokens: [t["A"].clone(), t["B"].clone()] };
        let mut seats = played.seats(&s);
        let mut more = and;
        while more > 0 {
            let st = seats[0].get("/api/seat").await.ok();
            if st["turn"].as_u64().unwrap() >= turn {
                more -= 1;
            }
            goes_on(&mut seats).await;
        }
        s.end().await;
        played
    }

    fn seats(&self, s: &Running) -> [Client; 2] {
        [0, 1].map(|i| Client::new(s.at, &self.tokens[i]))
    }

    /// Changes something in the data file by hand.
    async fn change(&self, sql: &str) {
        let mut c = sqlx::sqlite::SqliteConnectOptions::new().filename(&self.data).connect().await.unwrap();
        sqlx::raw_sql(sql).execute(&mut c).await.unwrap();
        c.close().await.unwrap();
    }

    async fn count(&self, sql: &str) -> i64 {
        let mut c = sqlx::sqlite::SqliteConnectOptions::new().filename(&self.data).connect().await.unwrap();
        let n = sqlx::query_scalar(sql).fetch_one(&mut c).await.unwrap();
        c.close().await.unwrap();
        n
    }

    async fn tried(&self) -> Tried {
        let store = Sqlite::open(&self.data).await.unwrap();
        let mut all = Vec::new();
        server::check(library::BOOKS, &store, |t| all.push(t.tried)).await.unwrap();
        store.close().await;
        assert_eq!(all.len(), 1);
        all.remove(0)
    }
}

/// All that a seat has of the battle.
async fn all_of(c: &mut Client) -> Value {
    let mut film = Vec::new();
    loop {
        let page = c.get(&format!("/api/seat/film?from={}&most=7", film.len())).await.ok();
        let some = page["moments"].as_array().unwrap();
        if some.is_empty() {
            assert_eq!(page["total"], film.len());
            break;
        }
        film.extend(some.iter().cloned());
    }
    let mut standing = c.get("/api/seat").await.ok();
    let fields = standing.as_object_mut().unwrap();
    fields.remove("people");
    // What was decided before a battle was put away is taken back by nobody who takes it up again.
    fields.remove("may_take_back");
    json!({
        "film": film,
        "standing": standing,
        "board": c.get("/api/seat/board").await.ok(),
        "prompts": c.get("/api/seat/prompts").await.ok(),
    })
}

async fn both(seats: &mut [Client; 2]) -> [Value; 2] {
    let [a, b] = seats;
    [all_of(a).await, all_of(b).await]
}

const BATTLES: [(&str, &str, u64, u64); 5] = [
    ("bbdba-acw", "open-field", 3, 4),
    ("chakoten-acw", "two-brigades", 2, 3),
    ("chakoten-napoleonic", "brigades-meet", 2, 3),
    ("tricolore", "divisions-meet", 2, 3),
    ("newbury-napoleonic", "two-brigades", 5, 3),
];

#[tokio::test(flavor = "multi_thread")]
async fn opened_again_nothing_of_the_past_is_recomputed() {
    for (book, scenario, turn, and) in BATTLES {
        let p = Played::until(book, scenario, turn, and).await;
        let s = start(&p.data).await;
        let mut seats = p.seats(&s);
        let was = both(&mut seats).await;
        s.end().await;
        let n = p.count("SELECT n FROM snapshots").await;
        assert!(n > 0, "{book}: it was never put away");
        let last = p.count("SELECT max(n) FROM answers").await;
        assert_eq!(
            p.count("SELECT max(n) FROM outcomes").await,
            last,
            "{book}: all that came of it is stored"
        );
        // What was answered before the snapshot could not even be played over any more.
        p.change(&format!("UPDATE answers SET answer = '{{}}' WHERE n <= {n}")).await;
        let s = start(&p.data).await;
        let mut seats = p.seats(&s);
        assert_eq!(both(&mut seats).await, was, "{book}");
        for _ in 0..4 {
            goes_on(&mut seats).await;
        }
        s.end().await;
    }
}

/// However long a battle has been, what is read and played over is what was answered since it was last put away.
#[tokio::test(flavor = "multi_thread")]
async fn opening_plays_over_the_answers_since_it_was_put_away_and_no_others() {
    for (book, scenario, turn, and) in BATTLES {
        for longer in [0, 3] {
            let p = Played::until(book, scenario, turn + longer, and).await;
            let last = p.count("SELECT max(n) FROM answers").await;
            let put_away = p.count("SELECT n FROM snapshots").await;
            assert!(put_away > 0 && put_away < last, "{book}: {put_away} of {last}");
            let disk = Disk::open(&p.data, 0).await;
            let settings = Settings { rates: no_limits(), ..Settings::default() };
            let s = start_on(library::BOOKS, disk.clone(), settings).await;
            let mut seats = p.seats(&s);
            both(&mut seats).await;
            assert_eq!(disk.answers_read() as i64, last - put_away, "{book}: of {last} answers");
            s.end().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_kill_left_out_is_made_up_for() {
    for (book, scenario, turn, and) in BATTLES {
        let p = Played::until(book, scenario, turn, and).await;
        let s = start(&p.data).await;
        let was = both(&mut p.seats(&s)).await;
        s.end().await;
        let last = p.count("SELECT max(n) FROM answers").await;
        assert_eq!(
            p.count("SELECT count(*) FROM outcomes").await,
            last + 1,
            "{book}: the beginning is one too"
        );
        // Of a program that stored nothing but the answers.
        p.change("DELETE FROM moments; DELETE FROM outcomes; DELETE FROM snapshots").await;
        for _ in 0..2 {
            let s = start(&p.data).await;
            assert_eq!(both(&mut p.seats(&s)).await, was, "{book}");
            s.end().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn begun_under_another_version_it_goes_on_by_both_sides_word() {
    for (book, scenario, turn, and) in BATTLES {
        let p = Played::until(book, scenario, turn, and).await;
        let s = start(&p.data).await;
        let was = both(&mut p.seats(&s)).await;
        s.end().await;
        p.change("UPDATE battles SET version = version + 100").await;
        let s = start(&p.data).await;
        let mut seats = p.seats(&s);
        let held = both(&mut seats).await;
        for (was, held) in was.iter().zip(&held) {
            assert_eq!(held["film"], was["film"], "{book}: it is watched to its last answer");
            assert_eq!(held["prompts"]["prompts"][0]["asks"], "go_on", "{book}: {}", held["prompts"]);
        }
        let version = held[0]["standing"]["version"].as_u64().unwrap();
        let other = seats[0].answer("other", version, &json!({ "do": "something" })).await;
        assert_eq!(other.status, 422, "nothing else is taken");
        seats[0].answer("word", version, &json!({ "do": "go_on" })).await.ok();
        assert_eq!(
            seats[0].get("/api/seat/prompts").await.ok()["prompts"],
            json!([]),
            "he has given his word"
        );
        seats[1].answer("word", version, &json!({ "do": "go_on" })).await.ok();
        let on = both(&mut seats).await;
        for (i, (was, on)) in was.iter().zip(&on).enumerate() {
            let (before, after) = (was["film"].as_array().unwrap(), on["film"].as_array().unwrap());
            assert_eq!(after[..before.len()], before[..], "{book}");
            assert_eq!(after.len(), before.len() + 1, "{book}");
            let said = after[before.len()]["told"][0]["says"].as_str().unwrap();
            let now = format!("version {}", library::BOOKS.find(book).unwrap().book.version);
            assert!(said.contains(&now), "{book}: {i} is told {said}");
            assert_eq!(
                folded(after),
                in_order(&on["board"]["pieces"]),
                "{book}: the film comes to the board"
            );
        }
        for _ in 0..3 {
            goes_on(&mut seats).await;
        }
        let last = both(&mut seats).await;
        for (i, l) in last.iter().enumerate() {
            assert_eq!(folded(l["film"].as_array().unwrap()), in_order(&l["board"]["pieces"]), "{book}: {i}");
        }
        s.end().await;
        let s = start(&p.data).await;
        assert_eq!(both(&mut p.seats(&s)).await, last, "{book}: it is opened again as it stands");
        s.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_rules_refuse_now_is_found_and_can_be_watched() {
    let (book, scenario, turn, and) = BATTLES[0];
    let p = Played::until(book, scenario, turn, and).await;
    let s = start(&p.data).await;
    let was = both(&mut p.seats(&s)).await;
    s.end().await;
    assert!(matches!(p.tried().await, Tried::Same { events } if events > 0));
    let last = p.count("SELECT max(n) FROM answers").await;
    let events = p.count("SELECT sum(length(marks)) / 8 FROM outcomes").await as usize;
    // An event came out otherwise under the rules of that time.
    let other = format!(
        "UPDATE outcomes SET marks = substr(marks, 1, length(marks) - 8) || '00000000' WHERE n = {last}"
    );
    p.change(&other).await;
    assert_eq!(p.tried().await, Tried::Differs { event: events });
    let refused = format!("UPDATE answers SET answer = '{{}}' WHERE n = {last}");
    p.change(&refused).await;
    assert!(matches!(p.tried().await, Tried::Refused { answer, .. } if i64::from(answer) == last));
    let s = start(&p.data).await;
    let mut seats = p.seats(&s);
    let held = both(&mut seats).await;
    assert_eq!(held[1]["film"], was[1]["film"], "it is watched to its last answer");
    assert_eq!(held[1]["prompts"]["prompts"][0]["asks"], "go_on");
    s.end().await;
}

/// Whole battles as the versions of the books left them: each is opened, watched and gone on with. `VEDETTE_RENEW=1` adds those of the
/// present versions; those of older ones stay as they are.
#[tokio::test(flavor = "multi_thread")]
async fn battles_of_every_version_are_opened_watched_and_gone_on_with() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/battles"));
    let present: Vec<_> =
        BATTLES.map(|b| (format!("{}-{}", b.0, library::BOOKS.find(b.0).unwrap().book.version), b)).into();
    if std::env::var_os("VEDETTE_RENEW").is_some() {
        for (name, (book, scenario, turn, and)) in &present {
            let p = Played::until(book, scenario, *turn, *and).await;
            let _ = std::fs::remove_file(folder.join(format!("{name}.sqlite")));
            p.change(&format!("VACUUM INTO '{}/{name}.sqlite'", folder.display())).await;
            std::fs::write(folder.join(format!("{name}.json")), json!(p.tokens).to_string()).unwrap();
        }
    }
    let mut found = BTreeSet::new();
    for e in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = e.path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if path.extension().is_none_or(|x| x != "sqlite") {
            continue;
        }
        let tokens = std::fs::read_to_string(path.with_extension("json")).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("b.sqlite");
        std::fs::copy(&path, &data).unwrap();
        let p = Played { _dir: dir, data, tokens: serde_json::from_str(&tokens).unwrap() };
        let s = start(&p.data).await;
        let mut seats = p.seats(&s);
        for seen in both(&mut seats).await {
            assert!(seen["film"].as_array().unwrap().len() > 10, "{name}");
            assert!(!seen["board"]["pieces"].as_array().unwrap().is_empty(), "{name}");
        }
        for c in &mut seats {
            let asked = c.get("/api/seat/prompts").await.ok();
            if asked["prompts"][0]["asks"] == "go_on" {
                let version = asked["version"].as_u64().unwrap();
                c.answer("word", version, &json!({ "do": "go_on" })).await.ok();
            }
        }
        for _ in 0..4 {
            goes_on(&mut seats).await;
        }
        s.end().await;
        found.insert(name);
    }
    for (name, _) in present {
        assert!(found.contains(&name), "no battle of {name} is kept: VEDETTE_RENEW=1 makes one");
    }
}
