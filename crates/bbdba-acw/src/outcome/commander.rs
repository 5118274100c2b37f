//! Command elements on the table: they make way for friends and flee from enemies (pass.4, command.3, dba.33, dba.57).

use super::flight::{Run, way_out};
use super::room::{Way, overlap, touch};
use super::settle;
use crate::event::{Event, Why};
use crate::field::{ElementId, Fate, Field};
use crate::{book, clause, reading};
use smallvec::SmallVec;
use table::{Base, Rect, V2, v2};
use umpire::{Clause, Log};

/// A command element flees directly away from `from`, the centre of the enemy who caused it.
pub fn flee_commander(f: &mut Field, id: ElementId, from: V2, log: &mut Log<Event>) {
    drive_off(f, id, from, None, clause!("dba.33"), log);
    settle(f);
}

/// An enemy commander under the way of a move flees from it.
pub fn ride_down(f: &mut Field, id: ElementId, from: V2, log: &mut Log<Event>) {
    drive_off(f, id, from, None, clause!("dba.57"), log);
    settle(f);
}

/// Before `who` is placed on `to`: friendly commanders there are shifted to the nearest free place, enemy commanders
/// it would touch or cover flee.
pub fn make_way(f: &mut Field, who: ElementId, to: &Base, log: &mut Log<Event>) {
    clear_commanders(f, who, None, to, log);
}

/// As [`make_way`], also for enemy commanders on the way there.
pub(super) fn make_way_along(f: &mut Field, who: ElementId, from: &Base, to: &Base, log: &mut Log<Event>) {
    let d = to.front - from.front;
    let way = Way::new(from, d.unit(), d.len());
    clear_commanders(f, who, Some(&way), to, log);
}

fn clear_commanders(f: &mut Field, who: ElementId, way: Option<&Way>, to: &Base, log: &mut Log<Event>) {
    let r = to.rect();
    let mounted_officer = f[who].is_commander();
    let mut there: SmallVec<[ElementId; 4]> = f
        .near(r.bounds(), touch() + way.map_or(0.0, |w| w.far))
        .filter(|e| e.is_commander() && e.id != who && f.command(e.id).commander == e.id)
        .map(|e| e.id)
        .collect();
    there.sort_unstable_by_key(|id| (id.side(), f[*id].command));
    for id in there {
        let er = f[id].rect();
        if id.side() != who.side() && !mounted_officer {
            if er.comes_within(&r, touch()) || way.is_some_and(|w| w.meets(&er)) {
                let from = f[who].base.centre();
                drive_off(f, id, from, Some(to), clause!("dba.57"), log);
            }
        } else if overlap(&r, &er) {
            shift(f, id, &[r], clause!("pass.4"), log);
        }
    }
}

fn drive_off(
    f: &mut Field,
    id: ElementId,
    from: V2,
    keep_off: Option<&Base>,
    by: Clause,
    log: &mut Log<Event>,
) {
    if !f[id].on_table() {
        return;
    }
    let stays_near = keep_off.is_some() && f.readings.is(reading!("commander-touched", "shifted"));
    let base = f[id].base;
    let away = base.centre() - from;
    let away = if away.is_finite() && away.len() > table::EPS { away.unit() } else { -base.dir };
    let way = if stays_near { None } else { way_out(f, id, away, book::data().flight_commander, keep_off) };
    match way {
        Some(Run::To(to)) => f.go(id, to, Why::Flees, by, log),
        Some(Run::Off(_)) => f.lose(id, Fate::Left, clause!("dba.9"), log),
        // Who cannot flee is not destroyed.
        None => {
            let keep: Vec<Rect> = keep_off.map(|b| b.rect().grown(SHORT_OF_CONTACT)).into_iter().collect();
            shift(f, id, &keep, clause!("dba.33"), log);
        }
    }
}

/// "Short of contact" leaves 2 p (dba.44).
const SHORT_OF_CONTACT: f64 = 2.0;

/// Shifts a commander to the nearest free place, facing unchanged, clear of some ground besides. Only if the whole
/// table is full does he leave it.
fn shift(f: &mut Field, id: ElementId, clear_of: &[Rect], by: Clause, log: &mut Log<Event>) {
    match nearest_free(f, id, clear_of) {
        Some(to) if to.front.dist(f[id].base.front) <= 1e-9 => {}
        Some(to) => f.go(id, to, Why::GivesWay, by, log),
        None => f.lose(id, Fate::Left, clause!("dba.57"), log),
    }
}

/// Half the tolerance of dba.44: what a free place may cost in overlap.
const SNUG: f64 = 0.5;

/// A straight line that bounds where the commander's centre may be: `normal . p = offset`.
struct Line {
    normal: V2,
    offset: f64,
    distance: f64,
}

/// The search for the nearest free place: obstacles as they are, the commander as a point among them.
struct Search {
    rect: Rect,
    outward: V2,
    lo: V2,
    hi: V2,
    obstacles: Vec<Rect>,
    best: Option<(f64, V2)>,
}

