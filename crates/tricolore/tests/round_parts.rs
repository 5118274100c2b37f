//! What has a part in moves, orders, marches, fire and fights on the table, clause by clause.

use super::round::{silent_until, two_lines};
use desk::Rules;
use table::{Pose, v2};
use tricolore::answer::{
    Answer, Attack, Change, CommandMove, Disengaged, FireOrder, GunAct, NewOrder, SettleAct, Settling,
    SuperiorMove, UnitMove,
};
use tricolore::battle::{Awaits, Battle, Step};
use tricolore::command::Engagement;
use tricolore::drill::Drill;
use tricolore::officer::{Post, Rank};
use tricolore::orders::{CommandOrder, OrderKind, Orders};
use tricolore::troop::{Arm, Formation, FormationKind, Harness, Troop};
use tricolore::{Side, UnitId, ops, proves};

fn engaged(mut d: Drill) -> Drill {
    for c in &mut d.commands {
        c.engagement = Engagement::Engaged { since: 1 };
        c.orders.active = None;
    }
    d
}

fn moves(d: Drill, dice: impl Into<Vec<u8>>) -> Battle {
    let mut b = Battle::drill_from(engaged(d).field(), Side::A, Step::SequenceBegins, dice);
    silent_until(&mut b, Step::MovesA);
    b
}

fn told(b: &Battle, id: &str) -> bool {
    b.events().iter().any(|e| e.rests_on(id))
}

/// Each of these had a part in what happened.
macro_rules! had_a_part {
    ($p:expr, $b:expr, $($id:literal),+ $(,)?) => {
        $(assert!($p.shows($id, told($b, $id)), "{} had no part", $id);)+
    };
}

fn one(m: UnitMove) -> Answer {
    Answer::Move { units: vec![m] }
}

fn ahead(unit: &str, m: f64) -> UnitMove {
    UnitMove { unit: unit.into(), ahead: m, ..UnitMove::default() }
}

#[test]
fn parts_of_a_move() {
    let p = proves!(
        "pivot.2",
        "pivot.3",
        "pivot.4",
        "pivot.5",
        "tmove.general.2",
        "engagement.engaged.1",
        "op.officers.4",
        "play.snapshot",
        "tmove.phase.1",
        "op.actions.2",
        "formchange.1"
    );
    let mut d = two_lines(390.0);
    d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1250.0, 900.0, 0.0);
    d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1750.0, 900.0, 0.0);
    let mut b = moves(d, [5; 20]);
    b.answer(Side::A, one(UnitMove { wheel: 20.0, ..ahead("A1", 50.0) })).unwrap();
    b.answer(Side::A, one(UnitMove { about: true, ..ahead("A2", 50.0) })).unwrap();
    let c = Change {
        unit: "A3".into(),
        to: FormationKind::Line,
        front: None,
        at: None,
        join: None,
        detach: None,
    };
    b.answer(Side::A, Answer::Change(c)).unwrap();
    had_a_part!(
        p,
        &b,
        "pivot.2",
        "pivot.3",
        "pivot.5",
        "tmove.general.2",
        "engagement.engaged.1",
        "op.officers.4",
        "play.snapshot"
    );
    had_a_part!(p, &b, "tmove.phase.1", "op.actions.2", "formchange.1");
    silent_until(&mut b, Step::MovesB);
    b.answer(Side::B, one(UnitMove { unit: "B1".into(), about: true, ..UnitMove::default() })).unwrap();
    had_a_part!(p, &b, "pivot.4");
}

#[test]
fn chains_go_with_lines_and_columns_of_linear_armies_alone() {
    let p = proves!("op.formation.1", "op.formation.3", "linear.2");
    let mut d = two_lines(390.0);
    d.skirmishers(Side::A, 2, 1690.0, 1000.0, 0.0);
    let mut b = moves(d, [5; 20]);
    p.refused_by("op.formation.1", b.clone().answer(Side::A, Answer::Move { units: vec![] }));
    b.answer(Side::A, Answer::Move { units: vec![ahead("A1", 30.0), ahead("A2", 30.0)] }).unwrap();
    had_a_part!(p, &b, "op.formation.3");
    let mut d = two_lines(390.0);
    for x in [1700.0, 1760.0] {
        let u = d.infantry(Side::A, 3, Formation::Column { front: 1 }, x, 1000.0, 0.0);
        d.unit(u).troop.linear = true;
    }
    let together = Answer::Move { units: vec![ahead("A2", 30.0), ahead("A3", 30.0)] };
    p.refused_by("linear.2", moves(d, []).answer(Side::A, together));
}

