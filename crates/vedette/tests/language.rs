//! The command line in the language that shows what was left behind: every sentence stands between ⟦ and ⟧.

use std::process::{Command, Output};
use words::check::{Sources, complete, reads_like_a_sentence};

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

#[test]
fn every_message_of_the_edges_is_said_in_every_language() {
    let sources = |of: &str| {
        let folder = format!("{}/../{of}/src", env!("CARGO_MANIFEST_DIR"));
        Sources::read(folder).expect("the sources are there")
    };
    complete(&vedette::speech::SPEECH, vedette::speech::LISTED, &sources("vedette"));
    complete(&server::speech::SPEECH, server::speech::LISTED, &sources("server"));
}
