//! The battle as every book's battles are seen from outside.

use super::{Awaits, Battle, Sight, Still};
use crate::answer::{Answer, Correction};
use crate::event::{Event, Kind};
use crate::unit::Side;
use crate::{clause, rule, say};
use desk::board::{Sketched, Spot, Stroke};
use desk::{Audience, Camera, Eye, Offers, Papers, Question, Rules, Telling};
use serde_json::{Map, Value, json};
use umpire::{BattleDice, Ending, Refusal};
use words::Message;

impl Battle {
    /// Something new begins.
    pub(crate) fn cue(&mut self) {
        desk::pause(self);
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
            head: &self.terms.head,
            seed: &self.seed,
            seating: self.seating,
            readings: Some(&self.field.readings),
            events: Battle::events(self),
        }
    }

    fn dice(&mut self) -> &mut BattleDice {
        &mut self.dice
    }

    fn turn(&self) -> u32 {
        u32::from(self.field.turn)
    }

    fn ending(&self) -> Option<Ending> {
        self.play.ended.as_ref().map(|e| Ending::new(e.winner, e.clause, e.why.clone()))
    }

    fn summary(&self) -> Vec<String> {
        let line = |side: Side| {
            let figures: u32 = self.field.side(side).map(|u| u32::from(u.figures())).sum();
            let units = self.field.side(side).count();
            let name = self.terms.head.called(side);
            say!("army-left", name, units, figures).to_string()
        };
        Side::BOTH.map(line).to_vec()
    }

    fn view(&self, eye: Eye) -> Map<String, Value> {
        crate::view::data(self, eye)
    }

    fn forget(&mut self) {
        self.log.clear();
    }

    fn pending(&self) -> Vec<(Side, Awaits)> {
        self.play.pending.clone()
    }

    fn question(&self, side: Side, awaits: &Awaits) -> Question {
        Question { asks: awaits.name(), says: self.asks_in_words(side, awaits), clause: awaits.clause() }
    }

    fn offers(&self, side: Side, awaits: &Awaits) -> Offers<Answer> {
        let (mut offers, complete) = self.offered(side, awaits);
        for o in &mut offers {
            o.odds = self.odds_of(side, awaits, &o.answer);
        }
        let step = self.play.step;
        Offers {
            about: json!({
                "step": step.number(),
                "called": step,
                "by": step.clause().id(),
                "silence": clause!("play.asks").id(),
            }),
            offers,
            complete,
        }
    }

    fn blank(&self, side: Side, awaits: &Awaits) -> Option<Sketched> {
        Some(self.blank_sketch(side, awaits))
    }

    fn stroke(&self, side: Side, awaits: &Awaits, stroke: &Stroke) -> Result<Sketched, Refusal> {
        self.sketch(side, awaits, stroke)
    }

    fn chair(&self) -> Question {
        Question { asks: "umpire", says: say!("ask-umpire"), clause: rule!("play.umpire") }
    }

    fn correction(&self) -> Option<(Message, Vec<Correction>)> {
        self.some_piece().map(|c| (say!("change-what-stands-wrong"), vec![c]))
    }

    fn change(&mut self, because: &str, c: Correction) -> Result<(), Refusal> {
        self.corrected(because, c)
    }

    fn put_right(&self, piece: &str, to: Spot) -> Option<Correction> {
        self.put_there(piece, to)
    }

    fn audience(&self, event: &Event) -> Audience {
        event.heard
    }

    fn tell(&self, _: Eye, _: &Still, _: &Sight, event: usize) -> Option<Telling> {
        let e = Battle::events(self).get(event)?;
        Some(Telling {
            pieces: e.pieces.clone(),
            ruling: e.ruling.clone(),
            deed: e.event.deed(),
            milestone: e.event.milestone(),
            great: e.event.great(),
            title: e.event == Kind::Turn,
            ..Telling::new(e.event.name(), e.says.clone(), e.clause)
        })
    }

    fn turn_begins(&self) -> usize {
        Battle::events(self).iter().rposition(|e| e.event == Kind::Turn).unwrap_or(0)
    }

    fn camera(&mut self) -> Option<&mut Option<Box<Camera<Still>>>> {
        Some(&mut self.camera)
    }
}
