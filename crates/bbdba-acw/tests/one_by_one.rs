//! Clauses one at a time: what carries each of them, and what, a step aside, does not.

use crate::orders::*;
use bbdba_acw::battle::Battle;
use bbdba_acw::drill::Drill;
use bbdba_acw::field::Phase;
use bbdba_acw::procedures::*;
use bbdba_acw::terrain::Feature;
use bbdba_acw::{Answer, EventKind, Manner, MoveOrder, Side, Step, Troop, Troop::*, Why, proves};
use umpire::{HandDice, Procedure, judge};

/// The clauses of a ruling.
fn ruled<P: Procedure>(s: &P::Situation, dice: [u8; 2]) -> Vec<&'static str> {
    P::check(s).unwrap();
    let mut dice = HandDice::new(dice);
    let (_, ruling) = judge::<P>(s, &mut dice);
    dice.finish().unwrap();
    ruling.clauses.iter().map(|c| c.id()).collect()
}

/// Does the ruling of a close combat with equal dice name the clause?
fn fought(a: Fighter, b: Fighter, clause: &str) -> bool {
    ruled::<CloseCombat>(&CloseCombatSituation::new(a, b), [3, 3]).contains(&clause)
}

fn plain(troop: Troop) -> Fighter {
    Fighter::new(troop)
}

fn heavy(troop: Troop) -> Fighter {
    Fighter { in_heavy_going: true, ..plain(troop) }
}

fn backed(troop: Troop) -> Fighter {
    Fighter { rear_support: Some(RearSupport::new(troop)), ..plain(troop) }
}

fn shot(shooter: Troop, target: Troop, distance: f64) -> ShootingSituation {
    ShootingSituation {
        shooter,
        target,
        distance,
        shooters: 1,
        flank_fire: false,
        cover: Cover::None,
        skirmish: false,
        shoots_back: None,
        readings: CombatReadings::default(),
    }
}

#[test]
fn line_infantry_is_supported_from_behind() {
    let _p = proves!("troops.1");
    for (troop, supported) in [(Rifles, true), (Muskets, true), (Jaeger, false), (Dismounted, false)] {
        assert_eq!(fought(backed(troop), plain(Muskets), "troops.1"), supported, "{troop}");
    }
}

#[test]
fn support_counts_against_line_infantry_in_good_going() {
    let _p = proves!("support.1");
    assert!(fought(backed(Rifles), plain(Muskets), "support.1"));
    assert!(!fought(backed(Rifles), plain(Cavalry), "support.1"));
    assert!(!fought(backed(Rifles), heavy(Muskets), "support.1"));
    assert!(!fought(plain(Rifles), plain(Muskets), "support.1"));
}

#[test]
fn heavy_going_does_not_hamper_jaeger() {
    let _p = proves!("troops.2");
    assert!(fought(heavy(Jaeger), plain(Rifles), "troops.2"));
    assert!(!fought(plain(Jaeger), plain(Rifles), "troops.2"));
    assert!(!fought(heavy(Rifles), plain(Jaeger), "troops.2"));
}

#[test]
fn artillery_in_close_combat() {
    let _p = proves!("troops.4");
    assert!(fought(plain(Rifles), plain(Artillery), "troops.4"));
    assert!(!fought(plain(Rifles), plain(Rifles), "troops.4"));
}

#[test]
fn the_higher_ground() {
    let _p = proves!("melee-mod.3");
    assert!(fought(Fighter { uphill: true, ..plain(Rifles) }, plain(Rifles), "melee-mod.3"));
    assert!(!fought(plain(Rifles), plain(Rifles), "melee-mod.3"));
}

#[test]
fn the_defences_of_a_camp() {
    let _p = proves!("melee-mod.6");
    assert!(fought(plain(Rifles), plain(Camp), "melee-mod.6"));
    assert!(!fought(plain(Rifles), plain(Artillery), "melee-mod.6"));
}

