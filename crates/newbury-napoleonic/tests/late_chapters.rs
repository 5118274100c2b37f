//! Charges, attacks, melees, losses, results and the end of the battle on the table (chapters 17 to 24), with dice that must be used up.

use crate::scene::{
    at, attack, charge, drill, field, field_on, form, hemmed_in, hold, id, in_contact, legs, log, march,
    near, orders, play, put, quiet, results, state, terms, told, used_up,
};
use desk::Rules;
use newbury_napoleonic::answer::{Answer, LegOrder, MoveOrder, NewGameOrder, Pace, Reply};
use newbury_napoleonic::battle::{Awaits, Battle, Terms};
use newbury_napoleonic::event::{Event, Kind};
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::{GameTask, Response};
use newbury_napoleonic::troop::Class;
use newbury_napoleonic::unit::{Fate, GeneralFate, State, Unit};
use newbury_napoleonic::{Field, Side, proves};
use serde_json::json;
use table::v2;

/// a2, cavalry, 20 cm before n1 in line; everybody else is far off.
fn before_foot() -> Field {
    let mut f = field();
    put(&mut f, "a2", 100.0, 30.0, 0.0);
    put(&mut f, "a1", 30.0, 10.0, 0.0);
    put(&mut f, "n1", 100.0, 50.0, 180.0);
    f
}

/// Cavalry of both sides, 20 cm from each other.
fn two_of_horse() -> Field {
    let mut f = field();
    put(&mut f, "a2", 100.0, 30.0, 0.0);
    put(&mut f, "a1", 30.0, 10.0, 0.0);
    put(&mut f, "n2", 100.0, 50.0, 180.0);
    put(&mut f, "n1", 170.0, 120.0, 180.0);
    f
}

/// The events that a procedure decided.
fn ruled<'b>(b: &'b Battle, procedure: &str) -> Vec<&'b Event> {
    b.events().iter().filter(|e| e.ruling.as_ref().is_some_and(|r| r.procedure == procedure)).collect()
}

fn quietly(e: MoveOrder) -> MoveOrder {
    MoveOrder { hold_fire: true, ..e }
}

/// The charged answer so; everything else is left to silence.
fn responding(b: &mut Battle, a: Vec<MoveOrder>, n: Vec<MoveOrder>, unit: &str, response: Response) {
    let reply = Answer::Respond { responses: vec![Reply { unit: unit.into(), response, late: None }] };
    play(b, a, n, |_, _, w| matches!(w, Awaits::Respond(_)).then(|| reply.clone()));
}

fn class(f: &mut Field, code: &str, class: Class) {
    let u = id(f, code);
    f[u].troop.class = class;
    f[u].companies.iter_mut().for_each(|c| c.troop.class = class);
}

#[test]
fn all_charges_are_declared_before_any_is_tested() {
    let p = proves!("17.2.d", "21.1.c");
    let mut f = before_foot();
    // n2 charges a1, who stands far from the other charge.
    put(&mut f, "a1", 30.0, 80.0, 0.0);
    put(&mut f, "n2", 30.0, 100.0, 180.0);
    let mut b = drill(f, vec![3; 12]);
    quiet(&mut b, vec![charge("a2", "n1"), hold("a1")], vec![hold("n1"), charge("n2", "a1")]);
    let declared = p.shows("17.2.d", told(&b, Kind::Declared, "17.2.d"));
    assert_eq!(declared.len(), 2, "{}", log(&b));
    assert!(declared.iter().all(|e| e.step == 2));
    let tests = p.shows("21.1.c", told(&b, Kind::Reaction, "21.1.c"));
    assert_eq!(tests.len(), 2, "one test for each charge");
    let place = |e: &Event| b.events().iter().position(|x| std::ptr::eq(x, e)).unwrap();
    assert!(declared.iter().all(|d| tests.iter().all(|t| place(d) < place(t))), "{}", log(&b));
    assert!(tests.iter().all(|e| e.step == 2 && e.ruling.as_ref().unwrap().dice.len() == 4));
    used_up(&b);
}

#[test]
fn half_a_move_of_manoeuvre_before_a_charge() {
    let p = proves!("17.2.e");
    let waits = |part: f64| MoveOrder { legs: vec![LegOrder::Wait { part }], ..charge("a2", "n1") };
    let mut b = drill(before_foot(), vec![]);
    p.refused_by("17.2.e", b.answer(Side::A, orders(vec![waits(0.51)])));
    p.refused_by(
        "17.2.e",
        b.answer(Side::A, orders(vec![MoveOrder { pace: Pace::Double, ..charge("a2", "n1") }])),
    );
    b.answer(Side::A, orders(vec![waits(0.5)])).unwrap();
}

