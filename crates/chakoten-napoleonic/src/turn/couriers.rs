//! Staff figures whom the enemy reaches (play.staff): set aside to their own, or lost.

use super::Table;
use crate::event::EventKind;
use crate::field::{Post, StaffFate};
use crate::unit::{StaffId, UnitId};
use crate::{clause, going, reading};
use table::{Base, EPS, Poly, V2, hull};

impl Table {
    /// Looks for staff figures alone over whom an enemy has come since this was last asked.
    pub(super) fn staff_reached(&mut self) {
        let now: Vec<Base> = self.field.units.iter().map(|u| u.base).collect();
        let was = std::mem::replace(&mut self.turn_mut().places, now.clone());
        let swept = |u: UnitId| -> Poly {
            let before = was.get(u.index()).unwrap_or(&now[u.index()]);
            let corners: Vec<V2> = before.corners().into_iter().chain(now[u.index()].corners()).collect();
            hull(&corners)
        };
        for s in (0..self.field.staff.len() as u16).map(StaffId) {
            let figure = &self.field[s];
            if !figure.present() || figure.with.is_some() {
                continue;
            }
            let rect = figure.base.rect();
            // Most are nowhere near: what they have swept lies no further from their middle than they have come and reach.
            let near = |u: UnitId| {
                let is = &now[u.index()];
                let was = was.get(u.index()).unwrap_or(is);
                let reach = |b: &Base| b.width + b.depth;
                let far = reach(is) + reach(was) + reach(&figure.base) + is.centre().dist(was.centre());
                is.centre().dist(rect.centre) <= far
            };
            let (lo, hi) = rect.bounds();
            let beside = |u: UnitId| {
                let is = now[u.index()].rect().bounds();
                let was = was.get(u.index()).map_or(is, |b| b.rect().bounds());
                is.0.x.min(was.0.x) > hi.x
                    || is.1.x.max(was.1.x) < lo.x
                    || is.0.y.min(was.0.y) > hi.y
                    || is.1.y.max(was.1.y) < lo.y
            };
            let near = |u: UnitId| near(u) && !beside(u);
            let over = self.field.enemies(figure.side).filter(|e| e.inside.is_none() && near(e.id));
            if over.into_iter().any(|e| swept(e.id).penetration(&rect) > EPS) {
                self.set_aside(s);
            }
        }
    }

    /// To the nearest own unit or staff figure within one courier's march; otherwise he is lost.
    fn set_aside(&mut self, s: StaffId) {
        let f = &self.field;
        let figure = &f[s];
        let at = figure.base.front;
        let may = |to: V2| {
            let far = at.dist(to);
            far <= EPS || going::staff_course(f, figure, to).reach(1.0) >= far - EPS
        };
        let units = f.side(figure.side).map(|u| (u.base.rear(), Some(u.id)));
        let staff = f.staff.iter().filter(|o| o.id != s && o.present() && o.side == figure.side);
        let staff = staff.map(|o| (o.base.front, o.with));
        let lost = f.readings.is(reading!("reached-staff", "lost"));
        let near = units.chain(staff).filter(|(p, _)| !lost && may(*p));
        let nearest = near.min_by(|a, b| at.dist(a.0).total_cmp(&at.dist(b.0)));
        let side = figure.side;
        self.turn_mut().staff.retain(|r| r.staff != s);
        let by = clause!("play.staff");
        let Some((to, with)) = nearest else {
            self.lose_staff(s);
            self.tell_to(by, Table::only(side), || EventKind::StaffLost { staff: s, ruling: None });
            return;
        };
        let figure = &mut self.field[s];
        figure.base.front = to;
        figure.with = with;
        let at = figure.base.pose();
        self.tell_to(by, Table::only(side), || EventKind::StaffMoved { staff: s, to: at, with });
    }

    /// He is out of the game; a command without its commander has none until one takes his place (08.02.6.a).
    fn lose_staff(&mut self, s: StaffId) {
        let now = self.abs();
        let figure = &mut self.field[s];
        figure.fate = StaffFate::Lost;
        figure.with = None;
        let (post, command) = (figure.post, figure.command);
        let c = &mut self.field[command];
        if post == Post::Commander && c.commander == Some(s) {
            c.commander = None;
            c.fell = Some(now);
        }
    }
}
