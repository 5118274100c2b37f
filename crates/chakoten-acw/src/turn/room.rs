//! Room on the table: units may pass through each other, but nobody ends the turn standing on somebody else (02.06.3), and
//! nobody stands over the edge (play.edge).

use super::Table;
use crate::book::data;
use crate::clause;
use crate::event::{By, EventKind, Why};
use crate::troop::{Arm, State};
use crate::unit::{Unit, UnitId};
use table::{Base, EPS, v2};

/// A unit is set down at most so far from where it would stand, in cm.
const FARTHEST: f64 = 40.0;
/// So deep on another a unit is on his ground. More than a hair's breadth: a friend it passes is noticed at just that depth, and
/// who stops there has not gone through him.
const ON_HIM: f64 = 1.7 * EPS;
/// Places are tried so far apart.
const APART: f64 = 0.25;

/// Does the unit take up its ground alone? Chains and thin lines let others through, and who flees runs among the others.
fn solid(u: &Unit) -> bool {
    u.close() && !u.gunners_alone()
}

impl Table {
    fn on_table(&self, b: &Base) -> bool {
        let g = &self.field.ground;
        b.corners().iter().all(|p| p.x >= -EPS && p.y >= -EPS && p.x <= g.width + EPS && p.y <= g.depth + EPS)
    }

    /// How deep a unit standing so would lie on another.
    fn deep(&self, u: UnitId, at: &Base, o: UnitId) -> f64 {
        let (unit, other) = (&self.field[u], &self.field[o]);
        if at.rect().far_from(&other.base.rect(), 0.0) {
            return 0.0;
        }
        let theirs = other.rects();
        unit.rects_at(at)
            .iter()
            .flat_map(|r| theirs.iter().map(move |x| r.penetration(x)))
            .fold(0.0, f64::max)
    }

    /// Others who are in the way where a unit would stand.
    fn minds(&self, u: UnitId, o: &Unit) -> bool {
        o.id != u
            && o.on_table()
            && o.inside.is_empty()
            && o.state != State::Complete
            && !self.field[u].locked.contains(&o.id)
    }

    fn fits(&self, u: UnitId, at: &Base, was: &Base) -> bool {
        if !self.on_table(at) && self.on_table(was) {
            return false;
        }
        let side = self.field[u].side;
        let near = data().d.break_in;
        let free = self.field.units.iter().all(|o| {
            // Cheap first: who is far off does not matter.
            if at.far_from(&o.base, near) || !self.minds(u, o) {
                return true;
            }
            if self.deep(u, at, o.id) > EPS {
                return false;
            }
            // Nobody is brought within break-in distance of an enemy by making room.
            if o.side == side || o.arm == Arm::Wagon {
                return true;
            }
            let r = o.base.rect();
            at.rect().far_from(&r, near) || at.rect().gap(&r) > near + EPS || was.rect().gap(&r) <= near + EPS
        });
        // Mostly somebody is in the way; what ground lies there takes longer to find.
        free && self.closed_to(&self.field[u], was, at).is_none()
    }

    /// The nearest place where there is room, no further than `reach`.
    fn room_for(&self, u: UnitId, at: &Base, reach: f64) -> Option<Base> {
        clock::nearest_room(at, reach, APART, |place| self.on_table(place) && self.fits(u, place, at))
    }

    /// Is it on ground that is not its own? Only these others are looked at.
    fn crowded(&self, u: UnitId, mut others: impl Iterator<Item = UnitId>) -> bool {
        let unit = &self.field[u];
        let through = &self.run(u).course.through;
        !self.on_table(&unit.base)
            || others.any(|o| {
                let o = &self.field[o];
                if o.inside.is_empty() && unit.base.far_from(&o.base, 0.0) {
                    return false;
                }
                let far = unit.base.radius() + o.base.radius();
                (o.inside.is_empty() && (o.base.centre() - unit.base.centre()).len2() <= far * far
                    || !o.inside.is_empty())
                    && self.minds(u, o)
                    && (solid(unit) && solid(o) || through.contains(&o.id))
                    && self.deep(u, &unit.base, o.id) > ON_HIM
            })
    }

    /// A unit that has just changed its formation or front makes room for itself.
    pub(crate) fn make_room(&mut self, u: UnitId) {
        let unit = &self.field[u];
        if !unit.on_table() || !unit.inside.is_empty() || unit.state == State::Complete {
            return;
        }
        if !self.crowded(u, self.field.units.iter().map(|o| o.id)) {
            return;
        }
        let base = unit.base;
        if let Some(place) = self.room_for(u, &base, base.width.max(base.depth)) {
            self.set_clear(u, place);
        }
    }

