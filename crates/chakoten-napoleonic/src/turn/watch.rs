//! What is watched for while two legs last: found when a leg is planned, and put on the clock's agenda.

use super::{Mode, Table};
use crate::contact::{self, Zone};
use crate::ground::grown;
use crate::order::When;
use crate::reading;
use crate::troop::State;
use crate::unit::UnitId;
use clock::{boxes_meet, closing, runs_into};
use table::{Body, Motion, Moving, first_beyond, first_within};

/// What is watched for between two units, in the order in which it is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    /// The unit comes to contact distance of an enemy.
    Arrive,
    /// It touches an own unit.
    Friend,
    /// It is clear of an own unit it has passed through.
    Clear,
    /// It comes beside another on the march (07.06.1).
    Beside,
    /// It comes to, or near, a piece of ground for which fire waits.
    Passes,
}

impl Table {
    /// How deep contact zones are.
    pub(super) fn contact_distance(&self) -> f64 {
        contact::distance(&self.field)
    }

    /// Does an enemy lie in the zone of a unit now?
    pub(super) fn in_zone(&self, of: UnitId, enemy: UnitId) -> bool {
        contact::lies_in(&self.field, &self.field[of], &self.field[enemy])
    }

    /// Are two enemies within contact distance of each other now?
    pub(super) fn within_contact(&self, a: UnitId, b: UnitId) -> bool {
        contact::within(&self.field, &self.field[a], &self.field[b]).is_some()
    }

    /// What `u`, by its own movement, comes to of an enemy.
    pub(super) fn watch_enemy(&self, u: UnitId, o: UnitId, found: &mut Vec<(f64, What)>) {
        let leg = self.leg(u);
        let bent = self.field[u].bent() || self.field[o].bent();
        if leg.stands() || (!bent && self.ways_apart(u, o, self.contact_distance() + 1.0)) {
            return;
        }
        let (mine, theirs) = (leg.moving, self.leg(o).moving);
        let (from, to) = self.turn().clock.together(u, o);
        let (uu, oo) = (&self.field[u], &self.field[o]);
        let run = self.run(u);
        if run.assault.free.contains(&o) && oo.state == State::Complete && uu.state.intact() {
            return;
        }
        // Skirmishers set back to their soutien do not halt who comes on to it (play.press-back).
        if self.run(o).befell.set_back && oo.skirmishing() && uu.closed() {
            return;
        }
        if !bent && self.stay_apart(u, o, (from, to), self.contact_distance() + 1.0) {
            return;
        }
        // Between an attacker and its target, or whoever flees, only the attacker's own zone counts.
        let own_only = run.assault.target() == Some(o) || oo.state == State::Complete;
        let zone = contact::zone(&self.field, uu);
        let other = if own_only { Zone::None } else { contact::zone(&self.field, oo) };
        let (own, bases) = (contact::frame(uu), contact::frame(oo));
        let first = |from: f64, to: f64| {
            let by_own = zone.first(&mine, &own, &theirs, &bases, from, to);
            (by_own, other.first(&theirs, &bases, &mine, &own, from, to))
        };
        let at_once = |t: Option<f64>| t.is_some_and(|t| t <= from + 1e-9);
        let (by_own, by_other) = first(from, to);
        if at_once(by_own) || at_once(by_other) {
            let nears = || {
                let there = self.field.rects(oo);
                let gap = |t: f64| {
                    let here = uu.rects_at(&mine.at(t));
                    let gaps = here.iter().flat_map(|r| there.iter().map(move |t| r.gap(t)));
                    gaps.fold(f64::INFINITY, f64::min)
                };
                gap(from + super::INSTANT) < gap(from) - 1e-6
            };
            if runs_into(&mine, &theirs, from) || (oo.bent() && nears()) {
                found.push((from, What::Arrive));
            }
            return;
        }
        let turns = matches!(mine.motion, Motion::Wheel { .. });
        // The rear of a bent column lies elsewhere than straight behind its head.
        let came = |t: &f64| turns || oo.bent() || runs_into(&mine, &theirs, *t);
        let first = by_own.into_iter().chain(by_other).filter(came).fold(f64::INFINITY, f64::min);
        if first.is_finite() {
            found.push((first, What::Arrive));
        }
    }

    /// Cheaper: do the boxes about all places of two on their legs, which are at hand, stay further apart than so much?
    fn ways_apart(&self, u: UnitId, o: UnitId, by: f64) -> bool {
        let now = &self.turn().clock;
        ground::apart(grown(now.swept(u), by), now.swept(o))
    }

    /// Cheap: do the boxes about two, while both legs last, stay further apart than so much?
    fn stay_apart(&self, u: UnitId, o: UnitId, (from, to): (f64, f64), by: f64) -> bool {
        let now = &self.turn().clock;
        ground::apart(grown(now.around(u, from, to), by), now.around(o, from, to))
    }

