//! Moving elements, groups and columns (chapter Movement; dba.1 to dba.11, dba.49 to dba.51).

use crate::orders;
use bbdba_acw::drill::Drill;
use bbdba_acw::event::EventKind;
use bbdba_acw::field::Fate;
use bbdba_acw::terrain::Feature;
use bbdba_acw::{Manner, MoveOrder, Side, Step, Troop, moves, proves};
use orders::*;
use umpire::Log;

#[test]
fn out_of_command_a_move_takes_another_point() {
    let _p = proves!("command.1");
    let at = |y: f64, wood: bool| {
        let mut d = Drill::sized(2400.0, 2400.0);
        let c = d.a(Troop::Commander, 1200.0, 200.0, 0.0);
        let a = d.a(Troop::Rifles, 1200.0, y, 0.0);
        if wood {
            d.oval(Feature::Wood, 1200.0, 500.0, 1600.0, 300.0, 90.0);
        }
        (d, c, a)
    };
    let costs = |y, wood| {
        let (d, _, a) = at(y, wood);
        moves::cost(&d.field(), &[a])
    };
    // The rear edge is 80 p behind the front.
    assert_eq!(costs(1480.0, false), 1);
    assert_eq!(costs(1480.5, false), 2);
    assert_eq!(costs(880.0, true), 1);
    assert_eq!(costs(880.5, true), 2);
    assert_eq!(costs(1480.5, true), 2);
    let (mut d, c, a) = at(1480.5, true);
    d.read("surcharge", "each");
    let mut f = d.field();
    assert_eq!(moves::cost(&f, &[a]), 3);
    // The commander himself never pays; without him everyone does.
    assert_eq!(moves::cost(&f, &[c]), 1);
    let (d, c, a) = at(600.0, false);
    f = d.field();
    assert_eq!(moves::cost(&f, &[a]), 1);
    f.lose(c, Fate::Destroyed, umpire::Clause("results.10"), &mut Log::Off);
    assert_eq!(moves::cost(&f, &[a]), 2);
    f.army_mut(Side::A).commands[0].points = 1;
    assert_eq!(refused(&f, &advance(&[a], 100.0)), "command.1");
}

#[test]
fn one_element_in_range_is_enough_for_the_group() {
    let _p = proves!("dba.11");
    let mut d = Drill::new();
    d.a(Troop::Commander, 1200.0, 200.0, 0.0);
    let near = d.a(Troop::Rifles, 1200.0, 1480.0, 0.0);
    let far = d.a(Troop::Rifles, 1200.0, 1560.0, 0.0);
    let f = d.field();
    assert_eq!(moves::cost(&f, &[far]), 2);
    assert_eq!(moves::cost(&f, &[far, near]), 1);
    assert!(lawful(&f, &advance(&[far, near], 10.0)).by.rests_on("dba.11"));
}

#[test]
fn a_point_moves_one_element_or_one_group_of_its_own_command() {
    let p = proves!("move.2", "dba.10");
    let mut d = Drill::new();
    let c = d.a(Troop::Commander, 1080.0, 520.0, 0.0);
    let a = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
    let b = d.a(Troop::Rifles, 1160.0, 600.0, 0.0);
    d.next_command(Side::A);
    let other = d.a(Troop::Rifles, 1320.0, 600.0, 0.0);
    let mut f = d.field();
    f.army_mut(Side::A).commands[0].points = 1;
    assert_eq!(p.shows("dba.10", refused(&f, &advance(&[a, b, other], 100.0))), "dba.10");
    let o = MoveOrder { with: vec![c], ..advance(&[a, b], 100.0) };
    let events = make(&mut f, &o, &[]);
    assert!(
        matches!(&events[0].kind, EventKind::Spends { points: 1, left: 0, paces, .. } if *paces == 100.0)
    );
    assert_eq!(*p.shows("move.2", &events[0].clause.id()), "move.2");
    stands(&f, a, 1000.0, 700.0, 0.0);
    stands(&f, b, 1160.0, 700.0, 0.0);
    // The commander keeps his place beside them for nothing.
    stands(&f, c, 1080.0, 620.0, 0.0);
    assert_eq!((f[a].moves, f[b].moves, f[c].moves), (1, 1, 1));
    // The other command's points serve only its own.
    assert_eq!(f.army(Side::A).commands[1].points, 6);
    f[a].moves = 0;
    assert_eq!(refused(&f, &advance(&[a], 100.0)), "move.2");
    f.army_mut(Side::A).commands[0].points = 1;
    f[a].moves = 1;
    let foe = umpire::Clause("again.1");
    assert!(lawful(&f, &advance(&[a], 50.0)).paces == 50.0, "nobody is in sight: {foe}");
}

