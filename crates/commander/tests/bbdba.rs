//! The commanders play lawfully to a decision, the better beats the worse, and nobody sees through the fog.

use crate::duel;
use bbdba_acw::battle::{Awaits, Battle};
use bbdba_acw::scenario::{self, Board, Deployment, Scenario, TerrainKind};
use bbdba_acw::{Answer, Side};
use commander::Strength::{self, Quick, Random, Steady};
use commander::bbdba::{Commander, commander, play_one};
use rayon::prelude::*;
use std::sync::Arc;
use umpire::{Log, Seed};

fn shipped(name: &str) -> Arc<Scenario> {
    let text = scenario::SHIPPED.iter().find(|(k, _)| *k == name).expect("a shipped scenario").1;
    Arc::new(scenario::read(name, text).expect("a good scenario"))
}

fn won(one: Strength, two: Strength, battles: u64, on: &str) -> u64 {
    let s = shipped(on);
    duel::won([one, two], battles, |who, i| {
        let (_, p) = play_one(&s, who, 11, i, 200);
        assert_eq!(p.refused, 0, "battle {i}");
        p.ended.and_then(|e| e.winner).map(|w| w.index())
    })
}

#[test]
fn shipped_battles_are_fought_out_without_a_refused_answer() {
    for (name, _) in scenario::SHIPPED {
        let s = shipped(name);
        (0..4u64).into_par_iter().for_each(|i| {
            let (_, p) = play_one(&s, [Quick, Quick], 3, i, 200);
            assert_eq!(p.refused, 0, "{name} {i}");
            assert!(p.ended.is_some(), "{name} {i} is undecided after {} turns", p.turns);
        });
    }
}

#[test]
fn generated_battles_are_fought_out_without_a_refused_answer() {
    let all: Vec<(TerrainKind, Board, Deployment, u64)> = TerrainKind::ALL
        .into_iter()
        .enumerate()
        .flat_map(|(n, kind)| {
            let n = n as u64;
            [
                (kind, Board::ordinary(), Deployment::Placed, n),
                (kind, Board::ordinary(), Deployment::Alternating, n + 50),
                (kind, Board::several_commands(), Deployment::Hidden, n + 100),
            ]
        })
        .collect();
    all.into_par_iter().for_each(|(kind, board, how, n)| {
        let text = scenario::generate::scenario(kind, &board, n, how);
        let s = Arc::new(scenario::read("generated", &text).expect("a good scenario"));
        let (_, p) = play_one(&s, [Quick, Quick], 5, n, 400);
        assert_eq!(p.refused, 0, "{kind} {n}");
        assert!(p.ended.is_some(), "{kind} {n} is undecided after {} turns", p.turns);
    });
}

#[test]
fn steady_answers_lawfully_on_every_shipped_battle() {
    for (name, _) in scenario::SHIPPED {
        // The first turns, where deployment and marching are; whole battles are fought against the others below.
        let (_, p) = play_one(&shipped(name), [Steady, Steady], 3, 1, 3);
        assert_eq!(p.refused, 0, "{name}");
    }
}

#[test]
fn quick_beats_chance() {
    let n = won(Quick, Random, 100, "open-field");
    assert!(n >= 95, "{n} of 100");
}

#[test]
fn steady_beats_chance() {
    let n = won(Steady, Random, 4, "open-field");
    assert!(n >= 4, "{n} of 4");
}

/// A short look; docs/commanders.md has the figures of long series.
#[test]
fn steady_beats_quick() {
    let n = won(Steady, Quick, 12, "open-field");
    assert!(n >= 7, "{n} of 12");
}

/// Both sides' rankings are secret until their first dice; what the side that begins answers in the first turn does not
/// depend on the other's.
#[test]
fn the_other_sides_secret_ranking_changes_no_answer() {
    let s = shipped("three-corps");
    let to_first_move = |reversed: Option<Side>| {
        let mut b = Battle::new(s.clone(), Seed::new("fog"), Log::Off);
        let mut c = [commander(Quick, 1), commander(Quick, 2)];
        while let Some((side, awaits)) = b.pending().first().cloned() {
            if awaits == Awaits::Move {
                break;
            }
            let mut a = c[side.index()].decide(&b.view(side, &awaits));
            if let (Answer::Rank { order }, true) = (&mut a, reversed == Some(side)) {
                order.reverse();
            }
            b.answer(side, a).expect("a lawful answer");
        }
        b
    };
    let begins = to_first_move(None).pending()[0].0;
    let (one, other) = (to_first_move(None), to_first_move(Some(begins.other())));
    for strength in [Random, Quick, Steady] {
        let answer = |b: &Battle| commander(strength, 9).decide(&b.view(begins, &b.pending()[0].1));
        assert_eq!(answer(&one), answer(&other), "{strength}");
    }
}

/// The same table with other dice to come: the answer is the same.
#[test]
fn the_dice_to_come_change_no_answer() {
    let s = shipped("open-field");
    let mut b = Battle::new(s, Seed::new("fog"), Log::Off);
    let mut c: [Box<dyn Commander>; 2] = [commander(Quick, 1), commander(Quick, 2)];
    let mut seen = 0;
    while let Some((side, awaits)) = b.pending().first().cloned() {
        let a = c[side.index()].decide(&b.view(side, &awaits));
        if !matches!(awaits, Awaits::Rank | Awaits::Deploy { .. }) && b.field().bound % 4 == 0 {
            let v = b.view(side, &awaits);
            let other = Battle::imagined(&v, 77);
            let strengths: &[Strength] = if seen < 6 { &[Random, Quick, Steady] } else { &[Random, Quick] };
            for k in strengths {
                let own = commander(*k, 5).decide(&v);
                let theirs = commander(*k, 5).decide(&other.view(side, &other.pending()[0].1));
                assert_eq!(own, theirs, "{k} asked {}", awaits.name());
            }
            seen += 1;
        }
        b.answer(side, a).expect("a lawful answer");
    }
    assert!(seen > 10);
}

/// Two ways to go on from one table, imagined alike: however many dice were rolled, the next turn's points are the same.
#[test]
fn imagined_battles_have_the_same_dice_in_the_same_turn() {
    let mut b = Battle::new(shipped("open-field"), Seed::new("alike"), Log::Off);
    let mut c = [commander(Quick, 1), commander(Quick, 2)];
    let mut seen = 0;
    while let Some((side, awaits)) = b.pending().first().cloned() {
        let v = b.view(side, &awaits);
        if awaits == Awaits::Move && b.field().bound > 5 {
            let points = |first: Option<Answer>| {
                let mut on = Battle::imagined(&v, 7);
                let mut c = [commander(Quick, 3), commander(Quick, 4)];
                if let Some(a) = first {
                    on.answer(side, a).expect("a lawful answer");
                }
                while let Some((s, w)) = on.pending().first().cloned() {
                    if on.field().bound > b.field().bound {
                        return Some(on.field().army(s).commands[0].points);
                    }
                    let a = c[s.index()].decide(&on.view(s, &w));
                    on.answer(s, a).expect("a lawful answer");
                }
                None
            };
            if let (Some(one), Some(other)) = (points(None), points(Some(Answer::EndMoves))) {
                assert_eq!(one, other, "turn {}", b.field().bound);
                seen += 1;
            }
        }
        let a = c[side.index()].decide(&v);
        b.answer(side, a).expect("a lawful answer");
    }
    assert!(seen > 5);
}
