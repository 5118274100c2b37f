//! How fast units go over the ground (chapter 07, 16.02, play.ground, tables III, VI and VII).

use chakoten_napoleonic::drill::{Drill, turned};
use chakoten_napoleonic::going::{self, Bar, Course, Gate, How};
use chakoten_napoleonic::ground::{CrossingKind, PatchKind};
use chakoten_napoleonic::order::Way;
use chakoten_napoleonic::place::{self, NoRoom};
use chakoten_napoleonic::troop::Formation::{
    AttackColumn, Clump, Line, MarchColumn, Mass, SingleFile, Skirmish, Square,
};
use chakoten_napoleonic::troop::{
    Cover, Formation, Gait, Going, GunWeight, Harness, Obstacle, State, Weight,
};
use chakoten_napoleonic::{Field, Side, UnitId, proves};
use table::v2;

fn ahead(f: &Field, u: UnitId, cm: f64) -> Course {
    let c = going::ahead(f, &f[u], cm, &How::ahead(Gait::March));
    let mut at = 0.0;
    for s in &c.stretches {
        assert!((s.from - at).abs() < 1e-9 && s.to > s.from, "no gap, no overlap: {c:?}");
        at = s.to;
    }
    assert!((at - cm).abs() < 1e-9);
    c
}

/// The way as (to, rate, clause).
fn told(c: &Course) -> Vec<(f64, Option<f64>, &'static str)> {
    c.stretches.iter().map(|s| ((s.to * 100.0).round() / 100.0, s.rate, s.why.clause.id())).collect()
}

fn rates(c: &Course) -> Vec<(f64, Option<f64>)> {
    told(c).into_iter().map(|(to, rate, _)| (to, rate)).collect()
}

fn gates(c: &Course) -> Vec<(f64, Obstacle, f64, Option<&'static str>)> {
    let round = |at: f64| (at * 100.0).round() / 100.0;
    c.gates.iter().map(|g: &Gate| (round(g.at), g.obstacle, g.turns, g.grade.map(|c| c.id()))).collect()
}

fn length(f: &Field, u: UnitId, on: Going, how: &How) -> Result<f64, &'static str> {
    going::length_on(f, &f[u], on, how).map(|g| g.amount).map_err(|c| c.id())
}

const ALL: [Going; 6] =
    [Going::Road, Going::Path, Going::Ordinary, Going::Difficult, Going::Plantation, Going::Watercourse];

fn lengths(f: &Field, u: UnitId, gait: Gait) -> [Option<f64>; 6] {
    ALL.map(|g| length(f, u, g, &How::ahead(gait)).ok())
}

fn s(x: f64) -> Option<f64> {
    Some(x)
}

#[test]
fn infantry_goes_by_its_rows() {
    let _p = proves!("07.01.1");
    for (formation, want) in [
        (MarchColumn, [s(35.0), None, s(25.0), s(12.0), s(12.0), s(10.0)]),
        (SingleFile, [s(35.0), s(12.0), s(25.0), s(12.0), s(12.0), s(10.0)]),
        (AttackColumn, [None, None, s(20.0), s(10.0), None, None]),
        (Line, [None, None, s(10.0), s(5.0), None, None]),
        (Skirmish, [None, None, s(25.0), s(15.0), s(15.0), None]),
        (Square, [None, None, s(5.0), s(2.0), None, None]),
        (Mass, [None, None, s(5.0), s(2.0), None, None]),
        (Clump, [None, None, s(5.0), s(2.0), None, None]),
    ] {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 24, formation, 100.0, 50.0, 0.0);
        let f = d.field();
        assert_eq!(lengths(&f, u, Gait::March), want, "{formation:?}");
        assert_eq!(lengths(&f, u, Gait::Flight), [s(35.0), s(15.0), s(30.0), s(15.0), s(15.0), s(12.0)]);
        let (_, by) = going::row(&f, &f[u], Gait::March).unwrap();
        assert_eq!(by.id(), "07.01.1");
        assert_eq!(going::row(&f, &f[u], Gait::Charge).unwrap_err().id(), "07.02.1");
    }
}

#[test]
fn cavalry_goes_by_its_rows() {
    let p = proves!("15.02.1", "16.02.2.a");
    for (weight, formation, march, charge) in [
        (
            Weight::Medium,
            MarchColumn,
            [s(60.0), None, s(45.0), s(25.0), s(12.0), s(12.0)],
            [s(70.0), s(55.0), s(35.0)],
        ),
        (
            Weight::Medium,
            SingleFile,
            [s(60.0), s(12.0), s(45.0), s(25.0), s(12.0), s(12.0)],
            [s(70.0), s(55.0), s(35.0)],
        ),
        // The swarm has no length in plantations; it goes as the march column.
        (Weight::Light, Skirmish, [None, None, s(40.0), s(25.0), s(12.0), s(8.0)], [None, s(70.0), s(50.0)]),
        (Weight::Light, Line, [None, None, s(30.0), s(20.0), None, None], [s(75.0), s(60.0), s(40.0)]),
        (Weight::Medium, Line, [None, None, s(30.0), s(15.0), None, None], [s(70.0), s(55.0), s(35.0)]),
        (
            Weight::Heavy,
            AttackColumn,
            [None, None, s(30.0), s(15.0), None, None],
            [s(70.0), s(50.0), s(30.0)],
        ),
    ] {
        let mut d = Drill::new();
        let u = d.cavalry(Side::A, 16, formation, 100.0, 60.0, 0.0);
        d.weight(u, weight);
        let f = d.field();
        assert_eq!(lengths(&f, u, Gait::March), march, "{weight:?} {formation:?}");
        let [road, _, plain, hard, ..] = lengths(&f, u, Gait::Charge);
        assert_eq!([road, plain, hard], charge, "{weight:?} {formation:?}");
        assert_eq!(lengths(&f, u, Gait::Flight), [s(60.0), s(15.0), s(45.0), s(25.0), s(15.0), s(15.0)]);
        if march[4].is_none() {
            let park = length(&f, u, Going::Plantation, &How::ahead(Gait::March));
            assert_eq!(p.shows("16.02.2.a", park), Err("16.02.2.a"));
        }
    }
    let mut d = Drill::new();
    let u = d.cavalry(Side::B, 16, MarchColumn, 100.0, 60.0, 0.0);
    d.weight(u, Weight::Cossack);
    let f = d.clone().field();
    assert_eq!(lengths(&f, u, Gait::March), [s(60.0), None, s(40.0), s(25.0), s(15.0), s(12.0)]);
    let charge = length(&f, u, Going::Ordinary, &How::ahead(Gait::Charge));
    assert_eq!(p.shows("15.02.1", charge), Err("15.02.1"));
    // In plantations and water in column only.
    d.unit(u).formation = Skirmish;
    let f = d.field();
    assert_eq!(lengths(&f, u, Gait::March)[4..], [None, None]);
}

