//! The grand-tactical part on the table: manoeuvre, march, superior officers, fire, deployment, administration, with scripted dice.

use super::round::{silent_until, two_lines};
use table::{Pose, v2};
use tricolore::answer::{
    Answer, CommandMove, Correction, Deployment, Disengaged, FireOrder, GunAct, OfficerPlace, SettleAct,
    Settling, SuperiorMove, UnitMove,
};
use tricolore::battle::{Awaits, Battle, Step};
use tricolore::command::Engagement;
use tricolore::drill::Drill;
use tricolore::officer::{Post, Rank};
use tricolore::orders::{CommandOrder, OrderKind, Orders};
use tricolore::troop::{Formation, FormationKind};
use tricolore::{Side, proves};

fn on(d: &mut Drill, command: usize, order: OrderKind) {
    d.commands[command].orders = Orders::from_start(CommandOrder::plain(order));
}

fn told(b: &Battle, id: &str) -> bool {
    b.events().iter().any(|e| e.rests_on(id))
}

fn advance(ahead: f64, slant: f64, engage: bool) -> Answer {
    let m = UnitMove { unit: "A1".into(), ahead, ..UnitMove::default() };
    Answer::Manoeuvre {
        commands: vec![CommandMove {
            command: "Aa".into(),
            engage,
            ahead,
            slant,
            formations: vec![vec![m]],
            ..CommandMove::default()
        }],
    }
}

#[test]
fn a_command_manoeuvres_at_least_half_a_move() {
    let p = proves!(
        "orders.manoeuvre.1",
        "orders.manoeuvre.2",
        "orders.manoeuvre.7",
        "orders.manoeuvre.9",
        "manoeuvre-phase.12"
    );
    let at = |dice: &[u8]| {
        let mut d = two_lines(900.0);
        on(&mut d, 0, OrderKind::Manoeuvre);
        d.commands[0].orders.active.as_mut().unwrap().since = 1;
        Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, dice.to_vec())
    };
    let b = at(&[5; 12]);
    p.refused_by("orders.manoeuvre.2", b.clone().answer(Side::A, advance(600.5, 0.0, true)));
    p.refused_by("orders.manoeuvre.1", b.clone().answer(Side::A, advance(300.0, 30.5, true)));
    p.refused_by("manoeuvre-phase.12", b.clone().answer(Side::A, advance(450.5, 0.0, false)));
    let mut half = b.clone();
    half.answer(Side::A, advance(300.0, 0.0, true)).unwrap();
    assert_eq!(half.field().commands[0].orders.kind(), Some(OrderKind::Manoeuvre));
    assert_eq!(half.field().units[0].base.front.y, 1300.0);
    let mut short = b;
    short.answer(Side::A, advance(299.0, 0.0, true)).unwrap();
    assert_eq!(
        p.shows("orders.manoeuvre.7", short.field().commands[0].orders.kind()),
        Some(OrderKind::Defence)
    );
    assert!(
        p.shows("orders.manoeuvre.9", short.field().officers[0].dir.y) < -0.99,
        "he is turned away from the enemy"
    );
}

#[test]
fn a_manoeuvre_stops_before_the_enemy() {
    let p = proves!("manoeuvre-phase.11", "engagement.7");
    let mut d = two_lines(700.0);
    on(&mut d, 0, OrderKind::Manoeuvre);
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, [5; 12]);
    b.answer(Side::A, advance(600.0, 0.0, true)).unwrap();
    let f = b.field();
    assert!((p.shows("manoeuvre-phase.11", f.gap(&f.units[0], &f.units[1])) - 200.0).abs() < 0.1);
    assert!(p.shows("engagement.7", f.commands[0].engagement.engaged()));
    assert!(f.commands[1].engagement.engaged());
}

#[test]
fn both_who_advance_on_each_other_give_way_alike() {
    let p = proves!("play.simultaneous", "manoeuvre-phase.11");
    let mut d = two_lines(1000.0);
    on(&mut d, 0, OrderKind::Manoeuvre);
    on(&mut d, 1, OrderKind::Manoeuvre);
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, [5; 24]);
    b.answer(Side::A, advance(600.0, 0.0, true)).unwrap();
    assert_eq!(b.field().units[0].base.front.y, 1000.0, "nothing is done before both have committed");
    let m = UnitMove { unit: "B1".into(), ahead: 600.0, ..UnitMove::default() };
    let theirs = CommandMove {
        command: "Ba".into(),
        engage: true,
        ahead: 600.0,
        formations: vec![vec![m]],
        ..CommandMove::default()
    };
    b.answer(Side::B, Answer::Manoeuvre { commands: vec![theirs] }).unwrap();
    let f = b.field();
    let (a, e) = (f.units[0].base.front.y, f.units[1].base.front.y);
    assert!((p.shows("manoeuvre-phase.11", e - a) - 200.0).abs() < 0.5, "{a} {e}");
    assert!((p.shows("play.simultaneous", (a + e) / 2.0) - 1500.0).abs() < 0.5);
}

