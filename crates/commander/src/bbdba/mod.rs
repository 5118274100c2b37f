//! Commanders for BBDBA-ACW.

pub mod ahead;
mod orders;
pub mod outlook;
mod quick;
mod random;
mod steady;
mod theatre;

use crate::common::play;
use bbdba_acw::Answer;
use bbdba_acw::battle::{Battle, Ended, View};
use desk::{Staff, Strength};
use umpire::Log;

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
    let mut who = commander(strength, seed);
    play::seated(move |b: &Battle, side| {
        let (_, awaits) = b.pending().iter().find(|(s, _)| *s == side)?;
        Some(who.decide(&b.view(side, awaits)))
    })
}

/// How a battle between two commanders went.
pub type Played = play::Played<Ended>;

/// Lets two commanders fight a battle out, at most so many turns.
pub fn play(b: &mut Battle, commanders: &mut [Box<dyn Commander>; 2], most_turns: u32) -> Played {
    let (mut refused, mut refusal, mut answers) = (0, None, 0);
    while let Some((side, awaits)) = b.pending().first() {
        let side = *side;
        if b.field().bound > most_turns {
            break;
        }
        let a = commanders[side.index()].decide(&b.view(side, awaits));
        answers += 1;
        if let Err(r) = b.answer(side, a) {
            refused += 1;
            refusal.get_or_insert_with(|| format!("turn {}, side {side}: {r}", b.field().bound));
            // Whatever is offered is accepted; the last offer of a move is to end moving.
            let awaits = b.pending()[0].1.clone();
            let fallback = b.offers(side, &awaits).0.pop();
            if fallback.is_none_or(|a| b.answer(side, a).is_err()) {
                break;
            }
        }
    }
    Played { ended: b.ended().cloned(), turns: b.field().bound, refused, refusal, answers }
}

/// One battle of a series: everything follows from its number.
pub fn play_one(
    scenario: &std::sync::Arc<bbdba_acw::scenario::Scenario>,
    strengths: [Strength; 2],
    series: u64,
    number: u64,
    most_turns: u32,
) -> (Battle, Played) {
    let mut b = Battle::new(scenario.clone(), play::seed(series, number), Log::Off);
    let mut c = play::staffs(strengths, series, number, commander);
    let p = play(&mut b, &mut c, most_turns);
    (b, p)
}
