//! The language of a request: the one that its `Accept-Language` asks for. Everything that is said while it is answered is said in
//! it, on this thread or another.

use axum::extract::Request;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::middleware::Next;
use axum::response::Response;
use std::future::{Future, poll_fn};
use words::Language;

/// Answers in the language asked for.
pub(crate) async fn speak(request: Request, next: Next) -> Response {
    let asked = request.headers().get(ACCEPT_LANGUAGE).and_then(|h| h.to_str().ok());
    let language = asked.map_or_else(Language::ordinary, Language::accepted);
    let mut answer = Box::pin(next.run(request));
    // Each step may be taken on another thread.
    poll_fn(move |cx| language.speak(|| answer.as_mut().poll(cx))).await
}
