//! Ground, roads, defiles, sight, towns, formations and integrity.

use smallvec::SmallVec;
use table::{V2, v2};
use tricolore::book::Sheet;
use tricolore::book::terrain::{Class, Defile, Files, Passes};
use tricolore::field::Weather;
use tricolore::ground::{BridgeKind, Obstacle, Terrain};
use tricolore::sight::{self, Looking, Mark};
use tricolore::town::{self, Held};
use tricolore::troop::{Arm, Formation, Harness, Troop, Weight};
use tricolore::unit::Crossing;
use tricolore::{Field, Side, UnitId, drill::Drill, forming, integrity, proves, terrain};

const LINE4: Formation = Formation::Line { front: 4 };
const COLUMN: Formation = Formation::Column { front: 1 };

#[test]
fn every_row_of_the_terrain_tables() {
    let t = Sheet::built_in().terrain();
    let cost = |kind| Class::ALL.map(|c| t.area(kind, c).cost);
    assert_eq!(cost(Terrain::Open), [Some(1.0); 4]);
    assert_eq!(cost(Terrain::Closed1), [Some(1.0), Some(1.0), Some(2.0), Some(2.0)]);
    assert_eq!(cost(Terrain::Closed2), [Some(2.0), Some(1.0), Some(2.0), None]);
    assert_eq!(cost(Terrain::Closed3), [Some(2.0), Some(2.0), None, None]);
    assert_eq!(cost(Terrain::LightWood), [Some(2.0), Some(1.0), Some(2.0), None]);
    assert_eq!(cost(Terrain::DenseWood), [Some(2.0), Some(2.0), None, None]);
    assert_eq!(cost(Terrain::Impassable), [None; 4]);
    let cover = |kind| Class::ALL.map(|c| t.area(kind, c).cover);
    assert_eq!(cover(Terrain::Closed1), [1, 2, 0, 1]);
    assert_eq!(cover(Terrain::Closed2), [2, 3, 0, 0]);
    let line = |kind| Class::ALL.map(|c| t.line(kind, c).cost);
    assert_eq!(line(Obstacle::Hedge), [Some(50.0), Some(0.0), Some(100.0), Some(100.0)]);
    assert_eq!(line(Obstacle::River), [None; 4]);
    assert_eq!(line(Obstacle::Ford), [Some(100.0); 4]);
    assert!(t.area(Terrain::Closed1, Class::Infantry).stand_in);
    let passes = |d, files| t.defile(d, files).value;
    assert_eq!(passes(Defile::TownRoad, Files::Column), Passes::Yes);
    assert_eq!(passes(Defile::OneLane, Files::Column), Passes::No);
    assert_eq!(passes(Defile::TwoLane, Files::Column), Passes::NarrowOnly);
    assert_eq!(passes(Defile::Light, Files::MarchColumn), Passes::InfantryOnly);
    assert_eq!(passes(Defile::Heavy, Files::Limbered), Passes::Yes);
    assert_eq!(passes(Defile::Heavy, Files::Skirmishers), Passes::AsMarchColumn);
    assert_eq!(t.through(Terrain::LightWood), Some((200.0, 2)));
}

#[test]
fn the_front_base_is_in_the_terrain() {
    let p = proves!("terrain.2", "terrain.7");
    let under = |y: f64, formation| {
        let mut d = Drill::new();
        d.patch(Terrain::LightWood, (800.0, 500.0), (1200.0, 700.0));
        let u = d.infantry(Side::A, 4, formation, 1000.0, y, 0.0);
        let f = d.field();
        let here = terrain::under(&f, &f[u]);
        (here.kind, here.effect.cost, here.by.id())
    };
    // The front base is 20 deep; the column behind it does not count.
    assert_eq!(p.shows("terrain.2", under(520.0, COLUMN)), (Terrain::LightWood, Some(2.0), "terrain.2"));
    // Along the border is outside; partly inside is the worse of the two.
    assert_eq!(under(500.0, COLUMN).0, Terrain::Open);
    assert_eq!(p.shows("terrain.7", under(510.0, COLUMN)), (Terrain::LightWood, Some(2.0), "terrain.7"));
    assert_eq!(under(710.0, LINE4).0, Terrain::LightWood);
    assert_eq!(under(720.0, LINE4).0, Terrain::Open);
    // Closed I gives infantry cover and costs nothing: half outside it counts as in the open.
    let mut d = Drill::new();
    d.patch(Terrain::Closed1, (800.0, 500.0), (1200.0, 700.0));
    let half = d.infantry(Side::A, 4, LINE4, 1000.0, 510.0, 0.0);
    let whole = d.infantry(Side::A, 4, LINE4, 1000.0, 600.0, 0.0);
    let f = d.field();
    assert_eq!((terrain::area_cover(&f, &f[half]).value, terrain::area_cover(&f, &f[whole]).value), (0, 1));
}

