//! Works in play: whole turns at the place, leaders, rolls at their moments, what stands afterwards; powder and mines.

use crate::field_day::{done, find, form, last_turn, legs, told_by, turn};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::book::features::Feature;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::Halt;
use chakoten_napoleonic::field::Post;
use chakoten_napoleonic::ground::CrossingKind;
use chakoten_napoleonic::order::{Leg, Method, MinePart, Order, WorkOrder};
use chakoten_napoleonic::terrain::{Cut, Thing};
use chakoten_napoleonic::troop::{Cover, Formation, Obstacle};
use chakoten_napoleonic::unit::Load;
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};

fn work(w: WorkOrder) -> Order {
    legs([Leg::Work { work: w }])
}

fn build(name: &str, from: [f64; 2], to: [f64; 2]) -> Order {
    work(WorkOrder::Build { work: name.into(), from, to })
}

fn go_on() -> Order {
    work(WorkOrder::GoOn { at: "site-1".into() })
}

fn destroy(object: &str, method: Method) -> Order {
    work(WorkOrder::Destroy { object: object.into(), method })
}

/// Twenty pioneers in line at (100, 50), their commander behind them.
fn pioneers() -> (Drill, UnitId) {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    let u = d.infantry(Side::A, 20, Formation::Line, 100.0, 50.0, 0.0);
    d.unit(u).troops.pioneers = true;
    (d, u)
}

/// A park with powder and tools behind them.
fn park(d: &mut Drill, quarters: u16) -> UnitId {
    let w = d.wagon(Side::A, 100.0, 46.0, 0.0);
    d.unit(w).load = Some(Load::Park { quarters_of_charge: quarters });
    w
}

/// The wagon is driven off.
fn cart_away(b: &mut Battle) {
    b.field_mut()[UnitId(1)].base.front.y = 5.0;
}

fn finished(b: &Battle) -> bool {
    find(b, |e| matches!(e.kind, EventKind::WorkDone { .. }).then_some(())).is_some()
}

/// The clause by which a unit could not do what was ordered.
fn cannot(b: &Battle, u: UnitId) -> Option<String> {
    find(b, |e| match e.kind {
        EventKind::Halted { unit, why: Halt::Impossible, .. } if unit == u => Some(e.clause.id().to_owned()),
        _ => None,
    })
}

#[test]
fn an_abatis_is_built_in_its_turns_and_stands_as_table_vi_has_it() {
    let p =
        proves!("19.01.1", "19.01.3.a", "19.03.3.b", "19.03.4", "19.04.1", "19.04.4", "19.12.1", "play.work");
    let (mut d, _) = pioneers();
    park(&mut d, 0);
    // The delay die: no extra time.
    let mut b = Battle::drill(d.field(), [5]);
    turn(&mut b, &[("A1", build("abatis", [95.0, 50.1], [105.0, 50.1]))], &[]);
    assert!(!finished(&b));
    for _ in 0..2 {
        turn(&mut b, &[("A1", go_on())], &[]);
        assert!(!finished(&b));
    }
    turn(&mut b, &[("A1", go_on())], &[]);
    assert!(finished(&b));
    let l = b.field().lines.last().unwrap();
    assert_eq!((l.obstacle, l.cover, l.built), (Obstacle::II, Cover::None, true));
    for id in ["19.01.1", "19.01.3.a", "19.03.3.b", "19.03.4", "19.04.1", "19.04.4", "19.12.1", "play.work"] {
        told_by(&p, &b, id);
    }
    done(&b);
}

#[test]
fn the_delay_roll_adds_turns_and_they_are_worked() {
    let p = proves!("19.03.5");
    let (mut d, _) = pioneers();
    park(&mut d, 0);
    // A 3: a quarter longer, one turn of four.
    let mut b = Battle::drill(d.field(), [3]);
    for _ in 0..4 {
        turn(&mut b, &[("A1", build("abatis", [95.0, 50.1], [105.0, 50.1]))], &[]);
        assert!(!finished(&b));
    }
    told_by(&p, &b, "19.03.5");
    turn(&mut b, &[("A1", go_on())], &[]);
    assert!(finished(&b));
    done(&b);
}