/// a1 in line attacks n1 so many cm before it; neither fires but n1 at 5 cm.
fn attacked_from(cm: f64, dice: &[u8]) -> Battle {
    let mut f = field();
    put(&mut f, "n1", 100.0, 30.0 + cm, 180.0);
    // Guards, whom a volley does not stop.
    class(&mut f, "a1", Class::A);
    let mut b = drill(f, dice);
    quiet(&mut b, vec![quietly(attack("a1", "n1"))], vec![]);
    used_up(&b);
    b
}

#[test]
fn an_attack_goes_to_five_centimetres_is_fired_at_tests_and_goes_in() {
    let p = proves!("17.3.b", "17.3.c", "17.7.1", "17.7.2", "17.7.3", "17.7.5", "17.7.7");
    // A die of the volley, three of the attackers' morale, one each of the melee.
    let b = attacked_from(8.0, &[2, 5, 5, 5, 3, 3]);
    let declared = p.shows("17.3.b", told(&b, Kind::Declared, "17.3.b"));
    assert_eq!((declared.len(), declared[0].step), (1, 2), "{}", log(&b));
    assert!(p.shows("17.7.1", declared[0]).rests_on("17.7.1"));
    let goes = p.shows("17.7.2", told(&b, Kind::Moves, "17.7.2"));
    assert!(goes[0].says.to_string().contains("3.0"), "{}", goes[0].says);
    let fires = p.shows("17.7.3", told(&b, Kind::Fires, "17.7.3"));
    assert_eq!((fires.len(), fires[0].pieces[0].as_str()), (1, "n1"));
    let tests = p.shows("17.3.c", told(&b, Kind::Morale, "17.3.c"));
    assert_eq!((tests.len(), tests[0].pieces[0].as_str()), (1, "a1"), "the defenders need not test");
    assert_eq!(p.shows("17.7.5", told(&b, Kind::Contact, "17.7.5")).len(), 1);
    // Without impetus; the attackers count as following up.
    assert_eq!(p.shows("17.7.7", told(&b, Kind::Contact, "17.7.7")).len(), 1);
    let fight = ruled(&b, "melee")[0].ruling.as_ref().unwrap();
    assert!(!fight.modifiers.iter().any(|m| m.what.id() == Some("row-impetus")));
    assert!(ruled(&b, "impact").is_empty());
    let order: Vec<usize> = [declared[0], goes[0], fires[0], tests[0]]
        .iter()
        .map(|e| b.events().iter().position(|x| std::ptr::eq(x, *e)).unwrap())
        .collect();
    assert!(order.windows(2).all(|w| w[0] < w[1]), "{order:?}");
}

#[test]
fn an_attack_that_falls_short_halts_where_it_is() {
    let _p = proves!("play.attack.timeline");
    // 7 cm to 5 cm of the target, and 3 of its 10 cm are left; good morale.
    let b = attacked_from(12.0, &[2, 5, 5, 5]);
    assert_eq!(told(&b, Kind::Halts, "play.attack.timeline").len(), 1, "{}", log(&b));
    assert!(near(at(&b, "a1").y, 40.0), "{:?}", at(&b, "a1"));
    assert!(told(&b, Kind::Contact, "17.7.5").is_empty());
    // From 10 cm it arrives.
    let b = attacked_from(10.0, &[2, 5, 5, 5, 3, 3]);
    assert_eq!(told(&b, Kind::Contact, "17.7.5").len(), 1, "{}", log(&b));
}

#[test]
fn skirmishers_fall_back_before_attackers_unless_in_cover() {
    let p = proves!("17.3.d");
    let wood = "[[ground.area]]\nkind = \"light-wood\"\nname = \"Copse\"\noutline = [[80, 37], [120, 37], [120, 50], [80, 50]]";
    let run = |ground: &str, dice: &[u8]| {
        let mut f = field_on(ground);
        put(&mut f, "n4", 100.0, 38.0, 180.0);
        form(&mut f, "n4", Formation::Skirmish);
        let mut b = drill(f, dice);
        quiet(&mut b, vec![quietly(attack("a1", "n4"))], vec![hold("n4")]);
        b
    };
    let b = run("", &[5, 5, 5]);
    let back = p.shows("17.3.d", told(&b, Kind::FallsBack, "17.3.d"));
    assert_eq!(back.len(), 1, "{}", log(&b));
    assert!(at(&b, "n4").y > 42.0, "{:?}", at(&b, "n4"));
    let b = run(wood, &[5, 5, 5, 3, 3]);
    assert!(told(&b, Kind::FallsBack, "17.3.d").is_empty(), "{}", log(&b));
    assert!(near(at(&b, "n4").y, 38.0), "in cover they stay");
}

