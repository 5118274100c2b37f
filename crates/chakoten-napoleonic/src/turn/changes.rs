//! Changes that take a fixed time and are done at their end (06.01.2): facings, formations, limbering, making ready; and reorganising
//! (13.06).

use super::legs::Did;
use super::{Gait, INSTANT, Leg, Mode, Table};
use crate::book::stand::ready_turns;
use crate::book::turn::periods;
use crate::event::{By, EventKind, Halt};
use crate::order::Leg as Ordered;
use crate::procedures::may_attack::{MayAttackSituation, Unordered, may_attack};
use crate::procedures::morale_readings::MoraleReadings;
use crate::procedures::rally::{WoodsRally, next_step};
use crate::stance::{self, Change};
use crate::troop::{Arm, Formation, State};
use crate::unit::{Hooking, Passage, Unit, UnitId};
use crate::{clause, going, place, reading};
use clock::End;
use table::EPS;
use umpire::Clause;

/// How long something takes, and by what.
pub(super) struct Takes {
    pub turns: f64,
    pub by: Clause,
}

impl Table {
    /// Is it changing its front or formation now, or trying to (03.01.2)?
    pub(super) fn changing(&self, u: UnitId) -> bool {
        let run = self.run(u);
        if matches!(run.course.mode, Mode::ClosesUp(_)) {
            return true;
        }
        run.course.mode == Mode::Order
            && run.order.begun
            && run.order.now().is_some_and(|l| {
                !matches!(
                    l,
                    Ordered::March { .. }
                        | Ordered::Reorganise
                        | Ordered::Stand { .. }
                        | Ordered::Work { .. }
                        | Ordered::Resupply { .. }
                )
            })
    }

    /// Is it changing its formation or facing at this moment, or trying to for want of room, and so not stationary (03.01.2, 06.01.2.b)?
    /// Its body stands while a line goes out or comes in (play.skirmish).
    pub(super) fn reforming(&self, u: UnitId) -> bool {
        let changes = |l: &Ordered| {
            use Ordered::{About, Combine, Disband, Enter, FaceSquare, Form, Leave};
            matches!(
                l,
                About
                    | Combine { .. }
                    | Disband
                    | Enter { .. }
                    | FaceSquare { .. }
                    | Form { .. }
                    | Leave { .. }
            )
        };
        self.changing(u) && self.run(u).order.now().is_some_and(changes)
    }

    /// Something of fixed duration: begun with its grade, carried out when its time is up.
    pub(super) fn change(&mut self, u: UnitId, leg: &Ordered) -> Did {
        if !self.run(u).order.begun {
            if let Err(by) = self.may_change(u, leg) {
                self.cannot(u, by);
                return self.after_giving_up(u);
            }
            self.run_mut(u).order.begun = true;
            self.change_graded(u, leg);
            if self.run(u).order.void || self.run(u).course.mode != Mode::Order {
                return Did::Over;
            }
        }
        let takes = match self.takes(u, leg) {
            Ok(t) => t,
            Err(by) => {
                self.cannot(u, by);
                return self.after_giving_up(u);
            }
        };
        let left = takes.turns - self.run(u).order.spent;
        let (base, now) = (self.field[u].base, self.time());
        if left > 1e-9 || self.begins_again(u, leg) {
            let left = takes.turns - self.run(u).order.spent;
            let mut leg = Leg::stand_until(base, now, now + left, End::Fixed);
            leg.how = Gait { by: Some(takes.by), ..Gait::default() };
            return Did::On(leg);
        }
        if let Ordered::Enter { building } = leg {
            if let Err(by) = self.still_free(u, building) {
                self.cannot(u, by);
                return self.after_giving_up(u);
            }
        }
        if let Some(in_the_way) = self.no_room(u, leg) {
            let limbers = matches!(leg, Ordered::Limber { .. });
            return self.tries_on(u, in_the_way, limbers);
        }
        self.carry_out(u, leg, takes.by);
        if self.run(u).order.void {
            return Did::Over;
        }
        Did::Done
    }