#[test]
fn engaged_without_seeing_and_alone() {
    let p = proves!(
        "engagement.2",
        "engagement.4",
        "play.engaged-alone",
        "play.hidden",
        "play.asks",
        "op.officers.3"
    );
    let mut d = two_lines(300.0);
    d.infantry(Side::A, 3, Formation::Column { front: 1 }, 2900.0, 1000.0, 0.0);
    d.infantry(Side::B, 3, Formation::Column { front: 1 }, 2900.0, 1200.0, 180.0);
    let mut f = d.field();
    f.round = 0;
    let mut b = Battle::drill(f, [5; 40]);
    let asks = b.offers(Side::A, &Awaits::Orders).about;
    assert_eq!(p.shows("play.asks", asks["silence"].clone()), serde_json::json!("play.asks"));
    silent_until(&mut b, Step::DeclareA);
    had_a_part!(p, &b, "engagement.2", "engagement.4", "play.engaged-alone", "op.officers.3");
    // What one side writes the other does not hear.
    let mut d = two_lines(1200.0);
    d.officers[0].gifts.ability = 1;
    let mut f = d.field();
    f.round = 0;
    let mut b = Battle::drill(f, [9, 7, 3]);
    let give = vec![NewOrder {
        command: "Aa".into(),
        order: OrderKind::Deployment,
        route: vec![],
        starts: None,
        through: None,
    }];
    b.answer(Side::A, Answer::Orders { arrange: vec![], give }).unwrap();
    b.answer(Side::B, Answer::Orders { arrange: vec![], give: vec![] }).unwrap();
    let secret: Vec<_> = b.events().iter().filter(|e| e.rests_on("play.hidden")).collect();
    // That it was given, and that it was tried in vain.
    assert_eq!(p.shows("play.hidden", secret.len()), 2);
    assert!(secret.iter().all(|e| e.heard == desk::Audience::side(Side::A)));
}

#[test]
fn every_command_has_one_of_four_orders() {
    let p = proves!(
        "orders.phase.2",
        "orders.phase.3",
        "officers.4",
        "orders.deployment.1",
        "orders.defence.1",
        "orders.deployment.2",
        "round.2",
        "play.order-phase",
        "orders.manoeuvre.6"
    );
    let mut d = two_lines(1200.0);
    d.commands[0].orders.active = None;
    d.commands[1].orders = Orders::from_start(CommandOrder::plain(OrderKind::Deployment));
    let body = d.bodies[0].id;
    d.officer(Side::A, Rank::Division, Post::Superior, body, v2(1000.0, 500.0));
    let mut f = d.field();
    f.round = 0;
    let mut b = Battle::drill(f, [9; 30]);
    assert!(b.field().commands.iter().all(|c| c.orders.kind() == Some(OrderKind::Defence)));
    had_a_part!(p, &b, "orders.phase.3", "orders.deployment.1");
    let give = |code: &str| Answer::Orders {
        arrange: vec![],
        give: vec![NewOrder {
            command: code.into(),
            order: OrderKind::Manoeuvre,
            route: vec![],
            starts: None,
            through: None,
        }],
    };
    p.refused_by("officers.4", b.clone().answer(Side::A, give("Ao2")));
    b.answer(Side::A, give("Aa")).unwrap();
    b.answer(Side::B, Answer::Orders { arrange: vec![], give: vec![] }).unwrap();
    had_a_part!(p, &b, "orders.phase.2", "play.order-phase");
    // In the manoeuvre phase.
    let mut d = two_lines(1200.0);
    for order in [OrderKind::Deployment, OrderKind::Manoeuvre] {
        let c = d.brigade(Side::A);
        d.commands[c.index()].orders = Orders::from_start(CommandOrder::plain(order));
        d.infantry(Side::A, 3, Formation::Column { front: 1 }, 500.0 + 200.0 * f64::from(c.0), 300.0, 0.0);
    }
    let c = d.brigade(Side::A);
    d.commands[c.index()].orders.active = None;
    d.commands[c.index()].engagement = Engagement::Engaged { since: 1 };
    let b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, []);
    let go = |code: &str| Answer::Manoeuvre {
        commands: vec![CommandMove { command: code.into(), ..CommandMove::default() }],
    };
    p.refused_by("orders.defence.1", b.clone().answer(Side::A, go("Aa")));
    p.refused_by("orders.deployment.2", b.clone().answer(Side::A, go("Ab")));
    p.refused_by("round.2", b.clone().answer(Side::A, go("Ad")));
    let c = Change {
        unit: "A1".into(),
        to: FormationKind::Square,
        front: None,
        at: None,
        join: None,
        detach: None,
    };
    p.refused_by("orders.manoeuvre.6", b.clone().answer(Side::A, Answer::Change(c)));
}