#[test]
fn legs_cost_by_the_ground_under_the_front() {
    let p = proves!("terrain.3", "terrain.4");
    let mut d = Drill::new();
    d.patch(Terrain::LightWood, (800.0, 600.0), (1200.0, 700.0));
    d.patch(Terrain::Impassable, (800.0, 900.0), (1200.0, 950.0));
    d.line(Obstacle::Brook, &[(700.0, 750.0), (1300.0, 750.0)]);
    d.line(Obstacle::River, &[(700.0, 850.0), (1300.0, 850.0)]);
    let u = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
    let f = d.field();
    let over = terrain::leg(&f, &f[u], &f.front(&f[u]), v2(0.0, 1.0), 500.0);
    assert_eq!(
        over.stretches[..],
        [
            (0.0, 100.0, Some(1.0)),
            (100.0, 200.0, Some(2.0)),
            (200.0, 400.0, Some(1.0)),
            (400.0, 450.0, None),
            (450.0, 500.0, Some(1.0))
        ]
    );
    let met: Vec<_> = over.met.iter().map(|m| (m.line, m.at, m.cost)).collect();
    assert_eq!(p.shows("terrain.3", met), [(0, 250.0, Some(50.0)), (1, 350.0, None)]);
    assert_eq!(over.met[0].by.id(), "terrain.3");
    // What stops at the line meets nothing; what begins at it meets it.
    let met = |f: &Field, length: f64| {
        let over = terrain::leg(f, &f[u], &f.front(&f[u]), v2(0.0, 1.0), length);
        over.met.iter().map(|m| (m.at, m.by.id())).collect::<Vec<_>>()
    };
    assert!(met(&f, 250.0).is_empty());
    assert_eq!(met(&f, 250.1).len(), 1);
    let mut there = f.clone();
    there[u].base.front = v2(1000.0, 750.0);
    assert_eq!(met(&there, 50.0), [(0.0, "terrain.3")]);
    // Half across and not paid for yet, it is met once more; paid for, it is not.
    there[u].base.front = v2(1000.0, 760.0);
    let crossing = |passed| Crossing { line: 0, paid: 20.0, passed, begun_before: true };
    there[u].disorder.crossings = SmallVec::from_slice(&[crossing(false)]);
    assert_eq!(p.shows("terrain.4", met(&there, 50.0)), [(0.0, "terrain.4")]);
    there[u].disorder.crossings = SmallVec::from_slice(&[crossing(true)]);
    assert!(met(&there, 50.0).is_empty());
}

#[test]
fn roads_make_ground_open() {
    let p = proves!("roads.1");
    let mut d = Drill::new();
    d.patch(Terrain::DenseWood, (900.0, 300.0), (1100.0, 900.0));
    d.road(1, &[(1000.0, 0.0), (1000.0, 2000.0)]);
    let on = d.infantry(Side::A, 4, Formation::MarchColumn, 1000.0, 600.0, 0.0);
    let aslant = d.infantry(Side::A, 4, Formation::MarchColumn, 1000.0, 700.0, 31.0);
    let line = d.infantry(Side::A, 4, LINE4, 1000.0, 800.0, 0.0);
    let f = d.clone().field();
    let under = |f: &Field, u: UnitId| {
        let here = terrain::under(f, &f[u]);
        (here.kind, here.by.id())
    };
    assert_eq!(p.shows("roads.1", under(&f, on)), (Terrain::Open, "roads.1"));
    assert_eq!((under(&f, aslant).0, under(&f, line).0), (Terrain::DenseWood, Terrain::DenseWood));
    let leg = terrain::leg(&f, &f[on], &f.front(&f[on]), v2(0.0, 1.0), 200.0);
    assert_eq!(leg.stretches[..], [(0.0, 200.0, Some(1.0))]);
    // In mud an uncobbled road is none.
    d.mud = true;
    let f = d.clone().field();
    assert_eq!(under(&f, on).0, Terrain::DenseWood);
    d.ground.roads.change(|r| r.cobbled = true);
    assert_eq!(under(&d.field(), on).0, Terrain::Open);
}

