//! Fire in play beyond one volley at one target: shared, mixed, through and onto several, before contact, with its readings.

use crate::field_day::{
    Orders, ahead, attack, cm, commanded, done, fire, last_turn, legs, show, state, told_by, turn, turn_with,
    two_lines,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::NoFire;
use chakoten_napoleonic::field::Post;
use chakoten_napoleonic::order::{Choice, FireOrder, Order, When};
use chakoten_napoleonic::school::School;
use chakoten_napoleonic::troop::{Formation, Nation, State, Weapon};
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};
use umpire::Ruling;

/// Who fired at whom in the last turn, when, and how it was decided.
fn fires(b: &Battle) -> Vec<(f64, UnitId, UnitId, &Ruling)> {
    let fired = |e: &'_ chakoten_napoleonic::event::Event| match &e.kind {
        EventKind::Fired { unit, target, .. } => Some((e.clock, *unit, *target)),
        _ => None,
    };
    last_turn(b)
        .iter()
        .filter_map(|e| fired(e).map(|(t, u, o)| (t, u, o, e.kind.ruling().unwrap())))
        .collect()
}

/// What a ruling counts by a clause.
fn by(r: &Ruling, id: &str) -> Vec<i32> {
    r.modifiers.iter().filter(|m| m.clause.id() == id).map(|m| m.value).collect()
}

/// Fire at these, at that moment.
fn fire_at(when: When, at: &[&str]) -> Order {
    let at = at.iter().map(|s| s.to_string()).collect();
    Order { fire: Some(FireOrder { when, at, range_in: false }), ..Order::default() }
}

fn men(b: &Battle, u: UnitId) -> u32 {
    b.field()[u].losses.men
}

fn commanders(d: &mut Drill) {
    d.commander(Side::A, 100.0, 30.0);
    d.commander(Side::B, 100.0, 110.0);
}

#[test]
fn firing_units_are_shared_over_announced_targets() {
    let p = proves!("09.01.4", "09.01.6");
    let mut d = Drill::new();
    commanders(&mut d);
    let a = d.infantry(Side::A, 60, Formation::Line, 100.0, 50.0, 0.0);
    let left = d.infantry(Side::B, 12, Formation::AttackColumn, 90.0, 59.0, 180.0);
    let right = d.infantry(Side::B, 12, Formation::AttackColumn, 110.0, 59.0, 180.0);
    let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3]);
    turn(&mut b, &[("A1", fire_at(When::AtOnce, &["B1", "B2"]))], &[]);
    let shots = fires(&b);
    if shots.len() != 2 {
        show(&b);
    }
    let who: Vec<(UnitId, UnitId)> = shots.iter().map(|s| (s.1, s.2)).collect();
    assert_eq!(who, [(a, left), (a, right)]);
    assert_eq!(shots[0].0, shots[1].0);
    assert!(men(&b, left) > 0 && men(&b, right) > 0);
    told_by(&p, &b, "09.01.4");
    told_by(&p, &b, "09.01.6");
    // One turn's ammunition for both.
    assert_eq!(b.field()[a].ammunition, 11);
    done(&b);
}

#[test]
fn model_guns_fire_at_separate_targets() {
    let p = proves!("10.01.3");
    let mut d = Drill::new();
    commanders(&mut d);
    let guns = d.battery(Side::A, 8, 100.0, 50.0, 0.0);
    let left = d.infantry(Side::B, 24, Formation::Line, 88.0, 85.0, 180.0);
    let right = d.infantry(Side::B, 24, Formation::Line, 118.0, 85.0, 180.0);
    let mut b = Battle::drill(d.field(), [5, 5, 5, 5, 5, 5]);
    turn(&mut b, &[("A1", fire_at(When::AtOnce, &["B1", "B2"]))], &[]);
    let who: Vec<(UnitId, UnitId)> = fires(&b).iter().map(|s| (s.1, s.2)).collect();
    assert_eq!(who, [(guns, left), (guns, right)]);
    told_by(&p, &b, "10.01.3");
    assert_eq!(b.field()[guns].battery.as_ref().unwrap().loads, 15);
    // It is ranged in on both.
    assert_eq!(b.field()[guns].battery.as_ref().unwrap().ranged.len(), 2);
    done(&b);
}

