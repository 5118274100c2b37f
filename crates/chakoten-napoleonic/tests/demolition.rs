//! Blasts, powder, mines, and fires set by hand.

use crate::works::{cites, refused, rule};
use chakoten_napoleonic::book::works::{Digging, Object};
use chakoten_napoleonic::procedures::demolition::*;
use chakoten_napoleonic::procedures::fires::*;
use chakoten_napoleonic::procedures::mines::*;
use chakoten_napoleonic::procedures::works::WorkReadings;
use chakoten_napoleonic::proves;
use chakoten_napoleonic::works::charge::{Charge, Tinder, powder_for};
use chakoten_napoleonic::works::fires::{
    Blaze, Burning, Cause, Fighters, Threat, lasts, lies, must_clear, reach,
};
use chakoten_napoleonic::works::mine::{Mine, carrying};
use table::{V2, v2};
use umpire::Exact;

#[test]
fn a_blast_by_the_die() {
    let p = proves!("19.07.4.a", "19.07.4.b");
    let blast = |object, second, die| rule::<BlastObject>(&BlastObjectSituation { object, second }, &[die]);
    let misfire = BlastObjectOutcome::Misfire { turns: 1 };
    let half = BlastObjectOutcome::Partial { quarters: 4 };
    for (die, first, second) in [
        (1, misfire, misfire),
        (2, misfire, misfire),
        (3, half, BlastObjectOutcome::Complete),
        (4, half, BlastObjectOutcome::Complete),
        (5, BlastObjectOutcome::Complete, BlastObjectOutcome::Complete),
        (6, BlastObjectOutcome::Complete, BlastObjectOutcome::Complete),
    ] {
        assert_eq!(p.shows("19.07.4.a", blast(Object::StoneBridge, false, die)).0, first, "{die}");
        assert_eq!(p.shows("19.07.4.b", blast(Object::StoneBridge, true, die)).0, second, "{die}");
    }
    // Half of 2, 1, 1/2 and 1/4: whole charges up to whole ones, less up to quarters.
    let quarters = |o, second| powder_for(o, second).0;
    for (o, first, again) in [
        (Object::StoneBridge, 8, 4),
        (Object::WoodenBridge, 4, 4),
        (Object::Boat, 2, 1),
        (Object::Wall, 1, 1),
    ] {
        assert_eq!((quarters(o, false), quarters(o, true)), (first, again), "{o}");
    }
}

#[test]
fn a_misfire_is_put_right_in_a_turn() {
    let p = proves!("19.07.4.a");
    let c = Charge::laid(Object::Wall, 1, false, 5);
    assert!(c.fire(5).is_err());
    assert_eq!(c.fire(6).unwrap(), BlastObjectSituation { object: Object::Wall, second: false });
    let again = c.fired(6, &BlastObjectOutcome::Misfire { turns: 1 }).unwrap();
    p.refused_by("19.07.4.a", again.fire(7));
    assert!(again.fire(8).is_ok());
    assert_eq!(c.fired(6, &BlastObjectOutcome::Complete), None);
    assert_eq!(c.fired(6, &BlastObjectOutcome::Partial { quarters: 1 }), None);
}

#[test]
fn powder_is_made_of_ammunition() {
    let p = proves!("19.07.2", "19.02.2", "11.03.3");
    for (loads, turns, charges, left) in
        [(5, 3, 2, 1), (5, 1, 1, 3), (1, 4, 0, 1), (0, 0, 0, 0), (16, 8, 8, 0)]
    {
        let (o, r) = rule::<PowderFromAmmunition>(&PowderSituation { loads, turns }, &[]);
        let made = PowderOutcome { charges, loads_left: left };
        assert_eq!(p.shows("19.07.2", o), made);
        assert!(p.shows("19.02.2", cites(&r, "19.02.2")) && p.shows("11.03.3", cites(&r, "11.03.3")));
    }
}

fn mine(charges: u32) -> MineSituation {
    MineSituation { charges, depth: 10.0, gallery: 3.0, minus: 0, turns: None }
}

