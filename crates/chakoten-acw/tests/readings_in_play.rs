//! Readings that can be switched, each option shown in whole turns: the same orders and dice, and what differs.

use crate::field_day;

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::ground::LineKind;
use chakoten_acw::order::Choice;
use chakoten_acw::troop::{Formation, Gun, State};
use chakoten_acw::{EventKind, Side, UnitId, proves};
use field_day::{done, find, last_turn, turn, turn_with};

fn generals(d: &mut Drill) {
    d.general(Side::A, 100.0, 10.0);
    d.general(Side::B, 100.0, 150.0);
}

/// Men lost by the first unit that loses any in the last turn.
fn lost(b: &Battle) -> Option<u32> {
    find(b, |e| if let EventKind::Lost { men, .. } = e.kind { Some(men) } else { None })
}

/// Shell of four guns, 4 + 2 for more than 20 cm: 9 men in table X, half of them from guns in action: 4 1/2.
#[test]
fn artillery_rounding() {
    let _p = proves!("X.a");
    for (readings, men) in [
        (&[][..], 5),
        (&[("artillery-rounding", "down")], 4),
        (&[("rounding", "down")], 4),
        (&[("rounding", "down"), ("artillery-rounding", "down")], 4),
    ] {
        let mut d = Drill::new();
        d.battery(Side::A, Gun::Napoleon, 4, 100.0, 40.0, 0.0);
        let t = d.battery(Side::B, Gun::Napoleon, 4, 100.0, 80.0, 180.0);
        generals(&mut d);
        for (reading, option) in readings {
            d.read(reading, option);
        }
        // On the spot, then 4: no equipment is lost on 4.
        let mut b = Battle::drill(d.field(), [3, 4, 1, 3]);
        turn(&mut b, &[("A1", "shell 42 at x1")], &[]);
        assert_eq!((lost(&b), b.field()[t].carried), (Some(men), men as u16), "{readings:?}");
        done(&b);
    }
    // Small arms go by `rounding` alone: one company at 10 cm, zone 2; it fired last turn. 3: 3 men, in cover III a quarter: 3/4.
    for (reading, men) in [("artillery-rounding", Some(1)), ("rounding", None)] {
        let mut d = Drill::new();
        d.infantry(Side::A, 30, Formation::Line, 100.0, 60.0, 0.0);
        let t = d.infantry(Side::B, 30, Formation::Line, 100.0, 70.0, 180.0);
        generals(&mut d);
        d.line(LineKind::FullFortification, "Redan", &[(80.0, 69.5), (120.0, 69.5)]);
        d.read(reading, "down");
        d.unit(UnitId(0)).record.first_fire = Some(1);
        d.unit(UnitId(0)).record.last_fire = Some(1);
        let mut b = Battle::drill(d.field(), [1, 2]);
        turn(&mut b, &[("A1", "fire 1 company right at x1")], &[]);
        assert_eq!(lost(&b), men, "{reading}");
        assert_eq!(b.field()[t].carried, men.unwrap_or(0) as u16);
        done(&b);
    }
}

/// A unit that has fought a melee before its first fire.
#[test]
fn first_fire_after_a_melee() {
    let _p = proves!("05.02.4");
    // Next turn it fires with 3 at 6 cm, zone 1, 5 elements: with the +3 7 men each, without anything 4.
    for (option, men) in [("fire-only", 35), ("melee-too", 20)] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        let e = d.infantry(Side::B, 30, Formation::Line, 100.0, 50.0, 180.0);
        d.general(Side::A, 100.0, 30.0);
        d.general(Side::B, 100.0, 80.0);
        d.read("first-fire", option);
        let mut f = d.field();
        f[a].locked.push(e);
        f[e].locked.push(a);
        // 7: 8 men each of 5 elements, two figures; 2: 10 men. -4 for two figures, -2 for more losses, 7 on the dice: U.
        let mut b = Battle::drill(f, [3, 4, 1, 1, 3, 4, 1, 2, 6, 6]);
        turn(&mut b, &[], &[]);
        assert_eq!(b.field()[e].state, State::Disorder);
        // The retirement of half a turn of a line: 6 cm.
        assert!((b.field().gap(&b.field()[a], &b.field()[e]) - 6.0).abs() < 1e-6);
        turn(&mut b, &[("A1", "fire at x1")], &[]);
        assert_eq!(lost(&b), Some(men), "{option}");
        done(&b);
    }
}

