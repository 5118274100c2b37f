//! The steps of a move on the table, one after another, with scripted dice (chapter 11, play.sequence and what follows from it).

use crate::scene::{
    charge, drill, form, id, log, march, orders, put, quiet, raised, results, terms, told, used_up,
};
use desk::Rules;
use newbury_napoleonic::answer::{Answer, LegOrder, MoveOrder, NewGameOrder, Pace, Reply, Turning};
use newbury_napoleonic::battle::{Awaits, Battle, Step};
use newbury_napoleonic::event::Kind;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::{GameOrder, GameTask, Goal, Response};
use newbury_napoleonic::unit::{Fate, State};
use newbury_napoleonic::{Field, Side, proves};
use serde_json::json;
use table::v2;
use umpire::Refusal;

/// A French line battalion (a1) and light cavalry (a2), an Austrian battalion (n1) and hussars (n2), all on the table.
fn field() -> Field {
    field_on("")
}

fn field_on(ground: &str) -> Field {
    let south = r#"  { code = "a1", kind = "line-battalion", formation = "line", x = 100, y = 30, facing = 0 },
  { code = "a2", kind = "light-cavalry", companies = 3, formation = "line", x = 30, y = 10, facing = 0 },"#;
    let north = r#"  { code = "n1", kind = "german-line-battalion", formation = "line", x = 100, y = 100, facing = 180 },
  { code = "n2", kind = "hussars", companies = 3, formation = "line", x = 170, y = 120, facing = 180 },"#;
    raised(ground, 100.0, south, north)
}

fn none() -> Answer {
    orders(Vec::new())
}

/// Answers with silence until a step is waited in, or the next move begins.
fn quiet_until(b: &mut Battle, step: Step) {
    while b.play().step != step {
        let Some((side, _)) = Rules::pending(b).into_iter().next() else { return };
        let a = b.silence(side).unwrap();
        b.answer(side, a).unwrap();
    }
}

/// The same with these dice, all of which are rolled.
fn with_dice(f: Field, dice: &[u8], play: impl Fn(&mut Battle)) -> Battle {
    let mut b = drill(f, dice);
    play(&mut b);
    used_up(&b);
    b
}

#[test]
fn both_write_orders_in_secret_and_the_move_goes_through_all_steps() {
    let p = proves!("11.1", "11.4", "play.sequence", "play.clock");
    let mut b = drill(field(), []);
    assert_eq!(b.play().step, Step::Orders);
    assert_eq!(b.pending().len(), 2, "both are asked at once");
    b.answer(Side::A, orders(vec![march("a1", 6.0)])).unwrap();
    let a1 = id(b.field(), "a1");
    assert_eq!(b.field()[a1].base.front, v2(100.0, 30.0), "nothing moves before both have locked");
    assert!(p.shows("play.sequence", told(&b, Kind::Turn, "play.sequence")).len() == 1);
    b.answer(Side::B, none()).unwrap();
    assert_eq!(p.shows("11.1", told(&b, Kind::OrdersLocked, "11.1")).len(), 2);
    assert_eq!(b.play().step, Step::GameOrders, "nobody could do anything in the steps between");
    assert!((b.field()[a1].base.front.y - 36.0).abs() < 1e-6);
    let moves = p.shows("11.4", told(&b, Kind::Moves, "11.4"));
    assert_eq!(moves.len(), 1);
    assert!(p.shows("play.clock", moves[0]).rests_on("play.clock"));
    assert_eq!(moves[0].kept_by(), Some(Side::A), "a march is told to its own side");
    quiet_until(&mut b, Step::Orders);
    assert_eq!(b.field().turn, 2);
    b.dice_used_up().unwrap();
}

