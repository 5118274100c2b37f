//! The table in the browser: battles over HTTP, kept in a SQLite file, with the page inside the program.
//!
//! A battle is its scenario, its seed and its answers; the server keeps these, and what came of them so that nothing need be recomputed. A seat is opened by
//! a token that nobody can guess, and is sent nothing but what the book says this seat may know.

/// A message in the language of the request.
macro_rules! text {
    ($($said:tt)*) => { $crate::say!($($said)*).to_string() };
}

mod addresses;
mod again;
mod answer;
pub mod api;
mod army;
mod ask;
pub mod assets;
mod behind;
mod books;
mod check;
mod door;
mod failure;
mod fair;
mod guard;
mod hall;
mod held;
mod live;
mod open;
pub mod openapi;
mod opening;
mod outcomes;
mod own;
mod place;
mod pool;
mod reel;
mod repair;
mod room;
pub mod routes;
mod seat;
#[path = "../../words/say.rs"]
pub mod speech;
pub mod sqlite;
pub mod store;
mod strokes;
mod table;
mod think;
mod token;
mod tongue;
#[cfg(feature = "ts")]
pub mod types;
mod writer;

pub use check::{Tried, TriedBattle, check};
pub use door::Doors;
pub use guard::{Proxies, Rate, Rates};
pub use repair::{Cut, Repaired, repair};
pub use sqlite::Sqlite;

use axum::extract::Request;
use axum::response::IntoResponse;
use desk::Library;
use door::Door;
use guard::Counter;
use hall::Hall;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// How the server is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Names besides `localhost` and addresses under which it may be called.
    pub names: Vec<String>,
    pub rates: Rates,
    pub doors: Doors,
    /// Whose forwarded addresses count.
    pub proxies: Proxies,
    /// After so long without anybody a battle is put out of memory.
    pub idle: Duration,
    /// After so long without anybody computers who fight each other stop.
    pub unwatched: Duration,
    /// What time it is, in milliseconds since 1970: for what people read, and for nothing that is decided.
    pub clock: fn() -> i64,
    /// Battles in memory; when there are more, those that nobody has had to do with for longest are put away.
    pub battles: usize,
    /// Told to end it goes on for so long, and says that it is not ready for more.
    pub drain: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            names: Vec::new(),
            rates: Rates::default(),
            doors: Doors::default(),
            proxies: Proxies::default(),
            idle: Duration::from_secs(15 * 60),
            unwatched: Duration::from_secs(60),
            clock: now,
            battles: 1000,
            drain: Duration::ZERO,
        }
    }
}

/// What this machine says what time it is.
fn now() -> i64 {
    std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |d| i64::try_from(d.as_millis()).unwrap_or(0))
}

/// What every request finds.
#[derive(Clone)]
pub(crate) struct App(Arc<AppParts>);

pub(crate) struct AppParts {
    hall: Hall,
    counter: Counter,
    names: Vec<String>,
    proxies: Proxies,
    clock: fn() -> i64,
    /// It was told to end.
    ending: AtomicBool,
    /// Where it listens.
    at: Option<SocketAddr>,
}

impl std::ops::Deref for App {
    type Target = AppParts;
    fn deref(&self) -> &AppParts {
        &self.0
    }
}

/// Serves battles of these books on a listener until told to end.
pub async fn serve(
    library: Library,
    listener: TcpListener,
    store: Arc<dyn store::Store>,
    settings: Settings,
    end: impl Future<Output = ()> + Send + 'static,
) {
    let app = App(Arc::new(AppParts {
        hall: Hall::new(library, store, settings.unwatched, settings.battles),
        clock: settings.clock,
        counter: Counter::new(settings.rates),
        names: settings.names,
        proxies: settings.proxies.clone(),
        ending: AtomicBool::new(false),
        at: listener.local_addr().ok(),
    }));
    let books = app.hall.books().clone();
    tokio::task::spawn_blocking(move || {
        assets::prepare();
        books.previews();
    });
    let keeper = tokio::spawn(put_away(app.clone(), settings.idle));
    let ending = app.clone();
    let patience = ask::Patience(settings.doors.body);
    let router = routes::router()
        .fallback(fallback)
        .method_not_allowed_fallback(async || failure::Failure::method())
        .layer(axum::Extension(patience))
        .layer(CatchPanicLayer::custom(broke_down))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::stand))
        .layer(axum::middleware::from_fn(tongue::speak))
        .with_state(app);
    let drained = async {
        end.await;
        ending.ending.store(true, Ordering::Release);
        tokio::time::sleep(settings.drain).await;
    };
    Door::new(settings.doors).serve(listener, &settings.proxies, router, drained).await;
    keeper.abort();
    ending.hall.close().await;
}

/// A request that broke down is refused like any other.
fn broke_down(_: Box<dyn std::any::Any + Send>) -> axum::response::Response {
    failure::Failure::ours("a request broke down").into_response()
}

async fn put_away(app: App, idle: Duration) {
    let mut every =
        tokio::time::interval((idle / 4).clamp(Duration::from_millis(50), Duration::from_secs(60)));
    loop {
        every.tick().await;
        app.hall.put_away(idle);
    }
}

async fn fallback(request: Request) -> axum::response::Response {
    let path = request.uri().path();
    if path == "/api" || path.starts_with("/api/") {
        return failure::Failure::not_found(text!("no-such-thing-here")).into_response();
    }
    if !matches!(*request.method(), axum::http::Method::GET | axum::http::Method::HEAD) {
        return failure::Failure::method().into_response();
    }
    assets::serve(path, request.headers())
}
