//! An event as data for a seat, part by part: each part says who may know it, so that a part nobody thought of never leaves.

use crate::{Audience, Eye, Kept};
use serde::Serialize;
use serde_json::{Map, Value};
use umpire::Clause;

/// What an event consists of. A book makes it by a pattern that names every field of the event.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The event's name.
    pub kind: &'static str,
    parts: Vec<(&'static str, Kept<Value>)>,
}

impl Parts {
    pub fn of(kind: &'static str) -> Parts {
        Parts { kind, parts: Vec::new() }
    }

    /// A part for everybody who hears of the event.
    #[must_use]
    pub fn open(self, name: &'static str, value: impl Serialize) -> Parts {
        self.kept(name, Audience::ALL, value)
    }

    /// A part for some of them.
    #[must_use]
    pub fn kept(mut self, name: &'static str, audience: Audience, value: impl Serialize) -> Parts {
        let value = serde_json::to_value(value).unwrap_or(Value::Null);
        self.parts.push((name, Kept::new(audience, value)));
        self
    }

    /// A part that may not be there at all.
    #[must_use]
    pub fn some(self, name: &'static str, value: Option<impl Serialize>) -> Parts {
        match value {
            Some(v) => self.open(name, v),
            None => self,
        }
    }

    /// The event as an eye may have it.
    pub fn seen(&self, eye: Eye, clause: Clause) -> Value {
        let mut o = Map::new();
        o.insert("clause".into(), clause.id().into());
        o.insert("event".into(), self.kind.into());
        for (name, part) in &self.parts {
            if let Some(v) = part.to(eye) {
                o.insert((*name).into(), v.clone());
            }
        }
        Value::Object(o)
    }
}
