//! Melees in play and what comes of them: who attacks, what counts on, continued attacks, forced moves, prisoners and guns.

use crate::field_day::{
    ahead, attack, charge, commanded, done, find, fire, go, last_turn, legs, show, stands, state, told_by,
    turn, turn_with, two_lines,
};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::event::{Outcome, Why};
use chakoten_napoleonic::field::Field;
use chakoten_napoleonic::ground::PatchKind;
use chakoten_napoleonic::order::{AttackOrder, Choice, Course, Order, Way, When};
use chakoten_napoleonic::troop::{Cover, Formation, Obstacle, State, Weight};
use chakoten_napoleonic::unit::Fate;
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};
use umpire::Ruling;

/// The melees of the last turn.
fn melees(b: &Battle) -> Vec<(UnitId, UnitId, Outcome, &Ruling)> {
    let all = last_turn(b).iter().filter_map(|e| match &e.kind {
        EventKind::Melee { unit, target, outcome, ruling } => {
            Some((*unit, *target, *outcome, ruling.as_ref()))
        }
        _ => None,
    });
    all.collect()
}

/// What a ruling counts for a side by a clause.
fn by(r: &Ruling, side: &str, id: &str) -> Vec<i32> {
    let mine = r.modifiers.iter().filter(|m| m.side == side && m.clause.id() == id);
    mine.map(|m| m.value).collect()
}

/// Where it fled or went, as the first of that kind.
fn moved(b: &Battle, u: UnitId, how: Why) -> Option<f64> {
    find(b, |e| match e.kind {
        EventKind::Moved { unit, cm, why, .. } if unit == u && why == how => Some(cm),
        _ => None,
    })
}

/// Riders 20 cm from riders, and guns behind those.
fn riders(behind_x: f64, behind_y: f64) -> Drill {
    let mut d = Drill::new();
    d.cavalry(Side::A, 20, Formation::Line, 100.0, 34.9, 0.0);
    d.cavalry(Side::B, 12, Formation::Line, 100.0, 55.0, 180.0);
    d.battery(Side::B, 4, behind_x, behind_y, 180.0);
    d
}

/// Attack the first, then those.
fn attack_then(first: &str, then: &[&str], charges: bool) -> Order {
    let leg = if charges { charge() } else { ahead() };
    let then = then.iter().map(|s| s.to_string()).collect();
    Order {
        legs: vec![leg],
        attack: Some(AttackOrder { target: Some(first.into()), then }),
        ..Order::default()
    }
}

#[test]
fn a_fire_order_bars_attacks_unless_it_is_read_otherwise() {
    let p = proves!("03.01.4.b", "12.01.3");
    // An enemy in FU who cannot flee, met on the march by a unit with a fire order.
    let fu = |reading: &str, order: Order, dice: &[u8]| {
        let (mut d, _, c) = two_lines(10.0);
        d.state(c, State::Complete);
        let behind = d.unit(c).base.rear().y;
        d.square(PatchKind::Lake, "lake", (40.0, behind + 0.2), (160.0, behind + 30.0));
        d.read("fire-and-attack", reading);
        let mut f = d.field();
        f[c].record.flight_turn = Some(1);
        let mut b = Battle::drill(f, dice);
        turn(&mut b, &[("A1", order)], &[]);
        if b.dice_used_up().is_err() {
            show(&b);
        }
        done(&b);
        b
    };
    let waits = || Order { legs: vec![ahead()], ..fire(When::Time(0.9)) };
    assert!(melees(&fu("excluded", waits(), &[1, 1, 1, 1, 1, 1])).is_empty());
    assert_eq!(melees(&fu("automatic", waits(), &[1, 1, 1, 6, 6, 6, 1, 1, 1])).len(), 1);
    let b = fu("excluded", legs([ahead()]), &[1, 1, 1, 6, 6, 6, 1, 1, 1]);
    assert_eq!(melees(&b).len(), 1);
    told_by(&p, &b, "12.01.3");
    let first = |reading: &str, dice: &[u8]| {
        let (mut d, _, _) = two_lines(12.0);
        d.read("fire-and-attack", reading);
        let mut b = Battle::drill(d.field(), dice);
        let order = Order { fire: fire(When::BeforeContact("A1".into())).fire, ..attack("B1") };
        turn(&mut b, &[("A1", order)], &[]);
        done(&b);
        b
    };
    let b = first("excluded", &[]);
    assert!(melees(&b).is_empty());
    let b = first("before-contact", &[1, 1, 1, 3, 3, 3, 3, 3, 3]);
    assert_eq!(melees(&b).len(), 1);
    let fired = find(&b, |e| matches!(e.kind, EventKind::Fired { unit: UnitId(0), .. }).then_some(e.clock));
    assert!((fired.unwrap() - 0.7).abs() < 2e-3);
    told_by(&p, &first("excluded", &[]), "03.01.4.b");
}

