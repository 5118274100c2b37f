//! Random bytes, truncated and mutated text, hostile JSON, garbled slips into every reader: an error or something that plays
//! on, never a panic, never a battle without an end. `VEDETTE_HOSTILE` says how many cases of each kind are tried.

use chakoten_acw::BOOK;
use chakoten_acw::battle::Battle;
use chakoten_acw::scenario::{self, SHIPPED, generate};
use chakoten_acw::slip;
use commander::Strength;
use commander::chakoten::appoint;
use desk::Match;
use desk::{BattleFile, Game, Seating};
use serde_json::{Value, json};
use std::sync::Arc;
use umpire::{Log, Seat, Seed, Seeded};

fn cases() -> u64 {
    std::env::var("VEDETTE_HOSTILE").ok().and_then(|v| v.parse().ok()).unwrap_or(120)
}

const TOKENS: &[&str] = &[
    "nan",
    "NaN",
    "inf",
    "-inf",
    "1e308",
    "-1e308",
    "1e999",
    "1e-320",
    "-0",
    "0",
    "-1",
    "18446744073709551616",
    "9223372036854775807",
    "255",
    "256",
    "65536",
    "0.0001",
    "null",
    "true",
    "\"\"",
    "[]",
    "{}",
    "[[[[[[",
    "]]",
    "}}",
    "{",
    "\"",
    "\"\"\"",
    "\\u0000",
    "\\",
    "\u{0}",
    "\u{feff}",
    "é",
    "😀",
    "\n",
    "\r",
    "#",
    "=",
    ".",
    ",",
    ":",
    ";",
    "[[side]]",
    "[[side.command]]",
    "[[ground.area]]",
    "[table]",
    "\"wood\"",
    "\"lake\"",
    "\"cavalry\"",
    "\"battery\"",
    "\"chain\"",
    "x1",
    "x0",
    "x99999999999",
    "2NY",
    "arrives = 2",
    "1979-05-27T07:32:00Z",
    "240.0000001",
];

fn one<'t, T: ?Sized>(all: &[&'t T], r: &mut Seeded) -> &'t T {
    all[r.below(all.len() as u32) as usize]
}

fn noise(r: &mut Seeded) -> String {
    let b: Vec<u8> = (0..r.below(300)).map(|_| r.below(256) as u8).collect();
    String::from_utf8_lossy(&b).into_owned()
}

/// A valid text with a few wounds.
fn wounded(text: &str, r: &mut Seeded) -> String {
    let mut b: Vec<u8> = text.bytes().collect();
    for _ in 0..=r.below(3) {
        if b.is_empty() {
            break;
        }
        let at = r.below(b.len() as u32) as usize;
        match r.below(9) {
            0 => b[at] = r.below(256) as u8,
            1 => b.truncate(at),
            2 => drop(b.drain(at..(at + r.below(40) as usize).min(b.len()))),
            3 => {
                let piece = b[at..(at + r.below(200) as usize).min(b.len())].to_vec();
                b.splice(at..at, piece);
            }
            4 => drop(b.splice(at..at, one(TOKENS, r).bytes())),
            _ => {
                // A whole number or word becomes something else.
                let word = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-' | b'_' | b'*');
                let from = b[..at].iter().rposition(|c| !word(*c)).map_or(0, |i| i + 1);
                let to = b[at..].iter().position(|c| !word(*c)).map_or(b.len(), |i| at + i);
                b.splice(from..to, one(TOKENS, r).bytes());
            }
        }
    }
    String::from_utf8_lossy(&b).into_owned()
}

/// The same text with a few other numbers in it.
fn renumbered(text: &str, r: &mut Seeded) -> String {
    let mut out = text.to_string();
    for _ in 0..=r.below(3) {
        let digits: Vec<usize> = out.match_indices(|c: char| c.is_ascii_digit()).map(|(i, _)| i).collect();
        let at = digits[r.below(digits.len() as u32) as usize];
        let number = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
        let from = out[..at].rfind(|c| !number(c)).map_or(0, |i| i + 1);
        let to = out[at..].find(|c| !number(c)).map_or(out.len(), |i| at + i);
        let v: f64 = out[from..to].parse().unwrap_or(0.0);
        let new = match r.below(8) {
            0 => 0.0,
            1 => -v,
            2 => v * 10.0,
            3 => 1e12,
            4 => v + 0.0001,
            _ => (v + (r.unit() - 0.5) * 60.0).round(),
        };
        let new = if new.fract() == 0.0 && new.abs() < 1e9 {
            format!("{}", new as i64)
        } else {
            format!("{new:?}")
        };
        out.replace_range(from..to, &new);
    }
    out
}

