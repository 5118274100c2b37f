//! Melee told as bare situations with scripted dice.

use chakoten_napoleonic::book;
use chakoten_napoleonic::book::melee::melee;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::procedures::melee::losses::melee_units;
use chakoten_napoleonic::procedures::melee::*;
use chakoten_napoleonic::procedures::{Groups, Melee, SeveralMelees};
use chakoten_napoleonic::troop::{Arm, Cover, Formation, Nation, Obstacle, State, Weight};
use chakoten_napoleonic::{Side, proves};
use umpire::{HandDice, Procedure, Readings, Ruling, SituationError, judge};

pub fn rule<P: Procedure>(s: &P::Situation, dice: &[u8]) -> (P::Outcome, Ruling) {
    P::check(s).unwrap();
    let mut d = HandDice::new(dice);
    let out = judge::<P>(s, &mut d);
    d.finish().unwrap();
    out
}

/// Why a situation cannot be.
pub fn refused<P: Procedure>(s: &P::Situation) -> (String, String) {
    match P::check(s) {
        Err(SituationError::Impossible { field, why }) => (field.into(), why.to_string()),
        Err(SituationError::BadField { field, why }) => (field, why.to_string()),
        other => panic!("it is not refused: {other:?}"),
    }
}

/// What a side has of its modifiers.
fn sum(r: &Ruling, side: &str) -> i32 {
    r.modifiers.iter().filter(|m| m.side == side).map(|m| m.value).sum()
}

/// Both sides' points.
fn points(s: &MeleeSituation) -> [i32; 2] {
    let (_, r) = rule::<Melee>(s, &[3, 3, 3, 3, 3, 3]);
    [sum(&r, "attacker"), sum(&r, "defender")]
}

fn infantry(figures: u16) -> Fighter {
    let mut f = Fighter::new(Arm::Infantry, figures);
    // A small skirmish line, so that nobody lacks one.
    f.line = 3;
    f.figures = figures - 3;
    f
}

fn horse(weight: Weight, figures: u16) -> Fighter {
    let mut f = Fighter::new(Arm::Cavalry, figures);
    f.weight = Some(weight);
    if weight == Weight::Cossack {
        f.formation = Formation::AttackColumn;
    }
    f
}

/// Infantry in line against as many in line: no modifiers.
fn foot() -> MeleeSituation {
    MeleeSituation {
        comrades: Vec::new(),
        attacker: infantry(30),
        attack: Attack::default(),
        defender: infantry(30),
        counter: None,
        before: Before::Nothing,
        ground: Ground::default(),
        groups: Groups::default(),
        readings: MeleeReadings::default(),
    }
}

/// Medium cavalry with momentum against cavalry that stands; the defender lacks momentum.
fn riders() -> MeleeSituation {
    let mut s = foot();
    s.attacker = horse(Weight::Medium, 20);
    s.defender = horse(Weight::Medium, 20);
    s.attack.straight = 15.0;
    s
}

/// Medium cavalry with momentum against infantry in line: +1 and -2.
fn on_foot() -> MeleeSituation {
    let mut s = riders();
    s.defender = infantry(30);
    s
}

fn with(base: fn() -> MeleeSituation, f: impl FnOnce(&mut MeleeSituation)) -> [i32; 2] {
    let mut s = base();
    f(&mut s);
    points(&s)
}

/// Three dice of this sum.
fn three(n: u8) -> [u8; 3] {
    let a = (n - 2).clamp(1, 6);
    let b = (n - a - 1).clamp(1, 6);
    [a, b, n - a - b]
}

fn fight(s: &MeleeSituation, attacker: u8, defender: u8) -> MeleeOutcome {
    rule::<Melee>(s, &[three(attacker), three(defender)].concat()).0
}

#[test]
fn every_row_of_the_tables_is_read() {
    let p = proves!("skema.XV.a");
    let d = melee();
    let all = d.rows.all();
    assert_eq!(all.len(), book::table("XV").rows.len());
    for (row, line) in all.iter().zip(&book::table("XV").rows) {
        assert_eq!(Some(row.name), line[1].text());
        assert_eq!(Some(row.letter), line[0].text());
    }
    assert_eq!(d.clashes.len(), book::table("XVII").rows.len());
    assert_eq!(d.tolls.len(), book::table("XVIII").rows.len());
    assert_eq!(p.shows("skema.XV.a", with(foot, |_| {})), [0, 0]);
}

#[test]
fn numbers() {
    let p = proves!("12.03.1");
    for (own, other, points) in [
        (30, 30, [0, 0]),
        (59, 30, [0, 0]),
        (60, 30, [1, 0]),
        (89, 30, [1, 0]),
        (90, 30, [2, 0]),
        (30, 60, [0, 1]),
        (30, 90, [0, 2]),
    ] {
        let set = |s: &mut MeleeSituation| {
            s.attacker = infantry(own);
            s.defender = infantry(other);
        };
        assert_eq!(p.shows("12.03.1", with(foot, set)), points, "{own} {other}");
    }
    // A brigade column and others who attack at the same moment.
    assert_eq!(with(foot, |s| s.attacker.joined = 30), [1, 0]);
    assert_eq!(with(foot, |s| s.attacker.beside = 60), [2, 0]);
    let singly = |s: &mut MeleeSituation| {
        s.attacker.beside = 60;
        s.readings.several_attackers = SeveralAttackers::Singly;
    };
    assert_eq!(with(foot, singly), [0, 0]);
    let mut s = foot();
    s.defender.beside = 1;
    assert_eq!(refused::<Melee>(&s).0, "defender.beside");
}

#[test]
fn attackers_at_one_moment_are_added() {
    let p = proves!("play.melee.several");
    let mut s = foot();
    s.attacker.beside = 30;
    let (_, r) = rule::<Melee>(&s, &[3; 6]);
    assert_eq!(p.shows("play.melee.several", sum(&r, "attacker")), 1);
    assert!(still_fought(State::Disorder, true, SeveralMelees::FoughtOn).is_ok());
    assert!(still_fought(State::Disorder, true, SeveralMelees::Gone).is_err());
    assert!(still_fought(State::Disorder, false, SeveralMelees::Gone).is_ok());
    assert!(still_fought(State::Complete, true, SeveralMelees::FoughtOn).is_err());
}

#[test]
fn columns() {
    let _p = proves!("12.02.1");
    assert_eq!(with(foot, |s| s.attacker.formation = Formation::AttackColumn), [2, 0]);
    assert_eq!(with(foot, |s| s.defender.formation = Formation::AttackColumn), [0, 0]);
    assert_eq!(with(riders, |s| s.attacker.formation = Formation::AttackColumn), [0, -2]);
    for f in [Formation::MarchColumn, Formation::SingleFile] {
        assert_eq!(with(foot, |s| s.attacker.formation = f), [-2, 0]);
        assert_eq!(with(foot, |s| s.defender.formation = f), [0, -3]);
    }
    let guns = |s: &mut MeleeSituation| {
        s.defender = Fighter::new(Arm::Artillery, 30);
        s.defender.formation = Formation::MarchColumn;
    };
    assert_eq!(with(foot, guns), [3, -4]);
    let plain = |s: &mut MeleeSituation| {
        guns(s);
        s.readings.march_column_row = MarchColumnRow::FootAndHorse;
    };
    assert_eq!(with(foot, plain), [3, -1]);
    // Dispersed in FU: no column.
    let fled = |s: &mut MeleeSituation| {
        s.defender.state = State::Complete;
        s.defender.formation = Formation::MarchColumn;
    };
    assert_eq!(with(foot, fled), [6, -8]);
}

