//! A single element's move, leg by leg (dba.5).

use super::way::{Leg, Way};
use crate::clause;
use crate::field::{ElementId, Field};
use table::{Base, Pose};
use umpire::Refusal;

/// More legs than anybody needs.
const MOST_LEGS: usize = 32;

/// Nobody moves further than this; larger numbers are mistakes.
pub(crate) const SANE: f64 = 100_000.0;

/// The way of one element through the declared places.
pub(crate) fn way(f: &Field, id: ElementId, legs: &[Pose]) -> Result<Way, Refusal> {
    if legs.len() > MOST_LEGS {
        return Err(Refusal::form(format!("more than {MOST_LEGS} legs in one move")));
    }
    if legs.iter().any(|p| !p.is_finite() || p.x.abs() > SANE || p.y.abs() > SANE || p.facing.abs() > SANE) {
        return Err(Refusal::form("a leg ends at a place that is no place on the table"));
    }
    let mut w = Way::new(f, &[id], &[]);
    let mut at = f[id].base;
    let (mut left, mut right) = (0.0, 0.0);
    for p in legs {
        let mut to = Base::new(*p, at.width, at.depth);
        // A declared facing is rounded; one that is meant to stay stays exactly.
        if to.dir.dot(at.dir) > 1.0 - 1e-12 {
            to.dir = at.dir;
        }
        let before = f64::max(left, right);
        left += at.front_left().dist(to.front_left());
        right += at.front_right().dist(to.front_right());
        w.push(Leg::Free, f64::max(left, right) - before, [to]);
        at = to;
    }
    let _ = clause!("dba.5");
    Ok(w)
}