#[test]
fn a_melee_goes_on_next_turn_as_a_continued_one() {
    let p = proves!("skema.XV.b", "play.melee.order");
    let fight = |back: bool, reading: &str| {
        let (mut d, _, _) = two_lines(5.0);
        d.read("continued-melee", reading);
        for u in [UnitId(0), UnitId(1)] {
            let x = d.unit(u);
            (x.nation, x.files) = (chakoten_napoleonic::troop::Nation::Other, x.files);
        }
        let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
        let choices: &[(&str, Choice)] =
            if back { &[("after B1", Choice::Way(Course::GoBack))] } else { &[] };
        turn_with(&mut b, &[("A1", attack("B1"))], &[], choices);
        assert_eq!(melees(&b)[0].2, Outcome::Drawn);
        turn(&mut b, &[("A1", attack("B1"))], &[]);
        let r = melees(&b).first().map(|m| m.3.clone()).unwrap_or_else(|| {
            show(&b);
            panic!("no melee")
        });
        done(&b);
        told_by(&p, &b, "play.melee.order");
        let points = by(&r, "attacker", "12.03.8");
        let left_out = last_turn(&b).iter().any(|e| e.rests_on("skema.XV.b"));
        assert_eq!(left_out, points.is_empty());
        if left_out {
            told_by(&p, &b, "skema.XV.b");
        }
        points
    };
    // In a continued melee nothing counts for the missing skirmish lines.
    assert!(fight(false, "stood-in-contact").is_empty());
    assert_eq!(fight(true, "stood-in-contact"), [2]);
    assert!(fight(true, "met-again").is_empty());
}

#[test]
fn who_halted_at_contact_distance_has_no_momentum_in_the_next_melee() {
    let p = proves!("12.03.4");
    let mut d = Drill::new();
    let a = d.cavalry(Side::A, 12, Formation::Line, 100.0, 30.0, 0.0);
    let c = d.cavalry(Side::B, 12, Formation::Line, 100.0, 51.0, 180.0);
    for u in [a, c] {
        d.unit(u).nation = chakoten_napoleonic::troop::Nation::Other;
    }
    // Three points more for momentum and first attack: 8 and 11 are a draw, and they stand.
    let mut b = Battle::drill(commanded(d), [3, 3, 2, 4, 4, 3, 3, 3, 3, 3, 3, 3]);
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    let first = melees(&b)[0];
    assert_eq!((first.2, by(first.3, "attacker", "12.03.4")), (Outcome::Drawn, vec![]));
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    assert_eq!(by(melees(&b)[0].3, "attacker", "12.03.4"), [-2]);
    told_by(&p, &b, "12.03.4");
    done(&b);
}

#[test]
fn momentum_and_charge_count_on_through_a_melee_won() {
    let p = proves!("12.03.4", "12.02.5", "03.02.7", "play.after-melee");
    let fight = |readings: &[(&str, &str)]| {
        let mut d = riders(100.0, 62.0);
        for (r, o) in readings {
            d.read(r, o);
        }
        let f: Field = commanded(d);
        let mut b = Battle::drill(f, [6, 6, 6, 1, 1, 1, 6, 6, 6, 1, 1, 1]);
        turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("victor A1 B1", Choice::Pick("B2".into()))]);
        let all = melees(&b);
        if all.len() != 2 {
            show(&b);
        }
        assert_eq!(all.len(), 2);
        done(&b);
        for id in ["12.02.5", "03.02.7", "play.after-melee"] {
            told_by(&p, &b, id);
        }
        let points = by(all[1].3, "attacker", "12.03.4");
        if !points.is_empty() {
            told_by(&p, &b, "12.03.4");
        }
        points
    };
    assert!(fight(&[]).is_empty());
    assert_eq!(fight(&[("momentum-through-melee", "afresh")]), [-2]);
}

