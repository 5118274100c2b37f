//! Recoil, pushing and ricochets (recoil.*, pass.2, pass.3, ricochet.1, dba.31, dba.32, dba.41, dba.42).

use bbdba_acw::drill::Drill;
use bbdba_acw::event::{Event, EventKind};
use bbdba_acw::field::{Fate, Field, Side};
use bbdba_acw::outcome::{destroy, flankers_fall_back, recoil, ricochets};
use bbdba_acw::{ElementId, Troop, Why, proves, rule};
use table::{V2, v2};
use umpire::Log;

fn at(f: &Field, id: ElementId) -> V2 {
    f[id].base.front
}

fn near(a: V2, b: V2) -> bool {
    a.dist(b) < 0.01
}

/// Recoils with nobody listening.
fn back(f: &mut Field, id: ElementId) -> bool {
    recoil(f, id, None, &mut Log::On(vec![]))
}

fn who_went(log: Log<Event>) -> Vec<(ElementId, Why)> {
    let Log::On(events) = log else { return Vec::new() };
    events
        .into_iter()
        .filter_map(|e| match e.kind {
            EventKind::Goes { element, why, .. } => Some((element, why)),
            _ => None,
        })
        .collect()
}

#[test]
fn straight_back_by_its_own_depth() {
    let _p = proves!("recoil.1");
    for (troop, depth) in
        [(Troop::Rifles, 80.0), (Troop::Dismounted, 80.0), (Troop::Cavalry, 120.0), (Troop::Artillery, 160.0)]
    {
        let mut d = Drill::new();
        let a = d.a(troop, 1200.0, 1000.0, 90.0);
        let mut f = d.field();
        assert!(back(&mut f, a));
        assert!(near(at(&f, a), v2(1200.0 - depth, 1000.0)));
        assert_eq!(f[a].base.dir, v2(1.0, 0.0));
    }
}

#[test]
fn the_supporter_is_pushed_by_what_is_needed_and_pushes_on() {
    let _p = proves!("recoil.2");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let second = d.a(Troop::Rifles, 1200.0, 890.0, 0.0); // 30 p behind
    let third = d.a(Troop::Artillery, 1250.0, 800.0, 4.0); // close behind, nearly the same facing
    let aside = d.a(Troop::Rifles, 1360.0, 1000.0, 0.0);
    let mut f = d.field();
    let mut log = Log::On(Vec::new());
    assert!(recoil(&mut f, a, None, &mut log));
    assert!(near(at(&f, a), v2(1200.0, 920.0)));
    assert!(near(at(&f, second), v2(1200.0, 840.0)));
    assert!(at(&f, third).y < 800.0 && at(&f, third).y > 740.0);
    assert!(near(at(&f, aside), v2(1360.0, 1000.0)));
    assert_eq!(who_went(log), [(third, Why::PushedBack), (second, Why::PushedBack), (a, Why::Recoils)]);
}

#[test]
fn friends_facing_another_way_are_not_pushed() {
    let _p = proves!("recoil.4");
    for (facing, lives) in [(5.0, true), (6.0, false), (90.0, false), (180.0, false)] {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        let b = d.a(Troop::Muskets, 1200.0, if facing == 180.0 { 800.0 } else { 900.0 }, facing);
        let mut f = d.field();
        assert_eq!(back(&mut f, a), lives, "{facing}");
        assert_eq!(f[a].fate, if lives { Fate::OnTable } else { Fate::Destroyed });
        assert!(f[b].on_table());
    }
}

#[test]
fn a_friend_in_front_contact_is_not_pushed() {
    let _p = proves!("recoil.4");
    // Driven sideways onto a neighbour, who fights an enemy exactly to its front or only touches one.
    for (aside, lives) in [(0.0, false), (2.0, true)] {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        let neighbour = d.a(Troop::Rifles, 1040.0, 1000.0, 0.0);
        d.b(Troop::Rifles, 1040.0 + aside, 1000.0, 180.0);
        let mut f = d.field();
        assert_eq!(recoil(&mut f, a, Some(v2(-1.0, 0.0)), &mut Log::On(vec![])), lives);
        assert!(near(at(&f, neighbour), v2(if lives { 960.0 } else { 1040.0 }, 1000.0)));
    }
}

