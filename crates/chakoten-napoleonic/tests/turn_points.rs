//! The melee roll in play (chapter 12): who may attack whom, what counts, who wins, what it costs, each off the table.

use crate::field_day::{
    ahead, attack, charge, commanded, done, find, form, last_turn, legs, show, state, told_by, turn,
    turn_with, two_lines,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::{Outcome, Why};
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::order::{Choice, Course, Leg, Order, Until, Way, When};
use chakoten_napoleonic::troop::{Cover, Formation, Gait, Nation, Obstacle, State, Weight};
use chakoten_napoleonic::unit::Fate;
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};
use umpire::Ruling;

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);

/// Two lines of 30 of nations without traits, 12 cm apart: the attack arrives at 0.7.
fn even() -> Drill {
    let (mut d, a, c) = two_lines(12.0);
    d.unit(a).nation = Nation::Other;
    d.unit(c).nation = Nation::Other;
    d
}

fn melees(b: &Battle) -> Vec<(f64, UnitId, UnitId, Outcome, &Ruling)> {
    let all = last_turn(b).iter().filter_map(|e| match &e.kind {
        EventKind::Melee { unit, target, outcome, ruling } => {
            Some((e.clock, *unit, *target, *outcome, ruling.as_ref()))
        }
        _ => None,
    });
    all.collect()
}

/// What the first melee of the last turn counts for a side by a clause.
fn by(b: &Battle, side: &str, id: &str) -> Vec<i32> {
    let all = melees(b);
    if all.is_empty() {
        show(b);
        panic!("no melee");
    }
    let mine = all[0].4.modifiers.iter().filter(|m| m.side == side && m.clause.id() == id);
    mine.map(|m| m.value).collect()
}

/// Men lost in melee in the last turn.
fn men(b: &Battle, u: UnitId) -> u32 {
    let all = last_turn(b).iter().filter_map(|e| match e.kind {
        EventKind::Lost { unit, men, .. } if unit == u && e.rests_on("12.02.2.4") => Some(men),
        _ => None,
    });
    all.sum()
}

/// A1 attacks B1, with these choices; all dice are used.
fn fight_with(d: Drill, dice: &[u8], choices: &[(&str, Choice)]) -> Battle {
    let mut b = Battle::drill(d.field(), dice);
    turn_with(&mut b, &[("A1", attack("B1"))], &[], choices);
    if b.dice_used_up().is_err() {
        show(&b);
    }
    done(&b);
    b
}

fn fight(d: Drill, dice: &[u8]) -> Battle {
    fight_with(d, dice, &[("support", Choice::No), ("victor", Choice::Way(Course::Stand))])
}

/// The same, each under a commander of its own.
fn fight_apart(d: Drill, dice: &[u8]) -> Battle {
    let mut b = Battle::drill(commanded(d), dice);
    let choices =
        [("support", Choice::No), ("victor", Choice::Way(Course::Stand)), ("line fires", Choice::No)];
    turn_with(&mut b, &[("A1", attack("B1"))], &[], &choices);
    if b.dice_used_up().is_err() {
        show(&b);
    }
    done(&b);
    b
}

/// Both sides have four points: no line before the other, and their first fire.
#[test]
fn three_dice_and_the_points_decide_and_cost_men_by_ranks() {
    let p = proves!("12.02.2.1", "12.02.2.2", "12.02.2.3", "12.02.2.4", "12.02.3");
    // Dice of both; how it ends, the loser's state, men lost by the attacker and by the defender. A rank is 15 figures, two melee units;
    // two ranks are three.
    for (dice, outcome, loser, lost) in [
        ([4, 4, 4, 4, 4, 4], Outcome::Drawn, None, (3 * 12, 3 * 12)),
        ([5, 4, 4, 4, 4, 4], Outcome::Won, Some((B, State::Light2)), (3 * 12, 2 * 16)),
        ([5, 5, 4, 4, 4, 4], Outcome::Won, Some((B, State::Light2)), (3 * 12, 2 * 16)),
        ([5, 5, 5, 4, 4, 4], Outcome::Won, Some((B, State::Disorder)), (2 * 12, 3 * 20)),
        ([6, 5, 5, 4, 4, 4], Outcome::Won, Some((B, State::Disorder)), (2 * 12, 3 * 20)),
        ([6, 6, 5, 4, 4, 4], Outcome::Won, Some((B, State::Complete)), (2 * 12, 3 * 24)),
        ([4, 4, 4, 5, 4, 4], Outcome::Lost, Some((A, State::Light2)), (3 * 16, 2 * 12)),
        ([4, 4, 4, 5, 5, 5], Outcome::Lost, Some((A, State::Disorder)), (3 * 20, 2 * 12)),
        ([4, 4, 4, 6, 6, 5], Outcome::Lost, Some((A, State::Complete)), (3 * 24, 2 * 12)),
    ] {
        let b = fight(even(), &dice);
        assert_eq!(melees(&b)[0].3, outcome, "{dice:?}");
        assert_eq!((men(&b, A), men(&b, B)), lost, "{dice:?}");
        for u in [A, B] {
            let to = loser.filter(|l| l.0 == u).map_or(State::Order, |l| l.1);
            state(&b, u, to);
        }
        for id in ["12.02.2.1", "12.02.2.2", "12.02.2.4", "12.02.3"] {
            told_by(&p, &b, id);
        }
        if loser.is_some() {
            told_by(&p, &b, "12.02.2.3");
        }
    }
}

