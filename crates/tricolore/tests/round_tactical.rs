//! The tactical part on the table: engagement, declarations, moves, reactions, pushes, with scripted dice.

use super::round::{silent_until, two_lines};
use table::{Pose, v2};
use tricolore::answer::{Answer, Attack, Breakthrough, Change, Evasion, OfficerAct, TownAct, UnitMove};
use tricolore::battle::{Awaits, Battle, Declaring, Step};
use tricolore::command::Engagement;
use tricolore::drill::Drill;
use tricolore::orders::{CommandOrder, OrderKind, Pending};
use tricolore::troop::{Formation, FormationKind};
use tricolore::{Side, proves};

/// Both commands engaged, the sequence about to begin.
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

/// In the moves of side A, nothing having been declared.
fn moves(d: Drill, dice: impl Into<Vec<u8>>) -> Battle {
    let mut b = sequence(d, dice);
    silent_until(&mut b, Step::MovesA);
    b
}

fn attack(unit: &str, target: &str) -> Answer {
    Answer::Declare { attacks: vec![Attack { unit: unit.into(), target: target.into(), straight: false }] }
}

fn one(m: UnitMove) -> Answer {
    Answer::Move { units: vec![m] }
}

fn ahead(unit: &str, m: f64) -> UnitMove {
    UnitMove { unit: unit.into(), ahead: m, ..UnitMove::default() }
}

fn told(b: &Battle, id: &str) -> bool {
    b.events().iter().any(|e| e.rests_on(id))
}

#[test]
fn a_command_is_engaged_under_400_and_loses_its_orders() {
    let p = proves!("engagement.1", "engagement.5", "orders.activation.6");
    let engage = |apart: f64| {
        let mut d = two_lines(apart);
        let order = CommandOrder::plain(OrderKind::Manoeuvre);
        d.commands[0].orders.pending = Some(Pending { order, given: 1, starts: 1, through: None });
        // The dice of the initiative.
        Battle::drill_from(d.field(), Side::A, Step::Engagement, [7, 3])
    };
    let near = engage(399.9);
    assert!(p.shows("engagement.1", near.field().commands[0].engagement.engaged()));
    assert_eq!(p.shows("engagement.5", &near.field().commands[0].orders.active), &None);
    assert_eq!(p.shows("orders.activation.6", &near.field().commands[0].orders.pending), &None);
    let far = engage(400.0);
    assert!(
        !far.field().commands[0].engagement.engaged() && far.field().commands[0].orders.pending.is_some()
    );
    near.dice_used_up().unwrap();
}

#[test]
fn whom_one_may_decline_one_is_asked_about() {
    let p = proves!("engagement.3");
    let field = || {
        let mut d = Drill::new();
        d.infantry(Side::A, 4, Formation::Line { front: 4 }, 1500.0, 1000.0, 0.0);
        d.skirmishers(Side::B, 2, 1500.0, 1300.0, 180.0);
        d.officers[0].at = v2(1500.0, 850.0);
        d.officers[1].at = v2(1500.0, 1450.0);
        d.field()
    };
    let mut b = Battle::drill_from(field(), Side::A, Step::Engagement, [7, 3]);
    assert!(matches!(b.awaits(Side::A), Some(Awaits::Decline(c)) if c.len() == 1));
    let other = Answer::Decline { commands: vec!["Ba".into()] };
    p.refused_by("engagement.3", b.clone().answer(Side::A, other));
    let mut engages = b.clone();
    engages.answer(Side::A, Answer::Decline { commands: vec![] }).unwrap();
    assert!(engages.field().commands[0].engagement.engaged());
    b.answer(Side::A, Answer::Decline { commands: vec!["Aa".into()] }).unwrap();
    assert!(!b.field().commands[0].engagement.engaged());
}

