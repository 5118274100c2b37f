//! Contact distance (03.03.1, 03.03.2, play.contact).

use chakoten_napoleonic::contact::{self, Zone};
use chakoten_napoleonic::drill::{Drill, turned};
use chakoten_napoleonic::troop::Formation::{AttackColumn, Clump, Line, Mass, Skirmish, Square};
use chakoten_napoleonic::troop::{Formation, State};
use chakoten_napoleonic::{Field, Side, UnitId, proves};
use table::{Motion, Moving, v2};

/// A unit at (100, 50) facing north, and an enemy column whose front is at the place.
fn pair(formation: Formation, x: f64, y: f64, facing: f64) -> (Field, UnitId, UnitId) {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, formation, 100.0, 50.0, 0.0);
    let b = d.infantry(Side::B, 24, AttackColumn, x, y, facing);
    d.files(b, 6);
    (d.field(), a, b)
}

#[test]
fn five_cm_before_the_front() {
    let p = proves!("12.01.1", "play.contact");
    for (x, y, within) in [
        (100.0, 55.0, true),
        (100.0, 55.01, false),
        (100.0, 53.0, true),
        // 9 cm of line and half a column of 9: touching the side line is not lying in the zone.
        (113.4, 54.0, true),
        (113.5, 54.0, false),
        (113.6, 54.0, false),
    ] {
        // The enemy faces away, so that only our zone counts.
        let (f, a, b) = pair(Line, x, y + 6.0, 0.0);
        let arrived = contact::arrived(&f, &f[a], &f[b]).map(|c| c.id());
        assert_eq!(arrived, within.then_some("12.01.1"), "{x} {y}");
        if within {
            assert!(p.shows("12.01.1", arrived).is_some());
            assert_eq!(
                p.shows("play.contact", contact::within(&f, &f[b], &f[a]).map(|c| c.id())),
                Some("play.contact")
            );
        }
        assert_eq!(contact::within(&f, &f[a], &f[b]).is_some(), within);
    }
}

#[test]
fn either_zone_counts() {
    // The enemy faces our flank: we lie in his zone, he not in ours.
    let (f, a, b) = pair(Line, 114.0, 48.5, 270.0);
    assert!(contact::arrived(&f, &f[a], &f[b]).is_none());
    assert!(contact::arrived(&f, &f[b], &f[a]).is_some());
    assert!(contact::within(&f, &f[a], &f[b]).is_some());
    let (f, a, b) = pair(Line, 114.01, 48.5, 270.0);
    assert!(contact::within(&f, &f[a], &f[b]).is_none());
}

#[test]
fn shorter_where_sight_is_shorter() {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Line, 100.0, 50.0, 0.0);
    let b = d.infantry(Side::B, 24, Line, 100.0, 57.0, 0.0);
    d.special().sight = Some(3.0);
    let f = d.clone().field();
    assert_eq!(contact::distance(&f), 3.0);
    assert!(!contact::lies_in(&f, &f[a], &f[b]));
    d.special().sight = Some(40.0);
    let f = d.field();
    assert_eq!(contact::distance(&f), 5.0);
    assert!(contact::lies_in(&f, &f[a], &f[b]));
}

#[test]
fn all_round_formations_have_a_zone_on_each_side() {
    for (formation, sides) in [(Square, 4), (Mass, 4), (Clump, 4), (Line, 1), (AttackColumn, 1)] {
        let (f, a, _) = pair(formation, 200.0, 100.0, 0.0);
        let Zone::Before(rects) = contact::zone(&f, &f[a]) else { panic!("rectangles") };
        assert_eq!(rects.len(), sides, "{formation:?}");
    }
    // Off a corner of the square is in no zone.
    let (f, a, _) = pair(Square, 200.0, 100.0, 0.0);
    let right = f[a].base.width / 2.0;
    for (x, y, within) in [(right + 5.0, 45.0, true), (right + 5.01, 45.0, false), (right + 1.0, 51.0, false)]
    {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 24, Square, 100.0, 50.0, 0.0);
        let b = d.infantry(Side::B, 24, Line, 100.0 + x + 3.0, y + 9.0, 90.0);
        d.unit(b).base.front = v2(100.0 + x + 3.0, y + if within || y < 50.0 { 0.0 } else { 9.0 });
        let f = d.field();
        assert_eq!(contact::lies_in(&f, &f[a], &f[b]), within, "{x} {y}");
    }
}

