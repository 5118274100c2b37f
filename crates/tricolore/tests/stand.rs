//! Bases, outlines, distances, losses and disorder.

use smallvec::SmallVec;
use table::{V2, v2};
use tricolore::book::march::{Mover, Pace};
use tricolore::book::{Sheet, table};
use tricolore::drill::Drill;
use tricolore::ground::{Obstacle, Terrain};
use tricolore::moved::{self, Doing};
use tricolore::troop::{Arm, Formation, Guns, Harness, Quality, Troop};
use tricolore::unit::{Bases, Crossing, Record};
use tricolore::{Side, disorder, proves};

const LINE4: Formation = Formation::Line { front: 4 };

fn size(bases: u8, formation: Formation) -> (f64, f64) {
    let mut d = Drill::new();
    let u = d.infantry(Side::A, bases, formation, 500.0, 500.0, 0.0);
    let f = d.field();
    (f[u].base.width, f[u].base.depth)
}

#[test]
fn sizes_of_bases_are_the_tables() {
    let p = proves!("basing.1", "units.2", "units.6");
    let s = Sheet::built_in().scale();
    assert_eq!((s.infantry, s.cavalry, s.artillery), ((40.0, 20.0), (50.0, 25.0), (30.0, 60.0)));
    assert_eq!((s.skirmishers, s.limber, s.battalion_gun), ((80.0, 20.0), (30.0, 150.0), (30.0, 30.0)));
    let most = |arm, skirmishers| p.shows("units.2", s.most(arm, skirmishers)).0;
    assert_eq!(
        [
            most(Arm::Infantry, false),
            most(Arm::Cavalry, false),
            most(Arm::Infantry, true),
            most(Arm::Artillery, false)
        ],
        [5, 5, 3, 6]
    );
    assert_eq!(p.shows("basing.1", s.base_by(Arm::Cavalry)).0, (50.0, 25.0));
    let values: Vec<u8> = Quality::ALL.iter().map(|q| p.shows("units.6", s.value(*q)).0).collect();
    assert_eq!(values, [9, 8, 7, 6, 5, 4, 3]);
    for c in [s.most(Arm::Infantry, false).1, s.base_by(Arm::Cavalry).1, s.value(Quality::Line).1] {
        assert!(!c.id().is_empty());
    }
}

#[test]
fn what_a_base_stands_for() {
    let p = proves!("scale.2", "scale.3", "scale.1");
    let s = Sheet::built_in().scale();
    assert_eq!(p.shows("scale.2", s.men(Arm::Infantry)).0, Some((150, 250)));
    assert_eq!(p.shows("scale.2", s.men(Arm::Cavalry)).0, Some((75, 125)));
    assert_eq!((s.men(Arm::Artillery).0, s.guns_of(4).0), (None, 8));
    assert_eq!(s.guns_of(1).1.id(), "scale.2");
    // At 1:1000 a metre is a millimetre on the table, at 1:2000 half of one.
    let mm = |scale| p.shows("scale.3", tricolore::book::scale::millimetres(200.0, scale));
    assert_eq!((mm(1000).0, mm(2000).0, mm(1000).1.id()), (200.0, 100.0, "scale.3"));
    let (minutes, by) = p.shows("scale.1", tricolore::book::scale::minutes(3));
    assert_eq!((minutes, by.id()), (60, "scale.1"));
}

#[test]
fn limber_bases_of_a_battery() {
    let _p = proves!("basing.2");
    let long = |calibre, harness, bases: u8| {
        let mut d = Drill::new();
        let at = table::Pose { x: 500.0, y: 900.0, facing: 0.0 };
        let u = d.raise(Side::A, Troop::battery(calibre, harness), bases, Formation::Limbered, at);
        let f = d.field();
        assert_eq!(f.plan(&f[u]).by.id(), "basing.2");
        (f[u].base.width, f[u].base.depth / 150.0)
    };
    // Eight guns are four bases, nine or more are five or six.
    for (calibre, harness, bases, limbers) in [
        (6, Harness::Foot, 1, 1.0),
        (6, Harness::Foot, 4, 1.0),
        (6, Harness::Foot, 5, 2.0),
        (6, Harness::Horse, 4, 2.0),
        (6, Harness::Horse, 5, 3.0),
        (12, Harness::Foot, 4, 2.0),
        (12, Harness::Foot, 6, 3.0),
        (12, Harness::Horse, 4, 2.0),
    ] {
        assert_eq!(long(calibre, harness, bases), (30.0, limbers), "{calibre} {harness:?} {bases}");
    }
    let guns = Guns { calibre: 12, harness: Harness::Horse };
    let s = Sheet::built_in().scale();
    assert_eq!((s.limber_bases(guns, 4, false), s.limber_bases(guns, 4, true)), (2, 3));
}

