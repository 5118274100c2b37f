//! Charge march in play: the approach, swinging, what breaks it off; and changes and passages that go on over turns.

use crate::field_day::{
    ahead, charge, cm, commanded, done, find, form, legs, show, stands, state, told_by, turn, turn_with,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::Halt;
use chakoten_napoleonic::order::{AttackOrder, Choice, Course, Leg, Order, Until, Way};
use chakoten_napoleonic::troop::{Cover, Formation, Gait, Obstacle, State};
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};

fn pivot(degrees: f64) -> Leg {
    Leg::Pivot { degrees }
}

fn charge_cm(cm: f64) -> Leg {
    Leg::March { way: Way::Ahead, gait: Gait::Charge, until: Until::Cm(cm) }
}

/// When a charge march began or ended in the last turn.
fn charging(b: &Battle, u: UnitId, want: bool) -> Option<f64> {
    find(b, |e| match e.kind {
        EventKind::Charging { unit, begins } if unit == u && begins == want => Some(e.clock),
        _ => None,
    })
}

/// Cavalry that rides half a turn ahead, turns so far, and is to charge.
fn turned(degrees: f64, reading: Option<&str>) -> (Battle, UnitId, f64) {
    let mut d = Drill::new();
    if let Some(r) = reading {
        d.read("charge-approach", r);
    }
    let u = d.cavalry(Side::A, 6, Formation::Line, 100.0, 50.0, 0.0);
    let width = d.unit(u).base.width;
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([cm(15.0), pivot(degrees), charge()]))], &[]);
    (b, u, 0.5 + 1.5 * width * degrees / 90.0 / 30.0)
}

#[test]
fn the_approach_leads_within_90_degrees_of_the_charge() {
    let p = proves!("07.02.4");
    let (b, u, done) = turned(90.0, None);
    let began = charging(&b, u, true).unwrap();
    assert!((began - done).abs() < 2e-3, "{began} {done}");
    told_by(&p, &b, "07.02.4");
    // Farther round what was ridden before does not count.
    let (b, u, _) = turned(100.0, None);
    assert_eq!(charging(&b, u, true), None);
    told_by(&p, &b, "07.02.4");
    // By the other reading no pivot counts.
    let (b, u, _) = turned(10.0, Some("straight"));
    assert_eq!(charging(&b, u, true), None);
}

#[test]
fn no_more_than_20_degrees_in_a_charge() {
    let p = proves!("07.02.5", "07.02.6");
    let swings = |last: f64| {
        let mut d = Drill::new();
        let u = d.cavalry(Side::A, 6, Formation::Line, 100.0, 30.0, 0.0);
        let mut b = Battle::drill(commanded(d), []);
        let orders = legs([charge_cm(18.0), pivot(15.0), charge_cm(3.0), pivot(last), charge()]);
        turn(&mut b, &[("A1", orders)], &[]);
        (b, u)
    };
    let (b, u) = swings(5.0);
    assert!(charging(&b, u, true).is_some());
    assert_eq!(charging(&b, u, false), None);
    let (b, u) = swings(6.0);
    assert!(charging(&b, u, false).is_some());
    told_by(&p, &b, "07.02.5");
    told_by(&p, &b, "07.02.6");
    // From one turn of it to the next the same.
    for (degrees, broken) in [(20.0, false), (21.0, true)] {
        let mut d = Drill::new();
        let u = d.cavalry(Side::A, 6, Formation::Line, 100.0, 10.0, 0.0);
        let mut b = Battle::drill(commanded(d), [6; 3]);
        turn(&mut b, &[("A1", legs([charge()]))], &[]);
        turn(&mut b, &[("A1", legs([pivot(degrees), charge()]))], &[]);
        assert_eq!(charging(&b, u, false).is_some(), broken, "{degrees}");
        // Far ahead of its commander by then, it has reacted.
        done(&b);
    }
}

#[test]
fn an_obstacle_ends_a_charge_for_the_turn() {
    let p = proves!("07.02.6");
    let mut d = Drill::new();
    let u = d.cavalry(Side::A, 6, Formation::Line, 100.0, 10.0, 0.0);
    d.line("hedge", Obstacle::I, Cover::None, &[(80.0, 36.0), (120.0, 36.0)]);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([charge()]))], &[]);
    // Half a turn at 30, 11 cm at 55, the rest at 30.
    let y = 36.0 + 30.0 * (0.5 - 11.0 / 55.0);
    let at = b.field()[u].base.front.y;
    assert!((at - y).abs() < 0.6, "{at} {y}");
    assert!(charging(&b, u, false).is_some());
    state(&b, u, State::Light1);
    told_by(&p, &b, "07.02.6");
}

