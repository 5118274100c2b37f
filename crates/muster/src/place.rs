//! Places on the table: points, paths, poses and bearings.

use crate::format::Facing;
use crate::sheet::{Value, number_of};
use crate::{Fault, Found, Sheet, Tab, say};
use table::{Base, Pose, V2, v2};
use toml::de::DeValue;

/// Points that an outline or a path may have.
const MOST_POINTS: usize = 512;

impl Sheet {
    /// `[x, y]`.
    pub fn point(&mut self, v: Value<'_>) -> Option<V2> {
        if let DeValue::Array(a) = v.get_ref() {
            if let [x, y] = &a[..] {
                if let (Some(x), Some(y)) = (number_of(x.get_ref()), number_of(y.get_ref())) {
                    return Some(v2(x, y));
                }
            }
        }
        let unit = self.unit();
        self.fault(v.span(), Fault::NoPoint { unit });
        None
    }

    /// `[[x, y], [x, y], ...]`; `None` when one of them is no point, or there are too few.
    pub fn points(&mut self, t: &Tab<'_>, key: &str, least: usize) -> Found<Vec<V2>> {
        let at = t.get(key)?.span();
        let list = self.list(t, key)?;
        if list.len() < least || list.len() > MOST_POINTS {
            let unit = self.unit();
            self.fault(at, Fault::Points { of: t.what(), key: key.into(), given: list.len(), least, unit });
            return None;
        }
        let all: Vec<V2> = list.iter().filter_map(|p| self.point(p)).collect();
        (all.len() == list.len()).then_some((all, at))
    }

    /// `x`, `y` and `facing`, which must be there.
    pub fn pose(&mut self, t: &Tab<'_>) -> Option<Pose> {
        let [x, y] = ["x", "y"].map(|k| self.must_number(t, k));
        if self.format().facing == Facing::Said {
            self.need(t, "facing", || say!("right-bearing"));
        }
        let facing = self.number(t, "facing").map(|(n, _)| n);
        let facing = if t.has("facing") { facing? } else { 0.0 };
        Some(Pose { x: x?, y: y?, facing: facing % 360.0 })
    }

    /// The same, where any of them is there.
    pub fn pose_if_any(&mut self, t: &Tab<'_>) -> Option<Pose> {
        if ["x", "y", "facing"].iter().any(|k| t.has(k)) { self.pose(t) } else { None }
    }

    /// A length from the least to the greatest that makes sense; the usual one where nothing is said.
    pub fn length(&mut self, t: &Tab<'_>, key: &str, usual: f64, range: [f64; 2]) -> f64 {
        match self.number(t, key) {
            Some((n, _)) if (range[0]..=range[1]).contains(&n) => n,
            Some((given, at)) => {
                let unit = self.unit();
                self.fault(at, Fault::NoLength { of: t.what(), key: key.into(), given, range, unit });
                usual
            }
            None => usual,
        }
    }

    /// Degrees; the usual bearing where nothing is said.
    pub fn bearing(&mut self, t: &Tab<'_>, usual: f64) -> f64 {
        match self.number(t, "bearing") {
            Some((n, _)) if (-360.0..=360.0).contains(&n) => n,
            Some((given, at)) => {
                self.fault(at, Fault::NoBearing { given });
                usual
            }
            None => usual,
        }
    }
}

/// Bases in a line about a place, from left to right.
pub fn side_by_side(middle: Pose, count: usize, width: f64) -> impl Iterator<Item = Pose> {
    let side = V2::bearing(middle.facing).right();
    (0..count).map(move |i| {
        let k = (i as f64 - (count as f64 - 1.0) / 2.0) * width;
        Pose { x: middle.x + side.x * k, y: middle.y + side.y * k, facing: middle.facing }
    })
}

/// Where somebody stands who is with a unit: behind its middle, in base contact.
pub fn behind(unit: &Base, who: &Base) -> Base {
    who.at(unit.rear(), unit.dir)
}

/// Where the n-th after him stands who is with the same unit: beside him, right, left, right and so on.
pub fn beside(b: &Base, n: usize) -> Base {
    let step = b.dir.right() * b.width;
    let k = n.div_ceil(2) as f64 * if n % 2 == 1 { 1.0 } else { -1.0 };
    b.moved(V2 { x: step.x * k, y: step.y * k })
}
