//! Small-arms fire on the table (chapter 05).

use chakoten_acw::book::data;
use chakoten_acw::drill::Drill;
use chakoten_acw::fire::{self, NoFire, Occasion, Part, Volley, candidates, last_fire, note_fire};
use chakoten_acw::ground::{LineKind, PatchKind};
use chakoten_acw::procedures::{LastFire, SmallArms, SmallArmsOutcome};
use chakoten_acw::troop::{Cover, Formation, Gun, Kind, State, Weapon};
use chakoten_acw::{Field, Side, UnitId, proves};
use proptest::prelude::*;
use umpire::HandDice;

use Formation::{AttackColumn, Chain, Line, MarchColumn, ThinLine};
use Side::{A, B};

fn volley(f: &Field, a: UnitId, b: UnitId) -> Result<Volley, NoFire> {
    fire::small_arms(f, a, b, Part::Whole, Occasion::ORDERED)
}

fn part(f: &Field, a: UnitId, b: UnitId, after: u16, count: u16) -> Result<Volley, NoFire> {
    fire::small_arms(f, a, b, Part::Companies { after, count }, Occasion::ORDERED)
}

/// A regiment in line at (120, 60) facing north, and an enemy battalion in line `cm` before it.
fn face_to_face(cm: f64) -> (Field, UnitId, UnitId) {
    let mut d = Drill::new();
    let a = d.infantry(A, 30, Line, 120.0, 60.0, 0.0);
    let b = d.infantry(B, 24, Line, 120.0, 60.0 + cm, 180.0);
    (d.field(), a, b)
}

fn nothing() -> SmallArmsOutcome {
    SmallArmsOutcome { target: Default::default(), behind: Default::default(), out_of_ammunition: false }
}

#[test]
fn a_whole_line_fires_with_both_ranks() {
    let _p = proves!("05.01.1");
    let (f, a, b) = face_to_face(10.0);
    let v = volley(&f, a, b).unwrap();
    assert_eq!((v.figures, v.elements), (30, 5));
    assert!((v.cm - 10.0).abs() < 1e-9);
    assert_eq!(v.from, f[a].base.front);
    assert_eq!(v.situation.target.ranks, 2);
    // 7 + 3 for the first fire: 6 men an element in zone 2.
    let mut dice = HandDice::new([3, 4]);
    let (o, _) = umpire::judge::<SmallArms>(&v.situation, &mut dice);
    dice.finish().unwrap();
    assert_eq!(o.target.men, 30);
}

#[test]
fn the_arc_is_thirty_degrees_from_each_figure_and_includes_its_limit() {
    let _p = proves!("05.01.2.a");
    // Three files, two ranks; the enemy column far to the right, its near rear corner on the limit of the middle file.
    let corner = |off: f64| {
        let mut d = Drill::new();
        let a = d.infantry(A, 6, Line, 120.0, 60.0, 0.0);
        let b = d.infantry(B, 6, MarchColumn, 120.0, 80.0, 180.0);
        let u = d.unit(b);
        let tan = 30f64.to_radians().tan();
        let far = 20.0 + u.base.depth;
        u.base.front.x = 120.0 + tan * far + u.base.width / 2.0 + off;
        let f = d.field();
        volley(&f, a, b)
    };
    assert_eq!(corner(0.0).unwrap().figures, 4);
    // A hair outside: only the right-hand file is left, too few for an element.
    assert_eq!(corner(0.01), Err(NoFire::TooFew));
    assert_eq!(corner(-0.01).unwrap().figures, 4);
    assert_eq!(corner(3.0), Err(NoFire::OutOfArc));
}

