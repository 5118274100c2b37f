//! The beginning and the end of the movement phase: pairs whose fronts touch without matching (dba.48, contact.3, contact.5).

use super::lineup;
use super::river::turns_in_a_bed;
use crate::event::{Event, EventKind, Unmatched, Why};
use crate::field::{ElementId, Field};
use crate::order::Facet;
use crate::troop::Troop;
use crate::{clause, reading};
use table::Base;
use umpire::{Clause, Log};

/// Notes who of the active player touches an enemy unaligned and lacks nothing but room to line up: another move may make
/// it (dba.48).
pub fn begin_phase(f: &mut Field) {
    let mut cramped = std::mem::take(&mut f.cramped);
    cramped.clear();
    for id in fighters(f) {
        let lacks_room = |foe: &ElementId| {
            lineup::within_reach(f, &f[id].base, *foe, Facet::Front)
                && lineup::place(f, id, &f[id].base, *foe, Facet::Front).is_none()
        };
        cramped.extend(unaligned(f, id).into_iter().filter(lacks_room).map(|foe| (id, foe)));
    }
    f.cramped = cramped;
}

/// dba.48, step 3: an unaligned pair is tried again only where another move has made room since. Those that do not line up
/// do not fight this turn: the element that cannot face its enemy squarely, because the gap in his front is narrower than
/// an element, is not slid over on its own (contact.3).
pub fn end_of_phase(f: &mut Field, log: &mut Log<Event>) {
    let every_pair = f.readings.is(reading!("conforming-steps", "every-pair"));
    for id in fighters(f) {
        let foes = unaligned(f, id);
        if foes.is_empty() {
            continue;
        }
        // Who moved has had its chance when it touched.
        let again = |foe: &ElementId| every_pair || f[id].moves == 0 && f.cramped.contains(&(id, *foe));
        match foes.iter().filter(|foe| again(foe)).find_map(|foe| square(f, id, *foe)) {
            Some(Ok(to)) => {
                f.go(id, to, Why::LinesUp, clause!("dba.48"), log);
                crate::outcome::make_way(f, id, &to, log);
                f.refresh();
                f.note_contacts(id);
            }
            Some(Err(by)) => unmatched(by, id, foes[0], Unmatched::Crossing, log),
            None => unmatched(clause!("contact.3"), id, foes[0], Unmatched::Gap, log),
        }
    }
    f.cramped.clear();
}

fn unmatched(by: Clause, element: ElementId, foe: ElementId, why: Unmatched, log: &mut Log<Event>) {
    log.push(|| Event::new(by, EventKind::Unmatched { element, foe, why }));
}

/// Where the element stands squarely before this enemy, if there is room; `Err` where it is crossing a river and may not
/// turn or slide.
fn square(f: &Field, id: ElementId, foe: ElementId) -> Option<Result<Base, Clause>> {
    let from = &f[id].base;
    let to = lineup::place(f, id, from, foe, Facet::Front)?;
    let wet = turns_in_a_bed(f, from, &to, &f[foe].base);
    Some(if wet { Err(clause!("crossing.1")) } else { Ok(to) })
}

/// The active player's elements that may line up.
fn fighters(f: &Field) -> Vec<ElementId> {
    let may = |t: Troop| !matches!(t, Troop::Commander | Troop::Artillery);
    f.side(f.active).filter(|e| may(e.troop)).map(|e| e.id).collect()
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
