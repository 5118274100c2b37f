//! One charge that is declared on several units (17.4.b).

use crate::scene::*;
use newbury_napoleonic::answer::MoveOrder;
use newbury_napoleonic::battle::Battle;
use newbury_napoleonic::event::{Event, Kind};
use newbury_napoleonic::{Field, Side, proves};

/// The cavalry a2 before n1 and n3, who stand beside each other so far away; n3 is drawn back a little.
fn side_by_side(back: f64) -> Field {
    let mut f = field();
    put(&mut f, "a1", 20.0, 30.0, 0.0);
    put(&mut f, "a2", 100.0, 30.0, 0.0);
    let half = f[id(&f, "n1")].base.width / 2.0;
    put(&mut f, "n1", 100.0 - half - 0.1, 55.0, 180.0);
    put(&mut f, "n3", 100.0 + half + 0.1, 55.0 + back, 180.0);
    f
}

fn on_both() -> MoveOrder {
    MoveOrder { charge_also: vec!["n3".into()], ..charge("a2", "n1") }
}

fn reactions<'b>(b: &'b Battle, against: &str) -> Vec<&'b Event> {
    let of = |e: &&Event| {
        e.event == Kind::Reaction && e.step == 2 && e.pieces == ["a2".to_owned(), against.to_owned()]
    };
    b.events().iter().filter(of).filter(|e| e.ruling.is_some()).collect()
}

#[test]
fn a_charge_on_two_is_tested_against_each_with_the_same_dice() {
    let p = proves!("17.4.b");
    // Two dice of the charger, two of each target.
    let mut b = drill(side_by_side(0.0), [4, 4, 3, 3, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
    quiet(&mut b, vec![on_both()], vec![hold("n1"), hold("n3")]);
    let (one, two) = (reactions(&b, "n1"), reactions(&b, "n3"));
    assert_eq!((one.len(), two.len()), (1, 1), "{}", log(&b));
    assert_eq!(one[0].ruling.as_ref().unwrap().dice, [4, 4, 3, 3], "{}", log(&b));
    assert_eq!(two[0].ruling.as_ref().unwrap().dice, [2, 2], "the charger's are known: {}", log(&b));
    let acts = p.shows("17.4.b", told(&b, Kind::Reaction, "17.4.b"));
    assert!(acts.iter().any(|e| e.pieces == ["a2"]), "{}", log(&b));
    let values = |e: &Event| e.ruling.as_ref().unwrap().result["value"].as_i64().unwrap();
    let worst = values(one[0]).min(values(two[0]));
    let by = acts.iter().find(|e| e.pieces == ["a2"]).unwrap();
    assert_eq!(by.ruling.as_ref().unwrap().result["value"], worst, "{}", log(&b));
}

#[test]
fn it_strikes_all_whom_it_touches() {
    let p = proves!("17.4.b");
    let fights = |back: f64| {
        let f = side_by_side(back);
        // Squares they are not, and the charge is to come home: good dice for a2, bad ones for the others.
        let mut b =
            drill(f, vec![4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
        quiet(&mut b, vec![on_both()], vec![hold("n1"), hold("n3")]);
        let struck = |on: &str| {
            let of = |e: &&Event| e.event == Kind::Impact && e.pieces == ["a2".to_owned(), on.to_owned()];
            b.events().iter().filter(of).count()
        };
        let both = told(&b, Kind::Reaction, "17.4.b").len();
        (struck("n1"), struck("n3"), both, log(&b))
    };
    let (one, two, both, all) = fights(0.0);
    assert_eq!((one, two), (1, 1), "{all}");
    assert!(p.shows("17.4.b", both) > 0);
    // The second stands too far back to be touched; both have had their test.
    let (one, two, both, all) = fights(3.0);
    assert_eq!((one, two), (1, 0), "{all}");
    assert!(both > 0, "{all}");
}

#[test]
fn what_cannot_be_declared_together_is_refused() {
    let p = proves!("17.4.b");
    let mut b = drill(side_by_side(0.0), [3]);
    let twice = MoveOrder { charge_also: vec!["n1".into()], ..charge("a2", "n1") };
    p.refused_by("17.4.b", b.answer(Side::A, orders(vec![twice])));
    let none = MoveOrder { charge: None, ..on_both() };
    assert!(b.answer(Side::A, orders(vec![none])).is_err());
    let nobody = MoveOrder { charge_also: vec!["a1".into()], ..charge("a2", "n1") };
    assert!(b.answer(Side::A, orders(vec![nobody])).is_err());
    b.answer(Side::A, orders(vec![on_both()])).unwrap();
}
