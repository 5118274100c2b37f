//! Close combats found from the table (dba.17 to dba.22, dba.45, command.2, river.4).

use bbdba_acw::contact::Contact;
use bbdba_acw::drill::Drill;
use bbdba_acw::field::{CampState, Field, Nature};
use bbdba_acw::melee::{height, pairs, situation, situation_unturned};
use bbdba_acw::procedures::{CloseCombat, CloseCombatSituation, Fighter, RearSupport};
use bbdba_acw::terrain::Feature;
use bbdba_acw::{ElementId, Side, Target, Troop::*, proves};
use table::{Base, Pose, v2};
use umpire::{HandDice, Procedure, judge};

/// A's rifles facing north against B's muskets, fronts at (1000, 1000), and whatever else.
fn combat(put: impl FnOnce(&mut Drill)) -> (Field, ElementId, ElementId) {
    let mut d = Drill::new();
    let a = d.a(Rifles, 1000.0, 1000.0, 0.0);
    let b = d.b(Muskets, 1000.0, 1000.0, 180.0);
    put(&mut d);
    (d.field(), a, b)
}

fn fight(put: impl FnOnce(&mut Drill)) -> CloseCombatSituation {
    let (f, a, b) = combat(put);
    judged(situation(&f, a, Target::Element(b)))
}

/// The same, once judged: a situation from the table is always possible.
fn judged(s: CloseCombatSituation) -> CloseCombatSituation {
    CloseCombat::check(&s).unwrap();
    let mut d = HandDice::new([3, 3]);
    judge::<CloseCombat>(&s, &mut d);
    d.finish().unwrap();
    s
}

#[test]
fn pairs_in_front_contact_fight() {
    let (f, a, b) = combat(|d| {
        // A flanker does not roll; a pair elsewhere does; one that only touches does not.
        d.a(Rifles, 1080.0, 1080.0, 270.0);
        d.b(Rifles, 400.0, 500.0, 0.0);
        d.a(Cavalry, 400.0, 500.0, 180.0);
        d.a(Rifles, 400.0, 340.0, 3.0);
    });
    let p = pairs(&f);
    assert_eq!(
        p,
        [(a, Target::Element(b)), (ElementId::new(Side::A, 2), Target::Element(ElementId::new(Side::B, 1)))]
    );
    // The drill puts A's elements down last in contact by their own movement.
    let s = situation(&f, a, Target::Element(b));
    assert!(s.a.attacker && !s.b.attacker && s.first_round);
    let turned = situation(&f, b, Target::Element(a));
    assert_eq!((turned.a, turned.b), (s.b, s.a));
}

#[test]
fn the_second_round_is_no_charge() {
    let mut d = Drill::new();
    let a = d.a(Cavalry, 1000.0, 1000.0, 0.0);
    let b = d.b(Muskets, 1000.0, 1000.0, 180.0);
    let mut f = d.field();
    let charge = |f: &Field| {
        let (_, r) = judge::<CloseCombat>(&situation(f, a, Target::Element(b)), &mut HandDice::new([1, 1]));
        r.modifiers.iter().any(|m| m.clause.id() == "melee-mod.5")
    };
    assert!(charge(&f));
    f.engagements[0].rounds = 1;
    assert!(!charge(&f));
    f.engagements[0].rounds = 0;
    let x = &mut f.engagements[0];
    (x.attacker, x.defender) = (x.defender, x.attacker);
    assert!(!charge(&f));
}