#[test]
fn the_marks_of_the_table() {
    let p = proves!("skema.XV.b");
    let column = |n: u16| {
        with(foot, |s| {
            s.attacker = Fighter::new(Arm::Infantry, n);
            s.attacker.formation = Formation::AttackColumn;
            s.defender = infantry(n);
        })[0]
    };
    assert_eq!((column(7), column(8)), (0, 2), "eight figures");
    let again = |before| {
        move |s: &mut MeleeSituation| {
            s.attacker.formation = Formation::AttackColumn;
            s.attacker.line = 0;
            s.defender.line = 0;
            s.attack.approach = Approach::Flank;
            s.before = before;
        }
    };
    assert_eq!(with(foot, again(Before::Nothing)), [2 + 2 + 3, 2 - 3]);
    assert_eq!(p.shows("skema.XV.b", with(foot, again(Before::Stood))), [0, 0]);
    assert_eq!(with(foot, again(Before::MetAgain)), [7, -1]);
    let met = |s: &mut MeleeSituation| {
        again(Before::MetAgain)(s);
        s.readings.continued_melee = ContinuedMelee::MetAgain;
    };
    assert_eq!(with(foot, met), [0, 0]);
}

#[test]
fn obstacles_and_hills() {
    let p = proves!("12.03.11", "12.03.5");
    for (o, n) in [(Obstacle::I, -1), (Obstacle::II, -3), (Obstacle::III, -6)] {
        assert_eq!(p.shows("12.03.11", with(foot, |s| s.attack.obstacle = o)), [n, 0]);
    }
    for c in [Cover::I, Cover::II, Cover::III] {
        assert_eq!(with(foot, |s| s.defender.cover = c), [0, 2]);
        assert_eq!(with(foot, |s| s.attacker.cover = c), [0, 0]);
    }
    assert_eq!(p.shows("12.03.5", with(foot, |s| s.attack.uphill = true)), [-1, 0]);
    let mut s = foot();
    s.attack.obstacle = Obstacle::Impassable;
    assert_eq!(refused::<Melee>(&s).0, "attack.obstacle");
}

#[test]
fn cavalry_against_squares() {
    let p = proves!("12.03.2", "12.03.3");
    let on = |f: Formation, n: u16| {
        with(on_foot, |s| {
            s.defender = Fighter::new(Arm::Infantry, n);
            s.defender.formation = f;
        })
    };
    assert_eq!(p.shows("12.03.2", on(Formation::Square, 20)), [-3, 1]);
    assert_eq!(on(Formation::Mass, 20), [0, 0]);
    for f in [Formation::Clump, Formation::Line, Formation::AttackColumn] {
        assert_eq!(p.shows("12.03.3", on(f, 20)), [1, -2], "{f:?}");
    }
    // Under eight figures they are clumps, and outnumbered.
    assert_eq!(on(Formation::Square, 7), [1 + 1, -2]);
    assert_eq!(on(Formation::Square, 8), [-3 + 1, 1]);
    assert_eq!(on(Formation::Mass, 7), [1 + 1, -2]);
    assert_eq!(on(Formation::Mass, 8), [1, 0]);
    // Both flanks covered: only against the front.
    assert_eq!(with(on_foot, |s| s.defender.flanks_covered = true), [-3, 1]);
    let flank = |s: &mut MeleeSituation| {
        s.defender.flanks_covered = true;
        s.attack.approach = Approach::Flank;
    };
    assert_eq!(with(on_foot, flank), [1 + 3, -2 - 3]);
    // With its line out it is in square all the same, or only when the line is back.
    let line = |back: bool, read: SquareWithLine| {
        with(on_foot, |s| {
            s.defender.formation = Formation::Square;
            s.defender.line_back = back;
            s.readings.square_with_line = read;
        })
    };
    assert_eq!(line(false, SquareWithLine::Square), [-3, 1]);
    assert_eq!(line(false, SquareWithLine::OnlyIfBack), [1, -2]);
    assert_eq!(line(true, SquareWithLine::OnlyIfBack), [-3, 1]);
    // A square in FU is none.
    let fled = |s: &mut MeleeSituation| {
        s.defender.formation = Formation::Square;
        s.defender.state = State::Complete;
    };
    assert_eq!(with(on_foot, fled), [1 + 6, -2 - 8]);
}

#[test]
fn infantry_without_ammunition_and_cavalry() {
    let p = proves!("12.01.6", "11.02.2");
    let on = |f: Formation, riders: u16, read: SquareWithoutAmmunition| {
        let mut s = on_foot();
        s.attacker.figures = riders;
        s.defender = Fighter::new(Arm::Infantry, 40);
        s.defender.formation = f;
        s.defender.no_ammunition = true;
        s.readings.square_without_ammunition = read;
        let [a, d] = points(&s);
        // Without numbers and the deduction for ammunition.
        [a, d + 2 - if riders * 3 <= 40 { 2 } else { i32::from(riders * 2 <= 40) }]
    };
    use SquareWithoutAmmunition::{AnyNumber, Quarter};
    assert_eq!(p.shows("12.01.6", on(Formation::Mass, 10, Quarter)), [1, -2]);
    assert_eq!(on(Formation::Mass, 9, Quarter), [0, 0]);
    assert_eq!(on(Formation::Square, 10, Quarter), [0, 0]);
    assert_eq!(on(Formation::Square, 9, Quarter), [-3, 1]);
    assert_eq!(on(Formation::Square, 9, AnyNumber), [0, 0]);
    assert_eq!(on(Formation::Mass, 9, AnyNumber), [0, 0]);
    assert_eq!(p.shows("11.02.2", with(foot, |s| s.attacker.no_ammunition = true)), [-2, 0]);
    assert_eq!(with(foot, |s| s.defender.no_ammunition = true), [0, -2]);
    let mut s = riders();
    s.attacker.no_ammunition = true;
    assert_eq!(refused::<Melee>(&s).0, "attacker.no_ammunition");
}

#[test]
fn attacks_on_guns_and_on_troops_that_do_not_fight() {
    let p = proves!("denmark.5", "france.11", "prussia.8");
    let on = |arm: Arm, nation: Nation, body: Body, working: bool| {
        with(foot, |s| {
            s.defender = Fighter::new(arm, 30);
            s.defender.nation = nation;
            s.defender.body = body;
            s.defender.working = working;
            s.defender.line = 0;
            s.attack.straight = 15.0;
            s.attacker = horse(Weight::Medium, 30);
        })
    };
    assert_eq!(on(Arm::Artillery, Nation::Other, Body::Ordinary, false), [3, -1]);
    assert_eq!(on(Arm::Train, Nation::Other, Body::Ordinary, false), [3, -1]);
    let works = |clause, nation, body| {
        assert_eq!(p.shows(clause, on(Arm::Infantry, nation, body, false)), [3, -1]);
    };
    works("denmark.5", Nation::Denmark, Body::Sailors);
    works("france.11", Nation::France, Body::Pioneers);
    works("prussia.8", Nation::Prussia, Body::Pioneers);
    // Others' pioneers only at work, when they are dispersed as well; other troops at work are dispersed only.
    assert_eq!(on(Arm::Infantry, Nation::Bavaria, Body::Pioneers, false), [1, -2]);
    assert_eq!(on(Arm::Infantry, Nation::Bavaria, Body::Pioneers, true), [3 + 6, -1]);
    assert_eq!(on(Arm::Infantry, Nation::Bavaria, Body::Ordinary, true), [1 + 6, -2]);
}

#[test]
fn no_skirmish_line() {
    let p = proves!("12.03.8", "17.03.1");
    let lines = |own: u16, other: u16, f: &dyn Fn(&mut MeleeSituation)| {
        with(foot, |s| {
            s.attacker = Fighter::new(Arm::Infantry, 30);
            s.attacker.line = own;
            s.defender = Fighter::new(Arm::Infantry, 30);
            s.defender.line = other;
            f(s);
        })
    };
    assert_eq!(p.shows("12.03.8", lines(3, 0, &|_| {})), [2, 0]);
    assert_eq!(lines(0, 3, &|_| {}), [0, 2]);
    assert_eq!(lines(0, 0, &|_| {}), [2, 2]);
    assert_eq!(lines(0, 0, &|s| s.defender.cover = Cover::I), [0, 2 + 2]);
    assert_eq!(lines(0, 0, &|s| s.attack.obstacle = Obstacle::I), [-1, 2]);
    let neither = |s: &mut MeleeSituation| {
        s.attack.obstacle = Obstacle::I;
        s.readings.no_line_behind_cover = NoLineBehindCover::Neither;
    };
    assert_eq!(lines(0, 0, &neither), [-1, 0]);
    assert_eq!(p.shows("17.03.1", lines(0, 0, &|s| s.ground.built_up = true)), [0, 0]);
    // Only between infantry.
    assert_eq!(with(riders, |_| {}), [0, -2]);
    // A unit wholly in skirmish line is one.
    assert_eq!(lines(0, 0, &|s| s.defender.formation = Formation::Skirmish), [6, 2]);
}

