//! Melee told as bare situations with scripted dice.

use crate::procedures_dice::{chance, out, readings, refused, rule, sum};
use odds::Fraction;
use tricolore::book::numbers::{Does, Loss, MeleeKind};
use tricolore::book::{Sheet, SheetRef, table};
use tricolore::field::Weather;
use tricolore::procedures::dice::Halves;
use tricolore::procedures::melee::*;
use tricolore::proves;
use tricolore::troop::{Arm, FormationKind, Weight};
use umpire::{Cell, Ruling};

use FormationKind::{Chain, Column, Line, MarchColumn, Square, Unlimbered};

fn foot(formation: FormationKind, bases: u8) -> Fighter {
    let mut f = Fighter::new(Arm::Infantry, formation, bases);
    if formation == Chain {
        f.skirmish = Some(5);
    }
    f
}

fn horse(bases: u8) -> Fighter {
    Fighter { weight: Some(Weight::Medium), ..Fighter::new(Arm::Cavalry, Line, bases) }
}

fn battery(bases: u8) -> Fighter {
    Fighter::new(Arm::Artillery, Unlimbered, bases)
}

fn with(mut s: MeleeSituation, f: impl FnOnce(&mut MeleeSituation)) -> MeleeSituation {
    f(&mut s);
    s
}

/// Two equal lines: no combined modifier.
fn lines() -> MeleeSituation {
    MeleeSituation::new(foot(Line, 4), foot(Line, 4))
}

fn charge() -> MeleeSituation {
    MeleeSituation::new(horse(4), foot(Line, 4))
}

fn gallop() -> MeleeSituation {
    with(MeleeSituation::new(horse(4), horse(4)), |s| s.mutual = true)
}

/// The ruling, whatever the dice.
fn ruling(s: &MeleeSituation) -> Ruling {
    use umpire::Procedure;
    Melee::check(s).unwrap();
    umpire::judge::<Melee>(s, &mut umpire::Seeded::from_number(1)).1
}

fn modifier(s: &MeleeSituation) -> i64 {
    ruling(s).totals["modifier"].as_i64().unwrap()
}

/// What a change of the situation is worth.
fn worth(s: &MeleeSituation, f: impl FnOnce(&mut MeleeSituation)) -> i64 {
    modifier(&with(s.clone(), f)) - modifier(s)
}

fn cites(r: &Ruling, id: &str) -> bool {
    r.clauses.iter().any(|c| c.id() == id)
}

/// Two dice that make this result, with the combined modifier of the situation.
fn two(s: &MeleeSituation, result: i64) -> [u8; 2] {
    let dice = result - modifier(s);
    assert!((2..=20).contains(&dice), "{dice}");
    let first = (dice / 2) as u8;
    [first, dice as u8 - first]
}

/// The same with further dice.
fn fought(s: &MeleeSituation, result: i64, then: &[u8]) -> MeleeOutcome {
    let mut dice = two(s, result).to_vec();
    dice.extend(then);
    out::<Melee>(s, &dice)
}

#[test]
fn the_books_example_adds_up_to_eight() {
    let p = proves!(
        "melee-result.1",
        "melee-result.2",
        "melee-modifiers.1",
        "flank-threat.2",
        "terrain.6",
        "melee-modifiers.2"
    );
    // Melee 6 and 1 U, three bases of training 6, against 5 with 2 U, four bases of training 3, both flanks threatened, in closed I.
    let s = with(MeleeSituation::new(foot(Line, 3), foot(Line, 4)), |s| {
        (s.attacker.melee, s.attacker.disorder, s.attacker.training) = (6, 1, 6);
        (s.defender.disorder, s.defender.training) = (2, 3);
        (s.defender.threatened, s.defender.cover) = (2, 1);
    });
    let r = ruling(&s);
    assert_eq!(p.shows("melee-modifiers.1", sum(&r, "attacker")), 12 - 2 + 1);
    assert_eq!(p.shows("melee-result.1", sum(&r, "defender")), -10 + 4 + 4 - 1);
    assert_eq!(p.shows("melee-result.2", modifier(&s)), 8);
    assert_eq!(p.shows("flank-threat.2", worth(&s, |s| s.defender.threatened = 0)), -4);
    assert_eq!(p.shows("terrain.6", worth(&s, |s| s.defender.cover = 0)), 1);
    assert_eq!(
        p.shows(
            "melee-modifiers.2",
            r.modifiers.iter().find(|m| m.clause.0 == "melee-modifiers.2").unwrap().value
        ),
        1
    );
}

#[test]
fn values_and_disorder() {
    let p = proves!(
        "melee-modifiers.1",
        "melee-modifiers.5",
        "officers.13",
        "formation-morale.6",
        "integrity.6",
        "disorder.4",
        "disorder.5",
    );
    let s = lines();
    assert_eq!(modifier(&s), 0);
    assert_eq!(p.shows("melee-modifiers.1", worth(&s, |s| s.attacker.melee = 6)), 2);
    assert_eq!(worth(&s, |s| s.defender.melee = 6), -2);
    assert_eq!(worth(&s, |s| s.attacker.disorder = 3), -6);
    assert_eq!(worth(&s, |s| s.defender.disorder = 3), 6);
    assert_eq!(p.shows("disorder.4", worth(&s, |s| s.attacker.passive = 2)), -4);
    assert_eq!(p.shows("officers.13", worth(&s, |s| s.attacker.stars = 2)), 4);
    assert_eq!(worth(&s, |s| s.defender.stars = 1), -2);
    assert_eq!(
        p.shows("formation-morale.6", [4, 3, 2, 1].map(|l| worth(&s, |s| s.attacker.level = l))),
        [0, 0, -2, -4]
    );
    assert_eq!(worth(&s, |s| s.defender.level = 1), 4);
    assert_eq!(p.shows("integrity.6", worth(&s, |s| s.attacker.integrity_broken = true)), -2);
    // No value falls below nothing.
    assert_eq!(
        worth(&s, |s| (s.attacker.melee, s.attacker.level, s.attacker.integrity_broken) = (2, 1, true)),
        -10
    );
    // Skirmishers use their skirmish value.
    let chain = MeleeSituation::new(foot(Chain, 3), foot(Chain, 3));
    assert_eq!(p.shows("melee-modifiers.5", worth(&chain, |s| s.attacker.skirmish = Some(7))), 4);
    assert_eq!(worth(&chain, |s| s.attacker.melee = 9), 0);
    assert_eq!(refused::<Melee>(&with(chain, |s| s.defender.skirmish = None)), "defender");
    // Passive U lower no training: the odds stay the same.
    let r = ruling(&with(s, |s| s.attacker.passive = 2));
    assert!(p.shows("disorder.5", !r.modifiers.iter().any(|m| m.clause.0 == "melee-modifiers.2")));
}

