//! The commanders of the third book play lawfully, see no more than their side's view shows, and write orders of every kind that the
//! book has for them.

use chakoten_napoleonic::Side;
use chakoten_napoleonic::battle::{Awaits, Battle};
use chakoten_napoleonic::order::{Answer, Leg, Order, Written};
use chakoten_napoleonic::scenario::{self, Scenario};
use chakoten_napoleonic::troop::Formation;
use chakoten_napoleonic::view;
use commander::Strength::{Quick, Random, Steady};
use commander::napoleonic::{NapoleonicView, begin, commander, play, play_one, staffs};
use std::sync::Arc;
use umpire::{Log, Seed};

fn shipped(name: &str) -> Arc<Scenario> {
    let text = scenario::SHIPPED.iter().find(|(k, _)| *k == name).expect("a shipped scenario").1;
    Arc::new(scenario::read(name, text).expect("a good scenario"))
}

/// The orders of an answer.
fn ordered(a: &Answer) -> Vec<&Order> {
    let Answer::Orders { orders, .. } = a else { return Vec::new() };
    orders
        .values()
        .filter_map(|o| match o {
            Written::Data(o) => Some(o),
            Written::Slip(_) => None,
        })
        .collect()
}

/// Plays some turns and lets somebody look at every answer before it is given.
fn watch(on: &str, turns: u32, mut see: impl FnMut(&Battle, &Scenario, Side, &Answer)) {
    let s = shipped(on);
    let mut b = begin(&s, &Seed::new(format!("watch {on}")), Log::Off);
    let mut who = staffs([Steady, Steady], 4, 1);
    while let Some((side, awaits)) = b.pending().into_iter().next() {
        if awaits == Awaits::Orders && b.field().turn >= turns {
            return;
        }
        let a = who[side.index()].decide(&NapoleonicView::of(&b, Some(&s), side).expect("it is awaited"));
        see(&b, &s, side, &a);
        b.answer(side, a).unwrap_or_else(|r| panic!("{on} {awaits:?}: {r:?}"));
    }
}

#[test]
fn every_answer_is_accepted_on_every_shipped_battle() {
    for (name, _) in scenario::SHIPPED {
        let s = shipped(name);
        for (i, k) in [[Steady, Random], [Random, Quick]].into_iter().enumerate() {
            let (_, p) = play_one(&s, k, 3, i as u64, 6);
            assert_eq!(p.refused, 0, "{name} {i}: {}", p.refusal.unwrap_or_default());
        }
    }
}

#[test]
fn the_same_view_gets_the_same_orders() {
    let s = shipped("brigades-meet");
    let b = begin(&s, &Seed::new("same"), Log::Off);
    for strength in [Steady, Quick, Random] {
        for side in Side::BOTH {
            let v = NapoleonicView::of(&b, Some(&s), side).expect("orders are awaited");
            let [one, two] = [0, 0].map(|_| commander(strength, 5).decide(&v));
            assert_eq!(one, two, "{strength:?} {side}");
        }
    }
}

#[test]
fn the_same_seeds_give_the_same_battle_with_and_without_a_log() {
    for (name, _) in scenario::SHIPPED {
        let s = shipped(name);
        // Who moves by chance rides into the enemy.
        for who in [[Steady, Random], [Random, Random]] {
            let fight = |log| {
                let mut b = begin(&s, &Seed::new("same"), log);
                play(&mut b, Some(&s), &mut staffs(who, 5, 5), 6);
                b
            };
            assert_eq!(fight(Log::Off).field(), fight(Log::On(Vec::new())).field(), "{name} {who:?}");
        }
    }
}

/// What a commander is given of the enemy is what the view lists, no more.
fn same_as_view(b: &Battle, s: &Scenario, side: Side) {
    let Some(v) = NapoleonicView::of(b, Some(s), side) else { return };
    let listed = view::view(b.field(), side, &b.known(side));
    assert_eq!(v.enemies().len(), listed.enemies.len());
    for (e, l) in v.enemies().iter().zip(&listed.enemies) {
        assert_eq!(v.label(e.id).as_ref(), Some(&l.label));
        assert_eq!((e.arm, e.formation, e.figures, e.files), (l.arm, l.formation, l.figures, l.files));
        assert_eq!((e.fleeing, e.limbered, e.working), (l.fleeing, l.limbered, l.working));
        assert_eq!(e.inside, l.inside.is_some());
        assert_eq!((e.base.pose(), e.base.width, e.base.depth), (l.at, l.width, l.depth));
    }
    assert_eq!(v.lines().len(), listed.ground.lines.len());
    assert!(v.own.iter().all(|u| u.side == side) && v.staff.iter().all(|g| g.side == side));
    assert!(v.tasks.iter().all(|t| t.side == side) && v.asked(|_| true).iter().all(|a| a.side == side));
}

#[test]
fn a_commander_sees_what_the_view_lists() {
    let mut hidden = 0;
    watch("village-and-bridge", 5, |b, s, side, _| {
        same_as_view(b, s, side);
        hidden += b.field().enemies(side).count() - b.known(side).seen().len();
    });
    assert!(hidden > 0, "somebody was out of sight");
}

#[test]
fn lines_go_out_guns_go_into_action_and_staff_rides_along() {
    let (mut lines, mut guns, mut rides, mut columns) = (0, 0, 0, 0);
    watch("brigades-meet", 7, |b, _, side, a| {
        for o in ordered(a) {
            lines += usize::from(o.legs.iter().any(|l| matches!(l, Leg::SendOut { .. })));
            guns += usize::from(o.legs.iter().any(|l| matches!(l, Leg::Unlimber { .. })));
        }
        if let Answer::Orders { staff, .. } = a {
            rides += staff.len();
        }
        columns += b.field().side(side).filter(|u| u.formation == Formation::AttackColumn).count();
    });
    assert!(columns > 0);
    assert!(lines > 0, "no skirmish line was sent out");
    assert!(guns > 0, "no battery went into action");
    assert!(rides > 0, "no commander kept up with his units");
}
