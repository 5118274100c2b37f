use crate::{Rect, V2};
use smallvec::SmallVec;

/// Room for the swept outline of a base, cut a few times, without allocating.
type Corners = SmallVec<[V2; 12]>;

/// A small convex polygon, corners counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Poly {
    points: Corners,
}

impl Poly {
    /// Takes corners that are already convex and counter-clockwise.
    #[inline]
    pub fn of(points: &[V2]) -> Poly {
        Poly { points: points.iter().copied().collect() }
    }

    #[inline]
    pub fn points(&self) -> &[V2] {
        &self.points
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    #[inline]
    pub fn area(&self) -> f64 {
        let n = self.points.len();
        (0..n).map(|i| self.points[i].cross(self.points[(i + 1) % n])).sum::<f64>() / 2.0
    }

    /// The part to the left of the directed line through `a` along `dir`.
    fn cut(&self, a: V2, dir: V2) -> Poly {
        let n = self.points.len();
        let mut out = Corners::new();
        for i in 0..n {
            let (p, q) = (self.points[i], self.points[(i + 1) % n]);
            let (sp, sq) = (dir.cross(p - a), dir.cross(q - a));
            if sp >= 0.0 {
                out.push(p);
            }
            if (sp > 0.0 && sq < 0.0) || (sp < 0.0 && sq > 0.0) {
                out.push(p.lerp(q, sp / (sp - sq)));
            }
        }
        Poly { points: out }
    }

    /// The part common with another convex polygon.
    pub fn clipped(&self, by: &Poly) -> Poly {
        let n = by.points.len();
        let mut p = self.clone();
        for i in 0..n {
            if p.points.len() < 3 {
                return Poly { points: Corners::new() };
            }
            let (a, b) = (by.points[i], by.points[(i + 1) % n]);
            p = p.cut(a, b - a);
        }
        p
    }

    #[inline]
    fn span(&self, axis: V2) -> (f64, f64) {
        self.points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), p| {
            let d = p.dot(axis);
            (lo.min(d), hi.max(d))
        })
    }

    /// How deep this polygon and a rectangle penetrate each other; zero or less means no common area.
    #[inline]
    pub fn penetration(&self, r: &Rect) -> f64 {
        if self.points.len() < 2 {
            return f64::NEG_INFINITY;
        }
        let mut best = f64::INFINITY;
        let mut test = |axis: V2| {
            let (lo, hi) = self.span(axis);
            let c = r.centre.dot(axis);
            let h = r.half_width * r.dir.right().dot(axis).abs() + r.half_depth * r.dir.dot(axis).abs();
            best = best.min((hi - (c - h)).min(c + h - lo));
            best > 0.0
        };
        if !test(r.dir) || !test(r.dir.right()) {
            return best;
        }
        let n = self.points.len();
        for i in 0..n {
            let e = self.points[(i + 1) % n] - self.points[i];
            if e.len2() > 1e-18 && !test(e.unit().right()) {
                return best;
            }
        }
        best
    }

    #[inline]
    pub fn contains(&self, p: V2) -> bool {
        let n = self.points.len();
        n > 2 && (0..n).all(|i| (self.points[(i + 1) % n] - self.points[i]).cross(p - self.points[i]) >= 0.0)
    }

    /// Upright box about the polygon: lower left and upper right.
    #[inline]
    pub fn bounds(&self) -> (V2, V2) {
        self.points.iter().fold(
            (V2 { x: f64::INFINITY, y: f64::INFINITY }, V2 { x: f64::NEG_INFINITY, y: f64::NEG_INFINITY }),
            |(lo, hi), p| {
                (V2 { x: lo.x.min(p.x), y: lo.y.min(p.y) }, V2 { x: hi.x.max(p.x), y: hi.y.max(p.y) })
            },
        )
    }

    /// Do two convex polygons have a common area, penetrating by more than `tolerance`?
    pub fn overlaps(&self, o: &Poly, tolerance: f64) -> bool {
        if self.points.len() < 3 || o.points.len() < 3 {
            return false;
        }
        fn axes(p: &Poly) -> impl Iterator<Item = V2> + '_ {
            let n = p.points.len();
            (0..n).map(move |i| (p.points[(i + 1) % n] - p.points[i]).unit().right())
        }
        axes(self).chain(axes(o)).all(|axis| {
            let (a, b) = (self.span(axis), o.span(axis));
            (a.1 - b.0).min(b.1 - a.0) > tolerance
        })
    }
}

/// The convex hull of a few points, counter-clockwise.
///
/// ```
/// use table::{hull, v2};
/// let h = hull(&[v2(0.0, 0.0), v2(2.0, 0.0), v2(1.0, 0.5), v2(2.0, 2.0), v2(0.0, 2.0)]);
/// assert_eq!(h.area(), 4.0);
/// ```
pub fn hull(points: &[V2]) -> Poly {
    let mut p: Corners = points.iter().copied().collect();
    p.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    p.dedup();
    if p.len() < 3 {
        return Poly { points: p };
    }
    let mut h = Corners::new();
    for pass in 0..2 {
        let start = h.len();
        let mut add = |q: V2| {
            while h.len() >= start + 2 {
                let (a, b) = (h[h.len() - 2], h[h.len() - 1]);
                if (b - a).cross(q - b) <= 0.0 {
                    h.pop();
                } else {
                    break;
                }
            }
            h.push(q);
        };
        if pass == 0 {
            p.iter().copied().for_each(&mut add);
        } else {
            p.iter().rev().copied().for_each(&mut add);
        }
        h.pop();
    }
    Poly { points: h }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::v2;

    #[test]
    fn clipping_keeps_the_common_part() {
        let a = Poly::of(&[v2(0.0, 0.0), v2(4.0, 0.0), v2(4.0, 4.0), v2(0.0, 4.0)]);
        let b = Poly::of(&[v2(2.0, 2.0), v2(6.0, 2.0), v2(6.0, 6.0), v2(2.0, 6.0)]);
        assert_eq!(a.clipped(&b).area(), 4.0);
        assert!(a.overlaps(&b, 1.9) && !a.overlaps(&b, 2.0));
    }

    #[test]
    fn a_polygon_meets_a_rectangle() {
        let h = hull(&[v2(0.0, 0.0), v2(10.0, 0.0), v2(0.0, 10.0)]);
        let r = |x: f64, y: f64| Rect::upright(v2(x, y), v2(x + 2.0, y + 2.0));
        assert!(h.penetration(&r(3.0, 3.0)) > 0.0);
        assert!(h.penetration(&r(5.0, 5.0)) <= 1e-12);
        assert!(h.penetration(&r(6.0, 6.0)) < 0.0);
    }
}
