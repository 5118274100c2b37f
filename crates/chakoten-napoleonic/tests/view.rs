//! What a side knows (play.hidden), and each of its commanders (08.01.5).

use chakoten_napoleonic::book::features::Feature;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::field::{Dispatch, DispatchFate, Field, Receiver};
use chakoten_napoleonic::ground::Line as Work;
use chakoten_napoleonic::proves;
use chakoten_napoleonic::troop::{Cover, Formation::Line, Obstacle};
use chakoten_napoleonic::unit::{CommandId, Side, UnitId};
use chakoten_napoleonic::view::{Known, Learned, Sightings, Source, known, view, view_json};
use table::v2;

fn knows(f: &Field, s: &Sightings) -> Known {
    known(f, Side::A, s)
}

/// Two brigades of A, far apart, each with a battalion and its commander; an enemy before each, B1 in the west and B2 in the east.
fn two() -> (Drill, [UnitId; 4], CommandId) {
    let mut d = Drill::sized(240.0, 300.0);
    let west = d.infantry(Side::A, 24, Line, 40.0, 100.0, 0.0);
    d.commander(Side::A, 40.0, 90.0);
    let second = d.brigade(Side::A);
    let east = d.infantry(Side::A, 24, Line, 200.0, 100.0, 0.0);
    d.commander(Side::A, 200.0, 90.0);
    let b1 = d.infantry(Side::B, 24, Line, 40.0, 180.0, 180.0);
    let b2 = d.infantry(Side::B, 20, Line, 200.0, 180.0, 180.0);
    d.infantry(Side::B, 20, Line, 120.0, 295.0, 180.0);
    (d, [west, east, b1, b2], second)
}

#[test]
fn a_side_sees_what_its_units_see() {
    let _p = proves!("play.hidden");
    let (d, [.., b1, b2], _) = two();
    let f = d.field();
    let k = knows(&f, &Sightings::default());
    assert_eq!(k.seen(), [b1, b2]);
    assert_eq!((k.label(b1).as_deref(), k.label(b2).as_deref()), (Some("x1"), Some("x2")));
    assert_eq!((k.enemy("x1"), k.enemy("x3"), k.enemy("B1")), (Some(b1), None, None));
    let v = view(&f, Side::A, &k);
    assert_eq!(v.enemies.len(), 2);
    assert_eq!(v.by.id(), "play.hidden");
    let json = view_json(&f, Side::A, &k).to_string();
    for secret in ["B1", "B2", "B3", "command B-I", "unit B"] {
        assert!(!json.contains(secret), "{secret}");
    }
    assert!(json.contains("x1") && json.contains("A1"));
}

/// Who has gone out of sight is a dated report under his old name.
#[test]
fn reports_are_dated() {
    let _p = proves!("play.hidden");
    let (d, [.., b1, _], _) = two();
    let mut f = d.field();
    let mut s = Sightings::default();
    s.note(&knows(&f, &s));
    f.turn = 2;
    let base = f[b1].base;
    f[b1].base = base.at(v2(40.0, 250.0), base.dir);
    f[b1].figures = 3;
    let k = knows(&f, &s);
    assert_eq!(k.by().id(), "play.hidden");
    assert!(!k.sees(b1));
    let v = view(&f, Side::A, &k);
    assert_eq!(v.reports.len(), 1);
    let r = &v.reports[0];
    assert_eq!((&*r.label, r.turn, r.figures, r.at.y), ("x1", 1, 24, 180.0));
    // Seen again, he has the same label.
    s.note(&k);
    f.turn = 3;
    f[b1].base = base;
    let k = knows(&f, &s);
    assert_eq!(k.label(b1).as_deref(), Some("x1"));
    assert!(view(&f, Side::A, &k).reports.is_empty());
}

#[test]
fn a_unit_seen_within_the_turn_is_reported() {
    let (d, _, _) = two();
    let f = d.field();
    let mut s = Sightings::default();
    let b3 = f.units.last().unwrap().id;
    s.sight(Side::A, &f[b3], 1);
    let k = knows(&f, &s);
    assert_eq!(s.label(Side::A, b3).as_deref(), Some("x1"));
    assert_eq!(view(&f, Side::A, &k).reports[0].label, "x1");
    assert!(!k.may_name(CommandId(0), b3));
}