#[test]
fn parts_of_a_manoeuvre() {
    let p = proves!(
        "manoeuvre-phase.1",
        "manoeuvre-phase.2",
        "manoeuvre-phase.3",
        "manoeuvre-phase.4",
        "manoeuvre-phase.5",
        "manoeuvre-phase.8",
        "manoeuvre-phase.9",
        "manoeuvre-phase.10",
        "play.grand-moves",
        "orders.manoeuvre.4",
        "orders.manoeuvre.5",
        "orders.manoeuvre.8"
    );
    let drill = |apart: f64| {
        let mut d = two_lines(apart);
        d.commands[0].orders = Orders::from_start(CommandOrder::plain(OrderKind::Manoeuvre));
        d
    };
    let at = |d: Drill| Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, [5; 20]);
    let with = |m: UnitMove, ahead: f64, slow: bool| Answer::Manoeuvre {
        commands: vec![CommandMove {
            command: "Aa".into(),
            engage: true,
            slow,
            ahead,
            formations: vec![vec![m]],
            ..CommandMove::default()
        }],
    };
    let b = at(drill(900.0));
    p.refused_by(
        "manoeuvre-phase.4",
        b.clone().answer(Side::A, with(UnitMove { slant: 30.5, ..ahead("A1", 300.0) }, 300.0, false)),
    );
    p.refused_by(
        "manoeuvre-phase.5",
        b.clone().answer(Side::A, with(UnitMove { about: true, ..ahead("A1", 300.0) }, 300.0, false)),
    );
    let mut turned = b.clone();
    turned.answer(Side::A, with(UnitMove { wheel: 10.0, ..ahead("A1", 300.0) }, 300.0, false)).unwrap();
    had_a_part!(
        p,
        &turned,
        "manoeuvre-phase.1",
        "manoeuvre-phase.2",
        "manoeuvre-phase.3",
        "play.grand-moves",
        "orders.manoeuvre.4"
    );
    let mut slow = b.clone();
    slow.answer(Side::A, with(ahead("A1", 100.0), 100.0, true)).unwrap();
    had_a_part!(p, &slow, "orders.manoeuvre.8");
    assert_eq!(
        slow.field().commands[0].orders.kind(),
        Some(OrderKind::Manoeuvre),
        "slowly, and the order stands"
    );
    let mut mixed = drill(900.0);
    mixed.infantry(Side::A, 3, Formation::Column { front: 1 }, 1300.0, 900.0, 0.0);
    p.refused_by("manoeuvre-phase.8", at(mixed).answer(Side::A, with(ahead("A1", 100.0), 100.0, true)));
    let mut poor = drill(900.0);
    poor.officers[0].gifts.points = 0;
    p.refused_by("manoeuvre-phase.10", at(poor).answer(Side::A, with(ahead("A1", 300.0), 300.0, false)));
    let mut lost = drill(900.0);
    lost.infantry(Side::A, 3, Formation::Column { front: 1 }, 300.0, 900.0, 0.0);
    p.refused_by("manoeuvre-phase.9", at(lost).answer(Side::A, with(ahead("A2", 300.0), 300.0, false)));
    let mut near = at(drill(700.0));
    near.answer(Side::A, with(ahead("A1", 600.0), 600.0, false)).unwrap();
    had_a_part!(p, &near, "orders.manoeuvre.5");
}

