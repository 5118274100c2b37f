//! Proof that a rule is at work. A test opens a [`Proof`] for the clauses it proves; when it ends, every one of them must
//! have been cited by engine code that ran in between. `vedette rules coverage` counts these proofs, and a proof whose
//! citation never ran fails, so a clause cannot be claimed without code that runs.

use crate::Clause;
use std::cell::RefCell;
use std::collections::BTreeSet;

thread_local! {
    static RAN: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

pub fn note(c: Clause) {
    RAN.with_borrow_mut(|s| {
        s.insert(c.id());
    });
}

/// Open while a test proves its clauses; checks on drop. Made by a book's `proves!`.
#[derive(Debug)]
#[must_use = "the proof is checked when this guard is dropped at the end of the test"]
pub struct Proof {
    clauses: Vec<Clause>,
}

impl Proof {
    pub fn of(clauses: &[Clause]) -> Proof {
        RAN.with_borrow_mut(|s| s.clear());
        Proof { clauses: clauses.to_vec() }
    }
}

impl Drop for Proof {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let missing: Vec<_> = RAN
            .with_borrow(|s| self.clauses.iter().filter(|c| !s.contains(c.id())).map(|c| c.id()).collect());
        assert!(missing.is_empty(), "the test names {missing:?}, but no code citing it ran");
    }
}
