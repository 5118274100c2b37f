//! Commanders for *Napoleonic Wars*: move orders and declarations in step 1, the choices within the move, and new game orders in step 21.

mod assault;
mod choices;
mod country;
mod desk;
mod foot;
mod guns;
mod horse;
mod march;
mod plan;
mod random;
mod staff;
mod steady;
mod theatre;

use ::desk::{Staff, Strength, commanders_seeds};
use newbury_napoleonic::battle::{Battle, Ended, Terms};
use newbury_napoleonic::scenario::Scenario;
use newbury_napoleonic::view::View;
use newbury_napoleonic::{Answer, Side};
use std::sync::Arc;
use umpire::{BattleDice, Log, Seat, Seed};

pub use random::Random;
pub use steady::{Steady, Temper};
pub use theatre::theatre;

/// Decides what to answer from what a player knows.
pub trait Commander: Send {
    fn decide(&mut self, v: &View) -> Answer;
}

/// A commander of the given strength.
pub fn commander(strength: Strength, seed: u64) -> Box<dyn Commander> {
    match strength {
        Strength::Random => Box::new(Random::new(seed)),
        Strength::Quick => Box::new(Steady::with(Temper::QUICK)),
        Strength::Steady => Box::new(Steady::with(Temper::STEADY)),
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
    fn answer(&mut self, game: &dyn ::desk::Game, seat: Seat) -> Option<serde_json::Value> {
        let b = game.rules().downcast_ref::<Battle>()?;
        let Seat::Side(n) = seat else { return None };
        let side = Side::BOTH.into_iter().find(|s| s.index() == usize::from(n))?;
        serde_json::to_value(self.commander.decide(&View::of(b, side)?)).ok()
    }
}

/// How a battle between two commanders went.
#[derive(Clone, Debug)]
pub struct Played {
    /// `None` if it was still undecided after the greatest number of moves.
    pub ended: Option<Ended>,
    pub turns: u32,
    /// Answers that were refused. A sound commander has none.
    pub refused: u32,
    /// The first of them, in words: what is to be mended.
    pub refusal: Option<String>,
}

/// Lets two commanders fight a battle out, at most so many moves.
pub fn play(b: &mut Battle, commanders: &mut [Box<dyn Commander>; 2], most_turns: u32) -> Played {
    let (mut refused, mut refusal) = (0, None);
    while let Some((side, _)) = b.pending().first() {
        let side = *side;
        if u32::from(b.field().turn) > most_turns {
            break;
        }
        let Some(v) = View::of(b, side) else { break };
        let a = commanders[side.index()].decide(&v);
        if let Err(r) = b.answer(side, a.clone()) {
            refused += 1;
            refusal.get_or_insert_with(|| format!("move {}, side {side}, {a:?}: {r}", b.field().turn));
            let Some(nothing) = b.silence(side) else { break };
            if b.answer(side, nothing).is_err() {
                break;
            }
        }
    }
    Played { ended: b.ended().cloned(), turns: u32::from(b.field().turn), refused, refusal }
}

/// A battle of a scenario, which ends as the scenario says.
pub fn begin(s: &Scenario, seed: &Seed) -> Battle {
    let terms = Arc::new(Terms::from(s));
    let seating = ::desk::Seating::SIDES_ONLY;
    Battle::begin(terms, s.muster(), seed.clone(), BattleDice::of(seed), Log::Off, seating)
}

/// One battle of a series: everything follows from its number.
pub fn play_one(
    s: &Scenario,
    strengths: [Strength; 2],
    series: u64,
    number: u64,
    most_turns: u32,
) -> (Battle, Played) {
    let mut b = begin(s, &Seed::new(format!("{series}/{number}")));
    let own = commanders_seeds(series, number);
    let mut c = [commander(strengths[0], own[0]), commander(strengths[1], own[1])];
    let p = play(&mut b, &mut c, most_turns);
    (b, p)
}

/// Share of its original figures that a side has lost: killed, fled or taken.
pub fn lost_share(s: &Scenario, b: &Battle, side: Side) -> f64 {
    let had: u32 = s.muster().units.iter().filter(|u| u.side == side).map(|u| u32::from(u.figures())).sum();
    let has: u32 = b.field().side(side).map(|u| u32::from(u.figures())).sum();
    let awaited: u32 = b.field().awaited(side).map(|u| u32::from(u.figures())).sum();
    f64::from(had.saturating_sub(has + awaited)) / f64::from(had.max(1))
}
