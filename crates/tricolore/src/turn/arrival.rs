//! Reinforcements come onto the table in the manoeuvre phase (play.arrival).

use crate::battle::Battle;
use crate::book::march::Pace;
use crate::check::way;
use crate::event::Kind;
use crate::officer::OfficerFate;
use crate::scenario::Arrival;
use crate::unit::{Fate, UnitId};
use crate::{clause, say};

/// An entry is closed with an enemy so near.
const CLOSED: f64 = 400.0;
/// Metres between two units that come on one behind another.
const INTERVAL: f64 = 10.0;

impl Battle {
    /// Commands whose round has come enter, one unit behind another, as many as there is room for.
    pub(super) fn arrivals(&mut self) {
        let round = self.field.round;
        let terms = self.terms.clone();
        for a in terms.arrivals.iter().filter(|a| a.round <= round) {
            self.arrive(a);
        }
        self.come_back();
    }

    fn arrive(&mut self, a: &Arrival) {
        let f = &self.field;
        let waiting: Vec<UnitId> = f
            .units
            .iter()
            .filter(|u| u.fate == Fate::Awaited && f.chain(u.body).any(|b| b.id == a.body))
            .filter(|u| !self.play.to_train.iter().any(|(x, _)| *x == u.id))
            .map(|u| u.id)
            .collect();
        if waiting.is_empty() {
            return;
        }
        let (side, name) = (f[a.body].side, f[a.body].name.clone());
        if f.nearer(f.enemy_from(side, a.at), CLOSED) {
            self.say(clause!("play.arrival"), Kind::Arrives, &[], || {
                say!("event-entry-closed", command = &*name)
            });
            return;
        }
        let mut behind = 0.0;
        let mut came = Vec::new();
        for id in waiting {
            let u = &self.field[id];
            let pace = if a.manoeuvre { Pace::Manoeuvre } else { Pace::March };
            let rate =
                way::allowance(&self.field, u, pace).max(way::allowance(&self.field, u, Pace::Deployment));
            let plan = self.field.plan(u);
            let far = rate - behind;
            if far < plan.depth {
                break;
            }
            let end = plan.at(a.at + a.dir * far, a.dir);
            if !self.free_for(id, &end) {
                break;
            }
            behind += plan.depth + INTERVAL;
            let u = &mut self.field[id];
            u.fate = Fate::OnTable;
            u.base = end;
            super::moves::has_moved(&mut u.record);
            came.push((id, far));
        }
        let Some((_, far)) = came.first().copied() else { return };
        let officers: Vec<_> = self
            .field
            .officers
            .iter()
            .filter(|o| o.fate == OfficerFate::Awaited && o.side == side)
            .filter(|o| o.body.is_some_and(|b| self.field.chain(b).any(|x| x.id == a.body)))
            .map(|o| o.id)
            .collect();
        for o in officers {
            let officer = &mut self.field[o];
            officer.fate = OfficerFate::Present;
            officer.at = a.at + a.dir * (far - 40.0).max(0.0);
            officer.dir = a.dir;
        }
        let units: Vec<UnitId> = came.into_iter().map(|(u, _)| u).collect();
        self.say(clause!("play.arrival"), Kind::Arrives, &units, || say!("event-arrives", command = &*name));
    }
}
