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

use crate::common::play::{self, FoughtOut};
use desk::{Staff, Strength};
use std::sync::Arc;
use tricolore::battle::{Awaits, Battle, Ended, Terms};
use tricolore::scenario::Scenario;
use tricolore::view::View;
use tricolore::{Answer, Side};
use umpire::{BattleDice, Log, Seed};

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
        self.field().round > most_turns
    }

    fn nothing(&self, side: Side, _: &Awaits) -> Option<Answer> {
        self.silence(side)
    }
}

/// Lets two commanders fight a battle out, at most so many rounds.
pub fn play(b: &mut Battle, commanders: &mut [Box<dyn Commander>; 2], most_turns: u32) -> Played {
    let mut views: [Option<View>; 2] = [None, None];
    play::play(b, most_turns, |b, side| {
        let known = views[side.index()].take();
        let v = known.map_or_else(|| View::of(b, side), |v| v.again(b))?;
        let a = commanders[side.index()].decide(&v);
        views[side.index()] = Some(v);
        Some(a)
    })
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
    most_turns: u32,
) -> (Battle, Played) {
    let mut b = begin(s, &play::seed(series, number));
    let mut c = play::staffs(strengths, series, number, commander);
    let p = play(&mut b, &mut c, most_turns);
    (b, p)
}

/// Share of its bases that a side has lost or that are out of order.
pub fn lost_share(_: &Scenario, b: &Battle, side: Side) -> f64 {
    let (all, bad) = b.shares(side);
    f64::from(bad) / f64::from(all.max(1))
}
