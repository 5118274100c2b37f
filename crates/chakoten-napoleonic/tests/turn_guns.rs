//! Artillery fire in play (chapter 10): which guns fire and from where, at what and over whom, what counts, what it does.

use crate::field_day::{commanded, done, find, fire, last_turn, show, state, told_by, turn, turn_with};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::NoFire;
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::order::{Choice, FireOrder, Leg, Order, When};
use chakoten_napoleonic::troop::{Cover, Formation, Obstacle, State};
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
    let order = Order { fire: Some(at), ..Order::default() };
    turn_with(&mut b, &[("A1", order)], &[], &[("support", Choice::No), ("line fires", Choice::No)]);
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

/// So many guns against so many figures in that formation, so far off.
fn against(guns: u8, figures: u16, formation: Formation, cm: f64) -> Drill {
    let mut d = Drill::new();
    d.battery(Side::A, guns, 100.0, 20.0, 0.0);
    d.infantry(Side::B, figures, formation, 100.0, 20.0 + cm, 180.0);
    d
}

#[test]
fn a_gunner_serves_two_guns() {
    let p = proves!("10.01.1");
    let men = |gunners: u16| {
        let mut d = against(8, 30, Formation::Line, 15.0);
        d.unit(A).figures = gunners;
        let b = shoot(d, &[1, 1, 1]);
        told_by(&p, &b, "10.01.1");
        fires(&b)[0].2
    };
    let all = men(4);
    assert!(all > 0 && all % 8 == 0);
    assert_eq!((men(9), men(3), men(1)), (all, all / 8 * 6, all / 8 * 2));
}

#[test]
fn only_guns_that_stand_ready_fire() {
    let p = proves!("10.01.2");
    // Foot guns unlimber in half a turn, and fire comes before what ends at its moment.
    let run = |at: f64, dice: &[u8]| {
        let mut d = against(4, 30, Formation::Line, 40.0);
        d.limber(A, false);
        let mut b = Battle::drill(commanded(d), dice);
        let order = Order { legs: vec![Leg::Unlimber { about: true }], ..fire(When::Time(at)) };
        turn(&mut b, &[("A1", order)], &[]);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        b
    };
    let b = run(0.5, &[]);
    not_fired(&b, NoFire::Cannot, "10.01.2");
    told_by(&p, &b, "10.01.2");
    assert_eq!(fires(&run(0.51, &[1, 1, 1])).len(), 1);
    let mut d = against(4, 30, Formation::Line, 40.0);
    d.unit(A).battery.as_mut().unwrap().loads = 0;
    not_fired(&shoot(d, &[]), NoFire::NoAmmunition, "10.01.2");
}

#[test]
fn guns_are_limbered_one_by_one_as_the_column_moves_off() {
    let p = proves!("06.03.3", "10.01.3");
    // Two models of four guns face the enemy; limbered to column at half a turn they drive off to their rear.
    let run = |at: f64, together: bool, dice: &[u8]| {
        let mut d = Drill::new();
        d.battery(Side::A, 8, 100.0, 80.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 120.0, 180.0);
        if together {
            d.read("guns-come-up", "together");
        }
        let mut b = Battle::drill(commanded(d), dice);
        let limber = Leg::Limber { column: true, about: false };
        let order = Order { legs: vec![limber, crate::field_day::ahead()], ..fire(When::Time(at)) };
        turn(&mut b, &[("A1", order)], &[]);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        b
    };
    // The second gun still stands there and fires.
    let b = run(0.6, false, &[1, 1, 1]);
    let shots = fires(&b);
    assert_eq!(shots.len(), 1);
    assert_eq!(shots[0].2 % 4, 0);
    told_by(&p, &b, "06.03.3");
    told_by(&p, &b, "10.01.3");
    let unit = &b.field()[A];
    // Read otherwise all guns are limbered at once.
    not_fired(&run(0.6, true, &[]), NoFire::Cannot, "10.01.2");
    // When the head has gone as far as a gun and its limber are deep, the second is limbered, too.
    let (mut far, each) = (b.clone(), unit.base.depth / 2.0);
    let from = unit.record.hooking.unwrap().from;
    let ahead = unit.base.dir;
    let again = |b: &mut Battle, cm: f64, order: Order| {
        let base = b.field()[A].base;
        b.field_mut()[A].base = base.at(from + ahead * cm, ahead);
        turn(b, &[("A1", order)], &[]);
    };
    again(&mut far, each, fire(When::AtOnce));
    not_fired(&far, NoFire::Cannot, "10.01.2");
    assert!(far.field()[A].record.hooking.is_none());
}