#[test]
fn melee_in_streets() {
    let p = proves!("17.03.2.a", "17.03.2.b");
    let column = |built_up: bool, narrow: bool| {
        with(foot, |s| {
            s.attacker.formation = Formation::MarchColumn;
            s.attacker.narrow = narrow;
            s.ground = Ground { built_up, road: false };
        })
    };
    assert_eq!(p.shows("17.03.2.a", column(true, true)), [0, 0]);
    assert_eq!(column(true, false), [-2, 0]);
    assert_eq!(column(false, true), [-2, 0]);
    let road = |built_up: bool, approach: Approach| {
        with(on_foot, |s| {
            s.ground = Ground { built_up, road: true };
            s.attack.approach = approach;
        })
    };
    assert_eq!(p.shows("17.03.2.b", road(true, Approach::Front)), [0, 0]);
    assert_eq!(road(false, Approach::Front), [1, -2]);
    assert_eq!(road(true, Approach::Rear), [1 + 3, -2 - 3]);
}

#[test]
fn smoke_rifles_and_movement() {
    let _p = proves!("09.02.7");
    assert_eq!(with(foot, |s| s.defender.smoke = Smoke::LastTurn), [0, -1]);
    assert_eq!(with(foot, |s| s.defender.smoke = Smoke::ThisTurn), [0, -2]);
    assert_eq!(with(foot, |s| s.attacker.smoke = Smoke::ThisTurn), [0, 0]);
    assert_eq!(with(foot, |s| s.attacker.rifles_only = true), [-2, 0]);
    assert_eq!(with(foot, |s| s.defender.rifles_only = true), [0, -2]);
    assert_eq!(with(foot, |s| s.defender.moved = true), [0, -2]);
    assert_eq!(with(foot, |s| s.attacker.moved = true), [0, 0]);
    let both = |s: &mut MeleeSituation| {
        s.defender.moved = true;
        s.defender.smoke = Smoke::LastTurn;
    };
    assert_eq!(with(foot, both), [0, -3]);
}

#[test]
fn flanks_and_dispersed_formations() {
    let p = proves!("12.03.6", "05.04.2");
    for a in [Approach::Flank, Approach::Rear] {
        assert_eq!(p.shows("12.03.6", with(foot, |s| s.attack.approach = a)), [3, -3]);
    }
    assert_eq!(p.shows("05.04.2", with(foot, |s| s.defender.state = State::Complete)), [6, -8]);
    let swarm = |s: &mut MeleeSituation| s.defender.formation = Formation::Skirmish;
    assert_eq!(with(riders, swarm), [6, -2]);
    // A dispersed attacker has nothing for it.
    let both = |s: &mut MeleeSituation| {
        s.attacker.formation = Formation::Skirmish;
        s.defender.formation = Formation::Skirmish;
    };
    assert_eq!(with(riders, both), [0, -2]);
    // Struck in the flank a unit that attacks is defender all the same.
    let flank = |s: &mut MeleeSituation| {
        s.attack.approach = Approach::Flank;
        s.counter = Some(Attack::default());
        s.defender.cover = Cover::I;
    };
    assert_eq!(with(foot, flank), [3, -3 + 2]);
    for f in [Formation::Skirmish, Formation::Square, Formation::Mass, Formation::Clump] {
        let mut s = foot();
        s.defender = Fighter::new(Arm::Infantry, 30);
        s.defender.formation = f;
        s.attack.approach = Approach::Flank;
        assert_eq!(refused::<Melee>(&s).0, "attack.approach", "{f:?}");
    }
    let mut s = foot();
    s.defender = Fighter::new(Arm::Infantry, 30);
    s.defender.formation = Formation::Square;
    s.defender.faced = true;
    s.attack.approach = Approach::Flank;
    assert!(Melee::check(&s).is_ok());
    s = foot();
    s.counter = Some(Attack { approach: Approach::Flank, ..Attack::default() });
    assert!(refused::<Melee>(&s).1.contains("12.03.6"));
}

#[test]
fn order_support_and_victory() {
    let p = proves!("12.03.7", "12.03.12", "03.03.6");
    for (state, n) in [
        (State::Order, 0),
        (State::Light1, -1),
        (State::Light2, -2),
        (State::Light3, -3),
        (State::Disorder, -4),
    ] {
        assert_eq!(with(foot, |s| s.defender.state = state), [0, n]);
        if state.intact() {
            assert_eq!(with(foot, |s| s.attacker.state = state), [n, 0]);
        }
    }
    assert_eq!(p.shows("03.03.6", with(foot, |s| s.defender.state = State::Light2)), [0, -2]);
    assert_eq!(p.shows("12.03.7", with(foot, |s| s.attacker.support = true)), [2, 0]);
    assert_eq!(with(foot, |s| s.defender.support = true), [0, 2]);
    assert_eq!(p.shows("12.03.12", with(foot, |s| s.attacker.victory = true)), [2, 0]);
    assert_eq!(with(foot, |s| s.defender.victory = true), [0, 2]);
}

#[test]
fn the_first_fire_and_the_first_attack() {
    let p = proves!("12.03.9.a", "12.03.9.b");
    assert_eq!(p.shows("12.03.9.a", with(foot, |s| s.attacker.unused = true)), [2, 0]);
    assert_eq!(with(foot, |s| s.defender.unused = true), [0, 2]);
    let nothing = |s: &mut MeleeSituation| {
        s.attacker.unused = true;
        s.attacker.no_ammunition = true;
    };
    assert_eq!(with(foot, nothing), [-2, 0]);
    let first = |f: fn(&mut MeleeSituation)| {
        let mut s = riders();
        s.attacker.unused = true;
        s.defender.unused = true;
        f(&mut s);
        let (o, r) = rule::<Melee>(&s, &[3; 6]);
        (sum(&r, "attacker"), sum(&r, "defender"), o.attacker.first_spent, o.defender.first_spent)
    };
    // The defender merely stands, and keeps it.
    assert_eq!(p.shows("12.03.9.b", first(|_| {})), (1, -2, true, false));
    assert_eq!(first(|s| s.attack.straight = 14.9), (-2, -2, true, false));
    let kept = |s: &mut MeleeSituation| {
        s.attack.straight = 14.9;
        s.readings.first_attack = FirstAttack::Kept;
    };
    assert_eq!(first(kept), (-2, -2, false, false));
    assert_eq!(first(|s| s.readings.first_attacked = FirstAttacked::AttackedToo), (1, -1, true, true));
    // Struck in the flank while it attacks itself, with momentum.
    let struck = |s: &mut MeleeSituation| {
        s.attack.approach = Approach::Flank;
        s.counter = Some(Attack { straight: 20.0, ..Attack::default() });
    };
    assert_eq!(first(struck), (4, -3 + 1, true, true));
    let (o, _) = rule::<Melee>(&with_unused(), &[3; 6]);
    assert!(o.attacker.first_spent && o.defender.first_spent);
}

fn with_unused() -> MeleeSituation {
    let mut s = foot();
    s.attacker.unused = true;
    s.defender.unused = true;
    s
}

