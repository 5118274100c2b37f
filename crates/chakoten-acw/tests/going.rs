//! How fast a unit goes over the ground (play.ground, 02.06, tables I and III).

use chakoten_acw::drill::Drill;
use chakoten_acw::going::{Stretch, rate_at, slide, staff_reach, stretches, wheel_rate};
use chakoten_acw::ground::{LineKind, PatchKind};
use chakoten_acw::troop::Formation::{AttackColumn, Chain, Line, MarchColumn, ThinLine};
use chakoten_acw::troop::{Gun, Obstacle, State};
use chakoten_acw::unit::Haste;
use chakoten_acw::{Field, Side, UnitId, proves};
use ground::time_over;
use table::v2;

/// The way straight ahead, or back, as (to, rate, obstacle).
fn way(f: &Field, u: UnitId, cm: f64, haste: Haste, back: bool) -> Vec<(f64, Option<f64>, Obstacle)> {
    let dir = if back { -f[u].base.dir } else { f[u].base.dir };
    let all = stretches(f, &f[u], &f[u].base, dir, cm, haste, back);
    let mut at = 0.0;
    for s in &all {
        assert!((s.from - at).abs() < 1e-9 && s.to > s.from, "no gap, no overlap: {all:?}");
        at = s.to;
    }
    assert!((at - cm).abs() < 1e-9);
    all.iter().map(|s| ((s.to * 1000.0).round() / 1000.0, s.rate, s.why.obstacle)).collect()
}

fn march(f: &Field, u: UnitId, cm: f64) -> Vec<(f64, Option<f64>, Obstacle)> {
    way(f, u, cm, Haste::March, false)
}

fn last(f: &Field, u: UnitId, cm: f64, haste: Haste) -> Stretch {
    *stretches(f, &f[u], &f[u].base, f[u].base.dir, cm, haste, false).last().unwrap()
}

const NONE: Obstacle = Obstacle::None;

/// A line of 30 at (120, 20) marching north: its front is 12 wide, it is 3 deep.
fn line(d: &mut Drill) -> UnitId {
    d.infantry(Side::A, 30, Line, 120.0, 20.0, 0.0)
}

#[test]
fn open_ground_is_marched_by_table_i() {
    let _p = proves!("02.06.1");
    let mut d = Drill::new();
    let all = [
        (d.infantry(Side::A, 30, MarchColumn, 20.0, 40.0, 0.0), 25.0),
        (d.infantry(Side::A, 30, AttackColumn, 40.0, 40.0, 0.0), 25.0),
        (d.infantry(Side::A, 30, ThinLine, 60.0, 40.0, 0.0), 15.0),
        (d.infantry(Side::A, 30, Line, 80.0, 40.0, 0.0), 12.0),
        (d.infantry(Side::A, 12, Chain, 100.0, 40.0, 0.0), 25.0),
        (d.cavalry(Side::A, 12, Line, 120.0, 40.0, 0.0), 30.0),
        (d.dismounted(Side::A, 12, Line, 140.0, 40.0, 0.0), 12.0),
        (d.battery(Side::A, Gun::Napoleon, 6, 160.0, 40.0, 0.0), 4.0),
        (d.limbered(Side::A, Gun::Napoleon, 6, 180.0, 40.0, 0.0), 25.0),
        (d.horse_limbered(Side::A, Gun::Napoleon, 4, 200.0, 40.0, 0.0), 35.0),
        (d.wagon(Side::A, 220.0, 40.0, 0.0), 10.0),
    ];
    let f = d.field();
    for (u, cm) in all {
        assert_eq!(march(&f, u, 50.0), [(50.0, Some(cm), NONE)], "{}", f[u].name);
        assert_eq!(rate_at(&f, &f[u], &f[u].base, Haste::March, false), Some(cm));
    }
    assert_eq!(last(&f, all[3].0, 5.0, Haste::March).why.clause.id(), "02.06.1");
    assert!(
        stretches(&f, &f[all[0].0], &f[all[0].0].base, v2(0.0, 1.0), f64::NAN, Haste::March, false)
            .is_empty()
    );
}

