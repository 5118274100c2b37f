//! Flight, and command elements giving way (dba.33, dba.57, pass.4, command.3, dba.9).

use bbdba_acw::drill::Drill;
use bbdba_acw::event::EventKind;
use bbdba_acw::field::{Fate, Field, Side};
use bbdba_acw::outcome::{flee, flee_commander, make_way, recoil};
use bbdba_acw::{ElementId, Troop, Why, proves};
use table::{V2, v2};
use umpire::Log;

fn near(a: V2, b: V2) -> bool {
    a.dist(b) < 0.01
}

fn run(f: &mut Field, id: ElementId) -> bool {
    flee(f, id, &mut Log::On(vec![]))
}

#[test]
fn turned_about_and_straight_away() {
    let _p = proves!("dba.33");
    for (troop, far) in [(Troop::Cavalry, 400.0), (Troop::Jaeger, 300.0)] {
        let mut d = Drill::new();
        let a = d.a(troop, 1200.0, 1200.0, 0.0);
        d.b(Troop::Rifles, 1200.0, 1200.0, 180.0);
        // Ground is of no account.
        d.oval(bbdba_acw::terrain::Feature::Wood, 1200.0, 900.0, 400.0, 300.0, 90.0);
        let mut f = d.field();
        let centre = f[a].base.centre();
        assert!(run(&mut f, a));
        assert_eq!(f[a].base.dir, v2(0.0, -1.0));
        assert!(near(f[a].base.centre(), centre + v2(0.0, -far)));
    }
}

#[test]
fn through_friends_to_the_first_free_place() {
    let _p = proves!("dba.33");
    let mut d = Drill::new();
    let a = d.a(Troop::Jaeger, 1200.0, 1200.0, 0.0); // would end on 820..900
    d.a(Troop::Rifles, 1200.0, 1100.0, 90.0); // passed
    let on = d.a(Troop::Rifles, 1250.0, 860.0, 0.0); // 780..860
    let next = d.a(Troop::Artillery, 1100.0, 720.0, 0.0); // 560..720: not 80 p behind the other
    let mut f = d.field();
    let stood = (f[on].base, f[next].base);
    assert!(run(&mut f, a));
    assert_eq!(stood, (f[on].base, f[next].base));
    // Beyond both: its rear at 560.
    assert!(near(f[a].base.rear(), v2(1200.0, 560.0)), "{:?}", f[a].base);
}

#[test]
fn the_first_free_angle_on_the_emptier_side() {
    let _p = proves!("dba.33");
    for west in [true, false] {
        let mut d = Drill::new();
        let a = d.a(Troop::Jaeger, 1200.0, 1200.0, 0.0);
        d.b(Troop::Rifles, 1200.0, 1000.0, 0.0); // in the path
        d.b(Troop::Rifles, if west { 900.0 } else { 1500.0 }, 1400.0, 180.0); // the nearest on that side
        let mut f = d.field();
        assert!(run(&mut f, a));
        let dir = f[a].base.dir;
        assert_eq!(dir.x > 0.0, west, "away from the side where the enemy is nearer");
        // One degree less is blocked: the angle is whole and the least.
        let degrees = dir.angle_to(v2(0.0, -1.0)).to_degrees();
        assert!((degrees - degrees.round()).abs() < 1e-6 && degrees > 10.0 && degrees < 60.0, "{degrees}");
        let blocker = f.side(Side::B).next().unwrap().rect();
        let sweep = |deg: f64| {
            let s = if west { 1.0 } else { -1.0 };
            let dir = v2(0.0, -1.0).turned((deg * s).to_radians());
            (0..=300).any(|k| {
                let b = f[a].base.at(v2(1200.0, 1160.0) + dir * (40.0 + f64::from(k)), dir);
                b.rect().penetration(&blocker) > 1.0
            })
        };
        assert!(!sweep(degrees.round()) && sweep(degrees.round() - 1.0));
    }
}

