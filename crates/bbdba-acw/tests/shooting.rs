//! Who may shoot at whom (shooting.1 to shooting.7, dba.2, dba.25 to dba.28), found from the table.

use bbdba_acw::drill::Drill;
use bbdba_acw::field::{CampState, Field, Nature};
use bbdba_acw::procedures::Cover;
use bbdba_acw::shooting::{all_shooters, may_shoot, shooters, shoots_back, situation, targets};
use bbdba_acw::terrain::Feature;
use bbdba_acw::{ElementId, Side, Target, Troop, Troop::*, proves};

fn t(id: ElementId) -> Target {
    Target::Element(id)
}

/// By which clause it may not shoot.
fn barred(f: &Field, who: Target) -> &'static str {
    may_shoot(f, who).err().map_or("ok", |no| no.by.id())
}

/// Does a shooter at (1000, 1000) facing north have a rifle element there as a target?
fn hits(shooter: Troop, x: f64, y: f64, facing: f64) -> bool {
    let mut d = Drill::new();
    let a = d.a(shooter, 1000.0, 1000.0, 0.0);
    let b = d.b(Rifles, x, y, facing);
    targets(&d.field(), t(a)).as_slice() == [t(b)]
}

#[test]
fn range_from_the_front_edge() {
    for (troop, range) in
        [(Muskets, 200.0), (Rifles, 400.0), (Jaeger, 400.0), (Dismounted, 400.0), (Artillery, 1000.0)]
    {
        assert!(hits(troop, 1000.0, 1000.0 + range, 180.0), "{troop} at {range}");
        assert!(!hits(troop, 1000.0, 1000.01 + range, 180.0), "{troop} beyond {range}");
    }
    for troop in [Cavalry, Commander] {
        assert!(!hits(troop, 1000.0, 1100.0, 180.0));
    }
    // Slantwise: from the front corner to the part inside the field, 159 p aside.
    assert!(hits(Rifles, 1319.0, 1367.0, 180.0));
    assert!(!hits(Rifles, 1319.0, 1368.0, 180.0));
    // The nearest enemy again decides: with a nearer one the further is no target.
    let mut d = Drill::new();
    let a = d.a(Rifles, 1000.0, 1000.0, 0.0);
    let near = d.b(Rifles, 1150.0, 1200.0, 180.0);
    d.b(Rifles, 900.0, 1300.0, 180.0);
    assert_eq!(targets(&d.field(), t(a)).as_slice(), [t(near)]);
}

#[test]
fn field_of_fire_is_one_base_wider() {
    for side in [-1.0, 1.0] {
        assert!(hits(Rifles, 1000.0 + side * 319.9, 1200.0, 180.0));
        // A mere edge in common is not inside.
        assert!(!hits(Rifles, 1000.0 + side * 320.0, 1200.0, 180.0));
    }
    // Nothing to the side or rear; a part before the front line is enough.
    assert!(!hits(Rifles, 1250.0, 1000.0, 0.0));
    assert!(hits(Rifles, 1250.0, 1000.5, 0.0));
    assert!(!hits(Rifles, 1000.0, 700.0, 0.0));
}

#[test]
fn equally_near_targets_are_a_choice() {
    let near = |second: f64, reading: &str| {
        let mut d = Drill::new();
        d.read("nearest-target", reading);
        let a = d.a(Rifles, 1000.0, 1000.0, 0.0);
        d.b(Rifles, 900.0, 1200.0, 180.0);
        d.b(Rifles, 1100.0, 1200.0 + second, 180.0);
        targets(&d.field(), t(a)).len()
    };
    assert_eq!(near(0.0, "nearest"), 2);
    assert_eq!(near(1.0, "nearest"), 2);
    assert_eq!(near(1.1, "nearest"), 1);
    assert_eq!(near(150.0, "any"), 2);
}

#[test]
fn front_to_front_neither_shoots_nor_is_shot_at() {
    let _p = proves!("shooting.1");
    let mut d = Drill::new();
    let a = d.a(Rifles, 1000.0, 1000.0, 0.0);
    let b = d.b(Rifles, 1000.0, 1000.0, 180.0);
    let beside = d.a(Rifles, 1160.0, 1000.0, 0.0);
    let behind = d.b(Rifles, 1000.0, 1080.0, 180.0);
    let far = d.b(Rifles, 1200.0, 1300.0, 180.0);
    let f = d.field();
    assert_eq!((barred(&f, t(a)), barred(&f, t(b))), ("shooting.1", "shooting.1"));
    // The overlapping friend and the rear supporter may; the fighting enemy, though nearest, is passed over.
    assert!(may_shoot(&f, t(beside)).is_ok() && may_shoot(&f, t(behind)).is_ok());
    assert!(shooters(&f, t(b)).is_empty() && shooters(&f, t(a)).is_empty());
    assert_eq!(targets(&f, t(beside)).as_slice(), [t(behind)]);
    assert_eq!(targets(&f, t(far)).as_slice(), [t(beside)]);
}

