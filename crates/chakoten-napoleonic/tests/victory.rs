//! play.victory: tasks, and how a battle ends.

use chakoten_napoleonic::scenario::{self, Scenario};
use chakoten_napoleonic::troop::State;
use chakoten_napoleonic::unit::Fate;
use chakoten_napoleonic::{Field, Side, UnitId, proves, victory};

fn text(tasks_a: &str, tasks_b: &str) -> String {
    format!(
        r#"book = "chakoten-napoleonic"
title = "Drill"
date = "1813-10-18"
time = "07:30"
place = "a field"
turns = 8
[table]
width = 240
depth = 160
[[ground.hill]]
name = "Hill"
[[ground.hill.step]]
outline = [[100, 70], [140, 70], [140, 90], [100, 90]]
[[ground.line]]
kind = "breastwork-2"
name = "Breastwork"
path = [[20, 80], [60, 80]]
[[side]]
name = "South"
nation = "other"
edge = "south"
exits = ["east"]
[[side.command]]
code = "CA"
valour = 0
unit = [
  {{ code = "A1", arm = "infantry", companies = 6, figures = 30, weapon = "musket", x = 60, y = 40 }},
  {{ code = "A2", arm = "infantry", companies = 6, figures = 20, weapon = "musket", x = 90, y = 40 }},
  {{ code = "AW", arm = "wagon", x = 120, y = 30 }},
]
{tasks_a}
[[side]]
name = "North"
nation = "other"
edge = "north"
[[side.command]]
code = "CB"
valour = 0
unit = [
  {{ code = "B1", arm = "infantry", companies = 6, figures = 30, weapon = "musket", x = 60, y = 140, facing = 180 }},
  {{ code = "B2", arm = "infantry", companies = 6, figures = 30, weapon = "musket", x = 90, y = 140, facing = 180 }},
  {{ code = "B3", arm = "infantry", companies = 6, figures = 40, weapon = "musket", arrives = 5, edge = "north", at = 120 }},
]
{tasks_b}
"#
    )
}

fn battle(tasks_a: &str, tasks_b: &str) -> (Scenario, Field) {
    let s = scenario::read("drill", &text(tasks_a, tasks_b)).unwrap_or_else(|r| panic!("{r:#}"));
    let f = s.muster();
    (s, f)
}

const LOSSES: &str = "[[side.task]]\ntask = \"losses\"\npercent = 25\npoints = 5\n";

fn task(what: &str) -> String {
    format!("[[side.task]]\n{what}\n")
}

fn id(f: &Field, code: &str) -> UnitId {
    f.by_code(code).unwrap()
}

fn at(f: &mut Field, code: &str, x: f64, y: f64) {
    let id = id(f, code);
    let b = f[id].base;
    f[id].base = b.at(table::v2(x, y), b.dir);
}

#[test]
fn it_ends_with_the_last_turn() {
    let _p = proves!("play.victory");
    let (s, mut f) = battle(LOSSES, LOSSES);
    assert_eq!((s.side(Side::A).strength, s.side(Side::B).strength), (50, 100));
    assert_eq!(victory::look(&s, &mut f, 7), None, "the last turn is the eighth");
    let v = victory::look(&s, &mut f, 8).unwrap();
    assert_eq!((v.winner, v.clause.id(), v.tally.points), (None, "play.victory", [0, 0]));
    // A quarter of a hundred, just not and just so: prisoners, fallen and fled are lost.
    let (b1, b2) = (id(&f, "B1"), id(&f, "B2"));
    f[b1].figures -= 24;
    assert_eq!(victory::judge(&s, &f, 8).unwrap().winner, None);
    f[b1].figures -= 1;
    let v = victory::judge(&s, &f, 8).unwrap();
    assert_eq!((v.winner, v.tally.lost, v.tally.points), (Some(Side::A), [0, 25], [5, 0]));
    f[b1].figures += 25;
    f[b2].fate = Fate::Fled;
    assert_eq!(victory::lost(&s, &f, Side::B), 30);
    f[b2].fate = Fate::Left;
    assert_eq!(victory::lost(&s, &f, Side::B), 0);
}