#[test]
fn a_mine_by_the_die() {
    let p = proves!("19.08.6.a", "19.08.6.b", "19.08.8");
    let fire = |s, die| rule::<FireMine>(&s, &[die]);
    let full = |cm| MineOutcome::Full { radius: Exact(cm) };
    let half = |cm| MineOutcome::Half { radius: Exact(cm) };
    let misfire = |turns| MineOutcome::Misfire { turns };
    for (die, o) in
        [(1, misfire(1)), (2, misfire(1)), (3, half(6.0)), (4, half(6.0)), (5, full(12.0)), (6, full(12.0))]
    {
        assert_eq!(p.shows("19.08.6.a", fire(mine(4), die)).0, o, "{die}");
    }
    // Twice the depth takes twice the powder.
    assert_eq!(p.shows("19.08.8", fire(MineSituation { depth: 20.0, ..mine(8) }, 6)).0, full(12.0));
    assert_eq!(fire(MineSituation { depth: 5.0, ..mine(1) }, 6).0, full(6.0));
    assert_eq!(fire(mine(1), 6).0, full(3.0));
    // Longer galleries, the umpire's word, points off.
    assert_eq!(p.shows("19.08.6.b", fire(MineSituation { gallery: 3.1, ..mine(4) }, 2)).0, misfire(2));
    assert_eq!(fire(MineSituation { gallery: 9.0, turns: Some(1), ..mine(4) }, 2).0, misfire(1));
    let (o, r) = fire(MineSituation { minus: 1, ..mine(4) }, 5);
    assert_eq!((o, r.modifiers[0].value), (half(6.0), -1));
    assert_eq!(fire(MineSituation { minus: 6, ..mine(4) }, 6).0, misfire(1));
    assert!(refused::<FireMine>(&MineSituation { depth: 0.0, ..mine(4) }).contains("19.08.8"));
    for bad in [mine(0), MineSituation { minus: 7, ..mine(1) }, MineSituation { turns: Some(3), ..mine(1) }] {
        refused::<FireMine>(&bad);
    }
}

#[test]
fn a_mine_is_planned() {
    let p = proves!("19.08.1", "19.08.5", "19.08.2", "19.08.3", "19.08.4");
    let plan =
        |charges, depth, gallery| rule::<MinePlan>(&MinePlanSituation { charges, depth, gallery }, &[]);
    let (o, r) = plan(3, 15.0, 7.0);
    // Two shafts of 12, seven cm of 6, two chambers of 12; one turn down and three along.
    let turns = MinePlanOutcome { shaft: 24, gallery: 42, chamber: 24, loading: 4 };
    assert_eq!(p.shows("19.08.5", o), turns);
    for id in ["19.08.2", "19.08.3", "19.08.4"] {
        assert!(p.shows(id, cites(&r, id)));
    }
    let (o, r) = plan(3, 0.0, 0.0);
    assert_eq!(p.shows("19.08.1", o), MinePlanOutcome { shaft: 0, gallery: 0, chamber: 0, loading: 0 });
    assert!(cites(&r, "19.08.1"));
    assert_eq!(plan(1, 0.0, 3.0).0, MinePlanOutcome { shaft: 0, gallery: 18, chamber: 12, loading: 1 });
    assert_eq!([0.0, 3.0, 3.1, 6.0].map(|cm| carrying(0.0, cm).0), [0, 1, 2, 2]);
    assert_eq!(carrying(10.0, 0.0).0, 1);
}

