//! May a unit march through another, and do two march side by side (07.06, 07.07)?

use crate::book::march::PARALLEL;
use crate::book::stand::SMALL_TURN;
use crate::field::Field;
use crate::troop::{Formation, State, Weight};
use crate::unit::Unit;
use crate::{clause, reading};
use table::{EPS, V2};
use umpire::Clause;

/// What happens when a unit comes to an own one on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// It goes through at ordinary march, and nobody is disordered.
    Free(Clause),
    /// It goes through at half march speed, without charge march, and both get a grade of light disorder.
    Half(Clause),
    /// It goes through after the test for being swept along (13.05).
    Sweeps(Clause),
    /// The line in its way is pressed back (14.04.1.b).
    Presses(Clause),
    /// It stops at base contact.
    Blocked(Clause),
}

/// How the unit that is come upon stands at that moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// It marches, changes front or formation, or is in a forced move.
    pub moving: bool,
    /// In the half turn after firing, or halted at contact distance after a melee (03.01.4.a, 12.02.4).
    pub held: bool,
}

/// May `mover` march through the own unit `other`? `reversed`: it goes backwards or sideways.
pub fn may_pass(f: &Field, mover: &Unit, reversed: bool, other: &Unit, stands: Standing) -> Pass {
    let closed_guns = f.readings.is(reading!("artillery-closed", "closed"));
    let loose = |u: &Unit| u.dispersed() || (u.unlimbered() && !closed_guns);
    if mover.state == State::Complete {
        return Pass::Sweeps(clause!("07.07.4"));
    }
    if mover.state == State::Disorder {
        let pressed = other.skirmishing() && mover.closed();
        return if pressed { Pass::Presses(clause!("14.04.1.b")) } else { Pass::Blocked(clause!("07.07.4")) };
    }
    if reversed && !mover.dispersed() {
        return Pass::Blocked(clause!("07.07.4"));
    }
    if other.inside.is_some() {
        return Pass::Blocked(clause!("play.building"));
    }
    if stands.held {
        return Pass::Blocked(clause!("03.01.4.a"));
    }
    if loose(mover) || loose(other) {
        return Pass::Free(clause!("07.07.3"));
    }
    let raw = |u: &Unit| u.troops.landwehr || u.weight == Some(Weight::Cossack);
    if raw(mover) || raw(other) {
        return Pass::Blocked(clause!("07.07.5"));
    }
    if stands.moving {
        return Pass::Blocked(clause!("07.07.1"));
    }
    Pass::Half(clause!("07.07.2"))
}

/// Do two own units that march that way slow each other (07.06.1): both in closed formation and side by side with less than 4 cm between
/// them, going the same way within 20 degrees, neither in march column?
pub fn parallel(f: &Field, a: &Unit, going_a: V2, b: &Unit, going_b: V2) -> Option<Clause> {
    let column = |u: &Unit| matches!(u.formation, Formation::MarchColumn | Formation::SingleFile);
    if a.side != b.side || a.dispersed() || b.dispersed() || column(a) || column(b) {
        return None;
    }
    let near = || f.gap(a, b) < PARALLEL - EPS && !f.body_of(a).contains(&b.id);
    if f.readings.is(reading!("parallel", "any")) {
        return near().then(|| clause!("07.06.1"));
    }
    // Mostly they go the very same way.
    let same = going_a == going_b || going_a.angle_to(going_b).to_degrees() <= SMALL_TURN + 1e-9;
    // A line square to the march crosses both: seen along the march they overlap.
    let ahead = going_a.unit();
    let along = |u: &Unit| {
        let corners = u.base.corners().map(|c| c.dot(ahead));
        corners.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(*x), h.max(*x)))
    };
    let ((a0, a1), (b0, b1)) = (along(a), along(b));
    let beside = a0.max(b0) < a1.min(b1) - EPS;
    (same && beside && near()).then(|| clause!("07.06.1"))
}
