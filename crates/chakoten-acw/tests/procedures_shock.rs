//! The shock roll, melee and prisoners told as bare situations with scripted dice.

use crate::field_day::two_dice;
use chakoten_acw::procedures::melee::{Enemy, Fighter};
use chakoten_acw::procedures::*;
use chakoten_acw::proves;
use chakoten_acw::troop::{Cover, Formation, Kind, Nation, Obstacle, State, Weapon};
use odds::judging::rule;
use umpire::{Procedure, Ruling};

fn sum(r: &Ruling) -> i32 {
    r.modifiers.iter().map(|m| m.value).sum()
}

/// Infantry in attack column against as many in line: no modifiers.
fn attack() -> ShockSituation {
    let mut attacker = ShockSide::new(Kind::Infantry, Nation::Union, 30);
    attacker.formation = Formation::AttackColumn;
    ShockSituation {
        attacker,
        attack: Attack::default(),
        opponent: ShockSide::new(Kind::Infantry, Nation::Confederate, 30),
        counter: None,
        readings: CombatReadings::default(),
    }
}

fn mods(f: impl Fn(&mut ShockSituation)) -> i32 {
    let mut s = attack();
    f(&mut s);
    let (_, r) = rule::<Shock>(&s, &[6, 1]);
    assert_eq!(r.totals["result"], 7 + sum(&r));
    sum(&r)
}

/// With a counter-attack: the attacker charges, so that it has the initiative (+1).
fn both(f: impl Fn(&mut ShockSituation, &mut Attack)) -> i32 {
    let mut c = Attack::default();
    let mut s = attack();
    f(&mut s, &mut c);
    s.attack.charge = true;
    s.counter = Some(c);
    let (o, r) = rule::<Shock>(&s, &[6, 1]);
    assert_eq!(o.rolled_by, Who::Attacker);
    sum(&r) - 1
}

#[test]
fn the_results_of_table_thirteen() {
    let _p = proves!("XIII.a");
    let on = |n: u8, plus: i32| {
        let mut s = attack();
        // The opponent's valour is taken off, a lowered one added.
        s.opponent.valour = -plus as i8;
        rule::<Shock>(&s, &two_dice(n)).0
    };
    use State::{Complete, Disorder, Order, Slight};
    for (n, attacker, opponent) in [
        (2, Disorder, Order),
        (3, Disorder, Order),
        (4, Slight, Order),
        (5, Slight, Order),
        (6, Order, Order),
        (7, Order, Order),
        (8, Order, Slight),
        (10, Order, Slight),
        (11, Order, Disorder),
        (12, Order, Disorder),
    ] {
        let o = on(n, 0);
        assert_eq!((o.attacker, o.opponent), (attacker, opponent), "{n}");
        let goes_on = (n >= 8).then_some(Who::Attacker);
        assert_eq!(o.goes_on, goes_on, "{n}");
        assert_eq!(o.turns_away, None);
    }
    assert_eq!(on(12, 1).opponent, Complete);
    assert_eq!(on(12, 4).opponent, Complete);
    assert_eq!(on(3, -2).attacker, Complete);
    // Below 1.
    assert_eq!(on(2, -2).attacker, Complete);
    // Never better: LU keeps LU, U stays U.
    let mut s = attack();
    s.opponent.state = Disorder;
    let o = rule::<Shock>(&s, &two_dice(5)).0; // 5 + 4 = 9
    assert_eq!((o.opponent, o.goes_on), (Disorder, Some(Who::Attacker)));
    s.opponent.state = Slight;
    s.attacker.state = Slight;
    let o = rule::<Shock>(&s, &two_dice(7)).0;
    assert_eq!((o.attacker, o.opponent, o.goes_on), (Slight, Slight, None));
}

#[test]
fn numbers_in_the_shock_roll() {
    let _p = proves!("XII.b");
    for (own, other, n) in [
        (30, 30, 0),
        (59, 30, 0),
        (60, 30, 1),
        (89, 30, 1),
        (90, 30, 2),
        (30, 59, 0),
        (30, 60, -1),
        (30, 90, -2),
        (300, 30, 2),
    ] {
        let set = |s: &mut ShockSituation| {
            s.attacker.figures = own;
            s.opponent.figures = other;
        };
        assert_eq!(mods(set), n, "{own} {other}");
    }
    let adds = |s: &mut ShockSituation| {
        s.attacker.figures = 90;
        s.readings.superiority = Superiority::AddsUp;
    };
    assert_eq!(mods(adds), 3);
}

