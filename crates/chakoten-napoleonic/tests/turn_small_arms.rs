//! Small-arms fire in play (chapter 09): who of a unit fires, at whom it may, what counts, what it does.

use crate::field_day::{
    ahead, attack, charge, commanded, done, find, fire, last_turn, legs, show, state, told_by, turn,
    turn_with, two_lines,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::book::features::Feature;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::NoFire;
use chakoten_napoleonic::order::{Choice, FireOrder, Leg, Order, When};
use chakoten_napoleonic::troop::{Cover, Formation, Nation, Obstacle, State};
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};
use umpire::Ruling;

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);

fn fires(b: &Battle) -> Vec<(UnitId, UnitId, u32, &Ruling)> {
    let all = last_turn(b).iter().filter_map(|e| match &e.kind {
        EventKind::Fired { unit, target, men, ruling } => Some((*unit, *target, *men, ruling.as_ref())),
        _ => None,
    });
    all.collect()
}

/// What the first fire of the last turn counts by a clause.
fn by(b: &Battle, id: &str) -> Vec<i32> {
    let all = fires(b);
    if all.is_empty() {
        show(b);
        panic!("nothing was fired");
    }
    all[0].3.modifiers.iter().filter(|m| m.clause.id() == id).map(|m| m.value).collect()
}

/// A1 fires at once at B1; all dice are used.
fn shoot(d: Drill, dice: &[u8]) -> Battle {
    let mut b = Battle::drill(commanded(d), dice);
    let at = FireOrder { when: When::AtOnce, at: vec!["B1".into()], range_in: false };
    let order = Order { fire: Some(at.clone()), ..Order::default() };
    let line = [("line fires A1", Choice::Fire(at))];
    turn_with(&mut b, &[("A1", order)], &[], &line);
    if b.dice_used_up().is_err() {
        show(&b);
    }
    done(&b);
    b
}

/// It was not fired, for that reason and by this clause.
#[track_caller]
fn not_fired(b: &Battle, why: NoFire, id: &str) {
    let told = find(b, |e| match e.kind {
        EventKind::NotFired { unit, why } if unit == A => Some((why, e.rests_on(id))),
        _ => None,
    });
    if told != Some((why, true)) {
        show(b);
    }
    assert_eq!(told, Some((why, true)), "{id}");
}

/// So many figures against 30 in line, that far off.
fn against(figures: u16, formation: Formation, gap: f64) -> Drill {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, figures, formation, 100.0, 50.0, 0.0);
    let c = d.infantry(Side::B, 30, Formation::Line, 100.0, 50.0 + gap, 180.0);
    for u in [a, c] {
        d.unit(u).nation = Nation::Other;
    }
    d
}

/// With nine on the dice and two for its first fire each firing unit hits four men.
const NINE: [u8; 3] = [3, 3, 3];

#[test]
fn the_two_front_ranks_fire_and_of_cavalry_one() {
    let p = proves!("09.01.1");
    let men = |d: Drill| {
        let b = shoot(d, &NINE);
        told_by(&p, &b, "09.01.1");
        fires(&b)[0].2
    };
    assert_eq!(men(against(24, Formation::Line, 9.0)), 3 * 4);
    // Of a column six wide twelve figures.
    let mut d = against(24, Formation::AttackColumn, 9.0);
    d.files(A, 6);
    assert_eq!(men(d), 4);
    // Ten riders of twenty; mounted they hit one worse, and they have no first fire.
    let mut d = Drill::new();
    d.cavalry(Side::A, 20, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 56.0, 180.0);
    assert_eq!(men(d), 2);
}

#[test]
fn tens_and_what_is_left_over_are_firing_units() {
    let p = proves!("09.01.3");
    for (figures, units) in [(3, 1), (12, 1), (13, 2), (22, 2), (23, 3)] {
        let b = shoot(against(figures, Formation::Line, 9.0), &NINE);
        assert_eq!(fires(&b)[0].2, 4 * units, "{figures}");
        told_by(&p, &b, "09.01.3");
    }
    let b = shoot(against(2, Formation::Line, 9.0), &[]);
    not_fired(&b, NoFire::NoTarget, "09.01.3");
}

#[test]
fn nothing_is_fired_at_what_is_not_seen_or_with_nothing() {
    let p = proves!("09.01.2", "09.01.7");
    let mut d = against(30, Formation::Line, 14.0);
    d.wood("wood", (60.0, 55.0), (140.0, 59.0));
    let b = shoot(d, &[]);
    not_fired(&b, NoFire::NoTarget, "09.01.2");
    told_by(&p, &b, "09.01.2");
    let mut d = against(30, Formation::Line, 14.0);
    d.unit(A).ammunition = 0;
    let b = shoot(d, &[]);
    not_fired(&b, NoFire::NoAmmunition, "09.01.7");
    told_by(&p, &b, "09.01.7");
}