#[test]
fn bridges_are_defiles() {
    let p = proves!("roads.2");
    let may = |kind, lanes, troop: Troop, formation| {
        let mut d = Drill::new();
        let u = d.raise(Side::A, troop, 4, formation, table::Pose { x: 1000.0, y: 500.0, facing: 0.0 });
        let f = d.field();
        terrain::may_pass(&f, &f[u], terrain::defile_of(kind, lanes))
    };
    let foot = Troop::infantry();
    let horse = Troop::cavalry(Weight::Light);
    let guns = Troop::battery(6, Harness::Foot);
    assert!(may(BridgeKind::Stone, 1, foot, Formation::MarchColumn).unwrap().rests_on("roads.2"));
    p.refused_by("roads.2", may(BridgeKind::Stone, 1, foot, COLUMN));
    assert!(may(BridgeKind::Stone, 2, foot, COLUMN).is_ok());
    p.refused_by("roads.2", may(BridgeKind::Wooden, 2, foot, Formation::Column { front: 2 }));
    p.refused_by("roads.2", may(BridgeKind::Wooden, 2, foot, LINE4));
    p.refused_by("roads.2", may(BridgeKind::Wooden, 2, foot, Formation::Square));
    assert!(may(BridgeKind::LightPontoon, 1, foot, Formation::MarchColumn).is_ok());
    p.refused_by("roads.2", may(BridgeKind::LightTrestle, 1, horse, Formation::MarchColumn));
    p.refused_by("roads.2", may(BridgeKind::LightPontoon, 1, guns, Formation::Limbered));
    assert!(may(BridgeKind::HeavyTrestle, 1, horse, Formation::MarchColumn).is_ok());
    assert!(may(BridgeKind::HeavyPontoon, 1, guns, Formation::Limbered).is_ok());
    // Over a bridge there is no river, beside it there is.
    let met = |x: f64, formation| {
        let mut d = Drill::new();
        d.line(Obstacle::River, &[(0.0, 600.0), (3000.0, 600.0)]);
        d.bridge(BridgeKind::Stone, 1, (1000.0, 600.0), 60.0, 0.0);
        let u = d.infantry(Side::A, 4, formation, x, 500.0, 0.0);
        let f = d.field();
        terrain::leg(&f, &f[u], &f.front(&f[u]), v2(0.0, 1.0), 200.0).met.len()
    };
    assert_eq!(
        (met(1000.0, Formation::MarchColumn), met(1000.0, LINE4), met(1020.0, Formation::MarchColumn)),
        (0, 1, 1)
    );
}

#[test]
fn cover_of_areas_lines_and_works() {
    let p = proves!("terrain.6", "redoubt.1");
    let cover = |gap: f64, from: V2| {
        let mut d = Drill::new();
        d.line(Obstacle::Hedge, &[(800.0, 500.0 + gap), (1200.0, 500.0 + gap)]);
        let u = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
        let f = d.field();
        let c = terrain::cover(&f, &f[u], from);
        (c.value, c.by.id())
    };
    let north = v2(1000.0, 900.0);
    assert_eq!(p.shows("terrain.6", cover(10.0, north)), (1, "terrain.6"));
    assert_eq!((cover(10.1, north).0, cover(10.0, v2(1000.0, 100.0)).0), (0, 0));
    let mut d = Drill::new();
    let r = d.redoubt(Side::A, 6, 1000.0, 510.0, 0.0);
    let g = d.battery(Side::A, 4, Formation::Unlimbered, 1000.0, 500.0, 0.0);
    d.unit(g).redoubt = Some(r);
    let f = d.field();
    let c = p.shows("redoubt.1", terrain::cover(&f, &f[g], north));
    assert_eq!((c.value, c.by.id()), (6, "redoubt.1"));
}

fn sees(d: &Drill, a: UnitId, b: UnitId, why: Looking) -> Result<(), &'static str> {
    let f = d.clone().field();
    sight::sees(&f, &f[a], Mark::Unit(&f[b]), why)
        .map(|_| ())
        .map_err(|r| r.clause.map_or("form", |c| c.id()))
}

