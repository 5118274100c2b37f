//! The command line in the language that shows what was left behind: every sentence stands between ⟦ and ⟧.

use crate::camp::Camp;
use desk::board::{Act, Stroke};
use desk::{ByOffers, Seating, Staff};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;
use umpire::{Seat, Seed};
use words::check::{Excused, Sources, complete, left_behind, reads_like_a_sentence};
use words::{Language, Speech};

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

/// What scenarios and clauses are called is said in no other language: the longest first, as one may stand in another.
static TITLES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let books = library::BOOKS.books();
    let texts = books.iter().flat_map(|b| b.shipped.iter().map(|(_, text)| *text));
    let clauses = books.iter().flat_map(|b| (b.text)().clauses.iter().map(|c| c.title.clone()));
    let named = books.iter().map(|b| b.title.to_owned()).chain(clauses);
    let mut all: Vec<String> = texts.map(|text| muster::Head::of(text).title).chain(named).collect();
    all.sort_by_key(|t| std::cmp::Reverse(t.len()));
    all
});

fn nothing_left_behind(args: &[&str]) {
    let o = vedette(&[&["--lang", "en-XA"], args].concat());
    let said = String::from_utf8_lossy(&o.stdout).into_owned() + &String::from_utf8_lossy(&o.stderr);
    assert!(said.contains('⟦'), "{args:?} says nothing in the language:\n{said}");
    let said = TITLES.iter().fold(said, |said, title| said.replace(title, ""));
    // A message may be of several lines.
    let rest = outside(&said);
    // Nor are the lines of a file that has mistakes, which are shown with them.
    for line in rest.lines().filter(|l| !l.contains(['│', '╭', '╰', '·'])) {
        assert!(!reads_like_a_sentence(line), "{args:?}: {line}\n{said}");
    }
}

#[test]
fn battles_are_told_in_it() {
    nothing_left_behind(&["fight", "open-field", "--seed", "3", "--most", "6"]);
    nothing_left_behind(&["fight", "three-corps", "--seed", "3", "--most", "2", "--quiet"]);
    nothing_left_behind(&["fight", "two-brigades", "--seed", "3", "--most", "4"]);
    nothing_left_behind(&["simulate", "open-field", "--battles", "2"]);
    nothing_left_behind(&["simulate", "two-brigades", "--battles", "2"]);
}

#[test]
fn every_help_is_said_in_it() {
    for of in [
        &[][..],
        &["serve"],
        &["fight"],
        &["battle"],
        &["battle", "new"],
        &["battle", "asks"],
        &["battle", "answer"],
        &["battle", "view"],
        &["battle", "log"],
        &["battle", "verify"],
        &["battles"],
        &["battles", "check"],
        &["battles", "repair"],
        &["simulate"],
        &["scenario"],
        &["scenario", "check"],
        &["scenario", "generate"],
        &["scenario", "generate", "bbdba-acw"],
        &["scenario", "generate", "chakoten-acw"],
        &["scenario", "list"],
        &["judge"],
        &["odds"],
        &["rules"],
    ] {
        nothing_left_behind(&[of, &["--help"]].concat());
        nothing_left_behind(&[&["help"], of].concat());
    }
}

/// What the books say of themselves (`rules`), forms and data are not said anew; all else is.
#[test]
fn every_command_speaks_it() {
    let camp = Camp::pitch("language");
    let at = |name: &str| camp.path(name).display().to_string();
    let (battle, broken) = (at("battle.json"), at("broken.toml"));
    nothing_left_behind(&["scenario", "list"]);
    nothing_left_behind(&["scenario", "check", "open-field"]);
    nothing_left_behind(&["scenario", "check", "two-brigades"]);
    for book in library::BOOKS.books() {
        let (_, text) = book.shipped[0];
        std::fs::write(&broken, text.replace("name = ", "nmae = ").replace("x = ", "y = ")).expect("written");
        nothing_left_behind(&["scenario", "check", &broken]);
        nothing_left_behind(&["judge", book.id, "--list"]);
        for p in book.procedures {
            let situation = at("situation.json");
            std::fs::write(&situation, p.example().to_string()).expect("written");
            nothing_left_behind(&["judge", book.id, p.name(), &situation]);
            nothing_left_behind(&[
                "judge",
                book.id,
                p.name(),
                &situation,
                "--dice",
                "1,1,1,1,1,1,1,1,1,1,1,1",
            ]);
        }
        nothing_left_behind(&["odds", book.id, book.procedures[0].name(), &at("situation.json")]);
    }
    nothing_left_behind(&["battle", "new", "open-field", "-o", &battle, "--seed", "4"]);
    nothing_left_behind(&["battle", "log", &battle]);
    nothing_left_behind(&["battle", "verify", &battle]);
    nothing_left_behind(&["battle", "asks", &battle, "--as", "C"]);
    nothing_left_behind(&["rules", "bbdba-acw", "no such words"]);
    nothing_left_behind(&["fight"]);
    nothing_left_behind(&["fight", "open-field", "--nonsense"]);
    nothing_left_behind(&["fight", "open-field", "--most"]);
    nothing_left_behind(&["fight", "open-field", "--most", "many"]);
    nothing_left_behind(&["battle", "new", "open-field"]);
    nothing_left_behind(&["battle", "new", "open-field", "-o", &battle, "--seed", "4", "--own-dice"]);
    nothing_left_behind(&["battle", "nonsense"]);
    nothing_left_behind(&["nonsense"]);
}