    pub(super) fn after_giving_up(&mut self, u: UnitId) -> Did {
        // `cannot` has gone on to the next leg; looked at anew it is begun afresh.
        match self.run(u).order.now().is_some() {
            true => Did::On(self.next_leg(u)),
            false => Did::Over,
        }
    }

    /// No room: it counts as moving and tries again while the turn lasts (06.01.2.b).
    pub(super) fn tries_on(&mut self, u: UnitId, other: Option<UnitId>, limbers: bool) -> Did {
        let (base, now) = (self.field[u].base, self.time());
        if self.run(u).course.held_by.is_none() || self.run(u).course.held_by != other {
            self.run_mut(u).course.held_by = other.or(Some(u));
            let by = By::from(clause!("06.01.2.b")).and(clause!("play.interrupt"));
            let by = by.with(limbers.then(|| clause!("06.03.5")));
            self.tell(by, &[u], || EventKind::Halted { unit: u, why: Halt::NoRoom, before: other });
        }
        let mut leg = Leg::stand_until(base, now, now + AGAIN, End::Fixed);
        leg.how = Gait { waits: true, by: Some(clause!("06.01.2.b")), ..Gait::default() };
        Did::On(leg)
    }

    /// May it be begun at all, as the unit stands now?
    fn may_change(&self, u: UnitId, leg: &Ordered) -> Result<(), Clause> {
        let unit = &self.field[u];
        match leg {
            Ordered::Form { formation, files, .. } => stance::may_form(&self.field, unit, *formation, *files),
            Ordered::FaceSquare { .. } if unit.formation != Formation::Square => Err(clause!("06.02.5")),
            Ordered::Limber { .. } if !unit.unlimbered() => Err(clause!("06.03.4")),
            Ordered::Unlimber { .. } if !unit.limbered() || unit.crew_alone() => Err(clause!("06.03.2")),
            Ordered::MakeReady if !unit.unlimbered() => Err(clause!("10.01.2")),
            Ordered::LeaveGuns { .. } if !unit.unlimbered() => Err(clause!("04.04.3")),
            _ => self.may_part(u, leg),
        }
    }

    /// The grade of disorder that it costs to begin (06.01.3).
    fn change_graded(&mut self, u: UnitId, leg: &Ordered) {
        let unit = &self.field[u];
        match leg {
            Ordered::About => self.turn_graded(u, 180.0, false),
            Ordered::FaceSquare { .. } => self.turn_graded(u, 180.0, false),
            Ordered::Form { .. } => {
                if let Err(by) = stance::change_costs(unit, None) {
                    self.grade_for_change(u, by);
                }
            }
            Ordered::SendOut { figures, .. } => {
                if let Err(by) = stance::change_costs(unit, Some(*figures)) {
                    self.grade_for_change(u, by);
                }
            }
            Ordered::DrawIn => {
                let Some((body, line)) = self.drawn_in(u) else { return };
                let out = self.field[line].figures;
                if let Err(by) = stance::change_costs(&self.field[body], Some(out)) {
                    self.grade_for_change(body, by);
                }
            }
            _ => {}
        }
    }

    /// How long it takes in all.
    fn takes(&self, u: UnitId, leg: &Ordered) -> Result<Takes, Clause> {
        let unit = &self.field[u];
        let given = |g: stance::Given| Takes { turns: g.amount, by: g.clause };
        match leg {
            Ordered::About => stance::facing(unit, true).map(given),
            Ordered::FaceSquare { .. } => stance::facing(unit, false).map(given),
            Ordered::Form { .. } if unit.working => {
                let (turns, by) = crate::works::forming_up(&self.field.readings);
                Ok(Takes { turns, by })
            }
            Ordered::Form { formation, density, .. } => {
                let spacing = density.map_or(0.0, stance::usual_spacing);
                let difficult = going::in_difficult(&self.field, unit);
                match stance::change(&self.field, unit, *formation, spacing, difficult)? {
                    Change::Turns(g) => Ok(given(g)),
                    Change::March(g) => Ok(Takes { turns: self.as_skirmishers(u, g.amount)?, by: g.clause }),
                }
            }
            Ordered::Unlimber { .. } => {
                let mut t = stance::limbering(unit).map(given)?;
                t.turns += self.drives_up(u).map_or(0.0, |(step, models)| step * f64::from(models - 1));
                Ok(t)
            }
            Ordered::Limber { .. } => stance::limbering(unit).map(given),
            Ordered::MakeReady => {
                let again = unit.record.unready;
                let turns = if again { periods().ready_again } else { ready_turns() };
                Ok(Takes { turns, by: clause!("10.01.2") })
            }
            Ordered::LeaveGuns { .. } => Ok(Takes { turns: 0.0, by: clause!("04.04.3") }),
            _ => self.parting_takes(u, leg),
        }
    }

