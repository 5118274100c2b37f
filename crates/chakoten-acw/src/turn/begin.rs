//! How a turn begins: orders taken, attacks and retreats announced, works made known, everybody sets out (04.01, play.clock).

use super::choices::Asked;
use super::{Attack, Mode, Run, Stage, Table, Turn, Volley};
use crate::book::data;
use crate::check::{Action, Checked, Primitive, Trigger};
use crate::event::{By, EventKind};
use crate::order::{Choice, ChoiceKind, Order};
use crate::reading;
use crate::say;
use crate::troop::State;
use crate::unit::UnitId;
use crate::{attack, clause};
use smallvec::SmallVec;
use table::Strips;
use umpire::Clause;
use words::Says;

/// Who is near whom is found by strips of the table so wide, in cm.
const STRIP: f64 = 60.0;

impl Table {
    /// Begins a turn with the orders of both sides, in the order of the units.
    pub(crate) fn begin_turn(&mut self, orders: Vec<(UnitId, Checked)>) {
        self.field.turn += 1;
        // Everybody stands: who moved at the end of the last turn has stopped since.
        self.noticed = Default::default();
        let turn = self.field.turn;
        self.dice.begin_turn(turn);
        let mut overridden = Vec::new();
        let mut runs: Vec<Run> = self.field.units.iter().map(|u| Run::standing(u.base, u.state)).collect();
        for (id, checked) in orders {
            let run = &mut runs[id.index()];
            run.order.written = checked.order;
            let unit = &self.field[id];
            if unit.state == State::Complete || !unit.on_table() {
                continue;
            }
            match &checked.action {
                Action::Move(c) => {
                    run.order.steps = c.steps.clone();
                    if let Some(u) = &unit.record.unfinished {
                        if matches!(&run.order.written, Order::Move(m) if m.steps.first() == Some(&u.step)) {
                            run.order.spent = u.spent;
                        }
                    }
                    if c.attack {
                        run.assault.attack = Some(Attack {
                            declared: true,
                            ordered: c.ordered_share_ok(),
                            share: c.share.map(|s| s.unwrap_or_else(|too_few| too_few)),
                            charge: c.charge && c.ordered_share_ok(),
                            announced: c.target,
                            won: SmallVec::new(),
                            over: false,
                        });
                        run.assault.full_charge = c.charge;
                    }
                }
                Action::Fire(plan) => {
                    let mut after = 0;
                    for shot in &plan.shots {
                        run.fire.volleys.push(Volley { shot: shot.clone(), after, done: false, due: None });
                        after += shot.companies.unwrap_or(0);
                    }
                }
                _ => {}
            }
            run.order.action = checked.action;
            run.order.by = checked.by;
            if let Some((by, order)) = checked.instead {
                run.order.by.add(by);
                overridden.push((id, by, order));
            }
        }
        let f = &self.field;
        let bases = f.units.iter().map(|u| u.base);
        let clock = clock::Clock::new(super::drive::DIAL, f.ground.width, STRIP, bases);
        self.now = Some(Box::new(Turn::new(clock, runs)));
        let by = By::from(clause!("04.01.1")).and(clause!("preface.2")).and(clause!("preface.3"));
        self.tell_to(by, [true; 2], || EventKind::TurnBegins);
        for (u, by, order) in overridden {
            self.override_order(u, by, order);
        }
        for i in 0..self.field.units.len() {
            let id = UnitId(i as u16);
            let run = self.run(id);
            if self.log.is_on() && run.has_order() {
                let (order, side) = (run.order.written.clone(), self.field[id].side);
                let mut seen = [false; 2];
                seen[side.index()] = true;
                let by = By::from(clause!("03.01.2.a")).with(run.order.by.iter());
                self.tell_to(by, seen, || EventKind::Ordered { unit: id, order });
            }
            let repair = match &self.run(id).order.action {
                Action::Move(c) => c.repair,
                Action::Fire(p) => p.repair,
                _ => None,
            };
            if let Some(item) = repair {
                crate::gear::begin_repair(&mut self.field, id, item);
            }
            if let Action::Move(c) = &self.run(id).order.action {
                if c.charge {
                    self.field[id].record.last_charge = Some(turn);
                }
            }
            self.field[id].record.unfinished = None;
            if self.gives_itself_away(id) {
                self.stirs(id);
            }
        }
        self.meet_in_contact();
    }

    /// The unit is not to do what was written, and its side is told so. Who was to stand loses nothing.
    fn override_order(&mut self, u: UnitId, by: Clause, order: Order) {
        if matches!(order, Order::Stand | Order::Reorganise) {
            return;
        }
        let mut seen = [false; 2];
        seen[self.field[u].side.index()] = true;
        self.tell_to(by, seen, || EventKind::Overridden { unit: u, order });
    }

    /// What was written for it is void by this clause, if it was not void before.
    pub(super) fn overrides(&mut self, u: UnitId, by: Clause) {
        if self.log.is_on() && !self.run(u).order.void {
            let order = self.run(u).order.written.clone();
            self.override_order(u, by, order);
        }
    }

