//! Skirmishers and routs in play (13.05, chapter 14): how many go out, who needs a soutien, who presses whom, whom they attack, whom a rout
//! sweeps along.

use crate::field_day::{
    ahead, attack, cm, commanded, done, find, form, last_turn, legs, show, state, told_by, turn, turn_with,
    two_lines,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::Halt;
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::order::{Choice, Course, Leg, Order, Way};
use chakoten_napoleonic::troop::{Cover, Density, Formation, Obstacle, State};
use chakoten_napoleonic::unit::MaySkirmish;
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);

#[track_caller]
fn used(b: &Battle) {
    if b.dice_used_up().is_err() {
        show(b);
    }
    done(b);
}

#[test]
fn a_sixth_goes_out_and_in_plantations_everybody() {
    let p = proves!("14.01.1", "14.01.2");
    let run = |figures: u16, plantation: bool| {
        let mut d = Drill::new();
        let formation = if plantation { Formation::MarchColumn } else { Formation::Line };
        let u = d.infantry(Side::A, 30, formation, 100.0, 50.0, 0.0);
        d.unit(u).skirmish = MaySkirmish::Sixth;
        if plantation {
            d.square(PatchKind::Plantation, "orchard", (40.0, 10.0), (160.0, 110.0));
        }
        let mut b = Battle::drill(commanded(d), []);
        let out =
            Leg::SendOut { code: "A1s".into(), figures, density: Density::Dense, way: Way::Ahead, cm: 2.0 };
        turn(&mut b, &[("A1", legs([out]))], &[]);
        let refused = find(&b, |e| match e.kind {
            EventKind::Halted { unit: A, why: Halt::Impossible, .. } => Some(e.clause.id().to_string()),
            _ => None,
        });
        (b, refused)
    };
    assert_eq!(run(5, false).1, None);
    let (b, refused) = run(6, false);
    assert_eq!(refused.as_deref(), Some("14.01.1"));
    assert!(b.field().by_code("A1s").is_none());
    told_by(&p, &b, "14.01.1");
    let (b, refused) = run(6, true);
    assert_eq!(refused, None);
    told_by(&p, &b, "14.01.2");
}

#[test]
fn behind_an_obstacle_a_line_needs_no_soutien_and_stands() {
    let p = proves!("14.02.1", "14.04.1.a");
    let run = |hedge: bool, dice: &[u8]| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
        let body = d.infantry(Side::B, 30, Formation::Line, 100.0, 80.0, 180.0);
        let line = d.sent_out(body, 6, 1.5, 100.0, 64.0);
        if hedge {
            d.line("hedge", Obstacle::I, Cover::None, &[(60.0, 64.0), (140.0, 64.0)]);
        }
        let mut b = Battle::drill(commanded(d), dice);
        let choices = [
            ("line fires", Choice::No),
            ("go back", Choice::No),
            ("support", Choice::No),
            ("victor", Choice::Way(Course::Stand)),
        ];
        turn_with(&mut b, &[("A1", attack("B2"))], &[], &choices);
        used(&b);
        let pressed = last_turn(&b).iter().any(|e| matches!(e.kind, EventKind::PressedBack { .. }));
        let fought =
            last_turn(&b).iter().any(|e| matches!(e.kind, EventKind::Melee { target, .. } if target == line));
        (b, pressed, fought)
    };
    let (b, pressed, fought) = run(false, &[]);
    assert!(pressed && !fought);
    told_by(&p, &b, "14.04.1.a");
    let (b, pressed, fought) = run(true, &[1, 1, 1, 6, 6, 6]);
    assert!(!pressed && fought);
    told_by(&p, &b, "14.02.1");
}

#[test]
fn own_troops_in_retreat_press_a_line_back_too() {
    let p = proves!("14.04.1.b", "play.press-back");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 24, Formation::AttackColumn, 100.0, 60.0, 0.0);
    d.state(u, State::Light3);
    let rear = d.unit(u).base.rear().y;
    let body = d.infantry(Side::A, 30, Formation::Line, 100.0, rear - 20.0, 0.0);
    let line = d.sent_out(body, 6, 3.0, 100.0, rear - 3.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([form(Formation::Line)]))], &[]);
    state(&b, u, State::Disorder);
    let f = b.field();
    assert!(f.in_contact(&f[line], &f[body]));
    // The retreat goes on over where it stood.
    assert!(f[u].base.rear().y < rear - 9.0);
    told_by(&p, &b, "14.04.1.b");
    told_by(&p, &b, "play.press-back");
}

