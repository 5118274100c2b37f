//! The live connection of a seat: how the battle stands, what is said, what is to be seen, as it happens. Whoever was away
//! asks for what he missed.

use crate::App;
use crate::api::{Hello, Live};
use crate::ask::{From, Seated, seated};
use crate::room::News;
use crate::seat::film_text;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use std::net::IpAddr;
use std::time::Duration;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::{MissedTickBehavior, interval, timeout};

/// No message of a client is longer, in bytes.
const LONGEST: usize = 4096;
/// How long a client may take to say which seat is his.
const HELLO: Duration = Duration::from_secs(10);
/// How often he is asked whether he is there.
const PING: Duration = Duration::from_secs(15);
/// Without a word for so long he is gone.
const SILENCE: Duration = Duration::from_secs(45);
/// How long a message may take to be sent.
const SENDING: Duration = Duration::from_secs(20);
/// Moments in one message at most; who is further behind asks for them.
const MOST_MOMENTS: u32 = 100;

pub async fn live(State(app): State<App>, From(from): From, up: WebSocketUpgrade) -> Response {
    up.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(move |socket| async move {
        // A connection that breaks off is nobody's fault.
        let _ = serve(app, from, socket).await;
    })
}

async fn send(socket: &mut WebSocket, text: impl Into<Utf8Bytes>) -> Option<()> {
    timeout(SENDING, socket.send(Message::Text(text.into()))).await.ok()?.ok()
}

async fn hello(app: &App, from: IpAddr, socket: &mut WebSocket) -> Option<Seated> {
    let first = timeout(HELLO, socket.recv()).await.ok()??.ok()?;
    let seat = match &first {
        Message::Text(t) => match serde_json::from_str::<Hello>(t) {
            Ok(h) => seated(app, from, &h.token).await.ok(),
            Err(_) => None,
        },
        _ => None,
    };
    if seat.is_none() {
        let reason = Utf8Bytes::from(text!("no-such-seat"));
        let _ = socket.send(Message::Close(Some(CloseFrame { code: close_code::POLICY, reason }))).await;
    }
    seat
}

/// Leaves the seat when the connection ends, however it ends.
struct Here<'a>(&'a Seated);

impl<'a> Here<'a> {
    fn new(s: &'a Seated) -> Option<Here<'a>> {
        s.room.come(s.row.seat).then_some(Here(s))
    }
}

impl Drop for Here<'_> {
    fn drop(&mut self) {
        self.0.room.go(self.0.row.seat);
    }
}

async fn news(socket: &mut WebSocket, s: &Seated, told: &mut u32, last: &mut String) -> Option<()> {
    let standing = s.room.standing(&s.row);
    let total = standing.moments;
    let text = serde_json::to_string(&Live::News(Box::new(standing))).ok()?;
    // Nothing that this seat may know has changed: nothing is said.
    if text != *last {
        *last = text.clone();
        send(socket, text).await?;
    }
    if total > *told && total - *told <= MOST_MOMENTS {
        let (moments, all) = s.room.film(s.row.seat, *told, total - *told);
        send(socket, format!("{{\"film\":{}}}", film_text(*told, all, &moments))).await?;
    }
    *told = total;
    Some(())
}

async fn serve(app: App, from: IpAddr, mut socket: WebSocket) -> Option<()> {
    let s = hello(&app, from, &mut socket).await?;
    let mut heard = s.room.subscribe();
    let _here = Here::new(&s)?;
    let mut told = s.room.film(s.row.seat, 0, 0).1;
    let mut last = String::new();
    news(&mut socket, &s, &mut told, &mut last).await?;
    let mut ping = interval(PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ping.tick().await;
    let mut alive = tokio::time::Instant::now();
    loop {
        if s.room.is_dead() {
            return None;
        }
        tokio::select! {
            n = heard.recv() => {
                let mut lines = Vec::new();
                let mut next = match n {
                    Ok(n) => Ok(n),
                    Err(RecvError::Lagged(_)) => Ok(News::Stirred),
                    Err(RecvError::Closed) => return None,
                };
                // Whatever else has happened meanwhile is told at once.
                while let Ok(n) = next {
                    if let News::Said(l) = n {
                        lines.push(l);
                    }
                    next = match heard.try_recv() {
                        Ok(n) => Ok(n),
                        Err(TryRecvError::Lagged(_)) => Ok(News::Stirred),
                        Err(e) => Err(e),
                    };
                }
                for l in lines {
                    send(&mut socket, serde_json::to_string(&Live::Said(l)).ok()?).await?;
                }
                news(&mut socket, &s, &mut told, &mut last).await?;
            }
            m = socket.recv() => {
                match m?.ok()? {
                    Message::Close(_) => return None,
                    _ => alive = tokio::time::Instant::now(),
                }
            }
            _ = ping.tick() => {
                if alive.elapsed() > SILENCE {
                    return None;
                }
                s.room.touch();
                timeout(SENDING, socket.send(Message::Ping(Default::default()))).await.ok()?.ok()?;
            }
        }
    }
}
