//! The hardest cases of whole turns, reckoned by hand from the clauses and then put to the umpire: limits reached exactly,
//! several rules at once, and men carried over. See `hard_cases.rs` for single rolls.

use crate::field_day;

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::order::Choice;
use chakoten_acw::troop::{Formation, Gun, State, Weapon};
use chakoten_acw::{EventKind, Side, UnitId, proves};
use field_day::{done, find, last_turn, show, stands, state, told_by, turn, turn_with, two_lines};

fn generals(d: &mut Drill) {
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 100.0);
}

/// Two lines of 30 fronting each other.
fn two(gap: f64) -> (Drill, UnitId, UnitId) {
    let (mut d, a, b) = two_lines(gap);
    generals(&mut d);
    (d, a, b)
}

/// It has fired before, and last turn: neither +3 nor +1.
fn seasoned(d: &mut Drill, u: UnitId) {
    let r = &mut d.unit(u).record;
    (r.first_fire, r.last_fire, r.fired, r.used_arms) = (Some(1), Some(1), true, true);
}

/// The men that each fire and each melee roll of the last turn cost, in their order.
fn shot(b: &Battle) -> Vec<u32> {
    let men = |e: &chakoten_acw::Event| match e.kind {
        EventKind::Fired { men, .. } | EventKind::Shelled { men, .. } | EventKind::Melee { men, .. } => {
            Some(men)
        }
        _ => None,
    };
    last_turn(b).iter().filter_map(men).collect()
}

fn count(b: &Battle, f: impl Fn(&EventKind) -> bool) -> usize {
    last_turn(b).iter().filter(|e| f(&e.kind)).count()
}

fn shocks(b: &Battle) -> usize {
    count(b, |k| matches!(k, EventKind::Shock { .. }))
}

const NO: &[(&str, Choice)] = &[("surprised", Choice::No)];

/// 07.01.1, play.advance: break-in distance is 2.0 cm and clock 1 belongs to the turn. A line (12 cm, table I) 14 cm off comes to
/// exactly 2 cm at clock 1: it attacks. From 14.01 cm it does not. A charge (20 cm, 07.01.6.a) that comes to exactly 2 cm at clock
/// 1 has not fallen short; one that misses it by 0.1 mm has, and is in LU.
#[test]
fn break_in_distance_at_the_last_moment() {
    let p = proves!("07.01.1");
    for (gap, rolls) in [(14.0, 1), (14.01, 0)] {
        let (d, a, _) = two(gap);
        // 7 with an order: nothing happens to either.
        let dice: &[u8] = if rolls == 1 { &[3, 4] } else { &[] };
        let mut b = Battle::drill(d.field(), dice);
        turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
        assert_eq!(shocks(&b), rolls, "{gap}");
        stands(&b, a, 100.0, 62.0);
        state(&b, a, State::Order);
        done(&b);
    }
    for (gap, rolls, after) in [(22.0, 1, State::Order), (22.01, 0, State::Slight)] {
        let (d, a, _) = two(gap);
        // 6 + 1 for the charge: 7.
        let dice: &[u8] = if rolls == 1 { &[3, 3] } else { &[] };
        let mut b = Battle::drill(d.field(), dice);
        turn_with(&mut b, &[("A1", "attack charge: march")], &[], NO);
        assert_eq!(shocks(&b), rolls, "{gap}");
        stands(&b, a, 100.0, 70.0);
        state(&b, a, after);
        done(&b);
    }
    // A winner who reaches the enemy at clock 1 to the hair is in contact, and they fight next turn (07.02.4.a): a column at the
    // charge covers 30 cm.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 80.0, 180.0);
    generals(&mut d);
    // 7 + 1: LU.
    let mut b = Battle::drill(d.field(), [3, 4]);
    turn_with(&mut b, &[("A1", "attack charge: march")], &[], NO);
    state(&b, e, State::Slight);
    assert_eq!(b.field()[a].locked.as_slice(), [e]);
    told_by(&p, &b, "07.01.1");
    done(&b);
}