#[test]
fn artillery_is_passed_through_and_stays() {
    let _p = proves!("recoil.3");
    for facing in [0.0, 90.0, 180.0, 30.0] {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        let turned = table::V2::bearing(facing);
        let c = v2(1200.0, 800.0) + turned * 80.0;
        let guns = d.a(Troop::Artillery, c.x, c.y, facing);
        let mut f = d.field();
        let was = f[guns].base;
        assert!(back(&mut f, a), "{facing}");
        assert_eq!(f[guns].base, was);
        if facing != 30.0 {
            // Directly behind the guns, further than its depth.
            assert!(near(at(&f, a), v2(1200.0, 720.0)), "{facing}: {:?}", at(&f, a));
        } else {
            assert!(f[a].rect().penetration(&f[guns].rect()) <= 1.0);
        }
    }
}

#[test]
fn without_room_behind_the_guns_it_dies_or_they_give() {
    let _p = proves!("recoil.4");
    for (option, lives) in [("stand", false), ("give", true)] {
        let mut d = Drill::new();
        d.read("guns-in-the-way", option);
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        let guns = d.a(Troop::Artillery, 1200.0, 920.0, 0.0);
        let third = d.a(Troop::Rifles, 1200.0, 690.0, 0.0); // 10 p too near
        let mut f = d.field();
        assert_eq!(back(&mut f, a), lives);
        assert!(near(at(&f, guns), v2(1200.0, if lives { 840.0 } else { 920.0 })));
        assert!(near(at(&f, third), v2(1200.0, if lives { 680.0 } else { 690.0 })));
        if !lives {
            let mut d = Drill::new();
            d.a(Troop::Rifles, 1200.0, 690.0, 0.0);
            let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
            let mut f = d.field();
            assert!(back(&mut f, a));
        }
    }
}

#[test]
fn side_by_side_some_are_passed_and_others_pushed() {
    let p = proves!("dba.31", "recoil.4");
    let with = |third: Option<f64>, facing: f64| {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        let guns = d.a(Troop::Artillery, 1120.0, 920.0, 0.0);
        let beside = match facing {
            0.0 => d.a(Troop::Rifles, 1280.0, 920.0, 0.0),
            _ => d.a(Troop::Rifles, 1280.0, 840.0, facing),
        };
        if let Some(y) = third {
            d.a(Troop::Rifles, 1120.0, y, 0.0);
        }
        let mut f = d.field();
        let mut log = Log::On(Vec::new());
        let lives = recoil(&mut f, a, None, &mut log);
        let Log::On(events) = log else { panic!("it is on") };
        (f, [a, guns, beside], lives, events)
    };
    // Behind the guns, and whoever stands beside them goes back before it.
    let (f, [a, guns, beside], lives, events) = with(None, 0.0);
    assert!(lives);
    let gone = events.iter().find(|e| matches!(e.kind, EventKind::Goes { why: Why::Recoils, .. }));
    assert_eq!(p.shows("dba.31", gone.map(|e| e.clause.id())), Some("dba.31"));
    assert!(near(at(&f, a), v2(1200.0, 760.0)) && near(at(&f, guns), v2(1120.0, 920.0)));
    assert!(near(at(&f, beside), v2(1280.0, 680.0)));
    // Room behind the guns is not made by pushing; a friend who can be neither passed nor pushed is its end.
    assert!(with(Some(681.0), 0.0).2);
    for (third, facing) in [(Some(682.0), 0.0), (None, 180.0)] {
        let (f, [a, _, beside], lives, events) = with(third, facing);
        assert!(!lives && f[beside].on_table());
        let end = events.iter().find(|e| matches!(e.kind, EventKind::Lost { element, .. } if element == a));
        assert_eq!(p.shows("recoil.4", end.map(|e| e.clause.id())), Some("recoil.4"));
    }
}

#[test]
fn who_may_recoil_through_whom() {
    let _p = proves!("pass.2");
    use Troop::*;
    // Same facing, opposite, across: true where it ends beyond the friend.
    for (who, through, passes) in [
        (Cavalry, Cavalry, true),
        (Cavalry, Dismounted, true),
        (Cavalry, Jaeger, true),
        (Cavalry, Rifles, false),
        (Cavalry, Muskets, false),
        (Jaeger, Rifles, true),
        (Jaeger, Cavalry, true),
        (Rifles, Jaeger, false),
        (Dismounted, Jaeger, false),
        (Rifles, Rifles, false),
    ] {
        for facing in [0.0, 180.0, 90.0] {
            let mut d = Drill::new();
            let a = d.a(who, 1200.0, 1000.0, 0.0);
            let rear = 1000.0 - who.stats().depth;
            let depth = through.stats().depth;
            let (y, x) = match facing {
                0.0 => (rear, 1200.0),
                180.0 => (rear - depth, 1200.0),
                _ => (rear - 80.0, 1200.0 + depth / 2.0),
            };
            let b = d.a(through, x, y, facing);
            let mut f = d.field();
            let was = f[b].base;
            let lived = back(&mut f, a);
            let passed = lived && f[b].base == was;
            assert_eq!(passed, passes && facing != 90.0, "{who} through {through} facing {facing}");
            if passed {
                assert!(near(at(&f, a), v2(1200.0, rear - depth)));
            } else {
                // The same facing is pushed, any other is the recoiler's end.
                assert_eq!(lived, facing == 0.0);
            }
        }
    }
}

