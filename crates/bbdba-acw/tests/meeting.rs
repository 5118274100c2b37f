//! Getting into contact and lining up (contact.1 to contact.6, dba.14, dba.15, dba.23, dba.44, dba.47, dba.48, dba.53).

use crate::orders;
use bbdba_acw::contact::Contact;
use bbdba_acw::drill::Drill;
use bbdba_acw::event::{EventKind, Target, Unmatched, Why};
use bbdba_acw::field::CampState;
use bbdba_acw::terrain::Feature;
use bbdba_acw::{Against, ElementId, Event, Facet, Field, MoveOrder, Side, Step, Troop, moves, proves};
use orders::*;
use umpire::Log;

#[test]
fn a_mover_lines_up_within_a_turn_of_45_degrees_and_a_slide_of_80_paces() {
    let p = proves!("dba.14", "contact.5");
    let charge = |x: f64, facing: f64| {
        let mut d = Drill::new();
        let dir = table::V2::bearing(facing);
        let a = d.a(Troop::Cavalry, x - dir.x * 150.0, 1000.0 - dir.y * 150.0, facing);
        let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        (d.field(), a, b)
    };
    for (x, facing) in
        [(1200.0, 0.0), (1280.0, 0.0), (1120.0, 0.0), (1200.0, 20.0), (1200.0, 45.0), (1200.0, 315.0)]
    {
        let (mut f, a, b) = charge(x, facing);
        let events = make(&mut f, &advance(&[a], 200.0), &[]);
        assert_eq!(f.front_opponent(a), Some(b), "from {x} facing {facing}");
        stands(&f, a, 1200.0, 1000.0, 0.0);
        assert_eq!(f.engagement(a, b).map(|e| e.attacker), Some(a));
        if facing != 0.0 {
            assert!(p.shows(
                "contact.5",
                events.iter().any(|e| {
                    e.clause.id() == "contact.5"
                        && matches!(e.kind, EventKind::Goes { why: Why::LinesUp, .. })
                })
            ));
        }
    }
    // A pace too far to the side: it stops two paces short, and a declared attack is refused.
    let (mut f, a, b) = charge(1281.0, 0.0);
    assert_eq!(p.shows("dba.14", refused(&f, &at(advance(&[a], 200.0), b, Facet::Front))), "dba.14");
    make(&mut f, &advance(&[a], 200.0), &[]);
    stands(&f, a, 1281.0, 998.0, 0.0);
    // Only the distance up to the touch counts.
    let (f, a, b) = charge(1200.0, 0.0);
    assert_eq!(lawful(&f, &at(advance(&[a], 5000.0), b, Facet::Front)).paces, 150.0);
}

#[test]
fn beyond_45_degrees_there_is_no_lining_up() {
    let _p = proves!("dba.14");
    let mut d = Drill::new();
    d.read("zones", "off");
    let a = d.a(Troop::Cavalry, 1080.0, 880.0, 46.0);
    let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let f = d.field();
    refused(&f, &at(advance(&[a], 400.0), b, Facet::Front));
    assert!(!lawful(&f, &advance(&[a], 400.0)).contacts);
    // A single element may declare the lined-up place itself as the end of its leg.
    lawful(&f, &at(leg(a, 1200.0, 1000.0, 0.0), b, Facet::Front));
}

#[test]
fn the_slide_and_the_turn_can_be_read_otherwise() {
    let mut d = Drill::new();
    d.read("conforming-slide", "160");
    let a = d.a(Troop::Cavalry, 1350.0, 850.0, 0.0);
    let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let mut f = d.field();
    make(&mut f, &advance(&[a], 200.0), &[]);
    assert_eq!(f.front_opponent(a), Some(b));
}

#[test]
fn no_room_no_contact() {
    let _p = proves!("dba.14");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1260.0, 850.0, 0.0);
    // A friend stands where it would have to slide.
    d.a(Troop::Rifles, 1090.0, 995.0, 0.0);
    let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let f = d.field();
    assert_eq!(refused(&f, &at(advance(&[a], 200.0), b, Facet::Front)), "dba.14");
}

