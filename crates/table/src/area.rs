use crate::V2;
use serde::Serialize;

/// An outline of ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Area {
    outline: Vec<V2>,
}

impl Area {
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
