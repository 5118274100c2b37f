use crate::{Ellipse, Rect, V2, v2};
use serde::Serialize;

/// An outline of ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Area {
    outline: Vec<V2>,
}

/// Why points do not make an outline.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaError(pub String);

impl std::fmt::Display for AreaError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Area {
    pub fn new(points: &[V2]) -> Result<Area, AreaError> {
        if points.len() < 3 || points.iter().any(|p| !p.is_finite()) {
            return Err(AreaError("an outline needs at least three points".into()));
        }
        Ok(Area { outline: points.to_vec() })
    }

    pub fn ellipse(e: &Ellipse) -> Result<Area, AreaError> {
        let Ellipse { centre, axis, a, b } = *e;
        let points: Vec<V2> = (0..32)
            .map(|i| {
                let t = f64::from(i) * std::f64::consts::TAU / 32.0;
                centre + axis * (a * libm::cos(t)) + axis.right() * (-b * libm::sin(t))
            })
            .collect();
        Area::new(&points)
    }

    pub fn outline(&self) -> &[V2] {
        &self.outline
    }

    pub fn rect(r: &Rect) -> Result<Area, AreaError> {
        Area::new(&r.corners())
    }

    pub fn bounds(&self) -> (V2, V2) {
        self.outline.iter().fold(
            (v2(f64::INFINITY, f64::INFINITY), v2(f64::NEG_INFINITY, f64::NEG_INFINITY)),
            |(l, h), p| (v2(l.x.min(p.x), l.y.min(p.y)), v2(h.x.max(p.x), h.y.max(p.y))),
        )
    }

    pub fn contains(&self, p: V2) -> bool {
        let n = self.outline.len();
        let mut inside = false;
        for i in 0..n {
            let (a, b) = (self.outline[i], self.outline[(i + 1) % n]);
            if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) {
                inside = !inside;
            }
        }
        inside
    }
}
