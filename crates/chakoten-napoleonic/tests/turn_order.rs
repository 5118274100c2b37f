//! The order of things at one moment, what is done once in a turn, periods and turns, the path of an attack, and what is noted.

use crate::field_day::{
    ahead, attack, charge, commanded, done, find, fire, form, last_turn, legs, show, stands, state, told_by,
    turn, turn_with, two_lines,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::{Halt, NoFire, Outcome, Why};
use chakoten_napoleonic::order::{AttackOrder, Choice, Course, Leg, Order, When};
use chakoten_napoleonic::troop::{Cover, Formation, Nation, Obstacle, State};
use chakoten_napoleonic::unit::Fate;
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};
use umpire::Ruling;

/// Two lines of nations without traits, so that equal dice are a draw.
fn even(gap: f64) -> (Drill, UnitId, UnitId) {
    let (mut d, a, c) = two_lines(gap);
    d.unit(a).nation = Nation::Other;
    d.unit(c).nation = Nation::Other;
    (d, a, c)
}

fn melees(b: &Battle) -> Vec<(f64, UnitId, UnitId, Outcome, &Ruling)> {
    let all = last_turn(b).iter().filter_map(|e| match &e.kind {
        EventKind::Melee { unit, target, outcome, ruling } => {
            Some((e.clock, *unit, *target, *outcome, ruling.as_ref()))
        }
        _ => None,
    });
    all.collect()
}

fn fires(b: &Battle) -> Vec<(f64, UnitId, UnitId, &Ruling)> {
    let all = last_turn(b).iter().filter_map(|e| match &e.kind {
        EventKind::Fired { unit, target, ruling, .. } => Some((e.clock, *unit, *target, ruling.as_ref())),
        _ => None,
    });
    all.collect()
}

/// Why the unit did not fire in the last turn, and by which clauses.
fn not_fired(b: &Battle, u: UnitId) -> Option<(NoFire, String)> {
    find(b, |e| match e.kind {
        EventKind::NotFired { unit, why } if unit == u => Some((why, e.clause.id().to_string())),
        _ => None,
    })
}

/// What a ruling counts for a side by a clause.
fn by(r: &Ruling, side: &str, id: &str) -> Vec<i32> {
    r.modifiers.iter().filter(|m| m.side == side && m.clause.id() == id).map(|m| m.value).collect()
}

#[test]
fn no_fire_after_a_melee_of_the_turn() {
    let p = proves!("03.01.3.b", "play.timers");
    let (d, _, c) = even(12.0);
    let field = d.field();
    // The melee is at 0.7.
    let mut b = Battle::drill(field.clone(), [3, 3, 3, 3, 3, 3]);
    turn(&mut b, &[("A1", attack("B1"))], &[("B1", fire(When::Time(0.9)))]);
    assert_eq!(melees(&b).len(), 1);
    assert!(fires(&b).is_empty());
    assert_eq!(not_fired(&b, c), Some((NoFire::Fought, "03.01.3.b".into())));
    told_by(&p, &b, "03.01.3.b");
    told_by(&p, &b, "play.timers");
    done(&b);
    // Before it it may fire.
    let mut b = Battle::drill(field.clone(), [1, 1, 1, 3, 3, 3, 3, 3, 3]);
    turn(&mut b, &[("A1", attack("B1"))], &[("B1", fire(When::Time(0.5)))]);
    assert_eq!((fires(&b).len(), melees(&b).len()), (1, 1));
    assert_eq!(not_fired(&b, c), None);
    done(&b);
    // In the next turn again.
    let mut b = Battle::drill(field, [3, 3, 3, 3, 3, 3, 1, 1, 1]);
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    turn(&mut b, &[], &[("B1", fire(When::AtOnce))]);
    assert_eq!(fires(&b).len(), 1);
    done(&b);
}