#[test]
fn the_front_edge_finds_the_slowest_ground_and_the_whole_unit_the_edge_of_the_wood() {
    let mut d = Drill::new();
    let u = line(&mut d);
    d.square(PatchKind::Wood, "copse", (100.0, 30.0), (140.0, 40.0));
    let f = d.field();
    let want = [
        (10.0, Some(12.0), NONE),
        (13.0, Some(6.0), Obstacle::I),
        (20.0, Some(6.0), NONE),
        (23.0, Some(12.0), Obstacle::I),
        (40.0, Some(12.0), NONE),
    ];
    assert_eq!(march(&f, u, 40.0), want);
    let s = stretches(&f, &f[u], &f[u].base, v2(0.0, 1.0), 40.0, Haste::March, false);
    // Ten cm at 12, ten at 6, twenty at 12.
    assert!((time_over(&s, 40.0).unwrap() - (10.0 / 12.0 + 10.0 / 6.0 + 20.0 / 12.0)).abs() < 1e-9);
    // The corner of the front is enough; going along the wood is not.
    for (west, slow) in [(125.9, true), (126.0, false)] {
        let mut d = Drill::new();
        let u = line(&mut d);
        d.square(PatchKind::Difficult, "scrub", (west, 30.0), (160.0, 40.0));
        let f = d.field();
        assert_eq!(march(&f, u, 15.0).len() == 2, slow, "{west}");
        assert_eq!(march(&f, u, 15.0).last().unwrap().1, Some(if slow { 8.0 } else { 12.0 }));
    }
    // Backwards it is the rear edge.
    let mut d = Drill::new();
    let u = line(&mut d);
    d.square(PatchKind::Wood, "copse", (100.0, 5.0), (140.0, 10.0));
    let f = d.field();
    let want = [(7.0, Some(6.0), NONE), (10.0, Some(3.0), Obstacle::I), (12.0, Some(3.0), Obstacle::I)];
    let got = way(&f, u, 12.0, Haste::March, true);
    assert_eq!(got[0], want[0]);
    assert_eq!(got[1].1, want[1].1);
}

#[test]
fn towns_and_slopes_are_ordinary_and_houses_are_obstacles() {
    let mut d = Drill::new();
    let u = line(&mut d);
    d.square(PatchKind::Town, "town", (100.0, 30.0), (140.0, 60.0));
    d.hill("slope", 1, (100.0, 25.0), (140.0, 60.0));
    d.building("barn", false, (122.0, 40.0), (126.0, 44.0));
    let f = d.field();
    // In it from front edge to rear: 20 to 27 cm.
    let want = [(20.0, Some(12.0), NONE), (27.0, Some(8.0), Obstacle::II), (35.0, Some(12.0), NONE)];
    assert_eq!(march(&f, u, 35.0), want);
}

#[test]
fn roads_are_for_columns_that_march_along_them() {
    let rate = |facing: f64, form, x: f64| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 30, form, x, 60.0, facing);
        d.road("pike", &[(120.0, 0.0), (120.0, 160.0)], 4.0);
        d.square(PatchKind::Wood, "copse", (100.0, 50.0), (140.0, 100.0));
        let f = d.field();
        march(&f, u, 1.0)[0].1
    };
    assert_eq!(rate(0.0, MarchColumn, 120.0), Some(30.0));
    assert_eq!(rate(180.0, MarchColumn, 120.0), Some(30.0));
    assert_eq!(rate(0.0, MarchColumn, 122.0), Some(30.0), "its middle is on the road");
    assert_eq!(rate(0.0, MarchColumn, 122.1), Some(6.0));
    assert_eq!(rate(20.0, MarchColumn, 120.0), Some(30.0));
    assert_eq!(rate(20.1, MarchColumn, 120.0), Some(6.0));
    assert_eq!(rate(0.0, AttackColumn, 120.0), Some(6.0));
    let mut d = Drill::new();
    let guns = d.limbered(Side::A, Gun::Napoleon, 4, 120.0, 60.0, 0.0);
    let wagon = d.wagon(Side::A, 120.0, 90.0, 0.0);
    let horse = d.cavalry(Side::A, 12, MarchColumn, 120.0, 30.0, 0.0);
    d.road("pike", &[(120.0, 0.0), (120.0, 160.0)], 4.0);
    let f = d.field();
    for (u, cm) in [(guns, 40.0), (wagon, 40.0), (horse, 50.0)] {
        assert_eq!(march(&f, u, 10.0), [(10.0, Some(cm), NONE)]);
    }
    assert_eq!(way(&f, horse, 10.0, Haste::Charge, false), [(10.0, Some(70.0), NONE)]);
    // Where the road bends away, the march leaves it.
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, MarchColumn, 120.0, 40.0, 0.0);
    d.road("pike", &[(120.0, 0.0), (120.0, 50.0), (200.0, 50.0)], 4.0);
    let f = d.field();
    assert_eq!(march(&f, u, 20.0), [(12.0, Some(30.0), NONE), (20.0, Some(25.0), NONE)]);
}

