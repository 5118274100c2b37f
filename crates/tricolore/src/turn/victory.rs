//! The end of a battle, and who has won it (play.victory).

use crate::battle::{Battle, Ended, Step};
use crate::event::Kind;
use crate::field::Field;
use crate::troop::Arm;
use crate::unit::{Fate, Side, Unit, UnitId};
use crate::{clause, reading, say, town};
use muster::{Spot, Stands};
use table::{Edge, Rect};
use words::Message;

/// Who stands within so far of a line holds it.
const AT_LINE: f64 = 50.0;

/// A battle as the judge of tasks asks about it.
struct Standing<'b>(&'b Battle);

fn fights(u: &Unit) -> bool {
    matches!(u.arm(), Arm::Infantry | Arm::Cavalry | Arm::Artillery)
}

/// The pieces of ground of a name.
fn spots<'f>(f: &'f Field, name: &'f str) -> impl Iterator<Item = Spot<'f>> {
    let g = &f.ground;
    let areas = g.patches.iter().filter(move |p| p.name == name).map(|p| Spot::Area(&p.area));
    let hills = g.hills.iter().filter(move |h| h.name == name).map(|h| Spot::Area(&h.area));
    let lines = g.lines.iter().filter(move |l| l.name == name).map(|l| Spot::Line(&l.path, AT_LINE));
    let bridges = f.bridges.iter().filter(move |b| b.bridge.name == name).map(|b| Spot::Rect(b.bridge.rect));
    let zones = g.zones.iter().filter(move |z| z.name == name).map(|z| Spot::Rect(z.rect));
    let works = g.redoubts.iter().filter(move |r| r.name == name).map(|r| Spot::Rect(r.base.rect()));
    areas.chain(hills).chain(lines).chain(bridges).chain(zones).chain(works)
}

impl Stands for Standing<'_> {
    type Unit = UnitId;

    fn holds(&self, side: Side, there: &dyn Fn(&Rect) -> bool) -> bool {
        let f = &self.0.field;
        let on =
            |s: Side| f.side(s).filter(|u| fights(u) && !u.broken()).any(|u| f.rects(u).iter().any(there));
        // An empty town is still whose it was last, where that is played (play.town-zones).
        let left = |s: Side| {
            f.readings.is(reading!("empty-zone", "last-holders"))
                && f.ground.zones.iter().zip(&f.zones).enumerate().any(|(n, (z, state))| {
                    let id = crate::ground::ZoneId(n as u16);
                    there(&z.rect) && state.last == Some(s) && town::held(f, id).0 == town::Held::Empty
                })
        };
        (on(side) || left(side)) && !on(side.other())
    }

    fn on_ground(&self, name: &str, r: &Rect) -> bool {
        spots(&self.0.field, name).any(|s| s.meets(r))
    }

    fn lost(&self, side: Side) -> (u32, u32) {
        let (all, bad) = self.0.shares(side);
        (bad, all)
    }

    fn guns_taken(&self, side: Side) -> u32 {
        let gone = |u: &&Unit| {
            u.side != side
                && u.arm() == Arm::Artillery
                && matches!(u.fate, Fate::Eliminated | Fate::Left | Fate::Removed)
        };
        self.0.field.units.iter().filter(gone).map(|u| 2 * u32::from(u.bases.start)).sum()
    }

    fn is_lost(&self, unit: UnitId) -> bool {
        matches!(self.0.field[unit].fate, Fate::Eliminated | Fate::Left | Fate::Removed)
    }

    fn left_by(&self, unit: UnitId) -> Option<Edge> {
        let u = &self.0.field[unit];
        let g = &self.0.field.ground;
        (u.fate == Fate::Left).then(|| Edge::nearest([g.width, g.depth], u.base.front))
    }

    fn is_kept(&self, unit: UnitId) -> bool {
        let u = &self.0.field[unit];
        matches!(u.fate, Fate::OnTable | Fate::Awaited | Fate::InReserve) && !u.broken()
    }
}

impl Battle {
    /// Bases of a side at the start, and those not in good order now (play.victory).
    pub fn shares(&self, side: Side) -> (u32, u32) {
        let (mut all, mut bad) = (0, 0);
        for u in self.field.units.iter().filter(|u| u.side == side && u.fate != Fate::Joined) {
            if matches!(u.arm(), Arm::Train | Arm::Pontoons) {
                continue;
            }
            let start = u32::from(u.bases.start);
            all += start;
            bad += match u.fate {
                Fate::OnTable | Fate::Awaited | Fate::InReserve if u.broken() => start,
                Fate::OnTable | Fate::Awaited | Fate::InReserve => start - u32::from(u.bases.now).min(start),
                _ => start,
            };
        }
        (all, bad)
    }