#[test]
fn flank_contact_alone_does_not_stop_fire() {
    let _p = proves!("shooting.1");
    let flanked = |reading: &str| {
        let mut d = Drill::new();
        d.read("shooting-in-contact", reading);
        let a = d.a(Rifles, 1000.0, 1000.0, 0.0);
        // On a's right flank, facing west, fronts level.
        let b = d.b(Rifles, 1080.0, 920.0, 270.0);
        let f = d.field();
        // A front contact elsewhere, so that the clause is at work in both readings.
        assert!(f.contact(&f[b], &f[a]).is_some());
        (barred(&f, t(a)), barred(&f, t(b)))
    };
    assert_eq!(flanked("front-only"), ("ok", "ok"));
    assert_eq!(flanked("all-close-combat"), ("shooting.1", "shooting.1"));
}

#[test]
fn each_supporter_must_have_it_as_his_own_target() {
    let _p = proves!("shooting.5");
    let mut d = Drill::new();
    let b = d.b(Muskets, 1000.0, 1300.0, 180.0);
    let a1 = d.a(Rifles, 1000.0, 1000.0, 0.0);
    let a2 = d.a(Rifles, 1160.0, 1000.0, 0.0);
    let a3 = d.a(Rifles, 760.0, 1000.0, 0.0);
    // Has another enemy nearer.
    let a4 = d.a(Rifles, 600.0, 1000.0, 0.0);
    d.b(Muskets, 500.0, 1150.0, 180.0);
    // Out of range.
    d.a(Muskets, 1320.0, 1000.0, 0.0);
    let f = d.field();
    let mut all = shooters(&f, t(b));
    all.sort();
    assert_eq!(all, [t(a1), t(a2)]);
    assert!(!all.contains(&t(a3)) && !all.contains(&t(a4)));
    let s = situation(&f, t(a1), &[a2], t(b));
    assert_eq!((s.shooter, s.target, s.shooters, s.distance), (Rifles, Muskets, 2, 300.0));
    umpire::judge::<bbdba_acw::procedures::Shooting>(&s, &mut umpire::HandDice::new([1, 1]));
    // The same answers from the whole list.
    let list = all_shooters(&f);
    assert_eq!(list.iter().filter(|(_, ts)| ts.contains(&t(b))).count(), 2);
}

#[test]
fn guns_may_ignore_jaeger() {
    let field = |shooter, reading: &str| {
        let mut d = Drill::new();
        d.read("guns-ignore-jaeger", reading);
        let a = d.a(shooter, 1000.0, 1000.0, 0.0);
        // Own Jaeger right before the muzzle, enemy Jaeger beyond, a battery's real target last.
        d.a(Jaeger, 1000.0, 1080.0, 0.0);
        let skirmishers = d.b(Jaeger, 1007.0, 1200.0, 180.0);
        let behind = d.b(Commander, 1000.0, 1350.0, 180.0);
        (targets(&d.field(), t(a)), skirmishers, behind)
    };
    let (found, j, c) = field(Artillery, "both-sides");
    assert_eq!(found.as_slice(), [t(j), t(c)]);
    // The own Jaeger hide the commander behind, not the wider line of the enemy's.
    let (found, j, _) = field(Artillery, "enemy");
    assert_eq!(found.as_slice(), [t(j)]);
    let (found, j, _) = field(Rifles, "both-sides");
    assert_eq!(found.as_slice(), [t(j)]);
}