#[test]
fn water_and_swamp_are_for_march_columns_and_chains() {
    let _p = proves!("02.06.5");
    let rate = |kind, form, haste, state| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 12, form, 120.0, 60.0, 0.0);
        d.state(u, state);
        d.square(kind, "water", (60.0, 65.0), (180.0, 80.0));
        let f = d.field();
        let s = last(&f, u, 10.0, haste);
        assert!(s.rate.is_some() || (s.from - 5.0).abs() < 1e-9, "it halts at the edge");
        (s.rate, s.why.clause.id())
    };
    use PatchKind::{Swamp, Watercourse};
    let (or, fu) = (State::Order, State::Complete);
    assert_eq!(rate(Swamp, MarchColumn, Haste::March, or).0, Some(3.0));
    assert_eq!(rate(Swamp, Chain, Haste::March, or).0, Some(5.0));
    assert_eq!(rate(Watercourse, MarchColumn, Haste::March, or).0, Some(6.0));
    assert_eq!(rate(Watercourse, Chain, Haste::March, or).0, Some(6.0));
    for form in [Line, ThinLine, AttackColumn] {
        assert_eq!(rate(Swamp, form, Haste::March, or), (None, "02.06.5"));
        assert_eq!(rate(Watercourse, form, Haste::March, or), (None, "02.06.5"));
        assert_eq!(rate(Swamp, form, Haste::Flight, fu).0, Some(6.0));
        assert_eq!(rate(Watercourse, form, Haste::Flight, fu).0, Some(12.0));
    }
    // Cavalry has a charge rate for water, but in line it may not enter it.
    let mut d = Drill::new();
    let u = d.cavalry(Side::A, 12, Line, 120.0, 60.0, 0.0);
    let c = d.cavalry(Side::A, 12, Chain, 60.0, 60.0, 0.0);
    d.square(Watercourse, "brook", (0.0, 65.0), (240.0, 67.0));
    let f = d.field();
    assert_eq!(last(&f, u, 6.0, Haste::Charge).rate, None);
    assert_eq!(last(&f, c, 6.0, Haste::Charge).rate, Some(8.0));
}