#[test]
fn who_was_worse_before_stays_so() {
    let p = proves!("12.02.2.3");
    let mut d = even();
    d.state(B, State::Light3);
    // Three points off for his grades: he loses by one, which alone would be two grades.
    let b = fight(d, &[3, 3, 3, 4, 4, 3]);
    assert_eq!(melees(&b)[0].3, Outcome::Won);
    state(&b, B, State::Light3);
    told_by(&p, &b, "12.02.2.3");
}

#[test]
fn two_figures_surrender_and_three_fight() {
    let p = proves!("12.02.3");
    let run = |figures: u16, dice: &[u8]| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.infantry(Side::B, figures, Formation::Line, 100.0, 62.0, 180.0);
        fight_apart(d, dice)
    };
    let b = run(2, &[]);
    assert_eq!(b.field()[B].fate, Fate::Surrendered);
    let by = find(&b, |e| matches!(e.kind, EventKind::Surrendered { .. }).then(|| e.clause.id().to_string()));
    assert_eq!(by.as_deref(), Some("12.02.3"));
    told_by(&p, &b, "12.02.3");
    let b = run(3, &[1, 1, 1, 6, 6, 6]);
    assert_ne!(b.field()[B].fate, Fate::Surrendered);
    assert_eq!(melees(&b).len(), 1);
}

#[test]
fn foot_attacks_horse_only_while_it_is_dispersed() {
    let p = proves!("12.01.4");
    let run = |forms: bool, dice: &[u8]| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
        let c = d.cavalry(Side::B, 8, Formation::Skirmish, 100.0, 66.0, 180.0);
        d.spacing(c, 3.0);
        // Behind a hedge it would need none; here a regiment is its soutien, out of the way.
        d.square(PatchKind::Town, "village", (80.0, 60.0), (120.0, 80.0));
        d.building("farm", false, (82.0, 74.0), (88.0, 79.0));
        let mut b = Battle::drill(commanded(d), dice);
        let orders: &[(&str, Order)] = if forms { &[("B1", legs([form(Formation::Line)]))] } else { &[] };
        turn_with(&mut b, &[("A1", attack("B1"))], orders, &[("line fires", Choice::No)]);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        b
    };
    let b = run(false, &[1, 1, 1, 6, 6, 6]);
    assert_eq!(melees(&b).len(), 1);
    let b = run(true, &[]);
    assert!(melees(&b).is_empty());
    assert_eq!(b.field()[B].formation, Formation::Line);
    let ended =
        find(&b, |e| matches!(e.kind, EventKind::AttackEnds { .. }).then(|| e.clause.id().to_string()));
    assert_eq!(ended.as_deref(), Some("12.01.4"));
    told_by(&p, &b, "12.01.4");
}

#[test]
fn without_ammunition_one_rank_fights_and_kills_only_who_breaks() {
    let p = proves!("12.01.5", "11.02.2");
    let run = |dice: &[u8]| {
        let mut d = even();
        d.unit(A).ammunition = 0;
        fight(d, dice)
    };
    // Two points off and no first fire: by 4 + 4 less. With 18 against 15 the defender only retreats.
    let b = run(&[6, 6, 6, 4, 4, 3]);
    assert_eq!(by(&b, "attacker", "11.02.2"), [-2]);
    state(&b, B, State::Disorder);
    assert_eq!(men(&b, B), 0);
    assert!(men(&b, A) > 0);
    told_by(&p, &b, "12.01.5");
    told_by(&p, &b, "11.02.2");
    // With 18 against 13 he breaks: two melee units of the first rank, at 16 men each.
    let b = run(&[6, 6, 6, 3, 3, 3]);
    state(&b, B, State::Complete);
    assert_eq!(men(&b, B), 32);
}

/// Cavalry so strong attacks infantry in that formation, from 20 cm off.
fn horse_on(riders: u16, foot: u16, formation: Formation, ammunition: u8) -> Drill {
    let mut d = Drill::new();
    d.cavalry(Side::A, riders, Formation::Line, 100.0, 40.0, 0.0);
    let c = d.infantry(Side::B, foot, formation, 100.0, 62.0, 180.0);
    d.unit(c).ammunition = ammunition;
    d
}