fn hostile(r: &mut Seeded) -> Value {
    match r.below(28) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(u64::MAX),
        3 => json!(i64::MIN),
        4 => json!(1e308),
        5 => json!(-1e308),
        6 => json!(f64::MIN_POSITIVE / 4.0),
        7 => json!(-0.0),
        8 => json!(""),
        9 => json!("x0"),
        10 => json!("x99999999999999999999"),
        11 => json!("x1"),
        12 => json!("é"),
        13 => json!("2NY"),
        14 => json!("x".repeat(10_000)),
        15 => json!([]),
        16 => json!({}),
        17 => json!(vec![0; 3000]),
        18 => (0..100).fold(json!(1), |v, _| json!([v])),
        19 => json!(vec![json!({ "step": "march", "cm": 0.01 }); 3000]),
        20 => json!(-1),
        21 => json!(65535),
        22 => json!(1e9),
        23 => json!({ "step": "to", "x": 1e300, "y": -1e300 }),
        24 => json!({ "do": "move", "steps": vec![json!({ "step": "wheel", "degrees": 1e-12 }); 39] }),
        25 => json!({ "when": "passes", "from": [1e308, 0], "to": [-1e308, 0] }),
        _ => json!((r.unit() - 0.3) * 400.0),
    }
}

fn count(v: &Value) -> u32 {
    1 + match v {
        Value::Array(a) => a.iter().map(count).sum(),
        Value::Object(o) => o.values().map(count).sum(),
        _ => 0,
    }
}

/// Does something to the `n`th node of a tree; true when it was found.
fn at_node(v: &mut Value, n: &mut u32, f: &mut dyn FnMut(&mut Value)) -> bool {
    if *n == 0 {
        f(v);
        return true;
    }
    *n -= 1;
    match v {
        Value::Array(a) => a.iter_mut().any(|x| at_node(x, n, f)),
        Value::Object(o) => o.values_mut().any(|x| at_node(x, n, f)),
        _ => false,
    }
}

