//! A way through a turn as it is drawn beforehand: the legs that were run, where it comes upon somebody, and its corners.

use table::{Base, EPS, Pose, Rect, V2, v2};

/// A part of a way, straight or about a pivot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Traced {
    pub from: Pose,
    pub to: Pose,
}

/// The legs it has behind it where it comes upon one of those who stand there, and how it stands then.
///
/// ```
/// use clock::{Traced, come_upon};
/// use table::{Base, Pose};
/// let at = |y: f64| Pose { x: 0.0, y, facing: 0.0 };
/// let (base, there) = (Base::new(at(0.0), 4.0, 2.0), Base::new(at(12.0), 4.0, 2.0).rect());
/// let legs = [Traced { from: at(0.0), to: at(5.0) }, Traced { from: at(5.0), to: at(15.0) }];
/// let (gone, stands) = come_upon(&base, &legs, &[there]).expect("it stands in the way");
/// assert_eq!((gone, stands.front.y), (1, 10.0));
/// assert_eq!(come_upon(&base, &legs[..1], &[there]), None);
/// ```
pub fn come_upon(base: &Base, legs: &[Traced], there: &[Rect]) -> Option<(usize, Base)> {
    legs.iter().enumerate().find_map(|(i, l)| {
        let from = Base::new(l.from, base.width, base.depth);
        let by = v2(l.to.x, l.to.y) - v2(l.from.x, l.from.y);
        if (l.to.facing - l.from.facing).abs() > 1e-6 {
            // On a pivot: it does not begin what it cannot end.
            let to = Base::new(l.to, base.width, base.depth).rect();
            let hit = there.iter().any(|o| to.penetration(o) > EPS);
            return hit.then_some((i, from));
        }
        let far = by.len();
        if far < EPS {
            return None;
        }
        let free =
            there.iter().filter_map(|o| from.rect().travel_to(o, by.unit())).fold(f64::INFINITY, f64::min);
        (free < far - EPS).then(|| (i, from.moved(by.unit() * free)))
    })
}

/// Where the legs end, without points on a straight way.
pub fn corners(legs: &[Traced]) -> Vec<V2> {
    let mut out: Vec<V2> = Vec::with_capacity(legs.len());
    for p in legs.iter().map(|l| v2(l.to.x, l.to.y)) {
        if out.last().is_some_and(|q| q.dist(p) <= 1e-6) {
            continue;
        }
        if let [.., a, b] = out[..] {
            let (x, y) = (b - a, p - b);
            if x.cross(y).abs() <= 1e-6 * x.len() * y.len() && x.dot(y) > 0.0 {
                out.pop();
            }
        }
        out.push(p);
    }
    out
}
