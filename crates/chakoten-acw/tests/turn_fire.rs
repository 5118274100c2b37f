//! Fire in whole turns: several fires at once, losses and tests, ammunition, guns against guns (05.02, 06.03, 09.01, 09.02).

use crate::field_day;

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::troop::{Formation, Gun, State};
use chakoten_acw::{EventKind, Side, UnitId, proves};
use field_day::{done, find, last_turn, stands, state, told_by, turn, two_lines};

fn two(gap: f64) -> (Drill, UnitId, UnitId) {
    let (mut d, a, b) = two_lines(gap);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 100.0, 70.0 + gap);
    (d, a, b)
}

fn guns(gun: Gun, gap: f64) -> (Drill, UnitId, UnitId) {
    let mut d = Drill::new();
    let a = d.battery(Side::A, gun, 4, 100.0, 50.0, 0.0);
    let b = d.infantry(Side::B, 30, Formation::Line, 100.0, 50.0 + gap, 180.0);
    d.general(Side::A, 100.0, 40.0);
    (d, a, b)
}

fn fired(b: &Battle) -> Vec<(UnitId, u32)> {
    last_turn(b)
        .iter()
        .filter_map(
            |e| if let EventKind::Fired { unit, men, .. } = e.kind { Some((unit, men)) } else { None },
        )
        .collect()
}

fn tests(b: &Battle) -> usize {
    last_turn(b).iter().filter(|e| matches!(e.kind, EventKind::Tested { .. })).count()
}