#[test]
fn artillery_and_train_go_by_their_rows() {
    let p = proves!("07.02.1", "16.02.1.c", "16.02.2.a");
    use GunWeight::{Heavy, Light, Medium};
    use Harness::{Driven, Foot, Horse};
    for (harness, weight, limbered, unlimbered) in [
        (Foot, Light, [s(35.0), None, s(20.0), s(10.0)], [s(10.0), s(4.0)]),
        (Driven, Light, [s(50.0), None, s(25.0), s(10.0)], [s(10.0), s(4.0)]),
        (Horse, Light, [s(60.0), None, s(30.0), s(15.0)], [s(10.0), s(4.0)]),
        (Foot, Medium, [s(35.0), None, s(15.0), s(8.0)], [s(6.0), s(2.0)]),
        (Foot, Heavy, [s(30.0), None, s(12.0), s(4.0)], [s(2.0), s(1.0)]),
    ] {
        let mut d = Drill::new();
        let g = d.guns(Side::A, 8, harness, weight, [100.0, 60.0, 0.0]);
        let f = d.clone().field();
        assert_eq!(lengths(&f, g, Gait::March)[2..4], unlimbered);
        d.limber(g, true);
        let f = d.clone().field();
        assert_eq!(lengths(&f, g, Gait::March)[..4], limbered);
        let park = length(&f, g, Going::Plantation, &How::ahead(Gait::March));
        assert_eq!(p.shows("16.02.2.a", park), Err("16.02.2.a"));
        let path = length(&f, g, Going::Path, &How::ahead(Gait::March));
        assert_eq!(p.shows("16.02.1.c", path), Err("16.02.1.c"));
        assert_eq!(lengths(&f, g, Gait::Flight), [s(35.0), None, s(30.0), s(15.0), s(15.0), s(10.0)]);
        let charge = length(&f, g, Going::Ordinary, &How::ahead(Gait::Charge));
        if harness == Horse {
            assert_eq!(lengths(&f, g, Gait::Charge)[..4], [s(70.0), None, s(50.0), s(20.0)]);
        } else {
            assert_eq!(p.shows("07.02.1", charge), Err("07.02.1"));
        }
        let mut allowed = d.clone();
        allowed.special().guns_in_plantations = true;
        let rate = length(&allowed.field(), g, Going::Plantation, &How::ahead(Gait::March));
        d.read("guns-in-plantations", "table").read("driven-charge", "horse-row");
        let f = d.field();
        assert_eq!(length(&f, g, Going::Plantation, &How::ahead(Gait::March)), rate);
        assert!(rate.is_ok());
        let charge = length(&f, g, Going::Ordinary, &How::ahead(Gait::Charge));
        assert_eq!(charge.is_ok(), harness != Foot);
    }
    let mut d = Drill::new();
    let w = d.wagon(Side::A, 100.0, 60.0, 0.0);
    let f = d.field();
    assert_eq!(lengths(&f, w, Gait::March), [s(25.0), None, s(10.0), s(4.0), None, s(4.0)]);
}

#[test]
fn gunners_and_working_parties() {
    let p = proves!("07.01.4", "07.01.5", "07.01.7");
    let mut d = Drill::new();
    let foot = d.battery(Side::A, 8, 60.0, 60.0, 0.0);
    let horse = d.guns(Side::A, 6, Harness::Horse, GunWeight::Light, [90.0, 60.0, 0.0]);
    let diggers = d.infantry(Side::A, 24, Line, 120.0, 60.0, 0.0);
    d.unit(diggers).working = true;
    let few = d.battery(Side::A, 8, 150.0, 60.0, 0.0);
    d.unit(few).figures = 3;
    let plain = |d: &Drill, u| {
        let f = d.clone().field();
        going::length_on(&f, &f[u], Going::Ordinary, &How::ahead(Gait::March))
            .map(|g| (g.amount, g.clause.id()))
            .map_err(|c| c.id())
    };
    // One gunner for each two guns.
    let short = plain(&d, few);
    assert_eq!(p.shows("07.01.4", short), Err("07.01.4"));
    d.unit(few).figures = 4;
    assert_eq!(plain(&d, few), Ok((10.0, "07.01.4")));
    let dig = plain(&d, diggers);
    assert_eq!(p.shows("07.01.7", dig), Ok((25.0, "07.01.7")));
    chakoten_napoleonic::stance::leave_guns(d.unit(foot), false);
    chakoten_napoleonic::stance::leave_guns(d.unit(horse), false);
    let crew = plain(&d, foot);
    assert_eq!(p.shows("07.01.5", crew), Ok((25.0, "07.01.5")));
    assert_eq!(plain(&d, horse), Ok((30.0, "07.01.5")));
    d.read("gunners-row", "line");
    assert_eq!(plain(&d, foot), Ok((10.0, "07.01.5")));
}

#[test]
fn a_square_that_faces_one_way_goes_as_a_line() {
    let _p = proves!("06.02.5");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 24, Square, 60.0, 60.0, 0.0);
    d.unit(u).faced = true;
    let f = d.field();
    let g = going::length_on(&f, &f[u], Going::Ordinary, &How::ahead(Gait::March)).unwrap();
    assert_eq!((g.amount, g.clause.id()), (10.0, "06.02.5"));
}

