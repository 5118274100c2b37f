//! The hardest numbers and exceptions, reckoned by hand from the clauses and tables and then put to the umpire.

use crate::field_day::two_dice;
use chakoten_acw::procedures::*;
use chakoten_acw::proves;
use chakoten_acw::troop::{Ammunition, Cover, Formation, Gun, Kind, Nation, Obstacle, State, Weapon};
use odds::judging::out as rule;
use umpire::{HandDice, Procedure, judge};

fn guns(gun: Gun, ammunition: Ammunition, guns: u8, gunners: u16, at: Target, cm: f64) -> ArtillerySituation {
    ArtillerySituation {
        gun,
        ammunition,
        guns,
        gunners,
        state: State::Order,
        valour: 0,
        surprised: false,
        targets: vec![Aimed::new(at, cm)],
        behind: vec![],
        readings: CombatReadings::default(),
    }
}

fn men(s: &ArtillerySituation, n: u8) -> u32 {
    rule::<Artillery>(s, &two_dice(n)).targets[0].losses.men
}

#[test]
fn shell_and_crews_and_calibres() {
    let p = proves!("06.03.1", "06.01.3", "IX.b");
    let foot = || Target::new(Kind::Infantry);
    use Ammunition::Shell;
    // Six guns, 7: 18 men at 20 cm; over 20 cm the shell's +2 makes it 9: 36.
    assert_eq!(*p.shows("06.03.1", &men(&guns(Gun::Napoleon, Shell, 6, 6, foot(), 20.0), 7)), 18);
    assert_eq!(*p.shows("IX.b", &men(&guns(Gun::Napoleon, Shell, 6, 6, foot(), 20.1), 7)), 36);
    // Two figures serve four guns, three all five.
    assert_eq!(*p.shows("06.01.3", &men(&guns(Gun::Napoleon, Shell, 5, 2, foot(), 20.0), 7)), 12);
    assert_eq!(men(&guns(Gun::Napoleon, Shell, 5, 3, foot(), 20.0), 7), 15);
    // The Parrott's -1 and the Rodman's none.
    assert_eq!(men(&guns(Gun::TenPounderParrott, Shell, 4, 4, foot(), 20.0), 7), 9);
    assert_eq!(men(&guns(Gun::ThreeInchRodman, Shell, 4, 4, foot(), 20.0), 7), 12);
    // A surprised 6 pounder in U at a chain: 2 - 2 - 4 - 3 - 2 is nothing at all.
    let chain = Target { formation: Formation::Chain, ..foot() };
    let mut s = guns(Gun::SixPounder, Shell, 4, 4, chain, 10.0);
    (s.surprised, s.state) = (true, State::Disorder);
    assert_eq!(men(&s, 2), 0);
}

#[test]
fn fractions_are_multiplied() {
    let _p = proves!("06.03.8");
    // Whoever is pinned is in slight disorder at least.
    let covered = |kind: Kind, pinned: bool| {
        let state = if pinned { State::Slight } else { State::Order };
        Target { cover: Cover::III, pinned, state, ..Target::new(kind) }
    };
    // Canister 7 + 4: 40 men, a quarter in cover III, half of that pinned.
    let s = guns(Gun::Napoleon, Ammunition::Canister, 4, 4, covered(Kind::Infantry, true), 10.0);
    assert_eq!(men(&s, 7), 5);
    // A battery in cover III: shell 12 + 2 is 80 men, an eighth 10; its gear by 12 - 3: a gun destroyed.
    let s = guns(Gun::Napoleon, Ammunition::Shell, 4, 4, covered(Kind::Unlimbered, false), 30.0);
    let o = rule::<Artillery>(&s, &two_dice(12));
    assert_eq!(o.targets[0].losses.men, 10);
    assert_eq!((o.targets[0].equipment.guns_destroyed, o.targets[0].equipment.limbers_damaged), (1, 0));
}

