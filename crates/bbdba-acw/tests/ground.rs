//! Laying terrain by the book (terrain.*, linear.1, waterway.*, river.1, road.1, bigbattle.2, bigbattle.5, dba.39, dba.59).

use bbdba_acw::proves;
use bbdba_acw::scenario::ground::{
    self, AreaSpec, At, LineSpec, Shape, SideEdge, TerrainKind, TerrainSpec, WaterwaySpec,
};
use bbdba_acw::scenario::{Board, default_readings, generate, terrain_offers};
use bbdba_acw::terrain::{Feature, Outline};
use muster::Mistake;
use table::v2;
use umpire::{Readings, Seeded};

fn area(kind: Feature, x: f64, y: f64, length: f64, width: f64) -> AreaSpec {
    AreaSpec {
        kind,
        x,
        y,
        length,
        width,
        bearing: 90.0,
        shape: Shape::Oval,
        name: String::new(),
        at: At(None),
    }
}

fn line(points: &[[f64; 2]], width: f64) -> LineSpec {
    LineSpec { points: points.to_vec(), width, name: String::new(), at: At(None) }
}

/// Fields, a wood and a road: the least of a lawful farmland on the ordinary table.
fn farm() -> TerrainSpec {
    let mut t = TerrainSpec::bare(TerrainKind::Farmland);
    t.areas.push(area(Feature::Fields, 600.0, 1200.0, 400.0, 300.0));
    t.areas.push(area(Feature::Wood, 1800.0, 1200.0, 400.0, 300.0));
    t.roads.push(line(&[[1200.0, 0.0], [1200.0, 2400.0]], 60.0));
    t
}

fn wide() -> TerrainSpec {
    let mut t = farm();
    t.areas.push(area(Feature::GentleHill, 3000.0, 1200.0, 400.0, 300.0));
    t
}

fn read(id: &str, option: &str) -> Readings {
    default_readings().with(&bbdba_acw::book::text().readings, id, option).unwrap()
}

fn check(b: &Board, t: &TerrainSpec) -> Vec<Mistake> {
    ground::check(b, &default_readings(), None, t)
}

/// The clauses broken on the ordinary table.
fn broken(t: &TerrainSpec) -> Vec<&'static str> {
    check(&Board::ordinary(), t).iter().map(|m| m.clause.unwrap_or("-")).collect()
}

fn broken_on(b: &Board, t: &TerrainSpec) -> Vec<&'static str> {
    check(b, t).iter().map(|m| m.clause.unwrap_or("-")).collect()
}

const NONE: [&str; 0] = [];

#[test]
fn the_least_farmland_is_lawful() {
    assert_eq!(broken(&farm()), NONE);
    assert_eq!(broken_on(&Board::several_commands(), &wide()), NONE);
}

#[test]
fn the_homeland_says_the_type() {
    let _p = proves!("terrain.3");
    let b = Board::ordinary();
    let r = default_readings();
    let by = |r: &Readings, home| -> Vec<_> {
        ground::check(&b, r, home, &farm()).iter().map(|m| m.clause).collect()
    };
    assert_eq!(by(&r, Some(TerrainKind::Coast)), [Some("terrain.3")]);
    assert!(by(&r, Some(TerrainKind::Farmland)).is_empty());
    assert!(by(&r, None).is_empty());
    let mut t = farm();
    t.kind = TerrainKind::Mountains;
    let found = ground::check(&b, &read("homeland", "farmland"), None, &t);
    assert_eq!(found[0].clause, Some("terrain.3"));
}

