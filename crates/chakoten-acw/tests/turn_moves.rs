//! Marches in play: formations and facing, waiting behind friends, passing, ground, edges, detached companies, the clock.

use crate::field_day;

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::event::Halt;
use chakoten_acw::field::Edge;
use chakoten_acw::ground::{LineKind, PatchKind};
use chakoten_acw::troop::{Formation, Gun, Kind, State};
use chakoten_acw::unit::Fate;
use chakoten_acw::{EventKind, Side, UnitId, proves};
use field_day::{find, last_turn, show, stands, turn};

/// A drill with generals and one enemy far away.
fn ground() -> Drill {
    let mut d = Drill::new();
    d.general(Side::A, 100.0, 30.0);
    d.general(Side::B, 100.0, 158.0);
    d
}

fn line(d: &mut Drill, x: f64, y: f64) -> UnitId {
    d.infantry(Side::A, 30, Formation::Line, x, y, 0.0)
}

fn code(d: &mut Drill, u: UnitId) -> String {
    d.unit(u).code.to_string()
}

#[track_caller]
fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 2e-3, "{a} and not {b}");
}

fn facing(b: &Battle, u: UnitId) -> f64 {
    b.field()[u].base.pose().facing
}

/// When the unit changed its formation.
fn formed_at(b: &Battle, u: UnitId) -> Option<f64> {
    find(b, |e| match e.kind {
        EventKind::FormationChanged { unit, .. } if unit == u => Some(e.clock),
        _ => None,
    })
}

#[test]
fn a_formation_change_takes_the_longest_way_and_at_least_a_quarter() {
    let p = proves!("02.05.1", "02.01.1", "02.01.3");
    let mut d = ground();
    let u = line(&mut d, 100.0, 50.0);
    // A small one whose column stands where its line stood.
    let small = d.infantry(Side::A, 6, Formation::Line, 75.0, 50.0, 0.0);
    let c = code(&mut d, small);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "form march column, march"), (&c, "form march column, march")], &[]);
    // The last company comes from 4 cm right of the middle in the second rank to the tenth of three abreast.
    let way = (4.8f64 * 4.8 + 12.0 * 12.0).sqrt();
    near(p.shows("02.05.1", formed_at(&b, u)).unwrap(), way / 30.0);
    near(formed_at(&b, small).unwrap(), 0.25);
    // The rest of the turn is marched at the rate of the new formation, about the middle of the old front.
    stands(&b, u, 100.0, 50.0 + 25.0 * (1.0 - way / 30.0));
    stands(&b, small, 75.0, 50.0 + 25.0 * 0.75);
    let f = b.field();
    assert_eq!(*p.shows("02.01.1", &(f[u].files, f[u].ranks())), (3, 10));
    near(f[u].base.width, 2.4);
    near(f[u].base.depth, 15.0);
    // And back: a line is two ranks.
    b.field_mut().staff[0].base.front = table::v2(85.0, 55.0);
    turn(&mut b, &[(&c, "form line")], &[]);
    let f = b.field();
    assert_eq!(*p.shows("02.01.3", &(f[small].files, f[small].ranks())), (3, 2));
}

#[test]
fn difficult_ground_slows_a_formation_change() {
    let _p = proves!("02.05.2.a");
    let mut d = ground();
    let u = line(&mut d, 100.0, 50.0);
    d.square(PatchKind::Difficult, "field", (60.0, 20.0), (140.0, 90.0));
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "form march column")], &[]);
    near(formed_at(&b, u).unwrap(), (4.8f64 * 4.8 + 12.0 * 12.0).sqrt() / 15.0);
}

