//! Subgroups on the table: who is engaged in a melee does what comes of it, the rest of the unit tests, and both fall in again; riders of whom
//! part dismounts; holders and drivers who were left.

use crate::scene::*;
use newbury_napoleonic::answer::{LegOrder, MoveOrder};
use newbury_napoleonic::battle::Battle;
use newbury_napoleonic::event::Kind;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::troop::Arm;
use newbury_napoleonic::unit::{Fate, State};
use newbury_napoleonic::{Field, Side, proves};
use serde_json::json;

/// a1 and n1 in line, front to front, so far to the side of each other; n1 has so many factors.
fn overlapping(aside: f64, factors: u16) -> Field {
    let mut f = field();
    put(&mut f, "a1", 100.0, 50.0, 0.0);
    put(&mut f, "n1", 100.0 + aside, 50.0, 180.0);
    let n1 = id(&f, "n1");
    f[n1].disorder.accumulated = factors;
    f
}

fn figures(b: &Battle, code: &str) -> u16 {
    b.field()[id(b.field(), code)].figures()
}

#[test]
fn the_engaged_subgroup_routs_and_the_rest_of_its_unit_tests() {
    let p = proves!("19.5.k", "22.1.b.7");
    // Seven figures of each fight, 4 men and 13: n1 breaks. Then three dice of those of n1 who are left.
    let all = figures(&drill(overlapping(12.0, 6), [3]), "n1");
    let mut b = drill(overlapping(12.0, 6), [3, 2, 5, 5, 4]);
    quiet(&mut b, vec![hold("a1")], vec![hold("n1")]);
    used_up(&b);
    assert_eq!(results(&b, "melee", "a1"), [json!({ "a": 4, "b": 13 })], "{}", log(&b));
    assert_eq!(state(&b, "n1-1"), State::Routing, "{}", log(&b));
    assert_ne!(state(&b, "n1"), State::Routing, "{}", log(&b));
    let (part, rest) = (figures(&b, "n1-1"), figures(&b, "n1"));
    assert!(part >= 7 && rest > 0 && part + rest == all, "{part} {rest} {all}");
    assert_eq!(p.shows("19.5.k", told(&b, Kind::Changes, "19.5.k")).len(), 2, "of both sides: {}", log(&b));
    let tests = p.shows("22.1.b.7", told(&b, Kind::Morale, "22.1.b.7"));
    assert_eq!(tests.len(), 1, "{}", log(&b));
    assert_eq!((tests[0].step, &tests[0].pieces[..]), (18, &["n1".to_owned()][..]));
    // Those who rout count as losses of the whole: so many of all.
    let ruling = tests[0].ruling.as_ref().unwrap();
    let lost = ruling.reckoning.iter().find(|r| r.says.id() == Some("reckon-part-counts-as-lost")).unwrap();
    assert!(lost.says.to_string().contains(&part.to_string()), "{}", lost.says);
    let percent = ruling.reckoning.iter().find(|r| r.says.id() == Some("reckon-percent")).unwrap();
    assert!(percent.says.to_string().contains(&all.to_string()), "{}", percent.says);
    // The rest stands where nobody of the enemy's touches it.
    assert!(!b.field().touch(id(b.field(), "a1"), id(b.field(), "n1")), "{}", log(&b));
    // Those who fought pursue, the others of a1 stay.
    let pursuers = b.play().quarry.clone();
    assert_eq!(pursuers.len(), 1);
    assert_eq!(pursuers[0].1, id(b.field(), "n1-1"));
    assert_eq!((state(&b, "a1-1"), state(&b, "a1")), (State::Pursuing, State::UnderOrders), "{}", log(&b));
}

#[test]
fn where_all_are_engaged_nobody_is_left_to_test() {
    let p = proves!("19.5.k");
    // The last company of each line is the only one that is not touched, or it is.
    let part = |aside: f64| {
        let mut b = drill(overlapping(aside, 6), [3; 30]);
        quiet(&mut b, vec![hold("a1")], vec![hold("n1")]);
        let told = told(&b, Kind::Changes, "19.5.k").len();
        (told, b.field().by_code("n1-1").is_some(), log(&b))
    };
    let (none, made, all) = part(0.0);
    assert_eq!((none, made), (0, false), "{all}");
    let (some, made, all) = part(12.0);
    assert!(p.shows("19.5.k", some) > 0 && made, "{all}");
}

