//! Whole turns on a drill ground: the clock, marches, and what stops them.

use crate::field_day;

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::event::Halt;
use chakoten_acw::ground::PatchKind;
use chakoten_acw::order::Choice;
use chakoten_acw::troop::{Formation, Gun, State};
use chakoten_acw::{EventKind, Side, UnitId, proves};
use field_day::{find, last_turn, show, stands, told_by, turn, turn_with, two_lines};

fn two(gap: f64) -> (Drill, UnitId, UnitId) {
    let (mut d, a, b) = two_lines(gap);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 100.0, 60.0 + gap);
    (d, a, b)
}

#[test]
fn a_line_marches_for_the_whole_turn() {
    let p = proves!("preface.2", "04.01.1");
    let (d, u, _) = two(100.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march")], &[]);
    stands(&b, u, 100.0, 62.0);
    // Nothing moved before both had written their orders.
    let at = |what: fn(&EventKind) -> bool| b.events().iter().position(|e| what(&e.kind)).unwrap();
    let orders = [
        at(|k| matches!(k, EventKind::OrdersIn { side: Side::A })),
        at(|k| matches!(k, EventKind::OrdersIn { side: Side::B })),
    ];
    let moved = at(|k| matches!(k, EventKind::Moved { .. }));
    assert!(p.shows("04.01.1", orders.into_iter().all(|o| o < moved)));
    assert_eq!(p.shows("preface.2", b.field().turn), 2);
    // A distance ends the march before the turn does, and the unit stands.
    turn(&mut b, &[("A1", "march 5")], &[]);
    stands(&b, u, 100.0, 67.0);
    b.dice_used_up().unwrap();
}

#[test]
fn steps_follow_without_a_pause() {
    let _p = proves!("play.clock");
    let (d, u, _) = two(100.0);
    let mut b = Battle::drill(d.field(), []);
    // A line of 30 is 12 cm wide: a wheel of 30 degrees costs 6 cm, half a turn; the other half is 6 cm of march.
    turn(&mut b, &[("A1", "wheel right 30, march")], &[]);
    let base = b.field()[u].base;
    assert!((base.pose().facing - 30.0).abs() < 1e-6, "{:?}", base.pose());
    let pivot = table::v2(106.0, 50.0);
    let dir = table::V2::bearing(30.0);
    let want = pivot - dir.right() * 6.0 + dir * 6.0;
    stands(&b, u, want.x, want.y);
}

#[test]
fn a_long_wheel_goes_on_next_turn() {
    let p = proves!("02.05.5");
    let (d, u, _) = two(100.0);
    let mut b = Battle::drill(d.field(), []);
    // 90 degrees cost 18 cm of 12: 60 degrees are made in the turn.
    turn(&mut b, &[("A1", "wheel right 90")], &[]);
    assert!((b.field()[u].base.pose().facing - 60.0).abs() < 1e-6);
    assert!(matches!(told_by(&p, &b, "02.05.5")[0].kind, EventKind::Moved { unit, .. } if unit == u));
}

#[test]
fn an_unfinished_facing_goes_on_only_if_ordered_again() {
    let _p = proves!("play.clock");
    let mut d = Drill::new();
    let g = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 150.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    let f = d.field();
    let code = f[g].code.to_string();
    let mut b = Battle::drill(f, []);
    // Limbering takes half a turn; a march of 12.5 cm follows.
    turn(&mut b, &[(&code, "limber about, march")], &[]);
    assert!(b.field()[g].limbered());
    let moved: f64 = last_turn(&b)
        .iter()
        .filter_map(|e| match &e.kind {
            EventKind::Moved { from, to, .. } => Some(table::v2(from.x, from.y).dist(table::v2(to.x, to.y))),
            _ => None,
        })
        .sum();
    assert!((moved - 12.5).abs() < 1e-6, "{moved}");
}

#[test]
fn ground_slows_the_front_edge() {
    let (mut d, u, _) = two(100.0);
    // Wood from y = 56: 6 cm take half a turn, the other half goes at 6 cm a turn.
    d.square(PatchKind::Wood, "wood", (60.0, 56.0), (140.0, 90.0));
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march")], &[]);
    stands(&b, u, 100.0, 59.0);
}

#[test]
fn impassable_ground_ends_the_march() {
    let _p = proves!("play.interrupt");
    let (mut d, u, _) = two(100.0);
    d.square(PatchKind::Lake, "lake", (60.0, 54.0), (140.0, 90.0));
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march")], &[]);
    stands(&b, u, 100.0, 54.0);
    assert_eq!(
        find(&b, |e| if let EventKind::Halted { why, .. } = e.kind { Some(why) } else { None }),
        Some(Halt::Impassable)
    );
}

#[test]
fn a_march_waits_behind_a_friend_it_may_not_pass() {
    let _p = proves!("play.blocked");
    let (mut d, u, _) = two(100.0);
    // A friend in line with a fire order stands 5 cm ahead.
    let o = d.infantry(Side::A, 30, Formation::Line, 100.0, 58.0, 0.0);
    let f = d.field();
    let code = f[o].code.to_string();
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", "march"), (&code, "fire when any within 5")], &[]);
    // The friend's line is two ranks of 1.5 cm deep: its rear is at y = 55.
    stands(&b, u, 100.0, 55.0);
}

#[test]
fn a_march_follows_a_slower_friend() {
    let _p = proves!("play.blocked");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    let o = d.infantry(Side::A, 30, Formation::Line, 100.0, 58.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 155.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    let f = d.field();
    let (cu, co) = (f[u].code.to_string(), f[o].code.to_string());
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[(&cu, "march"), (&co, "march")], &[]);
    stands(&b, o, 100.0, 70.0);
    // It would have gone 25 cm; it keeps contact with the friend's rear.
    stands(&b, u, 100.0, 67.0);
}

#[test]
fn a_friend_without_an_order_is_passed_and_the_passer_set_down_clear() {
    let _p = proves!("02.06.3.a");
    let (mut d, u, _) = two(100.0);
    d.infantry(Side::A, 30, Formation::Line, 100.0, 60.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march")], &[]);
    // It ends at y = 62 with its rear at 59: inside the friend (57 to 60), its centre nearer to his front.
    let y = b.field()[u].base.front.y;
    assert!((y - 63.0).abs() < 0.06, "{y}");
}

#[test]
fn a_unit_in_u_retires_half_a_turn_without_time() {
    let p = proves!("04.02.3", "play.forced", "play.order-void");
    let (d, _, e) = two(10.0);
    // 15 files of two ranks at 10 cm (zone 2): 5 elements; first fire. 12 and 3 is 15: 12 men each, 60 men, 3 figures.
    // Morale: -7, silent -1, dice 8 is +1: U. B was to march by order: the order is void after the retirement.
    let mut b = Battle::drill(d.field(), [6, 6, 4, 4]);
    turn(&mut b, &[("A1", "fire")], &[("B1", "back 4")]);
    let f = b.field();
    assert_eq!(f[e].state, State::Disorder);
    // Half a turn's ordinary march of a line: 6 cm straight away, facing kept, and no step back by order.
    stands(&b, e, 100.0, 66.0);
    assert!((f[e].base.pose().facing - 180.0).abs() < 1e-6);
    for clause in ["04.02.3", "play.forced", "play.order-void"] {
        let told = told_by(&p, &b, clause);
        assert!(matches!(told[0].kind, EventKind::Moved { unit, .. } if unit == e), "{clause}");
    }
    b.dice_used_up().unwrap();
}

#[test]
fn a_unit_in_fu_flees_half_a_turn_at_flight_rates() {
    let _p = proves!("04.02.1");
    let (d, _, e) = two(10.0);
    // 3 figures -7, dice 2 is -3: -10, FU. Then the attempt to reorganise at the end fails: 3.
    let mut b = Battle::drill(d.field(), [6, 6, 1, 1, 1, 2]);
    turn(&mut b, &[("A1", "fire")], &[]);
    assert_eq!(b.field()[e].state, State::Complete);
    let base = b.field()[e].base;
    // 20 cm without time, back to the cause.
    assert!((base.pose().facing - 0.0).abs() < 1e-6, "{:?}", base.pose());
    assert!((base.centre().y - (61.5 + 20.0)).abs() < 0.01, "{:?}", base.centre());
    b.dice_used_up().unwrap();
}

#[test]
fn a_pinned_unit_may_declare_a_retreat() {
    let _p = proves!("04.02.8.b");
    let (d, _, e) = two(10.0);
    // 3 figures -7, dice 12 is +3: -4... with valour 0: U. So give one figure: see the dice: 2 and 3 with +3 is 8: 5 men each.
    // 25 men: one figure, -1; dice 5 is -1: -2, LU, and within 15 cm: pinned.
    let mut b = Battle::drill(d.field(), [2, 3, 1, 4]);
    turn(&mut b, &[("A1", "fire")], &[("B1", "march")]);
    if b.field()[e].state != State::Slight {
        show(&b);
    }
    assert_eq!(b.field()[e].state, State::Slight);
    assert!(b.field()[e].pinned(b.field().turn + 1));
    stands(&b, e, 100.0, 60.0);
    b.dice_used_up().unwrap();
    // Next turn it is drawn back: U, and 6 cm of retirement; no more.
    turn_with(&mut b, &[], &[], &[("retreat", Choice::Yes)]);
    assert_eq!(b.field()[e].state, State::Disorder);
    stands(&b, e, 100.0, 66.0);
    assert!(!b.field()[e].pinned(b.field().turn));
}

#[test]
fn cavalry_stands_in_its_own_formations() {
    let p = proves!("02.02.1", "02.02.3");
    let mut d = Drill::new();
    let u = d.cavalry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 155.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    let f = d.field();
    let code = f[u].code.to_string();
    // A line of riders has two ranks: 15 abreast, 15 mm each.
    assert_eq!((f[u].files, f[u].ranks()), (15, 2));
    assert_eq!(p.shows("02.02.3", f[u].stands_by()).id(), "02.02.3");
    assert!((f[u].base.width - 22.5).abs() < 1e-9);
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[(&code, "form march column")], &[]);
    // A march column of riders is two wide.
    let unit = &b.field()[u];
    assert_eq!((unit.formation, unit.files, unit.ranks()), (Formation::MarchColumn, 2, 15));
    assert!(matches!(told_by(&p, &b, "02.02.1")[0].kind, EventKind::FormationChanged { .. }));
    assert!((unit.base.width - 3.0).abs() < 1e-9);
}
