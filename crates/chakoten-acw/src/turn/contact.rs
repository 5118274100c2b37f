//! An attack that goes on touches the enemy (play.contact, 07.02.4.b).

use super::Table;
use crate::clause;
use crate::event::{By, EventKind, Why};
use crate::troop::{Arm, State};
use crate::unit::UnitId;
use table::{EPS, V2};
use umpire::Clause;

impl Table {
    /// An attack that goes on touches the enemy, or a march takes guns and wagons (play.contact, play.no-shock).
    pub(crate) fn contact(&mut self, u: UnitId, o: UnitId) {
        if !self.field[u].on_table() || !self.field[o].on_table() {
            return;
        }
        self.settle(u);
        self.settle(o);
        if self.field[o].arm == Arm::Wagon {
            self.tell(clause!("play.no-shock"), &[u, o], || EventKind::WagonTaken { unit: o, by: u });
            self.remove(o, crate::unit::Fate::Captured);
            self.plan_leg(u);
            return;
        }
        if self.field[o].state == State::Complete {
            // It passes through a unit in flight, or stops in contact with it.
            if !self.run(u).course.through.contains(&o) {
                self.run_mut(u).course.through.push(o);
            }
            if self.run(u).assault.attack.as_ref().is_some_and(|a| a.declared && !a.over) {
                self.turn_mut().instant.caught.push((u, o));
            }
            self.plan_leg(u);
            return;
        }
        self.lay_flush(u, o);
        self.field[u].locked.push(o);
        self.field[o].locked.push(u);
        let by = By::from(clause!("play.contact")).with(self.wrap(u, o));
        self.tell(by, &[u, o], || EventKind::Contact { unit: u, target: o });
        for x in [u, o] {
            self.run_mut(x).befell.melee = true;
            if let Some(a) = &mut self.run_mut(x).assault.attack {
                a.over = true;
            }
            self.void(x, false);
        }
    }

    /// Enemies in base contact fight when the turn begins (07.04.1.a), whoever put them there.
    pub(crate) fn meet_in_contact(&mut self) {
        for (a, b) in self.field.newly_in_contact() {
            self.field[a].locked.push(b);
            self.field[b].locked.push(a);
            let by = By::from(clause!("07.04.1.a")).and(clause!("play.contact"));
            self.tell(by, &[a, b], || EventKind::Contact { unit: a, target: b });
        }
    }

    /// The attacker's front is laid against the side touched, turning about the point of touch.
    fn lay_flush(&mut self, u: UnitId, o: UnitId) {
        let a = self.field[u].base;
        let mut best: Option<(f64, V2)> = None;
        // The side of the enemy most nearly across the attacker's way.
        for r in self.field.rects(&self.field[o]) {
            if r.gap(&a.rect()) > EPS * 50.0 {
                continue;
            }
            for n in [r.dir, -r.dir, r.dir.right(), -r.dir.right()] {
                // Only a side that faces the attacker.
                let faces = (a.centre() - r.centre).dot(n);
                let reach = if n.dot(r.dir).abs() > 0.5 { r.half_depth } else { r.half_width };
                if faces < reach - EPS * 10.0 {
                    continue;
                }
                let turn = a.dir.angle_to(-n);
                if best.is_none_or(|(t, _)| turn < t - 1e-9) {
                    best = Some((turn, -n));
                }
            }
        }
        let Some((_, dir)) = best else { return };
        // The touching corner (or the middle) stays.
        let rects = self.field.rects(&self.field[o]);
        let near = |p: V2| rects.iter().map(|r| r.gap_to_point(p)).fold(f64::INFINITY, f64::min);
        let corners = [a.front, a.front_left(), a.front_right()];
        let touch = corners.into_iter().min_by(|p, q| near(*p).total_cmp(&near(*q))).unwrap_or(a.front);
        let angle = a.dir.turn_to(dir);
        let mut laid = a.turned_about(touch, angle);
        laid.dir = dir;
        // Close up or step back so that it just touches.
        let gap = rects.iter().map(|r| r.gap(&laid.rect())).fold(f64::INFINITY, f64::min);
        let deep = rects.iter().map(|r| r.penetration(&laid.rect())).fold(0.0, f64::max);
        if deep > EPS {
            laid = laid.moved(dir * -deep);
        } else if gap > EPS {
            laid = laid.moved(dir * gap);
        }
        // If there is no room it stays as it is.
        let crowded = self
            .field
            .present()
            .filter(|x| x.id != u && x.id != o)
            .any(|x| self.field.rects(x).iter().any(|r| r.penetration(&laid.rect()) > EPS * 10.0));
        if crowded || self.closed_to(&self.field[u], &a, &laid).is_some() {
            return;
        }
        let (from, to, clock) = (a.pose(), laid.pose(), self.time());
        let cm = a.centre().dist(laid.centre());
        self.field[u].base = laid;
        if a.front.dist(laid.front) > EPS / 100.0 || angle.abs() > 1e-6 {
            self.tell(clause!("play.contact"), &[u], || EventKind::Moved {
                unit: u,
                from,
                to,
                since: clock,
                cm,
                why: Why::ClosesUp,
                pivot: None,
            });
        }
    }

    /// Figures that overlap the enemy come round his flanks within the march that is left (07.02.4.b).
    fn wrap(&mut self, u: UnitId, o: UnitId) -> Option<Clause> {
        let left = 1.0 - self.time();
        let f = &self.field;
        let (a, b) = (&f[u], &f[o]);
        let rate = crate::going::rate_at(f, a, &a.base, crate::unit::Haste::March, false).unwrap_or(0.0);
        let budget = rate * left;
        let right = a.base.dir.right();
        let span = |r: &table::Rect| {
            let c: Vec<f64> = r.corners().iter().map(|p| (*p - a.base.front).dot(right)).collect();
            (
                c.iter().copied().fold(f64::INFINITY, f64::min),
                c.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            )
        };
        let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
        for r in f.rects(b) {
            let (l, h) = span(&r);
            lo = lo.min(l);
            hi = hi.max(h);
        }
        let (w, _) = a.figure();
        let mut wrapped = 0;
        for (i, at) in crate::place::front_rank(a).into_iter().enumerate() {
            let x = (at - a.base.front).dot(right);
            let beyond = if x < lo {
                lo - x
            } else if x > hi {
                x - hi
            } else {
                continue;
            };
            // Round the corner and along the side, one figure deep.
            if beyond + w <= budget + EPS {
                wrapped += u16::from(usize::from(a.rank(1)) > i) + 1;
            }
        }
        if wrapped == 0 {
            return None;
        }
        self.field[u].wrapped = wrapped;
        Some(clause!("07.02.4.b"))
    }
}
