//! Whom a general's orders reach (03.03.2, 03.03.3), and who is locked in a fire-fight (04.02.14).

use crate::book::data;
use crate::field::Field;
use crate::unit::{StaffId, Unit, UnitId};
use table::EPS;

/// How orders reach a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Within 40 cm of the general who commands it.
    General(StaffId),
    /// By an orderly in base contact.
    Orderly(StaffId),
    /// Neither: it can only repeat, stand or fire.
    Out,
}

/// Nearest distance from a general or orderly to a unit.
pub(crate) fn from_staff(f: &Field, s: StaffId, u: &Unit) -> f64 {
    let s = &f[s];
    if s.with == Some(u.id) {
        return 0.0;
    }
    let r = s.base.rect();
    f.rects(u).iter().map(|x| r.gap(x)).fold(f64::INFINITY, f64::min)
}

/// Is the unit within 40 cm of the general who commands its brigade?
pub(crate) fn near_general(f: &Field, g: StaffId, u: &Unit) -> bool {
    let most = data().d.command + EPS;
    if u.inside.is_empty() && u.figures > 0 {
        // Cheap: all its bases lie within a circle about its envelope.
        let (apart, size) = (u.base.centre().dist(f[g].base.centre()), u.base.radius());
        if apart + size < most - EPS {
            return true;
        }
        if f[g].with != Some(u.id) && apart - size - f[g].base.radius() > most + EPS {
            return false;
        }
    }
    from_staff(f, g, u) <= most
}

/// How orders reach the unit as everybody stands now.
pub fn reach(f: &Field, u: &Unit) -> Reach {
    let Some(g) = f.general_of(u.command) else { return Reach::Out };
    if near_general(f, g, u) {
        return Reach::General(g);
    }
    let orderly = f.staff.iter().find(|s| {
        !s.general && s.present() && s.command == f[g].command && s.with == Some(u.id) && s.dispatched
    });
    match orderly {
        Some(o) => Reach::Orderly(o.id),
        None => Reach::Out,
    }
}

/// The enemy at whom a unit must go on firing (04.02.14.a): at least two consecutive turns of fire within 8 cm, and neither has
/// he gone beyond 15 cm nor the ammunition run out.
pub fn locked_target(f: &Field, u: &Unit) -> Option<UnitId> {
    let fight = u.record.fire_fight.filter(|x| x.turns >= 2)?;
    let t = f.units.get(fight.target.index()).filter(|t| t.on_table())?;
    let held = u.kind().on_foot()
        && u.state != crate::troop::State::Complete
        && u.ammunition
        && u.locked.is_empty()
        && f.gap(u, t) <= data().d.lock_ends + EPS;
    held.then_some(t.id)
}