#[test]
fn a_type_has_its_own_features() {
    let _p = proves!("terrain.4");
    let mut t = farm();
    t.areas[1].kind = Feature::Marsh;
    assert_eq!(broken(&t), ["terrain.4", "terrain.12"]);
    // Plain hills are gentle or steep; the reading narrows them.
    let mut t = farm();
    t.areas[1].kind = Feature::SteepHill;
    assert_eq!(broken(&t), NONE);
    let found = ground::check(&Board::ordinary(), &read("plain-hills", "gentle"), None, &t);
    assert_eq!(found[0].clause, Some("terrain.4"));
    // Steppe has gentle hills, not steep ones.
    let mut t = farm();
    t.kind = TerrainKind::Steppe;
    t.roads.clear();
    t.areas[0].kind = Feature::GentleHill;
    t.areas[1].kind = Feature::RoughGround;
    t.areas.push(area(Feature::RoughGround, 1200.0, 2000.0, 300.0, 200.0));
    assert_eq!(broken(&t), NONE);
    t.areas[0].kind = Feature::SteepHill;
    assert!(broken(&t).contains(&"terrain.4"));
}

#[test]
fn areas_have_a_least_and_a_greatest_size() {
    let _p = proves!("terrain.6");
    let sized = |kind, l: f64, w: f64| {
        let mut t = farm();
        if kind == Feature::Fields {
            t.areas[0] = area(Feature::Fields, 720.0, 400.0, l, w);
        } else {
            t.kind = TerrainKind::Woodland;
            t.roads.clear();
            t.areas = vec![
                area(Feature::Wood, 300.0, 2000.0, 300.0, 200.0),
                area(kind, 1000.0, 600.0, l, w),
                area(Feature::GentleHill, 1900.0, 2000.0, 300.0, 200.0),
            ];
        }
        broken(&t)
    };
    assert_eq!(sized(Feature::Fields, 160.0, 160.0), NONE);
    assert_eq!(sized(Feature::Fields, 200.0, 159.9), ["terrain.6"]);
    // Length plus width: exactly 1440 fits, a little more does not.
    assert_eq!(sized(Feature::Fields, 900.0, 540.0), NONE);
    assert_eq!(sized(Feature::Fields, 900.1, 540.0), ["terrain.6"]);
    // Twice as long as wide, except marsh and rough ground.
    assert_eq!(sized(Feature::Fields, 400.0, 200.0), NONE);
    assert_eq!(sized(Feature::Fields, 400.1, 200.0), ["terrain.6"]);
    assert_eq!(sized(Feature::GentleHill, 400.1, 200.0), ["terrain.6"]);
    assert_eq!(sized(Feature::Marsh, 1280.0, 160.0), NONE);
    assert_eq!(sized(Feature::RoughGround, 1280.0, 160.0), NONE);
    assert_eq!(sized(Feature::RoughGround, 1280.1, 160.0), ["terrain.6"]);
    assert_eq!(sized(Feature::Fields, 200.0, 300.0), ["terrain.6"]);
}

#[test]
fn only_a_settlement_is_rectangular() {
    let _p = proves!("terrain.7");
    let mut t = farm();
    t.areas[1].shape = Shape::Rectangle;
    assert_eq!(broken(&t), ["terrain.7"]);
    t.areas[1].kind = Feature::Settlement;
    t.roads[0] = line(&[[1800.0, 0.0], [1800.0, 2400.0]], 60.0);
    assert_eq!(broken(&t), NONE);
    let built = t.build(&Board::ordinary());
    assert!(matches!(built.areas[0].outline, Outline::Oval(_)));
    assert!(matches!(built.areas[1].outline, Outline::Box(_)));
}

