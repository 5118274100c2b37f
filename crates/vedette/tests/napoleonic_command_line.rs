//! The third book through the built program, as a user meets it: orders by mail, everything judged and weighed, a club's own groups.

use crate::camp::Camp;
use serde_json::{Value, json};

const BOOK: &str = "chakoten-napoleonic";
const SHIPPED: [&str; 4] = ["brigades-meet", "village-and-bridge", "rearguard", "field-works"];

fn sheet(orders: &[(&str, &str)]) -> String {
    let orders: serde_json::Map<String, Value> =
        orders.iter().map(|(u, o)| ((*u).to_string(), json!(o))).collect();
    json!({ "answer": "orders", "orders": orders }).to_string()
}

/// A turn by mail with slips: nothing of one side's orders is in what the other is sent.
#[test]
fn a_turn_by_mail() {
    let c = Camp::pitch("napoleonic-mail");
    let said = c.good(&["battle", "new", "brigades-meet", "-o", "b.json", "--seed", "dennewitz"], "");
    assert!(said.contains("Waiting for A (The French).\nWaiting for B (The Prussians)."), "{said}");
    c.give("A", &sheet(&[("1/4", "to 84,62"), ("F1B", "unlimber"), ("2Cha", "march 1/2, charge")]));
    for what in ["asks", "view", "log"] {
        let text = c.good(&["battle", what, "b.json", "--as", "B"], "");
        for secret in ["to 84,62", "to 84 62", "1/11L", "Vasserot", "dennewitz"] {
            assert!(!text.contains(secret), "{secret} in B's {what}: {text}");
        }
    }
    let e = c.refuse("B", &sheet(&[("I/1P", "march quickly")]));
    assert!(e.contains("I/1P") && e.contains("“quickly”"), "{e}");
    let e = c.refuse("B", &sheet(&[("1/4", "march")]));
    assert!(e.contains("1/4"), "{e}");
    c.give("B", &sheet(&[("I/1P", "march"), ("PHu", "about face")]));
    assert!(c.play("b.json", 8));
    let log = c.good(&["battle", "log", "b.json"], "");
    assert!(log.contains("Turn 1 [") && log.contains("1/4: to 84 62"), "{log}");
    let theirs = c.good(&["battle", "log", "b.json", "--as", "B"], "");
    assert!(theirs.contains("I/1P: ") && !theirs.contains("1/4"), "{theirs}");
    assert!(c.good(&["battle", "verify", "b.json"], "").contains("is what it claims"));
    let v = c.data(&["battle", "view", "b.json", "--as", "A", "--map", "a.svg"], "");
    assert_eq!(v["seat"], "A");
    let map = String::from_utf8(c.bytes("a.svg")).expect("text");
    assert!(map.contains("piece french") && map.contains("piece prussian"), "the armies wear their inks");
}

/// Every procedure judges its example, and its odds add up to one exactly.
#[test]
fn everything_is_judged_and_weighed() {
    let c = Camp::pitch("napoleonic-judge");
    let all = c.judged_and_weighed(BOOK);
    assert_eq!(all.len(), 39);
    for name in &all {
        let e = c.bad(&["judge", BOOK, name, "-"], br#"{"no such thing": 1}"#);
        assert!(e.contains("no such thing") || e.contains("missing"), "{name}: {e}");
    }
}

/// A fight is the same again, and what a club plays by is played wherever the scenario says nothing else.
#[test]
fn a_clubs_groups_are_played() {
    let c = Camp::pitch("napoleonic-house");
    c.put("club.toml", "book = \"chakoten-napoleonic\"\n\n[groups]\nVIII = { \"Enemy does not return small-arms fire\" = \"G\" }\n");
    let run = |file: &str, house: &[&str]| {
        let mut args = vec!["fight", "brigades-meet", "--seed", "5", "--a", "random", "--b", "random"];
        args.extend(["--most", "1", "--quiet", "--save", file]);
        args.extend(house);
        c.good(&args, "");
        c.bytes(file)
    };
    let plain = run("f.json", &[]);
    assert_eq!(run("g.json", &[]), plain);
    let with = String::from_utf8(run("h.json", &["--house", "club.toml"])).expect("text");
    assert!(
        with.contains("does not return small-arms fire"),
        "the scenario that is fought has the club's groups"
    );
    assert!(c.good(&["battle", "verify", "h.json"], "").contains("is what it claims"));
    assert!(c.good(&["scenario", "check", "rearguard", "--house", "club.toml"], "").contains(": lawful"));
    c.put("wrong.toml", "[groups]\nVIII = { \"No such row\" = \"G\" }\n");
    let e = c.bad(&["scenario", "check", "rearguard", "--house", "wrong.toml"], b"");
    assert!(e.contains("skema.groups") && e.contains("No such row"), "{e}");
    let e = c.bad(&["scenario", "check", "two-brigades", "--house", "club.toml"], b"");
    assert!(e.contains("club.toml is for chakoten-napoleonic"), "{e}");
    c.put("broken.toml", "[groups\n");
    assert!(c.bad(&["scenario", "check", "rearguard", "--house", "broken.toml"], b"").contains("is no TOML"));
}

#[test]
fn scenarios_are_listed_checked_and_generated() {
    let c = Camp::pitch("napoleonic-scenarios");
    let list = c.good(&["scenario", "list"], "");
    for name in SHIPPED {
        assert!(list.contains(name), "{list}");
        assert!(c.good(&["scenario", "check", name], "").contains(": lawful"));
    }
    let args = ["scenario", "generate", BOOK, "--terrain", "farmland", "--seed", "7", "-o", "s.toml"];
    c.good(&args, "");
    assert!(c.good(&["scenario", "check", "s.toml"], "").starts_with("s.toml: lawful"));
    let text = String::from_utf8(c.bytes("s.toml")).expect("text");
    c.put("broken.toml", text.replacen("kind = \"battalion\"", "kind = \"batalion\"", 1));
    let e = c.bad(&["scenario", "check", "broken.toml"], b"");
    assert!(e.contains("batalion") && e.contains("battalion"), "{e}");
}

#[test]
fn the_book_is_looked_up_in_both_languages() {
    let c = Camp::pitch("napoleonic-rules");
    assert!(c.good(&["rules", BOOK, "12.02.1"], "").contains("12.02.1"));
    assert!(c.good(&["rules", BOOK, "skema.groups"], "").contains("group"));
    assert!(c.good(&["rules", BOOK, "readings"], "").lines().count() > 200);
    assert!(c.good(&["rules"], "").contains(BOOK));
    assert!(c.bad(&["rules", BOOK, "99.99"], b"").contains("99.99"));
}
