//! How bare situations are judged where procedures are proved, and what holds of every procedure of every book.

use crate::{Enumerator, Fraction, Odds, odds_of};
use serde_json::{Value, json};
use umpire::{AnyProcedure, HandDice, Procedure, Ruling, Seeded, SituationError, judge};

/// Judges a situation that can be with these dice, which must come out even.
#[track_caller]
pub fn rule<P: Procedure>(s: &P::Situation, dice: &[u8]) -> (P::Outcome, Ruling) {
    if let Err(e) = P::check(s) {
        panic!("{e}");
    }
    let mut d = HandDice::new(dice);
    let out = judge::<P>(s, &mut d);
    if let Err(e) = d.finish() {
        panic!("{e}");
    }
    out
}

/// The outcome alone.
#[track_caller]
pub fn out<P: Procedure>(s: &P::Situation, dice: &[u8]) -> P::Outcome {
    rule::<P>(s, dice).0
}

/// The field for which a situation cannot be.
#[track_caller]
pub fn refused<P: Procedure>(s: &P::Situation) -> &'static str {
    match P::check(s) {
        Err(SituationError::Impossible { field, why }) => {
            assert!(!why.to_string().is_empty());
            field
        }
        other => panic!("it is not refused: {other:?}"),
    }
}

/// The exact chance that an outcome is of a kind.
#[track_caller]
pub fn chance<P: Procedure>(s: &P::Situation, is: impl Fn(&P::Outcome) -> bool) -> Fraction {
    let t = odds_of::<P>(s).unwrap_or_else(|e| panic!("{e}"));
    Fraction::new(t.outcomes.iter().filter(|(o, _)| is(o)).map(|(_, w)| *w).sum(), t.total)
}

/// Every procedure has a name of its own, judges its example, says and cites something, weighs it exactly, and takes no field that it
/// does not know.
pub fn examples_are_judged_and_weighed(all: &[&dyn AnyProcedure]) {
    let mut names: Vec<_> = all.iter().map(|p| p.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all.len());
    for p in all {
        let example = p.example();
        assert!(!p.title().to_string().is_empty());
        let mut dice = Seeded::from_number(7);
        let judged = p.judge(&example, &mut dice).unwrap_or_else(|e| panic!("{}: {e}", p.name()));
        assert!(!judged.says.to_string().is_empty(), "{}", p.name());
        assert!(!judged.ruling.clauses.is_empty(), "{} cites nothing", p.name());
        for m in &judged.ruling.modifiers {
            assert!(!m.what.to_string().is_empty());
        }
        for step in &judged.ruling.reckoning {
            assert!(!step.says.to_string().is_empty());
        }
        let table = Odds::of(*p, &example).unwrap_or_else(|e| panic!("{}: {e}", p.name()));
        let sum: u128 = table.outcomes.iter().map(|c| c.weight).sum();
        assert!(sum == table.total && sum > 0, "{}", p.name());
        let mut wrong = example.clone();
        wrong["no-such-field"] = 1.into();
        assert!(p.judge(&wrong, &mut dice).is_err(), "{} takes anything", p.name());
    }
}

/// Every value of a situation, each in turn changed to something else.
pub fn changed(v: &Value) -> Vec<Value> {
    match v {
        Value::Number(_) => {
            [json!(0), json!(1), json!(9), json!(10), json!(255), json!(-1), json!(1e9), json!(0.5)].into()
        }
        Value::Bool(b) => vec![json!(!b)],
        Value::String(_) => vec![json!("nonsense"), Value::Null],
        Value::Array(all) => {
            let mut out = vec![json!([]), Value::Array(all.iter().cycle().take(60).cloned().collect())];
            for (i, x) in all.iter().enumerate() {
                for y in changed(x) {
                    let mut all = all.clone();
                    all[i] = y;
                    out.push(Value::Array(all));
                }
            }
            out
        }
        Value::Object(fields) => {
            let mut out = Vec::new();
            for (k, x) in fields {
                for y in changed(x) {
                    let mut fields = fields.clone();
                    fields.insert(k.clone(), y);
                    out.push(Value::Object(fields));
                }
                let mut fewer = fields.clone();
                fewer.remove(k);
                out.push(Value::Object(fewer));
            }
            out
        }
        Value::Null => Vec::new(),
    }
}

/// Whatever is changed of its example, a procedure judges it or refuses it, and the odds of what it judges are exact or too many to be
/// walked. Fields that the example leaves out are true in turn, or one of these numbers.
pub fn hostile_situations_are_judged_or_refused(all: &[&dyn AnyProcedure], numbers: &[Value]) {
    for p in all {
        let mut situations = changed(&p.example());
        situations.push(p.example());
        let schema = serde_json::to_value(p.schema()).unwrap_or_default();
        for field in schema["properties"].as_object().into_iter().flat_map(|x| x.keys()) {
            for value in [&json!(true)].into_iter().chain(numbers) {
                let mut s = p.example();
                s[field] = value.clone();
                situations.push(s);
            }
        }
        let mut judged = 0;
        for s in &situations {
            let Ok(j) = p.judge(s, &mut Seeded::from_number(3)) else { continue };
            judged += 1;
            assert!(!j.says.to_string().is_empty());
            if let Ok(weighed) = p.weigh(s, &mut Enumerator::with_limit(2_000)) {
                assert!(weighed.iter().all(|w| w.weight > 0) && !weighed.is_empty(), "{} {s}", p.name());
            }
        }
        assert!(judged > 0, "{}", p.name());
    }
}
