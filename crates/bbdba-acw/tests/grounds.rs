//! On what a lawful move rests, and by which clause one may shoot or may not.

use crate::orders::*;
use bbdba_acw::battle::Battle;
use bbdba_acw::drill::Drill;
use bbdba_acw::field::Phase;
use bbdba_acw::shooting::leave;
use bbdba_acw::terrain::Feature;
use bbdba_acw::{ElementId, EventKind, Facet, Field, Side, Step, Target, Troop, proves};

/// Two of a kind abreast before a wide piece of ground.
fn abreast(troop: Troop, ground: Feature) -> (Field, ElementId, ElementId) {
    let mut d = Drill::new();
    d.oval(ground, 1080.0, 900.0, 800.0, 400.0, 90.0);
    let a = d.a(troop, 1000.0, 690.0, 0.0);
    let b = d.a(troop, 1160.0, 690.0, 0.0);
    (d.field(), a, b)
}

/// A at `y`, before a B at (1200, 1000) who looks south.
fn before(y: f64) -> (Field, ElementId, ElementId) {
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, y, 0.0);
    let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    (d.field(), a, b)
}

#[test]
fn who_is_out_of_his_commanders_sight_pays_for_it() {
    let _p = proves!("dba.46");
    // The rear edge is 80 p behind the front: 600 p from the commander at 880.
    for (y, wood, points, unseen) in
        [(880.0, true, 1, false), (880.5, true, 2, true), (880.5, false, 1, false), (1480.5, true, 2, false)]
    {
        let mut d = Drill::new();
        d.a(Troop::Commander, 1200.0, 200.0, 0.0);
        let a = d.a(Troop::Rifles, 1200.0, y, 0.0);
        if wood {
            d.oval(Feature::Wood, 1200.0, 500.0, 1600.0, 300.0, 90.0);
        }
        let events = make(&mut d.field(), &advance(&[a], 10.0), &[]);
        let EventKind::Spends { points: paid, by, .. } = &events[0].kind else { panic!("{events:?}") };
        assert_eq!((*paid, by.rests_on("dba.46")), (points, unseen), "{y} {wood}");
    }
}

#[test]
fn a_winner_on_foot_stays() {
    let _p = proves!("dba.40");
    for (dice, wins) in [([5, 1, 2], true), ([3, 3, 2], false)] {
        let mut d = Drill::new();
        d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        let mut f = d.field();
        f.phase = Phase::CloseCombat;
        let b = Battle::drill(f, dice);
        let fought = b.events().iter().find_map(|e| match &e.kind {
            EventKind::CloseCombat { ruling, .. } => Some(&ruling.clauses),
            _ => None,
        });
        assert_eq!(fought.unwrap().iter().any(|c| c.id() == "dba.40"), wins);
        stands(b.field(), ElementId::new(Side::A, 0), 1200.0, 1000.0, 0.0);
        b.dice_used_up().unwrap();
    }
}

#[test]
fn a_group_of_any_width_in_good_going() {
    let _p = proves!("move.6");
    let (f, a, b) = abreast(Troop::Rifles, Feature::Fields);
    assert!(lawful(&f, &advance(&[a, b], 100.0)).by.rests_on("move.6"));
    assert!(!lawful(&f, &advance(&[a], 100.0)).by.rests_on("move.6"));
}

#[test]
fn jaeger_abreast_through_the_wood() {
    let p = proves!("move.9", "troops.2");
    let (f, a, b) = abreast(Troop::Jaeger, Feature::Wood);
    let plan = lawful(&f, &advance(&[a, b], 300.0));
    assert!(p.shows("move.9", plan.by.rests_on("move.9")));
    assert!(p.shows("troops.2", plan.by.rests_on("troops.2")));
    let (f, a, b) = abreast(Troop::Jaeger, Feature::Fields);
    assert!(!lawful(&f, &advance(&[a, b], 300.0)).by.rests_on("move.9"));
}

#[test]
fn heavy_going_and_good() {
    let _p = proves!("terrain.8");
    for (ground, heavy) in [
        (Feature::SteepHill, true),
        (Feature::Wood, true),
        (Feature::Marsh, true),
        (Feature::RoughGround, true),
        (Feature::Dunes, true),
        (Feature::Oasis, true),
        (Feature::Settlement, true),
        (Feature::GentleHill, false),
        (Feature::Fields, false),
    ] {
        let (f, a, _) = abreast(Troop::Rifles, ground);
        assert_eq!(lawful(&f, &advance(&[a], 100.0)).by.rests_on("terrain.8"), heavy, "{ground:?}");
    }
}

