//! Buildings under artillery fire in play, held and empty (17.04), and burnt or broken down by hand (19.05, 19.06).

use crate::field_day::{done, find, legs, show, told_by, turn};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::check;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::{Halt, NoFire};
use chakoten_napoleonic::field::{Field, Post};
use chakoten_napoleonic::order::{FireOrder, Leg, Method, Order, When, WorkOrder};
use chakoten_napoleonic::terrain::Thing;
use chakoten_napoleonic::troop::{Cover, Formation};
use chakoten_napoleonic::unit::{GunRow, Load};
use chakoten_napoleonic::works::building::Damage;
use chakoten_napoleonic::{EventKind, Side, UnitId, proves, slip};

/// A battery 45 cm before an empty house.
fn battery() -> (Drill, UnitId) {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 20.0);
    d.commander(Side::B, 100.0, 150.0);
    d.building("barn", false, (95.0, 60.0), (105.0, 70.0));
    let guns = d.battery(Side::A, 6, 100.0, 15.0, 0.0);
    d.infantry(Side::B, 20, Formation::Line, 100.0, 140.0, 180.0);
    (d, guns)
}

fn at(name: &str) -> Order {
    let fire = FireOrder { when: When::AtOnce, at: vec![name.into()], range_in: false };
    Order { fire: Some(fire), ..Order::default() }
}

fn hits(b: &Battle) -> u8 {
    b.field().terrain.buildings.get(&0).map_or(0, |d| d.hits)
}

fn burns(b: &Battle) -> bool {
    b.field().burns(Thing::Building(0))
}

#[test]
fn an_empty_building_is_hit_by_the_roll_with_its_own_rows() {
    let p = proves!("17.04.1", "10.02.3.a");
    let (d, guns) = battery();
    let mut b = Battle::drill(d.field(), [4, 5, 6, 4, 5, 6]);
    turn(&mut b, &[("A1", at("barn"))], &[]);
    let ruling = find(&b, |e| match &e.kind {
        EventKind::FiredAt { unit, place, ruling } if *unit == guns && place == "barn" => {
            Some(ruling.clone())
        }
        _ => None,
    });
    if ruling.is_none() {
        show(&b);
    }
    let ruling = p.shows("17.04.1", ruling).unwrap();
    assert_eq!(ruling.dice.len(), 3);
    assert_eq!((hits(&b), burns(&b)), (1, false));
    let unranged: Vec<i32> =
        ruling.modifiers.iter().filter(|m| m.clause.id() == "10.02.3.a").map(|m| m.value).collect();
    assert!(unranged.iter().all(|v| *v < 0) && !unranged.is_empty(), "{:?}", ruling.modifiers);
    // Ranged in on it by its first fire, it has no deduction in the second.
    turn(&mut b, &[("A1", at("barn"))], &[]);
    assert_eq!(hits(&b), 2);
    let again = find(&b, |e| match &e.kind {
        EventKind::FiredAt { ruling, .. } => Some(ruling.clone()),
        _ => None,
    });
    let again = again.unwrap();
    assert!(p.shows("10.02.3.a", again.modifiers.iter().all(|m| m.clause.id() != "10.02.3.a")));
    assert_eq!(b.field()[guns].battery.as_ref().unwrap().loads, 14);
    told_by(&p, &b, "17.04.1");
    done(&b);
}

#[test]
fn a_pair_with_a_six_sets_it_on_fire_and_with_howitzers_a_four() {
    let p = proves!("17.04.3", "17.04.4");
    for (howitzers, dice, fire) in [
        (false, [5, 5, 6], true),
        (false, [6, 4, 6], false),
        (false, [6, 6, 6], true),
        (true, [6, 4, 6], true),
        (true, [6, 3, 6], false),
    ] {
        let (mut d, guns) = battery();
        if howitzers {
            let row =
                (0..60).map(GunRow).find(|g| chakoten_napoleonic::book::guns::Gun::from(*g).data().howitzer);
            d.unit(guns).battery.as_mut().unwrap().gun = row.unwrap();
        }
        // Nobody is in it to put it out; the wind is asked for by a die where something burns.
        let mut script = dice.to_vec();
        script.extend(fire.then_some(1));
        let mut b = Battle::drill(d.field(), script);
        turn(&mut b, &[("A1", at("barn"))], &[]);
        assert_eq!(p.shows("17.04.3", burns(&b)), fire, "{howitzers} {dice:?}");
        if fire {
            told_by(&p, &b, "17.04.3");
        }
        done(&b);
    }
    // Empty when it broke out, it burns down in 8 turns.
    let (d, _) = battery();
    let mut b = Battle::drill(d.field(), [5, 5, 6, 1]);
    turn(&mut b, &[("A1", at("barn"))], &[]);
    for _ in 0..9 {
        turn(&mut b, &[], &[]);
    }
    assert!(p.shows("17.04.4", b.field().terrain.buildings[&0].ruined()));
    told_by(&p, &b, "17.04.4");
    done(&b);
}

