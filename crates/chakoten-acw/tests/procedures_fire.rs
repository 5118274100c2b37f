//! Small arms, deviation and artillery told as bare situations with scripted dice.

use crate::field_day::two_dice;
use chakoten_acw::book::{self, Falls};
use chakoten_acw::procedures::*;
use chakoten_acw::proves;
use chakoten_acw::troop::{Ammunition, Cover, Formation, Gun, Kind, State, Weapon};
use odds::judging::rule;
use serde_json::{Value, json};
use umpire::{Procedure, Ruling};

fn sum(r: &Ruling) -> i32 {
    r.modifiers.iter().map(|m| m.value).sum()
}

fn total(r: &Ruling, what: &str) -> i64 {
    r.totals[what].as_i64().unwrap()
}

/// One element of infantry in line against infantry in line, with the rifled musket.
fn shot(distance: f64) -> SmallArmsSituation {
    SmallArmsSituation {
        firer: Firer::new(Kind::Infantry, 6, Weapon::RifledMusket),
        target: Target::new(Kind::Infantry),
        distance,
        behind: vec![],
        readings: CombatReadings::default(),
    }
}

/// The sum of table V for a fire, and that the total is the dice with it.
fn mods(s: &SmallArmsSituation) -> i32 {
    let (_, r) = rule::<SmallArms>(s, &[6, 1]);
    assert_eq!(total(&r, "result"), i64::from(7 + sum(&r)));
    sum(&r)
}

fn men(s: &SmallArmsSituation, dice: [u8; 2]) -> u32 {
    rule::<SmallArms>(s, &dice).0.target.men
}

#[test]
fn losses_are_those_of_table_six_by_zone() {
    let p = proves!("05.02.1", "05.01.3.a", "01.04.1");
    // 7 unmodified in each zone of the rifle with cartridge, at its limit and just beyond.
    let by_zone = [(8.0, 8), (8.01, 5), (15.0, 5), (15.01, 3), (25.0, 3), (25.01, 1), (35.0, 1), (50.0, 1)];
    for (cm, lost) in by_zone {
        assert_eq!(*p.shows("05.02.1", &men(&shot(cm), [6, 1])), lost, "{cm}");
    }
    assert_eq!(men(&shot(0.0), [6, 1]), 8);
    let far = SmallArms::check(&shot(50.01)).unwrap_err();
    assert!(p.shows("05.01.3.a", far.to_string().contains("05.01.3.a")), "{far}");
    // The whole first row, from 2 to 12.
    let row = [2, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12];
    for (i, lost) in row.into_iter().enumerate() {
        let n = i as u8 + 2;
        let a = n.saturating_sub(6).max(1);
        let s = SmallArmsSituation {
            firer: Firer { last_fire: LastFire::LastTurn, ..shot(1.0).firer },
            ..shot(1.0)
        };
        assert_eq!(*p.shows("01.04.1", &men(&s, [a, n - a])), lost, "{n}");
    }
}

#[test]
fn a_result_below_one_does_nothing_and_above_fifteen_no_more() {
    let _p = proves!("05.02.1");
    let mut s = shot(1.0);
    s.firer.surprised = true;
    // 2 - 4 = -2, 5 - 4 = 1.
    assert_eq!(men(&s, [1, 1]), 0);
    assert_eq!(men(&s, [2, 2]), 0);
    assert_eq!(men(&s, [4, 1]), 1);
    let mut s = shot(1.0);
    s.target = Target { formation: Formation::AttackColumn, ranks: 5, ..Target::new(Kind::Mounted) };
    s.firer.valour = 2;
    s.firer.cover = Cover::III;
    // 12 + 3 + 3 + 2 + 2.
    let (o, r) = rule::<SmallArms>(&s, &[6, 6]);
    assert_eq!((total(&r, "result"), o.target.men), (22, 18));
}

