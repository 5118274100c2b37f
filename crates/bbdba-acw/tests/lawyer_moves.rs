//! Hard cases of moving, as a reader with the book in hand would put them: odd angles, exact limits, several rules at
//! once.

use crate::orders;
use bbdba_acw::contact::Contact;
use bbdba_acw::drill::Drill;
use bbdba_acw::event::{EventKind, Target};
use bbdba_acw::field::Nature;
use bbdba_acw::terrain::Feature;
use bbdba_acw::{
    Against, Answer, ElementId, Facet, Field, Manner, MoveOrder, Side, Step, Troop, moves, proves,
};
use orders::*;
use table::{Base, Pose, V2, v2};
use umpire::Log;

/// The pose of something given in the frame of a base at `x`, `y` that faces `facing`: so a whole case can be turned.
fn turned(facing: f64, right: f64, ahead: f64, face: f64) -> (f64, f64, f64) {
    let d = V2::bearing(facing);
    let p = v2(1200.0, 1200.0) + d.right() * right + d * ahead;
    (p.x, p.y, (facing + face).rem_euclid(360.0))
}

fn road(ids: &[ElementId], p: f64) -> MoveOrder {
    order(ids, Manner::Road(p))
}

fn legs(e: ElementId, l: &[(f64, f64, f64)]) -> MoveOrder {
    order(&[e], Manner::Legs(l.iter().map(|(x, y, facing)| Pose { x: *x, y: *y, facing: *facing }).collect()))
}

#[test]
fn a_gap_of_160_paces_is_passed_and_one_of_159_is_not() {
    let _p = proves!("dba.8");
    for facing in [0.0, 33.0, 200.0] {
        for (left, right, foes, ok) in [
            (80.0, 80.0, false, true),
            (79.5, 79.5, false, false),
            (79.2, 80.0, false, true),
            (79.5, 79.5, true, false),
            (80.0, 80.0, true, true),
        ] {
            let mut d = Drill::new();
            d.read("zones", "off");
            let (x, y, f) = turned(facing, 0.0, 0.0, 0.0);
            let a = d.a(Troop::Dismounted, x, y, f);
            for (side, w) in [(-1.0, left), (1.0, right)] {
                // Guns 160 p deep, 20 p on.
                let (x, y, f) = turned(facing, side * (80.0 + w), 180.0, 0.0);
                d.put(if foes { Side::B } else { Side::A }, Troop::Artillery, x, y, f);
            }
            let f = d.field();
            let to = turned(facing, 0.0, 290.0, 0.0);
            for o in [advance(&[a], 290.0), leg(a, to.0, to.1, to.2)] {
                let got = moves::plan(&f, &o);
                assert_eq!(got.is_ok(), ok, "{facing} {left} {right} foes {foes}: {:?}", got.map(|p| p.ends));
                if !ok {
                    assert_eq!(refused(&f, &o), "dba.8");
                }
            }
        }
    }
    // Who stands in line with the tolerance of a pace steps out of it.
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
    d.a(Troop::Rifles, 840.4, 600.0, 0.0);
    d.a(Troop::Rifles, 1159.6, 600.0, 0.0);
    lawful(&d.field(), &advance(&[a], 100.0));
}

#[test]
fn a_zone_is_not_crossed_on_the_way_to_another() {
    let _p = proves!("zone.2");
    let mut d = Drill::new();
    let a = d.a(Troop::Cavalry, 1200.0, 600.0, 0.0);
    // On the left, facing east: its zone reaches from x 1000 to 1160.
    let side = d.b(Troop::Rifles, 1000.0, 700.0, 90.0);
    let ahead = d.b(Troop::Rifles, 1200.0, 1100.0, 180.0);
    let f = d.field();
    // Through the first zone, out of it, and on into the second one.
    assert_eq!(refused(&f, &advance(&[a], 380.0)), "zone.2");
    let said = moves::plan(&f, &advance(&[a], 380.0)).unwrap_err().to_string();
    assert!(said.contains(&side.to_string()) && !said.contains(&ahead.to_string()), "{said}");
    // To its border only.
    lawful(&f, &advance(&[a], 20.0));
    let mut g = f.clone();
    g.lose(side, bbdba_acw::field::Fate::Destroyed, umpire::Clause("results.10"), &mut Log::Off);
    lawful(&g, &advance(&[a], 380.0));
}

#[test]
fn in_two_zones_at_once_the_mover_chooses() {
    let _p = proves!("zone.2");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 900.0, 20.0);
    let straight = d.b(Troop::Rifles, 1150.0, 1010.0, 180.0);
    let askew = d.b(Troop::Rifles, 1290.0, 1000.0, 210.0);
    let f = d.field();
    for (foe, facing) in [(straight, 0.0), (askew, 30.0)] {
        lawful(&f, &leg(a, 1200.0, 900.0, facing));
        let to = v2(1200.0, 900.0) + V2::bearing(facing) * 20.0;
        lawful(&f, &leg(a, to.x, to.y, facing));
        let _ = foe;
    }
    assert_eq!(refused(&f, &leg(a, 1200.0, 900.0, 15.0)), "zone.2");
    assert_eq!(refused(&f, &leg(a, 1230.0, 900.0, 0.0)), "zone.2");
}

#[test]
fn a_corner_of_a_zone_is_found_however_short() {
    let _p = proves!("dba.13");
    // The zone of B: x 1120 to 1280, y 840 to 1000. A friend far aside in the zone must not blind the umpire.
    for friend in [false, true] {
        let mut d = Drill::new();
        let a = d.a(Troop::Cavalry, 1000.0, 780.0, 0.0);
        if friend {
            d.a(Troop::Rifles, 1340.0, 860.0, 0.0);
        }
        d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        let f = d.field();
        // Northwest past the lower left corner: the right front corner runs from (1080, 780) to (980, 980) and stays out.
        lawful(&f, &leg(a, 900.0, 980.0, 0.0));
        // Begun further right it is inside for two or three paces only: the corner passes (1120, 840) at 1 p.
        let mut g = f.clone();
        g.set(a, g[a].base.moved(v2(71.0, 0.0)));
        assert_eq!(refused(&g, &leg(a, 971.0, 980.0, 0.0)), "zone.2", "friend {friend}");
        let mut g = f.clone();
        g.set(a, g[a].base.moved(v2(69.9, 0.0)));
        lawful(&g, &leg(a, 969.9, 980.0, 0.0));
    }
}

