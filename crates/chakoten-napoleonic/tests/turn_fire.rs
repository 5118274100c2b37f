//! Fire in play: its moment, its event, stillness after it, both sides at once, ammunition.

use crate::field_day::{
    ahead, done, find, fire, last_turn, legs, show, stands, state, told_by, turn, turn_with, two_lines,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::NoFire;
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::order::{Choice, FireOrder, Order, When};
use chakoten_napoleonic::troop::{Formation, State};
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};

/// When a unit fired, and at whom.
fn fires(b: &Battle) -> Vec<(f64, UnitId, UnitId)> {
    let fired = |e: &chakoten_napoleonic::event::Event| match e.kind {
        EventKind::Fired { unit, target, .. } => Some((e.clock, unit, target)),
        _ => None,
    };
    last_turn(b).iter().filter_map(fired).collect()
}

#[test]
fn fire_is_given_at_its_time_and_halts_for_half_a_turn() {
    let p = proves!("03.02.5.a", "03.01.4.a", "03.01.3.a", "03.02.9");
    let (d, a, c) = two_lines(14.0);
    let mut b = Battle::drill(d.field(), [3, 3, 3]);
    let fire = FireOrder { when: When::Time(0.25), at: Vec::new(), range_in: false };
    let order = Order { legs: vec![ahead()], fire: Some(fire), ..Order::default() };
    turn(&mut b, &[("A1", order)], &[]);
    let shots = fires(&b);
    assert_eq!(shots.len(), 1);
    assert!((shots[0].0 - 0.25).abs() < 2e-3);
    assert_eq!((shots[0].1, shots[0].2), (a, c));
    // 2.5 cm, half a turn still, 2.5 cm.
    stands(&b, a, 100.0, 55.0);
    for id in ["03.02.5.a", "03.01.4.a", "03.01.3.a", "03.02.9"] {
        told_by(&p, &b, id);
    }
    done(&b);
}

#[test]
fn stillness_runs_into_the_next_turn_and_does_not_hold_back_fire() {
    let p = proves!("03.01.4.a");
    let (d, a, _) = two_lines(14.0);
    let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3]);
    turn(&mut b, &[("A1", fire(When::Time(0.75)))], &[]);
    let again = Order { legs: vec![ahead()], ..fire(When::AtOnce) };
    turn(&mut b, &[("A1", again)], &[]);
    assert_eq!(fires(&b).len(), 1);
    // It fired at 0 and moves from 0.5 on.
    stands(&b, a, 100.0, 55.0);
    assert!(!told_by(&p, &b, "03.01.4.a").is_empty());
    done(&b);
}

#[test]
fn a_fire_that_is_not_announced_is_not_given() {
    let p = proves!("03.02.6");
    let (d, _, _) = two_lines(14.0);
    let mut b = Battle::drill(d.field(), []);
    turn_with(&mut b, &[("A1", fire(When::AtOnce))], &[], &[("fire A1", Choice::No)]);
    assert!(fires(&b).is_empty());
    told_by(&p, &b, "03.02.6");
}

#[test]
fn both_sides_fire_at_once() {
    let _p = proves!("play.fire.target");
    let (d, a, c) = two_lines(14.0);
    let before = (d.field(), a, c);
    let mut b = Battle::drill(before.0, [6, 6, 6, 6, 6, 6]);
    turn(&mut b, &[("A1", fire(When::AtOnce))], &[("B1", fire(When::AtOnce))]);
    let men = |u: UnitId| b.field()[u].losses.men;
    // The same dice, the same loss: neither fire was weakened by the other.
    assert!(men(a) > 0);
    assert_eq!(men(a), men(c));
    assert_eq!(b.field()[a].state, b.field()[c].state);
    done(&b);
}

#[test]
fn fire_before_contact_meets_the_attacker_at_his_arrival() {
    let p = proves!("03.02.5.b", "12.01.1");
    let (d, a, c) = two_lines(14.0);
    let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3, 3, 3, 3]);
    turn(
        &mut b,
        &[("A1", crate::field_day::attack("B1"))],
        &[("B1", fire(When::BeforeContact("B1".into())))],
    );
    let shots = fires(&b);
    if shots.len() != 1 {
        show(&b);
    }
    assert_eq!(shots.len(), 1);
    assert!((shots[0].0 - 0.9).abs() < 2e-3);
    assert_eq!((shots[0].1, shots[0].2), (c, a));
    let melee = find(&b, |e| matches!(e.kind, EventKind::Melee { .. }).then_some(e.clock)).unwrap();
    assert!((melee - 0.9).abs() < 2e-3);
    told_by(&p, &b, "03.02.5.b");
    told_by(&p, &b, "12.01.1");
    done(&b);
}

#[test]
fn nothing_in_range_is_not_fired_at() {
    let p = proves!("play.fire.target");
    let (d, a, _) = two_lines(80.0);
    let mut b = Battle::drill(d.field(), []);
    let before = b.field()[a].ammunition;
    turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
    let why = find(&b, |e| match e.kind {
        EventKind::NotFired { why, .. } => Some(why),
        _ => None,
    });
    assert_eq!(why, Some(NoFire::NoTarget));
    assert_eq!(b.field()[a].ammunition, before);
    told_by(&p, &b, "play.fire.target");
}

#[test]
fn ammunition_is_booked_at_the_end_and_the_last_costs_a_grade() {
    let p = proves!("11.02.2", "play.end");
    let (mut d, a, _) = two_lines(14.0);
    d.unit(a).ammunition = 1;
    let mut b = Battle::drill(d.field(), [1, 1, 2]);
    turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
    assert_eq!(b.field()[a].ammunition, 0);
    state(&b, a, State::Light1);
    told_by(&p, &b, "11.02.2");
    told_by(&p, &b, "play.end");
    done(&b);
    // Without ammunition nothing is fired.
    turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
    assert!(fires(&b).is_empty());
}

#[test]
fn both_in_the_same_disorder_by_mutual_fire_stand_and_end_in_lu_3() {
    let p = proves!("13.01.4");
    let (mut d, a, c) = two_lines(9.0);
    d.state(a, State::Light3);
    d.state(c, State::Light3);
    let mut b = Battle::drill(d.field(), [6, 6, 6, 6, 6, 6]);
    turn(&mut b, &[("A1", fire(When::AtOnce))], &[("B1", fire(When::AtOnce))]);
    state(&b, a, State::Light3);
    state(&b, c, State::Light3);
    stands(&b, a, 100.0, 50.0);
    stands(&b, c, 100.0, 59.0);
    told_by(&p, &b, "13.01.4");
    done(&b);
}

#[test]
fn fire_waits_for_an_enemy_who_passes() {
    let p = proves!("03.02.5.a");
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    d.commander(Side::B, 100.0, 95.0);
    let a = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    let c = d.infantry(Side::B, 30, Formation::Line, 100.0, 80.0, 180.0);
    d.square(PatchKind::Soft, "meadow", (90.0, 70.0), (110.0, 73.0));
    let mut b = Battle::drill(d.field(), [3, 3, 3]);
    turn(&mut b, &[("A1", legs([ahead()]))], &[("B1", fire(When::Passes("meadow".into())))]);
    let shots = fires(&b);
    assert_eq!(shots.len(), 1);
    assert!((shots[0].0 - 0.75).abs() < 2e-3, "{}", shots[0].0);
    assert_eq!((shots[0].1, shots[0].2), (c, a));
    told_by(&p, &b, "03.02.5.a");
    done(&b);
}