#[test]
fn formations_in_the_shock_roll() {
    let _p = proves!("XII.a");
    for (f, own, other) in [
        (Formation::MarchColumn, -2, 2),
        (Formation::ThinLine, -2, 2),
        (Formation::Chain, -3, 3),
        (Formation::AttackColumn, 0, 0),
        (Formation::Line, 0, 0),
    ] {
        assert_eq!(mods(|s| s.attacker.formation = f), own, "{f}");
        assert_eq!(mods(|s| s.opponent.formation = f), other, "{f}");
        let garrison = |s: &mut ShockSituation| {
            s.opponent.formation = f;
            s.opponent.building = true;
            s.attack.approach = Approach::Flank;
        };
        assert_eq!(mods(garrison), 0, "a garrison has neither formation nor flanks");
    }
    assert_eq!(mods(|s| s.opponent.kind = Kind::Limbered), 2);
    assert_eq!(mods(|s| s.opponent.kind = Kind::Unlimbered), 0);
}

#[test]
fn flank_rear_and_work() {
    let _p = proves!("XII.c");
    for (a, n) in
        [(Approach::Front, 0), (Approach::Outflanking, 1), (Approach::Flank, 4), (Approach::Rear, 2)]
    {
        assert_eq!(mods(|s| s.attack.approach = a), n);
        let work = |s: &mut ShockSituation| {
            s.attack.approach = a;
            s.opponent.working = true;
        };
        let at_work = match a {
            Approach::Flank => 4,
            _ => n + 4,
        };
        assert_eq!(mods(work), at_work, "{a:?}");
    }
    let twice = |s: &mut ShockSituation| {
        s.attack.approach = Approach::Flank;
        s.opponent.working = true;
        s.readings.flank_and_working = FlankAndWorking::Twice;
    };
    assert_eq!(mods(twice), 8);
    // The other side's outflanking, if it attacks too; its flank and rear attacks are a dash.
    assert_eq!(both(|_, c| c.approach = Approach::Outflanking), -1);
    assert_eq!(both(|_, c| c.approach = Approach::Flank), 0);
    assert_eq!(both(|_, c| c.approach = Approach::Rear), 0);
}

#[test]
fn cavalry_in_the_shock_roll() {
    let _p = proves!("XII.d");
    let horse = |own: Nation, other: Kind, nation: Nation, marching: bool| {
        mods(|s| {
            s.attacker = ShockSide::new(Kind::Mounted, own, 30);
            s.opponent = ShockSide::new(other, nation, 30);
            s.opponent.marching = marching;
        })
    };
    use Nation::{Confederate, Union};
    assert_eq!(horse(Union, Kind::Infantry, Confederate, false), 1);
    assert_eq!(horse(Union, Kind::Dismounted, Confederate, false), 1);
    assert_eq!(horse(Union, Kind::Unlimbered, Confederate, false), 1);
    assert_eq!(horse(Union, Kind::Mounted, Union, false), 3);
    assert_eq!(horse(Union, Kind::Mounted, Union, true), 0);
    assert_eq!(horse(Confederate, Kind::Infantry, Union, false), 2);
    assert_eq!(horse(Confederate, Kind::Mounted, Union, false), 4);
    assert_eq!(horse(Union, Kind::Mounted, Confederate, true), -1);
    assert_eq!(horse(Confederate, Kind::Mounted, Confederate, true), 0);
    // Dismounted Confederate cavalry is infantry here.
    assert_eq!(mods(|s| s.opponent.kind = Kind::Dismounted), 0);
}

