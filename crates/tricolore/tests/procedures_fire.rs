//! Bombardment, cover and works under fire, as bare situations with scripted dice.

use crate::procedures_dice::{chance, out, readings, refused, rule};
use odds::Fraction;
use tricolore::book::{Sheet, SheetRef, table};
use tricolore::procedures::bombardment::*;
use tricolore::procedures::dice::Halves;
use tricolore::proves;
use tricolore::troop::{Arm, FormationKind};
use umpire::{Cell, Ruling};

fn guns(bases: u8, calibre: u8, range: f64) -> Firing {
    Firing { bases, calibre, disorder: 0, range }
}

fn zone(formation: FormationKind, bases: u8, flank_fire: bool) -> InZone {
    InZone { arm: Arm::Infantry, formation, bases, flank_fire }
}

fn at(firing: Firing, aim: Aim) -> BombardmentSituation {
    BombardmentSituation {
        work: false,
        firing: vec![firing],
        one_command: false,
        aim,
        readings: FireReadings::default(),
        sheet: SheetRef::default(),
    }
}

fn units(zone: Vec<InZone>) -> BombardmentSituation {
    at(guns(1, 12, 100.0), Aim::Units(zone))
}

fn total(r: &Ruling, name: &str) -> i64 {
    r.totals[name].as_i64().unwrap()
}

#[test]
fn gun_bases_hit_and_add_their_factors() {
    let p = proves!("bombardment-effect.1", "bombardment-effect.2", "missing-tables.1");
    let line = Aim::Units(vec![zone(FormationKind::Line, 1, false)]);
    // No loss comes of so few, so that the dice are those of the guns alone.
    let factor = |f: Firing, dice: &[u8]| total(&rule::<Bombardment>(&at(f, line.clone()), dice).1, "factor");
    assert_eq!(p.shows("bombardment-effect.1", factor(guns(3, 3, 100.0), &[6, 7, 1])), 6);
    let shaken = Firing { disorder: 5, ..guns(3, 3, 100.0) };
    assert_eq!(factor(shaken, &[1, 2, 1]), 6);
    // Every calibre and every range, at both ends of each band.
    let t = table("bombardment.proposal-range");
    for row in &t.rows {
        let calibre = row[0].number().unwrap() as u8;
        for (column, cell) in t.columns.iter().zip(row).skip(1) {
            let (from, to) = column.split_once('-').unwrap();
            for metres in [from.parse::<f64>().unwrap(), to.parse().unwrap()] {
                let got = factor(guns(1, calibre, metres), &[1]);
                assert_eq!(
                    p.shows("bombardment-effect.2", got),
                    cell.number().unwrap() as i64,
                    "{calibre} {column}"
                );
            }
        }
        assert_eq!(factor(guns(1, calibre, 1200.1), &[1]), 0);
    }
    // The next lower calibre; fractions of a metre are rounded up.
    for (calibre, as_if) in [(5, 4), (7, 6), (10, 9), (11, 9), (24, 12)] {
        assert_eq!(factor(guns(1, calibre, 300.0), &[1]), factor(guns(1, as_if, 300.0), &[1]));
    }
    assert_eq!(factor(guns(1, 2, 100.0), &[1]), 0);
    assert_eq!(factor(guns(1, 12, 200.2), &[1]), 5);
    let (_, r) = rule::<Bombardment>(&at(guns(1, 12, 100.0), line), &[10]);
    let stands_in = r.reckoning.iter().filter(|x| x.clause.id() == "missing-tables.1").count();
    assert_eq!(p.shows("missing-tables.1", stands_in), 2);
}

