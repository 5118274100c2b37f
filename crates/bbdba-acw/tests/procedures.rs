//! Factors and modifiers of both told as bare situations; and what cannot be judged.

use bbdba_acw::procedures::*;
use bbdba_acw::{Troop, Troop::*, proves};
use serde_json::json;
use umpire::{AnyProcedure, HandDice, Procedure, Ruling, judge};

fn ruling<P: Procedure>(s: &P::Situation) -> Ruling {
    P::check(s).unwrap();
    let mut d = HandDice::new([1, 1]);
    let (_, r) = judge::<P>(s, &mut d);
    d.finish().unwrap();
    r
}

/// The sum of a side's modifiers, which is its total less its die.
fn sum(r: &Ruling, side: &str) -> i32 {
    let m: i32 = r.modifiers.iter().filter(|m| m.side == side).map(|m| m.value).sum();
    assert_eq!(r.totals[side], json!(m + 1));
    m
}

fn has(r: &Ruling, side: &str, clause: &str) -> Vec<i32> {
    r.modifiers.iter().filter(|m| m.side == side && m.clause.id() == clause).map(|m| m.value).collect()
}

fn shot(shooter: Troop, target: Troop, distance: f64) -> ShootingSituation {
    serde_json::from_value(json!({ "shooter": shooter, "target": target, "distance": distance })).unwrap()
}

fn duel(a: Fighter, b: Fighter) -> CloseCombatSituation {
    CloseCombatSituation::new(a, b)
}

/// Both sums of a close combat.
fn sums(a: Fighter, b: Fighter) -> (i32, i32) {
    let r = ruling::<CloseCombat>(&duel(a, b));
    (sum(&r, "a"), sum(&r, "b"))
}

fn plain(t: Troop) -> Fighter {
    Fighter::new(t)
}

fn attacking(t: Troop) -> Fighter {
    Fighter { attacker: true, ..plain(t) }
}

#[test]
fn factors_are_those_of_the_table() {
    let p = proves!("stats.1", "troops.4");
    let shooting = [(Dismounted, 2), (Muskets, 4), (Rifles, 4), (Jaeger, 2), (Artillery, 4), (Camp, 2)];
    for (t, factor) in shooting {
        let r = ruling::<Shooting>(&shot(t, Muskets, 199.0));
        assert_eq!(p.shows("stats.1", has(&r, "shooter", "stats.1")), [factor], "{t}");
    }
    for (t, factor) in [(Cavalry, 3), (Commander, 4), (Camp, 2), (Artillery, 4)] {
        let r = ruling::<Shooting>(&shot(Rifles, t, 199.0));
        assert_eq!(has(&r, "target", "stats.1"), [factor], "{t}");
    }
    // The camp has one more against mounted.
    assert_eq!(has(&ruling::<Shooting>(&shot(Camp, Cavalry, 300.0)), "shooter", "stats.1"), [3]);
    for (t, factor) in [(Cavalry, 3), (Dismounted, 2), (Muskets, 4), (Rifles, 4), (Jaeger, 2), (Artillery, 2)]
    {
        assert_eq!(sums(plain(Rifles), plain(t)), (4, factor), "{t}");
    }
    assert_eq!(p.shows("troops.4", sums(plain(Rifles), plain(Artillery))), (4, 2));
}