#[test]
fn orders_charges_and_obstacles() {
    let _p = proves!("07.01.3");
    assert_eq!(mods(|s| s.attack.ordered = false), -2);
    assert_eq!(mods(|s| s.attack.charge = true), 1);
    for (o, n) in [(Obstacle::I, 1), (Obstacle::II, 2), (Obstacle::III, 3)] {
        assert_eq!(mods(|s| s.attack.obstacle = o), -n);
        // The other must cross it alone; when both must, ours counts.
        assert_eq!(both(|_, c| c.obstacle = o), n);
        assert_eq!(
            both(|s, c| {
                c.obstacle = o;
                s.attack.obstacle = Obstacle::I;
            }),
            -1
        );
    }
    assert_eq!(both(|_, c| c.ordered = false), 2);
    // Both charge: neither has the initiative by it, so they dice.
    let mut s = attack();
    s.attack.charge = true;
    s.counter = Some(Attack { charge: true, ..Attack::default() });
    let (o, r) = rule::<Shock>(&s, &[6, 6, 1, 1, 3, 4]);
    assert_eq!((o.rolled_by, sum(&r)), (Who::Attacker, 0));
}

#[test]
fn state_support_general_and_cover() {
    let p = proves!("07.03.5", "tables.general-with-unit", "08.02.3", "08.02.5", "XII.a");
    assert_eq!(*p.shows("07.03.5", &mods(|s| s.attacker.support = true)), 1);
    assert_eq!(mods(|s| s.opponent.support = true), -1);
    assert_eq!(*p.shows("tables.general-with-unit", &mods(|s| s.attacker.general = true)), 1);
    assert_eq!(mods(|s| s.opponent.general = true), -1);
    assert_eq!(*p.shows("08.02.3", &mods(|s| s.attacker.state = State::Slight)), -2);
    assert_eq!(mods(|s| s.opponent.state = State::Slight), 2);
    assert_eq!(*p.shows("08.02.5", &mods(|s| s.opponent.state = State::Disorder)), 4);
    for (c, n) in [(Cover::I, 0), (Cover::II, 0), (Cover::III, -1)] {
        assert_eq!(mods(|s| s.opponent.cover = c), n);
        assert_eq!(mods(|s| s.attacker.cover = c), 0);
    }
    assert_eq!(p.shows("XII.a", mods(|s| s.opponent.cover = Cover::III)), -1);
}

#[test]
fn valour_is_not_counted_for_infantry_that_attacks() {
    let _p = proves!("07.03.2");
    for kind in [Kind::Infantry, Kind::Dismounted] {
        let own = |s: &mut ShockSituation| {
            s.attacker.kind = kind;
            s.attacker.valour = 2;
        };
        assert_eq!(mods(own), 0, "{kind}");
    }
    let horse = |v: i8| {
        mods(|s| {
            s.attacker = ShockSide { valour: v, ..ShockSide::new(Kind::Mounted, Nation::Union, 30) };
        })
    };
    assert_eq!(horse(2) - horse(0), 2);
    assert_eq!(mods(|s| s.opponent.valour = 2), -2);
    assert_eq!(mods(|s| s.opponent.valour = -1), 1);
    // An attacking infantry opponent's is not counted either.
    assert_eq!(both(|s, _| s.opponent.valour = 2), 0);
    let cavalry = |v: i8| {
        both(|s, _| s.opponent = ShockSide { valour: v, ..ShockSide::new(Kind::Mounted, Nation::Union, 30) })
    };
    assert_eq!(cavalry(2) - cavalry(0), -2);
}

#[test]
fn the_initiative_when_both_attack() {
    let _p = proves!("07.03.1");
    let plain = Attack::default();
    let charge = Attack { charge: true, ..plain };
    let unordered = Attack { ordered: false, ..plain };
    let who = |a: Attack, c: Attack, dice: &[u8]| {
        let mut s = attack();
        s.opponent.formation = Formation::AttackColumn;
        (s.attack, s.counter) = (a, Some(c));
        rule::<Shock>(&s, dice).0.rolled_by
    };
    assert_eq!(who(charge, plain, &[3, 4]), Who::Attacker);
    assert_eq!(who(plain, charge, &[3, 4]), Who::Opponent);
    assert_eq!(who(unordered, plain, &[3, 4]), Who::Opponent);
    assert_eq!(who(plain, unordered, &[3, 4]), Who::Attacker);
    // The charge comes before the order.
    assert_eq!(who(unordered, charge, &[3, 4]), Who::Opponent);
    // Dice, the tie rolled again.
    assert_eq!(who(plain, plain, &[2, 3, 3, 3, 3, 4]), Who::Opponent);
    assert_eq!(who(plain, plain, &[6, 1, 5, 2, 6, 6, 5, 6, 3, 4]), Who::Attacker);
    assert!(!rule::<Initiative>(&DiceOnly::default(), &[1, 1, 1, 2]).0.first);
    assert!(rule::<Initiative>(&DiceOnly::default(), &[2, 2, 1, 3, 6, 1, 2, 2]).0.first);
}