#[test]
fn a_mine_from_shaft_to_crater() {
    let p = proves!("19.08.7", "19.08.5", "19.08.4", "19.08.1", "19.08.6.b");
    let mut m = Mine::default();
    for (what, amount) in [(Digging::Shaft, 10.0), (Digging::Gallery, 4.0), (Digging::Chamber, 2.0)] {
        assert_eq!(p.shows("19.08.1", m.dug(what, amount).unwrap()).id(), "19.08.1");
    }
    p.refused_by("19.08.4", m.carry(3, 20));
    p.refused_by("19.08.5", m.fire(20, 10.0, 0));
    for turn in 20..22 {
        assert!(!m.carry(2, turn).unwrap().0);
    }
    let (loaded, by) = m.carry(2, 22).unwrap();
    assert!(p.shows("19.08.5", loaded) && by.rests_on("19.08.5"));
    p.refused_by("19.08.6.b", m.fire(22, 10.0, 0));
    assert_eq!(m.fire(23, 10.0, 0).unwrap(), MineSituation { gallery: 4.0, ..mine(2) });
    m.came(23, &MineOutcome::Misfire { turns: 2 });
    assert!(m.fire(25, 10.0, 0).is_err());
    assert!(m.fire(26, 10.0, 0).is_ok());
    m.came(26, &MineOutcome::Half { radius: Exact(3.0) });
    p.refused_by("19.08.7", m.fire(27, 10.0, 0));
    p.refused_by("19.08.7", m.dug(Digging::Chamber, 2.0));
    p.refused_by("19.08.7", m.carry(2, 28));
    // At the foot of a rampart.
    let mut open = Mine::default();
    let (loaded, by) = open.carry(5, 3).unwrap();
    assert!(loaded && by.rests_on("19.08.1"));
    assert_eq!(open.fire(4, 10.0, 1).unwrap().charges, 5);
}

#[test]
fn setting_fire_takes_two_attempts_at_most() {
    let p = proves!("19.06.2");
    let set = |attempt, die| p.shows("19.06.2", rule::<SetFire>(&SetFireSituation { attempt }, &[die])).0;
    let p = &p;
    for die in 1..=6 {
        let burns = die >= 3;
        assert_eq!(set(1, die), if burns { SetFireOutcome::Fire } else { SetFireOutcome::Again });
        assert_eq!(set(2, die), if burns { SetFireOutcome::Fire } else { SetFireOutcome::PrepareAgain });
    }
    refused::<SetFire>(&SetFireSituation { attempt: 3 });
    let t = Tinder::laid(Object::WoodenBridge, 4);
    assert_eq!(t.attempt(4), Some(SetFireSituation { attempt: 1 }));
    // One full turn has to pass.
    let t = t.tried(4, &SetFireOutcome::Again).unwrap();
    assert_eq!(t.attempt(5), None);
    assert_eq!(t.attempt(6), Some(SetFireSituation { attempt: 2 }));
    assert_eq!(t.tried(6, &SetFireOutcome::PrepareAgain), None);
    assert_eq!(t.tried(6, &SetFireOutcome::Fire), None);
    assert_eq!(p.shows("19.06.2", ()), ());
}

#[test]
fn putting_out_a_fire_set_by_hand() {
    let p = proves!("19.06.4.b", "19.06.4.a");
    let s = PutOutSituation {
        cause: Cause::ByHand,
        attempt: 1,
        occupied: false,
        occupants: 0,
        helpers: 8,
        needed: 8,
    };
    let second = PutOutSituation { attempt: 2, ..s };
    let out = |s, die| p.shows("19.06.4.b", rule::<PutOutFire>(&s, &[die])).0;
    for die in 1..=6 {
        let put_out = die >= 5;
        assert_eq!(out(s, die), if put_out { PutOutOutcome::Out } else { PutOutOutcome::GoesOn });
        let then = if put_out { PutOutOutcome::HalfDestroyed } else { PutOutOutcome::BurnsDown };
        assert_eq!(out(second, die), then);
    }
    let too_few = refused::<PutOutFire>(&PutOutSituation { helpers: 7, ..s });
    assert!(p.shows("19.06.4.a", too_few).contains("19.06.4.a"));
    assert_eq!(out(PutOutSituation { helpers: 0, occupants: 1, ..s }, 5), PutOutOutcome::Out);
}

#[test]
fn fires_last_eight_turns_or_four() {
    let p = proves!("19.06.3", "19.06.4.b");
    assert_eq!(p.shows("19.06.3", [lasts(true).0, lasts(false).0]), [8, 4]);
    let last = |mut b: Burning| (1..50).find(|t| b.burnt_down(*t).is_some());
    // Set at the end of turn 10 it burns in turns 11 to 18, or to 14.
    assert_eq!(last(Burning::set(10, true, false, false)), Some(18));
    assert_eq!(last(Burning::set(10, false, false, false)), Some(14));
    let mut b = Burning::set(10, false, false, false);
    let by = b.burnt_down(14).unwrap();
    assert!(p.shows("19.06.4.b", by.rests_on("19.06.4.b")) && by.rests_on("19.06.3"));
    assert_eq!((b.state(), b.burnt_down(15)), (Blaze::BurntDown, None));
}