#[test]
fn figures_make_elements() {
    let _p = proves!("05.01.4");
    use Formation::{AttackColumn, Chain, Line, MarchColumn, ThinLine};
    let elements = |kind, formation, figures, pinned| {
        let mut f = Firer::new(kind, figures, Weapon::Pistol);
        f.formation = formation;
        f.pinned = pinned;
        f.elements(CombatReadings::default())
    };
    for f in [Line, ThinLine, MarchColumn, AttackColumn] {
        for (figures, n) in [(2, 0), (3, 1), (6, 1), (8, 1), (9, 2), (12, 2), (15, 3)] {
            assert_eq!(elements(Kind::Infantry, f, figures, false), n, "{f} {figures}");
        }
        for (figures, n) in [(3, 0), (4, 1), (7, 1), (10, 1), (11, 2), (14, 2)] {
            assert_eq!(elements(Kind::Dismounted, f, figures, false), n, "{f} {figures}");
        }
    }
    for (figures, n) in [(1, 0), (2, 1), (4, 1), (5, 1), (6, 2)] {
        assert_eq!(elements(Kind::Infantry, Chain, figures, false), n);
        assert_eq!(elements(Kind::Mounted, Chain, figures, false), n);
    }
    for (figures, n) in [(2, 0), (3, 1), (7, 1), (8, 2)] {
        assert_eq!(elements(Kind::Dismounted, Chain, figures, false), n);
    }
    for (figures, n) in [(2, 0), (3, 1), (8, 1), (9, 2)] {
        assert_eq!(elements(Kind::Mounted, Line, figures, false), n);
    }
    // Pinned: 12 (6) and 8 (4).
    for (figures, n) in [(5, 0), (6, 1), (17, 1), (18, 2)] {
        assert_eq!(elements(Kind::Infantry, Line, figures, true), n);
    }
    for (figures, n) in [(3, 0), (4, 1), (11, 1), (12, 2)] {
        assert_eq!(elements(Kind::Infantry, Chain, figures, true), n);
    }
    let mut f = Firer::new(Kind::Infantry, 15, Weapon::RifledMusket);
    f.pinned = true;
    let kept = CombatReadings { pinned_remainder: PinnedRemainder::Kept, ..CombatReadings::default() };
    assert_eq!((f.elements(CombatReadings::default()), f.elements(kept)), (1, 2));
    // One element from one side of a building, by the numbers of a thin line.
    let mut f = Firer::new(Kind::Infantry, 30, Weapon::RifledMusket);
    f.building = true;
    assert_eq!(f.elements(CombatReadings::default()), 1);
    f.formation = Chain;
    f.figures = 2;
    assert_eq!(f.elements(CombatReadings::default()), 0);
    // And the elements multiply the loss.
    let mut s = shot(1.0);
    s.firer.figures = 24;
    assert_eq!(men(&s, [6, 1]), 32);
}

#[test]
fn the_rows_of_table_five() {
    let _p = proves!("05.02.1");
    assert_eq!(mods(&shot(10.0)), 0);
    let with = |f: &dyn Fn(&mut SmallArmsSituation)| {
        let mut s = shot(10.0);
        f(&mut s);
        mods(&s)
    };
    assert_eq!(with(&|s| s.target.formation = Formation::ThinLine), -1);
    assert_eq!(with(&|s| s.target.formation = Formation::Chain), -2);
    assert_eq!(with(&|s| s.target.kind = Kind::Limbered), 1);
    assert_eq!(with(&|s| s.target.kind = Kind::Unlimbered), -3);
    assert_eq!(with(&|s| s.target.kind = Kind::Mounted), 3);
    assert_eq!(with(&|s| s.target.kind = Kind::Dismounted), 0);
    assert_eq!(with(&|s| s.firer.kind = Kind::Mounted), -3);
    // A dash: who fires in chain or thin line has nothing of it.
    assert_eq!(with(&|s| s.firer.formation = Formation::Chain), 0);
    assert_eq!(with(&|s| s.firer.last_fire = LastFire::Never), 3);
    assert_eq!(with(&|s| s.firer.last_fire = LastFire::Earlier), 1);
    assert_eq!(with(&|s| s.firer.surprised = true), -4);
    for (cover, n) in [(Cover::I, 1), (Cover::II, 2), (Cover::III, 2)] {
        assert_eq!(with(&|s| s.firer.cover = cover), n);
    }
    assert_eq!(with(&|s| s.firer.state = State::Slight), -1);
    assert_eq!(with(&|s| s.firer.state = State::Disorder), -2);
    for v in [-1, 0, 1, 2] {
        assert_eq!(with(&|s| s.firer.valour = v), i32::from(v));
    }
    // Of the target's state no row speaks.
    assert_eq!(with(&|s| s.target.state = State::Disorder), 0);
}

#[test]
fn columns_of_five_ranks() {
    let _p = proves!("05.02.1");
    let mut s = shot(10.0);
    for (formation, ranks, n) in [
        (Formation::AttackColumn, 4, 0),
        (Formation::AttackColumn, 5, 3),
        (Formation::MarchColumn, 10, 3),
        (Formation::Line, 2, 0),
    ] {
        s.target.formation = formation;
        s.target.ranks = ranks;
        assert_eq!(mods(&s), n, "{formation} {ranks}");
    }
    s.target.formation = Formation::MarchColumn;
    s.target.kind = Kind::Limbered;
    assert_eq!(mods(&s), 1, "a battery is no column of ranks");
}

#[test]
fn a_crowd_in_flight_has_no_formation_and_a_garrison_stands_in_thin_line() {
    let _p = proves!("02.04.2");
    let mut s = shot(10.0);
    s.target.formation = Formation::Chain;
    s.target.state = State::Complete;
    assert_eq!(mods(&s), 0);
    s.target.formation = Formation::AttackColumn;
    s.target.ranks = 6;
    assert_eq!(mods(&s), 0);
    let mut s = shot(10.0);
    s.target.building = true;
    s.target.formation = Formation::Chain;
    assert_eq!(mods(&s), -1);
    s.target.formation = Formation::AttackColumn;
    s.target.ranks = 6;
    assert_eq!(mods(&s), -1);
}

