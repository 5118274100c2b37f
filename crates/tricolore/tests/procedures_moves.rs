//! Attacks, movement and batteries, as bare situations with scripted dice.

use crate::procedures_dice::{chance, defaults, out, readings, refused, rule, sum};
use odds::Fraction;
use tricolore::book::march::{Mover, Pace};
use tricolore::book::{Sheet, SheetRef, table};
use tricolore::procedures::Within;
use tricolore::procedures::attack::*;
use tricolore::procedures::command::*;
use tricolore::procedures::dice::Disordered;
use tricolore::procedures::guns::*;
use tricolore::procedures::movement::*;
use tricolore::procedures::orders::Tried;
use tricolore::proves;
use tricolore::troop::{Arm, FormationKind};
use umpire::{Cell, Ruling};

fn cites(r: &Ruling, id: &str) -> bool {
    r.clauses.iter().any(|c| c.id() == id)
}

fn attack(disorder: u8) -> AttackSituation {
    AttackSituation {
        irregular: false,
        disorder,
        melee: 5,
        sortie: None,
        readings: AttackReadings::default(),
        sheet: SheetRef::default(),
    }
}

#[test]
fn disorder_limits_attacks() {
    let p = proves!("attack.require.4", "attack.require.5", "units.7");
    for u in 0..=3 {
        assert_eq!(out::<AttackTest>(&attack(u), &[]), AttackOutcome::Attacks { disorder: u });
    }
    for u in [4, 5] {
        let passed = out::<AttackTest>(&attack(u), &[5]);
        assert_eq!(p.shows("attack.require.4", passed), AttackOutcome::Attacks { disorder: u });
        assert_eq!(p.shows("attack.require.5", out::<AttackTest>(&attack(u), &[6])), AttackOutcome::Frozen);
    }
    for u in 6..=8 {
        assert_eq!(out::<AttackTest>(&attack(u), &[]), AttackOutcome::Barred);
    }
    let wild = |u| AttackSituation { irregular: true, ..attack(u) };
    for u in 0..=3 {
        assert_eq!(p.shows("units.7", out::<AttackTest>(&wild(u), &[6])), AttackOutcome::Frozen);
        assert_eq!(out::<AttackTest>(&wild(u), &[5]), AttackOutcome::Attacks { disorder: u });
    }
    for u in 4..=8 {
        assert_eq!(out::<AttackTest>(&wild(u), &[]), AttackOutcome::Barred);
    }
    assert!(cites(&rule::<AttackTest>(&wild(0), &[1]).1, "missing-tables.1"));
    assert!(!cites(&rule::<AttackTest>(&attack(4), &[1]).1, "missing-tables.1"));
    // An owner's own limits.
    let mut own = table("missing.irregular-attack").clone();
    own.rows[2][0] = Cell::Text("0-1".into());
    own.rows[3][0] = Cell::Text("2-8".into());
    let sheet = SheetRef::from(muster::of_owner::<Sheet>("mine", vec![own.clone()]).unwrap());
    let (o, r) = rule::<AttackTest>(&AttackSituation { sheet, ..wild(2) }, &[]);
    assert_eq!((o, cites(&r, "missing-tables.1")), (AttackOutcome::Barred, false));
    own.rows[3][0] = Cell::Text("3-8".into());
    assert!(muster::of_owner::<Sheet>("mine", vec![own]).is_err());
    assert_eq!(chance::<AttackTest>(&wild(0), |o| *o == AttackOutcome::Frozen), Fraction::new(1, 2));
}

#[test]
fn attacking_out_of_a_town() {
    let p = proves!("attack.town.2", "tmove.formation.1");
    let of = |disorder, option| AttackSituation {
        sortie: Some(Sortie { officer: 5, training: 6, enemy: Some(150.0) }),
        readings: AttackReadings::of(&if option {
            readings("town-sortie-failed", "phase")
        } else {
            defaults()
        }),
        ..attack(disorder)
    };
    let goes = out::<AttackTest>(&of(0, false), &[5, 6, 7]);
    assert_eq!(p.shows("attack.town.2", goes), AttackOutcome::Attacks { disorder: 1 });
    // Training 6 less 2 U near the enemy.
    assert_eq!(out::<AttackTest>(&of(2, false), &[5, 4, 5]), AttackOutcome::Attacks { disorder: 3 });
    assert_eq!(out::<AttackTest>(&of(0, false), &[6]), AttackOutcome::Frozen);
    assert_eq!(p.shows("tmove.formation.1", out::<AttackTest>(&of(0, true), &[6])), AttackOutcome::Halted);
    // N1/1 first.
    assert_eq!(out::<AttackTest>(&of(4, true), &[6]), AttackOutcome::Frozen);
    assert_eq!(out::<AttackTest>(&of(4, true), &[5, 6]), AttackOutcome::Halted);
    assert_eq!(out::<AttackTest>(&of(6, false), &[]), AttackOutcome::Barred);
}

#[test]
fn retreating_before_an_attack() {
    let p = proves!("attack.retreat.1", "attack.retreat.2", "attack.retreat.3");
    let of = |target, disorder, friends: Option<f64>| RetreatBeforeSituation {
        target,
        disorder,
        friends,
        friends_broken: false,
        readings: AttackReadings::default(),
    };
    let got = |s: &RetreatBeforeSituation| out::<RetreatBefore>(s, &[]);
    use RetreatBeforeOutcome::{May, MayNot, Must};
    let back = Goes::Back { from: 500, to: 1000 };
    let near = of(Target::Skirmishers, 1, Some(200.0));
    assert_eq!(p.shows("attack.retreat.1", got(&near)), May { goes: Goes::BehindInfantry, disorder: 5 });
    assert_eq!(got(&of(Target::Skirmishers, 1, Some(200.1))), MayNot);
    assert_eq!(got(&of(Target::Skirmishers, 1, None)), MayNot);
    assert_eq!(
        p.shows("attack.retreat.3", got(&of(Target::Skirmishers, 6, Some(0.0)))),
        May { goes: Goes::BehindInfantry, disorder: 8 }
    );
    assert_eq!(
        p.shows("attack.retreat.2", got(&of(Target::Unlimbered, 0, None))),
        May { goes: back, disorder: 6 }
    );
    assert_eq!(got(&of(Target::Limbered, 1, None)), Must { goes: back, disorder: 7 });
    assert_eq!(got(&of(Target::Unlimbered, 5, None)), May { goes: back, disorder: 8 });
    assert_eq!(got(&of(Target::Unlimbered, 6, None)), May { goes: Goes::ToTrain, disorder: 8 });
    assert_eq!(got(&of(Target::Limbered, 8, None)), Must { goes: Goes::ToTrain, disorder: 8 });
    assert_eq!(got(&of(Target::Formed, 0, Some(10.0))), MayNot);
    let broken = RetreatBeforeSituation { friends_broken: true, ..near };
    assert!(matches!(got(&broken), May { .. }));
    let strict = AttackReadings::of(&readings("retreat-behind", "in-order"));
    assert_eq!(got(&RetreatBeforeSituation { readings: strict, ..broken }), MayNot);
    assert!(matches!(got(&RetreatBeforeSituation { readings: strict, ..near }), May { .. }));
    assert_eq!(refused::<RetreatBefore>(&of(Target::Limbered, 9, None)), "disorder");
}