#[test]
fn momentum_charge_and_weight() {
    let p = proves!("12.03.4", "12.03.10", "04.05.4.b");
    assert_eq!(p.shows("12.03.4", with(riders, |s| s.attack.straight = 14.9)), [-2, -2]);
    assert_eq!(with(riders, |_| {}), [0, -2]);
    // Against infantry that defends, only the attacker's counts; infantry never lacks it.
    assert_eq!(with(on_foot, |s| s.attack.straight = 0.0), [1 - 2, -2]);
    assert_eq!(with(riders, |s| s.before = Before::Stood), [-2, -2]);
    let through = |read| {
        with(riders, |s| {
            s.attack = Attack { straight: 5.0, straight_before: 10.0, ..Attack::default() };
            s.readings.momentum_through_melee = read;
        })
    };
    assert_eq!(through(MomentumThroughMelee::CountedOn), [0, -2]);
    assert_eq!(through(MomentumThroughMelee::Afresh), [-2, -2]);
    let charge = |turns: f64, before: f64, read| {
        with(riders, |s| {
            s.attack.charge = turns;
            s.attack.charge_before = before;
            s.readings.charge_through_melee = read;
        })
    };
    use ChargeThroughMelee::{Afresh, CountedOn};
    assert_eq!(p.shows("12.03.10", charge(0.5, 0.0, CountedOn)), [1, -2]);
    assert_eq!(charge(0.49, 0.0, CountedOn), [0, -2]);
    // Half a turn on the absolute clock, but for the last digit.
    assert_eq!(charge(0.5 - 1e-15, 0.0, CountedOn), [1, -2]);
    assert_eq!(charge(0.25, 0.25, CountedOn), [1, -2]);
    assert_eq!(charge(0.25, 0.25, Afresh), [0, -2]);
    for (w, n) in [(Weight::Heavy, 2), (Weight::Medium, 0), (Weight::Light, -2), (Weight::Cossack, -3)] {
        assert_eq!(p.shows("04.05.4.b", with(riders, |s| s.defender = horse(w, 20))), [0, n - 2]);
        assert_eq!(with(on_foot, |s| s.attacker = horse(w, 30))[0], n + 1);
    }
}

#[test]
fn both_attack() {
    let p = proves!("12.02.1", "skema.XVII.a");
    let mut s = riders();
    s.counter = Some(Attack { straight: 15.0, obstacle: Obstacle::I, ..Attack::default() });
    s.defender.cover = Cover::I;
    assert_eq!(p.shows("12.02.1", points(&s)), [0, -1], "cover is the defender's alone");
    let mut s = foot();
    s.counter = Some(Attack::default());
    for f in [&mut s.attacker, &mut s.defender] {
        *f = Fighter::new(Arm::Infantry, 40);
        f.formation = Formation::AttackColumn;
        f.front = Some(10);
        f.line = 0;
    }
    // Both have +4.
    let ranks = |s: &MeleeSituation, a: u8, d: u8| {
        let o = fight(s, a, d);
        (o.attacker.ranks, o.defender.ranks)
    };
    assert_eq!(p.shows("skema.XVII.a", ranks(&s, 10, 10)), (2, 2));
    assert_eq!(ranks(&s, 10, 11), (1, 1));
    assert_eq!(ranks(&s, 13, 10), (2, 1));
    assert_eq!(ranks(&s, 10, 13), (1, 2));
    assert_eq!(ranks(&s, 15, 10), (3, 1));
    assert_eq!(ranks(&s, 10, 15), (1, 3));
    s.readings.both_attack_ranks = BothAttackRanks::HigherAttacks;
    assert_eq!(ranks(&s, 10, 10), (2, 2));
    assert_eq!(ranks(&s, 11, 10), (1, 2));
    assert_eq!(ranks(&s, 10, 11), (2, 1));
    assert_eq!(ranks(&s, 10, 15), (1, 3));
    let mut s = riders();
    s.counter = Some(Attack { straight: 15.0, ..Attack::default() });
    assert_eq!(ranks(&s, 10, 10), (0, 0));
    assert_eq!(ranks(&s, 10, 11), (2, 2));
}

/// Both sides' dice, the winner, the loser's state, the ranks that fight.
type Ended = (u8, u8, Option<Who>, State, (u8, u8));

#[test]
fn winner_loser_and_ranks() {
    let p = proves!("12.02.2.1", "12.02.2.2", "12.02.2.3", "skema.XVII.a");
    // Difference, winner, loser's state, ranks.
    let table = |s: &MeleeSituation, rows: &[Ended]| {
        for &(a, d, winner, state, ranks) in rows {
            let o = fight(s, a, d);
            assert_eq!(o.winner, winner, "{a} {d}");
            assert_eq!((o.attacker.ranks, o.defender.ranks), ranks, "{a} {d}");
            if let Some(w) = winner {
                assert_eq!(o.of(w.other()).state, state);
                assert_eq!(o.of(w).state, State::Order);
            } else {
                assert_eq!((o.attacker.state, o.defender.state), (State::Order, State::Order));
            }
        }
    };
    use State::{Complete, Disorder, Light2, Order};
    let (a, d) = (Some(Who::Attacker), Some(Who::Defender));
    let rows = [
        (10, 10, None, Order, (2, 2)),
        (11, 10, a, Light2, (1, 2)),
        (12, 10, a, Light2, (1, 2)),
        (10, 12, d, Light2, (1, 2)),
        (13, 10, a, Disorder, (2, 1)),
        (14, 10, a, Disorder, (2, 1)),
        (10, 13, d, Disorder, (1, 2)),
        (10, 14, d, Disorder, (1, 2)),
        (15, 10, a, Complete, (3, 1)),
        (10, 15, d, Complete, (1, 2)),
    ];
    table(&p.shows("12.02.2.1", foot_prepared()), &rows);
    // Cavalry: equal points by the defender's support.
    let mut s = riders();
    s.defender.support = true;
    let rows = [
        (10, 10, None, Order, (0, 0)),
        (11, 10, a, Light2, (2, 2)),
        (10, 13, d, Disorder, (2, 2)),
        (15, 10, a, Complete, (2, 2)),
        (10, 15, d, Complete, (2, 2)),
    ];
    table(&p.shows("12.02.2.2", s), &rows);
    // Cavalry against infantry: +1 and -2, made even by a valour of +3.
    let mut s = on_foot();
    s.defender.valour = 3;
    let rows = [
        (10, 10, None, Order, (0, 2)),
        (11, 10, a, Light2, (0, 2)),
        (10, 11, d, Light2, (0, 2)),
        (13, 10, a, Disorder, (0, 1)),
        (10, 13, d, Disorder, (0, 2)),
        (15, 10, a, Complete, (3, 0)),
        (10, 15, d, Complete, (0, 2)),
    ];
    table(&p.shows("skema.XVII.a", s), &rows);
    // Never better than before: LU-3 and U stay.
    for (was, added) in [(State::Light3, Disorder), (Disorder, Disorder), (State::Light1, State::Light3)] {
        let mut s = foot();
        s.defender.state = was;
        s.defender.valour = i8::try_from(was.grades()).unwrap();
        if was == Disorder {
            s.defender.valour = 4;
        }
        let state = fight(&s, 11, 10).defender.state;
        assert_eq!(p.shows("12.02.2.3", state), was.max(Light2));
        s.readings.melee_grades = MeleeGrades::Added;
        assert_eq!(fight(&s, 11, 10).defender.state, added, "{was}");
    }
}

fn foot_prepared() -> MeleeSituation {
    let s = foot();
    // The prepared situation is judged once, so that what it rests on has run.
    fight(&s, 10, 10);
    s
}