#[test]
fn lines_and_columns() {
    let p = proves!("formations.1", "formations.5");
    let plan = |n, formation| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, n, formation, 500.0, 500.0, 0.0);
        let f = d.field();
        f.plan(&f[u])
    };
    let line = p.shows("formations.1", plan(4, LINE4));
    assert_eq!((line.width, line.depth, line.behind, line.by.id()), (160.0, 20.0, None, "formations.1"));
    // A column of one or two bases front in ranks behind each other, the last one may be short.
    let column = |n, front| {
        let c = plan(n, Formation::Column { front });
        (c.width, c.depth, c.front_depth)
    };
    assert_eq!(column(3, 1), (40.0, 60.0, 20.0));
    assert_eq!(column(4, 2), (80.0, 40.0, 20.0));
    assert_eq!(column(5, 2), (80.0, 60.0, 20.0));
    // Part of a line doubled back stands behind its centre.
    let short = p.shows("formations.5", plan(5, Formation::Line { front: 3 }));
    assert_eq!((short.width, short.depth, short.behind), (120.0, 20.0, Some((80.0, 20.0))));
    assert_eq!((short.whole_depth(), short.by.id()), (40.0, "formations.5"));
    assert_eq!(plan(5, Formation::Line { front: 2 }).behind, Some((80.0, 40.0)));
}

#[test]
fn march_columns_lie_as_the_line_did() {
    let _p = proves!("formations.2");
    assert_eq!(size(4, Formation::MarchColumn), (20.0, 160.0));
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 4, Formation::MarchColumn, 500.0, 500.0, 0.0);
    // It came from the west: 100 up the road, the rest along it.
    d.unit(u).trail = SmallVec::from_slice(&[v2(500.0, 400.0), v2(300.0, 400.0)]);
    let f = d.field();
    assert_eq!(f.plan(&f[u]).by.id(), "formations.2");
    let rects = f.rects(&f[u]);
    assert_eq!(rects.len(), 2);
    assert_eq!((rects[0].centre, rects[0].half_depth, rects[0].half_width), (v2(500.0, 450.0), 50.0, 10.0));
    assert_eq!((rects[1].centre, rects[1].half_depth, rects[1].dir), (v2(470.0, 400.0), 30.0, v2(1.0, 0.0)));
    // Its head is its position.
    let front = f.front(&f[u]);
    assert_eq!((front.front, front.depth), (v2(500.0, 500.0), 40.0));
}

#[test]
fn squares_chains_and_guns() {
    let p = proves!("formations.3", "formations.4", "formations.7");
    let mut d = Drill::new();
    let square = d.infantry(Side::A, 5, Formation::Square, 500.0, 500.0, 0.0);
    let small = d.infantry(Side::A, 2, Formation::Square, 800.0, 500.0, 0.0);
    let chain = d.infantry(Side::A, 5, Formation::Chain { front: 3 }, 1200.0, 500.0, 0.0);
    let guns = d.battery(Side::A, 4, Formation::Unlimbered, 1600.0, 500.0, 0.0);
    let f = d.clone().field();
    let of = |u| {
        let plan = f.plan(&f[u]);
        (plan.width, plan.depth, plan.by.id())
    };
    assert_eq!(p.shows("formations.3", of(square)), (50.0, 50.0, "formations.3"));
    assert_eq!(of(small), (40.0, 40.0, "formations.3"));
    assert_eq!(p.shows("formations.4", of(chain)), (240.0, 20.0, "formations.4"));
    assert_eq!(f.plan(&f[chain]).behind, Some((80.0, 20.0)));
    assert_eq!(p.shows("formations.7", of(guns)), (120.0, 60.0, "formations.7"));
    // Read so, infantry keeps its bases.
    d.read("chain-bases", "own");
    let f = d.field();
    assert_eq!(f.plan(&f[chain]).width, 120.0);
}

#[test]
fn a_battalion_gun_widens_its_unit() {
    let _p = proves!("play.footprint");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 4, LINE4, 500.0, 500.0, 0.0);
    d.unit(u).gun = true;
    let f = d.field();
    assert_eq!((f[u].base.width, f.plan(&f[u]).by.id()), (190.0, "play.footprint"));
}

