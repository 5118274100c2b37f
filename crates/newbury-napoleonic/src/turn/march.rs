//! Movement on the clock (play.clock): bodies on their courses from one moment to another, who halts before whom (play.meet), and what they
//! come upon. Nobody is asked while it runs.

use super::course::{Act, Course, Halted, Manner, Then};
use super::pass::{Meets, Through};
use crate::answer::{LegOrder, Turning};
use crate::battle::Trodden;
use crate::book::TOLERANCE;
use crate::drill::quietly;
use crate::field::Field;
use crate::formation::{Drawn, Formation};
use crate::order::Gait;
use crate::procedures::aftermath::{RoutersDo, RoutersSituation, RoutersThrough};
use crate::procedures::disorder::Met;
use crate::procedures::movement::Passer;
use crate::terrain::{Obstacle, Slope, Terrain};
use crate::unit::{State, Unit, UnitId};
use crate::{clause, reading};
use clock::{Clock, ClockOf, Dial, Drive, Due, End, Flow, Leg, LegOf, MeetOf, closing, runs_into};
use table::{Base, Motion, Moving, V2, first_within, gap_at};

/// A move from 0 to 1. Nothing a move is made of comes near so many instants.
const DIAL: Dial = Dial { instant: 1e-4, stroke: 5e-6, end: 1.0, most: 20_000 };
/// As wide are the strips of the table by which neighbours are found.
const STRIP: f64 = 30.0;
/// From so far off others matter: the greatest attack distance, and a little.
const REACH: f64 = 12.0;
/// Nobody marches further in one look.
const LOOK: f64 = 80.0;
/// Own troops who are in the way are waited for so far off them (play.meet).
const SHORT_OF: f64 = 0.5;

/// What is watched for between two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    /// It comes to its stop line before its target.
    StopLine,
    /// It touches an enemy.
    Contact,
    /// It comes to attack distance of an enemy on whom it has declared nothing.
    Near,
    /// It comes up against own troops.
    Friend,
    /// It comes among own troops who do not bar its way.
    Among,
}

/// What a leg is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum How {
    #[default]
    Stands,
    Marches,
    Wheels,
    Fixed,
    /// It is astride of an obstacle until it has crossed.
    Crosses,
}

/// Everybody on the clock.
pub(crate) struct Movement<'f> {
    pub f: &'f mut Field,
    clock: ClockOf<Movement<'f>>,
    pub courses: Vec<Course>,
    /// How each has gone in this stretch.
    pub ways: Vec<Vec<Trodden>>,
    /// Pairs in melee, who do not halt before each other.
    pub engaged: Vec<(UnitId, UnitId)>,
    /// Ways of earlier steps that are gone over again.
    replays: Vec<Vec<Trodden>>,
    /// Own bodies that came through each other, in this stretch and before it (play.pass-through).
    pub through: Vec<Through>,
    pub passed: Vec<(UnitId, UnitId)>,
    /// Routers who ran into close-order enemies (23.5.c).
    pub meets: Vec<Meets>,
    /// Evaders who were caught, and by whom (12.3.g).
    pub caught: Vec<(UnitId, UnitId)>,
}

impl<'f> Movement<'f> {
    pub fn new(f: &'f mut Field, courses: Vec<Course>, engaged: Vec<(UnitId, UnitId)>) -> Movement<'f> {
        let mut clock = Clock::new(DIAL, f.ground.width, STRIP, f.units.iter().map(|u| u.base));
        clock.set_reach(REACH);
        let n = f.units.len();
        Movement {
            f,
            clock,
            courses,
            ways: vec![Vec::new(); n],
            engaged,
            replays: vec![Vec::new(); n],
            through: Vec::new(),
            passed: Vec::new(),
            meets: Vec::new(),
            caught: Vec::new(),
        }
    }

    /// These ways are gone over again while the others move (play.clock).
    pub fn replaying(mut self, ways: &[Vec<Trodden>]) -> Movement<'f> {
        for (i, way) in ways.iter().enumerate() {
            if let Some(first) = way.first().filter(|_| self.courses[i].replay) {
                self.replays[i] = way.clone();
                let base = first.moving.base;
                self.f[UnitId(i as u16)].base = base;
                self.clock.set(UnitId(i as u16), Leg::stand(base, 0.0));
            }
        }
        self
    }