#[test]
fn without_materials_near_it_is_not_begun_or_they_are_rolled_for() {
    let p = proves!("19.03.3.a", "19.03.1", "19.04.6");
    let (d, u) = pioneers();
    let mut b = Battle::drill(d.field(), [6]);
    turn(&mut b, &[("A1", build("abatis", [95.0, 50.1], [105.0, 50.1]))], &[]);
    assert_eq!(p.shows("19.03.3.a", cannot(&b, u)).as_deref(), Some("19.03.3.a"));
    // A sap may be begun by the roll.
    turn(&mut b, &[("A1", build("sap", [95.0, 50.1], [105.0, 50.1]))], &[]);
    assert_eq!(cannot(&b, u), None);
    told_by(&p, &b, "19.03.1");
    told_by(&p, &b, "19.04.6");
    done(&b);
}

#[test]
fn the_leader_must_be_there() {
    let p = proves!("19.04.2.a", "19.04.2.b", "19.07.1", "19.04.3.b");
    let (mut d, u) = pioneers();
    park(&mut d, 16);
    d.crossing(CrossingKind::StoneBridge, "bridge", (98.0, 50.1), (102.0, 60.0));
    let mut b = Battle::drill(d.clone().field(), []);
    turn(&mut b, &[("A1", destroy("bridge", Method::Blast))], &[]);
    assert_eq!(p.shows("19.07.1", cannot(&b, u)).as_deref(), Some("19.07.1"));
    // Pioneers dig a communication trench under their own NCOs in double time.
    turn(&mut b, &[("A1", build("communication-trench", [95.0, 50.1], [97.0, 50.1]))], &[]);
    assert_eq!(cannot(&b, u), None);
    told_by(&p, &b, "19.04.2.b");
    told_by(&p, &b, "19.04.2.a");
    // With an engineer officer in base contact the blast is prepared.
    let officer = d.staff(Side::A, Post::EngineerOfficer, 100.0, 40.0);
    d.with(officer, u);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", destroy("bridge", Method::Blast))], &[]);
    assert_eq!(cannot(&b, u), None);
    // Only an engineer officer leads miners, and there are no helpers.
    let shaft = WorkOrder::Mine { part: MinePart::Shaft, at: [100.0, 50.05], charges: 0.0 };
    turn(&mut b, &[("A1", work(shaft))], &[]);
    assert_eq!(p.shows("19.04.3.b", cannot(&b, u)).as_deref(), Some("19.04.3.b"));
    done(&b);
}

#[test]
fn work_begins_with_the_turn_at_the_place_or_not_at_all() {
    let p = proves!("19.01.3.a");
    let (mut d, u) = pioneers();
    park(&mut d, 0);
    let mut b = Battle::drill(d.field(), []);
    // Just at base contact, and just off.
    turn(&mut b, &[("A1", build("abatis", [95.0, 50.1], [105.0, 50.1]))], &[]);
    assert_eq!(cannot(&b, u), None);
    let (mut d, u) = pioneers();
    park(&mut d, 0);
    let mut off = Battle::drill(d.field(), []);
    turn(&mut off, &[("A1", build("abatis", [95.0, 50.2], [105.0, 50.2]))], &[]);
    assert_eq!(cannot(&off, u).as_deref(), Some("19.01.3.a"));
    turn(&mut b, &[("A1", build("abatis", [95.0, 52.0], [105.0, 52.0]))], &[]);
    assert_eq!(p.shows("19.01.3.a", cannot(&b, u)).as_deref(), Some("19.01.3.a"));
    let late = legs([Leg::Stand { turns: 0.5 }, Leg::Work { work: WorkOrder::GoOn { at: "site-1".into() } }]);
    turn(&mut b, &[("A1", late)], &[]);
    assert_eq!(cannot(&b, u).as_deref(), Some("19.01.3.a"));
}

