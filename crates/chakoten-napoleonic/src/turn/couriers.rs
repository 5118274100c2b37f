//! Staff figures whom the enemy reaches (play.staff): set aside to their own, or lost.

use super::Table;
use crate::event::EventKind;
use crate::field::{Post, Staff, StaffFate};
use crate::unit::{Side, StaffId};
use crate::{clause, going, reading};
use smallvec::SmallVec;
use table::{Base, EPS, Poly, Rect, V2, hull};

/// A staff figure alone.
struct Figure {
    id: StaffId,
    side: Side,
    rect: Rect,
    /// How far he reaches from his middle.
    reach: f64,
}

impl Figure {
    fn of(s: &Staff) -> Figure {
        let rect = s.base.rect();
        Figure { id: s.id, side: s.side, rect, reach: rect.half_width + rect.half_depth + EPS }
    }
}

impl Table {
    /// Looks for staff figures alone over whom an enemy has come since this was last asked.
    pub(super) fn staff_reached(&mut self) {
        let mut was = std::mem::take(&mut self.turn_mut().places);
        let reached = self.swept_over(&was);
        was.clear();
        was.extend(self.field.units.iter().map(|u| u.base));
        self.turn_mut().places = was;
        for s in reached {
            if self.field[s].present() && self.field[s].with.is_none() {
                self.set_aside(s);
            }
        }
    }

    /// The staff figures alone over whom an enemy has come from where he was, in the order of the list.
    fn swept_over(&self, was: &[Base]) -> Vec<StaffId> {
        let alone = |s: &&Staff| s.present() && s.with.is_none();
        let mut alone: SmallVec<[Figure; 16]> =
            self.field.staff.iter().filter(alone).map(Figure::of).collect();
        // From west to east.
        alone.sort_unstable_by(|a, b| a.rect.centre.x.total_cmp(&b.rect.centre.x));
        let widest = alone.iter().map(|s| s.reach).fold(0.0, f64::max);
        let mut reached: Vec<StaffId> = Vec::new();
        for u in self.field.present().filter(|u| u.inside.is_none()) {
            let (is, was) = (&u.base, was.get(u.id.index()).unwrap_or(&u.base));
            // What he has swept lies no further from where he is and was than he reaches.
            let reach = |b: &Base| b.width + b.depth;
            let far = reach(is).max(reach(was)) + widest;
            let (west, east) = (is.front.x.min(was.front.x) - far, is.front.x.max(was.front.x) + far);
            let (south, north) = (is.front.y.min(was.front.y) - far, is.front.y.max(was.front.y) + far);
            let first = alone.partition_point(|s| s.rect.centre.x < west);
            let along = alone[first..].iter().take_while(|s| s.rect.centre.x <= east);
            let mut swept: Option<Poly> = None;
            for s in along.filter(|s| s.side != u.side && (south..=north).contains(&s.rect.centre.y)) {
                let over = swept.get_or_insert_with(|| {
                    let corners: Vec<V2> = was.corners().into_iter().chain(is.corners()).collect();
                    hull(&corners)
                });
                if over.penetration(&s.rect) > EPS {
                    reached.push(s.id);
                }
            }
        }
        reached.sort_unstable();
        reached.dedup();
        reached
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