#[test]
fn columns_of_several_units_go_as_lines() {
    let _p = proves!("05.01.6.b");
    let column = |cavalry: bool, n: usize| {
        let mut d = Drill::new();
        let all: Vec<_> = (0..n)
            .map(|_| {
                if cavalry {
                    d.cavalry(Side::A, 16, Line, 100.0, 100.0, 0.0)
                } else {
                    d.infantry(Side::A, 24, Line, 100.0, 100.0, 0.0)
                }
            })
            .collect();
        d.joined(all[0], &all[1..]);
        let f = d.field();
        let tell = |gait| {
            going::length_on(&f, &f[all[0]], Going::Ordinary, &How::ahead(gait))
                .map(|g| (g.amount, g.clause.id()))
                .map_err(|c| c.id())
        };
        (tell(Gait::March), tell(Gait::Charge))
    };
    assert_eq!(column(false, 2).0, Ok((10.0, "05.01.6.b")));
    assert_eq!(column(false, 4).0, Ok((10.0, "05.01.6.b")), "eight ranks");
    assert_eq!(column(false, 5).0, Ok((5.0, "05.01.6.b")), "ten");
    assert!(column(true, 2).1.is_ok(), "four ranks");
    assert_eq!(column(true, 3).1, Err("05.01.6.b"));
}

#[test]
fn backwards_and_sideways() {
    let p = proves!("07.01.2", "07.01.6");
    let mut d = Drill::new();
    let foot = d.infantry(Side::A, 24, Line, 50.0, 60.0, 0.0);
    let line = d.infantry(Side::A, 5, Skirmish, 90.0, 60.0, 0.0);
    let horse = d.cavalry(Side::A, 16, Line, 130.0, 60.0, 0.0);
    let guns = d.battery(Side::A, 8, 160.0, 60.0, 0.0);
    let limbered = d.battery(Side::A, 8, 190.0, 60.0, 0.0);
    d.limber(limbered, true);
    let f = d.clone().field();
    let how = |way, forced| How { forced, ..How::march(way) };
    let go = |f: &Field, u, way, forced| length(f, u, Going::Ordinary, &how(way, forced));
    for way in [Way::Back, Way::Left, Way::Right] {
        let half = go(&f, foot, way, false);
        assert_eq!(p.shows("07.01.2", half), Ok(5.0));
        assert_eq!(go(&f, line, way, false), Ok(25.0), "dispersed troops go any way");
        assert_eq!(go(&f, horse, way, false), Err("07.01.2"));
        assert_eq!(go(&f, limbered, way, false), Err("07.01.2"));
    }
    assert_eq!(go(&f, guns, Way::Back, false), Ok(10.0));
    assert_eq!(go(&f, guns, Way::Left, false), Err("07.01.2"));
    assert_eq!((go(&f, horse, Way::Back, true), go(&f, limbered, Way::Back, true)), (Ok(15.0), Ok(10.0)));
    assert_eq!(go(&f, horse, Way::Left, true), Err("07.01.2"));
    // Eight horses: half of them gone is not more than half.
    d.unit(limbered).battery.as_mut().unwrap().horses = 4;
    assert_eq!(go(&d.clone().field(), limbered, Way::Ahead, false), Ok(20.0));
    for (left, rate) in [(3, Ok(10.0)), (0, Err("07.01.6"))] {
        d.unit(limbered).battery.as_mut().unwrap().horses = left;
        let now = go(&d.clone().field(), limbered, Way::Ahead, false);
        assert_eq!(p.shows("07.01.6", now), rate);
    }
    // Two reasons halve it twice.
    d.unit(limbered).battery.as_mut().unwrap().horses = 3;
    assert_eq!(go(&d.clone().field(), limbered, Way::Back, true), Ok(5.0));
    let twice = How { halves: 1, ..how(Way::Back, false) };
    assert_eq!(length(&f, foot, Going::Ordinary, &twice), Ok(2.5));
}

#[test]
fn ground_under_the_front_rank_sets_the_pace() {
    let p = proves!("07.03.1", "07.03.2", "play.ground");
    let mut d = Drill::new();
    d.square(PatchKind::Difficult, "field", (0.0, 70.0), (100.0, 80.0));
    let u = d.infantry(Side::A, 24, Line, 50.0, 60.0, 0.0);
    let f = d.clone().field();
    let way = told(&ahead(&f, u, 40.0));
    assert_eq!(
        p.shows("07.03.2", &way)[..],
        [(10.0, Some(10.0), "07.01.1"), (20.0, Some(5.0), "07.03.2"), (40.0, Some(10.0), "07.01.1")]
    );
    let g = going::length_on(&f, &f[u], Going::Difficult, &How::ahead(Gait::March)).unwrap();
    assert_eq!(p.shows("07.03.1", (g.amount, g.clause.id())), (5.0, "07.03.1"));
    // A whole turn: 10 cm in the open. A second: 5 in the field.
    let c = ahead(&f, u, 40.0);
    assert_eq!((c.reach(0.5), c.reach(1.0), c.reach(2.0), c.reach(4.0)), (5.0, 10.0, 15.0, 30.0));
    assert_eq!((c.time(15.0), c.time(40.0)), (Some(2.0), Some(5.0)));
    // One file over it is enough; touching its side is not.
    for (x, slow) in [(108.9, true), (109.0, false), (109.1, false)] {
        let mut d = d.clone();
        let v = d.infantry(Side::A, 24, Line, x, 60.0, 0.0);
        let f = d.field();
        assert_eq!(rates(&ahead(&f, v, 40.0)).len() > 1, slow, "{x}");
    }
    // Read so, its rear rank counts too.
    d.read("slowest-ground", "any-part");
    let way = rates(&ahead(&d.field(), u, 40.0));
    assert_eq!(way, [(10.0, Some(10.0)), (23.0, Some(5.0)), (40.0, Some(10.0))]);
    // On two kinds at once, the slower.
    let mut d = Drill::new();
    d.square(PatchKind::Scrub, "scrub", (0.0, 70.0), (50.0, 80.0));
    d.square(PatchKind::Plantation, "park", (50.0, 70.0), (100.0, 80.0));
    let u = d.infantry(Side::A, 24, MarchColumn, 50.0, 60.0, 0.0);
    let loose = d.infantry(Side::A, 5, Skirmish, 50.0, 60.0, 0.0);
    let both = told(&ahead(&d.clone().field(), u, 15.0));
    assert_eq!(p.shows("play.ground", &both)[1], (15.0, Some(12.0), "play.ground"));
    assert_eq!(rates(&ahead(&d.field(), loose, 15.0))[1], (15.0, Some(15.0)));
    let mut d = Drill::new();
    d.square(PatchKind::Impassable, "ruin", (0.0, 70.0), (100.0, 80.0));
    let u = d.infantry(Side::A, 24, Line, 50.0, 60.0, 0.0);
    let f = d.field();
    assert_eq!(ahead(&f, u, 40.0).stopped().map(|s| (s.0, s.1.bar)), Some((10.0, Some(Bar::Ground))));
}

