//! Whole battles with dice in other hands (play.tie): listed in another order, or with the sides exchanged and the table turned
//! round, the same answers and the same seed give the same battle.

use crate::other_hands;

use chakoten_acw::EventKind;
use chakoten_acw::battle::{Awaits, Battle};
use chakoten_acw::proves;
use chakoten_acw::scenario::{self, generate};
use commander::Strength;
use commander::chakoten::{ChakotenView, Commander, commander};
use other_hands::{Hands, alike, answer, named, side, standing};
use serde_json::Value;
use std::sync::Arc;
use umpire::BattleDice;
use umpire::Log;

const STEADY: Strength = Strength::Steady;
const RANDOM: Strength = Strength::Random;

/// A battle to be fought twice.
struct Fight<'a> {
    name: String,
    text: &'a str,
    who: [Strength; 2],
    turns: u32,
    seed: u64,
}

fn battle(f: &Fight<'_>, h: Hands, dice: BattleDice) -> (Arc<scenario::Scenario>, Battle) {
    let text = other_hands::scenario(f.text, h);
    let s = scenario::read(&f.name, &text).unwrap_or_else(|r| panic!("{}: {r:#}\n{text}", f.name));
    let s = Arc::new(s);
    let b = Battle::of_scenario(s.clone(), umpire::Seed::new("fair"), dice, Log::On(Vec::new()));
    (s, b)
}

/// Fights it in both hands at once, the same answers in both, and hands over both battles.
fn both(f: &Fight<'_>, h: Hands, dice: impl Fn() -> BattleDice) -> (Battle, Battle) {
    let (s, mut one) = battle(f, Hands::default(), dice());
    let (_, mut two) = battle(f, h, dice());
    let mut who: [Box<dyn Commander>; 2] =
        [commander(f.who[0], f.seed ^ 0xA), commander(f.who[1], f.seed ^ 0xB)];
    while let Some((of, awaits)) = one.pending().into_iter().next() {
        if awaits == Awaits::Orders && one.field().turn >= f.turns {
            break;
        }
        let a = who[of.index()].decide(&ChakotenView::of(&one, Some(&s), of).expect("it is awaited"));
        let b = answer(&a, of, h, &one, &two);
        let at = format!("{} {h:?} turn {} side {of}: {a:?}", f.name, one.field().turn);
        one.answer(of, a).unwrap_or_else(|r| panic!("{at}: refused: {r:?}"));
        if let Err(r) = two.answer(side(of, h), b) {
            println!("{r:?}");
            compare(f, h, &one, &two);
            panic!("{at}: refused in other hands: {r:?}");
        }
        if one.pending().len() != two.pending().len() {
            compare(f, h, &one, &two);
            panic!("{at}: {:?} and {:?} are awaited", one.pending(), two.pending());
        }
    }
    (one, two)
}

/// All events, in the order in which they happened.
fn compare(f: &Fight<'_>, h: Hands, one: &Battle, two: &Battle) {
    let a: Vec<Value> = one.events().iter().map(|e| named(one.field(), e, Hands::default())).collect();
    let b: Vec<Value> = two.events().iter().map(|e| named(two.field(), e, h)).collect();
    for (i, (x, y)) in a.iter().zip(&b).enumerate() {
        if !alike(x, y) && std::env::var_os("SHOW").is_some() {
            for k in i.saturating_sub(8)..i + 8 {
                println!("{k}: {}\n     {}", a[k], b[k]);
            }
        }
        assert!(alike(x, y), "{} {h:?} seed {}, event {i}:\n{x}\n{y}", f.name, f.seed);
    }
    let next = |v: &[Value]| v.get(a.len().min(b.len())).map(Value::to_string);
    assert_eq!(
        a.len(),
        b.len(),
        "{} {h:?} seed {}\n{:?}\n{:?}\nasked {:?}\n{:?}",
        f.name,
        f.seed,
        next(&a),
        next(&b),
        one.asked(),
        two.asked()
    );
    let (x, y) = (standing(one.field(), Hands::default()), standing(two.field(), h));
    assert_eq!(x.len(), y.len());
    for (code, x) in &x {
        assert!(alike(x, &y[code]), "{} {h:?}: {code}\n{x}\n{}", f.name, y[code]);
    }
}

fn same(f: &Fight<'_>, h: Hands, dice: impl Fn() -> BattleDice) -> usize {
    let (one, two) = both(f, h, dice);
    compare(f, h, &one, &two);
    one.events().iter().filter(|e| e.kind.ruling().is_some()).count()
}

fn seeded(seed: u64) -> impl Fn() -> BattleDice {
    move || BattleDice::from_number(seed)
}

fn shipped(n: usize, who: [Strength; 2], turns: u32, seed: u64) -> Fight<'static> {
    let (name, text) = scenario::SHIPPED[n];
    Fight { name: name.into(), text, who, turns, seed }
}

#[test]
fn listed_in_another_order() {
    let _p = proves!("play.instant");
    let h = Hands { reversed: true, ..Hands::default() };
    let mut rolls = 0;
    for n in 0..3 {
        rolls += same(&shipped(n, [STEADY; 2], 8, 5), h, seeded(5));
        rolls += same(&shipped(n, [RANDOM; 2], 8, 6), h, seeded(6));
    }
    assert!(rolls > 100, "only {rolls} rolls");
}

#[test]
fn sides_exchanged_and_the_table_turned_round() {
    let _p = proves!("play.tie");
    let mut rolls = 0;
    for reversed in [false, true] {
        let h = Hands { turned: true, reversed };
        for n in 0..3 {
            let seed = 10 + n as u64;
            rolls += same(&shipped(n, [STEADY, RANDOM], 8, seed), h, seeded(seed));
            rolls += same(&shipped(n, [RANDOM; 2], 8, seed), h, seeded(seed));
        }
    }
    assert!(rolls > 100, "only {rolls} rolls");
}

#[test]
fn generated_battles_in_other_hands() {
    let _p = proves!("play.tie");
    for (n, kind) in generate::TerrainKind::ALL.into_iter().enumerate() {
        let seed = 40 + n as u64;
        let text = generate::scenario(kind, seed);
        let who = if n % 2 == 0 { [STEADY; 2] } else { [STEADY, RANDOM] };
        let f = Fight { name: kind.name().into(), text: &text, who, turns: 8, seed };
        let h = Hands { turned: true, reversed: true };
        same(&f, h, seeded(seed));
    }
}

/// The commanders of the test meet: otherwise it would prove nothing.
#[test]
fn the_battles_are_bloody() {
    let f = shipped(0, [STEADY; 2], 20, 5);
    let (b, _) = both(&f, Hands { turned: true, ..Hands::default() }, seeded(5));
    let n = |p: fn(&EventKind) -> bool| b.events().iter().filter(|e| p(&e.kind)).count();
    assert!(n(|k| matches!(k, EventKind::Fired { .. })) > 5);
    assert!(n(|k| matches!(k, EventKind::Shock { .. })) > 0);
}
