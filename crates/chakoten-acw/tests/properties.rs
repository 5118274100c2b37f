//! What is true of every battle, whatever is ordered: men are conserved, the clock never runs back, nobody acts twice, units
//! stand apart, what is offered is accepted, a refusal changes nothing, and a battle played again is the same battle.

use chakoten_acw::battle::{Awaits, Battle};
use chakoten_acw::losses::Reckoning;
use chakoten_acw::order::{Answer, Choice, Order, Written};
use chakoten_acw::scenario::{self, Scenario};
use chakoten_acw::troop::{Arm, State};
use chakoten_acw::turn::ENDLESS;
use chakoten_acw::unit::{Fate, Unit, UnitId};
use chakoten_acw::{Event, EventKind, Field, Side};
use commander::Strength;
use commander::chakoten::{ChakotenView, Commander, commander};
use std::collections::BTreeMap;
use table::EPS;
use umpire::BattleDice;
use umpire::Log;

fn shipped(name: &str) -> Scenario {
    let text = scenario::SHIPPED.iter().find(|(k, _)| *k == name).expect("a shipped scenario").1;
    scenario::read(name, text).expect("a good scenario")
}

/// A battle without an end.
fn battle(s: &Scenario, seed: u64) -> Battle {
    let dice = BattleDice::from_number(seed);
    Battle::on(s.muster(), dice, Log::On(Vec::new()))
}

/// Men of each regiment at the start; detached parts are counted in it.
fn men(f: &Field) -> BTreeMap<UnitId, u32> {
    let mut all = BTreeMap::new();
    // A wagon's figures are its horses.
    for u in f.units.iter().filter(|u| u.fate != Fate::Joined && u.arm != Arm::Wagon) {
        let r = Reckoning::of(u);
        *all.entry(u.regiment).or_default() += r.present + r.fallen + r.captured + r.fled;
    }
    all
}

/// Bases that lie on each other although the book never lets them: neither inside a building, nor fleeing, nor a chain or
/// gunners among friends.
fn overlaps(f: &Field) -> Vec<String> {
    let solid: Vec<&Unit> =
        f.present().filter(|u| u.inside.is_empty() && u.close() && !u.gunners_alone()).collect();
    let mut bad = Vec::new();
    for (i, a) in solid.iter().enumerate() {
        for b in &solid[i + 1..] {
            let deep = a
                .rects()
                .iter()
                .flat_map(|x| b.rects().into_iter().map(move |y| x.penetration(&y)))
                .fold(0.0, f64::max);
            if deep > 20.0 * EPS {
                bad.push(format!("{} and {} by {deep:.3}", a.code, b.code));
            }
        }
    }
    bad
}

/// All that is true of the events of one turn.
fn events_of_turn(events: &[Event], seed: u64) {
    let mut clock = 0.0;
    let mut fired: BTreeMap<UnitId, u32> = BTreeMap::new();
    for e in events {
        let tells = format!("seed {seed} turn {} clock {}: {:?}", e.turn, e.clock, e.kind);
        assert!((0.0..=1.0).contains(&e.clock), "{tells}");
        assert!(e.clock >= clock, "the clock runs back: {tells}");
        clock = e.clock;
        match &e.kind {
            EventKind::Moved { since, .. } => assert!(*since <= e.clock + 1e-12, "{tells}"),
            EventKind::Fired { unit, .. } => *fired.entry(*unit).or_default() += 1,
            EventKind::ByDefault { says } => assert_ne!(*says, ENDLESS(), "{tells}"),
            _ => {}
        }
    }
    // A unit fires once, or once with each of two parts.
    for (u, n) in fired {
        assert!(n <= 2, "seed {seed}: {u:?} fires {n} times");
    }
}

