//! Units in each other's way, at the edge, and coming apart; and that neither side is favoured by the order of the list.

use chakoten_acw::battle::{Awaits, Battle};
use chakoten_acw::drill::Drill;
use chakoten_acw::order::{Answer, MoveOrder, Order, Step, Written};
use chakoten_acw::proves;
use chakoten_acw::troop::Formation;
use chakoten_acw::turn::ENDLESS;
use chakoten_acw::{EventKind, Side, UnitId};
use std::collections::BTreeMap;

/// Runs one turn; the orders of each side by unit code, as data or slips.
fn turn(b: &mut Battle, a: Vec<(&str, Written)>, c: Vec<(&str, Written)>) {
    for (side, l) in [(Side::A, a), (Side::B, c)] {
        let orders = l.into_iter().map(|(u, w)| (u.to_string(), w)).collect();
        b.answer(side, Answer::Orders { orders, instructions: BTreeMap::new() }).unwrap();
    }
    while let Some((side, what)) = b.pending().into_iter().next() {
        match what {
            Awaits::Orders => break,
            Awaits::Choices => b.answer(side, Answer::Choices { choices: BTreeMap::new() }).unwrap(),
            Awaits::Staff => b.answer(side, Answer::Staff { moves: Vec::new() }).unwrap(),
        }
    }
}

fn slip(s: &str) -> Written {
    Written::Slip(s.into())
}

fn endless(b: &Battle) -> bool {
    b.events().iter().any(|e| matches!(&e.kind, EventKind::ByDefault { says } if *says == ENDLESS()))
}

fn apart(b: &Battle) -> bool {
    let f = b.field();
    let all: Vec<_> = f.present().collect();
    all.iter()
        .enumerate()
        .all(|(i, x)| all[i + 1..].iter().all(|y| x.base.rect().penetration(&y.base.rect()) <= 0.01))
}

#[test]
fn who_is_held_up_by_two_friends_at_once_waits_behind_both() {
    let _p = proves!("play.blocked");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 40.0, 0.0);
    // A gap of 2 cm between two lines that are to fire; the column is 4.8 wide.
    d.infantry(Side::A, 30, Formation::Line, 93.0, 50.0, 0.0);
    d.infantry(Side::A, 30, Formation::Line, 107.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 150.0, 180.0);
    d.general(Side::A, 100.0, 30.0);
    let mut b = Battle::drill(d.field(), []);
    let fire = || slip("fire before shock");
    turn(&mut b, vec![("A1", slip("march")), ("A2", fire()), ("A3", fire())], vec![]);
    assert!(!endless(&b));
    assert!((b.field()[u].base.front.y - 47.0).abs() < 0.01, "{:?}", b.field()[u].base);
    b.dice_used_up().unwrap();
}

#[test]
fn a_wheel_into_friends_stops_at_them() {
    let _p = proves!("play.blocked");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 40.0, 0.0);
    d.infantry(Side::A, 30, Formation::AttackColumn, 103.0, 51.0, 0.0);
    d.infantry(Side::A, 30, Formation::AttackColumn, 97.0, 53.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 150.0, 180.0);
    d.general(Side::A, 100.0, 30.0);
    let mut b = Battle::drill(d.field(), []);
    let fire = || slip("fire before shock");
    turn(&mut b, vec![("A1", slip("wheel right 90")), ("A2", fire()), ("A3", fire())], vec![]);
    assert!(!endless(&b) && apart(&b), "{:?}", b.field()[u].base);
    assert!(b.field()[u].base.dir.x > 0.05 && b.field()[u].base.dir.x < 0.9);
}

#[test]
fn companies_detached_from_a_column_stand_beside_it() {
    let _p = proves!("play.detach");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 40.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 150.0, 180.0);
    d.general(Side::A, 100.0, 30.0);
    let mut b = Battle::drill(d.field(), []);
    let part = Step::Detach { companies: 2, squadrons: 0, left: true, code: "A1-sk".into() };
    let o = Order::Move(MoveOrder { steps: vec![part], ..MoveOrder::default() });
    turn(&mut b, vec![("A1", Written::Data(o))], vec![]);
    let f = b.field();
    let p = f.by_code("A1-sk").expect("the part is there");
    assert_eq!((f[u].figures, f[p].figures), (24, 6));
    assert!(apart(&b), "{:?} {:?}", f[u].base, f[p].base);
    assert!(f.gap(&f[u], &f[p]) <= table::EPS);
    assert!(f[p].base.front.x < f[u].base.front.x);
}

