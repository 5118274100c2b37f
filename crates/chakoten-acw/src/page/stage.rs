//! How the table is looked at: stills of it, and what the drawing of a unit and of the ground hangs on.

use super::{Sight, Viewer, board, ground};
use crate::battle::{Battle, Still};
use crate::check::{Reach, locked_target, reach};
use crate::event::EventKind;
use crate::field::Field;
use crate::order::Order;
use crate::troop::{Formation, Kind, State};
use crate::unit::{Battery, Losses, StaffId, Unit, UnitId};
use crate::view;
use desk::board::{Fact, Feature, Piece};
use desk::{Extent, Eye, Seen, Stage};
use smallvec::SmallVec;
use std::sync::Arc;

/// Guns without gunners are numbered after every unit, staff after them.
const GUNS: u32 = 1 << 16;
const STAFF: u32 = 2 << 16;

/// All that the look of a unit hangs on, but for its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    figures: u16,
    carried: u16,
    losses: Losses,
    state: State,
    pinned: bool,
    formation: Formation,
    kind: Kind,
    files: u16,
    gap: f64,
    inside: SmallVec<[u16; 4]>,
    ammunition: bool,
    battery: Option<Battery>,
    valour: i8,
    locked: SmallVec<[UnitId; 2]>,
    reach: Option<Reach>,
    general: Option<StaffId>,
    fire: Option<UnitId>,
    last_charge: Option<u32>,
    in_motion: bool,
    attempts: u8,
    halted: Option<u32>,
}

impl Mark {
    fn of(f: &Field, u: &Unit, papers: bool) -> Mark {
        Mark {
            figures: u.figures,
            carried: u.carried,
            losses: u.losses,
            state: u.state,
            pinned: u.pinned(f.turn),
            formation: u.formation,
            kind: u.kind(),
            files: u.files,
            gap: u.gap,
            inside: u.inside.clone(),
            ammunition: u.ammunition,
            battery: u.battery,
            valour: u.valour,
            locked: u.locked.clone(),
            reach: papers.then(|| reach(f, u)),
            general: if papers { f.general_with(u.id) } else { None },
            fire: if papers { locked_target(f, u) } else { None },
            last_charge: u.record.last_charge,
            in_motion: u.record.in_motion,
            attempts: u.record.attempts,
            halted: u.record.halted_to,
        }
    }
}

/// What the drawing of a piece hangs on.
#[derive(Clone, Debug, PartialEq)]
pub enum Look {
    Unit(Box<Mark>, Option<Order>),
    /// Staff, or guns without gunners: the piece itself.
    Other(Box<Piece>),
}

/// What the ground hangs on for an eye.
fn lay(f: &Field, eye: &Viewer) -> Vec<u32> {
    let known = |i: usize| match eye {
        Viewer::Side(k, ..) => k.knows_line(f, i),
        _ => true,
    };
    let lines =
        f.lines.iter().enumerate().map(|(i, l)| if known(i) { 1 + l.cleared.len() as u32 } else { 0 });
    let works = f
        .works
        .iter()
        .filter(|w| f.units.get(w.unit.index()).is_some_and(|u| eye.reads(u.side)))
        .flat_map(|w| [1_000_000 + u32::from(w.unit.0), u32::from(w.turns)]);
    lines.chain(works).collect()
}

impl Stage for Battle {
    type Still = Still;
    type Sight = Sight;
    type Look = Look;
    type Lay = Vec<u32>;

    fn still(&self) -> Still {
        let over = self.ended().is_some();
        Still {
            field: self.field().clone(),
            sightings: self.sightings().clone(),
            known: crate::unit::Side::BOTH.map(|s| (!over).then(|| self.known(s))),
        }
    }

    fn sight(&self, still: &Still, eye: Eye, before: Option<&Sight>) -> Sight {
        let known = eye.side().map(|s| {
            still.known[s.index()].clone().unwrap_or_else(|| {
                let before = before.and_then(|b| b.known.as_deref());
                Arc::new(view::known_after(&still.field, s, &still.sightings, before))
            })
        });
        Sight { eye, known, salt: self.salt() }
    }

    fn looks(&self, still: &Still, sight: &Sight) -> Vec<Seen<Look>> {
        let (s, f, viewer) = (self.scenario(), &still.field, sight.viewer(still));
        let units = f.present().filter(|u| viewer.sees(u)).map(|u| Seen {
            key: u32::from(u.id.0),
            at: super::spot(&u.base),
            width: u.base.width,
            depth: u.base.depth,
            look: Look::Unit(Box::new(Mark::of(f, u, viewer.reads(u.side))), u.record.last_order.clone()),
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
                board::unit(self.scenario(), f, u, sight.eye.seat, &sight.viewer(still))
            }
        }
    }

    fn lay(&self, still: &Still, sight: &Sight) -> Vec<u32> {
        lay(&still.field, &sight.viewer(still))
    }

    fn features(&self, still: &Still, sight: &Sight) -> Vec<Feature> {
        ground::features(self.scenario(), &still.field, &sight.viewer(still))
    }

    fn facts(&self, still: &Still, sight: &Sight) -> Vec<Fact> {
        board::over_all(self.scenario(), &still.field, &sight.viewer(still))
    }

    fn extent(&self) -> Extent {
        let g = &self.field().ground;
        let scale = Some((80.0, crate::say!("ground-scale"), crate::rule!("01.01.3.a")));
        Extent { width: g.width, depth: g.depth, unit: crate::say!("cm"), measured: false, scale }
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
        | Shelled { target, .. }
        | BreakIn { target, .. }
        | Shock { target, .. }
        | AttackGoesOn { target, .. }
        | Contact { target, .. } => all.push(*target),
        ShotFell { hit, .. } => all.extend(*hit),
        Melee { against, .. } => all.extend(against.iter().copied()),
        Prisoners { by, .. } | CarriedAway { by, .. } | GunsTaken { by, .. } | WagonTaken { by, .. } => {
            all.insert(0, *by);
        }
        FlightChecked { behind, .. } => all.push(*behind),
        PassedPinned { pinned, .. } => all.push(*pinned),
        Resupplied { wagon, .. } => all.push(*wagon),
        Detached { part, .. } | Joined { part, .. } => all.push(*part),
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
        | StaffLost { staff, .. }
        | Appointed { staff, .. }
        | NotAppointed { staff, .. } => Some(*staff),
        _ => None,
    }
}
