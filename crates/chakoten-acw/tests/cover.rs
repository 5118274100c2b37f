//! Cover and obstacles (play.cover, 02.06.7, table XXII, XII.a).

use chakoten_acw::cover::{against_by, obstacle_between};
use chakoten_acw::drill::Drill;
use chakoten_acw::ground::{LineKind, PatchKind};
use chakoten_acw::troop::Formation::{Chain, Line, MarchColumn};
use chakoten_acw::troop::{Cover, Gun, Obstacle};
use chakoten_acw::{Field, Side, Unit, UnitId, proves};
use table::{V2, v2};

const NORTH: V2 = v2(120.0, 100.0);
const SOUTH: V2 = v2(120.0, 5.0);

/// The cover, with the clauses by which it counts if there is any.
fn against(f: &Field, u: &Unit, from: V2, marching: bool) -> Cover {
    let (cover, by) = against_by(f, u, from, marching);
    for clause in ["play.cover", "02.06.6.b"] {
        assert_eq!(by.rests_on(clause), cover > Cover::None, "{clause}");
    }
    cover
}

/// A line of 30 whose front lies at y = 40, looking north, and a wall so far before it.
fn behind(d: &mut Drill, kind: LineKind, cm: f64) -> UnitId {
    d.line(kind, "work", &[(60.0, 40.0 + cm), (180.0, 40.0 + cm)]);
    d.infantry(Side::A, 30, Line, 120.0, 40.0, 0.0)
}

#[test]
fn the_values_of_table_xxii() {
    let _p = proves!("02.06.6.b");
    for (kind, cover) in [
        (LineKind::Barricade, Cover::I),
        (LineKind::LightFortification, Cover::I),
        (LineKind::FullFortification, Cover::III),
        (LineKind::Abatis, Cover::II),
        (LineKind::ChevauxDeFrise, Cover::None),
        (LineKind::Ditch, Cover::None),
        (LineKind::Bank, Cover::I),
        (LineKind::Fence, Cover::None),
        (LineKind::Wall, Cover::I),
    ] {
        let mut d = Drill::new();
        let u = behind(&mut d, kind, 1.0);
        let f = d.field();
        assert_eq!(against(&f, &f[u], NORTH, false), cover, "{kind:?}");
        assert_eq!(against(&f, &f[u], SOUTH, false), Cover::None, "{kind:?}");
    }
}

#[test]
fn one_stands_within_2_cm_behind_it_and_it_lies_across_the_fire() {
    let _p = proves!("play.cover");
    for (cm, cover) in [(0.0, Cover::I), (2.0, Cover::I), (2.1, Cover::None), (-0.5, Cover::I)] {
        let mut d = Drill::new();
        let u = behind(&mut d, LineKind::Bank, cm);
        let f = d.field();
        assert_eq!(against(&f, &f[u], NORTH, false), cover, "{cm}");
    }
    // The distance is to the object, not to its middle line.
    let mut d = Drill::new();
    let u = behind(&mut d, LineKind::Bank, 2.4);
    d.last_line().unwrap().depth = 1.0;
    let f = d.field();
    assert_eq!(against(&f, &f[u], NORTH, false), Cover::I);
    // Marching, a unit has none of it.
    assert_eq!(against(&f, &f[u], NORTH, true), Cover::None);
    // From the side the line of fire does not come across it for most.
    assert_eq!(against(&f, &f[u], v2(20.0, 39.0), false), Cover::None);
    let mut d = Drill::new();
    let u = behind(&mut d, LineKind::Bank, 2.4);
    d.read("cover-reach", "3");
    let f = d.field();
    assert_eq!(against(&f, &f[u], NORTH, false), Cover::I);
}

#[test]
fn more_than_half_of_the_front_figures_must_be_behind_it() {
    let _p = proves!("play.cover");
    // 14 files from 114.4: the middle of the eighth from the left is at 120.4.
    for (from, cover) in [(120.5, Cover::None), (119.5, Cover::I)] {
        let mut d = Drill::new();
        d.line(LineKind::Bank, "bank", &[(from, 41.0), (180.0, 41.0)]);
        let u = d.infantry(Side::A, 28, Line, 120.0, 40.0, 0.0);
        let f = d.field();
        assert_eq!(against(&f, &f[u], v2(120.0, 150.0), false), cover, "{from}");
    }
    // Half of them behind a cleared gap.
    let mut d = Drill::new();
    let u = behind(&mut d, LineKind::Bank, 1.0);
    d.last_line().unwrap().cleared = vec![(50.0, 62.0)];
    let f = d.field();
    assert_eq!(against(&f, &f[u], NORTH, false), Cover::None);
}

