//! Parts of a unit that act apart: screens, detachments, led horses; a second impact; fewer written orders; houses that are reinforced.

use crate::scene::*;
use newbury_napoleonic::answer::{Answer, Correction, LegOrder, MoveOrder, NewGameOrder, SendOut};
use newbury_napoleonic::battle::{Awaits, Battle, Leads, Step};
use newbury_napoleonic::event::Kind;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::GameTask;
use newbury_napoleonic::troop::Arm;
use newbury_napoleonic::unit::{Fate, State};
use newbury_napoleonic::{Field, Side, proves};
use table::v2;

/// The place of the voltigeurs of a French line battalion, from 1.
fn lights(f: &Field, code: &str) -> u8 {
    let u = &f[id(f, code)];
    u.companies.iter().position(|c| c.troop.skirmishes).unwrap() as u8 + 1
}

fn screen(f: &Field, cm: f64) -> MoveOrder {
    let screen = Some(SendOut { companies: vec![lights(f, "a1")], cm });
    MoveOrder { screen, ..legs("a1", &[]) }
}

#[test]
fn a_screen_goes_out_and_comes_back_with_its_record() {
    let p = proves!("6.2.a.ii", "6.2.b", "6.4.c", "6.4.d", "13.1.b", "6.2.a.0");
    let mut f = field();
    let a1 = id(&f, "a1");
    let (all, n) = (f[a1].figures(), lights(&f, "a1"));
    f[a1].losses.carried = 12;
    let order = screen(&f, 12.0);
    let mut b = drill(f.clone(), []);
    p.refused_by("6.2.b", b.answer(Side::A, orders(vec![screen(&f, 20.5)])));
    let whole: Vec<u8> = (1..=f[a1].companies.len() as u8).collect();
    let everybody = MoveOrder { screen: Some(SendOut { companies: whole, cm: 10.0 }), ..legs("a1", &[]) };
    p.refused_by("6.2.a.0", b.answer(Side::A, orders(vec![everybody])));
    quiet(&mut b, vec![order], vec![]);
    let part = b.field().by_code("a1-1").unwrap();
    let gone = p.shows("6.2.a.ii", &b.field()[part]).clone();
    assert_eq!(gone.formation(), Formation::Skirmish, "{}", log(&b));
    assert_eq!(gone.figures() + b.field()[a1].figures(), all);
    assert_eq!(gone.places.as_slice(), [n - 1]);
    // Carried losses are shared by strength, 12 of them over all.
    let carried = [b.field()[a1].losses.carried, gone.losses.carried];
    let share = 12.0 * f64::from(gone.figures()) / f64::from(all);
    assert_eq!(p.shows("6.4.c", carried.iter().sum::<u16>()), 12);
    assert!((f64::from(carried[1]) - share).abs() < 1.0, "{carried:?}");
    assert_eq!(p.shows("6.4.d", gone.losses.before), 0);
    assert!(b.field().gap(a1, part) > 8.0, "{}", log(&b));
    // It does not go more than 20 cm off, and factors are written down apart.
    let far = legs("a1-1", &[LegOrder::March { cm: 15.0, towards: Some(0.0) }]);
    p.refused_by("6.2.b", b.answer(Side::A, orders(vec![far])));
    let factors = |b: &mut Battle, factors: u16| {
        let change = Correction::Disorder { unit: "a1-1".into(), factors };
        desk::Rules::change(b, "proof", change).unwrap();
    };
    factors(&mut b, 3);
    assert_eq!(p.shows("13.1.b", (b.field()[part].disorder(), b.field()[a1].disorder())), (3, 0));
    factors(&mut b, 0);
    // Back again: figures, carried losses and the company in its place.
    for _ in 0..3 {
        if b.field()[part].fate != Fate::Joined {
            quiet(&mut b, vec![legs("a1-1", &[LegOrder::Rejoin])], vec![]);
        }
    }
    assert_eq!(b.field()[part].fate, Fate::Joined, "{}", log(&b));
    let whole = &b.field()[a1];
    assert_eq!((whole.figures(), whole.losses.carried, whole.losses.start), (all, 12, all));
    assert!(whole.companies[usize::from(n - 1)].troop.skirmishes);
    assert_eq!(told(&b, Kind::Changes, "6.4.c").len(), 1);
    p.refused_by("6.2.b", b.answer(Side::A, orders(vec![legs("a1", &[LegOrder::Rejoin])])));
}

