//! Two commanders against each other, many times over.

use commander::Strength;
use rayon::prelude::*;

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
