//! Breakthroughs on the table: their first attack, those that follow, who answers them, and what they may not do.

use super::kit::*;
use tricolore::answer::{Answer, Breakthrough};
use tricolore::battle::{Awaits, Battle, Step};
use tricolore::drill::Drill;
use tricolore::troop::Formation;
use tricolore::{Side, UnitId, proves};

const LINE4: Formation = Formation::Line { front: 4 };

/// A line that beats whom it attacks: with any dice from 4 on it wins a breakthrough.
fn strong() -> Drill {
    let mut d = two_lines(250.0);
    d.unit(UnitId(0)).values.melee = 10;
    d.unit(UnitId(1)).values.melee = 1;
    d
}

/// A weak line of side B there.
fn weak(d: &mut Drill, x: f64, y: f64, facing: f64) -> UnitId {
    let u = d.infantry(Side::B, 4, LINE4, x, y, facing);
    d.unit(u).values.melee = 1;
    u
}

/// The strong line has attacked and is asked for its breakthrough.
fn won(d: Drill, dice: impl Into<Vec<u8>>) -> Battle {
    let mut b = sequence(d, dice);
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    silent_until(&mut b, Step::Breakthroughs);
    assert!(matches!(b.awaits(Side::A), Some(Awaits::Breakthrough(UnitId(0)))), "{:#?}", log(&b));
    b
}

fn at(target: &str, straight: bool) -> Answer {
    Answer::Breakthrough(Breakthrough::Attack { target: target.into(), straight })
}

#[test]
fn a_breakthrough_attack_from_the_flank_is_judged_from_where_it_is_declared() {
    let p = proves!("breakthrough.5");
    // A line that shows its right flank to the place of the first melee.
    let mut d = strong();
    weak(&mut d, 1620.0, 1400.0, 90.0);
    let mut b = won(d, [4; 60]);
    b.answer(Side::A, at("B2", false)).unwrap();
    assert!(p.shows("breakthrough.5", told(&b, "breakthrough.5")), "{:#?}", log(&b));
    // One that faces it is attacked in front.
    let mut d = strong();
    weak(&mut d, 1500.0, 1390.0, 180.0);
    let mut b = won(d, [4; 60]);
    b.answer(Side::A, at("B2", true)).unwrap();
    assert!(told(&b, "breakthrough.4") && !told(&b, "breakthrough.5"));
}

#[test]
fn cavalry_that_is_broken_into_may_counter_attack() {
    let p = proves!("breakthrough.6", "line-move.6", "attack.require.4");
    let drill = |u: u8| {
        let mut d = strong();
        let horse = tricolore::troop::Troop::cavalry(tricolore::troop::Weight::Medium);
        d.unit(UnitId(0)).troop = horse;
        d.unit(UnitId(0)).values.skirmish = None;
        let b = d.cavalry(Side::B, 3, Formation::Line { front: 3 }, 1700.0, 1330.0, 180.0);
        d.unit(b).disorder.active = u;
        d
    };
    let fought = |counter: bool, u: u8| {
        let mut b = won(drill(u), [4; 60]);
        b.answer(Side::A, at("B2", false)).unwrap();
        assert!(matches!(b.awaits(Side::B), Some(Awaits::Counter(UnitId(2)))), "{:#?}", log(&b));
        b.answer(Side::B, Answer::Counter { counter }).unwrap();
        b
    };
    let fight = |counter: bool| fought(counter, 0);
    let met = fight(true);
    // In line it tests as any attacker does, though it does not stir; with 4 U it tests before.
    let tested = |b: &Battle| {
        b.events().iter().any(|e| e.rests_on("line-move.6") && e.pieces.contains(&"B2".to_owned()))
    };
    assert!(p.shows("line-move.6", tested(&met)), "{:#?}", log(&met));
    assert!(!told(&met, "attack.require.4"));
    assert!(p.shows("attack.require.4", told(&fought(true, 4), "attack.require.4")));
    assert!(p.shows("breakthrough.6", told(&met, "breakthrough.6")) && told(&met, "melee-result.3"));
    let stood = fight(false);
    assert!(!told(&stood, "breakthrough.6") && told(&stood, "attack.cavcav.1"), "{:#?}", log(&stood));
    assert!(!tested(&stood));
}

#[test]
fn a_retreat_does_not_end_among_houses() {
    let p = proves!("melee-retreat.1");
    let ends = |town: bool| {
        let mut d = strong();
        if town {
            d.zone(6, 6, (1400.0, 1400.0), (1600.0, 1560.0));
        }
        let mut b = sequence(d, [4; 60]);
        b.answer(Side::A, attack("A1", "B1")).unwrap();
        silent_until(&mut b, Step::Breakthroughs);
        let base = b.field().units[1].base;
        base.corners().iter().map(|c| c.y).fold(f64::INFINITY, f64::min)
    };
    // 200 back from 1250; or on until it is out of the town.
    assert!((p.shows("melee-retreat.1", ends(false)) - 1450.0).abs() < 1.0, "{}", ends(false));
    assert!((ends(true) - 1560.0).abs() < 1.0, "{}", ends(true));
}