#[test]
fn odds_by_quarters() {
    let p = proves!("melee-modifiers.2", "melee-modifiers.3", "play.dice", "formations.6");
    // Two bases of training 7 against five of training 5: 4 against 7 1/2, three steps.
    let example = with(MeleeSituation::new(foot(Line, 5), foot(Line, 2)), |s| {
        (s.stage, s.defender.training) = (Stage::Continued, 7);
    });
    assert_eq!(p.shows("melee-modifiers.2", modifier(&example)), 3);
    let other = with(MeleeSituation::new(foot(Line, 2), foot(Line, 5)), |s| {
        (s.stage, s.attacker.training) = (Stage::Continued, 7);
    });
    assert_eq!(modifier(&other), -3);
    assert_eq!([odds(400, 400), odds(499, 400), odds(500, 400), odds(400, 500)], [0, 0, 1, -1]);
    assert_eq!([odds(750, 400), odds(800, 400), odds(1400, 400), odds(9900, 100)], [3, 4, 10, 10]);
    // Odds are exact: five bases of 1.25 against four of 1.5 are 6.25 against 6, no step.
    let s = with(MeleeSituation::new(foot(Line, 5), foot(Line, 4)), |s| s.attacker.training = 4);
    assert_eq!(modifier(&s), 0);
    let s = with(MeleeSituation::new(foot(Line, 5), foot(Line, 4)), |_| {});
    assert_eq!(p.shows("play.dice", modifier(&s)), 1);
    // Bases behind do not fight.
    let s = with(s, |s| (s.attacker.bases, s.attacker.behind) = (4, 1));
    assert_eq!(p.shows("formations.6", modifier(&s)), 0);
    // At most ten.
    let s = with(MeleeSituation::new(foot(Line, 5), foot(Line, 1)), |s| s.attacker.training = 9);
    assert_eq!(p.shows("melee-modifiers.3", modifier(&s)), 10);
    assert!(cites(&ruling(&s), "melee-modifiers.3"));
    assert!(!cites(&ruling(&lines()), "melee-modifiers.3"));
    // Every row of the table, in every column.
    let numbers = Sheet::built_in().numbers();
    let t = table("melee.proposal-odds");
    let kinds = [
        (MeleeKind::InfantryInfantry, true),
        (MeleeKind::InfantryInfantry, false),
        (MeleeKind::ContinuedInfantry, true),
        (MeleeKind::CavalryInfantry, true),
        (MeleeKind::CavalryCavalry, true),
        (MeleeKind::InfantryCavalry, true),
        (MeleeKind::Guns, true),
        (MeleeKind::Town, true),
    ];
    for row in &t.rows {
        let (arm, formation) = match row[0].text().unwrap() {
            "infantry in line" => (Arm::Infantry, Line),
            "infantry in column" => (Arm::Infantry, Column),
            "infantry in march column" => (Arm::Infantry, MarchColumn),
            "infantry in square" => (Arm::Infantry, Square),
            "skirmishers" => (Arm::Infantry, Chain),
            "cavalry in line" => (Arm::Cavalry, Line),
            "cavalry in column" => (Arm::Cavalry, Column),
            "cavalry in march column" => (Arm::Cavalry, MarchColumn),
            "unlimbered artillery" => (Arm::Artillery, Unlimbered),
            _ => continue,
        };
        let trainings: &[u8] = match row[1].to_string().as_str() {
            "3 or less" => &[1, 3],
            "7 or more" => &[7, 9],
            "any" => &[2, 5, 9],
            n => &[n.parse::<u8>().unwrap()],
        };
        for (cell, (kind, attacks)) in row[2..].iter().zip(kinds) {
            let wanted = cell.number().map(|x| (x * 100.0) as u32);
            for training in trainings {
                if kind != MeleeKind::Town {
                    let got = numbers.multiplier(kind, attacks, arm, formation, *training);
                    assert_eq!(got, wanted, "{row:?} {kind:?}");
                }
            }
        }
    }
    assert_eq!(numbers.town_multiplier(), 100);
    // Engineers fight as infantry in column.
    let engineers = numbers.multiplier(MeleeKind::InfantryInfantry, true, Arm::Engineers, Line, 9);
    assert_eq!(engineers, Some(150));
}

#[test]
fn flank_attacks_and_flanks() {
    let p = proves!("melee-modifiers.4", "flank-threat.7", "flank-threat.2", "flank-cover.9");
    let s = lines();
    // Four for the attack, two for the open flank that is attacked.
    assert_eq!(p.shows("melee-modifiers.4", worth(&s, |s| s.from = Approach::Flank)), 6);
    assert_eq!(p.shows("flank-threat.7", worth(&s, |s| s.from = Approach::Rear)), 6);
    // The other flank is judged by itself.
    assert_eq!(worth(&s, |s| (s.from, s.defender.threatened) = (Approach::Flank, 1)), 8);
    let rear = with(s.clone(), |s| (s.from, s.defender.flanks) = (Approach::Rear, Flanks::Covered));
    assert_eq!(modifier(&rear), 6);
    let closed = MeleeReadings::of(&readings("rear-open", "not-if-covered"));
    assert_eq!(worth(&rear, |s| s.readings = closed), -2);
    assert_eq!(worth(&with(s.clone(), |s| s.from = Approach::Rear), |s| s.readings = closed), 0);
    assert_eq!(p.shows("flank-threat.2", worth(&s, |s| s.attacker.threatened = 1)), -2);
    assert_eq!(worth(&s, |s| s.defender.threatened = 2), 4);
    // Not in a continued melee.
    let on = with(s.clone(), |s| s.stage = Stage::Continued);
    assert_eq!(worth(&on, |s| s.defender.threatened = 2), 0);
    assert_eq!(refused::<Melee>(&with(on, |s| s.from = Approach::Flank)), "from");
    assert_eq!(
        refused::<Melee>(&with(s, |s| (s.from, s.defender.flanks) = (Approach::Rear, Flanks::Anchored))),
        "defender"
    );
    // A square names its front; cavalry counts no flank of it.
    let square = MeleeSituation::new(foot(Line, 4), foot(Square, 4));
    let no = refused::<Melee>(&with(square.clone(), |s| s.from = Approach::Flank));
    assert_eq!(p.shows("flank-cover.9", no), "from");
    assert_eq!(worth(&square, |s| s.defender.threatened = 1), 2);
    let none = MeleeReadings::of(&readings("square-flanks", "none"));
    assert_eq!(worth(&with(square, |s| s.readings = none), |s| s.defender.threatened = 1), 0);
    let ridden = MeleeSituation::new(horse(4), foot(Square, 4));
    assert_eq!(worth(&ridden, |s| s.defender.threatened = 2), 0);
    assert_eq!(worth(&ridden, |s| s.attacker.threatened = 1), -2);
}

#[test]
fn supports_and_battalion_guns() {
    let p = proves!("melee-modifiers.7", "support.2", "battalion-gun.5", "weather.5");
    let s = lines();
    use Support::{Artillery, Infantry, Skirmishers};
    let by = |s: &MeleeSituation, x: &[Support]| worth(s, |s| s.defender.supports = x.to_vec());
    assert_eq!(p.shows("melee-modifiers.7", by(&s, &[Infantry])), -1);
    assert_eq!(by(&s, &[Infantry, Skirmishers]), -2);
    assert_eq!(by(&s, &[Infantry, Artillery]), -3);
    assert_eq!(by(&s, &[Artillery, Artillery]), -3);
    assert_eq!(by(&with(s.clone(), |s| s.mutual = true), &[Infantry, Artillery]), 0);
    assert_eq!(by(&with(s.clone(), |s| s.stage = Stage::Continued), &[Infantry, Artillery]), 0);
    assert_eq!(worth(&s, |s| s.attacker.supports = vec![Infantry]), 0);
    assert_eq!(by(&MeleeSituation::new(horse(4), battery(4)), &[Infantry]), -1);
    assert_eq!(by(&MeleeSituation::new(horse(4), horse(4)), &[Infantry]), 0);
    let three = with(s.clone(), |s| s.defender.supports = vec![Infantry; 3]);
    assert_eq!(p.shows("support.2", refused::<Melee>(&three)), "defender");
    // Battalion guns help always, once, attacking too.
    assert_eq!(p.shows("battalion-gun.5", worth(&s, |s| s.defender.battalion_gun = true)), -1);
    assert_eq!(worth(&s, |s| s.attacker.battalion_gun = true), 1);
    assert_eq!(worth(&s, |s| (s.defender.battalion_gun, s.defender.supports) = (true, vec![Artillery])), -2);
    let on = with(s.clone(), |s| s.stage = Stage::Continued);
    assert_eq!(worth(&on, |s| s.defender.battalion_gun = true), -1);
    let attacked = MeleeReadings::of(&readings("gun-helps", "attacked"));
    let only = with(s.clone(), |s| s.readings = attacked);
    assert_eq!(worth(&only, |s| s.attacker.battalion_gun = true), 0);
    assert_eq!(worth(&only, |s| s.defender.battalion_gun = true), -1);
    assert_eq!(worth(&with(only, |s| s.mutual = true), |s| s.defender.battalion_gun = true), 0);
    // In rain only artillery supports.
    let rain = with(s, |s| s.weather = Weather::Rain);
    assert_eq!(p.shows("weather.5", by(&rain, &[Infantry, Skirmishers])), 0);
    assert_eq!(by(&rain, &[Infantry, Artillery]), -2);
    let some = MeleeReadings::of(&readings("rain-skirmishers", "support"));
    assert_eq!(by(&with(rain, |s| s.readings = some), &[Infantry, Skirmishers]), -1);
}

