//! Morale, being carried away, reorganising, and the smaller rolls, told as bare situations with scripted dice.

use crate::field_day::two_dice;
use chakoten_acw::procedures::small::ReorganiseOutcome;
use chakoten_acw::procedures::*;
use chakoten_acw::proves;
use chakoten_acw::troop::{Cover, Kind, State};
use odds::judging::rule;
use umpire::{Procedure, Ruling};

fn sum(r: &Ruling) -> i32 {
    r.modifiers.iter().map(|m| m.value).sum()
}

fn by_rifles(distance: f64) -> MoraleCause {
    MoraleCause::SmallArms { distance, flank_or_rear: false, silent: false }
}

/// A regiment of 30 that has just lost its first figure to rifles at 20 cm: -1.
fn test() -> MoraleSituation {
    MoraleSituation {
        kind: Kind::Infantry,
        state: State::Order,
        pinned: false,
        valour: 0,
        removed: 1,
        lost: 1,
        original: 30,
        detached: false,
        support: false,
        general: false,
        cover: Cover::None,
        cause: by_rifles(20.0),
        readings: CombatReadings::default(),
    }
}

/// The sum of table XV less the figure removed; 7 on the dice changes nothing.
fn mods(f: impl Fn(&mut MoraleSituation)) -> i32 {
    let mut s = test();
    f(&mut s);
    let (_, r) = rule::<Morale>(&s, &[6, 1]);
    assert_eq!(r.totals["result"], sum(&r));
    sum(&r) + 1
}

#[test]
fn figures_removed_and_strength_lost() {
    let _p = proves!("XV.a");
    for (removed, n) in [(1, -1), (2, -4), (3, -7), (4, -10), (5, -15), (9, -15)] {
        let set = |s: &mut MoraleSituation| {
            s.removed = removed;
            s.lost = removed;
        };
        assert_eq!(mods(set), n + 1, "{removed}");
    }
    for (lost, n) in [(9, 0), (10, -1), (19, -1), (20, -3), (29, -3)] {
        assert_eq!(mods(|s| s.lost = lost), n, "{lost}");
    }
    // 1/3 of 31 is more than 10.
    let odd = |lost| {
        mods(|s| {
            s.original = 31;
            s.lost = lost;
        })
    };
    assert_eq!([odd(10), odd(11), odd(20), odd(21)], [0, -1, -1, -3]);
    let adds = |s: &mut MoraleSituation| {
        s.lost = 20;
        s.readings.thirds_lost = ThirdsLost::AddsUp;
    };
    assert_eq!(mods(adds), -4);
}

#[test]
fn the_rows_of_table_fifteen() {
    let _p = proves!("XV.b");
    assert_eq!(mods(|_| {}), 0);
    assert_eq!(mods(|s| s.detached = true), -1);
    assert_eq!(mods(|s| s.support = true), 1);
    assert_eq!(mods(|s| s.general = true), 1);
    assert_eq!([Cover::I, Cover::II, Cover::III].map(|c| mods(|s| s.cover = c)), [1, 2, 4]);
    assert_eq!(mods(|s| s.state = State::Slight), -1);
    assert_eq!(mods(|s| s.state = State::Disorder), -4);
    assert_eq!(mods(|s| s.state = State::Complete), 0);
    let pinned = |s: &mut MoraleSituation| {
        s.state = State::Slight;
        s.pinned = true;
    };
    assert_eq!(mods(pinned), -3, "pinned and LU");
    assert_eq!([-1, 0, 1, 2].map(|v| mods(|s| s.valour = v)), [-1, 0, 1, 2]);
    let rifles = |flank_or_rear, silent| MoraleCause::SmallArms { distance: 20.0, flank_or_rear, silent };
    assert_eq!(mods(|s| s.cause = rifles(true, false)), -3);
    assert_eq!(mods(|s| s.cause = rifles(false, true)), -1);
    assert_eq!(mods(|s| s.cause = rifles(true, true)), -4);
    assert_eq!(mods(|s| s.cause = MoraleCause::Artillery { distance: 20.0, flank_or_rear: true }), -3);
    let melee = |kind, against_mounted, more_losses| {
        mods(|s| {
            s.kind = kind;
            s.cause = MoraleCause::Melee { against_mounted, more_losses };
        })
    };
    assert_eq!(melee(Kind::Infantry, false, false), 0);
    assert_eq!(melee(Kind::Infantry, true, false), -2);
    assert_eq!(melee(Kind::Dismounted, true, true), -4);
    assert_eq!(melee(Kind::Unlimbered, true, false), -2);
    assert_eq!(melee(Kind::Mounted, true, false), 0);
    assert_eq!(melee(Kind::Mounted, true, true), -2);
}