/// A1 beats B1 and its player then picks B2, at this place: what he is told, and the battle after it.
fn picks(
    weight: Weight,
    then: &[&str],
    place: (f64, f64),
    dice: &[u8],
    change: impl FnOnce(&mut Drill),
) -> (Result<(), umpire::Refusal>, Battle) {
    let mut d = riders(place.0, place.1);
    d.weight(UnitId(0), weight);
    change(&mut d);
    let mut b = Battle::drill(commanded(d), dice);
    b.answer(Side::A, crate::field_day::sheet(&[("A1", attack_then("B1", then, false))])).unwrap();
    b.answer(Side::B, crate::field_day::sheet(&[])).unwrap();
    for _ in 0..20 {
        let asked = b.asked().cloned().expect("something is asked");
        let side = b.pending()[0].0;
        let mut choices = std::collections::BTreeMap::new();
        if let Some(a) = asked.asked.iter().find(|a| a.key.starts_with("victor A1")) {
            choices.insert(a.key.clone(), Choice::Pick("B2".into()));
            let said = b.answer(side, chakoten_napoleonic::order::Answer::Choices { choices });
            if said.is_ok() {
                crate::field_day::play_out(&mut b, &[]);
            }
            done(&b);
            return (said.map(|_| ()), b);
        }
        b.answer(side, chakoten_napoleonic::order::Answer::Choices { choices }).unwrap();
    }
    panic!("never asked")
}

/// Did the attack go on against B2, and by 12.02.6?
fn goes_on(b: &Battle) -> Option<bool> {
    find(b, |e| match e.kind {
        EventKind::AttackGoesOn { unit: UnitId(0), target: UnitId(2) } => Some(e.rests_on("12.02.6")),
        _ => None,
    })
}

#[test]
fn a_continued_attack_lies_within_twenty_degrees_or_was_written() {
    let p = proves!("12.02.6", "12.02.5");
    let plain = |_: &mut Drill| {};
    // It fronts north at (100, 50); the middle of the battery lies 21.75 cm ahead.
    let one = [6, 6, 6, 1, 1, 1];
    let (said, b) = picks(Weight::Heavy, &[], (107.8, 68.0), &[6, 6, 6, 1, 1, 1, 6, 6, 6, 1, 1, 1], plain);
    said.unwrap();
    assert_eq!(goes_on(&b), Some(false));
    told_by(&p, &b, "12.02.5");
    let (said, b) = picks(Weight::Heavy, &[], (108.1, 68.0), &one, plain);
    assert!(said.is_err());
    assert_eq!(goes_on(&b), None);
    // Written on the slip, or by light cavalry upon something worthwhile.
    for (weight, then) in [(Weight::Heavy, &["B2"][..]), (Weight::Light, &[])] {
        let (said, b) = picks(weight, then, (130.0, 68.0), &one, plain);
        said.unwrap();
        assert_eq!(goes_on(&b), Some(true));
        // It turns there first.
        assert!(moved(&b, UnitId(0), Why::Pivots).is_some());
        told_by(&p, &b, "12.02.6");
    }
}

#[test]
fn light_cavalry_finds_any_enemy_worthwhile_or_only_weak_ones() {
    let p = proves!("12.02.6");
    // Riders in order who front the light cavalry, or who are in disorder.
    let run = |reading: &str, of: State| {
        let (said, b) = picks(Weight::Light, &[], (130.0, 68.0), &[6, 6, 6, 1, 1, 1], |d| {
            d.read("worthwhile", reading);
            d.unit(UnitId(2)).fate = Fate::Awaited;
            let e = d.cavalry(Side::B, 12, Formation::Line, 130.0, 68.0, 239.0);
            d.state(e, of);
            d.call(UnitId(2), "B9");
            d.call(e, "B2");
        });
        let went = b.events().iter().any(|e| match e.kind {
            EventKind::AttackGoesOn { .. } => e.rests_on("12.02.6"),
            _ => false,
        });
        if went {
            told_by(&p, &b, "12.02.6");
        }
        assert_eq!(said.is_ok(), went);
        went
    };
    assert!(run("any", State::Order));
    assert!(!run("weak", State::Order));
    assert!(run("weak", State::Disorder));
}

