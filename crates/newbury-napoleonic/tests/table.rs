//! The move on the table: what bodies do to each other on it, with dice written down that must be used up, and what comes of it in numbers.

use crate::judging::readings;
use crate::scene::*;
use desk::Rules;
use newbury_napoleonic::answer::{Answer, FireChoice, LegOrder, MoveOrder, NewGameOrder, Reply};
use newbury_napoleonic::battle::{Awaits, Battle, Step};
use newbury_napoleonic::event::{Event, Kind};
use newbury_napoleonic::field::Abandoned;
use newbury_napoleonic::formation::{Drawn, Formation};
use newbury_napoleonic::order::{GameOrder, GameTask, Goal, Response};
use newbury_napoleonic::unit::{Change, Fate, GeneralFate, State};
use newbury_napoleonic::{Field, Side, proves};
use table::v2;

#[test]
fn own_troops_are_passed_through_only_where_the_order_says_so() {
    let p = proves!("play.pass-through", "12.9.c", "12.9.e", "T8.H");
    let make = |code: &str, formation: Formation| {
        let mut f = field();
        put(&mut f, code, 100.0, 22.0, 0.0);
        form(&mut f, code, formation);
        f
    };
    let through = |unit: &str, cm: f64| MoveOrder { through: true, ..march(unit, cm) };
    // Regular foot skirmishers pass without penalty, with 20 cm to go.
    let mut b = drill(make("a4", Formation::Skirmish), []);
    quiet(&mut b, vec![through("a4", 20.0)], vec![]);
    assert!(near(at(&b, "a4").y, 42.0), "{}", log(&b));
    let passes = p.shows("play.pass-through", told(&b, Kind::Passes, "play.pass-through"));
    assert_eq!(passes.len(), 1);
    assert!(p.shows("12.9.c", passes[0]).rests_on("12.9.c"));
    assert_eq!(results(&b, "pass-through", "a4")[0], serde_json::json!({ "one": 0, "other": 0 }));
    // Close order through close order: four factors each.
    let mut b = drill(make("a3", Formation::Line), []);
    quiet(&mut b, vec![through("a3", 10.0)], vec![]);
    assert!(near(at(&b, "a3").y, 32.0), "{}", log(&b));
    assert_eq!(results(&b, "pass-through", "a3")[0], serde_json::json!({ "one": 4, "other": 4 }));
    let passes = told(&b, Kind::Passes, "12.9.e");
    assert!(p.shows("12.9.e", passes[0]).rests_on("T8.H"));
    assert_eq!(p.shows("T8.H", told(&b, Kind::Disorder, "T8.H").len()), 2, "both are disordered");
    // Unless the order says so it waits, and so does one that could not come out on the far side.
    for order in [march("a3", 10.0), through("a3", 8.0)] {
        let mut b = drill(make("a3", Formation::Line), []);
        quiet(&mut b, vec![order], vec![]);
        let y = at(&b, "a3").y;
        assert!((28.4..=29.01).contains(&y), "{y}\n{}", log(&b));
        assert!(told(&b, Kind::Passes, "play.pass-through").is_empty());
    }
}

#[test]
fn skirmishers_fall_back_before_close_order() {
    let p = proves!("10.2.a", "18.2.a", "play.meet");
    let make = |option: Option<&str>| {
        let mut f = field();
        if let Some(o) = option {
            f.readings = readings("close-order-before-skirmishers", o);
        }
        put(&mut f, "n4", 100.0, 38.0, 180.0);
        form(&mut f, "n4", Formation::Skirmish);
        let mut b = drill(f, []);
        let go = MoveOrder { hold_fire: true, ..march("a1", 10.0) };
        quiet(&mut b, vec![go], vec![hold("n4")]);
        b
    };
    let b = make(None);
    // It went its 10 cm; they kept 5 cm off, having gone as far as it could still come.
    assert!(near(at(&b, "a1").y, 40.0), "{}", log(&b));
    let gap = b.field().gap(id(b.field(), "a1"), id(b.field(), "n4"));
    assert!((4.9..=5.1).contains(&gap), "{gap}\n{}", log(&b));
    let falls = p.shows("10.2.a", told(&b, Kind::FallsBack, "10.2.a"));
    assert_eq!(falls.len(), 1);
    assert!(p.shows("18.2.a", falls[0]).rests_on("18.2.a"));
    assert!(p.shows("play.meet", falls[0]).rests_on("play.meet"));
    // By the other reading it halts at attack distance and they stay.
    let b = make(Some("halts"));
    assert!(near(at(&b, "a1").y, 33.0), "{}", log(&b));
    assert!(near(at(&b, "n4").y, 38.0));
}

#[test]
fn routers_run_through_friends_who_stay_or_run_too() {
    let p = proves!("23.5.d", "T8.H");
    // a3 routs from y = 60 home through a1, which stands at 40 in its way.
    let make = |class: newbury_napoleonic::troop::Class| {
        let mut f = field();
        put(&mut f, "a1", 100.0, 40.0, 0.0);
        put(&mut f, "a3", 100.0, 60.0, 0.0);
        let (a1, a3) = (id(&f, "a1"), id(&f, "a3"));
        f[a3].state = State::Routing;
        f[a3].disorder.accumulated = 3;
        f[a1].troop.class = class;
        f[a1].companies.iter_mut().for_each(|c| c.troop.class = class);
        f[a3].companies.iter_mut().for_each(|c| c.troop.class = newbury_napoleonic::troop::Class::C);
        f[a3].troop.class = newbury_napoleonic::troop::Class::C;
        f
    };
    use newbury_napoleonic::troop::Class;
    // Regulars of class C stay and take as many factors as the routers have. Three dice of their morale, three of the routers' rally.
    let mut b = drill(make(Class::C), [5, 5, 5, 3, 3, 3]);
    quiet(&mut b, vec![], vec![]);
    let passes = p.shows("23.5.d", told(&b, Kind::Passes, "23.5.d"));
    assert_eq!(passes.len(), 1, "{}", log(&b));
    assert_eq!(results(&b, "routers-through", "a3")[0], serde_json::json!({ "through": { "factors": 3 } }));
    assert!(p.shows("T8.H", passes[0]).rests_on("T8.H"));
    assert_ne!(state(&b, "a1"), State::Routing);
    used_up(&b);
    // Class B infantry refuses them: they go round, and it tests too.
    let mut b = drill(make(Class::B), [5, 5, 5, 3, 3, 3]);
    quiet(&mut b, vec![], vec![]);
    assert!(told(&b, Kind::Passes, "23.5.d").is_empty());
    assert!((at(&b, "a3").x - 100.0).abs() > 5.0, "{}", log(&b));
    used_up(&b);
    // Class D runs with them.
    let mut b = drill(make(Class::D), [3, 3, 3, 3, 3, 3]);
    quiet(&mut b, vec![], vec![]);
    assert_eq!(results(&b, "routers-through", "a3")[0], serde_json::json!("others-rout"));
    assert!(!told(&b, Kind::Routs, "23.1.l").is_empty(), "{}", log(&b));
    used_up(&b);
}

