//! Tests, losses, orders and the turn, as bare situations with scripted dice.

use odds::Fraction;
use odds::judging;
pub use odds::judging::{chance, out, refused, rule};
use tricolore::book;
use tricolore::orders::OrderKind;
use tricolore::procedures::dice::*;
use tricolore::procedures::orders::*;
use tricolore::procedures::turn::*;
use tricolore::procedures::{ALL, Within};
use tricolore::{Side, proves};
use umpire::{HandDice, Procedure, Readings, Ruling, judge};

/// What is added and taken off under that heading.
pub fn sum(r: &Ruling, side: &str) -> i32 {
    r.modifiers.iter().filter(|m| m.side == side).map(|m| m.value).sum()
}

/// Readings of a battle of which one is otherwise.
pub fn readings(id: &str, option: &str) -> Readings {
    let all = &book::text().readings;
    Readings::defaults(all).with(all, id, option).unwrap()
}

pub fn defaults() -> Readings {
    Readings::defaults(&book::text().readings)
}

#[test]
fn every_procedure_judges_its_example_and_weighs_it_exactly() {
    judging::examples_are_judged_and_weighed(ALL);
}

#[test]
fn hostile_situations_are_judged_or_refused() {
    judging::hostile_situations_are_judged_or_refused(ALL, &[5.into(), 150.0.into()]);
}

fn test(letter: Letter, value: i8, dice: u8, needed: u8) -> TestSituation {
    TestSituation { letter, value, dice, needed }
}

#[test]
fn a_test_is_dice_against_a_value() {
    let p = proves!("dice.1", "dice.2", "dice.3", "dice.4");
    let t21 = test(Letter::T, 5, 2, 1);
    let got = |dice: &[u8]| out::<Test>(&t21, dice);
    assert_eq!(p.shows("dice.2", got(&[5, 6])), TestOutcome { passed: true, passes: 1 });
    assert_eq!(p.shows("dice.4", got(&[6, 7])), TestOutcome { passed: false, passes: 0 });
    assert_eq!(got(&[1, 5]).passes, 2);
    assert!(!out::<Test>(&test(Letter::E, 7, 2, 2), &[7, 8]).passed);
    assert!(out::<Test>(&test(Letter::E, 7, 2, 2), &[7, 7]).passed);
    for letter in [Letter::N, Letter::E, Letter::T, Letter::O, Letter::M] {
        assert!(out::<Test>(&test(letter, 4, 1, 1), &[4]).passed);
    }
    // A 1 always passes, a 10 never.
    let (low, r) = rule::<Test>(&test(Letter::T, -3, 2, 2), &[1, 1]);
    assert!(p.shows("dice.3", low.passed) && r.clauses.iter().any(|c| c.id() == "dice.3"));
    assert!(!out::<Test>(&test(Letter::T, -3, 1, 1), &[2]).passed);
    assert!(!out::<Test>(&test(Letter::T, 12, 1, 1), &[10]).passed);
    assert!(out::<Test>(&test(Letter::T, 12, 1, 1), &[9]).passed);
    // Ten-sided dice, from 1 to 10.
    let mut d = HandDice::new([11]);
    judge::<Test>(&test(Letter::T, 5, 1, 1), &mut d);
    assert!(p.shows("dice.1", d.finish()).is_err());
    let pass = |value| chance::<Test>(&test(Letter::T, value, 1, 1), |o| o.passed);
    assert_eq!(pass(9), Fraction::new(9, 10));
    assert_eq!(pass(0), Fraction::new(1, 10));
    assert_eq!(chance::<Test>(&t21, |o| o.passed), Fraction::new(3, 4));
    assert_eq!(refused::<Test>(&test(Letter::T, 5, 2, 3)), "needed");
    assert_eq!(refused::<Test>(&test(Letter::T, 5, 0, 0)), "dice");
}