#[test]
fn formations_weigh_extra() {
    let p = proves!(
        "bombardment-effect.3",
        "bombardment-effect.4",
        "bombardment-effect.5",
        "firing-line.2",
        "bombardment-guns.1",
    );
    use FormationKind::{Chain, Column, Line, MarchColumn, Square};
    let bases = |z: Vec<InZone>| total(&rule::<Bombardment>(&units(z), &[10]).1, "bases");
    assert_eq!(p.shows("bombardment-effect.3", bases(vec![zone(Line, 3, false)])), 3);
    assert_eq!(p.shows("bombardment-effect.4", bases(vec![zone(Column, 3, false)])), 4);
    assert_eq!(bases(vec![zone(MarchColumn, 3, false)]), 4);
    assert_eq!(bases(vec![zone(Square, 3, false)]), 5);
    assert_eq!(p.shows("firing-line.2", bases(vec![zone(Column, 3, true)])), 5);
    assert_eq!(bases(vec![zone(Line, 3, true)]), 5);
    assert_eq!(bases(vec![zone(Square, 3, true)]), 5);
    // Skirmishers count half; halves are kept while adding.
    assert_eq!(bases(vec![zone(Chain, 3, false)]), 1);
    assert_eq!(bases(vec![zone(Chain, 3, false), zone(Chain, 1, false)]), 2);
    assert_eq!(bases(vec![zone(Chain, 2, true)]), 3);
    // A unit without a base wholly in the zone has no extra.
    assert_eq!(bases(vec![zone(Column, 0, false), zone(Line, 1, false)]), 1);
    let example = vec![zone(Square, 3, false), zone(Column, 3, false), zone(Column, 3, true)];
    let (_, r) = rule::<Bombardment>(&units(example), &[10]);
    assert_eq!(p.shows("bombardment-effect.5", total(&r, "bases")), 14);
    let up = FireReadings::of(&readings("target-halves", "up"));
    let s = BombardmentSituation { readings: up, ..units(vec![zone(Chain, 3, false)]) };
    assert_eq!(total(&rule::<Bombardment>(&s, &[10]).1, "bases"), 2);
    // Horse counts like foot, guns not at all.
    let battery =
        InZone { arm: Arm::Artillery, formation: FormationKind::Limbered, bases: 2, flank_fire: false };
    let horse = InZone { arm: Arm::Cavalry, ..zone(Column, 2, false) };
    assert_eq!(p.shows("bombardment-guns.1", bases(vec![horse, battery])), 3);
    assert_eq!(refused::<Bombardment>(&units(vec![battery])), "aim");
    assert_eq!(refused::<Bombardment>(&units(vec![])), "aim");
}

#[test]
fn losses_by_factor_and_bases() {
    let p = proves!("bombardment-effect.6", "losses.3", "melee-loss.3");
    let numbers = Sheet::built_in().numbers();
    for (factor, bases, losses) in numbers.samples() {
        assert_eq!(numbers.bombarded(factor, bases), losses, "{factor} on {bases}");
    }
    // Just below and at each step of the product.
    for (factor, bases, halves) in
        [(19, 1, 0), (20, 1, 1), (59, 1, 1), (60, 1, 2), (33, 3, 2), (10, 10, 3), (0, 40, 0)]
    {
        assert_eq!(numbers.bombarded(factor, bases), Halves(halves), "{factor} on {bases}");
    }
    // Four 12-pounders at 100: 28 on 14 bases is 392, five losses.
    let crowd = vec![zone(FormationKind::Square, 5, false), zone(FormationKind::Square, 5, false)];
    let s = at(guns(4, 12, 100.0), Aim::Units(crowd));
    let got = out::<Bombardment>(&s, &[1, 1, 1, 1]);
    assert_eq!(p.shows("bombardment-effect.6", got.losses), 5);
    // Three of them: 21 on 14 is 294, three and a half.
    assert_eq!(p.shows("losses.3", out::<Bombardment>(&s, &[1, 1, 1, 7, 5]).losses), 4);
    assert_eq!(p.shows("melee-loss.3", out::<Bombardment>(&s, &[1, 1, 1, 7, 6]).losses), 3);
    assert_eq!(out::<Bombardment>(&s, &[7, 8, 9, 10]).losses, 0);
    assert_eq!(chance::<Bombardment>(&s, |o| o.losses == 5), Fraction::new(81, 625));
    // Twenty bases of a grand battery are weighed exactly.
    let grand = BombardmentSituation { firing: vec![guns(5, 12, 700.0); 4], one_command: true, ..s };
    let all = odds::odds_of::<Bombardment>(&grand).unwrap();
    assert_eq!(all.outcomes.iter().map(|x| x.1).sum::<u128>(), all.total);
    // An owner's own table is looked up: the greatest factor and number of bases not above.
    let mut own = table("bombardment.proposal-losses").clone();
    own.rows[3][2] = Cell::Real(2.5);
    let sheet = muster::of_owner::<Sheet>("mine", vec![own]).unwrap();
    assert_eq!([8, 9].map(|f| sheet.numbers().bombarded(f, 5)), [Halves(5); 2]);
    assert_eq!(sheet.numbers().bombarded(8, 1), Halves(0));
}

