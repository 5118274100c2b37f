//! Corps in play: trains, the artillery reserve, artillery commands, battalion guns, redoubts, bridges that are built.

use super::kit::*;
use table::{Pose, v2};
use tricolore::answer::{
    Answer, Arrange, CommandMove, FireOrder, GunAct, NewOrder, SettleAct, Settling, SuperiorMove,
};
use tricolore::battle::{Battle, Step};
use tricolore::command::{BodyId, Command, CommandId, CommandKind, Engagement, Level};
use tricolore::drill::Drill;
use tricolore::ground::{BridgeKind, Obstacle, RedoubtId, Terrain};
use tricolore::officer::{OfficerId, Post, Rank};
use tricolore::orders::{CommandOrder, OrderKind, Orders};
use tricolore::troop::{Arm, Formation, Troop};
use tricolore::unit::Fate;
use tricolore::{Side, UnitId, proves};

const LINE4: Formation = Formation::Line { front: 4 };
const COLUMN: Formation = Formation::Column { front: 1 };

/// Side A has a corps with a train at 1500/200 and its wagons, and side B a line far off.
fn corps() -> (Drill, BodyId, CommandId) {
    let mut d = Drill::new();
    let id = BodyId(d.bodies.len() as u16);
    let mut body = d.bodies[0].clone();
    (body.id, body.level, body.code) = (id, Level::Corps, "A-C".into());
    d.bodies.push(body);
    d.bodies[0].above = Some(id);
    let chief = d.officer(Side::A, Rank::Corps, Post::TrainChief, id, v2(1500.0, 200.0));
    d.bodies[id.index()].train = Some(chief);
    let mut command: Command = d.commands[0].clone();
    let train = CommandId(d.commands.len() as u16);
    (command.id, command.kind, command.officer) = (train, CommandKind::Train, chief);
    (command.body, command.engagement, command.code) = (id, Engagement::Free, "At".into());
    d.commands.push(command);
    d.infantry(Side::A, 4, LINE4, 1500.0, 700.0, 0.0);
    d.infantry(Side::B, 4, LINE4, 1500.0, 1800.0, 180.0);
    d.officers[0].at = v2(1500.0, 600.0);
    d.officers[1].at = v2(1500.0, 1900.0);
    let wagons = d.raise(
        Side::A,
        Troop::of(Arm::Train),
        2,
        Formation::Train,
        Pose { x: 1500.0, y: 200.0, facing: 0.0 },
    );
    d.unit(wagons).command = Some(train);
    d.unit(wagons).body = id;
    (d, id, train)
}

/// A battery of side A in the reserve of the corps.
fn reserve(d: &mut Drill, corps: BodyId, bases: u8) -> UnitId {
    let u = d.battery(Side::A, bases, Formation::Limbered, 1500.0, 200.0, 0.0);
    d.unit(u).fate = Fate::InReserve;
    d.unit(u).command = None;
    d.unit(u).body = corps;
    u
}

fn marching(to: f64) -> (Drill, BodyId, CommandId) {
    let (mut d, body, train) = corps();
    d.road(1, &[(1500.0, 0.0), (1500.0, 1900.0)]);
    let route = vec![v2(1500.0, 200.0), v2(1500.0, to)];
    d.commands[train.index()].orders = Orders::from_start(CommandOrder { kind: OrderKind::March, route });
    (d, body, train)
}

#[test]
fn a_train_halts_a_thousand_from_the_enemy_and_takes_the_reserve_along() {
    let p = proves!("corps-train.4", "gun-reserve.1");
    let (mut d, body, _) = marching(1000.0);
    let guns = reserve(&mut d, body, 4);
    d.unit(UnitId(1)).base.front = v2(1500.0, 1500.0);
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, []);
    b.answer(Side::A, Answer::Manoeuvre { commands: vec![] }).unwrap();
    let chief = b.field().officers.iter().find(|o| o.post == Post::TrainChief).unwrap().at;
    assert!((p.shows("corps-train.4", chief.y) - 500.0).abs() < 0.05, "{chief:?}");
    assert!(told(&b, "corps-train.4") && told(&b, "gun-reserve.1"));
    assert_eq!(p.shows("gun-reserve.1", b.field()[guns].base.front), chief);
}

