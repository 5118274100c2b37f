//! Break-in distances, neighbours, flanks, support, threats and flank attacks.

use table::{Pose, v2};
use tricolore::field::Weather;
use tricolore::flanks::{self, Coverer, Flank, From};
use tricolore::ground::{BridgeKind, Obstacle, Terrain};
use tricolore::troop::{Arm, Formation, Troop};
use tricolore::unit::{Continued, Unit};
use tricolore::{Field, Side, UnitId, break_in, drill::Drill, proves, terrain};

const LINE3: Formation = Formation::Line { front: 3 };
const LINE4: Formation = Formation::Line { front: 4 };
const COLUMN: Formation = Formation::Column { front: 1 };

/// Two lines facing each other so far apart.
fn facing(gap: f64) -> (Drill, UnitId, UnitId) {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
    let b = d.infantry(Side::B, 4, LINE4, 1000.0, 500.0 + gap, 180.0);
    (d, a, b)
}

#[test]
fn nobody_stands_within_a_hundred() {
    let p = proves!("break-in.1", "break-in.2");
    let inside = |d: &Drill, a, b| {
        let f = d.clone().field();
        break_in::inside(&f, &f[a], &f[b])
    };
    for (gap, so) in [(99.9, true), (100.0, false), (100.1, false)] {
        let (d, a, b) = facing(gap);
        let f = d.clone().field();
        let distance = p.shows("break-in.1", break_in::of(&f, &f[b]));
        assert_eq!((distance.metres, distance.by.id()), (100.0, "break-in.1"));
        assert_eq!(inside(&d, a, b).is_some(), so, "{gap}");
    }
    // In the course of an attack, in continued melee, in difficult terrain: 50.
    type Change = fn(&mut Drill, UnitId);
    let changes: [Change; 3] = [
        |d, b| d.unit(b).record.attacking = true,
        |d, b| d.unit(b).continued = Some(Continued { with: UnitId(0), attacker: false }),
        |d, _| d.patch(Terrain::Closed1, (800.0, 540.0), (1200.0, 700.0)),
    ];
    for change in changes {
        for (gap, so) in [(49.9, true), (50.0, false)] {
            let (mut d, a, b) = facing(gap);
            change(&mut d, b);
            let f = d.clone().field();
            assert_eq!(p.shows("break-in.2", break_in::of(&f, &f[b])).by.id(), "break-in.2");
            assert_eq!(inside(&d, a, b).is_some(), so, "{gap}");
        }
    }
    // Attacks themselves never come within 50 of others.
    let (d, ..) = facing(300.0);
    assert_eq!(break_in::hard(&d.field()).metres, 50.0);
}

#[test]
fn towns_have_break_in_distances() {
    let p = proves!("break-in.3", "break-in.4");
    let mut d = Drill::new();
    let zone = d.zone(4, 5, (900.0, 600.0), (1100.0, 800.0));
    let held = d.infantry(Side::B, 3, Formation::InTown { zone }, 1000.0, 700.0, 180.0);
    for (y, so) in [(500.1, true), (500.0, false)] {
        let mut d = d.clone();
        let a = d.infantry(Side::A, 4, LINE4, 1000.0, y, 0.0);
        let f = d.clone().field();
        assert_eq!(break_in::inside(&f, &f[a], &f[held]).is_some(), so);
        assert_eq!(p.shows("break-in.3", break_in::of_zone(&f, zone)).metres, 100.0);
        // With a town fight going on, 50.
        d.infantry(Side::A, 2, Formation::InTown { zone }, 1000.0, 700.0, 0.0);
        let f = d.field();
        assert_eq!(break_in::of_zone(&f, zone).metres, 50.0);
        assert_eq!(break_in::of(&f, &f[held]).by.id(), "break-in.3");
        assert!(break_in::inside(&f, &f[a], &f[held]).is_none());
    }
    let f = d.field();
    assert_eq!(p.shows("break-in.4", break_in::hard(&f)).by.id(), "break-in.4");
}