#[test]
fn batteries_that_may_fire_together() {
    let p = proves!("fire-coordination.1", "fire-coordination.3", "gun-command-fire.1", "bombardment.1");
    let mut s = units(vec![zone(FormationKind::Line, 1, false)]);
    s.firing = vec![guns(1, 12, 150.0), Firing { disorder: 3, ..guns(2, 6, 350.0) }];
    assert_eq!(p.shows("fire-coordination.1", refused::<Bombardment>(&s)), "firing");
    s.one_command = true;
    // Each by its own U, calibre and range: 7, and 3 for one of two.
    let (_, r) = rule::<Bombardment>(&s, &[6, 3, 4]);
    assert_eq!(p.shows("gun-command-fire.1", total(&r, "factor")), 10);
    (s.one_command, s.aim) = (false, Aim::Town);
    assert_eq!(p.shows("fire-coordination.3", refused::<Bombardment>(&s)), "firing");
    s.readings = FireReadings::of(&readings("town-fire", "added"));
    let (_, r) = rule::<Bombardment>(&s, &[6, 3, 4]);
    assert_eq!(total(&r, "factor"), 10);
    s.firing.truncate(1);
    s.firing[0].disorder = 6;
    assert_eq!(p.shows("bombardment.1", refused::<Bombardment>(&s)), "firing");
}

#[test]
fn batteries_under_fire() {
    let p = proves!("bombardment-guns.2", "bombardment-guns.3", "bombardment-guns.4", "bombardment-guns.5");
    let of = |limbered, flank_fire, bases| {
        at(guns(bases, 3, 100.0), Aim::Battery(Battery { limbered, flank_fire }))
    };
    let got = |s: &BombardmentSituation, dice: &[u8]| {
        let o = out::<Bombardment>(s, dice);
        (o.disorder, o.losses)
    };
    // Factor 3: 1 U.
    assert_eq!(p.shows("bombardment-guns.3", got(&of(false, false, 1), &[1])), (1, 0));
    // Factor 6: 1 U and half a loss.
    assert_eq!(p.shows("bombardment-guns.2", got(&of(false, false, 2), &[1, 1, 5])), (1, 1));
    assert_eq!(got(&of(false, false, 2), &[1, 1, 6]), (1, 0));
    // Factor 12: 2 U and a loss.
    assert_eq!(got(&of(false, false, 4), &[1, 1, 1, 1]), (2, 1));
    assert_eq!(p.shows("bombardment-guns.4", got(&of(true, false, 4), &[1, 1, 1, 1])), (2, 2));
    assert_eq!(got(&of(true, true, 1), &[1]), (1, 1));
    // In the flank twice as much, at least half a loss, and 1 U more.
    assert_eq!(p.shows("bombardment-guns.5", got(&of(false, true, 4), &[1, 1, 1, 1])), (3, 2));
    assert_eq!(got(&of(false, true, 1), &[1, 5]), (2, 1));
    assert_eq!(got(&of(false, true, 2), &[1, 1]), (2, 1));
    // Nothing at all without a hit.
    assert_eq!(got(&of(true, false, 1), &[7]), (0, 0));
    assert_eq!(got(&of(false, true, 1), &[7]), (0, 0));
    let numbers = Sheet::built_in().numbers();
    for (band, disorder, halves) in [
        (1..=3, 1, 0),
        (4..=7, 1, 1),
        (8..=11, 2, 1),
        (12..=15, 2, 2),
        (16..=23, 3, 3),
        (24..=35, 4, 4),
        (36..=90, 5, 6),
    ] {
        for factor in band {
            let s = numbers.guns_bombarded(factor);
            assert_eq!((s.besides, s.losses), (disorder, Halves(halves)), "{factor}");
        }
    }
}

