//! Every line and exception of the combat results table (results.1 to results.10), with dice that must be used up.

use bbdba_acw::procedures::results::{self, Beaten};
use bbdba_acw::procedures::*;
use bbdba_acw::{Troop, Troop::*, proves};
use umpire::{HandDice, Ruling, judge};

fn shoot(s: &ShootingSituation, dice: [u8; 2]) -> ShootingOutcome {
    let mut d = HandDice::new(dice);
    let (o, _) = judge::<Shooting>(s, &mut d);
    d.finish().unwrap();
    o
}

fn fight(s: &CloseCombatSituation, dice: [u8; 2]) -> CloseCombatOutcome {
    let mut d = HandDice::new(dice);
    let (o, _) = judge::<CloseCombat>(s, &mut d);
    d.finish().unwrap();
    o
}

fn shot(shooter: Troop, target: Troop) -> ShootingSituation {
    ShootingSituation {
        shooter,
        target,
        distance: 90.0,
        shooters: 1,
        flank_fire: false,
        cover: Cover::None,
        skirmish: false,
        shoots_back: None,
        readings: Default::default(),
    }
}

fn duel(a: Troop, b: Troop) -> CloseCombatSituation {
    CloseCombatSituation::new(Fighter::new(a), Fighter::new(b))
}

/// What becomes of a loser with these totals.
fn read(own: i32, enemy: i32, troop: Troop, by: Troop, shooting: bool, heavy: bool) -> Effect {
    let b = Beaten { in_heavy_going: heavy, ..Beaten::new(troop, by, shooting) };
    results::read(own, enemy, &b, &CombatReadings::default(), &mut Ruling::new("results"))
}

const EVERYONE: [Troop; 6] = [Cavalry, Dismounted, Muskets, Rifles, Jaeger, Artillery];

#[test]
fn beaten_line_and_dismounted_recoil() {
    let _p = proves!("results.1");
    for t in [Muskets, Rifles, Dismounted] {
        for by in EVERYONE {
            for shooting in [true, false] {
                assert_eq!(read(4, 7, t, by, shooting, false), Effect::Recoil);
                assert_eq!(read(4, 5, t, by, shooting, true), Effect::Recoil);
            }
        }
    }
    // Rifles 4 + 3 = 7 against muskets 4 + 1 = 5.
    let o = fight(&duel(Rifles, Muskets), [3, 1]);
    assert_eq!((o.a.effect, o.b.effect), (Effect::NoEffect, Effect::Recoil));
    assert_eq!(o.to_string(), "the muskets (b) recoil; straight back 80 p");
    // Exactly half belongs to the worse column: 4 + 6 = 10 against 4 + 1 = 5.
    assert_eq!(fight(&duel(Rifles, Muskets), [6, 1]).b.effect, Effect::Destroyed);
    assert_eq!(fight(&duel(Rifles, Muskets), [1, 6]).a.effect, Effect::Destroyed);
}

#[test]
fn halves_are_exact() {
    let _p = proves!("results.9");
    assert_eq!(read(4, 8, Rifles, Rifles, false, false), Effect::Destroyed);
    assert_eq!(read(4, 7, Rifles, Rifles, false, false), Effect::Recoil);
    assert_eq!(read(3, 7, Rifles, Rifles, false, false), Effect::Destroyed);
    assert_eq!(read(5, 9, Rifles, Rifles, false, false), Effect::Recoil);
    // 9 halved is 4½: 4 is less than half.
    assert_eq!(read(4, 9, Rifles, Rifles, false, false), Effect::Destroyed);
    assert_eq!(read(0, 1, Rifles, Rifles, false, false), Effect::Destroyed);
}

#[test]
fn equal_totals_have_no_effect() {
    let _p = proves!("dba.20");
    let o = fight(&duel(Rifles, Cavalry), [2, 3]);
    assert_eq!((o.a.effect, o.b.effect), (Effect::NoEffect, Effect::NoEffect));
    assert_eq!(o.better, close_combat::Better::Neither);
    let o = shoot(&shot(Rifles, Muskets), [4, 4]);
    assert_eq!((o.better, o.target.effect), (shooting::Better::Neither, Effect::NoEffect));
    assert_eq!(o.to_string(), "equal totals, no effect");
}

