//! Formations, limbers, woods and houses in play: how long changes take where, who has room, who fires, rallies and makes smoke.

use crate::field_day::{
    ahead, attack, commanded, done, find, fire, form, last_turn, legs, show, state, told_by, turn, turn_with,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::ground::{CrossingKind, PatchKind};
use chakoten_napoleonic::order::{Choice, Course, Leg, When};
use chakoten_napoleonic::troop::{Formation, State, Weapon};
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};

const A: UnitId = UnitId(0);

#[track_caller]
fn used(b: &Battle) {
    if b.dice_used_up().is_err() {
        show(b);
    }
    done(b);
}

fn formed(b: &Battle) -> Option<f64> {
    find(b, |e| matches!(e.kind, EventKind::FormationChanged { unit: A, .. }).then_some(e.clock))
}

#[test]
fn difficult_ground_and_absent_figures_make_changes_longer() {
    let p = proves!("06.02.3", "06.02.4");
    let run = |difficult: bool, line: bool, reading: &str| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 30, Formation::MarchColumn, 100.0, 60.0, 0.0);
        if line {
            d.sent_out(u, 5, 1.6, 100.0, 66.0);
        }
        if difficult {
            d.square(PatchKind::Difficult, "field", (40.0, 10.0), (160.0, 120.0));
        }
        d.read("change-percentages", reading);
        let mut b = Battle::drill(commanded(d), []);
        let to = [("A1", legs([form(Formation::Square)]))];
        turn(&mut b, &to, &[]);
        let mut turns = formed(&b);
        if turns.is_none() {
            turn(&mut b, &to, &[]);
            turns = formed(&b).map(|t| 1.0 + t);
        }
        if difficult {
            told_by(&p, &b, "06.02.3");
        } else if line {
            told_by(&p, &b, "06.02.4");
        }
        turns.unwrap_or_else(|| {
            show(&b);
            panic!("never formed")
        })
    };
    // Half a turn from march column; half of that more, as much again, or both.
    for (difficult, line, reading, turns) in [
        (false, false, "sum", 0.5),
        (false, true, "sum", 0.75),
        (true, false, "sum", 1.0),
        (true, true, "sum", 1.25),
        (true, true, "in-turn", 1.5),
    ] {
        let took = run(difficult, line, reading);
        assert!((took - turns).abs() < 2e-3, "{difficult} {line} {reading}: {took}");
    }
}

#[test]
fn limbers_need_room() {
    let p = proves!("06.03.5");
    let run = |blocked: bool| {
        let mut d = Drill::new();
        let u = d.battery(Side::A, 8, 100.0, 60.0, 0.0);
        let rear = d.unit(u).base.rear().y;
        d.infantry(Side::A, 30, Formation::Line, 100.0, if blocked { rear - 1.0 } else { rear - 20.0 }, 0.0);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([Leg::Limber { column: false, about: true }]))], &[]);
        (b.field()[u].limbered(), b)
    };
    assert!(run(false).0);
    let (limbered, b) = run(true);
    assert!(!limbered);
    told_by(&p, &b, "06.03.5");
}

#[test]
fn nobody_rallies_from_flight_in_a_wood() {
    let p = proves!("16.03.1", "13.06.6");
    let run = |kind: Option<PatchKind>, dice: &[u8]| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 20, Formation::Line, 100.0, 80.0, 0.0);
        d.state(u, State::Complete);
        if let Some(k) = kind {
            d.square(k, "trees", (60.0, 60.0), (140.0, 100.0));
        }
        let mut b = Battle::drill(commanded(d), dice);
        turn(&mut b, &[], &[]);
        used(&b);
        b
    };
    assert!(run(None, &[6, 6, 6]).field()[A].state.intact());
    for kind in [PatchKind::Wood, PatchKind::Plantation] {
        let b = run(Some(kind), &[]);
        state(&b, A, State::Complete);
        told_by(&p, &b, "16.03.1");
        told_by(&p, &b, "13.06.6");
    }
}

