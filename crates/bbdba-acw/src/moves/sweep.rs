//! What lies in the way: the table edge, camps, impassable ground, friends (dba.1, dba.5, dba.6, dba.8, dba.9).

use super::pass::{may_pass, passes_friends};
use super::shape::column_link;
use super::way::{Around, Leg, Way, swept_into};
use crate::book;
use crate::clause;
use crate::field::{Element, ElementId, Field};
use crate::say;
use table::{Base, EPS, Rect};
use umpire::{Grounds, Refusal};

/// What prevents a base from standing somewhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Bar {
    Edge,
    Water,
    Camp,
    Base(ElementId),
}

/// Does anything prevent the base from standing there? Commanders do not (dba.57); `but` says whom to leave out.
pub(crate) fn barred(f: &Field, b: &Base, but: impl Fn(ElementId) -> bool) -> Option<Bar> {
    let r = b.rect();
    if let Some(bar) = grounded(f, b, &r) {
        return Some(bar);
    }
    let t = book::data().touch;
    f.near(r.bounds(), 0.0)
        .find(|o| !o.is_commander() && !but(o.id) && o.rect().penetration(&r) > t)
        .map(|o| Bar::Base(o.id))
}

/// The table edge, water and camps.
fn grounded(f: &Field, b: &Base, r: &Rect) -> Option<Bar> {
    if f.off_table(b) {
        Some(Bar::Edge)
    } else if f.terrain.impassable(r) {
        Some(Bar::Water)
    } else if f.in_camp(r) {
        Some(Bar::Camp)
    } else {
        None
    }
}

pub(crate) fn refuse(id: ElementId, bar: Bar) -> Refusal {
    match bar {
        Bar::Edge => Refusal::by(clause!("dba.9"), say!("leave-table", id)),
        Bar::Water => Refusal::by(clause!("waterway.2"), say!("cannot-enter-waterway", id)),
        Bar::Camp => Refusal::by(clause!("camp.1"), say!("cannot-stand-pass-through", id)),
        Bar::Base(o) => Refusal::by(clause!("dba.1"), say!("end-top", id, other = o)),
    }
}

/// Checks where everyone stands: on the table, on no other base, in no camp or waterway; movers not on each other, bends
/// of a column excepted.
pub(crate) fn check_place(f: &Field, way: &Way, around: &Around<'_>, bases: &[Base]) -> Result<(), Refusal> {
    let t = book::data().touch;
    for (i, b) in bases.iter().enumerate() {
        let id = way.who[i];
        let r = b.rect();
        let bar = grounded(f, b, &r).or_else(|| {
            around
                .friends
                .iter()
                .chain(&around.foes)
                .find(|o| {
                    (o.base.front - b.front).len2() < 150_000.0
                        && o.rect().penetration(&r) > t
                        && !(o.side() == id.side() && column_link(&o.base, b))
                })
                .map(|o| Bar::Base(o.id))
        });
        if let Some(bar) = bar {
            return Err(refuse(id, bar));
        }
    }
    if way.n() > 1 && bases.iter().any(|b| b.dir != bases[0].dir) || way.own < way.n() {
        for i in 0..bases.len() {
            for j in 0..i {
                if (bases[i].front - bases[j].front).len2() < 90_000.0
                    && bases[i].rect().penetration(&bases[j].rect()) > t
                    && !column_link(&bases[i], &bases[j])
                {
                    return Err(refuse(way.who[i], Bar::Base(way.who[j])));
                }
            }
        }
    }
    Ok(())
}

/// Is the stage free of the table edge, camps, water and friends? Enemies are met elsewhere. Enemy camps are left out
/// where the move is to attack one.
pub(crate) fn check_way(f: &Field, way: &Way, around: &Around<'_>, by: &mut Grounds) -> Result<(), Refusal> {
    let t = book::data().touch;
    for k in 0..way.stages() {
        let leg = way.leg(k);
        for i in 0..way.n() {
            let (a, b) = (&way.after(k)[i], &way.after(k + 1)[i]);
            let id = way.who[i];
            if f.off_table(b) {
                return Err(refuse(id, Bar::Edge));
            }
            if let Some(w) = &f.terrain.waterway {
                if way.enters(k, i, &w.water, EPS) {
                    return Err(refuse(id, Bar::Water));
                }
            }
            for (_, c) in f.camps() {
                if way.enters(k, i, &c.rect, t) {
                    return Err(refuse(id, Bar::Camp));
                }
            }
            let mut gap = Gap::default();
            friends(f, way, around, (k, i), leg, &mut gap, by)?;
            if a.dir == b.dir {
                for o in &around.foes {
                    let deep = swept_into(a, b, &o.rect());
                    if deep > EPS && deep <= t {
                        gap.beside(a, b, &o.rect());
                    }
                }
                for (_, c) in f.camps() {
                    if swept_into(a, b, &c.rect) > EPS {
                        gap.beside(a, b, &c.rect);
                    }
                }
            }
            gap.check(id)?;
        }
    }
    Ok(())
}

