//! Rounds, targets, small arms and losses, as bare situations with scripted dice.

use crate::judging::{
    british, by, chance, cites, foot, heavy, irregular, light, out, readings, refused, refused_by, rule,
    total, worth, worth_by,
};
use newbury_napoleonic::book::SheetRef;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::procedures::losses::*;
use newbury_napoleonic::procedures::rounds::*;
use newbury_napoleonic::procedures::small_arms::*;
use newbury_napoleonic::procedures::target::*;
use newbury_napoleonic::procedures::targets::*;
use newbury_napoleonic::procedures::{LossSystem, Options};
use newbury_napoleonic::proves;
use newbury_napoleonic::terrain::Cover;
use newbury_napoleonic::troop::{Arm, Class, Troop, Weapon};
use odds::Fraction;
use umpire::Ruling;

fn losses(figures: u32, factor: i32) -> LossTableSituation {
    LossTableSituation { figures, factor, more: MoreFigures::Groups, sheet: SheetRef::default() }
}

fn men(figures: u32, factor: i32) -> u32 {
    out::<LossTable>(&losses(figures, factor), &[]).men
}

#[test]
fn losses_are_looked_up_in_a_stand_in() {
    let p = proves!("20.1.c", "T14.1", "T14.2", "T14.3");
    // By the data: the cell where figures and factor meet.
    let table = newbury_napoleonic::book::text().table("14").unwrap();
    for (factor, figures) in [(0, 12), (0, 13), (14, 7), (20, 25), (25, 1)] {
        let cell = table.rows[factor][figures].number().unwrap_or(0.0) as u32;
        let got = by::<LossTable>(&p, "20.1.c", &losses(figures as u32, factor as i32), &[]);
        assert_eq!(got.men, cell, "{factor} {figures}");
    }
    assert!(by::<LossTable>(&p, "T14.2", &losses(10, 20), &[]).men > 0);
    assert_eq!(by::<LossTable>(&p, "T14.1", &losses(10, -1), &[]).men, 0);
    assert_eq!(men(0, 30), 0);
    assert_eq!(by::<LossTable>(&p, "T14.1", &losses(3, 51), &[]).men, men(3, 50));
    assert!(men(24, 26) > men(24, 25));
    // Groups of 25 and a rest.
    assert_eq!(by::<LossTable>(&p, "T14.3", &losses(51, 17), &[]).men, 2 * men(25, 17) + men(1, 17));
    assert_eq!(men(25, 17) + men(5, 17), men(30, 17));
    let more = MoreFigures::of(&readings("more-than-25-figures", "in-proportion"));
    let got = out::<LossTable>(&LossTableSituation { more, ..losses(51, 17) }, &[]).men;
    assert_eq!(got, (f64::from(men(25, 17)) * 51.0 / 25.0).round() as u32);
}

fn taking(men: u32, carried: u32) -> LossesSituation {
    LossesSituation {
        men,
        carried,
        figures: 24,
        in_reach: None,
        system: LossSystem::Twenties,
        general: false,
    }
}

#[test]
fn twenty_losses_are_a_figure_and_the_rest_is_carried() {
    let p = proves!("20.1.d", "20.1.e", "20.1.f", "20.2.b");
    let got = |s: LossesSituation| {
        let o = out::<TakeLosses>(&s, &[]);
        (o.figures, o.carried)
    };
    assert_eq!(by::<TakeLosses>(&p, "20.1.e", &taking(20, 0), &[]).figures, 1);
    assert_eq!(by::<TakeLosses>(&p, "20.1.f", &taking(19, 0), &[]).carried, 19);
    assert_eq!(by::<TakeLosses>(&p, "20.1.d", &taking(27, 15), &[]).carried, 2);
    assert_eq!(got(taking(27, 15)), (2, 2));
    let few = LossesSituation { in_reach: Some(1), ..taking(45, 0) };
    assert_eq!(by::<TakeLosses>(&p, "20.2.b", &few, &[]).carried, 25);
    assert_eq!(got(LossesSituation { figures: 2, ..taking(99, 0) }), (2, 0));
    assert_eq!(refused::<TakeLosses>(&LossesSituation { in_reach: Some(25), ..taking(1, 0) }), "in_reach");
}

#[test]
fn losses_may_be_left_to_chance() {
    let p = proves!("20.7.a.1", "20.7.a.2", "20.7.b", "20.7.c", "2.d");
    let s = LossesSituation { system: LossSystem::Chance, ..taking(27, 19) };
    // The book's example: 27 is one figure and 35 % of another. What was carried does not count.
    assert_eq!(by::<TakeLosses>(&p, "20.7.a.1", &s, &[3, 5]).figures, 2);
    assert_eq!(by::<TakeLosses>(&p, "20.7.a.2", &s, &[3, 6]).figures, 1);
    // The face ten is nought: 00 is a hundred, 05 is five.
    assert_eq!(out::<TakeLosses>(&s, &[10, 10]).figures, 1);
    assert_eq!(out::<TakeLosses>(&s, &[10, 5]).figures, 2);
    assert_eq!(by::<TakeLosses>(&p, "20.7.b", &LossesSituation { men: 40, ..s }, &[]).figures, 2);
    assert_eq!(chance::<TakeLosses>(&s, |o| o.figures == 2), Fraction::new(35, 100));
    let mut d = umpire::HandDice::new([0, 5]);
    umpire::judge::<TakeLosses>(&s, &mut d);
    assert!(p.shows("2.d", d.finish()).is_err());
    assert_eq!(refused_by::<TakeLosses>(&p, "20.7.c", &LossesSituation { general: true, ..s }), "system");
}

