//! How fast exact odds of one close combat are, against `icepool` on the same question in the same run. Both must give
//! the same distribution. The Python with icepool is `python3`, or what `ICEPOOL_PYTHON` names.

use serde_json::Value;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::process::Command;
use std::time::Instant;
use umpire::Procedure;

/// The procedure measured.
type Combat = bbdba_acw::procedures::CloseCombat;

/// Rifles against muskets that are overlapped: +4 against +4 - 1.
const SITUATION: &str =
    r#"{ "a": { "troop": "rifles" }, "b": { "troop": "muskets", "overlapped_left": true } }"#;
/// The two factors for icepool, which knows no situation, with line infantry's results.
const FACTORS: [&str; 2] = ["4", "3"];

type Situation = <Combat as Procedure>::Situation;

/// `a recoil`, `b destroyed` or `no effect`.
fn label(outcome: &Value) -> String {
    for side in ["a", "b"] {
        if let Some(e) = outcome[side]["effect"].as_str().filter(|e| *e != "no_effect") {
            return format!("{side} {e}");
        }
    }
    "no effect".into()
}

fn main() {
    let s: Situation = serde_json::from_str(SITUATION).expect("a situation");
    let rounds = 200_000u32;
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let begun = Instant::now();
        for _ in 0..rounds {
            black_box(odds::odds_of::<Combat>(black_box(&s)).expect("odds"));
        }
        best = best.min(begun.elapsed().as_secs_f64() / f64::from(rounds) * 1e6);
    }
    let t = odds::odds_of::<Combat>(&s).expect("odds");
    let mut ours: BTreeMap<String, odds::Fraction> = BTreeMap::new();
    let mut weights: BTreeMap<String, u128> = BTreeMap::new();
    for (o, w) in &t.outcomes {
        *weights.entry(label(&serde_json::to_value(o).expect("data"))).or_default() += w;
    }
    for (k, w) in weights {
        ours.insert(k, odds::Fraction::new(w, t.total));
    }
    println!("exact odds of one close combat, vedette: {best:.3} µs");

    let python = std::env::var("ICEPOOL_PYTHON").unwrap_or_else(|_| "python3".into());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/icepool_close_combat.py");
    let out = match Command::new(&python).arg(script).args(FACTORS).output() {
        Ok(o) if o.status.success() => o.stdout,
        Ok(o) => {
            println!("icepool: not measured: {}", String::from_utf8_lossy(&o.stderr).trim());
            return;
        }
        Err(e) => {
            println!("icepool: not measured: {python}: {e}");
            return;
        }
    };
    let theirs: Value = serde_json::from_slice(&out).expect("the script writes JSON");
    let us = theirs["us"].as_f64().expect("a time");
    println!("the same with icepool {}: {us:.1} µs", theirs["version"].as_str().unwrap_or("?"));
    println!("ratio: {:.0} times faster (wanted: 100)", us / best);
    let same = theirs["odds"].as_object().expect("odds").iter().all(|(k, f)| {
        let part = |i: usize| f[i].as_str().and_then(|n| n.parse().ok()).expect("a number");
        ours.get(k) == Some(&odds::Fraction::new(part(0), part(1)))
    }) && theirs["odds"].as_object().map(serde_json::Map::len) == Some(ours.len());
    assert!(same, "the distributions differ: ours {ours:?}, icepool's {}", theirs["odds"]);
    let shown: Vec<_> = ours.iter().map(|(k, f)| format!("{k} {f}")).collect();
    println!("both distributions are equal: {}", shown.join(", "));
}