#[test]
fn wagons_form_a_park_at_the_end_of_their_march() {
    let p = proves!("corps-train.2");
    let (d, ..) = marching(600.0);
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, []);
    b.answer(Side::A, Answer::Manoeuvre { commands: vec![] }).unwrap();
    let f = b.field();
    let (wagons, chief) = (&f.units[2], f.officers.iter().find(|o| o.post == Post::TrainChief).unwrap());
    assert_eq!(p.shows("corps-train.2", wagons.formation), Formation::Park, "{:#?}", log(&b));
    assert!(told(&b, "corps-train.2") && f.in_contact(chief, wagons));
    assert_eq!(f.plan(wagons).by.id(), "corps-train.2");
}

#[test]
fn who_is_cut_off_counts_as_broken_but_cavalry_attacks_infantry() {
    let p = proves!("corps-hq.3");
    let (mut d, ..) = corps();
    d.line(Obstacle::River, &[(0.0, 400.0), (3000.0, 400.0)]);
    d.officers[0].gifts.radius = 1500;
    d.cavalry(Side::A, 4, LINE4, 1500.0, 1500.0, 0.0);
    d.battery(Side::A, 4, Formation::Unlimbered, 1200.0, 1400.0, 0.0);
    let b = sequence(d, [5; 40]);
    assert!(p.shows("corps-hq.3", told(&b, "corps-hq.3")), "{:#?}", log(&b));
    let mut attacks = b.clone();
    attacks.answer(Side::A, attack("A3", "B1")).unwrap();
    let no = tricolore::check::fire::may_fire(&b, &b.field().units[4], true).unwrap_err();
    assert_eq!(no.clause.map(|c| c.id()), Some("integrity.6"), "{}", no.reason);
}

/// A corps with an artillery chief and so many batteries of six in reserve, before the first round.
fn with_chief(batteries: usize, reading: Option<(&str, &str)>) -> (Drill, OfficerId) {
    let (mut d, body, _) = corps();
    let chief = d.officer(Side::A, Rank::Brigade, Post::ArtilleryChief, body, v2(1500.0, 200.0));
    d.officers[chief.index()].gifts.ability = 9;
    for _ in 0..batteries {
        reserve(&mut d, body, 6);
    }
    if let Some((id, option)) = reading {
        d.read(id, option);
    }
    (d, chief)
}

fn grand(d: &Drill, chief: OfficerId, n: usize, y: f64) -> Answer {
    let batteries = (0..n).map(|i| format!("A{}", 3 + i)).collect();
    let chief = d.officers[chief.index()].code.to_string();
    let a = Arrange::GrandBattery { chief, batteries, objective: [1500.0, y], facing: 0.0 };
    Answer::Orders { arrange: vec![a], give: vec![] }
}

fn begun(d: Drill, dice: impl Into<Vec<u8>>) -> Battle {
    let mut f = d.field();
    f.round = 0;
    Battle::drill(f, dice)
}

const NOTHING: Answer = Answer::Orders { arrange: Vec::new(), give: Vec::new() };

#[test]
fn an_artillery_chief_has_twenty_bases_at_most() {
    let p = proves!("gun-chief.2");
    let (d, chief) = with_chief(4, None);
    let order = |n| grand(&d, chief, n, 500.0);
    let b = begun(d.clone(), []);
    p.refused_by("gun-chief.2", b.clone().answer(Side::A, order(4)));
    assert!(b.clone().answer(Side::A, order(3)).is_ok(), "18 of 20");
}