#[test]
fn roads_carry_columns() {
    let mut d = Drill::new();
    d.road("chaussee", &[(50.0, 0.0), (50.0, 100.0)], 4.0);
    d.square(PatchKind::Difficult, "field", (0.0, 70.0), (100.0, 80.0));
    let column = d.infantry(Side::A, 24, MarchColumn, 50.0, 40.0, 0.0);
    let line = d.infantry(Side::A, 24, Line, 50.0, 40.0, 0.0);
    let f = d.clone().field();
    assert_eq!(rates(&ahead(&f, column, 60.0)), [(60.0, Some(35.0))]);
    assert_eq!(rates(&ahead(&f, line, 60.0))[0], (30.0, Some(10.0)));
    // Beside the road it is no road: half the front off it.
    let mut off = d.clone();
    let v = off.infantry(Side::A, 24, MarchColumn, 52.0, 40.0, 0.0);
    assert_eq!(rates(&ahead(&off.clone().field(), v, 20.0)), [(20.0, Some(25.0))]);
    off.read("road-front", "middle");
    assert_eq!(rates(&ahead(&off.field(), v, 20.0)), [(20.0, Some(35.0))]);
    // A road narrower than the column carries it in its middle.
    let mut d = Drill::new();
    d.road("lane", &[(50.0, 0.0), (50.0, 100.0)], 2.0);
    d.path("track", &[(80.0, 0.0), (80.0, 100.0)], 2.0);
    let column = d.cavalry(Side::A, 16, MarchColumn, 50.0, 40.0, 0.0);
    let file = d.infantry(Side::A, 10, SingleFile, 80.0, 40.0, 0.0);
    let two = d.infantry(Side::A, 10, MarchColumn, 80.0, 40.0, 0.0);
    let f = d.field();
    assert_eq!(rates(&ahead(&f, column, 20.0)), [(20.0, Some(60.0))]);
    assert_eq!(rates(&ahead(&f, file, 20.0)), [(20.0, Some(12.0))]);
    assert_eq!(rates(&ahead(&f, two, 20.0)), [(20.0, Some(25.0))], "a path is for single files alone");
}

#[test]
fn woods_let_in_two_ranks_of_infantry_and_roads() {
    let p = proves!("16.02.1.a", "16.02.1.b", "07.05.4.a");
    let mut d = Drill::new();
    d.wood("forest", (0.0, 70.0), (100.0, 120.0)).road("ride", &[(90.0, 0.0), (90.0, 130.0)], 4.0);
    let line = d.infantry(Side::A, 24, Line, 40.0, 60.0, 0.0);
    let column = d.infantry(Side::A, 24, AttackColumn, 40.0, 60.0, 0.0);
    let horse = d.cavalry(Side::A, 16, Line, 40.0, 60.0, 0.0);
    let loose = d.infantry(Side::A, 5, Skirmish, 40.0, 60.0, 0.0);
    let march = d.infantry(Side::A, 24, MarchColumn, 90.0, 60.0, 0.0);
    let f = d.field();
    // Its own depth into the edge, and no farther.
    let way = told(&ahead(&f, line, 40.0));
    assert_eq!(p.shows("16.02.1.b", &way)[1], (13.0, Some(5.0), "16.02.1.b"));
    assert_eq!(p.shows("16.02.1.a", &way)[2], (40.0, None, "16.02.1.a"));
    let edge = gates(&ahead(&f, line, 40.0));
    assert_eq!(p.shows("07.05.4.a", edge), [(10.0, Obstacle::I, 0.0, Some("07.05.4.a"))]);
    // A line that is dispersed has no grade of it.
    assert_eq!(gates(&ahead(&f, loose, 40.0))[0].3, None);
    for u in [column, horse] {
        assert_eq!(told(&ahead(&f, u, 40.0))[1], (40.0, None, "16.02.1.a"));
        assert!(gates(&ahead(&f, u, 40.0)).is_empty());
    }
    assert_eq!(rates(&ahead(&f, march, 60.0)), [(60.0, Some(35.0))]);
    assert!(gates(&ahead(&f, march, 60.0)).is_empty());
}

#[test]
fn who_stands_in_the_edge_comes_out_again() {
    let mut d = Drill::new();
    d.wood("forest", (0.0, 70.0), (100.0, 120.0));
    let line = d.infantry(Side::A, 24, Line, 40.0, 73.0, 0.0);
    let out = d.infantry(Side::A, 24, Line, 40.0, 70.0, 180.0);
    let partly = d.infantry(Side::A, 24, Line, 40.0, 71.0, 0.0);
    let f = d.field();
    assert_eq!(told(&ahead(&f, line, 20.0)), [(20.0, None, "16.02.1.a")]);
    assert_eq!(rates(&ahead(&f, partly, 20.0)), [(2.0, Some(5.0)), (20.0, None)]);
    assert_eq!(rates(&ahead(&f, out, 20.0)), [(20.0, Some(10.0))]);
    let back = going::ahead(&f, &f[line], 20.0, &How::march(Way::Back));
    assert_eq!(rates(&back), [(20.0, Some(5.0))]);
}

