//! Towns, retreats, formation morale, officers, reorganising, engineers, sight and roads, as bare situations with scripted dice.

use crate::procedures_dice::{chance, defaults, out, readings, refused, rule, sum};
use odds::Fraction;
use tricolore::book::{Sheet, SheetRef};
use tricolore::field::Weather;
use tricolore::ground::Terrain;
use tricolore::procedures::Within;
use tricolore::procedures::after_melee::*;
use tricolore::procedures::command::*;
use tricolore::procedures::dice::Disordered;
use tricolore::procedures::morale::*;
use tricolore::procedures::rally::*;
use tricolore::procedures::sight::*;
use tricolore::procedures::town::*;
use tricolore::procedures::works::*;
use tricolore::proves;
use tricolore::troop::Arm;

fn town() -> TownFightSituation {
    TownFightSituation {
        attackers: vec![Townsman::new(4)],
        defenders: vec![Townsman::new(4)],
        initial: false,
        cover: 6,
        fortress: false,
        attackers_hold: false,
        newly_entered: false,
        readings: TownReadings::default(),
        sheet: SheetRef::default(),
    }
}

fn with(f: impl FnOnce(&mut TownFightSituation)) -> TownFightSituation {
    let mut s = town();
    f(&mut s);
    s
}

fn modifier(s: &TownFightSituation) -> i64 {
    use umpire::Procedure;
    TownFight::check(s).unwrap();
    let (_, r) = umpire::judge::<TownFight>(s, &mut umpire::Seeded::from_number(1));
    r.totals["modifier"].as_i64().unwrap()
}

/// Attackers' losses and U, defenders' losses and U, for a result.
fn fought(s: &TownFightSituation, result: i64, then: &[u8]) -> [u8; 4] {
    let dice = result - modifier(s);
    assert!((2..=20).contains(&dice), "{dice}");
    let first = (dice / 2) as u8;
    let mut all = vec![first, dice as u8 - first];
    all.extend(then);
    let o = out::<TownFight>(s, &all);
    [o.attackers.losses, o.attackers.disorder, o.defenders.losses, o.defenders.disorder]
}

#[test]
fn town_fights_combine_their_units() {
    let p = proves!("town-fight.1", "town-fight.6", "town-fight.10", "melee-modifiers.2", "battalion-gun.5");
    assert_eq!(modifier(&town()), 0);
    // An average by bases inside: 3 x 7 and 1 x 4 are 6.25, so 6.
    let two = with(|s| {
        s.attackers =
            vec![Townsman { melee: 7, ..Townsman::new(3) }, Townsman { melee: 4, ..Townsman::new(1) }];
    });
    assert_eq!(p.shows("town-fight.1", modifier(&two)), 2);
    // Half up: 5 and 6 are 6.
    let half = with(|s| s.attackers = vec![Townsman::new(2), Townsman { melee: 6, ..Townsman::new(2) }]);
    assert_eq!(modifier(&half), 2);
    let shaken = with(|s| s.defenders = vec![Townsman { disorder: 3, ..Townsman::new(2) }, Townsman::new(2)]);
    assert_eq!(modifier(&shaken), 4);
    // Only bases inside count: five against four.
    assert_eq!(p.shows("town-fight.6", modifier(&with(|s| s.attackers[0].bases = 5))), 1);
    assert_eq!(p.shows("melee-modifiers.2", modifier(&with(|s| s.defenders[0].bases = 5))), -1);
    let skirmish = with(|s| (s.attackers[0].skirmish, s.attackers[0].skirmishes) = (Some(8), true));
    assert_eq!(p.shows("town-fight.10", modifier(&skirmish)), 6);
    assert_eq!(modifier(&with(|s| s.attackers[0].skirmish = Some(8))), 0);
    assert_eq!(modifier(&with(|s| s.attackers[0].stars = 2)), 4);
    assert_eq!(modifier(&with(|s| s.defenders[0].level = 1)), 4);
    assert_eq!(modifier(&with(|s| s.attackers[0].integrity_broken = true)), -2);
    assert_eq!(p.shows("battalion-gun.5", modifier(&with(|s| s.attackers[0].battalion_gun = true))), 1);
    assert_eq!(modifier(&with(|s| s.defenders[0].battalion_gun = true)), -1);
    assert_eq!(refused::<TownFight>(&with(|s| s.defenders.clear())), "defenders");
    assert_eq!(refused::<TownFight>(&with(|s| s.attackers[0].skirmishes = true)), "attackers");
}

