//! The live connection of a seat: how the battle stands, what is said, what is to be seen, as it happens. Whoever was away
//! asks for what he missed.

use crate::App;
use crate::api::{Code, Hello, Live};
use crate::ask::{From, Seated, seated};
use crate::door::Guest;
use crate::failure::{Failure, Reply};
use crate::seat::film_text;
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
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

pub async fn live(
    State(app): State<App>,
    From(from): From,
    Extension(guest): Extension<Arc<Guest>>,
    up: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Reply<Response> {
    let up = up.map_err(|_| Failure::form(text!("live-is-a-websocket")))?;
    let up = up.max_message_size(LONGEST).max_frame_size(LONGEST);
    Ok(up.on_upgrade(move |mut socket| async move {
        // Until he has a seat he goes when others need the room.
        let said = tokio::select! {
            said = hello(&app, from, &mut socket) => said,
            () = guest.must_leave() => return,
        };
        match said {
            Ok(Some(s)) => {
                let _busy = guest.busy();
                // A connection that breaks off is nobody's fault.
                let _ = serve(s, &mut socket).await;
            }
            Ok(None) => {}
            Err(f) => {
                if f.body.error.code == Code::SlowDown {
                    guest.wait().await;
                }
                close(&mut socket, &f).await;
            }
        }
    }))
}

/// Says why the connection ends. Whoever may try again later is told so by the code.
async fn close(socket: &mut WebSocket, why: &Failure) {
    let code = match why.body.error.code {
        Code::NoSeat | Code::Form => close_code::POLICY,
        _ => close_code::AGAIN,
    };
    let reason = Utf8Bytes::from(why.body.error.reason.clone());
    // Whoever does not listen any more is not told.
    let _ = timeout(SENDING, socket.send(Message::Close(Some(CloseFrame { code, reason })))).await;
}

async fn send(socket: &mut WebSocket, text: impl Into<Utf8Bytes>) -> Option<()> {
    timeout(SENDING, socket.send(Message::Text(text.into()))).await.ok()?.ok()
}

/// Which seat is his; nothing if he went away.
async fn hello(app: &App, from: IpAddr, socket: &mut WebSocket) -> Reply<Option<Seated>> {
    let first = match timeout(HELLO, socket.recv()).await {
        Err(_) => return Err(Failure::too_slow()),
        Ok(Some(Ok(first))) => first,
        Ok(_) => return Ok(None),
    };
    let said = match &first {
        Message::Text(t) => serde_json::from_str::<Hello>(t).ok(),
        _ => None,
    };
    let said = said.ok_or_else(Failure::no_seat)?;
    seated(app, from, &said.token).await.map(Some)
}

/// Leaves the seat when the connection ends, however it ends.
struct Here<'a>(&'a Seated);

impl<'a> Here<'a> {
    fn new(s: &'a Seated) -> Option<Here<'a>> {
        // Whoever was not let in does not leave either.
        s.room.come(s.row.seat).then(|| Here(s))
    }
}

impl Drop for Here<'_> {
    fn drop(&mut self) {
        self.0.room.go(self.0.row.seat);
    }
}

async fn news(socket: &mut WebSocket, s: &Seated, told: &mut u32, last: &mut String) -> Option<()> {
    s.room.follow(s.who, s.row.seat).await.ok()?;
    let standing = s.room.standing(&s.row);
    let total = standing.moments;
    let text = serde_json::to_string(&Live::News(Box::new(standing))).ok()?;
    // Nothing that this seat may know has changed: nothing is said.
    if text != *last {
        *last = text.clone();
        send(socket, text).await?;
    }
    if total > *told && total - *told <= MOST_MOMENTS {
        let (moments, all) = s.room.film(s.row.seat, *told, total - *told).await.ok()?;
        send(socket, format!("{{\"film\":{}}}", film_text(*told, all, &moments))).await?;
    }
    *told = total;
    Some(())
}

async fn serve(s: Seated, socket: &mut WebSocket) -> Option<()> {
    let (mut stirred, mut said) = s.room.subscribe();
    let Some(_here) = Here::new(&s) else {
        close(socket, &Failure::crowded()).await;
        return None;
    };
    // Computers who fight each other go on when somebody watches.
    s.room.wake();
    let mut told = s.room.moments(s.row.seat);
    let mut last = String::new();
    news(socket, &s, &mut told, &mut last).await?;
    let mut ping = interval(PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ping.tick().await;
    let mut alive = tokio::time::Instant::now();
    loop {
        if s.room.is_dead() {
            return None;
        }
        tokio::select! {
            // Whatever has happened meanwhile is told at once.
            n = stirred.changed() => {
                n.ok()?;
                news(socket, &s, &mut told, &mut last).await?;
            }
            line = said.recv() => match line {
                Ok(l) => send(socket, serde_json::to_string(&Live::Said(l)).ok()?).await?,
                // So much was said that he has missed some of it: he comes again and asks for it.
                Err(RecvError::Lagged(_)) => {
                    close(socket, &Failure::behind()).await;
                    return None;
                }
                Err(RecvError::Closed) => return None,
            },
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
                s.room.touch(s.who);
                timeout(SENDING, socket.send(Message::Ping(Default::default()))).await.ok()?.ok()?;
            }
        }
    }
}
