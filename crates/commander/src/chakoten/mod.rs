//! Commanders for the second book, *Krigsspil fra den amerikanske borgerkrig* (Chakoten).

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
mod seize;
mod staff;
mod steady;
mod theatre;
mod train;
mod view;
mod works;

use ::desk::{Staff, Strength, commanders_seeds};
use chakoten_acw::battle::{Awaits, Battle, Ended};
use chakoten_acw::scenario::Scenario;
use chakoten_acw::{Answer, Event, Side, victory};
use std::collections::BTreeMap;
use std::sync::Arc;
use umpire::BattleDice;
use umpire::{Log, Seed};

pub use random::Random;
pub use steady::Steady;
pub use theatre::theatre;
pub use view::{ChakotenView, Enemies, Enemy};

/// Decides what to answer from what a player sees.
pub trait Commander: Send {
    fn decide(&mut self, v: &ChakotenView<'_>) -> Answer;
}

/// A commander of the given strength.
pub fn commander(strength: Strength, seed: u64) -> Box<dyn Commander> {
    match strength {
        Strength::Random => Box::new(Random::new(seed)),
        Strength::Quick => Box::new(Steady::quick(seed)),
        Strength::Steady => Box::new(Steady::new(seed)),
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
    /// The first of them, in words: what is to be mended.
    pub refusal: Option<String>,
}

/// What is always accepted.
fn nothing(awaits: &Awaits) -> Answer {
    match awaits {
        Awaits::Orders => Answer::Orders { orders: BTreeMap::new(), instructions: BTreeMap::new() },
        Awaits::Choices => Answer::Choices { choices: BTreeMap::new() },
        Awaits::Staff => Answer::Staff { moves: Vec::new() },
    }
}

/// Lets two commanders fight a battle out, at most so many turns.
pub fn play(
    b: &mut Battle,
    scenario: Option<&Scenario>,
    commanders: &mut [Box<dyn Commander>; 2],
    most_turns: u32,
) -> Played {
    let (mut refused, mut refusal) = (0, None);
    while let Some((side, awaits)) = b.pending().into_iter().next() {
        if awaits == Awaits::Orders && b.field().turn >= most_turns {
            break;
        }
        let Some(v) = ChakotenView::of(b, scenario, side) else { break };
        let a = commanders[side.index()].decide(&v);
        drop(v);
        if let Err(r) = b.answer(side, a) {
            refused += 1;
            refusal.get_or_insert_with(|| format!("turn {}, side {side}: {r}", b.field().turn + 1));
            if b.answer(side, nothing(&awaits)).is_err() {
                break;
            }
        }
    }
    Played { ended: b.ended().cloned(), turns: b.field().turn, refused, refusal }
}

/// A battle of a scenario, which ends as the scenario says.
pub fn begin(scenario: &Arc<Scenario>, seed: &Seed, log: Log<Event>) -> Battle {
    let dice = BattleDice::of(seed);
    Battle::of_scenario(scenario.clone(), seed.clone(), dice, log)
}

/// One battle of a series: everything follows from its number.
pub fn play_one(
    scenario: &Arc<Scenario>,
    strengths: [Strength; 2],
    series: u64,
    number: u64,
    most_turns: u32,
) -> (Battle, Played) {
    let mut b = begin(scenario, &Seed::new(format!("{series}/{number}")), Log::Off);
    let mut c = staffs(strengths, series, number);
    let p = play(&mut b, Some(scenario), &mut c, most_turns);
    (b, p)
}

/// The two commanders of a battle of a series.
pub fn staffs(strengths: [Strength; 2], series: u64, number: u64) -> [Box<dyn Commander>; 2] {
    let own = commanders_seeds(series, number);
    [commander(strengths[0], own[0]), commander(strengths[1], own[1])]
}

/// Share of its original figures that a side has lost.
pub fn lost_share(scenario: &Scenario, b: &Battle, side: Side) -> f64 {
    f64::from(victory::lost(scenario, b.field(), side)) / f64::from(scenario.side(side).strength.max(1))
}

/// A commander of the given strength who sits in a seat.
pub fn appoint(strength: Strength, seed: u64) -> Box<dyn Staff> {
    Box::new(Officer { commander: commander(strength, seed) })
}

/// A commander of this book who sits in a seat.
struct Officer {
    commander: Box<dyn Commander>,
}

impl Officer {
    /// The answer to what the side is asked, if anything.
    fn decide(&mut self, b: &Battle, scenario: Option<&Scenario>, side: Side) -> Option<Answer> {
        let v = ChakotenView::of(b, scenario, side)?;
        Some(self.commander.decide(&v))
    }
}

impl Staff for Officer {
    fn answer(&mut self, game: &dyn ::desk::Game, seat: umpire::Seat) -> Option<serde_json::Value> {
        let m = game.rules().downcast_ref::<Battle>()?;
        let umpire::Seat::Side(n) = seat else { return None };
        let side = Side::BOTH.into_iter().find(|s| s.index() == usize::from(n))?;
        serde_json::to_value(self.decide(m, Some(m.scenario()), side)?).ok()
    }
}