#[test]
fn fighting_in_heavy_going() {
    let _p = proves!("melee-mod.8");
    for (troop, named) in [(Rifles, true), (Cavalry, true), (Dismounted, true), (Jaeger, false)] {
        assert_eq!(fought(heavy(troop), plain(Rifles), "melee-mod.8"), named, "{troop}");
        assert!(!fought(plain(troop), plain(Rifles), "melee-mod.8"));
    }
}

#[test]
fn riding_at_somebody_in_heavy_going() {
    let _p = proves!("melee-mod.9");
    assert!(fought(plain(Cavalry), heavy(Jaeger), "melee-mod.9"));
    assert!(!fought(plain(Cavalry), plain(Jaeger), "melee-mod.9"));
    assert!(!fought(plain(Rifles), heavy(Jaeger), "melee-mod.9"));
}

#[test]
fn only_one_of_two_attacks() {
    let _p = proves!("dba.22");
    let attacking = |t| Fighter { attacker: true, ..plain(t) };
    assert!(fought(attacking(Cavalry), plain(Rifles), "dba.22"), "the charge goes by who attacks");
    assert!(!fought(plain(Cavalry), attacking(Rifles), "dba.22"));
    let both = CloseCombatSituation::new(attacking(Rifles), attacking(Rifles));
    assert!(CloseCombat::check(&both).unwrap_err().to_string().contains("dba.22"));
}

#[test]
fn a_camp_has_no_flanks() {
    let _p = proves!("camp.4");
    let against = |camp| CloseCombat::check(&CloseCombatSituation::new(plain(Rifles), camp));
    assert!(against(plain(Camp)).is_ok());
    for camp in
        [Fighter { overlapped_left: true, ..plain(Camp) }, Fighter { overlapped_right: true, ..plain(Camp) }]
    {
        assert!(against(camp).unwrap_err().to_string().contains("camp.4"));
    }
}

#[test]
fn a_factor_is_the_tables() {
    let _p = proves!("stats.1");
    for (shooter, factor) in [(Rifles, 4), (Jaeger, 2), (Dismounted, 2), (Artillery, 4)] {
        let s = shot(shooter, Rifles, 100.0);
        let mut dice = HandDice::new([1, 1]);
        let (_, ruling) = judge::<Shooting>(&s, &mut dice);
        dice.finish().unwrap();
        let own = ruling.modifiers.iter().find(|m| m.side == "shooter").unwrap();
        assert_eq!((own.clause.id(), own.value), ("stats.1", factor), "{shooter}");
    }
    let too_far = Shooting::check(&shot(Rifles, Rifles, 400.1)).unwrap_err();
    assert!(too_far.to_string().contains("stats.1") && Shooting::check(&shot(Rifles, Rifles, 400.0)).is_ok());
}

#[test]
fn fire_into_the_flank() {
    let _p = proves!("shoot-mod.1");
    for flank_fire in [true, false] {
        let s = ShootingSituation { flank_fire, ..shot(Rifles, Rifles, 400.0) };
        assert_eq!(ruled::<Shooting>(&s, [3, 3]).contains(&"shoot-mod.1"), flank_fire);
    }
}

#[test]
fn fire_at_cavalry() {
    let _p = proves!("shoot-mod.3");
    for (target, named) in [(Cavalry, true), (Dismounted, false), (Rifles, false), (Commander, false)] {
        let s = shot(Rifles, target, 400.0);
        assert_eq!(ruled::<Shooting>(&s, [3, 3]).contains(&"shoot-mod.3"), named, "{target}");
    }
}

#[test]
fn both_add_a_die_to_their_factor() {
    let _p = proves!("shooting.8");
    let mut dice = HandDice::new([2, 5]);
    let (_, ruling) = judge::<Shooting>(&shot(Rifles, Jaeger, 400.0), &mut dice);
    dice.finish().unwrap();
    assert!(ruling.clauses.iter().any(|c| c.id() == "shooting.8"));
    let factor = |side| -> i32 { ruling.modifiers.iter().filter(|m| m.side == side).map(|m| m.value).sum() };
    assert_eq!(ruling.totals["shooter"], factor("shooter") + 2);
    assert_eq!(ruling.totals["target"], factor("target") + 5);
}

