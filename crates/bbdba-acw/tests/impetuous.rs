//! Impetuous advance (impetuous.1, impetuous.2, dba.30, dba.40).

use bbdba_acw::drill::Drill;
use bbdba_acw::field::{Field, Side};
use bbdba_acw::outcome::{follow_up, line_advances, recoil};
use bbdba_acw::procedures::follow_up::at_once;
use bbdba_acw::terrain::Feature;
use bbdba_acw::{ElementId, Troop, proves};
use table::{V2, v2};
use umpire::Log;

fn at(f: &Field, id: ElementId) -> V2 {
    f[id].base.front
}

fn near(a: V2, b: V2) -> bool {
    a.dist(b) < 0.01
}

#[test]
fn cavalry_follows_by_its_depth() {
    let _p = proves!("impetuous.1");
    let mut d = Drill::new();
    let c = d.a(Troop::Cavalry, 1200.0, 1000.0, 0.0);
    let mut f = d.field();
    follow_up(&mut f, c, &mut Log::On(vec![]));
    assert!(near(at(&f, c), v2(1200.0, 1120.0)));
}

#[test]
fn it_catches_the_recoiled_and_is_the_attacker() {
    let _p = proves!("impetuous.1");
    let mut d = Drill::new();
    let c = d.a(Troop::Cavalry, 1200.0, 1000.0, 0.0);
    let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let mut f = d.field();
    assert!(recoil(&mut f, b, None, &mut Log::On(vec![])));
    follow_up(&mut f, c, &mut Log::On(vec![]));
    assert!(near(at(&f, c), v2(1200.0, 1080.0)));
    assert_eq!(f.front_opponent(c), Some(b));
    let e = f.engagement(c, b).unwrap();
    assert_eq!((e.attacker, e.rounds), (c, 0));
}

#[test]
fn it_lines_up_where_it_can() {
    let _p = proves!("impetuous.1");
    for (aside, lined) in [(80.0, true), (81.0, false)] {
        let mut d = Drill::new();
        let c = d.a(Troop::Cavalry, 1200.0, 1000.0, 0.0);
        let b = d.b(Troop::Rifles, 1200.0 + aside, 1100.0, 180.0);
        let mut f = d.field();
        follow_up(&mut f, c, &mut Log::On(vec![]));
        assert_eq!(f.front_opponent(c) == Some(b), lined, "{aside}");
        // Not lined up, it stands touching.
        assert!(near(at(&f, c), v2(if lined { 1200.0 + aside } else { 1200.0 }, 1100.0)));
    }
    // A neighbour stands where it would have to slide: it stays unaligned.
    let mut d = Drill::new();
    let c = d.a(Troop::Cavalry, 1200.0, 1000.0, 0.0);
    d.b(Troop::Rifles, 1240.0, 1100.0, 180.0);
    d.a(Troop::Rifles, 1360.0, 1095.0, 0.0);
    let mut f = d.field();
    follow_up(&mut f, c, &mut Log::On(vec![]));
    assert_eq!(f.front_opponent(c), None);
    assert!(near(at(&f, c), v2(1200.0, 1100.0)));
}

#[test]
fn friends_camps_water_and_the_edge_stop_it() {
    let _p = proves!("impetuous.1");
    let mut d = Drill::new();
    let c = d.a(Troop::Cavalry, 1200.0, 1000.0, 0.0);
    d.a(Troop::Rifles, 1300.0, 1150.0, 0.0); // rear edge at 1070
    let mut f = d.field();
    follow_up(&mut f, c, &mut Log::On(vec![]));
    assert!(near(at(&f, c), v2(1200.0, 1070.0)));

    let mut d = Drill::new();
    d.camp(Side::B, 1200.0, 300.0, 200.0);
    let c = d.a(Troop::Cavalry, 1200.0, 2150.0, 0.0);
    let edge = d.a(Troop::Cavalry, 500.0, 2370.0, 0.0);
    let mut f = d.field();
    follow_up(&mut f, c, &mut Log::On(vec![]));
    follow_up(&mut f, edge, &mut Log::On(vec![]));
    assert!(near(at(&f, c), v2(1200.0, 2200.0)));
    assert!(near(at(&f, edge), v2(500.0, 2400.0)));

    let mut d = Drill::new();
    d.waterway(true, 400.0);
    let c = d.a(Troop::Cavalry, 450.0, 1000.0, 270.0);
    let mut f = d.field();
    follow_up(&mut f, c, &mut Log::On(vec![]));
    assert!(near(at(&f, c), v2(400.0, 1000.0)));
}