    /// What each gun of a limbered march column needs longer than the one before it, in turns, to drive up abreast of the leading gun
    /// before it unlimbers (06.03.1), and its model guns; none where there is only one, or all are read to unlimber together.
    fn drives_up(&self, u: UnitId) -> Option<(f64, u8)> {
        let unit = &self.field[u];
        let models = unit.battery.as_ref().filter(|_| !unit.crew_alone())?.models();
        let column = unit.limbered() && unit.formation == Formation::MarchColumn && models > 1;
        if !column || self.field.readings.is(reading!("guns-come-up", "together")) {
            return None;
        }
        let rate = self.rate_of(unit, crate::troop::Gait::March).filter(|r| *r > 0.0)?;
        Some((unit.base.depth / f64::from(models) / rate, models))
    }

    /// A battery that is coming up out of its column, as the guns of it that stand unlimbered and ready by now (10.01.3).
    pub(super) fn guns_up(&self, u: UnitId) -> Option<Unit> {
        let run = self.run(u);
        let Some(Ordered::Unlimber { about }) = run.order.now().filter(|_| run.order.begun) else {
            return self.guns_not_hooked(u);
        };
        let (step, models) = self.drives_up(u)?;
        let leg = self.leg(u);
        let running = leg.end == End::Fixed && !leg.how.waits;
        let spent = run.order.spent + if running { self.time() - leg.moving.since } else { 0.0 };
        // Fire comes before what ends at its moment (03.02.10).
        let over = spent - stance::limbering(&self.field[u]).ok()?.amount - INSTANT;
        if over <= 0.0 {
            return None;
        }
        let up = (1.0 + libm::floor(over / step)).min(f64::from(models - 1)) as u8;
        let mut part = self.field[u].clone();
        let guns = (0..up).map(|m| crate::aim::guns::guns_of(&part, m)).fold(0, u8::saturating_add);
        stance::unlimber(&mut part, *about);
        let (front, dir) = (part.base.front, part.base.dir);
        let b = part.battery.as_mut()?;
        (b.guns, b.guns_of, b.models_of) = (guns, guns, up);
        b.ready = Some(self.abs());
        part.lay();
        part.base = part.base.at(front, dir);
        Some(part)
    }

    /// The guns of a battery that limbers up to march column which are limbered by now: the first at once, each further one when the column
    /// has moved far enough for it to close up (06.03.3).
    fn hooked(&self, u: UnitId) -> Option<(Hooking, u8, u8)> {
        let unit = &self.field[u];
        let h = unit.record.hooking.filter(|_| unit.limbered() && unit.state.intact())?;
        let models = unit.battery.as_ref().filter(|_| !unit.crew_alone())?.models();
        let each = unit.base.depth / f64::from(models.max(1));
        let gone = libm::floor((unit.base.front.dist(h.from) + EPS) / each.max(EPS)).min(200.0) as u8;
        let limbered = h.limbered.max(gone.saturating_add(1));
        (limbered < models && unit.formation == Formation::MarchColumn).then_some((h, limbered, models))
    }

