//! The battle as every book's battles are seen from outside, each seat with what it may know (play.view).

use super::{Awaits, Battle};
use crate::event::{Event, EventKind};
use crate::field::Field;
use crate::order::{Answer, Correction};
use crate::page::{self, Sight};
use crate::say;
use crate::scenario;
use crate::troop::{Arm, State};
use crate::unit::{Fate, Side};
use crate::view::{self, Known, Sightings};
use crate::{clause, rule, words};
use ::words::Message;
use clock::{ToldLeg, Walk};
use desk::board::{Deed, Sketched, Stroke};
use desk::{
    Audience, Camera, Course, Eye, Game, Match, Offers, Papers, Question, Rules, Seating, Telling, Umpires,
};
use muster::Report;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use umpire::{BattleDice, Clause, Ending, Log, Refusal, Ruling, Seat, Seed};

/// The table at one moment, and the labels given so far.
#[derive(Clone, Debug)]
pub struct Still {
    pub(crate) field: Field,
    pub(crate) sightings: Sightings,
    /// What each side knows, where it has been worked out.
    pub(crate) known: [Option<Arc<Known>>; 2],
}

/// Begins a battle from a scenario's text.
pub fn begin(file: &str, text: &str, seed: &Seed, seating: Seating) -> Result<Box<dyn Game>, Report> {
    let s = Arc::new(scenario::read(file, text)?);
    let make =
        move |seed: &Seed, dice| Battle::opened(s.clone(), seed.clone(), dice, Log::On(Vec::new()), seating);
    Ok(Box::new(Match::begin(text, seed, seating, make)))
}

impl Battle {
    /// The battle as it stands, with a log of its own and without stills.
    fn without_past(&self, log: Log<Event>) -> Battle {
        Battle {
            table: self.table.without_past(log),
            scenario: self.scenario.clone(),
            seed: self.seed.clone(),
            endless: self.endless,
            sheets: self.sheets.clone(),
            instructions_before: self.instructions_before.clone(),
            ended: self.ended.clone(),
            seating: self.seating,
            known: self.known.clone(),
        }
    }
}

impl Awaits {
    /// The name of what is asked.
    pub fn name(&self) -> &'static str {
        match self {
            Awaits::Orders => "orders",
            Awaits::Choices => "choices",
            Awaits::Staff => "staff",
        }
    }

    pub(crate) fn clause(&self) -> Clause {
        match self {
            Awaits::Orders => rule!("04.01.1"),
            Awaits::Choices => rule!("play.choice"),
            Awaits::Staff => rule!("play.staff"),
        }
    }

    pub(crate) fn says(&self) -> Message {
        match self {
            Awaits::Orders => say!("write-orders-your-units"),
            Awaits::Choices => say!("decide-once-what-you-leave"),
            Awaits::Staff => say!("generals-orderlies-may-go-now"),
        }
    }
}

impl EventKind {
    /// What of it can be drawn on a map.
    fn deed(&self) -> Option<Deed> {
        use EventKind::*;
        match self {
            Fired { .. } | Shelled { .. } => Some(Deed::Fires),
            Contact { .. } | Melee { .. } => Some(Deed::Fights),
            Moved { why, .. } if why.is_back() => Some(Deed::FallsBack),
            Surrendered { .. } | LeftTable { fled: true, .. } => Some(Deed::Falls),
            _ => None,
        }
    }

    /// It turns the battle.
    fn great(&self) -> bool {
        use EventKind::*;
        matches!(
            self,
            StateChanged { to: State::Complete, .. }
                | Surrendered { .. }
                | StaffLost { .. }
                | GunsTaken { .. }
                | LeftTable { fled: true, .. }
                | Ended { .. }
        )
    }

    /// One of the few that a short telling needs.
    fn milestone(&self) -> bool {
        use EventKind::*;
        matches!(
            self,
            Opens
                | TurnBegins
                | UmpireSits {}
                | UmpireRuled { .. }
                | Corrected { .. }
                | Struck { .. }
                | Shock { .. }
                | StateChanged { .. }
                | Melee { .. }
                | Prisoners { .. }
                | Surrendered { .. }
                | StaffLost { .. }
                | GunsTaken { .. }
                | WagonTaken { .. }
                | LeftTable { .. }
                | Arrived { .. }
                | Ended { .. }
        )
    }
}

