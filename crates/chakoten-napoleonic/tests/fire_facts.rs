//! What a unit has of a target (09.01, 09.03, 10.01, 10.03 to 10.05, 14.03, play.fire.target).

use chakoten_napoleonic::aim::{self, guns};
use chakoten_napoleonic::book::features::Feature;
use chakoten_napoleonic::drill::{Drill, turned};
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::gunnery::Ranging;
use chakoten_napoleonic::procedures::{
    Artillery, ArtillerySituation, Battery, FireReadings, SmallArms, Struck,
};
use chakoten_napoleonic::troop::Formation::{AttackColumn, Line, MarchColumn, Skirmish, Square};
use chakoten_napoleonic::troop::{Cover, Obstacle, Weapon};
use chakoten_napoleonic::unit::Charge;
use chakoten_napoleonic::{Field, Side, UnitId, proves};
use table::v2;
use umpire::Procedure;

fn aim(f: &Field, a: UnitId, b: UnitId) -> Result<aim::Aim, &'static str> {
    aim::small_arms(f, &f[a], &f[b]).map_err(|c| c.id())
}

fn lay(f: &Field, a: UnitId, b: UnitId) -> Result<guns::Laid, &'static str> {
    guns::lay(f, &f[a], None, &f[b]).map_err(|c| c.id())
}

#[test]
fn firing_units_of_ten_from_the_left() {
    let parts = |figures: u16, formation| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, figures, formation, 100.0, 50.0, 0.0);
        let f = d.field();
        aim::parts(&f, &f[u], v2(100.0, 70.0)).iter().map(|p| p.figures).collect::<Vec<_>>()
    };
    assert_eq!(parts(24, Line), [10, 10, 4]);
    assert_eq!(parts(22, Line), [10, 12]);
    assert_eq!(parts(26, Line), [10, 10, 6]);
    assert_eq!(parts(12, Line), [12]);
    // The two front ranks of a column of six.
    assert_eq!(parts(24, AttackColumn), [12]);
    // Two abreast and two ranks; of a single file two figures are no firing unit.
    assert_eq!(parts(24, MarchColumn), [4]);
    assert_eq!(parts(12, Skirmish), [12]);
    // A quarter of a square.
    assert_eq!(parts(24, Square), [6]);
    let mut d = Drill::new();
    let u = d.cavalry(Side::A, 20, Line, 100.0, 50.0, 0.0);
    let f = d.field();
    assert_eq!(aim::parts(&f, &f[u], v2(100.0, 70.0)).len(), 1, "ten riders of the front rank");
}

