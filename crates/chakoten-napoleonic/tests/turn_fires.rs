//! Fires in play: fought by who is there, burnt down in their time, spread downwind, set by hand, and whom they endanger.

use crate::field_day::{done, find, last_turn, legs, told_by, turn, turn_with};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::book::works::Object;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::ground::CrossingKind;
use chakoten_napoleonic::order::{Choice, Leg, Method, Order, WorkOrder};
use chakoten_napoleonic::terrain::{Blaze, Cut, Kindling, Thing};
use chakoten_napoleonic::troop::{Formation, Obstacle};
use chakoten_napoleonic::works::charge::Tinder;
use chakoten_napoleonic::works::fires::Burning;
use chakoten_napoleonic::{EventKind, Field, Side, UnitId, proves};

fn work(w: WorkOrder) -> Order {
    legs([Leg::Work { work: w }])
}

/// Shells have set the house on fire in the turn to come; the wind blows to the north.
fn ablaze(d: Drill, occupied: bool) -> Field {
    let mut f = d.field();
    f.special.wind = Some(0.0);
    let fire = Burning::shelled(f.turn + 1, occupied);
    f.terrain.blazes.push(Blaze { on: Thing::Building(0), fire, object: None });
    f
}

/// A house held by ten figures, and a barn so many cm north of it.
fn houses(gap: f64) -> (Drill, UnitId) {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 30.0);
    d.building("house", false, (95.0, 50.0), (105.0, 60.0));
    d.building("barn", false, (95.0, 60.0 + gap), (105.0, 70.0 + gap));
    let u = d.infantry(Side::A, 10, Formation::Line, 100.0, 50.0, 0.0);
    d.inside(u, "house");
    (d, u)
}

#[test]
fn who_holds_the_building_puts_the_fire_out_or_not() {
    let p = proves!("17.04.4", "play.asks");
    let (d, _) = houses(40.0);
    let mut b = Battle::drill(ablaze(d, true), [5]);
    turn(&mut b, &[], &[]);
    assert!(b.field().terrain.blazes.is_empty());
    told_by(&p, &b, "17.04.4");
    told_by(&p, &b, "play.asks");
    done(&b);
    let (d, _) = houses(40.0);
    let mut b = Battle::drill(ablaze(d, true), [4]);
    turn(&mut b, &[], &[]);
    turn(&mut b, &[], &[]);
    assert_eq!(b.field().terrain.blazes.len(), 1, "one attempt, and one alone");
    done(&b);
    // Nobody was in it when the fire broke out.
    let (mut d, u) = houses(40.0);
    d.unit(u).inside = None;
    d.unit(u).base.front.y = 20.0;
    let mut b = Battle::drill(ablaze(d, false), []);
    turn(&mut b, &[], &[]);
    assert_eq!(b.field().terrain.blazes.len(), 1);
    done(&b);
}

#[test]
fn who_chooses_to_leave_comes_out_in_the_next_turn() {
    let p = proves!("17.01.3", "17.04.4");
    let (d, u) = houses(40.0);
    let mut b = Battle::drill(ablaze(d, true), []);
    turn_with(&mut b, &[], &[], &[("fire A1", Choice::No)]);
    assert_eq!(b.field()[u].inside, Some(0));
    turn(&mut b, &[], &[]);
    assert_eq!(b.field()[u].inside, None);
    told_by(&p, &b, "17.01.3");
    told_by(&p, &b, "17.04.4");
    done(&b);
}

#[test]
fn a_building_burns_down_in_eight_turns_and_is_impassable() {
    let p = proves!("17.04.4", "19.06.3", "play.end");
    let (d, u) = houses(40.0);
    let mut b = Battle::drill(ablaze(d, true), [4]);
    for _ in 0..7 {
        turn(&mut b, &[], &[]);
        assert!(b.field().burns(Thing::Building(0)));
    }
    turn(&mut b, &[], &[]);
    assert!(!b.field().burns(Thing::Building(0)));
    assert_eq!(b.field().building_values(0).obstacle, Obstacle::Impassable);
    for id in ["17.04.4", "19.06.3", "play.end"] {
        told_by(&p, &b, id);
    }
    turn(&mut b, &[], &[]);
    assert_eq!(b.field()[u].inside, None);
    done(&b);
}