#[test]
fn a_passer_without_room_pushes() {
    let _p = proves!("dba.31");
    let mut d = Drill::new();
    let a = d.a(Troop::Cavalry, 1200.0, 1000.0, 0.0);
    let jaeger = d.a(Troop::Jaeger, 1200.0, 880.0, 0.0);
    let rifles = d.a(Troop::Rifles, 1200.0, 700.0, 0.0); // leaves 100 p, cavalry needs 120
    let mut f = d.field();
    assert!(back(&mut f, a));
    assert!(near(at(&f, a), v2(1200.0, 880.0)));
    assert!(near(at(&f, jaeger), v2(1200.0, 760.0)));
    assert!(near(at(&f, rifles), v2(1200.0, 680.0)));
    // With 120 p it passes, and over two in a row as well.
    let mut d = Drill::new();
    let a = d.a(Troop::Cavalry, 1200.0, 1000.0, 0.0);
    let j1 = d.a(Troop::Jaeger, 1200.0, 880.0, 0.0);
    let j2 = d.a(Troop::Jaeger, 1200.0, 720.0, 180.0);
    let mut f = d.field();
    assert!(back(&mut f, a));
    assert!(near(at(&f, a), v2(1200.0, 720.0)), "{:?}", at(&f, a));
    assert!(near(at(&f, j1), v2(1200.0, 880.0)) && near(at(&f, j2), v2(1200.0, 720.0)));
}

#[test]
fn jaeger_pass_guns_in_any_facing() {
    let _p = proves!("pass.3");
    let mut d = Drill::new();
    let a = d.a(Troop::Jaeger, 1200.0, 1000.0, 0.0);
    let guns = d.a(Troop::Artillery, 1280.0, 840.0, 90.0);
    let mut f = d.field();
    assert!(back(&mut f, a));
    assert!(near(at(&f, a), v2(1200.0, 760.0)));
    assert!(near(at(&f, guns), v2(1280.0, 840.0)));
}

#[test]
fn enemies_before_and_behind_destroy() {
    let _p = proves!("recoil.4");
    // An enemy behind it touching 2 p of its rear, then one touching only its corner.
    for (x, lives) in [(1200.0 + 158.0, false), (1200.0 + 160.0, true)] {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        d.b(Troop::Rifles, x, 920.0, 0.0);
        let mut f = d.field();
        assert_eq!(back(&mut f, a), lives, "{x}");
    }
    // At the rear alone, off the path: nothing but the enemy's base in the way counts.
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    d.b(Troop::Rifles, 1280.0, 1000.0, 270.0 - 180.0);
    let mut f = d.field();
    f.set(ElementId::new(Side::B, 0), f[a].base.at(v2(1280.0, 920.0), v2(-1.0, 0.0)));
    assert!(back(&mut f, a), "an enemy front on the flank does not destroy");
}

#[test]
fn the_flanked_die_only_where_the_reading_says_so() {
    let _p = proves!("recoil.4");
    for (option, lives) in [("slides", true), ("dies", false)] {
        let mut d = Drill::new();
        d.read("recoil-flanked", option);
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        let flanker = d.b(Troop::Rifles, 1280.0, 920.0, 270.0);
        let mut f = d.field();
        assert!(f.flankers(a).any(|(id, _)| id == flanker));
        assert_eq!(back(&mut f, a), lives);
        if lives {
            // It slides back along the front, which still lies against its flank (dba.58).
            assert!(f.flankers(a).any(|(id, _)| id == flanker));
            assert_eq!(f.front_opponent(a), None);
        }
    }
}

