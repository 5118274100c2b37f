//! Taking back by consent: a side asks for its last decision, the other side or the umpire says yes or no, and the battle goes on from
//! before it. Nothing is struck from the log: what had happened stays there, with how many dice had fallen.

use super::{Asked, Match};
use crate::board::Offer;
use crate::log::{House, dice_seen, named};
use crate::rules::{Offered, Question, Rules};
use crate::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use umpire::{Refusal, Seat, Side};
use words::Message;

/// What a seat may say at any time, whatever is asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnyTime {
    /// It gives the battle up.
    Resign,
    /// It asks to take its last decision back.
    TakeBack,
    /// It lets the other side take its last decision back.
    Agree,
    /// It does not; said by whoever asked, it lets the decision stand after all.
    Refuse,
}

/// Who asks to take a decision back, and who may ask.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakingBack {
    pub asks: Option<Seat>,
    pub may: Vec<Seat>,
}

/// The battle as it stood before the last decision of a side.
#[derive(Clone)]
struct Before<R> {
    side: Side,
    rules: R,
    /// How many dice had fallen.
    fallen: u64,
}

/// What can be taken back.
#[derive(Clone)]
pub(super) struct Back<R> {
    /// Of each side the last, in the order in which they were made.
    last: Vec<Before<R>>,
    /// The side that asks, and how many dice had fallen since.
    asks: Option<(Side, u64)>,
    /// It was asked for and stands.
    stands: [bool; 2],
}

impl<R> Back<R> {
    pub fn new() -> Back<R> {
        Back { last: Vec::new(), asks: None, stands: [false; 2] }
    }

    /// For those who only look: what is asked, and nothing to go back to.
    pub fn to_be_seen(&self) -> Back<R> {
        Back { last: Vec::new(), ..*self }
    }

    /// The side that asks.
    pub fn asks(&self) -> Option<Side> {
        self.asks.map(|(side, _)| side)
    }

    /// Nobody asks any more.
    pub fn let_go(&mut self) {
        self.asks = None;
    }

    fn of(&self, side: Side) -> Option<usize> {
        self.last.iter().position(|b| b.side == side)
    }

    /// A side has decided something: the battle as it stood before that.
    pub fn remember(&mut self, side: Side, rules: R, fallen: u64) {
        self.last.retain(|b| b.side != side);
        self.last.push(Before { side, rules, fallen });
        self.stands[side.index()] = false;
    }

    fn may(&self, side: Side) -> bool {
        self.asks.is_none() && self.of(side).is_some() && !self.stands[side.index()]
    }
}

impl<R: Rules> Match<R> {
    /// Something is said that may be said at any time.
    pub(super) fn at_any_time(&mut self, from: Seat, said: AnyTime) -> Result<(), Refusal> {
        if self.over().is_some() {
            return Err(Refusal::form(say!("battle-over")));
        }
        match (said, Side::of(from)) {
            (AnyTime::Resign, Some(side)) => self.resign(side),
            (AnyTime::TakeBack, Some(side)) => self.ask_back(side),
            (AnyTime::Agree, _) => self.decide_back(from, true),
            (AnyTime::Refuse, _) => self.decide_back(from, false),
            (AnyTime::Resign | AnyTime::TakeBack, None) => Err(Refusal::form(say!("only-sides-do-this"))),
        }
    }

    fn ask_back(&mut self, side: Side) -> Result<(), Refusal> {
        if self.back.asks.is_some() {
            return Err(Refusal::form(say!("taking-back-is-asked")));
        }
        if self.back.of(side).is_none() {
            return Err(Refusal::form(say!("nothing-to-take-back")));
        }
        if self.back.stands[side.index()] {
            return Err(Refusal::form(say!("was-not-taken-back")));
        }
        self.develop();
        self.back.asks = Some((side, self.seen_since(side)));
        self.announce(House::AsksBack { turn: self.rules.turn(), side });
        Ok(())
    }

    fn decide_back(&mut self, by: Seat, agreed: bool) -> Result<(), Refusal> {
        let Some((side, dice)) = self.back.asks else {
            return Err(Refusal::form(say!("nobody-asks-back")));
        };
        if agreed && by == side.into() {
            return Err(Refusal::form(say!("others-agree")));
        }
        self.develop();
        let turn = self.rules.turn();
        if agreed {
            self.go_back(side);
            self.announce(House::TakenBack { turn, side, by, dice });
        } else {
            self.back.stands[side.index()] = true;
            self.announce(House::LeftStanding { turn, side, by });
        }
        self.back.let_go();
        Ok(())
    }

    /// How many dice have fallen since the last decision of a side.
    fn seen_since(&self, side: Side) -> u64 {
        let before = self.back.of(side).map_or(self.fallen, |at| self.back.last[at].fallen);
        let by_hand = self.hand.as_ref().map_or(0, |h| h.rolled.len() as u64);
        self.fallen.saturating_sub(before) + by_hand
    }

    /// The battle is again what it was before the last decision of a side.
    fn go_back(&mut self, side: Side) {
        let Some(at) = self.back.of(side) else { return };
        let Some(before) = self.back.last.drain(at..).next() else { return };
        self.hand = None;
        self.now.take();
        let undone = std::mem::replace(&mut self.rules, before.rules);
        self.log.undo(undone, self.rules.papers().events.len());
        if self.film.is_some() {
            self.load_camera();
        }
        if let Some(f) = &mut self.film {
            f.go_back(&mut self.rules);
        }
    }

    /// Whose leave is asked, first that of whoever is waited for.
    pub(super) fn back_asked(&self, seat: Option<Seat>) -> Vec<(Seat, Asked)> {
        let Some((side, dice)) = self.back.asks else { return Vec::new() };
        let clause = self.rules.chair().clause;
        let name = |seat: Seat| named(&self.rules, seat);
        let offer = |says: Message, said: AnyTime| super::offer(Offered::new(says, said));
        let ask = |says: Message, offers: Vec<Offer>, standing: bool| {
            let question = Question { asks: "take_back", says, clause };
            Asked { question, about: json!({ "side": side }), offers, standing }
        };
        let other = Seat::from(side.other());
        let wanted = || say!("may-it-take-back", side = name(side.into()), dice = dice_seen(dice));
        let both = || vec![offer(say!("agree"), AnyTime::Agree), offer(say!("refuse"), AnyTime::Refuse)];
        let own = ask(
            say!("you-ask-back", by = name(other)),
            vec![offer(say!("let-it-stand"), AnyTime::Refuse)],
            true,
        );
        let mut all = vec![(other, ask(wanted(), both(), false)), (side.into(), own)];
        if self.has_umpire() {
            all.push((Seat::Umpire, ask(wanted(), both(), true)));
        }
        all.retain(|(s, _)| seat.is_none_or(|x| x == *s));
        all
    }

    pub(super) fn taking_back_now(&self) -> TakingBack {
        let may = |s: &Side| self.begun() && self.over().is_none() && self.back.may(*s);
        TakingBack {
            asks: self.back.asks().map(Seat::from),
            may: Side::BOTH.into_iter().filter(may).map(Seat::from).collect(),
        }
    }
}