#[test]
fn counter_battery_canister_and_wagons() {
    let _p = proves!("06.03.3.c");
    let at = |kind: Kind, ammunition, cover, n| {
        let s = guns(Gun::Napoleon, ammunition, 4, 4, Target { cover, ..Target::new(kind) }, 15.0);
        rule::<Artillery>(&s, &two_dice(n)).targets.remove(0)
    };
    use Ammunition::{Canister, Shell};
    let e = at(Kind::Unlimbered, Canister, Cover::None, 9).equipment;
    assert_eq!((e.guns_destroyed, e.horses), (0, 0), "canister breaks no gun");
    assert_eq!(at(Kind::Unlimbered, Canister, Cover::None, 6).equipment.horses, 2);
    let e = at(Kind::Unlimbered, Canister, Cover::None, 12).equipment;
    assert_eq!((e.horses, e.limbers_damaged), (4, 0));
    // 10: a limber, and a gun with it only if limbered.
    let e = at(Kind::Unlimbered, Shell, Cover::None, 10).equipment;
    assert_eq!((e.limbers_destroyed, e.guns_destroyed), (1, 0));
    let e = at(Kind::Limbered, Shell, Cover::None, 10).equipment;
    assert_eq!((e.limbers_destroyed, e.guns_destroyed), (1, 1));
    // A wagon: 7 destroys it; 8 in cover II is 6, two horses; it has no men.
    let w = at(Kind::Wagon, Shell, Cover::None, 7);
    assert_eq!((w.losses.men, w.wagons[0].destroyed), (0, true));
    let w = at(Kind::Wagon, Shell, Cover::II, 8);
    assert_eq!((w.wagons[0].destroyed, w.wagons[0].horses), (false, 2));
}

#[test]
fn only_the_ten_pounder_parrott_bursts_and_only_on_two_ones() {
    let _p = proves!("06.03.7");
    let s = |gun| guns(gun, Ammunition::Canister, 4, 4, Target::new(Kind::Infantry), 10.0);
    let o = rule::<Artillery>(&s(Gun::TenPounderParrott), &[1, 1]);
    // 2 + 4 - 1: the fire counts all the same, 7 men.
    assert_eq!((o.bursts, o.targets[0].losses.men), (true, 7));
    assert!(!rule::<Artillery>(&s(Gun::TenPounderParrott), &[1, 2]).bursts);
    for gun in [Gun::ThreeInchRodman, Gun::TwentyPounderParrott, Gun::TenPounderBrooke] {
        assert!(!rule::<Artillery>(&s(gun), &[1, 1]).bursts, "{gun:?}");
    }
}

#[test]
fn ranks_and_generals_under_round_shot() {
    let _p = proves!("06.03.9");
    for (ranks, lost) in [(2, 12), (3, 24), (4, 24), (5, 40), (10, 40)] {
        let t = Target { ranks, general: true, ..Target::new(Kind::Infantry) };
        let s = guns(Gun::Napoleon, Ammunition::RoundShot, 4, 4, t, 15.0);
        assert_eq!(men(&s, 7), lost, "{ranks} ranks");
        assert!(!rule::<Artillery>(&s, &two_dice(7)).targets[0].losses.general_falls);
        assert!(rule::<Artillery>(&s, &two_dice(10)).targets[0].losses.general_falls);
        assert!(!rule::<Artillery>(&s, &two_dice(11)).targets[0].losses.general_falls);
    }
}