#[test]
fn distances_are_from_outline_to_outline() {
    let p = proves!("play.measure", "conv.3");
    let mut d = Drill::new();
    // A column 100 deep, its front 400 from the other's front; its rear edge is nearer to a unit behind.
    let a = d.infantry(Side::A, 5, Formation::Column { front: 1 }, 1000.0, 500.0, 0.0);
    let b = d.infantry(Side::B, 4, LINE4, 1000.0, 200.0, 0.0);
    let f = d.clone().field();
    let measured = p.shows("play.measure", f.measured(&f[a], &f[b]));
    assert_eq!((measured.metres, measured.by.id()), (200.0, "play.measure"));
    assert_eq!(f.gap(&f[b], &f[a]), 200.0);
    d.read("distances", "front-bases");
    let f = d.field();
    let measured = p.shows("conv.3", f.measured(&f[a], &f[b]));
    assert_eq!((measured.metres, measured.by.id()), (280.0, "conv.3"));
}

#[test]
fn exact_distances_bar_nothing_and_grant_all() {
    let _p = proves!("conv.1");
    let mut d = Drill::new();
    let f = d.clone().field();
    for (metres, bars, grants) in
        [(99.98, true, true), (100.0, false, true), (100.005, false, true), (100.02, false, false)]
    {
        assert_eq!((f.nearer(metres, 100.0), f.reaches(metres, 100.0)), (bars, grants), "{metres}");
    }
    let mut grounds = umpire::Grounds::default();
    assert!(!f.nearer_on(90.0, 80.0, &mut grounds) && grounds.is_empty());
    assert!(!f.nearer_on(80.0, 80.0, &mut grounds) && grounds.rests_on("conv.1"));
    d.read("within", "inside");
    let f = d.clone().field();
    assert!(f.nearer(100.0, 100.0) && !f.nearer(100.02, 100.0));
    d.read("within", "outside");
    d.read("tolerance", "1");
    assert!(!d.field().nearer(99.5, 100.0));
}

#[test]
fn what_only_touches_does_not_overlap() {
    let _p = proves!("play.touch");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
    let b = d.infantry(Side::A, 4, LINE4, 1160.0, 500.0, 0.0);
    let c = d.infantry(Side::A, 4, LINE4, 1159.9, 500.0, 0.0);
    let f = d.field();
    let rects = |u| f.rects(&f[u]);
    assert_eq!(f.overlap(&rects(a), &rects(b)), None);
    assert_eq!(f.overlap(&rects(a), &rects(c)).map(|c| c.id()), Some("play.touch"));
}

#[test]
fn who_counts_as_the_enemy() {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
    let guns = d.battery(Side::B, 4, Formation::Unlimbered, 1000.0, 900.0, 180.0);
    let wagons = d.raise(
        Side::B,
        Troop::of(Arm::Train),
        4,
        Formation::Park,
        table::Pose { x: 1000.0, y: 650.0, facing: 0.0 },
    );
    let f = d.clone().field();
    assert_eq!(f.nearest_enemy(&f[a]).map(|n| n.0), Some(guns));
    assert!(!f.is_enemy(Side::A, &f[wagons]));
    assert!(f.enemy_within(&f[a], 401.0) && !f.enemy_within(&f[a], 400.0));
    d.unit(guns).pinned = Some(a);
    let f = d.field();
    assert_eq!(f.nearest_enemy(&f[a]), None);
}

#[test]
fn the_command_radius() {
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 4, LINE4, 1000.0, 900.0, 0.0);
    let mut at = |x: f64, reading: &str| {
        d.officers[0].at = v2(x, 890.0);
        d.read("command-radius", reading);
        let f = d.clone().field();
        f.in_radius(&f.officers[0], &f[u])
    };
    // The nearest point of the front is at 920.
    assert!(at(520.0, "to-front") && !at(519.9, "to-front"));
    assert!(at(505.0, "edge-to-edge") && !at(504.9, "edge-to-edge"));
    assert!(at(680.2, "whole-front") && !at(679.9, "whole-front"));
}

#[test]
fn base_contact_of_officers() {
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
    for (y, so) in [(516.0, true), (516.1, false)] {
        d.officers[0].at = v2(1000.0, y);
        let f = d.clone().field();
        assert_eq!(f.in_contact(&f.officers[0], &f[u]), so);
    }
}