#[test]
fn skirmishers_attack_guns_and_loose_troops_only() {
    let p = proves!("14.04.4", "03.02.4.d");
    let run = |guns: bool, dice: &[u8]| {
        let mut d = Drill::new();
        let line = d.infantry(Side::A, 12, Formation::Skirmish, 100.0, 50.0, 0.0);
        d.spacing(line, 1.6);
        if guns {
            d.battery(Side::B, 4, 100.0, 62.0, 180.0);
        } else {
            d.infantry(Side::B, 30, Formation::Line, 100.0, 62.0, 180.0);
        }
        d.infantry(Side::A, 30, Formation::Line, 119.0, 42.0, 0.0);
        let mut b = Battle::drill(commanded(d), dice);
        turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("victor", Choice::Way(Course::Stand))]);
        used(&b);
        let fought = last_turn(&b).iter().any(|e| matches!(e.kind, EventKind::Melee { .. }));
        (b, fought)
    };
    assert!(run(true, &[1, 1, 1, 6, 6, 6]).1);
    let (b, fought) = run(false, &[]);
    assert!(!fought);
    told_by(&p, &b, "14.04.4");
    told_by(&p, &b, "03.02.4.d");
}

#[test]
fn guns_in_position_and_skirmishers_are_not_swept_along() {
    let p = proves!("13.05.5", "13.05.2");
    // Behind the unit that breaks stands another, a battery, or skirmishers.
    let run = |what: u8, dice: &[u8]| {
        let (mut d, _, c) = two_lines(12.0);
        let o = match what {
            0 => d.infantry(Side::B, 30, Formation::Line, 100.0, 75.0, 180.0),
            1 => d.battery(Side::B, 4, 100.0, 75.0, 180.0),
            _ => {
                let o = d.infantry(Side::B, 5, Formation::Skirmish, 100.0, 75.0, 180.0);
                d.spacing(o, 1.5);
                o
            }
        };
        let mut b = Battle::drill(commanded(d), dice);
        let choices =
            [("victor", Choice::Way(Course::Stand)), ("support", Choice::No), ("line fires", Choice::No)];
        turn_with(&mut b, &[("A1", attack("B1"))], &[], &choices);
        used(&b);
        state(&b, c, State::Complete);
        (b, o)
    };
    let (b, o) = run(0, &[6, 6, 6, 1, 1, 1, 1, 1, 1, 6, 6, 6]);
    assert!(b.field()[o].state.intact());
    told_by(&p, &b, "13.05.2");
    for what in [1, 2] {
        let (b, o) = run(what, &[6, 6, 6, 1, 1, 1]);
        assert!(b.field()[o].state.intact());
        assert!(!last_turn(&b).iter().any(|e| matches!(e.kind, EventKind::SweptAlong { .. })));
        told_by(&p, &b, "13.05.5");
    }
}

#[test]
fn prisoners_are_reckoned_by_the_arm_of_the_attacker() {
    let p = proves!("13.04.1.b");
    let taken = |horse: bool| {
        let mut d = Drill::new();
        if horse {
            d.cavalry(Side::A, 30, Formation::Line, 100.0, 40.0, 0.0);
        } else {
            d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 40.0, 0.0);
        }
        d.infantry(Side::B, 40, Formation::Line, 100.0, 50.0, 180.0);
        let mut b = Battle::drill(commanded(d), [6, 6, 6, 1, 1, 1]);
        // To where the enemy stood, and no farther.
        let order = Order { legs: vec![cm(11.5)], ..attack("B1") };
        turn(&mut b, &[("A1", order)], &[]);
        used(&b);
        state(&b, B, State::Complete);
        told_by(&p, &b, "13.04.1.b");
        b.field()[B].losses.prisoners
    };
    assert!(taken(true) > taken(false));
    assert!(taken(false) > 0);
}

#[test]
fn who_is_broken_takes_no_orders() {
    let p = proves!("13.06.5");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 20, Formation::Line, 100.0, 80.0, 0.0);
    d.state(u, State::Complete);
    let mut b = Battle::drill(commanded(d), [1, 1, 1]);
    turn(&mut b, &[("A1", legs([ahead()]))], &[]);
    used(&b);
    assert!(b.field()[u].base.front.y < 60.0);
    told_by(&p, &b, "13.06.5");
}

#[test]
fn a_line_that_has_fired_comes_in_after_half_a_turn_and_has_used_ammunition() {
    let p = proves!("03.01.4.a", "11.01.1");
    // Drawn in by its body, or by its own order.
    for who in ["A1", "A2"] {
        let mut d = Drill::new();
        let body = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.sent_out(body, 6, 2.0, 100.0, 56.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 64.0, 180.0);
        let mut b = Battle::drill(commanded(d), [1, 1, 1]);
        turn(&mut b, &[(who, legs([Leg::DrawIn]))], &[]);
        let came = find(&b, |e| matches!(e.kind, EventKind::DrawnIn { .. }).then_some(e.clock));
        if came.is_none() {
            show(&b);
        }
        let came = came.unwrap();
        assert!(came > 0.55 && came < 1.0, "{who} {came}");
        assert_eq!((b.field()[body].figures, b.field()[body].ammunition), (30, 11), "{who}");
        told_by(&p, &b, "03.01.4.a");
        told_by(&p, &b, "11.01.1");
        used(&b);
    }
}