#[test]
fn the_winner_names_side_a_and_both_announce_their_bonus() {
    let p = proves!("initiative.1", "initiative.2", "sequence-bonus.1");
    let mut d = two_lines(300.0);
    d.officers[1].in_chief = true;
    d.officers[1].gifts.initiative = 3;
    let mut b = Battle::drill_from(engaged(d).field(), Side::A, Step::Initiative, [5, 3]);
    assert_eq!(p.shows("initiative.1", b.pending()[0].clone()), (Side::B, Awaits::SideA));
    b.answer(Side::B, Answer::SideA { side: Side::A }).unwrap();
    assert_eq!(p.shows("initiative.2", b.play().first), Side::A);
    b.answer(Side::A, Answer::Bonus { add: false }).unwrap();
    assert!(!told(&b, "sequence-bonus.1"), "nobody hears of it before both have chosen");
    b.answer(Side::B, Answer::Bonus { add: true }).unwrap();
    assert_eq!(p.shows("sequence-bonus.1", b.play().adds), [false, true]);
    b.dice_used_up().unwrap();
}

#[test]
fn who_may_attack_whom() {
    let p = proves!(
        "attack.require.1",
        "attack.require.2",
        "attack.require.4",
        "attack.require.6",
        "attack.require.7",
        "attack.require.9",
        "attack.require.11",
        "attack.infcav.2",
        "tactical.2",
        "op.actions.5"
    );
    let mut d = two_lines(250.0);
    d.infantry(Side::A, 4, Formation::Line { front: 4 }, 1900.0, 1000.0, 0.0);
    d.battery(Side::A, 3, Formation::Unlimbered, 1100.0, 1000.0, 0.0);
    d.cavalry(Side::B, 3, Formation::Line { front: 3 }, 1900.0, 1201.0, 180.0);
    let far = d.infantry(Side::A, 3, Formation::Column { front: 1 }, 2900.0, 1000.0, 0.0);
    let b = sequence(d.clone(), []);
    p.refused_by("attack.require.2", b.clone().answer(Side::A, attack("A3", "B1")));
    p.refused_by("attack.require.6", b.clone().answer(Side::A, attack("A2", "B1")));
    p.refused_by("attack.infcav.2", b.clone().answer(Side::A, attack("A2", "B2")));
    p.refused_by("tactical.2", b.clone().answer(Side::A, attack("A4", "B2")));
    // Two on one.
    let mut two = d.clone();
    two.infantry(Side::A, 4, Formation::Line { front: 4 }, 1680.0, 1000.0, 0.0);
    let both = Answer::Declare {
        attacks: vec![
            Attack { unit: "A1".into(), target: "B1".into(), straight: false },
            Attack { unit: "A5".into(), target: "B1".into(), straight: false },
        ],
    };
    p.refused_by("attack.require.9", sequence(two, []).answer(Side::A, both));
    // Out of reach by a little, just within reach.
    let reach = |apart: f64| sequence(two_lines(apart), []).answer(Side::A, attack("A1", "B1"));
    p.refused_by("attack.require.11", reach(300.1));
    assert!(reach(300.0).is_ok());
    // A friend in the way.
    let mut blocked = two_lines(300.0);
    blocked.infantry(Side::A, 2, Formation::Column { front: 1 }, 1500.0, 1100.0, 0.0);
    p.refused_by("attack.require.7", sequence(blocked, []).answer(Side::A, attack("A1", "B1")));
    // Broken, and without a point.
    let mut broken = two_lines(250.0);
    broken.unit(tricolore::UnitId(0)).disorder.active = 6;
    broken.infantry(Side::A, 4, Formation::Line { front: 4 }, 1680.0, 1000.0, 0.0);
    p.refused_by("attack.require.4", sequence(broken, []).answer(Side::A, attack("A1", "B1")));
    let mut poor = two_lines(250.0);
    poor.officers[0].gifts.points = 0;
    p.refused_by("op.actions.5", sequence(poor, []).answer(Side::A, attack("A1", "B1")));
    // Engaged on its own, out of command.
    let mut alone = d;
    alone.infantry(Side::B, 3, Formation::Column { front: 1 }, 2900.0, 1200.0, 180.0);
    alone.unit(far).values.melee = 5;
    let mut b = Battle::drill_from(alone.field(), Side::A, Step::Engagement, [7, 3]);
    silent_until(&mut b, Step::DeclareA);
    p.refused_by("attack.require.1", b.answer(Side::A, attack("A4", "B3")));
}

