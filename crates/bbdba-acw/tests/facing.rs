//! Turning to face, rear support and who supports whom (dba.16, dba.22, dba.56, dba.21, dba.55).

use bbdba_acw::contact::Contact;
use bbdba_acw::drill::Drill;
use bbdba_acw::field::{Fate, Field, Side};
use bbdba_acw::outcome::{rear_supporter, recoil, supports, turn_to_face, unturned};
use bbdba_acw::terrain::Feature;
use bbdba_acw::{ElementId, Troop, proves};
use table::{V2, v2};
use umpire::{Clause, Log};

fn near(a: V2, b: V2) -> bool {
    a.dist(b) < 0.01
}

/// An attacker of side B lined up on the east flank of an element that stands at (1200, 1000) facing north.
fn east(d: &mut Drill) -> ElementId {
    d.b(Troop::Rifles, 1280.0, 920.0, 270.0)
}

fn turn(f: &mut Field) {
    turn_to_face(f, &mut Log::On(vec![]));
}

#[test]
fn it_turns_to_the_flank_and_is_the_defender() {
    let _p = proves!("dba.16");
    for troop in [Troop::Rifles, Troop::Artillery, Troop::Cavalry] {
        let mut d = Drill::new();
        let a = d.a(troop, 1200.0, 1000.0, 0.0);
        let b = east(&mut d);
        let mut f = d.field();
        let stood = f[b].base;
        turn(&mut f);
        assert_eq!(f.front_opponent(a), Some(b), "{troop}");
        assert_eq!(f[b].base, stood);
        assert!(near(f[a].base.front, v2(1280.0, 920.0)) && near(f[a].base.dir, v2(1.0, 0.0)));
        let e = f.engagement(a, b).unwrap();
        assert_eq!((e.attacker, e.defender), (b, a));
        assert!(f.touches.is_empty() && unturned(&f).is_empty());
    }
}

#[test]
fn it_turns_about_to_the_rear_in_its_footprint() {
    let _p = proves!("dba.16");
    let mut d = Drill::new();
    let a = d.a(Troop::Cavalry, 1200.0, 1000.0, 0.0);
    d.a(Troop::Rifles, 1360.0, 1000.0, 0.0);
    let b = d.b(Troop::Rifles, 1200.0, 880.0, 0.0);
    let mut f = d.field();
    let centre = f[a].base.centre();
    turn(&mut f);
    assert_eq!(f.front_opponent(a), Some(b));
    assert!(near(f[a].base.centre(), centre));
    assert_eq!(f.engagement(a, b).unwrap().attacker, b);
}

#[test]
fn one_who_fights_to_his_front_does_not_turn() {
    let _p = proves!("dba.16");
    // Aligned, then touching front to front without being aligned, then not touching at all.
    for (x, y, turns) in [(1200.0, 1000.0, false), (1150.0, 1000.5, false), (1150.0, 1001.5, true)] {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        d.b(Troop::Rifles, x, y, 180.0);
        let b = east(&mut d);
        let mut f = d.field();
        if turns {
            // Room to turn in.
            f.set(ElementId::new(Side::B, 0), f[ElementId::new(Side::B, 0)].base.moved(v2(0.0, 100.0)));
        }
        turn(&mut f);
        assert_eq!(f.front_opponent(a) == Some(b), turns, "{x} {y}");
        assert!(unturned(&f).is_empty());
    }
}

#[test]
fn the_first_to_touch_is_faced() {
    let _p = proves!("dba.16");
    for first_east in [true, false] {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        let e = east(&mut d);
        let w = d.b(Troop::Rifles, 1120.0, 920.0, 90.0);
        let mut f = d.field();
        f.touches = if first_east { vec![(e, a), (w, a)] } else { vec![(w, a), (e, a)] };
        turn(&mut f);
        let (faced, other) = if first_east { (e, w) } else { (w, e) };
        // Turned it is 80 p deep between fronts 160 p apart; the other lost its contact.
        assert_eq!(f.front_opponent(a), Some(faced));
        assert_eq!(f.front_opponent(other), None);
    }
}