#[test]
fn prisoners_by_elements_and_the_bare_dice() {
    let _p = proves!("07.06.2.a");
    let taken = |winner, figures, loser, left, dice| {
        let s = PrisonersSituation {
            dice,
            winner,
            winner_figures: figures,
            loser,
            loser_figures: left,
            general: true,
        };
        let o = rule::<Prisoners>(&s, &[]);
        (o.figures, o.general)
    };
    use Kind::{Dismounted, Infantry, Mounted, Unlimbered};
    // Riders: three to an element, two more make another.
    assert_eq!(taken(Mounted, 7, Infantry, 30, 12), (8, false));
    assert_eq!(taken(Mounted, 8, Infantry, 30, 12), (12, false));
    assert_eq!(taken(Mounted, 9, Mounted, 30, 8), (0, false));
    assert_eq!(taken(Mounted, 9, Mounted, 30, 9), (3, false));
    // Foot: six, three more make another; a general is taken on exactly 10.
    assert_eq!(taken(Infantry, 14, Infantry, 30, 10), (4, true));
    assert_eq!(taken(Infantry, 15, Infantry, 30, 10), (6, true));
    assert_eq!(taken(Dismounted, 10, Infantry, 30, 6), (1, false));
    assert_eq!(taken(Dismounted, 11, Infantry, 30, 6), (2, false));
    // No more than there are, none on 4, one to a battery on 11.
    assert_eq!(taken(Mounted, 9, Infantry, 4, 8), (4, false));
    assert_eq!(taken(Mounted, 9, Infantry, 30, 4), (0, false));
    assert_eq!(taken(Unlimbered, 4, Infantry, 30, 11), (1, false));
    assert_eq!(taken(Unlimbered, 4, Infantry, 30, 10).0, 0);
}

#[test]
fn morale_at_the_edges_of_its_table() {
    let _p = proves!("XV.a");
    let base = MoraleSituation {
        kind: Kind::Infantry,
        state: State::Slight,
        pinned: true,
        valour: 1,
        removed: 2,
        lost: 10,
        original: 30,
        detached: false,
        support: false,
        general: false,
        cover: Cover::None,
        cause: MoraleCause::Artillery { distance: 30.0, flank_or_rear: false },
        readings: CombatReadings::default(),
    };
    let state = |s: MoraleSituation, n: u8| rule::<Morale>(&s, &two_dice(n)).state;
    // -4 for two figures, -1 for a third lost, -1 LU, -2 pinned, +1 valour: -7 with 7, the last U; -8 with 6.
    assert_eq!(state(base, 7), State::Disorder);
    assert_eq!(state(base, 6), State::Complete);
    // A tenth figure short of the third: -6 and with 6 the -7.
    assert_eq!(state(MoraleSituation { lost: 9, ..base }, 6), State::Disorder);
    // Two thirds: -3 instead of -1.
    assert_eq!(state(MoraleSituation { lost: 20, ..base }, 7), State::Complete);
    // -15 for five figures, cover III +4, support, general, valour 2, and 12 on the dice +3: -4.
    let worst = MoraleSituation {
        state: State::Order,
        pinned: false,
        valour: 2,
        removed: 5,
        lost: 5,
        cover: Cover::III,
        support: true,
        general: true,
        ..base
    };
    assert_eq!(state(worst, 12), State::Disorder);
    assert_eq!(state(MoraleSituation { removed: 7, lost: 7, ..worst }, 12), State::Disorder);
    assert_eq!(
        state(MoraleSituation { valour: 0, ..worst }, 8),
        State::Complete,
        "-15 + 4 + 1 + 1 + 1 is -8"
    );
    // Riders upon foot in melee, and more losses: -1 - 2 - 2 is -5; -3 is LU.
    let melee = MoraleSituation {
        state: State::Order,
        pinned: false,
        valour: 0,
        removed: 1,
        lost: 1,
        cause: MoraleCause::Melee { against_mounted: true, more_losses: true },
        ..base
    };
    assert_eq!(state(melee, 7), State::Disorder);
    assert_eq!(state(melee, 10), State::Slight);
    let even =
        MoraleSituation { cause: MoraleCause::Melee { against_mounted: false, more_losses: true }, ..melee };
    assert_eq!((state(even, 7), state(even, 12)), (State::Slight, State::Order));
}

