//! Where the figures of a unit are, and how lines, edges and bases lie to the pieces of ground. No rule is decided here.

use crate::ground::Line;
use crate::unit::Unit;
use smallvec::SmallVec;
use table::{Area, EPS, Rect, Span, Spans, V2};

/// The point of a rectangle nearest to `p`.
pub fn nearest_on(r: &Rect, p: V2) -> V2 {
    let l = r.local(p);
    let (x, y) = (l.x.clamp(-r.half_width, r.half_width), l.y.clamp(-r.half_depth, r.half_depth));
    r.centre + r.dir.right() * x + r.dir * y
}

/// The point nearest to `p` of several rectangles; `p` itself if there are none.
pub fn nearest_of(rects: &[Rect], p: V2) -> V2 {
    let mut best = (f64::INFINITY, p);
    for r in rects {
        let q = nearest_on(r, p);
        let d = (q - p).len2();
        if d < best.0 {
            best = (d, q);
        }
    }
    best.1
}

/// Middles of the bases of the front rank, from left to right. A battery, wagon or garrison has one.
pub fn front_rank(u: &Unit) -> SmallVec<[V2; 16]> {
    if !u.by_figures() || !u.inside.is_empty() {
        return SmallVec::from_slice(&[u.base.centre()]);
    }
    u.drawn_up().front_rank(&u.base)
}

/// Middles of the bases of all figures, rank by rank; those of a last rank that is not full stand in its middle. A battery or wagon is one base, counted as one.
pub fn figures(u: &Unit) -> SmallVec<[V2; 32]> {
    if u.by_figures() { u.drawn_up().places(&u.base) } else { SmallVec::from_slice(&[u.base.centre()]) }
}

/// Has at least one more than half?
pub fn more_than_half(part: usize, whole: usize) -> bool {
    part * 2 > whole
}

/// Is the place in the area, its edge included?
pub fn holds(area: &Area, p: V2) -> bool {
    let (lo, hi) = area.bounds();
    if p.x < lo.x - EPS || p.y < lo.y - EPS || p.x > hi.x + EPS || p.y > hi.y + EPS {
        return false;
    }
    area.gap_to_point(p) <= EPS
}

/// Where two segments cross, as a fraction of the first; touching counts.
pub fn crossing(a: V2, b: V2, p: V2, q: V2) -> Option<f64> {
    let (d, e) = (b - a, q - p);
    let k = d.cross(e);
    if k.abs() < 1e-12 {
        return None;
    }
    let t = (p - a).cross(e) / k;
    let s = (p - a).cross(d) / k;
    let (st, ss) = (1e-9 + EPS / d.len().max(EPS), 1e-9 + EPS / e.len().max(EPS));
    ((-st..=1.0 + st).contains(&t) && (-ss..=1.0 + ss).contains(&s)).then_some(t)
}

/// How many cm of the segment lie in the area. Running along its edge is not inside.
pub fn length_in(area: &Area, a: V2, b: V2) -> f64 {
    let l = area.length_inside(a, b);
    if l <= EPS {
        return l;
    }
    let aside = (b - a).unit().right() * (2.0 * EPS);
    l.min(area.length_inside(a + aside, b + aside)).min(area.length_inside(a - aside, b - aside))
}

/// Are more than `least` cm of the segment in the area? The same as asking [`length_in`], but often without measuring.
pub fn longer_in(area: &Area, a: V2, b: V2, least: f64) -> bool {
    // Of a line that passes by, nothing is inside.
    if area.misses(a, b) && least >= 0.0 {
        return false;
    }
    surely_in(area, a, b, least) || length_in(area, a, b) > least
}

/// Cheap: are certainly more than `least` cm of the segment in the area, by [`length_in`]? No is no answer.
pub fn surely_in(area: &Area, a: V2, b: V2, least: f64) -> bool {
    area.surely_inside(a, b, 2.0 * EPS, least.max(EPS))
}

