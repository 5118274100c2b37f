//! Works on the clock (chapter 19, play.work): a unit stands at its place for the whole turn; what was done is reckoned at the end.

use super::buildings::refused;
use super::legs::Did;
use super::{Gait, INSTANT, Leg, Table};
use crate::book::works::{Craft, Digging, Method, Quantity, Work};
use crate::check;
use crate::clause;
use crate::event::{By, EventKind};
use crate::field::{Field, Staff};
use crate::ground::{Crossing, Line, PatchKind};
use crate::order::{MinePart, WorkOrder};
use crate::procedures::demolition::{PowderFromAmmunition, PowderSituation};
use crate::procedures::works::{Acquisition, DelayOfWork, WorkReadings};
use crate::say;
use crate::terrain::{Cut, Gallery, Kindling, Made, Powder, Thing, Trail, Vessel, Worksite};
use crate::troop::{Arm, State};
use crate::unit::{Load, Unit, UnitId};
use crate::works::charge::{Charge, Tinder};
use crate::works::mine::Mine;
use crate::works::task::{Idle, Leaders, Task, undoing};
use crate::works::{self, Begun, Finished, Footing, MATERIALS_NEAR, Means, Progress, Site, WorkTurn};
use ::ground::strip;
use clock::End;
use table::{Base, EPS, Polyline, Rect, V2};
use umpire::{Clause, Grounds};

/// Told by these grounds, this one first.
pub(super) fn resting(by: &Grounds, first: Clause) -> By {
    By::from(first).with(by.iter())
}

/// What a unit works at in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    /// A place, by its place in the list.
    Site(usize),
    PutOut(Thing),
    /// Powder charges of ammunition loads (19.07.2).
    Charges,
    /// Charges are carried to the chamber of a mine (19.08.5).
    Carry {
        mine: usize,
        charges: u32,
    },
}

/// A unit at work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gang {
    pub unit: UnitId,
    pub doing: Doing,
    /// Men it had lost, where and in what state it stood when the turn began.
    pub men: u32,
    pub base: Base,
    pub state: State,
}

/// Roads and paths through woods, in cm.
const ROAD: f64 = 3.0;
const PATH: f64 = 1.0;

/// How far from the order's place a mine is looked for, in cm.
const SAME_PLACE: f64 = 1.0;

impl Table {
    /// Works for the whole turn, from its beginning (19.01.3.a).
    pub(super) fn work_leg(&mut self, u: UnitId, work: &WorkOrder) -> Did {
        if let WorkOrder::Fire { object } = work {
            return match self.set_off(u, object) {
                Ok(()) => Did::Done,
                Err(by) => {
                    self.cannot(u, by);
                    self.after_giving_up(u)
                }
            };
        }
        if !self.run(u).order.begun {
            if let Err(by) = self.begin_work(u, work) {
                self.cannot(u, by);
                return self.after_giving_up(u);
            }
            self.run_mut(u).order.begun = true;
        }
        self.works_on(u, clause!("19.01.3.a"))
    }

    /// It stands to the end of the turn.
    pub(super) fn works_on(&self, u: UnitId, by: Clause) -> Did {
        let mut leg = Leg::stand_until(self.field[u].base, self.time(), 1.0, End::Fixed);
        leg.how = Gait { waits: true, by: Some(by), ..Gait::default() };
        Did::On(leg)
    }