#[test]
fn carried_away_by_larger_friends() {
    let _p = proves!("XVIII.a");
    let s = CarriedAwaySituation {
        figures: 20,
        fleeing: 30,
        state: State::Order,
        valour: 0,
        support: false,
        general: false,
        cover: false,
    };
    let o = |s: &CarriedAwaySituation, n: u8| {
        let o = rule::<CarriedAway>(s, &two_dice(n));
        (o.state, o.checks_flight)
    };
    // 5 flees too; 6 falls into U and still checks the flight; 7 holds.
    assert_eq!(o(&s, 5), (State::Complete, false));
    assert_eq!(o(&s, 6), (State::Disorder, true));
    assert_eq!(o(&s, 7), (State::Order, true));
    // U, raw, with a general: -2 - 1 + 2.
    let shaken = CarriedAwaySituation { state: State::Disorder, valour: -1, general: true, ..s };
    assert_eq!(o(&shaken, 6), (State::Complete, false));
    assert_eq!(o(&shaken, 7), (State::Disorder, true));
    assert_eq!(o(&shaken, 8), (State::Disorder, true));
}

fn volley(firer: Firer, target: Target, distance: f64, n: u8) -> u32 {
    let s =
        SmallArmsSituation { firer, target, distance, behind: vec![], readings: CombatReadings::default() };
    rule::<SmallArms>(&s, &two_dice(n)).target.men
}

/// Table IV, 05.01.3.a: a limit belongs to the nearer zone, and the outer limit of zone 5 is in range. 30 foot are 5 elements; 7 in zones 1
/// to 5 is 8, 5, 3, 1, 1 men an element. Shotguns and pistols have zones 1, 3 and 5 (IV.a); the shotgun +3 in zone 1 (V.a): 10.
#[test]
fn zones_at_their_limits() {
    let _p = proves!("IV.a");
    let foot = |w| Firer::new(Kind::Infantry, 30, w);
    let at = |w, cm| volley(foot(w), Target::new(Kind::Infantry), cm, 7);
    for (weapon, zones) in [
        (
            Weapon::PercussionMusket,
            &[(3.0, 40), (3.1, 25), (5.0, 25), (9.0, 15), (9.1, 5), (12.0, 5), (12.1, 5), (15.0, 5)][..],
        ),
        (Weapon::RifledMusket, &[(8.0, 40), (8.1, 25), (15.0, 25), (15.1, 15), (25.0, 15), (50.0, 5)]),
        (Weapon::Shotgun, &[(1.0, 50), (1.1, 15), (5.0, 15), (5.1, 5), (8.0, 5)]),
        (Weapon::Pistol, &[(1.0, 40), (1.1, 15), (4.0, 15), (4.1, 5), (6.0, 5)]),
    ] {
        for (cm, men) in zones {
            assert_eq!(at(weapon, *cm), *men, "{weapon:?} at {cm}");
        }
    }
    for (weapon, out) in [
        (Weapon::PercussionMusket, 15.1),
        (Weapon::RifledMusket, 50.1),
        (Weapon::Shotgun, 8.1),
        (Weapon::Pistol, 6.1),
    ] {
        let s = SmallArmsSituation {
            firer: foot(weapon),
            target: Target::new(Kind::Infantry),
            distance: out,
            behind: vec![],
            readings: CombatReadings::default(),
        };
        assert!(SmallArms::check(&s).is_err(), "{weapon:?} at {out}");
    }
}