#[test]
fn several_attackers_count_together() {
    let p = proves!("12.03.1", "play.melee.several");
    let fight = |reading: &str| {
        let mut d = Drill::new();
        d.commander(Side::A, 100.0, 30.0);
        d.commander(Side::B, 100.0, 100.0);
        d.infantry(Side::A, 24, Formation::AttackColumn, 92.0, 50.0, 0.0);
        d.infantry(Side::A, 24, Formation::AttackColumn, 108.0, 50.0, 0.0);
        d.infantry(Side::B, 24, Formation::Line, 100.0, 60.0, 180.0);
        d.read("several-attackers", reading);
        let mut b = Battle::drill(d.field(), [3, 3, 3, 6, 6, 6, 3, 3, 3, 6, 6, 6]);
        let order = Choice::Picks(vec!["A2".into(), "A1".into()]);
        turn_with(&mut b, &[("A1", attack("B1")), ("A2", attack("B1"))], &[], &[("melees on", order)]);
        let all: Vec<(UnitId, Ruling)> = melees(&b).into_iter().map(|m| (m.0, m.3.clone())).collect();
        if all.len() != 2 {
            show(&b);
        }
        assert_eq!((all[0].0, all[1].0), (UnitId(1), UnitId(0)));
        done(&b);
        told_by(&p, &b, "play.melee.several");
        told_by(&p, &b, "12.03.1");
        by(&all[0].1, "attacker", "12.03.1")
    };
    assert_eq!(fight("together"), [1]);
    assert!(fight("singly").is_empty());
}

#[test]
fn whoever_is_struck_in_flank_only_defends() {
    let p = proves!("12.03.6");
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
    // In front of it, marching across its front.
    d.infantry(Side::B, 30, Formation::Line, 97.0, 62.0, 90.0);
    let mut b = Battle::drill(commanded(d), [3, 3, 3, 3, 3, 3]);
    turn(
        &mut b,
        &[("A1", attack("B1"))],
        &[("B1", Order { attack: attack("A1").attack, ..Order::default() })],
    );
    let all = melees(&b);
    if all.is_empty() {
        show(&b);
    }
    assert_eq!(all.len(), 1);
    assert_eq!(by(all[0].3, "attacker", "12.03.6"), [3]);
    told_by(&p, &b, "12.03.6");
    done(&b);
}

#[test]
fn cossacks_break_off_an_unequal_attack() {
    let p = proves!("15.03.1");
    let mut d = Drill::new();
    let a = d.cavalry(Side::A, 20, Formation::Line, 100.0, 40.0, 0.0);
    d.weight(a, Weight::Cossack);
    let c = d.cavalry(Side::B, 20, Formation::Line, 100.0, 60.0, 180.0);
    d.weight(c, Weight::Heavy);
    let mut b = Battle::drill(commanded(d), []);
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    state(&b, a, State::Disorder);
    state(&b, c, State::Order);
    told_by(&p, &b, "15.03.1");
    let r = &b.field()[a].record;
    assert!(!r.attacked && !r.fought && r.pairs.is_empty());
    assert!(moved(&b, a, Why::Retreats).is_some());
    done(&b);
}

#[test]
fn a_cornered_unit_in_disorder_breaks_when_it_loses() {
    let p = proves!("13.02.1", "play.retreat");
    let fight = |wall: bool| {
        let (mut d, _, c) = two_lines(12.0);
        d.state(c, State::Disorder);
        let behind = d.unit(c).base.rear().y;
        if wall {
            d.line("wall", Obstacle::III, Cover::None, &[(60.0, behind + 0.05), (140.0, behind + 0.05)]);
        }
        // The defender loses by one or two.
        let mut b = Battle::drill(d.field(), [4, 3, 3, 4, 4, 3]);
        turn(&mut b, &[("A1", attack("B1"))], &[]);
        done(&b);
        assert_eq!(melees(&b)[0].2, Outcome::Won);
        b
    };
    let b = fight(true);
    state(&b, UnitId(1), State::Complete);
    told_by(&p, &b, "13.02.1");
    let b = fight(false);
    state(&b, UnitId(1), State::Disorder);
    told_by(&p, &b, "play.retreat");
}