    fn begin_work(&mut self, u: UnitId, work: &WorkOrder) -> Result<(), Clause> {
        if self.time() > INSTANT {
            return Err(clause!("19.01.3.a"));
        }
        if !self.field[u].state.intact() {
            return Err(clause!("play.work"));
        }
        let (turn, _) = self.field.working_turn(self.field.turn);
        let labour = self.field[u].record.labour;
        labour.may_work(turn).map_err(|r| refused(r, clause!("19.01.3.b")))?;
        let mut by = By::from(clause!("19.01.1")).and(clause!("19.01.3.a"));
        let (doing, place, ruling) = match work {
            WorkOrder::PutOut { object } => {
                let t =
                    self.field.thing(object).filter(|t| self.field.burns(*t)).ok_or(clause!("19.06.4.a"))?;
                self.stands_by(u, &self.field.outline(t).ok_or(clause!("19.06.4.a"))?)?;
                by = by.and(clause!("19.06.4.a"));
                (Doing::PutOut(t), object.clone(), None)
            }
            WorkOrder::Charges => {
                if self.field[u].arm != Arm::Artillery {
                    return Err(clause!("19.07.2"));
                }
                by = by.and(clause!("19.07.2"));
                (Doing::Charges, self.code(u), None)
            }
            WorkOrder::Mine { part: MinePart::Load, at, charges } => {
                let mine = self.mine_at(u, table::v2(at[0], at[1])).ok_or(clause!("19.08.5"))?;
                let g = &self.field.terrain.mines[mine];
                self.stands_by(u, &Rect::between(g.from, g.from))?;
                let (name, charges) = (g.name.clone(), charges.round().clamp(1.0, 1000.0) as u32);
                by = by.and(clause!("19.08.5"));
                (Doing::Carry { mine, charges }, name, None)
            }
            other => {
                let at = self.site_of(u, other)?;
                let rect = self.field.terrain.sites[at].rect(&self.field);
                self.stands_by(u, &rect)?;
                let (more, ruling) = self.take_up(u, at)?;
                by = by.with(more.iter());
                (Doing::Site(at), self.field.terrain.sites[at].name.clone(), ruling)
            }
        };
        let unit = &mut self.field[u];
        unit.working = true;
        let gang = Gang { unit: u, doing, men: unit.losses.men, base: unit.base, state: unit.state };
        self.turn_mut().gangs.push(gang);
        self.tell(by, &[u], || EventKind::WorkBegins { unit: u, place, ruling });
        Ok(())
    }

    /// At the place, from the beginning of the turn (19.01.3.a).
    fn stands_by(&self, u: UnitId, place: &Rect) -> Result<(), Clause> {
        let there = self.field.stands_at(&self.field[u], place);
        if there { Ok(()) } else { Err(clause!("19.01.3.a")) }
    }

    /// The place at which an order bids it work: one that is there, or a new one.
    fn site_of(&mut self, u: UnitId, work: &WorkOrder) -> Result<usize, Clause> {
        let side = self.field[u].side;
        let (task, amount, from, to, on) = match work {
            WorkOrder::GoOn { at } => {
                let known =
                    |s: &Worksite| s.name == *at && s.side == side && s.site.stage() != works::Stage::Done;
                return self.field.terrain.sites.iter().position(known).ok_or(clause!("19.04.3.b"));
            }
            WorkOrder::Build { work, from, to } => self.to_build(work, *from, *to)?,
            WorkOrder::Level { object } => {
                let t = self.field.thing(object).ok_or(clause!("19.12.4"))?;
                let work = self.work_there(t).ok_or(clause!("19.12.4"))?;
                let task = undoing(work, Method::Other).map_err(|r| refused(r, clause!("19.12.4")))?;
                if !matches!(task, Task::Level { .. }) {
                    return Err(clause!("19.12.4"));
                }
                self.at_thing(task, t)?
            }
            WorkOrder::Destroy { object, method } => {
                let t = self.field.thing(object).ok_or(clause!("19.05.1"))?;
                if let Some(work) = self.work_there(t).filter(|w| w.earthwork()) {
                    let refusal = undoing(work, *method).err();
                    return Err(refusal.map_or(clause!("19.12.4"), |r| refused(r, clause!("19.12.5"))));
                }
                let object = self.field.destroyed_as(t, *method).ok_or(clause!("19.05.1"))?;
                self.at_thing(Task::Destroy { object, method: *method }, t)?
            }
            WorkOrder::Strengthen { building } => {
                let b = self.field.ground.building(building).ok_or(clause!("17.02.4"))?;
                let house = &self.field.ground.buildings[usize::from(b)];
                let done = self.field.terrain.buildings.get(&b).copied().unwrap_or_default();
                let may = done.can_be_strengthened(self.field.laid_values(b), house.strong);
                may.map_err(|r| refused(r, clause!("17.02.4")))?;
                self.at_thing(Task::Strengthen { capacity: house.capacity.into() }, Thing::Building(b))?
            }
            WorkOrder::Mine { part, at, charges } => {
                self.digs_where(u, *part, table::v2(at[0], at[1]), *charges)?
            }
            WorkOrder::Fire { .. } | WorkOrder::PutOut { .. } | WorkOrder::Charges => {
                return Err(clause!("19.01.1"));
            }
        };
        let same = |s: &Worksite| {
            let here = match on {
                Some(_) => s.on == on,
                None => s.from.dist(from) <= SAME_PLACE && s.to.dist(to) <= SAME_PLACE,
            };
            s.side == side && s.site.task == task && s.site.stage() != works::Stage::Done && here
        };
        if let Some(at) = self.field.terrain.sites.iter().position(same) {
            return Ok(at);
        }
        let second = match (task, on) {
            (Task::Destroy { object, method: Method::Blast }, Some(on)) => {
                self.is_partly_gone(on).then_some(object)
            }
            _ => None,
        };
        let site = match second {
            Some(object) => Site::second_blast(object, amount),
            None => Site::new(task, amount),
        };
        let site = site.map_err(|r| refused(r, clause!("19.04.1")))?;
        let name = format!("site-{}", self.field.terrain.sites.len() + 1);
        self.field.terrain.sites.push(Worksite { name, side, site, from, to, on, hands: Vec::new() });
        Ok(self.field.terrain.sites.len() - 1)
    }