#[test]
fn percentages_are_of_figures() {
    let p = proves!("20.3.a", "20.3.b", "20.3.c", "T15.1", "A6.9");
    let s = PercentSituation {
        start: 20,
        at_move: 18,
        now: 15,
        small_figures: false,
        small_lost: (0, 0),
        sheet: SheetRef::default(),
    };
    let got = |start, at_move, now| {
        let o = out::<PercentLosses>(&PercentSituation { start, at_move, now, ..s.clone() }, &[]);
        (o.game, o.in_move)
    };
    assert_eq!(by::<PercentLosses>(&p, "20.3.a", &s, &[]).game, 25);
    assert_eq!(by::<PercentLosses>(&p, "20.3.c", &s, &[]).in_move, 15);
    assert_eq!(by::<PercentLosses>(&p, "20.3.b", &s, &[]), Percents { game: 25, in_move: 15 });
    // The four cells that are printed 5 higher.
    for (start, lost, percent) in [(11, 6, 55), (17, 11, 65), (19, 17, 90), (19, 18, 95)] {
        assert_eq!(got(start, start, start - lost).0, percent);
    }
    assert_eq!(got(20, 20, 20), (0, 0));
    // Rows from 22 on are computed anew, and beyond the table by its rule.
    let later = PercentSituation { start: 24, at_move: 24, now: 17, ..s.clone() };
    assert_eq!(by::<PercentLosses>(&p, "T15.1", &later, &[]).game, 25);
    assert!(!cites(
        &rule::<PercentLosses>(&PercentSituation { start: 21, at_move: 21, now: 20, ..s.clone() }, &[]).1,
        "T15.1"
    ));
    assert_eq!(got(60, 60, 47).0, 20);
    assert_eq!(got(40, 40, 10).0, 75);
    let small =
        PercentSituation { start: 4, at_move: 4, now: 4, small_figures: true, small_lost: (199, 80), ..s };
    assert_eq!(by::<PercentLosses>(&p, "A6.9", &small, &[]), Percents { game: 20, in_move: 10 });
}

#[test]
fn handlers_go_with_their_horses() {
    let p = proves!("20.2.c");
    let got =
        |team, before, killed| out::<HorsesLost>(&HorsesSituation { team, before, killed }, &[]).handlers;
    assert_eq!([got(true, 0, 1), got(true, 1, 1), got(true, 1, 3)], [0, 1, 2]);
    assert_eq!([got(false, 0, 3), got(false, 3, 1), got(false, 4, 3)], [0, 1, 0]);
    assert_eq!(
        by::<HorsesLost>(&p, "20.2.c", &HorsesSituation { team: false, before: 0, killed: 8 }, &[]).handlers,
        2
    );
}

fn armed(weapon: Weapon) -> RoundsSituation {
    RoundsSituation {
        troop: foot().armed(Some(weapon)),
        mounted: false,
        skirmishers: false,
        loaded: true,
        loose_ball: false,
        moved: 0.0,
        stood: 1.0,
        stands_after: 0.0,
        must_cease: None,
        double_move: false,
        prone: false,
        fighting: false,
        reordering: false,
        wading: false,
        holds_fire: false,
    }
}

fn rounds(s: RoundsSituation) -> (u8, bool) {
    let o = out::<Rounds>(&s, &[]);
    (o.rounds, o.loaded)
}

