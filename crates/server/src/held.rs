//! A battle that the rules of the program cannot simply go on with, because it was begun under others: it goes on from where it was last
//! put away when both sides have given their word, or is only there to be looked at.

use crate::say;
use desk::board::{Board, Moment, Offer, Prompt, Sketched, Stroke};
use desk::{Ask, Game, Lot, Past, Proof, Saved, TakingBack, Unrestored};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use umpire::{Clause, Ending, Refusal, Seat};
use words::Message;

/// The name of what is asked.
const ASKS: &str = "go_on";

/// Such a battle. When both sides have given their word it is the battle itself.
#[allow(missing_debug_implementations)]
pub struct Held {
    game: Box<dyn Game>,
    why: Message,
    /// Who has given his word; `None` where nobody is asked for it.
    word: Option<[bool; 2]>,
    /// Told when both have.
    goes_on: Arc<AtomicBool>,
}

impl Held {
    /// Both sides are asked whether it is to go on as it stands; `goes_on` is told when both have agreed.
    pub fn asking(game: Box<dyn Game>, why: Message, goes_on: Arc<AtomicBool>) -> Held {
        Held { game, why, word: Some([false; 2]), goes_on }
    }

    /// Nobody is asked anything any more.
    pub fn for_good(game: Box<dyn Game>, why: Message) -> Held {
        Held { game, why, word: None, goes_on: Arc::default() }
    }

    fn is_held(&self) -> bool {
        self.word != Some([true; 2])
    }

    /// Whose word is waited for.
    fn asked(&self) -> Vec<Seat> {
        let open = |i: &usize| self.word.is_some_and(|w| !w[*i]);
        [0, 1].into_iter().filter(open).map(|i| Seat::Side(i as u8)).collect()
    }

    fn offer() -> Offer {
        Offer {
            says: say!("go-on"),
            answer: go_on(),
            pieces: Vec::new(),
            ghosts: Vec::new(),
            ends: false,
            odds: Vec::new(),
        }
    }

    fn form() -> Value {
        json!({ "type": "object", "properties": { "do": { "const": ASKS } }, "required": ["do"] })
    }
}

/// The answer by which a side gives its word that a battle may go on under other rules than it was begun under.
pub fn go_on() -> Value {
    json!({ "do": ASKS })
}

/// No clause of any book says when a battle goes on under another version of it.
const NO_CLAUSE: Clause = Clause("");

impl Game for Held {
    fn asks(&self) -> Vec<Ask> {
        if !self.is_held() {
            return self.game.asks();
        }
        let ask = |seat| Ask {
            seat,
            asks: ASKS.into(),
            says: self.why.clone(),
            clause: NO_CLAUSE,
            about: Value::Null,
            offers: vec![go_on()],
            complete: true,
            standing: false,
            form: Held::form(),
        };
        self.asked().into_iter().map(ask).collect()
    }

    fn waits_for(&self) -> Vec<Seat> {
        if self.is_held() { self.asked() } else { self.game.waits_for() }
    }

    fn answer(&mut self, seat: Seat, answer: &Value) -> Result<(), Refusal> {
        if !self.is_held() {
            return self.game.answer(seat, answer);
        }
        match (seat, &mut self.word) {
            (Seat::Side(n @ 0..=1), Some(word)) if *answer == go_on() => {
                word[usize::from(n)] = true;
                self.goes_on.store(*word == [true; 2], Ordering::Release);
                Ok(())
            }
            _ => Err(Refusal::form(self.why.clone())),
        }
    }

    fn prompts(&self, seat: Seat) -> Vec<Prompt> {
        if !self.is_held() {
            return self.game.prompts(seat);
        }
        let asked = self.asked().into_iter().filter(|s| *s == seat);
        asked
            .map(|_| Prompt {
                asks: ASKS.into(),
                says: self.why.clone(),
                clause: String::new(),
                standing: false,
                amends: false,
                offers: vec![Held::offer()],
                complete: true,
                sketch: None,
                form: Arc::new(Held::form()),
            })
            .collect()
    }

    fn sketch(&self, seat: Seat, stroke: &Stroke) -> Result<Sketched, Refusal> {
        if self.is_held() { Err(Refusal::form(self.why.clone())) } else { self.game.sketch(seat, stroke) }
    }

    fn snapshot(&self) -> Box<dyn Game> {
        let game = self.game.snapshot();
        if !self.is_held() {
            return game;
        }
        let (why, word) = (self.why.clone(), self.word);
        Box::new(Held { game, why, word, goes_on: Arc::default() })
    }

    fn save(&mut self) -> Option<Saved> {
        if self.is_held() { None } else { self.game.save() }
    }

    fn taking_back(&self) -> TakingBack {
        if self.is_held() { TakingBack::default() } else { self.game.taking_back() }
    }

    fn lot(&self, seat: Seat) -> Option<Lot> {
        if self.is_held() { None } else { self.game.lot(seat) }
    }

    fn seal(&self) -> Option<&str> {
        self.game.seal()
    }

    fn proof(&self) -> Option<Proof> {
        self.game.proof()
    }

    fn readings(&self) -> BTreeMap<String, String> {
        self.game.readings()
    }

    fn past(&self) -> Past {
        self.game.past()
    }

    fn written(&self, from: usize) -> Vec<String> {
        self.game.written(from)
    }

    fn events(&self) -> Vec<Value> {
        self.game.events()
    }

    fn events_len(&self) -> usize {
        self.game.events_len()
    }

    fn is_milestone(&self, event: usize) -> bool {
        self.game.is_milestone(event)
    }

    fn events_for(&self, seat: Seat, from: usize) -> Vec<Value> {
        self.game.events_for(seat, from)
    }

    fn tell_to(&self, seat: Seat, event: usize) -> Vec<String> {
        self.game.tell_to(seat, event)
    }

    fn view(&self, seat: Seat) -> Value {
        self.game.view(seat)
    }

    fn ending(&self) -> Option<Ending> {
        self.game.ending()
    }

    fn sides(&self) -> Vec<String> {
        self.game.sides()
    }

    fn turn(&self) -> u32 {
        self.game.turn()
    }

    fn summary(&self) -> Vec<String> {
        self.game.summary()
    }

    fn board(&self, seat: Seat) -> Board {
        self.game.board(seat)
    }

    fn record(&mut self, seats: &[Seat]) {
        self.game.record(seats);
    }

    fn take_moments(&mut self, seat: Seat) -> Vec<Moment> {
        self.game.take_moments(seat)
    }

    fn restore(&mut self, saved: &Saved) -> Result<(), Unrestored> {
        self.game.restore(saved)
    }

    fn forget(&mut self) {
        self.game.forget();
    }

    fn rules(&self) -> &dyn std::any::Any {
        self.game.rules()
    }
}
