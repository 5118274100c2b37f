//! How the table is looked at: stills of it, and what the drawing of a unit and of the ground hangs on.

use super::{Sight, Viewer, board, ground};
use crate::battle::{Battle, Still};
use crate::event::EventKind;
use crate::order::Order;
use crate::reach::{Reach, reach};
use crate::terrain::Terrain;
use crate::unit::{Side, StaffId, Unit, UnitId};
use crate::view::{self, Moment};
use crate::{rule, say};
use desk::board::{Fact, Feature, Piece};
use desk::{Extent, Eye, Seen, Stage};
use std::sync::Arc;
use table::{Base, Pose};

/// Guns without gunners are numbered after every unit, staff after them.
const GUNS: u32 = 1 << 16;
const STAFF: u32 = 2 << 16;

/// What the drawing of a piece hangs on.
#[derive(Clone, Debug, PartialEq)]
pub enum Look {
    /// A unit whose papers are read, but for its place; its order as it is read, whether orders reach it, the valour it then has, the
    /// turn, and whether enemies go by their labels.
    Unit(Box<Unit>, Option<Box<Order>>, Reach, i8, u32, bool),
    /// Whoever else is seen: the piece itself, so that nothing hangs on what is not seen of it.
    Other(Box<Piece>),
}

/// What the lines hang on for an eye.
fn lay(f: &crate::Field, eye: &Viewer) -> Vec<u32> {
    let line = |(i, l): (usize, &crate::ground::Line)| {
        if eye.knows_line(f, i) { 1 + l.cleared.len() as u32 } else { 0 }
    };
    // Works and craft of the enemy are marked while they are seen (19.01.1).
    let t = &f.terrain;
    let marks = |shown: Option<super::Shown>| u32::from(shown.is_some());
    let sites = t.sites.iter().enumerate().map(|(i, s)| marks(eye.shown(s.side, |k| k.marks_site(i))));
    let made = t.made.iter().enumerate().map(|(i, m)| marks(eye.shown(m.side, |k| k.marks_made(i))));
    let craft = t.vessels.iter().enumerate().map(|(i, v)| marks(eye.shown(v.side, |k| k.marks_craft(i))));
    f.lines.iter().enumerate().map(line).chain(sites).chain(made).chain(craft).collect()
}

impl Stage for Battle {
    type Still = Still;
    type Sight = Sight;
    type Look = Look;
    type Lay = (Vec<u32>, Box<Terrain>);

    fn still(&self) -> Still {
        let over = self.ended().is_some();
        Still {
            field: self.field().clone(),
            sightings: self.sightings().clone(),
            known: Side::BOTH.map(|s| (!over).then(|| self.known(s))),
        }
    }

    fn sight(&self, still: &Still, eye: Eye, before: Option<&Sight>) -> Sight {
        let before = before.and_then(|b| b.known.as_deref());
        let known = eye.side().map(|s| {
            let known = still.known[s.index()].clone();
            // What the table looks like between turns has been looked at already.
            let now = Moment::InTurn;
            let look = || Arc::new(view::known_after(&still.field, s, &still.sightings, now, before));
            known.unwrap_or_else(look)
        });
        Sight { eye, known, salt: self.salt() }
    }

    fn looks(&self, still: &Still, sight: &Sight) -> Vec<Seen<Look>> {
        let (s, f, viewer) = (self.scenario(), &still.field, sight.viewer(still));
        let units = f.present().filter(|u| viewer.sees(u)).map(|u| {
            let look = if viewer.reads(u.side) {
                let mut mark = u.clone();
                // Of a column about a corner every step shows more than its head's place.
                if !u.bent() {
                    mark.base = Base::new(Pose { x: 0.0, y: 0.0, facing: 0.0 }, 0.0, 0.0);
                }
                let order = u.record.last_order.as_ref().map(|o| Box::new(viewer.order(f, u.side, o)));
                let labels = matches!(viewer, Viewer::Side(..));
                Look::Unit(Box::new(mark), order, reach(f, u).0, f.valour(u.id).0, f.turn, labels)
            } else {
                Look::Other(Box::new(board::unit(f, u, sight.eye.seat, &viewer)))
            };
            Seen {
                key: u32::from(u.id.0),
                at: super::spot(&u.base),
                width: u.base.width,
                depth: view::head(u),
                look,
            }
        });
        let other = |key: u32, p: Piece| Seen {
            key,
            at: p.at,
            width: p.width,
            depth: p.depth,
            look: Look::Other(Box::new(p)),
        };
        let guns =
            f.units.iter().filter_map(|u| Some(other(GUNS + u32::from(u.id.0), board::guns(u, &viewer)?)));
        let staff = f.staff.iter().filter_map(|m| {
            Some(other(STAFF + u32::from(m.id.0), board::staff(s, f, m, sight.eye.seat, &viewer)?))
        });
        units.chain(guns).chain(staff).collect()
    }