#[test]
fn who_stands_fires_twice_and_rifles_once() {
    let p = proves!("15.2.a", "15.2.b", "15.2.c", "15.2.d", "15.2.e", "15.2.h", "15.3.g");
    let musket = armed(Weapon::Musket);
    assert_eq!(by::<Rounds>(&p, "15.2.b", &musket, &[]).rounds, 2);
    assert_eq!(rounds(musket), (2, true));
    assert_eq!(rounds(RoundsSituation { loaded: false, ..musket }), (2, false));
    let moved = RoundsSituation { stood: 0.4, moved: 6.0, ..musket };
    assert_eq!(rounds(moved), (1, false));
    assert_eq!(by::<Rounds>(&p, "15.2.a", &RoundsSituation { loaded: false, ..moved }, &[]).rounds, 0);
    assert_eq!(rounds(RoundsSituation { loaded: false, stood: 0.5, ..moved }).0, 1);
    assert_eq!(rounds(RoundsSituation { stands_after: 0.5, ..moved }), (1, true));
    let rifle = armed(Weapon::Rifle);
    assert_eq!(by::<Rounds>(&p, "15.2.c", &rifle, &[]).rounds, 1);
    assert!(out::<Rounds>(&rifle, &[]).full);
    assert_eq!(rounds(RoundsSituation { loaded: false, stood: 0.9, ..rifle }), (0, false));
    assert_eq!(rounds(RoundsSituation { loaded: false, ..rifle }).0, 1);
    let loose = RoundsSituation { loose_ball: true, ..rifle };
    assert_eq!(by::<Rounds>(&p, "15.2.e", &loose, &[]).rounds, 2);
    let skirmisher = |moved, mounted| RoundsSituation {
        skirmishers: true,
        moved,
        mounted,
        stood: 0.5,
        ..armed(Weapon::Carbine)
    };
    assert_eq!(by::<Rounds>(&p, "15.2.d", &skirmisher(5.0, false), &[]).rounds, 2);
    assert_eq!(rounds(skirmisher(5.1, false)).0, 1);
    assert_eq!([rounds(skirmisher(10.0, true)).0, rounds(skirmisher(10.1, true)).0], [2, 1]);
    let bow = RoundsSituation { moved: 20.0, stood: 0.0, ..armed(Weapon::Bow) };
    assert_eq!(by::<Rounds>(&p, "15.2.h", &bow, &[]).rounds, 2);
    // Who holds fire keeps or gets a loaded weapon.
    let held = RoundsSituation { holds_fire: true, loaded: false, stood: 0.5, ..musket };
    assert_eq!(
        by::<Rounds>(&p, "15.3.g", &held, &[]),
        RoundsOutcome { rounds: 0, full: false, loaded: true }
    );
    assert_eq!(rounds(RoundsSituation { stood: 0.4, ..held }), (0, false));
}

#[test]
fn charged_troops_fire_faster() {
    let p = proves!("15.3.c.i", "15.3.c.ii", "15.3.d");
    let at = |weapon, loaded, cease| RoundsSituation { loaded, must_cease: Some(cease), ..armed(weapon) };
    let got = |weapon, loaded| [0.24, 0.25, 0.49, 0.5].map(|t| rounds(at(weapon, loaded, t)).0);
    assert_eq!(got(Weapon::Musket, false), [0, 1, 1, 2]);
    assert_eq!(got(Weapon::Musket, true), [1, 2, 2, 2]);
    assert_eq!(got(Weapon::Rifle, false), [0, 0, 0, 1]);
    assert_eq!(got(Weapon::Rifle, true), [1, 1, 1, 1]);
    assert_eq!(by::<Rounds>(&p, "15.3.c.i", &at(Weapon::Carbine, false, 0.3), &[]).rounds, 1);
    assert_eq!(by::<Rounds>(&p, "15.3.c.ii", &at(Weapon::DragoonMusket, true, 0.1), &[]).rounds, 1);
    assert_eq!(by::<Rounds>(&p, "15.3.d", &at(Weapon::RifledCarbine, false, 0.4), &[]).rounds, 0);
    let loose = RoundsSituation { loose_ball: true, ..at(Weapon::Rifle, false, 0.3) };
    assert_eq!(rounds(loose).0, 1);
}

#[test]
fn who_cannot_fire_at_all() {
    let p = proves!("12.2.c", "13.2.h", "13.2.i", "15.2.f", "15.2.g", "15.2.i", "glossary.prone");
    let musket = armed(Weapon::Musket);
    let none = |clause, s: RoundsSituation| assert_eq!(by::<Rounds>(&p, clause, &s, &[]).rounds, 0);
    none("glossary.prone", RoundsSituation { prone: true, ..musket });
    none("15.2.g", RoundsSituation { fighting: true, ..musket });
    none("13.2.h", RoundsSituation { reordering: true, ..musket });
    let loads = RoundsSituation { reordering: true, loaded: false, ..musket };
    assert!(by::<Rounds>(&p, "13.2.i", &loads, &[]).loaded);
    none("12.2.c", RoundsSituation { double_move: true, ..musket });
    let bows = |troop: Troop| RoundsSituation {
        troop: troop.armed(Some(Weapon::Bow)),
        mounted: true,
        double_move: true,
        ..musket
    };
    assert_eq!(rounds(bows(irregular(light()))).0, 2);
    assert_eq!(rounds(bows(light())).0, 0);
    assert_eq!(rounds(RoundsSituation { mounted: false, ..bows(irregular(foot())) }).0, 0);
    none("15.2.f", RoundsSituation { mounted: true, ..armed(Weapon::DragoonMusket) });
    let carbine = RoundsSituation { mounted: true, ..armed(Weapon::Carbine) };
    assert_eq!(rounds(carbine).0, 2);
    none("15.2.f", RoundsSituation { stood: 0.9, ..carbine });
    let ford = RoundsSituation { wading: true, ..musket };
    assert_eq!(
        by::<Rounds>(&p, "15.2.i", &ford, &[]),
        RoundsOutcome { rounds: 1, full: false, loaded: false }
    );
    assert_eq!(rounds(RoundsSituation { loaded: false, ..ford }), (0, false));
}

