use crate::near::between;
use crate::vec2::{least, most};
use crate::{Poly, V2, v2};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a base stands: the middle of its front edge and its compass bearing in degrees (0 north, 90 east).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pose {
    pub x: f64,
    pub y: f64,
    pub facing: f64,
}

impl Pose {
    #[inline]
    pub fn is_finite(&self) -> bool {
        self.x.is_finite() && self.y.is_finite() && self.facing.is_finite()
    }
}

/// A rectangle lying anyhow on the table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    pub centre: V2,
    /// Unit vector along the depth, toward the front.
    pub dir: V2,
    /// Half the extent across `dir`.
    pub half_width: f64,
    /// Half the extent along `dir`.
    pub half_depth: f64,
}

/// A rigid rectangular base with a front edge.
///
/// ```
/// use table::{Base, Pose};
/// let a = Base::new(Pose { x: 0.0, y: 0.0, facing: 0.0 }, 160.0, 80.0);
/// let b = Base::new(Pose { x: 0.0, y: 100.0, facing: 180.0 }, 160.0, 80.0);
/// assert_eq!(a.rect().gap(&b.rect()), 100.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Base {
    /// Middle of the front edge.
    pub front: V2,
    /// Unit vector of the facing.
    pub dir: V2,
    pub width: f64,
    pub depth: f64,
}

impl Base {
    #[inline]
    pub fn new(pose: Pose, width: f64, depth: f64) -> Base {
        Base { front: v2(pose.x, pose.y), dir: V2::bearing(pose.facing), width, depth }
    }

    #[inline]
    pub fn pose(&self) -> Pose {
        Pose { x: self.front.x, y: self.front.y, facing: self.dir.bearing_degrees() }
    }

    #[inline]
    pub fn at(&self, front: V2, dir: V2) -> Base {
        Base { front, dir, ..*self }
    }

    #[inline]
    pub fn moved(&self, by: V2) -> Base {
        Base { front: self.front + by, ..*self }
    }

    /// Turned to the left about a point by radians.
    #[inline]
    pub fn turned_about(&self, pivot: V2, radians: f64) -> Base {
        Base {
            front: pivot + (self.front - pivot).turned(radians),
            dir: self.dir.turned(radians).unit(),
            ..*self
        }
    }

    /// The same footprint facing the other way.
    #[inline]
    pub fn about_face(&self) -> Base {
        Base { front: self.rear(), dir: -self.dir, ..*self }
    }

    /// Middle of the rear edge.
    #[inline]
    pub fn rear(&self) -> V2 {
        self.front - self.dir * self.depth
    }

    #[inline]
    pub fn centre(&self) -> V2 {
        self.front - self.dir * (self.depth / 2.0)
    }

    #[inline]
    pub fn front_left(&self) -> V2 {
        self.front - self.dir.right() * (self.width / 2.0)
    }

    #[inline]
    pub fn front_right(&self) -> V2 {
        self.front + self.dir.right() * (self.width / 2.0)
    }

    #[inline]
    pub fn rear_left(&self) -> V2 {
        self.front_left() - self.dir * self.depth
    }

    #[inline]
    pub fn rear_right(&self) -> V2 {
        self.front_right() - self.dir * self.depth
    }

    /// Front left, front right, rear right, rear left.
    #[inline]
    pub fn corners(&self) -> [V2; 4] {
        let h = self.dir.right() * (self.width / 2.0);
        let b = self.dir * self.depth;
        let (l, r) = (self.front - h, self.front + h);
        [l, r, r - b, l - b]
    }

    #[inline]
    pub fn rect(&self) -> Rect {
        Rect {
            centre: self.centre(),
            dir: self.dir,
            half_width: self.width / 2.0,
            half_depth: self.depth / 2.0,
        }
    }

    /// Radius of the circle about [`Base::centre`] that holds the base.
    #[inline]
    pub fn radius(&self) -> f64 {
        v2(self.width, self.depth).len() / 2.0
    }

    /// A point in this base's frame: `x` to its right, `y` ahead of its front edge.
    #[inline]
    pub fn local(&self, p: V2) -> V2 {
        let d = p - self.front;
        v2(d.dot(self.dir.right()), d.dot(self.dir))
    }

