//! Staff figures in play: messages carried and handed over, lone couriers, instructions, and whom the enemy reaches.

use crate::field_day::{ahead, done, find, legs, play_out, told_by, turn};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::field::{DispatchFate, Level, Post, StaffFate};
use chakoten_napoleonic::order::{Answer, Letter};
use chakoten_napoleonic::troop::Formation;
use chakoten_napoleonic::unit::StaffId;
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};
use std::collections::BTreeMap;
use umpire::Refusal;

fn write(
    b: &mut Battle,
    letters: &[(&str, &str, &str)],
    instructions: &[(&str, &str)],
) -> Result<(), Refusal> {
    let letter = |l: &(&str, &str, &str)| Letter { courier: l.0.into(), to: l.1.into(), says: l.2.into() };
    b.answer(
        Side::A,
        Answer::Orders {
            orders: BTreeMap::new(),
            staff: Vec::new(),
            letters: letters.iter().map(letter).collect(),
            instructions: instructions.iter().map(|(u, t)| (u.to_string(), t.to_string())).collect(),
        },
    )?;
    b.answer(Side::B, crate::field_day::sheet(&[]))?;
    play_out(b, &[]);
    Ok(())
}

fn handed(b: &Battle) -> bool {
    find(b, |e| matches!(e.kind, EventKind::Message { handed: true, .. }).then_some(())).is_some()
}

/// A commander with his courier at (20, 40), and another commander so far to the east.
fn post(cm: f64) -> (Drill, StaffId) {
    let mut d = Drill::new();
    d.commander(Side::A, 20.0, 40.0);
    let courier = d.courier(Side::A, 20.0, 40.0);
    d.infantry(Side::A, 30, Formation::Line, 20.0, 60.0, 0.0);
    d.command(Side::A, Level::Brigade, None);
    d.commander(Side::A, 20.0 + cm, 40.0);
    (d, courier)
}

#[test]
fn a_message_is_handed_over_after_the_turn_of_arrival_and_its_delay() {
    let p = proves!("08.03.1", "08.03.2", "play.message", "08.01.6", "08.01.7");
    let (d, courier) = post(60.0);
    // One turn of delay.
    let mut b = Battle::drill(d.field(), [4]);
    write(&mut b, &[("As2", "A-2", "come at once")], &[]).unwrap();
    assert!(!handed(&b));
    assert_eq!(b.field().messages[0].arrived, Some(2));
    turn(&mut b, &[], &[]);
    assert!(handed(&b));
    assert_eq!(b.field().messages[0].fate, DispatchFate::HandedOver(3));
    assert!(b.field()[courier].carries.is_empty());
    for id in ["08.03.1", "08.03.2", "play.message", "08.01.6", "08.01.7"] {
        told_by(&p, &b, id);
    }
    // Only the umpire knows the delay.
    let die = b.events().iter().find(|e| e.clause.id() == "08.03.2").unwrap();
    assert_eq!(die.seen, [false; 2]);
    done(&b);
}

#[test]
fn one_that_does_not_get_through_is_never_handed_over() {
    let p = proves!("play.message");
    let (d, courier) = post(60.0);
    let mut b = Battle::drill(d.field(), [1]);
    write(&mut b, &[("As2", "A-2", "come at once")], &[]).unwrap();
    for _ in 0..5 {
        assert!(!handed(&b));
        turn(&mut b, &[], &[]);
    }
    assert_eq!(b.field().messages[0].fate, DispatchFate::Lost);
    assert!(b.field()[courier].carries.is_empty());
    told_by(&p, &b, "play.message");
    done(&b);
}

#[test]
fn a_courier_may_set_out_later_instead() {
    let p = proves!("play.message");
    let (mut d, courier) = post(60.0);
    d.read("message-delay", "sets-out-later");
    let mut b = Battle::drill(d.field(), [4]);
    write(&mut b, &[("As2", "A-2", "come at once")], &[]).unwrap();
    assert!((b.field()[courier].base().front.x - 20.0).abs() < 1e-6);
    turn(&mut b, &[], &[]);
    assert!(handed(&b));
    told_by(&p, &b, "play.message");
    done(&b);
}

