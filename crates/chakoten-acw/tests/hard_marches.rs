//! Hard cases of movement, forced moves, works and orders, reckoned by hand from the clauses and then put to the umpire. See
//! `hard_cases.rs` and `hard_turns.rs` for fire, shock and melee.

use crate::field_day;

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::field::StaffFate;
use chakoten_acw::ground::{LineKind, PatchKind};
use chakoten_acw::order::Choice;
use chakoten_acw::troop::{Formation, Gun, Kind, State};
use chakoten_acw::{EventKind, Side, proves};
use field_day::{done, find, last_turn, sheet, stands, state, told_by, turn, turn_with};

fn generals(d: &mut Drill) {
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 120.0);
}

/// 08.03.3, 08.03.4, XIX.a: ten men in flight come upon a line behind them. With 30 figures it is three times as large: no roll, and it
/// checks the flight; they stop just clear behind it. 7 + 1 for the checked flight is 8: reorganised to U at the first attempt. With
/// 29 it rolls: 6 makes it U, and it still checks the flight (XVIII.a).
#[test]
fn a_flight_is_checked_behind_a_steady_line() {
    let p = proves!("08.03.4");
    for (figures, dice, after) in [(30, &[3u8, 4][..], State::Order), (29, &[3, 3, 3, 4], State::Disorder)] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 10, Formation::Line, 100.0, 70.0, 0.0);
        let line = d.infantry(Side::A, figures, Formation::Line, 100.0, 50.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 95.0, 180.0);
        d.general(Side::A, 40.0, 10.0);
        d.general(Side::B, 100.0, 120.0);
        d.state(a, State::Complete);
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[], &[]);
        state(&b, a, State::Disorder);
        state(&b, line, after);
        // It faces the way it fled: its rear just clear of the rear of the line where that stood, 47 cm.
        let rear = b.field()[a].base.rear().y;
        assert!((rear - 47.0).abs() < 0.02, "{figures}: {rear}");
        assert!(matches!(told_by(&p, &b, "08.03.4")[0].kind, EventKind::FlightChecked { .. }));
        done(&b);
    }
}

/// 08.03.1: only who is beside or behind the front it had. 8.0 cm is near enough, 8.1 not; and whoever is wholly before it is safe.
#[test]
fn who_is_near_a_flight() {
    let _p = proves!("08.03.1");
    // Fleeing south from (100, 70), 4 cm wide: its right edge is at 102. The friend's left edge is so far from it.
    for (apart, y, rolls) in [(8.0, 50.0, true), (8.1, 50.0, false), (4.0, 78.0, false), (4.0, 71.0, true)] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 10, Formation::Line, 100.0, 70.0, 0.0);
        let x = 102.0 + apart + 4.8;
        let friend = d.infantry(Side::A, 24, Formation::Line, x, y, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 95.0, 180.0);
        d.general(Side::A, 40.0, 10.0);
        d.general(Side::B, 100.0, 120.0);
        d.state(a, State::Complete);
        // 7: it holds; the ten roll 2 and flee on.
        let dice: &[u8] = if rolls { &[3, 4, 1, 1] } else { &[1, 1] };
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[], &[]);
        state(&b, friend, State::Order);
        // Beside its path he does not check it (08.03.4): it flees the whole turn.
        assert!(!b.events().iter().any(|e| matches!(e.kind, EventKind::FlightChecked { .. })));
        assert!((b.field()[a].base.front.y - 27.0).abs() < 0.01, "{}", b.field()[a].base.front.y);
        done(&b);
    }
}

/// 04.02.14: two turns of fire at the same enemy within 8.0 cm, and the unit cannot stop. He goes back 6 cm (half of a line's 12): at 14
/// it still fires, whatever is written; back 1 cm more, at 15.0, again; at 15.1 it is free and marches.
#[test]
fn locked_in_a_fire_fight_to_fifteen_cm() {
    let p = proves!("04.02.14.a");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 6, Formation::Line, 100.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 58.0, 180.0);
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 90.0);
    // One element. 3 + 3 in zone 1: 7 men; 3: 4; at 14 cm zone 2, 3: 3; at 15 the same.
    let mut b = Battle::drill(d.field(), [1, 2, 1, 2, 1, 2, 1, 2]);
    for (slip, back, lost) in [
        ("fire at x1", "stand", 7),
        ("fire at x1", "back 6", 11),
        ("about face, march", "back 1", 14),
        ("march", "back 0.1", 17),
    ] {
        turn(&mut b, &[("A1", slip)], &[("B1", back)]);
        assert_eq!(b.field()[e].carried, lost, "{slip}");
        stands(&b, a, 100.0, 50.0);
    }
    turn(&mut b, &[("A1", "march 5")], &[]);
    stands(&b, a, 100.0, 55.0);
    told_by(&p, &b, "04.02.14.a");
    done(&b);
}

