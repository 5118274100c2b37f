//! Several against one in a joint melee, and rifle figures that fall.

use crate::field_day::{ahead, attack, commanded, done, find, fire, last_turn, legs, show, told_by, turn};
use chakoten_napoleonic::battle::Battle;
use chakoten_napoleonic::drill::Drill;
use chakoten_napoleonic::order::When;
use chakoten_napoleonic::procedures::melee::{Comrade, Fighter, Melee, MeleeSituation, shared_loss};
use chakoten_napoleonic::troop::{Arm, Formation, State};
use chakoten_napoleonic::{EventKind, Side, UnitId, proves};
use umpire::{HandDice, judge};

/// Two columns of A before one line of B, the one of 30 figures and the other of 20.
fn two_on_one() -> (Drill, UnitId, UnitId, UnitId) {
    let mut d = Drill::new();
    d.commander(Side::A, 100.0, 40.0);
    d.commander(Side::B, 100.0, 80.0);
    let small = d.infantry(Side::A, 20, Formation::AttackColumn, 94.0, 50.0, 0.0);
    let large = d.infantry(Side::A, 30, Formation::AttackColumn, 106.0, 50.0, 0.0);
    let b = d.infantry(Side::B, 30, Formation::Line, 100.0, 60.0, 180.0);
    (d, small, large, b)
}

fn melees(b: &Battle) -> Vec<(UnitId, UnitId)> {
    let of = |e: &chakoten_napoleonic::event::Event| match e.kind {
        EventKind::Melee { unit, target, .. } => Some((unit, target)),
        _ => None,
    };
    last_turn(b).iter().filter_map(of).collect()
}

#[test]
fn every_unit_of_a_brigade_column_that_fights_uses_ammunition() {
    let p = proves!("11.01.1");
    // The lead, those behind it, and the enemy: in a melee, or where there is none.
    let left = |attacks: bool, reading: &str| {
        let mut d = Drill::new();
        d.read("column-ammunition", reading);
        let lead = d.infantry(Side::A, 30, Formation::Line, 100.0, 50.0, 0.0);
        let behind = d.infantry(Side::A, 30, Formation::Line, 100.0, 47.0, 0.0);
        d.joined(lead, &[behind]);
        let foe = d.infantry(Side::B, 30, Formation::Line, 100.0, 62.0, 180.0);
        let dice: &[u8] = if attacks { &[3, 3, 3, 3, 3, 3] } else { &[] };
        let mut b = Battle::drill(commanded(d), dice);
        let order = if attacks { attack("B1") } else { legs([ahead()]) };
        turn(&mut b, &[("A1", order)], &[]);
        done(&b);
        if attacks {
            told_by(&p, &b, "11.01.1");
        }
        [lead, behind, foe].map(|u| b.field()[u].ammunition)
    };
    assert_eq!(left(true, "all"), [11, 11, 11]);
    assert_eq!(left(true, "lead"), [11, 12, 11]);
    assert_eq!(left(false, "all"), [12, 12, 12]);
}

#[test]
fn each_pair_fights_or_all_of_them_one_melee() {
    let p = proves!("play.melee.several");
    let (d, small, large, o) = two_on_one();
    let mut b = Battle::drill(d.clone().field(), [3, 3, 3, 3, 3, 4, 3, 3, 3, 3, 3, 4]);
    turn(&mut b, &[("A1", attack("B1")), ("A2", attack("B1"))], &[]);
    assert_eq!(melees(&b), [(small, o), (large, o)]);
    done(&b);
    let mut d = d;
    d.read("joint-melee", "joint");
    let mut b = Battle::drill(d.field(), [3, 3, 3, 3, 3, 4]);
    turn(&mut b, &[("A1", attack("B1")), ("A2", attack("B1"))], &[]);
    if melees(&b).len() != 1 {
        show(&b);
    }
    assert_eq!(p.shows("play.melee.several", melees(&b)), [(large, o)]);
    told_by(&p, &b, "play.melee.several");
    let ruling = find(&b, |e| e.kind.ruling().filter(|_| matches!(e.kind, EventKind::Melee { .. })).cloned());
    let ruling = ruling.unwrap();
    assert!(ruling.reckoning.iter().any(|s| s.clause.id() == "play.melee.several"));
    // Both have fought it, and both have fought the same enemy.
    for u in [small, large] {
        assert_eq!(b.field()[u].record.pairs.as_slice(), [o]);
    }
    done(&b);
}

