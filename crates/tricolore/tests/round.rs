//! The round as a machine: whole rounds by the answers of silence, and step by step with scripted dice.

use tricolore::answer::{Answer, Attack, NewOrder, UnitMove};
use tricolore::battle::{Awaits, Battle, Step};
use tricolore::drill::Drill;
use tricolore::orders::OrderKind;
use tricolore::troop::Formation;
use tricolore::{Side, proves};

/// A line a side, so far apart, each in the radius of its officer.
pub fn two_lines(apart: f64) -> Drill {
    let mut d = Drill::new();
    let y = 1000.0;
    d.infantry(Side::A, 4, Formation::Line { front: 4 }, 1500.0, y, 0.0);
    d.infantry(Side::B, 4, Formation::Line { front: 4 }, 1500.0, y + apart, 180.0);
    d.officers[0].at = table::v2(1500.0, y - 150.0);
    d.officers[1].at = table::v2(1500.0, y + apart + 150.0);
    d
}

/// Answers everything that is asked by silence until the step, at most so often.
pub fn silent_until(b: &mut Battle, step: Step) {
    for _ in 0..2000 {
        if b.play().step == step || b.ended().is_some() {
            return;
        }
        let Some((side, _)) = b.pending().first().cloned() else { return };
        let a = b.silence(side).expect("it is asked");
        b.answer(side, a).expect("silence is accepted");
    }
    panic!("the battle does not get to {step:?}");
}

/// A battle with the dice of a number.
pub fn seeded(d: Drill, rounds: u32) -> Battle {
    use std::sync::Arc;
    use tricolore::battle::Terms;
    let mut f = d.field();
    f.round = 0;
    let terms = Terms { rounds, ..Terms::default() };
    Battle::begin(
        Arc::new(terms),
        f,
        umpire::Seed::new("round"),
        umpire::BattleDice::from_number(7),
        umpire::Log::On(Vec::new()),
        desk::Seating::SIDES_ONLY,
    )
}

#[test]
fn a_battle_runs_through_its_rounds_in_silence() {
    let p = proves!("play.machine", "round.1", "round.4", "play.victory");
    let mut b = seeded(two_lines(1200.0), 3);
    assert_eq!(b.field().round, 1);
    for _ in 0..500 {
        let Some((side, _)) = b.pending().first().cloned() else { break };
        let a = b.silence(side).expect("it is asked");
        b.answer(side, a).expect("silence is accepted");
    }
    let told = |id: &str| b.events().iter().filter(|e| e.clause.id() == id).count();
    assert_eq!(p.shows("round.1", told("round.1")), 3);
    assert_eq!(p.shows("play.machine", told("play.machine")), 3);
    // Orders, engagement, initiative, manoeuvre, deployment and administration, three times.
    assert_eq!(p.shows("round.4", told("round.4")), 18);
    assert_eq!(p.shows("play.victory", b.ended().map(|e| e.winner)), Some(None));
}

#[test]
fn silence_in_sight_of_the_enemy_plays_sequences() {
    let mut b = seeded(two_lines(300.0), 4);
    for _ in 0..2000 {
        let Some((side, _)) = b.pending().first().cloned() else { break };
        let a = b.silence(side).expect("it is asked");
        b.answer(side, a).expect("silence is accepted");
    }
    assert!(b.ended().is_some());
    assert!(b.events().iter().any(|e| e.clause.id() == "sequence-test.1"));
}

