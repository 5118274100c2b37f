//! The battle as a state machine (play.machine): what it waits for, and what comes of an answer. When a thing is decided and about whom
//! is settled in the turn; what is decided is settled by the procedures; whether an answer may be is asked of `check`, which
//! changes nothing.

mod asks;
mod chair;
pub(crate) mod looked;
mod names;
mod play;
mod rules;
mod save;
mod stage;

pub use play::{
    Awaits, Building, Declared, Declaring, Ended, Firing, Paid, Pin, Play, Site, Step, Stood, Target, Terms,
    Won,
};
pub use stage::Still;

use crate::answer::Answer;
use crate::event::{Event, Kind};
use crate::field::Field;
use crate::orders::Orders;
use crate::unit::{Side, UnitId};
use crate::{clause, reading, say, scenario};
use desk::{Audience, Camera, Game, Match, Seating};
use muster::Report;
use std::sync::Arc;
use umpire::{BattleDice, Clause, DiceError, Grounds, Log, Refusal, Ruling, Seed};
use words::Message;

/// A battle under way.
#[derive(Clone, Debug)]
pub struct Battle {
    pub(crate) terms: Arc<Terms>,
    pub(crate) field: Field,
    pub(crate) play: Play,
    pub(crate) dice: BattleDice,
    log: Log<Event>,
    pub(crate) seed: Seed,
    seating: Seating,
    camera: Option<Box<Camera<Still>>>,
    /// What was found at the last look; nothing of the battle depends on whether it was.
    pub(crate) looked: Box<looked::Looked>,
}

/// Begins a battle from a scenario's text.
pub fn begin(file: &str, text: &str, seed: &Seed, seating: Seating) -> Result<Box<dyn Game>, Report> {
    let s = scenario::read(file, text)?;
    let terms = Arc::new(Terms::from(&s));
    let make = move |seed: &Seed, dice| {
        Battle::begin(terms.clone(), s.muster(), seed.clone(), dice, Log::On(Vec::new()), seating)
    };
    Ok(Box::new(Match::begin(text, seed, seating, make)))
}

impl Battle {
    /// Begins a battle and goes on to the first question.
    pub fn begin(
        terms: Arc<Terms>,
        field: Field,
        seed: Seed,
        dice: BattleDice,
        log: Log<Event>,
        seating: Seating,
    ) -> Battle {
        let play = Play { reserves: terms.reserves.clone(), ..Play::new(&field) };
        let looked = Box::default();
        let mut b = Battle { terms, field, play, dice, log, seed, seating, camera: None, looked };
        if b.field.readings.is(reading!("start-orders", "defence")) {
            for c in &mut b.field.commands {
                c.orders = Orders::default();
            }
        }
        b.say(clause!("play.setup"), Kind::Opens, &[], || say!("event-opens"));
        b.go_on();
        b
    }

    /// A battle from a field with dice written down beforehand: for examples and proofs.
    pub fn drill(field: Field, dice: impl Into<Vec<u8>>) -> Battle {
        let dice = BattleDice::script(dice);
        let log = Log::On(Vec::new());
        Battle::begin(Arc::new(Terms::default()), field, Seed::new("drill"), dice, log, Seating::SIDES_ONLY)
    }

    /// The same, going on from a step.
    pub fn drill_from(field: Field, first: Side, step: Step, dice: impl Into<Vec<u8>>) -> Battle {
        let play = Play { step, first, ..Play::new(&field) };
        let mut b = Battle {
            terms: Arc::new(Terms::default()),
            field,
            play,
            dice: BattleDice::script(dice),
            log: Log::On(Vec::new()),
            seed: Seed::new("drill"),
            seating: Seating::SIDES_ONLY,
            camera: None,
            looked: Box::default(),
        };
        b.field.round = b.field.round.max(1);
        b.go_on();
        b
    }

    /// The same, going on from wherever a battle has got to.
    pub fn drill_again(field: Field, play: Play, dice: impl Into<Vec<u8>>) -> Battle {
        let mut b = Battle::drill_from(field, play.first, Step::Over, dice);
        b.play = play;
        b.go_on();
        b
    }

