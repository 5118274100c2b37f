//! Gunners who leave their guns: in flight, or into the shelter of a friend (04.02.12, 08.02.6.b, play.guns-unmanned).

use super::Table;
use crate::book::data;
use crate::event::{EventKind, Why};
use crate::say;
use crate::troop::{Kind, State};
use crate::unit::UnitId;
use crate::{attack, clause};
use table::EPS;

impl Table {
    /// Gunners in flight leave their unlimbered guns (08.02.6.b).
    pub(super) fn abandon_guns(&mut self, u: UnitId) {
        let unit = &mut self.field[u];
        if unit.state != State::Complete || unit.kind() != Kind::Unlimbered {
            return;
        }
        let base = unit.base;
        let Some(b) = unit.battery.as_mut().filter(|b| b.unmanned.is_none()) else { return };
        b.unmanned = Some(base);
        gunners_on_foot(unit);
        self.tell(clause!("08.02.6.b"), &[u], || EventKind::Equipment {
            unit: u,
            says: say!("guns-left-behind"),
        });
    }

    /// A friend in close formation within 8 cm behind which gunners can shelter (04.02.12), the nearest.
    pub(crate) fn shelter_for(&self, u: UnitId) -> Option<UnitId> {
        let unit = &self.field[u];
        let reach = data().d.shelter;
        let mut best: Option<(f64, u16, UnitId)> = None;
        for o in self.field.side(unit.side).filter(|o| o.id != u && o.close()) {
            let this = (self.field.gap(unit, o), o.figures, o.id);
            if this.0 <= reach + EPS && best.is_none_or(|b| attack::prior(this, b)) {
                best = Some(this);
            }
        }
        best.map(|b| b.2)
    }

    /// Gunners in shelter stand in base contact behind their friend wherever he goes (04.02.12).
    pub(crate) fn gunners_follow(&mut self) {
        let all = self.field.units.iter().enumerate();
        let sheltered: smallvec::SmallVec<[usize; 4]> =
            all.filter(|(_, u)| u.shelter.is_some()).map(|(i, _)| i).collect();
        for i in sheltered {
            let Some(friend) = self.field.units[i].shelter else { continue };
            let f = &self.field[friend];
            if !f.on_table() || f.state == State::Complete || !self.field.units[i].on_table() {
                self.field.units[i].shelter = None;
                continue;
            }
            let (rear, dir) = (f.base.rear(), f.base.dir);
            let unit = &mut self.field.units[i];
            if unit.base.front != rear || unit.base.dir != dir {
                unit.base.front = rear;
                unit.base.dir = dir;
                let base = unit.base;
                if let Some(t) = &mut self.now {
                    t.clock.leg_mut(UnitId(i as u16)).moving.base = base;
                }
            }
        }
    }

    /// The gunners go behind the friend; the guns stand alone (play.guns-unmanned).
    pub(crate) fn take_shelter(&mut self, u: UnitId) {
        let Some(friend) = self.shelter_for(u) else { return };
        self.settle(u);
        let from = self.field[u].base;
        let f = self.field[friend].base;
        let unit = &mut self.field[u];
        if let Some(b) = unit.battery.as_mut() {
            b.unmanned = Some(from);
        }
        gunners_on_foot(unit);
        unit.shelter = Some(friend);
        unit.base.dir = f.dir;
        unit.base.front = f.rear();
        let (to, cm) = (unit.base.pose(), from.centre().dist(unit.base.centre()));
        self.void(u, false);
        let clock = self.time();
        self.run_mut(u).befell.moved = true;
        self.stirs(u);
        self.tell(clause!("04.02.12"), &[u], || EventKind::Moved {
            unit: u,
            from: from.pose(),
            to,
            since: clock,
            cm,
            why: Why::Gunners,
            pivot: None,
        });
    }
}

/// The gunners without their guns: a handful of men in a short line of their own.
fn gunners_on_foot(unit: &mut crate::unit::Unit) {
    unit.formation = crate::troop::Formation::ThinLine;
    unit.gap = 0.0;
    unit.files = unit.figures.max(1);
    unit.lay();
}
