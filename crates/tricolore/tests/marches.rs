//! Marches over the ground: water, brooks, houses, and where a column joins its route.

use super::kit::*;
use table::v2;
use tricolore::battle::{Battle, Step};
use tricolore::drill::Drill;
use tricolore::ground::{BridgeKind, Obstacle};
use tricolore::orders::{CommandOrder, OrderKind, Orders};
use tricolore::troop::Formation;
use tricolore::{Side, proves};

/// A battalion of side A in march column at 1500/300, ordered along a route; side B far off.
fn column(route: &[(f64, f64)]) -> Drill {
    let mut d = Drill::sized(3000.0, 4000.0);
    d.infantry(Side::A, 4, Formation::MarchColumn, 1500.0, 300.0, 0.0);
    d.infantry(Side::B, 4, Formation::Line { front: 4 }, 1500.0, 3900.0, 180.0);
    d.officers[0].at = v2(1500.0, 250.0);
    d.officers[1].at = v2(1500.0, 3950.0);
    let route = route.iter().map(|(x, y)| v2(*x, *y)).collect();
    d.commands[0].orders = Orders::from_start(CommandOrder { kind: OrderKind::March, route });
    d
}

/// The head of the column after the manoeuvre phase.
fn marched(d: Drill) -> (f64, f64, Battle) {
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, []);
    pass(&mut b);
    let at = b.field().units[0].base.front;
    (at.x, at.y, b)
}

const NORTH: &[(f64, f64)] = &[(1500.0, 300.0), (1500.0, 3000.0)];

#[test]
fn a_march_stops_at_water_and_goes_over_a_bridge() {
    let p = proves!("terrain.3");
    // Off the road 600.
    assert!((marched(column(NORTH)).1 - 900.0).abs() < 1e-6);
    let mut d = column(NORTH);
    d.line(Obstacle::River, &[(0.0, 700.0), (3000.0, 700.0)]);
    let (_, y, b) = marched(d.clone());
    assert!((p.shows("terrain.3", y) - 700.0).abs() < 1e-6, "{y}");
    assert!(told(&b, "terrain.3") && !told(&b, "orders.march.5"), "{:#?}", log(&b));
    d.bridge(BridgeKind::Stone, 1, (1500.0, 700.0), 60.0, 0.0);
    assert!((marched(d.clone()).1 - 900.0).abs() < 1e-6, "over the bridge");
    // A bridge beside the way is no bridge for it.
    let mut d = column(NORTH);
    d.line(Obstacle::River, &[(0.0, 700.0), (3000.0, 700.0)]);
    d.bridge(BridgeKind::Stone, 1, (1600.0, 700.0), 60.0, 0.0);
    assert!((marched(d).1 - 700.0).abs() < 1e-6);
}

#[test]
fn a_brook_on_the_march_is_paid_for_once_and_in_two_moves_if_need_be() {
    let p = proves!("terrain.4");
    let brook = |y: f64| {
        let mut d = column(NORTH);
        d.line(Obstacle::Brook, &[(0.0, y), (3000.0, y)]);
        d
    };
    // 50 of the 600.
    let (_, y, b) = marched(brook(700.0));
    assert!((y - 850.0).abs() < 1e-6 && told(&b, "terrain.3") && !told(&b, "terrain.4"), "{y}");
    assert!((marched(brook(850.0)).1 - 850.0).abs() < 1e-6, "just paid: {}", marched(brook(850.0)).1);
    // With 20 left of the 50 it stops at the water, and pays the rest next time: 600 less 30.
    let (_, y, b) = marched(brook(880.0));
    assert!((y - 880.0).abs() < 1e-6 && told(&b, "terrain.4"), "{y}");
    let paid: Vec<_> = b.field().units[0].disorder.crossings.iter().map(|c| (c.paid, c.passed)).collect();
    assert_eq!(paid.len(), 1);
    assert!((paid[0].0 - 20.0).abs() < 1e-6 && !paid[0].1, "{paid:?}");
    let f = b.field().clone();
    let mut next = Battle::drill_from(f, Side::A, Step::Manoeuvre, []);
    pass(&mut next);
    let y = next.field().units[0].base.front.y;
    assert!((p.shows("terrain.4", y) - (880.0 + 570.0)).abs() < 1e-6, "{y}");
}

#[test]
fn a_march_goes_through_houses_by_the_road_alone() {
    let p = proves!("tmove.town.1");
    let mut d = column(NORTH);
    d.zone(6, 5, (1400.0, 600.0), (1600.0, 800.0));
    let (_, y, b) = marched(d.clone());
    assert!((y - 600.0).abs() < 0.05, "before the houses: {y}");
    assert!(p.shows("tmove.town.1", told(&b, "tmove.town.1")));
    d.road(1, &[(1500.0, 0.0), (1500.0, 4000.0)]);
    let (_, y, b) = marched(d);
    assert!((y - 1500.0).abs() < 1e-6, "1200 by road: {y}");
    assert!(!told(&b, "tmove.town.1"));
}

#[test]
fn whoever_is_far_from_his_route_marches_to_it() {
    let p = proves!("march-phase.3");
    // 900 to the route and then on: 600 of it in the first move, and the officer likewise.
    let mut d = column(&[(600.0, 300.0), (600.0, 3000.0)]);
    d.officers[0].at = v2(1500.0, 300.0);
    let (x, y, b) = marched(d);
    assert!((x - 900.0).abs() < 1e-6 && (y - 300.0).abs() < 1e-6, "{x} {y}");
    let o = b.field().officers[0].at;
    assert!((p.shows("march-phase.3", o.x) - 900.0).abs() < 1e-6 && (o.y - 300.0).abs() < 1e-6, "{o:?}");
}

#[test]
fn nobody_joins_his_route_across_water() {
    let p = proves!("terrain.3");
    // The nearest place of the route lies beyond the river, 100 from the column; on its own bank it is 250 away.
    let route = [(1750.0, 300.0), (1750.0, 600.0), (1400.0, 600.0), (1400.0, 2000.0)];
    let mut d = column(&route);
    d.unit(tricolore::UnitId(0)).base.front = v2(1500.0, 500.0);
    d.line(Obstacle::River, &[(0.0, 550.0), (3000.0, 550.0)]);
    d.bridge(BridgeKind::Stone, 1, (1750.0, 550.0), 60.0, 0.0);
    let (x, y, _) = marched(d.clone());
    // 250 to the route, 100 over the bridge to its corner, 250 of the 350 to the west.
    assert!((p.shows("terrain.3", x) - 1500.0).abs() < 1e-6 && (y - 600.0).abs() < 1e-6, "{x} {y}");
    // With all of the route beyond the water it stays.
    let mut d = column(&[(1400.0, 700.0), (1400.0, 2000.0)]);
    d.line(Obstacle::River, &[(0.0, 550.0), (3000.0, 550.0)]);
    let (x, y, b) = marched(d);
    assert_eq!((x, y), (1500.0, 300.0));
    assert!(told(&b, "terrain.3"));
}