/// play.fire-order, 03.03.6: "within 8" is reached at 8.0. A line marches 12 cm from 20: at clock 1, and is fired at.
#[test]
fn a_distance_of_a_fire_order_reached_as_the_turn_ends() {
    let _p = proves!("03.03.6");
    for (gap, fires) in [(20.0, true), (20.01, false)] {
        let (mut d, _, e) = two(gap);
        seasoned(&mut d, e);
        // 2 in zone 1 (8 cm is its limit): 2 men of 5 elements.
        let dice: &[u8] = if fires { &[1, 1] } else { &[] };
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[("A1", "march")], &[("B1", "fire when any within 8")]);
        assert_eq!(shot(&b), if fires { vec![10] } else { vec![] }, "{gap}");
        done(&b);
        if fires {
            // Double 1, and not its first fire (09.01.1).
            assert!(!b.field()[e].ammunition);
        }
    }
}

/// play.fire-batch: two fires at one instant on a unit that carries 15 men. The nearer counts first: 15 + 8 removes a figure, 3 left;
/// then 3 + 6: none. One test, for fire from 10 cm: -1 for a figure, -1 for no answer, 7: -2, LU, and from within 15 cm pinned
/// (04.02.7.a). Counted the other way the figure would fall to fire from 20 cm, which pins nobody.
#[test]
fn remainders_are_carried_from_fire_to_fire() {
    let p = proves!("play.fire-batch");
    let mut d = Drill::new();
    // The farther first in the list.
    d.infantry(Side::A, 6, Formation::Line, 104.0, 60.0, 0.0);
    d.infantry(Side::A, 6, Formation::Line, 96.0, 70.0, 0.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 80.0, 180.0);
    generals(&mut d);
    d.unit(e).carried = 15;
    // In the order of the list: 12 + 3 in zone 3: 6 men; 9 + 3 in zone 2: 8 men; the test.
    let mut b = Battle::drill(d.field(), [6, 6, 4, 5, 3, 4]);
    turn(&mut b, &[("A1", "fire"), ("A2", "fire")], &[]);
    assert_eq!(shot(&b), [6, 8]);
    let f = b.field();
    assert_eq!((f[e].figures, f[e].carried), (29, 9));
    assert_eq!(count(&b, |k| matches!(k, EventKind::Tested { .. })), 1);
    state(&b, e, State::Slight);
    assert!(f[e].pinned(f.turn) && f[e].pinned_to == Some(f.turn + 1));
    told_by(&p, &b, "play.fire-batch");
    done(&b);
}

/// 04.02.7.b: any loss by fire from within 15.0 cm renews a pin, no figure need fall; from 15.1 cm it does not. 05.02.6: half losses.
/// 30 figures at 15 cm, zone 2, 3 + 0: 3 men of 5 elements, half of 15: 7 1/2, that is 8. At 15.1 cm zone 3: 2 x 5 / 2 = 5.
#[test]
fn a_pin_is_renewed_at_fifteen_and_not_beyond() {
    let _p = proves!("04.02.7.b");
    for (gap, men, to) in [(15.0, 8, Some(3)), (15.1, 5, None)] {
        let (mut d, a, e) = two(gap);
        seasoned(&mut d, a);
        d.state(e, State::Slight);
        d.unit(e).pinned_to = Some(2);
        let mut b = Battle::drill(d.field(), [1, 2]);
        turn(&mut b, &[("A1", "fire")], &[]);
        assert_eq!(b.field().turn, 2);
        assert_eq!((b.field()[e].carried, b.field()[e].pinned_to), (men, to), "{gap}");
        done(&b);
    }
}