#[test]
fn beaten_jaeger() {
    let _p = proves!("results.2");
    assert_eq!(read(4, 5, Jaeger, Cavalry, false, false), Effect::Destroyed);
    assert_eq!(read(4, 5, Jaeger, Cavalry, false, true), Effect::Recoil);
    for by in [Muskets, Rifles, Jaeger, Dismounted, Artillery] {
        for shooting in [true, false] {
            assert_eq!(read(4, 5, Jaeger, by, shooting, false), Effect::Recoil);
        }
    }
    // The other reading asks for the ground of the mounted.
    let b = Beaten { in_heavy_going: true, ..Beaten::new(Jaeger, Cavalry, false) };
    let c = CombatReadings { jaeger_ridden_down: JaegerRiddenDown::MountedGround, ..Default::default() };
    assert_eq!(results::read(4, 5, &b, &c, &mut Ruling::new("results")), Effect::Destroyed);
    // In play: cavalry 3 + 3 against Jaeger 2 + 3 in the open and in a wood (cavalry -2 there).
    let mut s = duel(Cavalry, Jaeger);
    assert_eq!(fight(&s, [3, 3]).b.effect, Effect::Destroyed);
    s.b.in_heavy_going = true;
    assert_eq!(fight(&s, [5, 3]).b.effect, Effect::Recoil);
    // In a river's bed they are not in good going either (river.3); which of the two asks the same reading.
    let mut s = duel(Cavalry, Jaeger);
    s.b.in_river_bed = true;
    assert_eq!((fight(&s, [3, 3]).b.effect, fight(&s, [6, 1]).b.effect), (Effect::Recoil, Effect::Flee(300)));
    s.readings.jaeger_ridden_down = JaegerRiddenDown::MountedGround;
    assert_eq!(fight(&s, [3, 3]).b.effect, Effect::Destroyed);
    (s.a.in_river_bed, s.b.in_river_bed) = (true, false);
    assert_eq!(fight(&s, [3, 3]).b.effect, Effect::Recoil);
}

#[test]
fn beaten_cavalry_recoils() {
    let _p = proves!("results.3");
    for by in EVERYONE {
        for (shooting, heavy) in [(true, false), (false, false), (false, true)] {
            assert_eq!(read(4, 5, Cavalry, by, shooting, heavy), Effect::Recoil);
        }
    }
}

#[test]
fn beaten_artillery_dies_in_contact_only() {
    let _p = proves!("dba.30");
    assert_eq!(read(4, 5, Artillery, Jaeger, false, false), Effect::Destroyed);
    assert_eq!(read(4, 5, Artillery, Artillery, true, false), Effect::NoEffect);
    // Contacted it fights with 2: 2 + 4 against muskets' 4 + 3 is beaten, 2 + 5 a tie, 2 + 6 wins.
    let s = duel(Muskets, Artillery);
    assert_eq!(fight(&s, [3, 4]).b.effect, Effect::Destroyed);
    assert_eq!(fight(&s, [3, 5]).b.effect, Effect::NoEffect);
    assert_eq!(fight(&s, [3, 6]).a.effect, Effect::Recoil);
    // Shot at it has 4.
    let o = shoot(&shot(Rifles, Artillery), [3, 2]);
    assert_eq!(o.target.effect, Effect::NoEffect);
    assert_eq!(o.better, shooting::Better::Shooter);
    assert_eq!(o.to_string(), "the shooter is better, without effect");
}

#[test]
fn a_beaten_commander_flees() {
    let p = proves!("results.5", "results.10", "command.3");
    assert_eq!(*p.shows("results.5", &read(4, 5, Commander, Rifles, true, false)), Effect::Flee(500));
    assert_eq!(read(4, 5, Commander, Rifles, false, false), Effect::Flee(500));
    assert_eq!(*p.shows("results.10", &read(4, 8, Commander, Rifles, true, false)), Effect::Destroyed);
    assert_eq!(read(4, 8, Commander, Rifles, false, false), Effect::Flee(500));
    // Under fire he has 4: rifles 4 + 2 against 4 + 1, and 4 + 6 against 4 + 1.
    let s = shot(Rifles, Commander);
    assert_eq!(shoot(&s, [2, 1]).target.effect, Effect::Flee(500));
    assert_eq!(shoot(&s, [2, 1]).to_string(), "the command element flees 500 p");
    assert_eq!(shoot(&s, [6, 1]).target.effect, Effect::Destroyed);
    // He neither shoots nor fights.
    assert!(p.shows("command.3", umpire_refuses::<Shooting>(&shot(Commander, Rifles), "command.3")));
    assert!(umpire_refuses::<CloseCombat>(&duel(Rifles, Commander), "command.3"));
}

fn umpire_refuses<P: umpire::Procedure>(s: &P::Situation, clause: &str) -> bool {
    P::check(s).is_err_and(|e| e.to_string().contains(clause))
}

#[test]
fn halved_cavalry() {
    let _p = proves!("results.6");
    for by in [Muskets, Rifles, Jaeger, Dismounted, Camp] {
        assert_eq!(read(3, 6, Cavalry, by, false, false), Effect::Flee(400), "{by}");
        assert_eq!(read(3, 6, Cavalry, by, false, true), Effect::Destroyed, "{by} in heavy going");
        assert_eq!(read(3, 6, Cavalry, by, true, false), Effect::Destroyed, "{by} shooting");
    }
    assert_eq!(read(3, 6, Cavalry, Cavalry, false, false), Effect::Destroyed);
    assert_eq!(read(3, 6, Cavalry, Artillery, false, false), Effect::Destroyed);
    assert_eq!(read(3, 6, Cavalry, Artillery, true, false), Effect::Destroyed);
    // Rifles 4 + 6 against cavalry 3 + 1.
    assert_eq!(fight(&duel(Rifles, Cavalry), [6, 1]).to_string(), "the cavalry (b) flees 400 p");
    assert_eq!(shoot(&shot(Rifles, Cavalry), [6, 1]).to_string(), "the cavalry is destroyed");
}

