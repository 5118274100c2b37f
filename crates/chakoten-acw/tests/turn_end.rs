//! The end of the turn (play.turn-end): reorganising, appointments, resupply, repairs and fieldworks over several turns.

use crate::field_day;

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::field::Level;
use chakoten_acw::ground::{LineKind, PatchKind};
use chakoten_acw::order::Choice;
use chakoten_acw::troop::{Cover, Formation, Gun, Obstacle, State};
use chakoten_acw::unit::Fate;
use chakoten_acw::{EventKind, Side, UnitId, cover, proves};
use field_day::{done, find, last_turn, sheet, show, stands, state, told_by, turn, turn_with, two_lines};

const NO: &[(&str, Choice)] = &[("surprised", Choice::No)];

fn two(gap: f64) -> (Drill, UnitId, UnitId) {
    let (mut d, a, b) = two_lines(gap);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 100.0, 70.0 + gap);
    (d, a, b)
}

#[test]
fn lu_passes_in_two_turns_without_losses_even_on_the_march() {
    let _p = proves!("04.01.5");
    let (mut d, a, _) = two(100.0);
    d.state(a, State::Slight);
    d.unit(a).record.state_since = 1;
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march 2")], &[]);
    state(&b, a, State::Slight);
    turn(&mut b, &[("A1", "march 2")], &[]);
    state(&b, a, State::Order);
}

#[test]
fn one_man_lost_begins_the_count_anew() {
    let p = proves!("08.04.1");
    let (mut d, a, _) = two(30.0);
    d.state(a, State::Slight);
    d.unit(a).record.state_since = 1;
    // Turn 2: zone 4, 4 + 3 is 7: one man for each of 5 elements. So it passes at the end of turn 4, not of turn 3.
    let mut b = Battle::drill(d.field(), [2, 2]);
    turn(&mut b, &[], &[("B1", "fire")]);
    assert_eq!(b.field()[a].losses.men, 5);
    turn(&mut b, &[], &[]);
    state(&b, a, State::Slight);
    turn(&mut b, &[], &[]);
    state(&b, a, State::Order);
    told_by(&p, &b, "08.04.1");
    done(&b);
}

#[test]
fn u_passes_to_lu_in_two_turns_of_standing_still() {
    let _p = proves!("play.turn-end");
    // What is done in the first turn and the second, and the state after the second and the third.
    for (first, second, after) in [
        ("stand", "reorganise", [State::Slight, State::Slight]),
        ("back 1", "stand", [State::Disorder, State::Slight]),
        ("stand", "back 1", [State::Disorder, State::Disorder]),
    ] {
        let (mut d, a, _) = two(100.0);
        d.state(a, State::Disorder);
        d.unit(a).record.state_since = 1;
        d.unit(a).record.last_activity = Some(1);
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", first)], &[]);
        state(&b, a, State::Disorder);
        turn(&mut b, &[("A1", second)], &[]);
        state(&b, a, after[0]);
        turn(&mut b, &[], &[]);
        state(&b, a, after[1]);
    }
}

#[test]
fn a_unit_in_u_that_is_attacked_does_not_reorganise() {
    let p = proves!("08.04.2");
    let (mut d, _, e) = two(10.0);
    d.state(e, State::Disorder);
    d.unit(e).record.state_since = 1;
    d.unit(e).record.last_activity = Some(1);
    // Turn 3: attacked, 2 + 4 for U: nothing comes of it (6). So turns 4 and 5.
    let mut b = Battle::drill(d.field(), [1, 1]);
    turn(&mut b, &[], &[]);
    turn_with(&mut b, &[("A1", "attack: march")], &[], NO);
    state(&b, e, State::Disorder);
    turn(&mut b, &[("A1", "back")], &[]);
    state(&b, e, State::Disorder);
    turn(&mut b, &[], &[]);
    state(&b, e, State::Slight);
    told_by(&p, &b, "08.04.2");
    done(&b);
}

#[test]
fn each_unit_takes_one_step_a_turn() {
    let p = proves!("08.04.3.a");
    let (mut d, a, _) = two(100.0);
    d.state(a, State::Complete);
    // 8: U at the end of turn 2. Turns 3 and 4 still: LU. Turns 5 and 6: OR.
    let mut b = Battle::drill(d.field(), [4, 4]);
    for want in [State::Disorder, State::Disorder, State::Slight, State::Slight, State::Order] {
        turn(&mut b, &[], &[]);
        state(&b, a, want);
    }
    told_by(&p, &b, "08.04.3.a");
    done(&b);
}

