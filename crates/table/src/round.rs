use crate::{Rect, V2, v2};

/// Fewer corners are no oval.
const FEWEST: usize = 16;
/// Of the square of the half axis: a line that passes the middle no farther off than this crosses the oval at no flat angle.
const STEEP: f64 = 0.9;
/// Far more than rounding can make of it, of the half axis.
const HAIR: f64 = 1e-3;

/// The oval on which all corners of a convex outline lie at even steps, seen as the unit circle. What is told by it of the outline is beyond
/// doubt, and costs no look at its sides.
///
/// ```
/// use table::{Area, Ellipse, v2};
/// let hill = Ellipse { centre: v2(50.0, 50.0), a: 30.0, b: 14.0, axis: v2(0.6, 0.8) };
/// let round = *Area::ellipse(&hill).unwrap().round().unwrap();
/// let [west, east] = [v2(0.0, 50.0), v2(100.0, 50.0)].map(|p| round.unit(p));
/// // The middle of what a line crosses of it lies between its ends, or not.
/// assert_eq!(round.middle_between(west, east), Some(true));
/// assert_eq!(round.middle_between(west, round.unit(v2(35.0, 50.0))), Some(false));
/// assert_eq!(round.middle_between(west, round.unit(v2(0.0, 90.0))), Some(false));
/// // A place that is a little beside the line through the middle of the hill has to be measured.
/// assert_eq!(round.middle_between(west, round.unit(v2(50.0, 50.0))), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    centre: V2,
    /// A place less the middle, times these, is where it lies to the unit circle.
    x: V2,
    y: V2,
    /// The square of how far every side keeps from the middle.
    inner2: f64,
    /// By how much at most the middle of what a line crosses of the outline is off that of the circle: of a line that crosses at no flat angle, and of any.
    off: f64,
    most_off: f64,
    /// Half its short axis.
    short: f64,
}

/// A rectangle as it lies to the unit circle: its middle and its half axes.
struct Lie {
    middle: V2,
    axes: [V2; 2],
}

impl Lie {
    fn corners(&self) -> [V2; 4] {
        let (m, [p, q]) = (self.middle, self.axes);
        [m + p + q, m + p - q, m - p - q, m - p + q]
    }

    /// The square of how far a place outside of it lies from it; nothing if it is inside.
    fn gap2(&self, at: V2) -> f64 {
        let (off, [p, q]) = (at - self.middle, self.axes);
        let area = p.cross(q).abs();
        if off.cross(q).abs() <= area && off.cross(p).abs() <= area {
            return 0.0;
        }
        let side = |middle: V2, half: V2| {
            let long2 = half.len2();
            let part = if long2 > 0.0 { ((off - middle).dot(half) / long2).clamp(-1.0, 1.0) } else { 0.0 };
            (middle + half * part - off).len2()
        };
        side(p, q).min(side(-p, q)).min(side(q, p).min(side(-q, p)))
    }
}

impl Round {
    pub(crate) fn about(outline: &[V2]) -> Option<Round> {
        let n = outline.len();
        if n < FEWEST {
            return None;
        }
        let one = 1.0 / n as f64;
        let centre = outline.iter().fold(V2::default(), |sum, p| sum + *p) * one;
        let at = |i: usize| {
            let angle = std::f64::consts::TAU * i as f64 * one;
            (libm::cos(angle), libm::sin(angle))
        };
        let (mut a, mut b) = (V2::default(), V2::default());
        for (i, p) in outline.iter().enumerate() {
            let (cos, sin) = at(i);
            a += (*p - centre) * (2.0 * one * cos);
            b += (*p - centre) * (2.0 * one * sin);
        }
        let wide = a.len().max(b.len());
        let lies = |(i, p): (usize, &V2)| {
            let (cos, sin) = at(i);
            (centre + a * cos + b * sin).dist(*p) < wide * 1e-9
        };
        let area = a.cross(b);
        if !(area > wide.max(wide * wide * 1e-3) && outline.iter().enumerate().all(lies)) {
            return None;
        }
        let inner = libm::cos(std::f64::consts::PI * one);
        let inner2 = inner * inner;
        let half = |square: f64| square.max(0.0).sqrt();
        let (x, y) = (v2(b.y, -b.x) * (1.0 / area), v2(-a.y, a.x) * (1.0 / area));
        let (sum, product) = (x.len2() + y.len2(), x.cross(y));
        let stretch = ((sum + half(sum * sum - 4.0 * product * product)) / 2.0).sqrt();
        Some(Round {
            centre,
            x,
            y,
            short: 1.0 / stretch,
            inner2,
            off: (half(1.0 - STEEP) - half(inner2 - STEEP)) / 2.0 + HAIR,
            most_off: half(1.0 - STEEP) / 2.0 + HAIR,
        })
    }