#[test]
fn an_unfinished_formation_change_is_continued_or_lost() {
    let _p = proves!("play.clock");
    for again in [true, false] {
        let mut d = ground();
        let u = line(&mut d, 100.0, 50.0);
        d.square(PatchKind::Wood, "wood", (60.0, 20.0), (140.0, 90.0));
        let mut b = Battle::drill(d.field(), []);
        // 12.92 cm at 8 cm a turn: 1.62 turns.
        let whole = (4.8f64 * 4.8 + 12.0 * 12.0).sqrt() / 8.0;
        turn(&mut b, &[("A1", "form march column, march 1")], &[]);
        assert_eq!(b.field()[u].formation, Formation::Line, "until it is finished it has its old formation");
        stands(&b, u, 100.0, 50.0);
        if again {
            turn(&mut b, &[("A1", "form march column, march")], &[]);
            near(formed_at(&b, u).unwrap(), whole - 1.0);
        } else {
            // A turn between: the time spent is lost.
            turn(&mut b, &[], &[]);
            turn(&mut b, &[("A1", "form march column")], &[]);
            assert_eq!(formed_at(&b, u), None);
            assert_eq!(b.field()[u].formation, Formation::Line);
            // Another step first loses it as well; begun later in the turn it goes on all the same.
            turn(&mut b, &[("A1", "march 1, form march column")], &[]);
            turn(&mut b, &[("A1", "form march column")], &[]);
            near(formed_at(&b, u).unwrap(), whole - (1.0 - 1.0 / 6.0));
        }
    }
}

#[test]
fn a_facing_of_a_whole_turn_is_done_when_the_turn_is() {
    let _p = proves!("II.b");
    for difficult in [false, true] {
        let mut d = ground();
        let g = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
        if difficult {
            d.square(PatchKind::Difficult, "field", (60.0, 20.0), (140.0, 90.0));
        }
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", "face right")], &[]);
        near(facing(&b, g), if difficult { 0.0 } else { 90.0 });
        if difficult {
            // Two turns: the same order again.
            turn(&mut b, &[("A1", "face right")], &[]);
            near(facing(&b, g), 90.0);
        }
    }
}

#[test]
fn a_line_becomes_a_march_column_by_a_quarter_facing() {
    let _p = proves!("02.05.4");
    let mut d = ground();
    let u = line(&mut d, 100.0, 50.0);
    let r = d.cavalry(Side::A, 30, Formation::Line, 80.0, 60.0, 0.0);
    let c = code(&mut d, r);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "face right, march"), (&c, "face left, march")], &[]);
    // A quarter of the turn for the facing; the rest at march-column rates along the former line.
    assert_eq!(b.field()[u].formation, Formation::MarchColumn);
    stands(&b, u, 106.0 + 25.0 * 0.75, 48.5);
    near(facing(&b, u), 90.0);
    assert_eq!((b.field()[r].formation, b.field()[r].files), (Formation::MarchColumn, 2));
    stands(&b, r, 80.0 - 11.25 - 40.0 * 0.75, 57.0);
    // And back by the other facing; an about-face leaves it what it is.
    b.field_mut().staff[0].base.front = table::v2(80.0, 50.0);
    turn(&mut b, &[("A1", "face left, march"), (&c, "about face, march")], &[]);
    let f = b.field();
    assert_eq!((f[u].formation, f[u].files), (Formation::Line, 15));
    near(facing(&b, u), 0.0);
    assert_eq!(f[r].formation, Formation::MarchColumn);
    near(facing(&b, r), 90.0);
}

#[test]
fn an_about_face_leaves_a_line_a_line() {
    let _p = proves!("II.b");
    let mut d = ground();
    let u = line(&mut d, 100.0, 50.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "about face, march")], &[]);
    assert_eq!(b.field()[u].formation, Formation::Line);
    // Its rear was at y = 47: three quarters of a turn of march from there.
    stands(&b, u, 100.0, 47.0 - 9.0);
}

#[test]
fn a_battery_limbers_to_the_rear_or_with_a_free_about_face() {
    let _p = proves!("02.05.3.b");
    let mut d = ground();
    let g = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
    let h = d.battery(Side::A, Gun::Napoleon, 4, 120.0, 50.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "limber, march"), ("A2", "limber about, march")], &[]);
    // Gun 4.5 and limber 8.5 cm deep behind the gun's front: the column sets off to the rear.
    stands(&b, g, 100.0, 50.0 - 13.0 - 12.5);
    near(facing(&b, g), 180.0);
    stands(&b, h, 120.0, 50.0 + 12.5);
    near(facing(&b, h), 0.0);
    assert_eq!(b.field()[h].kind(), Kind::Limbered);
}

