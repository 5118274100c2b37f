//! The course of a battle on the table: its stages, orders, forming and firing, slopes, and what an enemy is told (chapters 4 to 15).

use crate::scene::*;
use newbury_napoleonic::Answer;
use newbury_napoleonic::answer::{LegOrder, MoveOrder, Reply, Turning};
use newbury_napoleonic::battle::{Awaits, Battle, Terms};
use newbury_napoleonic::event::Kind;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::{GameTask, Response};
use newbury_napoleonic::unit::{Fate, State};
use newbury_napoleonic::{Side, proves};

fn form_leg(formation: Formation) -> LegOrder {
    LegOrder::Form { formation, ranks: None, files: None }
}

#[test]
fn a_battle_goes_from_game_orders_to_its_last_move() {
    let p = proves!("9.6", "9.7", "9.8", "9.9", "9.10", "9.time", "10.2.0");
    let f = field();
    let terms = Terms { moves: 2, ..terms(&f) };
    let mut b = Battle::drill_on(terms, f.clone(), []);
    let written = p.shows("9.6", told(&b, Kind::GameOrder, "9.6"));
    assert_eq!(written.len(), 2, "each side hears of its own");
    assert!(written.iter().all(|e| e.kept_by().is_some()));
    assert_eq!(p.shows("9.8", told(&b, Kind::Turn, "9.8")).len(), 1);
    // Who has no order does not move; who has one does.
    quiet(&mut b, vec![march("a1", 5.0)], vec![]);
    assert_eq!(p.shows("9.7", told(&b, Kind::OrdersLocked, "9.7")).len(), 2);
    assert!(near(at(&b, "a1").y, 35.0));
    let still: Vec<_> = ["a2", "a3", "a4", "n1", "n2"].map(|c| at(&b, c) == f[id(&f, c)].base.front).into();
    assert!(p.shows("10.2.0", still).iter().all(|x| *x), "{}", log(&b));
    assert_eq!(p.shows("9.9", told(&b, Kind::Turn, "9.9")).len(), 1, "the second move");
    assert!(b.ended().is_none());
    quiet(&mut b, vec![], vec![]);
    assert!(b.ended().is_some(), "after the second, not in it");
    let ends = p.shows("9.10", told(&b, Kind::Ends, "9.10"));
    assert_eq!(ends.len(), 1);
    assert!(p.shows("9.time", ends[0]).rests_on("9.time"));
}

#[test]
fn the_weather_is_found_before_the_first_move() {
    let p = proves!("9.3");
    let f = field();
    let rolled = Terms { rolls_weather: true, ..terms(&f) };
    let b = Battle::drill_on(rolled, f.clone(), vec![3; 8]);
    assert_eq!(p.shows("9.3", told(&b, Kind::Weather, "9.3")).len(), 1, "{}", log(&b));
    let b = drill(f, []);
    assert!(told(&b, Kind::Weather, "9.3").is_empty());
}

#[test]
fn slopes_are_steep_where_contours_are_less_than_five_apart() {
    let p = proves!("4.2.a", "4.2.b");
    let hill = |apart: f64| {
        let (a, b) = (32.0, 32.0 + apart);
        format!(
            "[[ground.hill]]\nname = \"H\"\nstep = [{{ outline = [[60, {a}], [140, {a}], [140, 90], [60, 90]] }}, {{ outline = [[60, {b}], [140, {b}], [140, 90], [60, 90]] }}]"
        )
    };
    let go = |apart: f64| {
        let mut b = drill(field_on(&hill(apart)), []);
        quiet(&mut b, vec![march("a1", 10.0)], vec![]);
        let steep = !told(&b, Kind::Moves, "4.2.b").is_empty();
        let gentle = !told(&b, Kind::Moves, "4.2.a").is_empty();
        (at(&b, "a1").y, steep, gentle)
    };
    let (slow, steep, _) = go(4.9);
    let (fast, not_steep, gentle) = go(5.1);
    assert!(p.shows("4.2.b", steep) && p.shows("4.2.a", gentle) && !not_steep);
    assert!(slow < fast, "{slow} {fast}");
}