#[test]
fn those_who_charge_each_other_roll_once() {
    let p = proves!("17.4.a", "18.1.b", "17.6.a.5", "17.6.a.6");
    // Two dice each of the reactions, one each of the melee.
    let mut b = drill(two_of_horse(), [4, 4, 3, 3, 4, 3]);
    quiet(&mut b, vec![charge("a2", "n2")], vec![charge("n2", "a2")]);
    used_up(&b);
    let tests: Vec<&Event> = p.shows("17.4.a", told(&b, Kind::Reaction, "17.4.a"));
    assert_eq!(tests.len(), 2, "looked up twice: {}", log(&b));
    assert_eq!(tests[0].pieces, ["a2", "n2"]);
    assert_eq!(tests[1].pieces, ["n2", "a2"]);
    let dice: usize = tests.iter().map(|e| e.ruling.as_ref().unwrap().dice.len()).sum();
    assert_eq!(dice, 4, "with the same dice");
    let met = p.shows("17.6.a.5", told(&b, Kind::Contact, "17.6.a.5"));
    assert_eq!(met[0].pieces, ["a2", "n2"]);
    // Both strike as chargers.
    let impacts = p.shows("18.1.b", told(&b, Kind::Impact, "18.1.b"));
    let of: Vec<&str> = impacts.iter().map(|e| e.pieces[0].as_str()).collect();
    assert_eq!(of, ["a2", "n2"], "{}", log(&b));
    let impacts = p.shows("17.6.a.6", told(&b, Kind::Impact, "17.6.a.6"));
    let melee = ruled(&b, "melee")[0];
    let place = |e: &Event| b.events().iter().position(|x| std::ptr::eq(x, e)).unwrap();
    assert!(impacts.iter().all(|i| place(i) < place(melee)), "the impact comes before the melee");
}

#[test]
fn who_retreats_and_is_charged_breaks_whatever_is_declared() {
    let _p = proves!("17.5.f");
    let mut f = before_foot();
    let n1 = id(&f, "n1");
    f[n1].state = State::Retreating;
    let mut b = drill(f, vec![3; 40]);
    b.answer(Side::A, orders(vec![charge("a2", "n1")])).unwrap();
    b.answer(Side::B, orders(vec![])).unwrap();
    crate::scene::thrown(&b, 3);
    assert!(!matches!(b.awaits(Side::B), Some(Awaits::Respond(_))), "nothing is asked of it");
    let says = told(&b, Kind::Responds, "17.5.f");
    assert_eq!(says.len(), 1, "{}", log(&b));
    assert_eq!(told(&b, Kind::Routs, "23.1.l")[0].pieces, ["n1", "a2"]);
}

#[test]
fn what_a_charge_costs_on_the_way_counts_at_its_end() {
    let p = proves!("17.6.b", "21.2.a.5", "21.2.a.6", "play.charge.timeline", "20.2.d");
    // Two dice each of the first reaction, one of the defenders' fire, which stops the charge.
    let mut b = drill(before_foot(), [3, 3, 3, 3, 4]);
    quiet(&mut b, vec![charge("a2", "n1")], vec![]);
    used_up(&b);
    let goes = p.shows("21.2.a.5", told(&b, Kind::Moves, "21.2.a.5"));
    assert!(p.shows("play.charge.timeline", goes[0]).rests_on("play.charge.timeline"), "{}", log(&b));
    let value = |b: &Battle| {
        let last = b.events().iter().rfind(|e| e.event == Kind::Reaction && e.rests_on("17.6.b")).unwrap();
        let first = b.events().iter().find(|e| e.event == Kind::Reaction).unwrap();
        let of = |e: &Event| e.ruling.as_ref().unwrap().totals["value"].as_i64().unwrap();
        (of(first), of(last))
    };
    let (first, last) = p.shows("17.6.b", value(&b));
    assert!(last < first, "the losses by fire count against the charger: {first} {last}\n{}", log(&b));
    assert!(!p.shows("21.2.a.6", told(&b, Kind::Reaction, "21.2.a.6")).is_empty());
    let lost = p.shows("20.2.d", told(&b, Kind::Loss, "20.2.d"));
    assert!(lost.iter().all(|e| e.pieces == ["a2"]), "of the foot no horses are lost");
    assert!(told(&b, Kind::Contact, "17.6.a.5").is_empty());
}