#[test]
fn a_target_attacks_none_but_its_attacker_and_a_adjusts() {
    let p = proves!("attack.declare.2", "attack.declare.3");
    let mut d = two_lines(250.0);
    d.infantry(Side::A, 4, Formation::Line { front: 4 }, 1660.0, 1000.0, 0.0);
    let mut b = sequence(d, [5; 40]);
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    assert!(matches!(b.awaits(Side::B), Some(Awaits::Declare(Declaring::All))));
    p.refused_by("attack.declare.2", b.clone().answer(Side::B, attack("B1", "A2")));
    b.answer(Side::B, attack("B1", "A1")).unwrap();
    assert!(matches!(b.awaits(Side::A), Some(Awaits::Declare(Declaring::Adjust(u))) if u.len() == 1));
    assert!(p.shows("attack.declare.3", b.play().attack_of(tricolore::UnitId(0)).is_none()));
    p.refused_by("attack.declare.3", b.clone().answer(Side::A, attack("A2", "B1")));
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    // A mutual attack: they meet 50 apart.
    silent_until(&mut b, Step::TacticalFire);
    silent_until(&mut b, Step::MeleeChoices);
    let f = b.field();
    assert!(
        told(&b, "tmove.attack.2") && (f.gap(&f.units[0], &f.units[1]) - 50.0).abs() < 1.0
            || told(&b, "melee.1")
    );
}

#[test]
fn skirmishers_retreat_before_an_attack() {
    let p = proves!(
        "attack.retreat.1",
        "attack.retreat.2",
        "attack.retreat.3",
        "attack.retreat.4",
        "tmove.phase.2"
    );
    let mut d = Drill::new();
    d.infantry(Side::A, 4, Formation::Line { front: 4 }, 1500.0, 1000.0, 0.0);
    d.skirmishers(Side::B, 2, 1500.0, 1200.0, 180.0);
    d.infantry(Side::B, 4, Formation::Line { front: 4 }, 1500.0, 1350.0, 180.0);
    d.officers[0].at = v2(1500.0, 850.0);
    d.officers[1].at = v2(1500.0, 1500.0);
    let mut b = sequence(d, [5; 40]);
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    assert!(matches!(b.awaits(Side::B), Some(Awaits::Evade(u)) if u.len() == 1));
    let to = |x: f64, y: f64| Answer::Evade {
        retreat: vec![Evasion { unit: "B1".into(), to: Pose { x, y, facing: 180.0 } }],
    };
    p.refused_by("attack.retreat.2", b.clone().answer(Side::B, to(1500.0, 1300.0)));
    let other = Answer::Evade {
        retreat: vec![Evasion { unit: "B2".into(), to: Pose { x: 1500.0, y: 1500.0, facing: 180.0 } }],
    };
    p.refused_by("attack.retreat.1", b.clone().answer(Side::B, other));
    // It stands: then it is pinned.
    let mut stands = b.clone();
    stands.answer(Side::B, Answer::Evade { retreat: vec![] }).unwrap();
    silent_until(&mut stands, Step::MovesB);
    if matches!(stands.awaits(Side::B), Some(Awaits::Moves)) {
        p.refused_by("tmove.phase.2", stands.answer(Side::B, one(ahead("B1", 10.0))));
    }
    b.answer(Side::B, to(1500.0, 1420.0)).unwrap();
    assert_eq!(p.shows("attack.retreat.3", b.field().units[1].disorder.active), 4);
    assert!(p.shows(
        "attack.retreat.4",
        matches!(b.awaits(Side::A), Some(Awaits::Declare(Declaring::Again(u))) if u.len() == 1)
    ));
}

