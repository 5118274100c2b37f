//! What no sane person writes, made from what is right.

use serde_json::{Value, json};
use umpire::Seeded;

const TOKENS: &[&str] = &[
    "nan",
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
    "255",
    "256",
    "65536",
    "0.0001",
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
    ":",
    ";",
    "[table]",
    "[[side]]",
    "1979-05-27T07:32:00Z",
    "240.0000001",
];

pub fn one<'t, T: ?Sized>(all: &[&'t T], r: &mut Seeded) -> &'t T {
    all[r.below(all.len() as u32) as usize]
}

pub fn bytes(r: &mut Seeded) -> String {
    let b: Vec<u8> = (0..r.below(300)).map(|_| r.below(256) as u8).collect();
    String::from_utf8_lossy(&b).into_owned()
}

/// A valid text with a few wounds.
pub fn wounded(text: &str, r: &mut Seeded) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut b: Vec<u8> = text.bytes().collect();
    for _ in 0..=r.below(3) {
        if b.is_empty() {
            break;
        }
        let at = r.below(b.len() as u32) as usize;
        let other = if r.below(2) == 0 || words.is_empty() { one(TOKENS, r) } else { one(&words, r) };
        match r.below(9) {
            0 => b[at] = r.below(256) as u8,
            1 => b.truncate(at),
            2 => drop(b.drain(at..(at + r.below(40) as usize).min(b.len()))),
            3 => {
                let piece = b[at..(at + r.below(200) as usize).min(b.len())].to_vec();
                b.splice(at..at, piece);
            }
            4 => drop(b.splice(at..at, other.bytes())),
            _ => {
                // A whole number or word becomes something else.
                let word = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-' | b'_' | b'*');
                let from = b[..at].iter().rposition(|c| !word(*c)).map_or(0, |i| i + 1);
                let to = b[at..].iter().position(|c| !word(*c)).map_or(b.len(), |i| at + i);
                b.splice(from..to, other.bytes());
            }
        }
    }
    String::from_utf8_lossy(&b).into_owned()
}

/// The same text with a few other numbers in it.
pub fn renumbered(text: &str, r: &mut Seeded) -> String {
    let mut out = text.to_string();
    for _ in 0..=r.below(3) {
        let digits: Vec<usize> = out.match_indices(|c: char| c.is_ascii_digit()).map(|(i, _)| i).collect();
        let Some(at) = digits.get(r.below(digits.len() as u32) as usize).copied() else { break };
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
            _ => (v + (r.unit() - 0.5) * v.abs().max(10.0)).round(),
        };
        let whole = new.fract() == 0.0 && new.abs() < 1e9;
        out.replace_range(from..to, &if whole { format!("{}", new as i64) } else { format!("{new:?}") });
    }
    out
}

pub fn value(r: &mut Seeded) -> Value {
    match r.below(22) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(u64::MAX),
        3 => json!(i64::MIN),
        4 => json!(1e308),
        5 => json!(-1e308),
        6 => json!(f64::MIN_POSITIVE / 4.0),
        7 => json!(-0.0),
        8 => json!(""),
        9 => json!("é"),
        10 => json!("A\u{301}"),
        11 => json!("x".repeat(10_000)),
        12 => json!([]),
        13 => json!({}),
        14 => json!(vec![0; 3000]),
        15 => (0..100).fold(json!(1), |v, _| json!([v])),
        16 => json!(-1),
        17 => json!(255),
        18 => json!(65_536),
        19 => json!(1e9),
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
pub fn twisted(v: &Value, r: &mut Seeded) -> Value {
    let mut v = v.clone();
    for _ in 0..=r.below(2) {
        let mut n = r.below(count(&v));
        let bad = value(r);
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