#[test]
fn a_push_goes_straight_back_until_outside() {
    let _p = proves!("break-in.6");
    let (d, a, b) = facing(60.0);
    let f = d.field();
    let (back, by) = break_in::push(&f, &f[a], &f[b]).unwrap();
    assert!((back - 40.0).abs() < 1e-6);
    assert_eq!(by.id(), "break-in.6");
    // A slanted unit goes back along its own facing.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 4, COLUMN, 1000.0, 500.0, 60.0);
    let b = d.infantry(Side::B, 4, LINE4, 1000.0, 560.0, 180.0);
    let f = d.field();
    let (back, _) = break_in::push(&f, &f[a], &f[b]).unwrap();
    let mut moved = f[a].clone();
    moved.base = moved.base.moved(-moved.base.dir * back);
    assert!((f.gap(&moved, &f[b]) - 100.0).abs() < 1e-6);
    let (d, a, b) = facing(100.0);
    let f = d.field();
    assert!(break_in::push(&f, &f[a], &f[b]).is_none());
}

#[test]
fn neighbours_stand_in_the_zone_and_face_alike() {
    let p = proves!("neighbour.1", "neighbour.2");
    // 160 wide, so the zone on the right runs from 80 to 180 beside the middle, 100 before and behind the front line.
    let flank = |x: f64, y: f64, facing: f64, width: &str| {
        let mut d = Drill::new();
        d.read("neighbour-zone", width);
        let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
        let b = d.infantry(Side::A, 4, LINE4, 1000.0 + x, 500.0 + y, facing);
        let f = d.field();
        let found = flanks::neighbour(&f, &f[a], &f[b]);
        if let Some((_, g)) = &found {
            assert!(g.rests_on("neighbour.1") && g.rests_on("neighbour.2"));
        }
        found.map(|(s, _)| s)
    };
    assert_eq!(p.shows("neighbour.1", flank(259.9, 0.0, 0.0, "sheet")), Some(Flank::Right));
    assert_eq!(flank(260.0, 0.0, 0.0, "sheet"), None);
    assert_eq!(flank(-259.9, 0.0, 0.0, "sheet"), Some(Flank::Left));
    assert_eq!(
        (flank(209.9, 0.0, 0.0, "fifty"), flank(210.0, 0.0, 0.0, "fifty")),
        (Some(Flank::Right), None)
    );
    // Its front base counts: 20 deep.
    assert_eq!(
        (flank(200.0, 119.9, 0.0, "sheet"), flank(200.0, 120.0, 0.0, "sheet")),
        (Some(Flank::Right), None)
    );
    assert_eq!(
        (flank(200.0, -99.9, 0.0, "sheet"), flank(200.0, -100.0, 0.0, "sheet")),
        (Some(Flank::Right), None)
    );
    // 30 degrees of facing.
    assert_eq!(
        (flank(200.0, 0.0, 30.0, "sheet"), flank(200.0, 0.0, 30.1, "sheet")),
        (Some(Flank::Right), None)
    );
    assert_eq!(p.shows("neighbour.2", flank(200.0, 0.0, 330.0, "sheet")), Some(Flank::Right));
    assert_eq!(flank(200.0, 0.0, 180.0, "sheet"), None);
}

/// A line at 1000/500 facing north, the enemy 100 ahead, and one more unit of the same side.
fn beside(put: impl Fn(&mut Drill) -> UnitId) -> (Field, UnitId, UnitId, UnitId) {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
    let b = d.infantry(Side::B, 4, LINE4, 1000.0, 600.0, 180.0);
    let c = put(&mut d);
    (d.field(), a, b, c)
}

fn covered(put: impl Fn(&mut Drill) -> UnitId) -> Result<(), &'static str> {
    let (f, a, b, c) = beside(put);
    flanks::covers(&f, &f[a], &f[c], Flank::Right, &f[b]).map(|_| ()).map_err(|c| c.id())
}

