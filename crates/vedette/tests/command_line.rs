//! The built program: what it says, as text and as JSON, and how it fails.

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn vedette(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_vedette"))
        .args(args)
        .env("COLUMNS", "100")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may have ended without reading.
    let _ = child.stdin.take().expect("piped").write_all(input);
    child.wait_with_output().expect("the program ends")
}

fn good(args: &[&str], input: &str) -> String {
    let o = vedette(args, input.as_bytes());
    let err = String::from_utf8_lossy(&o.stderr);
    assert!(o.status.success(), "{args:?}: {err}");
    String::from_utf8(o.stdout).expect("UTF-8")
}

fn data(args: &[&str], input: &str) -> Value {
    serde_json::from_str(&good(args, input)).expect("JSON")
}

/// Wrong input: exit code 2, a message, nothing on standard output.
fn bad(args: &[&str], input: &[u8]) -> String {
    let o = vedette(args, input);
    let err = String::from_utf8_lossy(&o.stderr).to_string();
    assert_eq!(o.status.code(), Some(2), "{args:?}: {err}");
    assert!(o.stdout.is_empty() && !err.contains("panicked"), "{args:?}: {err}");
    err
}

fn keys(v: &Value) -> Vec<&str> {
    v.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// Every field of a situation is described, or is of a type that is.
fn described(name: &str, schema: &Value) {
    match schema {
        Value::Object(m) => {
            for (k, field) in m.get("properties").and_then(Value::as_object).into_iter().flatten() {
                assert!(field["description"].is_string(), "{name}: nothing is said of `{k}`");
            }
            m.values().for_each(|v| described(name, v));
        }
        Value::Array(a) => a.iter().for_each(|v| described(name, v)),
        _ => {}
    }
}

#[test]
fn wrong_arguments_are_named_in_the_words_of_the_program() {
    for (args, says) in [
        (&["fight", "open-field", "--nonsense"][..], "--nonsense is no argument here"),
        (&["fight", "open-field", "--mots", "3"], "did you mean --most?"),
        (&["fight", "open-field", "--most"], "needs a value"),
        (&["fight", "open-field", "--most", "many"], "“many” is no value for --most"),
        (&["battle", "new", "open-field"], "--output <FILE> must be given"),
        (
            &["battle", "new", "open-field", "-o", "x", "--seed", "1", "--own-dice"],
            "cannot be given together",
        ),
        (&["judge", "bbdba-acw", "close-combat", "-", "--dice", "x"], "is no value for --dice <DICE>: "),
        (&["battle", "shwo"], "there is no command `shwo`"),
    ] {
        let said = bad(args, b"");
        assert!(said.contains(says), "{args:?}: {said}");
        assert!(!said.contains("unexpected") && !said.contains("tip:"), "{args:?}: {said}");
    }
}

#[test]
fn judge_lists_and_shows_schema_and_example() {
    let list = data(&["judge", "bbdba-acw", "--list", "--json"], "");
    let names: Vec<_> =
        list["procedures"].as_array().unwrap().iter().map(|p| p["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"torrent"), "{names:?}");
    assert!(good(&["judge", "bbdba-acw", "--list"], "").contains("torrent"));
    for name in names {
        let schema = data(&["judge", "bbdba-acw", name, "--schema"], "");
        assert!(schema["$schema"].is_string() && schema["type"] == "object", "{name}");
        described(name, &schema);
        let example = good(&["judge", "bbdba-acw", name, "--example"], "");
        // What is shown as an example can be judged and weighed.
        let ruling = data(&["judge", "bbdba-acw", name, "--json", "-"], &example);
        assert_eq!(ruling["procedure"], name);
        let odds = data(&["odds", "bbdba-acw", name, "--json"], &example);
        let total: u128 = odds["total"].as_str().unwrap().parse().unwrap();
        let sum: u128 = odds["outcomes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|o| o["weight"].as_str().unwrap().parse::<u128>().unwrap())
            .sum();
        assert_eq!(sum, total, "{name}");
    }
}

#[test]
fn a_ruling_has_exactly_its_shape() {
    let r = data(
        &["judge", "bbdba-acw", "points-cost", "--json", "--dice", ""],
        r#"{"elements":[{"distance":1201}]}"#,
    );
    assert_eq!(keys(&r), ["procedure", "modifiers", "dice", "totals", "result", "clauses"]);
    assert_eq!(keys(&r["modifiers"][0]), ["side", "what", "value", "clause"]);
    let r = data(&["judge", "bbdba-acw", "torrent", "--json", "--dice", "5,2", "-"], r#"{"elements":2}"#);
    assert_eq!(
        r,
        json!({
            "procedure": "torrent",
            "modifiers": [],
            "dice": [5, 2],
            "totals": { "cross": 1 },
            "result": { "cross": 1, "stop_at_the_bank": 1, "closed": true },
            "clauses": ["crossing.4"],
        })
    );
    let words = good(&["judge", "bbdba-acw", "torrent", "--dice", "5,2"], r#"{"elements":2}"#);
    for part in ["dice    5, 2", "1 element across", "crossing.4  Torrent: roll for each element"] {
        assert!(words.contains(part), "{part} in\n{words}");
    }
    assert!(!words.contains('\u{1b}'), "no colours in a pipe");
}

#[test]
fn dice_must_come_out_even() {
    let two = br#"{"elements":2}"#;
    assert!(bad(&["judge", "bbdba-acw", "torrent", "--dice", "5"], two).contains("too few dice: 1 given"));
    assert!(
        bad(&["judge", "bbdba-acw", "torrent", "--dice", "5,5,5"], two).contains("too many dice: 3 given")
    );
    assert!(bad(&["judge", "bbdba-acw", "torrent", "--dice", "7,1"], two).contains("die 1 shows 7"));
    assert!(bad(&["judge", "bbdba-acw", "torrent", "--dice", "x"], two).contains("is no die"));
    assert!(bad(&["judge", "bbdba-acw", "torrent", "--dice", "-3"], two).contains("is no die"));
    assert!(bad(&["judge", "bbdba-acw", "attacker", "--dice", "4,4"], b"{}").contains("too few"));
}

#[test]
fn wrong_names_get_the_right_ones() {
    let e = bad(&["judge", "bbdba", "--list"], b"");
    assert!(e.contains("did you mean `bbdba-acw`?"), "{e}");
    let e = bad(&["judge", "bbdba-acw", "torent"], b"{}");
    assert!(e.contains("did you mean `torrent`?") && e.contains("known: shooting"), "{e}");
    let e = bad(&["odds", "bbdba-acw", "xyzzy"], b"{}");
    assert!(e.contains("known:") && !e.contains("did you mean"), "{e}");
    let e = bad(&["rules", "bbdba-acw", "zone.9"], b"");
    assert!(e.contains("zone.1, zone.2"), "{e}");
    assert!(bad(&["rules", "bbdba-acw", "table", "stat"], b"").contains("did you mean `stats`?"));
    assert!(
        bad(&["rules", "bbdba-acw", "readings", "surcharges"], b"").contains("did you mean `surcharge`?")
    );
    assert!(bad(&["rules", "coverage", "bbdba-acw", "zone.9"], b"").contains("zone.2"));
    assert!(bad(&["judge", "bbdba-acw"], b"").contains("PROCEDURE"));
}

#[test]
fn a_wrong_situation_is_named_by_field() {
    let judge = |p: &str, s: &str| bad(&["judge", "bbdba-acw", p], s.as_bytes());
    let e = judge("allowance", r#"{"elements":[{"troop":"rifles"},{"troop":"mules"}]}"#);
    assert!(e.contains("elements[1].troop") && e.contains("`muskets`"), "{e}");
    let e = judge("allowance", r#"{"elements":[{"troop":"rifles","heavy":true}]}"#);
    assert!(e.contains("there is no field `heavy`") && e.contains("in_heavy_going"), "{e}");
    let e =
        judge("morale", r#"{"a":{"commands":[{"strength":6,"lost":7}]},"b":{"commands":[{"strength":6}]}}"#);
    assert!(e.contains("a: ") && e.contains("victory.1"), "{e}");
    let e = judge("torrent", "{\n  \"elements\": 3,\n}");
    assert!(e.contains("line 3"), "{e}");
    assert!(judge("torrent", "").contains("empty"));
    assert!(bad(&["judge", "bbdba-acw", "torrent", "no/such/file.json"], b"").contains("no/such/file.json"));
    assert!(
        bad(&["odds", "bbdba-acw", "torrent", "-", "--compare", "-"], b"{}").contains("one situation only")
    );
}

#[test]
fn hostile_situations_are_errors() {
    let deep = "[".repeat(100_000);
    let long = format!("{{\"elements\":[{}]}}", vec!["{\"distance\":1}"; 5000].join(","));
    let big = format!("{{\"elements\":{}}}", "9".repeat(400));
    let hostile: [&[u8]; 12] = [
        b"\xff\xfe\x00",
        b"null",
        b"[]",
        b"\"\"",
        b"{\"elements\":1e400}",
        b"{\"elements\":-0.5}",
        b"{\"elements\":NaN}",
        b"{\"commands\":{\"a\":1}}",
        b"{\"a\":{},\"b\":{}}",
        deep.as_bytes(),
        long.as_bytes(),
        big.as_bytes(),
    ];
    for h in hostile {
        for p in ["torrent", "points-cost", "morale", "movement-points", "allowance", "attacker"] {
            bad(&["judge", "bbdba-acw", p, "-"], h);
            bad(&["odds", "bbdba-acw", p, "-"], h);
        }
    }
}

#[test]
fn odds_are_exact_and_drawn() {
    let three = r#"{"elements":3}"#;
    let o = data(&["odds", "bbdba-acw", "torrent", "--json"], three);
    assert_eq!(keys(&o), ["book", "procedure", "total", "outcomes"]);
    let all = o["outcomes"].as_array().unwrap();
    let last = all.last().unwrap();
    assert_eq!(last["result"]["cross"], 3);
    assert_eq!((&last["numerator"], &last["denominator"]), (&json!("8"), &json!("27")));
    assert!((last["percent"].as_f64().unwrap() - 800.0 / 27.0).abs() < 1e-9);
    let words = good(&["odds", "bbdba-acw", "torrent"], three);
    assert!(words.contains("8/27") && words.contains("29.630 %") && words.contains('█'), "{words}");
    // Ties are rolled again without end, and still it is one half each.
    let o = data(&["odds", "bbdba-acw", "attacker", "--json"], "{}");
    assert_eq!(o["total"], "2");
    // Many elements are many dice, but few cases.
    let o = data(&["odds", "bbdba-acw", "torrent", "--json"], r#"{"elements":36}"#);
    assert_eq!(o["total"], 3u128.pow(36).to_string());
}

#[test]
fn odds_compare_two_situations() {
    let file = std::env::temp_dir().join(format!("vedette-odds-{}.json", std::process::id()));
    std::fs::write(&file, r#"{"elements":1,"closed":true}"#).unwrap();
    let file2 = file.to_str().unwrap();
    let o = data(&["odds", "bbdba-acw", "torrent", "-", "--compare", file2, "--json"], r#"{"elements":1}"#);
    let rows = o["compare"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!((&rows[0]["first"]["numerator"], &rows[0]["second"]["numerator"]), (&json!("1"), &json!("1")));
    assert_eq!(rows[1]["second"]["percent"], 0.0);
    let words = good(&["odds", "bbdba-acw", "torrent", "--compare", file2], r#"{"elements":1}"#);
    assert!(words.contains("+66.667") && words.contains("2/3"), "{words}");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn rules_look_up() {
    assert!(good(&["rules"], "").contains("bbdba-acw"));
    assert!(good(&["rules", "bbdba-acw"], "").contains("zone.2"));
    let c = good(&["rules", "bbdba-acw", "command.1"], "");
    for part in ["Extra movement point", "unclear", "see also", "reading surcharge", "table constants"] {
        assert!(c.contains(part), "{part}");
    }
    let c = data(&["rules", "bbdba-acw", "command.1", "--json"], "");
    assert_eq!((&c["id"], &c["readings"][0]["id"]), (&json!("command.1"), &json!("surcharge")));
    let hits = data(&["rules", "bbdba-acw", "flank", "fire", "--json"], "");
    assert_eq!(hits["hits"][0]["clause"]["id"], "shoot-mod.1");
    assert!(good(&["rules", "bbdba-acw", "Flankenbeschuss"], "").contains("flank fire"));
    assert!(good(&["rules", "bbdba-acw", "tables"], "").contains("river-die"));
    assert!(good(&["rules", "bbdba-acw", "table", "stats"], "").contains("artillery"));
    assert!(good(&["rules", "bbdba-acw", "words"], "").contains("Befehlsgruppe"));
    let r = data(&["rules", "bbdba-acw", "readings", "--json"], "");
    assert!(r["readings"].as_array().unwrap().iter().any(|r| r["id"] == "surcharge"));
    let one = good(&["rules", "bbdba-acw", "readings", "surcharge"], "");
    assert!(one.contains("(default)") && one.contains("[readings]\n  surcharge = \"each\""), "{one}");
    // Clause by clause in the order of the book, with how to switch.
    let all = good(&["rules", "bbdba-acw", "readings"], "");
    let at = |s: &str| all.find(s).unwrap_or_else(|| panic!("{s} is not there"));
    assert!(at("\ncommand.1  ") < at("  surcharge\n") && at("  surcharge\n") < at("\nzone.2  "));
    assert!(all.contains("can be switched") && all.contains("[readings]"));
    let two = good(&["rules", "bbdba-acw", "readings", "dba.14"], "");
    assert!(
        two.contains("conforming-slide") && two.contains("conforming-turn") && !two.contains("surcharge")
    );
    // A German term leads to its clauses.
    let stray = good(&["rules", "bbdba-acw", "Querschläger"], "");
    assert!(stray.contains("stray fire") && stray.contains("ricochet.1"), "{stray}");
    assert!(bad(&["rules", "bbdba-acw", "zeppelin"], b"").contains("nothing in bbdba-acw"));
    for what in [
        vec!["rules"],
        vec!["rules", "bbdba-acw"],
        vec!["rules", "bbdba-acw", "tables"],
        vec!["rules", "bbdba-acw", "words"],
    ] {
        let mut args = what.clone();
        args.push("--json");
        data(&args, "");
    }
}

#[test]
fn coverage_counts_what_decides_and_what_ran() {
    let folder = std::env::temp_dir().join(format!("vedette-proofs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let proofs = folder.to_str().unwrap();
    // No test has written anything: it says so, and does not pass.
    let c = data(&["rules", "coverage", "--json", "--proofs", proofs], "");
    let b = &c["books"][0];
    assert_eq!(
        keys(b),
        ["id", "clauses", "by_kind", "engine", "recorded", "missing", "without_own_test", "idle"]
    );
    assert_eq!(keys(&b["engine"]), ["total", "enforced", "proved"]);
    assert_eq!(
        (&b["clauses"], &b["by_kind"]["engine"], &b["engine"]["total"], &b["engine"]["proved"]),
        (&json!(209), &json!(164), &json!(164), &json!(0))
    );
    assert_eq!(b["recorded"], json!(false));
    let strict = vedette(&["rules", "coverage", "--strict", "--proofs", proofs], b"");
    assert_eq!(strict.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&strict.stderr).contains("run the tests first"));
    let one = good(&["rules", "coverage", "bbdba-acw", "zone.2", "--proofs", proofs], "");
    assert!(one.contains("no test has been run"), "{one}");
    // One has: its clause is proved, and no other.
    let line = |id: &str, how: &str| {
        format!("bbdba-acw\t{id}\t{how}\tzones::t\tcrates/bbdba-acw/tests/zones.rs:9\n")
    };
    std::fs::write(folder.join("bbdba-acw.book.1.1.tsv"), line("zone.2", "alone") + &line("dba.13", "among"))
        .unwrap();
    let c = data(&["rules", "coverage", "bbdba-acw", "--json", "--where", "--proofs", proofs], "");
    let b = &c["books"][0];
    assert_eq!((&b["engine"]["proved"], &b["recorded"]), (&json!(2), &json!(true)));
    let lacks = |list: &str, id: &str| b[list].as_array().unwrap().contains(&json!(id));
    assert!(!lacks("without_own_test", "zone.2") && lacks("without_own_test", "dba.13"));
    assert!(!lacks("missing", "zone.2") && lacks("missing", "zone.1"));
    let at = &b["where"]["zone.2"];
    let code = at["code"][0].as_str().unwrap();
    assert!(code.starts_with("crates/bbdba-acw/src/moves/") && code.contains(" in "), "{at}");
    assert_eq!(at["tests"], json!(["crates/bbdba-acw/tests/zones.rs:9 by zones::t"]));
    let page = good(&["rules", "coverage", "bbdba-acw", "--proofs", proofs], "");
    assert!(page.contains("without a test of their own") && page.contains("engine clauses"), "{page}");
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(bad(&["rules", "bbdba-acw", "--strict"], b"").contains("coverage"));
    assert!(bad(&["rules", "bbdba-acw", "--where"], b"").contains("coverage"));
}

#[test]
fn help_shows_examples() {
    for c in ["judge", "odds", "rules"] {
        assert!(good(&[c, "--help"], "").contains("Examples:"), "{c}");
    }
}
