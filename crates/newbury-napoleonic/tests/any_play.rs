//! Whatever is offered is accepted, whatever is played comes to an end, and what was saved goes on as if it had never been put away.

use desk::{Rules, Seating};
use newbury_napoleonic::battle::{Battle, Terms};
use newbury_napoleonic::event::Kind;
use newbury_napoleonic::{Side, scenario};
use std::sync::Arc;
use umpire::{BattleDice, Log, Seed, Seeded};

fn begin(name: &str, seed: u64, moves: u32) -> Battle {
    let (name, text) = scenario::SHIPPED.iter().find(|(n, _)| *n == name).expect("it is shipped");
    let s = scenario::read(name, text).unwrap_or_else(|r| panic!("{r:#}"));
    let terms = Terms { moves, ..Terms::from(&s) };
    let dice = BattleDice::from_number(seed);
    let log = Log::On(Vec::new());
    Battle::begin(
        Arc::new(terms),
        s.muster(),
        Seed::new(format!("any-{seed}")),
        dice,
        log,
        Seating::SIDES_ONLY,
    )
}

/// Plays by picking among the offers; the number of answers given.
fn play(b: &mut Battle, seed: u64, most: usize) -> usize {
    let mut chance = Seeded::from_number(seed);
    for n in 0..most {
        let Some((side, awaits)) = Rules::pending(b).into_iter().next() else { return n };
        let offers = b.offers(side, &awaits).offers;
        assert!(!offers.is_empty(), "something is always offered: {awaits:?}");
        let pick = match chance.below(4) {
            0 => 0,
            1 | 2 => 1.min(offers.len() - 1),
            _ => chance.below(offers.len() as u32) as usize,
        };
        let answer = offers[pick].answer.clone();
        let said = format!("{answer:?}");
        b.answer(side, answer).unwrap_or_else(|no| panic!("{said} is refused: {no}"));
        sound(b);
    }
    most
}

/// What must hold of any table.
fn sound(b: &Battle) {
    for u in b.field().present() {
        assert!(u.figures() > 0, "{}", u.code);
        assert!(u.base.front.is_finite() && u.base.dir.is_finite(), "{}", u.code);
        assert!((u.base.dir.len() - 1.0).abs() < 1e-6, "{}", u.code);
    }
}

#[test]
fn whole_battles_are_stepped_through_by_offers() {
    for (seed, (name, _)) in (1..).zip(scenario::SHIPPED) {
        let mut b = begin(name, seed, 5);
        let n = play(&mut b, seed, 400);
        assert!(b.ended().is_some(), "{name} is not over after {n} answers, in move {}", b.field().turn);
        assert!(b.events().iter().any(|e| e.event == Kind::Moves), "{name}: somebody marches");
    }
}

#[test]
fn the_same_seed_gives_the_same_battle() {
    let told = |_: u32| {
        let mut b = begin("two-brigades", 7, 4);
        play(&mut b, 7, 200);
        b.events().iter().map(|e| format!("{} {}", e.clause, e.says)).collect::<Vec<_>>()
    };
    assert_eq!(told(1), told(2));
}

/// Whom bodies can fire at is worked out once in a step and told again to whoever asks: nothing comes out otherwise than if it were worked
/// out each time.
#[test]
fn what_is_kept_of_aims_changes_no_battle() {
    let mut fired = 0;
    for (seed, (name, _)) in (31..).zip(scenario::SHIPPED) {
        let [kept, fresh] = [true, false].map(|keeps| {
            let mut b = begin(name, seed, 5);
            if !keeps {
                b.keeps_nothing();
            }
            play(&mut b, seed, 400);
            b
        });
        assert_eq!(kept.field(), fresh.field(), "{name}");
        let told =
            |b: &Battle| b.events().iter().map(|e| format!("{} {}", e.clause, e.says)).collect::<Vec<_>>();
        assert_eq!(told(&kept), told(&fresh), "{name}");
        fired += kept.events().iter().filter(|e| e.event == Kind::Fires).count();
    }
    assert!(fired > 0, "somebody fires");
}

#[test]
fn what_was_put_away_goes_on() {
    let mut b = begin("two-brigades", 3, 5);
    play(&mut b, 3, 9);
    // A side may have answered what the other has not yet.
    if b.save().is_none() {
        play(&mut b, 3, 1);
    }
    let Some(saved) = b.save() else { panic!("it can be put away between two answers of a side") };
    let mut again = begin("two-brigades", 3, 5);
    again.restore(&saved).unwrap();
    let before = b.events().len();
    for x in [&mut b, &mut again] {
        play(x, 11, 12);
    }
    assert_eq!(b.field().units, again.field().units);
    assert_eq!(b.play(), again.play());
    assert!(b.events().len() > before);
}

#[test]
fn silence_alone_brings_a_battle_to_its_end() {
    let mut b = begin("by-points", 5, 3);
    while let Some((side, _)) = Rules::pending(&b).into_iter().next() {
        let a = b.silence(side).unwrap();
        b.answer(side, a).unwrap();
    }
    assert_eq!(b.field().turn, 3);
    assert!(b.ended().is_some());
    assert!(Side::BOTH.iter().all(|s| b.field().side(*s).count() > 0), "nobody left by himself");
}