#[test]
fn a_screened_half_is_not_enough_at_any_angle() {
    let _p = proves!("zone.2");
    for facing in [0.0, 57.0, 301.0] {
        let with = |across: &[f64]| {
            let mut d = Drill::new();
            let (x, y, t) = turned(facing, 0.0, 0.0, 0.0);
            let a = d.a(Troop::Rifles, x, y, t);
            for w in across {
                let (x, y, t) = turned(facing, *w, 80.0, 0.0);
                d.a(Troop::Rifles, x, y, t);
            }
            let (x, y, t) = turned(facing, 0.0, 90.0, 180.0);
            d.b(Troop::Rifles, x, y, t);
            let to = turned(facing, 40.0, 0.0, 0.0);
            (d.field(), leg(a, to.0, to.1, to.2))
        };
        let (f, o) = with(&[0.0]);
        lawful(&f, &o);
        // Two halves together screen it; one half does not.
        let (f, o) = with(&[-80.0, 80.0]);
        lawful(&f, &o);
        let (f, o) = with(&[-80.0]);
        assert_eq!(refused(&f, &o), "zone.2");
        // A slit of one pace between them is enough.
        let (f, o) = with(&[-80.5, 80.5]);
        assert_eq!(refused(&f, &o), "zone.2");
    }
}

#[test]
fn a_second_rank_is_screened_by_its_own_first() {
    let _p = proves!("dba.54");
    let mut d = Drill::new();
    // Two ranks; the first stops on the border of the zone, the second is outside anyway. Cavalry behind foot.
    let a = d.a(Troop::Rifles, 1200.0, 900.0, 0.0);
    let b = d.a(Troop::Rifles, 1200.0, 820.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 960.0, 180.0);
    let f = d.field();
    // The rear one alone may leave sideways: its comrade stands before it.
    lawful(&f, &leg(b, 1360.0, 820.0, 0.0));
    assert_eq!(refused(&f, &leg(a, 1360.0, 900.0, 0.0)), "zone.2");
}

#[test]
fn a_wheel_of_exactly_the_allowance() {
    let _p = proves!("move.5");
    for facing in [0.0, 77.0] {
        let mut d = Drill::new();
        // Mixed depths with level fronts: cavalry, rifles, and a second rank behind the rifles.
        let (x, y, t) = turned(facing, 0.0, 0.0, 0.0);
        let a = d.a(Troop::Cavalry, x, y, t);
        let (x, y, t) = turned(facing, 160.0, 0.0, 0.0);
        let b = d.a(Troop::Rifles, x, y, t);
        let (x, y, t) = turned(facing, 160.0, -80.0, 0.0);
        let c = d.a(Troop::Rifles, x, y, t);
        let mut f = d.field();
        let all = (200.0f64 / 320.0).to_degrees();
        assert_eq!(refused(&f, &steps(&[a, b, c], &[Step::WheelLeft(all + 0.001)])), "dba.4");
        let corner = f[a].base.front_left();
        assert!((lawful(&f, &steps(&[a, b, c], &[Step::WheelLeft(all)])).paces - 200.0).abs() < 1e-6);
        make(&mut f, &steps(&[a, b, c], &[Step::WheelLeft(all)]), &[]);
        assert!(f[a].base.front_left().dist(corner) < 1e-6);
        assert_eq!(moves::groups(&f, Side::A), [vec![a, b, c]], "they still hang together");
    }
}

#[test]
fn a_column_wheels_like_a_group_of_one() {
    let _p = proves!("dba.7");
    let mut d = Drill::new();
    let lead = d.a(Troop::Jaeger, 1200.0, 1000.0, 0.0);
    let tail = d.a(Troop::Jaeger, 1200.0, 920.0, 0.0);
    // A neighbour on the left, over whom the left rear corner swings: only the end of a wheel is tested.
    d.a(Troop::Rifles, 1040.0, 1000.0, 0.0);
    let f = d.field();
    lawful(&f, &steps(&[lead], &[Step::WheelRight(90.0)]));
    make(&mut f.clone(), &column(&[lead], &[Step::WheelRight(90.0)]), &[]);
    let _ = tail;
    // Readings of the wheel hold for columns too.
    let mut d = Drill::new();
    d.read("wheel-measure", "chord");
    let a = d.a(Troop::Jaeger, 1200.0, 1000.0, 0.0);
    let b = d.a(Troop::Jaeger, 1200.0, 920.0, 0.0);
    let f = d.field();
    assert!((lawful(&f, &column(&[a, b], &[Step::WheelRight(60.0)])).paces - 160.0).abs() < 1e-6);
    let mut d = Drill::new();
    d.read("wheel-and-advance", "either");
    let a = d.a(Troop::Jaeger, 1200.0, 1000.0, 0.0);
    let b = d.a(Troop::Jaeger, 1200.0, 920.0, 0.0);
    let f = d.field();
    assert_eq!(refused(&f, &column(&[a, b], &[Step::WheelRight(20.0), Step::Advance(50.0)])), "move.5");
}

#[test]
fn a_column_does_not_swing_round_as_one_body() {
    let _p = proves!("dba.7");
    let mut d = Drill::new();
    let a = d.a(Troop::Jaeger, 1200.0, 1000.0, 0.0);
    let b = d.a(Troop::Jaeger, 1200.0, 920.0, 0.0);
    let c = d.a(Troop::Jaeger, 1200.0, 840.0, 0.0);
    let mut f = d.field();
    let round = [Step::Advance(50.0), Step::WheelLeft(60.0)];
    let follows = lawful(&f, &column(&[a, b, c], &round));
    // Named in any order, and ordered as a group: each goes where its predecessor was.
    for ids in [[a, b, c], [c, a, b]] {
        let p = lawful(&f, &steps(&ids, &round));
        assert_eq!((p.paces, p.ends), (follows.paces, follows.ends.clone()));
    }
    let most = follows.ends.iter().map(|(id, to)| f[*id].base.front.dist(to.front)).fold(0.0, f64::max);
    assert!(most <= follows.paces, "nobody goes further than the leader: {most}");
    let events = make(&mut f, &steps(&[a, b, c], &round), &[]);
    assert!(events.iter().any(|e| e.clause.id() == "dba.7"));
    // A line, and two abreast, wheel as one.
    let mut d = Drill::new();
    let a = d.a(Troop::Jaeger, 1200.0, 1000.0, 0.0);
    let b = d.a(Troop::Jaeger, 1360.0, 1000.0, 0.0);
    let c = d.a(Troop::Jaeger, 1200.0, 920.0, 0.0);
    let mut f = d.field();
    let events = make(&mut f, &steps(&[a, b, c], &[Step::WheelLeft(20.0)]), &[]);
    assert!(events.iter().any(|e| e.clause.id() == "move.5"));
    assert!(f[a].base.dir == f[b].base.dir && f[a].base.dir == f[c].base.dir);
}