#[test]
fn the_sixth_hit_ruins_it_and_two_fires_of_a_moment_both_count() {
    let p = proves!("17.04.2");
    let (mut d, _) = battery();
    d.battery(Side::A, 6, 70.0, 35.0, 45.0);
    let mut f = d.field();
    f.terrain.buildings.insert(0, Damage { hits: 4, ..Damage::default() });
    let mut b = Battle::drill(f, [4, 5, 6, 4, 5, 6]);
    turn(&mut b, &[("A1", at("barn")), ("A2", at("barn"))], &[]);
    if hits(&b) != 6 {
        show(&b);
    }
    assert_eq!(hits(&b), 6);
    told_by(&p, &b, "17.04.2");
    assert_eq!(b.field().building_values(0).cover, Cover::None);
    done(&b);
    // A ruin is no target any more.
    turn(&mut b, &[("A1", at("barn"))], &[]);
    let why = find(&b, |e| match e.kind {
        EventKind::NotFired { why, .. } => Some(why),
        _ => None,
    });
    assert_eq!(why, Some(NoFire::NoTarget));
}

#[test]
fn only_artillery_and_nobody_of_its_own_in_it() {
    let p = proves!("17.04.1", "17.04.2");
    let (mut d, guns) = battery();
    let foot = d.infantry(Side::A, 10, Formation::Line, 60.0, 35.0, 0.0);
    let f = d.clone().field();
    let known = |f: &Field| Battle::drill(f.clone(), []).known(Side::A);
    let read = |s: &str| slip::read(s).unwrap();
    let judge = |f: &Field, u: UnitId| check::check(f, Side::A, u, &read("S at barn"), &known(f)).map(|_| ());
    assert!(judge(&f, guns).is_ok());
    p.refused_by("17.04.1", judge(&f, foot));
    let mut own = d.clone();
    own.inside(foot, "barn");
    p.refused_by("17.04.1", judge(&own.field(), guns));
    let mut ruin = f.clone();
    ruin.terrain.buildings.insert(0, Damage { hits: 6, shattered: true, ..Damage::default() });
    p.refused_by("17.04.2", judge(&ruin, guns));
    // An enemy before it takes the shot: it cannot be fired at over him.
    let mut d = d;
    d.infantry(Side::B, 20, Formation::Line, 100.0, 55.0, 180.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", at("barn"))], &[]);
    assert_eq!(hits(&b), 0);
    done(&b);
}

#[test]
fn who_is_hidden_in_a_building_suffers_and_stays_hidden() {
    let p = proves!("play.hidden", "17.04.1");
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 20.0);
    d.commander(Side::B, 100.0, 150.0);
    d.building("church", true, (95.0, 60.0), (105.0, 70.0));
    let guns = d.battery(Side::A, 6, 100.0, 35.0, 0.0);
    let inside = d.infantry(Side::B, 10, Formation::Line, 100.0, 140.0, 180.0);
    d.inside(inside, "church");
    let mut b = Battle::drill(d.field(), [6, 5, 6]);
    assert!(!b.known(Side::A).sees(inside));
    turn(&mut b, &[("A1", at("church"))], &[]);
    assert!(b.field()[inside].losses.men > 0);
    let seen = |name: &str| find(&b, |e| (e.kind.name() == name).then_some(e.seen));
    if seen("fired_at").is_none() {
        show(&b);
    }
    assert_eq!(
        p.shows("play.hidden", (seen("fired_at"), seen("fired"))),
        (Some([true, false]), Some([false, true]))
    );
    // He whom it struck knows by whom.
    assert!(b.sightings().label(Side::B, guns).is_some());
    told_by(&p, &b, "17.04.1");
    done(&b);
}

