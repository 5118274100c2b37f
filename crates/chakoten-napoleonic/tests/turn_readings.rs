//! Readings of the turn, each of their options played.

use crate::field_day::{
    ahead, attack, cm, commanded, done, find, fire, form, last_turn, legs, show, stands, state, told_by,
    turn, turn_with, two_lines,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::{Outcome, Why};
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::order::{Choice, Course, FireOrder, Leg, Order, When};
use chakoten_napoleonic::troop::{Formation, Nation, State};
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};

fn at(b: &Battle, what: impl Fn(&EventKind) -> bool) -> Option<f64> {
    find(b, |e| what(&e.kind).then_some(e.clock))
}

fn near(a: Option<f64>, b: f64) {
    assert!(a.is_some_and(|a| (a - b).abs() < 2e-3), "{a:?} {b}");
}

fn fights(b: &Battle) -> Vec<(UnitId, UnitId, Outcome)> {
    let all = last_turn(b).iter().filter_map(|e| match e.kind {
        EventKind::Melee { unit, target, outcome, .. } => Some((unit, target, outcome)),
        _ => None,
    });
    all.collect()
}

fn fired(b: &Battle, u: UnitId) -> bool {
    at(b, |k| matches!(k, EventKind::Fired { unit, .. } if *unit == u)).is_some()
}

/// Cm that it went for this reason in the last turn.
fn went(b: &Battle, u: UnitId, how: Why) -> f64 {
    let all = last_turn(b).iter().filter_map(|e| match e.kind {
        EventKind::Moved { unit, cm, why, .. } if unit == u && why == how => Some(cm),
        _ => None,
    });
    all.sum()
}

#[test]
fn standing_still_after_fire_holds_back_all_movement_or_marches_only() {
    let p = proves!("03.01.4.a");
    let faced = |reading: &str| {
        let (mut d, _, _) = two_lines(14.0);
        d.read("still-after-fire", reading);
        let mut b = Battle::drill(d.field(), [1, 1, 1]);
        let order = Order { legs: vec![Leg::About, cm(1.0)], ..fire(When::AtOnce) };
        turn(&mut b, &[("A1", order)], &[]);
        done(&b);
        told_by(&p, &b, "03.01.4.a");
        let marched = find(&b, |e| match e.kind {
            EventKind::Moved { why: Why::Marches, since, .. } => Some(since),
            _ => None,
        });
        (at(&b, |k| matches!(k, EventKind::Faced { .. })), marched)
    };
    let (about, marched) = faced("all");
    near(about, 0.75);
    near(marched, 0.75);
    let (about, marched) = faced("march-only");
    near(about, 0.25);
    near(marched, 0.5);
}

#[test]
fn swarms_go_back_before_an_attack_or_are_pressed_back() {
    let p = proves!("03.02.8", "14.04.1.a");
    let run = |reading: &str| {
        let mut d = Drill::new();
        d.cavalry(Side::A, 20, Formation::Line, 100.0, 40.0, 0.0);
        let body = d.cavalry(Side::B, 20, Formation::Line, 100.0, 90.0, 180.0);
        let swarm = d.sent_out(body, 5, 3.0, 100.0, 72.0);
        d.read("swarms-go-back", reading);
        let mut b = Battle::drill(commanded(d), []);
        turn_with(
            &mut b,
            &[("A1", attack("B1"))],
            &[],
            &[("line fires", Choice::No), ("support", Choice::No)],
        );
        done(&b);
        let back = at(&b, |k| matches!(k, EventKind::GoesBack { unit, .. } if *unit == swarm)).is_some();
        let pressed =
            at(&b, |k| matches!(k, EventKind::PressedBack { unit, .. } if *unit == swarm)).is_some();
        (b, back, pressed)
    };
    let (b, back, pressed) = run("may");
    assert!(back && !pressed);
    told_by(&p, &b, "03.02.8");
    let (b, back, pressed) = run("no");
    assert!(!back && pressed);
    told_by(&p, &b, "14.04.1.a");
}

