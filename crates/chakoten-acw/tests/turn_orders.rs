//! Orders in play: announcements, every moment of a fire order, generals and orderlies on the table.

use crate::field_day;

use chakoten_acw::battle::{Awaits, Battle};
use chakoten_acw::drill::Drill;
use chakoten_acw::field::StaffFate;
use chakoten_acw::order::{Answer, Choice, StaffMove};
use chakoten_acw::troop::{Formation, State};
use chakoten_acw::{EventKind, Side, UnitId, proves};
use field_day::{last_turn, orders, play_out, show, stands, told_by, turn, turn_with};

#[track_caller]
fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 3e-3, "{a} and not {b}");
}

/// One element of side A at y = 50, the enemy in line so far off, facing it.
fn field(gap: f64) -> (Drill, UnitId, UnitId) {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 6, Formation::Line, 100.0, 50.0, 0.0);
    let b = d.infantry(Side::B, 30, Formation::Line, 100.0, 50.0 + gap, 180.0);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 100.0, 62.0 + gap);
    (d, a, b)
}

/// When, and at whom, the unit fired in the last turn.
fn fires(b: &Battle, u: UnitId) -> Vec<(f64, UnitId)> {
    last_turn(b)
        .iter()
        .filter_map(|e| match e.kind {
            EventKind::Fired { unit, target, .. } if unit == u => Some((e.clock, target)),
            _ => None,
        })
        .collect()
}

/// The one fire of a unit: when it was made, `None` if there was none.
#[track_caller]
fn fire_clock(b: &Battle, u: UnitId) -> Option<f64> {
    let all = fires(b, u);
    assert!(all.len() <= 1, "{all:?}");
    all.first().map(|f| f.0)
}

#[test]
fn moments_and_events() {
    let _p = proves!("04.01.4");
    // The enemy marches 12 cm, from 20 to 8 cm.
    for (order, at) in [
        ("fire", Some(0.0)),
        ("fire at clock 0.25", Some(0.25)),
        ("fire at clock 1", Some(1.0)),
        ("fire when any within 12", Some(8.0 / 12.0)),
        ("fire when any within 20", Some(0.0)),
        ("fire when any within 30", Some(0.0)),
        ("fire when any within 8.1", Some(11.9 / 12.0)),
        ("fire when any within 7.9", None),
        ("fire when x1 within 12", Some(8.0 / 12.0)),
        ("fire when any passes 90 65 to 110 65", Some(5.0 / 12.0)),
        ("fire when any passes 100 65", Some(5.0 / 12.0)),
        ("fire when any passes 90 57 to 110 57", None),
        ("fire when any passes 106.5 65 to 120 65", None),
        ("fire when any enters lane", Some(3.5 / 12.0)),
        ("fire when any leaves lane", Some(7.5 / 12.0)),
        ("fire when any enters track", None),
        ("fire when any leaves track", None),
        ("fire when any fires", None),
        ("fire when any attacks", None),
        ("fire before shock", None),
        ("fire after shock", None),
    ] {
        let (mut d, u, e) = field(20.0);
        d.road("lane", &[(80.0, 66.0), (120.0, 66.0)], 1.0);
        d.road("track", &[(80.0, 54.0), (120.0, 54.0)], 1.0);
        let dice: &[u8] = if at.is_some() { &[1, 2] } else { &[] };
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[("A1", order)], &[("B1", "march")]);
        let got = fire_clock(&b, u);
        match (got, at) {
            (Some(x), Some(y)) if (x - y).abs() < 3e-3 => assert_eq!(fires(&b, u)[0].1, e),
            (None, None) => {}
            _ => {
                show(&b);
                panic!("{order}: {got:?} and not {at:?}");
            }
        }
        b.dice_used_up().unwrap();
    }
}

