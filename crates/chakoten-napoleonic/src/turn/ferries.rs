//! Crossing water by ferry or boat on the clock (19.11): loading, the way over, unloading; and craft sent over without passengers.

use super::legs::Did;
use super::{Gait, INSTANT, Leg, Table};
use crate::event::{By, EventKind, Halt, Why};
use crate::ferry::{self, Flotilla};
use crate::order::Ref;
use crate::procedures::crossing::{FerryLoad, FerryLoadSituation};
use crate::troop::{Formation, State};
use crate::unit::{Aboard, Fate, UnitId};
use crate::{clause, place, stance};
use clock::End;
use table::{EPS, Motion, Moving, Rect, V2};
use umpire::{Clause, Refusal};

fn by(r: Refusal) -> Clause {
    r.clause.unwrap_or_else(|| clause!("19.11.3"))
}

impl Table {
    /// Over the water: it embarks, crosses and lands, as far as the turn goes.
    pub(super) fn ferry_leg(&mut self, u: UnitId, craft: &[Ref], to: V2, empty: bool) -> Did {
        let first = !self.run(u).order.begun;
        // Who goes on with it in a new turn is looked at again: somebody must watch over all of it (19.11.4).
        if first || self.time() <= INSTANT {
            let may = if empty { self.may_send(u, craft, to) } else { self.may_embark(u, craft, to) };
            if let Err(by) = may {
                self.cannot(u, by);
                return self.after_giving_up(u);
            }
            self.run_mut(u).order.begun = true;
        }
        if let Some(delay) = self.said.delays.get(&u).copied() {
            let f = &mut self.field;
            let named = |v: &&mut crate::terrain::Vessel| craft.contains(&v.name);
            f.terrain.vessels.iter_mut().filter(named).for_each(|v| v.delay = delay);
        }
        let Ok(boats) = Flotilla::named(&self.field, self.field[u].side, craft) else {
            self.cannot(u, clause!("19.11.1"));
            return self.after_giving_up(u);
        };
        if empty { self.sent_over(u, &boats, to) } else { self.carried_over(u, &boats, to) }
    }

    /// May it go aboard, or on, as it stands now?
    fn may_embark(&self, u: UnitId, craft: &[Ref], to: V2) -> Result<(), Clause> {
        let f = &self.field;
        let unit = &f[u];
        let boats = Flotilla::named(f, unit.side, craft).map_err(by)?;
        boats.carry(unit).map_err(by)?;
        let taken = |i: &u16| f.terrain.vessels[usize::from(*i)].with.is_some_and(|o| o != u);
        if boats.all.iter().any(taken) || unit.inside.is_some() {
            return Err(clause!("19.11.2"));
        }
        let from = match &unit.record.aboard {
            Some(a) if a.craft == boats.all => unit.base.centre(),
            Some(_) => return Err(clause!("19.11.2")),
            None if boats.at_hand(f, unit) => boats.at(f),
            None => return Err(clause!("19.11.3")),
        };
        if from.dist(to) > EPS {
            ferry::over_water(f, from, to).map_err(by)?;
        }
        boats.served(f, unit, &self.watched(u, &boats, to)).map(|_| ()).map_err(by)
    }

    /// Where those who serve it may stand: at the craft, where it was loaded, where it lands.
    fn watched(&self, u: UnitId, boats: &Flotilla, to: V2) -> Vec<Rect> {
        let mut places: Vec<Rect> = boats.outlines(&self.field).to_vec();
        places.push(Rect::between(to, to));
        places.extend(self.field[u].record.aboard.as_ref().map(|a| Rect::between(a.from, a.from)));
        places
    }

