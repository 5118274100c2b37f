//! Charges, their impact, melee and its reaction, read again by the clause: cases at the edge of each rule.

use crate::judging::{by, foot, heavy, irregular, light, out};
use newbury_napoleonic::book::SheetRef;
use newbury_napoleonic::book::results::Fighter as Does;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::order::{Quarter, Response};
use newbury_napoleonic::procedures::Options;
use newbury_napoleonic::procedures::charge::{Answers, ChargeReadings, Doing, Respond, RespondSituation};
use newbury_napoleonic::procedures::impact::{Impact, ImpactReadings, ImpactSituation, Striker, Strikes};
use newbury_napoleonic::procedures::melee_reaction::*;
use newbury_napoleonic::procedures::reaction::*;
use newbury_napoleonic::proves;
use newbury_napoleonic::terrain::Cover;
use newbury_napoleonic::troop::{Arm, Class, Troop};

/// A melee of two lines of foot whose reaction comes to so much.
fn reacted(value: i32) -> MeleeReactionSituation {
    let line = Fought::new(foot(), Formation::Line, 20, 0);
    let mut s = MeleeReactionSituation {
        winner: line,
        loser: line,
        round: 1,
        dice: false,
        options: Options::default(),
        readings: MeleeReactionReadings::default(),
    };
    if value >= 0 {
        s.loser.disorganisation = value as u8;
    } else {
        s.winner.disorganisation = -value as u8;
    }
    s
}

#[test]
fn a_winner_who_is_frenzied_or_broken_through_keeps_his_ground() {
    let p = proves!("23.4.f", "23.2.c");
    let gives = SideDoes { does: Does::GiveGround, optional: false };
    let stands = SideDoes { does: Does::Stand, optional: false };
    assert_eq!(out::<MeleeReaction>(&reacted(-4), &[]).winner, gives);
    let mut s = reacted(-4);
    s.winner.frenzied = true;
    assert_eq!(by::<MeleeReaction>(&p, "23.4.f", &s, &[]).winner, stands);
    let mut s = reacted(-8);
    s.winner.broken_through = true;
    assert_eq!(by::<MeleeReaction>(&p, "23.2.c", &s, &[]).winner, stands);
}

#[test]
fn a_loser_who_is_to_follow_up_may_not_stay_in_the_open() {
    let p = proves!("23.2.a", "T16.B");
    let follows = SideDoes { does: Does::FollowUp, optional: false };
    assert_eq!(by::<MeleeReaction>(&p, "23.2.a", &reacted(-8), &[]).loser, follows);
    assert_eq!(by::<MeleeReaction>(&p, "T16.B", &reacted(-9), &[]).loser, follows);
    assert_eq!(out::<MeleeReaction>(&reacted(-7), &[]).loser.does, Does::Stand);
}

#[test]
fn who_surrenders_is_reckoned_without_the_factor_that_classes_a_and_b_ignore() {
    let p = proves!("19.5.g");
    let mut s = reacted(6);
    (s.winner.troop, s.winner.disorganisation) = (foot().class(Class::B), 1);
    assert!(by::<MeleeReaction>(&p, "19.5.g", &s, &[]).surrenders, "6 more than nothing");
    let mut s = reacted(6);
    s.loser.troop = foot().class(Class::B);
    let o = out::<MeleeReaction>(&s, &[]);
    assert_eq!((o.loser.does, o.surrenders), (Does::Break, false), "5 more");
}

/// A line of foot charges another, which has so much against it.
fn charged(value: u8, response: Response) -> ReactionSituation {
    let line = Reacting::new(foot(), Formation::Line, 20);
    let mut s = ReactionSituation {
        charger: line,
        defender: line,
        response: Some(response),
        cover: Cover::None,
        from: Quarter::Front,
        changing: false,
        no_flanks: false,
        first_charge: false,
        options: Options::default(),
        readings: ReactionReadings::default(),
        sheet: SheetRef::default(),
    };
    s.defender.own.falling_back = value;
    s
}