#[test]
fn counting_melee_units() {
    let p = proves!("12.02.3");
    let units: Vec<u32> = [0, 2, 3, 10, 12, 13, 20, 22, 23].map(melee_units).to_vec();
    assert_eq!(units, [0, 0, 1, 1, 1, 2, 2, 2, 3]);
    // Two figures wide: one rank makes none.
    let mut s = foot();
    s.attacker = Fighter::new(Arm::Infantry, 30);
    s.attacker.formation = Formation::MarchColumn;
    s.defender.valour = 2;
    s.attacker.valour = 2;
    let o = fight(&s, 10, 11);
    assert_eq!((o.attacker.ranks, o.attacker.units, o.defender.lost), (1, 0, 0));
    // Ranks that are not there.
    let mut f = Fighter::new(Arm::Infantry, 24);
    f.front = Some(10);
    assert_eq!([1, 2, 3].map(|r| f.in_ranks(r, 0)), [10, 20, 24]);
    f.front = None;
    assert_eq!([1, 2, 3].map(|r| f.in_ranks(r, 0)), [12, 24, 24]);
    // The third rank of a brigade column is that of the unit behind; a common square has all its units in the first.
    let mut s = foot();
    s.attacker = Fighter::new(Arm::Infantry, 20);
    s.attacker.formation = Formation::AttackColumn;
    let alone = fight(&s, 18, 3);
    assert_eq!((alone.attacker.ranks, alone.attacker.units), (3, 2));
    s.attacker.joined = 20;
    let column = fight(&s, 18, 3);
    assert_eq!((column.attacker.ranks, column.attacker.units), (3, 3));
    s.defender = Fighter::new(Arm::Infantry, 16);
    s.defender.formation = Formation::Square;
    assert_eq!(fight(&s, 3, 18).defender.units, 2);
    s.defender.joined = 16;
    assert_eq!(fight(&s, 3, 18).defender.units, 3);
    s.defender.front = Some(17);
    assert!(Melee::check(&s).is_ok());
    s.attacker.front = Some(21);
    assert_eq!(refused::<Melee>(&s).0, "attacker.front");
    // One or two figures surrender, without dice.
    for (n, surrenders) in [(1, true), (2, true), (3, false)] {
        let mut s = foot();
        s.defender = Fighter::new(Arm::Infantry, n);
        let dice: &[u8] = if surrenders { &[] } else { &[3; 6] };
        let (o, _) = rule::<Melee>(&s, dice);
        assert_eq!(p.shows("12.02.3", o.defender.surrenders), surrenders);
        assert_eq!(o.winner.is_none() && o.attacker.lost == 0, surrenders);
        s.attacker = Fighter::new(Arm::Infantry, 2);
        if surrenders {
            assert_eq!(refused::<Melee>(&s).0, "attacker");
        } else {
            assert!(rule::<Melee>(&s, &[]).0.attacker.surrenders);
        }
    }
    let mut s = foot();
    s.defender = Fighter::new(Arm::Infantry, 2);
    s.defender.line = 1;
    assert!(!rule::<Melee>(&s, &[3; 6]).0.defender.surrenders);
}

#[test]
fn losses_by_table_eighteen() {
    let p = proves!("12.02.2.4", "skema.XVIII.a");
    let toll = |n: i32| {
        let t = melee().toll(n);
        (t.men, t.by_cavalry, t.by_others)
    };
    for (n, t) in [
        (-3, (0, 0, 0)),
        (0, (0, 0, 0)),
        (1, (1, 1, 0)),
        (4, (1, 1, 0)),
        (5, (2, 2, 1)),
        (8, (2, 2, 1)),
        (9, (4, 3, 1)),
        (12, (4, 3, 1)),
        (13, (8, 4, 2)),
        (14, (8, 4, 2)),
        (15, (12, 6, 2)),
        (16, (12, 6, 2)),
        (17, (16, 8, 2)),
        (18, (16, 8, 2)),
        (19, (20, 8, 4)),
        (20, (20, 8, 4)),
        (21, (24, 10, 4)),
        (24, (24, 10, 4)),
        (25, (32, 10, 4)),
        (40, (32, 10, 4)),
    ] {
        assert_eq!(toll(n), t, "{n}");
    }
    // 40 in line, 20 in each rank; no lines, so +2 for both: 13 and 12.
    let mut s = foot();
    s.attacker = Fighter::new(Arm::Infantry, 40);
    s.defender = Fighter::new(Arm::Infantry, 40);
    let o = fight(&s, 11, 10);
    assert_eq!(p.shows("12.02.2.4", (o.attacker.units, o.defender.units)), (2, 4));
    assert_eq!(p.shows("skema.XVIII.a", (o.attacker.lost, o.defender.lost)), (4 * 4, 8 * 2));
    // 0 ranks cost nobody anything.
    let mut s = on_foot();
    s.defender.valour = 3;
    assert_eq!(fight(&s, 10, 10).defender.lost, 0);
}

#[test]
fn a_line_counts_with_its_unit() {
    let p = proves!("14.04.3");
    let mut s = foot();
    s.attacker = Fighter::new(Arm::Infantry, 20);
    s.attacker.line = 3;
    s.defender.valour = 0;
    let o = fight(&s, 10, 11);
    assert_eq!(p.shows("14.04.3", o.attacker.units), 2, "10 of the first rank and 3 of the line");
    s.readings.line_in_melee = LineInMelee::NumbersOnly;
    assert_eq!(fight(&s, 10, 11).attacker.units, 1);
    // For the numbers: 57 and 3 against 30.
    assert_eq!(with(foot, |s| s.attacker.figures = 57), [1, 0]);
    assert_eq!(with(foot, |s| s.attacker.figures = 56), [0, 0]);
    s.attacker.formation = Formation::Skirmish;
    assert_eq!(refused::<Melee>(&s).0, "attacker.line");
}

#[test]
fn fighting_without_ammunition() {
    let p = proves!("12.01.5");
    let mut s = foot();
    s.attacker = Fighter::new(Arm::Infantry, 40);
    s.attacker.line = 3;
    s.attacker.no_ammunition = true;
    s.attacker.valour = 2;
    // A draw: two ranks by the table, the first only counts, and it costs nobody.
    let o = fight(&s, 10, 10);
    assert_eq!(p.shows("12.01.5", (o.attacker.ranks, o.attacker.units)), (1, 3));
    assert_eq!(o.defender.lost, 0);
    assert_eq!(fight(&s, 14, 10).defender.lost, 0);
    // Only where the other goes into FU.
    assert_eq!(fight(&s, 15, 10).defender.lost, 12 * 3);
    let mut s = foot();
    s.defender = Fighter::new(Arm::Artillery, 12);
    s.defender.no_ammunition = true;
    assert_eq!(fight(&s, 10, 10).attacker.lost, 0);
    s.readings.no_ammunition_losses = NoAmmunition::InfantryOnly;
    assert_eq!(fight(&s, 10, 10).attacker.lost, 4);
}

#[test]
fn prisoners_of_a_melee() {
    let p = proves!("13.04.1.b", "13.04.2");
    // Infantry: three ranks of 10.
    let mut s = foot();
    s.attacker = Fighter::new(Arm::Infantry, 40);
    s.attacker.front = Some(10);
    s.attacker.line = 3;
    let o = fight(&s, 15, 10);
    // 33 figures make 4 units, 15 gives 2 for each.
    assert_eq!(p.shows("13.04.1.b", (o.attacker.units, o.prisoners)), (4, 8));
    assert_eq!(fight(&s, 14, 10).prisoners, 0, "not in FU");
    assert_eq!(p.shows("13.04.2", fight(&s, 10, 15).prisoners), 0);
    let mut s = on_foot();
    s.defender.valour = 3;
    // 16 of cavalry: 20 figures in two ranks, 6 for each of 2.
    assert_eq!(fight(&s, 15, 10).prisoners, 12);
    // Who is in FU already does not come into it.
    s.defender.state = State::Complete;
    assert_eq!(fight(&s, 15, 10).prisoners, 0);
}

#[test]
fn a_complete_victory() {
    let p = proves!("12.03.12");
    let s = foot();
    assert!(p.shows("12.03.12", fight(&s, 15, 10)).attacker.complete_victory);
    assert!(fight(&s, 10, 15).defender.complete_victory);
    assert!(!fight(&s, 14, 10).attacker.complete_victory);
    let mut s = foot();
    s.defender.state = State::Complete;
    assert!(!fight(&s, 15, 10).attacker.complete_victory);
    s.readings.complete_victory = CompleteVictory::AnyInFlight;
    assert!(fight(&s, 15, 10).attacker.complete_victory);
}

