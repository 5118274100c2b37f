//! Commanders for the third book, *Krigsspil fra Napoleonstiden* (Chakoten).

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
mod train;
mod view;

use crate::common::play::{self, FoughtOut};
use ::desk::{Staff, Strength};
use chakoten_napoleonic::battle::{Awaits, Battle, Ended};
use chakoten_napoleonic::event::Event;
use chakoten_napoleonic::order::Answer;
use chakoten_napoleonic::scenario::Scenario;
use chakoten_napoleonic::{Side, victory};
use std::collections::BTreeMap;
use std::sync::Arc;
use umpire::{Log, Seed};

pub use random::Random;
pub use steady::Steady;
pub use theatre::theatre;
pub use view::{Enemy, NapoleonicView};

/// Decides what to answer from what a player sees.
pub trait Commander: Send {
    fn decide(&mut self, v: &NapoleonicView<'_>) -> Answer;
}

/// A commander of the given strength.
pub fn commander(strength: Strength, seed: u64) -> Box<dyn Commander> {
    match strength {
        Strength::Random => Box::new(Random::new(seed)),
        Strength::Quick => Box::new(Steady::quick()),
        Strength::Steady => Box::new(Steady::new()),
    }
}

/// How a battle between two commanders went.
pub type Played = play::Played<Ended>;

impl FoughtOut for Battle {
    type Ended = Ended;

    fn how_it_ended(&self) -> Option<&Ended> {
        self.ended()
    }

    fn enough(&self, awaits: &Awaits, most_turns: u32) -> bool {
        *awaits == Awaits::Orders && self.field().turn >= most_turns
    }

    fn nothing(&self, _: Side, awaits: &Awaits) -> Option<Answer> {
        Some(match awaits {
            Awaits::Orders => Answer::Orders {
                orders: BTreeMap::new(),
                staff: Vec::new(),
                letters: Vec::new(),
                instructions: BTreeMap::new(),
            },
            Awaits::Choices => Answer::Choices { choices: BTreeMap::new() },
        })
    }
}

/// Lets two commanders fight a battle out, at most so many turns.
pub fn play(
    b: &mut Battle,
    scenario: Option<&Scenario>,
    commanders: &mut [Box<dyn Commander>; 2],
    most_turns: u32,
) -> Played {
    play::play(b, most_turns, |b, side| {
        Some(commanders[side.index()].decide(&NapoleonicView::of(b, scenario, side)?))
    })
}

/// A battle of a scenario, which ends as the scenario says.
pub fn begin(scenario: &Arc<Scenario>, seed: &Seed, log: Log<Event>) -> Battle {
    Battle::new(scenario.clone(), seed.clone(), log)
}

/// One battle of a series: everything follows from its number.
pub fn play_one(
    scenario: &Arc<Scenario>,
    strengths: [Strength; 2],
    series: u64,
    number: u64,
    most_turns: u32,
) -> (Battle, Played) {
    let mut b = begin(scenario, &play::seed(series, number), Log::Off);
    let mut c = staffs(strengths, series, number);
    let p = play(&mut b, Some(scenario), &mut c, most_turns);
    (b, p)
}

/// The two commanders of a battle of a series.
pub fn staffs(strengths: [Strength; 2], series: u64, number: u64) -> [Box<dyn Commander>; 2] {
    play::staffs(strengths, series, number, commander)
}

/// Share of its original figures that a side has lost.
pub fn lost_share(scenario: &Scenario, b: &Battle, side: Side) -> f64 {
    f64::from(victory::lost(scenario, b.field(), side)) / f64::from(scenario.side(side).strength.max(1))
}

/// A commander of the given strength who sits in a seat.
pub fn appoint(strength: Strength, seed: u64) -> Box<dyn Staff> {
    let mut who = commander(strength, seed);
    play::seated(move |b: &Battle, side| Some(who.decide(&NapoleonicView::of(b, Some(b.scenario()), side)?)))
}