#[test]
fn a_wide_group_in_the_wood_does_not_fall_into_column() {
    let _p = proves!("dba.51");
    let with = |y: f64, t: Troop| {
        let mut d = Drill::new();
        d.oval(Feature::Wood, 1080.0, 900.0, 800.0, 400.0, 90.0);
        let a = d.a(t, 1000.0, y, 0.0);
        let b = d.a(t, 1160.0, y, 0.0);
        (d.field(), order(&[a, b], Manner::FormColumn(vec![Step::Advance(160.0)])), a, b)
    };
    // Before the wood it narrows to go in; inside it must first be broken up.
    let (mut f, o, a, b) = with(690.0, Troop::Rifles);
    make(&mut f, &o, &[]);
    stands(&f, a, 1000.0, 850.0, 0.0);
    stands(&f, b, 1000.0, 770.0, 0.0);
    let (f, o, ..) = with(720.0, Troop::Rifles);
    assert_eq!(refused(&f, &o), "dba.51");
    let (f, o, ..) = with(720.0, Troop::Jaeger);
    lawful(&f, &o);
}

#[test]
fn who_cannot_fall_in_has_not_moved() {
    let _p = proves!("dba.7");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
    let b = d.a(Troop::Rifles, 1160.0, 600.0, 0.0);
    let c = d.a(Troop::Rifles, 1320.0, 600.0, 0.0);
    d.b(Troop::Rifles, 1000.0, 1500.0, 180.0);
    let mut f = d.field();
    let events = make(&mut f, &order(&[a, b, c], Manner::FormColumn(vec![Step::Advance(200.0)])), &[]);
    assert!(matches!(&events[0].kind, EventKind::Spends { elements, .. } if *elements == [a, b]));
    assert_eq!((f[a].moves, f[b].moves, f[c].moves), (1, 1, 0));
    lawful(&f, &advance(&[c], 50.0));
    assert_eq!(refused(&f, &advance(&[a], 50.0)), "again.1");
}

#[test]
fn a_slower_commander_slows_the_group_he_goes_with() {
    let _p = proves!("dba.4");
    let mut d = Drill::new();
    let wood = Feature::Wood;
    d.oval(wood, 1080.0, 700.0, 1000.0, 600.0, 90.0);
    // Guns on open ground, 300 p, and Jaeger in the wood, 300 p like the commander: nobody is slowed.
    let a = d.a(Troop::Jaeger, 1000.0, 700.0, 0.0);
    let b = d.a(Troop::Jaeger, 1160.0, 700.0, 0.0);
    let c = d.a(Troop::Commander, 1080.0, 620.0, 0.0);
    let f = d.field();
    let o = |p| MoveOrder { with: vec![c], ..advance(&[a, b], p) };
    lawful(&f, &o(300.0));
    // Cavalry in the open, its commander through the corner of a wood: 300 p, not 400 p.
    let mut d = Drill::new();
    d.oval(wood, 1100.0, 460.0, 200.0, 160.0, 90.0);
    let a = d.a(Troop::Cavalry, 1000.0, 800.0, 0.0);
    let b = d.a(Troop::Cavalry, 1160.0, 800.0, 0.0);
    let c = d.a(Troop::Commander, 1080.0, 680.0, 0.0);
    let f = d.field();
    let o = |p| MoveOrder { with: vec![c], ..advance(&[a, b], p) };
    lawful(&f, &o(300.0));
    assert_eq!(refused(&f, &o(301.0)), "dba.4");
    lawful(&f, &advance(&[a, b], 400.0));
}

#[test]
fn the_door_is_closed_only_from_beside() {
    let _p = proves!("dba.15");
    let from = |x: f64, y: f64, facing: f64| {
        let mut d = Drill::new();
        d.read("zones", "off");
        let a = d.a(Troop::Cavalry, x, y, facing);
        d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        (d.field(), at(leg(a, 1120.0, 1080.0, 90.0), b, Facet::RightFlank))
    };
    // Level with the fight, touching or free; within the pace that counts as touching.
    for (x, y) in [(1040.0, 1000.0), (1040.5, 1000.0), (1000.0, 960.0)] {
        let (f, o) = from(x, y, 0.0);
        lawful(&f, &o);
    }
    // Wholly in front of the fighting friend it stands beside nobody.
    let (f, o) = from(1040.0, 910.0, 0.0);
    assert_eq!(refused(&f, &o), "dba.15");
}

#[test]
fn the_distance_to_enemies_counts_between_the_measured_places_too() {
    let _p = proves!("again.3");
    let with = |y: f64| {
        let mut d = Drill::sized(4800.0, 2400.0);
        // It sidesteps 300 p past an enemy who stands corner on; nearest in the middle between two looks.
        let a = d.a(Troop::Jaeger, 1000.0, 600.0, 45.0);
        d.b(Troop::Rifles, 1175.0, y, 225.0);
        let mut f = d.field();
        f[a].moves = 1;
        let o = leg(a, 1300.0, 600.0, 45.0);
        let (p, q) = (f[a].base, f[a].base.moved(v2(300.0, 0.0)));
        let least = (0..=3000).map(|k| {
            let b = p.moved((q.front - p.front) * (f64::from(k) / 3000.0));
            f.side(Side::B).map(|e| e.rect().gap(&b.rect())).fold(f64::INFINITY, f64::min)
        });
        let least = least.fold(f64::INFINITY, f64::min);
        (f, o, least)
    };
    let (_, _, least) = with(2000.0);
    let exact = 2000.0 + 1200.0 - least;
    let (f, o, l) = with(exact + 0.02);
    assert!(l > 1200.0 && l < 1200.1, "{l}");
    lawful(&f, &o);
    let (f, o, l) = with(exact - 0.02);
    assert!(l <= 1200.0, "{l}");
    assert_eq!(refused(&f, &o), "again.1");
}

#[test]
fn a_single_element_on_a_flank_may_march_off_by_road() {
    let _p = proves!("dba.24");
    let mut d = Drill::new();
    d.read("zones", "off");
    d.road(&[(1000.0, 0.0), (1000.0, 2400.0)], 80.0);
    // Its front lies on nobody's front; an enemy's front lies on its left flank.
    let a = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    let b = d.b(Troop::Rifles, 920.0, 920.0, 90.0);
    let f = d.field();
    assert_eq!(f.contact(&f[b], &f[a]), Some(Contact::LeftFlank));
    lawful(&f, &road(&[a], 300.0));
    // Front to front it is locked, on a road as elsewhere.
    let mut d = Drill::new();
    d.road(&[(1000.0, 0.0), (1000.0, 2400.0)], 80.0);
    let a = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    d.b(Troop::Rifles, 1000.0, 1000.0, 180.0);
    assert_eq!(refused(&d.field(), &road(&[a], 300.0)), "dba.24");
}