#[test]
fn who_covers_a_flank() {
    let p = proves!(
        "flank-cover.1",
        "flank-cover.2",
        "flank-cover.4",
        "flank-cover.5",
        "flank-cover.6",
        "flank-cover.7",
        "flank-cover.8"
    );
    assert_eq!(covered(|d| d.infantry(Side::A, 4, LINE4, 1200.0, 500.0, 0.0)), Ok(()));
    assert_eq!(covered(|d| d.skirmishers(Side::A, 2, 1200.0, 500.0, 0.0)), Ok(()));
    assert_eq!(covered(|d| d.infantry(Side::A, 4, Formation::Square, 1120.0, 500.0, 0.0)), Ok(()));
    assert_eq!(covered(|d| d.battery(Side::A, 4, Formation::Unlimbered, 1160.0, 500.0, 0.0)), Ok(()));
    let cavalry = covered(|d| d.cavalry(Side::A, 4, LINE4, 1200.0, 500.0, 0.0));
    assert_eq!(p.shows("flank-cover.4", cavalry), Err("flank-cover.4"));
    let limbered = covered(|d| d.battery(Side::A, 4, Formation::Limbered, 1120.0, 500.0, 0.0));
    assert_eq!(p.shows("flank-cover.5", limbered), Err("flank-cover.5"));
    let disordered = |u: u8| {
        covered(|d| {
            let c = d.infantry(Side::A, 4, LINE4, 1200.0, 500.0, 0.0);
            d.unit(c).disorder.active = u;
            c
        })
    };
    assert_eq!((disordered(5), p.shows("flank-cover.6", disordered(6))), (Ok(()), Err("flank-cover.6")));
    // It need only have the enemy before its front line, however it faces.
    assert_eq!(covered(|d| d.infantry(Side::A, 4, COLUMN, 1150.0, 500.0, 300.0)), Ok(()));
    let away = covered(|d| d.infantry(Side::A, 4, COLUMN, 1150.0, 500.0, 180.0));
    assert_eq!(p.shows("flank-cover.7", away), Err("flank-cover.7"));
    // A column whose front is aslant and reaches behind the covered unit.
    let back = |x: f64| covered(|d| d.infantry(Side::A, 4, COLUMN, x, 460.0, 0.0));
    assert_eq!((back(1100.0), p.shows("flank-cover.8", back(1099.9))), (Ok(()), Err("flank-cover.8")));
    let (f, a, b, _) = beside(|d| {
        d.infantry(Side::A, 4, LINE4, 800.0, 500.0, 0.0);
        d.infantry(Side::A, 4, LINE4, 1200.0, 500.0, 0.0)
    });
    let states = flanks::flanks(&f, &f[a], &f[b]);
    // Only for a melee, against who is fought.
    assert!(p.shows("flank-cover.1", states.iter().all(|s| s.grounds.rests_on("flank-cover.1"))));
    let full = p.shows("flank-cover.2", flanks::fully_covered(&states));
    assert_eq!(full.map(|c| c.id()), Some("flank-cover.2"));
    assert!(flanks::anchored(&states, false).is_none());
}

#[test]
fn the_attack_angle_may_be_asked_of_coverers() {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
    let b = d.infantry(Side::B, 2, COLUMN, 1000.0, 560.0, 180.0);
    let c = d.infantry(Side::A, 4, LINE4, 1200.0, 500.0, 20.0);
    let covers = |d: &Drill| {
        let f = d.clone().field();
        flanks::covers(&f, &f[a], &f[c], Flank::Right, &f[b]).is_ok()
    };
    assert!(covers(&d));
    d.read("coverer-faces", "attack-angle");
    assert!(!covers(&d));
}