#[test]
fn fire_spreads_to_the_nearest_building_downwind_once() {
    let p = proves!("17.04.5", "19.06.5");
    for (gap, dice, burning) in [(15.0, vec![4, 3], 2), (15.0, vec![4, 2], 1), (15.1, vec![4], 1)] {
        let (d, _) = houses(gap);
        let mut b = Battle::drill(ablaze(d, true), dice);
        turn(&mut b, &[], &[]);
        assert_eq!(b.field().terrain.blazes.len(), 1, "in the turn after it broke out");
        turn(&mut b, &[], &[]);
        assert_eq!(b.field().terrain.blazes.len(), burning, "{gap}");
        if gap <= 15.0 {
            told_by(&p, &b, "17.04.5");
            told_by(&p, &b, "19.06.5");
        }
        turn(&mut b, &[], &[]);
        assert_eq!(b.field().terrain.blazes.len(), burning);
        done(&b);
    }
    // Upwind nothing catches.
    let (d, _) = houses(10.0);
    let mut f = ablaze(d, true);
    f.special.wind = Some(180.0);
    let mut b = Battle::drill(f, [4]);
    turn(&mut b, &[], &[]);
    turn(&mut b, &[], &[]);
    assert_eq!(b.field().terrain.blazes.len(), 1);
    done(&b);
}

#[test]
fn the_wind_is_decided_by_a_die_where_nothing_is_said() {
    let p = proves!("19.06.5");
    let (d, _) = houses(40.0);
    let mut f = ablaze(d, true);
    f.special.wind = None;
    let mut b = Battle::drill(f, [1, 5]);
    turn(&mut b, &[], &[]);
    assert!(b.field().terrain.wind.is_some());
    told_by(&p, &b, "19.06.5");
    done(&b);
}

#[test]
fn a_bridge_is_set_alight_tried_again_and_put_out_too_late() {
    let p = proves!("19.06.1", "19.06.2", "19.06.4.a", "19.06.4.b", "19.03.1", "19.06.6.a");
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    let u = d.infantry(Side::A, 20, Formation::Line, 100.0, 50.0, 0.0);
    d.unit(u).troops.pioneers = true;
    d.crossing(CrossingKind::WoodenBridge, "bridge", (98.0, 50.1), (102.0, 57.0));
    let mut f = d.field();
    f.special.wind = Some(0.0);
    // Acquisition, delay; no fire, then fire; the fire goes on, then it is put out.
    let mut b = Battle::drill(f, [6, 6, 2, 3, 4, 5]);
    let burn = || work(WorkOrder::Destroy { object: "bridge".into(), method: Method::Burn });
    for _ in 0..4 {
        assert!(b.field().terrain.kindling.is_empty());
        turn(&mut b, &[("A1", burn())], &[]);
    }
    told_by(&p, &b, "19.03.1");
    told_by(&p, &b, "19.06.1");
    assert_eq!(b.field().terrain.kindling.len(), 1);
    turn(&mut b, &[], &[]);
    assert!(b.field().terrain.blazes.is_empty(), "again after one full turn");
    turn(&mut b, &[], &[]);
    assert!(b.field().burns(Thing::Crossing(0)));
    told_by(&p, &b, "19.06.2");
    let put_out = || work(WorkOrder::PutOut { object: "bridge".into() });
    turn(&mut b, &[("A1", put_out())], &[]);
    assert!(b.field().burns(Thing::Crossing(0)));
    turn(&mut b, &[("A1", put_out())], &[]);
    assert!(!b.field().burns(Thing::Crossing(0)));
    assert_eq!(b.field().terrain.cut.get(&0), Some(&Cut::Partly));
    told_by(&p, &b, "19.06.4.a");
    told_by(&p, &b, "19.06.4.b");
    // Fire-fighters may stay; nobody was told to go.
    let told = |e: &&chakoten_napoleonic::event::Event| e.rests_on("19.06.6.a");
    assert_eq!(last_turn(&b).iter().filter(told).count(), 0);
    done(&b);
    // Who idles beside a burning bridge must be ordered away.
    let (d, _) = houses(40.0);
    let mut b = Battle::drill(ablaze(d, false), []);
    let mut near = b.field()[UnitId(0)].clone();
    near.inside = None;
    near.base.front.y = 63.9;
    b.field_mut().units[0] = near;
    turn(&mut b, &[], &[]);
    told_by(&p, &b, "19.06.6.a");
}

