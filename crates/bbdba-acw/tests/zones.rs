//! Control zones (zone.1, zone.2, dba.13, dba.54).

use crate::orders;
use bbdba_acw::drill::Drill;
use bbdba_acw::{ElementId, Facet, Field, Side, Step, Troop, proves};
use orders::*;

/// B at (1200, 1000) facing south: its zone is x 1120 to 1280, y 840 to 1000.
fn before(troop: Troop, x: f64, y: f64, facing: f64, owner: Troop) -> (Field, ElementId, ElementId) {
    let mut d = Drill::new();
    let a = d.a(troop, x, y, facing);
    let b = d.b(owner, 1200.0, 1000.0, 180.0);
    (d.field(), a, b)
}

#[test]
fn inside_a_zone_one_fights_turns_or_withdraws() {
    let _p = proves!("zone.2");
    let (f, a, b) = before(Troop::Rifles, 1200.0, 900.0, 0.0, Troop::Rifles);
    // Sideways, about face, obliquely: refused.
    assert_eq!(refused(&f, &leg(a, 1300.0, 900.0, 0.0)), "zone.2");
    assert_eq!(refused(&f, &leg(a, 1200.0, 820.0, 180.0)), "zone.2");
    assert_eq!(refused(&f, &leg(a, 1250.0, 850.0, 0.0)), "zone.2");
    assert_eq!(refused(&f, &steps(&[a], &[Step::WheelLeft(20.0)])), "zone.2");
    // Straight back by any distance, straight on, into contact.
    lawful(&f, &leg(a, 1200.0, 880.0, 0.0));
    lawful(&f, &leg(a, 1200.0, 700.0, 0.0));
    lawful(&f, &advance(&[a], 50.0));
    lawful(&f, &at(advance(&[a], 100.0), b, Facet::Front));
    // Askew it turns parallel and may then go straight on.
    let (f, a, _) = before(Troop::Rifles, 1200.0, 900.0, 20.0, Troop::Rifles);
    lawful(&f, &leg(a, 1200.0, 900.0, 0.0));
    lawful(&f, &leg(a, 1200.0, 950.0, 0.0));
    assert_eq!(refused(&f, &leg(a, 1200.0, 900.0, 10.0)), "zone.2");
    assert_eq!(refused(&f, &leg(a, 1230.0, 920.0, 0.0)), "zone.2");
    assert_eq!(refused(&f, &advance(&[a], 30.0)), "zone.2");
}

#[test]
fn commanders_have_no_zone_but_are_held_by_them() {
    let _p = proves!("zone.2");
    let (f, a, _) = before(Troop::Rifles, 1200.0, 900.0, 0.0, Troop::Commander);
    lawful(&f, &leg(a, 1350.0, 900.0, 0.0));
    let (f, c, _) = before(Troop::Commander, 1200.0, 900.0, 0.0, Troop::Rifles);
    assert_eq!(refused(&f, &leg(c, 1300.0, 900.0, 0.0)), "zone.2");
    lawful(&f, &leg(c, 1200.0, 700.0, 0.0));
}

#[test]
fn the_border_is_outside() {
    let _p = proves!("zone.1");
    let (f, a, _) = before(Troop::Cavalry, 1000.0, 840.0, 0.0, Troop::Rifles);
    lawful(&f, &leg(a, 1400.0, 840.0, 0.0));
    let (f, a, _) = before(Troop::Cavalry, 1000.0, 840.5, 0.0, Troop::Rifles);
    assert_eq!(refused(&f, &leg(a, 1400.0, 840.5, 0.0)), "zone.2");
    // Beside the zone, edge on edge.
    let (f, a, _) = before(Troop::Rifles, 1040.0, 800.0, 0.0, Troop::Rifles);
    lawful(&f, &advance(&[a], 200.0));
    let (f, a, _) = before(Troop::Rifles, 1041.0, 800.0, 0.0, Troop::Rifles);
    lawful(&f, &advance(&[a], 200.0));
    // Turned a little it would go on at an angle inside the zone.
    let (f, a, _) = before(Troop::Rifles, 1060.0, 800.0, 10.0, Troop::Rifles);
    assert_eq!(refused(&f, &advance(&[a], 100.0)), "zone.2");
}

#[test]
fn crossing_a_corner_of_a_zone_is_refused() {
    let _p = proves!("zone.2");
    // Northeast past the lower left corner of the zone.
    let (f, a, _) = before(Troop::Cavalry, 1060.0, 800.0, 315.0, Troop::Rifles);
    assert_eq!(refused(&f, &leg(a, 1010.0, 900.0, 0.0)), "zone.2");
    let (f, a, _) = before(Troop::Cavalry, 960.0, 800.0, 315.0, Troop::Rifles);
    lawful(&f, &leg(a, 910.0, 900.0, 0.0));
}