#[test]
fn losses_go_to_the_marked_base() {
    let p = proves!("losses.1", "losses.2");
    let mut b = Bases::full(2);
    let first = p.shows("losses.1", b.take()).unwrap();
    assert_eq!((first.removed, first.by.id(), b.now, b.marked, b.left()), (false, "losses.1", 2, true, 3));
    let second = p.shows("losses.2", b.take()).unwrap();
    assert_eq!((second.removed, second.by.id(), b.now, b.marked, b.left()), (true, "losses.2", 1, false, 2));
    assert!(b.take().is_some() && b.take().unwrap().removed && b.take().is_none());
    assert_eq!(b.now, 0);
}

#[test]
fn eight_points_of_disorder_are_the_most() {
    let p = proves!("disorder.1", "disorder.2");
    let six = p.shows("disorder.2", disorder::add(4, 2));
    assert_eq!((six.now, six.lost, six.by.id()), (6, 0, "disorder.2"));
    let full = p.shows("disorder.1", disorder::add(6, 4));
    assert_eq!((full.now, full.lost, full.by.id()), (8, 2, "disorder.1"));
    assert_eq!(disorder::add(8, 0).now, 8);
}

#[test]
fn disorder_lowers_training_within_two_hundred() {
    let _p = proves!("disorder.3");
    let at = |gap: f64, u: u8| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
        d.infantry(Side::B, 4, LINE4, 1000.0, 500.0 + gap, 180.0);
        d.unit(a).disorder.active = u;
        let f = d.field();
        let t = disorder::training(&f, &f[a]);
        (t.value, t.by.id())
    };
    // The example of the book: training 5, 2 U, 100 from the enemy.
    assert_eq!(at(100.0, 2), (3, "disorder.3"));
    assert_eq!(at(199.9, 8), (-3, "disorder.3"));
    assert_eq!(at(200.0, 8), (5, "dice.4"));
    assert_eq!(at(100.0, 0), (5, "dice.4"));
}

#[test]
fn difficult_ground_and_obstacles_give_passive_disorder() {
    let p = proves!("disorder.4", "disorder.5", "disorder.6", "disorder.7", "conv.2");
    let mut d = Drill::new();
    d.patch(Terrain::LightWood, (400.0, 400.0), (700.0, 600.0));
    d.line(Obstacle::Brook, &[(800.0, 450.0), (1600.0, 450.0)]);
    let wood = d.infantry(Side::A, 4, LINE4, 550.0, 500.0, 0.0);
    let brook = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
    d.unit(brook).disorder.active = 2;
    let crossing = |passed, begun_before| {
        SmallVec::from_slice(&[Crossing { line: 0, paid: 50.0, passed, begun_before }])
    };
    d.unit(brook).disorder.crossings = crossing(true, false);
    let f = d.clone().field();
    let passive = disorder::passive(&f, &f[wood]);
    assert_eq!(p.shows("disorder.4", passive.u), 1);
    assert!(passive.grounds.rests_on("disorder.4") && passive.stand_in);
    assert_eq!(disorder::training(&f, &f[wood]).value, 5);
    let (u, grounds) = p.shows("disorder.6", disorder::in_melee(&f, &f[brook]));
    assert!(u == 3 && grounds.rests_on("disorder.6"));
    // Not for the phase of its passage alone, in which nobody fights.
    assert!(p.shows("conv.2", grounds.rests_on("conv.2")));
    assert!(p.shows("disorder.5", grounds).rests_on("disorder.5"));
    // Begun in an earlier sequence it counts on until it is wholly passed; gone at the start of the next.
    d.unit(brook).disorder.crossings = crossing(false, true);
    let f = d.clone().field();
    let passive = p.shows("disorder.7", disorder::passive(&f, &f[brook]));
    assert!(passive.u == 1 && passive.grounds.rests_on("disorder.7"));
    d.read("obstacle-in-two", "last");
    let mut f = d.field();
    assert_eq!(disorder::passive(&f, &f[brook]).u, 0);
    disorder::new_sequence(&mut f.units[1]);
    assert_eq!(f[brook].disorder.crossings.len(), 1);
    f.units[1].disorder.crossings[0].passed = true;
    disorder::new_sequence(&mut f.units[1]);
    assert!(f[brook].disorder.crossings.is_empty());
}

#[test]
fn six_points_bar_attack_and_fire() {
    let p = proves!("disorder.8");
    for (u, so) in [(5, true), (6, false), (8, false)] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
        d.unit(a).disorder.active = u;
        let f = d.field();
        let may = disorder::may_fight(&f[a]);
        if so { assert!(may.is_ok()) } else { drop(p.refused_by("disorder.8", may)) }
    }
}