#[test]
fn nobody_comes_nearer_than_attack_distance_without_a_charge() {
    let p = proves!("17.1.a", "play.meet");
    let mut f = field();
    put(&mut f, "n1", 100.0, 42.0, 180.0);
    // n1 holds its fire, so that no dice are rolled for it.
    let mut b = drill(f, []);
    let hold = |u: &str| MoveOrder { unit: u.into(), hold_fire: true, ..MoveOrder::default() };
    let go = MoveOrder { hold_fire: true, ..march("a1", 20.0) };
    b.answer(Side::A, orders(vec![go])).unwrap();
    b.answer(Side::B, orders(vec![hold("n1")])).unwrap();
    let gap = b.field().gap(id(b.field(), "a1"), id(b.field(), "n1"));
    assert!((p.shows("17.1.a", gap) - 5.0).abs() < 0.01, "{gap}");
    let halts = told(&b, Kind::Halts, "17.1.a");
    assert_eq!(halts.len(), 1);
    assert!(p.shows("play.meet", halts[0]).rests_on("play.meet"));
    b.dice_used_up().unwrap();
}

#[test]
fn cavalry_halts_ten_centimetres_off() {
    let _p = proves!("17.1.a");
    let mut f = field();
    put(&mut f, "a2", 100.0, 20.0, 0.0);
    put(&mut f, "a1", 30.0, 10.0, 0.0);
    put(&mut f, "n1", 100.0, 45.0, 180.0);
    let mut b = drill(f, []);
    let hold = |u: &str| MoveOrder { unit: u.into(), hold_fire: true, ..MoveOrder::default() };
    b.answer(Side::A, orders(vec![MoveOrder { hold_fire: true, ..march("a2", 30.0) }])).unwrap();
    b.answer(Side::B, orders(vec![hold("n1")])).unwrap();
    let gap = b.field().gap(id(b.field(), "a2"), id(b.field(), "n1"));
    assert!((gap - 10.0).abs() < 0.01, "{gap}");
}

#[test]
fn a_wheel_uses_the_arc_of_the_outer_corner() {
    let _p = proves!("play.path");
    let mut b = drill(field(), []);
    let wheel = MoveOrder {
        unit: "a1".into(),
        legs: vec![LegOrder::Wheel { degrees: 20.0 }, LegOrder::March { cm: 100.0, towards: None }],
        ..MoveOrder::default()
    };
    let a1 = id(b.field(), "a1");
    let rate = b.field().rate(&b.field()[a1], newbury_napoleonic::order::Gait::Normal).unwrap();
    b.answer(Side::A, orders(vec![wheel])).unwrap();
    b.answer(Side::B, none()).unwrap();
    let moved = b.field()[a1].deeds.moved;
    assert!((moved - rate).abs() < 1e-3, "arc and march come off the same move: {moved} of {rate}");
    assert!((b.field()[a1].base.pose().facing - 20.0).abs() < 1e-6);
    let told = told(&b, Kind::Moves, "play.path");
    assert_eq!(told.len(), 1);
}