#[test]
fn anchors_are_within_ten() {
    let p = proves!("flank-cover.3", "flank-threat.7");
    let anchored = |gap: f64, put: &dyn Fn(&mut Drill, f64)| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
        let b = d.cavalry(Side::B, 4, LINE4, 1000.0, 600.0, 180.0);
        d.infantry(Side::A, 4, LINE4, 840.0, 500.0, 0.0);
        put(&mut d, 1080.0 + gap);
        let f = d.field();
        let states = flanks::flanks(&f, &f[a], &f[b]);
        (flanks::anchored(&states, false).map(|c| c.id()), flanks::anchored(&states, true).map(|c| c.id()))
    };
    let infantry = |d: &mut Drill, x: f64| {
        d.infantry(Side::A, 4, LINE4, x + 80.0, 500.0, 0.0);
    };
    let (near, rear) = p.shows("flank-cover.3", anchored(10.0, &infantry));
    assert_eq!((near, rear), (Some("flank-cover.3"), None));
    assert_eq!(anchored(10.1, &infantry).0, None);
    let guns = |d: &mut Drill, x: f64| {
        d.battery(Side::A, 2, Formation::Unlimbered, x + 30.0, 500.0, 0.0);
    };
    assert!(anchored(10.0, &guns).0.is_some() && anchored(10.1, &guns).0.is_none());
    // Neither skirmishers nor squares anchor.
    let chain = |d: &mut Drill, x: f64| {
        d.skirmishers(Side::A, 2, x + 80.0, 500.0, 0.0);
    };
    let square = |d: &mut Drill, x: f64| {
        d.infantry(Side::A, 4, Formation::Square, x + 20.0, 500.0, 0.0);
    };
    assert_eq!((anchored(0.0, &chain).0, anchored(0.0, &square).0), (None, None));
    // Impassable ground does, and a town that friends hold.
    let marsh = |d: &mut Drill, x: f64| d.patch(Terrain::Impassable, (x, 400.0), (x + 100.0, 700.0));
    assert!(anchored(10.0, &marsh).0.is_some() && anchored(10.1, &marsh).0.is_none());
    let town = |d: &mut Drill, x: f64| {
        let zone = d.zone(4, 5, (x, 450.0), (x + 200.0, 650.0));
        d.infantry(Side::A, 2, Formation::InTown { zone }, x + 100.0, 550.0, 0.0);
    };
    assert!(anchored(10.0, &town).0.is_some() && anchored(10.1, &town).0.is_none());
    // In the rear: a flank attack, and no anchor.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
    let b = d.infantry(Side::B, 4, COLUMN, 1000.0, 300.0, 0.0);
    let f = d.field();
    let attack = flanks::flank_attack(&f, &f[a], &f[a].base, &f[b], &f.rects(&f[b]));
    let (from, grounds) = p.shows("flank-threat.7", attack).unwrap();
    assert!(from == From::Rear && grounds.rests_on("flank-threat.7"));
}

fn cover_against(f: &Field, u: UnitId, enemy: &Unit) -> (Option<Coverer>, bool, Vec<&'static str>) {
    let s = flanks::flank(f, &f[u], Flank::Right, enemy);
    (s.covered, s.barred, s.grounds.iter().map(|c| c.id()).collect())
}

#[test]
fn closed_ground_covers_who_gains_more_of_it() {
    let p = proves!("flank-cover.10", "flank-cover.12");
    // The example of the book: closed terrain II on a flank.
    let mut d = Drill::new();
    d.patch(Terrain::Closed2, (1120.0, 400.0), (1400.0, 600.0));
    let line = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
    let infantry = d.infantry(Side::B, 4, LINE4, 1000.0, 600.0, 180.0);
    let cavalry = d.cavalry(Side::B, 4, LINE4, 1000.0, 800.0, 180.0);
    let chain = d.skirmishers(Side::B, 2, 1000.0, 900.0, 180.0);
    let f = d.clone().field();
    let against = |f: &Field, u, e| cover_against(f, u, &f[e]).0.is_some();
    assert!(!against(&f, line, infantry) && !against(&f, line, chain) && against(&f, line, cavalry));
    let (_, barred, grounds) = p.shows("flank-cover.10", cover_against(&f, line, &f[cavalry]));
    assert!(!barred && grounds.contains(&"flank-cover.10"));
    d.unit(line).formation = Formation::Chain { front: 3 };
    d.unit(line).bases.now = 3;
    let f = d.field();
    let (by, _, grounds) = p.shows("flank-cover.12", cover_against(&f, line, &f[infantry]));
    assert!(by.is_some() && grounds.contains(&"flank-cover.12"));
    assert!(!against(&f, line, chain));
}