/// 04.02.6, play.left: a line of horse (30 cm) comes on from 30 cm; at 15.0, clock 1/2, it is fired at: 4 + 3 first fire + 3 for riders:
/// 10 in zone 2, 6 men of 5 elements, 30: a figure. -1 and 7: LU. It turns about where it is, without time, and marches the half
/// turn left away: 15 cm. Its base is 6 cm deep and turns about its centre.
#[test]
fn horse_is_turned_back_by_close_fire() {
    let p = proves!("04.02.6");
    let mut d = Drill::new();
    let a = d.cavalry(Side::A, 18, Formation::Line, 100.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 80.0, 180.0);
    generals(&mut d);
    let mut b = Battle::drill(d.field(), [1, 3, 3, 4]);
    turn(&mut b, &[("A1", "attack: march")], &[("B1", "fire when any within 15")]);
    state(&b, a, State::Slight);
    assert_eq!((b.field()[a].figures, b.field()[a].carried), (17, 10));
    stands(&b, a, 100.0, 44.0);
    assert!(b.field()[a].base.dir.y < -0.999);
    state(&b, e, State::Order);
    told_by(&p, &b, "04.02.6");
    done(&b);
}

/// 04.02.11: nine figures of a chain 18.4 cm long have gaps of 1.4 cm; with eight they are (18.4 - 6.4) / 7 = 1.714, more than 1.6: it
/// stands for the rest of the turn and closes on its centre to 8 x 0.8 + 7 x 1.6 = 17.6 cm. Ten figures of 17 cm with 1.0: nine have
/// (17 - 7.2) / 8 = 1.225: nothing is forced.
#[test]
fn a_chain_that_is_stretched_too_far() {
    let _p = proves!("04.02.11");
    for (figures, gap, goes_on, width) in [(9, 1.4, false, 17.6), (10, 1.0, true, 17.0)] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, figures, Formation::Chain, 100.0, 50.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 84.0, 180.0);
        generals(&mut d);
        d.gaps(a, gap);
        d.unit(a).carried = 19;
        // At clock 0.4, 24 cm off, zone 3: 7 + 3 - 2: 3 men of 5 elements: a figure. It has moved: -1, and 12: nothing.
        let mut b = Battle::drill(d.field(), [3, 4, 6, 6]);
        turn(&mut b, &[("A1", "march")], &[("B1", "fire at clock 0.4")]);
        assert_eq!((b.field()[a].figures, b.field()[a].carried), (figures - 1, 14));
        stands(&b, a, 100.0, if goes_on { 75.0 } else { 60.0 });
        assert!((b.field()[a].base.width - width).abs() < 1e-6, "{}", b.field()[a].base.width);
        done(&b);
    }
}

/// 04.02.9: an attacker passes a pinned friend with 10 or more on two dice and his valour; one who only marches never does.
#[test]
fn through_a_pinned_friend() {
    let _p = proves!("04.02.9");
    for (slip, dice, valour, passes) in [
        ("attack: march 20", &[4u8, 5][..], 1, true),
        ("attack: march 20", &[4, 5], 0, false),
        ("attack: march 20", &[5, 5], 0, true),
        ("attack: march 20", &[5, 5], -1, false),
        ("march 20", &[], 2, false),
    ] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
        let p = d.infantry(Side::A, 30, Formation::Line, 100.0, 60.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 110.0, 180.0);
        generals(&mut d);
        d.valour(a, valour).state(p, State::Slight);
        d.unit(p).pinned_to = Some(2);
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[("A1", slip)], &[]);
        // The rear of the pinned line is at 57.
        stands(&b, a, 100.0, if passes { 70.0 } else { 57.0 });
        let f = b.field();
        assert_eq!(f[a].pinned_to, (!passes).then_some(3), "{slip} {dice:?} {valour}");
        state(&b, a, if passes { State::Order } else { State::Slight });
        done(&b);
    }
}