#[test]
fn refusals_are_said_in_it() {
    nothing_left_behind(&["fight", "nowhere"]);
    nothing_left_behind(&["judge", "bbdba-acw", "nothing"]);
    nothing_left_behind(&["rules", "bbdba-acw", "readings", "nothing"]);
    nothing_left_behind(&["battle", "verify", "no-such-file.json"]);
    nothing_left_behind(&["battles", "repair", "no-such-file.sqlite", "--output", "none.sqlite"]);
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
    ("src/rules.rs", 1, "a command to be typed"),
];

const SERVER: &[Excused<'_>] = &[
    ("src/answer.rs", 5, "for the log"),
    ("src/ask.rs", 1, "for the log"),
    ("src/assets.rs", 3, "pages of a program that was built without its page, and a policy"),
    ("src/behind.rs", 1, "for the log"),
    ("src/books.rs", 1, "a seed"),
    ("src/failure.rs", 1, "for the log"),
    ("src/guard.rs", 1, "a header"),
    ("src/hall.rs", 3, "for the log"),
    ("src/open.rs", 5, "for the log, and a header"),
    ("src/lib.rs", 1, "for the log"),
    ("src/openapi.rs", 9, "the interface, for those who write programs"),
    ("src/opening.rs", 1, "a seed"),
    ("src/outcomes.rs", 16, "SQL"),
    ("src/own.rs", 2, "for the log"),
    ("src/repair.rs", 9, "SQL"),
    ("src/room.rs", 2, "for the log"),
    ("src/routes.rs", 47, "the interface, for those who write programs"),
    ("src/sqlite.rs", 25, "SQL"),
    ("src/table.rs", 1, "for the log"),
    ("src/think.rs", 2, "for the log"),
    ("src/token.rs", 1, "what is hashed"),
    ("src/writer.rs", 1, "SQL"),
];

const CHART: &[Excused<'_>] = &[
    ("src/ground.rs", 8, "classes of a style sheet"),
    ("src/inks.rs", 2, "names of fonts"),
    ("src/names.rs", 6, "classes of a style sheet"),
    ("src/png.rs", 1, "the name of a font"),
];

const DESK: &[Excused<'_>] = &[
    ("src/chance.rs", 2, "what is hashed"),
    ("src/past.rs", 1, "what is hashed"),
    ("src/staff.rs", 1, "a seed"),
];

const MUSTER: &[Excused<'_>] = &[
    ("src/fault.rs", 1, "keys of a file"),
    ("src/printed.rs", 1, "why it cannot fail"),
    ("src/typed.rs", 1, "the name of a column"),
];

const UMPIRE: &[Excused<'_>] = &[
    ("src/book.rs", 1, "why it cannot fail"),
    ("src/reader.rs", 2, "what the reader of JSON says"),
    ("src/owed.rs", 3, "for those who write tests"),
    ("src/proof.rs", 1, "for those who write tests"),
    ("src/seed.rs", 3, "what is hashed"),
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
        (&desk::speech::SPEECH, desk::speech::LISTED, DESK),
        (&muster::speech::SPEECH, muster::speech::LISTED, MUSTER),
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

/// The plain words of the English messages of the house and of a book: whoever reads one of them in the pseudo-language reads English.
/// What another book has a word for may stand in the text of this one.
fn english(book: &str) -> BTreeSet<String> {
    fn read(folder: &Path, book: &str, all: &mut BTreeSet<String>) {
        for e in std::fs::read_dir(folder).expect("the messages are there").flatten() {
            if e.path().is_dir() {
                if e.file_name().to_string_lossy() == book {
                    read(&e.path(), book, all);
                }
                continue;
            }
            let text = std::fs::read_to_string(e.path()).expect("a file of messages");
            for line in text.lines().filter(|l| !l.starts_with('#')) {
                let said = line.split_once(" = ").map_or(line, |(_, said)| said);
                all.extend(plain_words(&without_arguments(said)).map(str::to_owned));
            }
        }
    }
    let mut all = BTreeSet::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../words/en"), book, &mut all);
    all
}

fn without_arguments(said: &str) -> String {
    let mut depth = 0;
    let outside = |c: char| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => return if depth == 0 { Some(c) } else { Some(' ') },
        }
        Some(' ')
    };
    said.chars().filter_map(outside).collect()
}