#[test]
fn breaking_through_or_not() {
    let p = proves!("breakthrough.1", "breakthrough.2", "melee-guns.1");
    let of = |won, declines| BreakthroughSituation {
        won,
        skirmishers: false,
        declines,
        officer: 5,
        readings: AttackReadings::default(),
    };
    let got = |s: &BreakthroughSituation, dice: &[u8]| out::<Breakthrough>(s, dice);
    use BreakthroughOutcome::{Goes, MayNot, Stays};
    for won in [Won::Attacking, Won::CounterAttacking] {
        assert_eq!(p.shows("breakthrough.1", got(&of(won, false), &[])), Goes);
        assert_eq!(p.shows("breakthrough.2", got(&of(won, true), &[5])), Stays);
        assert_eq!(got(&of(won, true), &[6]), Goes);
    }
    assert_eq!(got(&of(Won::Defending, true), &[]), Stays);
    assert_eq!(got(&of(Won::Defending, false), &[]), Goes);
    assert_eq!(p.shows("melee-guns.1", got(&of(Won::AtGuns, true), &[])), Stays);
    assert_eq!(got(&BreakthroughSituation { skirmishers: true, ..of(Won::Attacking, false) }, &[]), MayNot);
    let never = AttackReadings::of(&readings("defender-breaks-through", "never"));
    assert_eq!(got(&BreakthroughSituation { readings: never, ..of(Won::Defending, false) }, &[]), MayNot);
    assert_eq!(
        got(&BreakthroughSituation { readings: never, ..of(Won::CounterAttacking, false) }, &[]),
        Goes
    );
}

use FormationKind::{Chain, Column, Line, MarchColumn, Square};

fn change(from: FormationKind, to: FormationKind) -> FormationChangeSituation {
    FormationChangeSituation {
        arm: Arm::Infantry,
        from,
        to,
        bases: 4,
        irregular: false,
        officer: 5,
        training: 6,
        disorder: 0,
        enemy: None,
        phase: ChangePhase::Tactical,
        continued: false,
        manoeuvred: false,
        by_turn: false,
        readings: MoveReadings::default(),
    }
}

fn changed(s: &FormationChangeSituation, dice: &[u8]) -> FormationChangeOutcome {
    out::<FormationChange>(s, dice)
}

#[test]
fn changing_formation_in_the_tactical_part() {
    let p = proves!(
        "tmove.formation.1",
        "tmove.formation.2",
        "tmove.formation.4",
        "formchange.1",
        "formchange.7",
        "disorder.9",
    );
    use FormationChangeOutcome::{Changes, Fails};
    let s = change(Column, Line);
    assert_eq!(p.shows("formchange.7", changed(&s, &[5, 6, 7])), Changes { points: 1, disorder: 1 });
    assert_eq!(p.shows("tmove.formation.1", changed(&s, &[6])), Fails { points: 1 });
    assert_eq!(p.shows("tmove.formation.2", changed(&s, &[10])), Fails { points: 1 });
    let guns = FormationChangeSituation { arm: Arm::Artillery, ..s };
    assert_eq!(p.shows("formchange.1", refused::<FormationChange>(&guns)), "arm");
    let square = change(Line, Square);
    assert_eq!(
        p.shows("tmove.formation.4", changed(&square, &[6, 5, 1, 1])),
        Changes { points: 0, disorder: 0 }
    );
    assert_eq!(changed(&square, &[6, 6]), Fails { points: 0 });
    // With 6 to 8 U to column freely, but to square by the tests.
    let broken = |s: FormationChangeSituation, u| FormationChangeSituation { disorder: u, ..s };
    for from in [Line, Square] {
        let free = changed(&broken(change(from, Column), 6), &[]);
        assert_eq!(p.shows("disorder.9", free), Changes { points: 0, disorder: 6 });
    }
    assert_eq!(changed(&broken(change(Line, Column), 5), &[6]), Fails { points: 1 });
    assert_eq!(changed(&broken(change(MarchColumn, Column), 6), &[6]), Fails { points: 1 });
    assert_eq!(changed(&broken(square, 7), &[6, 6]), Fails { points: 0 });
    let near = FormationChangeSituation { disorder: 3, enemy: Some(100.0), ..s };
    assert_eq!(changed(&near, &[5, 3, 4]), Changes { points: 1, disorder: 4 });
    assert_eq!(chance::<FormationChange>(&s, |o| matches!(o, Fails { .. })), Fraction::new(1, 2));
    assert_eq!(chance::<FormationChange>(&square, |o| matches!(o, Fails { .. })), Fraction::new(1, 4));
}

