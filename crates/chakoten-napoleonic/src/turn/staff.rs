//! Staff figures on the clock (08.01.7, play.staff): their own move, and going along with a unit.

use super::watch::What;
use super::{Meet, Table};
use crate::clause;
use crate::event::EventKind;
use crate::field::Field;
use crate::going::{self, Course};
use crate::order::StaffMove;
use crate::unit::{Side, StaffId, UnitId};
use clock::Due;
use smallvec::SmallVec;
use table::{EPS, Rect, V2};

/// Cm by which everybody comes about before it is looked for again whether an enemy is still near a rider.
const LOOK_AGAIN: f64 = 5.0;

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
    /// The way there, kept for as long as the goal and the ground stay as they are.
    way: Option<(V2, Laid, Course)>,
    /// Where his goal was and when, while he is not put where he had come to by then: nobody looks at him.
    waits: Option<(V2, f64)>,
    /// Whether an enemy may be near his way, among so many units, until everybody has come about by so much.
    near: Option<(bool, usize, f64)>,
}

impl Ride {
    pub fn new(staff: StaffId, from: V2, to: Goal, since: f64) -> Ride {
        Ride { staff, from, to, since, arrived: false, told: false, way: None, waits: None, near: None }
    }
}

/// By what one knows the ground again over which nobody has built or broken anything since: crossings, cuts, trails, lines, gaps in them
/// and how hard they are to pass.
type Laid = [usize; 6];