#[test]
fn a_command_marches_along_its_route_to_its_objective() {
    let p = proves!("march-phase.3", "orders.march.8");
    let mut d = Drill::new();
    d.infantry(Side::A, 3, Formation::MarchColumn, 500.0, 300.0, 0.0);
    d.infantry(Side::B, 3, Formation::Line { front: 3 }, 2500.0, 1900.0, 180.0);
    d.officers[0].at = v2(500.0, 300.0);
    d.officers[1].at = v2(2500.0, 1950.0);
    let route = vec![v2(500.0, 300.0), v2(500.0, 500.0), v2(900.0, 500.0)];
    d.commands[0].orders = Orders::from_start(CommandOrder { kind: OrderKind::March, route });
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, []);
    b.answer(Side::A, Answer::Manoeuvre { commands: vec![] }).unwrap();
    let u = &b.field().units[0];
    assert!(p.shows("march-phase.3", u.base.front).dist(v2(900.0, 500.0)) < 20.0, "{:?}", u.base.front);
    assert_eq!(p.shows("orders.march.8", b.field().commands[0].orders.kind()), Some(OrderKind::Defence));
}

#[test]
fn superior_officers_ride_by_their_ability() {
    let p = proves!("superior-move.2", "superior-move.3");
    let mut d = two_lines(1200.0);
    let body = d.bodies[0].id;
    let o = d.officer(Side::A, Rank::Division, Post::Superior, body, v2(1000.0, 500.0));
    d.officers[o.index()].gifts.ability = 5;
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Superiors, [5, 6]);
    let ride_to = |officer: &str, x: f64, y: f64| Answer::Superiors {
        moves: vec![SuperiorMove { officer: officer.into(), to: [x, y], join: None }],
    };
    let ride = |officer: &str, x: f64| ride_to(officer, x, 500.0);
    p.refused_by("superior-move.2", b.clone().answer(Side::A, ride("Ao1", 1200.0)));
    p.refused_by("superior-move.3", b.clone().answer(Side::A, ride_to("Ao2", 2999.0, 900.0)));
    b.answer(Side::A, ride("Ao2", 1900.0)).unwrap();
    // One of two tests is passed.
    assert_eq!(b.field()[o].at, v2(1500.0, 500.0));
    b.dice_used_up().unwrap();
}

fn gun_line() -> Drill {
    let mut d = Drill::new();
    d.battery(Side::A, 4, Formation::Unlimbered, 1500.0, 700.0, 0.0);
    d.infantry(Side::B, 4, Formation::Column { front: 2 }, 1500.0, 1200.0, 180.0);
    d.officers[0].at = v2(1500.0, 600.0);
    d.officers[1].at = v2(1500.0, 1400.0);
    d
}

fn fire(unit: &str, at: &str) -> FireOrder {
    FireOrder { unit: unit.into(), at: at.into(), point: None, zone: None }
}

#[test]
fn a_battery_bombards_what_it_may() {
    let p = proves!(
        "bombardment.1",
        "bombardment.2",
        "bombardment.4",
        "fire-coordination.1",
        "tactical-bombardment.4",
        "integrity.6"
    );
    let at = |d: Drill, dice: &[u8]| Battle::drill_from(d.field(), Side::A, Step::Bombardment, dice.to_vec());
    let one = |f: FireOrder| Answer::Fire { fire: vec![f] };
    let mut b = at(gun_line(), &[6, 6, 6, 7, 1, 1, 1, 1]);
    b.answer(Side::A, one(fire("A1", "B1"))).unwrap();
    assert!(p.shows("bombardment.1", told(&b, "bombardment.1")) && b.field().units[0].record.fired_in_round);
    // Beside the fire zone, over friends, a target that is taken.
    let mut aside = gun_line();
    aside.infantry(Side::B, 4, Formation::Column { front: 2 }, 2300.0, 1000.0, 180.0);
    p.refused_by("bombardment.2", at(aside, &[]).answer(Side::A, one(fire("A1", "B2"))));
    let mut over = gun_line();
    over.infantry(Side::A, 2, Formation::Column { front: 1 }, 1500.0, 950.0, 0.0);
    p.refused_by("bombardment.4", at(over, &[]).answer(Side::A, one(fire("A1", "B1"))));
    let mut two = gun_line();
    two.battery(Side::A, 3, Formation::Unlimbered, 1700.0, 700.0, 0.0);
    let both = Answer::Fire { fire: vec![fire("A1", "B1"), fire("A2", "B1")] };
    p.refused_by("fire-coordination.1", at(two, &[]).answer(Side::A, both));
    let mut again = gun_line();
    again.unit(tricolore::UnitId(0)).record.fired_in_round = true;
    again.battery(Side::A, 3, Formation::Unlimbered, 1700.0, 700.0, 0.0);
    p.refused_by("tactical-bombardment.4", at(again, &[]).answer(Side::A, one(fire("A1", "B1"))));
    let mut broken = gun_line();
    broken.bodies[1].broken = true;
    broken.division(Side::A);
    broken.battery(Side::A, 3, Formation::Unlimbered, 2500.0, 700.0, 0.0);
    p.refused_by("integrity.6", at(broken, &[]).answer(Side::A, one(fire("A1", "B1"))));
}