#[test]
fn one_roll_decides_for_both() {
    let _p = proves!("07.03.1");
    let mut s = attack();
    s.opponent.formation = Formation::AttackColumn;
    s.counter = Some(Attack { charge: true, ..Attack::default() });
    // The opponent rolls 11 + 1 = 12 against the attacker.
    let o = rule::<Shock>(&s, &two_dice(11)).0;
    assert_eq!((o.rolled_by, o.attacker, o.opponent), (Who::Opponent, State::Disorder, State::Order));
    assert_eq!(o.goes_on, Some(Who::Opponent));
    // 3 + 1 = 4 falls on the roller itself, and the other's attack goes on.
    let o = rule::<Shock>(&s, &two_dice(3)).0;
    assert_eq!((o.attacker, o.opponent), (State::Order, State::Slight));
    assert_eq!(o.goes_on, Some(Who::Attacker));
    let o = rule::<Shock>(&s, &two_dice(6)).0;
    assert_eq!(o.goes_on, None);
}

#[test]
fn repelled_cavalry_turns_away_from_other_arms() {
    let _p = proves!("07.02.3.b");
    let mut s = attack();
    s.attacker = ShockSide::new(Kind::Mounted, Nation::Union, 30);
    // +1 against other arms.
    let at = |s: &ShockSituation, n: u8| rule::<Shock>(s, &two_dice(n)).0;
    assert_eq!(at(&s, 5).turns_away, Some(Who::Attacker));
    assert_eq!(at(&s, 4).turns_away, Some(Who::Attacker), "LU too");
    assert_eq!(at(&s, 2).turns_away, None, "U retires instead");
    assert_eq!(at(&s, 7).turns_away, None, "it goes on");
    s.opponent = ShockSide { marching: true, ..ShockSide::new(Kind::Mounted, Nation::Union, 30) };
    assert_eq!(at(&s, 6).turns_away, None, "cavalry against cavalry");
    s.attacker = attack().attacker;
    s.opponent = ShockSide::new(Kind::Infantry, Nation::Union, 30);
    assert_eq!(at(&s, 6).turns_away, None);
}

#[test]
fn attacks_that_cannot_be() {
    let _p = proves!("07.01.4");
    let refused = |f: &dyn Fn(&mut ShockSituation), by: &str| {
        let mut s = attack();
        f(&mut s);
        let e = Shock::check(&s).unwrap_err().to_string();
        assert!(e.contains(by), "{e}");
    };
    for kind in [Kind::Unlimbered, Kind::Limbered, Kind::Wagon] {
        refused(&|s| s.attacker = ShockSide { formation: Formation::Line, kind, ..s.attacker }, "07.01.4");
    }
    refused(&|s| s.attacker.kind = Kind::Unlimbered, "02.03.2");
    refused(&|s| s.attacker.state = State::Disorder, "07.01.4");
    refused(&|s| s.attacker.state = State::Complete, "07.01.4");
    refused(&|s| s.opponent.state = State::Complete, "play.no-shock");
    refused(&|s| s.opponent.kind = Kind::Wagon, "play.no-shock");
    refused(&|s| s.attack.obstacle = Obstacle::IV, "07.01.6.b");
    refused(
        &|s| {
            s.attacker = ShockSide::new(Kind::Mounted, Nation::Union, 9);
            s.attack.obstacle = Obstacle::III;
        },
        "07.01.6.b",
    );
    refused(
        &|s| {
            s.attacker = ShockSide::new(Kind::Mounted, Nation::Union, 9);
            s.attack = Attack { charge: true, obstacle: Obstacle::I, ..Attack::default() };
        },
        "02.06.4",
    );
    refused(&|s| s.attack = Attack { charge: true, ordered: false, ..Attack::default() }, "03.03.5.c");
    for f in [Formation::Chain, Formation::ThinLine] {
        refused(
            &|s| {
                s.attacker.formation = f;
                s.attack.charge = true;
            },
            "03.03.4.b",
        );
    }
    refused(&|s| s.attacker.figures = 0, "attacker");
    refused(&|s| s.opponent.valour = 7, "08.01.1");
    refused(
        &|s| {
            s.counter = Some(Attack::default());
            s.opponent.kind = Kind::Unlimbered;
        },
        "07.01.4",
    );
}