/// play.measure: "within" a distance includes it. At the very end of its range a unit fires, a tenth of a millimetre beyond it does not; and the
/// distance is that to the nearest point of the bases, not to the middle of the enemy.
#[test]
fn a_range_includes_its_end() {
    let p = proves!("play.measure");
    let far = data().weapon(Weapon::RifledMusket).range();
    let (f, a, b) = face_to_face(far);
    let v = volley(&f, a, b).unwrap();
    assert!((v.cm - far).abs() < 1e-9 && v.cm < f[a].base.front.dist(f[b].base.centre()));
    assert!(p.shows("play.measure", v.by.rests_on("play.measure")));
    let (f, a, b) = face_to_face(far + 0.01);
    assert_eq!(volley(&f, a, b), Err(NoFire::OutOfRange));
}

#[test]
fn nobody_fires_backwards() {
    let _p = proves!("05.01.2.a");
    let mut d = Drill::new();
    let a = d.infantry(A, 30, Line, 120.0, 60.0, 180.0);
    let b = d.infantry(B, 24, Line, 120.0, 70.0, 180.0);
    let f = d.field();
    let no = volley(&f, a, b).unwrap_err();
    assert_eq!(no, NoFire::OutOfArc);
    assert_eq!(no.clause().id(), "05.01.2.a");
}

#[test]
fn a_figure_behind_fires_only_if_the_one_in_front_can() {
    let _p = proves!("05.01.2.b");
    let mut d = Drill::new();
    let a = d.infantry(A, 12, Line, 120.0, 60.0, 0.0);
    let b = d.infantry(B, 30, Line, 120.0, 70.0, 180.0);
    // A friend stands straight before the three files on the right.
    let friend = d.infantry(A, 3, MarchColumn, 121.2, 65.0, 0.0);
    let mut f = d.field();
    let v = volley(&f, a, b).unwrap();
    assert_eq!(v.figures, 6);
    assert!((v.from.x - 118.8).abs() < 1e-9, "{:?}", v.from);
    // An enemy in the way stops it as well.
    f[friend].side = B;
    assert_eq!(volley(&f, a, b).unwrap().figures, 6);
    // Broad enough, he stops everybody.
    f[friend].formation = ThinLine;
    f[friend].files = 3;
    f[friend].gap = 2.0;
    f[friend].base.front.x = 120.0;
    f[friend].lay();
    assert_eq!(volley(&f, a, b), Err(NoFire::Screened));
}

#[test]
fn only_two_ranks_of_a_column_fire() {
    let _p = proves!("05.01.2.b");
    let mut d = Drill::new();
    let a = d.infantry(A, 30, AttackColumn, 120.0, 60.0, 0.0);
    let c = d.infantry(A, 24, ThinLine, 60.0, 60.0, 0.0);
    let b = d.infantry(B, 24, Line, 120.0, 70.0, 180.0);
    let e = d.infantry(B, 24, Line, 60.0, 70.0, 180.0);
    d.gaps(c, 0.0);
    let f = d.field();
    assert_eq!(volley(&f, a, b).unwrap().figures, 12);
    assert_eq!(volley(&f, c, e).unwrap().figures, 24);
}

#[test]
fn a_short_second_rank_stands_in_the_gaps() {
    let _p = proves!("05.01.2.b");
    let mut d = Drill::new();
    let a = d.infantry(A, 29, Line, 120.0, 60.0, 0.0);
    let b = d.infantry(B, 30, Line, 120.0, 70.0, 180.0);
    let f = d.field();
    assert_eq!(volley(&f, a, b).unwrap().figures, 29);
}

#[test]
fn nobody_fires_through_a_chain_but_at_it() {
    let _p = proves!("05.01.2.c");
    for side in [A, B] {
        let mut d = Drill::new();
        let a = d.infantry(A, 12, Line, 120.0, 60.0, 0.0);
        let b = d.infantry(B, 24, Line, 120.0, 72.0, 180.0);
        let chain = d.infantry(side, 9, Chain, 120.0, 66.0, 0.0);
        let f = d.field();
        let no = volley(&f, a, b).unwrap_err();
        assert_eq!((no, no.clause().id()), (NoFire::ScreenedByChain, "05.01.2.c"));
        if side == B {
            assert!(volley(&f, a, chain).is_ok());
        }
    }
}

