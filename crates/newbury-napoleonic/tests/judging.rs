//! How bare situations are judged in the tests of procedures, and what holds of all of them.

use newbury_napoleonic::book;
use newbury_napoleonic::procedures::ALL;
use newbury_napoleonic::troop::{Arm, Class, Footing, Nation, Troop};
use odds::judging;
pub use odds::judging::{chance, out, refused, rule};
use umpire::proof::Proof;
use umpire::{Procedure, Readings, Ruling, SituationError};

/// The outcome, of which the ruling says that this clause had a part in it.
#[track_caller]
pub fn by<P: Procedure>(p: &Proof, clause: &str, s: &P::Situation, dice: &[u8]) -> P::Outcome {
    let (o, r) = rule::<P>(s, dice);
    assert!(r.clauses.iter().any(|c| c.id() == clause), "{clause} is not in {:?}", r.clauses);
    p.shows(clause, o)
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
    judging::examples_are_judged_and_weighed(ALL);
}

#[test]
fn hostile_situations_are_judged_or_refused() {
    judging::hostile_situations_are_judged_or_refused(ALL, &[5.into(), 10_000.into()]);
}
