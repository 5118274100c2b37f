//! Who commands a side where no person does: what a computer commander is asked, and how a scenario is fought many times.

use crate::{Book, Game, Seating, say};
use muster::Report;
use serde_json::Value;
use std::collections::BTreeMap;
use umpire::{Seat, Seed, Seeded};
use words::{Joint, Message};

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

/// No computer commander has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoCommander(pub String);

impl NoCommander {
    pub fn message(&self) -> Message {
        let all = words::list(Strength::ALL.map(|s| Message::verbatim(s.name())), Joint::Or);
        say!("no-such-commander", given = &self.0, all)
    }
}

words::spoken!(NoCommander);
impl std::error::Error for NoCommander {}

impl std::str::FromStr for Strength {
    type Err = NoCommander;
    fn from_str(s: &str) -> Result<Strength, NoCommander> {
        Strength::ALL.into_iter().find(|k| k.name() == s).ok_or_else(|| NoCommander(s.into()))
    }
}

impl std::fmt::Display for Strength {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// A commander in a seat of a battle of his book.
pub trait Staff: Send {
    /// The answer to what the seat is asked; `None` if it is asked nothing or the battle is of another book.
    fn answer(&mut self, game: &dyn Game, seat: Seat) -> Option<Value>;
}

/// How one battle of a series went.
#[derive(Clone, Debug, PartialEq)]
pub struct Fought {
    pub turns: u32,
    /// Answers that were refused. A sound commander has none.
    pub refused: u32,
    /// `None` if it was still undecided; otherwise the winner (none in a draw), the reason's name and the reason in words.
    pub ended: Option<(Option<u8>, String, Message)>,
    /// What each side lost, by the kind's name.
    pub lost: [BTreeMap<&'static str, u64>; 2],
}

/// A scenario that can be fought again and again.
pub trait Theatre: Send + Sync {
    /// The names of the sides.
    fn sides(&self) -> [String; 2];
    /// What a kind of losses is called.
    fn kind(&self, lost: &'static str) -> Message {
        Message::verbatim(lost)
    }
    /// One battle of a series: everything follows from its number.
    fn fight(&self, strengths: [Strength; 2], series: u64, number: u64, most_turns: u32) -> Fought;
}

/// The seeds of the two commanders in one battle of a series, which are none of the battle's own dice.
pub fn commanders_seeds(series: u64, number: u64) -> [u64; 2] {
    let mut mix = Seeded::new(Seed::new(format!("commanders {series}/{number}")).key());
    [0; 2].map(|_| (u64::from(mix.below(u32::MAX)) << 32) | u64::from(mix.below(u32::MAX)))
}

/// A commander for any book, who takes one of the answers that are offered. He is all that a book needs to be fought.
#[derive(Debug)]
pub struct ByOffers {
    dice: Seeded,
}

impl ByOffers {
    pub fn new(seed: u64) -> ByOffers {
        ByOffers { dice: Seeded::from_number(seed) }
    }
}

impl Staff for ByOffers {
    fn answer(&mut self, game: &dyn Game, seat: Seat) -> Option<Value> {
        let ask = game.asks().into_iter().find(|a| a.seat == seat && !a.standing && !a.offers.is_empty())?;
        let mut offers = ask.offers;
        let one = self.dice.below(u32::try_from(offers.len()).unwrap_or(u32::MAX));
        Some(offers.swap_remove(one as usize))
    }
}

/// A scenario of any book, fought by commanders who take what is offered.
pub(crate) struct AnyTheatre {
    book: &'static Book,
    file: String,
    text: String,
    sides: [String; 2],
}

impl AnyTheatre {
    pub(crate) fn open(book: &'static Book, file: &str, text: &str) -> Result<AnyTheatre, Report> {
        let game = (book.begin)(file, text, &Seed::new("a look at the sides"), Seating::SIDES_ONLY)?;
        let mut names = game.sides().into_iter();
        let sides = [0; 2].map(|_| names.next().unwrap_or_default());
        Ok(AnyTheatre { book, file: file.into(), text: text.into(), sides })
    }
}

impl Theatre for AnyTheatre {
    fn sides(&self) -> [String; 2] {
        self.sides.clone()
    }

    fn fight(&self, _strengths: [Strength; 2], series: u64, number: u64, most_turns: u32) -> Fought {
        let seed = Seed::new(format!("{series}/{number}"));
        let mut fought = Fought { turns: 0, refused: 0, ended: None, lost: Default::default() };
        let begun = (self.book.begin)(&self.file, &self.text, &seed, Seating::SIDES_ONLY);
        // It was lawful when the theatre was opened, and a seed does not change that.
        let Ok(mut game) = begun else { return fought };
        let mut staff = commanders_seeds(series, number).map(ByOffers::new);
        while let Some(Seat::Side(n)) = game.waits_for().first().copied() {
            if game.turn() > most_turns {
                break;
            }
            let answer = staff[usize::from(n) % 2].answer(&*game, Seat::Side(n));
            if answer.is_none_or(|a| game.answer(Seat::Side(n), &a).is_err()) {
                fought.refused += 1;
                break;
            }
        }
        fought.turns = game.turn();
        fought.ended = game.ending().map(|e| (e.winner, e.clause.to_string(), e.why));
        fought
    }
}
