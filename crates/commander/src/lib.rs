//! Computer commanders. They see what a player sees, the view, and nothing else, and answer what a player may answer.

pub mod bbdba;
pub mod chakoten;
pub mod theatre;

pub use theatre::{Fought, Theatre, theatre};

use desk::Game;
use serde_json::Value;
use umpire::Seat;

/// How well a computer commander plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// Picks among legal answers by chance: the yardstick.
    Random,
    /// Plays by rules of thumb, fast enough for thousands of battles.
    Quick,
    /// Looks ahead by playing out.
    Steady,
}

impl Strength {
    pub const ALL: [Strength; 3] = [Strength::Random, Strength::Quick, Strength::Steady];

    pub fn name(self) -> &'static str {
        match self {
            Strength::Random => "random",
            Strength::Quick => "quick",
            Strength::Steady => "steady",
        }
    }
}

impl std::str::FromStr for Strength {
    type Err = String;
    fn from_str(s: &str) -> Result<Strength, String> {
        Strength::ALL
            .into_iter()
            .find(|k| k.name() == s)
            .ok_or_else(|| format!("`{s}` is no commander: random, quick or steady"))
    }
}

impl std::fmt::Display for Strength {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// A commander in a seat of a battle of any book.
pub trait Staff: Send {
    /// The answer to what the seat is asked; `None` if this commander does not know the book.
    fn answer(&mut self, game: &dyn Game, seat: Seat) -> Option<Value>;
}

/// A commander of a given strength. His own choices come from a seed of his own, never from the battle's.
pub fn appoint(strength: Strength, seed: u64) -> Box<dyn Staff> {
    Box::new(AnyBook {
        bbdba: bbdba::Officer::new(strength, seed),
        chakoten: chakoten::Officer::new(strength, seed),
    })
}

/// Knows every book and answers by the one that is played.
struct AnyBook {
    bbdba: bbdba::Officer,
    chakoten: chakoten::Officer,
}

impl Staff for AnyBook {
    fn answer(&mut self, game: &dyn Game, seat: Seat) -> Option<Value> {
        self.bbdba.answer(game, seat).or_else(|| self.chakoten.answer(game, seat))
    }
}