#[test]
fn bridges_carry_columns_and_whoever_finds_room() {
    for (kind, width, form, through) in [
        (PatchKind::Lake, 2.0, MarchColumn, true),
        (PatchKind::Watercourse, 2.0, MarchColumn, true),
        (PatchKind::Watercourse, 11.0, Line, false),
        (PatchKind::Watercourse, 12.0, Line, true),
        (PatchKind::Swamp, 12.0, Line, true),
    ] {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 30, form, 120.0, 20.0, 0.0);
        d.square(kind, "water", (60.0, 30.0), (180.0, 40.0));
        d.bridge("bridge", (120.0 - width / 2.0, 29.0), (120.0 + width / 2.0, 41.0));
        let f = d.field();
        let got = march(&f, u, 25.0);
        if through {
            assert_eq!(got, [(25.0, Some(if form == Line { 12.0 } else { 25.0 }), NONE)], "{kind:?} {width}");
        } else {
            assert_eq!(got, [(10.0, Some(12.0), NONE), (25.0, None, NONE)]);
        }
    }
    // A road without a bridge does not lead through water.
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, MarchColumn, 120.0, 20.0, 0.0);
    d.square(PatchKind::Watercourse, "brook", (60.0, 30.0), (180.0, 40.0));
    d.road("pike", &[(120.0, 0.0), (120.0, 160.0)], 4.0);
    let f = d.field();
    assert_eq!(
        march(&f, u, 25.0),
        [(10.0, Some(30.0), NONE), (20.0, Some(6.0), NONE), (25.0, Some(30.0), NONE)]
    );
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, MarchColumn, 120.0, 20.0, 0.0);
    d.square(PatchKind::Lake, "lake", (60.0, 30.0), (180.0, 40.0));
    d.road("pike", &[(120.0, 0.0), (120.0, 160.0)], 4.0);
    let f = d.field();
    assert_eq!(march(&f, u, 25.0), [(10.0, Some(30.0), NONE), (25.0, None, NONE)]);
}

/// The rate across an object of this value, laid at y = 30 with no depth.
fn across(o: Obstacle, put: impl Fn(&mut Drill) -> UnitId, haste: Haste) -> (Option<f64>, &'static str) {
    let mut d = Drill::new();
    let u = put(&mut d);
    d.line(LineKind::Other, "object", &[(0.0, 30.0), (240.0, 30.0)]);
    d.last_line().unwrap().obstacle = o;
    let f = d.field();
    let depth = f[u].base.depth;
    let got = stretches(&f, &f[u], &f[u].base, f[u].base.dir, 20.0 + depth, haste, false);
    let on = got.iter().find(|s| s.why.obstacle == o).expect("the object is met");
    assert!((on.from - 10.0).abs() < 1e-6, "{got:?}");
    if on.rate.is_some() {
        assert!((on.to - 10.0 - depth).abs() < 1e-6, "until its rear is over: {got:?}");
    }
    (on.rate, on.why.clause.id())
}

#[test]
fn obstacles_are_crossed_by_table_iii() {
    let p = proves!("III.a", "III.b", "III.c", "III.d", "02.06.6.a");
    let foot = |d: &mut Drill| d.infantry(Side::A, 30, AttackColumn, 120.0, 20.0, 0.0);
    let dismounted = |d: &mut Drill| d.dismounted(Side::A, 30, AttackColumn, 120.0, 20.0, 0.0);
    let horse = |d: &mut Drill| d.cavalry(Side::A, 12, Line, 120.0, 20.0, 0.0);
    let guns = |d: &mut Drill| d.limbered(Side::A, Gun::Napoleon, 4, 120.0, 20.0, 0.0);
    let wagon = |d: &mut Drill| d.wagon(Side::A, 120.0, 20.0, 0.0);
    use Obstacle::{I, II, III, IV};
    let m = Haste::March;
    assert_eq!(p.shows("02.06.6.a", across(I, foot, m)), (Some(25.0), "02.06.6.a"));
    assert_eq!(across(I, horse, m), (Some(30.0), "02.06.6.a"));
    assert_eq!(p.shows("III.a", across(I, guns, m)), (Some(12.0), "III.a"));
    assert_eq!(across(I, wagon, m), (None, "III.a"), "difficult terrain is closed to wagons");
    assert_eq!(*p.shows("III.b", &across(II, foot, m)), (Some(12.0), "III.b"));
    assert_eq!(across(II, dismounted, m), (Some(12.0), "III.b"));
    assert_eq!(across(II, horse, m), (Some(20.0), "III.b"));
    assert_eq!(across(II, guns, m), (None, "III.b"));
    assert_eq!(*p.shows("III.c", &across(III, foot, m)), (Some(6.0), "III.c"));
    assert_eq!(across(III, dismounted, Haste::Flight), (Some(6.0), "III.c"));
    assert_eq!(across(III, horse, m), (None, "III.c"));
    assert_eq!(across(III, guns, m), (None, "III.c"));
    for put in [foot, horse, guns] {
        assert_eq!(*p.shows("III.d", &across(IV, put, m)), (None, "III.d"));
        assert_eq!(across(IV, put, Haste::Flight), (None, "III.d"));
    }
    // Six cm is a rate as long as any part is on it: a depth of 2 and a unit of 3 take 5/6 of a turn.
    let mut d = Drill::new();
    let u = line(&mut d);
    d.line(LineKind::FullFortification, "redan", &[(0.0, 31.0), (240.0, 31.0)]);
    d.last_line().unwrap().depth = 2.0;
    let f = d.field();
    let want = [(10.0, Some(12.0), NONE), (15.0, Some(6.0), Obstacle::III), (20.0, Some(12.0), NONE)];
    assert_eq!(march(&f, u, 20.0), want);
}