#[test]
fn figures_fire_in_their_arc() {
    let p = proves!("14.2.a", "14.2.b", "14.2.c", "14.2.d", "14.3.a", "14.4.a");
    let s = LineSituation {
        open_order: false,
        square: false,
        rank: 1,
        flank_file: false,
        off_front: 22.5,
        off_facing: None,
        own_between: false,
        target_in_melee: false,
        files: FlankFiles::OwnFacing,
    };
    let may = |s: LineSituation| out::<LinesOfFire>(&s, &[]).may();
    assert!(by::<LinesOfFire>(&p, "14.2.a", &s, &[]).may());
    assert!(!may(LineSituation { off_front: 22.6, ..s }));
    assert!(may(LineSituation { square: true, off_front: 45.0, ..s }));
    assert!(!may(LineSituation { square: true, off_front: 45.1, ..s }));
    assert!(
        by::<LinesOfFire>(&p, "14.2.b", &LineSituation { open_order: true, off_front: 180.0, ..s }, &[])
            .may()
    );
    assert!(!by::<LinesOfFire>(&p, "14.2.d", &LineSituation { rank: 2, ..s }, &[]).may());
    let file = LineSituation { rank: 2, flank_file: true, off_front: 90.0, off_facing: Some(10.0), ..s };
    assert!(by::<LinesOfFire>(&p, "14.2.c", &file, &[]).may());
    let ahead = LineSituation { off_front: 0.0, off_facing: Some(90.0), ..file };
    assert!(!may(ahead));
    let files = FlankFiles::of(&readings("flank-files", "front-too"));
    assert!(may(LineSituation { files, ..ahead }));
    assert!(!by::<LinesOfFire>(&p, "14.3.a", &LineSituation { own_between: true, ..s }, &[]).may());
    assert!(!by::<LinesOfFire>(&p, "14.4.a", &LineSituation { target_in_melee: true, ..s }, &[]).may());
    assert_eq!(refused::<LinesOfFire>(&LineSituation { off_front: 181.0, ..s }), "off_front");
}

#[test]
fn small_arms_have_six_priorities() {
    let p = proves!(
        "15.1.a.1",
        "15.1.a.2",
        "15.1.a.3",
        "15.1.a.4",
        "15.1.a.5",
        "15.1.a.6",
        "15.1.a.note.i",
        "15.1.a.note.ii",
    );
    let at = |distance| Candidate { distance, figures: 20, ..Candidate::default() };
    let s = |enemies: &[Candidate]| SmallArmsTargetSituation {
        figures: 20,
        enemies: enemies.to_vec(),
        orders_count: true,
        ignore_skirmishers: false,
    };
    let got = |s: &SmallArmsTargetSituation| {
        let o = out::<SmallArmsTarget>(s, &[]);
        (o.priority, o.targets)
    };
    let near = at(3.0);
    let firing = Candidate { firing: true, figures: 9, ..at(10.0) };
    let named = Candidate { named: true, ..at(15.0) };
    let supported = Candidate { at_supported: true, ..at(16.0) };
    let advancing = Candidate { advancing: true, figures: 10, ..at(17.0) };
    let charging = Candidate { charging: true, ..at(18.0) };
    let mut all = vec![near];
    for (more, clause, priority) in [
        (near, "15.1.a.6", 6),
        (firing, "15.1.a.5", 5),
        (named, "15.1.a.4", 4),
        (supported, "15.1.a.3", 3),
        (advancing, "15.1.a.2", 2),
        (charging, "15.1.a.1", 1),
    ] {
        all.push(more);
        let o = by::<SmallArmsTarget>(&p, clause, &s(&all), &[]);
        assert_eq!(o.priority, priority);
        let expected = if priority == 6 { 0 } else { all.len() - 1 };
        assert_eq!(o.targets, [expected]);
    }
    // Half the strength is enough, less is not; open order never is.
    assert_eq!(got(&s(&[Candidate { figures: 9, ..advancing }])).0, 6);
    assert_eq!(got(&s(&[Candidate { skirmishers: true, ..advancing }])).0, 6);
    let orders = SmallArmsTargetSituation { orders_count: false, ..s(&[near, named, supported]) };
    assert_eq!(by::<SmallArmsTarget>(&p, "15.1.a.note.i", &orders, &[]).targets, [0]);
    // Among equals the nearer; several chargers are all fired at.
    let two = s(&[Candidate { distance: 9.0, ..advancing }, Candidate { distance: 8.0, ..advancing }]);
    assert_eq!(by::<SmallArmsTarget>(&p, "15.1.a.note.ii", &two, &[]).targets, [1]);
    assert_eq!(got(&s(&[charging, near, charging])), (1, vec![0, 2]));
    let screen = Candidate { skirmishers: true, firing: true, ..at(2.0) };
    let ignoring = SmallArmsTargetSituation { ignore_skirmishers: true, ..s(&[screen, near]) };
    assert_eq!((got(&ignoring).1, got(&s(&[screen, near])).1), (vec![1], vec![0]));
    let charged =
        SmallArmsTargetSituation { enemies: vec![Candidate { charging: true, ..screen }, near], ..ignoring };
    assert_eq!(got(&charged), (1, vec![0]));
}

