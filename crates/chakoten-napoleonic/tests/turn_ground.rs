//! Marches over the ground in play (chapter 07, play.ground): how far, in what formation, over what, and what stops them.

use crate::field_day::{ahead, commanded, find, last_turn, legs, show, state, told_by, turn};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::Halt;
use chakoten_napoleonic::ground::{CrossingKind, PatchKind};
use chakoten_napoleonic::order::Leg;
use chakoten_napoleonic::troop::{Cover, Formation, Obstacle, State};
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};

const A: UnitId = UnitId(0);

/// It marches on for a turn.
fn march(d: Drill) -> Battle {
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([ahead()]))], &[]);
    b
}

/// How far its front has come.
fn gone(b: &Battle, from: f64) -> f64 {
    b.field()[A].base.front.y - from
}

#[track_caller]
fn near(b: &Battle, from: f64, cm: f64) {
    let went = gone(b, from);
    if (went - cm).abs() > 0.02 {
        show(b);
    }
    assert!((went - cm).abs() <= 0.02, "{went} {cm}");
}

fn foot(formation: Formation) -> Drill {
    let mut d = Drill::new();
    d.infantry(Side::A, 12, formation, 100.0, 50.0, 0.0);
    d
}

/// What halted it, by which clause.
fn halted(b: &Battle, id: &str) -> bool {
    last_turn(b)
        .iter()
        .any(|e| matches!(e.kind, EventKind::Halted { unit: A, why: Halt::Impassable, .. }) && e.rests_on(id))
}

#[test]
fn march_lengths_are_those_of_the_table() {
    let p = proves!("07.01.1", "07.01.4", "07.01.7");
    for (formation, cm) in [
        (Formation::MarchColumn, 25.0),
        (Formation::AttackColumn, 20.0),
        (Formation::Line, 10.0),
        (Formation::Square, 5.0),
        (Formation::Clump, 5.0),
    ] {
        let b = march(foot(formation));
        near(&b, 50.0, cm);
        told_by(&p, &b, "07.01.1");
    }
    let mut d = foot(Formation::Line);
    d.unit(A).working = true;
    let b = march(d);
    near(&b, 50.0, 25.0);
    told_by(&p, &b, "07.01.7");
    // Light guns are manhandled 10 cm, by a gunner for each two of them.
    let guns = |gunners: u16| {
        let mut d = Drill::new();
        let u = d.battery(Side::A, 8, 100.0, 50.0, 0.0);
        d.unit(u).figures = gunners;
        march(d)
    };
    let b = guns(4);
    near(&b, 50.0, 10.0);
    told_by(&p, &b, "07.01.4");
    let b = guns(3);
    near(&b, 50.0, 0.0);
    told_by(&p, &b, "07.01.4");
}

#[test]
fn gunners_without_guns_go_as_infantry() {
    let p = proves!("07.01.5");
    let run = |reading: &str| {
        let mut d = Drill::new();
        let u = d.battery(Side::A, 4, 100.0, 80.0, 0.0);
        d.read("gunners-row", reading);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([Leg::LeaveGuns { limbers: false }]))], &[]);
        assert!(b.field()[u].crew_alone());
        let from = b.field()[u].base.front.y;
        turn(&mut b, &[("A1", legs([Leg::About, ahead()]))], &[]);
        told_by(&p, &b, "07.01.5");
        from - b.field()[u].base.front.y
    };
    let (skirmish, line) = (run("skirmish"), run("line"));
    assert!(skirmish > line + 5.0, "{skirmish} {line}");
}

#[test]
fn each_piece_of_ground_has_its_own_length() {
    let p = proves!("07.03.2");
    // 10 cm at 20 a turn, then at 10.
    let mut d = foot(Formation::AttackColumn);
    d.square(PatchKind::Difficult, "field", (60.0, 60.0), (140.0, 100.0));
    let b = march(d);
    near(&b, 50.0, 10.0 + 5.0);
    told_by(&p, &b, "07.03.2");
    // If only the corner of its front is on it the whole unit is slow; at its edge it is not.
    let side = |edge: f64| {
        let mut d = foot(Formation::AttackColumn);
        d.files(A, 4);
        d.square(PatchKind::Difficult, "field", (103.0 + edge, 40.0), (140.0, 100.0));
        gone(&march(d), 50.0)
    };
    assert!((side(0.0) - 20.0).abs() < 0.02);
    assert!((side(-0.2) - 10.0).abs() < 0.02);
}