#[test]
fn how_many_pieces_on_the_ordinary_table() {
    let _p = proves!("terrain.12");
    let small = |k, x, y| area(k, x, y, 200.0, 160.0);
    // Present: one or two.
    let mut t = farm();
    t.areas.remove(0);
    assert_eq!(broken(&t), ["terrain.12"]);
    let mut t = farm();
    t.areas.push(small(Feature::Fields, 300.0, 300.0));
    assert_eq!(broken(&t), NONE);
    t.areas.push(small(Feature::Fields, 300.0, 2000.0));
    assert_eq!(broken(&t), ["terrain.12"]);
    // Possible: two or three.
    let mut t = farm();
    t.roads.clear();
    assert_eq!(broken(&t), ["terrain.12"]);
    let mut t = farm();
    t.areas.push(small(Feature::Wood, 300.0, 300.0));
    assert_eq!(broken(&t), NONE);
    t.areas.push(small(Feature::GentleHill, 300.0, 2000.0));
    assert_eq!(broken(&t), ["terrain.12"]);
    // At most three of a kind, one settlement, one oasis.
    let mut t = TerrainSpec::bare(TerrainKind::Desert);
    for i in 0..3 {
        t.areas.push(small(Feature::RoughGround, 400.0 + 500.0 * f64::from(i), 600.0));
    }
    // Rough ground of the desert is present and possible: one and two, or two and one.
    assert_eq!(broken(&t), NONE);
    t.areas.push(small(Feature::Dunes, 400.0, 1200.0));
    assert_eq!(broken(&t), NONE);
    t.areas.push(small(Feature::RoughGround, 900.0, 1200.0));
    assert_eq!(broken(&t), ["terrain.12"]);
    t.areas.pop();
    t.areas.pop();
    t.areas[2].kind = Feature::Oasis;
    t.areas.push(small(Feature::Oasis, 900.0, 1200.0));
    assert_eq!(broken(&t), ["terrain.12"]);
    let mut t = farm();
    t.roads.clear();
    t.areas[1].kind = Feature::Settlement;
    t.areas.push(small(Feature::Settlement, 900.0, 2000.0));
    assert_eq!(broken(&t), ["terrain.12"]);
}

#[test]
fn big_battles_have_other_numbers() {
    let _p = proves!("bigbattle.2");
    let b = Board::several_commands();
    let small = |k, x, y| area(k, x, y, 200.0, 160.0);
    // Three possible are the least, four the most.
    assert_eq!(broken_on(&b, &farm()), ["bigbattle.2"]);
    let mut t = wide();
    t.areas.push(small(Feature::Wood, 4000.0, 600.0));
    assert_eq!(broken_on(&b, &t), NONE);
    t.areas.push(small(Feature::Wood, 4000.0, 1800.0));
    assert_eq!(broken_on(&b, &t), ["bigbattle.2"]);
    // Present up to three.
    let mut t = wide();
    t.areas.push(small(Feature::Fields, 4000.0, 600.0));
    t.areas.push(small(Feature::Fields, 4000.0, 1800.0));
    assert_eq!(broken_on(&b, &t), NONE);
    t.areas.push(small(Feature::Fields, 4500.0, 1800.0));
    assert!(broken_on(&b, &t).contains(&"bigbattle.2"));
    // One river only.
    let mut t = wide();
    t.rivers.push(line(&[[2400.0, 0.0], [2400.0, 2400.0]], 100.0));
    assert_eq!(broken_on(&b, &t), NONE);
    t.areas.pop();
    t.rivers.push(line(&[[2800.0, 0.0], [2430.0, 1200.0]], 80.0));
    assert_eq!(broken_on(&b, &t), ["bigbattle.2"]);
}

#[test]
fn an_additional_settlement_on_the_large_board() {
    let _p = proves!("bigbattle.5");
    let mut t = wide();
    t.areas.push(area(Feature::Wood, 4000.0, 600.0, 300.0, 200.0));
    t.roads[0] = line(&[[1200.0, 0.0], [1200.0, 3200.0]], 60.0);
    // Four possible features already; the settlement comes on top, by the road.
    t.areas.push(area(Feature::Settlement, 1200.0, 2000.0, 300.0, 200.0));
    assert_eq!(broken_on(&Board::large(), &t), NONE);
    // A type without settlements may have it too.
    let mut w = TerrainSpec::bare(TerrainKind::Woodland);
    w.areas = vec![
        area(Feature::Wood, 600.0, 1200.0, 300.0, 200.0),
        area(Feature::Marsh, 1800.0, 1200.0, 300.0, 200.0),
        area(Feature::GentleHill, 3000.0, 1200.0, 300.0, 200.0),
        area(Feature::RoughGround, 4000.0, 1200.0, 300.0, 200.0),
        area(Feature::Settlement, 800.0, 2000.0, 300.0, 200.0),
    ];
    assert_eq!(broken_on(&Board::large(), &w), NONE);
    assert_eq!(broken_on(&Board::several_commands(), &w), ["terrain.4"]);
    let alt = read("extra-settlement", "several-commands");
    assert!(ground::check(&Board::several_commands(), &alt, None, &w).is_empty());
    // One more than that is too many.
    t.areas.push(area(Feature::Wood, 2400.0, 2600.0, 300.0, 200.0));
    assert_eq!(broken_on(&Board::large(), &t), ["bigbattle.5"]);
    // The limit of one stands.
    w.areas.push(area(Feature::Settlement, 4000.0, 2000.0, 300.0, 200.0));
    assert_eq!(broken_on(&Board::large(), &w), ["bigbattle.2"]);
}