    /// A battery that is limbering up to march column, as the guns of it that still stand unlimbered and ready (10.01.3).
    fn guns_not_hooked(&self, u: UnitId) -> Option<Unit> {
        if self.run(u).befell.forced {
            return None;
        }
        let (h, limbered, models) = self.hooked(u)?;
        let mut part = self.field[u].clone();
        let guns =
            (limbered..models).map(|m| crate::aim::guns::guns_of(&part, m)).fold(0, u8::saturating_add);
        let b = part.battery.as_mut()?;
        b.limbered = false;
        (b.guns, b.guns_of, b.models_of) = (guns, guns, models - limbered);
        b.ready = Some(self.abs());
        part.formation = Formation::Line;
        part.lay();
        // From the left wing on they have driven off.
        let aside = h.line.dir.right() * ((h.line.width - part.base.width) / 2.0).max(0.0);
        part.base = part.base.at(h.line.front + aside, h.line.dir);
        Some(part)
    }

    /// At the end of a turn: how many guns of the column are limbered.
    pub(super) fn hooks_on(&mut self, u: UnitId) {
        if self.field[u].record.hooking.is_some() {
            let now = self.hooked(u);
            self.field[u].record.hooking = now.map(|(h, limbered, _)| Hooking { limbered, ..h });
        }
    }

    /// The march of the farthest figure, as skirmishers go (06.02.2).
    pub(super) fn as_skirmishers(&self, u: UnitId, cm: f64) -> Result<f64, Clause> {
        let mut one = self.field[u].clone();
        one.formation = Formation::Skirmish;
        let rate = self.rate_of(&one, crate::troop::Gait::March).ok_or(clause!("06.02.2"))?;
        Ok(cm / rate.max(1e-9))
    }

    /// Who or what stands where the unit would then stand: `Some(None)` is the ground itself.
    fn no_room(&self, u: UnitId, leg: &Ordered) -> Option<Option<UnitId>> {
        if let Ordered::Leave { x, y } = leg {
            return self.no_room_outside(u, table::v2(*x, *y));
        }
        let mut after = self.field[u].clone();
        let changes = self.lay_as(&mut after, leg);
        if !changes {
            return None;
        }
        match place::room(&self.field, &after, &self.field[u].base, &after.base) {
            Ok(()) => None,
            // Whom it is going through is no matter.
            Err(place::NoRoom::Unit(o, _)) if self.run(u).course.through.contains(&o) => None,
            Err(place::NoRoom::Unit(o, _)) => Some(Some(o)),
            Err(_) => Some(None),
        }
    }

    /// Lays the unit as it stands after the change. Says whether its ground changes.
    fn lay_as(&self, unit: &mut Unit, leg: &Ordered) -> bool {
        match leg {
            Ordered::About => stance::about(unit),
            Ordered::FaceSquare { degrees } => stance::face_square(unit, *degrees),
            Ordered::Form { formation, files, density } => {
                let spacing = density.map_or(0.0, stance::usual_spacing);
                let spacing = if *formation == Formation::Skirmish && spacing <= 0.0 {
                    stance::usual_spacing(Default::default())
                } else {
                    spacing
                };
                stance::form(unit, *formation, *files, spacing);
                unit.working = false;
            }
            Ordered::Limber { column, about } => stance::limber(unit, *column, *about),
            Ordered::Unlimber { about } => stance::unlimber(unit, *about),
            _ => return false,
        }
        true
    }

