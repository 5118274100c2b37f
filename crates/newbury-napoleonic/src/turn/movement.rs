//! Steps 3, 4 and 6: who moves when, on which course, and what came of it (11.3, 11.4, 11.6, play.clock).

use super::course::{Act, Course, Manner, Then};
use super::march::Movement;
use crate::answer::{LegOrder, MoveOrder, Pace};
use crate::battle::{Battle, Closing};
use crate::drill::drawn;
use crate::event::Kind;
use crate::formation::{Drawn, Formation};
use crate::order::Gait;
use crate::procedures::formations::Takes;
use crate::unit::{Change, Fate, General, State, Unit, UnitId};
use crate::{clause, say};
use std::collections::VecDeque;

/// Moves that standing up takes (12.5.a).
const STANDING_UP: f64 = 0.25;
/// Attackers halt so far from their target (17.7.2).
const ATTACKERS_HALT: f64 = 5.0;
/// Who goes on at the double without orders wheels no more than so many degrees.
const WHEEL: f64 = 90.0;
/// Who is so near to a body goes along with it.
const BESIDE: f64 = 10.0;
/// Routs that carry others away go on for no more rounds than this in one step.
const FRESH: usize = 8;

impl Battle {
    /// Everybody stands.
    pub(super) fn standing(&self) -> Vec<Course> {
        vec![Course::default(); self.field.units.len()]
    }

    /// Runs the clock over courses; those whose way is gone over again are not told again.
    pub(super) fn run(&mut self, courses: Vec<Course>, replay: bool) -> Vec<Course> {
        let engaged = self.play.fights.iter().filter(|m| !m.over).map(|m| (m.a, m.b)).collect();
        let ways = self.play.ways.clone();
        let before: Vec<table::Base> = self.field.units.iter().map(|u| u.base).collect();
        let housed: Vec<bool> = self.field.units.iter().map(|u| u.inside.is_some()).collect();
        let passed = self.play.passed.clone();
        let mut m = Movement::new(&mut self.field, courses, engaged);
        m.passed = passed;
        let m = if replay { m.replaying(&ways).run() } else { m.run() };
        let (courses, gone, through, meets, caught) = (m.courses, m.ways, m.through, m.meets, m.caught);
        for (i, (c, way)) in courses.iter().zip(gone).enumerate() {
            if !c.replay {
                self.moved(UnitId(i as u16), c);
                self.generals_go_along(UnitId(i as u16), before[i]);
                self.play.ways[i].extend(way);
            }
        }
        self.tell_houses(&housed);
        self.came_through(through);
        self.make_room(&courses);
        for m in meets {
            self.surrenders(m.routers, m.enemy, clause!("23.5.c"));
        }
        for (by, evader) in caught {
            if self.field[evader].state == State::Evading {
                self.breaks(evader, 1.0, Some(by));
                self.also(clause!("12.3.g"));
                self.also(clause!("17.8.d"));
            }
        }
        self.generals_keep_clear();
        courses
    }

    /// Who went into a house or came out of one.
    fn tell_houses(&mut self, before: &[bool]) {
        for (i, was) in before.iter().enumerate() {
            let u = UnitId(i as u16);
            let is = self.field[u].inside.is_some();
            if is == *was || !self.field[u].present() {
                continue;
            }
            let unit = self.code(u);
            self.say(clause!("12.5.d"), Kind::Changes, &[u], || match is {
                true => say!("event-enters-house", unit),
                false => say!("event-leaves-house", unit),
            });
            self.also(clause!("play.buildings"));
        }
    }

    /// Results that came while others moved are carried out with what is left of the move, and what comes of them too (play.rout).
    pub(super) fn carry_out_fresh(&mut self) {
        for _ in 0..FRESH {
            if self.play.fresh.is_empty() {
                return;
            }
            self.leave_houses();
            let mut courses = self.standing();
            self.forced_courses(&mut courses, true);
            self.play.fresh.clear();
            if courses.iter().any(|c| !c.acts.is_empty()) {
                self.run(courses, false);
            }
        }
        self.play.fresh.clear();
    }

