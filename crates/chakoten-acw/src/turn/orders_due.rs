//! Fire orders that wait for what an enemy does: to come within a distance, to pass a line, to enter or leave a piece of ground
//! (play.fire-order).

use super::Table;
use super::watch::{What, place_in_pieces};
use crate::attack;
use crate::check::{Place, Trigger};
use crate::troop::State;
use crate::unit::UnitId;
use table::{Body, Moving, first_crossing, first_within};

impl Table {
    /// Fire orders that wait for this unit to pass a line or enter or leave a piece of ground.
    pub(super) fn watch_ground(&mut self, u: UnitId) {
        if !self.turn().fire.ground_events {
            return;
        }
        let mine = self.leg(u).moving;
        for (t, i, o) in self.ground_events(u, &mine, self.time()) {
            self.clock_mut().note(t, What::Trigger(i), u, o);
        }
    }

    /// What a move of this unit brings about for fire orders tied to the ground: when, which order, whose.
    fn ground_events(&self, u: UnitId, mine: &Moving, clock: f64) -> Vec<(f64, u8, UnitId)> {
        let side = self.field[u].side;
        let mut found = Vec::new();
        for &o in &self.turn().fire.watching {
            if self.field[o].side == side {
                continue;
            }
            for (i, v) in self.run(o).fire.volleys.iter().enumerate() {
                if v.done || v.due.is_some() || !about(&v.shot.when, u) {
                    continue;
                }
                let t = match &v.shot.when {
                    Trigger::Passes { from, to, .. } if *from == *to => {
                        first_within(mine.whole(), Body::point(*from), 0.0, clock, 1.0)
                    }
                    Trigger::Passes { from, to, .. } => first_crossing(mine.whole(), *from, *to, clock, 1.0),
                    Trigger::Enters { place, .. } => {
                        let pieces = pieces_of(&self.field, *place);
                        let pieces = &pieces[..];
                        first_within(mine.whole(), Body::polys(pieces), 0.0, clock, 1.0)
                    }
                    Trigger::Leaves { place, .. } => {
                        let pieces = pieces_of(&self.field, *place);
                        let pieces = &pieces[..];
                        // It has to be on it first, perhaps only by this very march.
                        first_within(mine.whole(), Body::polys(pieces), 0.0, clock, 1.0)
                            .and_then(|t| table::first_beyond(mine.whole(), Body::polys(pieces), 0.0, t, 1.0))
                    }
                    _ => None,
                };
                if let Some(t) = t {
                    found.push((t, i as u8, o));
                }
            }
        }
        found
    }

    /// Events of fire orders that a move without time has brought about, or that hold as the unit stands (at clock 0): the
    /// orders are due now (play.fire-order, play.instant).
    pub(crate) fn brings_about(&mut self, u: UnitId, mine: &Moving) {
        let mut found: Vec<(UnitId, u8)> = Vec::new();
        let side = self.field[u].side;
        let pieces = place_in_pieces(&self.field, &self.field[u]);
        for o in self.turn().fire.watching.iter().map(|o| &self.field[*o]) {
            if o.side == side || !o.on_table() || o.state == State::Complete {
                continue;
            }
            for (i, v) in self.run(o.id).fire.volleys.iter().enumerate() {
                let Trigger::Within { cm, .. } = v.shot.when else { continue };
                if v.done || v.due.is_some() || !about(&v.shot.when, u) {
                    continue;
                }
                let body = pieces.as_ref().map_or_else(|| mine.whole(), |p| mine.pieces(p));
                let there = Moving::standing(o.base);
                let own = place_in_pieces(&self.field, o);
                let target = own.as_ref().map_or_else(|| there.whole(), |p| there.pieces(p));
                if first_within(body, target, cm, 0.0, 1.0).is_some() {
                    found.push((o.id, i as u8));
                }
            }
        }
        if self.turn().fire.ground_events {
            found.extend(self.ground_events(u, mine, 0.0).into_iter().map(|(_, i, o)| (o, i)));
        }
        for (o, i) in found {
            self.event_for(o, i, u);
        }
    }

    /// The event of a fire order has occurred. Of several enemies who bring it about at one instant the nearest is meant, then
    /// the larger, then the earlier in the list (play.tie); it fires once all the same.
    pub(crate) fn event_for(&mut self, firer: UnitId, volley: u8, by: UnitId) {
        let Some(v) = self.run(firer).fire.volleys.get(usize::from(volley)) else { return };
        if v.done {
            return;
        }
        let by = match v.due {
            Some(Some(other)) => self.nearer(firer, other, by),
            _ => by,
        };
        self.run_mut(firer).fire.volleys[usize::from(volley)].due = Some(Some(by));
    }

    /// Of two enemies the one meant where a rule needs one (play.tie).
    pub(crate) fn nearer(&self, of: UnitId, a: UnitId, b: UnitId) -> UnitId {
        let f = &self.field;
        let key = |x: UnitId| (f.gap(&f[of], &f[x]), f[x].figures, x);
        if attack::prior(key(b), key(a)) { b } else { a }
    }
}

/// Is the event about this enemy: any, or the one named?
pub(crate) fn about(t: &Trigger, u: UnitId) -> bool {
    match t {
        Trigger::Within { enemy, .. }
        | Trigger::Passes { enemy, .. }
        | Trigger::Enters { enemy, .. }
        | Trigger::Leaves { enemy, .. }
        | Trigger::Fires { enemy }
        | Trigger::Attacks { enemy, .. } => enemy.is_none_or(|e| e == u),
        _ => true,
    }
}

/// A named piece of ground as convex pieces.
fn pieces_of(f: &crate::Field, p: Place) -> Vec<table::Poly> {
    let g = &f.ground;
    match p {
        Place::Patch(i) => g.patches[usize::from(i)].area.pieces().to_vec(),
        Place::Hill(i) => g.hills[usize::from(i)].area.pieces().to_vec(),
        Place::Building(i) => vec![g.buildings[usize::from(i)].rect().poly()],
        Place::Bridge(i) => vec![g.bridges[usize::from(i)].rect.poly()],
        Place::Road(i) => {
            let r = &g.roads[usize::from(i)];
            r.path.band(r.width).iter().map(|x| x.poly()).collect()
        }
    }
}
