//! Attacks in play: announcing, arrival, melee, what follows it; command and rally before the clock runs.

use crate::field_day::{
    ahead, attack, done, find, last_turn, legs, show, stands, state, told_by, turn, turn_with, two_lines,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::{Outcome, Why};
use chakoten_napoleonic::order::{Choice, Course};
use chakoten_napoleonic::troop::{Cover, Formation, Nation, Obstacle, State};
use chakoten_napoleonic::unit::StaffId;
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};

fn melees(b: &Battle) -> Vec<(f64, UnitId, UnitId, Outcome)> {
    let all = last_turn(b).iter().filter_map(|e| match e.kind {
        EventKind::Melee { unit, target, outcome, .. } => Some((e.clock, unit, target, outcome)),
        _ => None,
    });
    all.collect()
}

#[test]
fn an_announced_attack_is_fought_where_it_arrives() {
    let p = proves!("03.02.4.c", "12.01.1", "12.02.1", "play.melee.order");
    let (d, a, c) = two_lines(12.0);
    let mut b = Battle::drill(d.field(), [6, 6, 6, 1, 1, 1]);
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    let all = melees(&b);
    assert_eq!(all.len(), 1);
    assert!((all[0].0 - 0.7).abs() < 2e-3);
    assert_eq!((all[0].1, all[0].2, all[0].3), (a, c, Outcome::Won));
    assert!(b.field()[c].state >= State::Disorder);
    for id in ["03.02.4.c", "12.01.1", "12.02.1", "play.melee.order"] {
        told_by(&p, &b, id);
    }
    done(&b);
}

#[test]
fn an_attack_that_is_not_announced_is_not_fought() {
    let p = proves!("03.02.4.d");
    let (d, a, _) = two_lines(12.0);
    let mut b = Battle::drill(d.field(), []);
    turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("attack A1", Choice::No)]);
    assert!(melees(&b).is_empty());
    stands(&b, a, 100.0, 57.0);
    told_by(&p, &b, "03.02.4.d");
}

#[test]
fn a_beaten_unit_flees_a_whole_turn_however_late() {
    let p = proves!("13.01.2", "play.flight", "12.02.2.3");
    let (d, _, c) = two_lines(12.0);
    let mut b = Battle::drill(d.field(), [6, 6, 6, 1, 1, 1]);
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    state(&b, c, State::Complete);
    let flight = find(&b, |e| match e.kind {
        EventKind::Moved { unit, cm, why: Why::Flees, .. } if unit == c => Some((e.clock, cm)),
        _ => None,
    });
    let (at, cm) = flight.unwrap();
    assert!((at - 0.7).abs() < 2e-3 && (cm - 30.0).abs() < 1e-2, "{at} {cm}");
    for id in ["13.01.2", "play.flight", "12.02.2.3"] {
        told_by(&p, &b, id);
    }
}

#[test]
fn after_a_draw_both_stand_or_go_back() {
    let p = proves!("12.02.4", "07.01.3");
    let (mut d, a, c) = two_lines(12.0);
    // Both of one nation, so that equal dice are a draw.
    d.unit(a).nation = Nation::Other;
    d.unit(c).nation = Nation::Other;
    let field = d.field();
    let mut b = Battle::drill(field.clone(), [3, 3, 3, 3, 3, 3]);
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    assert_eq!(melees(&b)[0].3, Outcome::Drawn);
    done(&b);
    let (first, second) = (c, a);
    let mut b = Battle::drill(field, [3, 3, 3, 3, 3, 3]);
    turn_with(
        &mut b,
        &[("A1", attack("B1"))],
        &[],
        &[("after B1", Choice::Way(Course::GoBack)), ("after A1", Choice::Way(Course::GoBack))],
    );
    let went = |u: UnitId| {
        last_turn(&b).iter().any(|e| matches!(e.kind, EventKind::GoesBack { unit, .. } if unit == u))
    };
    assert!(went(first) && went(second));
    told_by(&p, &b, "12.02.4");
    told_by(&p, &b, "07.01.3");
    done(&b);
}

#[test]
fn a_victor_follows_to_contact_distance() {
    let p = proves!("12.02.5", "12.02.7");
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 30.0);
    d.commander(Side::B, 100.0, 100.0);
    let a = d.cavalry(Side::A, 20, Formation::Line, 100.0, 40.0, 0.0);
    let c = d.cavalry(Side::B, 20, Formation::Line, 100.0, 60.0, 180.0);
    let mut b = Battle::drill(d.field(), [6, 6, 5, 2, 3, 1]);
    turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("victor A1", Choice::Way(Course::Follow))]);
    let out = melees(&b);
    assert_eq!(out[0].3, Outcome::Won);
    let follows = |e: &chakoten_napoleonic::event::Event| {
        matches!(e.kind, EventKind::Moved { unit, why: Why::Follows, .. } if unit == a).then_some(())
    };
    if find(&b, follows).is_none() {
        show(&b);
    }
    assert!(find(&b, follows).is_some());
    told_by(&p, &b, "12.02.5");
    told_by(&p, &b, "12.02.7");
    assert!(b.field()[c].state >= State::Disorder);
}

