//! Commanders for BBDBA-ACW.

mod ahead;
mod orders;
mod outlook;
mod quick;
mod random;
mod steady;
mod theatre;

use bbdba_acw::Answer;
use bbdba_acw::battle::{Battle, Ended, View};
use desk::{Game, Staff, Strength, commanders_seeds};
use serde_json::Value;
use umpire::{Log, Seat, Seed};

pub use quick::{Posture, Quick, Wing};
pub use random::Random;
pub use steady::Steady;
pub use theatre::theatre;

/// Decides what to answer from what a player sees.
pub trait Commander: Send {
    fn decide(&mut self, v: &View<'_>) -> Answer;
}

/// A commander of the given strength.
pub fn commander(strength: Strength, seed: u64) -> Box<dyn Commander> {
    match strength {
        Strength::Random => Box::new(Random::new(seed)),
        Strength::Quick => Box::new(Quick::new(seed)),
        Strength::Steady => Box::new(Steady::new(seed)),
    }
}

/// A commander of the given strength who sits in a seat.
pub fn appoint(strength: Strength, seed: u64) -> Box<dyn Staff> {
    Box::new(Officer { commander: commander(strength, seed) })
}

/// A commander who sits in a seat of a game.
struct Officer {
    commander: Box<dyn Commander>,
}

impl Staff for Officer {
    fn answer(&mut self, game: &dyn Game, seat: Seat) -> Option<Value> {
        let b = game.rules().downcast_ref::<Battle>()?;
        let Seat::Side(n) = seat else { return None };
        let (side, awaits) = b.pending().iter().find(|(s, _)| s.index() == usize::from(n))?;
        let a = self.commander.decide(&b.view(*side, awaits));
        serde_json::to_value(a).ok()
    }
}

/// How a battle between two commanders went.
#[derive(Clone, Debug)]
pub struct Played {
    /// `None` if it was still undecided after the greatest number of turns.
    pub ended: Option<Ended>,
    pub turns: u32,
    /// Answers that were refused. A sound commander has none.
    pub refused: u32,
}

/// Lets two commanders fight a battle out, at most so many turns.
pub fn play(b: &mut Battle, commanders: &mut [Box<dyn Commander>; 2], most_turns: u32) -> Played {
    let mut refused = 0;
    while let Some((side, awaits)) = b.pending().first() {
        let side = *side;
        if b.field().bound > most_turns {
            break;
        }
        let a = commanders[side.index()].decide(&b.view(side, awaits));
        if b.answer(side, a).is_err() {
            refused += 1;
            // Whatever is offered is accepted; the last offer of a move is to end moving.
            let awaits = b.pending()[0].1.clone();
            let fallback = b.offers(side, &awaits).0.pop();
            if fallback.is_none_or(|a| b.answer(side, a).is_err()) {
                break;
            }
        }
    }
    Played { ended: b.ended().cloned(), turns: b.field().bound, refused }
}

/// One battle of a series: everything follows from its number.
pub fn play_one(
    scenario: &std::sync::Arc<bbdba_acw::scenario::Scenario>,
    strengths: [Strength; 2],
    series: u64,
    number: u64,
    most_turns: u32,
) -> (Battle, Played) {
    let mut b = Battle::new(scenario.clone(), Seed::new(format!("{series}/{number}")), Log::Off);
    let own = commanders_seeds(series, number);
    let mut c = [commander(strengths[0], own[0]), commander(strengths[1], own[1])];
    let p = play(&mut b, &mut c, most_turns);
    (b, p)
}
