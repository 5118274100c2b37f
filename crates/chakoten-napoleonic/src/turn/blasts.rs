//! Powder fired on order (19.07, 19.08): charges and mines, and what they do to those near by.

use super::Table;
use super::states::Fall;
use crate::book::numbers;
use crate::event::{By, EventKind};
use crate::procedures::blast::{Blast, BlastSituation, RADII};
use crate::procedures::demolition::{BlastObject, BlastObjectOutcome};
use crate::procedures::mines::{FireMine, MineOutcome};
use crate::terrain::{Cut, Thing};
use crate::unit::{MEN, Side, UnitId};
use crate::works::building;
use crate::{aim, clause, cover, sides, sight};
use table::{EPS, Rect, V2};
use umpire::Clause;

/// No blast is felt farther than this, in cm (19.07.7).
const FELT: f64 = numbers::BLAST_MORALE;

/// The depth at which the radius of a mine is reckoned, in metres (19.08.8).
const ORDINARY_DEPTH: f64 = numbers::MINE_DEPTH;

impl Table {
    /// Fires what was made ready at something: a mine by its name, a charge, or what is to burn.
    pub(super) fn set_off(&mut self, u: UnitId, object: &str) -> Result<(), Clause> {
        let side = self.field[u].side;
        let mines = &self.field.terrain.mines;
        if let Some(m) = mines.iter().position(|m| m.name == object && m.side == side) {
            return self.fire_mine(u, m);
        }
        let t = self.field.thing(object).ok_or(clause!("19.07.4.a"))?;
        let laid = self.field.terrain.powder.iter().position(|p| p.on == t && p.side == side);
        self.fire_charge(u, laid.ok_or(clause!("19.07.4.a"))?)
    }

    /// The die of a blast (19.07.4).
    fn fire_charge(&mut self, u: UnitId, at: usize) -> Result<(), Clause> {
        let turn = self.field.turn;
        let p = self.field.terrain.powder[at];
        let s = p.charge.fire(turn).map_err(|r| r.clause.unwrap_or_else(|| clause!("19.07.4.a")))?;
        let place = self.field.name_of(p.on);
        let (out, ruling) = self.judge_for::<BlastObject>(&s, &place, p.side);
        self.field.terrain.powder.remove(at);
        if let Some(charge) = p.charge.fired(turn, &out) {
            self.field.terrain.powder.push(crate::terrain::Powder { charge, ..p });
        }
        let mut by = By::from(clause!("19.07.4.a"));
        if p.charge.second {
            by = by.and(clause!("19.07.4.b"));
        }
        let (says, ruling, name) = (out.message(), Some(Box::new(ruling)), place.clone());
        let misfire = matches!(out, BlastObjectOutcome::Misfire { .. });
        let seen = if misfire { Table::only(self.field[u].side) } else { [true; 2] };
        self.tell_to(by, seen, || EventKind::Place { place: name, says, ruling });
        if misfire {
            return Ok(());
        }
        let Some(rect) = self.field.outline(p.on) else { return Ok(()) };
        let times = self.felt(&place);
        self.blast(&rect, |q| rect.contains(q, 0.0), p.quarters, Some(p.party), p.side, times);
        match (out, p.on) {
            (BlastObjectOutcome::Complete, on) => {
                self.destroyed(on, None);
                if let Thing::Building(b) = on {
                    self.ruined(b, &self.field.name_of(on), clause!("19.07.4.a"));
                }
            }
            (_, Thing::Crossing(i)) => {
                self.field.terrain.cut.insert(i, Cut::Partly);
            }
            (_, on) => {
                self.field.terrain.partly.insert(on);
            }
        }
        Ok(())
    }

    /// The die of a mine (19.08.6): within its radius everything is destroyed.
    fn fire_mine(&mut self, u: UnitId, at: usize) -> Result<(), Clause> {
        let turn = self.field.turn;
        let g = self.field.terrain.mines[at].clone();
        let depth = if g.mine.shaft > 0.0 { g.mine.shaft } else { ORDINARY_DEPTH };
        let minus = self.said.minus.get(&g.name).copied().unwrap_or(0);
        let s = g.mine.fire(turn, depth, minus);
        let s = s.map_err(|r| r.clause.unwrap_or_else(|| clause!("19.08.6.a")))?;
        let (out, ruling) = self.judge_for::<FireMine>(&s, &g.name, g.side);
        self.field.terrain.mines[at].mine.came(turn, &out);
        let radius = match out {
            MineOutcome::Misfire { .. } => None,
            MineOutcome::Half { radius } | MineOutcome::Full { radius } => Some(radius.0),
        };
        let by = By::from(clause!("19.08.6.a")).with(radius.map(|_| clause!("19.08.8")));
        let seen = if radius.is_none() { Table::only(self.field[u].side) } else { [true; 2] };
        let (place, says, ruling) = (g.name.clone(), out.message(), Some(Box::new(ruling)));
        self.tell_to(by, seen, || EventKind::Place { place, says, ruling });
        let Some(radius) = radius else { return Ok(()) };
        let half = table::v2(radius, radius);
        let crater = Rect::upright(g.to - half, g.to + half);
        let inside = |p: V2| p.dist(g.to) <= radius + EPS;
        let times = self.felt(&g.name);
        self.blast(&crater, inside, 4 * g.mine.loaded, Some(u), g.side, times);
        self.swallowed(g.to, radius);
        Ok(())
    }