fn laid(f: &Field) -> Laid {
    let (t, lines) = (&f.terrain, &f.lines);
    let gaps = lines.iter().map(|l| l.cleared.len()).sum();
    let hard = lines.iter().map(|l| l.obstacle as usize).sum();
    [t.crossings.len(), t.cut.len(), t.trails.len(), lines.len(), gaps, hard]
}

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
            rides.push(Ride::new(s, st.base.front, to, m.from.clamp(0.0, 1.0)));
        }
        self.turn_mut().staff = rides;
    }

    /// Where a goal is now.
    fn goal(&self, to: Goal) -> V2 {
        match to {
            Goal::Place(p) => p,
            Goal::Unit(u) => self.field[u].base.rear(),
            Goal::Staff(s) => self.field[s].base.front,
        }
    }

    /// How far a rider comes on the way to a place in so many turns.
    fn ridden(&self, r: &mut Ride, to: V2, turns: f64) -> f64 {
        let ground = laid(&self.field);
        let known = |w: &&(V2, Laid, Course)| w.0 == to && w.1 == ground;
        if let Some((_, _, course)) = r.way.as_ref().filter(known) {
            return course.reach(turns);
        }
        let course = going::rider_course(&self.field, r.from, to);
        let come = course.reach(turns);
        r.way = Some((to, ground, course));
        come
    }

    /// Riders are where they have come to, and who is with a unit is where it is. Where nobody looks a rider is put there when somebody
    /// does.
    pub(super) fn staff_go_along(&mut self) {
        let now = self.time();
        let turn = self.field.turn;
        let mut rides = std::mem::take(&mut self.turn_mut().staff);
        let rides_on = |t: &Table, r: &Ride| t.field[r.staff].present() && now >= r.since && !r.arrived;
        let unwatched = !self.log.is_on() && self.noticed.camera.is_none();
        let come = (unwatched && rides.iter().any(|r| rides_on(self, r))).then(|| self.come_about());
        let goal = |r: &Ride| match r.to {
            Goal::Staff(s) => Some(s),
            _ => None,
        };
        let followed: SmallVec<[StaffId; 8]> = rides.iter().filter_map(goal).collect();
        for r in &mut rides {
            if !rides_on(self, r) {
                continue;
            }
            let to = self.goal(r.to);
            let s = &mut self.field[r.staff];
            s.with = None;
            s.moved = Some(turn);
            r.waits = Some((to, now));
            let may_wait = |c: (f64, f64)| !followed.contains(&r.staff) && self.is_out_of_reach(r, to, c);
            if come.is_some_and(may_wait) {
                self.turn_mut().riders_wait = true;
            } else {
                self.bring_up(r);
            }
        }
        self.turn_mut().staff = rides;
        for i in 0..self.field.staff.len() {
            let Some(u) = self.field.staff[i].with else { continue };
            let b = self.field[u].base;
            let s = &mut self.field.staff[i];
            s.base = s.base.at(b.rear(), b.dir);
        }
    }

    /// Cm by which both sides have come about up to now, or more: when riders were last looked after, and now.
    fn come_about(&mut self) -> (f64, f64) {
        let now = self.now.as_mut().expect("a turn is under way");
        now.strayed.note(&self.field);
        let come = now.strayed.come();
        (now.ridden.replace(come).unwrap_or(come), come)
    }

    /// Is a rider certainly neither at his goal yet nor near an enemy, so that it does not matter where on his way he is?
    fn is_out_of_reach(&self, r: &mut Ride, to: V2, (before, come): (f64, f64)) -> bool {
        let f = &self.field;
        let ridden = going::fastest_ride() * (self.time() - r.since);
        if matches!(r.to, Goal::Staff(_)) || ridden >= r.from.dist(to) - 2.0 * EPS {
            return false;
        }
        if let Some((near, _, _)) = r.near.filter(|(_, n, until)| *n == f.units.len() && come < *until) {
            return !near;
        }
        let (figure, way) = (&f[r.staff], Rect::between(r.from, to));
        let enemies = f.units.iter().filter(|u| u.side != figure.side).map(|u| f.circle(u));
        let least = enemies.map(|(at, reach)| way.gap_to_point(at) - reach).fold(f64::INFINITY, f64::min);
        let clear = least - figure.base.width - figure.base.depth - 1.0;
        // What an enemy has swept reaches from where he was then.
        let near = clear <= come - before;
        r.near = Some((near, f.units.len(), if near { come + LOOK_AGAIN } else { come + clear }));
        !near
    }

    /// A rider is put where he has come to.
    fn bring_up(&mut self, r: &mut Ride) {
        let Some((to, at)) = r.waits.take() else { return };
        let way = to - r.from;
        let far = way.len();
        let may = if far <= EPS { far } else { self.ridden(r, to, at - r.since) };
        let arrived = may >= far - EPS;
        let place = if arrived || far <= EPS { to } else { r.from + way * (may / far) };
        let s = &mut self.field[r.staff];
        s.went = may.min(far);
        s.base.front = place;
        if arrived {
            r.arrived = true;
            if let Goal::Unit(u) = r.to {
                self.field[r.staff].with = Some(u);
            }
        }
    }

    /// All riders are put where they have come to: somebody may look at them, or the ground they ride over may change.
    pub(super) fn bring_up_riders(&mut self) {
        let Some(now) = self.now.as_mut().filter(|n| n.riders_wait) else { return };
        now.riders_wait = false;
        let mut rides = std::mem::take(&mut now.staff);
        rides.iter_mut().for_each(|r| self.bring_up(r));
        self.turn_mut().staff = rides;
    }

    /// Before anything is done at an instant but marching on, riders are where they have come to.
    pub(super) fn bring_up_if_stirred(&mut self) {
        let i = &self.turn().instant;
        let comes = |m: &Meet| matches!(m.what, Due::Met(What::Arrive | What::Passes));
        let quiet = i.arrivals.is_empty()
            && i.volleys.is_empty()
            && i.falls.is_empty()
            && i.pressed.is_empty()
            && i.melees.is_empty()
            && i.after.is_empty();
        if !quiet || i.due.iter().any(comes) {
            self.bring_up_riders();
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
            let (to, with, seen) = (s.base.pose(), s.with, Table::only(s.side));
            self.tell_to(clause!("08.01.7"), seen, || EventKind::StaffMoved { staff, to, with });
        }
    }
}