#[test]
fn a_part_whose_melee_is_over_falls_in_again() {
    let p = proves!("6.2.a.0");
    // Dice and factors by which n1 gives ground; nobody follows it.
    let begin = |(x, y, factors): (u8, u8, u16)| {
        let mut dice = vec![x, y];
        dice.extend([3; 30]);
        let mut b = drill(overlapping(12.0, factors), dice);
        quiet(&mut b, vec![hold("a1")], vec![hold("n1")]);
        let gives = b.field().by_code("n1-1").is_some_and(|u| b.field()[u].state == State::GivingGround);
        gives.then_some(b)
    };
    let tries = (0..8).flat_map(|d| (2..=5).flat_map(move |x| (2..=5).map(move |y| (x, y, d))));
    let mut b = tries.into_iter().find_map(begin).expect("a round after which n1 gives ground");
    assert_eq!(state(&b, "n1"), State::UnderOrders, "{}", log(&b));
    let (part, stood) = (id(b.field(), "n1-1"), at(&b, "n1"));
    let all = figures(&b, "n1") + figures(&b, "n1-1");
    quiet(&mut b, vec![hold("a1")], vec![hold("n1")]);
    // It went back alone.
    assert_eq!(at(&b, "n1"), stood, "{}", log(&b));
    let joined = |b: &Battle| b.field()[part].fate == Fate::Joined;
    // While a1 stands before the gap nobody falls in there.
    assert!(!joined(&b), "{}", log(&b));
    let back = MoveOrder { hold_fire: true, ..legs("a1", &[LegOrder::Back { cm: 3.0 }]) };
    quiet(&mut b, vec![back], vec![hold("n1"), hold("n1-1")]);
    assert!(joined(&b), "{}", log(&b));
    assert_eq!(figures(&b, "n1"), all);
    assert_eq!(p.shows("6.2.a.0", told(&b, Kind::Changes, "6.2.a.0")).len(), 1);
    // As wide as it was.
    let whole = drill(overlapping(12.0, 0), [3]);
    let wide = |b: &Battle| b.field()[id(b.field(), "n1")].base.width;
    assert!(near(wide(&b), wide(&whole)), "{} {}", wide(&b), wide(&whole));
}

/// a2 on foot with its horses behind it, put to rout; n2 stands 10 cm before it, or beside the horses.
fn riders_on_foot(kind: Arm, beside: bool) -> Battle {
    let mut f = field();
    put(&mut f, "n1", 180.0, 120.0, 180.0);
    put(&mut f, "a2", 100.0, 100.0, 0.0);
    let a2 = id(&f, "a2");
    f[a2].dismounted = true;
    f[a2].state = State::Routing;
    f[a2].troop.arm = kind;
    f[a2].companies.iter_mut().for_each(|c| c.troop.arm = kind);
    f.draw_up(a2);
    let (b, n) = (f[a2].base, f[id(&f, "n2")].base);
    match beside {
        true => put(&mut f, "n2", 100.0 - b.width / 2.0 - n.depth, 100.0 - 1.5 * b.depth - 0.5, 270.0),
        false => put(&mut f, "n2", 100.0, 110.0, 180.0),
    }
    let mut b = drill(f, vec![3; 40]);
    quiet(&mut b, vec![], vec![hold("n2")]);
    b
}

#[test]
fn horse_holders_lead_the_horses_away_unless_the_enemy_would_be_upon_them() {
    let p = proves!("23.11.b");
    // Light horses go 60 at the double, hussars charge 50.
    let b = riders_on_foot(Arm::LightCavalry, false);
    let led = p.shows("23.11.b", told(&b, Kind::Moves, "23.11.b"));
    assert_eq!(led.len(), 1, "{}", log(&b));
    let held = &b.play().led[0];
    assert!(held.away && !held.runs && held.base.centre().y < 40.0, "{held:?} {}", log(&b));
    // Heavy ones go 50: they are left where the hussars stand beside them, and run.
    let b = riders_on_foot(Arm::HeavyCavalry, true);
    assert!(told(&b, Kind::Moves, "23.11.b").is_empty(), "{}", log(&b));
    assert!(b.play().led.iter().all(|l| !l.away), "{}", log(&b));
}

#[test]
fn drivers_take_the_teams_away_from_guns_that_are_left() {
    let p = proves!("23.13");
    let run = |uncut: u8| {
        let mut f = with_battery("");
        put(&mut f, "a5", 100.0, 60.0, 0.0);
        let a5 = id(&f, "a5");
        f[a5].state = State::Routing;
        for t in f[a5].battery.iter_mut().flat_map(|x| &mut x.guns).filter_map(|g| g.team.as_mut()) {
            t.uncut = uncut;
        }
        let mut b = drill(f, vec![3; 40]);
        quiet(&mut b, vec![], vec![]);
        b
    };
    let b = run(0);
    assert_eq!(p.shows("23.13", told(&b, Kind::Moves, "23.13")).len(), 1, "{}", log(&b));
    let led = &b.play().led[0];
    let guns = b.field().abandoned[0].base.centre();
    // Limbered foot artillery goes 25 at the double.
    assert!(led.away && led.base.centre().dist(guns) > 24.0, "{led:?} {}", log(&b));
    // With dead horses in every team nobody gets away with them.
    let b = run(1);
    assert!(b.play().led.is_empty() && told(&b, Kind::Moves, "23.13").is_empty(), "{}", log(&b));
    assert_eq!(b.field().abandoned.len(), 1);
}