    /// What a body did on its course is written down.
    fn moved(&mut self, u: UnitId, c: &Course) {
        let i = u.index();
        let marched: f64 = c.moved;
        let unit = &mut self.field[u];
        unit.deeds.moved += marched;
        unit.deeds.gait = c.gait.or(unit.deeds.gait);
        unit.deeds.crossed |= !c.crossed.is_empty();
        let carried = match c.acts.front() {
            Some(Act::Fixed { left, then: Then::Form(to) }) => {
                Some(Change { to: *to, left: *left, wall: None })
            }
            Some(Act::Fixed { left, then: Then::Leave(w, to) }) => {
                Some(Change { to: *to, left: *left, wall: Some(*w) })
            }
            _ => None,
        };
        if let Some(change) = carried {
            unit.changing = carried;
            unit.deeds.turned_or_changed = true;
            let (side, code) = (unit.side, self.code(u));
            let left = (change.left * 100.0).round() / 100.0;
            self.confide(clause!("play.time-budget"), Kind::Changes, side, &[u], None, || {
                say!("event-change-goes-on", unit = code, left)
            });
        }
        if let Some((formation, by)) = c.formed {
            let (side, unit) = (self.field[u].side, self.code(u));
            let foot = self.field[u].arm().infantry();
            self.confide(by, Kind::Changes, side, &[u], None, || {
                say!("event-forms", unit, formation = crate::words::formation(formation))
            });
            if foot && !formation.open_order() {
                self.also(clause!("8.2.a"));
            }
        }
        if !c.flattened.is_empty() {
            let unit = self.code(u);
            self.say(clause!("16.8.d"), Kind::Moves, &[u], || say!("event-hedge-destroyed", unit));
        }
        if c.got_over && c.manner == Manner::Chasing {
            self.got_over(u);
        }
        self.play.busy[i] = (self.play.busy[i] + c.busy).min(1.0);
        self.play.met[i].extend(c.met.iter().cloned());
        if marched > 0.01 || c.halted.is_some() {
            self.tell_move(u, c, marched);
        }
        if marched > 0.01 && self.field[u].state == State::Routing && !self.play.rout_moves.contains(&u) {
            self.play.rout_moves.push(u);
        }
        // Ground that they cannot cross stopped them, and neither own troops nor the enemy (23.5.f).
        let ground =
            |h: &super::course::Halted| h.before.is_none() && !["23.5.d", "play.meet"].contains(&h.by.id());
        if self.field[u].state == State::Routing && c.halted.as_ref().is_some_and(ground) && !c.off_table {
            self.play.trapped.push(u);
        }
        if marched > 0.01 && matches!(c.manner, Manner::Forced | Manner::Chasing) {
            self.play.fell_back.push(u);
        }
        if c.off_table {
            self.leaves_table(u);
        }
    }

    /// It has followed an enemy over what he defended: the obstacle counts no more in their melee (19.5.j, table 8E).
    fn got_over(&mut self, u: UnitId) {
        for m in self.play.fights.iter_mut().filter(|m| !m.over && (m.a == u || m.b == u)) {
            let n = usize::from(m.a != u);
            m.got_over[n] = !m.crossed[n];
            m.crossed[n] = true;
        }
        let unit = self.code(u);
        self.say(clause!("12.1.c"), Kind::Moves, &[u], || say!("event-gets-over", unit));
        self.also(clause!("19.5.j"));
    }

