//! Subgroups, carried losses, generals, orders, formations and screens, as bare situations with scripted dice.

use crate::judging::{by, chance, foot, heavy, irregular, light, out, readings, refused, refused_by};
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::procedures::command::*;
use newbury_napoleonic::procedures::formations::*;
use newbury_napoleonic::procedures::organisation::*;
use newbury_napoleonic::proves;
use newbury_napoleonic::troop::{Arm, Class, Nation, Troop, Weapon};
use odds::Fraction;

fn parts(parts: Parts, apart: f64) -> SubgroupsSituation {
    SubgroupsSituation {
        parts,
        apart,
        detached: false,
        fired_at_alone: false,
        targets: DetachmentsAsTargets::TenApart,
    }
}

#[test]
fn parts_of_a_unit_are_subgroups_in_seven_cases() {
    let p = proves!(
        "6.2.a.0",
        "6.2.a.i",
        "6.2.a.ii",
        "6.2.a.iv",
        "6.2.a.v",
        "6.2.a.vi",
        "6.2.a.vii",
        "6.5.b",
        "6.2.b",
        "6.4.b",
    );
    assert!(by::<Subgroups>(&p, "6.2.a.i", &parts(Parts::Waves, 10.0), &[]).subgroups);
    assert!(!out::<Subgroups>(&parts(Parts::Waves, 9.9), &[]).subgroups);
    assert!(by::<Subgroups>(&p, "6.2.a.ii", &parts(Parts::CloseAndOpen, 10.0), &[]).subgroups);
    assert!(!out::<Subgroups>(&parts(Parts::CloseAndOpen, 9.9), &[]).subgroups);
    for (which, clause) in [
        (Parts::SeveralOpponents, "6.2.a.iv"),
        (Parts::LedHorses, "6.2.a.v"),
        (Parts::PartlyDismounted, "6.2.a.vi"),
        (Parts::CrewAndDrivers, "6.2.a.vii"),
    ] {
        assert!(by::<Subgroups>(&p, clause, &parts(which, 1.0), &[]).subgroups);
    }
    assert!(!by::<Subgroups>(&p, "6.2.a.0", &parts(Parts::Other, 15.0), &[]).subgroups);
    // A howitzer within 10 cm is one with its guns.
    assert!(!by::<Subgroups>(&p, "6.5.b", &parts(Parts::MixedBattery, 10.0), &[]).subgroups);
    assert!(out::<Subgroups>(&parts(Parts::MixedBattery, 10.1), &[]).subgroups);
    assert!(!by::<Subgroups>(&p, "6.4.b", &parts(Parts::Waves, 20.0), &[]).must_rejoin);
    assert!(by::<Subgroups>(&p, "6.2.b", &parts(Parts::Waves, 20.1), &[]).must_rejoin);
    let detached = SubgroupsSituation { detached: true, ..parts(Parts::Waves, 40.0) };
    assert!(!out::<Subgroups>(&detached, &[]).must_rejoin);
}

#[test]
fn parts_are_fired_at_alone_only_as_subgroups() {
    let p = proves!("6.4.a", "6.4.e", "6.3");
    let fired = |s| SubgroupsSituation { fired_at_alone: true, ..s };
    assert!(!by::<Subgroups>(&p, "6.4.e", &fired(parts(Parts::Waves, 9.0)), &[]).target);
    assert!(out::<Subgroups>(&fired(parts(Parts::Waves, 10.0)), &[]).target);
    let near = SubgroupsSituation { detached: true, ..fired(parts(Parts::Other, 9.0)) };
    assert!(!by::<Subgroups>(&p, "6.4.a", &near, &[]).target);
    let targets = DetachmentsAsTargets::of(&readings("detachments-as-targets", "always"));
    assert!(out::<Subgroups>(&SubgroupsSituation { targets, ..near }, &[]).target);
    let detach = |listed, paid, ordered| DetachSituation { listed, paid, ordered };
    assert!(by::<Detach>(&p, "6.3", &detach(true, true, true), &[]).may());
    for s in [detach(false, true, true), detach(true, false, true), detach(true, true, false)] {
        assert!(!out::<Detach>(&s, &[]).may());
    }
}

