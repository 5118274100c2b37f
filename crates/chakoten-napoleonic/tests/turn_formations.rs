//! Formations in play: how long it takes to form them, what ground they then cover, what they are when figures fall, how batteries come
//! up, and columns of several units on the march.

use crate::field_day::{
    a1_fires, ahead, all, attacks, by, charge, cm, commanded, find, form, legs, show, told_by, turn,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::Halt;
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::order::{Leg, Way};
use chakoten_napoleonic::troop::{Density, Formation, Nation, State, Weight};
use chakoten_napoleonic::unit::{Fate, MaySkirmish};
use chakoten_napoleonic::{EventKind, Side, UnitId, place, proves, stance};

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);

/// When it had changed its formation in the last turn.
fn formed(b: &Battle, u: UnitId) -> Option<f64> {
    find(b, |e| matches!(e.kind, EventKind::FormationChanged { unit, .. } if unit == u).then_some(e.clock))
}

/// The clause by which it could not do what it was to do.
fn impossible(b: &Battle, u: UnitId) -> Option<String> {
    find(b, |e| match e.kind {
        EventKind::Halted { unit, why: Halt::Impossible, .. } if unit == u => Some(e.clause.id().to_string()),
        _ => None,
    })
}

/// So many foot in a formation, ordered into another: when they stand so, and what ground they cover.
fn reform(figures: u16, from: Formation, leg: Leg) -> (Battle, Option<f64>, (f64, f64)) {
    let mut d = Drill::new();
    let u = d.infantry(Side::A, figures, from, 100.0, 60.0, 0.0);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([leg]))], &[]);
    let (at, size) = (formed(&b, u), b.field()[u].size());
    (b, at, size)
}

#[test]
fn each_formation_is_taken_in_its_time_and_covers_its_ground() {
    let p = proves!(
        "05.01.2",
        "05.01.3",
        "05.01.4",
        "05.01.5",
        "05.02.1",
        "05.02.2",
        "05.02.4",
        "play.footprint"
    );
    use Formation::{AttackColumn, Clump, Line, MarchColumn, Mass, SingleFile, Square};
    for (from, to, figures, turns, size, clause) in [
        (AttackColumn, Line, 24, 0.5, (18.0, 3.0), "05.01.2"),
        (MarchColumn, Line, 25, 1.0, (19.5, 3.0), "05.01.2"),
        (Line, AttackColumn, 24, 0.5, (9.0, 6.0), "play.footprint"),
        (Line, MarchColumn, 25, 1.0, (3.0, 19.5), "05.01.4"),
        (AttackColumn, SingleFile, 12, 0.5, (1.5, 18.0), "05.01.5"),
        // Three files a side in two ranks; of sixteen and fewer four in one.
        (Line, Square, 24, 0.5, (10.5, 10.5), "05.02.1"),
        (AttackColumn, Square, 16, 0.75, (9.0, 9.0), "05.02.1"),
        (AttackColumn, Square, 17, 0.75, (10.5, 10.5), "05.02.1"),
        // As the column it was formed from, or by way of one.
        (AttackColumn, Mass, 24, 0.25, (9.0, 6.0), "05.02.2"),
        (Line, Mass, 24, 0.75, (9.0, 6.0), "05.02.2"),
        (Square, Mass, 24, 1.0, (9.0, 6.0), "05.02.2"),
        (Line, Clump, 26, 0.25, (9.0, 7.5), "05.02.4"),
    ] {
        let (b, at, covers) = reform(figures, from, form(to));
        if at.is_none() {
            show(&b);
        }
        assert!(at.is_some_and(|t| (t - turns).abs() < 2e-3), "{from:?} to {to:?}: {at:?}");
        let before = b.field()[A].clone();
        let named =
            stance::files_in(&chakoten_napoleonic::unit::Unit { formation: from, ..before }, to, None).1;
        assert_eq!(p.shows(clause, named.id()), clause);
        assert_eq!(covers, size, "{from:?} to {to:?}");
    }
    // A front of three to ten figures and four ranks.
    let column = |files| Leg::Form { formation: AttackColumn, files: Some(files), density: None };
    assert_eq!(reform(24, Line, column(3)).2, (4.5, 12.0));
    assert_eq!(p.shows("05.01.3", reform(40, Line, column(10)).2), (15.0, 6.0));
    for (figures, files) in [(24, 2), (44, 11), (24, 8), (9, 3)] {
        let (b, at, _) = reform(figures, Line, column(files));
        assert_eq!((at, impossible(&b, A).as_deref()), (None, Some("05.01.3")), "{figures} by {files}");
    }
}

