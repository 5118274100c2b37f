//! The owner's sheet as a file: the form, and what can be wrong with what is typed in.

use muster::Printed;
use tricolore::book::Sheet;
use tricolore::book::march::{Mover, Pace};

#[test]
fn the_form_is_the_built_in_sheet() {
    let form = muster::sheet_form::<Sheet>();
    let sheet = muster::read_sheet::<Sheet>("form", &form).unwrap_or_else(|r| panic!("{r:#}"));
    assert_eq!(sheet.name(), Some("My sheet"));
    for t in Sheet::built_in().tables().tables() {
        let typed = sheet.table(&t.id);
        assert_eq!(typed.rows.len(), t.rows.len(), "{}", t.id);
        for (a, b) in typed.rows.iter().zip(&t.rows) {
            for ((x, y), column) in a.iter().zip(b).zip(&t.columns) {
                let remark = ["source", "reason", "known from"].contains(&column.as_str());
                assert!(x == y || (remark && muster::replaceable(t)), "{} {column}: {x} {y}", t.id);
            }
        }
    }
    // Typed in by an owner nothing is a stand-in any more.
    assert_eq!(sheet.stand_ins().count(), 0);
    assert!(form.lines().all(|l| !l.starts_with('#') || l.chars().count() <= 120));
    // Written again it is the same sheet.
    let again = muster::read_sheet::<Sheet>("again", &muster::write_sheet(&sheet)).unwrap();
    assert_eq!(again.tables(), sheet.tables());
}

const HEAD: &str = "book = \"tricolore\"\nname = \"mine\"\n";

/// One table of the form, with a change.
fn changed(id: &str, from: &str, to: &str) -> String {
    let form = muster::sheet_form::<Sheet>();
    let start = form.find(&format!("[[table]]\nid = \"{id}\"")).unwrap();
    let end = form[start..].find("\n]\n").unwrap() + start + 3;
    let table = &form[start..end];
    assert!(table.contains(from), "{from}");
    format!("{HEAD}{}", table.replacen(from, to, 1))
}

fn mistake(text: &str) -> String {
    let r = muster::read_sheet::<Sheet>("mine", text).expect_err("this sheet cannot be played");
    assert_eq!(r.mistakes.len(), 1, "{r:#}");
    assert!(r.mistakes[0].right.is_some() && r.line_of(&r.mistakes[0]).is_some(), "{r:#}");
    r.mistakes[0].wrong.to_string()
}

#[test]
fn what_is_typed_in_is_played() {
    let sheet = muster::read_sheet::<Sheet>(
        "mine",
        &changed("missing.movement", "\"tactical\", 100]", "\"tactical\", 150]"),
    )
    .unwrap();
    let rate = |s: &Sheet| s.march().rate(Mover::Square, Pace::Tactical).map(|g| (g.value, g.stand_in));
    assert_eq!((rate(Sheet::built_in()), rate(&sheet)), (Some((100.0, true)), Some((150.0, false))));
}

/// What is said of a sheet: the line, the rule, what is wrong and what would be right.
fn said(text: &str) -> (usize, &'static str, String, String) {
    let r = muster::read_sheet::<Sheet>("mine", text).expect_err("this sheet cannot be played");
    assert_eq!(r.mistakes.len(), 1, "{r:#}");
    let m = &r.mistakes[0];
    let right = m.right.as_ref().map(ToString::to_string).unwrap_or_default();
    (r.line_of(m).unwrap(), m.clause.unwrap_or_default(), m.wrong.to_string(), right)
}

#[test]
fn a_fault_is_shown_in_its_row_with_the_rule_and_what_would_be_right() {
    // Book and name, the table and its id, rows: the first row is the sixth line.
    let hole = said(&changed("losses.proposal", "[6, 11, 0.5]", "[7, 11, 0.5]"));
    assert_eq!((hole.0, hole.1), (7, "melee-loss.1"), "{hole:?}");
    assert!(hole.3.contains('6'), "{hole:?}");
    let rows = "rows = [[0, 5, 0], [6, 11, 0.5]]";
    let short = said(&format!("{HEAD}[[table]]\nid = \"losses.proposal\"\n{rows}\n"));
    assert!(short.2.contains("36"), "{short:?}");
    let cell = said(&changed("missing.movement", "\"tactical\", 100]", "\"tactical\", \"fast\"]"));
    assert!(cell.0 > 6 && cell.1 == "tmove.general.1" && cell.2.contains("infantry in square"), "{cell:?}");
    // A row that nobody knows is not passed over in silence, nor one that is there twice.
    let row = "[\"infantry in square\", \"tactical\", 100]";
    let unknown = changed("missing.movement", row, &format!("{row},\n  [\"elephants\", \"tactical\", 150]"));
    assert!(said(&unknown).2.contains("elephants") && said(&unknown).3.contains("infantry in square"));
    let twice = said(&changed("missing.movement", row, &format!("{row},\n  {row}")));
    assert!(twice.2.contains("twice"), "{twice:?}");
    // What the book says in words is not the sheet's to change.
    let fixed = said(&changed("missing.movement", "\"up to 4 x 500\"", "\"up to 6 x 500\""));
    assert!(fixed.2.contains("superior officer") && fixed.3.contains("4 x 500"), "{fixed:?}");
    let fixed =
        said(&changed("missing.sequence-roll", "\"maximum sequences\", 5", "\"maximum sequences\", 7"));
    assert!(fixed.2.contains("maximum sequences"), "{fixed:?}");
}

