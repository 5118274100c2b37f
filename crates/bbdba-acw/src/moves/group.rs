//! A group's straight advances and wheels (move.5, dba.6).

use super::shape::{check_group, fights, front_corners};
use super::single::SANE;
use super::way::{Leg, Turn, Way, wheel_stages};
use crate::field::{ElementId, Field};
use crate::order::Step;
use crate::{clause, reading, say};
use table::{Base, V2};
use umpire::Refusal;

const MOST_STEPS: usize = 32;

pub(crate) fn check_steps(steps: &[Step]) -> Result<(), Refusal> {
    if steps.len() > MOST_STEPS {
        return Err(Refusal::form(say!("more-than-steps-move", most_steps = MOST_STEPS)));
    }
    for s in steps {
        let (Step::Advance(x) | Step::WheelLeft(x) | Step::WheelRight(x)) = *s;
        if !x.is_finite() || x > SANE {
            return Err(Refusal::form(say!("step-no-distance-angle")));
        }
        if x < 0.0 {
            return Err(Refusal::by(clause!("dba.6"), say!("group-moves-only-forward")));
        }
        if !matches!(s, Step::Advance(_)) && x > 90.0 {
            return Err(Refusal::by(
                clause!("dba.6"),
                say!("wheel-degrees-most-90", amount = words::whole(x)),
            ));
        }
    }
    Ok(())
}

/// The reading by which a group either goes straight or wheels in one move (move.5).
pub(crate) fn check_either(f: &Field, steps: &[Step]) -> Result<(), Refusal> {
    if steps.iter().any(|s| !matches!(s, Step::Advance(_)))
        && steps.iter().any(|s| matches!(s, Step::Advance(_)))
        && f.readings.is(reading!("wheel-and-advance", "either"))
    {
        return Err(Refusal::by(clause!("move.5"), say!("group-either-goes-straight")));
    }
    Ok(())
}

/// The way of a rigid group.
pub(crate) fn way(f: &Field, ids: &[ElementId], with: &[ElementId], steps: &[Step]) -> Result<Way, Refusal> {
    check_steps(steps)?;
    if ids.len() > 1 {
        check_group(f, ids)?;
        if let Some(id) = ids.iter().find(|id| fights(f, **id)) {
            return Err(Refusal::by(clause!("move.10"), say!("close-combat-no-element", id)));
        }
    }
    check_either(f, steps)?;
    let chord = f.readings.is(reading!("wheel-measure", "chord"));
    let mut w = Way::new(f, ids, with);
    let (mut l, mut r) = front_corners(f, ids);
    for s in steps {
        match *s {
            Step::Advance(d) => {
                let dir = (r - l).unit().turned(std::f64::consts::FRAC_PI_2);
                // The group's own facing where it has not turned: exact.
                let dir = if w.end()[0].dir.dot(dir) > 1.0 - 1e-3 { w.end()[0].dir } else { dir };
                let by = dir * d;
                let to: Vec<Base> = w.end().iter().map(|b| b.moved(by)).collect();
                w.push(Leg::March, d, to);
                l += by;
                r += by;
            }
            Step::WheelLeft(a) => wheel(&mut w, &mut l, &mut r, a, true, chord),
            Step::WheelRight(a) => wheel(&mut w, &mut l, &mut r, a, false, chord),
        }
        if ids.len() > 1 && !matches!(s, Step::Advance(_)) {
            // The corners about which it wheels.
            w.by.add(clause!("dba.49"));
        }
    }
    Ok(w)
}

/// Turns everyone about a front corner, stage by stage; the distance is the arc of the other corner.
pub(crate) fn wheel(w: &mut Way, l: &mut V2, r: &mut V2, degrees: f64, to_left: bool, chord: bool) {
    if degrees <= 1e-9 {
        return;
    }
    let pivot = if to_left { *l } else { *r };
    let arc = if chord {
        (*l - *r).dist((*l - *r).turned(degrees.to_radians()))
    } else {
        degrees.to_radians() * l.dist(*r)
    };
    let start: Vec<Base> = w.end().to_vec();
    let n = wheel_stages(degrees, pivot, &start);
    let turn = Turn { pivot, who: start.len() };
    let sign = if to_left { 1.0 } else { -1.0 };
    for k in 1..=n {
        let angle = sign * degrees.to_radians() * (k as f64 / n as f64);
        let to: Vec<Base> = start.iter().map(|b| b.turned_about(pivot, angle)).collect();
        w.push_turn(if k == n { Leg::WheelEnd } else { Leg::Wheeling }, turn, arc / n as f64, to);
    }
    let angle = sign * degrees.to_radians();
    *l = pivot + (*l - pivot).turned(angle);
    *r = pivot + (*r - pivot).turned(angle);
}