    /// Does what it is to do in this turn give it away in a wood or town from the start (03.02.3.b): movement of any kind (03.03.1.b),
    /// fire at a moment of the clock, flight? Fire that waits for an event, and what is forced upon it, does so when it happens.
    fn gives_itself_away(&self, u: UnitId) -> bool {
        let at_once = self.field.readings.is(reading!("stirring", "as-it-happens"));
        let unit = &self.field[u];
        if !unit.on_table() || unit.state == State::Complete {
            return unit.on_table();
        }
        if unit.record.halted_to.is_some_and(|t| self.field.turn <= t) {
            return false;
        }
        let waits = |s: &Primitive| matches!(s, Primitive::Wait { .. });
        match &self.run(u).order.action {
            Action::Move(c) if at_once => c.steps.first().is_some_and(|s| !waits(s)),
            Action::Move(c) => c.steps.iter().any(|s| !waits(s)),
            Action::Fire(p) => p.shots.iter().any(|s| match s.when {
                Trigger::AtOnce => true,
                Trigger::Clock(_) => !at_once,
                _ => false,
            }),
            Action::Stand { .. } | Action::Resupply(_) => false,
        }
    }

    /// It fires or moves in this turn.
    pub(crate) fn stirs(&mut self, u: UnitId) {
        let turn = self.field.turn;
        self.field[u].record.stirred = Some(turn);
    }

    /// The upright boxes about everybody's base as he stands now.
    pub(crate) fn boxes(&self) -> Strips {
        let f = &self.field;
        Strips::new(f.ground.width, STRIP, f.units.iter().map(|u| u.base.rect().bounds()))
    }

    /// Phase 1: attacks are announced, then pinned and locked units may declare a retreat.
    pub(crate) fn announce(&mut self) -> Stage {
        let mut asked = Vec::new();
        for i in 0..self.field.units.len() {
            let id = UnitId(i as u16);
            if !self.field[id].on_table() {
                continue;
            }
            if self.run(id).assault.attack.is_some() {
                let path = self.straight_path(id);
                let named = self.run(id).assault.attack.as_ref().and_then(|a| a.announced);
                let found = match named {
                    Some(t) => Some((t, clause!("play.attack-target"))),
                    None => attack::announced_target(&self.field, &self.field[id], &path),
                };
                let target = found.map(|(t, _)| t);
                let (charge, share) = {
                    let a = self.run_mut(id).assault.attack.as_mut().expect("it attacks");
                    a.announced = target;
                    (a.charge, a.share)
                };
                self.announced(
                    By::from(clause!("04.01.2")).with(found.map(|(_, by)| by)).with(share),
                    id,
                    || say!("an-attack-is-announced"),
                    EventKind::AttackAnnounced { unit: id, target, charge },
                );
            }
        }
        for i in 0..self.field.units.len() {
            let id = UnitId(i as u16);
            let u = &self.field[id];
            if !u.on_table() || u.state >= State::Disorder || !u.locked.is_empty() {
                continue;
            }
            let pinned = u.pinned(self.field.turn);
            let locked = self.fire_locked(id).is_some();
            if pinned || locked {
                let clause = if pinned { clause!("04.02.8.b") } else { clause!("04.02.14.b") };
                asked.push(Asked {
                    key: format!("retreat {}", u.code),
                    side: u.side,
                    kind: ChoiceKind::Retreat { unit: id },
                    default: Choice::No,
                    offers: vec![Choice::Yes, Choice::No],
                    clause,
                });
            }
        }
        self.ask(asked);
        Stage::Retreats
    }

    /// Heard by all, but of a unit out of sight only the fact (play.view).
    fn announced(&mut self, by: impl Into<By>, u: UnitId, fact: Says, kind: EventKind) {
        if !self.log.is_on() {
            return;
        }
        let by = by.into();
        let seen = self.witnesses(&[u]);
        let fact_by = By::from(by.clause).and(clause!("play.view"));
        self.tell_to(by, seen, || kind);
        if seen != [true; 2] {
            let side = self.field[u].side;
            self.tell_to(fact_by, seen.map(|s| !s), || EventKind::Heard { side, says: fact() });
        }
    }

    /// All visible fieldworks are made known with the announcements (04.01.2): to each side those that one of its units sees.
    fn make_works_known(&mut self) {
        let built: Vec<usize> = (0..self.field.lines.len()).filter(|i| self.field.lines[*i].built).collect();
        if built.is_empty() {
            return;
        }
        for side in self.field.sides_in_order() {
            for &i in &built {
                let f = &self.field;
                let l = &f.lines[i].path;
                let sees = |p: table::V2| {
                    f.side(side).any(|u| {
                        let eye = u.base.front;
                        eye.dist(p) <= data().d.sight + table::EPS
                            && crate::sight::line_clear(f, eye, p).is_ok()
                    })
                };
                if [0.5, 0.0, 1.0].iter().any(|t| l.at(l.len() * t).is_some_and(|(p, _)| sees(p))) {
                    self.sightings.work(side, i);
                }
            }
            let mut seen = [false; 2];
            seen[side.index()] = true;
            for i in self.sightings.untold(side) {
                let Some(l) = self.field.lines.get(i) else { continue };
                let work = say!("work-of-kind", name = &l.name, kind = l.kind);
                self.tell_to(clause!("04.01.2"), seen, || EventKind::WorkKnown { work });
            }
        }
    }