#[test]
fn orders_that_cannot_be_are_refused_and_change_nothing() {
    let p = proves!(
        "play.path",
        "12.5.c",
        "12.5.a",
        "12.5.b",
        "8.1.c",
        "play.artillery",
        "12.2.a",
        "17.2.b",
        "play.orders.form"
    );
    let f = field();
    let a2 = id(&f, "a2");
    let mut t = terms(&f);
    t.orders[a2.index()] = Some(GameOrder { task: GameTask::Hold, ..GameOrder::default() });
    let mut b = Battle::drill_on(t, f, []);
    let before = format!("{:?}", b.field());
    let mut no = |o: MoveOrder| -> Result<(), Refusal> { b.answer(Side::A, orders(vec![o])) };
    let one =
        |unit: &str, leg: LegOrder| MoveOrder { unit: unit.into(), legs: vec![leg], ..MoveOrder::default() };
    p.refused_by("play.path", no(one("a1", LegOrder::March { cm: 5.0, towards: Some(90.0) })));
    p.refused_by("12.5.c", no(one("a2", LegOrder::Back { cm: 3.0 })));
    p.refused_by("12.5.a", no(one("a2", LegOrder::LieDown)));
    p.refused_by("12.5.b", no(one("a1", LegOrder::Dismount)));
    p.refused_by("8.1.c", no(one("a1", LegOrder::Limber)));
    p.refused_by("12.2.a", no(MoveOrder { pace: Pace::Double, ..march("a2", 40.0) }));
    p.refused_by("play.orders.form", no(march("a1", 1000.0)));
    assert_eq!(format!("{:?}", b.field()), before);
    // A battery never charges, and who is charged must be seen.
    let mut f = field_on(
        "[[ground.area]]\nkind = \"dense-wood\"\nname = \"Wood\"\noutline = [[60, 45], [140, 45], [140, 80], [60, 80]]",
    );
    let a1 = id(&f, "a1");
    f[a1].troop.arm = newbury_napoleonic::troop::Arm::FieldArtillery;
    let mut b = drill(f, []);
    let charge =
        |u: &str, on: &str| MoveOrder { unit: u.into(), charge: Some(on.into()), ..MoveOrder::default() };
    p.refused_by("play.artillery", b.answer(Side::A, orders(vec![charge("a1", "n1")])));
    let mut f = field_on(
        "[[ground.area]]\nkind = \"dense-wood\"\nname = \"Wood\"\noutline = [[60, 45], [140, 45], [140, 80], [60, 80]]",
    );
    put(&mut f, "a2", 20.0, 10.0, 0.0);
    let mut b = drill(f, []);
    p.refused_by("17.2.b", b.answer(Side::A, orders(vec![charge("a1", "n1")])));
}

#[test]
fn a_unit_keeps_to_its_game_order() {
    let p = proves!("10.1.b", "play.orders.game");
    let f = field();
    let mut b = drill(f.clone(), []);
    let away = MoveOrder {
        unit: "a1".into(),
        legs: vec![LegOrder::Turn { to: Turning::About }, LegOrder::March { cm: 5.0, towards: None }],
        ..MoveOrder::default()
    };
    p.refused_by("10.1.b", b.answer(Side::A, orders(vec![away.clone()])));
    // Without any game order it only stands, fires and reorders.
    let mut t = terms(&f);
    t.orders[0] = None;
    let mut b = Battle::drill_on(t, f.clone(), []);
    p.refused_by("play.orders.game", b.answer(Side::A, orders(vec![march("a1", 5.0)])));
    // A general within 5 cm may order otherwise in person, one farther off not.
    let mut b = drill(f.clone(), []);
    let by = MoveOrder { by: Some("Brown".into()), ..away };
    assert_eq!(b.answer(Side::A, orders(vec![by.clone()])).unwrap_err().clause.map(|c| c.id()), Some("7.3"));
    let mut f = f;
    f.generals[0].at = v2(100.0, 25.0);
    let mut b = drill(f, []);
    b.answer(Side::A, orders(vec![by])).unwrap();
}

#[test]
fn a_change_longer_than_a_move_goes_on() {
    let _p = proves!("11.4");
    let mut f = field();
    form(&mut f, "a1", Formation::CompanyColumn);
    let mut b = drill(f, []);
    let a1 = id(b.field(), "a1");
    let form = |formation| LegOrder::Form { formation, ranks: None, files: None };
    let o = MoveOrder {
        unit: "a1".into(),
        legs: vec![LegOrder::Wait { part: 0.9 }, form(Formation::Line)],
        ..MoveOrder::default()
    };
    quiet(&mut b, vec![o], vec![]);
    assert_eq!(b.field()[a1].formation(), Formation::CompanyColumn, "it is still in its old formation");
    assert!(b.field()[a1].changing.is_some());
    quiet(&mut b, vec![march("a2", 3.0)], vec![]);
    quiet(&mut b, vec![], vec![]);
    assert_eq!(b.field()[a1].formation(), Formation::Line);
    assert_eq!(told(&b, Kind::Moves, "11.4").len(), 1);
}