#[test]
fn at_a_fork_the_road_that_goes_on_is_taken() {
    let _p = proves!("dba.50");
    let mut d = Drill::new();
    // The first road ends at y 800, a second one runs on beside it at a small angle.
    d.road(&[(1000.0, 0.0), (1000.0, 800.0)], 80.0);
    d.road(&[(1000.0, 0.0), (1000.0, 600.0), (1060.0, 1600.0)], 80.0);
    let a = d.a(Troop::Rifles, 1000.0, 500.0, 0.0);
    let mut f = d.field();
    make(&mut f, &road(&[a], 400.0), &[]);
    let on = f[a].base;
    assert!((on.front - v2(1000.0, 600.0)).len() - 300.0 < 1e-6 && on.front.x > 1010.0, "{on:?}");
}

#[test]
fn a_column_marches_round_a_bend_through_a_wood() {
    let _p = proves!("dba.4");
    let mut d = Drill::new();
    d.road(&[(1000.0, 0.0), (1000.0, 900.0), (1400.0, 1300.0), (1400.0, 2400.0)], 80.0);
    d.oval(Feature::Wood, 1100.0, 1000.0, 800.0, 500.0, 45.0);
    let c: Vec<_> = (0..3).map(|k| d.a(Troop::Rifles, 1000.0, 700.0 - 80.0 * f64::from(k), 0.0)).collect();
    let mut f = d.field();
    assert_eq!(refused(&f, &road(&c, 400.1)), "dba.4");
    make(&mut f, &road(&c, 400.0), &[]);
    // 200 p to the bend and 200 p beyond it.
    let s = 200.0 / 2f64.sqrt();
    stands(&f, c[0], 1000.0 + s, 900.0 + s, 45.0);
    for w in c.windows(2) {
        assert!(f[w[1]].base.front.dist(f[w[0]].base.rear()) < 0.01);
    }
    // It is still one column and goes on.
    for id in &c {
        f[*id].moves = 0;
    }
    lawful(&f, &road(&c, 300.0));
    // Off the road the wood costs artillery most of its distance; on the road none.
    let mut d = Drill::new();
    d.road(&[(1000.0, 0.0), (1000.0, 2400.0)], 80.0);
    d.oval(Feature::Wood, 1000.0, 900.0, 800.0, 400.0, 90.0);
    let g = d.a(Troop::Artillery, 1000.0, 800.0, 0.0);
    let f = d.field();
    lawful(&f, &road(&[g], 400.0));
    assert_eq!(refused(&f, &advance(&[g], 101.0)), "dba.4");
}

#[test]
fn in_midstream_one_turns_only_to_a_defender_of_the_bank() {
    let _p = proves!("crossing.1");
    // The bed is y 940 to 1060. The mover stands in it and charges an enemy who stands a little askew.
    let with = |y: f64, turn: f64, slide: f64| {
        let mut d = Drill::new();
        d.river(&[(0.0, 1000.0), (2400.0, 1000.0)], 120.0);
        let a = d.a(Troop::Rifles, 1200.0, 970.0, 0.0);
        let b = d.b(Troop::Rifles, 1200.0 + slide, y, 180.0 + turn);
        let mut f = d.field();
        f.rivers[0].nature = Some(Nature::Ordinary);
        (f, a, b)
    };
    // A defender on the bank is met with a slide.
    let (mut f, a, b) = with(1060.0, 0.0, 40.0);
    make(&mut f, &advance(&[a], 100.0), &[]);
    assert_eq!(f.front_opponent(a), Some(b));
    // One who stands in the bed defends no bank: no slide, no turn; straight on is lawful.
    let (f, a, b) = with(1030.0, 0.0, 40.0);
    assert_eq!(refused(&f, &at(advance(&[a], 100.0), b, Facet::Front)), "crossing.1");
    let (f, a, b) = with(1030.0, 10.0, 0.0);
    assert_eq!(refused(&f, &at(advance(&[a], 100.0), b, Facet::Front)), "crossing.1");
    let (mut f, a, b) = with(1030.0, 0.0, 0.0);
    make(&mut f, &advance(&[a], 100.0), &[]);
    assert_eq!(f.front_opponent(a), Some(b));
}

#[test]
fn jaeger_turn_to_a_group_even_if_it_is_lined_up_with_another() {
    let _p = proves!("contact.4");
    let mut d = Drill::new();
    let a1 = d.a(Troop::Rifles, 1000.0, 850.0, 0.0);
    let a2 = d.a(Troop::Rifles, 1160.0, 850.0, 0.0);
    let r = d.b(Troop::Rifles, 1000.0, 1000.0, 180.0);
    // Alone, beyond a small gap, a little askew, its corner level with the line.
    let jb = Base::new(Pose { x: 0.0, y: 0.0, facing: 170.0 }, 160.0, 80.0);
    let low = jb.corners().into_iter().map(|c| c.y).fold(f64::INFINITY, f64::min);
    let j = d.b(Troop::Jaeger, 1180.0, 1000.0 - low, 170.0);
    let mut f = d.field();
    make(&mut f, &advance(&[a1, a2], 200.0), &[]);
    assert_eq!(f.front_opponent(a1), Some(r));
    assert_eq!(f.front_opponent(a2), Some(j), "{:?}", f[j].base.pose());
}

#[test]
fn all_lone_jaeger_who_are_met_turn() {
    let _p = proves!("contact.4");
    let mut d = Drill::new();
    let a1 = d.a(Troop::Rifles, 1000.0, 850.0, 0.0);
    let a2 = d.a(Troop::Rifles, 1160.0, 850.0, 0.0);
    let j1 = d.b(Troop::Jaeger, 980.0, 1000.0, 180.0);
    let j2 = d.b(Troop::Jaeger, 1190.0, 1000.0, 180.0);
    let mut f = d.field();
    make(&mut f, &advance(&[a1, a2], 200.0), &[]);
    assert_eq!((f.front_opponent(a1), f.front_opponent(a2)), (Some(j1), Some(j2)));
    stands(&f, a1, 1000.0, 1000.0, 0.0);
}

#[test]
fn a_camp_side_shorter_than_a_base() {
    let p = proves!("dba.53", "contact.6");
    let with = |x: f64, facing: f64| {
        let mut d = Drill::new();
        // 100 p wide along the edge, 300 p deep.
        d.camp(Side::B, 1200.0, 100.0, 300.0);
        let a = d.a(Troop::Rifles, x, 2000.0, facing);
        (d.field(), a)
    };
    // The whole short side along the front edge: the front's middle within 30 p of the side's.
    for (x, end) in [(1200.0, 1200.0), (1230.0, 1230.0), (1310.0, 1230.0), (1090.0, 1170.0)] {
        let (mut f, a) = with(x, 0.0);
        make(&mut f, &advance(&[a], 200.0), &[]);
        assert_eq!(*p.shows("dba.53", &f.camp_opponent(a)), Some(Target::Camp(Side::B)), "from {x}");
        stands(&f, a, end, 2100.0, 0.0);
    }
    let (f, a) = with(1311.0, 0.0);
    assert!(!lawful(&f, &advance(&[a], 200.0)).contacts);
    let o = MoveOrder {
        against: Some(Against { foe: Target::Camp(Side::B), on: Facet::Front }),
        ..advance(&[a], 200.0)
    };
    assert_eq!(p.shows("contact.6", refused(&f, &o)), "contact.6");
}