#[test]
fn formations_that_may_not_be_taken() {
    let p = proves!(
        "tmove.formation.3",
        "tmove.formation.5",
        "formations.3",
        "formations.4",
        "units.7",
        "pivot.6"
    );
    use FormationChangeOutcome::{Changes, MayNot};
    let no = |s: FormationChangeSituation| changed(&s, &[]) == MayNot;
    let s = change(Column, Line);
    assert!(p.shows("formations.3", no(FormationChangeSituation { bases: 1, ..change(Column, Square) })));
    assert!(no(FormationChangeSituation { arm: Arm::Cavalry, ..change(Column, Square) }));
    assert!(p.shows("formations.4", no(FormationChangeSituation { bases: 1, ..change(Column, Chain) })));
    assert!(no(FormationChangeSituation { arm: Arm::Cavalry, ..change(Column, Chain) }));
    assert!(!matches!(
        changed(&FormationChangeSituation { bases: 2, ..change(Column, Chain) }, &[6]),
        MayNot
    ));
    assert!(p.shows("units.7", no(FormationChangeSituation { irregular: true, ..s })));
    let chain = |m, within| FormationChangeSituation {
        enemy: Some(m),
        readings: MoveReadings { within, ..Default::default() },
        ..change(Chain, Column)
    };
    assert!(p.shows("tmove.formation.3", no(chain(199.9, Within::Outside))));
    assert!(!matches!(changed(&chain(200.0, Within::Outside), &[6]), MayNot));
    assert!(no(chain(200.0, Within::Inside)));
    // In continued melee only infantry from column to line.
    let melee = |s| FormationChangeSituation { continued: true, ..s };
    assert!(p.shows("tmove.formation.5", no(melee(change(Line, Column)))));
    assert!(no(melee(change(Column, Square))));
    assert!(no(FormationChangeSituation { arm: Arm::Cavalry, ..melee(s) }));
    assert_eq!(changed(&melee(s), &[5, 1, 1]), Changes { points: 1, disorder: 0 });
    // A line turns into march column without a test.
    let turn = FormationChangeSituation { by_turn: true, ..change(Line, MarchColumn) };
    assert_eq!(p.shows("pivot.6", changed(&turn, &[])), Changes { points: 1, disorder: 0 });
    let free = MoveReadings::of(&readings("turn-to-march-column", "free"));
    assert_eq!(
        changed(&FormationChangeSituation { readings: free, ..turn }, &[]),
        Changes { points: 0, disorder: 0 }
    );
    assert_eq!(refused::<FormationChange>(&FormationChangeSituation { by_turn: true, ..s }), "by_turn");
    assert_eq!(refused::<FormationChange>(&FormationChangeSituation { arm: Arm::Artillery, ..s }), "arm");
    assert_eq!(refused::<FormationChange>(&change(FormationKind::InTown, Line)), "from");
    assert_eq!(refused::<FormationChange>(&change(Line, FormationKind::Limbered)), "to");
}

#[test]
fn changing_formation_in_the_deployment_phase() {
    let p = proves!("deployment-other.1", "deployment-order.2", "engagement.engaged.2");
    use FormationChangeOutcome::{Changes, MayNot};
    let free = |s| FormationChangeSituation { phase: ChangePhase::Deployment, ..s };
    let engaged = |s| FormationChangeSituation { phase: ChangePhase::Engaged, ..s };
    let done = Changes { points: 0, disorder: 2 };
    assert_eq!(p.shows("deployment-order.2", changed(&free(change(Column, Line)), &[7, 7])), done);
    assert_eq!(p.shows("deployment-other.1", changed(&free(change(Line, Square)), &[7, 7])), done);
    assert_eq!(p.shows("engagement.engaged.2", changed(&engaged(change(Line, Square)), &[7, 7])), done);
    assert_eq!(changed(&engaged(change(Column, Line)), &[]), MayNot);
    let moved = FormationChangeSituation { manoeuvred: true, ..engaged(change(Line, Square)) };
    assert_eq!(changed(&moved, &[]), MayNot);
    let melee = FormationChangeSituation { continued: true, ..engaged(change(Line, Square)) };
    assert_eq!(changed(&melee, &[]), MayNot);
}

#[test]
fn wide_pivots() {
    let p = proves!("formchange.7");
    let of = |why, degrees, option: &str| PivotSituation {
        why,
        degrees,
        training: 5,
        disorder: 1,
        enemy: None,
        readings: MoveReadings::of(&readings("pivot-tests", option)),
    };
    let free = |s: PivotSituation| out::<PivotTest>(&s, &[]).gained == 0;
    let tests = |s: PivotSituation| out::<PivotTest>(&s, &[6, 6]) == Disordered { gained: 2, disorder: 3 };
    assert!(p.shows("formchange.7", tests(of(PivotWhy::Attack, 30.1, "attacks"))));
    assert!(free(of(PivotWhy::Attack, 30.0, "attacks")));
    assert!(tests(of(PivotWhy::Column, 90.0, "attacks")));
    assert!(free(of(PivotWhy::Deployment, 90.0, "attacks")));
    assert!(free(of(PivotWhy::Forced, 90.0, "deployment-too")));
    assert!(tests(of(PivotWhy::Deployment, 90.0, "deployment-too")));
    assert!(free(of(PivotWhy::Attack, 90.0, "not-attacks")));
    assert!(tests(of(PivotWhy::Column, 31.0, "not-attacks")));
    assert_eq!(refused::<PivotTest>(&of(PivotWhy::Attack, 181.0, "attacks")), "degrees");
}

fn line(metres: f64) -> LineSituation {
    LineSituation {
        arm: Arm::Infantry,
        formation: Line,
        why: MoveWhy::Ordinary,
        metres,
        lost: 0.0,
        training: 5,
        disorder: 0,
        enemy: None,
        enemy_before: None,
        readings: MoveReadings::default(),
    }
}

/// How many dice it rolls.
fn dice(s: &LineSituation) -> usize {
    (0..20)
        .find(|n| {
            let mut d = umpire::HandDice::new(vec![6; *n]);
            umpire::judge::<LineTest>(s, &mut d);
            d.finish().is_ok()
        })
        .unwrap()
}