    /// What is to be built, how much of it, and where.
    fn to_build(&self, name: &str, from: [f64; 2], to: [f64; 2]) -> Result<Aimed, Clause> {
        let work = check::works::work_named(name).ok_or(clause!("19.04.1"))?;
        let (from, to) = (table::v2(from[0], from[1]), table::v2(to[0], to[1]));
        let task = Task::Build { work };
        let amount = match work.row().quantity {
            Quantity::Length(_) | Quantity::Bridge(_) => from.dist(to),
            Quantity::Square(..) => ((to.x - from.x) * (to.y - from.y)).abs(),
            Quantity::Piece => 1.0,
        };
        let needs = match work {
            Work::BridgeDeck => Some(Cut::DeckOff),
            Work::BridgeRepair | Work::MakeshiftBridgeRepair => Some(Cut::Partly),
            _ => None,
        };
        let Some(cut) = needs else { return Ok((task, amount, from, to, None)) };
        let here = |i: &u16| {
            let crossing = self.field.crossing(*i);
            crossing.is_some_and(|c| c.rect.gap_to_point(from).min(c.rect.gap_to_point(to)) <= SAME_PLACE)
        };
        let broken = self.field.terrain.cut.iter().filter(|(_, c)| **c == cut).map(|(i, _)| *i);
        let i = broken.filter(here).min().ok_or(clause!("19.09.3"))?;
        let long = self.field.crossing(i).map_or(amount, |c| 2.0 * c.rect.half_width.max(c.rect.half_depth));
        Ok((task, amount.min(long).max(EPS), from, to, Some(Thing::Crossing(i))))
    }

    /// A task at something that is there, and how much of it there is.
    fn at_thing(&self, task: Task, t: Thing) -> Result<Aimed, Clause> {
        task.terms().map_err(|r| refused(r, clause!("19.05.4")))?;
        let rect = self.field.outline(t).ok_or(clause!("19.05.1"))?;
        let amount = match t {
            Thing::Line(i) => {
                let l = &self.field.lines[usize::from(i)];
                l.standing().iter().map(|(a, b)| a.dist(*b)).sum()
            }
            _ => 2.0 * rect.half_width.max(rect.half_depth),
        };
        Ok((task, amount, rect.centre, rect.centre, Some(t)))
    }

    /// A part of a mine: its shaft where it is ordered, the others at the mine that is there.
    fn digs_where(&mut self, u: UnitId, part: MinePart, at: V2, charges: f64) -> Result<Aimed, Clause> {
        let digging = Digging::part(part).ok_or(clause!("19.08.5"))?;
        let task = Task::Dig { digging };
        let known = self.mine_at(u, at);
        let row = f64::from(digging.row().quantity);
        let (mine, amount) = match (digging, known) {
            (Digging::Shaft, Some(m)) => (m, row),
            (Digging::Shaft, None) => (self.open_mine(u, at), row),
            (Digging::Gallery, Some(m)) => (m, self.field.terrain.mines[m].to.dist(at)),
            (Digging::Chamber, Some(m)) => (m, charges.max(1.0)),
            (_, None) => {
                (self.open_mine(u, at), if digging == Digging::Chamber { charges.max(1.0) } else { row })
            }
        };
        let from = self.field.terrain.mines[mine].from;
        Ok((task, amount.max(EPS), from, at, None))
    }

    fn open_mine(&mut self, u: UnitId, at: V2) -> usize {
        let name = format!("mine-{}", self.field.terrain.mines.len() + 1);
        let side = self.field[u].side;
        self.field.terrain.mines.push(Gallery { name, side, from: at, to: at, mine: Mine::default() });
        self.field.terrain.mines.len() - 1
    }

    /// The own mine at whose mouth a unit stands, or whose end is there.
    fn mine_at(&self, u: UnitId, at: V2) -> Option<usize> {
        let unit = &self.field[u];
        let here = |g: &Gallery| {
            g.side == unit.side
                && (self.field.stands_at(unit, &Rect::between(g.from, g.from)) || g.to.dist(at) <= SAME_PLACE)
        };
        self.field.terrain.mines.iter().position(here)
    }