#[test]
fn town_fight_results() {
    let p = proves!("town-fight.2", "town-fight.4", "missing-tables.1");
    // Loss value times the four bases of the enemy: 4, 8 and 12; never doubled.
    let s = town();
    let weak = with(|s| s.attackers[0].melee = 3);
    assert_eq!(p.shows("town-fight.2", fought(&weak, 1, &[])), [1, 2, 0, 0]);
    for result in [2, 6] {
        assert_eq!(fought(&s, result, &[5]), [1, 2, 0, 1]);
    }
    for result in [7, 9] {
        assert_eq!(fought(&s, result, &[6]), [0, 1, 0, 1]);
    }
    for result in [10, 12] {
        assert_eq!(fought(&s, result, &[]), [0, 1, 0, 1]);
    }
    for result in [13, 15] {
        assert_eq!(fought(&s, result, &[5]), [0, 1, 1, 1]);
    }
    for result in [16, 20] {
        assert_eq!(fought(&s, result, &[6]), [0, 1, 0, 2]);
    }
    let strong = with(|s| s.attackers[0].melee = 7);
    assert_eq!(fought(&strong, 21, &[]), [0, 0, 1, 2]);
    let doubled = TownReadings::of(&readings("town-losses", "doubled"));
    assert_eq!(fought(&with(|s| s.readings = doubled), 12, &[5, 6]), [1, 1, 0, 1]);
    // Who had nobody in the zone when the round began loses twice as much.
    assert_eq!(p.shows("town-fight.4", fought(&with(|s| s.newly_entered = true), 6, &[])), [1, 2, 0, 1]);
    let (_, r) = rule::<TownFight>(&town(), &[5, 5]);
    assert!(p.shows("missing-tables.1", r.reckoning.iter().any(|x| x.clause.id() == "missing-tables.1")));
    let t = odds::odds_of::<TownFight>(&with(|s| s.newly_entered = true)).unwrap();
    assert_eq!(t.outcomes.iter().map(|x| x.1).sum::<u128>(), t.total);
}

#[test]
fn circled_losses_of_an_owners_town_table() {
    let p = proves!("melee-loss.2");
    let mut own = tricolore::book::table("town.proposal-fight").clone();
    own.rows[3][2] = umpire::Cell::Text("circled 2".into());
    let sheet = SheetRef::from(muster::of_owner::<Sheet>("mine", vec![own]).unwrap());
    // Morale 4 and 7 are 6 on average; then 3 x 4 bases, one loss.
    let s = with(|s| {
        s.attackers =
            vec![Townsman { morale: 4, ..Townsman::new(2) }, Townsman { morale: 7, ..Townsman::new(2) }];
        s.sheet = sheet;
    });
    assert_eq!(p.shows("melee-loss.2", fought(&s, 12, &[6, 7])), [2, 1, 0, 1]);
    // Doubled are the losses by failed tests too.
    let newly = TownFightSituation { newly_entered: true, ..s };
    assert_eq!(fought(&newly, 12, &[6, 7]), [4, 1, 0, 1]);
}

#[test]
fn cover_in_towns_and_fortresses() {
    let p = proves!("town-fight.3", "fortress.2", "fortress.3", "tmove.town.8");
    assert_eq!(p.shows("town-fight.3", modifier(&with(|s| s.initial = true))), -6);
    assert_eq!(modifier(&town()), 0);
    let half = TownReadings::of(&readings("town-cover", "half"));
    assert_eq!(modifier(&with(|s| (s.initial, s.cover, s.readings) = (true, 7, half))), -4);
    // Whoever was assembled has none: half the bases, half the cover.
    let assembled = with(|s| {
        s.initial = true;
        s.defenders = vec![Townsman::new(2), Townsman { assembled: true, ..Townsman::new(2) }];
    });
    assert_eq!(p.shows("tmove.town.8", modifier(&assembled)), -3);
    // A fortress covers in every fight, and whoever held it last.
    let fortress = with(|s| s.fortress = true);
    assert_eq!(p.shows("fortress.2", modifier(&fortress)), -6);
    let held = with(|s| (s.fortress, s.attackers_hold) = (true, true));
    assert_eq!(modifier(&held), 6);
    assert_eq!(refused::<TownFight>(&with(|s| s.attackers_hold = true)), "attackers_hold");
    // One test against the cover for each loss and U of whoever has it: here one U.
    assert_eq!(p.shows("fortress.3", fought(&fortress, 6, &[5, 6])), [1, 2, 0, 0]);
    assert_eq!(fought(&fortress, 6, &[5, 7]), [1, 2, 0, 1]);
    assert_eq!(fought(&held, 15, &[5, 7]), [0, 1, 1, 1]);
    assert_eq!(fought(&held, 15, &[5, 6]), [0, 0, 1, 1]);
}