/// Two columns so far apart on a large table.
fn apart(metres: f64) -> (Drill, UnitId, UnitId) {
    let mut d = Drill::sized(6000.0, 6000.0);
    let a = d.infantry(Side::A, 1, COLUMN, 1000.0, 500.0, 0.0);
    let b = d.infantry(Side::B, 1, COLUMN, 1000.0, 500.0 + metres, 180.0);
    (d, a, b)
}

#[test]
fn sight_ranges_and_height() {
    let p = proves!("sight.1", "weather.2", "weather.3");
    for (level, limit) in [(0, 1500.0), (1, 2000.0), (2, 2500.0), (3, 3000.0), (5, 3000.0)] {
        for (metres, seen) in [(limit, Ok(())), (limit + 0.1, Err("sight.1"))] {
            let (mut d, a, b) = apart(metres);
            if level > 0 {
                d.hill(level, (800.0, 300.0), (1200.0, 510.0));
            }
            assert_eq!(p.shows("sight.1", sees(&d, a, b, Looking::Merely)), seen, "{level} {metres}");
        }
    }
    for (weather, limit, by) in [(Weather::Fog, 500.0, "weather.2"), (Weather::Rain, 1000.0, "weather.3")] {
        for (metres, seen) in [(limit, Ok(())), (limit + 0.1, Err(by))] {
            let (mut d, a, b) = apart(metres);
            d.weather = weather;
            assert_eq!(p.shows(by, sees(&d, a, b, Looking::Merely)), seen);
        }
    }
}

#[test]
fn sight_through_terrain() {
    let p = proves!("sight.2", "sight.3");
    for (kind, limit) in [
        (Terrain::Closed1, 800.0),
        (Terrain::Closed2, 600.0),
        (Terrain::Closed3, 600.0),
        (Terrain::LightWood, 200.0),
        (Terrain::DenseWood, 100.0),
    ] {
        for (metres, seen) in [(limit, Ok(())), (limit + 0.1, Err("sight.2"))] {
            let (mut d, a, b) = apart(metres);
            d.patch(kind, (0.0, 540.0), (3000.0, 560.0));
            assert_eq!(p.shows("sight.2", sees(&d, a, b, Looking::Merely)), seen, "{kind:?} {metres}");
            // Read so, 20 of it may be crossed whatever the distance.
            d.read("sight-through", "depth");
            assert_eq!(sees(&d, a, b, Looking::Merely), Ok(()));
        }
    }
    // Woods are two levels high: from level 2 on both sides one looks over them.
    for (level, seen) in [(2, Ok(())), (1, Err("sight.2"))] {
        let (mut d, a, b) = apart(1000.0);
        d.patch(Terrain::DenseWood, (0.0, 900.0), (3000.0, 1000.0));
        d.hill(level, (0.0, 300.0), (3000.0, 600.0));
        d.hill(level, (0.0, 1400.0), (3000.0, 1700.0));
        assert_eq!(p.shows("sight.3", sees(&d, a, b, Looking::Merely)), seen);
    }
    // A town zone hides what is behind it, and is seen itself.
    let (mut d, a, b) = apart(600.0);
    let zone = d.zone(4, 5, (500.0, 700.0), (1500.0, 900.0));
    assert_eq!(sees(&d, a, b, Looking::Merely), Err("sight.2"));
    let f = d.clone().field();
    assert!(sight::sees(&f, &f[a], Mark::Zone(zone), Looking::Merely).is_ok());
}