#[test]
fn one_distance_from_the_middle_of_the_firing_figures() {
    let _p = proves!("05.01.3.a");
    let (f, a, b) = face_to_face(50.0);
    // The outer limit is still in range, a hair more is not.
    assert_eq!(data().weapon(Weapon::RifledMusket).zone(volley(&f, a, b).unwrap().cm), Some(5));
    let (f, a, b) = face_to_face(50.01);
    assert_eq!(volley(&f, a, b), Err(NoFire::OutOfRange));
    for (cm, zone) in [(8.0, 1), (8.01, 2), (15.0, 2), (15.01, 3)] {
        let (f, a, b) = face_to_face(cm);
        let v = volley(&f, a, b).unwrap();
        assert_eq!(data().weapon(Weapon::RifledMusket).zone(v.cm), Some(zone), "{cm}");
        assert!(v.by.rests_on("05.01.3.a"));
    }
}

#[test]
fn whole_companies_fire_by_themselves_from_the_right() {
    let _p = proves!("05.01.3.b");
    let mut d = Drill::new();
    let a = d.infantry(A, 30, Line, 120.0, 60.0, 0.0);
    // The enemy stands before the right half only.
    let b = d.infantry(B, 12, Line, 126.0, 70.0, 180.0);
    let f = d.field();
    let right = part(&f, a, b, 0, 5).unwrap();
    assert_eq!((right.figures, right.elements), (15, 3));
    assert!(right.from.x > 122.0);
    let whole = volley(&f, a, b).unwrap();
    // The part is nearer than the whole.
    assert_eq!(whole.figures, 24);
    assert!(right.cm < whole.cm - 0.2);
    let (f, a, b) = face_to_face(10.0);
    let left = part(&f, a, b, 5, 5).unwrap();
    assert_eq!(left.figures, 15);
    assert!(left.from.x < 118.0);
    assert_eq!(part(&f, a, b, 9, 5).map(|v| v.figures), Ok(3));
    assert_eq!(part(&f, a, b, 10, 1), Err(NoFire::NoSuchPart));
    assert_eq!(part(&f, a, b, 0, 0), Err(NoFire::NoSuchPart));
    assert_eq!(part(&f, a, b, u16::MAX, u16::MAX), Err(NoFire::NoSuchPart));
}

#[test]
fn who_cannot_fire_at_all() {
    let p = proves!("08.02.6.a", "07.04.1.b", "play.contact", "06.03.4");
    let (f, a, b) = face_to_face(10.0);
    let with = |change: &dyn Fn(&mut Field)| {
        let mut g = f.clone();
        change(&mut g);
        volley(&g, a, b).unwrap_err()
    };
    assert_eq!(with(&|g| g[a].ammunition = false), NoFire::NoAmmunition);
    assert_eq!(with(&|g| g[a].weapon = None), NoFire::NoArms);
    assert_eq!(*p.shows("08.02.6.a", &with(&|g| g[a].state = State::Complete).clause().id()), "08.02.6.a");
    assert_eq!(*p.shows("play.contact", &with(&|g| g[a].locked.push(b)).clause().id()), "play.contact");
    assert_eq!(*p.shows("07.04.1.b", &with(&|g| g[b].locked.push(a)).clause().id()), "07.04.1.b");
    assert_eq!(with(&|g| g[b].side = A), NoFire::NoTarget);
    assert_eq!(volley(&f, a, UnitId(99)), Err(NoFire::NoTarget));
    // In U it may still fire.
    let mut g = f.clone();
    g[a].state = State::Disorder;
    assert_eq!(volley(&g, a, b).unwrap().situation.firer.state, State::Disorder);
    let mut d = Drill::new();
    let a = d.infantry(A, 30, Line, 120.0, 60.0, 0.0);
    let w = d.wagon(B, 120.0, 70.0, 180.0);
    let guns = d.battery(B, Gun::Napoleon, 4, 130.0, 70.0, 180.0);
    let f = d.field();
    let no = volley(&f, a, w).unwrap_err();
    assert_eq!(*p.shows("06.03.4", &(no, no.clause().id())), (NoFire::Wagon, "06.03.4"));
    assert_eq!(volley(&f, guns, a), Err(NoFire::NoArms));
    assert_eq!(volley(&f, a, guns).unwrap().situation.target.kind, Kind::Unlimbered);
}

