//! Front, flank and rear (play.sides, 09.03.4, 10.03.3, 12.03.6).

use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::sides::{self, Struck};
use chakoten_napoleonic::troop::Formation::{AttackColumn, Line, MarchColumn, Skirmish, Square};
use chakoten_napoleonic::troop::{Formation, State};
use chakoten_napoleonic::unit::Unit;
use chakoten_napoleonic::{Side, proves};
use table::{V2, v2};

fn at(formation: Formation, facing: f64) -> Unit {
    let mut d = Drill::new();
    let u = d.infantry(Side::B, 24, formation, 100.0, 80.0, facing);
    if formation == AttackColumn {
        d.files(u, 6);
    }
    d.field()[u].clone()
}

/// From so many degrees to the right of the unit's front, at a point of it given in its frame.
fn line(u: &Unit, bearing: f64, x: f64, y: f64) -> (V2, V2) {
    let to = u.base.world(v2(x, y));
    (to + u.base.dir.turned(-bearing.to_radians()) * 30.0, to)
}

#[test]
fn flank_at_45_degrees_and_more() {
    let p = proves!("09.03.4", "10.03.3");
    for facing in [0.0, 31.0, 90.0, 180.0, 265.0] {
        let u = at(AttackColumn, facing);
        // Against the middle of the right flank: the angle to it is the bearing itself.
        for (bearing, want) in [
            (44.9, Struck::Front),
            (45.0, Struck::Flank),
            (90.0, Struck::Flank),
            (135.0, Struck::Flank),
            (135.1, Struck::Front),
        ] {
            for side in [1.0, -1.0] {
                let (from, to) = line(&u, bearing * side, 4.5 * side, -3.0);
                let (s, by) = sides::small_arms(&u, from, to);
                assert_eq!(s, want, "{facing} {bearing} {side}");
                assert_eq!(by.map(|c| c.id()), (want == Struck::Flank).then_some("09.03.4"));
                let (s, by) = sides::guns(&u, from, to);
                assert_eq!((s, by.map(|c| c.id())), (want, (want == Struck::Flank).then_some("10.03.3")));
            }
        }
        // The front at any angle, and the rear.
        for bearing in [0.0, 60.0, -80.0] {
            let (from, to) = line(&u, bearing, 1.0, 0.0);
            assert_eq!(sides::small_arms(&u, from, to).0, Struck::Front);
        }
        for bearing in [180.0, 120.0, -100.0] {
            let (from, to) = line(&u, bearing, 1.0, -6.0);
            let (s, by) = sides::small_arms(&u, from, to);
            assert_eq!(p.shows("09.03.4", (s, by.map(|c| c.id()))), (Struck::Rear, Some("09.03.4")));
            let guns = sides::guns(&u, from, to);
            assert_eq!(p.shows("10.03.3", guns.0), Struck::Rear);
            assert!(guns.1.is_none());
        }
    }
}

#[test]
fn a_corner_belongs_to_the_larger_angle() {
    let u = at(AttackColumn, 0.0);
    // At the front right corner: from 40 degrees the front is met more squarely, from 50 the flank.
    for (bearing, want) in [(40.0, Struck::Front), (50.0, Struck::Flank)] {
        let (from, to) = line(&u, bearing, 4.5, 0.0);
        assert_eq!(sides::small_arms(&u, from, to).0, want);
    }
}

#[test]
fn squares_and_dispersed_troops_have_fronts_only() {
    for formation in [Square, Skirmish] {
        let u = at(formation, 0.0);
        let (from, to) = line(&u, 180.0, 0.0, -u.base.depth);
        assert_eq!(sides::small_arms(&u, from, to), (Struck::Front, None));
    }
    let mut u = at(Line, 0.0);
    u.state = State::Complete;
    assert!(!sides::has_flanks(&u));
    // A square that faces one way has them.
    let mut u = at(Square, 0.0);
    u.faced = true;
    let (from, to) = line(&u, 180.0, 0.0, -u.base.depth);
    assert_eq!(sides::small_arms(&u, from, to).0, Struck::Rear);
}

#[test]
fn a_line_that_misses_strikes_nothing() {
    let u = at(Line, 0.0);
    assert!(sides::struck(&u, v2(120.0, 50.0), v2(120.0, 120.0)).is_none());
    assert!(sides::struck(&u, v2(100.0, 120.0), v2(100.0, 50.0)).is_some());
}

#[test]
fn parts_of_ten_from_the_left() {
    let tens = |figures: u16, formation| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, figures, formation, 100.0, 50.0, 0.0);
        let f = d.field();
        sides::tens(&f[u]).iter().map(|p| ((p.x - 100.0) * 100.0).round() / 100.0).collect::<Vec<_>>()
    };
    // 12 abreast are one part, 13 two, 22 two, 23 three.
    assert_eq!(tens(24, Line), [0.0]);
    assert_eq!(tens(26, Line), [-2.25, 7.5]);
    assert_eq!(tens(44, Line).len(), 2);
    assert_eq!(tens(46, Line).len(), 3);
    assert_eq!(tens(24, MarchColumn), [0.0]);
    assert_eq!(tens(12, Skirmish), [0.0]);
}

#[test]
fn attacks_in_flank_and_rear() {
    let _p = proves!("12.03.6");
    for (x, y, facing, want) in [
        (100.0, 72.0, 0.0, Struck::Rear),
        (100.0, 85.0, 180.0, Struck::Front),
        (109.5, 77.0, 270.0, Struck::Flank),
        // At 44 degrees to the flank: front.
        (113.0, 85.0, 224.0, Struck::Front),
        (112.0, 83.0, 226.0, Struck::Flank),
        // Straight ahead past it: nothing is struck.
        (120.0, 85.0, 180.0, Struck::Front),
    ] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 24, AttackColumn, x, y, facing);
        let b = d.infantry(Side::B, 24, AttackColumn, 100.0, 80.0, 0.0);
        d.files(a, 6).files(b, 6);
        let f = d.field();
        let (s, by) = sides::attack(&f, &f[a], &f[b]);
        assert_eq!(
            (s, by.map(|c| c.id())),
            (want, (want != Struck::Front).then_some("12.03.6")),
            "{x} {y} {facing}"
        );
    }
}

#[test]
fn one_part_is_enough_and_the_other_reading() {
    // A line of 26 files: its left part passes the column, its right part strikes the flank.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 52, Line, 112.0, 80.0 - 3.0, 270.0);
    let b = d.infantry(Side::B, 24, AttackColumn, 100.0, 93.0, 0.0);
    d.files(b, 6);
    let f = d.clone().field();
    assert_eq!(sides::attack(&f, &f[a], &f[b]).0, Struck::Flank);
    // Beside him: straight ahead misses, the nearest point is his flank.
    let c = d.infantry(Side::A, 12, AttackColumn, 112.0, 70.0, 270.0);
    let f = d.clone().field();
    assert_eq!(sides::attack(&f, &f[c], &f[b]).0, Struck::Front);
    d.read("attack-line", "nearest");
    let f = d.field();
    assert_eq!(sides::attack(&f, &f[c], &f[b]).0, Struck::Rear);
}