#[test]
fn dice_and_results_of_the_test() {
    let _p = proves!("08.02.7.a");
    // Table XVI.
    for (n, dice) in (2..=12).zip([-3, -2, -2, -1, -1, 0, 1, 1, 2, 2, 3]) {
        let (_, r) = rule::<Morale>(&test(), &two_dice(n));
        assert_eq!(r.totals["result"], dice - 1, "{n}");
    }
    // Table XVII at its limits, by a roll of 7.
    use State::{Complete, Disorder, Order, Slight};
    let at = |removed: u16, valour: i8, cover: Cover, state: State| {
        let s = MoraleSituation { removed, lost: removed, valour, cover, state, ..test() };
        let (o, r) = rule::<Morale>(&s, &[6, 1]);
        (r.totals["result"].as_i64().unwrap(), o.state, o.fell)
    };
    let none = Cover::None;
    assert_eq!(at(1, 1, none, Order), (0, Order, false));
    assert_eq!(at(1, 0, none, Order), (-1, Slight, true));
    assert_eq!(at(2, 1, none, Order), (-3, Slight, true));
    assert_eq!(at(2, 0, none, Order), (-4, Disorder, true));
    assert_eq!(at(3, 0, none, Order), (-7, Disorder, true));
    assert_eq!(at(3, -1, none, Order), (-8, Complete, true));
    assert_eq!(at(5, 2, Cover::III, Order), (-9, Complete, true));
    // Never better.
    assert_eq!(at(1, 2, Cover::III, Slight), (4, Slight, false));
    assert_eq!(at(1, 2, Cover::III, Disorder), (1, Disorder, false));
    assert_eq!(at(1, 0, Cover::II, Disorder), (-3, Disorder, false));
    assert_eq!(at(1, 2, Cover::III, Complete), (5, Complete, false));
}

#[test]
fn close_fire_pins_foot_and_turns_back_horses() {
    let p = proves!("04.02.6", "04.02.7.a");
    // 7 on the dice: -1, LU.
    let after = |kind, state, cause| {
        let s = MoraleSituation {
            kind,
            state,
            cause,
            cover: if state == State::Slight { Cover::I } else { Cover::None },
            ..test()
        };
        let o = rule::<Morale>(&s, &[6, 1]).0;
        (o.state, o.pinned, o.recoils)
    };
    let guns = |distance| MoraleCause::Artillery { distance, flank_or_rear: false };
    let lu = State::Slight;
    for cause in [by_rifles(15.0), by_rifles(2.0), guns(15.0)] {
        for kind in [Kind::Infantry, Kind::Dismounted] {
            assert_eq!(p.shows("04.02.7.a", after(kind, State::Order, cause)), (lu, true, false));
            assert_eq!(after(kind, lu, cause), (lu, true, false), "already in LU");
        }
        for kind in [Kind::Mounted, Kind::Limbered] {
            assert_eq!(p.shows("04.02.6", after(kind, State::Order, cause)), (lu, false, true));
            assert_eq!(after(kind, lu, cause), (lu, false, true));
        }
        assert_eq!(after(Kind::Unlimbered, State::Order, cause), (lu, false, false));
    }
    for kind in [Kind::Infantry, Kind::Mounted] {
        assert_eq!(after(kind, State::Order, by_rifles(15.01)), (lu, false, false));
        let melee = MoraleCause::Melee { against_mounted: false, more_losses: false };
        assert_eq!(after(kind, State::Order, melee), (lu, false, false));
    }
    // U and FU are not pinned, nor is who holds.
    let s = MoraleSituation { removed: 2, lost: 2, cause: by_rifles(5.0), ..test() };
    let o = rule::<Morale>(&s, &[6, 1]).0;
    assert_eq!((o.state, o.pinned), (State::Disorder, false));
    let s = MoraleSituation { valour: 1, state: lu, cover: Cover::I, cause: by_rifles(5.0), ..test() };
    let o = rule::<Morale>(&s, &[6, 1]).0;
    assert_eq!((o.state, o.pinned), (lu, false));
    // A unit in U that tests LU stays in U, not pinned.
    let s = MoraleSituation { state: State::Disorder, cover: Cover::III, cause: by_rifles(5.0), ..test() };
    let o = rule::<Morale>(&s, &[6, 1]).0;
    assert_eq!((o.state, o.pinned), (State::Disorder, false));
    // The other reading.
    let mut s = MoraleSituation { state: lu, cover: Cover::I, cause: by_rifles(5.0), ..test() };
    s.readings.pinned_again = PinnedAgain::NewlyOnly;
    assert!(!rule::<Morale>(&s, &[6, 1]).0.pinned);
    s.state = State::Order;
    s.cover = Cover::None;
    assert!(rule::<Morale>(&s, &[6, 1]).0.pinned);
}

