//! The book's text is whole: what it refers to is there.

use chakoten_napoleonic::book;
use std::collections::BTreeSet;

#[test]
fn what_clauses_and_tables_refer_to_is_there() {
    let text = book::text();
    assert_eq!((text.clauses.len(), text.tables.len()), (567, 84));
    for c in &text.clauses {
        for s in &c.see {
            let found = match s.strip_prefix("table ") {
                Some(t) => text.table(t).is_some(),
                None => text.clause(s).is_some(),
            };
            assert!(found, "{} sees {s}", c.id);
        }
    }
    for t in &text.tables {
        assert!(text.clause(&t.clause).is_some(), "table {} is in {}", t.id, t.clause);
        assert!(t.rows.iter().all(|r| r.len() == t.columns.len()), "table {}", t.id);
    }
}

#[test]
fn a_number_is_of_a_clause_and_the_same_wherever_it_stands() {
    use book::numbers::{EMBRASURE_ANGLE, FIRE_ANGLE, FIRE_ANGLE_LINE, GUN_ANGLE};
    let text = book::text();
    for row in &book::table("text-numbers").rows {
        let clause = row[4].text().expect("a clause");
        assert!(text.clause(clause).is_some(), "{clause}");
        assert!(book::num(&row[2]).is_some(), "{:?}", row[0]);
    }
    let angles: Vec<f64> =
        book::table("text-fire-angles").rows.iter().filter_map(|r| book::num(&r[1])).collect();
    assert_eq!(angles, [FIRE_ANGLE, FIRE_ANGLE_LINE, GUN_ANGLE, EMBRASURE_ANGLE]);
}

#[test]
fn every_reading_is_of_a_clause_and_has_its_default() {
    let text = book::text();
    let ids: BTreeSet<_> = text.readings.iter().map(|r| &r.id).collect();
    assert_eq!(ids.len(), text.readings.len());
    for r in &text.readings {
        assert!(text.clause(&r.clause).is_some(), "{} reads {}", r.id, r.clause);
        let offered = r.options.iter().any(|o| o.id == r.default);
        let number = r.range.is_some() && r.default.parse::<f64>().is_ok();
        assert!(offered || number, "{} is {} where nothing is said", r.id, r.default);
        assert!(r.options.len() != 1 || r.only.is_some(), "{} says why there is no other", r.id);
    }
}