#[test]
fn rifles_of_a_mixed_unit_reach_farther() {
    let p = proves!("play.mixed-arms");
    let at = |gap: f64, rifles: u16, apart: bool, dice: &[u8]| {
        let (mut d, a, _) = two_lines(gap);
        d.unit(a).rifles = rifles;
        if apart {
            d.read("mixed-rifles", "apart");
        }
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
        done(&b);
        b
    };
    assert_eq!(fires(&at(25.0, 0, false, &[])).len(), 0);
    let b = at(25.0, 10, false, &[6, 6, 6]);
    assert_eq!(fires(&b).len(), 1);
    // One firing unit of ten rifles, not the two of the whole line.
    let alone = men(&b, UnitId(1));
    told_by(&p, &b, "play.mixed-arms");
    let all = at(17.0, 10, false, &[6, 6, 6]);
    assert_eq!(fires(&all).len(), 1);
    assert!(men(&all, UnitId(1)) > alone);
    // Read the other way they fire apart in the second zone of the muskets.
    assert_eq!(fires(&at(14.0, 10, true, &[3, 3, 3, 3, 3, 3])).len(), 2);
    assert_eq!(fires(&at(9.0, 10, true, &[3, 3, 3])).len(), 1);
}

#[test]
fn a_line_close_before_its_unit_shares_the_losses() {
    let p = proves!("14.03.1.b", "14.03.2");
    let losses = |guns: bool, ahead: f64| {
        let mut d = Drill::new();
        commanders(&mut d);
        if guns {
            d.battery(Side::A, 8, 100.0, 40.0, 0.0);
        } else {
            d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        }
        let body = d.infantry(Side::B, 30, Formation::Line, 100.0, 66.0, 180.0);
        let line = d.sent_out(body, 6, 5.0, 100.0, 66.0 - ahead);
        let mut b = Battle::drill(d.field(), [6, 6, 6]);
        turn_with(&mut b, &[("A1", fire_at(When::AtOnce, &["B1"]))], &[], &[("line fires", Choice::No)]);
        done(&b);
        (men(&b, body), men(&b, line), b)
    };
    let (body, line, b) = losses(false, 4.0);
    if line == 0 {
        show(&b);
    }
    assert!(line > 0 && body > line, "{body} {line}");
    told_by(&p, &b, "14.03.1.b");
    let (body, line, b) = losses(true, 8.0);
    assert!(line > 0 && body > line, "{body} {line}");
    told_by(&p, &b, "14.03.2");
    // Ten cm ahead or more it is no screen against guns, and loses nothing.
    let (body, line, _) = losses(true, 12.0);
    assert!(line == 0 && body > 0, "{body} {line}");
}

#[test]
fn guns_shoot_through_to_the_unit_behind() {
    let p = proves!("10.05.4", "10.05.5", "play.dice");
    let losses = |gap: f64| {
        let mut d = Drill::new();
        commanders(&mut d);
        d.battery(Side::A, 8, 100.0, 40.0, 0.0);
        let first = d.infantry(Side::B, 30, Formation::Line, 100.0, 75.0, 180.0);
        let second = d.infantry(Side::B, 30, Formation::Line, 100.0, 75.0 + gap, 180.0);
        let mut b = Battle::drill(d.field(), [6, 5, 6]);
        turn_with(&mut b, &[("A1", fire_at(When::AtOnce, &["B1"]))], &[], &[("support", Choice::No)]);
        done(&b);
        (men(&b, first), men(&b, second), b)
    };
    let (first, second, b) = losses(9.9);
    if second == 0 {
        show(&b);
    }
    assert!(second > 0 && first > second, "{first} {second}");
    told_by(&p, &b, "10.05.4");
    told_by(&p, &b, "10.05.5");
    // One set of dice for both of them.
    let by: Vec<_> = fires(&b)[0].3.clauses.iter().map(|c| c.id()).collect();
    assert!(p.shows("play.dice", by).contains(&"play.dice"));
    assert_eq!(losses(10.1).1, 0);
}