#[test]
fn pivots_adjustments_and_skirmishers() {
    let p = proves!(
        "pivot.1",
        "tmove.adjust.1",
        "tmove.skirmish.1",
        "tmove.skirmish.2",
        "op.formation.2",
        "tmove.reaction.3"
    );
    let mut d = two_lines(380.0);
    d.skirmishers(Side::A, 2, 1200.0, 1000.0, 0.0);
    d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1800.0, 900.0, 0.0);
    let b = moves(d.clone(), [5; 20]);
    let wheel =
        |unit: &str, degrees: f64| one(UnitMove { unit: unit.into(), wheel: degrees, ..UnitMove::default() });
    p.refused_by("pivot.1", b.clone().answer(Side::A, wheel("A1", 30.5)));
    assert!(b.clone().answer(Side::A, wheel("A1", 30.0)).is_ok());
    let adjust = |x: f64| one(UnitMove { unit: "A3".into(), adjust: Some([x, 0.0]), ..UnitMove::default() });
    p.refused_by("tmove.adjust.1", b.clone().answer(Side::A, adjust(50.5)));
    assert!(b.clone().answer(Side::A, adjust(50.0)).is_ok());
    let slant = |unit: &str, slant: f64| one(UnitMove { slant, ..ahead(unit, 50.0) });
    p.refused_by("tmove.skirmish.1", b.clone().answer(Side::A, slant("A2", 45.5)));
    p.refused_by("tmove.skirmish.1", b.clone().answer(Side::A, slant("A3", 10.0)));
    assert!(b.clone().answer(Side::A, slant("A2", 45.0)).is_ok());
    p.refused_by("tmove.skirmish.2", b.clone().answer(Side::A, one(ahead("A3", -20.0))));
    assert!(b.clone().answer(Side::A, one(ahead("A2", -100.0))).is_ok());
    assert!(b.clone().answer(Side::A, one(ahead("A2", -100.5))).is_err());
    let apart = Answer::Move { units: vec![ahead("A1", 20.0), ahead("A3", 20.0)] };
    p.refused_by("op.formation.2", b.clone().answer(Side::A, apart));
    let mut react = b;
    silent_until(&mut react, Step::ReactionsA);
    p.refused_by("tmove.reaction.3", react.clone().answer(Side::A, one(ahead("A1", 20.0))));
    react.answer(Side::A, one(UnitMove { unit: "A1".into(), about: true, ..UnitMove::default() })).unwrap();
}

#[test]
fn an_operation_formation_moves_for_one_point_and_keeps_together() {
    let p = proves!("op.actions.3", "op.actions.4");
    let mut d = two_lines(390.0);
    d.infantry(Side::A, 4, Formation::Line { front: 4 }, 1662.0, 1000.0, 0.0);
    let b = moves(d, [5; 20]);
    let both = |x: f64, y: f64| Answer::Move { units: vec![ahead("A1", x), ahead("A2", y)] };
    p.refused_by("op.actions.3", b.clone().answer(Side::A, both(20.0, 60.0)));
    let mut on = b.clone();
    on.answer(Side::A, both(40.0, 40.0)).unwrap();
    assert_eq!(on.field().commands[0].used, 1);
    let mut about = b;
    let turn = |u: &str| UnitMove { unit: u.into(), about: true, ..UnitMove::default() };
    about.answer(Side::A, Answer::Move { units: vec![turn("A1")] }).unwrap();
    assert_eq!(p.shows("op.actions.4", about.field().commands[0].used), 0);
}