#[test]
fn plantations_let_in_columns_and_skirmishers() {
    let p = proves!("07.01.8", "16.02.2.a");
    let mut d = Drill::new();
    d.square(PatchKind::Plantation, "park", (0.0, 70.0), (200.0, 120.0));
    let loose = d.infantry(Side::A, 5, Skirmish, 40.0, 60.0, 0.0);
    let march = d.infantry(Side::A, 24, MarchColumn, 90.0, 60.0, 0.0);
    let swarm = d.cavalry(Side::A, 5, Skirmish, 140.0, 60.0, 0.0);
    let line = d.infantry(Side::A, 24, Line, 40.0, 60.0, 0.0);
    let attack = d.infantry(Side::A, 24, AttackColumn, 40.0, 60.0, 0.0);
    let guns = d.battery(Side::A, 8, 160.0, 60.0, 0.0);
    let f = d.field();
    let way = told(&ahead(&f, loose, 40.0));
    assert_eq!(p.shows("07.01.8", &way)[1], (40.0, Some(15.0), "07.01.8"));
    assert_eq!(rates(&ahead(&f, march, 40.0))[1], (40.0, Some(12.0)));
    assert_eq!(rates(&ahead(&f, swarm, 40.0))[1], (40.0, Some(12.0)));
    let edge = told(&ahead(&f, line, 40.0));
    assert_eq!(p.shows("16.02.2.a", &edge)[1..], [(13.0, Some(5.0), "16.02.1.b"), (40.0, None, "16.02.2.a")]);
    for u in [attack, guns] {
        assert_eq!(told(&ahead(&f, u, 40.0))[1], (40.0, None, "16.02.2.a"));
    }
    // Whoever flees goes through.
    let flight = going::ahead(&f, &f[attack], 40.0, &How::ahead(Gait::Flight));
    assert_eq!(rates(&flight), [(10.0, Some(30.0)), (40.0, Some(15.0))]);
}

fn brook(width: f64) -> Drill {
    let mut d = Drill::new();
    d.water("brook", (0.0, 70.0), (240.0, 70.0 + width));
    d
}

#[test]
fn watercourses_by_width() {
    let p = proves!("07.04.1.a", "07.04.2", "07.04.3", "07.04.5");
    let column = |d: &mut Drill| d.infantry(Side::A, 24, MarchColumn, 50.0, 60.0, 0.0);
    let mut d = brook(4.0);
    let (u, line) = (column(&mut d), d.infantry(Side::A, 24, Line, 100.0, 60.0, 0.0));
    let f = d.field();
    let way = told(&ahead(&f, u, 30.0));
    assert_eq!(p.shows("07.04.2", &way)[1], (14.0, Some(10.0), "07.04.2"));
    let wet = gates(&ahead(&f, u, 30.0));
    assert_eq!(p.shows("07.04.5", wet), [(10.0, Obstacle::None, 0.0, Some("07.04.5"))]);
    let dry = told(&ahead(&f, line, 30.0));
    assert_eq!(p.shows("07.04.3", &dry)[1], (30.0, None, "07.04.3"));
    let mut d = brook(4.1);
    let u = column(&mut d);
    let f = d.clone().field();
    let wide = told(&ahead(&f, u, 30.0));
    assert_eq!(p.shows("07.04.1.a", &wide)[1], (30.0, None, "07.04.1.a"));
    // In flight over any width, and at a ford.
    assert!(going::ahead(&f, &f[u], 30.0, &How::ahead(Gait::Flight)).stopped().is_none());
    d.crossing(CrossingKind::Ford, "ford", (45.0, 69.0), (55.0, 76.0));
    assert_eq!(rates(&ahead(&d.field(), u, 30.0))[1], (14.1, Some(10.0)));
}

#[test]
fn narrow_streams_are_ditches() {
    let _p = proves!("07.04.5");
    for (width, rates_are) in [(0.4, 1), (0.5, 3)] {
        let mut d = brook(width);
        let u = d.infantry(Side::A, 24, MarchColumn, 50.0, 60.0, 0.0);
        let loose = d.infantry(Side::A, 5, Skirmish, 100.0, 60.0, 0.0);
        let f = d.clone().field();
        assert_eq!(rates(&ahead(&f, u, 30.0)).len(), rates_are, "{width}");
        let wet = gates(&ahead(&f, u, 30.0));
        assert_eq!((wet.len(), wet[0].3), (1, Some("07.04.5")), "one grade in all");
        if width < 0.5 {
            assert_eq!(gates(&ahead(&f, loose, 30.0))[0].3, Some("07.04.5"));
            d.read("stream-grade", "ditch");
            let f = d.field();
            assert_eq!(gates(&ahead(&f, loose, 30.0))[0].3, None);
            assert_eq!(gates(&ahead(&f, u, 30.0))[0].3, Some("07.05.4.a"));
        }
    }
}

