//! Marches in play: the clock, gaits, front and formation changes with their grades, own units in the way, charge march.

use crate::field_day::{
    ahead, charge, cm, commanded, find, form, go, legs, stands, state, told_by, turn, two_lines,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::Halt;
use chakoten_napoleonic::order::{Answer, Leg, Until, Way, Written};
use chakoten_napoleonic::troop::{Cover, Formation, Gait, Obstacle, State};
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};

fn ground() -> Drill {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    d
}

fn facing(b: &Battle, u: UnitId) -> f64 {
    b.field()[u].base.pose().facing
}

#[track_caller]
fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 2e-3, "{a} and not {b}");
}

/// When the unit changed its formation.
fn formed_at(b: &Battle, u: UnitId) -> Option<f64> {
    find(b, |e| match e.kind {
        EventKind::FormationChanged { unit, .. } if unit == u => Some(e.clock),
        _ => None,
    })
}

#[test]
fn a_march_lasts_the_turn_or_as_long_as_ordered() {
    let p = proves!("03.01.1", "03.01.2", "play.clock", "03.02.1");
    let mut d = ground();
    let a = d.infantry(Side::A, 30, Formation::Line, 60.0, 50.0, 0.0);
    let c = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    let half = d.infantry(Side::A, 30, Formation::AttackColumn, 130.0, 50.0, 0.0);
    let idle = d.infantry(Side::A, 30, Formation::Line, 160.0, 50.0, 0.0);
    let enemy = d.cavalry(Side::B, 10, Formation::Line, 60.0, 150.0, 180.0);
    let mut b = Battle::drill(commanded(d), []);
    let until = Leg::March { way: Way::Ahead, gait: Gait::March, until: Until::Turns(0.5) };
    turn(
        &mut b,
        &[("A1", legs([ahead()])), ("A2", legs([cm(7.5), cm(5.0)])), ("A3", legs([until]))],
        &[("B1", legs([ahead()]))],
    );
    stands(&b, a, 60.0, 60.0);
    stands(&b, c, 100.0, 62.5);
    stands(&b, half, 130.0, 60.0);
    stands(&b, idle, 160.0, 50.0);
    // Both sides at the same time.
    stands(&b, enemy, 60.0, 120.0);
    for id in ["03.01.1", "03.01.2", "play.clock", "03.02.1"] {
        told_by(&p, &b, id);
    }
}

#[test]
fn a_formation_change_is_done_at_its_end_and_costs_a_grade_at_its_start() {
    let p = proves!("06.01.2.a", "06.01.3.a", "03.03.6", "06.02.1");
    let mut d = ground();
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([form(Formation::AttackColumn), ahead()]))], &[]);
    near(formed_at(&b, u).unwrap(), 0.5);
    stands(&b, u, 100.0, 60.0);
    state(&b, u, State::Light1);
    for id in ["06.01.2.a", "06.01.3.a", "03.03.6", "06.02.1"] {
        told_by(&p, &b, id);
    }
}

#[test]
fn an_unfinished_change_goes_on_without_another_grade() {
    let p = proves!("play.left", "03.01.6");
    let mut d = ground();
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let v = d.infantry(Side::A, 30, Formation::Line, 150.0, 50.0, 0.0);
    let mut b = Battle::drill(commanded(d), []);
    let orders = legs([cm(2.5), form(Formation::MarchColumn)]);
    turn(&mut b, &[("A1", orders.clone()), ("A2", orders)], &[]);
    assert_eq!(b.field()[u].formation, Formation::Line);
    // One is told nothing and goes on; the other is ordered otherwise and loses what it has done.
    turn(&mut b, &[("A2", legs([cm(1.0), form(Formation::MarchColumn)]))], &[]);
    near(formed_at(&b, u).unwrap(), 0.25);
    assert_eq!(formed_at(&b, v), None);
    state(&b, u, State::Light1);
    state(&b, v, State::Light2);
    told_by(&p, &b, "play.left");
    told_by(&p, &b, "03.01.6");
}

#[test]
fn four_grades_are_disorder_and_a_retreat_to_the_rear() {
    let p = proves!("03.03.7", "13.01.1", "play.retreat");
    let mut d = ground();
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.state(u, State::Light3);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([Leg::About, ahead()]))], &[]);
    state(&b, u, State::Disorder);
    // Backwards at half of 10 cm, its front kept.
    stands(&b, u, 100.0, 45.0);
    near(facing(&b, u), 0.0);
    for id in ["03.03.7", "13.01.1", "play.retreat"] {
        told_by(&p, &b, id);
    }
}

