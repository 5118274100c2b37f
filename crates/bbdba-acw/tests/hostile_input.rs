//! Random bytes, truncated and mutated text, hostile JSON into every reader: an error or something that plays, never a
//! panic. `VEDETTE_HOSTILE` says how many cases of each kind are tried.

use crate::chooser;

use crate::seats::{answer, game};
use bbdba_acw::BOOK;
use bbdba_acw::battle::Battle;
use bbdba_acw::scenario::{self, SHIPPED};
use desk::{BattleFile, Game, Seating};
use serde_json::{Value, json};
use std::sync::Arc;
use umpire::{Log, Seat, Seed, Seeded};

fn cases() -> u64 {
    std::env::var("VEDETTE_HOSTILE").ok().and_then(|v| v.parse().ok()).unwrap_or(600)
}

const TOKENS: &[&str] = &[
    "nan",
    "NaN",
    "inf",
    "-inf",
    "Infinity",
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
    "0x7fffffffffffffff",
    "null",
    "true",
    "\"\"",
    "''",
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
    "[[army]]",
    "[[army.command]]",
    "[table]",
    "[house]\nfree_lists = true\nfree_commands = true\nfree_terrain = true\nfree_deployment = true\n",
    "rifles*4000",
    "rifles*0",
    "rifles*-1",
    "rifles*99999999999999999999",
    "A0",
    "A20001",
    "B65535",
    "camp C",
    "A",
    "Aé",
    "1979-05-27T07:32:00Z",
    "0.1",
    "2400.0000001",
];

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
            2 => {
                let to = (at + r.below(40) as usize).min(b.len());
                b.drain(at..to);
            }
            3 => {
                let to = (at + r.below(200) as usize).min(b.len());
                let piece = b[at..to].to_vec();
                b.splice(at..at, piece);
            }
            4 => {
                let t = TOKENS[r.below(TOKENS.len() as u32) as usize];
                b.splice(at..at, t.bytes());
            }
            _ => {
                // A whole number or word becomes something else.
                let word = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-' | b'_' | b'*');
                let from = b[..at].iter().rposition(|c| !word(*c)).map_or(0, |i| i + 1);
                let to = b[at..].iter().position(|c| !word(*c)).map_or(b.len(), |i| at + i);
                let t = TOKENS[r.below(TOKENS.len() as u32) as usize];
                b.splice(from..to, t.bytes());
            }
        }
    }
    String::from_utf8_lossy(&b).into_owned()
}

fn waived(text: &str) -> String {
    let free = ["lists", "commands", "terrain", "deployment"].map(|w| format!("free_{w} = true\n")).concat();
    if text.contains("[house]") {
        text.into()
    } else {
        text.replacen("[setup]", &format!("[house]\n{free}\n[setup]"), 1)
    }
}

/// The same text with a few other numbers in it.
fn renumbered(text: &str, r: &mut Seeded) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let numbered: Vec<usize> = (0..lines.len())
        .filter(|i| lines[*i].split_once(" = ").is_some_and(|(_, v)| v.trim().parse::<f64>().is_ok()))
        .collect();
    let mut out: Vec<String> = lines.iter().map(ToString::to_string).collect();
    for _ in 0..=r.below(3) {
        let Some(i) = numbered.get(r.below(numbered.len() as u32) as usize) else { break };
        let (key, v) = lines[*i].split_once(" = ").expect("numbered");
        let v: f64 = v.trim().parse().unwrap_or(0.0);
        let to = match r.below(8) {
            0 => 0.0,
            1 => -v,
            2 => v * 10.0,
            3 => 1e12,
            4 => v + 0.0001,
            _ => v + (r.unit() - 0.5) * 600.0,
        };
        out[*i] = format!("{key} = {to:?}");
    }
    let mut text = out.join("\n");
    if r.below(4) == 0 {
        let w = [200.0, 1000.0, 2400.0, 4800.0, 20_000.0, 1e6][r.below(6) as usize];
        let d = [200.0, 1000.0, 2400.0, 3200.0, 20_000.0, 1e6][r.below(6) as usize];
        text =
            text.replacen("board = \"ordinary\"", &format!("custom = true\nwidth = {w:?}\ndepth = {d:?}"), 1);
    }
    text
}

fn noise(r: &mut Seeded) -> String {
    let b: Vec<u8> = (0..r.below(300)).map(|_| r.below(256) as u8).collect();
    String::from_utf8_lossy(&b).into_owned()
}

