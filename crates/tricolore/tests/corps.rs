//! Corps: headquarters, reserve zone, support and integrity.

use table::v2;
use tricolore::command::{BodyId, Command, CommandId, CommandKind, Engagement, Level};
use tricolore::ground::{BridgeKind, Obstacle, Terrain};
use tricolore::officer::{OfficerFate, Post, Rank};
use tricolore::orders::{CommandOrder, OrderKind, Orders};
use tricolore::troop::Formation;
use tricolore::{Field, Side, UnitId, corps, drill::Drill, integrity, proves};

const LINE4: Formation = Formation::Line { front: 4 };

/// Side A has a corps with a train at 1500/200, and a line at 1500/700.
fn drill() -> (Drill, BodyId, UnitId) {
    let mut d = Drill::new();
    let id = BodyId(d.bodies.len() as u16);
    let mut body = d.bodies[0].clone();
    (body.id, body.level, body.code) = (id, Level::Corps, "A-C".into());
    d.bodies.push(body);
    d.bodies[0].above = Some(id);
    let chief = d.officer(Side::A, Rank::Corps, Post::TrainChief, id, v2(1500.0, 200.0));
    d.bodies[id.index()].train = Some(chief);
    let mut command: Command = d.commands[0].clone();
    (command.id, command.kind, command.officer) =
        (CommandId(d.commands.len() as u16), CommandKind::Train, chief);
    (command.body, command.engagement) = (id, Engagement::Free);
    d.commands.push(command);
    let u = d.infantry(Side::A, 4, LINE4, 1500.0, 700.0, 0.0);
    (d, id, u)
}

fn cut_off(d: &Drill) -> Vec<UnitId> {
    corps::unsupported(&d.clone().field(), Side::A).into_iter().map(|(u, _)| u).collect()
}

#[test]
fn the_headquarters_is_at_the_train_that_stands() {
    let p = proves!("corps-hq.1", "corps-train.6", "corps-hq.4", "corps-integrity.3");
    let (mut d, body, _) = drill();
    let f = d.clone().field();
    let (at, by) = p.shows("corps-hq.1", corps::headquarters(&f, f.bodies[1].id)).unwrap();
    assert_eq!((at, by.id()), (v2(1500.0, 200.0), "corps-hq.1"));
    assert_eq!(corps::closed(&f, body, &[]), None);
    assert_eq!(
        p.shows("corps-integrity.3", corps::closed(&f, body, &[body])).map(|c| c.id()),
        Some("corps-integrity.3")
    );
    // Side B has no train and no headquarters to lose.
    assert_eq!(corps::served_by(&f, f.bodies[3].id), None);
    let last = d.commands.len() - 1;
    d.commands[last].orders =
        Orders::from_start(CommandOrder { kind: OrderKind::March, route: vec![v2(0.0, 0.0)] });
    let f = d.clone().field();
    assert_eq!(p.shows("corps-train.6", corps::closed(&f, body, &[])).map(|c| c.id()), Some("corps-train.6"));
    assert!(corps::headquarters(&f, body).is_none());
    let train = d.bodies[body.index()].train.unwrap();
    d.officers[train.index()].fate = OfficerFate::Removed;
    let f = d.field();
    assert_eq!(p.shows("corps-hq.4", corps::closed(&f, body, &[])).map(|c| c.id()), Some("corps-hq.4"));
}

#[test]
fn the_reserve_zone_is_five_hundred_about_it() {
    let _p = proves!("corps-reserve-zone.1");
    let (d, body, _) = drill();
    let f = d.field();
    let inside = |y: f64| corps::in_reserve_zone(&f, body, v2(1500.0, y)).map(|c| c.id());
    assert_eq!((inside(700.0), inside(700.1)), (Some("corps-reserve-zone.1"), None));
}