#[test]
fn the_slower_of_ground_and_object_counts() {
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, MarchColumn, 120.0, 60.0, 0.0);
    d.square(PatchKind::Swamp, "bog", (60.0, 0.0), (180.0, 150.0));
    d.line(LineKind::FullFortification, "redan", &[(0.0, 62.0), (240.0, 62.0)]);
    let f = d.field();
    let want = [(2.0, Some(3.0), NONE), (4.0, Some(3.0), Obstacle::III)];
    assert_eq!(march(&f, u, 4.0), want);
}

#[test]
fn what_has_been_cleared_is_open() {
    let mut d = Drill::new();
    let u = line(&mut d);
    let v = d.infantry(Side::A, 30, Line, 60.0, 20.0, 0.0);
    d.line(LineKind::Barricade, "barricade", &[(0.0, 30.0), (240.0, 30.0)]);
    d.last_line().unwrap().cleared = vec![(114.0, 126.0)];
    let f = d.field();
    assert_eq!(march(&f, u, 20.0), [(20.0, Some(12.0), NONE)]);
    assert_eq!(march(&f, v, 20.0)[1], (13.0, Some(8.0), Obstacle::II));
}

#[test]
fn a_mounted_charge_ends_at_any_obstacle() {
    let _p = proves!("02.06.4");
    for o in [Obstacle::I, Obstacle::II] {
        let horse = |d: &mut Drill| d.cavalry(Side::A, 12, Line, 120.0, 20.0, 0.0);
        assert_eq!(across(o, horse, Haste::Charge), (None, "02.06.4"));
        assert!(across(o, horse, Haste::Flight).0.is_some());
        let foot = |d: &mut Drill| d.infantry(Side::A, 30, Line, 120.0, 20.0, 0.0);
        assert!(across(o, foot, Haste::Charge).0.is_some());
    }
    // The edge of a wood is one.
    let mut d = Drill::new();
    let u = d.cavalry(Side::A, 12, Line, 120.0, 20.0, 0.0);
    d.square(PatchKind::Wood, "copse", (100.0, 30.0), (140.0, 60.0));
    let f = d.field();
    assert_eq!(way(&f, u, 20.0, Haste::Charge, false), [(10.0, Some(55.0), NONE), (20.0, None, Obstacle::I)]);
}

#[test]
fn a_dash_is_ground_not_to_be_entered() {
    let _p = proves!("02.06.1");
    let mut d = Drill::new();
    let u = line(&mut d);
    let w = d.wagon(Side::A, 60.0, 20.0, 0.0);
    d.square(PatchKind::Wood, "copse", (100.0, 30.0), (140.0, 60.0));
    d.square(PatchKind::Difficult, "scrub", (40.0, 30.0), (80.0, 60.0));
    let f = d.field();
    let s = last(&f, u, 20.0, Haste::Charge);
    assert_eq!((s.rate, s.why.clause.id(), s.from), (None, "02.06.1", 10.0));
    assert_eq!(march(&f, w, 20.0), [(10.0, Some(10.0), NONE), (20.0, None, NONE)]);
    // No pace at all: a chain has no charge move.
    let mut d = Drill::new();
    let c = d.infantry(Side::A, 12, Chain, 120.0, 20.0, 0.0);
    let f = d.field();
    assert_eq!(last(&f, c, 5.0, Haste::Charge).rate, None);
}

