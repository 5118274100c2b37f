//! Melees in whole turns (07.04 to 07.06, play.melee).

use crate::field_day;

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::troop::{Formation, State};
use chakoten_acw::{EventKind, Field, Side, UnitId, proves};
use field_day::{done, find, last_turn, stands, state, told_by, turn};

fn generals(d: &mut Drill) {
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 70.0);
}

fn lock(f: &mut Field, a: UnitId, b: UnitId) {
    f[a].locked.push(b);
    f[b].locked.push(a);
}

/// Two lines in contact.
fn two() -> (Drill, UnitId, UnitId) {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let b = d.infantry(Side::B, 30, Formation::Line, 100.0, 50.0, 180.0);
    (d, a, b)
}

fn locked() -> (Field, UnitId, UnitId) {
    let (mut d, a, b) = two();
    generals(&mut d);
    let mut f = d.field();
    lock(&mut f, a, b);
    (f, a, b)
}

/// The men each unit's roll cost its enemies.
fn bouts(b: &Battle) -> Vec<(UnitId, u32)> {
    last_turn(b)
        .iter()
        .filter_map(
            |e| if let EventKind::Melee { unit, men, .. } = e.kind { Some((unit, men)) } else { None },
        )
        .collect()
}

#[test]
fn units_in_contact_fight_at_clock_0_and_again() {
    let p = proves!("07.04.1.a");
    let (f, a, e) = locked();
    // A: 6 is 7 men for 5 elements, 35: one figure, 15 carried. B: 2 is 2 men each. B tests: -1, more losses -2, dice 7:
    // LU, and no pin, for it is no fire. Next turn they fight again: A 2, B 3 - 1 for LU is 2:
    // each loses 10, removes a figure and holds.
    let mut b = Battle::drill(f, [3, 3, 1, 1, 4, 3, 1, 1, 1, 2, 6, 6, 6, 6]);
    turn(&mut b, &[("A1", "back 5")], &[("B1", "back 5")]);
    assert_eq!(bouts(&b), [(a, 35), (e, 10)]);
    assert!(find(&b, |x| matches!(x.kind, EventKind::Melee { .. }).then_some(x.clock)) == Some(0.0));
    let f = b.field();
    assert_eq!((f[e].figures, f[e].carried, f[a].figures, f[a].carried), (29, 15, 30, 10));
    state(&b, e, State::Slight);
    assert!(!b.field()[e].pinned(b.field().turn));
    // Nobody breaks off by order.
    stands(&b, a, 100.0, 50.0);
    turn(&mut b, &[], &[]);
    assert_eq!(bouts(&b).len(), 2);
    told_by(&p, &b, "07.04.1.a");
    done(&b);
}

#[test]
fn nobody_tests_who_removed_no_figure() {
    let p = proves!("07.05.2");
    let (mut f, a, e) = locked();
    // 2 men each: 10 and 10. With 9 carried nothing is removed, with 10 one figure is.
    f[a].carried = 9;
    f[e].carried = 10;
    // Equal losses: no -2. -1 + 1: OR.
    let mut b = Battle::drill(f, [1, 1, 1, 1, 4, 4]);
    turn(&mut b, &[], &[]);
    let f = b.field();
    assert_eq!((f[a].figures, f[a].carried, f[e].figures, f[e].carried), (30, 19, 29, 0));
    state(&b, e, State::Order);
    told_by(&p, &b, "07.05.2");
    done(&b);
}

#[test]
fn who_falls_into_fu_in_melee_gives_up_prisoners() {
    let p = proves!("07.06.1", "07.06.4");
    let (f, a, e) = locked();
    // 12: 12 men each, 60, three figures: -7 - 2 - 3: FU. By the winner's 12: 2 for each of 5 elements. B flees; its attempt
    // to reorganise fails. A is free again and marches its whole turn.
    let mut b = Battle::drill(f, [6, 6, 1, 1, 1, 1, 1, 1]);
    turn(&mut b, &[("A1", "march")], &[]);
    state(&b, e, State::Complete);
    assert_eq!((b.field()[e].figures, b.field()[e].losses.prisoners), (17, 10));
    stands(&b, a, 100.0, 62.0);
    assert!(b.field()[a].locked.is_empty());
    for clause in ["07.06.1", "07.06.4"] {
        assert!(matches!(told_by(&p, &b, clause)[0].kind, EventKind::Prisoners { .. }), "{clause}");
    }
    done(&b);
}

