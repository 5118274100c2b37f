//! Melee, its reaction, and storming of buildings, as bare situations with scripted dice.

use crate::judging::{
    british, by, chance, cites, foot, heavy, irregular, lancers, light, out, readings, refused, refused_by,
    rule, total, worth, worth_by,
};
use newbury_napoleonic::book::SheetRef;
use newbury_napoleonic::book::results::Fighter as Does;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::procedures::losses::{LossTable, LossTableSituation, MoreFigures};
use newbury_napoleonic::procedures::melee::*;
use newbury_napoleonic::procedures::melee_reaction::*;
use newbury_napoleonic::procedures::storm::*;
use newbury_napoleonic::procedures::{LossSystem, Options};
use newbury_napoleonic::proves;
use newbury_napoleonic::terrain::Cover;
use newbury_napoleonic::troop::{Arm, Class, Footing, Nation, Troop};
use odds::Fraction;

fn men(figures: u32, factor: i32) -> u32 {
    let s = LossTableSituation { figures, factor, more: MoreFigures::Groups, sheet: SheetRef::default() };
    out::<LossTable>(&s, &[]).men
}

#[test]
fn figures_fight_that_touch_overlap_or_are_mixed() {
    let p = proves!(
        "19.2.a.i",
        "19.2.a.iii",
        "19.2.a.iv",
        "19.2.a.v",
        "19.2.a.vi",
        "19.2.a.vii",
        "19.2.a.viii",
        "19.2.b",
        "19.2.d",
        "19.3.h",
        "19.4.b",
        "A6.8",
        "play.generals",
    );
    let s = FightingSituation { touching: 6, ..Default::default() };
    let got = |s: FightingSituation| out::<FightingFigures>(&s, &[]).figures;
    assert_eq!(by::<FightingFigures>(&p, "19.2.a.i", &s, &[]).figures, 6);
    assert_eq!(by::<FightingFigures>(&p, "19.4.b", &s, &[]).figures, 6);
    let wider = FightingSituation { overlapping: 2, ..s };
    assert_eq!(by::<FightingFigures>(&p, "19.2.a.iii", &wider, &[]).figures, 8);
    assert_eq!(refused::<FightingFigures>(&FightingSituation { overlapping: 3, ..s }), "overlapping");
    assert_eq!(
        by::<FightingFigures>(&p, "A6.8", &FightingSituation { small_figures: true, ..wider }, &[]).figures,
        6
    );
    assert_eq!(by::<FightingFigures>(&p, "19.2.a.iv", &FightingSituation { mixed: 5, ..s }, &[]).figures, 11);
    assert_eq!(by::<FightingFigures>(&p, "19.2.a.v", &FightingSituation { crews: 4, ..s }, &[]).figures, 10);
    assert_eq!(
        by::<FightingFigures>(&p, "19.2.a.vi", &FightingSituation { drivers: 3, ..s }, &[]).figures,
        9
    );
    assert_eq!(
        by::<FightingFigures>(&p, "play.generals", &FightingSituation { general: true, ..s }, &[]).figures,
        7
    );
    assert_eq!(got(FightingSituation { enemies: 2, ..s }), 6);
    assert_eq!(
        by::<FightingFigures>(&p, "19.2.d", &FightingSituation { enemies: 2, ..wider }, &[]).figures,
        6
    );
    let wall = FightingSituation { wall: Some(9.9), ..s };
    assert_eq!(by::<FightingFigures>(&p, "19.2.a.vii", &wall, &[]).figures, 4);
    assert_eq!(
        by::<FightingFigures>(&p, "19.3.h", &FightingSituation { touching: 3, ..wall }, &[]).figures,
        3
    );
    let inside = FightingSituation { inside: 11, touching: 2, ..wall };
    assert_eq!(by::<FightingFigures>(&p, "19.2.a.viii", &inside, &[]).figures, 13);
    let through = FightingSituation { ranks_passed: Some(3), overlapping: 2, ..s };
    assert_eq!(by::<FightingFigures>(&p, "19.2.b", &through, &[]).figures, 18);
}

fn fight(a: Fighter, b: Fighter) -> MeleeSituation {
    MeleeSituation {
        a,
        b,
        round: 1,
        options: Options::default(),
        readings: MeleeReadings::default(),
        sheet: SheetRef::default(),
    }
}

fn side(t: Troop, f: Formation) -> Fighter {
    Fighter::new(t, f, 10)
}