#[test]
fn weapons_have_their_rows() {
    let _p = proves!("V.a");
    let at = |weapon, distance| {
        let mut s = shot(distance);
        s.firer.weapon = weapon;
        mods(&s)
    };
    assert_eq!(at(Weapon::TowerMusket, 12.0), -2);
    assert_eq!(at(Weapon::FlintlockMusket, 12.0), -1);
    assert_eq!(at(Weapon::PercussionMusket, 12.0), 0);
    assert_eq!(at(Weapon::HarpersFerryRifle, 40.0), -2);
    for (weapon, n) in [
        (Weapon::SharpsRifle, 2),
        (Weapon::BurnsideCarbine, 2),
        (Weapon::SharpsCarbine, 2),
        (Weapon::Spencer, 4),
    ] {
        assert_eq!([at(weapon, 0.0), at(weapon, 25.0), at(weapon, 25.01)], [n, n, 0], "{weapon:?}");
    }
    // Zones 1, 3 and 5 only; the shotgun has its row in zone 1.
    assert_eq!([at(Weapon::Shotgun, 1.0), at(Weapon::Shotgun, 1.01), at(Weapon::Shotgun, 8.0)], [3, 0, 0]);
    for (weapon, cm, lost) in [
        (Weapon::Shotgun, 1.0, 10),
        (Weapon::Shotgun, 1.1, 3),
        (Weapon::Shotgun, 5.0, 3),
        (Weapon::Shotgun, 5.1, 1),
        (Weapon::Pistol, 1.0, 8),
        (Weapon::Pistol, 4.0, 3),
        (Weapon::Pistol, 6.0, 1),
    ] {
        let mut s = shot(cm);
        s.firer.weapon = weapon;
        assert_eq!(men(&s, [6, 1]), lost, "{weapon:?} {cm}");
        s.distance = book::data().weapon(weapon).range() + 0.01;
        assert!(SmallArms::check(&s).is_err());
    }
}

#[test]
fn cover_and_pins_take_parts_of_the_loss() {
    let _p = proves!("05.02.6");
    let mut s = shot(1.0);
    s.firer.figures = 18;
    // 3 elements, 8 men each: 24.
    for (cover, pinned, lost) in [
        (Cover::None, false, 24),
        (Cover::I, false, 12),
        (Cover::II, false, 6),
        (Cover::III, false, 6),
        (Cover::None, true, 12),
        (Cover::I, true, 6),
        (Cover::II, true, 3),
        (Cover::III, true, 3),
    ] {
        s.target.cover = cover;
        s.target.pinned = pinned;
        s.target.state = if pinned { State::Slight } else { State::Order };
        assert_eq!(men(&s, [6, 1]), lost, "{cover:?} {pinned}");
    }
}

#[test]
fn parts_of_a_man_are_rounded_once_at_the_end() {
    let _p = proves!("VI.a");
    let mut s = shot(10.0);
    s.target.cover = Cover::II;
    // Zone 2 on 7: 5 men an element. 5/4 = 1.25, 10/4 = 2.5 up, 15/4 = 3.75.
    for (figures, lost, down) in [(6, 1, 1), (12, 3, 2), (18, 4, 3), (24, 5, 5)] {
        s.firer.figures = figures;
        s.readings = CombatReadings::default();
        assert_eq!(men(&s, [6, 1]), lost);
        s.readings.rounding = Rounding::Down;
        assert_eq!(men(&s, [6, 1]), down);
    }
    // Half of an eighth.
    s.readings = CombatReadings::default();
    s.target.pinned = true;
    s.target.state = State::Slight;
    s.firer.figures = 6;
    assert_eq!(men(&s, [6, 1]), 1); // 5/8
    s.distance = 20.0;
    assert_eq!(men(&s, [6, 1]), 0); // 3/8
}

#[test]
fn units_behind_take_what_the_ranks_add() {
    let _p = proves!("05.02.5");
    let mut s = shot(1.0);
    s.firer.figures = 24;
    s.target = Target { formation: Formation::AttackColumn, ranks: 3, ..Target::new(Kind::Infantry) };
    let behind =
        |ranks: &[u16]| ranks.iter().map(|r| Behind { ranks: *r, general: false }).collect::<Vec<_>>();
    // 7 without: 8 a man; 10 with the ranks: 10. Four elements: 8 men more.
    s.behind = behind(&[3]);
    let o = rule::<SmallArms>(&s, &[6, 1]).0;
    assert_eq!((o.target.men, o.behind[0].men), (32, 8));
    // In proportion to their ranks.
    s.behind = behind(&[1, 3]);
    let o = rule::<SmallArms>(&s, &[6, 1]).0;
    assert_eq!((o.target.men, o.behind[0].men, o.behind[1].men), (32, 2, 6));
    // Four ranks in all are not enough.
    s.behind = behind(&[1]);
    let o = rule::<SmallArms>(&s, &[6, 1]).0;
    assert_eq!((o.target.men, o.behind[0].men), (32, 0));
    // A front unit that is deep itself takes it all.
    s.target.ranks = 5;
    s.behind = behind(&[3]);
    let o = rule::<SmallArms>(&s, &[6, 1]).0;
    assert_eq!((o.target.men, o.behind[0].men), (40, 0));
    // A general behind falls too where there are losses: 10 + 3 = 13, 14 men less 10.
    s.target.ranks = 3;
    s.target.general = true;
    s.behind[0].general = true;
    let o = rule::<SmallArms>(&s, &[6, 4]).0;
    assert_eq!(o.behind[0], Losses { men: 16, general_falls: true });
    assert!(o.target.general_falls);
}

