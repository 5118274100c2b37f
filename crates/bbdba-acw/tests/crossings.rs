//! Crossing rivers (crossing.1 to crossing.4, river.2, river.3).

use crate::orders;
use bbdba_acw::drill::Drill;
use bbdba_acw::event::EventKind;
use bbdba_acw::field::Nature;
use bbdba_acw::{ElementId, Field, Manner, Step, Troop, proves};
use orders::*;

/// A river across the table, its bed from y 940 to 1060, and an element before it.
fn bank(troop: Troop, y: f64) -> (Field, ElementId) {
    let mut d = Drill::new();
    d.river(&[(0.0, 1000.0), (2400.0, 1000.0)], 120.0);
    let a = d.a(troop, 1200.0, y, 0.0);
    d.a(troop, 1800.0, y, 0.0);
    (d.field(), a)
}

#[test]
fn the_first_to_cross_finds_the_nature_of_the_river() {
    let _p = proves!("river.2");
    for (die, nature, end) in [
        (1, Nature::Shallow, 1100.0),
        (2, Nature::Shallow, 1100.0),
        (3, Nature::Ordinary, 1000.0),
        (5, Nature::Ordinary, 1000.0),
    ] {
        let (mut f, a) = bank(Troop::Rifles, 900.0);
        let events = make(&mut f, &advance(&[a], 200.0), &[die]);
        assert_eq!(f.rivers[0].nature, Some(nature));
        assert!(events.iter().any(|e| e.kind == EventKind::RiverFound { river: 0, die, nature }));
        stands(&f, a, 1200.0, end, 0.0);
    }
    // Touching the bed is not entering it: no die.
    let (mut f, a) = bank(Troop::Rifles, 900.0);
    make(&mut f, &advance(&[a], 40.0), &[]);
    assert_eq!(f.rivers[0].nature, None);
    // Whose bank is further than the slow rate stops at the bank.
    let (mut f, a) = bank(Troop::Rifles, 750.0);
    make(&mut f, &advance(&[a], 200.0), &[4]);
    stands(&f, a, 1200.0, 940.0, 0.0);
}

#[test]
fn a_known_river_slows_by_plan_and_needs_no_column() {
    let _p = proves!("crossing.3");
    let mut d = Drill::new();
    d.river(&[(0.0, 1000.0), (2400.0, 1000.0)], 120.0);
    let a = d.a(Troop::Cavalry, 1000.0, 900.0, 0.0);
    let b = d.a(Troop::Cavalry, 1160.0, 900.0, 0.0);
    let mut f = d.field();
    f.rivers[0].nature = Some(Nature::Ordinary);
    assert_eq!(refused(&f, &advance(&[a, b], 100.1)), "crossing.3");
    make(&mut f, &advance(&[a, b], 100.0), &[]);
    stands(&f, a, 1000.0, 1000.0, 0.0);
    f.rivers[0].nature = Some(Nature::Shallow);
    f[a].moves = 0;
    make(&mut f, &advance(&[a], 400.0), &[]);
    // The rate is a reading.
    let mut d = Drill::new();
    d.read("river-rate", "150");
    d.river(&[(0.0, 1000.0), (2400.0, 1000.0)], 120.0);
    let a = d.a(Troop::Rifles, 1000.0, 900.0, 0.0);
    let mut f = d.field();
    f.rivers[0].nature = Some(Nature::Ordinary);
    lawful(&f, &advance(&[a], 150.0));
    assert_eq!(refused(&f, &advance(&[a], 151.0)), "crossing.3");
}