#[test]
fn three_attempts_to_reorganise_and_it_is_lost() {
    let _p = proves!("08.04.3.a");
    let field = || {
        let mut d = Drill::sized(240.0, 400.0);
        let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
        d.state(e, State::Complete);
        let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 10.0, 0.0);
        d.general(Side::A, 100.0, 5.0);
        let _ = a;
        (d.field(), e)
    };
    // 7, 8 and 9 are one short each: 40 cm a turn to its own edge at 400, and no more dice.
    let (f, e) = field();
    let mut b = Battle::drill(f, [3, 4, 4, 4, 4, 5]);
    for _ in 0..3 {
        turn(&mut b, &[], &[]);
        state(&b, e, State::Complete);
    }
    done(&b);
    for _ in 0..6 {
        turn(&mut b, &[], &[]);
    }
    assert_eq!(b.field()[e].fate, Fate::Fled);
    assert_eq!(b.field()[e].losses.fled, 30);
    // 8 the first time, 9 the second, 10 the third.
    for dice in [vec![4, 4], vec![3, 4, 4, 5], vec![3, 4, 4, 4, 5, 5]] {
        let (f, e) = field();
        let n = dice.len() / 2;
        let mut b = Battle::drill(f, dice);
        for _ in 0..n {
            state(&b, e, State::Complete);
            turn(&mut b, &[], &[]);
        }
        state(&b, e, State::Disorder);
        done(&b);
    }
}

#[test]
fn in_fu_no_order_is_obeyed() {
    let _p = proves!("08.02.6.a");
    let (mut d, a, _) = two(100.0);
    d.state(a, State::Complete);
    let mut b = Battle::drill(d.field(), [4, 4]);
    let no = b.answer(Side::A, sheet(&[("A1", "march")])).unwrap_err();
    assert_eq!(no.clause.map(|c| c.id()), Some("08.02.6.a"));
    turn(&mut b, &[], &[]);
}

#[test]
fn units_begin_in_order() {
    let p = proves!("08.02.2");
    let (d, a, e) = two(10.0);
    let f = d.field();
    assert!(f[a].state == State::Order && f[e].state == State::Order);
    assert!(!f[a].pinned(1));
    assert!(p.shows("08.02.2", chakoten_acw::raising::set_up_by(&f).rests_on("08.02.2")));
}

#[test]
fn a_unit_that_flees_beside_the_enemy_gives_up_only_those_within_two_cm() {
    let p = proves!("08.04.4");
    let mut d = Drill::new();
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    d.state(e, State::Complete);
    d.infantry(Side::A, 30, Formation::Line, 100.0, 56.0, 0.0);
    // 6 figures in line are 2.4 cm wide. B flees from the nearer line and halts 2 cm before these.
    d.infantry(Side::A, 6, Formation::Line, 100.0, 73.0, 180.0);
    d.general(Side::A, 100.0, 30.0);
    let mut b = Battle::drill(d.field(), [1, 1]);
    turn(&mut b, &[], &[]);
    let gave =
        find(&b, |x| if let EventKind::Surrendered { figures, .. } = x.kind { Some(figures) } else { None });
    // Three files opposite from 98.8 to 101.2, and the two whose corners are at exactly 2 cm; none of the second rank.
    assert_eq!(gave, Some(5));
    assert_eq!(b.field()[e].figures, 25);
    told_by(&p, &b, "08.04.4");
    done(&b);
}

/// A brigade under a division on side B, its general with the unit.
fn division() -> (Drill, UnitId, UnitId) {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.general(Side::A, 100.0, 40.0);
    let b = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    d.general_with(b);
    (d, a, b)
}

