//! Artillery fire and blasts told as bare situations with scripted dice, guns, ammunition, and what distances decide.

use crate::procedures_fire::{column, refused, rule, three, total};
use chakoten_napoleonic::ammunition::{self, Used};
use chakoten_napoleonic::book::guns::Gun;
use chakoten_napoleonic::gunnery::{self, Dead, FiredOver, Model, Ranging, Unready};
use chakoten_napoleonic::procedures::artillery::ruined_by;
use chakoten_napoleonic::procedures::*;
use chakoten_napoleonic::proves;
use chakoten_napoleonic::school::School;
use chakoten_napoleonic::troop::*;
use chakoten_napoleonic::unit::GunRow;
use serde_json::json;
use std::collections::BTreeSet;

fn gun(id: &str) -> Gun {
    Gun::named(id).unwrap()
}

/// French 6 pdr at 40 cm, in their zone 2, ranged in on forty infantry in line.
fn shot() -> ArtillerySituation {
    ArtillerySituation {
        battery: Battery::new(gun("france-6-pdr-an-xi"), 4),
        targets: vec![Aimed::new(Target::new(Arm::Infantry, 40), 40.0)],
        building: None,
        year: 1813,
        readings: FireReadings::default(),
    }
}

fn with(change: impl FnOnce(&mut ArtillerySituation)) -> ArtillerySituation {
    let mut s = shot();
    change(&mut s);
    s
}

/// The three columns of table XI, beside the row of zone 2.
fn sums(s: &ArtillerySituation) -> [i32; 3] {
    let (_, r) = rule::<Artillery>(s, &[4, 3, 2]);
    let [own, enemy, morale] = ["own", "enemy", "morale"].map(|c| column(&r, c));
    if s.targets.len() == 1 {
        assert_eq!(total(&r, "loss"), i64::from(9 + own + enemy));
        assert_eq!(total(&r, "morale"), i64::from(9 + own + enemy + morale));
    }
    [own, enemy + 2, morale]
}

fn of(change: impl FnOnce(&mut ArtillerySituation)) -> [i32; 3] {
    sums(&with(change))
}

fn of_target(change: impl FnOnce(&mut Target)) -> [i32; 3] {
    of(|s| change(&mut s.targets[0].unit))
}

#[test]
fn table_twelve_for_each_gun() {
    let p = proves!("10.02.1.a");
    // Zone 2 takes off 2; four guns.
    let lines = [
        (3, 1),
        (4, 1),
        (5, 2),
        (6, 2),
        (7, 3),
        (8, 3),
        (9, 4),
        (10, 4),
        (11, 6),
        (12, 6),
        (13, 8),
        (14, 8),
        (15, 10),
        (16, 10),
        (17, 12),
        (18, 12),
    ];
    for (sum, each) in lines {
        let (o, _) = rule::<Artillery>(&shot(), &three(sum));
        assert_eq!(*p.shows("10.02.1.a", &o.targets[0].unit.men), 4 * each, "{sum}");
    }
    for (sum, state) in [
        (12, State::Order),
        (13, State::Light1),
        (14, State::Light1),
        (15, State::Light2),
        (17, State::Disorder),
    ] {
        assert_eq!(rule::<Artillery>(&shot(), &three(sum)).0.targets[0].unit.state, state, "{sum}");
    }
    // In zone 1 with 12 pdr and valour: 16, 20 and 24 men.
    let near = |sum, valour| {
        let s = with(|s| {
            s.battery.gun = gun("france-12-pdr-an-xi");
            s.battery.valour = valour;
            s.targets[0].distance = 10.0;
        });
        let t = rule::<Artillery>(&s, &three(sum)).0.targets[0].unit;
        (t.men, t.state)
    };
    assert_eq!(near(11, 0), (64, State::Complete));
    assert_eq!(near(13, 0), (80, State::Complete));
    assert_eq!(near(15, 0), (96, State::Complete));
    assert_eq!(near(18, 3), (96, State::Complete));
    // Below nought nothing happens.
    let far = with(|s| {
        s.targets[0].distance = 140.0;
        s.targets[0].unit.cover = Cover::III;
    });
    let (o, r) = rule::<Artillery>(&far, &three(3));
    assert_eq!((total(&r, "loss"), o.targets[0].unit.men), (-8, 0));
}

#[test]
fn every_row_of_the_target() {
    let _p = proves!("10.02.1.a");
    use Formation::*;
    assert_eq!(of_target(|_| {}), [0, 0, 0]);
    assert_eq!(of_target(|t| t.formation = Skirmish), [0, -4, 0]);
    assert_eq!(
        of_target(|t| {
            t.formation = Skirmish;
            t.density = Density::Thin;
        }),
        [0, -8, 0]
    );
    assert_eq!(of_target(|t| t.arm = Arm::Artillery), [0, -5, 0]);
    assert_eq!(of_target(|t| t.working = true), [0, -5, 0]);
    // The row is of pioneers at work, not of whoever works.
    assert_eq!(of_target(|t| (t.working, t.pioneers) = (true, false)), [0, 0, 0]);
    assert_eq!(
        of_target(|t| {
            t.arm = Arm::Artillery;
            t.limbered = true;
        }),
        [0, -2, 0]
    );
    assert_eq!(of_target(|t| t.arm = Arm::Train), [0, -2, 0]);
    for (cover, own, enemy) in [(Cover::I, 0, 0), (Cover::II, 1, -3), (Cover::III, 1, -5)] {
        assert_eq!(of_target(|t| t.cover = cover), [0, enemy, 0]);
        assert_eq!(of(|s| s.battery.cover = cover), [own, 0, 0]);
    }
    assert_eq!(of(|s| s.targets[0].unseen = true), [0, -4, 0]);
    let states = [(State::Light1, -1, 1), (State::Light3, -3, 3), (State::Disorder, -4, 4)];
    for (state, own, morale) in states {
        assert_eq!(of(|s| s.battery.state = state), [own, 0, 0]);
        assert_eq!(of_target(|t| t.state = state), [0, 0, morale]);
    }
    // No row for FU, support, commanders or smoke.
    assert_eq!(of_target(|t| t.state = State::Complete), [0, 0, 0]);
    assert_eq!(of_target(|t| t.backing = Backing::Support), [0, 0, 0]);
    for v in [-3, -1, 2, 3] {
        assert_eq!(of(|s| s.battery.valour = v), [v.into(), 0, 0]);
    }
    assert_eq!(of(|s| s.battery.valour = 5), [3, 0, 0]);
    assert_eq!(of(|s| s.battery.valour = -4), [-3, 0, 0]);
    assert_eq!(of_target(|t| t.valour = 5), [0, 0, -5]);
    assert_eq!(of_target(|t| t.valour = -4), [0, 0, 4]);
    assert_eq!(of(|s| s.battery.training = 2), [2, 0, 0]);
}