#[test]
fn what_figures_do_not_show_is_told_when_they_are_found() {
    let p = proves!("5.1.b", "9.5");
    let mut f = field();
    let n1 = id(&f, "n1");
    (f[n1].fate, f[n1].seen) = (Fate::Hidden, false);
    put(&mut f, "n1", 100.0, 60.0, 180.0);
    let mut b = drill(f, vec![3; 8]);
    quiet(&mut b, vec![], vec![hold("n1")]);
    crate::scene::thrown(&b, 0);
    let found = p.shows("5.1.b", told(&b, Kind::Detected, "5.1.b"));
    assert_eq!(found.len(), 1, "{}", log(&b));
    assert!(p.shows("9.5", found[0]).rests_on("9.5"));
    assert_eq!(b.field()[n1].fate, Fate::OnTable);
}

#[test]
fn everybody_forms_close_order_and_columns_are_as_wide_as_their_sub_units() {
    let p = proves!("8.1.a", "8.2.a");
    let mut f = field();
    put(&mut f, "a4", 100.0, 60.0, 0.0);
    form(&mut f, "a4", Formation::Skirmish);
    let mut b = drill(f, []);
    for _ in 0..2 {
        quiet(&mut b, vec![legs("a4", &[form_leg(Formation::Line)])], vec![]);
    }
    let a4 = id(b.field(), "a4");
    assert_eq!(b.field()[a4].formation(), Formation::Line, "{}", log(&b));
    let formed = p.shows("8.1.a", told(&b, Kind::Changes, "8.1.a"));
    assert!(!formed.is_empty() && p.shows("8.2.a", formed[0]).rests_on("8.2.a"));
    let width = |formation: Formation| {
        let mut f = field();
        form(&mut f, "a1", formation);
        f[id(&f, "a1")].base.width
    };
    let company = width(Formation::CompanyColumn);
    assert!(near(width(Formation::DivisionColumn), company * 2.0));
    let n = field()[id(&field(), "a1")].companies.len() as f64;
    assert!(near(width(Formation::Line), company * n));
}

#[test]
fn who_reorders_may_change_formation() {
    let p = proves!("8.4.f");
    let mut f = field();
    let a1 = id(&f, "a1");
    f[a1].disorder.accumulated = 2;
    let mut b = drill(f, []);
    quiet(&mut b, vec![legs("a1", &[form_leg(Formation::DivisionColumn)])], vec![]);
    assert_eq!(p.shows("8.4.f", told(&b, Kind::Reorders, "8.4.f")).len(), 1, "{}", log(&b));
    assert_eq!(b.field()[a1].formation(), Formation::DivisionColumn);
    assert!(b.field()[a1].disorder() < 2);
}

#[test]
fn who_turns_or_forms_fires_less() {
    let p = proves!("8.4.g", "8.5.d", "10.2.d");
    let fire = |order: Vec<MoveOrder>| {
        let mut f = field();
        put(&mut f, "n1", 100.0, 42.0, 180.0);
        let mut b = drill(f, vec![3; 4]);
        quiet(&mut b, order, vec![hold("n1")]);
        crate::scene::thrown(&b, 1);
        let men =
            results(&b, "small-arms", "a1").first().map_or(0, |r| r["hits"][0]["men"].as_u64().unwrap());
        let by = |c: &str| !told(&b, Kind::Fires, c).is_empty();
        (men, by("8.4.g"), by("8.5.d"), by("10.2.d"))
    };
    let (full, formed, turned, unordered) = fire(vec![]);
    assert!(full > 0 && !formed && !turned && p.shows("10.2.d", unordered));
    let about = LegOrder::Turn { to: Turning::About };
    let (some, formed, turned, unordered) = fire(vec![legs("a1", &[about, about])]);
    assert!(p.shows("8.5.d", turned) && !formed && !unordered);
    assert!(some < full, "{some} {full}");
    let two = LegOrder::Form { formation: Formation::Line, ranks: Some(2), files: None };
    let one = LegOrder::Form { formation: Formation::Line, ranks: Some(1), files: None };
    let (some, formed, _, _) = fire(vec![legs("a1", &[two, one])]);
    assert!(p.shows("8.4.g", formed) && some < full, "{some} {full}");
}

