//! Retreat in U (13.01.1, play.retreat), and what unlimbered batteries do in U and FU (13.03).

use super::choices::{AskKind, Asked};
use super::states::Fall;
use super::way::Heading;
use super::{INSTANT, Leg, Mode, Stage, Table, Then};
use crate::event::{By, EventKind, Halt, Why};
use crate::order::{Choice, Course, Way};
use crate::procedures::attrition::{Abandon, AbandonOutcome, AbandonSituation};
use crate::procedures::morale_readings::MoraleReadings;
use crate::troop::{Gait, Obstacle, State};
use crate::unit::{Unit, UnitId};
use crate::{clause, going, reading, stance};
use clock::End;
use table::{EPS, V2};
use umpire::Clause;

/// A retreat or flight may bend so far (13.01.2), tried in these steps.
pub(super) const BENDS: [f64; 9] = [0.0, 5.0, -5.0, 10.0, -10.0, 15.0, -15.0, 20.0, -20.0];

impl Table {
    /// What those who must go decide at once: how to retreat, what becomes of their guns, and whether staff goes along.
    pub(crate) fn ask_falls(&mut self, then: Then) -> Stage {
        let mut asked = Vec::new();
        for f in self.turn().instant.falls.clone() {
            let unit = &self.field[f.unit];
            if !unit.on_table() || self.run(f.unit).befell.levelled {
                continue;
            }
            if unit.unlimbered() {
                asked.push(self.ask_guns(f));
            } else if !f.flees {
                let offers = vec![Choice::Way(Course::Backwards), Choice::Way(Course::AboutFace)];
                let offers = if unit.dispersed() { offers[..1].to_vec() } else { offers };
                asked.push(Asked {
                    key: format!("retreat {}", unit.code),
                    side: unit.side,
                    kind: AskKind::Retreat { unit: f.unit },
                    default: Choice::Way(Course::Backwards),
                    offers: offers.into(),
                    clause: clause!("13.01.1"),
                });
            }
            for s in self.field.staff.iter().filter(|s| s.present() && s.with == Some(f.unit)) {
                asked.push(Asked {
                    key: format!("staff {}", s.code),
                    side: s.side,
                    kind: AskKind::StaffGoes { staff: s.id, unit: f.unit },
                    default: Choice::Yes,
                    offers: [Choice::Yes, Choice::No].into(),
                    clause: clause!("play.staff"),
                });
            }
        }
        self.ask(asked);
        Stage::Forced(then)
    }

    /// An unlimbered battery in U or FU (13.03.1, 13.03.2): with limbers only where there is room for them (06.03.5).
    fn ask_guns(&self, f: Fall) -> Asked {
        let unit = &self.field[f.unit];
        // Without horses there are no limbers to go with (07.01.6).
        let horses = unit.battery.as_ref().is_some_and(|b| b.horses > 0);
        let room = horses && self.room_for_limbers(f.unit);
        let ways = |all: &[(Course, bool)]| -> Vec<Choice> {
            all.iter().filter(|(_, may)| *may).map(|(c, _)| Choice::Way(*c)).collect()
        };
        let (kind, offers, clause) = if f.flees {
            let offers = ways(&[(Course::WithLimbers, room), (Course::WithoutLimbers, true)]);
            (AskKind::GunsFlee { unit: f.unit }, offers, clause!("13.03.2"))
        } else {
            let manned = unit.battery.as_ref().is_some_and(|b| b.manned(unit.figures) >= b.guns);
            // They leave the guns with the limbers or without (07.01.5).
            let offers = ways(&[
                (Course::Limber, room),
                (Course::Manhandle, manned),
                (Course::LeaveGuns, true),
                (Course::WithLimbers, room),
            ]);
            (AskKind::GunsRetreat { unit: f.unit }, offers, clause!("13.03.1"))
        };
        let default = offers.first().cloned().unwrap_or(Choice::Way(Course::WithoutLimbers));
        Asked {
            key: format!("guns {}", unit.code),
            side: unit.side,
            kind,
            default,
            offers: offers.into(),
            clause,
        }
    }

