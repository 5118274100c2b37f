//! The retreat of demoralised commands (victory.2, dba.34, dba.9).

use bbdba_acw::drill::Drill;
use bbdba_acw::event::EventKind;
use bbdba_acw::field::{Fate, Field, Nature, Side};
use bbdba_acw::outcome::demoralised_retreat;
use bbdba_acw::terrain::Feature;
use bbdba_acw::{ElementId, Troop, proves};
use table::{V2, v2};
use umpire::Log;

fn near(a: V2, b: V2) -> bool {
    a.dist(b) < 0.01
}

fn broken(d: Drill) -> Field {
    let mut f = d.field();
    f.army_mut(Side::A).commands[0].demoralised = true;
    f
}

fn go(f: &mut Field) {
    demoralised_retreat(f, Side::A, &mut Log::On(vec![]));
}

#[test]
fn full_moves_to_the_own_edge() {
    let _p = proves!("dba.34");
    for (troop, far) in [
        (Troop::Rifles, 200.0),
        (Troop::Cavalry, 400.0),
        (Troop::Jaeger, 300.0),
        (Troop::Artillery, 300.0),
        (Troop::Dismounted, 300.0),
    ] {
        let mut d = Drill::new();
        let a = d.a(troop, 1200.0, 1200.0, 70.0);
        let commander = d.a(Troop::Commander, 600.0, 1200.0, 0.0);
        d.next_command(Side::A);
        let steady = d.a(troop, 1800.0, 1200.0, 0.0);
        let mut f = broken(d);
        let (centre, officer) = (f[a].base.centre(), f[commander].base);
        go(&mut f);
        assert!(near(f[a].base.centre(), centre + v2(0.0, -far)), "{troop}");
        assert_eq!(f[a].base.dir, v2(0.0, -1.0));
        assert!(near(f[steady].base.front, v2(1800.0, 1200.0)));
        assert_eq!(f[commander].base, officer);
    }
}

#[test]
fn fighters_and_their_supporters_stay() {
    let _p = proves!("dba.34");
    let mut d = Drill::new();
    let fighter = d.a(Troop::Rifles, 1200.0, 1000.0, 0.0);
    let behind = d.a(Troop::Rifles, 1200.0, 920.0, 0.0);
    let overlap = d.a(Troop::Rifles, 1040.0, 1000.0, 0.0);
    let idle = d.a(Troop::Rifles, 880.0, 1000.0, 0.0);
    d.b(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let mut f = broken(d);
    let stood = [fighter, behind, overlap].map(|i| f[i].base);
    go(&mut f);
    assert_eq!([fighter, behind, overlap].map(|i| f[i].base), stood);
    assert!(near(f[idle].base.centre(), v2(880.0, 760.0)));
}

#[test]
fn reaching_the_edge_it_is_lost() {
    let _p = proves!("dba.34");
    for (y, fate) in [(200.0, Fate::Left), (200.1, Fate::OnTable), (150.0, Fate::Left)] {
        let mut d = Drill::new();
        let a = d.a(Troop::Rifles, 1200.0, y, 180.0);
        let mut f = broken(d);
        go(&mut f);
        assert_eq!(f[a].fate, fate, "{y}");
    }
    let mut d = Drill::new();
    d.a(Troop::Rifles, 1200.0, 200.0, 180.0);
    d.a(Troop::Rifles, 600.0, 120.0, 180.0);
    let mut f = broken(d);
    go(&mut f);
    assert_eq!(f.losses(Side::A), 2);
}

#[test]
fn the_nearest_to_the_edge_go_first_and_friends_are_passed() {
    let _p = proves!("dba.34");
    let mut d = Drill::new();
    let far = d.a(Troop::Rifles, 1200.0, 1100.0, 0.0);
    let close = d.a(Troop::Rifles, 1200.0, 900.0, 0.0);
    d.next_command(Side::A);
    let wall = d.a(Troop::Rifles, 1260.0, 700.0, 0.0); // 620..700, a friend of a steady command
    let mut f = broken(d);
    let mut log = Log::On(Vec::new());
    demoralised_retreat(&mut f, Side::A, &mut log);
    let Log::On(events) = log else { unreachable!() };
    let order: Vec<ElementId> = events
        .iter()
        .filter_map(|e| match e.kind {
            EventKind::Goes { element, .. } => Some(element),
            _ => None,
        })
        .collect();
    assert_eq!(order, [close, far]);
    // It would end on 620..700 and goes on to the first free place beyond.
    assert!(near(f[close].base.rear(), v2(1200.0, 620.0)));
    assert!(near(f[far].base.rear(), v2(1200.0, 900.0)));
    assert!(near(f[wall].base.front, v2(1260.0, 700.0)));
}

#[test]
fn round_the_camp_and_the_enemy() {
    let _p = proves!("dba.34");
    let mut d = Drill::new();
    d.camp(Side::A, 1200.0, 480.0, 160.0);
    let a = d.a(Troop::Rifles, 1250.0, 260.0, 180.0);
    let mut f = broken(d);
    let mut turns = 0;
    while f[a].on_table() {
        let x = f[a].base.front.x;
        go(&mut f);
        turns += 1;
        assert!(turns < 6, "it finds the way round");
        assert!(!f.in_camp(&f[a].rect()));
        assert!(f[a].base.front.x >= x, "the nearer end is in the east");
    }
    assert_eq!(f[a].fate, Fate::Left);

    let mut d = Drill::new();
    let a = d.a(Troop::Rifles, 1200.0, 1000.0, 180.0);
    let b = d.b(Troop::Rifles, 1230.0, 900.0, 0.0);
    let mut f = broken(d);
    let stood = f[b].base;
    go(&mut f);
    assert!(f[a].base.front.x < 1200.0 && f[a].base.front.y < 1000.0);
    assert!((f[a].base.front.dist(v2(1200.0, 1000.0)) - 200.0).abs() < 0.01);
    assert_eq!(f[b].base, stood);
}

#[test]
fn the_going_counts() {
    let _p = proves!("dba.34");
    let cavalry = |wood_y: f64| {
        let mut d = Drill::new();
        d.oval(Feature::Wood, 1200.0, wood_y, 400.0, 200.0, 90.0);
        let a = d.a(Troop::Cavalry, 1200.0, 1200.0, 180.0);
        let mut f = broken(d);
        go(&mut f);
        1200.0 - f[a].base.front.y
    };
    assert!((cavalry(400.0) - 400.0).abs() < 0.01);
    // The wood begins 100 p ahead: the heavy distance. 300 p ahead: up to its edge.
    assert!((cavalry(1000.0) - 200.0).abs() < 0.01);
    assert!((cavalry(800.0) - 300.0).abs() < 0.01);
    for (nature, option, far) in [
        (Some(Nature::Ordinary), "slowed", 100.0),
        (Some(Nature::Torrent), "slowed", 100.0),
        (Some(Nature::Shallow), "slowed", 200.0),
        (None, "slowed", 200.0),
        (Some(Nature::Ordinary), "ignored", 200.0),
    ] {
        let mut d = Drill::new();
        d.read("retreat-river", option);
        d.river(&[(0.0, 1050.0), (2400.0, 1050.0)], 80.0);
        let a = d.a(Troop::Rifles, 1200.0, 1200.0, 180.0);
        let mut f = broken(d);
        f.rivers[0].nature = nature;
        go(&mut f);
        assert!((1200.0 - f[a].base.front.y - far).abs() < 0.01, "{nature:?} {option}");
    }
}
