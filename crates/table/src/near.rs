use crate::motion::Placed;
use crate::{Rect, V2, v2};

/// How two convex shapes lie to each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    /// The gap between them; if they overlap, minus the least distance that would part them.
    pub gap: f64,
    /// Unit vector from the first to the second along which the gap is measured: moving the second along it by a
    /// little opens the gap by as much. Every line across it between the two parts them.
    pub toward: V2,
}

/// Below this the direction between the nearest points is mostly rounding; that of a side is used instead.
const TINY: f64 = 1e-9;

#[inline]
pub(crate) fn near(a: &Placed, b: &Placed) -> Near {
    match (a, b) {
        (Placed::Rect(a), Placed::Rect(b)) => near_rects(a, b),
        (Placed::Rect(a), Placed::Corners(b)) => near_polys(&a.corners(), b),
        (Placed::Corners(a), Placed::Rect(b)) => near_polys(a, &b.corners()),
        (Placed::Corners(a), Placed::Corners(b)) => near_polys(a, b),
    }
}

#[inline]
fn near_rects(a: &Rect, b: &Rect) -> Near {
    let d = b.centre - a.centre;
    let (au, av) = (a.dir.right(), a.dir);
    let (bu, bv) = (b.dir.right(), b.dir);
    let (uu, uv) = (au.dot(bu).abs(), au.dot(bv).abs());
    let (vu, vv) = (av.dot(bu).abs(), av.dot(bv).abs());
    let mut side = Near { gap: f64::NEG_INFINITY, toward: av };
    for (axis, reach) in [
        (au, a.half_width + b.half_width * uu + b.half_depth * uv),
        (av, a.half_depth + b.half_width * vu + b.half_depth * vv),
        (bu, b.half_width + a.half_width * uu + a.half_depth * vu),
        (bv, b.half_depth + a.half_width * uv + a.half_depth * vv),
    ] {
        let along = d.dot(axis);
        let gap = along.abs() - reach;
        if gap > side.gap {
            side = Near { gap, toward: if along < 0.0 { -axis } else { axis } };
        }
    }
    if side.gap <= TINY {
        return side;
    }
    let mut best = f64::INFINITY;
    let mut toward = side.toward;
    for p in b.corners() {
        let e = outside(a, p);
        if e.len2() < best {
            best = e.len2();
            toward = au * e.x + av * e.y;
        }
    }
    for p in a.corners() {
        let e = outside(b, p);
        if e.len2() < best {
            best = e.len2();
            toward = -(bu * e.x + bv * e.y);
        }
    }
    let gap = best.sqrt();
    if gap <= TINY { side } else { Near { gap, toward: toward * (1.0 / gap) } }
}

/// From the rectangle's nearest point to `p`, in the rectangle's frame.
#[inline]
fn outside(r: &Rect, p: V2) -> V2 {
    let l = r.local(p);
    v2(l.x - l.x.clamp(-r.half_width, r.half_width), l.y - l.y.clamp(-r.half_depth, r.half_depth))
}

/// Greatest and least extent along an axis.
#[inline]
pub(crate) fn extent(points: &[V2], axis: V2) -> (f64, f64) {
    points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), p| {
        let d = p.dot(axis);
        (lo.min(d), hi.max(d))
    })
}

