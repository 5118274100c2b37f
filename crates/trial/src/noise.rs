//! What no sane person writes, made from what is right.

mod text;

pub use text::{bytes, one, renumbered, wounded};

use serde_json::{Value, json};
use umpire::Seeded;

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