    fn set_clear(&mut self, u: UnitId, place: Base) {
        let was = self.field[u].base;
        let (from, cm) = (was.pose(), was.centre().dist(place.centre()));
        self.field[u].base = place;
        crate::staffwork::follow(&mut self.field, u);
        let (to, clock) = (place.pose(), self.time());
        // Who has the lesser claim makes room.
        let by = By::from(clause!("02.06.3.a")).and(clause!("play.tie"));
        self.tell(by, &[u], || EventKind::Moved {
            unit: u,
            from,
            to,
            since: clock,
            cm,
            why: Why::SteppedClear,
            pivot: None,
        });
    }

    /// Who keeps his ground where two cannot: the larger, then the further from his own edge, then the earlier in the list
    /// (play.tie).
    pub(super) fn claim(&self, u: UnitId) -> (std::cmp::Reverse<u16>, i64, UnitId) {
        let unit = &self.field[u];
        let out = self.field.edge(unit.side).outward();
        let g = &self.field.ground;
        let edge = (g.width * out.x).max(0.0) + (g.depth * out.y).max(0.0);
        let forward = edge - unit.base.centre().dot(out);
        (std::cmp::Reverse(unit.figures), -crate::attack::steps(forward), u)
    }

    /// Whoever ends the turn on another's ground or over the edge is set down just clear (02.06.3.a, play.edge): who moved, and
    /// of two who moved the one with the lesser claim.
    pub(crate) fn step_clear(&mut self) {
        let mut all: Vec<UnitId> = (0..self.field.units.len() as u16).map(UnitId).collect();
        all.sort_by_cached_key(|u| std::cmp::Reverse(self.claim(*u)));
        for u in &all {
            self.clear_of_the_passed(*u);
        }
        let mut boxes = self.boxes();
        let mut near = Vec::new();
        for pass in [true, false] {
            for &u in &all {
                let unit = &self.field[u];
                if !unit.on_table() || !unit.inside.is_empty() || unit.state == State::Complete {
                    continue;
                }
                let run = self.run(u);
                // First those who moved by themselves, then whoever is left.
                if pass && !(run.befell.moved || run.befell.forced) || !unit.locked.is_empty() {
                    continue;
                }
                let (lo, hi) = boxes.get(u.index());
                boxes.meeting(lo - v2(EPS, EPS), hi + v2(EPS, EPS), &mut near);
                if !self.crowded(u, near.iter().map(|o| UnitId(*o))) {
                    continue;
                }
                let base = unit.base;
                if let Some(place) = self.room_for(u, &base, FARTHEST) {
                    self.set_clear(u, place);
                    boxes.set(u.index(), place.rect().bounds());
                }
            }
        }
    }

    /// A unit that ends the turn inside one it was passing, friend or enemy in FU, is set down just clear of it on the side
    /// nearer to its own centre (02.06.3.a).
    fn clear_of_the_passed(&mut self, u: UnitId) {
        let through = self.run(u).course.through.clone();
        for o in through {
            let (unit, other) = (&self.field[u], &self.field[o]);
            let here = |x: &Unit| x.on_table() && x.inside.is_empty();
            let base = unit.base;
            if !here(unit) || !here(other) || !unit.locked.is_empty() || self.deep(u, &base, o) <= ON_HIM {
                continue;
            }
            let ahead = (base.centre() - other.base.centre()).dot(base.dir) >= 0.0;
            let dir = if ahead { base.dir } else { -base.dir };
            let far = base.radius() * 2.0 + other.base.radius() * 2.0;
            let place = clock::just_clear(&base, dir, far, |at| self.deep(u, at, o) <= EPS / 10.0);
            if self.fits(u, &place, &base) {
                self.set_clear(u, place);
            }
        }
    }

    /// Where a part that leaves its regiment stands: beside it on the asked side, behind it, or on the other side. `None` if
    /// there is room nowhere.
    pub(crate) fn room_for_part(
        &self,
        whole: &Base,
        rest: &Base,
        part: &Base,
        left: bool,
        of: UnitId,
    ) -> Option<Base> {
        let right = whole.dir.right();
        let beside = |left: bool| {
            let side = if left { -right } else { right };
            let edge = rest.front + side * (rest.width / 2.0);
            part.at(edge + side * (part.width / 2.0), whole.dir)
        };
        let behind = part.at(rest.rear(), whole.dir);
        let free = |at: &Base| {
            self.on_table(at)
                && self.closed_to(&self.field[of], whole, at).is_none()
                && self.field.present().filter(|o| o.id != of && o.inside.is_empty()).all(|o| {
                    at.far_from(&o.base, 0.0)
                        || o.state == State::Complete
                        || at.rect().far_from(&o.base.rect(), 0.0)
                        || o.rects().iter().all(|r| r.penetration(&at.rect()) <= EPS)
                })
        };
        [beside(left), behind, beside(!left)].into_iter().find(free)
    }
}