#[test]
fn squares_masses_and_others_before_cavalry() {
    let p = proves!("12.03.2", "12.03.3", "12.01.6", "05.02.3");
    let dice = [3, 3, 3, 4, 4, 4];
    let on_square = |b: &Battle| (by(b, "attacker", "12.03.2"), by(b, "defender", "12.03.2"));
    let on_other = |b: &Battle| (by(b, "attacker", "12.03.3"), by(b, "defender", "12.03.3"));
    let b = fight_apart(horse_on(20, 24, Formation::Square, 12), &dice);
    assert_eq!(on_square(&b), (vec![-3], vec![1]));
    told_by(&p, &b, "12.03.2");
    let b = fight_apart(horse_on(20, 24, Formation::Mass, 12), &dice);
    assert_eq!((on_square(&b), on_other(&b)), ((vec![], vec![]), (vec![], vec![])));
    for formation in [Formation::Clump, Formation::Line] {
        let b = fight_apart(horse_on(20, 24, formation, 12), &[1, 1, 1, 6, 6, 6]);
        assert_eq!(on_other(&b), (vec![1], vec![-2]), "{formation:?}");
        told_by(&p, &b, "12.03.3");
    }
    // Without ammunition a square is a mass, and a mass other infantry, before a quarter of its figures and more.
    let b = fight_apart(horse_on(6, 24, Formation::Square, 0), &dice);
    assert_eq!(on_square(&b), (vec![], vec![]));
    told_by(&p, &b, "12.01.6");
    let b = fight_apart(horse_on(5, 24, Formation::Square, 0), &dice);
    assert_eq!(on_square(&b), (vec![-3], vec![1]));
    let b = fight_apart(horse_on(6, 24, Formation::Mass, 0), &[1, 1, 1, 6, 6, 6]);
    assert_eq!((by(&b, "attacker", "12.01.6"), by(&b, "defender", "12.01.6")), (vec![1], vec![-2]));
    // Seven figures are a clump (mark 1).
    let b = fight_apart(horse_on(20, 8, Formation::Square, 12), &dice);
    assert_eq!(on_square(&b), (vec![-3], vec![1]));
    let b = fight_apart(horse_on(20, 7, Formation::Square, 12), &[1, 1, 1, 6, 6, 6]);
    assert_eq!(on_square(&b), (vec![], vec![]));
    told_by(&p, &b, "05.02.3");
}

#[test]
fn a_line_whose_flanks_both_lean_on_what_horse_cannot_cross_is_a_square_to_it() {
    let p = proves!("12.03.2");
    // A line of 24, 18 cm wide about x 100: a house on its right, and on its left whatever is put there.
    let ride = |put: &dyn Fn(&mut Drill), dice: &[u8]| {
        let mut d = horse_on(20, 24, Formation::Line, 12);
        d.building("house", false, (81.0, 60.0), (91.0, 70.0));
        put(&mut d);
        let b = fight_apart(d, dice);
        (by(&b, "attacker", "12.03.2"), by(&b, "defender", "12.03.2"), b)
    };
    let square = |put: &dyn Fn(&mut Drill)| {
        let (a, c, b) = ride(put, &[3, 3, 3, 4, 4, 4]);
        told_by(&p, &b, "12.03.2");
        (a, c) == (vec![-3], vec![1])
    };
    let none = |put: &dyn Fn(&mut Drill)| {
        let (a, c, _) = ride(put, &[1, 1, 1, 6, 6, 6]);
        a.is_empty() && c.is_empty()
    };
    let water = |name: &'static str, from: f64, to: f64| {
        move |d: &mut Drill| {
            d.water(name, (from, 58.0), (to, 110.0));
        }
    };
    // A river of more than 4 cm is crossed at fords alone, a brook in column.
    assert!(square(&water("river", 109.0, 113.1)));
    assert!(none(&water("brook", 109.0, 113.0)));
    assert!(none(&water("river", 109.2, 114.0)));
    let wood = |d: &mut Drill| {
        d.wood("wood", (109.0, 58.0), (140.0, 110.0));
    };
    assert!(square(&wood));
    assert!(none(&|_| {}));
}

#[test]
fn attack_columns_of_eight_have_their_points() {
    let p = proves!("skema.XV.b");
    let run = |figures: u16| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, figures, Formation::AttackColumn, 100.0, 50.0, 0.0);
        let c = d.infantry(Side::B, 12, Formation::Line, 100.0, 62.0, 180.0);
        for u in [a, c] {
            d.unit(u).nation = Nation::Other;
        }
        d.files(a, 3);
        fight_apart(d, &[3, 3, 3, 3, 3, 3])
    };
    assert_eq!(by(&run(8), "attacker", "12.02.1"), [2]);
    let b = run(7);
    assert!(by(&b, "attacker", "12.02.1").is_empty());
    told_by(&p, &b, "skema.XV.b");
}

#[test]
fn uphill_is_one_figure_lower() {
    let p = proves!("12.03.5");
    let run = |edge: f64| {
        let mut d = even();
        d.hill("knoll", 1, (60.0, edge), (140.0, 90.0));
        fight(d, &[3, 3, 3, 3, 3, 3])
    };
    // It fights at 57, its second rank 3 cm behind; the enemy stands at 62.
    let b = run(61.0);
    assert_eq!(by(&b, "attacker", "12.03.5"), [-1]);
    told_by(&p, &b, "12.03.5");
    // Only its second rank below, and nobody.
    assert_eq!(by(&run(55.4), "attacker", "12.03.5"), [-1]);
    assert!(by(&run(53.9), "attacker", "12.03.5").is_empty());
}