#[test]
fn not_into_heavy_going() {
    let _p = proves!("impetuous.1");
    let wood = |feature: Feature, y: f64| {
        let mut d = Drill::new();
        d.oval(feature, 1200.0, y, 600.0, 400.0, 90.0);
        let c = d.a(Troop::Cavalry, 1200.0, 1000.0, 0.0);
        let mut f = d.field();
        follow_up(&mut f, c, &mut Log::On(vec![]));
        f[c].base.front.y
    };
    // The wood's lowest point is at 1060 on the middle line.
    let y = wood(Feature::Wood, 1260.0);
    assert!(y > 1059.9 && y <= 1060.001, "{y}");
    assert_eq!(wood(Feature::GentleHill, 1260.0), 1120.0);
    // Already in it: not a step.
    assert_eq!(wood(Feature::Marsh, 1100.0), 1000.0);
    let mut d = Drill::new();
    d.river(&[(0.0, 1080.0), (2400.0, 1080.0)], 100.0);
    let c = d.a(Troop::Cavalry, 1200.0, 1000.0, 0.0);
    let mut f = d.field();
    follow_up(&mut f, c, &mut Log::On(vec![]));
    assert!(near(at(&f, c), v2(1200.0, 1120.0)), "a river bed is no obstacle");
    let mut d = Drill::new();
    d.read("follow-up-river", "stops");
    d.river(&[(0.0, 1080.0), (2400.0, 1080.0)], 100.0);
    let c = d.a(Troop::Cavalry, 1200.0, 1000.0, 0.0);
    let mut f = d.field();
    follow_up(&mut f, c, &mut Log::On(vec![]));
    assert!(near(at(&f, c), v2(1200.0, 1030.0)));
}

#[test]
fn in_a_river_it_does_not_turn_to_line_up() {
    let _p = proves!("impetuous.1");
    let x = |river: bool| {
        let mut d = Drill::new();
        if river {
            d.river(&[(0.0, 1000.0), (2400.0, 1000.0)], 160.0);
        }
        let c = d.a(Troop::Cavalry, 1200.0, 930.0, 0.0);
        d.b(Troop::Rifles, 1250.0, 1000.0, 180.0);
        let mut f = d.field();
        follow_up(&mut f, c, &mut Log::On(vec![]));
        at(&f, c)
    };
    assert!(near(x(false), v2(1250.0, 1000.0)));
    assert!(
        near(x(true), v2(1200.0, 1000.0)),
        "its front is in the bed, and the enemy defends no bank (crossing.1)"
    );
}

#[test]
fn others_stay() {
    let _p = proves!("dba.40");
    for troop in [Troop::Artillery, Troop::Rifles, Troop::Muskets, Troop::Jaeger, Troop::Dismounted] {
        let mut d = Drill::new();
        let a = d.a(troop, 1200.0, 1000.0, 0.0);
        let mut f = d.field();
        follow_up(&mut f, a, &mut Log::On(vec![]));
        let by = at_once(troop, false).err().map(umpire::Clause::id);
        assert_eq!(by, Some(if troop == Troop::Artillery { "dba.30" } else { "dba.40" }));
        assert!(near(at(&f, a), v2(1200.0, 1000.0)));
    }
}

/// Two rifles and a muskets behind, facing north, and what each fought and won.
fn line(record: [(u8, u8); 3], change: impl FnOnce(&mut Drill)) -> (Field, [ElementId; 3]) {
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    let b = d.a(Troop::Rifles, 1160.0, 1000.0, 0.0);
    let c = d.a(Troop::Muskets, 1160.0, 920.0, 0.0);
    change(&mut d);
    let mut f = d.field();
    for (id, (n, w)) in [a, b, c].into_iter().zip(record) {
        f[id].combats = n;
        f[id].wins = w;
    }
    (f, [a, b, c])
}

fn ys(f: &Field, ids: [ElementId; 3]) -> [f64; 3] {
    ids.map(|i| f[i].base.front.y)
}

const STOOD: [f64; 3] = [1000.0, 1000.0, 920.0];
const WENT: [f64; 3] = [1080.0, 1080.0, 1000.0];

