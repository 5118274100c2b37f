//! Who supports whom in close combat (dba.21, dba.55).

use super::room::same_facing;
use crate::contact::{Contact, is_rear};
use crate::event::Target;
use crate::field::{Element, ElementId, Field};
use crate::{clause, reading};
use umpire::Clause;

/// The friend directly behind: same facing, corners matching, in contact with no enemy.
pub fn rear_supporter(f: &Field, id: ElementId) -> Option<ElementId> {
    let e = f.get(id).filter(|e| e.on_table() && !e.is_commander())?;
    // A supporter's centre lies a short way behind the rear edge.
    let at = e.base.rear() - e.base.dir * 40.0;
    let o = f.near((at, at), 0.0).find(|o| {
        o.side() == id.side()
            && o.id != id
            && !o.is_commander()
            && same_facing(f, &o.base, &e.base)
            && is_rear(&o.base, &e.base)
    })?;
    let free = !f.touching(o.base, o.id).any(|x| x.side() != id.side());
    free.then_some(o.id)
}

/// Has the element a front opponent, or a camp before it?
fn fights(f: &Field, id: ElementId) -> bool {
    f.front_to_front(id)
}

/// Would this supporter's +1 count (support.1)?
fn gives_rear_support(f: &Field, supporter: &Element, fighter: &Element) -> bool {
    let good = |e: &Element| !f.terrain.heavy(&e.rect()) && !f.wades(&e.base);
    let foe_fits = match (f.front_opponent(fighter.id), f.camp_opponent(fighter.id)) {
        (Some(o), _) => f[o].troop.is_line() && good(&f[o]),
        (None, Some(Target::Camp(_))) => true,
        _ => false,
    };
    foe_fits
        && fighter.troop.is_line()
        && (supporter.troop == fighter.troop
            || (supporter.troop.is_line() && f.readings.is(reading!("rear-support", "any-line"))))
        && good(supporter)
        && good(fighter)
        && rear_supporter(f, fighter.id) == Some(supporter.id)
}

/// By which clause this element supports friends in close combat, if it does.
pub fn supports(f: &Field, id: ElementId) -> Option<Clause> {
    let e = f.get(id).filter(|e| e.on_table())?;
    let overlapping = f.readings.is(reading!("supporting", "with-overlap"));
    let helps = f.touching(e.base, id).any(|o| {
        if e.is_commander() {
            return o.side() == id.side() && !o.is_commander() && fights(f, o.id);
        }
        if o.is_commander() {
            return false;
        }
        if o.side() == id.side() {
            return gives_rear_support(f, e, o);
        }
        matches!(f.contact(e, o), Some(c) if c != Contact::Front)
            || (overlapping
                && f.front_opponent(o.id).is_some_and(|x| x != id)
                && f.overlaps_at(e, o).is_some())
    });
    helps.then(|| clause!("dba.55"))
}