/// 05.01.4 to 05.01.6: figures to an element and the least remainder for one more; pinned both are doubled. 8 men an element (7, zone 1).
#[test]
fn elements_and_their_remainders() {
    let p = proves!("05.01.4", "05.01.5", "05.01.6");
    use Formation::{Chain, Line, ThinLine};
    use Kind::{Dismounted, Infantry, Mounted};
    for (kind, formation, pinned, few, one_more) in [
        // 6 (3): 26 are 4 and 2 over; 27 are 4 and 3 over, 5.
        (Infantry, Line, false, (26, 4), (27, 5)),
        (Infantry, ThinLine, false, (8, 1), (9, 2)),
        (Infantry, Chain, false, (5, 1), (6, 2)),
        (Dismounted, Line, false, (10, 1), (11, 2)),
        (Dismounted, Chain, false, (7, 1), (8, 2)),
        (Mounted, Line, false, (8, 1), (9, 2)),
        (Mounted, Chain, false, (5, 1), (6, 2)),
        // 12 (6), 8 (4), 14 (8).
        (Infantry, Line, true, (29, 2), (30, 3)),
        (Infantry, Chain, true, (11, 1), (12, 2)),
        (Dismounted, Line, true, (21, 1), (22, 2)),
    ] {
        for (figures, elements) in [few, one_more] {
            let mut f = Firer::new(kind, figures, Weapon::RifledMusket);
            (f.formation, f.pinned) = (formation, pinned);
            if pinned {
                f.state = State::Slight;
            }
            assert_eq!(f.elements(CombatReadings::default()), elements, "{kind:?} {formation:?} {figures}");
        }
    }
    // Thirty pinned men: three elements of twelve, the last by a remainder of six. 7 in zone 1 with +3: 12 men for each.
    let mut firer = Firer::new(Infantry, 30, Weapon::RifledMusket);
    (firer.pinned, firer.state) = (true, State::Slight);
    let s = SmallArmsSituation {
        firer,
        target: Target::new(Infantry),
        distance: 5.0,
        behind: Vec::new(),
        readings: CombatReadings::default(),
    };
    let (_, r) = judge::<SmallArms>(&s, &mut HandDice::new([3, 4]));
    for clause in ["05.01.4", "05.01.5", "05.01.6"] {
        assert!(p.shows(clause, r.clauses.iter().any(|c| c.id() == clause)));
    }
}

/// Table V, all at once: riders in LU with Sharps carbines, valour +2, surprised, their first fire, at riders in chain at 25.0 cm: -3
/// +3 (riders both) -2 (chain) +2 (breech-loaders to 25 cm, V.b) -4 -1 +3 +2: 0. 12 of them, two elements; 25 cm is zone 4 of a
/// carbine: 12 is 3 men each. At 25.1 cm without the +2: 10, 2 each. Not the first fire but after a pause (+1 for +3): 8.
#[test]
fn everything_in_table_five() {
    let _p = proves!("V.b");
    let mut f = Firer::new(Kind::Mounted, 12, Weapon::SharpsCarbine);
    (f.state, f.valour, f.surprised, f.last_fire) = (State::Slight, 2, true, LastFire::Never);
    let t = Target { formation: Formation::Chain, ..Target::new(Kind::Mounted) };
    assert_eq!(volley(f, t, 25.0, 12), 6);
    assert_eq!(volley(f, t, 25.1, 12), 4);
    f.last_fire = LastFire::Earlier;
    assert_eq!(volley(f, t, 25.1, 12), 4, "8 is 2 men too");
    assert_eq!(volley(f, t, 25.1, 11), 2, "7 is 1");
    // The muzzle-loader Tower M-12 of raw men at guns in action: 3 - 2 - 3 - 1 is less than 1: nobody.
    let mut f = Firer::new(Kind::Infantry, 30, Weapon::TowerMusket);
    f.valour = -1;
    assert_eq!(volley(f, Target::new(Kind::Unlimbered), 3.0, 3), 0);
    assert_eq!(volley(f, Target::new(Kind::Unlimbered), 3.0, 7), 5, "7 - 6 is 1: a man an element");
}

