//! Buildings in play: entering, leaving, being driven out (play.building, 02.04.3).

use crate::field_day;

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::order::Choice;
use chakoten_acw::troop::{Formation, State};
use chakoten_acw::{EventKind, Side, UnitId, proves};
use field_day::{find, show, stands, turn, turn_with};

#[track_caller]
fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 3e-3, "{a} and not {b}");
}

fn village() -> Drill {
    let mut d = Drill::new();
    d.building("barn", false, (96.0, 56.0), (104.0, 62.0));
    d.general(Side::A, 100.0, 35.0);
    d.general(Side::B, 100.0, 90.0);
    d
}

fn occupied(b: &Battle, u: UnitId) -> Option<f64> {
    find(b, |e| match e.kind {
        EventKind::Occupied { unit, .. } if unit == u => Some(e.clock),
        _ => None,
    })
}

#[test]
fn a_unit_enters_a_building_across_its_obstacle_and_leaves_in_a_formation() {
    let _p = proves!("play.building");
    let mut d = village();
    let u = d.infantry(Side::A, 9, Formation::Chain, 100.0, 50.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "enter barn")], &[]);
    // 6 cm of march at 25, then the barn's depth of 6 cm at the rate of difficult ground, 15.
    near(occupied(&b, u).unwrap_or(-1.0), 6.0 / 25.0 + 6.0 / 15.0);
    let f = b.field();
    assert_eq!(f[u].inside.as_slice(), &[0]);
    // Its place is the outline.
    near(f[u].base.centre().y, 59.0);
    near(f[u].base.width, 8.0);
    turn(&mut b, &[("A1", "leave to 100 90 line, march")], &[]);
    // The same again and a formation change of a quarter; then 12 cm a turn in line.
    let out = 6.0 / 15.0 + 0.25;
    assert!(b.field()[u].inside.is_empty());
    assert_eq!(b.field()[u].formation, Formation::Line);
    stands(&b, u, 100.0, 62.0 + 3.0 + 12.0 * (1.0 - out));
}

#[test]
fn entering_goes_on_next_turn() {
    let _p = proves!("play.building");
    let mut d = village();
    let u = d.infantry(Side::A, 9, Formation::Line, 100.0, 50.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    // Half a turn to the wall, and half of the three quarters it takes to get in.
    turn(&mut b, &[("A1", "enter barn")], &[]);
    assert!(b.field()[u].inside.is_empty());
    turn(&mut b, &[("A1", "enter barn")], &[]);
    near(occupied(&b, u).unwrap_or(-1.0), 0.25);
}

#[test]
fn no_room_beside_friends_and_none_beside_enemies() {
    let _p = proves!("play.building");
    // Six of nine are in when the other six arrive.
    let mut d = village();
    let u = d.infantry(Side::A, 6, Formation::Chain, 100.0, 50.0, 0.0);
    let o = d.infantry(Side::A, 6, Formation::Chain, 100.0, 45.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "enter barn"), ("A2", "enter barn")], &[]);
    assert!(occupied(&b, u).is_some());
    assert!(occupied(&b, o).is_none());
    assert!(b.field()[o].inside.is_empty());
    // An enemy in it: nobody gets in.
    let mut d = village();
    let u = d.infantry(Side::A, 6, Formation::Chain, 100.0, 54.0, 0.0);
    let e = d.infantry(Side::B, 3, Formation::Line, 100.0, 80.0, 180.0);
    d.inside(e, &["barn"]);
    let mut b = Battle::seeded(d.field(), 1);
    turn_with(&mut b, &[("A1", "enter barn")], &[], &[("surprised", Choice::No)]);
    assert!(b.field()[u].inside.is_empty());
}

#[test]
fn two_sides_at_the_door_at_once_both_stay_outside() {
    let _p = proves!("play.building");
    let mut d = village();
    let u = d.infantry(Side::A, 6, Formation::Chain, 100.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 6, Formation::Chain, 100.0, 68.0, 180.0);
    let mut b = Battle::drill(d.field(), []);
    turn_with(&mut b, &[("A1", "enter barn")], &[("B1", "enter barn")], &[("fall back", Choice::No)]);
    assert!(b.field()[u].inside.is_empty() && b.field()[e].inside.is_empty());
    stands(&b, u, 100.0, 56.0);
    stands(&b, e, 100.0, 62.0);
}

#[test]
fn a_garrison_does_not_come_out_onto_the_enemy() {
    let _p = proves!("play.building");
    for (y, out) in [(67.5, true), (66.5, false)] {
        let mut d = village();
        let u = d.infantry(Side::A, 9, Formation::Line, 100.0, 50.0, 0.0);
        d.inside(u, &["barn"]);
        // The line would stand from 62 to 65.
        d.infantry(Side::B, 12, Formation::Line, 100.0, y, 180.0);
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", "leave to 100 90 line")], &[]);
        assert_eq!(b.field()[u].inside.is_empty(), out, "{y}");
    }
}

/// A garrison in a barn behind a line that breaks under fire.
fn driven(roll: [u8; 2], lay: impl Fn(&mut Drill)) -> (Battle, UnitId) {
    let mut d = Drill::new();
    lay(&mut d);
    d.building("barn", false, (96.0, 66.0), (104.0, 72.0));
    d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    d.general(Side::A, 100.0, 40.0);
    d.general(Side::B, 140.0, 70.0);
    let g = d.infantry(Side::B, 9, Formation::Line, 100.0, 80.0, 180.0);
    d.inside(g, &["barn"]);
    let dice = [6, 6, 1, 1, roll[0], roll[1], 1, 2, 1, 2];
    let n = if roll == [1, 1] { 10 } else { 8 };
    let mut b = Battle::drill(d.field(), &dice[..n]);
    turn(&mut b, &[("A1", "fire at x1")], &[]);
    if b.dice_used_up().is_err() {
        show(&b);
    }
    b.dice_used_up().unwrap();
    (b, g)
}

#[test]
fn a_garrison_in_flight_leaves_by_the_far_side() {
    let _p = proves!("play.building");
    // 2 and 2 for the cover of the barn: FU.
    let (b, g) = driven([1, 1], |_| {});
    let u = &b.field()[g];
    assert_eq!(u.state, State::Complete);
    assert!(u.inside.is_empty());
    near(u.base.centre().x, 100.0);
    near(u.base.centre().y, 73.5 + 20.0);
    near(u.base.pose().facing, 0.0);
}

#[test]
fn a_garrison_in_disorder_retires_from_the_far_side_and_looks_back() {
    let _p = proves!("play.building");
    // 4 and 2: U.
    let (b, g) = driven([2, 2], |_| {});
    let u = &b.field()[g];
    assert_eq!(u.state, State::Disorder);
    assert!(u.inside.is_empty());
    near(u.base.centre().y, 73.5 + 6.0);
    near(u.base.pose().facing, 180.0);
}

#[test]
fn a_garrison_is_not_driven_out_into_a_lake() {
    let _p = proves!("play.building");
    let lake = table::Rect::upright(table::v2(60.0, 72.0), table::v2(140.0, 90.0));
    let (b, g) = driven([1, 1], |d| {
        d.square(chakoten_acw::ground::PatchKind::Lake, "lake", (60.0, 72.0), (140.0, 90.0));
    });
    let u = &b.field()[g];
    assert_eq!(u.state, State::Complete);
    assert!(u.inside.is_empty());
    assert!(lake.penetration(&u.base.rect()) < 0.02, "it stands in the lake");
    // Beside the barn.
    assert!(u.base.centre().x > 104.0, "{}", u.base.centre().x);
}
