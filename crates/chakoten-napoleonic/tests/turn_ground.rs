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

#[test]
fn paths_are_for_single_files_and_neither_guns_nor_wagons() {
    let p = proves!("16.02.1.c", "skema.III.a");
    // A path through a wood, which is shut beside it.
    let wood = |change: &dyn Fn(&mut Drill)| {
        let mut d = Drill::new();
        d.wood("wood", (60.0, 55.0), (140.0, 150.0));
        d.path("path", &[(100.0, 0.0), (100.0, 160.0)], 6.0);
        change(&mut d);
        march(d)
    };
    let foot = |formation: Formation| {
        wood(&move |d: &mut Drill| {
            d.infantry(Side::A, 12, formation, 100.0, 50.0, 0.0);
        })
    };
    // A fifth of a turn to the wood at 25 cm, the rest at 12.
    let b = foot(Formation::SingleFile);
    let went = gone(&b, 50.0);
    assert!((went - (5.0 + 12.0 * 0.8)).abs() < 0.02 || (went - 12.0).abs() < 0.02, "{went}");
    told_by(&p, &b, "skema.III.a");
    let b = foot(Formation::MarchColumn);
    near(&b, 50.0, 5.0);
    // Cossacks ride it in single file at 15.
    let cossacks = |formation: Formation| {
        wood(&move |d: &mut Drill| {
            let u = d.cavalry(Side::A, 12, formation, 100.0, 50.0, 0.0);
            d.weight(u, chakoten_napoleonic::troop::Weight::Cossack);
        })
    };
    assert!(gone(&cossacks(Formation::SingleFile), 50.0) > 12.0);
    near(&cossacks(Formation::AttackColumn), 50.0, 5.0);
    let guns = wood(&|d: &mut Drill| {
        let u = d.battery(Side::A, 4, 100.0, 50.0, 0.0);
        d.limber(u, true);
    });
    near(&guns, 50.0, 5.0);
    let wagon = wood(&|d: &mut Drill| {
        d.wagon(Side::A, 100.0, 50.0, 0.0);
    });
    near(&wagon, 50.0, 5.0);
    // On the path itself neither has a length.
    let how = chakoten_napoleonic::going::How::ahead(chakoten_napoleonic::troop::Gait::March);
    let on = |b: &Battle| {
        chakoten_napoleonic::going::length_on(
            b.field(),
            &b.field()[A],
            chakoten_napoleonic::troop::Going::Path,
            &how,
        )
        .map(|_| ())
        .map_err(|c| c.id())
    };
    assert_eq!(p.shows("16.02.1.c", (on(&guns), on(&wagon))), (Err("16.02.1.c"), Err("16.02.1.c")));
}

#[test]
fn who_may_go_through_a_plantation() {
    let p = proves!("16.02.2.a");
    let park = |change: &dyn Fn(&mut Drill)| {
        let mut d = Drill::new();
        d.square(PatchKind::Plantation, "park", (20.0, 55.0), (220.0, 150.0));
        change(&mut d);
        march(d)
    };
    use Formation::{AttackColumn, Line, MarchColumn, SingleFile, Skirmish, Square};
    let foot = |formation: Formation| {
        park(&move |d: &mut Drill| {
            let u = d.infantry(Side::A, 12, formation, 100.0, 50.0, 0.0);
            if formation == Skirmish {
                d.spacing(u, 3.0);
                d.infantry(Side::A, 24, Line, 100.0, 40.0, 0.0);
            }
        })
    };
    for formation in [MarchColumn, SingleFile, Skirmish] {
        assert!(gone(&foot(formation), 50.0) > 10.0, "{formation:?}");
    }
    // Four ranks are stopped at its edge; two stand in the edge and go no deeper.
    for formation in [AttackColumn, Square] {
        let b = foot(formation);
        assert!(gone(&b, 50.0) <= 5.02, "{formation:?}");
    }
    let b = foot(AttackColumn);
    assert!(halted(&b, "16.02.2.a"));
    told_by(&p, &b, "16.02.2.a");
    let line = gone(&foot(Line), 50.0);
    assert!(line > 5.1 && line < 8.5, "{line}");
    let horse = |formation: Formation, cossacks: bool| {
        park(&move |d: &mut Drill| {
            let u = d.cavalry(Side::A, 12, formation, 100.0, 50.0, 0.0);
            if cossacks {
                d.weight(u, chakoten_napoleonic::troop::Weight::Cossack);
            }
            if formation == Skirmish {
                d.spacing(u, 3.0);
                d.cavalry(Side::A, 24, Line, 100.0, 35.0, 0.0);
            }
        })
    };
    assert!(gone(&horse(MarchColumn, false), 50.0) > 10.0);
    // The swarm goes as the march column does: 5 cm at 40 a turn, then at 12.
    near(&horse(Skirmish, false), 50.0, 5.0 + 12.0 * (1.0 - 5.0 / 40.0));
    near(&horse(Line, false), 50.0, 5.0);
    near(&horse(Skirmish, true), 50.0, 5.0);
    assert!(gone(&horse(MarchColumn, true), 50.0) > 10.0);
    let guns = park(&|d: &mut Drill| {
        let u = d.battery(Side::A, 4, 100.0, 50.0, 0.0);
        d.limber(u, true);
    });
    near(&guns, 50.0, 5.0);
}