#[test]
fn what_is_not_seen_is_not_fired_at() {
    let _p = proves!("play.fire-line");
    let mut d = Drill::new();
    let a = d.infantry(A, 30, Line, 120.0, 60.0, 0.0);
    let b = d.infantry(B, 24, Line, 120.0, 90.0, 180.0);
    d.square(PatchKind::Wood, "copse", (80.0, 70.0), (160.0, 80.0));
    let f = d.field();
    let no = volley(&f, a, b).unwrap_err();
    assert!(matches!(no, NoFire::NotSeen(_)), "{no:?}");
    assert_eq!(no.clause().id(), "play.fire-line");
    assert!(candidates(&f, a).is_empty());
}

#[test]
fn too_few_figures_make_no_element() {
    let _p = proves!("05.01.4");
    let mut d = Drill::new();
    let a = d.infantry(A, 2, Line, 120.0, 60.0, 0.0);
    let b = d.infantry(B, 24, Line, 120.0, 70.0, 180.0);
    let c = d.infantry(A, 2, Chain, 60.0, 60.0, 0.0);
    let e = d.infantry(B, 24, Line, 60.0, 70.0, 180.0);
    let f = d.field();
    assert_eq!(volley(&f, a, b).unwrap_err().clause().id(), "05.01.4");
    assert_eq!(volley(&f, c, e).unwrap().elements, 1);
}

#[test]
fn pinned_troops_fire_with_half_the_elements() {
    let p = proves!("05.01.6");
    let (mut f, a, b) = face_to_face(10.0);
    f[a].state = State::Slight;
    f[a].pinned_to = Some(1);
    let v = volley(&f, a, b).unwrap();
    // 30 = 2 x 12 and a remainder of 6.
    assert_eq!((v.figures, v.elements), (30, 3));
    assert!(v.situation.firer.pinned && p.shows("05.01.6", v.by.rests_on("05.01.6")));
}

fn house(x: f64, y: f64, figures: u16) -> (Field, UnitId, UnitId) {
    let mut d = Drill::new();
    d.building("farm", true, (118.0, 60.0), (122.0, 64.0));
    let a = d.infantry(A, figures, Line, 120.0, 60.0, 0.0);
    d.inside(a, &["farm"]);
    let b = d.infantry(B, 12, Line, x, y, 180.0);
    (d.field(), a, b)
}

#[test]
fn one_element_fires_from_one_side_of_a_building() {
    let _p = proves!("02.04.3.a");
    let (f, a, b) = house(120.0, 70.0, 9);
    let v = volley(&f, a, b).unwrap();
    assert_eq!((v.figures, v.elements), (6, 1));
    assert_eq!(v.sides.as_slice(), &[(0, 0)]);
    assert!(v.by.rests_on("02.04.3.a"));
    // From the outline of the building, as a thin line and with its cover.
    assert!((v.cm - 6.0).abs() < 1e-9);
    assert_eq!(v.situation.firer.formation, ThinLine);
    assert_eq!(v.situation.firer.cover, Cover::III);
    // From the east side to the east.
    let (mut f, a, b) = house(130.0, 62.0, 9);
    f[b].base.dir = table::v2(-1.0, 0.0);
    assert_eq!(volley(&f, a, b).unwrap().sides.as_slice(), &[(0, 1)]);
    // Two figures make no element.
    let (f, a, b) = house(120.0, 70.0, 2);
    assert_eq!(volley(&f, a, b), Err(NoFire::TooFew));
    // As a target it is a thin line too.
    let mut g = house(120.0, 70.0, 9).0;
    g[b].figures = 24;
    g[b].files = 12;
    g[b].lay();
    let v = volley(&g, b, a).unwrap();
    assert!(v.situation.target.building && v.situation.target.cover == Cover::III);
}