#[test]
fn moved_once_is_moved() {
    let _p = proves!("again.1");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
    d.b(Troop::Rifles, 1000.0, 1600.0, 180.0);
    let mut f = d.field();
    make(&mut f, &advance(&[a], 100.0), &[]);
    assert_eq!(refused(&f, &advance(&[a], 50.0)), "again.1");
}

#[test]
fn a_group_touches_edge_to_edge() {
    let p = proves!("move.3", "dba.10");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
    let level = d.a(Troop::Rifles, 1160.0, 600.0, 0.0);
    let behind = d.a(Troop::Rifles, 1160.0, 520.0, 0.0);
    let corner = d.a(Troop::Rifles, 840.0, 680.0, 0.0);
    let askew = d.a(Troop::Rifles, 1000.0, 515.0, 3.0);
    let f = d.field();
    lawful(&f, &advance(&[a, level, behind], 50.0));
    assert_eq!(p.shows("move.3", refused(&f, &advance(&[a, corner], 50.0))), "move.3");
    assert_eq!(refused(&f, &advance(&[a, behind], 50.0)), "move.3");
    assert_eq!(p.shows("dba.10", refused(&f, &advance(&[a, askew], 50.0))), "dba.10");
    let groups = moves::groups(&f, Side::A);
    assert_eq!(groups, [vec![a, level, behind], vec![corner], vec![askew]]);
}

#[test]
fn guns_group_with_others_only_in_column() {
    let _p = proves!("move.4");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
    let guns = d.a(Troop::Artillery, 1160.0, 600.0, 0.0);
    let gun2 = d.a(Troop::Artillery, 1000.0, 520.0, 0.0);
    let f = d.field();
    assert_eq!(refused(&f, &advance(&[a, guns], 50.0)), "move.4");
    lawful(&f, &column(&[a, gun2], &[Step::Advance(50.0)]));
    assert_eq!(moves::groups(&f, Side::A), [vec![a], vec![guns], vec![gun2]]);
}

#[test]
fn a_group_goes_straight_at_the_pace_of_its_slowest() {
    let p = proves!("dba.4", "dba.6");
    let mut d = Drill::new();
    let a = d.a(Troop::Cavalry, 1000.0, 600.0, 0.0);
    let b = d.a(Troop::Rifles, 1160.0, 600.0, 0.0);
    let f = d.field();
    lawful(&f, &advance(&[a, b], 200.0));
    assert_eq!(p.shows("dba.4", refused(&f, &advance(&[a, b], 200.1))), "dba.4");
    lawful(&f, &advance(&[a], 400.0));
    assert_eq!(p.shows("dba.6", refused(&f, &advance(&[a, b], -10.0))), "dba.6");
    // Advance and arc together: 320 p wide, so a radian is 320 p.
    let arc = |p: f64| (p / 320.0f64).to_degrees();
    lawful(&f, &steps(&[a, b], &[Step::Advance(100.0), Step::WheelLeft(arc(100.0))]));
    assert_eq!(refused(&f, &steps(&[a, b], &[Step::Advance(100.0), Step::WheelLeft(arc(100.2))])), "dba.4");
    assert_eq!(refused(&f, &steps(&[a], &[Step::WheelLeft(91.0)])), "dba.6");
    lawful(&f, &steps(&[a], &[Step::WheelLeft(90.0)]));
}

