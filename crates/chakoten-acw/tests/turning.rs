//! Wheels, facings and changes of formation stop before ground and objects that the unit may not enter, as a march does
//! (02.06.1, 02.06.6.a, table III).

use crate::field_day;

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::event::Halt;
use chakoten_acw::ground::{LineKind, PatchKind};
use chakoten_acw::troop::{Formation, Gun, Obstacle, State};
use chakoten_acw::unit::Haste;
use chakoten_acw::{EventKind, Side, UnitId, going, proves};
use field_day::{done, find, show, state, turn};
use table::{Area, Rect};

pub fn ground() -> Drill {
    let mut d = Drill::new();
    d.general(Side::A, 90.0, 30.0);
    d.general(Side::B, 100.0, 158.0);
    d
}

/// Why the unit halted, and by which clause.
pub fn halted(b: &Battle, u: UnitId) -> Option<(Halt, &'static str)> {
    find(b, |e| match e.kind {
        EventKind::Halted { unit, why } if unit == u => Some((why, e.clause.id())),
        _ => None,
    })
}

fn facing(b: &Battle, u: UnitId) -> f64 {
    b.field()[u].base.pose().facing
}

pub fn square(from: (f64, f64), to: (f64, f64)) -> Rect {
    Rect::upright(table::v2(from.0, from.1), table::v2(to.0, to.1))
}

#[test]
fn a_wheel_stops_before_a_lake() {
    let p = proves!("play.ground");
    // A line from x = 94 to 106 wheels right about (106, 50): its left corner comes to y = 52 at 2 = 12 sin a, so after 9.594 degrees.
    for (lake, free) in [(52.0, Some(9.594)), (61.9, Some(81.0)), (62.1, None)] {
        let mut d = ground();
        let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.square(PatchKind::Lake, "pond", (60.0, lake), (140.0, lake + 20.0));
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", "wheel right 90")], &[]);
        let stopped = halted(&b, u);
        let pond = square((60.0, lake), (140.0, lake + 20.0));
        assert!(pond.penetration(&b.field()[u].base.rect()) < 0.003, "it stands in the pond");
        // 18 cm of wheel at 12 a turn: 60 degrees in the first one.
        if free == Some(9.594) {
            assert_eq!(*p.shows("play.ground", &stopped), Some((Halt::Impassable, "play.ground")));
            assert!((facing(&b, u) - 9.594).abs() < 0.05, "{}", facing(&b, u));
            // It is not stuck: it wheels back and marches.
            turn(&mut b, &[("A1", "wheel left 9, back 2")], &[]);
            assert_eq!(halted(&b, u), None);
        } else {
            assert_eq!(stopped, None);
            assert!((facing(&b, u) - 60.0).abs() < 1e-6);
            turn(&mut b, &[("A1", "wheel right 30")], &[]);
            assert_eq!(halted(&b, u).is_some(), free.is_some(), "{lake}");
        }
    }
}

#[test]
fn a_wheel_stops_before_what_the_arm_cannot_cross() {
    let p = proves!("III.b", "III.c", "III.d", "02.06.4");
    // A battery in column 4 cm wide wheels right about (102, 50); a wall stands 1 cm before its left corner.
    let guns = |o: Obstacle| {
        let mut d = ground();
        let u = d.limbered(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
        d.line(LineKind::Wall, "wall", &[(60.0, 51.0), (140.0, 51.0)]);
        d.last_line().unwrap().obstacle = o;
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", "wheel right 60")], &[]);
        (halted(&b, u), facing(&b, u))
    };
    let at = (1.0f64 / 4.0).asin().to_degrees();
    let (why, turned) = guns(Obstacle::II);
    assert_eq!(*p.shows("III.b", &why), Some((Halt::Impassable, "III.b")));
    assert!((turned - at).abs() < 0.05, "{turned}");
    let (why, turned) = guns(Obstacle::I);
    assert!(why.is_none() && (turned - 60.0).abs() < 1e-6, "{why:?} {turned}");
    // Riders stop before III, foot only before IV.
    let men = |mounted: bool, o: Obstacle| {
        let mut d = ground();
        let u = if mounted {
            d.cavalry(Side::A, 30, Formation::MarchColumn, 100.0, 50.0, 0.0)
        } else {
            d.infantry(Side::A, 30, Formation::MarchColumn, 100.0, 50.0, 0.0)
        };
        d.line(LineKind::Wall, "wall", &[(60.0, 51.0), (140.0, 51.0)]);
        d.last_line().unwrap().obstacle = o;
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", "wheel right 60")], &[]);
        halted(&b, u)
    };
    assert_eq!(*p.shows("III.c", &men(true, Obstacle::III)), Some((Halt::Impassable, "III.c")));
    assert_eq!(men(false, Obstacle::III), None);
    assert_eq!(*p.shows("III.d", &men(false, Obstacle::IV)), Some((Halt::Impassable, "III.d")));
    // A mounted charge ends before any obstacle, the edge of a wood too, and is not disordered by one it could cross. The column is
    // 9 cm wide; the wood comes into the way of the wheel alone.
    let mut d = ground();
    let u = d.cavalry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
    d.unit(u).record.in_motion = true;
    d.square(PatchKind::Wood, "copse", (94.0, 51.0), (97.0, 54.0));
    let f = d.field();
    let (free, why) = going::swing(&f, &f[u], &f[u].base, 20.0, Haste::Charge);
    assert_eq!(*p.shows("02.06.4", &why.map(|w| w.clause.id())), Some("02.06.4"));
    assert!(free > 5.0 && free < 8.0, "{free}");
    assert_eq!(going::swing(&f, &f[u], &f[u].base, 20.0, Haste::March), (20.0, None));
}

#[test]
fn a_house_and_the_edge_of_the_table_stop_a_wheel() {
    let _p = proves!("III.b");
    let mut d = ground();
    let u = d.limbered(Side::A, Gun::Napoleon, 4, 100.0, 50.0, 0.0);
    d.building("mill", false, (96.0, 50.5), (101.0, 54.0));
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "wheel right 60, march")], &[]);
    assert_eq!(halted(&b, u), Some((Halt::Impassable, "III.b")));
    assert!(facing(&b, u) > 3.0 && facing(&b, u) < 12.0, "{}", facing(&b, u));
    // It is not stuck.
    let was = b.field()[u].base.front;
    turn(&mut b, &[("A1", "back 8")], &[]);
    assert!((b.field()[u].base.front.dist(was) - 8.0).abs() < 0.01);
    // Up to the edge of the table, to the last degree.
    let mut d = ground();
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 158.0, 0.0);
    d.staff_mut(chakoten_acw::unit::StaffId(0)).base.front = table::v2(100.0, 150.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "wheel right 60")], &[]);
    assert_eq!(halted(&b, u), Some((Halt::Edge, "play.edge")));
    assert!((facing(&b, u) - (2.0f64 / 12.0).asin().to_degrees()).abs() < 0.05, "{}", facing(&b, u));
}