#[test]
fn town_tests() {
    let p = proves!("town-fight.8", "town-fight.9", "town-fight.10", "missing-tables.1");
    let of = |disorder| TownTestSituation::new(5, 6, disorder);
    let stays = |u, dice: &[u8]| out::<TownTest>(&of(u), dice) == TownTestOutcome::Stays;
    for u in 0..=2 {
        assert!(p.shows("town-fight.8", stays(u, &[6, 6, 5])));
        assert_eq!(chance::<TownTest>(&of(u), |o| *o == TownTestOutcome::Stays), Fraction::new(7, 8));
    }
    for u in [3, 4] {
        assert!(stays(u, &[6, 5]));
        assert_eq!(chance::<TownTest>(&of(u), |o| *o == TownTestOutcome::Stays), Fraction::new(3, 4));
    }
    assert!(stays(5, &[5]));
    for u in 6..=8 {
        assert!(stays(u, &[5, 5]));
        assert_eq!(chance::<TownTest>(&of(u), |o| *o == TownTestOutcome::Stays), Fraction::new(1, 4));
    }
    let out_of = |losses, disorder| TownTestOutcome::Retreats { metres: 200, disorder, losses };
    assert_eq!(p.shows("town-fight.9", out::<TownTest>(&of(5), &[6, 6])), out_of(0, 7));
    assert_eq!(out::<TownTest>(&of(5), &[6, 7]), out_of(1, 7));
    assert_eq!(out::<TownTest>(&of(7), &[5, 6, 1]), out_of(0, 8));
    // The skirmish value only by another reading.
    let light = |option| TownTestSituation {
        skirmish: Some(8),
        readings: TownReadings::of(&if option { readings("town-test-value", "either") } else { defaults() }),
        ..of(5)
    };
    assert_eq!(out::<TownTest>(&light(true), &[8]), TownTestOutcome::Stays);
    assert_eq!(p.shows("town-fight.10", out::<TownTest>(&light(true), &[9, 1])), out_of(0, 7));
    assert_eq!(out::<TownTest>(&light(false), &[6, 1]), out_of(0, 7));
    assert_eq!(out::<TownTest>(&TownTestSituation { level: 1, ..of(5) }, &[4, 1]), out_of(0, 7));
    let (_, r) = rule::<TownTest>(&of(5), &[1]);
    assert!(p.shows("missing-tables.1", r.clauses.iter().any(|c| c.id() == "missing-tables.1")));
}

#[test]
fn friends_of_a_retreating_unit() {
    let p = proves!("melee-retreat.3", "melee-retreat.4", "melee-retreat.5");
    let of = |distance, straight_behind| ShockSituation {
        distance,
        straight_behind,
        morale: 5,
        disorder: 1,
        passed_by: None,
        readings: RetreatReadings::default(),
    };
    let gained = |s: &ShockSituation, dice: &[u8]| out::<RetreatShock>(s, dice).gained;
    assert_eq!(p.shows("melee-retreat.4", gained(&of(49.9, false), &[6, 6])), 2);
    assert_eq!(gained(&of(50.0, false), &[6]), 1);
    assert_eq!(gained(&of(99.9, false), &[5]), 0);
    assert_eq!(gained(&of(100.0, false), &[]), 0);
    assert_eq!(p.shows("melee-retreat.3", gained(&of(60.0, true), &[6])), 2);
    assert_eq!(gained(&of(0.0, true), &[5, 5]), 1);
    assert_eq!(gained(&of(100.0, true), &[]), 0);
    let inside = RetreatReadings { within: Within::Inside, ..Default::default() };
    assert_eq!(gained(&ShockSituation { readings: inside, ..of(100.0, true) }, &[6]), 2);
    assert_eq!(gained(&ShockSituation { readings: inside, ..of(50.0, false) }, &[6, 6]), 2);
    // Skirmishers through skirmishers: as many U as they have, or those of the retreat.
    let chain = |u, option| ShockSituation {
        passed_by: Some(u),
        readings: RetreatReadings::of(&if option { readings("chain-retreat", "added") } else { defaults() }),
        ..of(20.0, true)
    };
    assert_eq!(
        p.shows("melee-retreat.5", out::<RetreatShock>(&chain(4, false), &[6, 6])),
        Disordered { gained: 4, disorder: 5 }
    );
    assert_eq!(gained(&chain(2, false), &[6, 6]), 3);
    assert_eq!(out::<RetreatShock>(&chain(4, true), &[6, 6]), Disordered { gained: 7, disorder: 8 });
    assert_eq!(chance::<RetreatShock>(&of(0.0, false), |o| o.gained == 0), Fraction::new(1, 4));
}

#[test]
fn gaps_for_a_retreat() {
    let p = proves!("melee-retreat.6", "melee-retreat.7");
    let enemy = |cavalry, disorder| GapEnemy { cavalry, disorder };
    let open = |cavalry, enemies, gap| {
        out::<RetreatGap>(&GapSituation { cavalry, enemies, gap }, &[]) == GapOutcome::Open
    };
    let foot = [enemy(false, 0); 2];
    let mixed = [enemy(false, 0), enemy(true, 0)];
    assert!(p.shows("melee-retreat.6", open(false, foot, 300.0)));
    assert!(p.shows("melee-retreat.7", !open(false, foot, 299.9)));
    assert!(open(true, foot, 100.0) && !open(true, foot, 99.9));
    assert!(open(true, mixed, 300.0) && !open(true, mixed, 299.0));
    assert!(open(false, [enemy(false, 6), enemy(false, 0)], 10.0));
    assert!(!open(false, [enemy(false, 5), enemy(false, 5)], 10.0));
}