#[test]
fn unseen_and_covered_is_the_larger() {
    let _p = proves!("skema.groups");
    let hidden = |cover, groups| {
        of(|s| {
            s.targets[0].unseen = true;
            s.targets[0].unit.cover = cover;
            s.readings.groups = groups;
        })[1]
    };
    assert_eq!([hidden(Cover::II, Groups::default()), hidden(Cover::III, Groups::default())], [-4, -5]);
    let all = &chakoten_napoleonic::book::text().readings;
    let apart = umpire::Readings::defaults(all).with(all, "groups-unseen", "apart").unwrap();
    assert_eq!(hidden(Cover::III, fire_groups(&apart)), -9);
}

#[test]
fn zones_of_every_group() {
    let p = proves!("10.03.1");
    let ends = [
        ("prussia-3-pdr", [20.0, 30.0, 50.0, 80.0]),
        ("england-6-pdr", [25.0, 40.0, 70.0, 110.0]),
        ("france-6-pdr-an-xi", [25.0, 50.0, 90.0, 140.0]),
        ("england-9-pdr", [30.0, 50.0, 90.0, 150.0]),
        ("france-12-pdr-gribeauval", [30.0, 60.0, 100.0, 175.0]),
        ("england-5-5-inch-howitzer", [20.0, 35.0, 65.0, 130.0]),
        ("prussia-7-pdr-howitzer", [20.0, 40.0, 65.0, 140.0]),
    ];
    for (id, ends) in ends {
        let g = gun(id);
        for (i, cm) in ends.into_iter().enumerate() {
            let zone = i as u8 + 1;
            assert_eq!(gunnery::zone(g, cm).0, Some(zone), "{id} {cm}");
            assert_eq!(gunnery::zone(g, cm + 0.01).0, (zone < 4).then_some(zone + 1), "{id} {cm}");
        }
        let beyond = with(|s| {
            s.battery.gun = g;
            s.targets[0].distance = ends[3] + 0.01;
        });
        assert!(p.shows("10.03.1", refused::<Artillery>(&beyond)).contains("10.03.1"));
    }
    let at = |cm| of(|s| s.targets[0].distance = cm);
    assert_eq!([at(25.0), at(25.01), at(90.0), at(140.0)], [[0, 6, 2], [0, 0, 0], [0, -2, 0], [0, -4, 0]]);
}

#[test]
fn guns_of_the_table() {
    let all: Vec<Gun> = Gun::all().collect();
    assert_eq!(all.len(), 30);
    let ids: BTreeSet<_> = all.iter().map(|g| g.data().id.clone()).collect();
    assert_eq!(ids.len(), 30);
    let twelve: Vec<_> = all.iter().filter(|g| g.data().twelve()).collect();
    assert_eq!(twelve.len(), 9);
    assert!(twelve.iter().all(|g| g.data().weight == GunWeight::Heavy));
    assert_eq!(all.iter().filter(|g| g.data().howitzer).count(), 2);
    let weight = |id: &str| gun(id).data().weight;
    assert_eq!(weight("england-9-pdr"), GunWeight::Light);
    assert_eq!(weight("france-8-pdr-gribeauval"), GunWeight::Medium);
    assert_eq!(weight("prussia-7-pdr-howitzer"), GunWeight::Light);
    assert_eq!(weight("austria-hungary-3-pdr"), GunWeight::Light);
    let names = |n| Gun::of(n).map(|g| g.data().id.as_str()).collect::<Vec<_>>();
    assert_eq!(names(Nation::Kgl), names(Nation::England));
    assert_eq!(names(Nation::Saxony), ["saxony-6-pdr", "saxony-8-pdr", "saxony-12-pdr"]);
    for g in all {
        let written = serde_json::to_value(g).unwrap();
        assert_eq!(serde_json::from_value::<Gun>(written).unwrap(), g);
        assert_eq!(Gun::from(GunRow::from(g)), g);
    }
    assert!(serde_json::from_value::<Gun>(json!("france-7-pdr")).is_err());
}

#[test]
fn twelve_pounders_always_have_two() {
    let p = proves!("skema.XI.a");
    for id in ["russia-short-12-pdr", "saxony-12-pdr", "prussia-12-pdr"] {
        assert_eq!(p.shows("skema.XI.a", of(|s| s.battery.gun = gun(id))), [2, 0, 0], "{id}");
    }
    for id in ["england-9-pdr", "england-5-5-inch-howitzer"] {
        assert_eq!(
            of(|s| {
                s.battery.gun = gun(id);
                s.targets[0].distance = 32.0;
            })[0],
            0
        );
    }
    // Whatever its group of modifiers.
    let grouped = Groups::default()
        .with("XI", "12 pdr cannon (whatever its gun group)", "C")
        .with("XI", "Cover II", "C");
    assert_eq!(
        of(|s| {
            s.battery.gun = gun("prussia-12-pdr");
            s.battery.cover = Cover::II;
            s.readings.groups = grouped;
        }),
        [3, 0, 0]
    );
}