    /// As what work of table XX a line stands that was built or laid.
    fn work_there(&self, t: Thing) -> Option<Work> {
        let Thing::Line(i) = t else { return None };
        let kind = self.field.lines.get(usize::from(i))?.kind;
        Work::ALL.into_iter().find(|w| w.feature() == Some(kind))
    }

    /// Takes up the work with what there is: materials near, pontoons driven up, or the acquisition roll (19.03).
    fn take_up(&mut self, u: UnitId, at: usize) -> Result<(Grounds, Option<Box<umpire::Ruling>>), Clause> {
        let fallback = clause!("19.04.1");
        let task = self.field.terrain.sites[at].site.task;
        let terms = task.terms().map_err(|r| refused(r, fallback))?;
        let mut cited = Footing::default();
        let here = self.at_the_same_work(u, at);
        let crew = terms.crew(&self.party_of(&here), &self.leaders(&here), &mut cited);
        let crew = crew.map_err(|idle| match idle {
            Idle::NoLeader => terms.strict.unwrap_or(terms.led),
            Idle::TooFew => clause!("19.04.3.b"),
        })?;
        let mut means = self.means(at, task);
        if let Some(turns) = self.said.materials.get(&u).copied().flatten() {
            (means.fetched, means.delay) = (true, turns);
        }
        let begun = self.field.terrain.sites[at].site.begin(&means).map_err(|r| refused(r, fallback))?;
        let Begun { roll, pontoons, by } = begun;
        self.use_pontoons(at, pontoons);
        let ruling = if roll {
            let s = self.field.terrain.sites[at].site.acquisition(crew.units);
            let (longer, ruling) = self.judge::<Acquisition>(&s, u);
            self.field.terrain.sites[at].site.acquired(longer, crew.units);
            Some(Box::new(ruling))
        } else {
            None
        };
        let mut all = by;
        all.join(cited.0);
        if matches!(task, Task::Build { work } if work.earthwork()) {
            let (_, _, placed) = works::task::placed(self.field[u].figures.into());
            all.add(placed);
        }
        Ok((all, ruling))
    }

    /// Who works at a place together with a unit: of a mine also the others who were ordered to dig it and stand there, for miners and
    /// their helpers are units of their own (19.08.2 to 19.08.4).
    fn at_the_same_work(&self, u: UnitId, at: usize) -> Vec<UnitId> {
        let f = &self.field;
        let s = &f.terrain.sites[at];
        let Task::Dig { digging } = s.site.task else { return vec![u] };
        let rect = s.rect(f);
        let digs = |o: &Unit| match self.run(o.id).order.now() {
            Some(crate::order::Leg::Work { work: WorkOrder::Mine { part, .. } }) => {
                Digging::part(*part) == Some(digging)
            }
            Some(crate::order::Leg::Work { work: WorkOrder::GoOn { at } }) => *at == s.name,
            _ => false,
        };
        let with = |o: &&Unit| o.id == u || (f.stands_at(o, &rect) && o.state.intact() && digs(o));
        f.side(f[u].side).filter(with).map(|o| o.id).collect()
    }

    /// The figures of several units as they work.
    fn party_of(&self, units: &[UnitId]) -> works::task::Party {
        let mut all = works::task::Party::default();
        for u in units {
            let p = check::works::party(&self.field[*u]);
            all.pioneers += p.pioneers;
            all.gunners += p.gunners;
            all.miners += p.miners;
            all.others += p.others;
        }
        all
    }

    /// What lies at hand: the engineer park, pontoons that were driven up, trees for an abatis (19.02.1, 19.03.3, 19.10.1).
    fn means(&self, at: usize, task: Task) -> Means {
        let f = &self.field;
        let s = &f.terrain.sites[at];
        let rect = s.rect(f);
        let near = |u: &&Unit| u.side == s.side && f.gap_to(u, &rect) <= MATERIALS_NEAR + EPS;
        let wagons = || f.side(s.side).filter(near);
        let park = wagons().any(|w| matches!(w.load, Some(Load::Park { .. })));
        let trees = |p: &&crate::ground::Patch| {
            p.kind == PatchKind::Wood && p.area.gap_to_point(rect.centre) <= MATERIALS_NEAR + EPS
        };
        let abatis = matches!(task, Task::Build { work: Work::Abatis });
        let pontoons = wagons().filter_map(|w| match w.load {
            Some(Load::Pontoons(n)) => Some(u32::from(n)),
            _ => None,
        });
        Means {
            materials_near: park || (abatis && f.ground.patches.iter().any(|p| trees(&p))),
            fetched: false,
            pontoons: pontoons.sum(),
            delay: 0,
        }
    }