#[test]
fn a_unit_fires_once_and_a_battery_before_contact_each_time() {
    let p = proves!("03.01.3.b", "10.01.6");
    let run = |guns: bool, dice: &[u8]| {
        let mut d = Drill::new();
        d.infantry(Side::A, 12, Formation::AttackColumn, 94.0, 51.0, 0.0);
        d.infantry(Side::A, 12, Formation::AttackColumn, 105.0, 49.0, 0.0);
        let c = if guns {
            d.battery(Side::B, 8, 100.0, 62.0, 180.0)
        } else {
            d.infantry(Side::B, 60, Formation::Line, 100.0, 62.0, 180.0)
        };
        let mut b = Battle::drill(commanded(d), dice);
        turn(
            &mut b,
            &[("A1", attack("B1")), ("A2", legs([ahead()]))],
            &[("B1", fire(When::BeforeContact("B1".into())))],
        );
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        (b, c)
    };
    // The guns fire at the first who comes, fight him, and fire at the second.
    let (b, _) = run(true, &[1, 1, 1, 1, 1, 1, 5, 5, 5, 1, 1, 1]);
    let who: Vec<UnitId> = fires(&b).iter().map(|s| s.2).collect();
    assert_eq!(who, [UnitId(0), UnitId(1)]);
    assert_eq!(melees(&b).len(), 1);
    told_by(&p, &b, "10.01.6");
    // Infantry has fired and fought by then.
    let (b, c) = run(false, &[1, 1, 1, 1, 1, 1, 5, 5, 5]);
    assert_eq!((fires(&b).len(), melees(&b).len()), (1, 1));
    assert_eq!(not_fired(&b, c), Some((NoFire::Fired, "03.01.3.b".into())));
    told_by(&p, &b, "03.01.3.b");
}

#[test]
fn the_same_pair_fights_once_in_a_turn() {
    let p = proves!("03.01.3.c", "12.01.7", "12.02.5");
    let mut d = Drill::new();
    // A column that fronts east is attacked in its flank from the north, beats the enemy, and is ordered to attack him itself.
    let a = d.infantry(Side::A, 12, Formation::AttackColumn, 100.0, 60.0, 90.0);
    d.files(a, 3);
    let c = d.infantry(Side::B, 12, Formation::AttackColumn, 99.0, 69.25, 180.0);
    d.files(c, 3);
    for u in [a, c] {
        d.unit(u).nation = Nation::Other;
    }
    let mut b = Battle::drill(commanded(d), [1, 1, 1, 5, 5, 4]);
    let mut order = legs([Leg::Stand { turns: 0.15 }, Leg::Pivot { degrees: -90.0 }, ahead()]);
    order.attack = Some(AttackOrder { target: Some("B1".into()), then: Vec::new() });
    turn(&mut b, &[("A1", order)], &[("B1", attack("A1"))]);
    let all = melees(&b);
    if all.len() != 1 {
        show(&b);
    }
    assert_eq!(all.len(), 1);
    assert_eq!((all[0].1, all[0].3), (c, Outcome::Lost));
    state(&b, c, State::Disorder);
    // It comes upon him again, and there is no second melee.
    let ended = find(&b, |e| match e.kind {
        EventKind::AttackEnds { unit, target } if unit == a => Some((target, e.clause.id().to_string())),
        _ => None,
    });
    if ended.is_none() {
        show(&b);
    }
    assert_eq!(ended, Some((Some(c), "03.01.3.c".into())));
    for id in ["03.01.3.c", "12.01.7", "12.02.5"] {
        told_by(&p, &b, id);
    }
    done(&b);
    // In the next turn they may.
    turn(&mut b, &[], &[]);
    assert!(melees(&b).is_empty());
}

#[test]
fn two_who_attack_each_other_fight_once() {
    let p = proves!("03.01.3.c");
    let (d, _, _) = even(12.0);
    let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3]);
    turn(&mut b, &[("A1", attack("B1"))], &[("B1", attack("A1"))]);
    assert_eq!(melees(&b).len(), 1);
    told_by(&p, &b, "03.01.3.c");
    done(&b);
}