#[test]
fn a_corner_of_a_building_is_blind() {
    let _p = proves!("05.01.2.a");
    // From every window of both sides the enemy at the corner is more than 30 degrees aside.
    let (f, a, b) = house(140.0, 82.0, 9);
    assert_eq!(volley(&f, a, b).unwrap_err().clause().id(), "05.01.2.a");
}

#[test]
fn two_buildings_fire_an_element_each() {
    let _p = proves!("02.04.3.c");
    let mut d = Drill::new();
    d.building("farm", true, (116.0, 60.0), (120.0, 64.0));
    d.building("barn", false, (120.0, 60.0), (124.0, 64.0));
    let a = d.infantry(A, 15, Line, 120.0, 60.0, 0.0);
    d.inside(a, &["farm", "barn"]);
    let b = d.infantry(B, 30, Line, 120.0, 70.0, 180.0);
    let f = d.field();
    let v = volley(&f, a, b).unwrap();
    assert_eq!((v.figures, v.elements, v.sides.len()), (12, 2, 2));
    assert!((v.from.x - 120.0).abs() < 1e-9);
}

#[test]
fn each_side_of_a_building_fires_once_a_turn() {
    let _p = proves!("02.04.3.c");
    let mut d = Drill::new();
    d.building("farm", true, (118.0, 60.0), (122.0, 64.0));
    let a = d.infantry(A, 9, Line, 120.0, 60.0, 0.0);
    d.inside(a, &["farm"]);
    let b = d.infantry(B, 12, Line, 120.0, 70.0, 180.0);
    let c = d.infantry(B, 12, Line, 128.0, 62.0, 270.0);
    let e = d.infantry(B, 12, Line, 112.0, 62.0, 90.0);
    let mut f = d.field();
    let (north, again) = (part(&f, a, b, 0, 2).unwrap(), part(&f, a, b, 2, 1).unwrap());
    assert!(fire::sides_free(&f, &again));
    note_fire(&mut f, &north, &nothing());
    // The same side at the same instant, or later.
    assert!(!fire::sides_free(&f, &again));
    let no = part(&f, a, b, 2, 1).unwrap_err();
    assert_eq!((no, no.clause().id()), (NoFire::SideHasFired, "02.04.3.c"));
    // Another side has the three who are left, then nobody is.
    let east = part(&f, a, c, 2, 1).unwrap();
    assert_eq!((east.figures, east.elements, east.sides.as_slice()), (3, 1, &[(0, 1)][..]));
    note_fire(&mut f, &east, &nothing());
    assert_eq!(volley(&f, a, e), Err(NoFire::SideHasFired));
    // In the next turn all is new.
    f.turn = 2;
    assert_eq!(volley(&f, a, b).unwrap().figures, 6);
}