#[test]
fn an_event_that_already_holds_occurs_at_clock_0() {
    let _p = proves!("play.fire-order");
    // Nobody moves.
    for (order, at) in [
        ("fire when any within 12", true),
        ("fire when any within 10", true),
        ("fire when any within 9.9", false),
        ("fire when any enters lane", true),
        ("fire when any passes 90 61 to 110 61", true),
        ("fire when any leaves lane", false),
    ] {
        let (mut d, u, _) = field(10.0);
        d.road("lane", &[(80.0, 61.0), (120.0, 61.0)], 1.0);
        let dice: &[u8] = if at { &[1, 2] } else { &[] };
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[("A1", order)], &[]);
        assert_eq!(fire_clock(&b, u), at.then_some(0.0), "{order}");
        b.dice_used_up().unwrap();
    }
}

#[test]
fn what_holds_at_clock_0_is_fired_with_the_immediate_fire() {
    let _p = proves!("04.01.3.a");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 6, Formation::Line, 100.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 6, Formation::Line, 100.0, 60.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 100.0, 72.0);
    let mut b = Battle::drill(d.field(), [2, 3, 2, 3]);
    turn(&mut b, &[("A1", "fire when any within 12")], &[("B1", "fire")]);
    // Both have fired before either suffers.
    let all = last_turn(&b);
    let fired = all.iter().rposition(|x| matches!(x.kind, EventKind::Fired { .. })).unwrap();
    let lost = all.iter().position(|x| matches!(x.kind, EventKind::Lost { .. })).unwrap();
    assert!(fired < lost);
    assert_eq!((fires(&b, a).len(), fires(&b, e).len()), (1, 1));
}

#[test]
fn the_enemy_named_and_the_culprit() {
    let _p = proves!("play.fire-order");
    // x1 stands within 12 cm already; the order waits for x2, who comes from 20 cm.
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 6, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 9, Formation::Line, 97.0, 60.0, 180.0);
    let e = d.infantry(Side::B, 9, Formation::Line, 103.0, 70.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 100.0, 80.0);
    let f = d.field();
    let mut b = Battle::drill(f.clone(), [1, 2]);
    turn(&mut b, &[("A1", "fire when x2 within 12")], &[("B2", "march")]);
    let got = fires(&b, u);
    assert_eq!(got.len(), 1);
    assert_eq!(got[0].1, e);
    assert!(got[0].0 > 0.6);
    // The same with another target than the culprit.
    let mut b = Battle::drill(f, [1, 2]);
    turn(&mut b, &[("A1", "fire when x2 within 12 at x1")], &[("B2", "march")]);
    assert_ne!(fires(&b, u)[0].1, e);
}

#[test]
fn two_events_at_one_instant_fire_once_at_the_nearer() {
    let _p = proves!("play.fire-order");
    // Both come within 12 cm at the same moment; the larger is meant, wherever it stands in the list.
    for swapped in [false, true] {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 6, Formation::Line, 100.0, 50.0, 0.0);
        let (l, r) = if swapped { (12, 9) } else { (9, 12) };
        let left = d.infantry(Side::B, l, Formation::Line, 90.0, 70.0, 180.0);
        let right = d.infantry(Side::B, r, Formation::Line, 110.0, 70.0, 180.0);
        // The same distance from the firer's corner to theirs.
        let half = |n: u16| f64::from(n.div_ceil(2)) * 0.4;
        d.unit(left).base.front.x = 97.6 - half(l);
        d.unit(right).base.front.x = 102.4 + half(r);
        d.general(Side::A, 100.0, 40.0);
        d.general(Side::B, 100.0, 80.0);
        let mut b = Battle::drill(d.field(), [1, 2]);
        turn(&mut b, &[("A1", "fire when any within 12")], &[("B1", "march"), ("B2", "march")]);
        let got = fires(&b, u);
        assert_eq!(got.len(), 1);
        assert_eq!(got[0].1, if swapped { left } else { right });
        b.dice_used_up().unwrap();
    }
}