#[test]
fn disorder_of_a_column_falls_on_all_or_on_each() {
    let p = proves!("05.01.6.a");
    let run = |reading: &str| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 20, Formation::Line, 100.0, 50.0, 0.0);
        let c = d.infantry(Side::A, 20, Formation::Line, 100.0, 47.0, 0.0);
        d.joined(a, &[c]);
        d.infantry(Side::B, 30, Formation::AttackColumn, 100.0, 64.0, 180.0);
        d.read("brigade-column", reading);
        // The attacker wins by far; who is only touched by the rout of the others rolls and stands.
        let dice: &[u8] =
            if reading == "all" { &[6, 6, 6, 1, 1, 1] } else { &[6, 6, 6, 1, 1, 1, 1, 1, 1, 6, 6, 6] };
        let mut b = Battle::drill(commanded(d), dice);
        turn_with(&mut b, &[], &[("B1", attack("A1"))], &[("support", Choice::No)]);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        (b, a, c)
    };
    let (b, a, c) = run("all");
    state(&b, a, State::Complete);
    state(&b, c, State::Complete);
    told_by(&p, &b, "05.01.6.a");
    let (b, a, c) = run("each");
    state(&b, a, State::Complete);
    assert!(b.field()[c].state.intact());
    // It is by itself now and stands where it stood.
    assert_eq!((b.field()[c].leads, b.field()[a].joined.len()), (None, 0));
    stands(&b, c, 100.0, 47.0);
}

#[test]
fn a_line_fires_before_it_is_pressed_back_or_not() {
    let p = proves!("play.instant", "14.04.1.a");
    let run = |reading: &str, dice: &[u8]| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
        let body = d.infantry(Side::B, 30, Formation::Line, 100.0, 82.0, 180.0);
        let line = d.sent_out(body, 5, 3.0, 100.0, 66.0);
        d.read("press-and-fire", reading);
        let mut b = Battle::drill(commanded(d), dice);
        let waits = FireOrder { when: When::BeforeContact("B2".into()), at: Vec::new(), range_in: false };
        turn_with(
            &mut b,
            &[("A1", legs([ahead()]))],
            &[],
            &[("line fires", Choice::Fire(waits)), ("support", Choice::No)],
        );
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        let pressed = last_turn(&b).iter().find(|e| matches!(e.kind, EventKind::PressedBack { .. })).cloned();
        let pressed = pressed.expect("it is pressed back");
        assert!((pressed.clock - 0.55).abs() < 2e-3, "{}", pressed.clock);
        (fired(&b, line), pressed.rests_on("play.instant"), b)
    };
    let (shot, first, b) = run("fires-first", &[1, 1, 1]);
    assert!(shot && first);
    told_by(&p, &b, "play.instant");
    told_by(&p, &b, "14.04.1.a");
    let (shot, first, _) = run("pressed-first", &[]);
    assert!(!shot && !first);
}

#[test]
fn who_rallies_reorganises_or_does_what_was_written() {
    let p = proves!("play.rally");
    let run = |reading: &str| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.state(u, State::Complete);
        d.read("rallied-order", reading);
        let mut b = Battle::drill(commanded(d), [6, 6, 6]);
        turn(&mut b, &[("A1", legs([cm(6.0)]))], &[]);
        done(&b);
        assert!(b.field()[u].state.intact());
        told_by(&p, &b, "play.rally");
        (b.field()[u].base.front.y, b)
    };
    let (y, _) = run("reorganises");
    assert!((y - 50.0).abs() < 3.1, "{y}");
    let (conditional, b) = run("conditional");
    assert!((conditional - y - 6.0).abs() < 2e-3, "{y} {conditional}");
    assert!(went(&b, UnitId(0), Why::Marches) > 5.9);
}

#[test]
fn an_attack_on_a_line_moves_on_or_passes_to_its_soutien() {
    let p = proves!("play.press-back");
    let run = |reading: &str, dice: &[u8]| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
        let body = d.infantry(Side::B, 30, Formation::Line, 100.0, 71.0, 180.0);
        d.sent_out(body, 5, 3.0, 100.0, 64.0);
        d.read("attack-on-line", reading);
        let mut b = Battle::drill(commanded(d), dice);
        turn_with(
            &mut b,
            &[("A1", attack("B2"))],
            &[],
            &[("go back", Choice::No), ("line fires", Choice::No), ("support", Choice::No)],
        );
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        told_by(&p, &b, "play.press-back");
        b
    };
    let b = run("moves-on", &[]);
    assert!(fights(&b).is_empty());
    // To contact distance of the soutien, or of the line that stands before it now.
    assert!((60.0..66.1).contains(&b.field()[UnitId(0)].base.front.y));
    let b = run("soutien", &[3, 3, 3, 3, 3, 3]);
    let all = fights(&b);
    assert_eq!(all.len(), 1);
    assert_eq!((all[0].0, all[0].1), (UnitId(0), UnitId(1)));
}