fn volley(firer: Firer, distance: f64, target: Target) -> SmallArmsSituation {
    SmallArmsSituation {
        firer,
        shots: vec![Shot { figures: 10, distance, target, screen: None, part: 1.0 }],
        rain: false,
        options: Options::default(),
        readings: FireReadings::default(),
        sheet: SheetRef::default(),
    }
}

fn line() -> Target {
    Target::new(Formation::Line)
}

fn fired(s: &SmallArmsSituation) -> Ruling {
    rule::<SmallArms>(s, &[1]).1
}

fn factor(s: &SmallArmsSituation) -> i64 {
    total(&fired(s), "factor")
}

#[test]
fn weapons_have_their_base_factors_by_range() {
    let p = proves!("T9.A", "T9.A.iii", "T9.A.i", "A4.3", "AI.AU.1.d", "15.2.e");
    let with = |weapon, cm| volley(Firer::new(foot().armed(Some(weapon))), cm, line());
    let bands = [2.0, 6.0, 10.0, 14.0, 18.0, 24.0, 30.0, 36.0];
    for (weapon, bases) in [
        (Weapon::Rifle, vec![24, 24, 24, 24, 23, 22, 18, 17]),
        (Weapon::Musket, vec![27, 26, 24, 22, 20, 17]),
        (Weapon::DragoonMusket, vec![27, 26, 24, 21, 18]),
        (Weapon::RifledCarbine, vec![24, 24, 23, 21]),
        (Weapon::Carbine, vec![26, 25, 22]),
        (Weapon::Bow, vec![25, 24, 23, 21, 18, 14]),
    ] {
        for (cm, base) in bands.iter().zip(&bases) {
            assert_eq!(p.shows("T9.A.iii", factor(&with(weapon, *cm))), *base, "{weapon:?} {cm}");
        }
        let reach = bands[bases.len() - 1];
        assert_eq!(refused_by::<SmallArms>(&p, "T9.A", &with(weapon, reach + 0.1)), "shots");
    }
    assert_eq!(factor(&with(Weapon::Musket, 6.1)), 24);
    assert_eq!(worth_by(&p, "A4.3", &fired(&with(Weapon::RifledMusket, 60.0)), "row-base"), 16);
    // Both barrels of a Grenz gun: a rifle shot, and one musket shot.
    let grenz = Firer { both_barrels: true, ..Firer::new(foot().armed(Some(Weapon::DoubleBarrelled))) };
    let both = volley(grenz, 10.0, line());
    assert_eq!(worth_by(&p, "AI.AU.1.d", &fired(&both), "row-base"), 24 + 24);
    assert_eq!(out::<SmallArms>(&both, &[1]).hits[0].men, men(10, 24) + men(10, 20));
    let one = volley(Firer { both_barrels: false, ..grenz }, 10.0, line());
    assert_eq!(out::<SmallArms>(&one, &[1]).hits[0].men, men(10, 24));
    let loose = Firer { loose_ball: true, ..Firer::new(foot().armed(Some(Weapon::Rifle))) };
    assert!(p.shows("15.2.e", cites(&fired(&volley(loose, 10.0, line())), "15.2.e")));
    assert_eq!(factor(&volley(loose, 10.0, line())), 22);
    // Close order fires at skirmishers only where the base is 20 or more.
    let open = Target::new(Formation::Skirmish);
    let musket = Firer::new(foot());
    assert_eq!(refused_by::<SmallArms>(&p, "T9.A.i", &volley(musket, 18.1, open)), "shots");
    assert_eq!(factor(&volley(musket, 18.0, open)), 20 - 6);
    assert_eq!(factor(&volley(Firer { skirmishers: true, ..musket }, 24.0, open)), 17 + 1 - 6);
}