#[test]
fn shooters_modifiers() {
    let p = proves!("shoot-mod.1", "shoot-mod.2", "shoot-mod.3", "shoot-mod.4");
    let mut s = shot(Rifles, Rifles, 400.0);
    assert_eq!(sum(&ruling::<Shooting>(&s), "shooter"), 4);
    s.flank_fire = true;
    assert_eq!(*p.shows("shoot-mod.1", &has(&ruling::<Shooting>(&s), "shooter", "shoot-mod.1")), [2]);
    for (d, close) in [(300.0, 1), (300.01, 0), (0.0, 1), (1000.0, 0)] {
        let r = ruling::<Shooting>(&shot(Artillery, Rifles, d));
        assert_eq!(*p.shows("shoot-mod.2", &sum(&r, "shooter")), 4 + close, "{d}");
    }
    // Close range is for guns only.
    assert_eq!(sum(&ruling::<Shooting>(&shot(Rifles, Rifles, 100.0)), "shooter"), 4);
    assert_eq!(
        *p.shows("shoot-mod.3", &sum(&ruling::<Shooting>(&shot(Rifles, Cavalry, 400.0)), "shooter")),
        5
    );
    assert_eq!(sum(&ruling::<Shooting>(&shot(Rifles, Commander, 400.0)), "shooter"), 4);
    assert_eq!(sum(&ruling::<Shooting>(&shot(Rifles, Camp, 400.0)), "shooter"), 3);
    let mut s = shot(Rifles, Rifles, 400.0);
    for cover in [Cover::RiverBank, Cover::FarDitch] {
        s.cover = cover;
        assert_eq!(*p.shows("shoot-mod.4", &has(&ruling::<Shooting>(&s), "shooter", "shoot-mod.4")), [-1]);
    }
    // A camp behind a bank is covered once.
    s.target = Camp;
    assert_eq!(has(&ruling::<Shooting>(&s), "shooter", "shoot-mod.4"), [-1]);
}

#[test]
fn several_shooters_weaken_the_target() {
    let _p = proves!("shooting.5");
    let mut s = shot(Rifles, Muskets, 200.0);
    for (n, left) in [(1, 4), (2, 3), (3, 2)] {
        s.shooters = n;
        let r = ruling::<Shooting>(&s);
        assert_eq!((sum(&r, "shooter"), sum(&r, "target")), (4, left));
    }
    s.shooters = 4;
    assert!(Shooting::check(&s).unwrap_err().to_string().contains("shooting.5"));
    s.shooters = 0;
    assert!(Shooting::check(&s).is_err());
}

#[test]
fn a_target_shooting_back_has_shooters_modifiers_too() {
    let _p = proves!("shoot-mod.5");
    let mut s = shot(Rifles, Artillery, 300.0);
    s.shooters = 3;
    assert_eq!(sum(&ruling::<Shooting>(&s), "target"), 2);
    s.shoots_back = Some(ReturnFire { distance: 300.0, flank_fire: false, cover: Cover::None });
    let r = ruling::<Shooting>(&s);
    // Guns at 300 p: +1, under fire from three: -2; the main shooter has no penalty for one who shoots back.
    assert_eq!((sum(&r, "target"), sum(&r, "shooter")), (3, 4));
    s.shoots_back = Some(ReturnFire { distance: 301.0, flank_fire: false, cover: Cover::FarDitch });
    assert_eq!(sum(&ruling::<Shooting>(&s), "target"), 1);
    s.shoots_back = Some(ReturnFire { distance: 301.0, flank_fire: true, cover: Cover::None });
    assert_eq!(sum(&ruling::<Shooting>(&s), "target"), 4);
}

#[test]
fn skirmish_fire_levels_all() {
    let _p = proves!("shooting.7");
    for t in [Muskets, Rifles, Jaeger, Artillery, Dismounted, Camp] {
        let mut s = shot(t, Rifles, 100.0);
        s.skirmish = true;
        let r = ruling::<Shooting>(&s);
        assert_eq!(has(&r, "shooter", "shooting.7"), [2], "{t}");
        assert_eq!(sum(&r, "target"), 2);
        s.distance = 100.1;
        assert!(Shooting::check(&s).unwrap_err().to_string().contains("shooting.7"));
    }
    let mut s = shot(Rifles, Commander, 50.0);
    s.skirmish = true;
    assert_eq!(sum(&ruling::<Shooting>(&s), "target"), 2);
    // Tactical factors still apply.
    s.flank_fire = true;
    assert_eq!(sum(&ruling::<Shooting>(&s), "shooter"), 4);
    s.readings.skirmish_factor = SkirmishFactor::Added;
    let r = ruling::<Shooting>(&s);
    assert_eq!((sum(&r, "shooter"), sum(&r, "target")), (8, 6));
}