#[test]
fn obstacles_and_impassable_ground_on_a_flank() {
    let p = proves!("flank-cover.11", "flank-cover.13", "flank-threat.6");
    let put = |kind, from: f64, to: f64| {
        let mut d = Drill::new();
        d.line(kind, &[(1120.0, from), (1120.0, to)]);
        let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
        let b = d.infantry(Side::B, 4, LINE4, 1000.0, 600.0, 180.0);
        let f = d.field();
        cover_against(&f, a, &f[b])
    };
    // Part of it must lie before the extended front line.
    let hedge = p.shows("flank-cover.11", put(Obstacle::Hedge, 450.0, 500.1));
    assert_eq!((hedge.0, hedge.1), (Some(Coverer::Line(0)), false));
    assert!(hedge.2.contains(&"flank-cover.11"));
    assert_eq!(put(Obstacle::Hedge, 450.0, 500.0).0, None);
    assert_eq!(put(Obstacle::Hedge, 600.0, 700.0).0, None);
    let river = p.shows("flank-cover.13", put(Obstacle::River, 450.0, 600.0));
    assert_eq!((river.0, river.1), (Some(Coverer::Line(0)), true));
    // Dense wood: cavalry cannot pass it, infantry can and may attack out of it.
    let mut d = Drill::new();
    d.patch(Terrain::DenseWood, (1100.0, 300.0), (1600.0, 700.0));
    let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
    let horse = d.cavalry(Side::B, 2, COLUMN, 1300.0, 450.0, 270.0);
    let foot = d.infantry(Side::B, 2, COLUMN, 1300.0, 450.0, 270.0);
    let chain = d.skirmishers(Side::A, 2, 1000.0, 900.0, 0.0);
    let f = d.field();
    assert!(cover_against(&f, a, &f[horse]).1);
    let attack = |u: UnitId, e: UnitId| flanks::flank_attack(&f, &f[u], &f[u].base, &f[e], &f.rects(&f[e]));
    assert!(attack(a, horse).is_none());
    let (from, grounds) = p.shows("flank-threat.6", attack(a, foot)).unwrap();
    assert!(from == From::Right && grounds.rests_on("flank-threat.6"));
    assert_eq!(f[chain].troop.arm, Arm::Infantry);
}

#[test]
fn towns_redoubts_and_defiles_on_a_flank() {
    let p = proves!("flank-cover.14", "redoubt.9", "roads.2");
    let town = |held: &[Side], by_horse: bool, reading: &str| {
        let mut d = Drill::new();
        d.read("enemy-town-flank", reading);
        let zone = d.zone(6, 5, (1120.0, 450.0), (1320.0, 650.0));
        let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
        let b = if by_horse {
            d.cavalry(Side::B, 4, LINE4, 1000.0, 600.0, 180.0)
        } else {
            d.infantry(Side::B, 4, LINE4, 1000.0, 600.0, 180.0)
        };
        for s in held {
            d.infantry(*s, 2, Formation::InTown { zone }, 1200.0, 550.0, 0.0);
        }
        let f = d.field();
        cover_against(&f, a, &f[b]).0.is_some()
    };
    let own = [Side::A];
    let fight = [Side::A, Side::B];
    let his = [Side::B];
    assert!(p.shows("flank-cover.14", town(&own, false, "nothing")) && town(&own, true, "nothing"));
    assert!(!town(&[], false, "nothing") && town(&[], true, "nothing"));
    assert!(!town(&fight, false, "nothing") && town(&fight, true, "nothing"));
    assert!(!town(&his, true, "nothing") && town(&his, true, "cavalry") && !town(&his, false, "cavalry"));

    let redoubt = |side: Side, manned: bool| {
        let mut d = Drill::new();
        let r = d.redoubt(side, 6, 1160.0, 540.0, 0.0);
        let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
        let b = d.infantry(Side::B, 4, LINE4, 1000.0, 640.0, 180.0);
        if manned {
            let g = d.battery(side, 4, Formation::Unlimbered, 1160.0, 530.0, 0.0);
            d.unit(g).redoubt = Some(r);
            // Its guns must not cover by themselves.
            d.unit(g).disorder.active = 6;
        }
        let f = d.field();
        cover_against(&f, a, &f[b])
    };
    let (by, barred, grounds) = p.shows("redoubt.9", redoubt(Side::A, true));
    assert!(by.is_some() && barred && grounds.contains(&"redoubt.9"));
    assert!(redoubt(Side::A, false).0.is_none() && redoubt(Side::B, true).0.is_none());

    let mut d = Drill::new();
    d.bridge(BridgeKind::Stone, 2, (1000.0, 480.0), 60.0, 0.0);
    let a = d.infantry(Side::A, 4, COLUMN, 1000.0, 500.0, 0.0);
    let b = d.infantry(Side::B, 4, LINE4, 1000.0, 600.0, 180.0);
    let f = d.field();
    assert_eq!(p.shows("roads.2", terrain::in_defile(&f, &f[a])).map(|c| c.id()), Some("roads.2"));
    assert_eq!(cover_against(&f, a, &f[b]).0, Some(Coverer::Defile));
}