#[test]
fn a_house_is_entered_and_left_by_its_walls() {
    let p = proves!("12.5.d", "play.buildings", "4.1.c");
    let house = "[[ground.building]]\nname = \"Farm\"\nx = 100\ny = 40\nwidth = 20\ndepth = 20\nstoreys = 1";
    let mut f = field_on(house);
    put(&mut f, "a1", 100.0, 29.5, 0.0);
    form(&mut f, "a1", Formation::DivisionColumn);
    let a1 = id(&f, "a1");
    let figures = u32::from(f[a1].figures());
    let width = f[a1].base.width;
    // One figure for each 2 cm of its front and quarter of a move.
    let each = (width / 2.0 + 1e-9).floor() as u32;
    let quarters = figures.div_ceil(each);
    let mut b = drill(f.clone(), []);
    let mut moves = 0;
    while b.field()[a1].inside.is_none() && moves < 12 {
        quiet(&mut b, vec![legs("a1", &[LegOrder::Enter])], vec![]);
        moves += 1;
    }
    assert_eq!(moves, quarters.div_ceil(4), "{figures} figures by {width} cm\n{}", log(&b));
    assert_eq!(b.field()[a1].formation(), Formation::Building);
    assert_eq!(p.shows("play.buildings", b.field().inside(0).count()), 1);
    p.refused_by("12.5.d", b.answer(Side::A, orders(vec![march("a1", 5.0)])));
    // Out by the wall away from the south, which is 20 cm: ten figures a quarter.
    let out = LegOrder::Leave { wall: 0, formation: Formation::Line };
    let mut moves = 0;
    while b.field()[a1].inside.is_some() && moves < 12 {
        quiet(&mut b, vec![legs("a1", &[out])], vec![]);
        moves += 1;
    }
    assert_eq!(moves, figures.div_ceil(10).div_ceil(4), "{}", log(&b));
    let gap = b.field()[a1].base.rect().gap(&b.field().ground.buildings[0].rect);
    assert!(gap < 0.1 && b.field()[a1].formation() == Formation::Line, "{gap}");
    // A house that is too small takes nobody in.
    let small = "[[ground.building]]\nname = \"Hut\"\nx = 100\ny = 33\nwidth = 4\ndepth = 4\nstoreys = 1";
    let mut f = field_on(small);
    put(&mut f, "a1", 100.0, 30.5, 0.0);
    let mut b = drill(f, []);
    p.refused_by("4.1.c", b.answer(Side::A, orders(vec![legs("a1", &[LegOrder::Enter])])));
}

#[test]
fn a_fire_out_of_control_takes_those_who_stay() {
    let p = proves!("16.9.c", "16.9.e");
    let house = "[[ground.building]]\nname = \"Farm\"\nx = 100\ny = 40\nwidth = 20\ndepth = 20\nstoreys = 1";
    let mut f = field_on(house);
    let a1 = id(&f, "a1");
    f.put_inside(a1, 0);
    f.buildings[0].fires = 60;
    f.buildings[0].lit = Some(0);
    let figures = u32::from(f[a1].figures());
    let mut b = drill(f, []);
    // Lit before the first move: a move of it has passed, one fire for each four figures is put out.
    assert_eq!(u32::from(b.field().buildings[0].fires), 60 - figures / 4, "{}", log(&b));
    assert!(!b.field().buildings[0].lost);
    quiet(&mut b, vec![], vec![]);
    assert!(b.field().buildings[0].lost, "after two moves it is out of control");
    assert!(!p.shows("16.9.c", told(&b, Kind::Burns, "16.9.c")).is_empty());
    assert!(b.field()[a1].present());
    quiet(&mut b, vec![], vec![]);
    assert_eq!(b.field()[a1].fate, Fate::Destroyed, "who is still inside is lost");
    assert_eq!(p.shows("16.9.e", told(&b, Kind::Gone, "16.9.e")).len(), 1);
}

#[test]
fn couriers_ride_and_what_they_bring_is_obeyed_a_move_later() {
    let p = proves!("12.8", "10.1.d", "play.orders.courier");
    let orchard = "[[ground.area]]\nkind = \"orchard\"\nname = \"Orchard\"\noutline = [[10, 60], [30, 60], [30, 80], [10, 80]]";
    let mut f = field_on(orchard);
    f.generals[0].at = v2(190.0, 30.0);
    let a1 = id(&f, "a1");
    let gap = f.gap_to(a1, v2(190.0, 30.0));
    assert!((65.0..120.0).contains(&gap), "more than one ride to within 5 cm, less than two: {gap}");
    let mut b = drill(f, []);
    let order = NewGameOrder {
        unit: "a1".into(),
        by: "Brown".into(),
        task: GameTask::Advance,
        objective: Some("Orchard".into()),
        ..NewGameOrder::default()
    };
    let game = Answer::GameOrders { orders: vec![order] };
    play(&mut b, vec![], vec![], |_, s, w| {
        (s == Side::A && matches!(w, Awaits::GameOrders)).then(|| game.clone())
    });
    assert_eq!(b.play().couriers.len(), 1, "written in move 1, he sets out in move 2");
    assert_eq!(b.play().couriers[0].at, v2(190.0, 30.0));
    quiet(&mut b, vec![], vec![]);
    let c = &b.play().couriers[0];
    assert!(p.shows("12.8", near(c.at.dist(v2(190.0, 30.0)), 60.0)), "{:?}", c.at);
    quiet(&mut b, vec![], vec![]);
    assert!(b.play().couriers.is_empty(), "in move 3 he is there");
    let name = |b: &Battle| match &b.play().game[0].as_ref().unwrap().objective {
        Some(Goal::Ground { name, .. }) => name.clone(),
        _ => String::new(),
    };
    assert_eq!(name(&b), "far");
    quiet(&mut b, vec![], vec![]);
    assert_eq!(b.field().turn, 5);
    assert_eq!(name(&b), "Orchard", "obeyed from move 5");
    assert!(!p.shows("10.1.d", told(&b, Kind::GameOrder, "10.1.d")).is_empty());
    assert!(!p.shows("play.orders.courier", told(&b, Kind::GameOrder, "play.orders.courier")).is_empty());
}