#[test]
fn fire_in_close_terrain() {
    let _p = proves!("terrain.11");
    for skirmish in [true, false] {
        let s = ShootingSituation { skirmish, ..shot(Rifles, Rifles, 100.0) };
        assert_eq!(ruled::<Shooting>(&s, [3, 3]).contains(&"terrain.11"), skirmish);
    }
}

#[test]
fn guns_beaten_by_fire_and_not_halved_suffer_nothing() {
    let _p = proves!("results.4");
    // 9 to 5, and 10 to 5, which is halved.
    let s = shot(Rifles, Artillery, 400.0);
    for (die, by) in [(5, "results.4"), (6, "results.8")] {
        let named = ruled::<Shooting>(&s, [die, 1]);
        assert_eq!(
            named.iter().filter(|c| ["results.4", "results.8"].contains(*c)).collect::<Vec<_>>(),
            [&by]
        );
    }
}

#[test]
fn a_commander_beaten_and_not_halved_flees() {
    let _p = proves!("results.5");
    let s = shot(Rifles, Commander, 400.0);
    for (die, by) in [(5, "results.5"), (6, "results.10")] {
        let named = ruled::<Shooting>(&s, [die, 1]);
        assert_eq!(
            named.iter().filter(|c| ["results.5", "results.10"].contains(*c)).collect::<Vec<_>>(),
            [&by]
        );
    }
}

#[test]
fn a_group_touches_along_its_edges() {
    let _p = proves!("move.3");
    let mut d = Drill::new();
    let a = d.a(Rifles, 1000.0, 600.0, 0.0);
    let level = d.a(Rifles, 1160.0, 600.0, 0.0);
    let corner = d.a(Rifles, 840.0, 680.0, 0.0);
    let f = d.field();
    lawful(&f, &advance(&[a, level], 50.0));
    assert_eq!(refused(&f, &advance(&[a, corner], 50.0)), "move.3");
}

#[test]
fn on_a_road_one_goes_in_column() {
    let _p = proves!("move.7");
    let mut d = Drill::new();
    d.road(&[(1000.0, 0.0), (1000.0, 2400.0)], 80.0);
    let lead = d.a(Artillery, 1000.0, 1600.0, 0.0);
    let behind = d.a(Artillery, 1000.0, 1440.0, 0.0);
    let beside = d.a(Artillery, 1160.0, 1600.0, 0.0);
    let f = d.field();
    lawful(&f, &order(&[lead, behind], Manner::Road(100.0)));
    assert_eq!(refused(&f, &order(&[lead, beside], Manner::Road(100.0))), "move.7");
}

#[test]
fn a_group_goes_forward_and_wheels_to_90_degrees() {
    let _p = proves!("dba.6");
    let mut d = Drill::new();
    let a = d.a(Cavalry, 1000.0, 600.0, 0.0);
    let f = d.field();
    lawful(&f, &steps(&[a], &[Step::WheelLeft(90.0)]));
    assert_eq!(refused(&f, &steps(&[a], &[Step::WheelLeft(90.1)])), "dba.6");
    lawful(&f, &advance(&[a], 10.0));
    assert_eq!(refused(&f, &advance(&[a], -10.0)), "dba.6");
}

#[test]
fn a_group_is_of_one_command() {
    let _p = proves!("dba.10");
    let mut d = Drill::new();
    let a = d.a(Rifles, 1000.0, 600.0, 0.0);
    let b = d.a(Rifles, 1160.0, 600.0, 0.0);
    d.next_command(Side::A);
    let other = d.a(Rifles, 1320.0, 600.0, 0.0);
    let f = d.field();
    lawful(&f, &advance(&[a, b], 100.0));
    assert_eq!(refused(&f, &advance(&[a, b, other], 100.0)), "dba.10");
}

#[test]
fn nobody_goes_through_a_camp() {
    let _p = proves!("camp.1");
    let mut d = Drill::new();
    d.camp(Side::A, 1200.0, 320.0, 160.0);
    let a = d.a(Rifles, 1200.0, 200.0, 180.0);
    let f = d.field();
    // One pace is forgiven.
    lawful(&f, &advance(&[a], 41.0));
    assert_eq!(refused(&f, &advance(&[a], 41.1)), "camp.1");
}