#[test]
fn an_enemy_at_the_guns() {
    let p = proves!("melee-guns.2", "melee-guns.3", "melee-guns.4", "attack.infcav.5");
    let got = |destroyer, disorder| out::<AtGuns>(&AtGunsSituation { destroyer, disorder }, &[]);
    use AtGunsOutcome::{Destroyed, Free};
    assert_eq!(p.shows("melee-guns.3", got(Destroyer::Stays, 2)), Destroyed { disorder: 3 });
    assert_eq!(p.shows("melee-guns.4", got(Destroyer::Held, 8)), Destroyed { disorder: 8 });
    assert_eq!(p.shows("attack.infcav.5", got(Destroyer::DrivenOff, 2)), Free);
    assert_eq!(p.shows("melee-guns.2", got(Destroyer::Gone, 2)), Free);
}

fn division() -> FormationMoraleSituation {
    FormationMoraleSituation {
        value: 6,
        level: 3,
        stars: 0,
        bases: 28,
        removed: 4,
        disordered: 11,
        lost: 2,
        won: 1,
        readings: MoraleReadings::default(),
    }
}

#[test]
fn formation_morale() {
    let p = proves!(
        "formation-morale.3",
        "formation-morale.5",
        "formation-morale.6",
        "formation-morale.7",
        "formation-morale.10",
    );
    let got = |s: &FormationMoraleSituation, dice: &[u8]| {
        let o = out::<FormationMorale>(s, dice);
        (o.level, o.removed)
    };
    // The book's division: 15 of 28 not in good order, two tests, 4 and 7.
    assert_eq!(p.shows("formation-morale.7", got(&division(), &[4, 7])), (2, false));
    assert_eq!(
        p.shows("formation-morale.3", got(&FormationMoraleSituation { won: 2, ..division() }, &[])),
        (3, false)
    );
    assert_eq!(got(&FormationMoraleSituation { lost: 0, won: 0, ..division() }, &[]), (3, false));
    // Bands: more than 25, 50 and 75 per cent.
    let four = MoraleReadings::of(&readings("last-morale-band", "four"));
    for (bad, tests) in [(0, 0), (25, 0), (26, 1), (50, 1), (51, 2), (75, 2), (76, 3), (100, 3)] {
        let s = FormationMoraleSituation { bases: 100, removed: bad, disordered: 0, ..division() };
        assert_eq!(p.shows("formation-morale.5", got(&s, &[1, 1, 1][..tests])), (3, false), "{bad}");
        let more = usize::from(tests == 3);
        let s = FormationMoraleSituation { readings: four, ..s };
        assert_eq!(got(&s, &[1, 1, 1, 1][..tests + more]), (3, false), "{bad}");
    }
    // Just over a quarter of 28 is 8.
    assert_eq!(morale_tests(7, 28, LastBand::Three), 0);
    assert_eq!(morale_tests(8, 28, LastBand::Three), 1);
    // Each failed test a level; at 0 the formation is removed.
    let low = FormationMoraleSituation { level: 2, ..division() };
    assert_eq!(p.shows("formation-morale.6", got(&low, &[7, 10])), (0, true));
    assert_eq!(got(&FormationMoraleSituation { level: 1, ..division() }, &[7, 6]), (0, true));
    // Stars raise the level, not the value, and absorb failures.
    let star = FormationMoraleSituation { level: 2, stars: 2, ..division() };
    assert_eq!(p.shows("formation-morale.10", got(&star, &[7, 7])), (0, false));
    let (_, r) = rule::<FormationMorale>(&star, &[1, 1]);
    assert_eq!(sum(&r, "level"), 2);
    assert_eq!(chance::<FormationMorale>(&division(), |o| o.level == 3), Fraction::new(36, 100));
    assert_eq!(
        refused::<FormationMorale>(&FormationMoraleSituation { removed: 20, ..division() }),
        "removed"
    );
    assert_eq!(refused::<FormationMorale>(&FormationMoraleSituation { level: 0, ..division() }), "level");
}