#[test]
fn firers_have_their_modifiers() {
    let p = proves!(
        "T9.B",
        "T9.B.one",
        "glossary.first-volley",
        "5.5",
        "15.2.f",
        "15.3.i",
        "4.4.e",
        "13.1.c",
        "T9.A.ii"
    );
    let f = Firer::new(foot());
    let got = |f: Firer, row| worth(&fired(&volley(f, 8.0, line())), row);
    let first = |last_fired, skirmishers| got(Firer { last_fired, skirmishers, ..f }, "row-first-volley");
    assert_eq!(
        [first(None, false), first(Some(4), false), first(Some(3), false), first(None, true)],
        [2, 2, 0, 0]
    );
    let volley_first = fired(&volley(Firer { last_fired: None, ..f }, 8.0, line()));
    assert_eq!(worth_by(&p, "glossary.first-volley", &volley_first, "row-first-volley"), 2);
    let bow = Firer { last_fired: None, ..Firer::new(foot().armed(Some(Weapon::Bow))) };
    assert_eq!(got(bow, "row-first-volley"), 0);
    let open = Firer { skirmishers: true, ..f };
    assert_eq!(worth_by(&p, "T9.B", &fired(&volley(open, 8.0, line())), "row-skirmishers"), 1);
    // British infantry, light too, but rifles only as skirmishers.
    let redcoats = Firer::new(british(foot()));
    assert_eq!(got(redcoats, "row-british-infantry"), 2);
    let lights = Firer { skirmishers: true, ..Firer::new(british(Troop::of(Arm::LightInfantry))) };
    assert_eq!((got(lights, "row-british-infantry"), got(lights, "row-skirmishers")), (2, 0));
    let rifles = Firer { skirmishers: true, ..Firer::new(british(foot()).armed(Some(Weapon::Rifle))) };
    assert_eq!((got(rifles, "row-british-infantry"), got(rifles, "row-skirmishers")), (0, 1));
    assert_eq!(got(Firer::new(foot().class(Class::A)), "row-class-a"), 1);
    assert_eq!(got(Firer::new(foot().class(Class::D)), "row-class-d"), -1);
    assert_eq!(got(Firer::new(irregular(foot()).class(Class::E)), "row-class-e"), -2);
    // Training counts, not morale; Grenzers are better in open order.
    let volunteers = Troop { class: Class::B, training: Class::D, ..foot() };
    assert_eq!(got(Firer::new(volunteers), "row-class-d"), -1);
    let grenz = Troop { open_training: Some(Class::A), ..foot() };
    assert_eq!(
        (
            got(Firer::new(grenz), "row-class-a"),
            got(Firer { skirmishers: true, ..Firer::new(grenz) }, "row-class-a")
        ),
        (0, 1)
    );
    let shaken = |troop, disorganisation| Firer { disorganisation, ..Firer::new(troop) };
    assert_eq!(got(shaken(foot(), 3), "row-disorganisation"), -3);
    assert_eq!(got(shaken(foot(), 9), "row-disorganisation"), -6);
    // Classes A and B ignore one, before the most of six.
    let steady = volley(shaken(foot().class(Class::B), 3), 8.0, line());
    assert!(p.shows("13.1.c", cites(&fired(&steady), "13.1.c")));
    assert_eq!(worth(&fired(&steady), "row-disorganisation"), -2);
    assert_eq!(got(shaken(foot().class(Class::B), 7), "row-disorganisation"), -6);
    assert_eq!(got(shaken(foot().class(Class::B), 0), "row-disorganisation"), 0);
    let saddle = Firer { mounted: true, ..Firer::new(light()) };
    assert_eq!(worth_by(&p, "15.2.f", &fired(&volley(saddle, 8.0, line())), "row-saddle"), -2);
    let dragoons = Firer { mounted: true, ..Firer::new(heavy().armed(Some(Weapon::DragoonMusket))) };
    assert_eq!(refused_by::<SmallArms>(&p, "15.2.f", &volley(dragoons, 8.0, line())), "firer");
    let gunners = Firer { gunners: true, ..Firer::new(Troop::of(Arm::FieldArtillery)) };
    assert_eq!(worth_by(&p, "5.5", &fired(&volley(gunners, 8.0, line())), "row-gunners-muskets"), -4);
    assert_eq!(factor(&volley(gunners, 12.0, line())), 21 - 4);
    let rain =
        |in_building| SmallArmsSituation { rain: true, ..volley(Firer { in_building, ..f }, 8.0, line()) };
    assert_eq!(worth_by(&p, "4.4.e", &fired(&rain(false)), "row-rain"), -6);
    assert_eq!(worth(&fired(&rain(true)), "row-rain"), 0);
    let one = |weapon| Firer { one_round: true, ..Firer::new(foot().armed(Some(weapon))) };
    assert_eq!(
        worth_by(&p, "T9.B.one", &fired(&volley(one(Weapon::Musket), 8.0, line())), "row-one-shot"),
        -4
    );
    assert_eq!(
        [got(one(Weapon::Carbine), "row-one-shot"), got(one(Weapon::DragoonMusket), "row-one-shot")],
        [-4, -4]
    );
    assert_eq!(
        [got(one(Weapon::Rifle), "row-one-shot"), got(one(Weapon::RifledCarbine), "row-one-shot")],
        [0, 0]
    );
    let archers = |quarters_lost| Firer { quarters_lost, ..Firer::new(foot().armed(Some(Weapon::Bow))) };
    assert_eq!(worth_by(&p, "15.3.i", &fired(&volley(archers(3), 8.0, line())), "row-bow-quarter"), -6);
    assert_eq!(
        refused_by::<SmallArms>(&p, "15.3.i", &volley(Firer { quarters_lost: 1, ..f }, 8.0, line())),
        "firer"
    );
    let covered = Target { cover: Cover::Soft, ..line() };
    assert_eq!(worth(&fired(&volley(archers(0), 8.0, covered)), "row-bow-cover"), -2);
    assert_eq!(got(archers(0), "row-bow-cover"), 0);
    // By the optional loss system no die, and one more.
    let options = Options { losses: LossSystem::Chance, ..Options::default() };
    let s = SmallArmsSituation { options, ..volley(f, 8.0, line()) };
    let (_, r) = rule::<SmallArms>(&s, &[]);
    assert_eq!(worth_by(&p, "T9.A.ii", &r, "row-instead-of-the-die"), 1);
    assert_eq!(refused::<SmallArms>(&volley(Firer::new(foot().armed(None)), 8.0, line())), "firer");
}

