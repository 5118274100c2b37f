//! The commanders of the second book play lawfully to a decision, the better beats the worse, and nobody sees more than his
//! side's view shows.

use crate::duel;
use chakoten_acw::battle::Battle;
use chakoten_acw::order::{Order, Step, Written};
use chakoten_acw::scenario::{self, Scenario};
use chakoten_acw::troop::{Arm, State};
use chakoten_acw::unit::{Fate, Unit};
use chakoten_acw::{Answer, Side, view};
use commander::Strength::{self, Quick, Random, Steady};
use commander::chakoten::{ChakotenView, begin, play, play_one, staffs};
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
fn steady_beats_random_with_every_task_and_from_both_seats() {
    let mut all = 0;
    for (name, _) in scenario::SHIPPED {
        let n = won(Steady, Random, 60, name);
        assert!(n * 100 >= 60 * 90, "{n} of 60 on {name}");
        all += n;
    }
    let battles = 60 * scenario::SHIPPED.len() as u64;
    assert!(all * 100 >= battles * 95, "{all} of {battles}");
}

/// Plays one battle and lets somebody look at every answer of a side before it is given.
fn watch(on: &str, number: u64, side: Side, mut see: impl FnMut(&Battle, &Answer)) -> Battle {
    let s = shipped(on);
    let mut b = begin(&s, &Seed::new(format!("watch {number}")), Log::Off);
    let mut who = staffs([Steady, Steady], 4, number);
    while let Some((x, awaits)) = b.pending().into_iter().next() {
        let a = who[x.index()].decide(&ChakotenView::of(&b, Some(&s), x).expect("it is awaited"));
        if x == side {
            see(&b, &a);
        }
        b.answer(x, a).unwrap_or_else(|r| panic!("{on} {number} {awaits:?}: {r:?}"));
    }
    b
}

/// The orders of an answer, with the units they are for.
fn ordered<'a>(b: &'a Battle, side: Side, a: &'a Answer) -> Vec<(&'a Unit, &'a Order)> {
    let Answer::Orders { orders, .. } = a else { return Vec::new() };
    orders
        .iter()
        .filter_map(|(code, o)| match o {
            Written::Data(o) => b.field().side(side).find(|u| *u.code == **code).map(|u| (u, o)),
            Written::Slip(_) => None,
        })
        .collect()
}

#[test]
fn the_train_gets_off_by_road_and_the_raiders_ride_for_it() {
    let mut by_road = 0;
    let b = watch("raid-on-the-train", 1, Side::A, |b, a| {
        by_road += ordered(b, Side::A, a)
            .iter()
            .filter(|(u, o)| {
                let road = |s: &Step| matches!(s, Step::Road { .. });
                u.arm == Arm::Wagon && matches!(o, Order::Move(m) if m.steps.iter().any(road))
            })
            .count();
    });
    assert!(by_road > 3, "{by_road} wagons ordered along the road");
    let fate = |f: Fate| b.field().units.iter().filter(|u| u.arm == Arm::Wagon && u.fate == f).count();
    assert!(fate(Fate::Left) > 0, "no wagon got off");
    assert!(fate(Fate::Captured) + fate(Fate::Destroyed) > 0, "no wagon was caught");
}

#[test]
fn attackers_come_upon_the_ridge_with_a_reserve_behind_them() {
    let (mut attacks, mut supported) = (0, 0);
    let mut nearest = f64::INFINITY;
    for number in 1..=4 {
        watch("fortified-ridge", number, Side::A, |b, a| {
            for (u, o) in ordered(b, Side::A, a) {
                nearest = nearest.min((116.0 - u.base.front.y).abs());
                if !matches!(o, Order::Move(m) if m.attack) {
                    continue;
                }
                attacks += 1;
                let behind = u.base.behind(30.0);
                supported += u32::from(
                    b.field()
                        .side(Side::A)
                        .any(|o| o.id != u.id && o.arm == Arm::Infantry && o.base.rect().gap(&behind) < 8.0),
                );
            }
        });
    }
    assert!(attacks > 8, "{attacks} attacks on the works in four battles");
    assert!(supported > 0, "none of {attacks} attacks had anybody behind it");
    assert!(nearest < 8.0, "nobody came nearer to the breastworks than {nearest:.0} cm");
}

#[test]
fn who_has_no_ammunition_fetches_it_and_who_is_shaken_is_rallied() {
    let (mut fetched, mut rallied) = (0, 0);
    for number in 0..4 {
        for side in Side::BOTH {
            watch("two-brigades", number, side, |b, a| {
                for (u, o) in ordered(b, side, a) {
                    fetched += u32::from(matches!(o, Order::Resupply { .. }));
                    if u.state == State::Disorder {
                        rallied += u32::from(matches!(o, Order::Reorganise));
                    }
                }
            });
        }
    }
    assert!(rallied > 0, "nobody was ordered to reorganise");
    assert!(fetched > 0, "nobody took ammunition from a wagon");
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
    let mut hidden = 0;
    for name in ["fortified-ridge", "raid-on-the-train"] {
        let s = shipped(name);
        let mut b = begin(&s, &Seed::new("fog"), Log::Off);
        let mut who = staffs([Steady, Random], 2, 2);
        while let Some((side, awaits)) = b.pending().into_iter().next() {
            for x in Side::BOTH {
                same_as_view(&b, &s, x);
                hidden += b.field().enemies(x).count() - b.known(x).seen().len();
            }
            let a = who[side.index()].decide(&ChakotenView::of(&b, Some(&s), side).expect("it is awaited"));
            b.answer(side, a).unwrap_or_else(|r| panic!("{name}: {awaits:?}: {r:?}"));
        }
    }
    assert!(hidden > 0, "somebody was out of sight");
}