#[test]
fn guns_do_not_pass_ditches_but_on_roads() {
    let p = proves!("07.04.1.b", "01.03.5", "skema.III.a", "05.02.5");
    let mut d = brook(0.4);
    d.road("chaussee", &[(50.0, 0.0), (50.0, 130.0)], 4.0);
    let on = d.battery(Side::A, 8, 50.0, 60.0, 0.0);
    let off = d.battery(Side::A, 8, 100.0, 60.0, 0.0);
    let foot = d.infantry(Side::A, 24, Line, 150.0, 60.0, 0.0);
    d.limber(on, true).limber(off, true);
    let f = d.clone().field();
    assert!(ahead(&f, on, 30.0).stopped().is_none());
    assert_eq!(ahead(&f, off, 30.0).stopped().map(|s| s.1.clause.id()), Some("07.05.5"));
    let ditch = ahead(&f, foot, 30.0).gates[0];
    assert_eq!(p.shows("07.04.1.b", ditch.clause.id()), "07.04.1.b");
    // Unmanned guns are terrain.
    let mut d = Drill::new();
    let guns = d.battery(Side::A, 4, 100.0, 60.0, 0.0);
    chakoten_napoleonic::stance::leave_guns(d.unit(guns), false);
    d.unit(guns).base.front = v2(220.0, 20.0);
    let foot = d.infantry(Side::A, 24, Line, 100.0, 40.0, 0.0);
    let file = d.infantry(Side::A, 24, MarchColumn, 50.0, 40.0, 0.0);
    let f = d.field();
    let by = ahead(&f, foot, 25.0).gates[0].clause;
    assert_eq!(p.shows("01.03.5", by.id()), "01.03.5");
    let path = length(&f, file, Going::Path, &How::ahead(Gait::March));
    assert_eq!(p.shows("skema.III.a", path), Err("skema.III.a"));
    // A square of two units goes as any square.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Square, 100.0, 60.0, 0.0);
    let b = d.infantry(Side::A, 24, Square, 100.0, 40.0, 0.0);
    d.joined(a, &[b]);
    let f = d.field();
    let g = going::length_on(&f, &f[a], Going::Ordinary, &How::ahead(Gait::March)).unwrap();
    assert_eq!(p.shows("05.02.5", (g.amount, g.clause.id())), (5.0, "05.02.5"));
}

#[test]
fn narrow_steps_stop_who_passes_no_obstacle() {
    let mut d = Drill::new();
    d.hill("mount", 1, (0.0, 60.0), (240.0, 150.0)).hill("mount", 2, (0.0, 60.9), (240.0, 150.0));
    let horse = d.cavalry(Side::A, 16, Line, 100.0, 50.0, 0.0);
    let f = d.field();
    assert_eq!(ahead(&f, horse, 30.0).stopped().map(|s| (s.0, s.1.clause.id())), Some((10.0, "07.05.3")));
}

#[test]
fn room_for_limbers() {
    let _p = proves!("06.03.5");
    for (y, free) in [(29.9, true), (30.1, false)] {
        let mut d = Drill::new();
        let guns = d.battery(Side::A, 8, 100.0, 50.0, 0.0);
        d.infantry(Side::A, 24, Line, 100.0, y, 0.0);
        let f = d.field();
        // 20 cm for gun, limber and a pair more.
        let room = place::limber_room(&f, &f[guns], false).map_err(|c| c.id());
        assert_eq!(room, if free { Ok(()) } else { Err("06.03.5") });
    }
}

#[test]
fn bridges_and_footbridges() {
    let p = proves!("07.04.4.a", "07.04.4.b");
    let mut d = brook(6.0);
    d.crossing(CrossingKind::StoneBridge, "bridge", (47.0, 69.0), (53.0, 77.0));
    d.crossing(CrossingKind::Footbridge, "planks", (98.0, 69.0), (102.0, 77.0));
    let column = d.infantry(Side::A, 24, MarchColumn, 50.0, 60.0, 0.0);
    let line = d.infantry(Side::A, 24, Line, 50.0, 60.0, 0.0);
    let file = d.cavalry(Side::A, 8, SingleFile, 100.0, 60.0, 0.0);
    let two = d.infantry(Side::A, 24, MarchColumn, 100.0, 60.0, 0.0);
    let guns = d.battery(Side::A, 8, 100.0, 60.0, 0.0);
    d.limber(guns, true);
    let f = d.field();
    let over = ahead(&f, column, 40.0);
    assert!(over.stopped().is_none() && over.gates.is_empty());
    assert!(rates(&over).contains(&(17.0, Some(35.0))));
    let stopped = told(&ahead(&f, line, 40.0));
    assert_eq!(p.shows("07.04.4.a", stopped).last(), Some(&(40.0, None, "07.04.4.a")));
    assert!(rates(&ahead(&f, file, 40.0)).contains(&(17.0, Some(12.0))));
    for u in [two, guns] {
        let stopped = told(&ahead(&f, u, 40.0));
        assert_eq!(p.shows("07.04.4.b", stopped).last(), Some(&(40.0, None, "07.04.4.b")));
    }
}

#[test]
fn swamps_are_passed_on_roads_and_paths() {
    let _p = proves!("07.04.6");
    let mut d = Drill::new();
    d.square(PatchKind::Swamp, "bog", (0.0, 70.0), (240.0, 90.0));
    d.road("causeway", &[(50.0, 0.0), (50.0, 130.0)], 4.0).path(
        "track",
        &[(100.0, 0.0), (100.0, 130.0)],
        2.0,
    );
    let column = d.infantry(Side::A, 24, MarchColumn, 50.0, 60.0, 0.0);
    let off = d.infantry(Side::A, 24, MarchColumn, 75.0, 60.0, 0.0);
    let file = d.infantry(Side::A, 10, SingleFile, 100.0, 60.0, 0.0);
    let two = d.infantry(Side::A, 10, MarchColumn, 100.0, 60.0, 0.0);
    let guns = d.battery(Side::A, 8, 100.0, 60.0, 0.0);
    d.limber(guns, true);
    let f = d.field();
    assert!(ahead(&f, column, 50.0).stopped().is_none() && ahead(&f, file, 50.0).stopped().is_none());
    for u in [off, two, guns] {
        assert_eq!(ahead(&f, u, 50.0).stopped().map(|s| (s.0, s.1.clause.id())), Some((10.0, "07.04.6")));
    }
}