    fn tell_move(&mut self, u: UnitId, c: &Course, cm: f64) {
        let unit = self.code(u);
        let side = self.field[u].side;
        let by = match c.manner {
            Manner::Closing => clause!("11.3"),
            Manner::Evading => clause!("12.3.b"),
            _ => clause!("11.4"),
        };
        if c.gives_way {
            self.say(clause!("10.2.a"), Kind::FallsBack, &[u], || say!("event-gives-way", unit = &*unit));
            self.also(clause!("18.2.a"));
            self.also(clause!("17.3.d"));
            self.also(clause!("play.meet"));
            self.also(clause!("glossary.skirmishers"));
            self.also(clause!("glossary.close-order"));
        }
        if cm > 0.01 {
            self.confide(by, Kind::Moves, side, &[u], None, || {
                say!("event-moves", unit = &*unit, cm = words::tenths(cm))
            });
            self.also(clause!("play.clock"));
            self.also(clause!("11.n3"));
            if let Some(by) = c.slope {
                self.also(by);
            }
            match (c.manner, self.field[u].state) {
                (Manner::Ordinary, _) => {
                    self.also(clause!("play.path"));
                    if self.play.order(u).is_some_and(|o| o.pace == Pace::Double) {
                        self.also(clause!("glossary.double-move"));
                    }
                }
                // To attack distance or where the charged stop firing, attackers to 5 cm.
                (Manner::Closing, _) if c.charges => {
                    self.also(clause!("21.2.a.5"));
                    self.also(clause!("play.charge.timeline"));
                    self.also(clause!("glossary.attack-distance"));
                }
                (Manner::Closing, _) => self.also(clause!("17.7.2")),
                (Manner::Forced, State::Routing) => {
                    self.also(clause!("23.5.a"));
                    self.also(clause!("play.rout"));
                }
                _ => {}
            }
        }
        if let Some(h) = c.halted {
            match h.before {
                Some(e) => {
                    let enemy = self.code(e);
                    if !self.known(e) {
                        self.play.surprised.push(u);
                    }
                    self.confide(h.by, Kind::Halts, side, &[u], None, || {
                        say!("event-halts-before", unit, enemy)
                    });
                    self.also(clause!("play.meet"));
                }
                None => self.confide(h.by, Kind::Halts, side, &[u], None, || say!("event-halts", unit)),
            }
        }
    }

    /// Generals set to go with a body keep their place beside it; who is not beside it has yet to ride there (12.8, play.generals).
    fn generals_go_along(&mut self, u: UnitId, was: table::Base) {
        let is = self.field[u].base;
        let beside = |g: &&mut General| g.with == Some(u) && was.rect().gap_to_point(g.at) <= BESIDE;
        for g in self.field.generals.iter_mut().filter(beside) {
            g.at = is.world(was.local(g.at));
        }
    }

    fn leaves_table(&mut self, u: UnitId) {
        // Evaders reorder off the table from now on (12.3.f).
        let turn = self.field.turn;
        let unit = &mut self.field[u];
        unit.halted_until = turn;
        unit.fate = match unit.state {
            State::Routing => Fate::RoutedOff,
            State::Evading => Fate::EvadedOff,
            _ => Fate::ForcedOff,
        };
        let by = if unit.state == State::Evading { clause!("12.3.f") } else { clause!("23.16") };
        let code = self.code(u);
        self.leave_fights(u);
        self.generals_leave_with(u);
        self.say(by, Kind::Gone, &[u], || say!("event-leaves-table", unit = code));
    }

    /// What an order asks for, one thing after another.
    pub(super) fn acts_of(&self, u: &Unit, o: &MoveOrder) -> VecDeque<Act> {
        // Action moves are made at double speed (16.5.a).
        let gait = if o.pace == Pace::Double || o.action.is_some() { Gait::Double } else { Gait::Normal };
        let mut all = VecDeque::new();
        let mut now = u.clone();
        let mut legs = o.legs.iter().copied().peekable();
        while let Some(leg) = legs.next() {
            let before = all.len();
            if let Some((to, time, cm)) = self.while_advancing(&now, leg, legs.peek().copied()) {
                // It advances as it was while the change goes on, and the rest as it is then (8.4.d, T6.adv).
                legs.next();
                let rate = self.field.rate(&now, gait).unwrap_or(1.0);
                let far = cm.min(rate * time);
                all.push_back(Act::March { left: far, towards: None, gait });
                all.push_back(Act::Fixed { left: time - far / rate, then: Then::Form(to) });
                all.push_back(Act::March { left: cm - far, towards: None, gait });
                now.drawn = to;
            } else {
                self.act_of(&mut now, leg, gait, &mut all);
            }
            // What cannot be done is dropped with all that was to follow it (play.orders.invalid).
            if all.len() == before {
                break;
            }
        }
        all
    }

    /// A change that is made while advancing, and the march that follows it: to what, how long it takes, and how far it goes.
    fn while_advancing(&self, u: &Unit, leg: LegOrder, next: Option<LegOrder>) -> Option<(Drawn, f64, f64)> {
        let LegOrder::Form { formation, ranks, files } = leg else { return None };
        let Some(LegOrder::March { cm, towards: None }) = next else { return None };
        let to = drawn(u, formation, ranks, files);
        match self.field.change_takes(u, to, self.terms.year, false).0 {
            Takes::Time { moves, advancing: true } => Some((to, moves.0, cm)),
            _ => None,
        }
    }