#[test]
fn a_formation_waits_for_room_and_is_formed_when_there_is_some() {
    let p = proves!("play.footprint", "06.01.2.b");
    // A line of 24 is 18 cm wide, a column 9: between two houses 12 cm apart there is no room for it.
    let run = |gap: f64| {
        let mut d = Drill::new();
        d.infantry(Side::A, 24, Formation::AttackColumn, 100.0, 60.0, 0.0);
        d.building("west", false, (80.0, 56.0), (100.0 - gap / 2.0, 60.0));
        d.building("east", false, (100.0 + gap / 2.0, 56.0), (120.0, 60.0));
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([form(Formation::Line)]))], &[]);
        (formed(&b, A), b)
    };
    // Touching is not standing in it.
    let (at, _) = run(18.0);
    assert!(at.is_some_and(|t| (t - 0.5).abs() < 2e-3), "{at:?}");
    let (at, b) = run(17.9);
    assert_eq!(at, None);
    let column = &b.field()[A];
    let mut line = column.clone();
    stance::form(&mut line, Formation::Line, None, 0.0);
    let no_room = place::room(b.field(), &line, &column.base, &line.base);
    assert_eq!(p.shows("play.footprint", no_room.map_err(|n| n.clause().id())), Err("play.footprint"));
    assert!(!told_by(&p, &b, "06.01.2.b").is_empty());
}

#[test]
fn cossacks_form_no_line_and_send_three_quarters_out_of_their_column() {
    let p = proves!("15.02.3");
    let run = |order: Leg| {
        let mut d = Drill::new();
        let u = d.cavalry(Side::A, 24, Formation::AttackColumn, 100.0, 60.0, 0.0);
        d.weight(u, Weight::Cossack);
        d.unit(u).skirmish = MaySkirmish::ThreeQuarters;
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([order]))], &[]);
        b
    };
    for to in [Formation::Line, Formation::Skirmish] {
        let b = run(form(to));
        assert_eq!((formed(&b, A), impossible(&b, A).as_deref()), (None, Some("15.02.3")), "{to:?}");
        told_by(&p, &b, "15.02.3");
    }
    // As broad as it is deep: five by five.
    let b = run(form(Formation::MarchColumn));
    assert!(formed(&b, A).is_some());
    let mut b = b;
    turn(&mut b, &[("A1", legs([form(Formation::AttackColumn)]))], &[]);
    assert_eq!((b.field()[A].files, b.field()[A].size()), (5, (10.0, 22.5)));
    let send = |figures: u16| Leg::SendOut {
        code: "A1s".into(),
        figures,
        density: Density::Dense,
        way: Way::Ahead,
        cm: 10.0,
    };
    let b = run(send(19));
    assert_eq!((b.field().by_code("A1s"), impossible(&b, A).as_deref()), (None, Some("15.02.3")));
    let mut b = run(send(18));
    turn(&mut b, &[], &[]);
    assert!(b.field().by_code("A1s").is_some(), "the wing figure has farther to go than a turn's march");
    // Six are the soutien of eighteen, fewer as they are; of another regiment they would be none.
    let stays = |weight: Weight| {
        let mut d = Drill::new();
        let u = d.cavalry(Side::A, 24, Formation::AttackColumn, 100.0, 60.0, 0.0);
        d.weight(u, weight);
        let swarm = d.sent_out(u, 18, 2.5, 100.0, 70.0);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[], &[]);
        assert_eq!(b.field()[u].figures, 6);
        let stirs = |k: &EventKind| match k {
            EventKind::ClosesUp { unit } | EventKind::GoesBack { unit, .. } => *unit == swarm,
            _ => false,
        };
        find(&b, |e| stirs(&e.kind).then_some(())).is_none()
    };
    assert_eq!((stays(Weight::Cossack), stays(Weight::Light)), (true, false));
}