#[test]
fn several_fires_are_tested_each_by_itself_nearest_first() {
    let p = proves!("play.fire-batch");
    let mut d = Drill::new();
    // The first in the list is the further one.
    let far = d.infantry(Side::A, 30, Formation::Line, 107.0, 46.0, 0.0);
    let near = d.infantry(Side::A, 30, Formation::Line, 93.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    let f = d.field();
    // Each: zone 2, 3 + 3 is 6: 5 men of 5 elements, one figure. Together they would be two figures, -4; so each is -1.
    // The near one: -1, silent -1, dice 0: LU, pinned. The far one: -1 - 1, LU -1, pinned -2, dice +1: -4, U.
    let mut b = Battle::drill(f.clone(), [1, 2, 1, 2, 3, 4, 4, 4]);
    turn(&mut b, &[("A1", "fire"), ("A2", "fire")], &[]);
    assert_eq!(fired(&b), [(far, 25), (near, 25)]);
    assert_eq!(tests(&b), 2);
    state(&b, e, State::Disorder);
    assert!(!b.field()[e].pinned(b.field().turn));
    // One forced move of 6 cm, away from the fire that brought U: from the nearest point of the far unit, (101, 46).
    let moves = last_turn(&b).iter().filter(|x| matches!(x.kind, EventKind::Moved { .. })).count();
    assert_eq!(moves, 1);
    let along = (table::v2(100.0, 61.5) - table::v2(101.0, 46.0)).unit() * 6.0;
    stands(&b, e, 100.0 + along.x, 60.0 + along.y);
    done(&b);
    // Were it not pinned by the first, -2 would be LU: with +3 it is -2, and pinned.
    let mut b = Battle::drill(f, [1, 2, 1, 2, 3, 4, 6, 6]);
    turn(&mut b, &[("A1", "fire"), ("A2", "fire")], &[]);
    state(&b, e, State::Slight);
    assert!(b.field()[e].pinned(b.field().turn + 1));
    let pins = last_turn(&b).iter().filter(|x| matches!(x.kind, EventKind::Pinned { .. })).count();
    assert_eq!(pins, 1);
    stands(&b, e, 100.0, 60.0);
    told_by(&p, &b, "play.fire-batch");
    done(&b);
}

#[test]
fn who_is_fired_at_still_fires_at_full_strength() {
    let p = proves!("play.fire-batch");
    let (d, a, e) = two(10.0);
    // A: 12 + 3: 12 men of 5, 60: three figures. B fires at the same instant: 2 + 3: 4 of 5 elements, 20: one figure.
    // A: -1 + 3: OR. B: -7 + 1: U.
    let mut b = Battle::drill(d.field(), [6, 6, 1, 1, 6, 6, 4, 4]);
    turn(&mut b, &[("A1", "fire")], &[("B1", "fire")]);
    assert_eq!(fired(&b), [(a, 60), (e, 20)]);
    state(&b, a, State::Order);
    state(&b, e, State::Disorder);
    let f = b.field();
    assert_eq!((f[a].figures, f[e].figures, f[e].files), (29, 27, 14));
    // Closed up on its centre: 14 files and 13.
    assert!((f[e].base.width - 11.2).abs() < 1e-9 && (f[e].base.front.x - 100.0).abs() < 1e-9);
    told_by(&p, &b, "play.fire-batch");
    done(&b);
}

#[test]
fn men_are_written_down_and_figures_go_by_twenty() {
    let p = proves!("05.02.2");
    let (d, _, e) = two(30.0);
    let mut f = d.field();
    f[e].carried = 14;
    // Zone 4, 4 + 3: one man of 5 elements: 19 are carried; nobody tests.
    let mut b = Battle::drill(f.clone(), [2, 2]);
    turn(&mut b, &[("A1", "fire")], &[]);
    assert_eq!((b.field()[e].carried, b.field()[e].figures, tests(&b)), (19, 30, 0));
    done(&b);
    // With 15: one figure, none carried, a test: -1 - 1 + 3.
    f[e].carried = 15;
    let mut b = Battle::drill(f, [2, 2, 6, 6]);
    turn(&mut b, &[("A1", "fire")], &[]);
    assert_eq!((b.field()[e].carried, b.field()[e].figures, tests(&b)), (0, 29, 1));
    told_by(&p, &b, "05.02.2");
    done(&b);
}

#[test]
fn fire_from_within_fifteen_cm_pins() {
    let p = proves!("08.02.4");
    // Exactly 15: zone 2, 3 + 3: 25 men. -1 - 1 + 0: LU.
    let (d, _, e) = two(15.0);
    let mut b = Battle::drill(d.field(), [1, 2, 3, 4]);
    turn(&mut b, &[("A1", "fire")], &[]);
    state(&b, e, State::Slight);
    assert!(b.field()[e].pinned(3) && !b.field()[e].pinned(4));
    done(&b);
    // To the end of the next turn; the LU stays (its loss was in turn 2, so it passes at the end of turn 4).
    turn(&mut b, &[], &[]);
    assert!(b.field()[e].pinned_to.is_none());
    state(&b, e, State::Slight);
    // From 15.1: zone 3, 8 + 3: 4 of 5. LU without a pin.
    let (d, _, e) = two(15.1);
    let mut b = Battle::drill(d.field(), [4, 4, 3, 4]);
    turn(&mut b, &[("A1", "fire")], &[]);
    state(&b, e, State::Slight);
    assert!(!b.field()[e].pinned(2));
    done(&b);
    // A unit in LU already is pinned by another LU: -1 - 1 - 1 + 0.
    let (mut d, _, e) = two(15.0);
    d.state(e, State::Slight);
    d.unit(e).record.state_since = 1;
    let mut b = Battle::drill(d.field(), [1, 2, 3, 4]);
    turn(&mut b, &[("A1", "fire")], &[]);
    assert!(b.field()[e].pinned(3));
    done(&b);
    // In U it is not pinned any more: -1 - 1 - 1 - 2 + 0.
    let (mut d, _, e) = two(15.0);
    d.state(e, State::Slight);
    d.unit(e).pinned_to = Some(2);
    d.unit(e).carried = 10;
    let mut b = Battle::drill(d.field(), [1, 2, 3, 4]);
    turn(&mut b, &[("A1", "fire")], &[]);
    state(&b, e, State::Disorder);
    assert!(!b.field()[e].pinned(2));
    told_by(&p, &b, "08.02.4");
    done(&b);
}

#[test]
fn a_pinned_unit_that_loses_a_man_stays_pinned() {
    let _p = proves!("04.02.7.b");
    for (gap, dice, men, to) in [(15.0, [1, 1], 10, 3), (15.1, [1, 1], 5, 2)] {
        let (mut d, _, e) = two(gap);
        d.state(e, State::Slight);
        d.unit(e).record.state_since = 1;
        d.unit(e).pinned_to = Some(2);
        // Half of 4 men of 5 elements in zone 2, half of 2 in zone 3; no figure falls.
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[("A1", "fire")], &[]);
        assert_eq!(b.field()[e].losses.men, men, "{gap}");
        assert_eq!(b.field()[e].pinned(3), to == 3, "{gap}");
        assert_eq!(tests(&b), 0);
        done(&b);
    }
}

#[test]
fn units_behind_in_a_column_take_what_the_ranks_add() {
    let p = proves!("05.02.5");
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let front = d.infantry(Side::B, 18, Formation::AttackColumn, 100.0, 60.0, 180.0);
    let back = d.infantry(Side::B, 18, Formation::AttackColumn, 100.0, 64.5, 180.0);
    d.general(Side::A, 100.0, 40.0);
    // Three ranks and three: 3 + 3 is 6, 25 men; with the ranks 9, 30: five more for those behind.
    let mut b = Battle::drill(d.field(), [1, 2, 6, 6]);
    turn(&mut b, &[("A1", "fire")], &[]);
    assert_eq!((b.field()[front].losses.men, b.field()[back].losses.men), (25, 5));
    told_by(&p, &b, "05.02.5");
    done(&b);
}