#[test]
fn held_from_behind_or_shut_in_it_dies() {
    let _p = proves!("dba.33");
    let mut d = Drill::new();
    let a = d.a(Troop::Cavalry, 1200.0, 1200.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 1080.0, 0.0); // its front lined up on the rear
    let mut f = d.field();
    assert!(!run(&mut f, a));
    assert_eq!(f[a].fate, Fate::Destroyed);
    // Touching but not lined up: it does not block.
    let mut d = Drill::new();
    let a = d.a(Troop::Cavalry, 1200.0, 1200.0, 0.0);
    d.b(Troop::Rifles, 1240.0, 1080.0, 0.0);
    let mut f = d.field();
    assert!(run(&mut f, a));
    assert!(near(f[a].base.front, v2(1200.0, 680.0)));
    // The same enemy 2 p away blocks the straight path.
    let mut d = Drill::new();
    let a = d.a(Troop::Cavalry, 1200.0, 1200.0, 0.0);
    d.b(Troop::Rifles, 1240.0, 1078.0, 0.0);
    let mut f = d.field();
    assert!(run(&mut f, a));
    assert!(f[a].base.dir.x != 0.0);
    // A ring of enemies.
    let mut d = Drill::new();
    let a = d.a(Troop::Jaeger, 1200.0, 1200.0, 0.0);
    for (x, y, facing) in [
        (1200.0, 1090.0, 0.0),
        (1040.0, 1090.0, 0.0),
        (1360.0, 1090.0, 0.0),
        (1090.0, 1160.0, 90.0),
        (1310.0, 1160.0, 270.0),
    ] {
        d.b(Troop::Rifles, x, y, facing);
    }
    let mut f = d.field();
    assert!(!run(&mut f, a));
}

#[test]
fn over_the_edge_in_flight() {
    let _p = proves!("dba.9");
    for (y, lives) in [(400.0, true), (399.0, false)] {
        let mut d = Drill::new();
        let a = d.a(Troop::Jaeger, 1200.0, y - 20.0, 0.0);
        let mut f = d.field();
        assert_eq!(run(&mut f, a), lives, "{y}");
        assert_eq!(f[a].fate, if lives { Fate::OnTable } else { Fate::Left });
    }
}

#[test]
fn the_camp_and_the_water_are_gone_round() {
    let _p = proves!("dba.33");
    let mut d = Drill::new();
    d.camp(Side::A, 1200.0, 300.0, 200.0);
    let a = d.a(Troop::Jaeger, 1200.0, 500.0, 0.0);
    let mut f = d.field();
    assert!(run(&mut f, a));
    assert!(!f.in_camp(&f[a].rect()) && f[a].base.dir.x != 0.0);
    let mut d = Drill::new();
    d.waterway(true, 400.0);
    let a = d.a(Troop::Cavalry, 700.0, 1200.0, 90.0);
    let mut f = d.field();
    assert!(run(&mut f, a));
    assert!(!f.terrain.impassable(&f[a].rect()));
}

#[test]
fn a_commander_flees_from_the_enemys_centre() {
    let _p = proves!("dba.33");
    let mut d = Drill::new();
    let c = d.a(Troop::Commander, 1200.0, 1200.0, 0.0);
    d.a(Troop::Rifles, 1200.0, 700.0, 0.0);
    let mut f = d.field();
    let centre = f[c].base.centre();
    flee_commander(&mut f, c, centre + v2(300.0, 400.0), &mut Log::On(vec![]));
    assert!(near(f[c].base.centre(), centre - v2(300.0, 400.0)));
    assert!(near(f[c].base.dir, v2(-0.6, -0.8)));
    // Off the table he is gone, and no loss.
    flee_commander(&mut f, c, centre + v2(300.0, 400.0), &mut Log::On(vec![]));
    flee_commander(&mut f, c, centre + v2(300.0, 400.0), &mut Log::On(vec![]));
    assert_eq!(f[c].fate, Fate::Left);
    assert_eq!(f.losses(Side::A), 0);
}

#[test]
fn a_commander_who_cannot_flee_stays_free() {
    let _p = proves!("dba.33");
    let mut d = Drill::new();
    let c = d.a(Troop::Commander, 1200.0, 1200.0, 0.0);
    for i in 0..36 {
        let t = V2::bearing(f64::from(i) * 10.0);
        let p = v2(1200.0, 1120.0) + t * 460.0;
        d.b(Troop::Rifles, p.x, p.y, f64::from(i) * 10.0 + 180.0);
    }
    let mut f = d.field();
    let was = f[c].base;
    flee_commander(&mut f, c, v2(1200.0, 1900.0), &mut Log::On(vec![]));
    assert_eq!(f[c].base, was);
    // Where the enemy would cover him, he is shifted aside.
    let to = f[ElementId::new(Side::B, 0)].base.at(v2(1200.0, 1100.0), v2(0.0, -1.0));
    make_way(&mut f, ElementId::new(Side::B, 0), &to, &mut Log::On(vec![]));
    assert!(f[c].on_table() && f[c].rect().gap(&to.rect()) > 1.0);
}