#[test]
fn a_lone_general_keeps_clear_or_is_taken_and_replaced() {
    let p = proves!("10.2.b", "play.generals", "7.5", "7.6");
    // n2 ends its march beside the general; his own cavalry is near enough to ride to.
    let make = |x: f64| {
        let mut f = field();
        put(&mut f, "n2", 120.0, 100.0, 180.0);
        put(&mut f, "n1", 10.0, 100.0, 180.0);
        f.generals[0].at = v2(120.0, 71.0);
        put(&mut f, "a1", x, 30.0, 0.0);
        f
    };
    let mut b = drill(make(100.0), []);
    quiet(&mut b, vec![], vec![MoveOrder { hold_fire: true, ..march("n2", 28.5) }]);
    let g = &b.field().generals[0];
    assert_eq!(g.fate, GeneralFate::OnTable, "{}", log(&b));
    assert_eq!(p.shows("10.2.b", told(&b, Kind::GeneralRides, "10.2.b")).len(), 1);
    assert!(g.at.y < 35.0, "he rode to his own: {:?}", g.at);
    // Nobody of his own within a ride: he is taken, and a commander of one of his units follows him.
    let mut f = make(20.0);
    put(&mut f, "a2", 20.0, 4.0, 0.0);
    put(&mut f, "a3", 20.0, 20.0, 0.0);
    put(&mut f, "a4", 20.0, 12.0, 0.0);
    let mut b = drill(f, []);
    quiet(&mut b, vec![], vec![MoveOrder { hold_fire: true, ..march("n2", 28.5) }]);
    assert_eq!(b.field().generals[0].fate, GeneralFate::Captured, "{}", log(&b));
    assert_eq!(p.shows("play.generals", told(&b, Kind::GeneralFalls, "play.generals")).len(), 1);
    assert_eq!(b.field().generals.len(), 3, "a new figure for him");
    let new = &b.field().generals[2];
    assert_eq!(p.shows("7.6", (new.points, new.known)), (0, false), "not before all are told");
    assert_eq!(p.shows("7.5", b.play().couriers.len()), 4, "a courier to each unit of the brigade");
    for _ in 0..4 {
        quiet(&mut b, vec![], vec![]);
    }
    assert!(b.field().generals[2].known, "{}", log(&b));
}

#[test]
fn smoke_gathers_in_a_calm_and_clears() {
    let p = proves!("4.6.d.3", "4.6.d.4");
    let mut f = field();
    f.sky.wind = None;
    let a1 = id(&f, "a1");
    f[a1].smoke = 3;
    let mut b = drill(f.clone(), []);
    quiet(&mut b, vec![], vec![]);
    assert_eq!(p.shows("4.6.d.3", b.field()[a1].smoke), 1, "two less after a move without fire");
    f.sky.wind = Some(90.0);
    let mut b = drill(f, []);
    quiet(&mut b, vec![], vec![]);
    assert_eq!(p.shows("4.6.d.4", b.field()[a1].smoke), 0);
}

#[test]
fn evaders_who_left_the_table_come_back() {
    let p = proves!("12.3.f");
    let mut f = field();
    let a1 = id(&f, "a1");
    put(&mut f, "a1", 100.0, -2.0, 180.0);
    f[a1].fate = Fate::EvadedOff;
    f[a1].disorder.accumulated = 4;
    let mut b = drill(f, []);
    // Four factors at a quarter of a move each: after one move off the table.
    assert_eq!(b.field()[a1].fate, Fate::OnTable, "{}", log(&b));
    assert_eq!(b.field()[a1].disorder(), 0);
    assert_eq!(p.shows("12.3.f", told(&b, Kind::Arrives, "12.3.f")).len(), 1);
    quiet(&mut b, vec![], vec![]);
}

#[test]
fn guns_that_stand_alone_are_taken_and_score() {
    let p = proves!("play.prisoners");
    let make = |option: Option<&str>| {
        let mut f = field();
        if let Some(o) = option {
            f.readings = readings("guns-taken", o);
        }
        let (a1, n1) = (id(&f, "a1"), id(&f, "n1"));
        let gun = newbury_napoleonic::unit::Gun {
            piece: newbury_napoleonic::troop::Piece::Howitzer,
            crew: 0,
            team: None,
            spiked: false,
            destroyed: false,
            taken: None,
        };
        let base = table::Base::new(table::Pose { x: 100.0, y: 38.0, facing: 0.0 }, 3.0, 4.0);
        f.abandoned.push(Abandoned {
            owner: n1,
            side: Side::B,
            base,
            guns: vec![gun],
            taken: None,
            points: 40.0,
        });
        (f, a1)
    };
    let (f, _) = make(None);
    let mut b = drill(f, []);
    quiet(&mut b, vec![march("a1", 3.5)], vec![]);
    assert_eq!(p.shows("play.prisoners", b.field().abandoned[0].taken), Some(Side::A), "{}", log(&b));
    quiet(&mut b, vec![], vec![]);
    assert_eq!(b.field().abandoned[0].taken, Some(Side::A));
    let taken = told(&b, Kind::GunLost, "play.prisoners");
    assert_eq!(taken.len(), 1);
    // Taken only while a captor is at hand: he goes on and they are nobody's.
    for (option, held) in [(None, Some(Side::A)), (Some("while-touched"), None)] {
        let (f, _) = make(option);
        let mut b = drill(f, []);
        quiet(&mut b, vec![march("a1", 3.5)], vec![]);
        quiet(&mut b, vec![MoveOrder { through: true, ..legs("a1", &[LegOrder::Back { cm: 5.0 }]) }], vec![]);
        assert_eq!(b.field().abandoned[0].taken, held, "{option:?} {}", log(&b));
    }
}

#[test]
fn fire_at_a_screened_body_falls_on_the_screen_or_on_both() {
    let p = proves!("8.6.c", "20.4.a");
    // n1 in line 13 cm off, jagers in open order 6 cm before it.
    let make = |figures: Option<u8>| {
        let mut f = field();
        put(&mut f, "a1", 100.0, 20.0, 0.0);
        put(&mut f, "n1", 100.0, 33.0, 180.0);
        form(&mut f, "n4", Formation::Skirmish);
        put(&mut f, "n4", 100.0, 27.0, 180.0);
        if let Some(n) = figures {
            let n4 = id(&f, "n4");
            f[n4].companies.iter_mut().for_each(|c| c.figures = 0);
            f[n4].companies[0].figures = n;
            f[n4].losses.start = u16::from(n);
            f.draw_up(n4);
        }
        f
    };
    let fire = |f: Field, dice: Vec<u8>| {
        let mut b = drill(f, dice);
        let choose = FireChoice { unit: "a1".into(), target: Some("n1".into()), ..FireChoice::default() };
        let shoot = Answer::Fire { fire: vec![choose] };
        play(&mut b, vec![], vec![hold("n1"), hold("n4")], |b, s, w| {
            let asked = s == Side::A && matches!(w, Awaits::Fire(_));
            let mut x = b.clone();
            (asked && x.answer(s, shoot.clone()).is_ok()).then(|| shoot.clone())
        });
        b
    };
    let b = fire(make(None), vec![4]);
    let hits = results(&b, "small-arms", "a1");
    assert_eq!(hits.len(), 1, "{}", log(&b));
    let lost = |b: &Battle, c: &str| {
        let u = &b.field()[id(b.field(), c)];
        u32::from(u.losses.start - u.figures()) * 20 + u32::from(u.losses.carried)
    };
    assert_eq!(p.shows("8.6.c", lost(&b, "n1")), 0, "the screen stops it\n{}", log(&b));
    assert!(lost(&b, "n4") > 0);
    used_up(&b);
    // Four skirmishers cover no front: both lose in proportion.
    let b = fire(make(Some(4)), vec![4]);
    let hit = &results(&b, "small-arms", "a1")[0]["hits"][0];
    assert_eq!(hit, &serde_json::json!({ "men": 11, "screen": 29 }), "{}", log(&b));
    assert!(p.shows("20.4.a", told(&b, Kind::Fires, "8.6.c")).len() == 1);
    used_up(&b);
}