/// The stretches of a way of `length` along the unit vector `dir` on which the edge from `a` to `b`, carried along without
/// turning, has a point in the area. A hair's breadth at both ends of the edge does not count, so that a unit may march
/// along a wood.
pub fn edge_on(area: &Area, a: V2, b: V2, dir: V2, length: f64) -> Spans {
    let (lo, hi) = area.bounds();
    let by = dir * length;
    let least = v_min(v_min(a, b), v_min(a + by, b + by));
    let most = v_max(v_max(a, b), v_max(a + by, b + by));
    if most.x < lo.x || least.x > hi.x || most.y < lo.y || least.y > hi.y {
        return Spans::new();
    }
    let half_depth = (a.dist(b) / 2.0 - EPS).max(0.0);
    let edge = Rect { centre: (a + b) * 0.5, dir: (b - a).unit(), half_width: 0.0, half_depth };
    tidy(area.passages(&edge, dir).into_iter().collect(), length)
}

/// In order, made one where they touch, and cut to `0..=length`.
pub fn tidy(mut spans: Spans, length: f64) -> Spans {
    spans.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.total_cmp(&y.1)));
    let mut out = Spans::new();
    for (s, e) in spans {
        let (s, e) = (s.max(0.0), e.min(length));
        if e < s {
            continue;
        }
        match out.last_mut() {
            Some(last) if s <= last.1 + 1e-9 => last.1 = last.1.max(e),
            _ => out.push((s, e)),
        }
    }
    out
}

/// What is in both.
pub fn common(x: &[Span], y: &[Span]) -> Spans {
    let mut out = Spans::new();
    for a in x {
        for b in y {
            let (s, e) = (a.0.max(b.0), a.1.min(b.1));
            if s < e {
                out.push((s, e));
            }
        }
    }
    out
}

/// What is in the first and not in the second.
pub fn without(x: &[Span], y: &[Span]) -> Spans {
    let mut out: Spans = x.iter().copied().collect();
    for b in y {
        let mut next = Spans::new();
        for a in out {
            if b.1 <= a.0 || b.0 >= a.1 {
                next.push(a);
                continue;
            }
            if a.0 < b.0 {
                next.push((a.0, b.0));
            }
            if b.1 < a.1 {
                next.push((b.1, a.1));
            }
        }
        out = next;
    }
    out
}

/// The stretch of the way on which the rectangle, carried along the unit vector `dir`, has an area in common with another;
/// it may begin before 0.
pub fn rect_on(r: &Rect, o: &Rect, dir: V2) -> Option<Span> {
    let d = o.centre - r.centre;
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    for axis in [r.dir.right(), r.dir, o.dir.right(), o.dir] {
        let reach = r.half_width * r.dir.right().dot(axis).abs()
            + r.half_depth * r.dir.dot(axis).abs()
            + o.half_width * o.dir.right().dot(axis).abs()
            + o.half_depth * o.dir.dot(axis).abs();
        let (p, v) = (d.dot(axis), dir.dot(axis));
        if v.abs() < 1e-12 {
            // Standing against it or going along it is not being on it.
            if p.abs() >= reach - EPS {
                return None;
            }
        } else {
            let (s, e) = ((p - reach) / v, (p + reach) / v);
            enter = enter.max(s.min(e));
            leave = leave.min(s.max(e));
        }
    }
    (leave - enter > EPS).then_some((enter, leave))
}

/// A linear object as the pieces of its path that have not been cleared.
pub fn standing_pieces(line: &Line) -> SmallVec<[(V2, V2); 4]> {
    let mut out = SmallVec::new();
    let mut run = 0.0;
    for (a, b) in line.path.segments() {
        let l = a.dist(b);
        if l > 1e-9 {
            let gone: Spans = line.cleared.iter().map(|(s, e)| ((s - run) / l, (e - run) / l)).collect();
            for (s, e) in without(&[(0.0, 1.0)], &gone) {
                if e - s > 1e-9 {
                    out.push((a.lerp(b, s), a.lerp(b, e)));
                }
            }
        }
        run += l;
    }
    out
}

/// The ground that a piece of a linear object takes up.
pub fn strip(a: V2, b: V2, depth: f64) -> Rect {
    Rect { centre: (a + b) * 0.5, dir: (b - a).unit(), half_width: depth / 2.0, half_depth: a.dist(b) / 2.0 }
}

fn v_min(a: V2, b: V2) -> V2 {
    V2 { x: a.x.min(b.x), y: a.y.min(b.y) }
}

fn v_max(a: V2, b: V2) -> V2 {
    V2 { x: a.x.max(b.x), y: a.y.max(b.y) }
}

/// Angle between two directions in degrees.
pub fn degrees(a: V2, b: V2) -> f64 {
    a.angle_to(b).to_degrees()
}