#[test]
fn steep_slopes_are_difficult() {
    let _p = proves!("07.03.2");
    let hill =
        |second: f64, third: f64| {
            let mut d = Drill::new();
            d.hill("mount", 1, (0.0, 60.0), (240.0, 150.0))
                .hill("mount", 2, (0.0, second), (240.0, 150.0))
                .hill("mount", 3, (0.0, third), (240.0, 150.0));
            let u = d.infantry(Side::A, 24, Line, 100.0, 50.0, 0.0);
            (d, u)
        };
    // Second and third contour 9.9 cm apart; the first step never is.
    let (mut d, u) = hill(65.0, 74.9);
    let f = d.clone().field();
    let way = told(&ahead(&f, u, 50.0));
    assert_eq!(
        way,
        [(15.0, Some(10.0), "07.01.1"), (24.9, Some(5.0), "07.03.2"), (50.0, Some(10.0), "07.01.1")]
    );
    d.read("steep-hills", "climb");
    assert_eq!(rates(&ahead(&d.field(), u, 50.0))[..2], [(10.0, Some(10.0)), (24.9, Some(5.0))]);
    let (d, u) = hill(65.0, 75.0);
    assert_eq!(rates(&ahead(&d.field(), u, 50.0)), [(50.0, Some(10.0))], "10 cm is not under 10");
}

#[test]
fn narrow_steps_are_obstacles() {
    for (wide, obstacle) in
        [(0.9, Some(Obstacle::II)), (1.0, Some(Obstacle::I)), (1.9, Some(Obstacle::I)), (2.0, None)]
    {
        let mut d = Drill::new();
        d.hill("mount", 1, (0.0, 60.0), (240.0, 150.0)).hill("mount", 2, (0.0, 60.0 + wide), (240.0, 150.0));
        let u = d.infantry(Side::A, 24, Line, 100.0, 50.0, 0.0);
        let f = d.field();
        assert_eq!(
            gates(&ahead(&f, u, 30.0)).first().map(|g| (g.0, g.1)),
            obstacle.map(|o| (10.0, o)),
            "{wide}"
        );
    }
}

#[test]
fn obstacles_take_time_by_ranks() {
    let p = proves!("07.05.1", "07.05.2", "07.05.3", "07.05.5", "07.01.3", "skema.VII.a", "07.02.6");
    let with = |o: Obstacle| {
        let mut d = Drill::new();
        d.line("wall", o, Cover::None, &[(0.0, 70.0), (240.0, 70.0)]);
        d
    };
    for (o, formation, turns) in [
        (Obstacle::I, Line, 0.0),
        (Obstacle::II, Line, 0.5),
        (Obstacle::III, Line, 1.0),
        // Four ranks are two pairs, twelve are six.
        (Obstacle::II, AttackColumn, 1.0),
        (Obstacle::III, AttackColumn, 2.0),
        (Obstacle::II, MarchColumn, 3.0),
        (Obstacle::II, Skirmish, 0.5),
    ] {
        let mut d = with(o);
        let u = d.infantry(Side::A, 24, formation, 100.0, 60.0, 0.0);
        let f = d.field();
        let c = ahead(&f, u, 30.0);
        assert_eq!(
            gates(&c).iter().map(|g| (g.0, g.1, g.2)).collect::<Vec<_>>(),
            [(10.0, o, turns)],
            "{formation:?}"
        );
        let (by, id) = (c.gates[0].clause, if o == Obstacle::I { "skema.VII.a" } else { "07.05.1" });
        assert_eq!(p.shows(id, by.id()), id);
    }
    let mut d = with(Obstacle::II);
    let line = d.infantry(Side::A, 24, Line, 60.0, 60.0, 0.0);
    let horse = d.cavalry(Side::A, 16, Line, 100.0, 60.0, 0.0);
    let guns = d.battery(Side::A, 8, 140.0, 60.0, 0.0);
    let wagon = d.wagon(Side::A, 170.0, 60.0, 0.0);
    let back = d.infantry(Side::A, 24, Line, 200.0, 75.0, 0.0);
    let f = d.field();
    let c = ahead(&f, line, 30.0);
    // A turn to the wall, half a turn over it.
    let near = |x: f64, y: f64| assert!((x - y).abs() < 0.01, "{x} for {y}");
    near(c.time(9.99).unwrap(), 1.0);
    near(c.time(15.0).unwrap(), 2.0);
    near(c.reach(1.2), 10.0);
    near(c.reach(2.0), 15.0);
    let stop = |u: UnitId| ahead(&f, u, 30.0).stopped().map(|s| (s.0.round(), s.1.clause.id()));
    assert_eq!(p.shows("07.05.3", stop(horse)), Some((10.0, "07.05.3")));
    assert_eq!(p.shows("07.05.5", stop(guns)), Some((10.0, "07.05.5")));
    assert_eq!(stop(wagon), Some((10.0, "07.05.5")));
    let reversed =
        going::ahead(&f, &f[back], 30.0, &How::march(Way::Back)).stopped().map(|s| s.1.clause.id());
    assert_eq!(p.shows("07.01.3", reversed), Some("07.01.3"));
    let mut d = with(Obstacle::I);
    let horse = d.cavalry(Side::A, 16, Line, 100.0, 60.0, 0.0);
    let guns = d.battery(Side::A, 8, 140.0, 60.0, 0.0);
    let f = d.field();
    assert!(ahead(&f, guns, 30.0).stopped().is_some());
    let charge = going::ahead(&f, &f[horse], 30.0, &How::ahead(Gait::Charge));
    let ends = charge.gates[0].ends_charge.map(|c| c.id());
    assert_eq!(p.shows("07.02.6", ends), Some("07.02.6"));
    assert_eq!(ahead(&f, horse, 30.0).gates[0].ends_charge, None);
    let mut d = with(Obstacle::Impassable);
    let line = d.infantry(Side::A, 24, Line, 60.0, 60.0, 0.0);
    let f = d.field();
    let high = ahead(&f, line, 30.0).stopped().map(|s| (s.0.round(), s.1.clause.id()));
    assert_eq!(p.shows("07.05.2", high), Some((10.0, "07.05.2")));
}