#[test]
fn columns_squares_and_flanks() {
    let p = proves!("10.02.5", "10.03.3", "play.sides", "05.04.2");
    use Formation::*;
    for f in [AttackColumn, MarchColumn, SingleFile, Mass] {
        assert_eq!(p.shows("10.02.5", of_target(|t| t.formation = f)), [0, 2, 0], "{f}");
    }
    assert_eq!(of_target(|t| t.formation = Square), [0, 4, 0]);
    assert_eq!(p.shows("10.03.3", of_target(|t| t.struck = Struck::Flank)), [0, 4, 0]);
    assert_eq!(of_target(|t| t.struck = Struck::Rear), [0, 0, 0]);
    assert_eq!(
        of(|s| {
            s.targets[0].unit.struck = Struck::Rear;
            s.readings.rear_under_guns = RearUnderGuns::AsFlank;
        }),
        [0, 4, 0]
    );
    // A column struck in the flank: the larger, or both.
    let flanked = |groups| {
        of(|s| {
            s.targets[0].unit.formation = AttackColumn;
            s.targets[0].unit.struck = Struck::Flank;
            s.readings.groups = groups;
        })[1]
    };
    assert_eq!(flanked(Groups::default()), 4);
    let all = &chakoten_napoleonic::book::text().readings;
    let both = umpire::Readings::defaults(all).with(all, "column-and-flank", "both").unwrap();
    assert_eq!(flanked(fire_groups(&both)), 6);
    // None of it in zone 1.
    for change in [
        (|t: &mut Target| t.formation = AttackColumn) as fn(&mut Target),
        |t| t.formation = Square,
        |t| t.struck = Struck::Flank,
    ] {
        let near = of(|s| {
            s.targets[0].distance = 20.0;
            change(&mut s.targets[0].unit);
        });
        assert_eq!(near, [0, 6, 2]);
    }
    // Formations without flanks, and a square that has them.
    let struck = |f| {
        of_target(|t| {
            t.formation = f;
            t.struck = Struck::Flank;
        })
    };
    assert_eq!(p.shows("play.sides", struck(Clump)), [0, 0, 0]);
    assert_eq!(struck(Mass), [0, 2, 0]);
    assert_eq!(p.shows("05.04.2", struck(Skirmish)), [0, -4, 0]);
    assert_eq!(
        of(|s| {
            s.targets[0].unit.formation = Mass;
            s.readings.mass_under_fire = MassUnderFire::Square;
        }),
        [0, 4, 0]
    );
    for (degrees, flank) in [(44.9, false), (45.0, true), (90.0, true), (90.1, false)] {
        assert_eq!(gunnery::strikes_flank(degrees).0, flank);
    }
}

#[test]
fn charging_cavalry_under_guns() {
    let p = proves!("10.02.4");
    let charging = of_target(|t| {
        t.arm = Arm::Cavalry;
        t.charge = true;
        t.formation = Formation::AttackColumn;
    });
    assert_eq!(p.shows("10.02.4", charging), [0, 0, 0]);
    assert_eq!(of_target(|t| t.arm = Arm::Cavalry), [0, 0, 0]);
}

#[test]
fn large_targets() {
    let p = proves!("10.02.2", "10.05.6");
    for (figures, points) in [(1, 0), (40, 0), (41, -1), (50, -1), (51, -2), (60, -2), (61, -3)] {
        assert_eq!(p.shows("10.02.2", of_target(|t| t.figures = figures)), [0, 0, points], "{figures}");
    }
    let column = of_target(|t| {
        t.figures = 30;
        t.together = Some(90);
        t.formation = Formation::AttackColumn;
    });
    assert_eq!(p.shows("10.05.6", column), [0, 2, -5]);
}

#[test]
fn ranging_in() {
    let p = proves!("10.02.3.a", "10.02.3.b");
    let d = FireReadings::default();
    let ranged = |ranging, cm| {
        of(|s| {
            s.targets[0].ranging = ranging;
            s.targets[0].distance = cm;
        })[1]
    };
    assert_eq!(p.shows("10.02.3.a", ranged(Ranging::default(), 40.0)), -2);
    assert_eq!(ranged(Ranging::default(), 100.0), -6);
    assert_eq!(ranged(Ranging::default(), 25.0), 6);
    assert_eq!(ranged(Ranging::FIRED, 40.0), 0);
    assert_eq!(ranged(Ranging { moved: 9.99, ..Ranging::FIRED }, 40.0), 0);
    assert_eq!(ranged(Ranging { moved: 10.0, ..Ranging::FIRED }, 40.0), -2);
    let apart = Ranging { apart: true, ..Ranging::default() };
    assert_eq!(p.shows("10.02.3.b", ranged(apart, 40.0)), 0);
    let close = Ranging { fired_in_zone_1: true, ..Ranging::default() };
    assert_eq!(ranged(close, 40.0), 0);
    let strict = FireReadings { zone_one_ranging: ZoneOneRanging::DoesNot, ..d };
    assert!(!close.ranged_in(&strict).0);
}

#[test]
fn ground_without_ricochet() {
    let p = proves!("10.04.1", "10.04.2");
    assert_eq!(p.shows("10.04.1", of(|s| s.targets[0].no_ricochet = true)), [0, -4, 0]);
    assert_eq!(
        of(|s| {
            s.targets[0].no_ricochet = true;
            s.targets[0].distance = 20.0;
        }),
        [0, 6, 2]
    );
    let d = FireReadings::default();
    let contact = FireReadings { directly_behind: DirectlyBehind::Contact, ..d.clone() };
    let depths = [10.0, 10.0, 5.0, 10.0, 5.0, 10.0];
    for (ground, least) in Dead::ALL.into_iter().zip(depths) {
        assert_eq!(ground.least_depth(), least);
        assert!(gunnery::no_ricochet(ground, least, None, &d).0);
        assert!(!gunnery::no_ricochet(ground, least - 0.01, None, &d).0);
        assert!(gunnery::no_ricochet(ground, least + 5.0, Some(5.0), &d).0);
        assert!(!gunnery::no_ricochet(ground, least + 5.0, Some(5.01), &d).0);
        assert!(gunnery::no_ricochet(ground, least, Some(0.0), &contact).0);
        assert!(!gunnery::no_ricochet(ground, least, Some(0.1), &contact).0);
    }
    assert_eq!(gunnery::far_below(1), None);
    let (ground, by) = gunnery::far_below(2).unwrap();
    assert_eq!(p.shows("10.04.2", (ground, by.id())), (Dead::FarBelow, "10.04.2"));
}

