//! Garbled slips and monstrous files: an error, or something that can be written and read again; never a panic. What is hostile to
//! any book, the trial has (`crates/trial`). `VEDETTE_HOSTILE` says how many cases of each kind are tried.

#[path = "../../trial/src/noise/text.rs"]
mod noise;

use chakoten_acw::battle::Battle;
use chakoten_acw::scenario::{self, SHIPPED};
use chakoten_acw::slip;
use commander::Strength;
use commander::chakoten::appoint;
use desk::{Game, Match};
use noise::{bytes, one, renumbered, wounded};
use serde_json::json;
use std::sync::Arc;
use umpire::{Log, Seat, Seed, Seeded};

fn cases() -> u64 {
    std::env::var("VEDETTE_HOSTILE").ok().and_then(|v| v.parse().ok()).unwrap_or(120)
}

/// The battle goes on by offers and by chance: whatever has been let in does not stop it.
fn goes_on(g: &mut dyn Game, turns: u32, seed: u64, what: &dyn Fn() -> String) {
    let mut staff = [appoint(Strength::Random, seed), appoint(Strength::Random, seed + 1)];
    let until = g.turn() + turns;
    for n in 0.. {
        let Some(Seat::Side(s)) = g.waits_for().first().copied() else { return };
        if g.turn() >= until && g.asks().iter().any(|a| a.asks == "orders") {
            return;
        }
        assert!(n < 500 * turns, "the turn does not end\n{}", what());
        let seat = Seat::Side(s);
        let a = staff[usize::from(s % 2)].answer(g, seat).expect("this book's officer");
        if let Err(e) = g.answer(seat, &a) {
            panic!("a lawful answer is refused: {a}: {e}\n{}", what());
        }
    }
}

#[test]
fn monstrous_scenarios() {
    let shipped = SHIPPED[0].1;
    let deep = |open: &str, n: usize| format!("a = {}", open.repeat(n));
    let unit = "{ code = \"Z\", arm = \"infantry\", valour = 0, weapon = \"pistol\", x = 50, y = 50 }, ";
    for text in [
        deep("[", 100_000),
        deep("{a=", 50_000),
        format!("{}=1", "a.".repeat(50_000)),
        format!("[{}]", "a.".repeat(50_000)),
        format!("{shipped}\n{}", "[[side]]\nname = \"x\"\n".repeat(10_000)),
        format!("{shipped}\n{}", "[[side.command]]\ncode = \"Q\"\n".repeat(5_000)),
        shipped.replacen("unit = [", &format!("unit = [{}", unit.repeat(3_000)), 1),
        shipped.replacen(
            "[[ground.hill]]",
            &format!(
                "{}[[ground.hill]]",
                "[[ground.area]]\nkind = \"wood\"\nname = \"w\"\noutline = [[1, 1], [2, 1], [2, 2]]\n"
                    .repeat(5_000)
            ),
            1,
        ),
        shipped.replacen("path = [[120, 0]", &format!("path = [{}[120, 0]", "[1, 2], ".repeat(40_000)), 1),
        shipped.replacen("figures = 24", "figures = 60000", 1),
        shipped.replacen("width = 240", "width = 1e300", 1),
        shipped.replacen("turns = 20", "turns = 1000000000000", 1),
        "#".repeat(2 << 20),
        format!("title = \"{}\"", "x".repeat(400_000)),
    ] {
        if let Ok(s) = scenario::read("monster.toml", &text) {
            panic!("{}: {}", s.head.title, &text[..80]);
        }
    }
}