#[test]
fn a_fire_set_by_hand_is_fought_in_its_first_two_turns() {
    let p = proves!("19.06.4.b");
    let plain = WorkReadings::default();
    let f = Fighters { occupants: 0, helpers: 8, needed: 8 };
    let mut b = Burning::set(10, true, false, false);
    assert_eq!(b.attempt(10, &f, &plain), None);
    let first = b.attempt(11, &f, &plain).unwrap();
    assert_eq!(first.attempt, 1);
    let (came, _) = rule::<PutOutFire>(&first, &[2]);
    b.fought(&came);
    assert_eq!(b.state(), Blaze::Burning);
    assert_eq!(b.attempt(12, &Fighters { helpers: 7, ..f }, &plain), None, "too few");
    let second = b.attempt(12, &f, &plain).unwrap();
    let (came, _) = rule::<PutOutFire>(&second, &[6]);
    b.fought(&came);
    assert_eq!(p.shows("19.06.4.b", b.state()), Blaze::HalfDestroyed);
    assert_eq!((b.attempt(13, &f, &plain), b.burnt_down(18)), (None, None));
    let b = Burning::set(10, true, false, false);
    assert_eq!(b.attempt(13, &f, &plain), None, "too late");
}

fn square(x: f64, y: f64, side: f64) -> [V2; 4] {
    [v2(x, y), v2(x + side, y), v2(x + side, y + side), v2(x, y + side)]
}

#[test]
fn fire_spreads_round_about_and_farther_downwind() {
    let p = proves!("19.06.5", "17.04.5");
    let fire = square(0.0, 0.0, 4.0);
    // The wind blows to the north.
    let at = |x, y| lies(&fire, &square(x, y, 2.0), 0.0, 0.0);
    let near = at(8.0, 0.0);
    assert!(!near.downwind && near.reached(false));
    assert!(!at(8.01, 0.0).reached(true));
    assert!(!at(0.0, -7.0).reached(true), "against the wind");
    let north = at(1.0, 14.0);
    assert!(north.downwind && (north.distance - 10.0).abs() < 1e-9);
    assert!(north.reached(false));
    assert!(!at(1.0, 14.1).reached(false) && at(1.0, 19.0).reached(true) && !at(1.0, 19.1).reached(true));
    assert!(lies(&fire, &square(1.0, 20.0, 2.0), 0.0, 1.0).reached(true), "the umpire's strong wind");
    // The sector opens 30 degrees from every edge: 12 cm ahead of the near one it is 12 tan 30 = 6.93 cm wider.
    let corner = |x: f64| lies(&fire, &[v2(x, 12.0), v2(x + 1.0, 12.0), v2(x + 1.0, 11.9)], 0.0, 0.0);
    assert!(corner(4.0 + 6.92).reached(true));
    assert!(!corner(4.0 + 6.94).reached(true));
    // The same to the east, the south and the south-west.
    let east = lies(&fire, &square(14.0, 1.0, 2.0), 90.0, 0.0);
    assert!((east.distance - 10.0).abs() < 1e-9);
    assert!(lies(&fire, &square(1.0, -12.0, 2.0), 180.0, 0.0).reached(false));
    assert!(lies(&fire, &square(-7.0, -7.0, 2.0), 225.0, 0.0).reached(false));
    assert!(!lies(&fire, &square(-7.0, -7.0, 2.0), 45.0, 0.0).reached(true));
    // Touching, one inside the other, a single point.
    assert_eq!(at(4.0, 0.0).distance, 0.0);
    assert_eq!(lies(&fire, &[v2(1.0, 1.0)], 0.0, 0.0).distance, 0.0);
    assert!(lies(&fire, &[v2(2.0, 13.0)], 0.0, 0.0).reached(false));
    assert_eq!(
        [reach(false, false, 9.0), reach(false, true, 0.0), reach(true, true, 2.0)],
        [4.0, 10.0, 17.0]
    );
    let s = |distance, downwind, large| FireSpreadsSituation {
        cause: Cause::ByHand,
        distance,
        downwind,
        large,
        further: 0.0,
    };
    for die in 1..=6 {
        let (o, r) = rule::<FireSpreads>(&s(15.0, true, true), &[die]);
        let then = if die >= 3 { FireSpreadsOutcome::Catches } else { FireSpreadsOutcome::Spared };
        assert_eq!(p.shows("17.04.5", o), then);
        assert!(cites(&r, "19.06.5"));
    }
    let none = rule::<FireSpreads>(&s(10.1, true, false), &[]).0;
    assert_eq!(p.shows("19.06.5", none), FireSpreadsOutcome::OutOfReach);
    assert_eq!(rule::<FireSpreads>(&s(4.1, false, true), &[]).0, FireSpreadsOutcome::OutOfReach);
    assert_eq!(rule::<FireSpreads>(&s(4.0, false, false), &[3]).0, FireSpreadsOutcome::Catches);
}

