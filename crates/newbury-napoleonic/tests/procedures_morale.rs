//! Morale, rallying, prisoners, special troops and victory, as bare situations with scripted dice.

use crate::judging::{
    british, by, chance, cites, foot, heavy, irregular, light, out, readings, refused, refused_by, rule,
    worth, worth_by,
};
use newbury_napoleonic::book::SheetRef;
use newbury_napoleonic::book::results::RallyResult;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::procedures::aftermath::*;
use newbury_napoleonic::procedures::morale::*;
use newbury_napoleonic::procedures::rally::*;
use newbury_napoleonic::procedures::special::*;
use newbury_napoleonic::procedures::victory::*;
use newbury_napoleonic::procedures::{Around, GeneralNear, Worn};
use newbury_napoleonic::proves;
use newbury_napoleonic::terrain::Cover;
use newbury_napoleonic::troop::{Arm, Class, Nation, Troop};
use odds::Fraction;

fn event(start: u32, at_move: u32, now: u32) -> MustTestSituation {
    MustTestSituation {
        start,
        at_move,
        now,
        before: 0,
        attacks: false,
        over_quarter_before: false,
        in_melee: false,
        flank_men: 0,
        flank_figures: 0,
        friends_lost: 0,
        general_lost: false,
        part_routed: false,
        discovered: false,
        storm_lost: false,
        frenzied: false,
        routing: false,
        pursuing: false,
        reacted: false,
        reacted_in_step: false,
        tested: false,
        readings: MoraleReadings::default(),
        sheet: SheetRef::default(),
    }
}

#[test]
fn nine_events_cause_a_morale_test() {
    let p = proves!(
        "22.1.b.1", "22.1.b.2", "22.1.b.3", "22.1.b.4", "22.1.b.5", "22.1.b.6", "22.1.b.7", "22.1.b.8",
        "22.1.b.9", "22.1.c", "22.1.d", "23.4.b",
    );
    let must = |s: &MustTestSituation| out::<MustTest>(s, &[]).must();
    let tests = |clause: &str, s: MustTestSituation| {
        let o = by::<MustTest>(&p, clause, &s, &[]);
        assert_eq!(o.causes.iter().map(|c| c.id()).collect::<Vec<_>>(), [clause]);
    };
    let calm = event(20, 20, 20);
    assert!(!must(&calm));
    tests("22.1.b.1", MustTestSituation { attacks: true, ..calm.clone() });
    // Over a quarter: 25 % is not more; by table 15 7 of 24 are 25 % too, exactly they are more.
    assert!(!must(&event(20, 15, 15)));
    tests("22.1.b.2", event(20, 15, 14));
    assert!(!must(&event(24, 18, 17)));
    let exact = MoraleReadings::of(&readings("over-a-quarter", "exact-fraction"));
    assert!(must(&MustTestSituation { readings: exact, ..event(24, 18, 17) }));
    assert!(!must(&MustTestSituation { in_melee: true, ..event(20, 15, 14) }));
    // Of a part what the unit had lost when it was split counts too.
    assert!(must(&MustTestSituation { before: 20, ..event(20, 20, 18) }));
    assert!(!must(&MustTestSituation { before: 15, ..event(20, 20, 18) }));
    // After that every tenth in a move.
    let later = |now| MustTestSituation { over_quarter_before: true, ..event(20, 13, now) };
    assert!(!must(&later(13)));
    tests("22.1.b.3", later(11));
    assert!(!must(&later(12)), "a thirteenth is 5 %");
    assert!(!must(&event(20, 20, 18)));
    let every = MoraleReadings::of(&readings("tenth-lost", "every-move"));
    assert!(must(&MustTestSituation { readings: every, ..event(20, 20, 18) }));
    let flank = MustTestSituation { flank_men: 1, ..calm.clone() };
    tests("22.1.b.4", flank.clone());
    let figure = MoraleReadings::of(&readings("flank-losses", "one-figure"));
    assert!(!must(&MustTestSituation { readings: figure, ..flank.clone() }));
    assert!(must(&MustTestSituation { readings: figure, flank_figures: 1, ..flank }));
    tests("22.1.b.5", MustTestSituation { friends_lost: 10, ..calm.clone() });
    assert!(!must(&MustTestSituation { friends_lost: 9, ..calm.clone() }));
    tests("22.1.b.6", MustTestSituation { general_lost: true, ..calm.clone() });
    tests("22.1.b.7", MustTestSituation { part_routed: true, ..calm.clone() });
    tests("22.1.b.8", MustTestSituation { discovered: true, ..calm.clone() });
    let storm = MustTestSituation { storm_lost: true, ..calm.clone() };
    tests("22.1.b.9", storm.clone());
    // Who takes none.
    let attacks = MustTestSituation { attacks: true, ..calm };
    let none = |clause: &str, s: MustTestSituation| assert!(!by::<MustTest>(&p, clause, &s, &[]).must());
    none("23.4.b", MustTestSituation { frenzied: true, ..attacks.clone() });
    none("22.1.c", MustTestSituation { routing: true, ..attacks.clone() });
    none("22.1.c", MustTestSituation { pursuing: true, ..attacks.clone() });
    none("22.1.c", MustTestSituation { reacted: true, ..attacks.clone() });
    none("22.1.d", MustTestSituation { tested: true, ..attacks.clone() });
    assert!(must(&MustTestSituation { reacted: true, ..storm }));
    let step = MoraleReadings::of(&readings("displaced-tests", "of-the-step"));
    assert!(must(&MustTestSituation { reacted: true, readings: step, ..attacks.clone() }));
    assert!(!must(&MustTestSituation { reacted_in_step: true, readings: step, ..attacks }));
    assert_eq!(refused::<MustTest>(&event(20, 15, 16)), "now");
}