#[test]
fn fire_is_worked_out_and_taken_off_together() {
    let p = proves!("11.8", "14.1", "20.1.d", "play.fire.batch", "play.losses");
    let make = || {
        let mut f = field();
        put(&mut f, "n1", 100.0, 36.0, 180.0);
        f
    };
    let b = with_dice(make(), &[4, 2], |b| quiet(b, vec![], vec![]));
    assert_eq!(
        results(&b, "small-arms", "a1"),
        [json!({ "hits": [{ "men": 77, "screen": 0 }] })],
        "{}",
        log(&b)
    );
    // Twenty of its figures are within 6 cm, the two outer files of each flank are farther off.
    assert_eq!(
        results(&b, "small-arms", "n1"),
        [json!({ "hits": [{ "men": 72, "screen": 0 }, { "men": 11, "screen": 0 }] })]
    );
    // Twenty men are a figure, the rest is carried; a factor for each tenth of the figures.
    for (code, figures, carried, factors) in [("a1", 14, 3, 2), ("n1", 21, 17, 1)] {
        let u = &b.field()[id(b.field(), code)];
        assert_eq!((u.figures(), u.losses.carried, u.disorder()), (figures, carried, factors), "{code}");
    }
    let fires: Vec<_> = told(&b, Kind::Fires, "11.8").into_iter().filter(|e| e.ruling.is_some()).collect();
    assert_eq!(p.shows("11.8", fires.len()), 2, "both lines fire at each other");
    assert!(p.shows("14.1", &fires).iter().all(|e| e.rests_on("14.1")));
    assert!(p.shows("play.fire.batch", &fires).iter().all(|e| e.rests_on("play.fire.batch")));
    let losses = p.shows("20.1.d", told(&b, Kind::Loss, "20.1.d"));
    assert_eq!(losses.len(), 2, "and both lose, whoever is looked at first");
    assert!(p.shows("play.losses", losses[0]).rests_on("play.losses"));
    for code in ["a1", "n1"] {
        let u = &b.field()[id(b.field(), code)];
        assert!(u.figures() < u.losses.start || u.losses.carried > 0, "{code}");
        assert!(u.last.fired, "{code}");
    }
}

#[test]
fn a_battalion_told_to_hold_its_fire_keeps_its_round() {
    let _p = proves!("11.8");
    let make = || {
        let mut f = field();
        put(&mut f, "n1", 100.0, 36.0, 180.0);
        f
    };
    let hold = MoveOrder { unit: "n1".into(), hold_fire: true, ..MoveOrder::default() };
    let b = with_dice(make(), &[4], |b| quiet(b, vec![], vec![hold.clone()]));
    assert_eq!(told(&b, Kind::Fires, "14.1").len(), 1);
    assert!(b.field()[id(b.field(), "n1")].loading.loaded);
}

/// Cavalry before foot in line, 20 cm off.
fn before_foot() -> Field {
    let mut f = field();
    put(&mut f, "a2", 100.0, 30.0, 0.0);
    put(&mut f, "a1", 30.0, 10.0, 0.0);
    put(&mut f, "n1", 100.0, 50.0, 180.0);
    f
}

#[test]
fn a_charge_is_declared_measured_answered_and_carried_home() {
    let p = proves!("17.6.a.1", "17.6.a.2", "17.6.a.3", "17.6.a.4", "11.3", "11.10", "play.charge.check");
    let b = with_dice(before_foot(), &[3, 3, 3, 3, 4, 3, 3], |b| quiet(b, vec![charge("a2", "n1")], vec![]));
    let steps = ["17.6.a.1", "17.6.a.2", "17.6.a.3", "17.6.a.4", "11.3", "11.10"];
    let mut last = 0;
    for s in steps {
        let at = b.events().iter().position(|e| e.rests_on(s)).unwrap_or_else(|| panic!("{s} is not told"));
        assert!(p.shows(s, at) >= last, "{s} comes in its order");
        last = at;
    }
    assert!(p.shows("play.charge.check", told(&b, Kind::Declared, "play.charge.check").len()) == 1);
    let a2 = id(b.field(), "a2");
    assert!(b.field()[a2].last.charged);
    assert!(b.field()[a2].class_known, "a reaction test shows the class");
}