#[test]
fn the_engaged_subgroup_is_as_deep_as_it_is_wide() {
    let p = proves!("6.2.a.iii", "19.4.a");
    let s = EngagedSituation {
        engaged: 2,
        front: 6,
        ranks: 4,
        figures: 24,
        close_order: true,
        irregular: false,
        depth: EngagedDepth::WholeDepth,
    };
    assert_eq!(by::<EngagedSubgroup>(&p, "6.2.a.iii", &s, &[]).figures, 12);
    let depth = EngagedDepth::of(&readings("engaged-depth", "ranks-behind"));
    assert_eq!(out::<EngagedSubgroup>(&EngagedSituation { depth, ..s }, &[]).figures, 18);
    assert_eq!(by::<EngagedSubgroup>(&p, "19.4.a", &EngagedSituation { engaged: 6, ..s }, &[]).figures, 24);
    assert_eq!(out::<EngagedSubgroup>(&EngagedSituation { close_order: false, ..s }, &[]).figures, 6);
    // Irregulars: the figures that fight and as many ranks behind them.
    let mob = EngagedSituation { irregular: true, engaged: 3, ..s };
    assert_eq!(out::<EngagedSubgroup>(&mob, &[]).figures, 9);
    assert_eq!(refused::<EngagedSubgroup>(&EngagedSituation { engaged: 7, ..s }), "front");
}

#[test]
fn carried_losses_are_divided_and_added() {
    let p = proves!("20.3.d", "6.4.c", "13.2.j");
    let s = SplitSituation { carried: 13, parts: vec![8, 16], odd: OddLoss::Larger };
    assert_eq!(by::<SplitLosses>(&p, "20.3.d", &s, &[]).carried, [4, 9]);
    let odd = OddLoss::of(&readings("odd-carried-loss", "smaller"));
    assert_eq!(out::<SplitLosses>(&SplitSituation { odd, ..s.clone() }, &[]).carried, [5, 8]);
    assert_eq!(out::<SplitLosses>(&SplitSituation { carried: 12, ..s.clone() }, &[]).carried, [4, 8]);
    assert_eq!(
        out::<SplitLosses>(&SplitSituation { carried: 19, parts: vec![5, 5, 5], ..s }, &[]).carried,
        [7, 6, 6]
    );
    let join = ReuniteSituation { carried: vec![12, 11], disorganisation: vec![2, 5, 1] };
    let o = by::<Reunite>(&p, "6.4.c", &join, &[]);
    assert_eq!((o.taken.figures, o.taken.carried), (1, 3));
    assert_eq!(by::<Reunite>(&p, "13.2.j", &join, &[]).disorganisation, 5);
    assert_eq!(refused::<SplitLosses>(&SplitSituation { carried: 1, parts: vec![], odd }), "parts");
}

fn order(distance: f64) -> OrderSituation {
    OrderSituation { written: 3, distance, way: None, readings: CommandReadings::default() }
}

#[test]
fn orders_are_obeyed_a_move_after_they_arrive() {
    let p = proves!("10.1.d", "play.orders.courier", "12.8");
    let o = by::<OrderArrives>(&p, "10.1.d", &order(5.0), &[]);
    assert_eq!((o.arrives, o.obeyed, o.personal), (3, 5, true));
    let next = CommandReadings::of(&readings("order-in-person", "next-move"));
    assert_eq!(out::<OrderArrives>(&OrderSituation { readings: next, ..order(5.0) }, &[]).obeyed, 4);
    // A courier rides 60 cm a move to within 5 cm.
    let o = by::<OrderArrives>(&p, "12.8", &order(65.0), &[]);
    assert_eq!((o.arrives, o.obeyed, o.personal), (4, 6, false));
    assert_eq!(by::<OrderArrives>(&p, "play.orders.courier", &order(65.1), &[]).arrives, 5);
    assert_eq!(out::<OrderArrives>(&order(5.1), &[]).arrives, 4);
    assert_eq!(out::<OrderArrives>(&OrderSituation { way: Some(126.0), ..order(65.0) }, &[]).arrives, 6);
}