#[test]
fn every_mover_has_its_rates() {
    let march = Sheet::built_in().march();
    let rate = |m, p| march.rate(m, p).map(|g| (g.value, g.stand_in));
    assert_eq!(rate(Mover::Infantry, Pace::Tactical), Some((200.0, false)));
    assert_eq!(rate(Mover::Cavalry, Pace::Tactical), Some((400.0, false)));
    assert_eq!(rate(Mover::Square, Pace::Tactical), Some((100.0, true)));
    assert_eq!(rate(Mover::Infantry, Pace::Manoeuvre), Some((600.0, false)));
    assert_eq!(rate(Mover::Infantry, Pace::Road), Some((1200.0, true)));
    assert_eq!(rate(Mover::FootBattery, Pace::Deployment), Some((300.0, false)));
    assert_eq!(rate(Mover::FootBattery, Pace::Tactical), None);
    assert_eq!((march.slow, march.adjustment, march.stretch), (100.0, 50.0, [100.0, 200.0]));
    assert_eq!((march.pass.dice, march.pass.metres), (2, 100));
    assert_eq!((march.pass_guns.dice, march.pass_guns.metres), (1, 0));
    assert_eq!((march.pass_skirmishers.dice, march.pass_skirmishers.metres), (0, 50));
    assert_eq!(table("missing.movement").rows.len(), 35);
    assert_eq!(V2::bearing(0.0), v2(0.0, 1.0));
}

#[test]
fn ground_passed_in_an_attack_disorders() {
    let p = proves!("melee-terrain.1", "melee-terrain.2", "terrain.5");
    let mut d = Drill::new();
    d.patch(Terrain::DenseWood, (400.0, 520.0), (1600.0, 560.0));
    let u = d.infantry(Side::A, 4, LINE4, 1000.0, 500.0, 0.0);
    let way = |d: &Drill, length: f64, closing: bool| {
        let f = d.clone().field();
        let over = tricolore::terrain::leg(&f, &f[u], &f.front(&f[u]), v2(0.0, 1.0), length);
        let o = disorder::of_ground(&f, &over, closing);
        (o.active, o.passive, o.by.id())
    };
    assert_eq!(p.shows("melee-terrain.1", way(&d, 100.0, false)), (0, 2, "melee-terrain.1"));
    assert_eq!(way(&d, 19.9, false).1, 0);
    assert_eq!(p.shows("melee-terrain.2", way(&d, 50.0, true)), (0, 2, "melee-terrain.2"));
    // Out of the wood again it still counts in this sequence, and is gone in the next.
    d.unit(u).base.front = v2(1000.0, 700.0);
    d.unit(u).disorder.attack = 2;
    let mut f = d.clone().field();
    let (melee, grounds) = disorder::in_melee(&f, &f[u]);
    assert!(melee == 2 && grounds.rests_on("melee-terrain.1"));
    disorder::new_sequence(&mut f.units[0]);
    assert_eq!(disorder::in_melee(&f, &f[u]).0, 0);
    d.unit(u).base.front = v2(1000.0, 500.0);
    d.read("terrain-u", "active-attackers");
    assert_eq!(p.shows("terrain.5", way(&d, 100.0, false)), (2, 0, "terrain.5"));
}

#[test]
fn what_counts_as_moved() {
    let _p = proves!("play.moved");
    let mut d = Drill::new();
    let f = d.clone().field();
    let still = [
        Doing::IsPushed,
        Doing::Stands,
        Doing::Fires,
        Doing::FailsTest,
        Doing::NamesFront,
        Doing::IsPassedThrough,
    ];
    for what in Doing::ALL {
        let c = moved::counts(what, &f.readings);
        assert_eq!(
            (c.moved, c.stirred, c.by.id()),
            (!still.contains(&what), !still.contains(&what), "play.moved"),
            "{what:?}"
        );
        assert_eq!(c.acted, c.moved || what == Doing::FailsTest, "{what:?}");
    }
    // Read so, turning on the spot is no moving for reorganising.
    d.read("what-moves", "place-only");
    let r = d.readings.clone();
    assert!(moved::counts(Doing::Pivots, &r).moved && !moved::counts(Doing::Pivots, &r).stirred);
    assert!(moved::counts(Doing::Goes, &r).stirred);
    let mut record = Record::default();
    record.note(Doing::FailsTest, &r);
    assert!(record.acted_in_phase && !record.moved_in_phase);
    record.note(Doing::Fires, &r);
    assert!(record.fired_in_round && !record.moved_in_round);
    record.note(Doing::Attacks, &r);
    assert!(record.moved_in_phase && record.moved_in_sequence && record.moved_in_round);
}