#[test]
fn targets_have_their_modifiers() {
    let p = proves!(
        "T9.C",
        "T9.C.bld",
        "14.5.a",
        "14.5.d",
        "4.3.c",
        "8.1.h",
        "8.1.i",
        "20.6.b",
        "A5.12",
        "14.4.a",
        "4.1.c",
        "glossary.line-of-fire"
    );
    let f = Firer::new(foot());
    let at = |t: Target| factor(&volley(f, 8.0, t)) - 24;
    let covers = |t: Target| [Cover::None, Cover::Soft, Cover::Hard].map(|cover| at(Target { cover, ..t }));
    let deep = |ranks| Target { ranks, ..Target::new(Formation::CompanyColumn) };
    assert_eq!(covers(line()), [0, -3, -6]);
    assert_eq!(covers(deep(2)), [0, -3, -6]);
    assert_eq!(covers(deep(3)), [1, -2, -5]);
    assert_eq!(covers(deep(4)), [1, -2, -5]);
    assert_eq!(covers(deep(5)), [2, -1, -4]);
    assert!(
        p.shows("glossary.line-of-fire", cites(&fired(&volley(f, 8.0, deep(5))), "glossary.line-of-fire"))
    );
    assert_eq!(covers(Target::new(Formation::Square)), [2, -1, -4]);
    assert_eq!(covers(Target::new(Formation::DoubleSquare)), [2, -1, -4]);
    assert_eq!(covers(Target::new(Formation::Limbered)), [5, 4, 2]);
    assert_eq!(covers(Target::new(Formation::Deployed)), [-2, -5, -8]);
    assert_eq!(covers(Target::new(Formation::Skirmish)), [-6, -8, -10]);
    let hedge = fired(&volley(f, 8.0, Target { cover: Cover::Soft, ..line() }));
    assert_eq!(worth_by(&p, "T9.C", &hedge, "row-close-order"), -3);
    assert!(p.shows("14.5.a", cites(&hedge, "14.5.a")));
    // In buildings the row of skirmishers; bare at the windows from less than 2 cm.
    let inside = |fires_out| Target { cover: Cover::Building, fires_out, ..Target::new(Formation::Building) };
    assert_eq!(worth_by(&p, "T9.C.bld", &fired(&volley(f, 8.0, inside(true))), "row-in-building"), -10);
    let close = |cm, t| factor(&volley(f, cm, t)) - 27;
    assert_eq!(
        [close(1.9, inside(true)), close(2.0, inside(true)), close(1.9, inside(false))],
        [-6, -10, -10]
    );
    assert!(p.shows("14.5.d", cites(&fired(&volley(f, 1.9, inside(true))), "14.5.d")));
    let mounted = Target { mounted: true, ..inside(false) };
    assert_eq!(refused_by::<SmallArms>(&p, "4.1.c", &volley(f, 8.0, mounted)), "shots");
    // Nobody is hit in a permanent fortification, or they are as in a building.
    let fort = volley(f, 8.0, Target { cover: Cover::Complete, ..line() });
    assert_eq!(by::<SmallArms>(&p, "4.3.c", &fort, &[6]).hits[0].men, 0);
    let as_building = FireReadings::of(&readings("complete-cover", "as-building"));
    assert_eq!(factor(&SmallArmsSituation { readings: as_building, ..fort }), 24 - 10);
    // Movement, at the very limits.
    let moved = |cm| at(Target { moved: cm, ..line() });
    assert_eq!([moved(12.0), moved(12.1), moved(25.0), moved(25.1)], [0, -1, -1, -2]);
    let charging = |charging, mounted| Target { charging: Some(charging), mounted, moved: 30.0, ..line() };
    assert_eq!(at(charging(Charging::Others, false)), -1);
    assert_eq!(at(charging(Charging::Others, true)), -2);
    assert_eq!(at(charging(Charging::TheFirers, true)), 0);
    let by_distance = FireReadings::of(&readings("charging-the-firers", "by-distance"));
    let s =
        SmallArmsSituation { readings: by_distance, ..volley(f, 8.0, charging(Charging::TheFirers, true)) };
    assert_eq!(factor(&s) - 24, -2);
    assert_eq!(at(Target { prone: true, ..line() }), -6);
    let small = Target { small_bases: true, ..Target::new(Formation::Skirmish) };
    assert_eq!([at(small), at(Target { small_bases: true, ..line() })], [-4, 0]);
    assert_eq!(
        worth_by(&p, "A5.12", &fired(&volley(f, 8.0, Target { elephants: true, ..line() })), "row-elephants"),
        6
    );
    let routing = volley(f, 8.0, Target { routing: true, ..line() });
    assert_eq!(worth_by(&p, "8.1.i", &fired(&routing), "row-skirmishers-target"), -6);
    let general = |cm| volley(f, 8.0, Target { lone_figure: Some(cm), ..line() });
    assert_eq!(worth_by(&p, "8.1.h", &fired(&general(5.1)), "row-skirmishers-target"), -6);
    assert_eq!(refused_by::<SmallArms>(&p, "20.6.b", &general(5.0)), "target");
    let melee = volley(f, 8.0, Target { in_melee: true, ..line() });
    assert_eq!(refused_by::<SmallArms>(&p, "14.4.a", &melee), "shots");
}

