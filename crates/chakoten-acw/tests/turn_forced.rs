//! Moves nobody ordered: flight, retirement, panic, chains that fall back, gunners in shelter, pins (04.02, 08.03).

use crate::field_day;

use chakoten_acw::battle::{Awaits, Battle};
use chakoten_acw::drill::Drill;
use chakoten_acw::ground::PatchKind;
use chakoten_acw::order::Choice;
use chakoten_acw::troop::{Formation, Gun, State};
use chakoten_acw::unit::Fate;
use chakoten_acw::{EventKind, Side, UnitId, proves};
use field_day::{find, last_turn, orders, play_out, show, stands, told_by, turn, turn_with};

/// 15 files of two ranks at 10 cm from the enemy, first fire: 6 and 6 cost him 60 men, three figures.
fn two() -> (Drill, UnitId, UnitId) {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let b = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 140.0, 70.0);
    (d, a, b)
}

/// Fire of 60 men and the test that makes it U (8) or FU (2).
const U: [u8; 4] = [6, 6, 4, 4];
const FU: [u8; 4] = [6, 6, 1, 1];

fn dice(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

#[track_caller]
fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 3e-3, "{a} and not {b}");
}

#[track_caller]
fn middle(b: &Battle, u: UnitId, x: f64, y: f64) {
    let c = b.field()[u].base.centre();
    if (c.x - x).abs() > 3e-3 || (c.y - y).abs() > 3e-3 {
        show(b);
        panic!("{} has its middle at {:.4}, {:.4} and not at {x}, {y}", b.field()[u].code, c.x, c.y);
    }
}

fn facing(b: &Battle, u: UnitId) -> f64 {
    b.field()[u].base.pose().facing
}

fn count(b: &Battle, f: impl Fn(&EventKind) -> bool) -> usize {
    last_turn(b).iter().filter(|e| f(&e.kind)).count()
}

#[test]
fn a_retirement_stops_at_a_friend_it_may_not_pass_and_does_not_start_again() {
    let _p = proves!("04.02.5.b");
    let (mut d, _, e) = two();
    // A friend with a fire order, its front 3 cm behind.
    d.infantry(Side::B, 30, Formation::Line, 100.0, 66.0, 180.0);
    let mut b = Battle::drill(d.field(), U);
    turn(&mut b, &[("A1", "fire")], &[("B2", "fire when any within 3")]);
    assert_eq!(b.field()[e].state, State::Disorder);
    // Its rear was at y = 63.
    stands(&b, e, 100.0, 63.0);
    near(facing(&b, e), 180.0);
    b.dice_used_up().unwrap();
}

#[test]
fn a_retirement_against_a_friend_in_contact_does_not_begin() {
    let _p = proves!("04.02.5.a");
    let (mut d, _, e) = two();
    d.infantry(Side::B, 30, Formation::Line, 100.0, 63.0, 180.0);
    let mut b = Battle::drill(d.field(), U);
    turn(&mut b, &[("A1", "fire")], &[("B2", "fire when any within 3")]);
    stands(&b, e, 100.0, 60.0);
}

#[test]
fn a_retirement_passes_a_friend_without_an_order_and_is_set_down_clear() {
    let _p = proves!("04.02.3");
    let (mut d, _, e) = two();
    let o = d.infantry(Side::B, 30, Formation::Line, 100.0, 66.0, 180.0);
    let mut b = Battle::drill(d.field(), U);
    turn(&mut b, &[("A1", "fire")], &[]);
    // Six cm back it stands from 66 to 69, all within the friend; its middle is his: it goes on to his rear.
    let f = b.field();
    assert!(f[e].base.rect().penetration(&f[o].base.rect()) <= 2e-3);
}

#[test]
fn a_retirement_halts_at_break_in_distance_of_another_enemy() {
    let _p = proves!("play.forced");
    for y in [70.0, 67.5] {
        let (mut d, _, e) = two();
        // An enemy stands behind it.
        d.infantry(Side::A, 6, Formation::Line, 100.0, y, 0.0);
        let mut b = Battle::drill(d.field(), U);
        turn(&mut b, &[("A1", "fire")], &[]);
        // Its rear edge, 63, goes to 2 cm from his rear at y - 3; from within 2 cm it goes no nearer.
        let rear = f64::max(63.0, y - 3.0 - 2.0);
        stands(&b, e, 100.0, rear - 3.0);
    }
}

