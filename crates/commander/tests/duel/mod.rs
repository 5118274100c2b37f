//! Two commanders against each other, many times over.

use commander::Strength;
use desk::Rules;
use rayon::prelude::*;
use umpire::Side;

/// Battles won by the first of two commanders, sides swapped every other battle. `fight` plays one and says which side won.
pub fn won(
    [one, two]: [Strength; 2],
    battles: u64,
    fight: impl Fn([Strength; 2], u64) -> Option<usize> + Sync,
) -> u64 {
    (0..battles)
        .into_par_iter()
        .filter(|i| {
            let swapped = i % 2 == 1;
            let winner = fight(if swapped { [two, one] } else { [one, two] }, *i);
            winner.is_some_and(|w| (w == 0) != swapped)
        })
        .count() as u64
}

/// What a side answers until it has answered so often; the other says nothing.
pub fn answers<B: Rules<Answer: Clone>>(
    mut b: B,
    side: Side,
    most: usize,
    mut decide: impl FnMut(&B) -> B::Answer,
    silence: impl Fn(&B, Side) -> Option<B::Answer>,
) -> Vec<B::Answer> {
    let mut all = Vec::new();
    while let Some((who, _)) = b.pending().into_iter().next() {
        let a = if who == side { decide(&b) } else { silence(&b, who).expect("it is waited for") };
        if who == side {
            all.push(a.clone());
        }
        b.answer(who, a).expect("a lawful answer");
        if all.len() >= most {
            break;
        }
    }
    all
}