#[test]
fn no_factor_below_zero() {
    let _p = proves!("shooting.10");
    let mut s = shot(Rifles, Jaeger, 90.0);
    s.skirmish = true;
    s.shooters = 3;
    assert_eq!(sum(&ruling::<Shooting>(&s), "target"), 0);
    s.shoots_back = Some(ReturnFire { distance: 90.0, flank_fire: false, cover: Cover::RiverBank });
    let r = ruling::<Shooting>(&s);
    assert_eq!((sum(&r, "target"), has(&r, "target", "shooting.10")), (0, vec![1]));
    // Cavalry 3 - 2 - 2.
    let heavy = |t| Fighter { in_heavy_going: true, ..plain(t) };
    assert_eq!(sums(heavy(Cavalry), heavy(Jaeger)), (0, 2));
    let mut s = duel(heavy(Cavalry), heavy(Jaeger));
    s.readings.factor_floor = FactorFloor::ShootingOnly;
    assert_eq!(sum(&ruling::<CloseCombat>(&s), "a"), -1);
}

#[test]
fn a_command_element_helps() {
    let _p = proves!("melee-mod.1");
    assert_eq!(sums(Fighter { with_commander: true, ..plain(Rifles) }, plain(Rifles)), (5, 4));
}

#[test]
fn one_cause_counts_once() {
    let p = proves!("melee-mod.2", "melee-mod.3", "melee-mod.4", "melee-mod.6");
    let foe = attacking(Rifles);
    let all = |f: Fighter| {
        let mut s = duel(f, foe);
        let once = sum(&ruling::<CloseCombat>(&s), "a") - f.troop.stats().melee[0];
        s.readings.same_cause = SameCause::AddsUp;
        (once, sum(&ruling::<CloseCombat>(&s), "a") - f.troop.stats().melee[0])
    };
    assert_eq!(*p.shows("melee-mod.2", &all(Fighter { in_far_ditch: true, ..plain(Rifles) })), (1, 1));
    assert_eq!(*p.shows("melee-mod.3", &all(Fighter { uphill: true, ..plain(Rifles) })), (1, 2));
    assert_eq!(*p.shows("melee-mod.4", &all(Fighter { on_bank: true, ..plain(Rifles) })), (1, 2));
    assert_eq!(*p.shows("melee-mod.6", &all(plain(Camp))), (2, 3));
    // Different causes add up.
    assert_eq!(all(Fighter { uphill: true, in_far_ditch: true, on_bank: true, ..plain(Rifles) }), (3, 3));
    // Height helps the attacker as well; ditch and bank do not.
    let a = Fighter { uphill: true, in_far_ditch: true, on_bank: true, ..attacking(Rifles) };
    let mut s = duel(a, plain(Rifles));
    assert_eq!(sum(&ruling::<CloseCombat>(&s), "a"), 5);
    s.readings.same_cause = SameCause::AddsUp;
    assert_eq!(sum(&ruling::<CloseCombat>(&s), "a"), 5);
}

#[test]
fn cavalry_charges_once_and_not_against_a_camp() {
    let _p = proves!("melee-mod.5");
    assert_eq!(sums(attacking(Cavalry), plain(Rifles)), (4, 4));
    assert_eq!(sums(plain(Cavalry), attacking(Rifles)), (3, 4));
    assert_eq!(sums(attacking(Dismounted), plain(Rifles)), (2, 4));
    let mut s = duel(attacking(Cavalry), plain(Rifles));
    s.first_round = false;
    assert_eq!(sum(&ruling::<CloseCombat>(&s), "a"), 3);
    // The camp: 3 against mounted and 2, 2 against foot and 2.
    assert_eq!(sums(attacking(Cavalry), plain(Camp)), (3, 5));
    assert_eq!(sums(attacking(Rifles), plain(Camp)), (4, 4));
}

#[test]
fn overlaps_and_contacts() {
    let _p = proves!("melee-mod.7");
    let foe = plain(Muskets);
    let one = Fighter { overlapped_left: true, ..plain(Rifles) };
    assert_eq!(sums(one, foe).0, 3);
    let two = Fighter { overlapped_right: true, ..one };
    assert_eq!(sums(two, foe).0, 2);
    // A front on the left flank replaces the overlap there.
    let flank = Fighter { flanked_left: true, ..two };
    assert_eq!(sums(flank, foe).0, 2);
    let all = Fighter { flanked_right: true, rear_contact: true, ..flank };
    assert_eq!(sums(all, foe).0, 1);
    let mut s = duel(all, foe);
    s.readings.flank_and_overlap = FlankAndOverlap::Each;
    s.a.troop = Rifles;
    assert_eq!(has(&ruling::<CloseCombat>(&s), "a", "melee-mod.7"), [-1; 5]);
}