#[test]
fn who_stands_across_an_object_goes_off_it() {
    let mut d = Drill::new();
    d.line("work", Obstacle::II, Cover::II, &[(0.0, 70.0), (240.0, 70.0)]);
    let astride = d.battery(Side::A, 8, 60.0, 72.0, 0.0);
    let against = d.battery(Side::A, 8, 120.0, 70.0, 0.0);
    let f = d.field();
    assert!(ahead(&f, astride, 5.0).stopped().is_none());
    assert_eq!(ahead(&f, against, 5.0).stopped().map(|s| s.0), Some(0.0));
    let back = going::ahead(&f, &f[against], 5.0, &How::march(Way::Back));
    assert!(back.stopped().is_none());
}

#[test]
fn openings_and_unmanned_guns() {
    let mut d = Drill::new();
    d.line("wall", Obstacle::Impassable, Cover::III, &[(0.0, 70.0), (240.0, 70.0)]);
    d.last_line().unwrap().cleared.push((90.0, 110.0));
    let line = d.infantry(Side::A, 24, Line, 100.0, 60.0, 0.0);
    let guns = d.battery(Side::A, 4, 200.0, 60.0, 0.0);
    chakoten_napoleonic::stance::leave_guns(d.unit(guns), false);
    d.unit(guns).base.front = v2(220.0, 20.0);
    let over = d.infantry(Side::A, 24, Line, 200.0, 40.0, 0.0);
    let f = d.field();
    assert!(ahead(&f, line, 30.0).stopped().is_none());
    assert_eq!(gates(&ahead(&f, over, 25.0)), [(12.5, Obstacle::I, 0.0, Some("07.05.4.a"))]);
}

#[test]
fn the_table_ends() {
    let _p = proves!("play.interrupt");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 24, Line, 100.0, 150.0, 0.0);
    let f = d.field();
    let (at, why) = ahead(&f, u, 30.0).stopped().unwrap();
    assert_eq!((at, why.bar, why.clause.id()), (10.0, Some(Bar::Edge), "play.interrupt"));
}

#[test]
fn the_same_whichever_way_the_table_lies() {
    for turn in [0.0, 33.0, 90.0, 180.0, 271.0] {
        let at = |x: f64, y: f64| {
            let (x, y) = turned(x, y, turn);
            (x + 100.0, y + 100.0)
        };
        let corners = [at(-30.0, 10.0), at(30.0, 10.0), at(30.0, 20.0), at(-30.0, 20.0)];
        let mut d = Drill::sized(200.0, 200.0);
        d.patch(PatchKind::Scrub, "scrub", &corners);
        d.line("fence", Obstacle::I, Cover::None, &[at(-30.0, 25.0), at(30.0, 25.0)]);
        let (x, y) = at(0.0, 0.0);
        let u = d.infantry(Side::A, 24, AttackColumn, x, y, turn);
        let f = d.field();
        let c = ahead(&f, u, 40.0);
        assert_eq!(rates(&c), [(10.0, Some(20.0)), (20.0, Some(10.0)), (40.0, Some(20.0))], "{turn}");
        assert_eq!(gates(&c), [(25.0, Obstacle::I, 0.0, Some("07.05.4.a"))], "{turn}");
    }
}

#[test]
fn staff_figures_ride_over_the_ground() {
    let mut d = Drill::new();
    d.square(PatchKind::Difficult, "field", (0.0, 70.0), (240.0, 100.0));
    d.line("fence", Obstacle::I, Cover::None, &[(0.0, 65.0), (240.0, 65.0)]);
    let s = d.courier(Side::A, 50.0, 61.0);
    let f = d.field();
    let c = going::staff_course(&f, &f[s], v2(50.0, 151.0));
    // 9 and 51 cm at 90, 30 at 60.
    assert!((c.time(90.0).unwrap() - (60.0 / 90.0 + 0.5)).abs() < 1e-6);
}

#[test]
fn room_for_what_is_to_stand_there() {
    let p = proves!("06.01.2.b", "play.footprint", "16.02.1.a");
    let mut d = Drill::new();
    d.wood("forest", (0.0, 100.0), (100.0, 140.0));
    let u = d.infantry(Side::A, 24, AttackColumn, 50.0, 60.0, 0.0);
    let beside = d.infantry(Side::A, 24, Line, 68.0, 60.0, 0.0);
    let f = d.field();
    let to = |formation: Formation, x: f64, y: f64| {
        let mut after = f[u].clone();
        chakoten_napoleonic::stance::form(&mut after, formation, None, 5.0);
        after.base.front = v2(x, y);
        place::room(&f, &after, &f[u].base, &after.base)
    };
    // 18 cm of line beside 18 cm of line: they touch at 50 and overlap at 50.1.
    assert_eq!(to(Line, 50.0, 60.0), Ok(()));
    let close = to(Line, 50.1, 60.0).unwrap_err();
    assert!(matches!(close, NoRoom::Unit(o, _) if o == beside));
    assert_eq!(p.shows("06.01.2.b", close.clause().id()), "06.01.2.b");
    let off = to(Line, 8.9, 60.0).unwrap_err();
    assert!(matches!(off, NoRoom::Edge(_)));
    assert_eq!(p.shows("play.footprint", off.clause().id()), "play.footprint");
    assert_eq!(to(Line, 9.0, 60.0), Ok(()));
    assert_eq!(to(Line, 50.0, 103.0), Ok(()), "two ranks in the edge");
    let deep = to(AttackColumn, 50.0, 103.0).unwrap_err();
    assert_eq!(p.shows("16.02.1.a", deep.clause().id()), "16.02.1.a");
}

#[test]
fn what_can_never_be_passed_between_two_places() {
    let mut d = Drill::new();
    d.line("wall", Obstacle::Impassable, Cover::III, &[(0.0, 70.0), (100.0, 70.0)]);
    let u = d.infantry(Side::A, 24, Line, 50.0, 60.0, 0.0);
    let f = d.field();
    let between = |x: f64| going::closed_between(&f, &f[u], v2(x, 60.0), v2(x, 80.0)).map(|c| c.id());
    assert_eq!((between(50.0), between(101.0)), (Some("07.05.2"), None));
    assert_eq!(f[u].state, State::Order);
}