#[test]
fn parts_of_a_march() {
    let p = proves!(
        "orders.march.3",
        "orders.march.4",
        "orders.march.5",
        "orders.march.6",
        "orders.march.7",
        "orders.march.9",
        "march-phase.1",
        "march-phase.4",
        "march-phase.5",
        "march-phase.6"
    );
    let drill = |to: f64| {
        let mut d = Drill::new();
        d.infantry(Side::A, 3, Formation::MarchColumn, 500.0, 300.0, 0.0);
        d.infantry(Side::B, 3, Formation::Line { front: 3 }, 500.0, 1400.0, 180.0);
        d.officers[0].at = v2(500.0, 300.0);
        d.officers[1].at = v2(500.0, 1600.0);
        let route = vec![v2(500.0, 300.0), v2(500.0, to)];
        d.commands[0].orders = Orders::from_start(CommandOrder { kind: OrderKind::March, route });
        d
    };
    let march = |d: Drill| {
        let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, []);
        b.answer(Side::A, Answer::Manoeuvre { commands: vec![] }).unwrap();
        b
    };
    let b = march(drill(700.0));
    had_a_part!(p, &b, "orders.march.3", "march-phase.1", "march-phase.4", "march-phase.6", "orders.march.9");
    // It keeps 400 from the enemy of its own accord.
    let mut near = drill(1300.0);
    near.unit(UnitId(0)).base.front = v2(500.0, 700.0);
    near.officers[0].at = v2(500.0, 700.0);
    let b = march(near);
    had_a_part!(p, &b, "march-phase.5", "orders.march.6");
    let f = b.field();
    let gap = f.gap(&f.units[0], &f.units[1]);
    assert!((gap - 400.0).abs() < 0.1, "{gap}");
    // It waits behind friends.
    let mut behind = drill(900.0);
    behind.infantry(Side::A, 4, Formation::Line { front: 4 }, 500.0, 500.0, 0.0);
    behind.unit(UnitId(2)).command = None;
    let b = march(behind);
    had_a_part!(p, &b, "orders.march.5");
    assert_eq!(b.field().commands[0].orders.kind(), Some(OrderKind::March));
    let b = Battle::drill_from(drill(700.0).field(), Side::A, Step::Manoeuvre, []);
    let with = |m: CommandMove| Answer::Manoeuvre { commands: vec![m] };
    let halt = CommandMove { command: "Aa".into(), halt: true, ..CommandMove::default() };
    p.refused_by("orders.march.7", b.clone().answer(Side::A, with(halt)));
    let plan = CommandMove { command: "Aa".into(), ahead: 100.0, ..CommandMove::default() };
    p.refused_by("orders.march.4", b.clone().answer(Side::A, with(plan)));
}

#[test]
fn parts_of_a_bombardment() {
    let p = proves!(
        "play.fire-step",
        "round.3",
        "bombardment.3",
        "safety-zone.1",
        "safety-zone.2",
        "bombardment.5",
        "bombardment.6",
        "firing-line.1"
    );
    let line = || {
        let mut d = Drill::new();
        d.battery(Side::A, 4, Formation::Unlimbered, 1500.0, 700.0, 0.0);
        d.infantry(Side::B, 4, Formation::Column { front: 2 }, 1500.0, 1300.0, 180.0);
        d
    };
    let at = |d: Drill| Battle::drill_from(d.field(), Side::A, Step::Bombardment, [9; 12]);
    let fire = |point: Option<[f64; 2]>, zone: Option<[f64; 2]>| Answer::Fire {
        fire: vec![FireOrder { unit: "A1".into(), at: "B1".into(), point, zone }],
    };
    let mut b = at(line());
    p.refused_by("firing-line.1", b.clone().answer(Side::A, fire(Some([1500.0, 1200.0]), None)));
    p.refused_by("bombardment.6", b.clone().answer(Side::A, fire(None, Some([1700.0, 1300.0]))));
    b.answer(Side::A, fire(None, Some([1540.0, 1320.0]))).unwrap();
    had_a_part!(p, &b, "play.fire-step", "round.3", "bombardment.3", "safety-zone.1");
    let mut friend = line();
    friend.infantry(Side::A, 2, Formation::Column { front: 1 }, 1610.0, 900.0, 0.0);
    let middle = Some([1500.0, 1300.0]);
    p.refused_by("safety-zone.2", at(friend).answer(Side::A, fire(middle, None)));
    let mut screened = line();
    screened.infantry(Side::B, 2, Formation::Column { front: 1 }, 1420.0, 1000.0, 180.0);
    screened.infantry(Side::B, 2, Formation::Column { front: 1 }, 1580.0, 1000.0, 180.0);
    p.refused_by("bombardment.5", at(screened).answer(Side::A, fire(middle, None)));
}