#[test]
fn a_commander_is_committed_under_fire_before_contact_and_in_the_melee() {
    let p = proves!("08.02.2", "08.02.1");
    let mut d = Drill::new();
    let chief = d.commander(Side::A, 100.0, 40.0);
    d.commander(Side::B, 100.0, 90.0);
    let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 64.0, 180.0);
    d.with(chief, a);
    // His die under fire, the fire; his die in the melee, the melee.
    let mut b = Battle::drill(d.field(), [4, 1, 1, 1, 4, 3, 3, 3, 3, 3, 3]);
    turn_with(
        &mut b,
        &[("A1", attack("B1"))],
        &[("B1", fire(When::BeforeContact("B1".into())))],
        &[("commit", Choice::Yes)],
    );
    done(&b);
    told_by(&p, &b, "08.02.2");
    told_by(&p, &b, "08.02.1");
}

#[test]
fn a_staff_figure_with_a_unit_under_fire_falls_on_a_one() {
    let p = proves!("08.02.3");
    let falls = |die: u8| {
        let (mut d, _, c) = two_lines(9.0);
        let s = d.staff(Side::B, Post::Courier, 100.0, 70.0);
        d.with(s, c);
        let mut b = Battle::drill(d.field(), [1, 1, 1, die]);
        turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
        done(&b);
        let fell = !b.field()[s].present();
        if fell {
            told_by(&p, &b, "08.02.3");
        }
        fell
    };
    assert!(falls(1));
    assert!(!falls(2));
}

#[test]
fn the_owner_orders_the_fires_at_one_target() {
    let p = proves!("03.01.5");
    let shoot = |reading: Option<&str>| {
        let mut d = Drill::new();
        commanders(&mut d);
        d.infantry(Side::A, 30, Formation::Line, 90.0, 50.0, 0.0);
        d.infantry(Side::A, 30, Formation::Line, 112.0, 50.0, 0.0);
        let c = d.infantry(Side::B, 16, Formation::Line, 101.0, 58.0, 180.0);
        d.unit(c).carried = 19;
        if let Some(r) = reading {
            d.read("several-fires", r);
        }
        let mut b = Battle::drill(d.field(), [2, 2, 2, 2, 2, 2]);
        let orders: Orders = &[("A1", fire(When::AtOnce)), ("A2", fire(When::AtOnce))];
        let order = Choice::Picks(vec!["A2".into(), "A1".into()]);
        turn_with(&mut b, orders, &[], &[("fires at", order)]);
        done(&b);
        b
    };
    let b = shoot(None);
    let who: Vec<UnitId> = fires(&b).iter().map(|s| s.1).collect();
    assert_eq!(who, [UnitId(1), UnitId(0)]);
    told_by(&p, &b, "03.01.5");
    // The first fire takes the sixteenth figure: then thirty are twice as many, as the later fire finds.
    let counted = |b: &Battle| fires(b).iter().map(|s| s.3.modifiers.len()).collect::<Vec<_>>();
    let (now, before) = (counted(&b), counted(&shoot(Some("as-before"))));
    assert_eq!(now[0], before[0]);
    assert_eq!(now[1], before[1] + 1);
}

#[test]
fn by_lot_one_side_fires_first() {
    let p = proves!("play.fire.mutual", "02.01.2");
    let shoot = |lot: bool, dice: &[u8]| {
        let (mut d, _, c) = two_lines(9.0);
        d.state(c, State::Light3);
        if lot {
            d.read("mutual-fire", "by-lot");
        }
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[("A1", fire(When::AtOnce))], &[("B1", fire(When::AtOnce))]);
        done(&b);
        b
    };
    assert_eq!(fires(&shoot(false, &[6, 6, 6, 1, 1, 1])).len(), 2);
    // The second side is broken before it fires.
    let b = shoot(true, &[3, 6, 6, 6]);
    assert_eq!(fires(&b).len(), 1);
    told_by(&p, &b, "play.fire.mutual");
    told_by(&p, &b, "02.01.2");
    assert_eq!(fires(&shoot(true, &[4, 1, 1, 1, 6, 6, 6])).len(), 2);
}

