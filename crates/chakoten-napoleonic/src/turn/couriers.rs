//! Staff figures whom the enemy reaches (play.staff): set aside to their own, or lost.

use super::Table;
use crate::event::EventKind;
use crate::field::{Post, StaffFate};
use crate::unit::{Side, StaffId, Unit, UnitId};
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
        let alone = |s: &StaffId| self.field[*s].present() && self.field[*s].with.is_none();
        let alone: Vec<StaffId> = (0..self.field.staff.len() as u16).map(StaffId).filter(alone).collect();
        // How far west and east anybody may have swept, and whose he is.
        let sweeps = |u: &Unit| {
            let is = &now[u.id.index()];
            let was = was.get(u.id.index()).unwrap_or(is);
            let reach = |b: &Base| b.width + b.depth;
            let (a, b) = (is.front.x, was.front.x);
            (a.min(b) - reach(is) - reach(was), a.max(b) + reach(is) + reach(was), u.side, u.id)
        };
        let outside = || self.field.present().filter(|u| u.inside.is_none());
        let mut all: Vec<(f64, f64, Side, UnitId)> =
            if alone.is_empty() { Vec::new() } else { outside().map(sweeps).collect() };
        all.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let widest = all.iter().map(|x| x.1 - x.0).fold(0.0, f64::max);
        for s in alone {
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
            let along = |x: &&(f64, f64, Side, UnitId)| x.1 >= lo.x && x.2 != figure.side;
            let first = all.partition_point(|x| x.0 < lo.x - widest);
            let last = all.partition_point(|x| x.0 <= hi.x);
            let mut over = all[first..last.max(first)]
                .iter()
                .filter(along)
                .map(|x| x.3)
                .filter(|u| near(*u) && !beside(*u));
            if over.any(|e| swept(e).penetration(&rect) > EPS) {
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