#[test]
fn a_general_falls_on_ten_and_a_successor_is_appointed_on_nine() {
    let p = proves!("05.02.7");
    let (mut d, _, e) = division();
    let brigade = d.unit(e).command;
    let div = d.command(Side::B, Level::Division, None);
    d.put_under(brigade, div);
    let above = d.general(Side::B, 100.0, 80.0);
    let f = d.field();
    let g = f[brigade].general.unwrap();
    // 10 + 3: 9 men each of 5: two figures. The general falls and gives no +1: -4 - 1 for silence + 3: LU, pinned.
    // Then 8: nobody is appointed; next turn 9.
    let mut b = Battle::drill(f, [4, 6, 6, 6, 4, 4, 4, 5]);
    turn(&mut b, &[("A1", "fire")], &[]);
    assert!(!b.field()[g].present());
    assert!(b.field()[brigade].vacant);
    // Until then the general above gives the orders.
    assert_eq!(b.field().general_of(brigade), Some(above));
    turn(&mut b, &[], &[]);
    let new = b.field()[brigade].general.unwrap();
    let f = b.field();
    assert!(new != g && f[new].present());
    assert!(f[new].base.rect().gap(&f[above].base.rect()) < 0.01);
    told_by(&p, &b, "05.02.7");
    done(&b);
}

#[test]
fn a_general_lives_on_nine_and_eleven() {
    let _p = proves!("05.02.3");
    for dice in [[4, 5], [5, 6]] {
        let (d, _, _) = division();
        let f = d.field();
        let g = f.commands[1].general.unwrap();
        let mut b = Battle::drill(f, [dice[0], dice[1], 6, 6]);
        turn(&mut b, &[("A1", "fire")], &[]);
        assert!(b.field()[g].present());
        done(&b);
    }
}

#[test]
fn the_commander_in_chief_is_followed_by_one_below() {
    let p = proves!("08.05.2");
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.general(Side::A, 100.0, 40.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    let brigade = d.unit(e).command;
    let mine = d.general(Side::B, 130.0, 80.0);
    let div = d.command(Side::B, Level::Division, None);
    d.put_under(brigade, div);
    let chief = d.general(Side::B, 100.0, 80.0);
    d.with(chief, e);
    // As above; the appointment is for the brigade now.
    let mut b = Battle::drill(d.field(), [4, 6, 6, 6, 4, 5]);
    turn(&mut b, &[("A1", "fire")], &[]);
    let f = b.field();
    assert!(!f[chief].present());
    assert_eq!(f[div].general, Some(mine));
    let new = f[brigade].general.unwrap();
    assert!(new != mine && f[new].base.rect().gap(&f[mine].base.rect()) < 0.01);
    told_by(&p, &b, "08.05.2");
    done(&b);
}

#[test]
fn ammunition_comes_from_a_wagon_in_contact() {
    let _p = proves!("09.03.1.a");
    for (die, got) in [(1, false), (2, true)] {
        let (mut d, a, _) = two(100.0);
        d.unit(a).ammunition = false;
        d.wagon(Side::A, 100.0, 47.0, 0.0);
        let mut b = Battle::drill(d.field(), [die]);
        turn(&mut b, &[("A1", "resupply A2")], &[]);
        assert_eq!(b.field()[a].ammunition, got);
        done(&b);
    }
    // Not in contact: refused.
    let (mut d, a, _) = two(100.0);
    d.unit(a).ammunition = false;
    d.wagon(Side::A, 100.0, 46.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    assert!(b.answer(Side::A, sheet(&[("A1", "resupply A2")])).is_err());
}

#[test]
fn a_battery_fills_up_on_three() {
    let p = proves!("09.03.1.c", "09.02.2");
    for (die, rounds) in [(2, [4, 0, 2]), (3, [4, 6, 2])] {
        let mut d = Drill::new();
        let g = d.battery(Side::A, Gun::GunHowitzer, 4, 100.0, 50.0, 0.0);
        let raised = chakoten_acw::raising::raised_by(d.unit(g));
        assert!(p.shows("09.02.2", raised.rests_on("09.02.2")));
        assert_eq!(d.unit(g).battery.unwrap().rounds, [4, 6, 2]);
        d.unit(g).battery.as_mut().unwrap().rounds[1] = 0;
        d.wagon(Side::A, 100.0, 45.5, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 150.0, 180.0);
        d.general(Side::A, 100.0, 40.0);
        let mut b = Battle::drill(d.field(), [die]);
        turn(&mut b, &[("A1", "resupply A2")], &[]);
        assert_eq!(b.field()[g].battery.unwrap().rounds, rounds);
        told_by(&p, &b, "09.03.1.c");
        done(&b);
    }
}

#[test]
fn a_wagon_serves_two_units() {
    let _p = proves!("09.03.1.b");
    let mut d = Drill::new();
    for x in [90.0, 110.0] {
        let u = d.infantry(Side::A, 30, Formation::AttackColumn, x, 50.0, 0.0);
        d.unit(u).ammunition = false;
    }
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 60.0, 0.0);
    d.unit(u).ammunition = false;
    // 4 wide and 11 deep, in a frame of three.
    let w = d.wagon(Side::A, 100.0, 57.0, 0.0);
    for (i, x) in [95.6, 104.4].into_iter().enumerate() {
        d.unit(UnitId(i as u16)).base.front = table::v2(x, 50.0);
    }
    d.infantry(Side::B, 30, Formation::Line, 100.0, 150.0, 180.0);
    d.general(Side::A, 100.0, 30.0);
    let _ = w;
    let mut b = Battle::drill(d.field(), [2, 2]);
    let all = [("A1", "resupply A4"), ("A2", "resupply A4"), ("A3", "resupply A4")];
    let no = b.answer(Side::A, sheet(&all)).unwrap_err();
    assert_eq!(no.clause.map(|c| c.id()), Some("09.03.1.b"));
    turn(&mut b, &all[..2], &[]);
    assert!(b.field()[UnitId(0)].ammunition && b.field()[UnitId(1)].ammunition);
    done(&b);
}

#[test]
fn who_fires_as_surprised_is_not_resupplied() {
    let _p = proves!("09.03.2");
    let mut d = Drill::new();
    let g = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
    d.unit(g).battery.as_mut().unwrap().rounds = [0, 0, 1];
    d.wagon(Side::A, 100.0, 45.5, 0.0);
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 80.0);
    // Canister +4, surprised -4: 7 at 2 cm of 4 guns: 12 men. Then the shock roll, 7: nothing. No die for the wagon.
    let mut b = Battle::drill(d.field(), [3, 4, 3, 4]);
    turn(&mut b, &[("A1", "resupply A2")], &[("B1", "attack: march")]);
    if b.field()[g].battery.unwrap().rounds != [0, 0, 0] {
        show(&b);
    }
    assert_eq!(b.field()[g].battery.unwrap().rounds, [0, 0, 0]);
    assert!(b.field()[e].losses.men > 0);
    done(&b);
}