#[test]
fn a_group_lines_up_into_heavy_going() {
    let _p = proves!("dba.51");
    let with = |foe: bool| {
        let mut d = Drill::new();
        d.oval(Feature::Wood, 900.0, 1130.0, 300.0, 160.0, 90.0);
        let a1 = d.a(Troop::Rifles, 1000.0, 880.0, 0.0);
        let a2 = d.a(Troop::Rifles, 1160.0, 880.0, 0.0);
        let b = foe.then(|| d.b(Troop::Rifles, 1180.0, 1000.0, 200.0));
        (d.field(), a1, a2, b)
    };
    let (f, a1, a2, _) = with(false);
    assert_eq!(refused(&f, &advance(&[a1, a2], 200.0)), "dba.51");
    // The enemy stands askew in the open; lined up with it the group's wing reaches into the wood.
    let (mut f, a1, a2, b) = with(true);
    make(&mut f, &advance(&[a1, a2], 200.0), &[]);
    assert_eq!(f.front_opponent(a2), b);
    assert!(f.terrain.heavy(&f[a1].rect()));
}

#[test]
fn every_manner_goes_through_json() {
    let a: ElementId = "A1".parse().unwrap();
    let b: ElementId = "A2".parse().unwrap();
    let step = vec![Step::Advance(50.0), Step::WheelLeft(10.5), Step::WheelRight(3.25)];
    for how in [
        Manner::Legs(vec![Pose { x: 1.5, y: 2.0, facing: 359.25 }]),
        Manner::Group(step.clone()),
        Manner::Column(step.clone()),
        Manner::FormColumn(step),
        Manner::Road(400.0),
        Manner::BreakOff,
    ] {
        for on in [Facet::Front, Facet::LeftFlank, Facet::RightFlank, Facet::Rear, Facet::Overlap] {
            for foe in [Target::Element("B12".parse().unwrap()), Target::Camp(Side::B)] {
                let o = MoveOrder {
                    elements: vec![a, b],
                    how: how.clone(),
                    dismount: true,
                    with: vec!["A9".parse().unwrap()],
                    against: Some(Against { foe, on }),
                };
                let text = serde_json::to_string(&Answer::Move(o.clone())).unwrap();
                assert_eq!(serde_json::from_str::<Answer>(&text).unwrap(), Answer::Move(o), "{text}");
            }
        }
        let plain = order(&[a], how);
        let text = serde_json::to_string(&Answer::Move(plain.clone())).unwrap();
        assert_eq!(serde_json::from_str::<Answer>(&text).unwrap(), Answer::Move(plain), "{text}");
    }
    let hand = r#"{"do":"move","elements":["A1"],"how":{"road":400}}"#;
    assert_eq!(serde_json::from_str::<Answer>(hand).unwrap(), Answer::Move(road(&[a], 400.0)));
    let hand = r#"{"do":"move","elements":["A1"],"how":"break_off"}"#;
    assert_eq!(serde_json::from_str::<Answer>(hand).unwrap(), Answer::Move(order(&[a], Manner::BreakOff)));
    assert!(
        serde_json::from_str::<Answer>(r#"{"do":"move","elements":["A1"],"how":"break_off","x":1}"#).is_err()
    );
}

#[test]
fn a_move_that_ends_where_it_began_is_none() {
    let mut d = Drill::new();
    // It overlaps already: staying there is no move, although the place is lawful.
    let a = d.a(Troop::Rifles, 1040.0, 1000.0, 0.0);
    d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let f = d.field();
    assert!(f.overlaps(b).contains(&Some(a)));
    assert!(moves::plan(&f, &legs(a, &[])).is_err());
    assert!(moves::plan(&f, &leg(a, 1040.0, 1000.0, 0.0)).is_err());
}

fn fresh(f: &Field) -> usize {
    moves::offers(f, Side::A).len()
}

#[test]
fn offers_are_plans_in_every_corner() {
    let mut d = Drill::new();
    d.river(&[(0.0, 1500.0), (2400.0, 1500.0)], 100.0);
    d.road(&[(1000.0, 0.0), (1000.0, 900.0), (1400.0, 1300.0)], 80.0);
    d.camp(Side::B, 1200.0, 200.0, 160.0);
    d.a(Troop::Cavalry, 1000.0, 500.0, 0.0);
    d.a(Troop::Rifles, 1700.0, 600.0, 30.0);
    d.a(Troop::Commander, 700.0, 600.0, 0.0);
    d.a(Troop::Jaeger, 1500.0, 1000.0, 0.0);
    d.b(Troop::Rifles, 1500.0, 1000.0, 180.0);
    let f = d.field();
    let all = moves::offers(&f, Side::A);
    assert!(fresh(&f) > 10);
    for o in &all {
        lawful(&f, o);
    }
    let has = |p: &dyn Fn(&MoveOrder) -> bool| all.iter().any(p);
    assert!(has(&|o| matches!(o.how, Manner::Road(_))));
    assert!(has(&|o| matches!(o.how, Manner::BreakOff)));
    assert!(has(&|o| o.dismount));
    assert!(moves::offers(&f, Side::B).is_empty());
}

#[test]
fn lining_up_at_odd_angles_keeps_the_limits() {
    let _p = proves!("dba.14");
    // The enemy faces the mover; everything is turned by odd angles. The mover's front middle touches it there.
    for facing in [0.0, 37.0, 123.0, 291.0] {
        for (slide, turn, ok) in [
            (80.0, 0.0, true),
            (-80.0, 0.0, true),
            (81.0, 0.0, false),
            (-81.0, 0.0, false),
            (0.0, 45.0, true),
            (0.0, -45.0, true),
            (0.0, 46.0, false),
            (0.0, -46.0, false),
        ] {
            let mut d = Drill::new();
            d.read("zones", "off");
            let (x, y, t) = turned(facing, slide, 0.0, 180.0 + turn);
            let b = d.b(Troop::Rifles, x, y, t);
            // Straight at the middle of the enemy's front edge where it is askew.
            let (x, y, t) = turned(facing, 0.0, -150.0, 0.0);
            let a = d.a(Troop::Cavalry, x, y, t);
            let f = d.field();
            let got = moves::plan(&f, &at(advance(&[a], 400.0), b, Facet::Front));
            assert_eq!(got.is_ok(), ok, "{facing} {slide} {turn}: {:?}", got.map(|p| p.paces));
            if let Err(r) = got {
                assert_eq!(r.clause.unwrap().id(), "dba.14");
                let p = lawful(&f, &advance(&[a], 400.0));
                let gap = p.ends[0].1.rect().gap(&f[b].rect());
                assert!(!p.contacts && (2.0 - 0.001..4.1).contains(&gap), "{gap}");
            }
        }
    }
}

#[test]
fn breaking_off_with_somebody_behind() {
    let _p = proves!("breakoff.1");
    let off = |a| order(&[a], Manner::BreakOff);
    for facing in [0.0, 63.0] {
        let with = |more: &[(Side, Troop, f64, f64, f64)]| {
            let mut d = Drill::new();
            let (x, y, t) = turned(facing, 0.0, 0.0, 0.0);
            let a = d.a(Troop::Rifles, x, y, t);
            let (x, y, t) = turned(facing, 0.0, 0.0, 180.0);
            d.b(Troop::Rifles, x, y, t);
            for (side, troop, right, ahead, face) in more {
                let (x, y, t) = turned(facing, *right, *ahead, *face);
                d.put(*side, *troop, x, y, t);
            }
            (d.field(), a)
        };
        use Side::{A, B};
        // It goes 200 p back: its rear ends 280 p behind the line.
        for (more, ok) in [
            (vec![], true),
            // A friend just clear of the end, one in the way, one beside the way.
            (vec![(A, Troop::Rifles, 0.0, -280.0, 0.0)], true),
            (vec![(A, Troop::Rifles, 0.0, -270.0, 0.0)], false),
            (vec![(A, Troop::Rifles, 160.0, -100.0, 0.0)], true),
            (vec![(A, Troop::Rifles, 150.0, -100.0, 0.0)], false),
            // A commander in the way makes room.
            (vec![(A, Troop::Commander, 0.0, -100.0, 0.0)], true),
            // A zone that ends 160 p before its owner: the left flank is at -80.
            (vec![(B, Troop::Rifles, -240.0, -240.0, 90.0)], true),
            (vec![(B, Troop::Rifles, -239.0, -240.0, 90.0)], false),
            // Its second opponent's neighbour, locked with nobody, level beside: an overlap.
            (vec![(B, Troop::Rifles, 160.0, 0.0, 180.0)], false),
            // The same with an opponent of its own is none.
            (vec![(B, Troop::Rifles, 160.0, 0.0, 180.0), (A, Troop::Rifles, 160.0, 0.0, 0.0)], true),
            // At its rear.
            (vec![(B, Troop::Rifles, 0.0, -80.0, 0.0)], false),
        ] {
            let (f, a) = with(&more);
            let got = moves::plan(&f, &off(a));
            assert_eq!(
                got.is_ok(),
                ok,
                "{facing} {more:?}: {:?}",
                got.as_ref().err().map(ToString::to_string)
            );
            match got {
                Ok(p) => {
                    assert!((p.paces - 200.0).abs() < 1e-9);
                    assert!(p.ends[0].1.dir.dot(f[a].base.dir) > 1.0 - 1e-12);
                }
                Err(r) => assert_eq!(r.clause.unwrap().id(), "breakoff.1"),
            }
        }
    }
    // From a camp too.
    let mut d = Drill::new();
    d.camp(Side::B, 1200.0, 320.0, 160.0);
    let a = d.a(Troop::Rifles, 1200.0, 2240.0, 0.0);
    let mut f = d.field();
    assert_eq!(refused(&f, &leg(a, 1200.0, 2200.0, 0.0)), "dba.24");
    make(&mut f, &off(a), &[]);
    stands(&f, a, 1200.0, 2040.0, 0.0);
}

#[test]
fn further_moves_at_exactly_1200_paces() {
    let _p = proves!("again.1");
    let with = |back: f64| {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
        d.b(Troop::Commander, 1000.0, 1800.0 + back, 180.0);
        let mut f = d.field();
        f[a].moves = 1;
        (f, a)
    };
    // Going away from exactly 1200 p it begins too near; a command element is an enemy element.
    let (f, a) = with(0.0);
    assert_eq!(refused(&f, &leg(a, 1000.0, 500.0, 0.0)), "again.1");
    let (f, a) = with(0.1);
    lawful(&f, &leg(a, 1000.0, 500.0, 0.0));
    assert_eq!(refused(&f, &advance(&[a], 0.2)), "again.1");
}

#[test]
fn a_torrent_met_at_an_angle_by_a_group() {
    let _p = proves!("crossing.4");
    let mut d = Drill::new();
    // Bed from y 940 to 1060; the group faces 20 degrees east of north, so its right wing is further back.
    d.river(&[(0.0, 1000.0), (2400.0, 1000.0)], 120.0);
    let left = d.a(Troop::Rifles, 1200.0, 890.0, 20.0);
    let dir = V2::bearing(20.0).right();
    let right = d.a(Troop::Rifles, 1200.0 + dir.x * 160.0, 890.0 + dir.y * 160.0, 20.0);
    let f = d.field();
    // Named right first: the one that reaches the bed first rolls first all the same.
    let o = advance(&[right, left], 100.0);
    let mut g = f.clone();
    let events = make(&mut g, &o, &[6, 2]);
    let tried: Vec<_> = events
        .iter()
        .filter_map(|e| match e.kind {
            EventKind::TorrentTried { element, crosses, .. } => Some((element, crosses)),
            _ => None,
        })
        .collect();
    assert_eq!(tried, [(left, false)]);
    assert!(!g.terrain.rivers[0].holds(&g[left].rect()) && !g.terrain.rivers[0].holds(&g[right].rect()));
    assert!(g.rivers[0].closed);
    let mut g = f.clone();
    let events = make(&mut g, &o, &[6, 3, 1]);
    assert_eq!(events.iter().filter(|e| matches!(e.kind, EventKind::TorrentTried { .. })).count(), 2);
    assert!(g.terrain.rivers[0].holds(&g[left].rect()) && !g.terrain.rivers[0].holds(&g[right].rect()));
    // The first goes its whole 100 p.
    assert!((g[left].base.front.dist(f[left].base.front) - 100.0).abs() < 1e-6);
}

#[test]
fn two_elements_one_after_the_other_find_one_nature() {
    let _p = proves!("crossing.3");
    let mut d = Drill::new();
    d.river(&[(0.0, 1000.0), (2400.0, 1000.0)], 120.0);
    d.river(&[(0.0, 1600.0), (2400.0, 1600.0)], 120.0);
    let a = d.a(Troop::Cavalry, 600.0, 900.0, 0.0);
    let b = d.a(Troop::Cavalry, 1200.0, 900.0, 0.0);
    let c = d.a(Troop::Cavalry, 1800.0, 1500.0, 0.0);
    let mut f = d.field();
    make(&mut f, &advance(&[a], 400.0), &[3]);
    stands(&f, a, 600.0, 1000.0, 0.0);
    // Fixed for the rest of the game: no die, and the plan knows the rate.
    assert_eq!(refused(&f, &advance(&[b], 101.0)), "crossing.3");
    make(&mut f, &advance(&[b], 100.0), &[]);
    // The second river has a die of its own.
    make(&mut f, &advance(&[c], 400.0), &[1]);
    stands(&f, c, 1800.0, 1900.0, 0.0);
    assert_eq!((f.rivers[0].nature, f.rivers[1].nature), (Some(Nature::Ordinary), Some(Nature::Shallow)));
}

#[test]
fn dismounting_in_the_wood_and_in_a_group() {
    let p = proves!("dba.37", "troops.3", "again.1");
    let mut d = Drill::new();
    d.oval(Feature::Wood, 1080.0, 1200.0, 900.0, 500.0, 90.0);
    let a = d.a(Troop::Cavalry, 1000.0, 700.0, 0.0);
    let b = d.a(Troop::Cavalry, 1160.0, 700.0, 0.0);
    let rear = d.a(Troop::Cavalry, 1160.0, 580.0, 0.0);
    let in_wood = d.a(Troop::Cavalry, 1080.0, 1200.0, 0.0);
    let mut f = d.field();
    let down = |o: MoveOrder| MoveOrder { dismount: true, ..o };
    lawful(&f, &down(advance(&[in_wood], 200.0)));
    assert_eq!(refused(&f, &down(advance(&[in_wood], 200.1))), "dba.4");
    // A wide group of cavalry does not ride into the wood, dismounting or not.
    assert_eq!(refused(&f, &down(advance(&[a, b, rear], 280.0))), "dba.51");
    make(&mut f, &down(advance(&[a, b, rear], 240.0)), &[]);
    for id in [a, b, rear] {
        assert_eq!(*p.shows("troops.3", &(f[id].troop, f[id].base.depth)), (Troop::Dismounted, 80.0));
    }
    // The same front edges: a gap of 40 p opens behind the first rank.
    stands(&f, b, 1160.0, 940.0, 0.0);
    stands(&f, rear, 1160.0, 820.0, 0.0);
    assert_eq!(p.shows("again.1", refused(&f, &advance(&[a, b], 10.0))), "again.1");
    assert_eq!(p.shows("dba.37", refused(&f, &down(leg(a, 1000.0, 940.0, 0.0)))), "dba.37");
}

#[test]
fn two_enemies_touched_at_once_by_a_group() {
    let _p = proves!("contact.3");
    let mut d = Drill::new();
    let a1 = d.a(Troop::Rifles, 1000.0, 850.0, 0.0);
    let a2 = d.a(Troop::Rifles, 1160.0, 850.0, 0.0);
    // A gap of 100 p between them: only one can be matched.
    let b1 = d.b(Troop::Rifles, 970.0, 1000.0, 180.0);
    let b2 = d.b(Troop::Rifles, 1230.0, 1000.0, 180.0);
    let f = d.field();
    for (foe, first, second) in [(b1, a1, a2), (b2, a2, a1)] {
        let mut g = f.clone();
        make(&mut g, &at(advance(&[a1, a2], 200.0), foe, Facet::Front), &[]);
        assert_eq!(g.front_opponent(first), Some(foe));
        assert_eq!(g.front_opponent(second), None);
        moves::end_of_phase(&mut g, &mut Log::On(vec![]));
        // No room to slide: that pair does not fight.
        assert_eq!(g.front_opponent(second), None);
    }
}

#[test]
fn refusals_name_the_elements_and_say_what_is_allowed() {
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 900.0, 0.0);
    let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let f = d.field();
    let said = |o: &MoveOrder| moves::plan(&f, o).unwrap_err().to_string();
    let z = said(&leg(a, 1300.0, 900.0, 0.0));
    assert!(
        z.starts_with("zone.2") && z.contains(&b.to_string()) && z.contains("withdraw straight back"),
        "{z}"
    );
    let r = said(&leg(a, 1200.0, 650.0, 0.0));
    assert!(r.contains(&a.to_string()) && r.contains("200 p") && r.contains("250"), "{r}");
}