#[test]
fn thirty_degrees_for_lines_and_45_for_skirmishers() {
    let p = proves!("09.03.2", "09.03.3");
    for (formation, degrees, by) in [(Line, 30.0f64, "09.03.2"), (Skirmish, 45.0, "09.03.3")] {
        for (off, legal) in [(-0.2, true), (0.2, false)] {
            for turn in [0.0, 70.0, 180.0] {
                for side in [1.0, -1.0] {
                    let mut d = Drill::sized(200.0, 200.0);
                    let a = d.infantry(Side::A, 10, formation, 100.0, 100.0, turn);
                    d.spacing(a, 1.6);
                    // A line of one rank, 1.5 cm deep: the inner corner of its far side is the last to leave the angle.
                    let near = 9.5 * (degrees + off).to_radians().tan();
                    let (x, y) = turned((near + 3.0) * side, 8.0, turn);
                    let b = d.infantry(Side::B, 4, Skirmish, 100.0 + x, 100.0 + y, turn + 180.0);
                    d.spacing(b, 1.5);
                    let f = d.field();
                    let found = aim(&f, a, b);
                    if legal {
                        assert!(found.is_ok(), "{formation:?} {turn} {side} {found:?}");
                    } else {
                        assert_eq!(
                            p.shows(by, found).map(|a| a.range),
                            Err(by),
                            "{formation:?} {turn} {side}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn ranges_of_the_weapons() {
    let _p = proves!("09.03.1");
    for (weapon, limit) in [(Weapon::Carbine, 12.0), (Weapon::Musket, 18.0), (Weapon::Rifle, 30.0)] {
        for (cm, legal) in [(limit, true), (limit + 0.01, false)] {
            let mut d = Drill::new();
            let a = d.infantry(Side::A, 20, Line, 100.0, 50.0, 0.0);
            d.unit(a).weapon = Some(weapon);
            let b = d.infantry(Side::B, 24, Line, 100.0, 50.0 + cm, 180.0);
            let f = d.field();
            match aim(&f, a, b) {
                Ok(found) => assert!(legal && (found.range - cm).abs() < 1e-9 && found.figures == 20),
                Err(by) => assert!(!legal && by == "09.03.1"),
            }
        }
    }
    // Of mixed arms the rifles reach farther.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 20, Line, 100.0, 50.0, 0.0);
    let b = d.infantry(Side::B, 24, Line, 100.0, 75.0, 180.0);
    assert!(aim(&d.clone().field(), a, b).is_err());
    d.unit(a).rifles = 6;
    assert!(aim(&d.field(), a, b).is_ok());
}

#[test]
fn only_those_who_reach_take_part() {
    let _p = proves!("09.01.5");
    // 60 figures are 30 files: six firing units. The target stands before the left wing.
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 60, Line, 100.0, 50.0, 0.0);
    let b = d.infantry(Side::B, 24, AttackColumn, 82.0, 60.0, 180.0);
    let f = d.field();
    let found = aim(&f, a, b).unwrap();
    assert!(found.parts.len() < 6 && found.parts.contains(&0));
    assert_eq!(found.figures, 10 * found.parts.len() as u16);
    assert_eq!((found.range, found.by.id()), (10.0, "09.01.5"));
}

#[test]
fn no_fire_through_units() {
    let _p = proves!("09.03.5");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 12, Line, 100.0, 50.0, 0.0);
    let b = d.infantry(Side::B, 12, Line, 100.0, 65.0, 180.0);
    let other = d.infantry(Side::A, 24, AttackColumn, 100.0, 58.0, 0.0);
    assert_eq!(aim(&d.clone().field(), a, b).map(|a| a.range), Err("09.03.5"));
    // Touching its side is not crossing it: the line of fire runs along x = 100.
    let wide = d.unit(other).base.width;
    d.unit(other).base.front = v2(100.0 + wide / 2.0, 58.0);
    assert!(aim(&d.clone().field(), a, b).is_ok());
    d.unit(other).base.front = v2(100.0 + wide / 2.0 - 0.1, 58.0);
    assert!(aim(&d.clone().field(), a, b).is_err());
    // His own line before him blocks, too.
    d.unit(other).base.front = v2(200.0, 58.0);
    let line = d.sent_out(a, 3, 5.0, 100.0, 56.0);
    assert_eq!(aim(&d.clone().field(), a, b).map(|a| a.range), Err("09.03.5"));
    assert!(aim(&d.field(), line, b).is_ok());
}

#[test]
fn lines_screen_and_share() {
    let p = proves!("14.03.1.a");
    // The line's rear so far before the unit.
    for (gap, want) in [(4.9, "shares"), (5.0, "14.03.1.a"), (15.0, "14.03.1.a"), (15.1, "passes")] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 12, Line, 100.0, 50.0, 0.0);
        d.unit(a).weapon = Some(Weapon::Rifle);
        let b = d.infantry(Side::B, 24, Line, 100.0, 75.0, 180.0);
        let line = d.sent_out(b, 6, 5.0, 100.0, 75.0 - gap - 1.5);
        let f = d.field();
        let found = aim(&f, a, b);
        match want {
            "shares" => {
                let found = found.unwrap();
                let (who, cm) = found.shares.unwrap();
                assert!(who == line && (cm - gap).abs() < 1e-6);
                // Fired at the line, the unit behind it shares.
                let at_line = aim(&f, a, line).unwrap();
                assert_eq!(at_line.shares.map(|s| s.0), Some(b));
            }
            "passes" => assert_eq!(found.unwrap().shares, None),
            by => {
                assert_eq!(p.shows("14.03.1.a", found).map(|a| a.range), Err(by));
                assert_eq!(aim(&f, a, line).unwrap().shares, None);
            }
        }
    }
}

#[test]
fn only_at_what_is_seen() {
    let _p = proves!("09.01.2");
    let mut d = Drill::new();
    d.building("farm", false, (95.0, 55.0), (105.0, 58.0));
    let a = d.infantry(Side::A, 6, AttackColumn, 100.0, 50.0, 0.0);
    let b = d.infantry(Side::B, 4, MarchColumn, 100.0, 62.0, 180.0);
    assert_eq!(aim(&d.field(), a, b).map(|a| a.range), Err("09.01.2"));
}

#[test]
fn walls_need_loopholes() {
    let _p = proves!("09.01.8");
    let wall = |kind: &str, loopholes: bool, y: f64| {
        let mut d = Drill::new();
        d.line("wall", Obstacle::II, Cover::II, &[(60.0, 50.0), (140.0, 50.0)]);
        d.last_line().unwrap().kind = Feature::named(kind).unwrap();
        d.last_line().unwrap().loopholes = loopholes;
        let a = d.infantry(Side::A, 12, Line, 100.0, y, 0.0);
        let b = d.infantry(Side::B, 24, Line, 100.0, 60.0, 180.0);
        aim(&d.field(), a, b).map(|a| (a.own_cover, a.cover))
    };
    assert_eq!(wall("wall", false, 50.0), Err("09.01.8"));
    assert_eq!(wall("high-wall", false, 50.0), Err("09.01.8"));
    assert_eq!(wall("wall", true, 50.0), Ok((Cover::II, Cover::None)));
    assert_eq!(wall("low-wall", false, 50.0), Ok((Cover::II, Cover::None)));
    assert_eq!(wall("wall", false, 49.0), Ok((Cover::None, Cover::None)), "not directly behind it");
}

#[test]
fn the_nearest_target_comes_first() {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Line, 100.0, 50.0, 0.0);
    let far = d.infantry(Side::B, 12, Line, 94.0, 66.0, 180.0);
    let near = d.infantry(Side::B, 12, Line, 106.0, 62.0, 180.0);
    let out = d.infantry(Side::B, 12, Line, 150.0, 62.0, 180.0);
    let f = d.field();
    let all: Vec<_> = aim::targets(&f, &f[a]).iter().map(|a| a.target).collect();
    assert_eq!(all, [near, far]);
    assert!(!all.contains(&out));
}

#[test]
fn the_situation_of_a_fire() {
    let mut d = Drill::new();
    d.hill("rise", 1, (60.0, 55.0), (140.0, 90.0));
    let a = d.infantry(Side::A, 24, Line, 100.0, 50.0, 0.0);
    let b = d.cavalry(Side::B, 16, Line, 100.0, 60.0, 180.0);
    d.valour(a, 2).turn(3);
    d.unit(a).record.moved = Some(2.0);
    d.unit(b).record.charge = Some(Charge { began: 1.5, ended: None, early: false, halves: 0, swung: 0.0 });
    d.unit(b).carried = 7;
    let f = d.field();
    let found = aim(&f, a, b).unwrap();
    let s = aim::situation(&f, a, &found, 2.2);
    assert_eq!(
        (s.firer.figures, s.firer.valour, s.firer.stationary, s.firer.first_fire),
        (24, 2, false, true)
    );
    assert_eq!((s.target.figures, s.target.noted, s.target.charge, s.steps), (16, 7, true, -1));
    assert!((s.distance - 10.0).abs() < 1e-9);
    // The procedure takes it.
    SmallArms::check(&s).unwrap();
    assert!(aim::situation(&f, a, &found, 2.25).firer.stationary);
}

#[test]
fn guns_fire_within_45_degrees_of_their_edges() {
    let p = proves!("10.03.2", "10.03.1", "10.01.2");
    // From the right corner of the battery (5 cm from its middle) at 45 degrees.
    for (x, legal) in [(34.9, true), (35.1, false)] {
        let mut d = Drill::new();
        let a = d.battery(Side::A, 8, 100.0, 50.0, 0.0);
        let b = d.infantry(Side::B, 3, Skirmish, 100.0 + x + 2.25, 78.5, 180.0);
        d.spacing(b, 1.5);
        let found = lay(&d.clone().field(), a, b);
        assert_eq!(found.is_ok(), legal, "{x} {found:?}");
        if !legal {
            assert_eq!(p.shows("10.03.2", found).map(|l| l.range), Err("10.03.2"));
        }
        d.limber(a, false);
        let limbered = lay(&d.field(), a, b).map(|l| l.range);
        assert_eq!(p.shows("10.01.2", limbered), Err("10.01.2"));
    }
    // The French 6 pdr: zones end at 25, 50, 90 and 140.
    for (cm, zone) in [(25.0, Some(1)), (25.1, Some(2)), (50.0, Some(2)), (90.0, Some(3)), (100.0, Some(4))] {
        let mut d = Drill::new();
        let a = d.battery(Side::A, 8, 100.0, 20.0, 0.0);
        let b = d.infantry(Side::B, 24, Line, 100.0, 20.0 + cm, 180.0);
        let found = lay(&d.field(), a, b).map(|l| l.zone).ok();
        assert_eq!(found, zone, "{cm}");
    }
    let mut d = Drill::sized(240.0, 300.0);
    let a = d.battery(Side::A, 8, 100.0, 20.0, 0.0);
    let b = d.infantry(Side::B, 24, Line, 100.0, 160.1, 180.0);
    let far = lay(&d.field(), a, b).map(|l| l.range);
    assert_eq!(p.shows("10.03.1", far), Err("10.03.1"));
}

#[test]
fn embrasures_narrow_the_angle() {
    let _p = proves!("10.01.7");
    let works = |obstacle, embrasures, x: f64| {
        let mut d = Drill::new();
        d.line("work", obstacle, Cover::II, &[(60.0, 50.0), (140.0, 50.0)]);
        d.last_line().unwrap().embrasures = embrasures;
        let a = d.battery(Side::A, 8, 100.0, 50.0, 0.0);
        let b = d.infantry(Side::B, 3, Skirmish, 100.0 + x + 2.25, 78.5, 180.0);
        d.spacing(b, 1.5);
        lay(&d.field(), a, b).map(|l| l.own_cover)
    };
    assert_eq!(works(Obstacle::II, false, 0.0), Err("10.01.7"));
    assert_eq!(works(Obstacle::I, false, 0.0), Ok(Cover::II));
    assert_eq!(works(Obstacle::II, true, 0.0), Ok(Cover::II));
    // 30 cm off at 20 degrees: 5 + 30 * tan 20 = 15.9.
    assert_eq!(
        (works(Obstacle::II, true, 15.8), works(Obstacle::II, true, 16.1)),
        (Ok(Cover::II), Err("10.03.2"))
    );
}

#[test]
fn own_units_in_the_safety_strip() {
    let p = proves!("10.05.1", "10.05.3", "10.05.4");
    let fire = |x: f64, y: f64, side, high: bool| {
        let mut d = Drill::new();
        if high {
            d.hill("battery", 1, (80.0, 10.0), (120.0, 20.0)).crest(&[(80.0, 10.5), (120.0, 10.5)]);
        }
        let a = d.battery(Side::A, 8, 100.0, 20.0, 0.0);
        let b = d.infantry(Side::B, 24, Line, 100.0, 80.0, 180.0);
        let o = d.infantry(side, 10, MarchColumn, 100.0 + x, y, 0.0);
        d.unit(o).base.depth = 7.5;
        lay(&d.field(), a, b).map(|l| l.over.len())
    };
    // 60 cm: 6 cm to each side, more than half the battery's front of 10. A column is 3 cm wide.
    assert_eq!(p.shows("10.05.1", fire(7.4, 50.0, Side::A, false)), Err("10.05.1"));
    assert_eq!(fire(-7.4, 50.0, Side::A, false), Err("10.05.1"));
    assert_eq!((fire(7.5, 50.0, Side::A, false), fire(7.6, 50.0, Side::A, false)), (Ok(0), Ok(0)));
    // From a step higher over its head, 10 cm clear of battery and target.
    assert_eq!(fire(0.0, 50.0, Side::A, true), Ok(1));
    assert_eq!(fire(0.0, 37.5, Side::A, true), Ok(1));
    assert_eq!(p.shows("10.05.3", fire(0.0, 37.4, Side::A, true)), Err("10.05.3"));
    assert_eq!((fire(0.0, 70.0, Side::A, true), fire(0.0, 70.1, Side::A, true)), (Ok(1), Err("10.05.3")));
    // An enemy on the line stops the fire at one behind him; from above it passes, however close.
    assert_eq!(p.shows("10.05.4", fire(0.0, 50.0, Side::B, false)), Err("10.05.4"));
    assert_eq!((fire(0.0, 70.1, Side::B, true), fire(7.4, 50.0, Side::B, false)), (Ok(1), Ok(0)));
}

#[test]
fn through_several_enemies() {
    let shot = |behind: f64, distance: f64, soft: bool| {
        let mut d = Drill::new();
        let y = 20.0 + distance;
        if soft {
            d.square(PatchKind::Soft, "meadow", (60.0, y - 15.0), (140.0, y + 20.0));
        }
        let a = d.battery(Side::A, 8, 100.0, 20.0, 0.0);
        let b = d.infantry(Side::B, 24, Line, 100.0, y, 180.0);
        let c = d.infantry(Side::B, 24, Line, 100.0, y + behind, 180.0);
        let f = d.field();
        let laid = lay(&f, a, b).unwrap();
        assert!(laid.through.iter().all(|t| t.unit == c && (t.cm - behind).abs() < 1e-6));
        (laid.through.len(), laid.no_ricochet)
    };
    assert_eq!((shot(9.9, 60.0, false), shot(10.0, 60.0, false)), ((1, false), (0, false)));
    assert_eq!(shot(9.9, 25.0, false).0, 0, "not in zone 1");
    assert_eq!((shot(4.9, 60.0, true), shot(5.0, 60.0, true)), ((1, true), (0, true)));
}

#[test]
fn ground_that_robs_ricochets() {
    let robbed = |kind: PatchKind, near: f64, far: f64| {
        let mut d = Drill::new();
        // From so far before the target to so far before it, or beyond.
        d.square(kind, "ground", (60.0, 80.0 - near), (140.0, 80.0 - far));
        let a = d.battery(Side::A, 8, 100.0, 20.0, 0.0);
        let b = d.infantry(Side::B, 24, Line, 100.0, 80.0, 180.0);
        lay(&d.field(), a, b).map(|l| l.no_ricochet)
    };
    for kind in [PatchKind::Swamp, PatchKind::Soft, PatchKind::Scrub] {
        assert_eq!((robbed(kind, 10.0, -20.0), robbed(kind, 9.9, -20.0)), (Ok(true), Ok(false)), "{kind:?}");
        // Directly behind it: within 5 cm of its far edge.
        assert_eq!((robbed(kind, 20.0, 5.0), robbed(kind, 20.0, 5.1)), (Ok(true), Ok(false)), "{kind:?}");
    }
    assert_eq!(
        (robbed(PatchKind::Town, 5.0, -20.0), robbed(PatchKind::Town, 4.9, -20.0)),
        (Ok(true), Ok(false))
    );
    assert_eq!(robbed(PatchKind::Difficult, 20.0, -20.0), Ok(false));
}

#[test]
fn slopes_and_low_ground_rob_ricochets() {
    let from = v2(100.0, 20.0);
    let readings = FireReadings::default();
    let mut d = Drill::new();
    d.hill("mount", 1, (0.0, 60.0), (240.0, 150.0)).hill("mount", 2, (0.0, 68.0), (240.0, 150.0)).hill(
        "mount",
        3,
        (0.0, 76.0),
        (240.0, 150.0),
    );
    let f = d.field();
    let robbed = |y: f64| guns::no_ricochet(&f, from, v2(100.0, y), &readings);
    // Ten cm up the slope, on it, and within 5 cm behind its last contour.
    assert_eq!((robbed(69.9), robbed(70.0), robbed(81.0), robbed(81.1)), (false, true, true, false));
    let mut d = Drill::new();
    d.hill("mount", 1, (0.0, 0.0), (240.0, 40.0)).hill("mount", 2, (0.0, 0.0), (240.0, 30.0));
    let f = d.field();
    let robbed = |y: f64| guns::no_ricochet(&f, from, v2(100.0, y), &readings);
    // Two steps below from y = 40 on.
    assert_eq!((robbed(49.9), robbed(50.0), robbed(35.0)), (false, true, false));
}

#[test]
fn lines_do_not_screen_against_guns() {
    // Before an empty house either.
    let mut d = Drill::new();
    let a = d.battery(Side::A, 8, 100.0, 20.0, 0.0);
    d.building("house", false, (95.0, 80.0), (105.0, 90.0));
    d.infantry(Side::B, 6, Skirmish, 100.0, 60.0, 180.0);
    let f = d.field();
    assert_eq!(guns::lay_on_house(&f, &f[a], None, 0).map(|l| l.range.round()).map_err(|c| c.id()), Ok(60.0));
    for (gap, shares) in [(9.9, true), (10.1, false)] {
        let mut d = Drill::new();
        let a = d.battery(Side::A, 8, 100.0, 20.0, 0.0);
        let b = d.infantry(Side::B, 24, Line, 100.0, 80.0, 180.0);
        let line = d.sent_out(b, 6, 5.0, 100.0, 80.0 - gap - 1.5);
        let f = d.field();
        let at_unit = lay(&f, a, b);
        let at_line = lay(&f, a, line).unwrap();
        if shares {
            assert_eq!(at_unit.unwrap().shares.map(|s| s.0), Some(line));
            assert_eq!(at_line.shares.map(|s| s.0), Some(b));
            assert!(at_line.through.is_empty());
        } else {
            // Farther off than that they are targets of their own, and the line is no screen.
            assert_eq!(at_unit.map(|l| (l.range.round(), l.shares)), Ok((60.0, None)));
            assert_eq!(at_line.shares, None);
        }
    }
}

#[test]
fn model_guns_and_what_the_procedure_takes() {
    let mut d = Drill::new();
    let a = d.battery(Side::A, 8, 100.0, 20.0, 0.0);
    let b = d.infantry(Side::B, 24, Line, 100.0, 80.0, 90.0);
    let f = d.clone().field();
    let laid = lay(&f, a, b).unwrap();
    assert_eq!((laid.guns, laid.models, laid.struck), (8, 2, Struck::Flank));
    let one = guns::lay(&f, &f[a], Some(1), &f[b]).unwrap();
    assert_eq!((one.guns, one.models), (4, 1));
    let s = ArtillerySituation {
        battery: Battery::new(f[a].battery.as_ref().unwrap().gun.into(), laid.guns),
        targets: guns::aimed(&f, &laid, Ranging::FIRED, 0.5),
        building: None,
        year: 1813,
        readings: FireReadings::default(),
    };
    Artillery::check(&s).unwrap();
    // Three gunners serve six guns.
    d.unit(a).figures = 3;
    assert_eq!(lay(&d.field(), a, b).unwrap().guns, 6);
    let mut d = Drill::new();
    let a = d.battery(Side::A, 8, 100.0, 20.0, 0.0);
    let f = d.clone().field();
    assert_eq!((guns::guns_of(&f[a], 0), guns::guns_of(&f[a], 1)), (4, 4));
    d.unit(a).battery.as_mut().unwrap().guns = 5;
    let f = d.field();
    assert_eq!((guns::guns_of(&f[a], 0), guns::guns_of(&f[a], 1)), (4, 1));
}

#[test]
fn guns_fire_at_what_they_see_or_its_place() {
    let _p = proves!("10.01.5");
    let mut d = Drill::new();
    d.wood("forest", (60.0, 60.0), (140.0, 120.0));
    let a = d.battery(Side::A, 8, 100.0, 20.0, 0.0);
    let b = d.infantry(Side::B, 5, Skirmish, 100.0, 80.0, 180.0);
    let c = d.infantry(Side::B, 24, Line, 100.0, 130.0, 180.0);
    let f = d.field();
    assert!(lay(&f, a, b).unwrap().unseen);
    assert_eq!(lay(&f, a, c).map(|l| l.unseen), Err("10.01.5"));
}
