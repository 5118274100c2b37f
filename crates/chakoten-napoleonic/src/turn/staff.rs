//! Staff figures on the clock (08.01.7, play.staff): their own move, and going along with a unit.

use super::Table;
use crate::book::march::fastest_rider;
use crate::clause;
use crate::event::EventKind;
use crate::field::Field;
use crate::going::{self, Course, Open};
use crate::order::StaffMove;
use crate::unit::{Side, StaffId, UnitId};
use table::{EPS, V2};

/// A staff figure's own move of the turn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ride {
    pub staff: StaffId,
    pub from: V2,
    pub to: Goal,
    /// When it sets out.
    pub since: f64,
    pub arrived: bool,
    /// It has been told that he is there.
    told: bool,
    /// Where he rides to at this instant and over which ground, whether that was so at the last one, and for how long he has been under way.
    now: Option<(V2, u32)>,
    same: bool,
    turns: f64,
    /// Somebody else rides after him.
    followed: Option<bool>,
    /// The way there, kept for as long as the goal and the ground stay as they are.
    way: Option<Way>,
    /// Ground on which he rides, and whether it is open, while the ground stays as it is.
    open: Option<(u32, Open, bool)>,
}

/// A way that was looked for: to where, over which ground, and how much of it.
#[derive(Clone, Debug, PartialEq)]
struct Way {
    to: V2,
    ground: u32,
    cm: f64,
    course: Course,
}

impl Ride {
    pub fn new(staff: StaffId, from: V2, to: Goal, since: f64) -> Ride {
        Ride {
            staff,
            from,
            to,
            since,
            arrived: false,
            told: false,
            now: None,
            same: false,
            turns: 0.0,
            followed: None,
            way: None,
            open: None,
        }
    }

    /// Cm that he has come no further than on the way to a place, whatever lies on it.
    fn comes_at_most(&self, ground: u32, to: V2) -> f64 {
        let open =
            self.open.filter(|(g, open, is_open)| *g == ground && *is_open && open.holds(self.from, to));
        let slower = open.and_then(|o| o.1.at_most(self.turns));
        slower.unwrap_or(fastest_rider() * self.turns)
    }
}

/// By what one knows the ground again over which nobody has built or broken anything since: crossings, cuts, trails, lines, gaps in them
/// and how hard they are to pass.
type Laid = [usize; 6];

/// The ground of the turn over which all ride, and how often it has become another.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ridden {
    laid: Laid,
    times: u32,
}

fn laid(f: &Field) -> Laid {
    let (t, lines) = (&f.terrain, &f.lines);
    let gaps = lines.iter().map(|l| l.cleared.len()).sum();
    let hard = lines.iter().map(|l| l.obstacle as usize).sum();
    [t.crossings.len(), t.cut.len(), t.trails.len(), lines.len(), gaps, hard]
}

/// Cm of room beside a way within which another way over the same ground is looked for.
const ROOM: f64 = 6.0;

/// Where a staff figure rides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Goal {
    Place(V2),
    Unit(UnitId),
    Staff(StaffId),
}

impl Table {
    /// The moves that were written begin at their time.
    pub(super) fn staff_rides(&mut self, written: &[(Side, StaffMove)]) {
        let mut rides: Vec<Ride> = Vec::new();
        for (side, m) in written {
            let Some(s) = self.field.staff_by_code(&m.who) else { continue };
            let st = &self.field[s];
            if st.side != *side || !st.present() || rides.iter().any(|r| r.staff == s) {
                continue;
            }
            let to = match (&m.to, &m.join) {
                (_, Some(code)) => match (self.named(code), self.field.staff_by_code(code)) {
                    (Some(u), _) => Goal::Unit(u),
                    (None, Some(o)) => Goal::Staff(o),
                    _ => continue,
                },
                (Some(p), None) => Goal::Place(table::v2(p[0], p[1])),
                _ => continue,
            };
            rides.push(Ride::new(s, st.base().front, to, m.from.clamp(0.0, 1.0)));
        }
        self.turn_mut().staff = rides;
    }

    /// Where a goal is now.
    fn goal(&self, to: Goal) -> V2 {
        match to {
            Goal::Place(p) => p,
            Goal::Unit(u) => self.field[u].base.rear(),
            Goal::Staff(s) => self.field[s].base().front,
        }
    }

    /// How far a rider comes on the way to where he rides at this instant.
    fn ridden(&self, r: &mut Ride, ground: u32, to: V2, whole: f64) -> f64 {
        let turns = r.turns;
        // Who rides after somebody who goes on has another way at the next instant: no more of it is looked for than he may have come.
        let most = whole.min(fastest_rider() * turns + 1.0);
        let same = |w: &&Way| w.to == to && w.ground == ground && w.cm >= most;
        if let Some(w) = r.way.as_ref().filter(same) {
            return w.course.reach(turns);
        }
        let cm = if r.same || matches!(r.to, Goal::Place(_)) { whole } else { most };
        let end = if cm < whole { r.from.lerp(to, cm / whole) } else { to };
        let open = self.open_to(r, ground, end);
        if let Some(come) = open.and_then(|o| o.reach(&self.field, r.from, end, turns)) {
            return come;
        }
        let course = open.and_then(|o| o.course(&self.field, r.from, end));
        let course = course.unwrap_or_else(|| going::rider_course(&self.field, r.from, end));
        let come = course.reach(turns);
        r.way = Some(Way { to, ground, cm, course });
        come
    }