#[test]
fn the_victorious_line_goes_forward_as_one() {
    let _p = proves!("impetuous.2");
    for (record, y) in [
        ([(1, 1), (0, 0), (0, 0)], WENT),
        ([(2, 2), (1, 1), (0, 0)], WENT),
        ([(2, 1), (1, 1), (0, 0)], STOOD), // a tie or a loss among them
        ([(0, 0), (0, 0), (1, 0)], STOOD),
        ([(0, 0), (0, 0), (0, 0)], STOOD),
    ] {
        let (mut f, ids) = line(record, |_| {});
        line_advances(&mut f, &mut Log::On(vec![]));
        assert_eq!(ys(&f, ids), y, "{record:?}");
    }
    // Of either side.
    let (mut f, ids) = line([(1, 1), (0, 0), (0, 0)], |d| d.active(Side::B));
    line_advances(&mut f, &mut Log::On(vec![]));
    assert_eq!(ys(&f, ids), WENT);
    // Heavy going does not stop it.
    let (mut f, ids) =
        line([(1, 1), (0, 0), (0, 0)], |d| d.oval(Feature::Wood, 1100.0, 1100.0, 600.0, 400.0, 90.0));
    line_advances(&mut f, &mut Log::On(vec![]));
    assert_eq!(ys(&f, ids), WENT);
    let (mut f, ids) = line([(1, 1), (0, 0), (0, 0)], |d| d.read("line-advance", "never"));
    line_advances(&mut f, &mut Log::On(vec![]));
    assert_eq!(ys(&f, ids), STOOD);
}

#[test]
fn what_holds_the_line() {
    let _p = proves!("impetuous.2");
    let won = [(1, 1), (0, 0), (0, 0)];
    // An element still in front contact.
    let (mut f, ids) = line(won, |d| {
        d.b(Troop::Rifles, 1160.0, 1000.0, 180.0);
    });
    line_advances(&mut f, &mut Log::On(vec![]));
    assert_eq!(ys(&f, ids), STOOD);
    // A friend of another arm before it.
    let (mut f, ids) = line(won, |d| {
        d.a(Troop::Jaeger, 1200.0, 1110.0, 0.0);
    });
    line_advances(&mut f, &mut Log::On(vec![]));
    assert_eq!(ys(&f, ids), STOOD.map(|y| y + 30.0));
    // An enemy: the whole body slides onto him.
    let (mut f, ids) = line(won, |d| {
        d.b(Troop::Rifles, 1030.0, 1050.0, 180.0);
    });
    line_advances(&mut f, &mut Log::On(vec![]));
    assert_eq!(ys(&f, ids), STOOD.map(|y| y + 50.0));
    assert_eq!(ids.map(|i| f[i].base.front.x), [1030.0, 1190.0, 1190.0]);
    assert_eq!(f.front_opponent(ids[0]), Some(ElementId::new(Side::B, 0)));
    // The table edge.
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 2350.0, 0.0);
    d.a(Troop::Rifles, 1160.0, 2350.0, 0.0);
    let mut f = d.field();
    f[a].combats = 1;
    f[a].wins = 1;
    line_advances(&mut f, &mut Log::On(vec![]));
    assert!(near(at(&f, a), v2(1000.0, 2400.0)));
}

#[test]
fn a_single_element_is_no_group() {
    let _p = proves!("impetuous.2");
    // Beside it: nobody, another arm, another command, not level, another facing; then a proper neighbour.
    let field = |k: usize| {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
        match k {
            0 => {}
            1 => {
                d.a(Troop::Jaeger, 1160.0, 1000.0, 0.0);
            }
            2 => {
                d.next_command(Side::A);
                d.a(Troop::Rifles, 1160.0, 1000.0, 0.0);
            }
            3 => {
                d.a(Troop::Rifles, 1160.0, 1002.0, 0.0);
            }
            4 => {
                d.a(Troop::Rifles, 1160.0, 920.0, 180.0);
            }
            _ => {
                d.a(Troop::Rifles, 1160.0, 1000.0, 0.0);
            }
        }
        let mut f = d.field();
        f[a].combats = 1;
        f[a].wins = 1;
        line_advances(&mut f, &mut Log::On(vec![]));
        f[a].base.front.y
    };
    for k in 0..5 {
        assert_eq!(field(k), 1000.0, "{k}");
    }
    assert_eq!(field(5), 1080.0);
}
