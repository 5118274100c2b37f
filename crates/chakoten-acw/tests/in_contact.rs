//! Enemies in base contact when a turn begins fight, whoever put them there (07.04.1.a); and what the orders and the table say of it.

use crate::field_day;

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::order::{Choice, Correction};
use chakoten_acw::troop::{Formation, State};
use chakoten_acw::{EventKind, Side, UnitId, proves};
use desk::Rules;
use field_day::{done, find, last_turn, sheet, told_by, turn, turn_with};
use table::Pose;

/// Two lines so many cm apart, and their generals.
fn two(gap: f64) -> (Drill, UnitId, UnitId) {
    let (mut d, a, b) = field_day::two_lines(gap);
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 80.0);
    (d, a, b)
}

fn count(b: &Battle, what: fn(&EventKind) -> bool) -> usize {
    last_turn(b).iter().filter(|e| what(&e.kind)).count()
}

#[test]
fn who_is_put_in_contact_fights_and_rolls_for_no_shock() {
    let p = proves!("07.04.1.a");
    for (gap, fights) in [(0.0, true), (0.0005, true), (0.01, false)] {
        let (d, a, e) = two(gap);
        // 2 men each of 5 elements, 10 and 10: nobody tests. Apart A attacks: 7, nothing.
        let dice: &[u8] = if fights { &[1, 1, 1, 1] } else { &[3, 4] };
        let mut b = Battle::drill(d.field(), dice);
        turn_with(&mut b, &[("A1", "attack: march")], &[], &[("surprised", Choice::No)]);
        assert_eq!(count(&b, |k| matches!(k, EventKind::Melee { .. })), if fights { 2 } else { 0 });
        assert_eq!(count(&b, |k| matches!(k, EventKind::Shock { .. })), usize::from(!fights));
        if fights {
            assert_eq!(b.field()[a].locked.as_slice(), [e]);
            assert_eq!(b.field()[e].locked.as_slice(), [a]);
            told_by(&p, &b, "07.04.1.a");
        }
        done(&b);
    }
    // Nobody fights a unit in flight, nor a wagon.
    let (mut d, _, e) = two(0.0);
    d.state(e, State::Complete);
    let mut b = Battle::drill(d.field(), [1, 1]);
    turn(&mut b, &[], &[]);
    assert_eq!(count(&b, |k| matches!(k, EventKind::Melee { .. })), 0);
    done(&b);
}

#[test]
fn a_garrison_and_whoever_touches_its_walls_fight() {
    let p = proves!("07.04.1.a");
    let mut d = Drill::new();
    d.building("mill", true, (100.0, 60.0), (112.0, 66.0));
    let g = d.infantry(Side::B, 9, Formation::Line, 106.0, 63.0, 180.0);
    d.inside(g, &["mill"]);
    let a = d.infantry(Side::A, 30, Formation::Line, 106.0, 60.0, 0.0);
    let mut b = Battle::drill(d.field(), [1, 1, 1, 1]);
    turn(&mut b, &[], &[]);
    assert_eq!(b.field()[a].locked.as_slice(), [g]);
    told_by(&p, &b, "07.04.1.a");
    done(&b);
}

#[test]
fn the_umpire_puts_two_into_contact() {
    let _p = proves!("07.04.1.a");
    let (d, a, e) = two(20.0);
    let mut b = Battle::drill(d.field(), [1, 1, 1, 1]);
    let to = Correction::Place { unit: "A1".into(), at: Pose { x: 100.0, y: 70.0, facing: 0.0 } };
    b.correct("They had met.".into(), vec![to]).unwrap();
    // Orders are written for units in melee: fire is refused.
    assert_eq!(b.field()[a].locked.as_slice(), [e]);
    let no = b.answer(Side::A, sheet(&[("A1", "fire")])).unwrap_err();
    assert_eq!(no.clause.map(|c| c.id()), Some("play.melee"));
    turn(&mut b, &[], &[]);
    assert_eq!(count(&b, |k| matches!(k, EventKind::Melee { .. })), 2);
    done(&b);
    // And apart again.
    let away = Correction::Place { unit: "A1".into(), at: Pose { x: 100.0, y: 40.0, facing: 0.0 } };
    b.correct("They had not.".into(), vec![away]).unwrap();
    assert!(b.field()[a].locked.is_empty() && b.field()[e].locked.is_empty());
}

#[test]
fn the_same_order_written_out_is_a_repetition() {
    let p = proves!("03.03.3");
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let g = d.general(Side::A, 100.0, 40.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 150.0, 180.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "wheel right 20, march 3")], &[]);
    // The general rides off: out of reach.
    b.field_mut()[g].base.front = table::v2(230.0, 5.0);
    for (order, good) in [
        ("wheel right 20, march 3", true),
        ("march 3", true),
        ("repeat", true),
        ("march 4", false),
        ("wheel right 21, march 3", false),
        ("march", false),
        ("march back 3", false),
    ] {
        let mut trial = b.clone();
        let got = trial.answer(Side::A, sheet(&[("A1", order)]));
        if good {
            got.unwrap();
            trial.answer(Side::B, sheet(&[])).unwrap();
            field_day::play_out(&mut trial, &[], &mut Vec::new());
            // The wheel that was completed is not made again.
            let turned = trial.field().units[0].base.pose().facing;
            assert!((turned - 20.0).abs() < 1e-6, "{order}: {turned}");
            let by =
                find(&trial, |e| matches!(e.kind, EventKind::Ordered { .. }).then(|| e.rests_on("03.03.3")));
            assert_eq!(by, Some(true), "{order}");
        } else if order != "march back 3" {
            p.refused_by("03.03.3", got);
        } else {
            assert!(got.is_err());
        }
    }
}

#[test]
fn who_has_declared_a_retreat_is_not_stationary_under_fire() {
    let _p = proves!("XV.b");
    // 3 + 3 of the first fire is 6: 5 men of 5 elements, with 8 carried one figure, -1. Retreating it is in U, -4, and goes. Pinned it loses
    // half: with 8 carried a figure too; -1, LU -1, pinned -2, and silent -1.
    for (choice, rows) in [(Choice::Yes, [-1, -4].as_slice()), (Choice::No, &[-1, -2, -1, -1])] {
        let (mut d, _, e) = two(10.0);
        d.state(e, State::Slight);
        d.unit(e).pinned_to = Some(2);
        d.unit(e).carried = 8;
        let mut b = Battle::drill(d.field(), [1, 2, 3, 4]);
        turn_with(&mut b, &[("A1", "fire")], &[], &[("retreat", choice.clone())]);
        let tested = find(&b, |e| match &e.kind {
            EventKind::Tested { ruling, .. } => {
                Some(ruling.modifiers.iter().map(|m| m.value).filter(|v| *v != 0).collect::<Vec<_>>())
            }
            _ => None,
        });
        assert_eq!(tested.as_deref(), Some(rows), "{choice:?}");
        done(&b);
    }
}