#[test]
fn tests_that_cannot_be() {
    let _p = proves!("08.02.1");
    let refused = |f: &dyn Fn(&mut MoraleSituation), by: &str| {
        let mut s = test();
        f(&mut s);
        let e = Morale::check(&s).unwrap_err().to_string();
        assert!(e.contains(by), "{e}");
    };
    refused(&|s| s.kind = Kind::Wagon, "06.03.4");
    refused(&|s| s.pinned = true, "08.02.1");
    refused(
        &|s| {
            s.pinned = true;
            s.state = State::Slight;
            s.kind = Kind::Mounted;
        },
        "04.02.7.a",
    );
    refused(&|s| s.valour = 3, "08.01.1");
    refused(&|s| s.removed = 0, "removed");
    refused(&|s| s.lost = 0, "lost");
    refused(&|s| s.lost = 31, "lost");
    refused(&|s| s.original = 0, "original");
    for cm in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
        refused(&|s| s.cause = by_rifles(cm), "cause");
    }
}

fn threatened() -> CarriedAwaySituation {
    CarriedAwaySituation {
        figures: 30,
        fleeing: 20,
        state: State::Order,
        valour: 0,
        support: false,
        general: false,
        cover: false,
    }
}

#[test]
fn being_carried_away() {
    let _p = proves!("tables.general-with-unit");
    let on = |s: CarriedAwaySituation, n: u8| {
        let o = rule::<CarriedAway>(&s, &two_dice(n)).0;
        (o.state, o.fell, o.checks_flight)
    };
    let t = threatened();
    use State::{Complete, Disorder, Order, Slight};
    assert_eq!(on(t, 2), (Complete, true, false));
    assert_eq!(on(t, 5), (Complete, true, false));
    assert_eq!(on(t, 6), (Disorder, true, true));
    assert_eq!(on(t, 7), (Order, false, true));
    assert_eq!(on(t, 12), (Order, false, true));
    // Rows: what lifts a roll to 7, or takes it below.
    for (s, plus) in [
        (CarriedAwaySituation { support: true, ..t }, 1),
        (CarriedAwaySituation { general: true, ..t }, 2),
        (CarriedAwaySituation { cover: true, ..t }, 2),
        (CarriedAwaySituation { state: Slight, ..t }, -1),
        (CarriedAwaySituation { state: Disorder, ..t }, -2),
        (CarriedAwaySituation { valour: 2, ..t }, 2),
        (CarriedAwaySituation { valour: -1, ..t }, -1),
    ] {
        let (_, r) = rule::<CarriedAway>(&s, &[6, 1]);
        assert_eq!(r.totals["result"], 7 + plus);
    }
    // It keeps a worse state: 6 + 2 in U.
    let s = CarriedAwaySituation { state: Disorder, ..t };
    assert_eq!(on(s, 8), (Disorder, false, true));
    assert_eq!(on(s, 9), (Disorder, false, true));
    assert_eq!(on(s, 7), (Complete, true, false));
    // Below 0.
    let s = CarriedAwaySituation { state: Disorder, valour: -1, ..t };
    assert_eq!(on(s, 2).0, Complete);
}

