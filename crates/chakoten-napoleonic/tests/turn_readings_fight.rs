//! Readings of fire, melee and morale, each of their options played on the table.

use crate::field_day::{
    ahead, attack, charge, cm, commanded, done, find, fire, last_turn, legs, show, stands, state, told_by,
    turn, turn_with, two_lines,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::{NoFire, Outcome, Why};
use chakoten_napoleonic::order::{Choice, Course, FireOrder, Leg, Order, When};
use chakoten_napoleonic::troop::{Formation, Nation, State, Weapon};
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};
use umpire::Ruling;

const A: UnitId = UnitId(0);
const B: UnitId = UnitId(1);

fn melees(b: &Battle) -> Vec<(UnitId, UnitId, Outcome, &Ruling)> {
    let all = last_turn(b).iter().filter_map(|e| match &e.kind {
        EventKind::Melee { unit, target, outcome, ruling } => {
            Some((*unit, *target, *outcome, ruling.as_ref()))
        }
        _ => None,
    });
    all.collect()
}

fn by(r: &Ruling, side: &str, id: &str) -> Vec<i32> {
    r.modifiers.iter().filter(|m| m.side == side && m.clause.id() == id).map(|m| m.value).collect()
}

fn plain(d: &mut Drill, units: &[UnitId]) {
    for u in units {
        d.unit(*u).nation = Nation::Other;
    }
}

#[track_caller]
fn used(b: &Battle) {
    if b.dice_used_up().is_err() {
        show(b);
    }
    done(b);
}

fn retreated(b: &Battle, u: UnitId) -> bool {
    find(b, |e| match e.kind {
        EventKind::Moved { unit, why: Why::Retreats, .. } if unit == u => Some(()),
        _ => None,
    })
    .is_some()
}

#[test]
fn a_target_in_disorder_is_fought_on_or_gone() {
    let p = proves!("play.melee.several");
    let run = |reading: &str, dice: &[u8]| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 24, Formation::AttackColumn, 92.0, 50.0, 0.0);
        let e = d.infantry(Side::A, 24, Formation::AttackColumn, 108.0, 50.0, 0.0);
        let c = d.infantry(Side::B, 24, Formation::Line, 100.0, 60.0, 180.0);
        plain(&mut d, &[a, e, c]);
        d.read("several-melees", reading);
        let mut b = Battle::drill(commanded(d), dice);
        let stand = [("victor", Choice::Way(Course::Stand)), ("support", Choice::No)];
        turn_with(&mut b, &[("A1", attack("B1")), ("A2", attack("B1"))], &[], &stand);
        used(&b);
        told_by(&p, &b, "play.melee.several");
        (b, c)
    };
    // The first brings him into U.
    let (b, c) = run("fought-on", &[3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
    assert_eq!(melees(&b).len(), 2);
    state(&b, c, State::Complete);
    let (b, c) = run("gone", &[3, 3, 3, 3, 3, 3]);
    assert_eq!(melees(&b).len(), 1);
    state(&b, c, State::Disorder);
    let ended =
        find(&b, |e| matches!(e.kind, EventKind::AttackEnds { .. }).then(|| e.clause.id().to_string()));
    assert_eq!(ended.as_deref(), Some("play.melee.several"));
}

#[test]
fn after_a_draw_a_unit_in_disorder_stands_or_retreats() {
    let p = proves!("12.02.4");
    let run = |reading: &str| {
        let (mut d, a, c) = two_lines(12.0);
        plain(&mut d, &[a, c]);
        d.state(c, State::Disorder);
        d.read("draw-in-disorder", reading);
        // Four points off for U.
        let mut b = Battle::drill(d.field(), [1, 1, 2, 3, 3, 2]);
        turn(&mut b, &[("A1", attack("B1"))], &[]);
        used(&b);
        assert_eq!(melees(&b)[0].2, Outcome::Drawn);
        told_by(&p, &b, "12.02.4");
        retreated(&b, c)
    };
    assert!(!run("stands"));
    assert!(run("retreats"));
}

#[test]
fn who_is_ordered_to_or_who_stands_reorganises() {
    let p = proves!("13.06.2");
    let run = |reading: &str, orders: &[(&str, Order)]| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.state(u, State::Light1);
        d.read("reorganises", reading);
        let mut b = Battle::drill(commanded(d), []);
        turn(&mut b, orders, &[]);
        if b.field()[u].state == State::Order {
            told_by(&p, &b, "13.06.2");
        }
        b.field()[u].state
    };
    assert_eq!(run("ordered", &[]), State::Light1);
    assert_eq!(run("ordered", &[("A1", legs([Leg::Reorganise]))]), State::Order);
    assert_eq!(run("standing", &[]), State::Order);
    assert_eq!(run("standing", &[("A1", legs([ahead()]))]), State::Light1);
}