    pub(super) fn act_of(&self, u: &mut Unit, leg: LegOrder, gait: Gait, all: &mut VecDeque<Act>) {
        let year = self.terms.year;
        let takes = |t: Takes| match t {
            Takes::Time { moves, .. } => Some(moves.0),
            Takes::MayNot { .. } => None,
        };
        match leg {
            LegOrder::March { cm, towards } => {
                all.push_back(Act::March { left: cm, towards: towards.map(table::V2::bearing), gait });
            }
            LegOrder::Back { cm } => all.push_back(Act::March { left: cm, towards: None, gait: Gait::Back }),
            LegOrder::Wheel { degrees } => all.push_back(Act::Wheel { left: degrees, gait }),
            LegOrder::Turn { to } => {
                if let Some(left) = takes(self.field.turn_takes(u, to, year).0) {
                    all.push_back(Act::Fixed { left, then: Then::Turn(to) });
                }
            }
            LegOrder::Form { formation, ranks, files } => {
                let to = drawn(u, formation, ranks, files);
                let going_on =
                    self.field[u.id].changing.filter(|c| c.to == to && all.is_empty()).map(|c| c.left);
                let left =
                    going_on.or_else(|| takes(self.field.change_takes(u, to, year, gait == Gait::Double).0));
                if let Some(left) = left {
                    all.push_back(Act::Fixed { left, then: Then::Form(to) });
                    u.drawn = to;
                }
            }
            LegOrder::IntoLine { to } => {
                if let Some(left) = takes(self.field.into_line_takes(u, year).0) {
                    all.push_back(Act::Fixed { left, then: Then::IntoLine(to) });
                    (u.drawn, u.base) = self.field.line_from_flank(u, to);
                }
            }
            LegOrder::Enter => {
                let to = Drawn::new(Formation::Building);
                let house = self.field.house_near(&u.base).map(|(b, _)| b);
                let going_on =
                    self.field[u.id].changing.filter(|c| c.to == to && all.is_empty()).map(|c| c.left);
                let time = house.and_then(|b| {
                    let wall = self.field.wall_near(b, &u.base);
                    self.field.door_time(u, b, wall.min(u.base.width.max(2.0)))
                });
                if let Some(left) = going_on.or(time) {
                    all.push_back(Act::Fixed { left, then: Then::Form(to) });
                    u.drawn = to;
                }
            }
            LegOrder::Leave { wall, formation } => {
                let to = Drawn::new(formation);
                let going_on = self.field[u.id].changing.filter(|c| c.wall == Some(wall)).map(|c| c.left);
                let time = u.inside.and_then(|(b, _)| {
                    let (p, q, _) =
                        self.field.ground.buildings[usize::from(b)].walls()[usize::from(wall) % 4];
                    self.field.door_time(u, b, p.dist(q))
                });
                if let Some(left) = going_on.or(time) {
                    all.push_back(Act::Fixed { left, then: Then::Leave(wall, to) });
                    u.drawn = to;
                }
            }
            LegOrder::Wait { part } => all.push_back(Act::Fixed { left: part, then: Then::Nothing }),
            LegOrder::Reorder | LegOrder::Spike | LegOrder::CutFree => {
                all.push_back(Act::Fixed { left: 2.0, then: Then::Nothing });
            }
            LegOrder::Rejoin => {
                if let Some(unit) = self.belongs_to(u) {
                    all.extend(self.back_to_unit(u, unit, true));
                }
            }
            _ => {
                let time = self.field.task_of(u, leg).and_then(|t| takes(self.field.doing_takes(t).0));
                if let Some(left) = time {
                    all.push_back(Act::Fixed { left, then: Then::Do(leg) });
                }
            }
        }
    }