    /// Were exactly the scripted dice rolled?
    pub fn dice_used_up(&self) -> Result<(), DiceError> {
        self.dice.finish()
    }

    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Where the round has got to.
    pub fn play(&self) -> &Play {
        &self.play
    }

    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Everything that has happened, where a log is kept.
    pub fn events(&self) -> &[Event] {
        self.log.events()
    }

    /// Who of the sides is waited for, and for what.
    pub fn pending(&self) -> &[(Side, Awaits)] {
        &self.play.pending
    }

    pub fn ended(&self) -> Option<&Ended> {
        self.play.ended.as_ref()
    }

    /// What a side is waited for.
    pub fn awaits(&self, side: Side) -> Option<&Awaits> {
        self.play.pending.iter().find(|(s, _)| *s == side).map(|(_, a)| a)
    }

    /// Takes an answer. A refused one changes nothing, not even the dice.
    pub fn answer(&mut self, side: Side, answer: Answer) -> Result<(), Refusal> {
        if self.play.ended.is_some() {
            return Err(Refusal::form(say!("battle-is-over")));
        }
        let Some(awaits) = self.awaits(side).cloned() else {
            return Err(Refusal::form(say!("nothing-asked-of-side", side = self.called(side))));
        };
        self.take(side, &awaits, answer)?;
        self.go_on();
        Ok(())
    }

    /// The answer when nobody answers (play.asks).
    pub fn silence(&self, side: Side) -> Option<Answer> {
        self.awaits(side).map(|a| self.default_answer(side, a))
    }

    /// A copy to try an answer on: without the log and the camera.
    pub(crate) fn rehearsal(&self) -> Battle {
        self.without_past(Log::Off)
    }

    pub(crate) fn without_past(&self, log: Log<Event>) -> Battle {
        Battle {
            terms: self.terms.clone(),
            field: self.field.clone(),
            play: self.play.clone(),
            dice: self.dice.clone(),
            log,
            seed: self.seed.clone(),
            seating: self.seating,
            camera: None,
            looked: Box::default(),
        }
    }

    pub(crate) fn codes(&self, units: &[UnitId]) -> Vec<String> {
        units.iter().map(|u| self.field[*u].code.to_string()).collect()
    }

    /// Something that everybody sees.
    pub(crate) fn say(
        &mut self,
        clause: Clause,
        event: Kind,
        units: &[UnitId],
        says: impl FnOnce() -> Message,
    ) {
        if !self.log.is_on() {
            return;
        }
        let pieces = self.codes(units);
        self.tell(Event {
            round: self.field.round,
            event,
            clause,
            also: Grounds::default(),
            says: says(),
            pieces,
            ruling: None,
            by: None,
            heard: Audience::ALL,
        });
    }

    /// The same, decided by a ruling.
    pub(crate) fn rule_on(
        &mut self,
        clause: Clause,
        event: Kind,
        by: Side,
        units: &[UnitId],
        ruling: Ruling,
        says: impl FnOnce() -> Message,
    ) {
        if !self.log.is_on() {
            return;
        }
        let pieces = self.codes(units);
        self.tell(Event {
            round: self.field.round,
            event,
            clause,
            also: Grounds::default(),
            says: says(),
            pieces,
            ruling: Some(ruling),
            by: Some(by),
            heard: Audience::ALL,
        });
    }

    /// Something that one side keeps to itself (play.hidden), with whatever decided it.
    pub(crate) fn confide(
        &mut self,
        clause: Clause,
        event: Kind,
        side: Side,
        ruling: Option<Ruling>,
        says: impl FnOnce() -> Message,
    ) {
        if !self.log.is_on() {
            return;
        }
        let mut also = Grounds::default();
        also.add(clause!("play.hidden"));
        self.tell(Event {
            round: self.field.round,
            event,
            clause,
            also,
            says: says(),
            pieces: Vec::new(),
            ruling,
            by: Some(side),
            heard: Audience::side(side),
        });
    }

    /// What else had a part in the last thing that happened.
    pub(crate) fn also(&mut self, clause: Clause) {
        if let Log::On(v) = &mut self.log
            && let Some(e) = v.last_mut()
            && e.clause != clause
        {
            e.also.add(umpire::note_shown(clause));
        }
    }

    fn tell(&mut self, mut event: Event) {
        event.clause = umpire::note_shown(event.clause);
        self.log.push(|| event);
    }
}