#[test]
fn resupply_goes_on_under_fire() {
    let p = proves!("09.03.2");
    let (mut d, a, _) = two(30.0);
    d.unit(a).ammunition = false;
    d.wagon(Side::A, 100.0, 47.0, 0.0);
    let mut b = Battle::drill(d.field(), [2, 2, 4]);
    turn(&mut b, &[("A1", "resupply A2")], &[("B1", "fire")]);
    assert!(b.field()[a].ammunition && b.field()[a].losses.men == 5);
    told_by(&p, &b, "09.03.2");
    done(&b);
}

#[test]
fn a_light_fortification_takes_six_whole_turns_and_then_stands() {
    let _p = proves!("10.02.1");
    let (d, a, e) = two(40.0);
    let mut b = Battle::drill(d.field(), []);
    for n in 1..=6u8 {
        let f = b.field();
        assert_eq!(cover::against(f, &f[a], f[e].base.front, false), Cover::None, "turn {n}");
        turn(&mut b, &[("A1", "work light fortification")], &[]);
        let worked = find(&b, |x| match x.kind {
            EventKind::Worked { turns, of, done, .. } => Some((turns, of, done)),
            _ => None,
        });
        assert_eq!(worked, Some((n, 6, n == 6)));
    }
    let f = b.field();
    let l = f.lines.last().unwrap();
    assert_eq!(
        (l.kind, l.built, l.obstacle, l.cover),
        (LineKind::LightFortification, true, Obstacle::II, Cover::I)
    );
    // As wide as the unit in line, along its front.
    assert!((l.path.len() - 12.0).abs() < 1e-6);
    assert_eq!(cover::against(f, &f[a], f[e].base.front, false), Cover::I);
    // It gives none against the rear, and it is an obstacle.
    assert_eq!(cover::against(f, &f[a], table::v2(100.0, 10.0), false), Cover::None);
    let mut g = f.clone();
    g[e].base.front = table::v2(100.0, 52.0);
    assert_eq!(cover::obstacle_between(&g, &g[e], &g[a]), Obstacle::II);
}

