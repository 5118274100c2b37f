//! The battles that come with the book can be read, mustered and fought from the start, and so can those laid by the dice.

use chakoten_napoleonic::scenario::generate::{GENERATOR, TerrainKind};
use chakoten_napoleonic::scenario::{self, SHIPPED};
use chakoten_napoleonic::troop::Arm;
use chakoten_napoleonic::unit::Fate;
use chakoten_napoleonic::{Side, proves, raising};

#[test]
fn the_shipped_battles_are_lawful() {
    let mut bad = Vec::new();
    for (name, text) in SHIPPED {
        if let Err(r) = scenario::read(name, text) {
            bad.push(format!("{r:#}"));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    for (name, text) in SHIPPED {
        let s = scenario::read(name, text).unwrap();
        let f = s.muster();
        for side in Side::BOTH {
            assert!(s.side(side).strength >= 150, "{name}: {side}");
            assert!(!s.head.sides[side.index()].briefing.is_empty(), "{name}: {side}");
            assert!(s.tasks.iter().filter(|t| t.side == side).count() >= 3, "{name}: {side}");
        }
        let present: Vec<_> = f.present().collect();
        for (i, a) in present.iter().enumerate() {
            for b in &present[..i] {
                let apart =
                    f.rects(a).iter().all(|r| f.rects(b).iter().all(|q| r.penetration(q) <= table::EPS));
                assert!(apart || a.inside.is_some(), "{name}: {} and {}", a.code, b.code);
                if a.side != b.side {
                    assert!(f.gap(a, b) > 8.0, "{name}: {} and {} stand too near", a.code, b.code);
                }
            }
        }
    }
}

/// Reserves come in the end, whether or not somebody was in the way.
#[test]
fn reserves_come_by_their_edge() {
    let p = proves!("play.setup");
    for (name, text) in SHIPPED {
        let s = scenario::read(name, text).unwrap();
        let mut f = s.muster();
        let all = f.arrivals.len();
        let mut came = 0;
        for turn in 1..=s.turns {
            let (new, by) = raising::arrive(&mut f, turn);
            assert_eq!(by.id(), "play.setup");
            for u in new {
                assert_eq!(f[u].fate, Fate::OnTable);
                came += 1;
                // The front rank is on the table, the rear is not yet.
                let b = f[u].base;
                assert!(f.ground.holds(b.front_left()) && !f.ground.holds(b.rear()), "{name}");
                // They march on.
                f[u].base = b.moved(b.dir * 60.0);
            }
        }
        assert!(f.arrivals.is_empty() && f.units.iter().all(|u| u.fate == Fate::OnTable), "{name}");
        assert_eq!(p.shows("play.setup", came), all);
    }
}

#[test]
fn what_a_scenario_holds_in_a_few_lines() {
    let (name, text) = SHIPPED[0];
    let lines: Vec<String> =
        scenario::describe(name, text).unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(lines[0], "The Crossroads at Rabenau");
    assert!(lines[1].contains("1813-09-06, 09:00, Rabenau"), "{}", lines[1]);
    assert!(
        lines[2].contains("10 battalions, 2 regiments of horse, 3 batteries with 22 guns"),
        "{}",
        lines[2]
    );
    assert!(lines[4].contains("300 x 200 cm, 20 turns"), "{}", lines[4]);
    assert!(scenario::describe("bad", "title = 3").is_err());
}

/// About as strong: neither side has a fifth more figures, weighed with its valour. What the ground and the tasks add to that is measured in
/// battles (docs/commanders.md).
#[test]
fn the_meeting_is_balanced() {
    let (name, text) = SHIPPED[0];
    let s = scenario::read(name, text).unwrap();
    let f = s.muster();
    let weigh = |side: Side| {
        let own = f.units.iter().filter(|u| u.side == side && u.arm != Arm::Train);
        own.map(|u| f64::from(u.figures) * (1.0 + 0.1 * f64::from(u.valour_of))).sum::<f64>()
    };
    let units = |side: Side| f.units.iter().filter(|u| u.side == side && u.body.is_none()).count();
    assert!((15..=17).contains(&units(Side::A)) && (15..=17).contains(&units(Side::B)));
    let (a, b) = (weigh(Side::A), weigh(Side::B));
    assert!((a / b - 1.0).abs() < 0.2, "{a} against {b}");
}

#[test]
fn battles_by_the_dice_are_lawful_for_every_nation_and_ground() {
    let options: Vec<usize> = GENERATOR.choices.iter().map(|c| c.options.len()).collect();
    assert_eq!(options, [4, 8, 8]);
    for terrain in 0..4 {
        for nation in 0..8 {
            for seed in 0..4u64 {
                let other = (nation + 1 + seed as usize) % 8;
                let text = (GENERATOR.make)(&[terrain, nation, other], seed * 17 + nation as u64);
                let s = scenario::read("generated", &text).unwrap_or_else(|r| panic!("{r:#}\n{text}"));
                let f = s.muster();
                for side in Side::BOTH {
                    assert!(f.side(side).filter(|u| u.arm == Arm::Infantry).count() >= 8);
                    assert_eq!(f.side(side).filter(|u| u.arm == Arm::Artillery).count(), 2);
                }
                assert_eq!(text, (GENERATOR.make)(&[terrain, nation, other], seed * 17 + nation as u64));
            }
        }
    }
    assert_eq!(TerrainKind::ALL.map(TerrainKind::name), ["farmland", "woodland", "hills", "open-country"]);
}

/// Every section and every key is in the reference for those who write scenarios.
#[test]
fn the_reference_names_every_key() {
    let reference = include_str!("../../../docs/scenarios-chakoten-napoleonic.md");
    for s in scenario::FORMAT.sections {
        for k in s.keys {
            assert!(reference.contains(&format!("`{k}`")), "{}: {k}", s.id);
        }
    }
}