#[test]
fn parts_of_an_attack_and_its_melee() {
    let p = proves!(
        "tmove.attack.1",
        "tmove.attack.3",
        "play.melee-order",
        "play.continued",
        "play.sequence-end"
    );
    let d = engaged(two_lines(250.0));
    // Two line tests, then 5 and 6: a continued melee between equals.
    let mut b = Battle::drill_from(d.field(), Side::A, Step::SequenceBegins, [5, 5, 5, 6, 5, 5, 5, 5, 5, 9]);
    b.answer(
        Side::A,
        Answer::Declare { attacks: vec![Attack { unit: "A1".into(), target: "B1".into(), straight: true }] },
    )
    .unwrap();
    while b.play().sequence == 1 {
        let (side, _) = b.pending()[0].clone();
        let a = b.silence(side).unwrap();
        b.answer(side, a).unwrap();
    }
    had_a_part!(
        p,
        &b,
        "tmove.attack.1",
        "tmove.attack.3",
        "play.melee-order",
        "play.continued",
        "play.sequence-end"
    );
    let f = b.field();
    let gap = f.gap(&f.units[0], &f.units[1]);
    let log: Vec<String> = b.events().iter().map(|e| e.says.to_string()).collect();
    assert!((gap - 50.0).abs() < 0.1, "they stand {gap} apart: {log:#?}");
    assert!(f.units[0].continued.is_some_and(|c| c.attacker));
}

#[test]
fn a_division_among_another_breaks_both() {
    let p = proves!("integrity.1", "integrity.8");
    let mut d = two_lines(300.0);
    d.infantry(Side::A, 4, Formation::Line { front: 4 }, 1900.0, 1000.0, 0.0);
    d.infantry(Side::A, 4, Formation::Line { front: 4 }, 1700.0, 600.0, 0.0);
    d.division(Side::A);
    d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1700.0, 850.0, 0.0);
    let mut b = moves(d, [9; 20]);
    b.answer(Side::A, one(UnitMove { unit: "A1".into(), about: true, ..UnitMove::default() })).unwrap();
    had_a_part!(p, &b, "integrity.1");
    let broken: Vec<&str> = b.field().bodies.iter().filter(|x| x.broken).map(|x| &*x.code).collect();
    assert_eq!(broken, ["A-1", "A-3"]);
    silent_until(&mut b, Step::SequenceRoll);
    had_a_part!(p, &b, "integrity.8");
}

#[test]
fn guns_near_the_enemy_and_in_radius() {
    let p = proves!("tmove.artillery.3", "gt-guns.1", "gt-guns.3", "gt-guns.7", "op.actions.6");
    let mut d = two_lines(390.0);
    d.battery(Side::A, 3, Formation::Limbered, 1200.0, 1050.0, 0.0);
    let mut b = moves(d, []);
    p.refused_by("op.actions.6", b.clone().answer(Side::A, one(ahead("A2", 20.0))));
    silent_until(&mut b, Step::MovesB);
    assert_eq!(p.shows("tmove.artillery.3", b.field().units[2].formation), Formation::Unlimbered);
    let mut d = two_lines(900.0);
    d.raise(
        Side::A,
        Troop::battery(6, Harness::Horse),
        3,
        Formation::Limbered,
        Pose { x: 1300.0, y: 700.0, facing: 0.0 },
    );
    d.battery(Side::A, 3, Formation::Unlimbered, 1700.0, 900.0, 0.0);
    let b = Battle::drill_from(d.field(), Side::A, Step::Settling, [5, 5]);
    let act = |unit: &str, g: GunAct| Answer::Settle {
        units: vec![Settling { unit: unit.into(), act: SettleAct::Guns(g) }],
    };
    p.refused_by("gt-guns.1", b.clone().answer(Side::A, act("A1", GunAct::Unlimber)));
    let to = Pose { x: 900.0, y: 700.0, facing: 270.0 };
    p.refused_by("gt-guns.3", b.clone().answer(Side::A, act("A2", GunAct::Go { to, unlimber: false })));
    let mut by_hand = b;
    let at = Pose { x: 1700.0, y: 950.0, facing: 20.0 };
    by_hand.answer(Side::A, act("A3", GunAct::Manhandle { at })).unwrap();
    by_hand.answer(Side::B, Answer::Settle { units: vec![] }).unwrap();
    had_a_part!(p, &by_hand, "gt-guns.7");
}