#[test]
fn melee_comes_before_a_fire_of_the_same_moment() {
    let p = proves!("03.02.10", "play.instant");
    // The attack arrives at 0.7, and a neighbour fires at the attacker then, or a little before.
    let run = |at: f64, dice: &[u8]| {
        let (mut d, _, _) = even(12.0);
        let n = d.infantry(Side::B, 30, Formation::Line, 122.0, 70.0, 180.0);
        d.unit(n).nation = Nation::Other;
        let mut b = Battle::drill(commanded(d), dice);
        turn_with(
            &mut b,
            &[("A1", attack("B1"))],
            &[("B2", fire(When::Time(at)))],
            &[("support", Choice::No)],
        );
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        let place = |f: fn(&EventKind) -> bool| last_turn(&b).iter().position(|e| f(&e.kind)).unwrap();
        let first =
            place(|k| matches!(k, EventKind::Melee { .. })) < place(|k| matches!(k, EventKind::Fired { .. }));
        (b, first)
    };
    let (b, first) = run(0.7, &[3, 3, 3, 3, 3, 3, 1, 1, 1]);
    assert!(first);
    told_by(&p, &b, "03.02.10");
    told_by(&p, &b, "play.instant");
    let (b, first) = run(0.69, &[1, 1, 1, 3, 3, 3, 3, 3, 3]);
    assert!(!first);
    assert!(!last_turn(&b).iter().any(|e| e.rests_on("03.02.10")));
}

#[test]
fn who_fights_at_the_moment_of_his_fire_does_not_fire() {
    let p = proves!("03.02.10", "play.instant");
    let (d, a, c) = even(5.0);
    let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3]);
    // At contact distance from the start: the melee is at 0, and nobody has come for whom a fire would wait.
    turn(&mut b, &[("A1", attack("B1"))], &[("B1", fire(When::AtOnce))]);
    assert_eq!(melees(&b)[0].0, 0.0);
    assert!(fires(&b).is_empty());
    assert_eq!(not_fired(&b, c), Some((NoFire::Fought, "03.01.3.b".into())));
    told_by(&p, &b, "03.02.10");
    told_by(&p, &b, "play.instant");
    done(&b);
    let (d, _, _) = even(5.0);
    let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3]);
    turn(&mut b, &[("A1", attack("B1"))], &[("B1", fire(When::BeforeContact("B1".into())))]);
    assert!(fires(&b).is_empty());
    stands(&b, a, 100.0, 50.0);
    done(&b);
}

#[test]
fn a_change_that_ends_with_a_fire_is_done_after_it() {
    let p = proves!("03.02.10", "06.01.1");
    let shot = |at: f64| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        let c = d.infantry(Side::B, 30, Formation::AttackColumn, 100.0, 59.0, 180.0);
        let mut b = Battle::drill(commanded(d), [1, 1, 1]);
        turn(&mut b, &[("A1", fire(When::Time(at)))], &[("B1", legs([form(Formation::Line)]))]);
        done(&b);
        assert_eq!(b.field()[c].formation, Formation::Line);
        b
    };
    // Columns add two to the loss.
    let column = |b: &Battle| fires(b)[0].3.modifiers.iter().filter(|m| m.value == 2).count();
    let (same, later) = (shot(0.5), shot(0.51));
    assert_eq!(column(&same), column(&later) + 1);
    let order: Vec<bool> = last_turn(&same)
        .iter()
        .filter_map(|e| match e.kind {
            EventKind::Fired { .. } => Some(true),
            EventKind::FormationChanged { .. } => Some(false),
            _ => None,
        })
        .collect();
    assert_eq!(order, [true, false]);
    told_by(&p, &same, "03.02.10");
    told_by(&p, &same, "06.01.1");
    assert!(!last_turn(&later).iter().any(|e| e.rests_on("03.02.10")));
}

#[test]
fn fire_before_contact_then_melee_then_flight_then_retreat() {
    let _p = proves!("play.instant");
    let (d, _, _) = even(12.0);
    let mut b = Battle::drill(d.field(), [1, 1, 1, 3, 3, 3, 3, 3, 3]);
    turn(&mut b, &[("A1", attack("B1"))], &[("B1", fire(When::BeforeContact("B1".into())))]);
    let told: Vec<&str> = last_turn(&b)
        .iter()
        .filter_map(|e| match e.kind {
            EventKind::Halted { why: Halt::Contact, .. } => Some("halts"),
            EventKind::Fired { .. } => Some("fires"),
            EventKind::Melee { .. } => Some("fights"),
            _ => None,
        })
        .collect();
    assert_eq!(told[..3], ["halts", "fires", "fights"]);
    let melee = last_turn(&b).iter().find(|e| matches!(e.kind, EventKind::Melee { .. })).unwrap();
    assert!(melee.rests_on("play.instant"));
    done(&b);
    // Broken by that fire, the attacker does not fight.
    let (mut d, a, _) = even(12.0);
    d.state(a, State::Light3);
    let mut b = Battle::drill(d.field(), [6, 6, 6]);
    turn(&mut b, &[("A1", attack("B1"))], &[("B1", fire(When::BeforeContact("B1".into())))]);
    assert!(melees(&b).is_empty());
    state(&b, a, State::Complete);
    done(&b);
}