    /// From this base's frame back to the table.
    #[inline]
    pub fn world(&self, l: V2) -> V2 {
        self.front + self.dir.right() * l.x + self.dir * l.y
    }

    /// A rectangle given in this base's frame, where it lies on the table.
    #[inline]
    pub fn placed(&self, piece: &Rect) -> Rect {
        let r = self.dir.right();
        Rect {
            centre: self.world(piece.centre),
            dir: r * piece.dir.x + self.dir * piece.dir.y,
            half_width: piece.half_width,
            half_depth: piece.half_depth,
        }
    }

    /// The front edge, as a rectangle without depth.
    #[inline]
    pub fn front_line(&self) -> Rect {
        Rect { centre: self.front, dir: self.dir, half_width: self.width / 2.0, half_depth: 0.0 }
    }

    /// The rectangle ahead of the front edge, widened on each side.
    #[inline]
    pub fn ahead(&self, depth: f64, widen: f64) -> Rect {
        Rect {
            centre: self.front + self.dir * (depth / 2.0),
            dir: self.dir,
            half_width: self.width / 2.0 + widen,
            half_depth: depth / 2.0,
        }
    }

    /// The rectangle behind the rear edge, as wide as the base.
    #[inline]
    pub fn behind(&self, depth: f64) -> Rect {
        Rect {
            centre: self.rear() - self.dir * (depth / 2.0),
            dir: self.dir,
            half_width: self.width / 2.0,
            half_depth: depth / 2.0,
        }
    }
}

impl Base {
    /// Cheap: certainly no part of the base lies in the upright box of two opposite corners grown by so much.
    #[inline]
    pub fn beside(&self, p: V2, q: V2, by: f64) -> bool {
        let (c, most) = (self.front, self.width + self.depth + by + 1e-6);
        c.x + most < p.x.min(q.x)
            || c.x - most > p.x.max(q.x)
            || c.y + most < p.y.min(q.y)
            || c.y - most > p.y.max(q.y)
    }

    /// Cheap: certainly no part of two bases comes within so much of each other.
    #[inline]
    pub fn far_from(&self, o: &Base, by: f64) -> bool {
        let most = self.width + self.depth + o.width + o.depth + by + 1e-6;
        (self.front.x - o.front.x).abs() > most || (self.front.y - o.front.y).abs() > most
    }
}

impl Rect {
    /// An upright rectangle from its corners.
    #[inline]
    pub fn upright(min: V2, max: V2) -> Rect {
        Rect {
            centre: (min + max) * 0.5,
            dir: v2(0.0, 1.0),
            half_width: (max.x - min.x) / 2.0,
            half_depth: (max.y - min.y) / 2.0,
        }
    }

    /// The point of the rectangle nearest to a place.
    ///
    /// ```
    /// use table::{Rect, v2};
    /// let r = Rect::upright(v2(0.0, 0.0), v2(4.0, 2.0));
    /// assert_eq!(r.nearest(v2(9.0, 1.0)), v2(4.0, 1.0));
    /// assert_eq!(r.nearest(v2(1.0, 1.0)), v2(1.0, 1.0));
    /// ```
    #[inline]
    pub fn nearest(&self, p: V2) -> V2 {
        let l = self.local(p);
        let (x, y) = (between(l.x, self.half_width), between(l.y, self.half_depth));
        self.centre + self.dir.right() * x + self.dir * y
    }

    /// The straight line between two points, as a rectangle without width.
    #[inline]
    pub fn between(p: V2, q: V2) -> Rect {
        Rect { centre: (p + q) * 0.5, dir: (q - p).unit(), half_width: 0.0, half_depth: p.dist(q) / 2.0 }
    }

    #[inline]
    pub fn corners(&self) -> [V2; 4] {
        let r = self.dir.right() * self.half_width;
        let f = self.dir * self.half_depth;
        let c = self.centre;
        [c - r + f, c + r + f, c + r - f, c - r - f]
    }

    #[inline]
    pub fn poly(&self) -> Poly {
        let c = self.corners();
        // Counter-clockwise.
        Poly::of(&[c[0], c[3], c[2], c[1]])
    }

    #[inline]
    pub fn radius(&self) -> f64 {
        v2(self.half_width, self.half_depth).len()
    }