#[test]
fn artillery_and_commanders_do_not_touch_the_enemy() {
    let _p = proves!("contact.1");
    for (troop, by) in [(Troop::Artillery, "contact.1"), (Troop::Commander, "dba.57")] {
        let mut d = Drill::new();
        let a = d.a(troop, 1200.0, 850.0, 0.0);
        let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        let mut f = d.field();
        assert_eq!(refused(&f, &at(advance(&[a], 200.0), b, Facet::Front)), by);
        assert_eq!(refused(&f, &at(leg(a, 1200.0, 999.5, 0.0), b, Facet::Front)), by);
        make(&mut f, &advance(&[a], 200.0), &[]);
        stands(&f, a, 1200.0, 998.0, 0.0);
    }
}

#[test]
fn a_group_needs_one_whole_front() {
    let _p = proves!("contact.2");
    let mut d = Drill::new();
    let a1 = d.a(Troop::Rifles, 1050.0, 850.0, 0.0);
    let a2 = d.a(Troop::Rifles, 1210.0, 850.0, 0.0);
    let b1 = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    // Its neighbour's base is partly covered by the second: it touches unaligned.
    let b2 = d.b(Troop::Rifles, 990.0, 1000.0, 180.0);
    let mut f = d.field();
    make(&mut f, &advance(&[a1, a2], 200.0), &[]);
    // Both enemies are touched at once; the nearer fit is taken and the whole group slides.
    assert_eq!(f.front_opponent(a2), Some(b1));
    stands(&f, a1, 1040.0, 1000.0, 0.0);
    assert_eq!(f.front_opponent(a1), None);
    assert_eq!(f.contact(&f[a1], &f[b2]), None);
}

#[test]
fn a_group_may_not_take_a_flank() {
    let _p = proves!("dba.15");
    let mut d = Drill::new();
    let a1 = d.a(Troop::Rifles, 1000.0, 1060.0, 90.0);
    let a2 = d.a(Troop::Rifles, 920.0, 1060.0, 90.0);
    let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let f = d.field();
    assert_eq!(refused(&f, &at(advance(&[a1, a2], 200.0), b, Facet::RightFlank)), "dba.15");
    let mut g = f.clone();
    make(&mut g, &at(advance(&[a1], 200.0), b, Facet::RightFlank), &[]);
    assert_eq!(g.contact(&g[a1], &g[b]), Some(Contact::RightFlank));
    assert_eq!(g.touches, [(a1, b)]);
}

#[test]
fn the_right_to_a_flank_or_rear() {
    let _p = proves!("dba.15");
    // B faces south; its right flank is at x 1120, its front line y 1000, its rear line y 1080.
    let from = |x: f64, y: f64, facing: f64| {
        let mut d = Drill::new();
        d.read("zones", "off");
        let a = d.a(Troop::Cavalry, x, y, facing);
        let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        (d.field(), a, b)
    };
    let flank = |a| leg(a, 1120.0, 1080.0, 90.0);
    // Entirely outside the flank line (on it is outside) and partly behind the front line.
    let (f, a, b) = from(1040.0, 1001.0, 0.0);
    lawful(&f, &at(flank(a), b, Facet::RightFlank));
    let (f, a, b) = from(1040.0, 1000.0, 0.0);
    assert_eq!(refused(&f, &at(flank(a), b, Facet::RightFlank)), "dba.15");
    let (f, a, b) = from(1041.0, 1200.0, 180.0);
    assert_eq!(refused(&f, &at(flank(a), b, Facet::RightFlank)), "dba.15");
    // The rear: from wholly behind its line.
    let rear = |a| leg(a, 1200.0, 1080.0, 180.0);
    let (f, a, b) = from(1200.0, 1200.0, 180.0);
    lawful(&f, &at(rear(a), b, Facet::Rear));
    let (f, a, b) = from(1030.0, 1079.0, 180.0);
    assert_eq!(refused(&f, &at(rear(a), b, Facet::Rear)), "dba.15");
}

#[test]
fn closing_the_door() {
    let _p = proves!("dba.23");
    let with = |friend: bool| {
        let mut d = Drill::new();
        let a = d.a(Troop::Jaeger, 1040.0, 1000.0, 0.0);
        if friend {
            d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        }
        let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        (d.field(), a, b)
    };
    let swing = |a, b| at(leg(a, 1120.0, 1080.0, 90.0), b, Facet::RightFlank);
    let (mut f, a, b) = with(true);
    make(&mut f, &swing(a, b), &[]);
    assert_eq!(f.contact(&f[a], &f[b]), Some(Contact::RightFlank));
    let (f, a, b) = with(false);
    assert_eq!(refused(&f, &swing(a, b)), "dba.15");
}