#[test]
fn overlaps_flanks_and_rear() {
    let _p = proves!("dba.18");
    let s = fight(|d| {
        d.a(Rifles, 1160.0, 1000.0, 0.0);
    });
    assert!(s.b.overlapped_left && !s.b.overlapped_right && !s.b.flanked_left);
    assert_eq!(s.a, Fighter { attacker: true, ..Fighter::new(Rifles) });
    // Artillery may overlap, command elements do not.
    assert!(
        fight(|d| {
            d.a(Artillery, 1160.0, 1000.0, 0.0);
        })
        .b
        .overlapped_left
    );
    assert!(
        !fight(|d| {
            d.a(Commander, 1120.0, 1000.0, 0.0);
        })
        .b
        .overlapped_left
    );
    // A gap of more than 1 p is none.
    assert!(
        fight(|d| {
            d.a(Rifles, 1161.0, 1000.0, 0.0);
        })
        .b
        .overlapped_left
    );
    assert!(
        !fight(|d| {
            d.a(Rifles, 1161.5, 1000.0, 0.0);
        })
        .b
        .overlapped_left
    );
    // A front on the flank: b faces south, its left is east.
    let s = fight(|d| {
        d.a(Rifles, 1080.0, 1080.0, 270.0);
        d.a(Rifles, 1000.0, 1080.0, 180.0);
    });
    assert!(s.b.flanked_left && s.b.rear_contact && !s.b.flanked_right);
    // Flank and overlap on the same side: the judge counts one of them.
    let s = fight(|d| {
        d.a(Rifles, 1080.0, 1080.0, 270.0);
        d.a(Rifles, 1160.0, 1000.0, 0.0);
    });
    assert!(s.b.flanked_left && s.b.overlapped_left);
}

#[test]
fn a_commander_in_contact() {
    let _p = proves!("command.2");
    let with = |x: f64, y: f64| {
        fight(|d| {
            d.a(Commander, x, y, 0.0);
        })
        .a
        .with_commander
    };
    // Corner to corner is enough; 1 p is touching.
    assert!(with(1120.0, 920.0));
    assert!(with(1121.0, 920.0));
    assert!(!with(1121.5, 920.0));
    let other = |reading: &str| {
        fight(|d| {
            d.read("commander-support", reading);
            d.next_command(Side::A);
            d.a(Commander, 1120.0, 920.0, 0.0);
        })
        .a
        .with_commander
    };
    assert!(other("touching") && !other("own-command"));
    // The enemy's commander helps nobody here.
    assert!(
        !fight(|d| {
            d.b(Commander, 1120.0, 920.0, 0.0);
        })
        .a
        .with_commander
    );
}

#[test]
fn who_stands_behind() {
    let _p = proves!("dba.21");
    let behind = |x: f64, y: f64, facing: f64| {
        fight(|d| {
            d.a(Rifles, x, y, facing);
        })
        .a
        .rear_support
    };
    let good = Some(RearSupport::new(Rifles));
    assert_eq!(behind(1000.0, 920.0, 0.0), good);
    assert_eq!(behind(1001.0, 920.0, 0.0), good);
    assert_eq!(behind(1002.0, 920.0, 0.0), None);
    assert_eq!(behind(1000.0, 918.0, 0.0), None);
    assert_eq!(behind(1000.0, 840.0, 180.0), None);
    // Touched by an enemy it supports nobody.
    let touched = fight(|d| {
        d.a(Rifles, 1000.0, 920.0, 0.0);
        d.b(Muskets, 1080.0, 880.0, 270.0);
    });
    assert_eq!(touched.a.rear_support, None);
    // In heavy going it stands behind, but the judge gives nothing for it.
    let marsh = fight(|d| {
        d.a(Rifles, 1000.0, 920.0, 0.0);
        d.oval(Feature::Marsh, 1000.0, 780.0, 200.0, 200.0, 90.0);
    });
    assert_eq!(marsh.a.rear_support, Some(RearSupport { in_heavy_going: true, ..RearSupport::new(Rifles) }));
}

#[test]
fn ground_underfoot() {
    let _p = proves!("terrain.8");
    for (x, heavy) in [
        (Feature::GentleHill, false),
        (Feature::Fields, false),
        (Feature::SteepHill, true),
        (Feature::Wood, true),
        (Feature::Marsh, true),
        (Feature::RoughGround, true),
        (Feature::Dunes, true),
        (Feature::Oasis, true),
        (Feature::Settlement, true),
    ] {
        // Just under b's rear edge; a is in the open.
        let s = fight(|d| d.oval(x, 1000.0, 1170.0, 300.0, 200.0, 90.0));
        assert_eq!((s.a.in_heavy_going, s.b.in_heavy_going), (false, heavy), "{x:?}");
        if heavy {
            // Touching the edge is not standing in it.
            let s = fight(|d| d.oval(x, 1000.0, 1180.0, 300.0, 200.0, 90.0));
            assert!(!s.b.in_heavy_going);
        }
    }
    fight(|d| d.oval(Feature::Wood, 1000.0, 1100.0, 300.0, 250.0, 90.0));
}

