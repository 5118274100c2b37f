//! Sight in play: crests, woods, height and cover decide at which moment of a turn somebody may be fired at, and whom a side has on its board.

use crate::field_day::{commanded, done, find, last_turn, legs, show, turn, turn_with};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::NoFire;
use chakoten_napoleonic::order::{Choice, FireOrder, Order, When};
use chakoten_napoleonic::troop::{Cover, Formation, Obstacle};
use chakoten_napoleonic::{EventKind, Field, Side, UnitId, proves, sight};

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);

/// The clause that hides B1 from A1 as they stand.
fn hidden(f: &Field) -> Option<&'static str> {
    sight::sees(f, &f[A], &f[B]).err().map(|c| c.id())
}

/// A battery at (100, 20) before whatever is put up.
fn guns() -> Drill {
    let mut d = Drill::new();
    d.battery(Side::A, 4, 100.0, 20.0, 0.0);
    d
}

/// A1 fires at B1 at that time while B1 does as it is ordered; the low dice do nobody harm. Was the fire given?
#[track_caller]
fn fires(d: Drill, at: f64, theirs: Order) -> (bool, Battle) {
    let f = commanded(d);
    let named = vec!["B1".into()];
    let order = Order {
        fire: Some(FireOrder { when: When::Time(at), at: named, range_in: false }),
        ..Order::default()
    };
    let run = |dice: &[u8]| {
        let mut b = Battle::drill(f.clone(), dice);
        let none = [("support", Choice::No), ("line fires", Choice::No)];
        turn_with(&mut b, &[("A1", order.clone())], &[("B1", theirs.clone())], &none);
        b
    };
    let fired = |b: &Battle| last_turn(b).iter().any(|e| matches!(e.kind, EventKind::Fired { .. }));
    // Without dice nobody fires, or the test ends here.
    let b = run(&[1; 3]);
    if fired(&b) {
        done(&b);
        return (true, b);
    }
    let b = run(&[]);
    let why = find(&b, |e| match e.kind {
        EventKind::NotFired { unit: A, why } => Some(why),
        _ => None,
    });
    if why != Some(NoFire::NoTarget) {
        show(&b);
    }
    assert_eq!(why, Some(NoFire::NoTarget));
    (false, b)
}

/// At once, at somebody who stands.
#[track_caller]
fn stands_in_sight(d: Drill) -> bool {
    fires(d, 0.0, Order::default()).0
}

#[test]
fn who_stands_behind_a_crest_is_not_fired_at() {
    let p = proves!("01.04.2", "01.04.3", "01.04.4");
    // A plate from y 50 to 90: its crest lies in the middle of it along the line of sight, at 70.
    let behind = |front: f64| {
        let mut d = guns();
        d.hill("ridge", 1, (40.0, 50.0), (160.0, 90.0));
        d.infantry(Side::B, 24, Formation::Line, 100.0, front, 180.0);
        d
    };
    assert!(stands_in_sight(behind(69.9)));
    assert!(!stands_in_sight(behind(70.1)));
    assert_eq!(p.shows("01.04.3", hidden(&behind(70.1).field())), Some("01.04.4"));
    assert_eq!(hidden(&behind(90.5).field()), Some("01.04.3"));
    // The edges of the plate hide nothing: drawn, the crest lies where it is drawn.
    let drawn = |front: f64| {
        let mut d = behind(front);
        d.crest(&[(40.0, 80.0), (160.0, 80.0)]);
        d
    };
    assert!(stands_in_sight(drawn(79.9)));
    assert!(!stands_in_sight(drawn(80.1)));
    assert_eq!(p.shows("01.04.2", hidden(&drawn(80.1).field())), Some("01.04.2"));
    // From the step itself one sees over all of it, and not what lies lower beyond its crest.
    let upon = |front: f64| {
        let mut d = behind(front);
        d.unit(A).base.front.y = 56.0;
        d
    };
    assert!(stands_in_sight(upon(88.0)));
    assert!(!stands_in_sight(upon(90.5)));
    assert_eq!(p.shows("01.04.4", hidden(&upon(90.5).field())), Some("01.04.4"));
}

#[test]
fn who_comes_over_a_crest_is_fired_at_from_that_moment_on() {
    let p = proves!("01.04.4", "play.sight");
    let comes = |at: f64| {
        let mut d = guns();
        d.hill("ridge", 1, (40.0, 50.0), (160.0, 90.0));
        d.infantry(Side::B, 24, Formation::Line, 100.0, 74.0, 180.0);
        let before = hidden(&d.clone().field());
        let (fired, b) = fires(d, at, legs([crate::field_day::cm(8.0)]));
        assert!(b.known(Side::A).sees(B));
        (fired, before)
    };
    // 10 cm a turn uphill or down: its front is at the crest after 4 of them.
    let (late, early) = (comes(0.42), comes(0.38));
    assert_eq!(p.shows("01.04.4", late.1), Some("01.04.4"));
    assert_eq!((late.0, early.0), (true, false));
    // A copse hides him until he has come out beyond its corner: on the diagonal, 30 cm to the east at that height.
    let passes = |at: f64| {
        let mut d = guns();
        d.unit(A).base.dir = table::V2::bearing(45.0);
        d.wood("copse", (80.0, 30.0), (110.0, 40.0));
        d.infantry(Side::B, 20, Formation::MarchColumn, 118.0, 50.0, 90.0);
        let by = hidden(&d.clone().field());
        let (fired, _) = fires(d, at, legs([crate::field_day::ahead()]));
        (fired, by)
    };
    let (early, by) = passes(0.4);
    assert_eq!((early, p.shows("play.sight", by)), (false, Some("play.sight")));
    assert!(passes(0.6).0);
}