#[test]
fn frenzied_troops_charge_whom_they_reach() {
    let p = proves!("23.4.c");
    let mut f = field();
    put(&mut f, "a2", 100.0, 30.0, 0.0);
    put(&mut f, "a1", 30.0, 20.0, 0.0);
    put(&mut f, "n1", 100.0, 62.0, 180.0);
    let a2 = id(&f, "a2");
    f[a2].frenzied = true;
    let mut b = drill(f.clone(), [3; 20]);
    b.answer(Side::A, orders(vec![])).unwrap();
    b.answer(Side::B, orders(vec![hold("n1")])).unwrap();
    crate::scene::thrown(&b, 6);
    let must = p.shows("23.4.c", told(&b, Kind::Declared, "23.4.c"));
    assert_eq!(must.len(), 1, "{}", log(&b));
    assert_eq!(must[0].pieces, ["a2", "n1"]);
    // Out of reach, or in open order, nobody makes them.
    put(&mut f, "n1", 100.0, 90.0, 180.0);
    let mut b = drill(f, []);
    quiet(&mut b, vec![], vec![]);
    assert!(told(&b, Kind::Declared, "23.4.c").is_empty());
}

#[test]
fn who_supports_a_charged_unit_countercharges_its_charger() {
    let p = proves!("17.5.h", "play.charge.several");
    let mut f = field();
    put(&mut f, "n2", 100.0, 70.0, 180.0);
    put(&mut f, "n1", 10.0, 100.0, 180.0);
    put(&mut f, "a1", 100.0, 35.0, 0.0);
    put(&mut f, "a2", 100.0, 25.0, 0.0);
    let mut t = terms(&f);
    let (a1, a2) = (id(&f, "a1"), id(&f, "a2"));
    let support = MoveOrder { unit: "a2".into(), support: Some("a1".into()), ..MoveOrder::default() };
    let mut b = Battle::drill_on(t.clone(), f.clone(), []);
    p.refused_by("17.5.h", b.answer(Side::A, orders(vec![support.clone()])));
    t.orders[a2.index()] =
        Some(GameOrder { task: GameTask::Support, supports: Some(a1), ..GameOrder::default() });
    let mut b = Battle::drill_on(t, f, [4, 4, 3, 3, 3, 3]);
    b.answer(Side::A, orders(vec![support, hold("a1")])).unwrap();
    b.answer(Side::B, orders(vec![charge("n2", "a1")])).unwrap();
    while !matches!(
        b.play().step,
        Step::Fire | Step::FinalReactions | Step::GameOrders | Step::MeleeReactions
    ) {
        let (side, _) = Rules::pending(&b).into_iter().next().unwrap();
        let x = b.silence(side).unwrap();
        b.answer(side, x).unwrap();
    }
    let says = told(&b, Kind::Responds, "17.5.h");
    assert_eq!(says.len(), 1, "{}", log(&b));
    let tests: Vec<&Event> = b
        .events()
        .iter()
        .filter(|e| e.ruling.as_ref().is_some_and(|r| r.procedure == "charge-reaction"))
        .collect();
    assert!(tests.len() >= 2, "{}", log(&b));
    // First the charger and the charged, two dice each; then the supporter's alone, the charger's dice being kept.
    assert_eq!(tests[0].ruling.as_ref().unwrap().dice, [4, 4, 3, 3]);
    assert_eq!(tests[1].ruling.as_ref().unwrap().dice, [3, 3]);
    assert_eq!(p.shows("play.charge.several", &tests[1].pieces), &["n2", "a2"]);
    let c = b.play().charges.iter().find(|c| c.in_support_of == Some(a1)).unwrap();
    assert_eq!((c.by, b.field()[c.on].code.to_string().as_str()), (a2, "n2"));
}

#[test]
fn a_screen_before_the_charged_evades_and_is_tested_first() {
    let p = proves!("17.9.a");
    let mut f = field();
    put(&mut f, "a2", 100.0, 20.0, 0.0);
    put(&mut f, "a1", 20.0, 20.0, 0.0);
    put(&mut f, "n1", 100.0, 60.0, 180.0);
    put(&mut f, "n4", 100.0, 50.0, 180.0);
    form(&mut f, "n4", Formation::Skirmish);
    let mut b = drill(f, [3; 30]);
    b.answer(Side::A, orders(vec![charge("a2", "n1")])).unwrap();
    b.answer(Side::B, orders(vec![hold("n1"), hold("n4")])).unwrap();
    while b.play().step < Step::Fire && !b.pending().is_empty() {
        let (side, _) = Rules::pending(&b).into_iter().next().unwrap();
        let x = b.silence(side).unwrap();
        b.answer(side, x).unwrap();
    }
    crate::scene::thrown(&b, 8);
    let tests: Vec<&Event> = b
        .events()
        .iter()
        .filter(|e| e.ruling.as_ref().is_some_and(|r| r.procedure == "charge-reaction"))
        .collect();
    assert_eq!(tests.len(), 2, "{}", log(&b));
    assert_eq!(tests[0].pieces, ["a2", "n4"], "the screen first");
    assert_eq!(tests[1].pieces, ["a2", "n1"]);
    assert_eq!(p.shows("17.9.a", told(&b, Kind::Evades, "17.9.a")).len(), 1);
    assert!(at(&b, "n4").y > 60.0, "they are behind those they screened: {:?}\n{}", at(&b, "n4"), log(&b));
}

#[test]
fn an_evade_may_wait_until_the_charger_is_at_hand() {
    let p = proves!("12.3.b", "play.evade");
    let run = |late: Option<bool>, option: &str| {
        let mut f = field();
        f.readings = readings("evade-begins", option);
        put(&mut f, "a2", 100.0, 20.0, 0.0);
        put(&mut f, "a1", 20.0, 20.0, 0.0);
        put(&mut f, "n4", 100.0, 50.0, 180.0);
        form(&mut f, "n4", Formation::Skirmish);
        put(&mut f, "n1", 10.0, 100.0, 180.0);
        let mut b = drill(f, [3; 60]);
        b.answer(Side::A, orders(vec![charge("a2", "n4")])).unwrap();
        b.answer(Side::B, orders(vec![hold("n4")])).unwrap();
        while b.play().step < Step::Fire && !b.pending().is_empty() {
            let (side, awaits) = Rules::pending(&b).into_iter().next().unwrap();
            let x = match awaits {
                Awaits::Respond(_) => Answer::Respond {
                    responses: vec![Reply { unit: "n4".into(), response: Response::Evade, late }],
                },
                _ => b.silence(side).unwrap(),
            };
            b.answer(side, x).unwrap();
        }
        b
    };
    let (soon, late) = (run(None, "at-once"), run(None, "at-attack-distance"));
    assert_eq!(p.shows("play.evade", told(&soon, Kind::Evades, "play.evade")).len(), 1, "{}", log(&soon));
    // Charged from 30 cm by cavalry at 50 cm a move: at 10 cm after two fifths of the move.
    let gone = |b: &Battle| {
        b.field()[id(b.field(), "n4")].deeds.moved.max(b.field()[id(b.field(), "n4")].last.moved)
    };
    assert!(p.shows("12.3.b", near(gone(&soon), 30.0)), "{} {}", gone(&soon), log(&soon));
    assert!((17.0..19.0).contains(&gone(&late)), "{} {}", gone(&late), log(&late));
    // The owner says otherwise.
    assert!(near(gone(&run(Some(false), "at-attack-distance")), 30.0));
}