fn fight(kind: Kind, figures: u16) -> MeleeSituation {
    MeleeSituation {
        fighter: Fighter::new(kind, figures, Some(Weapon::RifledMusket)),
        enemies: vec![Enemy { figures: 1, cover: Cover::None, general: false }],
        readings: CombatReadings::default(),
    }
}

fn men(s: &MeleeSituation, n: u8) -> u32 {
    rule::<Melee>(s, &two_dice(n)).0.enemies[0].men
}

#[test]
fn melee_elements() {
    let _p = proves!("07.04.3");
    let each = |kind, cases: &[(u16, u32)]| {
        for (figures, n) in cases {
            assert_eq!(melee::elements(kind, *figures), *n, "{kind} {figures}");
        }
    };
    each(Kind::Mounted, &[(1, 0), (2, 1), (3, 1), (4, 1), (5, 2), (6, 2)]);
    each(Kind::Dismounted, &[(3, 0), (4, 1), (7, 1), (10, 1), (11, 2)]);
    each(Kind::Infantry, &[(2, 0), (3, 1), (6, 1), (8, 1), (9, 2)]);
    each(Kind::Unlimbered, &[(2, 0), (3, 1), (6, 1)]);
    each(Kind::Limbered, &[(4, 1)]);
    assert_eq!(men(&fight(Kind::Infantry, 12), 7), 16);
    assert_eq!(men(&fight(Kind::Mounted, 12), 7), 32);
}

#[test]
fn melee_is_zone_one_with_the_rows_below_the_line() {
    let _p = proves!("07.05.1");
    let mods = |f: &dyn Fn(&mut Fighter)| {
        let mut s = fight(Kind::Infantry, 6);
        f(&mut s.fighter);
        let (_, r) = rule::<Melee>(&s, &[6, 1]);
        assert_eq!(r.totals["result"], 7 + sum(&r));
        sum(&r)
    };
    assert_eq!(mods(&|_| {}), 0);
    assert_eq!([Cover::I, Cover::II, Cover::III].map(|c| mods(&|f| f.cover = c)), [1, 2, 2]);
    assert_eq!(mods(&|f| f.state = State::Slight), -1);
    assert_eq!(mods(&|f| f.state = State::Disorder), -2);
    assert_eq!(mods(&|f| f.valour = 2), 2);
    assert_eq!(mods(&|f| f.weapon = Some(Weapon::Shotgun)), 3);
    // Above the line: nothing of weapons, horses, first fire.
    for w in Weapon::ALL.into_iter().filter(|w| *w != Weapon::Shotgun) {
        assert_eq!(mods(&|f| f.weapon = Some(w)), 0, "{w:?}");
    }
    assert_eq!(mods(&|f| f.weapon = None), 0);
    assert_eq!(mods(&|f| f.kind = Kind::Mounted), 0);
    assert_eq!(mods(&|f| f.first_use = true), 0);
    assert_eq!(mods(&|f| f.out_of_ammunition = true), 0);
    // Cover of the enemy.
    let mut s = fight(Kind::Infantry, 18);
    for (cover, n, fire_only) in [(Cover::I, 12, 24), (Cover::II, 6, 24), (Cover::III, 6, 24)] {
        s.enemies[0].cover = cover;
        s.readings = CombatReadings::default();
        assert_eq!(men(&s, 7), n);
        s.readings.melee_cover = MeleeCover::FireOnly;
        assert_eq!(men(&s, 7), fire_only);
    }
}

#[test]
fn a_melee_against_several_is_shared() {
    let _p = proves!("play.melee");
    let mut s = fight(Kind::Infantry, 18);
    s.enemies = vec![
        Enemy { figures: 12, cover: Cover::None, general: true },
        Enemy { figures: 6, cover: Cover::I, general: false },
    ];
    // 24 men: 16, and 8 halved.
    let o = rule::<Melee>(&s, &[6, 1]).0;
    assert_eq!(o.enemies, [Losses { men: 16, general_falls: true }, Losses { men: 4, general_falls: false }]);
}

