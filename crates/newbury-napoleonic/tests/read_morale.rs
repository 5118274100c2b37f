//! Morale, forced moves, rallying, prisoners, generals and the score on the table, at the edges of their clauses.

use crate::judging::{readings, worth};
use crate::scene::{
    drill, field_with, form, hold, id, log, march, orders, put, quiet, state, terms, told, used_up,
};
use desk::Rules;
use newbury_napoleonic::answer::{Answer, LegOrder, MoveOrder, Reply, Ride, Turning};
use newbury_napoleonic::battle::{Awaits, Battle, Step, Terms};
use newbury_napoleonic::event::{Event, Kind};
use newbury_napoleonic::field::Objective;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::Response;
use newbury_napoleonic::troop::Class;
use newbury_napoleonic::unit::{Fate, State};
use newbury_napoleonic::{Field, Side, proves};
use table::v2;
use umpire::Ruling;

/// As everywhere, and a battery of the south.
fn field() -> Field {
    field_on("")
}

fn field_on(ground: &str) -> Field {
    let guns = r#"{ code = "a5", kind = "foot-battery-6x8+2h", formation = "deployed", x = 180, y = 20, facing = 0 },"#;
    field_with(ground, guns)
}

/// So many figures are left of a body that began with so many, all in its first sub-unit.
fn cut_down(f: &mut Field, code: &str, figures: u8, start: u16) {
    let u = id(f, code);
    f[u].companies.iter_mut().for_each(|c| c.figures = 0);
    f[u].companies[0].figures = figures;
    f[u].losses.start = start;
    f.draw_up(u);
}

/// The rulings of a procedure about a body, first named, in order.
fn rulings<'b>(b: &'b Battle, procedure: &str, unit: &str) -> Vec<&'b Ruling> {
    let of = |e: &&Event| e.pieces.first().is_some_and(|p| p == unit);
    let all = b.events().iter().filter(of).filter_map(|e| e.ruling.as_ref());
    all.filter(|r| r.procedure == procedure).collect()
}

#[test]
fn artillery_fire_counts_in_morale_if_it_costs_a_man_for_each_figure() {
    let p = proves!("T13.C.fire");
    // Round shot and shell at 55 cm on a battalion that has lost 16 of 40 figures, or on two figures left of four.
    let shelled = |figures: u8, start: u16, crew: u8| {
        let mut f = field();
        put(&mut f, "a5", 100.0, 25.0, 0.0);
        put(&mut f, "a1", 20.0, 30.0, 0.0);
        put(&mut f, "n1", 100.0, 80.0, 180.0);
        let a5 = id(&f, "a5");
        for g in &mut f[a5].battery.as_mut().unwrap().guns {
            g.crew = crew;
        }
        // They have tested for that before.
        f[a5].losses.over_quarter = true;
        if figures == 24 {
            let n1 = id(&f, "n1");
            f[n1].losses.start = start;
        } else {
            cut_down(&mut f, "n1", figures, start);
        }
        // A die of the guns, one of the howitzers, three of the morale.
        let mut b = drill(f, [3, 3, 5, 5, 4]);
        quiet(&mut b, vec![], vec![]);
        used_up(&b);
        b
    };
    // Two figures lose two men and more to shell.
    let b = shelled(2, 4, 4);
    let under = worth(rulings(&b, "morale", "n1")[0], "row-under-shell");
    assert_eq!(p.shows("T13.C.fire", under), -2, "{}", log(&b));
    // A battalion that loses fewer men than it has figures does not mind.
    let b = shelled(24, 40, 2);
    let n1 = &b.field()[id(b.field(), "n1")];
    assert!(n1.losses.carried > 0 && n1.figures() == 24, "some men, no figure\n{}", log(&b));
    let tests = rulings(&b, "morale", "n1");
    assert_eq!(tests.len(), 1, "{}", log(&b));
    for row in ["row-under-round-shot", "row-under-shell", "row-under-canister"] {
        assert_eq!(worth(tests[0], row), 0, "{row}\n{}", log(&b));
    }
    assert_eq!(worth(tests[0], "row-enemy-shooting"), -1);
}

