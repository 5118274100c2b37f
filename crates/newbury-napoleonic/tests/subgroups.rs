//! Subgroups on the table: who is engaged in a melee does what comes of it, the rest of the unit tests, and both fall in again.

use crate::scene::*;
use newbury_napoleonic::answer::{LegOrder, MoveOrder};
use newbury_napoleonic::battle::Battle;
use newbury_napoleonic::event::Kind;
use newbury_napoleonic::unit::{Fate, State};
use newbury_napoleonic::{Field, proves};
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