#[test]
fn crests_and_troops_block_sight() {
    let p = proves!("sight.4", "sight.5", "play.sight-line");
    let (mut d, a, b) = apart(600.0);
    assert_eq!(sees(&d, a, b, Looking::Merely), Ok(()));
    d.hill(1, (0.0, 700.0), (3000.0, 800.0));
    assert_eq!(p.shows("sight.5", sees(&d, a, b, Looking::Merely)), Err("sight.5"));
    // Higher than neither end it blocks nothing.
    d.hill(1, (0.0, 300.0), (3000.0, 600.0));
    assert_eq!(sees(&d, a, b, Looking::Merely), Ok(()));

    // Troops between, on the same level.
    let block = |side: Side, formation, why, change: &dyn Fn(&mut Drill, UnitId)| {
        let (mut d, a, b) = apart(600.0);
        let c = d.infantry(side, 4, formation, 1000.0, 800.0, 0.0);
        change(&mut d, c);
        sees(&d, a, b, why)
    };
    let nothing = |_: &mut Drill, _: UnitId| {};
    assert_eq!(p.shows("sight.4", block(Side::A, LINE4, Looking::Merely, &nothing)), Err("sight.4"));
    let chain = Formation::Chain { front: 3 };
    assert_eq!(block(Side::A, chain, Looking::Merely, &nothing), Err("sight.4"));
    assert_eq!(block(Side::A, chain, Looking::ToAttack, &nothing), Ok(()));
    assert_eq!(
        block(Side::A, chain, Looking::ToAttack, &|d, _| d.read("friends-hide", "yes")),
        Err("sight.4")
    );
    assert_eq!(block(Side::B, chain, Looking::ToFire, &nothing), Ok(()));
    assert_eq!(block(Side::A, chain, Looking::ToFire, &nothing), Err("sight.4"));
    assert_eq!(block(Side::B, LINE4, Looking::ToAttack, &nothing), Err("sight.4"));
    assert_eq!(block(Side::B, LINE4, Looking::ToAttack, &|d, c| d.unit(c).disorder.active = 6), Ok(()));
    assert_eq!(
        block(Side::A, LINE4, Looking::Merely, &|d, _| d.hill(1, (0.0, 700.0), (3000.0, 900.0))),
        Err("sight.5")
    );
    assert_eq!(
        block(Side::A, LINE4, Looking::Merely, &|d, _| d.hill(1, (0.0, 300.0), (3000.0, 600.0))),
        Ok(())
    );

    // From a point of the front edge one sees past a unit that hides the middle.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
    let b = d.infantry(Side::B, 4, LINE4, 1000.0, 900.0, 180.0);
    d.infantry(Side::A, 2, Formation::Line { front: 2 }, 1000.0, 700.0, 0.0);
    assert_eq!(p.shows("play.sight-line", sees(&d, a, b, Looking::Merely)), Ok(()));
    let f = d.clone().field();
    let blind = d.infantry(Side::A, 5, Formation::Line { front: 5 }, 1000.0, 510.0, 0.0);
    assert_eq!(sees(&d, a, b, Looking::Merely), Err("sight.4"));
    assert_eq!(f.units.len(), usize::from(blind.0));
}

#[test]
fn seams_do_not_let_sight_through() {
    let _p = proves!("sight.4");
    let seen = |gap: f64| {
        let mut d = Drill::new();
        d.read("sight-points", "centre");
        let a = d.infantry(Side::A, 1, COLUMN, 1000.0, 500.0, 0.0);
        let b = d.infantry(Side::B, 1, COLUMN, 1000.0, 900.0, 180.0);
        for x in [-400.0, -240.0, -80.0] {
            d.infantry(Side::A, 4, LINE4, 1000.0 + x, 700.0, 0.0);
            d.infantry(Side::A, 4, LINE4, 1000.0 - x + gap, 700.0, 0.0);
        }
        sees(&d, a, b, Looking::Merely)
    };
    // Two lines that touch where the line of sight runs; with a gap it goes through.
    assert_eq!((seen(0.0), seen(1.0)), (Err("sight.4"), Ok(())));
}