    /// No units where the limbers are to be placed (06.03.5).
    pub(super) fn room_for_limbers(&self, u: UnitId) -> bool {
        let mut limbered = self.field[u].clone();
        stance::limber(&mut limbered, false, true);
        let there = limbered.base.rect();
        let clear = |o: &crate::unit::Unit| {
            o.id == u || self.field.rects(o).iter().all(|r| r.penetration(&there) <= EPS)
        };
        let on_table = there.corners().iter().all(|c| self.field.ground.holds(*c));
        on_table && self.field.present().all(clear)
    }

    /// Flights are carried out whole, before retreats begin (play.instant).
    pub(crate) fn forced(&mut self, then: Then) -> Stage {
        let chosen = self.take_choices();
        let way = |u: UnitId| {
            chosen.iter().find_map(|(a, c)| match (&a.kind, c) {
                (
                    AskKind::Retreat { unit } | AskKind::GunsRetreat { unit } | AskKind::GunsFlee { unit },
                    Choice::Way(w),
                ) if *unit == u => Some(*w),
                _ => None,
            })
        };
        for (a, c) in &chosen {
            if let AskKind::StaffGoes { staff, .. } = a.kind {
                if *c == Choice::No {
                    self.field[staff].with = None;
                }
            }
        }
        let falls = std::mem::take(&mut self.turn_mut().instant.falls);
        let falls: Vec<Fall> = falls.into_iter().filter(|f| !self.run(f.unit).befell.levelled).collect();
        for f in falls.iter().filter(|f| f.flees) {
            self.flees(*f, way(f.unit));
        }
        for f in falls.iter().filter(|f| !f.flees) {
            self.retreats(*f, way(f.unit).unwrap_or(Course::Backwards));
        }
        if !self.turn().instant.falls.is_empty() {
            return Stage::Falls(then);
        }
        match then {
            Then::Announce => Stage::Announce,
            Then::Press => Stage::Press,
            Then::After => Stage::After,
            Then::Go => {
                let fresh = self.time() <= 0.0 && self.flee_again();
                if fresh { Stage::Falls(Then::Go) } else { Stage::Go }
            }
        }
    }

    /// A unit in U goes back to the end of the turn, away from the cause (play.retreat).
    fn retreats(&mut self, f: Fall, how: Course) {
        let u = f.unit;
        if !self.field[u].on_table() || self.field[u].state != State::Disorder {
            return;
        }
        self.settle(u);
        if self.held_by_water(u) {
            return;
        }
        let given_up = self.gives_up_guns(u);
        match how {
            Course::Limber => {
                stance::limber(&mut self.field[u], false, false);
                let at = self.field[u].base.pose();
                self.tell(clause!("13.03.1"), &[u], || EventKind::Limbered { unit: u, limbered: true, at });
            }
            Course::LeaveGuns => self.leave_guns(u, false, clause!("13.03.1")),
            Course::WithLimbers => {
                self.leave_guns(u, true, By::from(clause!("13.03.1")).and(clause!("07.01.5")));
            }
            _ => {}
        }
        if matches!(how, Course::Limber | Course::LeaveGuns | Course::WithLimbers | Course::Manhandle) {
            self.lose_equipment(u, 0, 0, given_up.loads, clause!("13.03.1"));
            if let Some(b) = &mut self.field[u].battery {
                b.ready = None;
            }
            self.field[u].record.unready = true;
        }
        if let Some(left) = self.field[u].inside {
            return self.retreats_from_building(u, left, f.from);
        }
        let backwards =
            !matches!(how, Course::AboutFace | Course::Limber | Course::LeaveGuns | Course::WithLimbers);
        let away = self.away(u, f.from);
        let way = if backwards { Way::Back } else { Way::Ahead };
        let rate = self.rate_here(u, Gait::March, way, true).unwrap_or(0.0);
        let far = rate * (1.0 - self.time());
        let dir = self.bent(u, away, far);
        let about = if how == Course::AboutFace {
            let free = self.field.readings.is(reading!("retreat-about-face", "free"));
            let turns = stance::facing(&self.field[u], true).map_or(0.0, |g| g.amount);
            Some(self.abs() + if free { 0.0 } else { turns })
        } else {
            None
        };
        let run = self.run_mut(u);
        run.course.mode = Mode::Retreat { dir, backwards };
        run.course.about = about;
        run.befell.forced = true;
        self.turn_mut().instant.legs.push(u);
    }