#[test]
fn generals_order_their_own_and_lead_one_unit() {
    let p = proves!("7.2", "7.3", "7.4", "7.5");
    let s = |relation, giving, distance| MayOrderSituation {
        relation,
        giving,
        distance,
        commands_another: false,
        not_yet_known: false,
    };
    assert!(by::<MayOrder>(&p, "7.2", &s(Relation::Brigade, Giving::GameOrder, 90.0), &[]).may());
    assert!(out::<MayOrder>(&s(Relation::Direct, Giving::GameOrder, 90.0), &[]).may());
    assert!(!out::<MayOrder>(&s(Relation::Superior, Giving::GameOrder, 1.0), &[]).may());
    assert!(!out::<MayOrder>(&s(Relation::Other, Giving::GameOrder, 1.0), &[]).may());
    assert!(by::<MayOrder>(&p, "7.3", &s(Relation::Other, Giving::MoveOrder, 5.0), &[]).may());
    assert!(!out::<MayOrder>(&s(Relation::Brigade, Giving::MoveOrder, 5.1), &[]).may());
    let two = MayOrderSituation { commands_another: true, ..s(Relation::Brigade, Giving::MoveOrder, 1.0) };
    assert!(!out::<MayOrder>(&two, &[]).may());
    let fresh = MayOrderSituation { not_yet_known: true, ..s(Relation::Brigade, Giving::GameOrder, 1.0) };
    assert!(!by::<MayOrder>(&p, "7.5", &fresh, &[]).may());
    let near =
        |relation, distance| CountsSituation { relation, distance, not_yet_known: false, routing: false };
    let counts = |s| out::<GeneralCounts>(&s, &[]);
    assert_eq!(by::<GeneralCounts>(&p, "7.4", &near(Relation::Superior, 5.0), &[]), CountsAs::Within5);
    assert_eq!(counts(near(Relation::Brigade, 5.1)), CountsAs::Within50);
    assert_eq!(counts(near(Relation::Brigade, 50.0)), CountsAs::Within50);
    assert_eq!(counts(near(Relation::Brigade, 50.1)), CountsAs::Nobody);
    assert_eq!(counts(near(Relation::Other, 1.0)), CountsAs::Nobody);
    assert_eq!(counts(CountsSituation { routing: true, ..near(Relation::Brigade, 1.0) }), CountsAs::Nobody);
    assert_eq!(
        counts(CountsSituation { not_yet_known: true, ..near(Relation::Brigade, 1.0) }),
        CountsAs::Nobody
    );
}

#[test]
fn a_general_shares_losses_and_may_fall() {
    let p = proves!("20.6.a", "20.6.b", "20.6.c", "20.6.d", "20.6.e");
    let s = RiskSituation { men: 20, losses: 190, figures: 19, readings: CommandReadings::default() };
    // 190 among 20 figures are 9.5, to the nearest 10: ten men are left.
    let o = by::<GeneralAtRisk>(&p, "20.6.c", &s, &[3, 3, 4]);
    assert_eq!((o.killed, o.men), (false, 10));
    assert!(by::<GeneralAtRisk>(&p, "20.6.d", &s, &[3, 4, 4]).killed);
    assert!(by::<GeneralAtRisk>(&p, "20.6.e", &s, &[5, 5, 5]).killed);
    let down = CommandReadings::of(&readings("general-share", "down"));
    assert_eq!(out::<GeneralAtRisk>(&RiskSituation { readings: down, ..s }, &[3, 4, 4]).men, 11);
    // No share, no roll.
    let little = RiskSituation { losses: 9, ..s };
    assert_eq!(by::<GeneralAtRisk>(&p, "20.6.a", &little, &[]).men, 20);
    let alone = RiskSituation { figures: 0, losses: 3, ..s };
    assert_eq!(by::<GeneralAtRisk>(&p, "20.6.b", &alone, &[2, 2, 2]).men, 17);
    // Six or more of three average dice kill a general with five men left, 7 or more one with six.
    let six = RiskSituation { men: 7, losses: 1, figures: 0, ..s };
    assert_eq!(chance::<GeneralAtRisk>(&six, |o| o.killed), Fraction::new(215, 216));
    assert_eq!(refused::<GeneralAtRisk>(&RiskSituation { men: 21, ..s }), "men");
}