#[test]
fn a_regiment_has_one_swarm_and_a_swarm_is_no_split() {
    let p = proves!("04.03.2");
    let mut d = Drill::new();
    let u = d.cavalry(Side::A, 20, Formation::Line, 100.0, 60.0, 0.0);
    d.weight(u, Weight::Heavy);
    let send = |code: &str| Leg::SendOut {
        code: code.into(),
        figures: 5,
        density: Density::Dense,
        way: Way::Ahead,
        cm: 10.0,
    };
    let mut b = Battle::drill(commanded(d), []);
    // A heavy regiment splits in a whole turn; its swarm rides out in the time of its farthest figure.
    turn(&mut b, &[("A1", legs([send("A1s")]))], &[]);
    let out =
        find(&b, |e| matches!(e.kind, EventKind::SentOut { .. }).then_some(e.clock)).expect("it is out");
    assert!(out < 0.5, "{out}");
    let swarm = b.field().by_code("A1s").expect("it is out");
    assert_eq!((b.field()[swarm].whole, b.field()[swarm].body), (None, Some(u)));
    turn(&mut b, &[("A1", legs([send("A1t")]))], &[]);
    assert_eq!((b.field().by_code("A1t"), impossible(&b, u).as_deref()), (None, Some("04.03.2")));
    told_by(&p, &b, "04.03.2");
}

/// A skirmish line of so many figures 10 cm before its unit.
fn thinned(figures: u16) -> (Battle, UnitId, UnitId) {
    let mut d = Drill::new();
    let body = d.infantry(Side::A, 24, Formation::Line, 100.0, 60.0, 0.0);
    let line = d.sent_out(body, figures, 3.0, 100.0, 71.5);
    d.call(line, "A1s");
    (Battle::drill(commanded(d), []), body, line)
}

#[test]
fn a_line_of_two_figures_joins_its_body_whatever_it_is_ordered() {
    let p = proves!("play.figures");
    let (mut b, body, line) = thinned(3);
    turn(&mut b, &[("A1s", legs([cm(2.0)]))], &[]);
    assert!((b.field()[line].base.front.y - 73.5).abs() < 2e-3);
    let (mut b, body2, line) = thinned(2);
    assert_eq!(body, body2);
    turn(&mut b, &[("A1s", legs([cm(2.0)]))], &[]);
    if b.field()[line].fate != Fate::Joined {
        show(&b);
    }
    assert_eq!((b.field()[line].fate, b.field()[body].figures), (Fate::Joined, 24));
    told_by(&p, &b, "play.figures");
    // In U it cannot be drawn in.
    let (mut b, _, line) = thinned(2);
    b.field_mut()[line].state = State::Disorder;
    turn(&mut b, &[], &[]);
    assert_eq!(b.field()[line].fate, Fate::OnTable);
    // Drawn in by its unit it is not ordered twice.
    let (mut b, body, line) = thinned(2);
    turn(&mut b, &[("A1", legs([Leg::DrawIn]))], &[]);
    assert_eq!((b.field()[line].fate, b.field()[body].figures), (Fate::Joined, 24));
}