#[test]
fn the_charge_is_counted_on_through_a_melee_or_afresh() {
    let p = proves!("12.03.10");
    let run = |reading: &str| {
        let mut d = Drill::new();
        d.cavalry(Side::A, 20, Formation::Line, 100.0, 20.0, 0.0);
        d.cavalry(Side::B, 12, Formation::Line, 100.0, 68.0, 180.0);
        d.battery(Side::B, 4, 100.0, 80.0, 180.0);
        d.read("charge-through-melee", reading);
        let mut b = Battle::drill(commanded(d), [6, 6, 6, 1, 1, 1, 6, 6, 6, 1, 1, 1]);
        turn(&mut b, &[("A1", legs([Leg::Stand { turns: 0.5 }, ahead()]))], &[]);
        let order = Order { legs: vec![charge()], ..attack("B1") };
        turn_with(&mut b, &[("A1", order)], &[], &[("victor A1 B1", Choice::Pick("B2".into()))]);
        used(&b);
        let all = melees(&b);
        assert_eq!(by(all[0].3, "attacker", "12.03.10"), [1]);
        told_by(&p, &b, "12.03.10");
        by(all[1].3, "attacker", "12.03.10")
    };
    assert_eq!(run("counted-on"), [1]);
    assert!(run("afresh").is_empty());
}

#[test]
fn a_position_is_reached_at_its_edge_or_in_its_middle() {
    let p = proves!("13.04.1.a");
    let run = |reading: &str| {
        // It comes half a centimetre into the three that the enemy covered.
        let (mut d, _, c) = two_lines(9.5);
        d.read("position-reached", reading);
        let mut b = Battle::drill(d.field(), [6, 6, 6, 1, 1, 1]);
        turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("victor A1", Choice::Way(Course::Follow))]);
        used(&b);
        state(&b, c, State::Complete);
        stands(&b, A, 100.0, 60.0);
        told_by(&p, &b, "13.04.1.a");
        b.field()[c].losses.prisoners
    };
    assert!(run("any-base") > 0);
    assert_eq!(run("middle"), 0);
}

#[test]
fn a_flight_costs_a_tenth_of_the_present_or_the_original_men() {
    let p = proves!("13.02.4");
    let run = |reading: &str| {
        let mut d = Drill::new();
        let u = d.infantry(Side::A, 20, Formation::Line, 100.0, 80.0, 0.0);
        d.lost(u, 100);
        d.state(u, State::Complete);
        d.read("flight-loss-of", reading);
        let mut f = commanded(d);
        f[u].record.flight_turn = Some(1);
        let mut b = Battle::drill(f, [1, 1, 1]);
        turn(&mut b, &[], &[]);
        used(&b);
        told_by(&p, &b, "13.02.4");
        b.field()[u].losses.men - 100
    };
    assert_eq!(run("present"), 30);
    assert_eq!(run("original"), 40);
}

