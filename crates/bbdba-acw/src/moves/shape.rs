//! Groups and columns: who touches whom so as to move together (move.3, move.4, move.8, dba.10, dba.49).

use crate::contact::{SAME, is_rear};
use crate::field::{Element, ElementId, Field, Side};
use crate::troop::Troop;
use crate::{clause, reading, say};
use table::{Base, V2};
use umpire::Refusal;

/// "Same facing" for passing, pushing and support allows 5 degrees (dba.44): the cosine, a rounding error forgiven.
pub(crate) fn alike(f: &Field) -> f64 {
    V2::bearing(f.readings.number(reading!("same-facing"))).y - 1e-7
}

fn touch() -> f64 {
    crate::book::data().touch
}

/// Is `b` behind `a` in a column, bent or straight: the middle of its front edge on the middle of `a`'s rear edge
/// (dba.7)? Such neighbours may overlap at the inner corner of the bend. Either order is understood.
pub fn column_link(a: &Base, b: &Base) -> bool {
    let link = |a: &Base, b: &Base| b.front.dist(a.rear()) <= touch() && a.dir.dot(b.dir) > -1e-9;
    link(a, b) || link(b, a)
}

/// `b` stands directly behind `a` along the whole front edge.
fn behind(a: &Base, b: &Base) -> bool {
    is_rear(b, a)
}

/// `b` stands level at `a`'s right flank.
fn right_of(a: &Base, b: &Base) -> bool {
    a.front_right().dist(b.front_left()) <= touch()
}

/// Do the two touch edge to edge with matching corners, facing the same way (dba.10)?
pub(crate) fn linked(a: &Base, b: &Base) -> bool {
    a.dir.dot(b.dir) >= SAME && (right_of(a, b) || right_of(b, a) || behind(a, b) || behind(b, a))
}

fn can_join(a: &Element, b: &Element) -> bool {
    a.side() == b.side() && a.command == b.command && !a.is_commander() && !b.is_commander()
}

fn mixed_guns(a: &Element, b: &Element) -> bool {
    (a.troop == Troop::Artillery) != (b.troop == Troop::Artillery)
}

/// Are the two of one group (move.3, dba.10)? Guns and others only one behind the other, as in a march column (move.4).
pub(crate) fn hang_together(a: &Element, b: &Element) -> bool {
    can_join(a, b)
        && linked(&a.base, &b.base)
        && (!mixed_guns(a, b) || behind(&a.base, &b.base) || behind(&b.base, &a.base))
}

/// Is the list, leader first, a column: each directly behind the one before, straight or in a bend (move.8, dba.7)?
pub(crate) fn is_column(f: &Field, ids: &[ElementId]) -> bool {
    ids.windows(2).all(|w| {
        let (a, b) = (&f[w[0]].base, &f[w[1]].base);
        b.front.dist(a.rear()) <= touch() && a.dir.dot(b.dir) > -1e-9
    })
}

/// Is it one element wide and straight, in whatever order it is listed?
pub(crate) fn one_wide(f: &Field, ids: &[ElementId]) -> bool {
    let b = &f[ids[0]].base;
    ids.iter().all(|id| {
        let l = b.local(f[*id].base.front);
        l.x.abs() <= touch() + 1.0
    })
}

/// In close combat (dba.44), found with one look round.
pub(crate) fn fights(f: &Field, id: ElementId) -> bool {
    let e = &f[id];
    f.touching_of(id.side().other(), e.base, id)
        .any(|o| f.contact(e, o).is_some() || f.contact(o, e).is_some())
        || f.camp_opponent(id).is_some()
}

/// Refuses what is no group (move.3, move.4, dba.10).
pub(crate) fn check_group(f: &Field, ids: &[ElementId]) -> Result<(), Refusal> {
    let first = &f[ids[0]];
    for id in ids {
        let e = &f[*id];
        if e.is_commander() {
            return Err(Refusal::by(clause!("dba.10"), say!("command-element-moves-alone", id)));
        }
        if e.base.dir.dot(first.base.dir) < SAME {
            return Err(Refusal::by(clause!("dba.10"), say!("not-face-same-way", id, first = first.id)));
        }
    }
    let guns = ids.iter().filter(|id| f[**id].troop == Troop::Artillery).count();
    if guns > 0 && guns < ids.len() && !one_wide(f, ids) {
        return Err(Refusal::by(clause!("move.4"), say!("artillery-forms-no-group")));
    }
    // Everyone must be reached through such contacts from the first.
    let mut reached = vec![false; ids.len()];
    let mut todo = vec![0usize];
    reached[0] = true;
    let mut n = 1;
    while let Some(i) = todo.pop() {
        let b = &f[ids[i]].base;
        for (j, id) in ids.iter().enumerate() {
            if !reached[j] {
                let o = &f[*id].base;
                if (o.front - b.front).len2() < 60_000.0 && linked(b, o) {
                    reached[j] = true;
                    n += 1;
                    todo.push(j);
                }
            }
        }
    }
    if n < ids.len() {
        let lost = (0..ids.len()).find(|i| !reached[*i]).map(|i| ids[i]).unwrap_or(ids[0]);
        return Err(Refusal::by(clause!("move.3"), say!("not-touch-group-flank", lost)));
    }
    Ok(())
}