#[test]
fn successors_wait_for_the_news() {
    let p = proves!("7.5", "7.6");
    let s = |lost, superior_told, all_told| SuccessorSituation { lost, superior_told, all_told };
    assert_eq!(by::<Successor>(&p, "7.5", &s(LostGeneral::Brigadier, false, false), &[]), Follows::Nobody);
    let o = by::<Successor>(&p, "7.6", &s(LostGeneral::Brigadier, true, false), &[]);
    assert_eq!(o, Follows::UnitCommander { in_command: false });
    let o = out::<Successor>(&s(LostGeneral::CommanderInChief, false, true), &[]);
    assert_eq!(o, Follows::NextInSeniority { in_command: true });
    let o = out::<Successor>(&s(LostGeneral::Other, true, true), &[]);
    assert_eq!(o, Follows::Named { in_command: true });
}

fn form(troop: Troop, formation: Formation) -> MayFormSituation {
    MayFormSituation {
        troop,
        formation,
        dismounted: false,
        year: 1812,
        six_companies: false,
        in_open: true,
        steep: false,
        national: false,
    }
}

fn may(s: MayFormSituation) -> bool {
    out::<MayForm>(&s, &[]).may()
}

#[test]
fn foot_forms_by_its_kind_class_and_nation() {
    let p = proves!("8.1.b", "8.2.b", "8.2.c", "8.2.d", "4.1.c", "A3.6", "A3.10");
    use Formation::*;
    for f in [Line, CompanyColumn, MarchColumn, Square, DoubleSquare] {
        assert!(by::<MayForm>(&p, "8.2.b", &form(foot(), f), &[]).may());
    }
    let mob = irregular(foot());
    assert!(may(form(mob, Mass)) && !may(form(mob, Line)) && !may(form(foot(), Mass)));
    assert!(may(MayFormSituation { in_open: false, ..form(mob, Line) }));
    assert!(!by::<MayForm>(&p, "8.2.c", &form(foot(), OpenCompanyColumn), &[]).may());
    assert!(may(form(foot().class(Class::B), OpenCompanyColumn)));
    let french = foot().nation(Nation::France);
    assert!(!by::<MayForm>(&p, "8.2.d", &form(foot(), DivisionColumn), &[]).may());
    assert!(may(MayFormSituation { year: 1807, ..form(french, DivisionColumn) }));
    assert!(may(form(french, CompanyColumn)) && !may(form(french, DivisionColumn)));
    let six = MayFormSituation { six_companies: true, year: 1808, ..form(french, CompanyColumn) };
    assert!(!may(six) && may(MayFormSituation { year: 1807, ..six }));
    assert!(!by::<MayForm>(&p, "8.1.b", &form(foot(), Skirmish), &[]).may());
    for t in [Troop::of(Arm::LightInfantry), mob, light(), Troop { lance: true, weapon: None, ..light() }] {
        assert!(may(form(t, Skirmish)));
    }
    let dragoons = heavy().armed(Some(Weapon::DragoonMusket));
    assert!(!may(form(dragoons, Skirmish)));
    assert!(may(MayFormSituation { dismounted: true, ..form(dragoons, Skirmish) }));
    assert!(!may(form(light().armed(None), Skirmish)) && !may(form(heavy(), Skirmish)));
    assert!(!by::<MayForm>(&p, "4.1.c", &form(heavy(), Building), &[]).may());
    assert!(may(form(foot(), Building)));
    let austrian = |year| MayFormSituation {
        national: true,
        year,
        ..form(foot().nation(Nation::Austria), CompanyColumn)
    };
    assert!(!by::<MayForm>(&p, "A3.6", &austrian(1807), &[]).may());
    assert!(may(austrian(1808)) && may(MayFormSituation { national: false, ..austrian(1807) }));
    assert!(may(MayFormSituation { formation: MarchColumn, ..austrian(1805) }));
    let prussian = |year| MayFormSituation {
        national: true,
        year,
        ..form(foot().nation(Nation::Prussia), CompanyColumn)
    };
    assert!(!by::<MayForm>(&p, "A3.10", &prussian(1806), &[]).may());
    assert!(may(prussian(1807)));
}

