//! The four army lists (army.1 to army.5) and commands (setup.7).

use bbdba_acw::scenario::lists::{self, Count};
use bbdba_acw::scenario::{default_readings, read};
use bbdba_acw::{Side, Troop, proves};
use umpire::{Readings, Seeded};

fn with(id: &str, option: &str) -> Readings {
    default_readings().with(&bbdba_acw::book::text().readings, id, option).unwrap()
}

/// What is wrong with so many cavalry, muskets, rifles, Jaeger and artillery.
fn wrong(list: &str, [cavalry, muskets, rifles, jaeger, artillery]: [u32; 5]) -> Vec<String> {
    let c = Count { cavalry, muskets, rifles, jaeger, artillery };
    lists::check(&c, lists::list(list).unwrap(), &default_readings())
        .into_iter()
        .map(|(c, what, _)| format!("{c}: {what}"))
        .collect()
}

#[test]
fn a_group_has_twelve_elements() {
    let _p = proves!("army.1");
    assert!(wrong("Union 1863-65", [0, 0, 12, 0, 0]).is_empty());
    assert_eq!(wrong("Union 1863-65", [0, 0, 11, 0, 0]), ["army.1: 11 elements"]);
    assert_eq!(wrong("Union 1863-65", [1, 0, 12, 0, 0]), ["army.1: 13 elements"]);
    assert!(wrong("Union 1863-65", [0, 0, 36, 0, 0]).is_empty());
    assert_eq!(wrong("Union 1863-65", [0; 5]), ["army.1: 0 elements"]);
}

#[test]
fn every_list_has_its_ranges() {
    let _p = proves!("army.5");
    let ok = |l, c| assert_eq!(wrong(l, c), Vec::<String>::new(), "{l} {c:?}");
    let no = |l, c, what: &str| assert_eq!(wrong(l, c), [format!("army.5: {what} in the list {l}")]);
    let l = "Confederates 1861-63";
    ok(l, [3, 4, 4, 0, 1]);
    no(l, [4, 4, 4, 0, 0], "4 cavalry");
    ok(l, [0, 6, 6, 0, 0]);
    ok(l, [0, 4, 6, 2, 0]);
    ok(l, [0, 5, 6, 1, 0]);
    no(l, [2, 3, 6, 0, 1], "3 muskets");
    no(l, [0, 4, 7, 1, 0], "7 rifles");
    no(l, [3, 6, 1, 0, 2], "1 rifles");
    no(l, [2, 4, 3, 0, 3], "3 artillery");
    no(l, [2, 4, 3, 3, 0], "3 Jaeger");
    no(l, [0, 7, 5, 0, 0], "7 muskets");
    no(l, [0, 6, 5, 1, 0], "3 elements beyond the fixed ones that are muskets or Jaeger");
    let l = "Union 1861-62";
    ok(l, [0, 3, 9, 0, 0]);
    ok(l, [1, 5, 4, 0, 2]);
    ok(l, [1, 3, 4, 2, 2]);
    no(l, [2, 3, 7, 0, 0], "2 cavalry");
    no(l, [1, 2, 9, 0, 0], "2 muskets");
    for l in ["Confederates 1863-65", "Union 1863-65"] {
        ok(l, [2, 0, 6, 2, 2]);
        ok(l, [0, 0, 12, 0, 0]);
        no(l, [3, 0, 6, 1, 2], "3 cavalry");
        no(l, [0, 0, 9, 3, 0], "3 Jaeger");
        no(l, [0, 1, 11, 0, 0], "1 muskets");
    }
    // Three groups: three times the ranges.
    ok("Union 1863-65", [6, 0, 18, 6, 6]);
    no("Union 1863-65", [7, 0, 18, 5, 6], "7 cavalry");
    ok("Union 1861-62", [3, 9, 24, 0, 0]);
    no("Union 1861-62", [3, 8, 25, 0, 0], "8 muskets");
    // The reading that both be alike.
    let c = Count { cavalry: 0, muskets: 5, rifles: 6, jaeger: 1, artillery: 0 };
    let l = lists::list("Confederate 1861-63").unwrap();
    assert!(lists::check(&c, l, &default_readings()).is_empty());
    assert_eq!(lists::check(&c, l, &with("muskets-or-jaeger", "alike")).len(), 1);
    // Years: 1863 belongs to both Confederate lists.
    let early = lists::list("Confederates 1861-63").unwrap();
    assert!(lists::check_year(early, 1863, &default_readings()).is_none());
    assert!(lists::check_year(early, 1863, &with("year-1863", "later")).is_some());
    assert!(lists::check_year(early, 1864, &default_readings()).is_some());
    let union = lists::list("Union 1861-62").unwrap();
    assert!(lists::check_year(union, 1863, &default_readings()).is_some());
}