#[test]
fn changing_formation_costs_a_point_and_a_square_none() {
    let p = proves!(
        "tmove.formation.1",
        "tmove.formation.2",
        "formations.3",
        "formations.4",
        "formchange.2",
        "formchange.3"
    );
    let change = |to: FormationKind, at: Option<Pose>| {
        Answer::Change(Change { unit: "A1".into(), to, front: None, at, join: None, detach: None })
    };
    let at = |x: f64, y: f64, facing: f64| Some(Pose { x, y, facing });
    // O1/1 passes by 5, T2/U rolls twice.
    let mut b = moves(two_lines(300.0), [5, 5, 6]);
    p.refused_by(
        "formchange.3",
        b.clone().answer(Side::A, change(FormationKind::Column, at(1500.0, 1000.0, 31.0))),
    );
    p.refused_by(
        "formchange.2",
        b.clone().answer(Side::A, change(FormationKind::Column, at(1700.0, 1000.0, 0.0))),
    );
    b.answer(Side::A, change(FormationKind::Column, None)).unwrap();
    let u = &b.field().units[0];
    assert_eq!(
        p.shows("tmove.formation.1", (u.formation, u.disorder.active)),
        (Formation::Column { front: 1 }, 1)
    );
    assert_eq!(b.field().commands[0].used, 1);
    // It fails by 6, and the point is gone all the same.
    let mut b = moves(two_lines(300.0), [6]);
    b.answer(Side::A, change(FormationKind::Column, None)).unwrap();
    assert_eq!((b.field().units[0].formation, b.field().commands[0].used), (Formation::Line { front: 4 }, 1));
    assert!(b.field().units[0].record.acted_in_phase);
    // A square needs no point: O2/1.
    let mut poor = two_lines(300.0);
    poor.officers[0].gifts.points = 0;
    let mut b = moves(poor, [9, 5, 5, 5]);
    p.refused_by("tmove.formation.2", b.clone().answer(Side::A, change(FormationKind::Column, None)));
    b.answer(Side::A, change(FormationKind::Square, None)).unwrap();
    assert_eq!(b.field().units[0].formation, Formation::Square);
    // One base forms neither square nor chain.
    let mut small = two_lines(300.0);
    small.unit(tricolore::UnitId(0)).bases = tricolore::unit::Bases::full(1);
    small.unit(tricolore::UnitId(0)).formation = Formation::Column { front: 1 };
    let b = moves(small, []);
    p.refused_by("formations.3", b.clone().answer(Side::A, change(FormationKind::Square, None)));
    p.refused_by("formations.4", b.clone().answer(Side::A, change(FormationKind::Chain, None)));
}

#[test]
fn officers_move_turn_and_keep_their_distance() {
    let p = proves!("tmove.officer.1", "tmove.officer.2");
    let act = |act: OfficerAct| Answer::Officer { officer: "Ao1".into(), act };
    let b = moves(two_lines(300.0), [4, 6, 9, 9]);
    p.refused_by("tmove.officer.1", b.clone().answer(Side::A, act(OfficerAct::Ahead(200.5))));
    let mut on = b.clone();
    on.answer(Side::A, act(OfficerAct::Ahead(200.0))).unwrap();
    p.refused_by("tmove.officer.1", on.answer(Side::A, act(OfficerAct::About)));
    let mut turns = b;
    turns.answer(Side::A, act(OfficerAct::Face(90.0))).unwrap();
    assert!(turns.field().officers[0].dir.y > 0.99, "one of the two dice is above his ability");
    let mut near = two_lines(300.0);
    near.officers[0].at = v2(1500.0, 1150.0);
    p.refused_by("tmove.officer.2", moves(near, []).answer(Side::A, act(OfficerAct::Ahead(100.0))));
}

#[test]
fn who_stands_inside_a_break_in_distance_is_pushed_out() {
    let p = proves!("break-in.5", "break-in.6");
    let mut b = sequence(two_lines(80.0), [9; 10]);
    silent_until(&mut b, Step::SequenceRoll);
    let f = b.field();
    assert!(p.shows("break-in.5", told(&b, "break-in.5")));
    assert!((p.shows("break-in.6", f.gap(&f.units[0], &f.units[1])) - 100.0).abs() < 0.1);
    assert!(f.units[0].base.front.y < 999.0 && f.units[1].base.front.y == 1080.0, "side A's unit gives way");
}