#[test]
fn fire_that_waits_for_fire() {
    let _p = proves!("play.fire-order");
    // A friend's fire does not count; the enemy's does, at the same clock value in a new round; and once.
    for (enemy, at) in [(None, None), (Some("fire at clock 0.5"), Some(0.5)), (Some("fire"), Some(0.0))] {
        let mut d = Drill::new();
        d.infantry(Side::A, 6, Formation::Line, 90.0, 50.0, 0.0);
        let u = d.infantry(Side::A, 6, Formation::Line, 110.0, 50.0, 0.0);
        d.infantry(Side::B, 6, Formation::Line, 90.0, 60.0, 180.0);
        d.infantry(Side::B, 6, Formation::Line, 110.0, 60.0, 180.0);
        d.general(Side::A, 100.0, 40.0);
        d.general(Side::B, 100.0, 72.0);
        let mut b = Battle::seeded(d.field(), 11);
        let theirs: Vec<(&str, &str)> = enemy.map(|o| [("B1", o), ("B2", o)]).into_iter().flatten().collect();
        turn(&mut b, &[("A1", "fire"), ("A2", "fire when any fires")], &theirs);
        if b.field()[u].state == State::Order || at.is_none() {
            assert_eq!(fire_clock(&b, u), at, "{enemy:?}");
        }
    }
}

#[test]
fn fire_when_a_friend_is_attacked_and_not_when_the_attack_is_announced() {
    let _p = proves!("play.fire-order");
    let mut d = Drill::new();
    let target = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let u = d.infantry(Side::A, 6, Formation::Line, 122.0, 40.0, 315.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 100.0, 72.0);
    let _ = target;
    let mut b = Battle::seeded(d.field(), 2);
    turn_with(
        &mut b,
        &[("A2", "fire when any attacks A1")],
        &[("B1", "attack: march")],
        &[("surprised", Choice::No)],
    );
    let reached = last_turn(&b)
        .iter()
        .find_map(|e| matches!(e.kind, EventKind::BreakIn { .. }).then_some(e.clock))
        .unwrap();
    near(reached, 8.0 / 12.0);
    let tried = last_turn(&b).iter().find_map(|e| match e.kind {
        EventKind::Fired { unit, .. } | EventKind::NotFired { unit, .. } if unit == u => Some(e.clock),
        _ => None,
    });
    near(tried.expect("it fires, or finds it cannot"), reached);
}

#[test]
fn parts_have_their_own_moments_and_targets() {
    let _p = proves!("play.fire-order");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let x = d.infantry(Side::B, 30, Formation::Line, 94.0, 60.0, 180.0);
    let y = d.infantry(Side::B, 30, Formation::Line, 106.5, 60.0, 180.0);
    d.valour(x, 2);
    d.valour(y, 2);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 100.0, 72.0);
    let mut b = Battle::seeded(d.field(), 4);
    turn(&mut b, &[("A1", "fire 4 companies right at x2, 6 companies at x1 at clock 0.5")], &[]);
    let got = fires(&b, u);
    assert_eq!(got.len(), 2, "{got:?}");
    assert_eq!((got[0].1, got[1].1), (y, x));
    near(got[0].0, 0.0);
    near(got[1].0, 0.5);
}

#[test]
fn a_target_that_cannot_be_fired_at_costs_no_ammunition() {
    // Behind the firer: outside its arc.
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 6, Formation::Line, 100.0, 50.0, 180.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 63.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 100.0, 72.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "fire when any within 8")], &[("B1", "march 4")]);
    assert_eq!(fire_clock(&b, u), None);
    assert!(!b.field()[u].record.fired);
    b.dice_used_up().unwrap();
}

#[test]
fn a_flight_without_time_may_be_what_an_order_waited_for() {
    let _p = proves!("play.fire-order");
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let u = d.infantry(Side::A, 6, Formation::Line, 112.0, 60.0, 0.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 140.0, 72.0);
    // B1 loses three figures, falls into FU and flees over the line at y = 75 at clock 0. Then A2 fires at it.
    let mut b = Battle::seeded(d.field(), 0);
    let f = b.field().clone();
    let mut seen = false;
    for seed in 0..300 {
        b = Battle::seeded(f.clone(), seed);
        turn(&mut b, &[("A1", "fire"), ("A2", "fire when any passes 80 75 to 120 75")], &[]);
        let fled = last_turn(&b).iter().any(
            |x| matches!(x.kind, EventKind::StateChanged { unit, to: State::Complete, .. } if unit == e),
        );
        let tried = last_turn(&b).iter().find_map(|x| match x.kind {
            EventKind::Fired { unit, .. } | EventKind::NotFired { unit, .. } if unit == u => Some(x.clock),
            _ => None,
        });
        assert_eq!(tried, fled.then_some(0.0), "seed {seed}");
        seen |= fled;
        if seen && seed > 20 {
            break;
        }
    }
    assert!(seen);
}