#[test]
fn readings_of_the_move_are_taken() {
    let p = proves!("play.path", "play.orders.game");
    // Aslant by no more than 22.5 degrees, where it is agreed.
    let slant = |degrees: f64| MoveOrder {
        unit: "a1".into(),
        legs: vec![LegOrder::March { cm: 5.0, towards: Some(degrees) }],
        ..MoveOrder::default()
    };
    let mut f = field();
    let mut b = drill(f.clone(), []);
    p.refused_by("play.path", b.answer(Side::A, orders(vec![slant(20.0)])));
    f.readings = readings("slanting-march", "slight");
    let mut b = drill(f.clone(), []);
    p.refused_by("play.path", b.answer(Side::A, orders(vec![slant(23.0)])));
    b.answer(Side::A, orders(vec![slant(22.5)])).unwrap();
    // Unloaded at the start.
    f.readings = readings("loaded-at-the-start", "unloaded");
    let a1 = id(&f, "a1");
    assert!(drill(field(), []).field()[a1].loading.loaded);
    assert!(!drill(f, []).field()[a1].loading.loaded);
    // Who has reached his objective waits for orders, or holds it.
    for (option, may) in [("waits", false), ("holds", true)] {
        let mut f = field();
        f.readings = readings("objective-reached", option);
        let mut t = terms(&f);
        let at = v2(100.0, 38.0);
        t.orders[a1.index()] = Some(GameOrder {
            task: GameTask::Advance,
            objective: Some(Goal::Ground { name: "near".into(), at }),
            ..GameOrder::default()
        });
        let mut b = Battle::drill_on(t, f, []);
        quiet(&mut b, vec![march("a1", 6.0)], vec![]);
        assert_eq!(told(&b, Kind::GameOrder, "12.2.a").len(), 1, "{}", log(&b));
        let next = b.answer(Side::A, orders(vec![march("a1", 1.0)]));
        if may {
            next.unwrap();
        } else {
            p.refused_by("play.orders.game", next);
        }
    }
}

#[test]
fn a_body_unseen_for_a_move_may_be_hidden_again() {
    let p = proves!("play.detect");
    let wood = "[[ground.area]]\nkind = \"dense-wood\"\nname = \"Wood\"\noutline = [[60, 70], [140, 70], [140, 120], [60, 120]]";
    for (option, fate) in [("stays-known", Fate::OnTable), ("after-a-move", Fate::Hidden)] {
        let mut f = field_on(wood);
        f.readings = readings("hidden-again", option);
        let n1 = id(&f, "n1");
        let mut b = drill(f, []);
        quiet(&mut b, vec![], vec![]);
        assert_eq!(b.field()[n1].fate, fate, "{option} {}", log(&b));
    }
    let mut f = field_on(wood);
    f.readings = readings("hidden-again", "after-a-move");
    let mut b = drill(f, []);
    quiet(&mut b, vec![], vec![]);
    assert!(!p.shows("play.detect", told(&b, Kind::Detected, "play.detect")).is_empty());
}

#[test]
fn a_change_carried_over_is_caught_by_either_reading() {
    let p = proves!("17.6.a.1");
    for (option, order, carried, caught) in [
        ("ordered-too", true, false, true),
        ("carried-over", true, false, false),
        ("carried-over", false, true, true),
    ] {
        let mut f = field();
        f.readings = readings("caught-changing", option);
        put(&mut f, "a2", 100.0, 30.0, 0.0);
        put(&mut f, "a1", 30.0, 10.0, 0.0);
        put(&mut f, "n1", 100.0, 60.0, 180.0);
        let n1 = id(&f, "n1");
        if carried {
            let to = Drawn::new(Formation::CompanyColumn);
            f[n1].changing = Some(Change { to, left: 0.9, wall: None });
        }
        let mut b = drill(f, [3; 40]);
        b.answer(Side::A, orders(vec![charge("a2", "n1")])).unwrap();
        let square = LegOrder::Form { formation: Formation::Square, ranks: None, files: None };
        let n = if order { vec![legs("n1", &[square])] } else { vec![] };
        b.answer(Side::B, orders(n)).unwrap();
        let c = p.shows("17.6.a.1", &b.play().charges[0]);
        assert_eq!(c.caught, caught, "{option} {}", log(&b));
    }
}

#[test]
fn an_attack_is_met_by_fire_at_five_centimetres_or_at_contact() {
    let p = proves!("17.7.6", "15.3.f", "11.11", "17.7.4");
    let run = |late: bool, option: &str, dice: Vec<u8>| {
        let mut f = field();
        f.readings = readings("late-fire-range", option);
        put(&mut f, "a1", 100.0, 30.0, 0.0);
        put(&mut f, "n1", 100.0, 38.0, 180.0);
        let mut b = drill(f, dice);
        let choose = FireChoice { unit: "n1".into(), late, ..FireChoice::default() };
        let shoot = Answer::Fire { fire: vec![choose] };
        play(&mut b, vec![MoveOrder { hold_fire: true, ..attack("a1", "n1") }], vec![], |_, s, w| {
            (s == Side::B && matches!(w, Awaits::Fire(_))).then(|| shoot.clone())
        });
        b
    };
    // A die of the volley, three of the attackers' morale, then the melee's.
    let b = run(false, "contact", vec![3, 5, 5, 5, 3, 3]);
    assert_eq!(told(&b, Kind::Fires, "14.1").len(), 1, "{}", log(&b));
    assert_eq!(p.shows("11.11", told(&b, Kind::Morale, "11.11")).len(), 1);
    assert_eq!(p.shows("17.7.4", told(&b, Kind::Morale, "17.7.4")).len(), 1);
    // Held until contact: the morale comes first.
    let b = run(true, "contact", vec![5, 5, 5, 3, 3, 3]);
    let late = p.shows("17.7.6", told(&b, Kind::Fires, "17.7.6"));
    assert_eq!(late.len(), 1, "{}", log(&b));
    assert!(p.shows("15.3.f", late[0]).rests_on("15.3.f"));
    let at_contact = late[0].ruling.as_ref().unwrap().result.clone();
    let b = run(true, "two-to-six", vec![5, 5, 5, 3, 3, 3]);
    let banded = told(&b, Kind::Fires, "17.7.6")[0].ruling.as_ref().unwrap().result.clone();
    assert_ne!(at_contact, banded, "another band of range");
}