#[test]
fn cavalry_rides_through_foot() {
    let _p = proves!("pass.1");
    let mut d = Drill::new();
    let horse = d.a(Troop::Cavalry, 1000.0, 600.0, 0.0);
    d.a(Troop::Rifles, 1000.0, 760.0, 0.0);
    let f = d.field();
    assert!(lawful(&f, &advance(&[horse], 300.0)).by.rests_on("pass.1"));
    assert!(!lawful(&f, &advance(&[horse], 70.0)).by.rests_on("pass.1"));
}

#[test]
fn jaeger_go_through_guns() {
    let _p = proves!("pass.3");
    let mut d = Drill::new();
    let jaeger = d.a(Troop::Jaeger, 1000.0, 600.0, 0.0);
    d.a(Troop::Artillery, 1000.0, 800.0, 0.0);
    let f = d.field();
    assert!(lawful(&f, &advance(&[jaeger], 300.0)).by.rests_on("pass.3"));
}

#[test]
fn the_zone_is_a_base_width_deep() {
    let p = proves!("zone.1", "bases.5", "zone.2");
    let (f, a, _) = before(900.0);
    let plan = lawful(&f, &advance(&[a], 50.0));
    assert!(
        p.shows("zone.2", plan.by.rests_on("zone.2")),
        "inside from the start, straight toward the owner"
    );
    assert!(p.shows("zone.1", plan.by.rests_on("zone.1")));
    // Its border is 160 p before the front at 1000.
    let (f, a, _) = before(700.0);
    for (to, inside) in [(140.0, false), (141.0, true)] {
        let plan = lawful(&f, &advance(&[a], to));
        assert_eq!(p.shows("bases.5", plan.by.rests_on("bases.5")), inside, "{to}");
    }
}

#[test]
fn a_zone_is_entered_toward_its_owner() {
    let _p = proves!("dba.13");
    let (f, a, _) = before(800.0);
    assert!(lawful(&f, &advance(&[a], 100.0)).by.rests_on("dba.13"));
    assert!(!lawful(&f, &advance(&[a], 40.0)).by.rests_on("dba.13"), "the border is outside");
}

#[test]
fn behind_a_friend_no_zone_holds() {
    let _p = proves!("dba.54");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 910.0, 0.0);
    d.a(Troop::Rifles, 1200.0, 990.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    assert!(lawful(&d.field(), &leg(a, 1360.0, 910.0, 0.0)).by.rests_on("dba.54"));
}

#[test]
fn a_single_element_gets_into_contact() {
    let _p = proves!("contact.2");
    let (f, a, b) = before(900.0);
    assert!(lawful(&f, &at(advance(&[a], 100.0), b, Facet::Front)).by.rests_on("contact.2"));
    assert!(!lawful(&f, &advance(&[a], 50.0)).by.rests_on("contact.2"));
}

#[test]
fn a_group_wheels_about_its_front_corner() {
    let _p = proves!("dba.49");
    let (f, a, b) = abreast(Troop::Rifles, Feature::Fields);
    assert!(lawful(&f, &steps(&[a, b], &[Step::WheelLeft(10.0)])).by.rests_on("dba.49"));
    assert!(!lawful(&f, &advance(&[a, b], 50.0)).by.rests_on("dba.49"));
}

#[test]
fn a_river_is_not_heavy_going() {
    let _p = proves!("river.3");
    let mut d = Drill::new();
    d.river(&[(0.0, 800.0), (2400.0, 800.0)], 40.0);
    let a = d.a(Troop::Rifles, 1200.0, 700.0, 0.0);
    let f = d.field();
    let plan = lawful(&f, &advance(&[a], 100.0));
    assert!(plan.by.rests_on("river.3") && !plan.by.rests_on("terrain.8"));
    assert!(!lawful(&f, &advance(&[a], 70.0)).by.rests_on("river.3"), "short of the bed");
}

fn el(id: ElementId) -> Target {
    Target::Element(id)
}

/// A's shooter at (1000, 1000) looking north, and B's target.
fn aim(by: Troop, x: f64, y: f64, more: impl FnOnce(&mut Drill)) -> Result<&'static str, &'static str> {
    let mut d = Drill::new();
    let a = d.a(by, 1000.0, 1000.0, 0.0);
    let b = d.b(Troop::Rifles, x, y, 180.0);
    more(&mut d);
    match leave(&d.field(), el(a), el(b)) {
        Ok(c) => Ok(c.id()),
        Err(no) => Err(no.by.id()),
    }
}

fn nothing_else(_: &mut Drill) {}