#[test]
fn who_declared_a_countercharge_and_is_told_to_stand_fires_at_eight_centimetres() {
    let p = proves!("T16.A.fire", "23.1.i");
    let fires = |value, response| out::<ChargeReaction>(&charged(value, response), &[3, 3, 3, 3]).fires_at;
    let counter = charged(4, Response::Countercharge);
    assert_eq!(by::<ChargeReaction>(&p, "T16.A.fire", &counter, &[3, 3, 3, 3]).fires_at, Some(8));
    let counter = charged(5, Response::Countercharge);
    assert_eq!(by::<ChargeReaction>(&p, "23.1.i", &counter, &[3, 3, 3, 3]).fires_at, Some(8));
    assert_eq!(fires(4, Response::Evade), None);
    // As declared they go to meet the charge.
    assert_eq!(fires(3, Response::Countercharge), None);
    assert_eq!(fires(3, Response::Stand), Some(5));
}

fn struck(charger: Troop, cf: Formation, defender: Troop, df: Formation) -> ImpactSituation {
    ImpactSituation {
        charger: Striker::new(charger, cf),
        defender: Striker::new(defender, df),
        at: Strikes::Open,
        going: None,
        at_double: false,
        in_melee: false,
        first_charge: false,
        options: Options::default(),
        readings: ImpactReadings::default(),
    }
}

#[test]
fn a_mass_counts_as_a_line() {
    let p = proves!("T13.A.cover", "T12.A", "T13.B");
    use Formation::{CompanyColumn, Line, Mass, OpenCompanyColumn, Square};
    let mob = irregular(foot());
    let worth = |charger, cf, defender, df| {
        let mut s = charged(0, Response::Stand);
        s.charger = Reacting::new(charger, cf, 20);
        s.defender = Reacting::new(defender, df, 20);
        s
    };
    let got = |s: ReactionSituation| by::<ChargeReaction>(&p, "T13.A.cover", &s, &[3, 3, 3, 3]).value;
    assert_eq!(got(worth(heavy(), Line, mob, Mass)), 3);
    assert_eq!(got(worth(foot(), CompanyColumn, mob, Mass)), 2);
    assert_eq!(got(worth(mob, Mass, foot(), Square)), 1);
    assert_eq!(by::<Impact>(&p, "T12.A", &struck(foot(), CompanyColumn, mob, Mass), &[]).total, 2);
    assert_eq!(out::<Impact>(&struck(foot(), OpenCompanyColumn, mob, Mass), &[]).total, 0);
    let mut s = reacted(0);
    s.winner.formation = CompanyColumn;
    (s.loser.troop, s.loser.formation) = (mob, Mass);
    assert_eq!(by::<MeleeReaction>(&p, "T13.B", &s, &[]).value, 1);
}

#[test]
fn of_those_who_double_move_only_the_able_must_countercharge() {
    let p = proves!("17.5.e", "18.2.a");
    use Response::{Countercharge, Evade, Stand};
    let doubling = |troop, formation| RespondSituation {
        troop,
        formation,
        on_foot: false,
        by_mounted: false,
        by_skirmishers: false,
        from: Quarter::Front,
        doing: Doing::DoubleMoving,
        changing: false,
        behind_obstacle: false,
        frenzied: false,
        screen: false,
        readings: ChargeReadings::default(),
    };
    let any = |responses: &[Response]| Answers::Any { responses: responses.to_vec() };
    let got = |s: RespondSituation| by::<Respond>(&p, "17.5.e", &s, &[]);
    assert_eq!(got(doubling(light(), Formation::Line)), any(&[Countercharge]));
    // Skirmishers never charge close order: they evade, from wherever it comes.
    let skirmishers = doubling(foot(), Formation::Skirmish);
    assert_eq!(by::<Respond>(&p, "18.2.a", &skirmishers, &[]), any(&[Evade]));
    assert_eq!(got(RespondSituation { from: Quarter::Rear, ..skirmishers }), any(&[Evade]));
    assert_eq!(got(RespondSituation { by_skirmishers: true, ..skirmishers }), any(&[Countercharge]));
    let guns = doubling(Troop::of(Arm::FieldArtillery), Formation::Limbered);
    assert_eq!(got(guns), any(&[Stand, Evade]));
}