    /// Its time is up: it is done all at once (06.01.2.a).
    fn carry_out(&mut self, u: UnitId, leg: &Ordered, by: Clause) {
        self.settle(u);
        let mut unit = self.field[u].clone();
        let (line, stood_ready) = (unit.base, ready(&unit));
        let lays = self.lay_as(&mut unit, leg);
        let now = self.abs();
        let by = By::from(by).and(clause!("06.01.2.a"));
        // Melee and fire of this moment met it as it was (03.02.10).
        let late = self.turn().has_fought() || self.turn().has_fired();
        let by = if late { by.and(clause!("03.02.10")).and(clause!("play.instant")) } else { by };
        if lays {
            self.field[u] = unit;
            self.stirred(u);
            if !self.field[u].joined.is_empty() {
                self.field.lay_body(u);
            }
        }
        let at = self.field[u].base.pose();
        match leg {
            Ordered::About | Ordered::FaceSquare { .. } => {
                self.tell(by.and(clause!("06.01.1")), &[u], || EventKind::Faced { unit: u, at });
            }
            Ordered::Form { formation, .. } => {
                let formation = *formation;
                self.tell(by.and(clause!("06.01.1")), &[u], || EventKind::FormationChanged {
                    unit: u,
                    formation,
                    at,
                });
            }
            Ordered::Limber { column, .. } => {
                let together = self.field.readings.is(reading!("guns-come-up", "together"));
                let from = self.field[u].base.front;
                let one_by_one = *column && stood_ready && !together;
                let hooking = one_by_one.then_some(Hooking { line, from, limbered: 1 });
                self.field[u].record.hooking = hooking;
                let by = by.with(column.then(|| clause!("06.03.3")));
                self.tell(by, &[u], || EventKind::Limbered { unit: u, limbered: true, at });
            }
            Ordered::Unlimber { .. } => {
                self.field[u].record.hooking = None;
                self.made_ready(u, now);
                self.tell(by, &[u], || EventKind::Limbered { unit: u, limbered: false, at });
            }
            Ordered::MakeReady => {
                self.made_ready(u, now);
                self.tell(by, &[u], || EventKind::Ready { unit: u });
            }
            Ordered::LeaveGuns { limbers } => self.leave_guns(u, *limbers, by),
            other => self.part(u, &other.clone(), by),
        }
        if lays {
            self.turned_upon(u);
        }
    }

    /// Read so, who turns or forms upon an enemy in FU attacks him without an order (12.01.3).
    fn turned_upon(&mut self, u: UnitId) {
        let may = |o: &UnitId| {
            if self.field[*o].state != State::Complete || !self.in_zone(u, *o) {
                return false;
            }
            let s = MayAttackSituation { unordered: Some(Unordered::Turned), ..self.attack_on(u, *o) };
            may_attack(&s).is_ok()
        };
        let Some(o) = self.foes(u).into_iter().find(may).filter(|_| self.time() < 1.0) else { return };
        if self.run(u).assault.under_way().is_none() {
            self.attacks_unordered(u, o);
            self.arrives_to_attack(u, o);
        }
    }

    fn made_ready(&mut self, u: UnitId, now: f64) {
        if let Some(b) = &mut self.field[u].battery {
            b.ready = Some(now);
        }
        self.field[u].record.unready = false;
    }

    /// Gunners leave their guns (04.04.3).
    pub(super) fn leave_guns(&mut self, u: UnitId, limbers: bool, by: impl Into<By>) {
        self.settle(u);
        stance::leave_guns(&mut self.field[u], limbers);
        self.field[u].record.unready = true;
        self.stirred(u);
        self.tell(by, &[u], || EventKind::GunsLeft { unit: u, limbers });
    }

    /// X: it stands and reorganises (13.06.1 to 13.06.4).
    pub(super) fn reorganise(&mut self, u: UnitId) -> Did {
        let now = self.abs();
        self.run_mut(u).order.begun = true;
        let woods = MoraleReadings::of(&self.field.readings).woods_rally == WoodsRally::Nobody;
        if woods && self.in_woods(u) {
            self.field[u].record.reorganising = None;
            self.cannot(u, clause!("13.06.6"));
            return Did::Over;
        }
        if self.field[u].inside.is_some() && self.field[u].state == State::Disorder {
            self.field[u].record.reorganising = None;
            self.cannot(u, clause!("17.03.5"));
            return Did::Over;
        }
        if self.marched_through(u) {
            self.field[u].record.reorganising = Some(now);
        }
        let mut since = *self.field[u].record.reorganising.get_or_insert(now);
        loop {
            let state = self.field[u].state;
            let Some((to, turns, by)) = next_step(state) else {
                self.field[u].record.reorganising = None;
                return Did::Over;
            };
            if now < since + turns - 1e-9 {
                let base = self.field[u].base;
                let mut leg = Leg::stand_until(base, self.time(), self.in_turn(since + turns), End::Fixed);
                leg.how = Gait { waits: true, by: Some(by), ..Gait::default() };
                return Did::On(leg);
            }
            since += turns;
            let unit = &mut self.field[u];
            unit.state = to;
            unit.record.reorganising = Some(since);
            let by = By::from(by).and(clause!("13.06.1")).and(clause!("orders.1"));
            // A period that began in an earlier turn runs on (play.timers).
            let over_turns = since - turns < self.since_start(0.0) - 1e-9;
            let by = if over_turns { by.and(clause!("play.timers")).and(clause!("03.01.6")) } else { by };
            self.tell(by, &[u], || EventKind::Reorganised { unit: u, from: state, to });
        }
    }

