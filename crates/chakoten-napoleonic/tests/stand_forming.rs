//! Who may form what, how long it takes, and where the unit then stands (chapters 05 and 06).

use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::order::Way;
use chakoten_napoleonic::stance::{self, Change, Given};
use chakoten_napoleonic::troop::Formation::{
    AttackColumn, Clump, Line, MarchColumn, Mass, SingleFile, Skirmish, Square,
};
use chakoten_napoleonic::troop::{Formation, GunWeight, Harness, Nation, Weight};
use chakoten_napoleonic::unit::MaySkirmish;
use chakoten_napoleonic::{Field, Side, UnitId, proves};
use table::v2;

fn may(f: &Field, u: UnitId, to: Formation, files: Option<u16>) -> Result<(), &'static str> {
    stance::may_form(f, &f[u], to, files).map_err(|c| c.id())
}

fn turns(f: &Field, u: UnitId, to: Formation, difficult: bool) -> (f64, &'static str) {
    match stance::change(f, &f[u], to, 5.0, difficult) {
        Ok(Change::Turns(Given { amount, clause })) => (amount, clause.id()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn columns_are_three_to_ten_wide_and_four_deep() {
    let _p = proves!("05.01.3");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 30, Line, 50.0, 50.0, 0.0);
    let small = d.infantry(Side::A, 9, Line, 90.0, 50.0, 0.0);
    let least = d.infantry(Side::A, 10, Line, 120.0, 50.0, 0.0);
    let f = d.field();
    for files in [3, 9] {
        assert_eq!(may(&f, u, AttackColumn, Some(files)), Ok(()));
    }
    // Ten abreast would be three ranks only.
    for files in [2, 10, 11] {
        assert_eq!(may(&f, u, AttackColumn, Some(files)), Err("05.01.3"));
    }
    assert_eq!(may(&f, small, AttackColumn, None), Err("05.01.3"));
    assert_eq!(may(&f, least, AttackColumn, None), Ok(()));
}

#[test]
fn training_limits_formations() {
    let p =
        proves!("04.05.3", "france.5", "england.4", "15.02.3", "05.02.1", "05.02.2", "05.02.4", "05.01.6.a");
    let mut d = Drill::new();
    let raw = d.infantry(Side::A, 30, AttackColumn, 50.0, 50.0, 0.0);
    d.unit(raw).troops.no_line = true;
    d.unit(raw).troops.no_square = true;
    let landwehr = d.infantry(Side::B, 30, AttackColumn, 50.0, 90.0, 180.0);
    d.unit(landwehr).troops.no_line = true;
    let guards = d.infantry(Side::B, 30, AttackColumn, 90.0, 90.0, 180.0);
    d.unit(guards).troops.english_drill = true;
    d.unit(guards).nation = Nation::Kgl;
    let horse = d.cavalry(Side::A, 20, Line, 90.0, 50.0, 0.0);
    let cossacks = d.cavalry(Side::B, 20, MarchColumn, 130.0, 90.0, 180.0);
    d.weight(cossacks, Weight::Cossack);
    let lead = d.infantry(Side::A, 24, Line, 160.0, 50.0, 0.0);
    let second = d.infantry(Side::A, 24, Line, 160.0, 40.0, 0.0);
    d.joined(lead, &[second]);
    let f = d.clone().field();
    let line = may(&f, raw, Line, None);
    assert_eq!(p.shows("france.5", line), Err("france.5"));
    assert_eq!(may(&f, raw, Square, None), Err("france.5"));
    assert_eq!(may(&f, raw, Mass, None), Ok(()));
    let line = may(&f, landwehr, Line, None);
    assert_eq!(p.shows("04.05.3", line), Err("04.05.3"));
    assert_eq!(may(&f, landwehr, Square, None), Ok(()));
    let mass = may(&f, guards, Mass, None);
    assert_eq!(p.shows("england.4", mass), Err("england.4"));
    for (to, id) in [(Square, "05.02.1"), (Mass, "05.02.2"), (Clump, "05.02.4")] {
        let formed = may(&f, horse, to, None);
        assert_eq!(p.shows(id, formed), Err(id));
    }
    for to in [SingleFile, MarchColumn, AttackColumn] {
        assert_eq!(may(&f, cossacks, to, None), Ok(()));
    }
    for to in [Line, Skirmish] {
        let formed = may(&f, cossacks, to, None);
        assert_eq!(p.shows("15.02.3", formed), Err("15.02.3"));
    }
    let mass = may(&f, lead, Mass, Some(6));
    assert_eq!(p.shows("05.01.6.a", mass), Err("05.01.6.a"));
    // Read so, the Legion forms the mass.
    d.read("english-columns", "english-only");
    assert_eq!(may(&d.field(), guards, Mass, None), Ok(()));
}

#[test]
fn artillery_stands_in_line_or_march_column() {
    let p = proves!("05.03.2", "05.03.3");
    let mut d = Drill::new();
    let g = d.battery(Side::A, 8, 50.0, 50.0, 0.0);
    let f = d.clone().field();
    assert_eq!(may(&f, g, Line, None), Ok(()));
    let column = may(&f, g, MarchColumn, None);
    assert_eq!(p.shows("05.03.2", column), Err("05.03.2"));
    let attack = may(&f, g, AttackColumn, None);
    assert_eq!(p.shows("05.03.3", attack), Err("05.03.3"));
    d.limber(g, false);
    assert_eq!(may(&d.field(), g, MarchColumn, None), Ok(()));
}

#[test]
fn how_many_may_skirmish() {
    let p = proves!("14.01.1", "14.01.2", "15.02.3", "05.01.1");
    let mut d = Drill::new();
    d.square(PatchKind::Plantation, "park", (100.0, 100.0), (140.0, 140.0));
    let u = d.infantry(Side::A, 28, Line, 50.0, 50.0, 0.0);
    let park = d.infantry(Side::A, 28, Line, 120.0, 120.0, 0.0);
    let two = d.infantry(Side::A, 2, Line, 180.0, 120.0, 0.0);
    for id in [u, park] {
        d.unit(id).skirmish = MaySkirmish::Sixth;
    }
    let most = |d: &Drill, id| {
        let f = d.clone().field();
        let (n, by) = stance::may_skirmish(&f, &f[id]);
        (n, by.id())
    };
    // 28 / 6 is 4.67.
    let sixth = most(&d, u);
    assert_eq!(p.shows("14.01.1", sixth), (5, "14.01.1"));
    let all = most(&d, park);
    assert_eq!(p.shows("14.01.2", all), (28, "14.01.2"));
    assert_eq!(may(&d.clone().field(), u, Skirmish, None), Err("14.01.1"));
    assert_eq!(may(&d.clone().field(), park, Skirmish, None), Ok(()));
    let few = may(&d.clone().field(), two, Skirmish, None);
    assert_eq!(p.shows("05.01.1", few), Err("05.01.1"));
    // Those already out are counted.
    let line = d.sent_out(u, 4, 5.0, 50.0, 60.0);
    assert_eq!(most(&d, u).0, 5);
    d.unit(line).fate = chakoten_napoleonic::unit::Fate::Joined;
    d.unit(u).figures = 28;
    for (may, n) in [
        (MaySkirmish::None, 0),
        (MaySkirmish::Companies(2), 9),
        (MaySkirmish::Figures(6), 6),
        (MaySkirmish::Whole, 28),
        (MaySkirmish::WholeWithSoutien, 28),
    ] {
        d.unit(u).skirmish = may;
        assert_eq!(most(&d, u), (n, "14.01.1"));
    }
    d.unit(u).skirmish = MaySkirmish::ThreeQuarters;
    let cossack = most(&d, u);
    assert_eq!(p.shows("15.02.3", cossack), (21, "15.02.3"));
    d.unit(u).skirmish = MaySkirmish::Sixth;
    d.read("skirmish-sixth", "full");
    assert_eq!(most(&d, u).0, 4);
}

#[test]
fn changes_take_the_times_of_the_table() {
    let _p = proves!("06.02.1");
    let all = [MarchColumn, AttackColumn, Line, Mass, Square];
    let want = [
        [0.0, 0.5, 1.0, 0.75, 0.5],
        [0.5, 0.0, 0.5, 0.25, 0.75],
        [1.0, 0.5, 0.0, 0.75, 0.5],
        [0.75, 0.25, 0.75, 0.0, 1.0],
        [0.5, 0.75, 0.5, 1.0, 0.0],
    ];
    for (from, row) in all.iter().zip(want) {
        for (to, time) in all.iter().zip(row) {
            let mut d = Drill::new();
            let u = d.infantry(Side::A, 24, *from, 50.0, 50.0, 0.0);
            assert_eq!(turns(&d.field(), u, *to, false), (time, "06.02.1"), "{from:?} to {to:?}");
        }
    }
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 24, SingleFile, 50.0, 50.0, 0.0);
    assert_eq!(turns(&d.clone().field(), u, Line, false).0, 1.0);
    assert_eq!(turns(&d.field(), u, Clump, false).0, 0.25);
}

#[test]
fn changes_take_longer_in_difficult_ground_and_with_a_part_away() {
    let p = proves!("06.02.3", "06.02.4");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 24, Line, 50.0, 50.0, 0.0);
    let f = d.clone().field();
    let hard = turns(&f, u, AttackColumn, true);
    assert_eq!(p.shows("06.02.3", hard), (1.0, "06.02.3"));
    d.sent_out(u, 4, 5.0, 50.0, 60.0);
    let f = d.clone().field();
    let away = turns(&f, u, Square, false);
    assert_eq!(p.shows("06.02.4", away), (0.75, "06.02.4"));
    // Only for the square, and both together two and a half times or three.
    assert_eq!(turns(&f, u, AttackColumn, false).0, 0.5);
    assert_eq!(turns(&f, u, Square, true).0, 1.25);
    d.read("change-percentages", "in-turn");
    assert_eq!(turns(&d.field(), u, Square, true).0, 1.5);
}