    /// Everything within the radius of a mine is destroyed (19.08.8, 19.12.5).
    fn swallowed(&mut self, at: V2, radius: f64) {
        let f = &self.field;
        let near = |t: &Thing| f.outline(*t).is_some_and(|r| r.gap_to_point(at) <= radius + EPS);
        let lines = (0..f.lines.len() as u16).filter(|i| {
            let standing = f.lines[usize::from(*i)].standing();
            standing.iter().any(|(a, b)| Rect::between(*a, *b).gap_to_point(at) <= radius + EPS)
        });
        let lines: Vec<Thing> = lines.map(Thing::Line).collect();
        let crossings = f.crossings().map(|(i, _)| Thing::Crossing(i));
        let houses = (0..f.ground.buildings.len() as u16).map(Thing::Building);
        let craft = (0..f.terrain.vessels.len() as u16).map(Thing::Craft);
        let all: Vec<Thing> = crossings.chain(houses).chain(craft).filter(near).chain(lines).collect();
        for t in all {
            let place = self.field.name_of(t);
            let was = match t {
                Thing::Building(b) => {
                    self.field.terrain.buildings.get(&b).is_some_and(building::Damage::ruined)
                }
                _ => false,
            };
            self.destroyed(t, Some((at, radius)));
            match t {
                Thing::Building(b) if !was => self.ruined(b, &place, clause!("19.08.8")),
                Thing::Building(_) => {}
                _ => {
                    let by = By::from(clause!("19.08.8")).and(clause!("19.12.5"));
                    let says = crate::say!("event-swallowed");
                    self.tell_to(by, [true; 2], || EventKind::Place { place, says, ruling: None });
                }
            }
        }
    }

    /// How many times as far as usual the umpire says a blast is felt (19.07.8); nothing where it is as the book has it.
    fn felt(&self, object: &str) -> Option<f64> {
        self.said.radii.get(object).copied().filter(|x| *x != 1.0)
    }

    /// What a blast does to every unit near it (19.07.5 to 19.07.9); distances from the edge of the object.
    pub(super) fn blast(
        &mut self,
        object: &Rect,
        inside: impl Fn(V2) -> bool,
        quarters: u32,
        party: Option<UnitId>,
        side: Side,
        times: Option<f64>,
    ) {
        let quarters = quarters.min(u16::MAX.into()) as u16;
        if quarters == 0 {
            return;
        }
        for u in self.standing() {
            self.settle(u);
            let f = &self.field;
            let unit = &f[u];
            let distance = f.gap_to(unit, object);
            if distance > FELT * times.unwrap_or(1.0) + EPS {
                continue;
            }
            let from = object.nearest(unit.base.centre());
            let to = ::ground::nearest_of(&f.rects(unit), from);
            let struck = sides::guns(unit, from, to).0;
            let covered = cover::from_place(f, unit, from).0;
            let s = BlastSituation {
                quarters,
                unit: aim::under_fire(f, unit, struck, covered, self.abs()),
                distance,
                on_object: f.figures_in(unit, &inside),
                party: party == Some(u),
                unseen: !sight::spied_from(f, from, None, unit) && distance > EPS,
                no_ricochet: aim::guns::no_ricochet(f, from, to, &f.fire_readings()),
                radii: times.map(|x| RADII.map(|cm| cm * x)),
                readings: f.fire_readings(),
            };
            let code = self.code(u);
            let (out, ruling) = self.judge_for::<Blast>(&s, &code, side);
            let (men, killed) = (out.unit.men, out.killed);
            let by = By::from(clause!("19.07.6")).with(ruling.clauses.iter().copied());
            let (all, ruling) = (MEN.of(killed) + men, Box::new(ruling));
            self.tell(by, &[u], || EventKind::Blasted { unit: u, men: all, ruling });
            self.lose_men(u, MEN.of(killed), clause!("19.07.5"));
            self.lose_men(u, men, clause!("19.07.6"));
            if self.field[u].on_table() {
                let e = out.equipment;
                self.lose_equipment(u, e.guns, e.horses, e.loads, clause!("play.battery"));
                self.worsen(u, out.unit.state, clause!("19.07.7"), None);
                self.look_at_valour(u);
            }
        }
    }

    /// At the end of the turn who is in FU flees at once; who is in U has no turn left to retreat in (play.end).
    pub(super) fn flee_at_the_end(&mut self) {
        for _ in 0..8 {
            let falls: Vec<Fall> = std::mem::take(&mut self.turn_mut().instant.falls);
            if falls.is_empty() {
                break;
            }
            for f in falls.into_iter().filter(|f| f.flees) {
                self.flees(f, None);
            }
        }
    }
}