#[test]
fn a_unit_at_its_objective_waits_for_orders_and_fires_at_whom_it_was_told_to() {
    let p = proves!("10.1.c", "10.1.e");
    let f = field();
    let a1 = id(&f, "a1");
    let mut t = terms(&f);
    t.orders[a1.index()] = t.orders[a1.index()].clone().map(|mut g| {
        g.objective =
            Some(newbury_napoleonic::order::Goal::Ground { name: "x".into(), at: table::v2(100.0, 34.0) });
        g.task = GameTask::Advance;
        g
    });
    let mut b = Battle::drill_on(t, f, []);
    quiet(&mut b, vec![march("a1", 4.0)], vec![]);
    assert!(!p.shows("10.1.c", told(&b, Kind::GameOrder, "10.1.c")).is_empty(), "{}", log(&b));
    let refused = b.answer(Side::A, orders(vec![march("a1", 4.0)])).unwrap_err();
    assert_eq!(refused.clause.map(umpire::Clause::id), Some("play.orders.game"));
    // Two at the same range: the one that is named.
    for named in ["n1", "n3"] {
        let mut f = field();
        put(&mut f, "n1", 96.0, 44.0, 180.0);
        put(&mut f, "n3", 104.0, 44.0, 180.0);
        form(&mut f, "n1", Formation::DivisionColumn);
        form(&mut f, "n3", Formation::DivisionColumn);
        let mut t = terms(&f);
        let on = id(&f, named);
        if let Some(g) = &mut t.orders[a1.index()] {
            g.targets = vec![on];
        }
        let mut b = Battle::drill_on(t, f, vec![3; 8]);
        quiet(&mut b, vec![], vec![hold("n1"), hold("n3")]);
        crate::scene::thrown(&b, 1);
        let fires = told(&b, Kind::Fires, "10.1.e");
        assert_eq!(
            p.shows("10.1.e", fires.first().map(|e| e.pieces[1].clone())).as_deref(),
            Some(named),
            "{}",
            log(&b)
        );
    }
}

#[test]
fn all_move_at_once() {
    let p = proves!("11.n3", "12.4.a");
    // Two lines of foot march at each other over 25 cm: both halt where they meet at attack distance, half way for each.
    let mut f = field();
    put(&mut f, "n1", 100.0, 48.0, 180.0);
    let mut b = drill(f, []);
    let go = |u: &str| MoveOrder { hold_fire: true, ..march(u, 12.0) };
    quiet(&mut b, vec![go("a1")], vec![go("n1")]);
    let (a, n) = (at(&b, "a1").y - 30.0, 48.0 - at(&b, "n1").y);
    assert!(p.shows("11.n3", near(a, n)) && near(a + n, 13.0), "{a} {n} {}", log(&b));
    // The outermost figure of a wheel goes no farther than its move.
    let f = field();
    let a1 = id(&f, "a1");
    let (width, rate) = (f[a1].base.width, f.rate(&f[a1], newbury_napoleonic::order::Gait::Normal).unwrap());
    let dir = f[a1].base.dir;
    let mut b = drill(f, []);
    quiet(&mut b, vec![legs("a1", &[LegOrder::Wheel { degrees: 170.0 }])], vec![]);
    let turned = b.field()[a1].base.dir.angle_to(dir);
    let _ = p.refused_by(
        "12.4.a",
        b.answer(Side::A, orders(vec![legs("a1", &[LegOrder::Wheel { degrees: 181.0 }])])),
    );
    assert!((turned * width - rate).abs() < 0.3, "{turned} rad of {width} cm, {rate}");
}