#[test]
fn the_edge_and_the_water_at_odd_angles() {
    let p = proves!("dba.9", "waterway.2");
    let mut d = Drill::new();
    d.waterway(false, 400.0);
    // Facing 60 degrees, its right front corner leads toward the shore at x 2000.
    let a = d.a(Troop::Jaeger, 1800.0, 1200.0, 60.0);
    let reach = {
        let b = Base::new(Pose { x: 1800.0, y: 1200.0, facing: 60.0 }, 160.0, 80.0);
        let most = b.corners().into_iter().map(|c| c.x).fold(0.0, f64::max);
        (2000.0 - most) / V2::bearing(60.0).x
    };
    let e = d.a(Troop::Jaeger, 600.0, 150.0, 200.0);
    let edge = {
        let b = Base::new(Pose { x: 600.0, y: 150.0, facing: 200.0 }, 160.0, 80.0);
        let least = b.corners().into_iter().map(|c| c.y).fold(f64::INFINITY, f64::min);
        least / -V2::bearing(200.0).y
    };
    let f = d.field();
    lawful(&f, &advance(&[a], reach));
    assert_eq!(p.shows("waterway.2", refused(&f, &advance(&[a], reach + 0.01))), "waterway.2");
    lawful(&f, &advance(&[e], edge));
    assert_eq!(p.shows("dba.9", refused(&f, &advance(&[e], edge + 0.01))), "dba.9");
}