fn hostile(r: &mut Seeded) -> Value {
    match r.below(26) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(u64::MAX),
        3 => json!(i64::MIN),
        4 => json!(1e308),
        5 => json!(-1e308),
        6 => json!(f64::MIN_POSITIVE / 4.0),
        7 => json!(-0.0),
        8 => json!(""),
        9 => json!("A0"),
        10 => json!("A19999"),
        11 => json!("B1"),
        12 => json!("é"),
        13 => json!("A\u{301}"),
        14 => json!("x".repeat(10_000)),
        15 => json!([]),
        16 => json!({}),
        17 => json!(vec![0; 3000]),
        18 => (0..100).fold(json!(1), |v, _| json!([v])),
        19 => json!(vec!["A1"; 500]),
        20 => json!(-1),
        21 => json!(255),
        22 => json!(1e9),
        23 => json!("camp A"),
        _ => json!((r.unit() - 0.3) * 3000.0),
    }
}

fn count(v: &Value) -> u32 {
    1 + match v {
        Value::Array(a) => a.iter().map(count).sum(),
        Value::Object(o) => o.values().map(count).sum(),
        _ => 0,
    }
}

/// Does something to the `n`th node of a tree.
fn at_node(v: &mut Value, n: &mut u32, f: &mut dyn FnMut(&mut Value)) {
    if *n == 0 {
        f(v);
        *n = u32::MAX;
        return;
    }
    *n -= 1;
    match v {
        Value::Array(a) => {
            for x in a {
                if *n == u32::MAX {
                    return;
                }
                at_node(x, n, f);
            }
        }
        Value::Object(o) => {
            for x in o.values_mut() {
                if *n == u32::MAX {
                    return;
                }
                at_node(x, n, f);
            }
        }
        _ => {}
    }
}

/// A valid value with a few wounds.
fn twisted(v: &Value, r: &mut Seeded) -> Value {
    let mut v = v.clone();
    for _ in 0..=r.below(2) {
        let mut n = r.below(count(&v));
        let bad = hostile(r);
        let (how, k) = (r.below(6), r.below(1000) as usize);
        at_node(&mut v, &mut n, &mut |x| match (how, x) {
            (0, Value::Array(a)) if !a.is_empty() => {
                let i = k % a.len();
                let again = a[i].clone();
                a.push(again);
            }
            (1, Value::Array(a)) if !a.is_empty() => {
                let i = k % a.len();
                a.remove(i);
            }
            (1, Value::Object(o)) if !o.is_empty() => {
                let key = o.keys().nth(k % o.len()).cloned().unwrap_or_default();
                o.remove(&key);
            }
            (2, Value::Object(o)) => {
                o.insert("surprise".into(), bad.clone());
            }
            (3, Value::Number(x)) => {
                let near = x.as_f64().unwrap_or(0.0);
                *x =
                    serde_json::Number::from_f64(near + (k as f64 - 500.0) / 3.0).unwrap_or_else(|| 1.into());
            }
            (_, x) => *x = bad.clone(),
        });
    }
    v
}

/// A battle that has been let in plays on: something is offered, and taken.
fn goes_on(b: &mut Battle, answers: u32, r: &mut Seeded, what: &dyn Fn() -> String) {
    for _ in 0..answers {
        let Some((side, awaits)) = b.pending().first().cloned() else { return };
        let (offers, _) = b.offers(side, &awaits);
        assert!(!offers.is_empty(), "nothing is offered for {awaits:?}\n{}", what());
        let a = chooser::pick(b, side, &offers, &awaits, r);
        if let Err(e) = b.answer(side, a.clone()) {
            panic!("offered but refused: {a:?}: {e}\n{}", what());
        }
    }
}