    fn use_pontoons(&mut self, at: usize, mut needed: u32) {
        let rect = self.field.terrain.sites[at].rect(&self.field);
        let side = self.field.terrain.sites[at].side;
        for u in self.standing() {
            if self.field[u].side != side || self.field.gap_to(&self.field[u], &rect) > MATERIALS_NEAR + EPS {
                continue;
            }
            if let Some(Load::Pontoons(n)) = &mut self.field[u].load {
                let taken = needed.min((*n).into());
                *n -= taken as u16;
                needed -= taken;
            }
        }
    }

    /// Powder within reach of a place, in quarters of a charge: in parks, and carried by gunners who made it.
    fn powder_near(&self, side: crate::unit::Side, rect: &Rect) -> u32 {
        let f = &self.field;
        let near = f.side(side).filter(|u| f.gap_to(u, rect) <= MATERIALS_NEAR + EPS);
        near.map(|u| {
            let park = match u.load {
                Some(Load::Park { quarters_of_charge }) => u32::from(quarters_of_charge),
                _ => 0,
            };
            park + f.terrain.carried.get(&u.id).copied().unwrap_or(0)
        })
        .sum()
    }

    fn use_powder(&mut self, side: crate::unit::Side, rect: &Rect, mut needed: u32) {
        for u in self.standing() {
            if self.field[u].side != side || self.field.gap_to(&self.field[u], rect) > MATERIALS_NEAR + EPS {
                continue;
            }
            if let Some(Load::Park { quarters_of_charge }) = &mut self.field[u].load {
                let taken = needed.min((*quarters_of_charge).into());
                *quarters_of_charge -= taken as u16;
                needed -= taken;
            }
            if let Some(q) = self.field.terrain.carried.get_mut(&u) {
                let taken = needed.min(*q);
                *q -= taken;
                needed -= taken;
            }
        }
    }

    /// Who leads several units at one place: their own officers and NCOs, and the specialists with them, each once (19.04.2). Who rode
    /// in this turn led nobody.
    fn leaders(&self, units: &[UnitId]) -> Leaders {
        let f = &self.field;
        let mut all = Leaders::default();
        for u in units {
            let l = check::works::own_leaders(&f[*u]);
            all.officers += l.officers;
            all.pioneer_ncos += l.pioneer_ncos;
            all.artillery_ncos += l.artillery_ncos;
        }
        let with = |s: &&Staff| {
            let there = |u: &UnitId| check::works::leads_at(f, s, &f[*u]);
            s.moved != Some(f.turn) && units.iter().any(there)
        };
        for s in f.staff.iter().filter(with) {
            check::works::add_leader(&mut all, s.post);
        }
        all
    }

    /// Has it fired, fought or moved in this turn, so that it did nothing else with it (play.work)?
    pub(super) fn stirred_in_turn(&self, u: UnitId) -> bool {
        let run = self.run(u);
        run.fire.fired || run.befell.fought || run.befell.forced || !self.field[u].on_table()
    }

    /// The end of a turn of work.
    pub(super) fn works_progress(&mut self, gangs: &[Gang]) {
        for at in 0..self.field.terrain.sites.len() {
            let here: Vec<Gang> = gangs.iter().filter(|g| g.doing == Doing::Site(at)).copied().collect();
            if !here.is_empty() {
                self.turn_at(at, &here);
            }
        }
        for g in gangs {
            match g.doing {
                Doing::Charges => self.make_charges(g),
                Doing::Carry { mine, charges } => self.carry(g, mine, charges),
                Doing::Site(_) | Doing::PutOut(_) => {}
            }
        }
    }

