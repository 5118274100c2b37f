//! A server on a free port of this machine, and clients that speak to it as a browser does: for the tests, and for whoever measures.

use desk::Library;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{HeaderMap, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use server::store::Store;
use server::{Rate, Rates, Settings, Sqlite};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;

/// A server under way.
pub struct Running {
    pub at: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    pub task: tokio::task::JoinHandle<()>,
}

impl Running {
    /// Ends the server.
    pub async fn end(mut self) {
        self.tell_to_end();
        let _ = self.task.await;
    }

    /// Tells it to end, and does not wait for that.
    pub fn tell_to_end(&mut self) {
        drop(self.end.take());
    }
}

/// Limits that no test reaches unless it wants to.
pub fn no_limits() -> Rates {
    let rate = Rate { at_once: 1_000_000_000, each_second: 1e9 };
    Rates {
        address: rate,
        token: rate,
        begin: rate,
        wrong: rate,
        odds: rate,
        chat: rate,
        at_once_address: 100_000,
        at_once_seat: 100_000,
    }
}

pub async fn start_with(data: &Path, settings: Settings) -> Running {
    start_of(library::BOOKS, data, settings).await
}

/// A server of other books.
pub async fn start_of(books: Library, data: &Path, settings: Settings) -> Running {
    start_on(books, Arc::new(Sqlite::open(data).await.unwrap()), settings).await
}

/// A server that keeps its battles in a store of one's own.
pub async fn start_on(books: Library, store: Arc<dyn Store>, settings: Settings) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let (end, ended) = oneshot::channel::<()>();
    let task = tokio::spawn(async move {
        let ended = async move {
            let _ = ended.await;
        };
        server::serve(books, listener, store, settings, ended).await;
    });
    Running { at, end: Some(end), task }
}

/// What came back.
#[derive(Clone, Debug)]
pub struct Got {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Got {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    /// The JSON of a request that was granted.
    pub fn ok(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        self.json()
    }
}

/// Connects from an address of one's own on this machine.
pub async fn dial(at: SocketAddr, from: Ipv4Addr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((from, 0)))?;
    let tcp = socket.connect(at).await?;
    tcp.set_nodelay(true)?;
    Ok(tcp)
}

/// One connection, with a token or without.
pub struct Client {
    at: SocketAddr,
    from: Ipv4Addr,
    pub token: String,
    sender: Option<SendRequest<Full<Bytes>>>,
    /// Everything this client was ever sent.
    pub heard: Vec<String>,
    pub listens: bool,
}

impl Client {
    pub fn new(at: SocketAddr, token: &str) -> Client {
        Client::of(at, token, Ipv4Addr::LOCALHOST)
    }

    /// Of somebody with an address of his own on this machine.
    pub fn of(at: SocketAddr, token: &str, from: Ipv4Addr) -> Client {
        Client { at, from, token: token.into(), sender: None, heard: Vec::new(), listens: false }
    }

    async fn connect(&mut self) -> std::io::Result<&mut SendRequest<Full<Bytes>>> {
        if self.sender.as_ref().is_none_or(SendRequest::is_closed) {
            let tcp = dial(self.at, self.from).await?;
            let (sender, connection) = handshake(TokioIo::new(tcp)).await.map_err(std::io::Error::other)?;
            tokio::spawn(connection);
            self.sender = Some(sender);
        }
        Ok(self.sender.as_mut().expect("it was just put there"))
    }

    /// Sends a request; fails if the server is not there.
    pub async fn try_send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Vec<u8>,
    ) -> std::io::Result<Got> {
        let mut r = Request::builder().method(method).uri(path);
        if !headers.iter().any(|(n, _)| *n == "host") {
            r = r.header("host", self.at.to_string());
        }
        if !self.token.is_empty() {
            r = r.header("authorization", format!("Bearer {}", self.token));
        }
        for (n, v) in headers {
            r = r.header(*n, *v);
        }
        let r = r.body(Full::new(Bytes::from(body))).map_err(std::io::Error::other)?;
        // The server closes a connection after a body that is too large; the next request takes a new one.
        if self.connect().await?.ready().await.is_err() {
            self.sender = None;
        }
        let sender = self.connect().await?;
        let reply = sender.send_request(r).await.map_err(std::io::Error::other)?;
        let (parts, body) = reply.into_parts();
        let body = body.collect().await.map_err(std::io::Error::other)?.to_bytes().to_vec();
        let got = Got { status: parts.status, headers: parts.headers, body };
        if self.listens {
            self.heard.push(got.text());
        }
        Ok(got)
    }

    pub async fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> Got {
        self.try_send(method, path, headers, body).await.unwrap_or_else(|e| panic!("{method} {path}: {e}"))
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Got {
        self.send("POST", path, &[("content-type", "application/json")], body.to_string().into_bytes()).await
    }
}

/// A secret that no other test has.
pub fn secret() -> String {
    static MADE: AtomicU64 = AtomicU64::new(0);
    format!("S{:_>42}", MADE.fetch_add(1, Ordering::Relaxed))
}

/// Claims every seat that must be; the tokens by seat.
pub async fn sit_down(at: SocketAddr, begun: &Value) -> std::collections::BTreeMap<String, String> {
    let mut tokens = std::collections::BTreeMap::new();
    for s in begun["seats"].as_array().unwrap() {
        let mut token = s["token"].as_str().map(str::to_owned);
        if let Some(link) = s["link"].as_str() {
            let secret = secret();
            Client::new(at, "").post("/api/claim", &json!({ "link": link, "secret": secret })).await.ok();
            token = Some(secret);
        }
        tokens.extend(token.map(|t| (s["seat"].as_str().unwrap().to_owned(), t)));
    }
    tokens
}

/// A plain generator for choices in tests.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}