#[test]
fn announcements_come_in_their_order_and_the_unseen_are_only_heard_of() {
    let _p = proves!("04.01.2");
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let p = d.infantry(Side::A, 30, Formation::Line, 120.0, 50.0, 0.0);
    d.infantry(Side::A, 6, Formation::Line, 80.0, 50.0, 0.0);
    d.state(p, State::Slight);
    d.unit(p).pinned_to = Some(2);
    d.unit(p).record.state_since = 1;
    d.infantry(Side::B, 30, Formation::Line, 100.0, 120.0, 180.0);
    // Between the sides a hill: nobody sees the other.
    d.hill("ridge", 1, (0.0, 70.0), (240.0, 90.0));
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 100.0, 130.0);
    let mut b = Battle::drill(d.field(), []);
    let mine = [("A1", "attack: march"), ("A3", "fire when any within 5")];
    turn_with(&mut b, &mine, &[], &[("retreat", Choice::Yes)]);
    let at =
        |f: &dyn Fn(&EventKind) -> bool| last_turn(&b).iter().position(|e| f(&e.kind)).expect("announced");
    let attack = at(&|k| matches!(k, EventKind::AttackAnnounced { .. }));
    let retreat = at(&|k| matches!(k, EventKind::RetreatDeclared { .. }));
    let fire = at(&|k| matches!(k, EventKind::FireAnnounced { .. }));
    let moves = at(&|k| matches!(k, EventKind::Moved { .. }));
    assert!(attack < retreat && retreat < fire && fire < moves);
    let all = last_turn(&b);
    assert_eq!((all[attack].seen, all[fire].seen), ([true, false], [true, false]));
    // The enemy hears the three facts, and nothing of who.
    let heard: Vec<_> =
        all.iter().filter(|e| matches!(e.kind, EventKind::Heard { side: Side::A, .. })).collect();
    assert_eq!(heard.len(), 3);
    assert!(heard.iter().all(|e| e.seen == [false, true]));
}

#[test]
fn fieldworks_in_sight_are_made_known_once() {
    let _p = proves!("04.01.2");
    for hidden in [false, true] {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 120.0, 180.0);
        d.line(
            chakoten_acw::ground::LineKind::LightFortification,
            "work 1",
            &[(94.0, 118.0), (106.0, 118.0)],
        );
        d.last_line().unwrap().built = true;
        if hidden {
            d.hill("ridge", 1, (0.0, 70.0), (240.0, 90.0));
        }
        let mut b = Battle::drill(d.field(), []);
        let known = |b: &Battle, side: Side| {
            last_turn(b)
                .iter()
                .filter(|e| matches!(e.kind, EventKind::WorkKnown { .. }) && e.seen[side.index()])
                .count()
        };
        turn(&mut b, &[], &[]);
        assert_eq!((known(&b, Side::A), known(&b, Side::B)), (usize::from(!hidden), 1));
        turn(&mut b, &[], &[]);
        assert_eq!((known(&b, Side::A), known(&b, Side::B)), (0, 0));
    }
}

fn rider(who: &str, x: f64, y: f64) -> StaffMove {
    StaffMove { who: who.into(), to: Some([x, y]), join: None }
}

/// Side A's second general stands alone in the way of an enemy column.
fn lone() -> (Drill, chakoten_acw::unit::StaffId) {
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 60.0, 40.0, 0.0);
    d.infantry(Side::B, 30, Formation::AttackColumn, 130.0, 80.0, 180.0);
    let g = d.general(Side::A, 130.0, 65.0);
    d.general(Side::B, 130.0, 100.0);
    (d, g)
}