/// A chain that falls back upon a friend who fires and does not support it.
#[test]
fn a_chain_that_is_stopped_in_falling_back() {
    let _p = proves!("04.02.10.c");
    for (option, state) in [("disorder", State::Slight), ("keeps-order", State::Order)] {
        let mut d = Drill::new();
        let c = d.infantry(Side::A, 12, Formation::Chain, 100.0, 60.0, 0.0);
        // Its back to the chain: no support unit (07.03.5).
        d.infantry(Side::A, 30, Formation::Line, 100.0, 45.0, 180.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 75.0, 180.0);
        d.general(Side::A, 100.0, 30.0);
        d.general(Side::B, 100.0, 90.0);
        d.read("fall-back-stopped", option);
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[("A2", "fire when any within 5")], &[("B1", "march 8")]);
        // It faces the enemy again, its rear on the rear of the friend at 48 cm.
        assert!((b.field()[c].base.rear().y - 48.0).abs() < 0.01, "{:?}", b.field()[c].base);
        assert_eq!(b.field()[c].state, state, "{option}");
        assert!(!b.field()[c].pinned(b.field().turn));
        done(&b);
    }
    // Nothing in its way: the whole 25 cm, and LU under either (04.02.10.c).
    for option in ["disorder", "keeps-order"] {
        let mut d = Drill::new();
        let c = d.infantry(Side::A, 12, Formation::Chain, 100.0, 60.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 75.0, 180.0);
        d.general(Side::A, 100.0, 20.0);
        d.general(Side::B, 100.0, 90.0);
        d.read("fall-back-stopped", option);
        let mut b = Battle::drill(d.field(), []);
        turn(&mut b, &[], &[("B1", "march 8")]);
        assert!((b.field()[c].base.front.y - 35.0).abs() < 0.01, "{:?}", b.field()[c].base);
        assert_eq!(b.field()[c].state, State::Slight, "{option}");
    }
}

/// Guns that take in ammunition are attacked.
#[test]
fn guns_that_resupply_are_attacked() {
    let _p = proves!("09.03.2");
    // (reading, the choice, does it fire, is it resupplied, dice)
    let fires: &[u8] = &[1, 1, 2, 3];
    let not: &[u8] = &[2, 3, 6];
    for (option, choice, fired, dice) in [
        ("loses-it", None, true, fires),
        ("loses-it", Some(Choice::No), false, not),
        ("never", None, false, not),
    ] {
        let mut d = Drill::new();
        let g = d.battery(Side::A, Gun::Napoleon, 4, 100.0, 60.0, 0.0);
        d.wagon(Side::A, 100.0, 55.5, 0.0);
        d.infantry(Side::B, 30, Formation::AttackColumn, 100.0, 75.0, 180.0);
        d.general(Side::A, 100.0, 30.0);
        d.general(Side::B, 100.0, 95.0);
        d.unit(g).battery.as_mut().unwrap().rounds = [0, 0, 1];
        d.read("resupply-surprised", option);
        // Canister as surprised: 2 + 4 - 4: 3 men. The shock: 5 + 2 for numbers: 7, nothing. Then one die for the wagon.
        let mut b = Battle::drill(d.field(), dice);
        let choices: Vec<(&str, Choice)> = choice.iter().map(|c| ("surprised", c.clone())).collect();
        turn_with(&mut b, &[("A1", "resupply A2")], &[("B1", "attack: march")], &choices);
        let shelled = find(&b, |e| matches!(e.kind, EventKind::Shelled { .. }).then_some(())).is_some();
        assert_eq!(shelled, fired, "{option}");
        let rounds = b.field()[g].battery.as_ref().unwrap().rounds;
        let full = chakoten_acw::book::data().gun(Gun::Napoleon).rounds;
        assert_eq!(rounds, if fired { [0, 0, 0] } else { full }, "{option}");
        done(&b);
    }
}

/// Men who dig are fired at from afar and lose 15 men.
#[test]
fn losses_while_at_work() {
    let _p = proves!("10.01.1");
    for (option, counted) in [("acts", true), ("losses-too", false)] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 40.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
        d.general(Side::A, 100.0, 20.0);
        d.general(Side::B, 100.0, 90.0);
        d.read("work-interrupted", option);
        // 20 cm is zone 3: 4 + 3 for the first fire: 3 men an element, 15.
        let mut b = Battle::drill(d.field(), [1, 3]);
        turn(&mut b, &[("A1", "work light fortification")], &[("B1", "fire")]);
        assert_eq!(b.field()[a].carried, 15);
        let turns = b.field().works.iter().find(|w| w.unit == a).map(|w| w.turns);
        assert_eq!(turns, counted.then_some(1), "{option}");
        // A quiet turn counts under either; the one that was lost does not.
        turn(&mut b, &[("A1", "work light fortification")], &[]);
        let turns = b.field().works.iter().find(|w| w.unit == a).map(|w| w.turns);
        assert_eq!(turns, Some(if counted { 2 } else { 1 }), "{option}");
        done(&b);
    }
    // Fired at from 15 cm it may be pinned, and that interrupts in any case: 40 men, two figures, -4 and -1 for no answer.
    for option in ["acts", "losses-too"] {
        let mut d = Drill::new();
        let a = d.infantry(Side::A, 30, Formation::Line, 100.0, 40.0, 0.0);
        d.infantry(Side::B, 30, Formation::Line, 100.0, 48.0, 180.0);
        d.general(Side::A, 100.0, 20.0);
        d.general(Side::B, 100.0, 90.0);
        d.read("work-interrupted", option);
        // 8 cm is zone 1: 4 + 3: 8 men of 5 elements. -4 - 1 + 2: LU and pinned.
        let mut b = Battle::drill(d.field(), [1, 3, 5, 5]);
        turn(&mut b, &[("A1", "work light fortification")], &[("B1", "fire")]);
        assert!(b.field()[a].pinned(b.field().turn), "{option}");
        assert!(last_turn(&b).iter().all(|e| !matches!(e.kind, EventKind::Worked { .. })));
        done(&b);
    }
}