#[test]
fn flight_rates_half_a_turn_on_foot_and_a_whole_one_mounted() {
    let _p = proves!("04.02.1");
    for mounted in [false, true] {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.general(Side::A, 100.0, 40.0);
        d.general(Side::B, 140.0, 70.0);
        let e = if mounted {
            d.cavalry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0)
        } else {
            d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0)
        };
        let mid = d.unit(e).base.centre().y;
        let mut b = Battle::drill(d.field(), dice(&[&FU, &[1, 2]]));
        // The order to march is void: no step after the flight.
        turn(&mut b, &[("A1", "fire")], &[("B1", "wait until 0.5, about face, march")]);
        assert_eq!(b.field()[e].state, State::Complete);
        middle(&b, e, 100.0, mid + if mounted { 55.0 } else { 20.0 });
        b.dice_used_up().unwrap();
    }
}

#[test]
fn away_is_the_line_from_the_nearest_point_of_the_cause() {
    let _p = proves!("play.away");
    let mut d = Drill::new();
    // The firer stands to the right: his nearest point to the middle of the target is a corner.
    d.infantry(Side::A, 30, Formation::Line, 108.0, 50.0, 0.0);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 140.0, 70.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    let from = table::v2(102.0, 50.0);
    let mut b = Battle::seeded(d.field(), 1);
    let mut done = false;
    for seed in 0..400 {
        let mut d2 = Drill::new();
        d2.infantry(Side::A, 30, Formation::Line, 108.0, 50.0, 0.0);
        d2.general(Side::A, 100.0, 40.0);
        d2.general(Side::B, 140.0, 70.0);
        d2.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
        b = Battle::seeded(d2.field(), seed);
        turn(&mut b, &[("A1", "fire")], &[]);
        if b.field()[e].state == State::Disorder {
            done = true;
            break;
        }
    }
    assert!(done, "some dice bring U");
    let mid = table::v2(100.0, 61.5);
    let dir = (mid - from).unit();
    let want = mid + dir * 6.0;
    middle(&b, e, want.x, want.y);
    near(facing(&b, e), 180.0);
}

#[test]
fn a_steady_friend_behind_checks_the_flight() {
    let _p = proves!("08.03.1");
    let (mut d, _, e) = two();
    let o = d.infantry(Side::B, 30, Formation::Line, 100.0, 70.0, 180.0);
    // The friend rolls 7 and holds: the flight passes through him and stops just behind. Reorganising fails.
    let mut b = Battle::drill(d.field(), dice(&[&FU, &[3, 4], &[1, 2]]));
    turn(&mut b, &[("A1", "fire")], &[("B2", "fire when any within 3")]);
    middle(&b, e, 100.0, 73.0 + 1.5);
    assert_eq!(b.field()[o].state, State::Order);
    assert_eq!(b.field()[e].record.checked, Some(2));
    b.dice_used_up().unwrap();
}

#[test]
fn panic_runs_on_from_unit_to_unit() {
    let _p = proves!("08.03.2");
    let (mut d, _, e) = two();
    let c = d.infantry(Side::B, 30, Formation::Line, 100.0, 70.0, 180.0);
    let s = d.infantry(Side::B, 30, Formation::Line, 100.0, 85.0, 180.0);
    // B2 within 8 cm is carried away at once (support by B3: 2 + 1); B3 holds against both as they come to 8 cm.
    let mut b = Battle::drill(d.field(), dice(&[&FU, &[1, 1], &[3, 4], &[3, 4], &[1, 2], &[1, 2]]));
    turn(&mut b, &[("A1", "fire")], &[]);
    let f = b.field();
    assert_eq!((f[e].state, f[c].state, f[s].state), (State::Complete, State::Complete, State::Order));
    // B2 flees from y = 71.5, at most 20 cm; it is clear behind B3 (88) after 18.
    middle(&b, c, 100.0, 88.0 + 1.5);
    // B1 has 20 cm and does not get so far; its flight counts as checked all the same.
    middle(&b, e, 100.0, 81.5);
    assert_eq!((f[e].record.checked, f[c].record.checked), (Some(2), Some(2)));
    b.dice_used_up().unwrap();
}

#[test]
fn a_friend_carried_into_u_retires_and_still_checks_the_flight() {
    let _p = proves!("08.03.1");
    let (mut d, _, e) = two();
    let c = d.infantry(Side::B, 30, Formation::Line, 100.0, 70.0, 180.0);
    let mut b = Battle::drill(d.field(), dice(&[&FU, &[3, 3], &[1, 2]]));
    turn(&mut b, &[("A1", "fire")], &[]);
    assert_eq!(b.field()[c].state, State::Disorder);
    // The same cause: straight away from A1, half a turn of march.
    stands(&b, c, 100.0, 76.0);
    near(facing(&b, c), 180.0);
    assert_eq!(b.field()[e].record.checked, Some(2));
    b.dice_used_up().unwrap();
}