#[test]
fn what_they_lose_is_shared_and_the_state_falls_on_each() {
    let p = proves!("play.melee.several");
    let (mut d, small, large, o) = two_on_one();
    d.read("joint-melee", "joint");
    let mut b = Battle::drill(d.field(), [1, 1, 1, 6, 6, 6]);
    turn(&mut b, &[("A1", attack("B1")), ("A2", attack("B1"))], &[]);
    let lost = |u: UnitId| b.field()[u].losses.men;
    let all = lost(small) + lost(large);
    assert!(all > 0 && lost(o) > 0);
    let (shares, by) = shared_loss(all, &[30, 20]);
    assert_eq!(p.shows("play.melee.several", by.id()), "play.melee.several");
    assert_eq!(shares, [lost(large), lost(small)]);
    assert!(b.field()[large].state >= State::Disorder);
    assert_eq!(b.field()[large].state, b.field()[small].state);
    done(&b);
}

#[test]
fn shares_are_whole_men_and_the_rest_falls_on_the_first() {
    for (men, figures, want) in [
        (0, vec![30, 20], vec![0, 0]),
        (10, vec![30, 20], vec![6, 4]),
        (7, vec![30, 20], vec![5, 2]),
        (1, vec![10, 10, 10], vec![1, 0, 0]),
        (9, vec![12], vec![9]),
    ] {
        assert_eq!(shared_loss(men, &figures).0, want);
    }
}

#[test]
fn ranks_of_all_make_melee_units_in_the_joint_melee() {
    let p = proves!("play.melee.several");
    let fighter = |n: u16| Fighter { formation: Formation::Line, ..Fighter::new(Arm::Infantry, n) };
    let alone = MeleeSituation {
        attacker: fighter(20),
        defender: fighter(20),
        ..serde_json::from_value(serde_json::json!({
            "attacker": { "arm": "infantry", "figures": 20 },
            "defender": { "arm": "infantry", "figures": 20 },
        }))
        .unwrap()
    };
    let mut joint = alone.clone();
    joint.attacker.joined = 30;
    joint.comrades = vec![Comrade::of(&fighter(30))];
    let units = |s: &MeleeSituation| {
        let mut d = HandDice::new([4, 4, 4, 3, 3, 3]);
        let (out, _) = judge::<Melee>(s, &mut d);
        d.finish().unwrap();
        (out.attacker.ranks, out.attacker.units, out.defender.units)
    };
    let (ranks, one, other) = units(&alone);
    let (same, both, unchanged) = units(&joint);
    assert!(ranks > 0 && same >= ranks);
    // Ten in each rank of the one, fifteen more of the other.
    assert_eq!(one, u32::from(ranks));
    assert_eq!(
        p.shows("play.melee.several", both),
        (25 * u32::from(same)) / 10 + u32::from((25 * u32::from(same)) % 10 >= 3)
    );
    let _same_enemy = (other, unchanged);
}

#[test]
fn rifle_figures_fall_in_proportion_or_as_it_is_read() {
    let p = proves!("play.mixed-arms");
    for (option, left) in [("in-proportion", 3), ("last", 4), ("first", 2)] {
        let mut d = Drill::new();
        d.commander(Side::A, 100.0, 40.0);
        d.commander(Side::B, 100.0, 80.0);
        let a = d.infantry(Side::A, 12, Formation::Line, 100.0, 50.0, 0.0);
        d.unit(a).rifles = 4;
        d.unit(a).carried = 19;
        d.infantry(Side::B, 30, Formation::Line, 100.0, 56.0, 180.0);
        d.read("rifles-fall", option);
        let mut f = d.field();
        // Two of its figures are as good as gone, so that any loss takes them off.
        f[a].figures = 12;
        let mut b = Battle::drill(f, [4, 4, 4]);
        turn(&mut b, &[], &[("B1", fire(When::AtOnce))]);
        let unit = &b.field()[a];
        let fallen = 12 - unit.figures;
        if fallen == 0 {
            show(&b);
        }
        assert!(fallen > 0);
        let want = match option {
            "in-proportion" => (4 * unit.figures + 6) / 12,
            "last" => 4.min(unit.figures),
            _ => 4 - fallen.min(4),
        };
        assert_eq!(p.shows("play.mixed-arms", unit.rifles), want, "{option} {fallen} {left}");
        told_by(&p, &b, "play.mixed-arms");
        done(&b);
    }
}

#[test]
fn figures_that_fall_one_by_one_keep_the_part_that_has_rifles() {
    let mut d = Drill::new();
    let a = d.infantry(Side::A, 36, Formation::Line, 100.0, 50.0, 0.0);
    let u = d.unit(a);
    u.rifles = 6;
    // A sixth of those present, to the nearest.
    for left in (1..36).rev() {
        let lost = u.lose(20).0;
        assert_eq!((lost.figures, u.figures), (1, left));
        let want = (left + 3) / 6;
        assert_eq!(u.rifles, want, "{left}");
    }
}