impl Search {
    fn free(&self, at: V2) -> bool {
        if at.x < self.lo.x || at.y < self.lo.y || at.x > self.hi.x || at.y > self.hi.y {
            return false;
        }
        let r = Rect { centre: at, ..self.rect };
        let far = r.radius();
        self.obstacles.iter().all(|o| {
            let d = o.radius() + far;
            (o.centre - at).len2() > d * d || r.penetration(o) <= SNUG
        })
    }

    /// Smallest distance first, on a tie toward the own base edge, then westward.
    fn offer(&mut self, at: V2) {
        let d = at.dist(self.rect.centre);
        if let Some((best, there)) = self.best {
            if d > best + 1e-6 {
                return;
            }
            let (a, b) = (at.dot(self.outward), there.dot(self.outward));
            if d > best - 1e-6 && (a < b - 1e-6 || (a < b + 1e-6 && at.x >= there.x)) {
                return;
            }
        }
        if self.free(at) {
            self.best = Some((d, at));
        }
    }

    /// The lines on which the centre may come to lie: touching an obstacle, or the table edge.
    fn lines(&self) -> Vec<Line> {
        let c = self.rect.centre;
        let mut lines = Vec::with_capacity(self.obstacles.len() * 4 + 4);
        let mut add = |normal: V2, offset: f64| {
            lines.push(Line { normal, offset, distance: (offset - normal.dot(c)).abs() });
        };
        for o in &self.obstacles {
            let axes = [o.dir, o.dir.right(), self.rect.dir, self.rect.dir.right()];
            // Where the two lie square to each other the last two axes repeat the first.
            let square = o.dir.dot(self.rect.dir).abs();
            let n = if !(1e-9..=1.0 - 1e-12).contains(&square) { 2 } else { 4 };
            for axis in &axes[..n] {
                let span = |r: &Rect| {
                    r.half_width * r.dir.right().dot(*axis).abs() + r.half_depth * r.dir.dot(*axis).abs()
                };
                let reach = span(o) + span(&self.rect);
                add(*axis, axis.dot(o.centre) + reach);
                add(*axis, axis.dot(o.centre) - reach);
            }
        }
        add(v2(1.0, 0.0), self.lo.x);
        add(v2(1.0, 0.0), self.hi.x);
        add(v2(0.0, 1.0), self.lo.y);
        add(v2(0.0, 1.0), self.hi.y);
        lines.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        lines
    }

    fn run(&mut self) {
        let c = self.rect.centre;
        self.offer(c);
        let lines = self.lines();
        for l in &lines {
            self.offer(c + l.normal * (l.offset - l.normal.dot(c)));
        }
        for (i, a) in lines.iter().enumerate() {
            for b in &lines[..i] {
                // Sorted: a corner of two lines is no nearer than the further of them.
                if self.best.is_some_and(|(d, _)| a.distance > d + 1e-6) {
                    return;
                }
                let det = a.normal.cross(b.normal);
                if det.abs() > 1e-6 {
                    let x = (a.offset * b.normal.y - b.offset * a.normal.y) / det;
                    let y = (a.normal.x * b.offset - b.normal.x * a.offset) / det;
                    self.offer(v2(x, y));
                }
            }
        }
    }
}

/// The nearest place where the commander overlaps nobody and touches no enemy.
fn nearest_free(f: &Field, id: ElementId, clear_of: &[Rect]) -> Option<Base> {
    let base = f[id].base;
    let rect = base.rect();
    let (b_lo, b_hi) = rect.bounds();
    let half = (b_hi - b_lo) * 0.5;
    let mut s = Search {
        rect,
        outward: f.army(id.side()).edge.outward(),
        lo: half,
        hi: v2(f.width, f.depth) - half,
        obstacles: Vec::new(),
        best: None,
    };
    for within in [300.0, 900.0, f64::from(u16::MAX)] {
        s.best = None;
        s.obstacles.clear();
        s.obstacles.extend_from_slice(clear_of);
        s.obstacles.extend(f.camps().map(|(_, c)| c.rect));
        s.obstacles.extend(f.terrain.waterway.iter().map(|w| w.water.grown(SNUG)));
        s.obstacles.extend(f.near((b_lo, b_hi), within).filter(|o| o.id != id).map(|o| {
            let enemy = o.side() != id.side() && !o.is_commander();
            if enemy { o.rect().grown(SHORT_OF_CONTACT) } else { o.rect() }
        }));
        if within > 1000.0 {
            s.scan();
        } else {
            s.run();
        }
        match s.best {
            Some((d, at)) if d <= within => return Some(base.moved(at - rect.centre)),
            _ => {}
        }
    }
    None
}

impl Search {
    /// The whole table in steps of a quarter of a base width, where the nearer ground is packed.
    fn scan(&mut self) {
        let step = book::data().bw / 4.0;
        let mut y = self.lo.y;
        while y <= self.hi.y {
            let mut x = self.lo.x;
            while x <= self.hi.x {
                self.offer(v2(x, y));
                x += step;
            }
            y += step;
        }
    }
}
