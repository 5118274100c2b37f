//! The procedures by name: exact odds, readings, and what a battery's gear suffers.

use chakoten_acw::book;
use chakoten_acw::gear::Damage;
use chakoten_acw::procedures::{
    ALL, ArtilleryRounding, CombatReadings, Equipment, FirstUse, FlankAndWorking, HasInitiative, KeepsOrder,
    MeleeCover, PinnedAgain, PinnedRemainder, RearAttack, Rounding, Superiority, ThirdsLost,
};
use chakoten_acw::proves;
use chakoten_acw::troop::Gun;
use chakoten_acw::unit::Battery;
use serde_json::json;
use umpire::{AnyProcedure, Readings};

fn procedure(name: &str) -> &'static dyn AnyProcedure {
    *ALL.iter().find(|p| p.name() == name).unwrap()
}

/// Outcome in words and its share.
fn odds(name: &str, situation: serde_json::Value) -> Vec<(String, f64)> {
    let found = procedure(name).weigh(&situation, &mut odds::Enumerator::default()).unwrap();
    let all: u128 = found.iter().map(|w| w.weight).sum();
    found.into_iter().map(|w| (w.says.to_string(), w.weight as f64 / all as f64)).collect()
}

#[test]
fn every_example_has_exact_odds() {
    for p in ALL {
        let found = p.weigh(&p.example(), &mut odds::Enumerator::default()).unwrap();
        assert!(!found.is_empty(), "{}", p.name());
        let mut says: Vec<_> = found.iter().map(|w| w.says.to_string()).collect();
        says.dedup();
        assert_eq!(says.len(), found.len(), "{}: outcomes that differ read alike", p.name());
    }
}

#[test]
fn odds_by_hand() {
    assert_eq!(
        odds("appointment", json!({})),
        [
            ("no general is appointed yet".to_string(), 26.0 / 36.0),
            ("a new general is appointed".to_string(), 10.0 / 36.0),
        ]
    );
    assert_eq!(
        odds("resupply", json!({ "kind": "unlimbered" })),
        [("not resupplied this turn".to_string(), 2.0 / 6.0), ("resupplied in full".to_string(), 4.0 / 6.0),]
    );
    // Ties again: even chances.
    assert!(odds("initiative", json!({})).iter().all(|(_, share)| *share == 0.5));
    // Four doubles of 36 empty the boxes.
    let s = json!({
        "firer": { "kind": "infantry", "figures": 6, "weapon": "rifled_musket" },
        "target": { "kind": "infantry" }, "distance": 5,
    });
    let out: f64 = odds("small-arms", s).iter().filter(|(o, _)| o.contains("ammunition")).map(|o| o.1).sum();
    assert!((out - 4.0 / 36.0).abs() < 1e-12);
    // Both attack alike: each rolls half the time.
    let side = json!({ "kind": "infantry", "figures": 20 });
    let s = json!({ "attacker": side, "opponent": side, "counter": {} });
    let theirs: f64 =
        odds("shock", s).iter().filter(|(o, _)| o.contains("had the initiative")).map(|o| o.1).sum();
    assert!((theirs - 0.5).abs() < 1e-12);
}

#[test]
fn readings_of_a_battle() {
    let all = &book::text().readings;
    let plain = Readings::defaults(all);
    assert_eq!(CombatReadings::of(&plain), CombatReadings::default());
    let mut other = plain;
    for (id, option) in [
        ("rounding", "down"),
        ("pinned-remainder", "kept"),
        ("melee-cover", "fire-only"),
        ("superiority", "adds-up"),
        ("flank-and-working", "twice"),
        ("pinned-again", "newly-only"),
        ("thirds-lost", "adds-up"),
        ("artillery-rounding", "down"),
        ("keeps-order", "in-order"),
        ("initiative", "dice"),
        ("rear-attack", "as-flank"),
        ("ammunition-first-use", "none"),
    ] {
        other = other.with(all, id, option).unwrap();
    }
    let switched = CombatReadings {
        rounding: Rounding::Down,
        pinned_remainder: PinnedRemainder::Kept,
        melee_cover: MeleeCover::FireOnly,
        superiority: Superiority::AddsUp,
        flank_and_working: FlankAndWorking::Twice,
        pinned_again: PinnedAgain::NewlyOnly,
        thirds_lost: ThirdsLost::AddsUp,
        artillery_rounding: ArtilleryRounding::Down,
        keeps_order: KeepsOrder::InOrder,
        initiative: HasInitiative::Dice,
        rear_attack: RearAttack::AsFlank,
        ammunition_first_use: FirstUse::None,
    };
    assert_eq!(CombatReadings::of(&other), switched);
    for r in all {
        assert!(book::text().clause(&r.clause).is_some(), "{} cites no clause {}", r.id, r.clause);
    }
    // In a situation they go by their ids.
    let s = json!({
        "kind": "infantry", "removed": 1, "lost": 20, "original": 30, "cause": { "melee": {} },
        "readings": { "thirds-lost": "adds-up" },
    });
    let j = procedure("morale").judge_by_hand(&s, vec![3, 4]).unwrap();
    assert_eq!(j.ruling.totals["result"], -5);
}

#[test]
fn what_a_batterys_gear_suffers() {
    let p = proves!("06.03.3.b", "01.01.2.b");
    let told = Damage::Battery(Equipment { guns_damaged: 1, ..Equipment::default() }).by();
    assert_eq!(p.shows("06.03.3.b", told.clause).id(), "06.03.3.b");
    assert!(p.shows("01.01.2.b", told.also.rests_on("01.01.2.b")), "of those it had in reality");
    let mut b = Battery {
        gun: Gun::Napoleon,
        horse: false,
        of: 6,
        sound: 2,
        damaged: 0,
        limbers: 1,
        limbers_damaged: 0,
        horses: 6,
        horses_of: 6,
        rounds: [4, 6, 2],
        unmanned: None,
        repair: None,
        taken: Default::default(),
    };
    let none = Equipment::default();
    b.suffer(Equipment { guns_damaged: 1, ..none });
    assert_eq!((b.sound, b.damaged), (1, 1));
    b.suffer(Equipment { guns_destroyed: 1, ..none });
    assert_eq!((b.sound, b.damaged), (0, 1), "a sound one first");
    b.suffer(Equipment { guns_damaged: 1, ..none });
    assert_eq!((b.sound, b.damaged), (0, 0), "none sound: the damaged one is destroyed");
    b.suffer(Equipment { guns_destroyed: 1, ..none });
    assert_eq!((b.sound, b.damaged), (0, 0));
    b.suffer(Equipment { limbers_damaged: 1, horses: 4, ..none });
    assert_eq!((b.limbers, b.limbers_damaged, b.horses), (0, 1, 2));
    b.suffer(Equipment { limbers_destroyed: 1, horses: 4, ..none });
    assert_eq!((b.limbers, b.limbers_damaged, b.horses), (0, 0, 0));
}