    /// Step 3: chargers, counterchargers and attackers to their stop lines (11.3).
    pub(super) fn move_chargers(&mut self) {
        let mut courses = self.standing();
        let mut any = false;
        for c in self.play.charges.iter().filter(|c| !c.over && self.field[c.by].state != State::Routing) {
            any = true;
            let u = &self.field[c.by];
            let legs = self.play.order(c.by).map(|o| self.acts_of(u, o)).unwrap_or_default();
            let mut acts = if c.what == Closing::OutOfReach { VecDeque::new() } else { legs };
            let gait = if c.what == Closing::Charge { self.charge_gait(c.by) } else { Gait::Normal };
            let towards = u.open_order().then(|| (self.field[c.on].base.centre() - u.base.front).unit());
            // A house does not move: how far it is to go is known (an attack on a building ends at its wall).
            let far = match self.field[c.on].inside {
                Some((b, _)) => {
                    let wall = self.field.ground.buildings[usize::from(b)].rect;
                    let dir = towards.unwrap_or(u.base.dir);
                    u.base
                        .rect()
                        .travel_to(&wall, dir)
                        .map_or(f64::INFINITY, |d| (d - ATTACKERS_HALT).max(0.0))
                }
                None => f64::INFINITY,
            };
            acts.push_back(Act::March { left: far, towards, gait });
            let own = self.field.attack_distance(u).0;
            let stop = match c.what {
                Closing::Attack => ATTACKERS_HALT,
                Closing::OutOfReach => own.max(self.field.attack_distance(&self.field[c.on]).0),
                // Of two who come to meet each other the greater distance (play.charge.timeline).
                Closing::Charge if self.countercharges(c) || self.charges_back(c) => {
                    own.max(self.field.attack_distance(&self.field[c.on]).0)
                }
                Closing::Charge => c.fires_at.map_or(own, |cm| own.min(f64::from(cm))),
            };
            // He rides at the first of those whom he charges.
            if !c.beside {
                courses[c.by.index()] = Course {
                    acts,
                    manner: Manner::Closing,
                    charges: c.what == Closing::Charge,
                    closing: Some((c.on, stop)),
                    defended: self.held_lines(c.on, c.by),
                    ..Course::default()
                };
            }
            if c.what == Closing::Charge && self.countercharges(c) && courses[c.on.index()].acts.is_empty() {
                let on = Act::March { left: f64::INFINITY, towards: None, gait: self.charge_gait(c.on) };
                courses[c.on.index()] = Course {
                    acts: VecDeque::from([on]),
                    manner: Manner::Closing,
                    charges: true,
                    closing: Some((c.by, stop)),
                    ..Course::default()
                };
            }
        }
        if !any {
            return;
        }
        self.screens_evade(&mut courses);
        let courses = self.run(courses, false);
        for i in 0..self.play.charges.len() {
            let c = self.play.charges[i].clone();
            let course = &courses[c.by.index()];
            let from = self.field.comes_from(&self.field[c.by], &self.field[c.on]).0;
            let counter = c.what == Closing::Charge && self.countercharges(&c);
            let x = &mut self.play.charges[i];
            let in_house = self.field[c.on].inside.is_some();
            let gone = self.play.ways[c.by.index()].last().map_or(0.0, |t| t.until);
            x.at = course.reached.unwrap_or(if in_house { gone } else { 1.0 });
            x.from_now = from;
            if counter {
                self.field[c.on].deeds.charged = true;
            }
            if c.what == Closing::OutOfReach {
                x.over = true;
                self.field[c.by].deeds.no_contact = true;
                self.play.must_charge.push((c.by, c.on));
                continue;
            }
            // Who lies down gets up without orders, if there is time before the enemy is at attack distance (18.3.a).
            let at = self.at_attack_distance(&self.play.charges[i]);
            // Who evades stands up as he goes, for nothing (18.3.b).
            if !c.over && self.field[c.on].prone && !self.evades(&c) && at >= STANDING_UP - 1e-6 {
                self.field[c.on].prone = false;
                let busy = &mut self.play.busy[c.on.index()];
                *busy = busy.max(STANDING_UP);
            }
        }
    }

    /// Screens evade from where they are as the charge comes on, so that it goes over the ground they leave (17.9.a, play.evade).
    fn screens_evade(&mut self, courses: &mut [Course]) {
        let screens: Vec<(UnitId, UnitId)> =
            self.play.charges.iter().filter(|c| c.screen && self.evades(c)).map(|c| (c.on, c.by)).collect();
        for (u, by) in screens {
            courses[u.index()] = self.evasion(u, by);
            self.tell_evade(u, by);
            self.also(clause!("17.9.a"));
        }
    }