#[test]
fn a_battery_that_does_not_answer() {
    let _p = proves!("10.02.1.a");
    let own = |under_fire, answers, unanswered| {
        of(|s| {
            s.battery.under_fire = under_fire;
            s.battery.answers = answers;
            s.readings.unanswered = unanswered;
        })[0]
    };
    use Unanswered::*;
    let all = [(false, false), (false, true), (true, false), (true, true)];
    assert_eq!(all.map(|(u, a)| own(u, a, UnderFire)), [0, 0, -2, 0]);
    assert_eq!(all.map(|(u, a)| own(u, a, Always)), [-2, 0, -2, 0]);
}

#[test]
fn gunners_serve_two_guns() {
    let p = proves!("10.01.1");
    for (guns, gunners, men) in [(4, 2, 16), (4, 1, 8), (3, 2, 12), (8, 4, 32), (8, 10, 32)] {
        let s = with(|s| {
            s.battery.guns = guns;
            s.battery.gunners = gunners;
        });
        assert_eq!(rule::<Artillery>(&s, &three(9)).0.targets[0].unit.men, men, "{guns} {gunners}");
    }
    assert!(p.shows("10.01.1", refused::<Artillery>(&with(|s| s.battery.gunners = 0))).contains("10.01.1"));
    assert_eq!([1, 2, 3, 8].map(|n| gunnery::gunners_needed(n).0), [1, 1, 2, 4]);
    for s in [with(|s| s.battery.guns = 0), with(|s| s.battery.guns = 51)] {
        assert!(refused::<Artillery>(&s).starts_with("battery.guns"));
    }
}

#[test]
fn equipment_of_a_battery_under_guns() {
    let p = proves!("10.02.1.b");
    let s = |cm: f64| {
        with(|s| {
            s.battery.gun = gun("france-12-pdr-an-xi");
            s.targets[0].distance = cm;
            s.targets[0].unit = Target::new(Arm::Artillery, 10);
        })
    };
    // Two twos and the die in question. Zone 1: 4 + dice - 5 + 4 + 2 of the 12 pdr; four guns.
    let lost = |cm, dice: [u8; 3]| {
        let e = rule::<Artillery>(&s(cm), &dice).0.targets[0].equipment;
        (e.horses, e.guns, e.loads)
    };
    let zone_1 = [(1, 0, 0), (2, 0, 0), (3, 0, 0), (0, 1, 0), (0, 2, 0), (0, 0, 4)];
    let zone_2 = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (0, 2, 0), (0, 0, 4)];
    let zone_3 = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (0, 1, 0), (0, 0, 4)];
    let zone_4 = [(0, 0, 0), (1, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 0), (0, 0, 4)];
    for (cm, rows) in [(30.0, zone_1), (60.0, zone_2), (100.0, zone_3), (175.0, zone_4)] {
        for third in 1..=6u8 {
            let row = rows[usize::from(third) - 1];
            // A pair that makes the loss large enough in any zone.
            assert_eq!(*p.shows("10.02.1.b", &lost(cm, [6, third, 6])), row, "{cm} {third}");
            assert_eq!(lost(cm, [third, 6, 6]), row);
        }
        assert_eq!(lost(cm, [4, 5, 6]), (0, 0, 0));
    }
    // No more horses than there are.
    let mut few = s(30.0);
    few.targets[0].unit.horses = Some(2);
    assert_eq!(rule::<Artillery>(&few, &[6, 3, 6]).0.targets[0].equipment.horses, 2);
    // Three equal dice.
    assert_eq!(lost(60.0, [5, 5, 5]), (0, 2, 0));
    // Zone 4: the dice less 9. 10 is 1 man to each of 4 guns, too few; 12 is 2 to each.
    assert_eq!(lost(175.0, [4, 4, 2]), (0, 0, 0));
    assert_eq!(lost(175.0, [4, 4, 4]), (0, 1, 0));
    let each = |guns, dice: [u8; 3]| {
        let mut s = s(60.0);
        s.battery = Battery::new(gun("france-12-pdr-an-xi"), guns);
        s.readings.equipment_loss = EquipmentLoss::EachGun;
        rule::<Artillery>(&s, &dice).0.targets[0].equipment.guns
    };
    // Zone 2: the dice less 5: 13 is 4 men to each gun, 14 is 6.
    assert_eq!(each(8, [4, 4, 5]), 0);
    assert_eq!(each(8, [5, 5, 4]), 1);
    // Others have no such equipment, and need no faces.
    assert_eq!(rule::<Artillery>(&shot(), &[6, 6, 5]).0.targets[0].equipment, Equipment::default());
}

#[test]
fn a_limbered_gun_makes_a_limbered_battery() {
    let p = proves!("06.03.6");
    let limbered = of_target(|t| {
        t.arm = Arm::Artillery;
        t.limbered = true;
    });
    assert_eq!(p.shows("06.03.6", limbered), [0, -2, 0]);
}

#[test]
fn shooting_through_several_units() {
    let p = proves!("10.05.4", "10.05.5", "play.dice");
    let three_units = |change: fn(&mut ArtillerySituation)| {
        with(|s| {
            for behind in [5.0, 9.9] {
                let mut a = s.targets[0].clone();
                a.behind = behind;
                s.targets.push(a);
            }
            change(s);
        })
    };
    // 15 - 2 and then 4 less: 10, 6 and 6 men for each gun.
    let men = |s: &ArtillerySituation| {
        rule::<Artillery>(s, &three(15)).0.targets.iter().map(|h| h.unit.men).collect::<Vec<_>>()
    };
    assert_eq!(p.shows("10.05.5", men(&three_units(|_| {}))), [40, 24, 24]);
    assert_eq!(men(&three_units(|s| s.readings.each_behind = EachBehind::AddsUp)), [40, 24, 12]);
    let (o, r) = rule::<Artillery>(&three_units(|_| {}), &three(15));
    assert_eq!(p.shows("play.dice", r.dice.len()), 3);
    // The one hit first receives two grades, those behind none.
    assert_eq!(o.targets[0].unit.state, State::Light2);
    assert_eq!(o.targets[1].unit.state, State::Order);
    for s in [
        three_units(|s| s.targets[2].behind = 10.0),
        three_units(|s| s.targets.iter_mut().for_each(|a| a.distance = 20.0)),
        three_units(|s| s.targets[0].distance = 25.0),
        three_units(|s| s.targets[1].no_ricochet = true),
    ] {
        assert!(p.shows("10.05.4", refused::<Artillery>(&s)).contains("10.05.4"));
    }
    assert!(gunnery::through(2, 4.99, true).is_ok());
    assert!(gunnery::through(2, 5.0, true).is_err());
    let line = three_units(|s| s.targets[0].unit.formation = Formation::Skirmish);
    assert!(refused::<Artillery>(&line).contains("14.03.2"));
    // The place is that of the unit meant.
    assert!(refused::<Artillery>(&line).starts_with("targets["));
    assert!(
        refused::<Artillery>(&with(|s| s.targets[0].unit.noted = 20)).starts_with("targets[0].unit.noted")
    );
    assert!(
        refused::<Artillery>(&with(|s| s.targets[0].distance = 400.0)).starts_with("targets[0].distance")
    );
}