fn disorder(letter: Letter, value: u8, dice: u8) -> DisorderTestSituation {
    DisorderTestSituation { letter, value, dice, disorder: 0, enemy: None, within: Within::Outside }
}

#[test]
fn each_die_above_disorders() {
    let p = proves!("dice.5", "disorder.1", "disorder.3", "conv.1");
    let t2u = disorder(Letter::T, 5, 2);
    let got = |dice: &[u8]| out::<DisorderTest>(&t2u, dice);
    assert_eq!(p.shows("dice.5", got(&[6, 5])), Disordered { gained: 1, disorder: 1 });
    assert_eq!(got(&[6, 10]).gained, 2);
    assert_eq!(got(&[1, 5]).gained, 0);
    assert_eq!(out::<DisorderTest>(&disorder(Letter::O, 4, 3), &[4, 5, 6]).gained, 2);
    // Within 200 of the enemy training is lowered by the U it has: 5 with 2 U is 3.
    let near =
        |metres: f64, within| DisorderTestSituation { disorder: 2, enemy: Some(metres), within, ..t2u };
    let gained = |s: &DisorderTestSituation| out::<DisorderTest>(s, &[4, 3]).gained;
    assert_eq!(p.shows("disorder.3", gained(&near(199.9, Within::Outside))), 1);
    assert_eq!(p.shows("conv.1", gained(&near(200.0, Within::Outside))), 0);
    assert_eq!(gained(&near(200.0, Within::Inside)), 1);
    assert_eq!(gained(&near(200.1, Within::Inside)), 0);
    assert_eq!(Within::of(&readings("within", "inside")), Within::Inside);
    assert_eq!(Within::of(&defaults()), Within::Outside);
    // Other values are not lowered.
    let officer = DisorderTestSituation { letter: Letter::O, ..near(50.0, Within::Outside) };
    assert_eq!(gained(&officer), 0);
    // Eight is the most.
    let full = DisorderTestSituation { disorder: 7, ..t2u };
    assert_eq!(
        p.shows("disorder.1", out::<DisorderTest>(&full, &[9, 9])),
        Disordered { gained: 2, disorder: 8 }
    );
    assert_eq!(refused::<DisorderTest>(&DisorderTestSituation { disorder: 9, ..t2u }), "disorder");
    assert_eq!(refused::<DisorderTest>(&DisorderTestSituation { enemy: Some(f64::NAN), ..t2u }), "enemy");
    assert_eq!(chance::<DisorderTest>(&t2u, |o| o.gained == 1), Fraction::new(1, 2));
}

#[test]
fn two_losses_remove_a_base() {
    let p = proves!("losses.1", "losses.2");
    let took = |bases, marked, losses| {
        let s = LossesSituation { bases, marked, losses };
        let l = out::<TakeLosses>(&s, &[]);
        (l.bases, l.marked)
    };
    assert_eq!(p.shows("losses.1", took(4, false, 1)), (4, true));
    assert_eq!(took(4, false, 2), (3, false));
    assert_eq!(p.shows("losses.2", took(4, true, 1)), (3, false));
    assert_eq!(took(4, true, 2), (3, true));
    assert_eq!(took(1, true, 1), (0, false));
    assert_eq!(took(1, false, 9), (0, false));
    assert_eq!(took(3, false, 0), (3, false));
}

fn order(f: impl FnOnce(&mut ActivateSituation)) -> ActivateSituation {
    let mut s = ActivateSituation::new(OrderKind::Manoeuvre, 6);
    f(&mut s);
    s
}

/// Tests that an order needs.
fn needs(s: &ActivateSituation) -> i32 {
    let (_, r) = rule::<ActivateOrder>(s, &[10, 10][..wants(s)]);
    r.totals["needed"].as_i64().unwrap() as i32
}

/// Dice of an attempt that fails at once.
fn wants(s: &ActivateSituation) -> usize {
    let mut r = Ruling::new("");
    match ActivateOrder::prepare(s, &mut r) {
        Activation::Tests { needed, .. } if needed <= 0 => 2,
        Activation::Tests { .. } => 1,
        _ => 0,
    }
}

