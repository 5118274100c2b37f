//! Whom a commander's orders reach (08.03.4, 08.03.6, play.command-check).

use crate::field::{Field, Staff, least_gap};
use crate::procedures::command::in_command;
use crate::unit::{StaffId, Unit};
use crate::{clause, reading};
use serde::Serialize;
use table::EPS;
use umpire::Clause;

/// How orders reach a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// Within command distance of the commander directly over it.
    Commander(StaffId),
    /// Beyond it: a reaction roll decides (08.03.5).
    Beyond,
    /// The commander has fallen and nobody has taken his place (08.03.6).
    Fallen,
}

impl Reach {
    /// Do orders reach it without a roll?
    pub fn within(self) -> bool {
        matches!(self, Reach::Commander(_))
    }
}

/// How far the unit is from a staff figure for his orders, in cm: its nearest base, or its farthest where every one must be near.
fn distance(f: &Field, s: &Staff, u: &Unit) -> f64 {
    if s.with == Some(u.id) {
        return 0.0;
    }
    let r = s.base().rect();
    let rects = f.rects(u);
    let cm = if f.readings.is(reading!("command-measure", "every")) {
        rects.iter().flat_map(|x| x.corners()).map(|c| r.gap_to_point(c)).fold(0.0, f64::max)
    } else {
        least_gap(&[r], &rects)
    };
    // Exactly the limit is within, whatever the last bit of the measure says.
    (cm - EPS).max(0.0)
}

/// Is the unit within command distance of this staff figure?
pub fn near(f: &Field, s: StaffId, u: &Unit) -> bool {
    commanded(f, s, u).is_ok()
}

/// By which clause it is, or is not. It is measured only where that hangs on it.
fn commanded(f: &Field, s: StaffId, u: &Unit) -> Result<Clause, Clause> {
    // Nobody is nearer than his middle less what he reaches to either side.
    let (middle, reach) = f.circle(u);
    let least = middle.dist(f[s].base().centre()) - reach - f[s].base().radius() - 1.0;
    let far = in_command(Some(least)).is_err() && least > 0.0 && f[s].with != Some(u.id);
    if far {
        return in_command(Some(least));
    }
    // Nor is any place of him farther off than his middle and as much more, while there is any.
    let most = if u.on_table() { middle.dist(f[s].base().centre()) + reach + 1.0 } else { f64::INFINITY };
    in_command(Some(most)).or_else(|_| in_command(Some(distance(f, &f[s], u))))
}

/// How orders reach the unit as everybody stands now, and by which clause. A skirmish line or swarm is reached when its body is.
pub fn reach(f: &Field, u: &Unit) -> (Reach, Clause) {
    let of = u.body.map_or(u, |b| &f[b]);
    let commander = f[of.command].commander.filter(|c| f[*c].present());
    match (commander, commander.map_or_else(|| in_command(None), |c| commanded(f, c, of))) {
        (Some(c), Ok(by)) => (Reach::Commander(c), by),
        (Some(_), Err(_)) => (Reach::Beyond, clause!("08.03.5")),
        (None, Ok(by) | Err(by)) => (Reach::Fallen, by),
    }
}
