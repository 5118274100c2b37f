//! The fifth book through the built program, as a user meets it: orders by mail, everything judged and weighed, battles by the dice.

use crate::camp::Camp;
use serde_json::{Value, json};

const BOOK: &str = "newbury-napoleonic";
/// Two of its battles are called as battles of earlier books are.
const SHIPPED: [&str; 4] = [
    "newbury-napoleonic/two-brigades",
    "newbury-napoleonic/village-and-bridge",
    "squares-and-sabres",
    "by-points",
];

fn march(unit: &str, cm: f64) -> Value {
    json!({ "unit": unit, "legs": [{ "march": { "cm": cm } }] })
}

fn sheet(orders: &[Value]) -> String {
    json!({ "do": "orders", "orders": orders }).to_string()
}

/// A move by mail: nothing of one side's orders is in what the other is sent.
#[test]
fn a_move_by_mail() {
    let c = Camp::pitch("newbury-mail");
    let said = c.good(&["battle", "new", SHIPPED[0], "-o", "b.json", "--seed", "ebelsberg"], "");
    assert!(said.contains("Waiting for A (Brigade Morel).\nWaiting for B (Brigade Kroyher)."), "{said}");
    c.give("A", &sheet(&[march("1/57", 9.37)]));
    for what in ["asks", "view", "log"] {
        let text = c.good(&["battle", what, "b.json", "--as", "B"], "");
        for secret in ["9.37", "ebelsberg"] {
            assert!(!text.contains(secret), "{secret} in B's {what}: {text}");
        }
    }
    let e = c.refuse("B", &sheet(&[march("1/57", 5.0)]));
    assert!(e.contains("1/57"), "{e}");
    let e = c.refuse("B", &sheet(&[march("1/14", 5000.0)]));
    assert!(e.contains("play.orders.form"), "{e}");
    c.give("B", &sheet(&[march("1/14", 5.0)]));
    assert!(c.play("b.json", 8));
    let log = c.good(&["battle", "log", "b.json"], "");
    assert!(log.contains("1/57") && log.contains("1/14"), "{log}");
    assert!(c.good(&["battle", "verify", "b.json"], "").contains("is what it claims"));
    let v = c.data(&["battle", "view", "b.json", "--as", "A", "--map", "a.svg"], "");
    assert_eq!(v["seat"], "A");
    let map = String::from_utf8(c.bytes("a.svg")).expect("text");
    assert!(map.contains("piece french") && map.contains("piece austrian"), "the armies wear their inks");
}

/// Every procedure judges its example, and its odds add up to one exactly.
#[test]
fn everything_is_judged_and_weighed() {
    let c = Camp::pitch("newbury-judge");
    let all = c.judged_and_weighed(BOOK);
    assert!(all.len() > 40, "{}", all.len());
}

/// A fight is the same again, and by another reading it says so.
#[test]
fn a_fight_is_the_same_again() {
    let c = Camp::pitch("newbury-fight");
    let run = |file: &str| {
        let args = ["fight", SHIPPED[0], "--seed", "5", "--a", "random", "--b", "quick", "--most", "2"];
        c.good(&[&args[..], &["--quiet", "--save", file]].concat(), "");
        c.bytes(file)
    };
    assert_eq!(run("f.json"), run("g.json"));
    assert!(c.good(&["battle", "verify", "f.json"], "").contains("is what it claims"));
}

#[test]
fn scenarios_are_listed_checked_and_generated() {
    let c = Camp::pitch("newbury-scenarios");
    let list = c.good(&["scenario", "list"], "");
    for name in SHIPPED {
        assert!(list.contains(name), "{list}");
        assert!(c.good(&["scenario", "check", name], "").contains(": lawful"));
    }
    // Without its book's name it is the battle of the second book.
    assert!(!c.good(&["scenario", "check", "two-brigades"], "").contains("Morel"));
    let e = c.bad(&["scenario", "check", "newbury-napoleonic/two-brigade"], b"");
    assert!(e.contains("newbury-napoleonic/two-brigades"), "{e}");
    c.good(&["scenario", "generate", BOOK, "--seed", "7", "-o", "s.toml"], "");
    assert!(c.good(&["scenario", "check", "s.toml"], "").starts_with("s.toml: lawful"));
}

#[test]
fn the_book_is_looked_up() {
    let c = Camp::pitch("newbury-rules");
    assert!(c.good(&["rules", BOOK, "17.2.c"], "").contains("17.2.c"));
    assert!(c.good(&["rules", BOOK, "readings"], "").lines().count() > 100);
    assert!(c.good(&["rules"], "").contains(BOOK));
    assert!(c.bad(&["rules", BOOK, "99.99"], b"").contains("99.99"));
}