/// A wide table with a settlement at x, which reaches 150 p to either side.
fn with_settlement(x: f64) -> TerrainSpec {
    let mut t = wide();
    t.areas[1] = area(Feature::Settlement, x, 1200.0, 300.0, 200.0);
    t.areas[0] = area(Feature::Fields, 300.0, 300.0, 300.0, 200.0);
    t.areas[2] = area(Feature::GentleHill, 2400.0, 300.0, 300.0, 200.0);
    t.roads[0] = line(&[[x, 0.0], [x, 2400.0]], 60.0);
    t
}

#[test]
fn flanks_are_a_third_of_a_wide_table() {
    let _p = proves!("dba.39");
    let b = Board::several_commands();
    // A third of 4800 is 1600.
    assert_eq!(broken_on(&b, &with_settlement(1450.0)), NONE);
    for x in [1451.0, 1749.0, 3051.0, 3349.0] {
        assert_eq!(broken_on(&b, &with_settlement(x)), ["dba.39"], "{x}");
    }
    assert_eq!(broken_on(&b, &with_settlement(3350.0)), NONE);
}

#[test]
fn settlements_lie_on_the_flanks_of_wide_tables() {
    let _p = proves!("terrain.14");
    let b = Board::several_commands();
    assert_eq!(broken_on(&b, &with_settlement(1450.0)), NONE);
    for x in [1750.0, 2400.0, 3050.0] {
        assert_eq!(broken_on(&b, &with_settlement(x)), ["terrain.14"], "{x}");
    }
    assert_eq!(broken_on(&b, &with_settlement(3350.0)), NONE);
    let anywhere = read("settlement-sectors", "anywhere");
    assert!(ground::check(&b, &anywhere, None, &with_settlement(2400.0)).is_empty());
    // Square tables have quarters and no flanks.
    let mut t = farm();
    t.areas[1] = area(Feature::Settlement, 1200.0, 1200.0, 300.0, 200.0);
    assert_eq!(broken(&t), NONE);
    assert_eq!((Board::ordinary().sectors().len(), b.sectors().len()), (4, 6));
    assert_eq!(b.sectors()[0].half_width * 2.0, 1600.0);
}

#[test]
fn lines_run_from_edge_to_opposite_edge_in_two_sectors() {
    let _p = proves!("linear.1");
    let with = |points: &[[f64; 2]]| {
        let mut t = farm();
        t.roads[0] = line(points, 60.0);
        broken(&t)
    };
    assert_eq!(with(&[[1200.0, 0.0], [1200.0, 2390.0]]), ["linear.1"]);
    assert_eq!(with(&[[0.0, 1200.0], [2400.0, 1200.0]]), NONE);
    // Neighbouring edges are not opposite.
    assert_eq!(with(&[[0.0, 300.0], [300.0, 0.0]]), ["linear.1"]);
    // From the south-west to the north-east quarter through the south-east: three sectors.
    assert_eq!(with(&[[1000.0, 0.0], [1400.0, 2400.0]]), NONE);
    assert_eq!(with(&[[1000.0, 0.0], [1400.0, 1100.0], [1400.0, 2400.0]]), ["linear.1"]);
    // On the wide table from side to side: three sectors; the reading allows it.
    let mut t = wide();
    t.roads[0] = line(&[[0.0, 800.0], [4800.0, 800.0]], 60.0);
    assert_eq!(broken_on(&Board::several_commands(), &t), ["linear.1"]);
    assert!(ground::check(&Board::several_commands(), &read("sectors-crossed", "3"), None, &t).is_empty());
    // Off the table.
    assert_eq!(with(&[[1200.0, 0.0], [1200.0, 2500.0]]), ["linear.1"]);
}