#[test]
fn a_routed_unit_beaten_twice_surrenders() {
    let p = proves!("13.02.2");
    let fight = |lost: u8| {
        let (mut d, _, c) = two_lines(5.0);
        d.state(c, State::Complete);
        let mut f = d.field();
        f[c].record.flight_turn = Some(1);
        f[c].record.fu_lost = lost;
        // It does not rally within contact distance of an intact enemy.
        let mut b = Battle::drill(f, [6, 6, 6, 1, 1, 1]);
        turn(&mut b, &[("A1", attack("B1"))], &[]);
        if melees(&b).is_empty() {
            show(&b);
        }
        done(&b);
        b
    };
    let b = fight(1);
    assert_eq!(b.field()[UnitId(1)].fate, Fate::Surrendered);
    told_by(&p, &b, "13.02.2");
    let b = fight(0);
    assert_ne!(b.field()[UnitId(1)].fate, Fate::Surrendered);
    assert_eq!(b.field()[UnitId(1)].record.fu_lost, 1);
}

#[test]
fn prisoners_are_taken_only_where_the_position_is_held() {
    let p = proves!("13.04.1.a", "13.04.2", "13.04.3");
    let fight = |choice: Course| {
        let (d, _, _) = two_lines(8.0);
        let mut b = Battle::drill(d.field(), [6, 6, 6, 1, 1, 1]);
        turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("victor A1", Choice::Way(choice))]);
        state(&b, UnitId(1), State::Complete);
        done(&b);
        b
    };
    let b = fight(Course::Follow);
    let taken = b.field()[UnitId(1)].losses.prisoners;
    if taken == 0 {
        show(&b);
    }
    assert!(taken > 0);
    told_by(&p, &b, "13.04.1.a");
    told_by(&p, &b, "13.04.3");
    // Who does not reach the position takes none.
    let b = fight(Course::Stand);
    assert_eq!(b.field()[UnitId(1)].losses.prisoners, 0);
    let none = |b: &Battle| {
        find(b, |e| match e.kind {
            EventKind::NoPrisoners { unit, by } => Some((unit, by, e.clause.id().to_string())),
            _ => None,
        })
    };
    assert_eq!(none(&b), Some((UnitId(1), UnitId(0), "13.04.2".into())));
    told_by(&p, &b, "13.04.2");
    // Nor does a defender, though he stands where the attacker stood.
    let (d, _, _) = two_lines(5.0);
    let mut b = Battle::drill(d.field(), [1, 1, 1, 6, 6, 6]);
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    state(&b, UnitId(0), State::Complete);
    assert_eq!((b.field()[UnitId(0)].losses.prisoners, none(&b)), (0, None));
    assert!(last_turn(&b).iter().any(|e| matches!(e.kind, EventKind::Melee { .. }) && e.rests_on("13.04.2")));
    done(&b);
}

#[test]
fn a_complete_victory_counts_in_this_turn_and_the_next() {
    let p = proves!("12.03.12");
    let mut b = Battle::drill(commanded(riders(100.0, 62.0)), [6, 6, 6, 1, 1, 1, 6, 6, 6, 1, 1, 1]);
    turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("victor A1 B1", Choice::Pick("B2".into()))]);
    let all = melees(&b);
    assert!(by(all[0].3, "attacker", "12.03.12").is_empty());
    assert_eq!(by(all[1].3, "attacker", "12.03.12"), [2]);
    told_by(&p, &b, "12.03.12");
    done(&b);
}

#[test]
fn batteries_leave_what_they_cannot_take() {
    let p = proves!("13.03.1", "13.03.2", "13.03.3");
    let beaten = |limbered: bool, dice: &[u8], read: Option<&str>| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
        let c = d.battery(Side::B, 12, 100.0, 62.0, 180.0);
        if limbered {
            d.limber(c, false);
        }
        d.valour(c, 5);
        if let Some(r) = read {
            d.read("limbered-flight", r);
        }
        let mut b = Battle::drill(commanded(d), dice);
        turn(&mut b, &[("A1", attack("B1"))], &[]);
        done(&b);
        b
    };
    let b = beaten(false, &[6, 6, 6, 1, 1, 1], None);
    state(&b, UnitId(1), State::Complete);
    assert!(b.field()[UnitId(1)].crew_alone());
    told_by(&p, &b, "13.03.2");
    // Three models: two are left, or read singly all guns and no limber.
    let b = beaten(true, &[6, 6, 6, 1, 1, 1], None);
    state(&b, UnitId(1), State::Complete);
    assert_eq!(b.field()[UnitId(1)].battery.as_ref().unwrap().guns, 4);
    told_by(&p, &b, "13.03.3");
    let b = beaten(true, &[6, 6, 6, 1, 1, 1], Some("singly"));
    // Those guns stand there alone.
    let unit = &b.field()[UnitId(1)];
    assert!(unit.crew_alone() && unit.limbered() && unit.unmanned_guns().is_some());
    let b = beaten(false, &[3, 3, 3, 3, 3, 3], None);
    state(&b, UnitId(1), State::Disorder);
    assert_eq!(b.field()[UnitId(1)].battery.as_ref().unwrap().loads, 15);
    told_by(&p, &b, "13.03.1");
}