#[test]
fn who_counts_in_another_units_test() {
    let p = proves!(
        "glossary.support",
        "glossary.retiring-units",
        "glossary.advancing-enemy",
        "T13.n.i",
        "T13.n.iii",
        "6.4.f",
        "glossary.secured-flank",
        "glossary.own-cover",
    );
    let s = |counts| CountsSituation {
        counts,
        figures: 20,
        other: 10,
        distance: 25.0,
        in_sight: true,
        open_order: false,
        engaged: false,
        same_enemy: false,
        forced: false,
        evading: false,
        approaches: false,
        native_for_regulars: false,
    };
    let may = |s: CountsSituation| out::<CountsInTest>(&s, &[]).may();
    let support = s(CountsAs::Support);
    assert!(by::<CountsInTest>(&p, "glossary.support", &support, &[]).may());
    assert!(p.shows("6.4.f", cites(&rule::<CountsInTest>(&support, &[]).1, "6.4.f")));
    assert!(!by::<CountsInTest>(&p, "T13.n.i", &CountsSituation { distance: 25.1, ..support }, &[]).may());
    assert!(!by::<CountsInTest>(&p, "T13.n.iii", &CountsSituation { in_sight: false, ..support }, &[]).may());
    for no in [
        CountsSituation { other: 9, ..support },
        CountsSituation { open_order: true, ..support },
        CountsSituation { engaged: true, ..support },
        CountsSituation { forced: true, ..support },
        CountsSituation { evading: true, ..support },
        CountsSituation { native_for_regulars: true, ..support },
    ] {
        assert!(!may(no));
    }
    assert!(may(CountsSituation { engaged: true, same_enemy: true, ..support }));
    let retiring = CountsSituation { forced: true, ..s(CountsAs::Retiring) };
    assert!(by::<CountsInTest>(&p, "glossary.retiring-units", &retiring, &[]).may());
    assert!(!may(s(CountsAs::Retiring)) && !may(CountsSituation { other: 9, ..retiring }));
    let advancing = CountsSituation { approaches: true, ..s(CountsAs::Advancing) };
    assert!(by::<CountsInTest>(&p, "glossary.advancing-enemy", &advancing, &[]).may());
    for no in [
        CountsSituation { approaches: false, ..advancing },
        CountsSituation { engaged: true, ..advancing },
        CountsSituation { forced: true, ..advancing },
        CountsSituation { evading: true, ..advancing },
    ] {
        assert!(!may(no));
    }
    let flank = FlankSituation::default();
    let secured = |s: FlankSituation| out::<SecuredFlank>(&s, &[]).may();
    assert!(
        !by::<SecuredFlank>(&p, "glossary.secured-flank", &FlankSituation { table_edge: true, ..flank }, &[])
            .may()
    );
    assert!(
        secured(FlankSituation { impassable: true, ..flank })
            && secured(FlankSituation { own_unit: true, ..flank })
    );
    assert!(secured(FlankSituation { own_nearer: true, ..flank }));
    assert!(
        by::<SecuredFlank>(&p, "glossary.own-cover", &FlankSituation { own_cover: true, ..flank }, &[]).may()
    );
}

fn unit() -> MoraleSituation {
    MoraleSituation::new(foot(), Formation::Line, 20)
}

const NINE: [u8; 3] = [3, 3, 3];

fn score(s: &MoraleSituation) -> i32 {
    out::<Morale>(s, &NINE).score - 9
}