#[test]
fn six_tests_less_bonuses() {
    let p = proves!("orders.activation.1", "orders.activation.2", "officers.8", "officers.11", "corps-hq.4");
    assert_eq!(p.shows("orders.activation.2", needs(&order(|_| {}))), 6);
    let all = out::<ActivateOrder>(&order(|_| {}), &[6, 6, 6, 1, 2, 3]);
    assert_eq!(p.shows("orders.activation.1", all), ActivateOutcome::Activated);
    // Tests are rolled until one fails.
    let failed = out::<ActivateOrder>(&order(|_| {}), &[6, 6, 7]);
    assert_eq!(failed, ActivateOutcome::NotYet { next: 5 });
    assert_eq!(p.shows("officers.8", needs(&order(|s| s.bonus = 1))), 5);
    let with = |f: &dyn Fn(&mut Superior)| {
        let mut x = Superior::new(2);
        f(&mut x);
        needs(&order(|s| s.superiors = vec![Superior::new(1), x]))
    };
    assert_eq!(with(&|_| {}), 3);
    assert_eq!(with(&|x| x.in_radius = false), 5);
    assert_eq!(p.shows("officers.11", with(&|x| x.attached = true)), 5);
    assert_eq!(p.shows("corps-hq.4", with(&|x| x.no_headquarters = true)), 5);
    assert_eq!(needs(&order(|s| (s.bonus, s.attached) = (2, true))), 6);
    assert_eq!(
        chance::<ActivateOrder>(&order(|s| s.bonus = 5), |o| *o == ActivateOutcome::Activated),
        Fraction::new(3, 5)
    );
    assert_eq!(refused::<ActivateOrder>(&order(|s| s.ability = 0)), "ability");
    assert_eq!(refused::<ActivateOrder>(&order(|s| s.bonus = 6)), "bonus");
}

#[test]
fn each_later_round_needs_one_test_fewer() {
    let p = proves!("orders.activation.3", "orders.activation.4", "orders.activation.5");
    assert_eq!(p.shows("orders.activation.3", needs(&order(|s| s.rounds = 2))), 4);
    // A brigadier of bonus 1, in radius of division (1) and corps (2), the army too far away.
    let of = |rounds| {
        order(|s| {
            (s.bonus, s.rounds) = (1, rounds);
            s.superiors =
                vec![Superior::new(1), Superior::new(2), Superior { in_radius: false, ..Superior::new(3) }];
        })
    };
    assert_eq!([0, 1, 2, 3].map(|n| needs(&of(n))), [2, 1, 0, -1]);
    let tries = [0, 1, 2].map(|n| out::<ActivateOrder>(&of(n), &[7, 7][..wants(&of(n))]));
    let next = |n| ActivateOutcome::NotYet { next: n };
    assert_eq!(tries, [next(1), next(0), next(0)]);
    let at_last = out::<ActivateOrder>(&of(2), &[7, 6]);
    assert_eq!(p.shows("orders.activation.5", at_last), ActivateOutcome::Activated);
    // E2/1 with ability 6: all but 4 in 10 squared.
    let even = chance::<ActivateOrder>(&of(5), |o| *o == ActivateOutcome::Activated);
    assert_eq!(even, Fraction::new(84, 100));
    let (_, r) = rule::<ActivateOrder>(&of(0), &[1, 1]);
    assert_eq!(p.shows("orders.activation.4", sum(&r, "tests")), 2);
}

