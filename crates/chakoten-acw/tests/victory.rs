//! play.victory: tasks, points, and the default.

use chakoten_acw::scenario::{self, Scenario};
use chakoten_acw::troop::State;
use chakoten_acw::unit::Fate;
use chakoten_acw::{Field, Side, proves, victory};

fn battle(tasks_a: &str, tasks_b: &str) -> (Scenario, Field) {
    let text = format!(
        r#"book = "chakoten-acw"
title = "Drill"
period = "1863"
briefing = "Fight."
turns = 8
[table]
width = 240
depth = 160
[[ground.hill]]
name = "Hill"
[[ground.hill.step]]
outline = [[100, 70], [140, 70], [140, 90], [100, 90]]
[[side]]
name = "North"
nation = "union"
edge = "south"
exits = ["east"]
[[side.command]]
code = "U"
valour = 0
weapon = "rifled_musket"
unit = [
  {{ code = "A1", arm = "infantry", x = 60, y = 40 }},
  {{ code = "A2", arm = "infantry", figures = 20, x = 80, y = 40 }},
  {{ code = "AW", arm = "wagon", x = 120, y = 20 }},
  {{ code = "AX", arm = "wagon", x = 130, y = 20 }},
]
{tasks_a}
[[side]]
name = "South"
nation = "confederate"
edge = "north"
[[side.command]]
code = "C"
valour = 0
weapon = "rifled_musket"
unit = [
  {{ code = "B1", arm = "infantry", x = 60, y = 140, facing = 180 }},
  {{ code = "B2", arm = "infantry", x = 80, y = 140, facing = 180 }},
  {{ code = "B3", arm = "infantry", arrives = 5, edge = "north", at = 120 }},
]
{tasks_b}
"#
    );
    let s = scenario::read("drill", &text).unwrap_or_else(|r| panic!("{r:#}"));
    let f = s.muster();
    (s, f)
}

fn id(f: &Field, code: &str) -> chakoten_acw::UnitId {
    f.by_code(code).unwrap()
}

#[test]
fn without_tasks_the_smaller_share_lost_wins() {
    let _p = proves!("play.victory");
    let (s, mut f) = battle("", "");
    assert_eq!((s.side(Side::A).strength, s.side(Side::B).strength), (50, 90));
    assert_eq!(victory::look(&s, &mut f, 7), None, "the last turn is the eighth");
    // Nothing lost: nobody wins.
    assert_eq!(victory::look(&s, &mut f, 8).unwrap().winner, None);
    // 5 of 50 against 9 of 90 are equal shares.
    let (a, b) = (id(&f, "A1"), id(&f, "B1"));
    f[a].figures -= 5;
    f[b].figures -= 9;
    assert_eq!(victory::judge(&s, &f, 8).unwrap().winner, None);
    f[b].figures -= 1;
    assert_eq!(victory::judge(&s, &f, 8).unwrap().winner, Some(Side::A));
    // Prisoners and those who fled are lost as well.
    let a2 = id(&f, "A2");
    f[a2].fate = Fate::Fled;
    let v = victory::judge(&s, &f, 8).unwrap();
    assert_eq!((v.winner, v.tally.lost), (Some(Side::B), [25, 10]));
    // Who left by order is not lost.
    f[a2].fate = Fate::Left;
    assert_eq!(victory::judge(&s, &f, 8).unwrap().tally.lost, [5, 10]);
}

#[test]
fn it_ends_when_a_side_has_nobody_in_order_or_slight_disorder() {
    let _p = proves!("play.victory");
    let (s, mut f) = battle("", "");
    let (a, b) = (id(&f, "A1"), id(&f, "A2"));
    f[a].state = State::Disorder;
    f[b].state = State::Slight;
    assert_eq!(victory::judge(&s, &f, 3), None);
    f[b].state = State::Complete;
    let v = victory::judge(&s, &f, 3).unwrap();
    assert!(v.why.to_string().contains("North has no unit in order or slight disorder left"), "{}", v.why);
    // Side B has a reserve on its way: it is not beaten.
    let (_, mut f) = battle("", "");
    for c in ["B1", "B2"] {
        let u = id(&f, c);
        f[u].state = State::Complete;
    }
    assert_eq!(victory::judge(&s, &f, 3), None);
    let mut strict = f.clone();
    strict.readings =
        strict.readings.with(&chakoten_acw::book::text().readings, "reserves-and-the-end", "yes").unwrap();
    assert!(victory::judge(&s, &strict, 3).is_some());
    let r = id(&f, "B3");
    f[r].fate = Fate::OnTable;
    f[r].state = State::Disorder;
    assert!(victory::judge(&s, &f, 3).is_some());
}

