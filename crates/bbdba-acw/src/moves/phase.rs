//! The end of the movement phase: pairs that touch without matching are tried once more (dba.48, contact.3, contact.5).

use super::lineup;
use crate::clause;
use crate::event::{Event, EventKind, Why};
use crate::field::{ElementId, Field};
use crate::order::Facet;
use crate::troop::Troop;
use umpire::Log;

/// dba.48, step 3: the active player's elements whose fronts touch an enemy unaligned line up now if there is room. Those
/// that still cannot do not fight this turn (contact.3).
pub fn end_of_phase(f: &mut Field, log: &mut Log<Event>) {
    let side = f.active;
    let ids: Vec<ElementId> = f
        .side(side)
        .filter(|e| !matches!(e.troop, Troop::Commander | Troop::Artillery))
        .map(|e| e.id)
        .collect();
    for id in ids {
        let foes = unaligned(f, id);
        if foes.is_empty() {
            continue;
        }
        let place = foes.iter().find_map(|foe| lineup::place(f, id, &f[id].base, *foe, Facet::Front));
        match place {
            Some(to) => {
                f.go(id, to, Why::LinesUp, clause!("dba.48"), log);
                crate::outcome::make_way(f, id, &to, log);
                f.refresh();
                f.note_contacts(id);
            }
            None => {
                let (by, foe) = (clause!("contact.3"), foes[0]);
                log.push(|| Event::new(by, EventKind::Unmatched { element: id, foe }));
            }
        }
    }
}

/// The enemies whom the element's front touches without being lined up, all free to line up with.
fn unaligned(f: &Field, id: ElementId) -> Vec<ElementId> {
    let e = &f[id];
    let mut near: Vec<ElementId> = f
        .touching_of(id.side().other(), e.base, id)
        .filter(|o| !o.is_commander())
        // More than a corner of the front edge.
        .filter(|o| e.base.ahead(2.0, -2.0).penetration(&o.rect()) > 0.0)
        .map(|o| o.id)
        .collect();
    if near.is_empty() || f.front_to_front(id) || near.iter().any(|o| f.contact(e, &f[*o]).is_some()) {
        return Vec::new();
    }
    near.retain(|o| f.front_opponent(*o).is_none());
    near
}