#[test]
fn each_element_dices_with_a_torrent() {
    let _p = proves!("crossing.4");
    // The one who finds the torrent rolls as well.
    let (mut f, a) = bank(Troop::Rifles, 900.0);
    make(&mut f, &advance(&[a], 200.0), &[6, 3]);
    stands(&f, a, 1200.0, 1000.0, 0.0);
    // In the bed it goes on without another roll.
    f[a].moves = 0;
    make(&mut f, &advance(&[a], 100.0), &[]);
    stands(&f, a, 1200.0, 1100.0, 0.0);
    let (mut f, a) = bank(Troop::Rifles, 900.0);
    let b = ElementId::new(a.side(), 1);
    let points = f.command(a).points - lawful(&f, &advance(&[a], 200.0)).cost;
    make(&mut f, &advance(&[a], 200.0), &[6, 2]);
    stands(&f, a, 1200.0, 940.0, 0.0);
    assert_eq!(f.command(a).points, points);
    // Nobody else may try this turn.
    assert!(f.rivers[0].closed);
    assert_eq!(refused(&f, &advance(&[b], 100.0)), "crossing.4");
    lawful(&f, &advance(&[b], 40.0));
    // It stands on the bank and no part of it in the bed: next turn it rolls like anybody.
    assert!((f[a].base.front.y - 940.0).abs() < 1e-6, "{:?}", f[a].base.front);
    let mut g = f.clone();
    g.rivers[0].closed = false;
    g[a].moves = 0;
    make(&mut g, &advance(&[a], 100.0), &[4]);
    f.rivers[0].closed = false;
    make(&mut f, &advance(&[b], 100.0), &[4]);
    // Stopped by its rate at the bank it does not try.
    let (mut f, a) = bank(Troop::Rifles, 800.0);
    make(&mut f, &advance(&[a], 200.0), &[6]);
    stands(&f, a, 1200.0, 940.0, 0.0);
}

#[test]
fn a_group_dices_element_by_element() {
    let _p = proves!("crossing.4");
    let mut d = Drill::new();
    d.river(&[(0.0, 1000.0), (2400.0, 1000.0)], 120.0);
    let a = d.a(Troop::Rifles, 1000.0, 900.0, 0.0);
    let b = d.a(Troop::Rifles, 1160.0, 900.0, 0.0);
    let c = d.a(Troop::Rifles, 1320.0, 900.0, 0.0);
    let behind = d.a(Troop::Rifles, 1160.0, 820.0, 0.0);
    let mut f = d.field();
    // The first crosses, the second fails, the third does not try; the one behind is held up by the second.
    make(&mut f, &advance(&[a, b, c, behind], 200.0), &[6, 4, 1]);
    stands(&f, a, 1000.0, 1000.0, 0.0);
    stands(&f, b, 1160.0, 940.0, 0.0);
    stands(&f, c, 1320.0, 940.0, 0.0);
    let y = f[behind].base.front.y;
    assert!((855.0..=861.0).contains(&y), "{y}");
}

#[test]
fn no_facing_about_in_midstream() {
    let _p = proves!("crossing.1");
    let (mut f, a) = bank(Troop::Jaeger, 980.0);
    f.rivers[0].nature = Some(Nature::Shallow);
    assert_eq!(refused(&f, &steps(&[a], &[Step::WheelLeft(20.0)])), "crossing.1");
    assert_eq!(refused(&f, &leg(a, 1260.0, 980.0, 0.0)), "crossing.1");
    lawful(&f, &advance(&[a], 200.0));
    lawful(&f, &leg(a, 1200.0, 800.0, 0.0));
    // With its front out it may turn although its rear is in the bed.
    let (mut f, a) = bank(Troop::Jaeger, 1060.0);
    f.rivers[0].nature = Some(Nature::Shallow);
    lawful(&f, &steps(&[a], &[Step::WheelLeft(20.0)]));
    // A wheel on land and then straight in.
    let (mut f, a) = bank(Troop::Jaeger, 880.0);
    f.rivers[0].nature = Some(Nature::Shallow);
    lawful(&f, &steps(&[a], &[Step::WheelLeft(5.0), Step::Advance(150.0)]));
    assert_eq!(refused(&f, &steps(&[a], &[Step::Advance(100.0), Step::WheelLeft(5.0)])), "crossing.1");
}

#[test]
fn over_a_bridge_nothing_is_rolled() {
    let _p = proves!("dba.50");
    let mut d = Drill::new();
    d.river(&[(0.0, 1000.0), (2400.0, 1000.0)], 120.0);
    d.road(&[(1200.0, 0.0), (1200.0, 2400.0)], 80.0);
    let a = d.a(Troop::Rifles, 1200.0, 900.0, 0.0);
    let mut f = d.field();
    make(&mut f, &order(&[a], Manner::Road(400.0)), &[]);
    stands(&f, a, 1200.0, 1300.0, 0.0);
    assert_eq!(f.rivers[0].nature, None);
}