#[test]
fn the_first_fire_and_fire_after_a_pause() {
    let p = proves!("05.02.4");
    // What it is worth at the dice.
    let worth = |v: &Volley| -> i32 {
        let (_, r) = umpire::judge::<SmallArms>(&v.situation, &mut HandDice::new([3, 4]));
        r.modifiers.iter().filter(|m| m.clause.id() == "05.02.4").map(|m| m.value).sum()
    };
    let (mut f, a, b) = face_to_face(10.0);
    f.turn = 3;
    assert_eq!(last_fire(&f[a], 3), LastFire::Never);
    let first = part(&f, a, b, 0, 5).unwrap();
    assert_eq!(p.shows("05.02.4", worth(&first)), 3);
    note_fire(&mut f, &first, &nothing());
    // The second part of the same turn fires for the first time too.
    assert_eq!(part(&f, a, b, 5, 5).unwrap().situation.firer.last_fire, LastFire::Never);
    note_fire(&mut f, &first, &nothing());
    f.turn = 4;
    let v = volley(&f, a, b).unwrap();
    assert_eq!((v.situation.firer.last_fire, worth(&v)), (LastFire::LastTurn, 0));
    f.turn = 5;
    let v = volley(&f, a, b).unwrap();
    assert_eq!((v.situation.firer.last_fire, worth(&v)), (LastFire::Earlier, 1));
    note_fire(&mut f, &v, &nothing());
    // Every part of that turn has its +1.
    assert_eq!(last_fire(&f[a], 5), LastFire::Earlier);
    assert_eq!((f[a].record.last_fire, f[a].record.fire_before), (Some(5), Some(3)));
    // A melee last turn counts as fire.
    f.turn = 8;
    f[a].record.last_melee = Some(7);
    assert_eq!(last_fire(&f[a], 8), LastFire::LastTurn);
    assert!(volley(&f, a, b).unwrap().situation.firer.fought);
    // But it is not the first fire.
    f[b].record.last_melee = Some(7);
    assert_eq!(last_fire(&f[b], 8), LastFire::Never);
}

#[test]
fn surprised_fire_is_told_to_the_dice() {
    let _p = proves!("04.02.13.a");
    let (f, a, b) = face_to_face(2.0);
    let v = fire::small_arms(&f, a, b, Part::Whole, Occasion::SURPRISED).unwrap();
    let mut dice = HandDice::new([3, 4]);
    let (o, r) = umpire::judge::<SmallArms>(&v.situation, &mut dice);
    dice.finish().unwrap();
    assert!(r.modifiers.iter().any(|m| m.value == -4 && m.clause.id() == "04.02.13.a"));
    // 7 + 3 - 4 = 6: 7 men an element in zone 1.
    assert_eq!(o.target.men, 35);
}

#[test]
fn cover_of_both_sides() {
    let _p = proves!("play.cover");
    let mut d = Drill::new();
    let a = d.infantry(A, 30, Line, 120.0, 60.0, 0.0);
    let b = d.infantry(B, 24, Line, 120.0, 80.0, 180.0);
    d.line(LineKind::Bank, "bank", &[(100.0, 61.0), (140.0, 61.0)]);
    d.line(LineKind::FullFortification, "works", &[(100.0, 79.0), (140.0, 79.0)]);
    let f = d.field();
    let s = volley(&f, a, b).unwrap().situation;
    assert_eq!((s.firer.cover, s.target.cover), (Cover::I, Cover::III));
    // A target on the march has no cover from works.
    let why = Occasion { surprised: false, marching: &|u| u == b };
    let s = fire::small_arms(&f, a, b, Part::Whole, why).unwrap().situation;
    assert_eq!((s.firer.cover, s.target.cover), (Cover::I, Cover::None));
}

#[test]
fn a_column_of_several_units() {
    let _p = proves!("05.02.5");
    let column = |gap: f64| {
        let mut d = Drill::new();
        let a = d.infantry(A, 30, Line, 120.0, 60.0, 0.0);
        let b = d.infantry(B, 18, AttackColumn, 120.0, 70.0, 180.0);
        // Three ranks of 1.5 cm.
        let c = d.infantry(B, 18, AttackColumn, 120.0, 74.5 + gap, 180.0);
        d.general_with(c);
        let f = d.field();
        (volley(&f, a, b).unwrap(), c)
    };
    let (v, c) = column(1.5);
    assert_eq!(v.behind.as_slice(), &[c]);
    assert_eq!((v.situation.behind[0].ranks, v.situation.behind[0].general), (3, true));
    let mut dice = HandDice::new([3, 4]);
    let (o, _) = umpire::judge::<SmallArms>(&v.situation, &mut dice);
    dice.finish().unwrap();
    // 10: 6 men an element; 13: 9. The front unit has the first, the one behind the difference.
    assert_eq!((o.target.men, o.behind[0].men), (30, 15));
    assert!(column(1.6).0.behind.is_empty());
}