    /// Loading, the way over, unloading: each for its time (19.11.3).
    fn carried_over(&mut self, u: UnitId, boats: &Flotilla, to: V2) -> Did {
        let row = boats.craft.row();
        // What holds it up does so before it casts off.
        let delay = boats.delay(&self.field);
        let loading = row.loading + delay;
        let spent = self.run(u).order.spent;
        let wait = |t: &Table, turns: f64| {
            let now = t.time();
            let mut leg = Leg::stand_until(t.field[u].base, now, now + turns, End::Fixed);
            leg.how = Gait { by: Some(clause!("19.11.3")), ..Gait::default() };
            Did::On(leg)
        };
        if self.field[u].record.aboard.is_none() {
            for i in &boats.all {
                self.field.terrain.vessels[usize::from(*i)].with = Some(u);
            }
            if spent < loading - 1e-9 {
                return wait(self, loading - spent);
            }
            if let Err(by) = self.embark(u, boats, to) {
                self.cannot(u, by);
                return self.after_giving_up(u);
            }
        }
        let base = self.field[u].base;
        let way = to - base.centre();
        if way.len() > EPS {
            let moving = Moving {
                base: base.at(base.centre() + way.unit() * (base.depth / 2.0), way.unit()),
                since: self.time(),
                motion: Motion::March { velocity: way.unit() * row.cm },
            };
            let gait = Gait {
                why: Why::Ferried,
                own: true,
                waits: false,
                by: Some(clause!("19.11.3")),
                also: self.run(u).order.by,
            };
            self.run_mut(u).order.spent = 0.0;
            self.field[u].base = moving.base;
            return Did::On(Leg::stretch(moving, way.len(), row.cm, gait));
        }
        let spent = self.run(u).order.spent;
        if spent < row.unloading - 1e-9 {
            return wait(self, row.unloading - spent);
        }
        if let Some(other) = self.land(u, boats, to) {
            return self.tries_on(u, other, false);
        }
        Did::Done
    }

    /// The load is aboard: the craft casts off.
    fn embark(&mut self, u: UnitId, boats: &Flotilla, to: V2) -> Result<(), Clause> {
        self.settle(u);
        let from = boats.at(&self.field);
        let unit = &self.field[u];
        let places = self.watched(u, boats, to);
        let (pontoneers, ncos) = boats.served(&self.field, unit, &places).map_err(by)?;
        let (load, count) = boats.carry(unit).map_err(by)?;
        let width = from.dist(to);
        let s = FerryLoadSituation {
            craft: boats.craft,
            crafts: boats.count(),
            load,
            count,
            width,
            pontoneers,
            ncos,
            delay: boats.delay(&self.field),
        };
        let (_, ruling) = self.judge::<FerryLoad>(&s, u);
        let unit = &mut self.field[u];
        if unit.by_figures() {
            stance::form(unit, Formation::Clump, None, 0.0);
        }
        let dir = if width > EPS { (to - from).unit() } else { unit.base.dir };
        unit.base = unit.base.at(from + dir * (unit.base.depth / 2.0), dir);
        unit.record.aboard = Some(Aboard { craft: boats.all.clone(), from });
        self.run_mut(u).order.spent = 0.0;
        self.stirred(u);
        self.craft_go_along();
        let clauses = By::from(clause!("19.11.3")).and(clause!("19.11.2")).and(clause!("19.11.4"));
        let (craft, at) = (self.field.name_of(crate::terrain::Thing::Craft(boats.all[0])), unit_at(self, u));
        let ruling = Box::new(ruling);
        self.tell(clauses, &[u], || EventKind::Embarked { unit: u, craft, at, ruling });
        Ok(())
    }

    /// It stands on the bank, in clump, its rear at the craft. Otherwise who is in the way: `Some(None)` is the ground itself.
    fn land(&mut self, u: UnitId, boats: &Flotilla, to: V2) -> Option<Option<UnitId>> {
        self.settle(u);
        let mut after = self.field[u].clone();
        let dir = after.base.dir;
        after.record.aboard = None;
        after.base = after.base.at(to + dir * after.base.depth, dir);
        match place::room(&self.field, &after, &after.base, &after.base) {
            Ok(()) => {}
            Err(place::NoRoom::Unit(o, _)) => return Some(Some(o)),
            Err(_) => return Some(None),
        }
        self.field[u] = after;
        for i in &boats.all {
            let v = &mut self.field.terrain.vessels[usize::from(*i)];
            (v.at, v.with, v.delay) = (to, None, 0.0);
        }
        self.stirred(u);
        let at = unit_at(self, u);
        self.tell(clause!("19.11.3"), &[u], || EventKind::Landed { unit: u, at });
        None
    }