/// 05.02.5: a line of two ranks leads a column with two and two behind: six ranks. By itself 7 is 8 x 5 = 40 men; with +3 10 x 5 = 50:
/// the 10 more are for those behind, 5 each; of three ranks and one 7 1/2 and 2 1/2: 8 and 3. With two ranks behind it is four, no column.
/// An attack column of five ranks has the +3 for itself and those behind nothing.
#[test]
fn a_column_of_several_units() {
    let _p = proves!("05.02.5");
    let fire = |formation, ranks, behind: &[u16]| {
        let s = SmallArmsSituation {
            firer: Firer::new(Kind::Infantry, 30, Weapon::RifledMusket),
            target: Target { formation, ranks, ..Target::new(Kind::Infantry) },
            distance: 6.0,
            behind: behind.iter().map(|ranks| Behind { ranks: *ranks, general: false }).collect(),
            readings: CombatReadings::default(),
        };
        let o = rule::<SmallArms>(&s, &two_dice(7));
        (o.target.men, o.behind.iter().map(|l| l.men).collect::<Vec<_>>())
    };
    assert_eq!(fire(Formation::Line, 2, &[2, 2]), (40, vec![5, 5]));
    assert_eq!(fire(Formation::Line, 2, &[3, 1]), (40, vec![8, 3]));
    assert_eq!(fire(Formation::Line, 2, &[2]), (40, vec![0]));
    assert_eq!(fire(Formation::Line, 2, &[3]), (40, vec![10]));
    assert_eq!(fire(Formation::AttackColumn, 5, &[5]), (50, vec![0]));
    assert_eq!(fire(Formation::AttackColumn, 4, &[5]), (40, vec![10]));
}

fn shock(
    attacker: ShockSide,
    attack: Attack,
    opponent: ShockSide,
    counter: Option<Attack>,
) -> ShockSituation {
    ShockSituation { attacker, attack, opponent, counter, readings: CombatReadings::default() }
}

/// Table XII for Confederate horse at the charge upon halted Union horse: +1 Confederates, +3 halted, +1 charge, +1 general, +1
/// support, +1 own valour (riders count it), -2 the other's: 6. 2 is LU, 5 U, 7 FU. The same marching: without the 3.
#[test]
fn horse_upon_halted_horse() {
    let _p = proves!("XII.d");
    let mut a = ShockSide::new(Kind::Mounted, Nation::Confederate, 18);
    (a.general, a.support, a.valour, a.marching) = (true, true, 1, true);
    let mut e = ShockSide::new(Kind::Mounted, Nation::Union, 18);
    e.valour = 2;
    let charge = Attack { charge: true, ..Attack::default() };
    let s = shock(a, charge, e, None);
    for (n, state) in [
        (2, State::Slight),
        (4, State::Slight),
        (5, State::Disorder),
        (6, State::Disorder),
        (7, State::Complete),
    ] {
        assert_eq!(rule::<Shock>(&s, &two_dice(n)).opponent, state, "{n}");
    }
    e.marching = true;
    let s = shock(a, charge, e, None);
    assert_eq!(rule::<Shock>(&s, &two_dice(4)).opponent, State::Order, "4 + 3 is 7");
    assert_eq!(rule::<Shock>(&s, &two_dice(5)).opponent, State::Slight);
    assert_eq!(rule::<Shock>(&s, &two_dice(2)).attacker, State::Slight, "2 + 3 is 5, upon himself");
    // From the flank +4 and not the outflanking too (07.03.4).
    let s = shock(a, Attack { approach: Approach::Flank, ..charge }, e, None);
    assert_eq!(rule::<Shock>(&s, &two_dice(4)).opponent, State::Disorder, "4 + 3 + 4 is 11");
}