#[test]
fn halved_jaeger() {
    let _p = proves!("results.7");
    for shooting in [true, false] {
        for by in [Dismounted, Jaeger] {
            assert_eq!(read(3, 6, Jaeger, by, shooting, false), Effect::Destroyed);
        }
        for by in [Muskets, Rifles, Artillery, Camp] {
            assert_eq!(read(3, 6, Jaeger, by, shooting, false), Effect::Flee(300), "{by}");
        }
    }
    assert_eq!(read(3, 6, Jaeger, Cavalry, false, false), Effect::Destroyed);
    assert_eq!(read(3, 6, Jaeger, Cavalry, false, true), Effect::Flee(300));
    let b = Beaten::new(Jaeger, Cavalry, false);
    let c = CombatReadings { jaeger_halved: JaegerHalved::Literal, ..Default::default() };
    assert_eq!(results::read(3, 6, &b, &c, &mut Ruling::new("results")), Effect::Flee(300));
}

#[test]
fn the_rest_halved() {
    let _p = proves!("results.8");
    for t in [Muskets, Rifles, Dismounted, Artillery] {
        for by in EVERYONE {
            let close = if by == Artillery { Effect::Recoil } else { Effect::Destroyed };
            assert_eq!(read(3, 6, t, by, false, false), close, "{t} by {by}");
            assert_eq!(read(3, 6, t, by, true, false), Effect::Destroyed, "{t} shot by {by}");
        }
    }
    // Artillery 2 + 6 against muskets 4 + 6 - ... : three contacts and heavy going leave them 0 + 1.
    let mut s = duel(Artillery, Muskets);
    s.b = Fighter { in_heavy_going: true, flanked_left: true, flanked_right: true, ..s.b };
    assert_eq!(fight(&s, [6, 1]).b.effect, Effect::Recoil);
    // A camp: beaten nothing, halved plundered, halved by shooting silenced.
    assert_eq!(read(4, 5, Camp, Rifles, false, false), Effect::NoEffect);
    assert_eq!(read(4, 5, Camp, Rifles, true, false), Effect::NoEffect);
    assert_eq!(read(4, 8, Camp, Rifles, false, false), Effect::Plundered);
    assert_eq!(read(4, 8, Camp, Rifles, true, false), Effect::Silenced);
    // In play: rifles 4 + 6 against the camp's 2 + 2 + 1.
    assert_eq!(fight(&duel(Rifles, Camp), [6, 1]).to_string(), "the camp (b) is plundered");
    assert_eq!(fight(&duel(Rifles, Camp), [6, 2]).to_string(), "a is better, without effect");
    // Rifles 4 - 1 + 6 against 2 + 1 and 2 + 3.
    assert_eq!(shoot(&shot(Rifles, Camp), [6, 1]).to_string(), "the camp is silenced");
    assert_eq!(shoot(&shot(Rifles, Camp), [6, 3]).target.effect, Effect::NoEffect);
    // Who loses against a camp suffers as from foot: cavalry 3 + 1 against 3 + 2 + 3.
    assert_eq!(fight(&duel(Cavalry, Camp), [1, 3]).a.effect, Effect::Flee(400));
    assert_eq!(fight(&duel(Rifles, Camp), [1, 6]).a.effect, Effect::Destroyed);
}

#[test]
fn the_main_shooters_type_decides() {
    let _p = proves!("dba.29");
    // Jaeger halved by Jaeger die, by rifles they flee; a supporter's type does not matter.
    let mut s = shot(Jaeger, Jaeger);
    s.shooters = 2;
    // 2 + 6 against 2 - 1 + 2.
    assert_eq!(shoot(&s, [6, 2]).target.effect, Effect::Destroyed);
    s.shooter = Rifles;
    assert_eq!(shoot(&s, [6, 2]).target.effect, Effect::Flee(300));
}

#[test]
fn a_shooter_not_shot_back_at_is_safe() {
    let _p = proves!("shooting.9");
    let mut s = shot(Rifles, Rifles);
    let o = shoot(&s, [1, 6]);
    assert_eq!((o.shooter.effect, o.target.effect), (Effect::NoEffect, Effect::NoEffect));
    assert_eq!(o.to_string(), "the target is better, without effect");
    s.shoots_back = Some(ReturnFire { distance: 90.0, flank_fire: false, cover: Cover::None });
    let o = shoot(&s, [1, 6]);
    assert_eq!(o.shooter.effect, Effect::Destroyed);
    assert_eq!(o.to_string(), "the shooting rifles are destroyed");
    assert_eq!(shoot(&s, [3, 6]).shooter.effect, Effect::Recoil);
}
