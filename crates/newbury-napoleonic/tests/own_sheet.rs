//! The printed tables of losses as an owner has typed them: the form, what can be wrong with it, and the battle that is played by it.

use crate::scene::*;
use desk::{BattleFile, OwnSheet, TypedTable, Verdict};
use muster::{Played, put_in, read_sheet};
use newbury_napoleonic::book::Sheet;
use newbury_napoleonic::procedures::losses::{LossTable, LossTableSituation};
use newbury_napoleonic::{BOOK, scenario};
use std::sync::Arc;
use umpire::{Seed, Status};

fn own() -> &'static OwnSheet {
    BOOK.own_sheet.expect("tables 14 and 15 are lost")
}

/// Every loss of the form's tables of men is so many times as large.
fn times(n: u16) -> String {
    let mut out = String::new();
    let mut men = false;
    for line in (own().form)().lines() {
        if line.starts_with("id = ") {
            men = line.contains("\"14");
        }
        match line.trim().strip_prefix('[').and_then(|l| l.split_once(']')).filter(|_| men) {
            Some((row, _)) if !line.starts_with('[') => {
                let cells = row.split(", ").enumerate().map(|(i, c)| match c.parse::<u16>() {
                    Ok(m) if i > 0 => (m * n).to_string(),
                    _ => c.to_owned(),
                });
                out += &format!("  [{}],\n", cells.collect::<Vec<_>>().join(", "));
            }
            _ => out += &format!("{line}\n"),
        }
    }
    out
}

fn read(text: &str) -> Sheet {
    read_sheet("mine", text).unwrap_or_else(|r| panic!("{r:#}"))
}

#[test]
fn a_battle_with_a_sheet_in_its_scenario_is_played_by_it() {
    // a1 fires at n1 with two rounds; the die is the same.
    let fired = |sheet: Option<Sheet>| {
        let mut f = field();
        put(&mut f, "n1", 100.0, 45.0, 180.0);
        if let Some(sheet) = sheet {
            f.sheet = Played(Arc::new(sheet));
        }
        let carried = f.sheet.clone();
        let mut b = drill(f, vec![3; 20]);
        quiet(&mut b, vec![], vec![hold("n1")]);
        let ruling = |e: &newbury_napoleonic::event::Event| {
            e.ruling.clone().filter(|r| r.procedure == "small-arms" && e.pieces == ["a1", "n1"])
        };
        let r = b.events().iter().find_map(ruling).unwrap_or_else(|| panic!("{}", log(&b)));
        let stand_in = r.reckoning.iter().filter(|s| s.says.id() == Some("reckon-stand-in")).count();
        let men: u64 = r.result["hits"].as_array().unwrap().iter().map(|h| h["men"].as_u64().unwrap()).sum();
        (men, stand_in, carried)
    };
    let (plain, marked, _) = fired(None);
    assert!(plain > 0 && marked > 0, "{plain} {marked}");
    let (double, marked, carried) = fired(Some(read(&times(2))));
    assert_eq!((double, marked), (2 * plain, 0));
    // Judged by itself it is the same.
    let judged = |sheet| {
        let s = LossTableSituation { figures: 20, factor: 20, more: Default::default(), sheet };
        crate::judging::rule::<LossTable>(&s, &[])
    };
    let (mine, ruling) = judged(carried);
    let (of_book, stand_in) = judged(Default::default());
    assert_eq!(mine.men, 2 * of_book.men);
    assert!(crate::judging::cites(&stand_in, "T14.2") && !crate::judging::cites(&ruling, "T14.2"));
}

#[test]
fn a_sheet_goes_into_a_scenario_and_with_it_into_the_battles_file() {
    let (name, text) = scenario::SHIPPED[0];
    let with = (own().put_in)("mine", text, &times(3)).unwrap_or_else(|r| panic!("{r:#}"));
    let plain = scenario::read(name, text).unwrap().muster();
    let f = scenario::read(name, &with).unwrap_or_else(|r| panic!("{r:#}")).muster();
    assert_eq!((plain.sheet.is_built_in(), f.sheet.is_built_in()), (true, false));
    assert!(f.sheet == Played(Arc::new(read(&times(3)))));
    assert_eq!(f.sheet.losses().men(12, 20, false).value, 3 * plain.sheet.losses().men(12, 20, false).value);
    (BOOK.describe)(name, &with).unwrap_or_else(|r| panic!("{r:#}"));
    // Played by what is offered; opened again it is the same battle, and without the sheet it is another.
    let (mut file, mut game) = BattleFile::begin(&BOOK, name, &with, Seed::new("own")).unwrap();
    let fires = |g: &dyn desk::Game| g.events().iter().filter(|e| e["event"] == "loss").count();
    for _ in 0..200 {
        let Some(ask) = game.asks().into_iter().find(|a| !a.standing) else { break };
        let pick = ask.offers.len().min(2) - 1;
        file.take(&mut *game, ask.seat, ask.offers[pick].clone()).unwrap();
        if fires(&*game) > 2 {
            break;
        }
    }
    assert!(fires(&*game) > 2, "nobody was hit");
    assert!(matches!(file.verify(&[&BOOK]), Verdict::True { .. }));
    let again = BattleFile::parse(&file.text()).unwrap();
    assert!(matches!(again.verify(&[&BOOK]), Verdict::True { .. }));
    let without = BattleFile { scenario: text.into(), ..file };
    assert!(matches!(without.verify(&[&BOOK]), Verdict::False(_)));
}

