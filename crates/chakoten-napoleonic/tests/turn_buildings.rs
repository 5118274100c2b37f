//! Buildings in play: in and out, capacity, grades as they are now, ruin, driven out.

use crate::field_day::{ahead, done, find, legs, state, told_by, turn};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::Halt;
use chakoten_napoleonic::order::{Leg, When};
use chakoten_napoleonic::troop::{Cover, Formation, Obstacle, State};
use chakoten_napoleonic::works::building::Damage;
use chakoten_napoleonic::{EventKind, Side, UnitId, cover, proves};
use table::v2;

fn enter(name: &str) -> Leg {
    Leg::Enter { building: name.into() }
}

fn cannot(b: &Battle, u: UnitId) -> Option<String> {
    find(b, |e| match e.kind {
        EventKind::Halted { unit, why: Halt::Impossible, .. } if unit == u => Some(e.clause.id().to_owned()),
        _ => None,
    })
}

fn entered(b: &Battle) -> Option<f64> {
    find(b, |e| matches!(e.kind, EventKind::Entered { .. }).then_some(e.clock))
}

/// A house at (95, 50)-(105, 60), and ten figures in line at its southern side.
fn house(figures: u16) -> (Drill, UnitId) {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    d.building("house", false, (95.0, 50.0), (105.0, 60.0));
    let u = d.infantry(Side::A, figures, Formation::Line, 100.0, 50.0, 0.0);
    (d, u)
}

#[test]
fn entering_takes_the_time_of_the_obstacle_for_its_ranks() {
    let p = proves!("17.01.2.b", "17.02.3.a");
    let (d, u) = house(10);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", legs([enter("house")]))], &[]);
    // Two ranks of ten: one pair through an obstacle II.
    let at = entered(&b).unwrap();
    assert!((at - 0.5).abs() < 2e-3, "{at}");
    told_by(&p, &b, "17.01.2.b");
    assert_eq!(b.field().rects(&b.field()[u])[0].half_width, 5.0);
    let (covered, by) = cover::from_place(b.field(), &b.field()[u], v2(100.0, 100.0));
    assert_eq!(covered, Cover::I);
    assert_eq!(p.shows("17.02.3.a", by).unwrap().id(), "17.02.3.a");
    done(&b);
}

#[test]
fn one_unit_within_the_capacity_from_base_contact() {
    let p = proves!("17.02.3.b", "play.building");
    let (d, u) = house(11);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", legs([enter("house")]))], &[]);
    assert_eq!(p.shows("17.02.3.b", cannot(&b, u)).as_deref(), Some("17.02.3.b"));
    let (mut d, u) = house(10);
    d.unit(u).base.front.y = 49.8;
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", legs([enter("house")]))], &[]);
    assert_eq!(p.shows("play.building", cannot(&b, u)).as_deref(), Some("play.building"));
    let (mut d, u) = house(10);
    let other = d.infantry(Side::A, 5, Formation::Line, 60.0, 50.0, 0.0);
    d.inside(other, "house");
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", legs([enter("house")]))], &[]);
    assert_eq!(cannot(&b, u).as_deref(), Some("play.building"));
}

#[test]
fn leaving_takes_half_a_turn_and_ends_in_clump_outside() {
    let p = proves!("17.01.3", "play.left");
    let (mut d, u) = house(10);
    d.inside(u, "house");
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", legs([Leg::Leave { x: 100.0, y: 100.0 }, ahead()]))], &[]);
    let left = find(&b, |e| matches!(e.kind, EventKind::LeftBuilding { .. }).then_some(e.clock)).unwrap();
    assert!((left - 0.5).abs() < 2e-3);
    let unit = &b.field()[u];
    assert_eq!((unit.formation, unit.inside), (Formation::Clump, None));
    assert!(unit.base.rear().y > 60.0);
    told_by(&p, &b, "17.01.3");
    // Begun late it goes on in the next turn.
    let (mut d, u) = house(10);
    d.inside(u, "house");
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", legs([Leg::Stand { turns: 0.75 }, Leg::Leave { x: 100.0, y: 100.0 }]))], &[]);
    assert_eq!(b.field()[u].inside, Some(0));
    turn(&mut b, &[], &[]);
    let left = find(&b, |e| matches!(e.kind, EventKind::LeftBuilding { .. }).then_some(e.clock)).unwrap();
    assert!((left - 0.25).abs() < 2e-3);
    told_by(&p, &b, "play.left");
}