#[test]
fn friends_shift_him_by_the_least() {
    let _p = proves!("pass.4");
    let mut d = Drill::new();
    let c = d.a(Troop::Commander, 1260.0, 1000.0, 0.0); // 1220..1300 x 840..1000
    let a = d.a(Troop::Rifles, 1200.0, 1300.0, 0.0);
    let mut f = d.field();
    let mut log = Log::On(Vec::new());
    let to = f[a].base.at(v2(1200.0, 960.0), v2(0.0, 1.0)); // 1120..1280 x 880..960
    make_way(&mut f, a, &to, &mut log);
    // 60 p east is the nearest.
    assert!(near(f[c].base.front, v2(1320.0, 1000.0)), "{:?}", f[c].base.front);
    assert_eq!(f[c].base.dir, v2(0.0, 1.0));
    let Log::On(events) = log else { unreachable!() };
    assert!(matches!(events[0].kind, EventKind::Goes { element, why: Why::GivesWay, .. } if element == c));
    // Somebody stands there: the next nearest, and on a tie toward the own edge.
    let mut d = Drill::new();
    let c = d.a(Troop::Commander, 1200.0, 1000.0, 0.0);
    let a = d.a(Troop::Rifles, 1200.0, 1300.0, 0.0);
    let mut f = d.field();
    let to = f[a].base.at(v2(1200.0, 960.0), v2(0.0, 1.0));
    make_way(&mut f, a, &to, &mut Log::On(vec![]));
    assert!(near(f[c].base.front, v2(1200.0, 880.0)) || f[c].base.front.y == 1000.0);
    let mut d = Drill::new();
    let c = d.a(Troop::Commander, 1200.0, 1000.0, 90.0); // 1040..1200 x 960..1040
    let a = d.a(Troop::Rifles, 1200.0, 1300.0, 0.0);
    let mut f = d.field();
    let to = f[a].base.at(v2(1120.0, 1040.0), v2(0.0, 1.0)); // exactly on him
    make_way(&mut f, a, &to, &mut Log::On(vec![]));
    assert!(near(f[c].base.front, v2(1200.0, 920.0)), "south is home: {:?}", f[c].base.front);
}

#[test]
fn enemies_drive_him_off() {
    let _p = proves!("dba.57");
    for (gap, flees) in [(1.0, true), (1.1, false)] {
        let mut d = Drill::new();
        let c = d.a(Troop::Commander, 1200.0, 1000.0, 0.0);
        let b = d.b(Troop::Rifles, 1200.0, 1400.0, 180.0);
        let mut f = d.field();
        let to = f[b].base.at(v2(1200.0, 1000.0 + gap), v2(0.0, -1.0));
        make_way(&mut f, b, &to, &mut Log::On(vec![]));
        if flees {
            assert!(near(f[c].base.centre(), v2(1200.0, 420.0)));
        } else {
            assert!(near(f[c].base.front, v2(1200.0, 1000.0)));
            make_way(&mut f, b, &to.moved(v2(0.0, -50.0)), &mut Log::On(vec![]));
        }
    }
    // A recoil over an enemy commander's place is not stopped by him.
    let mut d = Drill::new();
    let c = d.a(Troop::Commander, 1200.0, 1200.0, 0.0);
    let b = d.b(Troop::Rifles, 1200.0, 1000.0, 180.0); // recoils north onto him
    let mut f = d.field();
    assert!(recoil(&mut f, b, None, &mut Log::On(vec![])));
    assert!(near(f[b].base.front, v2(1200.0, 1080.0)));
    assert!(f[c].base.centre().y > 1500.0);
}

#[test]
fn other_readings_of_flight_and_commanders() {
    let _p = proves!("dba.33");
    for (degrees, lives) in [("0", false), ("180", true)] {
        let mut d = Drill::new();
        d.read("flight-angle", degrees);
        let a = d.a(Troop::Jaeger, 1200.0, 1200.0, 0.0);
        d.b(Troop::Rifles, 1200.0, 1000.0, 0.0);
        let mut f = d.field();
        assert_eq!(run(&mut f, a), lives);
    }
    let mut d = Drill::new();
    d.read("commander-touched", "shifted");
    let c = d.a(Troop::Commander, 1200.0, 1000.0, 0.0);
    let b = d.b(Troop::Rifles, 1200.0, 1400.0, 180.0);
    let mut f = d.field();
    let to = f[b].base.at(v2(1200.0, 980.0), v2(0.0, -1.0));
    make_way(&mut f, b, &to, &mut Log::On(vec![]));
    // 20 p and a little more, toward home.
    assert!(near(f[c].base.front, v2(1200.0, 978.0)), "{:?}", f[c].base.front);
}
