//! The hardest numbers and exceptions, reckoned by hand from the clauses and tables and then put to the umpire.

use chakoten_acw::procedures::*;
use chakoten_acw::proves;
use chakoten_acw::troop::{Ammunition, Cover, Formation, Gun, Kind, State};
use umpire::{HandDice, Procedure, judge};

fn rule<P: Procedure>(s: &P::Situation, dice: &[u8]) -> P::Outcome {
    P::check(s).unwrap();
    let mut d = HandDice::new(dice);
    let out = judge::<P>(s, &mut d).0;
    d.finish().unwrap();
    out
}

/// Two different dice of this sum where there are any.
fn two(n: u8) -> [u8; 2] {
    let a = n.saturating_sub(6).max(1);
    [a, n - a]
}

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
    rule::<Artillery>(s, &two(n)).targets[0].losses.men
}

#[test]
fn shell_and_crews_and_calibres() {
    let _p = proves!("06.03.1", "06.01.3", "IX.b");
    let foot = || Target::new(Kind::Infantry);
    use Ammunition::Shell;
    // Six guns, 7: 18 men at 20 cm; over 20 cm the shell's +2 makes it 9: 36.
    assert_eq!(men(&guns(Gun::Napoleon, Shell, 6, 6, foot(), 20.0), 7), 18);
    assert_eq!(men(&guns(Gun::Napoleon, Shell, 6, 6, foot(), 20.1), 7), 36);
    // Two figures serve four guns, three all five.
    assert_eq!(men(&guns(Gun::Napoleon, Shell, 5, 2, foot(), 20.0), 7), 12);
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
    let _p = proves!("06.03.8", "06.03.3.a");
    let covered = |kind: Kind, pinned: bool| Target { cover: Cover::III, pinned, ..Target::new(kind) };
    // Canister 7 + 4: 40 men, a quarter in cover III, half of that pinned.
    let s = guns(Gun::Napoleon, Ammunition::Canister, 4, 4, covered(Kind::Infantry, true), 10.0);
    assert_eq!(men(&s, 7), 5);
    // A battery in cover III: shell 12 + 2 is 80 men, an eighth 10; its gear by 12 - 3: a gun destroyed.
    let s = guns(Gun::Napoleon, Ammunition::Shell, 4, 4, covered(Kind::Unlimbered, false), 30.0);
    let o = rule::<Artillery>(&s, &two(12));
    assert_eq!(o.targets[0].losses.men, 10);
    assert_eq!((o.targets[0].equipment.guns_destroyed, o.targets[0].equipment.limbers_damaged), (1, 0));
}

#[test]
fn counter_battery_canister_and_wagons() {
    let _p = proves!("06.03.3.c", "06.03.4", "06.03.3.b");
    let at = |kind: Kind, ammunition, cover, n| {
        let s = guns(Gun::Napoleon, ammunition, 4, 4, Target { cover, ..Target::new(kind) }, 15.0);
        rule::<Artillery>(&s, &two(n)).targets.remove(0)
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
    let _p = proves!("06.02.3.b", "06.03.9");
    for (ranks, lost) in [(2, 12), (3, 24), (4, 24), (5, 40), (10, 40)] {
        let t = Target { ranks, general: true, ..Target::new(Kind::Infantry) };
        let s = guns(Gun::Napoleon, Ammunition::RoundShot, 4, 4, t, 15.0);
        assert_eq!(men(&s, 7), lost, "{ranks} ranks");
        assert!(!rule::<Artillery>(&s, &two(7)).targets[0].losses.general_falls);
        assert!(rule::<Artillery>(&s, &two(10)).targets[0].losses.general_falls);
        assert!(!rule::<Artillery>(&s, &two(11)).targets[0].losses.general_falls);
    }
}

#[test]
fn prisoners_by_elements_and_the_bare_dice() {
    let _p = proves!("07.06.2.a", "XIV.a", "07.04.2");
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
    let _p = proves!("XV.a", "08.02.7.a");
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
    let state = |s: MoraleSituation, n: u8| rule::<Morale>(&s, &two(n)).state;
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
    let _p = proves!("XVIII.a", "08.03.1", "08.03.3");
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
        let o = rule::<CarriedAway>(s, &two(n));
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