#[test]
fn a_line_formed_between_friends_makes_room() {
    let _p = proves!("02.06.3.a");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 40.0, 0.0);
    d.infantry(Side::A, 30, Formation::AttackColumn, 107.0, 40.0, 0.0);
    d.infantry(Side::A, 30, Formation::AttackColumn, 93.0, 40.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 150.0, 180.0);
    d.general(Side::A, 100.0, 30.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, vec![("A1", slip("form line"))], vec![]);
    assert_eq!(b.field()[u].formation, Formation::Line);
    assert!(apart(&b), "{:?}", b.field()[u].base);
}

#[test]
fn a_wheel_stops_at_the_edge_of_the_table() {
    let _p = proves!("play.edge");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Formation::Line, 232.0, 40.0, 90.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 150.0, 180.0);
    d.general(Side::A, 220.0, 30.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, vec![("A1", slip("wheel right 90"))], vec![]);
    let f = b.field();
    assert!(f[u].base.corners().iter().all(|p| p.x <= f.ground.width + table::EPS), "{:?}", f[u].base);
    assert!(b.events().iter().any(
        |e| matches!(e.kind, EventKind::Halted { unit, why: chakoten_acw::event::Halt::Edge } if unit == u)
    ));
}

/// A manoeuvre without dice, the same for both sides with the table turned round: everybody ends where his counterpart does,
/// whoever stands first in the list.
#[test]
fn neither_side_is_favoured() {
    let _p = proves!("play.clock");
    let men: [(u16, Formation, f64, f64, f64, &str); 7] = [
        (30, Formation::AttackColumn, 60.0, 40.0, 0.0, "march"),
        (24, Formation::Line, 62.0, 52.0, 0.0, "march 4"),
        (30, Formation::Line, 90.0, 40.0, 20.0, "wheel left 30, march"),
        (30, Formation::AttackColumn, 80.0, 44.0, 60.0, "march"),
        (30, Formation::MarchColumn, 120.0, 30.0, 0.0, "face right 90, form attack column, march"),
        (12, Formation::Chain, 140.0, 40.0, 0.0, "march 20, face right 180"),
        (30, Formation::Line, 142.0, 50.0, 0.0, "fire before shock"),
    ];
    let (w, h) = (240.0, 200.0);
    for first in Side::BOTH {
        let mut d = Drill::sized(w, h);
        let mut ids: [Vec<UnitId>; 2] = [Vec::new(), Vec::new()];
        for side in [first, first.other()] {
            for (n, f, x, y, facing, _) in men {
                let (x, y, facing) =
                    if side == Side::A { (x, y, facing) } else { (w - x, h - y, facing + 180.0) };
                ids[side.index()].push(d.infantry(side, n, f, x, y, facing));
            }
        }
        d.general(Side::A, 100.0, 35.0);
        d.general(Side::B, w - 100.0, h - 35.0);
        // Everybody within his general's reach.
        let mut b = Battle::drill(d.field(), []);
        for _ in 0..2 {
            let sheet = |s: &str| -> Vec<(String, Written)> {
                men.iter().enumerate().map(|(i, m)| (format!("{s}{}", i + 1), slip(m.5))).collect()
            };
            let (a, c) = (sheet("A"), sheet("B"));
            turn(
                &mut b,
                a.iter().map(|(k, v)| (k.as_str(), v.clone())).collect(),
                c.iter().map(|(k, v)| (k.as_str(), v.clone())).collect(),
            );
        }
        assert!(!endless(&b));
        b.dice_used_up().unwrap();
        let f = b.field();
        for (a, c) in ids[0].iter().zip(&ids[1]) {
            let (x, y) = (f[*a].base, f[*c].base);
            let off = x.front.dist(table::v2(w - y.front.x, h - y.front.y)) + (x.dir + y.dir).len();
            assert!(off < 1e-6, "{first} first: {} at {x:?}, {} at {y:?}", f[*a].code, f[*c].code);
        }
    }
}