#[test]
fn a_turn_of_work_that_is_broken_off_is_lost_and_a_place_that_is_left_loses_all() {
    let p = proves!("10.01.1");
    let (d, a, _) = two(20.0);
    let field = d.field();
    // Turn 2 counts. In turn 3 it is attacked (7 - 2 - ... whatever comes: the attacker's roll is 2 + 4 - 2, LU for him): lost.
    let mut b = Battle::drill(field.clone(), [1, 1]);
    turn(&mut b, &[("A1", "work light fortification")], &[("B1", "march 10")]);
    assert_eq!(b.field().works[0].turns, 1);
    turn_with(&mut b, &[("A1", "work light fortification")], &[("B1", "march")], NO);
    assert_eq!(b.field().works[0].turns, 1);
    told_by(&p, &b, "10.01.1");
    done(&b);
    // Losses alone do not break it off.
    let mut b = Battle::drill(field.clone(), [1, 1]);
    turn(&mut b, &[("A1", "work light fortification")], &[("B1", "fire")]);
    assert!(b.field()[a].losses.men > 0);
    assert_eq!(b.field().works[0].turns, 1);
    // A turn in which it only stands neither counts nor undoes.
    turn(&mut b, &[], &[]);
    assert_eq!(b.field().works[0].turns, 1);
    turn(&mut b, &[("A1", "work light fortification")], &[]);
    assert_eq!(b.field().works[0].turns, 2);
    // Half a cm back, and all is lost.
    turn(&mut b, &[("A1", "back 0.5")], &[]);
    assert!(b.field().works.is_empty());
    assert!(find(&b, |x| matches!(x.kind, EventKind::WorkLost { .. }).then_some(())).is_some());
    turn(&mut b, &[("A1", "work light fortification")], &[]);
    assert_eq!(b.field().works[0].turns, 1);
    // Pinned by fire: that turn is lost, the work is not. 10 cm off, 1 + 1 + 3: 4 men of 5 elements, with what it lost one
    // figure; -1 - 1 for silence + 0: LU.
    let mut f = field;
    f[a].carried = 10;
    f.units[1].base.front = table::v2(100.0, 60.0);
    let mut b = Battle::drill(f, [1, 1, 3, 4]);
    turn(&mut b, &[("A1", "work light fortification")], &[("B1", "fire")]);
    assert!(b.field()[a].pinned(b.field().turn));
    assert!(b.field().works.is_empty());
    done(&b);
}

#[test]
fn a_retirement_from_the_work_loses_it() {
    let p = proves!("10.01.1");
    let (d, a, _) = two(20.0);
    let mut f = d.field();
    f[a].carried = 19;
    // Turn 3: 12 + 1 (fire after a pause... the first fire +3): 15, 6 men of 5: 30 with 19: two figures: -4 - 1 - 0: U.
    let mut b = Battle::drill(f, [6, 6, 3, 4]);
    turn(&mut b, &[("A1", "work light fortification")], &[]);
    turn(&mut b, &[("A1", "work light fortification")], &[("B1", "fire")]);
    state(&b, a, State::Disorder);
    stands(&b, a, 100.0, 44.0);
    assert!(b.field().works.is_empty());
    told_by(&p, &b, "10.01.1");
    done(&b);
}

#[test]
fn an_abatis_is_half_in_six_turns_or_whole_in_twelve() {
    let _p = proves!("10.03.1");
    for (slip, turns, long) in [("work abatis half", 6, 6.0), ("work abatis whole", 12, 12.0)] {
        let (mut d, _, _) = two(60.0);
        d.square(PatchKind::Wood, "wood", (60.0, 20.0), (140.0, 37.0));
        let mut b = Battle::drill(d.field(), []);
        for n in 0..turns {
            assert!(b.field().lines.is_empty(), "{n}");
            turn(&mut b, &[("A1", slip)], &[]);
        }
        let l = b.field().lines.last().unwrap();
        assert_eq!((l.kind, l.obstacle, l.cover), (LineKind::Abatis, Obstacle::III, Cover::II));
        assert!((l.path.len() - long).abs() < 1e-6);
    }
}

