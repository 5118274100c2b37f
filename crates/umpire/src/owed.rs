//! What a book's sources and tests still owe its text, read from the sources themselves: clauses that nothing cites or no test proves,
//! unclear clauses without a reading, readings whose options nothing asks for or no test plays. For a book's own tests, before it is listed;
//! once it is, `vedette rules coverage --strict` counts from the records of the proofs.

use crate::{Kind, RuleText};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The sources and the tests of a book's crate.
#[derive(Debug)]
pub struct Sources {
    src: String,
    tests: String,
}

/// The text of all sources in a folder, in the order of their names.
fn gather(folder: &Path, all: &mut String) {
    let mut entries: Vec<_> = fs::read_dir(folder).expect("a folder of sources").flatten().collect();
    entries.sort_by_key(|e| e.path());
    for e in entries {
        let path = e.path();
        if path.is_dir() {
            gather(&path, all);
        } else if path.extension().is_some_and(|x| x == "rs") {
            all.push_str(&fs::read_to_string(&path).expect("a source can be read"));
        }
    }
}

/// The strings between the brackets of each use of a macro.
fn named(text: &str, mac: &str) -> Vec<Vec<String>> {
    let opens = format!("{mac}!(");
    let uses = text.split(&opens).skip(1);
    let inner = uses.map(|rest| rest.split(')').next().unwrap_or_default());
    inner.map(|i| i.split('"').skip(1).step_by(2).map(str::to_owned).collect()).collect()
}

impl Sources {
    /// Those of a crate, by its folder: `env!("CARGO_MANIFEST_DIR")`.
    pub fn of(manifest: &str) -> Sources {
        let of = |folder: &str| {
            let mut all = String::new();
            gather(&Path::new(manifest).join(folder), &mut all);
            all
        };
        Sources { src: of("src"), tests: of("tests") }
    }

    /// Clauses that play answers for and that no decision cites.
    pub fn uncited<'t>(&self, text: &'t RuleText) -> Vec<&'t str> {
        lacking(text, &self.src, "clause")
    }

    /// Clauses that play answers for and that no test names.
    pub fn unproved<'t>(&self, text: &'t RuleText) -> Vec<&'t str> {
        lacking(text, &self.tests, "proves")
    }

    /// Options of readings that the code asks for nowhere, one of each reading being what is left, and options that no test plays.
    pub fn unplayed(&self, text: &RuleText) -> Vec<String> {
        let asked: BTreeSet<Vec<String>> = named(&self.src, "reading").into_iter().collect();
        let mut lacks = Vec::new();
        for r in text.readings.iter().filter(|r| r.options.len() > 1) {
            let heeded =
                r.options.iter().filter(|o| asked.contains(&vec![r.id.clone(), o.id.clone()])).count();
            if heeded + 1 < r.options.len() {
                lacks.push(format!("{} is not asked for in all its options", r.id));
            }
            if !self.tests.contains(&format!("\"{}\"", r.id)) {
                lacks.push(format!("no test names {}", r.id));
            }
            for o in r.options.iter().filter(|o| o.id != r.default) {
                if !self.tests.contains(&format!("\"{}\"", o.id)) {
                    lacks.push(format!("no test plays {} = {}", r.id, o.id));
                }
            }
        }
        lacks
    }
}

/// Unclear clauses without a reading.
pub fn unread(text: &RuleText) -> Vec<&str> {
    let read: BTreeSet<&str> = text.readings.iter().map(|r| r.clause.as_str()).collect();
    let unclear = text.clauses.iter().filter(|c| c.unclear.is_some()).map(|c| c.id.as_str());
    unclear.filter(|c| !read.contains(c)).collect()
}

fn lacking<'t>(text: &'t RuleText, sources: &str, mac: &str) -> Vec<&'t str> {
    let all: BTreeSet<String> = named(sources, mac).into_iter().flatten().collect();
    let play = |k: Kind| matches!(k, Kind::Engine | Kind::Setup | Kind::Table | Kind::Umpire);
    let owed = text.clauses.iter().filter(|c| play(c.kind)).map(|c| c.id.as_str());
    owed.filter(|c| !all.contains(*c)).collect()
}