#[test]
fn beside_a_fighting_friend_one_overlaps() {
    let _p = proves!("dba.47");
    let with = |friend: bool| {
        let mut d = Drill::new();
        d.read("zones", "off");
        let a = d.a(Troop::Rifles, 1040.0, 850.0, 0.0);
        if friend {
            d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        }
        let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        (d.field(), a, b)
    };
    let (mut f, a, b) = with(true);
    assert!(lawful(&f, &advance(&[a], 150.0)).contacts);
    make(&mut f, &at(advance(&[a], 150.0), b, Facet::Overlap), &[]);
    assert!(f.overlaps(b).contains(&Some(a)));
    // Corner to corner with an enemy who is free is no lawful place.
    let (f, a, b) = with(false);
    assert_eq!(refused(&f, &at(advance(&[a], 150.0), b, Facet::Overlap)), "dba.47");
    assert_eq!(lawful(&f, &advance(&[a], 150.0)).paces, 148.0);
}

#[test]
fn lone_jaeger_turn_to_a_group() {
    let _p = proves!("contact.4");
    let open = |_: &mut Drill| {};
    let wood = |d: &mut Drill| d.oval(Feature::Wood, 1200.0, 1200.0, 400.0, 300.0, 90.0);
    let river = |d: &mut Drill| d.river(&[(0.0, 1100.0), (2400.0, 1100.0)], 60.0);
    let with = |ground: &dyn Fn(&mut Drill), pair: bool| {
        let mut d = Drill::new();
        ground(&mut d);
        let a1 = d.a(Troop::Rifles, 1200.0, 850.0, 0.0);
        let a2 = d.a(Troop::Rifles, 1360.0, 850.0, 0.0);
        let j = d.b(Troop::Jaeger, 1180.0, 1000.0, 170.0);
        if pair {
            let b = table::Base::new(table::Pose { x: 1180.0, y: 1000.0, facing: 170.0 }, 160.0, 80.0);
            d.b(Troop::Jaeger, b.rear().x, b.rear().y, 170.0);
        }
        (d.field(), a1, a2, j)
    };
    let (mut f, a1, a2, j) = with(&open, false);
    let events = make(&mut f, &advance(&[a1, a2], 200.0), &[]);
    assert_eq!(f.front_opponent(a1), Some(j));
    assert!(events.iter().any(|e| e.clause.id() == "contact.4"));
    // The group stayed on its line; the Jaeger came round.
    assert!(f[a1].base.pose().x == 1200.0 && f[a1].base.pose().facing == 0.0);
    // In a wood or a river, in a group of their own, or against a single element they stay and the mover lines up.
    let grounds: [&dyn Fn(&mut Drill); 4] = [&wood, &river, &open, &open];
    let who = [(false, false), (false, false), (true, false), (false, true)];
    for (ground, (pair, alone)) in grounds.into_iter().zip(who) {
        let (mut f, a1, a2, j) = with(ground, pair);
        let before = f[j].base;
        let group: &[_] = if alone { &[a1] } else { &[a1, a2] };
        make(&mut f, &advance(group, 200.0), &[]);
        assert_eq!(f[j].base, before);
        assert_eq!(f.front_opponent(a1), Some(j));
    }
}

#[test]
fn a_camp_is_attacked_with_the_full_front() {
    let _p = proves!("contact.6");
    let mut d = Drill::new();
    d.camp(Side::B, 1200.0, 320.0, 160.0);
    let a = d.a(Troop::Rifles, 1250.0, 2100.0, 10.0);
    let edge = d.a(Troop::Rifles, 1000.0, 2100.0, 0.0);
    let far = d.a(Troop::Rifles, 880.0, 2100.0, 0.0);
    let guns = d.a(Troop::Artillery, 1450.0, 2200.0, 315.0);
    let f = d.field();
    let attack = |o: MoveOrder| MoveOrder {
        against: Some(Against { foe: Target::Camp(Side::B), on: Facet::Front }),
        ..o
    };
    let mut g = f.clone();
    make(&mut g, &attack(advance(&[a], 200.0)), &[]);
    assert_eq!(g.camp_opponent(a), Some(Target::Camp(Side::B)));
    assert_eq!(g[a].base.pose().facing, 0.0);
    // Half over the edge it slides until the whole front lies along the side.
    let mut g = f.clone();
    g.set(edge, g[edge].base.moved(table::v2(45.0, 0.0)));
    make(&mut g, &attack(advance(&[edge], 200.0)), &[]);
    stands(&g, edge, 1120.0, 2240.0, 0.0);
    // Too far over the edge.
    let mut g = f.clone();
    g.set(edge, g[edge].base.moved(table::v2(-600.0, 0.0)));
    g.set(far, g[far].base.moved(table::v2(100.0, 0.0)));
    assert_eq!(lawful(&g, &advance(&[far], 200.0)).paces, 138.0);
    assert_eq!(refused(&g, &attack(advance(&[far], 200.0))), "contact.6");
    assert_eq!(refused(&f, &attack(advance(&[guns], 300.0))), "contact.1");
}