/// 05.01.6: a pinned firer needs 12 (6) figures an element: 30 are 2 and a half, 3. Its own LU: -1. At 10 cm, zone 2: 7 - 1: 5 x 3.
/// And 04.02.8.b, 04.01.3.b: drawn back it is in U at once and not pinned, whatever was ordered; one element (8 + 0 in zone 2: 5 men)
/// is not halved; it has lost men to immediate fire and so retires all turn at half speed: 6 cm.
#[test]
fn pinned_men_fire_and_are_drawn_back() {
    let p = proves!("04.02.8.b");
    let (mut d, a, e) = two(10.0);
    seasoned(&mut d, a);
    d.state(a, State::Slight);
    d.unit(a).pinned_to = Some(2);
    let mut b = Battle::drill(d.field(), [3, 4]);
    turn(&mut b, &[("A1", "fire")], &[]);
    assert_eq!(b.field()[e].carried, 15);
    done(&b);

    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 6, Formation::Line, 100.0, 60.0, 180.0);
    generals(&mut d);
    seasoned(&mut d, e);
    d.state(a, State::Slight);
    d.unit(a).pinned_to = Some(2);
    let mut b = Battle::drill(d.field(), [3, 5]);
    turn_with(&mut b, &[("A1", "fire")], &[("B1", "fire")], &[("retreat", Choice::Yes)]);
    state(&b, a, State::Disorder);
    assert_eq!((b.field()[a].carried, b.field()[a].pinned_to), (5, None));
    assert_eq!(shot(&b), [5], "who draws back does not fire");
    stands(&b, a, 100.0, 44.0);
    told_by(&p, &b, "04.02.8.b");
    done(&b);
}

/// 06.02.2, 06.02.3: a Napoleon battery at 20 fires round shot at a column of five ranks whose front is 60 cm off. 7 on the spot.
/// Guess 60: on the very edge of the base, five ranks: 7 + 4: 40 men, and 40 behind nobody. Guess 55 and 11: long by 5.5, 60.5: the
/// same. Guess 67.4: on the last rank, and of the line behind, whose two ranks are 4.6 and 6.1 cm beyond, both: the front unit by
/// itself one rank, 7: 12 men; together three, 9: 24, so 12 for the unit behind (06.02.4). Were its first rank exactly 10.0 cm beyond,
/// the second 11.5: two ranks in all, nothing more. Guess 62 and left: 6.2 cm aside, on nobody.
#[test]
fn round_shot_by_guess_and_bounce() {
    let _p = proves!("06.02.2.a");
    // (the guess, where the second unit's front is, dice of deviation, losses of the first and the second unit)
    for (guess, second, dice, lost) in [
        (60.0, 100.0, [3, 4], (40, 0)),
        (55.0, 100.0, [5, 6], (40, 0)),
        (67.4, 92.0, [3, 4], (12, 12)),
        (67.4, 97.4, [3, 4], (12, 0)),
        (62.0, 92.0, [2, 3], (0, 0)),
    ] {
        let mut d = Drill::new();
        d.battery(Side::A, Gun::Napoleon, 4, 100.0, 20.0, 0.0);
        let e = d.infantry(Side::B, 30, Formation::AttackColumn, 100.0, 80.0, 180.0);
        let o = d.infantry(Side::B, 30, Formation::Line, 100.0, second, 180.0);
        d.general(Side::A, 60.0, 10.0);
        d.general(Side::B, 60.0, 120.0);
        // Deviation, losses 7; a test for two figures (-4, 7 on the dice).
        let mut all: Vec<u8> = dice.to_vec();
        if lost.0 > 0 {
            all.extend([3, 4]);
        }
        if lost.0 >= 20 {
            all.extend([6, 6]);
        }
        let mut b = Battle::drill(d.field(), all);
        let slip = format!("shot {guess} at x1");
        turn(&mut b, &[("A1", slip.as_str())], &[]);
        let f = b.field();
        let men = |u: UnitId| f[u].losses.men;
        if (men(e), men(o)) != lost {
            show(&b);
        }
        assert_eq!((men(e), men(o)), lost, "guess {guess}, second at {second}");
        done(&b);
    }
}