#[test]
fn delayed_and_coordinated_orders() {
    let p = proves!(
        "orders.delayed.1",
        "orders.coordination.1",
        "orders.coordination.2",
        "orders.coordination.3",
        "corps-reserve-zone.2",
    );
    assert_eq!(p.shows("orders.delayed.1", needs(&order(|s| s.delayed = 2))), 4);
    assert_eq!(needs(&order(|s| (s.delayed, s.rounds) = (2, 1))), 3);
    let grows = OrderReadings::of(&readings("delayed-bonus", "grows"));
    assert_eq!(grows.delayed_bonus, DelayedBonus::Grows);
    assert_eq!(needs(&order(|s| (s.delayed, s.rounds, s.readings) = (2, 1, grows))), 3);

    let one = Coordinated { order: OrderKind::Manoeuvre, under_him: true, in_radius: true };
    let together = |f: &dyn Fn(&mut ActivateSituation)| {
        order(|s| {
            s.tester = Tester::Superior;
            (s.ability, s.bonus) = (7, 2);
            s.superiors = vec![Superior::new(1)];
            s.coordinated = vec![one; 3];
            f(s);
        })
    };
    assert_eq!(p.shows("orders.coordination.2", needs(&together(&|_| {}))), 3);
    let all = out::<ActivateOrder>(&together(&|_| {}), &[7, 7, 7]);
    assert_eq!(p.shows("orders.coordination.3", all), ActivateOutcome::Activated);
    let alone = OrderReadings::of(&readings("coordinated-bonus", "alone"));
    assert_eq!(needs(&together(&|s| s.readings = alone)), 4);
    let bad: [&dyn Fn(&mut ActivateSituation); 5] = [
        &|s| s.coordinated[1].order = OrderKind::March,
        &|s| s.coordinated[1].under_him = false,
        &|s| s.coordinated[2].in_radius = false,
        &|s| s.coordinated.truncate(1),
        &|s| s.tester = Tester::Command,
    ];
    for f in bad {
        assert_eq!(p.shows("orders.coordination.1", refused::<ActivateOrder>(&together(f))), "coordinated");
    }
    let zone = |kind, two| {
        needs(&order(|s| {
            (s.order, s.reserve_zone) = (kind, true);
            s.readings =
                OrderReadings::of(&if two { readings("reserve-zone-orders", "two") } else { defaults() });
        }))
    };
    assert_eq!(p.shows("corps-reserve-zone.2", zone(OrderKind::Manoeuvre, false)), 5);
    assert_eq!(zone(OrderKind::Deployment, false), 5);
    assert_eq!(zone(OrderKind::Deployment, true), 4);
    assert_eq!([OrderKind::March, OrderKind::Defence].map(|k| zone(k, true)), [6, 6]);
}

#[test]
fn marches_and_chiefs() {
    let p = proves!("orders.march.2", "corps-train.1", "corps-train.5", "gun-chief.3");
    let march = |f: &dyn Fn(&mut ActivateSituation)| {
        order(|s| {
            s.order = OrderKind::March;
            f(s);
        })
    };
    let unfit = out::<ActivateOrder>(&march(&|s| s.in_march_column = false), &[]);
    assert_eq!(p.shows("orders.march.2", unfit), ActivateOutcome::Unfit);
    let train = |f: &dyn Fn(&mut ActivateSituation)| {
        march(&|s| {
            s.tester = Tester::TrainChief;
            f(s);
        })
    };
    assert_eq!(needs(&train(&|_| {})), 6);
    let activated = |s: &ActivateSituation| out::<ActivateOrder>(s, &[]) == ActivateOutcome::Activated;
    assert!(p.shows("corps-train.5", activated(&train(&|s| s.enemy_near = true))));
    assert!(p.shows("corps-train.1", activated(&train(&|s| s.order = OrderKind::Defence))));
    let automatic = OrderReadings::of(&readings("train-order", "automatic"));
    assert!(activated(&train(&|s| s.readings = automatic)));
    assert_eq!(refused::<ActivateOrder>(&train(&|s| s.order = OrderKind::Manoeuvre)), "order");
    let chief = march(&|s| (s.tester, s.order) = (Tester::ArtilleryChief, OrderKind::Deployment));
    assert_eq!(p.shows("gun-chief.3", refused::<ActivateOrder>(&chief)), "order");
    assert_eq!(needs(&march(&|s| s.tester = Tester::ArtilleryChief)), 6);
}