#[test]
fn figures_fall_from_the_rear_rank_and_a_square_of_seven_is_a_clump() {
    let p = proves!("play.figures", "05.02.1");
    let hit = |figures: u16, formation: Formation, dice: [u8; 3]| {
        let mut d = Drill::new();
        d.battery(Side::A, 12, 100.0, 40.0, 0.0);
        d.infantry(Side::B, figures, formation, 100.0, 50.0, 180.0);
        d.unit(B).nation = Nation::Other;
        d.unit(B).carried = 19;
        let before = d.unit(B).base;
        let b = a1_fires(commanded(d), &dice);
        let told = told_by(&p, &b, "play.figures");
        assert!(!told.is_empty());
        (b.field()[B].clone(), before)
    };
    let (u, before) = hit(24, Formation::Line, [1, 1, 2]);
    assert!(u.figures < 24 && u.figures >= 12, "{}", u.figures);
    assert_eq!((u.base.width, u.base.front), (before.width, before.front));
    assert_eq!(u.men(), u32::from(u.figures) * 20 - u32::from(u.carried));
    // A square of eight that loses one is a clump; its shape in play changes with it.
    let (u, _) = hit(8, Formation::Square, [1, 1, 1]);
    assert!(u.figures < 8, "{}", u.figures);
    assert_eq!(p.shows("05.02.1", u.counts_as()), Formation::Clump);
    let named = stance::may_form(
        &Drill::new().field(),
        &{
            let mut d = Drill::new();
            let c = d.cavalry(Side::A, 20, Formation::Line, 100.0, 60.0, 0.0);
            d.unit(c).clone()
        },
        Formation::Square,
        None,
    );
    assert_eq!(named.map_err(|c| c.id()), Err("05.02.1"));
}

#[test]
fn dispersed_troops_have_no_flanks_and_closed_ones_have() {
    let p = proves!("05.04.1", "05.04.2");
    // B1 stands with its flank to A1, which fires or attacks from the east.
    let flank = |formation: Formation, change: &dyn Fn(&mut Drill)| {
        let mut d = Drill::new();
        d.infantry(Side::A, 24, Formation::Line, 120.0, 60.0, 270.0);
        d.infantry(Side::B, 24, formation, 100.0, 60.0, 180.0);
        let wide = d.unit(B).base.width;
        d.unit(B).base.front = table::v2(114.0 - wide / 2.0, 60.0 - d.unit(B).base.depth / 2.0);
        for u in [A, B] {
            d.unit(u).nation = Nation::Other;
        }
        change(&mut d);
        let b = a1_fires(commanded(d), &[1; 3]);
        let closed = b.field()[B].closed_by();
        (by(&b, "morale", "09.03.4").len(), closed.1.id())
    };
    let plain: &dyn Fn(&mut Drill) = &|_| {};
    assert_eq!(p.shows("05.04.1", flank(Formation::Line, plain)), (1, "05.04.1"));
    assert_eq!(flank(Formation::AttackColumn, plain), (1, "05.04.1"));
    assert_eq!(flank(Formation::Square, plain), (0, "05.04.1"));
    assert_eq!(flank(Formation::Mass, plain).0, 0);
    assert_eq!(flank(Formation::Clump, plain).0, 0);
    assert_eq!(p.shows("05.04.2", flank(Formation::Skirmish, plain)), (0, "05.04.2"));
    let works = |d: &mut Drill| d.unit(B).working = true;
    assert_eq!(flank(Formation::Line, &works), (0, "05.04.2"));
}

