//! Proof that a rule is at work. A test opens a [`Proof`] for the clause it proves; when it ends, code citing the clause must
//! have run in between, and a ruling, event, refusal or plan that carries it must have been made, or the clause itself been
//! looked at. A test that proves several asks about each of them ([`Proof::shows`], [`Proof::refused_by`]): a list proves
//! nothing.
//!
//! What was proved in a test that passed is written down beside the test program ([`FOLDER`]); `vedette rules coverage`
//! counts these records and nothing else.

use crate::{Clause, Refusal};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

thread_local! {
    /// Cited by code that ran.
    static RAN: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
    /// Come into something that shows a decision.
    static SHOWN: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
    /// How many proofs are open; while there is none, nothing need be written down.
    static OPEN: Cell<u32> = const { Cell::new(0) };
}

#[inline]
pub fn note(c: Clause) {
    if OPEN.get() != 0 {
        write_down(c);
    }
}

#[cold]
fn write_down(c: Clause) {
    RAN.with_borrow_mut(|s| {
        s.insert(c.0);
    });
}

pub fn note_shown(c: Clause) {
    if OPEN.get() == 0 {
        return;
    }
    SHOWN.with_borrow_mut(|s| {
        s.insert(c.0);
    });
}

fn ran(id: &str) -> bool {
    RAN.with_borrow(|s| s.contains(id))
}

fn shown(id: &str) -> bool {
    SHOWN.with_borrow(|s| s.contains(id))
}

/// Where a proof is written.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    pub book: &'static str,
    /// The crate whose test it is.
    pub package: &'static str,
    /// The path of a function in the test.
    pub test: &'static str,
    pub file: &'static str,
    pub line: u32,
}

impl Site {
    /// The test as `cargo test` names it.
    fn test(&self) -> String {
        let all: Vec<&str> = self.test.split("::").collect();
        let inner = all.get(1..all.len().saturating_sub(1)).unwrap_or_default();
        inner.iter().filter(|p| !p.starts_with("{{")).copied().collect::<Vec<_>>().join("::")
    }
}

/// Open while a test proves its clauses; checks on drop. Made by a book's `proves!`.
#[derive(Debug)]
#[must_use = "the proof is checked when this guard is dropped at the end of the test"]
pub struct Proof {
    site: Site,
    clauses: Vec<Clause>,
    asked: RefCell<BTreeSet<&'static str>>,
}

impl Proof {
    pub fn of(site: Site, clauses: &[Clause]) -> Proof {
        RAN.with_borrow_mut(|s| s.clear());
        SHOWN.with_borrow_mut(|s| s.clear());
        OPEN.set(OPEN.get() + 1);
        Proof { site, clauses: clauses.to_vec(), asked: RefCell::default() }
    }

    /// What the test goes on to assert is the doing of this clause: `assert_eq!(p.shows("dba.12", points), [3, 1])`.
    #[track_caller]
    #[must_use = "assert something about it"]
    pub fn shows<T>(&self, clause: &str, what: T) -> T {
        let Some(c) = self.clauses.iter().find(|c| c.0 == clause) else {
            panic!("the test does not say that it proves {clause}");
        };
        assert!(ran(c.0), "nothing that {clause} decides has been looked at yet");
        self.asked.borrow_mut().insert(c.0);
        what
    }

    /// It is refused, by this clause.
    #[track_caller]
    pub fn refused_by<T: Debug>(&self, clause: &str, what: Result<T, Refusal>) -> Refusal {
        let refusal = self.shows(clause, what).expect_err("it is refused");
        assert_eq!(refusal.clause.map(Clause::id), Some(clause), "{}", refusal.reason);
        refusal
    }

    fn alone(&self) -> bool {
        self.clauses.len() == 1
    }
}

impl Drop for Proof {
    fn drop(&mut self) {
        OPEN.set(OPEN.get() - 1);
        if std::thread::panicking() {
            return;
        }
        let idle: Vec<_> = self.clauses.iter().filter(|c| !ran(c.0)).collect();
        assert!(idle.is_empty(), "the test names {idle:?}, but no code citing it ran");
        let dropped: Vec<_> = self.clauses.iter().filter(|c| !shown(c.0)).collect();
        assert!(
            dropped.is_empty(),
            "the test names {dropped:?}, but no ruling, event, refusal or plan carries it"
        );
        let asked = self.asked.borrow();
        let (asked, listed): (Vec<Clause>, Vec<Clause>) =
            self.clauses.iter().partition(|c| self.alone() || asked.contains(c.0));
        assert!(
            listed.is_empty(),
            "the test lists {listed:?} and asks nothing about them: p.shows(…), or leave them out"
        );
        for c in asked {
            record(&self.site, c, self.alone());
        }
    }
}

/// The folder of records, beside the programs that are built.
pub const FOLDER: &str = "proofs";

/// One line of a record: book, clause, whether the test proves it alone, the test, its place.
fn record(site: &Site, clause: Clause, alone: bool) {
    static WRITTEN: OnceLock<Mutex<(File, BTreeSet<String>)>> = OnceLock::new();
    let Site { book, package, file, line, .. } = site;
    let among = if alone { "alone" } else { "among" };
    let says = format!("{book}\t{clause}\t{among}\t{}\t{file}:{line}\n", site.test());
    let written = WRITTEN.get_or_init(|| Mutex::new((open(package), BTreeSet::new())));
    let mut written = written.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if written.1.insert(says.clone()) {
        // In one piece: whoever reads meanwhile finds a whole line or none.
        written.0.write_all(says.as_bytes()).expect("the record of proofs can be written");
    }
}

/// A new record for this process. Its name says of which build of the test program it is; those of older builds are
/// removed.
fn open(package: &str) -> File {
    let program = std::env::current_exe().expect("a test knows its program");
    let built = fs::metadata(&program).and_then(|m| m.modified()).expect("a program has a date");
    let built = built.duration_since(std::time::UNIX_EPOCH).expect("later than 1970").as_nanos();
    let name = program.file_stem().and_then(|n| n.to_str()).unwrap_or("tests");
    let name = name.rsplit_once('-').map_or(name, |(name, _)| name);
    let folder = beside(&program);
    fs::create_dir_all(&folder).expect("the folder of proofs can be made");
    let mine = format!("{package}.{name}.");
    for old in fs::read_dir(&folder).expect("the folder of proofs can be read").flatten() {
        let old_name = old.file_name();
        let of = old_name.to_str().and_then(|n| n.strip_prefix(&mine)).and_then(|n| n.split('.').next());
        if of.and_then(|n| n.parse::<u128>().ok()).is_some_and(|n| n < built) {
            // Another process of this build may have removed it.
            fs::remove_file(old.path()).ok();
        }
    }
    let to = folder.join(format!("{mine}{built}.{}.tsv", std::process::id()));
    fs::OpenOptions::new().create(true).append(true).open(to).expect("the record of proofs can be written")
}

/// The folder of records of a test program (in `deps/`) or of a program beside that folder.
pub fn beside(program: &Path) -> PathBuf {
    let folder = program.parent().unwrap_or(Path::new("."));
    let folder = if folder.ends_with("deps") { folder.parent().unwrap_or(folder) } else { folder };
    folder.join(FOLDER)
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