#[test]
fn barricades_are_built_and_cleared_in_town() {
    let _p = proves!("10.04.1");
    let (mut d, a, _) = two(60.0);
    d.square(PatchKind::Town, "town", (60.0, 30.0), (140.0, 60.0));
    let mut b = Battle::drill(d.field(), []);
    for _ in 0..4 {
        assert!(b.field().lines.is_empty());
        turn(&mut b, &[("A1", "work barricade 98 51 to 101 51")], &[]);
    }
    let l = b.field().lines.last().unwrap().clone();
    assert_eq!(l.kind, LineKind::Barricade);
    let slip = format!("work clear \"{}\"", l.name);
    for _ in 0..3 {
        assert!(b.field().lines[0].cleared.is_empty());
        turn(&mut b, &[("A1", &slip)], &[]);
    }
    let (from, to) = b.field().lines[0].cleared[0];
    assert!(from.abs() < 1e-6 && (to - 3.0).abs() < 1e-6);
    let f = b.field();
    assert_eq!(cover::against(f, &f[a], table::v2(100.0, 90.0), false), Cover::None);
}

#[test]
fn chevaux_de_frise_use_up_their_material() {
    let _p = proves!("10.05.1");
    let (mut d, _, _) = two(60.0);
    d.chevaux(Side::A, 4.0);
    let mut b = Battle::drill(d.field(), []);
    assert!(b.answer(Side::A, sheet(&[("A1", "work chevaux 98 51 to 103 51")])).is_err());
    for _ in 0..6 {
        assert!(b.field().lines.is_empty());
        turn(&mut b, &[("A1", "work chevaux 98 51 to 101 51")], &[]);
    }
    let l = b.field().lines.last().unwrap();
    assert_eq!((l.kind, l.obstacle, l.cover), (LineKind::ChevauxDeFrise, Obstacle::III, Cover::None));
    assert!((b.field().special.chevaux[0] - 1.0).abs() < 1e-9);
    // One cm of material is left.
    assert!(b.answer(Side::A, sheet(&[("A1", "work chevaux 102 51 to 104 51")])).is_err());
}

#[test]
fn a_cleared_fence_is_no_obstacle_any_more() {
    let _p = proves!("10.06.1");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 3, Formation::Line, 100.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 6, Formation::Line, 100.0, 52.0, 180.0);
    d.unit(e).base.front = table::v2(100.0, 120.0);
    d.line(LineKind::Fence, "fence", &[(80.0, 51.0), (120.0, 51.0)]);
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 140.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "work clear fence")], &[]);
    assert!(b.field().lines[0].cleared.is_empty());
    turn(&mut b, &[("A1", "work clear fence")], &[]);
    // 3 figures clear 8 cm, before them.
    let (from, to) = b.field().lines[0].cleared[0];
    assert!((from - 16.0).abs() < 1e-6 && (to - 24.0).abs() < 1e-6, "{from} {to}");
    let mut f = b.field().clone();
    f[e].base.front = table::v2(100.0, 52.0);
    assert_eq!(cover::obstacle_between(&f, &f[a], &f[e]), Obstacle::None);
    f[a].base.front.x = 90.0;
    f[e].base.front.x = 90.0;
    assert_eq!(cover::obstacle_between(&f, &f[a], &f[e]), Obstacle::I);
}

#[test]
fn a_repair_takes_two_turns_or_three_under_fire() {
    let p = proves!("06.03.6");
    let field = |gap: f64| {
        let mut d = Drill::new();
        let g = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
        let b = d.unit(g).battery.as_mut().unwrap();
        b.sound = 3;
        b.damaged = 1;
        d.infantry(Side::B, 30, Formation::Line, 100.0, 50.0 + gap, 180.0);
        d.general(Side::A, 100.0, 40.0);
        d.general(Side::B, 100.0, 70.0 + gap);
        (d.field(), g)
    };
    let (f, g) = field(60.0);
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", "repair gun")], &[]);
    assert_eq!(b.field()[g].battery.unwrap().sound, 3);
    turn(&mut b, &[("A1", "repair gun")], &[]);
    assert_eq!(b.field()[g].battery.unwrap().sound, 4);
    // A turn of something else in between does not undo the first.
    let (f, g) = field(60.0);
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", "repair gun")], &[]);
    turn(&mut b, &[("A1", "march 1")], &[]);
    turn(&mut b, &[("A1", "repair gun")], &[]);
    assert_eq!(b.field()[g].battery.unwrap().sound, 4);
    // Under fire: zone 4, unlimbered -3, first fire +3: 10, 2 men for each of 5 elements, halved or not: a loss.
    let (f, g) = field(30.0);
    let mut b = Battle::drill(f, [4, 6]);
    turn(&mut b, &[("A1", "repair gun")], &[("B1", "fire")]);
    assert!(b.field()[g].losses.men > 0);
    turn(&mut b, &[("A1", "repair gun")], &[]);
    assert_eq!(b.field()[g].battery.unwrap().sound, 3);
    turn(&mut b, &[("A1", "repair gun")], &[]);
    assert_eq!(b.field()[g].battery.unwrap().sound, 4);
    told_by(&p, &b, "06.03.6");
    done(&b);
}