#[test]
fn support_stands_still_and_is_not_attacked() {
    let p = proves!("support.1", "support.2", "weather.5");
    let supported = |change: &dyn Fn(&mut Drill, UnitId), weather: Weather| {
        let mut d = Drill::new();
        d.weather = weather;
        let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
        let b = d.infantry(Side::B, 4, LINE4, 1000.0, 600.0, 180.0);
        let c = d.infantry(Side::A, 4, LINE4, 1200.0, 500.0, 0.0);
        change(&mut d, c);
        let f = d.field();
        flanks::supports(&f, &f[a], &f[c], Flank::Right, &f[b]).map(|_| ()).map_err(|c| c.id())
    };
    let nothing = |_: &mut Drill, _: UnitId| {};
    assert_eq!(supported(&nothing, Weather::Fair), Ok(()));
    assert_eq!(p.shows("weather.5", supported(&nothing, Weather::Rain)), Err("weather.5"));
    let moved = |d: &mut Drill, c: UnitId| d.unit(c).record.moved_in_sequence = true;
    let attacked = |d: &mut Drill, c: UnitId| d.unit(c).record.attacked = true;
    let melee =
        |d: &mut Drill, c: UnitId| d.unit(c).continued = Some(Continued { with: UnitId(1), attacker: true });
    assert_eq!(p.shows("support.1", supported(&moved, Weather::Fair)), Err("support.1"));
    assert_eq!(supported(&attacked, Weather::Fair), Err("support.1"));
    assert_eq!(supported(&melee, Weather::Fair), Err("support.1"));
    let horse = |d: &mut Drill, c: UnitId| d.unit(c).troop = Troop::cavalry(tricolore::troop::Weight::Light);
    assert_eq!(supported(&horse, Weather::Fair), Err("support.1"));
    let skirmish = |d: &mut Drill, c: UnitId| {
        d.unit(c).formation = Formation::Chain { front: 3 };
        d.read("rain-skirmishers", "support");
    };
    assert_eq!(supported(&skirmish, Weather::Rain), Ok(()));

    // One on each flank, guns first.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
    let b = d.infantry(Side::B, 4, LINE4, 1000.0, 600.0, 180.0);
    let left = d.infantry(Side::A, 4, LINE4, 800.0, 500.0, 0.0);
    d.infantry(Side::A, 4, COLUMN, 1110.0, 500.0, 0.0);
    let guns = d.battery(Side::A, 1, Formation::Unlimbered, 1160.0, 500.0, 0.0);
    let f = d.field();
    let (who, grounds) = p.shows("support.2", flanks::support(&f, &f[a], &f[b]));
    assert_eq!(who, [Some(left), Some(guns)]);
    assert!(grounds.rests_on("support.2"));
}

