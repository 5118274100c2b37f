//! The readings of the chapters on moving, each played the other way.

use crate::orders;
use bbdba_acw::drill::Drill;
use bbdba_acw::field::Nature;
use bbdba_acw::terrain::Feature;
use bbdba_acw::{Facet, Manner, Side, Step, Troop, moves};
use orders::*;

fn read(id: &str, option: &str) -> Drill {
    let mut d = Drill::new();
    d.read(id, option);
    d
}

#[test]
fn wheels() {
    let mut d = read("wheel-and-advance", "either");
    let a = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
    let b = d.a(Troop::Rifles, 1160.0, 600.0, 0.0);
    let f = d.field();
    assert_eq!(refused(&f, &steps(&[a, b], &[Step::Advance(20.0), Step::WheelLeft(5.0)])), "move.5");
    lawful(&f, &steps(&[a, b], &[Step::WheelLeft(5.0)]));
    let mut d = read("wheel-measure", "chord");
    let a = d.a(Troop::Cavalry, 1000.0, 600.0, 0.0);
    let f = d.field();
    let paces = lawful(&f, &steps(&[a], &[Step::WheelLeft(60.0)])).paces;
    assert!((paces - 160.0).abs() < 1e-9, "{paces}");
}

#[test]
fn measuring_by_all_corners() {
    let mut d = read("leg-measure", "all");
    let a = d.a(Troop::Cavalry, 1000.0, 600.0, 0.0);
    let f = d.field();
    // A quarter turn about the middle of the front: the rear corners go further.
    let paces = lawful(&f, &leg(a, 1000.0, 600.0, 90.0)).paces;
    assert!((paces - table::v2(80.0, 120.0).len() * 2f64.sqrt()).abs() < 1e-9, "{paces}");
}

#[test]
fn a_group_partly_out_of_command_pays() {
    let mut d = read("group-in-command", "any-out");
    d.a(Troop::Commander, 1200.0, 200.0, 0.0);
    let near = d.a(Troop::Rifles, 1200.0, 1480.0, 0.0);
    let far = d.a(Troop::Rifles, 1200.0, 1560.0, 0.0);
    let f = d.field();
    assert_eq!((moves::cost(&f, &[near]), moves::cost(&f, &[near, far])), (1, 2));
}

#[test]
fn the_door_stays_open() {
    let mut d = read("closing-the-door", "off");
    let a = d.a(Troop::Jaeger, 1040.0, 1000.0, 0.0);
    d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let f = d.field();
    assert_eq!(refused(&f, &at(leg(a, 1120.0, 1080.0, 90.0), b, Facet::RightFlank)), "dba.15");
}