#[test]
fn a_line_that_strikes_a_flank_at_less_than_forty_five_degrees_comes_from_the_front() {
    let p = proves!("12.03.6");
    // A column 12 deep attacks straight on; B1 is turned so that its right flank is struck at that angle.
    let strikes = |turn: f64| {
        let mut d = Drill::new();
        d.infantry(Side::A, 12, Formation::AttackColumn, 100.0, 50.0, 0.0);
        let b = d.infantry(Side::B, 24, Formation::MarchColumn, 100.0, 80.0, turn);
        // The middle of its right or left flank lies 5 cm before the middle of A1's front.
        let base = d.unit(b).base;
        let flank = base.centre() + base.dir.right() * (base.width / 2.0);
        let off = table::v2(100.0, 54.9) - flank;
        d.unit(b).base.front = base.front + off;
        for u in [A, B] {
            d.unit(u).nation = Nation::Other;
        }
        let b = attacks(commanded(d), Side::A, &[3; 6]);
        by(&b, "attacker", "12.03.6").len() + by(&b, "defender", "12.03.6").len()
    };
    // Its right flank faces south when it fronts east (90); turned towards the south the line meets it more steeply along.
    assert!(p.shows("12.03.6", strikes(90.0)) > 0);
    assert!(strikes(90.0 + 44.0) > 0);
    assert_eq!(strikes(90.0 + 46.0), 0);
}

#[test]
fn brigade_columns_march_as_lines_and_deep_ones_as_squares() {
    let p = proves!("05.01.6.b");
    // Lines of two ranks one behind the other.
    let foot = |units: usize| {
        let mut d = Drill::new();
        let lead = d.infantry(Side::A, 24, Formation::Line, 100.0, 60.0, 0.0);
        let behind: Vec<UnitId> = (1..units)
            .map(|i| d.infantry(Side::A, 24, Formation::Line, 100.0, 60.0 - 3.0 * i as f64, 0.0))
            .collect();
        d.joined(lead, &behind);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([ahead()]))], &[]);
        told_by(&p, &b, "05.01.6.b");
        b.field()[lead].base.front.y - 60.0
    };
    assert!((foot(4) - 10.0).abs() < 0.02);
    assert!((foot(5) - 5.0).abs() < 0.02);
    let horse = |units: usize| {
        let mut d = Drill::new();
        let lead = d.cavalry(Side::A, 20, Formation::Line, 100.0, 60.0, 0.0);
        let behind: Vec<UnitId> = (1..units)
            .map(|i| d.cavalry(Side::A, 20, Formation::Line, 100.0, 60.0 - 9.0 * i as f64, 0.0))
            .collect();
        d.joined(lead, &behind);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([charge()]))], &[]);
        told_by(&p, &b, "05.01.6.b");
        b.field()[lead].base.front.y - 60.0
    };
    // Half a turn at 30 as the approach, and half at 55.
    assert!((horse(2) - (15.0 + 27.5)).abs() < 0.02, "{}", horse(2));
    assert!((horse(3) - 30.0).abs() < 0.02, "{}", horse(3));
}