#[test]
fn guns_unlimber_where_the_limber_stood() {
    let _p = proves!("02.03.3");
    let mut d = ground();
    let g = d.limbered(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
    let h = d.limbered(Side::A, Gun::Napoleon, 4, 120.0, 50.0, 0.0);
    let six = d.limbered(Side::A, Gun::Napoleon, 6, 80.0, 50.0, 0.0);
    let left = d.limbered(Side::A, Gun::Napoleon, 6, 60.0, 50.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    turn(
        &mut b,
        &[("A1", "march 5, unlimber"), ("A2", "unlimber about"), ("A3", "unlimber"), ("A4", "unlimber left")],
        &[],
    );
    stands(&b, g, 100.0, 55.0);
    near(facing(&b, g), 0.0);
    let at = find(&b, |e| match e.kind {
        EventKind::Limbered { unit, limbered: false, .. } if unit == g => Some(e.clock),
        _ => None,
    });
    near(at.unwrap(), 0.2 + 0.5);
    near(facing(&b, h), 180.0);
    stands(&b, h, 120.0, 37.0);
    // Two guns side by side, the second on the right or on the left of the first.
    near(b.field()[six].base.width, 6.0);
    stands(&b, six, 81.5, 50.0);
    stands(&b, left, 58.5, 50.0);
}

#[test]
fn limbering_waits_until_the_place_behind_the_guns_is_free() {
    let _p = proves!("02.03.4");
    // A chain stands where the limber is to stand, from y = 42 to 43.5; the limber needs 37 to 45.5.
    for goes in [true, false] {
        let mut d = ground();
        let g = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
        d.infantry(Side::A, 12, Formation::Chain, 100.0, 42.0, 180.0);
        let mut b = Battle::drill(d.field(), []);
        let all = [("A1", "limber about, march"), ("A2", "march")];
        turn(&mut b, if goes { &all } else { &all[..1] }, &[]);
        if goes {
            // It has marched 6.5 cm of 25 when the place is free: only the time then left counts.
            let y = b.field()[g].base.front.y;
            assert!((y - (50.0 + 25.0 * (0.5 - 0.26))).abs() < 0.02, "{y}");
        } else {
            assert!(!b.field()[g].limbered());
            stands(&b, g, 100.0, 50.0);
        }
    }
    // Just outside the place nobody is in the way.
    let mut d = ground();
    let g = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
    d.infantry(Side::A, 12, Formation::Chain, 100.0, 35.5, 180.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "limber about, march")], &[]);
    stands(&b, g, 100.0, 62.5);
}

#[test]
fn a_march_goes_on_when_a_friend_has_crossed_its_way() {
    let _p = proves!("play.blocked");
    let mut d = ground();
    let u = line(&mut d, 100.0, 50.0);
    // A march column goes by from west to east, from y = 54 to 56.4, 15 cm long.
    d.infantry(Side::A, 30, Formation::MarchColumn, 100.0, 55.2, 90.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march"), ("A2", "march")], &[]);
    // At y = 54 it waits until the column's rear, 85 at the start, has passed x = 106: clock 0.84.
    let y = b.field()[u].base.front.y;
    assert!((y - (54.0 + 12.0 * 0.16)).abs() < 0.01, "{y}");
    // It is told once that a friend is in the way.
    let halts = last_turn(&b).iter().filter(|e| matches!(e.kind, EventKind::Halted { .. })).count();
    assert_eq!(halts, 1);
}

#[test]
fn a_charge_that_a_friend_stops_does_not_start_again() {
    let _p = proves!("play.blocked");
    let mut d = ground();
    let u = line(&mut d, 100.0, 50.0);
    d.infantry(Side::A, 30, Formation::MarchColumn, 100.0, 55.2, 90.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 90.0, 180.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "attack charge: march"), ("A2", "march")], &[]);
    stands(&b, u, 100.0, 54.0);
    // Its charge did not run for the whole turn: no disorder.
    assert_eq!(b.field()[u].state, State::Order);
}

#[test]
fn a_charge_passes_open_order_and_is_stopped_by_close_order() {
    let _p = proves!("02.06.3.a");
    for (formation, y) in [(Formation::Line, 55.0), (Formation::Chain, 70.0)] {
        let mut d = ground();
        let u = line(&mut d, 100.0, 50.0);
        // No order at all: an ordinary march may pass it.
        d.infantry(
            Side::A,
            10,
            formation,
            100.0,
            if formation == Formation::Line { 58.0 } else { 56.5 },
            0.0,
        );
        d.infantry(Side::B, 30, Formation::Line, 100.0, 100.0, 180.0);
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", "attack charge: march")], &[]);
        stands(&b, u, 100.0, y);
    }
}