    /// Does a side hold the ground of a name, as the tasks ask (play.victory)?
    pub fn holds(&self, side: Side, name: &str) -> bool {
        Standing(self).holds(side, &|r| spots(&self.field, name).any(|s| s.meets(r)))
    }

    /// Has a side anybody left on the table or still to come?
    fn has_formation(&self, side: Side) -> bool {
        self.field
            .units
            .iter()
            .any(|u| u.side == side && matches!(u.fate, Fate::OnTable | Fate::Awaited) && fights(u))
    }

    pub(super) fn end_check(&mut self) {
        let round = self.field.round;
        self.play.tasks.resize(self.terms.tasks.len(), None);
        let tasks = self.terms.clone();
        for (i, t) in tasks.tasks.iter().enumerate() {
            if self.play.tasks[i].is_none() {
                self.play.tasks[i] = t.decided(&Standing(self), round);
            }
        }
        let both = Side::BOTH.map(|s| self.has_formation(s));
        if both == [true, true] && round < self.terms.rounds {
            self.to(Step::RoundBegins);
            return;
        }
        let (winner, why) = self.verdict();
        let by = clause!("play.victory");
        self.say(by, Kind::Ends, &[], || why.clone());
        self.play.ended = Some(Ended { winner, clause: by, why });
        self.to(Step::Over);
    }

    /// Who has won, and why.
    pub(crate) fn verdict(&self) -> (Option<Side>, Message) {
        match Side::BOTH.map(|s| self.has_formation(s)) {
            [false, false] => return (None, say!("ends-both-gone")),
            [true, false] => return (Some(Side::A), say!("ends-side-gone", side = self.called(Side::B))),
            [false, true] => return (Some(Side::B), say!("ends-side-gone", side = self.called(Side::A))),
            [true, true] => {}
        }
        if !self.terms.tasks.is_empty() {
            let mut points = [0i32; 2];
            for (i, t) in self.terms.tasks.iter().enumerate() {
                let (now, of) = t.share(&Standing(self));
                let done = self.play.tasks.get(i).copied().flatten().unwrap_or(now);
                points[t.side.index()] += t.worth(done, of).0;
            }
            let [a, b] = points;
            let winner = match a.cmp(&b) {
                std::cmp::Ordering::Greater => Side::A,
                std::cmp::Ordering::Less => Side::B,
                std::cmp::Ordering::Equal => return self.even_tasks(a),
            };
            let [first, second] = Side::BOTH.map(|s| self.called(s));
            return (Some(winner), say!("ends-by-tasks", side = self.called(winner), a, b, first, second));
        }
        self.by_shares(20)
    }

    /// Both have come to the same points by their tasks.
    fn even_tasks(&self, points: i32) -> (Option<Side>, Message) {
        let only_tasks = self.field.readings.is(reading!("victory", "tasks-only"));
        let margin = if self.field.readings.is(reading!("even-tasks", "drawn")) || only_tasks {
            None
        } else if self.field.readings.is(reading!("even-tasks", "by-twenty")) {
            Some(20)
        } else {
            Some(0)
        };
        match margin.map(|m| self.by_shares(m)) {
            Some((Some(side), why)) => (Some(side), say!("ends-even-tasks", points, why)),
            _ => (None, say!("ends-tasks-even", points)),
        }
    }

    /// By the shares of bases not in good order, if they differ by so many points and are not the same.
    fn by_shares(&self, margin: u64) -> (Option<Side>, Message) {
        let share = |s: Side| {
            let (all, bad) = self.shares(s);
            (u64::from(bad) * 100, u64::from(all).max(1))
        };
        let ((x, n), (y, m)) = (share(Side::A), share(Side::B));
        // x/n against y/m, exactly.
        let (a, b, points) = (x * m, y * n, margin * n * m);
        let only_tasks = self.field.readings.is(reading!("victory", "tasks-only"));
        let winner = match (a == b || only_tasks, a + points <= b, b + points <= a) {
            (true, ..) => None,
            (_, true, _) => Some(Side::A),
            (_, _, true) => Some(Side::B),
            _ => None,
        };
        let (a, b) = (x / n, y / m);
        let [first, second] = Side::BOTH.map(|s| self.called(s));
        match winner {
            Some(side) => (winner, say!("ends-by-shares", side = self.called(side), a, b, first, second)),
            None => (None, say!("ends-drawn", a, b, first, second)),
        }
    }
}
