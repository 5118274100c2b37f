use crate::{Rect, V2, v2};
use serde::{Deserialize, Serialize};

/// A part of a segment between two fractions of its length.
pub type Span = (f64, f64);

/// An oval piece of ground.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ellipse {
    pub centre: V2,
    /// Unit vector along the long axis.
    pub axis: V2,
    /// Half the long axis.
    pub a: f64,
    /// Half the short axis.
    pub b: f64,
}

impl Ellipse {
    /// In the ellipse's frame, scaled so that the ellipse is the unit circle.
    #[inline]
    fn unit(&self, p: V2) -> V2 {
        let d = p - self.centre;
        v2(d.dot(self.axis) / self.a, self.axis.cross(d) / self.b)
    }

    /// `x` along the long axis, `y` across it.
    #[inline]
    pub fn local(&self, p: V2) -> V2 {
        let d = p - self.centre;
        v2(d.dot(self.axis), self.axis.cross(d))
    }

    #[inline]
    pub fn world(&self, l: V2) -> V2 {
        self.centre + self.axis * l.x - self.axis.right() * l.y
    }

    #[inline]
    pub fn contains(&self, p: V2) -> bool {
        self.unit(p).len2() <= 1.0
    }

    /// Strictly inside.
    #[inline]
    pub fn holds(&self, p: V2) -> bool {
        self.unit(p).len2() < 1.0 - 1e-9
    }

    /// The two ends of the long axis.
    #[inline]
    pub fn long_axis(&self) -> (V2, V2) {
        (self.centre - self.axis * self.a, self.centre + self.axis * self.a)
    }

    /// The part of the segment inside the ellipse; `None` where they have at most a point in common.
    #[inline]
    pub fn clip(&self, p: V2, q: V2) -> Option<Span> {
        let (u, w) = (self.unit(p), self.unit(q));
        let d = w - u;
        let (a, b, c) = (d.len2(), u.dot(d), u.len2() - 1.0);
        if a < 1e-18 {
            return None;
        }
        let disc = b * b - a * c;
        if disc <= 1e-12 {
            return None;
        }
        let s = disc.sqrt();
        let (t0, t1) = (((-b - s) / a).max(0.0), ((-b + s) / a).min(1.0));
        (t1 - t0 > 1e-9).then_some((t0, t1))
    }

    /// Has the rectangle an area in common with the ellipse?
    #[inline]
    pub fn meets(&self, r: &Rect) -> bool {
        // Cheap: the circle about the ellipse against one about the rectangle.
        let reach = self.a + r.half_width + r.half_depth;
        (self.centre - r.centre).len2() <= reach * reach && self.meets_convex(&r.corners())
    }

    /// Has the convex polygon an area in common with the ellipse? Touching is not enough.
    #[inline]
    pub fn meets_convex(&self, corners: &[V2]) -> bool {
        if (self.centre - corners[0]).len2() > (self.a + 4096.0) * (self.a + 4096.0) {
            return false;
        }
        // In the scaled frame: the distance of the unit circle's centre from the polygon.
        let n = corners.len();
        let mut inside = true;
        let mut sign = 0.0f64;
        for i in 0..n {
            let (p, q) = (self.unit(corners[i]), self.unit(corners[(i + 1) % n]));
            let e = q - p;
            let t = if e.len2() < 1e-18 { 0.0 } else { (-p.dot(e) / e.len2()).clamp(0.0, 1.0) };
            if (p + e * t).len2() < 1.0 - 1e-9 {
                return true;
            }
            let c = e.cross(-p);
            if sign == 0.0 {
                sign = c;
            } else if c * sign < 0.0 {
                inside = false;
            }
        }
        inside
    }

    /// Upright box about the ellipse.
    #[inline]
    pub fn bounds(&self) -> (V2, V2) {
        let x = v2(self.axis.x * self.a, self.axis.y * self.b).len();
        let y = v2(self.axis.y * self.a, self.axis.x * self.b).len();
        (self.centre - v2(x, y), self.centre + v2(x, y))
    }

    /// Points round the rim.
    pub fn rim(&self, n: usize) -> Vec<V2> {
        (0..n)
            .map(|i| {
                let t = i as f64 / n as f64 * std::f64::consts::TAU;
                self.world(v2(self.a * libm::cos(t), self.b * libm::sin(t)))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn e() -> Ellipse {
        Ellipse { centre: v2(0.0, 0.0), axis: v2(1.0, 0.0), a: 200.0, b: 100.0 }
    }

    #[test]
    fn clip_is_the_chord() {
        let (s, t) = e().clip(v2(-400.0, 0.0), v2(400.0, 0.0)).unwrap();
        assert!((s - 0.25).abs() < 1e-9 && (t - 0.75).abs() < 1e-9);
        assert_eq!(e().clip(v2(-400.0, 100.0), v2(400.0, 100.0)), None);
    }

    #[test]
    fn meeting_needs_a_common_area() {
        let r = |y: f64| Rect::upright(v2(-10.0, y), v2(10.0, y + 20.0));
        assert!(e().meets(&r(99.0)));
        assert!(!e().meets(&r(100.0)));
        assert!(e().meets(&Rect::upright(v2(-500.0, -500.0), v2(500.0, 500.0))));
        assert!(e().meets(&Rect::upright(v2(-1.0, -1.0), v2(1.0, 1.0))));
        assert!(!e().meets(&Rect::upright(v2(180.0, 80.0), v2(220.0, 120.0))));
    }
}