#[test]
fn heavy_going() {
    let p = proves!("melee-mod.8", "melee-mod.9", "troops.2");
    let heavy = |t| Fighter { in_heavy_going: true, ..plain(t) };
    for (t, left) in [(Rifles, 2), (Muskets, 2), (Artillery, 0), (Cavalry, 1), (Jaeger, 2), (Dismounted, 2)] {
        assert_eq!(*p.shows("melee-mod.8", &sums(heavy(t), plain(Rifles)).0), left, "{t}");
    }
    // Mounted against an enemy in heavy going, even one whom it does not hinder.
    assert_eq!(*p.shows("melee-mod.9", &sums(plain(Cavalry), heavy(Jaeger))), (1, 2));
    assert_eq!(*p.shows("troops.2", &sums(plain(Rifles), heavy(Jaeger))), (4, 2));
    let mut s = duel(Fighter { with_commander: true, ..heavy(Cavalry) }, heavy(Jaeger));
    assert_eq!(sum(&ruling::<CloseCombat>(&s), "a"), 0);
    s.readings.mounted_and_heavy = MountedAndHeavy::Once;
    assert_eq!(sum(&ruling::<CloseCombat>(&s), "a"), 2);
}

#[test]
fn rear_support_of_line_infantry() {
    let p = proves!("support.1", "troops.1");
    let backed = |t, by| Fighter { rear_support: Some(RearSupport::new(by)), ..plain(t) };
    for foe in [Rifles, Muskets] {
        assert_eq!(p.shows("support.1", sums(backed(Rifles, Rifles), plain(foe)).0), 5);
    }
    assert_eq!(sums(Fighter { attacker: true, ..backed(Muskets, Muskets) }, plain(Camp)).0, 5);
    // Only the same type, only line infantry, only against line infantry or a camp.
    assert_eq!(sums(backed(Rifles, Muskets), plain(Rifles)).0, 4);
    assert_eq!(p.shows("troops.1", sums(backed(Jaeger, Jaeger), plain(Rifles)).0), 2);
    for foe in [Cavalry, Jaeger, Dismounted, Artillery] {
        assert_eq!(sums(backed(Rifles, Rifles), plain(foe)).0, 4, "{foe}");
    }
    // All in good going.
    assert_eq!(sums(Fighter { in_heavy_going: true, ..backed(Rifles, Rifles) }, plain(Rifles)).0, 2);
    assert_eq!(sums(backed(Rifles, Rifles), Fighter { in_heavy_going: true, ..plain(Rifles) }).0, 4);
    let mut f = backed(Rifles, Rifles);
    f.rear_support = Some(RearSupport { in_heavy_going: true, ..RearSupport::new(Rifles) });
    assert_eq!(sums(f, plain(Rifles)).0, 4);
    // A river is not good going, for any of the three.
    assert_eq!(sums(Fighter { in_river_bed: true, ..backed(Rifles, Rifles) }, plain(Rifles)).0, 4);
    assert_eq!(sums(backed(Rifles, Rifles), Fighter { in_river_bed: true, ..plain(Rifles) }).0, 4);
    f.rear_support = Some(RearSupport { in_river_bed: true, ..RearSupport::new(Rifles) });
    assert_eq!(sums(f, plain(Rifles)).0, 4);
    let mut s = duel(backed(Rifles, Muskets), plain(Rifles));
    s.readings.rear_support = SupportKind::AnyLine;
    assert_eq!(sum(&ruling::<CloseCombat>(&s), "a"), 5);
}

#[test]
fn a_camp_shoots_alone() {
    let _p = proves!("camp.5");
    let mut s = shot(Camp, Rifles, 300.0);
    assert!(Shooting::check(&s).is_ok());
    s.shooters = 2;
    assert!(Shooting::check(&s).unwrap_err().to_string().contains("camp.5"));
    assert!(Shooting::check(&shot(Camp, Rifles, 300.1)).is_err());
}