#[test]
fn out_of_command_a_unit_rolls_or_stands() {
    let p = proves!("08.03.5", "08.03.4", "03.02.4.a", "play.command-check");
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 20.0);
    let near = d.infantry(Side::A, 20, Formation::Line, 100.0, 50.0, 0.0);
    let far = d.infantry(Side::A, 20, Formation::Line, 100.0, 90.0, 0.0);
    let obeys = d.infantry(Side::A, 20, Formation::Line, 150.0, 90.0, 0.0);
    let mut b = Battle::drill(d.field(), [1, 1, 1, 6, 6, 6]);
    turn(&mut b, &[("A1", legs([ahead()])), ("A2", legs([ahead()])), ("A3", legs([ahead()]))], &[]);
    stands(&b, near, 100.0, 60.0);
    stands(&b, far, 100.0, 90.0);
    stands(&b, obeys, 150.0, 100.0);
    for id in ["08.03.5", "08.03.4", "03.02.4.a", "play.command-check"] {
        told_by(&p, &b, id);
    }
    done(&b);
}

#[test]
fn a_routed_unit_rallies_or_flees_on_with_losses() {
    let p = proves!("13.06.5", "03.02.4.b", "play.rally", "13.02.4");
    let mut d = Drill::new();
    d.commander(Side::A, 60.0, 30.0);
    let good = d.infantry(Side::A, 20, Formation::Line, 60.0, 80.0, 0.0);
    let bad = d.infantry(Side::A, 20, Formation::Line, 180.0, 80.0, 0.0);
    d.state(good, State::Complete);
    d.state(bad, State::Complete);
    let mut field = d.field();
    field.turn = 1;
    for u in [good, bad] {
        field[u].record.flight_turn = Some(1);
    }
    let mut b = Battle::drill(field, [5, 5, 5, 1, 1, 1]);
    turn(&mut b, &[], &[]);
    assert!(b.field()[good].state.intact() || b.field()[good].state == State::Disorder);
    state(&b, bad, State::Complete);
    // Towards its own edge, for it sees no enemy, with a tenth of its men less.
    assert_eq!(b.field()[bad].losses.men, 40);
    assert!(b.field()[bad].base.front.y < 60.0);
    for id in ["13.06.5", "03.02.4.b", "play.rally", "13.02.4"] {
        told_by(&p, &b, id);
    }
    done(&b);
}

#[test]
fn skirmishers_are_pressed_back_to_their_soutien() {
    let p = proves!("14.04.1.a", "play.press-back");
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 30.0);
    d.commander(Side::B, 100.0, 110.0);
    let a = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    let body = d.infantry(Side::B, 30, Formation::Line, 100.0, 82.0, 180.0);
    let line = d.sent_out(body, 5, 3.0, 100.0, 70.0);
    let mut b = Battle::drill(d.field(), []);
    turn_with(&mut b, &[("A1", legs([ahead()]))], &[], &[("line fires", Choice::No)]);
    // The column is not halted by the line.
    stands(&b, a, 100.0, 70.0);
    let f = b.field();
    assert!(f.in_contact(&f[line], &f[body]));
    told_by(&p, &b, "14.04.1.a");
    told_by(&p, &b, "play.press-back");
}

#[test]
fn the_same_battle_from_the_other_side() {
    let _p = proves!("03.01.1");
    let fight = |swap: bool| {
        let (first, second) = if swap { (Side::B, Side::A) } else { (Side::A, Side::B) };
        let mut d = Drill::new();
        d.commander(first, 100.0, 40.0);
        d.commander(second, 100.0, 100.0);
        if swap {
            d.edges(chakoten_napoleonic::field::Edge::North, chakoten_napoleonic::field::Edge::South);
        }
        let a = d.infantry(first, 30, Formation::Line, 100.0, 50.0, 0.0);
        let c = d.infantry(second, 24, Formation::AttackColumn, 100.0, 64.0, 180.0);
        d.files(c, 5);
        // Both of one nation and drill.
        for u in [a, c] {
            let unit = d.unit(u);
            (unit.nation, unit.troops, unit.training) =
                (Nation::Other, Default::default(), Default::default());
        }
        let code = |d: &mut Drill, u| d.unit(u).code.to_string();
        let (ca, cc) = (code(&mut d, a), code(&mut d, c));
        let mut b = Battle::drill(d.field(), [4, 4, 4, 3, 3, 3]);
        let charge = [(cc.as_str(), attack(&ca))];
        if swap {
            turn(&mut b, &charge, &[])
        } else {
            turn(&mut b, &[], &charge)
        }
        let f = b.field();
        (f[a].base.front, f[c].base.front, f[a].state, f[c].state, f[a].losses.men, f[c].losses.men)
    };
    assert_eq!(fight(false), fight(true));
}