fn factor_of(s: &MeleeSituation) -> i64 {
    let ordinary = |f: &Fighter| if f.troop.irregular() { 1 } else { 2 };
    total(&rule::<Melee>(s, &[ordinary(&s.a), ordinary(&s.b)]).1, "a")
}

/// The factor of a side against plain foot of class C.
fn factor(a: Fighter) -> i64 {
    factor_of(&fight(a, side(foot(), Formation::Line)))
}

#[test]
fn troops_have_base_factors() {
    let p = proves!("T11.base", "20.1.a", "A5.9", "A5.10");
    use Formation::*;
    let bases = |t| factor(side(t, Line));
    assert_eq!([bases(foot()), bases(light()), bases(lancers()), bases(heavy())], [20, 21, 21, 22]);
    let ruled = |t| rule::<Melee>(&fight(side(t, Line), side(foot(), Line)), &[2, 2]).1;
    assert_eq!(worth_by(&p, "A5.10", &one_of(&ruled(Troop::of(Arm::Elephants))), "row-melee-base"), 22);
    assert_eq!(worth_by(&p, "A5.9", &one_of(&ruled(Troop::of(Arm::Camels))), "row-melee-base"), 21);
    assert_eq!(worth_by(&p, "T11.base", &one_of(&ruled(heavy())), "row-melee-base"), 22);
    assert_eq!(worth_by(&p, "20.1.a", &one_of(&ruled(foot())), "row-melee-base"), 20);
    assert_eq!(factor(Fighter { on_foot: true, ..side(heavy(), Line) }), 20);
    let mob = Troop { melee_weapon: true, ..irregular(foot()) };
    assert_eq!(factor(side(irregular(heavy()), Mass)), 21);
    assert_eq!(factor(side(mob, Mass)), 20 + 1);
    let as_irregulars = MeleeReadings::of(&readings("irregular-foot", "as-irregulars"));
    let s = MeleeSituation { readings: as_irregulars, ..fight(side(mob, Mass), side(foot(), Line)) };
    assert_eq!(factor_of(&s), 21 + 1);
    // By the optional loss system three more, and no dice.
    let options = Options { losses: LossSystem::Chance, ..Options::default() };
    let s = MeleeSituation { options, ..fight(side(heavy(), Line), side(foot(), Line)) };
    let (o, r) = rule::<Melee>(&s, &[]);
    assert_eq!((total(&r, "a"), total(&r, "b"), o.b), (25, 23, men(10, 25)));
}

/// Only what side `a` has.
fn one_of(r: &umpire::Ruling) -> umpire::Ruling {
    let mut r = r.clone();
    r.modifiers.retain(|m| m.side == "a");
    r
}