#[test]
fn each_commander_knows_what_he_and_his_see() {
    let _p = proves!("08.01.5");
    let (mut d, [west, _, b1, b2], second) = two();
    let f = d.clone().field();
    let k = knows(&f, &Sightings::default());
    let first = CommandId(0);
    let himself = Learned { since: 1, how: Source::Himself };
    assert_eq!(k.learned(first, b1), Some(himself));
    assert_eq!(k.learned(first, b2), None);
    assert_eq!(k.learned(second, b2), Some(himself));
    assert!(k.may_name(first, b1) && !k.may_name(first, b2) && !k.may_name(second, b1));
    // He is back out of sight of the enemy, his unit within 35 cm of him is not; of one beyond he learns nothing.
    let b = d.clone().field()[west].base;
    let he = f[first].commander.unwrap();
    let at = *d.staff_mut(he).base();
    d.staff_mut(he).put(at.at(v2(40.0, b.rear().y - 34.0), at.dir));
    let k = knows(&d.clone().field(), &Sightings::default());
    assert_eq!(k.learned(first, b1).map(|l| l.how), Some(Source::Unit));
    d.staff_mut(he).put(at.at(v2(40.0, b.rear().y - 36.0), at.dir));
    let k = knows(&d.clone().field(), &Sightings::default());
    assert!(k.sees(b1) && k.learned(first, b1).is_none());
    let v = view(&d.field(), Side::A, &k);
    assert_eq!(v.known_by.id(), "08.01.5");
    assert!(v.commands[0].knows.is_empty());
    assert_eq!(v.commands[1].knows[0].label, "x2");
    assert_eq!(v.enemies[1].named_by.len(), 1);
}

/// What he has learned he keeps.
#[test]
fn knowledge_stays() {
    let (d, [.., b1, _], _) = two();
    let mut f = d.field();
    let mut s = Sightings::default();
    s.note(&knows(&f, &s));
    let base = f[b1].base;
    f[b1].base = base.at(v2(40.0, 250.0), base.dir);
    f.turn = 4;
    let k = knows(&f, &s);
    assert_eq!(k.learned(CommandId(0), b1), Some(Learned { since: 1, how: Source::Himself }));
    f[b1].base = base;
    let k = knows(&f, &s);
    assert_eq!(k.learned(CommandId(0), b1), Some(Learned { since: 1, how: Source::Himself }));
}

#[test]
fn messages_tell_what_their_writer_knew() {
    let (d, [.., b1, b2], second) = two();
    let mut f = d.field();
    let first = CommandId(0);
    let mut s = Sightings::default();
    s.note(&knows(&f, &s));
    let message = |says: &str, fate| Dispatch {
        side: Side::A,
        from: first,
        to: Receiver::Command(second),
        says: says.into(),
        written: 1,
        delay: Some(0),
        arrived: Some(2),
        fate,
    };
    f.turn = 2;
    f.messages = vec![message("There is x1, before me.", DispatchFate::UnderWay)];
    assert_eq!(knows(&f, &s).learned(second, b1), None);
    f.messages[0].fate = DispatchFate::HandedOver(2);
    let k = knows(&f, &s);
    assert_eq!(k.learned(second, b1), Some(Learned { since: 2, how: Source::Message }));
    assert!(view(&f, Side::A, &k).messages[0].handed_over == Some(2));
    // He cannot tell what he does not know.
    f.messages = vec![message("x2 is in the east", DispatchFate::HandedOver(2))];
    f.messages[0].to = Receiver::Command(first);
    f.messages[0].from = first;
    assert_eq!(knows(&f, &s).learned(first, b2), None);
    // What has not got through, and when it would have, only the umpire knows.
    f.messages = vec![message("secret", DispatchFate::Lost)];
    f.messages[0].delay = None;
    let v = view(&f, Side::A, &knows(&f, &s));
    assert_eq!(v.messages[0].handed_over, None);
    assert!(view(&f, Side::B, &known(&f, Side::B, &s)).messages.is_empty());
}

#[test]
fn works_of_the_enemy_are_shown_when_seen() {
    let (d, _, _) = two();
    let mut f = d.field();
    let work = |name: &str, y: f64| Work {
        name: name.into(),
        kind: Feature::Abatis,
        path: table::Polyline::new(vec![v2(30.0, y), v2(50.0, y)]),
        depth: 1.0,
        obstacle: Obstacle::II,
        cover: Cover::None,
        loopholes: false,
        embrasures: false,
        cleared: vec![],
        built: true,
    };
    f.lines = vec![work("near", 150.0), work("far", 290.0)].into();
    let mut s = Sightings::default();
    let k = knows(&f, &s);
    assert!(k.knows_line(&f, 0) && !k.knows_line(&f, 1) && !k.knows_line(&f, 2));
    assert_eq!(view(&f, Side::A, &k).ground.lines.len(), 1);
    s.work(Side::A, 1);
    assert!(knows(&f, &s).knows_line(&f, 1));
}

#[test]
fn everything_is_shown_where_it_is_read_so() {
    let _p = proves!("play.hidden");
    let (mut d, [.., b2], second) = two();
    d.read("hidden", "all");
    let f = d.field();
    let k = knows(&f, &Sightings::default());
    assert_eq!((k.seen().len(), k.by().id()), (3, "play.hidden"));
    assert!(k.may_name(CommandId(0), b2) && k.may_name(second, b2));
}