    /// The open ground in which the way of a rider to a place lies, as most ways do: nothing has to be looked for there.
    fn open_to(&self, r: &mut Ride, ground: u32, to: V2) -> Option<Open> {
        let f = &self.field;
        let same = |o: &&(u32, Open, bool)| o.0 == ground && o.1.holds(r.from, to);
        let (open, is_open) = match r.open.as_ref().filter(same) {
            Some((_, open, is_open)) => (*open, *is_open),
            None => {
                let (open, is_open) = Open::about(f, r.from, to, ROOM);
                r.open = Some((ground, open, is_open));
                (open, is_open)
            }
        };
        is_open.then_some(open)
    }

    /// The number of the ground over which all ride now.
    fn ridden_ground(&mut self) -> u32 {
        let now = laid(&self.field);
        let ridden = &mut self.turn_mut().ridden;
        if ridden.laid != now {
            *ridden = Ridden { laid: now, times: ridden.times + 1 };
        }
        ridden.times
    }

    /// Riders are where they have come to, and who is with a unit is where it is. Of one after whom nobody rides that may be put off until somebody
    /// asks for it, as long as he cannot have arrived.
    pub(super) fn staff_go_along(&mut self, put_off: bool) {
        let (now, turn) = (self.time(), self.field.turn);
        let mut rides = std::mem::take(&mut self.turn_mut().staff);
        let ground = if rides.is_empty() { 0 } else { self.ridden_ground() };
        for i in 0..rides.len() {
            let r = &rides[i];
            if r.arrived || now < r.since || !self.field[r.staff].present() {
                continue;
            }
            let after_him = || rides.iter().any(|o| o.to == Goal::Staff(r.staff));
            let followed = r.followed.unwrap_or_else(after_him);
            let to = self.goal(r.to);
            let r = &mut rides[i];
            r.followed = Some(followed);
            let same = r.now == Some((to, ground));
            // Nobody comes any further at the same moment.
            if same && r.turns == now - r.since {
                if !put_off && self.field[r.staff].is_riding() {
                    self.comes(r);
                }
                continue;
            }
            r.same = same;
            r.now = Some((to, ground));
            r.turns = now - r.since;
            let s = &mut self.field[r.staff];
            s.with = None;
            s.moved = Some(turn);
            if put_off && !followed && r.comes_at_most(ground, to) < r.from.dist(to) - 2.0 * EPS {
                s.rides_on();
            } else {
                self.comes(r);
            }
        }
        self.turn_mut().staff = rides;
        for i in 0..self.field.staff.len() {
            let Some(u) = self.field.staff[i].with else { continue };
            let b = self.field[u].base;
            let s = &mut self.field.staff[i];
            s.put(s.base().at(b.rear(), b.dir));
        }
    }

    /// A rider is where he has come to.
    fn comes(&mut self, r: &mut Ride) {
        let Some((to, ground)) = r.now else { return };
        let way = to - r.from;
        let far = way.len();
        let may = if far <= EPS { far } else { self.ridden(r, ground, to, far) };
        r.arrived = may >= far - EPS;
        let at = if r.arrived || far <= EPS { to } else { r.from + way * (may / far) };
        let s = &mut self.field[r.staff];
        s.went = may.min(far);
        s.comes_to(at);
        if let (true, Goal::Unit(u)) = (r.arrived, r.to) {
            s.with = Some(u);
        }
    }

    /// Riders of whom that was put off are where they have come to.
    pub(super) fn riders_come(&mut self) {
        self.these_come(|_| true);
    }

    /// The same of some of them.
    fn these_come(&mut self, who: impl Fn(StaffId) -> bool) {
        let mut rides = std::mem::take(&mut self.turn_mut().staff);
        for r in rides.iter_mut() {
            if self.field[r.staff].is_riding() && who(r.staff) {
                self.comes(r);
            }
        }
        self.turn_mut().staff = rides;
        debug_assert!(self.field.staff.iter().all(|s| !s.is_riding() || !who(s.id)));
    }

    /// Looks for staff figures alone over whom an enemy has come since this was last asked. A rider whom nobody can have reached, wherever he is
    /// on his way, is not looked for.
    pub(super) fn staff_reached(&mut self) {
        let now = self.now.as_mut().expect("a turn is under way");
        now.places.note(&self.field);
        let may_be_reached = |r: &&Ride| {
            let Some((to, _)) = r.now.filter(|_| !r.arrived) else { return false };
            let s = &self.field[r.staff];
            s.is_riding() && now.places.may_be_reached(&self.field, s, (r.from, to))
        };
        let those: Vec<StaffId> = now.staff.iter().filter(may_be_reached).map(|r| r.staff).collect();
        if !those.is_empty() {
            self.these_come(|s| those.contains(&s));
        }
        let now = self.now.as_mut().expect("a turn is under way");
        let reached = now.places.reached(&self.field);
        if !reached.is_empty() {
            self.riders_come();
        }
        for s in reached {
            if self.field[s].present() && self.field[s].with.is_none() {
                self.set_aside(s);
            }
        }
    }

    /// Who has arrived is told at the even moments of the clock and at its end: that he has come is only found when others are about
    /// something, and they may not be seen.
    pub(super) fn staff_arrivals(&mut self) {
        let new = |r: &&mut Ride| r.arrived && !r.told;
        let told = |r: &mut Ride| {
            r.told = true;
            r.staff
        };
        let all: Vec<StaffId> = self.turn_mut().staff.iter_mut().filter(new).map(told).collect();
        for staff in all {
            let s = &self.field[staff];
            if !s.present() {
                continue;
            }
            let (to, with, seen) = (s.base().pose(), s.with, Table::only(s.side));
            self.tell_to(clause!("08.01.7"), seen, || EventKind::StaffMoved { staff, to, with });
        }
    }
}