/// Any convex shapes, points and segments included.
pub(crate) fn near_polys(a: &[V2], b: &[V2]) -> Near {
    if a.is_empty() || b.is_empty() {
        return Near { gap: f64::INFINITY, toward: v2(0.0, 1.0) };
    }
    let mut best = f64::INFINITY;
    let mut toward = V2::default();
    for i in 0..a.len() {
        let (p, q) = (a[i], a[(i + 1) % a.len()]);
        for r in b {
            let e = *r - foot(p, q, *r);
            if e.len2() < best {
                (best, toward) = (e.len2(), e);
            }
        }
    }
    for i in 0..b.len() {
        let (p, q) = (b[i], b[(i + 1) % b.len()]);
        for r in a {
            let e = foot(p, q, *r) - *r;
            if e.len2() < best {
                (best, toward) = (e.len2(), e);
            }
        }
    }
    let gap = best.sqrt();
    if gap > TINY {
        let toward = toward * (1.0 / gap);
        // The nearest points of shapes that are apart have the whole gap between them in their direction; the nearest
        // points of the rims of shapes that overlap do not.
        if extent(b, toward).0 - extent(a, toward).1 >= gap * 0.5 {
            return Near { gap, toward };
        }
    }
    let mut side = Near { gap: f64::NEG_INFINITY, toward: v2(0.0, 1.0) };
    for points in [a, b] {
        for i in 0..points.len() {
            let e = points[(i + 1) % points.len()] - points[i];
            if e.len2() > 1e-18 {
                let axis = e.unit().right();
                let ((alo, ahi), (blo, bhi)) = (extent(a, axis), extent(b, axis));
                for (gap, toward) in [(blo - ahi, axis), (alo - bhi, -axis)] {
                    if gap > side.gap {
                        side = Near { gap, toward };
                    }
                }
            }
        }
    }
    if side.gap == f64::NEG_INFINITY { Near { gap: gap.min(TINY), toward: side.toward } } else { side }
}

/// The point of a segment nearest to `r`.
#[inline]
fn foot(p: V2, q: V2, r: V2) -> V2 {
    let e = q - p;
    let l = e.len2();
    if l < 1e-18 { p } else { p + e * ((r - p).dot(e) / l).clamp(0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rect(x: f64, y: f64, turn: f64, w: f64, d: f64) -> Rect {
        Rect { centre: v2(x, y), dir: v2(0.0, 1.0).turned(turn), half_width: w, half_depth: d }
    }

    proptest! {
        #[test]
        fn rectangles_are_measured_like_polygons(
            x in -20.0..20.0f64, y in -20.0..20.0f64, t in 0.0..6.3f64, u in 0.0..6.3f64,
            w in 0.0..9.0f64, d in 0.0..5.0f64, flat in 0..4,
        ) {
            let (w, d) = (if flat & 1 == 1 { 0.0 } else { w }, if flat & 2 == 2 { 0.0 } else { d });
            let (a, b) = (rect(0.0, 0.0, t, 6.0, 2.0), rect(x, y, u, w, d));
            let n = near_rects(&a, &b);
            prop_assert!((n.gap.max(0.0) - a.gap(&b)).abs() < 1e-9);
            let m = near_polys(&a.corners(), &b.corners());
            prop_assert!((n.gap - m.gap).abs() < 1e-9, "{n:?} {m:?}");
            let apart = extent(&b.corners(), n.toward).0 - extent(&a.corners(), n.toward).1;
            prop_assert!((apart - n.gap).abs() < 1e-9, "{n:?} {apart}");
            let back = near_rects(&b, &a);
            prop_assert!((back.gap - n.gap).abs() < 1e-9);
        }
    }

    #[test]
    fn points_and_segments() {
        let n = near_polys(&[v2(0.0, 0.0)], &[v2(3.0, 4.0)]);
        assert_eq!((n.gap, n.toward), (5.0, v2(0.6000000000000001, 0.8)));
        assert!(near_polys(&[v2(1.0, 1.0)], &[v2(1.0, 1.0)]).gap.abs() <= 1e-9);
        let (p, q) = ([v2(0.0, 0.0), v2(2.0, 0.0)], [v2(5.0, 0.0), v2(9.0, 0.0)]);
        assert_eq!(near_polys(&p, &q).gap, 3.0);
        assert_eq!(near_polys(&[], &q).gap, f64::INFINITY);
        // Crossing in their middles: a third of the shorter arm would part them.
        let (p, q) = ([v2(-3.0, 0.0), v2(3.0, 0.0)], [v2(0.0, -1.0), v2(0.0, 2.0)]);
        assert_eq!(near_polys(&p, &q).gap, -1.0);
    }
}