#[test]
fn a_wheel_turns_about_the_front_corner() {
    let _p = proves!("dba.49");
    let mut d = Drill::new();
    // Two in front, one behind; a fourth on the right stands further back and is no front corner.
    let a = d.a(Troop::Jaeger, 1000.0, 600.0, 0.0);
    let b = d.a(Troop::Jaeger, 1160.0, 600.0, 0.0);
    let c = d.a(Troop::Jaeger, 1160.0, 520.0, 0.0);
    let e = d.a(Troop::Jaeger, 1320.0, 520.0, 0.0);
    let f = d.field();
    let p = lawful(&f, &steps(&[a, b, c, e], &[Step::WheelRight(30.0)]));
    assert!((p.paces - 30f64.to_radians() * 320.0).abs() < 1e-6);
    let after = p.ends.iter().find(|(id, _)| *id == b).unwrap().1;
    assert!(after.front_right().dist(f[b].base.front_right()) < 1e-6);
    assert!((after.pose().facing - 30.0).abs() < 1e-6);
    // A part of a group may go as a group of its own.
    lawful(&f, &advance(&[a, b], 100.0));
}

#[test]
fn heavy_going_is_for_columns_single_elements_and_jaeger() {
    let p = proves!("dba.51", "move.9");
    let field = |t: Troop, wood: Feature, rank: bool| {
        let mut d = Drill::new();
        d.oval(wood, 1080.0, 900.0, 800.0, 400.0, 90.0);
        let a = d.a(t, 1000.0, 690.0, 0.0);
        let b = if rank { d.a(t, 1000.0, 690.0 - t.stats().depth, 0.0) } else { d.a(t, 1160.0, 690.0, 0.0) };
        (d.field(), a, b)
    };
    let (f, a, b) = field(Troop::Rifles, Feature::Wood, false);
    assert_eq!(p.shows("dba.51", refused(&f, &advance(&[a, b], 100.0))), "dba.51");
    lawful(&f, &advance(&[a, b], 5.0));
    lawful(&f, &advance(&[a], 100.0));
    let (f, a, b) = field(Troop::Rifles, Feature::Wood, true);
    lawful(&f, &column(&[a, b], &[Step::Advance(100.0)]));
    lawful(&f, &advance(&[a, b], 100.0));
    let (f, a, b) = field(Troop::Jaeger, Feature::Wood, false);
    assert_eq!(*p.shows("move.9", &lawful(&f, &advance(&[a, b], 300.0)).paces), 300.0);
    let (f, a, b) = field(Troop::Dismounted, Feature::Wood, false);
    assert_eq!(refused(&f, &advance(&[a, b], 100.0)), "dba.51");
    for good in [Feature::GentleHill, Feature::Fields] {
        let (f, a, b) = field(Troop::Rifles, good, false);
        lawful(&f, &advance(&[a, b], 100.0));
    }
    for heavy in [
        Feature::SteepHill,
        Feature::Marsh,
        Feature::RoughGround,
        Feature::Dunes,
        Feature::Oasis,
        Feature::Settlement,
    ] {
        let (f, a, b) = field(Troop::Rifles, heavy, false);
        assert_eq!(refused(&f, &advance(&[a, b], 100.0)), "dba.51", "{heavy:?}");
    }
}

#[test]
fn any_part_in_heavy_going_slows_the_whole_move() {
    let p = proves!("dba.4", "terrain.9");
    let mut d = Drill::new();
    // Its right corner grazes the wood's western end at x 1080.
    d.oval(Feature::Wood, 1280.0, 900.0, 400.0, 200.0, 90.0);
    let grazes = d.a(Troop::Cavalry, 1005.0, 700.0, 0.0);
    let clear = d.a(Troop::Cavalry, 600.0, 700.0, 0.0);
    let guns = d.a(Troop::Artillery, 1280.0, 790.0, 0.0);
    let f = d.field();
    assert_eq!(p.shows("terrain.9", refused(&f, &advance(&[grazes], 210.0))), "dba.4");
    lawful(&f, &advance(&[grazes], 190.0));
    lawful(&f, &advance(&[clear], 400.0));
    lawful(&f, &advance(&[guns], 100.0));
    assert_eq!(p.shows("dba.4", refused(&f, &advance(&[guns], 101.0))), "dba.4");
}