#[test]
fn fire_spreads_in_the_turn_after_the_outbreak_alone() {
    let p = proves!("17.04.5");
    let b = Burning::shelled(7, false);
    let to = Threat { distance: 12.0, downwind: true, further: 0.0 };
    assert_eq!(b.spreads(7, &to), None);
    let s = b.spreads(8, &to).unwrap();
    assert_eq!(p.shows("17.04.5", rule::<FireSpreads>(&s, &[3]).0), FireSpreadsOutcome::Catches);
    assert_eq!(b.spreads(9, &to), None);
    // Beside it nothing catches fire, however near; from a fire set by hand it may.
    let beside = Threat { distance: 2.0, downwind: false, further: 0.0 };
    let s = b.spreads(8, &beside).unwrap();
    assert_eq!(p.shows("17.04.5", rule::<FireSpreads>(&s, &[]).0), FireSpreadsOutcome::OutOfReach);
    let by_hand = FireSpreadsSituation { cause: Cause::ByHand, ..s };
    assert_eq!(rule::<FireSpreads>(&by_hand, &[3]).0, FireSpreadsOutcome::Catches);
}

#[test]
fn the_wind_by_the_die() {
    let p = proves!("19.06.5");
    for die in 1..=6 {
        let (o, _) = rule::<Wind>(&WindSituation {}, &[die]);
        assert_eq!(p.shows("19.06.5", o.towards), 60 * (u16::from(die) - 1));
    }
}

#[test]
fn the_danger_zone_is_cleared_but_for_fire_fighters() {
    let p = proves!("19.06.6.a");
    let t = |distance, downwind| Threat { distance, downwind, further: 0.0 };
    let by = must_clear(&t(4.0, false), false, false).unwrap();
    assert!(p.shows("19.06.6.a", by.rests_on("19.06.6.a")));
    assert_eq!(must_clear(&t(4.0, false), false, true), None);
    assert_eq!(must_clear(&t(4.1, false), true, false), None);
    assert!(must_clear(&t(15.0, true), true, false).is_some());
}

#[test]
fn guns_near_a_fire_may_blow_up() {
    let p = proves!("19.06.6.b");
    let near = |loads, dice: &[u8]| {
        let (o, r) = rule::<GunsNearFire>(&GunsNearFireSituation { loads }, dice);
        assert!(cites(&r, "19.06.6.b"));
        p.shows("19.06.6.b", o)
    };
    assert_eq!(near(16, &[2]), GunsNearFireOutcome::Safe);
    assert_eq!(near(16, &[3, 2]), GunsNearFireOutcome::Burns);
    assert_eq!(near(16, &[3, 3]), GunsNearFireOutcome::Explodes { charges: 8, partly: true });
    assert_eq!(near(15, &[6, 5]), GunsNearFireOutcome::Explodes { charges: 8, partly: false });
    assert_eq!(near(0, &[6]), GunsNearFireOutcome::Burns);
}
