//! The battle as a page draws it and as a person writes orders with his hands: the board of a seat, its questions, orders
//! sketched on the table, and the turn as moments to be played back. Nothing here decides a rule: orders are judged by
//! [`crate::check`], and where a unit gets is what the turn itself makes of its order.
//!
//! The book forbids measuring: no text of a board, a question or a sketch tells how far one thing is from another
//! (play.guess).

mod board;
mod choices;
mod compose;
mod controls;
mod controls_fire;
mod correct;
mod facts;
mod ghost;
mod ground;
mod moments;
mod orders;
mod prompts;
mod says;
mod staff;

pub(crate) use moments::{Cue, Recorder};

use crate::battle::Match;
use crate::field::Field;
use crate::unit::{Side, Unit, UnitId};
use crate::view::{Known, Sightings};
use desk::board::{Board, Prompt, Sketched, Stroke};
use serde::Serialize;
use serde_json::Value;
use umpire::{Refusal, Seat};

/// Whose eyes look at the table.
#[derive(Clone, Copy)]
pub(crate) enum Eye<'a> {
    /// A side, with what it knows now and the labels it has given.
    Side(&'a Known, &'a Sightings, u64),
    /// Somebody who watches: the troops, and nothing of either side's papers.
    Onlooker,
    /// The umpire, and everybody when the battle is over.
    All,
}

impl Eye<'_> {
    /// Does this eye read the papers of a side?
    fn reads(&self, side: Side) -> bool {
        match self {
            Eye::Side(k, ..) => k.side == side,
            Eye::Onlooker => false,
            Eye::All => true,
        }
    }

    /// Is the unit to be seen on the table?
    fn sees(&self, u: &Unit) -> bool {
        match self {
            Eye::Side(k, ..) => u.side == k.side || k.sees(u.id),
            _ => true,
        }
    }

    /// As the unit is named for this eye; an enemy sighted only just now has no label yet, and a name that tells nothing.
    fn id(&self, u: &Unit) -> String {
        match self {
            Eye::Side(k, s, salt) if u.side != k.side => {
                s.label(k.side, u.id).unwrap_or_else(|| veiled(*salt, u.id))
            }
            _ => u.code.to_string(),
        }
    }
}

/// A name by which a page can follow a unit that has none yet.
fn veiled(salt: u64, u: UnitId) -> String {
    let mut x = salt ^ (u64::from(u.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for _ in 0..2 {
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^= x >> 31;
    }
    format!("new-{:08x}", x as u32)
}

/// To a thousandth of a millimetre: less than anything on the table is judged by, and half as long to write.
fn round(x: f64) -> f64 {
    (x * 1e4).round() / 1e4 + 0.0
}

/// A place and a facing as a page has them.
fn spot(b: &table::Base) -> desk::board::Spot {
    let p = b.pose();
    let facing = round(p.facing);
    desk::board::Spot { x: round(p.x), y: round(p.y), facing: if facing >= 360.0 { 0.0 } else { facing } }
}

fn json(v: impl Serialize) -> Value {
    serde_json::to_value(v).unwrap_or(Value::Null)
}

/// Reads a draft as it was handed out; `null` is an empty one.
fn draft<T: Default + serde::de::DeserializeOwned>(v: &Value) -> Result<T, Refusal> {
    if v.is_null() {
        return Ok(T::default());
    }
    serde_json::from_value(v.clone())
        .map_err(|_| Refusal::form("that is no draft of this question; begin it again with `null`"))
}

/// The table as the side believes it to be: who is not in sight and works it has not seen are not there.
fn as_known(f: &Field, known: &Known) -> Field {
    let mut f = f.clone();
    for u in &mut f.units {
        if u.side != known.side && !known.sees(u.id) {
            u.fate = crate::unit::Fate::Awaited;
        }
    }
    for i in 0..f.lines.len() {
        if !known.knows_line(&f, i) {
            f.lines[i].obstacle = crate::troop::Obstacle::None;
            f.lines[i].cover = crate::troop::Cover::None;
        }
    }
    f
}

impl Match {
    /// The board of a seat.
    pub(crate) fn desk_board(&self, seat: Seat) -> Board {
        let known = self.known_by(seat);
        let eye = self.eye(seat, known.as_deref());
        board::board(self.scenario(), self.battle.field(), self.battle.clock(), seat, &eye)
    }

    /// The questions that wait for a seat.
    pub(crate) fn desk_prompts(&self, seat: Seat) -> Vec<Prompt> {
        prompts::prompts(self, seat)
    }

    /// One stroke on a sketch.
    pub(crate) fn desk_sketch(&self, seat: Seat, stroke: &Stroke) -> Result<Sketched, Refusal> {
        if stroke.pieces.len() > 200 || stroke.pieces.iter().any(|p| p.len() > 100) {
            return Err(Refusal::form("more pieces than there are"));
        }
        if seat == Seat::Umpire {
            if stroke.asks != "umpire" || !self.has_umpire() || self.battle.ended().is_some() {
                return Err(Refusal::form("nothing of that kind is asked of the umpire"));
            }
            return correct::stroke(self, stroke);
        }
        let awaits = Side::of(seat).and_then(|s| self.battle.pending().into_iter().find(|(x, _)| *x == s));
        let Some((side, awaits)) = awaits.filter(|(_, a)| a.name() == stroke.asks) else {
            return Err(Refusal::form("nothing of that kind is asked of this seat now"));
        };
        match awaits {
            crate::battle::Awaits::Orders => orders::stroke(self, side, stroke),
            crate::battle::Awaits::Staff => staff::stroke(self, side, stroke),
            crate::battle::Awaits::Choices => choices::stroke(self, side, stroke),
        }
    }

    fn known_by(&self, seat: Seat) -> Option<std::sync::Arc<Known>> {
        Side::of(seat).filter(|_| self.battle.ended().is_none()).map(|s| self.battle.known(s))
    }

    fn eye<'a>(&'a self, seat: Seat, known: Option<&'a Known>) -> Eye<'a> {
        match (known, seat) {
            (Some(k), _) => Eye::Side(k, self.battle.sightings(), self.salt()),
            (None, Seat::Spectator) if self.battle.ended().is_none() => Eye::Onlooker,
            _ => Eye::All,
        }
    }
}
