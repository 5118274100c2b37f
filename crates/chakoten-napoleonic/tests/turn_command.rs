//! Command in play: reaction rolls with every row of the table, replacing commanders, slips that are looked at.

use crate::field_day::{ahead, cm, done, find, legs, stands, state, told_by, turn, turn_with};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::field::Field;
use chakoten_napoleonic::order::{Choice, Leg};
use chakoten_napoleonic::troop::{Formation, State};
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};

/// A unit far from its commander.
fn far_off(d: &mut Drill) -> UnitId {
    d.commander(Side::A, 20.0, 20.0);
    d.infantry(Side::A, 30, Formation::Line, 150.0, 60.0, 0.0)
}

fn obeyed(b: &Battle, u: UnitId) -> Option<bool> {
    find(b, |e| match e.kind {
        EventKind::Reacted { unit, obeys, .. } if unit == u => Some(obeys),
        _ => None,
    })
}

/// Does a unit so changed react with these dice?
fn reacts(dice: [u8; 3], change: impl FnOnce(&mut Field, UnitId)) -> bool {
    let mut d = Drill::new();
    let u = far_off(&mut d);
    let mut f = d.field();
    change(&mut f, u);
    let mut b = Battle::drill(f, dice);
    turn(&mut b, &[("A1", legs([ahead()]))], &[]);
    done(&b);
    obeyed(&b, u).unwrap()
}

#[test]
fn every_row_of_the_reaction_table_counts_in_play() {
    let p = proves!("08.03.5", "08.03.4", "08.03.6", "skema.II.a");
    let nothing = |_: &mut Field, _: UnitId| {};
    let thirteen = reacts([5, 4, 4], nothing);
    assert!(p.shows("skema.II.a", thirteen));
    assert!(!reacts([4, 4, 4], nothing));
    let valour = |f: &mut Field, u: UnitId| f[u].valour_of = 1;
    assert!(reacts([4, 4, 4], valour));
    // Two grades, and U.
    let light = |f: &mut Field, u: UnitId| f[u].state = State::Light2;
    assert!(reacts([5, 5, 5], light));
    assert!(!reacts([5, 5, 4], light));
    let disordered = |f: &mut Field, u: UnitId| f[u].state = State::Disorder;
    assert!(reacts([6, 6, 5], disordered));
    assert!(!reacts([6, 5, 5], disordered));
    // The order carried out last, the last that was not, and neither.
    let done_last = |f: &mut Field, u: UnitId| {
        f[u].record.done_order = Some(legs([ahead()]));
        f[u].record.failed_order = Some(legs([cm(3.0)]));
    };
    assert!(reacts([3, 3, 3], done_last));
    assert!(!reacts([3, 3, 2], done_last));
    let failed = |f: &mut Field, u: UnitId| {
        f[u].record.failed_order = Some(legs([ahead()]));
        f[u].record.done_order = Some(legs([cm(3.0)]));
    };
    assert!(reacts([4, 4, 3], failed));
    assert!(!reacts([4, 3, 3], failed));
    let instructed = |f: &mut Field, u: UnitId| f[u].record.instruction = Some((1, "go on".into()));
    assert!(reacts([3, 3, 3], instructed));
    assert!(!reacts([3, 3, 2], instructed));
    // Without a commander the whole command is out of it.
    let fallen = |f: &mut Field, u: UnitId| {
        let c = f[u].command;
        f[c].commander = None;
        let base = f[u].base;
        let there = f.staff[0].base().at(base.rear(), base.dir);
        f.staff[0].put(there);
    };
    assert!(!reacts([4, 4, 4], fallen));
    let mut d = Drill::new();
    let u = far_off(&mut d);
    let mut b = Battle::drill(d.field(), [4, 4, 4]);
    turn(&mut b, &[("A1", legs([ahead()]))], &[]);
    stands(&b, u, 150.0, 60.0);
    told_by(&p, &b, "08.03.5");
    told_by(&p, &b, "08.03.4");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Formation::Line, 150.0, 60.0, 0.0);
    let mut b = Battle::drill(d.field(), [5, 4, 4]);
    turn(&mut b, &[("A1", legs([ahead()]))], &[]);
    stands(&b, u, 150.0, 70.0);
    told_by(&p, &b, "08.03.6");
}

#[test]
fn a_courier_with_the_unit_helps_and_the_player_may_rather_stand() {
    let p = proves!("08.03.5", "play.asks");
    let mut d = Drill::new();
    let u = far_off(&mut d);
    let c = d.courier(Side::A, 150.0, 50.0);
    d.with(c, u);
    let mut b = Battle::drill(d.field(), [4, 4, 3]);
    turn(&mut b, &[("A1", legs([ahead()]))], &[]);
    assert_eq!(obeyed(&b, u), Some(true));
    // Not tried, nothing is rolled and it stands.
    let y = b.field()[u].base.front.y;
    turn_with(&mut b, &[("A1", legs([cm(4.0)]))], &[], &[("react", Choice::No)]);
    assert_eq!(obeyed(&b, u), Some(false));
    assert!((b.field()[u].base.front.y - y).abs() < 1e-9);
    done(&b);
    told_by(&p, &b, "08.03.5");
    told_by(&p, &b, "play.asks");
}