#[test]
fn routes_lead_round_what_guns_cannot_pass() {
    let p = proves!("corps-hq.2");
    let (d, _, u) = drill();
    assert!(cut_off(&d).is_empty());
    // A river from edge to edge, with or without a bridge.
    let river = |put: &dyn Fn(&mut Drill)| {
        let (mut d, ..) = drill();
        d.line(Obstacle::River, &[(0.0, 400.0), (3000.0, 400.0)]);
        put(&mut d);
        cut_off(&d)
    };
    let f = {
        let (mut d, ..) = drill();
        d.line(Obstacle::River, &[(0.0, 400.0), (3000.0, 400.0)]);
        d.field()
    };
    let found = p.shows("corps-hq.2", corps::unsupported(&f, Side::A));
    assert_eq!((found[0].0, found[0].1.id()), (u, "corps-hq.2"));
    assert_eq!(river(&|_| {}), [u]);
    assert!(river(&|d| d.bridge(BridgeKind::Stone, 1, (2600.0, 400.0), 60.0, 0.0)).is_empty());
    assert_eq!(river(&|d| d.bridge(BridgeKind::LightPontoon, 1, (2600.0, 400.0), 60.0, 0.0)), [u]);
    // A wood that leaves a way round its end, and one that does not.
    let wood = |to: f64, road: bool| {
        let (mut d, ..) = drill();
        d.patch(Terrain::DenseWood, (0.0, 350.0), (to, 500.0));
        if road {
            d.road(1, &[(1000.0, 0.0), (1000.0, 2000.0)]);
        }
        cut_off(&d)
    };
    assert!(wood(2800.0, false).is_empty() && wood(3000.0, true).is_empty());
    assert_eq!(wood(3000.0, false), [u]);
}

#[test]
fn enemies_bar_the_way_unless_they_are_broken() {
    let chain = |gap: f64, broken: bool, reading: &str| {
        let (mut d, ..) = drill();
        d.read("support-route", reading);
        // Lines of 160 so far apart that two break-in distances of 100 meet, or leave a way.
        let step = 160.0 + gap;
        let n = (3000.0 / step) as u32 + 1;
        for i in 0..n {
            let b = d.infantry(Side::B, 4, LINE4, 80.0 + step * f64::from(i), 460.0, 180.0);
            d.unit(b).disorder.active = if broken { 6 } else { 5 };
        }
        cut_off(&d).len()
    };
    assert_eq!((chain(150.0, false, "enemies-too"), chain(150.0, true, "enemies-too")), (1, 0));
    assert_eq!(chain(150.0, false, "ground-only"), 0);
    assert_eq!(chain(340.0, false, "enemies-too"), 0);
}

/// Two corps of side A of two lines each, the second about the first.
fn two_corps(y: f64) -> (Field, BodyId) {
    let mut d = Drill::new();
    for x in [400.0, 1000.0] {
        d.infantry(Side::A, 4, LINE4, x, 300.0, 0.0);
        d.infantry(Side::A, 4, LINE4, x, 700.0, 0.0);
    }
    d.division(Side::A);
    d.infantry(Side::A, 4, LINE4, 700.0, y, 0.0);
    let mut f = d.field();
    let divisions: Vec<BodyId> =
        f.bodies.iter().filter(|b| b.side == Side::A && b.level == Level::Division).map(|b| b.id).collect();
    for (n, d) in divisions.iter().enumerate() {
        let id = BodyId(f.bodies.len() as u16);
        let mut corps = f[*d].clone();
        (corps.id, corps.level, corps.code) = (id, Level::Corps, format!("C{n}").into());
        f.bodies.push(corps);
        f[*d].above = Some(id);
    }
    (f, divisions[1])
}

#[test]
fn corps_do_not_mix() {
    let p = proves!("corps-integrity.1", "corps-integrity.2");
    let (f, _) = two_corps(719.9);
    let broken = p.shows("corps-integrity.1", integrity::broken_corps(&f, Side::A, &[]));
    assert_eq!((broken.len(), broken[0].2.id()), (1, "corps-integrity.1"));
    assert!(integrity::broken_corps(&two_corps(720.0).0, Side::A, &[]).is_empty());
    // A reserve formation never breaks it.
    let (f, second) = two_corps(600.0);
    assert!(integrity::broken_corps(&f, Side::A, &[second]).is_empty());
    let intruder = f.units.last().unwrap();
    let spared = p.shows("corps-integrity.2", integrity::of_reserve(&f, intruder, &[second]));
    assert_eq!(spared.map(|c| c.id()), Some("corps-integrity.2"));
    assert_eq!(integrity::of_reserve(&f, intruder, &[]), None);
}
