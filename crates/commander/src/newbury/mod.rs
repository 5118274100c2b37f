//! Commanders for *Napoleonic Wars*: move orders and declarations in step 1, the choices within the move, and new game orders in step 21.

mod assault;
mod booty;
mod choices;
mod country;
mod desk;
mod foot;
mod guns;
mod horse;
mod jam;
mod late;
mod march;
mod plan;
mod random;
mod staff;
mod steady;
mod theatre;

use crate::common::play::{self, FoughtOut};
use ::desk::{Staff, Strength};
use newbury_napoleonic::battle::{Awaits, Battle, Ended, Terms};
use newbury_napoleonic::scenario::Scenario;
use newbury_napoleonic::view::View;
use newbury_napoleonic::{Answer, Side};
use std::sync::Arc;
use umpire::{BattleDice, Log, Seed};

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
    let mut who = commander(strength, seed);
    play::seated(move |b: &Battle, side| Some(who.decide(&View::of(b, side)?)))
}

/// How a battle between two commanders went.
pub type Played = play::Played<Ended>;

impl FoughtOut for Battle {
    type Ended = Ended;

    fn how_it_ended(&self) -> Option<&Ended> {
        self.ended()
    }

    fn enough(&self, _: &Awaits, most_turns: u32) -> bool {
        u32::from(self.field().turn) > most_turns
    }

    fn nothing(&self, side: Side, _: &Awaits) -> Option<Answer> {
        self.silence(side)
    }
}

/// Lets two commanders fight a battle out, at most so many moves.
pub fn play(b: &mut Battle, commanders: &mut [Box<dyn Commander>; 2], most_turns: u32) -> Played {
    play::play(b, most_turns, |b, side| Some(commanders[side.index()].decide(&View::of(b, side)?)))
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
    let mut b = begin(s, &play::seed(series, number));
    let mut c = play::staffs(strengths, series, number, commander);
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