#[test]
fn those_set_in_contact_fight_and_may_break_off() {
    let p = proves!("play.states", "19.5.h", "19.1.a", "19.1.b", "23.2.c");
    let mut b = drill(in_contact(), [5, 4]);
    let give = Answer::Follow { follow: Vec::new(), give_ground: vec!["a1".into()] };
    play(&mut b, vec![hold("a1")], vec![hold("n1")], |_, s, w| {
        let may = matches!(w, Awaits::Follow(_, melee) if !melee.is_empty());
        (s == Side::A && may).then(|| give.clone())
    });
    used_up(&b);
    let fights = p.shows("19.1.a", told(&b, Kind::Melee, "19.1.a"));
    assert_eq!(fights.len(), 1, "{}", log(&b));
    assert!(p.shows("19.1.b", fights[0]).rests_on("19.1.b"));
    assert_eq!(results(&b, "melee", "a1"), [serde_json::json!({ "a": 49, "b": 47 })], "{}", log(&b));
    assert_eq!(p.shows("play.states", state(&b, "a1")), State::GivingGround);
    assert_eq!(p.shows("19.5.h", told(&b, Kind::FallsBack, "19.5.h")).len(), 1);
    // Not followed: 5 cm straight back, facing the enemy, and the melee is over.
    quiet(&mut b, vec![], vec![hold("n1")]);
    assert!(p.shows("23.2.c", near(at(&b, "a1").y, 45.0)), "{}", log(&b));
    assert!(!b.play().fights(id(b.field(), "a1")));
}

#[test]
fn a_general_fights_with_the_unit_he_is_with() {
    let p = proves!("play.melee");
    let figures = |option: &str| {
        let mut f = in_contact();
        f.readings = readings("general-fights", option);
        let a1 = id(&f, "a1");
        f.generals[0].at = f[a1].base.rear();
        f.generals[0].with = Some(a1);
        let mut b = drill(f, [4; 12]);
        b.answer(Side::A, orders(vec![hold("a1")])).unwrap();
        b.answer(Side::B, orders(vec![hold("n1")])).unwrap();
        crate::scene::thrown(&b, 5);
        b.play().fights[0].figures
    };
    let ([with, _], [without, _]) = (figures("one-more"), figures("takes-losses-only"));
    assert_eq!(p.shows("play.melee", with), without + 1);
}

#[test]
fn a_house_is_stormed_wall_by_wall() {
    let p = proves!("19.3.a", "19.2.a.vii", "22.1.b.9");
    let house = "[[ground.building]]\nname = \"Farm\"\nx = 100\ny = 50\nwidth = 20\ndepth = 20\nstoreys = 1";
    let mut f = field_on(house);
    let n1 = id(&f, "n1");
    f.put_inside(n1, 0);
    // 4 cm at 15 a move to 5 cm from the wall: more than a quarter of a move, and time for two rounds.
    put(&mut f, "a1", 100.0, 31.0, 0.0);
    form(&mut f, "a1", Formation::DivisionColumn);
    let a1 = id(&f, "a1");
    assert!(f.sees(n1, a1).is_ok(), "they see out: {:?}", f.sees(n1, a1));
    // A die of those who fire out, three of the attackers' morale, one each of the melee.
    let mut b = drill(f.clone(), [3, 5, 5, 5, 5, 2]);
    play(&mut b, vec![MoveOrder { hold_fire: true, ..attack("a1", "n1") }], vec![], |_, _, _| None);
    used_up(&b);
    // Two of the column's six front figures have the 2 cm of wall that each needs; a stretch of it is posted with one only.
    let now = serde_json::json!({
        "defenders": 24, "attackers": 1, "broken_in": false, "outside": 15, "contact_lost": false
    });
    assert_eq!(p.shows("19.3.a", results(&b, "storm", "a1")), [now], "{}", log(&b));
    assert!(b.play().fights(n1), "they are at the wall");
    let m = &b.play().fights[0];
    assert_eq!(p.shows("19.2.a.vii", m.figures), [2, 2], "{}", log(&b));
    assert_eq!(results(&b, "melee", "a1"), [serde_json::json!({ "a": 3, "b": 3 })]);
    assert_eq!(
        results(&b, "small-arms", "n1"),
        [serde_json::json!({ "hits": [{ "men": 30, "screen": 0 }, { "men": 14, "screen": 0 }] })]
    );
    // Who loses a round at the wall tests his morale.
    let mut b = drill(f, [3, 5, 5, 5, 2, 5, 4, 4, 4]);
    quiet(&mut b, vec![MoveOrder { hold_fire: true, ..attack("a1", "n1") }], vec![]);
    used_up(&b);
    let tests = p.shows("22.1.b.9", told(&b, Kind::Morale, "22.1.b.9"));
    assert_eq!(tests.len(), 1, "{}", log(&b));
    assert_eq!(tests[0].pieces, ["a1"]);
}

#[test]
fn a_charge_goes_on_to_the_next_when_its_target_is_gone() {
    let p = proves!("17.2.g", "play.charge.next");
    let mut f = field();
    put(&mut f, "a2", 100.0, 20.0, 0.0);
    put(&mut f, "a1", 20.0, 20.0, 0.0);
    put(&mut f, "n4", 100.0, 40.0, 180.0);
    form(&mut f, "n4", Formation::Skirmish);
    put(&mut f, "n1", 100.0, 58.0, 180.0);
    let mut b = drill(f, [3; 40]);
    b.answer(Side::A, orders(vec![charge("a2", "n4")])).unwrap();
    b.answer(Side::B, orders(vec![hold("n1"), hold("n4")])).unwrap();
    while b.play().step < Step::MeleeReactions && !b.pending().is_empty() {
        let (side, _) = Rules::pending(&b).into_iter().next().unwrap();
        let x = b.silence(side).unwrap();
        b.answer(side, x).unwrap();
    }
    crate::scene::thrown(&b, 8);
    let next = p.shows("17.2.g", told(&b, Kind::Declared, "17.2.g"));
    assert_eq!(next.len(), 1, "{}", log(&b));
    assert_eq!(p.shows("play.charge.next", &next[0].pieces), &["a2", "n1"]);
    let tests: Vec<&Event> = b
        .events()
        .iter()
        .filter(|e| e.ruling.as_ref().is_some_and(|r| r.procedure == "charge-reaction"))
        .collect();
    assert_eq!(tests.len(), 2);
    assert_eq!(
        tests[1].ruling.as_ref().unwrap().dice.len(),
        2,
        "new dice for the next, the charger's are kept"
    );
}

#[test]
fn a_retreat_is_at_the_normal_pace_or_hurried_under_fire() {
    let p = proves!("23.3.d", "play.forced");
    for (option, cm) in [("normal", 7.5), ("double-under-fire", 15.0)] {
        let mut f = field();
        f.readings = readings("retreat-pace", option);
        let a1 = id(&f, "a1");
        f[a1].state = State::Retreating;
        f[a1].deeds.was_charged = true;
        let mut b = drill(f, []);
        p.refused_by("play.forced", b.answer(Side::A, orders(vec![march("a1", 5.0)])));
        quiet(&mut b, vec![], vec![]);
        // A quarter of the move goes for the turn.
        let gone = b.field()[a1].last.moved;
        assert!(near(gone, cm), "{option}: {gone} {}", log(&b));
        let over = told(&b, Kind::Rallies, "23.3.d");
        assert_eq!(p.shows("23.3.d", over.len()), 1, "nobody is near: it is over");
    }
}

