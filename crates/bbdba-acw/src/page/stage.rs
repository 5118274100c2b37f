//! How the table is looked at: stills of it, and what the drawing of a piece and of the ground hangs on.

use super::board::{self, Eyes, Look};
use super::ground;
use crate::battle::{Battle, Still};
use crate::event::{EventKind, Target};
use crate::field::{CampSite, ElementId, Field, RiverState, Side};
use crate::terrain::Terrain;
use desk::board::{Fact, Feature, Piece};
use desk::{Extent, Eye, Seen, Stage};
use std::sync::Arc;

/// Camps are numbered after every element.
const CAMPS: u32 = 1 << 16;

/// All that the drawing of the ground depends on.
#[derive(Clone, Debug)]
pub struct Lay {
    terrain: Arc<Terrain>,
    rivers: Vec<RiverState>,
    camps: [Option<CampSite>; 2],
}

impl PartialEq for Lay {
    fn eq(&self, other: &Lay) -> bool {
        Arc::ptr_eq(&self.terrain, &other.terrain) && self.rivers == other.rivers && self.camps == other.camps
    }
}

/// What the drawing of a piece hangs on.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawn {
    Element(Look),
    Camp(CampSite),
}

impl Battle {
    fn eyes<'a>(&'a self, still: &'a Still, eye: Eye) -> Eyes<'a> {
        Eyes { eye, hidden: &still.hidden, scenario: self.scenario(), ranking: &still.ranking }
    }
}

/// Everyone of both armies.
fn everyone(f: &Field) -> impl Iterator<Item = ElementId> + '_ {
    f.armies.iter().flat_map(|a| a.elements.iter().map(|e| e.id))
}

impl Stage for Battle {
    type Still = Still;
    type Sight = Eye;
    type Look = Drawn;
    type Lay = Lay;

    fn still(&self) -> Still {
        self.table_now()
    }

    fn sight(&self, _: &Still, eye: Eye, _: Option<&Eye>) -> Eye {
        eye
    }

    fn looks(&self, still: &Still, eye: &Eye) -> Vec<Seen<Drawn>> {
        let f = &still.field;
        let eyes = self.eyes(still, *eye);
        let elements = everyone(f).filter_map(|id| {
            let (at, [width, depth], look) = board::look(f, id, &eyes)?;
            Some(Seen { key: u32::from(id.slot()), at, width, depth, look: Drawn::Element(look) })
        });
        let camps = Side::BOTH.into_iter().filter_map(|s| {
            let c = f.army(s).camp.as_ref()?;
            let (at, [width, depth]) = board::camp_place(f, s, c);
            Some(Seen { key: CAMPS + s.index() as u32, at, width, depth, look: Drawn::Camp(c.clone()) })
        });
        elements.chain(camps).collect()
    }

    fn piece(&self, still: &Still, eye: &Eye, seen: &Seen<Drawn>) -> Piece {
        let (f, eyes) = (&still.field, self.eyes(still, *eye));
        match &seen.look {
            Drawn::Element(l) => board::piece(f, ElementId::from_slot(seen.key as u16), seen, l, &eyes),
            Drawn::Camp(c) => {
                let side = if seen.key == CAMPS { Side::A } else { Side::B };
                board::camp_piece(f, side, c, seen, &eyes)
            }
        }
    }

    fn lay(&self, still: &Still, _: &Eye) -> Lay {
        let f = &still.field;
        let camps = f.armies.each_ref().map(|a| a.camp.clone());
        Lay { terrain: f.terrain.clone(), rivers: f.rivers.clone(), camps }
    }

    fn features(&self, still: &Still, _: &Eye) -> Vec<Feature> {
        ground::features(&still.field)
    }

    fn facts(&self, still: &Still, eye: &Eye) -> Vec<Fact> {
        board::facts(&still.field, &self.eyes(still, *eye))
    }

    fn extent(&self) -> Extent {
        let f = self.field();
        Extent { width: f.width, depth: f.depth, unit: crate::say!("paces"), measured: true, scale: None }
    }
}

/// The pieces an event is about: who acts first.
pub(crate) fn about(e: &EventKind) -> Vec<String> {
    use EventKind::*;
    let mut out: Vec<String> = Vec::new();
    match e {
        Spends { elements, .. } => out.extend(elements.iter().map(ToString::to_string)),
        Goes { element, .. }
        | Dismounts { element }
        | StopsShort { element, .. }
        | TorrentTried { element, .. }
        | Lost { element, .. }
        | Restored { element, .. } => out.push(element.to_string()),
        Corrected { changes, .. } => out.extend(changes.iter().map(|c| c.element().to_string())),
        Called { target } | HoldsFire { target, .. } => out.push(target.to_string()),
        Shooting { main, with, target, .. } => {
            out.push(main.to_string());
            out.extend(with.iter().map(ToString::to_string));
            out.push(target.to_string());
        }
        CloseCombat { a, b, .. } => out.extend([a.to_string(), b.to_string()]),
        Unmatched { element, foe, .. } => out.extend([element.to_string(), foe.to_string()]),
        Camp { side, .. } | CampPlaced { side, .. } => out.push(Target::Camp(*side).to_string()),
        _ => {}
    }
    out
}