#[test]
fn who_is_free_again_does_not_fire() {
    let _p = proves!("play.melee");
    let (mut d, a, e) = two();
    let o = d.infantry(Side::B, 30, Formation::Line, 100.0, 62.0, 180.0);
    generals(&mut d);
    let mut f = d.field();
    lock(&mut f, a, e);
    // B1 in U: 40 men, two figures: -4 - 2 + 0. It retires. B2 attacks the standing winner, who may not fire as surprised.
    let mut b = Battle::drill(f, [3, 4, 1, 1, 3, 4, 3, 4]);
    turn(&mut b, &[], &[("B2", "attack: march")]);
    let _ = o;
    assert!(find(&b, |x| matches!(x.kind, EventKind::Fired { .. }).then_some(())).is_none());
    assert!(find(&b, |x| matches!(x.kind, EventKind::Chose { .. }).then_some(())).is_none());
}

#[test]
fn generals_fall_on_seven_and_are_taken_on_ten() {
    let p = proves!("07.05.4");
    for (dice, falls) in [([3, 4], true), ([3, 3], false), ([4, 4], false)] {
        let (mut d, a, e) = two();
        let g = d.general_with(e);
        d.general(Side::A, 100.0, 30.0);
        let mut f = d.field();
        lock(&mut f, a, e);
        // The test and whatever follows: 12.
        let mut b = Battle::drill(f, [dice[0], dice[1], 1, 1, 6, 6]);
        turn(&mut b, &[], &[]);
        assert_eq!(!b.field()[g].present(), falls, "{dice:?}");
        if falls {
            let told = told_by(&p, &b, "07.05.4");
            assert!(told.iter().any(|e| matches!(e.kind, EventKind::StaffLost { staff, .. } if staff == g)));
        }
        done(&b);
    }
    // A general of a unit that loses nobody does not fall.
    let (mut d, a, e) = two();
    d.lost(a, 28);
    let g = d.general_with(e);
    d.general(Side::A, 100.0, 30.0);
    let mut f = d.field();
    lock(&mut f, a, e);
    // Two figures are no element.
    let mut b = Battle::drill(f, [3, 4, 1, 1]);
    turn(&mut b, &[], &[]);
    assert!(b.field()[g].present());
    // 10 and FU: 10 men each, 50: -4 - 2 + 1 for the general - 3: -8.
    let (mut d, a, e) = two();
    let g = d.general_with(e);
    d.general(Side::A, 100.0, 30.0);
    let mut f = d.field();
    lock(&mut f, a, e);
    let mut b = Battle::drill(f, [4, 6, 1, 1, 1, 1, 1, 1]);
    turn(&mut b, &[], &[]);
    assert!(!b.field()[g].present());
    let taken =
        find(&b, |x| if let EventKind::StaffLost { captured, .. } = x.kind { Some(captured) } else { None });
    assert_eq!(taken, Some(true));
    assert_eq!(b.field()[e].losses.prisoners, 10);
    done(&b);
}

#[test]
fn a_general_falls_with_the_last_of_his_men() {
    let p = proves!("07.05.4");
    let (mut d, a, e) = two();
    d.lost(e, 28);
    let g = d.general_with(e);
    d.general(Side::A, 100.0, 30.0);
    let mut f = d.field();
    lock(&mut f, a, e);
    // A touches with 3 files of 15, the second rank and one on each side: 8 figures, one element. 7 is 8 men.
    f[e].carried = 19;
    f[e].figures = 1;
    f[e].files = 1;
    f[e].lay();
    let mut b = Battle::drill(f, [3, 4, 1, 1]);
    turn(&mut b, &[], &[]);
    assert!(!b.field()[e].on_table());
    assert!(!b.field()[g].present());
    told_by(&p, &b, "07.05.4");
    done(&b);
}

#[test]
fn files_in_contact_fight_two_deep_with_one_on_each_side() {
    let _p = proves!("07.04.2");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 30, Formation::AttackColumn, 100.0, 50.0, 180.0);
    generals(&mut d);
    let mut f = d.field();
    lock(&mut f, a, e);
    // A: 7 files touch, 14 figures and 2 at the sides: 16, three elements. B: 6 files, 12 figures: two.
    let mut b = Battle::drill(f.clone(), [1, 2, 1, 2]);
    turn(&mut b, &[], &[]);
    assert_eq!(bouts(&b), [(a, 12), (e, 8)]);
    done(&b);
    // All of the rest has come round the flanks: 30 figures, five elements; nobody counts twice.
    f[a].wrapped = 16;
    let mut b = Battle::drill(f, [1, 2, 1, 2]);
    turn(&mut b, &[], &[]);
    assert_eq!(bouts(&b)[0], (a, 20));
}