#[test]
fn cover_and_redoubts() {
    let p = proves!("terrain.6", "redoubt.1", "redoubt.7");
    for stage in [Stage::Initial, Stage::Continued] {
        let s = with(lines(), |s| s.stage = stage);
        assert_eq!(p.shows("terrain.6", worth(&s, |s| s.defender.cover = 3)), -3);
        assert_eq!(worth(&s, |s| s.attacker.cover = 3), 0);
        assert_eq!(p.shows("redoubt.1", worth(&s, |s| s.defender.redoubt = Some(6))), -6);
    }
    let half = MeleeReadings::of(&readings("redoubt-cover", "half"));
    assert_eq!(worth(&with(lines(), |s| s.readings = half), |s| s.defender.redoubt = Some(7)), -4);
    assert_eq!(
        worth(&MeleeSituation::new(foot(Column, 4), battery(4)), |s| s.defender.redoubt = Some(5)),
        -5
    );
    // Infantry in it is in line: for odds, and for the losses it inflicts.
    let s = MeleeSituation::new(foot(Line, 4), foot(Column, 4));
    assert_eq!(modifier(&s), 2);
    let in_work = with(s, |s| s.defender.redoubt = Some(1));
    assert_eq!(modifier(&in_work), -1);
    let o = fought(&in_work, 6, &[6]);
    assert_eq!(p.shows("redoubt.7", o.attacker.losses), 1);
    // Two bases attacked by each other give the defender no cover: he uses column A.
    assert_eq!(worth(&with(lines(), |s| s.mutual = true), |s| s.defender.cover = 3), 0);
}

#[test]
fn against_cavalry() {
    let p = proves!("melee-modifiers.6", "flank-cover.3", "melee-modifiers.1");
    let s = charge();
    assert_eq!(p.shows("melee-modifiers.6", worth(&s, |s| s.defender.flanks = Flanks::Covered)), -4);
    assert_eq!(worth(&s, |s| s.defender.flanks = Flanks::Anchored), -6);
    // Not against infantry.
    assert_eq!(worth(&lines(), |s| s.defender.flanks = Flanks::Anchored), 0);
    let guns = MeleeSituation::new(horse(4), battery(4));
    assert_eq!(worth(&guns, |s| s.defender.flanks = Flanks::Covered), -4);
    assert_eq!(worth(&guns, |s| s.defender.flanks = Flanks::Anchored), -6);
    assert_eq!(
        worth(&MeleeSituation::new(foot(Line, 4), battery(4)), |s| s.defender.flanks = Flanks::Covered),
        0
    );
    assert_eq!(p.shows("melee-modifiers.1", worth(&s, |s| s.defender.formation = Square)), -12);
    let chain = MeleeSituation::new(horse(4), foot(Chain, 4));
    assert_eq!(modifier(&chain), 6);
    assert_eq!(worth(&chain, |s| s.defender.in_open = false), -6);
    for f in [Chain, Square] {
        let s = with(MeleeSituation::new(horse(4), foot(f, 3)), |s| s.defender.flanks = Flanks::Anchored);
        assert_eq!(p.shows("flank-cover.3", refused::<Melee>(&s)), "defender");
    }
}

#[test]
fn cavalry_against_cavalry() {
    let p = proves!("attack.cavcav.1", "attack.cavcav.2", "melee-modifiers.1");
    let s = MeleeSituation::new(horse(4), horse(4));
    assert_eq!(p.shows("attack.cavcav.1", modifier(&s)), 4);
    let halts = with(s.clone(), |s| s.defender.halts_at_obstacle = true);
    assert_eq!(p.shows("attack.cavcav.2", modifier(&halts)), 0);
    assert_eq!(modifier(&gallop()), 0);
    assert_eq!(modifier(&with(s.clone(), |s| s.stage = Stage::Continued)), 0);
    let heavy = |a, f| worth(&gallop(), |s| (s.attacker.weight, s.defender.weight) = (Some(a), Some(f)));
    use Weight::{Heavy, Light, Medium};
    assert_eq!(p.shows("melee-modifiers.1", heavy(Heavy, Medium)), 2);
    assert_eq!([heavy(Heavy, Light), heavy(Light, Heavy), heavy(Light, Light)], [4, -4, 0]);
    let on = with(s, |s| (s.stage, s.attacker.weight) = (Stage::Continued, Some(Heavy)));
    assert_eq!(modifier(&on), 2);
    assert_eq!(refused::<Melee>(&with(gallop(), |s| s.attacker.weight = None)), "attacker");
    assert_eq!(refused::<Melee>(&with(lines(), |s| s.attacker.weight = Some(Heavy))), "attacker");
}

#[test]
fn who_attacks_when_both_do() {
    let p = proves!("melee-result.3");
    let s = with(MeleeSituation::new(foot(Line, 3), foot(Line, 4)), |s| s.mutual = true);
    let o = fought(&s, 12, &[1, 1]);
    assert!(p.shows("melee-result.3", o.swapped));
    // The larger is the attacker: four against three is one step for it.
    assert_eq!(modifier(&s), 1);
    assert!(!fought(&with(s.clone(), |s| s.attacker.behind = 2), 12, &[1, 1]).swapped);
    let even = with(lines(), |s| s.mutual = true);
    assert!(!fought(&even, 12, &[1, 1]).swapped);
    assert!(fought(&with(even.clone(), |s| s.attacker_is_a = false), 12, &[1, 1]).swapped);
    // By adjusted bases: four of training 3 are fewer than three of training 7.
    let adjusted = MeleeReadings::of(&readings("larger-by", "adjusted"));
    let s = with(s, |s| (s.attacker.training, s.defender.training, s.readings) = (7, 3, adjusted));
    assert!(!fought(&s, 12, &[1, 1]).swapped);
    // A tie by a die.
    let die = MeleeReadings::of(&readings("mutual-tie", "die"));
    let s = with(even, |s| s.readings = die);
    assert!(!out::<Melee>(&s, &[5, 6, 6, 1, 1]).swapped);
    assert!(out::<Melee>(&s, &[6, 6, 6, 1, 1]).swapped);
    assert_eq!(chance::<Melee>(&s, |o| o.swapped), Fraction::new(1, 2));
    // Column A for both: what only a defender has does not count.
    assert_eq!(worth(&gallop(), |s| s.defender.threatened = 1), 2);
}

