//! A single element's move, leg by leg (dba.5).

use super::way::{Leg, Way};
use crate::field::{ElementId, Field};
use crate::{reading, say};
use table::{Base, Pose};
use umpire::Refusal;

/// More legs than anybody needs.
const MOST_LEGS: usize = 32;

/// Nobody moves further than this; larger numbers are mistakes.
pub(crate) const SANE: f64 = 100_000.0;

/// The way of one element through the declared places.
pub(crate) fn way(f: &Field, id: ElementId, legs: &[Pose]) -> Result<Way, Refusal> {
    if legs.len() > MOST_LEGS {
        return Err(Refusal::form(say!("more-than-legs-move", most_legs = MOST_LEGS)));
    }
    if legs.iter().any(|p| !p.is_finite() || p.x.abs() > SANE || p.y.abs() > SANE || p.facing.abs() > SANE) {
        return Err(Refusal::form(say!("leg-ends-place-no")));
    }
    let mut w = Way::new(f, &[id], &[]);
    let mut at = f[id].base;
    let corners = if f.readings.is(reading!("leg-measure", "all")) { 4 } else { 2 };
    let mut sums = [0.0f64; 4];
    let longest = |s: &[f64; 4]| s[..corners].iter().copied().fold(0.0, f64::max);
    for p in legs {
        let mut to = Base::new(*p, at.width, at.depth);
        // A declared facing is rounded; one that is meant to stay stays exactly.
        if to.dir.dot(at.dir) > 1.0 - 1e-12 {
            to.dir = at.dir;
        }
        let before = longest(&sums);
        // Front corners come first.
        for (sum, (p, q)) in sums.iter_mut().zip(at.corners().into_iter().zip(to.corners())) {
            *sum += p.dist(q);
        }
        w.push(Leg::Free, longest(&sums) - before, [to]);
        at = to;
    }
    Ok(w)
}