#[test]
fn points_of_a_command_and_who_adds_to_them() {
    let p = proves!("op.officers.1", "op.officers.2", "superior-move.1");
    let mut d = two_lines(1200.0);
    let body = d.bodies[0].id;
    let o = d.officer(Side::A, Rank::Division, Post::Superior, body, v2(1500.0, 850.0));
    d.officers[o.index()].gifts.bonus_points = 2;
    d.officers[0].superior = Some(o);
    let c = d.commands[0].id;
    let at = |x: f64| {
        let mut d = d.clone();
        d.officers[o.index()].at = v2(1500.0 + x, 850.0);
        ops::points(&d.field(), c)
    };
    let (points, by) = at(31.0);
    assert_eq!(p.shows("op.officers.2", (points, by.id())), (5, "op.officers.2"));
    let (points, by) = at(31.5);
    assert_eq!(p.shows("op.officers.1", (points, by.id())), (3, "op.officers.1"));
    let b = Battle::drill_from(d.clone().field(), Side::A, Step::Superiors, []);
    let ride = Answer::Superiors {
        moves: vec![SuperiorMove { officer: "Ao2".into(), to: [1500.0, 700.0], join: Some("B1".into()) }],
    };
    p.refused_by("superior-move.1", b.clone().answer(Side::A, ride));
}

#[test]
fn a_train_that_is_attacked_is_gone() {
    let p = proves!("corps-train.7");
    let mut d = two_lines(390.0);
    let t = d.raise(
        Side::B,
        Troop::of(Arm::Train),
        2,
        Formation::Park,
        Pose { x: 1250.0, y: 1150.0, facing: 0.0 },
    );
    d.unit(t).command = None;
    d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1250.0, 1000.0, 0.0);
    let mut b = Battle::drill_from(engaged(d).field(), Side::A, Step::SequenceBegins, [9; 10]);
    let attacks = vec![Attack { unit: "A2".into(), target: "B2".into(), straight: false }];
    b.answer(Side::A, Answer::Declare { attacks }).unwrap();
    silent_until(&mut b, Step::MovesB);
    assert!(p.shows("corps-train.7", !b.field()[t].present()));
}

#[test]
fn who_leaves_manoeuvres_away_at_once() {
    let p = proves!("disengage.5");
    let mut d = two_lines(1200.0);
    for c in &mut d.commands {
        c.engagement = Engagement::Engaged { since: 1 };
        c.orders.active = None;
    }
    let mut b = Battle::drill_from(d.field(), Side::A, Step::SequenceBegins, [9, 7, 3, 9, 9, 9]);
    for _ in 0..200 {
        if matches!(b.pending().first(), Some((_, Awaits::Disengage(_)))) {
            break;
        }
        let (side, _) = b.pending()[0].clone();
        let a = b.silence(side).unwrap();
        b.answer(side, a).unwrap();
    }
    let side = b.pending()[0].0;
    b.answer(side, Answer::Disengage { to: Disengaged::Manoeuvre }).unwrap();
    assert!(matches!(b.awaits(side), Some(Awaits::Away(_))));
    let c = b.field().commands[side.index()].clone();
    assert_eq!(p.shows("disengage.5", c.orders.kind()), Some(OrderKind::Manoeuvre));
    let away = if side == Side::A { -1.0 } else { 1.0 };
    assert!(b.field()[c.officer].dir.y * away > 0.99, "he points straight away from the enemy");
}