#[test]
fn evaders_who_are_caught_break() {
    let p = proves!("17.8.d");
    let mut f = before_foot();
    form(&mut f, "n1", Formation::Skirmish);
    // Two dice each of the reaction, one of their fire, one of the pursuers' blow, three to call these back, three of the rally.
    let mut b = drill(f, vec![4, 4, 3, 3, 5, 2, 2, 2, 2]);
    responding(&mut b, vec![charge("a2", "n1")], vec![], "n1", Response::Evade);
    let breaks = b.events().iter().filter(|e| e.rests_on("17.8.d")).count();
    assert_eq!(p.shows("17.8.d", breaks), 1, "{}", log(&b));
    assert_eq!(state(&b, "n1"), State::Routing);
    assert_eq!(told(&b, Kind::Routs, "23.1.l")[0].pieces, ["n1", "a2"]);
    used_up(&b);
}

#[test]
fn prone_skirmishers_stand_up_to_evade_for_nothing() {
    let p = proves!("18.3.b");
    let run = |prone: bool| {
        let mut f = field();
        put(&mut f, "a2", 100.0, 10.0, 0.0);
        put(&mut f, "a1", 20.0, 10.0, 0.0);
        put(&mut f, "n4", 100.0, 50.0, 180.0);
        form(&mut f, "n4", Formation::Skirmish);
        let n4 = id(&f, "n4");
        f[n4].prone = prone;
        let mut b = drill(f, vec![3; 40]);
        b.answer(Side::A, orders(vec![charge("a2", "n4")])).unwrap();
        b.answer(Side::B, orders(vec![hold("n4")])).unwrap();
        let reply = Answer::Respond {
            responses: vec![Reply { unit: "n4".into(), response: Response::Evade, late: None }],
        };
        while !matches!(b.awaits(Side::A), Some(Awaits::Orders)) && b.ended().is_none() {
            let Some((side, awaits)) = Rules::pending(&b).into_iter().next() else { break };
            let a = match awaits {
                Awaits::Respond(_) => reply.clone(),
                _ => b.silence(side).unwrap(),
            };
            b.answer(side, a).unwrap();
        }
        crate::scene::thrown(&b, 4);
        b
    };
    let (up, lay) = (run(false), run(true));
    assert_eq!(at(&up, "n4"), at(&lay, "n4"), "as far as those who stood");
    assert_eq!(p.shows("18.3.b", told(&lay, Kind::Evades, "18.3.b")).len(), 1, "{}", log(&lay));
    assert!(told(&up, Kind::Evades, "18.3.b").is_empty());
    let n4 = id(lay.field(), "n4");
    assert!(!lay.field()[n4].prone);
    assert_eq!(lay.field()[n4].disorder(), up.field()[n4].disorder(), "without penalty");
}

#[test]
fn a_melee_ends_in_a_reaction_and_what_it_makes_them_do_is_done_in_the_next_move() {
    let p = proves!("19.4.d", "21.1.b", "19.5.l");
    let follow = Answer::Follow { follow: vec!["a1".into()], give_ground: Vec::new() };
    let run = |factors: u16| {
        let mut f = in_contact();
        // n1 is worn out: it loses and goes.
        let n1 = id(&f, "n1");
        f[n1].disorder.accumulated = factors;
        let mut b = drill(f, [5, 2]);
        play(&mut b, vec![hold("a1")], vec![hold("n1")], |_, s, w| {
            let asked = s == Side::A && matches!(w, Awaits::Follow(units, _) if !units.is_empty());
            asked.then(|| follow.clone())
        });
        b
    };
    let all: Vec<Battle> = (0..12).map(run).collect();
    let b = all.iter().find(|b| !told(b, Kind::FollowsUp, "19.5.l").is_empty());
    let b = b.unwrap_or_else(|| panic!("{}", log(&all[6])));
    let tests = p.shows("19.4.d", told(b, Kind::MeleeReaction, "19.4.d"));
    assert_eq!(tests.len(), 1, "{}", log(b));
    assert_eq!(tests[0].pieces, ["a1", "n1"], "one test for winner and loser");
    assert!(p.shows("21.1.b", tests[0]).rests_on("21.1.b"));
    assert!(near(at(b, "n1").y, 50.0), "it moves only in the next move: {}", log(b));
    assert_eq!(p.shows("19.5.l", state(b, "a1")), State::FollowingUp, "{}", log(b));
    assert_eq!(state(b, "n1"), State::GivingGround);
    used_up(b);
}