#[test]
fn who_is_not_at_risk_of_being_carried_away() {
    let p = proves!("08.03.1");
    // Ahead of the former front, just beyond 8 cm beside, a wagon, and three times as large.
    let (mut d, _, _) = two();
    d.infantry(Side::B, 9, Formation::Line, 112.0, 55.0, 180.0);
    d.infantry(Side::B, 9, Formation::Line, 116.5, 60.0, 180.0);
    d.wagon(Side::B, 90.0, 63.0, 0.0);
    let mut b = Battle::drill(d.field(), dice(&[&FU, &[1, 2]]));
    turn(&mut b, &[("A1", "fire at x1")], &[]);
    assert_eq!(count(&b, |k| matches!(k, EventKind::CarriedAway { .. })), 0);
    b.dice_used_up().unwrap();
    // Beside it within 8 cm: one roll.
    let (mut d, _, _) = two();
    d.infantry(Side::B, 9, Formation::Line, 115.0, 60.0, 180.0);
    let mut b = Battle::drill(d.field(), dice(&[&FU, &[3, 4], &[1, 2]]));
    turn(&mut b, &[("A1", "fire at x1")], &[]);
    assert_eq!(count(&b, |k| matches!(k, EventKind::CarriedAway { .. })), 1);
    assert!(told_by(&p, &b, "08.03.1").iter().all(|e| matches!(e.kind, EventKind::CarriedAway { .. })));
    b.dice_used_up().unwrap();
}

#[test]
fn a_flight_from_the_start_takes_the_turn_and_may_be_checked() {
    let _p = proves!("04.02.2");
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 140.0, 70.0);
    // In FU since last turn, its back to the enemy.
    let e = d.infantry(Side::B, 24, Formation::Line, 100.0, 63.0, 0.0);
    d.state(e, State::Complete);
    let o = d.infantry(Side::B, 30, Formation::Line, 100.0, 80.0, 180.0);
    let mut b = Battle::drill(d.field(), [3, 4, 1, 2]);
    turn(&mut b, &[], &[]);
    // The friend is tested when the flight, at 40 cm a turn, has come to 8 cm: 9 cm on.
    let at = find(&b, |e| matches!(e.kind, EventKind::CarriedAway { .. }).then_some(e.clock)).unwrap();
    near(at, 9.0 / 40.0);
    middle(&b, e, 100.0, 83.0 + 1.5);
    assert_eq!(b.field()[o].state, State::Order);
    b.dice_used_up().unwrap();
}

#[test]
fn a_flight_goes_home_unless_that_leads_towards_the_enemy() {
    let _p = proves!("04.02.2");
    for (enemy_y, far, ends) in [(50.0, 100.0, 101.5), (80.0, 100.0, 21.5), (110.0, 100.0, 101.5)] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 6, Formation::Line, far, enemy_y, 0.0);
        d.general(Side::A, 60.0, 20.0);
        d.general(Side::B, 60.0, 150.0);
        let e = d.infantry(Side::B, 24, Formation::Line, 100.0, 63.0, 0.0);
        d.state(e, State::Complete);
        let _ = a;
        let mut b = Battle::drill(d.field(), [1, 2]);
        turn(&mut b, &[], &[]);
        // 40 cm to the north; south if the enemy within 40 cm stands to the north. One at 110 is 44 cm away.
        near(b.field()[e].base.centre().y, ends);
    }
}

#[test]
fn a_flight_over_its_own_edge_is_lost() {
    let _p = proves!("play.edge");
    let mut d = Drill::new();
    d.infantry(Side::A, 6, Formation::Line, 100.0, 50.0, 0.0);
    d.general(Side::A, 60.0, 20.0);
    let e = d.infantry(Side::B, 24, Formation::Line, 100.0, 140.0, 0.0);
    let near_edge = d.infantry(Side::B, 24, Formation::Line, 150.0, 119.9, 0.0);
    d.state(e, State::Complete);
    d.state(near_edge, State::Complete);
    let mut b = Battle::drill(d.field(), [1, 2]);
    turn(&mut b, &[], &[]);
    let f = b.field();
    assert_eq!(f[e].fate, Fate::Fled);
    assert_eq!((f[e].figures, f[e].losses.fled, f[e].losses.men), (0, 24, 0));
    // 40 cm bring the other one to 159.9: it is still there.
    assert_eq!(f[near_edge].fate, Fate::OnTable);
    b.dice_used_up().unwrap();
}

