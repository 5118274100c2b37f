//! Staff figures on the clock (08.01.7, play.staff): their own move, and going along with a unit.

use super::Table;
use crate::event::EventKind;
use crate::order::StaffMove;
use crate::unit::{Side, StaffId, UnitId};
use crate::{clause, going};
use table::{EPS, V2};

/// A staff figure's own move of the turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ride {
    pub staff: StaffId,
    pub from: V2,
    pub to: Goal,
    /// When it sets out.
    pub since: f64,
    pub arrived: bool,
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
            rides.push(Ride {
                staff: s,
                from: st.base.front,
                to,
                since: m.from.clamp(0.0, 1.0),
                arrived: false,
            });
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

    /// Riders are where they have come to, and who is with a unit is where it is.
    pub(super) fn staff_go_along(&mut self) {
        let now = self.time();
        let turn = self.field.turn;
        for i in 0..self.turn().staff.len() {
            let mut r = self.turn().staff[i];
            if !self.field[r.staff].present() || now < r.since || r.arrived {
                continue;
            }
            let to = self.goal(r.to);
            let way = to - r.from;
            let far = way.len();
            let mut from = self.field[r.staff].clone();
            from.base.front = r.from;
            let course = going::staff_course(&self.field, &from, to);
            let may = if far <= EPS { far } else { course.reach(now - r.since) };
            let arrived = may >= far - EPS;
            let at = if arrived || far <= EPS { to } else { r.from + way * (may / far) };
            let s = &mut self.field[r.staff];
            s.with = None;
            s.moved = Some(turn);
            s.went = may.min(far);
            s.base.front = at;
            if arrived {
                r.arrived = true;
                if let Goal::Unit(u) = r.to {
                    self.field[r.staff].with = Some(u);
                }
                let (staff, pose) = (r.staff, self.field[r.staff].base.pose());
                let with = self.field[r.staff].with;
                let seen = Table::only(self.field[staff].side);
                self.tell_to(clause!("08.01.7"), seen, || EventKind::StaffMoved { staff, to: pose, with });
                self.turn_mut().staff[i] = r;
            }
        }
        for i in 0..self.field.staff.len() {
            let Some(u) = self.field.staff[i].with else { continue };
            let b = self.field[u].base;
            let s = &mut self.field.staff[i];
            s.base = s.base.at(b.rear(), b.dir);
        }
    }
}