#[test]
fn evaders_fire_before_they_go_and_reorder_afterwards() {
    let p = proves!("12.3.c", "12.3.e", "12.3.g", "11.2");
    let go = |late: bool| {
        let mut f = field();
        put(&mut f, "n4", 100.0, 62.0, 180.0);
        form(&mut f, "n4", Formation::Skirmish);
        put(&mut f, "n4", 100.0, 62.0, 180.0);
        put(&mut f, "a2", 100.0, 40.0, 0.0);
        put(&mut f, "a1", 20.0, 40.0, 0.0);
        put(&mut f, "n1", 20.0, 100.0, 180.0);
        let mut b = drill(f, vec![3; 20]);
        play(&mut b, vec![charge("a2", "n4")], vec![], |_, s, w| match w {
            Awaits::Respond(_) if s == Side::B => Some(Answer::Respond {
                responses: vec![Reply { unit: "n4".into(), response: Response::Evade, late: Some(late) }],
            }),
            _ => None,
        });
        crate::scene::thrown(&b, 5);
        b
    };
    let mut b = go(false);
    assert_eq!(p.shows("11.2", told(&b, Kind::Declared, "11.2")).len(), 1);
    assert_eq!(p.shows("12.3.c", told(&b, Kind::Fires, "12.3.c")).len(), 1, "{}", log(&b));
    assert_eq!(state(&b, "n4"), State::Evading, "{}", log(&b));
    p.refused_by("12.3.e", b.answer(Side::B, orders(vec![march("n4", 5.0)])));
    // Who waits until the charger is upon him is run down and breaks.
    let b = go(true);
    assert_eq!(state(&b, "n4"), State::Routing, "{}", log(&b));
    let caught = b.events().iter().filter(|e| e.rests_on("12.3.g")).count();
    assert_eq!(p.shows("12.3.g", caught), 1, "{}", log(&b));
}

#[test]
fn a_unit_divides_its_fire_only_where_not_all_bear() {
    let p = proves!("15.1.b", "15.1.c");
    let fire = |apart: f64| {
        let mut f = field();
        let width = f[id(&f, "a1")].base.width;
        for (code, side) in [("n1", -1.0), ("n3", 1.0)] {
            form(&mut f, code, Formation::MarchColumn);
            put(&mut f, code, 100.0 + side * width * apart, 44.0, 180.0);
        }
        let mut b = drill(f, vec![3; 8]);
        quiet(&mut b, vec![], vec![hold("n1"), hold("n3")]);
        crate::scene::thrown(&b, 1);
        let fires = told(&b, Kind::Fires, "15.1.b");
        (fires.first().map_or(0, |e| e.pieces.len() - 1), told(&b, Kind::Fires, "15.1.c").len())
    };
    let (targets, divided) = fire(0.5);
    assert_eq!((p.shows("15.1.b", targets), p.shows("15.1.c", divided)), (2, 1));
}

#[test]
fn the_class_of_a_unit_is_secret_until_it_reacts() {
    let p = proves!("5.1.c");
    let told_of = |b: &Battle| {
        let view = desk::Rules::view(b, desk::Eye::of(umpire::Seat::Side(1), false));
        let units = view["units"].as_array().unwrap().clone();
        let a1 = units.into_iter().find(|u| u["code"] == "a1").unwrap();
        !a1["class"].is_null()
    };
    let mut f = field();
    put(&mut f, "n2", 100.0, 60.0, 180.0);
    put(&mut f, "a1", 100.0, 40.0, 0.0);
    put(&mut f, "n1", 180.0, 100.0, 180.0);
    let mut b = drill(f, vec![3; 30]);
    assert!(!told_of(&b));
    quiet(&mut b, vec![], vec![charge("n2", "a1")]);
    crate::scene::thrown(&b, 5);
    assert!(p.shows("5.1.c", told_of(&b)), "{}", log(&b));
}