/// What is said at the end of the movement phase.
fn end_of_phase(f: &mut Field) -> Vec<Event> {
    let mut log = Log::On(vec![]);
    moves::end_of_phase(f, &mut log);
    match log {
        Log::On(events) => events,
        Log::Off => vec![],
    }
}

fn unmatched(events: &[Event]) -> Vec<(&str, ElementId, ElementId, Unmatched)> {
    let one = |e: &Event| match e.kind {
        EventKind::Unmatched { element, foe, why } => Some((e.clause.id(), element, foe, why)),
        _ => None,
    };
    events.iter().filter_map(one).collect()
}

#[test]
fn a_gap_narrower_than_an_element_keeps_a_pair_from_fighting() {
    let _p = proves!("contact.3");
    // Two against two, with so much between the second pair's enemies.
    let meet = |gap: f64, reading: &str| {
        let mut d = Drill::new();
        d.read("conforming-steps", reading);
        let a1 = d.a(Troop::Rifles, 1000.0, 850.0, 0.0);
        let a2 = d.a(Troop::Rifles, 1160.0, 850.0, 0.0);
        d.b(Troop::Rifles, 1000.0, 1000.0, 180.0);
        let b2 = d.b(Troop::Rifles, 1160.0 + gap, 1000.0, 180.0);
        let mut f = d.field();
        moves::begin_phase(&mut f);
        make(&mut f, &advance(&[a1, a2], 200.0), &[]);
        let events = end_of_phase(&mut f);
        (f, a1, a2, b2, events)
    };
    // It stays in its group and does not fight; nobody slides it over.
    for gap in [1.1, 40.0, 79.0, 150.0] {
        let (f, a1, a2, b2, events) = meet(gap, "room-made");
        assert_eq!(unmatched(&events), [("contact.3", a2, b2, Unmatched::Gap)], "{gap}");
        stands(&f, a2, 1160.0, 1000.0, 0.0);
        assert!(f.front_opponent(a1).is_some() && f.front_opponent(a2).is_none());
        assert!(!bbdba_acw::melee::pairs(&f).iter().any(|(a, _)| *a == a2));
    }
    // Within the pace that counts as touching the corners match; a whole element's width and there is nobody before it.
    for gap in [1.0, 160.0] {
        let (_, _, _, _, events) = meet(gap, "room-made");
        assert!(unmatched(&events).is_empty(), "{gap}");
    }
    // As a club may play it: slid over, and the group broken up.
    let (f, _, a2, b2, events) = meet(40.0, "every-pair");
    assert_eq!((f.front_opponent(a2), unmatched(&events).len()), (Some(b2), 0));
    stands(&f, a2, 1200.0, 1000.0, 0.0);
}