#[test]
fn a_general_swept_away_shakes_those_within_five_centimetres_of_him() {
    let p = proves!("22.1.b.6", "23.15");
    // a3 routs home through a1 of class D, which runs too, and the general at its corner with it; a4 stands 4 cm from him.
    let mut f = field();
    put(&mut f, "a1", 100.0, 40.0, 0.0);
    put(&mut f, "a3", 100.0, 60.0, 0.0);
    put(&mut f, "a2", 20.0, 20.0, 0.0);
    let (a1, a2, a3, a4) = (id(&f, "a1"), id(&f, "a2"), id(&f, "a3"), id(&f, "a4"));
    f[a3].state = State::Routing;
    f[a1].troop.class = Class::D;
    f[a1].companies.iter_mut().for_each(|c| c.troop.class = Class::D);
    let corner = f[a1].base.front_right();
    f.generals[0].at = corner;
    let width = f[a4].base.width;
    put(&mut f, "a4", corner.x + 4.0 + width / 2.0, 40.0, 0.0);
    // a2, far off, tests for its losses.
    f[a2].losses.start = 40;
    // Three dice each: a2 and a4 in step 17, a4 in step 18, then a1 and a3 to rally.
    let mut b = drill(f, [5, 5, 4, 5, 5, 4, 5, 5, 4, 3, 3, 3, 3, 3, 3]);
    quiet(&mut b, vec![], vec![]);
    used_up(&b);
    assert_eq!(p.shows("23.15", told(&b, Kind::GeneralRides, "23.15")).len(), 1, "{}", log(&b));
    let tests = p.shows("22.1.b.6", told(&b, Kind::Morale, "22.1.b.6"));
    assert_eq!(tests.len(), 1, "{}", log(&b));
    assert_eq!(tests[0].pieces, ["a4"]);
    assert_eq!(worth(tests[0].ruling.as_ref().unwrap(), "row-general-lost"), -3);
    assert_eq!(worth(rulings(&b, "morale", "a2")[0], "row-general-lost"), 0, "he fell far from it");
}

#[test]
fn a_quarter_is_lost_by_the_count_by_which_it_is_tested() {
    let p = proves!("22.1.b.2");
    // 7 of 24 figures are 25 % by table 15, and more than a quarter exactly.
    for (option, dice, over) in [("exact-fraction", vec![5, 5, 4], true), ("table15", vec![], false)] {
        let mut f = field();
        f.readings = readings("over-a-quarter", option);
        cut_down(&mut f, "n1", 17, 24);
        let n1 = id(&f, "n1");
        let mut b = drill(f, dice.clone());
        quiet(&mut b, vec![], vec![]);
        used_up(&b);
        let tests = p.shows("22.1.b.2", told(&b, Kind::Morale, "22.1.b.2"));
        assert_eq!(tests.len(), dice.len() / 3, "{option} {}", log(&b));
        // Who has not tested for the quarter is not yet one of those who test for a tenth.
        assert_eq!(b.field()[n1].losses.over_quarter, over, "{option}");
    }
}

/// Cavalry, frenzied or not, charges skirmishers 20 cm off, who evade and are run down.
fn run_down(dice: &[u8], frenzied: bool) -> Battle {
    let mut f = field();
    put(&mut f, "n2", 20.0, 90.0, 180.0);
    let a2 = id(&f, "a2");
    f[a2].frenzied = frenzied;
    put(&mut f, "a2", 100.0, 30.0, 0.0);
    put(&mut f, "a1", 30.0, 10.0, 0.0);
    put(&mut f, "a3", 20.0, 40.0, 0.0);
    put(&mut f, "n1", 100.0, 50.0, 180.0);
    form(&mut f, "n1", Formation::Skirmish);
    let mut b = drill(f, dice);
    let charge = MoveOrder { unit: "a2".into(), charge: Some("n1".into()), ..MoveOrder::default() };
    b.answer(Side::A, orders(vec![charge, hold("a5")])).unwrap();
    b.answer(Side::B, orders(vec![])).unwrap();
    while b.ended().is_none() && b.awaits(Side::A) != Some(&Awaits::Orders) {
        let (side, awaits) = Rules::pending(&b).into_iter().next().unwrap();
        let x = match awaits {
            Awaits::Respond(_) => Answer::Respond {
                responses: vec![Reply { unit: "n1".into(), response: Response::Evade, late: None }],
            },
            _ => b.silence(side).unwrap(),
        };
        b.answer(side, x).unwrap();
    }
    b
}

#[test]
fn those_who_are_pursued_do_not_count_when_their_pursuers_are_called_back() {
    let p = proves!("T13.D");
    // Two dice each of the reaction, one of their fire, one of the pursuers' blow, three to call these back.
    let b = run_down(&[4, 4, 3, 3, 5, 2, 2, 2, 2], false);
    used_up(&b);
    let tests = rulings(&b, "rally-pursuit", "a2");
    assert_eq!(tests.len(), 1, "{}", log(&b));
    assert_eq!(state(&b, "n1"), State::Routing);
    assert_eq!(p.shows("T13.D", worth(tests[0], "row-enemy-routing")), 0, "{}", log(&b));
}