#[test]
fn height_lets_guns_see_farther_and_not_into_growth() {
    let p = proves!("skema.I.b");
    // Skirmishers are seen from 60 cm; from the first step 10 cm farther.
    let at = |level: u8, cm: f64, growth: bool| {
        let mut d = guns();
        for l in 1..=level {
            d.hill("mount", l, (60.0, 2.0), (140.0, 20.0));
        }
        if growth {
            let y = 20.0 + cm - 1.0;
            d.square(
                chakoten_napoleonic::ground::PatchKind::Plantation,
                "park",
                (60.0, y),
                (140.0, y + 30.0),
            );
        }
        let line = d.infantry(Side::B, 11, Formation::Skirmish, 100.0, 20.0 + cm, 180.0);
        d.infantry(Side::B, 24, Formation::Line, 100.0, 20.0 + cm + 15.0, 180.0);
        assert_eq!(line, B);
        d
    };
    assert!(stands_in_sight(at(0, 60.0, false)) && !stands_in_sight(at(0, 60.2, false)));
    assert!(stands_in_sight(at(1, 70.0, false)) && !stands_in_sight(at(1, 70.2, false)));
    assert_eq!(p.shows("skema.I.b", hidden(&at(1, 70.2, false).field())), Some("skema.I.b"));
    assert!(stands_in_sight(at(3, 90.0, false)) && !stands_in_sight(at(3, 90.2, false)));
    // In a plantation they are seen from 10 cm, from wherever.
    let board = |cm: f64| Battle::drill(commanded(at(3, cm, true)), []).known(Side::A).sees(B);
    assert_eq!((board(10.0), board(10.2)), (true, false));
    assert_eq!(hidden(&at(3, 10.2, true).field()), Some("skema.I.a"));
}

#[test]
fn skirmishers_behind_a_hedge_are_fired_at_from_half_as_far() {
    let p = proves!("skema.I.c");
    let at = |cm: f64, formation: Formation, facing: f64| {
        let mut d = guns();
        d.line("hedge", Obstacle::I, Cover::I, &[(50.0, 20.0 + cm), (150.0, 20.0 + cm)]);
        let front = if facing == 180.0 { 20.0 + cm } else { 20.0 + cm - 0.6 };
        d.infantry(Side::B, 11, formation, 100.0, front, facing);
        d.infantry(Side::B, 24, Formation::Line, 100.0, 20.0 + cm + 15.0, 180.0);
        d
    };
    let line = |cm: f64| at(cm, Formation::Skirmish, 180.0);
    assert!(stands_in_sight(line(30.0)) && !stands_in_sight(line(30.2)));
    assert_eq!(p.shows("skema.I.c", hidden(&line(30.2).field())), Some("skema.I.c"));
    // Who stands behind it in closed formation is seen as far as ever.
    assert!(stands_in_sight(at(59.0, Formation::AttackColumn, 180.0)));
    // The near side of it is no cover: skirmishers before it are seen from 60.
    let before = |cm: f64| {
        let mut d = guns();
        d.line("hedge", Obstacle::I, Cover::I, &[(50.0, 24.0 + cm), (150.0, 24.0 + cm)]);
        d.infantry(Side::B, 11, Formation::Skirmish, 100.0, 20.0 + cm, 180.0);
        d.infantry(Side::B, 24, Formation::Line, 100.0, 20.0 + cm + 15.0, 180.0);
        d
    };
    assert!(stands_in_sight(before(60.0)) && !stands_in_sight(before(60.2)));
}

#[test]
fn a_unit_beyond_a_wood_that_touches_its_edge_is_not_fired_at_through_it() {
    let p = proves!("play.sight");
    // Eight cm of wood between; B fronts it from outside, or stands in its far edge with both ranks.
    let at = |front: f64| {
        let mut d = Drill::new();
        d.wood("strip", (60.0, 50.0), (140.0, 58.0));
        d.infantry(Side::A, 30, Formation::Line, 100.0, 46.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, front, 180.0);
        d
    };
    for (front, seen) in [(58.0, false), (58.05, false), (56.0, true)] {
        let d = at(front);
        let by = hidden(&d.clone().field());
        assert_eq!(p.shows("play.sight", by), (!seen).then_some("play.sight"), "{front}");
        let mut b = Battle::drill(commanded(d), if seen { vec![1; 3] } else { Vec::new() });
        assert_eq!(b.known(Side::A).sees(B), seen, "{front}");
        let order = Order {
            fire: Some(FireOrder { when: When::AtOnce, at: vec!["B1".into()], range_in: false }),
            ..Order::default()
        };
        turn(&mut b, &[("A1", order)], &[]);
        let fired = find(&b, |e| matches!(e.kind, EventKind::Fired { .. }).then_some(())).is_some();
        assert_eq!(fired, seen, "{front}");
        done(&b);
    }
}