#[test]
fn fire_of_its_line_bars_the_attack_of_the_body_or_not() {
    let p = proves!("play.skirmish");
    let run = |reading: &str, dice: &[u8]| {
        let mut d = Drill::new();
        let body = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        let line = d.sent_out(body, 5, 3.0, 121.0, 53.0);
        d.infantry(Side::B, 30, Formation::Line, 105.0, 62.0, 180.0);
        d.read("line-and-body", reading);
        let mut b = Battle::drill(commanded(d), dice);
        turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("support", Choice::No)]);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        assert!(fired(&b, line));
        b
    };
    let b = run("may", &[1, 1, 1, 5, 5, 5, 3, 3, 3]);
    assert_eq!(fights(&b).len(), 1);
    let b = run("barred", &[1, 1, 1]);
    assert!(fights(&b).is_empty());
    let ended = last_turn(&b).iter().find(|e| matches!(e.kind, EventKind::AttackEnds { .. })).unwrap();
    assert!(ended.rests_on("play.skirmish"));
    told_by(&p, &b, "play.skirmish");
}

#[test]
fn going_back_after_a_melee_costs_a_grade_or_not() {
    let p = proves!("07.01.3", "12.02.4");
    let run = |reading: &str| {
        let (mut d, a, c) = two_lines(12.0);
        for u in [a, c] {
            d.unit(u).nation = Nation::Other;
        }
        d.read("back-speed", reading);
        let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3]);
        turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("after B1", Choice::Way(Course::GoBack))]);
        done(&b);
        // Half of 10 cm for three tenths of a turn, either way.
        assert!((went(&b, c, Why::GoesBack) - 1.5).abs() < 1e-2);
        told_by(&p, &b, "12.02.4");
        (b, c)
    };
    let (b, c) = run("half");
    state(&b, c, State::Light1);
    told_by(&p, &b, "07.01.3");
    let (b, c) = run("no-grade-after-melee");
    state(&b, c, State::Order);
    assert!(!last_turn(&b).iter().any(|e| e.rests_on("07.01.3")));
}

#[test]
fn a_march_that_is_held_up_follows_or_is_given_up() {
    let p = proves!("07.07.1");
    let run = |reading: &str| {
        let mut d = Drill::new();
        let slow = d.infantry(Side::A, 30, Formation::Line, 100.0, 52.0, 0.0);
        let fast = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 45.0, 0.0);
        d.read("blocked-march", reading);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([ahead()])), ("A2", legs([ahead()]))], &[]);
        stands(&b, slow, 100.0, 62.0);
        told_by(&p, &b, "07.07.1");
        b.field()[fast].base.front.y
    };
    // It closes up at 0.4 and goes on with the other's speed, or stands.
    assert!((run("waits") - 59.0).abs() < 0.02);
    assert!((run("given-up") - 53.0).abs() < 0.02);
}

#[test]
fn four_grades_force_a_retreat_or_a_halt() {
    let p = proves!("03.03.7");
    let run = |reading: &str| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
        d.state(u, State::Light3);
        d.read("four-grades", reading);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([form(Formation::Line), ahead()]))], &[]);
        state(&b, u, State::Disorder);
        told_by(&p, &b, "03.03.7");
        b.field()[u].base.front.y
    };
    assert!((run("retreats") - 40.0).abs() < 2e-3);
    assert!((run("stands") - 50.0).abs() < 2e-3);
}

