use crate::motion::Placed;
use crate::vec2::{least, most};
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
        (Placed::Rect(a), Placed::Corners(b)) => near_rect_poly(a, b),
        (Placed::Corners(a), Placed::Rect(b)) => {
            let n = near_rect_poly(b, a);
            Near { gap: n.gap, toward: -n.toward }
        }
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

/// The nearest to `x` of what is at most `half` from zero.
#[inline]
pub fn between(x: f64, half: f64) -> f64 {
    x.max(-half).min(half)
}

/// From the rectangle's nearest point to `p`, in the rectangle's frame.
#[inline]
fn outside(r: &Rect, p: V2) -> V2 {
    let l = r.local(p);
    v2(l.x - between(l.x, r.half_width), l.y - between(l.y, r.half_depth))
}

/// Greatest and least extent along an axis.
#[inline]
pub(crate) fn extent(points: &[V2], axis: V2) -> (f64, f64) {
    points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), p| {
        let d = p.dot(axis);
        (least(lo, d), most(hi, d))
    })
}

/// A rectangle and a convex polygon, counter-clockwise.
fn near_rect_poly(a: &Rect, b: &[V2]) -> Near {
    if b.is_empty() {
        return Near { gap: f64::INFINITY, toward: v2(0.0, 1.0) };
    }
    let mut best = f64::INFINITY;
    let mut toward = V2::default();
    for p in b {
        let e = outside(a, *p);
        if e.len2() < best {
            best = e.len2();
            toward = a.dir.right() * e.x + a.dir * e.y;
        }
    }
    let corners = a.corners();
    if best > TINY * TINY {
        for i in 0..b.len() {
            let (p, q) = (b[i], b[(i + 1) % b.len()]);
            let side = q - p;
            for r in corners {
                let d = r - p;
                // Only a side that the corner lies before can be the nearest; its ends have been looked at.
                let (before, along) = (d.dot(side.right()), d.dot(side));
                if before >= 0.0 && along > 0.0 {
                    let l = side.len2();
                    if along < l && before * before < best * l {
                        best = before * before / l;
                        toward = side.right() * (-before / l);
                    }
                }
            }
        }
    }
    apart(&corners, b, best.sqrt(), toward).unwrap_or_else(|| near_sides(&corners, b, best.sqrt()))
}

/// Are these the nearest points of shapes that are apart? Then they have the whole gap between them in their direction; the
/// nearest points of the rims of shapes that overlap do not.
fn apart(a: &[V2], b: &[V2], gap: f64, toward: V2) -> Option<Near> {
    if gap <= TINY {
        return None;
    }
    let toward = toward * (1.0 / gap);
    (extent(b, toward).0 - extent(a, toward).1 >= gap * 0.5).then_some(Near { gap, toward })
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
            let e = from_segment(p, q, *r);
            if e.len2() < best {
                (best, toward) = (e.len2(), e);
            }
        }
    }
    for i in 0..b.len() {
        let (p, q) = (b[i], b[(i + 1) % b.len()]);
        for r in a {
            let e = from_segment(p, q, *r);
            if e.len2() < best {
                (best, toward) = (e.len2(), -e);
            }
        }
    }
    apart(a, b, best.sqrt(), toward).unwrap_or_else(|| near_sides(a, b, best.sqrt()))
}

/// Shapes that overlap or touch: the side along which they are parted most easily.
fn near_sides(a: &[V2], b: &[V2], gap: f64) -> Near {
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

/// From the nearest point of a segment to `r`; exactly across the segment if that is not an end of it.
#[inline]
fn from_segment(p: V2, q: V2, r: V2) -> V2 {
    let (e, d) = (q - p, r - p);
    let (l, along) = (e.len2(), d.dot(e));
    if along <= 0.0 || l < 1e-18 {
        d
    } else if along >= l {
        r - q
    } else {
        e.right() * (d.dot(e.right()) / l)
    }
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
            let hull = crate::hull(&b.corners());
            let m = near_rect_poly(&a, hull.points());
            prop_assert!((n.gap - m.gap).abs() < 1e-9, "{n:?} {m:?}");
            let apart = extent(&b.corners(), n.toward).0 - extent(&a.corners(), n.toward).1;
            prop_assert!((apart - n.gap).abs() < 1e-9, "{n:?} {apart}");
            let back = near_rects(&b, &a);
            prop_assert!((back.gap - n.gap).abs() < 1e-9);
        }
    }

    proptest! {
        #[test]
        fn a_rectangle_and_a_polygon(
            pts in prop::collection::vec((-15.0..15.0f64, -15.0..15.0f64), 1..12),
            x in -30.0..30.0f64, y in -30.0..30.0f64, t in 0.0..6.3f64, w in 0.0..9.0f64, d in 0.0..5.0f64,
        ) {
            let b = crate::hull(&pts.iter().map(|(x, y)| v2(*x, *y)).collect::<Vec<_>>());
            let a = rect(x, y, t, w, d);
            let (n, m) = (near_rect_poly(&a, b.points()), near_polys(&a.corners(), b.points()));
            prop_assert!((n.gap - m.gap).abs() < 1e-9, "{n:?} {m:?}");
            let apart = extent(b.points(), n.toward).0 - extent(&a.corners(), n.toward).1;
            prop_assert!((apart - n.gap).abs() < 1e-9, "{n:?} {apart}");
            // By another road: no pair of points of the rims is nearer, and some is as near.
            let rim = |c: &[V2]| -> Vec<V2> {
                (0..c.len() * 40).map(|i| c[i / 40].lerp(c[(i / 40 + 1) % c.len()], (i % 40) as f64 / 40.0)).collect()
            };
            let (p, q) = (rim(&a.corners()), rim(b.points()));
            let least = p.iter().flat_map(|p| q.iter().map(|q| p.dist(*q))).fold(f64::INFINITY, f64::min);
            prop_assert!(n.gap <= least + 1e-9);
            prop_assert!(n.gap < 0.0 || n.gap >= least - 1.5, "{n:?} {least}");
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
