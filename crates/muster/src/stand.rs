//! Can everybody stand where the file puts him? What holds on any table: wholly on it, and nobody on another.

use crate::{Fault, Sheet};
use std::ops::Range;
use table::{Base, EPS};

/// Overlaps reported; who has more has one mistake, not many.
const SHOWN: usize = 40;

/// Somebody whom the file puts somewhere.
#[derive(Clone, Debug)]
pub struct Placed<'u> {
    pub code: &'u str,
    pub base: Base,
    /// The turn in which he comes; 0 is from the start.
    pub due: u32,
    pub at: Range<usize>,
}

impl Sheet {
    /// Does it stand wholly on a table of this size? If not, says where its front could be.
    pub fn stands_on_table(&mut self, size: [f64; 2], who: &Placed<'_>) -> bool {
        let b = &who.base;
        let [w, d] = size;
        let on = |x: f64, most: f64| (-EPS..=most + EPS).contains(&x);
        if b.corners().iter().all(|c| on(c.x, w) && on(c.y, d)) {
            return true;
        }
        let (lo, hi) = b.moved(-b.front).rect().bounds();
        let room = [[-lo.x, w - hi.x], [-lo.y, d - hi.y]];
        let unit = self.unit();
        self.fault(
            who.at.clone(),
            Fault::NotOnTable { code: who.code.into(), size: [b.width, b.depth], room, unit },
        );
        false
    }

    /// Nobody stands on another. Reserves that come in one turn may not come on top of each other either.
    pub fn stand_apart(&mut self, all: &[Placed<'_>]) {
        let rects: Vec<table::Rect> = all.iter().map(|p| p.base.rect()).collect();
        let unit = self.unit();
        let mut shown = 0;
        for (i, a) in all.iter().enumerate() {
            for (j, b) in all[..i].iter().enumerate() {
                if a.due != b.due || rects[i].far_from(&rects[j], 0.0) {
                    continue;
                }
                let deep = rects[i].penetration(&rects[j]);
                if deep <= EPS {
                    continue;
                }
                shown += 1;
                if shown > SHOWN {
                    return;
                }
                let (code, other) = (a.code.into(), b.code.into());
                self.fault(a.at.clone(), Fault::StandsOn { code, other, deep, unit: unit.clone() });
            }
        }
    }
}