#[test]
fn blocked_in_disorder() {
    let p = proves!("13.02.1");
    let mut s = foot();
    s.defender.state = State::Disorder;
    s.defender.valour = 4;
    assert_eq!(fight(&s, 11, 10).defender.state, State::Disorder);
    s.defender.blocked = true;
    let o = fight(&s, 11, 10);
    assert_eq!(p.shows("13.02.1", o.defender.state), State::Complete);
    assert!(o.attacker.complete_victory);
    assert_eq!(fight(&s, 10, 10).defender.state, State::Disorder);
    s.defender.state = State::Light3;
    assert_eq!(refused::<Melee>(&s).0, "defender.blocked");
}

#[test]
fn attacks_on_units_in_flight() {
    let p = proves!("13.02.2");
    let mut s = foot();
    s.defender.state = State::Complete;
    s.defender.valour = 5;
    // +6 against -8 and 5.
    let o = fight(&s, 10, 18);
    assert_eq!((o.winner, o.attacker.lost), (Some(Who::Attacker), 0));
    assert!(!o.defender.surrenders);
    assert_eq!(p.shows("13.02.2", fight(&s, 3, 18).attacker.lost), 0, "nor where it wins");
    s.defender.beaten_before = true;
    assert!(fight(&s, 10, 10).defender.surrenders);
    assert!(!fight(&s, 3, 18).defender.surrenders);
    // Less than a quarter, with 30 in flight.
    s.attacker = Fighter::new(Arm::Infantry, 7);
    assert!(!fight(&s, 18, 3).defender.surrenders);
    s.attacker.figures = 8;
    assert!(fight(&s, 18, 3).defender.surrenders);
}

#[test]
fn both_in_the_same_disorder_hold() {
    let p = proves!("13.01.4");
    let mut s = foot();
    s.defender.state = State::Disorder;
    s.defender.valour = 4;
    let o = fight(&s, 10, 13);
    assert_eq!((o.attacker.state, o.defender.state), (State::Disorder, State::Disorder));
    assert!(p.shows("13.01.4", o.both_hold));
    s.readings.same_disorder = SameDisorder::BothNewly;
    assert!(!fight(&s, 10, 13).both_hold);
    assert!(!fight(&s, 10, 10).both_hold);
}

#[test]
fn commanders_and_staff_in_melee() {
    let p = proves!("08.02.1", "08.02.2", "08.02.3", "play.melee.order");
    let mut s = foot();
    s.attacker.commander = true;
    s.defender.commander = true;
    s.attacker.staff = 1;
    s.defender.staff = 2;
    // Commanders, three dice each, staffs: always the attacker's first.
    let (o, r) = rule::<Melee>(&s, &[6, 1, 3, 3, 3, 3, 3, 3, 1, 2, 1]);
    assert_eq!(p.shows("08.02.1", (sum(&r, "attacker"), sum(&r, "defender"))), (2, -2));
    assert_eq!(p.shows("08.02.2", (o.attacker.commander_falls, o.defender.commander_falls)), (false, true));
    assert_eq!(p.shows("08.02.3", (o.attacker.staff_fall, o.defender.staff_fall)), (1, 1));
    assert_eq!(p.shows("play.melee.order", r.dice.len()), 11);
    assert_eq!(o.winner, Some(Who::Attacker));
    assert_eq!(o.defender.state, State::Disorder);
}

#[test]
fn cossacks_break_off() {
    let p = proves!("15.03.1", "15.02.1");
    let mut s = riders();
    s.attacker = horse(Weight::Cossack, 20);
    s.attacker.staff = 1;
    // -3 against -2 of cavalry that stands.
    let (o, r) = rule::<Melee>(&s, &[]);
    assert_eq!(p.shows("15.03.1", o.broken_off), Some(Who::Attacker));
    assert_eq!((o.attacker.state, o.winner, o.attacker.first_spent), (State::Disorder, None, false));
    assert_eq!(sum(&r, "attacker"), -3);
    // Equal points: it goes on.
    s.attacker.staff = 0;
    s.attacker.valour = 1;
    assert_eq!(fight(&s, 10, 10).broken_off, None);
    // With the commander's die, or before it.
    s.attacker.commander = true;
    let (o, _) = rule::<Melee>(&s, &[3]);
    assert_eq!(o.broken_off, Some(Who::Attacker));
    s.readings.cossack_points = CossackPoints::BeforeCommander;
    assert_eq!(rule::<Melee>(&s, &[3, 3, 3, 3, 3, 3, 3]).0.broken_off, None);
    s.attacker.valour = 0;
    assert_eq!(rule::<Melee>(&s, &[]).0.broken_off, Some(Who::Attacker));
    // Cossacks who are attacked fight.
    let mut s = riders();
    s.defender = horse(Weight::Cossack, 20);
    assert_eq!(fight(&s, 10, 10).broken_off, None);
    let mut s = riders();
    s.attacker = horse(Weight::Cossack, 20);
    s.attack.charge = 0.5;
    assert!(p.shows("15.02.1", refused::<Melee>(&s).1).contains("15.02.1"));
}

#[test]
fn cossacks_form_no_line() {
    let p = proves!("15.02.3");
    for (f, ok) in [
        (Formation::Line, false),
        (Formation::AttackColumn, true),
        (Formation::MarchColumn, true),
        (Formation::SingleFile, true),
        (Formation::Skirmish, true),
    ] {
        let mut s = riders();
        s.defender = horse(Weight::Cossack, 20);
        s.defender.formation = f;
        assert_eq!(Melee::check(&s).is_ok(), ok, "{f:?}");
        if !ok {
            assert!(p.shows("15.02.3", refused::<Melee>(&s).1).contains("15.02.3"));
        }
    }
}

#[test]
fn training_and_valour() {
    let p = proves!("04.05.1.a", "04.05.1.b");
    for t in [-1, 0, 1, 2] {
        let set = |s: &mut MeleeSituation| s.attacker.training = Some(t);
        assert_eq!(p.shows("04.05.1.b", with(foot, set)), [i32::from(t), 0]);
    }
    for v in -4..=5 {
        assert_eq!(p.shows("04.05.1.a", with(foot, |s| s.defender.valour = v)), [0, i32::from(v)]);
    }
    // Worn below -4 it is in FU, and the row ends there.
    let worn = |s: &mut MeleeSituation| {
        s.defender.valour = -6;
        s.defender.state = State::Complete;
    };
    assert_eq!(with(foot, worn), [6, -8 - 4]);
    let mut s = foot();
    s.defender.valour = -5;
    assert!(refused::<Melee>(&s).1.contains("13.07.3"));
    // Training and trait are one figure, kept within +2.
    let both = |s: &mut MeleeSituation| {
        s.defender.nation = Nation::Russia;
        s.defender.training = Some(2);
    };
    assert_eq!(with(foot, both), [0, 2]);
}

/// What training and traits give a unit as attacker and as defender.
fn trained(f: impl Fn(&mut Fighter)) -> (i32, i32) {
    let row = melee().rows.training.says;
    let of = |attacks: bool| {
        let mut u = infantry(30);
        f(&mut u);
        let mut s = if u.arm == Arm::Cavalry { riders() } else { foot() };
        if attacks {
            s.attacker = u
        } else {
            s.defender = u
        };
        let mut r = Ruling::new("melee");
        let _ = Melee::prepare(&s, &mut r);
        r.modifiers.iter().filter(|m| m.what == row()).map(|m| m.value).sum::<i32>()
    };
    (of(true), of(false))
}

