//! March columns that bend along their way (play.path, play.sides).

use crate::field_day::{ahead, cm, done, legs, show, told_by, turn};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::{EventKind, Halt};
use chakoten_napoleonic::order::Leg;
use chakoten_napoleonic::sides::{self, Struck};
use chakoten_napoleonic::troop::Formation;
use chakoten_napoleonic::{Side, UnitId, proves};
use table::v2;

/// A column of 20 figures heading north.
fn column(formation: Formation) -> (Drill, UnitId) {
    let mut d = Drill::new();
    d.commander(Side::A, 110.0, 50.0);
    d.commander(Side::B, 200.0, 150.0);
    let u = d.infantry(Side::A, 20, formation, 100.0, 60.0, 0.0);
    (d, u)
}

fn round_the_corner() -> [Leg; 3] {
    [cm(2.0), Leg::Pivot { degrees: 90.0 }, cm(4.0)]
}

#[test]
fn the_rear_follows_the_track_of_the_head() {
    let p = proves!("play.path");
    let (d, u) = column(Formation::MarchColumn);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", legs(round_the_corner()))], &[]);
    let unit = &b.field()[u];
    let all = unit.stretches();
    if all.len() != 2 {
        show(&b);
    }
    assert_eq!(all.len(), 2);
    // Head to the east, rear still on the way to the north; together as long as the column.
    assert!((all[0].dir - v2(1.0, 0.0)).len() < 1e-6 && (all[1].dir - v2(0.0, 1.0)).len() < 1e-6);
    assert!((all[0].depth + all[1].depth - unit.base.depth).abs() < 1e-6);
    assert!((all[1].front.x - 100.0).abs() < 1e-6, "the corner lies on the old way");
    assert!((all[1].front.y - all[0].front.y).abs() < 1e-6, "and on the new one");
    assert!(all[1].rear().y < 60.0);
    assert_eq!(unit.rects().len(), 2);
    // When it has gone on as far as it is long it is straight again.
    let mut b = b;
    for _ in 0..3 {
        turn(&mut b, &[("A1", legs([ahead()]))], &[]);
    }
    let unit = &b.field()[u];
    assert!(!unit.bent() && unit.record.track.is_empty());
    told_by(&p, &b, "play.path");
    done(&b);
}

#[test]
fn read_otherwise_it_is_one_straight_body() {
    let (mut d, u) = column(Formation::MarchColumn);
    d.read("column-bends", "straight");
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", legs(round_the_corner()))], &[]);
    assert!(!b.field()[u].bent());
    assert_eq!(b.field()[u].rects().len(), 1);
    // Nor does a line bend, however it is read.
    let (d, u) = column(Formation::Line);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", legs(round_the_corner()))], &[]);
    assert!(!b.field()[u].bent());
}

#[test]
fn it_has_flanks_along_its_whole_length() {
    let (d, u) = column(Formation::MarchColumn);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", legs(round_the_corner()))], &[]);
    let unit = &b.field()[u];
    let all = unit.stretches();
    let (head, tail) = (all[0], all[1]);
    let from = |at: table::V2, dir: table::V2| {
        sides::struck(unit, at - dir * 30.0, at + dir * 30.0).map(|b| b.struck)
    };
    let (north, east) = (v2(0.0, 1.0), v2(1.0, 0.0));
    let mid = |s: &table::Base| s.front - s.dir * (s.depth / 2.0);
    // The head from ahead and from its side; the rear stretch from both its sides and from behind.
    assert_eq!(from(mid(&head), -east), Some(Struck::Front));
    assert_eq!(from(head.front - head.dir * 0.5, -north), Some(Struck::Flank));
    let low = tail.rear() + tail.dir * 0.5;
    assert_eq!(from(low, east), Some(Struck::Flank));
    assert_eq!(from(low, -east), Some(Struck::Flank));
    assert_eq!(from(low, north), Some(Struck::Rear));
    // Under fire from the north the rear stretch is covered by nobody: what lies about the corner is a flank too.
    let (struck, by) = sides::small_arms(unit, low - east * 20.0, low);
    assert_eq!(struck, Struck::Flank);
    assert_eq!(by.map(|c| c.id()), Some("09.03.4"));
}

#[test]
fn an_enemy_comes_upon_the_rear_where_it_lies() {
    let p = proves!("play.path", "play.contact");
    let (mut d, u) = column(Formation::MarchColumn);
    let e = d.infantry(Side::B, 20, Formation::AttackColumn, 70.0, 54.0, 90.0);
    d.commander(Side::B, 60.0, 60.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", legs(round_the_corner()))], &[]);
    let lies = b.field()[u].stretches()[1];
    assert!(lies.rear().y < 54.0 && lies.front.y > 54.0, "{lies:?}");
    // He marches east upon the rear stretch, and halts 5 cm from it.
    for _ in 0..3 {
        turn(&mut b, &[], &[("B1", legs([ahead()]))]);
    }
    let gap = b.field().gap(&b.field()[u], &b.field()[e]);
    if (gap - 5.0).abs() > 0.01 {
        show(&b);
    }
    assert!((gap - 5.0).abs() < 0.01, "{gap}");
    let halted = b
        .events()
        .iter()
        .any(|x| matches!(x.kind, EventKind::Halted { unit, why: Halt::Contact, .. } if unit == e));
    assert!(p.shows("play.contact", halted));
    told_by(&p, &b, "play.path");
}

#[test]
fn it_faces_about_on_the_same_ground() {
    let (d, u) = column(Formation::MarchColumn);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", legs(round_the_corner()))], &[]);
    let before = b.field()[u].stretches();
    turn(&mut b, &[("A1", legs([Leg::About]))], &[]);
    let after = b.field()[u].stretches();
    assert_eq!(after.len(), before.len());
    let (old, new) = (before.last().unwrap(), after.first().unwrap());
    assert!((old.rear() - new.front).len() < 1e-6 && (old.dir + new.dir).len() < 1e-6);
    assert!((before[0].front - after.last().unwrap().rear()).len() < 1e-6);
    // Another formation is drawn up straight.
    turn(
        &mut b,
        &[("A1", legs([Leg::Form { formation: Formation::Line, files: None, density: None }]))],
        &[],
    );
    assert!(!b.field()[u].bent());
}