#[test]
fn room_that_another_move_made_is_used_at_the_end_of_the_phase() {
    let p = proves!("dba.48", "contact.3");
    let mut d = Drill::new();
    // Left touching by a recoil, half a width to the side, with all the room there is: it is the player's to line it up.
    let free = d.a(Troop::Rifles, 1250.0, 1000.0, 0.0);
    let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    // A pair for which a friend leaves no room.
    let stuck = d.a(Troop::Rifles, 660.0, 1000.0, 0.0);
    let guns = d.a(Troop::Artillery, 500.0, 1000.0, 0.0);
    let c = d.b(Troop::Rifles, 600.0, 1000.0, 180.0);
    let mut f = d.field();
    moves::begin_phase(&mut f);
    let mut g = f.clone();
    let events = end_of_phase(&mut g);
    assert_eq!(
        *p.shows("contact.3", &unmatched(&events)),
        [("contact.3", free, b, Unmatched::Gap), ("contact.3", stuck, c, Unmatched::Gap)]
    );
    stands(&g, free, 1250.0, 1000.0, 0.0);
    stands(&g, stuck, 660.0, 1000.0, 0.0);
    // The guns go back: there is room now.
    make(&mut f, &leg(guns, 500.0, 900.0, 0.0), &[]);
    let events = end_of_phase(&mut f);
    let lined = events.iter().find(|e| matches!(e.kind, EventKind::Goes { why: Why::LinesUp, .. }));
    assert_eq!(p.shows("dba.48", lined.map(|e| e.clause.id())), Some("dba.48"));
    assert_eq!(f.front_opponent(stuck), Some(c));
    assert_eq!(f.engagement(stuck, c).map(|e| e.attacker), Some(stuck));
    // The player lines the other up by an ordinary move.
    make(&mut f, &at(advance(&[free], 10.0), b, Facet::Front), &[]);
    assert_eq!(f.front_opponent(free), Some(b));
    // It is never the passive player's element that lines up.
    let mut d = Drill::new();
    d.active(Side::B);
    d.read("conforming-steps", "every-pair");
    let a = d.a(Troop::Rifles, 1250.0, 1000.0, 0.0);
    let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let mut f = d.field();
    end_of_phase(&mut f);
    stands(&f, a, 1250.0, 1000.0, 0.0);
    stands(&f, b, 1250.0, 1000.0, 180.0);
}

#[test]
fn who_crosses_a_river_does_not_turn_to_line_up_at_the_end() {
    let _p = proves!("crossing.1");
    let end = |foe_front: f64| {
        let mut d = Drill::new();
        d.read("conforming-steps", "every-pair");
        d.river(&[(0.0, 1000.0), (2400.0, 1000.0)], 100.0);
        let a = d.a(Troop::Rifles, 1250.0, foe_front - 0.5, 0.0);
        let b = d.b(Troop::Rifles, 1200.0, foe_front, 180.0);
        let mut f = d.field();
        let events = end_of_phase(&mut f);
        (f, a, b, events)
    };
    // Both in the bed: nobody defends a bank.
    let (f, a, b, events) = end(1000.0);
    assert_eq!(unmatched(&events), [("crossing.1", a, b, Unmatched::Crossing)]);
    stands(&f, a, 1250.0, 999.5, 0.0);
    // The enemy stands on the far bank.
    let (f, a, b, events) = end(1050.0);
    assert!(unmatched(&events).is_empty());
    assert_eq!(f.front_opponent(a), Some(b));
}

#[test]
fn the_owner_chooses_among_enemies_touched_at_once() {
    let _p = proves!("dba.48");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 850.0, 0.0);
    let left = d.b(Troop::Rifles, 1120.0, 1000.0, 180.0);
    let right = d.b(Troop::Rifles, 1280.0, 1000.0, 180.0);
    let away = d.b(Troop::Rifles, 1440.0, 1000.0, 180.0);
    let f = d.field();
    for foe in [left, right] {
        let mut g = f.clone();
        make(&mut g, &at(advance(&[a], 200.0), foe, Facet::Front), &[]);
        assert_eq!(g.front_opponent(a), Some(foe));
    }
    assert_eq!(refused(&f, &at(advance(&[a], 200.0), away, Facet::Front)), "dba.48");
}

#[test]
fn commanders_are_no_obstacle() {
    let _p = proves!("dba.57");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 850.0, 0.0);
    let own = d.a(Troop::Commander, 1200.0, 1050.0, 0.0);
    let c = d.b(Troop::Commander, 1200.0, 1010.0, 180.0);
    let mut f = d.field();
    f.set(own, f[own].base.moved(table::v2(-700.0, 0.0)));
    let before = f[c].base;
    make(&mut f, &steps(&[a], &[Step::Advance(200.0)]), &[]);
    stands(&f, a, 1200.0, 1050.0, 0.0);
    assert!(f[c].base.centre().dist(before.centre()) > 400.0, "the enemy's commander flees");
}

#[test]
fn the_distance_counts_up_to_the_first_touch() {
    let _p = proves!("dba.4");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 799.5, 0.0);
    let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let far = d.a(Troop::Rifles, 600.0, 798.5, 0.0);
    let c = d.b(Troop::Rifles, 600.0, 1000.0, 180.0);
    let mut f = d.field();
    // Within its 200 p it comes to within the pace that counts as touching, and is then closed up.
    make(&mut f, &at(leg(a, 1200.0, 1000.0, 0.0), b, Facet::Front), &[]);
    assert_eq!(f.front_opponent(a), Some(b));
    assert_eq!(refused(&f, &at(leg(far, 600.0, 1000.0, 0.0), c, Facet::Front)), "dba.4");
}