#[test]
fn a_single_element_goes_anywhere_by_its_front_corners() {
    let _p = proves!("dba.5");
    let mut d = Drill::new();
    let front = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
    let rear = d.a(Troop::Rifles, 1000.0, 520.0, 0.0);
    let alone = d.a(Troop::Rifles, 400.0, 600.0, 0.0);
    let f = d.field();
    // About face in place: both corners go across the diagonal of the base.
    let p = lawful(&f, &leg(alone, 400.0, 520.0, 180.0));
    assert!((p.paces - 80.0 * 5f64.sqrt()).abs() < 1e-9);
    // Stepping out of the rear rank beside the front rank, 179 p.
    let p = lawful(&f, &leg(rear, 1160.0, 600.0, 0.0));
    assert!((p.paces - 80.0 * 5f64.sqrt()).abs() < 1e-9);
    // Two legs add up corner by corner.
    let two = order(
        &[alone],
        Manner::Legs(vec![
            table::Pose { x: 400.0, y: 700.0, facing: 0.0 },
            table::Pose { x: 500.0, y: 700.0, facing: 0.0 },
        ]),
    );
    assert_eq!(lawful(&f, &two).paces, 200.0);
    assert_eq!(refused(&f, &leg(front, 1000.0, 500.0, 0.0)), "dba.5");
}

#[test]
fn bases_do_not_end_on_top_of_each_other() {
    let p = proves!("camp.1", "waterway.2", "dba.9");
    let mut d = Drill::new();
    d.waterway(true, 400.0);
    d.camp(Side::A, 1200.0, 320.0, 160.0);
    let shore = d.a(Troop::Rifles, 500.0, 600.0, 270.0);
    let edge = d.a(Troop::Rifles, 1900.0, 2300.0, 0.0);
    let camp = d.a(Troop::Rifles, 1200.0, 200.0, 180.0);
    let mover = d.a(Troop::Jaeger, 1500.0, 600.0, 0.0);
    let other = d.a(Troop::Rifles, 1500.0, 850.0, 90.0);
    let f = d.field();
    lawful(&f, &advance(&[shore], 100.0));
    assert_eq!(p.shows("waterway.2", refused(&f, &advance(&[shore], 100.1))), "waterway.2");
    lawful(&f, &advance(&[edge], 100.0));
    assert_eq!(p.shows("dba.9", refused(&f, &advance(&[edge], 100.1))), "dba.9");
    lawful(&f, &advance(&[camp], 40.0));
    assert_eq!(p.shows("camp.1", refused(&f, &advance(&[camp], 60.0))), "camp.1");
    let _ = (mover, other);
    // Touching is allowed, one pace is forgiven.
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
    d.a(Troop::Rifles, 1000.0, 780.0, 0.0);
    let f = d.field();
    lawful(&f, &advance(&[a], 101.0));
    refused(&f, &advance(&[a], 102.0));
}

#[test]
fn nobody_squeezes_through_a_narrow_gap() {
    let _p = proves!("dba.8");
    let gap = |w: f64| {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
        d.a(Troop::Rifles, 1000.0 - 80.0 - w / 2.0, 700.0, 0.0);
        d.a(Troop::Rifles, 1000.0 + 80.0 + w / 2.0, 700.0, 0.0);
        (d.field(), a)
    };
    let (f, a) = gap(160.0);
    lawful(&f, &advance(&[a], 200.0));
    lawful(&f, &leg(a, 1000.0, 800.0, 0.0));
    let (f, a) = gap(150.0);
    assert_eq!(refused(&f, &advance(&[a], 200.0)), "dba.8");
    assert_eq!(refused(&f, &leg(a, 1000.0, 800.0, 0.0)), "dba.8");
}

#[test]
fn a_column_follows_its_leader() {
    let _p = proves!("move.8");
    let mut d = Drill::new();
    let c: Vec<_> = (0..3).map(|k| d.a(Troop::Jaeger, 1000.0, 600.0 - 80.0 * f64::from(k), 0.0)).collect();
    let mut f = d.field();
    assert_eq!(refused(&f, &column(&[c[0], c[2], c[1]], &[Step::Advance(100.0)])), "move.8");
    let o = column(&c, &[Step::WheelRight(45.0), Step::Advance(150.0)]);
    assert!((lawful(&f, &o).paces - (45f64.to_radians() * 160.0 + 150.0)).abs() < 1e-9);
    make(&mut f, &o, &[]);
    for w in c.windows(2) {
        assert!(f[w[1]].base.front.dist(f[w[0]].base.rear()) < 0.01);
        assert!(moves::column_link(&f[w[0]].base, &f[w[1]].base));
    }
    let turn: Vec<f64> = c.iter().map(|id| f[*id].base.pose().facing).collect();
    assert!((turn[0] - 45.0).abs() < 1e-6 && turn[0] > turn[1] && turn[1] > turn[2], "{turn:?}");
    // Bent as it is, it is still one column and marches on.
    assert_eq!(moves::groups(&f, Side::A), std::slice::from_ref(&c));
    for id in &c {
        f[*id].moves = 0;
    }
    lawful(&f, &column(&c, &[Step::Advance(100.0)]));
}

