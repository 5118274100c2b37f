//! The battle as a page draws it and as a person writes orders with his hands: the board of a seat, its questions, orders sketched on the
//! table, and the turn as moments to be played back. Nothing here decides a rule: orders are judged by [`crate::check`], and where a unit
//! gets is what the turn itself makes of its order.
//!
//! The book forbids measuring beforehand: no text of a board, a question or a sketch tells how far one thing is from another (03.02.12).

mod board;
mod changed;
mod choices;
mod compose;
mod controls;
mod controls_parts;
mod controls_works;
mod correct;
mod facts;
mod ghost;
mod ground;
mod odds;
mod offers;
mod orders;
mod says;
mod stage;

pub(crate) use offers::offers;
pub(crate) use stage::involved;

use crate::battle::{Awaits, Battle, Still, with_labels};
use crate::field::{Field, Staff};
use crate::slip;
use crate::troop::{Cover, Obstacle};
use crate::unit::{Fate, Side, Unit};
use crate::view::{Known, LONE_STAFF, Sightings, View};
use desk::board::{Sketched, Stroke};
use desk::sketch::{json, spot, veiled};
use desk::{Audience, Eye, Kept};
use serde_json::Value;
use std::sync::Arc;
use umpire::{Clause, Refusal, Seat};

/// Whose eyes look at the table.
#[derive(Clone, Copy)]
pub(crate) enum Viewer<'a> {
    /// A side, with what it knows now and the labels it has given.
    Side(&'a Known, &'a Sightings, u64),
    /// Somebody who watches: the troops, and nothing of either side's papers.
    Onlooker,
    /// The umpire, and everybody when the battle is over.
    All,
}

impl Viewer<'_> {
    /// Does this eye read the papers of a side?
    fn reads(&self, side: Side) -> bool {
        match self {
            Viewer::Side(k, ..) => k.side == side,
            Viewer::Onlooker => false,
            Viewer::All => true,
        }
    }

    /// The seat that looks, as the house asks who may know what.
    fn eye(&self) -> Eye {
        match self {
            Viewer::Side(k, ..) => Eye::of(k.side.into(), false),
            Viewer::Onlooker => Eye::of(Seat::Spectator, false),
            Viewer::All => Eye::of(Seat::Umpire, false),
        }
    }

    /// The whole unit, with all that stands in its papers, to who may read them. Whoever may not has only what
    /// [`facts::Sighted`] has.
    fn papers<'u>(&self, u: &'u Unit) -> Option<&'u Unit> {
        Kept::new(Audience::side(u.side), u).into(self.eye())
    }

    /// Is the unit to be seen on the table?
    fn sees(&self, u: &Unit) -> bool {
        match self {
            Viewer::Side(k, ..) => u.side == k.side || k.sees(u.id),
            _ => true,
        }
    }

    /// Is a linear object known to it?
    fn knows_line(&self, f: &Field, line: usize) -> bool {
        match self {
            Viewer::Side(k, ..) => k.knows_line(f, line),
            // A watcher sees the works that stand.
            _ => true,
        }
    }

    /// By what it is shown something of a side that is not in its own papers, as far as `marks` says so of what its side knows.
    fn shown(&self, side: Side, marks: impl Fn(&Known) -> Option<Clause>) -> Option<Shown> {
        match self {
            _ if self.reads(side) => Some(Shown::Papers),
            Viewer::Side(k, ..) => marks(k).map(Shown::Marked),
            _ => None,
        }
    }

    /// As the unit is named for this eye; an enemy sighted only just now has no label yet, and a name that tells nothing.
    fn id(&self, u: &Unit) -> String {
        match self {
            Viewer::Side(k, s, salt) if u.side != k.side => {
                s.label(k.side, u.id).unwrap_or_else(|| veiled(*salt, u.id.0.into()))
            }
            _ => u.code.to_string(),
        }
    }

    /// As a staff figure is called, if he is seen: by his code; an enemy under the label of the unit he is with and a number, or by himself. By himself he is
    /// called the same whenever he is seen, which hangs on himself and the salt alone: not on when he was seen first, nor on who else there is.
    fn staff_id(&self, f: &Field, m: &Staff) -> Option<String> {
        let Viewer::Side(k, _, salt) = self else { return Some(m.code.to_string()) };
        if k.side == m.side {
            return Some(m.code.to_string());
        }
        let Some(u) = k.sees_staff(f, m)?.with else {
            let salt = m.code.bytes().fold(*salt, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
            return Some(format!("{LONE_STAFF}{}", veiled(salt, 0)));
        };
        let n = f.staff.iter().filter(|o| o.id < m.id && o.present() && o.with == m.with).count();
        Some(format!("{}+{}", self.id(&f[u]), n + 1))
    }

    /// An order as this eye reads it.
    fn order(&self, f: &Field, side: Side, o: &crate::order::Order) -> crate::order::Order {
        match self {
            Viewer::Side(_, s, _) => with_labels(f, s, side, o),
            _ => o.clone(),
        }
    }
}

