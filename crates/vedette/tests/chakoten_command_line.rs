//! The second book through the built program, as a user meets it: written orders by mail, secrets, odds.

use crate::camp::Camp;
use serde_json::{Value, json};

const BOOK: &str = "chakoten-acw";

fn sheet(orders: &[(&str, &str)]) -> String {
    let orders: serde_json::Map<String, Value> =
        orders.iter().map(|(u, o)| ((*u).to_string(), json!(o))).collect();
    json!({ "answer": "orders", "orders": orders }).to_string()
}

impl Camp {
    fn seat(&self, what: &str, seat: &str) -> String {
        self.good(&["battle", what, "b.json", "--as", seat], "")
    }

    /// Answers whatever is asked within the turn with what is offered first, until orders are awaited again.
    fn through_the_turn(&self) {
        for _ in 0..60 {
            let mut within = false;
            for seat in ["A", "B"] {
                let asks = self.data(&["battle", "asks", "b.json", "--as", seat, "--brief"], "");
                let Some(a) = asks.get(0).filter(|a| a["asks"] != "orders") else { continue };
                within = true;
                self.give(seat, &a["offers"][0].to_string());
            }
            if !within {
                return;
            }
        }
        panic!("the turn does not end");
    }
}

/// Two turns by mail with slips: nothing of one side's orders is in what the other is sent before they are carried out.
#[test]
fn two_turns_by_mail() {
    let c = Camp::pitch("chakoten-mail");
    let said = c.good(&["battle", "new", "two-brigades", "-o", "b.json", "--seed", "antietam"], "");
    assert!(said.contains("Waiting for A (Union).\nWaiting for B (Confederates)."), "{said}");
    assert!(!said.contains("antietam"));
    let asks = c.data(&["battle", "asks", "b.json", "--as", "A"], "");
    assert_eq!((&asks[0]["asks"], &asks[0]["about"]["turn"]), (&json!("orders"), &json!(1)));
    assert!(asks[0]["form"].to_string().contains("slip") || asks[0]["form"].is_object());
    let unit = &asks[0]["about"]["units"][0];
    assert_eq!(
        (&unit["unit"], &unit["formation"], &unit["state"]),
        (&json!("11PA"), &json!("attack_column"), &json!("OR"))
    );
    assert!(unit["orders_by"].is_string() && unit["at"].is_object());
    let told =
        c.give("A", &sheet(&[("2NY", "march 9"), ("7NY", "wheel left 10, march 6"), ("BtyK", "unlimber")]));
    assert!(told.contains("Side A has sent its orders.") && told.contains("Waiting for B"), "{told}");
    for what in ["asks", "view", "log"] {
        let text = c.seat(what, "B");
        for secret in ["march 9", "wheel left 10", "unlimber", "2NY", "Hale", "antietam"] {
            assert!(
                what == "asks" && secret == "unlimber" || !text.contains(secret),
                "{secret} in B's {what}: {text}"
            );
        }
    }
    // Until B has sent its own A may change them; nobody waits for it.
    let asks = c.data(&["battle", "asks", "b.json", "--as", "A"], "");
    assert_eq!((&asks[0]["asks"], &asks[0]["standing"]), (&json!("orders"), &json!(true)));
    c.give("A", &sheet(&[("2NY", "march 5")]));
    c.give("A", &sheet(&[("2NY", "march 9"), ("7NY", "wheel left 10, march 6"), ("BtyK", "unlimber")]));
    c.give("B", &sheet(&[("1VA", "march 9"), ("6NC", "form line")]));
    assert!(!c.refuse("A", &sheet(&[])).is_empty());
    c.through_the_turn();
    let log = c.good(&["battle", "log", "b.json"], "");
    assert!(log.contains("Turn 1 [") && log.contains("Turn 1 ends"), "{log}");
    assert!(
        log.contains("2NY: march 9  [03.01.2.a]") && log.contains("6NC: form line  [03.01.2.a]"),
        "{log}"
    );
    assert!(log.contains("2NY marches 9.0 cm"), "{log}");
    // Times on the clock, and they never run back within a turn.
    let times: Vec<f64> =
        log.lines().filter_map(|l| l.get(..4).filter(|t| t.as_bytes()[1] == b'.')?.parse().ok()).collect();
    assert!(times.len() > 6 && times.windows(2).all(|w| w[0] <= w[1]), "{times:?}");
    // B's own log has its own orders under its own names, and nothing written by A.
    let theirs = c.seat("log", "B");
    assert!(theirs.contains("1VA: march 9") && !theirs.contains("2NY"), "{theirs}");
    c.give("A", &sheet(&[("2NY", "repeat"), ("3USS", "fire when any within 12")]));
    c.give("B", r#"{"answer":"orders","orders":{"1VA":{"do":"stand"}}}"#);
    c.through_the_turn();
    assert!(
        c.good(&["battle", "log", "b.json", "--turn", "2"], "").starts_with("Turn 2 [")
            || c.good(&["battle", "log", "b.json", "--turn", "2"], "").contains("Turn 2 [")
    );
    assert!(!c.good(&["battle", "log", "b.json", "--turn", "2"], "").contains("Turn 1 ["));
    let verdict = c.good(&["battle", "verify", "b.json"], "");
    assert!(verdict.contains("is what it claims"), "{verdict}");
    let v = c.data(&["battle", "view", "b.json", "--as", "confederates", "--map", "b.svg"], "");
    assert_eq!((&v["seat"], &v["turn"]), (&json!("B"), &json!(2)));
    assert!(String::from_utf8(c.bytes("b.svg")).expect("text").starts_with("<svg"));
}

/// What is offered is taken as it stands, turn after turn.
#[test]
fn offers_are_taken() {
    let c = Camp::pitch("chakoten-offers");
    c.good(&["battle", "new", "raid-on-the-train", "-o", "b.json", "--seed", "4"], "");
    assert!(c.play("b.json", 24));
    assert!(c.good(&["battle", "verify", "b.json"], "").contains("24 answers"));
}

/// A side's view has nothing of the enemy's papers: no code, no valour, no ammunition, no order, no guess.
#[test]
fn a_view_keeps_the_enemys_secrets() {
    let c = Camp::pitch("chakoten-view");
    c.good(&["battle", "new", "two-brigades", "-o", "b.json", "--seed", "1"], "");
    let v = c.data(&["battle", "view", "b.json", "--as", "A"], "");
    let enemies = v["field"]["enemies"].as_array().expect("enemies");
    assert!(!enemies.is_empty());
    for e in enemies {
        let keys: Vec<_> = e.as_object().expect("an object").keys().cloned().collect();
        for secret in [
            "code",
            "name",
            "valour",
            "ammunition",
            "battery",
            "weapon",
            "last_order",
            "carried",
            "losses",
            "state",
        ] {
            assert!(!keys.iter().any(|k| k == secret), "{secret} in {e}");
        }
        assert!(e["label"].as_str().expect("a label").starts_with('x'));
    }
    let text = v.to_string();
    for secret in ["1VA", "Purcell", "Tarrant", "\"cm\"", "guess", "There may\\nbe horsemen"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    // Nobody is told that it is too far: the order is taken, and the unit does not fire.
    let told = c.give("A", &sheet(&[("2NY", "fire at x1")]));
    assert!(told.contains("Waiting for B") && !told.contains(" cm"), "{told}");
}

#[test]
fn a_refused_sheet_names_the_clause_and_the_place() {
    let c = Camp::pitch("chakoten-refused");
    c.good(&["battle", "new", "two-brigades", "-o", "b.json", "--seed", "1"], "");
    let e = c.refuse("A", &sheet(&[("2NY", "march 9"), ("7NY", "march quickly")]));
    assert!(e.contains("refused: 7NY: at 7, “quickly”: "), "{e}");
    let e = c.refuse("A", &sheet(&[("1VA", "stand")]));
    assert!(e.contains("refused: 03.01.2.a: 1VA: "), "{e}");
    let e = c.refuse("A", &sheet(&[("2NY", "attack x99: march")]));
    assert!(e.contains("refused: 03.02.2: 2NY: "), "{e}");
    let e = c.refuse("A", &sheet(&[("6UC", "charge: march")]));
    assert!(e.contains("refused: 03.03.4.b: 6UC: "), "{e}");
    let e = c.refuse("A", r#"{"answer":"orders","orders":{"2NY":{"do":"dance"}}}"#);
    assert!(e.contains("`dance` is none of") || e.contains("none of the forms"), "{e}");
    let e = c.refuse("A", r#"{"answer":"orders","orders":{"2NY":7}}"#);
    assert!(e.contains("an order is a slip such as"), "{e}");
    let e = c.refuse("A", r#"{"answer":"staff","moves":[]}"#);
    assert!(e.contains("orders for the turn are awaited"), "{e}");
    assert!(c.refuse("A", r#"{"answer":"dance"}"#).contains("`dance` is none of"));
    assert!(c.refuse("A", "march 9").contains("not JSON"));
    assert!(c.refuse("spectator", &sheet(&[])).contains("this seat watches"));
    assert!(c.refuse("umpire", &sheet(&[])).contains("umpire"));
    assert!(c.refuse("Prussia", &sheet(&[])).contains("there is no seat `Prussia`; the seats are A (Union)"));
    let deep = format!(r#"{{"answer":"orders","orders":{{"2NY":{}1{}}}}}"#, "[".repeat(120), "]".repeat(120));
    c.refuse("A", &deep);
    c.refuse("A", &"[".repeat(100_000));
    c.refuse("A", &sheet(&[("2NY", &"march 1, ".repeat(5000))]));
    let steps: Vec<Value> = (0..5000).map(|_| json!({ "step": "march", "cm": 0.1 })).collect();
    let e =
        c.refuse("A", &json!({"answer":"orders","orders":{"2NY":{"do":"move","steps":steps}}}).to_string());
    assert!(e.contains("steps"), "{e}");
    for n in ["1e308", "-1e308", "0"] {
        let _ = c.refuse("A", &sheet(&[("2NY", &format!("wheel left {n}, march"))]));
    }
}

#[test]
fn a_changed_file_is_found_out() {
    let c = Camp::pitch("chakoten-tampered");
    c.good(&["battle", "new", "two-brigades", "-o", "b.json", "--seed", "1"], "");
    c.give("A", &sheet(&[("2NY", "march 9")]));
    c.give("B", &sheet(&[("1VA", "march 9")]));
    c.through_the_turn();
    let honest: Value = serde_json::from_slice(&c.bytes("b.json")).expect("JSON");
    let tampered = |f: &dyn Fn(&mut Value)| {
        let mut v = honest.clone();
        f(&mut v);
        c.put("t.json", v.to_string());
        let e = c.bad(&["battle", "verify", "t.json"], b"");
        assert!(e.contains("t.json is not what it claims"), "{e}");
        e
    };
    let e = tampered(&|v| v["answers"][0]["answer"]["orders"]["2NY"] = json!("march 11"));
    assert!(e.contains("another digest"), "{e}");
    let e = tampered(&|v| v["answers"][0]["answer"]["orders"]["2NY"] = json!("charge: march"));
    assert!(e.contains("answer 1 of the file is refused: 03.03.4"), "{e}");
    let e = tampered(&|v| v["answers"][0]["as"] = json!("B"));
    assert!(e.contains("is refused"), "{e}");
    let e = tampered(&|v| v["seed"] = json!("2"));
    assert!(e.contains("committed"), "{e}");
    let e = tampered(&|v| drop(v["answers"].as_array_mut().expect("answers").pop()));
    assert!(e.contains("events"), "{e}");
    let e = tampered(&|v| {
        let t = v["scenario"].as_str().expect("text").replace("rifled_musket", "rifeld_musket");
        v["scenario"] = json!(t);
    });
    assert!(e.contains("rifeld_musket") && e.contains("line "), "{e}");
    let e = tampered(&|v| v["book"] = json!("bbdba-acw"));
    assert!(e.contains("its scenario"), "{e}");
}

#[test]
fn a_fight_is_saved_and_the_same_again() {
    let c = Camp::pitch("chakoten-fight");
    let run = |name: &str| {
        let args = [
            "fight",
            "two-brigades",
            "--seed",
            "5",
            "--a",
            "random",
            "--b",
            "random",
            "--most",
            "2",
            "--save",
            name,
        ];
        c.good(&args, "")
    };
    let told = run("f.json");
    assert!(told.contains("Turn 2 [") && told.contains("[play.clock]"), "{told}");
    run("g.json");
    assert_eq!(c.bytes("f.json"), c.bytes("g.json"));
    assert!(c.good(&["battle", "verify", "f.json"], "").contains("is what it claims"));
}

#[test]
fn simulations_do_not_depend_on_jobs() {
    let c = Camp::pitch("chakoten-simulate");
    let run = |jobs: &str| {
        let args = [
            "simulate",
            "two-brigades",
            "--battles",
            "4",
            "--seed",
            "9",
            "--jobs",
            jobs,
            "--most",
            "4",
            "--a",
            "random",
            "--b",
            "steady",
            "--json",
        ];
        c.data(&args, "")
    };
    let one = run("1");
    assert_eq!(one, run("2"));
    assert_eq!((&one["battles"], &one["refused_answers"]), (&json!(4), &json!(0)));
    assert_eq!(one["sides"][1]["commander"], "steady");
}

#[test]
fn generated_battles_are_lawful_and_fought() {
    let c = Camp::pitch("chakoten-generate");
    for kind in ["farmland", "woodland", "mountains", "steppe", "coast"] {
        let args = ["scenario", "generate", BOOK, "--terrain", kind, "--seed", "7"];
        let text = c.good(&args, "");
        let mut with = args.to_vec();
        with.extend(["-o", "s.toml"]);
        c.good(&with, "");
        assert_eq!(text.into_bytes(), c.bytes("s.toml"));
        assert!(c.good(&["scenario", "check", "s.toml"], "").starts_with("s.toml: lawful"));
    }
    let told = c.good(
        &["fight", "s.toml", "--seed", "1", "--a", "random", "--b", "random", "--quiet", "--most", "1"],
        "",
    );
    assert!(told.contains("Union (random) against Confederates (random)"), "{told}");
    let e = c.bad(&["scenario", "generate", BOOK, "--terrain", "desert"], b"");
    assert!(e.contains("farmland, woodland, mountains, steppe, coast"), "{e}");
    assert!(
        c.bad(&["scenario", "generate", BOOK, "--terrain", "coast", "--board", "large"], b"")
            .contains("--board")
    );
    let list = c.good(&["scenario", "list"], "");
    for name in ["two-brigades", "fortified-ridge", "raid-on-the-train"] {
        assert!(list.contains(name));
        assert!(c.good(&["scenario", "check", name], "").contains(": lawful"));
    }
}

#[test]
fn mistakes_in_a_scenario_have_line_and_help() {
    let c = Camp::pitch("chakoten-mistakes");
    let text = c.good(&["scenario", "generate", BOOK, "--terrain", "steppe"], "");
    let text =
        text.replacen("arm = \"infantry\"", "arm = \"infantery\"", 1).replacen("turns = 20", "turns = 0", 1);
    c.put("broken.toml", &text);
    let line = text.lines().position(|l| l.contains("infantery")).expect("there") + 1;
    let e = c.bad(&["scenario", "check", "broken.toml"], b"");
    assert!(e.contains(&format!("broken.toml:{line}:")) && e.contains("did you mean \"infantry\"?"), "{e}");
    assert!(e.contains("turns") && e.starts_with("error: broken.toml: 2 mistakes"), "{e}");
}

/// Every procedure judges its example, and its odds add up to one exactly.
#[test]
fn everything_is_judged_and_weighed() {
    let c = Camp::pitch("chakoten-judge");
    let list = c.data(&["judge", BOOK, "--list", "--json"], "");
    let all = list["procedures"].as_array().expect("procedures");
    assert!(all.len() >= 14);
    for p in all {
        let name = p["name"].as_str().expect("a name");
        let example = c.good(&["judge", BOOK, name, "--example"], "");
        assert!(c.data(&["judge", BOOK, name, "--schema"], "")["type"].is_string());
        let r = c.data(&["judge", BOOK, name, "--json", "-"], &example);
        assert_eq!(r["procedure"], name);
        assert!(!r["clauses"].as_array().expect("clauses").is_empty(), "{name}");
        // The same dice again, by hand, give the same ruling.
        let dice: Vec<String> = r["dice"].as_array().expect("dice").iter().map(ToString::to_string).collect();
        if !dice.is_empty() {
            let by = dice.join(",");
            assert_eq!(c.data(&["judge", BOOK, name, "--json", "--dice", &by, "-"], &example), r, "{name}");
            let e = c.bad(&["judge", BOOK, name, "--dice", &format!("{by},1"), "-"], example.as_bytes());
            assert!(e.contains("too many dice"), "{name}: {e}");
            let e = c.bad(&["judge", BOOK, name, "--dice", "", "-"], example.as_bytes());
            assert!(e.contains("too few dice"), "{name}: {e}");
        }
        let o = c.data(&["odds", BOOK, name, "--json", "-"], &example);
        let n = |v: &Value| v.as_str().expect("a number as text").parse::<u128>().expect("a number");
        let total = n(&o["total"]);
        let outcomes = o["outcomes"].as_array().expect("outcomes");
        assert_eq!(outcomes.iter().map(|x| n(&x["weight"])).sum::<u128>(), total, "{name}");
        for x in outcomes {
            // numerator / denominator = weight / total
            assert_eq!(n(&x["numerator"]) * total, n(&x["weight"]) * n(&x["denominator"]), "{name}");
        }
        let shown = c.good(&["odds", BOOK, name, "-"], &example);
        assert!(shown.contains(" %"), "{shown}");
    }
}

#[test]
fn odds_of_two_attacks_beside_each_other() {
    let c = Camp::pitch("chakoten-odds");
    let example = c.data(&["judge", BOOK, "shock", "--example"], "");
    let mut other = example.clone();
    other["attack"]["charge"] = json!(false);
    c.put("charge.json", example.to_string());
    c.put("march.json", other.to_string());
    let shown = c.good(&["odds", BOOK, "shock", "charge.json", "--compare", "march.json"], "");
    assert!(
        shown.contains("charge.json") && shown.contains("1 out of 36, 2 out of 36") && shown.contains('█'),
        "{shown}"
    );
    let v = c.data(&["odds", BOOK, "shock", "charge.json", "--compare", "march.json", "--json"], "");
    assert!(!v["compare"].as_array().expect("rows").is_empty());
    let e = c.bad(&["odds", BOOK, "shok", "charge.json"], b"");
    assert!(e.contains("did you mean `shock`?"), "{e}");
    let e = c.bad(&["judge", BOOK, "shock", "-"], br#"{"attacker":{"kind":"infantry","figures":1e30}}"#);
    assert!(e.contains("attacker.figures"), "{e}");
}

#[test]
fn the_book_is_looked_up_in_both_languages() {
    let c = Camp::pitch("chakoten-rules");
    let clause = c.good(&["rules", BOOK, "07.03.2"], "");
    assert!(clause.contains("Shock roll") && clause.contains("table XIII"), "{clause}");
    assert!(c.good(&["rules", BOOK, "chokkast"], "").contains("shock roll"));
    assert!(c.good(&["rules", BOOK, "skyttekæde"], "").contains("chain"));
    let readings = c.good(&["rules", BOOK, "readings"], "");
    assert!(readings.contains("rounding") && readings.lines().count() > 200);
    assert!(c.bad(&["rules", BOOK, "99.99"], b"").contains("99.99"));
    assert!(c.good(&["rules"], "").contains(BOOK));
}

/// Orders sent by mail are changed until the other side's are in.
#[test]
fn orders_are_amended_by_mail() {
    let c = Camp::pitch("chakoten-amend");
    c.good(&["battle", "new", "two-brigades", "-o", "b.json", "--seed", "amend"], "");
    let amend = ["battle", "answer", "b.json", "--as", "A", "--amend", "-"];
    let refused = |answer: &str| {
        let before = c.bytes("b.json");
        let said = c.bad(&amend, answer.as_bytes());
        assert!(said.contains("there is nothing to change"), "{said}");
        assert_eq!(c.bytes("b.json"), before);
    };
    let asks = c.data(&["battle", "asks", "b.json", "--as", "A", "--brief"], "");
    let unit = asks[0]["about"]["units"][0]["unit"].as_str().unwrap().to_owned();
    refused(&sheet(&[(&unit, "march 3")]));
    let said = c.give("A", &sheet(&[(&unit, "march 3")]));
    assert!(said.contains("--as A --amend") && said.contains("Waiting for B"), "{said}");
    // The sheet as it was sent is the first of what may be sent.
    let asks = c.data(&["battle", "asks", "b.json", "--as", "A", "--brief"], "");
    assert_eq!(asks[0]["standing"], true);
    let sent = asks[0]["offers"][0].to_string();
    assert!(sent.contains(&unit), "{sent}");
    c.good(&amend, &sheet(&[(&unit, "march 5")]));
    c.good(&amend, &sent);
    c.give("B", &sheet(&[]));
    refused(&sheet(&[(&unit, "march 7")]));
    c.through_the_turn();
    // They are orders for the next turn now, and taken only as such.
    refused(&sheet(&[(&unit, "march 7")]));
    c.give("A", &sheet(&[(&unit, "march 7")]));
    assert!(c.good(&["battle", "verify", "b.json"], "").contains("b.json"));
}
