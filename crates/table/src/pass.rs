//! Straight passage without turning: from how far to how far a rectangle overlaps something on its way.
//!
//! Every line that could part two convex shapes gives one interval of distances; what is common to all of them is the answer,
//! exactly but for the rounding of a few products. [`FORGIVEN`] decides only for a side that runs along the way: touching it all along
//! is touching, and is no overlap.

use crate::{Ellipse, Poly, Rect, Span, V2};

/// Distance forgiven as rounding where a rectangle goes along a side.
const FORGIVEN: f64 = 1e-9;

/// What counts as being there.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Contact {
    /// One common point is enough.
    Touch,
    /// There must be a common area.
    Overlap,
}

/// The interval of distances `d`, possibly negative, for which `r` moved by `dir * d` overlaps or touches the convex polygon. `dir` is
/// a unit vector. A rectangle without depth (see [`Base::front_line`](crate::Base::front_line)) or width is as good as any.
///
/// ```
/// use table::{Poly, Rect, passage, v2};
/// let r = Rect::upright(v2(-1.0, 0.0), v2(1.0, 2.0));
/// let wood = Poly::of(&[v2(-5.0, 10.0), v2(5.0, 10.0), v2(0.0, 15.0)]);
/// // Its front meets the near side after 8; its rear leaves the far tip after 15.
/// assert_eq!(passage(&r, v2(0.0, 1.0), &wood), Some((8.0, 15.0)));
/// ```
pub fn passage(r: &Rect, dir: V2, piece: &Poly) -> Option<Span> {
    passage_corners(r, dir, piece.points(), Contact::Touch)
}

/// As [`passage`], but only where they have a common area: a way along a side, or past a corner, is none.
pub fn passage_inside(r: &Rect, dir: V2, piece: &Poly) -> Option<Span> {
    passage_corners(r, dir, piece.points(), Contact::Overlap)
}

/// The interval of distances for which the rectangle, moved along `dir`, touches the segment.
pub fn passage_segment(r: &Rect, dir: V2, p: V2, q: V2) -> Option<Span> {
    passage_corners(r, dir, &[p, q], Contact::Touch)
}

pub(crate) fn passage_corners(r: &Rect, dir: V2, corners: &[V2], contact: Contact) -> Option<Span> {
    if corners.is_empty() {
        return None;
    }
    let slack = if contact == Contact::Touch { FORGIVEN } else { -FORGIVEN };
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut test = |axis: V2| {
        let (lo, hi) = crate::near::extent(corners, axis);
        let c = r.centre.dot(axis);
        let h = r.half_width * r.dir.right().dot(axis).abs() + r.half_depth * r.dir.dot(axis).abs();
        // The distance along the axis must come to lie between these.
        let (least, most) = (lo - (c + h), hi - (c - h));
        let v = dir.dot(axis);
        if v.abs() < 1e-12 {
            return least <= slack && most >= -slack;
        }
        let (s, e) = (least / v, most / v);
        enter = enter.max(s.min(e));
        leave = leave.min(s.max(e));
        enter <= leave + slack
    };
    if !test(r.dir) || !test(r.dir.right()) {
        return None;
    }
    let n = corners.len();
    for i in 0..n {
        let e = corners[(i + 1) % n] - corners[i];
        // A segment has one side to look along, not two.
        if e.len2() > 1e-18 && (n > 2 || i == 0) && !test(e.unit().right()) {
            return None;
        }
    }
    // Past a corner by a rounding error: the middle of the two.
    if enter > leave {
        let mid = enter + (leave - enter) / 2.0;
        (enter, leave) = (mid, mid);
    }
    (enter.is_finite() && leave.is_finite()).then_some((enter, leave))
}

