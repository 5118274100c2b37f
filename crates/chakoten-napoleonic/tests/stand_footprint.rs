//! The ground that units cover, their ranks and files, losses and valour (chapter 05, play.footprint, play.figures, 13.07).

use chakoten_napoleonic::book::stand::bases;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::stance;
use chakoten_napoleonic::troop::Formation::{
    AttackColumn, Clump, Line, MarchColumn, Mass, SingleFile, Skirmish, Square,
};
use chakoten_napoleonic::troop::{Density, Formation, GunWeight, Harness, Nation, State, Weight};
use chakoten_napoleonic::unit::{Fate, Unit, staff_size};
use chakoten_napoleonic::{Side, proves};
use ranks::Toll;

fn foot(figures: u16, formation: Formation) -> Unit {
    let mut d = Drill::new();
    let u = d.infantry(Side::A, figures, formation, 50.0, 50.0, 0.0);
    d.field()[u].clone()
}

fn horse(figures: u16, formation: Formation) -> Unit {
    let mut d = Drill::new();
    let u = d.cavalry(Side::A, figures, formation, 50.0, 50.0, 0.0);
    d.field()[u].clone()
}

#[test]
fn base_sizes_are_those_of_the_table() {
    let b = bases();
    let sizes = [b.foot, b.two_rank_foot, b.rider, b.gunner, b.gun, b.limber, b.pair, b.wagon];
    let cm: Vec<_> = sizes.iter().map(|f| (f.width, f.depth)).collect();
    let want =
        [(1.5, 1.5), (2.0, 1.5), (2.0, 4.5), (1.5, 1.5), (5.0, 7.5), (5.0, 7.5), (5.0, 5.0), (5.0, 12.5)];
    assert_eq!(cm, want);
    assert_eq!(staff_size(), (2.0, 4.5));
}

#[test]
fn each_formation_has_its_front() {
    let p = proves!(
        "05.01.1",
        "05.01.2",
        "05.01.3",
        "05.01.4",
        "05.01.5",
        "05.02.1",
        "05.02.2",
        "05.02.4",
        "15.02.3",
        "play.footprint"
    );
    let files = |u: &Unit, f, asked| {
        let (files, by) = stance::files_in(u, f, asked);
        (files, by.id())
    };
    let u = foot(24, Line);
    assert_eq!(p.shows("05.01.2", files(&u, Line, None)), (12, "05.01.2"));
    assert_eq!(p.shows("play.footprint", files(&u, AttackColumn, None)), (6, "play.footprint"));
    assert_eq!(p.shows("05.01.3", files(&u, AttackColumn, Some(4))), (4, "05.01.3"));
    assert_eq!(p.shows("05.01.4", files(&u, MarchColumn, None)), (2, "05.01.4"));
    assert_eq!(p.shows("05.01.5", files(&u, SingleFile, None)), (1, "05.01.5"));
    assert_eq!(p.shows("05.02.1", files(&u, Square, None)), (6, "05.02.1"));
    assert_eq!(p.shows("05.02.4", files(&u, Clump, None)), (5, "05.02.4"));
    assert_eq!(p.shows("05.01.1", files(&u, Skirmish, None)), (24, "05.01.1"));
    let mut column = foot(24, AttackColumn);
    column.files = 4;
    assert_eq!(p.shows("05.02.2", files(&column, Mass, None)), (4, "05.02.2"));
    let mut cossacks = horse(20, MarchColumn);
    cossacks.weight = Some(Weight::Cossack);
    assert_eq!(p.shows("15.02.3", files(&cossacks, AttackColumn, None)), (5, "15.02.3"));
}