/// 07.03.1: both attack; the charge has the initiative, and its roll decides for both. +1 for the charge, +2 because the other has no
/// order for it, -2 for an obstacle II between them, no valour of either (both foot), -1 for his support, +2 because he is in LU: 2.
/// 5 is 7, nothing; 6 is 8, LU for him (he is in it) and the charge goes on; 3 is 5: the charge is in LU and the other goes on.
#[test]
fn both_attack() {
    let _p = proves!("07.03.1");
    let mut a = ShockSide::new(Kind::Infantry, Nation::Union, 30);
    let mut e = ShockSide::new(Kind::Infantry, Nation::Confederate, 30);
    (a.valour, e.valour, e.support, e.state) = (2, 2, true, State::Slight);
    // The one who charges is named second: he rolls all the same.
    let walks = Attack { ordered: false, obstacle: Obstacle::II, ..Attack::default() };
    let charges = Attack { charge: true, obstacle: Obstacle::II, ..Attack::default() };
    let s = shock(e, walks, a, Some(charges));
    for (n, states, goes_on) in [
        (5, (State::Slight, State::Order), None),
        (6, (State::Slight, State::Order), Some(Who::Opponent)),
        (3, (State::Slight, State::Slight), Some(Who::Attacker)),
        (9, (State::Disorder, State::Order), Some(Who::Opponent)),
    ] {
        let o = rule::<Shock>(&s, &two_dice(n));
        assert_eq!(
            ((o.attacker, o.opponent), o.goes_on, o.rolled_by),
            (states, goes_on, Who::Opponent),
            "{n}"
        );
    }
}

/// XII.b, 02.04.3: numbers at exactly double and three times; a garrison has no flank, and its cover III and obstacle III count: 30 upon
/// 15 +1, 30 upon 10 +2, 29 upon 10 +1. Upon a stone house: -3 obstacle, -1 cover, and no row for the flank.
#[test]
fn numbers_and_houses() {
    let _p = proves!("XII.b");
    let result = |own: u16, other: u16, house: bool, n: u8| {
        let mut e = ShockSide::new(Kind::Infantry, Nation::Confederate, other);
        let mut attack = Attack::default();
        if house {
            (e.building, e.cover) = (true, Cover::III);
            (attack.obstacle, attack.approach) = (Obstacle::III, Approach::Flank);
        }
        let a = ShockSide::new(Kind::Infantry, Nation::Union, own);
        let o = rule::<Shock>(&shock(a, attack, e, None), &two_dice(n));
        (o.attacker, o.opponent)
    };
    use State::{Complete, Disorder, Order, Slight};
    // 10 + 1 = 11: U; 10 without: LU.
    assert_eq!(result(30, 15, false, 10), (Order, Disorder));
    assert_eq!(result(29, 15, false, 10), (Order, Slight));
    // 11 + 2 = 13: FU; 11 + 1: U.
    assert_eq!(result(30, 10, false, 11), (Order, Complete));
    assert_eq!(result(29, 10, false, 11), (Order, Disorder));
    // Half as many: -1.
    assert_eq!(result(15, 30, false, 8), (Order, Order));
    // 9 - 4: LU upon himself; 12 - 4 + 2: 10, LU.
    assert_eq!(result(30, 30, true, 9), (Slight, Order));
    assert_eq!(result(30, 10, true, 12), (Order, Slight));
}

/// XIX.a, 08.05.4, 09.03.1.c: single numbers and their limits.
#[test]
fn rallies_successors_and_wagons() {
    let _p = proves!("XIX.a");
    use chakoten_acw::procedures::small::ReorganiseOutcome;
    let rally = |attempt, checked, general, valour, n| {
        let s = ReorganiseSituation { attempt, checked, general, valour };
        rule::<Reorganise>(&s, &two_dice(n)) == ReorganiseOutcome::Reorganised
    };
    // 8, then 9, then 10.
    for (attempt, needed) in [(1, 8), (2, 9), (3, 10)] {
        assert!(rally(attempt, false, false, 0, needed) && !rally(attempt, false, false, 0, needed - 1));
        // Checked +1, a general +2, valour -1: 2 less.
        assert!(rally(attempt, true, true, -1, needed - 2) && !rally(attempt, true, true, -1, needed - 3));
    }
    assert!(rule::<Appointment>(&Default::default(), &two_dice(9)).appointed);
    assert!(!rule::<Appointment>(&Default::default(), &two_dice(8)).appointed);
    for (kind, least) in [(Kind::Infantry, 2), (Kind::Mounted, 2), (Kind::Limbered, 3), (Kind::Unlimbered, 3)]
    {
        for n in 1..=6 {
            assert_eq!(
                rule::<Resupply>(&ResupplySituation { kind }, &[n]).supplied,
                n >= least,
                "{kind:?} {n}"
            );
        }
    }
}