#[test]
fn periods_run_over_turns_and_other_limits_do_not() {
    let p = proves!("play.timers", "03.01.6");
    let mut d = Drill::new();
    let foot = d.infantry(Side::A, 30, Formation::Line, 60.0, 50.0, 0.0);
    d.state(foot, State::Light1);
    let horse = d.cavalry(Side::A, 12, Formation::Line, 160.0, 30.0, 0.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(
        &mut b,
        &[
            ("A1", legs([Leg::Stand { turns: 0.75 }, Leg::Reorganise])),
            ("A2", legs([Leg::Stand { turns: 0.5 }, ahead()])),
        ],
        &[],
    );
    state(&b, foot, State::Light1);
    turn(&mut b, &[("A1", legs([Leg::Reorganise])), ("A2", legs([charge()]))], &[]);
    // A quarter of a turn then, another now.
    let done_at = find(&b, |e| matches!(e.kind, EventKind::Reorganised { .. }).then_some(e.clock)).unwrap();
    assert!((done_at - 0.25).abs() < 2e-3, "{done_at}");
    let began = find(&b, |e| {
        matches!(e.kind, EventKind::Charging { unit, begins: true } if unit == horse)
            .then_some((e.clock, e.rests_on("play.timers")))
    });
    assert_eq!(began, Some((0.0, true)));
    told_by(&p, &b, "play.timers");
    told_by(&p, &b, "03.01.6");
}

#[test]
fn smoke_hangs_for_the_numbered_turn_or_a_turns_time() {
    let p = proves!("09.02.7");
    let second = |reading: &str, at: f64| {
        let (mut d, _, _) = two_lines(14.0);
        d.read("smoke-and-victory", reading);
        let mut b = Battle::drill(d.field(), [1, 1, 1, 1, 1, 1]);
        turn(&mut b, &[("A1", fire(When::Time(0.5)))], &[]);
        turn(&mut b, &[("A1", fire(When::Time(at)))], &[]);
        done(&b);
        let hangs = fires(&b)[0].3.modifiers.iter().any(|m| m.clause.id() == "09.02.7" && m.value == -2);
        if hangs {
            told_by(&p, &b, "09.02.7");
        }
        hangs
    };
    assert!(second("numbered-turn", 0.25) && second("numbered-turn", 0.9));
    assert!(second("from-the-moment", 0.25) && second("from-the-moment", 0.5));
    assert!(!second("from-the-moment", 0.51));
    // Two turns later by neither.
    let (d, _, _) = two_lines(14.0);
    let mut b = Battle::drill(d.field(), [1, 1, 1, 1, 1, 1]);
    turn(&mut b, &[("A1", fire(When::Time(0.9)))], &[]);
    turn(&mut b, &[], &[]);
    turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
    assert!(by(fires(&b)[0].3, "firer", "09.02.7").is_empty());
    done(&b);
}

#[test]
fn a_complete_victory_counts_for_the_numbered_turn_or_a_turns_time() {
    let p = proves!("12.03.12");
    let counts = |reading: &str| {
        let (mut d, a, c) = even(6.0);
        d.read("smoke-and-victory", reading);
        // It comes upon the victor's flank at 0.7 of the next turn.
        let e = d.infantry(Side::B, 30, Formation::Line, 123.25, 50.0, 270.0);
        for u in [a, c, e] {
            d.unit(u).nation = Nation::Other;
        }
        let mut b = Battle::drill(commanded(d), [6, 6, 6, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3]);
        turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("victor A1", Choice::Way(Course::Stand))]);
        state(&b, c, State::Complete);
        turn_with(&mut b, &[], &[("B2", attack("A1"))], &[("support", Choice::No)]);
        if melees(&b).is_empty() {
            show(&b);
        }
        let (at, .., r) = melees(&b)[0];
        assert!((at - 0.7).abs() < 2e-2, "{at}");
        done(&b);
        let points = by(r, "defender", "12.03.12");
        if !points.is_empty() {
            told_by(&p, &b, "12.03.12");
        }
        points
    };
    assert_eq!(counts("numbered-turn"), [2]);
    assert!(counts("from-the-moment").is_empty());
}

