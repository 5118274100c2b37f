//! The battle on a page: answers drawn by hand on the table, judged by the rules themselves; nothing is decided here. Every answer of this book
//! is a sheet of lines that both sides lock in secret; a stroke writes, changes or strikes out a line.

mod controls;
mod game;
mod odds;
mod orders;
mod sheets;
mod show;
mod way;

use crate::answer::Answer;
use crate::battle::{Awaits, Battle};
use crate::check;
use crate::say;
use crate::unit::{GeneralFate, GeneralId, Side, Unit, UnitId};
use desk::board::{Act, Chance, Ghost, Sketched, Stroke};
use desk::sketch::spot;
use desk::sketch::{draft, json};
use serde::{Deserialize, Serialize};
use table::Base;
use umpire::Refusal;

/// What has been drawn so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Draft {
    answer: Option<Answer>,
}

/// A side that draws an answer.
#[derive(Clone, Copy)]
struct Desk<'a> {
    b: &'a Battle,
    side: Side,
    awaits: &'a Awaits,
}

impl<'a> Desk<'a> {
    /// Would the battle take it?
    fn lawful(&self, a: &Answer) -> Result<(), Refusal> {
        check::answer(self.b, self.side, self.awaits, a)
    }

    /// An own body on the table.
    fn unit(&self, code: &str) -> Option<&'a Unit> {
        let f = &self.b.field;
        f.by_code(code).map(|u| &f[u]).filter(|u| u.side == self.side && u.present())
    }

    /// The own bodies that are taken up.
    fn units(&self, pieces: &[String]) -> Vec<&'a Unit> {
        pieces.iter().filter_map(|p| self.unit(p)).collect()
    }

    /// The own general who is taken up.
    fn general(&self, pieces: &[String]) -> Option<GeneralId> {
        let f = &self.b.field;
        let own = |g: &GeneralId| f[*g].side == self.side && f[*g].fate == GeneralFate::OnTable;
        pieces.iter().find_map(|p| f.general_by_code(p).filter(own))
    }

    /// An enemy that the side knows (play.view).
    fn enemy(&self, code: &str) -> Option<UnitId> {
        check::enemy(self.b, self.side, code).ok()
    }

    /// What is sent if nothing is drawn.
    fn empty(&self) -> Answer {
        self.b.default_answer(self.awaits)
    }
}

/// Where a piece would stand.
fn ghost(piece: &str, from: table::V2, b: &Base, legal: bool) -> Ghost {
    let round = desk::sketch::round;
    Ghost {
        piece: piece.into(),
        at: spot(b),
        width: round(b.width),
        depth: round(b.depth),
        path: vec![[round(from.x), round(from.y)], [round(b.front.x), round(b.front.y)]],
        legal,
        note: Default::default(),
    }
}

/// A stroke that means nothing here.
fn senseless() -> Refusal {
    Refusal::form(say!("not-by-hand-now"))
}

impl Battle {
    /// What a question looks like before anything has been drawn.
    pub(crate) fn blank_sketch(&self, side: Side, awaits: &Awaits) -> Sketched {
        let desk = Desk { b: self, side, awaits };
        show::show(&desk, &desk.empty(), &[])
    }

    /// What the dice of an answer may come to, where it rolls them at once.
    pub(crate) fn odds_of(&self, side: Side, awaits: &Awaits, a: &Answer) -> Vec<Chance> {
        let desk = Desk { b: self, side, awaits };
        match a {
            Answer::Respond { responses } => match &responses[..] {
                [one] => odds::of_response(&desk, &one.unit, one.response),
                _ => Vec::new(),
            },
            Answer::Fire { fire } => match &fire[..] {
                [one] if !one.hold => {
                    one.target.as_ref().map_or_else(Vec::new, |t| odds::of_fire(&desk, &one.unit, t))
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// One stroke on the sketch of an answer.
    pub(crate) fn sketch(&self, side: Side, awaits: &Awaits, stroke: &Stroke) -> Result<Sketched, Refusal> {
        let desk = Desk { b: self, side, awaits };
        let before: Draft = draft(&stroke.draft)?;
        let alien = || Refusal::form(say!("no-such-draft"));
        if let Some(a) = &before.answer {
            desk.lawful(a).map_err(|_| alien())?;
        }
        let now = before.answer.unwrap_or_else(|| desk.empty());
        let own = |p: &&String| desk.unit(p).is_some() || desk.general(std::slice::from_ref(p)).is_some();
        let mut pieces: Vec<String> = stroke.pieces.iter().filter(own).cloned().collect();
        pieces.sort();
        pieces.dedup();
        match &stroke.act {
            Act::Pick => return Ok(show::show(&desk, &now, &pieces)),
            Act::Fill { answer } => {
                let ready: Answer = umpire::read_value(answer).map_err(|_| alien())?;
                desk.lawful(&ready)?;
                let both = sheets::merged(&now, &ready).filter(|a| desk.lawful(a).is_ok());
                return Ok(show::show(&desk, &both.unwrap_or(ready), &pieces));
            }
            Act::Clear => {
                let left = sheets::without(&now, &pieces);
                return Ok(show::show(&desk, &left, &pieces));
            }
            _ => {}
        }
        let proposed = desk.proposed(&pieces, &stroke.act, &now)?;
        match desk.lawful(&proposed) {
            Ok(()) => Ok(show::show(&desk, &proposed, &pieces)),
            Err(no) => {
                let mut out = show::show(&desk, &now, &pieces);
                out.ghosts.extend(show::tried(&desk, &proposed, &pieces));
                out.refusal = Some(no.into());
                Ok(out)
            }
        }
    }
}

impl Desk<'_> {
    /// The sheet with what a stroke writes on it.
    fn proposed(&self, pieces: &[String], act: &Act, now: &Answer) -> Result<Answer, Refusal> {
        match now {
            Answer::Orders { orders, generals } => orders::proposed(self, pieces, act, orders, generals),
            Answer::GameOrders { orders } => game::proposed(self, pieces, act, orders),
            _ => sheets::proposed(self, pieces, act, now),
        }
    }
}

/// The draft as it is handed out.
fn handed(desk: &Desk<'_>, a: &Answer) -> serde_json::Value {
    json(Draft { answer: (*a != desk.empty()).then(|| a.clone()) })
}
