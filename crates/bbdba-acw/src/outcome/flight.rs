//! Flight (dba.33).

use super::commander::make_way;
use super::room::{Way, leave, overlap, touch};
use super::settle;
use crate::contact::Contact;
use crate::event::{Event, Why};
use crate::field::{ElementId, Fate, Field};
use crate::troop::Troop;
use crate::{book, clause, reading};
use table::{Base, EPS, V2};
use umpire::Log;

/// Where a straight run ends.
pub(super) enum Run {
    To(Base),
    /// Over the table edge: where it would have ended.
    Off(Base),
}

/// An element flees: it turns about and goes straight, by its distance. `false` if it was destroyed or left the table.
pub fn flee(f: &mut Field, id: ElementId, log: &mut Log<Event>) -> bool {
    if !f[id].on_table() {
        return false;
    }
    let d = book::data();
    let far = if f[id].troop == Troop::Cavalry { d.flight_cavalry } else { d.flight_jaeger };
    let base = f[id].base;
    let held = f.flankers(id).any(|(_, c)| c == Contact::Rear);
    let way = if held { None } else { way_out(f, id, -base.dir, far, None) };
    let survives = match way {
        None => {
            f.lose(id, Fate::Destroyed, clause!("dba.33"), log);
            false
        }
        Some(Run::Off(_)) => {
            f.lose(id, Fate::Left, clause!("dba.9"), log);
            false
        }
        Some(Run::To(to)) => {
            make_way(f, id, &to, log);
            f.go(id, to, Why::Flees, clause!("dba.33"), log);
            true
        }
    };
    settle(f);
    survives
}

/// The first direction with a free path: straight, then by 1, 2, 3 … degrees to either side, at each angle first the side
/// on which the nearest enemy is further away. `keep_off` may not be touched.
pub(super) fn way_out(
    f: &Field,
    id: ElementId,
    straight: V2,
    far: f64,
    keep_off: Option<&Base>,
) -> Option<Run> {
    let base = f[id].base;
    // Enemies in contact at the start do not block.
    let held_by: Vec<ElementId> =
        f.touching(base, id).filter(|o| o.side() != id.side()).map(|o| o.id).collect();
    let free = |dir: V2| {
        let start = base.at(base.centre() + dir * (base.depth / 2.0), dir);
        run(f, id, &start, dir, far, &held_by).filter(|r| match (r, keep_off) {
            (Run::To(b), Some(k)) => b.rect().gap(&k.rect()) > touch(),
            _ => true,
        })
    };
    if let Some(r) = free(straight) {
        return Some(r);
    }
    let first = freer_side(f, id, straight);
    let most = f.readings.number(reading!("flight-angle")) as u16;
    for degrees in 1..=most {
        let a = f64::from(degrees).to_radians() * first;
        for turn in [a, -a] {
            if let Some(r) = free(straight.turned(turn).unit()) {
                return Some(r);
            }
        }
    }
    None
}

/// The side on which the nearest enemy is further away: 1 left, -1 right. On a tie, the side nearer to the own base
/// edge.
fn freer_side(f: &Field, id: ElementId, dir: V2) -> f64 {
    let r = f[id].rect();
    let (mut left, mut right) = (f64::INFINITY, f64::INFINITY);
    for o in f.side(id.side().other()) {
        let d = r.gap(&o.rect());
        // One dead ahead is on neither side.
        let aside = dir.cross(o.base.centre() - r.centre);
        if aside > EPS {
            left = left.min(d);
        } else if aside < -EPS {
            right = right.min(d);
        }
    }
    if left != right {
        return if left > right { 1.0 } else { -1.0 };
    }
    if dir.cross(f.army(id.side()).edge.outward()) >= 0.0 { 1.0 } else { -1.0 }
}

/// A straight run through friends to the first free place at least so far away; `None` if an enemy, a camp or
/// impassable terrain lies in the way.
pub(super) fn run(
    f: &Field,
    id: ElementId,
    start: &Base,
    dir: V2,
    mut far: f64,
    ignored: &[ElementId],
) -> Option<Run> {
    let commander = f[id].is_commander();
    loop {
        let way = Way::new(start, dir, far);
        if way.ground_blocks(f) || way.met(f, id).any(|o| o.side() != id.side() && !ignored.contains(&o.id)) {
            return None;
        }
        let end = start.moved(dir * far);
        if f.off_table(&end) {
            return Some(Run::Off(end));
        }
        let (r, from) = (end.rect(), start.rect());
        let clear = f
            .near(r.bounds(), 0.0)
            .filter(|o| o.id != id && (commander || !o.is_commander()) && overlap(&r, &o.rect()))
            .map(|o| leave(&from, &o.rect(), dir))
            .fold(far, f64::max);
        if clear <= far + EPS {
            return Some(Run::To(end));
        }
        far = clear;
    }
}