#[test]
fn a_retirement_halts_at_its_own_edge() {
    let _p = proves!("play.edge");
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 100.0, 145.0, 0.0);
    d.general(Side::A, 100.0, 130.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 155.0, 180.0);
    let mut b = Battle::drill(d.field(), U);
    turn(&mut b, &[("A1", "fire")], &[]);
    assert_eq!(b.field()[e].state, State::Disorder);
    stands(&b, e, 100.0, 157.0);
    assert_eq!(b.field()[e].fate, Fate::OnTable);
}

#[test]
fn a_flight_slides_along_a_lake_and_goes_on_past_it() {
    let _p = proves!("play.away");
    let mut d = Drill::new();
    // The enemy to the south-west: away is north-east... the own edge is north, so it goes north, against a lake that
    // slants to the right.
    d.infantry(Side::A, 6, Formation::Line, 100.0, 50.0, 0.0);
    d.general(Side::A, 60.0, 20.0);
    let e = d.infantry(Side::B, 6, Formation::Line, 100.0, 63.0, 0.0);
    d.state(e, State::Complete);
    d.patch(PatchKind::Lake, "lake", &[(90.0, 66.0), (108.0, 84.0), (90.0, 84.0)]);
    let mut b = Battle::drill(d.field(), [1, 2]);
    turn(&mut b, &[], &[]);
    let at = b.field()[e].base.centre();
    // It was pushed to the right of the lake's corner and then went on to the north.
    assert!(at.x > 106.0 && at.x < 111.0, "{at:?}");
    assert!(at.y > 86.0, "{at:?}");
}

#[test]
fn disordered_from_the_start_and_hit_at_once_it_retires_all_turn_at_half_speed() {
    let _p = proves!("04.02.4");
    // One element, 5 men: no figure falls.
    for (order, ends) in [("fire", 66.0), ("fire at clock 0.5", 60.0)] {
        let mut d = Drill::new();
        d.infantry(Side::A, 6, Formation::Line, 100.0, 50.0, 0.0);
        let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
        d.state(e, State::Disorder);
        d.general(Side::A, 100.0, 40.0);
        d.general(Side::B, 140.0, 70.0);
        let mut b = Battle::drill(d.field(), [2, 3]);
        turn(&mut b, &[("A1", order)], &[("B1", "wait until 1")]);
        stands(&b, e, 100.0, ends);
        near(facing(&b, e), 180.0);
        b.dice_used_up().unwrap();
    }
}

fn pinned() -> (Drill, UnitId, UnitId) {
    let (mut d, a, e) = two();
    let u = d.unit(e);
    u.state = State::Slight;
    u.record.state_since = 1;
    u.pinned_to = Some(2);
    (d, a, e)
}

#[test]
fn a_retreat_under_fire_takes_the_whole_turn() {
    let _p = proves!("04.01.3.b");
    // 25 men: a figure falls and it tests; in U already it stays so and retires the whole turn at half speed.
    let (d, _, e) = pinned();
    let mut b = Battle::drill(d.field(), [2, 3, 4, 4]);
    turn_with(&mut b, &[("A1", "fire")], &[], &[("retreat", Choice::Yes)]);
    assert_eq!(b.field()[e].state, State::Disorder);
    stands(&b, e, 100.0, 66.0);
    // Not pinned when fired at: no half losses.
    let men = find(&b, |e| if let EventKind::Lost { men, .. } = e.kind { Some(men) } else { None });
    assert_eq!(men, Some(25));
    b.dice_used_up().unwrap();
}

#[test]
fn a_pinned_unit_stands_and_may_fire_and_the_pin_runs_out() {
    let _p = proves!("play.pin-clock");
    let (d, _, e) = pinned();
    let mut b = Battle::drill(d.field(), [1, 2]);
    // It is asked for a retreat and stays; an order to move is refused.
    assert!(b.answer(Side::B, field_day::sheet(&[("B1", "back 2")])).is_err());
    orders(&mut b, &[], &[("B1", "fire 2 companies at clock 0.5")]);
    assert_eq!(b.pending(), vec![(Side::B, Awaits::Choices)]);
    play_out(&mut b, &[], &mut Vec::new());
    stands(&b, e, 100.0, 60.0);
    assert_eq!(b.field()[e].state, State::Slight);
    assert_eq!(b.field()[e].pinned_to, None);
    assert_eq!(count(&b, |k| matches!(k, EventKind::PinEnds { .. })), 1);
    // Next turn nothing is asked.
    orders(&mut b, &[], &[]);
    assert!(b.pending().iter().all(|(_, a)| *a != Awaits::Choices));
}