#[test]
fn guns_in_a_column_are_not_lined_up_into_contact() {
    let _p = proves!("dba.14");
    // Rifles with guns behind them slide 40 p to the right to face their enemy; beside the guns stands another.
    let with = |beside: f64| {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1200.0, 900.0, 0.0);
        let guns = d.a(Troop::Artillery, 1200.0, 820.0, 0.0);
        let b = d.b(Troop::Rifles, 1240.0, 1000.0, 180.0);
        d.b(Troop::Rifles, 1400.0 + beside, 800.0, 0.0);
        (d.field(), column(&[a, guns], &[Step::Advance(200.0)]), b)
    };
    let (f, march, b) = with(1.1);
    assert!(lawful(&f, &at(march, b, Facet::Front)).contacts);
    for beside in [0.0, 1.0] {
        let (f, march, b) = with(beside);
        assert_eq!(refused(&f, &at(march.clone(), b, Facet::Front)), "dba.14");
        let short = lawful(&f, &march);
        assert_eq!((short.contacts, short.paces), (false, 98.0));
    }
}

#[test]
fn jaeger_beside_guns_are_in_no_group() {
    let _p = proves!("contact.4");
    // Guns form no group with them but in a march column (move.4).
    let with = |behind: bool| {
        let mut d = Drill::new();
        let a1 = d.a(Troop::Rifles, 1200.0, 850.0, 0.0);
        let a2 = d.a(Troop::Rifles, 1360.0, 850.0, 0.0);
        let j = d.b(Troop::Jaeger, 1180.0, 1000.0, 170.0);
        let b = table::Base::new(table::Pose { x: 1180.0, y: 1000.0, facing: 170.0 }, 160.0, 80.0);
        let at = if behind { b.rear() } else { b.front + b.dir.right() * 160.0 };
        d.b(Troop::Artillery, at.x, at.y, 170.0);
        (d.field(), a1, a2, j)
    };
    let (mut f, a1, a2, j) = with(false);
    let events = make(&mut f, &advance(&[a1, a2], 200.0), &[]);
    assert!(events.iter().any(|e| e.clause.id() == "contact.4"));
    assert_eq!(f.front_opponent(a1), Some(j));
    assert_eq!(f[a1].base.pose().facing, 0.0);
    let (mut f, a1, a2, j) = with(true);
    let before = f[j].base;
    make(&mut f, &advance(&[a1, a2], 200.0), &[]);
    assert_eq!((f.front_opponent(a1), f[j].base), (Some(j), before));
}

#[test]
fn a_plundered_camp_is_only_in_the_way() {
    let p = proves!("contact.6", "camp.1");
    let with = |state: CampState| {
        let mut d = Drill::new();
        d.camp(Side::B, 1200.0, 320.0, 160.0);
        let ahead = d.a(Troop::Rifles, 1200.0, 2100.0, 0.0);
        let past = d.a(Troop::Rifles, 1440.0, 2100.0, 0.0);
        let mut f = d.field();
        f.army_mut(Side::B).camp.as_mut().unwrap().state = state;
        (f, ahead, past)
    };
    let storm = |o: MoveOrder| MoveOrder {
        against: Some(Against { foe: Target::Camp(Side::B), on: Facet::Front }),
        ..o
    };
    for state in [CampState::Holds, CampState::Silenced] {
        let (f, ahead, past) = with(state);
        assert!(lawful(&f, &advance(&[ahead], 200.0)).contacts);
        // Along its side, flank to wall, nobody goes past an enemy's camp.
        assert_eq!(p.shows("contact.6", refused(&f, &storm(advance(&[past], 200.0)))), "contact.6");
        assert_eq!(lawful(&f, &advance(&[past], 200.0)).paces, 138.0);
    }
    let (f, ahead, past) = with(CampState::Plundered);
    assert_eq!(lawful(&f, &advance(&[past], 200.0)).paces, 200.0);
    let up_to = lawful(&f, &advance(&[ahead], 140.0));
    assert_eq!((up_to.contacts, up_to.paces), (false, 140.0));
    assert_eq!(p.shows("camp.1", refused(&f, &advance(&[ahead], 200.0))), "camp.1");
    assert_eq!(refused(&f, &storm(advance(&[ahead], 140.0))), "dba.48");
}