#[test]
fn commanders_in_the_way_of_a_charge() {
    let _p = proves!("dba.57");
    let mut d = Drill::new();
    let a = d.a(Troop::Cavalry, 1200.0, 800.0, 0.0);
    let own = d.a(Troop::Commander, 1250.0, 960.0, 90.0);
    let his = d.b(Troop::Commander, 1100.0, 1090.0, 180.0);
    let b = d.b(Troop::Rifles, 1200.0, 1100.0, 180.0);
    let mut f = d.field();
    let kept = f[own].base;
    make(&mut f, &advance(&[a], 400.0), &[]);
    assert_eq!(f.front_opponent(a), Some(b));
    // His is ridden down and flees; ours, passed over on the way, stays where it was since nobody ends there.
    assert!(f[his].base.centre().dist(v2(1100.0, 1170.0)) > 200.0);
    assert!(f[own].rect().penetration(&f[a].rect()) <= 1.0);
    assert_eq!(f[own].base.dir, kept.dir);
    // A commander may not end touching an enemy, nor accompany his group into a touch.
    let c = f[own].base;
    assert_eq!(f.overlaps(b), [None, None]);
    let _ = c;
}

#[test]
fn at_the_end_of_the_phase_every_enemy_touched_is_tried() {
    let _p = proves!("dba.48");
    // Its front touches two; for the first a friend leaves no room, the second can be matched.
    for swap in [false, true] {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        d.a(Troop::Rifles, 1030.0, 998.0, 0.0);
        let xs = if swap { [1290.0, 1110.0] } else { [1110.0, 1290.0] };
        let b: Vec<_> = xs.iter().map(|x| d.b(Troop::Rifles, *x, 1000.0, 180.0)).collect();
        let mut d2 = d;
        d2.read("conforming-slide", "100");
        d2.read("conforming-steps", "every-pair");
        let mut f = d2.field();
        moves::end_of_phase(&mut f, &mut Log::On(vec![]));
        assert_eq!(f.front_opponent(a), Some(b[usize::from(!swap)]), "swap {swap}");
    }
}