#[test]
fn a_flank_fights_with_its_end_files_or_with_what_turned() {
    let _p = proves!("07.04.4");
    // Horse, 3 figures an element: a flank of two ranks fights with two files of two, one element (of 4, the rest of 1 is none);
    // two companies that turned are 6, two.
    for (turned, men) in [(0, 4), (6, 8)] {
        let mut d = Drill::new();
        let e = d.cavalry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
        // Its flank is at x = 111.25, from y = 60 to 66; the attacker is wider than that and not opposite its middle.
        let a = d.infantry(Side::A, 30, Formation::Line, 111.25, 67.0, 270.0);
        generals(&mut d);
        let mut f = d.field();
        lock(&mut f, a, e);
        f[e].turned = turned;
        // A second, by the list: B1 rolls first.
        let mut b = Battle::drill(f, [1, 2, 1, 1, 6, 6]);
        turn(&mut b, &[], &[]);
        let all = bouts(&b);
        assert_eq!(all[0], (e, men), "{turned}");
    }
}

#[test]
fn figures_in_a_melee_are_not_fired_at() {
    let p = proves!("07.04.1.b");
    let (mut d, a, e) = two();
    d.infantry(Side::A, 30, Formation::Line, 116.0, 45.0, 0.0);
    generals(&mut d);
    let mut f = d.field();
    lock(&mut f, a, e);
    let mut b = Battle::drill(f, [1, 1, 1, 1]);
    turn(&mut b, &[("A2", "fire at clock 0.5 at x1")], &[]);
    assert!(find(&b, |x| matches!(x.kind, EventKind::Fired { .. }).then_some(())).is_none());
    told_by(&p, &b, "07.04.1.b");
    done(&b);
}

#[test]
fn a_unit_that_fights_two_shares_its_blows() {
    let p = proves!("play.melee");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 15, Formation::Line, 96.8, 50.0, 180.0);
    let o = d.infantry(Side::B, 15, Formation::Line, 103.2, 50.0, 180.0);
    generals(&mut d);
    let mut f = d.field();
    lock(&mut f, a, e);
    lock(&mut f, a, o);
    // All 30 fight, 5 elements; 3 is 4 men each: 20, 10 for each of the two. Each of them: 8 files, 15 figures, rest 3: three
    // elements: 2 is 2 men each: 6 and 6.
    let mut b = Battle::drill(f, [1, 2, 1, 1, 1, 1]);
    turn(&mut b, &[], &[]);
    let f = b.field();
    assert_eq!((f[e].losses.men, f[o].losses.men, f[a].losses.men), (10, 10, 12));
    told_by(&p, &b, "play.melee");
    done(&b);
}

#[test]
fn more_losses_are_those_of_the_whole_melee() {
    let p = proves!("play.melee");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 15, Formation::Line, 96.8, 50.0, 180.0);
    let o = d.infantry(Side::B, 15, Formation::Line, 103.2, 50.0, 180.0);
    generals(&mut d);
    let mut f = d.field();
    lock(&mut f, a, e);
    lock(&mut f, a, o);
    f[e].carried = 19;
    // A costs each 10. B1 costs A 12 (3 elements, 3 is 4), B2 6: together 18 against 20: side B lost more, so B1, who
    // removes a figure, has -2 though A lost more by him: -1 - 2 + 2: LU.
    let mut b = Battle::drill(f, [1, 2, 1, 2, 1, 1, 5, 5]);
    turn(&mut b, &[], &[]);
    state(&b, e, State::Slight);
    told_by(&p, &b, "play.melee");
    done(&b);
}

#[test]
fn a_double_in_melee_empties_the_cartridge_boxes() {
    let _p = proves!("09.01.1");
    for (used, double, left) in [(true, [4, 4], false), (true, [5, 5], true), (false, [4, 4], true)] {
        let (mut f, a, e) = locked();
        f[a].record.used_arms = used;
        let mut b = Battle::drill(f, [double[0], double[1], 1, 1, 6, 6]);
        turn(&mut b, &[], &[]);
        assert_eq!(b.field()[a].ammunition, left, "{used} {double:?}");
        let _ = e;
        done(&b);
    }
    // Without any it fights as well.
    let (mut f, a, e) = locked();
    f[a].ammunition = false;
    f[a].record.used_arms = true;
    let mut b = Battle::drill(f, [1, 2, 1, 1, 6, 6]);
    turn(&mut b, &[], &[]);
    assert_eq!(bouts(&b), [(a, 20), (e, 10)]);
}
