//! Ferries and boats in play (19.11): loading, the way over, unloading; capacity and crews; craft sent back empty.

use crate::field_day::{ahead, done, find, fire, legs, show, stands, told_by, turn};
use crate::setup_brief::mistake;
use chakoten_napoleonic::battle::{Awaits, Battle};
use chakoten_napoleonic::book::works::Craft;
use chakoten_napoleonic::check;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::Halt;
use chakoten_napoleonic::field::Field;
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::order::{Leg, Order, When};
use chakoten_napoleonic::terrain::Vessel;
use chakoten_napoleonic::troop::{Formation, State};
use chakoten_napoleonic::{EventKind, Side, UnitId, proves, scenario, slip};
use desk::Rules;
use desk::board::{Act, Stroke};
use table::v2;

/// A river from y = 60 to y = 70, pioneers at its southern bank with the craft at (100, 60), a unit in line beside it.
fn river(craft: &[Craft], figures: u16, pioneers: u16) -> (Field, UnitId, UnitId) {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    d.commander(Side::B, 200.0, 150.0);
    d.water("river", (0.0, 60.0), (240.0, 70.0));
    let u = d.infantry(Side::A, figures, Formation::Line, 100.0, 58.0, 0.0);
    let p = d.infantry(Side::A, pioneers.max(1), Formation::Line, 100.0, 52.0, 0.0);
    d.unit(p).troops.pioneers = pioneers > 0;
    let mut f = d.field();
    for (i, c) in craft.iter().enumerate() {
        let at = v2(100.0 + 4.0 * i as f64, 60.0);
        let name = format!("F{}", i + 1);
        f.terrain.vessels.push(Vessel {
            name,
            side: Side::A,
            craft: *c,
            at,
            gone: false,
            with: None,
            delay: 0.0,
        });
    }
    (f, u, p)
}

fn over(craft: &[&str]) -> Leg {
    let craft = craft.iter().map(|c| c.to_string()).collect();
    Leg::Ferry { craft, x: 100.0, y: 70.0, empty: false }
}

fn cannot(b: &Battle, u: UnitId) -> Option<String> {
    find(b, |e| match e.kind {
        EventKind::Halted { unit, why: Halt::Impossible, .. } if unit == u => Some(e.clause.id().to_owned()),
        _ => None,
    })
}

fn when(b: &Battle, name: &str) -> Option<f64> {
    find(b, |e| (e.kind.name() == name).then_some(e.clock))
}

#[test]
fn a_ferry_takes_a_turn_to_load_goes_5_cm_a_turn_and_unloads_in_half_of_one() {
    let p = proves!("19.11.2", "19.11.3", "19.11.4");
    let (f, u, _) = river(&[Craft::Ferry], 15, 6);
    let mut b = Battle::drill(f, []);
    let order = || legs([over(&["F1"]), ahead()]);
    turn(&mut b, &[("A1", order())], &[]);
    // The turn is the loading: at its very end it casts off.
    assert!((when(&b, "embarked").unwrap() - 1.0).abs() < 2e-3);
    for id in ["19.11.2", "19.11.3", "19.11.4"] {
        told_by(&p, &b, id);
    }
    // Without another order it goes on: 5 cm, then 5 more.
    turn(&mut b, &[], &[]);
    assert!((b.field()[u].base.centre().y - 65.0).abs() < 2e-3);
    assert!((b.field().terrain.vessels[0].at.y - 65.0).abs() < 2e-3);
    turn(&mut b, &[("A1", order())], &[]);
    assert!((b.field()[u].base.centre().y - 70.0).abs() < 2e-3);
    assert!(b.field()[u].record.aboard.is_some());
    turn(&mut b, &[("A1", order())], &[]);
    assert!((when(&b, "landed").unwrap() - 0.5).abs() < 2e-3);
    let unit = &b.field()[u];
    assert_eq!((unit.formation, unit.record.aboard.is_none()), (Formation::Clump, true));
    // Half a turn is left to march on from the bank.
    assert!(unit.base.rear().y > 70.0 + 1.0, "{}", unit.base.rear().y);
    assert_eq!(b.field().terrain.vessels[0].at, v2(100.0, 70.0));
    assert_eq!(b.field().terrain.vessels[0].with, None);
    done(&b);
}