    fn piece(&self, still: &Still, sight: &Sight, seen: &Seen<Look>) -> Piece {
        match &seen.look {
            Look::Other(p) => Piece::clone(p),
            Look::Unit(..) => {
                let f = &still.field;
                let u = &f[UnitId(seen.key as u16)];
                board::unit(f, u, sight.eye.seat, &sight.viewer(still))
            }
        }
    }

    fn lay(&self, still: &Still, sight: &Sight) -> (Vec<u32>, Box<Terrain>) {
        (lay(&still.field, &sight.viewer(still)), Box::new(still.field.terrain.clone()))
    }

    fn features(&self, still: &Still, sight: &Sight) -> Vec<Feature> {
        ground::features(self.scenario(), &still.field, &sight.viewer(still))
    }

    fn facts(&self, still: &Still, sight: &Sight) -> Vec<Fact> {
        board::over_all(self.scenario(), &still.field, &sight.viewer(still))
    }

    fn extent(&self) -> Extent {
        let g = &self.field().ground;
        let scale = Some((100.0, say!("ground-scale"), rule!("01.02.1")));
        Extent { width: g.width, depth: g.depth, unit: say!("cm"), measured: false, scale }
    }
}

/// The pieces an event is about, as an eye names them; the first does, the others suffer it.
pub(crate) fn involved(b: &Battle, still: &Still, sight: &Sight, k: &EventKind) -> Vec<String> {
    let f = b.field();
    let viewer = sight.viewer(still);
    let mut pieces: Vec<String> = Vec::new();
    for u in units_of(k) {
        let Some(u) = f.units.get(u.index()) else { continue };
        // An enemy who is not on the board is named by his label only, if he has one.
        let label = match &viewer {
            Viewer::Side(k, s, _) if u.side != k.side && !k.sees(u.id) => s.label(k.side, u.id),
            _ => Some(viewer.id(u)),
        };
        pieces.extend(label.filter(|l| !pieces.contains(l)));
    }
    if let Some(s) = staff_of(k).and_then(|s| f.staff.get(s.index())) {
        if sight.eye.side().is_none_or(|x| x == s.side) {
            pieces.push(s.code.to_string());
        }
    }
    pieces
}

/// The units an event is about; the first does, the others suffer it.
fn units_of(k: &EventKind) -> Vec<UnitId> {
    use EventKind::*;
    let mut all: Vec<UnitId> = k.unit().into_iter().collect();
    match k {
        AttackAnnounced { target, .. } | AttackEnds { target, .. } => all.extend(*target),
        Fired { target, .. }
        | RangedIn { target, .. }
        | Melee { target, .. }
        | AttackGoesOn { target, .. } => {
            all.push(*target);
        }
        Shown { to, .. } => all.push(*to),
        GoesBack { to, .. } => all.extend(*to),
        Halted { before, .. } => all.extend(*before),
        PassesThrough { other, .. } | Joined { other, .. } => all.push(*other),
        SentOut { line, .. } | DrawnIn { line, .. } => all.push(*line),
        Split { part, .. } => all.push(*part),
        SupportNamed { by, .. } => all.push(*by),
        Prisoners { by, .. } | GunsTaken { by, .. } | SweptAlong { by, .. } | PressedBack { by, .. } => {
            all.insert(0, *by);
        }
        StaffMoved { with, .. } => all.extend(*with),
        Corrected { unit, .. } => all.extend(*unit),
        _ => {}
    }
    all
}

fn staff_of(k: &EventKind) -> Option<StaffId> {
    use EventKind::*;
    match k {
        StaffMoved { staff, .. }
        | StaffFell { staff, .. }
        | StaffLost { staff, .. }
        | StaffArrived { staff }
        | Replaced { staff, .. }
        | Committed { staff, .. } => Some(*staff),
        _ => None,
    }
}