#[test]
fn who_may_be_passed_in_close_order() {
    let _p = proves!("02.04.1");
    // State of the friend, his order, and where the passer ends: 12 cm on, or at his rear.
    for (state, order, y) in [
        (State::Order, None, 62.0),
        (State::Order, Some("stand"), 62.0),
        (State::Order, Some("reorganise"), 62.0),
        (State::Slight, None, 62.0),
        (State::Disorder, None, 52.0),
        (State::Order, Some("fire when any within 3"), 52.0),
        (State::Order, Some("wait until 1, march"), 52.0),
        // Carried out already: it has its order to the end of the turn.
        (State::Order, Some("fire at once"), 52.0),
    ] {
        let mut d = ground();
        let u = line(&mut d, 100.0, 50.0);
        let o = d.infantry(Side::A, 30, Formation::Line, 100.0, 55.0, 0.0);
        d.state(o, state);
        let mut b = Battle::drill(d.field(), []);
        let all = [("A1", "march"), ("A2", order.unwrap_or("stand"))];
        turn(&mut b, &all[..1 + usize::from(order.is_some())], &[]);
        let at = b.field()[u].base.front.y;
        assert!((at - y).abs() < 0.9 + 1e-6, "{state:?} {order:?}: {at} and not {y}");
    }
}

#[test]
fn a_unit_that_ground_has_halted_still_has_its_order() {
    let _p = proves!("02.06.3.c");
    let mut d = ground();
    let u = line(&mut d, 100.0, 50.0);
    let o = line(&mut d, 100.0, 58.0);
    d.square(PatchKind::Lake, "lake", (60.0, 60.0), (140.0, 90.0));
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march"), ("A2", "march")], &[]);
    stands(&b, o, 100.0, 60.0);
    stands(&b, u, 100.0, 57.0);
}

#[test]
fn following_a_friend_goes_no_further_than_ordered() {
    let _p = proves!("play.blocked");
    let mut d = ground();
    let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    line(&mut d, 100.0, 58.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "march 12"), ("A2", "march")], &[]);
    // Contact at y = 59.6, then at 12 cm a turn to its 12 cm, and not as far as the friend's rear at 67.
    stands(&b, u, 100.0, 62.0);
}

#[test]
fn who_wheels_behind_a_friend_who_marches_off_does_not_stop_and_start_without_end() {
    let _p = proves!("play.blocked");
    let mut d = ground();
    let u = line(&mut d, 100.0, 55.0);
    // Just before it, and slower than its outer corner.
    let o = line(&mut d, 100.0, 58.0);
    d.unit(o).state = State::Slight;
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "wheel left 60"), ("A2", "march")], &[]);
    let moved = |b: &Battle| {
        let moves = |e: &&chakoten_acw::Event| matches!(e.kind, EventKind::Moved { unit, .. } if unit == u);
        last_turn(b).iter().filter(moves).count()
    };
    assert!((5..60).contains(&moved(&b)), "{} {}", moved(&b), facing(&b, u));
}

#[test]
fn a_wheel_stops_at_a_friend_it_may_not_pass() {
    let _p = proves!("play.blocked");
    let mut d = ground();
    let u = line(&mut d, 100.0, 50.0);
    // Ahead of its left half, from y = 52, waiting to fire.
    let o = d.infantry(Side::A, 12, Formation::Line, 96.0, 55.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "wheel right 40, march"), ("A2", "fire when any within 3")], &[]);
    let f = b.field();
    assert!(f[u].base.rect().penetration(&f[o].base.rect()) < 1e-3, "it has swung into its friend");
    assert!(facing(&b, u) > 5.0 && facing(&b, u) < 39.0, "{}", facing(&b, u));
}

#[test]
fn no_friend_in_the_way_beside() {
    let _p = proves!("play.clock");
    // Two lines side by side in base contact march on without hindering each other, and one marches past the other.
    let mut d = ground();
    let u = line(&mut d, 100.0, 50.0);
    let o = line(&mut d, 112.0, 50.0);
    let p = line(&mut d, 124.0, 50.0);
    let mut b = Battle::drill(d.field(), []);
    let wait = "fire when any within 3";
    turn(&mut b, &[("A1", "march"), ("A2", "march"), ("A3", wait)], &[]);
    stands(&b, u, 100.0, 62.0);
    stands(&b, o, 112.0, 62.0);
    stands(&b, p, 124.0, 50.0);
}

