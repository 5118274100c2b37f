//! Where a place that goes straight on is to a piece of ground, for as far as that is beyond doubt.

use table::{Area, V2};

/// Far more than rounding can make of a distance.
pub const SURE: f64 = 1e-6;

/// Where a place is to an area, and how far it goes on before that may change.
///
/// ```
/// use ground::{SURE, Sure};
/// use table::{Area, Rect, v2};
/// let wood = Area::rect(&Rect::upright(v2(0.0, 10.0), v2(20.0, 30.0))).unwrap();
/// let north = |y: f64| Sure::of(&wood, v2(5.0, y), v2(0.0, 1.0), 100.0);
/// assert_eq!(north(4.0), Sure::Outside(6.0 - SURE));
/// assert_eq!(north(12.0), Sure::Inside(18.0 - SURE));
/// assert_eq!(north(40.0), Sure::Outside(f64::INFINITY));
/// // On its border it has to be measured.
/// assert_eq!(north(10.0), Sure::Not);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sure {
    Inside(f64),
    Outside(f64),
    /// It is too near to a border to tell.
    Not,
}

impl Sure {
    /// Of a place that goes along the unit vector `dir` for no more than `length`.
    pub fn of(area: &Area, at: V2, dir: V2, length: f64) -> Sure {
        let ((lo, hi), end) = (area.bounds(), at + dir * length);
        if at.x.max(end.x) < lo.x - SURE
            || at.x.min(end.x) > hi.x + SURE
            || at.y.max(end.y) < lo.y - SURE
            || at.y.min(end.y) > hi.y + SURE
        {
            return Sure::Outside(f64::INFINITY);
        }
        let (mut until, mut near) = (f64::INFINITY, false);
        for sides in area.sides() {
            match Sure::of_piece(sides, at, dir) {
                inside @ Sure::Inside(_) => return inside,
                Sure::Outside(far) => until = until.min(far),
                Sure::Not => near = true,
            }
        }
        if near { Sure::Not } else { Sure::Outside(until) }
    }

    /// The same of a convex piece by its sides.
    pub fn of_piece(sides: &[(V2, V2)], at: V2, dir: V2) -> Sure {
        let (mut inside, mut outside, mut near) = (f64::INFINITY, f64::NEG_INFINITY, false);
        for &(corner, side) in sides {
            let (deep, deeper) = (side.cross(at - corner), side.cross(dir));
            if deep < -SURE {
                // It is beyond this side until it comes up to it.
                let until = if deeper > 0.0 { (-SURE - deep) / deeper } else { f64::INFINITY };
                outside = outside.max(until);
            } else if deep <= SURE {
                near = true;
            } else if deeper < 0.0 {
                inside = inside.min((deep - SURE) / -deeper);
            }
        }
        match () {
            () if outside > 0.0 => Sure::Outside(outside),
            () if near => Sure::Not,
            () => Sure::Inside(inside),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use table::{Ellipse, v2};

    fn areas() -> Vec<Area> {
        let corners = |all: &[(f64, f64)]| {
            Area::new(&all.iter().map(|(x, y)| v2(*x, *y)).collect::<Vec<_>>()).expect("an outline")
        };
        let oval = Ellipse { centre: v2(50.0, 50.0), a: 30.0, b: 14.0, axis: v2(0.6, 0.8) };
        vec![
            Area::ellipse(&oval).expect("an oval"),
            corners(&[(20.0, 20.0), (80.0, 25.0), (75.0, 70.0), (30.0, 60.0)]),
            // Neither of these is convex.
            corners(&[(20.0, 20.0), (80.0, 20.0), (80.0, 40.0), (40.0, 40.0), (40.0, 80.0), (20.0, 80.0)]),
            corners(&[(20.0, 20.0), (50.0, 45.0), (80.0, 20.0), (65.0, 80.0), (50.0, 60.0), (35.0, 80.0)]),
        ]
    }

    proptest! {
        #[test]
        fn what_is_sure_is_so(x in 0.0..100.0f64, y in 0.0..100.0f64, bearing in 0.0..360.0f64, length in 1.0..90.0f64) {
            let (at, dir) = (v2(x, y), V2::bearing(bearing));
            for area in areas() {
                let (until, inside) = match Sure::of(&area, at, dir, length) {
                    Sure::Inside(until) => (until, true),
                    Sure::Outside(until) => (until, false),
                    Sure::Not => continue,
                };
                prop_assert!(until > 0.0);
                for k in 0..200 {
                    let p = at + dir * (until.min(length) * f64::from(k) / 200.0);
                    prop_assert_eq!(area.contains(p), inside, "{} of {}", k, until);
                }
            }
        }

        #[test]
        fn mostly_it_is_sure(x in 0.0..100.0f64, y in 0.0..100.0f64) {
            for area in areas() {
                let near = area.nearest_of_border(v2(x, y)).dist(v2(x, y)) < 0.1;
                let seams = area.pieces().len() > 1;
                prop_assert!(near || seams || Sure::of(&area, v2(x, y), v2(0.0, 1.0), 50.0) != Sure::Not);
            }
        }
    }
}
