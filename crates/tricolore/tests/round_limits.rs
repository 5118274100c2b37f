//! What is refused on the table and what follows from a step, clause by clause.

use super::round::{silent_until, two_lines};
use table::{Pose, v2};
use tricolore::answer::{
    Answer, Attack, Breakthrough, Change, CommandMove, Deployment, Evasion, FireOrder, GunAct, SettleAct,
    Settling, UnitMove,
};
use tricolore::battle::{Awaits, Battle, Declaring, Step};
use tricolore::command::Engagement;
use tricolore::drill::Drill;
use tricolore::ground::Terrain;
use tricolore::orders::{CommandOrder, OrderKind, Orders};
use tricolore::troop::{Formation, FormationKind};
use tricolore::unit::Continued;
use tricolore::{Side, UnitId, proves};

fn engaged(mut d: Drill) -> Drill {
    for c in &mut d.commands {
        c.engagement = Engagement::Engaged { since: 1 };
        c.orders.active = None;
    }
    d
}

fn sequence(d: Drill, dice: impl Into<Vec<u8>>) -> Battle {
    Battle::drill_from(engaged(d).field(), Side::A, Step::SequenceBegins, dice)
}

fn moves(d: Drill, dice: impl Into<Vec<u8>>) -> Battle {
    let mut b = sequence(d, dice);
    silent_until(&mut b, Step::MovesA);
    b
}

fn attack(unit: &str, target: &str) -> Answer {
    Answer::Declare { attacks: vec![Attack { unit: unit.into(), target: target.into(), straight: false }] }
}

fn ahead(unit: &str, m: f64) -> UnitMove {
    UnitMove { unit: unit.into(), ahead: m, ..UnitMove::default() }
}

fn one(m: UnitMove) -> Answer {
    Answer::Move { units: vec![m] }
}

fn told(b: &Battle, id: &str) -> bool {
    b.events().iter().any(|e| e.rests_on(id))
}

#[test]
fn attacks_that_may_not_be() {
    let p = proves!(
        "attack.infcav.1",
        "attack.infcav.3",
        "attack.require.8",
        "attack.require.10",
        "attack.town.1"
    );
    let near = || {
        let mut d = two_lines(390.0);
        d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1250.0, 1000.0, 0.0);
        d.cavalry(Side::B, 3, Formation::Line { front: 3 }, 1250.0, 1190.0, 180.0);
        d
    };
    let mut b = sequence(near(), [9; 10]);
    b.answer(Side::A, attack("A2", "B2")).unwrap();
    assert!(p.shows("attack.infcav.1", told(&b, "attack.infcav.1")));
    let fights = |d: &mut Drill, a: UnitId, b: UnitId| {
        d.unit(a).continued = Some(Continued { with: b, attacker: true });
        d.unit(b).continued = Some(Continued { with: a, attacker: false });
    };
    let mut d = near();
    let c = d.cavalry(Side::A, 3, Formation::Line { front: 3 }, 1100.0, 1140.0, 90.0);
    fights(&mut d, c, UnitId(3));
    p.refused_by("attack.infcav.3", sequence(d, []).answer(Side::A, attack("A2", "B2")));
    let mut d = two_lines(250.0);
    let x = d.infantry(Side::A, 3, Formation::Line { front: 3 }, 1700.0, 1200.0, 0.0);
    fights(&mut d, x, UnitId(1));
    p.refused_by("attack.require.10", sequence(d, []).answer(Side::A, attack("A1", "B1")));
    let mut d = two_lines(250.0);
    d.patch(Terrain::DenseWood, (1300.0, 1050.0), (1700.0, 1120.0));
    p.refused_by("attack.require.8", sequence(d, []).answer(Side::A, attack("A1", "B1")));
    let mut d = two_lines(390.0);
    d.officers[0].gifts.radius = 800;
    let z = d.zone(5, 6, (1150.0, 900.0), (1350.0, 1050.0));
    d.infantry(Side::A, 3, Formation::InTown { zone: z }, 1250.0, 1000.0, 0.0);
    d.infantry(Side::B, 3, Formation::Column { front: 1 }, 1250.0, 1250.0, 180.0);
    p.refused_by("attack.town.1", sequence(d, []).answer(Side::A, attack("A2", "B2")));
}