#[test]
fn nobody_goes_into_the_waterway() {
    let _p = proves!("waterway.2");
    let mut d = Drill::new();
    d.waterway(true, 400.0);
    let a = d.a(Rifles, 500.0, 600.0, 270.0);
    let f = d.field();
    lawful(&f, &advance(&[a], 100.0));
    assert_eq!(refused(&f, &advance(&[a], 100.1)), "waterway.2");
}

#[test]
fn jaeger_go_abreast_through_heavy_going() {
    let _p = proves!("move.9");
    let plan = |ground, from: f64| {
        let mut d = Drill::new();
        d.oval(ground, 1080.0, 900.0, 800.0, 400.0, 90.0);
        let (a, b) = (d.a(Jaeger, 1000.0, from, 0.0), d.a(Jaeger, 1160.0, from, 0.0));
        lawful(&d.field(), &advance(&[a, b], 100.0)).by
    };
    assert!(plan(Feature::Wood, 690.0).rests_on("move.9"));
    assert!(!plan(Feature::Fields, 690.0).rests_on("move.9"));
    assert!(!plan(Feature::Wood, 500.0).rests_on("move.9"), "it does not get there");
}

#[test]
fn partly_in_heavy_going_is_in_it() {
    let _p = proves!("terrain.9");
    let plan = |x: f64| {
        let mut d = Drill::new();
        // Its western end is at x 1080; the base reaches 80 p to either side.
        d.oval(Feature::Wood, 1280.0, 900.0, 400.0, 200.0, 90.0);
        let a = d.a(Cavalry, x, 700.0, 0.0);
        lawful(&d.field(), &advance(&[a], 190.0)).by
    };
    assert!(plan(1005.0).rests_on("terrain.9"));
    assert!(!plan(999.0).rests_on("terrain.9"));
}

#[test]
fn a_zone_is_measured_in_base_widths() {
    let _p = proves!("bases.5");
    let mut d = Drill::new();
    let a = d.a(Rifles, 1200.0, 700.0, 0.0);
    d.b(Rifles, 1200.0, 1000.0, 180.0);
    let f = d.field();
    // Its border is 160 p before the front at 1000.
    for (paces, inside) in [(140.0, false), (141.0, true)] {
        assert_eq!(lawful(&f, &advance(&[a], paces)).by.rests_on("bases.5"), inside, "{paces}");
    }
}

#[test]
fn jaeger_move_again_in_the_first_turn() {
    let _p = proves!("again.2");
    let mut d = Drill::new();
    let jaeger = d.a(Jaeger, 1000.0, 600.0, 0.0);
    let rifles = d.a(Rifles, 1300.0, 600.0, 0.0);
    d.b(Rifles, 1000.0, 1500.0, 180.0);
    let mut f = d.field();
    for id in [jaeger, rifles] {
        f[id].moves = 1;
    }
    f.army_mut(Side::A).turns = 1;
    assert!(lawful(&f, &advance(&[jaeger], 100.0)).by.rests_on("again.2"));
    assert_eq!(refused(&f, &advance(&[rifles], 100.0)), "again.1");
    f.army_mut(Side::A).turns = 2;
    assert_eq!(refused(&f, &advance(&[jaeger], 100.0)), "again.1");
}

#[test]
fn a_camp_is_attacked_with_the_whole_front() {
    let _p = proves!("dba.53");
    let into = |x: f64| {
        let mut d = Drill::new();
        d.camp(Side::B, 1200.0, 100.0, 300.0);
        let a = d.a(Rifles, x, 2000.0, 0.0);
        let plan = lawful(&d.field(), &advance(&[a], 200.0));
        (plan.contacts, plan.by.rests_on("dba.53"))
    };
    // Slid by at most 80 p until the short side lies along the front.
    assert_eq!(into(1200.0), (true, true));
    assert_eq!(into(1310.0), (true, true));
    assert_eq!(into(1311.0), (false, false));
}