#[test]
fn batteries_in_line_come_up_and_limber_with_a_free_about_face() {
    let p = proves!("06.03.2", "06.03.4", "05.03.1", "05.03.2", "05.03.3", "skema.IV.a");
    let run = |limbered: bool, leg: Leg| {
        let mut d = Drill::new();
        let u = d.battery(Side::A, 8, 100.0, 60.0, 0.0);
        if limbered {
            d.limber(u, false);
        }
        let from = d.unit(u).base;
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([leg]))], &[]);
        let at = find(&b, |e| matches!(e.kind, EventKind::Limbered { .. }).then_some(e.clock));
        (b, from, at)
    };
    // Light foot guns take half a turn, whether they face about or not.
    for about in [false, true] {
        let (b, from, at) = run(true, Leg::Unlimber { about });
        assert!(at.is_some_and(|t| (t - 0.5).abs() < 2e-3), "{at:?}");
        let u = &b.field()[A];
        assert!(!u.limbered() && u.battery.as_ref().is_some_and(|x| x.ready.is_some()));
        assert_eq!(u.base.dir.dot(from.dir) < 0.0, !about);
        assert_eq!((u.formation, u.size()), (Formation::Line, (10.0, 7.5)));
        let (b, from, at) = run(false, Leg::Limber { column: false, about });
        assert!(at.is_some_and(|t| (t - 0.5).abs() < 2e-3), "{at:?}");
        let u = &b.field()[A];
        assert_eq!((u.limbered(), u.formation), (true, Formation::Line));
        assert_eq!(u.base.dir.dot(from.dir) < 0.0, !about);
    }
    assert_eq!(
        p.shows(
            "05.03.1",
            stance::change(
                &Drill::new().field(),
                &{
                    let mut d = Drill::new();
                    let w = d.wagon(Side::A, 60.0, 60.0, 0.0);
                    d.unit(w).clone()
                },
                Formation::Line,
                0.0,
                false
            )
            .map(|_| ())
            .map_err(|c| c.id())
        ),
        Err("05.03.1")
    );
    // What is done is not done again.
    let (b, _, at) = run(false, Leg::Unlimber { about: true });
    assert_eq!((at, p.shows("06.03.2", impossible(&b, A)).as_deref()), (None, Some("06.03.2")));
    let (b, _, at) = run(true, Leg::Limber { column: false, about: true });
    assert_eq!((at, p.shows("06.03.4", impossible(&b, A)).as_deref()), (None, Some("06.03.4")));
    // An about face by itself takes guns half a turn, foot a quarter.
    let (b, from, _) = run(true, Leg::About);
    let faced = find(&b, |e| matches!(e.kind, EventKind::Faced { .. }).then_some(e.clock));
    assert!(faced.is_some_and(|t| (t - 0.5).abs() < 2e-3), "{faced:?}");
    assert!(b.field()[A].base.dir.dot(from.dir) < 0.0);
    told_by(&p, &b, "skema.IV.a");
    // No other formation than line and march column, and no column unlimbered.
    let (b, _, _) = run(true, form(Formation::AttackColumn));
    assert_eq!(p.shows("05.03.3", impossible(&b, A)).as_deref(), Some("05.03.3"));
    let (b, _, _) = run(false, form(Formation::MarchColumn));
    assert_eq!(p.shows("05.03.2", impossible(&b, A)).as_deref(), Some("05.03.2"));
}

#[test]
fn batteries_are_divided_in_a_village_and_not_on_a_road_through_a_park() {
    let p = proves!("04.04.1", "04.04.2");
    let run = |kind: PatchKind| {
        let mut d = Drill::new();
        d.square(kind, "there", (60.0, 40.0), (140.0, 100.0));
        d.road("street", &[(100.0, 20.0), (100.0, 120.0)], 6.0);
        let u = d.battery(Side::A, 8, 100.0, 70.0, 0.0);
        d.limber(u, true);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([Leg::Split { code: "A1b".into(), companies: 1, left: false }]))], &[]);
        let part = b.field().by_code("A1b").map(|x| b.field()[x].battery.as_ref().map(|b| b.guns));
        (b, part)
    };
    for kind in [PatchKind::Town, PatchKind::Garden] {
        let (b, part) = run(kind);
        assert_eq!(part, Some(Some(4)));
        told_by(&p, &b, "04.04.1");
    }
    let (b, part) = run(PatchKind::Plantation);
    assert_eq!((part, impossible(&b, A).as_deref()), (None, Some("04.04.2")));
    told_by(&p, &b, "04.04.2");
}