#[test]
fn a_pivot_uses_one_and_a_half_fronts() {
    let p = proves!("06.04.2", "06.01.3.a");
    let mut d = ground();
    let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    d.files(u, 5);
    let w = d.infantry(Side::A, 30, Formation::AttackColumn, 160.0, 50.0, 0.0);
    d.files(w, 5);
    let width = d.unit(u).base.width;
    let mut b = Battle::drill(commanded(d), []);
    turn(
        &mut b,
        &[
            ("A1", legs([Leg::Pivot { degrees: 90.0 }, ahead()])),
            ("A2", legs([Leg::Pivot { degrees: 20.0 }, ahead()])),
        ],
        &[],
    );
    near(facing(&b, u), 90.0);
    let way = 20.0 - 1.5 * width;
    // About the right wing, then on to the east.
    stands(&b, u, 100.0 + width / 2.0 + way, 50.0 + width / 2.0);
    state(&b, u, State::Light1);
    // Exactly 20 degrees are free.
    near(facing(&b, w), 20.0);
    state(&b, w, State::Order);
    told_by(&p, &b, "06.04.2");
    told_by(&p, &b, "06.01.3.a");
}

#[test]
fn small_turns_add_up_within_a_turns_time() {
    let p = proves!("06.01.3.a");
    let mut d = ground();
    let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    let v = d.infantry(Side::A, 30, Formation::AttackColumn, 150.0, 50.0, 0.0);
    let mut b = Battle::drill(commanded(d), []);
    let pivot = |degrees| Leg::Pivot { degrees };
    turn(
        &mut b,
        &[
            ("A1", legs([pivot(12.0), cm(2.0), pivot(9.0)])),
            ("A2", legs([pivot(12.0), cm(2.0), pivot(-8.0)])),
        ],
        &[],
    );
    state(&b, u, State::Light1);
    state(&b, v, State::Order);
    told_by(&p, &b, "06.01.3.a");
}

#[test]
fn a_rotation_takes_the_time_of_a_pivot() {
    let p = proves!("06.04.1");
    let mut d = ground();
    let u = d.infantry(Side::A, 20, Formation::AttackColumn, 100.0, 50.0, 0.0);
    let cavalry = d.cavalry(Side::A, 12, Formation::Line, 150.0, 50.0, 0.0);
    let width = d.unit(u).base.width;
    let mut b = Battle::drill(commanded(d), []);
    let turns = legs([Leg::Rotate { degrees: 45.0 }, ahead()]);
    turn(&mut b, &[("A1", turns.clone()), ("A2", turns)], &[]);
    near(facing(&b, u), 45.0);
    let way = 20.0 - 0.75 * width;
    let s = way / 2f64.sqrt();
    stands(&b, u, 100.0 + s, 50.0 + s);
    // Cavalry cannot rotate: that leg is given up, the next is made.
    stands(&b, cavalry, 150.0, 80.0);
    told_by(&p, &b, "06.04.1");
}

#[test]
fn backwards_and_sideways_at_half_speed_with_a_grade() {
    let p = proves!("07.01.2", "07.01.3");
    let mut d = ground();
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let side = d.infantry(Side::A, 30, Formation::AttackColumn, 150.0, 50.0, 0.0);
    let cavalry = d.cavalry(Side::A, 12, Formation::Line, 200.0, 50.0, 0.0);
    let guns = d.battery(Side::A, 8, 60.0, 50.0, 0.0);
    let line = d.infantry(Side::A, 6, Formation::Skirmish, 20.0, 60.0, 0.0);
    d.spacing(line, 3.0);
    d.unit(line).body = None;
    let mut b = Battle::drill(commanded(d), []);
    turn(
        &mut b,
        &[
            ("A1", legs([go(Way::Back)])),
            ("A2", legs([go(Way::Right)])),
            ("A3", legs([go(Way::Back)])),
            ("A4", legs([go(Way::Back)])),
        ],
        &[],
    );
    stands(&b, u, 100.0, 45.0);
    stands(&b, side, 160.0, 50.0);
    stands(&b, cavalry, 200.0, 50.0);
    // Guns are manhandled backwards at their ordinary march.
    stands(&b, guns, 60.0, 40.0);
    state(&b, u, State::Light1);
    state(&b, side, State::Light1);
    state(&b, cavalry, State::Order);
    told_by(&p, &b, "07.01.2");
    told_by(&p, &b, "07.01.3");
}