/// What is wrong with the table between two turns.
fn wrongs(f: &Field, start: &BTreeMap<UnitId, u32>) -> Vec<String> {
    let mut bad = overlaps(f);
    for (u, now) in men(f) {
        let then = start.get(&u).copied().unwrap_or(0);
        if now != then {
            bad.push(format!("{} had {then} men and has {now}", f[u].code));
        }
    }
    for u in f.present() {
        let flees = u.state == State::Complete;
        if !flees && !u.base.corners().iter().all(|p| near_edge(f, *p)) {
            bad.push(format!("{} stands off the table: {:?}", u.code, u.base));
        }
        if u.figures == 0 {
            bad.push(format!("{} has nobody left", u.code));
        }
        if !u.base.front.is_finite() || !u.base.dir.is_finite() {
            bad.push(format!("{} is nowhere: {:?}", u.code, u.base));
        }
    }
    bad
}

/// A battle of random orders, with everything looked at after each turn. What is wrong is told to `report`.
fn fight(
    s: &Scenario,
    strength: [Strength; 2],
    seed: u64,
    turns: u32,
    mut report: impl FnMut(&Battle, usize, Vec<String>),
) -> (Battle, Vec<(Side, Answer)>) {
    let mut b = battle(s, seed);
    let mut who: [Box<dyn Commander>; 2] =
        [commander(strength[0], seed ^ 0xA), commander(strength[1], seed ^ 0xB)];
    let first = b.field().turn;
    let start = men(b.field());
    let mut given = Vec::new();
    let mut from = 0;
    while let Some((side, awaits)) = b.pending().into_iter().next() {
        if awaits == Awaits::Orders && b.field().turn >= first + turns {
            break;
        }
        if awaits == Awaits::Orders && side == Side::A && b.field().turn > first {
            events_of_turn(&b.events()[from..], seed);
            let bad = wrongs(b.field(), &start);
            if !bad.is_empty() {
                report(&b, from, bad);
            }
            from = b.events().len();
        }
        let a = who[side.index()].decide(&ChakotenView::of(&b, Some(s), side).expect("it is awaited"));
        b.answer(side, a.clone())
            .unwrap_or_else(|r| panic!("seed {seed} turn {}: {a:?} refused: {r:?}", b.field().turn));
        given.push((side, a));
    }
    (b, given)
}

fn no_wrong(b: &Battle, _: usize, bad: Vec<String>) {
    panic!("turn {}: {bad:?}", b.field().turn);
}

fn near_edge(f: &Field, p: table::V2) -> bool {
    let m = 0.1;
    p.x >= -m && p.y >= -m && p.x <= f.ground.width + m && p.y <= f.ground.depth + m
}

#[test]
fn random_orders_leave_a_lawful_table() {
    for (n, (name, _)) in scenario::SHIPPED.iter().enumerate() {
        let s = shipped(name);
        for seed in 0..4 {
            fight(&s, [Strength::Random; 2], 100 * n as u64 + seed, 30, no_wrong);
        }
    }
}

#[test]
fn sensible_orders_leave_a_lawful_table() {
    for (n, (name, _)) in scenario::SHIPPED.iter().enumerate() {
        let s = shipped(name);
        let seed = 100 * n as u64;
        fight(&s, [Strength::Steady; 2], seed, 20, no_wrong);
        fight(&s, [Strength::Random, Strength::Steady], seed + 1, 20, no_wrong);
        fight(&s, [Strength::Steady, Strength::Random], seed + 2, 20, no_wrong);
    }
}

#[test]
fn a_battle_played_again_is_the_same_battle() {
    let s = shipped("two-brigades");
    let (b, given) = fight(&s, [Strength::Random; 2], 7, 15, |_, _, _| {});
    let mut again = battle(&s, 7);
    for (side, a) in given {
        again.answer(side, a).expect("it was accepted before");
    }
    assert_eq!(again.events(), b.events());
    assert_eq!(again.field(), b.field());
}

#[test]
fn a_refused_answer_changes_nothing_and_every_offer_is_accepted() {
    let s = shipped("two-brigades");
    let tried: u32 = (3..7).map(|seed| wrong_answers_and_all_offers(&s, seed)).sum();
    assert!(tried > 5, "only {tried} offers were tried");
}

