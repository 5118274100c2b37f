//! Passing through own troops (pass.1, pass.3, pass.4, dba.8, dba.52).

use crate::orders;
use bbdba_acw::drill::Drill;
use bbdba_acw::{ElementId, Facet, Field, Troop, proves};
use orders::*;

/// A mover at y 500 and a friend ahead of it, its rear at y 620.
fn behind(mover: Troop, friend: Troop, facing: f64) -> (Field, ElementId) {
    let mut d = Drill::new();
    let a = d.a(mover, 1000.0, 500.0, 0.0);
    let y = if facing == 180.0 { 620.0 } else { 620.0 + friend.stats().depth };
    d.a(friend, 1000.0, y, facing);
    (d.field(), a)
}

#[test]
fn mounted_and_jaeger_pass_friends_who_face_alike() {
    let _p = proves!("dba.8");
    for facing in [0.0, 4.0, 180.0] {
        let (f, a) = behind(Troop::Cavalry, Troop::Rifles, facing);
        lawful(&f, &advance(&[a], 400.0));
    }
    for facing in [6.0, 90.0] {
        let (f, a) = behind(Troop::Cavalry, Troop::Rifles, facing);
        assert_eq!(refused(&f, &advance(&[a], 400.0)), "dba.52");
    }
    let (f, a) = behind(Troop::Jaeger, Troop::Rifles, 0.0);
    lawful(&f, &advance(&[a], 300.0));
    // Not clear beyond.
    assert_eq!(refused(&f, &advance(&[a], 270.0)), "dba.52");
    let (f, c) = behind(Troop::Commander, Troop::Rifles, 0.0);
    lawful(&f, &advance(&[c], 400.0));
    for foot in [Troop::Rifles, Troop::Dismounted] {
        let mut d = Drill::new();
        let a = d.a(foot, 1000.0, 615.0, 0.0);
        d.a(Troop::Rifles, 1000.0, 700.0, 0.0);
        let f = d.field();
        assert_eq!(refused(&f, &advance(&[a], 200.0)), "dba.8");
    }
}

#[test]
fn room_is_needed_right_beyond_the_first() {
    let _p = proves!("dba.52");
    let with = |gap: f64| {
        let mut d = Drill::new();
        let a = d.a(Troop::Jaeger, 1000.0, 640.0, 0.0);
        d.a(Troop::Muskets, 1000.0, 730.0, 0.0);
        d.a(Troop::Muskets, 1000.0, 730.0 + gap + 80.0, 0.0);
        (d.field(), a)
    };
    let (f, a) = with(40.0);
    assert_eq!(refused(&f, &advance(&[a], 300.0)), "dba.52");
    let (f, a) = with(85.0);
    lawful(&f, &advance(&[a], 172.0));
}

#[test]
fn who_fights_is_not_passed_to_the_front() {
    let mut d = Drill::new();
    let a = d.a(Troop::Jaeger, 1000.0, 900.0, 0.0);
    d.a(Troop::Muskets, 1000.0, 1000.0, 0.0);
    d.b(Troop::Muskets, 1000.0, 1000.0, 180.0);
    let f = d.field();
    refused(&f, &leg(a, 1000.0, 1190.0, 0.0));
}

#[test]
fn jaeger_pass_guns_in_any_facing() {
    let _p = proves!("pass.3");
    for facing in [0.0, 30.0, 90.0] {
        let mut d = Drill::new();
        let a = d.a(Troop::Jaeger, 1000.0, 600.0, 0.0);
        let b = table::Base::new(table::Pose { x: 0.0, y: 0.0, facing }, 160.0, 160.0);
        let off = table::v2(1000.0, 710.0) - b.centre();
        d.a(Troop::Artillery, off.x, off.y, facing);
        let f = d.field();
        lawful(&f, &advance(&[a], if facing == 30.0 { 300.0 } else { 290.0 }));
    }
    let (f, a) = behind(Troop::Cavalry, Troop::Artillery, 90.0);
    refused(&f, &advance(&[a], 400.0));
}

#[test]
fn commanders_make_way() {
    let _p = proves!("pass.4");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
    let c = d.a(Troop::Commander, 1000.0, 800.0, 0.0);
    let mut f = d.field();
    let before = f[c].base;
    make(&mut f, &advance(&[a], 150.0), &[]);
    stands(&f, a, 1000.0, 750.0, 0.0);
    assert!(f[c].base != before && f[c].rect().penetration(&f[a].rect()) <= 1.0);
    assert_eq!(f[c].base.dir, before.dir);
}

#[test]
fn a_pass_may_lead_into_contact() {
    let mut d = Drill::new();
    let a = d.a(Troop::Cavalry, 1000.0, 600.0, 0.0);
    d.a(Troop::Rifles, 1000.0, 690.0, 0.0);
    let b = d.b(Troop::Rifles, 1000.0, 900.0, 180.0);
    let mut f = d.field();
    make(&mut f, &at(advance(&[a], 400.0), b, Facet::Front), &[]);
    assert_eq!(f.front_opponent(a), Some(b));
}