#[test]
fn a_line_never_screens_from_guns() {
    let p = proves!("14.03.2");
    let close = |gap| {
        with(|s| {
            s.targets[0].unit.figures = 30;
            s.targets[0].close =
                Some(Close { unit: Sharer { figures: 10, noted: 0, state: State::Order }, gap });
        })
    };
    // 13: 8 men to each of four guns, a quarter of them to the line.
    for gap in [0.0, 5.0, 9.99] {
        let (o, _) = rule::<Artillery>(&close(gap), &three(13));
        let hit = p.shows("14.03.2", o.targets[0]);
        assert_eq!((hit.unit.men, hit.close.unwrap().men), (24, 8), "{gap}");
    }
    let (o, _) = rule::<Artillery>(&close(10.0), &three(13));
    assert_eq!((o.targets[0].unit.men, o.targets[0].close), (32, None));
}

#[test]
fn buildings_under_fire() {
    let p = proves!("17.04.1", "17.04.2", "17.04.3", "17.03.4.b", "10.02.6");
    let occupied = |change: fn(&mut ArtillerySituation)| {
        with(|s| {
            let t = &mut s.targets[0].unit;
            t.building = true;
            t.figures = 10;
            t.cover = Cover::II;
            t.formation = Formation::AttackColumn;
            s.building =
                Some(House { cover: Cover::II, hits: 6, distance: 0.0, ranging: Ranging::default() });
            change(s);
        })
    };
    let house = |s: &ArtillerySituation, dice: [u8; 3]| rule::<Artillery>(s, &dice).0.building.unwrap();
    let (_, r) = rule::<Artillery>(&occupied(|_| {}), &[3, 2, 1]);
    assert!(p.shows("10.02.6", r.clauses.iter().any(|c| c.id() == "10.02.6")));
    // Dice less 2 less 3, and no column: 6 is a hit, 5 is none.
    assert_eq!(p.shows("17.03.4.b", sums(&occupied(|_| {}))), [0, -3, 0]);
    let h = p.shows("17.04.1", house(&occupied(|_| {}), [3, 2, 1]));
    assert_eq!((h.hits, h.ruined, h.fire), (7, false, false));
    assert_eq!(house(&occupied(|_| {}), [1, 2, 2]).hits, 6);
    let models = occupied(|s| {
        s.battery.models = 2;
        s.readings.building_hit = HitsOnBuilding::AModelGun;
    });
    let h = p.shows("17.04.2", house(&models, [3, 2, 1]));
    assert_eq!((h.hits, h.ruined, h.set_outside), (8, true, false));
    let outside = occupied(|s| {
        s.building.as_mut().unwrap().hits = 7;
        s.readings.ruined_occupants = FateOfOccupants::SetOutside;
    });
    let h = house(&outside, [3, 2, 1]);
    assert_eq!((h.hits, h.ruined, h.set_outside), (8, true, true));
    assert_eq!([Cover::I, Cover::II, Cover::III].map(ruined_by), [Some(6), Some(8), Some(10)]);
    // A pair and a six; for howitzers four and more.
    let burns =
        |s: &ArtillerySituation| (1..=6).map(|third| house(s, [5, third, 5]).fire).collect::<Vec<_>>();
    assert_eq!(p.shows("17.04.3", burns(&occupied(|_| {}))), [false, false, false, false, false, true]);
    let howitzers = occupied(|s| s.battery.gun = gun("prussia-7-pdr-howitzer"));
    assert_eq!(burns(&howitzers), [false, false, false, true, true, true]);
    assert!(house(&occupied(|_| {}), [6, 6, 6]).fire);
    assert!(!house(&occupied(|_| {}), [4, 5, 6]).fire);
    // A pair without a hit sets nothing on fire.
    let hopeless = occupied(|s| {
        s.targets[0].distance = 140.0;
        s.battery.state = State::Disorder;
        s.battery.valour = -3;
    });
    let h = house(&hopeless, [4, 4, 6]);
    assert_eq!((h.hits, h.fire), (6, false));
    // An empty one: zone, ranging-in, training, valour, 12 pdr and its cover alone.
    let empty = with(|s| {
        s.targets.clear();
        s.battery = Battery {
            state: State::Disorder,
            cover: Cover::III,
            under_fire: true,
            valour: 1,
            training: 1,
            ..Battery::new(gun("prussia-12-pdr"), 4)
        };
        s.building = Some(House { cover: Cover::III, hits: 9, distance: 40.0, ranging: Ranging::default() });
    });
    let (o, r) = rule::<Artillery>(&empty, &[1, 3, 2]);
    assert_eq!(total(&r, "loss"), 6 + 2 + 1 + 1 - 2 - 2 - 5);
    assert_eq!((o.building.unwrap().hits, o.building.unwrap().ruined), (10, true));
    assert!(refused::<Artillery>(&with(|s| s.targets.clear())).starts_with("targets"));
    let open = with(|s| {
        s.building = Some(House { cover: Cover::I, hits: 0, distance: 1.0, ranging: Ranging::FIRED })
    });
    assert!(refused::<Artillery>(&open).starts_with("building"));
    let ruin = occupied(|s| s.building.as_mut().unwrap().cover = Cover::None);
    assert!(refused::<Artillery>(&ruin).contains("17.02.3.a"));
}