#[test]
fn behind_a_high_wall_only_through_loopholes() {
    let p = proves!("09.01.8");
    let wall = |loopholes: bool, dice: &[u8]| {
        let mut d = against(12, Formation::Line, 10.0);
        d.line("wall", Obstacle::II, Cover::II, &[(60.0, 50.0), (140.0, 50.0)]);
        d.last_line().unwrap().kind = Feature::named("wall").unwrap();
        d.last_line().unwrap().loopholes = loopholes;
        shoot(d, dice)
    };
    let b = wall(false, &[]);
    not_fired(&b, NoFire::NoTarget, "09.01.8");
    told_by(&p, &b, "09.01.8");
    assert_eq!(fires(&wall(true, &NINE)).len(), 1);
}

#[test]
fn one_roll_gives_losses_and_morale() {
    let p = proves!("09.02.1", "09.02.2");
    // Loss: two more than the dice; morale: two more still, for nobody fires back.
    for (dice, men, to) in [
        ([1, 1, 1], 2, State::Order),
        ([2, 2, 2], 2, State::Order),
        ([3, 3, 2], 4, State::Order),
        ([3, 3, 3], 4, State::Light1),
        ([4, 4, 3], 6, State::Light2),
        ([5, 4, 4], 8, State::Disorder),
        ([5, 5, 5], 12, State::Complete),
        ([6, 6, 5], 16, State::Complete),
    ] {
        let b = shoot(against(30, Formation::Line, 9.0), &dice);
        assert_eq!(fires(&b)[0].2, 3 * men, "{dice:?}");
        state(&b, B, to);
        let f = b.field();
        assert_eq!((f[B].figures, u32::from(f[B].carried)), (30 - (3 * men / 20) as u16, 3 * men % 20));
        told_by(&p, &b, "09.02.1");
        told_by(&p, &b, "09.02.2");
    }
}

#[test]
fn the_first_fire_counts_once_and_not_after_a_melee() {
    let p = proves!("09.02.4");
    let mut b = Battle::drill(commanded(against(30, Formation::Line, 14.0)), [1; 6]);
    turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
    assert_eq!(by(&b, "09.02.4"), [2]);
    told_by(&p, &b, "09.02.4");
    turn(&mut b, &[], &[]);
    turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
    assert!(by(&b, "09.02.4").is_empty());
    done(&b);
    let mut b = Battle::drill(commanded(against(30, Formation::Line, 5.0)), [3, 3, 3, 3, 3, 3, 1, 1, 1]);
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
    assert!(by(&b, "09.02.4").is_empty());
    done(&b);
}

#[test]
fn cavalry_at_the_charge_is_hard_to_hit() {
    let p = proves!("09.02.6", "10.02.4");
    let run = |guns: bool, cm: f64| {
        let mut d = Drill::new();
        d.cavalry(Side::A, 12, Formation::Line, 100.0, 20.0, 0.0);
        if guns {
            d.battery(Side::B, 4, 100.0, 25.0 + cm, 180.0);
        } else {
            d.infantry(Side::B, 30, Formation::Line, 100.0, 25.0 + cm, 180.0);
        }
        let mut b = Battle::drill(commanded(d), [1, 1, 1]);
        turn(&mut b, &[("A1", legs([Leg::Stand { turns: 0.5 }, ahead()]))], &[]);
        let waits = fire(When::BeforeContact("B1".into()));
        turn_with(&mut b, &[("A1", legs([charge()]))], &[("B1", waits)], &[("support", Choice::No)]);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        let id = if guns { "10.02.4" } else { "09.02.6" };
        let points = by(&b, id);
        if !points.is_empty() {
            told_by(&p, &b, id);
        }
        points
    };
    // 15 cm at the march, and half a turn or less at 55.
    assert_eq!(run(false, 43.0), [-1]);
    assert!(run(false, 42.0).is_empty());
    assert_eq!(run(true, 43.0), [-2]);
    assert!(run(true, 42.0).is_empty());
}

#[test]
fn beyond_ten_cm_muskets_fire_in_their_second_zone() {
    let p = proves!("09.03.1");
    let at = |gap: f64| by(&shoot(against(30, Formation::Line, gap), &NINE), "09.03.1");
    assert!(at(10.0).is_empty());
    assert_eq!(at(10.1), [-4]);
    let b = shoot(against(30, Formation::Line, 18.0), &NINE);
    assert_eq!(by(&b, "09.03.1"), [-4]);
    told_by(&p, &b, "09.03.1");
    not_fired(&shoot(against(30, Formation::Line, 18.1), &[]), NoFire::NoTarget, "09.03.1");
}