#[test]
fn a_lone_courier_may_be_lost_and_the_message_with_him() {
    let p = proves!("08.02.5", "play.message");
    // 90 cm in the turn, more than half his march: 2 off the dice.
    for (dice, comes) in [(vec![6, 3, 3, 3], true), (vec![6, 3, 3, 2], false)] {
        let (d, courier) = post(100.0);
        let mut b = Battle::drill(d.field(), dice);
        write(&mut b, &[("As2", "A-2", "come at once")], &[]).unwrap();
        assert_eq!(b.field()[courier].present(), comes);
        turn(&mut b, &[], &[]);
        assert_eq!(handed(&b), comes);
        let fate = b.field().messages[0].fate;
        assert_eq!(fate, if comes { DispatchFate::HandedOver(3) } else { DispatchFate::Lost });
        if !comes {
            told_by(&p, &b, "08.02.5");
        }
        told_by(&p, &b, "play.message");
        done(&b);
    }
}

#[test]
fn instructions_are_given_within_command_distance_and_sent_beyond_it() {
    let p = proves!("08.03.4", "08.03.1");
    let (mut d, _) = post(60.0);
    d.under(chakoten_napoleonic::unit::CommandId(0));
    let far = d.infantry(Side::A, 30, Formation::Line, 20.0, 110.0, 0.0);
    let mut b = Battle::drill(d.field(), [6]);
    p.refused_by("08.03.4", write(&mut b, &[], &[("A2", "hold the hill")]));
    write(&mut b, &[("As2", "A2", "hold the hill")], &[("A1", "follow the road")]).unwrap();
    assert_eq!(b.field()[UnitId(0)].record.instruction, Some((2, "follow the road".into())));
    assert_eq!(b.field()[far].record.instruction, Some((2, "hold the hill".into())));
    told_by(&p, &b, "08.03.4");
    done(&b);
    // A courier who is not with his commander takes nothing.
    let (mut d, courier) = post(60.0);
    let y = d.staff_mut(courier).base().front.y;
    d.staff_mut(courier).comes_to(table::v2(30.0, y));
    let mut b = Battle::drill(d.field(), []);
    p.refused_by("08.03.1", write(&mut b, &[("As2", "A-2", "come at once")], &[]));
}

/// An officer alone before an enemy line that marches ten cm, its front at 70.
fn overrun(y: f64, friend: (f64, f64)) -> (Drill, StaffId) {
    let mut d = Drill::new();
    d.infantry(Side::A, 10, Formation::Line, friend.0, friend.1, 0.0);
    let officer = d.staff(Side::A, Post::EngineerOfficer, 100.0, y);
    d.commander(Side::B, 100.0, 90.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 70.0, 180.0);
    (d, officer)
}

#[test]
fn a_staff_figure_reached_by_the_enemy_is_set_aside_or_lost() {
    let p = proves!("play.staff");
    let go = |d: Drill| {
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[], &[("B1", legs([ahead()]))]);
        b
    };
    let (d, officer) = overrun(64.0, (40.0, 20.0));
    let b = go(d);
    assert_eq!((b.field()[officer].fate, b.field()[officer].with), (StaffFate::Present, Some(UnitId(0))));
    told_by(&p, &b, "play.staff");
    // Just out of its way.
    let (d, officer) = overrun(59.9, (40.0, 20.0));
    let b = go(d);
    assert_eq!(b.field()[officer].with, None);
    assert!((b.field()[officer].base().front.y - 59.9).abs() < 1e-6);
    // Nobody within a courier's march.
    let (d, officer) = overrun(64.0, (230.0, 10.0));
    let b = go(d);
    assert_eq!(b.field()[officer].fate, StaffFate::Lost);
    told_by(&p, &b, "play.staff");
    let (mut d, officer) = overrun(64.0, (40.0, 20.0));
    d.read("reached-staff", "lost");
    let b = go(d);
    assert_eq!(b.field()[officer].fate, StaffFate::Lost);
}
