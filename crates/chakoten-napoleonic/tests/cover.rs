//! Cover and obstacles before an attacker (07.05.6, 16.03.2, 17.02.3.a, 12.03.11).

use chakoten_napoleonic::cover;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::troop::Formation::{AttackColumn, Line};
use chakoten_napoleonic::troop::{Cover, Obstacle};
use chakoten_napoleonic::{Side, proves};
use table::v2;

#[test]
fn cover_in_base_contact_that_the_line_passes() {
    let _p = proves!("07.05.6");
    for (gap, covered) in [(0.0, true), (0.1, true), (0.2, false)] {
        let mut d = Drill::new();
        d.line("wall", Obstacle::I, Cover::II, &[(80.0, 60.0), (120.0, 60.0)]);
        let u = d.infantry(Side::A, 24, Line, 100.0, 60.0 - gap, 0.0);
        let f = d.field();
        let against = |x: f64, y: f64| {
            let (c, by) = cover::from_place(&f, &f[u], v2(x, y));
            (c, by.map(|c| c.id()))
        };
        let want = if covered { (Cover::II, Some("07.05.6")) } else { (Cover::None, None) };
        assert_eq!(against(100.0, 80.0), want, "{gap}");
        // From behind the wall is not passed.
        assert_eq!(against(100.0, 40.0), (Cover::None, None));
    }
}

#[test]
fn woods_and_houses_cover() {
    let p = proves!("16.03.2.a", "16.03.2.b", "17.02.3.a");
    let mut d = Drill::new();
    d.wood("forest", (0.0, 60.0), (100.0, 100.0));
    d.square(PatchKind::Plantation, "park", (150.0, 60.0), (200.0, 100.0));
    d.last_patch().unwrap().edge = Some(Cover::II);
    d.building("church", true, (220.0, 20.0), (230.0, 30.0));
    let wood = d.infantry(Side::A, 24, Line, 50.0, 62.0, 180.0);
    let beside = d.infantry(Side::A, 24, Line, 50.0, 60.0, 0.0);
    let park = d.infantry(Side::A, 24, Line, 175.0, 62.0, 180.0);
    let house = d.infantry(Side::A, 10, Line, 225.0, 10.0, 180.0);
    d.inside(house, "church");
    let f = d.field();
    let against = |u| {
        let (c, by) = cover::from_place(&f, &f[u], v2(100.0, 20.0));
        (c, by.map(|c| c.id()))
    };
    assert_eq!(p.shows("16.03.2.a", against(wood)).0, Cover::I);
    assert_eq!(against(beside).0, Cover::None);
    assert_eq!(p.shows("16.03.2.b", against(park)), (Cover::II, Some("16.03.2.b")));
    assert_eq!(p.shows("17.02.3.a", against(house)), (Cover::II, Some("17.02.3.a")));
}

#[test]
fn obstacles_inside_contact_distance() {
    let _p = proves!("12.03.11");
    for (y, want) in
        [(50.0, Obstacle::II), (55.0, Obstacle::II), (55.1, Obstacle::None), (49.9, Obstacle::None)]
    {
        let mut d = Drill::new();
        d.line("wall", Obstacle::II, Cover::II, &[(60.0, y), (140.0, y)]);
        let a = d.infantry(Side::A, 24, AttackColumn, 100.0, 50.0, 0.0);
        let b = d.infantry(Side::B, 24, Line, 100.0, 55.0, 180.0);
        d.unit(b).base.front = v2(100.0, if y > 55.0 { y } else { 55.0 });
        let f = d.field();
        let (o, by) = cover::obstacle_before(&f, &f[a], &f[b]);
        assert_eq!((o, by.map(|c| c.id())), (want, (want != Obstacle::None).then_some("12.03.11")), "{y}");
    }
    // A house is its own obstacle, and a wood's edge is one.
    let mut d = Drill::new();
    d.building("farm", false, (95.0, 55.0), (105.0, 65.0)).wood("grove", (20.0, 54.0), (60.0, 90.0));
    let a = d.infantry(Side::A, 24, AttackColumn, 100.0, 50.0, 0.0);
    let b = d.infantry(Side::B, 10, Line, 100.0, 80.0, 180.0);
    let c = d.infantry(Side::A, 24, AttackColumn, 40.0, 50.0, 0.0);
    let e = d.infantry(Side::B, 24, Line, 40.0, 54.0, 180.0);
    d.inside(b, "farm");
    let f = d.field();
    assert_eq!(cover::obstacle_before(&f, &f[a], &f[b]).0, Obstacle::II);
    assert_eq!(cover::obstacle_before(&f, &f[c], &f[e]).0, Obstacle::I);
}

#[test]
fn ditches_and_narrow_steps_are_obstacles_in_melee() {
    let _p = proves!("12.03.11");
    let before = |lay: &dyn Fn(&mut Drill)| {
        let mut d = Drill::new();
        lay(&mut d);
        let a = d.infantry(Side::A, 24, AttackColumn, 100.0, 50.0, 0.0);
        let b = d.infantry(Side::B, 24, Line, 100.0, 55.0, 180.0);
        let f = d.field();
        let (o, by) = cover::obstacle_before(&f, &f[a], &f[b]);
        assert_eq!(by.map(|c| c.id()), (o != Obstacle::None).then_some("12.03.11"));
        o
    };
    let stream = |wide: f64| before(&|d| _ = d.water("brook", (60.0, 52.0), (140.0, 52.0 + wide)));
    assert_eq!((stream(0.4), stream(0.5)), (Obstacle::I, Obstacle::None));
    // Two steps of a hill, so far apart.
    let steps = |wide: f64| {
        before(&|d| {
            d.hill("slope", 1, (60.0, 51.0), (140.0, 90.0)).hill(
                "top",
                2,
                (60.0, 51.0 + wide),
                (140.0, 90.0),
            );
        })
    };
    assert_eq!((steps(2.0), steps(1.9), steps(0.9)), (Obstacle::None, Obstacle::I, Obstacle::II));
}