#[test]
fn a_halted_enemy_is_not_in_good_morale() {
    let p = proves!("T13.D");
    let run = |state: State| {
        let mut f = field();
        put(&mut f, "n1", 100.0, 60.0, 0.0);
        put(&mut f, "a1", 100.0, 84.0, 0.0);
        put(&mut f, "a5", 20.0, 30.0, 0.0);
        let (n1, a1) = (id(&f, "n1"), id(&f, "a1"));
        f[n1].state = State::Routing;
        f[a1].state = state;
        f[a1].halted_until = 5;
        let mut b = drill(f, vec![3; 20]);
        quiet(&mut b, vec![hold("a1"), hold("a5")], vec![]);
        let tests = rulings(&b, "rally-rout", "n1");
        assert_eq!(tests.len(), 1, "{}", log(&b));
        worth(tests[0], "row-enemy-in-good-morale")
    };
    let (well, halted) = (run(State::UnderOrders), run(State::Halted));
    assert_eq!(p.shows("T13.D", well - halted), -1, "{well} {halted}");
}

#[test]
fn routers_who_lost_a_man_for_each_figure_do_not_try_to_rally() {
    let p = proves!("23.6.a");
    // One figure runs from before the guns; it loses a man at least, and less than itself.
    let rout = |a: Vec<MoveOrder>, dice: &[u8]| {
        let mut f = field();
        put(&mut f, "a5", 100.0, 25.0, 0.0);
        put(&mut f, "a1", 20.0, 30.0, 0.0);
        put(&mut f, "n1", 100.0, 40.0, 0.0);
        cut_down(&mut f, "n1", 1, 1);
        let n1 = id(&f, "n1");
        f[n1].state = State::Routing;
        let mut b = drill(f, dice);
        quiet(&mut b, a, vec![]);
        used_up(&b);
        b
    };
    // Three dice to rally where nobody fires; where the guns do, one of theirs, one of the howitzers' and none to rally.
    let b = rout(vec![hold("a5")], &[3, 3, 3]);
    assert_eq!(rulings(&b, "rally-rout", "n1").len(), 1, "{}", log(&b));
    let b = rout(vec![], &[6, 6]);
    let n1 = &b.field()[id(b.field(), "n1")];
    assert!(n1.losses.carried > 0 && n1.present(), "{}", log(&b));
    assert_eq!(p.shows("23.6.a", rulings(&b, "rally-rout", "n1")).len(), 0, "{}", log(&b));
    assert_eq!(told(&b, Kind::Routs, "23.6.a").len(), 1);
}

#[test]
fn a_unit_counts_once_and_the_rest_of_it_supports_a_detachment() {
    let p = proves!("glossary.support", "glossary.retiring-units");
    // a1 and a3 one behind the other, a4 beside them; one of them has lost enough to test.
    let test = |who: &str, near: bool, change: fn(&mut Field)| {
        let mut f = field();
        put(&mut f, "a2", 20.0, 60.0, 0.0);
        put(&mut f, "a3", 100.0, 20.0, 0.0);
        if near {
            put(&mut f, "a4", 125.0, 20.0, 0.0);
        }
        let u = id(&f, who);
        f[u].losses.start = 40;
        change(&mut f);
        let mut b = drill(f, [5, 5, 4]);
        quiet(&mut b, vec![], vec![]);
        used_up(&b);
        let r = rulings(&b, "morale", who)[0];
        [worth(r, "row-support"), worth(r, "row-own-routing")]
    };
    let detached = |f: &mut Field| {
        let (a1, a3) = (id(f, "a1"), id(f, "a3"));
        f[a3].parent = Some(a1);
    };
    // Two units support a4, and one that is in two parts.
    assert_eq!(test("a4", true, |_| {}), [2, 0]);
    assert_eq!(test("a4", true, detached), [1, 0]);
    // The rest of its unit supports a detachment, and not a detachment the rest.
    let rest = test("a3", false, detached);
    assert_eq!(p.shows("glossary.support", rest), [1, 0]);
    assert_eq!(test("a1", false, detached), [0, 0]);
    // Who lays down his arms supports nobody and counts like routers.
    let surrenders = test("a4", true, |f| {
        let a3 = id(f, "a3");
        f[a3].state = State::Surrendering;
    });
    assert_eq!(p.shows("glossary.retiring-units", surrenders), [1, -4]);
}