#[test]
fn the_line_of_a_unit_without_orders_fires_or_is_mute() {
    let p = proves!("03.02.2");
    let run = |reading: &str, orders: &[(&str, Order)], dice: &[u8]| {
        let mut d = Drill::new();
        let body = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        let line = d.sent_out(body, 6, 3.0, 100.0, 60.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 68.0, 180.0);
        d.read("line-of-the-mute", reading);
        let mut b = Battle::drill(commanded(d), dice);
        turn(&mut b, orders, &[]);
        done(&b);
        if fired(&b, line) {
            told_by(&p, &b, "03.02.2");
        }
        fired(&b, line)
    };
    assert!(run("fires", &[], &[1, 1, 1]));
    assert!(!run("mute", &[], &[]));
    // With an order for the body it fires by either.
    assert!(run("mute", &[("A1", legs([Leg::Stand { turns: 1.0 }]))], &[1, 1, 1]));
}

#[test]
fn the_about_face_of_a_retreat_takes_its_time_or_none() {
    let p = proves!("13.01.1");
    let run = |reading: &str| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 80.0, 0.0);
        d.state(u, State::Light3);
        d.read("retreat-about-face", reading);
        let mut b = Battle::drill(commanded(d), []);
        let order = legs([form(Formation::Line)]);
        turn_with(&mut b, &[("A1", order)], &[], &[("retreat A1", Choice::Way(Course::AboutFace))]);
        told_by(&p, &b, "13.01.1");
        went(&b, u, Why::Retreats)
    };
    assert!((run("timed") - 15.0).abs() < 2e-2);
    assert!((run("free") - 20.0).abs() < 5e-2);
}

#[test]
fn a_retreat_leads_away_from_the_cause_or_to_the_rear() {
    let p = proves!("play.retreat");
    let run = |reading: &str| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 80.0, 90.0);
        d.state(u, State::Light3);
        d.infantry(Side::B, 30, Formation::Line, 109.0, 80.0, 270.0);
        d.read("retreat-direction", reading);
        let mut b = Battle::drill(commanded(d), [2, 2, 2]);
        turn(&mut b, &[], &[("B1", fire(When::AtOnce))]);
        done(&b);
        state(&b, u, State::Disorder);
        told_by(&p, &b, "play.retreat");
        let to = b.field()[u].base.front;
        (100.0 - to.x, 80.0 - to.y)
    };
    let (west, south) = run("away");
    assert!(west > 9.0 && south.abs() < 4.0, "{west} {south}");
    let (west, south) = run("rear");
    assert!(south > 9.0 && west.abs() < 4.0, "{west} {south}");
}

#[test]
fn small_turns_are_summed_or_each_by_itself() {
    let p = proves!("06.01.3.a");
    let run = |reading: &str| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 12, Formation::AttackColumn, 100.0, 50.0, 0.0);
        d.files(u, 3);
        d.read("turns-summed", reading);
        let mut b = Battle::drill(commanded(d), []);
        let pivot = |degrees: f64| Leg::Pivot { degrees };
        turn(&mut b, &[("A1", legs([pivot(15.0), cm(1.0), pivot(-15.0)]))], &[]);
        (b, u)
    };
    let (b, u) = run("summed");
    state(&b, u, State::Light1);
    told_by(&p, &b, "06.01.3.a");
    let (b, u) = run("each");
    state(&b, u, State::Order);
}

#[test]
fn an_unfinished_change_goes_on_or_is_lost() {
    let p = proves!("play.left");
    let run = |reading: &str, second: &[(&str, Order)]| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
        d.read("unfinished", reading);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([Leg::Stand { turns: 0.75 }, form(Formation::Line)]))], &[]);
        turn(&mut b, second, &[]);
        (at(&b, |k| matches!(k, EventKind::FormationChanged { .. })), b.field()[u].state, b)
    };
    let again = [("A1", legs([form(Formation::Line)]))];
    let (done, graded, b) = run("goes-on", &[]);
    near(done, 0.25);
    assert_eq!(graded, State::Light1);
    told_by(&p, &b, "play.left");
    let (done, ..) = run("lost", &[]);
    assert_eq!(done, None);
    // Ordered again it goes on by either.
    near(run("lost", &again).0, 0.25);
}