#[test]
fn in_motion_at_the_end_of_the_turn() {
    for (order, moves) in [
        ("march", true),
        ("march 5", false),
        ("back", false),
        ("wheel right 180, wheel right 90", true),
        ("wheel right 10", false),
        ("march 3, form march column", false),
        ("stand", false),
        ("march 20, wait until 1", false),
    ] {
        let mut d = ground();
        let u = d.cavalry(Side::A, 12, Formation::Line, 100.0, 50.0, 0.0);
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", order)], &[]);
        assert_eq!(b.field()[u].record.in_motion, moves, "{order}");
    }
}

#[test]
fn mounted_charges_end_at_obstacles_nobody_had_seen() {
    let _p = proves!("02.06.4");
    for (kind, state) in [(LineKind::Fence, State::Order), (LineKind::ChevauxDeFrise, State::Slight)] {
        let mut d = ground();
        let u = d.cavalry(Side::A, 12, Formation::Line, 100.0, 50.0, 0.0);
        d.unit(u).record.in_motion = true;
        d.hill("ridge", 1, (20.0, 56.0), (180.0, 66.0));
        d.line(kind, "new work", &[(80.0, 75.0), (120.0, 75.0)]);
        d.last_line().unwrap().built = true;
        d.infantry(Side::B, 30, Formation::Line, 100.0, 140.0, 180.0);
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", "attack charge: march")], &[]);
        stands(&b, u, 100.0, 75.0);
        // Disordered only by what it could not have crossed at all.
        assert_eq!(b.field()[u].state, state, "{kind:?}");
    }
}

#[test]
fn an_enemy_in_flight_is_passed_through() {
    let _p = proves!("02.06.3.d");
    let mut d = ground();
    let u = d.cavalry(Side::A, 12, Formation::Line, 100.0, 50.0, 0.0);
    d.unit(u).record.in_motion = true;
    let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 0.0);
    d.state(e, State::Complete);
    // The flight goes 40 cm, the charge 55. At the end it is 1 cm inside the fugitives and set down clear before them.
    let mut b = Battle::drill(d.field(), [1, 2]);
    turn(&mut b, &[("A1", "attack charge: march")], &[]);
    let y = b.field()[u].base.front.y;
    assert!((y - 106.0).abs() < 0.06, "{y}");
    assert!(find(&b, |e| matches!(e.kind, EventKind::BreakIn { .. }).then_some(())).is_none());
}

#[test]
fn units_leave_by_order_only_where_the_scenario_allows_it() {
    let _p = proves!("play.edge");
    for exit in [None, Some(Edge::North), Some(Edge::East)] {
        let mut d = ground();
        let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 155.0, 0.0);
        if let Some(e) = exit {
            d.exit(Side::A, e);
        }
        let g = d.general_with(u);
        let _ = g;
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", "march")], &[]);
        if exit == Some(Edge::North) {
            assert_eq!(b.field()[u].fate, Fate::Left);
            assert_eq!(b.field()[u].figures, 30);
        } else {
            stands(&b, u, 100.0, 160.0);
            let why = find(&b, |e| if let EventKind::Halted { why, .. } = e.kind { Some(why) } else { None });
            assert_eq!(why, Some(Halt::Edge));
        }
    }
}

#[test]
fn companies_are_detached_and_joined_again() {
    let _p = proves!("play.detach");
    let mut d = ground();
    let u = line(&mut d, 100.0, 50.0);
    d.lost(u, 6);
    d.unit(u).carried = 15;
    d.state(u, State::Slight);
    d.unit(u).record.state_since = 2;
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "detach 4 left as A1-sk, march 3")], &[]);
    let f = b.field();
    let part = f.by_code("A1-sk").expect("the part");
    assert_eq!((f[u].figures, f[part].figures), (12, 12));
    // Strength at the split; the loss carried stays with the rest.
    assert_eq!((f[u].original, f[part].original), (18, 12));
    assert_eq!((f[u].carried, f[part].carried), (15, 0));
    assert_eq!(f[part].state, State::Slight);
    // From the left end, a quarter of a turn: both have six files, 4.8 cm, along the old front of 9.6.
    stands(&b, part, 97.6, 50.0);
    stands(&b, u, 102.4, 53.0);
    let at = find(&b, |e| matches!(e.kind, EventKind::Detached { .. }).then_some(e.clock));
    near(at.unwrap(), 0.25);
    // It has its own orders from the next turn on.
    turn(&mut b, &[("A1-sk", "march 3")], &[]);
    stands(&b, part, 97.6, 53.0);
    // Joined again: the worse state, and the strength of the whole.
    b.field_mut()[part].state = State::Disorder;
    b.field_mut()[part].ammunition = false;
    turn(&mut b, &[("A1", "join A1-sk, march 1")], &[]);
    let f = b.field();
    assert_eq!(f[part].fate, Fate::Joined);
    assert_eq!((f[u].figures, f[u].original, f[u].carried), (24, 30, 15));
    assert_eq!(f[u].state, State::Disorder);
    assert!(f[u].ammunition, "the parts are equally large: that of the one who stays");
    let at = find(&b, |e| matches!(e.kind, EventKind::Joined { .. }).then_some(e.clock));
    near(at.unwrap(), 0.25);
}