#[test]
fn commanders_and_guns() {
    let p = proves!("08.02.1");
    let s = |commander_under_guns| {
        with(|s| {
            s.targets[0].unit.commander = true;
            s.readings.commander_under_guns = commander_under_guns;
        })
    };
    let refusal = refused::<Artillery>(&s(CommanderUnderGuns::DoesNot));
    assert!(p.shows("08.02.1", refusal).contains("08.02.1"));
    let (o, r) = rule::<Artillery>(&s(CommanderUnderGuns::Counts), &[1, 4, 4, 4]);
    assert_eq!((column(&r, "morale"), o.targets[0].commander_falls), (2, true));
    assert_eq!(o.targets[0].unit.state, State::Light1);
}

#[test]
fn schools_of_gunnery() {
    let p = proves!("saxony.4", "prussia.5");
    let own = |school, year| {
        of(|s| {
            s.battery.school = Some(school);
            s.year = year;
        })[0]
    };
    assert_eq!(p.shows("saxony.4", own(School::SaxonArtillery, 1813)), -1);
    assert_eq!(p.shows("prussia.5", own(School::FreeCorps, 1813)), -1);
    assert_eq!(own(School::FreeCorps, 1815), 0);
    let arms = with(|s| s.battery.school = Some(School::EnglishInfantry));
    assert!(refused::<Artillery>(&arms).starts_with("battery.school"));
}

#[test]
fn where_guns_stand_and_when_they_are_ready() {
    let p = proves!("10.01.7", "10.01.2", "10.03.2");
    for obstacle in [Obstacle::None, Obstacle::I] {
        assert!(gunnery::may_fire_from(obstacle, false).is_ok());
    }
    for obstacle in [Obstacle::II, Obstacle::III, Obstacle::Impassable] {
        p.refused_by("10.01.7", gunnery::may_fire_from(obstacle, false));
        assert!(gunnery::may_fire_from(obstacle, true).is_ok());
    }
    let times =
        [Unready::Moved, Unready::MannedOrRetreated, Unready::Otherwise].map(|w| gunnery::making_ready(w).0);
    assert_eq!(p.shows("10.01.2", times), [0.0, 0.5, 0.25]);
    assert!(ammunition::guns_may_fire(true, true, 1, true).is_ok());
    for (unlimbered, ready, left, announced) in
        [(false, true, 1, true), (true, false, 1, true), (true, true, 0, true), (true, true, 1, false)]
    {
        p.refused_by("10.01.2", ammunition::guns_may_fire(unlimbered, ready, left, announced));
    }
    let (degrees, by) = gunnery::widest_angle(false);
    assert_eq!((degrees, p.shows("10.03.2", by.id())), (45.0, "10.03.2"));
    assert_eq!(gunnery::widest_angle(true).0, 20.0);
}

#[test]
fn over_and_beside_own_units() {
    let p = proves!("10.05.1", "10.05.2", "10.05.3");
    let (cm, by) = gunnery::side_safety(80.0, 10.0);
    assert_eq!((cm, p.shows("10.05.1", by.id())), (8.0, "10.05.1"));
    assert_eq!(gunnery::side_safety(40.0, 10.0).0, 5.0);
    for (at, overhead, counts) in [
        (10.0, true, true),
        (10.1, true, false),
        (39.9, true, false),
        (40.0, true, true),
        (25.0, false, true),
    ] {
        assert_eq!(gunnery::safety_counts(50.0, at, overhead).0, counts, "{at}");
    }
    let cannon = gun("england-6-pdr");
    let howitzer = gun("england-5-5-inch-howitzer");
    let over = |below, own, from_battery, to_target| FiredOver { below, own, from_battery, to_target };
    assert!(gunnery::overhead(cannon, 2, &over(1, true, 10.0, 10.0)).is_ok());
    p.refused_by("10.05.2", gunnery::overhead(cannon, 1, &over(1, true, 10.0, 10.0)));
    p.refused_by("10.05.2", gunnery::overhead(cannon, 2, &over(0, false, 10.0, 10.0)));
    assert!(gunnery::overhead(howitzer, 2, &over(0, false, 10.0, 10.0)).is_ok());
    p.refused_by("10.05.2", gunnery::overhead(howitzer, 2, &over(-1, false, 10.0, 10.0)));
    p.refused_by("10.05.3", gunnery::overhead(cannon, 3, &over(1, true, 9.99, 10.0)));
    p.refused_by("10.05.3", gunnery::overhead(cannon, 3, &over(1, true, 10.0, 9.99)));
    assert!(gunnery::overhead(cannon, 3, &over(1, false, 1.0, 1.0)).is_ok());
}

#[test]
fn ammunition_at_the_start_and_in_wagons() {
    let p = proves!("11.02.1", "11.03.1", "11.01.3", "11.04.1", "11.04.2", "11.03.3");
    let start = |arm| ammunition::at_start(arm).map(|(n, by)| (n, by.id()));
    assert_eq!(p.shows("11.02.1", start(Arm::Infantry)), Some((12, "11.02.1")));
    assert_eq!(start(Arm::Cavalry), Some((12, "11.02.1")));
    let battery = start(Arm::Artillery);
    assert_eq!(p.shows("11.03.1", battery), Some((16, "11.03.1")));
    assert_eq!(start(Arm::Train), None);
    let (w, by) = ammunition::wagon();
    assert_eq!(
        p.shows("11.01.3", (by.id(), w.battalions, w.turns, w.models, w.model_turns)),
        ("11.01.3", 4, 12, 2, 8)
    );
    let (turns, by) = ammunition::issue_turns(false);
    assert_eq!(p.shows("11.04.1", (turns, by.id())), (2, "11.04.1"));
    assert_eq!(ammunition::issue_turns(true).0, 1);
    p.refused_by("11.04.2", ammunition::from_another_unit(false));
    assert!(ammunition::from_another_unit(true).is_ok());
    let (loads, by) = ammunition::loads(3);
    assert_eq!(p.shows("11.03.3", (loads, by.id())), (3, "11.03.3"));
}

