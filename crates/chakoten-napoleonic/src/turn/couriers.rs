//! Staff figures whom the enemy reaches (play.staff): set aside to their own, or lost.

use super::Table;
use crate::event::EventKind;
use crate::field::{Post, StaffFate};
use crate::unit::{StaffId, UnitId};
use crate::{clause, going, reading};
use table::{EPS, V2};

impl Table {
    /// To the nearest own unit or staff figure within one courier's march; otherwise he is lost.
    pub(super) fn set_aside(&mut self, s: StaffId) {
        let f = &self.field;
        let figure = &f[s];
        let at = figure.base().front;
        let may = |to: V2| {
            let far = at.dist(to);
            far <= EPS || going::staff_course(f, figure, to).reach(1.0) >= far - EPS
        };
        let units = f.side(figure.side).map(|u| (u.base.rear(), Some(u.id)));
        let staff = f.staff.iter().filter(|o| o.id != s && o.present() && o.side == figure.side);
        let staff = staff.map(|o| (o.base().front, o.with));
        let lost = f.readings.is(reading!("reached-staff", "lost"));
        // From the nearest on, in the order of the list: the way to who is farther off is not looked for.
        let mut near: Vec<(V2, Option<UnitId>)> = units.chain(staff).filter(|_| !lost).collect();
        near.sort_by(|a, b| at.dist(a.0).total_cmp(&at.dist(b.0)));
        let nearest = near.into_iter().find(|(p, _)| may(*p));
        let side = figure.side;
        self.turn_mut().staff.retain(|r| r.staff != s);
        let by = clause!("play.staff");
        let Some((to, with)) = nearest else {
            self.lose_staff(s);
            self.tell_to(by, Table::only(side), || EventKind::StaffLost { staff: s, ruling: None });
            return;
        };
        let figure = &mut self.field[s];
        figure.comes_to(to);
        figure.with = with;
        let at = figure.base().pose();
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
