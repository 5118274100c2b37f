//! Scales and measures (chapter 01): the hour, men and guns of figures and models, what terrain fills, from where it is measured; and what a
//! staff is (08.01.4).

use crate::field_day::{
    ahead, commanded, done, find, fire, legs, play_out, stands, told_by, turn, two_lines,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::Halt;
use chakoten_napoleonic::field::{Level, Post};
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::order::{Answer, Letter, When};
use chakoten_napoleonic::scenario;
use chakoten_napoleonic::troop::Formation;
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};
use desk::{Eye, Seating, Stage};
use std::collections::BTreeMap;
use std::sync::Arc;
use umpire::{Log, Refusal, Seat, Seed};

fn fires(b: &Battle) -> usize {
    crate::field_day::last_turn(b).iter().filter(|e| matches!(e.kind, EventKind::Fired { .. })).count()
}

#[test]
fn eight_turns_are_an_hour() {
    let _p = proves!("01.02.2");
    let (name, text) = scenario::SHIPPED[0];
    let s = Arc::new(scenario::read(name, text).expect("a shipped scenario"));
    let (h, m) = s.time.split_once(':').expect("an hour");
    let start: u32 = h.parse::<u32>().unwrap() * 60 + m.parse::<u32>().unwrap();
    let mut b = Battle::seated(s, Seed::new("hour"), Log::Off, Seating::SIDES_ONLY);
    // At the end of so many turns: minutes, and whether a half comes on top.
    for (turns, minutes, half) in [(0, 0, false), (1, 7, true), (2, 15, false), (7, 52, true), (8, 60, false)]
    {
        b.field_mut().turn = turns;
        let still = b.still();
        let sight = b.sight(&still, Eye::of(Seat::Side(0), false), None);
        let facts = b.facts(&still, &sight);
        let hour = facts.iter().find(|f| f.clause.as_deref() == Some("01.02.2")).expect("the hour is told");
        let at = start + minutes;
        let says = format!("{:02}:{:02}{}", at / 60, at % 60, if half { "½" } else { "" });
        assert_eq!(hour.says, words::Message::verbatim(says));
    }
}

#[test]
fn twenty_men_are_a_figure() {
    let p = proves!("01.02.3.a", "09.02.2");
    // Thirty muskets in zone I: two firing units of ten, a third of the rest of both ranks.
    let shoot = |carried: u16| {
        let (mut d, _, c) = two_lines(9.0);
        d.unit(c).carried = carried;
        let mut b = Battle::drill(d.field(), [1, 1, 1]);
        turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
        done(&b);
        let lost = find(&b, |e| match e.kind {
            EventKind::Lost { unit, men, figures, carried } if unit == c => {
                Some((men, figures, carried, e.rests_on("01.02.3.a")))
            }
            _ => None,
        });
        (lost.unwrap(), b.field()[c].figures, b)
    };
    let ((men, figures, ..), ..) = shoot(0);
    assert!((1..20).contains(&men) && figures == 0);
    let men16 = men as u16;
    // One man short of a figure, and exactly one.
    let ((_, figures, carried, by), left, _) = shoot(19 - men16);
    assert_eq!((figures, carried, by, left), (0, 19, false, 30));
    let ((_, figures, carried, by), left, b) = shoot(20 - men16);
    assert_eq!((figures, carried, by, left), (1, 0, true, 29));
    told_by(&p, &b, "01.02.3.a");
    told_by(&p, &b, "09.02.2");
}

#[test]
fn real_guns_are_the_firing_units_whatever_the_models() {
    let p = proves!("01.02.3.b", "10.01.1");
    // One model stands for four guns or for five, two for eight.
    let men = |guns: u8| {
        let mut d = Drill::new();
        let a = d.battery(Side::A, guns, 100.0, 50.0, 0.0);
        let models = d.unit(a).battery.as_ref().unwrap().models();
        let c = d.infantry(Side::B, 60, Formation::Line, 100.0, 65.0, 180.0);
        let mut b = Battle::drill(commanded(d), [2, 2, 2]);
        turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
        done(&b);
        told_by(&p, &b, "01.02.3.b");
        told_by(&p, &b, "10.01.1");
        (models, b.field()[c].losses.men)
    };
    let ((one, four), (same, five), (two, eight)) = (men(4), men(5), men(8));
    assert_eq!((one, same, two), (1, 1, 2));
    assert_eq!((four % 4, five, eight), (0, four / 4 * 5, four * 2));
    assert!(four > 0);
}