#[test]
fn enemies_and_camps_in_the_path_destroy() {
    let _p = proves!("recoil.4");
    for (y, lives) in [(920.0 - 80.0, true), (920.0 - 78.9, false), (920.0 - 79.0, true)] {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        d.b(Troop::Rifles, 1300.0, y, 0.0);
        let mut f = d.field();
        assert_eq!(back(&mut f, a), lives, "{y}");
    }
    for side in Side::BOTH {
        let mut d = Drill::new();
        let edge = if side == Side::A { 0.0 } else { 2400.0 };
        d.camp(side, 1200.0, 300.0, 200.0);
        let (y, facing) = if edge == 0.0 { (359.0 - 1.0, 0.0) } else { (2400.0 - 358.0, 180.0) };
        let a = d.a(Troop::Rifles, 1200.0, y, facing);
        let mut f = d.field();
        assert!(!back(&mut f, a), "its own or the enemy's camp is impassable");
    }
}

#[test]
fn the_pushed_against_an_enemy_dooms_the_recoiler() {
    let _p = proves!("recoil.4");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let second = d.a(Troop::Rifles, 1200.0, 920.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 800.0, 0.0);
    let mut f = d.field();
    assert!(!back(&mut f, a));
    assert!(near(at(&f, second), v2(1200.0, 920.0)));
}

#[test]
fn into_the_water() {
    for (x, lives) in [(400.0 + 160.0, true), (400.0 + 159.9, false)] {
        let mut d = Drill::new();
        d.waterway(true, 400.0);
        let a = d.a(Troop::Rifles, x, 1000.0, 90.0);
        let mut f = d.field();
        assert_eq!(back(&mut f, a), lives, "{x}");
    }
}

#[test]
fn over_the_table_edge() {
    let _p = proves!("dba.9");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 159.0, 0.0);
    let just = d.a(Troop::Rifles, 600.0, 160.0, 0.0);
    let mut f = d.field();
    assert!(!back(&mut f, a));
    assert_eq!(f[a].fate, Fate::Left);
    assert!(back(&mut f, just));
    assert_eq!(f.army(Side::A).commands[0].lost, 1);
    // The pushed is lost, the recoiler stands in its place.
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 200.0, 0.0);
    let pushed = d.a(Troop::Rifles, 1200.0, 120.0, 0.0);
    let mut f = d.field();
    assert!(back(&mut f, a));
    assert_eq!((f[pushed].fate, f[a].fate), (Fate::Left, Fate::OnTable));
    assert_eq!(f.army(Side::A).commands[0].lost, 1);
}

#[test]
fn a_commander_is_no_loss() {
    let mut d = Drill::new();
    let c = d.a(Troop::Commander, 600.0, 200.0, 0.0);
    let a = d.a(Troop::Rifles, 1200.0, 100.0, 0.0);
    let mut f = d.field();
    assert!(!back(&mut f, c) && !back(&mut f, a));
    assert_eq!(f.army(Side::A).commands[0].lost, 1);
}

#[test]
fn ricochets_strike_all_within_a_base_width_behind() {
    let _p = proves!("dba.32");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0); // rear at 920, strip down to 760
    let near_by = d.a(Troop::Rifles, 1250.0, 920.0, 0.0);
    let exact = d.a(Troop::Muskets, 1130.0, 760.0, 0.0);
    let far = d.a(Troop::Rifles, 1290.0 + 80.0, 759.0, 0.0);
    let beside = d.a(Troop::Artillery, 1360.0, 1000.0, 0.0);
    let enemy = d.b(Troop::Rifles, 1040.0, 900.0, 0.0);
    let mut f = d.field();
    // A partly overlapping place at exactly 160 p counts; 161 p does not; touching the strip's side does not.
    f.set(far, f[far].base.moved(v2(-80.0, 0.0)));
    let mut log = Log::On(Vec::new());
    let struck = ricochets(&mut f, a, &mut log);
    assert_eq!(struck, [exact, near_by]);
    assert_eq!(who_went(log), [(exact, Why::Ricochet), (near_by, Why::Ricochet)]);
    assert!(near(at(&f, exact), v2(1130.0, 680.0)));
    assert!(near(at(&f, near_by), v2(1250.0, 840.0)));
    assert!(near(at(&f, far), v2(1290.0, 759.0)));
    assert!(near(at(&f, beside), v2(1360.0, 1000.0)) && near(at(&f, enemy), v2(1040.0, 900.0)));
    // The element shot at has not moved yet.
    assert!(near(at(&f, a), v2(1200.0, 1000.0)));
}