#[test]
fn a_zone_does_not_reach_through_a_camp() {
    let _p = proves!("zone.2");
    let mut d = Drill::new();
    d.camp(Side::A, 1200.0, 320.0, 160.0);
    let a = d.a(Troop::Jaeger, 1200.0, 240.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 320.0, 180.0);
    let mut f = d.field();
    assert_eq!(refused(&f, &leg(a, 1350.0, 240.0, 0.0)), "zone.2");
    // From the other side of the camp: 60 p of the zone lie beyond a camp 40 p deep.
    let mut c = f.army(Side::A).camp.clone().unwrap();
    c.rect = table::Rect::upright(table::v2(1040.0, 260.0), table::v2(1360.0, 300.0));
    f.army_mut(Side::A).camp = Some(c);
    lawful(&f, &leg(a, 1350.0, 240.0, 0.0));
}

#[test]
fn a_friend_between_screens() {
    let _p = proves!("zone.2");
    let with = |screen: Option<(f64, Troop)>| {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1200.0, 910.0, 0.0);
        if let Some((x, troop)) = screen {
            d.a(troop, x, 990.0, 0.0);
        }
        d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        (d.field(), a)
    };
    let aside = |a| leg(a, 1360.0, 910.0, 0.0);
    let (f, a) = with(Some((1200.0, Troop::Rifles)));
    lawful(&f, &aside(a));
    let (f, a) = with(None);
    assert_eq!(refused(&f, &aside(a)), "zone.2");
    // Part of it unscreened is enough to hold it; a commander screens nobody.
    let (f, a) = with(Some((1190.0, Troop::Rifles)));
    assert_eq!(refused(&f, &aside(a)), "zone.2");
    let (f, a) = with(Some((1200.0, Troop::Commander)));
    assert_eq!(refused(&f, &aside(a)), "zone.2");
}

#[test]
fn a_group_is_held_if_any_of_it_is() {
    let _p = proves!("zone.2");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 880.0, 830.0, 0.0);
    let b = d.a(Troop::Rifles, 1040.0, 830.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let f = d.field();
    // Wheeling right its left wing goes forward and its right wing stays: outside the zone.
    lawful(&f, &steps(&[a, b], &[Step::WheelRight(5.0)]));
    // Then straight on: the right one comes in at an angle.
    assert_eq!(refused(&f, &steps(&[a, b], &[Step::WheelRight(10.0), Step::Advance(100.0)])), "zone.2");
    lawful(&f, &advance(&[a, b], 100.0));
}

#[test]
fn contact_with_another_than_the_owner_is_no_excuse() {
    let _p = proves!("zone.2");
    let mut d = Drill::new();
    let a = d.a(Troop::Jaeger, 1200.0, 900.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let other = d.b(Troop::Rifles, 1420.0, 1000.0, 180.0);
    let f = d.field();
    assert_eq!(refused(&f, &at(leg(a, 1420.0, 1000.0, 0.0), other, Facet::Front)), "zone.2");
    // A friend's opponent may be helped against.
    let mut d = Drill::new();
    let a = d.a(Troop::Jaeger, 1200.0, 900.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let other = d.b(Troop::Rifles, 1520.0, 1000.0, 180.0);
    d.a(Troop::Rifles, 1520.0, 1000.0, 0.0);
    let f = d.field();
    lawful(&f, &at(leg(a, 1360.0, 1000.0, 0.0), other, Facet::Overlap));
}

#[test]
fn zones_can_be_read_away() {
    let mut d = Drill::new();
    d.read("zones", "off");
    let a = d.a(Troop::Rifles, 1200.0, 900.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    lawful(&d.field(), &leg(a, 1300.0, 900.0, 0.0));
}

#[test]
fn who_begins_inside_answers_to_that_owner() {
    let _p = proves!("zone.2");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 800.0, 0.0);
    // On its left, facing east: the mover stands in this zone and would go on across it.
    d.b(Troop::Rifles, 1000.0, 800.0, 90.0);
    d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let f = d.field();
    assert_eq!(refused(&f, &advance(&[a], 100.0)), "zone.2");
    lawful(&f, &leg(a, 1200.0, 700.0, 0.0));
}

#[test]
fn nobody_withdraws_into_a_zone_or_across_it() {
    let _p = proves!("zone.2");
    // Facing east beside the zone: straight back leads into it, and out again on the other side.
    let (f, a, _) = before(Troop::Cavalry, 1500.0, 900.0, 90.0, Troop::Rifles);
    assert_eq!(refused(&f, &leg(a, 1100.0, 900.0, 90.0)), "zone.2");
    assert_eq!(refused(&f, &leg(a, 1350.0, 900.0, 90.0)), "zone.2");
    // Up to its border, or from inside.
    lawful(&f, &leg(a, 1400.0, 900.0, 90.0));
    let (f, a, _) = before(Troop::Cavalry, 1300.0, 900.0, 90.0, Troop::Rifles);
    lawful(&f, &leg(a, 1000.0, 900.0, 90.0));
}
