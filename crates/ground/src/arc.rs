//! Arcs: what lies in front of a figure or a line of guns, and who stands between it and the target.

use arrayvec::ArrayVec;
use smallvec::SmallVec;
use table::{Base, EPS, Rect, V2};

/// A convex piece of the table in front of somebody, given by its sides.
///
/// ```
/// use ground::Arc;
/// use table::{Base, Pose, Rect, v2};
/// let ahead = v2(0.0, 1.0);
/// let figure = Arc::of_point(v2(0.0, 0.0), ahead, 45.0);
/// assert!(figure.holds(v2(9.0, 9.0)) && !figure.holds(v2(9.1, 9.0)) && !figure.holds(v2(0.0, -1.0)));
/// // Of a line the limits are measured at its flanks.
/// let guns = Base::new(Pose { x: 0.0, y: 0.0, facing: 0.0 }, 4.0, 4.0);
/// assert!(Arc::of_front(&guns, 45.0).holds(v2(11.0, 9.0)));
/// // Of what is partly in the arc the nearest point inside it.
/// let house = Rect::upright(v2(8.0, 3.0), v2(20.0, 9.0));
/// let q = figure.nearest(&house, v2(0.0, 0.0)).unwrap();
/// assert!(q.dist(v2(8.0, 8.0)) < 0.01);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Arc {
    /// A point of each side, and the direction square to it into the arc.
    sides: [(V2, V2); 4],
    n: usize,
}

type Piece = ArrayVec<V2, 8>;

impl Arc {
    /// From a place so many degrees to each side of a direction.
    pub fn of_point(at: V2, dir: V2, degrees: f64) -> Arc {
        Arc::between(at, at, dir, degrees)
    }

    /// Ahead of the front of a base, the limits measured at its corners.
    pub fn of_front(base: &Base, degrees: f64) -> Arc {
        let mut arc = Arc::between(base.front_left(), base.front_right(), base.dir, degrees);
        arc.sides[2] = (base.front, base.dir);
        arc.n = 3;
        arc
    }

    fn between(left: V2, right: V2, dir: V2, degrees: f64) -> Arc {
        let a = degrees.to_radians();
        // Square to the left limit, to the right of it; and the other way about.
        let (l, r) = (dir.turned(a).right(), -dir.turned(-a).right());
        Arc { sides: [(left, l), (right, r), (left, dir), (left, dir)], n: 2 }
    }

    /// The same arc with its corner elsewhere.
    #[must_use]
    pub fn moved(&self, by: V2) -> Arc {
        let mut a = *self;
        for s in &mut a.sides {
            s.0 += by;
        }
        a
    }

    /// The half of the arc to the right, or to the left, of straight ahead from a place; the line itself is in both.
    #[must_use]
    pub fn half(&self, at: V2, dir: V2, right: bool) -> Arc {
        let mut a = *self;
        a.sides[a.n] = (at, if right { dir.right() } else { -dir.right() });
        a.n += 1;
        a
    }

    /// Is the place in the arc? Its limits belong to it.
    #[inline]
    pub fn holds(&self, p: V2) -> bool {
        self.sides[..self.n].iter().all(|(at, n)| (p - *at).dot(*n) >= -EPS)
    }

    /// The point of a rectangle inside the arc that is nearest to a place; `None` where no part of it is in the arc.
    pub fn nearest(&self, r: &Rect, from: V2) -> Option<V2> {
        let q = r.nearest(from);
        if self.holds(q) {
            return Some(q);
        }
        let mut piece: Piece = r.corners().into_iter().collect();
        for (at, n) in &self.sides[..self.n] {
            piece = cut(&piece, *at, *n);
            if piece.is_empty() {
                return None;
            }
        }
        let mut best: Option<(f64, V2)> = None;
        for i in 0..piece.len() {
            let q = closest_on(piece[i], piece[(i + 1) % piece.len()], from);
            let d = (q - from).len2();
            if best.is_none_or(|(b, _)| d < b) {
                best = Some((d, q));
            }
        }
        best.map(|(_, q)| q)
    }
}