    /// A turn at a place, of all who worked there.
    fn turn_at(&mut self, at: usize, here: &[Gang]) {
        let readings = WorkReadings::of(&self.field.readings);
        let (turn, step) = self.field.working_turn(self.field.turn);
        let rect = self.field.terrain.sites[at].rect(&self.field);
        let f = &self.field;
        let still = |g: &&Gang| !self.stirred_in_turn(g.unit) && f[g.unit].state.intact();
        let good: Vec<Gang> = here.iter().filter(still).copied().collect();
        let counted: &[Gang] = if good.is_empty() { &here[..1] } else { &good };
        let units: Vec<UnitId> = counted.iter().map(|g| g.unit).collect();
        let leaders = self.leaders(&units);
        let mut t = WorkTurn { leaders, ordered: true, at_place: true, ..WorkTurn::default() };
        for g in counted {
            let unit = &f[g.unit];
            let p = check::works::party(unit);
            t.party.pioneers += p.pioneers;
            t.party.gunners += p.gunners;
            t.party.miners += p.miners;
            t.party.others += p.others;
            t.at_place &= f.stands_at(unit, &rect);
            t.state = t.state.max(unit.state);
            t.fired |= self.run(g.unit).fire.fired;
            t.fought |= self.run(g.unit).befell.fought;
            t.moved |= self.run(g.unit).befell.forced || g.base.front.dist(unit.base.front) > BASE_MOVED;
            t.spent |= unit.record.labour.may_work(turn).is_err();
        }
        for g in here {
            let unit = &f[g.unit];
            t.men_lost += unit.losses.men.saturating_sub(g.men);
            t.shaken |= unit.state > g.state;
        }
        let last = &f.terrain.sites[at].hands;
        t.relief = !last.is_empty() && counted.iter().all(|g| !last.contains(&g.unit));
        t.powder = self.powder_near(f.terrain.sites[at].side, &rect);
        let (passed, told) = self.field.terrain.sites[at].site.turns(step, &t, &readings);
        let first = counted[0].unit;
        let place = self.field.terrain.sites[at].name.clone();
        let mut by = resting(&told.by, clause!("play.work")).and(clause!("play.end"));
        if step > 1 {
            by = by.and(clause!("18.02.2"));
        }
        let lost = matches!(told.progress, Progress::Lost(_));
        if !lost {
            let hands: Vec<UnitId> = counted.iter().map(|g| g.unit).collect();
            let relieved = std::mem::replace(&mut self.field.terrain.sites[at].hands, hands);
            for g in counted {
                (0..passed).for_each(|k| self.field[g.unit].record.labour.worked(turn + k));
            }
            if t.relief && told.by.rests_on("19.04.5.b") {
                let rest = self.field.terrain.sites[at].site.task.terms().map_or(0, |t| t.rest);
                for old in relieved {
                    let clause = self.field[old].record.labour.relieved(turn, rest);
                    by = by.and(clause);
                }
            }
        }
        let says = say!("event-work", place = place.clone(), progress = told.progress.message());
        self.tell(by, &[first], || EventKind::Worked { unit: first, says });
        let mut done = told.progress;
        if let Some(s) = self.field.terrain.sites[at].site.delay(readings) {
            let (longer, ruling) = self.judge::<DelayOfWork>(&s, first);
            let told = self.field.terrain.sites[at].site.delayed(longer);
            done = told.progress;
            let by = resting(&told.by, clause!("19.03.4")).and(clause!("19.03.5"));
            let (says, ruling) = (longer.message(), Some(Box::new(ruling)));
            self.tell(by, &[first], || EventKind::Place { place, says, ruling });
        }
        if let Progress::Finished(what) = done {
            self.finish(at, what, first);
        }
    }