#[test]
fn a_group_narrows_to_a_column() {
    let _p = proves!("dba.7");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
    let b = d.a(Troop::Rifles, 1160.0, 600.0, 0.0);
    let c = d.a(Troop::Rifles, 1320.0, 600.0, 0.0);
    let mut f = d.field();
    make(&mut f, &order(&[a, b, c], Manner::FormColumn(vec![Step::Advance(200.0)])), &[]);
    stands(&f, a, 1000.0, 800.0, 0.0);
    // 160 p across and 120 p up are exactly its 200 p.
    stands(&f, b, 1000.0, 720.0, 0.0);
    // The third would need more than its distance and stays.
    stands(&f, c, 1320.0, 600.0, 0.0);
}

#[test]
fn a_march_along_a_road() {
    let p = proves!("dba.50", "move.7", "dba.4");
    let mut d = Drill::new();
    d.road(&[(1000.0, 0.0), (1000.0, 2400.0)], 80.0);
    d.oval(Feature::Wood, 1000.0, 900.0, 800.0, 400.0, 90.0);
    let a = d.a(Troop::Rifles, 1010.0, 600.0, 5.0);
    let b = d.a(Troop::Rifles, 1000.0, 400.0, 25.0);
    let off = d.a(Troop::Rifles, 1090.0, 250.0, 0.0);
    let c1 = d.a(Troop::Artillery, 1000.0, 1600.0, 0.0);
    let c2 = d.a(Troop::Artillery, 1000.0, 1440.0, 0.0);
    let wide = d.a(Troop::Artillery, 1160.0, 1600.0, 0.0);
    let mut f = d.field();
    let road = |ids: &[_], p| order(ids, Manner::Road(p));
    assert_eq!(p.shows("dba.4", refused(&f, &road(&[a], 401.0))), "dba.4");
    assert_eq!(p.shows("dba.50", refused(&f, &road(&[b], 100.0))), "dba.50");
    assert_eq!(refused(&f, &road(&[off], 100.0)), "dba.50");
    assert_eq!(refused(&f, &road(&[a], -100.0)), "dba.50");
    assert_eq!(p.shows("move.7", refused(&f, &road(&[c1, wide], 100.0))), "move.7");
    lawful(&f, &road(&[c1, c2], 400.0));
    make(&mut f, &road(&[a], 400.0), &[]);
    stands(&f, a, 1000.0, 1000.0, 0.0);
}

#[test]
fn cavalry_dismounts_within_its_move() {
    let p = proves!("dba.37", "again.1");
    let mut d = Drill::new();
    d.oval(Feature::Wood, 400.0, 900.0, 400.0, 200.0, 90.0);
    let a = d.a(Troop::Cavalry, 1000.0, 600.0, 0.0);
    let foot = d.a(Troop::Rifles, 1400.0, 600.0, 0.0);
    let wood = d.a(Troop::Cavalry, 400.0, 790.0, 0.0);
    let held = d.a(Troop::Cavalry, 1800.0, 600.0, 0.0);
    d.b(Troop::Rifles, 1960.0, 600.0, 180.0);
    let mut f = d.field();
    let down = |o: MoveOrder| MoveOrder { dismount: true, ..o };
    lawful(&f, &down(advance(&[a], 300.0)));
    assert_eq!(refused(&f, &down(advance(&[a], 301.0))), "dba.4");
    assert_eq!(refused(&f, &down(advance(&[wood], 201.0))), "dba.4");
    lawful(&f, &down(advance(&[wood], 200.0)));
    assert_eq!(p.shows("dba.37", refused(&f, &down(advance(&[foot], 100.0)))), "dba.37");
    assert_eq!(refused(&f, &down(leg(held, 1800.0, 500.0, 0.0))), "dba.37");
    make(&mut f, &down(order(&[a], Manner::Legs(vec![]))), &[]);
    assert_eq!(f[a].troop, Troop::Dismounted);
    assert_eq!((f[a].base.depth, f[a].base.front.y), (80.0, 600.0));
    assert!(f[a].dismounted_this_turn);
    assert_eq!(p.shows("again.1", refused(&f, &advance(&[a], 50.0))), "again.1");
}