    /// What a battery in U or FU leaves behind (13.03).
    pub(super) fn gives_up_guns(&mut self, u: UnitId) -> AbandonOutcome {
        let unit = &self.field[u];
        let Some(b) = unit.battery.as_ref().filter(|_| !unit.crew_alone() && !unit.state.intact()) else {
            return AbandonOutcome::default();
        };
        let s = AbandonSituation {
            state: unit.state,
            limbered: unit.limbered(),
            models: b.models(),
            loads: b.loads,
            counted: MoraleReadings::of(&self.field.readings).limbered_flight,
        };
        self.judge::<Abandon>(&s, u).0
    }

    /// Does something in base contact bar the whole way back from that enemy, 20 degrees to each side (play.retreat)?
    pub(super) fn barred(&self, u: UnitId, from: UnitId) -> bool {
        let f = &self.field;
        let (base, near) = (f[u].base, 1.1 * crate::book::stand::BASE_CONTACT);
        let mine = base.rect();
        let away = self.away(u, Some(from));
        // Who is farther off than that bars nothing.
        let close = |o: &&Unit| {
            let (middle, reach) = f.circle(o);
            middle.dist(mine.centre) <= reach + base.width + base.depth + near + EPS
        };
        let others =
            f.present().filter(close).filter(|o| o.id != u && o.id != from && !self.goes_with(u, o.id));
        let others: Vec<&Unit> = others.collect();
        let shut = |degrees: &f64| {
            let d = away.turned(-degrees.to_radians());
            let unit = others.iter().any(|o| {
                let behind = (o.base.centre() - base.centre()).dot(d) <= 0.0;
                !behind && f.rects(o).iter().any(|r| mine.travel_to(r, d).is_some_and(|t| t <= near))
            });
            let how = going::How { forced: true, ..going::How::ahead(Gait::March) };
            let course = going::course(f, &f[u], &base, d, 2.0, &how);
            let wall = course.gates.iter().any(|g| g.obstacle != Obstacle::None && g.at <= near);
            let stop =
                course.stopped().is_some_and(|(at, why)| at <= near && why.bar != Some(going::Bar::Edge));
            unit || wall || stop
        };
        BENDS.iter().all(shut)
    }

    /// Away from the middle of the cause, or without one towards its own rear (play.retreat).
    pub(super) fn away(&self, u: UnitId, from: Option<UnitId>) -> V2 {
        let f = &self.field;
        let rear = f.edge(f[u].side).outward();
        let cause = from.filter(|_| !f.readings.is(reading!("retreat-direction", "rear")));
        let Some(c) = cause else { return rear };
        let off = f[u].base.centre() - f[c].base.centre();
        if off.len() > EPS { off.unit() } else { rear }
    }

    /// Bent by 20 degrees at most to keep clear of units and the enemy's contact distance: the least that gives the longest way.
    pub(super) fn bent(&self, u: UnitId, dir: V2, far: f64) -> V2 {
        let mut best = (f64::NEG_INFINITY, dir);
        for degrees in BENDS {
            let d = dir.turned(-degrees.to_radians());
            let clear = self.clear_way(u, d, far);
            if clear > best.0 + 0.05 {
                best = (clear, d);
            }
            if clear >= far - EPS {
                break;
            }
        }
        best.1
    }