/// Pioneers at the southern side of a house, with a park behind them and an engineer officer.
fn at_a_house() -> (Drill, UnitId) {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    d.building("house", false, (95.0, 50.1), (105.0, 60.0));
    let u = d.infantry(Side::A, 20, Formation::Line, 100.0, 50.0, 0.0);
    d.unit(u).troops.pioneers = true;
    let w = d.wagon(Side::A, 100.0, 46.0, 0.0);
    d.unit(w).load = Some(Load::Park { quarters_of_charge: 40 });
    let officer = d.staff(Side::A, Post::EngineerOfficer, 100.0, 40.0);
    d.with(officer, u);
    d.special().wind = Some(0.0);
    (d, u)
}

fn destroy(method: Method) -> Order {
    legs([Leg::Work { work: WorkOrder::Destroy { object: "house".into(), method } }])
}

fn cannot(b: &Battle, u: UnitId) -> Option<String> {
    find(b, |e| match e.kind {
        EventKind::Halted { unit, why: Halt::Impossible, .. } if unit == u => Some(e.clause.id().to_owned()),
        _ => None,
    })
}

#[test]
fn a_building_is_burnt_by_hand_as_the_larger_objects_are() {
    let p = proves!("19.05.4", "19.06.1", "19.06.2");
    let (d, u) = at_a_house();
    // Four turns of preparing, the delay die, and the die that sets it alight.
    let mut b = Battle::drill(d.clone().field(), [6, 3]);
    for _ in 0..4 {
        turn(&mut b, &[("A1", destroy(Method::Burn))], &[]);
        assert_eq!(cannot(&b, u), None);
    }
    if !burns(&b) {
        turn(&mut b, &[], &[]);
    }
    if !burns(&b) {
        show(&b);
    }
    assert!(p.shows("19.06.2", burns(&b)));
    told_by(&p, &b, "19.06.1");
    told_by(&p, &b, "19.06.2");
    done(&b);
    // Read the other way table XXI has no fire for it, in the order and in play alike.
    let mut d = d;
    d.read("buildings-by-hand", "not");
    let f = d.field();
    let known = Battle::drill(f.clone(), []).known(Side::A);
    let judged = check::check(&f, Side::A, u, &slip::read("BRD house").unwrap(), &known);
    p.refused_by("19.05.4", judged.map(|_| ()));
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", destroy(Method::Burn))], &[]);
    assert_eq!(cannot(&b, u).as_deref(), Some("19.05.4"));
}

#[test]
fn a_facade_is_blown_or_broken_down_and_leaves_a_ruin() {
    let p = proves!("19.05.4", "19.07.4.a", "19.07.4.b");
    let (d, u) = at_a_house();
    let f = d.clone().field();
    let known = Battle::drill(f.clone(), []).known(Side::A);
    assert!(check::check(&f, Side::A, u, &slip::read("SPR house").unwrap(), &known).is_ok());
    // Five stretches of 2 cm by twenty pioneers at once: one turn, the delay die; then the die of the blast, in part.
    // The wagon near by rolls for each blast.
    let mut b = Battle::drill(f, [6, 3, 1, 2, 3, 6, 3, 1, 2, 3]);
    turn(&mut b, &[("A1", destroy(Method::Blast))], &[]);
    assert_eq!(cannot(&b, u), None);
    let blow = || legs([Leg::Work { work: WorkOrder::Fire { object: "house".into() } }]);
    turn(&mut b, &[("A1", blow())], &[]);
    if !b.field().terrain.partly.contains(&Thing::Building(0)) {
        show(&b);
    }
    assert!(b.field().terrain.partly.contains(&Thing::Building(0)));
    told_by(&p, &b, "19.07.4.a");
    // The second blast with half the powder: 3 is enough.
    turn(&mut b, &[("A1", destroy(Method::Blast))], &[]);
    turn(&mut b, &[("A1", blow())], &[]);
    if !b.field().terrain.buildings.contains_key(&0) {
        show(&b);
    }
    assert!(p.shows("19.07.4.b", b.field().terrain.buildings[&0].ruined()));
    told_by(&p, &b, "19.07.4.b");
    done(&b);
    // Broken down by hand: 4 turns.
    let (d, _) = at_a_house();
    let mut b = Battle::drill(d.field(), [6]);
    for _ in 0..4 {
        turn(&mut b, &[("A1", destroy(Method::Other))], &[]);
    }
    if !b.field().terrain.buildings.contains_key(&0) {
        show(&b);
    }
    assert!(p.shows("19.05.4", b.field().terrain.buildings[&0].ruined()));
    told_by(&p, &b, "19.05.4");
    done(&b);
}