/// A narrow column attacks another that stands so far aside, 16 cm ahead.
fn oblique(aside: f64, reading: &str, dice: &[u8]) -> (Battle, UnitId) {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 12, Formation::AttackColumn, 100.0, 50.0, 0.0);
    d.files(a, 3);
    let c = d.infantry(Side::B, 12, Formation::AttackColumn, 100.0 + aside, 66.0, 180.0);
    d.files(c, 3);
    d.read("attack-path", reading);
    let mut b = Battle::drill(commanded(d), dice);
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    if b.dice_used_up().is_err() {
        show(&b);
    }
    done(&b);
    (b, a)
}

/// Its attack ended without a melee, by this clause.
fn ended(b: &Battle, u: UnitId) -> Option<String> {
    find(b, |e| match e.kind {
        EventKind::AttackEnds { unit, .. } if unit == u => Some(e.clause.id().to_string()),
        _ => None,
    })
}

#[test]
fn an_attack_turns_by_20_degrees_at_most_to_meet_its_target() {
    let p = proves!("play.attack");
    let (b, a) = oblique(5.0, "twenty", &[3, 3, 3, 3, 3, 3]);
    assert_eq!(melees(&b).len(), 1);
    let turned = find(&b, |e| match e.kind {
        EventKind::Moved { unit, why: Why::Pivots, .. } if unit == a => Some(e.rests_on("play.attack")),
        _ => None,
    });
    assert_eq!(turned, Some(true));
    let facing = b.field()[a].base.pose().facing;
    assert!((10.0..=20.0 + 1e-6).contains(&facing), "{facing}");
    told_by(&p, &b, "play.attack");
    // Farther aside it would take more: it carries out its move, and there is no melee.
    let (b, a) = oblique(8.0, "twenty", &[]);
    assert!(melees(&b).is_empty());
    stands(&b, a, 100.0, 70.0);
    assert_eq!(ended(&b, a).as_deref(), Some("play.attack"));
    // Read otherwise it keeps to the ordered arrow.
    let (b, a) = oblique(5.0, "arrow", &[]);
    assert!(melees(&b).is_empty());
    stands(&b, a, 100.0, 70.0);
    assert_eq!(ended(&b, a).as_deref(), Some("play.attack"));
}

#[test]
fn an_attack_halts_before_another_enemy_without_a_melee() {
    let p = proves!("play.attack");
    let run = |state: State, dice: &[u8]| {
        let mut d = Drill::new();
        d.infantry(Side::A, 12, Formation::AttackColumn, 100.0, 50.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 75.0, 180.0);
        let near = d.infantry(Side::B, 12, Formation::Line, 106.0, 62.0, 180.0);
        d.state(near, state);
        let mut f = commanded(d);
        if state == State::Complete {
            f[near].record.flight_turn = Some(1);
        }
        let mut b = Battle::drill(f, dice);
        turn(&mut b, &[("A1", attack("B1"))], &[]);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        b
    };
    let b = run(State::Order, &[]);
    assert!(melees(&b).is_empty());
    stands(&b, UnitId(0), 100.0, 57.0);
    let halted = find(&b, |e| match e.kind {
        EventKind::Halted { before, why: Halt::Contact, .. } => Some((before, e.rests_on("play.attack"))),
        _ => None,
    });
    assert_eq!(halted, Some((Some(UnitId(2)), true)));
    told_by(&p, &b, "play.attack");
}