#[test]
fn nations_in_melee() {
    let p = proves!(
        "england.3",
        "france.8",
        "france.9",
        "prussia.4",
        "prussia.5",
        "prussia.6",
        "russia.2",
        "russia.3",
        "russia.5",
        "saxony.3",
        "saxony.6",
        "austria.2",
        "austria.3",
        "denmark.3",
    );
    let foot = |n: Nation, b: Body| {
        trained(|u| {
            u.nation = n;
            u.body = b;
        })
    };
    let horse_in = |n: Nation, b: Body, year: u16| {
        trained(|u| {
            *u = horse(Weight::Light, 30);
            u.nation = n;
            u.body = b;
            u.year = year;
        })
    };
    assert_eq!(p.shows("england.3", foot(Nation::England, Body::Ordinary)), (2, 2));
    assert_eq!(foot(Nation::Kgl, Body::Ordinary), (2, 2));
    assert_eq!(horse_in(Nation::England, Body::Ordinary, 1815), (0, 0));
    assert_eq!(p.shows("france.8", horse_in(Nation::France, Body::Lancers, 1813)), (-1, -1));
    assert_eq!(horse_in(Nation::France, Body::Lancers, 1815), (0, 0));
    assert_eq!(horse_in(Nation::France, Body::PolishLancers, 1813), (1, 1));
    assert_eq!(horse_in(Nation::Poland, Body::Lancers, 1815), (1, 1));
    assert_eq!(horse_in(Nation::Poland, Body::Lancers, 1811), (0, 0));
    assert_eq!(p.shows("france.9", horse_in(Nation::France, Body::Gendarmes, 1815)), (-1, -1));
    assert_eq!(p.shows("prussia.4", foot(Nation::Prussia, Body::Rifles)), (1, 1));
    assert_eq!(p.shows("prussia.5", foot(Nation::Prussia, Body::FreeCorps)), (-1, -1));
    assert_eq!(horse_in(Nation::Prussia, Body::FreeCorps, 1815), (0, 0));
    let lances = || horse_in(Nation::Prussia, Body::LanceArmed, 1813);
    assert_eq!(p.shows("prussia.6", lances()), (-1, -1));
    assert_eq!(horse_in(Nation::Prussia, Body::LanceArmed, 1815), (0, 0));
    assert_eq!(horse_in(Nation::Prussia, Body::Uhlans, 1813), (0, 0));
    assert_eq!(p.shows("russia.2", foot(Nation::Russia, Body::Pikes)), (-1, 0));
    assert_eq!(p.shows("russia.3", foot(Nation::Russia, Body::Ordinary)), (0, 1));
    let cossack = || {
        trained(|u| {
            *u = horse(Weight::Cossack, 20);
            u.nation = Nation::Russia;
        })
    };
    assert_eq!(p.shows("russia.5", cossack()), (1, 1));
    assert_eq!(horse_in(Nation::Russia, Body::Ordinary, 1813), (0, 0));
    assert_eq!(p.shows("saxony.3", horse_in(Nation::Saxony, Body::PrinceClemens, 1813)), (2, 2));
    assert_eq!(p.shows("saxony.6", horse_in(Nation::Saxony, Body::Ordinary, 1813)), (1, 1));
    assert_eq!(foot(Nation::Saxony, Body::Ordinary), (0, 0));
    assert_eq!(p.shows("austria.2", foot(Nation::Austria, Body::Jagers)), (1, 1));
    assert_eq!(p.shows("austria.3", horse_in(Nation::Austria, Body::Uhlans, 1813)), (1, 1));
    let zealand = || horse_in(Nation::Denmark, Body::ZealandHussars, 1813);
    assert_eq!(p.shows("denmark.3", zealand()), (-1, -1));
    assert_eq!(horse_in(Nation::Denmark, Body::Ordinary, 1813), (0, 0));
}

#[test]
fn english_columns_and_squadrons() {
    let p = proves!("england.4", "england.5");
    let column = |n: Nation, read: EnglishColumns| {
        with(foot, |s| {
            s.attacker.nation = n;
            s.attacker.training = Some(0);
            s.attacker.formation = Formation::AttackColumn;
            s.readings.english_columns = read;
        })
    };
    assert_eq!(p.shows("england.4", column(Nation::England, EnglishColumns::KglToo)), [0, 0]);
    assert_eq!(column(Nation::Kgl, EnglishColumns::KglToo), [0, 0]);
    assert_eq!(column(Nation::Kgl, EnglishColumns::EnglishOnly), [2, 0]);
    assert_eq!(column(Nation::England, EnglishColumns::EnglishOnly), [0, 0]);
    let mut s = foot();
    s.defender.nation = Nation::England;
    s.defender.formation = Formation::Mass;
    assert!(refused::<Melee>(&s).1.contains("england.4"));
    s.defender.nation = Nation::Kgl;
    assert!(refused::<Melee>(&s).1.contains("england.4"));
    s.readings.english_columns = EnglishColumns::EnglishOnly;
    assert!(Melee::check(&s).is_ok());
    let first = |n: Nation, f: Formation| {
        with(riders, |s| {
            s.attacker.unused = true;
            s.attacker.nation = n;
            s.attacker.formation = f;
        })
    };
    assert_eq!(p.shows("england.5", first(Nation::England, Formation::AttackColumn)), [0, -2]);
    assert_eq!(first(Nation::England, Formation::Line), [1, -2]);
    assert_eq!(first(Nation::Kgl, Formation::AttackColumn), [1, -2]);
    assert_eq!(first(Nation::Austria, Formation::AttackColumn), [1, -2]);
}

#[test]
fn groups_can_be_read_otherwise() {
    let p = proves!("skema.groups");
    // Smoke and movement as one group: the larger counts.
    let set = |s: &mut MeleeSituation| {
        s.defender.moved = true;
        s.defender.smoke = Smoke::LastTurn;
        s.groups = Groups::default().with("XV", "Powder smoke after firing in the last turn", "H");
    };
    assert_eq!(p.shows("skema.groups", with(foot, set)), [0, -2]);
    let mut s = foot();
    s.groups = Groups::default().with("XV", "no such row", "H");
    assert_eq!(refused::<Melee>(&s).0, "groups");
}

#[test]
fn melees_that_cannot_be() {
    let no = |field: &str, f: &dyn Fn(&mut MeleeSituation)| {
        let mut s = foot();
        f(&mut s);
        assert_eq!(refused::<Melee>(&s).0, field);
    };
    no("attacker.figures", &|s| s.attacker.figures = 0);
    no("attacker.weight", &|s| s.attacker.weight = Some(Weight::Heavy));
    no("attacker", &|s| s.attacker = Fighter::new(Arm::Artillery, 10));
    no("attacker", &|s| s.attacker.state = State::Disorder);
    no("attacker", &|s| s.defender = horse(Weight::Light, 20));
    no("attacker.working", &|s| s.attacker.working = true);
    no("attacker.front", &|s| s.attacker.front = Some(0));
    no("attacker.faced", &|s| s.attacker.faced = true);
    no("attacker.staff", &|s| s.attacker.staff = 9);
    no("attacker.year", &|s| s.attacker.year = 1900);
    no("attacker.training", &|s| s.attacker.training = Some(3));
    no("attacker.valour", &|s| s.attacker.valour = 6);
    no("defender.beaten_before", &|s| s.defender.beaten_before = true);
    no("attack.charge", &|s| s.attack.charge = 1.0);
    no("attack.straight", &|s| s.attack.straight = f64::NAN);
    no("attacker.limbered", &|s| s.attacker.limbered = true);
    no("comrades[1].front", &|s| {
        s.comrades = vec![Comrade { figures: 10, front: 5 }, Comrade { figures: 10, front: 11 }];
    });
    no("counter", &|s| {
        s.counter = Some(Attack::default());
        s.defender.state = State::Disorder;
    });
    let mut s = riders();
    s.attacker.formation = Formation::Square;
    assert_eq!(refused::<Melee>(&s).0, "attacker.formation");
    s = riders();
    s.attacker.weight = None;
    assert_eq!(refused::<Melee>(&s).0, "attacker.weight");
    s = riders();
    s.attacker.rifles_only = true;
    assert_eq!(refused::<Melee>(&s).0, "attacker.rifles_only");
}