    /// Step 4: all other movement, against the ways of those who charge (11.4).
    pub(super) fn move_others(&mut self) {
        self.generals_ride();
        self.leave_houses();
        let moves_on = |u: &&Unit| matches!(u.state, State::GivingGround | State::FollowingUp);
        self.play.gave = self.field.present().filter(moves_on).map(|u| u.id).collect();
        self.drop_changes();
        let mut courses = self.standing();
        for u in self.field.present() {
            let i = u.id.index();
            if self.closes(u.id) || !self.play.ways[i].is_empty() {
                courses[i].replay = true;
            } else if let Some(c) = self.ordered_course(u) {
                courses[i] = c;
            }
        }
        self.forced_courses(&mut courses, false);
        let back: Vec<UnitId> = self
            .field
            .present()
            .filter(|u| self.play.order(u.id).is_none() && self.must_rejoin(u).is_some())
            .map(|u| u.id)
            .collect();
        let goes_on: Vec<bool> = self.field.units.iter().map(|u| self.goes_on(u).is_some()).collect();
        let ordered = |u: &Unit| self.play.order(u.id).is_some_and(|o| o.pace == Pace::Double);
        let doubles: Vec<bool> =
            self.field.units.iter().map(|u| goes_on[u.id.index()] || ordered(u)).collect();
        for (c, _) in courses.iter_mut().zip(&doubles).filter(|(c, double)| **double && !c.acts.is_empty()) {
            c.gait = Some(Gait::Double);
        }
        let courses = self.run(courses, true);
        for (i, c) in courses.iter().enumerate() {
            let u = UnitId(i as u16);
            if doubles[i] && c.moved > 0.01 && !c.replay {
                self.field[u].deeds.double_move = true;
                self.tell_goes_on(u, goes_on[i]);
            }
            if self.play.order(u).is_some_and(|o| o.action.is_some()) && c.moved > 0.01 {
                self.field[u].deeds.action_move = true;
                let unit = self.code(u);
                self.say(clause!("16.5.a"), Kind::Moves, &[u], || say!("event-action-move", unit));
            }
        }
        for u in back.into_iter().filter(|u| courses[u.index()].moved > 0.01) {
            let unit = self.code(u);
            self.say(clause!("6.2.b"), Kind::Moves, &[u], || say!("event-goes-back", unit));
        }
        self.join_again(&courses);
        self.lead_teams();
        self.mind_horses();
        self.play.fresh.retain(|u| !courses[u.index()].replay && courses[u.index()].manner != Manner::Forced);
        self.carry_out_fresh();
        self.couriers_ride();
        self.watch_prisoners();
        self.reach_objectives();
    }

    /// Where a body goes on at the double without being told to (12.2.a, play.orders.none).
    pub(super) fn goes_on(&self, u: &Unit) -> Option<table::V2> {
        let idle = self.play.order(u.id).is_none_or(|o| o.legs.is_empty() && o.by.is_none());
        let free = u.changing.is_none() && self.play.charge_of(u.id).is_none();
        crate::check::orders::must_go_on(self, u)
            .filter(|_| u.present() && idle && free)
            .map(|(goal, _)| goal)
    }

    fn tell_goes_on(&mut self, u: UnitId, goes_on: bool) {
        if goes_on {
            let (side, unit) = (self.field[u].side, self.code(u));
            self.confide(clause!("12.2.a"), Kind::Moves, side, &[u], None, || {
                say!("event-goes-on-at-the-double", unit)
            });
        }
    }

    /// On to a place at the double: open order straight, others with a wheel where it is no great one.
    fn on_to(u: &Unit, goal: table::V2) -> VecDeque<Act> {
        let (gait, way) = (Gait::Double, goal - u.base.front);
        if u.open_order() {
            return VecDeque::from([Act::March { left: way.len(), towards: Some(way.unit()), gait }]);
        }
        match ranks::wheel_towards(&u.base, goal).filter(|(degrees, _)| degrees.abs() <= WHEEL) {
            Some((left, ahead)) => {
                VecDeque::from([Act::Wheel { left, gait }, Act::March { left: ahead, towards: None, gait }])
            }
            None => VecDeque::from([Act::March { left: way.len(), towards: None, gait }]),
        }
    }