#[test]
fn mutual_fire_of_one_turn_levels_out_if_it_is_read_so() {
    let p = proves!("13.01.4");
    let shoot = |reading: Option<&str>| {
        let (mut d, a, c) = two_lines(9.0);
        d.infantry(Side::A, 30, Formation::Line, 124.0, 50.0, 0.0);
        d.state(a, State::Light3);
        d.state(c, State::Light3);
        if let Some(r) = reading {
            d.read("mutual-disorder", r);
        }
        let mut b = Battle::drill(d.field(), [1, 1, 1, 6, 6, 6, 6, 6, 6]);
        let half = When::Time(0.5);
        turn(
            &mut b,
            &[("A1", fire(When::AtOnce)), ("A2", fire_at(half.clone(), &["B1"]))],
            &[("B1", fire_at(half, &["A1"]))],
        );
        done(&b);
        b
    };
    let b = shoot(None);
    state(&b, UnitId(0), State::Complete);
    state(&b, UnitId(1), State::Complete);
    let b = shoot(Some("same-turn"));
    state(&b, UnitId(0), State::Light3);
    state(&b, UnitId(1), State::Light3);
    told_by(&p, &b, "13.01.4");
}

#[test]
fn ranging_in_is_kept_lost_by_movement_and_may_be_done_apart() {
    let p = proves!("10.02.3.a", "10.02.3.b");
    let start = || {
        let mut d = Drill::new();
        commanders(&mut d);
        d.battery(Side::A, 4, 100.0, 40.0, 0.0);
        d.infantry(Side::B, 30, Formation::AttackColumn, 100.0, 90.0, 180.0);
        d.field()
    };
    let shoot = || [("A1", fire(When::AtOnce))];
    let deducted =
        |b: &Battle| fires(b)[0].3.modifiers.iter().any(|m| m.clause.id() == "10.02.3.a" && m.value < 0);
    // Fired at last turn, it stood or moved a little: ranged in. It moved 10 cm unfired at: not any more.
    for (far, lost) in [(9.9, false), (10.0, true)] {
        let mut b = Battle::drill(start(), [1, 1, 1, 1, 1, 1]);
        turn(&mut b, &shoot(), &[]);
        assert!(deducted(&b));
        turn(&mut b, &[], &[("B1", legs([cm(far)]))]);
        turn(&mut b, &shoot(), &[]);
        assert_eq!(deducted(&b), lost, "{far}");
        told_by(&p, &b, "10.02.3.a");
        done(&b);
    }
    // Apart: no dice, no ammunition, then ranged in.
    let mut b = Battle::drill(start(), [1, 1, 1]);
    let mut order = fire(When::AtOnce);
    order.fire.as_mut().unwrap().range_in = true;
    turn(&mut b, &[("A1", order)], &[]);
    assert_eq!(b.field()[UnitId(0)].battery.as_ref().unwrap().loads, 16);
    told_by(&p, &b, "10.02.3.b");
    turn(&mut b, &shoot(), &[]);
    assert!(!deducted(&b));
    assert_eq!(b.field()[UnitId(0)].battery.as_ref().unwrap().loads, 15);
    done(&b);
}

#[test]
fn a_battery_fires_each_time_an_enemy_comes() {
    let p = proves!("10.01.6");
    let run = |guns: bool, dice: &[u8]| {
        let mut d = Drill::new();
        d.infantry(Side::A, 12, Formation::AttackColumn, 94.0, 51.0, 0.0);
        d.infantry(Side::A, 12, Formation::AttackColumn, 105.0, 49.0, 0.0);
        if guns {
            d.battery(Side::B, 8, 100.0, 62.0, 180.0);
        } else {
            d.infantry(Side::B, 60, Formation::Line, 100.0, 62.0, 180.0);
        }
        let mut b = Battle::drill(commanded(d), dice);
        turn(
            &mut b,
            &[("A1", legs([ahead()])), ("A2", legs([ahead()]))],
            &[("B1", fire(When::BeforeContact("B1".into())))],
        );
        done(&b);
        b
    };
    let b = run(true, &[1, 1, 1, 1, 1, 1]);
    let who: Vec<UnitId> = fires(&b).iter().map(|s| s.2).collect();
    assert_eq!(who, [UnitId(0), UnitId(1)]);
    told_by(&p, &b, "10.01.6");
    assert_eq!(b.field()[UnitId(2)].battery.as_ref().unwrap().loads, 15);
    // Others fire once.
    let b = run(false, &[1, 1, 1]);
    assert_eq!(fires(&b).len(), 1);
}

