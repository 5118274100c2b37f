//! Commanders of *Napoleonic Wars*: lawful, from what their side knows, the same for the same seeds, and better than chance.

use crate::duel;
use commander::Strength::{self, Quick, Random, Steady};
use commander::newbury::{begin, commander, play_one};
use newbury_napoleonic::answer::Answer;
use newbury_napoleonic::battle::{Awaits, Battle};
use newbury_napoleonic::scenario::{self, Scenario};
use newbury_napoleonic::unit::Fate;
use newbury_napoleonic::view::View;
use newbury_napoleonic::{Side, troop::Class};
use umpire::Seed;

fn text(name: &str) -> &'static str {
    scenario::SHIPPED.iter().find(|(n, _)| *n == name).expect("a shipped scenario").1
}

fn shipped(name: &str) -> Scenario {
    scenario::read(name, text(name)).expect("a good scenario")
}

#[test]
fn whole_battles_without_a_refused_answer() {
    for (name, _) in scenario::SHIPPED {
        for (n, strengths) in [[Quick, Steady], [Steady, Random], [Random, Quick]].into_iter().enumerate() {
            let (b, p) = play_one(&shipped(name), strengths, 3, n as u64, 100);
            assert_eq!(p.refused, 0, "{name}: {:?}", p.refusal);
            assert!(p.ended.is_some(), "{name} is not over in move {}", b.field().turn);
        }
    }
}

#[test]
fn the_same_seeds_give_the_same_battle() {
    let s = shipped("two-brigades");
    let fight = || {
        let (b, p) = play_one(&s, [Quick, Steady], 9, 4, 6);
        (b.field().units.clone(), p.turns)
    };
    assert_eq!(fight(), fight());
}

fn answers(s: &Scenario, strength: Strength, most: usize) -> Vec<Answer> {
    let mut own = commander(strength, 1);
    let decide = |b: &Battle| own.decide(&View::of(b, Side::A).expect("it is waited for"));
    duel::answers(begin(s, &Seed::new("fog")), Side::A, most, decide, Battle::silence)
}

/// Classes and orders of the other side stand in its papers (5.1.c, play.view).
#[test]
fn the_other_sides_papers_change_no_answer() {
    let plain = text("two-brigades");
    let (own, theirs) = plain.split_at(plain.find("name = \"Brigade Kroyher\"").expect("the other side"));
    let other = theirs
        .replace(
            "task = \"advance\", objective = \"Mill hill\"",
            "task = \"hold\", objective = \"Rye field\"",
        )
        .replace("code = \"1/14\"", "class = \"A\"\ncode = \"1/14\"");
    let other = format!("{own}{other}");
    assert_ne!(plain, other);
    let [one, two] = [plain, &other].map(|t| scenario::read("papers", t).unwrap_or_else(|r| panic!("{r:#}")));
    for strength in [Quick, Steady] {
        assert_eq!(answers(&one, strength, 3), answers(&two, strength, 3), "{strength:?}");
    }
}

/// Of troops that are marked on the other side's map alone nothing is in the view (9.5).
#[test]
fn hidden_enemies_are_not_in_the_view() {
    for (name, _) in scenario::SHIPPED {
        let b = begin(&shipped(name), &Seed::new("hidden"));
        for side in Side::BOTH {
            let v = View::of(&b, side).expect("both are asked for orders");
            for u in b.field().enemies(side) {
                let seen = v.field().enemies(side).any(|e| e.id == u.id);
                assert_eq!(seen, u.fate != Fate::Hidden, "{name}: {}", u.code);
            }
            let all = v.field().enemies(side);
            assert!(all.into_iter().all(|e| e.class_known || e.class() == Class::C), "{name}");
            let theirs = |u: &newbury_napoleonic::Unit| u.side != side;
            let orders = v.field().units.iter().filter(|u| theirs(u));
            assert!(orders.into_iter().all(|u| v.battle().play().game[u.id.index()].is_none()), "{name}");
        }
    }
}

/// The dice to come are not the commander's.
#[test]
fn the_dice_to_come_change_no_answer() {
    let s = shipped("two-brigades");
    let first = |seed: &str| {
        let b = begin(&s, &Seed::new(seed));
        let v = View::of(&b, Side::A).expect("both are asked for orders");
        assert_eq!(v.awaits, Awaits::Orders);
        [Quick, Steady].map(|k| commander(k, 7).decide(&v))
    };
    assert_eq!(first("one"), first("another"));
}

/// A short look; docs/commanders.md has the figures of longer series.
#[test]
fn steady_beats_chance() {
    let s = shipped("two-brigades");
    for n in 0..4u64 {
        let swapped = n % 2 == 1;
        let strengths = if swapped { [Random, Steady] } else { [Steady, Random] };
        let (_, p) = play_one(&s, strengths, 21, n, 100);
        let winner = p.ended.and_then(|e| e.winner);
        assert_eq!(winner, Some(Side::BOTH[usize::from(swapped)]), "battle {n}");
    }
}