#[test]
fn foot_covers_so_much_ground() {
    for (figures, formation, size) in [
        (24, Line, (18.0, 3.0)),
        (25, Line, (19.5, 3.0)),
        (24, AttackColumn, (9.0, 6.0)),
        (24, MarchColumn, (3.0, 18.0)),
        (25, MarchColumn, (3.0, 19.5)),
        (24, SingleFile, (1.5, 36.0)),
        // 24 in a square of 2 ranks: 3 files a side and 2 ranks at both ends of it.
        (24, Square, (10.5, 10.5)),
        // 16 may stand in one rank: 4 files a side.
        (16, Square, (9.0, 9.0)),
        (17, Square, (10.5, 10.5)),
        (24, Mass, (9.0, 6.0)),
        (24, Clump, (7.5, 7.5)),
        (25, Clump, (7.5, 7.5)),
        (26, Clump, (9.0, 7.5)),
        // A square of fewer than 8 is a clump.
        (7, Square, (4.5, 4.5)),
        // 5 cm for each figure, from the first base to the last.
        (6, Skirmish, (26.5, 1.5)),
    ] {
        assert_eq!(foot(figures, formation).size(), size, "{figures} in {formation:?}");
    }
    let mut english = foot(24, Line);
    english.troops.two_ranks = true;
    assert_eq!(english.size(), (24.0, 3.0));
}

#[test]
fn horse_covers_so_much_ground() {
    for (figures, formation, size) in [
        (16, Line, (16.0, 9.0)),
        (16, AttackColumn, (6.0, 27.0)),
        (16, MarchColumn, (4.0, 36.0)),
        (4, Skirmish, (17.0, 4.5)),
    ] {
        assert_eq!(horse(figures, formation).size(), size, "{figures} in {formation:?}");
    }
}

#[test]
fn the_front_of_a_column_is_drawn_by_nation() {
    let mut u = foot(24, AttackColumn);
    let front = |u: &Unit| stance::usual_front(u);
    assert_eq!(front(&u), 6, "three French companies of two files");
    u.nation = Nation::Austria;
    assert_eq!(front(&u), 4);
    (u.nation, u.companies) = (Nation::Russia, 4);
    assert_eq!(front(&u), 3);
    // At least four ranks, and no less than three figures abreast.
    (u.nation, u.figures) = (Nation::France, 12);
    assert_eq!(front(&u), 3);
    // No more than ten.
    u.figures = 90;
    assert_eq!(front(&u), 10);
}

#[test]
fn batteries_and_wagons_cover_so_much_ground() {
    let mut d = Drill::new();
    let one = d.battery(Side::A, 4, 50.0, 50.0, 0.0);
    let two = d.battery(Side::A, 8, 80.0, 50.0, 0.0);
    let wagon = d.wagon(Side::A, 110.0, 50.0, 0.0);
    assert_eq!(d.unit(one).size(), (5.0, 7.5));
    assert_eq!(d.unit(two).size(), (10.0, 7.5));
    assert_eq!(d.unit(wagon).size(), (5.0, 12.5));
    // Four horses to each limber: a gun, a limber with its team and a pair more.
    d.limber(two, false);
    assert_eq!(d.unit(two).size(), (10.0, 20.0));
    d.limber(two, true);
    assert_eq!(d.unit(two).size(), (5.0, 40.0));
    // When the guns of one model are gone, so is the model.
    let b = d.unit(two).battery.as_mut().unwrap();
    b.guns = 5;
    assert_eq!(b.models(), 2);
    b.guns = 4;
    assert_eq!(b.models(), 1);
}

#[test]
fn gunners_leave_their_guns_and_come_back() {
    let mut d = Drill::new();
    let foot = d.battery(Side::A, 8, 50.0, 50.0, 0.0);
    let horse = d.guns(Side::A, 6, Harness::Horse, GunWeight::Light, [90.0, 50.0, 0.0]);
    for (id, size) in [(foot, (7.5, 3.0)), (horse, (8.0, 9.0))] {
        let u = d.unit(id);
        let guns = u.base;
        stance::leave_guns(u, false);
        assert!(u.crew_alone() && u.by_figures() && !u.unlimbered());
        assert_eq!((u.size(), u.base.front, u.unmanned_guns()), (size, guns.rear(), Some(guns)));
        stance::man(u);
        assert_eq!((u.base, u.unmanned_guns(), u.unlimbered()), (guns, None, true));
    }
    assert!(!d.unit(horse).mounted());
    stance::leave_guns(d.unit(horse), false);
    assert!(d.unit(horse).mounted());
    // With their limbers: two limbers of four horses without the guns.
    stance::leave_guns(d.unit(foot), true);
    assert!(d.unit(foot).limbered());
    assert_eq!(d.unit(foot).size(), (10.0, 12.5));
}