#[test]
fn losses_leave_no_gaps_and_fall_evenly() {
    let p = proves!("20.2.a");
    let mut f = field();
    put(&mut f, "n1", 100.0, 36.0, 180.0);
    let mut b = drill(f, vec![4, 2]);
    quiet(&mut b, vec![], vec![]);
    let lost = p.shows("20.2.a", told(&b, Kind::Loss, "20.2.a"));
    assert_eq!(lost.len(), 2, "{}", log(&b));
    for code in ["a1", "n1"] {
        let u = &b.field()[id(b.field(), code)];
        let left: Vec<u8> = u.companies.iter().map(|c| c.figures).collect();
        assert!(left.iter().max().unwrap() - left.iter().min().unwrap() <= 1, "{left:?}");
        let plan = u.plan(&b.field().options);
        assert!(near(u.base.width, plan.width) && near(u.base.depth, plan.depth), "the ranks close up");
    }
}

#[test]
fn routers_run_from_the_nearest_enemy_and_then_home() {
    let p = proves!("23.5.a", "play.rout");
    let run = |enemy: bool| {
        let mut f = field();
        put(&mut f, "a1", 100.0, 90.0, 0.0);
        let a1 = id(&f, "a1");
        f[a1].state = State::Routing;
        put(&mut f, "n1", 10.0, 128.0, 180.0);
        // Cavalry on its right hand, whose reach is 50 cm.
        put(&mut f, "n2", if enemy { 140.0 } else { 199.0 }, if enemy { 89.0 } else { 128.0 }, 270.0);
        let mut b = drill(f, vec![3; 3]);
        quiet(&mut b, vec![], vec![hold("n2")]);
        used_up(&b);
        b
    };
    let b = run(false);
    let runs = p.shows("23.5.a", told(&b, Kind::Moves, "23.5.a"));
    assert_eq!(runs.len(), 1, "{}", log(&b));
    assert!(near(at(&b, "a1").x, 100.0), "straight home: {:?}", at(&b, "a1"));
    assert!(p.shows("play.rout", near(b.field()[id(b.field(), "a1")].last.moved, 35.0)), "{}", log(&b));
    let b = run(true);
    let to = at(&b, "a1");
    assert!(to.x < 99.0 && to.y < 89.0, "away from the cavalry, and home when out of its reach: {to:?}");
    assert!(near(b.field()[id(b.field(), "a1")].last.moved, 35.0));
}

#[test]
fn the_rallied_wait_for_new_orders() {
    let p = proves!("23.6.d", "glossary.rally");
    let orchard = "[[ground.area]]\nkind = \"orchard\"\nname = \"Orchard\"\noutline = [[10, 60], [30, 60], [30, 80], [10, 80]]";
    let mut f = field_on(orchard);
    let a1 = id(&f, "a1");
    f[a1].state = State::Routing;
    put(&mut f, "a1", 100.0, 60.0, 0.0);
    f.generals[0].at = v2(100.0, 22.0);
    let mut b = drill(f, vec![5, 5, 5]);
    quiet(&mut b, vec![], vec![]);
    used_up(&b);
    assert_eq!(state(&b, "a1"), State::Rallied, "{}", log(&b));
    assert_eq!(p.shows("23.6.d", told(&b, Kind::Rallies, "23.6.d")).len(), 1);
    assert!(b.play().game[a1.index()].is_none(), "its old orders are void");
    assert!(b.answer(Side::A, orders(vec![march("a1", 5.0)])).is_err());
    for _ in 0..3 {
        quiet(&mut b, vec![], vec![]);
    }
    assert_eq!(state(&b, "a1"), State::Rallied, "reordered it still waits");
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
    for _ in 0..3 {
        quiet(&mut b, vec![], vec![]);
    }
    assert_eq!(state(&b, "a1"), State::UnderOrders, "{}", log(&b));
    let over = p.shows("glossary.rally", told(&b, Kind::Rallies, "glossary.rally"));
    assert!(!over.is_empty());
}