#[test]
fn moving_in_line() {
    let p = proves!(
        "line-move.1",
        "line-move.2",
        "line-move.3",
        "line-move.4",
        "line-move.5",
        "deployment-order.2"
    );
    assert_eq!(p.shows("line-move.1", dice(&line(100.0))), 1);
    assert_eq!(dice(&line(0.0)), 0);
    assert_eq!(dice(&line(100.1)), 2);
    assert_eq!(p.shows("line-move.2", dice(&line(450.0))), 5);
    assert_eq!(dice(&line(510.0)), 6);
    let horse = |m| LineSituation { arm: Arm::Cavalry, ..line(m) };
    assert_eq!([1.0, 200.0, 200.1, 400.0].map(|m| dice(&horse(m))), [1, 1, 2, 2]);
    assert_eq!(dice(&LineSituation { formation: Square, ..line(150.0) }), 2);
    for f in [Column, MarchColumn, Chain] {
        assert_eq!(dice(&LineSituation { formation: f, ..line(600.0) }), 0);
    }
    // What an about-turn or friends cost does not count; what the ground costs does.
    assert_eq!(p.shows("line-move.3", dice(&LineSituation { lost: 100.0, ..line(200.0) })), 1);
    assert_eq!(p.shows("line-move.4", dice(&line(200.0))), 2);
    assert_eq!(p.shows("line-move.5", dice(&LineSituation { why: MoveWhy::Adjustment, ..line(50.0) })), 0);
    assert_eq!(
        p.shows("deployment-order.2", dice(&LineSituation { why: MoveWhy::Deployment, ..line(300.0) })),
        0
    );
    assert_eq!(out::<LineTest>(&line(450.0), &[6, 5, 6, 5, 6]), Disordered { gained: 3, disorder: 3 });
    // Rolled after the move, where the enemy may be near.
    let near = LineSituation { disorder: 2, enemy: Some(100.0), enemy_before: Some(300.0), ..line(100.0) };
    assert_eq!(out::<LineTest>(&near, &[4]).gained, 1);
    let before = MoveReadings::of(&readings("line-tests-when", "before"));
    assert_eq!(out::<LineTest>(&LineSituation { readings: before, ..near }, &[4]).gained, 0);
    assert_eq!(refused::<LineTest>(&LineSituation { lost: 2.0, ..line(1.0) }), "lost");
    assert_eq!(refused::<LineTest>(&line(f64::INFINITY)), "metres");
}

#[test]
fn attacks_in_line_always_test() {
    let p = proves!("line-move.6", "line-move.7", "tmove.attack.4");
    let of = |why, formation, metres| LineSituation { why, formation, ..line(metres) };
    assert_eq!(p.shows("line-move.6", dice(&of(MoveWhy::Attack, Line, 0.0))), 1);
    assert_eq!(dice(&of(MoveWhy::Attack, Line, 49.0)), 1);
    assert_eq!(dice(&of(MoveWhy::Attack, Line, 101.0)), 2);
    assert_eq!(p.shows("tmove.attack.4", dice(&of(MoveWhy::Attack, Square, 0.0))), 1);
    assert_eq!(p.shows("line-move.7", dice(&of(MoveWhy::Breakthrough, Line, 0.0))), 1);
    assert_eq!(dice(&of(MoveWhy::Attack, Column, 0.0)), 0);
    let as_moved = MoveReadings::of(&readings("square-attacks", "distance-only"));
    assert_eq!(dice(&LineSituation { readings: as_moved, ..of(MoveWhy::Attack, Square, 0.0) }), 0);
    assert_eq!(dice(&LineSituation { readings: as_moved, ..of(MoveWhy::Attack, Line, 0.0) }), 1);
}

fn passer(formation: FormationKind) -> Passer {
    Passer { formation, training: 5, disorder: 0, enemy: None }
}

fn pass(a: FormationKind, b: FormationKind, phase: PassPhase) -> PassThroughSituation {
    PassThroughSituation { passing: passer(a), passed: passer(b), phase, readings: MoveReadings::default() }
}

#[test]
fn passing_through_friends() {
    let p = proves!(
        "pass-through.1",
        "pass-through.2",
        "pass-through.3",
        "pass-through.4",
        "pass-through.6",
        "manoeuvre-phase.6",
        "melee-retreat.2",
        "deployment-order.2",
    );
    use FormationKind::Unlimbered;
    use PassPhase::{Deployment, Manoeuvre, Retreat, Tactical};
    let got = |s: &PassThroughSituation, dice: &[u8]| {
        let o = out::<PassThrough>(s, dice);
        (o.passing.gained, o.passed.gained, o.reduction)
    };
    let normal = pass(Column, Line, Tactical);
    assert_eq!(p.shows("pass-through.2", got(&normal, &[6, 6, 6, 5])), (2, 1, 100));
    assert_eq!(p.shows("pass-through.1", got(&pass(Column, Line, Manoeuvre), &[5, 5, 6, 6])), (0, 2, 100));
    for (a, b) in [(Column, Unlimbered), (Unlimbered, Line)] {
        assert_eq!(p.shows("pass-through.3", got(&pass(a, b, Tactical), &[6, 6])), (1, 1, 0));
        assert_eq!(p.shows("manoeuvre-phase.6", got(&pass(a, b, Manoeuvre), &[])), (0, 0, 0));
        let costs = MoveReadings::of(&readings("pass-guns-cost", "normal"));
        let s = PassThroughSituation { readings: costs, ..pass(a, b, Tactical) };
        assert_eq!(got(&s, &[6, 5]), (1, 0, 100));
    }
    for (a, b) in [(Column, Chain), (Chain, Line), (Chain, Unlimbered)] {
        assert_eq!(p.shows("pass-through.4", got(&pass(a, b, Tactical), &[])), (0, 0, 50));
        let tests = MoveReadings::of(&readings("pass-skirmishers-test", "yes"));
        let s = PassThroughSituation { readings: tests, ..pass(a, b, Tactical) };
        assert_eq!(got(&s, &[6, 6, 5, 5]), (2, 0, 50));
    }
    let broken = PassThroughSituation { passing: Passer { disorder: 6, ..passer(Column) }, ..normal };
    assert_eq!(p.shows("pass-through.6", got(&broken, &[])), (0, 0, 0));
    assert_eq!(p.shows("deployment-order.2", got(&pass(Column, Line, Deployment), &[])), (0, 0, 100));
    let retreat = PassThroughSituation { phase: Retreat, ..broken };
    assert_eq!(p.shows("melee-retreat.2", got(&retreat, &[])), (0, 0, 0));
    let tests = MoveReadings::of(&readings("passed-in-retreat", "test"));
    assert_eq!(got(&PassThroughSituation { readings: tests, ..retreat }, &[6, 6]), (0, 2, 0));
}