#[test]
fn who_meets_the_enemy_askew_lines_up() {
    let _p = proves!("contact.5");
    let charge = |facing: f64| {
        let mut d = Drill::new();
        let dir = table::V2::bearing(facing);
        let a = d.a(Cavalry, 1200.0 - dir.x * 150.0, 1000.0 - dir.y * 150.0, facing);
        d.b(Rifles, 1200.0, 1000.0, 180.0);
        (d.field(), advance(&[a], 200.0))
    };
    let lines_up = |facing: f64| {
        let (mut f, order) = charge(facing);
        let events = make(&mut f, &order, &[]);
        let lined_up = events.iter().find(|e| matches!(e.kind, EventKind::Goes { why: Why::LinesUp, .. }));
        lined_up.map(|e| e.clause.id())
    };
    assert_eq!(lines_up(0.0), None, "it stands as it should");
    assert_eq!((lines_up(20.0), lines_up(45.0)), (Some("contact.5"), Some("contact.5")));
    let (f, order) = charge(46.0);
    assert_eq!(refused(&f, &order), "zone.2", "it cannot, and has no other business there");
}

#[test]
fn cavalry_fights_on_foot_once_it_has_dismounted() {
    let _p = proves!("troops.3");
    let mut d = Drill::new();
    let a = d.a(Cavalry, 1000.0, 700.0, 0.0);
    let mut f = d.field();
    let events = make(&mut f, &MoveOrder { dismount: true, ..advance(&[a], 100.0) }, &[]);
    let told = events.iter().find(|e| matches!(e.kind, EventKind::Dismounts { element } if element == a));
    assert_eq!(told.map(|e| e.clause.id()), Some("troops.3"));
    assert_eq!(f[a].troop, Dismounted);
    let mounted = Shooting::check(&shot(Cavalry, Rifles, 100.0)).unwrap_err().to_string();
    assert!(mounted.contains("troops.3") && Shooting::check(&shot(Dismounted, Rifles, 100.0)).is_ok());
}

/// Two far from each other.
fn far_apart() -> Drill {
    let mut d = Drill::new();
    d.a(Rifles, 400.0, 400.0, 0.0);
    d.b(Rifles, 2000.0, 2000.0, 180.0);
    d
}

#[test]
fn turns_alternate() {
    let _p = proves!("scale.5");
    let mut f = far_apart().field();
    f.phase = Phase::Setup;
    let mut b = Battle::drill(f, [4, 2, 5, 1]);
    for side in [Side::A, Side::B, Side::A] {
        b.answer(side, Answer::EndMoves).unwrap();
    }
    let begins = |e: &bbdba_acw::Event| match e.kind {
        EventKind::TurnBegins { active, .. } => Some((active, e.clause.id())),
        _ => None,
    };
    let turns: Vec<_> = b.events().iter().filter_map(begins).collect();
    assert_eq!(turns[1..], [(Side::B, "scale.5"), (Side::A, "scale.5"), (Side::B, "scale.5")]);
    b.dice_used_up().unwrap();
}

#[test]
fn unused_points_lapse() {
    let _p = proves!("dba.3");
    // Without a commander a move takes two.
    for (die, lapsed) in [(4, Some((2, "dba.3"))), (2, None)] {
        let mut f = far_apart().field();
        f.phase = Phase::Setup;
        let mut b = Battle::drill(f, [die, 2]);
        let id = bbdba_acw::ElementId::new(Side::A, 0);
        b.answer(Side::A, Answer::Move(advance(&[id], 100.0))).unwrap();
        // With the last one spent the moves are over.
        if lapsed.is_some() {
            b.answer(Side::A, Answer::EndMoves).unwrap();
        }
        let told = b.events().iter().find_map(|e| match e.kind {
            EventKind::Lapse { points, .. } => Some((points, e.clause.id())),
            _ => None,
        });
        assert_eq!(told, lapsed, "{die}");
        b.dice_used_up().unwrap();
    }
}
