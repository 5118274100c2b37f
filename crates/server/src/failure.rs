//! Why a request is not granted, and how that is said over HTTP.

use crate::api::{Problem, Reason};
use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use umpire::Refusal;

/// A request that is not granted.
#[derive(Clone, Debug)]
pub struct Failure {
    pub status: StatusCode,
    pub body: Box<Problem>,
    /// Try again after so many seconds.
    pub after: Option<u32>,
}

/// What a handler returns.
pub type Reply<T> = Result<T, Failure>;

impl Failure {
    fn new(status: StatusCode, reason: impl Into<String>) -> Failure {
        let error = Reason { reason: reason.into(), clause: None, field: None };
        Failure { status, body: Box::new(Problem { error, version: None }), after: None }
    }

    /// The form of the request is wrong.
    pub fn form(reason: impl Into<String>) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, reason)
    }

    /// One field of the request is wrong.
    pub fn field(field: impl Into<String>, reason: impl Into<String>) -> Failure {
        let mut f = Failure::form(reason);
        f.body.error.field = Some(field.into());
        f
    }

    /// The one reply to every wrong token.
    pub fn no_seat() -> Failure {
        Failure::new(StatusCode::NOT_FOUND, text!("no-such-seat"))
    }

    pub fn not_found(reason: impl Into<String>) -> Failure {
        Failure::new(StatusCode::NOT_FOUND, reason)
    }

    /// The request comes from another site, or under a name that is not ours.
    pub fn forbidden(reason: impl Into<String>) -> Failure {
        Failure::new(StatusCode::FORBIDDEN, reason)
    }

    /// Not now.
    pub fn conflict(reason: impl Into<String>) -> Failure {
        Failure::new(StatusCode::CONFLICT, reason)
    }

    /// The battle has gone on since.
    pub fn out_of_date(version: u32) -> Failure {
        let mut f = Failure::conflict(text!("battle-gone-since-no"));
        f.body.version = Some(version);
        f
    }

    pub fn too_large(reason: impl Into<String>) -> Failure {
        Failure::new(StatusCode::PAYLOAD_TOO_LARGE, reason)
    }

    /// Too much at once.
    pub fn slow_down(after: u32) -> Failure {
        let mut f = Failure::new(StatusCode::TOO_MANY_REQUESTS, text!("too-many-requests-wait"));
        f.after = Some(after.max(1));
        f
    }

    /// Something of ours went wrong. What, is for the log and not for the caller.
    pub fn ours(what: impl std::fmt::Display) -> Failure {
        eprintln!("vedette serve: {what}");
        Failure::new(StatusCode::INTERNAL_SERVER_ERROR, text!("something-went-wrong-here"))
    }

    /// Something of ours went wrong that may go right the next time.
    pub fn again(what: impl std::fmt::Display) -> Failure {
        Failure { status: StatusCode::SERVICE_UNAVAILABLE, after: Some(1), ..Failure::ours(what) }
    }

    /// A rule refuses it.
    pub fn refused(clause: Option<String>, reason: impl Into<String>) -> Failure {
        let mut f = Failure::new(StatusCode::UNPROCESSABLE_ENTITY, reason);
        f.body.error.clause = clause;
        f
    }
}

impl From<Refusal> for Failure {
    fn from(r: Refusal) -> Failure {
        Failure::refused(r.clause.map(|c| c.to_string()), r.reason.to_string())
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut r = (self.status, Json(&*self.body)).into_response();
        r.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
        if let Some(n) = self.after {
            r.headers_mut().insert(header::RETRY_AFTER, n.into());
        }
        r
    }
}