#[test]
fn readings_of_a_battle() {
    let all = &book::text().readings;
    let plain = Readings::defaults(all);
    assert_eq!(MeleeReadings::of(&plain), MeleeReadings::default());
    let mut other = plain;
    for (id, option) in [
        ("no-ammunition-losses", "infantry-only"),
        ("square-without-ammunition", "any-number"),
        ("melee-grades", "added"),
        ("several-attackers", "singly"),
        ("square-with-line", "only-if-back"),
        ("momentum-through-melee", "afresh"),
        ("charge-through-melee", "afresh"),
        ("no-line-behind-cover", "neither"),
        ("first-attack", "kept"),
        ("first-attacked", "attacked-too"),
        ("complete-victory", "any-in-flight"),
        ("same-disorder", "both-newly"),
        ("line-in-melee", "numbers-only"),
        ("cossack-points", "before-commander"),
        ("continued-melee", "met-again"),
        ("both-attack-ranks", "higher-attacks"),
        ("english-columns", "english-only"),
        ("march-column-row", "foot-and-horse"),
        ("fleeing-column", "keeps-formation"),
        ("sweep-cavalry-row", "whole-row"),
    ] {
        other = other.with(all, id, option).unwrap();
    }
    let switched = serde_json::to_value(MeleeReadings::of(&other)).unwrap();
    let plain = serde_json::to_value(MeleeReadings::default()).unwrap();
    for (id, option) in plain.as_object().unwrap() {
        assert_ne!(switched.get(id), Some(option), "{id}");
        // What a situation calls it is what a scenario calls it.
        let read = all.iter().find(|r| r.id == *id).unwrap();
        assert_eq!(option.as_str(), Some(read.default.as_str()), "{id}");
    }
}

#[test]
fn a_unit_of_the_table_as_a_fighter() {
    let mut d = Drill::new();
    let body = d.infantry(Side::A, 30, Formation::AttackColumn, 50.0, 50.0, 0.0);
    d.files(body, 6).valour(body, 2);
    d.unit(body).training.melee = 1;
    d.unit(body).nation = Nation::France;
    let line = d.sent_out(body, 4, 3.0, 50.0, 70.0);
    let horse = d.cavalry(Side::B, 20, Formation::Line, 50.0, 90.0, 180.0);
    let mut f = d.field();
    let u = Fighter::of(&f, body);
    assert_eq!((u.figures, u.line, u.line_back), (f[body].figures, 4, false));
    assert_eq!((u.first_rank(), u.valour, u.training), (6, 2, Some(1)));
    assert_eq!((u.formation, u.body, u.unused), (Formation::AttackColumn, Body::Ordinary, true));
    assert_eq!(u.no_ammunition, f[body].ammunition == 0);
    // The line has not the unit's first fire, and with rifles alone it has only rifles (play.skirmish, play.mixed-arms).
    let u = Fighter::of(&f, line);
    assert_eq!((u.unused, u.rifles_only), (false, false));
    f[line].rifles = 4;
    assert!(Fighter::of(&f, line).rifles_only);
    f[line].rifles = 3;
    assert!(!Fighter::of(&f, line).rifles_only);
    f[body].record.fired = true;
    f[body].troops.craftsmen = true;
    f[body].ammunition = 0;
    let u = Fighter::of(&f, body);
    assert_eq!((u.unused, u.body, u.no_ammunition), (false, Body::Pioneers, true));
    f[body].troops.craftsmen = false;
    f[body].troops.pioneers = true;
    assert_eq!(Fighter::of(&f, body).body, Body::Sappers);
    // This turn and the last.
    f.turn = 5;
    for (turn, counts) in [(3, false), (4, true), (5, true)] {
        f[horse].record.victory = Some(turn);
        assert_eq!(Fighter::of(&f, horse).victory, counts, "{turn}");
    }
    let s = MeleeSituation { attacker: Fighter::of(&f, horse), defender: Fighter::of(&f, body), ..foot() };
    assert!(Melee::check(&s).is_ok());
    assert_eq!(Fighter::of(&f, line).formation, Formation::Skirmish);
}

#[test]
fn a_melee_of_two_attackers_is_the_same_in_a_mirror() {
    let column = |figures: u16, valour: i8, state: State| {
        let mut u = infantry(figures);
        u.formation = Formation::AttackColumn;
        u.valour = valour;
        u.state = state;
        u.unused = valour > 0;
        u
    };
    for (a, b) in [
        (column(30, 1, State::Order), column(30, 1, State::Order)),
        (column(60, 0, State::Light2), column(25, 2, State::Order)),
        (column(20, 5, State::Light1), column(41, -3, State::Light3)),
    ] {
        let uphill = Attack { uphill: true, ..Attack::default() };
        let one = MeleeSituation {
            attacker: a.clone(),
            attack: uphill,
            defender: b.clone(),
            counter: Some(Attack::default()),
            ..foot()
        };
        let other = MeleeSituation {
            attacker: b,
            attack: Attack::default(),
            defender: a,
            counter: Some(uphill),
            ..foot()
        };
        for x in 3..=18 {
            for y in 3..=18 {
                let (o, m) = (fight(&one, x, y), fight(&other, y, x));
                assert_eq!(o.winner, m.winner.map(Who::other), "{x} {y}");
                assert_eq!((o.attacker, o.defender), (m.defender, m.attacker), "{x} {y}");
                assert_eq!((o.prisoners, o.both_hold), (m.prisoners, m.both_hold), "{x} {y}");
            }
        }
    }
}

#[test]
fn more_on_the_dice_never_hurts() {
    for s in [foot(), riders(), on_foot()] {
        for d in 3..=18 {
            let all: Vec<MeleeOutcome> = (3..=18).map(|a| fight(&s, a, d)).collect();
            for pair in all.windows(2) {
                assert!(pair[1].attacker.state <= pair[0].attacker.state);
                assert!(pair[1].defender.state >= pair[0].defender.state);
            }
        }
    }
}

#[test]
fn cossacks_struck_in_flank_in_an_attack_of_their_own_only_defend() {
    let p = proves!("15.03.1", "12.03.6");
    let mut s = riders();
    s.defender = horse(Weight::Cossack, 20);
    s.counter = Some(Attack { straight: 15.0, ..Attack::default() });
    // Both attack: the Cossacks have three points less and go back.
    assert_eq!(p.shows("15.03.1", rule::<Melee>(&s, &[]).0.broken_off), Some(Who::Defender));
    s.attack.approach = Approach::Flank;
    assert_eq!(p.shows("12.03.6", fight(&s, 10, 10).broken_off), None);
}

#[test]
fn half_a_turn_of_charge_is_half_a_turn() {
    let _p = proves!("12.03.10");
    let charged = |charge: f64| with(riders, |s| s.attack.charge = charge);
    assert_eq!(charged(0.5 - 1e-7), charged(0.5));
    assert_eq!(charged(0.499), charged(0.0));
    assert_eq!(charged(0.5)[0], charged(0.0)[0] + 1);
}

#[test]
fn who_says_the_charge_need_not_say_how_far_it_was() {
    let _p = proves!("12.03.4");
    let ridden = |straight: f64, charge: f64| {
        with(riders, |s| {
            s.attack.straight = straight;
            s.attack.charge = charge;
            s.attacker.unused = true;
        })
    };
    // At the charge, with momentum and the first attack.
    assert_eq!(ridden(0.0, 0.5), ridden(15.0, 0.5));
    assert_eq!(ridden(0.0, 0.5), [1 + 1, -2]);
    // Less than half a turn tells nothing, and a distance that is said counts.
    assert_eq!(ridden(0.0, 0.49), [-2, -2]);
    assert_eq!(ridden(14.0, 0.5), [-2, -2]);
    let again = |s: &mut MeleeSituation| {
        (s.attack, s.before) = (Attack { charge: 0.5, ..Attack::default() }, Before::Stood);
    };
    assert_eq!(with(riders, again), [-2, -2]);
}