/// Gives wrong answers, and tries all offers on copies of the battle; says how many offers there were.
fn wrong_answers_and_all_offers(s: &Scenario, seed: u64) -> u32 {
    let mut b = battle(s, seed);
    let mut who: [Box<dyn Commander>; 2] = [commander(Strength::Steady, 1), commander(Strength::Steady, 2)];
    let mut tried = 0;
    while let Some((side, awaits)) = b.pending().into_iter().next() {
        if b.field().turn > 20 {
            break;
        }
        // Wrong in kind, wrong in name, wrong in sense.
        let wrong = match awaits {
            Awaits::Orders => vec![
                Answer::Staff { moves: Vec::new() },
                orders("nobody", Order::Stand),
                Answer::Orders {
                    orders: BTreeMap::from([("2NY".into(), Written::Slip("march backwards quickly".into()))]),
                    instructions: BTreeMap::new(),
                },
            ],
            Awaits::Choices => vec![
                orders("2NY", Order::Stand),
                Answer::Choices { choices: BTreeMap::from([("dance".to_string(), Choice::Yes)]) },
            ],
            Awaits::Staff => vec![Answer::Staff {
                moves: vec![chakoten_acw::order::StaffMove {
                    who: "Nobody".into(),
                    to: Some([f64::NAN, 0.0]),
                    join: None,
                }],
            }],
        };
        for w in wrong {
            let (field, events, asked) = (b.field().clone(), b.events().len(), b.asked().cloned());
            assert!(b.answer(side, w).is_err());
            assert_eq!((b.field(), b.events().len(), b.asked()), (&field, events, asked.as_ref()));
        }
        if awaits == Awaits::Choices {
            let asked = b.asked().expect("choices").asked.clone();
            for a in asked.iter().filter(|a| a.side == side) {
                for o in &a.offers {
                    let mut trial = b.clone();
                    let choices = BTreeMap::from([(a.key.clone(), o.clone())]);
                    trial.answer(side, Answer::Choices { choices }).expect("an offer is accepted");
                    tried += 1;
                }
            }
        }
        let a = who[side.index()].decide(&ChakotenView::of(&b, Some(s), side).expect("it is awaited"));
        b.answer(side, a).expect("a sound answer");
    }
    tried
}

fn orders(code: &str, o: Order) -> Answer {
    Answer::Orders {
        orders: BTreeMap::from([(code.to_string(), Written::Data(o))]),
        instructions: BTreeMap::new(),
    }
}

/// Who has not stirred does not look again: what a side knows is the same as if everybody had looked anew.
#[test]
fn what_was_seen_before_is_seen_by_looking_again() {
    for (name, _) in scenario::SHIPPED {
        let s = shipped(name);
        let mut b = battle(&s, 11);
        let mut staff = [commander(Strength::Steady, 3), commander(Strength::Random, 4)];
        let mut asked = 0;
        while let Some((side, _)) = b.pending().into_iter().next().filter(|_| b.field().turn < 6) {
            for of in Side::BOTH {
                let anew = chakoten_acw::view::known(b.field(), of, b.sightings());
                assert_eq!(*b.known(of), anew, "{name}, turn {}, side {of}", b.field().turn);
                for c in b.field().commands.iter().filter(|c| c.side == of) {
                    for e in anew.seen() {
                        let (kept, anew) = (b.known(of), &anew);
                        assert_eq!(kept.may_name(b.field(), c.id, *e), anew.may_name(b.field(), c.id, *e));
                    }
                }
            }
            let v = ChakotenView::of(&b, Some(&s), side).expect("something is awaited");
            let answer = staff[side.index()].decide(&v);
            b.answer(side, answer).expect("lawful");
            asked += 1;
        }
        assert!(asked > 20, "{name}: {asked}");
    }
}