#[test]
fn engineers_go_where_they_like_and_make_a_bridge_ready() {
    let p = proves!("engineer.1", "work-test.1", "work-test.3", "demolition.1", "demolition.2");
    let drill = || {
        let mut d = two_lines(1200.0);
        let e = d.raise(
            Side::A,
            Troop::of(Arm::Engineers),
            1,
            Formation::Column { front: 1 },
            Pose { x: 700.0, y: 300.0, facing: 0.0 },
        );
        d.unit(e).command = None;
        d.bridge(tricolore::ground::BridgeKind::Wooden, 1, (700.0, 360.0), 60.0, 0.0);
        d
    };
    let go = |y: f64| Answer::Superiors {
        moves: vec![SuperiorMove { officer: "A2".into(), to: [700.0, y], join: None }],
    };
    let b = Battle::drill_from(drill().field(), Side::A, Step::Superiors, []);
    p.refused_by("engineer.1", b.clone().answer(Side::A, go(900.5)));
    let mut gone = b;
    gone.answer(Side::A, go(900.0)).unwrap();
    assert_eq!(gone.field().units[2].base.front.y, 900.0);
    // Three tests a round for one base; five points make a wooden bridge ready.
    let mut f = drill().field();
    f.round = 0;
    let mut b = Battle::drill(f, [7, 3, 5, 5, 5, 7, 3, 5, 5]);
    let arrange = |unit: &str| Answer::Orders {
        arrange: vec![tricolore::answer::Arrange::Work { unit: unit.into(), bridge: Some("bridge".into()) }],
        give: vec![],
    };
    p.refused_by("work-test.1", b.clone().answer(Side::A, arrange("A1")));
    b.answer(Side::A, arrange("A2")).unwrap();
    b.answer(Side::B, Answer::Orders { arrange: vec![], give: vec![] }).unwrap();
    while b.field().round == 1 {
        let (side, _) = b.pending()[0].clone();
        let a = b.silence(side).unwrap();
        b.answer(side, a).unwrap();
    }
    assert_eq!(p.shows("work-test.3", b.play().work_done.clone()), [(0, 3)]);
    while b.field().round == 2 {
        let (side, _) = b.pending()[0].clone();
        let a = b.silence(side).unwrap();
        b.answer(side, a).unwrap();
    }
    assert_eq!(p.shows("demolition.1", b.field().bridges[0].prepared), Some(Side::A));
    // Blown at any time by a base within 100, in the moves.
    let mut d = two_lines(300.0);
    let e = d.raise(
        Side::A,
        Troop::of(Arm::Engineers),
        1,
        Formation::Column { front: 1 },
        Pose { x: 700.0, y: 300.0, facing: 0.0 },
    );
    d.unit(e).command = None;
    d.bridge(tricolore::ground::BridgeKind::Wooden, 1, (700.0, 360.0), 60.0, 0.0);
    let mut f = engaged(d).field();
    f.bridges[0].prepared = Some(Side::A);
    let mut b = Battle::drill_from(f, Side::A, Step::SequenceBegins, [9, 5]);
    silent_until(&mut b, Step::MovesA);
    b.answer(Side::A, Answer::Blow { unit: "A2".into(), bridge: "bridge".into() }).unwrap();
    assert!(p.shows("demolition.2", b.field().bridges[0].gone));
}

/// A bridge before side B's column that side A's engineers beside it have made ready.
fn ready_bridge() -> Drill {
    let mut d = two_lines(590.0);
    d.unit(UnitId(1)).formation = Formation::Column { front: 1 };
    let at = Pose { x: 1560.0, y: 1350.0, facing: 0.0 };
    let e = d.raise(Side::A, Troop::of(Arm::Engineers), 1, Formation::Column { front: 1 }, at);
    d.unit(e).command = None;
    d.bridge(tricolore::ground::BridgeKind::Wooden, 1, (1500.0, 1450.0), 60.0, 0.0);
    d
}