#[test]
fn lost_guns_are_real_ones() {
    let p = proves!("01.02.3.b", "10.02.1.b");
    let mut d = Drill::new();
    d.battery(Side::A, 8, 100.0, 50.0, 0.0);
    let c = d.battery(Side::B, 8, 100.0, 75.0, 180.0);
    // A pair and a four: one firing unit.
    let mut b = Battle::drill(commanded(d), [6, 6, 4]);
    turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
    let lost = find(&b, |e| match e.kind {
        EventKind::Equipment { unit, guns, .. } if unit == c => Some((guns, e.rests_on("01.02.3.b"))),
        _ => None,
    });
    assert_eq!(lost, Some((1, true)));
    let battery = b.field()[c].battery.as_ref().unwrap();
    // Seven guns still stand as two models.
    assert_eq!((battery.guns, battery.models()), (7, 2));
    told_by(&p, &b, "01.02.3.b");
    told_by(&p, &b, "10.02.1.b");
    done(&b);
}

#[test]
fn a_piece_of_ground_fills_what_it_fills_on_the_table() {
    let p = proves!("01.03.1");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    let side = d.unit(a).base.width / 2.0;
    // Its right edge runs along the lake's edge, or a millimetre inside it.
    let c = d.infantry(Side::A, 30, Formation::AttackColumn, 60.0, 50.0, 0.0);
    let e = d.infantry(Side::A, 30, Formation::AttackColumn, 160.0, 50.0, 0.0);
    d.square(PatchKind::Lake, "ahead", (90.0, 61.5), (110.0, 80.0));
    d.square(PatchKind::Lake, "beside", (60.0 + side, 55.0), (75.0, 80.0));
    d.square(PatchKind::Lake, "corner", (160.0 + side - 0.1, 55.0), (175.0, 80.0));
    let mut b = Battle::drill(commanded(d), []);
    let go = legs([ahead()]);
    turn(&mut b, &[("A1", go.clone()), ("A2", go.clone()), ("A3", go)], &[]);
    let y = |u: UnitId| b.field()[u].base.front.y;
    assert!((y(a) - 61.5).abs() < 0.02, "{}", y(a));
    stands(&b, c, 60.0, 70.0);
    assert!((y(e) - 55.0).abs() < 0.02, "{}", y(e));
    let halted: Vec<UnitId> = told_by(&p, &b, "01.03.1")
        .iter()
        .filter_map(|x| match x.kind {
            EventKind::Halted { unit, why: Halt::Impassable, .. } => Some(unit),
            _ => None,
        })
        .collect();
    assert_eq!(halted, [e, a]);
}

#[test]
fn distances_are_measured_from_base_edges() {
    let p = proves!("01.03.4", "09.03.1", "08.03.4");
    // 18 cm from edge to edge; the middles of the lines are farther apart.
    let shoot = |gap: f64, dice: &[u8]| {
        let (d, ..) = two_lines(gap);
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
        done(&b);
        b
    };
    let b = shoot(18.0, &[1, 1, 1]);
    assert_eq!(fires(&b), 1);
    told_by(&p, &b, "01.03.4");
    told_by(&p, &b, "09.03.1");
    assert_eq!(fires(&shoot(18.01, &[])), 0);
    // A commander 35 cm from the nearest base, and one farther off.
    let order = |off: f64, dice: &[u8]| {
        let mut d = Drill::new();
        let s = d.commander(Side::A, 100.0, 20.0);
        let front = d.staff_mut(s).base().front.y;
        let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 0.0, 0.0);
        let base = d.unit(u).base;
        d.unit(u).base = base.at(table::v2(100.0, front + off + base.depth), base.dir);
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[("A1", legs([ahead()]))], &[]);
        done(&b);
        b
    };
    order(35.0, &[]);
    let b = order(35.01, &[6, 6, 6]);
    told_by(&p, &b, "01.03.4");
    told_by(&p, &b, "08.03.4");
}

#[test]
fn any_staff_figure_but_the_commander_carries_messages() {
    let p = proves!("08.01.4", "08.03.1");
    let send = |who: &str| -> (Battle, Result<(), Refusal>) {
        let mut d = Drill::new();
        d.commander(Side::A, 20.0, 40.0);
        d.courier(Side::A, 20.0, 40.0);
        d.staff(Side::A, Post::EngineerOfficer, 20.0, 40.0);
        d.infantry(Side::A, 30, Formation::Line, 20.0, 60.0, 0.0);
        d.command(Side::A, Level::Brigade, None);
        d.commander(Side::A, 60.0, 40.0);
        let mut b = Battle::drill(d.field(), [1]);
        let letters = vec![Letter { courier: who.into(), to: "A-2".into(), says: "come".into() }];
        let (orders, staff, instructions) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
        let sent = b.answer(Side::A, Answer::Orders { orders, staff, letters, instructions });
        if sent.is_ok() {
            b.answer(Side::B, crate::field_day::sheet(&[])).unwrap();
            play_out(&mut b, &[]);
        }
        (b, sent.map(|_| ()))
    };
    for who in ["As2", "As3"] {
        let (b, sent) = send(who);
        sent.unwrap();
        assert!(told_by(&p, &b, "08.01.4").iter().any(|e| matches!(e.kind, EventKind::Message { .. })));
        done(&b);
    }
    p.refused_by("08.03.1", send("As1").1);
}