    /// Pioneers at either end send craft over without passengers: nothing is loaded, the way takes its time.
    fn may_send(&self, u: UnitId, craft: &[Ref], to: V2) -> Result<(), Clause> {
        let f = &self.field;
        let unit = &f[u];
        let boats = Flotilla::named(f, unit.side, craft).map_err(by)?;
        let taken = |i: &u16| f.terrain.vessels[usize::from(*i)].with.is_some_and(|o| o != u);
        if boats.all.iter().any(taken) || unit.record.aboard.is_some() {
            return Err(clause!("19.11.2"));
        }
        ferry::over_water(f, boats.at(f), to).map_err(by)?;
        let party = crate::check::works::party(unit);
        if party.pioneers + party.gunners + party.miners == 0 {
            return Err(clause!("19.11.4"));
        }
        let here = boats.at_hand(f, unit) || f.stands_at(unit, &Rect::between(to, to));
        if !here {
            return Err(clause!("19.11.4"));
        }
        boats.served(f, unit, &[]).map(|_| ()).map_err(by)
    }

    fn sent_over(&mut self, u: UnitId, boats: &Flotilla, to: V2) -> Did {
        for i in &boats.all {
            self.field.terrain.vessels[usize::from(*i)].with = Some(u);
        }
        let (cm, spent) = (boats.at(&self.field).dist(to), self.run(u).order.spent);
        let left = cm / boats.craft.row().cm - spent;
        if left > 1e-9 {
            let now = self.time();
            let mut leg = Leg::stand_until(self.field[u].base, now, now + left, End::Fixed);
            leg.how = Gait { by: Some(clause!("19.11.3")), ..Gait::default() };
            return Did::On(leg);
        }
        for i in boats.all.clone() {
            let v = &mut self.field.terrain.vessels[usize::from(i)];
            (v.at, v.with) = (to, None);
            let (place, says) = (v.name.clone(), crate::say!("event-craft-over"));
            self.tell(clause!("19.11.3"), &[u], || EventKind::Place { place, says, ruling: None });
        }
        Did::Done
    }

    /// A unit on the water can do nothing but go on, stand and reorganise.
    pub(super) fn afloat(&self, u: UnitId) -> bool {
        self.field[u].record.aboard.is_some()
    }

    /// Craft are where those are whom they carry; who has given up waits for nobody.
    pub(super) fn craft_go_along(&mut self) {
        let f = &mut self.field;
        for v in &mut f.terrain.vessels {
            let Some(u) = v.with else { continue };
            let unit = &f.units[u.index()];
            if !unit.on_table() {
                v.with = None;
            } else if unit.record.aboard.is_some() {
                v.at = unit.base.centre();
            }
        }
    }

    /// Whoever no longer has to do with a craft leaves it to others.
    pub(super) fn release_craft(&mut self) {
        for i in 0..self.field.terrain.vessels.len() {
            let Some(u) = self.field.terrain.vessels[i].with else { continue };
            let ferries = matches!(
                self.field[u].record.unfinished.as_ref().map(|k| &k.leg),
                Some(crate::order::Leg::Ferry { .. })
            );
            if !ferries && !self.afloat(u) {
                self.field.terrain.vessels[i].with = None;
            }
        }
    }

    /// Whoever is in a craft that is gone is lost with it, as those on a blasted object (19.07.5).
    pub(super) fn lost_with(&mut self, craft: u16) {
        let aboard =
            |u: &UnitId| self.field[*u].record.aboard.as_ref().is_some_and(|a| a.craft.contains(&craft));
        for u in self.standing().into_iter().filter(aboard).collect::<Vec<_>>() {
            self.tell(clause!("19.07.5"), &[u], || EventKind::Destroyed { unit: u });
            self.remove(u, Fate::Destroyed);
        }
    }

    /// On the water nobody can retreat or flee: in U it counts as cornered (13.02.1), in FU it stays where it is.
    pub(super) fn held_by_water(&mut self, u: UnitId) -> bool {
        if !self.afloat(u) {
            return false;
        }
        self.run_mut(u).befell.forced = true;
        if self.field[u].state == State::Complete {
            self.run_mut(u).befell.fled = true;
        }
        let by = By::from(clause!("19.11.3")).and(clause!("play.interrupt"));
        self.tell(by, &[u], || EventKind::Halted { unit: u, why: Halt::Impassable, before: None });
        self.corner(u);
        true
    }
}

fn unit_at(t: &Table, u: UnitId) -> table::Pose {
    t.field[u].base.pose()
}