#[test]
fn outside_the_field_of_fire() {
    let _p = proves!("shooting.3");
    assert_eq!(aim(Troop::Rifles, 1000.0, 1200.0, nothing_else), Ok("shooting.2"));
    assert_eq!(aim(Troop::Rifles, 1400.0, 1200.0, nothing_else), Err("shooting.3"));
    // Ahead of it, and too far away: that is the range's doing.
    assert_eq!(aim(Troop::Rifles, 1000.0, 1500.0, nothing_else), Err("dba.2"));
}

#[test]
fn edge_on_edge_with_the_field_of_fire() {
    let _p = proves!("dba.26");
    assert_eq!(aim(Troop::Rifles, 1319.0, 1200.0, nothing_else), Ok("shooting.2"));
    assert_eq!(aim(Troop::Rifles, 1320.0, 1200.0, nothing_else), Err("dba.26"));
}

#[test]
fn slantwise_it_is_further_than_straight_ahead() {
    let _p = proves!("dba.2");
    assert_eq!(aim(Troop::Rifles, 1319.0, 1367.0, nothing_else), Ok("shooting.2"));
    assert_eq!(aim(Troop::Rifles, 1319.0, 1368.0, nothing_else), Err("dba.2"));
}

#[test]
fn a_hill_between_blocks_the_line_of_sight() {
    let _p = proves!("terrain.10");
    let hill = |x: f64| {
        aim(Troop::Rifles, 1000.0, 1300.0, |d| {
            d.oval(Feature::GentleHill, x, 1150.0, 800.0, 100.0, 90.0);
        })
    };
    assert_eq!((hill(1000.0), hill(1500.0)), (Err("terrain.10"), Ok("shooting.2")));
}

#[test]
fn what_blocks_the_line_of_sight() {
    let p = proves!("shooting.4", "dba.27");
    let one = aim(Troop::Rifles, 1000.0, 1300.0, |d| {
        // Askew, so that it hides the whole width.
        d.a(Troop::Rifles, 1028.3, 1150.0, 45.0);
    });
    assert_eq!(p.shows("shooting.4", one), Err("shooting.4"));
    // Neither of two friends alone covers the target.
    let two = |x: f64| {
        aim(Troop::Rifles, 1000.0, 1300.0, |d| {
            d.a(Troop::Rifles, 930.0, 1150.0, 0.0);
            d.a(Troop::Rifles, x, 1250.0, 0.0);
        })
    };
    assert_eq!(p.shows("dba.27", two(1070.0)), Err("dba.27"));
    assert_eq!(p.shows("dba.27", two(1180.0)), Ok("shooting.2"), "a gap wide enough");
}

#[test]
fn front_to_front_nobody_shoots_or_is_shot_at() {
    let _p = proves!("dba.25");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    let fights = d.a(Troop::Rifles, 1160.0, 1100.0, 0.0);
    let b = d.b(Troop::Rifles, 1160.0, 1100.0, 180.0);
    let f = d.field();
    assert_eq!(leave(&f, el(a), el(b)).unwrap_err().by.id(), "dba.25");
    assert_eq!(leave(&f, el(fights), el(b)).unwrap_err().by.id(), "shooting.1");
}

#[test]
fn guns_look_past_jaeger() {
    let _p = proves!("shooting.6");
    let past = |by: Troop| {
        let mut d = Drill::new();
        let a = d.a(by, 1000.0, 1000.0, 0.0);
        let screen = d.b(Troop::Jaeger, 1000.0, 1150.0, 180.0);
        let line = d.b(Troop::Rifles, 1000.0, 1300.0, 180.0);
        let f = d.field();
        [screen, line].map(|t| leave(&f, el(a), el(t)).map_err(|no| no.by.id()).map(|c| c.id()))
    };
    assert_eq!(past(Troop::Artillery), [Ok("shooting.2"), Ok("shooting.6")]);
    assert_eq!(past(Troop::Rifles), [Ok("shooting.2"), Err("shooting.2")]);
}

#[test]
fn a_camp_has_shots_for_three_phases_each() {
    let _p = proves!("camp.6");
    let mut d = Drill::new();
    d.camp(Side::A, 1200.0, 320.0, 160.0);
    let b = d.b(Troop::Rifles, 1200.0, 300.0, 180.0);
    let mut f = d.field();
    let shoots = |f: &Field| leave(f, Target::Camp(Side::A), el(b)).map_err(|no| no.by.id()).map(|c| c.id());
    assert_eq!(shoots(&f), Ok("shooting.2"));
    f.army_mut(Side::A).camp.as_mut().unwrap().shots[0] = 0;
    assert_eq!(shoots(&f), Err("camp.6"));
}