#[test]
fn morale_has_its_factors() {
    let p = proves!(
        "T13.C",
        "T13.C.fire",
        "22.2.b",
        "19.5.k",
        "play.facing",
        "play.formation",
        "A5.11",
        "glossary.secured-flank",
        "7.4",
        "glossary.advancing-enemy",
    );
    let with = |f: fn(&mut MoraleSituation)| {
        let mut s = unit();
        f(&mut s);
        score(&s)
    };
    assert_eq!(with(|s| s.disorganisation = 3), -3);
    assert_eq!(with(|s| s.disorganisation = 8), -6);
    assert_eq!(with(|s| s.worn = Worn::new(20, 4)), -4);
    assert_eq!(with(|s| s.enemy_on_flank = true), -2);
    assert_eq!(with(|s| s.enemy_in_rear = true), -4);
    assert_eq!(with(|s| s.shooting = 2), -2);
    assert_eq!(with(|s| s.shelled = Shelled::RoundShot), -1);
    assert_eq!(with(|s| s.shelled = Shelled::ShellOrShrapnel), -2);
    assert_eq!(with(|s| s.shelled = Shelled::CanisterOrRockets), -3);
    assert_eq!(with(|s| s.flank_losses = true), -2);
    assert_eq!(with(|s| s.own = Around { falling_back: 1, retreating: 1, routing: 1 }), -1 - 2 - 4);
    assert_eq!(with(|s| s.enemy = Around { falling_back: 1, retreating: 1, routing: 1 }), 1 + 2 + 4);
    assert_eq!(with(|s| s.retreating = true), -2);
    assert_eq!(with(|s| s.general_lost = true), -3);
    assert_eq!(with(|s| s.enemy_advancing = 3), -3);
    assert_eq!(with(|s| s.general = GeneralNear::Within5), 2);
    assert_eq!(with(|s| s.general = GeneralNear::Within50), 1);
    assert_eq!(with(|s| s.better_part = true), 1);
    assert_eq!(with(|s| s.formation = Formation::CompanyColumn), 2);
    assert_eq!(with(|s| s.formation = Formation::OpenCompanyColumn), 0);
    assert_eq!(with(|s| (s.troop, s.formation) = (heavy(), Formation::SquadronColumn)), 0);
    assert_eq!(with(|s| s.secured_flanks = 2), 2);
    assert_eq!(with(|s| s.supports = 7), 4);
    assert_eq!(
        [
            with(|s| s.cover = Cover::Soft),
            with(|s| s.cover = Cover::Hard),
            with(|s| s.cover = Cover::Building)
        ],
        [2, 3, 4]
    );
    assert_eq!(with(|s| (s.formation, s.screens) = (Formation::Skirmish, true)), 2);
    assert_eq!(with(|s| s.screens = true), 0);
    assert_eq!(with(|s| s.formation = Formation::DoubleSquare), 4);
    assert_eq!(with(|s| (s.formation, s.foot_near) = (Formation::Square, true)), 0);
    assert_eq!(with(|s| s.near_elephants = true), -2);
    // Elephants under artillery fire: on top, or instead.
    let elephants = |readings| {
        let mut s = MoraleSituation::new(Troop::of(Arm::Elephants), Formation::Line, 20);
        (s.under_artillery, s.shelled, s.readings) = (true, Shelled::CanisterOrRockets, readings);
        rule::<Morale>(&s, &NINE).1
    };
    assert_eq!(worth_by(&p, "A5.11", &elephants(MoraleReadings::default()), "row-elephants-shelled"), -3);
    assert_eq!(worth_by(&p, "T13.C.fire", &elephants(MoraleReadings::default()), "row-under-canister"), -3);
    let instead = MoraleReadings::of(&readings("elephants-shelled", "instead"));
    assert_eq!(worth(&elephants(instead), "row-under-canister"), 0);
    // Routed figures of its own count as lost.
    let mut s = unit();
    s.part_routed = 5;
    let (_, r) = rule::<Morale>(&s, &NINE);
    assert_eq!((p.shows("19.5.k", worth(&r, "row-five-percent")), cites(&r, "19.5.k")), (-5, true));
    let mut s = unit();
    (s.enemy_on_flank, s.secured_flanks, s.enemy_advancing, s.formation) =
        (true, 1, 1, Formation::MarchColumn);
    s.general = GeneralNear::Within5;
    s.better_part = true;
    let (_, r) = rule::<Morale>(&s, &NINE);
    assert_eq!(worth_by(&p, "play.facing", &r, "row-enemy-on-flank"), -2);
    assert_eq!(worth_by(&p, "glossary.secured-flank", &r, "row-secured-flank"), 1);
    assert_eq!(worth_by(&p, "glossary.advancing-enemy", &r, "row-enemy-advancing"), -1);
    assert_eq!(worth_by(&p, "play.formation", &r, "row-close-column"), 2);
    assert_eq!(worth_by(&p, "7.4", &r, "row-general-5"), 2);
    assert_eq!(worth_by(&p, "T13.C", &r, "row-better-part"), 1);
    assert!(p.shows("22.2.b", cites(&r, "22.2.b")));
}

/// A unit whose score with three threes is so much.
fn scoring(class: Class, wanted: i32) -> MoraleSituation {
    let troop = if class == Class::E { irregular(foot()) } else { foot() };
    let mut s = MoraleSituation::new(troop.class(class), Formation::Line, 20);
    let more = wanted - 9;
    s.shooting = (-more).max(0) as u8;
    s.enemy.falling_back = more.max(0) as u8;
    s
}