/// 09.01.1: doubles of 1 to 4 empty the boxes, 5 and 6 do not, the first fire never; the fire with the double counts.
#[test]
fn doubles_empty_the_boxes() {
    let _p = proves!("09.01.1");
    let fire = |last_fire, fought, dice: &[u8]| {
        let mut firer = Firer::new(Kind::Infantry, 6, Weapon::RifledMusket);
        (firer.last_fire, firer.fought) = (last_fire, fought);
        let s = SmallArmsSituation {
            firer,
            target: Target::new(Kind::Infantry),
            distance: 6.0,
            behind: vec![],
            readings: CombatReadings::default(),
        };
        let o = rule::<SmallArms>(&s, dice);
        (o.target.men, o.out_of_ammunition)
    };
    for n in 1..=6 {
        let (men, out) = fire(LastFire::LastTurn, false, &[n, n]);
        assert_eq!(out, n <= 4, "{n}");
        assert!(men > 0);
        assert!(!fire(LastFire::Never, false, &[n, n]).1, "the first fire is exempt");
        // After a melee the first fire is the second use of its arms.
        assert_eq!(fire(LastFire::Never, true, &[n, n]).1, n <= 4);
    }
    assert!(!fire(LastFire::Earlier, false, &[1, 3]).1);
    // 4 + 3 in its first fire is 7: 8 men; 4 + 1 after a pause 5: 6 men; 4: 5 men.
    assert_eq!(fire(LastFire::Never, false, &[1, 3]).0, 8);
    assert_eq!(fire(LastFire::Earlier, false, &[1, 3]).0, 6);
    assert_eq!(fire(LastFire::LastTurn, false, &[1, 3]).0, 5);
}

/// Table VIII, 06.02.2.b: deviation by the class of the gun, a tenth of the guess. 60 cm: 54, 66, or 6 aside.
#[test]
fn deviation_by_the_class_of_the_gun() {
    let _p = proves!("06.02.2.a");
    let falls = |gun, ammunition, n| {
        let o = rule::<Deviation>(&DeviationSituation { gun, ammunition, guess: 60.0 }, &two_dice(n));
        (o.along.0, o.right.0)
    };
    use Ammunition::{RoundShot, Shell};
    let spot = (60.0, 0.0);
    // Smoothbores: 2-3, 4-5, 6-8, 9-10, 11-12.
    for (n, at) in [
        (3, (54.0, 0.0)),
        (4, (60.0, -6.0)),
        (5, (60.0, -6.0)),
        (6, spot),
        (8, spot),
        (9, (60.0, 6.0)),
        (11, (66.0, 0.0)),
    ] {
        assert_eq!(falls(Gun::Napoleon, Shell, n), at, "{n}");
        assert_eq!(falls(Gun::TwelvePounderHowitzer, Shell, n), at, "a howitzer, {n}");
    }
    // Rifled: 2, 3-4, 5-9, 10-11, 12.
    for (n, at) in
        [(2, (54.0, 0.0)), (3, (60.0, -6.0)), (5, spot), (9, spot), (10, (60.0, 6.0)), (12, (66.0, 0.0))]
    {
        assert_eq!(falls(Gun::TenPounderParrott, RoundShot, n), at, "{n}");
    }
    // Whitworths and their like are never short or long.
    for (n, at) in
        [(2, (60.0, -6.0)), (3, (60.0, -6.0)), (4, spot), (10, spot), (11, (60.0, 6.0)), (12, (60.0, 6.0))]
    {
        assert_eq!(falls(Gun::TwelvePounderWhitworth, RoundShot, n), at, "{n}");
    }
}