#[test]
fn a_flank_is_secured_by_cover_that_is_held_and_by_troops_who_come_sooner_than_the_enemy() {
    let p = proves!("glossary.secured-flank");
    let orchard = "[[ground.area]]\nkind = \"orchard\"\nname = \"Orchard\"\noutline = [[70, 20], [92, 20], [92, 40], [70, 40]]";
    let secured = |ground: &str, change: fn(&mut Field)| {
        let mut f = field_on(ground);
        put(&mut f, "a2", 20.0, 60.0, 0.0);
        let a1 = id(&f, "a1");
        f[a1].losses.start = 40;
        change(&mut f);
        let mut b = drill(f, [5, 5, 4]);
        let all = |codes: [&str; 4]| codes.map(hold).to_vec();
        quiet(&mut b, all(["a1", "a2", "a4", "a5"]), all(["n1", "n2", "n3", "n4"]));
        used_up(&b);
        worth(rulings(&b, "morale", "a1")[0], "row-secured-flank")
    };
    // Cavalry behind its left comes to either flank in a normal move, and nobody else does.
    let both = secured("", |f| put(f, "a2", 85.0, 15.0, 0.0));
    assert_eq!(p.shows("glossary.secured-flank", both), 2);
    assert_eq!(secured("", |_| {}), 0);
    // Jagers stand nearer to the right one.
    let one = secured("", |f| {
        put(f, "a2", 85.0, 15.0, 0.0);
        put(f, "n4", 130.0, 29.0, 180.0);
    });
    assert_eq!(one, 1);
    // An orchard on its left, with nobody in it, and held by a battalion that may not advance.
    assert_eq!(secured(orchard, |_| {}), 0);
    let held = secured(orchard, |f| {
        put(f, "a3", 80.0, 32.0, 0.0);
        let a3 = id(f, "a3");
        (f[a3].state, f[a3].halted_until) = (State::Halted, 5);
    });
    assert_eq!(held, 1);
}

#[test]
fn a_square_minds_infantry_and_artillery_and_a_flank_minds_those_who_can_charge() {
    let p = proves!("T13.C", "play.facing");
    let test = |change: fn(&mut Field)| {
        let mut f = field();
        put(&mut f, "a2", 20.0, 60.0, 0.0);
        let a1 = id(&f, "a1");
        f[a1].losses.start = 40;
        change(&mut f);
        let mut b = drill(f, [5, 5, 4]);
        let all = |codes: [&str; 4]| codes.map(hold).to_vec();
        quiet(&mut b, all(["a1", "a2", "a4", "a5"]), all(["n1", "n2", "n3", "n4"]));
        used_up(&b);
        worth(rulings(&b, "morale", "a1")[0], "row-safe-square")
    };
    // Hussars on foot 20 cm from a square are no infantry; jagers are.
    let hussars = test(|f| {
        form(f, "a1", Formation::Square);
        put(f, "n2", 100.0, 50.0, 180.0);
        let n2 = id(f, "n2");
        f[n2].dismounted = true;
        f.draw_up(n2);
    });
    assert_eq!(p.shows("T13.C", hussars), 4);
    let jagers = test(|f| {
        form(f, "a1", Formation::Square);
        put(f, "n4", 100.0, 52.0, 180.0);
    });
    assert_eq!(jagers, 0);
    // Hussars on its right 30 cm off can charge a line, halted ones count so; those who lay down their arms do not.
    let on_its_flank = |state: State| {
        let mut f = field();
        put(&mut f, "a2", 20.0, 60.0, 0.0);
        put(&mut f, "n2", 140.0, 29.0, 270.0);
        let (a1, n2) = (id(&f, "a1"), id(&f, "n2"));
        f[a1].losses.start = 40;
        (f[n2].state, f[n2].halted_until) = (state, 5);
        let mut b = drill(f, [5, 5, 4]);
        quiet(&mut b, vec![hold("a1"), hold("a5")], vec![]);
        used_up(&b);
        worth(rulings(&b, "morale", "a1")[0], "row-enemy-on-flank")
    };
    assert_eq!(p.shows("play.facing", on_its_flank(State::UnderOrders)), -2);
    assert_eq!(on_its_flank(State::Halted), -2);
    assert_eq!(on_its_flank(State::Surrendering), 0);
}