    /// What is unfinished at the end of the turn is kept (play.left): the leg, and the time spent on it.
    pub(super) fn keep_unfinished(&mut self, u: UnitId) {
        if let Some(leg) = self.run(u).order.now().cloned() {
            self.begins_again(u, &leg);
        }
        let run = self.run(u);
        let kept = run.order.now().filter(|l| lasts(l) && run.order.begun && run.course.mode == Mode::Order);
        let kept = kept.cloned().map(|leg| crate::unit::Unfinished { leg, spent: run.order.spent });
        let swing = run.order.now().and_then(|l| match l {
            Ordered::Pivot { degrees } => Some((degrees.signum(), false)),
            Ordered::Rotate { degrees } => Some((degrees.signum(), true)),
            _ => None,
        });
        let swing = swing.filter(|_| run.order.begun && run.course.mode == Mode::Order);
        let left = run.order.left.filter(|l| *l > 1e-9);
        let swinging = swing.zip(left).map(|((way, rotates), left)| (way * left, rotates));
        self.field[u].record.swinging = swinging;
        self.field[u].record.unfinished = kept;
        // In the middle of an obstacle it is still there (play.left).
        let now = self.abs();
        if let Mode::ClosesUp(until) = self.run(u).course.mode {
            self.field[u].record.closing = Some(until - now);
        }
        let run = self.run(u);
        let passing = run.course.passing.filter(|p| p.until > now + 1e-9 && run.course.mode == Mode::Order);
        let passage = passing.filter(|_| !run.order.void);
        self.field[u].record.passage = passage.map(|p| Passage { dir: p.dir, at: p.at, left: p.until - now });
    }

    /// What ends exactly with the turn is done (03.02.10).
    pub(super) fn done_at_the_end(&mut self, u: UnitId) {
        if let Mode::ClosesUp(until) = self.run(u).course.mode {
            if self.in_turn(until) <= 1.0 + INSTANT && self.field[u].on_table() {
                self.run_mut(u).course.mode = Mode::Order;
                self.form_soutien(u);
            }
            return;
        }
        let leg = self.leg(u);
        let up = leg.end == End::Fixed && leg.ends <= 1.0 + INSTANT && self.run(u).course.mode == Mode::Order;
        if !up || !self.field[u].on_table() || self.run(u).order.void {
            return;
        }
        let Some(ordered) = self.run(u).order.now().cloned() else { return };
        match ordered {
            Ordered::Reorganise => {
                let _kept = self.reorganise(u);
            }
            Ordered::Ferry { craft, x, y, empty } => {
                if let Did::Done = self.ferry_leg(u, &craft, table::v2(x, y), empty) {
                    self.run_mut(u).order.next();
                }
            }
            ref other if lasts(other) => {
                if let Did::Done = self.change(u, other) {
                    self.run_mut(u).order.next();
                }
            }
            _ => {}
        }
    }
}

/// Who has no room looks again after so much time.
const AGAIN: f64 = 0.05;

/// Is it something that goes on next turn where it is unfinished?
pub(super) fn lasts(leg: &Ordered) -> bool {
    use Ordered::*;
    matches!(
        leg,
        About
            | FaceSquare { .. }
            | Form { .. }
            | Limber { .. }
            | Unlimber { .. }
            | MakeReady
            | Man
            | SendOut { .. }
            | DrawIn
            | Split { .. }
            | Join { .. }
            | Combine { .. }
            | Disband
            | Enter { .. }
            | Leave { .. }
            | MakeGap { .. }
            | Ferry { .. }
    )
}

/// A battery that stands ready to fire (10.01.2).
pub(super) fn ready(u: &Unit) -> bool {
    u.arm == Arm::Artillery && u.unlimbered() && u.battery.as_ref().is_some_and(|b| b.ready.is_some())
}