#[test]
fn what_one_model_reaches_all_reach() {
    let p = proves!("10.01.4", "10.03.2");
    // A line to the left whose inner corner lies within 45 degrees of the left model's edge, or not.
    let run = |right: f64, dice: &[u8]| {
        let mut d = Drill::new();
        d.battery(Side::A, 8, 100.0, 50.0, 0.0);
        d.infantry(Side::B, 12, Formation::Line, right - 4.5, 65.0, 180.0);
        shoot(d, dice)
    };
    let b = run(81.0, &[1, 1, 1]);
    let men = fires(&b)[0].2;
    assert!(men > 0 && men % 8 == 0);
    told_by(&p, &b, "10.01.4");
    let b = run(76.9, &[]);
    not_fired(&b, NoFire::NoTarget, "10.03.2");
    told_by(&p, &b, "10.03.2");
}

#[test]
fn from_the_open_a_low_obstacle_or_through_embrasures() {
    let p = proves!("10.01.7");
    let run = |obstacle: Obstacle, embrasures: bool, dice: &[u8]| {
        let mut d = against(8, 30, Formation::Line, 40.0);
        d.line("work", obstacle, Cover::II, &[(60.0, 20.0), (140.0, 20.0)]);
        d.last_line().unwrap().embrasures = embrasures;
        shoot(d, dice)
    };
    let b = run(Obstacle::II, false, &[]);
    not_fired(&b, NoFire::NoTarget, "10.01.7");
    told_by(&p, &b, "10.01.7");
    assert_eq!(fires(&run(Obstacle::I, false, &[1, 1, 1])).len(), 1);
    assert_eq!(fires(&run(Obstacle::II, true, &[1, 1, 1])).len(), 1);
}

#[test]
fn one_roll_gives_the_losses_of_each_gun_and_morale() {
    let p = proves!("10.02.1.a");
    // Zone 1: four more than the dice for losses, two more still on morale.
    for (dice, each, to) in [
        ([1, 1, 2], 4, State::Order),
        ([2, 2, 1], 6, State::Light1),
        ([3, 3, 1], 8, State::Light2),
        ([3, 3, 3], 10, State::Disorder),
        ([4, 4, 3], 12, State::Complete),
    ] {
        let b = shoot(against(4, 30, Formation::Line, 15.0), &dice);
        assert_eq!(fires(&b)[0].2, 4 * each, "{dice:?}");
        state(&b, B, to);
        told_by(&p, &b, "10.02.1.a");
    }
}

#[test]
fn large_targets_are_shaken_less() {
    let p = proves!("10.02.2");
    let points = |figures: u16| {
        let b = shoot(against(4, figures, Formation::Line, 15.0), &[1, 1, 1]);
        let points = by(&b, "10.02.2");
        if !points.is_empty() {
            told_by(&p, &b, "10.02.2");
        }
        points
    };
    assert!(points(40).is_empty());
    assert_eq!((points(41), points(50), points(51)), (vec![-1], vec![-1], vec![-2]));
}

#[test]
fn all_figures_of_a_brigade_column_are_counted() {
    let p = proves!("10.05.6", "10.02.2");
    let mut d = against(4, 30, Formation::Line, 15.0);
    let behind = d.infantry(Side::B, 30, Formation::Line, 100.0, 38.0, 180.0);
    d.joined(B, &[behind]);
    let b = shoot(d, &[1, 1, 1]);
    // Sixty of which forty are free.
    assert_eq!(by(&b, "10.02.2"), [-2]);
    told_by(&p, &b, "10.05.6");
    told_by(&p, &b, "10.02.2");
}