/// Slips of garbage: words of the slip in any order, numbers of any size, bytes. What is read can be written and read again.
#[test]
fn slips() {
    const WORDS: &[&str] = &[
        "march",
        "back",
        "to",
        "road",
        "wheel",
        "left",
        "right",
        "face",
        "about",
        "form",
        "line",
        "thin",
        "chain",
        "column",
        "attack",
        "charge",
        "gap",
        "mount",
        "dismount",
        "limber",
        "unlimber",
        "wait",
        "until",
        "detach",
        "as",
        "join",
        "enter",
        "leave",
        "man",
        "guns",
        "work",
        "abatis",
        "whole",
        "barricade",
        "clear",
        "fire",
        "shell",
        "shot",
        "canister",
        "at",
        "x1",
        "2NY",
        "when",
        "any",
        "within",
        "passes",
        "enters",
        "fires",
        "attacks",
        "before",
        "after",
        "shock",
        "clock",
        "place",
        "companies",
        "and",
        ",",
        ":",
        ";",
        "\"",
        "\"a b\"",
        "0",
        "1",
        "12",
        "0.5",
        "-3",
        "1e308",
        "1e999",
        "nan",
        "inf",
        "99999999999999999999",
        "repeat",
        "stand",
        "reorganise",
        "resupply",
        "repair",
        "gun",
        "é",
        "\u{0}",
    ];
    let mut read = 0;
    for n in 0..cases() * 40 {
        let mut r = Seeded::from_number(n);
        let text = match n % 8 {
            0 => bytes(&mut r),
            1 => wounded("attack charge x3: wheel left 10, to 12.5 60, form attack column 5, march", &mut r),
            2 => wounded("fire 3 companies right at x1, 5 companies at x2 at clock 0.5", &mut r),
            3 => wounded("repair gun; shell 85 when any passes 100 80 to 120 80 at x4", &mut r),
            4 => renumbered("to 12.5 60, wheel right 30.5, march 12; shell 85 at clock 0.5 at x4", &mut r),
            _ => (0..1 + r.below(9)).map(|_| one(WORDS, &mut r)).collect::<Vec<_>>().join(" "),
        };
        match slip::parse(&text) {
            Ok(o) => {
                read += 1;
                let again = slip::write(&o);
                assert_eq!(slip::parse(&again).as_ref(), Ok(&o), "{text} -> {again}");
            }
            Err(e) => assert!(!e.expected.is_empty() && e.place <= text.chars().count() + 1, "{text}: {e:?}"),
        }
    }
    assert!(read > 20, "{read}");
    for long in ["march 1, ".repeat(100_000), "\"".repeat(5000), "attack ".repeat(500), "(".repeat(100_000)] {
        assert!(slip::parse(&long).is_err());
    }
}

/// Garbled slips handed in on a sheet: refused whole, or taken.
#[test]
fn sheets_of_slips() {
    let s = Arc::new(scenario::read("two-brigades", SHIPPED[0].1).expect("lawful"));
    let g = Match::new(Battle::new(s, Seed::new("slips"), Log::On(vec![])));
    const STEPS: &[&str] = &[
        "march",
        "march 0.0001",
        "back 1e9",
        "to 96 42",
        "to -1e300 1e300",
        "to 96 42.000001",
        "wheel left 359.999",
        "wheel right 0.0000001",
        "face right 1e308",
        "about face",
        "form line",
        "form chain gap 12",
        "form attack column 5",
        "wait until 0.999999",
        "wait until 1",
        "detach 3 left as 2NY-a",
        "join 2NY",
        "enter Tollhouse",
        "road Turnpike 1e12",
        "limber about",
        "unlimber left",
        "mount",
        "dismount",
        "man guns",
        "leave to 1 1 line",
        "work light fortification",
        "work barricade 1 1 to 1 1",
        "work clear \"West fence\"",
    ];
    let (mut taken, mut refused) = (0, 0);
    for n in 0..cases() * 3 {
        let mut r = Seeded::from_number(n);
        let mut orders = serde_json::Map::new();
        for unit in ["2NY", "3USS", "BtyK", "6UC", "UW1"] {
            if r.below(3) == 0 {
                let steps: Vec<&str> = (0..1 + r.below(3)).map(|_| one(STEPS, &mut r)).collect();
                orders.insert(unit.into(), json!(steps.join(", ")));
            }
        }
        let sheet = json!({ "answer": "orders", "orders": orders });
        let mut copy = g.clone();
        match copy.answer(Seat::Side(0), &sheet) {
            Err(_) => refused += 1,
            Ok(()) => {
                taken += 1;
                if n % 4 == 0 {
                    copy.answer(Seat::Side(1), &json!({ "answer": "orders" })).expect("everybody stands");
                    goes_on(&mut copy, 1, n, &|| sheet.to_string());
                }
            }
        }
    }
    assert!(taken > 5 && refused > 20, "{taken} taken, {refused} refused");
}