#[test]
fn boats_load_in_half_a_turn_and_go_10_cm() {
    let p = proves!("19.11.3");
    // Two boats for sixteen figures, one pioneer for both.
    let (f, u, _) = river(&[Craft::Boat, Craft::Boat], 16, 1);
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", legs([over(&["F1", "F2"])]))], &[]);
    assert!((when(&b, "embarked").unwrap() - 0.5).abs() < 2e-3);
    assert!(b.field()[u].base.centre().y > 64.5);
    turn(&mut b, &[], &[]);
    // From between the boats it is a little more than 10 cm: the half turn of unloading ends in the third.
    assert_eq!(when(&b, "landed"), None);
    turn(&mut b, &[], &[]);
    let landed = when(&b, "landed").unwrap();
    let way = v2(102.0, 60.0).dist(v2(100.0, 70.0)) / 10.0;
    assert!((landed - (0.5 + way + 0.5 - 2.0)).abs() < 2e-3, "{landed}");
    told_by(&p, &b, "19.11.3");
    done(&b);
}

#[test]
fn as_many_as_they_hold_and_no_more() {
    let p = proves!("19.11.2");
    let (f, u, _) = river(&[Craft::Ferry], 16, 6);
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", legs([over(&["F1"])]))], &[]);
    assert_eq!(p.shows("19.11.2", cannot(&b, u)).as_deref(), Some("19.11.2"));
    // Two ferries hold thirty.
    let (f, u, _) = river(&[Craft::Ferry, Craft::Ferry], 30, 6);
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", legs([over(&["F1", "F2"])]))], &[]);
    assert_eq!(cannot(&b, u), None);
    // A ferry and a boat do not go together; somebody else's craft is none.
    let (f, u, _) = river(&[Craft::Ferry, Craft::Boat], 20, 6);
    let mut b = Battle::drill(f.clone(), []);
    turn(&mut b, &[("A1", legs([over(&["F1", "F2"])]))], &[]);
    assert_eq!(cannot(&b, u).as_deref(), Some("19.11.2"));
    let mut f = f;
    f.terrain.vessels[0].side = Side::B;
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", legs([over(&["F1"])]))], &[]);
    assert_eq!(cannot(&b, u).as_deref(), Some("19.11.1"));
}

