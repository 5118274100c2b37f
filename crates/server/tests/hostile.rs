//! Wrong, hostile and impatient clients.

use crate::common::*;
use serde_json::{Value, json};
use server::{Rate, Rates, Settings};
use std::time::Duration;

const OPEN_FIELD: &str = "open-field";

async fn field(at: std::net::SocketAddr) -> std::collections::BTreeMap<String, String> {
    begin(at, json!({ "book": "bbdba-acw", "scenario": OPEN_FIELD, "umpire": true, "spectators": "open" }))
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_gets_nothing_and_always_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let s = start(&dir.path().join("b.sqlite")).await;
    let t = field(s.at).await;
    let right = &t["A"];
    assert_eq!(right.len(), 43);
    let mut near = right.clone();
    near.replace_range(42.., if right.ends_with('A') { "B" } else { "A" });
    let mut said = Vec::new();
    for wrong in
        ["", "x", &near, &right.to_lowercase(), &format!("{right} "), &"A".repeat(43), &"z".repeat(5000)]
    {
        // A token with blanks around it is the token.
        if wrong.trim() == right {
            continue;
        }
        let mut c = Client::new(s.at, wrong);
        for r in server::routes::routes().iter().filter(|r| r.seat && !r.path.ends_with("live")) {
            let body = if r.method == "post" { b"{}".to_vec() } else { vec![] };
            let kind = [("content-type", "application/json")];
            let got = c.send(&r.method.to_uppercase(), r.path, &kind, body).await;
            assert_eq!(got.status, 404, "{} {}", r.method, r.path);
            let mut headers = got.headers.clone();
            headers.remove("date");
            said.push((got.text(), format!("{headers:?}")));
        }
    }
    said.dedup();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].0.contains("there is no such seat"));

    // Nothing on the disk is a token, neither in the store nor in its log.
    let mut read = 0;
    for f in std::fs::read_dir(dir.path()).unwrap().flatten() {
        let bytes = std::fs::read(f.path()).unwrap();
        read += bytes.len();
        for token in t.values() {
            assert!(!bytes.windows(43).any(|w| w == token.as_bytes()), "{:?}", f.path());
        }
    }
    assert!(read > 0);
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_is_refused_and_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let s = start(&dir.path().join("b.sqlite")).await;
    let t = field(s.at).await;
    let mut c = Client::new(s.at, &t["A"]);
    let before = c.get("/api/seat").await.ok();
    let deep = format!("{{\"key\":\"k\",\"version\":0,\"answer\":{}{}}}", "[".repeat(5000), "]".repeat(5000));
    let long = json!({ "key": "k", "version": 0, "answer": "x".repeat(300 << 10) }).to_string();
    let kind = [("content-type", "application/json")];
    let bodies: Vec<(Vec<u8>, u16)> = vec![
        (vec![], 400),
        (b"{".to_vec(), 400),
        (b"\xff\xfe".to_vec(), 400),
        (b"null".to_vec(), 400),
        (b"[]".to_vec(), 400),
        (b"{\"key\":\"k\"}".to_vec(), 400),
        (b"{\"key\":1,\"version\":0,\"answer\":{}}".to_vec(), 400),
        (b"{\"key\":\"k\",\"version\":-1,\"answer\":{}}".to_vec(), 400),
        (b"{\"key\":\"k\",\"version\":0,\"answer\":{},\"more\":1}".to_vec(), 400),
        (b"{\"key\":\"\",\"version\":0,\"answer\":{}}".to_vec(), 400),
        (b"{\"key\":\"k\\u0000\",\"version\":0,\"answer\":{}}".to_vec(), 400),
        (json!({ "key": "k".repeat(101), "version": 0, "answer": {} }).to_string().into_bytes(), 400),
        (deep.into_bytes(), 400),
        (long.into_bytes(), 413),
        (b"{\"key\":\"k\",\"version\":0,\"answer\":null}".to_vec(), 422),
        (b"{\"key\":\"k\",\"version\":0,\"answer\":{\"answer\":1e999}}".to_vec(), 400),
        (b"{\"key\":\"k\",\"version\":99,\"answer\":{}}".to_vec(), 409),
    ];
    for (body, status) in bodies {
        let shown = String::from_utf8_lossy(&body[..body.len().min(80)]).into_owned();
        let got = c.send("POST", "/api/seat/answer", &kind, body).await;
        assert_eq!(got.status, status, "{shown}: {}", got.text());
        assert!(got.json()["error"]["reason"].is_string());
    }
    // As a form of a foreign page would send it.
    let form = [("content-type", "text/plain")];
    let got = c
        .send("POST", "/api/seat/answer", &form, b"{\"key\":\"k\",\"version\":0,\"answer\":{}}".to_vec())
        .await;
    assert_eq!(got.status, 400);
    for stroke in [
        json!({}),
        json!({ "asks": "move", "act": "fly" }),
        json!({ "asks": "move", "act": { "drag": { "x": "a", "y": 1 } } }),
        json!({ "asks": "nothing", "draft": { "a": [[[[]]]] }, "pieces": ["<b>"], "act": "pick" }),
        json!({ "asks": "rank", "draft": 7, "pieces": [], "act": { "drag": { "x": 1e308, "y": -1e308 } } }),
    ] {
        let got = c.post("/api/seat/sketch", &stroke).await;
        assert!(matches!(got.status.as_u16(), 200 | 400 | 422), "{stroke}: {} {}", got.status, got.text());
    }
    for path in [
        "/api/seat/film?from=-1",
        "/api/seat/film?from=x",
        "/api/seat/chat?from=99999999999",
        "/api/seat/film?no=1",
    ] {
        assert_eq!(c.get(path).await.status, 400, "{path}");
    }
    assert_eq!(c.get("/api/seat/film?from=4000000000&most=4000000000").await.ok()["moments"], json!([]));
    for path in [
        "/api/nothing",
        "/api",
        "/api/seat/",
        "/api/books/x/rules",
        "/api/books/..%2f..%2fetc/rules",
        "/etc/passwd",
        "/../../etc/passwd",
        "/assets/../index.html",
    ] {
        assert_eq!(c.get(path).await.status, 404, "{path}");
    }
    assert_eq!(c.get("/api/seat").await.ok(), before);
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn battles_that_cannot_be_are_not_begun() {
    let dir = tempfile::tempdir().unwrap();
    let s = start(&dir.path().join("b.sqlite")).await;
    let mut c = Client::new(s.at, "");
    let cases = [
        (json!({ "book": "chess", "scenario": OPEN_FIELD }), 404),
        (json!({ "book": "bbdba-acw", "scenario": "nowhere" }), 404),
        (json!({ "book": "bbdba-acw", "scenario": 7 }), 400),
        (json!({ "book": "bbdba-acw", "scenario": { "name": "x", "text": "title = 1" } }), 400),
        (json!({ "book": "bbdba-acw", "scenario": { "name": "x", "text": "[".repeat(100_000) } }), 400),
        (json!({ "book": "bbdba-acw", "scenario": { "name": "x\u{1b}", "text": "" } }), 400),
        (json!({ "book": "bbdba-acw", "scenario": OPEN_FIELD, "seats": { "A": "god" } }), 400),
        (
            json!({ "book": "bbdba-acw", "scenario": OPEN_FIELD, "seats": { "A": "quick", "B": "quick" } }),
            400,
        ),
        (json!({ "book": "bbdba-acw", "scenario": OPEN_FIELD, "seed": "" }), 400),
        (json!({ "book": "bbdba-acw", "scenario": OPEN_FIELD, "seed": "x".repeat(201) }), 400),
        (json!({ "book": "bbdba-acw", "scenario": OPEN_FIELD, "wishes": 1 }), 400),
        (json!({ "book": "chakoten-acw", "scenario": OPEN_FIELD }), 404),
    ];
    for (new, status) in cases {
        let got = c.post("/api/battles", &new).await;
        assert_eq!(got.status, status, "{new}: {}", got.text());
    }
    for file in ["", "{}", "[]", "{\"format\":\"vedette-battle/9\"}", "{\"format\":\"vedette-battle/1\"}"] {
        let got = c.send("POST", "/api/import", &[], file.as_bytes().to_vec()).await;
        assert_eq!(got.status, 400, "{file}: {}", got.text());
    }
    // The server says no before all of it has come, and may hang up while it is still being sent.
    if let Ok(long) = c.try_send("POST", "/api/import", &[], vec![b' '; (4 << 20) + 1]).await {
        assert_eq!(long.status, 413);
    }
    assert_eq!(Client::new(s.at, "").get("/api/books").await.status, 200);
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_with_markup_are_kept_as_they_are_and_sent_as_data() {
    let dir = tempfile::tempdir().unwrap();
    let s = start(&dir.path().join("b.sqlite")).await;
    let hostile = "</script><img src=x onerror=alert(1)>\u{202e}\u{2028}&quot;";
    let own = bbdba_acw::BOOK.shipped.iter().find(|(n, _)| *n == OPEN_FIELD).unwrap().1;
    let line = own.lines().find(|l| l.starts_with("title")).unwrap();
    let text = own.replacen(
        line,
        &format!("title = {hostile:?}").replace("\\u{202e}", "\\u202e").replace("\\u{2028}", "\\u2028"),
        1,
    );
    let new = json!({ "book": "bbdba-acw", "scenario": { "name": hostile, "text": text } });
    let t = begin(s.at, new).await;
    let mut c = Client::new(s.at, &t["A"]);
    let got = c.get("/api/seat").await;
    assert_eq!(got.headers["content-type"], "application/json");
    assert_eq!(got.headers["x-content-type-options"], "nosniff");
    assert_eq!(got.ok()["title"], hostile);
    assert_eq!(c.post("/api/seat/chat", &json!({ "says": hostile })).await.ok()["says"], hostile);
    let mark = c.post("/api/seat/marks", &json!({ "moment": 0, "note": hostile })).await.ok();
    assert_eq!(c.get("/api/seat/marks").await.ok()["marks"][0]["note"], hostile);
    assert_eq!(Client::new(s.at, &t["B"]).get("/api/seat/marks").await.ok()["marks"], json!([]));
    let theirs = format!("/api/seat/marks?id={}", mark["id"]);
    assert_eq!(Client::new(s.at, &t["B"]).send("DELETE", &theirs, &[], vec![]).await.status, 404);
    assert_eq!(c.send("DELETE", &theirs, &[], vec![]).await.ok()["marks"], json!([]));
    let page = c.get("/api/seat/page").await;
    assert_eq!(page.status, 200);
    assert!(page.headers["content-disposition"].to_str().unwrap().starts_with("attachment; filename=\""));
    assert!(!page.text().contains("<img src=x"));
    assert!(!page.text().contains('\u{2028}'));
    for says in [json!(""), json!("  "), json!("x".repeat(1001)), json!("\u{7}"), json!(1)] {
        assert_eq!(c.post("/api/seat/chat", &json!({ "says": says })).await.status, 400, "{says}");
    }
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_and_names_are_refused_and_every_reply_is_strict() {
    let dir = tempfile::tempdir().unwrap();
    let s = start(&dir.path().join("b.sqlite")).await;
    let mut c = Client::new(s.at, "");
    assert_eq!(c.send("GET", "/api/books", &[("host", "evil.example")], vec![]).await.status, 403);
    let body = json!({ "book": "bbdba-acw", "scenario": OPEN_FIELD }).to_string().into_bytes();
    let kind = ("content-type", "application/json");
    for from in [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        assert_eq!(c.send("POST", "/api/battles", &[kind, from], body.clone()).await.status, 403, "{from:?}");
    }
    for path in ["/", "/play", "/api/health", "/api/nothing", "/api/seat", "/nothing"] {
        let got = c.get(path).await;
        let csp = got.headers["content-security-policy"].to_str().unwrap();
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        ] {
            assert!(csp.contains(part), "{path}: {csp}");
        }
        assert!(!csp.contains("unsafe"), "{path}: {csp}");
        assert_eq!(got.headers["referrer-policy"], "no-referrer", "{path}");
        assert_eq!(got.headers["x-content-type-options"], "nosniff", "{path}");
        assert!(got.headers.contains_key("permissions-policy"), "{path}");
        if path.starts_with("/api/") {
            assert_eq!(got.headers["cache-control"], "no-store", "{path}");
        }
    }
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_too_often_waits() {
    let dir = tempfile::tempdir().unwrap();
    let slow = |n| Rate { at_once: n, each_second: 0.5 };
    let rates = Rates { wrong: slow(5), begin: slow(3), token: slow(50), ..no_limits() };
    let doors = server::Doors { refusal: std::time::Duration::ZERO, ..Default::default() };
    let s = start_with(&dir.path().join("b.sqlite"), Settings { rates, doors, ..Settings::default() }).await;
    let t = field(s.at).await;
    let mut c = Client::new(s.at, &t["A"]);
    let mut codes = Vec::new();
    for _ in 0..60 {
        codes.push(c.get("/api/seat").await.status.as_u16());
    }
    assert!(codes[..50].iter().all(|c| *c == 200), "{codes:?}");
    assert_eq!(codes[59], 429);
    assert_eq!(c.get("/api/seat").await.headers["retry-after"], "2");
    let mut anyone = Client::new(s.at, "");
    let mut codes = Vec::new();
    for _ in 0..3 {
        let new = json!({ "book": "bbdba-acw", "scenario": OPEN_FIELD });
        codes.push(anyone.post("/api/battles", &new).await.status.as_u16());
    }
    assert_eq!(codes, [200, 200, 429]);
    let mut guess = Client::new(s.at, "guess");
    let mut codes = Vec::new();
    for _ in 0..7 {
        codes.push(guess.get("/api/seat").await.status.as_u16());
    }
    assert_eq!(codes, [404, 404, 404, 404, 404, 429, 429]);
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_counts_once_and_an_old_one_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("b.sqlite");
    let s = start(&data).await;
    let t = begin(s.at, json!({ "book": "chakoten-acw", "scenario": "two-brigades", "seed": "once" })).await;
    let (mut a, mut b) = (Client::new(s.at, &t["A"]), Client::new(s.at, &t["B"]));
    let asked = a.get("/api/seat/prompts").await.ok();
    assert_eq!(asked["version"], 0);
    let ready = |p: &Value| {
        let p = p["prompts"].as_array().unwrap().iter().find(|p| p["standing"] != true).unwrap().clone();
        p["offers"].get(0).map_or(p["sketch"]["answer"].clone(), |o| o["answer"].clone())
    };
    let orders = ready(&asked);
    let theirs = ready(&b.get("/api/seat/prompts").await.ok());
    assert_eq!(a.answer("one", 0, &orders).await.ok()["version"], 1);
    assert_eq!(a.answer("one", 0, &orders).await.ok()["version"], 1, "the same key again");
    assert_eq!(a.answer("one", 1, &json!("other")).await.ok()["version"], 1, "whatever it holds");
    let late = a.answer("two", 0, &orders).await;
    assert_eq!((late.status.as_u16(), late.json()["version"].as_u64()), (409, Some(1)));
    // Both were asked at once: the other side's answer to version 0 is still good, and its own key is its own.
    assert_eq!(b.answer("one", 0, &theirs).await.ok()["version"], 2);
    assert_eq!(a.get("/api/seat").await.ok()["version"], 2);
    s.end().await;
    let s = start(&data).await;
    let (mut a, mut b) = (Client::new(s.at, &t["A"]), Client::new(s.at, &t["B"]));
    assert_eq!(a.answer("one", 0, &orders).await.ok()["version"], 1);
    assert_eq!(b.answer("one", 0, &theirs).await.ok()["version"], 2);
    assert_eq!(b.get("/api/seat").await.ok()["version"], 2);
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn battles_that_nobody_has_to_do_with_are_put_away_and_come_back() {
    let dir = tempfile::tempdir().unwrap();
    let settings = Settings { rates: no_limits(), idle: Duration::from_millis(200), ..Settings::default() };
    let s = start_with(&dir.path().join("b.sqlite"), settings).await;
    let t = field(s.at).await;
    let mut c = Client::new(s.at, &t["A"]);
    let before = c.get("/api/seat").await.ok();
    let film = c.get("/api/seat/film").await.ok();
    let mut anyone = Client::new(s.at, "");
    let mut left = 1;
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        left = anyone.get("/api/health").await.ok()["battles"].as_u64().unwrap();
        if left == 0 {
            break;
        }
    }
    assert_eq!(left, 0);
    assert_eq!(c.get("/api/seat").await.ok(), before);
    assert_eq!(c.get("/api/seat/film").await.ok(), film);
    s.end().await;
}
