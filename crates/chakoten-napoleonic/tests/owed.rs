//! What the book is owed: every clause of a kind that play answers for is cited where it decides and named by a proof, every unclear one has
//! a reading, and every option of a reading is asked for in the code. Once the book is listed, `vedette rules coverage --strict` counts the same
//! from the records of the proofs.

use chakoten_napoleonic::book;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use umpire::Kind;

/// The text of all sources in a folder.
fn sources(folder: &Path, all: &mut String) {
    let mut entries: Vec<_> = fs::read_dir(folder).expect("a folder of sources").flatten().collect();
    entries.sort_by_key(|e| e.path());
    for e in entries {
        let path = e.path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|x| x == "rs") {
            all.push_str(&fs::read_to_string(&path).expect("a source can be read"));
        }
    }
}

fn of(folder: &str) -> String {
    let mut all = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut all);
    all
}

/// The strings between the brackets of each use of a macro.
fn named(text: &str, mac: &str) -> Vec<Vec<String>> {
    let opens = format!("{mac}!(");
    let uses = text.split(&opens).skip(1);
    let inner = uses.map(|rest| rest.split(')').next().unwrap_or_default());
    inner.map(|i| i.split('"').skip(1).step_by(2).map(str::to_owned).collect()).collect()
}

fn owed() -> impl Iterator<Item = &'static str> {
    let play = |k: Kind| matches!(k, Kind::Engine | Kind::Setup | Kind::Table | Kind::Umpire);
    book::text().clauses.iter().filter(move |c| play(c.kind)).map(|c| c.id.as_str())
}

#[test]
fn every_clause_that_is_owed_is_cited_and_proved() {
    let cited: BTreeSet<String> = named(&of("src"), "clause").into_iter().flatten().collect();
    let proved: BTreeSet<String> = named(&of("tests"), "proves").into_iter().flatten().collect();
    let lacks = |all: &BTreeSet<String>| owed().filter(|c| !all.contains(*c)).collect::<Vec<_>>();
    assert_eq!(lacks(&cited), [""; 0], "cited nowhere");
    assert_eq!(lacks(&proved), [""; 0], "named by no proof");
}

#[test]
fn every_unclear_clause_has_a_reading() {
    let text = book::text();
    let read: BTreeSet<&str> = text.readings.iter().map(|r| r.clause.as_str()).collect();
    let unclear = text.clauses.iter().filter(|c| c.unclear.is_some()).map(|c| c.id.as_str());
    assert_eq!(unclear.filter(|c| !read.contains(c)).collect::<Vec<_>>(), [""; 0]);
}

/// A reading with several options is asked for by the code in all of them but one, and tests name each of those.
#[test]
fn every_option_of_a_reading_is_asked_for_and_tried() {
    let asked: BTreeSet<Vec<String>> = named(&of("src"), "reading").into_iter().collect();
    let tests = of("tests");
    for r in book::text().readings.iter().filter(|r| r.options.len() > 1) {
        let heeded = r.options.iter().filter(|o| asked.contains(&vec![r.id.clone(), o.id.clone()])).count();
        assert!(heeded + 1 >= r.options.len(), "{} is not asked for in all its options", r.id);
        assert!(tests.contains(&format!("\"{}\"", r.id)), "no test names {}", r.id);
        for o in r.options.iter().filter(|o| o.id != r.default) {
            assert!(tests.contains(&format!("\"{}\"", o.id)), "no test plays {} = {}", r.id, o.id);
        }
    }
}
