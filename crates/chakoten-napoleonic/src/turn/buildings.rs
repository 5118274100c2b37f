//! Buildings on the clock (chapter 17, play.building): going in and out, ruin, and who is driven out.

use super::changes::Takes;
use super::{INSTANT, Mode, Table};
use crate::event::{By, EventKind};
use crate::order::Leg as Ordered;
use crate::procedures::artillery::{self, Damaged, House};
use crate::procedures::fire_readings::FireReadings;
use crate::procedures::works::WorkReadings;
use crate::terrain::{Blaze, Thing};
use crate::unit::{Unit, UnitId};
use crate::works::building;
use crate::works::fires::Burning;
use crate::{clause, contact, place, say, stance};
use clock::End;
use table::{Base, V2};
use umpire::{Clause, Refusal};

/// Farther off than any facade.
const BEYOND: f64 = 1000.0;

/// The clause by which something is refused.
pub(super) fn refused(r: Refusal, or: Clause) -> Clause {
    r.clause.unwrap_or(or)
}

impl Table {
    /// One unit alone, within the capacity, from base contact (play.building).
    pub(super) fn may_enter(&self, u: UnitId, name: &str) -> Result<(), Clause> {
        let f = &self.field;
        let Some(b) = f.ground.building(name) else { return Err(clause!("17.01.2.b")) };
        let (unit, house) = (&f[u], &f.ground.buildings[usize::from(b)]);
        if f.occupant(b).is_some() || !f.stands_at(unit, &house.rect()) {
            return Err(clause!("play.building"));
        }
        if f.burns(Thing::Building(b)) {
            return Err(clause!("19.06.6.a"));
        }
        let fits = building::fits(house.capacity.into(), unit.figures.into());
        if let Err(r) = fits {
            return Err(refused(r, clause!("17.02.3.b")));
        }
        self.entering(u, name).map(|_| ())
    }

    /// Is a building still nobody's when the time to enter it has run out? Who would come in at the same moment as an enemy does not, nor
    /// does the enemy: no more than one unit may be in it (play.building).
    pub(super) fn still_free(&mut self, u: UnitId, name: &str) -> Result<(), Clause> {
        let by = clause!("play.building");
        let b = self.field.ground.building(name).ok_or(by)?;
        if self.field.occupant(b).is_some() {
            return Err(by);
        }
        let due = |o: &Unit| {
            let run = self.run(o.id);
            let enters = matches!(run.order.now(), Some(Ordered::Enter { building }) if building == name);
            let leg = self.leg(o.id);
            enters && run.order.begun && leg.end == End::Fixed && leg.ends <= self.time() + INSTANT
        };
        let rivals: Vec<UnitId> =
            self.field.enemies(self.field[u].side).filter(|o| due(o)).map(|o| o.id).collect();
        if rivals.is_empty() {
            return Ok(());
        }
        for o in rivals {
            self.cannot(o, by);
            self.turn_mut().instant.legs.push(o);
        }
        Err(by)
    }

    /// The time of table VII by the building's grade as it is now (17.01.2.b).
    pub(super) fn entering(&self, u: UnitId, name: &str) -> Result<Takes, Clause> {
        let f = &self.field;
        let b = f.ground.building(name).ok_or(clause!("17.01.2.b"))?;
        let unit = &f[u];
        let takes = building::entering(unit.arm, unit.ranks().into(), f.building_values(b));
        let (turns, _) = takes.map_err(|r| refused(r, clause!("17.01.2.b")))?;
        Ok(Takes { turns, by: clause!("17.01.2.b") })
    }

    /// The time to leave a building, by its state (17.01.3, play.building).
    pub(super) fn leaving(&self, u: UnitId) -> Takes {
        let (turns, by) = building::leaving(self.field[u].state, &WorkReadings::of(&self.field.readings));
        Takes { turns, by: by.iter().next().unwrap_or_else(|| clause!("17.01.3")) }
    }

    /// The unit as it would stand outside the facade towards a place.
    fn outside(&self, u: UnitId, outline: &Base, to: V2) -> Unit {
        let mut after = self.field[u].clone();
        stance::leave(&mut after, outline, to);
        after
    }

    /// Who or what is in the way outside the facade through which it is to leave: `Some(None)` is the ground itself.
    pub(super) fn no_room_outside(&self, u: UnitId, to: V2) -> Option<Option<UnitId>> {
        let outline = self.field[u].inside.and_then(|b| self.field.building(b))?.base;
        let after = self.outside(u, &outline, to);
        match place::room(&self.field, &after, &after.base, &after.base) {
            Ok(()) => None,
            Err(place::NoRoom::Unit(o, _)) => Some(Some(o)),
            Err(_) => Some(None),
        }
    }

    /// A place outside the facade farthest from a cause that is free: with room before it and no enemy at contact distance.
    pub(super) fn free_facade(&self, u: UnitId, away: V2) -> Option<V2> {
        let f = &self.field;
        let outline = f[u].inside.and_then(|b| f.building(b))?.base;
        let mut ways = [outline.dir, -outline.dir, outline.dir.right(), -outline.dir.right()];
        ways.sort_by(|a, b| b.dot(away).total_cmp(&a.dot(away)));
        let deep = contact::distance(f);
        ways.into_iter().map(|d| outline.centre() + d * BEYOND).find(|to| {
            let after = self.outside(u, &outline, *to);
            let enemies = f.enemies(f[u].side).filter(|e| e.state.intact());
            let clear = |e: &Unit| f.gap_to(e, &after.base.rect()) > deep;
            self.no_room_outside(u, *to).is_none() && enemies.into_iter().all(clear)
        })
    }