    /// A change that was begun goes on if the order says so, or if there is none; another order drops it (play.time-budget).
    fn drop_changes(&mut self) {
        let dropped: Vec<UnitId> = self
            .field
            .present()
            .filter_map(|u| {
                let (change, order) = (u.changing?, self.play.order(u.id)?);
                let goes_on = match order.legs.first()? {
                    LegOrder::Form { formation, ranks, files } => {
                        drawn(u, *formation, *ranks, *files) == change.to
                    }
                    LegOrder::Enter => change.to.formation == Formation::Building,
                    LegOrder::Leave { wall, .. } => change.wall == Some(*wall),
                    _ => false,
                };
                (!goes_on).then_some(u.id)
            })
            .collect();
        for u in dropped {
            self.field[u].changing = None;
        }
    }

    /// Does it charge, countercharge or attack in this move?
    pub(super) fn closes(&self, u: UnitId) -> bool {
        let own = self.play.charge_of(u).is_some_and(|c| !c.over || c.what == Closing::OutOfReach);
        own || self.play.charges.iter().any(|c| c.on == u && self.countercharges(c))
    }

    /// The course of one who moves by his order, or goes on with a change. Who is charged or attacked does not march (17.5.b).
    fn ordered_course(&self, u: &Unit) -> Option<Course> {
        let free = matches!(u.state, State::UnderOrders | State::Halted | State::Rallied | State::Evading);
        let refused = self.play.charge_of(u.id).is_some();
        if !free || refused || self.play.fights(u.id) {
            return None;
        }
        let mut acts = match (self.goes_on(u), self.play.order(u.id), self.must_rejoin(u)) {
            (Some(goal), ..) => Battle::on_to(u, goal),
            (None, Some(o), _) => self.acts_of(u, o),
            // Without orders a part that is too far from its unit goes back to it (6.2.b, play.orders.none).
            (None, None, Some(unit)) => self.back_to_unit(u, unit, false),
            (None, None, None) => u
                .changing
                .map(|c| {
                    let then = c.wall.map_or(Then::Form(c.to), |w| Then::Leave(w, c.to));
                    VecDeque::from([Act::Fixed { left: c.left, then }])
                })
                .unwrap_or_default(),
        };
        let charged = self.play.charges.iter().any(|c| c.on == u.id && !c.over && c.what == Closing::Charge);
        if charged {
            acts.retain(|a| matches!(a, Act::Fixed { .. }));
        }
        let through = self.play.order(u.id).is_some_and(|o| o.through);
        Some(Course { acts, through, ..Course::default() })
    }

    /// Step 6: those who evade go straight away from their chargers at the double (11.6, 12.3.b).
    pub(super) fn evade(&mut self) {
        let evaders: Vec<(UnitId, UnitId)> =
            self.play.charges.iter().filter(|c| !c.screen && self.evades(c)).map(|c| (c.on, c.by)).collect();
        if evaders.is_empty() {
            return;
        }
        let mut courses = self.standing();
        for (u, by) in evaders {
            courses[u.index()] = self.evasion(u, by);
            self.tell_evade(u, by);
        }
        self.run(courses, false);
        self.carry_out_fresh();
    }

    /// Away from the line of charge, bent as little as need be (play.evade).
    pub(super) fn evasion(&self, u: UnitId, by: UnitId) -> Course {
        let away = (self.field[u].base.centre() - self.play.stood[by.index()].front).unit();
        let away = self.bent(&self.field[u], away, Gait::Double);
        let acts = VecDeque::from([
            Act::Fixed { left: 0.0, then: Then::Face(away) },
            Act::March { left: f64::INFINITY, towards: None, gait: Gait::Double },
        ]);
        Course { starts: self.evade_starts(u), acts, manner: Manner::Evading, ..Course::default() }
    }

    pub(super) fn tell_evade(&mut self, u: UnitId, by: UnitId) {
        self.field[u].state = State::Evading;
        let prone = std::mem::take(&mut self.field[u].prone);
        let unit = self.code(u);
        self.say(clause!("12.3.b"), Kind::Evades, &[u, by], || say!("event-evades", unit));
        if prone {
            self.also(clause!("18.3.b"));
        }
        self.also(clause!("play.evade"));
        self.also(clause!("11.6"));
    }

    /// When an evade begins: at once, or when the charger is at attack distance (12.3.b, play.evade).
    pub(super) fn evade_starts(&self, u: UnitId) -> f64 {
        let on = self.play.charges_on(u).filter(|c| self.evades(c));
        let late = on.filter(|c| c.late).map(|c| c.at).fold(f64::INFINITY, f64::min);
        if late.is_finite() { late.clamp(0.0, 1.0) } else { 0.0 }
    }
}
