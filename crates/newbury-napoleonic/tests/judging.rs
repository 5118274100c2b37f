//! How bare situations are judged in the tests of procedures, and what holds of all of them.

use newbury_napoleonic::book;
use newbury_napoleonic::procedures::ALL;
use newbury_napoleonic::troop::{Arm, Class, Footing, Nation, Troop};
use odds::Fraction;
use umpire::proof::Proof;
use umpire::{HandDice, Procedure, Readings, Ruling, SituationError, judge};

pub fn rule<P: Procedure>(s: &P::Situation, dice: &[u8]) -> (P::Outcome, Ruling) {
    if let Err(e) = P::check(s) {
        panic!("{e}");
    }
    let mut d = HandDice::new(dice);
    let out = judge::<P>(s, &mut d);
    d.finish().unwrap();
    out
}

/// The outcome alone.
pub fn out<P: Procedure>(s: &P::Situation, dice: &[u8]) -> P::Outcome {
    rule::<P>(s, dice).0
}

/// The outcome, of which the ruling says that this clause had a part in it.
#[track_caller]
pub fn by<P: Procedure>(p: &Proof, clause: &str, s: &P::Situation, dice: &[u8]) -> P::Outcome {
    let (o, r) = rule::<P>(s, dice);
    assert!(r.clauses.iter().any(|c| c.id() == clause), "{clause} is not in {:?}", r.clauses);
    p.shows(clause, o)
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

/// The same, by this clause.
#[track_caller]
pub fn refused_by<P: Procedure>(p: &Proof, clause: &str, s: &P::Situation) -> &'static str {
    match P::check(s) {
        Err(SituationError::Impossible { field, why }) => {
            assert!(why.to_string().contains(&format!("({clause})")), "{why}");
            p.shows(clause, field)
        }
        other => panic!("it is not refused: {other:?}"),
    }
}

/// The exact chance that an outcome is of a kind.
pub fn chance<P: Procedure>(s: &P::Situation, is: impl Fn(&P::Outcome) -> bool) -> Fraction {
    let t = odds::odds_of::<P>(s).unwrap();
    Fraction::new(t.outcomes.iter().filter(|(o, _)| is(o)).map(|(_, w)| *w).sum(), t.total)
}

/// What a modifier of that name is worth in a ruling, under whatever heading; 0 where it is not there.
pub fn worth(r: &Ruling, row: &str) -> i32 {
    r.modifiers.iter().filter(|m| m.what.id() == Some(row)).map(|m| m.value).sum()
}

/// What a modifier is worth by this clause.
#[track_caller]
pub fn worth_by(p: &Proof, clause: &str, r: &Ruling, row: &str) -> i32 {
    let found: Vec<_> = r.modifiers.iter().filter(|m| m.what.id() == Some(row)).collect();
    assert!(found.iter().all(|m| m.clause.id() == clause), "{row} is not by {clause}");
    p.shows(clause, found.iter().map(|m| m.value).sum())
}

/// A number of a ruling.
pub fn total(r: &Ruling, name: &str) -> i64 {
    r.totals[name].as_i64().unwrap()
}

/// Does the ruling cite it?
pub fn cites(r: &Ruling, clause: &str) -> bool {
    r.clauses.iter().any(|c| c.id() == clause)
}

/// Readings of a battle of which one is otherwise.
pub fn readings(id: &str, option: &str) -> Readings {
    let all = &book::text().readings;
    Readings::defaults(all).with(all, id, option).unwrap()
}

pub fn foot() -> Troop {
    Troop::of(Arm::LineInfantry)
}

pub fn heavy() -> Troop {
    Troop::of(Arm::HeavyCavalry)
}

pub fn light() -> Troop {
    Troop::of(Arm::LightCavalry)
}

pub fn lancers() -> Troop {
    Troop { lance: true, ..light() }
}

pub fn irregular(t: Troop) -> Troop {
    Troop { footing: Footing::Irregular, ..t }
}

pub fn british(t: Troop) -> Troop {
    t.nation(Nation::Britain).class(Class::B)
}

#[test]
fn every_procedure_judges_its_example_and_weighs_it_exactly() {
    let mut names: Vec<_> = ALL.iter().map(|p| p.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ALL.len());
    for p in ALL {
        let example = p.example();
        assert!(!p.title().to_string().is_empty());
        let mut dice = umpire::Seeded::from_number(7);
        let judged = p.judge(&example, &mut dice).unwrap_or_else(|e| panic!("{}: {e}", p.name()));
        assert!(!judged.says.to_string().is_empty(), "{}", p.name());
        assert!(!judged.ruling.clauses.is_empty(), "{} cites nothing", p.name());
        for m in &judged.ruling.modifiers {
            assert!(!m.what.to_string().is_empty());
        }
        for step in &judged.ruling.reckoning {
            assert!(!step.says.to_string().is_empty());
        }
        let table = odds::Odds::of(*p, &example).unwrap_or_else(|e| panic!("{}: {e}", p.name()));
        let all: u128 = table.outcomes.iter().map(|c| c.weight).sum();
        assert!(all == table.total && all > 0, "{}", p.name());
        let mut wrong = example.clone();
        wrong["no-such-field"] = 1.into();
        assert!(p.judge(&wrong, &mut dice).is_err(), "{} takes anything", p.name());
    }
}

/// Every value of a situation, each in turn changed to something else.
fn changed(v: &serde_json::Value) -> Vec<serde_json::Value> {
    use serde_json::{Value, json};
    match v {
        Value::Number(_) => {
            [json!(0), json!(1), json!(9), json!(255), json!(-1), json!(1e9), json!(0.5)].into()
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

#[test]
fn hostile_situations_are_judged_or_refused() {
    for p in ALL {
        // Fields that the example leaves out are true, or a number, in turn.
        let mut all = changed(&p.example());
        all.push(p.example());
        let schema = serde_json::to_value(p.schema()).unwrap();
        for field in schema["properties"].as_object().into_iter().flat_map(|x| x.keys()) {
            for value in [serde_json::json!(true), serde_json::json!(5), serde_json::json!(10_000)] {
                let mut s = p.example();
                s[field] = value;
                all.push(s);
            }
        }
        let mut judged = 0;
        for s in &all {
            let mut dice = umpire::Seeded::from_number(3);
            if let Ok(j) = p.judge(s, &mut dice) {
                judged += 1;
                assert!(!j.says.to_string().is_empty());
                let mut few = odds::Enumerator::with_limit(2_000);
                if let Ok(weighed) = p.weigh(s, &mut few) {
                    assert!(weighed.iter().all(|w| w.weight > 0) && !weighed.is_empty(), "{} {s}", p.name());
                }
            }
        }
        assert!(judged > 0, "{}", p.name());
    }
}
