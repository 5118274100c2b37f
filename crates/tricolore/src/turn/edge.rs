//! Beyond the table: units that were driven off it and come back, and guns on their way to the train (play.edge).

use crate::battle::Battle;
use crate::event::Kind;
use crate::troop::Formation;
use crate::unit::{BROKEN_U, Fate, UnitId};
use crate::{clause, reading, say};
use table::Edge;

/// A unit that was driven off stays away for so many rounds.
const AWAY: u32 = 2;
/// Nobody comes back with an enemy so near.
const CLOSED: f64 = 400.0;
/// So far guns go to the train in a round.
const TO_TRAIN: f64 = 1000.0;

impl Battle {
    /// A unit is driven off the table: for good, or for two rounds.
    pub(super) fn driven_off(&mut self, u: UnitId) {
        if self.field.readings.is(reading!("off-table", "comes-back")) {
            self.play.driven_off.push((u, self.field.round + AWAY));
        }
        self.lose(u, Fate::Left, clause!("play.edge"));
    }

    /// Whose two rounds are over comes back where it left, facing the table, as soon as there is room and no enemy near.
    pub(super) fn come_back(&mut self) {
        let round = self.field.round;
        let due: Vec<UnitId> =
            self.play.driven_off.iter().filter(|(_, r)| *r <= round).map(|(u, _)| *u).collect();
        for id in due {
            let f = &self.field;
            let u = &f[id];
            if f.chain(u.body).any(|b| b.removed) {
                self.play.driven_off.retain(|(x, _)| *x != id);
                continue;
            }
            let size = [f.ground.width, f.ground.depth];
            let edge = Edge::nearest(size, u.base.front);
            let (along, long) = match edge {
                Edge::South | Edge::North => (u.base.front.x, size[0]),
                Edge::West | Edge::East => (u.base.front.y, size[1]),
            };
            let plan = f.plan(u);
            let half = plan.width / 2.0;
            let inward = -edge.outward();
            let at = edge.point(size, along.max(half).min(long - half)) + inward * plan.whole_depth();
            let end = plan.at(at, inward);
            if f.nearer(f.enemy_from(u.side, at), CLOSED) || !self.free_for(id, &end) {
                continue;
            }
            self.play.driven_off.retain(|(x, _)| *x != id);
            let u = &mut self.field[id];
            u.fate = Fate::OnTable;
            u.base = end;
            u.trail.clear();
            u.disorder.active = BROKEN_U;
            super::moves::has_moved(&mut u.record);
            let code = u.code.clone();
            self.say(clause!("play.edge"), Kind::Arrives, &[id], || say!("event-comes-back", unit = &*code));
        }
    }

    /// Guns start for the train, where they do not come to it at once.
    pub(super) fn start_for_train(&mut self, u: UnitId, metres: f64) {
        let rounds = (metres / TO_TRAIN).ceil().max(1.0) as u32;
        self.play.to_train.push((u, self.field.round + rounds));
        let unit = &mut self.field[u];
        unit.fate = Fate::Awaited;
        unit.formation = Formation::Limbered;
        let code = unit.code.clone();
        self.say(clause!("guns-retreat.2"), Kind::Retreats, &[u], || {
            say!("event-starts-for-train", unit = &*code, rounds)
        });
        self.also(clause!("play.edge"));
    }

    /// Guns that have come to the train are in reserve there; where it is gone they are out of play.
    pub(super) fn come_to_train(&mut self) {
        let round = self.field.round;
        let due: Vec<UnitId> =
            self.play.to_train.iter().filter(|(_, r)| *r <= round).map(|(u, _)| *u).collect();
        self.play.to_train.retain(|(u, _)| !due.contains(u));
        for id in due {
            let chief = self.train_of(self.field[id].body);
            let at = chief.map(|o| self.field[o].at);
            let u = &mut self.field[id];
            let code = u.code.clone();
            u.fate = if at.is_some() { Fate::InReserve } else { Fate::Left };
            u.base.front = at.unwrap_or(u.base.front);
            self.say(clause!("play.edge"), Kind::Retreats, &[id], || match at {
                Some(_) => say!("event-goes-to-train", unit = &*code),
                None => say!("event-left-table", unit = &*code),
            });
        }
    }
}
