//! The command line in the language that shows what was left behind: every sentence stands between ⟦ and ⟧.

use std::process::{Command, Output};
use words::Speech;
use words::check::{Excused, Sources, complete, left_behind, reads_like_a_sentence};

fn vedette(args: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_vedette"));
    program.args(args).env("COLUMNS", "200").stdin(std::process::Stdio::null()).output().expect("it runs")
}

/// A line without what is said in the language.
fn outside(line: &str) -> String {
    let mut depth = 0u32;
    let mut rest = String::new();
    for c in line.chars() {
        match c {
            '⟦' => depth += 1,
            '⟧' => depth = depth.saturating_sub(1),
            c if depth == 0 => rest.push(c),
            _ => {}
        }
    }
    rest
}

fn nothing_left_behind(args: &[&str]) {
    let o = vedette(&[&["--lang", "en-XA"], args].concat());
    let said = String::from_utf8_lossy(&o.stdout).into_owned() + &String::from_utf8_lossy(&o.stderr);
    assert!(said.contains('⟦'), "{args:?} says nothing in the language:\n{said}");
    let mut open = false;
    for line in said.lines() {
        // A message may be of several lines.
        let whole = if open { format!("⟦{line}") } else { line.to_string() };
        open = whole.matches('⟦').count() > whole.matches('⟧').count();
        assert!(!reads_like_a_sentence(&outside(&whole)), "{args:?}: {line}");
    }
}

#[test]
fn battles_are_told_in_it() {
    nothing_left_behind(&["fight", "open-field", "--seed", "3", "--most", "6"]);
    nothing_left_behind(&["fight", "three-corps", "--seed", "3", "--most", "2", "--quiet"]);
    nothing_left_behind(&["simulate", "open-field", "--battles", "2"]);
}

#[test]
fn refusals_are_said_in_it() {
    nothing_left_behind(&["fight", "nowhere"]);
    nothing_left_behind(&["judge", "bbdba-acw", "nothing"]);
    nothing_left_behind(&["rules", "bbdba-acw", "readings", "nothing"]);
    nothing_left_behind(&["battle", "verify", "no-such-file.json"]);
}

#[test]
fn a_language_that_nobody_speaks_is_refused() {
    let o = vedette(&["--lang", "tlh", "scenario", "list"]);
    assert_eq!(o.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&o.stderr).contains("there is no language `tlh`"));
}

const VEDETTE: &[Excused<'_>] = &[
    ("rules/coverage.rs", 20, "for those who write the program"),
    ("rules/records.rs", 1, "for those who write the program"),
    ("rules/scan.rs", 2, "for those who write the program"),
    ("src/rules.rs", 2, "commands to be typed"),
    ("src/situation.rs", 1, "where the reader of JSON begins to tell the place"),
];

const SERVER: &[Excused<'_>] = &[
    ("src/ask.rs", 1, "for the log"),
    ("src/assets.rs", 2, "pages of a program that was built without its page"),
    ("src/books.rs", 1, "a seed"),
    ("src/failure.rs", 1, "for the log"),
    ("src/guard.rs", 1, "a header"),
    ("src/hall.rs", 3, "for the log"),
    ("src/open.rs", 5, "for the log, and a header"),
    ("src/openapi.rs", 8, "the interface, for those who write programs"),
    ("src/room.rs", 9, "for the log"),
    ("src/routes.rs", 32, "the interface, for those who write programs"),
    ("src/sqlite.rs", 18, "SQL, and the log"),
    ("src/store.rs", 1, "for the log"),
    ("src/think.rs", 3, "for the log"),
    ("src/token.rs", 1, "what is hashed"),
];

const CHART: &[Excused<'_>] = &[
    ("src/ground.rs", 8, "classes of a style sheet"),
    ("src/inks.rs", 2, "names of fonts"),
    ("src/names.rs", 6, "classes of a style sheet"),
    ("src/png.rs", 1, "the name of a font"),
];

const UMPIRE: &[Excused<'_>] = &[
    ("src/book.rs", 1, "why it cannot fail"),
    ("src/procedure.rs", 1, "what the reader of JSON says"),
    ("src/proof.rs", 1, "for those who write tests"),
    ("src/seed.rs", 2, "what is hashed"),
];

/// What a crate says, every message with its arguments, and what is excused in its sources.
type Speaker =
    (&'static Speech, &'static [(&'static str, &'static [&'static str])], &'static [Excused<'static>]);

/// The books look at their own sources.
#[test]
fn every_message_of_the_house_is_said_in_every_language_and_no_sentence_is_no_message() {
    let house: [Speaker; 8] = [
        (&vedette::speech::SPEECH, vedette::speech::LISTED, VEDETTE),
        (&server::speech::SPEECH, server::speech::LISTED, SERVER),
        (&chart::speech::SPEECH, chart::speech::LISTED, CHART),
        (&commander::speech::SPEECH, commander::speech::LISTED, &[]),
        (&desk::speech::SPEECH, desk::speech::LISTED, &[("src/staff.rs", 1, "a seed")]),
        (&muster::speech::SPEECH, muster::speech::LISTED, &[("src/fault.rs", 1, "keys of a file")]),
        (&table::speech::SPEECH, table::speech::LISTED, &[]),
        (&umpire::speech::SPEECH, umpire::speech::LISTED, UMPIRE),
    ];
    for (speech, listed, excused) in house {
        let folder = format!("{}/../{}/src", env!("CARGO_MANIFEST_DIR"), speech.speaker());
        let sources = Sources::read(folder).expect("the sources are there");
        complete(speech, listed, &sources);
        left_behind(&sources, excused);
    }
}
