//! What every book must stand, whatever its rules: a book takes the trial by being listed. Each trial plays real battles of
//! the scenarios that the book ships, by what it offers and by its own commanders, and panics with the name of the book, the
//! scenario and the seed where something is not as it must be.

pub mod back;
pub mod chance;
pub mod ending;
pub mod film;
pub mod hostile;
pub mod keeping;
pub mod noise;
pub mod offers;
pub mod secrets;
pub mod turned;

use desk::{BattleFile, Commanders, Entry, Game, Library, Lot, Owes, Seating, Staff, Strength};
use serde_json::{Value, json};
use umpire::{Dice, Seat, Seed, Seeded};

/// The toy book: fought by taking what is offered.
pub static TOYS: Library =
    Library::new(&[Entry { book: &toy::BOOK, commanders: Commanders::ByOffers, owes: Owes::NOTHING }]);

pub const SEATS: [Seat; 4] = [Seat::Side(0), Seat::Side(1), Seat::Umpire, Seat::Spectator];

/// How many times as much as usual is tried: `VEDETTE_TRIAL`.
pub fn times() -> u64 {
    std::env::var("VEDETTE_TRIAL").ok().and_then(|v| v.parse().ok()).unwrap_or(1)
}

/// A battle of a book on trial.
pub struct Trial {
    pub entry: &'static Entry,
    pub scenario: &'static str,
    pub file: BattleFile,
    pub game: Box<dyn Game>,
    staff: [Box<dyn Staff>; 2],
    /// For what is asked that chance decides.
    dice: Seeded,
}

impl std::fmt::Debug for Trial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}, seed {}, ", self.entry.book.id, self.scenario, self.file.seed.text())?;
        write!(f, "after {} answers", self.file.answers.len())
    }
}

impl Trial {
    /// A shipped scenario of a book, by its place.
    pub fn of(entry: &'static Entry, scenario: usize, number: u64, seating: Seating) -> Trial {
        let (name, text) = entry.book.shipped[scenario % entry.book.shipped.len()];
        Trial::from_text(entry, name, text, number, seating)
    }

    pub fn from_text(
        entry: &'static Entry,
        name: &'static str,
        text: &str,
        number: u64,
        seating: Seating,
    ) -> Trial {
        let seed = Seed::new(format!("trial {number}"));
        let begun = BattleFile::begin_seated(entry.book, name, text, seed, seating);
        let (file, game) = begun.unwrap_or_else(|r| panic!("{}: {name} is not lawful: {r:#}", entry.book.id));
        let staff = [number, number + 1].map(|n| entry.appoint(Strength::Random, n));
        Trial { entry, scenario: name, file, game, staff, dice: Seeded::from_number(number) }
    }

    /// What the seat that is waited for first would answer.
    pub fn next_answer(&mut self) -> Option<(Seat, Value)> {
        let seat = self.game.waits_for().first().copied()?;
        match self.game.lot(seat) {
            Some(Lot::Part) => return Some((seat, json!({ "do": "part", "part": format!("of {seat}") }))),
            Some(Lot::Roll(die)) => {
                return Some((seat, json!({ "do": "roll", "die": self.dice.roll(die) })));
            }
            None => {}
        }
        let answer = match seat {
            Seat::Side(n) => self.staff[usize::from(n) % 2].answer(&*self.game, seat),
            _ => self
                .game
                .asks()
                .into_iter()
                .find(|a| a.seat == seat && !a.standing)
                .map(|a| a.offers[0].clone()),
        };
        Some((seat, answer.unwrap_or_else(|| panic!("{self:?}: nothing is offered to {seat}"))))
    }

    pub fn give(&mut self, seat: Seat, answer: Value) {
        if let Err(refusal) = self.game.answer(seat, &answer) {
            panic!("{self:?}: {answer} of {seat} is refused: {refusal}");
        }
        self.file.note(seat, answer);
    }

    /// Goes on by one answer; `false` when the battle is over.
    pub fn go_on(&mut self) -> bool {
        let Some((seat, answer)) = self.next_answer() else { return false };
        self.give(seat, answer);
        true
    }

    pub fn go_on_by(&mut self, answers: usize) {
        for _ in 0..answers {
            if !self.go_on() {
                return;
            }
        }
    }
}

/// All that a seat can learn of a battle, as data.
pub fn seen_by(game: &dyn Game, seat: Seat) -> Value {
    let asks: Vec<_> = game.asks().into_iter().filter(|a| a.seat == seat).collect();
    let told: Vec<Vec<String>> =
        (0..game.events_len()).map(|e| game.tell_to(seat, e)).filter(|t| !t.is_empty()).collect();
    json!({
        "view": game.view(seat),
        "board": game.board(seat),
        "prompts": game.prompts(seat),
        "asks": asks,
        "events": game.events_for(seat, 0),
        "told": told,
    })
}

/// The whole of a battle, so that nothing can have changed where this is the same.
pub fn state(game: &dyn Game) -> Value {
    let views: Vec<Value> = SEATS.iter().map(|s| game.view(*s)).collect();
    let boards: Vec<_> = SEATS.iter().map(|s| game.board(*s)).collect();
    json!({
        "waits": game.waits_for(),
        "turn": game.turn(),
        "ending": game.ending(),
        "events": game.events(),
        "views": views,
        "boards": boards,
        "summary": game.summary(),
    })
}

/// Where two values first differ, and what stands there: of two states of a battle nobody reads the rest.
pub fn difference(a: &serde_json::Value, b: &serde_json::Value) -> Option<String> {
    use serde_json::Value;
    match (a, b) {
        _ if a == b => None,
        (Value::Object(x), Value::Object(y)) => {
            let names: std::collections::BTreeSet<&String> = x.keys().chain(y.keys()).collect();
            names.into_iter().find_map(|k| {
                let none = Value::Null;
                let at = difference(x.get(k).unwrap_or(&none), y.get(k).unwrap_or(&none))?;
                Some(format!("{k}.{at}"))
            })
        }
        (Value::Array(x), Value::Array(y)) => {
            let first = x.iter().zip(y).enumerate().find_map(|(i, (p, q))| Some((i, difference(p, q)?)));
            match first {
                Some((i, at)) => Some(format!("{i}.{at}")),
                None => Some(format!("{}: only one of them goes on", x.len().min(y.len()))),
            }
        }
        _ => Some(format!(": {a} is {b}")),
    }
}

/// The same battle, or it is told where the other differs.
#[track_caller]
pub fn same_state(a: &serde_json::Value, b: &serde_json::Value, about: impl std::fmt::Display) {
    if let Some(at) = difference(a, b) {
        panic!("{about}: {at}");
    }
}
