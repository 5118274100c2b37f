use crate::{Rect, V2};
use serde::{Deserialize, Serialize};

/// A line of straight pieces, such as the middle line of a road or river.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Polyline {
    pub points: Vec<V2>,
}

impl Polyline {
    pub fn new(points: Vec<V2>) -> Polyline {
        Polyline { points }
    }

    pub fn segments(&self) -> impl Iterator<Item = (V2, V2)> + '_ {
        self.points.windows(2).map(|w| (w[0], w[1]))
    }

    pub fn len(&self) -> f64 {
        self.segments().map(|(a, b)| a.dist(b)).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.points.len() < 2
    }

    /// The band of the given width along the line: one rectangle a piece. Pieces are lengthened at inner bends by half
    /// the width so that the band has no wedge missing there.
    pub fn band(&self, width: f64) -> Vec<Rect> {
        let n = self.points.len();
        self.segments()
            .enumerate()
            .filter(|(_, (a, b))| a.dist(*b) > 1e-9)
            .map(|(i, (a, b))| {
                let dir = (b - a).unit();
                let a = if i > 0 { a - dir * (width / 2.0) } else { a };
                let b = if i + 2 < n { b + dir * (width / 2.0) } else { b };
                Rect { centre: (a + b) * 0.5, dir, half_width: width / 2.0, half_depth: a.dist(b) / 2.0 }
            })
            .collect()
    }

    /// The nearest place on the line: its distance from `p`, how far along the line it lies, and the line's direction.
    pub fn nearest(&self, p: V2) -> Option<(f64, f64, V2)> {
        let mut best: Option<(f64, f64, V2)> = None;
        let mut run = 0.0;
        for (a, b) in self.segments() {
            let d = b - a;
            let l = d.len();
            if l > 1e-9 {
                let t = ((p - a).dot(d) / (l * l)).clamp(0.0, 1.0);
                let q = a + d * t;
                let dist = p.dist(q);
                if best.is_none_or(|(bd, _, _)| dist < bd - 1e-9) {
                    best = Some((dist, run + t * l, d * (1.0 / l)));
                }
            }
            run += l;
        }
        best
    }

    /// The place a distance along the line and the direction there; clamped to the ends.
    pub fn at(&self, along: f64) -> Option<(V2, V2)> {
        let mut rest = along.max(0.0);
        let mut last = None;
        for (a, b) in self.segments() {
            let d = b - a;
            let l = d.len();
            if l <= 1e-9 {
                continue;
            }
            let dir = d * (1.0 / l);
            if rest <= l {
                return Some((a + dir * rest, dir));
            }
            rest -= l;
            last = Some((b, dir));
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::v2;

    #[test]
    fn walking_along_a_bent_line() {
        let l = Polyline::new(vec![v2(0.0, 0.0), v2(100.0, 0.0), v2(100.0, 100.0)]);
        assert_eq!(l.len(), 200.0);
        assert_eq!(l.at(150.0), Some((v2(100.0, 50.0), v2(0.0, 1.0))));
        assert_eq!(l.nearest(v2(90.0, 50.0)), Some((10.0, 150.0, v2(0.0, 1.0))));
    }
}