/// 06.02.5: hit last turn, with the same ammunition, from the same place: no guess and no deviation, unless it has moved 8 cm. A line
/// retires 6 cm in a turn (half of 12): still certain; a column 12.5 by order back: not, and without a guess nothing is fired.
#[test]
fn continued_fire_follows_less_than_eight_cm() {
    let p = proves!("06.02.5");
    for (moves, again) in [("back 5.9", true), ("back 6", true), ("about face, march 7.99", true)] {
        let mut d = Drill::new();
        d.battery(Side::A, Gun::Napoleon, 4, 100.0, 20.0, 0.0);
        let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
        d.general(Side::A, 60.0, 10.0);
        d.general(Side::B, 100.0, 90.0);
        // On the spot, 2 + 2: 5 men. Then 2 + 2 again without a roll for deviation.
        let mut b = Battle::drill(d.field(), [3, 4, 1, 1, 1, 1]);
        turn(&mut b, &[("A1", "shell 41 at x1")], &[("B1", moves)]);
        assert_eq!(b.field()[e].carried, 5);
        turn(&mut b, &[("A1", "shell at x1")], &[]);
        assert_eq!(b.field()[e].carried, if again { 10 } else { 5 }, "{moves}");
        done(&b);
    }
    // Exactly 8 cm, measured from place to place: the hit is no longer certain.
    let mut d = Drill::new();
    d.battery(Side::A, Gun::Napoleon, 4, 100.0, 20.0, 0.0);
    let e = d.infantry(Side::B, 30, Formation::AttackColumn, 100.0, 60.0, 180.0);
    d.general(Side::A, 60.0, 10.0);
    d.general(Side::B, 100.0, 90.0);
    let mut b = Battle::drill(d.field(), [3, 4, 1, 1]);
    turn(&mut b, &[("A1", "shell 41 at x1")], &[("B1", "back 8")]);
    turn(&mut b, &[("A1", "shell at x1")], &[]);
    assert_eq!(b.field()[e].carried, 5);
    assert_eq!(count(&b, |k| matches!(k, EventKind::NotFired { .. })), 1);
    told_by(&p, &b, "06.02.5");
    done(&b);
}

/// 06.02.1: canister of four Napoleons, 7 + 4: 40 men, at two targets in one roll: 20 figures of a line's two ranks and a chain of 10.
/// The line has 20/30 of 40: 26 2/3, 27; the chain 7 + 4 - 2: 24, of which 10/30: 8. One round is used.
#[test]
fn canister_is_shared() {
    let p = proves!("06.02.1.a");
    let mut d = Drill::new();
    let g = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 40.0, 0.0);
    let line = d.infantry(Side::B, 20, Formation::Line, 94.0, 54.0, 180.0);
    let chain = d.infantry(Side::B, 10, Formation::Chain, 106.0, 52.0, 180.0);
    generals(&mut d);
    // 27 men: a figure, a test: 12.
    let mut b = Battle::drill(d.field(), [3, 4, 6, 6]);
    turn(&mut b, &[("A1", "canister at x1 and x2")], &[]);
    let f = b.field();
    assert_eq!((f[line].losses.men, f[chain].losses.men), (27, 8));
    assert_eq!(f[g].battery.as_ref().unwrap().rounds, [4, 6, 1]);
    told_by(&p, &b, "06.02.1.a");
    done(&b);
}

/// 06.03.3, 06.03.4: shell at guns in action with a wagon behind them in contact, in the open. 9 + 2: 40 men, half of them 20: a gunner
/// figure of 4. The same 9: a gun destroyed; and the wagon, by 7 or more. The gunners left serve 3 guns with 1 1/2 of their 3.
#[test]
fn counter_battery_fire_takes_the_wagon_too() {
    let p = proves!("06.03.3.a");
    let mut d = Drill::new();
    d.battery(Side::A, Gun::Napoleon, 4, 100.0, 20.0, 0.0);
    let e = d.battery(Side::B, Gun::Napoleon, 4, 100.0, 60.0, 180.0);
    let w = d.wagon(Side::B, 100.0, 64.5, 180.0);
    d.general(Side::A, 60.0, 10.0);
    d.general(Side::B, 60.0, 90.0);
    // Spot, 9, then the test of the gunners: -1 for a figure; 1/4 of the strength is less than a third; 7: -1, LU.
    let mut b = Battle::drill(d.field(), [3, 4, 4, 5, 3, 4]);
    turn(&mut b, &[("A1", "shell 42 at x1")], &[]);
    let f = b.field();
    let guns = f[e].battery.as_ref().unwrap();
    assert_eq!((f[e].figures, f[e].carried, guns.sound, guns.damaged), (3, 0, 3, 0));
    assert!(!f[w].on_table());
    // Artillery in action has no forced action in LU (04.02.6), and from 40 cm anyway.
    state(&b, e, State::Slight);
    stands(&b, e, 100.0, 60.0);
    told_by(&p, &b, "06.03.3.a");
    done(&b);
}