#[test]
fn ground_covers_on_all_sides_and_on_the_march() {
    let _p = proves!("play.cover");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Line, 120.0, 40.0, 0.0);
    let horse = d.cavalry(Side::A, 12, MarchColumn, 105.0, 55.0, 0.0);
    let out = d.infantry(Side::A, 30, Line, 120.0, 20.0, 0.0);
    d.square(PatchKind::Wood, "copse", (100.0, 30.0), (140.0, 60.0));
    d.square(PatchKind::Difficult, "scrub", (100.0, 10.0), (140.0, 25.0));
    let f = d.field();
    for u in [u, horse] {
        for from in [NORTH, SOUTH] {
            assert_eq!(against(&f, &f[u], from, false), Cover::I);
            assert_eq!(against(&f, &f[u], from, true), Cover::I);
        }
    }
    assert_eq!(against(&f, &f[out], NORTH, false), Cover::None);
}

#[test]
fn the_best_cover_counts() {
    let _p = proves!("play.cover");
    let mut d = Drill::new();
    let u = behind(&mut d, LineKind::Abatis, 1.0);
    d.line(LineKind::Bank, "bank", &[(60.0, 40.5), (180.0, 40.5)]);
    d.square(PatchKind::Wood, "copse", (100.0, 30.0), (140.0, 60.0));
    let f = d.field();
    assert_eq!(against(&f, &f[u], NORTH, false), Cover::II);
    assert_eq!(against(&f, &f[u], NORTH, true), Cover::I);
    assert_eq!(against(&f, &f[u], SOUTH, false), Cover::I);
}

#[test]
fn a_light_work_does_not_cover_riders_and_guns() {
    let _p = proves!("02.06.7");
    let mut d = Drill::new();
    let foot = behind(&mut d, LineKind::LightFortification, 1.0);
    let horse = d.cavalry(Side::A, 12, Line, 80.0, 40.0, 0.0);
    let dismounted = d.dismounted(Side::A, 12, Line, 100.0, 40.0, 0.0);
    let guns = d.battery(Side::A, Gun::Napoleon, 4, 140.0, 40.0, 0.0);
    let limbered = d.limbered(Side::A, Gun::Napoleon, 4, 160.0, 40.0, 0.0);
    let f = d.field();
    for (u, cover) in [
        (foot, Cover::I),
        (dismounted, Cover::I),
        (horse, Cover::None),
        (guns, Cover::None),
        (limbered, Cover::None),
    ] {
        let from = f[u].base.front + v2(0.0, 50.0);
        assert_eq!(against(&f, &f[u], from, false), cover, "{}", f[u].kind());
        let denied = against_by(&f, &f[u], from, false).1.rests_on("02.06.7");
        assert_eq!(denied, cover == Cover::None, "{}", f[u].kind());
    }
    // Other works do.
    let mut d = Drill::new();
    d.line(LineKind::FullFortification, "redan", &[(60.0, 41.0), (180.0, 41.0)]);
    let guns = d.battery(Side::A, Gun::Napoleon, 4, 140.0, 40.0, 0.0);
    let horse = d.cavalry(Side::A, 12, Line, 80.0, 40.0, 0.0);
    let f = d.field();
    for u in [guns, horse] {
        let from = f[u].base.front + v2(0.0, 50.0);
        assert_eq!(against(&f, &f[u], from, false), Cover::III);
    }
}

#[test]
fn buildings_cover_their_garrison() {
    let _p = proves!("play.cover");
    let mut d = Drill::new();
    d.building("barn", false, (100.0, 40.0), (104.0, 44.0));
    d.building("church", true, (104.0, 40.0), (108.0, 44.0));
    let u = d.infantry(Side::A, 18, Line, 102.0, 42.0, 0.0);
    d.inside(u, &["barn", "church"]);
    let f = d.field();
    assert_eq!(against(&f, &f[u], v2(20.0, 42.0), false), Cover::II);
    assert_eq!(against(&f, &f[u], v2(200.0, 42.0), false), Cover::III);
}