#[test]
fn intact_is_up_to_three_grades() {
    let p = proves!("03.03.3", "03.03.7");
    let change = |from: State| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
        d.state(u, from);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([form(Formation::Line)]))], &[]);
        (b, u)
    };
    // With three grades it still does as ordered; the fourth is disorder, and the order is lost.
    let (b, u) = change(State::Light2);
    state(&b, u, State::Light3);
    assert_eq!(b.field()[u].formation, Formation::Line);
    assert!(!last_turn(&b).iter().any(|e| e.rests_on("03.03.3")));
    let (b, u) = change(State::Light3);
    state(&b, u, State::Disorder);
    assert_eq!(b.field()[u].formation, Formation::AttackColumn);
    told_by(&p, &b, "03.03.3");
    told_by(&p, &b, "03.03.7");
}

#[test]
fn an_intact_unit_attacks_and_one_in_disorder_does_not() {
    let p = proves!("12.01.2", "03.02.4.d", "03.03.4");
    let run = |from: State, dice: &[u8]| {
        let (mut d, a, _) = even(12.0);
        d.state(a, from);
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[("A1", attack("B1"))], &[]);
        done(&b);
        b
    };
    assert_eq!(melees(&run(State::Light3, &[3, 3, 3, 3, 3, 3])).len(), 1);
    // An order that cannot be known to be void when it is written: the unit is shaken afterwards.
    let (mut d, a, _) = even(12.0);
    d.state(a, State::Light3);
    let mut b = Battle::drill(d.field(), []);
    b.answer(Side::A, crate::field_day::sheet(&[("A1", attack("B1"))])).unwrap();
    b.field_mut()[a].state = State::Disorder;
    b.answer(Side::B, crate::field_day::sheet(&[])).unwrap();
    crate::field_day::play_out(&mut b, &[]);
    assert!(melees(&b).is_empty());
    let not = find(&b, |e| match e.kind {
        EventKind::AttackNotAnnounced { unit } if unit == a => Some(e.rests_on("12.01.2")),
        _ => None,
    });
    assert_eq!(not, Some(true));
    told_by(&p, &b, "12.01.2");
    told_by(&p, &b, "03.02.4.d");
    told_by(&p, &b, "03.03.4");
}

#[test]
fn state_men_and_ammunition_are_noted_at_the_end_of_the_turn() {
    let p = proves!("09.02.3", "09.02.2", "11.01.1", "play.end");
    let (mut d, a, c) = even(9.0);
    let idle = d.infantry(Side::A, 30, Formation::Line, 40.0, 50.0, 0.0);
    let mut b = Battle::drill(d.field(), [4, 4, 3]);
    turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
    let noted = |b: &Battle, u: UnitId| {
        find(b, |e| match e.kind {
            EventKind::Noted { unit, state, carried, left } if unit == u => {
                Some((e.clock, state, carried, left))
            }
            _ => None,
        })
    };
    assert_eq!(noted(&b, a), Some((1.0, State::Order, 0, 11)));
    let f = b.field();
    let (_, was, carried, left) = noted(&b, c).unwrap();
    assert_eq!((was, carried, left), (f[c].state, f[c].carried, 12));
    assert!(f[c].state > State::Order && f[c].losses.men > 0);
    assert_eq!(noted(&b, idle), None);
    for id in ["09.02.3", "09.02.2", "11.01.1", "play.end"] {
        told_by(&p, &b, id);
    }
    // Its owner's affair.
    let told =
        last_turn(&b).iter().find(|e| matches!(e.kind, EventKind::Noted { unit, .. } if unit == a)).unwrap();
    assert_eq!(told.seen, [true, false]);
    done(&b);
}

