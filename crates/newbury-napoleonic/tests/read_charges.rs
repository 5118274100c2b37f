//! Charges, their impact, melee and its reaction, read again by the clause: cases at the edge of each rule.

use crate::judging::{by, foot, out};
use newbury_napoleonic::book::results::Fighter as Does;
use newbury_napoleonic::formation::Formation;
use newbury_napoleonic::procedures::Options;
use newbury_napoleonic::procedures::melee_reaction::*;
use newbury_napoleonic::proves;
use newbury_napoleonic::troop::Class;

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