#[test]
fn the_time_over_an_obstacle_is_counted_by_pairs_of_ranks() {
    let p = proves!("skema.VII.a", "play.ground");
    // The wall is 1 cm before the front: a tenth, a twentieth or a fifth of a turn, then the passage, then the rest.
    let over = |obstacle: Obstacle, formation: Formation, figures: u16| {
        let mut d = Drill::new();
        d.infantry(Side::A, figures, formation, 100.0, 50.0, 0.0);
        d.line("wall", obstacle, Cover::None, &[(60.0, 51.0), (140.0, 51.0)]);
        let b = march(d);
        (gone(&b, 50.0), b)
    };
    let (cm, b) = over(Obstacle::I, Formation::Line, 12);
    assert!((cm - 10.0).abs() < 0.02, "{cm}");
    state(&b, A, State::Light1);
    told_by(&p, &b, "skema.VII.a");
    let (cm, _) = over(Obstacle::II, Formation::Line, 12);
    assert!((cm - 5.0).abs() < 0.02, "{cm}");
    // Three ranks are two pairs: a whole turn, so that it is not over yet.
    let (cm, _) = over(Obstacle::II, Formation::AttackColumn, 12);
    assert!((cm - 1.0).abs() < 0.02, "{cm}");
    let (cm, _) = over(Obstacle::III, Formation::Line, 12);
    assert!((cm - 1.0).abs() < 0.02, "{cm}");
    // Several reasons to go at half speed halve it each; a leg is summed piece by piece.
    let mut d = foot(Formation::Line);
    d.square(PatchKind::Difficult, "field", (60.0, 20.0), (140.0, 48.5));
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([crate::field_day::go(chakoten_napoleonic::order::Way::Back)]))], &[]);
    // Backwards at 5 a turn its rear reaches the field at once, 3 cm behind its front, and goes at 2.5.
    let went = gone(&b, 50.0);
    assert!((went + 2.5).abs() < 0.02, "{went}");
    // Half of its front in a field where it goes at 25, the other half in a park where it goes at 12.
    let mut d = Drill::new();
    d.cavalry(Side::A, 12, Formation::MarchColumn, 100.0, 50.0, 0.0);
    d.square(PatchKind::Difficult, "field", (60.0, 40.0), (100.0, 150.0));
    d.square(PatchKind::Plantation, "park", (100.0, 40.0), (140.0, 150.0));
    let b = march(d);
    near(&b, 50.0, 12.0);
    told_by(&p, &b, "play.ground");
}

#[test]
fn unmanned_guns_are_an_obstacle_where_their_bases_stand() {
    let p = proves!("01.03.5");
    let past = |x: f64, charges: bool| {
        let mut d = Drill::new();
        d.cavalry(Side::A, 12, Formation::MarchColumn, x, 50.0, 0.0);
        let guns = d.battery(Side::B, 4, 100.0, 60.0, 0.0);
        chakoten_napoleonic::stance::leave_guns(d.unit(guns), false);
        d.unit(guns).base.front = table::v2(200.0, 140.0);
        let mut b = Battle::drill(commanded(d), []);
        let leg = if charges { crate::field_day::charge() } else { ahead() };
        turn(&mut b, &[("A1", legs([leg]))], &[]);
        b
    };
    // 5 cm wide about x 100, and the column 4: at 104.5 it only touches them.
    let b = past(104.4, false);
    state(&b, A, State::Light1);
    told_by(&p, &b, "01.03.5");
    state(&past(104.5, false), A, State::Order);
    near(&past(100.0, false), 50.0, 45.0);
}

#[test]
fn a_battery_makes_a_gap_in_a_hedge_in_a_turn_and_goes_through_it() {
    let p = proves!("07.05.5");
    let hedge = |obstacle: Obstacle, cover: Cover, leg: Leg| {
        let mut d = Drill::new();
        let u = d.battery(Side::A, 4, 100.0, 54.9, 0.0);
        d.limber(u, true);
        d.unit(u).base.front.y = 54.9;
        d.line("Hedge", obstacle, cover, &[(60.0, 55.0), (140.0, 55.0)]);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([leg]))], &[]);
        turn(&mut b, &[("A1", legs([ahead()]))], &[]);
        (gone(&b, 54.9), b)
    };
    let gap = || Leg::MakeGap { object: "Hedge".into() };
    let (went, b) = hedge(Obstacle::I, Cover::None, gap());
    assert!((went - 20.0).abs() < 0.2, "{went}");
    told_by(&p, &b, "07.05.5");
    // Without it, or where there is cover or more of an obstacle, it stands before it.
    for (obstacle, cover, leg) in [
        (Obstacle::I, Cover::None, Leg::Stand { turns: 1.0 }),
        (Obstacle::I, Cover::I, gap()),
        (Obstacle::II, Cover::None, gap()),
    ] {
        let (went, _) = hedge(obstacle, cover, leg);
        assert!(went.abs() < 0.2, "{obstacle:?} {cover:?} {went}");
    }
    // The gap is as wide as a column: a line of two models beside each other does not go through.
    let mut d = Drill::new();
    let u = d.battery(Side::A, 4, 100.0, 54.9, 0.0);
    d.limber(u, true);
    let broad = d.battery(Side::A, 16, 100.0, 20.0, 0.0);
    d.limber(broad, false);
    d.line("Hedge", Obstacle::I, Cover::None, &[(60.0, 55.0), (140.0, 55.0)]);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([gap()]))], &[]);
    turn(&mut b, &[("A1", legs([ahead()]))], &[]);
    for _ in 0..2 {
        turn(&mut b, &[("A2", legs([ahead()]))], &[]);
    }
    assert!(b.field()[broad].base.front.y < 55.1, "{}", b.field()[broad].base.front.y);
}
