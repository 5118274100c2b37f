//! The commanders of the second book play lawfully to a decision, the better beats the worse, and nobody sees more than his
//! side's view shows.

use chakoten_acw::battle::Battle;
use chakoten_acw::scenario::{self, Scenario};
use chakoten_acw::{Side, view};
use commander::Strength::{self, Quick, Random, Steady};
use commander::chakoten::{ChakotenView, begin, play, play_one, staffs};
use rayon::prelude::*;
use std::sync::Arc;
use umpire::{Log, Seed};

fn shipped(name: &str) -> Arc<Scenario> {
    let text = scenario::SHIPPED.iter().find(|(k, _)| *k == name).expect("a shipped scenario").1;
    Arc::new(scenario::read(name, text).expect("a good scenario"))
}

fn won(one: Strength, two: Strength, battles: u64, on: &str) -> u64 {
    let s = shipped(on);
    (0..battles)
        .into_par_iter()
        .filter(|i| {
            let swapped = i % 2 == 1;
            let (_, p) = play_one(&s, if swapped { [two, one] } else { [one, two] }, 11, *i, 200);
            assert_eq!(p.refused, 0, "battle {i}");
            p.ended.and_then(|e| e.winner).is_some_and(|w| (w.index() == 0) != swapped)
        })
        .count() as u64
}

#[test]
fn steady_beats_random_on_a_meeting_engagement() {
    let n = won(Steady, Random, 20, "two-brigades");
    assert!(n >= 19, "{n} of 20");
}

#[test]
fn shipped_battles_are_fought_out_without_a_refused_answer() {
    for (name, _) in scenario::SHIPPED {
        let s = shipped(name);
        for (i, k) in [[Steady, Quick], [Random, Random], [Quick, Steady]].into_iter().enumerate() {
            let (_, p) = play_one(&s, k, 3, i as u64, 200);
            assert_eq!(p.refused, 0, "{name} {i}");
            assert!(p.ended.is_some(), "{name} {i} is undecided after {} turns", p.turns);
        }
    }
}

#[test]
fn the_same_seeds_give_the_same_battle_with_and_without_a_log() {
    let s = shipped("two-brigades");
    let fight = |log| {
        let mut b = begin(&s, &Seed::new("same"), log);
        let p = play(&mut b, Some(&s), &mut staffs([Steady, Random], 5, 5), 200);
        (b, p)
    };
    let (a, pa) = fight(Log::Off);
    let (b, pb) = fight(Log::On(Vec::new()));
    assert_eq!(a.field(), b.field());
    assert_eq!(pa.ended, pb.ended);
}

/// What a commander is given of the enemy is what the view lists, no more.
fn same_as_view(b: &Battle, s: &Scenario, side: Side) {
    let Some(v) = ChakotenView::of(b, Some(s), side) else { return };
    let listed = view::view(b.field(), side, &b.known(side));
    assert_eq!(v.enemies.len(), listed.enemies.len());
    for (e, l) in v.enemies.iter().zip(&listed.enemies) {
        assert_eq!(v.label(e.id).as_ref(), Some(&l.label));
        assert_eq!((e.kind, e.formation, e.figures, e.files), (l.kind, l.formation, l.figures, l.files));
        assert_eq!((e.fleeing, e.lying_down, e.inside), (l.fleeing, l.lying_down, !l.inside.is_empty()));
        assert_eq!((e.base.pose(), e.base.width, e.base.depth), (l.at, l.width, l.depth));
    }
    assert_eq!(v.lines.len(), listed.ground.lines.len());
    assert!(v.own.iter().all(|u| u.side == side) && v.staff.iter().all(|g| g.side == side));
    assert!(v.tasks.iter().all(|t| t.side == side) && v.asked.iter().all(|a| a.side == side));
}

#[test]
fn a_commander_sees_what_the_view_lists() {
    let s = shipped("fortified-ridge");
    let mut b = begin(&s, &Seed::new("fog"), Log::Off);
    let mut who = staffs([Steady, Random], 2, 2);
    let mut hidden = 0;
    while let Some((side, awaits)) = b.pending().into_iter().next() {
        for x in Side::BOTH {
            same_as_view(&b, &s, x);
            hidden += b.field().enemies(x).count() - b.known(x).seen().len();
        }
        let a = who[side.index()].decide(&ChakotenView::of(&b, Some(&s), side).expect("it is awaited"));
        b.answer(side, a).unwrap_or_else(|r| panic!("{awaits:?}: {r:?}"));
    }
    assert!(hidden > 0, "somebody was out of sight");
}
