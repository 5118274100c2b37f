//! The battle as a state machine (play.sequence): what it waits for, and what comes of an answer. When a thing is decided and about whom is
//! settled in the turn; what is decided is settled by the procedures; whether an answer may be is asked of `check`, which changes nothing.

mod asks;
mod chair;
mod names;
mod play;
mod rules;
mod save;
mod stage;

pub use play::{
    Awaits, Captive, Charge, Closing, Courier, Ended, Errand, Fight, Leads, Led, Mark, OnTheWay, Play, Step,
    Storming, Terms, Trodden, UnderFire,
};
pub use stage::{Sight, Still};
pub(crate) use stage::{class_known, whose};

use crate::answer::Answer;
use crate::event::{Event, Kind};
use crate::field::Field;
use crate::support::Supported;
use crate::turn::Aims;
use crate::unit::{Side, UnitId};
use crate::{clause, say, scenario};
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
    /// Whom bodies can fire at, while it is asked.
    pub(crate) aims: Aims,
    /// By how many each is supported, if it is only thought about.
    pub(crate) supported: Supported,
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
        let play = Play::new(&field, &terms);
        let (aims, supported) = (Aims::default(), Supported::default());
        let mut b = Battle { terms, field, play, dice, log, seed, seating, camera: None, aims, supported };
        b.say(clause!("play.setup"), Kind::Opens, &[], || say!("event-opens"));
        b.go_on();
        b
    }

    /// A battle from a field with dice written down beforehand: for examples and proofs.
    pub fn drill(field: Field, dice: impl Into<Vec<u8>>) -> Battle {
        Battle::drill_on(Terms::default(), field, dice)
    }

    /// The same on other terms.
    pub fn drill_on(terms: Terms, field: Field, dice: impl Into<Vec<u8>>) -> Battle {
        let dice = BattleDice::script(dice);
        let log = Log::On(Vec::new());
        Battle::begin(Arc::new(terms), field, Seed::new("drill"), dice, log, Seating::SIDES_ONLY)
    }

    /// Were exactly the scripted dice rolled?
    pub fn dice_used_up(&self) -> Result<(), DiceError> {
        self.dice.finish()
    }

    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Where the move has got to.
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
            return Err(Refusal::form(say!("nothing-asked-of-side", side = self.terms.head.called(side))));
        };
        self.take(side, &awaits, answer)?;
        self.go_on();
        Ok(())
    }

    /// The answer when nobody answers (play.asks).
    pub fn silence(&self, side: Side) -> Option<Answer> {
        self.awaits(side).map(|a| self.default_answer(a))
    }

    /// The battle as it stands, with a log of its own and without stills.
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
            aims: Aims::default(),
            supported: Supported::default(),
        }
    }

    pub(crate) fn code(&self, u: UnitId) -> String {
        self.field[u].code.to_string()
    }

    /// Something that everybody sees.
    pub(crate) fn say(
        &mut self,
        clause: Clause,
        event: Kind,
        units: &[UnitId],
        says: impl FnOnce() -> Message,
    ) {
        self.tell_of(clause, event, units, None, says);
    }

    /// The same, decided by a ruling.
    pub(crate) fn rule_on(
        &mut self,
        clause: Clause,
        event: Kind,
        units: &[UnitId],
        ruling: Ruling,
        says: impl FnOnce() -> Message,
    ) {
        self.tell_of(clause, event, units, Some(ruling), says);
    }

    /// What bodies do is heard by whoever sees them: of hidden troops their own side alone (play.view).
    fn tell_of(
        &mut self,
        clause: Clause,
        event: Kind,
        units: &[UnitId],
        ruling: Option<Ruling>,
        says: impl FnOnce() -> Message,
    ) {
        if !self.log.is_on() {
            return;
        }
        let hidden = units.iter().find(|u| !self.known(**u)).map(|u| self.field[*u].side);
        let heard = hidden.map_or(Audience::ALL, Audience::side);
        let pieces = units.iter().map(|u| self.code(*u)).collect();
        self.tell(clause, event, says(), pieces, ruling, heard);
    }

    /// Something that one side keeps to itself (play.view).
    pub(crate) fn confide(
        &mut self,
        clause: Clause,
        event: Kind,
        side: Side,
        units: &[UnitId],
        ruling: Option<Ruling>,
        says: impl FnOnce() -> Message,
    ) {
        if !self.log.is_on() {
            return;
        }
        let pieces = units.iter().map(|u| self.code(*u)).collect();
        self.tell(clause, event, says(), pieces, ruling, Audience::side(side));
    }

    /// Is what happens told to anybody?
    pub(crate) fn tells(&self) -> bool {
        self.log.is_on()
    }

    /// Has the enemy a body on the table (play.detect)?
    pub(crate) fn known(&self, u: UnitId) -> bool {
        self.field[u].seen || self.field[u].fate == crate::unit::Fate::OnTable
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

    fn tell(
        &mut self,
        clause: Clause,
        event: Kind,
        says: Message,
        pieces: Vec<String>,
        ruling: Option<Ruling>,
        heard: Audience,
    ) {
        let clause = umpire::note_shown(clause);
        let (turn, step) = (self.field.turn, self.play.step.number());
        self.log.push(|| Event {
            turn,
            step,
            event,
            clause,
            also: Grounds::default(),
            says,
            pieces,
            ruling,
            heard,
        });
    }
}
