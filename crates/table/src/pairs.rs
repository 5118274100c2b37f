use crate::V2;

/// An upright box: lower left and upper right.
pub type Box2 = (V2, V2);

/// One of the two sides of the table.
type Side = fn(&V2) -> f64;

/// Finds which of many upright boxes come near each other without comparing all with all: they are sorted along the side of the
/// table on which they are spread out more, and each is compared with those it reaches there. Keep one and ask it again and again: its
/// lists are used anew.
///
/// ```
/// use table::{Sweep, v2};
/// let boxes = [(v2(0.0, 0.0), v2(2.0, 2.0)), (v2(9.0, 0.0), v2(11.0, 2.0)), (v2(3.0, 1.0), v2(5.0, 3.0))];
/// let mut sweep = Sweep::default();
/// assert_eq!(sweep.pairs(&boxes, 0.0), &[]);
/// assert_eq!(sweep.pairs(&boxes, 1.0), &[(0, 2)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    order: Vec<u32>,
    found: Vec<(u32, u32)>,
}

impl Sweep {
    /// All pairs `(i, j)` with `i < j` whose boxes overlap, touch, or are no more than `margin` apart in both directions, in
    /// rising order of `i`, then `j`. A box that is no number is near nothing.
    pub fn pairs(&mut self, boxes: &[Box2], margin: f64) -> &[(u32, u32)] {
        self.found.clear();
        self.order.clear();
        self.order.extend((0..boxes.len() as u32).filter(|i| {
            let (lo, hi) = boxes[*i as usize];
            lo.x <= hi.x && lo.y <= hi.y
        }));
        let spread = |f: Side| {
            let middle = |i: &u32| f(&boxes[*i as usize].0) + f(&boxes[*i as usize].1);
            let (lo, hi) = self.order.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), i| {
                (lo.min(middle(i)), hi.max(middle(i)))
            });
            hi - lo
        };
        let (x, y): (Side, Side) = (|p| p.x, |p| p.y);
        let (along, across) = if spread(x) >= spread(y) { (x, y) } else { (y, x) };
        self.order.sort_unstable_by(|i, j| {
            let lo = |i: u32| along(&boxes[i as usize].0);
            lo(*i).total_cmp(&lo(*j)).then(i.cmp(j))
        });
        for (k, i) in self.order.iter().enumerate() {
            let a = &boxes[*i as usize];
            let reach = along(&a.1) + margin;
            for j in &self.order[k + 1..] {
                let b = &boxes[*j as usize];
                if along(&b.0) > reach {
                    break;
                }
                if across(&b.0) <= across(&a.1) + margin && across(&a.0) <= across(&b.1) + margin {
                    self.found.push(((*i).min(*j), (*i).max(*j)));
                }
            }
        }
        self.found.sort_unstable();
        &self.found
    }

    /// Visits the same pairs in the same order.
    pub fn visit(&mut self, boxes: &[Box2], margin: f64, mut seen: impl FnMut(usize, usize)) {
        for (i, j) in self.pairs(boxes, margin) {
            seen(*i as usize, *j as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::v2;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_pair_is_missed_and_none_is_invented(
            boxes in prop::collection::vec((-50.0..50.0f64, -20.0..20.0f64, 0.0..12.0f64, 0.0..12.0f64), 0..60),
            margin in 0.0..3.0f64, turned in any::<bool>(),
        ) {
            let boxes: Vec<Box2> = boxes
                .iter()
                .map(|(x, y, w, h)| if turned { (v2(*y, *x), v2(y + h, x + w)) } else { (v2(*x, *y), v2(x + w, y + h)) })
                .collect();
            let mut slow = Vec::new();
            for i in 0..boxes.len() {
                for j in i + 1..boxes.len() {
                    let (a, b) = (boxes[i], boxes[j]);
                    let meets = |a0: f64, a1: f64, b0: f64, b1: f64| b0 <= a1 + margin && a0 <= b1 + margin;
                    if meets(a.0.x, a.1.x, b.0.x, b.1.x) && meets(a.0.y, a.1.y, b.0.y, b.1.y) {
                        slow.push((i as u32, j as u32));
                    }
                }
            }
            let mut sweep = Sweep::default();
            prop_assert_eq!(sweep.pairs(&boxes, margin), &slow[..]);
            let mut seen = Vec::new();
            sweep.visit(&boxes, margin, |i, j| seen.push((i as u32, j as u32)));
            prop_assert_eq!(seen, slow);
        }
    }

    #[test]
    fn what_is_no_box_is_near_nothing() {
        let nan = (v2(f64::NAN, 0.0), v2(1.0, 1.0));
        let all = (v2(f64::NEG_INFINITY, f64::NEG_INFINITY), v2(f64::INFINITY, f64::INFINITY));
        let one = (v2(0.0, 0.0), v2(1.0, 1.0));
        assert_eq!(Sweep::default().pairs(&[nan, one, all, nan, one], 0.0), &[(1, 2), (1, 4), (2, 4)]);
        assert_eq!(Sweep::default().pairs(&[], 1.0), &[]);
    }
}