#[test]
fn who_holds_a_zone_and_how_many_it_holds() {
    let p = proves!(
        "town.1",
        "play.town-zones",
        "tmove.town.2",
        "tmove.town.3",
        "tmove.town.4",
        "town-fight.5",
        "attack.require.3"
    );
    let mut d = Drill::new();
    let zone = d.zone(6, 5, (900.0, 600.0), (1100.0, 800.0));
    let held = |d: &Drill| town::held(&d.clone().field(), zone);
    assert_eq!(p.shows("play.town-zones", held(&d)).0, Held::Empty);
    assert_eq!(held(&d).1.id(), "play.town-zones");
    let a = d.infantry(Side::A, 4, Formation::InTown { zone }, 1000.0, 700.0, 0.0);
    assert_eq!(held(&d).0, Held::By(Side::A));
    let f = d.clone().field();
    assert_eq!(p.shows("town.1", town::room(&f, zone, Side::A)).0, 2);
    assert_eq!(town::room(&f, zone, Side::B).0, 6);
    assert_eq!(town::room(&f, zone, Side::B).1.id(), "town.1");
    // A battalion of three: two bases find room, one stands outside; another would not.
    let b = d.infantry(Side::A, 3, COLUMN, 1000.0, 500.0, 0.0);
    let horse = d.cavalry(Side::A, 3, COLUMN, 1400.0, 500.0, 0.0);
    let f = d.clone().field();
    let entry = p.shows("tmove.town.4", town::may_enter(&f, &f[b], zone, false)).unwrap();
    assert_eq!((entry.inside, entry.outside, entry.by.id()), (2, 1, "tmove.town.4"));
    p.refused_by("tmove.town.2", town::may_enter(&f, &f[horse], zone, false));
    p.refused_by("attack.require.3", town::may_enter(&f, &f[horse], zone, true));
    d.unit(a).bases.now = 3;
    d.unit(a).outside = 1;
    let c = d.infantry(Side::A, 5, COLUMN, 1000.0, 400.0, 0.0);
    let f = d.clone().field();
    p.refused_by("town-fight.5", town::may_enter(&f, &f[c], zone, false));
    d.unit(a).outside = 0;
    let e = d.infantry(Side::A, 3, Formation::InTown { zone }, 1000.0, 700.0, 0.0);
    let f = d.clone().field();
    p.refused_by("tmove.town.3", town::may_enter(&f, &f[b], zone, false));
    d.unit(a).side = Side::B;
    d.unit(e).side = Side::B;
    let f = d.clone().field();
    p.refused_by("play.town-zones", town::may_enter(&f, &f[b], zone, false));
    assert_eq!(town::may_enter(&f, &f[b], zone, true).map(|e| e.inside), Ok(3));
    d.unit(e).side = Side::A;
    assert_eq!(held(&d).0, Held::Fight);
}

#[test]
fn units_assemble_before_they_leave() {
    let p = proves!("tmove.town.5", "tmove.town.6", "tmove.town.7");
    let mut d = Drill::new();
    let zone = d.zone(6, 5, (900.0, 600.0), (1100.0, 800.0));
    let a = d.infantry(Side::A, 3, Formation::InTown { zone }, 1000.0, 700.0, 0.0);
    let f = d.clone().field();
    p.refused_by("tmove.town.7", town::may_assemble(&f, &f[a]));
    p.refused_by("tmove.town.5", town::may_leave(&f, &f[a]));
    d.unit(a).record.phases_in_town = 1;
    let f = d.clone().field();
    assert_eq!(p.shows("tmove.town.5", town::may_assemble(&f, &f[a])).map(|c| c.id()), Ok("tmove.town.5"));
    let b = d.infantry(Side::B, 2, Formation::InTown { zone }, 1000.0, 700.0, 0.0);
    let f = d.clone().field();
    p.refused_by("tmove.town.7", town::may_assemble(&f, &f[a]));
    d.unit(b).formation = COLUMN;
    d.unit(a).formation = Formation::Assembled { zone };
    let f = d.field();
    let (part, by) = p.shows("tmove.town.6", town::may_leave(&f, &f[a])).unwrap();
    assert_eq!((part, by.id()), (0.5, "tmove.town.6"));
    assert_eq!(f[a].base.depth, 60.0);
    assert!(town::may_assemble(&f, &f[b]).is_err());
}

#[test]
fn a_town_has_no_formation() {
    let p = proves!("town.4");
    let mut d = Drill::new();
    let zone = d.zone(6, 5, (900.0, 600.0), (1100.0, 800.0));
    let a = d.infantry(Side::A, 3, Formation::InTown { zone }, 1000.0, 700.0, 0.0);
    let f = d.field();
    assert_eq!(f.rects(&f[a])[..], [f.ground[zone].rect]);
    assert_eq!(p.shows("town.4", terrain::under(&f, &f[a])).by.id(), "town.4");
}