#[test]
fn kinds_of_melee() {
    let p = proves!(
        "melee-test.1",
        "melee-test.2",
        "attack.require.2",
        "attack.infcav.4",
        "melee.2",
        "missing-tables.1"
    );
    let kind = |a: &Fighter, f: &Fighter, stage| {
        with(MeleeSituation::new(a.clone(), f.clone()), |s| s.stage = stage).kind()
    };
    let (line, chain, cavalry, guns) = (foot(Line, 4), foot(Chain, 3), horse(4), battery(4));
    use MeleeKind as K;
    use Stage::{Continued, Initial, Skirmish};
    for (a, f, stage, wanted) in [
        (&line, &line, Initial, Some(K::InfantryInfantry)),
        (&chain, &line, Initial, Some(K::InfantryInfantry)),
        (&line, &line, Continued, Some(K::ContinuedInfantry)),
        (&line, &chain, Skirmish, Some(K::ContinuedInfantry)),
        (&cavalry, &line, Initial, Some(K::CavalryInfantry)),
        (&cavalry, &chain, Initial, Some(K::CavalryInfantry)),
        (&cavalry, &line, Continued, None),
        (&cavalry, &cavalry, Initial, Some(K::CavalryCavalry)),
        (&cavalry, &cavalry, Continued, Some(K::CavalryCavalry)),
        (&line, &cavalry, Initial, Some(K::InfantryCavalry)),
        (&line, &guns, Initial, Some(K::Guns)),
        (&cavalry, &guns, Initial, Some(K::Guns)),
        (&line, &guns, Continued, None),
    ] {
        assert_eq!(kind(a, f, stage), wanted);
    }
    assert!(p.shows("melee-test.2", cites(&ruling(&charge()), "melee-test.2")));
    assert!(p.shows("missing-tables.1", cites(&ruling(&charge()), "missing-tables.1")));
    let limbered = Fighter { formation: FormationKind::Limbered, ..battery(2) };
    assert_eq!(refused::<Melee>(&MeleeSituation::new(line.clone(), limbered)), "defender");
    assert_eq!(
        p.shows("attack.require.2", refused::<Melee>(&MeleeSituation::new(guns, line.clone()))),
        "attacker"
    );
    let both = with(MeleeSituation::new(line.clone(), cavalry), |s| s.mutual = true);
    assert_eq!(p.shows("attack.infcav.4", refused::<Melee>(&both)), "mutual");
    let skip = with(MeleeSituation::new(line.clone(), chain), |s| s.stage = Skirmish);
    // In the first sequence of such a combat flanks and supports still count.
    assert_eq!(p.shows("melee.2", worth(&skip, |s| s.defender.threatened = 1)), 2);
    assert_eq!(refused::<Melee>(&with(lines(), |s| s.stage = Skirmish)), "stage");
    assert_eq!(refused::<Melee>(&MeleeSituation::new(foot(FormationKind::InTown, 3), line)), "attacker");
    // Two dice and the modifier.
    let (_, r) = rule::<Melee>(&lines(), &[5, 7, 1, 1]);
    assert_eq!(p.shows("melee-test.1", r.totals["result"].as_i64()), Some(12));
}

/// The melee tables, row by row: what is written, and what the procedure makes of it.
#[test]
fn every_row_of_every_table() {
    let p = proves!(
        "melee-tables.1",
        "melee-tables.2",
        "melee-retreat.1",
        "melee-tables.3",
        "melee-continued.1",
        "melee-guns.1"
    );
    let numbers = Sheet::built_in().numbers();
    for kind in MeleeKind::ALL {
        let t = table(kind.table());
        assert_eq!(t.rows.len(), numbers.rows(kind).len());
        for (cells, row) in t.rows.iter().zip(numbers.rows(kind)) {
            let n = |c: &Cell| c.number().unwrap() as i32;
            assert_eq!((row.from, row.to), (n(&cells[0]), n(&cells[1])));
            for result in [row.from, row.to] {
                assert_eq!(numbers.row(kind, result), row);
            }
            let written = |l: Loss| match l {
                Loss::Value(v) => v.to_string(),
                Loss::Circled(c) => format!("circled {c}"),
            };
            assert_eq!(written(row.attacker.loss), cells[2].to_string());
            assert_eq!(i32::from(row.attacker.disorder), n(&cells[3]));
            let at = if t.columns.len() == 8 { 5 } else { 4 };
            assert_eq!(written(row.defender.loss), cells[at].to_string());
            assert_eq!(i32::from(row.defender.disorder), n(&cells[at + 1]));
        }
        assert_eq!(numbers.row(kind, -500), &numbers.rows(kind)[0]);
        assert_eq!(numbers.row(kind, 500), numbers.rows(kind).last().unwrap());
    }
    // Infantry against infantry, each band at both ends.
    let s = with(lines(), |s| (s.attacker.melee, s.defender.melee) = (5, 5));
    let low = with(s.clone(), |s| s.defender.melee = 9);
    let high = with(s.clone(), |s| s.attacker.melee = 9);
    let does = |o: MeleeOutcome| (o.attacker.action, o.attacker.gained, o.defender.action, o.defender.gained);
    use Action::{BreaksThrough, Continues, Retreats, Stays};
    let may = BreaksThrough { metres: 200, must: false };
    // Circled 2: two tests, then 3 x 4 x 2 = 24, two losses; the other 8, half a loss.
    assert_eq!(p.shows("melee-tables.1", does(fought(&low, 1, &[1, 1, 6]))), (Retreats(200), 3, may, 1));
    for result in [2, 6] {
        let o = does(fought(&s, result, &[6]));
        assert_eq!(p.shows("melee-retreat.1", o), (Retreats(200), 2, Stays, 1), "{result}");
    }
    for result in [7, 9] {
        assert_eq!(does(fought(&s, result, &[6])), (Continues, 2, Continues, 1));
    }
    for result in [10, 12] {
        let o = fought(&s, result, &[6, 6]);
        assert_eq!(p.shows("melee-tables.3", does(o)), (Continues, 1, Continues, 1));
        assert!(p.shows("melee-continued.1", o.continued));
    }
    for result in [13, 15] {
        assert_eq!(does(fought(&s, result, &[6])), (Continues, 1, Continues, 2));
    }
    for result in [16, 20] {
        assert_eq!(does(fought(&s, result, &[6])), (Stays, 1, Retreats(200), 2));
    }
    let must = BreaksThrough { metres: 200, must: true };
    assert_eq!(p.shows("melee-tables.2", does(fought(&high, 21, &[6, 1, 1]))), (must, 1, Retreats(200), 3));
    // Cavalry against infantry.
    let s = charge();
    let far = BreaksThrough { metres: 400, must: true };
    let strong = with(s.clone(), |s| s.defender.melee = 9);
    assert_eq!(does(fought(&strong, 1, &[1, 1])), (Retreats(400), 4, Stays, 0));
    for result in [2, 8] {
        assert_eq!(does(fought(&s, result, &[])), (Retreats(400), 3, Stays, 1));
    }
    for result in [9, 13] {
        assert_eq!(does(fought(&s, result, &[])), (Retreats(200), 2, Stays, 2));
    }
    for result in [14, 18] {
        assert_eq!(does(fought(&s, result, &[6])), (Stays, 2, Retreats(200), 3));
    }
    assert_eq!(does(fought(&s, 19, &[6, 1, 1, 1])), (far, 1, Retreats(200), 4));
    // Cavalry against cavalry.
    let s = gallop();
    let weak = with(s.clone(), |s| s.attacker.melee = 3);
    assert_eq!(does(fought(&weak, 1, &[1, 1])), (Retreats(400), 3, far, 1));
    for result in [2, 7] {
        assert_eq!(does(fought(&s, result, &[6])), (Retreats(400), 2, Stays, 1));
    }
    for result in [8, 14] {
        assert_eq!(does(fought(&s, result, &[])), (Continues, 1, Continues, 1));
    }
    for result in [15, 20] {
        assert_eq!(does(fought(&s, result, &[6])), (Stays, 1, Retreats(400), 2));
    }
    let strong = with(s, |s| s.attacker.melee = 8);
    assert_eq!(does(fought(&strong, 21, &[1, 1])), (far, 1, Retreats(400), 3));
    // Infantry at cavalry.
    let s = MeleeSituation::new(foot(Column, 4), horse(4));
    assert_eq!([2, 6].map(|r| does(fought(&s, r, &[]))), [(Stays, 0, Stays, 0); 2]);
    assert_eq!([7, 11].map(|r| does(fought(&s, r, &[]))), [(Stays, 0, Stays, 1); 2]);
    assert_eq!([12, 16].map(|r| does(fought(&s, r, &[6]))), [(Stays, 0, Retreats(200), 2); 2]);
    assert_eq!([17, 20].map(|r| does(fought(&s, r, &[]))), [(Stays, 0, Retreats(400), 3); 2]);
    // Attacks on guns.
    let s = MeleeSituation::new(foot(Column, 4), battery(4));
    let at_guns = |m| Action::AtGuns { metres: m };
    assert_eq!([2, 4].map(|r| does(fought(&s, r, &[1, 1]))), [(Retreats(200), 3, Stays, 1); 2]);
    assert_eq!([5, 9].map(|r| does(fought(&s, r, &[]))), [(Retreats(200), 2, Stays, 1); 2]);
    for result in [10, 14] {
        let o = does(fought(&s, result, &[6]));
        assert_eq!(p.shows("melee-guns.1", o), (at_guns(Some(200)), 2, Action::Pinned, 2));
    }
    assert_eq!(does(fought(&s, 15, &[6, 1, 1])), (at_guns(Some(200)), 1, Action::Pinned, 3));
    let ride = MeleeSituation::new(horse(4), battery(4));
    assert_eq!(does(fought(&ride, 9, &[])).0, Retreats(400));
    assert_eq!(does(fought(&ride, 10, &[6])).0, at_guns(Some(400)));
    let chain = MeleeSituation::new(foot(Chain, 3), battery(4));
    let o = fought(&chain, 12, &[6]);
    assert_eq!(o.attacker.action, at_guns(None));
    let cannot = MeleeReadings::of(&readings("skirmishers-at-guns", "cannot"));
    let o = fought(&with(chain, |s| s.readings = cannot), 12, &[6]);
    assert_eq!(o.attacker.action, Stays);
    // The rows that order continued melee are those that the rain rule names.
    let on = numbers.rows(MeleeKind::InfantryInfantry).iter().filter(|r| r.attacker.does == Does::Continue);
    assert_eq!(on.map(|r| (r.from, r.to)).collect::<Vec<_>>(), [(7, 9), (10, 12), (13, 15)]);
}

