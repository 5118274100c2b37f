//! What has happened in a battle, in the order in which it did: what its rules told, what the house adds to it, and what was taken back.

use crate::rules::{Rules, Telling};
use crate::{Eye, Parts, say};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;
use umpire::{Seat, Side};
use words::Message;

/// What happens at a table whatever is fought there. Everybody hears of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum House {
    /// A side gives the battle up.
    Resigned { turn: u32, side: Side },
    /// A side asks to take its last decision back.
    AsksBack { turn: u32, side: Side },
    /// It was not let, or thought better of it.
    LeftStanding { turn: u32, side: Side, by: Seat },
    /// It is taken back by leave of another seat, after so many dice had fallen.
    TakenBack { turn: u32, side: Side, by: Seat, dice: u64 },
}

/// Who somebody is, in words.
pub(crate) fn named<R: Rules>(rules: &R, seat: Seat) -> Message {
    let sides = &rules.papers().head.sides;
    match Side::of(seat).and_then(|s| sides.get(s.index())) {
        Some(side) => Message::verbatim(side.name.clone()),
        None => say!("the-umpire"),
    }
}

/// How many dice had fallen, which is what makes a second thought worth more than the first.
pub(crate) fn dice_seen(dice: u64) -> Message {
    if dice == 0 { say!("no-die-had-fallen") } else { say!("dice-had-fallen", dice) }
}

impl House {
    pub fn telling<R: Rules>(&self, rules: &R) -> Telling {
        let name = |side: &Side| named(rules, (*side).into());
        let (kind, says) = match self {
            House::Resigned { side, .. } => ("resigned", say!("side-resigned", side = name(side))),
            House::AsksBack { side, .. } => ("asks_back", say!("side-asks-back", side = name(side))),
            House::LeftStanding { side, by, .. } if Seat::from(*side) == *by => {
                ("left_standing", say!("side-lets-it-stand", side = name(side)))
            }
            House::LeftStanding { side, by, .. } => {
                ("left_standing", say!("not-taken-back", side = name(side), by = named(rules, *by)))
            }
            House::TakenBack { side, by, dice, .. } => {
                let (side, by, dice) = (name(side), named(rules, *by), dice_seen(*dice));
                ("taken_back", say!("taken-back", side, by, dice))
            }
        };
        let great = matches!(self, House::Resigned { .. } | House::TakenBack { .. });
        Telling { milestone: true, great, ..Telling::new(kind, says, rules.chair().clause) }
    }
}

/// A stretch of the log.
#[derive(Clone, Debug)]
enum Page {
    /// Events of the battle that was taken back as the `of`-th, or of the one that goes on.
    Events {
        of: usize,
        from: usize,
        to: usize,
    },
    House(House),
}

/// One thing that has happened.
pub(crate) enum Line<'l, R> {
    /// An event of a battle, by its place in the log of that.
    Event(&'l R, usize),
    House(&'l House),
}

impl<R: Rules> Line<'_, R> {
    /// As the text that the digest is made of.
    pub fn written(&self) -> String {
        match self {
            Line::Event(r, i) => r.papers().events.get(*i).and_then(|e| serde_json::to_string(e).ok()),
            Line::House(h) => serde_json::to_string(h).ok(),
        }
        .unwrap_or_default()
    }

    pub fn data(&self) -> Value {
        match self {
            Line::Event(r, i) => r.papers().events.get(*i).and_then(|e| serde_json::to_value(e).ok()),
            Line::House(h) => serde_json::to_value(h).ok(),
        }
        .unwrap_or(Value::Null)
    }
}

/// A telling as data.
pub(crate) fn told_as_data(t: &Telling, eye: Eye) -> Value {
    Parts::of(t.kind).open("says", &t.says).open("pieces", &t.pieces).seen(eye, t.clause)
}

/// The log of a battle, beyond what its rules keep of it.
#[derive(Clone, Debug)]
pub(crate) struct Log<R> {
    pages: Vec<Page>,
    /// Battles that were taken back, each with what happened in it.
    undone: Vec<Arc<R>>,
    /// So many events of the battle that goes on are in a page, or were before it was gone back to.
    paged: usize,
}

impl<R: Rules> Log<R> {
    pub fn new() -> Log<R> {
        Log { pages: Vec::new(), undone: Vec::new(), paged: 0 }
    }

    /// How much has happened, of which `happened` are events of the battle that goes on.
    pub fn len(&self, happened: usize) -> usize {
        let closed: usize = self.pages.iter().map(Page::len).sum();
        closed + happened.saturating_sub(self.paged)
    }

    pub fn line<'l>(&'l self, n: usize, rules: &'l R, happened: usize) -> Option<Line<'l, R>> {
        let mut n = n;
        for page in &self.pages {
            match page {
                Page::House(h) if n == 0 => return Some(Line::House(h)),
                Page::Events { of, from, .. } if n < page.len() => {
                    let told = self.undone.get(*of).map_or(rules, AsRef::as_ref);
                    return Some(Line::Event(told, from + n));
                }
                _ => n -= page.len(),
            }
        }
        let n = self.paged + n;
        (n < happened).then_some(Line::Event(rules, n))
    }

    fn close(&mut self, happened: usize) {
        if happened > self.paged {
            let of = self.undone.len();
            self.pages.push(Page::Events { of, from: self.paged, to: happened });
            self.paged = happened;
        }
    }

    /// The house adds something to what has happened so far.
    pub fn add(&mut self, happened: usize, what: House) {
        self.close(happened);
        self.pages.push(Page::House(what));
    }

    /// A battle was taken back; one goes on that has so many events.
    pub fn undo(&mut self, undone: R, goes_on_from: usize) {
        self.close(undone.papers().events.len());
        self.undone.push(Arc::new(undone));
        self.paged = goes_on_from;
    }
}

impl Page {
    fn len(&self) -> usize {
        match self {
            Page::Events { from, to, .. } => to - from,
            Page::House(_) => 1,
        }
    }
}