#[test]
fn ground_is_held_by_who_stands_there_alone_and_steady() {
    let _p = proves!("play.victory");
    let hold = "[[side.task]]\ntask = \"hold\"\nground = \"Hill\"\npoints = 5";
    let (s, mut f) = battle(hold, hold);
    let points = |f: &Field| victory::tally(&s, f).points;
    let (a, b) = (id(&f, "A1"), id(&f, "B1"));
    assert_eq!(points(&f), [0, 0]);
    f[a].base.front = table::v2(120.0, 75.0);
    assert_eq!(points(&f), [5, 0]);
    f[b].base.front = table::v2(120.0, 89.0);
    assert_eq!(points(&f), [0, 0], "both are on it");
    f[a].state = State::Slight;
    f[b].state = State::Disorder;
    assert_eq!(points(&f), [5, 0]);
    f[a].state = State::Disorder;
    f[b].state = State::Slight;
    let v = victory::judge(&s, &f, 8).unwrap();
    assert_eq!((v.winner, v.tally.points), (Some(Side::B), [0, 5]));
    // A wagon holds nothing.
    f[b].fate = Fate::Left;
    let w = id(&f, "AW");
    f[w].base.front = table::v2(110.0, 80.0);
    assert_eq!(points(&f), [0, 0]);
}

#[test]
fn deadlines_are_kept() {
    let _p = proves!("play.victory");
    let (s, mut f) = battle(
        "[[side.task]]\ntask = \"hold\"\nplace = [120, 80]\nwithin = 10\nturn = 3\npoints = 2\n[[side.task]]\ntask = \"hold\"\nplace = [120, 80]\nby = 4\npoints = 3",
        "",
    );
    let a = id(&f, "A1");
    let home = f[a].base.front;
    victory::look(&s, &mut f, 1);
    assert_eq!(f.tasks, [None, None]);
    // At 10 cm it is held, beyond it is not.
    f[a].base.front = table::v2(120.0, 70.1);
    assert_eq!(victory::tally(&s, &f).points[0], 5);
    f[a].base.front = table::v2(120.0, 70.0);
    assert_eq!(victory::tally(&s, &f).points[0], 5);
    f[a].base.front = table::v2(120.0, 69.9);
    assert_eq!(victory::tally(&s, &f).points[0], 0);
    f[a].base.front = table::v2(120.0, 75.0);
    victory::look(&s, &mut f, 2);
    assert_eq!(f.tasks, [None, Some(1)], "done by turn 4 is done");
    f[a].base.front = home;
    victory::look(&s, &mut f, 3);
    assert_eq!(f.tasks, [Some(0), Some(1)], "not there at the end of turn 3");
    f[a].base.front = table::v2(120.0, 75.0);
    victory::look(&s, &mut f, 4);
    let v = victory::look(&s, &mut f, 8).unwrap();
    assert_eq!((v.winner, v.tally.points), (Some(Side::A), [3, 0]));
}

#[test]
fn trains_are_brought_off_or_taken() {
    let (s, mut f) = battle(
        "[[side.task]]\ntask = \"exit\"\nunits = [\"AW\", \"AX\"]\nedge = \"east\"\neach = true\npoints = 2\n[[side.task]]\ntask = \"keep\"\nunits = [\"A1\", \"A2\"]\npoints = 1",
        "[[side.task]]\ntask = \"take\"\nunits = [\"AW\", \"AX\"]\neach = true\npoints = 3\n[[side.task]]\ntask = \"guns\"\nguns = 4\npoints = 7\n[[side.task]]\ntask = \"losses\"\npercent = 40\npoints = 9",
    );
    let points = |f: &Field| victory::tally(&s, f).points;
    let (w, x, a) = (id(&f, "AW"), id(&f, "AX"), id(&f, "A2"));
    assert_eq!(points(&f), [1, 0]);
    f[w].fate = Fate::Left;
    f[w].base.front = table::v2(240.0, 50.0);
    assert_eq!(points(&f), [3, 0]);
    f[w].base.front = table::v2(120.0, 0.0);
    assert_eq!(points(&f), [1, 0], "by the wrong edge");
    f[x].fate = Fate::Captured;
    assert_eq!(points(&f), [1, 3]);
    f.guns_taken[1] = 3;
    assert_eq!(points(&f), [1, 3]);
    f.guns_taken[1] = 4;
    assert_eq!(points(&f), [1, 10]);
    f[a].figures = 1;
    assert_eq!(points(&f), [1, 10], "19 of 50 are less than 40 %");
    f[a].fate = Fate::Destroyed;
    f[a].figures = 0;
    assert_eq!(points(&f), [0, 19], "20 of 50 are 40 %, and A2 was not kept");
    let v = victory::look(&s, &mut f, 8).unwrap();
    assert_eq!((v.winner, v.tally.points), (Some(Side::B), [0, 19]));
}