#[test]
fn losses_of_a_melee() {
    let p = proves!("melee-loss.1", "melee-loss.2", "melee-loss.3", "losses.3");
    // Loss value 1 against four bases in line: 8, half a loss.
    let s = MeleeSituation::new(foot(Line, 3), foot(Line, 4));
    let (o, r) = rule::<Melee>(&with(s.clone(), |s| s.attacker.training = 6), &{
        let s = with(s.clone(), |s| s.attacker.training = 6);
        let d = two(&s, 12);
        [d[0], d[1], 5, 6]
    });
    assert_eq!((o.attacker.losses, p.shows("melee-loss.3", o.defender.losses)), (1, 0));
    assert!(p.shows("losses.3", cites(&r, "losses.3")));
    // Circled 2 with morale 5, dice 5 and 7: one; then 3 x 3 x 2 = 18, one and a half.
    let strong = with(s, |s| (s.attacker.melee, s.defender.disorder) = (8, 2));
    let o = fought(&strong, 21, &[6, 5, 7, 5]);
    assert_eq!(p.shows("melee-loss.2", o.defender.losses), 3);
    assert_eq!(fought(&strong, 21, &[5, 5, 7, 6]).defender.losses, 2);
    assert_eq!(fought(&strong, 21, &[6, 6, 10, 6]).defender.losses, 3);
    // Not doubled by columns; doubled by guns; not by bases behind.
    let column = MeleeSituation::new(foot(Column, 4), foot(Column, 4));
    let o = fought(&column, 12, &[]);
    assert_eq!(p.shows("melee-loss.1", (o.attacker.losses, o.defender.losses)), (0, 0));
    let guns = MeleeSituation::new(foot(Column, 4), battery(4));
    assert_eq!(fought(&guns, 10, &[6]).attacker.losses, 1);
    let deep = with(lines(), |s| (s.defender.bases, s.defender.behind) = (2, 2));
    assert_eq!(fought(&deep, 12, &[6]).attacker.losses, 0);
    let all = MeleeReadings::of(&readings("loss-bases", "all"));
    assert_eq!(fought(&with(deep, |s| s.readings = all), 12, &[5, 6]).attacker.losses, 1);
    // The loss table, each band at both ends.
    let numbers = Sheet::built_in().numbers();
    for row in &table("losses.proposal").rows {
        let halves = Halves((row[2].number().unwrap() * 2.0) as u16);
        for at in [&row[0], &row[1]] {
            assert_eq!(numbers.losses(at.number().unwrap() as i32), halves);
        }
    }
    assert_eq!([numbers.losses(8), numbers.losses(18)], [Halves(1), Halves(3)]);
    assert_eq!(numbers.losses(5000), Halves(8));
}

#[test]
fn skirmishers_in_melee() {
    let p =
        proves!("melee-tables.1", "breakthrough.2", "melee-tables.5", "attack.infcav.1", "attack.infcav.6");
    // Against formed infantry they read one less: 2 becomes 1, 1 x 4 x 2 = 8.
    let s = MeleeSituation::new(foot(Chain, 3), foot(Line, 4));
    let o = fought(&s, 6, &[6]);
    assert_eq!(p.shows("melee-tables.1", o.attacker.losses), 0);
    let o = fought(&MeleeSituation::new(foot(Chain, 3), foot(Chain, 3)), 6, &[6]);
    assert_eq!((o.attacker.losses, o.defender.losses), (0, 0));
    // They never break through.
    let strong =
        with(MeleeSituation::new(foot(Chain, 3), foot(Column, 3)), |s| s.attacker.skirmish = Some(9));
    let o = fought(&strong, 21, &[1, 1, 6]);
    assert_eq!(p.shows("breakthrough.2", o.attacker.action), Action::Stays);
    // Nor are they made to form line.
    let o = fought(&with(s, |s| s.defender.bases = 3), 12, &[]);
    assert_eq!(p.shows("melee-tables.5", o.attacker.forms), None);
    let shoot = MeleeSituation::new(foot(Chain, 3), horse(3));
    // Fire, by which the cavalry loses and the infantry does not.
    let o = fought(&shoot, 17, &[6]);
    assert_eq!(p.shows("attack.infcav.1", (o.attacker.losses, o.attacker.action)), (0, Action::Stays));
    assert_eq!(p.shows("attack.infcav.6", worth(&shoot, |s| s.attacker.skirmish = Some(7))), 4);
}