#[test]
fn morale_results_by_class() {
    let p = proves!(
        "T16.C", "22.2.a", "22.2.c", "22.2.d", "23.3.a", "23.3.b", "23.3.c", "23.3.d", "23.3.e", "A3.14"
    );
    use MoraleDoes::*;
    let does = |class, wanted| {
        let o = out::<Morale>(&scoring(class, wanted), &NINE);
        assert_eq!(o.score, wanted);
        o.does
    };
    for (class, [good, halt, withdraw, retreat]) in [
        (Class::A, [3, 0, -3, -9]),
        (Class::B, [6, 3, 0, -5]),
        (Class::C, [9, 6, 3, -1]),
        (Class::D, [12, 9, 6, 3]),
        (Class::E, [14, 11, 9, 7]),
    ] {
        assert_eq!([does(class, good), does(class, good - 1)], [Good, Halt], "{class:?}");
        assert_eq!([does(class, halt), does(class, halt - 1)], [Halt, Withdraw], "{class:?}");
        assert_eq!([does(class, withdraw), does(class, withdraw - 1)], [Withdraw, Retreat], "{class:?}");
        // Losses by shooting are fire.
        assert_eq!([does(class, retreat), does(class, retreat - 1)], [Retreat, Break], "{class:?}");
        let mut fired = scoring(class, retreat - 1);
        fired.under_fire = true;
        assert_eq!(out::<Morale>(&fired, &NINE).does, Break, "{class:?}");
    }
    assert_eq!(by::<Morale>(&p, "23.3.a", &scoring(Class::C, 9), &NINE).does, Good);
    assert_eq!(by::<Morale>(&p, "23.3.b", &scoring(Class::C, 6), &NINE).does, Halt);
    assert_eq!(by::<Morale>(&p, "23.3.c", &scoring(Class::C, 3), &NINE).does, Withdraw);
    assert_eq!(by::<Morale>(&p, "23.3.d", &scoring(Class::C, 2), &NINE).does, Retreat);
    let melee = |wanted| {
        let mut s = scoring(Class::C, wanted);
        s.in_melee = true;
        s
    };
    let fought = |wanted| out::<Morale>(&melee(wanted), &NINE).does;
    assert_eq!(
        [fought(9), fought(8), fought(5), fought(2), fought(-2)],
        [Good, FightOn, GiveGround, GiveGround, Break]
    );
    assert_eq!(by::<Morale>(&p, "23.3.e", &melee(-2), &NINE).does, Break);
    // Who retreats already goes on where others withdraw.
    let mut s = scoring(Class::C, 7);
    s.retreating = true;
    assert_eq!(by::<Morale>(&p, "T16.C", &s, &NINE).does, Retreat);
    assert_eq!(by::<Morale>(&p, "22.2.c", &scoring(Class::C, 9), &[3, 3, 2]).does, Halt);
    assert_eq!(by::<Morale>(&p, "22.2.d", &scoring(Class::C, 8), &NINE).does, Halt);
    // Irregulars roll ordinary dice.
    assert_eq!(by::<Morale>(&p, "22.2.a", &scoring(Class::E, 9), &[6, 1, 6]).score, 13);
    let russians = |wanted| {
        let mut s = scoring(Class::C, wanted);
        s.troop = s.troop.nation(Nation::Russia);
        s.options.national = true;
        s
    };
    let o = by::<Morale>(&p, "A3.14", &russians(4), &NINE);
    assert_eq!((o.score, o.does), (6, Halt));
    assert_eq!(out::<Morale>(&russians(0), &NINE).does, Retreat);
    assert_eq!(out::<Morale>(&russians(6), &NINE).score, 6);
    assert_eq!(chance::<Morale>(&scoring(Class::C, 5), |o| o.does == Good), Fraction::new(25, 216));
}

#[test]
fn some_dice_make_frenzied() {
    let p = proves!("23.4.a");
    let mad = |s: &MoraleSituation, dice: &[u8]| out::<Morale>(s, dice).frenzied;
    let steady = scoring(Class::C, 9);
    assert!(mad(&steady, &[4, 4, 4]) && !mad(&steady, &[4, 4, 5]) && !mad(&steady, &[5, 5, 5]));
    assert!(by::<Morale>(&p, "23.4.a", &steady, &[4, 4, 4]).frenzied);
    let recruits = scoring(Class::D, 20);
    assert!(mad(&recruits, &[5, 2, 5]) && !mad(&recruits, &[4, 4, 4]));
    let mob = scoring(Class::E, 30);
    assert!(mad(&mob, &[6, 1, 6]) && !mad(&mob, &[6, 5, 5]));
    let mut dragoons = MoraleSituation::new(british(light()), Formation::Line, 12);
    assert!(mad(&dragoons, &[3, 3, 3]) && mad(&dragoons, &[4, 4, 4]));
    dragoons.troop = dragoons.troop.nation(Nation::France);
    assert!(!mad(&dragoons, &[3, 3, 3]));
    // Only with good morale, and under no unfavourable result.
    let mut s = scoring(Class::C, 5);
    assert!(!mad(&s, &[4, 4, 4]));
    s = steady;
    s.unfavourable = true;
    assert!(!mad(&s, &[4, 4, 4]));
}

fn rout(class: Class) -> RallyRoutSituation {
    let troop = if class == Class::E { irregular(foot()) } else { foot() };
    RallyRoutSituation {
        unit: Rallying::new(troop.class(class), 20),
        figures: 20,
        lost: 0,
        surrender_refused: false,
    }
}