#[test]
fn a_charge_out_of_reach_advances_and_counts_as_a_charge() {
    let p = proves!("17.6.a.note", "13.2.d");
    let mut f = before_foot();
    put(&mut f, "n1", 100.0, 125.0, 180.0);
    put(&mut f, "n2", 10.0, 125.0, 180.0);
    let mut b = drill(f, []);
    quiet(&mut b, vec![charge("a2", "n1")], vec![]);
    let a2 = id(b.field(), "a2");
    let out = p.shows("17.6.a.note", told(&b, Kind::NoCharge, "17.6.a.note"));
    assert_eq!(out.len(), 1);
    assert!(b.field()[a2].base.front.y > 31.0, "it advances at normal speed");
    assert!(b.field()[a2].last.charged);
    let barred = b.events().iter().any(|e| e.event == Kind::Reorders && e.rests_on("13.2.d"));
    assert!(p.shows("13.2.d", barred), "its factors accumulate");
    assert!(b.field()[a2].disorder.accumulated > 0);
    b.dice_used_up().unwrap();
}

#[test]
fn the_charged_are_asked_in_secret_and_may_not_answer_otherwise() {
    let p = proves!("17.5.b");
    // Skirmishers may evade; close-order foot may not countercharge cavalry.
    let mut f = before_foot();
    form(&mut f, "n1", Formation::Skirmish);
    let mut b = drill(f, [3; 12]);
    b.answer(Side::A, orders(vec![charge("a2", "n1")])).unwrap();
    b.answer(Side::B, none()).unwrap();
    crate::scene::thrown(&b, 0);
    if let Some(Awaits::Respond(units)) = b.awaits(Side::B).cloned() {
        assert_eq!(units, [id(b.field(), "n1")]);
        let say =
            |response| Answer::Respond { responses: vec![Reply { unit: "n1".into(), response, late: None }] };
        p.refused_by("17.5.b", b.answer(Side::B, say(Response::Countercharge)));
        b.answer(Side::B, say(Response::Evade)).unwrap();
    } else {
        // There is but one response: it is given without asking.
        assert_eq!(p.shows("17.5.b", told(&b, Kind::Responds, "17.5.b")).len(), 1);
    }
}

#[test]
fn skirmishers_who_evade_run_and_are_disorganised() {
    let p = proves!("12.3.b", "play.evade", "11.6", "11.7");
    let make = || {
        let mut f = before_foot();
        form(&mut f, "n1", Formation::Skirmish);
        f
    };
    let play = |b: &mut Battle| {
        b.answer(Side::A, orders(vec![charge("a2", "n1")])).unwrap();
        b.answer(Side::B, none()).unwrap();
        while b.ended().is_none() && b.awaits(Side::A) != Some(&Awaits::Orders) {
            let (side, awaits) = Rules::pending(b).into_iter().next().unwrap();
            let x = match awaits {
                Awaits::Respond(_) => Answer::Respond {
                    responses: vec![Reply { unit: "n1".into(), response: Response::Evade, late: None }],
                },
                _ => b.silence(side).unwrap(),
            };
            b.answer(side, x).unwrap();
        }
    };
    // Two dice each of the reaction, one of their fire, one of the pursuers' blow, three to call these back.
    let b = with_dice(make(), &[4, 4, 3, 3, 5, 2, 2, 2, 2], play);
    let evades = p.shows("12.3.b", told(&b, Kind::Evades, "12.3.b"));
    assert_eq!(evades.len(), 1);
    assert!(p.shows("play.evade", evades[0]).rests_on("play.evade"));
    let n1 = &b.field()[id(b.field(), "n1")];
    assert!(n1.base.front.y > 55.0, "it went away from the charger: {:?}", n1.base.front);
    assert!(p.shows("11.6", evades[0]).rests_on("11.6"));
    let factors = p.shows("11.7", told(&b, Kind::Disorder, "11.7"));
    assert!(factors.iter().any(|e| e.pieces == ["n1"]), "evading costs factors");
}