#[test]
fn guns_near_a_fire_may_burn_and_blow_up() {
    let p = proves!("19.06.6.b", "19.07.6");
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 30.0);
    d.building("house", false, (95.0, 50.0), (105.0, 60.0));
    let g = d.battery(Side::A, 6, 100.0, 72.0, 0.0);
    // Its crew is too small to move the guns away (07.01.4), and there are no horses.
    d.unit(g).figures = 2;
    d.unit(g).battery.as_mut().unwrap().horses = 0;
    // Safe; burning without harm; the powder blows up.
    let mut b = Battle::drill(ablaze(d, false), [2, 6, 2, 3, 5, 1, 1, 2]);
    turn(&mut b, &[], &[]);
    told_by(&p, &b, "19.06.6.b");
    turn(&mut b, &[], &[]);
    assert_eq!(b.field()[g].battery.as_ref().unwrap().loads, 16);
    turn(&mut b, &[], &[]);
    assert_eq!(b.field()[g].battery.as_ref().unwrap().loads, 0);
    assert!(
        find(&b, |e| matches!(e.kind, EventKind::Blasted { unit, .. } if unit == g).then_some(())).is_some()
    );
    told_by(&p, &b, "19.07.6");
    done(&b);
}

#[test]
fn who_is_in_a_building_puts_out_a_fire_that_was_set_by_hand() {
    let p = proves!("19.06.4.a", "19.06.2");
    let (mut d, _) = houses(40.0);
    let enemy = d.infantry(Side::B, 20, Formation::Line, 100.0, 140.0, 180.0);
    let mut f = d.field();
    f.special.wind = Some(0.0);
    let tinder = Tinder::laid(Object::WoodenBridge, f.turn + 1);
    f.terrain.kindling.push(Kindling { on: Thing::Building(0), side: Side::B, tinder, party: enemy });
    let mut b = Battle::drill(f, [3, 5]);
    turn(&mut b, &[], &[]);
    assert!(b.field().burns(Thing::Building(0)));
    turn(&mut b, &[], &[]);
    assert!(!b.field().burns(Thing::Building(0)));
    told_by(&p, &b, "19.06.2");
    told_by(&p, &b, "19.06.4.a");
    done(&b);
}

#[test]
fn who_idles_where_fire_can_spread_is_ordered_away() {
    let p = proves!("19.06.6.a");
    // South of the burning house, the wind blowing north: fire reaches four cm there, and fifteen on the other side.
    let read = |front: f64, facing: f64, order: Option<Leg>, reading: &str| {
        let (mut d, u) = houses(60.0);
        d.read("danger-zone", reading);
        d.unit(u).inside = None;
        d.infantry(Side::A, 20, Formation::Line, 100.0, front, facing);
        d.unit(u).base.front = table::v2(20.0, 20.0);
        let mut f = ablaze(d, false);
        f.special.wind = Some(0.0);
        let mut b = Battle::drill(f, []);
        let before = b.field()[UnitId(1)].base;
        let all: Vec<(&str, Order)> = order.into_iter().map(|l| ("A2", legs([l]))).collect();
        turn(&mut b, &all, &[]);
        let away = find(&b, |e| match e.kind {
            EventKind::Ordered { unit: UnitId(1), .. } if e.rests_on("19.06.6.a") => Some(()),
            _ => None,
        });
        (away.is_some(), b.field()[UnitId(1)].base != before, b)
    };
    let run = |front, facing, order| read(front, facing, order, "goes-out");
    let (away, gone, _) = read(46.0, 0.0, None, "told");
    assert!(!away && !gone);
    let (away, gone, b) = run(46.0, 0.0, None);
    assert!(away && gone);
    told_by(&p, &b, "19.06.6.a");
    let house = table::Rect::upright(table::v2(95.0, 50.0), table::v2(105.0, 60.0));
    assert!(b.field().gap_to(&b.field()[UnitId(1)], &house) > 4.0);
    let (away, gone, _) = run(45.9, 0.0, None);
    assert!(!away && !gone);
    // Downwind, to and beyond 15 cm.
    assert!(run(75.0, 180.0, None).0);
    assert!(!run(75.1, 180.0, None).0);
    // Standing and reorganising is no going away; a march of its own is.
    assert!(run(46.0, 0.0, Some(Leg::Stand { turns: 0.5 })).0);
    let (away, gone, _) = run(46.0, 180.0, Some(crate::field_day::ahead()));
    assert!(!away && gone);
}