#[test]
fn one_die_counts_for_all_the_unit_fires_at() {
    let p = proves!("T9.D", "15.4.a", "15.4.b", "15.4.c", "15.3.b", "A6.7");
    let f = Firer::new(foot());
    let s = volley(f, 8.0, line());
    for (die, more) in [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)] {
        assert_eq!(by::<SmallArms>(&p, "T9.D", &s, &[die]).hits[0].men, men(10, 24 + more), "{die}");
    }
    let shot = |figures, distance| Shot { figures, distance, target: line(), screen: None, part: 1.0 };
    let two = SmallArmsSituation { shots: vec![shot(6, 6.0), shot(4, 6.1)], ..s.clone() };
    let hits = by::<SmallArms>(&p, "15.4.a", &two, &[5]).hits;
    assert_eq!([hits[0].men, hits[1].men], [men(6, 28), men(4, 26)]);
    assert_eq!(by::<SmallArms>(&p, "15.4.c", &two, &[1]).hits.len(), 2);
    assert_eq!(by::<SmallArms>(&p, "15.4.b", &s, &[1]).hits[0].men, men(10, 24));
    // A part of the move, in whole quarters rounded down.
    let part = |part, readings| SmallArmsSituation {
        shots: vec![Shot { part, ..shot(10, 8.0) }],
        readings,
        ..s.clone()
    };
    let full = men(10, 24);
    let quarters = FireReadings::default();
    assert_eq!(by::<SmallArms>(&p, "15.3.b", &part(0.74, quarters), &[1]).hits[0].men, full * 2 / 4);
    assert_eq!(out::<SmallArms>(&part(0.75, quarters), &[1]).hits[0].men, full * 3 / 4);
    let exactly = FireReadings::of(&readings("part-of-move", "exactly"));
    let expected = (f64::from(full) * 0.74).round() as u32;
    assert_eq!(out::<SmallArms>(&part(0.74, exactly), &[1]).hits[0].men, expected);
    // Bases of ten small figures inflict ten times as much, gunners not.
    let small = |firer| SmallArmsSituation {
        options: Options { small_figures: true, ..Options::default() },
        ..volley(firer, 8.0, line())
    };
    assert_eq!(by::<SmallArms>(&p, "A6.7", &small(f), &[1]).hits[0].men, full * 10);
    let gunners = Firer { gunners: true, ..Firer::new(Troop::of(Arm::FieldArtillery)) };
    assert_eq!(out::<SmallArms>(&small(gunners), &[1]).hits[0].men, men(10, 20));
    let many = chance::<SmallArms>(&s, |o| o.hits[0].men == men(10, 26));
    assert_eq!(many, Fraction::new(1, 3));
    assert_eq!(refused::<SmallArms>(&SmallArmsSituation { shots: vec![], ..s }), "shots");
}

#[test]
fn fire_through_a_screen_costs_both() {
    let p = proves!("20.4.a", "20.4.b", "20.4.c", "20.4.d", "8.6.c");
    let f = Firer { last_fired: Some(1), ..Firer::new(foot()) };
    let screen = ScreenBefore { distance: 6.0, target: Target::new(Formation::Skirmish) };
    let mut s = volley(f, 10.0, line());
    s.shots[0].screen = Some(screen);
    let (alone, without) = (men(10, 26 - 6 + 1), men(10, 24 + 1));
    let hit = by::<SmallArms>(&p, "20.4.d", &s, &[3]).hits[0];
    assert_eq!((hit.men, hit.screen), (without - alone, alone));
    assert_eq!(by::<SmallArms>(&p, "20.4.a", &s, &[1]).hits[0].screen, men(10, 20));
    assert_eq!(by::<SmallArms>(&p, "20.4.b", &s, &[6]).hits[0].screen, men(10, 22));
    // Never less than none for those behind.
    s.shots[0].target.cover = Cover::Hard;
    let hit = by::<SmallArms>(&p, "20.4.c", &s, &[1]).hits[0];
    assert_eq!((hit.men, hit.screen), (0, men(10, 20)));
    s.firer = Firer::new(foot().armed(Some(Weapon::Bow)));
    assert_eq!(refused_by::<SmallArms>(&p, "8.6.c", &s), "shots");
}