#[test]
fn moving_what_is_out_of_command() {
    let p = proves!("op.command.2", "tmove.general.3", "disorder.9");
    let s = OutOfCommandSituation { ability: 6, disorder: 0 };
    let moves = OutOfCommandOutcome { moves: true, points: 1 };
    assert_eq!(p.shows("op.command.2", out::<OutOfCommand>(&s, &[6])), moves);
    assert_eq!(
        p.shows("tmove.general.3", out::<OutOfCommand>(&s, &[7])),
        OutOfCommandOutcome { moves: false, points: 1 }
    );
    let broken = OutOfCommandSituation { disorder: 6, ..s };
    assert_eq!(
        p.shows("disorder.9", out::<OutOfCommand>(&broken, &[])),
        OutOfCommandOutcome { moves: true, points: 0 }
    );
    assert!(!out::<OutOfCommand>(&OutOfCommandSituation { disorder: 5, ..s }, &[7]).moves);
}

#[test]
fn officers_turn_and_ride() {
    let p = proves!("tmove.officer.1", "superior-move.3");
    let s = OfficerTurnSituation { ability: 6, about: false };
    assert_eq!(p.shows("tmove.officer.1", out::<OfficerTurn>(&s, &[6, 6])), Tried::Done);
    assert_eq!(out::<OfficerTurn>(&s, &[6, 7]), Tried::Failed);
    assert_eq!(out::<OfficerTurn>(&OfficerTurnSituation { about: true, ..s }, &[]), Tried::Done);
    assert_eq!(chance::<OfficerTurn>(&s, |o| o.done()), Fraction::new(36, 100));

    let ride =
        |metres, dice: &[u8]| out::<SuperiorMove>(&SuperiorMoveSituation { ability: 5, metres }, dice).metres;
    assert_eq!(p.shows("superior-move.3", ride(500, &[5])), 500);
    assert_eq!(ride(501, &[5, 6]), 500);
    assert_eq!(ride(2000, &[5, 4, 3, 2]), 2000);
    assert_eq!(ride(2000, &[6]), 0);
    assert_eq!(refused::<SuperiorMove>(&SuperiorMoveSituation { ability: 5, metres: 2001 }), "metres");
    assert_eq!(refused::<SuperiorMove>(&SuperiorMoveSituation { ability: 5, metres: 0 }), "metres");
}

#[test]
fn engaging_from_defence() {
    let p = proves!("deployment-defence.2");
    let s = EngageSituation {
        ability: 6,
        officer: 599.0,
        all: 4,
        near: 2,
        half_of: HalfOf::Units,
        within: Within::Outside,
    };
    assert_eq!(p.shows("deployment-defence.2", out::<EngageFromDefence>(&s, &[6])), EngageOutcome::MayEngage);
    assert_eq!(out::<EngageFromDefence>(&s, &[7]), EngageOutcome::Held);
    let far = |s: EngageSituation| out::<EngageFromDefence>(&s, &[]) == EngageOutcome::TooFar;
    assert!(far(EngageSituation { officer: 600.0, ..s }));
    assert!(far(EngageSituation { near: 1, ..s }));
    assert!(far(EngageSituation { all: 5, ..s }));
    assert_eq!(
        out::<EngageFromDefence>(&EngageSituation { half_of: HalfOf::Bases, ..s }, &[1]),
        EngageOutcome::MayEngage
    );
    assert_eq!(refused::<EngageFromDefence>(&EngageSituation { near: 5, ..s }), "near");
}