/// Table III, III.c, play.ground: marches across objects, the whole depth of the unit at the slower rate. A line of foot (12 cm, 3 cm
/// deep) 2 cm before an abatis (III): 2/12 + 3/6 + 12 x 1/3: 9 cm. A column of five ranks (25 cm, 7.5 deep): 2/25, then 6 x 0.92: 7.52.
/// A line of horse (30 cm, 6 deep) before a light fortification (II, difficult: 20): 2/30 + 6/20 + 30 x 0.6333: 27 cm. Guns limbered
/// (25 cm; limber 8.5 and gun 4.5) before a fence (I, for them difficult: 12): 2/25 + 12 x 0.92: 13.04. Foot before a fence: 12.
#[test]
fn across_obstacles() {
    enum Who {
        Foot(Formation),
        Horse,
        Guns,
    }
    for (who, line, far) in [
        (Who::Foot(Formation::Line), LineKind::Abatis, 9.0),
        (Who::Foot(Formation::AttackColumn), LineKind::Abatis, 7.52),
        (Who::Horse, LineKind::LightFortification, 27.0),
        (Who::Guns, LineKind::Fence, 13.04),
        (Who::Foot(Formation::Line), LineKind::Fence, 12.0),
        (Who::Horse, LineKind::Abatis, 2.0),
        (Who::Guns, LineKind::LightFortification, 2.0),
    ] {
        let mut d = Drill::new();
        let a = match who {
            Who::Foot(f) => d.infantry(Side::A, 30, f, 100.0, 50.0, 0.0),
            Who::Horse => d.cavalry(Side::A, 18, Formation::Line, 100.0, 50.0, 0.0),
            Who::Guns => d.limbered(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0),
        };
        d.line(line, "Object", &[(60.0, 52.0), (140.0, 52.0)]);
        generals(&mut d);
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", "march")], &[]);
        let y = b.field()[a].base.front.y - 50.0;
        assert!((y - far).abs() < 0.02, "{line:?}: {y} and not {far}");
    }
}

/// Table II in fractions of a turn. Horse in line dismounts (1/4) and marches as foot in line: 9 cm of 12. Guns limber up (1/2) and
/// march to the rear: 12.5 of 25. Guns that march 12.5 cm (1/2) and unlimber (1/2) are in action at clock 1; after 12.6 cm not yet, and
/// they finish next turn if the order begins with the same step (play.clock). A line faces right (1/4) and is a march column: 18.75 of
/// 25 (02.05.4).
#[test]
fn fractions_of_a_turn() {
    let _p = proves!("II.b");
    let mut d = Drill::new();
    let c = d.cavalry(Side::A, 18, Formation::Line, 40.0, 50.0, 0.0);
    let l = d.infantry(Side::A, 30, Formation::Line, 70.0, 50.0, 0.0);
    let g = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
    let h = d.limbered(Side::A, Gun::Napoleon, 4, 110.0, 50.0, 0.0);
    let k = d.limbered(Side::A, Gun::Napoleon, 4, 120.0, 50.0, 0.0);
    d.general(Side::A, 85.0, 40.0);
    d.general(Side::B, 75.0, 140.0);
    let mut b = Battle::drill(d.field(), []);
    let before = b.field()[l].base.front;
    turn(
        &mut b,
        &[
            ("A1", "dismount, march"),
            ("A2", "face right, march"),
            ("A3", "limber, march"),
            ("A4", "march 12.5, unlimber"),
            ("A5", "march 12.6, unlimber"),
        ],
        &[],
    );
    let f = b.field();
    assert_eq!(f[c].kind(), Kind::Dismounted);
    stands(&b, c, 40.0, 59.0);
    assert_eq!(f[l].formation, Formation::MarchColumn);
    let gone = find(&b, |e| match &e.kind {
        EventKind::Moved { unit, from, to, .. } if *unit == l => Some(to.x - from.x),
        _ => None,
    });
    assert!((gone.unwrap() - 18.75).abs() < 1e-6, "{gone:?} from {before:?}");
    assert_eq!((f[g].kind(), f[h].kind(), f[k].kind()), (Kind::Limbered, Kind::Unlimbered, Kind::Limbered));
    let limber = find(&b, |e| match &e.kind {
        EventKind::Moved { unit, from, to, .. } if *unit == g => Some(to.y - from.y),
        _ => None,
    });
    assert!((limber.unwrap() + 12.5).abs() < 1e-6, "{limber:?}");
    // The rest of the half turn next time.
    turn(&mut b, &[("A5", "unlimber")], &[]);
    assert_eq!(b.field()[k].kind(), Kind::Unlimbered);
    let when =
        find(&b, |e| matches!(e.kind, EventKind::Limbered { unit, .. } if unit == k).then_some(e.clock));
    // 12.6 / 25 = 0.504 of the first turn were marched, 0.496 spent.
    assert!((when.unwrap() - 0.004).abs() < 1e-3, "{when:?}");
}