fn coast(side: SideEdge, depth: f64, beach: bool) -> TerrainSpec {
    let mut t = TerrainSpec::bare(TerrainKind::Coast);
    t.waterway = Some(WaterwaySpec { side, depth, beach, at: At(None) });
    t.areas.push(area(Feature::Wood, 1200.0, 600.0, 300.0, 200.0));
    t.areas.push(area(Feature::Marsh, 1200.0, 1600.0, 300.0, 200.0));
    t
}

#[test]
fn a_waterway_covers_a_side_edge() {
    let _p = proves!("waterway.1");
    for (depth, ok) in [(319.9, false), (320.0, true), (800.0, true), (800.1, false)] {
        assert_eq!(broken(&coast(SideEdge::West, depth, false)).is_empty(), ok, "{depth}");
    }
    let t = coast(SideEdge::East, 400.0, false).build(&Board::large());
    let (lo, hi) = t.waterway.unwrap().water.bounds();
    assert_eq!((lo, hi), (v2(4400.0, 0.0), v2(4800.0, 3200.0)));
}

#[test]
fn a_beach_is_good_going() {
    let _p = proves!("waterway.3");
    // The wood's western end is at x = 1050; the water reaches to 730 or 731.
    let with = |depth: f64, beach| broken(&coast(SideEdge::West, depth, beach));
    assert_eq!(with(730.0, true), NONE);
    assert_eq!(with(731.0, true), ["waterway.3", "waterway.3"]);
    assert_eq!(with(731.0, false), NONE);
    let mut t = coast(SideEdge::West, 731.0, true);
    t.areas[0].kind = Feature::GentleHill;
    t.areas[1].kind = Feature::GentleHill;
    assert_eq!(broken(&t), NONE);
    assert!(t.build(&Board::ordinary()).waterway.unwrap().beach);
}

#[test]
fn rivers_have_their_measure() {
    let _p = proves!("river.1");
    let with = |points: &[[f64; 2]], width: f64| {
        let mut t = farm();
        t.areas[0] = area(Feature::Fields, 300.0, 300.0, 300.0, 200.0);
        t.areas[1] = area(Feature::Wood, 2200.0, 300.0, 300.0, 200.0);
        t.roads.clear();
        t.rivers.push(line(points, width));
        broken(&t)
    };
    let straight = [[1200.0, 0.0], [1200.0, 2400.0]];
    assert_eq!(with(&straight, 160.0), NONE);
    assert_eq!(with(&straight, 160.1), ["river.1"]);
    // The bed, not its middle, keeps 600 p from the edges it does not flow over.
    assert_eq!(with(&[[650.0, 0.0], [650.0, 2400.0]], 100.0), NONE);
    assert_eq!(with(&[[649.0, 0.0], [649.0, 2400.0]], 100.0), ["river.1"]);
    assert_eq!(with(&[[0.0, 650.0], [2400.0, 650.0]], 100.0), NONE);
    assert_eq!(with(&[[0.0, 649.0], [2400.0, 649.0]], 100.0), ["river.1"]);
    // Coming back to the edge over which it flowed in.
    assert_eq!(with(&[[700.0, 0.0], [700.0, 800.0], [1000.0, 500.0], [1100.0, 2400.0]], 100.0), ["river.1"]);
    // At most one and a half times 2400, that is 3600 p long: 1500 + 600 + 1500, then a little more.
    let bent = |x: f64| [[700.0, 0.0], [700.0, 1100.0], [x, 1100.0], [700.0, 1110.0], [700.0, 2400.0]];
    let legs = |x: f64| 2390.0 + (x - 700.0) + ((x - 700.0f64).powi(2) + 100.0).sqrt();
    assert!(legs(1190.0) < 3600.0 && legs(1310.0) > 3600.0);
    assert_eq!(with(&bent(1190.0), 100.0), NONE);
    assert!(with(&bent(1310.0), 100.0).contains(&"river.1"));
    // On the wide table the shorter side counts; the reading takes the longer.
    let mut t = wide();
    let zigzag: Vec<[f64; 2]> =
        (0..=8).map(|i| [if i % 2 == 0 { 1700.0 } else { 2300.0 }, 300.0 * f64::from(i)]).collect();
    t.areas[1] = area(Feature::Wood, 1100.0, 600.0, 300.0, 200.0);
    t.rivers.push(line(&zigzag, 80.0));
    assert_eq!(broken_on(&Board::several_commands(), &t), ["river.1"]);
    assert!(ground::check(&Board::several_commands(), &read("river-length", "longer"), None, &t).is_empty());
}