/// The attacker has another unit behind it, so many figures, so far behind its rear, that is to support it as its slip says.
fn backed(figures: u16, gap: f64, change: impl FnOnce(&mut Drill, UnitId)) -> Battle {
    let (mut d, a, c) = two_lines(5.0);
    d.unit(a).nation = Nation::Other;
    d.unit(c).nation = Nation::Other;
    let s = d.infantry(Side::A, figures, Formation::Line, 100.0, 47.0 - gap, 0.0);
    change(&mut d, s);
    let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3]);
    let supports = Order { supports: Some("A1".into()), ..legs([Leg::Stand { turns: 1.0 }]) };
    let choices = [("victor", Choice::Way(Course::Stand)), ("support", Choice::No)];
    turn_with(&mut b, &[("A1", attack("B1")), ("A2", supports)], &[], &choices);
    if b.dice_used_up().is_err() {
        show(&b);
    }
    done(&b);
    b
}

#[test]
fn a_support_unit_is_worth_two_if_it_meets_all_conditions() {
    let p = proves!(
        "12.03.7",
        "12.03.7.1",
        "12.03.7.2",
        "12.03.7.3",
        "12.03.7.4",
        "12.03.7.5",
        "12.03.7.6",
        "12.03.7.8",
        "12.03.7.9"
    );
    let yes = |b: Battle| {
        assert_eq!(by(&b, "attacker", "12.03.7"), [2]);
        told_by(&p, &b, "12.03.7");
    };
    // It does not count, and the melee says by what.
    let no = |b: Battle, id: &str| {
        assert!(by(&b, "attacker", "12.03.7").is_empty());
        let told = told_by(&p, &b, id);
        assert!(told.iter().any(|e| matches!(e.kind, EventKind::Melee { .. })), "{id}");
    };
    let plain = |_: &mut Drill, _: UnitId| {};
    // Half of 30 figures, within the 10 cm that a line marches and not within 5.
    yes(backed(15, 10.0, plain));
    no(backed(14, 10.0, plain), "12.03.7.1");
    no(backed(15, 10.1, plain), "12.03.7.3");
    yes(backed(15, 5.1, plain));
    no(backed(15, 5.0, plain), "12.03.7.4");
    // Ten figures at least, whomever they support.
    let few = |figures: u16| {
        backed(figures, 8.0, |d, _| {
            let u = d.unit(A);
            u.figures = 16;
            u.lay();
        })
    };
    yes(few(10));
    no(few(9), "12.03.7.1");
    // Intact.
    let in_state = |of: State| {
        backed(15, 8.0, move |d, s| {
            d.state(s, of);
        })
    };
    yes(in_state(State::Light3));
    no(in_state(State::Disorder), "12.03.7.1");
    // In line, column, square or mass.
    let formed = |f: Formation| {
        backed(15, 8.0, move |d, s| chakoten_napoleonic::stance::form(d.unit(s), f, None, 0.0))
    };
    yes(formed(Formation::AttackColumn));
    no(formed(Formation::MarchColumn), "12.03.7.2");
    no(formed(Formation::Clump), "12.03.7.2");
    // Fronting another way.
    let turned = backed(15, 8.0, |d, s| {
        let b = d.unit(s).base;
        d.unit(s).base = b.at(b.front, -b.dir);
    });
    no(turned, "12.03.7.5");
    // Nothing impassable between.
    let barred = backed(15, 8.0, |d, _| {
        d.line("wall", Obstacle::Impassable, Cover::III, &[(60.0, 43.0), (140.0, 43.0)]);
    });
    no(barred, "12.03.7.6");
    // Of the same brigade.
    let other = backed(15, 8.0, |d, s| {
        let c = d.brigade(Side::A);
        d.unit(s).command = c;
        d.commander(Side::A, 100.0, 30.0);
    });
    no(other, "12.03.7.8");
    // Guns support nobody.
    let guns = backed(15, 8.0, |d, s| {
        d.call(s, "A9");
        d.unit(s).base.front.y = 20.0;
        let g = d.battery(Side::A, 14, 100.0, 39.0, 0.0);
        d.call(g, "A2");
    });
    no(guns, "12.03.7.9");
    no(foot_behind_horse(), "12.03.7.9");
}

/// Foot is to support horse.
fn foot_behind_horse() -> Battle {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 20.0);
    d.commander(Side::B, 100.0, 90.0);
    d.cavalry(Side::A, 20, Formation::Line, 100.0, 50.0, 0.0);
    d.cavalry(Side::B, 20, Formation::Line, 100.0, 55.0, 180.0);
    let rear = d.unit(A).base.rear().y;
    d.infantry(Side::A, 20, Formation::Line, 100.0, rear - 8.0, 0.0);
    let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3]);
    let supports = Order { supports: Some("A1".into()), ..legs([Leg::Stand { turns: 1.0 }]) };
    let choices = [("victor", Choice::Way(Course::Stand)), ("support", Choice::No)];
    turn_with(&mut b, &[("A1", attack("B1")), ("A2", supports)], &[], &choices);
    done(&b);
    b
}