#[test]
fn a_grand_battery_comes_stands_in_one_line_and_is_dissolved() {
    let p = proves!("gun-command.4", "gun-command.5", "gun-command-dissolve.2");
    let (mut d, chief) = with_chief(2, None);
    d.unit(UnitId(1)).base.front = v2(1500.0, 1950.0);
    d.officers[1].at = v2(1500.0, 1990.0);
    let order = grand(&d, chief, 2, 500.0);
    let code = d.officers[chief.index()].code.to_string();
    // Six tests of the order, one for each battery; the initiative of two rounds.
    let mut dice: Vec<u8> = vec![1; 8];
    dice.extend([7, 3].repeat(5));
    let mut b = begun(d, dice);
    b.answer(Side::A, order).unwrap();
    b.answer(Side::B, NOTHING).unwrap();
    while b.field().round < 4 {
        pass(&mut b);
    }
    let f = b.field();
    let guns: Vec<&tricolore::Unit> = f.units.iter().filter(|u| u.arm() == Arm::Artillery).collect();
    let stand =
        |u: &&tricolore::Unit| (u.formation, (u.base.front.y - 590.0).abs() < 0.01, u.base.dir.y > 0.99);
    let all: Vec<_> = guns.iter().map(stand).collect();
    assert_eq!(p.shows("gun-command.4", all), [(Formation::Unlimbered, true, true); 2], "{:#?}", log(&b));
    assert!(f.gap(guns[0], guns[1]) < 2.0, "side by side");
    // It gets no other order until it is dissolved.
    let give = vec![NewOrder {
        command: code.clone(),
        order: OrderKind::March,
        route: vec![[1500.0, 900.0]],
        starts: None,
        through: None,
    }];
    p.refused_by("gun-command.5", b.clone().answer(Side::A, Answer::Orders { arrange: vec![], give }));
    b.answer(Side::A, Answer::Orders { arrange: vec![Arrange::Dissolve { chief: code }], give: vec![] })
        .unwrap();
    b.answer(Side::B, NOTHING).unwrap();
    assert!(told(&b, "gun-command-dissolve.2"));
    let back = |u: &&tricolore::Unit| u.fate == Fate::InReserve && u.formation == Formation::Limbered;
    let all = |b: &Battle| b.field().units.iter().filter(|u| u.arm() == Arm::Artillery).filter(back).count();
    // They are limbered and go back at their pace, 300 in a round: it takes them two.
    let on_way = |u: &&tricolore::Unit| u.fate == Fate::OnTable && u.formation == Formation::Limbered;
    assert_eq!(b.field().units.iter().filter(|u| u.arm() == Arm::Artillery).filter(on_way).count(), 2);
    while b.field().round == 4 {
        pass(&mut b);
    }
    assert_eq!(all(&b), 0, "{:#?}", log(&b));
    while b.field().round == 5 {
        pass(&mut b);
    }
    assert_eq!(p.shows("gun-command-dissolve.2", all(&b)), 2);
}

#[test]
fn batteries_follow_their_chief_at_one_pace_or_another() {
    for (pace, there) in [("deployment", false), ("march", true)] {
        let (mut d, chief) = with_chief(1, Some(("grand-battery-pace", pace)));
        d.unit(UnitId(1)).base.front = v2(1500.0, 1950.0);
        d.officers[1].at = v2(1500.0, 1990.0);
        d.unit(UnitId(0)).base.front = v2(2000.0, 700.0);
        let order = grand(&d, chief, 1, 800.0);
        let mut b = begun(d, [1, 1, 1, 1, 1, 1, 1, 7, 3, 7, 3]);
        b.answer(Side::A, order).unwrap();
        b.answer(Side::B, NOTHING).unwrap();
        while b.field().round == 1 {
            pass(&mut b);
        }
        let guns = &b.field().units[3];
        assert_eq!(guns.formation == Formation::Unlimbered, there, "{:?} {:#?}", guns.base.front, log(&b));
    }
}

#[test]
fn a_battalion_gun_goes_with_its_unit_but_not_where_guns_cannot() {
    let p = proves!("battalion-gun.2", "battalion-gun.3");
    let drill = || {
        let mut d = two_lines(390.0);
        let u = d.infantry(Side::A, 3, COLUMN, 1250.0, 900.0, 0.0);
        d.unit(u).gun = true;
        d.patch(Terrain::DenseWood, (1000.0, 920.0), (1400.0, 1000.0));
        d
    };
    let mut b = moves(drill(), [5; 10]);
    b.answer(Side::A, one(ahead("A2", 10.0))).unwrap();
    let u = &b.field().units[2];
    assert!(told(&b, "battalion-gun.2") && !told(&b, "battalion-gun.3"));
    assert_eq!(p.shows("battalion-gun.2", (u.gun, u.base.width)), (true, 70.0), "30 beside a column of 40");
    let mut b = moves(drill(), [5; 10]);
    b.answer(Side::A, one(ahead("A2", 30.0))).unwrap();
    assert!(told(&b, "battalion-gun.3"), "{:#?}", log(&b));
    assert!(p.shows("battalion-gun.3", !b.field().units[2].gun));
}