#[test]
fn passing_at_odd_angles() {
    let _p = proves!("dba.8");
    for facing in [0.0, 41.0, 222.0] {
        // A line of two friends ahead, fronts 200 p on, met off centre; the room beyond is taken or not.
        let with = |mover: Troop, friend: Troop, face: f64, beyond: Option<f64>| {
            let mut d = Drill::new();
            let (x, y, t) = turned(facing, 0.0, 0.0, 0.0);
            let a = d.a(mover, x, y, t);
            for w in [-60.0, 100.0] {
                let (x, y, t) = turned(facing, w, 100.0, face);
                d.a(friend, x, y, t);
            }
            if let Some(ahead) = beyond {
                let (x, y, t) = turned(facing, 0.0, ahead + 80.0, 0.0);
                d.a(Troop::Muskets, x, y, t);
            }
            (d.field(), a)
        };
        // Friends' bases from 20 p to 100 p ahead. Cavalry 120 p deep is clear at 220 p.
        let (f, a) = with(Troop::Cavalry, Troop::Muskets, 0.0, None);
        lawful(&f, &advance(&[a], 220.0));
        assert_eq!(refused(&f, &advance(&[a], 217.0)), "dba.52");
        let to = turned(facing, 0.0, 220.0, 0.0);
        lawful(&f, &leg(a, to.0, to.1, to.2));
        // Obliquely: more than 5 degrees off the friends' axis.
        let to = turned(facing, 40.0, 230.0, 0.0);
        assert_eq!(refused(&f, &leg(a, to.0, to.1, to.2)), "dba.52");
        // Room right beyond: 120 p or less.
        let (f, a) = with(Troop::Cavalry, Troop::Muskets, 0.0, Some(221.0));
        lawful(&f, &advance(&[a], 220.0));
        let (f, a) = with(Troop::Cavalry, Troop::Muskets, 0.0, Some(200.0));
        assert_eq!(refused(&f, &advance(&[a], 400.0)), "dba.52");
        // Foot and guns pass nobody.
        for t in [Troop::Artillery, Troop::Dismounted] {
            let (f, a) = with(t, Troop::Muskets, 0.0, None);
            assert_eq!(refused(&f, &advance(&[a], 300.0)), "dba.8");
        }
        // Jaeger pass Jaeger who face them.
        let mut d = Drill::new();
        let (x, y, t) = turned(facing, 0.0, 0.0, 0.0);
        let a = d.a(Troop::Jaeger, x, y, t);
        let (x, y, t) = turned(facing, 0.0, 20.0, 184.0);
        d.a(Troop::Jaeger, x, y, t);
        lawful(&d.field(), &advance(&[a], 300.0));
        // Sideways through guns.
        let mut d = Drill::new();
        let (x, y, t) = turned(facing, 0.0, 0.0, 0.0);
        let a = d.a(Troop::Jaeger, x, y, t);
        let (x, y, t) = turned(facing, 160.0, 0.0, 0.0);
        d.a(Troop::Artillery, x, y, t);
        let f = d.field();
        let to = turned(facing, 320.0, 0.0, 0.0);
        // 320 p are more than its 300 p, so it goes obliquely clear of the guns' rear half.
        assert_eq!(refused(&f, &leg(a, to.0, to.1, to.2)), "dba.4");
        let to = turned(facing, 160.0, 80.0, 0.0);
        lawful(&f, &leg(a, to.0, to.1, to.2));
    }
}

#[test]
fn guns_do_not_move_into_an_overlap() {
    let _p = proves!("contact.1");
    let mut d = Drill::new();
    let g = d.a(Troop::Artillery, 1040.0, 850.0, 0.0);
    d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let mut f = d.field();
    assert_eq!(refused(&f, &at(advance(&[g], 150.0), b, Facet::Overlap)), "contact.1");
    make(&mut f, &advance(&[g], 150.0), &[]);
    stands(&f, g, 1040.0, 998.0, 0.0);
}

#[test]
fn the_flank_of_cavalry_is_met_corner_to_corner() {
    let _p = proves!("dba.14");
    for facing in [0.0, 159.0] {
        let mut d = Drill::new();
        d.read("zones", "off");
        let (x, y, t) = turned(facing, 0.0, 0.0, 0.0);
        let b = d.b(Troop::Cavalry, x, y, t);
        // From its right, a little behind: it slides forward until corner meets corner.
        let (x, y, t) = turned(facing, 200.0, -120.0, 280.0);
        let a = d.a(Troop::Rifles, x, y, t);
        let mut f = d.field();
        make(&mut f, &advance(&[a], 200.0), &[]);
        assert_eq!(f.contact(&f[a], &f[b]), Some(Contact::RightFlank));
        assert!(f[a].base.front_right().dist(f[b].base.front_right()) < 1e-6);
        let (x, y, t) = turned(facing, 80.0, -80.0, 270.0);
        stands(&f, a, x, y, t);
        assert_eq!(f.touches, [(a, b)]);
    }
}

#[test]
fn who_only_stands_on_a_flank_may_leave() {
    let p = proves!("dba.24", "move.10");
    let mut d = Drill::new();
    // On the flank of an enemy who fights another: not locked, alone; as a group it does not move.
    let a = d.a(Troop::Rifles, 1120.0, 1080.0, 90.0);
    let next = d.a(Troop::Rifles, 1040.0, 1080.0, 90.0);
    let lock = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let mut f = d.field();
    assert_eq!(p.shows("move.10", refused(&f, &advance(&[a, next], 10.0))), "move.10");
    assert_eq!(p.shows("dba.24", refused(&f, &leg(lock, 1200.0, 900.0, 0.0))), "dba.24");
    assert_eq!(refused(&f, &order(&[a], Manner::BreakOff)), "breakoff.1");
    make(&mut f, &leg(next, 1040.0, 1240.0, 90.0), &[]);
    lawful(&f, &leg(a, 1020.0, 1080.0, 90.0));
}