#[test]
fn lines_are_formed_by_the_march_of_the_farthest() {
    let _p = proves!("06.02.2");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 9, Line, 50.0, 50.0, 0.0);
    let body = d.infantry(Side::A, 24, Line, 120.0, 50.0, 0.0);
    let line = d.sent_out(body, 5, 4.0, 120.0, 61.5);
    let f = d.field();
    // Nine figures 5 cm apart: the outermost stand 20 cm from the middle.
    let Ok(Change::March(g)) = stance::change(&f, &f[u], Skirmish, 5.0, false) else { panic!("a march") };
    assert_eq!((g.amount, g.clause.id()), (20.0, "06.02.2"));
    // From the middle of a base 8 cm to the side and 10.75 ahead to the middle of the front.
    let far = stance::to_draw_in(&f[line], &f[body]);
    assert!((far.amount - (64.0f64 + 10.75 * 10.75).sqrt()).abs() < 1e-9);
}

#[test]
fn limbering_takes_its_time() {
    let _p = proves!("06.03.1");
    for (harness, weight, time) in [
        (Harness::Foot, GunWeight::Heavy, 1.0),
        (Harness::Foot, GunWeight::Medium, 0.5),
        (Harness::Foot, GunWeight::Light, 0.5),
        (Harness::Driven, GunWeight::Light, 0.25),
        (Harness::Horse, GunWeight::Light, 0.25),
    ] {
        let mut d = Drill::new();
        let g = d.guns(Side::A, 8, harness, weight, [50.0, 50.0, 0.0]);
        let f = d.field();
        let t = stance::limbering(&f[g]).unwrap();
        assert_eq!((t.amount, t.clause.id()), (time, "06.03.1"));
        // Not longer in difficult ground.
        assert_eq!(turns(&f, g, MarchColumn, true).0, time);
    }
}

