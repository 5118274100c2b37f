use crate::board::{Board, Moment, Prompt, Sketched, Stroke};
use crate::chance::{Lot, Proof};
use crate::rules::Unrestored;
use crate::{Past, TakingBack};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use umpire::{Clause, Ending, Refusal, Seat, Side};
use words::Message;

/// What a battle waits for from a seat, and what may be answered.
#[derive(Clone, Debug, Serialize)]
pub struct Ask {
    pub seat: Seat,
    /// The name of what is asked (`move`, `call_target`, …).
    pub asks: String,
    /// The question in words.
    pub says: Message,
    pub clause: Clause,
    /// All that one needs to know to answer, in the book's own terms.
    pub about: Value,
    /// Answers that will be accepted as they stand. Where `complete`, these are all there are; otherwise they are a
    /// choice from a continuous space that `form` describes.
    pub offers: Vec<Value>,
    pub complete: bool,
    /// May be answered at any time, again and again; the battle goes on without it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub standing: bool,
    /// JSON Schema of every answer of this form.
    pub form: Value,
}

/// A battle that is put away, to be taken up again by a battle that has just begun of the same scenario, seed and seating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// The version of the book that wrote it.
    pub version: u32,
    pub past: Past,
    /// The seats for which moments are kept, and of how many events each has been told.
    pub told: Vec<(Seat, u32)>,
    /// The side that gave the battle up.
    pub resigned: Option<Side>,
    /// The part of the seed that each seat gave.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parts: BTreeMap<Seat, String>,
    /// What the book wrote.
    pub battle: Value,
}

/// A battle of any book under way. The same scenario, seed and answers give the same battle, byte for byte.
pub trait Game: Send + Sync {
    /// What is awaited, from whom, and what may be answered. More than one where seats answer in secret at once, or where
    /// an umpire is seated, who may speak at any time.
    fn asks(&self) -> Vec<Ask>;
    /// Who is awaited, without the cost of the offers. Seats that may but need not speak are not among them.
    fn waits_for(&self) -> Vec<Seat>;
    /// What a seat is asked that chance decides: for those without hands, see [`crate::ByChance::drawn`].
    fn lot(&self, seat: Seat) -> Option<Lot>;
    /// What binds everybody to scenario, seating and seed from the start.
    fn seal(&self) -> Option<&str>;
    /// What the seal was made of, when the battle is over.
    fn proof(&self) -> Option<Proof>;
    /// Who asks to take a decision back, and who may ask.
    fn taking_back(&self) -> TakingBack;
    /// Gives an answer. A refused one changes nothing.
    fn answer(&mut self, seat: Seat, answer: &Value) -> Result<(), Refusal>;
    /// The readings by which it is played, in books that have any.
    fn readings(&self) -> BTreeMap<String, String>;
    /// What it has come to, from the beginning.
    fn past(&self) -> Past;
    /// What has happened, from a place among the events on, each as the text that its digest is made of.
    fn written(&self, from: usize) -> Vec<String>;
    /// Everything that has happened so far, or since the battle was taken up again or told to forget, as data.
    fn events(&self) -> Vec<Value>;
    /// How many events these are.
    fn events_len(&self) -> usize;
    /// Is this event one of the few that a short telling needs?
    fn is_milestone(&self, event: usize) -> bool;
    /// The events from a place on that a seat may see.
    fn events_for(&self, seat: Seat, from: usize) -> Vec<Value>;
    /// An event in words: a line, and below it the lines of its ruling.
    fn tell(&self, event: usize) -> Vec<String> {
        self.tell_to(Seat::Umpire, event)
    }
    /// The same as a seat may hear it; nothing where it may not.
    fn tell_to(&self, seat: Seat, event: usize) -> Vec<String>;
    /// What a seat may know.
    fn view(&self, seat: Seat) -> Value;
    fn ending(&self) -> Option<Ending>;
    /// The names of the sides.
    fn sides(&self) -> Vec<String>;
    /// Turns begun.
    fn turn(&self) -> u32;
    /// How the armies stand, in words.
    fn summary(&self) -> Vec<String>;
    /// The table as a seat sees it, for those who draw it.
    fn board(&self, seat: Seat) -> Board;
    /// What waits for a seat, as it is put to a person: questions in words, with ready answers.
    fn prompts(&self, seat: Seat) -> Vec<Prompt>;
    /// One stroke on the sketch of an answer. It changes nothing in the battle. `Err` is a stroke that makes no sense; one
    /// that breaks a rule is refused within.
    fn sketch(&self, seat: Seat, stroke: &Stroke) -> Result<Sketched, Refusal>;
    /// From now on keeps the moments of the battle for these seats, beginning with the table as it stands.
    fn record(&mut self, seats: &[Seat]);
    /// The moments kept for a seat since the last call.
    fn take_moments(&mut self, seat: Seat) -> Vec<Moment>;
    /// The battle as it stands, to be looked at, sketched on and thought about while the battle itself goes on: without what
    /// has happened before and without the moments.
    fn snapshot(&self) -> Box<dyn Game>;
    /// The battle to be put away, where it can be: at the beginning of a turn, and when it is over.
    fn save(&mut self) -> Option<Saved>;
    /// Takes up a battle that was put away. It is asked of a battle that has just begun.
    fn restore(&mut self, saved: &Saved) -> Result<(), Unrestored>;
    /// Nobody asks for what has happened so far any more.
    fn forget(&mut self);
    /// The book's own battle, for those who play it by its types.
    fn rules(&self) -> &dyn std::any::Any;
}