#[test]
fn break_in_distances() {
    let p = proves!("break-in.1", "break-in.2", "break-in.3");
    let of = |f: &dyn Fn(&mut BreakInSituation)| {
        let mut s = BreakInSituation::default();
        f(&mut s);
        out::<BreakIn>(&s, &[]).metres
    };
    assert_eq!(p.shows("break-in.1", of(&|_| {})), 100);
    assert_eq!(p.shows("break-in.2", of(&|s| s.attacking = true)), 50);
    assert_eq!(of(&|s| s.continued = true), 50);
    assert_eq!(of(&|s| s.difficult = true), 50);
    assert_eq!(p.shows("break-in.3", of(&|s| s.town = true)), 100);
    assert_eq!(of(&|s| (s.town, s.fight) = (true, true)), 50);
    assert_eq!(refused::<BreakIn>(&BreakInSituation { fight: true, ..Default::default() }), "fight");
}

#[test]
fn reactions() {
    let p = proves!(
        "tmove.reaction.1",
        "tmove.reaction.2",
        "tmove.reaction.3",
        "tmove.phase.2",
        "tmove.formation.5",
        "attack.require.5",
        "play.reaction",
    );
    let s = |wants| ReactSituation {
        wants,
        arm: Arm::Infantry,
        acted: false,
        target: false,
        by_cavalry: false,
        attacks: false,
        frozen: false,
        continued: false,
        points: 1,
        readings: MoveReadings::default(),
    };
    let got = |s: ReactSituation| match out::<MayReact>(&s, &[]) {
        ReactOutcome::May { points } => Some(points),
        ReactOutcome::MayNot => None,
    };
    use Reaction::{AboutTurn, Change, Deploy, Other, Pivot};
    assert_eq!(
        p.shows("tmove.reaction.3", [Change, Reaction::Square, AboutTurn, Pivot].map(|w| got(s(w)))),
        [Some(1), Some(0), Some(0), Some(1)]
    );
    assert_eq!(got(s(Other)), None);
    assert_eq!(p.shows("tmove.reaction.2", got(ReactSituation { points: 0, ..s(Change) })), None);
    assert_eq!(got(ReactSituation { points: 0, ..s(Reaction::Square) }), Some(0));
    assert_eq!(p.shows("tmove.reaction.1", got(ReactSituation { acted: true, ..s(AboutTurn) })), None);
    assert_eq!(got(ReactSituation { attacks: true, ..s(AboutTurn) }), None);
    assert_eq!(p.shows("attack.require.5", got(ReactSituation { frozen: true, ..s(AboutTurn) })), None);
    let target = ReactSituation { target: true, by_cavalry: true, ..s(Reaction::Square) };
    assert_eq!(p.shows("tmove.phase.2", got(target)), None);
    let may = MoveReadings::of(&readings("target-square", "may"));
    assert_eq!(got(ReactSituation { readings: may, ..target }), Some(0));
    assert_eq!(got(ReactSituation { readings: may, by_cavalry: false, ..target }), None);
    assert_eq!(got(ReactSituation { readings: may, wants: AboutTurn, ..target }), None);
    assert_eq!(got(ReactSituation { continued: true, ..s(Deploy) }), Some(1));
    assert_eq!(p.shows("tmove.formation.5", got(ReactSituation { continued: true, ..s(Change) })), None);
    let guns = ReactSituation { arm: Arm::Artillery, ..s(Pivot) };
    assert_eq!(p.shows("play.reaction", got(guns)), None);
    let pivot = MoveReadings::of(&readings("guns-react", "pivot"));
    assert_eq!(got(ReactSituation { readings: pivot, ..guns }), Some(0));
    assert_eq!(got(ReactSituation { readings: pivot, wants: AboutTurn, ..guns }), None);
}

fn fires(phase: FirePhase) -> MayBombardSituation {
    MayBombardSituation {
        phase,
        officer: 5,
        disorder: 0,
        limbered: false,
        battalion_gun: false,
        moved: false,
        bombarded: false,
        tried: false,
        attacked: false,
        continued: false,
        target_continued: false,
        integrity_broken: false,
        readings: GunReadings::default(),
    }
}

#[test]
fn leave_to_fire() {
    let p = proves!(
        "tactical-bombardment.1",
        "tactical-bombardment.2",
        "tactical-bombardment.3",
        "tactical-bombardment.4",
        "bombardment.1",
        "battalion-gun.4",
        "formations.7",
        "integrity.6",
    );
    use FirePhase::{Bombardment, Tactical};
    use MayBombardOutcome::{Fails, Fires, MayNot};
    let got = |s: &MayBombardSituation, dice: &[u8]| out::<MayBombard>(s, dice);
    assert_eq!(p.shows("tactical-bombardment.1", got(&fires(Tactical), &[5])), Fires);
    assert_eq!(p.shows("tactical-bombardment.3", got(&fires(Tactical), &[1])), Fires);
    assert_eq!(got(&MayBombardSituation { disorder: 2, ..fires(Tactical) }, &[6]), Fails { disorder: 3 });
    assert_eq!(p.shows("bombardment.1", got(&fires(Bombardment), &[])), Fires);
    let barred = |phase, f: &dyn Fn(&mut MayBombardSituation)| {
        let mut s = fires(phase);
        f(&mut s);
        got(&s, &[]) == MayNot
    };
    for phase in [Tactical, Bombardment] {
        assert!(barred(phase, &|s| s.moved = true));
        assert!(barred(phase, &|s| s.bombarded = true));
        assert!(barred(phase, &|s| s.disorder = 6));
        assert!(barred(phase, &|s| s.continued = true));
        assert!(barred(phase, &|s| s.target_continued = true));
        assert!(p.shows("integrity.6", barred(phase, &|s| s.integrity_broken = true)));
        assert!(p.shows("formations.7", barred(phase, &|s| s.limbered = true)));
        assert!(p.shows("battalion-gun.4", barred(phase, &|s| s.battalion_gun = true)));
    }
    assert!(p.shows("tactical-bombardment.2", barred(Tactical, &|s| s.attacked = true)));
    assert!(!barred(Bombardment, &|s| s.attacked = true));
    assert!(p.shows("tactical-bombardment.4", barred(Tactical, &|s| s.bombarded = true)));
    assert!(!barred(Bombardment, &|s| s.disorder = 5));
    // A failed try, and units in melee, by other readings.
    assert!(!barred(Bombardment, &|s| s.tried = true));
    let action = GunReadings::of(&readings("failed-try", "action"));
    assert!(barred(Bombardment, &|s| (s.tried, s.readings) = (true, action)));
    let only = GunReadings::of(&readings("melee-fire", "tactical-only"));
    assert!(!barred(Bombardment, &|s| (s.target_continued, s.readings) = (true, only)));
    assert!(barred(Tactical, &|s| (s.target_continued, s.readings) = (true, only)));
}