#[test]
fn an_order_is_given_tried_and_activated() {
    let p = proves!("orders.phase.1", "orders.activation.1", "orders.multiple.1");
    let mut d = two_lines(1200.0);
    d.officers[0].gifts.ability = 9;
    d.officers[0].gifts.order_bonus = 3;
    let mut f = d.field();
    f.round = 0;
    // Three tests; then the initiative.
    let mut b = Battle::drill(f, [1, 9, 5, 7, 3]);
    let give = |order| Answer::Orders {
        arrange: vec![],
        give: vec![NewOrder { command: "Aa".into(), order, route: vec![], starts: None, through: None }],
    };
    b.answer(Side::A, give(OrderKind::Manoeuvre)).unwrap();
    assert!(matches!(b.awaits(Side::B), Some(Awaits::Orders)) && b.awaits(Side::A).is_none());
    b.answer(Side::B, Answer::Orders { arrange: vec![], give: vec![] }).unwrap();
    let c = &b.field().commands[0];
    assert_eq!(p.shows("orders.activation.1", c.orders.kind()), Some(OrderKind::Manoeuvre));
    let heard = b.events().iter().find(|e| e.clause.id() == "orders.phase.1").map(|e| e.heard);
    assert_eq!(p.shows("orders.phase.1", heard), Some(desk::Audience::side(Side::A)));
    // A second one besides one that is not activated is refused.
    let mut d = two_lines(1200.0);
    d.officers[0].gifts.ability = 2;
    let mut f = d.field();
    f.round = 0;
    let mut b = Battle::drill(f, [9, 7, 3]);
    b.answer(Side::A, give(OrderKind::Manoeuvre)).unwrap();
    b.answer(Side::B, Answer::Orders { arrange: vec![], give: vec![] }).unwrap();
    silent_until(&mut b, Step::Orders);
    assert_eq!(b.field().round, 2);
    p.refused_by("orders.multiple.1", b.answer(Side::A, give(OrderKind::Defence)));
}

#[test]
fn an_attack_is_declared_made_and_fought() {
    let p = proves!("attack.declare.1", "melee.1");
    let f = two_lines(300.0).field();
    let mut b = Battle::drill_from(f, Side::A, Step::Engagement, [7, 3, 5, 5, 6, 5, 9, 9, 9, 9, 9, 9]);
    silent_until(&mut b, Step::DeclareA);
    let attacks = vec![Attack { unit: "A1".into(), target: "B1".into(), straight: false }];
    b.answer(Side::A, Answer::Declare { attacks }).unwrap();
    let told = |b: &Battle, id: &str| b.events().iter().any(|e| e.rests_on(id));
    assert!(p.shows("attack.declare.1", told(&b, "attack.declare.1")));
    silent_until(&mut b, Step::SequenceBegins);
    assert!(
        p.shows("melee.1", told(&b, "melee.1")),
        "{:#?}",
        b.events().iter().map(|e| e.says.to_string()).collect::<Vec<_>>()
    );
}

#[test]
fn a_move_is_paid_and_refused_beyond_its_reach() {
    let p = proves!("op.actions.1", "tmove.general.1", "break-in.1");
    let f = two_lines(300.0).field();
    let mut b = Battle::drill_from(f, Side::A, Step::Engagement, [7, 3, 5]);
    silent_until(&mut b, Step::MovesA);
    let ahead = |m: f64| Answer::Move {
        units: vec![UnitMove { unit: "A1".into(), ahead: m, ..UnitMove::default() }],
    };
    p.refused_by("break-in.1", b.answer(Side::A, ahead(200.5)));
    let mut far = b.clone();
    p.refused_by(
        "tmove.general.1",
        far.answer(
            Side::A,
            Answer::Move {
                units: vec![UnitMove { unit: "A1".into(), about: true, ahead: 100.5, ..UnitMove::default() }],
            },
        ),
    );
    b.answer(Side::A, ahead(50.0)).unwrap();
    assert_eq!(b.field().commands[0].used, 1);
    let again = b.answer(Side::A, ahead(50.0));
    assert!(again.is_err());
    let mut poor = two_lines(300.0);
    poor.officers[0].gifts.points = 0;
    let mut b = Battle::drill_from(poor.field(), Side::A, Step::Engagement, [7, 3]);
    silent_until(&mut b, Step::MovesA);
    p.refused_by("op.actions.1", b.answer(Side::A, ahead(50.0)));
}
