//! Own troops who come through each other, routers who run into others, and who is pushed on (12.9, table 8H, 23.5, play.pass-through).

use super::course::{Course, Manner};
use crate::battle::Battle;
use crate::book::TOLERANCE;
use crate::drill::known;
use crate::event::Kind;
use crate::procedures::aftermath::{RoutersDo, RoutersSituation, RoutersThrough};
use crate::procedures::movement::{PassSituation, PassThrough, Passer};
use crate::unit::{Cause, UnitId};
use crate::{clause, reading, say};
use table::{Base, V2};

/// Two own bodies that came through each other, as they were at that moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Through {
    pub one: UnitId,
    pub other: UnitId,
    pub at: f64,
    pub how: [Passer; 2],
    /// Routers who run through, and through whom.
    pub routers: Option<RoutersSituation>,
}

/// Routers who came upon enemies in close order and had no way round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meets {
    pub routers: UnitId,
    pub enemy: UnitId,
}

impl Battle {
    /// What passing costs both, once a pair and move, at the moment of passing (play.pass-through).
    pub(super) fn came_through(&mut self, through: Vec<Through>) {
        for t in through {
            self.play.passed.push((t.one, t.other));
            match t.routers {
                Some(s) => self.routers_pass(&t, &s),
                None => self.passes(&t),
            }
        }
    }

    fn passes(&mut self, t: &Through) {
        let (o, ruling) = known::<PassThrough>(&PassSituation { one: t.how[0], other: t.how[1] });
        let (unit, other, side) = (self.code(t.one), self.code(t.other), self.field[t.one].side);
        self.confide(
            clause!("play.pass-through"),
            Kind::Passes,
            side,
            &[t.one, t.other],
            Some(ruling.clone()),
            || say!("event-passes", unit, other),
        );
        self.also(clause!("glossary.interpenetration"));
        self.gains(t.one, o.one, Cause::PassedThrough, ruling.clone());
        self.gains(t.other, o.other, Cause::PassedThrough, ruling);
    }

    fn routers_pass(&mut self, t: &Through, s: &RoutersSituation) {
        let (o, ruling) = known::<RoutersThrough>(s);
        let (unit, other) = (self.code(t.one), self.code(t.other));
        self.rule_on(clause!("23.5.d"), Kind::Passes, &[t.one, t.other], ruling.clone(), || {
            say!("event-routers-pass", unit, other)
        });
        match o {
            RoutersDo::OthersRout => self.breaks(t.other, t.at, None),
            RoutersDo::Through { factors } => self.gains(t.other, factors, Cause::RoutedThrough, ruling),
            _ => {}
        }
    }

    /// Nobody ends among own close order: a forced mover pushes those whom it entered on, facing as they are; where there is no room it stops
    /// short (play.pass-through).
    pub(super) fn make_room(&mut self, courses: &[Course]) {
        let stops = self.field.readings.is(reading!("forced-into-own-troops", "stops-short"));
        for (i, c) in courses.iter().enumerate() {
            let u = UnitId(i as u16);
            let forced = matches!(c.manner, Manner::Forced | Manner::Evading) && c.moved > TOLERANCE;
            if !forced || !self.field[u].present() {
                continue;
            }
            let own: Vec<UnitId> = self
                .field
                .side(self.field[u].side)
                .filter(|o| o.id != u && !o.open_order() && o.inside.is_none())
                .map(|o| o.id)
                .collect();
            for o in own {
                if self.overlap(u, o) > TOLERANCE && (stops || !self.push_on(u, o)) {
                    self.stop_short(u, o, c);
                }
            }
        }
    }

    fn overlap(&self, u: UnitId, o: UnitId) -> f64 {
        self.field[u].base.rect().penetration(&self.field[o].base.rect())
    }

    /// The way a body went last.
    fn way_gone(&self, u: UnitId) -> V2 {
        let way = self.field[u].base.centre() - self.play.stood[u.index()].centre();
        if way.len() > 0.5 { way.unit() } else { self.field[u].base.dir }
    }

    fn push_on(&mut self, u: UnitId, o: UnitId) -> bool {
        let dir = self.way_gone(u);
        let far = self.field[u].base.corners().iter().map(|p| p.dot(dir)).fold(f64::NEG_INFINITY, f64::max);
        let near = self.field[o].base.corners().iter().map(|p| p.dot(dir)).fold(f64::INFINITY, f64::min);
        let to = self.field[o].base.moved(dir * (far - near).max(0.0));
        if self.play.fights(o) || !self.free_ground(o, &to) {
            return false;
        }
        self.field[o].base = to;
        let (unit, other) = (self.code(u), self.code(o));
        self.say(clause!("play.pass-through"), Kind::Passes, &[u, o], || {
            say!("event-pushed-on", unit, other)
        });
        true
    }

    fn stop_short(&mut self, u: UnitId, o: UnitId, c: &Course) {
        let (b, other) = (self.field[u].base, self.field[o].base.rect());
        let back = self.way_gone(u) * -1.0;
        let short =
            clock::just_clear(&b, back, c.moved, |at: &Base| at.rect().penetration(&other) <= TOLERANCE);
        self.field[u].base = short;
        let (unit, other) = (self.code(u), self.code(o));
        self.say(clause!("play.pass-through"), Kind::Halts, &[u, o], || {
            say!("event-stops-short", unit, other)
        });
    }

    /// May a body be put there: on the table, off houses and everybody else?
    pub(super) fn free_ground(&self, u: UnitId, base: &Base) -> bool {
        self.free_ground_of(&[u], base)
    }

    /// The same for several that will stand there as one.
    pub(super) fn free_ground_of(&self, all: &[UnitId], base: &Base) -> bool {
        let f = &self.field;
        let rect = base.rect();
        let on = base.corners().iter().all(|c| f.ground.holds(*c));
        let mut houses = f.ground.buildings.about(&rect).map(|(_, b)| b);
        let houses = houses.all(|b| rect.penetration(&b.rect) <= TOLERANCE);
        let others = f.about(&[rect], 0.0).filter(|o| !all.contains(&o.id) && o.inside.is_none());
        on && houses
            && others
                .flat_map(|o| f.rects(o).into_iter().map(move |r| (o.id, r)))
                .all(|(_, r)| rect.penetration(&r) <= TOLERANCE)
    }
}