    /// Runs the clock to its end.
    pub fn run(mut self) -> Movement<'f> {
        self.f.units.set_moving(true);
        for i in 0..self.courses.len() {
            clock::plan(&mut self, UnitId(i as u16));
        }
        while clock::run(&mut self, 1.0) == Flow::On {}
        for i in 0..self.courses.len() {
            self.settle(UnitId(i as u16));
            self.done_at_the_end(UnitId(i as u16));
        }
        self.f.units.set_moving(false);
        self.f.find_units();
        self
    }

    /// What takes exactly the rest of the move is done when it ends.
    fn done_at_the_end(&mut self, u: UnitId) {
        if let Some(Act::Fixed { left, then }) = self.courses[u.index()].acts.front().cloned()
            && left <= DIAL.instant
            && self.present(u)
        {
            self.done(u, then);
            self.course(u).acts.pop_front();
        }
    }

    fn course(&mut self, u: UnitId) -> &mut Course {
        &mut self.courses[u.index()]
    }

    /// What has been done of the leg under way is taken off the course.
    fn settle(&mut self, u: UnitId) {
        let now = self.clock.now();
        let leg = self.clock.leg_mut(u);
        let Some(s) = leg.settle(now) else { return };
        let how = s.was.how;
        if s.was.moving.motion != Motion::Stand {
            self.ways[u.index()].push(Trodden { moving: s.was.moving, until: s.was.moving.since + s.spent });
        }
        let width = self.f[u].base.width;
        let c = self.course(u);
        match (how, c.acts.front_mut()) {
            (How::Marches, Some(Act::March { left, .. })) => {
                *left -= s.done;
                c.moved += s.done;
            }
            (How::Wheels, Some(Act::Wheel { left, .. })) => {
                let turned = s.done * left.signum();
                *left -= turned;
                c.moved += s.done.to_radians() * width;
            }
            (How::Fixed, Some(Act::Fixed { left, .. })) => {
                *left -= s.spent;
                c.busy += s.spent;
            }
            (How::Crosses, _) => c.busy += s.spent,
            _ => {}
        }
    }

    /// The next leg of what is left of the course.
    fn next_leg(&mut self, u: UnitId) -> LegOf<Movement<'f>> {
        let (now, base) = (self.clock.now(), self.f[u].base);
        if !self.replays[u.index()].is_empty() {
            return self.replayed(u, now);
        }
        let starts = self.courses[u.index()].starts;
        if now < starts - DIAL.instant {
            return Leg::stand_until(base, now, starts, End::Fixed);
        }
        loop {
            let Some(act) = self.courses[u.index()].acts.front().cloned() else {
                return Leg::stand(self.f[u].base, now);
            };
            let leg = match act {
                Act::March { left, towards, gait } => self.march(u, left, towards, gait),
                Act::Wheel { left, gait } => self.wheel(u, left, gait),
                Act::Fixed { left, then } => self.fixed(u, left, then),
            };
            match leg {
                Some(leg) => return leg,
                // It is done, or cannot be.
                None => {
                    self.course(u).acts.pop_front();
                }
            }
        }
    }

    /// A way gone over again.
    fn replayed(&mut self, u: UnitId, now: f64) -> LegOf<Movement<'f>> {
        let way = &self.replays[u.index()];
        let on = way.iter().find(|t| t.until > now + DIAL.instant);
        let base = self.f[u].base;
        match on {
            Some(t) if t.moving.since > now + DIAL.instant => {
                Leg::stand_until(base, now, t.moving.since, End::Fixed)
            }
            Some(t) => {
                let moving = t.moving.rebased(now);
                Leg { moving, ends: t.until, end: End::Fixed, rate: 0.0, how: How::Stands }
            }
            None => {
                // Exactly where it stood at the end of that step.
                let last = way.last().map_or(base, |t| t.moving.at(t.until));
                self.f[u].base = last;
                Leg::stand(last, now)
            }
        }
    }

    fn march(
        &mut self,
        u: UnitId,
        left: f64,
        towards: Option<V2>,
        gait: Gait,
    ) -> Option<LegOf<Movement<'f>>> {
        if left <= 1e-6 {
            return None;
        }
        let (now, unit) = (self.clock.now(), self.f[u].clone());
        let base = unit.base;
        let dir = match gait {
            Gait::Back => V2 { x: -base.dir.x, y: -base.dir.y },
            _ => towards.unwrap_or(base.dir),
        };
        let far = left.min(LOOK);
        let (room, barred) = self.room(&unit, &base, dir, far);
        if room <= 1e-6 {
            self.course(u).halt(barred, None);
            return None;
        }
        let charging = gait == Gait::Charge;
        let over = self.f.over_first(&unit, &base, dir, room, charging);
        let fast = matches!(gait, Gait::Charge | Gait::Double);
        let crossed = &self.courses[u.index()].crossed;
        let ahead = over.met.iter().find(|m| !crossed.contains(&m.line.0)).copied();
        if let Some(m) = ahead.filter(|m| m.at <= 1e-6) {
            return self.cross(u, &base, m.line.0, m.time, m.by, fast);
        }
        let stretch = over.stretches.first()?;
        let on_road = self.f.on_road(base.front);
        let rate = match self.f.rate_over(&unit, gait, stretch, on_road) {
            Ok(rate) if rate > 1e-6 => rate,
            Ok(_) => {
                self.course(u).halt(stretch.by, None);
                return None;
            }
            Err(by) => {
                self.course(u).halt(by, None);
                return None;
            }
        };
        if let Some(before) = self.pressing_on(&unit, dir) {
            self.course(u).halt(clause!("17.1.a"), Some(before));
            return None;
        }
        if unit.deployed() && stretch.slope.is_some_and(|(s, _)| s == Slope::Steep) {
            self.course(u).halt(clause!("12.6.d"), None);
            return None;
        }
        let length = stretch.to.min(ahead.map_or(f64::INFINITY, |m| m.at)).min(room);
        let c = self.course(u);
        if stretch.kind != Terrain::Open {
            c.meets(Met::Ground(stretch.kind), fast);
        }
        if stretch.slope.is_some_and(|(s, _)| s == Slope::Steep) {
            c.meets(Met::SteepSlope, fast);
        }
        c.slope = stretch.slope.map(|(s, _)| crate::ground::slope_law(s)).or(c.slope);
        c.gait = Some(gait);
        let moving = Moving { base, since: now, motion: Motion::March { velocity: dir * rate } };
        Some(Leg::stretch(moving, length, rate, How::Marches))
    }

    /// How far it can go before the edge of the table or a building stops it, and by which clause.
    fn room(&self, u: &Unit, base: &Base, dir: V2, far: f64) -> (f64, umpire::Clause) {
        let leaves = matches!(self.courses[u.id.index()].manner, Manner::Forced | Manner::Evading);
        let mut room = far;
        let mut by = clause!("play.orders.invalid");
        if !leaves {
            let g = &self.f.ground;
            for c in base.corners() {
                for (at, v, end) in [(c.x, dir.x, g.width), (c.y, dir.y, g.depth)] {
                    if v.abs() > 1e-9 {
                        let edge = if v > 0.0 { end } else { 0.0 };
                        room = room.min(((edge - at) / v).max(0.0));
                    }
                }
            }
        }
        let rect = base.rect();
        let ((lo, hi), by_then) = (rect.bounds(), dir * room);
        let (west, east) = (lo.x + by_then.x.min(0.0), hi.x + by_then.x.max(0.0));
        for (_, b) in self.f.ground.buildings.between(west, east) {
            if let Some(to) = rect.travel_to(&b.rect, dir).filter(|to| *to < room) {
                (room, by) = (to, clause!("12.5.d"));
            }
        }
        (room, by)
    }

    /// An enemy nearer than attack distance to whom it would come still nearer (17.1.a).
    fn pressing_on(&self, u: &Unit, dir: V2) -> Option<UnitId> {
        if self.courses[u.id.index()].manner != Manner::Ordinary {
            return None;
        }
        let mine = Moving { base: u.base, since: 0.0, motion: Motion::March { velocity: dir } };
        let most = self.f.most_attack_distance() + TOLERANCE;
        let near = |e: &&Unit| {
            let limit = if u.base.far_from(&e.base, most) { None } else { self.limit(u, e) };
            limit.is_some_and(|l| {
                let gap = u.base.rect().gap(&e.base.rect());
                gap <= l + TOLERANCE && runs_into(&mine, &Moving::standing(e.base), 0.0)
            })
        };
        self.f.enemies_about(u.side, &[u.base.rect()], most).find(near).map(|e| e.id)
    }

    /// How near an ordinary mover comes to an enemy: the greater attack distance; nothing where that halt does not bind (play.meet).
    fn limit(&self, u: &Unit, e: &Unit) -> Option<f64> {
        let free = |x: &Unit| {
            matches!(x.state, State::Routing | State::Evading | State::Prisoner | State::Surrendering)
                || self.courses[x.id.index()].manner == Manner::Evading
        };
        if free(u) || free(e) || self.together(u, e) {
            return None;
        }
        // Who falls back before it does not halt it, as long as he goes (18.2.a).
        if self.courses[e.id.index()].gives_way && !self.clock.leg(e.id).stands() {
            return None;
        }
        Some(self.f.attack_distance(u).0.max(self.f.attack_distance(e).0))
    }

    fn has_passed(&self, u: UnitId, o: UnitId) -> bool {
        let same = |a: UnitId, b: UnitId| (a, b) == (u, o) || (a, b) == (o, u);
        self.passed.iter().any(|(a, b)| same(*a, *b)) || self.through.iter().any(|t| same(t.one, t.other))
    }

    /// Has a body the movement to come out clear of another on the far side (play.pass-through)?
    fn comes_clear(&self, u: UnitId, o: UnitId) -> bool {
        let (b, c) = (self.f[u].base, &self.courses[u.index()]);
        let Some(Act::March { left, towards, gait }) = c.acts.front() else { return false };
        let dir = match gait {
            Gait::Back => b.dir * -1.0,
            _ => towards.unwrap_or(b.dir),
        };
        let rate = self.f.rate(&self.f[u], *gait).unwrap_or(0.0);
        let reach = left.min(rate * (1.0 - self.clock.now()));
        let far = self.f[o].base.corners().iter().map(|p| p.dot(dir)).fold(f64::NEG_INFINITY, f64::max);
        let rear = b.corners().iter().map(|p| p.dot(dir)).fold(f64::INFINITY, f64::min);
        reach + 0.05 >= far - rear
    }

    /// One of two bodies as 12.9 asks for it, at this moment.
    fn passer(&self, u: UnitId) -> Passer {
        let (unit, c, leg) = (&self.f[u], &self.courses[u.index()], self.clock.leg(u));
        let moves = !leg.stands() || matches!(leg.how, How::Fixed | How::Crosses);
        let gait = match c.acts.front() {
            Some(Act::March { gait, .. } | Act::Wheel { gait, .. }) => Some(*gait),
            _ => None,
        };
        Passer {
            skirmishers: unit.open_order(),
            mounted: unit.mounted(),
            regular: unit.troop.regular(),
            deployed_guns: unit.deployed(),
            moving: moves,
            charging: moves && c.manner == Manner::Closing && gait == Some(Gait::Charge),
            doubling: moves && gait == Some(Gait::Double) && c.manner == Manner::Ordinary && !c.gives_way,
            evading: moves && (c.manner == Manner::Evading || c.gives_way),
            routing: (unit.state == State::Routing).then(|| unit.factors()),
        }
    }

    /// It comes among own troops: routers may be refused, otherwise both are noted (12.9, 23.5.d).
    fn comes_among(&mut self, u: UnitId, o: UnitId) {
        let now = self.clock.now();
        let into = runs_into(&self.clock.leg(u).moving, &self.clock.leg(o).moving, now);
        if !into || self.has_passed(u, o) {
            return;
        }
        let mut routers = None;
        if self.f[u].state == State::Routing && self.f[o].state != State::Routing {
            let s = self.routers_at(u, o);
            let does = quietly::<RoutersThrough>(&s);
            if does == RoutersDo::Refused {
                self.course(u).halt(clause!("23.5.d"), None);
                return;
            }
            routers = Some(s);
        }
        let how = [self.passer(u), self.passer(o)];
        self.through.push(Through { one: u, other: o, at: now, how, routers });
    }

    fn routers_at(&self, u: UnitId, o: UnitId) -> RoutersSituation {
        RoutersSituation {
            routers: self.f[u].tested_troop(),
            factors: self.f[u].factors(),
            others: self.f[o].tested_troop(),
            enemy: false,
            close_order: !self.f[o].open_order(),
            avoidable: false,
            refuse: true,
        }
    }

    /// Do skirmishers fall back before these, who come to attack distance of them (10.2.a, 17.3.d, 18.2.a, play.meet)?
    fn falls_back_before(&self, u: UnitId, e: UnitId) -> bool {
        let (uu, ee) = (&self.f[u], &self.f[e]);
        let c = &self.courses[u.index()];
        let attack = c.manner == Manner::Closing && !c.charges;
        let comes = c.manner == Manner::Ordinary || attack;
        let halts = self.f.readings.is(reading!("close-order-before-skirmishers", "halts"));
        if !comes || uu.open_order() || !ee.open_order() || (halts && !attack) {
            return false;
        }
        let free = matches!(ee.state, State::UnderOrders | State::Halted | State::Rallied);
        let able = self.courses[e.index()].manner == Manner::Ordinary && !self.courses[e.index()].gives_way;
        let fights = self.engaged.iter().any(|(a, b)| *a == e || *b == e);
        free && able && !fights && ee.inside.is_none() && !ee.prone && !self.holds_cover(ee, uu, attack)
    }

    /// Skirmishers behind an obstacle that they defend are not driven off, nor by an attack those in any cover (17.3.d, 18.2.a).
    fn holds_cover(&self, e: &Unit, u: &Unit, attack: bool) -> bool {
        let wood = crate::book::weather::cover_in(self.f.ground.kind(e.base.centre()));
        if attack && wood != crate::terrain::Cover::None {
            return true;
        }
        let rects = self.f.rects(e);
        let (lo, hi) = crate::units::around(&rects, TOLERANCE * 10.0);
        self.f.ground.lines.between(lo.x, hi.x).any(|(_, l)| {
            l.path.segments().any(|(p, q)| {
                let near = rects.iter().any(|r| r.grown(TOLERANCE * 10.0).clip(p, q).is_some());
                near && ::ground::crossing(e.base.centre(), u.base.centre(), p, q).is_some()
            })
        })
    }

    /// Straight away from those who come, as far as these can still come, up to the double.
    fn fall_back(&mut self, e: UnitId, before: UnitId) {
        let now = self.clock.now();
        self.settle(e);
        let b = self.f[before].base;
        let rate = match self.clock.leg(before).moving.motion {
            Motion::March { velocity } => velocity.len(),
            _ => self.f.rate(&self.f[before], Gait::Normal).unwrap_or(0.0),
        };
        let left = rate * (1.0 - now);
        let c = self.course(e);
        c.acts.clear();
        c.acts.push_back(Act::March { left, towards: Some(b.dir), gait: Gait::Double });
        c.gives_way = true;
        c.halted = None;
        clock::plan(self, e);
    }

    /// Are they in melee with each other?
    fn together(&self, u: &Unit, e: &Unit) -> bool {
        self.engaged.iter().any(|(a, b)| (*a, *b) == (u.id, e.id) || (*a, *b) == (e.id, u.id))
    }

    /// Astride of an obstacle for its time (12.1.c).
    fn cross(
        &mut self,
        u: UnitId,
        base: &Base,
        line: u16,
        time: Option<f64>,
        by: umpire::Clause,
        fast: bool,
    ) -> Option<LegOf<Movement<'f>>> {
        let Some(time) = time else {
            self.course(u).halt(by, None);
            return None;
        };
        let defended = self.courses[u.index()].defended.contains(&line);
        let time = if defended { 0.0 } else { time };
        // A column that goes through a hedge destroys it there (16.8.d).
        let n = usize::from(line);
        if self.f.ground.lines[n].kind == Obstacle::Hedge
            && self.f[u].formation().column()
            && let Some((_, along, _)) = self.f.ground.lines[n].path.nearest(base.front)
        {
            let half = base.width / 2.0;
            self.f.gaps[n].push((along - half, along + half));
            self.course(u).flattened.push(line);
        }
        let c = self.course(u);
        c.crossed.push(line);
        match defended {
            true => c.got_over = true,
            false => c.meets(Met::LinearObstacle, fast),
        }
        let now = self.clock.now();
        Some(Leg { how: How::Crosses, ..Leg::stand_until(*base, now, now + time.max(1e-6), End::Fixed) })
    }

    fn wheel(&mut self, u: UnitId, left: f64, gait: Gait) -> Option<LegOf<Movement<'f>>> {
        if left.abs() <= 1e-6 {
            return None;
        }
        let (now, unit) = (self.clock.now(), self.f[u].clone());
        let base = unit.base;
        // The outermost front corner goes at the rate of march; of a team its depth counts (play.path).
        let radius =
            if unit.formation() == Formation::Limbered { base.depth.max(base.width) } else { base.width };
        let (kind, slope) = self.f.ground_at(base.front, base.dir);
        let road = self.f.on_road(base.front) && crate::going::files_on_roads(&unit);
        let rate = match self.f.rate_on(&unit, gait, (kind, slope), road) {
            Ok(rate) if rate > 1e-6 => rate,
            Ok(_) => return None,
            Err(by) => {
                self.course(u).halt(by, None);
                return None;
            }
        };
        let (pivot, omega) = (ranks::pivot(&base, left), rate / radius.max(0.5));
        let c = self.course(u);
        c.gait = Some(gait);
        let motion = Motion::Wheel { pivot, rate: -omega * left.signum() };
        let moving = Moving { base, since: now, motion };
        Some(Leg::stretch(moving, left.abs(), omega.to_degrees(), How::Wheels))
    }

    fn fixed(&mut self, u: UnitId, left: f64, then: Then) -> Option<LegOf<Movement<'f>>> {
        let forms = matches!(then, Then::Form(to) if to.formation != Formation::Building);
        if forms && left > 1e-6 && !self.courses[u.index()].forming {
            // Nobody begins a change within his own attack distance of an enemy, wherever he set out from (8.4.e).
            let near = self
                .f
                .nearest_enemy(u)
                .filter(|(_, d)| *d <= self.f.attack_distance(&self.f[u]).0 + TOLERANCE);
            if let Some((e, _)) = near.filter(|_| self.f[u].changing.is_none()) {
                self.course(u).halt(clause!("8.4.e"), Some(e));
                return None;
            }
            self.course(u).forming = true;
        }
        if left > 1e-6 {
            let (now, base) = (self.clock.now(), self.f[u].base);
            return Some(Leg { how: How::Fixed, ..Leg::stand_until(base, now, now + left, End::Fixed) });
        }
        self.done(u, then);
        None
    }

    /// What was being done is done.
    fn done(&mut self, u: UnitId, then: Then) {
        match then {
            Then::Nothing => {}
            Then::Turn(to) => self.turned(u, to),
            Then::Form(to) if to.formation == Formation::Building => self.enters(u),
            Then::Form(to) => self.formed(u, to),
            Then::IntoLine(to) => {
                let (line, base) = self.f.line_from_flank(&self.f[u], to);
                self.drawn_up(u, line, base);
            }
            Then::Leave(wall, to) => self.leaves(u, wall, to),
            Then::Face(dir) => {
                let c = self.f[u].base.centre();
                let b = self.f[u].base;
                self.f[u].base = b.at(c + dir * (b.depth / 2.0), dir);
            }
            Then::Do(leg) => self.did(u, leg),
        }
        self.f[u].changing = None;
        self.course(u).forming = false;
    }

    /// Every figure in its place, facing the new way: front and depth change over (play.path).
    fn turned(&mut self, u: UnitId, to: Turning) {
        let b = self.f[u].base;
        let dir = match to {
            Turning::Left => V2 { x: -b.dir.right().x, y: -b.dir.right().y },
            Turning::Right => b.dir.right(),
            Turning::About => V2 { x: -b.dir.x, y: -b.dir.y },
        };
        let deep = if to == Turning::About { b.depth } else { b.width };
        let centre = b.centre();
        let unit = &mut self.f[u];
        unit.deeds.turned_or_changed = true;
        // A single line that turns to the flank is in march column, and back (play.formation).
        let turned = match (to, unit.formation()) {
            (Turning::About, f) => f,
            (_, Formation::Line) if unit.drawn.ranks <= 2 => Formation::MarchColumn,
            (_, Formation::MarchColumn) => Formation::Line,
            (_, f) => f,
        };
        unit.drawn.formation = turned;
        unit.trail.clear();
        let front = centre + dir * (deep / 2.0);
        unit.base = b.at(front, dir);
        self.f.draw_up(u);
    }

    /// Into the house beside it, if there is room (12.5.d, play.buildings).
    fn enters(&mut self, u: UnitId) {
        let unit = self.f[u].clone();
        let house = self.f.house_near(&unit.base).filter(|(_, gap)| super::houses::at_wall(*gap));
        let by = match house {
            Some((b, _)) => match self.f.may_enter(&unit, b) {
                Ok(()) => {
                    self.f.put_inside(u, b);
                    self.f[u].deeds.turned_or_changed = true;
                    self.course(u).meets(Met::Building, false);
                    return;
                }
                Err(by) => by,
            },
            None => clause!("play.buildings"),
        };
        self.course(u).halt(by, None);
    }

    /// Out of its house, facing away from the wall, if there is free ground (12.5.d, play.buildings).
    fn leaves(&mut self, u: UnitId, wall: u8, to: Drawn) {
        let unit = self.f[u].clone();
        let Some((house, _)) = unit.inside else { return };
        let base = self.f.outside(&unit, house, usize::from(wall), to);
        let rect = base.rect();
        let free = |o: &Unit| self.f.rects(o).iter().all(|r| rect.penetration(r) <= TOLERANCE);
        let room = self.f.about(&[rect], 0.0).filter(|o| o.id != u && o.inside.is_none()).all(free);
        let on = base.corners().iter().all(|c| self.f.ground.holds(*c));
        if room && on {
            self.f.put_outside(u, to, base);
            self.f[u].deeds.turned_or_changed = true;
            self.course(u).meets(Met::Building, false);
        } else {
            self.course(u).halt(clause!("play.buildings"), None);
        }
    }

    /// The new formation about the middle of the old front edge, if there is room; otherwise the old one stays (play.formation).
    fn formed(&mut self, u: UnitId, to: Drawn) {
        let unit = &self.f[u];
        let base = unit.plan_in(&self.f.options, to).at(unit.base.front, unit.base.dir);
        self.drawn_up(u, to, base);
    }

    fn drawn_up(&mut self, u: UnitId, to: Drawn, base: Base) {
        let unit = &self.f[u];
        let rect = base.rect();
        let free = |o: &Unit| self.f.rects(o).iter().all(|r| rect.penetration(r) <= TOLERANCE);
        let room = self.f.side_about(unit.side, &[rect], 0.0).filter(|o| o.id != u).all(free);
        let unit = &mut self.f[u];
        unit.deeds.turned_or_changed = true;
        if !room {
            self.course(u).halt(clause!("play.formation"), None);
            return;
        }
        unit.drawn = to;
        unit.trail.clear();
        unit.base = base;
        // Everybody forms close order; open order is for those who may (8.1.a, 8.1.b).
        let by = if to.formation.open_order() { clause!("8.1.b") } else { clause!("8.1.a") };
        self.course(u).formed = Some((to.formation, by));
    }

    /// Is a battery on a steep slope, where no guns are deployed (12.6.d)?
    fn on_steep(&self, u: UnitId) -> bool {
        self.f.ground.slope(self.f[u].base.front).is_some_and(|s| s.slope == Slope::Steep)
    }

    fn did(&mut self, u: UnitId, leg: LegOrder) {
        if matches!(leg, LegOrder::Unlimber { .. }) && self.on_steep(u) {
            self.course(u).halt(clause!("12.6.d"), None);
            return;
        }
        let unit = &mut self.f[u];
        match leg {
            LegOrder::LieDown => unit.prone = true,
            LegOrder::StandUp => unit.prone = false,
            LegOrder::Mount | LegOrder::Dismount => {
                unit.dismounted = leg == LegOrder::Dismount;
                self.f.draw_up(u);
            }
            LegOrder::Limber => {
                unit.drawn = Drawn::new(Formation::Limbered);
                self.f.draw_up(u);
            }
            LegOrder::Unlimber { facing } => {
                let dir = facing.map_or(unit.base.dir, V2::bearing);
                let rear = unit.base.rear();
                unit.drawn = Drawn::new(Formation::Deployed);
                if let Some(b) = &mut unit.battery {
                    b.fired_since_unlimbering = false;
                }
                let was = unit.base;
                let depth = self.f[u].plan(&self.f.options).depth;
                let front = if facing.is_some() { rear + dir * (depth / 2.0) } else { was.front };
                self.f[u].base = Base { front, dir, ..was };
                self.f.draw_up(u);
            }
            _ => {}
        }
    }
}