#[test]
fn a_forced_move_pushes_own_troops_on_or_stops_short() {
    let p = proves!("play.pass-through");
    // It faces home and would go 10 cm, to y = 20, half into a3.
    for (option, a1_y, a3_y) in [("pushes", 20.0, 20.0), ("stops-short", 20.6, 20.6)] {
        let mut f = field();
        f.readings = readings("forced-into-own-troops", option);
        let a1 = id(&f, "a1");
        put(&mut f, "a1", 100.0, 30.0, 180.0);
        f[a1].state = State::Retreating;
        put(&mut f, "a3", 100.0, 20.6, 0.0);
        let mut b = drill(f, []);
        quiet(&mut b, vec![], vec![]);
        let (y1, y3) = (at(&b, "a1").y, at(&b, "a3").y);
        assert!(near(y1, a1_y) && near(y3, a3_y), "{option}: {y1} {y3} {}", log(&b));
        let (r1, r3) = (b.field()[a1].base.rect(), b.field()[id(b.field(), "a3")].base.rect());
        assert!(r1.penetration(&r3) <= 0.02, "{option}: nobody stands in another");
        assert_eq!(results(&b, "pass-through", "a1")[0], serde_json::json!({ "one": 4, "other": 4 }));
        assert!(!p.shows("play.pass-through", told(&b, Kind::Passes, "play.pass-through")).is_empty());
    }
}

#[test]
fn who_breaks_rallies_after_a_rout_move_or_not_before_the_next() {
    let p = proves!("11.19");
    use newbury_napoleonic::troop::Class;
    for (option, dice) in [("after-a-rout-move", 6), ("next-move", 3)] {
        let mut f = field();
        f.readings = readings("rally-after-breaking", option);
        put(&mut f, "a1", 100.0, 40.0, 0.0);
        put(&mut f, "a3", 100.0, 60.0, 0.0);
        let (a1, a3) = (id(&f, "a1"), id(&f, "a3"));
        f[a3].state = State::Routing;
        f[a1].troop.class = Class::D;
        f[a1].companies.iter_mut().for_each(|c| c.troop.class = Class::D);
        // a1 is carried away in step 4 and runs.
        let mut b = drill(f, vec![3; dice]);
        quiet(&mut b, vec![], vec![]);
        used_up(&b);
        assert_eq!(
            p.shows("11.19", told(&b, Kind::Rallies, "11.19")).len(),
            dice / 3,
            "{option} {}",
            log(&b)
        );
    }
}

#[test]
fn cavalry_that_withdraws_may_countercharge_only_by_one_reading() {
    let p = proves!("17.5.d");
    for (option, asked) in [("falling-back", false), ("stepping-back", true)] {
        let mut f = field();
        f.readings = readings("moving-back-charged", option);
        put(&mut f, "a2", 100.0, 30.0, 0.0);
        put(&mut f, "a1", 20.0, 30.0, 0.0);
        put(&mut f, "n2", 100.0, 60.0, 180.0);
        put(&mut f, "n1", 20.0, 120.0, 180.0);
        let n2 = id(&f, "n2");
        f[n2].state = State::Withdrawing;
        let mut b = drill(f, [3; 40]);
        b.answer(Side::A, orders(vec![charge("a2", "n2")])).unwrap();
        b.answer(Side::B, orders(vec![])).unwrap();
        let is = matches!(b.awaits(Side::B), Some(Awaits::Respond(u)) if u.contains(&n2));
        assert_eq!(is, asked, "{option} {}", log(&b));
        if !asked {
            assert!(!p.shows("17.5.d", told(&b, Kind::Responds, "17.5.d")).is_empty());
        }
    }
}

#[test]
fn the_disordered_without_orders_reorder_rather_than_fire() {
    let p = proves!("20.1.d", "13.2.f");
    for (option, dice, left) in [("only-when-pressed", vec![], 0), ("always-fires", vec![4], 2)] {
        let mut f = field();
        f.readings = readings("fire-or-reorder", option);
        put(&mut f, "n1", 100.0, 42.0, 180.0);
        let a1 = id(&f, "a1");
        f[a1].disorder.accumulated = 2;
        let mut b = drill(f, dice.clone());
        quiet(&mut b, vec![], vec![hold("n1")]);
        used_up(&b);
        assert_eq!(b.field()[a1].disorder(), left, "{option} {}", log(&b));
        if dice.is_empty() {
            assert!(!p.shows("13.2.f", told(&b, Kind::Reorders, "13.2.f")).is_empty());
        } else {
            assert_eq!(p.shows("20.1.d", told(&b, Kind::Loss, "20.1.d")).len(), 1);
        }
    }
}

#[test]
fn good_morale_ends_a_retreat_only_where_it_is_agreed() {
    let p = proves!("22.1.b.4", "11.17");
    for (option, after) in [("goes-on", State::Retreating), ("ends", State::Halted)] {
        let mut f = field();
        f.readings = readings("good-morale-ends-retreat", option);
        put(&mut f, "a1", 100.0, 40.0, 180.0);
        put(&mut f, "n1", 100.0, 46.0, 180.0);
        let (a1, n1) = (id(&f, "a1"), id(&f, "n1"));
        f[a1].state = State::Retreating;
        // Two figures only.
        f[n1].companies.iter_mut().for_each(|c| c.figures = 0);
        f[n1].companies[0].figures = 2;
        f[n1].losses.start = 2;
        f.draw_up(n1);
        // A die of the volley into its back, three of its morale.
        let mut b = drill(f, [4, 5, 5, 5]);
        b.answer(Side::A, orders(vec![])).unwrap();
        b.answer(Side::B, orders(vec![])).unwrap();
        while b.play().step < Step::Reordering && !b.pending().is_empty() {
            let (side, _) = Rules::pending(&b).into_iter().next().unwrap();
            let x = b.silence(side).unwrap();
            b.answer(side, x).unwrap();
        }
        let tests = p.shows("11.17", told(&b, Kind::Morale, "11.17"));
        assert_eq!(tests.len(), 1, "{option} {}", log(&b));
        assert!(p.shows("22.1.b.4", tests[0]).rests_on("22.1.b.4"));
        used_up(&b);
        assert_eq!(b.field()[a1].state, after, "{option} {}", log(&b));
    }
}