#[test]
fn troops_weapons_and_ground_count() {
    let p =
        proves!("T11.A", "T11.B", "T11.C", "15.3.g", "18.1.h", "19.2.b", "19.3.a", "A3.8", "play.pursuit");
    use Formation::*;
    let plain = side(foot(), Line);
    let with = |f: fn(&mut Fighter)| {
        let mut a = plain;
        f(&mut a);
        factor(a) - 20
    };
    assert_eq!(with(|a| a.loaded = true), 1);
    let mut second = fight(Fighter { loaded: true, ..plain }, plain);
    assert_eq!(worth_by(&p, "15.3.g", &rule::<Melee>(&second, &[2, 2]).1, "row-loaded"), 1);
    second.round = 2;
    assert_eq!(factor_of(&second), 20);
    for (class, worth) in [(Class::A, 2), (Class::B, 1), (Class::C, 0), (Class::D, -1)] {
        assert_eq!(factor(side(foot().class(class), Line)) - 20, worth);
    }
    assert_eq!(factor(side(Troop { class: Class::B, training: Class::D, ..foot() }, Line)) - 20, -1);
    assert_eq!(factor(side(irregular(foot()).class(Class::E), Mass)) - 20, 1 - 2);
    assert_eq!(with(|a| a.disorganisation = 4), -4);
    assert_eq!(with(|a| a.disorganisation = 9), -6);
    let unarmed = Troop { melee_weapon: false, ..irregular(foot()) };
    assert_eq!(factor(side(unarmed, Mass)) - 20, -2);
    assert_eq!(factor(side(Troop::of(Arm::FieldArtillery), Deployed)) - 20, -4);
    let cuirassiers = Troop { armour: true, ..heavy() };
    assert_eq!(factor_of(&fight(plain, side(cuirassiers, Line))) - 20, -1);
    let redcoats = |f| factor(side(british(foot()), f)) - 21;
    assert_eq!([redcoats(Line), redcoats(Square), redcoats(OpenCompanyColumn)], [-1, -1, -1]);
    assert_eq!([redcoats(DoubleSquare), redcoats(CompanyColumn)], [0, 0]);
    let thin = rule::<Melee>(&fight(side(british(foot()), Line), plain), &[2, 2]).1;
    assert_eq!(worth_by(&p, "T11.A", &thin, "row-british-thin"), -1);
    // Ground.
    assert_eq!(with(|a| a.higher = true), 1);
    assert_eq!(factor(Fighter { in_wood: true, ..side(light(), Line) }) - 21, -2);
    assert_eq!(with(|a| a.in_wood = true), 0);
    assert_eq!([with(|a| a.over = Over::Soft), with(|a| a.over = Over::Hard)], [-1, -2]);
    let hedge = rule::<Melee>(&fight(Fighter { over: Over::Soft, ..plain }, plain), &[2, 2]).1;
    assert_eq!(worth_by(&p, "T11.B", &hedge, "row-at-soft-obstacle"), -1);
    let house = rule::<Melee>(&fight(Fighter { over: Over::Building, ..plain }, plain), &[2, 2]).1;
    assert_eq!(worth_by(&p, "19.3.a", &house, "row-at-building"), -2);
    // Impetus and following up.
    let impetus = |t, f| {
        let r = rule::<Melee>(&fight(Fighter { impetus: true, ..side(t, f) }, plain), &[2, 2]).1;
        worth_by(&p, "18.1.h", &r, "row-impetus")
    };
    assert_eq!(
        [impetus(foot(), Line), impetus(foot(), OpenCompanyColumn), impetus(foot(), DivisionColumn)],
        [1, 1, 1]
    );
    assert_eq!([impetus(foot(), CompanyColumn), impetus(foot(), MarchColumn)], [2, 1]);
    assert_eq!([impetus(light(), Line), impetus(heavy(), Line), impetus(lancers(), Line)], [3, 4, 4]);
    assert_eq!([impetus(irregular(foot()), Mass), impetus(irregular(lancers()), Mass)], [2, 3]);
    assert_eq!(impetus(unarmed, Mass), 0);
    assert_eq!(impetus(Troop::of(Arm::Elephants), Line), 4);
    let follows = |a: Fighter| rule::<Melee>(&fight(Fighter { following_up: true, ..a }, plain), &[2, 2]).1;
    assert_eq!(worth_by(&p, "T11.C", &follows(plain), "row-following-up"), 1);
    assert_eq!(worth(&follows(side(heavy(), Line)), "row-following-up"), 2);
    assert_eq!(worth(&follows(Fighter { over: Over::Soft, ..plain }), "row-following-up"), 0);
    let chase = |readings| {
        let routers = Fighter { routing: true, ..plain };
        let s =
            MeleeSituation { readings, ..fight(Fighter { pursuing: true, ..side(heavy(), Line) }, routers) };
        rule::<Melee>(&s, &[2]).1
    };
    assert_eq!(worth_by(&p, "play.pursuit", &chase(MeleeReadings::default()), "row-following-up"), 2);
    let none = MeleeReadings::of(&readings("pursuit-factor", "none"));
    assert_eq!(worth(&chase(none), "row-following-up"), 0);
    // A breakthrough: the chargers' ranks after the first, or those they pass.
    let through = |readings| {
        let a = Fighter { breaking_through: Some((3, 2)), ..side(heavy(), SquadronColumn) };
        rule::<Melee>(&MeleeSituation { readings, ..fight(a, plain) }, &[2, 2]).1
    };
    assert_eq!(worth_by(&p, "19.2.b", &through(MeleeReadings::default()), "row-rank-through"), 2);
    let passed = MeleeReadings::of(&readings("ranks-through", "defenders"));
    assert_eq!(worth(&through(passed), "row-rank-through"), 1);
    let mamelukes = Troop { mameluke: true, ..irregular(light()) };
    let mut s = fight(Fighter { impetus: true, ..side(mamelukes, Mass) }, plain);
    s.options.national = true;
    assert_eq!(worth_by(&p, "A3.8", &rule::<Melee>(&s, &[1, 2]).1, "row-mameluke"), 1);
    let refused_class = side(foot().class(Class::E), Line);
    assert_eq!(refused::<Melee>(&fight(refused_class, plain)), "a");
}