#[test]
fn threats_stand_within_two_hundred_in_the_threat_zone() {
    let p = proves!("flank-threat.1", "flank-threat.2", "flank-threat.3", "flank-threat.4");
    let threat = |x: f64, y: f64, facing: f64, change: &dyn Fn(&mut Drill, UnitId)| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 3, LINE3, 1000.0, 500.0, 0.0);
        let b = d.infantry(Side::B, 1, COLUMN, 1000.0 + x, 500.0 + y, facing);
        change(&mut d, b);
        let f = d.field();
        let all = |_: &Unit, _: &Unit| true;
        flanks::threatens(&f, &f[a], Flank::Right, &f[b], &all)
            .map(|g| g.rests_on("flank-threat.3"))
            .map_err(|c| c.id())
    };
    let nothing = |_: &mut Drill, _: UnitId| {};
    // Beside it, facing it: its front edge 200 from the flank, which is 60 from the middle.
    assert_eq!(p.shows("flank-threat.3", threat(260.0, -10.0, 270.0, &nothing)), Ok(true));
    assert_eq!(threat(260.1, -10.0, 270.0, &nothing), Err("flank-threat.3"));
    // Ahead of it within the ray of 45 degrees: 40 wide, 100 ahead of the front line.
    assert_eq!(threat(140.0, 100.0, 180.0, &nothing), Ok(true));
    assert_eq!(threat(139.9 - 0.1, 100.0, 180.0, &nothing), Err("flank-threat.3"));
    // One as wide as it is and exactly before it stands at no flank, however near; beside that it does from where the ray of 45 degrees
    // cuts its corner.
    let before = |x: f64, y: f64, flank: Flank| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 3, LINE3, 1000.0, 500.0, 0.0);
        let b = d.infantry(Side::B, 3, LINE3, 1000.0 + x, 500.0 + y, 180.0);
        let f = d.field();
        flanks::threatens(&f, &f[a], flank, &f[b], &|_, _| true).map(|_| ()).map_err(|c| c.id())
    };
    for y in [50.0, 100.0, 150.0] {
        assert_eq!(Flank::BOTH.map(|s| before(0.0, y, s)), [Err("flank-threat.3"); 2], "{y} before it");
    }
    assert_eq!(
        (before(50.0, 50.0, Flank::Right), before(49.9, 50.0, Flank::Right)),
        (Ok(()), Err("flank-threat.3"))
    );
    assert_eq!(
        (before(-50.0, 50.0, Flank::Left), before(-49.9, 50.0, Flank::Left)),
        (Ok(()), Err("flank-threat.3"))
    );
    assert_eq!(before(50.0, 50.0, Flank::Left), Err("flank-threat.3"));
    // Looking away it could not attack.
    assert_eq!(threat(200.0, 0.0, 90.0, &nothing), Err("flank-threat.3"));
    let broken = |d: &mut Drill, b: UnitId| d.unit(b).disorder.active = 6;
    assert_eq!(threat(200.0, -10.0, 270.0, &broken), Err("play.flank-judging"));
    let position = |d: &mut Drill, b: UnitId| {
        d.unit(b).disorder.active = 6;
        d.read("threat", "position");
    };
    assert_eq!(threat(200.0, -10.0, 270.0, &position), Ok(true));
    let guns = |d: &mut Drill, b: UnitId| {
        d.unit(b).troop = Troop::battery(6, tricolore::troop::Harness::Foot);
        d.unit(b).formation = Formation::Unlimbered;
    };
    assert_eq!(p.shows("flank-threat.4", threat(200.0, -10.0, 270.0, &guns)), Err("flank-threat.4"));
    let moved = |d: &mut Drill, b: UnitId| {
        d.unit(b).record.moved_in_sequence = true;
        d.read("who-threatens", "fresh");
    };
    assert_eq!(threat(200.0, -10.0, 270.0, &moved), Err("play.flank-judging"));

    // An open flank is threatened once; a covered one is not.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 3, LINE3, 1000.0, 500.0, 0.0);
    let b = d.infantry(Side::B, 1, COLUMN, 1200.0, 490.0, 270.0);
    let f = d.clone().field();
    let all = |_: &Unit, _: &Unit| true;
    let state = p.shows("flank-threat.1", flanks::flank(&f, &f[a], Flank::Right, &f[b]));
    assert!(state.open() && state.grounds.rests_on("flank-threat.1"));
    let (who, grounds) =
        p.shows("flank-threat.2", flanks::threatened(&f, &f[a], Flank::Right, &all)).unwrap();
    assert!(who == b && grounds.rests_on("flank-threat.2"));
    let none = |_: &Unit, _: &Unit| false;
    assert!(flanks::threatened(&f, &f[a], Flank::Right, &none).is_none());
    assert!(flanks::threatened(&f, &f[a], Flank::Left, &all).is_none());
    d.infantry(Side::A, 1, COLUMN, 1100.0, 500.0, 90.0);
    let f = d.field();
    assert!(flanks::threatened(&f, &f[a], Flank::Right, &all).is_none());
}

