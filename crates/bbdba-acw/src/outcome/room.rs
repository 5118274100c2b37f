//! Where there is room: ways swept by a base, what lies in them, and pushing others along (dba.31 step 2).

use crate::field::{Element, ElementId, Field};
use crate::{book, reading};
use table::{Base, EPS, Rect, V2, v2};

pub(super) fn touch() -> f64 {
    book::data().touch
}

pub(super) fn same_facing(f: &Field, a: &Base, b: &Base) -> bool {
    a.dir.dot(b.dir) >= crate::moves::alike(f)
}

/// Facing the same or the opposite way.
pub(super) fn parallel(f: &Field, a: &Base, b: &Base) -> bool {
    a.dir.dot(b.dir).abs() >= crate::moves::alike(f)
}

/// Do two bases overlap (dba.44)?
pub(super) fn overlap(a: &Rect, b: &Rect) -> bool {
    a.penetration(b) > touch()
}

/// The area swept by a base that goes straight in some direction without turning.
#[derive(Debug)]
pub(super) struct Way {
    from: Rect,
    by: V2,
    dir: V2,
    pub(super) far: f64,
}

impl Way {
    pub(super) fn new(base: &Base, dir: V2, far: f64) -> Way {
        Way { from: base.rect(), by: dir * far, dir, far }
    }

    pub(super) fn bounds(&self) -> (V2, V2) {
        let (lo, hi) = self.from.bounds();
        let (x, y) = (self.by.x, self.by.y);
        (lo + v2(x.min(0.0), y.min(0.0)), hi + v2(x.max(0.0), y.max(0.0)))
    }

    /// Is the other base met on the way? One it overlaps from the start (a bent column's link) is met only if it lies
    /// in the direction taken.
    pub(super) fn meets(&self, o: &Rect) -> bool {
        self.from.sweep(self.by, o) > touch()
            && (!overlap(&self.from, o) || (o.centre - self.from.centre).dot(self.dir) > 0.0)
    }

    /// How far the base goes before it touches the other.
    pub(super) fn reach(&self, o: &Rect) -> f64 {
        self.from.travel_to(o, self.dir).unwrap_or(0.0).min(self.far)
    }

    /// Has the way an area in common with this piece of ground?
    pub(super) fn covers(&self, ground: &Rect) -> bool {
        self.from.sweep(self.by, ground) > EPS
    }

    /// Does a camp or impassable terrain lie in the way?
    pub(super) fn ground_blocks(&self, f: &Field) -> bool {
        f.camps().any(|(_, c)| self.from.sweep(self.by, &c.rect) > touch())
            || f.terrain.waterway.as_ref().is_some_and(|w| self.covers(&w.water))
    }

    /// How far the base goes before it touches a camp or the waterway.
    pub(super) fn ground_room(&self, f: &Field) -> f64 {
        let mut far = self.far;
        for (_, c) in f.camps() {
            if self.from.sweep(self.by, &c.rect) > touch() {
                far = far.min(self.reach(&c.rect));
            }
        }
        if let Some(w) = &f.terrain.waterway {
            if self.covers(&w.water) {
                far = far.min(self.reach(&w.water));
            }
        }
        far
    }

    /// Everyone met on the way; command elements are no obstacle (dba.57).
    pub(super) fn met<'a>(&'a self, f: &'a Field, who: ElementId) -> impl Iterator<Item = &'a Element> + 'a {
        f.near(self.bounds(), 0.0).filter(move |o| o.id != who && !o.is_commander() && self.meets(&o.rect()))
    }
}

/// How far a rectangle must go in a direction to have left the other behind.
pub(super) fn leave(r: &Rect, o: &Rect, dir: V2) -> f64 {
    let away = 2.0 * (r.radius() + o.radius()) + r.centre.dist(o.centre);
    let back = Rect { centre: r.centre + dir * away, ..*r };
    away - back.travel_to(o, -dir).unwrap_or(away)
}

/// Could the base stand here, with some elements left out of account? Command elements make way.
pub(super) fn fits(f: &Field, base: &Base, except: &[ElementId]) -> bool {
    let r = base.rect();
    !f.off_table(base)
        && !f.in_camp(&r)
        && !f.terrain.impassable(&r)
        && !f
            .near(r.bounds(), 0.0)
            .any(|o| !o.is_commander() && !except.contains(&o.id) && overlap(&r, &o.rect()))
}

/// How far a base goes that should go `far`: out of a bent column it goes on until it is free of those it overlapped at
/// the bend, unless it is still linked with them (dba.1, dba.7).
pub(super) fn out_of_column(f: &Field, e: &Element, dir: V2, far: f64) -> f64 {
    let from = e.rect();
    let end = e.base.moved(dir * far);
    let mut clear = far;
    for o in f.near(from.bounds(), 0.0) {
        let r = o.rect();
        if o.id != e.id
            && !o.is_commander()
            && overlap(&from, &r)
            && (r.centre - from.centre).dot(dir) <= 0.0
            && overlap(&end.rect(), &r)
            && !crate::moves::column_link(&end, &o.base)
        {
            clear = clear.max(leave(&from, &r, dir));
        }
    }
    clear
}

/// More steps than any chain of pushes takes on a table of this size.
const LONGEST_CHAIN: usize = 2048;

/// Who is pushed, and how far, when the given friends are pushed along `dir` by the given amounts; they push others in
/// the same way and pass nobody (dba.31 step 2). `None` if somebody cannot be pushed. `any_facing`: dba.56.
pub(super) fn pushes(
    f: &Field,
    by: ElementId,
    dir: V2,
    first: Vec<(ElementId, f64)>,
    any_facing: bool,
) -> Option<Vec<(ElementId, f64)>> {
    let stop_at_edge = f.readings.is(reading!("pushed-off", "stands"));
    let mut plan = first;
    let mut todo: Vec<usize> = (0..plan.len()).collect();
    let mut steps = 0;
    while let Some(i) = todo.pop() {
        steps += 1;
        let (id, far) = plan[i];
        let far = out_of_column(f, &f[id], dir, far);
        plan[i].1 = far;
        if steps > LONGEST_CHAIN || f.front_to_front(id) {
            return None;
        }
        let way = Way::new(&f[id].base, dir, far);
        if way.ground_blocks(f) || (stop_at_edge && f.off_table(&f[id].base.moved(dir * far))) {
            return None;
        }
        for o in way.met(f, id) {
            if o.id == by {
                continue;
            }
            if o.side() != id.side() || !(any_facing || same_facing(f, &f[id].base, &o.base)) {
                return None;
            }
            let need = far - way.reach(&o.rect());
            if need <= EPS {
                continue;
            }
            match plan.iter().position(|(p, _)| *p == o.id) {
                Some(at) if plan[at].1 + EPS >= need => {}
                Some(at) => {
                    plan[at].1 = need;
                    todo.push(at);
                }
                None => {
                    plan.push((o.id, need));
                    todo.push(plan.len() - 1);
                }
            }
        }
    }
    // The furthest first, so that nobody is ever put on a base that has still to go.
    let along = |id: ElementId| f[id].base.centre().dot(dir);
    plan.sort_by(|a, b| along(b.0).total_cmp(&along(a.0)).then(a.0.cmp(&b.0)));
    Some(plan)
}