#[test]
fn backwards_is_half_speed_but_for_guns_in_action() {
    let _p = proves!("02.06.2");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Line, 120.0, 60.0, 0.0);
    let g = d.battery(Side::A, Gun::Napoleon, 4, 60.0, 60.0, 0.0);
    let h = d.horse_limbered(Side::A, Gun::Napoleon, 4, 30.0, 60.0, 0.0);
    let f = d.field();
    assert_eq!(way(&f, u, 10.0, Haste::March, true), [(10.0, Some(6.0), NONE)]);
    assert_eq!(way(&f, g, 4.0, Haste::March, true), [(4.0, Some(4.0), NONE)]);
    assert_eq!(way(&f, h, 4.0, Haste::March, true), [(4.0, Some(17.5), NONE)]);
    let s = stretches(&f, &f[u], &f[u].base, v2(0.0, -1.0), 5.0, Haste::Charge, true);
    assert_eq!((s[0].rate, s[0].why.clause.id()), (None, "02.06.2"));
    // A retirement that is not slowed (04.02.3) goes back at full rate.
    let s = stretches(&f, &f[u], &f[u].base, v2(0.0, -1.0), 6.0, Haste::March, false);
    assert_eq!(s[0].rate, Some(12.0));
}

#[test]
fn lost_horses_slow_and_hold() {
    let _p = proves!("06.03.5.a");
    // A horse battery of 4 guns has 6 horses.
    for (left, march, charge) in
        [(6, Some(35.0), Some(50.0)), (4, Some(35.0), Some(50.0)), (3, Some(17.5), None), (0, None, None)]
    {
        let mut d = Drill::new();
        let u = d.horse_limbered(Side::A, Gun::Napoleon, 4, 120.0, 60.0, 0.0);
        d.unit(u).battery.as_mut().unwrap().horses = left;
        let f = d.field();
        assert_eq!(last(&f, u, 5.0, Haste::March).rate, march, "{left}");
        assert_eq!(last(&f, u, 5.0, Haste::Charge).rate, charge, "{left}");
        if left == 3 {
            assert_eq!(last(&f, u, 5.0, Haste::Charge).why.clause.id(), "06.03.5.a");
        }
    }
    let mut d = Drill::new();
    let u = d.battery(Side::A, Gun::Napoleon, 4, 120.0, 60.0, 0.0);
    d.unit(u).battery.as_mut().unwrap().horses = 0;
    let f = d.field();
    assert_eq!(last(&f, u, 5.0, Haste::March).rate, Some(4.0), "by hand it still moves");
}

#[test]
fn the_table_ends_and_impassable_ground_stops() {
    let p = proves!("play.edge", "play.ground");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Line, 120.0, 150.0, 0.0);
    let v = d.infantry(Side::A, 30, Line, 60.0, 100.0, 0.0);
    let w = d.infantry(Side::A, 30, Line, 236.0, 50.0, 45.0);
    d.square(PatchKind::Impassable, "cliff", (40.0, 104.0), (80.0, 120.0));
    let f = d.field();
    let s = last(&f, u, 20.0, Haste::Flight);
    assert_eq!(p.shows("play.edge", (s.rate, s.why.clause.id(), s.from)), (None, "play.edge", 10.0));
    let s = last(&f, v, 20.0, Haste::March);
    assert_eq!(p.shows("play.ground", (s.rate, s.why.clause.id(), s.from)), (None, "play.ground", 4.0));
    // A corner that is over the edge already.
    assert_eq!(last(&f, w, 5.0, Haste::March).from, 0.0);
}

