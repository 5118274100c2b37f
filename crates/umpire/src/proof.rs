//! Proof that a rule is at work. A test opens a [`Proof`] for the clauses it proves; when it ends, every one of them must
//! have been cited by engine code that ran in between. `vedette rules coverage` counts these proofs, and a proof whose
//! citation never ran fails, so a clause cannot be claimed without code that runs.

use crate::Clause;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

thread_local! {
    static RAN: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
    /// How many proofs are open; while there is none, nothing need be written down.
    static OPEN: Cell<u32> = const { Cell::new(0) };
}

pub fn note(c: Clause) {
    if OPEN.get() == 0 {
        return;
    }
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
        OPEN.set(OPEN.get() + 1);
        Proof { clauses: clauses.to_vec() }
    }
}

impl Drop for Proof {
    fn drop(&mut self) {
        OPEN.set(OPEN.get() - 1);
        if std::thread::panicking() {
            return;
        }
        let missing: Vec<_> = RAN
            .with_borrow(|s| self.clauses.iter().filter(|c| !s.contains(c.id())).map(|c| c.id()).collect());
        assert!(missing.is_empty(), "the test names {missing:?}, but no code citing it ran");
    }
}

/// Fails unless every chapter of tests in a folder is named in `bound`, the text of the file that binds them together.
pub fn all_bound_in(folder: &str, bound: &str) {
    for entry in std::fs::read_dir(folder).expect("the tests have a folder") {
        let name = entry.expect("it can be read").file_name().to_string_lossy().into_owned();
        if let Some(chapter) = name.strip_suffix(".rs").filter(|c| *c != "main") {
            let named = bound.lines().any(|l| l == format!("mod {chapter};"));
            assert!(named, "{name} is never run: name it in main.rs");
        }
    }
}
