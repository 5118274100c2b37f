//! Breaking off and locked fronts (breakoff.1, dba.24), further moves (again.1 to again.4).

use crate::orders;
use bbdba_acw::drill::Drill;
use bbdba_acw::event::{EventKind, Why};
use bbdba_acw::terrain::Feature;
use bbdba_acw::{ElementId, Manner, MoveOrder, Side, Troop, proves};
use orders::*;

fn off(a: ElementId) -> MoveOrder {
    order(&[a], Manner::BreakOff)
}

#[test]
fn a_locked_element_only_breaks_off() {
    let p = proves!("dba.24", "breakoff.1", "move.10");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    let beside = d.a(Troop::Rifles, 840.0, 1000.0, 0.0);
    let b = d.b(Troop::Cavalry, 1000.0, 1000.0, 180.0);
    let mut f = d.field();
    assert_eq!(p.shows("dba.24", refused(&f, &leg(a, 1000.0, 900.0, 0.0))), "dba.24");
    assert_eq!(p.shows("move.10", refused(&f, &advance(&[a, beside], 50.0))), "move.10");
    // Who only overlaps is not locked.
    lawful(&f, &leg(beside, 840.0, 900.0, 0.0));
    assert_eq!(lawful(&f, &off(a)).leaves, Some(b));
    let events = make(&mut f, &off(a), &[]);
    stands(&f, a, 1000.0, 800.0, 0.0);
    assert!(p.shows(
        "breakoff.1",
        events.iter().any(|e| {
            e.clause.id() == "breakoff.1" && matches!(e.kind, EventKind::Goes { why: Why::BreaksOff, .. })
        })
    ));
    assert!(f.engagement(a, b).is_none());
}

#[test]
fn a_group_with_a_flank_contact_does_not_move() {
    let _p = proves!("move.10");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    let beside = d.a(Troop::Rifles, 1160.0, 1000.0, 0.0);
    d.b(Troop::Rifles, 920.0, 920.0, 90.0);
    let f = d.field();
    assert_eq!(refused(&f, &advance(&[a, beside], 50.0)), "move.10");
}

#[test]
fn breaking_off_goes_the_full_distance_or_not_at_all() {
    let _p = proves!("breakoff.1");
    let with = |troop: Troop, y: f64, more: &dyn Fn(&mut Drill)| {
        let mut d = Drill::new();
        let a = d.a(troop, 1000.0, y, 0.0);
        d.b(Troop::Rifles, 1000.0, y, 180.0);
        more(&mut d);
        (d.field(), a)
    };
    let (f, a) = with(Troop::Cavalry, 1000.0, &|_| ());
    assert_eq!(lawful(&f, &off(a)).paces, 400.0);
    // Heavy going on the way: the distance for it.
    let (f, a) = with(Troop::Cavalry, 1000.0, &|d| d.oval(Feature::Wood, 1000.0, 600.0, 400.0, 200.0, 90.0));
    assert_eq!(lawful(&f, &off(a)).paces, 200.0);
    type Case<'a> = (Troop, f64, &'a dyn Fn(&mut Drill), &'a str);
    let refuses: [Case<'_>; 7] = [
        (Troop::Artillery, 1000.0, &|_| (), "breakoff.1"),
        // The table edge.
        (Troop::Rifles, 270.0, &|_| (), "dba.9"),
        // A friend in the way, an enemy in the way.
        (Troop::Rifles, 1000.0, &|d| _ = d.a(Troop::Rifles, 1000.0, 900.0, 0.0), "breakoff.1"),
        (Troop::Rifles, 1000.0, &|d| _ = d.b(Troop::Rifles, 1000.0, 760.0, 90.0), "breakoff.1"),
        // An overlap, a flank contact.
        (Troop::Rifles, 1000.0, &|d| _ = d.b(Troop::Rifles, 1160.0, 1000.0, 180.0), "breakoff.1"),
        (Troop::Rifles, 1000.0, &|d| _ = d.b(Troop::Rifles, 920.0, 920.0, 90.0), "breakoff.1"),
        // Into another's control zone.
        (Troop::Rifles, 1000.0, &|d| _ = d.b(Troop::Rifles, 860.0, 780.0, 90.0), "breakoff.1"),
    ];
    for (k, (troop, y, more, by)) in refuses.into_iter().enumerate() {
        let (f, a) = with(troop, y, more);
        assert_eq!(refused(&f, &off(a)), by, "case {k}");
    }
    let (mut f, a) = with(Troop::Rifles, 1000.0, &|_| ());
    make(&mut f, &off(a), &[]);
    assert_eq!(refused(&f, &off(a)), "breakoff.1");
}