#[test]
fn nobody_faces_or_forms_onto_what_he_may_not_enter() {
    let p = proves!("play.ground", "02.06.5", "III.b");
    // A column 15 cm deep at the bank of a lake on its right: it has no room to become a line to either side of its head.
    let run = |order: &str, lake: f64| {
        let mut d = ground();
        let u = d.infantry(Side::A, 30, Formation::MarchColumn, 100.0, 50.0, 0.0);
        d.square(PatchKind::Lake, "pond", (lake, 20.0), (160.0, 80.0));
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", order)], &[]);
        (halted(&b, u), b.field()[u].formation, b.field()[u].base)
    };
    let pond = |lake: f64| Area::rect(&square((lake, 20.0), (160.0, 80.0))).unwrap();
    // A line is 12 cm wide, 6 to each side.
    for (lake, forms) in [(106.0, true), (105.9, false)] {
        let (why, formation, base) = run("form line, march 1", lake);
        assert_eq!(why.is_none(), forms, "{lake} {why:?}");
        assert_eq!(formation == Formation::Line, forms);
        assert!(!pond(lake).overlaps(&base.rect().grown(-0.003)));
        if !forms {
            assert_eq!(*p.shows("play.ground", &why), Some((Halt::Impassable, "play.ground")));
            assert_eq!(base.front, table::v2(100.0, 50.0), "and it does not march on either");
        }
    }
    // A quarter facing to the right lays the line along the column: 1.2 cm to each side of it becomes 1.5.
    assert_eq!(run("face right", 101.6).0, None);
    assert!(run("face right", 101.3).0.is_some());
    // An about-face keeps the ground.
    assert_eq!(run("about face", 101.2).0, None);
    // A line has no business in a swamp, a chain has.
    let mut d = ground();
    let u = d.infantry(Side::A, 12, Formation::MarchColumn, 100.0, 50.0, 0.0);
    d.square(PatchKind::Swamp, "bog", (102.0, 20.0), (160.0, 80.0));
    let f = d.field();
    let mut b = Battle::drill(f.clone(), []);
    turn(&mut b, &[("A1", "form line")], &[]);
    assert_eq!(*p.shows("02.06.5", &halted(&b, u)), Some((Halt::Impassable, "02.06.5")));
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", "form chain")], &[]);
    assert_eq!(halted(&b, u), None);
    // Guns do not unlimber across a wall.
    let mut d = ground();
    let u = d.limbered(Side::A, Gun::Napoleon, 6, 100.0, 50.0, 0.0);
    d.line(LineKind::Wall, "wall", &[(103.0, 40.0), (103.0, 60.0)]);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "unlimber")], &[]);
    assert_eq!(*p.shows("III.b", &halted(&b, u)), Some((Halt::Impassable, "III.b")));
    assert!(b.field()[u].limbered());
    turn(&mut b, &[("A1", "unlimber left")], &[]);
    assert!(!b.field()[u].limbered(), "there is room on the other side");
}

#[test]
fn an_attack_that_wheels_against_a_lake_has_failed() {
    let _p = proves!("07.01.6.b");
    let mut d = ground();
    let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 130.0, 70.0, 180.0);
    d.square(PatchKind::Lake, "pond", (90.0, 51.0), (96.0, 60.0));
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "attack: wheel right 30, march")], &[]);
    state(&b, u, State::Slight);
    done(&b);
}

#[test]
fn a_wagon_follows_a_road_that_bends_in_a_wood() {
    let _p = proves!("02.06.1");
    let mut d = ground();
    let u = d.wagon(Side::A, 100.0, 50.0, 0.0);
    d.square(PatchKind::Wood, "forest", (60.0, 30.0), (160.0, 120.0));
    d.road("lane", &[(100.0, 20.0), (100.0, 60.0), (120.0, 80.0)], 4.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "road lane")], &[]);
    if halted(&b, u).is_some() {
        show(&b);
    }
    assert_eq!(halted(&b, u), None);
    assert!(facing(&b, u) > 40.0, "{}", facing(&b, u));
    // Beside the road it has no business there.
    let mut d = ground();
    let u = d.wagon(Side::A, 100.0, 50.0, 0.0);
    d.square(PatchKind::Wood, "forest", (60.0, 51.0), (160.0, 120.0));
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", "wheel right 60")], &[]);
    assert_eq!(halted(&b, u), Some((Halt::Impassable, "02.06.1")));
}
