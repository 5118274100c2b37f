//! What happened at a moment of the clock, and by which clauses it is told.

use crate::{Clause, Grounds, Ruling};
use serde::Serialize;

/// Something that happened in a turn that runs for both sides at once; `K` is the book's own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Told<K> {
    pub turn: u32,
    /// From 0 to 1.
    pub clock: f64,
    pub clause: Clause,
    /// What else had a part in it.
    #[serde(skip_serializing_if = "Grounds::is_empty")]
    pub also: Grounds,
    #[serde(flatten)]
    pub kind: K,
    /// Which sides could see or hear it.
    #[serde(skip)]
    pub seen: [bool; 2],
}

/// What happens may have been decided by a ruling.
pub trait Ruled {
    /// How it was decided.
    fn ruling(&self) -> Option<&Ruling>;
}

impl<K: Ruled> Told<K> {
    /// Is it told by the clause of this id, alone or with others, or was it decided so?
    pub fn rests_on(&self, id: &str) -> bool {
        let ruled = |r: &Ruling| r.clauses.iter().any(|c| c.id() == id);
        self.clause.id() == id || self.also.rests_on(id) || self.kind.ruling().is_some_and(ruled)
    }
}

/// By what an event is told: the clause that caused it, and what else had a part in it.
#[derive(Clone, Debug, PartialEq)]
pub struct By {
    pub clause: Clause,
    pub also: Grounds,
}

impl By {
    /// And this one too.
    #[must_use]
    pub fn and(mut self, clause: Clause) -> By {
        if clause != self.clause {
            self.also.add(clause);
        }
        self
    }

    /// And all of these.
    #[must_use]
    pub fn with(self, more: impl IntoIterator<Item = Clause>) -> By {
        more.into_iter().fold(self, By::and)
    }
}

impl From<Clause> for By {
    fn from(clause: Clause) -> By {
        By { clause, also: Grounds::default() }
    }
}