/// The part of a convex piece on the inner side of a line. Four cuts of four corners leave eight at most.
fn cut(piece: &Piece, at: V2, n: V2) -> Piece {
    let depth = |p: V2| (p - at).dot(n) + EPS;
    let mut out = Piece::new();
    let mut keep = |p: V2| {
        if !out.is_full() {
            out.push(p);
        }
    };
    for i in 0..piece.len() {
        let (a, b) = (piece[i], piece[(i + 1) % piece.len()]);
        let (da, db) = (depth(a), depth(b));
        if da >= 0.0 {
            keep(a);
        }
        if (da >= 0.0) != (db >= 0.0) {
            keep(a.lerp(b, da / (da - db)));
        }
    }
    out
}

fn closest_on(a: V2, b: V2, p: V2) -> V2 {
    let d = b - a;
    let l2 = d.len2();
    if l2 < 1e-18 {
        return a;
    }
    a + d * ((p - a).dot(d) / l2).clamp(0.0, 1.0)
}

/// Those who may stand between somebody and what he fires at, each with what the book wants to know of him.
///
/// ```
/// use ground::Between;
/// use table::{Rect, v2};
/// let house = |x: f64| Rect::upright(v2(x, 4.0), v2(x + 2.0, 6.0));
/// let all: Between<&str> = [(house(-1.0), "friend"), (house(1.0), "enemy")].into_iter().collect();
/// let crossed = |to| all.crossed(v2(0.0, 0.0), to).collect::<Vec<_>>();
/// assert_eq!(crossed(v2(0.0, 9.0)), ["friend"]);
/// // A line that only grazes a base does not cross it.
/// assert!(crossed(v2(-2.0, 8.0)).is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Between<T> {
    all: SmallVec<[(Rect, T); 16]>,
}

impl<T: Copy> FromIterator<(Rect, T)> for Between<T> {
    fn from_iter<I: IntoIterator<Item = (Rect, T)>>(all: I) -> Between<T> {
        Between { all: all.into_iter().map(|(r, t)| (shrunk(&r), t)).collect() }
    }
}

impl<T: Copy> Between<T> {
    /// Whose bases the line crosses; who has several of them on the line is named for each.
    pub fn crossed(&self, from: V2, to: V2) -> impl Iterator<Item = T> + '_ {
        let mid = (from + to) * 0.5;
        let half = from.dist(to) / 2.0;
        self.all
            .iter()
            .filter(move |(r, _)| {
                let most = half + r.half_width + r.half_depth;
                (r.centre - mid).len2() <= most * most && r.clip(from, to).is_some()
            })
            .map(|(_, t)| *t)
    }
}

fn shrunk(r: &Rect) -> Rect {
    Rect { half_width: (r.half_width - EPS).max(0.0), half_depth: (r.half_depth - EPS).max(0.0), ..*r }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::v2;

    fn square(x: f64, y: f64) -> Rect {
        Rect { centre: v2(x, y), dir: v2(0.0, 1.0), half_width: 1.0, half_depth: 1.0 }
    }

    #[test]
    fn the_nearest_point_inside_an_arc() {
        let a = Arc::of_point(v2(0.0, 0.0), v2(0.0, 1.0), 30.0);
        assert_eq!(a.nearest(&square(0.0, 5.0), v2(0.0, 0.0)), Some(v2(0.0, 4.0)));
        assert_eq!(a.nearest(&square(0.0, -5.0), v2(0.0, 0.0)), None);
        // The nearest corner of all lies outside the arc, another one inside.
        let q = a.nearest(&square(4.0, 6.0), v2(0.0, 0.0)).unwrap();
        assert!((q.y - 7.0).abs() < 0.01 || q.x > 2.99, "{q:?}");
        assert!(a.holds(q));
    }

    #[test]
    fn limits_belong_to_the_arc() {
        let a = Arc::of_point(v2(0.0, 0.0), v2(0.0, 1.0), 30.0);
        let t = 30f64.to_radians().tan();
        assert!(a.holds(v2(10.0 * t, 10.0)) && a.holds(v2(-10.0 * t, 10.0)));
        assert!(!a.holds(v2(10.0 * t + 0.01, 10.0)) && !a.holds(v2(-10.0 * t - 0.01, 10.0)));
    }
}