#[test]
fn scenarios() {
    let mut lawful = 0;
    for n in 0..cases() {
        let mut r = Seeded::from_number(n);
        let text = match n % 12 {
            0 => noise(&mut r),
            // What a house rule waives is not checked, so that more gets through.
            1..=5 => renumbered(&waived(SHIPPED[(n % SHIPPED.len() as u64) as usize].1), &mut r),
            _ => wounded(SHIPPED[(n % SHIPPED.len() as u64) as usize].1, &mut r),
        };
        match scenario::read("hostile.toml", &text) {
            Err(e) => {
                assert!(!e.mistakes.is_empty(), "refused without a mistake:\n{text}");
                assert!(!e.to_string().is_empty());
                for m in &e.mistakes {
                    assert!(m.at.as_ref().is_none_or(|at| at.end <= text.len()), "{m:?}");
                }
                let _ = format!("{:?}", miette::Report::new(e));
            }
            Ok(s) => {
                lawful += 1;
                let mut b = Battle::new(Arc::new(s), Seed::new(n.to_string()), Log::On(vec![]));
                goes_on(&mut b, 12, &mut r, &|| text.clone());
                let _ = (game(&b).view(Seat::Umpire), game(&b).board(Seat::Side(0)));
            }
        }
    }
    assert!(lawful > cases() / 50, "{lawful}");
}

#[test]
fn monstrous_scenarios() {
    let shipped = SHIPPED[0].1;
    let deep = |open: &str, n: usize| format!("a = {}", open.repeat(n));
    for text in [
        deep("[", 100_000),
        deep("{a=", 50_000),
        format!("{}=1", "a.".repeat(50_000)),
        format!("[{}]", "a.".repeat(50_000)),
        format!("{shipped}\n{}", "[[army]]\nname = \"x\"\n".repeat(10_000)),
        format!("{shipped}\n{}", "[[army.command]]\nelements = [\"rifles*4000\"]\n".repeat(5_000)),
        format!(
            "{shipped}\n{}",
            "[[terrain.area]]\nkind = \"wood\"\nx = 1\ny = 1\nlength = 1\nwidth = 1\n".repeat(5_000)
        ),
        format!("{shipped}\n[[terrain.river]]\nwidth = 100\npoints = [{}]\n", "[1, 2], ".repeat(40_000)),
        shipped.replace("rifles", "rifles*4000"),
        "#".repeat(2 << 20),
        format!("title = \"{}\"", "x".repeat(400_000)),
    ] {
        if let Ok(s) = scenario::read("monster.toml", &text) {
            panic!("{}: {}", s.head.title, &text[..80]);
        }
    }
}

/// A few answers into a battle, as a file.
fn some_file(name: &str, answers: u32, r: &mut Seeded) -> BattleFile {
    let text = SHIPPED.iter().find(|(n, _)| *n == name).expect("shipped").1;
    let (mut f, mut g) = BattleFile::begin(&BOOK, name, text, Seed::new("x")).expect("lawful");
    for _ in 0..answers {
        let b: &Battle = g.rules().downcast_ref().expect("this book");
        let (side, awaits) = b.pending()[0].clone();
        let (offers, _) = b.offers(side, &awaits);
        let a = chooser::pick(b, side, &offers, &awaits, r);
        let seat = Seat::Side(side.index() as u8);
        let v = serde_json::to_value(a).expect("text keys");
        g.answer(seat, &v).expect("offered");
        f.note(seat, v);
    }
    f.seal(&*g);
    f
}

#[test]
fn battle_files() {
    let mut r = Seeded::from_number(5);
    let texts =
        ["open-field", "meeting-by-dice", "behind-the-screen"].map(|n| some_file(n, 25, &mut r).text());
    for n in 0..cases() {
        let mut r = Seeded::from_number(n);
        let text = &texts[(n % 3) as usize];
        let hurt = match n % 10 {
            0 => noise(&mut r),
            1..=4 => twisted(&serde_json::from_str(text).expect("its own text"), &mut r).to_string(),
            _ => wounded(text, &mut r),
        };
        match BattleFile::parse(&hurt) {
            Err(e) => assert!(!e.to_string().is_empty()),
            Ok(f) => {
                if let Err(e) = f.open(&[&BOOK]) {
                    assert!(!e.to_string().is_empty());
                }
                let _ = f.verify(&[&BOOK]);
            }
        }
    }
    for bad in ["[".repeat(200_000), "{\"format\":".repeat(50_000), "9".repeat(1 << 20), "\"\\ud800\"".into()]
    {
        assert!(BattleFile::parse(&bad).is_err());
    }
}