/// A valid value with a few wounds.
fn twisted(v: &Value, r: &mut Seeded) -> Value {
    let mut v = v.clone();
    for _ in 0..=r.below(2) {
        let mut n = r.below(count(&v));
        let bad = hostile(r);
        let (how, k) = (r.below(7), r.below(1000) as usize);
        at_node(&mut v, &mut n, &mut |x| match (how, x) {
            (0, Value::Array(a)) if !a.is_empty() => a.push(a[k % a.len()].clone()),
            (1, Value::Array(a)) if !a.is_empty() => drop(a.remove(k % a.len())),
            (1, Value::Object(o)) if !o.is_empty() => {
                let key = o.keys().nth(k % o.len()).cloned().unwrap_or_default();
                o.remove(&key);
            }
            (2, Value::Object(o)) => drop(o.insert("surprise".into(), bad.clone())),
            (3 | 4, Value::Number(x)) => {
                let near = x.as_f64().unwrap_or(0.0) + (k as f64 - 500.0) / 7.0;
                *x = serde_json::Number::from_f64(near).unwrap_or_else(|| 1.into());
            }
            (_, x) => *x = bad.clone(),
        });
    }
    v
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
fn scenarios() {
    let small = generate::scenario(generate::TerrainKind::Coast, 3);
    let texts = [SHIPPED[0].1, SHIPPED[1].1, SHIPPED[2].1, small.as_str()];
    let mut lawful = 0;
    for n in 0..cases() * 5 {
        let mut r = Seeded::from_number(n);
        let text = match n % 10 {
            0 => noise(&mut r),
            1..=5 => renumbered(one(&texts, &mut r), &mut r),
            _ => wounded(one(&texts, &mut r), &mut r),
        };
        match scenario::read("hostile.toml", &text) {
            Err(e) => {
                assert!(!e.mistakes.is_empty(), "refused without a mistake:\n{text}");
                for m in &e.mistakes {
                    assert!(m.at.as_ref().is_none_or(|at| at.end <= text.len()), "{m:?}");
                }
                assert!(!format!("{e:#}").is_empty());
                let _ = format!("{:?}", miette::Report::new(e));
            }
            Ok(s) => {
                lawful += 1;
                let mut g = Match::new(Battle::new(Arc::new(s), Seed::new(n.to_string()), Log::On(vec![])));
                if n % 12 == 1 {
                    goes_on(&mut g, 1, n, &|| text.clone());
                }
                let _ = (g.view(Seat::Umpire), g.view(Seat::Side(1)), g.board(Seat::Side(0)), g.asks());
            }
        }
    }
    assert!(lawful > cases() / 20, "{lawful}");
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

/// Some turns of a battle, as a file.
fn some_file(name: &str, answers: usize) -> BattleFile {
    let text = SHIPPED.iter().find(|(n, _)| *n == name).expect("shipped").1;
    let (mut f, mut g) = BattleFile::begin(&BOOK, name, text, Seed::new("x")).expect("lawful");
    let mut staff = [appoint(Strength::Random, 1), appoint(Strength::Random, 2)];
    for _ in 0..answers {
        let Some(Seat::Side(s)) = g.waits_for().first().copied() else { break };
        let a = staff[usize::from(s)].answer(&*g, Seat::Side(s)).expect("this book's officer");
        f.take(&mut *g, Seat::Side(s), a).expect("lawful");
    }
    f
}

#[test]
fn battle_files() {
    let texts = ["two-brigades", "raid-on-the-train"].map(|n| some_file(n, 8).text());
    for n in 0..cases() / 2 {
        let mut r = Seeded::from_number(n);
        let text = &texts[(n % 2) as usize];
        let hurt = match n % 10 {
            0 => noise(&mut r),
            1..=4 => twisted(&serde_json::from_str(text).expect("its own text"), &mut r).to_string(),
            _ => wounded(text, &mut r),
        };
        match BattleFile::parse(&hurt) {
            Err(e) => assert!(!e.to_string().is_empty()),
            Ok(f) => drop(f.verify(&[&BOOK])),
        }
    }
}

/// Mutated answers at every kind of question, some with an umpire in his chair. What is taken plays on, what is refused changes
/// nothing.
#[test]
fn answers() {
    let (mut taken, mut refused) = (0u64, 0u64);
    for n in 0..(cases() / 12).max(3) {
        let mut r = Seeded::from_number(n);
        let (name, text) = SHIPPED[(n % SHIPPED.len() as u64) as usize];
        let s = Arc::new(scenario::read(name, text).expect("lawful"));
        let seating = if n % 2 == 0 { Seating::WITH_UMPIRE } else { Seating::SIDES_ONLY };
        let mut g = Match::new(Battle::seated(s, Seed::new(n.to_string()), Log::On(vec![]), seating));
        let mut staff = [appoint(Strength::Random, n), appoint(Strength::Random, n + 1)];
        for _ in 0..10 {
            let Some(Seat::Side(side)) = g.waits_for().first().copied() else { break };
            let right = staff[usize::from(side)].answer(&g, Seat::Side(side)).expect("this book's officer");
            let says: Vec<Value> =
                g.asks().into_iter().filter(|a| a.seat == Seat::Umpire).flat_map(|a| a.offers).collect();
            for _ in 0..10 {
                let mut seat = Seat::Side(side);
                let mut from = &right;
                match r.below(12) {
                    0 => seat = Seat::Side(r.below(256) as u8),
                    1 => seat = Seat::Spectator,
                    2 | 3 => {
                        seat = Seat::Umpire;
                        if !says.is_empty() {
                            from = &says[r.below(says.len() as u32) as usize];
                        }
                    }
                    _ => {}
                }
                let v = if r.below(12) == 0 { hostile(&mut r) } else { twisted(from, &mut r) };
                let mut copy = g.clone();
                match copy.answer(seat, &v) {
                    Err(e) => {
                        assert!(!e.reason.is_empty(), "{v}");
                        assert_eq!(copy.events_len(), g.events_len(), "{v}");
                        assert_eq!(copy.view(Seat::Umpire), g.view(Seat::Umpire), "{v}");
                        refused += 1;
                    }
                    Ok(()) => {
                        taken += 1;
                        if r.below(6) == 0 {
                            goes_on(&mut copy, 1, n, &|| format!("after {v} of {seat}"));
                        }
                        let _ = (copy.view(seat), copy.board(seat), copy.summary());
                    }
                }
            }
            g.answer(Seat::Side(side), &right).expect("lawful");
        }
    }
    assert!(taken > 10 && refused > 50, "{taken} taken, {refused} refused");
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
            0 => noise(&mut r),
            1 => wounded("attack charge x3: wheel left 10, to 12.5 60, form attack column 5, march", &mut r),
            2 => wounded("fire 3 companies right at x1, 5 companies at x2 at clock 0.5", &mut r),
            3 => wounded("repair gun; shell 85 when any passes 100 80 to 120 80 at x4", &mut r),
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

#[test]
fn situations() {
    let (mut judged, mut refused) = (0u64, 0u64);
    for p in BOOK.procedures {
        let example = p.example();
        for n in 0..cases() * 3 {
            let mut r = Seeded::from_number(n);
            let v = if n % 20 == 0 { hostile(&mut r) } else { twisted(&example, &mut r) };
            match p.judge(&v, &mut r) {
                Ok(j) => {
                    assert!(!j.says.is_empty());
                    judged += 1;
                    if n % 16 == 0 {
                        let _ = odds::Odds::of(*p, &v);
                    }
                }
                Err(e) => {
                    assert!(!e.to_string().is_empty(), "{v}");
                    refused += 1;
                }
            }
            let _ = p.judge_by_hand(&v, (0..r.below(12)).map(|_| r.below(256) as u8).collect::<Vec<u8>>());
        }
    }
    assert!(judged > 100 && refused > 100, "{judged} judged, {refused} refused");
}