#[test]
fn passing_a_pinned_friend() {
    let _p = proves!("04.02.9");
    // Line, no attack: it is pinned at contact. Attack: 10 or more with its valour. Charge: stopped by the close order.
    for (order, valour, roll, passes, dice) in [
        ("march", 2, false, false, vec![]),
        ("attack: march", 0, true, true, vec![5, 5]),
        ("attack: march", 0, true, false, vec![4, 5]),
        ("attack: march", 1, true, true, vec![4, 5]),
    ] {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        let o = d.infantry(Side::A, 30, Formation::Line, 100.0, 56.0, 0.0);
        d.valour(u, valour);
        d.state(o, State::Slight);
        d.unit(o).pinned_to = Some(2);
        d.unit(o).record.state_since = 1;
        d.infantry(Side::B, 30, Formation::Line, 100.0, 120.0, 180.0);
        d.general(Side::A, 100.0, 40.0);
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[("A1", order)], &[]);
        let f = b.field();
        assert_eq!(f[u].pinned(3), !passes, "{order}");
        assert_eq!(f[u].state == State::Slight, !passes);
        if passes {
            assert!(f[u].base.front.y > 61.0);
        } else {
            stands(&b, u, 100.0, 53.0);
        }
        assert_eq!(count(&b, |k| matches!(k, EventKind::PassedPinned { .. })), 1);
        let _ = roll;
        b.dice_used_up().unwrap();
    }
}

#[test]
fn a_pinned_friend_with_a_fire_order_is_not_passed() {
    let _p = proves!("02.06.3.c");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let o = d.infantry(Side::A, 30, Formation::Line, 100.0, 56.0, 0.0);
    d.state(o, State::Slight);
    d.unit(o).pinned_to = Some(2);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 120.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march"), ("A2", "fire when any within 3")], &[]);
    stands(&b, u, 100.0, 53.0);
    assert!(!b.field()[u].pinned(3));
}

/// A line marches against a chain 12 cm off.
fn chain(figures: u16) -> (Drill, UnitId, UnitId) {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let c = d.infantry(Side::B, figures, Formation::Chain, 100.0, 62.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 110.0, 90.0);
    (d, a, c)
}

#[test]
fn a_threatened_chain_falls_back_a_whole_turn() {
    let p = proves!("play.threat", "04.02.10.c");
    let (d, a, c) = chain(12);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march")], &[("B1", "fire at clock 0.9")]);
    let at = find(&b, |e| matches!(e.kind, EventKind::Moved { unit, .. } if unit == c).then_some(e.clock));
    near(p.shows("play.threat", at).unwrap(), 4.0 / 12.0);
    // 25 cm straight back; it faces the enemy again, without support in LU and not pinned; the fire order is void.
    stands(&b, c, 100.0, 87.0);
    near(facing(&b, c), 180.0);
    assert_eq!(p.shows("04.02.10.c", b.field()[c].state), State::Slight);
    assert_eq!(b.field()[c].pinned_to, None);
    stands(&b, a, 100.0, 62.0);
    b.dice_used_up().unwrap();
}

#[test]
fn a_pinned_chain_may_fall_back_and_is_no_longer_pinned() {
    let _p = proves!("04.02.10.a");
    let (mut d, _, c) = chain(12);
    d.state(c, State::Slight);
    d.unit(c).pinned_to = Some(2);
    d.unit(c).record.state_since = 1;
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march")], &[]);
    stands(&b, c, 100.0, 87.0);
    assert_eq!((b.field()[c].state, b.field()[c].pinned_to), (State::Slight, None));
}

#[test]
fn when_a_chain_is_not_threatened() {
    // Marching by at 7 cm, standing at 7 cm, going back, in U, artillery, the chain itself coming nearer, and just too far.
    for (what, order, own) in [
        ("by", "march", None),
        ("stand", "stand", None),
        ("back", "back", None),
        ("disorder", "march", None),
        ("far", "march 3.9", None),
        ("chain comes", "stand", Some("march 3")),
    ] {
        let mut d = Drill::new();
        let (x, y, dir) = match what {
            "by" => (100.0, 55.0, 90.0),
            "far" | "chain comes" => (100.0, 50.0, 0.0),
            _ => (100.0, 55.0, 0.0),
        };
        let a = d.infantry(Side::A, 30, Formation::Line, x, y, dir);
        if what == "by" {
            // Its flank is towards the chain, its front edge is 12 cm wide: 49 to 61.
            d.unit(a).base.front = table::v2(100.0, 48.0);
        }
        if what == "disorder" {
            d.state(a, State::Disorder);
        }
        let c = d.infantry(Side::B, 12, Formation::Chain, 100.0, 62.0, 180.0);
        d.general(Side::A, 100.0, 40.0);
        d.general(Side::B, 120.0, 80.0);
        let mut b = Battle::drill(d.field(), []);
        orders(&mut b, &[("A1", order)], &own.map(|o| ("B1", o)).into_iter().collect::<Vec<_>>());
        for _ in 0..20 {
            let Some((side, what_for)) = b.pending().first().cloned() else { break };
            if what_for == Awaits::Orders {
                break;
            }
            assert_eq!(what_for, Awaits::Staff, "{what}: nothing else is asked");
            b.answer(side, chakoten_acw::order::Answer::Staff { moves: vec![] }).unwrap();
        }
        assert_eq!(b.field()[c].state, State::Order, "{what}");
    }
}