    /// A point in the rectangle's frame: `x` to the right of `dir`, `y` along it, from the centre.
    #[inline]
    pub fn local(&self, p: V2) -> V2 {
        let d = p - self.centre;
        v2(d.dot(self.dir.right()), d.dot(self.dir))
    }

    #[inline]
    pub fn contains(&self, p: V2, tolerance: f64) -> bool {
        let l = self.local(p);
        l.x.abs() <= self.half_width + tolerance && l.y.abs() <= self.half_depth + tolerance
    }

    /// How deep two rectangles penetrate each other; negative when they are apart (then it is no more than the true
    /// distance). Zero or less means no common area.
    #[inline]
    pub fn penetration(&self, o: &Rect) -> f64 {
        let d = o.centre - self.centre;
        let (au, av) = (self.dir.right(), self.dir);
        let (bu, bv) = (o.dir.right(), o.dir);
        // Rotation between the frames: |dot| of every pair of axes.
        let (uu, uv) = (au.dot(bu).abs(), au.dot(bv).abs());
        let (vu, vv) = (av.dot(bu).abs(), av.dot(bv).abs());
        let p1 = self.half_width + o.half_width * uu + o.half_depth * uv - d.dot(au).abs();
        let p2 = self.half_depth + o.half_width * vu + o.half_depth * vv - d.dot(av).abs();
        let p3 = o.half_width + self.half_width * uu + self.half_depth * vu - d.dot(bu).abs();
        let p4 = o.half_depth + self.half_width * uv + self.half_depth * vv - d.dot(bv).abs();
        p1.min(p2).min(p3.min(p4))
    }

    /// Cheap: certainly further apart than so much.
    #[inline]
    pub fn far_from(&self, o: &Rect, reach: f64) -> bool {
        let most = self.half_width + self.half_depth + o.half_width + o.half_depth + reach;
        (o.centre - self.centre).len2() > most * most
    }

    /// Cheap: certainly no part of the rectangle lies in the upright box of two opposite corners.
    #[inline]
    pub fn beside(&self, p: V2, q: V2) -> bool {
        let (c, most) = (self.centre, self.half_width + self.half_depth + 1e-6);
        c.x + most < p.x.min(q.x)
            || c.x - most > p.x.max(q.x)
            || c.y + most < p.y.min(q.y)
            || c.y - most > p.y.max(q.y)
    }

    /// Shortest distance between two rectangles, zero when they touch or overlap.
    #[inline]
    pub fn gap(&self, o: &Rect) -> f64 {
        if self.penetration(o) >= 0.0 {
            return 0.0;
        }
        least(self.gap_to_corners2(o), o.gap_to_corners2(self)).sqrt()
    }

    /// The square of the distance from the nearest corner of another. All four are measured beside each other, which takes half as long as
    /// one after another.
    #[inline]
    fn gap_to_corners2(&self, o: &Rect) -> f64 {
        let corners = o.corners();
        let (right, dir) = (self.dir.right(), self.dir);
        let (mut x, mut y) = ([0.0f64; 4], [0.0f64; 4]);
        for i in 0..4 {
            (x[i], y[i]) = (corners[i].x - self.centre.x, corners[i].y - self.centre.y);
        }
        let mut square = [0.0f64; 4];
        for i in 0..4 {
            let across = (x[i] * right.x + y[i] * right.y).abs() - self.half_width;
            let along = (x[i] * dir.x + y[i] * dir.y).abs() - self.half_depth;
            let (across, along) = (most(0.0, across), most(0.0, along));
            square[i] = across * across + along * along;
        }
        least(least(square[0], square[1]), least(square[2], square[3]))
    }

    /// Is the gap at most so much? Says no without measuring it where one of the four sides parts them.
    #[inline]
    pub fn comes_within(&self, o: &Rect, reach: f64) -> bool {
        // Rounding may make the measured gap a little less.
        let parted = -(reach + 1e-6);
        let d = o.centre - self.centre;
        let (au, av) = (self.dir.right(), self.dir);
        let (bu, bv) = (o.dir.right(), o.dir);
        let (uu, uv) = (au.dot(bu).abs(), au.dot(bv).abs());
        if self.half_width + o.half_width * uu + o.half_depth * uv - d.dot(au).abs() < parted {
            return false;
        }
        let (vu, vv) = (av.dot(bu).abs(), av.dot(bv).abs());
        if self.half_depth + o.half_width * vu + o.half_depth * vv - d.dot(av).abs() < parted
            || o.half_width + self.half_width * uu + self.half_depth * vu - d.dot(bu).abs() < parted
            || o.half_depth + self.half_width * uv + self.half_depth * vv - d.dot(bv).abs() < parted
        {
            return false;
        }
        self.gap(o) <= reach
    }

