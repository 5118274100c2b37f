//! A battle as it is seen from the seats around its table.

use bbdba_acw::battle::Battle;
use desk::{Game, Match};
use serde_json::Value;
use umpire::{Refusal, Seat};

pub fn game(b: &Battle) -> Match<Battle> {
    Match::new(b.clone())
}

/// Gives an answer from a seat.
pub fn answer(b: &mut Battle, seat: Seat, answer: &Value) -> Result<(), Refusal> {
    let mut m = game(b);
    let taken = m.answer(seat, answer);
    *b = m.into_rules();
    taken
}