#[test]
fn melee_tables_that_make_no_sense_are_found() {
    let t = "melee.proposal-modifiers";
    let flank = "[\"attack is a flank attack (the open-flank factor of the flank attacked counts as well)\", 4, \"-\", \"no\"";
    for wrong in ["\"four\", \"-\", \"no\"", "4.5, \"-\", \"no\"", "4, \"-\", \"often\"", "99, \"-\", \"no\""]
    {
        let (line, by, says, right) = said(&changed(t, flank, &flank.replace("4, \"-\", \"no\"", wrong)));
        assert!(
            line == 7 && by == "melee-modifiers.1" && says.contains("flank attack"),
            "{line} {by} {says}"
        );
        assert!(right.contains("whole number"), "{right}");
    }
    let more = changed(t, flank, &format!("[\"uphill\", 1, -1, \"no\", \"all\"],\n  {flank}"));
    assert!(said(&more).2.contains("uphill"));
    let rows = |id: &str, from: &str, to: &str| said(&changed(id, from, to));
    let half = rows(
        "melee.proposal-inf-inf",
        "\"2\", 2, \"continued melee\", \"1\", 1, \"continued melee\"",
        "\"2\", 2, \"continued melee\", \"1\", 1, \"stay\"",
    );
    assert!(half.2.contains("both"), "{half:?}");
    let never = rows(
        "melee.proposal-cav-inf",
        "\"stay\", \"3\", 3, \"retreat 200\"",
        "\"continued melee\", \"3\", 3, \"continued melee\"",
    );
    assert!(never.2.contains("does not go on"), "{never:?}");
    let pinned = rows(
        "melee.proposal-cav-cav",
        "\"stay\", \"2\", 2, \"retreat 400\"",
        "\"stay\", \"2\", 2, \"pinned\"",
    );
    assert!(pinned.2.contains("no guns"), "{pinned:?}");
    let typo = rows("melee.proposal-cav-inf", "stay; forms square if not in square", "stay; form a square");
    assert!(typo.2.contains("row 3"), "{typo:?}");
    let may = rows("missing.irregular-attack", "\"not allowed\"", "\"perhaps\"");
    assert!(may.3.contains("after N1/1"), "{may:?}");
    let gap = rows("missing.irregular-attack", "\"0-3\"", "\"0-2\"");
    assert!(gap.2.contains("hole"), "{gap:?}");
    let sixth = rows("sequence.proposal", "[5, \"never\"]", "[5, 3]");
    assert!(sixth.1 == "sequence-test.2" && sixth.3.contains("never"), "{sixth:?}");
    // A plain no is a no.
    let plain = muster::read_sheet::<Sheet>(
        "mine",
        &changed("missing.irregular-attack", "\"not allowed\"", "\"no\""),
    )
    .unwrap();
    assert_eq!(plain.numbers().may_attack(true, 5), tricolore::book::numbers::MayAttack::No);
}