#[test]
fn two_rivers_join() {
    let _p = proves!("terrain.13");
    let with = |second: LineSpec| {
        let mut t = farm();
        t.areas.truncate(1);
        t.areas[0] = area(Feature::Fields, 300.0, 300.0, 300.0, 200.0);
        t.roads.clear();
        t.rivers.push(line(&[[1200.0, 0.0], [1200.0, 2400.0]], 120.0));
        t.rivers.push(second);
        t
    };
    // From the east into the bed of the larger, whose edge is at 1260.
    assert_eq!(broken(&with(line(&[[2400.0, 1000.0], [1260.0, 1000.0]], 80.0))), NONE);
    assert_eq!(broken(&with(line(&[[2400.0, 1000.0], [1261.0, 1000.0]], 80.0))), ["linear.1", "terrain.13"]);
    // Two that run side by side.
    let apart = with(line(&[[700.0, 0.0], [700.0, 2400.0]], 80.0));
    assert_eq!(broken(&apart), ["terrain.13"]);
    assert!(ground::check(&Board::ordinary(), &read("two-rivers", "free"), None, &apart).is_empty());
    // The larger may not flow into the smaller.
    assert_eq!(broken(&with(line(&[[2400.0, 1000.0], [1200.0, 1000.0]], 140.0))), ["linear.1", "terrain.13"]);
    // Into the waterway.
    let mut t = coast(SideEdge::West, 320.0, false);
    t.areas[0] = area(Feature::Wood, 2000.0, 300.0, 300.0, 200.0);
    t.areas.truncate(1);
    t.rivers.push(line(&[[1400.0, 0.0], [1400.0, 2400.0]], 120.0));
    t.rivers.push(line(&[[900.0, 0.0], [800.0, 700.0], [320.0, 800.0]], 80.0));
    assert_eq!(broken(&t), NONE);
}

#[test]
fn roads_are_narrow_straight_and_go_to_town() {
    let _p = proves!("road.1");
    let mut t = farm();
    t.roads[0].width = 159.9;
    assert_eq!(broken(&t), NONE);
    t.roads[0].width = 160.0;
    assert_eq!(broken(&t), ["road.1"]);
    let mut t = farm();
    t.roads[0] = line(&[[1100.0, 0.0], [1150.0, 500.0], [1100.0, 900.0], [1150.0, 2400.0]], 60.0);
    assert_eq!(broken(&t), NONE);
    t.roads[0].points.insert(3, [1140.0, 1500.0]);
    assert_eq!(broken(&t), ["road.1"]);
    assert!(ground::check(&Board::ordinary(), &read("road-bends", "3"), None, &t).is_empty());
    // The road's edge at 1230 touches a settlement that begins there, and misses one that begins a pace further east.
    let mut t = farm();
    t.areas[1] =
        AreaSpec { shape: Shape::Rectangle, ..area(Feature::Settlement, 1380.0, 1200.0, 300.0, 200.0) };
    assert_eq!(broken(&t), NONE);
    t.areas[1].x = 1381.0;
    assert_eq!(broken(&t), ["road.1"]);
    assert!(ground::check(&Board::ordinary(), &read("road-settlement", "free"), None, &t).is_empty());
    // No road is needed because of a settlement.
    t.roads.clear();
    t.areas.push(area(Feature::Wood, 600.0, 300.0, 300.0, 200.0));
    assert_eq!(broken(&t), NONE);
}