#[test]
fn skirmishers_have_it_all_round_and_who_flees_none() {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 5, Skirmish, 100.0, 50.0, 0.0);
    let behind = d.infantry(Side::B, 24, Line, 100.0, 43.5, 0.0);
    let f = d.clone().field();
    assert!(contact::lies_in(&f, &f[a], &f[behind]));
    d.unit(behind).base.front = v2(100.0, 43.4);
    let f = d.clone().field();
    assert!(!contact::lies_in(&f, &f[a], &f[behind]));
    d.unit(behind).base.front = v2(100.0, 43.5);
    d.read("skirmish-zone", "front");
    let f = d.clone().field();
    assert!(!contact::lies_in(&f, &f[a], &f[behind]));
    d.read("contact-zone", "all-round");
    let f = d.clone().field();
    assert!(contact::lies_in(&f, &f[behind], &f[a]));
    d.state(a, State::Complete);
    let f = d.field();
    assert_eq!(contact::zone(&f, &f[a]), Zone::None);
}

#[test]
fn who_is_inside_may_do_what_brings_him_no_nearer() {
    let _p = proves!("03.03.2");
    let (f, a, b) = pair(Line, 100.0, 60.0, 0.0);
    // 4 cm before us he shows his rear: inside.
    let mut f = f;
    f[b].base.front = v2(100.0, 60.0);
    let moved = |dy: f64, turn: f64| {
        let mut u = f[a].clone();
        u.base = u.base.moved(v2(0.0, dy));
        chakoten_napoleonic::stance::rotate_by(&mut u, turn);
        contact::comes_nearer(&f, &f[a], &u, &f[b]).map(|c| c.id())
    };
    assert_eq!((moved(-1.0, 0.0), moved(0.0, 0.0)), (None, None));
    assert_eq!(moved(0.1, 0.0), Some("03.03.2"));
    // Up to the line itself from outside.
    f[b].base.front = v2(100.0, 66.0);
    let come = |dy: f64| {
        let mut u = f[a].clone();
        u.base = u.base.moved(v2(0.0, dy));
        contact::comes_nearer(&f, &f[a], &u, &f[b]).is_some()
    };
    assert!(!come(5.0) && come(5.1));
}

#[test]
fn the_first_moment_is_found_on_the_clock() {
    let (f, a, b) = pair(Line, 100.0, 80.0, 180.0);
    let zone = contact::zone(&f, &f[a]);
    let mine = Moving { base: f[a].base, since: 0.0, motion: Motion::March { velocity: v2(0.0, 20.0) } };
    let theirs = Moving { base: f[b].base, since: 0.0, motion: Motion::March { velocity: v2(0.0, -30.0) } };
    let (own, bases) = (contact::frame(&f[a]), contact::frame(&f[b]));
    // 30 cm apart, 25 to go, at 50 a turn.
    let t = zone.first(&mine, &own, &theirs, &bases, 0.0, 1.0).unwrap();
    assert!((t - 0.5).abs() < 1e-6);
    assert_eq!(zone.first(&mine, &own, &theirs, &bases, 0.0, 0.4), None);
    // Beside the zone he never lies in it.
    let past = Moving { base: f[b].base.moved(v2(13.6, 0.0)), ..theirs };
    assert_eq!(zone.first(&mine, &own, &past, &bases, 0.0, 1.0), None);
    // A line's bases are measured one by one.
    let mut d = Drill::new();
    let s = d.infantry(Side::A, 5, Skirmish, 100.0, 50.0, 0.0);
    let f2 = d.field();
    let mine = Moving::standing(f2[s].base);
    let t =
        contact::zone(&f2, &f2[s]).first(&mine, &contact::frame(&f2[s]), &theirs, &bases, 0.0, 1.0).unwrap();
    assert!((t - 25.0 / 30.0).abs() < 1e-6);
}

#[test]
fn the_same_turned_and_mirrored() {
    for turn in [0.0, 40.0, 90.0, 225.0] {
        for (x, y, within) in
            [(0.0, 5.0, true), (0.0, 5.02, false), (13.4, 4.0, true), (-13.4, 4.0, true), (-13.6, 4.0, false)]
        {
            let mut d = Drill::sized(200.0, 200.0);
            let a = d.infantry(Side::A, 24, Line, 100.0, 100.0, turn);
            let (x, y) = turned(x, y + 6.0, turn);
            let b = d.infantry(Side::B, 24, AttackColumn, 100.0 + x, 100.0 + y, turn);
            d.files(b, 6);
            let f = d.field();
            assert_eq!(contact::lies_in(&f, &f[a], &f[b]), within, "{turn} {x} {y}");
        }
    }
}