#[test]
fn routers_rally_by_tables_13d_and_16d() {
    let p = proves!("T13.D", "T16.D", "23.5.g", "23.6.a", "23.6.b", "23.6.c");
    let base = |f: fn(&mut Rallying)| {
        let mut s = rout(Class::C);
        f(&mut s.unit);
        out::<RallyRout>(&s, &NINE).score - 9
    };
    assert_eq!(base(|_| {}), 0);
    assert_eq!(base(|u| u.disorganisation = 7), -6);
    assert_eq!(base(|u| u.worn = Worn::new(20, 5)), -5);
    assert_eq!(base(|u| u.good_enemies = 2), -2);
    assert_eq!(base(|u| u.own = Around { falling_back: 1, retreating: 1, routing: 1 }), -7);
    assert_eq!(base(|u| u.enemy = Around { falling_back: 1, retreating: 1, routing: 1 }), 7);
    assert_eq!(
        [base(|u| u.general = GeneralNear::Within5), base(|u| u.general = GeneralNear::Within50)],
        [3, 1]
    );
    assert_eq!(base(|u| u.supports = 6), 6);
    assert_eq!([base(|u| u.cover = Cover::Soft), base(|u| u.cover = Cover::Hard)], [2, 3]);
    assert_eq!(
        [base(|u| u.nearest = Some(50.0)), base(|u| u.nearest = Some(50.1)), base(|u| u.nearest = None)],
        [0, 4, 4]
    );
    let mut s = rout(Class::C);
    s.unit.supports = 2;
    assert_eq!(worth_by(&p, "T13.D", &rule::<RallyRout>(&s, &NINE).1, "row-support"), 2);
    let result = |class, wanted: i32| {
        let mut s = rout(class);
        let more = wanted - 9;
        s.unit.good_enemies = (-more).max(0) as u8;
        let o = by::<RallyRout>(&p, "23.6.b", &s, &NINE);
        assert_eq!(o.score, wanted);
        o.result
    };
    use RallyResult::*;
    for (class, rallies, routs) in
        [(Class::A, -1, -8), (Class::B, 0, -6), (Class::C, 1, -4), (Class::D, 2, -2), (Class::E, 3, 0)]
    {
        assert_eq!(
            [result(class, rallies), result(class, rallies - 1)],
            [HaltAndRally, ContinueRout],
            "{class:?}"
        );
        assert_eq!([result(class, routs), result(class, routs - 1)], [ContinueRout, Dispersed], "{class:?}");
    }
    let mut s = rout(Class::C);
    assert_eq!(by::<RallyRout>(&p, "T16.D", &s, &NINE).result, HaltAndRally);
    assert_eq!(by::<RallyRout>(&p, "23.6.c", &s, &NINE).result, HaltAndRally);
    assert_eq!(by::<RallyRout>(&p, "23.5.g", &s, &NINE).result, HaltAndRally);
    s.lost = 19;
    assert_eq!(by::<RallyRout>(&p, "23.6.a", &s, &NINE).result, HaltAndRally);
    s.lost = 20;
    assert_eq!(refused_by::<RallyRout>(&p, "23.6.a", &s), "lost");
    s.surrender_refused = true;
    assert_eq!(out::<RallyRout>(&s, &NINE).result, HaltAndRally);
}

#[test]
fn pursuers_rally_by_themselves_or_by_table_16e() {
    let p = proves!("T16.E", "23.7.d", "23.8.a", "23.8.b", "23.8.c");
    let s = |class: Class| RallyPursuitSituation {
        unit: Rallying::new(if class == Class::E { irregular(light()) } else { heavy() }.class(class), 12),
        gap: Some(2.0),
        all_have_prisoners: false,
        at_edge: false,
    };
    use PursuitDoes::*;
    let alone = |clause, s: RallyPursuitSituation| by::<RallyPursuit>(&p, clause, &s, &[]).does;
    assert_eq!(alone("23.8.a", RallyPursuitSituation { gap: Some(5.1), ..s(Class::C) }), RallyByThemselves);
    assert_eq!(
        alone("23.8.a", RallyPursuitSituation { all_have_prisoners: true, ..s(Class::C) }),
        RallyByThemselves
    );
    assert_eq!(alone("23.8.a", RallyPursuitSituation { gap: None, ..s(Class::C) }), RallyByThemselves);
    assert_eq!(alone("23.7.d", RallyPursuitSituation { at_edge: true, ..s(Class::C) }), RallyByThemselves);
    assert_eq!(
        by::<RallyPursuit>(&p, "23.8.c", &RallyPursuitSituation { gap: Some(5.0), ..s(Class::C) }, &NINE)
            .does,
        HaltOrContinue
    );
    let result = |class, wanted: i32| {
        let mut s = s(class);
        let more = wanted - 9;
        s.unit.good_enemies = (-more).max(0) as u8;
        s.unit.supports = more.max(0) as u8;
        let o = by::<RallyPursuit>(&p, "23.8.b", &s, &NINE);
        assert_eq!(o.score, Some(wanted));
        p.shows("T16.E", o.does)
    };
    for (class, free, on) in
        [(Class::A, 3, -5), (Class::B, 6, -2), (Class::C, 9, 1), (Class::D, 12, 4), (Class::E, 14, 4)]
    {
        assert_eq!([result(class, free), result(class, free - 1)], [HaltOrContinue, Continue], "{class:?}");
        assert_eq!([result(class, on), result(class, on - 1)], [Continue, Halt], "{class:?}");
    }
}