#[test]
fn water_is_crossed_in_column_with_a_grade_or_not_at_all() {
    let p = proves!("07.04.1.a", "07.04.2", "07.04.3", "07.04.5", "07.04.1.b", "07.04.4.a");
    let brook = |formation: Formation, wide: f64| {
        let mut d = foot(formation);
        d.water("brook", (0.0, 55.0), (240.0, 55.0 + wide));
        march(d)
    };
    // 5 cm at 25, the 4 of the brook at 10, and the rest at 25.
    let b = brook(Formation::MarchColumn, 4.0);
    near(&b, 50.0, 9.0 + 25.0 * (1.0 - 0.2 - 0.4));
    state(&b, A, State::Light1);
    told_by(&p, &b, "07.04.2");
    told_by(&p, &b, "07.04.5");
    let b = brook(Formation::AttackColumn, 4.0);
    assert!(halted(&b, "07.04.3"));
    near(&b, 50.0, 5.0);
    told_by(&p, &b, "07.04.3");
    let b = brook(Formation::MarchColumn, 4.1);
    assert!(halted(&b, "07.04.1.a"));
    told_by(&p, &b, "07.04.1.a");
    // Under half a cm it is a ditch.
    let b = brook(Formation::AttackColumn, 0.4);
    assert!(gone(&b, 50.0) > 15.0);
    state(&b, A, State::Light1);
    told_by(&p, &b, "07.04.1.b");
    // A bridge carries march columns.
    let bridge = |formation: Formation| {
        let mut d = foot(formation);
        d.water("river", (0.0, 55.0), (240.0, 63.0));
        d.crossing(CrossingKind::StoneBridge, "bridge", (97.0, 54.5), (103.0, 63.5));
        d.road("road", &[(100.0, 0.0), (100.0, 120.0)], 6.0);
        march(d)
    };
    let b = bridge(Formation::MarchColumn);
    near(&b, 50.0, 35.0);
    state(&b, A, State::Order);
    let b = bridge(Formation::AttackColumn);
    assert!(gone(&b, 50.0) < 5.1);
    told_by(&p, &b, "07.04.4.a");
}

#[test]
fn obstacles_take_their_time_or_stop() {
    let p = proves!("07.05.1", "07.05.3", "07.05.2");
    let wall = |obstacle: Obstacle, formation: Formation| {
        let mut d = foot(formation);
        d.line("wall", obstacle, Cover::None, &[(60.0, 55.0), (140.0, 55.0)]);
        march(d)
    };
    // Four ranks through an obstacle II take a whole turn, two half of one.
    let b = wall(Obstacle::II, Formation::AttackColumn);
    near(&b, 50.0, 5.0);
    let b = wall(Obstacle::II, Formation::Line);
    near(&b, 50.0, 5.0);
    let b = wall(Obstacle::I, Formation::Line);
    near(&b, 50.0, 10.0);
    let mut d = Drill::new();
    d.infantry(Side::A, 12, Formation::Line, 100.0, 50.0, 0.0);
    d.line("wall", Obstacle::II, Cover::None, &[(60.0, 52.0), (140.0, 52.0)]);
    let b = march(d);
    near(&b, 50.0, 2.0 + 3.0);
    told_by(&p, &b, "07.05.1");
    // Cavalry passes only obstacles I, and nobody a high wall without an opening.
    let horse = |obstacle: Obstacle| {
        let mut d = Drill::new();
        d.cavalry(Side::A, 12, Formation::Line, 100.0, 50.0, 0.0);
        d.line("wall", obstacle, Cover::None, &[(60.0, 55.0), (140.0, 55.0)]);
        march(d)
    };
    near(&horse(Obstacle::I), 50.0, 30.0);
    let b = horse(Obstacle::II);
    near(&b, 50.0, 5.0);
    told_by(&p, &b, "07.05.3");
    let mut d = foot(Formation::Line);
    d.line("wall", Obstacle::Impassable, Cover::III, &[(60.0, 55.0), (140.0, 55.0)]);
    let b = march(d);
    near(&b, 50.0, 5.0);
    told_by(&p, &b, "07.05.2");
}