/// a1 under a result, n1 to the north of it so far off, who hold their fire.
fn falls_back(state: State, y: f64) -> Battle {
    let mut f = field();
    put(&mut f, "n1", 100.0, y, 180.0);
    let a1 = id(&f, "a1");
    f[a1].state = state;
    let mut b = drill(f, []);
    quiet(&mut b, vec![hold("a1"), hold("a5")], vec![hold("n1"), hold("n2")]);
    used_up(&b);
    b
}

#[test]
fn a_withdrawal_is_at_the_normal_pace_and_ends_out_of_fire_with_a_move_of_halt() {
    let p = proves!("23.3.c", "23.3.b");
    let mut b = falls_back(State::Withdrawing, 50.0);
    let a1 = id(b.field(), "a1");
    // A quarter of the move for the turn, then 10 cm a move; foot 27 cm off that does not fire is no reason to go on.
    let gone = b.field()[a1].last.moved;
    assert!((gone - 7.5).abs() < 0.02, "{gone} {}", log(&b));
    assert_eq!(p.shows("23.3.c", told(&b, Kind::Rallies, "23.3.c")).len(), 1, "{}", log(&b));
    assert_eq!(state(&b, "a1"), State::Halted);
    p.refused_by("23.3.b", b.answer(Side::A, orders(vec![march("a1", 5.0)])));
    quiet(&mut b, vec![hold("a1"), hold("a5")], vec![hold("n1"), hold("n2")]);
    assert_eq!(state(&b, "a1"), State::UnderOrders, "after a whole move {}", log(&b));
}

#[test]
fn a_retreat_lasts_while_the_enemy_has_it_in_charge_reach() {
    let p = proves!("23.3.d");
    // Foot reaches 15 cm.
    let b = falls_back(State::Retreating, 50.0);
    assert_eq!(p.shows("23.3.d", told(&b, Kind::Rallies, "23.3.d")).len(), 1, "{}", log(&b));
    // It halted, reordered in the same move and is under orders again.
    assert_eq!(state(&b, "a1"), State::UnderOrders);
    // Hussars reach 50 cm: they stand 47 or 57 cm from where it ends.
    for (y, after) in [(70.0, State::Retreating), (80.0, State::UnderOrders)] {
        let mut f = field();
        put(&mut f, "n2", 100.0, y, 180.0);
        put(&mut f, "n1", 20.0, 110.0, 180.0);
        let a1 = id(&f, "a1");
        f[a1].state = State::Retreating;
        let mut b = drill(f, []);
        quiet(&mut b, vec![hold("a1"), hold("a5")], vec![hold("n1"), hold("n2")]);
        assert_eq!(state(&b, "a1"), after, "{y} {}", log(&b));
    }
    // It goes straight from the nearest enemy, though he could not charge it: here to the west.
    let mut f = field();
    put(&mut f, "n1", 140.0, 30.0, 270.0);
    let a1 = id(&f, "a1");
    f[a1].state = State::Retreating;
    let was = f[a1].base.centre();
    let mut b = drill(f, []);
    quiet(&mut b, vec![hold("a1"), hold("a5")], vec![hold("n1")]);
    let is = b.field()[a1].base.centre();
    assert!(was.x - is.x > 5.0 && (was.y - is.y).abs() < 1.0, "{was:?} {is:?} {}", log(&b));
}

#[test]
fn who_is_halted_advances_on_nobody_until_it_has_reordered() {
    let p = proves!("23.3.b");
    let halted = |until: u16| {
        let mut f = field();
        let a1 = id(&f, "a1");
        f[a1].state = State::Halted;
        f[a1].halted_until = until;
        f[a1].disorder.accumulated = 2;
        drill(f, [])
    };
    let legs = |legs: &[LegOrder]| MoveOrder { legs: legs.to_vec(), ..hold("a1") };
    let ahead = LegOrder::March { cm: 5.0, towards: None };
    let about = LegOrder::Turn { to: Turning::About };
    // In the moves of the halt, and afterwards as long as it is disorganised.
    for until in [5, 0] {
        let mut b = halted(until);
        p.refused_by("23.3.b", b.answer(Side::A, orders(vec![legs(&[ahead, LegOrder::Reorder])])));
        // It may go back to reorder, and not just go back.
        p.refused_by("23.3.b", b.answer(Side::A, orders(vec![legs(&[about, ahead])])));
        b.answer(Side::A, orders(vec![legs(&[about, ahead, LegOrder::Reorder])])).unwrap();
    }
}