#[test]
fn routers_run_into_friends_and_enemies() {
    let p = proves!("23.5.b", "23.5.c", "23.5.d", "T8.H", "23.7.a", "23.2.c");
    let s = RoutersSituation {
        routers: foot(),
        factors: 6,
        others: foot(),
        enemy: false,
        close_order: true,
        avoidable: false,
        refuse: true,
    };
    let got = |s: RoutersSituation| out::<RoutersThrough>(&s, &[]);
    assert_eq!(
        by::<RoutersThrough>(&p, "23.5.b", &RoutersSituation { avoidable: true, ..s }, &[]),
        RoutersDo::Turn
    );
    let enemy = RoutersSituation { enemy: true, ..s };
    assert_eq!(by::<RoutersThrough>(&p, "23.5.c", &enemy, &[]), RoutersDo::Surrender);
    assert_eq!(got(RoutersSituation { close_order: false, ..enemy }), RoutersDo::ThroughEnemy);
    let others = |t: Troop| RoutersSituation { others: t, ..s };
    assert_eq!(by::<RoutersThrough>(&p, "T8.H", &s, &[]), RoutersDo::Through { factors: 6 });
    assert_eq!(by::<RoutersThrough>(&p, "23.5.d", &others(foot().class(Class::B)), &[]), RoutersDo::Refused);
    let let_them = RoutersSituation { refuse: false, ..others(foot().class(Class::B)) };
    assert_eq!(got(let_them), RoutersDo::Through { factors: 6 });
    // Infantry of a higher class than the routers refuses too; cavalry never does.
    let recruits = RoutersSituation { routers: foot().class(Class::D), ..s };
    assert_eq!(got(recruits), RoutersDo::Refused);
    assert_eq!(got(others(heavy().class(Class::A))), RoutersDo::Through { factors: 6 });
    assert_eq!(got(others(foot().class(Class::D))), RoutersDo::OthersRout);
    assert_eq!(got(others(irregular(foot()))), RoutersDo::OthersRout);
    assert_eq!(got(others(irregular(light()).class(Class::B))), RoutersDo::Through { factors: 6 });
    let rate =
        |double, rout| by::<PursuitRate>(&p, "23.7.a", &PursuitRateSituation { double, rout }, &[]).cm();
    assert_eq!([rate(50.0, 35.0), rate(20.0, 35.0)], [Some(35.0), Some(20.0)]);
    let back = |mounted, broken_through| {
        by::<GiveGround>(&p, "23.2.c", &GiveGroundSituation { mounted, broken_through }, &[]).cm()
    };
    assert_eq!([back(false, false), back(true, false), back(true, true)], [Some(5.0), Some(10.0), Some(0.0)]);
}

#[test]
fn prisoners_are_taken_from_the_second_move() {
    let p = proves!("23.5.e", "23.5.f", "23.7.b", "23.7.c", "23.10.a", "23.10.b");
    let s = PrisonersSituation {
        moves: 2,
        pursuers: 11,
        have: 0,
        routers: 14,
        gap: 5.0,
        frenzied: false,
        trapped: false,
        readings: PrisonerReadings::default(),
    };
    let got = |s: PrisonersSituation| out::<Prisoners>(&s, &[]).prisoners;
    assert_eq!(by::<Prisoners>(&p, "23.5.e", &s, &[]).prisoners, 6);
    assert_eq!(by::<Prisoners>(&p, "23.7.c", &PrisonersSituation { have: 6, ..s }, &[]).prisoners, 3);
    assert_eq!(got(PrisonersSituation { routers: 2, ..s }), 2);
    assert_eq!(got(PrisonersSituation { gap: 5.1, ..s }), 0);
    let contact = PrisonerReadings::of(&readings("cannot-get-away", "in-contact"));
    assert_eq!(got(PrisonersSituation { readings: contact, ..s }), 0);
    assert_eq!(got(PrisonersSituation { readings: contact, gap: 0.0, ..s }), 6);
    assert_eq!(by::<Prisoners>(&p, "23.7.b", &PrisonersSituation { moves: 1, ..s }, &[]).prisoners, 0);
    assert_eq!(
        by::<Prisoners>(&p, "23.5.f", &PrisonersSituation { trapped: true, moves: 1, ..s }, &[]).prisoners,
        14
    );
    let o = by::<Prisoners>(&p, "23.10.a", &PrisonersSituation { frenzied: true, ..s }, &[]);
    assert_eq!((o.prisoners, o.killed), (0, 6));
    let captors =
        |prisoners, captors, accept, frenzied| CaptorsSituation { prisoners, captors, accept, frenzied };
    assert_eq!(
        by::<Captors>(&p, "23.10.b", &captors(11, 9, true, false), &[]),
        CaptorsDo::Guard { guards: 3 }
    );
    assert_eq!(out::<Captors>(&captors(10, 2, true, false), &[]), CaptorsDo::Guard { guards: 2 });
    assert_eq!(out::<Captors>(&captors(11, 2, true, false), &[]), CaptorsDo::TooFew { guards: 3 });
    assert_eq!(out::<Captors>(&captors(5, 9, false, false), &[]), CaptorsDo::Ignore);
    assert_eq!(out::<Captors>(&captors(5, 9, true, true), &[]), CaptorsDo::Kill);
}

