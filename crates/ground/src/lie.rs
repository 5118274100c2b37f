//! How places, lines and bases lie to pieces of ground.

use crate::span::without;
use smallvec::SmallVec;
use table::{Area, Base, EPS, Polyline, Rect, Spans, V2};

/// The point nearest to `p` of several rectangles; `p` itself if there are none.
///
/// ```
/// use table::{Rect, v2};
/// let houses = [Rect::upright(v2(0.0, 0.0), v2(4.0, 4.0)), Rect::upright(v2(9.0, 0.0), v2(12.0, 4.0))];
/// assert_eq!(ground::nearest_of(&houses, v2(8.0, 2.0)), v2(9.0, 2.0));
/// ```
pub fn nearest_of(rects: &[Rect], p: V2) -> V2 {
    let mut best = (f64::INFINITY, p);
    for r in rects {
        let q = r.nearest(p);
        let d = (q - p).len2();
        if d < best.0 {
            best = (d, q);
        }
    }
    best.1
}

/// Is the place in the area, its edge included?
pub fn holds(area: &Area, p: V2) -> bool {
    let (lo, hi) = area.bounds();
    if p.x < lo.x - EPS || p.y < lo.y - EPS || p.x > hi.x + EPS || p.y > hi.y + EPS {
        return false;
    }
    area.is_within(p, EPS)
}

/// Does the base lie across the edge of the area: a part of it inside and a part outside?
///
/// ```
/// use table::{Area, Base, Pose, Rect, v2};
/// let wood = Area::rect(&Rect::upright(v2(0.0, 0.0), v2(20.0, 20.0))).unwrap();
/// let at = |y| Base::new(Pose { x: 10.0, y, facing: 0.0 }, 6.0, 4.0);
/// assert!(ground::astride(&wood, &at(2.0)));
/// // Standing against the edge is not across it.
/// assert!(!ground::astride(&wood, &at(0.0)) && !ground::astride(&wood, &at(4.0)));
/// ```
pub fn astride(area: &Area, b: &Base) -> bool {
    let r = b.rect().grown(-EPS);
    area.overlaps(&r) && !area.holds(&r)
}

/// Where two segments cross, as a fraction of the first; touching counts.
///
/// ```
/// use table::v2;
/// let (a, b) = (v2(0.0, 0.0), v2(10.0, 0.0));
/// let at = ground::crossing(a, b, v2(4.0, -1.0), v2(4.0, 1.0)).unwrap();
/// assert!((at - 0.4).abs() < 1e-9);
/// assert_eq!(ground::crossing(a, b, v2(4.0, 1.0), v2(4.0, 2.0)), None);
/// ```
pub fn crossing(a: V2, b: V2, p: V2, q: V2) -> Option<f64> {
    let (d, e) = (b - a, q - p);
    let k = d.cross(e);
    if k.abs() < 1e-12 {
        return None;
    }
    let t = (p - a).cross(e) / k;
    let s = (p - a).cross(d) / k;
    let (st, ss) = (1e-9 + EPS / d.len().max(EPS), 1e-9 + EPS / e.len().max(EPS));
    ((-st..=1.0 + st).contains(&t) && (-ss..=1.0 + ss).contains(&s)).then_some(t)
}

/// A straight line from an eye to a mark, or one close beside it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane {
    pub from: V2,
    pub to: V2,
    /// The eye and the mark themselves.
    pub ends: (V2, V2),
}

impl Lane {
    pub fn between(eye: V2, mark: V2) -> Lane {
        Lane { from: eye, to: mark, ends: (eye, mark) }
    }

    /// A hair's breadth to the right, or by -1 to the left.
    pub fn beside(self, side: f64) -> Lane {
        let (eye, mark) = self.ends;
        let aside = (mark - eye).unit().right() * (2.0 * EPS * side);
        Lane { from: eye + aside, to: mark + aside, ..self }
    }
}

/// Cheap: is certainly more than `least` of the line in the area, and of those a hair's breadth beside it? No is no answer.
pub(crate) fn surely_in(area: &Area, line: Lane, least: f64) -> bool {
    area.surely_inside(line.from, line.to, 2.0 * EPS, least.max(EPS))
}

/// The edge of a base that leads when it goes that way: the front if it is as good as any.
pub fn leading_edge(b: &Base, dir: V2) -> (V2, V2) {
    let [fl, fr, rr, rl] = b.corners();
    let (ahead, right) = (b.dir.dot(dir), b.dir.right().dot(dir));
    if ahead >= right.abs() - 1e-9 {
        (fl, fr)
    } else if -ahead >= right.abs() - 1e-9 {
        (rr, rl)
    } else if right > 0.0 {
        (fr, rr)
    } else {
        (rl, fl)
    }
}

/// The pieces of a path that still stand when stretches of it, measured along it, have been cleared.
///
/// ```
/// use table::{Polyline, v2};
/// let fence = Polyline::new(vec![v2(0.0, 0.0), v2(10.0, 0.0)]);
/// let left = ground::standing(&fence, &[(2.5, 5.0)]);
/// assert_eq!(left[..], [(v2(0.0, 0.0), v2(2.5, 0.0)), (v2(5.0, 0.0), v2(10.0, 0.0))]);
/// ```
pub fn standing(path: &Polyline, cleared: &[(f64, f64)]) -> SmallVec<[(V2, V2); 4]> {
    let mut out = SmallVec::new();
    let mut run = 0.0;
    for (a, b) in path.segments() {
        let l = a.dist(b);
        if l > 1e-9 {
            let gone: Spans = cleared.iter().map(|(s, e)| ((s - run) / l, (e - run) / l)).collect();
            for (s, e) in without(&[(0.0, 1.0)], &gone) {
                if e - s > 1e-9 {
                    out.push((a.lerp(b, s), a.lerp(b, e)));
                }
            }
        }
        run += l;
    }
    out
}

/// The ground that a straight piece of a linear object takes up.
pub fn strip(a: V2, b: V2, depth: f64) -> Rect {
    Rect { centre: (a + b) * 0.5, dir: (b - a).unit(), half_width: depth / 2.0, half_depth: a.dist(b) / 2.0 }
}