/// The interval of distances for which the rectangle, moved along the unit vector `dir`, overlaps or touches the ellipse; exact.
///
/// ```
/// use table::{Ellipse, Rect, passage_ellipse, v2};
/// let r = Rect::upright(v2(-1.0, 0.0), v2(1.0, 2.0));
/// let hill = Ellipse { centre: v2(0.0, 20.0), axis: v2(1.0, 0.0), a: 8.0, b: 5.0 };
/// assert_eq!(passage_ellipse(&r, v2(0.0, 1.0), &hill), Some((13.0, 25.0)));
/// ```
pub fn passage_ellipse(r: &Rect, dir: V2, ellipse: &Ellipse) -> Option<Span> {
    let e = ellipse;
    // In the frame in which the ellipse is the unit circle the rectangle is a parallelogram; it meets the circle when it is
    // within 1 of the centre. The shape within 1 of a parallelogram is bounded by circles about its corners and by its
    // sides moved out by 1, and all of these lie in it: the first and the last of them on the way are the answer.
    let unit = |v: V2| {
        let l = crate::v2(v.dot(e.axis) / e.a, e.axis.cross(v) / e.b);
        if l.is_finite() { Some(l) } else { None }
    };
    let u = unit(dir)?;
    let speed2 = u.len2();
    if speed2 < 1e-24 {
        return None;
    }
    let mut c = [V2::default(); 4];
    for (to, from) in c.iter_mut().zip(r.corners()) {
        *to = unit(from - e.centre)?;
    }
    let (mut enter, mut leave) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut take = |d: f64| {
        enter = enter.min(d);
        leave = leave.max(d);
    };
    for i in 0..4 {
        let (p, q) = (c[i], c[(i + 1) % 4]);
        // |p + u d| = 1, from the point of the way nearest to the centre.
        let nearest = -p.dot(u) / speed2;
        let off2 = (p + u * nearest).len2();
        // A hair's breadth is forgiven, so that going along the rim is touching it.
        if off2 <= 1.0 + FORGIVEN {
            let half = ((1.0 - off2).max(0.0) / speed2).sqrt();
            take(nearest - half);
            take(nearest + half);
        }
        let side = q - p;
        let l = side.len();
        if l > 1e-12 {
            let (along, out) = (side * (1.0 / l), side.right() * (1.0 / l));
            let v = u.dot(out);
            if v.abs() > 1e-12 {
                for w in [-1.0, 1.0] {
                    let d = (w - p.dot(out)) / v;
                    // Where the centre's foot then lies on the side.
                    let at = -(p + u * d).dot(along);
                    if (0.0..=l).contains(&at) {
                        take(d);
                    }
                }
            }
        }
    }
    (enter <= leave).then_some((enter, leave))
}