#[test]
fn both_sides_roll_and_lose_men() {
    let p = proves!("T11.D", "19.4.c", "23.7.b", "20.1.a");
    use Formation::*;
    let s = fight(side(heavy(), Line), Fighter { figures: 7, ..side(irregular(foot()), Mass) });
    let o = by::<Melee>(&p, "T11.D", &s, &[5, 6]);
    assert_eq!((o.a, o.b), (men(7, 21 + 6), men(10, 22 + 5)));
    assert_eq!(by::<Melee>(&p, "19.4.c", &s, &[2, 1]).b, men(10, 24));
    let routers = fight(side(heavy(), Line), Fighter { routing: true, ..side(foot(), Line) });
    let o = by::<Melee>(&p, "23.7.b", &routers, &[3]);
    assert_eq!((o.a, o.b), (0, men(10, 25)));
    let small = MeleeSituation {
        options: Options { small_figures: true, ..Options::default() },
        ..fight(side(foot(), Line), side(foot(), Line))
    };
    assert_eq!(by::<Melee>(&p, "20.1.a", &small, &[3, 4]).a, 10 * men(10, 24));
    let even = fight(side(foot(), Line), side(foot(), Line));
    assert_eq!(chance::<Melee>(&even, |o| o.a == o.b), Fraction::new(10, 36));
}

fn ended(a: u32, b: u32) -> RoundSituation {
    RoundSituation {
        a,
        b,
        a_figures: 20,
        b_figures: 20,
        a_artillery: false,
        b_artillery: false,
        storming: false,
        readings: MeleeReadings::default(),
    }
}

#[test]
fn a_round_is_lost_by_more_than_a_tenth() {
    let p = proves!("19.5.a", "19.5.b", "19.5.c", "19.5.f", "19.3.i", "21.1.d");
    use RoundOutcome::*;
    let got = |s: RoundSituation| out::<RoundResult>(&s, &[]);
    assert_eq!(by::<RoundResult>(&p, "19.5.a", &ended(20, 18), &[]), Draw);
    assert_eq!(by::<RoundResult>(&p, "19.5.b", &ended(20, 17), &[]), MeleeReaction { loser: OneOf::A });
    let more = MeleeReadings::of(&readings("loses-round", "a-tenth-more"));
    assert_eq!(got(RoundSituation { readings: more, ..ended(20, 18) }), MeleeReaction { loser: OneOf::A });
    assert_eq!(got(RoundSituation { readings: more, ..ended(20, 19) }), Draw);
    assert_eq!(got(ended(0, 0)), Draw);
    assert_eq!(by::<RoundResult>(&p, "21.1.d", &ended(17, 20), &[]), MeleeReaction { loser: OneOf::B });
    // Less than one for each figure: no test.
    assert_eq!(by::<RoundResult>(&p, "19.5.c", &ended(19, 10), &[]), Lost { loser: OneOf::A });
    // Twice the losses, and one for each figure, break.
    assert_eq!(by::<RoundResult>(&p, "19.5.f", &ended(40, 20), &[]), Breaks { loser: OneOf::A });
    assert_eq!(got(ended(39, 20)), MeleeReaction { loser: OneOf::A });
    assert_eq!(got(ended(19, 0)), Lost { loser: OneOf::A });
    assert_eq!(got(ended(20, 0)), Breaks { loser: OneOf::A });
    let strictly = MeleeReadings::of(&readings("twice-the-losses", "must-be-more"));
    assert_eq!(
        got(RoundSituation { readings: strictly, ..ended(40, 20) }),
        MeleeReaction { loser: OneOf::A }
    );
    // Artillery: four times, and two for each.
    let guns = |a, b| RoundSituation { a_artillery: true, ..ended(a, b) };
    assert_eq!(got(guns(40, 11)), MeleeReaction { loser: OneOf::A });
    assert_eq!(got(guns(40, 10)), Breaks { loser: OneOf::A });
    assert_eq!(got(guns(39, 5)), MeleeReaction { loser: OneOf::A });
    // At a building not yet broken into the loser tests its morale and never breaks outright.
    let storm = |a, b| RoundSituation { storming: true, ..ended(a, b) };
    assert_eq!(by::<RoundResult>(&p, "19.3.i", &storm(60, 10), &[]), Morale { loser: OneOf::A });
    assert_eq!(got(storm(19, 10)), Lost { loser: OneOf::A });
}