#[test]
fn a_turn_in_which_the_battery_is_attacked_repairs_nothing() {
    let p = proves!("play.attacked");
    let mut d = Drill::new();
    let g = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
    let gun = d.unit(g).battery.as_mut().unwrap();
    gun.sound = 3;
    gun.damaged = 1;
    d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 80.0);
    // Turn 2: attacked, 30 against 4 figures: +2; 3 + 2 is 5: LU for the attacker. Two turns more are needed.
    let mut b = Battle::drill(d.field(), [1, 2]);
    turn_with(&mut b, &[("A1", "repair gun")], &[("B1", "attack: march")], NO);
    turn(&mut b, &[("A1", "repair gun")], &[("B1", "back")]);
    assert_eq!(b.field()[g].battery.unwrap().sound, 3);
    turn(&mut b, &[("A1", "repair gun")], &[]);
    assert_eq!(b.field()[g].battery.unwrap().sound, 4);
    told_by(&p, &b, "play.attacked");
    done(&b);
}

#[test]
fn the_turn_ends_in_order() {
    let p = proves!("04.01.6");
    let mut d = Drill::new();
    // Charges and falls short; a unit in FU; one that draws ammunition; one that works; a general to be appointed.
    d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    let fu = d.infantry(Side::A, 30, Formation::Line, 60.0, 50.0, 0.0);
    d.state(fu, State::Complete);
    let dry = d.infantry(Side::A, 30, Formation::Line, 130.0, 50.0, 0.0);
    d.unit(dry).ammunition = false;
    d.wagon(Side::A, 130.0, 47.0, 0.0);
    let lu = d.infantry(Side::A, 30, Formation::Line, 115.0, 60.0, 0.0);
    d.state(lu, State::Slight);
    d.infantry(Side::A, 30, Formation::Line, 85.0, 60.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 150.0, 180.0);
    let brigade = d.unit(lu).command;
    let gone = d.general(Side::A, 100.0, 40.0);
    let div = d.command(Side::A, Level::Division, None);
    d.put_under(brigade, div);
    d.general(Side::A, 110.0, 40.0);
    let mut f = d.field();
    f[gone].fate = chakoten_acw::field::StaffFate::Fallen;
    f[brigade].general = None;
    f[brigade].vacant = true;
    // The wagon's die, the attempt to reorganise, the appointment: in this order, so that no other would fit.
    let mut b = Battle::drill(f, [2, 4, 4, 4, 5]);
    turn(
        &mut b,
        &[("A1", "attack charge: march"), ("A3", "resupply A4"), ("A6", "work light fortification")],
        &[],
    );
    let at = |what: &dyn Fn(&EventKind) -> bool| {
        last_turn(&b).iter().position(|e| what(&e.kind)).unwrap_or_else(|| {
            show(&b);
            panic!("missing")
        })
    };
    let order = [
        at(&|k| matches!(k, EventKind::StateChanged { .. })),
        at(&|k| matches!(k, EventKind::Resupplied { .. })),
        at(&|k| matches!(k, EventKind::Worked { .. })),
        at(&|k| matches!(k, EventKind::Reorganised { .. })),
        at(&|k| matches!(k, EventKind::Appointed { .. })),
        at(&|k| matches!(k, EventKind::TurnEnds)),
    ];
    assert!(order.is_sorted(), "{order:?}");
    told_by(&p, &b, "04.01.6");
    done(&b);
}