#[test]
fn smoke_hangs_about_who_fired_last_turn() {
    let p = proves!("09.02.7");
    let second = |between: bool, carrier: Option<&str>, both: bool| {
        let (mut d, _, _) = two_lines(14.0);
        if let Some(r) = carrier {
            d.read("smoke-carrier", r);
        }
        let mut b = Battle::drill(d.field(), [1, 1, 1, 1, 1, 1]);
        turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
        if between {
            turn(&mut b, &[], &[]);
        }
        if both {
            turn(&mut b, &[], &[("B1", fire(When::AtOnce))]);
        } else {
            turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
        }
        done(&b);
        let r = fires(&b)[0].3.clone();
        if !by(&r, "09.02.7").is_empty() {
            told_by(&p, &b, "09.02.7");
        }
        by(&r, "09.02.7")
    };
    assert_eq!(second(false, None, false), [-2]);
    assert!(second(true, None, false).is_empty());
    assert!(second(false, None, true).is_empty());
    assert_eq!(second(false, Some("both"), true), [-2]);
}

#[test]
fn fire_at_a_time_is_at_the_nearest_legal_or_strictly_the_nearest() {
    let p = proves!("03.02.5.a");
    let shoot = |strict: bool, dice: &[u8]| {
        let (mut d, _, _) = two_lines(16.0);
        // Nearer, but beside it.
        d.infantry(Side::B, 12, Formation::AttackColumn, 122.0, 50.0, 180.0);
        if strict {
            d.read("time-target", "strictly-nearest");
        }
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[("A1", fire(When::Time(0.5)))], &[]);
        done(&b);
        b
    };
    let b = shoot(false, &[1, 1, 1]);
    assert_eq!(fires(&b)[0].2, UnitId(1));
    told_by(&p, &b, "03.02.5.a");
    assert!(fires(&shoot(true, &[])).is_empty());
}

#[test]
fn fire_before_contact_may_prepare_an_own_attack_if_it_is_read_so() {
    let p = proves!("play.event");
    let run = |reading: &str, dice: &[u8]| {
        let (mut d, _, _) = two_lines(12.0);
        d.battery(Side::A, 4, 125.0, 64.0, 270.0);
        d.read("contact-event", reading);
        let mut b = Battle::drill(d.field(), dice);
        turn(&mut b, &[("A1", attack("B1")), ("A2", fire(When::BeforeContact("A1".into())))], &[]);
        done(&b);
        b
    };
    assert!(fires(&run("enemy-comes", &[3, 3, 3, 3, 3, 3])).is_empty());
    let b = run("either-comes", &[1, 1, 1, 3, 3, 3, 3, 3, 3]);
    assert_eq!(fires(&b).len(), 1);
    told_by(&p, &b, "play.event");
}

#[test]
fn the_school_of_a_unit_holds_in_its_year() {
    let p = proves!("prussia.4", "prussia.3");
    let shoot = |landwehr: bool, year: u16| {
        let mut d = Drill::new();
        commanders(&mut d);
        let form = if landwehr { Formation::Skirmish } else { Formation::Line };
        let a = d.infantry(Side::A, 12, form, 100.0, 50.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 58.0, 180.0);
        let u = d.unit(a);
        u.nation = Nation::Prussia;
        if landwehr {
            u.troops.landwehr = true;
            u.training.fire_in_line = School::PrussianLandwehr.fire(1813, Formation::Skirmish).unwrap().0;
        } else {
            u.weapon = Some(Weapon::Rifle);
            u.training.fire = School::Schuetzen.fire(1813, Formation::Line).unwrap().0;
        }
        d.special().year = Some(year);
        let mut b = Battle::drill(d.field(), [1, 1, 1]);
        turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
        done(&b);
        b
    };
    told_by(&p, &shoot(false, 1814), "prussia.4");
    told_by(&p, &shoot(true, 1813), "prussia.3");
    assert!(by(fires(&shoot(true, 1814))[0].3, "prussia.3").is_empty());
}

