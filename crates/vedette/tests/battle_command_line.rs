//! Battles, scenarios and simulations through the built program, as a user meets them.

use crate::camp::Camp;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Stdio};

fn shipped(name: &str) -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/bbdba-acw").join(format!("{name}.toml"));
    std::fs::read_to_string(path).expect("shipped")
}

const SHIPPED: [&str; 5] =
    ["open-field", "three-corps", "river-crossing", "meeting-by-dice", "behind-the-screen"];

/// A human umpire: seated by an option, asked by the set-up, heard at any time, replayed by `verify`.
#[test]
fn an_umpire_is_seated_asked_and_heard() {
    let c = Camp::pitch("umpire");
    let said = c.good(&["battle", "new", "meeting-by-dice", "-o", "b.json", "--seed", "7", "--umpire"], "");
    let mut told = said;
    for _ in 0..12 {
        if told.contains("Waiting for the umpire.") {
            break;
        }
        let seat = if told.contains("Waiting for A") { "A" } else { "B" };
        let asks = c.data(&["battle", "asks", "b.json", "--as", seat, "--brief"], "");
        told = c.good(&["battle", "answer", "b.json", "--as", seat, "-"], &asks[0]["offers"][0].to_string());
    }
    let asks = c.data(&["battle", "asks", "b.json", "--as", "umpire"], "");
    assert_eq!((&asks[0]["asks"], &asks[0]["clause"]), (&json!("fortress"), &json!("camp.7")));
    assert_eq!(asks[1]["standing"], true);
    assert!(asks[0]["form"].to_string().contains("decide"));
    let before = c.bytes("b.json");
    let answer = ["battle", "answer", "b.json", "--as", "umpire", "-"];
    let e = c.bad(&answer, br#"{"do":"decide","choice":"castle"}"#);
    assert!(e.contains("refused: camp.7: "), "{e}");
    c.bad(&answer, br#"{"do":"correct","because":"x","changes":[{"place":{"element":"A1","at":{}}}]}"#);
    assert_eq!(c.bytes("b.json"), before, "a refused word changed the file");
    let told = c.good(&answer, &asks[0]["offers"][1].to_string());
    assert!(
        told.contains("The umpire decides: the defender has a fortress") && told.contains("[camp.7]"),
        "{told}"
    );
    let told = c.good(&answer, r#"{"do":"rule","says":"The ford is passable.","clause":"river.3"}"#);
    assert!(told.contains("The umpire rules on river.3: The ford is passable. [basis.1]"), "{told}");
    assert!(c.good(&["battle", "verify", "b.json"], "").contains("is what it claims"));
    assert!(c.good(&["battle", "log", "b.json"], "").contains("An umpire sits at the table"));
}

/// A decision is taken back by leave of the other side: it stands in the log, and `verify` still holds.
#[test]
fn a_decision_is_taken_back_by_mail() {
    let c = Camp::pitch("taken-back");
    c.good(&["battle", "new", "open-field", "-o", "b.json", "--seed", "chickamauga"], "");
    assert!(c.play("b.json", 20));
    let waits =
        |c: &Camp| c.data(&["battle", "view", "b.json", "--as", "umpire"], "")["waits_for"][0].clone();
    let (seat, other) = if waits(&c) == "A" { ("A", "B") } else { ("B", "A") };
    let before = c.data(&["battle", "view", "b.json", "--as", seat], "");
    let asks = c.data(&["battle", "asks", "b.json", "--as", seat, "--brief"], "");
    c.good(&["battle", "answer", "b.json", "--as", seat, "-"], &asks[0]["offers"][0].to_string());
    let refused = c.bad(&["battle", "take-back", "b.json", "--as", other, "--agree"], b"");
    assert!(refused.contains("nobody asks to take a decision back"), "{refused}");
    let told = c.good(&["battle", "take-back", "b.json", "--as", seat], "");
    assert!(told.contains("asks to take back its last decision"), "{told}");
    assert!(told.contains(&format!("Waiting for {other}")), "{told}");
    let told = c.good(&["battle", "take-back", "b.json", "--as", other, "--agree"], "");
    assert!(told.contains("takes back its last decision, by leave of"), "{told}");
    assert_eq!(c.data(&["battle", "view", "b.json", "--as", seat], ""), before);
    let log = c.good(&["battle", "log", "b.json"], "");
    assert!(
        log.trim_end().lines().last().is_some_and(|l| l.contains("takes back its last decision")),
        "{log}"
    );
    assert!(c.good(&["battle", "verify", "b.json"], "").contains("is what it claims"));
}

#[test]
fn a_battle_by_mail() {
    let c = Camp::pitch("mail");
    let said = c.good(&["battle", "new", "open-field", "-o", "b.json", "--seed", "chickamauga"], "");
    assert!(said.contains("b.json is ready") && said.contains("Waiting for"), "{said}");
    assert!(!said.contains("chickamauga"), "the seed stays secret: {said}");
    assert!(c.play("b.json", 40));
    let log = c.good(&["battle", "log", "b.json"], "");
    assert!(log.contains("[move.1]") && log.contains("[turn.1]"), "{log}");
    let lines = c.good(&["battle", "log", "b.json", "--json"], "");
    let events: Vec<Value> = lines.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert!(events.iter().all(|e| e["clause"].is_string() && e["event"].is_string()));
    let verdict = c.good(&["battle", "verify", "b.json"], "");
    assert!(verdict.contains("is what it claims: 40 answers"), "{verdict}");
    assert!(verdict.contains(&format!("{} events", events.len())), "{verdict}");
    let v = c.data(&["battle", "view", "b.json", "--as", "B", "--map", "b.svg"], "");
    assert_eq!((&v["you"]["side"], v["armies"].as_array().map(Vec::len)), (&json!("B"), Some(2)));
    assert!(String::from_utf8(c.bytes("b.svg")).expect("text").starts_with("<svg"));
    c.good(&["battle", "view", "b.json", "--as", "spectator", "--map", "b.png"], "");
    assert!(c.bytes("b.png").starts_with(b"\x89PNG"));
    // Seats go by the side's name too.
    let name = v["armies"][0]["name"].as_str().expect("a name").to_lowercase();
    assert_eq!(c.data(&["battle", "view", "b.json", "--as", &name], "")["you"]["side"], "A");
}

#[test]
fn a_changed_file_is_found_out() {
    let c = Camp::pitch("tampered");
    c.good(&["battle", "new", "open-field", "-o", "b.json", "--seed", "1"], "");
    c.play("b.json", 12);
    let honest: Value = serde_json::from_slice(&c.bytes("b.json")).expect("JSON");
    let tampered = |f: &dyn Fn(&mut Value)| {
        let mut v = honest.clone();
        f(&mut v);
        c.put("t.json", serde_json::to_vec(&v).expect("JSON"));
        let e = c.bad(&["battle", "verify", "t.json"], b"");
        assert!(e.contains("t.json is not what it claims"), "{e}");
        e
    };
    let e = tampered(&|v| v["seed"] = json!("2"));
    assert!(e.contains("committed") || e.contains("is refused"), "{e}");
    let e = tampered(&|v| v["claim"]["commitment"] = json!("00"));
    assert!(e.contains("the file committed to 00"), "{e}");
    let e = tampered(&|v| v["claim"]["events"] = json!(3));
    assert!(e.contains("but the file claims 3"), "{e}");
    let e = tampered(&|v| v["claim"]["digest"] = json!("00"));
    assert!(e.contains("another digest"), "{e}");
    let e = tampered(&|v| drop(v["answers"].as_array_mut().expect("answers").pop()));
    assert!(e.contains("events"), "{e}");
    let e = tampered(&|v| v["answers"][2]["answer"] = json!({ "do": "hold_fire" }));
    assert!(e.contains("answer 3 of the file is refused"), "{e}");
    let e = tampered(&|v| v["answers"][0]["as"] = json!("umpire"));
    assert!(e.contains("answer 1 of the file is refused"), "{e}");
    let e = tampered(&|v| v["scenario"] = json!(shipped("open-field").replace("rifles", "rifels")));
    assert!(e.contains("rifels") && e.contains("line "), "{e}");
    let e = tampered(&|v| v["book"] = json!("tactica"));
    assert!(e.contains("does not have the book `tactica`"), "{e}");
    // What is no battle file at all.
    let mut v = honest.clone();
    v["format"] = json!("vedette-battle/99");
    c.put("t.json", v.to_string());
    assert!(c.bad(&["battle", "verify", "t.json"], b"").contains("another format, `vedette-battle/99`"));
    for bytes in [&b"\xff\xfe"[..], b"", b"{}", b"[1,2", "[".repeat(90_000).as_bytes()] {
        c.put("t.json", bytes);
        for what in ["verify", "log"] {
            c.bad(&["battle", what, "t.json"], b"");
        }
        for what in ["asks", "view"] {
            c.bad(&["battle", what, "t.json", "--as", "A"], b"");
        }
        c.bad(&["battle", "answer", "t.json", "--as", "A", "-"], br#"{"do":"end_moves"}"#);
    }
}

#[test]
fn a_refused_answer_leaves_the_file() {
    let c = Camp::pitch("refused");
    c.good(&["battle", "new", "open-field", "-o", "b.json", "--seed", "3"], "");
    // On to the first move.
    let (seat, offers) = loop {
        let found = ["A", "B"].into_iter().find_map(|s| {
            let asks = c.data(&["battle", "asks", "b.json", "--as", s], "");
            let a = asks.get(0)?.clone();
            assert!(a["form"].is_object() && a["clause"].is_string() && a["says"].is_string());
            (a["asks"] == "move").then(|| (s, a["offers"].clone()))
        });
        match found {
            Some(f) => break f,
            None => assert!(c.play("b.json", 1)),
        }
    };
    let before = c.bytes("b.json");
    let other = if seat == "A" { "B" } else { "A" };
    let refuse = |seat: &str, answer: &str| {
        let e = c.bad(&["battle", "answer", "b.json", "--as", seat, "-"], answer.as_bytes());
        assert_eq!(c.bytes("b.json"), before, "{answer} changed the file");
        e
    };
    let far =
        json!({ "do": "move", "elements": [format!("{seat}1")], "how": { "group": [{ "advance": 900.0 }] } });
    let e = refuse(seat, &far.to_string());
    assert!(e.contains("refused: dba.4: ") && e.contains("may go"), "{e}");
    let theirs =
        json!({ "do": "move", "elements": [format!("{other}1")], "how": { "group": [{ "advance": 40.0 }] } });
    assert!(refuse(seat, &theirs.to_string()).contains("refused: "));
    assert!(refuse(other, &offers[0].to_string()).contains("nothing is asked of side"));
    assert!(refuse("umpire", &offers[0].to_string()).contains("nobody sits in the umpire's chair"));
    assert!(refuse("spectator", &offers[0].to_string()).contains("this seat watches"));
    assert!(refuse("C", "{}").contains("there is no seat `C`; the seats are A"));
    assert!(refuse(seat, r#"{"do":"hold_fire"}"#).contains("waits for another answer: “move”"));
    assert!(refuse(seat, r#"{"do":"dance"}"#).contains("`dance` is none of"));
    assert!(refuse(seat, r#"{"do":"#).contains("not JSON"));
    assert!(
        refuse(seat, r#"{"do":"move","elements":["A1"],"how":{"group":[{"advance":NaN}]}}"#)
            .contains("not JSON")
    );
    assert!(refuse(seat, r#"{"do":"move","elements":["A1"],"how":{"road":1e999}}"#).contains("not JSON"));
    refuse(seat, &"[".repeat(100_000));
    assert!(c.bad(&["battle", "answer", "b.json", "--as", seat, "none.json"], b"").contains("none.json"));
    assert_eq!(c.bytes("b.json"), before);
    assert_eq!(std::fs::read_dir(&c.0).expect("a folder").count(), 1, "nothing is left lying about");
}

#[test]
fn what_lies_behind_the_screen_stays_there() {
    let c = Camp::pitch("screen");
    // Several commands, so that there is a ranking too.
    c.good(
        &[
            "scenario",
            "generate",
            "bbdba-acw",
            "--terrain",
            "farmland",
            "--seed",
            "4",
            "--board",
            "several-commands",
            "--deployment",
            "hidden",
            "-o",
            "s.toml",
        ],
        "",
    );
    c.good(&["battle", "new", "s.toml", "-o", "b.json", "--seed", "longstreet's spy"], "");
    let ask = |seat: &str| c.data(&["battle", "asks", "b.json", "--as", seat, "--brief"], "").get(0).cloned();
    let give =
        |seat: &str, a: &Value| c.good(&["battle", "answer", "b.json", "--as", seat, "-"], &a.to_string());
    loop {
        match (ask("A"), ask("B")) {
            (a, Some(b)) if b["asks"] == "deploy" => {
                assert!(a.is_some_and(|a| a["asks"] == "deploy"));
                break;
            }
            (_, Some(b)) if b["asks"] == "rank" => {
                let told = give("B", &json!({ "do": "rank", "order": [3, 1, 2] }));
                assert!(!told.contains('3'), "{told}");
            }
            (Some(a), _) => drop(give("A", &a["offers"][0])),
            (None, Some(b)) => drop(give("B", &b["offers"][0])),
            (None, None) => panic!("nobody is asked"),
        }
    }
    let deployed = ask("B").expect("asked")["offers"][1].clone();
    let told = give("B", &deployed);
    let mut hidden: Vec<String> = Vec::new();
    for p in deployed["elements"].as_array().expect("placements") {
        hidden.push(format!("\"x\":{},\"y\":{}", p["at"]["x"], p["at"]["y"]));
    }
    let compact = |args: &[&str]| c.data(args, "").to_string();
    let a = compact(&["battle", "view", "b.json", "--as", "A", "--map", "a.svg"]);
    let all = [
        a.clone(),
        compact(&["battle", "asks", "b.json", "--as", "A"]),
        compact(&["battle", "view", "b.json", "--as", "spectator", "--map", "s.svg"]),
        told,
    ];
    for text in &all {
        assert!(!text.contains("longstreet's spy"), "the seed in {text}");
        assert!(!text.contains("[3,1,2]"), "the ranking in {text}");
        for h in &hidden {
            assert!(!text.contains(h.as_str()), "{h} in {text}");
        }
    }
    let v: Value = serde_json::from_str(&a).expect("JSON");
    assert_eq!((&v["you"]["set_up_in_secret"], &v["armies"][1]["ranking"]), (&Value::Null, &Value::Null));
    let fates: Vec<_> =
        v["armies"][1]["elements"].as_array().expect("elements").iter().map(|e| &e["fate"]).collect();
    assert!(fates.iter().all(|f| **f == "waiting"), "{fates:?}");
    let b = c.data(&["battle", "view", "b.json", "--as", "B", "--map", "b.svg"], "");
    assert_eq!(b["you"]["ranking"], json!([3, 1, 2]));
    assert_eq!(
        b["you"]["set_up_in_secret"].as_array().map(Vec::len),
        deployed["elements"].as_array().map(Vec::len)
    );
    c.good(&["battle", "view", "b.json", "--as", "umpire", "--map", "u.svg"], "");
    let shown = |map: &str| {
        let text = String::from_utf8(c.bytes(map)).expect("SVG is text");
        let of_b = deployed["elements"].as_array().expect("elements").iter();
        of_b.filter(|e| text.contains(&format!(">{}<", e["element"].as_str().expect("a name")))).count()
    };
    assert_eq!((shown("a.svg"), shown("s.svg")), (0, 0), "nobody else sees what stands behind the screen");
    assert_eq!(shown("b.svg"), deployed["elements"].as_array().map_or(0, Vec::len));
    assert_eq!(shown("u.svg"), shown("b.svg"), "the umpire sees it too");
}

#[test]
fn a_fight_is_saved_and_drawn() {
    let c = Camp::pitch("fight");
    let args =
        ["fight", "open-field", "--seed", "5", "--a", "quick", "--b", "quick", "--quiet", "--most", "6"];
    let mut with = args.to_vec();
    with.extend(["--save", "f.json", "--maps", "maps"]);
    let told = c.good(&with, "");
    assert!(told.contains("f.json") && told.contains("maps"), "{told}");
    assert!(c.good(&["battle", "verify", "f.json"], "").contains("is what it claims"));
    let maps: Vec<_> =
        std::fs::read_dir(c.path("maps")).expect("maps").map(|e| e.expect("a file").path()).collect();
    let with_ending = |x: &str| maps.iter().filter(|p| p.extension().is_some_and(|e| e == x)).count();
    assert!(with_ending("svg") > 1 && with_ending("svg") == with_ending("png"), "{maps:?}");
    // The same seed, the same battle.
    let first = c.bytes("f.json");
    with[12] = "g.json";
    c.good(&with[..13], "");
    assert_eq!(first, c.bytes("g.json"));
    assert!(told.lines().count() < c.good(&args[..8], "").lines().count(), "--quiet tells less");
}

#[test]
fn simulations_add_up_and_do_not_depend_on_jobs() {
    let c = Camp::pitch("simulate");
    let run = |jobs: &str, seed: &str| {
        c.data(
            &[
                "simulate",
                "open-field",
                "--battles",
                "6",
                "--seed",
                seed,
                "--jobs",
                jobs,
                "--most",
                "30",
                "--json",
            ],
            "",
        )
    };
    let one = run("1", "9");
    assert_eq!(one, run("2", "9"));
    assert_eq!(one["battles"], 6);
    let n = |v: &Value| v.as_u64().expect("a count");
    let decided = n(&one["sides"][0]["wins"]) + n(&one["sides"][1]["wins"]) + n(&one["draws"]);
    assert_eq!(decided + n(&one["undecided"]), 6);
    let reasons: u64 = one["reasons"].as_array().expect("reasons").iter().map(|r| n(&r["battles"])).sum();
    assert_eq!(reasons, decided);
    assert_eq!(one["refused_answers"], 0);
    for s in one["sides"].as_array().expect("sides") {
        let (share, lo, hi) = (&s["share"], &s["interval_95"][0], &s["interval_95"][1]);
        let f = |v: &Value| v.as_f64().expect("a number");
        assert!(f(lo) <= f(share) && f(share) <= f(hi), "{s}");
    }
    for bad in [["--battles", "0"], ["--jobs", "0"], ["--battles", "-3"], ["--a", "genius"]] {
        c.bad(&["simulate", "open-field", bad[0], bad[1]], b"");
    }
}

#[test]
fn shipped_scenarios_are_lawful() {
    let c = Camp::pitch("shipped");
    let list = c.good(&["scenario", "list"], "");
    for name in SHIPPED {
        assert!(list.contains(name), "{list}");
        assert!(c.good(&["scenario", "check", name], "").contains(": lawful"));
        c.put("s.toml", shipped(name));
        assert!(c.good(&["scenario", "check", "s.toml"], "").starts_with("s.toml: lawful"));
        assert!(c.good(&["scenario", "check", "-"], &shipped(name)).contains(": lawful"));
    }
}

#[test]
fn mistakes_are_shown_once_with_file_line_and_help() {
    let c = Camp::pitch("mistakes");
    let text = shipped("behind-the-screen")
        .replace("board = \"ordinary\"", "board = \"ordnary\"")
        .replace("\"rifles*5\"", "\"rifels*5\"");
    c.put("broken.toml", &text);
    let line = |of: &str| text.lines().position(|l| l.contains(of)).expect("there") + 1;
    for args in [
        &["scenario", "check", "broken.toml"][..],
        &["fight", "broken.toml"],
        &["simulate", "broken.toml"],
        &["battle", "new", "broken.toml", "-o", "b.json"],
    ] {
        let e = c.bad(args, b"");
        assert!(e.starts_with("error: broken.toml: 2 mistakes\n"), "{e}");
        assert_eq!(e.matches("there is no kind of troops \"rifels\"").count(), 1, "{e}");
        assert!(e.contains(&format!("broken.toml:{}:", line("rifels"))), "{e}");
        assert!(e.contains(&format!("broken.toml:{}:", line("ordnary"))), "{e}");
        assert!(e.contains("did you mean \"rifles\"?") && e.contains("did you mean \"ordinary\"?"), "{e}");
        assert!(!e.contains("Error:"), "{e}");
    }
    assert!(!c.path("b.json").exists());
    // A rule of the book, by its clause.
    c.put("army.toml", shipped("behind-the-screen").replace("\"rifles*5\"", "\"rifles*6\""));
    let e = c.bad(&["scenario", "check", "army.toml"], b"");
    assert!(e.contains("army.") && e.contains("help:"), "{e}");
    c.put("toml.toml", "book = \"bbdba-acw\"\ntitle = \n");
    let e = c.bad(&["scenario", "check", "toml.toml"], b"");
    assert!(e.contains("not TOML") && e.contains("toml.toml:2:"), "{e}");
    c.put("bytes.toml", b"\xff\xfe\x00");
    assert_eq!(c.bad(&["scenario", "check", "bytes.toml"], b""), "error: bytes.toml is not text in UTF-8\n");
    c.put("book.toml", shipped("open-field").replace("bbdba-acw", "bbdba"));
    let e = c.bad(&["fight", "book.toml"], b"");
    assert!(e.starts_with("error: book.toml: there is no book `bbdba`; did you mean `bbdba-acw`?"), "{e}");
    let e = c.bad(&["fight", "open-feild"], b"");
    assert!(e.contains("there is no scenario `open-feild`; did you mean `open-field`?"), "{e}");
    c.put("deep.toml", format!("a = {}", "[".repeat(100_000)));
    c.bad(&["scenario", "check", "deep.toml"], b"");
}

#[test]
fn generated_scenarios_are_lawful_and_fought() {
    let c = Camp::pitch("generate");
    let kinds = ["farmland", "woodland", "mountains", "steppe", "desert", "tropics", "coast"];
    for (i, kind) in kinds.into_iter().enumerate() {
        for (j, board) in ["ordinary", "several-commands", "large"].into_iter().enumerate() {
            let how = ["placed", "alternating", "hidden"][(i + j) % 3];
            let seed = (i * 3 + j).to_string();
            let make = |out: &str| {
                let args = [
                    "scenario",
                    "generate",
                    "bbdba-acw",
                    "--terrain",
                    kind,
                    "--seed",
                    &seed,
                    "--board",
                    board,
                    "--deployment",
                    how,
                ];
                let mut args = args.to_vec();
                if !out.is_empty() {
                    args.extend(["-o", out]);
                }
                c.good(&args, "")
            };
            make("s.toml");
            assert_eq!(make("").into_bytes(), c.bytes("s.toml"));
            assert!(c.good(&["scenario", "check", "s.toml"], "").contains("lawful"));
            if j == 0 {
                let args = [
                    "fight", "s.toml", "--seed", "1", "--a", "quick", "--b", "quick", "--quiet", "--most",
                    "3",
                ];
                assert!(c.good(&args, "").contains("against"));
            }
        }
    }
    let e = c.bad(&["scenario", "generate", "tactica", "--terrain", "coast"], b"");
    assert!(e.contains("`tactica`") && e.contains("bbdba-acw"), "{e}");
    assert!(c.bad(&["scenario", "generate", "bbdba-acw", "--terrain", "moon"], b"").contains("farmland"));
}

#[test]
fn unknown_things_are_errors() {
    let c = Camp::pitch("unknown");
    assert!(c.bad(&["fly"], b"").contains("fly"));
    assert!(c.bad(&["battle", "fly"], b"").contains("fly"));
    assert!(c.bad(&["battle", "asks", "none.json", "--as", "A"], b"").contains("cannot read none.json"));
    assert!(c.bad(&["battle", "new", "open-field", "-o", "no/such/b.json"], b"").contains("no/such/b.json"));
    c.good(&["battle", "new", "open-field", "-o", "b.json"], "");
    let e = c.bad(&["battle", "view", "b.json", "--as", "A", "--map", "no/such/m.svg"], b"");
    assert!(e.contains("cannot write no/such/m.svg"), "{e}");
    assert_eq!(c.run(&[], b"").status.code(), Some(2));
    assert!(c.good(&["--version"], "").starts_with("vedette "));
    for what in ["fight", "battle", "simulate", "scenario"] {
        assert!(c.good(&[what, "--help"], "").contains("Usage: vedette"));
    }
}

/// A reader that has seen enough is no failure, and what was to be saved is saved; a full disk is one.
#[test]
fn output_that_cannot_be_written() {
    let c = Camp::pitch("pipe");
    let fight = [
        "fight",
        "open-field",
        "--seed",
        "5",
        "--a",
        "quick",
        "--b",
        "quick",
        "--most",
        "4",
        "--save",
        "f.json",
    ];
    let start = |args: &[&str], out: Stdio| {
        let mut v = Command::new(env!("CARGO_BIN_EXE_vedette"));
        v.args(args).current_dir(&c.0).stdin(Stdio::null()).stdout(out).stderr(Stdio::piped());
        v.spawn().expect("the program starts")
    };
    let mut child = start(&fight, Stdio::piped());
    drop(child.stdout.take());
    let o = child.wait_with_output().expect("it ends");
    assert!(o.status.success() && o.stderr.is_empty(), "{}", String::from_utf8_lossy(&o.stderr));
    assert!(c.good(&["battle", "verify", "f.json"], "").contains("is what it claims"));
    if let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") {
        let o = start(&["battle", "log", "f.json"], full.into()).wait_with_output().expect("it ends");
        assert_eq!(o.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&o.stderr).contains("cannot write to standard output"));
    }
}

/// A battle file whose scenario has been spoilt shows the mistake in its place, whatever is asked of it.
#[test]
fn a_spoilt_scenario_inside_a_battle_file() {
    let c = Camp::pitch("spoilt");
    c.good(&["battle", "new", "open-field", "-o", "b.json"], "");
    let mut v: Value = serde_json::from_slice(&c.bytes("b.json")).expect("JSON");
    v["scenario"] = json!(shipped("open-field").replace("rifles", "rifels"));
    c.put("b.json", v.to_string());
    let e = c.bad(&["battle", "asks", "b.json", "--as", "A"], b"");
    assert!(e.starts_with("error: b.json cannot be replayed"), "{e}");
    assert!(e.contains("rifels") && e.contains("did you mean \"rifles\"?"), "{e}");
}

/// Without a seed nobody can foretell the dice, and each battle has its own.
#[test]
fn secret_seeds_differ() {
    let c = Camp::pitch("seeds");
    let seed = |f: &str| {
        c.good(&["battle", "new", "open-field", "-o", f], "");
        let v: Value = serde_json::from_slice(&c.bytes(f)).expect("JSON");
        v["seed"]["text"].as_str().expect("text").to_owned()
    };
    let (a, b) = (seed("a.json"), seed("b.json"));
    assert!(a != b && a.len() >= 32);
}