#[test]
fn horse_and_guns_form_by_their_kind() {
    let p = proves!("8.3.a", "8.3.b", "8.3.c", "8.1.c", "8.1.d", "12.6.d");
    use Formation::*;
    for f in [Line, DoubleLine, SquadronColumn, MarchColumn] {
        assert!(by::<MayForm>(&p, "8.3.a", &form(heavy(), f), &[]).may());
    }
    assert!(!may(form(heavy(), Square)));
    assert!(by::<MayForm>(&p, "8.3.b", &form(heavy(), OpenSquadronColumn), &[]).may());
    assert!(!may(form(heavy().class(Class::D), OpenSquadronColumn)));
    let cossacks = irregular(light());
    assert!(by::<MayForm>(&p, "8.3.c", &form(cossacks, Mass), &[]).may());
    assert!(may(form(cossacks, Circle)) && !may(form(light(), Circle)) && !may(form(cossacks, Square)));
    let guns = Troop::of(Arm::FieldArtillery);
    assert!(by::<MayForm>(&p, "8.1.c", &form(guns, Limbered), &[]).may());
    assert!(by::<MayForm>(&p, "8.1.d", &form(guns, Deployed), &[]).may());
    assert!(!may(form(guns, Line)) && !may(form(foot(), Deployed)));
    let steep = MayFormSituation { steep: true, ..form(guns, Deployed) };
    assert!(!by::<MayForm>(&p, "12.6.d", &steep, &[]).may());
}

fn change(troop: Troop, from: Formation, to: Formation) -> FormationChangeSituation {
    FormationChangeSituation {
        troop,
        from,
        to,
        to_flank: false,
        frontage: 0,
        farthest: 0.0,
        rate: 15.0,
        ordered: true,
        at_bridge: false,
        double_move: false,
        near_enemy: false,
        year: 1812,
        national: false,
    }
}

fn moves(t: Takes) -> Option<f64> {
    match t {
        Takes::Time { moves, .. } => Some(moves.0),
        Takes::MayNot { .. } => None,
    }
}