    /// A work is finished: what stands there now.
    fn finish(&mut self, at: usize, what: Finished, party: UnitId) {
        let s = self.field.terrain.sites[at].clone();
        let turn = self.field.turn;
        let says = what.message();
        let mut by = By::from(match what {
            Finished::Built(_) => clause!("19.04.4"),
            Finished::Levelled(_) => clause!("19.12.4"),
            Finished::Strengthened => clause!("17.02.4"),
            Finished::Charged(_) => clause!("19.07.3"),
            Finished::Laid(_) => clause!("19.06.1"),
            Finished::DeckOff(_) => clause!("19.09.3"),
            Finished::Destroyed(_) => clause!("19.05.4"),
            Finished::Dug(_) => clause!("19.08.1"),
        });
        match (what, s.on) {
            (Finished::Built(work), on) => by = by.with(self.stands_now(&s, work, on)),
            (Finished::Strengthened, Some(Thing::Building(b))) => {
                self.field.terrain.buildings.entry(b).or_default().strengthened = true;
            }
            (Finished::Charged(object), Some(on)) => {
                let (quarters, _) = s.site.powder().unwrap_or_default();
                let rect = s.rect(&self.field);
                self.use_powder(s.side, &rect, quarters);
                let second = self.is_partly_gone(on);
                let charge = Charge::laid(object, s.site.pieces(), second, turn);
                self.field.terrain.powder.push(Powder { on, side: s.side, charge, quarters, party });
            }
            (Finished::Laid(object), Some(on)) => {
                let tinder = Tinder::laid(object, turn);
                self.field.terrain.kindling.push(Kindling { on, side: s.side, tinder, party });
            }
            (Finished::DeckOff(_), Some(Thing::Crossing(i))) => {
                self.field.terrain.cut.insert(i, Cut::DeckOff);
            }
            (Finished::Levelled(_) | Finished::Destroyed(_) | Finished::DeckOff(_), Some(on)) => {
                self.destroyed(on, None);
                if let Thing::Building(b) = on {
                    self.ruined(b, &self.field.name_of(on), clause!("19.05.4"));
                }
            }
            (Finished::Dug(digging), _) => {
                if let Some(m) = self.field.terrain.mines.iter_mut().find(|m| m.from.dist(s.from) <= EPS) {
                    let amount = match digging {
                        Digging::Gallery => m.to.dist(s.to),
                        _ => f64::from(digging.row().quantity) * f64::from(s.site.pieces()),
                    };
                    if let Ok(clause) = m.mine.dug(digging, amount) {
                        by = by.and(clause);
                        if digging == Digging::Gallery {
                            m.to = s.to;
                        }
                    }
                }
            }
            _ => {}
        }
        let (unit, place) = (party, s.name);
        self.tell(by, &[unit], || EventKind::WorkDone { unit, place, says });
    }

    fn is_partly_gone(&self, on: Thing) -> bool {
        let bridge = matches!(on, Thing::Crossing(i) if self.field.terrain.cut.get(&i) == Some(&Cut::Partly));
        bridge || self.field.terrain.partly.contains(&on)
    }

    /// What a finished work is on the table from now on, and by what clauses.
    fn stands_now(&mut self, s: &Worksite, work: Work, on: Option<Thing>) -> Vec<Clause> {
        let (from, to) = (s.from, s.to);
        let n = self.field.terrain.sites.len();
        let name = format!("{}-{n}", s.name);
        if let Some((kind, by)) = works::stands_as(work) {
            let values = kind.values();
            let (from, to) =
                if from.dist(to) > EPS { (from, to) } else { (from, from + table::v2(1.0, 0.0)) };
            self.field.lines.push(Line {
                name: s.name.clone(),
                kind,
                path: Polyline::new(vec![from, to]),
                depth: 0.0,
                obstacle: values.obstacle,
                cover: values.cover,
                loopholes: false,
                embrasures: work == Work::GunEmplacement,
                cleared: Vec::new(),
                built: true,
            });
            return vec![by];
        }
        if let Some((kind, width)) = Field::bridge_of(work) {
            let mut rect = strip(from, to, width);
            rect.half_depth += EPS;
            self.field.terrain.crossings.push(Crossing { name: s.name.clone(), kind, rect });
            return vec![clause!("19.04.1")];
        }
        match (work, on) {
            (Work::BridgeRepair | Work::BridgeDeck, Some(Thing::Crossing(i))) => {
                self.field.terrain.cut.remove(&i);
                return vec![clause!("19.09.3")];
            }
            (Work::MakeshiftBridgeRepair, Some(Thing::Crossing(i))) => {
                if let Some(rect) = self.field.crossing(i).map(|c| c.rect) {
                    let kind = crate::ground::CrossingKind::Footbridge;
                    self.field.terrain.crossings.push(Crossing { name, kind, rect });
                }
                return vec![clause!("19.04.4")];
            }
            (Work::Ferry | Work::MakeshiftFerry | Work::PontoonBoat | Work::Boat, _) => {
                let ferry = matches!(work, Work::Ferry | Work::MakeshiftFerry);
                let craft = if ferry { Craft::Ferry } else { Craft::Boat };
                let (name, side) = (s.name.clone(), s.side);
                let vessel = Vessel { name, side, craft, at: from, gone: false, with: None, delay: 0.0 };
                self.field.terrain.vessels.push(vessel);
                return vec![clause!("19.11.1")];
            }
            (Work::WoodPath | Work::WoodRoad, _) => {
                let narrow = work == Work::WoodPath;
                let width = if narrow { PATH } else { ROAD };
                let path = Polyline::new(vec![from, to]);
                self.field.terrain.trails.push(Trail { name: s.name.clone(), path, width, narrow });
            }
            (Work::TrenchParapet, _) => {
                let near = |l: &&mut Line| l.path.nearest(from).is_some_and(|n| n.0 <= SAME_PLACE);
                if let Some(l) = self.field.lines.iter_mut().find(near) {
                    l.loopholes = true;
                }
            }
            _ => {
                let made = Made { name: s.name.clone(), side: s.side, work, from, to };
                self.field.terrain.made.push(made);
            }
        }
        vec![clause!("19.04.1")]
    }