#[test]
fn surrounded_troops_give_themselves_up_and_are_guarded() {
    let p = proves!("23.9.c", "23.9.b", "23.10.b", "play.prisoners", "23.10.c");
    let holds = || vec![hold("n2"), hold("n3"), hold("n4")];
    // A die of the volley into its back, three of its morale.
    let mut b = drill(hemmed_in(), [6, 2, 2, 2]);
    let mut asked = Vec::new();
    play(&mut b, vec![hold("a1")], holds(), |b, s, w| {
        if let Awaits::Pursue(_, given_up) = w {
            asked.push((s, given_up.clone()));
            assert_eq!(b.field()[given_up[0]].state, State::Surrendering);
        }
        None
    });
    used_up(&b);
    let a1 = id(b.field(), "a1");
    assert_eq!(asked, [(Side::B, vec![a1])], "{}", log(&b));
    assert_eq!(p.shows("23.9.c", told(&b, Kind::Morale, "23.9.c")).len(), 1, "{}", log(&b));
    assert_eq!(p.shows("23.9.b", told(&b, Kind::Gone, "23.9.b")).len(), 1);
    assert_eq!(state(&b, "a1"), State::Prisoner);
    // One guard for each five, taken from the captor, who disarms them for a move.
    let c = p.shows("play.prisoners", b.play().captives[0].clone());
    let figures = b.field()[a1].figures();
    assert_eq!(c.guards, figures.div_ceil(5));
    let captor = b.field()[c.captor].clone();
    assert_eq!(captor.figures(), captor.losses.start, "guards are no losses");
    p.refused_by("23.10.b", b.answer(Side::B, orders(vec![march(&captor.code, 5.0)])));
    quiet(&mut b, vec![], vec![hold("n1"), hold("n2"), hold("n3"), hold("n4")]);
    let y = at(&b, "a1").y;
    quiet(&mut b, vec![], vec![hold("n1"), hold("n2"), hold("n3"), hold("n4")]);
    // Then they are led to the captors' base line at 20 cm a move.
    assert!((at(&b, "a1").y - y).abs() > 15.0, "{y} {:?} {}", at(&b, "a1"), log(&b));
    for _ in 0..4 {
        quiet(&mut b, vec![], vec![hold("n1"), hold("n2"), hold("n3"), hold("n4")]);
    }
    assert!(!b.field()[a1].present(), "they are off the table\n{}", log(&b));
    assert_eq!(p.shows("23.10.c", told(&b, Kind::Rallies, "23.10.c")).len(), 1, "and the guards are back");
    assert_eq!(b.field()[c.captor].figures(), captor.figures() + c.guards);
}

#[test]
fn a_surrender_that_is_ignored_is_followed_by_a_rally_test() {
    let p = proves!("23.10.b", "23.6.b");
    // The same, and three dice of the rally.
    let mut b = drill(hemmed_in(), [6, 2, 2, 2, 5, 5, 5]);
    play(&mut b, vec![hold("a1")], vec![hold("n2"), hold("n3"), hold("n4")], |_, _, w| match w {
        Awaits::Pursue(_, g) if !g.is_empty() => {
            Some(Answer::Pursue { go_on: Vec::new(), refuse: vec!["a1".into()] })
        }
        _ => None,
    });
    used_up(&b);
    assert!(b.play().captives.is_empty());
    assert_eq!(results(&b, "captors", "a1"), [serde_json::json!("ignore")]);
    assert!(p.shows("23.10.b", told(&b, Kind::Gone, "23.10.b")).len() == 1);
    assert_eq!(p.shows("23.6.b", results(&b, "rally-rout", "a1")).len(), 1, "{}", log(&b));
}

#[test]
fn a_battery_rolls_once_for_each_kind_of_piece_or_for_each_gun() {
    let p = proves!("14.2.e", "16.6.b", "play.fire.line");
    for (option, dice) in [("one-roll", 2), ("each-gun", 4)] {
        let mut f = with_battery("");
        f.readings = readings("dice-of-a-battery", option);
        put(&mut f, "n1", 100.0, 60.0, 180.0);
        let mut b = drill(f, vec![3; dice]);
        quiet(&mut b, vec![], vec![]);
        used_up(&b);
        let fires = p.shows("14.2.e", told(&b, Kind::Fires, "14.2.e"));
        assert_eq!(fires.len(), dice, "{option} {}", log(&b));
        assert!(p.shows("16.6.b", &fires).iter().all(|e| e.rests_on("16.6.b")));
        assert!(p.shows("play.fire.line", &fires).iter().all(|e| e.rests_on("play.fire.line")));
    }
}

#[test]
fn howitzers_set_a_house_alight() {
    let p = proves!("16.9.a");
    // Its wall is 10 cm nearer than its middle: 40 cm from the guns, or 25, where no shell is fired.
    let at = |y: u32| {
        let house = format!(
            "[[ground.building]]\nname = \"Inn\"\nx = 100\ny = {y}\nwidth = 20\ndepth = 20\nroof = \"thatched\""
        );
        let mut f = with_battery(&house);
        let n1 = id(&f, "n1");
        f.put_inside(n1, 0);
        f
    };
    let choice = FireChoice { unit: "a5".into(), house: Some("Inn".into()), ..FireChoice::default() };
    let shell = Answer::Fire { fire: vec![choice] };
    let mut b = drill(at(60), [3; 9]);
    b.answer(Side::A, orders(vec![])).unwrap();
    b.answer(Side::B, orders(vec![hold("n1")])).unwrap();
    assert!(matches!(b.awaits(Side::A), Some(Awaits::Fire(_))), "{}", log(&b));
    p.refused_by("16.9.a", b.answer(Side::A, shell.clone()));
    // A die of the fire, then two for the howitzer that hits.
    let mut b = drill(at(75), [4, 3, 3]);
    play(&mut b, vec![], vec![hold("n1")], |_, s, w| {
        (s == Side::A && matches!(w, Awaits::Fire(_))).then(|| shell.clone())
    });
    used_up(&b);
    // Six by the dice, four for the thatch: ten is enough, whatever the shell does besides.
    assert_eq!(results(&b, "ignite", "a5"), [serde_json::json!({ "fires": 1 })], "{}", log(&b));
    // Those inside did nothing else for a whole move and put it out.
    assert_eq!((b.field().buildings[0].fires, b.field().buildings[0].lit), (0, None));
    assert_eq!(told(&b, Kind::Burns, "16.9.d").len(), 1, "{}", log(&b));
}

#[test]
fn gunners_in_melee_stay_and_defend_their_guns() {
    let p = proves!("23.12.a");
    let mut f = with_battery("");
    put(&mut f, "n2", 100.0, 60.0, 180.0);
    // Two dice each of the reaction, one each of the melee.
    let mut b = drill(f, [5, 5, 2, 2, 3, 3]);
    quiet(&mut b, vec![hold("a5")], vec![charge("n2", "a5")]);
    used_up(&b);
    assert_eq!(results(&b, "melee", "n2"), [serde_json::json!({ "a": 19, "b": 37 })], "{}", log(&b));
    let a5 = id(b.field(), "a5");
    assert_eq!(
        p.shows("23.12.a", results(&b, "special-troops", "a5")),
        [serde_json::json!({ "acts": "defend-guns" })]
    );
    assert_eq!(state(&b, "a5"), State::UnderOrders, "{}", log(&b));
    assert!(b.field()[a5].battery.is_some() && b.field().abandoned.is_empty());
    assert!(b.play().fights(a5), "the melee goes on");
}
