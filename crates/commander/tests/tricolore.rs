//! Commanders of *Tricolore*: lawful, from what their side knows, the same for the same seeds, and better than chance.

use crate::duel;
use commander::Strength::{self, Quick, Random, Steady};
use commander::tricolore::{Commander, begin, commander, play, play_one};
use tricolore::battle::Battle;
use tricolore::scenario::{self, Scenario};
use tricolore::view::View;
use tricolore::{Answer, Side};
use umpire::Seed;

fn text(name: &str) -> &'static str {
    scenario::SHIPPED.iter().find(|(n, _)| *n == name).expect("a shipped scenario").1
}

fn shipped(name: &str) -> Scenario {
    scenario::read(name, text(name)).expect("a good scenario")
}

#[test]
fn shipped_battles_are_begun_without_a_refused_answer() {
    for (name, _) in scenario::SHIPPED {
        for (n, strengths) in [[Quick, Steady], [Steady, Random], [Random, Quick]].into_iter().enumerate() {
            let (_, p) = play_one(&shipped(name), strengths, 3, n as u64, 2);
            assert_eq!(p.refused, 0, "{name}: {:?}", p.refusal);
        }
    }
}

#[test]
fn a_battle_is_fought_to_its_end() {
    let (b, p) = play_one(&shipped("divisions-meet"), [Steady, Random], 5, 1, 100);
    assert_eq!(p.refused, 0, "{:?}", p.refusal);
    assert!(p.ended.is_some() && b.field().round == 10, "round {}", p.turns);
}

#[test]
fn the_same_seeds_give_the_same_battle() {
    let s = shipped("divisions-meet");
    let fight = || {
        let (b, p) = play_one(&s, [Quick, Steady], 9, 4, 3);
        (b.field().clone(), p.answers)
    };
    assert_eq!(fight(), fight());
}

fn answers(s: &Scenario, strength: Strength, most: usize) -> Vec<Answer> {
    let mut own = commander(strength, 1);
    let decide = |b: &Battle| own.decide(&View::of(b, Side::A).expect("it is waited for"));
    duel::answers(begin(s, &Seed::new("fog")), Side::A, most, decide, Battle::silence)
}

/// The values on the other side's rosters and its orders stand in its papers.
#[test]
fn the_other_sides_papers_change_no_answer() {
    let plain = text("divisions-meet");
    let (own, theirs) = plain.split_at(plain.find("name = \"The Austrians\"").expect("the other side"));
    let other = format!("{own}{}", theirs.replace("quality = \"line\"", "quality = \"elite\""));
    assert_ne!(plain, other);
    let [one, two] = [plain, &other].map(|t| scenario::read("papers", t).expect("a good scenario"));
    for strength in [Quick, Steady] {
        assert_eq!(answers(&one, strength, 4), answers(&two, strength, 4), "{strength:?}");
    }
}

/// The dice to come are not the commander's.
#[test]
fn the_dice_to_come_change_no_answer() {
    let s = shipped("divisions-meet");
    let first = |seed: &str| {
        let b = begin(&s, &Seed::new(seed));
        let v = View::of(&b, Side::A).expect("both are asked for orders");
        [Quick, Steady].map(|k| commander(k, 7).decide(&v))
    };
    assert_eq!(first("one"), first("another"));
}

/// A short look; docs/commanders.md has the figures of longer series.
#[test]
fn steady_beats_chance() {
    let s = shipped("divisions-meet");
    for n in 0..2u64 {
        let strengths = if n == 0 { [Steady, Random] } else { [Random, Steady] };
        let mut b = begin(&s, &Seed::new(format!("short {n}")));
        let mut c: [Box<dyn Commander>; 2] = [commander(strengths[0], n), commander(strengths[1], n + 1)];
        let p = play(&mut b, &mut c, 100);
        let winner = p.ended.and_then(|e| e.winner);
        assert_eq!(winner, Some(Side::BOTH[n as usize]), "battle {n}");
    }
}