/// What stands on either side of a straight stage and reaches into it by no more than the pace forgiven to touching
/// bases. Between two such a gap is narrower than the mover, and widths are compared exactly (dba.8, dba.44).
#[derive(Default)]
struct Gap {
    left: f64,
    right: f64,
}

impl Gap {
    fn beside(&mut self, a: &Base, b: &Base, r: &Rect) {
        let d = b.front - a.front;
        // Who stands in it already steps out of it.
        if a.dir != b.dir || d.len2() < 1e-6 || a.rect().penetration(r) > 0.0 {
            return;
        }
        let across = d.unit().right();
        let half =
            |u: f64, v: f64, dir: table::V2| u * dir.right().dot(across).abs() + v * dir.dot(across).abs();
        let off = (r.centre - a.centre()).dot(across);
        let over =
            half(a.width / 2.0, a.depth / 2.0, a.dir) + half(r.half_width, r.half_depth, r.dir) - off.abs();
        if over > 0.0 && over <= book::data().touch {
            let side = if off < 0.0 { &mut self.left } else { &mut self.right };
            *side = side.max(over);
        }
    }

    fn check(&self, id: ElementId) -> Result<(), Refusal> {
        let narrow = self.left + self.right;
        if self.left > 0.0 && self.right > 0.0 && narrow > EPS {
            return Err(Refusal::by(
                clause!("dba.8"),
                say!("cannot-pass-gap-p", id, narrow = words::tenths(narrow)),
            ));
        }
        Ok(())
    }
}

/// The neighbour in the bend of a column that the mover leaves (dba.7): they overlapped before and do so no more.
fn leaves_bend(k: usize, a: &Base, b: &Base, o: &Base) -> bool {
    k == 0 && column_link(a, o) && b.rect().penetration(&o.rect()) <= a.rect().penetration(&o.rect())
}

fn friends(
    f: &Field,
    way: &Way,
    around: &Around<'_>,
    (k, i): (usize, usize),
    leg: Leg,
    gap: &mut Gap,
    by: &mut Grounds,
) -> Result<(), Refusal> {
    let t = book::data().touch;
    let id = way.who[i];
    let mover = &f[id];
    let (a, b) = (&way.after(k)[i], &way.after(k + 1)[i]);
    match leg {
        Leg::Wheeling => Ok(()),
        Leg::WheelEnd => {
            let r = b.rect();
            match around.friends.iter().find(|o| o.rect().penetration(&r) > t && !column_link(&o.base, b)) {
                Some(o) => Err(Refusal::by(clause!("dba.6"), say!("end-wheel-top", id, other = o.id))),
                None => Ok(()),
            }
        }
        Leg::March => {
            for o in &around.friends {
                let deep = swept_into(a, b, &o.rect());
                if deep <= EPS || leaves_bend(k, a, b, &o.base) {
                    continue;
                }
                match may_pass(f, around, mover, a, b, o) {
                    Some(rule) => by.add(rule),
                    None if deep > t => return Err(no_passing(mover, o.id)),
                    None => gap.beside(a, b, &o.rect()),
                }
            }
            Ok(())
        }
        Leg::Free => {
            let mut crossed = [false; 4];
            let mut last = None;
            let (p, q) = (a.corners(), b.corners());
            for o in &around.friends {
                let r = o.rect();
                let deep = swept_into(a, b, &r);
                if deep <= EPS || leaves_bend(k, a, b, &o.base) {
                    continue;
                }
                if let Some(rule) = may_pass(f, around, mover, a, b, o) {
                    by.add(rule);
                    continue;
                }
                if deep <= t {
                    gap.beside(a, b, &r);
                    continue;
                }
                let inner = Rect { half_width: r.half_width - t, half_depth: r.half_depth - t, ..r };
                for c in 0..4 {
                    if inner.clip(p[c], q[c]).is_some() {
                        crossed[c] = true;
                        last = Some(o.id);
                    }
                }
            }
            if crossed.iter().filter(|c| **c).count() > 1 {
                return Err(no_passing(mover, last.unwrap_or(id)));
            }
            // Each leg ends free.
            let r = b.rect();
            if let Some(o) = around
                .friends
                .iter()
                .find(|o| o.rect().penetration(&r) > t && !(k + 1 == way.stages() && column_link(&o.base, b)))
            {
                return Err(Refusal::by(clause!("dba.5"), say!("end-leg-top", id, other = o.id)));
            }
            Ok(())
        }
    }
}

fn no_passing(mover: &Element, o: ElementId) -> Refusal {
    // Who may pass through friends at all fails by the geometry of it.
    let by = if passes_friends(mover.troop) { clause!("dba.52") } else { clause!("dba.8") };
    Refusal::by(by, say!("cannot-pass-through-only", id = mover.id, other = o))
}