    pub(crate) fn retreats(&mut self) -> Stage {
        for (a, c) in self.take_choices() {
            let ChoiceKind::Retreat { unit } = a.kind else { continue };
            if c == Choice::Yes {
                // From now on it is in U and not pinned (04.01.3.b).
                self.run_mut(unit).order.retreat = true;
                self.stirs(unit);
                let fact = || say!("a-retreat-is-declared");
                let by = By::from(clause!("04.01.2")).and(clause!("04.01.3.b"));
                self.announced(by, unit, fact, EventKind::RetreatDeclared { unit });
                self.field[unit].pinned_to = None;
                self.worsen(unit, State::Disorder, a.clause);
                self.overrides(unit, a.clause);
                self.run_mut(unit).order.void = true;
                self.run_mut(unit).fire.volleys.clear();
            }
        }
        // Fire is announced with its moment; guesses stay secret.
        for i in 0..self.field.units.len() {
            let id = UnitId(i as u16);
            let locked = self.lock_fire(id);
            if locked.is_some() {
                self.stirs(id);
            }
            let run = self.run(id);
            if let Some(v) = run.fire.volleys.first().filter(|_| self.log.is_on()) {
                let moment = crate::words::moment(&v.shot.when);
                let fact = || say!("a-unit-is-to-fire");
                let by = By::from(clause!("04.01.2")).with(locked);
                self.announced(by, id, fact, EventKind::FireAnnounced { unit: id, moment });
            }
        }
        self.make_works_known();
        Stage::Melees
    }

    /// Straight marches of the order, for the announced target.
    fn straight_path(&self, u: UnitId) -> Vec<(table::Base, table::V2, f64)> {
        let mut base = self.field[u].base;
        let mut path = Vec::new();
        for s in &self.run(u).order.steps {
            match s {
                Primitive::March { cm } => {
                    let length = cm.unwrap_or(60.0).min(100.0);
                    path.push((base, base.dir, length));
                    base = base.moved(base.dir * length);
                }
                Primitive::Wheel { degrees } => {
                    let pivot = if *degrees > 0.0 { base.front_right() } else { base.front_left() };
                    base = base.turned_about(pivot, -degrees.to_radians());
                }
                _ => {}
            }
        }
        path
    }

    /// Plans everybody's first leg; called once, after the melees.
    pub(crate) fn set_out(&mut self) {
        self.clock_mut().clear_agenda();
        self.find_reach();
        for i in 0..self.field.units.len() {
            let id = UnitId(i as u16);
            let u = &self.field[id];
            if !u.on_table() {
                continue;
            }
            let run = self.run(id);
            let halted = u.record.halted_to.is_some_and(|t| self.field.turn <= t);
            if run.befell.began == State::Complete && u.state == State::Complete && !run.befell.forced {
                let heading = attack::flight_direction(&self.field, &self.field[id]);
                let dir = heading.dir;
                // It has its back to the enemy: the front it had before it turned is the other way (08.03.1).
                self.run_mut(id).course.former = fronting(&self.field[id].base, -dir);
                self.turn_where_there_is_room(id, dir);
                self.run_mut(id).course.mode = Mode::Flight(heading);
            } else if halted {
                self.overrides(id, clause!("01.06.2"));
                self.void(id, false);
            } else if u.pinned(self.field.turn) && matches!(run.order.action, Action::Move(_)) {
                self.overrides(id, clause!("04.02.8.a"));
                self.run_mut(id).course.mode = Mode::Stand;
                self.run_mut(id).order.void = true;
            }
        }
        for i in 0..self.field.units.len() {
            let id = UnitId(i as u16);
            if self.field[id].on_table() {
                if self.run(id).course.mode != Mode::Stand {
                    self.plan_leg(id);
                } else {
                    self.stand_still(id);
                }
            }
        }
        // Who stands still has to be expected too.
        for i in 0..self.field.units.len() {
            let id = UnitId(i as u16);
            if self.field[id].on_table() && self.leg(id).stands() {
                clock::expect(self, id);
            }
        }
    }

    /// Faces the unit another way without time, about its centre.
    pub(crate) fn turn_round(&mut self, u: UnitId, dir: table::V2) {
        let unit = &mut self.field[u];
        unit.base = fronting(&unit.base, dir);
    }

    /// The same; but who would then stand on what he may not enter, or over the edge, goes that way as he fronts.
    pub(crate) fn turn_where_there_is_room(&mut self, u: UnitId, dir: table::V2) {
        let unit = &self.field[u];
        if self.closed_to(unit, &unit.base, &fronting(&unit.base, dir)).is_none() {
            self.turn_round(u, dir);
        }
    }
}

/// The base turned on its ground, about its centre.
fn fronting(base: &table::Base, dir: table::V2) -> table::Base {
    base.at(base.centre() + dir * (base.depth / 2.0), dir)
}