/// 08.05.3, 08.05.4: a successor is tried for at the end of every turn until there is one; 8 is not enough, 9 is.
#[test]
fn an_appointment_is_tried_for_at_the_end_of_every_turn() {
    let p = proves!("08.05.3", "08.05.4");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 150.0, 180.0);
    let brigade = d.unit(a).command;
    let gone = d.general(Side::A, 100.0, 40.0);
    let division = d.command(Side::A, Level::Division, None);
    d.put_under(brigade, division);
    let above = d.general(Side::A, 110.0, 40.0);
    let mut f = d.field();
    f[gone].fate = chakoten_acw::field::StaffFate::Fallen;
    f[brigade].general = None;
    f[brigade].vacant = true;
    let mut b = Battle::drill(f, [4, 4, 4, 5]);
    turn(&mut b, &[], &[]);
    assert_eq!(b.field()[brigade].general, None);
    let told = told_by(&p, &b, "08.05.3");
    assert!(matches!(told[0].kind, EventKind::NotAppointed { staff, .. } if staff == above));
    turn(&mut b, &[], &[]);
    let new = b.field()[brigade].general.unwrap();
    let told = told_by(&p, &b, "08.05.4");
    assert!(matches!(told.last().unwrap().kind, EventKind::Appointed { staff, .. } if staff == new));
    // Nobody tries any more.
    turn(&mut b, &[], &[]);
    done(&b);
}

#[test]
fn a_wagon_that_drives_off_supplies_nobody() {
    let _p = proves!("09.03.2");
    let (mut d, a, _) = two(100.0);
    d.unit(a).ammunition = false;
    let w = d.wagon(Side::A, 100.0, 47.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "resupply A2"), ("A2", "back 1")], &[]);
    assert!(!b.field()[a].ammunition);
    assert!(b.field()[w].base.front.y < 47.0);
    done(&b);
}

#[test]
fn a_working_unit_that_fires_as_surprised_loses_the_turn() {
    let (d, a, e) = two(10.0);
    // B attacks: A fires as surprised, 8 + 3 - 4 is 7 at 2 cm: 8 men of 5, two figures: -4 + 3, LU, pinned: no shock roll.
    let mut b = Battle::drill(d.field(), [4, 4, 6, 6]);
    turn(&mut b, &[("A1", "work light fortification")], &[("B1", "attack: march")]);
    assert!(b.field()[e].pinned(b.field().turn));
    assert!(b.field().works.is_empty());
    state(&b, a, State::Order);
    done(&b);
}

const SCENARIO: &str = r#"book = "chakoten-acw"
title = "Drill"
period = "1863"
briefing = "Fight."
turns = 2
[table]
width = 240
depth = 160
[[side]]
name = "North"
nation = "union"
edge = "south"
[[side.command]]
code = "U"
valour = 0
weapon = "rifled_musket"
unit = [{ code = "A1", arm = "infantry", x = 120, y = 60, facing = 0 }]
[[side]]
name = "South"
nation = "confederate"
edge = "north"
[[side.command]]
code = "CC"
valour = 0
weapon = "rifled_musket"
unit = [{ code = "B1", arm = "infantry", x = 120, y = 70, facing = 180 }]
"#;

#[test]
fn the_battle_ends_after_its_last_turn_or_when_nobody_is_fit() {
    let p = proves!("play.victory", "play.turn-end");
    use chakoten_acw::battle::Battle;
    use umpire::BattleDice;
    use umpire::Log;
    let s = std::sync::Arc::new(chakoten_acw::scenario::read("drill", SCENARIO).unwrap());
    // Turn 1: 2 + 3: 20 men, one figure of B; -1 - 1 + 3: it holds. After turn 2 A has lost the smaller share.
    let dice = |d: &[u8]| BattleDice::script(d);
    let mut b =
        Battle::of_scenario(s.clone(), umpire::Seed::new("end"), dice(&[1, 1, 6, 6]), Log::On(Vec::new()));
    turn(&mut b, &[("A1", "fire")], &[]);
    assert!(b.ended().is_none());
    turn(&mut b, &[], &[]);
    let end = b.ended().unwrap_or_else(|| panic!("it is over"));
    assert_eq!(end.winner, Some(Side::A));
    assert!(b.pending().is_empty());
    let told = told_by(&p, &b, "play.victory");
    assert!(matches!(told[0].kind, EventKind::Ended { winner: Some(Side::A), .. }));
    assert!(told_by(&p, &b, "play.turn-end")[0].clock >= 1.0, "at the end of the turn, before it is judged");
    done(&b);
    // B in U after turn 1: 60 men, -7 - 1 + 1: nobody of B is fit any more.
    let mut b =
        Battle::of_scenario(s.clone(), umpire::Seed::new("end"), dice(&[6, 6, 4, 4]), Log::On(Vec::new()));
    turn(&mut b, &[("A1", "fire")], &[]);
    assert_eq!(b.ended().map(|e| e.winner), Some(Some(Side::A)));
    assert_eq!(b.field().turn, 1);
    done(&b);
}