#[test]
fn freed_prisoners_fight_no_more() {
    let p = proves!("23.10.d");
    let mut b = drill(hemmed_in(), [6, 2, 2, 2]);
    let holds = || vec![hold("n1"), hold("n2"), hold("n3"), hold("n4")];
    quiet(&mut b, vec![hold("a1")], vec![hold("n2"), hold("n3"), hold("n4")]);
    used_up(&b);
    let a1 = id(b.field(), "a1");
    assert_eq!(state(&b, "a1"), State::Prisoner);
    // The umpire sets a3 down beside them.
    use newbury_napoleonic::answer::Correction;
    let beside = b.field()[a1].base.front;
    let free = (0..400).find_map(|n| {
        let to = beside + table::V2::bearing(f64::from(n % 40) * 9.0) * (4.0 + f64::from(n / 40) * 1.5);
        let pose = table::Pose { x: to.x, y: to.y, facing: 0.0 };
        let mut c = b.clone();
        let may =
            c.correct("relief".into(), vec![Correction::Place { piece: "a3".into(), at: pose }]).is_ok();
        (may && c.field().gap(a1, id(c.field(), "a3")) <= 1.0).then_some(c)
    });
    let mut b = free.expect("there is room for them somewhere");
    quiet(&mut b, vec![hold("a3")], holds());
    let freed = p.shows("23.10.d", told(&b, Kind::Rallies, "23.10.d"));
    assert_eq!(freed.len(), 1, "{}", log(&b));
    assert!(b.play().captives[0].free);
    assert_eq!(state(&b, "a1"), State::Prisoner);
    assert!(b.answer(Side::A, orders(vec![march("a1", 3.0)])).is_err(), "they fight no more");
}

#[test]
fn a_general_beside_those_who_break_routs_with_them() {
    let p = proves!("23.15", "23.16");
    let run = |beside: bool, dice: usize| {
        let mut f = field();
        put(&mut f, "a1", 100.0, 6.0, 0.0);
        put(&mut f, "a3", 100.0, 22.0, 0.0);
        class(&mut f, "a1", Class::D);
        let (a1, a3) = (id(&f, "a1"), id(&f, "a3"));
        f[a3].state = State::Routing;
        if beside {
            f.generals[0].at = f[a1].base.rear();
        }
        // a3 runs into a1, which runs with it: off the table.
        let mut b = drill(f, vec![3; dice]);
        quiet(&mut b, vec![], vec![]);
        b
    };
    // a2 sees them run past (22.1.b.5).
    let b = run(true, 3);
    let with = p.shows("23.15", told(&b, Kind::GeneralRides, "23.15"));
    assert_eq!(with.len(), 1, "{}", log(&b));
    let gone = p.shows("23.16", told(&b, Kind::Gone, "23.16"));
    assert!(gone.iter().any(|e| e.pieces == ["a1"]), "{}", log(&b));
    assert_eq!(b.field()[id(b.field(), "a1")].fate, Fate::RoutedOff);
    assert_eq!(b.field().generals[0].fate, GeneralFate::RoutedOff, "{}", log(&b));
    let b = run(false, 3);
    assert!(told(&b, Kind::GeneralRides, "23.15").is_empty());
    assert_eq!(b.field().generals[0].fate, GeneralFate::OnTable);
    used_up(&b);
}

#[test]
fn the_last_move_is_scored() {
    let p = proves!("play.end", "24.3.note");
    let run = |moves: u32| {
        let mut f = field();
        // Two battalions are gone; half of a third.
        let (a3, n3, n1) = (id(&f, "a3"), id(&f, "n3"), id(&f, "n1"));
        f[a3].fate = Fate::RoutedOff;
        f[n3].fate = Fate::Dispersed;
        for c in &mut f[n1].companies {
            c.figures /= 2;
        }
        f[n1].losses.over_quarter = true;
        let t = Terms { moves, ..terms(&f) };
        let mut b = Battle::drill_on(t, f, []);
        quiet(&mut b, vec![], vec![]);
        b
    };
    let b = run(2);
    assert!(b.ended().is_none(), "it does not end before its last move");
    let b = run(1);
    let ended = p.shows("play.end", b.ended()).expect("it is over");
    assert_eq!(ended.clause.id(), "play.end");
    let scored = told(&b, Kind::Ends, "24.3.note");
    let totals = &p.shows("24.3.note", scored[0]).ruling.as_ref().unwrap().result;
    let f = b.field();
    // Figures are worth their price; the command points of a body go with its last figure.
    let off = |u: &Unit| -> f64 {
        u.companies.iter().map(|c| f64::from(c.start - c.figures) * f64::from(c.price)).sum()
    };
    let left = |side: Side| -> u64 {
        let there = f.units.iter().filter(|u| u.side == side && u.present());
        there.map(|u| (u.points - off(u)).floor() as u64).sum()
    };
    assert_eq!(totals["totals"], json!([left(Side::A), left(Side::B)]), "{}", log(&b));
    used_up(&b);
}