#[test]
fn towns_under_fire() {
    let p = proves!("bombardment-town.1", "bombardment-town.2");
    let s = |bases| at(guns(bases, 3, 100.0), Aim::Town);
    let got = |bases, dice: &[u8]| {
        let o = out::<Bombardment>(&s(bases), dice);
        (o.losses, o.stars)
    };
    assert_eq!(p.shows("bombardment-town.1", got(1, &[1])), (0, 0));
    assert_eq!(p.shows("bombardment-town.2", got(2, &[1, 1, 5])), (1, 1));
    assert_eq!(got(3, &[1, 1, 1]), (1, 1));
    assert_eq!(got(4, &[1, 1, 1, 1, 6]), (1, 2));
    let numbers = Sheet::built_in().numbers();
    for (band, halves, stars) in [
        (0..=3, 0, 0),
        (4..=7, 1, 1),
        (8..=11, 2, 1),
        (12..=15, 3, 2),
        (16..=23, 4, 3),
        (24..=35, 6, 4),
        (36..=90, 8, 5),
    ] {
        for factor in band {
            let s = numbers.town_bombarded(factor);
            assert_eq!((s.losses, s.besides), (Halves(halves), stars), "{factor}");
        }
    }
}

#[test]
fn losses_are_shared_evenly() {
    let p = proves!("bombardment-effect.7", "fire-coordination.2");
    let unit = |losses, target| Sharer { losses, target, elsewhere: false, stands: 6 };
    let got = |units: &[Sharer], option: &str| {
        let s = ShareSituation {
            units: units.to_vec(),
            readings: FireReadings::of(&readings("names-first", option)),
        };
        let o = out::<ShareLoss>(&s, &[]);
        (o.names, o.among)
    };
    let of = |losses: [u8; 3]| [unit(losses[0], true), unit(losses[1], false), unit(losses[2], false)];
    use Names::{FiredAt, Firing, Nobody, Target};
    assert_eq!(p.shows("bombardment-effect.7", got(&of([0, 0, 0]), "firing")), (Target, vec![0]));
    assert_eq!(got(&of([1, 0, 0]), "firing"), (Firing, vec![1, 2]));
    assert_eq!(got(&of([1, 1, 0]), "firing"), (FiredAt, vec![2]));
    assert_eq!(got(&of([1, 1, 1]), "firing"), (Firing, vec![0, 1, 2]));
    assert_eq!(got(&of([1, 0, 0]), "fired-at"), (FiredAt, vec![1, 2]));
    // A town has no target: the firing player names the first.
    let town = [unit(0, false), unit(0, false)];
    assert_eq!(got(&town, "firing"), (Firing, vec![0, 1]));
    assert_eq!(got(&[unit(1, false), unit(0, false)], "firing"), (FiredAt, vec![1]));
    // Who takes the losses of another bombardment, and who is gone, takes none.
    let mut elsewhere = of([1, 0, 0]);
    elsewhere[1].elsewhere = true;
    assert_eq!(p.shows("fire-coordination.2", got(&elsewhere, "firing")), (Firing, vec![2]));
    elsewhere[2].stands = 0;
    assert_eq!(got(&elsewhere, "firing"), (Firing, vec![0]));
    elsewhere[0].stands = 0;
    assert_eq!(got(&elsewhere, "firing"), (Nobody, vec![]));
    let two = ShareSituation { units: vec![unit(0, true); 2], readings: FireReadings::default() };
    assert_eq!(refused::<ShareLoss>(&two), "units");
}

#[test]
fn cover_against_losses_and_disorder() {
    let p = proves!("cover.1", "tmove.town.8", "fortress.3");
    let s = CoverSituation { cover: 6, losses: 2, disorder: 1, assembled: false, fortress: false };
    let got = |s: &CoverSituation, dice: &[u8]| {
        let o = out::<CoverTest>(s, dice);
        (o.losses, o.disorder)
    };
    assert_eq!(p.shows("cover.1", got(&s, &[6, 7, 6])), (1, 0));
    assert_eq!(got(&s, &[10, 9, 7]), (2, 1));
    assert_eq!(p.shows("tmove.town.8", got(&CoverSituation { assembled: true, ..s }, &[])), (2, 1));
    assert_eq!(got(&CoverSituation { cover: 0, ..s }, &[]), (2, 1));
    assert_eq!(p.shows("fortress.3", got(&CoverSituation { fortress: true, ..s }, &[1, 1, 1])), (0, 0));
    assert_eq!(chance::<CoverTest>(&s, |o| o.losses == 0), Fraction::new(36, 100));
    assert_eq!(refused::<CoverTest>(&CoverSituation { cover: 10, ..s }), "cover");
}