#[test]
fn a_double_empties_the_cartridge_boxes_but_not_on_the_first_fire() {
    let p = proves!("09.01.1");
    let (d, a, e) = two(30.0);
    // The first fire: 8 + 3: 3 of 5. The second: 8: 2 of 5, and it still takes effect: 25, one figure.
    let mut b = Battle::drill(d.field(), [4, 4, 4, 4, 6, 6]);
    turn(&mut b, &[("A1", "fire")], &[]);
    assert!(b.field()[a].ammunition);
    turn(&mut b, &[("A1", "fire")], &[]);
    assert!(!b.field()[a].ammunition);
    assert_eq!(b.field()[e].losses.men, 25);
    assert!(find(&b, |x| matches!(x.kind, EventKind::OutOfAmmunition { .. }).then_some(())).is_some());
    done(&b);
    // Double 5 does not.
    let (mut d, a, _) = two(30.0);
    d.unit(a).record.first_fire = Some(1);
    d.unit(a).record.last_fire = Some(1);
    d.unit(a).record.fired = true;
    d.unit(a).record.used_arms = true;
    let f = d.field();
    let mut b = Battle::drill(f.clone(), [5, 5]);
    turn(&mut b, &[("A1", "fire")], &[]);
    assert!(b.field()[a].ammunition);
    // A double of one part stops the parts that have not fired yet.
    let mut b = Battle::drill(f, [4, 4]);
    turn(&mut b, &[("A1", "fire 5 companies at once, 5 companies at clock 0.5")], &[]);
    assert_eq!(fired(&b).len(), 1);
    assert!(!b.field()[a].ammunition);
    told_by(&p, &b, "09.01.1");
    done(&b);
}

#[test]
fn canister_costs_men_and_pins() {
    let p = proves!("06.03.2");
    let (mut d, a, e) = guns(Gun::Napoleon, 10.0);
    d.unit(e).carried = 8;
    // 3 + 4: 12 men of 4 guns: with 8 a figure. -1 + 0: LU, pinned.
    let mut b = Battle::drill(d.field(), [1, 2, 3, 4]);
    turn(&mut b, &[("A1", "canister")], &[]);
    assert_eq!((b.field()[e].figures, b.field()[e].carried), (29, 0));
    state(&b, e, State::Slight);
    assert!(b.field()[e].pinned(b.field().turn));
    assert_eq!(b.field()[a].battery.unwrap().rounds, [4, 6, 1]);
    done(&b);
    // 19 with the loss: nothing is removed, nobody tests.
    let (mut d, _, e) = guns(Gun::Napoleon, 10.0);
    d.unit(e).carried = 7;
    let mut b = Battle::drill(d.field(), [1, 2]);
    turn(&mut b, &[("A1", "canister")], &[]);
    assert_eq!((b.field()[e].figures, b.field()[e].carried), (30, 19));
    told_by(&p, &b, "06.03.2");
    done(&b);
}

#[test]
fn a_parrott_bursts_on_two_ones() {
    let _p = proves!("06.03.7");
    // 2 + 4 - 1 for the 10 pd: 5, 7 men of the 4 guns that fired.
    let (d, a, e) = guns(Gun::TenPounderParrott, 10.0);
    let mut b = Battle::drill(d.field(), [1, 1]);
    turn(&mut b, &[("A1", "canister")], &[]);
    let g = b.field()[a].battery.unwrap();
    assert_eq!((g.sound, g.damaged, b.field()[e].losses.men), (3, 0, 7));
    assert_eq!(b.field()[a].figures, 4);
    done(&b);
    // No other gun does.
    let (d, a, _) = guns(Gun::ThreeInchRodman, 10.0);
    let mut b = Battle::drill(d.field(), [1, 1]);
    turn(&mut b, &[("A1", "canister")], &[]);
    assert_eq!(b.field()[a].battery.unwrap().sound, 4);
}

#[test]
fn artillery_kills_a_general_on_ten() {
    let _p = proves!("06.03.9");
    for (dice, falls) in [([4, 6], true), ([4, 5], false), ([5, 6], false)] {
        let (mut d, _, e) = guns(Gun::Napoleon, 10.0);
        let g = d.general_with(e);
        let mut b = Battle::drill(d.field(), [dice[0], dice[1], 6, 6]);
        turn(&mut b, &[("A1", "canister")], &[]);
        assert_eq!(!b.field()[g].present(), falls, "{dice:?}");
        done(&b);
    }
}