#[test]
fn ammunition_is_used_by_the_turn() {
    let p = proves!("11.01.1", "10.01.6", "11.02.2", "play.fire.target", "09.01.7", "09.01.6");
    let d = FireReadings::default();
    let u = |fires, melee| Used { fires, melee, out_of_range: false };
    let used = |arm, u| ammunition::used(arm, u, &d).0;
    assert_eq!(used(Arm::Infantry, u(0, false)), 0);
    let (one, by) = ammunition::used(Arm::Infantry, u(1, true), &d);
    assert_eq!(p.shows("11.01.1", (one, by.id())), (1, "11.01.1"));
    assert_eq!([used(Arm::Infantry, u(1, false)), used(Arm::Infantry, u(0, true))], [1, 1]);
    assert_eq!([used(Arm::Cavalry, u(0, true)), used(Arm::Artillery, u(0, true))], [0, 0]);
    let (one, by) = ammunition::used(Arm::Artillery, u(3, false), &d);
    assert_eq!(p.shows("10.01.6", (one, by.id())), (1, "10.01.6"));
    // A shot out of range.
    let missed = Used { out_of_range: true, ..Used::default() };
    let (none, by) = ammunition::used(Arm::Infantry, missed, &d);
    assert_eq!(p.shows("play.fire.target", (none, by.id())), (0, "play.fire.target"));
    let strict = FireReadings { out_of_range_shot: OutOfRangeShot::Spent, ..d.clone() };
    assert_eq!(ammunition::used(Arm::Infantry, missed, &strict).0, 1);
    // The last of it.
    let (effect, by) = ammunition::spent(Arm::Infantry, 1, 0).unwrap();
    assert_eq!(p.shows("11.02.2", (effect, by.id())), (Effect::Grades(1), "11.02.2"));
    assert!(ammunition::spent(Arm::Infantry, 0, 0).is_none());
    assert!(ammunition::spent(Arm::Infantry, 2, 1).is_none());
    assert!(ammunition::spent(Arm::Artillery, 1, 0).is_none());
    assert!(!ammunition::without(1, true, &d).0);
    assert!(ammunition::without(0, false, &d).0);
    let at_once = FireReadings { last_ammunition: LastAmmunition::AtOnce, ..d };
    assert!(ammunition::without(1, true, &at_once).0);
    assert!(!ammunition::without(1, false, &at_once).0);
    assert!(ammunition::small_arms_may_fire(1, true).is_ok());
    p.refused_by("09.01.7", ammunition::small_arms_may_fire(0, true));
    p.refused_by("09.01.7", ammunition::small_arms_may_fire(1, false));
    assert!(ammunition::may_fire_again(None, 0.5, false).is_ok());
    assert!(ammunition::may_fire_again(Some(0.5), 0.5, false).is_ok());
    p.refused_by("09.01.6", ammunition::may_fire_again(Some(0.25), 0.5, false));
    assert!(ammunition::may_fire_again(Some(0.25), 0.5, true).is_ok());
}

#[test]
fn batteries_partly_deployed_and_out_of_line() {
    let p = proves!("10.01.3", "10.01.4");
    let model = |guns, unlimbered, ready| Model { guns, unlimbered, ready };
    let battery = [model(4, true, true), model(4, false, false), model(2, true, false)];
    let (guns, by) = gunnery::guns_ready(&battery);
    assert_eq!(p.shows("10.01.3", (guns, by.id())), (4, "10.01.3"));
    let (reach, by) = gunnery::guns_that_reach(&[(4, true), (4, false), (2, false)], true);
    assert_eq!(p.shows("10.01.4", (reach, by.id())), (10, "10.01.4"));
    assert_eq!(gunnery::guns_that_reach(&[(4, true), (4, false), (2, true)], false).0, 6);
    assert_eq!(gunnery::guns_that_reach(&[(4, false), (4, false)], true).0, 0);
}

/// Three charges, 24 infantry 6 cm off.
fn blast(change: impl FnOnce(&mut BlastSituation)) -> BlastSituation {
    let mut s = BlastSituation {
        quarters: 12,
        unit: Target::new(Arm::Infantry, 24),
        distance: 6.0,
        on_object: 0,
        party: false,
        unseen: false,
        no_ricochet: false,
        radii: None,
        readings: FireReadings::default(),
    };
    change(&mut s);
    s
}

#[test]
fn units_near_a_blast() {
    let p = proves!("19.07.6", "19.07.7");
    let read = |s: &BlastSituation, sum| {
        let (o, r) = rule::<Blast>(s, &three(sum));
        (total(&r, "loss"), o.unit.men, o.unit.state)
    };
    // Zone 2, no ranging in: 13 - 2 is 8 men to each of three charges.
    assert_eq!(p.shows("19.07.6", read(&blast(|_| {}), 13)), (11, 24, State::Light1));
    assert_eq!(read(&blast(|s| s.distance = 10.0), 13).0, 11);
    assert_eq!(read(&blast(|s| s.distance = 4.0), 13).0, 14);
    assert_eq!(read(&blast(|s| s.distance = 4.01), 13).0, 11);
    assert_eq!(read(&blast(|s| s.no_ricochet = true), 13).0, 7);
    assert_eq!(read(&blast(|s| s.unit.cover = Cover::II), 13).0, 8);
    // A quarter of a charge, a quarter of 8 men; half of 3 is 2.
    assert_eq!(read(&blast(|s| s.quarters = 1), 13).1, 2);
    assert_eq!(read(&blast(|s| s.quarters = 2), 7).1, 2);
    // 24 figures are more than ten to a charge.
    let (_, r) = rule::<Blast>(&blast(|s| s.quarters = 4), &three(13));
    assert_eq!(column(&r, "morale"), -2);
    let (_, r) = rule::<Blast>(&blast(|s| s.quarters = 1), &three(13));
    assert_eq!(column(&r, "morale"), -3);
    // Beyond 10 cm morale alone, in zone 3, without a deduction for ricochets.
    let far = blast(|s| {
        s.distance = 10.01;
        s.no_ricochet = true;
    });
    assert_eq!(p.shows("19.07.7", read(&far, 15)), (11, 0, State::Light1));
    assert_eq!(read(&blast(|s| s.distance = 20.0), 15), (11, 0, State::Light1));
    // Nothing of it for one charge, nor beyond 20 cm: no dice.
    for s in [
        blast(|s| {
            s.distance = 15.0;
            s.quarters = 4;
        }),
        blast(|s| s.distance = 20.01),
    ] {
        let (o, r) = rule::<Blast>(&s, &[]);
        assert_eq!((o.unit.men, o.unit.state, r.dice.len()), (0, State::Order, 0));
    }
    assert_eq!(
        rule::<Blast>(
            &blast(|s| {
                s.distance = 15.0;
                s.quarters = 5;
            }),
            &three(15)
        )
        .1
        .dice
        .len(),
        3
    );
}