/// Intervals in order, those that touch or overlap made one.
pub(crate) fn merged<A: smallvec::Array<Item = Span>>(spans: &mut smallvec::SmallVec<A>, slack: f64) {
    spans.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    spans.dedup_by(|next, kept| {
        let joins = next.0 <= kept.1 + slack;
        if joins {
            kept.1 = kept.1.max(next.1);
        }
        joins
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{hull, v2};
    use proptest::prelude::*;

    fn rect(x: f64, y: f64, turn: f64, w: f64, d: f64) -> Rect {
        Rect { centre: v2(x, y), dir: v2(0.0, 1.0).turned(turn), half_width: w, half_depth: d }
    }

    fn moved(r: &Rect, by: V2) -> Rect {
        Rect { centre: r.centre + by, ..*r }
    }

    #[test]
    fn along_a_side_is_touching_but_not_inside() {
        let wood = Poly::of(&[v2(0.0, 0.0), v2(10.0, 0.0), v2(10.0, 10.0), v2(0.0, 10.0)]);
        let r = Rect::upright(v2(-2.0, -20.0), v2(0.0, -18.0));
        assert_eq!(passage(&r, v2(0.0, 1.0), &wood), Some((18.0, 30.0)));
        assert_eq!(passage_inside(&r, v2(0.0, 1.0), &wood), None);
        let r = Rect::upright(v2(-2.0, -20.0), v2(0.1, -18.0));
        assert_eq!(passage_inside(&r, v2(0.0, 1.0), &wood), Some((18.0, 30.0)));
        assert_eq!(passage(&r, v2(0.0, -1.0), &wood), Some((-30.0, -18.0)));
        assert_eq!(passage(&r, v2(1.0, 0.0), &wood), None);
    }

    #[test]
    fn flat_shapes() {
        let front = rect(0.0, 0.0, 0.0, 4.0, 0.0);
        assert_eq!(passage_segment(&front, v2(0.0, 1.0), v2(-9.0, 5.0), v2(9.0, 5.0)), Some((5.0, 5.0)));
        assert_eq!(passage_segment(&front, v2(0.0, 1.0), v2(0.0, 5.0), v2(0.0, 9.0)), Some((5.0, 9.0)));
        assert_eq!(passage_segment(&front, v2(0.0, 1.0), v2(5.0, 5.0), v2(5.0, 9.0)), None);
        assert_eq!(passage_segment(&front, v2(1.0, 0.0), v2(9.0, 0.0), v2(11.0, 0.0)), Some((5.0, 15.0)));
        assert_eq!(passage_segment(&front, v2(0.0, 1.0), v2(1.0, 7.0), v2(1.0, 7.0)), Some((7.0, 7.0)));
        let tri = Poly::of(&[v2(-5.0, 10.0), v2(5.0, 10.0), v2(0.0, 15.0)]);
        assert_eq!(passage(&front, v2(0.0, 1.0), &tri), Some((10.0, 15.0)));
        assert_eq!(passage(&front, v2(0.0, 1.0), &Poly::of(&[])), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]

        #[test]
        fn a_passage_begins_and_ends_with_a_touch(
            pts in prop::collection::vec((-15.0..15.0f64, -15.0..15.0f64), 3..9),
            x in -40.0..40.0f64, y in -40.0..40.0f64, t in 0.0..6.3f64, u in 0.0..6.3f64,
            w in 0.0..9.0f64, d in 0.0..5.0f64, flat in 0..4,
        ) {
            let piece = hull(&pts.iter().map(|(x, y)| v2(*x, *y)).collect::<Vec<_>>());
            let r = rect(x, y, t, if flat == 1 { 0.0 } else { w }, if flat == 2 { 0.0 } else { d });
            let dir = v2(0.0, 1.0).turned(u);
            let span = passage(&r, dir, &piece);
            if let Some((s, e)) = span {
                for k in [s, e] {
                    prop_assert!(piece.penetration(&moved(&r, dir * k)).abs() < 1e-7);
                }
                prop_assert!(piece.penetration(&moved(&r, dir * (s + e) * 0.5)) > -1e-9);
                let back = passage(&r, -dir, &piece).unwrap();
                prop_assert!((back.0 + e).abs() < 1e-9 && (back.1 + s).abs() < 1e-9);
            }
            for k in -100..=100 {
                let k = f64::from(k);
                let inside = piece.penetration(&moved(&r, dir * k));
                match span {
                    Some((s, e)) if k > s + 1e-6 && k < e - 1e-6 => prop_assert!(inside > 0.0),
                    Some((s, e)) if k >= s - 1e-6 && k <= e + 1e-6 => {}
                    _ => prop_assert!(inside < 0.0),
                }
            }
        }

        #[test]
        fn an_ellipse_is_passed_like_a_polygon_of_many_sides(
            a in 2.0..20.0f64, b in 2.0..20.0f64, v in 0.0..6.3f64,
            x in -40.0..40.0f64, y in -40.0..40.0f64, t in 0.0..6.3f64, u in 0.0..6.3f64,
            w in 0.0..9.0f64, d in 0.0..5.0f64,
        ) {
            let e = Ellipse { centre: v2(1.0, 2.0), axis: v2(1.0, 0.0).turned(v), a, b };
            let (r, dir) = (rect(x, y, t, w, d), v2(0.0, 1.0).turned(u));
            let poly = Poly::of(&e.rim(600));
            let (exact, fine) = (passage_ellipse(&r, dir, &e), passage(&r, dir, &poly));
            match (exact, fine) {
                (Some((s, f)), Some((p, q))) => {
                    // The polygon lies inside by a little; near a graze a little is long.
                    prop_assert!(s <= p + 1e-9 && f >= q - 1e-9, "{exact:?} {fine:?}");
                    prop_assert!(f - s < 2.0 || (p - s < 0.1 && f - q < 0.1), "{exact:?} {fine:?}");
                }
                (Some((s, f)), None) => prop_assert!(f - s < 2.0),
                (None, Some(_)) => prop_assert!(false, "{fine:?}"),
                (None, None) => {}
            }
        }
    }
}