/// 07.04.4, 07.04.2: a column six files wide (4.8 cm) upon a line. Upon 14 files (28 figures) it covers exactly six: 6 x 2 and a figure
/// on each flank are 14: two elements and two over, 2. Upon 15 files (30 figures) its edges are in the middle of files: seven are
/// touched, 14 + 2 are 16: two elements and four over, 3. The column has its two front ranks, 12 figures: 2, and nobody overlaps.
#[test]
fn figures_that_fight() {
    let _p = proves!("07.04.4");
    for (figures, elements) in [(28, 2), (30, 3)] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
        let e = d.infantry(Side::B, figures, Formation::Line, 100.0, 50.0, 180.0);
        generals(&mut d);
        let mut f = d.field();
        f[a].locked.push(e);
        f[e].locked.push(a);
        // 2 each, zone 1: 2 men an element.
        let mut b = Battle::drill(f, [1, 1, 1, 1]);
        turn(&mut b, &[], &[]);
        assert_eq!(shot(&b), [4, 2 * elements], "{figures}");
        done(&b);
    }
}

/// 07.02.4.a, play.left: a column at the charge (30 cm) 17 cm from a line in LU reaches 2 cm at clock 1/2: 7 + 1 + 2 for his LU is 10,
/// he stays in LU; it goes on 15 cm in the half turn left, touches after 2 and stands. Against one in order 8 + 1 + 2 (thrice as
/// many, XII.b): 11, U: he retires 6 cm at once (04.02.3), 23 cm in all: touched at clock 23/30. Against FU (13) he flees 20.
#[test]
fn what_is_left_of_a_charge() {
    let _p = proves!("07.02.4.a");
    let charge = |figures: u16, state: State, dice: &[u8]| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
        let e = d.infantry(Side::B, figures, Formation::Line, 100.0, 67.0, 180.0);
        d.state(e, state);
        d.unit(e).record.state_since = 1;
        generals(&mut d);
        let mut b = Battle::drill(d.field(), dice);
        turn_with(&mut b, &[("A1", "attack charge: march")], &[], NO);
        done(&b);
        let when = find(&b, |e| matches!(e.kind, EventKind::Contact { .. }).then_some(e.clock));
        (b, when)
    };
    let (b, when) = charge(30, State::Slight, &[3, 4]);
    state(&b, UnitId(1), State::Slight);
    stands(&b, UnitId(0), 100.0, 67.0);
    assert!((when.unwrap() - 17.0 / 30.0).abs() < 1e-3);
    let (b, when) = charge(10, State::Order, &[3, 5]);
    state(&b, UnitId(1), State::Disorder);
    stands(&b, UnitId(0), 100.0, 73.0);
    assert!((when.unwrap() - 23.0 / 30.0).abs() < 1e-3);
    // 10 + 1 + 2: FU. Prisoners by the bare 10: two figures of each of the winner's elements that would fight: 12 figures of the column
    // (07.04.4), two elements: 4. The flight: half of 40 cm, 20 (04.02.1). The winner marches its whole turn: 30 cm, and has not come
    // up with them: 87 - 80. At the end 8 are needed to reorganise (XIX.a): 7, not.
    let (b, when) = charge(10, State::Order, &[4, 6, 3, 4]);
    state(&b, UnitId(1), State::Complete);
    assert_eq!((b.field()[UnitId(1)].figures, b.field()[UnitId(1)].losses.prisoners), (6, 4));
    assert_eq!(when, None);
    stands(&b, UnitId(0), 100.0, 80.0);
}