#[test]
fn repeated_orders_are_remembered_as_carried_out_or_not() {
    let p = proves!("08.03.5");
    let mut d = Drill::new();
    let u = far_off(&mut d);
    let mut b = Battle::drill(d.field(), [4, 4, 4, 4, 4, 3, 3, 3, 3]);
    let go = || legs([ahead()]);
    for obeys in [false, true, true] {
        turn(&mut b, &[("A1", go())], &[]);
        assert_eq!(obeyed(&b, u), Some(obeys));
    }
    done(&b);
    told_by(&p, &b, "08.03.5");
}

#[test]
fn the_player_says_which_courier_takes_command() {
    let p = proves!("08.02.6.a", "08.02.6.b", "03.02.4.b");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 60.0, 0.0);
    let first = d.courier(Side::A, 100.0, 50.0);
    let second = d.courier(Side::A, 100.0, 50.0);
    d.with(first, u).with(second, u);
    let mut f = d.field();
    f.commands[0].fell = Some(0.0);
    // 12 and a point for the turn since he fell.
    let mut b = Battle::drill(f.clone(), [4, 4, 4]);
    turn_with(&mut b, &[], &[], &[("replace A-I", Choice::Pick("As2".into()))]);
    assert_eq!(b.field().commands[0].commander, Some(second));
    done(&b);
    for id in ["08.02.6.a", "08.02.6.b", "03.02.4.b"] {
        told_by(&p, &b, id);
    }
    let mut b = Battle::drill(f, [4, 4, 3]);
    turn(&mut b, &[], &[]);
    assert_eq!(b.field().commands[0].commander, None);
    done(&b);
}

#[test]
fn slips_of_units_that_are_seen_may_be_looked_at() {
    let p = proves!("03.02.3");
    let shown = |reading: &str, y: f64| {
        let mut d = Drill::new();
        d.read("slips-shown", reading);
        d.commander(Side::A, 100.0, 40.0);
        d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, y, 180.0);
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", legs([cm(2.0)]))], &[]);
        b
    };
    let to_b = |b: &Battle| {
        b.events().iter().filter(|e| matches!(e.kind, EventKind::Ordered { .. }) && e.seen[1]).count()
    };
    let b = shown("shown", 80.0);
    assert_eq!(to_b(&b), 1);
    told_by(&p, &b, "03.02.3");
    assert_eq!(to_b(&shown("kept", 80.0)), 0);
}

#[test]
fn who_does_not_react_does_not_reorganise_meanwhile() {
    let p = proves!("08.03.5");
    let mut d = Drill::new();
    let u = far_off(&mut d);
    d.state(u, State::Disorder);
    // It obeys, does not, and obeys: half a turn of standing is lost, and only the third turn is a whole one.
    let mut b = Battle::drill(d.field(), [6, 6, 6, 1, 1, 1, 6, 6, 6]);
    turn(&mut b, &[("A1", legs([Leg::Stand { turns: 0.5 }, Leg::Reorganise]))], &[]);
    turn(&mut b, &[("A1", legs([Leg::Reorganise]))], &[]);
    assert_eq!(obeyed(&b, u), Some(false));
    turn(&mut b, &[("A1", legs([Leg::Reorganise]))], &[]);
    state(&b, u, State::Light3);
    told_by(&p, &b, "08.03.5");
    done(&b);
}

#[test]
fn who_is_in_fu_takes_no_orders() {
    let p = proves!("03.03.5");
    // Standing in FU it may not be ordered about; in U it may.
    let run = |at: State| {
        let mut d = Drill::new();
        d.commander(Side::A, 100.0, 40.0);
        let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 60.0, 0.0);
        d.state(u, at);
        let mut b = Battle::drill(d.field(), [1, 1, 1]);
        turn(&mut b, &[("A1", legs([ahead()]))], &[]);
        (b.field()[u].base.front.y, b)
    };
    let (y, b) = run(State::Complete);
    assert!(y < 60.0, "it flees: {y}");
    assert!(find(&b, |e| matches!(e.kind, EventKind::Ordered { .. }).then_some(())).is_none());
    let refused = crate::orders_case::judge(b.field(), UnitId(0), "march");
    p.refused_by("03.03.5", refused);
    let (y, _) = run(State::Disorder);
    assert!(y > 60.0, "{y}");
}

#[test]
fn staffs_are_not_fired_at() {
    let p = proves!("08.02.4");
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 20.0);
    d.infantry(Side::A, 30, Formation::Line, 100.0, 40.0, 0.0);
    let chief = d.commander(Side::B, 100.0, 48.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 120.0, 180.0);
    let code = d.staff_mut(chief).code.to_string();
    for at in [vec![], vec![code]] {
        let mut b = Battle::drill(d.clone().field(), []);
        let fire = chakoten_napoleonic::order::FireOrder {
            when: chakoten_napoleonic::order::When::AtOnce,
            at,
            range_in: false,
        };
        let order = chakoten_napoleonic::order::Order { fire: Some(fire), ..Default::default() };
        turn(&mut b, &[("A1", order)], &[]);
        assert!(find(&b, |e| matches!(e.kind, EventKind::Fired { .. }).then_some(())).is_none());
        assert!(b.field()[chief].present());
        done(&b);
    }
    // On the board he stands under the label of the unit he is with, and a number.
    let fire = |at: &str| crate::orders_case::judge(&d.clone().field(), UnitId(0), &format!("S at {at}"));
    assert!(fire("x1").is_ok());
    p.refused_by("08.02.4", fire("x1+1"));
}