#[test]
fn companies_part_without_time_in_closed_country_and_come_together_in_a_turn() {
    let p = proves!("04.02.1", "04.02.2", "04.01.1.a");
    let split = |companies: u8| Leg::Split { code: "A1b".into(), companies, left: false };
    let run = |kind: Option<PatchKind>, companies: u8, nation: Nation| {
        let mut d = Drill::new();
        if let Some(kind) = kind {
            d.square(kind, "there", (40.0, 20.0), (160.0, 130.0));
        }
        let u = d.infantry(Side::A, 24, Formation::MarchColumn, 100.0, 60.0, 0.0);
        (d.unit(u).skirmish, d.unit(u).nation) = (MaySkirmish::Sixth, nation);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, &[("A1", legs([split(companies), cm(3.0)]))], &[]);
        let at = find(&b, |e| matches!(e.kind, EventKind::Split { .. }).then_some(e.clock));
        (b, at)
    };
    for kind in [PatchKind::Town, PatchKind::Plantation] {
        let (mut b, at) = run(Some(kind), 5, Nation::Other);
        assert_eq!(at, Some(0.0), "{kind:?}");
        assert!((b.field()[A].base.front.y - 63.0).abs() < 2e-3, "it marches on at once");
        told_by(&p, &b, "04.02.1");
        // Brought together again beside it, it takes a whole turn.
        let part = b.field().by_code("A1b").expect("it is apart");
        let whole = b.field()[A].base;
        b.field_mut()[part].base.front = whole.rear();
        b.field_mut()[part].base.dir = whole.dir;
        turn(&mut b, &[("A1", legs([Leg::Join { units: vec!["A1b".into()] }]))], &[]);
        let at = find(&b, |e| matches!(e.kind, EventKind::Joined { .. }).then_some(e.clock));
        assert!(at.is_some_and(|t| (t - 1.0).abs() < 2e-3), "{kind:?} {at:?}");
    }
    // In the open no more than a third, and of Austrians alone, in a whole turn.
    let (b, at) = run(None, 2, Nation::Austria);
    assert!(at.is_some_and(|t| (t - 1.0).abs() < 2e-3), "{at:?}");
    told_by(&p, &b, "04.02.2");
    for (companies, nation) in [(3, Nation::Austria), (2, Nation::Other)] {
        let (b, at) = run(None, companies, nation);
        assert_eq!((at, impossible(&b, A).as_deref()), (None, Some("04.02.2")));
    }
    // The train is no tactical unit.
    let mut d = Drill::new();
    let w = d.wagon(Side::A, 100.0, 60.0, 0.0);
    d.unit(w).companies = 2;
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([split(1)]))], &[]);
    assert_eq!(p.shows("04.01.1.a", impossible(&b, w)).as_deref(), Some("04.01.1.a"));
}

#[test]
fn companies_in_one_building_come_together_without_time() {
    let p = proves!("04.02.1");
    let mut d = Drill::new();
    d.building("farm", false, (95.0, 60.0), (105.0, 70.0));
    let u = d.infantry(Side::A, 8, Formation::Line, 100.0, 50.0, 0.0);
    d.inside(u, "farm");
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", legs([Leg::Split { code: "A1b".into(), companies: 3, left: false }]))], &[]);
    let part = b.field().by_code("A1b").expect("it is apart");
    assert_eq!(b.field()[part].inside, Some(0));
    turn(&mut b, &[("A1", legs([Leg::Join { units: vec!["A1b".into()] }]))], &[]);
    let at = find(&b, |e| matches!(e.kind, EventKind::Joined { .. }).then_some(e.clock));
    assert_eq!(at, Some(0.0));
    told_by(&p, &b, "04.02.1");
}

#[test]
fn dense_up_to_five_cm_a_figure_and_thin_beyond_are_hit_as_such() {
    let p = proves!("05.01.1");
    let hit = |apart: f64| {
        let mut d = Drill::new();
        d.infantry(Side::A, 24, Formation::Line, 100.0, 50.0, 0.0);
        let line = d.infantry(Side::B, 10, Formation::Skirmish, 100.0, 58.0, 180.0);
        d.spacing(line, apart);
        d.infantry(Side::B, 24, Formation::Line, 100.0, 74.0, 180.0);
        for u in [A, B] {
            d.unit(u).nation = Nation::Other;
        }
        let b = a1_fires(commanded(d), &[1; 3]);
        (all(&b, "enemy"), b.field()[B].density().1.id())
    };
    let (dense, by) = hit(5.0);
    assert_eq!(p.shows("05.01.1", by), "05.01.1");
    let (thin, _) = hit(5.1);
    assert!(thin < dense, "{thin} {dense}");
    assert_eq!(hit(10.0).0, thin);
}