#[test]
fn the_passage_of_an_obstacle_goes_on_in_the_next_turn() {
    let p = proves!("play.left");
    let mut d = Drill::new();
    let all: Vec<UnitId> =
        [60.0, 120.0, 180.0].map(|x| d.infantry(Side::A, 30, Formation::Line, x, 50.0, 0.0)).into();
    d.line("wall", Obstacle::II, Cover::None, &[(20.0, 57.0), (220.0, 57.0)]);
    let depth = d.unit(all[0]).base.depth;
    let mut b = Battle::drill(commanded(d), []);
    let go = legs([ahead()]);
    turn(&mut b, &[("A1", go.clone()), ("A2", go.clone()), ("A3", go.clone())], &[]);
    let y = |b: &Battle, u: UnitId| b.field()[u].base.front.y;
    for u in &all {
        assert!((y(&b, *u) - 57.0).abs() < 0.1, "{}", y(&b, *u));
    }
    turn(&mut b, &[("A2", go.clone()), ("A3", legs([form(Formation::AttackColumn)]))], &[]);
    // Without a new order it goes over and clear of it; ordered on it has what is left of the turn after a fifth of it.
    assert!((y(&b, all[0]) - 57.0 - depth).abs() < 0.2, "{}", y(&b, all[0]));
    assert!((y(&b, all[1]) - 65.0).abs() < 0.2, "{}", y(&b, all[1]));
    state(&b, all[0], State::Light1);
    state(&b, all[1], State::Light1);
    state(&b, all[2], State::Light2);
    // Whoever did something else begins anew.
    turn(&mut b, &[("A3", go)], &[]);
    state(&b, all[2], State::Light3);
    told_by(&p, &b, "play.left");
}

#[test]
fn without_room_it_goes_on_trying() {
    let p = proves!("06.01.2.b");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    let width = d.unit(u).base.width;
    d.infantry(Side::A, 30, Formation::AttackColumn, 100.0 + width + 1.0, 50.0, 0.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([form(Formation::Line)]))], &[]);
    assert_eq!(b.field()[u].formation, Formation::AttackColumn);
    let no_room = find(&b, |e| {
        matches!(e.kind, EventKind::Halted { unit, why: Halt::NoRoom, .. } if unit == u).then_some(e.clock)
    });
    assert!((no_room.unwrap() - 0.5).abs() < 2e-3);
    told_by(&p, &b, "06.01.2.b");
    // In the next turn the place is free; the change is begun once only.
    turn(&mut b, &[("A2", legs([ahead()]))], &[]);
    assert_eq!(b.field()[u].formation, Formation::Line);
    state(&b, u, State::Light1);
}

#[test]
fn by_other_readings_changes_cost_otherwise_and_pivots_are_made_at_once() {
    let p = proves!("06.01.3.a", "play.path");
    let mut d = Drill::new();
    d.read("turns-summed", "one-a-turn");
    let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([form(Formation::MarchColumn), form(Formation::AttackColumn)]))], &[]);
    state(&b, u, State::Light1);
    told_by(&p, &b, "06.01.3.a");
    let mut d = Drill::new();
    d.read("pivots-in-play", "at-the-end");
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let mut b = Battle::drill(commanded(d), []);
    // A front of 15 figures wheels by 60 degrees in more than a turn.
    turn(&mut b, &[("A1", legs([pivot(60.0)]))], &[]);
    stands(&b, u, 100.0, 50.0);
    assert!(b.field()[u].base.pose().facing.abs() < 1e-6);
    let mut d = Drill::new();
    d.read("pivots-in-play", "at-the-end");
    let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    d.files(u, 5);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([pivot(60.0)]))], &[]);
    assert!((b.field()[u].base.pose().facing - 60.0).abs() < 1e-6);
    told_by(&p, &b, "play.path");
}

#[test]
fn the_half_turns_of_a_charge_are_counted_on_while_it_follows_the_beaten() {
    let p = proves!("07.02.2");
    let mut d = Drill::new();
    let u = d.cavalry(Side::A, 20, Formation::Line, 100.0, 10.0, 0.0);
    d.cavalry(Side::B, 12, Formation::Line, 100.0, 74.0, 180.0);
    let mut b = Battle::drill(commanded(d), [6, 6, 6, 6, 6, 6, 1, 1, 1]);
    // It charges from half of the first turn on, and breaks the enemy at 0.3 of the second.
    turn(&mut b, &[("A1", legs([cm(15.0), charge()]))], &[]);
    let attack = AttackOrder { target: Some("B1".into()), then: Vec::new() };
    let order = Order { attack: Some(attack), ..legs([charge()]) };
    let choices = [("victor", Choice::Way(Course::Follow)), ("support", Choice::No)];
    turn_with(&mut b, &[("A1", order)], &[], &choices);
    if b.field()[u].state != State::Light1 {
        show(&b);
    }
    state(&b, u, State::Light1);
    told_by(&p, &b, "07.02.2");
    done(&b);
}