#[test]
fn candidates_are_told_nearest_first() {
    let mut d = Drill::new();
    let a = d.infantry(A, 30, Line, 120.0, 60.0, 0.0);
    let far = d.infantry(B, 12, Line, 110.0, 90.0, 180.0);
    let near = d.infantry(B, 12, Line, 126.0, 80.0, 180.0);
    let behind = d.infantry(B, 12, Line, 120.0, 30.0, 0.0);
    let f = d.field();
    let all: Vec<UnitId> = candidates(&f, a).iter().map(|c| c.0).collect();
    assert_eq!(all, [near, far]);
    assert!(volley(&f, a, behind).is_err());
    // At the same distance the larger one, then the earlier one.
    let mut d = Drill::new();
    let a = d.infantry(A, 30, Line, 120.0, 60.0, 0.0);
    let one = d.infantry(B, 12, Line, 114.0, 80.0, 180.0);
    let two = d.infantry(B, 12, Line, 126.0, 80.0, 180.0);
    let mut f = d.field();
    let first = |f: &Field| candidates(f, a)[0].0;
    assert_eq!(first(&f), one);
    f[one].carried = 0;
    f[one].figures = 11;
    let mut g = f.clone();
    g[one].figures = 12;
    g[two].figures = 12;
    assert_eq!(first(&g), one);
    assert_eq!(first(&f), two);
}

#[test]
fn a_fire_fight_at_close_quarters_locks() {
    let _p = proves!("04.02.14.a");
    let (mut f, a, b) = face_to_face(8.0);
    let fire = |f: &mut Field, turn: u32| {
        f.turn = turn;
        let v = volley(f, a, b).unwrap();
        note_fire(f, &v, &nothing());
    };
    fire(&mut f, 1);
    assert_eq!(fire::locked_on(&f, a), None);
    assert_eq!(f[a].record.stirred, Some(1));
    // A turn without fire: it counts from the beginning.
    fire(&mut f, 3);
    assert_eq!(fire::locked_on(&f, a), None);
    fire(&mut f, 4);
    let held = |f: &Field| fire::locked_on(f, a).map(|(on, by)| (on, by.id()));
    assert_eq!(held(&f), Some((b, "04.02.14.a")));
    // Two parts in one turn are one turn.
    let (mut g, _, _) = face_to_face(8.0);
    fire(&mut g, 1);
    fire(&mut g, 1);
    assert_eq!(fire::locked_on(&g, a), None);
    // Just too far for the lock to begin.
    let (mut g, _, _) = face_to_face(8.01);
    fire(&mut g, 1);
    fire(&mut g, 2);
    assert_eq!(fire::locked_on(&g, a), None);
    // It holds up to 15 cm.
    f[b].base.front.y = 75.0;
    assert_eq!(held(&f), Some((b, "04.02.14.a")));
    let mut g = f.clone();
    g[b].base.front.y = 75.01;
    assert_eq!(fire::locked_on(&g, a), None);
    fire::end_fire_fights(&mut g);
    assert_eq!(g[a].record.fire_fight, None);
    let mut g = f.clone();
    g[a].ammunition = false;
    assert_eq!(fire::locked_on(&g, a), None);
    fire::end_fire_fights(&mut f);
    assert_eq!(held(&f), Some((b, "04.02.14.a")));
}