#[test]
fn a_general_falls_with_the_last_of_his_unit() {
    let p = proves!("05.02.7");
    let (mut d, _, e) = two(10.0);
    d.lost(e, 29);
    let g = d.general_with(e);
    // 10 + 3 costs far more than 20 men: the unit is gone, and he with it.
    let mut b = Battle::drill(d.field(), [4, 6]);
    turn(&mut b, &[("A1", "fire")], &[]);
    assert!(!b.field()[e].on_table() && !b.field()[g].present());
    told_by(&p, &b, "05.02.7");
    done(&b);
}

#[test]
fn guns_break_guns() {
    let p = proves!("06.03.3.a");
    let mut d = Drill::new();
    let a = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
    let e = d.battery(Side::B, Gun::Napoleon, 4, 100.0, 80.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    // On the spot, 31 cm off. 9: one gun destroyed; 24 men, half for guns in action.
    let mut b = Battle::drill(d.field(), [3, 4, 4, 5]);
    turn(&mut b, &[("A1", "shot 31 at x1")], &[]);
    let g = b.field()[e].battery.unwrap();
    assert_eq!((g.sound, g.damaged, b.field()[e].losses.men), (3, 0, 12));
    // A 7 damages one only.
    assert_eq!(b.field()[a].battery.unwrap().rounds, [4, 5, 2]);
    told_by(&p, &b, "06.03.3.a");
    done(&b);
}

#[test]
fn a_round_is_used_hit_or_miss() {
    let p = proves!("09.02.1");
    let mut d = Drill::new();
    let a = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 80.0, 180.0);
    d.unit(a).battery.as_mut().unwrap().rounds = [1, 0, 0];
    d.general(Side::A, 100.0, 40.0);
    // Guessed far too long: it falls behind him. The next order finds no shell.
    let mut b = Battle::drill(d.field(), [3, 4]);
    turn(&mut b, &[("A1", "shell 60 at x1")], &[]);
    assert_eq!(b.field()[a].battery.unwrap().rounds, [0, 0, 0]);
    assert_eq!(b.field()[e].losses.men, 0);
    told_by(&p, &b, "09.02.1");
    done(&b);
}

#[test]
fn units_that_lose_support_in_the_same_instant_test_as_before_it() {
    let _p = proves!("play.fire-batch");
    // B1 and B2 support each other's tests: both in column, B2 behind B1 with it in its front; B1 tests with support +1
    // though B2, fired at in the same instant, falls into U, whichever stands first in the list.
    for swap in [false, true] {
        let mut d = Drill::new();
        let a1 = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        let a2 = d.infantry(Side::A, 30, Formation::Line, 130.0, 60.0, 0.0);
        let front = |d: &mut Drill| d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
        let rear = |d: &mut Drill| d.infantry(Side::B, 30, Formation::Line, 118.0, 75.0, 225.0);
        let (f, r) = if swap {
            let r = rear(&mut d);
            (front(&mut d), r)
        } else {
            let f = front(&mut d);
            (f, rear(&mut d))
        };
        d.general(Side::A, 100.0, 40.0);
        let field = d.field();
        assert_eq!(chakoten_acw::attack::support(&field, &field[f]), Some(r));
        let _ = (a1, a2);
        let codes = if swap { ("x2", "x1") } else { ("x1", "x2") };
        let orders = [("A1", format!("fire at {}", codes.0)), ("A2", format!("fire at {}", codes.1))];
        // A1: 25 men. A2: 60 at most: three figures.
        let fire = [1, 2, 6, 6];
        // The front: -1 - 1 + 1 for support + 0: -1, LU. Without support it would be the same state, so look at the ruling.
        let tests = if swap { [6, 6, 3, 4] } else { [3, 4, 6, 6] };
        let dice: Vec<u8> = fire.into_iter().chain(tests).collect();
        let mut b = Battle::drill(field, dice);
        let slips: Vec<(&str, &str)> = orders.iter().map(|(u, s)| (*u, s.as_str())).collect();
        turn(&mut b, &slips, &[]);
        let ruling = find(&b, |x| match &x.kind {
            EventKind::Tested { unit, ruling } if *unit == f => Some(format!("{ruling:?}")),
            _ => None,
        });
        assert!(ruling.as_ref().is_some_and(|r| r.contains("support")), "{swap} {ruling:?}");
    }
}
