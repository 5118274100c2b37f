//! The table in the browser: battles over HTTP, kept in a SQLite file, with the page inside the program.
//!
//! A battle is its scenario, its seed and its answers; the server keeps these and recomputes the rest. A seat is opened by
//! a token that nobody can guess, and is sent nothing but what the book says this seat may know.

/// A message in the language of the request.
macro_rules! text {
    ($($said:tt)*) => { $crate::say!($($said)*).to_string() };
}

pub mod api;
mod ask;
pub mod assets;
mod books;
mod failure;
mod guard;
mod hall;
mod live;
mod open;
pub mod openapi;
mod pool;
mod room;
pub mod routes;
mod seat;
#[path = "../../words/say.rs"]
pub mod speech;
pub mod sqlite;
pub mod store;
mod think;
mod token;
mod tongue;
pub mod types;

pub use guard::{Rate, Rates};
pub use sqlite::Sqlite;

use axum::extract::Request;
use axum::response::IntoResponse;
use desk::Library;
use guard::Counter;
use hall::Hall;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;

/// How the server is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Names besides `localhost` and addresses under which it may be called.
    pub names: Vec<String>,
    pub rates: Rates,
    /// After so long without anybody a battle is put out of memory.
    pub idle: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { names: Vec::new(), rates: Rates::default(), idle: Duration::from_secs(15 * 60) }
    }
}

/// What every request finds.
#[derive(Clone)]
pub(crate) struct App(Arc<AppParts>);

pub(crate) struct AppParts {
    hall: Hall,
    counter: Counter,
    names: Vec<String>,
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
) -> std::io::Result<()> {
    let app = App(Arc::new(AppParts {
        hall: Hall::new(library, store),
        counter: Counter::new(settings.rates),
        names: settings.names,
    }));
    let books = app.hall.books().clone();
    tokio::task::spawn_blocking(move || {
        assets::prepare();
        books.previews();
    });
    let keeper = tokio::spawn(put_away(app.clone(), settings.idle));
    let ending = app.clone();
    let service = routes::router()
        .fallback(fallback)
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::stand))
        .layer(axum::middleware::from_fn(tongue::speak))
        .with_state(app)
        .into_make_service_with_connect_info::<SocketAddr>();
    let listener = axum::serve::ListenerExt::tap_io(listener, |tcp| {
        // Small replies must not wait for more to be sent with them.
        let _ = tcp.set_nodelay(true);
    });
    // Live connections never end by themselves: the server does not wait for them.
    let served = tokio::select! {
        r = async { axum::serve(listener, service).await } => r,
        () = end => Ok(()),
    };
    keeper.abort();
    ending.hall.close().await;
    served
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
        return failure::Failure::not_found(text!("no-such-thing-here")).into_response();
    }
    assets::serve(path, request.headers())
}