impl Drive for Movement<'_> {
    type Unit = UnitId;
    type What = What;
    type How = How;

    fn clock(&self) -> &ClockOf<Self> {
        &self.clock
    }

    fn clock_mut(&mut self) -> &mut ClockOf<Self> {
        &mut self.clock
    }

    fn present(&self, u: UnitId) -> bool {
        self.f[u].present() && !self.courses[u.index()].off_table
    }

    fn base(&self, u: UnitId) -> Base {
        self.f[u].base
    }

    fn place(&mut self, u: UnitId, base: Base) {
        self.f[u].base = base;
        self.f[u].trail.clear();
        let g = &self.f.ground;
        let off = !base.corners().iter().any(|c| g.holds(*c));
        if off {
            self.courses[u.index()].off_table = true;
        }
    }

    fn goes_on(&mut self, u: UnitId) -> LegOf<Self> {
        self.settle(u);
        let now = self.clock.now();
        if !self.present(u) {
            return Leg::stand(self.f[u].base, now);
        }
        let leg = self.next_leg(u);
        clock::behind_others(self, u, leg)
    }

    fn watch(&self, u: UnitId, o: UnitId, found: &mut Vec<(f64, What)>) {
        if self.f[u].inside.is_some() || self.f[o].inside.is_some() {
            return;
        }
        let (uu, oo) = (&self.f[u], &self.f[o]);
        let moves = !self.clock.leg(u).stands();
        let c = &self.courses[u.index()];
        // Cheap: who stands meets nobody, but for the charger for whom his target comes on.
        if !moves && (uu.side == oo.side || c.closing.is_none_or(|(target, _)| target != o)) {
            return;
        }
        let (mine, theirs) = (&self.clock.leg(u).moving, &self.clock.leg(o).moving);
        let (from, to) = self.clock.together(u, o);
        let gap = || gap_at(mine, theirs, from);
        let mut within = |reach: f64, what: What| {
            found.extend(first_within(mine, theirs, reach, from, to).map(|t| (t, what)));
        };
        if uu.side == oo.side {
            let gap = gap();
            let barred = self.bars(u, o, self.clock.leg(u)) && !self.clock.held_by(u).contains(&o);
            // Who touches those ahead and goes no faster than they do has not met them.
            let touches = gap <= table::EPS;
            let meets = || if touches { closing(mine, theirs, from) } else { runs_into(mine, theirs, from) };
            if barred && (gap > SHORT_OF || meets()) {
                within(0.0, What::Friend);
            }
            if !barred && !c.replay && !self.has_passed(u, o) && oo.present() && oo.inside.is_none() {
                match gap > table::EPS {
                    true => within(0.0, What::Among),
                    false if runs_into(mine, theirs, from) => found.push((from, What::Among)),
                    false => {}
                }
            }
            return;
        }
        if c.replay {
            return;
        }
        match c.closing {
            Some((target, stop)) if target == o => {
                let runs = self.courses[o.index()].gives_way && !self.clock.leg(o).stands();
                if c.reached.is_none() && !runs {
                    within(stop, What::StopLine);
                }
            }
            _ => match (c.manner, self.limit(uu, oo)) {
                (Manner::Ordinary, Some(limit)) if gap() > limit + TOLERANCE => within(limit, What::Near),
                // Who gives way himself is not halted by it: to note it again and again would never end.
                (Manner::Ordinary, Some(_)) if c.gives_way => {}
                (Manner::Ordinary, Some(_))
                    if self.courses[o.index()].gives_way && runs_into(mine, theirs, from) =>
                {
                    found.push((from, What::Near));
                }
                // A charger whose target is gone still runs down those who flee from him (12.3.g, play.charge.next).
                (Manner::Ordinary, None) if c.charges && c.touched.is_none() => {
                    let flees = matches!(oo.state, State::Routing | State::Evading);
                    if flees
                        && !self.caught.contains(&(u, o))
                        && (gap() > table::EPS || runs_into(mine, theirs, from))
                    {
                        within(0.0, What::Contact);
                    }
                }
                (Manner::Ordinary, _) => {}
                _ if self.together(uu, oo) => {}
                _ if self.caught.contains(&(u, o)) => {}
                // Pursuers at the heels of those who rout go along with them (23.7.a).
                (Manner::Chasing, _) if oo.state == State::Routing && gap() <= table::EPS => {}
                _ if uu.state == State::Routing && self.courses[o.index()].manner == Manner::Chasing => {}
                _ if c.touched.is_none() && (gap() > table::EPS || runs_into(mine, theirs, from)) => {
                    within(0.0, What::Contact);
                }
                _ => {}
            },
        }
    }

    fn bars(&self, u: UnitId, o: UnitId, _: &LegOf<Self>) -> bool {
        let (uu, oo) = (&self.f[u], &self.f[o]);
        let manner = self.courses[u.index()].manner;
        if uu.side != oo.side || !oo.present() || oo.inside.is_some() {
            return false;
        }
        // Skirmishers pass skirmishers (12.9.a) and chargers pass skirmishers (17.9.b); who is forced goes through whoever is there, and
        // others only where their order says so and they come out on the far side (play.pass-through).
        match manner {
            Manner::Ordinary if self.courses[u.index()].gives_way => false,
            Manner::Ordinary if uu.open_order() && oo.open_order() => false,
            Manner::Ordinary => !(self.courses[u.index()].through && self.comes_clear(u, o)),
            Manner::Closing => !oo.open_order(),
            _ => false,
        }
    }

    fn instant(&mut self, due: Vec<MeetOf<Self>>) -> Flow {
        for m in due {
            let now = self.clock.now();
            match m.what {
                Due::LegEnds => {}
                Due::Met(What::StopLine) if self.falls_back_before(m.who, m.other) => {
                    self.settle(m.who);
                    self.fall_back(m.other, m.who);
                }
                Due::Met(What::StopLine) => {
                    self.settle(m.who);
                    let c = self.course(m.who);
                    c.reached.get_or_insert(now);
                    c.acts.clear();
                }
                Due::Met(What::Near) if self.courses[m.who.index()].gives_way => {}
                Due::Met(What::Near) if self.falls_back_before(m.who, m.other) => {
                    self.settle(m.who);
                    self.fall_back(m.other, m.who);
                }
                Due::Met(What::Near) => {
                    self.settle(m.who);
                    self.course(m.who).halt(clause!("17.1.a"), Some(m.other));
                }
                Due::Met(What::Contact) => {
                    self.settle(m.who);
                    if self.f[m.who].state == State::Routing && !self.f[m.other].open_order() {
                        // No way round, or it would have been taken (23.5.c).
                        self.meets.push(Meets { routers: m.who, enemy: m.other });
                        self.course(m.who).halt(clause!("23.5.c"), Some(m.other));
                        clock::plan(self, m.who);
                        continue;
                    }
                    let evades = self.courses[m.other.index()].manner == Manner::Evading;
                    if evades || self.f[m.other].state == State::Evading {
                        self.caught.push((m.who, m.other));
                        clock::plan(self, m.who);
                        continue;
                    }
                    let c = self.course(m.who);
                    c.touched.get_or_insert((m.other, now));
                    if matches!(c.manner, Manner::Closing | Manner::Chasing) || c.charges {
                        c.acts.clear();
                    }
                }
                Due::Met(What::Friend) => self.clock.hold_up(m.who, m.other),
                Due::Met(What::Among) => {
                    self.settle(m.who);
                    self.comes_among(m.who, m.other);
                }
            }
            clock::plan(self, m.who);
        }
        Flow::On
    }

    fn gives_up(&mut self, u: UnitId) {
        self.courses[u.index()].halted.get_or_insert(Halted { by: clause!("play.meet"), before: None });
        self.courses[u.index()].acts.clear();
    }
}