#[test]
fn ricochets_go_the_shot_at_elements_way() {
    let _p = proves!("recoil.3");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let b = d.a(Troop::Rifles, 1240.0, 800.0, 90.0); // faces east, right behind
    let guns = d.a(Troop::Artillery, 1200.0, 700.0, 0.0); // not within 160 p
    let c = d.a(Troop::Commander, 1130.0, 880.0, 0.0);
    let mut f = d.field();
    let struck = ricochets(&mut f, a, &mut Log::On(vec![]));
    assert_eq!(struck.len(), 2);
    assert!(struck.contains(&c) && struck.contains(&b), "commanders too");
    // Straight south through the guns (recoil.3), still facing east.
    assert_eq!(f[b].base.dir, v2(1.0, 0.0));
    assert!(f[b].base.centre().y < 540.0);
    assert!(near(at(&f, guns), v2(1200.0, 700.0)));
}

#[test]
fn ricochets_drive_them_along_their_own_rear_where_it_is_read_so() {
    let _p = proves!("ricochet.1");
    for (option, to) in [("shot-at", v2(1240.0, 720.0)), ("own-rear", v2(1160.0, 800.0))] {
        let mut d = Drill::new();
        d.read("ricochet-way", option);
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        let b = d.a(Troop::Rifles, 1240.0, 800.0, 90.0); // faces east, right behind
        let mut f = d.field();
        let mut log = Log::On(Vec::new());
        assert_eq!(ricochets(&mut f, a, &mut log), [b]);
        assert!(near(at(&f, b), to), "{option}: {:?}", at(&f, b));
        let Log::On(events) = log else { panic!("it is on") };
        assert_eq!(events[0].clause.id(), "ricochet.1");
    }
}

#[test]
fn flankers_go_with_their_beaten_friend() {
    let _p = proves!("dba.41");
    let field = || {
        let mut d = Drill::new();
        let victor = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        let beaten = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        // On its left flank (the east side, as it faces south), lined up on the front corner.
        let flanker = d.a(Troop::Rifles, 1280.0, 1080.0, 270.0);
        let overlap = d.a(Troop::Rifles, 1040.0, 1000.0, 0.0);
        (d, victor, beaten, flanker, overlap)
    };
    let (d, victor, beaten, flanker, overlap) = field();
    let mut f = d.field();
    assert_eq!(f.flankers(victor).map(|x| x.0).collect::<Vec<_>>(), [flanker]);
    assert!(back(&mut f, beaten));
    flankers_fall_back(&mut f, Side::A, victor, &mut Log::On(vec![]));
    assert!(near(at(&f, flanker), v2(1360.0, 1080.0)));
    assert!(near(at(&f, overlap), v2(1040.0, 1000.0)));
    // The victor's own friends are not concerned.
    let (d, victor, _, flanker, _) = field();
    let mut f = d.field();
    flankers_fall_back(&mut f, Side::B, victor, &mut Log::On(vec![]));
    assert!(near(at(&f, flanker), v2(1280.0, 1080.0)));
    let (mut d, victor, _, flanker, _) = field();
    d.read("flankers", "stay");
    let mut f = d.field();
    flankers_fall_back(&mut f, Side::A, victor, &mut Log::On(vec![]));
    assert!(near(at(&f, flanker), v2(1280.0, 1080.0)));
}

#[test]
fn the_rear_supporter_survives_unmoved() {
    let _p = proves!("dba.42");
    for (option, fate) in [("survives", Fate::OnTable), ("dies", Fate::Destroyed)] {
        let mut d = Drill::new();
        d.read("supporter", option);
        let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        let support = d.a(Troop::Rifles, 1200.0, 920.0, 0.0);
        d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
        let mut f = d.field();
        destroy(&mut f, a, rule!("results.8"), &mut Log::On(vec![]));
        assert_eq!((f[a].fate, f[support].fate), (Fate::Destroyed, fate));
        assert!(near(at(&f, support), v2(1200.0, 920.0)));
        assert_eq!(f.losses(Side::A), if option == "dies" { 2 } else { 1 });
    }
}

#[test]
fn contacts_are_seen_afresh() {
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let mut f = d.field();
    assert!(f.engagement(a, b).is_some());
    assert!(back(&mut f, a));
    assert!(f.engagement(a, b).is_none() && f.front_opponent(b).is_none());
    assert!(near(at(&f, b), v2(1200.0, 1000.0)));
}