#[test]
fn bases_in_good_order() {
    let p = proves!("formation-morale.5", "formation-morale.8", "formation-morale.9", "battalion-gun.7");
    let unit = |start, now, disorder| Counted { start, now, disorder, battery: None, battalion_gun: false };
    let got = |units: &[Counted]| {
        let o = out::<FormationStrength>(&StrengthSituation { units: units.to_vec() }, &[]);
        (o.bases, o.removed, o.disordered)
    };
    // A removed base is counted once, whatever the U of its unit.
    assert_eq!(
        p.shows("formation-morale.5", got(&[unit(3, 2, 6), unit(4, 3, 5), unit(3, 0, 0)])),
        (10, 5, 2)
    );
    let guns = |b| Counted { battery: Some(b), ..unit(4, 3, 6) };
    assert_eq!(got(&[unit(3, 3, 0), guns(Belongs::Here)]), (7, 1, 3));
    assert_eq!(
        p.shows("formation-morale.8", got(&[unit(3, 3, 0), guns(Belongs::NearerToAnother)])),
        (3, 0, 0)
    );
    for b in [Belongs::Reserve, Belongs::ArtilleryCommand] {
        assert_eq!(p.shows("formation-morale.9", got(&[unit(3, 3, 0), guns(b)])), (3, 0, 0));
    }
    let with_gun = Counted { battalion_gun: true, ..unit(3, 3, 0) };
    assert_eq!(p.shows("battalion-gun.7", got(&[with_gun])), (3, 0, 0));
    // Two brigades of four units of three bases, and a battery of four: the book's 28.
    let division = [vec![unit(3, 3, 0); 8], vec![guns(Belongs::Here)]].concat();
    assert_eq!(got(&division).0, 28);
    assert_eq!(refused::<FormationStrength>(&StrengthSituation { units: vec![unit(3, 4, 0)] }), "units");
}

#[test]
fn regaining_morale() {
    let p = proves!("gt-reorganise.4", "corps-hq.4");
    let s = RegainSituation {
        value: 6,
        level: 1,
        stars: 0,
        enemy: Some(1000.1),
        on_defence: true,
        headquarters: true,
    };
    let level = |s: &RegainSituation, dice: &[u8]| out::<RegainMorale>(s, dice).level;
    assert_eq!(p.shows("gt-reorganise.4", level(&s, &[6])), 2);
    assert_eq!(level(&s, &[7]), 1);
    assert_eq!(level(&RegainSituation { enemy: Some(1000.0), ..s }, &[]), 1);
    assert_eq!(level(&RegainSituation { on_defence: false, ..s }, &[]), 1);
    assert_eq!(level(&RegainSituation { level: 3, ..s }, &[]), 3);
    assert_eq!(level(&RegainSituation { level: 2, enemy: None, ..s }, &[1]), 3);
    assert_eq!(p.shows("corps-hq.4", level(&RegainSituation { headquarters: false, ..s }, &[])), 1);
}

#[test]
fn attached_officers_in_danger() {
    let p = proves!("officers.12", "formation-morale.11");
    let s = RiskSituation {
        attached: AttachedTo::Unit,
        in_melee: true,
        under_fire: false,
        bombardment_phase: false,
        readings: MoraleReadings::default(),
    };
    let got = |s: &RiskSituation, dice: &[u8]| out::<OfficerRisk>(s, dice);
    use RiskOutcome::{Falls, Unhurt};
    assert_eq!(p.shows("officers.12", got(&s, &[10])), Falls { level: None });
    assert_eq!(got(&s, &[9]), Unhurt);
    assert_eq!(got(&s, &[1]), Unhurt);
    assert_eq!(got(&RiskSituation { in_melee: false, ..s }, &[]), Unhurt);
    let fired = RiskSituation { in_melee: false, under_fire: true, bombardment_phase: true, ..s };
    assert_eq!(got(&fired, &[10]), Falls { level: None });
    let none = MoraleReadings::of(&readings("officer-under-fire", "no-roll"));
    assert_eq!(got(&RiskSituation { readings: none, ..fired }, &[]), Unhurt);
    assert_eq!(got(&RiskSituation { readings: none, ..s }, &[10]), Falls { level: None });
    let star = RiskSituation { attached: AttachedTo::Formation { level: 2 }, ..s };
    assert_eq!(p.shows("formation-morale.11", got(&star, &[10])), Falls { level: Some(1) });
    assert_eq!(got(&star, &[9]), Unhurt);
    assert_eq!(chance::<OfficerRisk>(&s, |o| *o == Unhurt), Fraction::new(9, 10));
}

