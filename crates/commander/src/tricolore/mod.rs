//! Commanders for *Tricolore*: orders to commands in the grand-tactical part, and the tactical sequences of those that are engaged.

mod assault;
mod deploy;
mod fire;
mod goals;
mod moves;
mod quick;
mod random;
mod theatre;
mod ways;

use desk::{Staff, Strength, commanders_seeds};
use std::sync::Arc;
use tricolore::battle::{Battle, Ended, Terms};
use tricolore::scenario::Scenario;
use tricolore::view::View;
use tricolore::{Answer, Side};
use umpire::{BattleDice, Log, Seat, Seed};

pub use quick::{Quick, Temper};
pub use random::Random;
pub use theatre::theatre;

/// Decides what to answer from what a player knows.
pub trait Commander: Send {
    fn decide(&mut self, v: &View) -> Answer;
}

/// A commander of the given strength.
pub fn commander(strength: Strength, seed: u64) -> Box<dyn Commander> {
    match strength {
        Strength::Random => Box::new(Random::new(seed)),
        Strength::Quick => Box::new(Quick::with(Temper::QUICK)),
        Strength::Steady => Box::new(Quick::with(Temper::STEADY)),
    }
}

/// A commander of the given strength who sits in a seat.
pub fn appoint(strength: Strength, seed: u64) -> Box<dyn Staff> {
    Box::new(Officer { commander: commander(strength, seed) })
}

struct Officer {
    commander: Box<dyn Commander>,
}

impl Staff for Officer {
    fn answer(&mut self, game: &dyn desk::Game, seat: Seat) -> Option<serde_json::Value> {
        let b = game.rules().downcast_ref::<Battle>()?;
        let Seat::Side(n) = seat else { return None };
        let side = Side::BOTH.into_iter().find(|s| s.index() == usize::from(n))?;
        serde_json::to_value(self.commander.decide(&View::of(b, side)?)).ok()
    }
}

/// How a battle between two commanders went.
#[derive(Clone, Debug)]
pub struct Played {
    /// `None` if it was still undecided after the greatest number of rounds.
    pub ended: Option<Ended>,
    pub rounds: u32,
    /// Answers that were refused. A sound commander has none.
    pub refused: u32,
    /// The first of them, in words: what is to be mended.
    pub refusal: Option<String>,
    /// Answers given.
    pub answers: u32,
}

/// Lets two commanders fight a battle out, at most so many rounds.
pub fn play(b: &mut Battle, commanders: &mut [Box<dyn Commander>; 2], most_rounds: u32) -> Played {
    let (mut refused, mut refusal, mut answers) = (0, None, 0);
    let mut views: [Option<View>; 2] = [None, None];
    while let Some((side, _)) = b.pending().first() {
        let side = *side;
        if b.field().round > most_rounds {
            break;
        }
        let known = views[side.index()].take();
        let Some(v) = known.map_or_else(|| View::of(b, side), |v| v.again(b)) else { break };
        let a = commanders[side.index()].decide(&v);
        views[side.index()] = Some(v);
        answers += 1;
        if let Err(r) = b.answer(side, a.clone()) {
            refused += 1;
            refusal.get_or_insert_with(|| format!("round {}, side {side}, {a:?}: {r}", b.field().round));
            let Some(nothing) = b.silence(side) else { break };
            if b.answer(side, nothing).is_err() {
                break;
            }
        }
    }
    Played { ended: b.ended().cloned(), rounds: b.field().round, refused, refusal, answers }
}

/// A battle of a scenario, which ends as the scenario says.
pub fn begin(s: &Scenario, seed: &Seed) -> Battle {
    let dice = BattleDice::of(seed);
    Battle::begin(
        Arc::new(Terms::from(s)),
        s.muster(),
        seed.clone(),
        dice,
        Log::Off,
        desk::Seating::SIDES_ONLY,
    )
}

/// One battle of a series: everything follows from its number.
pub fn play_one(
    s: &Scenario,
    strengths: [Strength; 2],
    series: u64,
    number: u64,
    most_rounds: u32,
) -> (Battle, Played) {
    let mut b = begin(s, &Seed::new(format!("{series}/{number}")));
    let own = commanders_seeds(series, number);
    let mut c = [commander(strengths[0], own[0]), commander(strengths[1], own[1])];
    let p = play(&mut b, &mut c, most_rounds);
    (b, p)
}