#[test]
fn the_attackers_support_is_on_its_slip_and_the_defenders_is_named() {
    let p = proves!("12.03.7.8", "12.03.7");
    let run = |supports: bool, named: bool| {
        let mut d = even();
        d.infantry(Side::A, 15, Formation::Line, 100.0, 38.0, 0.0);
        d.infantry(Side::B, 15, Formation::Line, 100.0, 73.0, 180.0);
        let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3]);
        let mut order = legs([ahead()]);
        order.supports = supports.then(|| "A1".to_owned());
        let mut choices = vec![("victor", Choice::Way(Course::Stand))];
        if !named {
            choices.push(("support", Choice::No));
        }
        turn_with(&mut b, &[("A1", attack("B1")), ("A2", order)], &[], &choices);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        b
    };
    let b = run(true, true);
    assert_eq!((by(&b, "attacker", "12.03.7"), by(&b, "defender", "12.03.7")), (vec![2], vec![2]));
    told_by(&p, &b, "12.03.7.8");
    told_by(&p, &b, "12.03.7");
    let b = run(false, false);
    assert_eq!((by(&b, "attacker", "12.03.7"), by(&b, "defender", "12.03.7")), (vec![], vec![]));
}

#[test]
fn a_missing_skirmish_line_is_worth_two_to_the_other() {
    let p = proves!("12.03.8", "14.04.3");
    let sides = |b: &Battle| (by(b, "attacker", "12.03.8"), by(b, "defender", "12.03.8"));
    let b = fight(even(), &[3, 3, 3, 3, 3, 3]);
    assert_eq!(sides(&b), (vec![2], vec![2]));
    told_by(&p, &b, "12.03.8");
    // A line pressed back on the way still counts; its figures too.
    let with_line = |y: f64, dice: &[u8]| {
        let mut d = even();
        d.sent_out(B, 5, 3.0, 100.0, y);
        fight_with(d, dice, &[("go back", Choice::No), ("line fires", Choice::No), ("support", Choice::No)])
    };
    let b = with_line(60.0, &[3, 3, 3, 3, 3, 3]);
    assert_eq!(sides(&b), (vec![], vec![2]));
    told_by(&p, &b, "14.04.3");
    // One behind the unit is not in the way of the attack.
    let b = with_line(75.0, &[3, 3, 3, 3, 3, 3]);
    assert_eq!(sides(&b), (vec![2], vec![2]));
    // Behind cover the attacker has nothing for it; by the other reading neither.
    let covered = |reading: &str| {
        let mut d = even();
        d.line("bank", Obstacle::I, Cover::I, &[(60.0, 61.5), (140.0, 61.5)]);
        d.read("no-line-behind-cover", reading);
        fight(d, &[5, 5, 5, 3, 3, 3])
    };
    assert_eq!(sides(&covered("attacker-only")), (vec![], vec![2]));
    assert_eq!(sides(&covered("neither")), (vec![], vec![]));
}

#[test]
fn the_first_fire_counts_once_in_the_game() {
    let p = proves!("12.03.9.a", "09.02.4");
    // Fought last turn, or fired: no more.
    let mut d = even();
    d.unit(B).base.front.y = 55.0;
    let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    assert_eq!((by(&b, "attacker", "12.03.9.a"), by(&b, "defender", "12.03.9.a")), (vec![2], vec![2]));
    told_by(&p, &b, "12.03.9.a");
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    assert!(by(&b, "attacker", "12.03.9.a").is_empty() && by(&b, "defender", "12.03.9.a").is_empty());
    done(&b);
    let mut b = Battle::drill(even().field(), [1, 1, 1, 3, 3, 3, 3, 3, 3]);
    turn(
        &mut b,
        &[("A1", attack("B1"))],
        &[("B1", crate::field_day::fire(When::BeforeContact("B1".into())))],
    );
    assert_eq!((by(&b, "attacker", "12.03.9.a"), by(&b, "defender", "12.03.9.a")), (vec![2], vec![]));
    told_by(&p, &b, "09.02.4");
    done(&b);
}

/// Two regiments, so far that the attacker rides that many cm to contact distance.
fn ride(cm: f64) -> Drill {
    let mut d = Drill::new();
    let a = d.cavalry(Side::A, 12, Formation::Line, 100.0, 40.0, 0.0);
    let c = d.cavalry(Side::B, 12, Formation::Line, 100.0, 45.0 + cm, 180.0);
    for u in [a, c] {
        d.unit(u).nation = Nation::Other;
    }
    d
}

#[test]
fn momentum_takes_15_cm_straight() {
    let p = proves!("12.03.4", "12.03.9.b");
    let b = fight_apart(ride(15.0), &[3, 3, 3, 3, 3, 3]);
    assert!(by(&b, "attacker", "12.03.4").is_empty());
    assert_eq!(by(&b, "attacker", "12.03.9.b"), [1]);
    // Who stands has none; against cavalry that counts for both.
    assert_eq!(by(&b, "defender", "12.03.4"), [-2]);
    for id in ["12.03.4", "12.03.9.b"] {
        told_by(&p, &b, id);
    }
    let b = fight_apart(ride(14.9), &[3, 3, 3, 3, 3, 3]);
    assert_eq!(by(&b, "attacker", "12.03.4"), [-2]);
    assert!(by(&b, "attacker", "12.03.9.b").is_empty());
    // The turn before counts, if it goes on straight.
    let over_turns = |second: &[Leg], dice: &[u8]| {
        let mut b = Battle::drill(commanded(ride(18.0)), dice);
        turn(&mut b, &[("A1", legs([Leg::Stand { turns: 0.7 }, ahead()]))], &[]);
        let order = Order { legs: second.to_vec(), ..attack("B1") };
        turn_with(&mut b, &[("A1", order)], &[], &[("support", Choice::No)]);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        by(&b, "attacker", "12.03.4")
    };
    assert!(over_turns(&[ahead()], &[3, 3, 3, 3, 3, 3]).is_empty());
    assert_eq!(over_turns(&[Leg::Stand { turns: 0.1 }, ahead()], &[3, 3, 3, 3, 3, 3]), [-2]);
}