#[test]
fn changes_that_may_not_be() {
    let p = proves!("formchange.4", "formchange.5", "formchange.6", "disorder.10");
    let drill = || {
        let mut d = two_lines(390.0);
        d.infantry(Side::A, 2, Formation::Column { front: 1 }, 1250.0, 900.0, 0.0);
        d.infantry(Side::A, 2, Formation::Column { front: 1 }, 1350.0, 900.0, 0.0);
        d.infantry(Side::A, 2, Formation::Column { front: 1 }, 1750.0, 900.0, 0.0);
        d
    };
    let change = |at: Option<Pose>, join: Option<&str>, detach: Option<u8>| {
        Answer::Change(Change {
            unit: "A2".into(),
            to: FormationKind::Column,
            front: None,
            at,
            join: join.map(Into::into),
            detach,
        })
    };
    let b = moves(drill(), [5; 10]);
    let turned = Pose { x: 1260.0, y: 910.0, facing: 90.0 };
    p.refused_by("formchange.4", b.clone().answer(Side::A, change(Some(turned), None, None)));
    p.refused_by("formchange.5", b.clone().answer(Side::A, change(None, Some("A4"), None)));
    p.refused_by("formchange.6", b.clone().answer(Side::A, change(None, None, Some(2))));
    let mut parts = b.clone();
    parts.answer(Side::A, change(None, None, Some(1))).unwrap();
    assert_eq!((parts.field().units[2].bases.now, parts.field().units.last().unwrap().bases.now), (1, 1));
    let mut d = drill();
    d.unit(UnitId(2)).disorder.active = 6;
    d.unit(UnitId(3)).disorder.active = 7;
    let mut b = moves(d, []);
    b.answer(Side::A, change(None, Some("A3"), None)).unwrap();
    assert!(p.shows("disorder.10", told(&b, "disorder.10")));
    assert_eq!((b.field().units[2].bases.now, b.field().units[2].disorder.active), (4, 7));
    b.dice_used_up().unwrap();
}

#[test]
fn ways_that_are_barred() {
    let p = proves!("op.formation.4", "pass-through.5");
    let mut d = two_lines(390.0);
    d.infantry(Side::A, 4, Formation::Line { front: 4 }, 1720.0, 1000.0, 0.0);
    d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1610.0, 1050.0, 0.0);
    let both = Answer::Move { units: vec![ahead("A1", 40.0), ahead("A2", 40.0)] };
    p.refused_by("op.formation.4", moves(d, []).answer(Side::A, both));
    let mut d = two_lines(390.0);
    d.infantry(Side::A, 2, Formation::Column { front: 1 }, 1500.0, 1060.0, 0.0);
    p.refused_by("pass-through.5", moves(d, []).answer(Side::A, one(ahead("A1", 50.0))));
}