#[test]
fn a_flight_over_water_costs_a_quarter_or_three_quarters() {
    let p = proves!("13.02.4");
    let flee = |wide: Option<f64>| {
        let (mut d, _, c) = two_lines(12.0);
        if let Some(w) = wide {
            d.water("brook", (0.0, 75.0), (240.0, 75.0 + w));
        }
        let mut b = Battle::drill(d.field(), [6, 6, 6, 1, 1, 1]);
        turn(&mut b, &[("A1", attack("B1"))], &[]);
        state(&b, c, State::Complete);
        done(&b);
        let lost = |id: &str| {
            last_turn(&b).iter().find_map(|e| match e.kind {
                EventKind::Lost { unit, men, .. } if unit == c && e.rests_on(id) => Some(men),
                _ => None,
            })
        };
        let melee = lost("12.02.2.4").unwrap_or(0);
        let water = lost("13.02.4");
        if water.is_some() {
            told_by(&p, &b, "13.02.4");
        }
        (600 - melee, water)
    };
    assert_eq!(flee(None).1, None);
    let (men, water) = flee(Some(3.0));
    assert_eq!(water, Some(men.div_ceil(4)));
}

#[test]
fn a_unit_worn_down_to_minus_five_breaks() {
    let p = proves!("13.07.3", "13.07.1");
    let run = |valour: i8| {
        let (mut d, _, c) = two_lines(9.0);
        d.valour(c, valour);
        d.lost(c, 117);
        let mut b = Battle::drill(d.field(), [2, 2, 2]);
        turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
        done(&b);
        b
    };
    // Twenty percent are lost by the fire: one point less.
    let b = run(-4);
    state(&b, UnitId(1), State::Complete);
    told_by(&p, &b, "13.07.3");
    told_by(&p, &b, "13.07.1");
    assert!(run(-3).field()[UnitId(1)].state.intact());
}

#[test]
fn later_flights_lead_where_they_are_read_to() {
    let p = proves!("play.flight");
    let flee = |readings: &[(&str, &str)]| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        let c = d.infantry(Side::B, 20, Formation::Line, 120.0, 90.0, 180.0);
        d.state(c, State::Complete);
        for (r, o) in readings {
            d.read(r, o);
        }
        let mut f = commanded(d);
        f[c].record.flight_turn = Some(1);
        f[c].record.flight_dir = Some(table::v2(1.0, 0.0));
        let was = f[c].base.front;
        let mut b = Battle::drill(f, [1, 1, 1]);
        turn(&mut b, &[("A1", fire(When::AtOnce))], &[]);
        done(&b);
        told_by(&p, &b, "play.flight");
        let to = b.field()[c].base.front - was;
        let order = |k: fn(&EventKind) -> bool| last_turn(&b).iter().position(|e| k(&e.kind)).unwrap();
        let fled = order(|k| matches!(k, EventKind::Moved { why: Why::Flees, .. }));
        let told = order(|k| matches!(k, EventKind::FireAnnounced { .. }));
        (to.unit(), fled < told)
    };
    let (dir, first) = flee(&[]);
    assert!(dir.x > 0.1 && dir.y > 0.5 && !first, "{dir:?}");
    let (dir, _) = flee(&[("later-flight", "edge")]);
    assert!(dir.x.abs() < 0.05 && dir.y > 0.9, "{dir:?}");
    let (dir, _) = flee(&[("later-flight", "onward")]);
    assert!(dir.x > 0.9, "{dir:?}");
    assert!(flee(&[("flight-moment", "at-once")]).1);
}