    #[inline]
    fn gap_to_point2(&self, p: V2) -> f64 {
        let l = self.local(p);
        let x = most(0.0, l.x.abs() - self.half_width);
        let y = most(0.0, l.y.abs() - self.half_depth);
        x * x + y * y
    }

    #[inline]
    pub fn gap_to_point(&self, p: V2) -> f64 {
        self.gap_to_point2(p).sqrt()
    }

    /// The part of the segment from `a` to `b` inside the rectangle, as fractions of its length; `None` where they
    /// have at most a point in common.
    #[inline]
    pub fn clip(&self, a: V2, b: V2) -> Option<(f64, f64)> {
        let (la, lb) = (self.local(a), self.local(b));
        let d = lb - la;
        let (mut t0, mut t1) = (0.0f64, 1.0f64);
        for (p, q, h) in [(la.x, d.x, self.half_width), (la.y, d.y, self.half_depth)] {
            if q.abs() < 1e-12 {
                if p.abs() > h {
                    return None;
                }
            } else {
                let (mut s, mut e) = ((-h - p) / q, (h - p) / q);
                if s > e {
                    std::mem::swap(&mut s, &mut e);
                }
                t0 = t0.max(s);
                t1 = t1.min(e);
            }
        }
        (t0 < t1).then_some((t0, t1))
    }

    /// How far this rectangle can travel along the unit vector `dir` before it touches `o`; `None` if it never does.
    /// Zero when they already overlap or touch and the travel would go deeper.
    #[inline]
    pub fn travel_to(&self, o: &Rect, dir: V2) -> Option<f64> {
        let d = o.centre - self.centre;
        let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
        for axis in [self.dir.right(), self.dir, o.dir.right(), o.dir] {
            let reach = self.half_width * self.dir.right().dot(axis).abs()
                + self.half_depth * self.dir.dot(axis).abs()
                + o.half_width * o.dir.right().dot(axis).abs()
                + o.half_depth * o.dir.dot(axis).abs();
            let (p, v) = (d.dot(axis), dir.dot(axis));
            if v.abs() < 1e-12 {
                if p.abs() >= reach - 1e-9 {
                    return None;
                }
            } else {
                let (mut s, mut e) = ((p - reach) / v, (p + reach) / v);
                if s > e {
                    std::mem::swap(&mut s, &mut e);
                }
                enter = enter.max(s);
                leave = leave.min(e);
            }
        }
        (enter < leave && leave > 1e-9).then_some(enter.max(0.0))
    }

    /// How deep the area this rectangle sweeps on its way, without turning, goes into another; zero or less means no
    /// common area.
    pub fn sweep(&self, by: V2, o: &Rect) -> f64 {
        let d = o.centre - self.centre;
        let (au, av) = (self.dir.right(), self.dir);
        let (bu, bv) = (o.dir.right(), o.dir);
        let (uu, uv) = (au.dot(bu).abs(), au.dot(bv).abs());
        let (vu, vv) = (av.dot(bu).abs(), av.dot(bv).abs());
        let (w, h) = (self.half_width, self.half_depth);
        let (ow, oh) = (o.half_width, o.half_depth);
        let along = |axis: V2, reach: f64| {
            let (x, far) = (d.dot(axis), by.dot(axis));
            (far.max(0.0) - x).min(x - far.min(0.0)) + reach
        };
        let mut best = along(bv, oh + w * uv + h * vv);
        for (axis, reach) in
            [(bu, ow + w * uu + h * vu), (av, h + ow * vu + oh * vv), (au, w + ow * uu + oh * uv)]
        {
            if best <= 0.0 {
                return best;
            }
            best = best.min(along(axis, reach));
        }
        if best <= 0.0 || by.len2() < 1e-18 {
            return best;
        }
        let across = by.unit().right();
        let half = |r: &Rect| {
            r.half_width * r.dir.right().dot(across).abs() + r.half_depth * r.dir.dot(across).abs()
        };
        best.min(along(across, half(self) + half(o)))
    }