#[test]
fn who_is_too_far_from_his_unit_goes_back_without_orders() {
    let p = proves!("6.2.b");
    let mut b = drill(field(), []);
    let order = screen(b.field(), 18.0);
    quiet(&mut b, vec![order], vec![]);
    let (a1, part) = (id(b.field(), "a1"), id(b.field(), "a1-1"));
    // The unit steps back so far that the screen is left behind.
    let mut moves = 0;
    while b.field().gap(a1, part) <= 20.0 && moves < 6 {
        quiet(&mut b, vec![legs("a1", &[LegOrder::Back { cm: 5.0 }]), hold("a1-1")], vec![]);
        moves += 1;
    }
    let gap = b.field().gap(a1, part);
    assert!(gap > 20.0, "{gap} {}", log(&b));
    let was = at(&b, "a1-1").y;
    quiet(&mut b, vec![], vec![]);
    assert!(p.shows("6.2.b", at(&b, "a1-1").y) < was - 0.1, "{}", log(&b));
    assert!(b.field().gap(a1, part) <= 20.0);
}

#[test]
fn fire_at_a_part_that_is_near_is_at_the_whole_unit() {
    let p = proves!("6.4.e");
    for (cm, shared) in [(8.0, true), (14.0, false)] {
        let mut f = field();
        put(&mut f, "n1", 100.0, 40.0 + cm, 180.0);
        put(&mut f, "a3", 30.0, 30.0, 0.0);
        let order = MoveOrder { hold_fire: true, ..screen(&f, cm) };
        let mut b = drill(f, [6; 12]);
        quiet(&mut b, vec![order], vec![]);
        let part = id(b.field(), "a1-1");
        let apart = b.field().gap(id(b.field(), "a1"), part) >= 10.0;
        assert_eq!(apart, !shared, "{}", log(&b));
        let whole = told(&b, Kind::Loss, "6.4.e");
        assert_eq!(p.shows("6.4.e", whole.len() >= 2), shared, "{}", log(&b));
    }
}

#[test]
fn a_detachment_that_was_paid_for_goes_apart_with_an_order_of_its_own() {
    let p = proves!("6.3", "6.4.a");
    let more = r#"{ code = "a6", kind = "line-battalion", formation = "line", x = 60, y = 40, facing = 0,
        detachment = [{ code = "d6", of = ["voltigeur company"], formation = "line", x = 60, y = 44, facing = 0 }] },"#;
    let ground = "[[ground.area]]\nkind = \"orchard\"\nname = \"Orchard\"\noutline = [[10, 60], [30, 60], [30, 80], [10, 80]]";
    let mut f = field_with(ground, more);
    f.generals[0].at = v2(60.0, 36.0);
    let mut b = drill(f, []);
    let order = |detach: u8| {
        let o = NewGameOrder {
            unit: "a6".into(),
            by: "Brown".into(),
            task: GameTask::Advance,
            objective: Some("Orchard".into()),
            detach: vec![detach],
            ..NewGameOrder::default()
        };
        Answer::GameOrders { orders: vec![o] }
    };
    let ask = |b: &mut Battle, a: Answer| {
        while !matches!(b.awaits(Side::A), Some(Awaits::GameOrders)) {
            let side = if b.awaits(Side::A).is_some() { Side::A } else { Side::B };
            let x = b.silence(side).unwrap();
            b.answer(side, x).unwrap();
        }
        b.answer(Side::A, a)
    };
    // The one that is paid for is away: no other.
    p.refused_by("6.3", ask(&mut b, order(1)));
    b.answer(Side::A, b.silence(Side::A).unwrap()).unwrap();
    b.answer(Side::B, b.silence(Side::B).unwrap()).unwrap();
    for _ in 0..3 {
        if b.field()[id(b.field(), "d6")].fate != Fate::Joined {
            quiet(&mut b, vec![legs("d6", &[LegOrder::Rejoin])], vec![]);
        }
    }
    assert_eq!(b.field()[id(b.field(), "d6")].fate, Fate::Joined, "{}", log(&b));
    let n = lights(b.field(), "a6");
    // Fusiliers may not be detached by the list.
    let fusiliers =
        b.field()[id(b.field(), "a6")].companies.iter().position(|c| !c.detachable).unwrap() as u8 + 1;
    p.refused_by("6.3", ask(&mut b, order(fusiliers)));
    ask(&mut b, order(n)).unwrap();
    b.answer(Side::B, b.silence(Side::B).unwrap()).unwrap();
    quiet(&mut b, vec![], vec![]);
    quiet(&mut b, vec![], vec![]);
    let part = b.field().by_code("a6-2").unwrap_or_else(|| panic!("{}", log(&b)));
    assert!(p.shows("6.4.a", b.field()[part].detached));
    assert!(b.play().game[part.index()].as_ref().is_some_and(|g| g.objective.is_some()));
    assert_eq!(told(&b, Kind::Changes, "6.3").len(), 1);
    // It goes where it is told, however far from its unit.
    let away = legs(
        "a6-2",
        &[
            LegOrder::Turn { to: newbury_napoleonic::answer::Turning::Left },
            LegOrder::March { cm: 20.0, towards: None },
        ],
    );
    b.answer(Side::A, orders(vec![away])).unwrap();
}