#[test]
fn pieces_keep_apart() {
    let _p = proves!("dba.59");
    // Fields and wood, both 400 long, in a row: 400 p between their middles are 0 p between them.
    let with = |x: f64| {
        let mut t = farm();
        t.areas[1].x = x;
        broken(&t)
    };
    assert_eq!(with(600.0 + 400.0 + 160.0), NONE);
    assert_eq!(with(600.0 + 400.0 + 159.0), ["dba.59"]);
    assert_eq!(with(700.0), ["dba.59"]);
    let mut t = farm();
    t.areas[1].x = 1100.0;
    assert!(ground::check(&Board::ordinary(), &read("terrain-spacing", "100"), None, &t).is_empty());
    // On the table, touching its edge.
    assert_eq!(with(2200.0), NONE);
    assert_eq!(with(2200.1), ["dba.59"]);
    // From a waterway.
    let mut t = coast(SideEdge::West, 400.0, false);
    t.areas[0].x = 710.0;
    assert_eq!(broken(&t), NONE);
    t.areas[0].x = 709.0;
    assert_eq!(broken(&t), ["dba.59"]);
    // A river passes between; its bank may touch them.
    let river = |x: f64| {
        let mut t = farm();
        t.roads.clear();
        t.rivers.push(line(&[[x, 0.0], [x, 2400.0]], 100.0));
        broken(&t)
    };
    assert_eq!(river(850.0), NONE);
    assert_eq!(river(849.0), ["dba.59"]);
    // No road through a waterway.
    let mut t = farm();
    t.areas[1] = area(Feature::Wood, 1500.0, 300.0, 300.0, 200.0);
    t.areas[0].x = 1000.0;
    t.waterway = Some(WaterwaySpec { side: SideEdge::West, depth: 400.0, beach: false, at: At(None) });
    t.roads[0] = line(&[[380.0, 0.0], [380.0, 2400.0]], 60.0);
    assert_eq!(broken(&t), ["dba.59"]);
    t.roads[0] = line(&[[430.0, 0.0], [430.0, 2400.0]], 60.0);
    assert_eq!(broken(&t), NONE);
}

#[test]
fn every_type_is_laid_on_every_board() {
    let r = default_readings();
    for b in [Board::ordinary(), Board::several_commands(), Board::large()] {
        for kind in TerrainKind::ALL {
            let mut laid = Vec::new();
            for n in 0..60 {
                let t = generate(kind, &b, &r, &mut Seeded::from_number(n));
                let wrong = ground::check(&b, &r, Some(kind), &t);
                assert!(wrong.is_empty(), "{kind} {n}: {wrong:?}");
                laid.push(t);
            }
            laid.dedup();
            assert!(laid.len() > 50, "{kind} is monotonous");
            // The same number lays the same ground.
            assert_eq!(laid[0], generate(kind, &b, &r, &mut Seeded::from_number(0)));
        }
    }
}

#[test]
fn the_defenders_answer_is_checked_alike() {
    let (b, r) = (Board::large(), default_readings());
    for home in [None, Some(TerrainKind::Tropics)] {
        for t in terrain_offers(&b, &r, home, 7) {
            let json = serde_json::to_value(&t).unwrap();
            assert_eq!(ground::lay(&b, &r, home, &json).unwrap(), t);
        }
    }
    let bad = serde_json::json!({ "type": "farmland", "area": [{ "kind": "wood", "x": 1e300, "y": 0, "length": -5, "width": 0 }] });
    assert!(ground::lay(&b, &r, None, &bad).is_err());
    let none = serde_json::json!({ "type": "farmland" });
    let no = ground::lay(&b, &r, None, &none).unwrap_err();
    assert_eq!(no.clause.unwrap().id(), "bigbattle.2");
    for junk in [serde_json::json!(null), serde_json::json!([1]), serde_json::json!({ "type": "moon" })] {
        assert_eq!(ground::lay(&b, &r, None, &junk).unwrap_err().clause, None);
    }
}