#[test]
fn columns_squares_and_flanks_suffer_more_beyond_zone_1() {
    let p = proves!("10.02.5", "10.03.3");
    let points = |formation: Formation, cm: f64, facing: f64| {
        let mut d = against(4, 30, formation, cm);
        let base = d.unit(B).base;
        let turned = base.turned_about(base.centre(), -(facing - 180.0f64).to_radians());
        d.unit(B).base = turned;
        let b = shoot(d, &[1, 1, 1]);
        let (column, flank) = (by(&b, "10.02.5"), by(&b, "10.03.3"));
        if !column.is_empty() {
            told_by(&p, &b, "10.02.5");
        }
        if !flank.is_empty() {
            told_by(&p, &b, "10.03.3");
        }
        (column, flank)
    };
    assert_eq!(points(Formation::Line, 60.0, 180.0), (vec![], vec![]));
    assert_eq!(points(Formation::AttackColumn, 60.0, 180.0), (vec![2], vec![]));
    assert_eq!(points(Formation::Square, 60.0, 180.0), (vec![4], vec![]));
    assert_eq!(points(Formation::Line, 60.0, 90.0), (vec![], vec![4]));
    // The larger of column and flank; nothing for the rear, and nothing near by.
    assert_eq!(points(Formation::AttackColumn, 60.0, 90.0), (vec![], vec![4]));
    assert_eq!(points(Formation::Line, 60.0, 0.0), (vec![], vec![]));
    assert_eq!(points(Formation::AttackColumn, 15.0, 180.0), (vec![], vec![]));
}

#[test]
fn zones_and_ground_that_robs_ricochets() {
    let p = proves!("10.03.1", "10.04.1");
    let zone = |cm: f64| {
        let b = shoot(against(4, 30, Formation::Line, cm), &[1, 1, 1]);
        told_by(&p, &b, "10.03.1");
        by(&b, "10.03.1")
    };
    // The French 6 pounder: zones to 25, 50, 90 and 140 cm; the first shakes too.
    assert_eq!(zone(25.0), [4, 2]);
    assert_eq!(zone(25.1), [-2]);
    assert_eq!((zone(50.0), zone(50.1)), (vec![-2], vec![-4]));
    assert_eq!((zone(90.0), zone(90.1)), (vec![-4], vec![-6]));
    let soft = |near: f64| {
        let mut d = against(4, 30, Formation::Line, 60.0);
        d.square(PatchKind::Soft, "meadow", (60.0, 80.0 - near), (140.0, 100.0));
        let b = shoot(d, &[1, 1, 1]);
        let points = by(&b, "10.04.1");
        if !points.is_empty() {
            told_by(&p, &b, "10.04.1");
        }
        points
    };
    assert_eq!((soft(10.0), soft(9.9)), (vec![-4], vec![]));
}

#[test]
fn own_troops_beside_the_line_of_fire_forbid_it() {
    let p = proves!("10.05.1", "10.05.2", "10.05.3");
    let run = |x: f64, y: f64, high: bool, dice: &[u8]| {
        let mut d = Drill::new();
        if high {
            d.hill("battery", 1, (80.0, 10.0), (120.0, 20.0)).crest(&[(80.0, 10.5), (120.0, 10.5)]);
        }
        d.battery(Side::A, 8, 100.0, 20.0, 0.0);
        d.infantry(Side::B, 24, Formation::Line, 100.0, 80.0, 180.0);
        let o = d.infantry(Side::A, 10, Formation::MarchColumn, 100.0 + x, y, 0.0);
        d.call(o, "other");
        shoot(d, dice)
    };
    // 6 cm to each side at 60; a column is 3 cm wide.
    let b = run(7.4, 50.0, false, &[]);
    not_fired(&b, NoFire::NoTarget, "10.05.1");
    told_by(&p, &b, "10.05.1");
    assert_eq!(fires(&run(7.5, 50.0, false, &[1, 1, 1])).len(), 1);
    // From a step higher over their heads, if they are 10 cm clear of the battery.
    let b = run(0.0, 50.0, true, &[1, 1, 1]);
    assert_eq!(fires(&b).len(), 1);
    told_by(&p, &b, "10.05.2");
    let b = run(0.0, 36.0, true, &[]);
    not_fired(&b, NoFire::NoTarget, "10.05.3");
    told_by(&p, &b, "10.05.3");
}