#[test]
fn a_town_is_entered_and_left() {
    let p = proves!("tmove.town.2", "tmove.town.5", "tmove.town.6", "tmove.town.7");
    let mut d = two_lines(390.0);
    d.officers[0].gifts.radius = 800;
    d.infantry(Side::A, 3, Formation::Column { front: 1 }, 1100.0, 1000.0, 0.0);
    let z = d.zone(5, 6, (1000.0, 1150.0), (1200.0, 1300.0));
    let mut b = moves(d, [9; 20]);
    let go = |m: f64| one(UnitMove { enter: Some("town 1".into()), ..ahead("A2", m) });
    p.refused_by("tmove.town.2", b.clone().answer(Side::A, go(100.0)));
    b.answer(Side::A, go(150.0)).unwrap();
    assert_eq!(b.field().units[2].formation, Formation::InTown { zone: z });
    let mut d = two_lines(390.0);
    d.officers[0].gifts.radius = 800;
    d.infantry(Side::A, 3, Formation::InTown { zone: z }, 1100.0, 1200.0, 0.0);
    let z = d.zone(5, 6, (1000.0, 1150.0), (1200.0, 1300.0));
    d.unit(tricolore::UnitId(2)).formation = Formation::InTown { zone: z };
    let act = |act: TownAct| Answer::Town { unit: "A2".into(), act };
    p.refused_by(
        "tmove.town.7",
        moves(d.clone(), []).answer(Side::A, act(TownAct::Assemble { facing: 0.0 })),
    );
    d.unit(tricolore::UnitId(2)).record.phases_in_town = 1;
    let mut b = moves(d, []);
    p.refused_by("tmove.town.5", b.clone().answer(Side::A, act(TownAct::Leave { ahead: 50.0 })));
    b.answer(Side::A, act(TownAct::Assemble { facing: 180.0 })).unwrap();
    assert_eq!(b.field().units[2].formation, Formation::Assembled { zone: z });
    assert_eq!(b.field().units[2].base.front.y, 1150.0);
    let mut d = two_lines(390.0);
    d.officers[0].gifts.radius = 800;
    let z = d.zone(5, 6, (1000.0, 1150.0), (1200.0, 1300.0));
    d.infantry(Side::A, 3, Formation::Assembled { zone: z }, 1100.0, 1150.0, 180.0);
    let b = moves(d, []);
    p.refused_by("tmove.town.6", b.clone().answer(Side::A, act(TownAct::Leave { ahead: 100.5 })));
    let mut out = b;
    out.answer(Side::A, act(TownAct::Leave { ahead: 100.0 })).unwrap();
    assert_eq!(out.field().units[2].formation, Formation::Column { front: 1 });
}

#[test]
fn a_breakthrough_is_made_or_declined() {
    let p = proves!("breakthrough.1", "breakthrough.2");
    // A strong column against a weak one: the fight gives a breakthrough, and there is nobody behind.
    let mut d = two_lines(250.0);
    d.unit(tricolore::UnitId(0)).values.melee = 9;
    d.unit(tricolore::UnitId(1)).values.melee = 2;
    d.infantry(Side::B, 4, Formation::Line { front: 4 }, 1500.0, 1480.0, 180.0);
    // Line tests, the melee, losses, friends who are shaken.
    let mut b = sequence(d, [1, 1, 10, 10, 9, 9, 9, 5, 5, 5, 5, 9, 9, 9, 9, 9, 9]);
    b.answer(Side::A, attack("A1", "B1")).unwrap();
    silent_until(&mut b, Step::Breakthroughs);
    let asked = matches!(b.awaits(Side::A), Some(Awaits::Breakthrough(_)));
    assert!(asked, "{:#?}", b.events().iter().map(|e| e.says.to_string()).collect::<Vec<_>>());
    assert!(p.shows("breakthrough.1", !b.play().won.is_empty() || asked));
    b.answer(Side::A, Answer::Breakthrough(Breakthrough::Stay)).unwrap();
    assert!(p.shows("breakthrough.2", told(&b, "breakthrough.2") || told(&b, "play.breakthrough-step")));
}