fn after(winner: Fought, loser: Fought) -> MeleeReactionSituation {
    MeleeReactionSituation {
        winner,
        loser,
        round: 1,
        dice: false,
        options: Options::default(),
        readings: MeleeReactionReadings::default(),
    }
}

fn plain() -> Fought {
    Fought::new(foot(), Formation::Line, 20, 0)
}

fn value(s: &MeleeReactionSituation) -> i32 {
    out::<MeleeReaction>(s, &[]).value
}

#[test]
fn each_side_scores_in_melee_reaction() {
    let p =
        proves!("T13.B", "T13.B.vis", "21.3.a.1", "21.3.a.2", "21.3.a.3", "A3.13", "glossary.support", "7.4");
    use Formation::*;
    // What it is worth to the winner; to the loser it is worth the opposite.
    let both = |f: fn(&mut Fought)| {
        let mut s = after(plain(), plain());
        f(&mut s.winner);
        let mut t = after(plain(), plain());
        f(&mut t.loser);
        (value(&s), value(&t))
    };
    assert_eq!(both(|x| x.lost = 19), (0, 0));
    assert_eq!(both(|x| x.lost = 59), (-2, 2));
    assert_eq!(both(|x| x.disorganisation = 3), (-3, 3));
    assert_eq!(both(|x| x.general = true), (1, -1));
    assert_eq!(both(|x| x.troop = x.troop.class(Class::A)), (2, -2));
    assert_eq!(both(|x| x.troop = x.troop.class(Class::B)), (1, -1));
    assert_eq!(both(|x| x.troop = x.troop.class(Class::D)), (-1, 1));
    assert_eq!(both(|x| x.troop = irregular(foot()).class(Class::E)), (-2, 2));
    assert_eq!(both(|x| x.came_on = true), (2, -2));
    assert_eq!(both(|x| x.supports = 6), (4, -4));
    assert_eq!(both(|x| x.cover = Cover::Soft), (1, -1));
    assert_eq!(both(|x| x.cover = Cover::Building), (2, -2));
    assert_eq!(both(|x| x.formation = CompanyColumn), (1, -1));
    assert_eq!(both(|x| x.rounds_won = 2), (4, -4));
    assert_eq!(both(|x| x.routing = 1), (-2, 2));
    // Cavalry that won; squares and double squares against it, unless broken through.
    let horse = Fought::new(heavy(), Line, 20, 0);
    assert_eq!((value(&after(horse, plain())), value(&after(plain(), horse))), (2, 0));
    let square = |f, broken_through| Fought { formation: f, broken_through, ..plain() };
    assert_eq!(value(&after(square(Square, false), horse)), 6);
    assert_eq!(value(&after(square(DoubleSquare, false), horse)), 8);
    assert_eq!(value(&after(square(Square, true), horse)), 0);
    assert_eq!(value(&after(square(Square, false), plain())), 0);
    let natives = Troop { footing: Footing::Native, ..foot() };
    let mut s = after(plain(), Fought { troop: natives, formation: Mass, ..plain() });
    assert_eq!(value(&s), 0);
    s.round = 2;
    assert_eq!(value(&s), 1);
    let mut s =
        after(Fought { general: true, supports: 2, ..plain() }, Fought { lost: 45, routing: 1, ..plain() });
    let (o, r) = rule::<MeleeReaction>(&s, &[]);
    assert_eq!(worth_by(&p, "21.3.a.1", &r, "row-losses-inflicted"), 2);
    assert_eq!(worth_by(&p, "glossary.support", &r, "row-support"), 2);
    assert_eq!(worth_by(&p, "7.4", &r, "row-general-5"), 1);
    assert_eq!(worth_by(&p, "T13.B.vis", &r, "row-enemy-routing"), 2);
    assert_eq!((p.shows("21.3.a.3", o.value), p.shows("21.3.a.2", total(&r, "winner"))), (7, 7));
    s.readings = MeleeReactionReadings::of(&readings("routed-near", "both-sides"));
    assert_eq!(value(&s), 5);
    // Factors of this melee may be left out.
    let tired = Fought { disorganisation: 4, gained_here: 3, ..plain() };
    let mut s = after(plain(), tired);
    assert_eq!(value(&s), 4);
    s.readings = MeleeReactionReadings::of(&readings("enemy-factors", "before-the-melee"));
    assert_eq!(value(&s), 1);
    let mut s = after(plain(), Fought { troop: foot().nation(Nation::Russia), ..plain() });
    assert_eq!(value(&s), 0);
    s.options.national = true;
    assert_eq!(by::<MeleeReaction>(&p, "A3.13", &s, &[]).value, -2);
    s.winner = horse;
    assert_eq!(value(&s), 2);
    let column =
        rule::<MeleeReaction>(&after(Fought { formation: CompanyColumn, ..plain() }, plain()), &[]).1;
    assert_eq!(worth_by(&p, "T13.B", &column, "row-column-against-line"), 1);
}