#[test]
fn a_general_falls_on_an_unmodified_ten() {
    let _p = proves!("05.02.7");
    let mut s = shot(1.0);
    s.target.general = true;
    for (dice, falls) in [([6, 4], true), ([5, 5], true), ([6, 5], false), ([4, 5], false)] {
        s.firer.valour = 1;
        assert_eq!(rule::<SmallArms>(&s, &dice).0.target.general_falls, falls);
    }
    // Without loss he is safe: one element in zone 5 through cover III.
    s.distance = 50.0;
    s.target.cover = Cover::III;
    let o = rule::<SmallArms>(&s, &[6, 4]).0;
    assert_eq!(o.target, Losses { men: 0, general_falls: false });
    s.target.cover = Cover::None;
    s.target.general = false;
    assert!(!rule::<SmallArms>(&s, &[6, 4]).0.target.general_falls);
}

#[test]
fn low_doubles_empty_the_cartridge_boxes() {
    let _p = proves!("09.01.1");
    let mut s = shot(10.0);
    for (face, out) in [(1, true), (2, true), (3, true), (4, true), (5, false), (6, false)] {
        let o = rule::<SmallArms>(&s, &[face, face]).0;
        assert_eq!(o.out_of_ammunition, out, "{face}");
    }
    assert!(!rule::<SmallArms>(&s, &[3, 1]).0.out_of_ammunition);
    // The fire itself counts.
    assert_eq!(men(&s, [4, 4]), 5);
    s.firer.last_fire = LastFire::Never;
    assert!(!rule::<SmallArms>(&s, &[2, 2]).0.out_of_ammunition);
    // It has fought before: no longer the first use, but still the first fire.
    s.firer.fought = true;
    let (o, r) = rule::<SmallArms>(&s, &[2, 2]);
    assert!(o.out_of_ammunition);
    assert_eq!(sum(&r), 3);
    s.firer.last_fire = LastFire::Earlier;
    s.firer.fought = false;
    assert!(rule::<SmallArms>(&s, &[2, 2]).0.out_of_ammunition);
}

#[test]
fn who_cannot_fire_or_be_fired_at() {
    let _p = proves!("08.02.6.a");
    let refused = |f: &dyn Fn(&mut SmallArmsSituation), by: &str| {
        let mut s = shot(10.0);
        f(&mut s);
        let e = SmallArms::check(&s).unwrap_err().to_string();
        assert!(e.contains(by), "{e}");
    };
    refused(&|s| s.firer.state = State::Complete, "08.02.6.a");
    refused(&|s| s.firer.kind = Kind::Unlimbered, "05.01.5");
    refused(&|s| s.firer.kind = Kind::Wagon, "05.01.5");
    refused(&|s| s.firer.figures = 0, "figures");
    refused(&|s| s.firer.valour = 3, "08.01.1");
    refused(&|s| s.firer.pinned = true, "08.02.1");
    refused(&|s| s.target.kind = Kind::Wagon, "06.03.4");
    refused(&|s| s.target.pinned = true, "08.02.1");
    refused(
        &|s| {
            s.target.kind = Kind::Mounted;
            s.target.formation = Formation::ThinLine;
        },
        "02.02.4",
    );
    refused(
        &|s| {
            s.target.formation = Formation::Chain;
            s.behind = vec![Behind { ranks: 3, general: false }];
        },
        "05.02.5",
    );
    for cm in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.1, 1e300] {
        refused(&|s| s.distance = cm, "distance");
    }
}

fn falls(gun: Gun, dice: [u8; 2], guess: f64) -> DeviationOutcome {
    rule::<Deviation>(&DeviationSituation { gun, ammunition: Ammunition::Shell, guess }, &dice).0
}

#[test]
fn shots_deviate_by_the_class_of_the_gun() {
    let _p = proves!("06.02.2.a");
    use Falls::{Left, Long, Right, Short, Spot};
    let smooth = [Short, Short, Left, Left, Spot, Spot, Spot, Right, Right, Long, Long];
    let rifled = [Short, Left, Left, Spot, Spot, Spot, Spot, Spot, Right, Right, Long];
    let precise = [Left, Left, Spot, Spot, Spot, Spot, Spot, Spot, Spot, Right, Right];
    for n in 2..=12u8 {
        let i = usize::from(n) - 2;
        for g in [Gun::Napoleon, Gun::SixPounder, Gun::TwelvePounderHowitzer, Gun::TenInchMortar] {
            assert_eq!(falls(g, two_dice(n), 50.0).falls, smooth[i], "{g:?} {n}");
        }
        for g in
            [Gun::TenPounderParrott, Gun::ThreeInchRodman, Gun::TenPounderBrooke, Gun::ThirtyPounderParrott]
        {
            assert_eq!(falls(g, two_dice(n), 50.0).falls, rifled[i], "{g:?} {n}");
        }
        for g in [Gun::Blakely, Gun::Armstrong] {
            assert_eq!(falls(g, two_dice(n), 50.0).falls, precise[i], "{g:?} {n}");
        }
    }
}