#[test]
fn a_rout_sweeps_along_whom_it_touches() {
    let p = proves!("13.05.1", "13.05.4");
    let (mut d, _, c) = two_lines(12.0);
    let behind = d.infantry(Side::B, 30, Formation::Line, 100.0, 75.0, 180.0);
    let mut b = Battle::drill(d.field(), [6, 6, 6, 1, 1, 1, 6, 6, 6, 1, 1, 1]);
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    state(&b, c, State::Complete);
    let swept = find(&b, |e| match e.kind {
        EventKind::SweptAlong { unit, by, to, .. } => Some((unit, by, to)),
        _ => None,
    });
    let (unit, by, to) = swept.unwrap();
    assert_eq!((unit, by), (behind, c));
    assert!(to >= State::Disorder);
    state(&b, behind, to);
    told_by(&p, &b, "13.05.1");
    told_by(&p, &b, "13.05.4");
    done(&b);
}

#[test]
fn skirmishers_go_back_before_an_announced_attack() {
    let p = proves!("03.02.8");
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 30.0);
    d.commander(Side::B, 100.0, 110.0);
    d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    let body = d.infantry(Side::B, 30, Formation::Line, 100.0, 82.0, 180.0);
    let line = d.sent_out(body, 5, 3.0, 100.0, 70.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    let f = b.field();
    assert!(f.gap(&f[line], &f[body]) <= 0.11);
    assert_eq!(f[line].state, State::Order);
    told_by(&p, &b, "03.02.8");
    assert!(!last_turn(&b).iter().any(|e| matches!(e.kind, EventKind::PressedBack { .. })));
}

#[test]
fn pressed_back_without_a_soutien_they_break() {
    let p = proves!("14.04.2");
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 30.0);
    let a = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    // Five are too few to form a soutien of their own.
    let line = d.infantry(Side::B, 5, Formation::Skirmish, 100.0, 70.0, 180.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", legs([ahead()]))], &[]);
    state(&b, line, State::Complete);
    assert_eq!(b.field()[line].figures, 4);
    stands(&b, a, 100.0, 70.0);
    told_by(&p, &b, "14.04.2");
}

#[test]
fn who_attack_each_other_fight_one_melee() {
    let _p = proves!("12.02.1");
    let (d, a, c) = two_lines(20.0);
    let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3]);
    turn(&mut b, &[("A1", attack("B1"))], &[("B1", attack("A1"))]);
    let all = melees(&b);
    assert_eq!(all.len(), 1);
    assert!((all[0].0 - 0.75).abs() < 2e-3);
    for (u, o) in [(a, c), (c, a)] {
        assert_eq!(b.field()[u].record.pairs.as_slice(), [o]);
    }
    done(&b);
}

#[test]
fn a_rout_upon_cover_and_with_its_commander_counts_them() {
    let p = proves!("13.05.2");
    let points = |wall: bool, commander: bool| {
        let (mut d, _, c) = two_lines(12.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 75.0, 180.0);
        if wall {
            d.line("wall", Obstacle::I, Cover::I, &[(80.0, 74.95), (120.0, 74.95)]);
        }
        // His die before the melee, and again before the roll for those whom his unit runs into.
        let die: &[u8] = if commander { &[4] } else { &[] };
        let dice = [die, &[6, 6, 6, 1, 1, 1], die, &[6, 6, 6, 1, 1, 1]].concat();
        if commander {
            d.with(StaffId(1), c);
        }
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[("A1", attack("B1"))], &[]);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        told_by(&p, &b, "13.05.2");
        let by = |r: &umpire::Ruling, side: &str, id: &str| {
            let mine = r.modifiers.iter().filter(|m| m.side == side && m.clause.id() == id);
            mine.map(|m| m.value).sum::<i32>()
        };
        find(&b, |e| match &e.kind {
            EventKind::SweptAlong { ruling, .. } => {
                Some((by(ruling, "attacker", "12.03.11"), by(ruling, "defender", "12.02.1")))
            }
            _ => None,
        })
        .unwrap()
    };
    assert_eq!(points(false, false), (0, 0));
    assert_eq!(points(true, false), (-1, 2));
    assert_eq!(points(false, true), (0, 0));
}

#[test]
fn a_unit_worn_down_for_good_flees_to_its_own_edge() {
    let p = proves!("13.07.3");
    let run = |valour: i8, dice: &[u8]| {
        let mut d = Drill::new();
        let u = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
        d.infantry(Side::A, 30, Formation::Line, 70.0, 60.0, 90.0);
        d.valour(u, valour).state(u, State::Complete);
        let before = d.unit(u).base.centre();
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[], &[]);
        done(&b);
        let gone = b.field()[u].base.centre() - before;
        (gone.x > 20.0, gone.y > 20.0, b)
    };
    // The enemy is to the west; its edge is the northern one.
    let (east, north, _) = run(-4, &[1, 1, 1]);
    assert_eq!((east, north), (true, false));
    let (east, north, b) = run(-5, &[]);
    assert_eq!((east, north), (false, true));
    told_by(&p, &b, "13.07.3");
}