#[test]
fn facings_and_who_makes_them() {
    let p = proves!("06.04.3", "06.02.5", "06.01.3.b", "skema.IV.a", "05.03.1", "07.02.5");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 24, Line, 50.0, 50.0, 0.0);
    let square = d.infantry(Side::A, 24, Square, 80.0, 50.0, 0.0);
    let line = d.infantry(Side::A, 5, Skirmish, 110.0, 50.0, 0.0);
    let guns = d.battery(Side::A, 8, 150.0, 50.0, 0.0);
    let f = d.field();
    let face = |u: UnitId, about| {
        stance::facing(&f[u], about).map(|g| (g.amount, g.clause.id())).map_err(|c| c.id())
    };
    let about = face(u, true);
    assert_eq!(p.shows("06.04.3", about), Ok((0.25, "06.04.3")));
    assert_eq!(face(u, false), Err("06.04.3"));
    let slow = face(guns, true);
    assert_eq!(p.shows("skema.IV.a", slow), Ok((0.5, "skema.IV.a")));
    let none = stance::limbering(&f[u]).map_err(|c| c.id());
    assert_eq!(p.shows("05.03.1", none), Err("05.03.1"));
    assert_eq!(stance::charge_swings(-20.0), Ok(()));
    let wide = stance::charge_swings(20.1).map_err(|c| c.id());
    assert_eq!(p.shows("07.02.5", wide), Err("07.02.5"));
    let quarter = face(square, false);
    assert_eq!(p.shows("06.02.5", quarter), Ok((0.25, "06.02.5")));
    let free = face(line, true);
    assert_eq!(p.shows("06.01.3.b", free), Ok((0.0, "06.01.3.b")));
}

