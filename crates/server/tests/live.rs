//! The live connection: news, moments, what is said, who is there; and catching up after being cut off.

use crate::common::*;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Ws = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn connect(at: SocketAddr) -> Ws {
    tokio_tungstenite::connect_async(format!("ws://{at}/api/seat/live")).await.unwrap().0
}

async fn seated(at: SocketAddr, token: &str) -> Ws {
    let mut ws = connect(at).await;
    ws.send(Message::text(json!({ "token": token }).to_string())).await.unwrap();
    ws
}

/// The next message for which it is so.
async fn hear(ws: &mut Ws, wanted: impl Fn(&Value) -> bool) -> Value {
    let all = async {
        while let Some(Ok(m)) = ws.next().await {
            if let Message::Text(t) = m {
                let v: Value = serde_json::from_str(&t).unwrap();
                if wanted(&v) {
                    return v;
                }
            }
        }
        panic!("the connection ended");
    };
    tokio::time::timeout(Duration::from_secs(60), all).await.expect("it is said in time")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_is_told_and_what_was_missed_can_be_had() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("b.sqlite");
    let s = start(&data).await;
    let t = begin(s.at, json!({ "book": "bbdba-acw", "scenario": "open-field", "seed": "live" })).await;
    let mut b = Client::new(s.at, &t["B"]);
    let mut ws = seated(s.at, &t["B"]).await;
    let first = hear(&mut ws, |v| v["news"].is_object()).await;
    assert_eq!((&first["news"]["seat"], &first["news"]["version"]), (&json!("B"), &json!(0)));

    // The other side comes, speaks, and answers.
    let mut other = seated(s.at, &t["A"]).await;
    let here = hear(&mut ws, |v| v["news"]["people"][0]["online"] == true).await;
    assert_eq!(here["news"]["people"][0]["seat"], "A");
    let mut a = Client::new(s.at, &t["A"]);
    a.post("/api/seat/chat", &json!({ "says": "Your move, sir." })).await.ok();
    let said = hear(&mut ws, |v| v["said"].is_object()).await;
    assert_eq!((&said["said"]["n"], &said["said"]["says"]), (&json!(1), &json!("Your move, sir.")));
    let mut chance = Chance(3);
    let mut seen = first["news"]["moments"].as_u64().unwrap();
    let mut version = 0;
    while version < 8 {
        let c = if a.get("/api/seat").await.ok()["yours"] == true { &mut a } else { &mut b };
        version = take_an_offer(c, &mut chance).await.unwrap().ok()["version"].as_u64().unwrap();
    }
    // News and films together leave nothing out.
    let mut moments = Vec::new();
    let total = b.get("/api/seat").await.ok()["moments"].as_u64().unwrap();
    while seen < total {
        let film = hear(&mut ws, |v| v["film"].is_object()).await;
        assert_eq!(film["film"]["from"], seen);
        let new = film["film"]["moments"].as_array().unwrap().clone();
        seen += new.len() as u64;
        moments.extend(new);
    }
    let whole = b.get("/api/seat/film").await.ok();
    let from = total as usize - moments.len();
    assert_eq!(whole["moments"].as_array().unwrap()[from..], moments[..]);

    other.close(None).await.unwrap();
    hear(&mut ws, |v| v["news"]["people"][0]["online"] == false).await;

    // The server goes and comes back; the seat has all of it.
    drop(ws);
    s.end().await;
    let s = start(&data).await;
    let mut ws = seated(s.at, &t["B"]).await;
    let again = hear(&mut ws, |v| v["news"].is_object()).await;
    assert_eq!(again["news"]["version"], 8);
    assert_eq!(again["news"]["moments"], total);
    let mut b = Client::new(s.at, &t["B"]);
    assert_eq!(b.get("/api/seat/film").await.ok(), whole);
    assert_eq!(b.get("/api/seat/chat?from=0").await.ok()["lines"][0]["says"], "Your move, sir.");
    assert_eq!(b.get("/api/seat/chat?from=1").await.ok()["lines"], json!([]));
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_connections_are_closed() {
    let dir = tempfile::tempdir().unwrap();
    let s = start(&dir.path().join("b.sqlite")).await;
    let t = begin(s.at, json!({ "book": "bbdba-acw", "scenario": "open-field" })).await;
    let long = "x".repeat(10_000);
    for first in ["", "{", "{\"token\":7}", "{\"token\":\"\"}", "{\"token\":\"x\",\"more\":1}", &long] {
        let mut ws = connect(s.at).await;
        ws.send(Message::text(first)).await.unwrap();
        let end = tokio::time::timeout(Duration::from_secs(20), async {
            let mut said = 0;
            while let Some(Ok(m)) = ws.next().await {
                said += usize::from(m.is_text());
            }
            said
        });
        assert_eq!(end.await.expect("it is closed"), 0, "{}", &first[..first.len().min(40)]);
    }
    let mut foreign = format!("ws://{}/api/seat/live", s.at).into_client_request().unwrap();
    foreign.headers_mut().insert("origin", "http://evil.example".parse().unwrap());
    assert!(tokio_tungstenite::connect_async(foreign).await.is_err());
    // One who floods after he is seated is cut off at the first message that is too long, and others are not disturbed.
    let mut ws = seated(s.at, &t["A"]).await;
    hear(&mut ws, |v| v["news"].is_object()).await;
    let _ = ws.send(Message::text(long.clone())).await;
    let ended =
        tokio::time::timeout(Duration::from_secs(20), async { while let Some(Ok(_)) = ws.next().await {} });
    ended.await.expect("it is closed");
    assert_eq!(Client::new(s.at, &t["A"]).get("/api/seat").await.status, 200);
    s.end().await;
}

/// Why the server closed a connection: the code and the reason.
async fn closed(ws: &mut Ws) -> (u16, String) {
    let end = async {
        while let Some(Ok(m)) = ws.next().await {
            if let Message::Close(Some(frame)) = m {
                return (u16::from(frame.code), frame.reason.to_string());
            }
        }
        panic!("the connection ended without a word");
    };
    tokio::time::timeout(Duration::from_secs(60), end).await.expect("it is closed")
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_not_let_in_does_not_count_as_gone() {
    let dir = tempfile::tempdir().unwrap();
    let s = start(&dir.path().join("b.sqlite")).await;
    let new = json!({ "book": "bbdba-acw", "scenario": "open-field", "spectators": "open" });
    let t = begin(s.at, new).await;
    let mut a = Client::new(s.at, &t["A"]);
    let mut there = Vec::new();
    for _ in 0..200 {
        let mut ws = seated(s.at, &t["spectator"]).await;
        hear(&mut ws, |v| v["news"].is_object()).await;
        there.push(ws);
    }
    for _ in 0..5 {
        let (code, why) = closed(&mut seated(s.at, &t["spectator"]).await).await;
        assert_eq!((code, why.as_str()), (1013, "too many are connected at this seat; try again later"));
    }
    for mut ws in there.drain(1..) {
        ws.close(None).await.unwrap();
    }
    // The one who is left is there until he goes.
    let mut one = there.pop().unwrap();
    let mut again = seated(s.at, &t["spectator"]).await;
    hear(&mut again, |v| v["news"].is_object()).await;
    assert_eq!(a.get("/api/seat").await.ok()["people"][2]["online"], true);
    one.close(None).await.unwrap();
    again.close(None).await.unwrap();
    let gone = tokio::time::timeout(Duration::from_secs(60), async {
        while a.get("/api/seat").await.ok()["people"][2]["online"] != false {}
    });
    gone.await.expect("nobody is left");
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_is_said_as_that_and_a_wrong_seat_as_that() {
    let dir = tempfile::tempdir().unwrap();
    let few = server::Rate { at_once: 4, each_second: 0.001 };
    let rates = server::Rates { token: few, wrong: few, ..no_limits() };
    let s = start_with(&dir.path().join("b.sqlite"), server::Settings { rates, ..Default::default() }).await;
    let t = begin(s.at, json!({ "book": "bbdba-acw", "scenario": "open-field" })).await;
    for _ in 0..4 {
        hear(&mut seated(s.at, &t["A"]).await, |v| v["news"].is_object()).await;
    }
    let many = (1013, "too many requests; wait a little".to_owned());
    assert_eq!(closed(&mut seated(s.at, &t["A"]).await).await, many);
    for _ in 0..4 {
        let wrong = (1008, "there is no such seat".to_owned());
        assert_eq!(closed(&mut seated(s.at, "wrong").await).await, wrong);
    }
    assert_eq!(closed(&mut seated(s.at, "wrong").await).await, many);
    s.end().await;
}

/// One who does not read while much is said is cut off, told to catch up, and can.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_reader_is_cut_off_and_told_to_catch_up() {
    let dir = tempfile::tempdir().unwrap();
    let s = start(&dir.path().join("b.sqlite")).await;
    let t = begin(s.at, json!({ "book": "bbdba-acw", "scenario": "open-field" })).await;
    // As little as possible is kept for him on the way.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let tcp = socket.connect(s.at).await.unwrap();
    let (mut slow, _) = tokio_tungstenite::client_async(
        format!("ws://{}/api/seat/live", s.at),
        tokio_tungstenite::MaybeTlsStream::Plain(tcp),
    )
    .await
    .unwrap();
    slow.send(Message::text(json!({ "token": t["B"] }).to_string())).await.unwrap();
    hear(&mut slow, |v| v["news"].is_object()).await;
    let mut quick = seated(s.at, &t["A"]).await;
    hear(&mut quick, |v| v["news"].is_object()).await;
    let says = json!({ "says": "\u{1f3f4}".repeat(1000) });
    let speakers = (0..8).map(|_| {
        let (says, at, token) = (says.clone(), s.at, t["A"].clone());
        tokio::spawn(async move {
            let mut c = Client::new(at, &token);
            for _ in 0..250 {
                c.post("/api/seat/chat", &says).await.ok();
            }
        })
    });
    let reading = tokio::spawn(async move {
        let last = hear(&mut quick, |v| v["said"]["n"] == 2000).await;
        last["said"]["n"].as_u64()
    });
    for said in futures_util::future::join_all(speakers).await {
        said.unwrap();
    }
    assert_eq!(reading.await.unwrap(), Some(2000), "who reads hears everything");
    let (code, why) = closed(&mut slow).await;
    assert_eq!(code, 1013);
    assert_eq!(why, "you read too slowly to keep up; connect again and ask for what you missed");
    let mut b = Client::new(s.at, &t["B"]);
    let lines = b.get("/api/seat/chat?from=1900").await.ok();
    assert_eq!(lines["lines"].as_array().unwrap().len(), 100);
    s.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_is_bounded() {
    let dir = tempfile::tempdir().unwrap();
    let chat = server::Rate { at_once: 5, each_second: 0.001 };
    let rates = server::Rates { chat, ..no_limits() };
    let data = dir.path().join("b.sqlite");
    let s = start_with(&data, server::Settings { rates, ..Default::default() }).await;
    let t = begin(s.at, json!({ "book": "bbdba-acw", "scenario": "open-field" })).await;
    let mut a = Client::new(s.at, &t["A"]);
    let mut codes = Vec::new();
    for _ in 0..7 {
        codes.push(a.post("/api/seat/chat", &json!({ "says": "again" })).await.status.as_u16());
    }
    assert_eq!(codes, [200, 200, 200, 200, 200, 429, 429]);
    let mut b = Client::new(s.at, &t["B"]);
    b.post("/api/seat/chat", &json!({ "says": "a word" })).await.ok();
    s.end().await;
    // Of very much the newest is kept.
    let store = server::Sqlite::open(&data).await.unwrap();
    let line = |n: u32| server::api::ChatLine {
        n: 0,
        seat: "A".into(),
        name: "Union".into(),
        says: n.to_string(),
        at: 0.0,
    };
    use server::store::Store;
    futures_util::future::join_all((0..2100).map(|n| store.say(1, line(n)))).await;
    let kept = store.chat(1, 0, 5000).await.unwrap();
    assert_eq!((kept.len(), kept[0].n, kept[1999].n), (2000, 107, 2106));
    store.close().await;
}