    /// What `u`, on its leg, meets of an own unit.
    pub(super) fn watch_friend(&self, u: UnitId, o: UnitId, found: &mut Vec<(f64, What)>) {
        let leg = self.leg(u);
        if leg.stands() || self.goes_with(u, o) {
            return;
        }
        let now = &self.turn().clock;
        let (mine, theirs) = (leg.moving, self.leg(o).moving);
        let (from, to) = now.together(u, o);
        // Of a bent column only its head goes anywhere new; its rear lies where it has been.
        let (bent, tail) = (self.field[u].bent(), self.field[o].bent());
        let through = self.run(u).course.through.contains(&o);
        if !through && !tail && self.ways_apart(u, o, super::beside::BESIDE + 1.0) {
            return;
        }
        let lies = if tail { contact::frame(&self.field[o]) } else { Default::default() };
        let head = if bent { mine.front_edge() } else { mine.whole() };
        let body = if tail { theirs.pieces(&lies) } else { theirs.whole() };
        if through {
            let clear = first_beyond(mine.whole(), theirs.whole(), 0.0, from, to);
            if let Some(t) = clear.filter(|t| *t > from + 1e-9) {
                found.push((t, What::Clear));
            }
            return;
        }
        let around = (now.around(u, from, to), now.around(o, from, to));
        let meet = tail || boxes_meet(around.0, around.1);
        if !now.held_by(u).contains(&o) && meet {
            let near = table::gap_at(head, body, from);
            let pressed = || {
                if tail { clock::Drive::presses_upon(self, o, leg) } else { closing(&mine, &theirs, from) }
            };
            if near > table::EPS || pressed() {
                let met = first_within(head, body, 0.0, from, to);
                found.extend(met.map(|t| (t, What::Friend)));
            }
        }
        let near = |by: f64| !ground::apart(grown(around.0, by), around.1);
        let beside = || self.run(u).course.beside.is_none() && self.may_march_beside(u, o);
        if near(super::beside::BESIDE + 1.0) && beside() {
            let near = first_within(mine.whole(), theirs.whole(), super::beside::BESIDE, from, to);
            found.extend(near.filter(|t| *t > from + 1e-9).map(|t| (t, What::Beside)));
        }
    }

    /// Pieces of ground for which fire waits, in the way of a march (03.02.5.b).
    pub(super) fn watch_passing(&mut self, u: UnitId) {
        if !self.turn().fire_waits_for_places {
            return;
        }
        let side = self.field[u].side;
        let mut found = Vec::new();
        let (mine, (from, to)) = (self.leg(u).moving, self.turn().clock.lasts(u));
        if !self.leg(u).how.own && !matches!(self.run(u).course.mode, Mode::Follow(_)) {
            return;
        }
        let firers = self.turn().firers.iter().map(|o| &self.field[*o]);
        for o in firers.filter(|o| o.on_table() && o.side != side) {
            let waits = self.run(o.id).fire.order.as_ref().map(|f| &f.when);
            let Some(When::Passes(place)) = waits else { continue };
            found.extend(self.first_near(place, &mine, from, to));
        }
        for t in found {
            self.clock_mut().note(t, What::Passes, u, u);
        }
    }

    /// Whose fire waits for a place that this unit passes now.
    pub(super) fn waiting_for(&self, u: UnitId) -> Vec<UnitId> {
        let here = Moving::standing(self.field[u].base);
        let near = |o: &UnitId| match self.run(*o).fire.order.as_ref().map(|f| &f.when) {
            Some(When::Passes(place)) => self.first_near(place, &here, 0.0, 1.0).is_some(),
            _ => false,
        };
        self.foes(u).into_iter().filter(near).filter(|o| self.sees(*o, u)).collect()
    }

    /// First moment at which a march touches a named piece of ground or comes close by it.
    fn first_near(&self, place: &str, mine: &Moving, from: f64, to: f64) -> Option<f64> {
        let close = self.field.readings.number(reading!("close-by"));
        let mut first = f64::INFINITY;
        let mut at = |b: Body<'_>| {
            if let Some(t) = first_within(mine.whole(), b, close, from, to) {
                first = first.min(t);
            }
        };
        let g = &self.field.ground;
        for p in g.patches.iter().filter(|p| p.name == place) {
            at(Body::polys(p.area.pieces()));
        }
        for h in g.hills.iter().filter(|h| h.name == place) {
            at(Body::polys(h.area.pieces()));
        }
        for b in g.buildings.iter().filter(|b| b.name == place) {
            at(Body::rect(b.rect()));
        }
        for c in g.crossings.iter().filter(|c| c.name == place) {
            at(Body::rect(c.rect));
        }
        for l in self.field.lines.iter().filter(|l| l.name == place) {
            l.standing().iter().for_each(|(a, b)| at(Body::segment(*a, *b)));
        }
        for t in g.tracks.iter().filter(|t| t.road.name == place) {
            t.road.path.segments().for_each(|(a, b)| at(Body::segment(a, b)));
        }
        first.is_finite().then_some(first)
    }
}
