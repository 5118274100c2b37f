//! Withdrawing from close combat (breakoff.1, dba.24).

use super::rate::{distance, heavy_ground};
use super::river;
use super::way::{Leg, Way, swept_corners};
use crate::field::{Element, ElementId, Field, Nature};
use crate::procedures::break_off::{self, BreakOffReadings, Why};
use crate::procedures::river_nature::slows;
use crate::say;
use table::Rect;
use umpire::Refusal;

/// The way straight back by the full move distance.
pub(crate) fn way(f: &Field, id: ElementId) -> Result<Way, Refusal> {
    let e = &f[id];
    let foe = f.front_opponent(id);
    let front_contact = foe.is_some() || f.camp_opponent(id).is_some();
    let how = BreakOffReadings::of(&f.readings);
    let (held, beside) = if front_contact { beside(f, e, foe) } else { (None, None) };
    let begins = break_off::begins(
        e.troop,
        front_contact,
        held.is_some(),
        beside.is_some(),
        how.breaking_off_overlapped,
    );
    if let Err((by, why)) = begins {
        let reason = match why {
            Why::Troop => say!("cannot-break-off", id, troop = e.troop),
            Why::NoFrontContact => say!("no-front-contact-break", id),
            _ => say!("cannot-break-off-flank", id, other = held.or(beside).unwrap_or(id)),
        };
        return Err(Refusal::by(by, reason));
    }
    let b = &e.base;
    let back = |d: f64| b.moved(-b.dir * d);
    let heavy = {
        let h = table::hull(&swept_corners(b, &back(distance(e.troop, false, false))));
        heavy_ground(f, h.bounds()).any(|a| a.meets_convex(h.points()))
    };
    let full = |nature: Option<Nature>| {
        let d = break_off::distance(e.troop, heavy, nature, river::rate(f));
        let mut w = Way::new(f, &[id], &[]);
        w.push(Leg::March, d, [back(d)]);
        w
    };
    let w = full(None);
    let slow = river::entries(f, &w).iter().find_map(|x| f.rivers[x.river].nature.filter(|n| slows(*n)));
    Ok(if slow.is_some() { full(slow) } else { w })
}

/// An enemy whose front lies against its flank or rear, and one who overlaps or touches it there.
fn beside(f: &Field, e: &Element, foe: Option<ElementId>) -> (Option<ElementId>, Option<ElementId>) {
    let b = &e.base;
    // Flanks and rear, without the two paces next to the front.
    let body = Rect {
        centre: b.front - b.dir * ((b.depth + 3.0) / 2.0),
        dir: b.dir,
        half_width: b.width / 2.0 + 1.0,
        half_depth: (b.depth - 1.0) / 2.0,
    };
    let there = || {
        f.touching(*b, e.id).filter(|o| {
            o.side() != e.side()
                && !o.is_commander()
                && Some(o.id) != foe
                && body.penetration(&o.rect()) > 0.0
        })
    };
    let held = there().find(|o| f.contact(o, e).is_some()).map(|o| o.id);
    let overlap = f.overlaps(e.id).into_iter().flatten().next();
    (held, overlap.or_else(|| there().next().map(|o| o.id)))
}

/// What else breakoff.1 asks: nobody in the way, and no end in an enemy's zone.
pub(crate) fn check(f: &Field, w: &Way) -> Result<(), Refusal> {
    let id = w.who[0];
    let (a, b) = (&w.start()[0], &w.end()[0]);
    let t = crate::book::data().touch;
    let hull = table::hull(&swept_corners(a, b));
    let met = f
        .near(hull.bounds(), 0.0)
        .find(|o| o.id != id && !o.is_commander() && super::way::swept_into(a, b, &o.rect()) > t)
        .map(|o| o.id);
    let touched = f.touching(*b, id).find(|o| o.side() != id.side() && !o.is_commander()).map(|o| o.id);
    let holder = super::zone::holder(f, id, b);
    let clear = break_off::clear(met.is_none(), touched.is_some(), holder.is_some());
    clear.map_err(|(by, why)| {
        let other = met.or(touched).or(holder).unwrap_or(id);
        Refusal::by(
            by,
            match why {
                Why::NoRoom => say!("cannot-break-off-run", id, other),
                Why::WouldTouchEnemy => say!("cannot-break-off-touch", id, other),
                _ => say!("cannot-break-off-end", id, other),
            },
        )
    })
}
