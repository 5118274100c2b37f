//! The book's text is whole: what it refers to is there, its tables are read, and its stand-ins are known as such.

use muster::{Printed, read_sheet, sheet_form};
use newbury_napoleonic::book::{self, Sheet, SheetRef};
use std::collections::BTreeSet;

#[test]
fn what_clauses_and_tables_refer_to_is_there() {
    let text = book::text();
    assert_eq!((text.clauses.len(), text.tables.len()), (849, 98));
    let ids: BTreeSet<_> = text.clauses.iter().map(|c| &c.id).collect();
    assert_eq!(ids.len(), text.clauses.len());
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
fn every_reading_is_of_a_clause_and_has_its_default() {
    let text = book::text();
    for r in &text.readings {
        assert!(text.clause(&r.clause).is_some(), "{} reads {}", r.id, r.clause);
        let offered = r.options.iter().any(|o| o.id == r.default);
        let number = r.range.is_some() && r.default.parse::<f64>().is_ok();
        assert!(offered || number, "{} is {} where nothing is said", r.id, r.default);
        assert!(r.options.len() != 1 || r.only.is_some(), "{} says why there is no other", r.id);
    }
}

#[test]
fn all_tables_are_read() {
    let n = book::numbers();
    assert_eq!(n.points.command.unit, 10);
    assert_eq!(n.march.attack, [5.0, 10.0]);
}

#[test]
fn the_lost_tables_are_stand_ins_until_they_are_typed_in() {
    let built_in = Sheet::built_in();
    let lost: Vec<_> = built_in.tables().stand_ins().map(|t| t.id.as_str()).collect();
    assert_eq!(lost, ["14", "14.above25", "15"]);
    let losses = built_in.losses();
    assert_eq!(losses.men(12, 20, false).stand_in, Some("14"));
    assert_eq!(losses.percent(21, 3).stand_in, None);
    assert_eq!(losses.percent(22, 3).stand_in, Some("15"));
    let form = sheet_form::<Sheet>();
    let typed: Sheet = read_sheet("form", &form).unwrap_or_else(|r| panic!("{r:#}"));
    assert_eq!(typed.tables().stand_ins().count(), 0);
    assert_eq!(typed.losses().men(12, 20, false).stand_in, None);
    assert_eq!(typed.losses().men(12, 20, false).value, losses.men(12, 20, false).value);
    // What an owner has is carried by a situation, and nothing of the built-in tables.
    let own = SheetRef::clone(&muster::Played(std::sync::Arc::new(typed)));
    let json = serde_json::to_string(&own).unwrap();
    assert_eq!(serde_json::from_str::<SheetRef>(&json).unwrap(), own);
    assert_eq!(serde_json::to_string(&SheetRef::default()).unwrap(), "null");
}

#[test]
fn a_printed_table_with_holes_is_refused() {
    let form = sheet_form::<Sheet>();
    let hole = form.replacen("\n  [7, ", "\n  [8, ", 1);
    let wrong = read_sheet::<Sheet>("mine", &hole).unwrap_err();
    assert!(format!("{wrong:#}").contains("factor 7"), "{wrong:#}");
}