#[test]
fn no_room_outside_that_facade_is_no_way_out() {
    let p = proves!("06.01.2.b");
    let (mut d, u) = house(10);
    d.inside(u, "house");
    d.infantry(Side::A, 30, Formation::Line, 100.0, 61.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", legs([Leg::Leave { x: 100.0, y: 100.0 }]))], &[]);
    assert_eq!(b.field()[u].inside, Some(0));
    told_by(&p, &b, "06.01.2.b");
}

#[test]
fn a_ruin_gives_no_cover_is_not_entered_and_is_left() {
    let p = proves!("17.04.2");
    let (mut d, u) = house(10);
    d.inside(u, "house");
    let out = d.infantry(Side::A, 5, Formation::Line, 100.0, 40.0, 0.0);
    let mut f = d.field();
    f.terrain.buildings.insert(0, Damage { hits: 6, shattered: true, ..Damage::default() });
    assert_eq!(cover::from_place(&f, &f[u], v2(100.0, 100.0)).0, Cover::None);
    assert_eq!(f.building_values(0).obstacle, Obstacle::Impassable);
    let mut b = Battle::drill(f, []);
    // Whatever it is ordered, it comes out towards its own rear.
    turn(&mut b, &[("A1", legs([Leg::Stand { turns: 1.0 }]))], &[]);
    assert_eq!(b.field()[u].inside, None);
    assert!(b.field()[u].base.front.y < 50.0);
    told_by(&p, &b, "17.04.2");
    b.field_mut()[u].base.front.y = 20.0;
    b.field_mut()[out].base.front = v2(100.0, 50.0);
    turn(&mut b, &[("A2", legs([enter("house")]))], &[]);
    assert_eq!(cannot(&b, out).as_deref(), Some("17.04.2"));
}

#[test]
fn six_hits_ruin_a_building_and_fire_breaks_out_with_a_pair_and_a_six() {
    let p = proves!("17.04.1", "17.04.2", "17.04.3");
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    d.commander(Side::B, 100.0, 110.0);
    d.building("house", false, (95.0, 50.0), (105.0, 60.0));
    let u = d.infantry(Side::A, 10, Formation::Line, 100.0, 50.0, 0.0);
    d.inside(u, "house");
    d.battery(Side::B, 6, 100.0, 90.0, 180.0);
    let mut f = d.field();
    f.terrain.buildings.insert(0, Damage { hits: 5, ..Damage::default() });
    // Three dice of the fire with a pair and a six: hit, ruin and fire; one die of the wind, and none to put it out.
    let mut b = Battle::drill(f, [5, 5, 6, 4, 1]);
    let fire = crate::field_day::fire(When::AtOnce);
    turn(&mut b, &[], &[("B1", fire)]);
    for id in ["17.04.1", "17.04.2", "17.04.3"] {
        told_by(&p, &b, id);
    }
    let now = b.field().terrain.buildings[&0];
    assert_eq!((now.hits, now.shattered), (6, true));
    done(&b);
}

/// The garrison of the house, shaken by the fire of a battalion north of it. First fire and cover make up for each other; on morale three
/// grades, no fire in return and three times their number are seven more than the dice: from 6 on U, from 12 on FU.
fn shaken(dice: [u8; 3], to: State, read: Option<(&str, &str)>) -> (Battle, UnitId) {
    let (mut d, u) = house(10);
    d.commander(Side::B, 100.0, 90.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 70.0, 180.0);
    d.inside(u, "house");
    d.unit(u).state = State::Light3;
    if let Some((id, option)) = read {
        d.read(id, option);
    }
    let mut b = Battle::drill(d.field(), dice);
    turn(&mut b, &[], &[("B1", crate::field_day::fire(When::AtOnce))]);
    state(&b, u, to);
    done(&b);
    (b, u)
}

fn left(b: &Battle) -> Option<f64> {
    find(b, |e| matches!(e.kind, EventKind::LeftBuilding { .. }).then_some(e.clock))
}

#[test]
fn occupants_in_u_leave_by_the_far_side_in_half_a_turn_and_retreat_on() {
    let p = proves!("play.building", "17.01.3", "13.01.1");
    let (b, u) = shaken([1, 2, 2], State::Light3, None);
    assert_eq!((left(&b), b.field()[u].inside), (None, Some(0)));
    let (b, u) = shaken([2, 2, 2], State::Disorder, None);
    let at = left(&b).unwrap();
    assert!((at - 0.5).abs() < 2e-3, "{at}");
    let unit = &b.field()[u];
    assert_eq!(unit.inside, None);
    assert!(unit.base.centre().y < 47.0, "through the southern side and on");
    for id in ["play.building", "17.01.3", "13.01.1"] {
        told_by(&p, &b, id);
    }
    // Read otherwise they are set outside at once.
    let (b, _) = shaken([5, 3, 3], State::Disorder, Some(("beaten-occupants", "set-outside")));
    assert!(left(&b).unwrap() < 2e-3);
}

#[test]
fn occupants_who_break_flee_at_once_from_outside() {
    let p = proves!("13.01.2");
    let (b, u) = shaken([4, 4, 4], State::Complete, None);
    assert_eq!(b.field()[u].inside, None);
    assert!(b.field()[u].base.centre().y < 40.0);
    told_by(&p, &b, "13.01.2");
}

#[test]
fn in_a_building_nobody_rallies_from_fu_or_reorganises_from_u() {
    let p = proves!("17.03.5", "13.06.5", "13.06.2");
    let put = |state: State, inside: bool| {
        let (mut d, u) = house(10);
        if inside {
            d.inside(u, "house");
        }
        d.unit(u).state = state;
        (d, u)
    };
    let rally = |b: &Battle| {
        find(b, |e| match &e.kind {
            EventKind::Rallied { to, ruling, .. } => Some((*to, ruling.is_some(), e.rests_on("17.03.5"))),
            _ => None,
        })
    };
    // Put down in FU in the house it rolls no dice and flees out of it; outside it rolls three.
    let (d, u) = put(State::Complete, true);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[], &[]);
    done(&b);
    assert_eq!(p.shows("17.03.5", rally(&b)), Some((State::Complete, false, true)));
    assert_eq!(b.field()[u].inside, None);
    let (d, _) = put(State::Complete, false);
    let mut b = Battle::drill(d.field(), [1, 1, 1]);
    turn(&mut b, &[], &[]);
    done(&b);
    assert_eq!(rally(&b).map(|r| (r.1, r.2)), Some((true, false)));
    told_by(&p, &b, "13.06.5");
    // In U it stays so inside, and outside is in LU-3 after a turn; in LU it reorganises inside, too.
    let x = || legs([Leg::Reorganise]);
    for (state, inside, to) in [
        (State::Disorder, true, State::Disorder),
        (State::Disorder, false, State::Light3),
        (State::Light1, true, State::Order),
        (State::Light3, true, State::Light1),
    ] {
        let (d, u) = put(state, inside);
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", x())], &[]);
        crate::field_day::state(&b, u, to);
        if state == State::Light1 {
            told_by(&p, &b, "13.06.2");
        }
        let barred = (state, inside) == (State::Disorder, true);
        assert_eq!(cannot(&b, u).as_deref(), barred.then_some("17.03.5"));
    }
}