/// A melee whose result is so much.
fn result(v: i32) -> MeleeReactionSituation {
    let mut s = after(plain(), plain());
    s.winner.routing = 0;
    if v >= 0 {
        s.loser.disorganisation = v as u8;
    } else {
        s.winner.disorganisation = -v as u8;
    }
    s
}

#[test]
fn winner_and_loser_react_by_table_16b() {
    let p = proves!(
        "T16.B",
        "21.3.a.4",
        "19.5.d",
        "19.5.e",
        "19.5.g",
        "19.5.i",
        "23.2.c",
        "23.4.e",
        "23.4.f",
        "21.3.a.note.ii",
        "23.4.a",
    );
    let got = |s: &MeleeReactionSituation| {
        let o = out::<MeleeReaction>(s, &[]);
        (o.loser.does, o.winner.does, o.winner.optional)
    };
    assert_eq!(got(&result(4)), (Does::Break, Does::Pursue, false));
    assert_eq!(got(&result(3)), (Does::GiveGround, Does::FollowUp, true));
    assert_eq!(got(&result(0)), (Does::GiveGround, Does::FollowUp, true));
    assert_eq!(got(&result(-1)), (Does::Stand, Does::Stand, false));
    assert_eq!(got(&result(-3)), (Does::Stand, Does::Stand, false));
    assert_eq!(got(&result(-4)), (Does::Stand, Does::GiveGround, false));
    assert_eq!(got(&result(-7)), (Does::Stand, Does::GiveGround, false));
    assert_eq!(got(&result(-8)), (Does::FollowUp, Does::GiveGround, false));
    assert_eq!(by::<MeleeReaction>(&p, "21.3.a.4", &result(0), &[]).loser.does, Does::GiveGround);
    let mut house = result(-8);
    house.loser.cover = Cover::Building;
    house.winner.disorganisation += 2;
    assert_eq!(by::<MeleeReaction>(&p, "T16.B", &house, &[]).loser.does, Does::Stand);
    // Pursuit is for steady winners to choose.
    let mut s = result(4);
    s.winner.general = true;
    s.loser.general = true;
    assert!(by::<MeleeReaction>(&p, "19.5.e", &s, &[]).winner.optional);
    s.winner.troop = irregular(foot());
    assert!(!out::<MeleeReaction>(&s, &[]).winner.optional);
    let mut s = result(1);
    assert!(by::<MeleeReaction>(&p, "19.5.d", &s, &[]).winner.optional);
    s.winner.frenzied = true;
    assert!(!out::<MeleeReaction>(&s, &[]).winner.optional);
    s.winner.holds = true;
    assert!(out::<MeleeReaction>(&s, &[]).winner.optional);
    s.winner.troop = irregular(foot());
    assert!(!out::<MeleeReaction>(&s, &[]).winner.optional);
    s.winner = Fought { formation: Formation::Square, ..plain() };
    assert_eq!(out::<MeleeReaction>(&s, &[]).winner, SideDoes { does: Does::Stand, optional: false });
    let mut s = result(4);
    (s.winner.frenzied, s.winner.formation) = (true, Formation::Square);
    assert_eq!(by::<MeleeReaction>(&p, "23.4.e", &s, &[]).winner.does, Does::Stand);
    // The frenzied loser fights on, until it breaks.
    let mut s = result(2);
    s.loser.frenzied = true;
    assert_eq!(by::<MeleeReaction>(&p, "23.4.f", &s, &[]).loser.does, Does::Stand);
    s.loser.disorganisation = 4;
    assert_eq!(by::<MeleeReaction>(&p, "19.5.i", &s, &[]).loser.does, Does::Break);
    let mut s = result(2);
    s.loser.broken_through = true;
    assert_eq!(by::<MeleeReaction>(&p, "23.2.c", &s, &[]).loser.does, Does::Stand);
    // Six factors more than the winner: surrender.
    assert!(!out::<MeleeReaction>(&result(5), &[]).surrenders);
    assert!(by::<MeleeReaction>(&p, "19.5.g", &result(6), &[]).surrenders);
    let mut s = result(6);
    s.winner.disorganisation = 1;
    assert!(!out::<MeleeReaction>(&s, &[]).surrenders);
    // With dice, two fives make frenzied who stands.
    let mut s = result(-1);
    s.dice = true;
    let o = by::<MeleeReaction>(&p, "21.3.a.note.ii", &s, &[4, 4, 3, 3]);
    assert_eq!((o.value, o.loser.does), (1, Does::GiveGround));
    let mut s = result(-3);
    s.dice = true;
    let o = by::<MeleeReaction>(&p, "23.4.a", &s, &[5, 5, 5, 5]);
    assert!(o.winner_frenzied && o.loser_frenzied);
    assert!(!out::<MeleeReaction>(&s, &[5, 5, 5, 4]).loser_frenzied);
    assert!(cites(&rule::<MeleeReaction>(&result(4), &[]).1, "19.5.e"));
}