#[test]
fn an_arrow_turns_first_and_then_marches() {
    let p = proves!("orders.2", "06.04.3");
    let mut d = ground();
    let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    d.files(u, 5);
    let back = d.infantry(Side::A, 30, Formation::AttackColumn, 150.0, 50.0, 0.0);
    let width = d.unit(u).base.width;
    let depth = d.unit(back).base.depth;
    let mut b = Battle::drill(commanded(d), []);
    let arrow = |degrees| Leg::Arrow { degrees, gait: Gait::March, until: Until::End };
    turn(&mut b, &[("A1", legs([arrow(-90.0)])), ("A2", legs([arrow(180.0)]))], &[]);
    near(facing(&b, u), 270.0);
    told_by(&p, &b, "orders.2");
    let way = 20.0 - 1.5 * width;
    stands(&b, u, 100.0 - width / 2.0 - way, 50.0 + width / 2.0);
    // A quarter of a turn for the about face.
    stands(&b, back, 150.0, 50.0 - depth - 15.0);
    state(&b, back, State::Light1);
    told_by(&p, &b, "06.04.3");
}

#[test]
fn an_arrow_of_135_degrees_to_either_side_is_a_pivot() {
    let p = proves!("orders.2");
    let after = |degrees: f64| {
        let mut d = ground();
        let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        let mut b = Battle::drill(commanded(d), []);
        let arrow = Leg::Arrow { degrees, gait: Gait::March, until: Until::End };
        turn(&mut b, &[("A1", legs([arrow]))], &[]);
        told_by(&p, &b, "orders.2");
        facing(&b, u)
    };
    // So wide a front does not come round in a turn.
    for degrees in [135.0, 225.0, -135.0] {
        let to = after(degrees);
        let right = degrees == 135.0;
        assert!(if right { to > 20.0 && to < 90.0 } else { to > 270.0 && to < 340.0 }, "{degrees} {to}");
    }
    for degrees in [135.1, 224.9] {
        let to = after(degrees);
        assert!(to > 90.0 && to < 270.0, "{degrees} {to}");
    }
}