#[test]
fn a_shot_out_of_range_costs_its_ammunition_if_it_is_read_so() {
    let _p = proves!("play.fire.target");
    let left = |reading: &str| {
        let (mut d, a, _) = two_lines(25.0);
        d.read("out-of-range-shot", reading);
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A1", fire_at(When::AtOnce, &["B1"]))], &[]);
        assert!(
            last_turn(&b).iter().any(|e| matches!(e.kind, EventKind::NotFired { why: NoFire::NoTarget, .. }))
        );
        b.field()[a].ammunition
    };
    assert_eq!(left("free"), 12);
    assert_eq!(left("spent"), 11);
}

#[test]
fn a_support_unit_is_named_under_fire() {
    let p = proves!("09.02.5");
    let shoot = |reading: &str| {
        let (mut d, _, _) = two_lines(9.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 70.0, 180.0);
        d.read("support-under-fire", reading);
        let mut b = Battle::drill(d.field(), [1, 1, 1]);
        turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
        done(&b);
        b
    };
    let b = shoot("named");
    assert_eq!(by(fires(&b)[0].3, "09.02.5"), [-2]);
    told_by(&p, &b, "09.02.5");
    assert!(by(fires(&shoot("melee-only"))[0].3, "09.02.5").is_empty());
}

#[test]
fn the_last_ammunition_is_gone_at_the_end_or_at_once() {
    let p = proves!("11.02.2", "11.01.1");
    let when = |reading: &str| {
        let (mut d, a, _) = two_lines(14.0);
        d.unit(a).ammunition = 1;
        d.read("last-ammunition", reading);
        let mut b = Battle::drill(d.field(), [1, 1, 2]);
        turn(&mut b, &[("A1", fire(When::Time(0.25)))], &[]);
        done(&b);
        state(&b, a, State::Light1);
        assert_eq!(b.field()[a].ammunition, 0);
        told_by(&p, &b, "11.02.2");
        let out = |e: &chakoten_napoleonic::event::Event| matches!(e.kind, EventKind::OutOfAmmunition { .. });
        told_by(&p, &b, "11.01.1");
        last_turn(&b).iter().find(|e| out(e)).unwrap().clock
    };
    assert!((when("turn-end") - 1.0).abs() < 1e-6);
    assert!((when("at-once") - 0.25).abs() < 2e-3);
}

/// A line fires at horse in column.
fn at_horse(f: impl FnOnce(&mut chakoten_napoleonic::Field)) -> Ruling {
    let mut d = Drill::new();
    commanders(&mut d);
    d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    d.cavalry(Side::B, 12, Formation::AttackColumn, 100.0, 60.0, 180.0);
    let mut field = d.field();
    f(&mut field);
    let mut b = Battle::drill(field, [3, 3, 3]);
    turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
    done(&b);
    fires(&b)[0].3.clone()
}

#[test]
fn the_groups_of_a_game_are_played() {
    let p = proves!("skema.groups");
    let all = &chakoten_napoleonic::book::text().readings;
    let read = umpire::Readings::defaults(all).with(all, "groups-arm", "with-formation").unwrap();
    let groups = chakoten_napoleonic::procedures::fire_groups(&read);
    let plain = at_horse(|_| {});
    let own = at_horse(|f| f.special.groups = groups);
    let by_reading = at_horse(|f| f.readings = read.clone());
    assert!(!p.shows("skema.groups", &own).modifiers.is_empty());
    assert!(own.modifiers.len() < plain.modifiers.len(), "{plain:?} and {own:?}");
    assert_eq!(own.modifiers, by_reading.modifiers);
    // Each ruling says whose groups these are.
    let said = |r: &Ruling| r.reckoning.iter().filter(|s| s.clause.id() == "skema.groups").count();
    assert!(said(&plain) == 1 && said(&own) == 2, "{plain:?} and {own:?}");
}