#[test]
fn the_larger_part_decides_about_ammunition_and_parts_apart_do_not_join() {
    let _p = proves!("play.detach");
    for (x, joins) in [(112.0, true), (112.5, false)] {
        let mut d = ground();
        let u = d.infantry(Side::A, 9, Formation::Line, 102.0, 50.0, 0.0);
        let o = d.infantry(Side::A, 21, Formation::Line, x - 1.6, 50.0, 0.0);
        d.part_of(u, o);
        d.unit(o).ammunition = false;
        let wide = d.unit(u).base.width / 2.0 + d.unit(o).base.width / 2.0;
        d.unit(o).base.front.x = 102.0 + wide + if joins { 0.0 } else { 0.5 };
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", "back 0.01, join A2")], &[]);
        assert_eq!(b.field()[o].fate == Fate::Joined, joins);
        if joins {
            assert!(!b.field()[u].ammunition);
            assert_eq!(b.field()[u].figures, 30);
        }
    }
}

#[test]
fn columns_detach_beside_each_other() {
    let _p = proves!("play.detach");
    let mut d = ground();
    let u = d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "detach 5 right as A1-b")], &[]);
    let f = b.field();
    let part = f.by_code("A1-b").unwrap();
    assert!(f[u].base.rect().penetration(&f[part].base.rect()) <= 1e-6);
    assert!(f[part].base.front.x > f[u].base.front.x);
    show(&b);
}

#[test]
fn the_time_left_is_what_counts_when_a_unit_turns_away() {
    let _p = proves!("play.left");
    // Cavalry marching up is thrown back by fire from 10 cm at some clock value: it goes (1 - t) of its rate the other way.
    for seed in 0..400 {
        let mut d = ground();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        let e = d.cavalry(Side::B, 12, Formation::Line, 100.0, 80.0, 180.0);
        d.staff_mut(chakoten_acw::unit::StaffId(1)).base.front = table::v2(100.0, 100.0);
        let mut b = Battle::seeded(d.field(), seed);
        turn(&mut b, &[("A1", "fire when any within 12")], &[("B1", "march")]);
        let turned = find(&b, |x| match x.kind {
            EventKind::Faced { unit, at } if unit == e => Some((x.clock, at.y)),
            _ => None,
        });
        let Some((t, y)) = turned else { continue };
        if b.field()[e].state != State::Slight {
            continue;
        }
        near(t, 18.0 / 30.0);
        // It faces the way it goes; its front is now on the far side.
        near(facing(&b, e), 0.0);
        stands(&b, e, 100.0, y + 30.0 * (1.0 - t));
        return;
    }
    panic!("no dice turned it away");
}

#[test]
fn an_order_goes_on_through_losses_and_other_disorder() {
    let _p = proves!("play.clock");
    // Losses without a test do not interrupt a march, nor does an enemy coming near to its side.
    let mut d = ground();
    let u = line(&mut d, 100.0, 50.0);
    d.infantry(Side::B, 6, Formation::Line, 100.0, 75.0, 180.0);
    d.staff_mut(chakoten_acw::unit::StaffId(1)).base.front = table::v2(100.0, 100.0);
    let mut b = Battle::drill(d.field(), [2, 3]);
    turn(&mut b, &[("A1", "march")], &[("B1", "fire at clock 0.5")]);
    stands(&b, u, 100.0, 62.0);
}