#[test]
fn those_in_contact_fight_and_the_loser_reacts() {
    let p = proves!("11.13", "11.14", "play.melee");
    let make = || {
        let mut f = field();
        put(&mut f, "a2", 100.0, 30.0, 0.0);
        put(&mut f, "a1", 30.0, 10.0, 0.0);
        put(&mut f, "n2", 100.0, 50.0, 180.0);
        put(&mut f, "n1", 170.0, 120.0, 180.0);
        f
    };
    // Both charge each other: they meet.
    let b = with_dice(make(), &[4, 4, 3, 3, 4, 3], |b| {
        quiet(b, vec![charge("a2", "n2")], vec![charge("n2", "a2")])
    });
    assert!(!told(&b, Kind::Contact, "17.6.a.5").is_empty(), "they make contact");
    assert!(!p.shows("11.13", told(&b, Kind::Impact, "11.13")).is_empty());
    let fights = p.shows("11.14", told(&b, Kind::Melee, "11.14"));
    assert_eq!(fights.len(), 1);
    assert!(p.shows("play.melee", fights[0]).rests_on("play.melee"));
    let in_melee = |c: &str| b.field()[id(b.field(), c)].last.in_melee;
    assert!(in_melee("a2") && in_melee("n2"));
}

#[test]
fn routers_run_home_and_try_to_rally() {
    let p = proves!("11.19", "play.disorder");
    let make = || {
        let mut f = field();
        let a1 = id(&f, "a1");
        f[a1].state = State::Routing;
        put(&mut f, "a1", 100.0, 60.0, 0.0);
        f
    };
    let b = with_dice(make(), &[4, 4, 3], |b| quiet(b, vec![], vec![]));
    let a1 = id(b.field(), "a1");
    assert!(b.field()[a1].base.centre().y < 59.0, "it runs to its base line");
    assert_eq!(p.shows("11.19", told(&b, Kind::Rallies, "11.19")).len(), 1);
    let gained = told(&b, Kind::Disorder, "play.disorder");
    assert_eq!(p.shows("play.disorder", gained).len(), 1, "two factors for routing");
}

#[test]
fn factors_of_a_quiet_move_come_off_and_accumulated_ones_by_standing() {
    let p = proves!("11.20", "play.reorder", "13.2.e");
    let mut f = field();
    let a1 = id(&f, "a1");
    f[a1].disorder.accumulated = 6;
    let mut b = drill(f, []);
    p.refused_by("13.2.e", b.answer(Side::A, orders(vec![march("a1", 5.0)])));
    quiet(&mut b, vec![], vec![]);
    let told = p.shows("11.20", told(&b, Kind::Reorders, "11.20"));
    assert_eq!(told.len(), 1);
    assert!(p.shows("play.reorder", told[0]).rests_on("play.reorder"));
    assert_eq!(b.field()[a1].disorder.accumulated, 2, "a quarter of a move for each of four");
}

#[test]
fn hidden_troops_are_placed_when_they_are_detected() {
    let p = proves!("11.5", "play.detect");
    let mut f = field();
    let n1 = id(&f, "n1");
    f[n1].fate = Fate::Hidden;
    f[n1].seen = false;
    put(&mut f, "n1", 100.0, 60.0, 180.0);
    let mut b = drill(f, []);
    b.answer(Side::A, none()).unwrap();
    b.answer(Side::B, none()).unwrap();
    let placed = p.shows("11.5", told(&b, Kind::Detected, "11.5"));
    assert_eq!(placed.len(), 1);
    assert!(p.shows("play.detect", placed[0]).rests_on("play.detect"));
    assert_eq!(b.field()[n1].fate, Fate::OnTable);
    assert!(b.field()[n1].seen);
}