#[test]
fn it_ends_when_nobody_is_intact_or_a_side_concedes() {
    let _p = proves!("play.victory");
    let (s, mut f) = battle(LOSSES, LOSSES);
    let (b1, b2) = (id(&f, "B1"), id(&f, "B2"));
    f[b1].state = State::Disorder;
    f[b2].state = State::Light3;
    assert_eq!(victory::judge(&s, &f, 2), None, "light disorder is intact");
    f[b2].state = State::Complete;
    let v = victory::judge(&s, &f, 2).unwrap();
    assert!(v.why.to_string().contains("North has no intact unit"), "{}", v.why);
    // By the other reading reserves keep the battle going.
    let all = &chakoten_napoleonic::cite::text().readings;
    f.readings = f.readings.with(all, "end-with-reserves", "goes-on").unwrap();
    assert_eq!(victory::judge(&s, &f, 2), None);
    let v = victory::concede(&s, &f, Side::A);
    assert_eq!(v.winner, Some(Side::B));
    assert!(v.why.to_string().contains("South concedes"));
}

#[test]
fn ground_is_held_by_an_intact_unit_alone() {
    let hold = task("task = \"hold\"\nground = \"Hill\"\npoints = 4");
    let (s, mut f) = battle(&hold, &hold);
    let points = |f: &Field| victory::tally(&s, f).points;
    assert_eq!(points(&f), [0, 0]);
    at(&mut f, "A1", 120.0, 80.0);
    assert_eq!(points(&f), [4, 0]);
    at(&mut f, "B1", 120.0, 70.0);
    // Its front at the foot of the hill: the whole of it stands on the hill behind.
    assert_eq!(points(&f), [0, 0]);
    let a = id(&f, "A1");
    f[a].state = State::Disorder;
    assert_eq!(points(&f), [0, 4], "a unit in disorder holds nothing");
    at(&mut f, "A1", 60.0, 40.0);
    at(&mut f, "AW", 120.0, 88.0);
    assert_eq!(points(&f), [0, 4], "nor does a wagon");
    let work = task("task = \"hold\"\nground = \"Breastwork\"\npoints = 2");
    let (s, mut f) = battle(&work, LOSSES);
    assert_eq!(victory::tally(&s, &f).points[0], 0);
    at(&mut f, "A1", 40.0, 78.0);
    assert_eq!(victory::tally(&s, &f).points[0], 2);
}

#[test]
fn time_held_is_counted_turn_by_turn() {
    let hold = task("task = \"hold\"\nplace = [120, 80]\nwithin = 10\nturns = 2\nby = 6\npoints = 4");
    let (s, mut f) = battle(&hold, LOSSES);
    let points = |f: &Field| victory::tally(&s, f).points[0];
    victory::note(&s, &mut f, 1);
    at(&mut f, "A1", 120.0, 80.0);
    victory::note(&s, &mut f, 2);
    assert_eq!((points(&f), victory::stands(&s, &f, 0, true).unwrap().to_string()), (0, "1 of 2".into()));
    at(&mut f, "A1", 60.0, 40.0);
    victory::note(&s, &mut f, 3);
    at(&mut f, "A1", 120.0, 80.0);
    victory::note(&s, &mut f, 4);
    assert_eq!(points(&f), 4, "not necessarily one after the other");
    assert_eq!(victory::stands(&s, &f, 0, true).unwrap().to_string(), "2 of 2, decided");
    // What comes after turn 6 does not count.
    let (s, mut f) = battle(&hold, LOSSES);
    at(&mut f, "A1", 120.0, 80.0);
    victory::note(&s, &mut f, 6);
    victory::note(&s, &mut f, 7);
    assert_eq!(victory::tally(&s, &f).points[0], 0);
    assert!(victory::says(&f, &s.tasks[0]).to_string().contains("at the end of 2 turns"));
}