#[test]
fn a_building_is_broken_into_by_as_many_as_defend_it() {
    let p = proves!("19.3.a", "19.3.b", "19.3.c", "19.3.d", "19.3.e", "19.3.f", "19.3.g", "4.1.c");
    let s = StormSituation {
        holds: 20,
        defenders: 8,
        attackers_inside: 3,
        attackers_outside: 12,
        defenders_killed: 2,
        ..Default::default()
    };
    let got = |s: StormSituation| {
        let o = out::<Storm>(&s, &[]);
        (o.defenders, o.attackers, o.broken_in)
    };
    assert_eq!(by::<Storm>(&p, "19.3.f", &s, &[]).attackers, 5);
    assert_eq!(got(s), (8, 5, false));
    let o = by::<Storm>(&p, "19.3.a", &StormSituation { defenders: 5, ..s }, &[]);
    assert!(o.broken_in && o.attackers == 5);
    // Reinforcements as far as there is room, attackers counted.
    let held = StormSituation { reserves: 30, ..s };
    assert_eq!(by::<Storm>(&p, "19.3.c", &held, &[]).defenders, 15);
    let open = StormSituation { undefended: 4, ..s };
    assert_eq!(by::<Storm>(&p, "19.3.g", &open, &[]).attackers, 9);
    let inside = StormSituation { broken_in: true, attackers_killed: 1, reserves: 5, ..s };
    let o = by::<Storm>(&p, "19.3.d", &inside, &[]);
    assert_eq!((o.defenders, o.broken_in), (9, true));
    // What is left of the room the attackers fill: 20 less 9 defenders.
    assert_eq!(by::<Storm>(&p, "19.3.e", &inside, &[]).attackers, 11);
    let repulsed = |repulse, attackers_inside| StormSituation { repulse, attackers_inside, ..s };
    let o = by::<Storm>(&p, "19.3.b", &repulsed(Repulse::Flee, 3), &[]);
    assert!(o.contact_lost && o.attackers == 0);
    let o = out::<Storm>(&repulsed(Repulse::GiveGround, 3), &[]);
    assert!(!o.contact_lost && o.attackers == 0 && o.outside == 15);
    assert!(out::<Storm>(&repulsed(Repulse::GiveGround, 0), &[]).contact_lost);
    assert_eq!(refused_by::<Storm>(&p, "4.1.c", &StormSituation { defenders: 18, ..s }), "holds");
}

#[test]
fn melee_results_are_those_of_the_book() {
    let p = proves!("21.3.b", "23.2.a", "23.2.b", "23.2.c", "23.2.d", "23.2.e");
    let at = |v, clause| by::<MeleeReaction>(&p, clause, &result(v), &[]);
    assert_eq!(at(4, "23.2.d").loser.does, Does::Break);
    assert_eq!(at(4, "23.2.e").winner.does, Does::Pursue);
    assert_eq!(at(0, "23.2.a").winner.does, Does::FollowUp);
    assert_eq!(at(0, "23.2.c").loser.does, Does::GiveGround);
    assert_eq!(at(-1, "23.2.b").loser.does, Does::Stand);
    assert_eq!(at(-1, "21.3.b").value, -1);
}