/// Two batteries of two bases beside each other, in a redoubt or before it.
fn gun_pair(inside: bool) -> Drill {
    let mut d = two_lines(900.0);
    d.unit(UnitId(0)).base.front = v2(900.0, 300.0);
    let r = d.redoubt(Side::A, 6, 1500.0, 1200.0, 0.0);
    for x in [1470.0, 1530.0] {
        let u = d.battery(Side::A, 2, Formation::Unlimbered, x, 1200.0, 0.0);
        d.unit(u).redoubt = inside.then_some(r);
    }
    d
}

#[test]
fn batteries_in_one_redoubt_fire_as_one() {
    let p = proves!("redoubt.6");
    let fire = || {
        let one = |unit: &str| FireOrder { unit: unit.into(), at: "B1".into(), point: None, zone: None };
        Answer::Fire { fire: vec![one("A2"), one("A3")] }
    };
    let mut b = Battle::drill_from(gun_pair(true).field(), Side::A, Step::Bombardment, [6, 6, 6, 6, 9]);
    b.answer(Side::A, fire()).unwrap();
    assert!(told(&b, "redoubt.6"), "{:#?}", log(&b));
    assert_eq!(
        p.shows("redoubt.6", b.events().iter().filter(|e| e.clause.id() == "bombardment.1").count()),
        1
    );
    let mut apart = Battle::drill_from(gun_pair(false).field(), Side::A, Step::Bombardment, []);
    let no = apart.answer(Side::A, fire()).unwrap_err();
    assert_eq!(no.clause.map(|c| c.id()), Some("fire-coordination.1"));
}

#[test]
fn a_redoubt_that_is_fired_at_loses_cover() {
    let p = proves!("redoubt.4");
    let fire = |reading: &str, dice: &[u8]| {
        let mut d = gun_pair(true);
        d.read("redoubt-stars", reading);
        d.battery(Side::B, 4, Formation::Unlimbered, 1500.0, 1500.0, 180.0);
        let mut b = Battle::drill_from(d.field(), Side::B, Step::Bombardment, dice.to_vec());
        b.answer(Side::A, Answer::Fire { fire: vec![] }).unwrap();
        let one = FireOrder { unit: "B2".into(), at: "A2".into(), point: None, zone: None };
        b.answer(Side::B, Answer::Fire { fire: vec![one] }).unwrap();
        b.dice_used_up().unwrap();
        b.field().redoubts[0].cover
    };
    // At 300 four hits of 3 are a factor of 12: 2 U, a loss and two stars. Cover is tested for U and loss; then two dice for each star,
    // of which one must pass.
    let cover = p.shows("redoubt.4", fire("two-dice", &[6, 6, 6, 6, 6, 6, 6, 9, 9, 5, 9]));
    assert_eq!(cover, 5);
    assert_eq!(fire("one-die", &[6, 6, 6, 6, 6, 6, 6, 9, 5]), 5);
}