#[test]
fn a_first_attack_without_momentum_is_lost_or_kept() {
    let p = proves!("12.03.9.b");
    // The first attack is made from 14 cm; the enemy is beaten and another stands 16 cm farther on.
    let run = |reading: &str| {
        let mut d = ride(14.0);
        d.read("first-attack", reading);
        let e = d.cavalry(Side::B, 12, Formation::Line, 100.0, 81.0, 180.0);
        d.unit(e).nation = Nation::Other;
        d.unit(B).base.width = 10.0;
        let mut b = Battle::drill(commanded(d), [4, 4, 4, 4, 4, 4]);
        turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("support", Choice::No)]);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        assert!(by(&b, "attacker", "12.03.9.b").is_empty());
        told_by(&p, &b, "12.03.9.b");
        b.field()[A].record.attacked
    };
    assert!(run("lost"));
    assert!(!run("kept"));
}

#[test]
fn half_a_turn_of_charge_up_to_contact_is_at_the_charge() {
    let p = proves!("12.03.10");
    let run = |cm: f64| {
        let mut b = Battle::drill(commanded(ride(cm)), [3, 3, 3, 3, 3, 3]);
        turn(&mut b, &[("A1", legs([Leg::Stand { turns: 0.5 }, ahead()]))], &[]);
        let order = Order { legs: vec![charge()], ..attack("B1") };
        turn_with(
            &mut b,
            &[("A1", order)],
            &[],
            &[("support", Choice::No), ("victor", Choice::Way(Course::Stand))],
        );
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        b
    };
    // 15 cm in the first turn, then 55 a turn: 27.5 in half of one.
    let b = run(15.0 + 28.0);
    assert!(last_turn(&b).iter().any(|e| matches!(e.kind, EventKind::Moved { why: Why::Charges, .. })));
    assert_eq!(by(&b, "attacker", "12.03.10"), [1]);
    told_by(&p, &b, "12.03.10");
    assert!(by(&run(15.0 + 27.0), "attacker", "12.03.10").is_empty());
}

#[test]
fn weights_of_horse_count() {
    let p = proves!("04.05.4.b");
    let points = |w: Weight| {
        let mut d = ride(15.0);
        d.weight(A, w);
        let b = fight_apart(d, &[3, 3, 3, 3, 3, 3]);
        if w != Weight::Medium {
            told_by(&p, &b, "04.05.4.b");
        }
        by(&b, "attacker", "04.05.4.b")
    };
    assert_eq!(points(Weight::Heavy), [2]);
    assert!(points(Weight::Medium).is_empty());
    assert_eq!(points(Weight::Light), [-2]);
}

#[test]
fn twice_and_three_times_as_many() {
    let p = proves!("12.03.1");
    let points = |a: u16, c: u16| {
        let mut d = Drill::new();
        let x = d.infantry(Side::A, a, Formation::Line, 100.0, 50.0, 0.0);
        let y = d.infantry(Side::B, c, Formation::Line, 100.0, 62.0, 180.0);
        for u in [x, y] {
            d.unit(u).nation = Nation::Other;
        }
        let b = fight_apart(d, &[4, 4, 4, 4, 4, 4]);
        told_by(&p, &b, "12.03.1");
        (by(&b, "attacker", "12.03.1"), by(&b, "defender", "12.03.1"))
    };
    assert_eq!(points(31, 16), (vec![], vec![]));
    assert_eq!(points(32, 16), (vec![1], vec![]));
    assert_eq!(points(47, 16), (vec![1], vec![]));
    assert_eq!(points(48, 16), (vec![2], vec![]));
    assert_eq!(points(12, 24), (vec![], vec![1]));
}

#[test]
fn commanders_roll_before_the_melee_the_attackers_first() {
    let p = proves!("08.02.1", "play.melee.order");
    let mut d = even();
    let (mine, his) = {
        let s = d.clone().field();
        (s.staff[0].id, s.staff[1].id)
    };
    d.with(mine, A);
    d.with(his, B);
    // A six is two points to the attacker, a two one to the defender, whose commander falls.
    let b = fight(d, &[6, 2, 3, 3, 3, 3, 3, 3]);
    let r = melees(&b)[0].4;
    let of = |side: &str| -> i32 {
        r.modifiers.iter().filter(|m| m.side == side && m.clause.id() == "08.02.1").map(|m| m.value).sum()
    };
    assert_eq!((of("attacker"), of("defender")), (2, 1));
    assert!(b.field()[mine].present() && !b.field()[his].present());
    for id in ["08.02.1", "play.melee.order"] {
        told_by(&p, &b, id);
    }
}