#[test]
fn rifles_make_no_smoke_unless_it_is_read_so() {
    let p = proves!("04.05.4.a");
    let run = |weapon: Weapon, reading: &str| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.unit(a).weapon = Some(weapon);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 64.0, 180.0);
        d.read("rifle-smoke", reading);
        let mut b = Battle::drill(commanded(d), [1; 6]);
        turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
        turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
        used(&b);
        let fired = last_turn(&b).iter().find(|e| matches!(e.kind, EventKind::Fired { .. })).unwrap();
        let smoke = fired.kind.ruling().unwrap().modifiers.iter().any(|m| m.clause.id() == "09.02.7");
        if weapon == Weapon::Rifle && !smoke {
            told_by(&p, &b, "04.05.4.a");
        }
        smoke
    };
    assert!(run(Weapon::Musket, "none"));
    assert!(!run(Weapon::Rifle, "none"));
    assert!(run(Weapon::Rifle, "as-others"));
}

#[test]
fn a_garrison_fires_with_half_its_figures() {
    let p = proves!("17.03.4.a");
    let men = |figures: u16| {
        let mut d = Drill::new();
        d.building("house", false, (95.0, 40.0), (105.0, 50.0));
        let u = d.infantry(Side::A, figures, Formation::Line, 100.0, 50.0, 0.0);
        d.inside(u, "house");
        d.infantry(Side::B, 30, Formation::Line, 100.0, 59.0, 180.0);
        let mut b = Battle::drill(commanded(d), [3, 3, 3]);
        turn_with(&mut b, &[("A1", fire(When::AtOnce))], &[], &[("support", Choice::No)]);
        used(&b);
        told_by(&p, &b, "17.03.4.a");
        find(&b, |e| match e.kind {
            EventKind::Fired { men, .. } => Some(men),
            _ => None,
        })
        .unwrap()
    };
    // Six of twelve are one firing unit, thirteen of twenty-six two.
    let one = men(12);
    assert!(one > 0);
    assert_eq!(men(26), 2 * one);
}

#[test]
fn a_footbridge_carries_single_files() {
    let p = proves!("07.04.4.b");
    let run = |formation: Formation| {
        let mut d = Drill::new();
        d.infantry(Side::A, 6, formation, 100.0, 50.0, 0.0);
        d.water("river", (0.0, 53.0), (240.0, 59.0));
        d.crossing(CrossingKind::Footbridge, "plank", (99.0, 52.5), (101.0, 59.5));
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([ahead()]))], &[]);
        b
    };
    let b = run(Formation::SingleFile);
    assert!(b.field()[A].base.front.y > 58.0, "{}", b.field()[A].base.front.y);
    let b = run(Formation::AttackColumn);
    assert!(b.field()[A].base.front.y < 53.1);
    told_by(&p, &b, "07.04.4.b");
}

#[test]
fn foot_has_no_deduction_before_its_own_fleeing_horse() {
    let p = proves!("13.05.3", "13.05.1");
    let mut d = Drill::new();
    d.cavalry(Side::A, 20, Formation::Line, 100.0, 40.0, 0.0);
    let c = d.cavalry(Side::B, 12, Formation::Line, 100.0, 60.0, 180.0);
    let o = d.infantry(Side::B, 30, Formation::Line, 100.0, 75.0, 180.0);
    let mut b = Battle::drill(commanded(d), [6, 6, 6, 1, 1, 1, 1, 1, 1, 6, 6, 6]);
    turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("victor", Choice::Way(Course::Stand))]);
    used(&b);
    state(&b, c, State::Complete);
    assert!(b.field()[o].state.intact());
    told_by(&p, &b, "13.05.3");
    told_by(&p, &b, "13.05.1");
}

#[test]
fn in_a_plantation_skirmishers_need_no_soutien() {
    let p = proves!("16.02.2.b");
    let run = |trees: bool, dice: &[u8]| {
        let mut d = Drill::new();
        let line = d.infantry(Side::B, 5, Formation::Skirmish, 100.0, 60.0, 180.0);
        d.spacing(line, 1.6);
        if trees {
            d.square(PatchKind::Plantation, "orchard", (60.0, 59.9), (140.0, 100.0));
        }
        d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
        let mut b = Battle::drill(commanded(d), dice);
        let choices = [("line fires", Choice::No), ("victor", Choice::Way(Course::Stand))];
        turn_with(&mut b, &[("A1", legs([ahead()]))], &[], &choices);
        used(&b);
        (b.field()[line].state, b)
    };
    assert_eq!(run(false, &[]).0, State::Complete);
    let (stands, b) = run(true, &[]);
    assert_eq!(stands, State::Order);
    told_by(&p, &b, "16.02.2.b");
}