#[test]
fn times_and_distances_of_our_own_can_be_set() {
    let p = proves!("03.02.5.a", "06.02.1", "19.01.4.a");
    let passes = |cm: &str| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 80.0, 180.0);
        d.square(PatchKind::Soft, "meadow", (90.0, 70.0), (110.0, 73.0));
        d.read("close-by", cm);
        let mut b = Battle::drill(commanded(d), [1, 1, 1]);
        turn(&mut b, &[("A1", legs([ahead()]))], &[("B1", fire(When::Passes("meadow".into())))]);
        done(&b);
        told_by(&p, &b, "03.02.5.a");
        at(&b, |k| matches!(k, EventKind::Fired { .. }))
    };
    near(passes("5"), 0.75);
    near(passes("2"), 0.9);
    let forms = |reading: &str, turns: &str, working: bool, to: Formation, id: &str| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.unit(u).working = working;
        d.read(reading, turns);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([form(to)]))], &[]);
        told_by(&p, &b, id);
        at(&b, |k| matches!(k, EventKind::FormationChanged { .. }))
    };
    near(forms("clump-time", "0.25", false, Formation::Clump, "06.02.1"), 0.25);
    near(forms("clump-time", "0.4", false, Formation::Clump, "06.02.1"), 0.4);
    near(forms("forming-from-work", "0.5", true, Formation::AttackColumn, "19.01.4.a"), 0.5);
    near(forms("forming-from-work", "0.8", true, Formation::AttackColumn, "19.01.4.a"), 0.8);
}

#[test]
fn in_woods_only_routed_troops_or_nobody_reorganises() {
    let p = proves!("13.06.6", "13.06.2");
    let run = |reading: &str| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 12, Formation::Skirmish, 100.0, 50.0, 0.0);
        d.state(u, State::Light1);
        d.square(PatchKind::Plantation, "orchard", (60.0, 30.0), (140.0, 70.0));
        d.read("woods-rally", reading);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([Leg::Reorganise]))], &[]);
        (b, u)
    };
    let (b, u) = run("only-fu");
    state(&b, u, State::Order);
    told_by(&p, &b, "13.06.2");
    let (b, u) = run("nobody");
    state(&b, u, State::Light1);
    told_by(&p, &b, "13.06.6");
}

#[test]
fn facing_a_routed_enemy_is_no_attack_unless_it_is_read_so() {
    let p = proves!("12.01.3");
    let run = |reading: &str, dice: &[u8]| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 180.0);
        // Behind its back stands an enemy who cannot flee, a lake behind him.
        let rear = d.unit(UnitId(0)).base.rear().y;
        let c = d.infantry(Side::B, 30, Formation::Line, 100.0, rear + 4.0, 180.0);
        d.state(c, State::Complete);
        let behind = d.unit(c).base.rear().y;
        d.square(PatchKind::Lake, "lake", (40.0, behind + 0.2), (160.0, behind + 30.0));
        d.read("fu-contact", reading);
        let mut f = commanded(d);
        f[c].record.flight_turn = Some(1);
        let mut b = Battle::drill(f, dice);
        turn(&mut b, &[("A1", legs([Leg::About]))], &[]);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        b
    };
    assert!(fights(&run("own-march", &[1, 1, 1])).is_empty());
    let b = run("any-movement", &[1, 1, 1, 6, 6, 6, 1, 1, 1]);
    assert_eq!(fights(&b).len(), 1);
    told_by(&p, &b, "12.01.3");
}

#[test]
fn a_garrison_is_seen_as_closed_or_as_dispersed_troops() {
    let p = proves!("skema.I.a");
    let seen = |reading: &str, off: f64| {
        let mut d = Drill::new();
        d.building("farm", false, (95.0, 10.0), (105.0, 20.0));
        let u = d.infantry(Side::A, 10, Formation::Line, 100.0, 50.0, 0.0);
        d.inside(u, "farm");
        let eye = d.infantry(Side::B, 30, Formation::Line, 100.0, 20.0 + off, 180.0);
        d.read("seen-in-houses", reading);
        let f = d.field();
        p.shows("skema.I.a", chakoten_napoleonic::sight::sees(&f, &f[eye], &f[u]).map(|_| ()))
    };
    assert!(seen("closed", 100.0).is_ok() && seen("closed", 100.1).is_err());
    assert!(seen("dispersed", 60.0).is_ok());
    assert_eq!(seen("dispersed", 60.1).unwrap_err().id(), "skema.I.a");
}
