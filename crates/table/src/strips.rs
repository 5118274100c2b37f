use crate::{Box2, V2};

/// Upright boxes that change their places, found by where they lie: the table is cut into strips from west to east, and each strip
/// knows whose box reaches into it. Boxes are numbered from 0.
///
/// ```
/// use table::{Strips, v2};
/// let boxes = (0..40).map(|i| f64::from(i) * 10.0).map(|x| (v2(x, 0.0), v2(x + 4.0, 4.0)));
/// let mut s = Strips::new(400.0, 25.0, boxes);
/// let mut near = Vec::new();
/// s.meeting(v2(102.0, 1.0), v2(131.0, 2.0), &mut near);
/// assert_eq!(near, [10, 11, 12, 13]);
/// s.set(12, (v2(0.0, 50.0), v2(400.0, 60.0)));
/// s.meeting(v2(102.0, 1.0), v2(131.0, 55.0), &mut near);
/// assert_eq!(near, [10, 11, 12, 13]);
/// s.meeting(v2(102.0, 1.0), v2(131.0, 2.0), &mut near);
/// assert_eq!(near, [10, 11, 13]);
/// ```
#[derive(Clone, Debug)]
pub struct Strips {
    strips: Vec<Vec<u16>>,
    per_unit: f64,
    boxes: Vec<Box2>,
}

impl Strips {
    /// Boxes on a table so long, in strips so wide.
    pub fn new(length: f64, strip: f64, boxes: impl Iterator<Item = Box2>) -> Strips {
        let n = (length / strip).ceil().clamp(1.0, 4096.0);
        let mut s = Strips { strips: vec![Vec::new(); n as usize], per_unit: 1.0 / strip, boxes: Vec::new() };
        for (i, b) in boxes.enumerate() {
            s.set(i, b);
        }
        s
    }

    /// The strip of a place; what lies beyond the ends of the table belongs to the outermost.
    #[inline]
    fn strip(&self, x: f64) -> usize {
        // No number at all becomes 0.
        ((x * self.per_unit) as usize).min(self.strips.len() - 1)
    }

    /// The box of that number.
    pub fn get(&self, i: usize) -> Box2 {
        self.boxes[i]
    }

    /// Puts a box elsewhere, or adds the next one.
    pub fn set(&mut self, i: usize, b: Box2) {
        let new = (self.strip(b.0.x), self.strip(b.1.x));
        if let Some(old) = self.boxes.get_mut(i) {
            let was = std::mem::replace(old, b);
            let was = (self.strip(was.0.x), self.strip(was.1.x));
            if was == new {
                return;
            }
            for s in &mut self.strips[was.0..=was.1.max(was.0)] {
                s.retain(|k| usize::from(*k) != i);
            }
        } else {
            self.boxes.push(b);
        }
        for s in &mut self.strips[new.0..=new.1.max(new.0)] {
            s.push(i as u16);
        }
    }

    /// Finds whose boxes have a point in common with that of the corners `lo` and `hi`, in the order of their numbers.
    pub fn meeting(&self, lo: V2, hi: V2, found: &mut Vec<u16>) {
        found.clear();
        if self.boxes.is_empty() {
            return;
        }
        let (first, last) = (self.strip(lo.x), self.strip(hi.x));
        for s in first..=last.max(first) {
            for &k in &self.strips[s] {
                let b = &self.boxes[usize::from(k)];
                // Who reaches into several is taken in the first of them.
                if b.0.x <= hi.x
                    && b.1.x >= lo.x
                    && b.0.y <= hi.y
                    && b.1.y >= lo.y
                    && s == self.strip(b.0.x).max(first)
                {
                    found.push(k);
                }
            }
        }
        found.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::v2;
    use proptest::prelude::*;

    fn any_box() -> impl Strategy<Value = Box2> {
        (-40.0..340.0f64, -20.0..120.0f64, 0.0..90.0f64, 0.0..40.0f64)
            .prop_map(|(x, y, w, d)| (v2(x, y), v2(x + w, y + d)))
    }

    proptest! {
        #[test]
        fn finds_what_going_through_all_finds(
            boxes in prop::collection::vec(any_box(), 1..40),
            moves in prop::collection::vec((0..40usize, any_box()), 0..40),
            asked in prop::collection::vec(any_box(), 20),
        ) {
            let mut s = Strips::new(300.0, 25.0, boxes.iter().copied());
            let mut all = boxes;
            for (i, b) in moves {
                let i = i % all.len();
                all[i] = b;
                s.set(i, b);
            }
            let mut found = Vec::new();
            for (lo, hi) in asked {
                s.meeting(lo, hi, &mut found);
                let meets = |b: &Box2| b.0.x <= hi.x && b.1.x >= lo.x && b.0.y <= hi.y && b.1.y >= lo.y;
                let want: Vec<u16> = (0..all.len()).filter(|i| meets(&all[*i])).map(|i| i as u16).collect();
                prop_assert_eq!(&found, &want);
            }
        }
    }
}