#[test]
fn the_second_rank_is_only_brushed() {
    let _p = proves!("dba.16");
    // The flanker's front reaches past its opponent, who fights to his front, to the element behind him.
    let mut d = Drill::new();
    d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let rank = d.a(Troop::Rifles, 1200.0, 920.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    east(&mut d);
    let mut f = d.field();
    turn(&mut f);
    assert_eq!(f[rank].base.dir, v2(0.0, 1.0));
    assert!(unturned(&f).is_empty());
    // Left over from a recoil, with nobody else before it, the contact makes it turn (dba.58).
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 960.0, 0.0);
    d.b(Troop::Rifles, 1280.0, 920.0, 270.0);
    let mut f = d.field();
    turn(&mut f);
    assert_eq!(f.front_opponent(a), Some(ElementId::new(Side::B, 0)));
}

#[test]
fn friends_make_room() {
    let _p = proves!("dba.56");
    // Turned east it reaches from 1200 to 1280 and 840 to 1000: over the second rank.
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let b = east(&mut d);
    let rank = d.a(Troop::Rifles, 1200.0, 920.0, 0.0);
    let third = d.a(Troop::Jaeger, 1250.0, 760.0, 180.0); // another facing is pushed as well
    let mut f = d.field();
    turn(&mut f);
    assert_eq!(f.front_opponent(a), Some(b));
    assert!(near(f[rank].base.front, v2(1200.0, 840.0)));
    assert!(near(f[third].base.front, v2(1250.0, 680.0)));

    let mut d = Drill::new();
    d.read("turning-room", "must-be-free");
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let b = east(&mut d);
    d.a(Troop::Rifles, 1200.0, 920.0, 0.0);
    let mut f = d.field();
    turn(&mut f);
    assert_eq!(unturned(&f), [(b, a, Contact::RightFlank)]);
}

#[test]
fn without_room_it_does_not_turn() {
    let _p = proves!("dba.56");
    // The second rank cannot be pushed: an enemy stands behind it.
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let b = east(&mut d);
    let rank = d.a(Troop::Rifles, 1200.0, 920.0, 0.0);
    d.b(Troop::Rifles, 1150.0, 770.0, 180.0);
    let mut f = d.field();
    let stood = (f[a].base, f[rank].base);
    turn(&mut f);
    assert_eq!((f[a].base, f[rank].base), stood);
    assert_eq!(unturned(&f), [(b, a, Contact::RightFlank)]);
    // Beaten, it goes straight away from the attacker.
    let away = f[b].base.dir;
    assert!(recoil(&mut f, a, Some(away), &mut Log::On(vec![])));
    assert!(near(f[a].base.front, v2(1120.0, 1000.0)));

    // An enemy in the way, the camp, the waterway, the table edge.
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let b = east(&mut d);
    d.b(Troop::Rifles, 1230.0, 910.0, 180.0);
    let mut f = d.field();
    f.set(ElementId::new(Side::B, 1), f[ElementId::new(Side::B, 1)].base.at(v2(1230.0, 900.0), v2(0.0, 1.0)));
    turn(&mut f);
    assert_eq!(unturned(&f), [(b, a, Contact::RightFlank)]);

    let mut d = Drill::new();
    d.camp(Side::A, 1200.0, 300.0, 200.0);
    let a = d.a(Troop::Rifles, 1000.0, 300.0, 0.0);
    d.b(Troop::Rifles, 1080.0, 220.0, 270.0);
    let free = d.a(Troop::Rifles, 400.0, 300.0, 0.0);
    d.b(Troop::Rifles, 480.0, 220.0, 270.0);
    let mut f = d.field();
    turn(&mut f);
    assert!(f[a].base.dir.y > 0.9 && f[free].base.dir.x > 0.9);

    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 100.0, 0.0);
    let b = d.b(Troop::Rifles, 1080.0, 20.0, 270.0);
    let mut f = d.field();
    f.set(b, f[b].base.at(v2(1080.0, 80.0), v2(-1.0, 0.0)));
    f.set(a, f[a].base.at(v2(1000.0, 158.0), v2(0.0, 1.0)));
    f.note_contacts(b);
    turn(&mut f);
    assert_eq!(f[a].fate, Fate::OnTable);
    assert_eq!(f.front_opponent(a), Some(b), "exactly on the edge there is room");
}