/// II.a: what takes a turn takes two in difficult ground: guns in action face right.
#[test]
fn guns_face_slowly_in_difficult_ground() {
    for (difficult, turns) in [(false, 1), (true, 2)] {
        let mut d = Drill::new();
        let g = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
        if difficult {
            d.square(PatchKind::Difficult, "Ploughed", (80.0, 30.0), (120.0, 70.0));
        }
        generals(&mut d);
        let mut b = Battle::drill(d.field(), []);
        for n in 1..=turns {
            assert!(b.field()[g].base.dir.y > 0.999);
            turn(&mut b, &[("A1", "face right")], &[]);
            assert_eq!(b.field()[g].base.dir.x > 0.999, n == turns, "{difficult} {n}");
        }
    }
}

/// 03.03.2, 03.03.3: 40.0 cm from the general's base to the nearest base of the unit is within reach; beyond it only the order of the last
/// turn, standing, or fire.
#[test]
fn forty_cm_from_the_general() {
    let _p = proves!("03.03.3");
    for (y, reached) in [(100.0, true), (100.02, false)] {
        let mut d = Drill::new();
        // The general's base is 3 cm deep: from 57 to 60. The unit's rear is 3 cm behind its front.
        d.infantry(Side::A, 30, Formation::Line, 100.0, y + 3.0, 0.0);
        d.general(Side::A, 100.0, 60.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 150.0, 180.0);
        d.general(Side::B, 100.0, 158.0);
        for (slip, any) in [("march", false), ("stand", true), ("fire", true)] {
            let mut b = Battle::drill(d.clone().field(), []);
            let taken = b.answer(Side::A, sheet(&[("A1", slip)]));
            assert_eq!(taken.is_ok(), reached || any, "{y} {slip}: {taken:?}");
            if let Err(r) = taken {
                assert_eq!(r.clause.unwrap().id(), "03.03.3");
            }
        }
    }
}

/// 10.03.1, 10.06.1, 10.02.1: an abatis needs a wood within 10.0 cm; half the width in line in six turns: 30 figures are 15 files, 12 cm:
/// 6 cm. A fence: three figures clear 8 cm in two turns, so seven clear 18 2/3, and a turn of work that is broken off is lost.
#[test]
fn abatis_and_fences() {
    let _p = proves!("10.03.1");
    for (near, may) in [(10.0, true), (10.05, false)] {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.square(PatchKind::Wood, "Wood", (80.0, 50.0 + near), (120.0, 80.0));
        generals(&mut d);
        let mut b = Battle::drill(d.field(), []);
        assert_eq!(b.answer(Side::A, sheet(&[("A1", "work abatis half")])).is_ok(), may, "{near}");
    }
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.square(PatchKind::Wood, "Wood", (80.0, 58.0), (120.0, 80.0));
    generals(&mut d);
    let mut b = Battle::drill(d.field(), []);
    for n in 1..=6 {
        assert!(b.field().lines.is_empty(), "{n}");
        turn(&mut b, &[("A1", "work abatis half")], &[]);
    }
    let l = &b.field().lines[0];
    assert_eq!(l.kind, LineKind::Abatis);
    assert!((l.path.len() - 6.0).abs() < 1e-6, "{}", l.path.len());

    let mut d = Drill::new();
    let a = d.infantry(Side::A, 7, Formation::Line, 100.0, 50.0, 0.0);
    d.line(LineKind::Fence, "Fence", &[(40.0, 52.0), (160.0, 52.0)]);
    generals(&mut d);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "work clear Fence")], &[]);
    assert!(b.field().lines[0].cleared.is_empty());
    turn(&mut b, &[("A1", "work clear Fence")], &[]);
    let (from, to) = b.field().lines[0].cleared[0];
    assert!((to - from - 56.0 / 3.0).abs() < 1e-6, "{}", to - from);
    assert!(b.field()[a].on_table());
    assert!(last_turn(&b).iter().any(|e| matches!(e.kind, EventKind::Worked { done: true, .. })));
}

/// 07.06.3: one of the opponent's units takes a lone general at 2 cm, guns on the march as well as foot; a wagon is no such unit.
#[test]
fn guns_on_the_march_take_a_lone_general() {
    let _p = proves!("07.06.3");
    for (wagon, fate) in [(false, StaffFate::Captured), (true, StaffFate::Present)] {
        let mut d = Drill::new();
        if wagon {
            d.wagon(Side::A, 100.0, 50.0, 0.0);
        } else {
            d.limbered(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
        }
        d.general(Side::A, 100.0, 30.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 120.0, 180.0);
        // His base reaches from 57 to 60.
        let g = d.general(Side::B, 100.0, 60.0);
        let mut b = Battle::drill(d.field(), []);
        turn_with(&mut b, &[("A1", "march 6")], &[], &[("escape", Choice::No)]);
        assert_eq!(b.field()[g].fate, fate, "wagon: {wagon}");
    }
}
