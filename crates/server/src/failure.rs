//! Why a request is not granted, and how that is said over HTTP.

use crate::api::{Code, Problem, Reason, Wrong};
use crate::store::StoreError;
use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use muster::{Mistake, Report};
use umpire::{DiceError, Refusal};

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

/// Tells the log.
fn log(what: impl std::fmt::Display) {
    eprintln!("vedette serve: {what}");
}

impl Failure {
    fn new(status: StatusCode, code: Code, reason: impl Into<String>) -> Failure {
        let reason = reason.into();
        let error = Reason { reason, code, clause: None, field: None, least: None, mistakes: Vec::new() };
        Failure { status, body: Box::new(Problem { error, version: None }), after: None }
    }

    /// The form of the request is wrong.
    pub fn form(reason: impl Into<String>) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, Code::Form, reason)
    }

    /// One field of the request is wrong.
    pub fn field(field: impl Into<String>, reason: impl Into<String>) -> Failure {
        let mut f = Failure::form(reason);
        f.body.error.field = Some(field.into());
        f
    }

    /// A field that must be there is not.
    pub fn missing(field: impl Into<String>, reason: impl Into<String>) -> Failure {
        let mut f = Failure::field(field, reason);
        f.body.error.code = Code::Missing;
        f
    }

    /// Dice that the book does not roll so.
    pub fn dice(e: &DiceError) -> Failure {
        let mut f = Failure::field("dice", e.to_string());
        f.body.error.code = Code::Dice;
        f.body.error.least = match e {
            DiceError::TooFew { needed, .. } => u32::try_from(*needed).ok(),
            _ => None,
        };
        f
    }

    /// A scenario that is not lawful, with everything that is wrong with it.
    pub fn scenario(r: &Report) -> Failure {
        let mut f = Failure::field("scenario", text!("scenario-not-lawful", report = r.headline()));
        f.body.error.code = Code::Scenario;
        let wrong = |m: &Mistake| Wrong {
            line: r.line_of(m).and_then(|n| u32::try_from(n).ok()),
            says: m.message().to_string(),
        };
        f.body.error.mistakes = r.mistakes.iter().map(wrong).collect();
        f
    }

    /// The one reply to every wrong token.
    pub fn no_seat() -> Failure {
        Failure::new(StatusCode::NOT_FOUND, Code::NoSeat, text!("no-such-seat"))
    }

    pub fn not_found(reason: impl Into<String>) -> Failure {
        Failure::new(StatusCode::NOT_FOUND, Code::NotFound, reason)
    }

    /// The request comes from another site, or under a name that is not ours.
    pub fn forbidden(reason: impl Into<String>) -> Failure {
        Failure::new(StatusCode::FORBIDDEN, Code::Forbidden, reason)
    }

    /// Not now.
    pub fn conflict(reason: impl Into<String>) -> Failure {
        Failure::new(StatusCode::CONFLICT, Code::Conflict, reason)
    }

    /// The battle has gone on since.
    pub fn out_of_date(version: u32) -> Failure {
        let mut f = Failure::conflict(text!("battle-gone-since-no"));
        f.body.error.code = Code::OutOfDate;
        f.body.version = Some(version);
        f
    }

    pub fn too_large(reason: impl Into<String>) -> Failure {
        Failure::new(StatusCode::PAYLOAD_TOO_LARGE, Code::TooLarge, reason)
    }

    /// Too much at once.
    pub fn slow_down(after: u32) -> Failure {
        let mut f =
            Failure::new(StatusCode::TOO_MANY_REQUESTS, Code::SlowDown, text!("too-many-requests-wait"));
        f.after = Some(after.max(1));
        f
    }

    /// Somebody has claimed the seat by this link already.
    pub fn claimed() -> Failure {
        Failure::new(StatusCode::CONFLICT, Code::Claimed, text!("seat-claimed-before"))
    }

    /// The request took too long to come.
    pub fn too_slow() -> Failure {
        Failure::new(StatusCode::REQUEST_TIMEOUT, Code::TooSlow, text!("request-took-too-long"))
    }

    /// There is such a thing, but nothing of the kind can be done with it.
    pub fn method() -> Failure {
        Failure::new(StatusCode::METHOD_NOT_ALLOWED, Code::Method, text!("method-not-here"))
    }

    /// A newer one came after it.
    pub fn overtaken() -> Failure {
        Failure::new(StatusCode::CONFLICT, Code::Overtaken, text!("newer-stroke-came"))
    }

    /// Too many sit at the same seat.
    pub fn crowded() -> Failure {
        Failure::new(StatusCode::TOO_MANY_REQUESTS, Code::SlowDown, text!("too-many-at-seat"))
    }

    /// He reads too slowly.
    pub fn behind() -> Failure {
        Failure::new(StatusCode::TOO_MANY_REQUESTS, Code::SlowDown, text!("read-too-slowly"))
    }

    /// Something of ours went wrong. What, is for the log and not for the caller.
    pub fn ours(what: impl std::fmt::Display) -> Failure {
        log(what);
        Failure::new(StatusCode::INTERNAL_SERVER_ERROR, Code::Ours, text!("something-went-wrong-here"))
    }

    /// It cannot be done now, and nothing was changed; it may be sent again.
    fn unavailable(reason: impl Into<String>) -> Failure {
        let mut f = Failure::new(StatusCode::SERVICE_UNAVAILABLE, Code::Unavailable, reason);
        f.after = Some(1);
        f
    }

    /// Something of ours went wrong that may go right the next time.
    pub fn again(what: impl std::fmt::Display) -> Failure {
        log(what);
        Failure::unavailable(text!("something-went-wrong-here"))
    }

    /// The server ends, and takes no answers any more.
    pub fn ending() -> Failure {
        Failure::unavailable(text!("server-is-ending"))
    }

    /// A rule refuses it.
    pub fn refused(clause: Option<String>, reason: impl Into<String>) -> Failure {
        let mut f = Failure::new(StatusCode::UNPROCESSABLE_ENTITY, Code::Refused, reason);
        f.body.error.clause = clause;
        f
    }
}

impl From<StoreError> for Failure {
    fn from(e: StoreError) -> Failure {
        log(e);
        Failure::unavailable(text!("cannot-keep-now"))
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