#[test]
fn horses_of_dismounted_cavalry_are_held_by_one_in_four() {
    let p = proves!("12.7.a", "12.7.b", "6.2.a.v");
    let mut f = field();
    put(&mut f, "a2", 60.0, 40.0, 0.0);
    let a2 = id(&f, "a2");
    let figures = f[a2].figures();
    let mut b = drill(f, []);
    quiet(&mut b, vec![legs("a2", &[LegOrder::Dismount])], vec![]);
    let led = b.play().led.clone();
    assert_eq!(led.len(), 1, "{}", log(&b));
    assert_eq!((led[0].what, p.shows("12.7.b", led[0].holders)), (Leads::Horses, figures.div_ceil(4)));
    assert_eq!(p.shows("6.2.a.v", told(&b, Kind::Changes, "6.2.a.v")).len(), 1);
    // They are led after their riders, never more than 10 cm off.
    for _ in 0..3 {
        quiet(&mut b, vec![march("a2", 8.0)], vec![]);
    }
    let gap = b.play().led[0].base.rect().gap(&b.field()[a2].base.rect());
    assert!(p.shows("12.7.a", gap) <= 10.01 && gap > 9.0, "{gap}");
    quiet(&mut b, vec![legs("a2", &[LegOrder::Mount])], vec![]);
    assert!(b.play().led.is_empty() && !b.field()[a2].dismounted, "{}", log(&b));
}

#[test]
fn abandoned_horses_run_from_where_there_is_firing_until_riders_stop_them() {
    let p = proves!("12.7.h");
    let make = |rider: Option<table::V2>| {
        let mut f = field();
        put(&mut f, "a2", 60.0, 40.0, 0.0);
        let a2 = id(&f, "a2");
        f[a2].dismounted = true;
        f[a2].state = State::Routing;
        // Heavy cavalry, with enemies on light horses so near behind it that its holders cannot get away (23.11.b); they ride off.
        let n4 = id(&f, "n4");
        for (u, arm) in [(a2, Arm::HeavyCavalry), (n4, Arm::LightCavalry)] {
            f[u].troop.arm = arm;
            f[u].companies.iter_mut().for_each(|c| c.troop.arm = arm);
            f.draw_up(u);
        }
        let (b, n) = (f[a2].base, f[n4].base);
        put(&mut f, "n4", 60.0 - b.width / 2.0 - n.depth, 40.0 - 1.5 * b.depth - 0.5, 270.0);
        // n1 and a1 fire at each other far to the right.
        put(&mut f, "n1", 100.0, 42.0, 180.0);
        if let Some(at) = rider {
            put(&mut f, "n2", at.x, at.y, 180.0);
        }
        let mut b = drill(f, vec![3; 60]);
        quiet(&mut b, vec![hold("a3")], vec![MoveOrder { hold_fire: true, ..march("n4", 25.0) }]);
        assert_eq!(b.play().led.len(), 1, "{}", log(&b));
        let was = b.play().led[0].base.centre();
        assert!(b.play().led[0].runs);
        quiet(&mut b, vec![hold("a3")], vec![]);
        crate::scene::thrown(&b, 10);
        (b, was)
    };
    let (b, was) = make(None);
    let now = b.play().led.first().map(|l| l.base.centre());
    let rate = {
        let mut u = b.field()[id(b.field(), "a2")].clone();
        u.dismounted = false;
        b.field().rate(&u, newbury_napoleonic::order::Gait::Double).unwrap()
    };
    assert!(!p.shows("12.7.h", told(&b, Kind::Moves, "12.7.h")).is_empty(), "{}", log(&b));
    let now = now.unwrap_or_else(|| panic!("they are off the table {}", log(&b)));
    assert!(near(now.dist(was), rate) && now.x < was.x, "{was:?} {now:?}");
    let (b, _) = make(Some(now));
    assert_eq!(told(&b, Kind::Halts, "12.7.h").len(), 1, "{}", log(&b));
    assert!(b.play().led.is_empty(), "they are the enemy's now");
}

