//! The battle as every book's battles are seen from outside.

use super::{Awaits, Battle, Screened};
use crate::event::{Event, EventKind};
use crate::field::{CampState, Fate, Field, Side};
use crate::order::{Answer, Correction};
use crate::say;
use crate::scenario::{self, Scenario};
use crate::troop::Troop;
use crate::{page, rule, words};
use ::words::Message;
use desk::board::{Deed, Sketched, Stroke};
use desk::{
    Audience, Camera, Course, Eye, Game, Match, Offers, Papers, Question, Rules, Seating, Telling, Umpires,
};
use muster::Report;
use serde_json::{Map, Value};
use std::sync::Arc;
use umpire::{BattleDice, Clause, Ending, Log, Refusal, Ruling, Seed};

/// The table at one moment, and what lies behind the screen.
#[derive(Clone, Debug)]
pub struct Still {
    pub(crate) field: Field,
    pub(crate) hidden: Screened,
    pub(crate) ranking: [Option<Vec<u8>>; 2],
}

/// Begins a battle from a scenario's text.
pub fn begin(file: &str, text: &str, seed: &Seed, seating: Seating) -> Result<Box<dyn Game>, Report> {
    let s = Arc::new(scenario::read(file, text)?);
    let make =
        move |seed: &Seed, dice| Battle::begun(s.clone(), seed.clone(), dice, Log::On(Vec::new()), seating);
    Ok(Box::new(Match::begin(text, seed, seating, make)))
}

impl Awaits {
    pub(crate) fn clause(&self) -> Clause {
        match self {
            Awaits::Terrain => rule!("setup.1"),
            Awaits::Edge => rule!("setup.2"),
            Awaits::Camp => rule!("setup.3"),
            Awaits::Rank => rule!("dice.2"),
            Awaits::Deploy { all: true, .. } => rule!("setup.8"),
            Awaits::Deploy { .. } => rule!("setup.4"),
            Awaits::Move => rule!("move.2"),
            Awaits::Call { .. } => rule!("turn.1"),
            Awaits::Shoot { .. } => rule!("dba.28"),
            Awaits::Fight { .. } => rule!("turn.1"),
        }
    }
}

impl EventKind {
    /// One of the few that a short telling needs.
    fn milestone(&self) -> bool {
        use EventKind::*;
        matches!(
            self,
            Opens
                | TurnBegins { .. }
                | Lost { .. }
                | Camp { .. }
                | Demoralised { .. }
                | UmpireSits {}
                | Decided { .. }
                | Ruled { .. }
                | Corrected { .. }
                | Restored { .. }
                | Ends { .. }
                | SeedRevealed { .. }
        )
    }
}

impl EventKind {
    /// It turns the battle.
    fn great(&self, f: &Field) -> bool {
        match self {
            EventKind::Lost { element, .. } => f.get(*element).is_some_and(|e| e.is_commander()),
            EventKind::Camp { state, .. } => *state == CampState::Plundered,
            EventKind::Demoralised { .. } | EventKind::Ends { .. } => true,
            _ => false,
        }
    }

    /// What of it can be drawn on a map.
    fn deed(&self) -> Option<Deed> {
        match self {
            EventKind::Shooting { .. } => Some(Deed::Fires),
            EventKind::CloseCombat { .. } => Some(Deed::Fights),
            EventKind::Goes { why, .. } if why.is_back() => Some(Deed::FallsBack),
            EventKind::Lost { .. } => Some(Deed::Falls),
            _ => None,
        }
    }
}

impl Battle {
    /// The battle as it stands, with a log of its own and without stills.
    fn without_past(&self, log: Log<Event>) -> Battle {
        Battle {
            scenario: self.scenario.clone(),
            field: self.field.clone(),
            secrets: self.secrets.clone(),
            dice: self.dice.clone(),
            log,
            attacker: self.attacker,
            pending: self.pending.clone(),
            seating: self.seating,
            question: self.question.clone(),
            fortress: self.fortress,
            guns: self.guns.clone(),
            bouts: self.bouts.clone(),
            late: self.late.clone(),
            stormed: self.stormed,
            ended: self.ended.clone(),
            camera: None,
        }
    }

    /// The table as it stands, to be told and played back later.
    pub(crate) fn table_now(&self) -> Still {
        Still {
            field: self.field.clone(),
            hidden: self.secrets.hidden.clone(),
            ranking: self.secrets.ranking.clone(),
        }
    }

    /// Something new begins: where the battle is recorded, what has happened so far is seen by itself.
    pub(super) fn cue(&mut self) {
        let Some(mut camera) = self.camera.take() else { return };
        camera.pause(Battle::events(self).len(), self.field.bound, || self.table_now());
        self.camera = Some(camera);
    }
}

impl Rules for Battle {
    type Answer = Answer;
    type Correction = Correction;
    type Event = Event;
    type Awaits = Awaits;

    desk::by_battle!(crate::BOOK);