#[test]
fn who_does_not_deploy_or_fire() {
    let p = proves!("deployment-phase.1", "gt-guns.6", "unengaged.1");
    let mut d = two_lines(300.0);
    d.commands[0].engagement = Engagement::Engaged { since: 1 };
    d.commands[0].orders.active = None;
    d.brigade(Side::A);
    d.infantry(Side::A, 3, Formation::Column { front: 1 }, 500.0, 300.0, 0.0);
    let b = Battle::drill_from(d.field(), Side::A, Step::Deployment, []);
    let at = Pose { x: 1500.0, y: 950.0, facing: 0.0 };
    let move_it = Deployment { unit: "A1".into(), at, form: None, front: None, engage: false, enter: None };
    p.refused_by(
        "deployment-phase.1",
        b.clone().answer(Side::A, Answer::Deploy { officers: vec![], units: vec![move_it] }),
    );
    let mut d = two_lines(900.0);
    d.battery(Side::A, 3, Formation::Limbered, 500.0, 700.0, 0.0);
    let b = Battle::drill_from(d.field(), Side::A, Step::Settling, []);
    let unlimber = Answer::Settle {
        units: vec![Settling { unit: "A2".into(), act: SettleAct::Guns(GunAct::Unlimber) }],
    };
    p.refused_by("gt-guns.6", b.clone().answer(Side::A, unlimber));
    let mut d = engaged(two_lines(300.0));
    d.battery(Side::A, 3, Formation::Unlimbered, 1250.0, 1000.0, 0.0);
    let far = d.battery(Side::A, 3, Formation::Unlimbered, 2700.0, 300.0, 0.0);
    d.unit(far).command = None;
    let mut b = Battle::drill_from(d.field(), Side::A, Step::SequenceBegins, [9; 4]);
    silent_until(&mut b, Step::TacticalFire);
    let fire = vec![FireOrder { unit: "A3".into(), at: "B1".into(), point: None, zone: None }];
    p.refused_by("unengaged.1", b.answer(Side::A, Answer::Fire { fire }));
}

#[test]
fn engaged_by_an_attack_and_in_the_middle_of_a_sequence() {
    let p = proves!("play.engagement", "engagement.6", "op.command.1");
    let mut d = Drill::new();
    d.infantry(Side::A, 1, Formation::Column { front: 1 }, 1500.0, 1000.0, 0.0);
    d.infantry(Side::B, 4, Formation::Line { front: 4 }, 1500.0, 1250.0, 180.0);
    d.officers[0].at = v2(1500.0, 850.0);
    d.officers[1].at = v2(1500.0, 1400.0);
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Engagement, [7, 3, 9, 9, 9, 9, 9, 9]);
    silent_until(&mut b, Step::DeclareA);
    assert!(!b.field().commands[1].engagement.engaged(), "it declines a single base");
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    assert!(p.shows("play.engagement", b.field().commands[1].engagement.engaged()));
    // Another brigade comes within 400 of the one that moves.
    let mut d = engaged(two_lines(390.0));
    d.brigade(Side::B);
    d.infantry(Side::B, 4, Formation::Line { front: 4 }, 1000.0, 1250.0, 180.0);
    d.officers[2].at = v2(1000.0, 1400.0);
    d.infantry(Side::A, 2, Formation::Column { front: 1 }, 1200.0, 900.0, 0.0);
    let mut b = Battle::drill_from(d.field(), Side::A, Step::SequenceBegins, [9; 10]);
    silent_until(&mut b, Step::MovesA);
    if !b.field().commands[2].engagement.engaged() {
        b.answer(Side::A, one(ahead("A2", 150.0))).unwrap();
    }
    assert!(b.field().commands[2].engagement.engaged() && p.shows("engagement.6", told(&b, "engagement.6")));
    // One out of command is moved by a test of its officer.
    let mut d = two_lines(300.0);
    d.infantry(Side::A, 3, Formation::Column { front: 1 }, 2900.0, 1000.0, 0.0);
    d.infantry(Side::B, 3, Formation::Column { front: 1 }, 2900.0, 1300.0, 180.0);
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Engagement, [7, 3, 6]);
    silent_until(&mut b, Step::MovesA);
    b.answer(Side::A, one(UnitMove { about: true, ..ahead("A2", 50.0) })).unwrap();
    assert!(p.shows("op.command.1", told(&b, "op.command.1")));
    let f = b.field();
    assert_eq!(
        (f.units[2].base.front.y, f.commands[0].used),
        (1000.0, 1),
        "the test fails and the point is gone"
    );
}

