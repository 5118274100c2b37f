//! What any battle keeps beside its table, and events for books that tell everything in one line: for whoever needs nothing else.

use crate::{Eye, Papers, Seating, Telling};
use muster::Head;
use serde::Serialize;
use umpire::{BattleDice, Clause, Ruling, Seed, Side};
use words::Message;

/// A line of the log, by its clause.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Note {
    pub clause: Clause,
    pub kind: &'static str,
    pub says: Message,
    /// The pieces it is about; the first does, the others suffer it.
    pub pieces: Vec<String>,
    pub ruling: Option<Ruling>,
    /// Whose doing it was: only he reads of its ruling what he keeps to himself.
    #[serde(skip)]
    pub by: Option<Side>,
    /// One of the few that a short telling needs.
    #[serde(skip)]
    pub milestone: bool,
}

impl Note {
    pub fn new(clause: Clause, kind: &'static str, says: Message) -> Note {
        Note { clause, kind, says, pieces: Vec::new(), ruling: None, by: None, milestone: false }
    }

    /// As it is told to an eye.
    pub fn telling(&self, eye: Eye) -> Telling {
        let own = self.by.map_or(eye.all(), |side| eye.reads(side));
        Telling {
            pieces: self.pieces.clone(),
            ruling: self.ruling.as_ref().map(|r| if own { r.clone() } else { r.without_kept() }),
            milestone: self.milestone,
            ..Telling::new(self.kind, self.says.clone(), self.clause)
        }
    }
}

/// Who sits down to what, the dice, and what has happened.
#[derive(Clone, Debug)]
pub struct Sitting<E> {
    pub head: Head,
    pub seed: Seed,
    pub seating: Seating,
    pub dice: BattleDice,
    pub log: Vec<E>,
}

impl<E> Sitting<E> {
    pub fn new(head: Head, seed: &Seed, dice: BattleDice, seating: Seating) -> Sitting<E> {
        Sitting { head, seed: seed.clone(), seating, dice, log: Vec::new() }
    }

    pub fn papers(&self) -> Papers<'_, E> {
        Papers {
            head: &self.head,
            seed: &self.seed,
            seating: self.seating,
            readings: None,
            events: &self.log,
        }
    }
}

impl Sitting<Note> {
    /// Writes down what has happened, and hands it over for more to be said of it.
    pub fn note(&mut self, clause: Clause, kind: &'static str, says: Message, pieces: &[&str]) -> &mut Note {
        let pieces = pieces.iter().map(|p| (*p).into()).collect();
        let note = Note { pieces, ..Note::new(clause, kind, says) };
        self.log.push(note);
        let last = self.log.len() - 1;
        &mut self.log[last]
    }
}