#[test]
fn infantry_that_moves_defends_worse_and_horse_does_not() {
    let p = proves!("12.02.1");
    // It marches so far towards the attacker and stands until he comes, at (7 - cm) / 10 of the turn.
    let foot = |cm: f64| {
        let d = even();
        let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3]);
        let choices = [("support", Choice::No), ("victor", Choice::Way(Course::Stand))];
        turn_with(&mut b, &[("A1", attack("B1"))], &[("B1", legs([crate::field_day::cm(cm)]))], &choices);
        done(&b);
        b
    };
    let b = foot(2.3);
    assert_eq!(by(&b, "defender", "12.02.1"), [-2]);
    told_by(&p, &b, "12.02.1");
    assert!(by(&foot(2.2), "defender", "12.02.1").is_empty());
    // The attacker has marched all the way.
    assert!(by(&b, "attacker", "12.02.1").is_empty());
    let mut d = Drill::new();
    d.cavalry(Side::A, 20, Formation::Line, 100.0, 40.0, 0.0);
    d.cavalry(Side::B, 20, Formation::Line, 100.0, 62.0, 180.0);
    let mut b = Battle::drill(commanded(d), [3, 3, 3, 3, 3, 3]);
    turn(&mut b, &[("A1", attack("B1"))], &[("B1", legs([ahead()]))]);
    done(&b);
    assert!(by(&b, "defender", "12.02.1").is_empty(), "the row is for infantry");
}

#[test]
fn two_who_are_attacked_cannot_have_the_same_support() {
    let p = proves!("12.03.7.8");
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 20.0);
    d.commander(Side::B, 100.0, 90.0);
    for x in [94.0, 106.0] {
        d.infantry(Side::A, 12, Formation::Line, x, 50.0, 0.0);
        d.infantry(Side::B, 12, Formation::Line, x, 55.0, 180.0);
    }
    d.infantry(Side::B, 30, Formation::Line, 100.0, 66.0, 180.0);
    let mut b = Battle::drill(d.field(), [3; 12]);
    // Both name it at the same moment.
    let choices = [("support", Choice::Pick("B3".into()))];
    turn_with(&mut b, &[("A1", attack("B1")), ("A2", attack("B2"))], &[], &choices);
    done(&b);
    let backed = |r: &Ruling| r.modifiers.iter().any(|m| m.side == "defender" && m.clause.id() == "12.03.7");
    let all: Vec<bool> = melees(&b).iter().map(|m| backed(m.4)).collect();
    if all != [true, false] {
        show(&b);
    }
    assert_eq!(all, [true, false], "the first who named it has it");
    told_by(&p, &b, "12.03.7.8");
}

/// Riders of both sides, of nations without traits, so many cm apart.
fn riders_apart(gap: f64) -> Drill {
    let mut d = Drill::new();
    for (side, y, facing) in [(Side::A, 30.0, 0.0), (Side::B, 30.0 + gap, 180.0)] {
        let u = d.cavalry(side, 20, Formation::Line, 100.0, y, facing);
        d.unit(u).nation = Nation::Other;
    }
    d
}

/// A1 attacks B1, which does this.
fn ridden_upon(gap: f64, order: Order) -> Battle {
    let mut b = Battle::drill(commanded(riders_apart(gap)), [3; 6]);
    let choices = [("support", Choice::No), ("victor", Choice::Way(Course::Stand))];
    turn_with(&mut b, &[("A1", attack("B1"))], &[("B1", order)], &choices);
    done(&b);
    b
}

#[test]
fn riders_on_the_move_are_no_foot_that_has_not_stood() {
    let p = proves!("12.02.1");
    let b = ridden_upon(60.0, legs([ahead()]));
    assert!(by(&b, "defender", "12.02.1").is_empty());
    told_by(&p, &b, "12.02.1");
    // Foot on the march has the deduction.
    let (mut d, _, c) = two_lines(20.0);
    d.unit(c).nation = Nation::Other;
    let mut b = Battle::drill(d.field(), [3; 6]);
    turn(&mut b, &[("A1", attack("B1"))], &[("B1", legs([ahead()]))]);
    assert_eq!(by(&b, "defender", "12.02.1"), [-2]);
    done(&b);
}

#[test]
fn riders_who_are_attacked_on_their_way_have_its_momentum() {
    let p = proves!("12.03.4");
    let after = |turns: f64| legs([Leg::Stand { turns }, ahead()]);
    // Both ride 30 cm a turn and meet at contact distance: 27.5 cm each, 15.25 of them, 14.5.
    assert!(by(&ridden_upon(60.0, legs([ahead()])), "defender", "12.03.4").is_empty());
    assert!(by(&ridden_upon(49.0, after(0.45)), "defender", "12.03.4").is_empty());
    let b = ridden_upon(49.0, after(0.5));
    assert_eq!(by(&b, "defender", "12.03.4"), [-2]);
    told_by(&p, &b, "12.03.4");
    // Who stands has none.
    assert_eq!(by(&ridden_upon(25.0, legs([Leg::Stand { turns: 1.0 }])), "defender", "12.03.4"), [-2]);
}