#[test]
fn who_flees_keeps_his_formation_and_stands_as_a_block_at_the_end() {
    let p = proves!("13.01.3", "play.rally");
    let (d, _, c) = even(12.0);
    let wide = d.clone().unit(c).base.width;
    let mut b = Battle::drill(d.field(), [6, 6, 6, 1, 1, 1, 6, 5, 5]);
    turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("victor A1", Choice::Way(Course::Stand))]);
    state(&b, c, State::Complete);
    // As many in width as in depth: the least square that holds them.
    let f = b.field();
    let n = f[c].figures;
    let files = (1..).find(|r| r * r >= n).unwrap();
    assert!((f[c].base.width - 1.5 * f64::from(files)).abs() < 1e-9, "{n} {}", f[c].base.width);
    assert!((f[c].base.depth - 1.5 * f64::from(n.div_ceil(files))).abs() < 1e-9);
    let block =
        find(&b, |e| matches!(e.kind, EventKind::StandsAsBlock { unit, .. } if unit == c).then_some(e.clock));
    assert_eq!(block, Some(1.0));
    told_by(&p, &b, "13.01.3");
    // Rallied it stands in line again.
    turn(&mut b, &[], &[]);
    let f = b.field();
    assert!(f[c].state < State::Complete, "{}", f[c].state);
    assert_eq!(f[c].formation, Formation::Line);
    assert!((f[c].base.depth - 3.0).abs() < 1e-9 && f[c].base.width > wide / 2.0);
    let rallied = last_turn(&b).iter().find(|e| matches!(e.kind, EventKind::Rallied { .. })).unwrap();
    assert!(rallied.rests_on("13.01.3"));
    told_by(&p, &b, "play.rally");
    done(&b);
}

#[test]
fn an_obstacle_before_the_attacker_is_a_deduction_and_no_passage() {
    let p = proves!("07.05.4.b", "12.03.11", "07.05.4.a");
    let run = |hedge: f64| {
        let (mut d, _, _) = even(12.0);
        d.line("hedge", Obstacle::I, Cover::None, &[(60.0, hedge), (140.0, hedge)]);
        let mut b = Battle::drill(d.field(), [6, 6, 6, 1, 1, 1]);
        turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("victor A1", Choice::Way(Course::Follow))]);
        done(&b);
        b
    };
    // It fights at y = 57. A hedge at 60 lies between: one point off, and the grade only when it follows over it.
    let b = run(59.5);
    let (at, .., r) = melees(&b)[0];
    assert_eq!(by(r, "attacker", "12.03.11"), [-1]);
    let graded = find(&b, |e| match e.kind {
        EventKind::StateChanged { unit: UnitId(0), .. } if e.rests_on("07.05.4.a") => Some(e.clock),
        _ => None,
    });
    assert!(graded.unwrap() > at + 0.2, "{graded:?} {at}");
    for id in ["07.05.4.b", "12.03.11", "07.05.4.a"] {
        told_by(&p, &b, id);
    }
    // One that it has passed before counts no more.
    let b = run(53.0);
    let (at, .., r) = melees(&b)[0];
    assert!(by(r, "attacker", "12.03.11").is_empty());
    let graded = find(&b, |e| match e.kind {
        EventKind::StateChanged { unit: UnitId(0), .. } if e.rests_on("07.05.4.a") => Some(e.clock),
        _ => None,
    });
    assert!(graded.unwrap() < at);
    let melee = last_turn(&b).iter().find(|e| matches!(e.kind, EventKind::Melee { .. })).unwrap();
    assert!(!melee.rests_on("07.05.4.b"));
}

#[test]
fn who_marches_beside_another_fights_alone() {
    let p = proves!("07.06.2", "12.03.1");
    // 16 figures against 16; beside them, or behind them in one column, as many again.
    let fight = |joined: bool| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 16, Formation::Line, 100.0, 50.0, 0.0);
        let other = if joined {
            d.infantry(Side::A, 16, Formation::Line, 100.0, 47.0, 0.0)
        } else {
            d.infantry(Side::A, 16, Formation::Line, 115.0, 50.0, 0.0)
        };
        if joined {
            d.joined(a, &[other]);
        }
        let c = d.infantry(Side::B, 16, Formation::Line, 96.0, 62.0, 180.0);
        for u in [a, other, c] {
            d.unit(u).nation = Nation::Other;
        }
        let mut b = Battle::drill(commanded(d), [3, 3, 3, 3, 3, 3]);
        let march: &[(&str, Order)] =
            if joined { &[("A1", attack("B1"))] } else { &[("A1", attack("B1")), ("A2", legs([ahead()]))] };
        turn_with(&mut b, march, &[], &[("support", Choice::No)]);
        if melees(&b).len() != 1 || b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        b
    };
    let b = fight(false);
    assert!(by(melees(&b)[0].4, "attacker", "12.03.1").is_empty());
    told_by(&p, &b, "07.06.2");
    let b = fight(true);
    assert_eq!(by(melees(&b)[0].4, "attacker", "12.03.1"), [1]);
    told_by(&p, &b, "12.03.1");
    let melee = last_turn(&b).iter().find(|e| matches!(e.kind, EventKind::Melee { .. })).unwrap();
    assert!(!melee.rests_on("07.06.2"));
}