#[test]
fn one_unit_steadies_one_other_under_fire_in_a_turn() {
    let p = proves!("12.03.7.8");
    let run = |second: When| {
        let mut d = Drill::new();
        commanders(&mut d);
        for x in [94.0, 106.0] {
            d.infantry(Side::A, 12, Formation::Line, x, 50.0, 0.0);
            d.infantry(Side::B, 12, Formation::Line, x, 59.0, 180.0);
        }
        d.infantry(Side::B, 30, Formation::Line, 100.0, 70.0, 180.0);
        let mut b = Battle::drill(d.field(), [1; 6]);
        let orders = [("A1", fire_at(When::AtOnce, &["B1"])), ("A2", fire_at(second, &["B2"]))];
        turn_with(&mut b, &orders, &[], &[("support", Choice::Pick("B3".into()))]);
        done(&b);
        b
    };
    // Both under fire at one moment: both name it, and the first has it.
    let b = run(When::AtOnce);
    let steadied = |b: &Battle| fires(b).iter().map(|s| by(s.3, "09.02.5")).collect::<Vec<_>>();
    assert_eq!(steadied(&b), [vec![-2], vec![]]);
    told_by(&p, &b, "12.03.7.8");
    // Later in the turn it is not even offered.
    assert_eq!(steadied(&run(When::Time(0.5))), [vec![-2], vec![]]);
}

#[test]
fn a_battery_that_does_not_answer_guns_fires_worse_all_turn() {
    let p = proves!("10.02.1.a");
    // The other battery fires at it at that moment, if at all; it fires at the infantry, or at the battery, at half.
    let run = |theirs: Option<f64>, at: &str| {
        let mut d = Drill::new();
        commanders(&mut d);
        d.battery(Side::A, 4, 100.0, 40.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 70.0, 180.0);
        d.battery(Side::B, 4, 120.0, 75.0, 180.0);
        let mut b = Battle::drill(d.field(), vec![1; if theirs.is_some() { 6 } else { 3 }]);
        let reply = theirs.map(|t| ("B2", fire_at(When::Time(t), &["A1"])));
        turn(&mut b, &[("A1", fire_at(When::Time(0.5), &[at]))], reply.as_slice());
        done(&b);
        let shots = fires(&b);
        let own = shots.iter().find(|s| s.1 == UnitId(0)).expect("it fires").3;
        let of = |m: &&umpire::Modifier| m.side == "own" && m.clause.id() == "10.02.1.a";
        let value = own.modifiers.iter().filter(of).map(|m| m.value).sum::<i32>();
        told_by(&p, &b, "10.02.1.a");
        value
    };
    assert_eq!(run(None, "B1"), 0);
    // Earlier in the turn, at the same moment, and announced for later.
    for t in [0.1, 0.5, 0.9] {
        assert_eq!(run(Some(t), "B1"), -2, "{t}");
        assert_eq!(run(Some(t), "B2"), 0, "{t}");
    }
}

#[test]
fn a_battery_under_fire_at_any_moment_of_the_turn_does_not_answer_it() {
    let p = proves!("10.02.1.a");
    let run = |theirs: Option<When>, at: &str| {
        let mut d = Drill::new();
        commanders(&mut d);
        d.battery(Side::A, 6, 100.0, 50.0, 0.0);
        d.infantry(Side::A, 30, Formation::Line, 130.0, 60.0, 0.0);
        let guns = d.battery(Side::B, 6, 100.0, 100.0, 180.0);
        let dice = vec![1u8; if theirs.is_some() { 6 } else { 3 }];
        let mut b = Battle::drill(d.field(), dice);
        let first = theirs.map(|when| ("A1", fire_at(when, &["B1"])));
        turn(&mut b, first.as_slice(), &[("B1", fire_at(When::Time(0.5), &[at]))]);
        done(&b);
        told_by(&p, &b, "10.02.1.a");
        let all = fires(&b);
        let mine = all.iter().find(|f| f.1 == guns).unwrap();
        let own = mine.3.modifiers.iter().filter(|m| m.side == "own" && m.clause.id() == "10.02.1.a");
        own.map(|m| m.value).collect::<Vec<_>>()
    };
    // Fired at before, or by a fire announced for later; with nobody firing at it; and answering.
    assert_eq!(run(Some(When::AtOnce), "A2"), [-2]);
    assert_eq!(run(Some(When::Time(0.9)), "A2"), [-2]);
    assert!(run(None, "A2").is_empty());
    assert!(run(Some(When::AtOnce), "A1").is_empty());
}