fn deploy(unit: &str, x: f64, y: f64, form: Option<FormationKind>) -> Deployment {
    Deployment {
        unit: unit.into(),
        at: Pose { x, y, facing: 0.0 },
        form,
        front: None,
        engage: false,
        enter: None,
    }
}

#[test]
fn units_deploy_by_their_order() {
    let p = proves!(
        "deployment-order.1",
        "deployment-order.2",
        "deployment-order.3",
        "deployment-defence.1",
        "deployment-defence.2",
        "deployment-defence.3"
    );
    let units = |u: Vec<Deployment>| Answer::Deploy { officers: vec![], units: u };
    let officer = |x: f64, y: f64, facing: f64| Answer::Deploy {
        officers: vec![OfficerPlace { officer: "Ao1".into(), at: Pose { x, y, facing } }],
        units: vec![],
    };
    let at = |order: OrderKind, apart: f64| {
        let mut d = two_lines(apart);
        d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1300.0, 900.0, 0.0);
        d.officers[0].gifts.points = 1;
        d.officers[0].gifts.radius = 600;
        on(&mut d, 0, order);
        Battle::drill_from(d.field(), Side::A, Step::Deployment, [5, 6])
    };
    let b = at(OrderKind::Deployment, 900.0);
    p.refused_by("deployment-order.1", b.clone().answer(Side::A, officer(1500.0, 549.0, 0.0)));
    assert!(b.clone().answer(Side::A, officer(1500.0, 550.0, 90.0)).is_ok());
    p.refused_by(
        "deployment-order.2",
        b.clone().answer(Side::A, units(vec![deploy("A2", 1300.0, 1200.5, None)])),
    );
    p.refused_by(
        "deployment-order.3",
        at(OrderKind::Deployment, 690.0).answer(Side::A, units(vec![deploy("A1", 1500.0, 1291.0, None)])),
    );
    let mut form = b;
    form.answer(
        Side::A,
        units(vec![
            deploy("A2", 1300.0, 1000.0, Some(FormationKind::Line)),
            deploy("A1", 1500.0, 1050.0, None),
        ]),
    )
    .unwrap();
    form.answer(Side::B, Answer::Deploy { officers: vec![], units: vec![] }).unwrap();
    assert_eq!(form.field().units[2].formation, Formation::Line { front: 3 });
    assert_eq!((form.field().units[2].disorder.active, form.field().units[0].base.front.y), (1, 1050.0));
    let b = at(OrderKind::Defence, 900.0);
    p.refused_by(
        "deployment-defence.1",
        b.clone().answer(
            Side::A,
            units(vec![deploy("A1", 1500.0, 1050.0, None), deploy("A2", 1300.0, 950.0, None)]),
        ),
    );
    p.refused_by(
        "deployment-defence.3",
        b.clone()
            .answer(Side::A, officer(1500.0, 849.0, 180.0).clone())
            .and_then(|()| b.clone().answer(Side::A, officer(1500.0, 850.0, 90.0))),
    );
    assert!(b.answer_ok(officer(1500.0, 850.0, 180.0)));
    p.refused_by(
        "deployment-defence.2",
        at(OrderKind::Defence, 690.0).answer(Side::A, units(vec![deploy("A1", 1500.0, 1291.0, None)])),
    );
}

trait Tries {
    fn answer_ok(&self, a: Answer) -> bool;
}

impl Tries for Battle {
    fn answer_ok(&self, a: Answer) -> bool {
        self.clone().answer(Side::A, a).is_ok()
    }
}

