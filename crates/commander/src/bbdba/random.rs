//! Picks among legal answers by chance.

use super::Commander;
use bbdba_acw::Answer;
use bbdba_acw::battle::{Battle, View};
use umpire::Seeded;

/// The yardstick: every answer is legal and none is chosen for a reason.
#[derive(Debug)]
pub struct Random {
    dice: Seeded,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { dice: Seeded::from_number(seed) }
    }
}

impl Commander for Random {
    fn decide(&mut self, v: &View<'_>) -> Answer {
        let b = Battle::imagined(v, 0);
        let (mut offers, _) = b.offers(v.side, v.awaits);
        if offers.is_empty() {
            return Answer::EndMoves;
        }
        let n = self.dice.below(offers.len() as u32) as usize;
        offers.swap_remove(n)
    }
}