/// Attacker's front at y = 40 looking north, defender's at y = 42 looking south.
fn met(d: &mut Drill) -> (UnitId, UnitId) {
    (d.infantry(Side::A, 30, Line, 120.0, 40.0, 0.0), d.infantry(Side::B, 30, Line, 120.0, 42.0, 180.0))
}

#[test]
fn the_highest_obstacle_between_or_under_the_attacker() {
    for (y, o) in [
        (41.0, Obstacle::II),
        (42.0, Obstacle::II),
        (40.0, Obstacle::II),
        (38.0, Obstacle::II),
        (37.0, Obstacle::None),
        (36.0, Obstacle::None),
        (43.0, Obstacle::None),
        (46.0, Obstacle::None),
    ] {
        let mut d = Drill::new();
        let (a, b) = met(&mut d);
        d.line(LineKind::Wall, "wall", &[(60.0, y), (180.0, y)]);
        let f = d.field();
        assert_eq!(obstacle_between(&f, &f[a], &f[b]), o, "{y}");
    }
    let mut d = Drill::new();
    let (a, b) = met(&mut d);
    d.line(LineKind::Fence, "fence", &[(60.0, 41.5), (180.0, 41.5)]);
    d.line(LineKind::FullFortification, "redan", &[(60.0, 41.0), (180.0, 41.0)]);
    let f = d.field();
    assert_eq!(obstacle_between(&f, &f[a], &f[b]), Obstacle::III);
    assert_eq!(obstacle_between(&f, &f[b], &f[a]), Obstacle::III);
    // It must lie between these two.
    let mut d = Drill::new();
    let (a, b) = met(&mut d);
    d.line(LineKind::Wall, "wall", &[(130.0, 41.0), (180.0, 41.0)]);
    let f = d.field();
    assert_eq!(obstacle_between(&f, &f[a], &f[b]), Obstacle::None);
}

#[test]
fn wood_edges_houses_and_guns_are_obstacles_too() {
    for (from, o) in [
        (41.0, Obstacle::I),
        (42.0, Obstacle::I),
        (30.0, Obstacle::None),
        (38.0, Obstacle::I),
        (43.0, Obstacle::None),
    ] {
        let mut d = Drill::new();
        let (a, b) = met(&mut d);
        d.square(PatchKind::Wood, "copse", (60.0, from), (180.0, 90.0));
        let f = d.field();
        assert_eq!(obstacle_between(&f, &f[a], &f[b]), o, "{from}");
    }
    let mut d = Drill::new();
    d.building("church", true, (116.0, 42.0), (124.0, 48.0));
    let a = d.infantry(Side::A, 30, Line, 120.0, 40.0, 0.0);
    let b = d.infantry(Side::B, 9, Line, 120.0, 44.0, 180.0);
    d.inside(b, &["church"]);
    let f = d.field();
    assert_eq!(obstacle_between(&f, &f[a], &f[b]), Obstacle::III);
    let mut d = Drill::new();
    let (a, b) = met(&mut d);
    let crew = d.battery(Side::B, Gun::Napoleon, 4, 60.0, 90.0, 0.0);
    let mut stood = d.unit(crew).base;
    stood.front = v2(120.0, 41.5);
    stood.depth = 1.0;
    d.unit(crew).battery.as_mut().unwrap().unmanned = Some(stood);
    let f = d.field();
    assert_eq!(obstacle_between(&f, &f[a], &f[b]), Obstacle::I);
}

#[test]
fn a_chain_is_covered_figure_by_figure() {
    let _p = proves!("play.cover");
    let mut d = Drill::new();
    d.line(LineKind::Bank, "bank", &[(60.0, 41.0), (180.0, 41.0)]);
    let u = d.infantry(Side::A, 10, Chain, 120.0, 40.0, 0.0);
    let f = d.field();
    assert_eq!(against(&f, &f[u], NORTH, false), Cover::I);
}
