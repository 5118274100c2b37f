use crate::Clause;
use serde::Serialize;
use words::Message;

/// One thing that changed a total, and the clause that says so.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Modifier {
    /// Whose total: the word the procedure uses for its side (`shooter`, `target`, `a`, `b`).
    pub side: &'static str,
    pub what: Message,
    pub value: i32,
    pub clause: Clause,
    /// It comes from what the other side keeps to itself.
    #[serde(skip)]
    pub kept: bool,
}

/// One step of the reckoning, in words that can be checked with pencil and book, and the clause by which it is made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reckoned {
    pub says: Message,
    pub clause: Clause,
}

/// How one thing was decided, in the order in which the book decides it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ruling {
    pub procedure: &'static str,
    pub modifiers: Vec<Modifier>,
    pub dice: Vec<u8>,
    /// Named totals, in the order computed.
    pub totals: serde_json::Map<String, serde_json::Value>,
    /// How the result comes of them, step by step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reckoning: Vec<Reckoned>,
    pub result: serde_json::Value,
    /// Every clause that had a part in the decision, in order of first use.
    pub clauses: Vec<Clause>,
}

/// Where a procedure writes down how it decided. [`Silent`] writes nothing and costs nothing: simulation and odds use it.
pub trait Record {
    fn modifier(&mut self, side: &'static str, what: impl Into<Message>, value: i32, clause: Clause);
    /// A modifier that comes from what the other side keeps to itself.
    fn kept_modifier(&mut self, side: &'static str, what: impl Into<Message>, value: i32, clause: Clause);
    fn die(&mut self, face: u8);
    fn total(&mut self, name: &'static str, value: i32);
    fn clause(&mut self, clause: Clause);
    /// A step of the reckoning. The words are made only where they are kept.
    #[inline(always)]
    fn reckon(&mut self, _says: impl FnOnce() -> Message, _clause: Clause) {}
}

/// Keeps no record.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Record for Silent {
    #[inline(always)]
    fn modifier(&mut self, _: &'static str, _: impl Into<Message>, _: i32, _: Clause) {}
    #[inline(always)]
    fn kept_modifier(&mut self, _: &'static str, _: impl Into<Message>, _: i32, _: Clause) {}
    #[inline(always)]
    fn die(&mut self, _: u8) {}
    #[inline(always)]
    fn total(&mut self, _: &'static str, _: i32) {}
    #[inline(always)]
    fn clause(&mut self, _: Clause) {}
}

impl Ruling {
    pub fn new(procedure: &'static str) -> Ruling {
        Ruling {
            procedure,
            modifiers: Vec::new(),
            dice: Vec::new(),
            totals: serde_json::Map::new(),
            reckoning: Vec::new(),
            result: serde_json::Value::Null,
            clauses: Vec::new(),
        }
    }

    /// As the side that decided it may know it: nothing of what the other keeps to itself, nor the totals that give it away.
    #[must_use]
    pub fn without_kept(&self) -> Ruling {
        let mut r = self.clone();
        r.modifiers.retain(|m| !m.kept);
        if r.modifiers.len() < self.modifiers.len() {
            // Nor the clause by which something kept was counted, where nothing open rests on it.
            let open = |c: &Clause| r.modifiers.iter().any(|m| m.clause == *c);
            let kept = |c: &Clause| self.modifiers.iter().any(|m| m.kept && m.clause == *c);
            r.clauses.retain(|c| open(c) || !kept(c));
            r.totals.retain(|name, _| name == "dice");
            r.reckoning.clear();
        }
        r
    }
}

impl Record for Ruling {
    fn modifier(&mut self, side: &'static str, what: impl Into<Message>, value: i32, clause: Clause) {
        self.modifiers.push(Modifier { side, what: what.into(), value, clause, kept: false });
        self.clause(clause);
    }
    fn kept_modifier(&mut self, side: &'static str, what: impl Into<Message>, value: i32, clause: Clause) {
        self.modifiers.push(Modifier { side, what: what.into(), value, clause, kept: true });
        self.clause(clause);
    }
    fn die(&mut self, face: u8) {
        self.dice.push(face);
    }
    fn total(&mut self, name: &'static str, value: i32) {
        self.totals.insert(name.into(), value.into());
    }
    fn clause(&mut self, clause: Clause) {
        if !self.clauses.contains(&clause) {
            self.clauses.push(crate::note_shown(clause));
        }
    }
    fn reckon(&mut self, says: impl FnOnce() -> Message, clause: Clause) {
        self.reckoning.push(Reckoned { says: says(), clause });
        self.clause(clause);
    }
}