#[test]
fn changes_take_the_time_of_table_6() {
    let p = proves!(
        "T6", "8.4.a", "8.4.b", "8.4.c", "8.4.d", "T6.adv", "T6.flank", "T6.irr", "A3.3", "A3.11", "A3.10"
    );
    use Formation::*;
    let time = |s: FormationChangeSituation| moves(out::<FormationChange>(&s, &[])).unwrap();
    let f = |from, to| time(change(foot(), from, to));
    for (from, to, moves) in [
        (CompanyColumn, DivisionColumn, 0.5),
        (CompanyColumn, Line, 1.5),
        (CompanyColumn, Square, 1.0),
        (OpenCompanyColumn, Square, 0.75),
        (DivisionColumn, Line, 1.0),
        (DivisionColumn, Square, 0.75),
        (OpenDivisionColumn, Square, 0.5),
        (Line, Square, 1.5),
        (Line, DoubleSquare, 1.5),
        (Line, Skirmish, 0.5),
        (Line, MarchColumn, 0.25),
    ] {
        assert_eq!((f(from, to), f(to, from)), (moves, moves), "{from:?} {to:?}");
    }
    let flank = |t| FormationChangeSituation { to_flank: true, ..change(t, OpenCompanyColumn, Line) };
    assert_eq!((time(flank(foot())), time(flank(foot().nation(Nation::Britain)))), (0.75, 0.5));
    let h = |from, to| out::<FormationChange>(&change(heavy(), from, to), &[]);
    assert_eq!(moves(h(SquadronColumn, Line)), Some(0.5));
    assert_eq!(moves(h(SquadronColumn, Skirmish)), Some(0.5));
    let o = by::<FormationChange>(&p, "T6.adv", &change(heavy(), OpenSquadronColumn, DoubleLine), &[]);
    assert!(matches!(o, Takes::Time { moves, advancing: true } if moves.0 == 0.25));
    let o = by::<FormationChange>(&p, "8.4.d", &change(heavy(), SquadronColumn, DoubleLine), &[]);
    assert!(matches!(o, Takes::Time { advancing: true, .. }));
    let o = by::<FormationChange>(&p, "T6.flank", &change(heavy(), Line, MarchColumn), &[]);
    assert!(matches!(o, Takes::Time { moves, advancing: false } if moves.0 == 0.25));
    assert_eq!(moves(by::<FormationChange>(&p, "8.4.c", &change(foot(), Line, Square), &[])), Some(1.5));
    assert_eq!(moves(by::<FormationChange>(&p, "T6", &change(foot(), Square, Line), &[])), Some(1.5));
    assert_eq!(moves(by::<FormationChange>(&p, "8.4.a", &change(foot(), Line, Line), &[])), Some(0.0));
    let odd = FormationChangeSituation { farthest: 7.5, ..change(foot(), MarchColumn, Square) };
    assert_eq!(moves(by::<FormationChange>(&p, "8.4.b", &odd, &[])), Some(0.5));
    let mob = FormationChangeSituation { frontage: 5, ..change(irregular(foot()), Mass, Mass) };
    assert_eq!(moves(by::<FormationChange>(&p, "T6.irr", &mob, &[])), Some(0.75));
    let national = |nation, year| FormationChangeSituation {
        national: true,
        year,
        ..change(foot().nation(nation), Line, Square)
    };
    assert_eq!(moves(by::<FormationChange>(&p, "A3.3", &national(Nation::Austria, 1809), &[])), Some(1.75));
    assert_eq!(moves(by::<FormationChange>(&p, "A3.11", &national(Nation::Russia, 1812), &[])), Some(1.75));
    assert_eq!(moves(by::<FormationChange>(&p, "A3.10", &national(Nation::Prussia, 1806), &[])), Some(1.75));
    assert_eq!(time(national(Nation::Prussia, 1807)), 1.5);
    assert_eq!(time(FormationChangeSituation { national: false, ..national(Nation::Austria, 1809) }), 1.5);
}

#[test]
fn no_arm_changes_into_a_formation_of_another() {
    let p = proves!("8.1.c", "8.1.d", "8.3.a", "8.3.c");
    use Formation::*;
    let guns = || Troop::of(Arm::FieldArtillery);
    let is = |id: &str, field: &str, s: FormationChangeSituation| {
        assert_eq!(refused_by::<FormationChange>(&p, id, &s), field, "{s:?}");
    };
    is("8.1.c", "to", change(guns(), Limbered, Line));
    is("8.1.c", "from", change(guns(), Square, Deployed));
    is("8.1.d", "to", change(foot(), Line, Deployed));
    is("8.1.d", "from", change(heavy(), Limbered, Line));
    is("8.3.a", "to", change(foot(), Line, DoubleLine));
    is("8.3.a", "from", change(foot(), SquadronColumn, Line));
    is("8.3.c", "to", change(irregular(foot()), Mass, Circle));
    // Horse on foot forms as foot does, and gunners hold houses.
    for s in [change(heavy(), Line, Square), change(guns(), Deployed, Building), change(foot(), Line, Mass)] {
        assert!(moves(out::<FormationChange>(&s, &[])).is_some(), "{s:?}");
    }
}

#[test]
fn changes_are_barred_at_the_double_near_the_enemy_and_without_orders() {
    let p = proves!("8.4.e", "8.1.g", "10.2.c");
    use Formation::*;
    let s = change(foot(), Line, CompanyColumn);
    let barred = |s: FormationChangeSituation| matches!(out::<FormationChange>(&s, &[]), Takes::MayNot { by } if by.id() == "8.4.e");
    assert!(barred(FormationChangeSituation { double_move: true, ..s }));
    assert!(barred(FormationChangeSituation { near_enemy: true, ..s }));
    let unordered = FormationChangeSituation { ordered: false, ..s };
    assert!(matches!(by::<FormationChange>(&p, "8.4.e", &unordered, &[]), Takes::MayNot { .. }));
    let bridge = FormationChangeSituation { at_bridge: true, ..unordered };
    assert!(matches!(by::<FormationChange>(&p, "10.2.c", &bridge, &[]), Takes::Time { .. }));
    let density = FormationChangeSituation { to: Skirmish, ..unordered };
    assert!(
        matches!(by::<FormationChange>(&p, "8.1.g", &density, &[]), Takes::MayNot { by } if by.id() == "8.1.g")
    );
}