#[test]
fn a_river_is_not_heavy_going() {
    let s = fight(|d| d.river(&[(0.0, 940.0), (2400.0, 940.0)], 120.0));
    assert!(!s.a.in_heavy_going && !s.b.in_heavy_going);
}

#[test]
fn nor_is_a_river_good_going() {
    let _p = proves!("river.3");
    // A's rifles and their supporters in the bed or with their rear on its bank; with a bridge, and by the readings.
    let supported = |bank: f64, nature: Option<Nature>, reading: &str, bridge: bool| {
        let (mut f, a, b) = combat(|d| {
            d.read("river-going", reading);
            d.river(&[(0.0, bank - 60.0), (2400.0, bank - 60.0)], 120.0);
            if bridge {
                d.road(&[(1000.0, 0.0), (1000.0, 2400.0)], 100.0);
            }
            d.a(Rifles, 1000.0, 920.0, 0.0);
        });
        f.rivers[0].nature = nature;
        let s = situation(&f, a, Target::Element(b));
        let (_, ruling) = judge::<CloseCombat>(&s, &mut HandDice::new([3, 3]));
        let by = |id: &str| ruling.clauses.iter().any(|c| c.id() == id);
        assert_ne!(by("support.1"), by("river.3"));
        by("support.1")
    };
    let deep = Some(Nature::Ordinary);
    // The supporter's rear edge is at y 840: on the bank it is on land.
    assert!(supported(840.0, deep, "neither", false) && !supported(840.1, deep, "neither", false));
    assert!(!supported(900.0, Some(Nature::Shallow), "neither", false));
    assert!(supported(900.0, Some(Nature::Shallow), "shallow-is-good", false));
    assert!(
        !supported(900.0, deep, "shallow-is-good", false)
            && !supported(900.0, None, "shallow-is-good", false)
    );
    assert!(supported(900.0, deep, "good", false));
    // On a bridge one is on the road.
    assert!(supported(900.0, deep, "neither", true));
    // The enemy's ground counts too.
    assert!(!supported(1120.0, deep, "neither", false));
}

#[test]
fn defending_a_bank() {
    let _p = proves!("river.4");
    let bank = |nature: Option<Nature>, reading: &str, put: &dyn Fn(&mut Drill)| {
        let (mut f, a, b) = combat(|d| {
            d.read("bank-nature", reading);
            // The bed reaches up to the line of contact: a stands in it.
            d.river(&[(0.0, 940.0), (2400.0, 940.0)], 120.0);
            put(d);
        });
        f.rivers[0].nature = nature;
        let s = judged(situation(&f, a, Target::Element(b)));
        assert!(!s.a.on_bank);
        s.b.on_bank
    };
    assert!(bank(Some(Nature::Ordinary), "found", &|_| {}));
    assert!(bank(Some(Nature::Torrent), "found", &|_| {}));
    assert!(!bank(Some(Nature::Shallow), "found", &|_| {}));
    assert!(!bank(None, "found", &|_| {}));
    assert!(bank(None, "unless-shallow", &|_| {}));
    // Over a bridge the bank does not help.
    assert!(!bank(Some(Nature::Ordinary), "found", &|d| d.road(&[(1000.0, 0.0), (1000.0, 2400.0)], 100.0)));
    assert!(bank(Some(Nature::Ordinary), "found", &|d| d.road(&[(1300.0, 0.0), (1300.0, 2400.0)], 100.0)));
}

#[test]
fn the_far_ditch_of_a_road() {
    let _p = proves!("melee-mod.2");
    let s = fight(|d| d.road(&[(0.0, 970.0), (2400.0, 970.0)], 60.0));
    assert!(s.b.in_far_ditch && !s.a.in_far_ditch);
    let s2 = fight(|d| d.road(&[(0.0, 960.0), (2400.0, 960.0)], 60.0));
    assert!(!s2.b.in_far_ditch);
}