#[test]
fn a_shot_is_a_tenth_of_the_guess_out() {
    let p = proves!("play.guess", "06.02.1.a");
    let at = |n| {
        let o = falls(Gun::Napoleon, two_dice(n), 60.0);
        (o.along.0, o.right.0)
    };
    assert_eq!(
        [at(2), at(4), at(7), at(9), at(12)],
        [(54.0, 0.0), (60.0, -6.0), (60.0, 0.0), (60.0, 6.0), (66.0, 0.0)]
    );
    let check = |gun, ammunition, guess| Deviation::check(&DeviationSituation { gun, ammunition, guess });
    assert!(check(Gun::Napoleon, Ammunition::Shell, 85.0).is_ok());
    assert!(check(Gun::Napoleon, Ammunition::RoundShot, 115.0).is_ok());
    for bad in [85.1, 0.0, -1.0, f64::NAN, f64::INFINITY] {
        let e = check(Gun::Napoleon, Ammunition::Shell, bad).unwrap_err().to_string();
        assert!(p.shows("play.guess", e.contains("play.guess")), "{e}");
    }
    assert!(p.shows(
        "06.02.1.a",
        check(Gun::Napoleon, Ammunition::Canister, 10.0).unwrap_err().to_string().contains("06.02.1.a")
    ));
    assert!(check(Gun::SixPounderWhitworth, Ammunition::Shell, 10.0).is_err());
    assert!(check(Gun::TwelvePounderHowitzer, Ammunition::RoundShot, 10.0).is_err());
}

/// Six Napoleons with shell at 15 cm against infantry in line: no modifiers.
fn battery() -> ArtillerySituation {
    ArtillerySituation {
        gun: Gun::Napoleon,
        ammunition: Ammunition::Shell,
        guns: 6,
        gunners: 6,
        state: State::Order,
        valour: 0,
        surprised: false,
        targets: vec![Aimed::new(Target::new(Kind::Infantry), 15.0)],
        behind: vec![],
        readings: CombatReadings::default(),
    }
}

fn fired(f: impl Fn(&mut ArtillerySituation), dice: [u8; 2]) -> (ArtilleryOutcome, Ruling) {
    let mut s = battery();
    f(&mut s);
    rule::<Artillery>(&s, &dice)
}

fn gun_mods(f: impl Fn(&mut ArtillerySituation)) -> i32 {
    let (_, r) = fired(f, [6, 1]);
    assert_eq!(total(&r, "result"), i64::from(7 + sum(&r)));
    sum(&r)
}

fn lost(f: impl Fn(&mut ArtillerySituation), n: u8) -> u32 {
    fired(f, two_dice(n)).0.targets[0].losses.men
}

#[test]
fn artillery_losses_by_guns_that_fire() {
    let _p = proves!("06.03.1");
    // 7 unmodified: the column of 7.
    for (guns, men) in [(6, 18), (5, 15), (4, 12), (3, 9), (2, 6), (1, 3)] {
        assert_eq!(lost(|s| s.guns = guns, 7), men, "{guns}");
    }
    // Half a gunner figure to each gun.
    for (guns, gunners, fire) in
        [(6, 3, 6), (6, 2, 4), (5, 2, 4), (5, 3, 5), (4, 1, 2), (1, 1, 1), (6, 1000, 6)]
    {
        assert_eq!(artillery::guns_firing(guns, gunners), fire);
        let set = |s: &mut ArtillerySituation| {
            s.guns = guns;
            s.gunners = gunners;
        };
        assert_eq!(lost(set, 7), lost(|s| s.guns = fire, 7));
    }
    let row = [4, 6, 8, 10, 14, 18, 24, 36, 48, 60, 72];
    for (i, men) in row.into_iter().enumerate() {
        assert_eq!(lost(|_| {}, i as u8 + 2), men);
    }
    // Below 1 nothing, beyond 15 no more.
    assert_eq!(lost(|s| s.surprised = true, 4), 0);
    assert_eq!(lost(|s| s.surprised = true, 5), 2);
    let most = |s: &mut ArtillerySituation| {
        s.ammunition = Ammunition::Canister;
        s.valour = 2;
    };
    assert_eq!(lost(most, 12), 144);
}