#[test]
fn in_overhead_fire_own_troops_beside_the_line_forbid_it_near_its_ends_alone() {
    let p = proves!("10.05.1");
    // A column on the line, a step below the guns, is fired over; another stands as high as they do, 4 cm beside the line.
    let run = |on_the_line: bool, rear: f64, dice: &[u8]| {
        let mut d = Drill::new();
        d.hill("battery", 1, (80.0, 10.0), (120.0, 20.0)).crest(&[(80.0, 10.5), (120.0, 10.5)]);
        d.hill("knoll", 1, (102.0, 21.0), (110.0, 79.0)).crest(&[(110.0, 21.0), (110.0, 79.0)]);
        d.battery(Side::A, 8, 100.0, 20.0, 0.0);
        d.infantry(Side::B, 24, Formation::Line, 100.0, 80.0, 180.0);
        if on_the_line {
            d.infantry(Side::A, 10, Formation::MarchColumn, 99.0, 50.0, 0.0);
        }
        let beside = d.infantry(Side::A, 6, Formation::MarchColumn, 105.0, 50.0, 0.0);
        let depth = d.unit(beside).base.depth;
        d.unit(beside).base.front.y = rear + depth;
        shoot(d, dice)
    };
    // 4.5 cm deep between the tenth cm before the guns and the tenth before the target, at 30 and 70.
    for rear in [30.1, 50.0, 65.4] {
        assert_eq!(fires(&run(true, rear, &[1, 1, 1])).len(), 1, "{rear}");
    }
    for rear in [29.9, 65.6] {
        let b = run(true, rear, &[]);
        not_fired(&b, NoFire::NoTarget, "10.05.1");
        told_by(&p, &b, "10.05.1");
    }
    // Nobody is fired over: all of the way counts.
    not_fired(&run(false, 50.0, &[]), NoFire::NoTarget, "10.05.1");
}

#[test]
fn a_turns_ammunition_is_used_once_however_it_is_used() {
    let p = proves!("11.01.1");
    // A line and its body fire and the body fights: one. A battery that only fights: none.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.sent_out(a, 6, 3.0, 121.0, 53.0);
    d.infantry(Side::B, 30, Formation::Line, 105.0, 62.0, 180.0);
    let mut b = Battle::drill(commanded(d), [1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3]);
    turn_with(
        &mut b,
        &[("A1", fire(When::AtOnce))],
        &[("B1", crate::field_day::attack("A1"))],
        &[
            ("support", Choice::No),
            ("line fires", Choice::Fire(FireOrder { when: When::AtOnce, at: Vec::new(), range_in: false })),
            ("victor", Choice::Way(chakoten_napoleonic::order::Course::Stand)),
        ],
    );
    if b.dice_used_up().is_err() {
        show(&b);
    }
    done(&b);
    assert_eq!(b.field()[a].ammunition, 11);
    told_by(&p, &b, "11.01.1");
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    let guns = d.battery(Side::B, 4, 100.0, 62.0, 180.0);
    let mut b = Battle::drill(commanded(d), [1, 1, 1, 6, 6, 6]);
    turn(&mut b, &[("A1", crate::field_day::attack("B1"))], &[]);
    done(&b);
    assert_eq!(b.field()[guns].battery.as_ref().unwrap().loads, 16);
    assert_eq!(b.field()[A].ammunition, 11);
}

#[test]
fn built_up_ground_robs_ricochets_and_buildings_cover() {
    let p = proves!("10.02.6", "10.04.2");
    let mut d = Drill::new();
    d.building("house", false, (95.0, 70.0), (105.0, 80.0));
    d.square(PatchKind::Town, "village", (80.0, 60.0), (120.0, 100.0));
    d.battery(Side::A, 6, 100.0, 20.0, 0.0);
    let c = d.infantry(Side::B, 10, Formation::Line, 100.0, 90.0, 180.0);
    d.inside(c, "house");
    let b = shoot(d, &[3, 3, 4]);
    assert_eq!(by(&b, "10.04.1"), [-4]);
    for id in ["10.02.6", "10.04.2"] {
        told_by(&p, &b, id);
    }
}