#[test]
fn squares_turns_and_guns_at_the_end_of_deployment() {
    let p = proves!("deployment-other.1", "deployment-other.2", "gt-guns.2", "gt-guns.8", "gt-guns.4");
    let mut d = two_lines(900.0);
    d.battery(Side::A, 3, Formation::Unlimbered, 1100.0, 900.0, 0.0);
    d.battery(Side::A, 3, Formation::Limbered, 1300.0, 700.0, 0.0);
    d.officers[0].gifts.radius = 1000;
    let settle =
        |unit: &str, act: SettleAct| Answer::Settle { units: vec![Settling { unit: unit.into(), act }] };
    let b = Battle::drill_from(d.clone().field(), Side::A, Step::Settling, [5, 6, 9, 9]);
    let mut square = b.clone();
    square.answer(Side::A, settle("A1", SettleAct::Square)).unwrap();
    square.answer(Side::B, Answer::Settle { units: vec![] }).unwrap();
    assert_eq!(p.shows("deployment-other.1", square.field().units[0].formation), Formation::Square);
    let tested =
        square.events().iter().find(|e| e.clause.id() == "deployment-other.1").and_then(|e| e.ruling.clone());
    assert_eq!(tested.map(|r| r.dice), Some(vec![5, 6]), "T2/U and no officer test");
    p.refused_by("deployment-other.2", b.clone().answer(Side::A, settle("A2", SettleAct::About)));
    let go = |y: f64| {
        settle("A3", SettleAct::Guns(GunAct::Go { to: Pose { x: 1300.0, y, facing: 0.0 }, unlimber: false }))
    };
    p.refused_by("gt-guns.2", b.clone().answer(Side::A, go(1000.5)));
    let mut guns = Battle::drill_from(d.clone().field(), Side::A, Step::Settling, [6]);
    guns.answer(Side::A, go(1000.0)).unwrap();
    guns.answer(Side::B, Answer::Settle { units: vec![] }).unwrap();
    let near = guns.events().iter().find(|e| e.clause.id() == "gt-guns.4").and_then(|e| e.ruling.clone());
    assert_eq!(p.shows("gt-guns.4", near.map(|r| r.dice)), Some(vec![6]), "within 1000 of the enemy O1/U");
    // Two dice must pass for limbering.
    let limber =
        settle("A2", SettleAct::Guns(GunAct::Limber { to: Pose { x: 1100.0, y: 800.0, facing: 180.0 } }));
    let mut held = Battle::drill_from(d.field(), Side::A, Step::Settling, [5, 6]);
    held.answer(Side::A, limber).unwrap();
    held.answer(Side::B, Answer::Settle { units: vec![] }).unwrap();
    assert_eq!(p.shows("gt-guns.8", held.field().units[2].formation), Formation::Unlimbered);
}

#[test]
fn who_is_clear_of_the_enemy_disengages() {
    let p = proves!("disengage.1", "disengage.3", "disengage.4");
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
    assert_eq!(p.shows("disengage.1", b.field().round), 2);
    let side = b.pending()[0].0;
    b.answer(side, Answer::Disengage { to: Disengaged::Defence }).unwrap();
    assert!(p.shows("disengage.3", told(&b, "disengage.3")));
    let c = &b.field().commands[side.index()];
    assert_eq!(p.shows("disengage.4", c.orders.kind()), Some(OrderKind::Defence));
    assert_eq!(c.engagement, Engagement::Free);
}

#[test]
fn far_from_the_enemy_all_disorder_goes() {
    let p = proves!("gt-admin.1");
    let mut d = two_lines(1200.0);
    d.unit(tricolore::UnitId(0)).disorder.active = 5;
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Administration, []);
    silent_until(&mut b, Step::Orders);
    assert_eq!(p.shows("gt-admin.1", b.field().units[0].disorder.active), 0);
}

#[test]
fn an_umpire_puts_right_what_can_be() {
    let p = proves!("play.scenario-states");
    let mut b = Battle::drill_from(two_lines(900.0).field(), Side::A, Step::Deployment, []);
    let put = |x: f64, y: f64| Correction::Place { piece: "A1".into(), at: Pose { x, y, facing: 0.0 } };
    let change = |b: &mut Battle, c: Correction| desk::Rules::change(b, "a slip", c);
    p.refused_by("play.scenario-states", change(&mut b, put(1500.0, 1910.0)));
    p.refused_by("play.scenario-states", change(&mut b, put(10.0, 500.0)));
    change(&mut b, put(1500.0, 900.0)).unwrap();
    assert_eq!(b.field().units[0].base.front.y, 900.0);
    p.refused_by("play.scenario-states", change(&mut b, Correction::Disorder { unit: "A1".into(), u: 9 }));
    change(&mut b, Correction::Disorder { unit: "A1".into(), u: 8 }).unwrap();
    change(&mut b, Correction::Bases { unit: "A1".into(), bases: 2, marked: true }).unwrap();
    assert_eq!(b.field().units[0].base.width, 80.0);
}

#[test]
fn the_rounds_end_by_the_shares_of_bases() {
    let p = proves!("play.victory");
    let mut d = two_lines(1200.0);
    d.unit(tricolore::UnitId(1)).bases.now = 3;
    let mut f = d.field();
    f.round = 12;
    let b = Battle::drill_from(f, Side::A, Step::EndCheck, []);
    assert_eq!(
        p.shows("play.victory", b.ended().and_then(|e| e.winner)),
        Some(Side::A),
        "25 points are more than 20"
    );
}