#[test]
fn small_squares_and_garrisons_are_clumps() {
    let p = proves!("05.02.3", "17.01.2.a");
    let counted = |u: &Unit| {
        let (f, by) = u.counted();
        (f, by.map(|c| c.id()))
    };
    assert_eq!(counted(&foot(8, Square)), (Square, None));
    assert_eq!(counted(&foot(8, Mass)), (Mass, None));
    let small = counted(&foot(7, Square));
    assert_eq!(p.shows("05.02.3", small), (Clump, Some("05.02.3")));
    assert_eq!(counted(&foot(7, Mass)), (Clump, Some("05.02.3")));
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 10, Line, 50.0, 50.0, 0.0);
    d.building("farm", false, (40.0, 60.0), (50.0, 70.0)).inside(u, "farm");
    let f = d.field();
    assert_eq!(p.shows("17.01.2.a", counted(&f[u])), (Clump, Some("17.01.2.a")));
    // It covers the whole building.
    assert_eq!(f.rects(&f[u])[0], f.ground.buildings[0].rect());
}

#[test]
fn what_is_closed_and_what_is_dispersed() {
    let p = proves!("05.04.1", "05.04.2");
    let by = |u: &Unit| {
        let (closed, by) = u.closed_by();
        (closed, by.id())
    };
    for f in [Line, AttackColumn, Square, Mass, Clump, MarchColumn, SingleFile] {
        let closed = by(&foot(24, f));
        assert_eq!(p.shows("05.04.1", closed), (true, "05.04.1"));
        let mut routed = foot(24, f);
        routed.state = State::Complete;
        let routed = by(&routed);
        assert_eq!(p.shows("05.04.2", routed), (false, "05.04.2"));
        let mut working = foot(24, f);
        working.working = true;
        assert!(!by(&working).0);
    }
    assert!(!by(&foot(24, Skirmish)).0 && !by(&horse(8, Skirmish)).0);
}

#[test]
fn dense_up_to_five_cm_and_thin_above() {
    let _p = proves!("05.01.1");
    let mut u = foot(6, Skirmish);
    for (cm, density) in
        [(3.0, Density::Dense), (5.0, Density::Dense), (5.01, Density::Thin), (10.0, Density::Thin)]
    {
        u.spacing = cm;
        let (is, by) = u.density();
        assert_eq!((is, by.id()), (density, "05.01.1"));
    }
    assert!(stance::line_fits(3, 10.0).is_ok());
    assert!(stance::line_fits(2, 5.0).is_err() && stance::line_fits(3, 10.1).is_err());
}

#[test]
fn figures_fall_from_the_rear() {
    let _p = proves!("play.figures");
    let mut u = foot(24, Line);
    let front = u.base.front;
    let (toll, by) = u.lose(19);
    assert_eq!((toll, by.id()), (Toll { men: 19, figures: 0, carried: 19 }, "play.figures"));
    assert_eq!((u.lose(1).0.figures, u.figures, u.carried, u.men()), (1, 23, 0, 460));
    // The front keeps its width while the rear rank thins out.
    assert_eq!((u.rank(0), u.rank(1), u.base.width), (12, 11, 18.0));
    u.lose(11 * 20).0.figures.checked_sub(11).unwrap();
    assert_eq!((u.ranks(), u.base.width, u.base.depth), (1, 18.0, 1.5));
    u.lose(20).0.figures.checked_sub(1).unwrap();
    assert_eq!((u.figures, u.base.width, u.base.front), (11, 16.5, front));
    // A skirmish line loses its wings, a square all its sides.
    let mut line = foot(6, Skirmish);
    assert_eq!(line.lose(20).0.figures, 1);
    assert_eq!((line.base.width, line.spacing), (21.5, 5.0));
    let mut square = foot(24, Square);
    assert_eq!(square.lose(160).0.figures, 8);
    assert_eq!(square.size(), (9.0, 9.0));
    // Losses beyond the last figure are dropped.
    assert_eq!(square.lose(9999).0.men, 320);
    assert_eq!((square.figures, square.fate), (0, Fate::Destroyed));
}