    /// How far the way is clear of own units it may not pass and of enemies' contact distance, at most so far.
    fn clear_way(&self, u: UnitId, dir: V2, far: f64) -> f64 {
        let f = &self.field;
        let mine = f[u].base.rect();
        let mut clear = far;
        for o in f.present().filter(|o| o.id != u && !self.goes_with(u, o.id)) {
            let foe = o.side != f[u].side;
            if !foe && (o.skirmishing() || o.body == Some(u) || f[u].body == Some(o.id)) {
                continue;
            }
            let there = if foe { o.base.rect().grown(self.contact_distance()) } else { o.base.rect() };
            // Who is farther off than it is clear leaves it so.
            if mine.far_from(&there, clear + EPS) {
                continue;
            }
            let behind = (o.base.centre() - f[u].base.centre()).dot(dir) <= 0.0;
            if behind || mine.penetration(&there) > EPS {
                continue;
            }
            if let Some(t) = mine.travel_to(&there, dir) {
                clear = clear.min(t);
            }
        }
        clear
    }

    pub(super) fn retreat_leg(&mut self, u: UnitId, dir: V2, backwards: bool, why: Why) -> Leg {
        if let Some(until) = self.run(u).course.about {
            if self.abs() < until - 1e-9 {
                let (base, now) = (self.field[u].base, self.time());
                let mut leg = Leg::stand_until(base, now, self.in_turn(until).max(now + INSTANT), End::Fixed);
                leg.how.waits = true;
                return leg;
            }
            self.run_mut(u).course.about = None;
            self.settle(u);
            stance::about(&mut self.field[u]);
            let at = self.field[u].base.pose();
            self.tell(clause!("06.04.3"), &[u], || EventKind::Faced { unit: u, at });
        }
        let (by, also) = match why {
            Why::Retreats => (clause!("13.01.1"), clause!("play.retreat")),
            _ => (clause!("12.02.4"), clause!("play.after-melee")),
        };
        let (by, also) = (Some(by), Some(also));
        let way = if backwards { Way::Back } else { Way::Ahead };
        let h = Heading { dir, gait: Gait::March, way, forced: true, why, by, also };
        let free = self.straight(u, h, f64::INFINITY);
        if !self.field[u].on_table() || self.run(u).course.mode == Mode::Stand {
            return Leg::stand(self.field[u].base, self.time());
        }
        free
    }

    /// It can go back no further (13.02.1).
    pub(super) fn corner(&mut self, u: UnitId) {
        self.run_mut(u).course.mode = Mode::Stand;
        if !self.run(u).befell.cornered {
            self.run_mut(u).befell.cornered = true;
            let by = By::from(clause!("13.02.1")).and(clause!("play.retreat"));
            self.tell(by, &[u], || EventKind::Cornered { unit: u });
        }
    }

    /// A retreat comes upon an own unit: skirmishers are pressed back, others bar the way (13.01.1, 14.04.1.b).
    pub(super) fn retreat_meets(&mut self, u: UnitId, o: UnitId, by: Clause) {
        if self.field[o].skirmishing() && self.field[u].closed() {
            self.goes_through(u, o);
            self.set_back(o, u, clause!("14.04.1.b"));
            return;
        }
        let by = By::from(by).and(clause!("13.01.1"));
        self.tell(by, &[u], || EventKind::Halted { unit: u, why: Halt::Friend, before: Some(o) });
        self.corner(u);
    }

    /// Out of a building through the facade farthest from the cause, in half a turn (play.building).
    fn retreats_from_building(&mut self, u: UnitId, building: u16, from: Option<UnitId>) {
        let away = self.away(u, from);
        let Some(to) = self.free_facade(u, away) else {
            let place = self.field.name_of(crate::terrain::Thing::Building(building));
            let says = crate::say!("event-no-facade", place);
            self.tell_owner(clause!("play.building"), u, || EventKind::Worked { unit: u, says });
            self.corner(u);
            return;
        };
        let run = self.run_mut(u);
        run.course.mode = Mode::Order;
        run.order = super::run::Ordered::nothing();
        run.order.legs = vec![crate::order::Leg::Leave { x: to.x, y: to.y }];
        run.befell.forced = true;
        self.turn_mut().instant.legs.push(u);
    }
}