#[test]
fn unmanned_guns_are_an_obstacle() {
    let mut d = Drill::new();
    let g = d.limbered(Side::A, Gun::Napoleon, 4, 120.0, 20.0, 0.0);
    let crew = d.battery(Side::B, Gun::Napoleon, 4, 120.0, 40.0, 0.0);
    let stood = d.unit(crew).base;
    d.unit(crew).battery.as_mut().unwrap().unmanned = Some(stood);
    let f = d.field();
    let got = march(&f, g, 30.0);
    assert_eq!(got[0], (15.5, Some(25.0), NONE));
    assert_eq!((got[1].1, got[1].2), (Some(12.0), Obstacle::I));
}

#[test]
fn the_outer_corner_decides_a_wheel() {
    let _p = proves!("02.05.5");
    let mut d = Drill::new();
    let u = line(&mut d);
    d.square(PatchKind::Difficult, "scrub", (125.0, 15.0), (140.0, 25.0));
    let f = d.field();
    let rate =
        |right| wheel_rate(&f, &f[u], &f[u].base, right, Haste::March).map(|g| (g.amount, g.clause.id()));
    assert_eq!(rate(true), Ok((12.0, "02.05.5")));
    assert_eq!(rate(false), Ok((8.0, "02.05.5")));
    assert_eq!(rate_at(&f, &f[u], &f[u].base, Haste::March, false), Some(8.0));
}

#[test]
fn a_column_wheels_on_the_road_it_follows() {
    let wheel = |x: f64, reading: &str, kind: PatchKind| {
        let mut d = Drill::new();
        let guns = d.limbered(Side::A, Gun::Napoleon, 4, x, 40.0, 0.0);
        let men = d.infantry(Side::A, 30, Line, x, 40.0, 0.0);
        d.square(kind, "ground", (60.0, 0.0), (180.0, 140.0));
        d.road("lane", &[(120.0, 0.0), (120.0, 40.0), (160.0, 80.0)], 4.0);
        d.read("wheels-on-roads", reading);
        let f = d.field();
        [guns, men].map(|u| wheel_rate(&f, &f[u], &f[u].base, true, Haste::March).ok().map(|g| g.amount))
    };
    // Guns of 4 cm in a wood: 4 cm a turn, on a road 40; a line does not use roads.
    assert_eq!(wheel(120.0, "road", PatchKind::Wood), [Some(40.0), Some(6.0)]);
    assert_eq!(wheel(120.0, "corner", PatchKind::Wood), [Some(4.0), Some(6.0)]);
    assert_eq!(wheel(123.0, "road", PatchKind::Wood), [Some(4.0), Some(6.0)]);
    // Through water that is not bridged there is no road.
    assert_eq!(wheel(120.0, "road", PatchKind::Watercourse), [Some(6.0), None]);
    assert_eq!(wheel(120.0, "road", PatchKind::Swamp), [None, None]);
}

#[test]
fn a_column_that_files_over_a_bridge_wheels_on_it() {
    let mut d = Drill::new();
    let guns = d.limbered(Side::A, Gun::Napoleon, 4, 120.0, 40.0, 0.0);
    let men = d.infantry(Side::A, 30, Line, 120.0, 40.0, 0.0);
    d.square(PatchKind::Lake, "lake", (60.0, 20.0), (180.0, 60.0));
    d.bridge("causeway", (119.0, 15.0), (121.0, 65.0));
    let f = d.field();
    let rate = |u: UnitId| wheel_rate(&f, &f[u], &f[u].base, true, Haste::March).ok().map(|g| g.amount);
    assert_eq!((rate(guns), rate(men)), (Some(25.0), None));
}

