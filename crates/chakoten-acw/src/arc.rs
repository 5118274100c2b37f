//! Arcs and lines of fire: what lies in front of a figure or a gun line, and what stands between it and the target.

use crate::book::data;
use crate::clause;
use crate::field::Field;
use crate::troop::Formation;
use crate::unit::{Unit, UnitId};
use arrayvec::ArrayVec;
use smallvec::SmallVec;
use table::{Base, EPS, Rect, V2};

/// A convex piece of the table in which a figure or battery can fire, given by its sides.
#[derive(Clone, Copy, Debug)]
pub struct Arc {
    /// A point of each side, and the direction square to it into the arc.
    sides: [(V2, V2); 4],
    n: usize,
}

type Piece = ArrayVec<V2, 8>;

impl Arc {
    /// The arc of a figure whose front has its middle at `at`: so far to each side of straight ahead (05.01.2.a).
    pub fn of_figure(at: V2, dir: V2) -> Arc {
        Arc::between(at, at, dir, data().d.small_arms_arc)
    }

    /// The arc of a gun line, measured at its flanks (06.01.4).
    pub fn of_battery(base: &Base) -> Arc {
        let mut arc = Arc::between(base.front_left(), base.front_right(), base.dir, data().d.artillery_arc);
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

    /// Is the place in the arc? Its limits belong to it (play.measure).
    #[inline]
    pub fn holds(&self, p: V2) -> bool {
        self.sides[..self.n].iter().all(|(at, n)| (p - *at).dot(*n) >= -EPS)
    }

    /// The point of a rectangle inside the arc that is nearest to a place; `None` where no part of it is in the arc.
    pub fn nearest(&self, r: &Rect, from: V2) -> Option<V2> {
        let q = closest(r, from);
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

/// The part of a convex piece on the inner side of a line.
fn cut(piece: &Piece, at: V2, n: V2) -> Piece {
    let depth = |p: V2| (p - at).dot(n) + EPS;
    let mut out = Piece::new();
    for i in 0..piece.len() {
        let (a, b) = (piece[i], piece[(i + 1) % piece.len()]);
        let (da, db) = (depth(a), depth(b));
        if da >= 0.0 {
            let _ = out.try_push(a);
        }
        if (da >= 0.0) != (db >= 0.0) {
            let _ = out.try_push(a.lerp(b, da / (da - db)));
        }
    }
    out
}

/// The point of a rectangle nearest to a place.
pub fn closest(r: &Rect, p: V2) -> V2 {
    let l = r.local(p);
    r.centre
        + r.dir.right() * l.x.clamp(-r.half_width, r.half_width)
        + r.dir * l.y.clamp(-r.half_depth, r.half_depth)
}

fn closest_on(a: V2, b: V2, p: V2) -> V2 {
    let d = b - a;
    let l2 = d.len2();
    if l2 < 1e-18 {
        return a;
    }
    a + d * ((p - a).dot(d) / l2).clamp(0.0, 1.0)
}

/// The point of a unit's bases nearest to a place.
pub fn closest_of(f: &Field, u: &Unit, p: V2) -> V2 {
    let mut best = (f64::INFINITY, u.base.front);
    for r in &f.rects(u) {
        let q = closest(r, p);
        let d = (q - p).len2();
        if d < best.0 {
            best = (d, q);
        }
    }
    best.1
}

/// The middle of a unit: of its envelope, or of all the buildings it holds.
pub fn middle(f: &Field, u: &Unit) -> V2 {
    if u.inside.is_empty() {
        return u.base.centre();
    }
    let rects = f.rects(u);
    let sum = rects.iter().fold(V2::default(), |s, r| s + r.centre);
    sum * (1.0 / rects.len().max(1) as f64)
}

/// Thin line or chain: one rank with gaps.
pub fn one_rank(u: &Unit) -> bool {
    matches!(u.formation, Formation::ThinLine | Formation::Chain)
}

/// What a unit closes to fire: its bases, and the gaps between them in an open formation (play.measure). Guns without
/// gunners close nothing.
pub fn closed_by(f: &Field, u: &Unit) -> SmallVec<[Rect; 4]> {
    if u.inside.is_empty() && one_rank(u) {
        let _ = clause!("play.measure");
        // The support unit between its wings is no part of it.
        return u.drawn_up().closed_by(&u.base);
    }
    f.rects(u)
}

/// Something that stands in the way.
#[derive(Clone, Copy, Debug)]
struct Screen {
    rect: Rect,
    unit: UnitId,
    chain: bool,
}

/// Everything that may stand between a unit and what it fires at.
#[derive(Clone, Debug, Default)]
pub struct Screens {
    all: SmallVec<[Screen; 16]>,
}

impl Screens {
    /// What stands within reach of a unit, itself left out.
    pub fn around(f: &Field, u: &Unit, reach: f64) -> Screens {
        let mut all = SmallVec::new();
        // A garrison's envelope is that of its first building only.
        let far = if u.inside.is_empty() { reach + u.base.radius() } else { f64::INFINITY };
        let at = u.base.centre();
        for o in f.present() {
            let most = far + o.base.radius();
            if o.id == u.id || (o.inside.is_empty() && (o.base.centre() - at).len2() > most * most) {
                continue;
            }
            let chain = o.chain();
            all.extend(closed_by(f, o).into_iter().map(|r| Screen { rect: shrunk(&r), unit: o.id, chain }));
        }
        Screens { all }
    }

    /// Does a unit other than the target stand on the line? `Some(true)` where it is a chain.
    pub fn between(&self, from: V2, to: V2, target: UnitId) -> Option<bool> {
        self.crossed(from, to).filter(|(u, _)| *u != target).map(|(_, chain)| chain).next()
    }

    /// The units whose bases the line crosses, and whether they are chains; one of several buildings or ranks each time.
    pub fn crossed(&self, from: V2, to: V2) -> impl Iterator<Item = (UnitId, bool)> + '_ {
        let mid = (from + to) * 0.5;
        let half = from.dist(to) / 2.0;
        self.all
            .iter()
            .filter(move |s| {
                let most = half + s.rect.half_width + s.rect.half_depth;
                (s.rect.centre - mid).len2() <= most * most && s.rect.clip(from, to).is_some()
            })
            .map(|s| (s.unit, s.chain))
    }
}

/// A line that only grazes a base does not cross it.
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
        let a = Arc::of_figure(v2(0.0, 0.0), v2(0.0, 1.0));
        assert_eq!(a.nearest(&square(0.0, 5.0), v2(0.0, 0.0)), Some(v2(0.0, 4.0)));
        assert_eq!(a.nearest(&square(0.0, -5.0), v2(0.0, 0.0)), None);
        // The nearest corner of all lies outside the arc, another one inside.
        let q = a.nearest(&square(4.0, 6.0), v2(0.0, 0.0)).unwrap();
        assert!((q.y - 7.0).abs() < 0.01 || q.x > 2.99, "{q:?}");
        assert!(a.holds(q));
    }

    #[test]
    fn limits_belong_to_the_arc() {
        let a = Arc::of_figure(v2(0.0, 0.0), v2(0.0, 1.0));
        let t = 30f64.to_radians().tan();
        assert!(a.holds(v2(10.0 * t, 10.0)) && a.holds(v2(-10.0 * t, 10.0)));
        assert!(!a.holds(v2(10.0 * t + 0.01, 10.0)) && !a.holds(v2(-10.0 * t - 0.01, 10.0)));
        let b = Arc::of_battery(&Base { front: v2(0.0, 0.0), dir: v2(0.0, 1.0), width: 4.0, depth: 4.5 });
        assert!(b.holds(v2(12.0, 10.0)) && !b.holds(v2(12.01, 10.0)) && !b.holds(v2(0.0, -0.01)));
    }
}