/// 07.05.2, 07.05.3, XV.b: Confederate horse in column upon a line that carries 19 men. Riders: six files of 1.5 cm, two ranks, 12: 4
/// elements (07.04.3); 7: 8 x 4 = 32 men; 19 + 32 are two figures and 11 carried. The line: 9 cm upon files of 0.8, the middle one on
/// the axis: 4.5 to each side is in the sixth file beside it, 13 files: 26 figures and one on each flank, 28: 4 elements and 4
/// over, 5.
#[test]
fn foot_in_melee_with_horse() {
    let _p = proves!("07.05.2");
    let fight = |dice: &[u8]| {
        let mut d = Drill::new();
        let e = d.cavalry(Side::B, 18, Formation::AttackColumn, 100.0, 50.0, 180.0);
        let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.general(Side::A, 40.0, 10.0);
        d.general(Side::B, 40.0, 100.0);
        d.unit(a).carried = 19;
        let mut f = d.field();
        f[a].locked.push(e);
        f[e].locked.push(a);
        let mut b = Battle::drill(f, dice);
        turn(&mut b, &[], &[]);
        done(&b);
        (b, e, a)
    };
    // The line rolls 9: 9 x 5 = 45 men, more than it has lost itself. The riders: -4 for two figures, -2 for more losses, 7: -6, U. The
    // line: -4, -2 against horse, and 12: -3, LU.
    let (b, e, a) = fight(&[3, 4, 4, 5, 3, 4, 6, 6]);
    assert_eq!(shot(&b), [32, 45]);
    assert_eq!((b.field()[a].figures, b.field()[a].carried), (28, 11));
    assert_eq!((b.field()[e].figures, b.field()[e].carried), (16, 5));
    state(&b, e, State::Disorder);
    state(&b, a, State::Slight);
    // It rolls 3: 4 x 5 = 20 men, a figure: -1 and 12, nothing. The line: -4 - 2 - 2 for more losses, 7: -8, FU. Prisoners by the
    // riders' 7: two figures for each of 4 elements (XIV, cavalry against others): 8. Then 7 to reorganise: not.
    let (b, e, a) = fight(&[3, 4, 1, 2, 6, 6, 3, 4, 3, 4]);
    assert_eq!(shot(&b), [32, 20]);
    state(&b, e, State::Order);
    state(&b, a, State::Complete);
    assert_eq!((b.field()[a].figures, b.field()[a].losses.prisoners, b.field()[a].carried), (20, 8, 11));
}

/// 07.02.2: fire before the shock roll is measured at 2 cm. Muskets M-42 have zone 1 up to 3 cm: a column that comes on at an angle
/// with a corner first is fired at in zone 1 all the same, though the middle of the firing figures is farther from it.
#[test]
fn fire_before_the_shock_roll_is_fire_at_two_cm() {
    let p = proves!("07.02.2");
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 44.0, 40.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 106.0, 60.0, 180.0);
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 100.0);
    d.weapon(e, Weapon::PercussionMusket);
    seasoned(&mut d, e);
    // 4, and 7 for the shock.
    let mut b = Battle::drill(d.field(), [1, 3, 3, 4]);
    turn(&mut b, &[("A1", "attack: march")], &[("B1", "fire before shock")]);
    let cm = find(&b, |e| if let EventKind::Fired { cm, .. } = e.kind { Some(cm) } else { None });
    assert_eq!(cm, Some(2.0));
    // A column of five ranks: +3: 4 + 3 = 7 in zone 1: 8 men an element.
    assert_eq!(shot(&b)[0] % 8, 0, "{:?}", shot(&b));
    told_by(&p, &b, "07.02.2");
    done(&b);
}