#[test]
fn points_of_a_demoralised_command() {
    let _p = proves!("victory.2");
    let mut d = Drill::new();
    let c = d.a(Troop::Commander, 600.0, 300.0, 0.0);
    let idle = d.a(Troop::Rifles, 400.0, 600.0, 0.0);
    let fights = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    let supports = d.a(Troop::Rifles, 1000.0, 920.0, 0.0);
    d.b(Troop::Rifles, 1000.0, 1000.0, 180.0);
    let mut f = d.field();
    f.army_mut(Side::A).commands[0].demoralised = true;
    assert_eq!(refused(&f, &advance(&[idle], 50.0)), "victory.2");
    lawful(&f, &leg(c, 600.0, 200.0, 0.0));
    make(&mut f, &leg(supports, 1180.0, 900.0, 0.0), &[]);
    lawful(&f, &order(&[fights], Manner::BreakOff));
}

/// A long line that swings round meets those whom the arc meets, not those whom straight lines between a few places on it would.
#[test]
fn a_wheel_meets_whom_its_arc_meets() {
    let _p = proves!("dba.14");
    let (mut stopped, mut passed) = (0, 0);
    for n in 0..30 {
        let deep = 0.05 + 0.1 * f64::from(n);
        let mut d = Drill::sized(4000.0, 3000.0);
        d.read("zones", "off");
        let line: Vec<_> =
            (0..10).map(|k| d.a(Troop::Jaeger, 800.0 + 160.0 * f64::from(k), 1000.0, 0.0)).collect();
        // About the left front corner the right rear corner goes furthest round; somebody stands with his front along its way.
        let (pivot, depth) = (table::v2(720.0, 1000.0), Troop::Jaeger.stats().depth);
        let far = (1600.0 * 1600.0 + depth * depth).sqrt();
        let p = pivot + table::V2::bearing(86.0) * (far - deep);
        let foe = d.b(Troop::Rifles, p.x, p.y, 266.0);
        let f = d.field();
        let start: Vec<_> = line.iter().map(|id| f[*id].base).collect();
        let wheel = steps(&line, &[Step::WheelLeft(10.0)]);
        // He cannot be lined up with, and along him there is no stopping short of him.
        if deep > 1.01 && moves::plan(&f, &wheel).is_err() {
            assert_eq!(refused(&f, &wheel), "dba.14");
            stopped += 1;
            continue;
        }
        let plan = lawful(&f, &wheel);
        let turned = plan.paces / 1600.0;
        let went = plan.ends.iter().find(|(id, _)| *id == line[9]).unwrap().1;
        assert!(went.front.dist(start[9].turned_about(pivot, turned).front) < 1e-6, "it stands on its arc");
        let deepest = (0..=2000)
            .flat_map(|k| start.iter().map(move |b| b.turned_about(pivot, turned * f64::from(k) / 2000.0)))
            .map(|b| b.rect().penetration(&f[foe].rect()))
            .fold(f64::NEG_INFINITY, f64::max);
        assert!(deepest <= 1.0 + 0.01, "{deep}: it goes {deepest} p into the enemy");
        if deep > 1.01 {
            assert!(plan.paces < 270.0, "{deep}: it goes on for {} p", plan.paces);
            stopped += 1;
        } else {
            assert!(
                (turned.to_degrees() - 10.0).abs() < 1e-6,
                "{deep}: it is held up after {} p",
                plan.paces
            );
            passed += 1;
        }
    }
    assert!(stopped > 10 && passed > 5, "{stopped} {passed}");
}