/// Plays to the end, with these orders in every move; the totals of both sides.
fn totals(f: Field, moves: u32, dice: &[u8], a: &[MoveOrder], n: &[MoveOrder]) -> [u64; 2] {
    let t = Terms { moves, ..terms(&f) };
    let mut b = Battle::drill_on(t, f, dice);
    while b.ended().is_none() {
        quiet(&mut b, a.to_vec(), n.to_vec());
    }
    used_up(&b);
    let ends = told(&b, Kind::Ends, "play.end");
    let totals = &ends[0].ruling.as_ref().unwrap().result["totals"];
    [totals[0].as_u64().unwrap(), totals[1].as_u64().unwrap()]
}

fn objective(x: f64, y: f64) -> Objective {
    Objective { name: "Hill".into(), ground: None, at: v2(x, y), within: 3.0, points: [100, 100] }
}

#[test]
fn a_unit_keeps_its_command_points_to_its_last_figure() {
    let p = proves!("24.3.a", "play.end");
    let whole = totals(field(), 1, &[], &[hold("a5")], &[]);
    let mut f = field();
    let a1 = id(&f, "a1");
    f[a1].companies[0].figures -= 1;
    f.draw_up(a1);
    let price = u64::try_from(f[a1].companies[0].price).unwrap();
    let less = totals(f, 1, &[], &[hold("a5")], &[]);
    assert_eq!(p.shows("24.3.a", [less[0], less[1]]), [whole[0] - price, whole[1]]);
    // A destroyed gun takes its part of what the battery cost without its gunners.
    let mut f = field();
    let a5 = id(&f, "a5");
    f[a5].battery.as_mut().unwrap().guns[0].destroyed = true;
    let guns = totals(f, 1, &[], &[hold("a5")], &[]);
    assert!(p.shows("play.end", guns[0]) < whole[0]);
}

#[test]
fn who_is_surrounded_on_an_objective_has_a_quarter_and_who_passed_over_it_all() {
    let p = proves!("24.3.f");
    let everybody = |codes: &[&str]| codes.iter().map(|c| hold(c)).collect::<Vec<_>>();
    let n = everybody(&["n1", "n2", "n3", "n4"]);
    // a1 in column with close-order enemies on all sides, who hold their fire.
    let hemmed = |x: f64, y: f64| {
        let mut f = field();
        form(&mut f, "a1", Formation::CompanyColumn);
        put(&mut f, "a1", 100.0, 68.0, 0.0);
        put(&mut f, "n1", 100.0, 59.0, 0.0);
        put(&mut f, "n3", 100.0, 75.0, 180.0);
        put(&mut f, "n2", 110.0, 67.0, 270.0);
        put(&mut f, "n4", 90.0, 67.0, 90.0);
        f.objectives.push(objective(x, y));
        totals(f, 1, &[], &everybody(&["a1", "a5"]), &n)
    };
    let (on, off) = (hemmed(100.0, 66.0), hemmed(190.0, 60.0));
    assert_eq!(p.shows("24.3.f", on[0] - off[0]), 25);
    // Chasseurs go 30 cm over an objective and leave it behind; hussars are two moves or less than one from it.
    let passed = |y: f64, goal: f64| {
        let mut f = field();
        put(&mut f, "n2", 60.0, y, 180.0);
        f.objectives.push(objective(60.0, goal));
        let a = [march("a2", 30.0), hold("a5"), hold("a1")];
        totals(f, 1, &[], &a, &n)[0]
    };
    let nothing = passed(124.0, 60.0);
    assert_eq!(passed(124.0, 20.0) - nothing, 100);
    assert_eq!(passed(75.0, 20.0) - nothing, 0);
}