#[test]
fn manhandling() {
    let p = proves!("tmove.artillery.1", "tmove.artillery.2", "gt-guns.7", "redoubt.3");
    let of = |calibre, metres, degrees| ManhandleSituation {
        calibre,
        officer: 5,
        training: 6,
        disorder: 1,
        enemy: None,
        metres,
        degrees,
        redoubt: false,
        readings: GunReadings::default(),
        sheet: SheetRef::default(),
    };
    use GunsOutcome::{Done, Fails, MayNot};
    let got = |s: &ManhandleSituation, dice: &[u8]| out::<Manhandle>(s, dice);
    let engaged = ManhandleSituation { enemy: Some(399.0), ..of(6, 100.0, 0.0) };
    assert_eq!(p.shows("tmove.artillery.1", got(&engaged, &[5])), Done { disorder: 1 });
    assert_eq!(p.shows("gt-guns.7", got(&of(6, 100.0, 0.0), &[5])), Done { disorder: 1 });
    assert_eq!(got(&of(6, 100.0, 0.0), &[6]), Fails);
    assert_eq!(got(&of(6, 100.1, 0.0), &[]), MayNot);
    assert_eq!(got(&of(8, 50.0, 0.0), &[5]), Done { disorder: 1 });
    assert_eq!(got(&of(8, 50.1, 0.0), &[]), MayNot);
    assert_eq!(p.shows("tmove.artillery.2", got(&of(6, 0.0, 60.0), &[5, 7])), Done { disorder: 2 });
    assert_eq!(got(&of(7, 0.0, 60.1), &[]), MayNot);
    assert_eq!(got(&of(12, 0.0, 30.0), &[5, 6]), Done { disorder: 1 });
    assert_eq!(got(&of(8, 0.0, 30.1), &[]), MayNot);
    assert_eq!(
        p.shows("redoubt.3", got(&ManhandleSituation { redoubt: true, ..of(6, 0.0, 5.0) }, &[])),
        MayNot
    );
    let always = GunReadings::of(&readings("manhandle-test", "always"));
    assert_eq!(
        got(&ManhandleSituation { readings: always, ..of(6, 50.0, 0.0) }, &[5, 7]),
        Done { disorder: 2 }
    );
}

#[test]
fn limbering() {
    let p = proves!("gt-guns.4", "gt-guns.5", "gt-guns.8", "redoubt.5");
    let up = |enemy, redoubt| LimberSituation { officer: 5, enemy, redoubt, disorder: 2 };
    use GunsOutcome::{Done, Fails, MayNot};
    assert_eq!(p.shows("gt-guns.8", out::<LimberUp>(&up(Some(400.1), false), &[5, 5])), Done { disorder: 2 });
    assert_eq!(out::<LimberUp>(&up(Some(400.1), false), &[5, 6]), Fails);
    assert_eq!(out::<LimberUp>(&up(Some(400.0), false), &[]), MayNot);
    assert_eq!(p.shows("redoubt.5", out::<LimberUp>(&up(None, true), &[1, 1])), Done { disorder: 2 });

    let near = |enemy, when| LimberedSituation {
        officer: 5,
        disorder: 1,
        enemy: Some(enemy),
        when_unlimbering: when,
        readings: GunReadings::default(),
    };
    let gained = |s: &LimberedSituation, dice: &[u8]| out::<LimberedNear>(s, dice).gained;
    assert_eq!(p.shows("gt-guns.4", gained(&near(1000.0, None), &[])), 0);
    assert_eq!(gained(&near(999.0, None), &[6]), 1);
    assert_eq!(gained(&near(600.0, None), &[6]), 1);
    assert_eq!(gained(&near(599.0, None), &[6, 5, 6]), 2);
    assert_eq!(gained(&near(400.0, None), &[5, 5, 5]), 0);
    assert_eq!(gained(&near(399.0, None), &[6, 6, 6, 6, 6]), 5);
    // Not punished for an enemy who comes nearer afterwards.
    assert_eq!(p.shows("gt-guns.5", gained(&near(300.0, Some(700.0)), &[6])), 1);
    let inside = GunReadings { within: Within::Inside, ..Default::default() };
    assert_eq!(gained(&LimberedSituation { readings: inside, ..near(1000.0, None) }, &[6]), 1);
}

#[test]
fn batteries_retreat() {
    let p = proves!("tmove.artillery.4", "guns-retreat.1", "guns-retreat.2", "tactical-bombardment.4");
    let of = |phase, disorder| BatteryRetreatSituation {
        phase,
        officer: 5,
        disorder,
        bombarded: false,
        readings: GunReadings::default(),
    };
    use BatteryRetreatOutcome::{MayNot, Retreats};
    let back = Goes::Back { from: 500, to: 1000 };
    let got = |s: &BatteryRetreatSituation, dice: &[u8]| out::<BatteryRetreat>(s, dice);
    let tactical = of(RetreatPhase::Tactical, 1);
    assert_eq!(p.shows("tmove.artillery.4", got(&tactical, &[6, 5])), Retreats { goes: back, disorder: 4 });
    let later = of(RetreatPhase::Deployment, 1);
    assert_eq!(p.shows("guns-retreat.1", got(&later, &[6, 5])), Retreats { goes: back, disorder: 2 });
    let two = GunReadings::of(&readings("battery-retreat", "only-two"));
    assert_eq!(
        got(&BatteryRetreatSituation { readings: two, ..tactical }, &[]),
        Retreats { goes: back, disorder: 3 }
    );
    assert_eq!(
        got(&BatteryRetreatSituation { readings: two, ..later }, &[6, 6]),
        Retreats { goes: back, disorder: 3 }
    );
    let broken = of(RetreatPhase::Deployment, 6);
    assert_eq!(
        p.shows("guns-retreat.2", got(&broken, &[6, 5])),
        Retreats { goes: Goes::ToTrain, disorder: 7 }
    );
    let fired = BatteryRetreatSituation { bombarded: true, ..tactical };
    assert_eq!(p.shows("tactical-bombardment.4", got(&fired, &[])), MayNot);
}