#[test]
fn an_owner_may_head_the_columns_of_ranges_and_bases_as_his_sheet_does() {
    let table = |columns: &str| {
        format!(
            "{HEAD}[[table]]\nid = \"bombardment.proposal-range\"\ncolumns = [{columns}]\nrows = [[6, 4, 2], [12, 6, 3]]\n"
        )
    };
    let sheet = muster::read_sheet::<Sheet>("mine", &table("\"pounder\", \"0-300\", \"301-900\""))
        .unwrap_or_else(|r| panic!("{r:#}"));
    let n = sheet.numbers();
    assert_eq!([300.0, 300.5, 900.0, 900.5].map(|m| n.fire_factor(8, m)), [4, 2, 2, 0]);
    assert_eq!((n.farthest(), n.fire_factor(12, 300.0), n.fire_factor(3, 100.0)), (900, 6, 0));
    // Written, put in a scenario and carried by a situation it is the same sheet.
    assert_eq!(
        muster::read_sheet::<Sheet>("again", &muster::write_sheet(&sheet))
            .unwrap()
            .table("bombardment.proposal-range")
            .columns
            .len(),
        3
    );
    assert!(muster::put_in("book = 1", &sheet).contains("columns = [\"pounder\", \"0-300\", \"301-900\"]"));
    let carried = tricolore::book::SheetRef::from(sheet);
    let (name, text) = tricolore::scenario::SHIPPED[0];
    let scenario = tricolore::scenario::read(name, &muster::put_in(text, &*carried));
    assert_eq!(scenario.unwrap_or_else(|r| panic!("{r:#}")).muster().sheet, carried);
    let json = serde_json::to_value(&carried).unwrap();
    assert_eq!(serde_json::from_value::<tricolore::book::SheetRef>(json).unwrap(), carried);
    for wrong in [
        "\"pounder\", \"0-300\", \"302-900\"",
        "\"pounder\", \"1-300\", \"301-900\"",
        "\"pounder\", \"0-300\", \"far\"",
        "\"calibre\", \"0-300\", \"301-900\"",
    ] {
        let (_, by, _, right) = said(&table(wrong));
        assert!(by == "bombardment-effect.2" && right.contains("columns"), "{right}");
    }
    let four = "\"pounder\", \"0-300\", \"301-600\", \"601-900\"";
    assert!(muster::read_sheet::<Sheet>("mine", &table(four)).is_err(), "a cell short");
    // Of other tables the columns are what they are.
    let other = format!(
        "{HEAD}[[table]]\nid = \"losses.proposal\"\ncolumns = [\"from\", \"to\", \"losses\"]\nrows = []\n"
    );
    assert_eq!(said(&other).1, "melee-loss.1");
    // Too many cells in a situation's sheet are no sheet.
    let more = serde_json::json!({ "name": "mine", "table": [{ "id": "losses.proposal", "rows": [[0, 999, 1, 7]] }] });
    assert!(serde_json::from_value::<tricolore::book::SheetRef>(more).is_err());
}

#[test]
fn a_factor_that_does_not_repeat_counts_once() {
    use tricolore::procedures::melee::{Fighter, Melee, MeleeSituation};
    use tricolore::troop::{Arm, FormationKind};
    use umpire::Procedure;
    let t = "melee.proposal-modifiers";
    let row = "[\"own flank open and threatened\", -2, 2, \"yes\"";
    let once = muster::read_sheet::<Sheet>("mine", &changed(t, row, &row.replace("yes", "no"))).unwrap();
    let total = |sheet: Option<Sheet>| {
        let line = || Fighter::new(Arm::Infantry, FormationKind::Line, 4);
        let mut s = MeleeSituation::new(line(), Fighter { threatened: 2, ..line() });
        if let Some(sheet) = sheet {
            s.sheet = tricolore::book::SheetRef::from(sheet);
        }
        Melee::prepare(&s, &mut umpire::Silent).total()
    };
    assert_eq!((total(None), total(Some(once))), (4, 2));
}

#[test]
fn holes_overlaps_and_nonsense_are_found() {
    assert!(mistake(&changed("losses.proposal", "[6, 11, 0.5]", "[7, 11, 0.5]")).contains("losses.proposal"));
    assert!(mistake(&changed("losses.proposal", "[6, 11, 0.5]", "[5, 11, 0.5]")).contains("losses.proposal"));
    assert!(
        mistake(&changed("missing.movement", "\"tactical\", 100]", "\"tactical\", \"fast\"]"))
            .contains("missing.movement")
    );
    assert!(
        mistake(&changed("missing.movement", "\"tactical\", 100]", "\"tactical\", -5]"))
            .contains("missing.movement")
    );
    assert!(
        mistake(&changed("missing.terrain-areas", "\"dense wood\"", "\"jungle\"")).contains("dense wood")
    );
    assert!(mistake(&changed("losses.proposal", "[6, 11, 0.5]", "[6, 11]")).contains("row 2"));
    assert!(
        mistake(&format!("{HEAD}[[table]]\nid = \"break-in\"\nrows = [[\"unit, normally\", 10]]\n"))
            .contains("the book's own")
    );
    assert!(mistake(&format!("{HEAD}[[table]]\nid = \"nothing\"\nrows = []\n")).contains("nothing"));
    assert!(mistake(&format!("{}x = 1\n", HEAD)).contains('x'));
    assert!(mistake(&HEAD.replace("tricolore", "chess")).contains("chess"));
}