#[test]
fn skirmish_fire_reaches_a_hundred_paces() {
    for feature in [Feature::Wood, Feature::Oasis, Feature::Settlement] {
        let field = |y: f64| {
            let mut d = Drill::new();
            d.oval(feature, 1000.0, 1300.0, 600.0, 400.0, 90.0);
            let a = d.a(Artillery, 1000.0, y, 0.0);
            let b = d.b(Rifles, 1000.0, 1180.0, 180.0);
            (d.field(), t(a), t(b))
        };
        let (f, a, b) = field(1080.0);
        assert_eq!(targets(&f, a).as_slice(), [b]);
        assert_eq!(targets(&f, b).as_slice(), [a]);
        assert!(situation(&f, a, &[], b).skirmish && situation(&f, b, &[], a).skirmish);
        let (f, a, b) = field(1079.9);
        assert!(targets(&f, a).is_empty() && targets(&f, b).is_empty());
    }
    // Partly inside is enough.
    let mut d = Drill::new();
    d.oval(Feature::Wood, 1000.0, 1500.0, 600.0, 400.0, 90.0);
    d.oval(Feature::Settlement, 1000.0, 1500.0, 600.0, 400.0, 90.0);
    let a = d.a(Rifles, 1000.0, 1150.0, 0.0);
    let b = d.b(Rifles, 1000.0, 1221.0, 180.0);
    let f = d.field();
    assert!(situation(&f, t(a), &[], t(b)).skirmish);
}

#[test]
fn a_camp_shoots_all_round_and_runs_dry() {
    let _p = proves!("camp.6");
    let field = |x: f64| {
        let mut d = Drill::new();
        d.camp(Side::B, 1000.0, 300.0, 200.0);
        let a = d.a(Cavalry, x, 2300.0, 90.0);
        (d.field(), t(a))
    };
    let camp = Target::Camp(Side::B);
    let (mut f, a) = field(550.0);
    assert_eq!(targets(&f, camp).as_slice(), [a]);
    assert!(targets(&field(549.9).0, camp).is_empty());
    assert_eq!(situation(&f, camp, &[], a).distance, 300.0);
    // Shots of the enemy's turns (A is active) and of its own are counted apart.
    f.army_mut(Side::B).camp.as_mut().unwrap().shots = [3, 0];
    assert_eq!(barred(&f, camp), "camp.6");
    f.active = Side::B;
    assert_eq!(barred(&f, camp), "ok");
    f.army_mut(Side::B).camp.as_mut().unwrap().shots = [0, 3];
    assert_eq!(barred(&f, camp), "camp.6");
    f.active = Side::A;
    assert_eq!(barred(&f, camp), "ok");
    f.army_mut(Side::B).camp.as_mut().unwrap().has_shot = true;
    assert_eq!(barred(&f, camp), "dba.28");
    let c = f.army_mut(Side::B).camp.as_mut().unwrap();
    (c.has_shot, c.state) = (false, CampState::Silenced);
    assert_eq!(barred(&f, camp), "dba.36");
}

#[test]
fn a_camp_is_a_target_like_others() {
    let _p = proves!("shoot-mod.4");
    let mut d = Drill::new();
    d.camp(Side::B, 1000.0, 300.0, 200.0);
    let a = d.a(Rifles, 1000.0, 1900.0, 0.0);
    let f = d.field();
    let camp = Target::Camp(Side::B);
    assert_eq!(targets(&f, t(a)).as_slice(), [camp]);
    assert_eq!(shooters(&f, camp), [t(a)]);
    assert!(shoots_back(&f, t(a), camp));
    let s = situation(&f, t(a), &[], camp);
    let (_, r) = umpire::judge::<bbdba_acw::procedures::Shooting>(&s, &mut umpire::HandDice::new([1, 1]));
    assert!(r.modifiers.iter().any(|m| m.clause.id() == "shoot-mod.4" && m.side == "shooter"));
    // With an attacker at its side it is front to front.
    let mut d = Drill::new();
    d.camp(Side::B, 1000.0, 300.0, 200.0);
    let a = d.a(Rifles, 1200.0, 1900.0, 0.0);
    let attacker = d.a(Rifles, 1000.0, 2200.0, 0.0);
    let f = d.field();
    assert!(targets(&f, t(a)).is_empty() && targets(&f, t(attacker)).is_empty());
    assert!(may_shoot(&f, camp).is_err());
}

#[test]
fn both_sides_shoot_once_each() {
    let _p = proves!("dba.28");
    let field = |reading: &str| {
        let mut d = Drill::new();
        d.read("who-shoots", reading);
        let a = d.a(Artillery, 1000.0, 1000.0, 0.0);
        let b = d.b(Rifles, 1000.0, 1300.0, 180.0);
        (d.field(), t(a), t(b), a)
    };
    let (mut f, a, b, id) = field("both");
    assert!(may_shoot(&f, a).is_ok() && may_shoot(&f, b).is_ok());
    // Guns that moved shoot all the same.
    f[id].moves = 1;
    assert!(may_shoot(&f, a).is_ok());
    f[id].has_shot = true;
    assert_eq!(barred(&f, a), "dba.28");
    assert!(targets(&f, a).is_empty());
    let (f, a, b2, _) = field("active");
    assert_eq!((barred(&f, a), barred(&f, b2)), ("ok", "turn.1"));
    assert!(shoots_back(&f, a, b2));
    let _ = b;
}