#[test]
fn riders_struck_in_flank_in_their_first_attack_defend_with_its_point() {
    let p = proves!("12.03.9.b", "12.03.6");
    let mut d = Drill::new();
    let a = d.cavalry(Side::A, 20, Formation::Line, 60.0, 72.0, 90.0);
    let foot = d.infantry(Side::A, 30, Formation::Line, 100.0, 30.0, 0.0);
    let c = d.cavalry(Side::B, 20, Formation::Line, 100.0, 90.0, 180.0);
    for u in [a, foot, c] {
        d.unit(u).nation = Nation::Other;
    }
    let mut b = Battle::drill(commanded(d), [3; 6]);
    let choices = [("support", Choice::No), ("victor", Choice::Way(Course::Stand))];
    turn_with(&mut b, &[("A1", attack("B1"))], &[("B1", attack("A2"))], &choices);
    assert_eq!(by(&b, "defender", "12.03.6"), [-3]);
    assert_eq!((by(&b, "defender", "12.03.9.b"), by(&b, "defender", "12.03.4")), (vec![1], vec![]));
    assert!(b.field()[c].record.attacked);
    told_by(&p, &b, "12.03.9.b");
    told_by(&p, &b, "12.03.6");
    done(&b);
}

#[test]
fn a_garrison_fights_in_clump_whatever_it_stood_in_before() {
    let p = proves!("12.02.1");
    for formation in [Formation::Line, Formation::MarchColumn, Formation::Skirmish] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 38.0, 0.0);
        d.building("house", false, (95.0, 50.0), (105.0, 60.0));
        let c = d.infantry(Side::B, 8, formation, 100.0, 80.0, 180.0);
        for u in [a, c] {
            d.unit(u).nation = Nation::Other;
        }
        d.inside(c, "house");
        let b = fight_apart(d, &[3; 6]);
        // Its cover alone: no deduction of a march column, and nothing for closed against dispersed.
        assert_eq!(by(&b, "defender", "12.02.1"), [2], "{formation:?}");
        assert!(by(&b, "attacker", "05.04.2").is_empty(), "{formation:?}");
        told_by(&p, &b, "12.02.1");
    }
}

#[test]
fn one_unit_supports_one_of_two_that_are_attacked() {
    let p = proves!("12.03.7");
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 35.0);
    d.commander(Side::B, 100.0, 85.0);
    for (side, x, y, facing) in [
        (Side::A, 88.0, 50.0, 0.0),
        (Side::A, 112.0, 50.0, 0.0),
        (Side::B, 88.0, 62.0, 180.0),
        (Side::B, 112.0, 62.0, 180.0),
        (Side::B, 100.0, 73.0, 180.0),
    ] {
        let u = d.infantry(side, 20, Formation::Line, x, y, facing);
        d.unit(u).nation = Nation::Other;
    }
    let mut b = Battle::drill(d.field(), [3; 12]);
    let choices = [("victor", Choice::Way(Course::Stand))];
    turn_with(&mut b, &[("A1", attack("B1")), ("A2", attack("B2"))], &[], &choices);
    let points = |r: &Ruling| r.modifiers.iter().filter(|m| m.clause.id() == "12.03.7").count();
    let counted: Vec<usize> = melees(&b).iter().map(|m| points(m.4)).collect();
    if counted != [1, 0] {
        show(&b);
    }
    assert_eq!(counted, [1, 0]);
    told_by(&p, &b, "12.03.7");
    done(&b);
}

#[test]
fn who_comes_to_contact_by_a_wheel_of_more_than_twenty_degrees_has_no_momentum() {
    let p = proves!("12.03.4");
    // It rides 20 cm and wheels to the right; the nearest corner of the enemy, 4 cm from its pivot, comes before its front so far round.
    let wheels = |degrees: f64| {
        let mut d = Drill::new();
        let a = d.cavalry(Side::A, 6, Formation::Line, 100.0, 30.0, 0.0);
        let (sin, cos) = degrees.to_radians().sin_cos();
        let c = d.cavalry(Side::B, 6, Formation::Line, 103.0 + 4.0 * sin, 47.0 + 4.0 * cos, 270.0);
        for u in [a, c] {
            d.unit(u).nation = Nation::Other;
        }
        let mut b = Battle::drill(commanded(d), [3; 6]);
        let ride = Leg::March { way: Way::Ahead, gait: Gait::March, until: Until::Cm(20.0) };
        let order = Order { legs: vec![ride, Leg::Pivot { degrees: 45.0 }], ..attack("B1") };
        let choices = [("support", Choice::No), ("victor", Choice::Way(Course::Stand))];
        turn_with(&mut b, &[("A1", order)], &[], &choices);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        b
    };
    assert!(by(&wheels(15.0), "attacker", "12.03.4").is_empty());
    let b = wheels(40.0);
    assert_eq!(by(&b, "attacker", "12.03.4"), [-2]);
    told_by(&p, &b, "12.03.4");
}