#[test]
fn defenders_break_through() {
    let p = proves!("breakthrough.2");
    let s = with(lines(), |s| s.defender.melee = 9);
    let act = |s: &MeleeSituation| fought(s, 1, &[1, 1, 6]).defender.action;
    assert_eq!(p.shows("breakthrough.2", act(&s)), Action::BreaksThrough { metres: 200, must: false });
    let never = MeleeReadings::of(&readings("defender-breaks-through", "never"));
    assert_eq!(act(&with(s.clone(), |s| s.readings = never)), Action::Stays);
    // Whoever counter-attacked must.
    let mutual = with(s, |s| s.mutual = true);
    assert_eq!(act(&mutual), Action::BreaksThrough { metres: 200, must: true });
    assert_eq!(act(&with(mutual, |s| s.readings = never)), Action::BreaksThrough { metres: 200, must: true });
}

#[test]
fn forced_formations() {
    let p = proves!("melee-tables.4", "melee-tables.5");
    let s = MeleeSituation::new(foot(Column, 4), foot(MarchColumn, 4));
    let attacker = |s: &MeleeSituation| {
        let o = fought(s, 12, &[]);
        (o.attacker.forms, o.attacker.gained)
    };
    assert_eq!(p.shows("melee-tables.4", attacker(&s)), (Some(Line), 1));
    assert_eq!(fought(&s, 12, &[]).defender.forms, Some(Line));
    // No room for friends or enemies: 2 U; by the ground: nothing.
    assert_eq!(attacker(&with(s.clone(), |s| s.attacker.room = Room::Units)), (None, 3));
    assert_eq!(attacker(&with(s.clone(), |s| s.attacker.room = Room::Ground)), (None, 1));
    assert_eq!(attacker(&with(s.clone(), |s| s.attacker.irregular = true)), (None, 1));
    assert_eq!(
        attacker(&with(s.clone(), |s| (s.attacker.irregular, s.attacker.room) = (true, Room::Units))),
        (None, 1)
    );
    assert_eq!(attacker(&MeleeSituation::new(foot(Square, 4), foot(MarchColumn, 4))), (None, 1));
    // Only that row forms line.
    assert_eq!(fought(&s, 13, &[6]).attacker.forms, None);
    // Cavalry thrown back: square, if it is none.
    let square = |f: Fighter| {
        let s = MeleeSituation::new(horse(f.bases), f);
        let o = fought(&s, 9, &[]);
        (o.defender.forms, o.defender.gained)
    };
    assert_eq!(square(foot(Line, 4)), (Some(Square), 2));
    assert_eq!(square(foot(Column, 2)), (Some(Square), 2));
    assert_eq!(square(foot(Column, 1)), (None, 2));
    assert_eq!(square(Fighter { room: Room::Units, ..foot(Line, 4) }), (None, 4));
    let o = fought(
        &with(MeleeSituation::new(horse(4), foot(Chain, 3)), |s| s.defender.skirmish = Some(6)),
        9,
        &[6],
    );
    assert_eq!(p.shows("melee-tables.5", (o.defender.forms, o.defender.gained)), (None, 2));
    let o = fought(&with(MeleeSituation::new(horse(4), foot(Square, 4)), |s| s.attacker.melee = 9), 9, &[6]);
    assert_eq!(o.defender.forms, None);
}

#[test]
fn rain_on_infantry() {
    let p = proves!("weather.4");
    let s = with(lines(), |s| s.weather = Weather::Rain);
    let act = |s: &MeleeSituation, result, dice: &[u8]| {
        let o = fought(s, result, dice);
        (o.attacker.action, o.defender.action)
    };
    use Action::{Continues, Retreats, Stays};
    assert_eq!(p.shows("weather.4", act(&s, 7, &[6])), (Retreats(200), Stays));
    assert_eq!(act(&s, 9, &[6]), (Retreats(200), Stays));
    assert_eq!(act(&s, 10, &[6, 6]), (Continues, Continues));
    assert_eq!(act(&s, 12, &[6, 6]), (Continues, Continues));
    assert_eq!(act(&s, 13, &[6]), (Stays, Retreats(200)));
    assert_eq!(act(&s, 15, &[6]), (Stays, Retreats(200)));
    // A continued melee goes on, unless it is read otherwise.
    let on = with(s, |s| s.stage = Stage::Continued);
    assert_eq!(act(&on, 9, &[6]), (Continues, Continues));
    let breaks = MeleeReadings::of(&readings("rain-continued", "breaks"));
    let read = with(on, |s| s.readings = breaks);
    assert_eq!(act(&read, 9, &[6]), (Retreats(200), Stays));
    assert_eq!(act(&read, 12, &[6, 6]), (Continues, Continues));
    assert_eq!(act(&read, 13, &[6]), (Stays, Retreats(200)));
    // Cavalry does not mind.
    let ride = with(gallop(), |s| s.weather = Weather::Rain);
    assert_eq!(act(&ride, 9, &[]), (Continues, Continues));
    // Fog changes nothing.
    assert_eq!(act(&with(lines(), |s| s.weather = Weather::Fog), 9, &[6]), (Continues, Continues));
}

#[test]
fn continued_melees() {
    let p = proves!(
        "play.melee-result",
        "melee-continued.2",
        "melee-continued.3",
        "melee-continued.4",
        "melee-continued.5",
        "melee-continued.7"
    );
    let s = with(lines(), |s| s.stage = Stage::Continued);
    use Action::{Continues, Retreats, Stays};
    let act = |s: &MeleeSituation, result, dice: &[u8]| {
        let o = fought(s, result, dice);
        (o.attacker.action, o.defender.action)
    };
    assert_eq!(p.shows("melee-continued.4", act(&s, 12, &[6, 6])), (Continues, Continues));
    // The rows of its table.
    for (result, gained, dice) in
        [(2, (2, 1), 1), (7, (2, 1), 1), (10, (1, 1), 2), (13, (1, 2), 1), (16, (1, 2), 1)]
    {
        let o = fought(&s, result, &[6, 6][..dice]);
        assert_eq!((o.attacker.gained, o.defender.gained), gained, "{result}");
    }
    let weak = with(s.clone(), |s| s.attacker.melee = 3);
    let o = fought(&weak, 1, &[6]);
    assert_eq!((o.attacker.gained, o.defender.gained, o.attacker.losses), (3, 0, 2));
    let strong = with(s.clone(), |s| s.attacker.melee = 7);
    let o = fought(&strong, 21, &[6]);
    assert_eq!((o.attacker.gained, o.defender.gained, o.defender.losses), (0, 3, 2));
    // Six U break it off: five and one are six.
    let five = with(s.clone(), |s| (s.attacker.disorder, s.defender.disorder) = (5, 4));
    assert_eq!(p.shows("melee-continued.5", act(&five, 12, &[6, 6])), (Retreats(200), Stays));
    let four = with(s.clone(), |s| (s.attacker.disorder, s.defender.disorder) = (4, 4));
    assert_eq!(act(&four, 12, &[6, 6]), (Continues, Continues));
    // One base, if it lost one in this melee.
    let one = with(s.clone(), |s| (s.defender.bases, s.defender.marked) = (2, true));
    assert_eq!(act(&one, 12, &[5]), (Stays, Retreats(200)));
    let single = with(s.clone(), |s| s.defender.bases = 1);
    assert_eq!(act(&single, 12, &[6]), (Continues, Continues));
    assert_eq!(act(&with(single.clone(), |s| s.defender.reduced = true), 12, &[6]), (Stays, Retreats(200)));
    let always = MeleeReadings::of(&readings("single-base", "always"));
    assert_eq!(act(&with(single, |s| s.readings = always), 12, &[6]), (Stays, Retreats(200)));
    // It is looked at as soon as an initial melee is to be continued.
    let first = with(lines(), |s| (s.attacker.disorder, s.defender.disorder) = (5, 4));
    assert_eq!(act(&first, 12, &[6, 6]), (Retreats(200), Stays));
    // A unit without a base is gone, and its opponent stays.
    let last = with(s, |s| (s.defender.bases, s.defender.marked) = (1, true));
    let o = fought(&last, 12, &[5]);
    let came = (o.attacker.action, o.defender.action, o.continued);
    assert_eq!(p.shows("play.melee-result", came), (Stays, Action::Eliminated, false));
    // Cavalry fights on whatever its U, and breaks through no more.
    let ride = with(MeleeSituation::new(horse(4), horse(4)), |s| {
        (s.stage, s.attacker.disorder, s.defender.disorder) = (Stage::Continued, 7, 7);
    });
    assert_eq!(p.shows("melee-continued.7", act(&ride, 12, &[])), (Continues, Continues));
    let strong = with(ride, |s| s.attacker.melee = 9);
    assert_eq!(act(&strong, 21, &[1, 1]), (Stays, Retreats(400)));
    // A flank attack that is continued turns the unit attacked.
    let flank = with(lines(), |s| s.from = Approach::Flank);
    let (_, r) = rule::<Melee>(&flank, &[two(&flank, 12)[0], two(&flank, 12)[1], 6, 6]);
    assert!(p.shows("melee-continued.2", cites(&r, "melee-continued.2")));
    let again = with(lines(), |s| (s.from, s.stage) = (Approach::Flank, Stage::Continued));
    assert_eq!(p.shows("melee-continued.3", refused::<Melee>(&again)), "from");
}