#[test]
fn whoever_flees_off_the_table_is_lost() {
    let p = proves!("13.02.3");
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 100.0, 130.0, 0.0);
    let c = d.infantry(Side::B, 30, Formation::Line, 100.0, 142.0, 180.0);
    let mut b = Battle::drill(commanded(d), [6, 6, 6, 1, 1, 1]);
    turn(&mut b, &[("A1", attack("B1"))], &[]);
    assert_eq!(b.field()[c].fate, Fate::Fled);
    assert!(last_turn(&b).iter().any(|e| matches!(e.kind, EventKind::ByDefault { .. })));
    told_by(&p, &b, "13.02.3");
    done(&b);
}

#[test]
fn taken_guns_stay_or_leave_the_game() {
    let p = proves!("play.battery");
    let take = |reading: &str| {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::AttackColumn, 100.0, 50.0, 0.0);
        let c = d.battery(Side::B, 4, 100.0, 58.0, 180.0);
        d.read("guns-taken", reading);
        let mut b = Battle::drill(commanded(d), [6, 6, 6, 1, 1, 1]);
        turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("victor A1", Choice::Way(Course::Follow))]);
        done(&b);
        if b.field().guns_taken[0] == 0 {
            turn(&mut b, &[("A1", legs([ahead()]))], &[]);
        }
        if b.field().guns_taken[0] == 0 {
            show(&b);
        }
        assert_eq!(b.field().guns_taken[0], 4);
        told_by(&p, &b, "play.battery");
        b.field()[c].battery.as_ref().unwrap().guns
    };
    assert_eq!(take("stay"), 4);
    assert_eq!(take("captured"), 0);
}

#[test]
fn a_victor_goes_through_a_loser_in_flight() {
    let p = proves!("12.02.7");
    let (d, a, _) = two_lines(8.0);
    let mut b = Battle::drill(d.field(), [6, 6, 6, 1, 1, 1]);
    turn_with(&mut b, &[("A1", attack("B1"))], &[], &[("victor A1", Choice::Way(Course::Follow))]);
    // 3 cm to contact distance, and on for what is left of the turn.
    stands(&b, a, 100.0, 60.0);
    told_by(&p, &b, "12.02.7");
    done(&b);
}

#[test]
fn a_retreat_goes_on_to_the_end_of_the_turn_though_a_melee_is_won_on_the_way() {
    let p = proves!("13.01.1");
    let (mut d, a, c) = two_lines(9.0);
    d.state(c, State::Light3);
    // Going back it comes into U and retreats 5 cm a turn; the attack reaches it at 0.8 and is beaten.
    let mut b = Battle::drill(d.field(), [1, 1, 1, 6, 6, 6]);
    turn(&mut b, &[("A1", attack("B1"))], &[("B1", legs([go(Way::Back)]))]);
    assert_eq!(melees(&b)[0].2, Outcome::Lost);
    state(&b, a, State::Complete);
    state(&b, c, State::Disorder);
    stands(&b, c, 100.0, 64.0);
    told_by(&p, &b, "13.01.1");
    done(&b);
}

#[test]
fn who_is_broken_after_a_mutual_fire_flees_like_any_other() {
    let p = proves!("13.01.4", "13.01.2");
    let (mut d, a, c) = two_lines(9.0);
    d.infantry(Side::A, 30, Formation::AttackColumn, 130.0, 61.0, 270.0);
    for u in [a, c] {
        d.state(u, State::Light3);
    }
    // Both fire each other into U and stand; then the column comes upon the flank of one.
    let mut b = Battle::drill(commanded(d), [4, 4, 4, 4, 4, 4, 6, 6, 6, 1, 1, 1]);
    let both = fire(When::AtOnce);
    turn_with(
        &mut b,
        &[("A1", both.clone()), ("A2", attack("B1"))],
        &[("B1", both)],
        &[("victor", Choice::Way(Course::Stand)), ("support", Choice::No)],
    );
    if b.field()[c].state != State::Complete {
        show(&b);
    }
    state(&b, c, State::Complete);
    assert!(moved(&b, c, Why::Flees).is_some());
    state(&b, a, State::Light3);
    told_by(&p, &b, "13.01.4");
    told_by(&p, &b, "13.01.2");
    done(&b);
}