#[test]
fn the_edge_of_a_wood_is_an_obstacle_and_costs_a_grade() {
    let p = proves!("16.02.1.b", "07.05.4.a");
    // Two ranks go into the edge; a column of four does not.
    let into = |formation: Formation| {
        let mut d = foot(formation);
        d.wood("wood", (60.0, 55.0), (140.0, 120.0));
        march(d)
    };
    let b = into(Formation::Line);
    assert!(gone(&b, 50.0) > 5.1, "{}", gone(&b, 50.0));
    state(&b, A, State::Light1);
    told_by(&p, &b, "07.05.4.a");
    told_by(&p, &b, "16.02.1.b");
    // Skirmishers get none.
    let mut d = foot(Formation::Skirmish);
    d.spacing(A, 3.0);
    d.infantry(Side::A, 20, Formation::Line, 100.0, 40.0, 0.0);
    d.wood("wood", (60.0, 55.0), (140.0, 120.0));
    let b = march(d);
    assert!(gone(&b, 50.0) > 5.1);
    state(&b, A, State::Order);
}

#[test]
fn swamps_and_woods_are_shut_off_their_roads() {
    let p = proves!("07.04.6", "07.01.8", "16.02.1.a");
    let on = |kind: PatchKind, formation: Formation, road: bool| {
        let mut d = foot(formation);
        d.square(kind, "ground", (60.0, 55.0), (140.0, 120.0));
        if road {
            d.road("road", &[(100.0, 0.0), (100.0, 150.0)], 4.0);
        }
        march(d)
    };
    let b = on(PatchKind::Swamp, Formation::MarchColumn, false);
    near(&b, 50.0, 5.0);
    assert!(halted(&b, "07.04.6"));
    told_by(&p, &b, "07.04.6");
    near(&on(PatchKind::Swamp, Formation::MarchColumn, true), 50.0, 35.0);
    let b = on(PatchKind::Wood, Formation::MarchColumn, false);
    assert!(gone(&b, 50.0) < 10.0);
    told_by(&p, &b, "16.02.1.a");
    near(&on(PatchKind::Wood, Formation::MarchColumn, true), 50.0, 35.0);
    // In a plantation a march column goes at 12.
    let b = on(PatchKind::Plantation, Formation::MarchColumn, false);
    assert!((gone(&b, 50.0) - (5.0 + 12.0 * 0.8)).abs() < 0.1, "{}", gone(&b, 50.0));
    told_by(&p, &b, "07.01.8");
}

#[test]
fn who_retreats_does_not_go_through_others() {
    let p = proves!("07.07.4", "13.01.1");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 24, Formation::AttackColumn, 100.0, 60.0, 0.0);
    d.state(u, State::Light3);
    let rear = d.unit(u).base.rear().y;
    d.infantry(Side::A, 60, Formation::Line, 100.0, rear - 3.0, 0.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(
        &mut b,
        &[("A1", legs([Leg::Form { formation: Formation::Line, files: None, density: None }]))],
        &[],
    );
    state(&b, u, State::Disorder);
    assert!((b.field()[u].base.rear().y - (rear - 3.0)).abs() < 0.02);
    let cornered = find(&b, |e| matches!(e.kind, EventKind::Cornered { unit } if unit == u).then_some(()));
    assert!(cornered.is_some());
    told_by(&p, &b, "07.07.4");
    told_by(&p, &b, "13.01.1");
}

#[test]
fn who_begins_at_the_very_edge_of_water_or_wood_has_its_grade() {
    let p = proves!("07.04.5", "07.05.4.a");
    // Its front on the edge, before it, and in the water already.
    for (from, to) in [(50.0, State::Light1), (51.0, State::Light1), (48.0, State::Order)] {
        let mut d = foot(Formation::MarchColumn);
        d.water("brook", (40.0, from), (160.0, from + 4.0));
        let b = march(d);
        if b.field()[A].state != to {
            show(&b);
        }
        state(&b, A, to);
        if to == State::Light1 {
            told_by(&p, &b, "07.04.5");
        }
    }
    let mut d = foot(Formation::Line);
    d.wood("forest", (40.0, 50.0), (160.0, 100.0));
    let b = march(d);
    state(&b, A, State::Light1);
    told_by(&p, &b, "07.05.4.a");
}