#[test]
fn the_artillery_reserve() {
    let p = proves!("gun-reserve.2", "gun-reserve.3", "gun-reserve.4", "gun-reserve.5");
    use GunsOutcome::{Done, Fails, MayNot};
    let to = |disorder, retreating, supported| ToReserveSituation {
        disorder,
        retreating,
        supported,
        headquarters: Some(800.0),
        readings: GunReadings::default(),
    };
    assert_eq!(p.shows("gun-reserve.2", out::<ToReserve>(&to(6, false, true), &[])), Done { disorder: 8 });
    assert_eq!(out::<ToReserve>(&to(7, false, true), &[]), Done { disorder: 8 });
    assert_eq!(out::<ToReserve>(&to(1, true, true), &[]), Done { disorder: 3 });
    assert_eq!(out::<ToReserve>(&to(5, false, true), &[]), MayNot);
    assert_eq!(out::<ToReserve>(&to(6, false, false), &[]), MayNot);
    let zone = GunReadings::of(&readings("support-distance", "reserve-zone"));
    let s = ToReserveSituation { readings: zone, ..to(6, false, true) };
    assert_eq!(out::<ToReserve>(&s, &[]), MayNot);
    assert_eq!(
        out::<ToReserve>(&ToReserveSituation { headquarters: Some(500.0), ..s }, &[]),
        Done { disorder: 8 }
    );

    let from = |purpose, chief, reserve_zone| FromReserveSituation {
        purpose,
        chief,
        officer: 4,
        headquarters: true,
        reserve_zone,
        guns: 12,
        most: 12,
        readings: GunReadings::default(),
    };
    use ReservePurpose::{Attach, Replace};
    let got = |s: &FromReserveSituation, dice: &[u8]| out::<FromReserve>(s, dice);
    let goes = Done { disorder: 0 };
    assert_eq!(p.shows("gun-reserve.3", got(&from(Replace, Some(7), false), &[7])), goes);
    assert_eq!(got(&from(Replace, None, false), &[5]), Fails);
    assert_eq!(got(&from(Replace, None, false), &[4]), goes);
    assert_eq!(p.shows("gun-reserve.4", got(&from(Attach, Some(7), false), &[7, 7])), goes);
    assert_eq!(got(&from(Attach, Some(7), false), &[7, 8]), Fails);
    assert_eq!(got(&from(Attach, None, false), &[4, 5]), Fails);
    assert_eq!(got(&from(Attach, Some(7), true), &[7]), goes);
    let two = GunReadings::of(&readings("reserve-zone-test", "one-of-two"));
    assert_eq!(got(&FromReserveSituation { readings: two, ..from(Attach, Some(7), true) }, &[8, 7]), goes);
    assert_eq!(got(&FromReserveSituation { guns: 13, ..from(Attach, Some(7), false) }, &[]), MayNot);
    assert_eq!(got(&FromReserveSituation { guns: 13, ..from(Replace, Some(7), false) }, &[7]), goes);
    let closed = FromReserveSituation { headquarters: false, ..from(Replace, Some(7), false) };
    assert_eq!(p.shows("gun-reserve.5", got(&closed, &[])), MayNot);
}

#[test]
fn artillery_commands() {
    let p = proves!("gun-command.3", "gun-command-pivot.1", "gun-command-pivot.2");
    assert_eq!(
        p.shows("gun-command.3", out::<FollowChief>(&FollowSituation { ability: 6 }, &[6])),
        Tried::Done
    );
    assert_eq!(out::<FollowChief>(&FollowSituation { ability: 6 }, &[7]), Tried::Failed);
    let one = CommandBattery { training: 5, disorder: 0, enemy: None };
    let s = CommandPivotSituation {
        ability: 6,
        farthest: 200.0,
        batteries: vec![one, CommandBattery { disorder: 2, enemy: Some(150.0), ..one }],
        readings: GunReadings::default(),
    };
    let pivots = |u: &[u8]| CommandPivotOutcome::Pivots { disorder: u.to_vec() };
    assert_eq!(p.shows("gun-command-pivot.2", out::<CommandPivot>(&s, &[6, 6, 6, 4])), pivots(&[1, 3]));
    assert_eq!(out::<CommandPivot>(&s, &[6, 6, 5, 3]), pivots(&[0, 2]));
    assert_eq!(p.shows("gun-command-pivot.1", out::<CommandPivot>(&s, &[6, 7])), CommandPivotOutcome::Fails);
    let far = CommandPivotSituation { farthest: 200.1, ..s.clone() };
    assert_eq!(out::<CommandPivot>(&far, &[]), CommandPivotOutcome::MayNot);
    assert_eq!(
        refused::<CommandPivot>(&CommandPivotSituation { batteries: vec![], ..s.clone() }),
        "batteries"
    );
    let (_, r) = rule::<CommandPivot>(&s, &[1, 1, 1, 1]);
    assert_eq!(sum(&r, "unit"), -2);
}

