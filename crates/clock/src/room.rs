use table::{Base, V2};

/// The nearest place at which a base has room, no further than `reach` from where it is: tried straight back, ahead, to the sides and
/// between these, each `apart` from the last.
pub fn nearest_room(at: &Base, reach: f64, apart: f64, fits: impl Fn(&Base) -> bool) -> Option<Base> {
    let (d, r) = (at.dir, at.dir.right());
    let ways = [-d, d, r, -r, (r - d).unit(), (-r - d).unit(), (r + d).unit(), (d - r).unit()];
    let mut far = 0.0;
    while far <= reach {
        let ways = if far == 0.0 { &ways[..1] } else { &ways[..] };
        if let Some(place) = ways.iter().map(|w| at.moved(*w * far)).find(&fits) {
            return Some(place);
        }
        far += apart;
    }
    None
}

/// The first place along a direction at which a base is clear, if it is not clear where it is and is clear so far off.
pub fn just_clear(base: &Base, dir: V2, far: f64, clear: impl Fn(&Base) -> bool) -> Base {
    let (mut inside, mut outside) = (0.0, far);
    for _ in 0..50 {
        let middle = (inside + outside) / 2.0;
        if clear(&base.moved(dir * middle)) {
            outside = middle;
        } else {
            inside = middle;
        }
    }
    base.moved(dir * outside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{EPS, Pose};

    fn base(x: f64, y: f64) -> Base {
        Base::new(Pose { x, y, facing: 0.0 }, 8.0, 4.0)
    }

    #[test]
    fn back_before_ahead_and_no_further_than_it_may() {
        let taken = base(50.0, 50.0).rect();
        let free = |b: &Base| b.rect().penetration(&taken) <= EPS;
        let at = base(50.0, 50.0);
        assert_eq!(nearest_room(&at, 40.0, 0.25, free).map(|b| b.front), Some(at.front - at.dir * 4.0));
        assert_eq!(nearest_room(&at, 3.0, 0.25, free), None);
        let beside = base(70.0, 50.0);
        assert_eq!(nearest_room(&beside, 40.0, 0.25, free), Some(beside), "it stands well where it is");
        // Nearer to the front: ahead.
        let ahead = nearest_room(&base(50.0, 53.0), 40.0, 0.25, free).unwrap();
        assert_eq!(ahead.front.y, 54.0);
    }

    #[test]
    fn to_a_hairs_breadth() {
        let taken = base(50.0, 50.0).rect();
        let at = base(50.0, 51.0);
        let clear = just_clear(&at, at.dir, 40.0, |b| b.rect().penetration(&taken) <= 1e-9);
        assert!((clear.front.y - 54.0).abs() < 1e-6, "{clear:?}");
    }
}