#[test]
fn who_broke_through_goes_on_to_the_next_in_the_same_move() {
    let p = proves!("18.1.f", "play.breakthrough", "19.2.c");
    // Hussars ride down a thin line of disordered militia, behind which another stands.
    let make = |behind: bool| {
        let mut f = field();
        put(&mut f, "n2", 100.0, 60.0, 180.0);
        put(&mut f, "a1", 100.0, 40.0, 0.0);
        put(&mut f, "n1", 180.0, 100.0, 180.0);
        let a1 = id(&f, "a1");
        f[a1].disorder.accumulated = 3;
        if behind {
            put(&mut f, "a3", 100.0, 24.0, 0.0);
            let a3 = id(&f, "a3");
            f[a3].disorder.accumulated = 12;
        }
        f
    };
    // Four dice of the reaction, one of fire, two of the melee; two of the next one and two of its melee.
    let mut b = drill(make(true), [3; 11]);
    quiet(&mut b, vec![], vec![charge("n2", "a1")]);
    used_up(&b);
    let passed = told(&b, Kind::Melee, "18.1.f");
    assert!(!passed.is_empty(), "{}", log(&b));
    let next = p.shows("18.1.f", told(&b, Kind::Declared, "17.2.g"));
    assert_eq!(next.len(), 1, "{}", log(&b));
    assert_eq!(p.shows("play.breakthrough", told(&b, Kind::Impact, "play.breakthrough")).len(), 2);
    assert_eq!(p.shows("19.2.c", results(&b, "melee", "n2")).len(), 2, "{}", log(&b));
    assert_eq!(results(&b, "impact", "n2").len(), 2);
    let mut b = drill(make(false), [3; 30]);
    quiet(&mut b, vec![], vec![charge("n2", "a1")]);
    assert!(told(&b, Kind::Declared, "17.2.g").is_empty(), "{}", log(&b));
}

#[test]
fn with_fewer_orders_only_charges_are_written() {
    let p = proves!("10.2.alt");
    let mut f = field();
    f.options.fewer_orders = true;
    let mut b = drill(f, []);
    p.refused_by("10.2.alt", b.answer(Side::A, orders(vec![march("a1", 5.0)])));
    b.answer(Side::A, orders(vec![])).unwrap();
    b.answer(Side::B, orders(vec![])).unwrap();
    assert_eq!((b.play().step, b.awaits(Side::A)), (Step::Moves, Some(&Awaits::Orders)), "{}", log(&b));
    p.refused_by("10.2.alt", b.answer(Side::A, orders(vec![charge("a1", "n1")])));
    b.answer(Side::A, orders(vec![march("a1", 5.0)])).unwrap();
    b.answer(Side::B, orders(vec![])).unwrap();
    assert!(near(at(&b, "a1").y, 35.0), "{}", log(&b));
    // Otherwise everything is written in step 1 and nobody is asked again.
    let mut b = drill(field(), []);
    b.answer(Side::A, orders(vec![march("a1", 5.0)])).unwrap();
    b.answer(Side::B, orders(vec![])).unwrap();
    assert_ne!(b.awaits(Side::A), Some(&Awaits::Orders));
    assert!(near(at(&b, "a1").y, 35.0), "{}", log(&b));
}
