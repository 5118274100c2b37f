//! Withdrawing from close combat (breakoff.1, dba.24).

use super::rate::{distance, heavy_ground};
use super::river;
use super::way::{Leg, Way, swept_corners};
use crate::field::{ElementId, Field, Nature};
use crate::troop::Troop;
use crate::{clause, reading, say};
use table::Rect;
use umpire::Refusal;

/// The way straight back by the full move distance.
pub(crate) fn way(f: &Field, id: ElementId) -> Result<Way, Refusal> {
    let e = &f[id];
    let no = |why: words::Message| Err(Refusal::by(clause!("breakoff.1"), why));
    if matches!(e.troop, Troop::Artillery | Troop::Commander) {
        return no(say!("cannot-break-off", id, troop = e.troop));
    }
    let foe = f.front_opponent(id);
    if foe.is_none() && f.camp_opponent(id).is_none() {
        return no(say!("no-front-contact-break", id));
    }
    let b = &e.base;
    // Flanks and rear, without the two paces next to the front.
    let body = Rect {
        centre: b.front - b.dir * ((b.depth + 3.0) / 2.0),
        dir: b.dir,
        half_width: b.width / 2.0 + 1.0,
        half_depth: (b.depth - 1.0) / 2.0,
    };
    let strict = f.readings.is(reading!("breaking-off-overlapped", "prevents"));
    let overlap = f.overlaps(id).into_iter().flatten().next().filter(|_| strict);
    let beside = overlap.or_else(|| {
        f.touching(*b, id)
            .find(|o| {
                let contact = strict || f.contact(o, e).is_some();
                contact
                    && o.side() != id.side()
                    && !o.is_commander()
                    && Some(o.id) != foe
                    && body.penetration(&o.rect()) > 0.0
            })
            .map(|o| o.id)
    });
    if let Some(o) = beside {
        return no(say!("cannot-break-off-flank", id, other = o));
    }
    let back = |d: f64| b.moved(-b.dir * d);
    let good = distance(e.troop, false, false);
    let heavy = {
        let h = table::hull(&swept_corners(b, &back(good)));
        heavy_ground(f, h.bounds()).any(|a| a.meets_convex(h.points()))
    };
    let mut d = distance(e.troop, heavy, false);
    let mut w = Way::new(f, &[id], &[]);
    w.push(Leg::March, d, [back(d)]);
    let slow = river::entries(f, &w)
        .iter()
        .any(|x| matches!(f.rivers[x.river].nature, Some(Nature::Ordinary | Nature::Torrent)));
    if slow && d > river::rate(f) {
        d = river::rate(f);
        w = Way::new(f, &[id], &[]);
        w.push(Leg::March, d, [back(d)]);
    }
    Ok(w)
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
    if let Some(o) = met {
        return Err(Refusal::by(clause!("breakoff.1"), say!("cannot-break-off-run", id, other = o)));
    }
    if let Some(o) = f.touching(*b, id).find(|o| o.side() != id.side() && !o.is_commander()) {
        return Err(Refusal::by(clause!("breakoff.1"), say!("cannot-break-off-touch", id, other = o.id)));
    }
    if let Some(o) = super::zone::holder(f, id, b) {
        return Err(Refusal::by(clause!("breakoff.1"), say!("cannot-break-off-end", id, other = o)));
    }
    Ok(())
}
