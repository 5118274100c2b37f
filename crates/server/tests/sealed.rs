//! Dice that nobody can choose: the seal, everybody's parts, a seed set by hand, and the players' own dice.

use crate::common::*;
use serde_json::{Value, json};
use sqlx::{ConnectOptions, Connection};

async fn standing(c: &mut Client) -> Value {
    c.get("/api/seat").await.ok()
}

async fn asked(c: &mut Client) -> (u64, Vec<String>) {
    let p = c.get("/api/seat/prompts").await.ok();
    let asks = p["prompts"].as_array().unwrap().iter().map(|p| p["asks"].as_str().unwrap().to_owned());
    (p["version"].as_u64().unwrap(), asks.collect())
}

async fn gives(c: &mut Client, part: &str) -> Got {
    let (version, asks) = asked(c).await;
    assert_eq!(asks, ["part"]);
    c.answer(&format!("part {version}"), version, &json!({ "do": "part", "part": part })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_begins_when_everybody_has_given_his_part() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("b.sqlite");
    let s = start(&data).await;
    let new = json!({ "book": "bbdba-acw", "scenario": "open-field" });
    let begun = Client::new(s.at, "").post("/api/battles", &new).await.ok();
    let t = sit_down(s.at, &begun).await;
    let [mut a, mut b] = ["A", "B"].map(|seat| Client::new(s.at, &t[seat]));
    let first = standing(&mut a).await;
    let seal = first["seal"].as_str().unwrap().to_owned();
    assert_eq!((seal.len(), &first["seed_by_hand"], &first["turn"]), (64, &json!(false), &json!(0)));
    assert_eq!(a.get("/api/seat/board").await.ok()["pieces"], json!([]), "troops may hang on the dice");
    gives(&mut a, "mine").await.ok();
    assert_eq!(asked(&mut a).await.1, Vec::<String>::new(), "he has given it");
    // It waits for the other also when the server has been started again.
    s.end().await;
    let s = start(&data).await;
    let [mut a, mut b2] = ["A", "B"].map(|seat| Client::new(s.at, &t[seat]));
    std::mem::swap(&mut b, &mut b2);
    gives(&mut b, "yours").await.ok();
    let begun = standing(&mut a).await;
    assert!(begun["turn"] != json!(0) || begun["moments"].as_u64() > Some(0), "{begun}");
    assert_eq!(begun["seal"], json!(seal));
    assert!(begun.get("proof").is_none(), "the host's part is told before the end");
    let (version, _) = asked(&mut a).await;
    a.answer("up", version, &json!({ "do": "resign" })).await.ok();
    let end = standing(&mut b).await;
    assert_eq!(end["proof"]["seal"], json!(seal));
    assert_eq!(end["proof"]["parts"], json!({ "A": "mine", "B": "yours" }));
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_exchanged_under_way_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("b.sqlite");
    let s = start(&data).await;
    let t = begin(s.at, json!({ "book": "bbdba-acw", "scenario": "open-field", "seed": "7" })).await;
    let mut a = Client::new(s.at, &t["A"]);
    assert_eq!(standing(&mut a).await["seed_by_hand"], json!(true), "everybody is told");
    s.end().await;
    let open = async |file: &std::path::Path| {
        sqlx::sqlite::SqliteConnectOptions::new().filename(file).connect().await.unwrap()
    };
    let all = ["seed = '8'", "salt = 'x'", "scenario = scenario || char(10)", "by_hand = 0"];
    for (n, exchanged) in all.into_iter().enumerate() {
        // By SQLite itself: what is still in its log belongs to it.
        let copy = dir.path().join(format!("other-{n}.sqlite"));
        let mut c = open(&data).await;
        sqlx::raw_sql(&format!("VACUUM INTO '{}'", copy.display())).execute(&mut c).await.unwrap();
        c.close().await.unwrap();
        let mut c = open(&copy).await;
        sqlx::raw_sql(&format!("UPDATE battles SET {exchanged}")).execute(&mut c).await.unwrap();
        c.close().await.unwrap();
        let s = start(&copy).await;
        let mut a = Client::new(s.at, &t["A"]);
        let p = a.get("/api/seat/prompts").await.ok();
        assert!(p["prompts"].to_string().contains("not those that were sealed"), "{exchanged}: {p}");
        s.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_give_their_part_and_roll_for_themselves() {
    let dir = tempfile::tempdir().unwrap();
    let s = start(&dir.path().join("b.sqlite")).await;
    for own_dice in [false, true] {
        let new = json!({ "book": "bbdba-acw", "scenario": "open-field", "seats": { "B": "quick" },
            "own_dice": own_dice });
        let begun = Client::new(s.at, "").post("/api/battles", &new).await.ok();
        let t = sit_down(s.at, &begun).await;
        let mut a = Client::new(s.at, &t["A"]);
        if !own_dice {
            until_asked(&mut a).await;
            gives(&mut a, "mine").await.ok();
        }
        let (mut chance, mut rolled) = (Chance(1), 0);
        for _ in 0..40 {
            // Nobody knows the seed: now and then a battle is over sooner.
            if !until_asked(&mut a).await["ending"].is_null() {
                break;
            }
            rolled += usize::from(asked(&mut a).await.1 == ["roll"]);
            take_an_offer(&mut a, &mut chance).await.unwrap().ok();
        }
        assert_eq!(rolled > 0, own_dice);
    }
    s.end().await;
}