#[test]
fn three_times_as_large_is_safe() {
    let p = proves!("08.03.1", "08.03.3");
    let t = CarriedAwaySituation { figures: 30, fleeing: 10, ..threatened() };
    // No dice at all.
    let (o, r) = rule::<CarriedAway>(&t, &[]);
    assert_eq!(o.state, State::Order);
    assert!(p.shows("08.03.3", r.clauses.iter().any(|c| c.id() == "08.03.3")));
    let t = CarriedAwaySituation { figures: 29, ..t };
    assert_eq!(rule::<CarriedAway>(&t, &[1, 1]).0.state, State::Complete);
    let bad = CarriedAwaySituation { state: State::Complete, ..t };
    let no = CarriedAway::check(&bad).unwrap_err().to_string();
    assert!(p.shows("08.03.1", no).contains("08.03.1"));
    assert!(CarriedAway::check(&CarriedAwaySituation { fleeing: 0, ..t }).is_err());
}

#[test]
fn reorganising_from_complete_disorder() {
    let _p = proves!("08.04.3.b");
    let t = ReorganiseSituation { attempt: 1, checked: false, general: false, valour: 0 };
    let on = |s: ReorganiseSituation, n: u8| rule::<Reorganise>(&s, &two_dice(n)).0;
    use ReorganiseOutcome::{FleesOn, Lost, Reorganised};
    for (attempt, needs, fails) in [(1, 8, FleesOn), (2, 9, FleesOn), (3, 10, Lost)] {
        let s = ReorganiseSituation { attempt, ..t };
        assert_eq!((on(s, needs), on(s, needs - 1)), (Reorganised, fails));
        let checked = ReorganiseSituation { checked: true, ..s };
        assert_eq!((on(checked, needs - 1), on(checked, needs - 2)), (Reorganised, fails));
        let general = ReorganiseSituation { general: true, ..s };
        assert_eq!((on(general, needs - 2), on(general, needs - 3)), (Reorganised, fails));
        let brave = ReorganiseSituation { valour: 2, ..s };
        assert_eq!((on(brave, needs - 2), on(brave, needs - 3)), (Reorganised, fails));
        let poor = ReorganiseSituation { valour: -1, ..s };
        assert_eq!(on(poor, needs), fails);
    }
    for attempt in [0, 4, 255] {
        assert!(Reorganise::check(&ReorganiseSituation { attempt, ..t }).is_err());
    }
}

#[test]
fn a_general_is_appointed_on_nine() {
    let _p = proves!("08.05.4");
    for n in 2..=12 {
        assert_eq!(rule::<Appointment>(&DiceOnly::default(), &two_dice(n)).0.appointed, n >= 9, "{n}");
    }
}

#[test]
fn resupply_is_one_die() {
    let _p = proves!("09.03.1.c");
    for n in 1..=6 {
        for kind in [Kind::Infantry, Kind::Mounted, Kind::Dismounted] {
            assert_eq!(rule::<Resupply>(&ResupplySituation { kind }, &[n]).0.supplied, n >= 2);
        }
        for kind in [Kind::Unlimbered, Kind::Limbered] {
            assert_eq!(rule::<Resupply>(&ResupplySituation { kind }, &[n]).0.supplied, n >= 3);
        }
    }
    assert!(Resupply::check(&ResupplySituation { kind: Kind::Wagon }).is_err());
}

#[test]
fn passing_through_a_pinned_unit() {
    let _p = proves!("04.02.9");
    let t = PassPinnedSituation { kind: Kind::Infantry, attacking: true, valour: 0 };
    for kind in [Kind::Infantry, Kind::Dismounted] {
        for n in 2..=12u8 {
            assert_eq!(
                rule::<PassPinned>(&PassPinnedSituation { kind, ..t }, &two_dice(n)).0.passes,
                n >= 10
            );
            let brave = PassPinnedSituation { kind, valour: 2, ..t };
            assert_eq!(rule::<PassPinned>(&brave, &two_dice(n)).0.passes, n >= 8);
        }
        // Not attacking: no dice.
        assert!(!rule::<PassPinned>(&PassPinnedSituation { kind, attacking: false, ..t }, &[]).0.passes);
    }
    assert!(rule::<PassPinned>(&PassPinnedSituation { kind: Kind::Mounted, ..t }, &[]).0.passes);
    for kind in [Kind::Mounted, Kind::Limbered, Kind::Unlimbered, Kind::Wagon] {
        assert!(rule::<PassPinned>(&PassPinnedSituation { kind, attacking: false, valour: 0 }, &[]).0.passes);
    }
}