#[test]
fn the_target_shoots_back_at_its_own_nearest() {
    let _p = proves!("dba.28");
    let mut d = Drill::new();
    let far = d.a(Rifles, 1000.0, 1000.0, 0.0);
    let near = d.a(Rifles, 1160.0, 1100.0, 0.0);
    let b = d.b(Rifles, 1050.0, 1350.0, 180.0);
    let mut f = d.field();
    assert!(shoots_back(&f, t(near), t(b)));
    assert!(!shoots_back(&f, t(far), t(b)), "not its nearest");
    for (main, with, back) in [(near, far, true), (far, near, false)] {
        let s = situation(&f, t(main), &[with], t(b));
        assert_eq!(s.shoots_back.is_some(), back);
        let mut dice = umpire::HandDice::new([1, 6]);
        let (_, ruling) = umpire::judge::<bbdba_acw::procedures::Shooting>(&s, &mut dice);
        assert_eq!(ruling.clauses.iter().any(|c| c.id() == "dba.28"), back);
        dice.finish().unwrap();
    }
    f[b].has_shot = true;
    assert!(!shoots_back(&f, t(near), t(b)));
    // Facing away, or out of its own range, it cannot.
    let back = |troop, facing, y| {
        let mut d = Drill::new();
        let a = d.a(Rifles, 1000.0, 1000.0, 0.0);
        let b = d.b(troop, 1000.0, y, facing);
        let f = d.field();
        assert_eq!(targets(&f, t(a)).as_slice(), [t(b)]);
        shoots_back(&f, t(a), t(b))
    };
    assert!(back(Muskets, 180.0, 1200.0));
    assert!(!back(Muskets, 180.0, 1201.0));
    assert!(!back(Rifles, 0.0, 1300.0));
    assert!(!back(Cavalry, 180.0, 1200.0));
    let mut d = Drill::new();
    d.read("return-fire", "none");
    let a = d.a(Rifles, 1000.0, 1000.0, 0.0);
    let b = d.b(Rifles, 1000.0, 1300.0, 180.0);
    assert!(!shoots_back(&d.field(), t(a), t(b)));
}

#[test]
fn flank_fire_from_behind_the_front_line() {
    let flank = |y: f64, reading: &str| {
        let mut d = Drill::new();
        d.read("flank-fire", reading);
        let b = d.b(Rifles, 1000.0, 1000.0, 0.0);
        let a = d.a(Rifles, 800.0, y, 90.0);
        let f = d.field();
        assert_eq!(targets(&f, t(a)).as_slice(), [t(b)]);
        situation(&f, t(a), &[], t(b)).flank_fire
    };
    assert!(flank(920.0, "whole-base"));
    assert!(!flank(920.1, "whole-base"));
    assert!(flank(800.0, "whole-base"));
    assert!(flank(920.0, "front-edge"));
    // Turned outward, the front edge is behind the line and a rear corner before it.
    let outward = |reading: &str| {
        let mut d = Drill::new();
        d.read("flank-fire", reading);
        let b = d.b(Rifles, 1000.0, 1000.0, 0.0);
        let a = d.a(Rifles, 800.0, 915.0, 110.0);
        let f = d.field();
        situation(&f, t(a), &[], t(b)).flank_fire
    };
    assert!(outward("front-edge") && !outward("whole-base"));
}

#[test]
fn guns_within_300() {
    let _p = proves!("shoot-mod.2");
    for (y, close) in [(1300.0, true), (1300.01, false)] {
        let mut d = Drill::new();
        let a = d.a(Artillery, 1000.0, 1000.0, 0.0);
        let b = d.b(Rifles, 1000.0, y, 180.0);
        let s = situation(&d.field(), t(a), &[], t(b));
        let (_, r) = umpire::judge::<bbdba_acw::procedures::Shooting>(&s, &mut umpire::HandDice::new([1, 1]));
        assert_eq!(r.modifiers.iter().any(|m| m.clause.id() == "shoot-mod.2"), close);
    }
}

