//! The owner's sheet as a file: the form, and what can be wrong with what is typed in.

use tricolore::book::Sheet;
use tricolore::book::march::{Mover, Pace};
use tricolore::book::own;

#[test]
fn the_form_is_the_built_in_sheet() {
    let form = own::form();
    let sheet = own::read("form", &form).unwrap_or_else(|r| panic!("{r:#}"));
    assert_eq!(sheet.name(), Some("My sheet"));
    for t in Sheet::built_in().tables() {
        let typed = sheet.table(&t.id);
        assert_eq!(typed.rows.len(), t.rows.len(), "{}", t.id);
        for (a, b) in typed.rows.iter().zip(&t.rows) {
            for ((x, y), column) in a.iter().zip(b).zip(&t.columns) {
                let remark = ["source", "reason", "known from"].contains(&column.as_str());
                assert!(x == y || (remark && own::replaceable(t)), "{} {column}: {x} {y}", t.id);
            }
        }
    }
    // Typed in by an owner nothing is a stand-in any more.
    assert_eq!(sheet.stand_ins().count(), 0);
    assert!(form.lines().all(|l| !l.starts_with('#') || l.chars().count() <= 120));
    // Written again it is the same sheet.
    let again = own::read("again", &own::write(&sheet)).unwrap();
    assert_eq!(again, sheet);
}

const HEAD: &str = "book = \"tricolore\"\nname = \"mine\"\n";

/// One table of the form, with a change.
fn changed(id: &str, from: &str, to: &str) -> String {
    let form = own::form();
    let start = form.find(&format!("[[table]]\nid = \"{id}\"")).unwrap();
    let end = form[start..].find("\n]\n").unwrap() + start + 3;
    let table = &form[start..end];
    assert!(table.contains(from), "{from}");
    format!("{HEAD}{}", table.replacen(from, to, 1))
}

fn mistake(text: &str) -> String {
    let r = own::read("mine", text).expect_err("this sheet cannot be played");
    assert_eq!(r.mistakes.len(), 1, "{r:#}");
    assert!(r.mistakes[0].right.is_some() && r.line_of(&r.mistakes[0]).is_some(), "{r:#}");
    r.mistakes[0].wrong.to_string()
}

#[test]
fn what_is_typed_in_is_played() {
    let sheet =
        own::read("mine", &changed("missing.movement", "\"tactical\", 100]", "\"tactical\", 150]")).unwrap();
    let rate = |s: &Sheet| s.march().rate(Mover::Square, Pace::Tactical).map(|g| (g.value, g.stand_in));
    assert_eq!((rate(Sheet::built_in()), rate(&sheet)), (Some((100.0, true)), Some((150.0, false))));
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