/// 07.01.5: one frontal attack a turn. Broken off by fire before its roll it has been made (07.02.1): the next is stopped at 2 cm. Ended
/// because friends have carried the attackers away, it has not.
#[test]
fn what_counts_as_a_frontal_attack_made() {
    let p = proves!("07.01.5");
    // A1 in front cannot pass the pinned A3 and is pinned itself, its attack is over. A2 comes after and rolls.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::AttackColumn, 97.0, 40.0, 0.0);
    let c = d.infantry(Side::A, 30, Formation::AttackColumn, 103.0, 48.0, 0.0);
    let pinned = d.infantry(Side::A, 6, Formation::Line, 96.0, 46.0, 0.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    d.general(Side::A, 100.0, 20.0);
    d.general(Side::B, 100.0, 100.0);
    d.state(pinned, State::Slight);
    d.unit(pinned).pinned_to = Some(2);
    // 9 with valour 0: not 10. Then the shock of A2: 7.
    let mut b = Battle::drill(d.field(), [4, 5, 3, 4]);
    turn_with(&mut b, &[("A1", "attack: march"), ("A2", "attack: march")], &[], NO);
    let f = b.field();
    assert!(f[a].pinned(f.turn) && f[a].state == State::Slight);
    // Its front on the rear of the pinned men, 43 cm.
    stands(&b, a, 97.0, 43.0);
    assert_eq!(shocks(&b), 1);
    stands(&b, c, 103.0, 58.0);
    state(&b, e, State::Order);
    done(&b);
    // At 12 cm, zone 2: 3 + 3 for a column of five ranks: 25 men, a figure; -1 and 7: LU, pinned. The attack is broken off, but made.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::AttackColumn, 97.0, 48.0, 0.0);
    let c = d.infantry(Side::A, 30, Formation::AttackColumn, 103.0, 44.0, 0.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    d.general(Side::A, 100.0, 20.0);
    d.general(Side::B, 100.0, 100.0);
    seasoned(&mut d, e);
    let mut b = Battle::drill(d.field(), [1, 2, 3, 4]);
    turn(&mut b, &[("A1", "attack: march"), ("A2", "attack: march")], &[("B1", "fire at x1")]);
    assert!(b.field()[a].pinned(b.field().turn));
    stands(&b, a, 97.0, 48.0);
    assert_eq!(shocks(&b), 0);
    stands(&b, c, 103.0, 58.0);
    told_by(&p, &b, "07.01.5");
    done(&b);
}

/// play.melee: a winner who is free again carries out his order of movement with the whole turn before him; an attack written in it
/// is an ordered one, with no -2 (07.01.3). Line against line: 8 x 5 = 40 men against 10; -4 - 2 + 0: U, 6 cm back. The winner marches:
/// 4 cm, and is at 2 cm of him at clock 1/3. U gives +4 (table XII): 4 + 4 = 8, LU or worse: he stays in U and the attack goes on.
#[test]
fn an_attack_written_by_a_unit_in_melee() {
    let p = proves!("play.melee");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 50.0, 180.0);
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 100.0);
    let mut f = d.field();
    f[a].locked.push(e);
    f[e].locked.push(a);
    let mut b = Battle::drill(f, [3, 4, 1, 1, 3, 4, 1, 3]);
    turn(&mut b, &[("A1", "attack: march")], &[]);
    let at = find(&b, |e| matches!(e.kind, EventKind::Shock { .. }).then_some(e.clock));
    assert!((at.unwrap() - 4.0 / 12.0).abs() < 1e-3, "{at:?}");
    assert_eq!(count(&b, |k| matches!(k, EventKind::AttackGoesOn { .. })), 1);
    assert_eq!(count(&b, |k| matches!(k, EventKind::Contact { .. })), 1);
    stands(&b, a, 100.0, 56.0);
    told_by(&p, &b, "play.melee");
    done(&b);
}

/// play.fire-order: an order to fire before the shock roll at one who is not to be fired at (behind him) is no fire; the unit may
/// still fire as surprised at him who comes, with -4.
#[test]
fn surprised_where_the_order_comes_to_nothing() {
    let p = proves!("04.02.13.a");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::A, 30, Formation::Line, 100.0, 120.0, 180.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    generals(&mut d);
    seasoned(&mut d, e);
    // At x2, far behind. 6 - 4 = 2 in zone 1: 2 men of 5 elements. The shock: 7.
    let mut b = Battle::drill(d.field(), [2, 4, 3, 4]);
    turn(&mut b, &[("A1", "attack: march")], &[("B1", "fire before shock at x2")]);
    assert_eq!(shot(&b), [10]);
    assert_eq!(b.field()[a].carried, 10);
    told_by(&p, &b, "04.02.13.a");
    done(&b);
}