#[test]
fn who_lies_in_fu_is_a_block() {
    let mut u = foot(24, Line);
    u.state = State::Complete;
    u.lay();
    assert_eq!((u.base.width, u.base.depth), (7.5, 7.5));
}

#[test]
fn ranks_of_a_square_are_those_of_all_sides() {
    let u = foot(24, Square);
    assert_eq!((u.rank(0), u.rank(1), u.rank(2)), (12, 12, 0));
    let u = foot(16, Square);
    assert_eq!((u.rank(0), u.rank(1)), (16, 0));
}

#[test]
fn attrition_takes_valour() {
    let p = proves!("13.07.1");
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 25, Line, 50.0, 50.0, 0.0);
    d.valour(u, 2);
    let mut f = d.field();
    // 25 figures are 500 men: 20 % are 100.
    for (lost, valour) in [(99, 2), (100, 1), (149, 1), (150, 0), (200, -1), (299, -2), (300, -3), (450, -6)]
    {
        f[u].losses.men = lost;
        let (now, by) = f.valour(u);
        assert_eq!((now, by.map(|c| c.id())), (valour, (valour != 2).then_some("13.07.1")), "{lost} lost");
        assert_eq!(f[u].valour(&f.readings), valour);
    }
    // Prisoners count.
    f[u].losses.men = 80;
    f[u].losses.prisoners = 1;
    assert_eq!(f.valour(u).0, 1);
    let _ = p;
}

#[test]
fn attrition_in_figures_and_of_lines() {
    let mut d = Drill::new();
    let u = d.infantry(Side::A, 24, Line, 50.0, 50.0, 0.0);
    let line = d.sent_out(u, 4, 5.0, 50.0, 60.0);
    let guns = d.battery(Side::A, 8, 90.0, 50.0, 0.0);
    let mut f = d.clone().field();
    // 24 figures are 480 men; the losses of the line are the unit's.
    (f[u].losses.men, f[line].losses.men, f[guns].losses.men) = (60, 36, 170);
    assert_eq!((f.valour(u).0, f.valour(line).0), (-1, -1));
    // Not of artillery.
    assert_eq!(f.valour(guns).0, 0);
    f[line].losses.men = 35;
    assert_eq!(f.valour(u).0, 0);
    d.read("attrition", "figures");
    let mut f = d.field();
    // 96 men are 4 whole figures of 24: not 20 %.
    f[u].losses.men = 96;
    assert_eq!(f.valour(u).0, 0);
    f[u].losses.men = 100;
    assert_eq!(f.valour(u).0, -1);
}

#[test]
fn columns_of_several_units_stand_without_gaps() {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Line, 50.0, 50.0, 30.0);
    let b = d.infantry(Side::A, 20, Line, 90.0, 20.0, 0.0);
    d.joined(a, &[b]);
    let f = d.field();
    assert_eq!(f[b].base.front, f[a].base.rear());
    assert!(f.gap(&f[a], &f[b]) < 1e-9);
    assert_eq!((f.body_figures(&f[b]), f.body_ranks(&f[a])), (44, 4));
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 24, Square, 50.0, 50.0, 0.0);
    let b = d.infantry(Side::A, 24, Square, 90.0, 20.0, 0.0);
    d.joined(a, &[b]);
    let f = d.field();
    // 48 figures: 6 files a side, and two ranks at each end.
    assert_eq!((f[a].base.width, f[b].base), (15.0, f[a].base));
}