#[test]
fn a_march_towards_the_chain_from_within_8_cm_threatens_at_once_and_only_once() {
    let _p = proves!("play.threat");
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 100.0, 55.0, 0.0);
    let c = d.infantry(Side::B, 12, Formation::Chain, 100.0, 62.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 120.0, 80.0);
    let mut b = Battle::drill(d.field(), []);
    orders(&mut b, &[("A1", "march 2, wheel right 2, march 2")], &[]);
    let mut asked = 0;
    for _ in 0..20 {
        let Some((side, what_for)) = b.pending().first().cloned() else { break };
        match what_for {
            Awaits::Orders => break,
            Awaits::Staff => b.answer(side, chakoten_acw::order::Answer::Staff { moves: vec![] }).unwrap(),
            Awaits::Choices => {
                asked += b.asked().unwrap().asked.len();
                near(b.clock().unwrap(), 0.0);
                let key = b.asked().unwrap().asked[0].key.clone();
                let choices = [(key, Choice::No)].into_iter().collect();
                b.answer(side, chakoten_acw::order::Answer::Choices { choices }).unwrap();
            }
        }
    }
    assert_eq!(asked, 1);
    stands(&b, c, 100.0, 62.0);
}

#[test]
fn a_chain_that_reaches_its_support_stands_on_its_flanks() {
    let _p = proves!("04.02.10.b");
    for (figures, left, right) in [(24, 12, 12), (9, 3, 6), (3, 0, 3)] {
        let (mut d, _, c) = chain(figures);
        let s = d.infantry(Side::B, 30, Formation::Line, 100.0, 75.0, 180.0);
        let mut b = Battle::drill(d.field(), []);
        // Whatever the support unit does itself.
        turn(&mut b, &[("A1", "march")], &[("B2", "fire when any within 3")]);
        let f = b.field();
        assert_eq!(f[c].state, State::Order, "it has found its support");
        assert_eq!(f[c].formation, Formation::Chain);
        let places = chakoten_acw::place::figures(&f[c]);
        assert_eq!(places.len(), usize::from(figures));
        // Facing south its left is east.
        assert_eq!(places.iter().filter(|p| p.x > 106.0).count(), left, "{figures}");
        assert_eq!(places.iter().filter(|p| p.x < 94.0).count(), right, "{figures}");
        // Nobody stands in the support unit, the first beside it, all level with its front.
        for r in f[c].rects() {
            assert!(r.penetration(&f[s].base.rect()) <= 1e-6);
            near(r.centre.y, 75.75);
        }
        let beside = places.iter().filter(|p| p.x < 94.0).map(|p| p.x).fold(f64::MIN, f64::max);
        near(beside, 94.0 - 0.4);
        if figures == 24 {
            near(f[c].base.width, 24.0 * 0.8 + 22.0 * 0.8 + 12.0);
        }
        // It closes up again when it changes its formation or marches off in another.
        turn(&mut b, &[], &[("B1", "form line")]);
        assert_eq!(b.field()[c].parted, None);
    }
}

#[test]
fn a_unit_that_is_no_support_stops_the_chain_or_lets_it_pass() {
    let _p = proves!("04.02.10.c");
    // Facing the other way it does not support; with an order it stops the chain, without one it is passed.
    for (order, ends) in [(Some("fire when any within 3"), 73.5), (None, 87.0)] {
        let (mut d, _, c) = chain(12);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 78.0, 0.0);
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", "march")], &order.map(|o| ("B2", o)).into_iter().collect::<Vec<_>>());
        stands(&b, c, 100.0, ends);
        assert_eq!(b.field()[c].state, State::Slight);
    }
}