#[test]
fn river_banks_cover() {
    let _p = proves!("shoot-mod.4");
    let cover = |y: f64, facing: f64, nature: Option<Nature>, reading: &str| {
        let mut d = Drill::new();
        d.read("bank-contact", reading);
        d.river(&[(0.0, 1200.0), (2400.0, 1200.0)], 100.0);
        let a = d.a(Rifles, 1000.0, 1000.0, 0.0);
        let b = d.b(Rifles, 1000.0, y, facing);
        let mut f = d.field();
        f.rivers[0].nature = nature;
        let s = situation(&f, t(a), &[], t(b));
        umpire::judge::<bbdba_acw::procedures::Shooting>(&s, &mut umpire::HandDice::new([1, 1]));
        s.cover
    };
    let def = "edge-or-both-corners";
    for n in [Nature::Ordinary, Nature::Torrent] {
        assert_eq!(cover(1250.0, 180.0, Some(n), def), Cover::RiverBank);
    }
    assert_eq!(cover(1250.0, 180.0, Some(Nature::Shallow), def), Cover::None);
    assert_eq!(cover(1250.0, 180.0, None, def), Cover::None);
    assert_eq!(cover(1251.0, 180.0, Some(Nature::Ordinary), def), Cover::RiverBank);
    assert_eq!(cover(1251.5, 180.0, Some(Nature::Ordinary), def), Cover::None);
    // In the bed is not on land, by however little.
    assert_eq!(cover(1249.9995, 180.0, Some(Nature::Ordinary), def), Cover::RiverBank);
    for y in [1249.9, 1249.0, 1245.0] {
        assert_eq!(cover(y, 180.0, Some(Nature::Ordinary), def), Cover::None, "{y}");
    }
    // One corner alone: turned by 10 degrees, the lower front corner on the bank.
    let y = 1250.0 + 80.0 * 10f64.to_radians().sin();
    assert_eq!(cover(y, 190.0, Some(Nature::Ordinary), def), Cover::None);
    assert_eq!(cover(y, 190.0, Some(Nature::Ordinary), "one-corner"), Cover::RiverBank);
    // With its back to the river it defends nothing.
    assert_eq!(cover(1330.0, 0.0, Some(Nature::Ordinary), def), Cover::None);
    // A shot along the bank does not cross the bed.
    let mut d = Drill::new();
    d.river(&[(0.0, 1200.0), (2400.0, 1200.0)], 100.0);
    let b = d.b(Rifles, 1000.0, 1250.0, 180.0);
    let a = d.a(Rifles, 1300.0, 1340.0, 270.0);
    let mut f = d.field();
    f.rivers[0].nature = Some(Nature::Ordinary);
    let s = situation(&f, t(a), &[], t(b));
    assert_eq!((s.cover, s.flank_fire), (Cover::None, true));
}

#[test]
fn the_far_ditch_covers() {
    let _p = proves!("shoot-mod.4");
    let cover = |y: f64, facing: f64| {
        let mut d = Drill::new();
        d.road(&[(0.0, 1200.0), (2400.0, 1200.0)], 60.0);
        let a = d.a(Rifles, 1000.0, 1000.0, 0.0);
        let b = d.b(Rifles, 1000.0, y, facing);
        let s = situation(&d.field(), t(a), &[], t(b));
        umpire::judge::<bbdba_acw::procedures::Shooting>(&s, &mut umpire::HandDice::new([1, 1]));
        s.cover
    };
    assert_eq!(cover(1230.0, 180.0), Cover::FarDitch);
    assert_eq!(cover(1231.5, 180.0), Cover::None);
    // On the near side the road is not between; on the road there is no ditch.
    assert_eq!(cover(1170.0, 0.0), Cover::None);
    assert_eq!(cover(1200.0, 180.0), Cover::None);
}

#[test]
fn a_commander_is_shot_at_and_does_not_shoot() {
    let _p = proves!("command.3");
    let mut d = Drill::new();
    let a = d.a(Rifles, 1000.0, 1000.0, 0.0);
    let c = d.b(Commander, 1000.0, 1200.0, 180.0);
    d.b(Rifles, 1000.0, 1390.0, 180.0);
    let f = d.field();
    assert_eq!(targets(&f, t(a)).as_slice(), [t(c)]);
    assert_eq!(barred(&f, t(c)), "command.3");
    assert!(!shoots_back(&f, t(a), t(c)));
    // Off the table nobody shoots or is shot at.
    assert!(targets(&f, t(ElementId::new(Side::A, 77))).is_empty());
    assert!(shooters(&f, t(ElementId::new(Side::B, 77))).is_empty());
    assert!(targets(&f, Target::Camp(Side::A)).is_empty());
}