#[test]
fn turns_take_the_time_of_table_7() {
    let p = proves!("T7", "8.5.a", "8.5.b", "8.5.c", "12.4.b");
    use Formation::*;
    let s = |troop, formation| TurnSituation {
        troop,
        formation,
        about: false,
        routing: false,
        ordered: true,
        moving: false,
        year: 1812,
        national: false,
    };
    let time = |s: TurnSituation| moves(out::<Turn>(&s, &[]));
    assert_eq!(moves(by::<Turn>(&p, "8.5.a", &s(foot(), Line), &[])), Some(0.25));
    assert_eq!(time(s(irregular(foot()), Mass)), Some(0.5));
    assert_eq!(time(s(foot(), Skirmish)), Some(0.0));
    assert_eq!(time(TurnSituation { routing: true, ..s(foot(), Line) }), Some(0.0));
    let guns = Troop::of(Arm::FieldArtillery);
    assert_eq!(moves(by::<Turn>(&p, "12.4.b", &s(guns, Deployed), &[])), None);
    let about = |t| TurnSituation { about: true, ..s(t, Deployed) };
    assert_eq!(moves(by::<Turn>(&p, "T7", &about(guns), &[])), Some(0.5));
    assert_eq!(time(about(Troop::of(Arm::SiegeArtillery))), None);
    assert_eq!(
        moves(by::<Turn>(&p, "8.5.c", &TurnSituation { ordered: false, ..s(foot(), Line) }, &[])),
        None
    );
    assert_eq!(moves(by::<Turn>(&p, "8.5.b", &TurnSituation { moving: true, ..s(foot(), Line) }, &[])), None);
    let austrian = TurnSituation { national: true, ..s(foot().nation(Nation::Austria), Line) };
    assert_eq!(time(austrian), Some(0.5));
}

#[test]
fn a_screen_stops_fire_if_it_is_wide_and_far_enough() {
    let p = proves!("8.6.a", "8.6.b", "8.6.c", "8.6.d");
    let s = ScreenSituation {
        figures: 9,
        base: 2.0,
        mounted: false,
        mounted_behind: false,
        frontage: 18.0,
        gap: 5.0,
        fire: Passing::Firearms,
    };
    let hit = |s: ScreenSituation| out::<Screen>(&s, &[]);
    assert_eq!(by::<Screen>(&p, "8.6.b", &s, &[]), ScreenHit::Screen);
    assert_eq!(by::<Screen>(&p, "8.6.c", &ScreenSituation { figures: 8, ..s }, &[]), ScreenHit::Proportional);
    assert_eq!(hit(ScreenSituation { gap: 4.9, ..s }), ScreenHit::Proportional);
    assert_eq!(hit(ScreenSituation { gap: 4.9, fire: Passing::Bows, ..s }), ScreenHit::Aimed);
    let horse = ScreenSituation { mounted_behind: true, ..s };
    assert_eq!(by::<Screen>(&p, "8.6.a", &horse, &[]), ScreenHit::Proportional);
    assert_eq!(hit(ScreenSituation { mounted: true, ..horse }), ScreenHit::Screen);
    assert_eq!(
        by::<Screen>(&p, "8.6.d", &ScreenSituation { fire: Passing::RoundShot, ..s }, &[]),
        ScreenHit::Each
    );
    assert_eq!(hit(ScreenSituation { fire: Passing::Canister, ..s }), ScreenHit::Proportional);
    assert_eq!(hit(ScreenSituation { fire: Passing::ShellOrShrapnel, ..s }), ScreenHit::Aimed);
}
