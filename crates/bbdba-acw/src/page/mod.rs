//! The battle on a page: the table as pieces and features, questions with their answers in words, orders drawn by hand, and
//! the battle as moments. What may be done is always asked of the rules themselves; nothing is decided here.

mod board;
mod camp;
mod choose;
mod correct;
mod deploy;
mod drag;
mod ground;
mod moving;
mod odds;
mod offers;
mod reach;
mod says;
mod stage;

use crate::say;
use stage::Drawn;
pub(crate) use stage::about;

use crate::battle::{Awaits, Battle};
use crate::field::{ElementId, Field, Side};
use crate::order::Answer;
use desk::board::{Control, Fact, Ghost, Setting, Sketched, Stroke};
use desk::coarse::{round, spot};
use table::{Base, Pose};
use umpire::{Clause, Refusal};
use words::Message;

/// A fact by a clause. It explains and decides nothing, so the clause is named and not cited.
fn fact(label: impl Into<Message>, says: impl Into<Message>, by: Clause) -> Fact {
    Fact { clause: Some(by.to_string()), ..Fact::new(label, says) }
}

/// Where a piece would stand.
fn ghost(id: impl ToString, b: &Base, legal: bool) -> Ghost {
    Ghost {
        piece: id.to_string(),
        at: spot(b),
        width: round(b.width),
        depth: round(b.depth),
        path: Vec::new(),
        legal,
        note: Message::default(),
    }
}

/// A number from a page: a place or an angle that some table could have.
fn sane(numbers: &[f64]) -> Result<(), Refusal> {
    if numbers.iter().all(|n| n.is_finite() && n.abs() <= 1.0e5) {
        return Ok(());
    }
    Err(Refusal::form(say!("number-no-place-no-angle")))
}

fn pose(x: f64, y: f64, facing: f64) -> Pose {
    Pose { x, y, facing }
}

/// Where a piece stands, to be set by numbers.
fn place_controls(f: &Field, p: Pose) -> [Control; 3] {
    let number = |id: &str, label: Message, value: f64, greatest: f64, step: f64, unit: Message| Control {
        id: id.into(),
        pieces: Vec::new(),
        label,
        clause: None,
        setting: Setting::Number {
            value: Some((value * 10.0).round() / 10.0),
            least: 0.0,
            greatest,
            step,
            unit,
        },
    };
    [
        number("x", say!("set-western-edge"), p.x, f.width, 10.0, say!("p")),
        number("y", say!("set-southern-edge"), p.y, f.depth, 10.0, say!("p")),
        number("facing", say!("set-faces"), p.facing, 360.0, 5.0, say!("degrees")),
    ]
}

/// The elements that a stroke names, each of which there is.
fn elements(f: &Field, pieces: &[String]) -> Result<Vec<ElementId>, Refusal> {
    let most = f.armies.iter().map(|a| a.elements.len()).max().unwrap_or(0) * 2;
    if pieces.len() > most {
        return Err(Refusal::form(say!("more-pieces")));
    }
    let mut out: Vec<ElementId> = Vec::with_capacity(pieces.len());
    for p in pieces {
        let id: ElementId = p.parse().map_err(Refusal::form)?;
        if f.get(id).is_none() {
            return Err(Refusal::form(say!("no-element", id)));
        }
        if !out.contains(&id) {
            out.push(id);
        }
    }
    Ok(out)
}

/// A ready answer that was taken.
fn ready(answer: &serde_json::Value) -> Result<Answer, Refusal> {
    umpire::read_value(answer).map_err(|_| Refusal::form(say!("no-draft-answer")))
}

/// A draft as it was handed out, or nothing where nothing was drawn yet.
fn draft<T: serde::de::DeserializeOwned + Default>(stroke: &Stroke) -> Result<T, Refusal> {
    if stroke.draft.is_null() {
        return Ok(T::default());
    }
    if !stroke.draft.is_object() {
        return Err(Refusal::form(say!("no-draft-answer")));
    }
    umpire::read_value(&stroke.draft)
        .map_err(|e| Refusal::form(say!("no-draft-because", why = e.to_string())))
}

impl Battle {
    /// One stroke on the sketch of an answer.
    pub(crate) fn sketch(&self, side: Side, awaits: &Awaits, stroke: &Stroke) -> Result<Sketched, Refusal> {
        use Awaits::*;
        match awaits {
            Move => moving::sketch(self.field(), side, stroke),
            Deploy { commands, all } => deploy::sketch(self, side, commands, *all, stroke),
            Camp => camp::sketch(self.field(), side, stroke),
            Call { .. } | Shoot { .. } | Fight { .. } => choose::sketch(self, side, awaits, stroke),
            Terrain | Edge | Rank => Err(Refusal::form(say!("answered-one-offers"))),
        }
    }

    /// What a question looks like before anything has been drawn.
    pub(crate) fn blank_sketch(&self, side: Side, awaits: &Awaits) -> Option<Sketched> {
        use Awaits::*;
        match awaits {
            Move => Some(moving::blank(self.field(), side)),
            Deploy { commands, all } => Some(deploy::blank(self, side, commands, *all)),
            Camp => camp::blank(self.field(), side),
            Call { .. } | Shoot { .. } | Fight { .. } => Some(choose::blank(awaits)),
            Terrain | Edge | Rank => None,
        }
    }
}