#[test]
fn a_bridge_is_blown_at_any_time() {
    let p = proves!("demolition.2", "demolition.3");
    let field = |d: Drill| {
        let mut f = d.field();
        f.bridges[0].prepared = Some(Side::A);
        f
    };
    let blow = || Answer::Blow { unit: "A2".into(), bridge: "bridge".into() };
    // Among the orders: what the enemy has ordered for a bridge that stood he orders again.
    let mut b = Battle::drill_from(field(ready_bridge()), Side::A, Step::Orders, [5, 5]);
    let nothing = b.silence(Side::B).unwrap();
    b.answer(Side::B, nothing).unwrap();
    assert_eq!(b.pending(), [(Side::A, Awaits::Orders)]);
    assert!(b.offered(Side::A, &Awaits::Orders).0.iter().any(|o| o.answer == blow()));
    assert!(!b.offered(Side::B, &Awaits::Orders).0.iter().any(|o| matches!(o.answer, Answer::Blow { .. })));
    b.answer(Side::A, blow()).unwrap();
    b.dice_used_up().unwrap();
    assert!(p.shows("demolition.2", b.field().bridges[0].gone));
    assert_eq!(b.pending(), [(Side::A, Awaits::Orders), (Side::B, Awaits::Orders)]);
    // One that fails leaves the enemy's orders as they are, and is not tried again.
    let mut b = Battle::drill_from(field(ready_bridge()), Side::A, Step::Orders, [10, 10]);
    let nothing = b.silence(Side::B).unwrap();
    b.answer(Side::B, nothing).unwrap();
    b.answer(Side::A, blow()).unwrap();
    b.dice_used_up().unwrap();
    assert_eq!(b.pending(), [(Side::A, Awaits::Orders)]);
    p.refused_by("demolition.2", b.answer(Side::A, blow()));
    // In the enemy's moves, as soon as he is on it.
    let comes = |dice: &[u8]| {
        let mut b = Battle::drill_from(field(engaged(ready_bridge())), Side::A, Step::SequenceBegins, dice);
        silent_until(&mut b, Step::MovesB);
        let go = UnitMove { unit: "B1".into(), ahead: 120.0, ..UnitMove::default() };
        b.answer(Side::B, Answer::Move { units: vec![go] }).unwrap();
        assert_eq!(b.pending(), [(Side::A, Awaits::Blow(vec![0]))]);
        b
    };
    let mut b = comes(&[5, 5]);
    assert_eq!(b.offered(Side::A, &Awaits::Blow(vec![0])).0.len(), 2);
    b.answer(Side::A, blow()).unwrap();
    b.dice_used_up().unwrap();
    assert!(b.field().bridges[0].gone);
    assert!(p.shows("demolition.3", b.field().units[1].bases.now) < 4);
    // He who lets it stand is not asked again about the same enemy.
    let mut b = comes(&[]);
    b.answer(Side::A, Answer::End).unwrap();
    assert!(!b.field().bridges[0].gone);
    silent_until(&mut b, Step::ReactionsB);
    assert!(b.events().iter().all(|e| !e.rests_on("demolition.2")));
}

#[test]
fn an_artillery_command_pivots_as_one() {
    let p = proves!("gun-command-pivot.1", "gun-command-pivot.2");
    let drill = || {
        let mut d = two_lines(1200.0);
        let c = d.brigade(Side::A);
        d.commands[c.index()].kind = tricolore::command::CommandKind::Artillery;
        d.officers[2].gifts.radius = 1000;
        d.battery(Side::A, 4, Formation::Unlimbered, 700.0, 900.0, 0.0);
        d.battery(Side::A, 4, Formation::Unlimbered, 821.0, 900.0, 0.0);
        d
    };
    let swing = |degrees: f64, backward: bool| Answer::Settle {
        units: vec![Settling {
            unit: "A2".into(),
            act: SettleAct::Guns(GunAct::Wheel { degrees, backward }),
        }],
    };
    let wheel = |degrees: f64| swing(degrees, false);
    let b = Battle::drill_from(drill().field(), Side::A, Step::Settling, [5, 5, 6, 5]);
    p.refused_by("gun-command-pivot.1", b.clone().answer(Side::A, wheel(60.0)));
    let mut on = b;
    on.answer(Side::A, wheel(30.0)).unwrap();
    on.answer(Side::B, Answer::Settle { units: vec![] }).unwrap();
    let event =
        on.events().iter().find(|e| e.clause.id() == "gun-command-pivot.1").and_then(|e| e.ruling.clone());
    assert_eq!(p.shows("gun-command-pivot.2", event.map(|r| r.dice)), Some(vec![5, 5, 6, 5]));
    assert!((on.field().units[2].base.pose().facing - 30.0).abs() < 1e-6);
    assert!(on.field().units[3].base.front_right().dist(v2(881.0, 900.0)) < 1e-6, "about its right flank");
    // Backward: to the right about its left flank, the right wing going back.
    let mut back = Battle::drill_from(drill().field(), Side::A, Step::Settling, [5, 5, 5, 5]);
    back.answer(Side::A, swing(30.0, true)).unwrap();
    back.answer(Side::B, Answer::Settle { units: vec![] }).unwrap();
    let (left, right) = (back.field().units[2].base, back.field().units[3].base);
    assert!(left.front_left().dist(v2(640.0, 900.0)) < 1e-6 && (left.pose().facing - 30.0).abs() < 1e-6);
    assert!(p.shows("gun-command-pivot.1", right.front_right().y) < 900.0);
}