#[test]
fn stars_reduce_cover() {
    let p = proves!("bombardment-town.3", "bombardment-town.4", "redoubt.4", "fortress.4");
    let of = |work, cover, start, stars| ReduceSituation {
        work,
        cover,
        start,
        stars,
        readings: FireReadings::default(),
    };
    let got = |s: &ReduceSituation, dice: &[u8]| out::<ReduceCover>(s, dice).cover;
    assert_eq!(p.shows("bombardment-town.3", got(&of(Work::Town, 6, 6, 2), &[6, 7])), 5);
    // The second star is tested against the value left.
    assert_eq!(got(&of(Work::Town, 6, 6, 2), &[7, 6]), 4);
    // Not below half, rounded up; then no more dice.
    assert_eq!(got(&of(Work::Town, 3, 5, 2), &[]), 3);
    assert_eq!(got(&of(Work::Town, 4, 7, 3), &[]), 4);
    assert_eq!(got(&of(Work::Town, 5, 7, 3), &[10]), 4);
    assert_eq!(p.shows("bombardment-town.4", got(&of(Work::FieldWork, 6, 6, 1), &[7, 6])), 6);
    assert_eq!(got(&of(Work::FieldWork, 6, 6, 1), &[7, 7]), 5);
    assert_eq!(p.shows("redoubt.4", got(&of(Work::Redoubt, 6, 6, 1), &[7, 6])), 6);
    let one = FireReadings::of(&readings("redoubt-stars", "one-die"));
    assert_eq!(got(&ReduceSituation { readings: one, ..of(Work::Redoubt, 6, 6, 1) }, &[7]), 5);
    assert_eq!(p.shows("fortress.4", got(&of(Work::Fortress, 8, 8, 1), &[9, 8])), 8);
    let each = FireReadings::of(&readings("fortress-stars", "each"));
    assert_eq!(got(&ReduceSituation { readings: each, ..of(Work::Fortress, 8, 8, 1) }, &[9, 10]), 6);
    assert_eq!(refused::<ReduceCover>(&of(Work::Town, 2, 6, 1)), "cover");
    assert_eq!(refused::<ReduceCover>(&of(Work::Town, 7, 6, 1)), "cover");
}

/// The stand-in tables were balanced by these means; the procedure gives them.
#[test]
fn means_by_which_the_stand_ins_were_checked() {
    let mean = |firing: Vec<Firing>, bases: u8| {
        let crowd = (0..bases).map(|_| zone(FormationKind::Line, 1, false)).collect();
        let one_command = firing.len() > 1;
        let s = BombardmentSituation { firing, one_command, ..units(crowd) };
        let t = odds::odds_of::<Bombardment>(&s).unwrap();
        t.outcomes.iter().map(|(o, w)| f64::from(o.losses) * *w as f64).sum::<f64>() / t.total as f64
    };
    let near = |got: f64, noted: f64| assert!((got - noted).abs() < 0.06, "{got} is not {noted}");
    // Eight guns, four bases.
    near(mean(vec![guns(4, 8, 500.0)], 6), 0.5);
    near(mean(vec![guns(4, 8, 500.0)], 14), 1.2);
    near(mean(vec![guns(4, 6, 500.0)], 6), 0.4);
    near(mean(vec![guns(4, 6, 500.0)], 14), 0.8);
    near(mean(vec![guns(4, 6, 100.0)], 6), 1.0);
    near(mean(vec![guns(4, 6, 100.0)], 14), 2.2);
    near(mean(vec![guns(4, 12, 700.0)], 6), 0.5);
    near(mean(vec![guns(4, 12, 700.0)], 14), 1.2);
    // A grand battery of twenty bases.
    near(mean(vec![guns(5, 12, 700.0); 4], 10), 4.6);
}
