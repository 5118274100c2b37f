//! The books that a program has. Those who serve, command and show battles are handed this list and know no book by name.

use crate::staff::{AnyTheatre, ByOffers};
use crate::{Book, Staff, Strength, Theatre};
use muster::{ArmyList, Report};

/// A book and those who command in it.
#[allow(missing_debug_implementations)]
pub struct Entry {
    pub book: &'static Book,
    pub commanders: Commanders,
    pub owes: Owes,
}

/// What a book still owes its clauses: no more may be missing than this (`vedette rules coverage --strict`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owes {
    /// Clauses that nothing in play shows yet.
    pub shown: usize,
    /// Clauses that no test proves yet.
    pub proved: usize,
}

impl Owes {
    /// The book is complete.
    pub const NOTHING: Owes = Owes { shown: 0, proved: 0 };
}

/// Reads a scenario that is to be fought many times: the file name for messages, and its text.
pub type OpenTheatre = fn(file: &str, text: &str) -> Result<Box<dyn Theatre>, Report>;

/// Where a book's computer commanders come from.
#[allow(missing_debug_implementations)]
pub enum Commanders {
    /// The book has commanders of its own.
    Own {
        /// A commander of a given strength. His own choices come from a seed of his own, never from the battle's.
        appoint: fn(Strength, u64) -> Box<dyn Staff>,
        theatre: OpenTheatre,
    },
    /// They take one of the answers that are offered, however strong they are said to be.
    ByOffers,
}

impl Entry {
    /// A commander for one seat of a battle of this book.
    pub fn appoint(&self, strength: Strength, seed: u64) -> Box<dyn Staff> {
        match self.commanders {
            Commanders::Own { appoint, .. } => appoint(strength, seed),
            Commanders::ByOffers => Box::new(ByOffers::new(seed)),
        }
    }

    /// A scenario of this book, ready to be fought many times by computer commanders.
    pub fn theatre(&self, file: &str, text: &str) -> Result<Box<dyn Theatre>, Report> {
        match self.commanders {
            Commanders::Own { theatre, .. } => theatre(file, text),
            Commanders::ByOffers => {
                AnyTheatre::open(self.book, file, text).map(|t| Box::new(t) as Box<dyn Theatre>)
            }
        }
    }
}

/// Every book of a program, in the order in which they are listed.
#[allow(missing_debug_implementations)]
#[derive(Clone, Copy)]
pub struct Library {
    entries: &'static [Entry],
    armies: &'static [&'static dyn ArmyList],
}

impl Library {
    pub const fn new(entries: &'static [Entry]) -> Library {
        Library { entries, armies: &[] }
    }

    /// The same with army lists of books, of those on their way into the program too.
    #[must_use]
    pub const fn with_armies(self, armies: &'static [&'static dyn ArmyList]) -> Library {
        Library { armies, ..self }
    }

    /// Army lists from which armies are built by points.
    pub fn armies(self) -> &'static [&'static dyn ArmyList] {
        self.armies
    }

    pub fn entries(self) -> &'static [Entry] {
        self.entries
    }

    /// The books themselves.
    pub fn books(self) -> Vec<&'static Book> {
        self.entries.iter().map(|e| e.book).collect()
    }

    /// The book of that id.
    pub fn find(self, id: &str) -> Option<&'static Entry> {
        self.entries.iter().find(|e| e.book.id == id)
    }
}
