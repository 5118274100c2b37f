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