#[test]
fn who_stops_working_forms_up_in_half_a_turn() {
    let p = proves!("19.01.4.a");
    let (mut d, u) = pioneers();
    park(&mut d, 0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", build("abatis", [95.0, 50.1], [105.0, 50.1]))], &[]);
    assert!(b.field()[u].dispersed());
    cart_away(&mut b);
    turn(&mut b, &[("A1", legs([form(Formation::AttackColumn)]))], &[]);
    assert!(b.field()[u].closed());
    let at = find(&b, |e| matches!(e.kind, EventKind::FormationChanged { .. }).then_some(e.clock)).unwrap();
    assert!((at - 0.5).abs() < 2e-3);
    told_by(&p, &b, "19.01.4.a");
}

/// A wooden bridge over a river, with pioneers at its southern end.
fn at_the_bridge(kind: CrossingKind) -> (Drill, UnitId) {
    let (mut d, u) = pioneers();
    d.water("river", (0.0, 51.0), (240.0, 56.0));
    d.crossing(kind, "bridge", (98.0, 50.1), (102.0, 57.0));
    (d, u)
}

#[test]
fn a_deck_thrown_off_bars_the_bridge_until_it_is_laid_again() {
    let p = proves!("19.09.3", "19.09.2");
    let (mut d, u) = at_the_bridge(CrossingKind::WoodenBridge);
    park(&mut d, 0);
    // Delay of the throw-off and of the repair.
    let mut b = Battle::drill(d.field(), [6, 6]);
    for _ in 0..2 {
        assert_eq!(b.field().terrain.cut.get(&0), None);
        turn(&mut b, &[("A1", destroy("bridge", Method::ThrowOff))], &[]);
    }
    assert_eq!(b.field().terrain.cut.get(&0), Some(&Cut::DeckOff));
    told_by(&p, &b, "19.09.3");
    told_by(&p, &b, "19.09.2");
    assert_eq!(b.field().crossings().count(), 0);
    turn(&mut b, &[("A1", build("bridge-deck", [100.0, 50.1], [100.0, 57.0]))], &[]);
    assert_eq!(cannot(&b, u), None);
    assert!(finished(&b), "ten work units lay seven cm of deck in one turn");
    assert_eq!(b.field().crossings().count(), 1);
    done(&b);
}

/// The bridge is mined: turns, then the charge lies there.
fn charged(dice: &[u8]) -> (Battle, UnitId) {
    let (mut d, u) = at_the_bridge(CrossingKind::WoodenBridge);
    park(&mut d, 8);
    let officer = d.staff(Side::A, Post::EngineerOfficer, 100.0, 40.0);
    d.with(officer, u);
    let dice: Vec<u8> = [6].into_iter().chain(dice.iter().copied()).collect();
    let mut b = Battle::drill(d.field(), dice);
    for _ in 0..4 {
        assert!(b.field().terrain.powder.is_empty());
        turn(&mut b, &[("A1", destroy("bridge", Method::Blast))], &[]);
    }
    (b, u)
}

#[test]
fn a_blast_is_prepared_and_then_fired_on_order() {
    let p = proves!("19.07.3", "19.07.4.a", "19.07.9");
    // A misfire is put right in a turn, then the bridge goes.
    let (mut b, u) = charged(&[2, 5]);
    assert_eq!(b.field().terrain.powder.len(), 1);
    assert_eq!(b.field()[UnitId(1)].load.clone(), Some(Load::Park { quarters_of_charge: 4 }));
    told_by(&p, &b, "19.07.3");
    cart_away(&mut b);
    let fire = || work(WorkOrder::Fire { object: "bridge".into() });
    turn(&mut b, &[("A1", fire())], &[]);
    assert_eq!(b.field().terrain.cut.get(&0), None);
    turn(&mut b, &[("A1", fire())], &[]);
    assert_eq!(cannot(&b, u).as_deref(), Some("19.07.4.a"), "the misfire is not yet right");
    turn(&mut b, &[("A1", fire())], &[]);
    assert_eq!(b.field().terrain.cut.get(&0), Some(&Cut::Gone));
    told_by(&p, &b, "19.07.4.a");
    // The party finds cover, and a single charge shakes nobody farther off.
    told_by(&p, &b, "19.07.9");
    assert_eq!(b.field()[u].figures, 20);
    done(&b);
}

#[test]
fn a_bridge_partly_destroyed_takes_half_the_powder_next() {
    let p = proves!("19.07.4.b");
    // Partly; then two dice of delay and the second blast, which a 3 completes.
    let (mut b, _) = charged(&[3, 6, 3]);
    let wagon = b.field()[UnitId(1)].base;
    cart_away(&mut b);
    turn(&mut b, &[("A1", work(WorkOrder::Fire { object: "bridge".into() }))], &[]);
    assert_eq!(b.field().terrain.cut.get(&0), Some(&Cut::Partly));
    b.field_mut()[UnitId(1)].base = wagon;
    for _ in 0..4 {
        turn(&mut b, &[("A1", destroy("bridge", Method::Blast))], &[]);
    }
    cart_away(&mut b);
    turn(&mut b, &[("A1", work(WorkOrder::Fire { object: "bridge".into() }))], &[]);
    assert_eq!(b.field().terrain.cut.get(&0), Some(&Cut::Gone));
    told_by(&p, &b, "19.07.4.b");
    done(&b);
}

#[test]
fn who_stands_on_the_bridge_is_killed_and_who_is_near_suffers() {
    let p = proves!("19.07.5", "19.07.6");
    let (mut b, _) = charged(&[]);
    cart_away(&mut b);
    let mut f = b.field().clone();
    // A column in single file on the bridge: all its figures are on it.
    let mut d = Drill::new();
    let e = d.infantry(Side::B, 4, Formation::SingleFile, 100.0, 51.0, 180.0);
    d.commander(Side::B, 100.0, 80.0);
    let mut on = d.field().units[e.index()].clone();
    on.id = UnitId(f.units.len() as u16);
    on.code = "B1".into();
    let id = on.id;
    f.units.push(on);
    let mut b = Battle::drill(f, [6]);
    turn(&mut b, &[("A1", work(WorkOrder::Fire { object: "bridge".into() }))], &[]);
    assert!(!b.field()[id].on_table());
    told_by(&p, &b, "19.07.5");
    done(&b);
    // Another 8 cm north of the bridge has the dice of zone II.
    let (mut b, _) = charged(&[]);
    cart_away(&mut b);
    let mut f = b.field().clone();
    let mut d = Drill::new();
    let e = d.infantry(Side::B, 24, Formation::Line, 100.0, 65.0, 180.0);
    let mut near = d.field().units[e.index()].clone();
    near.id = UnitId(f.units.len() as u16);
    near.code = "B1".into();
    let id = near.id;
    f.units.push(near);
    let mut b = Battle::drill(f, [6, 4, 4, 5]);
    turn(&mut b, &[("A1", work(WorkOrder::Fire { object: "bridge".into() }))], &[]);
    told_by(&p, &b, "19.07.6");
    assert!(last_turn(&b).iter().any(|e| matches!(e.kind, EventKind::Blasted { unit, .. } if unit == id)));
    done(&b);
}

#[test]
fn a_blast_does_less_in_ground_without_ricochet() {
    let p = proves!("19.07.6", "10.04.1");
    // A line 8 cm from the bridge in a wood whose edge lies so far before it.
    let rows = |edge: f64| {
        let (mut b, _) = charged(&[]);
        cart_away(&mut b);
        let mut f = b.field().clone();
        let mut d = Drill::new();
        d.wood("wood", (60.0, 65.0 - edge), (140.0, 90.0));
        let e = d.infantry(Side::B, 24, Formation::Line, 100.0, 65.0, 180.0);
        let with = d.field();
        let mut near = with.units[e.index()].clone();
        near.id = UnitId(f.units.len() as u16);
        near.code = "B1".into();
        let id = near.id;
        let mut ground = (*f.ground).clone();
        ground.patches.extend(with.ground.patches.iter().cloned());
        f.ground = ground.into();
        f.units.push(near);
        let mut b = Battle::drill(f, [6, 4, 4, 5]);
        turn(&mut b, &[("A1", work(WorkOrder::Fire { object: "bridge".into() }))], &[]);
        done(&b);
        told_by(&p, &b, "19.07.6");
        last_turn(&b)
            .iter()
            .find_map(|e| match &e.kind {
                EventKind::Blasted { unit, ruling, .. } if *unit == id => {
                    let of = ruling.modifiers.iter().filter(|m| m.clause.id() == "10.04.1");
                    Some(of.map(|m| m.value).collect::<Vec<_>>())
                }
                _ => None,
            })
            .expect("it is near the blast")
    };
    // Five cm for a wood (10.04.1).
    assert_eq!(p.shows("10.04.1", rows(5.0)), [-4]);
    assert!(rows(4.9).is_empty());
}

#[test]
fn a_pontoon_bridge_takes_a_pontoon_for_every_six_cm_begun() {
    let p = proves!("19.10.1", "19.10.2");
    let (mut d, u) = pioneers();
    d.water("river", (0.0, 51.0), (240.0, 56.0));
    let w = d.wagon(Side::A, 100.0, 46.0, 0.0);
    d.unit(w).load = Some(Load::Pontoons(1));
    let officer = d.staff(Side::A, Post::EngineerOfficer, 100.0, 40.0);
    d.with(officer, u);
    let bridge = || build("pontoon-bridge", [100.0, 50.1], [100.0, 56.5]);
    let mut b = Battle::drill(d.clone().field(), []);
    turn(&mut b, &[("A1", bridge())], &[]);
    assert_eq!(p.shows("19.10.2", cannot(&b, u)).as_deref(), Some("19.10.2"));
    // Two for 6.4 cm: nine pieces by three work units.
    d.unit(w).load = Some(Load::Pontoons(2));
    let mut b = Battle::drill(d.field(), [6]);
    for _ in 0..3 {
        assert_eq!(b.field().crossings().count(), 0);
        turn(&mut b, &[("A1", bridge())], &[]);
    }
    assert_eq!(b.field()[w].load, Some(Load::Pontoons(0)));
    let made: Vec<CrossingKind> = b.field().crossings().map(|c| c.1.kind).collect();
    assert_eq!(made, [CrossingKind::PontoonBridge]);
    told_by(&p, &b, "19.10.1");
    done(&b);
}

#[test]
fn gunners_make_a_powder_charge_of_two_loads_in_a_turn() {
    let p = proves!("19.07.2", "11.03.3", "19.02.2");
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    let g = d.battery(Side::A, 6, 100.0, 50.0, 0.0);
    let mut b = Battle::drill(d.field(), []);
    turn(&mut b, &[("A1", work(WorkOrder::Charges))], &[]);
    assert_eq!(b.field()[g].battery.as_ref().unwrap().loads, 14);
    assert_eq!(b.field().terrain.carried.get(&g), Some(&4));
    told_by(&p, &b, "19.02.2");
    told_by(&p, &b, "19.07.2");
    told_by(&p, &b, "11.03.3");
    done(&b);
}

#[test]
fn a_breastwork_is_levelled_in_half_the_time() {
    let p = proves!("19.12.4", "19.12.5");
    let (mut d, u) = pioneers();
    d.line("work", Obstacle::II, Cover::II, &[(98.0, 50.1), (102.0, 50.1)]);
    d.last_line().unwrap().kind = Feature::named("breastwork-2").unwrap();
    let mut b = Battle::drill(d.field(), [6]);
    turn(&mut b, &[("A1", destroy("work", Method::Blast))], &[]);
    assert_eq!(p.shows("19.12.5", cannot(&b, u)).as_deref(), Some("19.12.5"));
    let level = || work(WorkOrder::Level { object: "work".into() });
    // 32 turns and a rest of 4 in the middle, then the delay die.
    for n in 0..36 {
        assert!(!b.field().lines[0].standing().is_empty(), "levelled after {n} turns");
        turn(&mut b, &[("A1", level())], &[]);
    }
    assert!(b.field().lines[0].standing().is_empty());
    told_by(&p, &b, "19.12.4");
    done(&b);
}

#[test]
fn a_strong_building_is_strengthened_in_eight_turns() {
    let p = proves!("17.02.4");
    let (mut d, u) = pioneers();
    d.building("church", true, (96.0, 50.1), (104.0, 56.0));
    d.building("barn", false, (80.0, 50.1), (84.0, 56.0));
    let mut b = Battle::drill(d.field(), [5]);
    turn(&mut b, &[("A1", work(WorkOrder::Strengthen { building: "barn".into() }))], &[]);
    assert_eq!(p.shows("17.02.4", cannot(&b, u)).as_deref(), Some("17.02.4"));
    for _ in 0..8 {
        assert_eq!(b.field().building_values(0).cover, Cover::II);
        turn(&mut b, &[("A1", work(WorkOrder::Strengthen { building: "church".into() }))], &[]);
    }
    assert_eq!(b.field().building_values(0).cover, Cover::III);
    assert_eq!(b.field().thing("church"), Some(Thing::Building(0)));
    done(&b);
}

#[test]
fn a_mine_at_the_foot_of_a_work_is_loaded_and_fired() {
    let p = proves!("19.08.1", "19.08.5", "19.08.6.a", "19.08.8", "19.08.7");
    let (mut d, u) = pioneers();
    park(&mut d, 4);
    d.line("work", Obstacle::II, Cover::III, &[(80.0, 50.1), (120.0, 50.1)]);
    d.last_line().unwrap().kind = Feature::named("breastwork-3").unwrap();
    // Misfire, then full effect; the pioneers set it off and find cover.
    let mut f = d.field();
    f.terrain.mines.push(chakoten_napoleonic::terrain::Gallery {
        name: "mine-1".into(),
        side: Side::A,
        from: table::v2(100.0, 50.1),
        to: table::v2(100.0, 50.1),
        mine: Default::default(),
    });
    let mut b = Battle::drill(f, [2, 6]);
    let load = WorkOrder::Mine { part: MinePart::Load, at: [100.0, 50.1], charges: 1.0 };
    turn(&mut b, &[("A1", work(load))], &[]);
    told_by(&p, &b, "19.08.5");
    told_by(&p, &b, "19.08.1");
    cart_away(&mut b);
    let fire = || work(WorkOrder::Fire { object: "mine-1".into() });
    for _ in 0..3 {
        turn(&mut b, &[("A1", fire())], &[]);
    }
    told_by(&p, &b, "19.08.6.a");
    told_by(&p, &b, "19.08.8");
    // Three cm to each side of it are gone.
    assert_eq!(b.field().lines[0].cleared, [(17.0, 23.0)]);
    assert_eq!(b.field()[u].figures, 20);
    turn(&mut b, &[("A1", fire())], &[]);
    assert_eq!(p.shows("19.08.7", cannot(&b, u)).as_deref(), Some("19.08.7"));
    done(&b);
}

#[test]
fn a_turn_in_which_it_is_driven_off_is_lost_and_the_work_stays() {
    let p = proves!("play.work", "19.04.3.b");
    let (mut d, _) = pioneers();
    park(&mut d, 0);
    let mut b = Battle::drill(d.field(), [6]);
    let order = || build("abatis", [95.0, 50.1], [105.0, 50.1]);
    turn(&mut b, &[("A1", order())], &[]);
    turn(&mut b, &[("A1", legs([Leg::Stand { turns: 1.0 }]))], &[]);
    assert!(!finished(&b));
    for _ in 0..3 {
        turn(&mut b, &[("A1", order())], &[]);
    }
    assert!(finished(&b), "four turns of work in five");
    told_by(&p, &b, "play.work");
    told_by(&p, &b, "19.04.3.b");
    done(&b);
}

#[test]
fn a_step_of_a_siege_stands_for_several_turns() {
    let p = proves!("18.02.2");
    let (mut d, _) = pioneers();
    park(&mut d, 0);
    d.special().turns_a_step = Some(4);
    let mut b = Battle::drill(d.field(), [5]);
    turn(&mut b, &[("A1", build("abatis", [95.0, 50.1], [105.0, 50.1]))], &[]);
    assert!(finished(&b));
    told_by(&p, &b, "18.02.2");
    done(&b);
}

#[test]
fn a_relief_at_the_beginning_of_the_rest_saves_it() {
    let p = proves!("19.04.5.b", "19.04.5.a");
    let (mut d, u) = pioneers();
    park(&mut d, 0);
    d.special().turns_a_step = Some(16);
    let fresh = d.infantry(Side::A, 20, Formation::Line, 100.0, 50.2, 180.0);
    d.unit(fresh).troops.pioneers = true;
    for who in [u, fresh] {
        let officer = d.staff(Side::A, Post::EngineerOfficer, 100.0, 40.0);
        d.with(officer, who);
    }
    let order = || build("breastwork-2", [98.0, 50.1], [102.0, 50.1]);
    let mut b = Battle::drill(d.clone().field(), [6]);
    // 32 turns by the first, 32 by the others.
    for who in ["A1", "A1", "A3", "A3"] {
        assert!(!finished(&b));
        turn(&mut b, &[(who, order())], &[]);
    }
    assert!(finished(&b));
    told_by(&p, &b, "19.04.5.b");
    let l = b.field().lines.last().unwrap();
    assert_eq!((l.obstacle, l.cover), (Obstacle::II, Cover::II));
    done(&b);
    // Without relief eight turns of rest lie in the middle.
    let mut b = Battle::drill(d.field(), []);
    for _ in 0..4 {
        turn(&mut b, &[("A1", order())], &[]);
        assert!(!finished(&b));
    }
    told_by(&p, &b, "19.04.5.a");
    done(&b);
}

#[test]
fn two_loads_short_of_powder_a_blast_is_not_prepared() {
    let p = proves!("19.07.3");
    let (mut d, u) = at_the_bridge(CrossingKind::WoodenBridge);
    park(&mut d, 3);
    let officer = d.staff(Side::A, Post::EngineerOfficer, 100.0, 40.0);
    d.with(officer, u);
    let mut b = Battle::drill(d.field(), []);
    for _ in 0..5 {
        turn(&mut b, &[("A1", destroy("bridge", Method::Blast))], &[]);
    }
    assert!(b.field().terrain.powder.is_empty());
    told_by(&p, &b, "19.07.3");
    done(&b);
}

#[test]
fn what_has_to_be_got_together_first_makes_the_work_longer() {
    let p = proves!("19.03.2");
    // A bridge is made ready to burn in four turns: the die for what it takes, the one for delay, and it does not catch at once.
    let turns = |die: u8| {
        let (d, _) = at_the_bridge(CrossingKind::WoodenBridge);
        let mut b = Battle::drill(d.field(), [die, 6, 2]);
        let mut n = 0;
        while b.field().terrain.kindling.is_empty() {
            turn(&mut b, &[("A1", destroy("bridge", Method::Burn))], &[]);
            n += 1;
            assert!(n < 20, "it is never ready");
        }
        told_by(&p, &b, "19.03.2");
        done(&b);
        n
    };
    assert_eq!([1, 2, 3, 4, 5, 6].map(turns), [6, 6, 5, 5, 4, 4]);
}

#[test]
fn pioneers_and_gunners_blast_under_an_engineer_and_others_do_not() {
    let p = proves!("19.05.3", "19.01.2");
    let run = |gunners: bool, pioneers: bool, officer: Option<Post>| {
        let mut d = Drill::new();
        d.commander(Side::A, 100.0, 40.0);
        let u = if gunners {
            d.battery(Side::A, 8, 100.0, 50.0, 0.0)
        } else {
            d.infantry(Side::A, 20, Formation::Line, 100.0, 50.0, 0.0)
        };
        d.unit(u).troops.pioneers = pioneers;
        if gunners {
            d.unit(u).figures = 10;
        }
        park(&mut d, 8);
        d.water("river", (0.0, 51.0), (240.0, 56.0));
        d.crossing(CrossingKind::WoodenBridge, "bridge", (98.0, 50.1), (102.0, 57.0));
        if let Some(post) = officer {
            let s = d.staff(Side::A, post, 100.0, 40.0);
            d.with(s, u);
        }
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", destroy("bridge", Method::Blast))], &[]);
        (cannot(&b, u), b)
    };
    let engineer = Some(Post::EngineerOfficer);
    assert_eq!(run(false, true, engineer).0, None);
    let (why, b) = run(true, false, engineer);
    assert_eq!(why, None);
    told_by(&p, &b, "19.01.2");
    // Officers of artillery count as engineers.
    assert_eq!(run(true, false, Some(Post::ArtilleryOfficer)).0, None);
    // Others have no hands for it, and without an engineer nobody has.
    let (why, b) = run(false, false, engineer);
    assert_eq!(why.as_deref(), Some("19.04.3.b"));
    p.refused_by("19.05.3", crate::orders_case::judge(b.field(), UnitId(0), "SPR bridge"));
    assert_eq!(run(false, true, None).0.as_deref(), Some("19.07.1"));
}