#[test]
fn a_fire_to_come_answers_whom_it_would_be_given_at() {
    let p = proves!("skema.VIII.a");
    let run = |who: &str, shooter: UnitId| {
        let mut d = Drill::new();
        // One on the flank of B1, out of its angle, and one before it.
        d.infantry(Side::A, 30, Formation::Line, 118.0, 62.0, 270.0);
        d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
        let mut b = Battle::drill(commanded(d), [1; 6]);
        turn(&mut b, &[(who, fire(When::AtOnce))], &[("B1", fire(When::Time(0.5)))]);
        done(&b);
        told_by(&p, &b, "skema.VIII.a");
        let all = fires(&b);
        by(all.iter().find(|f| f.1 == shooter).unwrap().3, "skema.VIII.a")
    };
    assert_eq!(run("A1", UnitId(0)), [2]);
    assert!(run("A2", UnitId(1)).is_empty());
}

#[test]
fn a_unit_steadies_one_other_under_fire_in_a_turn() {
    let p = proves!("09.02.5");
    for second in [When::AtOnce, When::Time(0.5)] {
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
            d.infantry(side, 20, Formation::Line, x, y, facing);
        }
        let mut b = Battle::drill(d.field(), [1; 6]);
        turn(&mut b, &[("A1", fire_at(When::AtOnce, &["B1"])), ("A2", fire_at(second, &["B2"]))], &[]);
        done(&b);
        let steadied: Vec<usize> = fires(&b).iter().map(|f| by(f.3, "09.02.5").len()).collect();
        if steadied != [1, 0] {
            show(&b);
        }
        assert_eq!(steadied, [1, 0]);
        told_by(&p, &b, "09.02.5");
    }
}

#[test]
fn a_few_figures_of_a_mixed_unit_fire_in_the_zone_of_its_muskets() {
    let p = proves!("play.mixed-arms");
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 60, Formation::Line, 100.0, 50.0, 0.0);
    d.unit(a).rifles = 12;
    // Before the left wing: ten figures have it in angle, 17 cm off.
    d.infantry(Side::B, 6, Formation::MarchColumn, 72.0, 65.0, 180.0);
    let mut b = Battle::drill(commanded(d), [1; 3]);
    turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
    let shots = fires(&b);
    if shots.len() != 1 {
        show(&b);
    }
    assert_eq!(by(shots[0].3, "09.03.1"), [-4]);
    told_by(&p, &b, "play.mixed-arms");
    done(&b);
}

#[test]
fn a_skirmish_line_fires_by_its_own_training_even_if_that_is_none() {
    let p = proves!("04.05.1.b");
    let shoot = |formation: Formation, in_line: i8| {
        let mut d = Drill::new();
        commanders(&mut d);
        let a = d.infantry(Side::A, 12, formation, 100.0, 50.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 58.0, 180.0);
        (d.unit(a).training.fire, d.unit(a).training.fire_in_line) = (1, in_line);
        let mut b = Battle::drill(d.field(), [1, 1, 1]);
        turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
        done(&b);
        let points = by(fires(&b)[0].3, "04.05.1.b");
        if !points.is_empty() {
            told_by(&p, &b, "04.05.1.b");
        }
        points
    };
    assert_eq!(shoot(Formation::Skirmish, 1), [1]);
    assert!(shoot(Formation::Skirmish, 0).is_empty());
    assert_eq!(shoot(Formation::Skirmish, -1), [-1]);
    assert_eq!(shoot(Formation::Line, -1), [1]);
}