impl Battle {
    /// A wheel and a march are run in many short legs; told, they are one movement. Is this leg the last of one?
    fn walked(&self, eye: Eye, event: usize) -> Option<Walk> {
        let all = self.events();
        let leg = |i: usize| match all[i].kind {
            EventKind::Moved { from, to, since, cm, why, .. } => {
                Some(ToldLeg { why, since, until: all[i].clock, from, to, cm })
            }
            _ => None,
        };
        let (now, unit) = (leg(event)?, all[event].kind.unit());
        let about = |i: &usize| all[*i].kind.unit() == unit && self.heard_by(&all[*i]).has(eye);
        let same = |i: &usize| all[*i].turn == all[event].turn;
        let next = (event + 1..all.len()).take_while(same).find(about).and_then(leg);
        let before = (0..event).rev().take_while(same).filter(about).map(leg);
        Some(clock::walked(&now, next, before))
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
            seed: &self.seed,
            seating: self.seating,
            readings: Some(&self.table.field.readings),
            events: Battle::events(self),
        }
    }

    fn dice(&mut self) -> &mut BattleDice {
        &mut self.table.dice
    }

    fn turn(&self) -> u32 {
        self.field().turn
    }

    fn clock(&self) -> Option<f64> {
        Battle::clock(self)
    }

    fn ending(&self) -> Option<Ending> {
        self.ended().map(|e| Ending::new(e.winner, clause!("play.victory"), e.why.clone()))
    }

    fn summary(&self) -> Vec<String> {
        let f = self.field();
        let s = &self.scenario;
        let mut lines = Vec::new();
        for side in Side::BOTH {
            let original = s.side(side).strength;
            let now: u32 = f.side(side).filter(|u| u.arm != Arm::Wagon).map(|u| u32::from(u.figures)).sum();
            let units = f.side(side).count();
            let gone = f
                .units
                .iter()
                .filter(|u| u.side == side && !matches!(u.fate, Fate::OnTable | Fate::Joined | Fate::Awaited))
                .count();
            let (name, guns) = (&s.side(side).name, f.guns_taken[side.index()]);
            lines.push(say!("army-left", name, now, original, units, gone, guns).to_string());
        }
        if let Some(e) = self.ended() {
            lines.push(match e.winner {
                Some(side) => say!("victory-of", side = &s.side(side).name, why = &e.why).to_string(),
                None => say!("victory-of-nobody", why = &e.why).to_string(),
            });
        }
        lines
    }

    fn view(&self, eye: Eye) -> Map<String, Value> {
        let f = self.field();
        let mut v = Map::new();
        v.insert("turns".into(), self.scenario.turns.into());
        v.insert("clock".into(), json!(Battle::clock(self)));
        match Side::of(eye.seat) {
            Some(s) => {
                v.insert("field".into(), view::view_json(f, s, &self.known(s)));
            }
            None if eye.seat == Seat::Umpire => {
                let both = Side::BOTH.map(|s| view::view_json(f, s, &self.known(s)));
                v.insert("sides".into(), json!(both));
            }
            None => {}
        }
        v
    }

    fn forget(&mut self) {
        self.table.log.clear();
    }

    fn pending(&self) -> Vec<(Side, Awaits)> {
        Battle::pending(self)
    }

    fn question(&self, _: Side, awaits: &Awaits) -> Question {
        Question { asks: awaits.name(), says: awaits.says(), clause: awaits.clause() }
    }

    fn amends(&self) -> Vec<(Side, Awaits)> {
        Battle::amends(self)
    }

    fn offers(&self, side: Side, awaits: &Awaits) -> Offers<Answer> {
        page::offers(self, side, awaits)
    }

    fn blank(&self, side: Side, awaits: &Awaits) -> Option<Sketched> {
        Some(page::blank(self, side, awaits))
    }

    fn stroke(&self, side: Side, awaits: &Awaits, stroke: &Stroke) -> Result<Sketched, Refusal> {
        page::stroke(self, side, awaits, stroke)
    }

    fn chair(&self) -> Question {
        Question { asks: "umpire", says: say!("rule-what-book-does"), clause: rule!("01.06.1") }
    }

    fn umpires(&self) -> Option<Umpires> {
        self.instructions_asked()
    }

    fn decide(&mut self, course: &Course, because: String) -> Result<(), Refusal> {
        self.decided(course, because);
        Ok(())
    }

    fn correction(&self) -> Option<(Message, Vec<Correction>)> {
        let u = self.field().present().next()?;
        Some((say!("a-penalty"), vec![Correction::Halt { unit: u.code.to_string(), turns: 1 }]))
    }

    fn correct(&mut self, because: String, changes: Vec<Correction>) -> Result<(), Refusal> {
        self.put_right(because, &changes)
    }

    fn blank_correction(&self) -> Option<Sketched> {
        Some(desk::correct::blank(self))
    }

    fn stroke_correction(&self, stroke: &Stroke) -> Result<Sketched, Refusal> {
        desk::correct::stroke(self, stroke)
    }

    fn is_movement(&self, event: &Event) -> bool {
        matches!(event.kind, EventKind::Moved { .. })
    }

    fn audience(&self, event: &Event) -> Audience {
        self.heard_by(event)
    }

    fn tell(&self, eye: Eye, still: &Still, sight: &Sight, event: usize) -> Option<Telling> {
        let e = Battle::events(self).get(event)?;
        let walked = match self.walked(eye, event) {
            Some(Walk::GoesOn) => return None,
            Some(Walk::Ends(w)) => Some(w),
            None => None,
        };
        let announced = matches!(
            e.kind,
            EventKind::TurnBegins
                | EventKind::TurnEnds
                | EventKind::Opens
                | EventKind::OrdersIn { .. }
                | EventKind::Ended { .. }
        );
        Some(Telling {
            kind: self.parts(eye, e).kind,
            says: words::what_happened(self.field(), e, &|u| self.name(eye, u), eye, walked)?,
            more: Vec::new(),
            clause: e.clause,
            clock: (!announced).then_some(e.clock),
            pieces: page::involved(self, still, sight, &e.kind),
            deed: e.kind.deed(),
            ruling: self.ruling_for(eye, e),
            milestone: e.kind.milestone(),
            great: e.kind.great(),
            title: matches!(e.kind, EventKind::TurnBegins),
        })
    }

    fn explain(ruling: &Ruling) -> Vec<String> {
        words::ruling(ruling)
    }

    fn event(&self, eye: Eye, _: &Still, _: &Sight, event: usize) -> Value {
        Battle::events(self).get(event).map_or(Value::Null, |e| self.data_of(eye, e))
    }

    fn turn_begins(&self) -> usize {
        Battle::events(self).iter().rposition(|e| matches!(e.kind, EventKind::TurnBegins)).unwrap_or(0)
    }

    fn camera(&mut self) -> Option<&mut Option<Box<Camera<Still>>>> {
        Some(&mut self.table.camera)
    }
}