#[test]
fn pivots_and_rotations_use_march_length() {
    let p = proves!("06.04.1", "06.04.2");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 24, Line, 50.0, 50.0, 0.0);
    let horse = d.cavalry(Side::A, 20, Line, 90.0, 50.0, 0.0);
    let column = d.infantry(Side::A, 24, MarchColumn, 120.0, 50.0, 0.0);
    let guns = d.battery(Side::A, 8, 150.0, 50.0, 0.0);
    let f = d.clone().field();
    // 18 cm of front: 27 for a right angle.
    let swing = stance::pivot(&f[u], -90.0);
    assert_eq!(p.shows("06.04.2", (swing.cm, swing.half, swing.clause.id())), (27.0, false, "06.04.2"));
    assert_eq!(stance::pivot(&f[u], 20.0).cm, 6.0);
    let round = stance::rotation(&f.readings, &f[u], 90.0).unwrap();
    assert_eq!(p.shows("06.04.1", (round.cm, round.half, round.clause.id())), (13.5, true, "06.04.1"));
    for id in [horse, column] {
        assert_eq!(stance::rotation(&f.readings, &f[id], 10.0).unwrap_err().id(), "06.04.1");
    }
    assert!(stance::rotation(&f.readings, &f[guns], 10.0).is_ok());
    d.limber(guns, false);
    d.read("rotation-length", "arc");
    let f = d.field();
    assert!(stance::rotation(&f.readings, &f[guns], 10.0).is_err());
    let arc = stance::rotation(&f.readings, &f[u], 90.0).unwrap();
    assert!((arc.cm - 9.0 * std::f64::consts::FRAC_PI_2).abs() < 1e-9);
}

#[test]
fn what_costs_a_grade() {
    let _p = proves!("06.01.3.a");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 24, Line, 50.0, 50.0, 0.0);
    let column = d.infantry(Side::A, 24, MarchColumn, 80.0, 50.0, 0.0);
    let line = d.infantry(Side::A, 5, Skirmish, 110.0, 50.0, 0.0);
    let guns = d.battery(Side::A, 8, 150.0, 50.0, 0.0);
    let f = d.field();
    assert!(stance::turn_costs(&f[u], 20.0, true).is_ok());
    assert_eq!(stance::turn_costs(&f[u], -20.1, true).unwrap_err().id(), "06.01.3.a");
    assert!(stance::turn_costs(&f[column], 90.0, true).is_ok());
    assert!(stance::turn_costs(&f[column], 180.0, false).is_err());
    assert!(stance::turn_costs(&f[line], 180.0, false).is_ok());
    assert!(stance::change_costs(&f[u], None).is_err());
    assert!(stance::change_costs(&f[guns], None).is_ok());
    // A company of 24 figures in six is four.
    assert!(stance::change_costs(&f[u], Some(4)).is_ok() && stance::change_costs(&f[u], Some(5)).is_err());
}