#[test]
fn what_nobody_answers_is_answered_by_its_default() {
    let p = proves!("play.asks");
    let mut f = before_foot();
    form(&mut f, "n1", Formation::Skirmish);
    put(&mut f, "a2", 100.0, 20.0, 0.0);
    let mut b = drill(f, vec![3; 30]);
    b.answer(Side::A, orders(vec![charge("a2", "n1")])).unwrap();
    b.answer(Side::B, orders(vec![])).unwrap();
    crate::scene::thrown(&b, 0);
    let (side, awaits) = Rules::pending(&b).into_iter().next().unwrap();
    let offers = b.offers(side, &awaits);
    assert_eq!(p.shows("play.asks", offers.about["silence"].as_str()), Some("play.asks"));
    let silent = b.silence(side).unwrap();
    assert!(b.answer(side, silent).is_ok(), "silence is always lawful");
}

#[test]
fn a_march_off_the_table_ends_at_its_edge() {
    let p = proves!("play.orders.invalid");
    let mut f = field();
    put(&mut f, "a1", 100.0, 124.0, 0.0);
    put(&mut f, "n1", 20.0, 60.0, 180.0);
    let mut b = drill(f, []);
    quiet(&mut b, vec![march("a1", 9.0)], vec![]);
    let halts = p.shows("play.orders.invalid", told(&b, Kind::Halts, "play.orders.invalid"));
    assert_eq!(halts.len(), 1, "{}", log(&b));
    assert!(near(at(&b, "a1").y, 130.0), "as far as it can be carried out: {:?}", at(&b, "a1"));
}

#[test]
fn what_does_not_fit_into_a_move_goes_on_in_the_next() {
    let p = proves!("play.time-budget");
    let mut f = field();
    form(&mut f, "a1", Formation::CompanyColumn);
    let mut b = drill(f, []);
    let line = LegOrder::Form { formation: Formation::Line, ranks: None, files: None };
    quiet(&mut b, vec![legs("a1", &[LegOrder::Wait { part: 0.9 }, line])], vec![]);
    let on = p.shows("play.time-budget", told(&b, Kind::Changes, "play.time-budget"));
    assert_eq!(on.len(), 1, "{}", log(&b));
    let a1 = id(b.field(), "a1");
    assert_eq!(b.field()[a1].formation(), Formation::CompanyColumn, "the old formation until the end");
    // Any other order drops it.
    let mut dropped = b.clone();
    quiet(&mut dropped, vec![march("a1", 5.0)], vec![]);
    assert!(dropped.field()[a1].changing.is_none());
    assert_eq!(dropped.field()[a1].formation(), Formation::CompanyColumn);
    for _ in 0..2 {
        quiet(&mut b, vec![], vec![]);
    }
    assert_eq!(b.field()[a1].formation(), Formation::Line);
}

#[test]
fn who_stands_fires_two_rounds_and_who_marched_one() {
    let p = proves!("play.fire.rounds");
    let rounds = |order: Vec<MoveOrder>| {
        let mut f = field();
        put(&mut f, "n1", 100.0, 44.0, 180.0);
        let mut b = drill(f, [4]);
        quiet(&mut b, order, vec![hold("n1")]);
        used_up(&b);
        let said = told(&b, Kind::Fires, "play.fire.rounds");
        assert_eq!(said.len(), 1, "{}", log(&b));
        let n = said[0].ruling.as_ref().unwrap().result["rounds"].clone();
        (n, b.field()[id(b.field(), "a1")].loading.loaded)
    };
    let stood = rounds(vec![]);
    let marched = rounds(vec![march("a1", 4.0)]);
    assert_eq!(p.shows("play.fire.rounds", (stood.0, marched.0)), (json!(2), json!(1)));
    assert!(stood.1 && !marched.1, "who stood is loaded again");
}