#[test]
fn both_break_off() {
    let p = proves!("melee-continued.6");
    let s = with(lines(), |s| {
        s.stage = Stage::Continued;
        (s.attacker.disorder, s.defender.disorder) = (5, 5);
        (s.attacker.skirmish, s.defender.skirmish) = (Some(5), Some(5));
    });
    let first = |s: &MeleeSituation, result, dice: &[u8]| {
        let o = fought(s, result, dice);
        assert_ne!(o.attacker.lost(), o.defender.lost());
        o.attacker.lost()
    };
    // The fewest U in this phase retreats: 2 against 1, then 1 against 2.
    assert!(p.shows("melee-continued.6", !first(&s, 7, &[6])));
    assert!(first(&s, 13, &[6]));
    let most = MeleeReadings::of(&readings("both-break", "most"));
    assert!(first(&with(s.clone(), |s| s.readings = most), 7, &[6]));
    // Equal: the smaller, then melee value, training, skirmish value, at last a die.
    let of = |f: &dyn Fn(&mut MeleeSituation)| with(s.clone(), f);
    assert!(first(&of(&|s| s.attacker.bases = 3), 12, &[6, 6]));
    assert!(!first(&of(&|s| s.defender.bases = 3), 12, &[6, 6]));
    assert!(first(&of(&|s| s.attacker.melee = 4), 12, &[6, 6]));
    assert!(!first(&of(&|s| s.defender.melee = 4), 12, &[6, 6]));
    assert!(first(&of(&|s| s.attacker.training = 4), 10, &[6, 6]));
    assert!(!first(&of(&|s| s.defender.skirmish = Some(4)), 12, &[6, 6]));
    assert!(first(&s, 12, &[6, 6, 5]));
    assert!(!first(&s, 12, &[6, 6, 6]));
}

#[test]
fn battalion_guns_are_lost_with_a_melee() {
    let p = proves!("battalion-gun.6");
    let s = with(lines(), |s| (s.attacker.battalion_gun, s.defender.battalion_gun) = (true, true));
    let o = fought(&s, 6, &[6]);
    assert_eq!(p.shows("battalion-gun.6", (o.attacker.gun_lost, o.defender.gun_lost)), (true, false));
    let o = fought(&s, 12, &[6, 6]);
    assert_eq!((o.attacker.gun_lost, o.defender.gun_lost), (false, false));
}

#[test]
fn odds_of_a_melee_are_exact() {
    // Two dice without a modifier: 16 or more comes up in 15 ways of a hundred, 21 never; 6 or less in 15 too.
    let s = lines();
    assert_eq!(chance::<Melee>(&s, |o| o.defender.lost()), Fraction::new(15, 100));
    assert_eq!(chance::<Melee>(&s, |o| o.attacker.lost()), Fraction::new(15, 100));
    assert_eq!(chance::<Melee>(&s, |o| o.continued), Fraction::new(70, 100));
    for s in [
        charge(),
        gallop(),
        MeleeSituation::new(horse(4), battery(4)),
        with(lines(), |s| s.stage = Stage::Continued),
    ] {
        let t = odds::odds_of::<Melee>(&s).unwrap();
        assert_eq!(t.outcomes.iter().map(|x| x.1).sum::<u128>(), t.total);
    }
}

#[test]
fn an_owners_sheet_is_played_and_checked() {
    let mut own = table("melee.proposal-inf-inf").clone();
    own.rows[3][4] = Cell::Text("retreat 300".into());
    own.rows[3][7] = Cell::Text("stay".into());
    let mine = SheetRef::from(muster::of_owner::<Sheet>("mine", vec![own.clone()]).unwrap());
    let s = with(lines(), |s| s.sheet = mine);
    let o = fought(&s, 12, &[6, 6]);
    assert_eq!((o.attacker.action, o.defender.action), (Action::Retreats(300), Action::Stays));
    assert!(!ruling(&s).reckoning.iter().any(|x| x.says.to_string().contains("proposal-inf-inf")));
    let wrong = |f: &dyn Fn(&mut umpire::Table)| {
        let mut t = own.clone();
        f(&mut t);
        muster::of_owner::<Sheet>("mine", vec![t]).unwrap_err()[0].says.to_string()
    };
    assert!(wrong(&|t| t.rows[2][0] = Cell::Whole(8)).contains("hole"));
    assert!(wrong(&|t| t.rows[2][1] = Cell::Whole(10)).contains("hole"));
    assert!(wrong(&|t| t.rows[0][2] = Cell::Text("many".into())).contains("row 1"));
    assert!(wrong(&|t| t.rows[1][4] = Cell::Text("sing".into())).contains("row 2"));
    assert!(wrong(&|t| t.rows[1][3] = Cell::Whole(9)).contains("row 2"));
    assert!(
        wrong(&|t| {
            t.rows.pop();
        })
        .contains("99")
    );
}