#[test]
fn guns_go_into_a_redoubt_and_out_again() {
    let p = proves!("redoubt.5");
    let drill = |reading: &str| {
        let mut d = two_lines(1500.0);
        d.officers[0].gifts.radius = 1000;
        d.read("redoubt-entry", reading);
        // 120 wide and 80 deep: its rear edge is at 820.
        d.redoubt(Side::A, 6, 1500.0, 900.0, 0.0);
        d.unit(UnitId(0)).base.front = v2(900.0, 700.0);
        d.battery(Side::A, 3, Formation::Limbered, 1500.0, 700.0, 0.0);
        d
    };
    let settle = |act: GunAct| Answer::Settle {
        units: vec![Settling { unit: "A2".into(), act: SettleAct::Guns(act) }],
    };
    let go = |y: f64| settle(GunAct::Go { to: Pose { x: 1500.0, y, facing: 0.0 }, unlimber: true });
    let after = |reading: &str, y: f64| {
        let mut b = Battle::drill_from(drill(reading).field(), Side::A, Step::Settling, [5; 8]);
        b.answer(Side::A, go(y)).unwrap();
        b.answer(Side::B, Answer::Settle { units: vec![] }).unwrap();
        b
    };
    let b = after("may", 820.0);
    let u = &b.field().units[2];
    assert_eq!(p.shows("redoubt.5", (u.redoubt, u.formation)), (Some(RedoubtId(0)), Formation::Unlimbered));
    assert_eq!(u.base.front, v2(1500.0, 900.0));
    assert_eq!(after("may", 818.0).field().units[2].redoubt, None, "it does not touch it");
    assert_eq!(after("leave-only", 820.0).field().units[2].redoubt, None);
    // Out again by limbering, two dice; then nobody is in it, and it is gone.
    let mut d = drill("leave-only");
    d.unit(UnitId(2)).formation = Formation::Unlimbered;
    d.unit(UnitId(2)).redoubt = Some(RedoubtId(0));
    d.unit(UnitId(2)).base.front = v2(1500.0, 900.0);
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Settling, [5, 5, 5]);
    let out = GunAct::Limber { to: Pose { x: 1500.0, y: 700.0, facing: 180.0 } };
    b.answer(Side::A, settle(out)).unwrap();
    b.answer(Side::B, Answer::Settle { units: vec![] }).unwrap();
    assert_eq!((b.field().units[2].redoubt, b.field().redoubts[0].gone), (None, true), "{:#?}", log(&b));
}

/// A river 150 wide with low water or not, engineers and a pontoon train beside it.
fn river(low: bool, boats: bool) -> Drill {
    let mut d = two_lines(1500.0);
    d.line(Obstacle::River, &[(0.0, 400.0), (3000.0, 400.0)]);
    d.ground.lines.change(|l| (l.width, l.low_water) = (150.0, low));
    let e = d.raise(Side::A, Troop::of(Arm::Engineers), 1, COLUMN, Pose { x: 700.0, y: 300.0, facing: 0.0 });
    d.unit(e).command = None;
    if boats {
        let t = d.raise(
            Side::A,
            Troop::of(Arm::Pontoons),
            1,
            Formation::Train,
            Pose { x: 760.0, y: 300.0, facing: 0.0 },
        );
        d.unit(t).command = None;
    }
    d
}

fn set_to(a: Arrange) -> Answer {
    Answer::Orders { arrange: vec![a], give: vec![] }
}

fn build(kind: BridgeKind) -> Answer {
    set_to(Arrange::Build { unit: "A2".into(), kind, at: [700.0, 400.0] })
}

#[test]
fn bridges_are_built_where_they_may_be() {
    let p = proves!("pontoon.1", "foot-bridge.1");
    p.refused_by("pontoon.1", begun(river(true, false), []).answer(Side::A, build(BridgeKind::HeavyPontoon)));
    p.refused_by(
        "foot-bridge.1",
        begun(river(false, true), []).answer(Side::A, build(BridgeKind::LightTrestle)),
    );
    assert!(begun(river(false, true), []).answer(Side::A, build(BridgeKind::LightPontoon)).is_ok());
    assert!(begun(river(true, false), []).answer(Side::A, build(BridgeKind::LightTrestle)).is_ok());
    p.refused_by("pontoon.1", begun(river(true, true), []).answer(Side::A, build(BridgeKind::Stone)));
    let far =
        set_to(Arrange::Build { unit: "A2".into(), kind: BridgeKind::LightPontoon, at: [700.0, 700.0] });
    p.refused_by("pontoon.1", begun(river(false, true), []).answer(Side::A, far));
    // Boats go by roads alone.
    let mut b = Battle::drill_from(river(false, true).field(), Side::A, Step::Superiors, []);
    let to = [760.0, 350.0];
    let ride = Answer::Superiors { moves: vec![SuperiorMove { officer: "A3".into(), to, join: None }] };
    p.refused_by("pontoon.1", b.answer(Side::A, ride));
}