    /// Where a place lies to the unit circle.
    #[inline]
    pub fn unit(&self, p: V2) -> V2 {
        let d = p - self.centre;
        v2(self.x.dot(d), self.y.dot(d))
    }

    /// Is a place, as it lies to the unit circle, inside of the outline? `None` where that has to be measured.
    #[inline]
    pub fn holds(&self, at: V2) -> Option<bool> {
        let far = at.len2();
        if far < self.inner2 - HAIR {
            Some(true)
        } else if far > 1.0 + HAIR {
            Some(false)
        } else {
            None
        }
    }

    /// Does the middle of what the line through two places, as they lie to the unit circle, crosses of the outline lie between them? `None` where that
    /// has to be measured.
    #[inline]
    pub fn middle_between(&self, from: V2, to: V2) -> Option<bool> {
        let way = to - from;
        let long2 = way.len2();
        let aside = from.cross(way);
        let aside2 = aside * aside;
        if aside2 > (1.0 + HAIR) * long2 {
            return Some(false);
        }
        let steep = aside2 < STEEP * long2;
        let off = if steep { self.off } else { self.most_off };
        let off2 = off * off * long2;
        // How far along the middle of the circle's chord lies, and how far it is from there to the end, each times the length.
        let (along, left) = (-from.dot(way), to.dot(way));
        let (before, behind) = (along * along > off2, left * left > off2);
        if (along < 0.0 && before) || (left < 0.0 && behind) {
            return Some(false);
        }
        (steep && before && behind).then_some(true)
    }

    fn lie(&self, r: &Rect) -> Lie {
        let turned = |v: V2| v2(self.x.dot(v), self.y.dot(v));
        let (wide, deep) = (r.dir.right() * r.half_width, r.dir * r.half_depth);
        Lie { middle: self.unit(r.centre), axes: [turned(wide), turned(deep)] }
    }

    /// Does every line from a place of one rectangle to a place of another cross the outline so that the middle of what the line, drawn on, crosses lies between its ends?
    /// Then by so much no place of the two together may stray, and it is still so. `None` where that is not beyond doubt.
    ///
    /// The middle of the circle's chord lies between two places if neither's square is less than their product: where one of them is given that is so of every place of
    /// the other if it is so of its corners, and of the given one's rectangle if the middle of the way from the centre to the corner lies outside of it by so much.
    pub fn middles_between(&self, from: &Rect, to: &Rect) -> Option<f64> {
        let (here, there) = (self.lie(from), self.lie(to));
        let product = here.middle.dot(there.middle);
        if product >= here.middle.len2() || product >= there.middle.len2() {
            return None;
        }
        let (these, those) = (here.corners(), there.corners());
        let inner = self.inner2.sqrt();
        let (mut aside, mut long) = (0.0f64, 0.0f64);
        for u in &these {
            for w in &those {
                let length = u.dist(*w);
                aside = aside.max(u.cross(*w).abs() / length);
                long = long.max(length);
            }
        }
        let room = (inner - HAIR - aside) / 2.0;
        if !(room > 0.0 && long > 0.0) {
            return None;
        }
        // By how much the squares are more than the product, but for as much as the middle of what the line crosses of the outline may be off the circle's.
        let aside2 = (aside + room) * (aside + room);
        let off = ((1.0 - aside2).max(0.0).sqrt() - (self.inner2 - aside2).max(0.0).sqrt()) / 2.0 + HAIR;
        let mut more = f64::INFINITY;
        for (corners, other) in [(&those, &here), (&these, &there)] {
            for c in corners {
                more = more.min(other.gap2(*c * 0.5) - c.len2() * 0.25);
            }
        }
        let more = more - off * long;
        if more <= 0.0 {
            return None;
        }
        // Where both stray by no more than that, a square less a product changes by no more than three times as much as the farthest place is off, and a little.
        let most = |all: &[V2; 4]| all.iter().map(|p| p.len2()).fold(0.0, f64::max);
        let far = most(&these).max(most(&those)).sqrt();
        let stray = more / (3.0 * far + 1.0 + off);
        Some(room.min(stray).min(0.5) * self.short)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Area, Ellipse, Rect, V2, v2};
    use proptest::prelude::*;

    fn ovals() -> impl Strategy<Value = Ellipse> {
        (20.0..80.0, 20.0..80.0, 5.0..40.0, 0.3..1.0, 0.0..7.0).prop_map(
            |(x, y, a, thin, angle): (f64, f64, f64, f64, f64)| Ellipse {
                centre: v2(x, y),
                a,
                b: a * thin,
                axis: v2(libm::cos(angle), libm::sin(angle)),
            },
        )
    }