/// The group's two front corners, left and right (dba.49).
pub(crate) fn front_corners(f: &Field, ids: &[ElementId]) -> (V2, V2) {
    let dir = f[ids[0]].base.dir;
    // Whoever lies furthest forward has nobody in front, so the front rank need not be sought first.
    let most = ids.iter().map(|id| f[*id].base.front.dot(dir)).fold(f64::NEG_INFINITY, f64::max);
    let side = dir.right();
    let mut l: Option<V2> = None;
    let mut r: Option<V2> = None;
    for id in ids {
        let b = &f[*id].base;
        if b.front.dot(dir) < most - touch() {
            continue;
        }
        let (bl, br) = (b.front_left(), b.front_right());
        if l.is_none_or(|p| bl.dot(side) < p.dot(side)) {
            l = Some(bl);
        }
        if r.is_none_or(|p| br.dot(side) > p.dot(side)) {
            r = Some(br);
        }
    }
    let b = &f[ids[0]].base;
    (l.unwrap_or_else(|| b.front_left()), r.unwrap_or_else(|| b.front_right()))
}

/// Everyone linked with the element, itself included; bent columns too where `bent`.
fn component(f: &Field, of: ElementId, guns_apart: bool, seen: &mut [bool]) -> Vec<ElementId> {
    let mut out = vec![of];
    seen[of.index()] = true;
    let mut k = 0;
    while k < out.len() {
        let e = &f[out[k]];
        k += 1;
        for o in f.touching(e.base, e.id) {
            if can_join(e, o)
                && !seen[o.id.index()]
                && !(guns_apart && mixed_guns(e, o))
                && linked(&e.base, &o.base)
            {
                seen[o.id.index()] = true;
                out.push(o.id);
            }
        }
    }
    out
}

/// The maximal groups of a side (move.3, dba.10, dba.49): single elements alone, commanders left out, the front rank
/// first and from left to right, a column's leader first.
pub fn groups(f: &Field, side: Side) -> Vec<Vec<ElementId>> {
    let army = f.army(side);
    let mut seen = vec![false; army.elements.len()];
    let mut out: Vec<Vec<ElementId>> = Vec::new();
    for e in &army.elements {
        if !e.on_table() || e.is_commander() || seen[e.id.index()] {
            continue;
        }
        let mut c = component(f, e.id, false, &mut seen);
        let guns = c.iter().filter(|id| f[**id].troop == Troop::Artillery).count();
        if guns > 0 && guns < c.len() && !one_wide(f, &c) {
            // Guns and others only hang together in a march column: part them.
            for id in &c {
                seen[id.index()] = false;
            }
            for id in c {
                if !seen[id.index()] {
                    out.push(component(f, id, true, &mut seen));
                }
            }
            continue;
        }
        c.shrink_to_fit();
        out.push(c);
    }
    for g in &mut out {
        let b = f[g[0]].base;
        g.sort_by(|x, y| {
            let (p, q) = (b.local(f[*x].base.front), b.local(f[*y].base.front));
            // Ranks first, then left to right; half a pace apart is level.
            if (p.y - q.y).abs() > touch() * 2.0 { q.y.total_cmp(&p.y) } else { p.x.total_cmp(&q.x) }
        });
    }
    join_bent_columns(f, &mut out);
    out
}

/// Joins straight columns (and single elements) that follow one another round a bend (dba.7).
fn join_bent_columns(f: &Field, all: &mut Vec<Vec<ElementId>>) {
    let mut i = 0;
    while i < all.len() {
        let tail = *all[i].last().unwrap_or(&all[i][0]);
        let ok = is_column(f, &all[i]);
        let next = ok
            .then(|| {
                f.touching(f[tail].base, tail)
                    .find(|o| {
                        can_join(&f[tail], o)
                            && o.base.front.dist(f[tail].base.rear()) <= touch()
                            && o.base.dir.dot(f[tail].base.dir) > -1e-9
                            && o.base.dir.dot(f[tail].base.dir) < SAME
                    })
                    .map(|o| o.id)
            })
            .flatten();
        if let Some(n) = next {
            if let Some(j) = all.iter().position(|g| g[0] == n).filter(|j| *j != i && is_column(f, &all[*j]))
            {
                let more = all.remove(j);
                if j < i {
                    i -= 1;
                }
                all[i].extend(more);
                continue;
            }
        }
        i += 1;
    }
}