#[test]
fn losses_spared_units_kept_and_brought_off() {
    let tasks = [
        task("task = \"spare\"\npercent = 20\npoints = 3"),
        task("task = \"keep\"\nunits = [\"A1\", \"A2\"]\neach = true\npoints = 1"),
        task("task = \"exit\"\nunits = [\"A2\"]\nedge = \"east\"\npoints = 2"),
        task("task = \"take\"\nunits = [\"B1\"]\npoints = 2"),
        task("task = \"guns\"\nguns = 3\neach = true\npoints = 1"),
    ]
    .join("");
    let (s, mut f) = battle(&tasks, LOSSES);
    let points = |f: &Field| victory::tally(&s, f).points[0];
    assert_eq!(points(&f), 3 + 2);
    let (a1, a2, b1) = (id(&f, "A1"), id(&f, "A2"), id(&f, "B1"));
    f[a1].figures -= 10;
    assert_eq!(points(&f), 5, "a fifth of fifty is no more than a fifth");
    f[a1].figures -= 1;
    assert_eq!(points(&f), 2);
    f[a1].state = State::Complete;
    assert_eq!(points(&f), 1);
    f[a2].fate = Fate::Left;
    f[a2].base = f[a2].base.at(table::v2(240.0, 80.0), table::v2(1.0, 0.0));
    assert_eq!(points(&f), 3);
    f[b1].fate = Fate::Surrendered;
    f.guns_taken[0] = 2;
    assert_eq!(points(&f), 7);
    // A side hears of what it can count itself.
    assert!(victory::stands(&s, &f, 0, false).is_some() && victory::stands(&s, &f, 3, false).is_none());
}

#[test]
fn the_umpire_judges_what_nobody_can_count() {
    let _p = proves!("play.victory");
    let (s, mut f) =
        battle(&task("task = \"judged\"\nsays = \"The convoy has passed.\"\npoints = 6"), LOSSES);
    let v = victory::look(&s, &mut f, 8).unwrap();
    assert_eq!((v.winner, v.tally.points), (None, [0, 0]), "not solved unless he says so");
    assert!(victory::rule(&s, &mut f, 0, true));
    assert_eq!(victory::judge(&s, &f, 8).unwrap().winner, Some(Side::A));
    assert!(victory::rule(&s, &mut f, 0, false) && !victory::rule(&s, &mut f, 1, true));
    assert!(!victory::rule(&s, &mut f, 9, true));
    assert!(victory::says(&f, &s.tasks[0]).to_string().contains("The convoy has passed."));
}

#[test]
fn tasks_are_decided_when_their_turn_has_come() {
    let (s, mut f) = battle(
        &[
            task("task = \"spare\"\npercent = 20\nturn = 3\npoints = 3"),
            task("task = \"hold\"\nground = \"Hill\"\nby = 5\npoints = 2"),
        ]
        .join(""),
        LOSSES,
    );
    victory::note(&s, &mut f, 3);
    let a1 = id(&f, "A1");
    f[a1].figures -= 20;
    assert_eq!(victory::tally(&s, &f).points[0], 3, "it was decided at the end of turn 3");
    at(&mut f, "A2", 120.0, 80.0);
    victory::note(&s, &mut f, 5);
    at(&mut f, "A2", 90.0, 40.0);
    victory::note(&s, &mut f, 6);
    assert_eq!(victory::tally(&s, &f).points[0], 5, "once done, done");
}

#[test]
fn tasks_that_are_none() {
    for what in [
        "task = \"spare\"\npoints = 3",
        "task = \"spare\"\npercent = 0\npoints = 3",
        "task = \"spare\"\npercent = 20\nguns = 3\npoints = 3",
        "task = \"judged\"\npoints = 3",
        "task = \"judged\"\nsays = \"x\"",
        "task = \"losses\"\npercent = 20\nturns = 3\npoints = 3",
        "task = \"hold\"\nground = \"Nowhere\"\npoints = 3",
        "task = \"hold\"\nground = \"Hill\"\nsays = \"x\"\npoints = 3",
        "task = \"exit\"\nunits = [\"A1\"]\nedge = \"west\"\npoints = 3",
    ] {
        let r = scenario::read("drill", &text(&task(what), LOSSES)).expect_err(what);
        assert_eq!(r.mistakes.len(), 1, "{what}: {r:#}");
        assert!(r.mistakes[0].right.is_some(), "{what}: {r:#}");
    }
    // A part in a hundred is no length.
    let r = scenario::read("drill", &text(&task("task = \"spare\"\npoints = 3"), LOSSES)).unwrap_err();
    assert_eq!(r.mistakes[0].right.as_ref().unwrap().to_string(), "percent = 20");
}