#[test]
fn surrounded_troops_fight_on_or_give_up() {
    let p = proves!("23.9.a", "23.9.b", "23.9.c");
    let gap = |width| RingGap { width, artillery: None, impassable: false, table_edge: false };
    let s = |gaps: Vec<RingGap>, result| SurroundedSituation {
        close_order: true,
        gaps,
        ring: 60.0,
        reaching: 30.0,
        rout_move: 35.0,
        cut_off_inside: false,
        result,
        readings: PrisonerReadings::default(),
    };
    use SurroundedDo::*;
    let got = |s: SurroundedSituation| out::<Surrounded>(&s, &[]);
    assert_eq!(by::<Surrounded>(&p, "23.9.a", &s(vec![gap(5.0)], TestResult::Holds), &[]), FightOn);
    assert_eq!(by::<Surrounded>(&p, "23.9.b", &s(vec![], TestResult::FallsBack), &[]), OneMoreMove);
    assert_eq!(got(s(vec![], TestResult::Flees)), Surrender);
    assert_eq!(by::<Surrounded>(&p, "23.9.c", &s(vec![gap(5.1)], TestResult::Flees), &[]), NotSurrounded);
    let guns = |cm| RingGap { artillery: Some(cm), ..gap(9.0) };
    assert_eq!(got(s(vec![guns(35.0)], TestResult::Flees)), Surrender);
    assert_eq!(got(s(vec![guns(35.1)], TestResult::Flees)), NotSurrounded);
    assert_eq!(got(s(vec![RingGap { impassable: true, ..gap(9.0) }], TestResult::Flees)), Surrender);
    let edge = s(vec![RingGap { table_edge: true, ..gap(9.0) }], TestResult::Flees);
    assert_eq!(got(edge.clone()), Surrender);
    let open = PrisonerReadings::of(&readings("ring-at-table-edge", "open"));
    assert_eq!(got(SurroundedSituation { readings: open, ..edge.clone() }), NotSurrounded);
    assert_eq!(got(SurroundedSituation { reaching: 29.9, ..edge.clone() }), NotSurrounded);
    assert_eq!(got(SurroundedSituation { close_order: false, ..edge.clone() }), NotSurrounded);
    assert_eq!(got(SurroundedSituation { close_order: false, cut_off_inside: true, ..edge }), Surrender);
}

#[test]
fn special_troops_react_in_their_own_ways() {
    let p = proves!("23.11.a", "23.11.b", "23.12.a", "23.12.b", "23.13", "23.14.a", "23.14.b");
    let s = |troops, result| SpecialSituation {
        troops,
        result,
        in_melee: false,
        safety_near: false,
        in_time: false,
        uncut: false,
    };
    let got = |s: SpecialSituation| out::<SpecialTroops>(&s, &[]).acts;
    use Outcome::{Break, GiveGround, Retreat, Withdraw};
    let dismounted = |r| s(Special::DismountedCavalry, r);
    assert_eq!(by::<SpecialTroops>(&p, "23.11.a", &dismounted(GiveGround), &[]).acts, Acts::GoOnFoot);
    assert_eq!(got(dismounted(Withdraw)), Acts::GoMounted);
    assert_eq!(got(SpecialSituation { safety_near: true, ..dismounted(Withdraw) }), Acts::GoOnFoot);
    assert_eq!(got(SpecialSituation { in_time: true, ..dismounted(Retreat) }), Acts::GoMounted);
    assert_eq!([got(dismounted(Retreat)), got(dismounted(Break))], [Acts::AbandonHorses; 2]);
    let holders = |r| s(Special::HorseHolders, r);
    assert_eq!(by::<SpecialTroops>(&p, "23.11.b", &holders(Withdraw), &[]).acts, Acts::Stay);
    assert_eq!(got(holders(Retreat)), Acts::GoMounted);
    assert_eq!(got(holders(Break)), Acts::AbandonTeams { horses_run: true });
    assert_eq!(
        got(SpecialSituation { in_time: true, ..s(Special::HoldersAbandoned, Retreat) }),
        Acts::LeadAway
    );
    assert_eq!(got(s(Special::HoldersAbandoned, Retreat)), Acts::AbandonHorses);
    let gunners = |r, in_melee| SpecialSituation { in_melee, ..s(Special::Gunners { horse: false }, r) };
    assert_eq!(by::<SpecialTroops>(&p, "23.12.a", &gunners(Withdraw, true), &[]).acts, Acts::DefendGuns);
    assert_eq!(got(gunners(GiveGround, true)), Acts::DefendGuns);
    assert_eq!([got(gunners(Retreat, true)), got(gunners(Break, true))], [Acts::AbandonGuns; 2]);
    assert_eq!(by::<SpecialTroops>(&p, "23.12.b", &gunners(Withdraw, false), &[]).acts, Acts::LimberAndGo);
    assert_eq!(
        got(SpecialSituation { safety_near: true, ..gunners(Withdraw, false) }),
        Acts::MoveOffUnlimbered
    );
    assert_eq!(got(SpecialSituation { in_time: true, ..gunners(Retreat, false) }), Acts::LimberAndGo);
    assert_eq!(got(gunners(Break, false)), Acts::AbandonGuns);
    assert_eq!(got(s(Special::Gunners { horse: true }, Retreat)), Acts::AbandonGunsAndHorses);
    let drivers = |r, uncut| SpecialSituation { uncut, ..s(Special::Drivers, r) };
    assert_eq!(by::<SpecialTroops>(&p, "23.13", &drivers(Withdraw, false), &[]).acts, Acts::Stay);
    assert_eq!(got(drivers(Retreat, false)), Acts::LeadAway);
    assert_eq!(got(drivers(Retreat, true)), Acts::AbandonTeams { horses_run: false });
    assert_eq!(got(drivers(Break, false)), Acts::AbandonTeams { horses_run: true });
    assert_eq!(got(drivers(Break, true)), Acts::AbandonTeams { horses_run: false });
    assert_eq!(got(s(Special::DriversAbandoned, Break)), Acts::LeadAway);
    let rocketeers =
        |r, in_time| SpecialSituation { in_time, ..s(Special::Rocketeers { mounted: false }, r) };
    assert_eq!(by::<SpecialTroops>(&p, "23.14.a", &rocketeers(Retreat, true), &[]).acts, Acts::LimberAndGo);
    assert_eq!([got(rocketeers(Retreat, false)), got(rocketeers(Break, true))], [Acts::AbandonGuns; 2]);
    assert_eq!(
        by::<SpecialTroops>(&p, "23.14.b", &s(Special::RocketeersOnHorse, Break), &[]).acts,
        Acts::Ordinarily
    );
}