    fn papers(&self) -> Papers<'_, Event> {
        Papers {
            head: &self.scenario.head,
            seed: &self.secrets.seed,
            seating: self.seating,
            readings: Some(&self.field.readings),
            events: Battle::events(self),
        }
    }

    fn dice(&mut self) -> &mut BattleDice {
        &mut self.dice
    }

    fn turn(&self) -> u32 {
        self.field.bound
    }

    fn ending(&self) -> Option<Ending> {
        self.ended.as_ref().map(|e| Ending::new(e.winner, e.clause, e.reason.message()))
    }

    fn summary(&self) -> Vec<String> {
        words::summary(&self.field)
    }

    fn view(&self, eye: Eye) -> Map<String, Value> {
        self.data(eye)
    }

    fn forget(&mut self) {
        self.log.clear();
    }

    fn pending(&self) -> Vec<(Side, Awaits)> {
        self.pending.clone()
    }

    fn question(&self, side: Side, awaits: &Awaits) -> Question {
        Question { asks: awaits.name(), says: self.asks_in_words(side, awaits), clause: awaits.clause() }
    }

    fn offers(&self, side: Side, awaits: &Awaits) -> Offers<Answer> {
        self.offers_in_words(side, awaits)
    }

    fn blank(&self, side: Side, awaits: &Awaits) -> Option<Sketched> {
        self.blank_sketch(side, awaits)
    }

    fn stroke(&self, side: Side, awaits: &Awaits, stroke: &Stroke) -> Result<Sketched, Refusal> {
        self.sketch(side, awaits, stroke)
    }

    fn chair(&self) -> Question {
        Question { asks: "umpire", says: say!("rule-what-book-does"), clause: rule!("basis.1") }
    }

    fn umpires(&self) -> Option<Umpires> {
        self.question.clone()
    }

    fn decide(&mut self, course: &Course, because: String) -> Result<(), Refusal> {
        self.decided(course, because);
        Ok(())
    }

    fn correction(&self) -> Option<(Message, Vec<Correction>)> {
        let there = |c: &Correction| self.corrected(std::slice::from_ref(c)).is_ok();
        let stays = self.field.all().map(|e| Correction::Place { element: e.id, at: e.base.pose() });
        stays.into_iter().find(there).map(|c| (say!("stands-change-what-wrong"), vec![c]))
    }

    fn correct(&mut self, because: String, changes: Vec<Correction>) -> Result<(), Refusal> {
        let to = self.corrected(&changes)?;
        self.put_right(because, &changes, &to);
        Ok(())
    }

    fn blank_correction(&self) -> Option<Sketched> {
        Some(self.no_corrections())
    }

    fn stroke_correction(&self, stroke: &Stroke) -> Result<Sketched, Refusal> {
        self.sketch_correction(stroke)
    }

    /// In this book everything that happens on the table is seen by all; what is secret never becomes an event.
    fn audience(&self, _: &Event) -> Audience {
        Audience::ALL
    }

    fn tell(&self, _: Eye, still: &Still, _: &Eye, event: usize) -> Option<Telling> {
        let e = Battle::events(self).get(event)?;
        Some(Telling {
            kind: e.kind.name(),
            says: words::say(&still.field, e),
            more: Vec::new(),
            clause: e.clause,
            clock: None,
            pieces: page::about(&e.kind),
            deed: e.kind.deed(),
            ruling: e.kind.ruling().cloned(),
            milestone: e.kind.milestone(),
            great: e.kind.great(&still.field),
            title: matches!(e.kind, EventKind::TurnBegins { .. }),
        })
    }

    fn explain(ruling: &Ruling) -> Vec<String> {
        words::tell_ruling(ruling)
    }

    fn event(&self, _: Eye, _: &Still, _: &Eye, event: usize) -> Value {
        Battle::events(self)
            .get(event)
            .map_or(Value::Null, |e| serde_json::to_value(e).unwrap_or(Value::Null))
    }

    fn turn_begins(&self) -> usize {
        let begins = |e: &Event| matches!(e.kind, EventKind::TurnBegins { .. });
        Battle::events(self).iter().rposition(begins).unwrap_or(0)
    }

    fn camera(&mut self) -> Option<&mut Option<Box<Camera<Still>>>> {
        Some(&mut self.camera)
    }
}

/// Losses by troop type, for those who count.
pub fn losses_by_troop(f: &Field, s: Side) -> [u32; 8] {
    let mut n = [0; 8];
    for e in f.army(s).elements.iter().filter(|e| matches!(e.fate, Fate::Destroyed | Fate::Left)) {
        n[e.troop as usize] += 1;
    }
    if f.army(s).camp.as_ref().is_some_and(|c| c.state == CampState::Plundered) {
        n[Troop::Camp as usize] += 1;
    }
    n
}

impl Scenario {
    /// Is this battle ready to fight without a set-up by the players?
    pub fn is_ready(&self) -> bool {
        Battle::new(Arc::new(self.clone()), Seed::new("probe"), Log::Off).field.bound > 0
    }
}