#[test]
fn a_general_falls_in_melee_on_seven() {
    let _p = proves!("07.05.4");
    let mut s = fight(Kind::Infantry, 6);
    s.enemies[0].general = true;
    for n in 2..=12 {
        let o = rule::<Melee>(&s, &two_dice(n)).0;
        assert_eq!(o.enemies[0].general_falls, n == 7, "{n}");
    }
    // Too few to make an element: no loss.
    s.fighter.figures = 2;
    assert_eq!(rule::<Melee>(&s, &[6, 1]).0.enemies[0], Losses::default());
}

#[test]
fn melee_uses_ammunition() {
    let _p = proves!("09.01.2");
    let out = |f: &dyn Fn(&mut Fighter), face: u8| {
        let mut s = fight(Kind::Infantry, 6);
        f(&mut s.fighter);
        rule::<Melee>(&s, &[face, face]).0.out_of_ammunition
    };
    assert_eq!([1, 2, 3, 4, 5, 6].map(|n| out(&|_| {}, n)), [true, true, true, true, false, false]);
    assert!(!out(&|f| f.first_use = true, 3));
    assert!(!out(&|f| f.out_of_ammunition = true, 3));
    assert!(!out(&|f| f.kind = Kind::Unlimbered, 3), "gunners have none");
    let bad = |f: &dyn Fn(&mut MeleeSituation)| {
        let mut s = fight(Kind::Infantry, 6);
        f(&mut s);
        Melee::check(&s).unwrap_err()
    };
    bad(&|s| s.fighter.figures = 0);
    bad(&|s| s.fighter.kind = Kind::Wagon);
    bad(&|s| s.fighter.state = State::Complete);
    bad(&|s| s.enemies.clear());
    bad(&|s| s.enemies[0].figures = 0);
}

#[test]
fn prisoners_by_the_winners_arm() {
    let _p = proves!("XIV.a");
    let taken = |winner, loser, dice| {
        let s =
            PrisonersSituation { dice, winner, winner_figures: 6, loser, loser_figures: 100, general: false };
        rule::<Prisoners>(&s, &[]).0.figures
    };
    let row = |w, l| (2..=12).map(|n| taken(w, l, n)).collect::<Vec<_>>();
    let foot = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2];
    assert_eq!(row(Kind::Infantry, Kind::Mounted), foot);
    assert_eq!(row(Kind::Dismounted, Kind::Infantry), foot);
    // Six riders are two elements.
    assert_eq!(row(Kind::Mounted, Kind::Mounted), [0, 0, 0, 0, 0, 0, 0, 2, 2, 4, 4]);
    assert_eq!(row(Kind::Mounted, Kind::Infantry), [0, 0, 0, 2, 2, 4, 4, 6, 6, 8, 8]);
    assert_eq!(row(Kind::Mounted, Kind::Dismounted), [0, 0, 0, 2, 2, 4, 4, 6, 6, 8, 8]);
    assert_eq!(row(Kind::Unlimbered, Kind::Infantry), [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    // Once per battery, by element otherwise, and no more than there are.
    let s = PrisonersSituation {
        dice: 12,
        winner: Kind::Unlimbered,
        winner_figures: 60,
        loser: Kind::Infantry,
        loser_figures: 30,
        general: false,
    };
    assert_eq!(prisoners::taken(&s).figures, 1);
    assert_eq!(prisoners::taken(&PrisonersSituation { winner: Kind::Infantry, ..s }).figures, 20);
    let few = PrisonersSituation { winner: Kind::Infantry, loser_figures: 7, ..s };
    assert_eq!(prisoners::taken(&few).figures, 7);
    for dice in [0, 1, 13, 255] {
        assert!(Prisoners::check(&PrisonersSituation { dice, ..s }).is_err());
    }
}

#[test]
fn a_general_is_taken_on_ten() {
    let _p = proves!("07.06.2.b");
    for dice in 2..=12 {
        let s = PrisonersSituation {
            dice,
            winner: Kind::Infantry,
            winner_figures: 12,
            loser: Kind::Infantry,
            loser_figures: 20,
            general: true,
        };
        assert_eq!(rule::<Prisoners>(&s, &[]).0.general, dice == 10);
        assert!(!prisoners::taken(&PrisonersSituation { general: false, ..s }).general);
    }
}