#[test]
fn cavalry_charges_after_half_a_turn_at_the_march() {
    let p = proves!("07.02.4", "07.02.1", "07.02.2");
    let mut d = ground();
    let u = d.cavalry(Side::A, 20, Formation::Line, 100.0, 10.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", legs([charge()]))], &[]);
    // Half a turn at 30, half a turn at 55.
    stands(&b, u, 100.0, 10.0 + 15.0 + 27.5);
    state(&b, u, State::Order);
    told_by(&p, &b, "07.02.4");
    told_by(&p, &b, "07.02.1");
    // The third half turn costs a grade when it begins, and so does each after it.
    turn(&mut b, &[("A1", legs([charge()]))], &[]);
    stands(&b, u, 100.0, 52.5 + 55.0);
    state(&b, u, State::Light1);
    told_by(&p, &b, "07.02.2");
}

#[test]
fn a_charge_before_the_rest_is_over_costs_grades_from_its_start() {
    let p = proves!("07.02.3.b", "07.02.3.a");
    let mut d = ground();
    let u = d.cavalry(Side::A, 20, Formation::Line, 100.0, 5.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    let short = |t| Leg::March { way: Way::Ahead, gait: Gait::Charge, until: Until::Turns(t) };
    turn(&mut b, &[("A1", legs([short(0.75), cm(1.0)]))], &[]);
    state(&b, u, State::Order);
    turn(&mut b, &[("A1", legs([charge()]))], &[]);
    state(&b, u, State::Light1);
    told_by(&p, &b, "07.02.3.b");
    told_by(&p, &b, "07.02.3.a");
}

#[test]
fn own_units_are_passed_or_waited_for() {
    let p = proves!("07.07.1", "07.07.2", "07.07.3", "07.07.5", "play.interrupt");
    let mut d = ground();
    let through = d.infantry(Side::A, 30, Formation::AttackColumn, 60.0, 40.0, 0.0);
    let stood = d.infantry(Side::A, 20, Formation::Line, 60.0, 50.0, 0.0);
    let stopped = d.infantry(Side::A, 30, Formation::AttackColumn, 110.0, 40.0, 0.0);
    let landwehr = d.infantry(Side::A, 20, Formation::Line, 110.0, 50.0, 0.0);
    d.unit(landwehr).troops.landwehr = true;
    let over = d.infantry(Side::A, 30, Formation::AttackColumn, 160.0, 40.0, 0.0);
    let guns = d.battery(Side::A, 4, 160.0, 55.0, 0.0);
    let mut b = Battle::drill(commanded(d), []);
    let go = legs([ahead()]);
    turn(&mut b, &[("A1", go.clone()), ("A3", go.clone()), ("A5", go)], &[]);
    // Up to the rear of the line at 47, then at half speed: 20 cm a turn.
    let met = (47.0 - 40.0) / 20.0;
    stands(&b, through, 60.0, 47.0 + 10.0 * (1.0 - met));
    state(&b, through, State::Light1);
    state(&b, stood, State::Light1);
    stands(&b, stopped, 110.0, 47.0);
    state(&b, landwehr, State::Order);
    // Through guns in position without a grade and at full speed.
    stands(&b, over, 160.0, 60.0);
    state(&b, over, State::Order);
    state(&b, guns, State::Order);
    for id in ["07.07.1", "07.07.2", "07.07.3", "07.07.5", "play.interrupt"] {
        told_by(&p, &b, id);
    }
}

#[test]
fn marching_side_by_side_no_faster_than_a_line() {
    let p = proves!("07.06.1");
    let mut d = ground();
    let a = d.infantry(Side::A, 30, Formation::AttackColumn, 60.0, 50.0, 0.0);
    let width = d.unit(a).base.width;
    let c = d.infantry(Side::A, 30, Formation::AttackColumn, 60.0 + width + 3.9, 50.0, 0.0);
    let far = d.infantry(Side::A, 30, Formation::AttackColumn, 130.0, 50.0, 0.0);
    let apart = d.infantry(Side::A, 30, Formation::AttackColumn, 130.0 + width + 4.0, 50.0, 0.0);
    let mut b = Battle::drill(commanded(d), []);
    let go = legs([ahead()]);
    turn(&mut b, &[("A1", go.clone()), ("A2", go.clone()), ("A3", go.clone()), ("A4", go)], &[]);
    stands(&b, a, 60.0, 60.0);
    stands(&b, c, 60.0 + width + 3.9, 60.0);
    stands(&b, far, 130.0, 70.0);
    stands(&b, apart, 130.0 + width + 4.0, 70.0);
    told_by(&p, &b, "07.06.1");
}

#[test]
fn both_halt_at_contact_distance() {
    let p = proves!("03.03.1", "03.03.2", "play.contact");
    let (d, a, c) = two_lines(20.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([ahead()]))], &[("B1", legs([ahead()]))]);
    stands(&b, a, 100.0, 57.5);
    stands(&b, c, 100.0, 62.5);
    let halts = b.events().iter().filter(|e| matches!(e.kind, EventKind::Halted { why: Halt::Contact, .. }));
    assert_eq!(halts.count(), 2);
    for id in ["03.03.1", "03.03.2", "play.contact"] {
        told_by(&p, &b, id);
    }
    // Away from him is free, nearer is not.
    turn(&mut b, &[("A1", legs([go(Way::Back)]))], &[("B1", legs([ahead()]))]);
    stands(&b, a, 100.0, 52.5);
    stands(&b, c, 100.0, 62.5);
}

#[test]
fn reorganising_takes_half_turns_and_a_whole_one() {
    let p = proves!("13.06.1", "13.06.2", "13.06.3", "13.06.4", "orders.1");
    let mut d = ground();
    let u = d.infantry(Side::A, 30, Formation::Line, 60.0, 50.0, 0.0);
    d.state(u, State::Light2);
    let v = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.state(v, State::Disorder);
    let w = d.infantry(Side::A, 30, Formation::Line, 140.0, 50.0, 0.0);
    d.state(w, State::Light1);
    let mut b = Battle::drill(commanded(d), []);
    let x = || legs([Leg::Reorganise]);
    turn(&mut b, &[("A1", x()), ("A2", x())], &[]);
    state(&b, u, State::Order);
    state(&b, v, State::Light3);
    // Who has no order does not reorganise.
    state(&b, w, State::Light1);
    for id in ["13.06.1", "13.06.2", "13.06.3", "13.06.4", "orders.1"] {
        told_by(&p, &b, id);
    }
    // A half turn begun in one turn is ended in the next.
    turn(&mut b, &[("A3", legs([cm(7.5), Leg::Reorganise]))], &[]);
    state(&b, w, State::Light1);
    turn(&mut b, &[("A3", x())], &[]);
    state(&b, w, State::Order);
    let at =
        find(&b, |e| matches!(e.kind, EventKind::Reorganised { unit, .. } if unit == w).then_some(e.clock));
    near(at.unwrap(), 0.25);
}