#[test]
fn who_is_a_soutien_by_its_formation_and_state() {
    let p = proves!("14.04.1.a", "14.04.2");
    let run = |readings: &[(&str, &str)], formation: Formation, of: State| {
        let mut d = Drill::new();
        let line = d.infantry(Side::A, 5, Formation::Skirmish, 100.0, 60.0, 0.0);
        d.spacing(line, 1.5);
        // Beside its way of flight.
        let s = d.infantry(Side::A, 12, formation, 114.0, 52.0, 0.0);
        d.state(s, of);
        d.infantry(Side::B, 30, Formation::AttackColumn, 100.0, 70.0, 180.0);
        for (r, o) in readings {
            d.read(r, o);
        }
        let mut b = Battle::drill(commanded(d), []);
        turn_with(&mut b, &[], &[("B1", legs([cm(6.0)]))], &[("soutien", Choice::Way(Course::GoBack))]);
        used(&b);
        let broken = b.field()[line].state == State::Complete;
        told_by(&p, &b, if broken { "14.04.2" } else { "14.04.1.a" });
        !broken
    };
    assert!(run(&[], Formation::Line, State::Order));
    assert!(!run(&[], Formation::SingleFile, State::Order));
    assert!(run(&[("single-file-soutien", "counts")], Formation::SingleFile, State::Order));
    assert!(!run(&[("single-file-soutien", "counts")], Formation::MarchColumn, State::Order));
    assert!(run(&[], Formation::Line, State::Disorder));
    assert!(!run(&[("disordered-soutien", "no")], Formation::Line, State::Disorder));
}

#[test]
fn a_line_far_ahead_is_fired_through_or_blocks() {
    let p = proves!("14.03.1.a", "09.03.5");
    let run = |reading: &str, ahead: f64, dice: &[u8]| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 10, Formation::Line, 100.0, 50.0, 0.0);
        d.unit(a).weapon = Some(Weapon::Rifle);
        let body = d.infantry(Side::B, 30, Formation::Line, 100.0, 78.0, 180.0);
        d.sent_out(body, 6, 3.0, 100.0, 78.0 - ahead - 1.5);
        d.read("line-far-ahead", reading);
        let mut b = Battle::drill(commanded(d), dice);
        let at = FireOrder { when: When::AtOnce, at: vec!["B1".into()], range_in: false };
        let order = Order { fire: Some(at), ..Order::default() };
        turn_with(&mut b, &[("A1", order)], &[], &[("line fires", Choice::No), ("support", Choice::No)]);
        used(&b);
        b
    };
    let fired =
        |b: &Battle| last_turn(b).iter().any(|e| matches!(e.kind, EventKind::Fired { target: B, .. }));
    let why = |b: &Battle, id: &str| {
        find(b, |e| match e.kind {
            EventKind::NotFired { why: NoFire::NoTarget, .. } => Some(e.rests_on(id)),
            _ => None,
        })
    };
    // It screens from 5 to 15 cm.
    let b = run("through", 15.0, &[]);
    assert_eq!(why(&b, "14.03.1.a"), Some(true));
    told_by(&p, &b, "14.03.1.a");
    assert!(fired(&run("through", 15.2, &[1, 1, 1])));
    let b = run("blocks", 15.2, &[]);
    assert!(!fired(&b));
    let by = last_turn(&b).iter().find(|e| matches!(e.kind, EventKind::NotFired { .. })).unwrap();
    assert!(by.rests_on("09.03.5") || by.rests_on("14.03.1.a"));
    // An own line in the way always blocks.
    let mut d = Drill::new();
    d.infantry(Side::A, 10, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 62.0, 180.0);
    d.sent_out(A, 4, 1.5, 100.0, 54.0);
    let mut b = Battle::drill(commanded(d), []);
    turn_with(&mut b, &[("A1", fire(When::AtOnce))], &[], &[("line fires", Choice::No)]);
    used(&b);
    assert_eq!(why(&b, "09.03.5"), Some(true));
    told_by(&p, &b, "09.03.5");
}

#[test]
fn a_melee_leaves_the_smoke_or_clears_it() {
    let p = proves!("09.02.7");
    let run = |reading: &str| {
        let (mut d, a, c) = two_lines(12.0);
        plain(&mut d, &[a, c]);
        d.read("smoke-after-melee", reading);
        // B fires, is attacked in the same turn, and fires in the next.
        let mut b = Battle::drill(d.field(), [1, 1, 1, 3, 3, 3, 5, 3, 3, 1, 1, 1]);
        turn(&mut b, &[("A1", attack("B1"))], &[("B1", fire(When::AtOnce))]);
        turn(&mut b, &[], &[("B1", fire(When::AtOnce))]);
        used(&b);
        told_by(&p, &b, "09.02.7");
        let fired = find(&b, |e| match &e.kind {
            EventKind::Fired { ruling, .. } => Some(ruling.clone()),
            _ => None,
        });
        let fired = fired.unwrap();
        fired.modifiers.iter().filter(|m| m.clause.id() == "09.02.7").map(|m| m.value).collect::<Vec<_>>()
    };
    assert_eq!(run("stays"), [-2]);
    assert!(run("cleared").is_empty());
}

