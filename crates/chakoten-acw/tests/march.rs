//! March rates and the time of steps (02.05, 02.06, tables I to III).

use chakoten_acw::march::{self, Given, Haste, Horses, Mover};
use chakoten_acw::procedures::march_time::Step;
use chakoten_acw::procedures::{Exact, MarchTime, MarchTimeSituation};
use chakoten_acw::proves;
use chakoten_acw::troop::{Formation, Going, Kind, Obstacle, State};
use umpire::{Clause, HandDice, Procedure, judge};

use Formation::{AttackColumn, Chain, Line, MarchColumn, ThinLine};

fn mover(kind: Kind, formation: Formation, haste: Haste) -> Mover {
    Mover { haste, ..Mover::new(kind, formation) }
}

/// What the book gives and by which clause, or the clause that denies it.
fn told(given: Result<Given, Clause>) -> Result<(f64, &'static str), &'static str> {
    given.map(by).map_err(Clause::id)
}

fn by(given: Given) -> (f64, &'static str) {
    (given.amount, given.clause.id())
}

/// Road, ordinary, difficult, wood, swamp, watercourse; 0 where they may not go.
fn row(m: Mover) -> [f64; 6] {
    Going::ALL.map(|g| march::rate(&m, g, g == Going::Road).map_or(0.0, |r| r.amount))
}

#[test]
fn march_lengths_are_those_of_table_one() {
    let p = proves!("02.06.1", "03.03.4.b", "02.02.4", "08.02.6.b");
    use Haste::{Charge, Flight, March};
    for kind in [Kind::Infantry, Kind::Dismounted] {
        let r = |f, h| row(mover(kind, f, h));
        assert_eq!(*p.shows("02.06.1", &r(MarchColumn, March)), [30., 25., 12., 6., 3., 6.]);
        // No road rate: that of the ground beside.
        assert_eq!(r(AttackColumn, March), [25., 25., 12., 6., 0., 0.]);
        assert_eq!(r(ThinLine, March), [15., 15., 10., 8., 0., 0.]);
        assert_eq!(r(Line, March), [12., 12., 8., 6., 0., 0.]);
        assert_eq!(r(Chain, March), [25., 25., 15., 10., 5., 6.]);
        // 35 on the road is for the march column.
        assert_eq!(r(MarchColumn, Charge), [35., 30., 15., 8., 0., 0.]);
        assert_eq!(r(AttackColumn, Charge), [30., 30., 15., 8., 0., 0.]);
        assert_eq!(r(Line, Charge), [20., 20., 10., 0., 0., 0.]);
        assert_eq!(r(ThinLine, Charge), [0.; 6]);
        assert_eq!(r(Chain, Charge), [0.; 6]);
        // In flight every ground with a rate is open.
        assert_eq!(r(Line, Flight), [40., 40., 25., 15., 6., 12.]);
    }
    let r = |f, h| row(mover(Kind::Mounted, f, h));
    assert_eq!(r(MarchColumn, March), [50., 40., 25., 6., 0., 6.]);
    assert_eq!(r(AttackColumn, March), [35., 35., 25., 6., 0., 0.]);
    assert_eq!(r(Line, March), [30., 30., 20., 6., 0., 0.]);
    assert_eq!(r(Chain, March), [40., 40., 25., 8., 0., 6.]);
    assert_eq!(r(ThinLine, March), [0.; 6]);
    assert_eq!(r(MarchColumn, Charge), [70., 55., 25., 8., 0., 8.]);
    // In line no watercourse, except in flight.
    assert_eq!(r(Line, Charge), [55., 55., 25., 8., 0., 0.]);
    assert_eq!(r(Line, Flight), [55., 55., 25., 8., 0., 8.]);
    let guns = |kind, horse_artillery, haste| {
        row(Mover {
            horse_artillery,
            haste,
            ..Mover::new(kind, if kind == Kind::Limbered { MarchColumn } else { Line })
        })
    };
    assert_eq!(guns(Kind::Limbered, false, March), [40., 25., 12., 4., 0., 6.]);
    assert_eq!(guns(Kind::Limbered, false, Charge), [0.; 6]);
    assert_eq!(guns(Kind::Limbered, false, Flight), [40., 40., 20., 0., 0., 8.]);
    assert_eq!(guns(Kind::Limbered, true, March), [50., 35., 12., 4., 0., 6.]);
    assert_eq!(guns(Kind::Limbered, true, Charge), [60., 50., 20., 0., 0., 8.]);
    assert_eq!(guns(Kind::Limbered, true, Flight), [60., 50., 20., 0., 0., 8.]);
    assert_eq!(guns(Kind::Unlimbered, true, March), [4., 4., 2., 2., 0., 0.]);
    assert_eq!(guns(Kind::Unlimbered, true, Charge), [0.; 6]);
    assert_eq!(
        p.shows("08.02.6.b", guns(Kind::Unlimbered, false, Flight)),
        [40., 40., 25., 15., 6., 12.],
        "the gunners run"
    );
    assert_eq!(guns(Kind::Wagon, false, March), [40., 10., 0., 0., 0., 0.]);
    assert_eq!(guns(Kind::Wagon, false, Flight), [0.; 6]);
    let on = |m: Mover, g| told(march::rate(&m, g, false));
    assert_eq!(on(mover(Kind::Infantry, Line, March), Going::Ordinary), Ok((12.0, "02.06.1")));
    assert_eq!(on(mover(Kind::Infantry, Line, March), Going::Swamp), Err("02.06.5"));
    let chain = on(mover(Kind::Infantry, Chain, Charge), Going::Ordinary);
    assert_eq!(p.shows("03.03.4.b", chain), Err("03.03.4.b"));
    let thin = on(mover(Kind::Mounted, ThinLine, March), Going::Ordinary);
    assert_eq!(p.shows("02.02.4", thin), Err("02.02.4"));
    assert_eq!(on(mover(Kind::Unlimbered, Line, Flight), Going::Ordinary), Ok((40.0, "08.02.6.b")));
}

#[test]
fn the_staff_rides() {
    let _p = proves!("03.01.5.a");
    let all = Going::ALL.map(|g| march::staff_rate(g, false).unwrap().amount);
    assert_eq!(all, [90., 80., 40., 10., 3., 10.]);
    assert_eq!(
        march::staff_rate(Going::Swamp, true).map(|r| (r.amount, r.clause.id())),
        Some((90.0, "03.01.5.a"))
    );
}

#[test]
fn roads_lead_over_bad_ground() {
    let _p = proves!("02.06.1");
    let column = Mover::new(Kind::Infantry, MarchColumn);
    assert_eq!(told(march::rate(&column, Going::Swamp, true)), Ok((30.0, "02.06.1")));
    // A line has no road rate and meets the swamp beside it.
    let line = Mover::new(Kind::Infantry, Line);
    assert_eq!(told(march::rate(&line, Going::Swamp, true)), Err("02.06.5"));
    assert_eq!(told(march::rate(&line, Going::Wood, true)), Ok((6.0, "02.06.1")));
}

#[test]
fn backwards_is_half_and_never_a_charge() {
    let _p = proves!("02.06.2");
    let back = |kind, formation, haste| {
        let m = Mover { backwards: true, haste, ..Mover::new(kind, formation) };
        told(march::rate(&m, Going::Ordinary, false))
    };
    assert_eq!(back(Kind::Infantry, Line, Haste::March), Ok((6.0, "02.06.2")));
    assert_eq!(back(Kind::Mounted, Line, Haste::March), Ok((15.0, "02.06.2")));
    assert_eq!(back(Kind::Limbered, MarchColumn, Haste::March), Ok((12.5, "02.06.2")));
    assert_eq!(back(Kind::Unlimbered, Line, Haste::March), Ok((4.0, "02.06.1")));
    assert_eq!(back(Kind::Infantry, Line, Haste::Charge), Err("02.06.2"));
    assert_eq!(back(Kind::Mounted, Line, Haste::Charge), Err("02.06.2"));
}

#[test]
fn horses_lost() {
    let _p = proves!("06.03.5.a");
    assert_eq!(
        [(4, 4), (3, 4), (2, 4), (1, 4), (0, 4), (4, 6), (3, 6), (5, 8), (4, 8)]
            .map(|(l, o)| Horses::of(l, o)),
        [
            Horses::Enough,
            Horses::Enough,
            Horses::HalfLost,
            Horses::HalfLost,
            Horses::AllLost,
            Horses::Enough,
            Horses::HalfLost,
            Horses::Enough,
            Horses::HalfLost
        ]
    );
    let with = |kind, haste, horses| {
        let m = Mover { horse_artillery: true, haste, horses, ..Mover::new(kind, MarchColumn) };
        told(march::rate(&m, Going::Ordinary, false))
    };
    assert_eq!(with(Kind::Limbered, Haste::March, Horses::HalfLost), Ok((17.5, "06.03.5.a")));
    assert_eq!(with(Kind::Limbered, Haste::Charge, Horses::HalfLost), Err("06.03.5.a"));
    assert_eq!(with(Kind::Limbered, Haste::Flight, Horses::HalfLost), Ok((25.0, "06.03.5.a")));
    assert_eq!(with(Kind::Limbered, Haste::March, Horses::AllLost), Err("06.03.5.b"));
    assert_eq!(with(Kind::Wagon, Haste::March, Horses::HalfLost), Ok((5.0, "06.03.5.a")));
    assert_eq!(with(Kind::Wagon, Haste::March, Horses::AllLost), Err("06.03.5.b"));
    // By hand it matters nothing.
    assert_eq!(with(Kind::Unlimbered, Haste::March, Horses::AllLost), Ok((4.0, "02.06.1")));
}

#[test]
fn obstacles_are_crossed_by_table_three() {
    let p = proves!("III.a", "III.b", "III.c", "III.d");
    let across = |kind, formation, o| {
        told(march::rate_across(&Mover::new(kind, formation), Going::Ordinary, false, o))
    };
    use Obstacle::{I, II, III, IV, None as Open};
    for kind in [Kind::Infantry, Kind::Dismounted] {
        let all = [Open, I, II, III, IV].map(|o| across(kind, AttackColumn, o));
        let want = [
            Ok((25.0, "02.06.1")),
            Ok((25.0, "III.a")),
            Ok((12.0, "III.b")),
            Ok((6.0, "III.c")),
            Err("III.d"),
        ];
        assert_eq!(all, want);
    }
    let all = [Open, I, II, III, IV].map(|o| across(Kind::Mounted, Line, o));
    let want = [Ok((30.0, "02.06.1")), Ok((30.0, "III.a")), Ok((20.0, "III.b")), Err("III.c"), Err("III.d")];
    assert_eq!(all, want);
    for (kind, free, difficult) in [(Kind::Limbered, 25.0, 12.0), (Kind::Unlimbered, 4.0, 2.0)] {
        let all = [Open, I, II, III, IV].map(|o| across(kind, MarchColumn, o));
        let want =
            [Ok((free, "02.06.1")), Ok((difficult, "III.a")), Err("III.b"), Err("III.c"), Err("III.d")];
        assert_eq!(all, want, "{kind}");
    }
    let foot = |o| across(Kind::Infantry, AttackColumn, o);
    assert_eq!(p.shows("III.a", foot(I)), Ok((25.0, "III.a")));
    assert_eq!(p.shows("III.b", foot(II)), Ok((12.0, "III.b")));
    assert_eq!(p.shows("III.c", foot(III)), Ok((6.0, "III.c")));
    assert_eq!(p.shows("III.d", foot(IV)), Err("III.d"));
    // The slower of object and ground.
    let chain = Mover::new(Kind::Infantry, Chain);
    assert_eq!(told(march::rate_across(&chain, Going::Swamp, false, III)), Ok((5.0, "02.06.1")));
    assert_eq!(told(march::rate_across(&chain, Going::Wood, false, II)), Ok((10.0, "02.06.1")));
}

#[test]
fn facing_takes_the_time_of_table_two() {
    let p = proves!("II.b", "II.a", "02.05.3.a");
    let time = |kind, formation, degrees, ground| {
        by(march::facing_time(kind, formation, State::Order, degrees, ground))
    };
    let open = Going::Ordinary;
    for kind in [Kind::Infantry, Kind::Dismounted, Kind::Mounted] {
        for d in [1.0, 90.0, -90.0, 91.0, 180.0] {
            assert_eq!(time(kind, Line, d, open), (0.25, "II.b"));
            assert_eq!(time(kind, MarchColumn, d, Going::Difficult), (0.25, "II.b"));
            assert_eq!(time(kind, Chain, d, open), (0.0, "02.05.3.a"));
            assert_eq!(by(march::facing_time(kind, Line, State::Complete, d, open)), (0.0, "02.05.3.a"));
        }
        assert_eq!(time(kind, Line, 0.0, open), (0.0, "II.b"));
    }
    let thin = time(Kind::Infantry, ThinLine, 180.0, open);
    assert_eq!(p.shows("02.05.3.a", thin), (0.0, "02.05.3.a"));
    let unlimbered = |d, ground| time(Kind::Unlimbered, Line, d, ground);
    let limbered = |d, ground| time(Kind::Limbered, MarchColumn, d, ground);
    assert_eq!([90.0, 90.1, 180.0].map(|d| unlimbered(d, open).0), [1.0, 0.5, 0.5]);
    assert_eq!([45.0, 90.0, 180.0].map(|d| limbered(d, open).0), [0.5, 0.5, 1.0]);
    // What takes a turn takes two in difficult ground, and nothing else.
    let hard = Going::Difficult;
    assert_eq!(p.shows("II.a", [90.0, 180.0].map(|d| unlimbered(d, hard))), [(2.0, "II.a"), (0.5, "II.b")]);
    assert_eq!(p.shows("II.b", [90.0, 180.0].map(|d| limbered(d, hard))), [(0.5, "II.b"), (2.0, "II.a")]);
}

#[test]
fn a_line_of_one_rank_is_dressed_on_its_new_front() {
    let _p = proves!("02.05.5");
    let time = |kind, formation, degrees, ground| {
        march::dressing_time(&Mover::new(kind, formation), degrees, 30.0, ground).map(by)
    };
    // The man at the end goes the chord of his arc: 15 cm at 60 degrees, at the rate of formation changes.
    let (turns, clause) = time(Kind::Infantry, Chain, -60.0, Going::Ordinary).unwrap();
    assert!((turns - 0.5).abs() < 1e-12 && clause == "02.05.5");
    let rates = [
        (Kind::Infantry, Going::Wood, 8.0),
        (Kind::Mounted, Going::Ordinary, 40.0),
        (Kind::Infantry, Going::Watercourse, 6.0),
    ];
    for (kind, ground, rate) in rates {
        assert!((time(kind, Chain, 60.0, ground).unwrap().0 - 15.0 / rate).abs() < 1e-12);
    }
    assert_eq!(time(Kind::Infantry, ThinLine, 180.0, Going::Ordinary), None);
    assert_eq!(time(Kind::Infantry, Line, 60.0, Going::Ordinary), None);
    assert_eq!(time(Kind::Infantry, ThinLine, 60.0, Going::Swamp), None);
}

#[test]
fn a_wheel_costs_fronts() {
    let _p = proves!("02.05.5");
    assert_eq!(by(march::wheel_cost(12.0, 90.0)), (18.0, "02.05.5"));
    assert_eq!(by(march::wheel_cost(12.0, -45.0)), (9.0, "02.05.5"));
    assert_eq!(by(march::wheel_cost(12.0, 20.0)), (4.0, "02.05.5"));
}

#[test]
fn formation_changes() {
    let p = proves!("02.05.2.a", "02.05.4", "02.06.5", "02.02.4");
    let time = |kind, from, to, way, ground| told(march::formation_change_time(kind, from, to, way, ground));
    let takes = |turns: f64| Ok((turns, "02.05.2.a"));
    assert_eq!(time(Kind::Infantry, Line, AttackColumn, 3.0, Going::Ordinary), takes(0.25));
    let short = time(Kind::Infantry, Line, AttackColumn, 7.5, Going::Ordinary);
    assert_eq!(p.shows("02.05.2.a", short), takes(0.25));
    assert_eq!(time(Kind::Infantry, Line, AttackColumn, 15.0, Going::Ordinary), takes(0.5));
    assert_eq!(time(Kind::Infantry, Line, AttackColumn, 15.0, Going::Difficult), takes(1.0));
    assert_eq!(time(Kind::Infantry, Line, AttackColumn, 12.0, Going::Wood), takes(1.5));
    assert_eq!(time(Kind::Mounted, Line, Chain, 20.0, Going::Road), takes(0.5));
    let thin = time(Kind::Mounted, Line, ThinLine, 1.0, Going::Ordinary);
    assert_eq!(p.shows("02.02.4", thin), Err("02.02.4"));
    assert_eq!(time(Kind::Infantry, MarchColumn, Chain, 5.0, Going::Swamp), takes(1.0));
    for (from, ground) in [(MarchColumn, Going::Swamp), (Line, Going::Swamp), (Line, Going::Watercourse)] {
        let line = time(Kind::Infantry, from, AttackColumn, 5.0, ground);
        assert_eq!(p.shows("02.06.5", line), Err("02.06.5"));
    }
    // Whom flight has left there in another formation forms one that can go on: where the table has no rate for changes, at the rate of
    // that formation.
    assert_eq!(time(Kind::Infantry, Line, Chain, 5.0, Going::Swamp), takes(1.0));
    assert_eq!(time(Kind::Infantry, Line, MarchColumn, 6.0, Going::Watercourse), takes(1.0));
    assert_eq!(time(Kind::Mounted, Line, Chain, 3.0, Going::Watercourse), takes(0.5));
    // Table I gives no length there.
    assert_eq!(time(Kind::Mounted, MarchColumn, Chain, 5.0, Going::Swamp), Err("02.06.1"));
    assert_eq!(time(Kind::Infantry, MarchColumn, Chain, 5.0, Going::Watercourse), Err("02.06.1"));
    // Guns limber instead.
    assert_eq!(time(Kind::Unlimbered, Line, MarchColumn, 5.0, Going::Ordinary), Err("02.05.2.b"));
    for kind in [Kind::Infantry, Kind::Mounted, Kind::Dismounted] {
        let quarter = march::quarter_change(kind, Line, MarchColumn).map(by);
        assert_eq!(p.shows("02.05.4", quarter), Some((0.25, "02.05.4")));
        assert_eq!(march::quarter_change(kind, MarchColumn, Line).map(by), Some((0.25, "02.05.4")));
        assert_eq!(march::quarter_change(kind, AttackColumn, Line), None);
    }
    assert_eq!(march::quarter_change(Kind::Limbered, MarchColumn, Line), None);
}

#[test]
fn mounting_and_limbering() {
    let p = proves!("02.05.2.b", "02.05.3.b");
    assert_eq!(p.shows("02.05.2.b", by(march::mount_time())), (0.25, "02.05.2.b"));
    assert_eq!(p.shows("02.05.3.b", by(march::limber_time())), (0.5, "02.05.3.b"));
    assert_eq!(by(march::unlimber_time()), (0.5, "02.05.3.b"));
}

fn step(kind: Kind, formation: Formation, step: Step) -> MarchTimeSituation {
    MarchTimeSituation {
        kind,
        formation,
        state: State::Order,
        horse_artillery: false,
        haste: Haste::March,
        backwards: false,
        horses: Horses::Enough,
        ground: Going::Ordinary,
        road: false,
        obstacle: Obstacle::None,
        step,
    }
}

fn turns(s: &MarchTimeSituation) -> Option<f64> {
    MarchTime::check(s).unwrap();
    let mut d = HandDice::default();
    let (o, _) = judge::<MarchTime>(s, &mut d);
    d.finish().unwrap();
    o.turns.map(|Exact(t)| t)
}

#[test]
fn steps_as_a_procedure() {
    let _p = proves!("02.06.1");
    let march = Step::March { distance: 10.0 };
    assert_eq!(turns(&step(Kind::Infantry, AttackColumn, march)), Some(0.4));
    let mut s = step(Kind::Infantry, AttackColumn, march);
    s.obstacle = Obstacle::III;
    assert_eq!(turns(&s), Some(10.0 / 6.0));
    s.ground = Going::Swamp;
    assert_eq!(turns(&s), None);
    assert_eq!(turns(&step(Kind::Infantry, Line, Step::Wheel { degrees: 90.0, front: 12.0 })), Some(1.5));
    assert_eq!(turns(&step(Kind::Unlimbered, Line, Step::Face { degrees: 90.0, front: 4.0 })), Some(1.0));
    assert_eq!(turns(&step(Kind::Infantry, Line, Step::Form { to: Chain, way: 30.0 })), Some(1.0));
    assert_eq!(turns(&step(Kind::Infantry, Line, Step::QuarterChange { to: MarchColumn })), Some(0.25));
    assert_eq!(turns(&step(Kind::Mounted, Line, Step::Dismount {})), Some(0.25));
    assert_eq!(turns(&step(Kind::Mounted, Line, Step::Mount {})), None);
    assert_eq!(turns(&step(Kind::Unlimbered, Line, Step::Limber {})), Some(0.5));
    assert_eq!(turns(&step(Kind::Limbered, MarchColumn, Step::Unlimber {})), Some(0.5));
    for bad in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
        assert!(MarchTime::check(&step(Kind::Infantry, Line, Step::March { distance: bad })).is_err());
        assert!(MarchTime::check(&step(Kind::Infantry, Line, Step::Form { to: Chain, way: bad })).is_err());
        assert!(
            MarchTime::check(&step(Kind::Infantry, Line, Step::Wheel { degrees: 5.0, front: bad })).is_err()
        );
    }
    for bad in [f64::NAN, f64::INFINITY, 361.0] {
        assert!(
            MarchTime::check(&step(Kind::Infantry, Line, Step::Face { degrees: bad, front: 0.0 })).is_err()
        );
    }
}
