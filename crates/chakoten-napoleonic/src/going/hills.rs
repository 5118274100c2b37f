//! Slopes along a way: where contours lie close together (07.03.2), and steps so narrow that they are obstacles (table VI).

use crate::book::march::{STEEP, narrow_step};
use crate::field::Field;
use crate::ground::grown;
use crate::reading;
use crate::troop::Obstacle;
use ::ground::box_about;
use smallvec::SmallVec;
use table::{EPS, Span, Spans, V2};

/// A contour on a line: how far along, and whether it goes up there.
#[derive(Clone, Copy, Debug)]
pub struct Contour {
    pub at: f64,
    pub up: bool,
}

/// So far before and beyond a line its contours are looked for.
pub const ABOUT: f64 = STEEP + 1.0;

/// The contours on the line from there, from some way behind to some way beyond its end.
pub fn contours(f: &Field, from: V2, dir: V2, length: f64) -> SmallVec<[Contour; 8]> {
    let about = ABOUT;
    let (a, long) = (from - dir * about, length + 2.0 * about);
    let b = a + dir * long;
    let mut all: SmallVec<[Contour; 8]> = SmallVec::new();
    for h in f.ground.hills_in(grown(box_about([a, b].iter()), EPS)) {
        for (s, e) in h.area.clip(a, b) {
            if s > 1e-9 {
                all.push(Contour { at: s * long - about, up: true });
            }
            if e < 1.0 - 1e-9 {
                all.push(Contour { at: e * long - about, up: false });
            }
        }
    }
    all.sort_by(|x, y| x.at.total_cmp(&y.at));
    all
}

/// The stretches of slope on a line between two contours that both go up, or both down: from, to, and the step of the ground between them.
#[derive(Clone, Debug, Default)]
pub struct Slopes {
    all: SmallVec<[(Span, u8); 4]>,
    length: f64,
    climb: bool,
}

impl Slopes {
    pub fn along(f: &Field, from: V2, dir: V2, length: f64) -> Slopes {
        if f.ground.hills.is_empty() {
            return Slopes::default();
        }
        let contours = contours(f, from, dir, length);
        let all = contours
            .windows(2)
            .filter(|w| w[0].up == w[1].up && w[1].at - w[0].at > EPS)
            .map(|w| ((w[0].at, w[1].at), f.level(from + dir * ((w[0].at + w[1].at) / 2.0))))
            .collect();
        Slopes { all, length, climb: f.readings.is(reading!("steep-hills", "climb")) }
    }

    /// There are none.
    pub fn none(&self) -> bool {
        self.all.is_empty()
    }

    /// Where the way is difficult for its slope (07.03.2): above the first step, between contours less than 10 cm apart. Read the other
    /// way, wherever it climbs or descends more than one step so quickly.
    pub fn steep(&self) -> Spans {
        let counts = |level: u8| self.climb || level >= 2;
        self.all
            .iter()
            .filter(|((s, e), level)| e - s < STEEP - 1e-9 && counts(*level))
            .filter(|((s, e), _)| *e > 0.0 && *s < self.length)
            .map(|(span, _)| *span)
            .collect()
    }

    /// Steps so narrow that they are obstacles: where the way comes to each, and how wide it is along the way.
    pub fn narrow(&self) -> SmallVec<[(f64, f64); 2]> {
        self.all
            .iter()
            .filter(|((s, e), _)| *s >= -EPS && *s < self.length && narrow_step(e - s) != Obstacle::None)
            .map(|((s, e), _)| (*s, e - s))
            .collect()
    }
}