#[test]
fn a_hedge_before_them_is_cover_and_one_behind_them_not() {
    let p = proves!("play.fire.cover");
    let men = |y: Option<f64>| {
        let hedge = y.map(|y| {
            format!("[[ground.line]]\nkind = \"hedge\"\nname = \"Hedge\"\npath = [[60, {y}], [140, {y}]]")
        });
        let mut f = field_on(&hedge.unwrap_or_default());
        put(&mut f, "n1", 100.0, 41.0, 180.0);
        let mut b = drill(f, [4]);
        quiet(&mut b, vec![], vec![hold("n1")]);
        used_up(&b);
        let cited = told(&b, Kind::Fires, "play.fire.cover").len();
        (cited, results(&b, "small-arms", "a1")[0]["hits"][0]["men"].as_i64().unwrap())
    };
    let open = men(None);
    let (cited, behind) = p.shows("play.fire.cover", men(Some(40.9)));
    assert_eq!((cited, open.0), (1, 0));
    assert!(behind < open.1, "{behind} {open:?}");
    // One behind the firers' own front gives the enemy nothing.
    assert_eq!(men(Some(30.1)), open);
}

#[test]
fn chargers_break_through_the_disordered() {
    let p = proves!("play.breakthrough");
    let run = |factors: u16| {
        let mut f = before_foot();
        let n1 = id(&f, "n1");
        f[n1].disorder.accumulated = factors;
        let mut b = drill(f, vec![3; 40]);
        b.answer(Side::A, orders(vec![charge("a2", "n1")])).unwrap();
        b.answer(Side::B, orders(vec![hold("n1")])).unwrap();
        while b.play().step < newbury_napoleonic::battle::Step::MeleeReactions && !b.pending().is_empty() {
            let (side, _) = Rules::pending(&b).into_iter().next().unwrap();
            let x = b.silence(side).unwrap();
            b.answer(side, x).unwrap();
        }
        crate::scene::thrown(&b, 6);
        b
    };
    let b = run(0);
    assert!(told(&b, Kind::Impact, "play.breakthrough").is_empty(), "{}", log(&b));
    let through = (1..10).map(run).find(|b| !told(b, Kind::Impact, "play.breakthrough").is_empty());
    let b = through.expect("disordered enough they are broken through");
    let said = p.shows("play.breakthrough", told(&b, Kind::Impact, "play.breakthrough"));
    assert_eq!(said[0].pieces, ["a2", "n1"]);
    let (front, back) = (at(&b, "a2").y, b.field()[id(b.field(), "n1")].base.rear().y);
    assert!(front > 50.0, "it has gone on into them: {front} {back}\n{}", log(&b));
}

#[test]
fn a_body_tests_once_in_a_step_on_the_state_at_its_start() {
    let p = proves!("play.morale.order");
    // Both have lost half of their figures: three dice each in step 17, in the order of the roster.
    let mut f = field();
    for code in ["n1", "a1"] {
        let u = id(&f, code);
        f[u].companies.iter_mut().for_each(|c| c.figures /= 2);
        f.draw_up(u);
    }
    let mut b = drill(f, vec![5, 5, 5, 2, 2, 2]);
    quiet(&mut b, vec![], vec![]);
    let tests = p.shows("play.morale.order", told(&b, Kind::Morale, "play.morale.order"));
    let who: Vec<&str> = tests.iter().map(|e| e.pieces[0].as_str()).collect();
    assert_eq!(who, ["a1", "n1"], "{}", log(&b));
    assert!(tests.iter().all(|e| e.step == 17));
    assert_eq!(tests[0].ruling.as_ref().unwrap().dice, [5, 5, 5]);
    used_up(&b);
}

#[test]
fn pursuers_strike_once_without_reply() {
    let p = proves!("19.5.m", "glossary.pursuit");
    // Evaders who are caught are run down.
    let mut f = before_foot();
    form(&mut f, "n1", Formation::Skirmish);
    let mut b = drill(f, vec![4, 4, 3, 3, 5, 2, 2, 2, 2]);
    responding(&mut b, vec![charge("a2", "n1")], vec![], "n1", Response::Evade);
    used_up(&b);
    let blows = p.shows("19.5.m", told(&b, Kind::Melee, "19.5.m"));
    assert_eq!(blows.len(), 1, "{}", log(&b));
    let lost = &blows[0].ruling.as_ref().unwrap().result;
    assert_eq!(lost["a"], 0, "routers do not fight back: {lost}");
    assert!(lost["b"].as_u64().unwrap() > 0);
    assert_eq!(p.shows("glossary.pursuit", told(&b, Kind::Melee, "glossary.pursuit")).len(), 1);
}