#[test]
fn nobody_screens() {
    let mut d = read("screening", "off");
    let a = d.a(Troop::Rifles, 1200.0, 910.0, 0.0);
    d.a(Troop::Rifles, 1200.0, 990.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    assert_eq!(refused(&d.field(), &leg(a, 1360.0, 910.0, 0.0)), "zone.2");
}

#[test]
fn dismounted_cavalry_in_line_through_a_wood() {
    let mut d = read("dismounted-in-line", "like-jaeger");
    d.oval(Feature::Wood, 1080.0, 900.0, 800.0, 400.0, 90.0);
    let a = d.a(Troop::Dismounted, 1000.0, 690.0, 0.0);
    let b = d.a(Troop::Dismounted, 1160.0, 690.0, 0.0);
    lawful(&d.field(), &advance(&[a, b], 300.0));
}

#[test]
fn rivers() {
    let mut d = read("river-dice", "one-for-all");
    d.river(&[(0.0, 1000.0), (2400.0, 1000.0)], 120.0);
    d.river(&[(0.0, 2000.0), (2400.0, 2000.0)], 120.0);
    let a = d.a(Troop::Rifles, 1200.0, 900.0, 0.0);
    let mut f = d.field();
    make(&mut f, &advance(&[a], 100.0), &[4]);
    assert_eq!(f.rivers[1].nature, Some(Nature::Ordinary));
    let mut d = read("torrent-finder", "crosses");
    d.river(&[(0.0, 1000.0), (2400.0, 1000.0)], 120.0);
    let a = d.a(Troop::Rifles, 1200.0, 900.0, 0.0);
    let mut f = d.field();
    make(&mut f, &advance(&[a], 100.0), &[6]);
    stands(&f, a, 1200.0, 1000.0, 0.0);
}

#[test]
fn breaking_off_although_overlapped() {
    let mut d = read("breaking-off-overlapped", "allows");
    let a = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    d.b(Troop::Rifles, 1000.0, 1000.0, 180.0);
    d.b(Troop::Rifles, 1160.0, 1000.0, 180.0);
    lawful(&d.field(), &order(&[a], Manner::BreakOff));
}

#[test]
fn askew_on_a_road() {
    let mut d = read("road-facing", "30");
    d.road(&[(1000.0, 0.0), (1000.0, 2400.0)], 80.0);
    let a = d.a(Troop::Rifles, 1000.0, 600.0, 25.0);
    lawful(&d.field(), &order(&[a], Manner::Road(100.0)));
}

#[test]
fn skirmishers_and_jaeger() {
    let mut d = read("skirmishers-turn", "nobody");
    let a1 = d.a(Troop::Rifles, 1200.0, 850.0, 0.0);
    let a2 = d.a(Troop::Rifles, 1360.0, 850.0, 0.0);
    let j = d.b(Troop::Jaeger, 1180.0, 1000.0, 170.0);
    let mut f = d.field();
    make(&mut f, &advance(&[a1, a2], 200.0), &[]);
    stands(&f, j, 1180.0, 1000.0, 170.0);
    assert_eq!(f.front_opponent(a1), Some(j));
    let mut d = read("first-turn-of-jaeger", "off");
    let j = d.a(Troop::Jaeger, 1000.0, 600.0, 0.0);
    d.b(Troop::Rifles, 1000.0, 1500.0, 180.0);
    let mut f = d.field();
    f.army_mut(Side::A).turns = 1;
    f[j].moves = 1;
    assert_eq!(refused(&f, &advance(&[j], 50.0)), "again.1");
}

#[test]
fn out_of_a_zone_into_contact_with_anybody() {
    let both = |option: &str| {
        let mut d = read("zone-attack", option);
        d.camp(Side::B, 1200.0, 320.0, 160.0);
        let a = d.a(Troop::Jaeger, 1200.0, 900.0, 0.0);
        d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        let other = d.b(Troop::Rifles, 1420.0, 1000.0, 180.0);
        // In the zone of one beside it, with the camp ahead.
        let c = d.a(Troop::Jaeger, 1200.0, 2100.0, 0.0);
        d.b(Troop::Rifles, 1050.0, 2100.0, 90.0);
        (d.field(), at(leg(a, 1420.0, 1000.0, 0.0), other, Facet::Front), advance(&[c], 200.0))
    };
    let (f, element, camp) = both("owner");
    assert_eq!((refused(&f, &element), refused(&f, &camp)), ("zone.2", "zone.2"));
    let (f, element, camp) = both("anybody");
    assert!(lawful(&f, &element).contacts && lawful(&f, &camp).contacts);
}

#[test]
fn a_flank_attack_from_wholly_behind() {
    let from = |y: f64, option: &str| {
        let mut d = read("flank-start", option);
        let a = d.a(Troop::Rifles, 1000.0, y, 90.0);
        let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        let f = d.field();
        let by = moves::plan(&f, &at(leg(a, 1120.0, 1080.0, 90.0), b, Facet::RightFlank)).err();
        by.and_then(|no| no.clause).map(|c| c.id())
    };
    assert_eq!((from(960.0, "behind-the-lines"), from(1081.0, "behind-the-lines")), (None, None));
    assert_eq!((from(1080.0, "wholly-behind"), from(1081.0, "wholly-behind")), (Some("dba.15"), None));
    // Only just partly, and not at all.
    assert_eq!((from(920.1, "behind-the-lines"), from(920.0, "behind-the-lines")), (None, Some("dba.15")));
}