#[test]
fn part_of_a_cavalry_unit_dismounts_and_falls_in_again_when_it_rides() {
    let p = proves!("6.2.a.vi");
    let mut b = drill(field(), vec![3; 20]);
    let order = |dismount: Vec<u8>| MoveOrder { unit: "a2".into(), dismount, ..MoveOrder::default() };
    // Not all of them, and none that is not there.
    assert!(b.answer(Side::A, orders(vec![order(vec![1, 2, 3])])).is_err());
    assert!(b.answer(Side::A, orders(vec![order(vec![7])])).is_err());
    let foot = MoveOrder { unit: "a1".into(), ..order(vec![1]) };
    p.refused_by("6.2.a.vi", b.answer(Side::A, orders(vec![foot])));
    quiet(&mut b, vec![order(vec![1])], vec![]);
    assert_eq!(p.shows("6.2.a.vi", told(&b, Kind::Changes, "6.2.a.vi")).len(), 1, "{}", log(&b));
    let (part, rest) = (id(b.field(), "a2-1"), id(b.field(), "a2"));
    assert!(b.field()[part].dismounted && !b.field()[rest].dismounted, "{}", log(&b));
    assert_eq!(b.field()[part].companies.len(), 1);
    assert_eq!(b.play().led.len(), 1, "their horses are held: {}", log(&b));
    let rejoin = || legs("a2-1", &[LegOrder::Rejoin]);
    p.refused_by("6.2.a.vi", b.answer(Side::A, orders(vec![rejoin()])));
    quiet(&mut b, vec![legs("a2-1", &[LegOrder::Mount])], vec![]);
    let joined = |b: &Battle| b.field()[part].fate == Fate::Joined;
    if !joined(&b) {
        quiet(&mut b, vec![rejoin()], vec![]);
    }
    assert!(joined(&b), "{}", log(&b));
    assert_eq!(b.field()[rest].companies.len(), 3);
}

#[test]
fn with_a_general_near_the_order_says_whether_a_breakthrough_goes_on() {
    let p = proves!("18.1.f");
    let run = |general: bool, press_on: bool| {
        let mut f = field();
        put(&mut f, "n2", 100.0, 60.0, 180.0);
        put(&mut f, "a1", 100.0, 40.0, 0.0);
        put(&mut f, "n1", 180.0, 100.0, 180.0);
        put(&mut f, "a3", 100.0, 24.0, 0.0);
        for (code, factors) in [("a1", 3), ("a3", 12)] {
            let u = id(&f, code);
            f[u].disorder.accumulated = factors;
        }
        if general {
            let (white, n2) = (f.general_by_code("White").unwrap(), id(&f, "n2"));
            f[white].with = Some(n2);
            f[white].at = f[n2].base.front;
        }
        // With the general a1 needs better dice not to break before it is touched.
        let theirs = if general { 4 } else { 3 };
        let mut dice = vec![3, 3, theirs, theirs];
        dice.extend([3; 40]);
        let mut b = drill(f, dice);
        quiet(&mut b, vec![], vec![MoveOrder { press_on, ..charge("n2", "a1") }]);
        assert!(!told(&b, Kind::Melee, "18.1.f").is_empty(), "it broke through: {}", log(&b));
        (told(&b, Kind::Declared, "17.2.g").len(), log(&b))
    };
    let (next, all) = run(true, true);
    assert_eq!(p.shows("18.1.f", next), 1, "{all}");
    let (next, all) = run(true, false);
    assert_eq!(next, 0, "{all}");
    let (next, all) = run(false, false);
    assert_eq!(next, 1, "{all}");
}

#[test]
fn companies_of_which_nobody_is_left_are_not_told_apart_as_the_rest() {
    let p = proves!("19.5.k");
    // All who are left of n1 belong to one of its companies, and are engaged.
    for last in 0..2 {
        let mut f = overlapping(0.0, 12);
        form(&mut f, "n1", Formation::CompanyColumn);
        let n1 = id(&f, "n1");
        for (place, c) in f[n1].companies.iter_mut().enumerate() {
            c.figures = if place == last { 6 } else { 0 };
        }
        f.draw_up(n1);
        let mut b = drill(f, vec![3; 40]);
        quiet(&mut b, vec![hold("a1")], vec![hold("n1")]);
        assert_eq!(state(&b, "n1"), State::Routing, "{}", log(&b));
        assert!(p.shows("19.5.k", b.field().by_code("n1-1").is_none()), "{}", log(&b));
    }
}