/// Works until the bridge stands or is gone: three passed tests a round.
fn rounds_of_work(mut b: Battle, first: Answer) -> (Battle, u32) {
    b.answer(Side::A, first).unwrap();
    b.answer(Side::B, NOTHING).unwrap();
    for _ in 0..400 {
        let open = |b: &Battle| b.play().sites.iter().any(|s| s.points < s.needs);
        if !open(&b) {
            break;
        }
        pass(&mut b);
    }
    let round = b.field().round;
    (b, round)
}

#[test]
fn pontoons_are_put_up_and_taken_down_by_work() {
    let p = proves!("pontoon.2", "pontoon.3", "pontoon.4");
    // Ten points at three a round are four rounds, fifteen five.
    let dice = |rounds: usize| -> Vec<u8> { [7, 3, 5, 5, 5].repeat(rounds) };
    let (light, n) = rounds_of_work(begun(river(false, true), dice(6)), build(BridgeKind::LightPontoon));
    assert_eq!(
        (p.shows("pontoon.2", n), light.field().bridges[0].bridge.kind),
        (5, BridgeKind::LightPontoon)
    );
    assert!(told(&light, "pontoon.2"), "the fourth round is over when the fifth begins");
    let (heavy, n) = rounds_of_work(begun(river(false, true), dice(7)), build(BridgeKind::HeavyPontoon));
    assert_eq!((p.shows("pontoon.3", n), told(&heavy, "pontoon.3")), (6, true));
    let f = heavy.field();
    assert_eq!(f.bridges[0].bridge.rect.centre, v2(700.0, 400.0));
    assert_eq!(f.bridges[0].bridge.rect.half_depth, 75.0);
    // Half of fifteen is eight: three rounds more.
    let mut d = river(false, true);
    d.bridge(BridgeKind::HeavyPontoon, 1, (700.0, 400.0), 150.0, 0.0);
    let down = set_to(Arrange::TakeDown { unit: "A2".into(), bridge: "bridge".into() });
    let (gone, n) = rounds_of_work(begun(d.clone(), dice(5)), down);
    assert_eq!((p.shows("pontoon.4", n), gone.field().bridges[0].gone), (4, true));
    d.ground.bridges[0].kind = BridgeKind::Wooden;
    let down = set_to(Arrange::TakeDown { unit: "A2".into(), bridge: "bridge".into() });
    p.refused_by("pontoon.4", begun(d, []).answer(Side::A, down));
}

#[test]
fn a_division_battery_marches_with_a_brigade() {
    let p = proves!("march-guns.1");
    let mut d = Drill::new();
    d.infantry(Side::A, 3, Formation::MarchColumn, 500.0, 500.0, 0.0);
    d.infantry(Side::B, 3, Formation::Line { front: 3 }, 2500.0, 1900.0, 180.0);
    let guns = d.battery(Side::A, 3, Formation::Limbered, 540.0, 330.0, 0.0);
    d.unit(guns).command = None;
    d.unit(guns).body = d.bodies[0].id;
    d.officers[0].at = v2(500.0, 500.0);
    d.officers[1].at = v2(2500.0, 1950.0);
    let route = vec![v2(500.0, 300.0), v2(500.0, 1500.0)];
    d.commands[0].orders = Orders::from_start(CommandOrder { kind: OrderKind::March, route });
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, []);
    let faces = CommandMove { command: "Aa".into(), ..CommandMove::default() };
    b.answer(Side::A, Answer::Manoeuvre { commands: vec![faces] }).unwrap();
    assert!(told(&b, "march-guns.1"));
    let at = b.field()[guns].base.front;
    // 40 to the route, and 560 along it.
    assert!((p.shows("march-guns.1", at.y) - 890.0).abs() < 0.1 && (at.x - 500.0).abs() < 0.1, "{at:?}");
    // It does not move again in the deployment phase.
    silent_until(&mut b, Step::Settling);
    let to = Pose { x: 500.0, y: at.y + 50.0, facing: 0.0 };
    let act = SettleAct::Guns(GunAct::Go { to, unlimber: false });
    let no =
        b.answer(Side::A, Answer::Settle { units: vec![Settling { unit: "A2".into(), act }] }).unwrap_err();
    assert_eq!(no.clause.map(|c| c.id()), Some("unengaged.2"));
}