#[test]
fn reorganising_in_the_tactical_part() {
    let p = proves!(
        "dice.6",
        "reorganise.1",
        "reorganise.2",
        "reorganise.3",
        "reorganise.4",
        "tactical-admin.1",
        "disorder.3",
        "officers.11",
        "corps-hq.4",
    );
    let of = |f: &dyn Fn(&mut ReorganiseSituation)| {
        let mut s = ReorganiseSituation::new(Arm::Infantry, 5, 3);
        (s.enemy, s.moved) = (Some(250.0), true);
        f(&mut s);
        s
    };
    let left = |f: &dyn Fn(&mut ReorganiseSituation), dice: &[u8]| out::<Reorganise>(&of(f), dice).disorder;
    assert_eq!(p.shows("reorganise.2", left(&|_| {}, &[5])), 2);
    assert_eq!(left(&|_| {}, &[6]), 3);
    assert_eq!(p.shows("reorganise.1", left(&|s| s.initial_melee = true, &[])), 3);
    assert_eq!(left(&|s| s.arm = Arm::Artillery, &[]), 3);
    assert_eq!(p.shows("tactical-admin.1", left(&|s| s.engaged = false, &[])), 3);
    // Three tests at rest beyond 200, or in a town without enemies.
    assert_eq!(p.shows("reorganise.3", left(&|s| (s.moved, s.enemy) = (false, Some(200.1)), &[5, 5, 6])), 1);
    assert_eq!(left(&|s| (s.moved, s.enemy) = (false, Some(200.0)), &[5]), 2);
    assert_eq!(left(&|s| (s.town, s.enemy) = (true, None), &[5, 5, 5]), 0);
    assert_eq!(p.shows("dice.6", left(&|s| s.moved = false, &[1, 6, 10])), 2);
    // Training 5 less 3 U near the enemy; in a town too.
    assert_eq!(p.shows("disorder.3", left(&|s| s.enemy = Some(100.0), &[3])), 3);
    assert_eq!(left(&|s| s.enemy = Some(100.0), &[2]), 2);
    assert_eq!(left(&|s| (s.town, s.enemy) = (true, Some(100.0)), &[2, 3, 3]), 2);
    // At exactly 200 nothing is subtracted, and there is one test.
    assert_eq!(left(&|s| s.enemy = Some(200.0), &[5]), 2);
    // A superior officer: twice the dice, and one U goes in any case.
    assert_eq!(p.shows("reorganise.4", left(&|s| s.superior = true, &[6, 6])), 2);
    assert_eq!(p.shows("officers.11", left(&|s| s.superior = true, &[5, 5])), 1);
    assert_eq!(left(&|s| (s.superior, s.moved) = (true, false), &[5, 5, 5, 5, 6, 6]), 0);
    assert_eq!(left(&|s| (s.superior, s.initial_melee) = (true, true), &[]), 3);
    assert_eq!(left(&|s| s.disorder = 0, &[]), 0);
    // A closed headquarters, if it is read so, is as an enemy near.
    let near = RallyReadings::of(&readings("closed-headquarters", "as-near"));
    assert_eq!(left(&|s| (s.moved, s.no_headquarters) = (false, true), &[5, 5, 5]), 0);
    let closed: &dyn Fn(&mut ReorganiseSituation) =
        &|s| (s.moved, s.no_headquarters, s.readings) = (false, true, near);
    assert_eq!(p.shows("corps-hq.4", left(closed, &[3])), 3);
    assert_eq!(left(closed, &[2]), 2);
    let one = chance::<Reorganise>(&of(&|_| {}), |o| o.removed == 1);
    assert_eq!(one, Fraction::new(1, 2));
}

#[test]
fn reorganising_in_the_grand_tactical_part() {
    let p = proves!("gt-reorganise.1", "gt-reorganise.2", "gt-reorganise.3", "gt-admin.1", "corps-hq.4");
    let of = |f: &dyn Fn(&mut ReorganiseSituation)| {
        let mut s = ReorganiseSituation::new(Arm::Cavalry, 5, 4);
        (s.phase, s.engaged, s.enemy) = (Administration::GrandTactical, false, Some(1000.1));
        f(&mut s);
        s
    };
    let left = |f: &dyn Fn(&mut ReorganiseSituation), dice: &[u8]| out::<Reorganise>(&of(f), dice).disorder;
    assert_eq!(p.shows("gt-reorganise.1", left(&|_| {}, &[])), 0);
    assert_eq!(left(&|s| s.enemy = None, &[]), 0);
    assert_eq!(p.shows("gt-reorganise.2", left(&|s| s.moved = true, &[5, 5, 6])), 2);
    assert_eq!(left(&|s| s.enemy = Some(1000.0), &[5, 5, 5]), 1);
    assert_eq!(left(&|s| s.enemy = Some(150.0), &[1, 2, 2]), 3);
    assert_eq!(left(&|s| (s.moved, s.superior) = (true, true), &[6, 6, 6, 6, 6, 6]), 3);
    assert_eq!(p.shows("gt-admin.1", left(&|s| s.engaged = true, &[])), 4);
    assert_eq!(p.shows("corps-hq.4", left(&|s| s.no_headquarters = true, &[5, 6, 6])), 3);
    // Batteries, engaged or not: one die far from the enemy, three near, or the other way about.
    let guns = |f: &dyn Fn(&mut ReorganiseSituation), dice: &[u8]| {
        left(
            &|s| {
                s.arm = Arm::Artillery;
                f(s);
            },
            dice,
        )
    };
    assert_eq!(p.shows("gt-reorganise.3", guns(&|s| s.engaged = true, &[5])), 3);
    assert_eq!(guns(&|s| s.enemy = Some(1000.0), &[5, 5, 5]), 1);
    assert_eq!(guns(&|s| (s.enemy, s.moved) = (Some(900.0), true), &[5, 6, 6]), 3);
    let other = RallyReadings::of(&readings("gun-rally", "exchanged"));
    assert_eq!(guns(&|s| s.readings = other, &[5, 5, 5]), 1);
    assert_eq!(guns(&|s| (s.readings, s.enemy) = (other, Some(900.0)), &[5]), 3);
    assert_eq!(guns(&|s| s.no_headquarters = true, &[5, 5, 5]), 1);
}