#[test]
fn initiative() {
    let p = proves!("initiative.1", "initiative.2");
    let s = InitiativeSituation { bonus: [1, 0], last: Some(Side::B), tie: InitiativeTie::Reroll };
    let got = |s: &InitiativeSituation, dice: &[u8]| out::<Initiative>(s, dice).decides;
    // 5 + 1 against 5 + 2.
    assert_eq!(p.shows("initiative.1", got(&s, &[5, 5])), Some(Side::B));
    assert_eq!(p.shows("initiative.2", got(&s, &[7, 5])), Some(Side::A));
    assert_eq!(got(&s, &[6, 5, 1, 10]), Some(Side::B));
    let last =
        InitiativeSituation { tie: InitiativeTie::of(&readings("initiative-tie", "last-decides")), ..s };
    assert_eq!(got(&last, &[6, 5]), Some(Side::B));
    // In the first round both roll again all the same.
    let first = InitiativeSituation { last: None, ..last };
    assert_eq!(got(&first, &[4, 5, 9, 2]), Some(Side::A));
    assert_eq!(
        chance::<Initiative>(&InitiativeSituation::default(), |o| o.decides == Some(Side::A)),
        Fraction::new(1, 2)
    );
    assert_eq!(refused::<Initiative>(&InitiativeSituation { bonus: [11, 0], ..s }), "bonus");
}

#[test]
fn another_sequence() {
    let p =
        proves!("sequence-test.1", "sequence-test.2", "sequence-bonus.1", "tactical.1", "missing-tables.1");
    let of = |played, a: (u8, bool), b: (u8, bool)| SequenceSituation {
        played,
        a: SequenceBonus { bonus: a.0, subtracted: a.1 },
        b: SequenceBonus { bonus: b.0, subtracted: b.1 },
        sheet: Default::default(),
    };
    let another =
        |s: &SequenceSituation, dice: &[u8]| out::<AnotherSequence>(s, dice) == SequenceOutcome::Another;
    for (played, value) in [(1, 8), (2, 6), (3, 4), (4, 2)] {
        let s = of(played, (0, false), (0, false));
        assert!(p.shows("sequence-test.2", another(&s, &[value])));
        assert!(!another(&s, &[value + 1]));
        let even = chance::<AnotherSequence>(&s, |o| *o == SequenceOutcome::Another);
        assert_eq!(even, Fraction::new(value.into(), 10));
    }
    let never = out::<AnotherSequence>(&of(5, (2, false), (0, false)), &[]);
    assert_eq!(p.shows("sequence-test.1", never), SequenceOutcome::Over);
    assert_eq!(p.shows("tactical.1", never), SequenceOutcome::Over);
    let s = of(2, (2, false), (1, true));
    assert!(p.shows("sequence-bonus.1", another(&s, &[7])) && !another(&s, &[8]));
    assert!(another(&of(4, (2, true), (2, true)), &[1]));
    assert!(!another(&of(1, (4, false), (0, false)), &[10]));
    let (_, r) = rule::<AnotherSequence>(&s, &[1]);
    let says = r.reckoning.iter().any(|x| x.clause.id() == "missing-tables.1");
    assert!(p.shows("missing-tables.1", says));
    assert_eq!(refused::<AnotherSequence>(&of(6, (0, false), (0, false))), "played");
    assert_eq!(refused::<AnotherSequence>(&of(0, (0, false), (0, false))), "played");
}

#[test]
fn sequences_in_a_round_by_which_the_stand_in_was_checked() {
    let goes_on = |played| {
        let s = SequenceSituation {
            played,
            a: SequenceBonus::default(),
            b: SequenceBonus::default(),
            sheet: Default::default(),
        };
        chance::<AnotherSequence>(&s, |o| *o == SequenceOutcome::Another).share()
    };
    let mut reached = 1.0;
    let rounds = [1, 2, 3, 4, 5].map(|n| {
        let over = reached * (1.0 - goes_on(n));
        reached -= over;
        (over * 100.0).round() as i32
    });
    assert_eq!(rounds, [20, 32, 29, 15, 4]);
}