#[test]
fn a_front_change_leaves_the_formation_and_a_formation_change_the_front() {
    let p = proves!("06.01.1");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Formation::Line, 60.0, 50.0, 0.0);
    let c = d.infantry(Side::A, 24, Formation::AttackColumn, 160.0, 50.0, 0.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([Leg::About])), ("A2", legs([form(Formation::Line)]))], &[]);
    let f = b.field();
    assert_eq!((f[a].formation, f[a].base.pose().facing.round()), (Formation::Line, 180.0));
    assert_eq!((f[c].formation, f[c].base.pose().facing.round()), (Formation::Line, 0.0));
    let told = told_by(&p, &b, "06.01.1");
    let what: Vec<&str> = told
        .iter()
        .map(|e| match e.kind {
            EventKind::Faced { .. } => "front",
            EventKind::FormationChanged { .. } => "formation",
            _ => "else",
        })
        .collect();
    assert_eq!(what, ["front", "formation"]);
}

#[test]
fn split_units_are_worn_down_separately_until_they_are_joined() {
    let p = proves!("13.07.4", "13.07.3", "04.01.2", "04.01.3");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.valour(u, -3);
    // A tenth is lost before the split: 27 figures, of which 9 go.
    d.lost(u, 60);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 130.0, 180.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([Leg::Split { code: "A1b".into(), companies: 2, left: false }]))], &[]);
    let part = b.field().by_code("A1b").unwrap();
    let f = b.field();
    assert_eq!((f[u].figures, f[part].figures), (18, 9));
    assert_eq!((f[u].original_men, f[part].original_men), (360, 180));
    // What was lost before counts for neither; 36 men are a fifth of the part and a tenth of the rest.
    let valour = |b: &Battle, u: UnitId| b.field().valour(u);
    assert_eq!((valour(&b, u).0, valour(&b, part).0), (-3, -3));
    told_by(&p, &b, "04.01.2");
    let lose = |b: &mut Battle, u: UnitId, men: u32| b.field_mut()[u].lose(men).0.men;
    assert_eq!((lose(&mut b, u, 36), lose(&mut b, part, 35)), (36, 35));
    assert_eq!((valour(&b, u).0, valour(&b, part).0), (-3, -3));
    assert_eq!(lose(&mut b, part, 1), 1);
    let (now, by) = valour(&b, part);
    assert_eq!((valour(&b, u).0, now), (-3, -4));
    assert_eq!(p.shows("13.07.4", by).unwrap().id(), "13.07.4");
    // Joined again they are reckoned against what they had at first: 132 of 600 men.
    turn(&mut b, &[("A1", legs([Leg::Join { units: vec!["A1b".into()] }]))], &[]);
    assert_eq!(b.field()[part].fate, Fate::Joined);
    assert_eq!((b.field()[u].original_men, b.field()[u].men_lost()), (600, 132));
    let (now, by) = valour(&b, u);
    assert_eq!((now, by.map(|c| c.id())), (-4, Some("13.07.1")));
    told_by(&p, &b, "04.01.3");
    // A part that is worn down to -5 breaks by itself.
    let mut d = Drill::new();
    let whole = d.infantry(Side::A, 20, Formation::Line, 60.0, 50.0, 0.0);
    let part = d.infantry(Side::A, 10, Formation::Line, 100.0, 50.0, 0.0);
    d.unit(part).whole = Some(whole);
    d.valour(part, -4);
    d.lost(part, 38);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 58.0, 180.0);
    let mut b = Battle::drill(commanded(d), [1, 1, 1]);
    turn(&mut b, &[], &[("B1", fire(When::AtOnce))]);
    state(&b, part, State::Complete);
    state(&b, whole, State::Order);
    told_by(&p, &b, "13.07.4");
    told_by(&p, &b, "13.07.3");
    done(&b);
}
