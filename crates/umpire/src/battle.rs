use crate::{Clause, Side, say};
use serde::{Deserialize, Serialize};
use std::fmt;
use words::Message;

/// Who sits at the table. Sides are numbered as the scenario lists them; written, they are `A` and `B`, besides `umpire`
/// and `spectator`.
///
/// ```
/// use umpire::Seat;
/// assert_eq!("B".parse(), Ok(Seat::Side(1)));
/// assert_eq!(Seat::Umpire.to_string(), "umpire");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    Side(u8),
    Umpire,
    Spectator,
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Side(n) => write!(f, "{}", char::from(b'A' + n.min(&25))),
            Seat::Umpire => f.write_str("umpire"),
            Seat::Spectator => f.write_str("spectator"),
        }
    }
}

impl std::str::FromStr for Seat {
    type Err = Message;
    fn from_str(s: &str) -> Result<Seat, Message> {
        match s.as_bytes() {
            b"umpire" => Ok(Seat::Umpire),
            b"spectator" => Ok(Seat::Spectator),
            [c @ b'A'..=b'Z'] => Ok(Seat::Side(c - b'A')),
            _ => Err(say!("no-such-seat", given = s)),
        }
    }
}

impl Serialize for Seat {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Seat, D::Error> {
        String::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}

/// An answer that breaks a rule. It changes nothing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Refusal {
    /// `None` where no rule of the book but the form of the answer is at fault.
    pub clause: Option<Clause>,
    pub reason: Message,
}

impl Refusal {
    pub fn by(clause: Clause, reason: impl Into<Message>) -> Refusal {
        Refusal { clause: Some(crate::note_shown(clause)), reason: reason.into() }
    }

    pub fn form(reason: impl Into<Message>) -> Refusal {
        Refusal { clause: None, reason: reason.into() }
    }
}

/// Goes on where it is so, and refuses by the clause where it is not.
pub fn allow<M: Into<Message>>(so: bool, clause: Clause, reason: impl FnOnce() -> M) -> Result<(), Refusal> {
    if so { Ok(()) } else { Err(Refusal::by(clause, reason())) }
}

impl Refusal {
    /// The reason, with the clause before it.
    pub fn message(&self) -> Message {
        match self.clause {
            Some(clause) => say!("refused-by-clause", clause, reason = &self.reason),
            None => self.reason.clone(),
        }
    }
}
words::spoken!(Refusal);

impl std::error::Error for Refusal {}

/// How a battle ended.
#[derive(Clone, Debug, Serialize)]
pub struct Ending {
    /// The side that won; `None` is a draw.
    pub winner: Option<u8>,
    pub clause: Clause,
    pub why: Message,
}

impl Ending {
    pub fn new(winner: Option<Side>, clause: Clause, why: Message) -> Ending {
        Ending { winner: winner.map(|s| s.index() as u8), clause, why }
    }
}

/// Collects events, or nothing at all where nobody reads them.
#[derive(Clone, Debug)]
pub enum Log<E> {
    Off,
    On(Vec<E>),
}

impl<E> Log<E> {
    #[inline]
    pub fn push(&mut self, event: impl FnOnce() -> E) {
        if let Log::On(v) = self {
            v.push(event());
        }
    }

    pub fn is_on(&self) -> bool {
        matches!(self, Log::On(_))
    }

    /// All that was collected.
    pub fn events(&self) -> &[E] {
        match self {
            Log::On(v) => v,
            Log::Off => &[],
        }
    }

    /// Forgets what was collected, and goes on collecting if it did.
    pub fn clear(&mut self) {
        if let Log::On(v) = self {
            v.clear();
        }
    }
}