#[test]
fn prisoners_led_off_the_table_are_lost_to_their_side() {
    let p = proves!("24.3.note", "23.10.c");
    let mut f = field();
    form(&mut f, "a1", Formation::CompanyColumn);
    put(&mut f, "a1", 100.0, 68.0, 0.0);
    put(&mut f, "n1", 100.0, 59.0, 0.0);
    put(&mut f, "n3", 100.0, 75.0, 180.0);
    put(&mut f, "n2", 110.0, 67.0, 270.0);
    put(&mut f, "n4", 90.0, 67.0, 90.0);
    let left: u64 = ["a2", "a3", "a4", "a5"].iter().map(|c| f[id(&f, c)].points.floor() as u64).sum();
    let a1 = id(&f, "a1");
    let t = Terms { moves: 8, ..terms(&f) };
    // A die of the volley into its back, three of its morale; it gives itself up.
    let mut b = Battle::drill_on(t, f, [6, 2, 2, 2]);
    quiet(&mut b, vec![hold("a1"), hold("a5")], vec![hold("n2"), hold("n3"), hold("n4")]);
    while b.ended().is_none() {
        quiet(&mut b, vec![hold("a5")], vec![hold("n1"), hold("n2"), hold("n3"), hold("n4")]);
    }
    used_up(&b);
    assert_eq!(b.field()[a1].fate, Fate::LedOff, "{}", log(&b));
    assert_eq!(p.shows("23.10.c", told(&b, Kind::Rallies, "23.10.c")).len(), 1);
    let ends = p.shows("24.3.note", told(&b, Kind::Ends, "24.3.note"));
    assert_eq!(ends[0].ruling.as_ref().unwrap().result["totals"][0].as_u64(), Some(left), "{}", log(&b));
}

#[test]
fn the_first_charge_of_mamelukes_is_the_first_of_the_battle() {
    let p = proves!("A3.8");
    let mut f = field();
    put(&mut f, "a2", 100.0, 30.0, 0.0);
    put(&mut f, "a1", 20.0, 30.0, 0.0);
    put(&mut f, "n1", 20.0, 110.0, 180.0);
    put(&mut f, "n4", 100.0, 75.0, 180.0);
    form(&mut f, "n4", Formation::Skirmish);
    let a2 = id(&f, "a2");
    f[a2].troop.mameluke = true;
    f.options.national = true;
    let mut b = drill(f, [3; 100]);
    let charge = MoveOrder { unit: "a2".into(), charge: Some("n4".into()), ..MoveOrder::default() };
    // The skirmishers get away; the cavalry reorders for a move and charges them again.
    quiet(&mut b, vec![charge.clone(), hold("a5")], vec![hold("n4")]);
    assert_eq!(state(&b, "a2"), State::UnderOrders, "{}", log(&b));
    quiet(&mut b, vec![hold("a2"), hold("a5")], vec![hold("n4")]);
    quiet(&mut b, vec![charge, hold("a5")], vec![hold("n4")]);
    crate::scene::thrown(&b, 8);
    let worths: Vec<i32> =
        rulings(&b, "charge-reaction", "a2").into_iter().map(|r| worth(r, "row-mameluke")).collect();
    assert_eq!(p.shows("A3.8", worths), [2, 0], "{}", log(&b));
}

#[test]
fn a_general_who_touches_troops_reacts_with_them() {
    let p = proves!("23.15");
    let brown = |state: State, behind: f64| {
        let mut f = field();
        put(&mut f, "a1", 100.0, 60.0, 0.0);
        let a1 = id(&f, "a1");
        f[a1].state = state;
        f.generals[0].with = Some(a1);
        f.generals[0].at = f[a1].base.rear() - f[a1].base.dir * behind;
        f
    };
    // He rides away from troops under orders, or from those he does not touch, and not from those he retreats with.
    let away = Ride { general: "Brown".into(), to: Some([100.0, 30.0]), with: None };
    let ride = |state: State, behind: f64| {
        let mut b = drill(brown(state, behind), []);
        b.answer(Side::A, Answer::Orders { orders: Vec::new(), generals: vec![away.clone()] })
    };
    p.refused_by("23.15", ride(State::Retreating, 0.0));
    ride(State::Retreating, 3.0).unwrap();
    ride(State::UnderOrders, 0.0).unwrap();
    // A general who routs rallies nobody; one who rides beside the routers does.
    for (behind, worth_of_him) in [(0.0, 0), (3.0, 3)] {
        let mut b = drill(brown(State::Routing, behind), [3, 3, 3]);
        quiet(&mut b, vec![hold("a5")], vec![]);
        used_up(&b);
        let tests = rulings(&b, "rally-rout", "a1");
        assert_eq!(worth(tests[0], "row-general-5"), worth_of_him, "{}", log(&b));
        assert_eq!(worth(tests[0], "row-general-50"), 0);
    }
}