#[test]
fn only_one_of_two_who_would_enter_comes_in_and_of_enemies_at_one_moment_none() {
    let p = proves!("play.building");
    // Ten figures at the southern side, and others of a side at the northern one, who come in as soon or a little later.
    let run = |side: Side, later: Option<f64>| {
        let (mut d, u) = house(10);
        d.commander(Side::B, 100.0, 90.0);
        let o = d.infantry(side, 10, Formation::Line, 100.0, 60.0, 180.0);
        let mut b = Battle::drill(d.field(), []);
        let wait = later.map(|turns| Leg::Stand { turns });
        let other = legs(wait.into_iter().chain([enter("house")]).collect::<Vec<_>>());
        let mine = legs([enter("house")]);
        match side {
            Side::A => turn(&mut b, &[("A1", mine), ("A2", other)], &[]),
            Side::B => turn(&mut b, &[("A1", mine)], &[("B1", other)]),
        }
        let inside = [u, o].map(|x| b.field()[x].inside.is_some());
        (inside, [u, o].map(|x| cannot(&b, x)), b)
    };
    let refused = || Some("play.building".to_owned());
    let (inside, told, b) = run(Side::A, None);
    assert_eq!((inside, told), ([true, false], [None, refused()]));
    told_by(&p, &b, "play.building");
    let (inside, told, _) = run(Side::B, None);
    assert_eq!((inside, told), ([false, false], [refused(), refused()]));
    let (inside, told, _) = run(Side::B, Some(0.1));
    assert_eq!((inside, told), ([true, false], [None, refused()]));
}