#[test]
fn the_officer_of_a_march_faces_along_it_or_to_the_enemy() {
    let p = proves!("orders.march.9");
    for (to_enemy, east) in [(false, 0.0), (true, 1.0)] {
        let mut d = Drill::new();
        d.infantry(Side::A, 3, Formation::MarchColumn, 500.0, 500.0, 0.0);
        d.infantry(Side::B, 3, Formation::Line { front: 3 }, 2500.0, 900.0, 270.0);
        d.officers[0].at = v2(500.0, 500.0);
        let route = vec![v2(500.0, 500.0), v2(500.0, 900.0)];
        d.commands[0].orders = Orders::from_start(CommandOrder { kind: OrderKind::March, route });
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, []);
        let m = CommandMove { command: "Aa".into(), to_enemy, ..CommandMove::default() };
        b.answer(Side::A, Answer::Manoeuvre { commands: vec![m] }).unwrap();
        let dir = b.field().officers[0].dir;
        assert!((p.shows("orders.march.9", dir.x) - east).abs() < 0.01, "{dir:?}");
    }
}

#[test]
fn moving_to_the_reserve_zone_is_free_of_the_limit() {
    let p = proves!("manoeuvre-phase.13");
    let drill = |reading: &str| {
        let (mut d, ..) = corps();
        d.read("towards-reserve", reading);
        d.unit(UnitId(0)).base.dir = table::V2::bearing(180.0);
        d.unit(UnitId(1)).base.front = v2(1500.0, 1200.0);
        d.officers[0].at = v2(1500.0, 750.0);
        d.officers[0].dir = table::V2::bearing(180.0);
        on(&mut d, 0, OrderKind::Manoeuvre);
        Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, [5; 10])
    };
    // 480 from the enemy: without engaging 240 and no more, but homewards.
    let mut home = drill("units");
    home.answer(Side::A, advance(400.0, false, &[ahead("A1", 400.0)])).unwrap();
    assert!(p.shows("manoeuvre-phase.13", told(&home, "manoeuvre-phase.13")));
    let no = drill("units").answer(Side::A, advance(400.0, false, &[])).unwrap_err();
    assert_eq!(no.clause.map(|c| c.id()), Some("manoeuvre-phase.12"), "no unit comes nearer");
    assert!(drill("officer").answer(Side::A, advance(400.0, false, &[])).is_ok());
}

/// Orders of side A in the first round, those of B being none, and on to the next round.
fn one_round(mut b: Battle, arrange: Arrange) -> Battle {
    b.answer(Side::A, set_to(arrange)).unwrap();
    b.answer(Side::B, NOTHING).unwrap();
    while b.field().round == 1 {
        pass(&mut b);
    }
    b
}

#[test]
fn a_battery_of_the_reserve_goes_to_its_new_superior_in_the_manoeuvre_phase() {
    let p = proves!("gun-reserve.3", "gun-reserve.4");
    let drill = || {
        let (mut d, body, _) = corps();
        let guns = reserve(&mut d, body, 2);
        // One of the brigade's own is in the reserve.
        let sent = reserve(&mut d, body, 2);
        d.unit(sent).body = d.bodies[1].id;
        d.unit(UnitId(1)).base.front = v2(1500.0, 1950.0);
        d.officers[1].at = v2(1500.0, 1990.0);
        // The brigade is far off: 900 from the train.
        d.unit(UnitId(0)).base.front = v2(1500.0, 1150.0);
        d.officers[0].at = v2(1500.0, 1100.0);
        d.bodies[1].officer = Some(OfficerId(0));
        (d, guns)
    };
    let to = |d: &Drill| d.bodies[1].code.to_string();
    let send = |d: &Drill, replaces: Option<&str>| Arrange::Send {
        unit: "A3".into(),
        to: to(d),
        replaces: replaces.map(Into::into),
    };
    // O1/1 of the battery in the place of another, O2/2 besides those that are there; then the initiative.
    let (d, guns) = drill();
    let s = send(&d, Some("A4"));
    for nobody in ["A3", "A9", "A1"] {
        assert!(begun(d.clone(), []).answer(Side::A, set_to(send(&d, Some(nobody)))).is_err(), "{nobody}");
    }
    let b = one_round(begun(d, [5, 7, 3]), s);
    assert_eq!(
        b.field().units[4].body,
        BodyId(4),
        "whom it replaces is of the corps' reserve: {:#?}",
        log(&b)
    );
    assert!(told(&b, "gun-reserve.3"), "{:#?}", log(&b));
    let y = p.shows("gun-reserve.3", b.field()[guns].base.front.y);
    assert!(y > 550.0, "more than the 300 of the deployment phase: {y}");
    assert!(b.field()[guns].formation == Formation::Limbered);
    let (d, guns) = drill();
    let s = send(&d, None);
    let held = one_round(begun(d, [5, 6, 7, 3]), s);
    assert_eq!(
        p.shows("gun-reserve.4", held.field()[guns].fate),
        Fate::InReserve,
        "one of the two dice fails"
    );
}