#[test]
fn staff_ride_at_their_own_rates() {
    let _p = proves!("03.01.5.a");
    let at = |d: &mut Drill| d.general(Side::A, 120.0, 20.0);
    let reach = |d: Drill, s, x: f64, y: f64| {
        let f = d.field();
        staff_reach(&f, &f[s], v2(x, y)).err().map(|by| by.id())
    };
    for (y, ok) in [(100.0, true), (100.1, false), (20.0, true)] {
        let mut d = Drill::new();
        let s = at(&mut d);
        assert_eq!(reach(d, s, 120.0, y), (!ok).then_some("03.01.5.a"), "{y}");
    }
    for (y, ok) in [(110.0, true), (110.1, false)] {
        let mut d = Drill::new();
        let s = at(&mut d);
        d.road("pike", &[(120.0, 0.0), (120.0, 160.0)], 4.0);
        assert_eq!(reach(d, s, 120.0, y), (!ok).then_some("03.01.5.a"), "{y}");
    }
    // Five cm of wood take half a turn, the rest is 40 cm.
    for (y, ok) in [(65.0, true), (65.1, false)] {
        let mut d = Drill::new();
        let s = at(&mut d);
        d.square(PatchKind::Wood, "copse", (60.0, 30.0), (180.0, 35.0));
        assert_eq!(reach(d, s, 120.0, y), (!ok).then_some("03.01.5.a"), "{y}");
    }
    for (side, state, ok) in
        [(Side::B, State::Order, false), (Side::B, State::Complete, true), (Side::A, State::Order, true)]
    {
        let mut d = Drill::new();
        let s = at(&mut d);
        let u = d.infantry(side, 30, Line, 120.0, 40.0, 0.0);
        d.state(u, state);
        assert_eq!(reach(d, s, 120.0, 60.0), (!ok).then_some("play.staff"), "{side} {state}");
    }
    let mut d = Drill::new();
    let s = at(&mut d);
    assert_eq!(reach(d, s, 120.0, -1.0), Some("03.01.5.a"), "not off the table");
    let mut d = Drill::new();
    let s = at(&mut d);
    assert_eq!(reach(d, s, f64::INFINITY, 2.0), Some("03.01.5.a"));
}

#[test]
fn a_flight_slides_along_impassable_ground_and_side_edges() {
    let _p = proves!("play.away");
    let south_east = v2(0.6, -0.8);
    let way = |put: &dyn Fn(&mut Drill) -> UnitId, dir| {
        let mut d = Drill::new();
        let u = put(&mut d);
        let f = d.field();
        let along = slide(&f, &f[u], &f[u].base, dir, Haste::Flight);
        along.inspect(|to| assert_eq!(to.by.id(), "play.away")).map(|to| to.dir)
    };
    // Against the east edge, which is nobody's own.
    let at_edge = |d: &mut Drill| d.infantry(Side::A, 30, Line, 234.0, 80.0, 0.0);
    assert_eq!(way(&at_edge, south_east), Some(v2(0.0, -1.0)));
    assert_eq!(way(&at_edge, v2(1.0, 0.0)), None, "square into it");
    // Its own edge it does not follow.
    let at_home = |d: &mut Drill| d.infantry(Side::A, 30, Line, 120.0, 3.0, 0.0);
    assert_eq!(way(&at_home, south_east), None);
    // A lake behind it.
    let at_lake = |d: &mut Drill| {
        d.square(PatchKind::Lake, "lake", (90.0, 40.0), (130.0, 77.0));
        d.infantry(Side::A, 30, Line, 120.0, 80.0, 0.0)
    };
    assert_eq!(way(&at_lake, south_east), Some(v2(1.0, 0.0)));
    assert_eq!(way(&at_lake, v2(0.0, -1.0)), None);
    // A wall that horses cannot cross, and men can.
    let at_wall = |horse: bool| {
        move |d: &mut Drill| {
            d.line(LineKind::Wall, "wall", &[(60.0, 74.0), (180.0, 74.0)]);
            d.last_line().unwrap().obstacle = Obstacle::III;
            if horse {
                d.cavalry(Side::A, 12, Line, 120.0, 80.0, 0.0)
            } else {
                d.infantry(Side::A, 60, AttackColumn, 120.0, 89.0, 0.0)
            }
        }
    };
    assert_eq!(way(&at_wall(true), south_east), Some(v2(1.0, 0.0)));
    assert_eq!(way(&at_wall(false), south_east), None, "nothing stops it");
}