#[test]
fn the_rows_of_table_nine() {
    let _p = proves!("IX.a");
    assert_eq!(gun_mods(|_| {}), 0);
    for (gun, n) in [
        (Gun::SixPounder, -2),
        (Gun::TenPounderParrott, -1),
        (Gun::TenPounderBrooke, -1),
        (Gun::ThreeInchRodman, 0),
        (Gun::GunHowitzer, 0),
        (Gun::Blakely, 0),
        (Gun::TwentyPounderParrott, 1),
        (Gun::ThirtyPounderParrott, 1),
        (Gun::TwelvePounderHowitzer, 0),
        (Gun::TwentyFourPounderHowitzer, 1),
        (Gun::ThreePounderMountainHowitzer, -3),
        (Gun::TwelvePounderMountainHowitzer, 0),
        (Gun::TenInchMortar, 1),
    ] {
        assert_eq!(gun_mods(|s| s.gun = gun), n, "{gun:?}");
    }
    assert_eq!(gun_mods(|s| s.ammunition = Ammunition::Canister), 4);
    for (cm, n) in [(20.0, 0), (20.01, 2), (85.0, 2)] {
        assert_eq!(gun_mods(|s| s.targets[0].distance = cm), n, "{cm}");
        assert_eq!(
            gun_mods(|s| {
                s.targets[0].distance = cm;
                s.ammunition = Ammunition::RoundShot;
            }),
            0
        );
    }
    for (ranks, n) in [(1, 0), (2, 0), (3, 2), (4, 2), (5, 4), (40, 4)] {
        let shot = |s: &mut ArtillerySituation| {
            s.ammunition = Ammunition::RoundShot;
            s.targets[0].unit.ranks = ranks;
        };
        assert_eq!(gun_mods(shot), n, "{ranks}");
        assert_eq!(gun_mods(|s| s.targets[0].unit.ranks = ranks), 0, "shell counts no ranks");
    }
    let unit = |f: &dyn Fn(&mut Target)| gun_mods(|s| f(&mut s.targets[0].unit));
    assert_eq!(unit(&|u| u.formation = Formation::ThinLine), -1);
    assert_eq!(unit(&|u| u.formation = Formation::Chain), -2);
    assert_eq!(unit(&|u| u.kind = Kind::Limbered), -2);
    assert_eq!(unit(&|u| u.kind = Kind::Wagon), -2);
    assert_eq!(unit(&|u| u.kind = Kind::Unlimbered), 0);
    assert_eq!(unit(&|u| u.kind = Kind::Mounted), 0);
    assert_eq!(unit(&|u| u.building = true), -1);
    assert_eq!([Cover::I, Cover::II, Cover::III].map(|c| unit(&|u| u.cover = c)), [-1, -2, 0]);
    assert_eq!(gun_mods(|s| s.surprised = true), -4);
    assert_eq!(gun_mods(|s| s.state = State::Slight), -1);
    assert_eq!(gun_mods(|s| s.state = State::Disorder), -3);
    assert_eq!(gun_mods(|s| s.valour = -1), -1);
}

#[test]
fn parts_of_artillery_losses() {
    let _p = proves!("X.a");
    // 18 men on 7.
    let unit = |f: &dyn Fn(&mut Target)| lost(|s| f(&mut s.targets[0].unit), 7);
    assert_eq!(unit(&|u| u.cover = Cover::III), 5); // 4.5
    assert_eq!(unit(&|u| u.kind = Kind::Unlimbered), 9);
    let pinned = |u: &mut Target| {
        u.pinned = true;
        u.state = State::Slight;
    };
    assert_eq!(unit(&pinned), 9);
    assert_eq!(
        unit(&|u| {
            pinned(u);
            u.cover = Cover::III;
        }),
        2 // 2.25
    );
    assert_eq!(
        unit(&|u| {
            u.kind = Kind::Unlimbered;
            u.cover = Cover::III;
        }),
        2
    );
    // Cover I and II are deductions only: 6 and 5.
    assert_eq!([Cover::I, Cover::II].map(|c| unit(&|u| u.cover = c)), [14, 10]);
    let down = |s: &mut ArtillerySituation| {
        s.targets[0].unit.cover = Cover::III;
        s.readings.rounding = Rounding::Down;
    };
    assert_eq!(lost(down, 7), 4);
}

#[test]
fn canister_is_shared_among_its_targets() {
    let _p = proves!("06.02.1.b");
    let mut s = battery();
    s.ammunition = Ammunition::Canister;
    let line = Aimed { figures: 18, ..Aimed::new(Target::new(Kind::Infantry), 12.0) };
    let mut chain = Aimed { figures: 6, ..Aimed::new(Target::new(Kind::Infantry), 8.0) };
    chain.unit.formation = Formation::Chain;
    s.targets = vec![line.clone(), chain];
    // One roll of 7 + 4 = 11: 60, three quarters of it; the chain 9: 36, a quarter of it.
    let o = rule::<Artillery>(&s, &[6, 1]).0;
    assert_eq!((o.targets[0].losses.men, o.targets[1].losses.men), (45, 9));
    // 20 cm is the reach of it.
    s.targets[0].distance = 20.0;
    assert!(Artillery::check(&s).is_ok());
    s.targets[0].distance = 20.1;
    assert!(Artillery::check(&s).is_err());
    let mut shell = battery();
    shell.targets = vec![line.clone(), line];
    assert!(Artillery::check(&shell).unwrap_err().to_string().contains("06.02.1.a"));
    shell.targets.clear();
    assert!(Artillery::check(&shell).is_err());
}