#[test]
fn batteries_limber_and_unlimber_in_their_time() {
    let p = proves!("06.03.1");
    let mut d = ground();
    let guns = d.battery(Side::A, 4, 100.0, 50.0, 0.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([Leg::Limber { column: false, about: true }, ahead()]))], &[]);
    assert!(b.field()[guns].limbered());
    stands(&b, guns, 100.0, 60.0);
    state(&b, guns, State::Order);
    turn(&mut b, &[("A1", legs([Leg::Unlimber { about: true }]))], &[]);
    assert!(b.field()[guns].unlimbered());
    assert!(b.field()[guns].battery.as_ref().unwrap().ready.is_some());
    told_by(&p, &b, "06.03.1");
}

#[test]
fn obstacles_cost_a_grade_and_their_time() {
    let p = proves!("07.05.4.a");
    let mut d = ground();
    let hedge = d.infantry(Side::A, 30, Formation::AttackColumn, 60.0, 50.0, 0.0);
    let wall = d.infantry(Side::A, 30, Formation::Line, 120.0, 50.0, 0.0);
    let horse = d.cavalry(Side::A, 12, Formation::Line, 180.0, 50.0, 0.0);
    d.line("hedge", Obstacle::I, Cover::None, &[(40.0, 55.0), (80.0, 55.0)]);
    d.line("wall", Obstacle::II, Cover::None, &[(100.0, 52.0), (140.0, 52.0)]);
    d.line("ditch", Obstacle::II, Cover::None, &[(160.0, 55.0), (200.0, 55.0)]);
    let mut b = Battle::drill(commanded(d), []);
    let go = legs([ahead()]);
    turn(&mut b, &[("A1", go.clone()), ("A2", go.clone()), ("A3", go)], &[]);
    stands(&b, hedge, 60.0, 70.0);
    state(&b, hedge, State::Light1);
    state(&b, wall, State::Light1);
    // 2 cm to the wall, half a turn for its two ranks, 3 cm beyond.
    assert!((b.field()[wall].base.front.y - 55.0).abs() < 0.1, "{}", b.field()[wall].base.front.y);
    // Cavalry stops before it.
    assert!((b.field()[horse].base.front.y - 55.0).abs() < 0.6, "{}", b.field()[horse].base.front.y);
    state(&b, horse, State::Order);
    told_by(&p, &b, "07.05.4.a");
}

#[test]
fn a_slip_that_cannot_be_read_changes_nothing() {
    let mut d = ground();
    d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    let slip = |t: &str| Answer::Orders {
        orders: [("A1".to_string(), Written::Slip(t.into()))].into(),
        staff: Vec::new(),
        letters: Vec::new(),
        instructions: Default::default(),
    };
    assert!(b.answer(Side::A, slip("nonsense of all kinds")).is_err());
    assert_eq!(b.pending().len(), 2);
    // Nobody else's units take orders.
    assert!(b.answer(Side::B, slip("X")).is_err());
    b.answer(Side::A, slip("X")).unwrap();
    assert_eq!(b.pending().len(), 1);
}

#[test]
fn a_pivot_of_several_turns_costs_one_grade() {
    let p = proves!("06.01.3.a");
    let pivots = |next: fn(f64) -> f64| {
        let mut d = ground();
        let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([Leg::Pivot { degrees: 90.0 }]))], &[]);
        state(&b, u, State::Light1);
        let done = facing(&b, u);
        assert!(done > 21.0 && done < 69.0, "{done}");
        turn(&mut b, &[("A1", legs([Leg::Pivot { degrees: next(done) }]))], &[]);
        (b.field()[u].state, b)
    };
    // The rest of it, or a part of the rest, is no other front change; more than the rest, or back, is one.
    assert_eq!(pivots(|done| 90.0 - done).0, State::Light1);
    assert_eq!(pivots(|_| 21.0).0, State::Light1);
    assert_eq!(pivots(|done| 91.0 - done).0, State::Light2);
    let (graded, b) = pivots(|done| -done);
    assert_eq!(graded, State::Light2);
    told_by(&p, &b, "06.01.3.a");
}