#[test]
fn a_town_is_entered_by_a_manoeuvre() {
    let p = proves!("manoeuvre-phase.14");
    let mut d = two_lines(1200.0);
    d.officers[0].gifts.radius = 800;
    d.commands[0].orders = Orders::from_start(CommandOrder::plain(OrderKind::Manoeuvre));
    let z = d.zone(5, 6, (1000.0, 1150.0), (1200.0, 1300.0));
    d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1100.0, 900.0, 0.0);
    let go = |m: f64| Answer::Manoeuvre {
        commands: vec![CommandMove {
            command: "Aa".into(),
            engage: true,
            ahead: 300.0,
            formations: vec![vec![UnitMove { enter: Some("town 1".into()), ..ahead("A2", m) }]],
            ..CommandMove::default()
        }],
    };
    let mut b = Battle::drill_from(d.field(), Side::A, Step::Manoeuvre, []);
    b.answer(Side::A, go(250.0)).unwrap();
    assert!(p.shows("manoeuvre-phase.14", told(&b, "manoeuvre-phase.14")));
    assert_eq!(b.field().units[2].formation, Formation::InTown { zone: z });
}

#[test]
fn two_who_attack_each_other_meet() {
    let p = proves!("tmove.attack.2", "play.attack-move", "play.declare");
    let mut d = two_lines(250.0);
    d.infantry(Side::A, 4, Formation::Line { front: 4 }, 1670.0, 1000.0, 0.0);
    let mut b = sequence(d, [5; 40]);
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    b.answer(Side::B, attack("B1", "A1")).unwrap();
    p.refused_by("play.declare", {
        let mut d = Drill::new();
        d.infantry(Side::A, 4, Formation::Line { front: 4 }, 1500.0, 1000.0, 0.0);
        d.infantry(Side::A, 4, Formation::Line { front: 4 }, 1700.0, 1000.0, 0.0);
        d.skirmishers(Side::B, 2, 1500.0, 1200.0, 180.0);
        d.infantry(Side::B, 4, Formation::Line { front: 4 }, 1600.0, 1290.0, 180.0);
        d.officers[0].at = v2(1500.0, 850.0);
        d.officers[1].at = v2(1500.0, 1450.0);
        let mut freed = sequence(d, [5; 20]);
        freed.answer(Side::A, attack("A1", "B1")).unwrap();
        let to = Pose { x: 1600.0, y: 1400.0, facing: 180.0 };
        freed.answer(Side::B, Answer::Evade { retreat: vec![Evasion { unit: "B1".into(), to }] }).unwrap();
        assert!(matches!(freed.awaits(Side::A), Some(Awaits::Declare(Declaring::Again(_)))));
        freed.answer(Side::A, attack("A2", "B2"))
    });
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    silent_until(&mut b, Step::MovesB);
    assert!(
        p.shows("tmove.attack.2", told(&b, "tmove.attack.2"))
            && p.shows("play.attack-move", told(&b, "play.attack-move"))
    );
}

#[test]
fn a_breakthrough_goes_on_to_the_next() {
    let p = proves!("breakthrough.3", "breakthrough.4");
    let mut d = two_lines(250.0);
    d.unit(UnitId(0)).values.melee = 9;
    d.unit(UnitId(1)).values.melee = 2;
    d.infantry(Side::B, 4, Formation::Line { front: 4 }, 1500.0, 1390.0, 180.0);
    let mut b = sequence(d, [5, 5, 10, 10, 9, 9, 9, 5, 5, 5, 5, 9, 9, 9, 9, 9, 9, 5, 5, 5, 5, 5, 5]);
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    silent_until(&mut b, Step::Breakthroughs);
    assert!(matches!(b.awaits(Side::A), Some(Awaits::Breakthrough(_))));
    b.answer(Side::A, Answer::Breakthrough(Breakthrough::Attack { target: "B2".into(), straight: true }))
        .unwrap();
    assert!(
        p.shows("breakthrough.3", told(&b, "breakthrough.3"))
            && p.shows("breakthrough.4", told(&b, "breakthrough.4"))
    );
}