#[test]
fn a_general_within_five_centimetres_of_troops_under_fire_shares_their_losses() {
    let p = proves!("20.6.c", "20.6.d");
    // n1 fires at a1 from 6 cm; the general stands behind a1 and goes with nobody.
    let behind = |cm: f64, dice: &[u8]| {
        let mut f = field();
        put(&mut f, "n1", 100.0, 36.0, 180.0);
        let a1 = id(&f, "a1");
        f.generals[0].at = f[a1].base.rear() - f[a1].base.dir * cm;
        let mut b = drill(f, dice);
        quiet(&mut b, vec![hold("a1"), hold("a5")], vec![]);
        used_up(&b);
        b
    };
    // A die of the volley, and three for the general: what he rolls is no more than the men he has left.
    let b = behind(4.0, &[2, 3, 3, 3]);
    let risks: Vec<&Event> = b.events().iter().filter(|e| e.event == Kind::GeneralFalls).collect();
    let men = p.shows("20.6.c", b.field().generals[0].men);
    assert!((12..20).contains(&men) && p.shows("20.6.d", risks).is_empty(), "{men} {}", log(&b));
    assert_eq!(behind(6.0, &[2]).field().generals[0].men, 20);
}

#[test]
fn ground_that_routers_cannot_cross_traps_them_and_own_troops_do_not() {
    let p = proves!("play.rout");
    let rocks = "[[ground.area]]\nkind = \"impassable\"\nname = \"Rocks\"\noutline = [[60, 70], [140, 70], [140, 90], [60, 90]]";
    for (ground, trapped) in [(rocks, true), ("", false)] {
        let mut f = field_on(ground);
        put(&mut f, "n1", 100.0, 60.0, 180.0);
        let n1 = id(&f, "n1");
        f[n1].state = State::Routing;
        // Three dice to rally.
        let mut b = drill(f, [3, 3, 3]);
        b.answer(Side::A, orders(vec![hold("a5")])).unwrap();
        b.answer(Side::B, orders(vec![])).unwrap();
        while b.play().step < Step::GameOrders {
            let (side, _) = Rules::pending(&b).into_iter().next().unwrap();
            let x = b.silence(side).unwrap();
            b.answer(side, x).unwrap();
        }
        used_up(&b);
        assert!(!p.shows("play.rout", told(&b, Kind::Moves, "play.rout")).is_empty(), "{}", log(&b));
        assert_eq!(b.play().trapped.contains(&n1), trapped, "{}", log(&b));
    }
}

#[test]
fn routers_of_earlier_moves_shake_those_whom_they_run_past() {
    let p = proves!("22.1.b.5", "11.18");
    // a3 routs home from 60 cm; a4 stands 20 or 30 cm beside its way.
    for (gap, dice) in [(20.0, vec![5, 5, 4, 3, 3, 3]), (30.0, vec![3, 3, 3])] {
        let mut f = field();
        put(&mut f, "a1", 20.0, 60.0, 0.0);
        put(&mut f, "a3", 100.0, 60.0, 0.0);
        let (a3, a4) = (id(&f, "a3"), id(&f, "a4"));
        f[a3].state = State::Routing;
        let x = f[a3].base.front_right().x + gap + f[a4].base.width / 2.0;
        put(&mut f, "a4", x, 45.0, 0.0);
        let mut b = drill(f, dice.clone());
        quiet(&mut b, vec![hold("a5")], vec![]);
        used_up(&b);
        let tests = p.shows("22.1.b.5", told(&b, Kind::Morale, "22.1.b.5"));
        assert_eq!(tests.len(), dice.len() / 3 - 1, "{gap} {}", log(&b));
        assert!(tests.iter().all(|e| e.pieces == ["a4"] && p.shows("11.18", e).rests_on("11.18")));
    }
}

#[test]
fn frenzied_pursuers_are_not_called_back_and_kill_one_each() {
    let p = proves!("23.4.e", "23.10.a");
    // Two dice each of the reaction, one of their fire, one of the pursuers' blow; none to call these back, nor to rally those they kill.
    let mut b = run_down(&[4, 4, 3, 3, 5, 2], true);
    assert_eq!(state(&b, "a2"), State::Pursuing, "{}", log(&b));
    assert_eq!(p.shows("23.4.e", told(&b, Kind::FollowsUp, "23.4.e")).len(), 1, "{}", log(&b));
    let figures = |b: &Battle, code: &str| b.field()[id(b.field(), code)].figures();
    let (a2, n1) = (figures(&b, "a2"), figures(&b, "n1"));
    quiet(&mut b, vec![hold("a5")], vec![]);
    used_up(&b);
    // Half of them, an odd one rounded up, kill a figure each, and do not kill another.
    let killed = a2.div_ceil(2).min(n1);
    assert_eq!(p.shows("23.10.a", figures(&b, "n1")), n1 - killed, "{}", log(&b));
    assert_eq!(b.play().slain, [(id(b.field(), "a2"), killed)]);
}