#[test]
fn what_is_hidden_is_on_no_table_but_its_owners() {
    use desk::{Eye, Stage};
    use umpire::Seat;
    let _p = proves!("play.view");
    let mut f = field_on(
        "[[ground.area]]\nkind = \"dense-wood\"\nname = \"Wood\"\noutline = [[60, 70], [140, 70], [140, 120], [60, 120]]",
    );
    let n1 = id(&f, "n1");
    f[n1].fate = Fate::Hidden;
    f[n1].seen = false;
    let b = drill(f, []);
    let still = Stage::still(&b);
    let names = |side: u8| {
        let sight = b.sight(&still, Eye::of(Seat::Side(side), false), None);
        b.looks(&still, &sight).iter().map(|s| s.look.id.to_string()).collect::<Vec<_>>()
    };
    assert!(!names(0).iter().any(|n| n == "n1") && names(1).iter().any(|n| n == "n1"));
    let view = b.view(Eye::of(Seat::Side(0), false));
    assert_eq!(view["by"], "play.view");
    let seen = view["units"].to_string();
    assert!(!seen.contains("\"n1\"") && seen.contains("\"n2\""));
    let n2 = view["units"].as_array().unwrap().iter().find(|u| u["code"] == "n2").unwrap();
    assert!(n2.get("papers").is_none() && n2.get("class").is_none());
}

#[test]
fn new_game_orders_take_a_move() {
    let p = proves!("11.21", "10.1.d", "play.orders.courier");
    let mut f = field_on(
        "[[ground.area]]\nkind = \"orchard\"\nname = \"Orchard\"\noutline = [[10, 60], [30, 60], [30, 80], [10, 80]]",
    );
    f.generals[0].at = v2(100.0, 27.0);
    let mut b = drill(f, []);
    b.answer(Side::A, none()).unwrap();
    b.answer(Side::B, none()).unwrap();
    assert_eq!(b.play().step, Step::GameOrders);
    let order = NewGameOrder {
        unit: "a1".into(),
        by: "Brown".into(),
        task: GameTask::Advance,
        objective: Some("Orchard".into()),
        ..NewGameOrder::default()
    };
    b.answer(Side::A, Answer::GameOrders { orders: vec![order] }).unwrap();
    b.answer(Side::B, Answer::GameOrders { orders: vec![] }).unwrap();
    let written = p.shows("11.21", told(&b, Kind::GameOrder, "11.21"));
    assert_eq!(written.len(), 1);
    assert!(p.shows("play.orders.courier", written[0]).rests_on("play.orders.courier"));
    let name = |b: &Battle| match &b.play().game[0].as_ref().unwrap().objective {
        Some(Goal::Ground { name, .. }) => name.clone(),
        _ => String::new(),
    };
    assert_eq!(name(&b), "far", "given in person in move 1 it is not yet in force in move 2");
    quiet(&mut b, vec![], vec![]);
    assert_eq!(b.field().turn, 3);
    assert_eq!(name(&b), "Orchard");
    let in_force = told(&b, Kind::GameOrder, "10.1.d").into_iter().filter(|e| e.ruling.is_none());
    assert_eq!(p.shows("10.1.d", in_force.count()), 1);
}

#[test]
fn the_umpire_puts_right_what_can_be() {
    let p = proves!("play.umpire");
    use newbury_napoleonic::answer::Correction;
    let mut b = drill(field(), []);
    let at = table::Pose { x: 60.0, y: 40.0, facing: 0.0 };
    b.correct("it stood wrong".into(), vec![Correction::Place { piece: "a1".into(), at }]).unwrap();
    assert_eq!(b.field()[id(b.field(), "a1")].base.front, v2(60.0, 40.0));
    let upon = table::Pose { x: 100.0, y: 100.8, facing: 0.0 };
    p.refused_by(
        "play.umpire",
        b.correct("no".into(), vec![Correction::Place { piece: "a1".into(), at: upon }]),
    );
    b.correct("so".into(), vec![Correction::Disorder { unit: "a1".into(), factors: 3 }]).unwrap();
    assert_eq!(b.field()[id(b.field(), "a1")].disorder(), 3);
}