#[test]
fn a_battery_near_a_blast() {
    let p = proves!("10.02.1.b");
    let s = blast(|s| {
        s.unit = Target::new(Arm::Artillery, 10);
        s.distance = 3.0;
    });
    // 5 + 5 + 4 - 2 - 5 + 3: 6 men to each charge and a four.
    let (o, _) = rule::<Blast>(&s, &[5, 4, 5]);
    assert_eq!((o.unit.men, p.shows("10.02.1.b", o.equipment.guns)), (18, 1));
    assert_eq!(rule::<Blast>(&s, &[5, 4, 6]).0.equipment, Equipment::default());
}

#[test]
fn on_the_object_and_of_the_party() {
    let p = proves!("19.07.5", "19.07.9", "19.07.8");
    let (o, _) = rule::<Blast>(&blast(|s| s.on_object = 24), &[]);
    assert_eq!(p.shows("19.07.5", o.killed), 24);
    let (o, _) = rule::<Blast>(&blast(|s| s.on_object = 4), &three(13));
    assert_eq!((o.killed, o.unit.men), (4, 24));
    assert!(refused::<Blast>(&blast(|s| s.on_object = 25)).contains("19.07.5"));
    let (o, r) = rule::<Blast>(&blast(|s| s.party = true), &[]);
    assert_eq!((p.shows("19.07.9", o.unit.men), r.dice.len()), (0, 0));
    // Larger radii by the umpire.
    let (_, r) = rule::<Blast>(
        &blast(|s| {
            s.distance = 25.0;
            s.radii = Some([10.0, 30.0, 60.0]);
        }),
        &three(13),
    );
    assert_eq!(p.shows("19.07.8", total(&r, "loss")), 11);
    assert!(refused::<Blast>(&blast(|s| s.radii = Some([10.0, 5.0, 60.0]))).contains("19.07.8"));
    assert!(refused::<Blast>(&blast(|s| s.quarters = 0)).starts_with("quarters"));
    assert!(refused::<Blast>(&blast(|s| s.unit.commander = true)).contains("08.02.1"));
}

#[test]
fn readings_of_a_battle() {
    let all = &chakoten_napoleonic::book::text().readings;
    let plain = umpire::Readings::defaults(all);
    assert_eq!(FireReadings::of(&plain), FireReadings::default());
    let mut changed = plain.clone();
    let ids = [
        ("support-under-fire", "melee-only"),
        ("smoke-carrier", "both"),
        ("smoke-after-melee", "cleared"),
        ("rifle-smoke", "as-others"),
        ("returns-fire", "at-anyone"),
        ("swarm-moving", "exempt"),
        ("mass-under-fire", "square"),
        ("mixed-rifles", "apart"),
        ("shared-morale", "both"),
        ("line-far-ahead", "blocks"),
        ("buildings-column", "counts"),
        ("equipment-loss", "each-gun"),
        ("zone-one-ranging", "does-not"),
        ("rear-under-guns", "as-flank"),
        ("directly-behind", "contact"),
        ("each-behind", "adds-up"),
        ("unanswered", "always"),
        ("commander-under-guns", "counts"),
        ("building-hit", "a-model-gun"),
        ("ruined-occupants", "set-outside"),
        ("last-ammunition", "at-once"),
        ("out-of-range-shot", "spent"),
        ("mutual-fire", "by-lot"),
    ];
    for (id, option) in ids {
        // Each changes something, and the situation writes it by the same names.
        let one = FireReadings::of(&plain.with(all, id, option).unwrap());
        assert_ne!(one, FireReadings::default(), "{id}");
        let written = serde_json::to_value(&one).unwrap();
        assert_eq!(written[id], json!(option));
        assert_eq!(serde_json::from_value::<FireReadings>(json!({ id: option })).unwrap(), one);
        changed = changed.with(all, id, option).unwrap();
    }
    for (id, option) in [
        ("groups-arm", "with-formation"),
        ("groups-firing", "one-group"),
        ("groups-silent", "with-flank"),
        ("column-and-flank", "both"),
        ("groups-unseen", "apart"),
    ] {
        let groups = fire_groups(&plain.with(all, id, option).unwrap());
        assert!(groups.changed(), "{id}");
        groups.check("groups").unwrap();
    }
    // What a scenario writes of groups is read.
    let s: FireReadings = serde_json::from_value(json!({ "groups": { "VIII": { "Column": "B" } } })).unwrap();
    assert!(s.groups.changed());
}

#[test]
fn odds_of_a_fire_at_a_battery() {
    let p = ALL.iter().find(|p| p.name() == "artillery").unwrap();
    let s = json!({
        "battery": { "gun": "france-12-pdr-an-xi", "guns": 8, "gunners": 8 },
        "targets": [{ "unit": { "arm": "artillery", "figures": 10 }, "distance": 20 }],
    });
    let found = p.weigh(&s, &mut odds::Enumerator::default()).unwrap();
    let all: u128 = found.iter().map(|w| w.weight).sum();
    let loads: u128 =
        found.iter().filter(|w| w.result["targets"][0]["equipment"]["loads"] == 4).map(|w| w.weight).sum();
    // A pair of anything else and a six, in three places each of five pairs, and three sixes.
    assert_eq!(loads * 216 / all, 16);
}