#[test]
fn pioneers_serve_them_and_an_nco_watches_ferries() {
    let p = proves!("19.11.4");
    // Nobody who can.
    let (f, u, _) = river(&[Craft::Ferry], 15, 0);
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", legs([over(&["F1"])]))], &[]);
    assert_eq!(p.shows("19.11.4", cannot(&b, u)).as_deref(), Some("19.11.4"));
    // One pioneer for one ferry, not for two; for two boats he is enough, for three he is not.
    for (craft, figures, enough) in [
        (vec![Craft::Ferry], 10, true),
        (vec![Craft::Ferry; 2], 20, false),
        (vec![Craft::Boat; 2], 10, true),
        (vec![Craft::Boat; 3], 20, false),
    ] {
        let (f, u, _) = river(&craft, figures, 1);
        let names: Vec<String> = (1..=craft.len()).map(|i| format!("F{i}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut b = Battle::drill(f, []);
        turn(&mut b, &[("A1", legs([over(&names)]))], &[]);
        assert_eq!(p.shows("19.11.4", cannot(&b, u).is_none()), enough, "{craft:?}");
    }
    // The way over goes on only while somebody watches: they march off when it has cast off.
    let (f, u, away) = river(&[Craft::Ferry], 15, 6);
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", legs([over(&["F1"])]))], &[]);
    b.field_mut()[away].base.front.y = 20.0;
    turn(&mut b, &[], &[]);
    assert_eq!(cannot(&b, u).as_deref(), Some("19.11.4"));
    assert!(b.field()[u].record.aboard.is_some());
    // Somebody on the far bank will do.
    b.field_mut()[away].base.front = v2(100.0, 76.0);
    turn(&mut b, &[("A1", legs([over(&["F1"])]))], &[]);
    assert!((b.field()[u].base.centre().y - 65.0).abs() < 2e-3);
}

#[test]
fn craft_are_sent_back_empty_by_pioneers() {
    let p = proves!("19.11.3", "19.11.4");
    let (mut f, u, pioneers) = river(&[Craft::Ferry], 15, 6);
    f.terrain.vessels[0].at = v2(100.0, 70.0);
    f[pioneers].base.front = v2(100.0, 59.95);
    f[u].base.front = v2(75.0, 58.0);
    let back = |code: &str| {
        (code.to_owned(), legs([Leg::Ferry { craft: vec!["F1".into()], x: 100.0, y: 60.0, empty: true }]))
    };
    let mut b = Battle::drill(f.clone(), []);
    let (code, order) = back("A2");
    turn(&mut b, &[(&code, order)], &[]);
    assert_eq!(b.field().terrain.vessels[0].at, v2(100.0, 70.0));
    turn(&mut b, &[], &[]);
    // 10 cm at 5 a turn.
    assert_eq!(b.field().terrain.vessels[0].at, v2(100.0, 60.0));
    told_by(&p, &b, "19.11.3");
    // Others cannot.
    let mut b = Battle::drill(f, []);
    let (code, order) = back("A1");
    turn(&mut b, &[(&code, order)], &[]);
    assert_eq!(p.shows("19.11.4", cannot(&b, u)).as_deref(), Some("19.11.4"));
}

#[test]
fn on_the_water_nobody_fires_marches_or_flees() {
    let p = proves!("19.11.3", "13.02.1");
    let (f, u, _) = river(&[Craft::Ferry], 15, 6);
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", legs([over(&["F1"])]))], &[]);
    let order = Order { legs: vec![ahead()], ..fire(When::AtOnce) };
    turn(&mut b, &[("A1", order)], &[]);
    assert_eq!(p.shows("19.11.3", cannot(&b, u)).as_deref(), Some("19.11.3"));
    assert!(find(&b, |e| matches!(e.kind, EventKind::NotFired { .. }).then_some(())).is_some());
    // Three grades, and a fourth by fire: in U, and it cannot go back.
    let mut f = b.field().clone();
    f.turn += 1;
    f[u].state = State::Light3;
    f[u].valour_of = -4;
    let at = f[u].base.centre();
    let mut enemy = f[UnitId(1)].clone();
    enemy.id = UnitId(f.units.len() as u16);
    enemy.side = Side::B;
    enemy.code = "B1".into();
    enemy.troops.pioneers = false;
    enemy.figures = 30;
    enemy.files = 15;
    enemy.command = f.commands.iter().find(|c| c.side == Side::B).unwrap().id;
    enemy.base = enemy.base.at(at + v2(0.0, 12.0), v2(0.0, -1.0));
    enemy.lay();
    f.units.push(enemy);
    let commander = f.staff.iter_mut().find(|s| s.side == Side::B).unwrap();
    commander.put(commander.base().at(v2(100.0, 90.0), v2(0.0, -1.0)));
    let mut b = Battle::drill(f, [6, 6, 6]);
    turn(&mut b, &[], &[("B1", fire(When::AtOnce))]);
    if b.field()[u].state < State::Disorder {
        show(&b);
    }
    assert!(b.field()[u].state >= State::Disorder);
    assert_eq!(b.field()[u].base.centre(), at);
    told_by(&p, &b, "13.02.1");
    done(&b);
}

#[test]
fn nothing_is_ferried_over_land() {
    let p = proves!("19.11.3");
    let (f, u, _) = river(&[Craft::Ferry], 15, 6);
    let mut b = Battle::drill(f, []);
    let along = Leg::Ferry { craft: vec!["F1".into()], x: 100.0, y: 76.0, empty: false };
    turn(&mut b, &[("A1", legs([along]))], &[]);
    assert_eq!(p.shows("19.11.3", cannot(&b, u)).as_deref(), Some("19.11.3"));
    stands(&b, u, 100.0, 58.0);
}

#[test]
fn the_order_is_read_written_and_checked() {
    let p = proves!("19.11.2", "19.11.3", "19.11.4");
    let read = |s: &str| slip::read(s).unwrap();
    let two = read("ferry F1 and F2 to 100,70");
    assert_eq!(two, read("færge F1 og F2 til 100 70"));
    assert_eq!(two, read("FÆRGE F1 og F2 til 100,70"));
    assert_eq!(slip::write(&two), "ferry F1 and F2 to 100 70");
    assert_eq!(read(&slip::write(&read("ferry F1 empty to 100 60"))), read("færge F1 tom til 100 60"));
    assert!(slip::read("ferry F1").is_err() && slip::read("ferry to 100 70").is_err());
    let (f, u, pioneers) = river(&[Craft::Ferry], 16, 6);
    let b = Battle::drill(f.clone(), []);
    let known = b.known(Side::A);
    let checked = |f: &Field, u: UnitId, s: &str| check::check(f, Side::A, u, &read(s), &known);
    p.refused_by("19.11.2", checked(&f, u, "ferry F1 to 100 70"));
    assert!(checked(&f, pioneers, "ferry F1 to 100 70").is_ok());
    p.refused_by("19.11.3", checked(&f, pioneers, "ferry F1 to 100 70, S"));
    p.refused_by("19.11.4", checked(&f, u, "ferry F1 empty to 100 70"));
    assert!(checked(&f, pioneers, "ferry F1 empty to 100 70").is_ok());
}

#[test]
fn a_hand_that_drags_a_unit_over_the_water_orders_it_over() {
    let (f, ..) = river(&[Craft::Ferry, Craft::Ferry], 20, 6);
    let b = Battle::drill(f, []);
    let act = Act::Drag { x: 100.0, y: 70.0, facing: None };
    let stroke =
        Stroke { asks: "orders".into(), draft: serde_json::Value::Null, pieces: vec!["A1".into()], act };
    let sketched = Rules::stroke(&b, Side::A, &Awaits::Orders, &stroke).unwrap();
    assert_eq!(sketched.refusal, None);
    // Two ferries, for one does not hold twenty.
    let text = sketched.draft.to_string();
    assert!(text.contains("\"ferry\"") && text.contains("F1") && text.contains("F2"), "{text}");
}

#[test]
fn what_holds_a_passage_up_does_so_before_it_casts_off() {
    let p = proves!("19.11.3");
    let (mut f, ..) = river(&[Craft::Boat], 8, 1);
    f.terrain.vessels[0].delay = 0.25;
    let mut b = Battle::drill(f, []);
    turn(&mut b, &[("A1", legs([over(&["F1"])]))], &[]);
    assert!((when(&b, "embarked").unwrap() - 0.75).abs() < 2e-3);
    told_by(&p, &b, "19.11.3");
}

#[test]
fn a_scenario_puts_boats_at_the_water() {
    let p = proves!("19.11.1");
    let wet = |k: PatchKind| matches!(k, PatchKind::Water | PatchKind::Lake);
    let plain = scenario::SHIPPED.iter().find_map(|(name, text)| {
        let f = scenario::read(name, text).expect("a shipped scenario").muster();
        let all = (1..f.ground.width as u32).flat_map(|x| (1..f.ground.depth as u32).map(move |y| (x, y)));
        let at = |(x, y): &(u32, u32)| {
            let there = v2(f64::from(*x), f64::from(*y));
            f.ground.patches.iter().any(|p| wet(p.kind) && p.area.contains(there))
        };
        all.clone().find(at).map(|wet| (*text, wet))
    });
    let (text, (x, y)) = plain.expect("one of them has water");
    let with = |x: f64, y: f64| {
        format!("{text}\n[[side.craft]]\nkind = \"boat\"\nname = \"Boat 1\"\nx = {x}\ny = {y}\n")
    };
    let f = scenario::read("boats", &with(x.into(), y.into())).expect("lawful").muster();
    let boat = &f.terrain.vessels[0];
    assert_eq!((&*boat.name, boat.craft, boat.side), ("Boat 1", Craft::Boat, Side::B));
    let (by, _) = mistake(&with(-5.0, 3.0));
    assert_eq!(p.shows("19.11.1", by), Some("19.11.1"));
}