    /// The building that a target is in, as artillery strikes it (17.04.1).
    pub(super) fn house_of(&self, target: UnitId) -> Option<House> {
        self.house(self.field[target].inside?)
    }

    /// A building as artillery strikes it; a ruin is none.
    pub(super) fn house(&self, b: u16) -> Option<House> {
        let f = &self.field;
        let done = f.terrain.buildings.get(&b).copied().unwrap_or_default();
        let cover = f.building_values(b).cover;
        (!done.ruined()).then_some(House {
            cover,
            hits: done.hits,
            distance: 0.0,
            ranging: Default::default(),
        })
    }

    /// A fire of the moment has struck a building: it takes effect when all have fired.
    pub(super) fn strikes_house(&mut self, b: u16, by: UnitId, d: Damaged) {
        let had = self.field.terrain.buildings.get(&b).map_or(0, |x| x.hits);
        let d = Damaged { hits: d.hits.saturating_sub(had), ..d };
        self.turn_mut().struck.push((b, by, d));
    }

    /// What artillery has done to a building, when all of the moment have fired: so many hits more.
    pub(super) fn house_struck(&mut self, b: u16, by: UnitId, d: Damaged) {
        let turn = self.field.turn;
        let occupant = self.field.occupant(b).map(|o| o.id);
        let was = self.field.terrain.buildings.get(&b).copied().unwrap_or_default();
        let most = artillery::ruined_by(self.field.building_values(b).cover);
        let now = self.field.terrain.buildings.entry(b).or_default();
        let hit = d.hits > 0;
        now.hits = now.hits.saturating_add(d.hits);
        let (hits, ruined) = (now.hits, d.ruined || most.is_some_and(|n| now.hits >= n));
        now.shattered |= ruined;
        let name = self.field.name_of(Thing::Building(b));
        let seen: Vec<UnitId> = occupant.into_iter().chain([by]).collect();
        if hit {
            let (place, says) = (name.clone(), say!("event-building-hit", hits));
            self.tell(clause!("17.04.1"), &seen, || EventKind::Place { place, says, ruling: None });
        }
        if d.fire && !self.field.burns(Thing::Building(b)) {
            let fire = Burning::shelled(turn, occupant.is_some());
            self.field.terrain.blazes.push(Blaze { on: Thing::Building(b), fire, object: None });
            let (place, says) = (name.clone(), say!("event-fire-breaks-out"));
            self.tell(clause!("17.04.3"), &seen, || EventKind::Place { place, says, ruling: None });
        }
        if ruined && !was.ruined() {
            self.ruined(b, &name, clause!("17.04.2"));
        }
    }

    /// A building has become a ruin: who is in it must leave, in his next turn or at once (17.04.2).
    pub(super) fn ruined(&mut self, b: u16, name: &str, by: Clause) {
        let (place, says) = (name.to_owned(), say!("event-building-ruined"));
        self.tell_to(by, [true; 2], || EventKind::Place { place, says, ruling: None });
        let Some(u) = self.field.occupant(b).map(|o| o.id) else { return };
        let fate = FireReadings::of(&self.field.readings).ruined_occupants;
        let (turns, by) = building::driven_out(fate);
        if turns > 0.0 {
            return;
        }
        let away = self.away(u, None);
        let to = self.free_facade(u, away).unwrap_or(self.field[u].base.centre() + away * BEYOND);
        let by = By::from(clause!("17.04.2")).with(by.iter());
        self.lose_order(u);
        self.leave_building(u, to, by);
        self.stand_still(u);
        self.turn_mut().instant.legs.push(u);
    }

    /// Who begins the turn in a ruin leaves it, whatever he was ordered (17.04.2).
    pub(super) fn out_of_ruins(&mut self) {
        for u in self.standing() {
            let Some(b) = self.field[u].inside else { continue };
            let ruin = self.field.terrain.buildings.get(&b).is_some_and(building::Damage::ruined);
            let already = matches!(self.run(u).order.legs.first(), Some(Ordered::Leave { .. }));
            if !ruin || already || !self.field[u].state.intact() {
                continue;
            }
            let to = self.field[u].base.centre() + self.away(u, None) * BEYOND;
            let to = self.free_facade(u, self.away(u, None)).unwrap_or(to);
            let run = self.run_mut(u);
            run.course.mode = Mode::Order;
            run.order.legs.insert(0, Ordered::Leave { x: to.x, y: to.y });
            (run.order.begun, run.order.spent) = (false, 0.0);
            let (_, by) = building::driven_out(Default::default());
            let by = By::from(clause!("17.04.2")).with(by.iter());
            let name = self.field.name_of(Thing::Building(b));
            self.tell_owner(by, u, || EventKind::Worked {
                unit: u,
                says: say!("event-must-leave", building = name),
            });
        }
    }
}

impl Table {
    /// Only artillery, in an obstacle I without cover, with the object before it (07.05.5).
    pub(super) fn may_make_gap(&self, u: UnitId, object: &str) -> Result<(), Clause> {
        let f = &self.field;
        let by = clause!("07.05.5");
        let Some(Thing::Line(i)) = f.thing(object) else { return Err(by) };
        let l = &f.lines[usize::from(i)];
        let values = crate::book::features::Values { cover: l.cover, obstacle: l.obstacle };
        crate::book::features::gap(f[u].arm, values).map_err(|r| refused(r, by))?;
        let near = f.outline(Thing::Line(i)).is_some_and(|r| f.stands_at(&f[u], &r));
        if near { Ok(()) } else { Err(by) }
    }
}