#[test]
fn jaeger_move_again_in_their_first_turn() {
    let p = proves!("again.2", "again.1");
    let mut d = Drill::new();
    let j = d.a(Troop::Jaeger, 1000.0, 600.0, 0.0);
    let r = d.a(Troop::Rifles, 1300.0, 600.0, 0.0);
    d.b(Troop::Rifles, 1000.0, 1500.0, 180.0);
    let mut f = d.field();
    f.army_mut(Side::A).turns = 1;
    f.army_mut(Side::A).commands[0].points = 20;
    make(&mut f, &advance(&[j], 100.0), &[]);
    make(&mut f, &advance(&[j], 100.0), &[]);
    make(&mut f, &advance(&[r], 100.0), &[]);
    assert_eq!(*p.shows("again.2", &f[j].moves), 2);
    assert_eq!(p.shows("again.1", refused(&f, &advance(&[r], 100.0))), "again.1");
    f.army_mut(Side::A).turns = 2;
    assert_eq!(refused(&f, &advance(&[j], 100.0)), "again.1");
}

#[test]
fn far_from_visible_enemies_one_moves_again() {
    let _p = proves!("again.3");
    let with = |y: f64, wood: bool| {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
        d.b(Troop::Rifles, 1000.0, y, 180.0);
        if wood {
            d.oval(Feature::Wood, 1000.0, 1200.0, 1600.0, 300.0, 90.0);
        }
        let mut f = d.field();
        f[a].moves = 1;
        (f, a)
    };
    // 100 p on, the enemy must still be more than 1200 p away.
    let (f, a) = with(1900.5, false);
    let by = lawful(&f, &advance(&[a], 100.0)).by;
    assert!(by.rests_on("again.3") && !by.rests_on("dba.46"));
    let (f, a) = with(1900.0, false);
    assert_eq!(refused(&f, &advance(&[a], 100.0)), "again.1");
    lawful(&f, &leg(a, 1000.0, 500.0, 0.0));
    // Unseen enemies do not count.
    let (f, a) = with(1500.0, true);
    let by = lawful(&f, &advance(&[a], 100.0)).by;
    assert!(by.rests_on("again.3") && by.rests_on("dba.46"));
}

#[test]
fn along_a_road_one_moves_again() {
    let _p = proves!("again.4");
    let with = |x: f64, y: f64| {
        let mut d = Drill::new();
        d.road(&[(1000.0, 0.0), (1000.0, 2400.0)], 80.0);
        let a = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
        d.b(Troop::Rifles, x, y, 0.0);
        let mut f = d.field();
        f[a].moves = 1;
        (f, a)
    };
    let road = |a, p| order(&[a], Manner::Road(p));
    // The enemy's rear edge is 80 p behind its front: 160 p from where the march ends.
    let (f, a) = with(1000.0, 1240.0);
    lawful(&f, &road(a, 400.0));
    assert_eq!(refused(&f, &advance(&[a], 100.0)), "again.1");
    let (f, a) = with(1000.0, 1239.0);
    assert_eq!(refused(&f, &road(a, 400.0)), "again.1");
    lawful(&f, &road(a, 399.0));
    // Too near at the beginning.
    let (f, a) = with(1300.0, 600.0);
    assert_eq!(refused(&f, &road(a, 400.0)), "again.1");
    let mut d = Drill::new();
    d.read("road-again", "begin-or-end");
    d.road(&[(1000.0, 0.0), (1000.0, 2400.0)], 80.0);
    let a = d.a(Troop::Rifles, 1000.0, 600.0, 0.0);
    d.b(Troop::Rifles, 1300.0, 600.0, 0.0);
    let mut f = d.field();
    f[a].moves = 1;
    lawful(&f, &road(a, 400.0));
}

#[test]
fn a_friend_screens_the_end_of_it_unless_read_otherwise() {
    let _p = proves!("breakoff.1");
    let breaks_off = |screening: &str| {
        let mut d = Drill::new();
        d.read("screening", screening);
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        // An enemy looks from the side upon where it would end, and a friend stands between.
        d.b(Troop::Rifles, 1420.0, 760.0, 270.0);
        d.a(Troop::Rifles, 1370.0, 760.0, 90.0);
        let f = d.field();
        match bbdba_acw::moves::plan(&f, &off(a)) {
            Ok(p) => Ok(p.paces),
            Err(no) => Err(no.clause.map(|c| c.id())),
        }
    };
    assert_eq!(breaks_off("friends-screen"), Ok(200.0));
    assert_eq!(breaks_off("off"), Err(Some("breakoff.1")));
}