#[test]
fn a_double_empties_the_cartridge_boxes() {
    let _p = proves!("09.01.1");
    let (mut f, a, b) = face_to_face(10.0);
    f.turn = 2;
    f[a].record.first_fire = Some(1);
    f[a].record.last_fire = Some(1);
    let v = volley(&f, a, b).unwrap();
    let mut dice = HandDice::new([4, 4]);
    let (o, _) = umpire::judge::<SmallArms>(&v.situation, &mut dice);
    dice.finish().unwrap();
    note_fire(&mut f, &v, &o);
    assert!(!f[a].ammunition);
    // The parts that have not fired yet are stopped.
    assert_eq!(part(&f, a, b, 0, 2), Err(NoFire::NoAmmunition));
}

#[test]
fn turning_the_table_round_changes_nothing() {
    let _p = proves!("play.fire-line");
    let mut d = Drill::new();
    let a = d.infantry(A, 29, Line, 120.0, 60.0, 10.0);
    let b = d.infantry(B, 20, Chain, 131.0, 78.0, 190.0);
    d.infantry(B, 6, MarchColumn, 118.0, 70.0, 180.0);
    let f = d.field();
    let mut g = f.clone();
    for u in &mut g.units {
        u.base.front = table::v2(240.0 - u.base.front.x, 160.0 - u.base.front.y);
        u.base.dir = -u.base.dir;
    }
    let (v, w) = (volley(&f, a, b).unwrap(), volley(&g, a, b).unwrap());
    assert_eq!((v.figures, v.elements), (w.figures, w.elements));
    assert!((v.cm - w.cm).abs() < 1e-9);
    // And in the mirror.
    let mut g = f.clone();
    for u in &mut g.units {
        u.base.front.x = 240.0 - u.base.front.x;
        u.base.dir.x = -u.base.dir.x;
    }
    let w = volley(&g, a, b).unwrap();
    assert_eq!(v.figures, w.figures);
    assert!((v.cm - w.cm).abs() < 1e-9);
}

/// A handful of units standing anyhow.
fn crowd() -> impl Strategy<Value = Field> {
    let one = (0u8..3, any::<bool>(), 3u16..31, 0usize..5, 90.0f64..150.0, 50.0f64..110.0, 0.0f64..360.0);
    proptest::collection::vec(one, 2..8).prop_map(|all| {
        let mut d = Drill::new();
        for (arm, a, figures, formation, x, y, facing) in all {
            let side = if a { A } else { B };
            let formation = Formation::ALL[formation];
            match arm {
                0 => d.battery(side, Gun::Napoleon, 6, x, y, facing),
                1 if formation != ThinLine => d.cavalry(side, figures, formation, x, y, facing),
                _ => d.infantry(side, figures, formation, x, y, facing),
            };
        }
        d.field()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    /// Half round and in the mirror every unit can fire at the same enemies with the same figures from the same distance.
    #[test]
    fn fire_is_the_same_in_the_mirror(f in crowd()) {
        for mirror in [false, true] {
            let mut g = f.clone();
            for u in &mut g.units {
                u.base.front.x = 240.0 - u.base.front.x;
                u.base.dir.x = -u.base.dir.x;
                if !mirror {
                    u.base.front.y = 160.0 - u.base.front.y;
                    u.base.dir.y = -u.base.dir.y;
                }
            }
            for a in &f.units {
                for b in &f.units {
                    match (volley(&f, a.id, b.id), volley(&g, a.id, b.id)) {
                        (Ok(v), Ok(w)) => {
                            prop_assert_eq!((v.figures, v.elements), (w.figures, w.elements));
                            prop_assert!((v.cm - w.cm).abs() < 1e-6);
                        }
                        (v, w) => prop_assert_eq!(v.is_err(), w.is_err()),
                    }
                }
                let near = |f: &Field| candidates(f, a.id).iter().map(|c| c.0).collect::<Vec<_>>();
                prop_assert_eq!(near(&f), near(&g));
            }
        }
    }
}
