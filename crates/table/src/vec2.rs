use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A place or a displacement on the table: `x` to the east, `y` to the north.
///
/// ```
/// use table::v2;
/// assert_eq!((v2(3.0, 4.0) - v2(0.0, 0.0)).len(), 5.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct V2 {
    pub x: f64,
    pub y: f64,
}

#[inline]
pub const fn v2(x: f64, y: f64) -> V2 {
    V2 { x, y }
}

/// The lesser of two numbers, the first of which is one: `f64::min` looks whether it is.
#[inline]
pub(crate) fn least(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// The greater of two numbers, the first of which is one.
#[inline]
pub(crate) fn most(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

impl V2 {
    #[inline]
    pub fn dot(self, o: V2) -> f64 {
        self.x * o.x + self.y * o.y
    }

    /// Positive when `o` lies to the left of `self`.
    #[inline]
    pub fn cross(self, o: V2) -> f64 {
        self.x * o.y - self.y * o.x
    }

    #[inline]
    pub fn len2(self) -> f64 {
        self.dot(self)
    }

    #[inline]
    pub fn len(self) -> f64 {
        self.len2().sqrt()
    }

    #[inline]
    pub fn dist(self, o: V2) -> f64 {
        (self - o).len()
    }

    /// The unit vector of this direction; north for the null vector.
    #[inline]
    pub fn unit(self) -> V2 {
        let l = self.len();
        if l < 1e-12 { v2(0.0, 1.0) } else { self * (1.0 / l) }
    }

    /// A quarter turn to the right (clockwise).
    #[inline]
    pub fn right(self) -> V2 {
        v2(self.y, -self.x)
    }

    /// Turned to the left (counter-clockwise) by an angle in radians.
    #[inline]
    pub fn turned(self, radians: f64) -> V2 {
        let (s, c) = (libm::sin(radians), libm::cos(radians));
        v2(self.x * c - self.y * s, self.x * s + self.y * c)
    }

    #[inline]
    pub fn lerp(self, o: V2, t: f64) -> V2 {
        self + (o - self) * t
    }

    /// A unit vector from a compass bearing in degrees: 0 north, 90 east.
    ///
    /// ```
    /// use table::V2;
    /// let east = V2::bearing(90.0);
    /// assert!((east.x - 1.0).abs() < 1e-12 && east.y.abs() < 1e-12);
    /// assert_eq!(V2::bearing(270.0).bearing_degrees(), 270.0);
    /// ```
    #[inline]
    pub fn bearing(degrees: f64) -> V2 {
        // Right angles are exact, so that lines drawn up along the axes stay exactly aligned.
        let d = degrees.rem_euclid(360.0);
        if d == 0.0 {
            return v2(0.0, 1.0);
        } else if d == 90.0 {
            return v2(1.0, 0.0);
        } else if d == 180.0 {
            return v2(0.0, -1.0);
        } else if d == 270.0 {
            return v2(-1.0, 0.0);
        }
        let r = d.to_radians();
        v2(libm::sin(r), libm::cos(r))
    }

    #[inline]
    pub fn bearing_degrees(self) -> f64 {
        let d = libm::atan2(self.x, self.y).to_degrees();
        let d = if d < 0.0 { d + 360.0 } else { d };
        if d >= 360.0 { 0.0 } else { d }
    }

    /// The angle between two directions in radians, 0 to pi.
    #[inline]
    pub fn angle_to(self, o: V2) -> f64 {
        libm::atan2(self.cross(o).abs(), self.dot(o))
    }

    /// The signed angle in radians that turns this direction to the left onto the other.
    #[inline]
    pub fn turn_to(self, o: V2) -> f64 {
        libm::atan2(self.cross(o), self.dot(o))
    }

    #[inline]
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl Add for V2 {
    type Output = V2;
    #[inline]
    fn add(self, o: V2) -> V2 {
        v2(self.x + o.x, self.y + o.y)
    }
}
impl Sub for V2 {
    type Output = V2;
    #[inline]
    fn sub(self, o: V2) -> V2 {
        v2(self.x - o.x, self.y - o.y)
    }
}
impl Neg for V2 {
    type Output = V2;
    #[inline]
    fn neg(self) -> V2 {
        v2(-self.x, -self.y)
    }
}
impl Mul<f64> for V2 {
    type Output = V2;
    #[inline]
    fn mul(self, k: f64) -> V2 {
        v2(self.x * k, self.y * k)
    }
}
impl AddAssign for V2 {
    #[inline]
    fn add_assign(&mut self, o: V2) {
        *self = *self + o;
    }
}
impl SubAssign for V2 {
    #[inline]
    fn sub_assign(&mut self, o: V2) {
        *self = *self - o;
    }
}