#[test]
fn the_rear_supporters_place() {
    for (x, y, facing, ok) in [
        (1200.0, 920.0, 0.0, true),
        (1200.9, 920.0, 0.0, true),
        (1201.1, 920.0, 0.0, false),
        (1200.0, 918.0, 0.0, false),
        (1200.0, 840.0, 180.0, false),
    ] {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        let s = d.a(Troop::Rifles, x, y, facing);
        let f = d.field();
        assert_eq!(rear_supporter(&f, a), ok.then_some(s), "{x} {y} {facing}");
        assert_eq!(rear_supporter(&f, s), None);
    }
    // In contact with an enemy it supports nobody.
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    d.a(Troop::Rifles, 1200.0, 920.0, 0.0);
    d.b(Troop::Rifles, 1281.0, 880.0, 270.0);
    let f = d.field();
    assert_eq!(rear_supporter(&f, a), None);
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    d.a(Troop::Rifles, 1200.0, 920.0, 0.0);
    d.b(Troop::Rifles, 1281.1, 880.0, 270.0);
    let f = d.field();
    assert!(rear_supporter(&f, a).is_some());
}

#[test]
fn who_supports() {
    let _p = proves!("dba.55");
    let mut d = Drill::new();
    let fighter = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let behind = d.a(Troop::Rifles, 1200.0, 920.0, 0.0);
    let overlap = d.a(Troop::Jaeger, 1040.0, 1000.0, 0.0);
    let flanker = d.a(Troop::Cavalry, 1280.0, 1080.0, 270.0);
    let idle = d.a(Troop::Rifles, 880.0, 1000.0, 0.0);
    let officer = d.a(Troop::Commander, 1320.0, 1000.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let f = d.field();
    for (id, ok) in
        [(fighter, false), (behind, true), (overlap, true), (flanker, true), (idle, false), (officer, true)]
    {
        assert_eq!(supports(&f, id).map(Clause::id), ok.then_some("dba.55"), "{id}");
    }
}

#[test]
fn rear_support_needs_its_plus_one() {
    let _p = proves!("dba.55");
    let case = |front: Troop, rear: Troop, foe: Troop, wood: bool| {
        let mut d = Drill::new();
        if wood {
            d.oval(Feature::Wood, 1200.0, 800.0, 400.0, 300.0, 90.0);
        }
        d.a(front, 1200.0, 1000.0, 0.0);
        let s = d.a(rear, 1200.0, 920.0, 0.0);
        d.b(foe, 1200.0, 1000.0, 180.0);
        let by = supports(&d.field(), s).map(Clause::id);
        assert!(by.is_none_or(|by| by == "dba.55"));
        by.is_some()
    };
    use Troop::*;
    assert!(case(Rifles, Rifles, Muskets, false));
    assert!(!case(Rifles, Muskets, Muskets, false));
    assert!(!case(Rifles, Rifles, Cavalry, false));
    assert!(!case(Rifles, Rifles, Muskets, true));
    assert!(!case(Jaeger, Jaeger, Rifles, false));
}

#[test]
fn other_readings_of_turning_and_support() {
    let _p = proves!("dba.55");
    let mut d = Drill::new();
    d.read("guns-turn", "stay");
    let guns = d.a(Troop::Artillery, 1200.0, 1000.0, 0.0);
    let b = east(&mut d);
    let mut f = d.field();
    turn(&mut f);
    assert_eq!(unturned(&f), [(b, guns, Contact::RightFlank)]);

    let mut d = Drill::new();
    d.read("supporting", "without-overlap");
    d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let overlap = d.a(Troop::Jaeger, 1040.0, 1000.0, 0.0);
    let flanker = d.a(Troop::Cavalry, 1280.0, 1080.0, 270.0);
    d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let f = d.field();
    assert_eq!([overlap, flanker].map(|id| supports(&f, id).map(Clause::id)), [None, Some("dba.55")]);
}