#[test]
fn work_tests_of_engineers() {
    let p = proves!("work-test.1", "work-test.2", "work-test.3", "work-test.4", "disorder.3");
    let s = |engineers: Vec<Engineer>, needed| WorkSituation {
        engineers,
        needed,
        readings: WorkReadings::default(),
    };
    let one = Engineer::new(6);
    let got = |s: &WorkSituation, dice: &[u8]| {
        let o = out::<WorkTests>(s, dice);
        (o.points, o.finished)
    };
    assert_eq!(p.shows("work-test.1", got(&s(vec![one], 10), &[6, 6, 7])), (2, false));
    assert_eq!(got(&s(vec![one], 2), &[6, 6, 7]), (2, true));
    assert_eq!(p.shows("work-test.3", got(&s(vec![one; 2], 10), &[1, 1, 1, 1])), (4, false));
    assert_eq!(got(&s(vec![one; 3], 5), &[1, 1, 1, 1, 1]), (5, true));
    assert_eq!(got(&s(vec![one; 5], 10), &[1, 1, 1, 1, 1]), (5, false));
    let more = WorkReadings::of(&readings("many-engineers", "one-more"));
    let many = WorkSituation { readings: more, ..s(vec![one; 5], 10) };
    assert_eq!(got(&many, &[1; 7]), (7, false));
    // Engaged or bombarded: both of two dice. The bases take turns.
    let disturbed = Engineer { disturbed: true, ..one };
    assert_eq!(p.shows("work-test.4", got(&s(vec![disturbed], 10), &[6, 6, 6, 7, 7, 7])), (1, false));
    assert_eq!(got(&s(vec![one, disturbed], 10), &[6, 6, 7, 6, 6, 6]), (3, false));
    // Who moved, fought or has six U does not work.
    let idle = [
        Engineer { stood_still: false, ..one },
        Engineer { in_melee: true, ..one },
        Engineer { disorder: 6, ..one },
    ];
    for e in idle {
        assert_eq!(p.shows("work-test.2", got(&s(vec![e], 10), &[])), (0, false));
        assert_eq!(got(&s(vec![e, one], 10), &[7, 7, 6]), (1, false));
    }
    let near = Engineer { disorder: 5, enemy: Some(150.0), ..one };
    assert_eq!(p.shows("disorder.3", got(&s(vec![near], 10), &[1, 2, 2])), (1, false));
    assert_eq!(refused::<WorkTests>(&s(vec![], 10)), "engineers");
    assert_eq!(refused::<WorkTests>(&s(vec![one], 0)), "needed");
}

#[test]
fn what_tasks_need() {
    let p = proves!("pontoon.1", "pontoon.2", "pontoon.3", "pontoon.4", "demolition.1", "foot-bridge.1");
    let needs = |task, length: f64| {
        let s = TaskSituation { task, length, water: Water::Low, pontoons: true };
        match out::<WorkPoints>(&s, &[]) {
            TaskOutcome::Needs { points, infantry_only } => (points, infantry_only),
            TaskOutcome::MayNot => panic!("{task:?}"),
        }
    };
    assert_eq!(
        p.shows("pontoon.2", [200.0, 201.0].map(|l| needs(Task::LightPontoon, l))),
        [(10, true), (20, true)]
    );
    assert_eq!(
        p.shows("pontoon.3", [1.0, 400.0, 401.0].map(|l| needs(Task::HeavyPontoon, l).0)),
        [15, 30, 45]
    );
    assert_eq!(p.shows("pontoon.4", needs(Task::TakeDownLightPontoon, 100.0)), (5, false));
    assert_eq!(needs(Task::TakeDownHeavyPontoon, 100.0), (8, false));
    assert_eq!(needs(Task::TakeDownHeavyPontoon, 300.0), (15, false));
    assert_eq!(p.shows("demolition.1", needs(Task::PrepareWooden, 500.0).0), 5);
    assert_eq!(needs(Task::PrepareStone, 500.0).0, 8);
    assert_eq!(
        p.shows("foot-bridge.1", [50.0, 51.0].map(|l| needs(Task::LightTrestle, l))),
        [(10, true), (20, true)]
    );
    assert_eq!([50.0, 150.0].map(|l| needs(Task::HeavyTrestle, l)), [(20, false), (60, false)]);
    let no = |task, water, pontoons| {
        out::<WorkPoints>(&TaskSituation { task, length: 50.0, water, pontoons }, &[]) == TaskOutcome::MayNot
    };
    assert!(p.shows("pontoon.1", no(Task::LightPontoon, Water::River, false)));
    assert!(!no(Task::HeavyPontoon, Water::River, true));
    assert!(no(Task::LightTrestle, Water::River, true));
    assert!(!no(Task::HeavyTrestle, Water::Low, false));
    assert!(!no(Task::PrepareStone, Water::River, false));
    for task in Task::ALL {
        assert!(needs(task, 10.0).0 > 0);
    }
    let none = TaskSituation { task: Task::PrepareStone, length: 0.0, water: Water::Low, pontoons: false };
    assert_eq!(refused::<WorkPoints>(&none), "length");
}