#[test]
fn both_sides_are_of_one_period() {
    let _p = proves!("army.2");
    let barred = |a: &str, b: &str, r: &Readings| {
        lists::check_years(lists::list(a).unwrap(), lists::list(b).unwrap(), r).map(|(by, _, _)| by.id())
    };
    let r = default_readings();
    assert_eq!(barred("Confederates 1861-63", "Union 1861-62", &r), None);
    assert_eq!(barred("Confederates 1861-63", "Union 1863-65", &r), None);
    assert_eq!(barred("Confederates 1863-65", "Union 1863-65", &r), None);
    assert_eq!(barred("Confederates 1863-65", "Union 1861-62", &r), Some("army.2"));
    assert_eq!(barred("Confederates 1863-65", "Union 1861-62", &with("same-period", "any")), None);
}

/// What is wrong with commands of these sizes, and with which.
fn sizes(all: &[usize]) -> Vec<(&'static str, Option<usize>)> {
    lists::check_commands(all).into_iter().map(|(i, (c, _, _))| (c.id(), i)).collect()
}

#[test]
fn a_side_has_one_command_or_three() {
    let _p = proves!("army.3");
    assert_eq!((sizes(&[12]), sizes(&[12, 12, 12])), (vec![], vec![]));
    for wrong in [&[18, 18][..], &[6, 6], &[9, 9, 9, 9]] {
        assert_eq!(sizes(wrong), [("army.3", None)], "{wrong:?}");
    }
}

#[test]
fn a_command_has_at_least_six_elements() {
    let _p = proves!("setup.7");
    assert_eq!(sizes(&[24, 6, 6]), []);
    assert_eq!(sizes(&[24, 7, 5]), [("setup.7", Some(2))]);
}

#[test]
fn the_commander_is_additional() {
    let _p = proves!("army.4");
    let text = bbdba_acw::scenario::SHIPPED.iter().find(|(n, _)| *n == "three-corps").unwrap().1;
    let s = read("three-corps", text).unwrap();
    let f = bbdba_acw::scenario::muster(&s);
    let a = f.army(Side::A);
    assert_eq!((a.strength, a.elements.len(), a.commands.len()), (36, 39, 3));
    for (i, c) in a.commands.iter().enumerate() {
        assert_eq!(c.commander.to_string(), format!("A{}", 37 + i));
        assert_eq!(f[c.commander].troop, Troop::Commander);
        assert_eq!(usize::from(f[c.commander].command), i);
        assert_eq!(c.strength, 12);
    }
    // A command is not put on the table without its own.
    let left_out = text.replace(
        "commander = { name = \"Maj. Gen. Harland\", x = 1100, y = 520, facing = 0 }",
        "commander = \"Maj. Gen. Harland\"",
    );
    let r = read("three-corps", &left_out).unwrap_err();
    assert_eq!(r.mistakes.iter().filter_map(|m| m.clause).collect::<Vec<_>>(), ["army.4"], "{r}");
    assert_eq!(s.name_of("A37".parse().unwrap()), Some("Maj. Gen. Harland"));
    assert_eq!(s.name_of("A1".parse().unwrap()), Some("Devers's troopers"));
}

#[test]
fn raised_armies_are_lawful() {
    let mut dice = Seeded::from_number(3);
    for l in &bbdba_acw::scenario::tables().lists {
        for groups in [1, 3] {
            for _ in 0..200 {
                let c = Count::of(lists::raise(l, groups, &mut dice));
                assert!(lists::check(&c, l, &default_readings()).is_empty(), "{} {c:?}", l.name);
            }
        }
    }
}