#[test]
fn a_line_fires_30_degrees_to_the_side_and_skirmishers_45() {
    let p = proves!("09.03.2", "09.03.3");
    // A column whose inner edge lies so far to the right of the middle, 6 to 12 cm ahead.
    let run = |formation: Formation, aside: f64, dice: &[u8]| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 10, formation, 100.0, 50.0, 0.0);
        d.spacing(a, 1.6);
        let c = d.infantry(Side::B, 12, Formation::AttackColumn, 102.25 + aside, 56.0, 180.0);
        d.files(c, 3);
        d.infantry(Side::A, 30, Formation::Line, 100.0, 40.0, 0.0);
        let mut b = Battle::drill(commanded(d), dice);
        turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        b
    };
    // 12 cm ahead 30 degrees are 6.9 cm to the side, 45 degrees 12.
    assert_eq!(fires(&run(Formation::Line, 6.8, &NINE)).len(), 1);
    let b = run(Formation::Line, 7.1, &[]);
    not_fired(&b, NoFire::NoTarget, "09.03.2");
    told_by(&p, &b, "09.03.2");
    assert_eq!(fires(&run(Formation::Skirmish, 11.8, &NINE)).len(), 1);
    let b = run(Formation::Skirmish, 12.2, &[]);
    not_fired(&b, NoFire::NoTarget, "09.03.3");
    told_by(&p, &b, "09.03.3");
}

#[test]
fn fire_in_flank_or_rear_shakes_more() {
    let p = proves!("09.03.4");
    let run = |facing: f64, formation: Formation| {
        let mut d = Drill::new();
        d.infantry(Side::A, 10, Formation::Line, 100.0, 50.0, 0.0);
        let c = d.infantry(Side::B, 12, formation, 100.0, 58.0, facing);
        let base = d.unit(c).base;
        // Its middle straight ahead.
        let centre = table::v2(100.0, 62.0);
        d.unit(c).base = base.at(centre + base.dir * (base.depth / 2.0), base.dir);
        let b = shoot(d, &[1, 1, 1]);
        let points = by(&b, "09.03.4");
        if !points.is_empty() {
            told_by(&p, &b, "09.03.4");
        }
        points
    };
    assert!(run(180.0, Formation::AttackColumn).is_empty());
    assert_eq!(run(90.0, Formation::AttackColumn), [3]);
    assert_eq!(run(0.0, Formation::AttackColumn), [3]);
    for formation in [Formation::Square, Formation::Clump, Formation::Skirmish] {
        assert!(run(0.0, formation).is_empty(), "{formation:?}");
    }
}

#[test]
fn no_fire_through_units() {
    let p = proves!("09.03.5");
    for side in [Side::A, Side::B] {
        let mut d = against(10, Formation::Line, 16.0);
        let facing = if side == Side::A { 0.0 } else { 180.0 };
        let o = d.infantry(side, 30, Formation::Line, 100.0, 58.0, facing);
        d.call(o, "other");
        let b = shoot(d, &[]);
        not_fired(&b, NoFire::NoTarget, "09.03.5");
        told_by(&p, &b, "09.03.5");
    }
}

#[test]
fn several_firing_units_measure_along_one_line_of_fire() {
    let p = proves!("09.01.5");
    // Six firing units; a column before the left wing is fired at by those that have it in their angle.
    let mut d = Drill::new();
    d.infantry(Side::A, 60, Formation::Line, 100.0, 50.0, 0.0);
    let c = d.infantry(Side::B, 24, Formation::AttackColumn, 82.0, 59.0, 180.0);
    let b = shoot(d, &NINE);
    let men = fires(&b)[0].2;
    assert!(men > 0 && men < 6 * 6 && b.field()[c].losses.men == men, "{men}");
    told_by(&p, &b, "09.01.5");
}

#[test]
fn smoke_is_worth_a_point_or_two_to_who_attacks_it() {
    let p = proves!("09.02.7");
    // Fired in this turn before the attack arrives, or in the last.
    let points = |before: bool| {
        let (mut d, a, c) = two_lines(12.0);
        for u in [a, c] {
            d.unit(u).nation = Nation::Other;
        }
        let mut b = Battle::drill(d.field(), [1, 1, 1, 3, 3, 3, 3, 3, 3]);
        let shot = [("B1", fire(When::AtOnce))];
        if before {
            turn(&mut b, &[], &shot);
            turn(&mut b, &[("A1", attack("B1"))], &[]);
        } else {
            turn(&mut b, &[("A1", attack("B1"))], &shot);
        }
        done(&b);
        told_by(&p, &b, "09.02.7");
        let melee = find(&b, |e| match &e.kind {
            EventKind::Melee { ruling, .. } => Some(ruling.clone()),
            _ => None,
        });
        let melee = melee.expect("a melee");
        let of = melee.modifiers.iter().filter(|m| m.side == "defender" && m.clause.id() == "09.02.7");
        of.map(|m| m.value).collect::<Vec<_>>()
    };
    assert_eq!(points(false), [-2]);
    assert_eq!(points(true), [-1]);
}