#[test]
fn flank_attacks_begin_in_the_flank_zone() {
    let p = proves!("flank-threat.5", "redoubt.8", "flank-cover.9");
    let from = |x: f64, y: f64| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
        let b = d.infantry(Side::B, 1, COLUMN, 1000.0 + x, 500.0 + y, 180.0);
        let f = d.field();
        flanks::flank_attack(&f, &f[a], &f[a].base, &f[b], &f.rects(&f[b])).map(|(s, _)| s)
    };
    // A base of 20: its front edge is the part that is behind the line first.
    assert_eq!((p.shows("flank-threat.5", from(150.0, -0.1)), from(150.0, 0.0)), (Some(From::Right), None));
    assert_eq!(from(-150.0, -50.0), Some(From::Left));
    assert_eq!(from(0.0, -150.0), Some(From::Rear));
    assert_eq!(from(0.0, 150.0), None);
    // A battery in a redoubt counts from its rear edge: 60 deep.
    let mut d = Drill::new();
    let r = d.redoubt(Side::A, 6, 1000.0, 510.0, 0.0);
    let g = d.battery(Side::A, 3, Formation::Unlimbered, 1000.0, 500.0, 0.0);
    d.unit(g).redoubt = Some(r);
    let near = d.infantry(Side::B, 1, COLUMN, 1150.0, 440.1, 180.0);
    let back = d.infantry(Side::B, 1, COLUMN, 1150.0, 439.9, 180.0);
    let f = d.field();
    let attack = |u: UnitId| flanks::flank_attack(&f, &f[g], &f[g].base, &f[u], &f.rects(&f[u]));
    assert!(attack(near).is_none());
    assert!(p.shows("redoubt.8", attack(back)).unwrap().1.rests_on("redoubt.8"));
    // A square names its front anew and suffers none.
    let mut d = Drill::new();
    let q = d.infantry(Side::A, 4, Formation::Square, 1000.0, 500.0, 0.0);
    let b = d.cavalry(Side::B, 4, LINE4, 1200.0, 480.0, 270.0);
    let f = d.clone().field();
    assert!(flanks::flank_attack(&f, &f[q], &f[q].base, &f[b], &f.rects(&f[b])).is_none());
    let (base, by) = p.shows("flank-cover.9", flanks::square_front(&f, &f[q], &f[b])).unwrap();
    assert_eq!((base.dir, base.centre(), by.id()), (v2(1.0, 0.0), f[q].base.centre(), "flank-cover.9"));
    assert!(flanks::flank(&f, &f[q], Flank::Right, &f[b]).open());
    d.read("square-flanks", "none");
    let f = d.field();
    assert!(!flanks::flank(&f, &f[q], Flank::Right, &f[b]).open());
    assert!(flanks::square_front(&f, &f[b], &f[q]).is_none());
}

#[test]
fn the_attack_angle_includes_its_rays() {
    let _p = proves!("attack.require.6");
    let hit = |x: f64, y: f64, angle: &str| {
        let mut d = Drill::new();
        d.read("attack-angle", angle);
        let a = d.infantry(Side::A, 1, COLUMN, 1000.0, 500.0, 0.0);
        let b = d.raise(
            Side::B,
            Troop::infantry(),
            1,
            COLUMN,
            Pose { x: 1000.0 + x, y: 500.0 + y, facing: 180.0 },
        );
        let f = d.field();
        flanks::in_attack_angle(&f, &f[a], &f.rects(&f[b])).map(|c| c.id())
    };
    // The far left corner of a base 40 by 20, 100 ahead, lies on the ray.
    assert_eq!(hit(140.0, 100.0, "sheet"), Some("attack.require.6"));
    assert_eq!(hit(140.1, 100.0, "sheet"), None);
    assert_eq!(hit(140.0, 100.0, "thirty"), None);
    // Hit by moving straight ahead, although outside the angle: it is close before the end of a line.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
    let b = d.infantry(Side::B, 1, COLUMN, 1080.0, 522.0, 180.0);
    let f = d.field();
    assert!(flanks::in_attack_angle(&f, &f[a], &f.rects(&f[b])).is_some());
}