#[test]
fn two_threats_at_once_are_asked_together_on_both_sides() {
    let _p = proves!("play.choice");
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 80.0, 50.0, 0.0);
    let ca = d.infantry(Side::A, 12, Formation::Chain, 140.0, 50.0, 0.0);
    let cb = d.infantry(Side::B, 12, Formation::Chain, 80.0, 62.0, 180.0);
    d.infantry(Side::B, 30, Formation::Line, 140.0, 62.0, 180.0);
    d.general(Side::A, 110.0, 40.0);
    d.general(Side::B, 110.0, 72.0);
    let mut b = Battle::drill(d.field(), []);
    orders(&mut b, &[("A1", "march 5")], &[("B2", "march 5")]);
    while b.pending().first().is_some_and(|p| p.1 == Awaits::Staff) {
        let side = b.pending()[0].0;
        b.answer(side, chakoten_acw::order::Answer::Staff { moves: vec![] }).unwrap();
    }
    assert_eq!(b.pending(), vec![(Side::A, Awaits::Choices), (Side::B, Awaits::Choices)]);
    near(b.clock().unwrap(), 4.0 / 12.0);
    // One answers: nothing happens before the other has, and he still sees only his own.
    b.answer(Side::B, chakoten_acw::order::Answer::Choices { choices: Default::default() }).unwrap();
    stands(&b, cb, 80.0, 62.0);
    assert_eq!(b.pending(), vec![(Side::A, Awaits::Choices)]);
    play_out(&mut b, &[("fall back", Choice::No)], &mut Vec::new());
    stands(&b, ca, 140.0, 50.0);
    stands(&b, cb, 80.0, 87.0);
}

fn guns() -> (Drill, UnitId, UnitId) {
    let mut d = Drill::new();
    let g = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
    let f = d.infantry(Side::A, 30, Formation::Line, 100.0, 44.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 62.0, 180.0);
    d.general(Side::A, 80.0, 40.0);
    d.general(Side::B, 140.0, 80.0);
    (d, g, f)
}

#[test]
fn gunners_shelter_behind_a_friend_go_with_him_and_man_their_guns_again() {
    let _p = proves!("04.02.12");
    let (d, g, f) = guns();
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A2", "wait until 0.5, back 2")], &[("B1", "march 6")]);
    let (unit, friend) = (&b.field()[g], &b.field()[f]);
    let at = unit.battery.unwrap().unmanned.expect("the guns stand alone");
    near(at.front.y, 50.0);
    // Behind the friend when the enemy came to 8 cm, and with him when he went back afterwards.
    near(friend.base.front.y, 42.0);
    stands(&b, g, 100.0, 39.0);
    // The enemy goes away; the gunners turn free and march as a chain through the friend: ready from the next turn.
    turn(&mut b, &[("A1", "man guns")], &[("B1", "back")]);
    let unit = &b.field()[g];
    assert_eq!(unit.battery.unwrap().unmanned, None);
    stands(&b, g, 100.0, 50.0);
    assert_eq!(unit.formation, Formation::Line);
    assert_eq!(unit.shelter, None);
}

#[test]
fn gunners_stay_if_they_like_or_if_nobody_is_near_enough() {
    let _p = proves!("04.02.12");
    let (d, g, _) = guns();
    let mut b = Battle::drill(d.field(), []);
    turn_with(&mut b, &[], &[("B1", "march 5")], &[("shelter", Choice::No)]);
    assert_eq!(b.field()[g].battery.unwrap().unmanned, None);
    // In chain he is no shelter; nor at 8.1 cm.
    for (formation, y) in [(Formation::Chain, 44.0), (Formation::Line, 45.5 - 8.1)] {
        let mut d = Drill::new();
        let g = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
        d.infantry(Side::A, 12, formation, 100.0, y, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 62.0, 180.0);
        d.general(Side::B, 140.0, 80.0);
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[], &[("B1", "march 5")]);
        assert_eq!(b.field()[g].battery.unwrap().unmanned, None);
    }
}

#[test]
fn guns_that_were_taken_are_gone_and_no_obstacle() {
    let _p = proves!("play.guns-unmanned");
    let (d, g, _) = guns();
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[], &[("B1", "march")]);
    let unit = &b.field()[g];
    assert!(unit.battery.unwrap().taken);
    assert_eq!(b.field().guns_taken[Side::B.index()], 4);
    assert!(unit.battery.unwrap().standing_alone().is_none());
    // Nothing is left to be manned.
    assert!(b.answer(Side::A, field_day::sheet(&[("A1", "man guns")])).is_err());
}