#[test]
fn who_may_form_what() {
    let p = proves!(
        "formations.1",
        "formations.2",
        "formations.3",
        "formations.4",
        "formations.7",
        "units.7",
        "town.4"
    );
    let sheet = Sheet::built_in();
    let may = |troop: Troop, bases, formation| forming::may_form(sheet, &troop, bases, formation);
    let (foot, horse) = (Troop::infantry(), Troop::cavalry(Weight::Heavy));
    let guns = Troop::battery(6, Harness::Foot);
    let wild = Troop { irregular: true, ..foot };
    assert!(may(foot, 1, Formation::Line { front: 1 }).is_ok() && may(horse, 4, LINE4).is_ok());
    p.refused_by("units.7", may(wild, 4, LINE4));
    p.refused_by("formations.1", may(guns, 4, LINE4));
    assert_eq!(may(foot, 5, Formation::Line { front: 3 }).map(|c| c.id()), Ok("formations.5"));
    p.refused_by("formations.1", may(foot, 3, LINE4));
    assert!(may(foot, 4, Formation::Column { front: 2 }).is_ok());
    p.refused_by("formations.1", may(foot, 3, Formation::Column { front: 2 }));
    p.refused_by("formations.1", may(foot, 5, Formation::Column { front: 3 }));
    assert!(may(horse, 1, Formation::MarchColumn).is_ok());
    p.refused_by("formations.2", may(guns, 4, Formation::MarchColumn));
    assert!(may(foot, 2, Formation::Square).is_ok());
    p.refused_by("formations.3", may(foot, 1, Formation::Square));
    p.refused_by("formations.3", may(horse, 4, Formation::Square));
    assert!(may(foot, 2, Formation::Chain { front: 2 }).is_ok());
    p.refused_by("formations.4", may(foot, 1, Formation::Chain { front: 1 }));
    p.refused_by("formations.4", may(foot, 5, Formation::Chain { front: 4 }));
    p.refused_by("formations.4", may(horse, 4, Formation::Chain { front: 3 }));
    assert!(may(Troop::skirmishers(), 1, Formation::Chain { front: 1 }).is_ok());
    assert!(may(guns, 4, Formation::Limbered).is_ok());
    p.refused_by("formations.7", may(foot, 4, Formation::Unlimbered));
    let zone = tricolore::ground::ZoneId(0);
    assert!(may(foot, 1, Formation::InTown { zone }).is_ok());
    p.refused_by("town.4", may(horse, 1, Formation::InTown { zone }));
}

/// Two divisions side by side: four lines of the first at 500, and one unit of the second.
fn divisions(x: f64, y: f64) -> (Drill, Vec<UnitId>, UnitId) {
    let mut d = Drill::new();
    let own = [(400.0, 500.0), (800.0, 500.0), (400.0, 300.0), (800.0, 300.0)]
        .map(|(x, y)| d.infantry(Side::A, 4, LINE4, x, y, 0.0));
    d.division(Side::A);
    let other = d.infantry(Side::A, 4, LINE4, x, y, 0.0);
    (d, own.to_vec(), other)
}

#[test]
fn intruders_break_integrity_of_both() {
    let p = proves!("integrity.4", "integrity.5");
    let broken = |d: &Drill| integrity::broken(&d.clone().field(), Side::A);
    let (d, ..) = divisions(600.0, 400.0);
    let b = p.shows("integrity.5", broken(&d));
    assert_eq!(b.bodies.len(), 2);
    assert!(b.grounds.rests_on("integrity.5") && p.shows("integrity.4", b.grounds).rests_on("integrity.4"));
    // Its front base 20 deep: along the border is outside, 0.1 in is inside.
    let (d, ..) = divisions(600.0, 520.0);
    assert!(broken(&d).bodies.is_empty());
    let (d, ..) = divisions(600.0, 519.9);
    assert_eq!(broken(&d).bodies.len(), 2);
    // The zone is drawn by front bases, not by the rear of a column.
    let (mut d, _, other) = divisions(600.0, 279.9);
    d.unit(other).formation = Formation::Column { front: 2 };
    assert!(broken(&d).bodies.is_empty());
    // The enemy breaks nothing.
    let (mut d, _, other) = divisions(600.0, 400.0);
    d.unit(other).side = Side::B;
    assert!(broken(&d).bodies.is_empty());
}

