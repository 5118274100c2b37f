//! The book's text is whole: what it refers to is there, and its stand-ins are known as such.

use std::collections::BTreeSet;
use tricolore::book::{self, Sheet};

#[test]
fn what_clauses_and_tables_refer_to_is_there() {
    let text = book::text();
    assert_eq!((text.clauses.len(), text.tables.len()), (575, 69));
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
        assert!(t.status.is_some(), "table {}", t.id);
    }
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

#[test]
fn stand_ins_are_known_by_table_and_row() {
    let sheet = Sheet::built_in();
    assert!(sheet.stands_in("losses.proposal") && !sheet.stands_in("losses.anchor"));
    let t = sheet.table("missing.terrain-areas");
    let (text, proposal) = (0, t.rows.iter().position(|r| r[0].to_string() == "closed I").unwrap());
    assert!(!sheet.row_stands_in(&t.id, text) && sheet.row_stands_in(&t.id, proposal));
    assert!(!sheet.row_stands_in("break-in", 0));
    assert_eq!(sheet.stand_ins().count(), 20);
}

#[test]
fn an_owner_replaces_what_is_lost_and_nothing_else() {
    let mut losses = book::table("losses.proposal").clone();
    losses.rows.pop();
    let mine = muster::of_owner::<Sheet>("mine", vec![losses.clone()]).unwrap();
    assert_eq!(mine.name(), Some("mine"));
    assert_eq!(mine.table("losses.proposal").rows.len(), losses.rows.len());
    assert!(!mine.stands_in("losses.proposal") && !mine.row_stands_in("losses.proposal", 0));
    assert!(mine.stands_in("town.proposal-fight"));
    assert_ne!(*mine, ***Sheet::built_in());

    let wrong = |t: umpire::Table| {
        let faults = muster::of_owner::<Sheet>("mine", vec![t]).unwrap_err();
        faults[0].says.to_string()
    };
    assert!(wrong(book::table("break-in").clone()).contains("the book's own"));
    let mut other = losses.clone();
    other.columns.swap(0, 1);
    assert!(wrong(other).contains("columns"));
    let mut short = losses.clone();
    short.rows[0].pop();
    assert!(wrong(short).contains("row 1"));
    let mut unknown = losses.clone();
    unknown.id = "none".into();
    assert!(wrong(unknown).contains("none"));
    assert_eq!(muster::of_owner::<Sheet>("mine", vec![losses.clone(), losses]).unwrap_err().len(), 1);
}