#[test]
fn contact_lies_before_the_front_or_all_round() {
    let p = proves!("03.03.2");
    // A column passes 3 cm beside the flank of a line.
    let run = |reading: (&str, &str), formation: Formation| {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 12, Formation::AttackColumn, 100.0, 50.0, 0.0);
        d.files(a, 3);
        let c = d.infantry(Side::B, 10, formation, 100.0, 70.0, 270.0);
        d.spacing(c, 1.6);
        // Fronting away from it.
        let b = d.unit(c).base;
        d.unit(c).base = b.at(table::v2(102.25 + 3.0 + b.depth, 66.0), table::v2(1.0, 0.0));
        d.infantry(Side::B, 30, Formation::Line, 130.0, 66.0, 90.0);
        d.read(reading.0, reading.1);
        let mut b = Battle::drill(commanded(d), []);
        turn_with(&mut b, &[("A1", legs([ahead()]))], &[], &[("line fires", Choice::No)]);
        used(&b);
        let halted = b.field()[a].base.front.y < 69.9;
        if halted {
            told_by(&p, &b, "03.03.2");
        }
        halted
    };
    assert!(!run(("contact-zone", "front"), Formation::Line));
    assert!(run(("contact-zone", "all-round"), Formation::Line));
}

#[test]
fn cavalry_that_is_attacked_may_have_its_first_attack() {
    let p = proves!("12.03.9.b");
    let run = |reading: &str| {
        let mut d = Drill::new();
        let a = d.cavalry(Side::A, 12, Formation::Line, 100.0, 40.0, 0.0);
        let c = d.cavalry(Side::B, 12, Formation::Line, 100.0, 60.0, 180.0);
        plain(&mut d, &[a, c]);
        d.read("first-attacked", reading);
        let mut b = Battle::drill(commanded(d), [3, 3, 3, 3, 3, 3]);
        turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("victor", Choice::Way(Course::Stand))]);
        used(&b);
        told_by(&p, &b, "12.03.9.b");
        (by(melees(&b)[0].3, "defender", "12.03.9.b"), b.field()[c].record.attacked)
    };
    assert_eq!(run("only-attacking"), (vec![], false));
    assert_eq!(run("attacked-too"), (vec![1], true));
}

#[test]
fn beating_who_is_in_flight_already_is_a_complete_victory_or_not() {
    let p = proves!("12.03.12");
    let run = |reading: &str| {
        let (mut d, a, c) = two_lines(5.0);
        d.state(c, State::Complete);
        d.read("complete-victory", reading);
        let mut f = d.field();
        f[c].record.flight_turn = Some(1);
        let mut b = Battle::drill(f, [6, 6, 6, 1, 1, 1]);
        turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("victor", Choice::Way(Course::Stand))]);
        used(&b);
        let won = b.field()[a].record.victory.is_some();
        if won {
            told_by(&p, &b, "12.03.12");
        }
        won
    };
    assert!(!run("newly-broken"));
    assert!(run("any-in-flight"));
}

#[test]
fn two_support_units_give_no_more_than_one() {
    let p = proves!("12.03.7.10");
    let (mut d, a, c) = two_lines(5.0);
    plain(&mut d, &[a, c]);
    d.infantry(Side::A, 15, Formation::Line, 94.0, 39.0, 0.0);
    d.infantry(Side::A, 15, Formation::Line, 108.0, 39.0, 0.0);
    let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3]);
    let supports = Order { supports: Some("A1".into()), ..legs([Leg::Stand { turns: 1.0 }]) };
    let sheet = [("A1", attack("B1")), ("A2", supports.clone()), ("A3", supports)];
    turn_with(&mut b, &sheet, &[], &[("victor", Choice::Way(Course::Stand)), ("support", Choice::No)]);
    used(&b);
    assert_eq!(by(melees(&b)[0].3, "attacker", "12.03.7"), [2]);
    told_by(&p, &b, "12.03.7.10");
}