    fn place() -> impl Strategy<Value = V2> {
        (0.0..100.0, 0.0..100.0).prop_map(|(x, y)| v2(x, y))
    }

    /// The middle of what the line through two places crosses, as it is measured: how far along from the first.
    fn measured(area: &Area, from: V2, to: V2) -> Option<f64> {
        let way = (to - from).unit();
        let span = area.clip(from - way * 500.0, to + way * 500.0);
        let long = from.dist(to) + 1000.0;
        span.first().map(|(s, e)| f64::midpoint(*s, *e) * long - 500.0)
    }

    proptest! {
        #[test]
        fn what_is_told_by_the_oval_is_so(oval in ovals(), from in place(), to in place()) {
            let area = Area::ellipse(&oval).unwrap();
            let round = area.round().unwrap();
            if let Some(inside) = round.holds(round.unit(from)) {
                prop_assert_eq!(inside, area.contains(from));
            }
            if from.dist(to) > 1e-3 {
                if let Some(between) = round.middle_between(round.unit(from), round.unit(to)) {
                    let middle = measured(&area, from, to);
                    prop_assert_eq!(between, middle.is_some_and(|at| at > 0.0 && at < from.dist(to)));
                }
            }
        }
    }

    proptest! {
        #[test]
        fn what_holds_of_all_lines_holds_of_each(
            oval in ovals(), a in place(), b in place(), angle in 0.0..7.0, wide in 0.0..8.0, deep in 0.0..3.0,
            at in prop::collection::vec((-1.0..1.0, -1.0..1.0, -1.0..1.0, -1.0..1.0, 0.0..7.0, 0.0..1.0), 24),
        ) {
            let area = Area::ellipse(&oval).unwrap();
            let dir = v2(libm::cos(angle), libm::sin(angle));
            let [from, to] = [a, b].map(|centre| Rect { centre, dir, half_width: wide, half_depth: deep });
            if let Some(stray) = area.round().unwrap().middles_between(&from, &to) {
                for (x, y, z, w, way, share) in at {
                    // A place of each, somewhat astray.
                    let by = v2(libm::cos(way), libm::sin(way)) * stray;
                    let p = from.centre + dir.right() * (wide * x) + dir * (deep * y) + by * share;
                    let q = to.centre + dir.right() * (wide * z) + dir * (deep * w) - by * (1.0 - share);
                    let middle = measured(&area, p, q);
                    prop_assert!(middle.is_some_and(|at| at > 0.0 && at < p.dist(q)), "{p:?} {q:?} {middle:?}");
                }
            }
        }
    }

    /// A hill between two is told to be; one behind either is not.
    #[test]
    fn a_hill_between_two_is_told() {
        let oval = Ellipse { centre: v2(50.0, 50.0), a: 30.0, b: 14.0, axis: v2(1.0, 0.0) };
        let area = Area::ellipse(&oval).unwrap();
        let base = |y: f64| Rect { centre: v2(50.0, y), dir: v2(0.0, 1.0), half_width: 6.0, half_depth: 1.0 };
        let told = |a: f64, b: f64| area.round().unwrap().middles_between(&base(a), &base(b));
        assert!(told(20.0, 80.0).is_some_and(|cm| cm > 2.0));
        // On the slope he is behind the crest all the same.
        assert!(told(40.0, 80.0).is_some_and(|cm| cm > 0.5));
        assert_eq!(told(51.0, 80.0), None);
        assert_eq!(told(70.0, 90.0), None);
    }

    /// Most lines are told so; and what is no oval has none.
    #[test]
    fn few_have_to_be_measured() {
        let oval = Ellipse { centre: v2(50.0, 50.0), a: 30.0, b: 14.0, axis: v2(0.6, 0.8) };
        let area = Area::ellipse(&oval).unwrap();
        let round = area.round().unwrap();
        let places =
            || (0..20).flat_map(|i| (0..20).map(move |k| v2(5.0 * f64::from(i), 5.0 * f64::from(k))));
        let lines = places().flat_map(|a| places().map(move |b| (a, b))).filter(|(a, b)| a.dist(*b) > 1.0);
        let (told, all) = lines.fold((0, 0), |(told, all), (a, b)| {
            (told + u32::from(round.middle_between(round.unit(a), round.unit(b)).is_some()), all + 1)
        });
        assert!(told * 20 > all * 19, "{told} of {all}");
        assert!(Area::new(&[v2(0.0, 0.0), v2(9.0, 0.0), v2(9.0, 9.0)]).unwrap().round().is_none());
        let mut dented = area.outline().to_vec();
        dented[3] = dented[3].lerp(v2(50.0, 50.0), 0.01);
        assert!(Area::new(&dented).unwrap().round().is_none());
    }
}