#[test]
fn a_chain_stretched_by_losses_re_forms() {
    let _p = proves!("play.order-void");
    // 12 figures with gaps of 16 mm, the widest. When some fall the gaps become wider: it stands for the rest of the turn and
    // has closed on its centre at the end.
    for seed in 0..400 {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        let c = d.infantry(Side::B, 12, Formation::Chain, 100.0, 60.0, 180.0);
        d.gaps(c, 1.6);
        d.valour(c, 2);
        d.general(Side::A, 100.0, 40.0);
        d.general(Side::B, 120.0, 80.0);
        let mut b = Battle::seeded(d.field(), seed);
        turn(&mut b, &[("A1", "fire")], &[("B1", "wait until 0.5, back")]);
        let u = &b.field()[c];
        if u.state > State::Slight || u.figures == 12 {
            continue;
        }
        near(u.gap, 1.6);
        near(u.base.width, f64::from(u.figures) * 0.8 + f64::from(u.figures - 1) * 1.6);
        stands(&b, c, 100.0, 60.0);
        return;
    }
    panic!("no dice left it in hand with losses");
}

#[test]
fn staff_in_contact_keep_their_heads_and_go_along() {
    let _p = proves!("08.02.9");
    let (mut d, _, e) = two();
    let o = d.orderly(Side::B, 100.0, 64.0);
    d.with(o, e);
    let mut b = Battle::drill(d.field(), dice(&[&FU, &[1, 2]]));
    turn(&mut b, &[("A1", "fire")], &[]);
    let f = b.field();
    assert_eq!(f[e].state, State::Complete);
    let s = &f[o];
    assert!(s.present());
    assert_eq!((s.with, s.moved), (Some(e), None));
    assert!(s.base.rect().gap(&f[e].base.rect()) < 1e-3, "he has fled with it");
}

#[test]
fn a_fire_fight_cannot_be_left_but_by_retreat() {
    let _p = proves!("04.02.14.b");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 6, Formation::Line, 100.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 58.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 140.0, 70.0);
    d.unit(u).record.fire_fight = Some(chakoten_acw::unit::FireFight { target: e, turns: 2, last: 1 });
    let f = d.field();
    // Whatever is written it fires at once at that enemy.
    let mut b = Battle::drill(f.clone(), [1, 2]);
    turn(&mut b, &[("A1", "march")], &[]);
    stands(&b, u, 100.0, 50.0);
    assert_eq!(count(&b, |k| matches!(k, EventKind::Fired { unit, .. } if *unit == u)), 1);
    b.dice_used_up().unwrap();
    // Or it declares a retreat: U, and 6 cm back.
    let mut b = Battle::drill(f, []);
    turn_with(&mut b, &[("A1", "march")], &[], &[("retreat", Choice::Yes)]);
    assert_eq!(b.field()[u].state, State::Disorder);
    stands(&b, u, 100.0, 44.0);
    b.dice_used_up().unwrap();
}

#[test]
fn surprised_fire_is_not_open_to_who_was_passed_through() {
    let _p = proves!("04.02.13.b");
    // A friend in flight has run through the unit that is then attacked: it is not asked.
    let mut tried = [false; 2];
    for (passed, seed) in (0..60).flat_map(|s| [(false, s), (true, s)]) {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.infantry(Side::A, 30, Formation::Line, 100.0, 66.0, 0.0);
        d.general(Side::A, 100.0, 40.0);
        d.general(Side::B, 140.0, 70.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 76.0, 180.0);
        let f = d.infantry(Side::B, 30, Formation::Line, if passed { 100.0 } else { 160.0 }, 73.0, 0.0);
        d.state(f, State::Complete);
        d.unit(f).base.front.y = 75.9;
        let mut b = Battle::seeded(d.field(), seed);
        orders(&mut b, &[("A2", "attack: march")], &[]);
        let mut asked = false;
        for _ in 0..50 {
            let Some((side, what_for)) = b.pending().first().cloned() else { break };
            match what_for {
                Awaits::Orders => break,
                Awaits::Staff => {
                    b.answer(side, chakoten_acw::order::Answer::Staff { moves: vec![] }).unwrap()
                }
                Awaits::Choices => {
                    asked |= b.asked().unwrap().asked.iter().any(|a| a.key.starts_with("surprised"));
                    b.answer(side, chakoten_acw::order::Answer::Choices { choices: Default::default() })
                        .unwrap();
                }
            }
        }
        let held = last_turn(&b).iter().all(|e| {
            !matches!(e.kind, EventKind::StateChanged { unit, .. } if b.field()[unit].code.as_ref() == "B1")
        });
        if held {
            assert_eq!(asked, !passed, "passed through: {passed}");
            tried[usize::from(passed)] = true;
        }
    }
    assert_eq!(tried, [true, true]);
}