#[test]
fn a_battery_that_retreated_of_its_own_will_goes_to_the_reserve() {
    let p = proves!("gun-reserve.2");
    let drill = |retreats: bool| {
        let (mut d, ..) = corps();
        let guns = d.battery(Side::A, 3, Formation::Unlimbered, 1200.0, 800.0, 0.0);
        d.officers[0].gifts.radius = 1500;
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Settling, [5, 5, 7, 3, 7, 3]);
        let to = Pose { x: 1200.0, y: 250.0, facing: 180.0 };
        let units = if retreats {
            vec![Settling { unit: "A3".into(), act: SettleAct::Guns(GunAct::Retreat { to }) }]
        } else {
            vec![]
        };
        b.answer(Side::A, Answer::Settle { units }).unwrap();
        b.answer(Side::B, Answer::Settle { units: vec![] }).unwrap();
        assert!(matches!(b.play().step, Step::Orders), "{:?}", b.play().step);
        (b, guns)
    };
    let to_reserve = || set_to(Arrange::ToReserve { unit: "A3".into() });
    let (mut b, guns) = drill(true);
    b.answer(Side::A, to_reserve()).unwrap();
    b.answer(Side::B, NOTHING).unwrap();
    let u = &b.field()[guns];
    assert_eq!(p.shows("gun-reserve.2", (u.fate, u.disorder.active)), (Fate::InReserve, 2));
    p.refused_by("gun-reserve.2", drill(false).0.answer(Side::A, to_reserve()));
}

#[test]
fn guns_that_must_go_to_the_train_are_there_at_once_or_go_a_thousand_a_round() {
    let goes = |option: &str, y: f64| {
        let (mut d, ..) = corps();
        d.read("guns-to-train", option);
        let guns = d.battery(Side::A, 3, Formation::Limbered, 1200.0, y, 0.0);
        d.unit(guns).disorder.active = 6;
        d.officers[0].gifts.radius = 1500;
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Settling, [5; 60]);
        let act = SettleAct::Guns(GunAct::Retreat { to: Pose { x: 1200.0, y: 250.0, facing: 180.0 } });
        b.answer(Side::A, Answer::Settle { units: vec![Settling { unit: "A3".into(), act }] }).unwrap();
        b.answer(Side::B, Answer::Settle { units: vec![] }).unwrap();
        let mut seen = Vec::new();
        for round in 2..=3 {
            while b.field().round < round {
                pass(&mut b);
            }
            seen.push(b.field()[guns].fate);
        }
        assert_eq!(told(&b, "play.edge"), option == "by-rounds", "{:#?}", log(&b));
        (seen, b.field()[guns].base.front)
    };
    // The train is at 1500/200: 670 away, and 1140.
    let there = v2(1500.0, 200.0);
    assert_eq!(goes("at-once", 1300.0), (vec![Fate::InReserve; 2], there));
    assert_eq!(goes("by-rounds", 800.0), (vec![Fate::InReserve; 2], there));
    assert_eq!(goes("by-rounds", 1300.0), (vec![Fate::Awaited, Fate::InReserve], there));
}