/// How something that is worked at is shown.
#[derive(Clone, Copy)]
enum Shown {
    /// As it stands in the side's papers.
    Papers,
    /// As something that an enemy has there, by this clause.
    Marked(Clause),
}

/// The table as the side believes it to be: who is not in sight and works it has not seen are not there.
fn as_known(f: &Field, known: &Known) -> Field {
    let mut f = f.clone();
    for u in &mut f.units {
        if u.side != known.side && !known.sees(u.id) {
            u.fate = Fate::Awaited;
        }
    }
    for i in 0..f.lines.len() {
        if !known.knows_line(&f, i) {
            f.lines[i].obstacle = Obstacle::None;
            f.lines[i].cover = Cover::None;
        }
    }
    f
}

/// What an eye makes of the table.
#[derive(Clone, Debug)]
pub struct Sight {
    eye: Eye,
    /// What its side knows.
    known: Option<Arc<Known>>,
    salt: u64,
}

impl Sight {
    fn viewer<'a>(&'a self, still: &'a Still) -> Viewer<'a> {
        match &self.known {
            Some(k) => Viewer::Side(k, &still.sightings, self.salt),
            None if self.eye.all() => Viewer::All,
            None => Viewer::Onlooker,
        }
    }
}

/// What an answer looks like before anything is sketched.
pub(crate) fn blank(b: &Battle, side: Side, awaits: Awaits) -> Sketched {
    match awaits {
        Awaits::Orders => orders::empty(b, side),
        Awaits::Choices => choices::empty(b, side),
    }
}

/// One stroke on a sketch.
pub(crate) fn stroke(b: &Battle, side: Side, awaits: Awaits, stroke: &Stroke) -> Result<Sketched, Refusal> {
    match awaits {
        Awaits::Orders => orders::stroke(b, side, stroke),
        Awaits::Choices => choices::stroke(b, side, stroke),
    }
}

impl Battle {
    /// The table through the eyes of a side.
    fn viewer<'a>(&'a self, known: &'a Known) -> Viewer<'a> {
        Viewer::Side(known, self.sightings(), self.salt())
    }
}

/// What a side is shown, as data, with enemies by the labels that it has given them.
pub(crate) fn view_of(b: &Battle, side: Side, mut view: View) -> Value {
    let f = b.field();
    for o in &mut view.own {
        let last = f.by_code(&o.code).and_then(|u| f[u].record.last_order.as_ref());
        o.last_order = last.map(|o| slip::write(&with_labels(f, b.sightings(), side, o)));
    }
    let mut v = json(&view);
    let own = v.get_mut("own").and_then(Value::as_array_mut);
    for (data, o) in own.into_iter().flatten().zip(&view.own) {
        let Some(battery) = o.battery.as_ref().filter(|_| data["battery"].is_object()) else { continue };
        let label = |r: &crate::unit::RangedIn| match r.target {
            crate::unit::Goal::Unit(u) => b.sightings().label(side, u),
            crate::unit::Goal::House(h) => b.field().building(h).map(|b| b.name.clone()),
        };
        data["battery"]["ranged"] = battery.ranged.iter().filter_map(label).collect();
    }
    v
}