#[test]
fn some_units_are_ignored() {
    let _p = proves!("integrity.5");
    type Change = fn(&mut Drill, UnitId);
    let changes: [Change; 4] = [
        |d, u| d.unit(u).formation = Formation::Chain { front: 3 },
        |d, u| d.unit(u).disorder.active = 6,
        |d, u| {
            d.unit(u).troop = Troop::battery(6, Harness::Foot);
            d.unit(u).formation = Formation::Limbered;
        },
        |d, u| d.unit(u).troop = Troop::of(Arm::Engineers),
    ];
    for change in changes {
        let (mut d, _, other) = divisions(600.0, 400.0);
        change(&mut d, other);
        let f = d.field();
        assert!(!integrity::counts(&f[other]));
        assert!(integrity::broken(&f, Side::A).bodies.is_empty());
    }
    let (mut d, _, other) = divisions(600.0, 400.0);
    d.unit(other).disorder.active = 5;
    assert_eq!(integrity::broken(&d.field(), Side::A).bodies.len(), 2);
}

#[test]
fn ignored_units_say_so() {
    let _p = proves!("integrity.9");
    let (mut d, _, other) = divisions(600.0, 400.0);
    d.unit(other).disorder.active = 6;
    let f = d.field();
    assert_eq!(integrity::ignored(&f[other]).map(|c| c.id()), Some("integrity.9"));
}

#[test]
fn a_brigade_far_off_has_a_zone_of_its_own() {
    let p = proves!("integrity.2", "integrity.3");
    let groups = |x: f64| {
        let mut d = Drill::new();
        d.infantry(Side::A, 4, LINE4, 400.0, 500.0, 0.0);
        d.brigade(Side::A);
        d.infantry(Side::A, 4, LINE4, 560.0 + x, 500.0, 0.0);
        // A battery counts with the brigade to which it stands nearest.
        d.battery(Side::A, 4, Formation::Unlimbered, 560.0 + x, 700.0, 0.0);
        let f = d.field();
        integrity::groups(&f, Side::A)
    };
    let near = groups(599.9);
    assert_eq!((near.len(), near[0].by.id(), near[0].units.len()), (1, "integrity.4", 3));
    let far = p.shows("integrity.2", groups(600.0));
    assert_eq!((far.len(), far[0].by.id()), (2, "integrity.2"));
    let sizes: Vec<_> = p.shows("integrity.3", far.iter().map(|g| g.units.len()).collect());
    assert_eq!(sizes, [1, 2]);
    assert_eq!(far[1].batteries.id(), "integrity.3");
}

#[test]
fn cavalry_keeps_out_of_its_infantry() {
    let _p = proves!("integrity.7");
    let (mut d, own, _) = divisions(2000.0, 1900.0);
    let horse = d.cavalry(Side::A, 2, COLUMN, 600.0, 400.0, 0.0);
    d.unit(horse).body = d.clone().unit(own[0]).body;
    d.unit(horse).command = d.clone().unit(own[0]).command;
    let f = d.clone().field();
    let b = integrity::broken(&f, Side::A);
    assert_eq!((b.cavalry, b.bodies.len()), (vec![horse], 0));
    assert!(b.grounds.rests_on("integrity.7"));
    d.unit(horse).base.front = v2(600.0, 545.0);
    assert!(integrity::broken(&d.field(), Side::A).cavalry.is_empty());
}

#[test]
fn integrity_read_otherwise() {
    // Whole outlines in place of front bases: the rear of a column reaches into the zone.
    let (mut d, own, other) = divisions(600.0, 530.0);
    d.unit(other).formation = Formation::Column { front: 2 };
    assert!(integrity::broken(&d.clone().field(), Side::A).bodies.is_empty());
    d.read("integrity-zone", "outlines");
    assert!(!integrity::broken(&d.clone().field(), Side::A).bodies.is_empty());
    // Only the infantry of its own command: cavalry of another brigade of the division may stand inside.
    let (mut d, ..) = divisions(2000.0, 1900.0);
    let first = d.clone().unit(own[0]).body;
    let division = d.bodies[first.index()].above;
    let brigade = d.brigade(Side::A);
    let body = d.commands[brigade.index()].body;
    d.bodies[body.index()].above = division;
    let horse = d.cavalry(Side::A, 2, COLUMN, 600.0, 400.0, 0.0);
    assert_eq!(integrity::broken(&d.clone().field(), Side::A).cavalry, [horse]);
    d.read("cavalry-in-zone", "command");
    assert!(integrity::broken(&d.field(), Side::A).cavalry.is_empty());
}