/// The stand-in tables were balanced by these chances; the procedure gives them.
#[test]
fn chances_by_which_the_stand_ins_were_checked() {
    // An attack in line has tested once before: with training 6 it has 1 U in 4 cases of 10, with 5 in 5.
    let after_line_test = |s: &MeleeSituation, training: f64, won: &dyn Fn(&MeleeOutcome) -> bool| {
        let shaken = with(s.clone(), |s| s.attacker.disorder += 1);
        let [fresh, shaken] = [s, &shaken].map(|s| chance::<Melee>(s, won).percent());
        fresh * training / 10.0 + shaken * (10.0 - training) / 10.0
    };
    let near = |got: f64, noted: f64| assert!((got - noted).abs() < 1.0, "{got} is not {noted}");
    let ride = |f: &dyn Fn(&mut MeleeSituation)| {
        let s = with(MeleeSituation::new(horse(4), foot(Line, 3)), |s| {
            s.attacker.melee = 6;
            f(s);
        });
        after_line_test(&s, 6.0, &|o| o.defender.lost())
    };
    use Support::Infantry;
    let two = vec![Infantry; 2];
    near(ride(&|s| s.defender.threatened = 2), 80.0);
    near(ride(&|_| {}), 48.0);
    near(ride(&|s| s.defender.flanks = Flanks::Covered), 17.0);
    near(ride(&|s| (s.defender.flanks, s.defender.supports) = (Flanks::Covered, two.clone())), 7.5);
    near(ride(&|s| s.defender.flanks = Flanks::Anchored), 7.5);
    near(ride(&|s| (s.defender.flanks, s.defender.supports) = (Flanks::Anchored, two.clone())), 2.0);
    near(ride(&|s| s.defender.formation = Square), 0.0);
    near(ride(&|s| (s.defender.flanks, s.defender.disorder) = (Flanks::Covered, 3)), 65.0);
    near(ride(&|s| s.from = Approach::Flank), 90.5);
    // Infantry that fires at cavalry.
    for (melee, noted) in [(6, 21.0), (4, 55.0)] {
        let s = with(MeleeSituation::new(foot(Line, 3), horse(4)), |s| s.defender.melee = melee);
        near(after_line_test(&s, 5.0, &|o| o.defender.lost()), noted);
    }
    // Attacks on guns.
    let carried = |s: &MeleeSituation| {
        chance::<Melee>(s, |o| matches!(o.attacker.action, Action::AtGuns { .. })).percent()
    };
    let on_foot = MeleeSituation::new(foot(Column, 3), battery(4));
    near(carried(&on_foot), 54.5);
    near(carried(&with(on_foot.clone(), |s| s.defender.threatened = 2)), 85.0);
    near(carried(&with(on_foot.clone(), |s| s.defender.supports = two.clone())), 36.0);
    near(carried(&with(on_foot, |s| s.defender.redoubt = Some(6))), 10.0);
    let ridden = with(MeleeSituation::new(horse(4), battery(4)), |s| s.attacker.melee = 6);
    near(carried(&ridden), 79.0);
    near(carried(&with(ridden.clone(), |s| s.from = Approach::Flank)), 100.0);
    near(
        carried(&with(ridden, |s| (s.defender.flanks, s.defender.supports) = (Flanks::Covered, two.clone()))),
        28.0,
    );
}

#[test]
fn faults_of_an_owners_tables_are_all_found() {
    let change = |id: &str, f: &dyn Fn(&mut umpire::Table)| {
        let mut t = table(id).clone();
        f(&mut t);
        t
    };
    let faults = |tables: Vec<umpire::Table>| {
        let found = muster::of_owner::<Sheet>("mine", tables).unwrap_err();
        found.into_iter().map(|f| f.table).collect::<Vec<_>>()
    };
    let one = |id: &str, f: &dyn Fn(&mut umpire::Table)| assert_eq!(faults(vec![change(id, f)]), [id]);
    one("losses.proposal", &|t| t.rows[1][0] = Cell::Whole(7));
    one("losses.proposal", &|t| t.rows[1][2] = Cell::Real(0.3));
    one("sequence.proposal", &|t| {
        t.rows.remove(1);
    });
    one("sequence.proposal", &|t| t.rows[0][1] = Cell::Text("often".into()));
    one("town.proposal-test", &|t| t.rows[0][2] = Cell::Text("N1/2".into()));
    one("town.proposal-test", &|t| {
        t.rows.pop();
    });
    one("bombardment.proposal-range", &|t| t.rows[0][1] = Cell::Whole(1000));
    one("bombardment.proposal-range", &|t| t.rows.swap(0, 1));
    one("bombardment.proposal-losses", &|t| t.rows[0][10] = Cell::Text("9 U".into()));
    one("bombardment.proposal-losses", &|t| t.rows.swap(0, 1));
    one("melee.proposal-modifiers", &|t| {
        t.rows.remove(2);
    });
    one("melee.proposal-modifiers", &|t| t.rows[0][1] = Cell::Whole(99));
    // Somebody without a number, with none that makes sense, or with two.
    one("melee.proposal-odds", &|t| {
        t.rows.remove(1);
    });
    one("melee.proposal-odds", &|t| t.rows[5][2] = Cell::Text("-".into()));
    one("melee.proposal-odds", &|t| t.rows[5][2] = Cell::Whole(0));
    one("melee.proposal-odds", &|t| t.rows[1][1] = Cell::Whole(5));
    one("town.proposal-fight", &|t| t.rows[0][2] = Cell::Text("circled 30".into()));
    let two = faults(vec![
        change("losses.proposal", &|t| t.rows[1][0] = Cell::Whole(7)),
        change("melee.proposal-guns", &|t| t.rows[0][1] = Cell::Whole(7)),
    ]);
    assert_eq!(two, ["losses.proposal", "melee.proposal-guns"]);
}

/// A situation that is judged may carry its own sheet.
#[test]
fn a_situation_carries_an_owners_sheet() {
    use serde_json::json;
    let judged = |sheet: serde_json::Value| {
        let situation = json!({ "played": 1, "sheet": sheet });
        let p = tricolore::procedures::ALL.iter().find(|p| p.name() == "another-sequence").unwrap();
        p.judge_by_hand(&situation, vec![5])
    };
    let mine = json!({ "name": "mine", "table": [
        { "id": "sequence.proposal", "rows": [[1, 4], [2, 3], [3, 2], [4, 1], [5, "never"]] }
    ] });
    let result =
        |j: umpire::Judged| (j.ruling.result, j.ruling.clauses.iter().any(|c| c.id() == "missing-tables.1"));
    assert_eq!(result(judged(serde_json::Value::Null).unwrap()), (json!("another"), true));
    assert_eq!(result(judged(mine.clone()).unwrap()), (json!("over"), false));
    // What is wrong with it is said.
    let mut hole = mine.clone();
    hole["table"][0]["rows"][1][0] = json!(7);
    assert!(judged(hole).unwrap_err().to_string().contains("sequence.proposal"));
    let mut other = mine.clone();
    other["table"][0]["id"] = json!("no such table");
    assert!(judged(other).is_err());
    let mut short = mine.clone();
    short["table"][0]["rows"][0] = json!([1]);
    assert!(judged(short).is_err());
    // Written and read again it is the same; of the built-in one nothing is written.
    let s: SheetRef = serde_json::from_value(mine.clone()).unwrap();
    assert_eq!(serde_json::to_value(&s).unwrap(), mine);
    let plain = serde_json::to_value(lines()).unwrap();
    assert!(plain.get("sheet").is_none());
    let with_mine = serde_json::to_value(with(lines(), |x| x.sheet = s)).unwrap();
    assert_eq!(with_mine["sheet"], mine);
}

#[test]
fn guns_support_infantry_and_guns_but_no_cavalry() {
    let p = proves!("melee-modifiers.7");
    let supported = |s: &mut MeleeSituation| s.defender.supports = vec![Support::Artillery];
    assert_eq!(p.shows("melee-modifiers.7", worth(&lines(), supported)), -2, "the support, and the guns");
    let stands = MeleeSituation::new(horse(4), horse(4));
    assert_eq!(worth(&stands, supported), 0);
}