#[test]
fn later_attacks_are_made_without_a_pivot_and_within_the_first_distance() {
    let p = proves!("breakthrough.7", "breakthrough.8");
    let mut d = strong();
    d.unit(UnitId(0)).values.melee = 20;
    weak(&mut d, 1500.0, 1390.0, 180.0);
    weak(&mut d, 1640.0, 1450.0, 180.0);
    let mut b = won(d, [4; 90]);
    b.answer(Side::A, at("B2", true)).unwrap();
    assert!(matches!(b.awaits(Side::A), Some(Awaits::Breakthrough(_))), "{:#?}", log(&b));
    let again = b.play().won[0];
    assert!(again.again && (again.left - 60.0).abs() < 0.1, "140 of 200 are gone: {}", again.left);
    p.refused_by("breakthrough.7", b.clone().answer(Side::A, at("B3", false)));
    let on = Answer::Breakthrough(Breakthrough::Ahead(10.0));
    p.refused_by("breakthrough.8", b.clone().answer(Side::A, on));
    b.answer(Side::A, at("B3", true)).unwrap();
    assert!(p.shows("breakthrough.7", told(&b, "breakthrough.7")));
}

#[test]
fn without_a_target_it_goes_on_or_stays() {
    let p = proves!("breakthrough.8", "play.breakthrough-step");
    // A single base is gone with the melee.
    let alone = || {
        let mut d = strong();
        d.unit(UnitId(1)).bases = tricolore::unit::Bases::full(1);
        d.unit(UnitId(1)).formation = Formation::Line { front: 1 };
        d
    };
    let on = |m: f64| Answer::Breakthrough(Breakthrough::Ahead(m));
    let b = won(alone(), [4; 40]);
    p.refused_by("breakthrough.8", b.clone().answer(Side::A, on(200.5)));
    let mut goes = b.clone();
    goes.answer(Side::A, on(200.0)).unwrap();
    assert_eq!(goes.field().units[0].base.front.y, 1350.0);
    let mut stays = b;
    let before = stays.field().units[0].base;
    stays.answer(Side::A, Answer::Breakthrough(Breakthrough::Stay)).unwrap();
    assert!(p.shows("play.breakthrough-step", told(&stays, "play.breakthrough-step")));
    assert_eq!(stays.field().units[0].base, before, "nobody being there, it stays without a test");
    // With somebody in reach it attacks.
    let mut d = alone();
    weak(&mut d, 1500.0, 1390.0, 180.0);
    p.refused_by("breakthrough.8", won(d, [4; 40]).answer(Side::A, on(50.0)));
}

#[test]
fn nobody_else_breaks_through_by_a_breakthrough() {
    let p = proves!("breakthrough.9");
    let mut d = strong();
    let u = weak(&mut d, 1500.0, 1390.0, 180.0);
    d.unit(u).values.melee = 10;
    // Line tests; 5 and 5, no loss of the attacker, two of morale; line tests again, and 1 and 1.
    let mut dice = vec![5, 5, 5, 5, 9, 5, 5, 4, 4, 1, 1];
    dice.extend([5; 40]);
    let mut b = won(d, dice);
    b.answer(Side::A, at("B2", true)).unwrap();
    assert!(p.shows("breakthrough.9", told(&b, "breakthrough.9")), "{:#?}", log(&b));
    assert!(b.play().won.is_empty());
}

#[test]
fn a_disordered_unit_tests_before_a_breakthrough_attack_or_not() {
    for (reading, goes) in [("tests", false), ("none", true)] {
        let mut d = strong();
        weak(&mut d, 1500.0, 1390.0, 180.0);
        d.unit(UnitId(0)).disorder.active = 3;
        d.read("breakthrough-test", reading);
        // With 3 U it attacks without a test; its line tests; 10 and 10, no loss, two of morale. It has 4 U then, and a 10 fails.
        let mut dice = vec![2, 2, 10, 10, 9, 5, 5, 10];
        dice.extend([5; 40]);
        let mut b = won(d, dice);
        b.answer(Side::A, at("B2", true)).unwrap();
        let charges = b.events().iter().filter(|e| e.event.name() == "charges").count();
        assert_eq!(charges, if goes { 2 } else { 1 }, "{:#?}", log(&b));
    }
}
