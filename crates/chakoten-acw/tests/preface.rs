//! What the preface promises of a turn: everybody may move so many centimetres and may fire or attack, and every fire and
//! every attack is a roll with the tables' additions and deductions.

use crate::field_day;

use chakoten_acw::battle::Battle;
use chakoten_acw::drill::Drill;
use chakoten_acw::order::Choice;
use chakoten_acw::troop::{Formation, Gun};
use chakoten_acw::{EventKind, Side, proves};
use field_day::{last_turn, stands, turn, turn_with};
use umpire::Ruling;

/// A brigade with units that march, one that fires, one that attacks, and guns; and their enemies.
fn brigade(dice: &[u8]) -> Battle {
    let mut d = Drill::new();
    d.infantry(Side::A, 30, Formation::Line, 75.0, 40.0, 0.0);
    d.cavalry(Side::A, 12, Formation::Line, 90.0, 20.0, 0.0);
    d.infantry(Side::A, 30, Formation::Line, 100.0, 60.0, 0.0);
    d.infantry(Side::A, 30, Formation::AttackColumn, 125.0, 60.0, 0.0);
    d.battery(Side::A, Gun::Napoleon, 4, 137.0, 60.0, 0.0);
    d.infantry(Side::B, 30, Formation::Line, 100.0, 80.0, 180.0);
    d.infantry(Side::B, 30, Formation::Line, 125.0, 70.0, 180.0);
    d.infantry(Side::B, 30, Formation::Line, 138.0, 70.0, 180.0);
    d.general(Side::A, 105.0, 45.0);
    d.general(Side::B, 120.0, 100.0);
    Battle::drill(d.field(), dice)
}

/// The total of a ruling is its dice and every addition and deduction in it, and each of those names its clause.
fn adds_up(r: &Ruling, name: &str) {
    let dice: i64 = r.dice.iter().map(|d| i64::from(*d)).sum();
    let mods: i64 = r.modifiers.iter().map(|m| i64::from(m.value)).sum();
    assert_eq!(r.dice.len(), 2, "two dice: {name}");
    assert_eq!(r.totals["dice"], dice, "{name}");
    assert_eq!(r.totals["result"], dice + mods, "{name}: {r:?}");
    assert!(r.modifiers.iter().all(|m| m.value != 0 && !m.clause.id().is_empty()), "{name}");
}

#[test]
fn everybody_moves_or_fires_or_attacks_and_every_shot_is_a_roll() {
    let p = proves!("preface.3", "03.03.1.a");
    let mut b = brigade(&[3, 4].repeat(20));
    turn_with(
        &mut b,
        &[
            ("A1", "march 12"),
            ("A2", "march 20"),
            ("A3", "fire at x1"),
            ("A4", "attack: march"),
            ("A5", "canister"),
        ],
        &[],
        &[("surprised", Choice::No)],
    );
    let f = b.field();
    let id = |c: &str| f.by_code(c).unwrap();
    // So many centimetres.
    stands(&b, id("A1"), 75.0, 52.0);
    stands(&b, id("A2"), 90.0, 40.0);
    let mut fires = 0;
    let mut shocks = 0;
    for e in last_turn(&b) {
        match &e.kind {
            EventKind::Fired { unit, ruling, .. } if *unit == id("A3") => {
                adds_up(ruling, "small arms");
                // The first fire of the game is an addition of the table, not luck.
                assert!(ruling.modifiers.iter().any(|m| m.value == 3), "{ruling:?}");
                fires += 1;
            }
            EventKind::Shelled { unit, ruling, .. } if *unit == id("A5") => {
                adds_up(ruling, "canister");
                fires += 1;
            }
            EventKind::Shock { unit, ruling, .. } => {
                assert_eq!(*unit, id("A4"));
                adds_up(ruling, "shock");
                shocks += 1;
            }
            _ => {}
        }
    }
    assert_eq!(*p.shows("preface.3", &(fires, shocks)), (2, 1), "each fire and each attack has its roll");
    // Who marched did not fire, and who fired did not march.
    let moved = |c: &str| {
        let u = id(c);
        last_turn(&b).iter().any(|e| matches!(e.kind, EventKind::Moved { unit, .. } if unit == u))
    };
    assert_eq!(
        *p.shows("03.03.1.a", &["A1", "A2", "A3", "A4", "A5"].map(moved)),
        [true, true, false, true, false]
    );
}

#[test]
fn without_a_fire_or_an_attack_there_is_no_roll() {
    let _p = proves!("preface.3");
    let mut b = brigade(&[]);
    turn(&mut b, &[("A1", "march 12"), ("A2", "march 20")], &[]);
    assert!(last_turn(&b).iter().all(|e| e.kind.ruling().is_none()));
    b.dice_used_up().unwrap();
}
