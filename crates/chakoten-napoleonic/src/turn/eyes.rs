//! Whom a side sees while it decides (play.hidden): targets are offered from those alone, and who fires shows himself.

use super::Table;
use crate::event::EventKind;
use crate::unit::{Side, UnitId};
use crate::{clause, reading, view};

impl Table {
    /// Does the side see this enemy now?
    pub(crate) fn spotted(&self, side: Side, enemy: UnitId) -> bool {
        let f = &self.field;
        view::spots_at_all(f, side, &f[enemy], self.noticed.known[side.index()].as_deref())
    }

    /// The enemies that a side sees now, in the order of the list.
    pub(super) fn in_sight(&self, side: Side) -> Vec<UnitId> {
        let f = &self.field;
        if f.readings.is(reading!("hidden", "all")) {
            return f.enemies(side).map(|e| e.id).collect();
        }
        view::in_sight(f, side, self.noticed.known[side.index()].as_deref())
    }

    /// May a side announce an attack on this enemy: one that it sees, or read otherwise also one that was sighted before and that the slip
    /// names (play.attack)?
    pub(super) fn may_announce(&self, side: Side, enemy: UnitId, named: bool) -> bool {
        let known = named && self.field.readings.is(reading!("attack-unseen", "known"));
        (known && self.noticed.sightings.label(side, enemy).is_some()) || self.spotted(side, enemy)
    }

    /// Firing shows the firer to the target's side (play.hidden): he is sighted where he stands, has a label from then on, is reported
    /// to the commanders whom the target can tell, and his enemy is told where he was not in sight.
    pub(super) fn shows_itself(&mut self, u: UnitId, to: UnitId) {
        let side = self.field[to].side;
        if side == self.field[u].side {
            return;
        }
        let hidden = self.log.is_on() && !self.spotted(side, u);
        self.noticed.sightings.shown(&self.field, u, to);
        if hidden {
            let at = self.field[u].base.pose();
            self.tell_to(clause!("play.hidden"), Table::only(side), || EventKind::Shown { unit: u, to, at });
        }
    }
}