#[test]
fn round_shot_goes_on_into_the_ranks_behind() {
    let _p = proves!("06.02.3.b");
    let mut s = battery();
    s.ammunition = Ammunition::RoundShot;
    s.behind = vec![Behind { ranks: 2, general: false }];
    // Two ranks: 7 gives 18; four ranks: 9 gives 36.
    let o = rule::<Artillery>(&s, &[6, 1]).0;
    assert_eq!((o.targets[0].losses.men, o.behind[0].men), (18, 18));
    // Five ranks: 11 gives 60, 42 more, shared 2 to 1.
    s.behind.push(Behind { ranks: 1, general: false });
    let o = rule::<Artillery>(&s, &[6, 1]).0;
    assert_eq!((o.targets[0].losses.men, o.behind[0].men, o.behind[1].men), (18, 28, 14));
    // The front unit's own three ranks: 9 gives 36, five 60.
    s.targets[0].unit.ranks = 3;
    s.behind = vec![Behind { ranks: 2, general: true }];
    let o = rule::<Artillery>(&s, &[6, 1]).0;
    assert_eq!((o.targets[0].losses.men, o.behind[0].men), (36, 24));
    assert!(rule::<Artillery>(&s, &[6, 4]).0.behind[0].general_falls);
    s.ammunition = Ammunition::Shell;
    assert!(Artillery::check(&s).unwrap_err().to_string().contains("06.02.3.b"));
}

fn gear(kind: Kind, n: u8, f: impl Fn(&mut ArtillerySituation)) -> Equipment {
    let set = |s: &mut ArtillerySituation| {
        s.targets[0].unit.kind = kind;
        f(s);
    };
    fired(set, two_dice(n)).0.targets[0].equipment
}

#[test]
fn counter_battery_fire_costs_equipment() {
    let _p = proves!("06.03.3.a");
    let none = Equipment::default();
    for kind in [Kind::Unlimbered, Kind::Limbered] {
        let limbered = u8::from(kind == Kind::Limbered);
        let expect = [
            none,
            none,
            none,
            Equipment { horses: 1, ..none },
            Equipment { horses: 2, ..none },
            Equipment { guns_damaged: 1, ..none },
            Equipment { limbers_damaged: 1, ..none },
            Equipment { guns_destroyed: 1, ..none },
            Equipment { limbers_destroyed: 1, guns_destroyed: limbered, ..none },
            Equipment { guns_damaged: 1, ..none },
            Equipment { limbers_damaged: 1, horses: 4, ..none },
        ];
        for (i, e) in expect.into_iter().enumerate() {
            let n = i as u8 + 2;
            assert_eq!(gear(kind, n, |_| {}), e, "{kind} {n}");
            // Only the deductions of table XI: not surprise, not valour.
            assert_eq!(gear(kind, n, |s| s.surprised = true), e);
            // Canister: only horses.
            let only = Equipment { horses: e.horses, ..none };
            assert_eq!(gear(kind, n, |s| s.ammunition = Ammunition::Canister), only, "{kind} {n}");
        }
    }
    for (cover, n) in [(Cover::I, 10), (Cover::II, 11), (Cover::III, 12)] {
        let e = gear(Kind::Unlimbered, n, |s| s.targets[0].unit.cover = cover);
        assert_eq!(e, Equipment { guns_destroyed: 1, ..none }, "{cover:?}");
    }
    // Even without a man lost.
    let (o, _) = fired(
        |s| {
            s.targets[0].unit.kind = Kind::Unlimbered;
            s.guns = 1;
            s.surprised = true;
        },
        [3, 2],
    );
    assert_eq!((o.targets[0].losses.men, o.targets[0].equipment.horses), (0, 1));
    assert_eq!(gear(Kind::Infantry, 9, |_| {}), none);
}

#[test]
fn wagons_are_destroyed_on_seven() {
    let _p = proves!("06.03.4");
    let wagon = |n: u8, f: &dyn Fn(&mut ArtillerySituation)| {
        let set = |s: &mut ArtillerySituation| {
            s.targets[0].unit.kind = Kind::Wagon;
            f(s);
        };
        let o = fired(set, two_dice(n)).0;
        assert_eq!(o.targets[0].losses.men, 0);
        assert_eq!(o.targets[0].equipment, Equipment::default());
        o.targets[0].wagons[0]
    };
    let lost = |destroyed, horses| WagonLoss { destroyed, horses };
    for (n, w) in [
        (4, lost(false, 0)),
        (5, lost(false, 1)),
        (6, lost(false, 2)),
        (7, lost(true, 0)),
        (12, lost(true, 0)),
    ] {
        assert_eq!(wagon(n, &|_| {}), w, "{n}");
    }
    assert_eq!(wagon(7, &|s| s.targets[0].unit.cover = Cover::I), lost(false, 2));
    assert_eq!(wagon(12, &|s| s.ammunition = Ammunition::Canister), lost(false, 4));
    assert_eq!(wagon(9, &|s| s.ammunition = Ammunition::Canister), lost(false, 0));
    // One in contact with a battery shares its dice, in its own cover.
    let set = |s: &mut ArtillerySituation| {
        s.targets[0].unit.kind = Kind::Unlimbered;
        s.targets[0].wagons = vec![Cover::None, Cover::I];
    };
    let o = fired(set, two_dice(7)).0;
    assert_eq!(o.targets[0].wagons, [lost(true, 0), lost(false, 2)]);
    assert_eq!(o.targets[0].equipment.guns_damaged, 1);
    let mut s = battery();
    s.targets[0].wagons = vec![Cover::None];
    assert!(Artillery::check(&s).unwrap_err().to_string().contains("06.03.4"));
}