#[test]
fn blowing_up_bridges() {
    let p = proves!("demolition.2", "demolition.3");
    let s = BlowSituation {
        prepared: true,
        distance: 100.0,
        training: 5,
        disorder: 0,
        enemy: None,
        tried: false,
        bases: 3,
        readings: WorkReadings::default(),
    };
    let got = |s: &BlowSituation, dice: &[u8]| out::<BlowBridge>(s, dice);
    assert_eq!(p.shows("demolition.3", got(&s, &[6, 5])), BlowOutcome::Blown { bases: 3 });
    assert_eq!(p.shows("demolition.2", got(&s, &[6, 6])), BlowOutcome::Fails);
    for no in [
        BlowSituation { prepared: false, ..s },
        BlowSituation { distance: 100.1, ..s },
        BlowSituation { tried: true, ..s },
    ] {
        assert_eq!(got(&no, &[]), BlowOutcome::MayNot);
    }
    assert_eq!(chance::<BlowBridge>(&s, |o| *o == BlowOutcome::Fails), Fraction::new(1, 4));
}

#[test]
fn how_far_one_sees() {
    let p = proves!("sight.1", "sight.2", "weather.2", "weather.3");
    let of = |levels, through: &[Terrain], town, weather| {
        let s =
            SightSituation { levels, through: through.to_vec(), town, weather, sheet: SheetRef::default() };
        out::<SightRange>(&s, &[]).metres
    };
    use Terrain::{Closed1, Closed2, Closed3, DenseWood, LightWood, Open};
    use Weather::{Fair, Fog, Rain};
    assert_eq!(
        p.shows("sight.1", [0, 1, 2, 3, 9].map(|l| of(l, &[], false, Fair))),
        [1500, 2000, 2500, 3000, 3000]
    );
    let through = [Open, Closed1, Closed2, Closed3, LightWood, DenseWood].map(|t| of(1, &[t], false, Fair));
    assert_eq!(p.shows("sight.2", through), [2000, 800, 600, 600, 200, 100]);
    assert_eq!(of(0, &[LightWood, Closed1], false, Fair), 200);
    assert_eq!(of(3, &[], true, Fair), 0);
    assert_eq!(p.shows("weather.2", of(3, &[], false, Fog)), 500);
    assert_eq!(of(0, &[LightWood], false, Fog), 200);
    assert_eq!(p.shows("weather.3", of(3, &[], false, Rain)), 1000);
    assert_eq!(of(0, &[Closed1], false, Rain), 800);
}

#[test]
fn mud_on_the_roads() {
    let p = proves!("weather.6", "corps-train.3", "march-phase.2");
    let of = |train, cobbled, mud| {
        let s = RoadSituation { on_road: 1200, off_road: 600, train, cobbled, mud };
        out::<RoadSpeed>(&s, &[]).metres
    };
    assert_eq!(p.shows("march-phase.2", of(false, false, false)), 1200);
    assert_eq!(of(false, true, true), 1200);
    assert_eq!(p.shows("weather.6", of(false, false, true)), 600);
    assert_eq!(p.shows("corps-train.3", of(true, false, false)), 800);
    assert_eq!(of(true, true, true), 800);
    assert_eq!(of(true, false, true), 300);
}

#[test]
fn readings_of_the_procedures_have_their_defaults() {
    use tricolore::procedures::{attack, bombardment, guns, melee, movement, orders, turn};
    let r = defaults();
    assert_eq!(attack::AttackReadings::of(&r), Default::default());
    assert_eq!(bombardment::FireReadings::of(&r), Default::default());
    assert_eq!(guns::GunReadings::of(&r), Default::default());
    assert_eq!(melee::MeleeReadings::of(&r), Default::default());
    assert_eq!(movement::MoveReadings::of(&r), Default::default());
    assert_eq!(orders::OrderReadings::of(&r), Default::default());
    assert_eq!(turn::InitiativeTie::of(&r), Default::default());
    assert_eq!(MoraleReadings::of(&r), Default::default());
    assert_eq!(RallyReadings::of(&r), Default::default());
    assert_eq!(RetreatReadings::of(&r), Default::default());
    assert_eq!(TownReadings::of(&r), Default::default());
    assert_eq!(WorkReadings::of(&r), Default::default());
    assert_eq!(CostReadings::of(&r), Default::default());
    // And the sheet that is played where nothing is said is the built-in one.
    assert_eq!(SheetRef::default().name(), Sheet::built_in().name());
}