    /// Something is gone: a bridge, a stretch of a line or all of it, a boat.
    pub(super) fn destroyed(&mut self, t: Thing, within: Option<(V2, f64)>) {
        match t {
            Thing::Crossing(i) => {
                self.field.terrain.cut.insert(i, Cut::Gone);
            }
            Thing::Line(i) => {
                let l = &mut self.field.lines[usize::from(i)];
                let long: f64 = l.path.segments().map(|(a, b)| a.dist(b)).sum();
                let gone = match within.and_then(|(p, r)| l.path.nearest(p).map(|n| (n, r))) {
                    Some(((off, along, _), r)) => {
                        let half = libm::sqrt((r * r - off * off).max(0.0));
                        (along - half, along + half)
                    }
                    None => (0.0, long),
                };
                l.cleared.push((gone.0.max(0.0), gone.1.min(long)));
            }
            Thing::Craft(i) => {
                if let Some(v) = self.field.terrain.vessels.get_mut(usize::from(i)) {
                    v.gone = true;
                }
                self.lost_with(i);
            }
            Thing::Building(b) => {
                self.field.terrain.buildings.entry(b).or_default().shattered = true;
            }
        }
        self.field.terrain.partly.remove(&t);
        self.field.terrain.blazes.retain(|b| b.on != t || matches!(t, Thing::Line(_)));
        self.field.terrain.powder.retain(|p| p.on != t);
        self.field.terrain.kindling.retain(|k| k.on != t);
    }

    /// Two ammunition loads make a powder charge in a whole turn (19.07.2).
    fn make_charges(&mut self, g: &Gang) {
        if self.stirred_in_turn(g.unit) {
            return;
        }
        let (turn, step) = self.field.working_turn(self.field.turn);
        (0..step).for_each(|k| self.field[g.unit].record.labour.worked(turn + k));
        let Some(loads) = self.field[g.unit].battery.as_ref().map(|b| b.loads) else { return };
        let s = PowderSituation { loads: loads.into(), turns: step };
        let (out, ruling) = self.judge::<PowderFromAmmunition>(&s, g.unit);
        if let Some(b) = self.field[g.unit].battery.as_mut() {
            b.loads = out.loads_left.min(u8::MAX.into()) as u8;
        }
        *self.field.terrain.carried.entry(g.unit).or_default() += 4 * out.charges;
        let by = By::from(clause!("19.07.2")).with(ruling.clauses.iter().copied());
        let (unit, says) = (g.unit, out.message());
        self.tell_owner(by, unit, || EventKind::Worked { unit, says });
    }

    /// A turn of carrying powder to a mine (19.08.5).
    fn carry(&mut self, g: &Gang, mine: usize, charges: u32) {
        if self.stirred_in_turn(g.unit) {
            return;
        }
        let (side, from) = (self.field[g.unit].side, self.field.terrain.mines[mine].from);
        let rect = Rect::between(from, from);
        let (worked, step) = self.field.working_turn(self.field.turn);
        (0..step).for_each(|k| self.field[g.unit].record.labour.worked(worked + k));
        let turn = self.field.turn;
        let unit = g.unit;
        let place = self.field.terrain.mines[mine].name.clone();
        if self.powder_near(side, &rect) < 4 * charges {
            let says = works::Lost::NoPowder.message();
            self.tell_owner(clause!("19.08.5"), unit, || EventKind::Worked { unit, says });
            return;
        }
        let (says, by) = match self.field.terrain.mines[mine].mine.carry(charges, turn) {
            Ok((true, by)) => {
                self.use_powder(side, &rect, 4 * charges);
                (say!("event-mine-loaded", place, charges), resting(&by, clause!("19.08.5")))
            }
            Ok((false, by)) => (say!("event-mine-carrying", place), resting(&by, clause!("19.08.5"))),
            Err(r) => {
                let by = r.clause.unwrap_or_else(|| clause!("19.08.5"));
                (r.reason, By::from(by))
            }
        };
        self.tell_owner(by, unit, || EventKind::Worked { unit, says });
    }
}

/// A task, how much of it, where, and at what.
type Aimed = (Task, f64, V2, V2, Option<Thing>);

/// Farther than this is a move, in cm.
const BASE_MOVED: f64 = 0.05;