#[test]
fn the_ten_pounder_parrott_bursts_on_two_ones() {
    let _p = proves!("06.03.7");
    for gun in Gun::ALL {
        let ammunition = if book::data().gun(gun).range(Ammunition::Shell).is_some() {
            Ammunition::Shell
        } else {
            Ammunition::RoundShot
        };
        let set = |s: &mut ArtillerySituation| {
            s.gun = gun;
            s.ammunition = ammunition;
        };
        assert_eq!(fired(set, [1, 1]).0.bursts, gun == Gun::TenPounderParrott, "{gun:?}");
        assert!(!fired(set, [1, 2]).0.bursts);
    }
    // The fire counts: 2 - 1 = 1.
    assert_eq!(lost(|s| s.gun = Gun::TenPounderParrott, 2), 2);
}

#[test]
fn a_general_under_artillery() {
    let _p = proves!("06.03.9");
    let general = |s: &mut ArtillerySituation| s.targets[0].unit.general = true;
    for (n, falls) in [(9, false), (10, true), (11, false)] {
        assert_eq!(fired(general, two_dice(n)).0.targets[0].losses.general_falls, falls);
    }
    // No loss, no fall.
    let safe = |s: &mut ArtillerySituation| {
        s.targets[0].unit.general = true;
        s.targets[0].unit.cover = Cover::III;
        s.surprised = true;
        s.state = State::Disorder;
        s.gun = Gun::ThreePounderMountainHowitzer;
        s.valour = -1;
    };
    let (o, r) = fired(safe, [6, 4]);
    assert_eq!((total(&r, "result"), o.targets[0].losses), (-1, Losses::default()));
}

#[test]
fn artillery_situations_that_cannot_be() {
    let p = proves!("06.01.3", "08.02.6.a");
    let refused = |f: &dyn Fn(&mut ArtillerySituation)| {
        let mut s = battery();
        f(&mut s);
        Artillery::check(&s).unwrap_err().to_string()
    };
    assert!(p.shows("06.01.3", refused(&|s| s.gunners = 0).contains("06.01.3")));
    assert!(refused(&|s| s.guns = 0).contains("table X"));
    assert!(refused(&|s| s.guns = 7).contains("table X"));
    assert!(p.shows("08.02.6.a", refused(&|s| s.state = State::Complete).contains("08.02.6.a")));
    assert!(refused(&|s| s.gun = Gun::SixPounderWhitworth).contains("table VII"));
    for cm in [f64::NAN, f64::INFINITY, -1.0, 1e9, 103.0] {
        refused(&|s| s.targets[0].distance = cm);
    }
    refused(&|s| s.targets[0].figures = 0);
    refused(&|s| s.valour = 9);
}

#[test]
fn no_situation_makes_a_procedure_panic() {
    let numbers =
        [json!(0), json!(-1), json!(1e308), json!(65535), json!(255), json!(1e-9), json!(null), json!("x")];
    for p in ALL {
        let example = p.example();
        p.judge(&example, &mut umpire::Seeded::from_number(1)).unwrap();
        assert!(p.judge(&json!([]), &mut umpire::Seeded::from_number(1)).is_err());
        let mut odd = example.clone();
        odd["nonsense"] = json!(1);
        assert!(p.judge(&odd, &mut umpire::Seeded::from_number(1)).is_err(), "{}", p.name());
        let mut paths = vec![];
        leaves(&example, String::new(), &mut paths);
        for path in paths {
            for n in &numbers {
                let mut s = example.clone();
                *s.pointer_mut(&path).unwrap() = n.clone();
                for seed in 0..3 {
                    let _ = p.judge(&s, &mut umpire::Seeded::from_number(seed));
                }
            }
        }
        let _ = p.schema();
    }
}

fn leaves(v: &Value, at: String, out: &mut Vec<String>) {
    match v {
        Value::Object(m) => m.iter().for_each(|(k, v)| leaves(v, format!("{at}/{k}"), out)),
        Value::Array(a) => a.iter().enumerate().for_each(|(i, v)| leaves(v, format!("{at}/{i}"), out)),
        _ => out.push(at),
    }
}