/// Mutated answers at every kind of question, terrain included. What is taken plays on.
#[test]
fn answers() {
    let (mut taken, mut refused) = (0u64, 0u64);
    for n in 0..(cases() / 40).max(3) {
        let mut r = Seeded::from_number(n);
        let (name, text) = SHIPPED[(n % SHIPPED.len() as u64) as usize];
        let s = Arc::new(scenario::read(name, text).expect("lawful"));
        let mut b = Battle::new(s, Seed::new(n.to_string()), Log::On(vec![]));
        for _ in 0..40 {
            let Some((side, awaits)) = b.pending().first().cloned() else { break };
            let (offers, _) = b.offers(side, &awaits);
            for _ in 0..8 {
                let from = &offers[r.below(offers.len() as u32) as usize];
                let v = twisted(&serde_json::to_value(from).expect("text keys"), &mut r);
                let mut copy = b.clone();
                let seat = match r.below(12) {
                    0 => Seat::Umpire,
                    1 => Seat::Side(r.below(256) as u8),
                    _ => Seat::Side(side.index() as u8),
                };
                match answer(&mut copy, seat, &v) {
                    Err(e) => {
                        assert!(!e.reason.is_empty(), "{v}");
                        refused += 1;
                    }
                    Ok(()) => {
                        taken += 1;
                        goes_on(&mut copy, 6, &mut r, &|| format!("after {v}"));
                        let _ = (game(&copy).view(seat), game(&copy).board(seat));
                    }
                }
            }
            let a = chooser::pick(&b, side, &offers, &awaits, &mut r);
            b.answer(side, a).expect("offered");
        }
    }
    assert!(taken > 20 && refused > 200, "{taken} taken, {refused} refused");
}

/// Mutated words of an umpire, in the set-up and in every phase. What is taken plays on; what is refused changes nothing.
#[test]
fn what_an_umpire_says() {
    let (mut taken, mut refused) = (0u64, 0u64);
    for n in 0..(cases() / 60).max(3) {
        let mut r = Seeded::from_number(n);
        let (name, text) = SHIPPED[(n % SHIPPED.len() as u64) as usize];
        let s = Arc::new(scenario::read(name, text).expect("lawful"));
        let mut b = Battle::seated(s, Seed::new(n.to_string()), Log::On(vec![]), Seating::WITH_UMPIRE);
        for _ in 0..50 {
            let asks: Vec<_> = game(&b).asks().into_iter().filter(|a| a.seat == Seat::Umpire).collect();
            let offers: Vec<&Value> = asks.iter().flat_map(|a| &a.offers).collect();
            for _ in 0..8 {
                let from = offers[r.below(offers.len() as u32) as usize];
                let v = if r.below(10) == 0 { hostile(&mut r) } else { twisted(from, &mut r) };
                let mut copy = b.clone();
                match answer(&mut copy, Seat::Umpire, &v) {
                    Err(e) => {
                        assert!(!e.reason.is_empty(), "{v}");
                        assert_eq!(game(&copy).events(), game(&b).events(), "{v}");
                        assert_eq!(game(&copy).view(Seat::Umpire), game(&b).view(Seat::Umpire), "{v}");
                        refused += 1;
                    }
                    Ok(()) => {
                        taken += 1;
                        goes_on(&mut copy, 6, &mut r, &|| format!("after {v}"));
                        let _ = (game(&copy).view(Seat::Umpire), game(&copy).board(Seat::Umpire));
                    }
                }
            }
            if game(&b).waits_for() == [Seat::Umpire] {
                let a = offers[r.below(2) as usize].clone();
                answer(&mut b, Seat::Umpire, &a).expect("offered");
                continue;
            }
            let Some((side, awaits)) = b.pending().first().cloned() else { break };
            let (offers, _) = b.offers(side, &awaits);
            let a = chooser::pick(&b, side, &offers, &awaits, &mut r);
            b.answer(side, a).expect("offered");
        }
    }
    assert!(taken > 20 && refused > 200, "{taken} taken, {refused} refused");
}

#[test]
fn situations() {
    let (mut judged, mut refused) = (0u64, 0u64);
    for p in BOOK.procedures {
        let example = p.example();
        for n in 0..cases() {
            let mut r = Seeded::from_number(n);
            let v = if n % 20 == 0 { hostile(&mut r) } else { twisted(&example, &mut r) };
            match p.judge(&v, &mut r) {
                Ok(j) => {
                    assert!(!j.says.is_empty());
                    judged += 1;
                }
                Err(e) => {
                    assert!(!e.to_string().is_empty(), "{v}");
                    refused += 1;
                }
            }
            let _ = p.judge_by_hand(&v, (0..r.below(12)).map(|_| r.below(256) as u8).collect());
        }
    }
    assert!(judged > 100 && refused > 100, "{judged} judged, {refused} refused");
}