#[test]
fn what_acting_costs() {
    let p = proves!(
        "op.actions.1",
        "op.actions.2",
        "op.actions.4",
        "op.actions.5",
        "op.actions.6",
        "op.command.2",
        "pivot.6",
        "tmove.adjust.1",
        "linear.4",
        "breakthrough.1",
        "attack.town.2",
    );
    let cost = |act, units, linear, r: CostReadings| {
        out::<ActionCost>(&CostSituation { act, units, linear, readings: r }, &[]).points
    };
    let of = |act| cost(act, 3, false, CostReadings::default());
    // One for a whole operation formation, one for each unit that changes, nothing for what is free.
    assert_eq!(p.shows("op.actions.1", [of(Act::Move), of(Act::Pivot)]), [1, 1]);
    assert_eq!(p.shows("op.actions.2", [Act::Change, Act::SkirmishersChange, Act::Deploy].map(of)), [3; 3]);
    assert_eq!(
        p.shows("op.actions.4", [Act::Square, Act::AboutTurn, Act::Broken, Act::Forced].map(of)),
        [0; 4]
    );
    assert_eq!(p.shows("op.actions.5", of(Act::CavalryCounterAttack)), 0);
    assert_eq!(p.shows("op.actions.6", [Act::Manhandle, Act::BatteryRetreat].map(of)), [0; 2]);
    assert_eq!(p.shows("op.command.2", of(Act::OutOfCommand)), 3);
    assert_eq!(p.shows("breakthrough.1", of(Act::Breakthrough)), 0);
    assert_eq!(p.shows("attack.town.2", of(Act::Sortie)), 3);
    assert_eq!(p.shows("tmove.adjust.1", of(Act::Adjustment)), 1);
    let free = CostReadings::of(&readings("adjustment-cost", "free"));
    assert_eq!(cost(Act::Adjustment, 3, false, free), 0);
    assert_eq!(p.shows("pivot.6", of(Act::MarchColumn)), 3);
    let free = CostReadings::of(&readings("turn-to-march-column", "free"));
    assert_eq!(cost(Act::MarchColumn, 3, false, free), 0);
    assert_eq!(p.shows("linear.4", cost(Act::MarchColumn, 3, true, CostReadings::default())), 1);
    let free = CostReadings::of(&readings("linear-turn-cost", "free"));
    assert_eq!(cost(Act::MarchColumn, 3, true, free), 0);
    // The table has these rows and no other.
    assert_eq!(table("op-costs").rows.len(), Act::ALL.len());
    for (row, act) in table("op-costs").rows.iter().zip(Act::ALL) {
        let printed = row[1].to_string().starts_with('1');
        assert_eq!(cost(act, 1, false, CostReadings::default()) == 1, printed, "{row:?}");
    }
}

#[test]
fn how_far_one_moves() {
    let p = proves!(
        "tmove.general.1",
        "tmove.officer.1",
        "tmove.skirmish.2",
        "orders.manoeuvre.2",
        "orders.march.3",
        "manoeuvre-phase.3",
        "march-phase.2",
        "deployment-order.2",
        "gt-guns.2",
        "corps-train.3",
        "pivot.5",
        "missing-tables.1",
    );
    use Mover::{
        Cavalry, FootBattery, HorseBattery, Infantry, OfficerOfFoot, OfficerOfHorse, Pontoons, Skirmishers,
        Train,
    };
    use Pace::{Deployment, Manoeuvre, March, Road, Tactical};
    let of = |mover, pace| AllowanceSituation {
        mover,
        pace,
        about_turn: false,
        backwards: false,
        on_road: false,
        sheet: SheetRef::default(),
    };
    let go = |mover, pace| out::<Allowance>(&of(mover, pace), &[]).metres;
    assert_eq!(
        p.shows("tmove.general.1", [Infantry, Mover::Square, Skirmishers, Cavalry].map(|m| go(m, Tactical))),
        [200, 100, 200, 400]
    );
    assert_eq!(
        p.shows("tmove.officer.1", [OfficerOfFoot, OfficerOfHorse].map(|m| go(m, Tactical))),
        [200, 400]
    );
    assert_eq!(
        p.shows(
            "orders.manoeuvre.2",
            [Infantry, Mover::Square, Skirmishers, Cavalry].map(|m| go(m, Manoeuvre))
        ),
        [600, 300, 600, 1200]
    );
    assert_eq!(
        p.shows("manoeuvre-phase.3", [OfficerOfFoot, OfficerOfHorse].map(|m| go(m, Manoeuvre))),
        [600, 1200]
    );
    assert_eq!(
        p.shows(
            "deployment-order.2",
            [Infantry, Mover::Square, Skirmishers, Cavalry].map(|m| go(m, Deployment))
        ),
        [300, 300, 300, 600]
    );
    assert_eq!(
        p.shows("orders.march.3", [Infantry, Cavalry, FootBattery, HorseBattery].map(|m| go(m, March))),
        [600, 1200, 600, 1200]
    );
    assert_eq!([OfficerOfFoot, OfficerOfHorse].map(|m| go(m, March)), [600, 1200]);
    assert_eq!(
        p.shows("march-phase.2", [Infantry, Cavalry, FootBattery, HorseBattery].map(|m| go(m, Road))),
        [1200, 2400, 1200, 2400]
    );
    assert_eq!([OfficerOfFoot, OfficerOfHorse, Pontoons].map(|m| go(m, Road)), [1200, 2400, 800]);
    assert_eq!(p.shows("corps-train.3", go(Train, Road)), 800);
    assert_eq!(p.shows("gt-guns.2", [FootBattery, HorseBattery].map(|m| go(m, Deployment))), [300, 600]);
    let road = |m| out::<Allowance>(&AllowanceSituation { on_road: true, ..of(m, Deployment) }, &[]).metres;
    assert_eq!([FootBattery, HorseBattery].map(road), [600, 1200]);
    let about = AllowanceSituation { about_turn: true, ..of(Infantry, Tactical) };
    assert_eq!(p.shows("pivot.5", out::<Allowance>(&about, &[]).metres), 100);
    let back = AllowanceSituation { backwards: true, ..of(Skirmishers, Tactical) };
    assert_eq!(p.shows("tmove.skirmish.2", out::<Allowance>(&back, &[]).metres), 100);
    // Rows of the text are no stand-ins.
    assert!(p.shows("missing-tables.1", cites(&rule::<Allowance>(&back, &[]).1, "missing-tables.1")));
    assert!(!cites(&rule::<Allowance>(&of(Infantry, Deployment), &[]).1, "missing-tables.1"));
    assert_eq!(refused::<Allowance>(&of(Train, Tactical)), "pace");
    assert_eq!(refused::<Allowance>(&of(FootBattery, Tactical)), "pace");
    assert_eq!(
        refused::<Allowance>(&AllowanceSituation { backwards: true, ..of(Infantry, Tactical) }),
        "backwards"
    );
    assert_eq!(
        refused::<Allowance>(&AllowanceSituation { on_road: true, ..of(Infantry, Deployment) }),
        "on_road"
    );
}