#[test]
fn what_is_typed_on_the_page_becomes_the_owners_file() {
    let shown = (own().tables)();
    let ids: Vec<&str> = shown.iter().map(|t| &*t.id).collect();
    assert_eq!(ids, ["14", "14.above25", "15"]);
    assert!(shown[0].stand_in.iter().all(|s| *s));
    assert_eq!(shown[2].stand_in.iter().filter(|s| !**s).count(), 21);
    assert!(!shown[2].columns.iter().any(|c| c == "source"));
    // The percentages alone: those of men stay stand-ins.
    let typed = TypedTable { id: "15".into(), rows: shown[2].rows.clone() };
    let made = (own().write)("The club's", std::slice::from_ref(&typed)).unwrap();
    assert_eq!((own().read)("club", &made).unwrap(), "The club's");
    let all = TypedTable { id: "15".into(), rows: shown[2].rows.clone() };
    let mine =
        muster::Typed::on_page("mine", std::iter::once((&*all.id, &*all.rows))).sheet::<Sheet>().unwrap();
    assert_eq!(mine.losses().percent(30, 3).stand_in, None);
    assert_eq!(mine.losses().men(3, 20, false).stand_in, Some("14"));
    let mut wrong = typed;
    wrong.rows[4][3] = "many".into();
    let found = (own().write)("mine", &[wrong.clone()]).unwrap_err();
    assert!(found.len() == 1 && found[0].0 == "15", "{found:?}");
    assert_eq!((own().write)(" ", &[]).unwrap_err().len(), 1);
    wrong.rows[4].pop();
    assert!((own().write)("mine", &[wrong]).is_err());
}

/// The form with a change, and what is said of it: the line, the rule, what is wrong and what would be right.
fn said(from: &str, to: &str) -> (usize, &'static str, String, String) {
    let form = (own().form)();
    assert!(form.contains(from), "{from}");
    let r =
        read_sheet::<Sheet>("mine", &form.replacen(from, to, 1)).expect_err("this sheet cannot be played");
    assert_eq!(r.mistakes.len(), 1, "{r:#}");
    let m = &r.mistakes[0];
    let right = m.right.as_ref().map(ToString::to_string).unwrap_or_default();
    (r.line_of(m).unwrap(), m.clause.unwrap_or_default(), m.wrong.to_string(), right)
}

#[test]
fn a_fault_is_shown_in_its_row_with_the_rule_and_what_would_be_right() {
    let form = (own().form)();
    let line = |text: &str| form.lines().position(|l| l.contains(text)).unwrap() + 1;
    let factor = said("\n  [7, ", "\n  [8, ");
    assert_eq!((factor.0, factor.1), (line("  [7, "), "T14.1"), "{factor:?}");
    assert!(factor.2.contains("factor 7") && factor.3.contains('7'), "{factor:?}");
    let falls = said("[26, 3, 5, 8,", "[26, 3, 9, 8,");
    assert!(falls.0 == line("[26, 3, 5") && falls.2.contains("fewer men"), "{falls:?}");
    let word = said("[26, 3, 5, 8,", "[26, 3, \"some\", 8,");
    assert!(word.0 == line("[26, 3, 5") && word.3.contains("whole number"), "{word:?}");
    // The first part ends with 25, for the second begins with 26; the second may end where the printed one does.
    let last = form.lines().find(|l| l.starts_with("  [25, ")).unwrap();
    let short = said(&format!("{last}\n"), "");
    assert!(short.1 == "T14.1" && short.2.contains("25"), "{short:?}");
    let last = form.lines().find(|l| l.starts_with("  [50, 125")).unwrap();
    let ends = read(&form.replacen(&format!("{last}\n"), "", 1));
    assert_eq!(ends.losses().most_factor(), 49);
    let over = said("[3, 30, 65,", "[3, 30, 165,");
    assert!(over.1 == "T15.1" && over.3.contains("100"), "{over:?}");
    let less = said("[3, 30, 65,", "[3, 70, 65,");
    assert!(less.0 == line("[3, 30, 65") && less.2.contains("not less"), "{less:?}");
    let strength = said("\n  [9, 10, 20,", "\n  [10, 10, 20,");
    assert!(strength.2.contains("9 figures"), "{strength:?}");
    let row = form.lines().rfind(|l| l.starts_with("  [50, 0") || l.starts_with("  [50, 2")).unwrap();
    assert!(said(&format!("{row}\n"), "").2.contains("50"));
    let other = said("book = \"newbury-napoleonic\"", "book = \"tricolore\"");
    assert!(other.2.contains("tricolore") && other.3.contains("newbury-napoleonic"), "{other:?}");
    let table = said("id = \"15\"", "id = \"3\"");
    assert!(!table.2.is_empty() && !table.3.is_empty(), "{table:?}");
    let cells = said("[3, 30, 65,", "[3, 65,");
    assert!(cells.2.contains("row 3") && cells.3.contains("26 cells"), "{cells:?}");
}

/// In a scenario it is found where it stands there.
#[test]
fn a_wrong_sheet_in_a_scenario_is_complained_of_there() {
    let (name, text) = scenario::SHIPPED[0];
    let with = put_in(text, &read(&times(2)));
    let wrong = with.replacen("\n  [7, ", "\n  [8, ", 1);
    let r = scenario::read(name, &wrong).unwrap_err();
    assert_eq!(r.mistakes.len(), 1, "{r:#}");
    let line = wrong.lines().nth(r.line_of(&r.mistakes[0]).unwrap() - 1).unwrap();
    assert!(line.starts_with("  [8, "), "{line}");
    assert!(scenario::read(name, &with.replacen("[sheet]\nname", "[sheet]\nnames", 1)).is_err());
    let lost = newbury_napoleonic::book::text().tables.iter();
    assert_eq!(lost.filter(|t| matches!(t.status, Some(Status::Missing | Status::Proposal))).count(), 3);
}