#[test]
fn a_lone_general_flees_from_capture_or_is_taken() {
    let _p = proves!("07.06.3");
    for (choice, fate) in [(None, StaffFate::Present), (Some(Choice::No), StaffFate::Captured)] {
        let (d, g) = lone();
        let mut b = Battle::drill(d.field(), []);
        let choices: Vec<(&str, Choice)> = choice.into_iter().map(|c| ("escape", c)).collect();
        turn_with(&mut b, &[], &[("B1", "march")], &choices);
        assert_eq!(b.field()[g].fate, fate);
        assert_eq!(b.field()[g].moved.is_some(), fate == StaffFate::Present, "it was his move");
        // By the time the column is within 2 cm.
        if fate == StaffFate::Captured {
            let at = last_turn(&b).iter().find_map(|e| {
                matches!(e.kind, EventKind::StaffLost { captured: true, .. }).then_some(e.clock)
            });
            assert!((at.unwrap() - 12.9 / 25.0).abs() < 0.1, "{at:?}");
        }
    }
}

#[test]
fn a_general_who_has_used_his_move_is_taken_without_a_question() {
    let _p = proves!("07.06.3");
    // He rides into the way of the column at clock 0; or out of it, and nobody takes him where he was.
    for (x, fate) in [(130.0, StaffFate::Captured), (160.0, StaffFate::Present)] {
        let (mut d, g) = lone();
        if x == 130.0 {
            d.staff_mut(g).base.front = table::v2(160.0, 65.0);
        }
        let mut b = Battle::drill(d.field(), []);
        orders(&mut b, &[], &[("B1", "march")]);
        assert_eq!(b.pending().first().map(|p| p.1.clone()), Some(Awaits::Staff));
        let mut asked = 0;
        let mut moves = vec![(Side::A, rider("Ag1", x, 65.0))];
        for _ in 0..20 {
            let Some((side, what)) = b.pending().first().cloned() else { break };
            match what {
                Awaits::Orders => break,
                Awaits::Staff => {
                    let mine = moves.iter().filter(|m| m.0 == side).map(|m| m.1.clone()).collect();
                    moves.retain(|m| m.0 != side);
                    b.answer(side, Answer::Staff { moves: mine }).unwrap();
                }
                Awaits::Choices => {
                    asked += 1;
                    b.answer(side, Answer::Choices { choices: Default::default() }).unwrap();
                }
            }
        }
        assert_eq!(asked, 0);
        assert_eq!(b.field()[g].fate, fate);
    }
}

#[test]
fn staff_may_move_at_the_start_or_at_the_end_but_once() {
    let _p = proves!("03.01.5.a");
    let (d, g) = lone();
    let mut b = Battle::drill(d.field(), []);
    orders(&mut b, &[], &[]);
    // Not at clock 0; then at clock 1.
    let mut clocks = Vec::new();
    let mut sent = false;
    for _ in 0..20 {
        let Some((side, what)) = b.pending().first().cloned() else { break };
        if what == Awaits::Orders {
            break;
        }
        let clock = b.clock().unwrap();
        clocks.push((side, clock));
        let late = clock >= 1.0 && side == Side::A && !sent;
        let moves = if late { vec![rider("Ag1", 90.0, 65.0)] } else { vec![] };
        sent |= late;
        b.answer(side, Answer::Staff { moves }).unwrap();
    }
    assert_eq!(clocks, vec![(Side::A, 0.0), (Side::B, 0.0), (Side::A, 1.0), (Side::B, 1.0)]);
    near(b.field()[g].base.front.x, 90.0);
    // Who has moved at clock 0 is not asked at clock 1, and a second move is refused.
    orders(&mut b, &[], &[]);
    b.answer(Side::A, Answer::Staff { moves: vec![rider("Ag1", 100.0, 65.0)] }).unwrap();
    b.answer(Side::B, Answer::Staff { moves: vec![] }).unwrap();
    assert_eq!(b.pending(), vec![(Side::B, Awaits::Staff)]);
    play_out(&mut b, &[], &mut Vec::new());
}

#[test]
fn staff_with_a_unit_go_along_without_using_their_move() {
    let _p = proves!("03.01.5.b");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 150.0, 180.0);
    let g = d.general_with(u);
    let mut b = Battle::drill(d.field(), []);
    let before = b.field()[g].base.front.y;
    turn(&mut b, &[("A1", "march")], &[]);
    let s = &b.field()[g];
    near(s.base.front.y, before + 12.0);
    assert_eq!((s.with, s.moved), (Some(u), None));
    stands(&b, u, 100.0, 62.0);
}

