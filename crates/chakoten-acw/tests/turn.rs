//! Whole turns on a drill ground.

use chakoten_acw::battle::{Awaits, Battle};
use chakoten_acw::drill::Drill;
use chakoten_acw::order::{Answer, Written};
use chakoten_acw::troop::Formation;
use chakoten_acw::{EventKind, Side, UnitId};
use std::collections::BTreeMap;

/// Gives both sides' orders as slips and runs the turn with every choice at its default and no staff moves.
fn turn(b: &mut Battle, a: &[(&str, &str)], c: &[(&str, &str)]) {
    let sheet = |l: &[(&str, &str)]| -> BTreeMap<String, Written> {
        l.iter().map(|(u, s)| (u.to_string(), Written::Slip(s.to_string()))).collect()
    };
    let orders = |l| Answer::Orders { orders: sheet(l), instructions: BTreeMap::new() };
    b.answer(Side::A, orders(a)).unwrap();
    b.answer(Side::B, orders(c)).unwrap();
    let before = b.field().turn;
    for _ in 0..1000 {
        let p = b.pending();
        let Some((side, what)) = p.first().cloned() else { break };
        match what {
            Awaits::Orders => break,
            Awaits::Choices => b.answer(side, Answer::Choices { choices: BTreeMap::new() }).unwrap(),
            Awaits::Staff => b.answer(side, Answer::Staff { moves: Vec::new() }).unwrap(),
        }
    }
    assert_eq!(b.field().turn, before);
}

fn show(b: &Battle) {
    for e in b.events() {
        println!("{} {:.3} {} {:?}", e.turn, e.clock, e.clause, e.kind);
    }
}

fn two(gap: f64) -> (Drill, UnitId, UnitId) {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let b = d.infantry(Side::B, 30, Formation::Line, 100.0, 50.0 + gap, 180.0);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 100.0, 60.0 + gap);
    (d, a, b)
}

#[test]
fn a_line_marches_twelve_centimetres() {
    let (d, u, _) = two(100.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march")], &[]);
    show(&b);
    assert!((b.field()[u].base.front.y - 62.0).abs() < 1e-6, "{:?}", b.field()[u].base);
    assert!(b.events().iter().any(|e| matches!(e.kind, EventKind::Moved { .. })));
    b.dice_finished().unwrap();
}

#[test]
fn a_charge_meets_fire_and_shock() {
    let (d, _, _) = two(15.0);
    let mut b = Battle::seeded(d.field(), 3);
    turn(&mut b, &[("A1", "attack charge: march")], &[("B1", "fire before shock")]);
    turn(&mut b, &[], &[]);
    turn(&mut b, &[], &[]);
    show(&b);
}

#[test]
fn a_fire_fight() {
    let (d, _, _) = two(10.0);
    let mut b = Battle::seeded(d.field(), 5);
    for _ in 0..3 {
        turn(&mut b, &[("A1", "fire")], &[("B1", "fire")]);
    }
    show(&b);
}