    /// The rectangle grown on every side.
    #[inline]
    pub fn grown(&self, by: f64) -> Rect {
        Rect { half_width: self.half_width + by, half_depth: self.half_depth + by, ..*self }
    }

    /// Lower left and upper right of the upright box about the rectangle.
    #[inline]
    pub fn bounds(&self) -> (V2, V2) {
        let r = self.dir.right();
        let x = r.x.abs() * self.half_width + self.dir.x.abs() * self.half_depth;
        let y = r.y.abs() * self.half_width + self.dir.y.abs() * self.half_depth;
        (self.centre - v2(x, y), self.centre + v2(x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(x: f64, y: f64, facing: f64) -> Base {
        Base::new(Pose { x, y, facing }, 160.0, 80.0)
    }

    #[test]
    fn penetration_and_gap() {
        let a = base(0.0, 0.0, 0.0).rect();
        assert_eq!(a.penetration(&base(159.0, 0.0, 0.0).rect()), 1.0);
        assert_eq!(a.gap(&base(163.0, 84.0, 0.0).rect()), 5.0);
        assert_eq!(a.gap(&base(100.0, 0.0, 0.0).rect()), 0.0);
    }

    #[test]
    fn coming_within_is_a_gap_no_greater() {
        let a = base(0.0, 0.0, 30.0).rect();
        for i in 0..400 {
            let o =
                base(f64::from(i % 20) * 25.0 - 250.0, f64::from(i / 20) * 25.0 - 250.0, f64::from(i) * 7.0)
                    .rect();
            let gap = a.gap(&o);
            for reach in [0.0, 1.0, gap - 1e-9, gap, gap + 1e-9, 100.0] {
                assert_eq!(a.comes_within(&o, reach), gap <= reach, "{o:?} {reach}");
            }
        }
    }

    #[test]
    fn a_sweep_is_the_hull_of_its_ends() {
        for i in 0..400 {
            let t = f64::from(i);
            let a = base(0.0, 0.0, t * 11.0);
            let by = v2(f64::from(i % 7) * 40.0 - 120.0, f64::from(i % 11) * 30.0 - 150.0);
            let o = base(f64::from(i % 20) * 25.0 - 250.0, f64::from(i / 20) * 25.0 - 250.0, t * 7.0).rect();
            let ends: Vec<V2> = a.corners().into_iter().chain(a.moved(by).corners()).collect();
            let (hull, swept) = (crate::hull(&ends).penetration(&o), a.rect().sweep(by, &o));
            assert!((hull - swept).abs() < 1e-9 || hull <= 0.0 && swept <= 0.0, "{hull} {swept}");
        }
    }

    #[test]
    fn corners_run_clockwise_from_front_left() {
        let c = base(0.0, 0.0, 0.0).corners();
        assert_eq!(c, [v2(-80.0, 0.0), v2(80.0, 0.0), v2(80.0, -80.0), v2(-80.0, -80.0)]);
        let e = base(0.0, 0.0, 90.0);
        assert_eq!(e.front_left(), v2(0.0, 80.0));
        assert_eq!(e.about_face().front_left(), v2(-80.0, -80.0));
    }

    #[test]
    fn travel_stops_at_first_touch() {
        let a = base(0.0, 0.0, 0.0).rect();
        let b = base(100.0, 300.0, 180.0).rect();
        assert_eq!(a.travel_to(&b, v2(0.0, 1.0)), Some(300.0));
        assert_eq!(a.travel_to(&b, v2(0.0, -1.0)), None);
        assert_eq!(a.travel_to(&base(160.0, 300.0, 180.0).rect(), v2(0.0, 1.0)), None);
    }

    #[test]
    fn clip_leaves_the_part_inside() {
        let a = base(0.0, 0.0, 0.0).rect();
        let (s, e) = a.clip(v2(0.0, -160.0), v2(0.0, 0.0)).unwrap();
        assert_eq!((s, e), (0.5, 1.0));
        assert_eq!(a.clip(v2(-200.0, 10.0), v2(200.0, 10.0)), None);
    }
}