#[test]
fn artillery_waits_for_events_too() {
    let _p = proves!("03.03.7");
    let mut d = Drill::new();
    let g = d.battery(Side::A, chakoten_acw::troop::Gun::Napoleon, 4, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::AttackColumn, 100.0, 75.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 100.0, 90.0);
    for (order, at) in [
        ("canister when any within 20", Some(5.0 / 25.0)),
        ("shell 16 at clock 0.3", Some(0.3)),
        ("canister when any within 10", None),
    ] {
        let mut b = Battle::seeded(d.clone().field(), 9);
        turn_with(&mut b, &[("A1", order)], &[("B1", "march 14")], &[("shelter", Choice::No)]);
        let got = last_turn(&b).iter().find_map(|e| match e.kind {
            EventKind::Shelled { unit, .. } | EventKind::ShotFell { unit, .. } if unit == g => Some(e.clock),
            _ => None,
        });
        match (got, at) {
            (Some(x), Some(y)) => near(x, y),
            (None, None) => {}
            _ => panic!("{order}: {got:?} and not {at:?}"),
        }
    }
}

#[test]
fn a_march_ends_when_the_unit_is_pinned() {
    let _p = proves!("play.interrupt");
    // Fire when the line has come to 10 cm; some dice put it into LU and so pin it there.
    for seed in 0..400 {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 65.0, 180.0);
        d.general(Side::A, 100.0, 40.0);
        d.general(Side::B, 100.0, 80.0);
        let mut b = Battle::seeded(d.field(), seed);
        turn(&mut b, &[("A1", "fire when any within 10")], &[("B1", "march 8, form attack column")]);
        if b.field()[e].state == State::Slight {
            stands(&b, e, 100.0, 60.0);
            assert_eq!(b.field()[e].formation, Formation::Line);
            assert!(b.field()[e].pinned(3));
            return;
        }
    }
    panic!("no dice pinned it");
}

#[test]
fn surprised_fire_is_asked_of_who_stands_and_is_given_by_default() {
    let _p = proves!("04.02.13.a");
    for (own, fires_as_surprised) in
        [(None, true), (Some("march 1"), false), (Some("fire after shock"), false)]
    {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
        d.general(Side::A, 100.0, 40.0);
        d.general(Side::B, 100.0, 72.0);
        let mut b = Battle::seeded(d.field(), 6);
        let mine: Vec<(&str, &str)> = own.map(|o| ("A1", o)).into_iter().collect();
        turn(&mut b, &mine, &[("B1", "attack: march")]);
        let surprised = last_turn(&b)
            .iter()
            .any(|e| matches!(e.kind, EventKind::Fired { unit, surprised: true, .. } if unit == u));
        assert_eq!(surprised, fires_as_surprised, "{own:?}");
    }
}

/// 03.01.4: an order to march 12 cm is marched out under fire that costs nobody a figure, and past an enemy who was not there when it
/// was written; an order to fire when somebody is within 20 cm waits all turn where nobody comes so near.
#[test]
fn an_order_holds_for_the_whole_turn() {
    let p = proves!("03.01.4");
    let (d, a, e) = field(40.0);
    let mut b = Battle::drill(d.field(), [1, 1]);
    turn(&mut b, &[("A1", "march")], &[("B1", "fire")]);
    stands(&b, a, 100.0, 62.0);
    stands(&b, e, 100.0, 90.0);
    let told = told_by(&p, &b, "03.01.4");
    let who: Vec<UnitId> = told.iter().filter_map(|e| e.kind.unit()).collect();
    assert_eq!(who, [a, e], "each order is told by it");
    assert!(told.iter().all(|e| matches!(e.kind, EventKind::Ordered { .. })));
    turn(&mut b, &[("A1", "fire when any within 20")], &[]);
    assert_eq!(fire_clock(&b, a), None);
    b.dice_used_up().unwrap();
}