/// Words of at least four small letters: names and codes are others.
fn plain_words(text: &str) -> impl Iterator<Item = &str> {
    // A clause is cited by its number (`move.2`).
    text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-' && c != '.')
        .map(|w| w.trim_matches('.'))
        .filter(|w| w.len() > 3 && w.chars().all(|c| c.is_ascii_lowercase()))
}

/// Every text under a key that a person reads, with the key.
fn said<'v>(v: &'v Value, all: &mut Vec<(&'v str, &'v str)>) {
    const READ: [&str; 11] =
        ["says", "label", "name", "formation", "strength", "note", "reason", "hint", "unit", "what", "more"];
    match v {
        Value::Object(o) => {
            for (key, x) in o {
                match x {
                    Value::String(text) if READ.contains(&key.as_str()) => all.push((key, text)),
                    Value::Array(list) if READ.contains(&key.as_str()) => {
                        all.extend(list.iter().filter_map(|x| Some((key.as_str(), x.as_str()?))));
                        list.iter().for_each(|x| said(x, all));
                    }
                    // What is answered and drafted is for programs.
                    _ if ["answer", "draft", "form", "ruling"].contains(&key.as_str()) => {}
                    x => said(x, all),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|x| said(x, all)),
        _ => {}
    }
}

/// A text without what stands in it as it is written in a file.
fn unquoted(text: &str) -> String {
    let quotes = |c| matches!(c, '`' | '"' | '“' | '”');
    text.split(quotes).step_by(2).collect::<Vec<_>>().join(" ")
}

/// Words of the order slips of `chakoten-acw`, which are typed as they are whatever is spoken.
const SLIP: &str = "abatis about after attack attacks back barricade before canister chain charge clear clock column companies detach dismount enter enters face fire fires form guns join leave left limber line march mount passes place reorganise repair repeat resupply right road shell shock shot stand thin unlimber until wait wheel when whole within work";

/// What the steps of a hill are called in scenario files, whose tasks name them so: `Mercer's Ridge, step 2`.
const STEP: [&str; 1] = ["step"];

/// Fails if somebody reads English in it. Names are those of the scenario.
fn nothing_in_english(english: &BTreeSet<String>, scenario: &str, what: &str, v: &Value) {
    let named: BTreeSet<&str> = plain_words(scenario).chain(SLIP.split(' ')).chain(STEP).collect();
    let mut all = Vec::new();
    said(v, &mut all);
    assert!(!all.is_empty(), "{what} says nothing");
    for (key, text) in all {
        let text = unquoted(text);
        let left = plain_words(&text).find(|w| english.contains(*w) && !named.contains(w));
        assert_eq!(left, None, "{what}, {key}: {text}");
    }
}

/// The same with something of another kind in the place of each thing in it, with one thing less, and with one more.
fn twisted(v: &Value) -> Vec<Value> {
    let others = [json!(null), json!(true), json!(-1), json!(1.5), json!("nonsense"), json!([]), json!({})];
    let mut all: Vec<Value> = others.into_iter().filter(|o| o != v).collect();
    if let Value::Object(fields) = v {
        for (name, x) in fields {
            let mut less = fields.clone();
            less.remove(name);
            all.push(Value::Object(less));
            for t in twisted(x) {
                let mut other = fields.clone();
                other.insert(name.clone(), t);
                all.push(Value::Object(other));
            }
        }
        let mut more = fields.clone();
        more.insert("nonsense".into(), json!(1));
        all.push(Value::Object(more));
    }
    if let Value::Array(list) = v {
        for (i, x) in list.iter().enumerate().take(2) {
            for t in twisted(x) {
                let mut other = list.clone();
                other[i] = t;
                all.push(Value::Array(other));
            }
        }
    }
    all
}

/// What cannot be read is told in our own words: where, what stands there, what should. What its reader says is quoted, as a detail.
#[test]
fn what_cannot_be_read_is_said_in_it() {
    let mut told = 0;
    Language::PSEUDO.speak(|| {
        for book in library::BOOKS.books() {
            let english = english(book.id);
            let mut check = |what: &str, scenario: &str, says: String| {
                assert!(says.contains('⟦'), "{what}: {says}");
                // What is a field of it is called so in every language.
                nothing_in_english(&english, &[scenario, what].join(" "), what, &json!({ "reason": says }));
                told += 1;
            };
            for p in book.procedures {
                for v in twisted(&p.example()) {
                    if let Err(e) = p.judge_by_hand(&v, Vec::new()) {
                        check(&format!("{} of {v}", p.name()), &p.example().to_string(), e.to_string());
                    }
                }
            }
            let (name, text) = book.shipped[0];
            let begun = desk::BattleFile::begin(book, name, text, Seed::new("7"));
            let (file, game) = begun.expect("it is lawful");
            for ask in game.asks() {
                let first = ask.offers.first().expect("something is offered");
                for v in twisted(first) {
                    if let Err(r) = game.snapshot().answer(ask.seat, &v) {
                        check(&format!("the answer {v}"), text, r.to_string());
                    }
                }
            }
            let mut short = serde_json::to_value(&file).expect("a battle file is JSON");
            short["scenario"] = json!("title = 1");
            for v in twisted(&short) {
                if let Err(e) = desk::BattleFile::parse(&v.to_string()) {
                    check(&format!("the file {v}"), "", e.to_string());
                }
            }
            for no_file in ["", "{", "[1,", "{\"format\": nothing}", "{\"format\": 1e999}"] {
                let e = desk::BattleFile::parse(no_file).expect_err("it is none");
                check(no_file, "", e.to_string());
            }
            for no_toml in ["title = ", "= 3", "[side", "title = 'a\ntitle", "a = 1\na = 2"] {
                let Err(r) = (book.begin)("no.toml", no_toml, &Seed::new("7"), Seating::SIDES_ONLY) else {
                    panic!("{no_toml} is no scenario")
                };
                for m in &r.mistakes {
                    assert!(m.at.is_some(), "{no_toml}: where?");
                    check(no_toml, "", m.message().to_string());
                }
            }
        }
    });
    assert!(told > 500, "{told}");
}

/// Boards, prompts, blank sketches, films and refusals of every book, as a player in the pseudo-language gets them.
#[test]
fn tables_prompts_films_and_refusals_are_said_in_it() {
    Language::PSEUDO.speak(|| {
        for book in library::BOOKS.books() {
            let english = english(book.id);
            for (name, text) in book.shipped {
                let seating = if text.len() % 2 == 0 { Seating::WITH_UMPIRE } else { Seating::SIDES_ONLY };
                let mut game = (book.begin)(name, text, &Seed::new("7"), seating).expect("it is lawful");
                let seats = [Seat::Side(0), Seat::Side(1), Seat::Umpire, Seat::Spectator];
                game.record(&seats);
                let nonsense = Stroke {
                    asks: "nonsense".into(),
                    draft: Value::Null,
                    pieces: Vec::new(),
                    act: Act::Pick,
                };
                let mut staff = [ByOffers::new(1), ByOffers::new(2)];
                for step in 0..24 {
                    let check = |what: &str, v: &Value| {
                        nothing_in_english(&english, text, &format!("{name}, step {step}: {what}"), v);
                    };
                    for seat in seats {
                        check("board", &json!(game.board(seat)));
                        let asked = game.prompts(seat);
                        if !asked.is_empty() {
                            check("prompts", &json!(asked));
                        }
                        let refused = game.sketch(seat, &nonsense).expect_err("nothing of the kind is asked");
                        check("refusal", &json!({ "reason": refused.reason }));
                    }
                    let Some(Seat::Side(n)) =
                        game.waits_for().into_iter().find(|s| matches!(s, Seat::Side(_)))
                    else {
                        break;
                    };
                    let Some(answer) = staff[usize::from(n) % 2].answer(&*game, Seat::Side(n)) else { break };
                    game.answer(Seat::Side(n), &answer).expect("an offer is accepted");
                    for seat in seats {
                        let moments = game.take_moments(seat);
                        if !moments.is_empty() && moments.iter().any(|m| !m.told.is_empty()) {
                            check("film", &json!(moments));
                        }
                    }
                }
            }
        }
    });
}