#[test]
fn a_change_is_made_about_the_middle_figure() {
    for facing in [0.0, 37.0, 90.0, 201.0] {
        let mut d = Drill::new();
        let id = d.infantry(Side::A, 24, Line, 50.0, 50.0, facing);
        let u = d.unit(id);
        let (front, dir) = (u.base.front, u.base.dir);
        for to in [AttackColumn, Mass, AttackColumn, MarchColumn, SingleFile, Square, Clump, Skirmish, Line] {
            stance::form(u, to, None, 5.0);
            assert_eq!((u.base.front, u.base.dir, u.formation), (front, dir, to));
            assert_eq!((u.base.width, u.base.depth), u.size());
        }
        // The mass was as wide as its column.
        stance::form(u, AttackColumn, Some(4), 0.0);
        stance::form(u, Mass, None, 0.0);
        assert_eq!((u.files, u.base.width), (4, 6.0));
        stance::form(u, AttackColumn, None, 0.0);
        assert_eq!(u.files, 4);
    }
}

#[test]
fn turns_leave_what_stands_still_where_it_is() {
    let mut d = Drill::new();
    let id = d.infantry(Side::A, 24, Line, 50.0, 50.0, 0.0);
    let u = d.unit(id);
    let was = u.base;
    stance::pivot_by(u, 30.0);
    assert!(u.base.front_right().dist(was.front_right()) < 1e-9);
    u.base = was;
    stance::pivot_by(u, -30.0);
    assert!(u.base.front_left().dist(was.front_left()) < 1e-9);
    u.base = was;
    stance::rotate_by(u, 90.0);
    assert!(u.base.front.dist(was.front) < 1e-9 && u.base.dir.dist(v2(1.0, 0.0)) < 1e-9);
    u.base = was;
    stance::about(u);
    assert_eq!(u.base.rect().centre, was.rect().centre);
    u.base = was;
    stance::march(u, Way::Left, 4.0);
    assert_eq!(u.base.front, v2(46.0, 50.0));
    stance::march(u, Way::Back, 4.0);
    assert_eq!(u.base.front, v2(46.0, 46.0));
    let mut s = d.clone();
    let u = s.unit(id);
    stance::form(u, Square, None, 0.0);
    let centre = u.base.centre();
    stance::face_square(u, Some(90.0));
    assert!(u.faced && !u.all_round() && u.base.centre().dist(centre) < 1e-9);
    stance::face_square(u, None);
    assert!(u.all_round());
}

#[test]
fn guns_point_away_from_their_limbers() {
    let mut d = Drill::new();
    let id = d.battery(Side::A, 8, 50.0, 50.0, 0.0);
    let u = d.unit(id);
    let guns = u.base;
    // Limbered they head to the rear; facing about they head where they pointed.
    stance::limber(u, false, false);
    assert_eq!((u.base.dir.y, u.base.front), (-1.0, v2(50.0, 30.0)));
    stance::unlimber(u, false);
    assert!(u.base.front.dist(guns.front) < 1e-9 && u.base.dir.dist(guns.dir) < 1e-9);
    stance::limber(u, false, true);
    assert_eq!((u.base.front, u.base.dir.y), (v2(50.0, 50.0), 1.0));
    stance::unlimber(u, true);
    assert_eq!(u.base, guns);
    // From a march column the others come up beside the first.
    stance::limber(u, true, true);
    stance::unlimber(u, true);
    assert_eq!((u.base.front, u.base.width), (v2(50.0, 50.0), 10.0));
}

#[test]
fn out_of_a_building_in_clump() {
    let mut d = Drill::new();
    let id = d.infantry(Side::A, 9, Line, 50.0, 50.0, 0.0);
    d.building("farm", false, (40.0, 60.0), (50.0, 70.0)).inside(id, "farm");
    let f = d.clone().field();
    let u = d.unit(id);
    stance::leave(u, &f.ground.buildings[0].base, v2(90.0, 66.0));
    assert_eq!((u.inside, u.formation, u.base.width), (None, Clump, 4.5));
    assert!(u.base.rear().dist(v2(50.0, 65.0)) < 1e-9 && u.base.dir.dist(v2(1.0, 0.0)) < 1e-9);
}