#[test]
fn objectives_are_held_by_enough_troops() {
    let p = proves!("24.2.a.i", "24.2.a.ii", "24.2.b", "24.2.c");
    let s = ObjectiveSituation { points: 50, figures: 10, close_order: true, ..Default::default() };
    let quarters = |s: ObjectiveSituation| out::<Objective>(&s, &[]).quarters();
    assert_eq!(by::<Objective>(&p, "24.2.a.i", &s, &[]).quarters(), 200);
    assert_eq!(quarters(ObjectiveSituation { figures: 0, ..s }), 0);
    assert_eq!(quarters(ObjectiveSituation { enemy_on_it: true, ..s }), 0);
    let open = ObjectiveSituation { close_order: false, ..s };
    assert_eq!(quarters(open), 200);
    assert_eq!(quarters(ObjectiveSituation { enemy_can_charge: true, ..open }), 0);
    assert_eq!(quarters(ObjectiveSituation { enemy_can_charge: true, in_building: true, ..open }), 200);
    assert_eq!(
        by::<Objective>(&p, "24.2.b", &ObjectiveSituation { enemy_in_melee: 20, ..s }, &[]).quarters(),
        100
    );
    assert_eq!(quarters(ObjectiveSituation { enemy_in_melee: 20, threw_back: true, ..s }), 200);
    assert_eq!(quarters(ObjectiveSituation { enemy_in_melee: 21, ..s }), 0);
    assert_eq!(quarters(ObjectiveSituation { enemy_in_melee: 21, in_building: true, ..s }), 100);
    assert_eq!(
        by::<Objective>(&p, "24.2.c", &ObjectiveSituation { surrounded: true, ..s }, &[]).quarters(),
        50
    );
    assert_eq!(quarters(ObjectiveSituation { surrounded: true, surrendering: true, ..s }), 0);
    let passed = ObjectiveSituation { figures: 0, passed_over: true, ..s };
    assert_eq!(by::<Objective>(&p, "24.2.a.ii", &passed, &[]).quarters(), 200);
    let halted = ObjectiveSituation { halted: true, ..s };
    assert_eq!(quarters(halted), 200);
    let not = VictoryReadings::of(&readings("halted-hold", "do-not"));
    assert_eq!(quarters(ObjectiveSituation { readings: not, ..halted }), 0);
}

#[test]
fn the_higher_total_wins() {
    let p = proves!("24.3.a", "24.3.b", "24.3.c", "24.3.d", "24.3.e", "24.3.f", "24.3.g");
    let one = |side| ScoreSituation {
        sides: vec![side, SidePoints::default()],
        competition: true,
        readings: VictoryReadings::default(),
    };
    let points = |clause: &str, side| by::<Score>(&p, clause, &one(side), &[]).totals[0];
    let none = SidePoints::default();
    assert_eq!(points("24.3.a", SidePoints { on_table: 101, ..none }), 101);
    assert_eq!(points("24.3.b", SidePoints { routing: 101, ..none }), 50);
    assert_eq!(points("24.3.c", SidePoints { left: 101, ..none }), 50);
    assert_eq!(points("24.3.d", SidePoints { captured: 70, ..none }), 70);
    assert_eq!(points("24.3.e", SidePoints { prisoners: 60, ..none }), 30);
    assert_eq!(points("24.3.f", SidePoints { objective_quarters: 201, ..none }), 50);
    // Halves keep their fractions until the total.
    assert_eq!(points("24.3.b", SidePoints { routing: 101, left: 101, ..none }), 101);
    let freed = SidePoints { freed: 100, freed_foot: 5, freed_mounted: 2, ..none };
    assert_eq!(points("24.3.e", freed), 100 - 10 - 12);
    let captors = VictoryReadings::of(&readings("freed-prisoners", "captors-less"));
    let s = ScoreSituation {
        sides: vec![freed, SidePoints { on_table: 50, ..none }],
        readings: captors,
        competition: true,
    };
    assert_eq!(out::<Score>(&s, &[]).totals, [100, 28]);
    let battle = |a, b, competition| ScoreSituation {
        sides: vec![SidePoints { on_table: a, ..none }, SidePoints { on_table: b, ..none }],
        competition,
        readings: VictoryReadings::default(),
    };
    assert_eq!(by::<Score>(&p, "24.3.g", &battle(1000, 999, true), &[]).winner, Some(0));
    assert_eq!(out::<Score>(&battle(999, 1000, true), &[]).winner, Some(1));
    assert_eq!(out::<Score>(&battle(1000, 1000, true), &[]).winner, None);
    assert_eq!(out::<Score>(&battle(1000, 901, false), &[]).winner, None);
    assert_eq!(out::<Score>(&battle(1000, 900, false), &[]).winner, Some(0));
    assert_eq!(refused::<Score>(&ScoreSituation { sides: vec![none], ..battle(1, 1, true) }), "sides");
}