#[test]
fn a_recoil_may_go_away_from_the_attacker() {
    let _p = proves!("dba.56");
    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let mut f = d.field();
    assert!(recoil(&mut f, a, Some(v2(-5.0, 0.0)), &mut Log::On(vec![])));
    assert!(near(at(&f, a), v2(1120.0, 1000.0)));
    assert_eq!(f[a].base.dir, v2(0.0, 1.0));
}

#[test]
fn the_struck_are_pushed_where_the_front_still_meets_them() {
    let _p = proves!("ricochet.1");
    let mut d = Drill::new();
    let front = d.a(Troop::Cavalry, 1200.0, 1000.0, 0.0);
    let behind = d.a(Troop::Rifles, 1200.0, 880.0, 0.0);
    let mut f = d.field();
    assert_eq!(ricochets(&mut f, front, &mut Log::On(vec![])), [behind]);
    assert!(near(at(&f, behind), v2(1200.0, 800.0)));
    assert!(back(&mut f, front));
    // 120 p back for the cavalry: 40 p more for the rifles.
    assert!(near(at(&f, front), v2(1200.0, 880.0)) && near(at(&f, behind), v2(1200.0, 760.0)));
}

#[test]
fn other_readings_of_recoil() {
    let _p = proves!("pass.2");
    let mut d = Drill::new();
    d.read("recoil-through", "any-facing");
    let a = d.a(Troop::Cavalry, 1200.0, 1000.0, 0.0);
    d.a(Troop::Jaeger, 1240.0, 800.0, 90.0);
    let mut f = d.field();
    assert!(back(&mut f, a));
    assert!(near(at(&f, a), v2(1200.0, 720.0)));

    let mut d = Drill::new();
    d.read("ricochet-officers", "spared");
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let c = d.a(Troop::Commander, 1240.0, 920.0, 0.0);
    let b = d.a(Troop::Rifles, 1120.0, 920.0, 0.0);
    let mut f = d.field();
    assert_eq!(ricochets(&mut f, a, &mut Log::On(vec![])), [b]);
    assert!(near(at(&f, c), v2(1240.0, 920.0)));

    let mut d = Drill::new();
    d.read("pushed-off", "stands");
    let a = d.a(Troop::Rifles, 1200.0, 200.0, 0.0);
    let pushed = d.a(Troop::Rifles, 1200.0, 120.0, 0.0);
    let mut f = d.field();
    assert!(!back(&mut f, a) && f[pushed].on_table());
}

#[test]
fn a_bent_column_does_not_hold_its_own_follower() {
    let _p = proves!("recoil.1");
    let bent = || {
        let mut d = Drill::new();
        let head = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
        let follower = d.a(Troop::Rifles, 1200.0, 920.0, 30.0);
        (d.field(), head, follower)
    };
    let (mut f, head, follower) = bent();
    assert!(f[head].rect().penetration(&f[follower].rect()) > 1.0);
    assert!(back(&mut f, follower));
    assert!(near(at(&f, follower), v2(1200.0, 920.0) - V2::bearing(30.0) * 80.0));
    // The head meets a friend who faces another way.
    let (mut f, head, follower) = bent();
    assert!(!back(&mut f, head) && f[follower].on_table());
}

/// Whoever is pushed out of a bent column by less than the corner it shared with the one before goes on until it is free
/// of him: nobody overlaps but in a column (dba.1).
#[test]
fn pushed_out_of_a_bent_column() {
    let _p = proves!("recoil.2");
    let mut d = Drill::new();
    let bend = 80.0 * std::f64::consts::FRAC_1_SQRT_2;
    let lead = d.a(Troop::Rifles, 1000.0 - bend, 1000.0 + bend, 315.0);
    let second = d.a(Troop::Rifles, 1000.0, 1000.0, 0.0);
    let beside = d.a(Troop::Rifles, 1140.0, 1130.0, 0.0); // its rear edge 50 p before the second's front edge
    let mut f = d.field();
    assert!(f[lead].rect().penetration(&f[second].rect()) > 1.0, "linked at the bend");
    assert!(back(&mut f, beside));
    assert!(near(at(&f, beside), v2(1140.0, 1050.0)));
    // 30 p would have left it in the leader's corner, which reaches 56.6 p back.
    assert!(f[lead].rect().penetration(&f[second].rect()) <= 1.0);
    assert!(near(at(&f, second), v2(1000.0, 1000.0 - bend)));
    assert!(near(at(&f, lead), v2(1000.0 - bend, 1000.0 + bend)));
}