#[test]
fn uphill_by_more_than_a_twentieth() {
    let _p = proves!("dba.45");
    // The crest runs east and west through y = 1000 + off; half the width is `half`.
    let up = |off: f64, half: f64, margin: &str| {
        let s = fight(|d| {
            d.read("height-margin", margin);
            d.oval(Feature::GentleHill, 1000.0, 1000.0 + off, 20_000.0, 2.0 * half, 90.0);
        });
        (s.a.uphill, s.b.uphill)
    };
    assert_eq!(up(100.0, 200.0, "0.05"), (false, true));
    assert_eq!(up(-100.0, 200.0, "0.05"), (true, false));
    // 80 p deeper is 80 / half of the height.
    assert_eq!(up(100.0, 1590.0, "0.05"), (false, true));
    assert_eq!(up(100.0, 1610.0, "0.05"), (false, false));
    assert_eq!(up(100.0, 1610.0, "0.04"), (false, true));
    // Both reach the crest.
    assert_eq!(up(0.0, 200.0, "0.05"), (false, false));
    // Only b reaches it.
    assert_eq!(up(60.0, 200.0, "0.05"), (false, true));
}

#[test]
fn height_is_the_greatest_of_any_point() {
    let mut d = Drill::new();
    d.oval(Feature::SteepHill, 1200.0, 1200.0, 700.0, 400.0, 63.0);
    d.oval(Feature::GentleHill, 1600.0, 1500.0, 500.0, 500.0, 90.0);
    let f = d.field();
    let at = |p: table::V2| {
        let mut h = 0.0f64;
        for a in &f.terrain.areas {
            let bbdba_acw::terrain::Outline::Oval(e) = a.outline else { continue };
            let l = e.local(p);
            let k = 1.0 - (l.x / e.a) * (l.x / e.a);
            if k > 0.0 {
                h = h.max(1.0 - l.y.abs() / (e.b * k.sqrt()));
            }
        }
        h
    };
    for i in 0..200 {
        let (x, y) = (800.0 + f64::from(i * 37 % 1100), 850.0 + f64::from(i * 53 % 1000));
        let b = Base::new(Pose { x, y, facing: f64::from(i * 29 % 360) }, 160.0, 80.0);
        let h = height(&f, &b);
        let mut sampled = 0.0f64;
        for u in 0..=80 {
            for w in 0..=40 {
                sampled = sampled.max(at(b.world(v2(f64::from(u) * 2.0 - 80.0, -2.0 * f64::from(w)))));
            }
        }
        assert!(h >= sampled - 1e-9 && h <= sampled + 0.02, "{i}: {h} {sampled}");
    }
}

#[test]
fn attacking_a_camp() {
    let mut d = Drill::new();
    d.camp(Side::B, 1000.0, 400.0, 200.0);
    let a = d.a(Cavalry, 900.0, 2200.0, 0.0);
    let a2 = d.a(Rifles, 1080.0, 2200.0, 0.0);
    d.a(Artillery, 1200.0, 2300.0, 270.0);
    // An enemy beside the attacker, flank to flank, would overlap it against troops.
    d.b(Rifles, 740.0, 2200.0, 0.0);
    let mut f = d.field();
    let camp = Target::Camp(Side::B);
    assert_eq!(pairs(&f), [(a, camp), (a2, camp)]);
    let s = judged(situation(&f, a, camp));
    assert_eq!(s.a, Fighter { attacker: true, ..Fighter::new(Cavalry) });
    assert_eq!(s.b, Fighter::new(Camp));
    f.army_mut(Side::B).camp.as_mut().unwrap().state = CampState::Silenced;
    assert!(pairs(&f).is_empty());
}

#[test]
fn who_could_not_turn_fights_with_the_enemy_on_his_flank() {
    let mut d = Drill::new();
    let b = d.b(Muskets, 1000.0, 1000.0, 180.0);
    let a = d.a(Rifles, 1080.0, 1080.0, 270.0);
    let f = d.field();
    let s = judged(situation_unturned(&f, a, b, Contact::LeftFlank));
    assert!(s.a.attacker && s.b.flanked_left && !s.b.flanked_right && !s.b.rear_contact);
}