#[test]
fn a_camp_is_not_overlapped() {
    let p = proves!("camp.4", "dba.22", "dba.45");
    let camp = Fighter { overlapped_left: true, ..plain(Camp) };
    let no = |a, b| CloseCombat::check(&duel(a, b)).unwrap_err().to_string();
    assert!(p.shows("camp.4", no(plain(Rifles), camp).contains("camp.4")));
    assert!(no(Fighter { overlapped_right: true, ..plain(Rifles) }, plain(Camp)).contains("camp.4"));
    assert!(no(plain(Camp), plain(Camp)).contains("camp.1"));
    assert!(no(attacking(Artillery), plain(Rifles)).contains("contact.1"));
    assert!(p.shows("dba.22", no(attacking(Rifles), attacking(Rifles)).contains("dba.22")));
    let up = |t| Fighter { uphill: true, ..plain(t) };
    assert!(p.shows("dba.45", no(up(Rifles), up(Rifles)).contains("dba.45")));
}

#[test]
fn situations_that_cannot_be() {
    for (t, d) in [(Muskets, 200.1), (Rifles, 400.1), (Artillery, 1000.1), (Rifles, -1.0), (Rifles, f64::NAN)]
    {
        assert!(Shooting::check(&shot_raw(t, d)).is_err(), "{t} {d}");
    }
    for (t, d) in
        [(Muskets, 200.0), (Rifles, 400.0), (Jaeger, 400.0), (Dismounted, 400.0), (Artillery, 1000.0)]
    {
        assert!(Shooting::check(&shot_raw(t, d)).is_ok(), "{t} {d}");
    }
    assert!(Shooting::check(&shot_raw(Cavalry, 10.0)).unwrap_err().to_string().contains("troops.3"));
    let all: &[&dyn AnyProcedure] = &ALL[..2];
    for p in all {
        for bad in [
            json!(null),
            json!([]),
            json!({}),
            json!({ "shooter": "rifles", "target": "muskets", "distance": 1e308 }),
            json!({ "shooter": "rifles", "target": "muskets", "distance": 10, "shooters": 256 }),
            json!({ "shooter": "rifles", "target": "muskets", "distance": 10, "extra": 1 }),
            json!({ "a": { "troop": "camp" }, "b": { "troop": "camp" } }),
            json!({ "a": { "troop": "rifles" }, "b": { "troop": "elephants" } }),
            json!({ "a": { "troop": "rifles" }, "b": { "troop": "rifles" }, "readings": { "same-cause": "never" } }),
        ] {
            assert!(p.judge_by_hand(&bad, vec![1, 1]).is_err(), "{} {bad}", p.name());
        }
        let j = p.judge_by_hand(&p.example(), vec![6, 1]).unwrap();
        insta::assert_json_snapshot!(format!("example_{}", p.name()), j.ruling);
        assert!(p.judge_by_hand(&p.example(), vec![6]).is_err());
        assert!(p.judge_by_hand(&p.example(), vec![6, 1, 1]).is_err());
    }
}

fn shot_raw(t: Troop, distance: f64) -> ShootingSituation {
    ShootingSituation { distance, ..shot(t, Rifles, 0.0) }
}

#[test]
fn readings_in_a_situation_are_the_books_own() {
    // What a situation calls a reading and its options is what the book lists.
    let s = serde_json::to_value(CombatReadings::default()).unwrap();
    for (id, option) in s.as_object().unwrap() {
        let r = bbdba_acw::book::text().readings.iter().find(|r| r.id == *id).unwrap();
        assert_eq!(r.default, option.as_str().unwrap());
        for o in &r.options {
            let v = json!({ id.as_str(): o.id });
            let c: CombatReadings = serde_json::from_value(v).unwrap();
            let of = umpire::Readings::defaults(&bbdba_acw::book::text().readings)
                .with(&bbdba_acw::book::text().readings, id, &o.id)
                .unwrap();
            assert_eq!(CombatReadings::of(&of), c);
        }
    }
}
