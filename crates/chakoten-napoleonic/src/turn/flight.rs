//! Flight in FU (13.01.2, play.flight): a whole turn's flight march in one act, however late it is.

use super::forced::BENDS;
use super::states::Fall;
use super::way::FAR;
use super::{Mode, Table};
use crate::book::stand::bases;
use crate::book::turn::periods;
use crate::event::{By, EventKind, Why};
use crate::going::{self, Bar, Course, How};
use crate::order::Course as Chosen;
use crate::procedures::attrition::{FlightLosses, FlightLossesSituation};
use crate::procedures::melee::{Approach, Attack, Fighter, MeleeReadings};
use crate::procedures::morale_readings::MoraleReadings;
use crate::procedures::sweep::{SweepAlong, SweepSituation, does_not_roll};
use crate::sides::{self, Struck};
use crate::troop::{Cover, Formation, Gait, Obstacle, State};
use crate::unit::{Fate, LeftGuns, Losses, Record, Unit, UnitId};
use crate::{clause, cover, reading, support};
use smallvec::SmallVec;
use table::{Base, EPS, Rect, V2};
use umpire::Clause;

/// A way of flight: how far, who is touched on it, and whether it leads off the table.
struct Escape {
    dir: V2,
    cm: f64,
    /// Own units it touches, nearest first.
    touched: Vec<UnitId>,
    off: bool,
}

impl Table {
    /// It flees at once. No unit flees twice in a turn.
    pub(super) fn flees(&mut self, f: Fall, how: Option<Chosen>) {
        let u = f.unit;
        if !self.field[u].on_table() || self.field[u].state != State::Complete || self.run(u).befell.fled {
            return;
        }
        self.settle(u);
        if self.held_by_water(u) {
            return;
        }
        self.field[u].record.track.clear();
        self.leave_what_it_cannot_take(u, how);
        if !self.field[u].on_table() {
            return;
        }
        let run = self.run_mut(u);
        (run.befell.fled, run.befell.forced) = (true, true);
        run.course.mode = Mode::Stand;
        if let Some(b) = self.field[u].inside {
            let outline = self.field.ground.buildings[usize::from(b)].base;
            let away = self.away(u, f.from);
            let to = self.free_facade(u, away).unwrap_or(outline.centre() + away * 100.0);
            crate::stance::leave(&mut self.field[u], &outline, to);
        }
        let dir = f.dir.unwrap_or_else(|| self.away(u, f.from));
        let way = self.escape(u, dir);
        let from = self.field[u].base;
        let untried = self.sweeps_along(u, &way.touched, way.dir);
        if !self.field[u].on_table() {
            return;
        }
        let to = from.moved(way.dir * way.cm);
        self.put_down(u, to);
        let (at, since, cm) = (self.field[u].base.pose(), self.time(), way.cm);
        let by = By::from(clause!("13.01.2")).and(clause!("play.flight")).and(clause!("03.01.4.a"));
        let by = by.with(untried);
        let kind =
            EventKind::Moved { unit: u, from: from.pose(), to: at, since, cm, why: Why::Flees, pivot: None };
        self.tell(by, &[u], || kind);
        self.run_mut(u).befell.path += cm;
        self.field[u].record.flight_dir = Some(way.dir);
        if let Some(width) = self.water_between(&from, way.dir, way.cm) {
            self.loses_in_flight(u, Some(width));
            if !self.field[u].on_table() {
                return;
            }
        }
        self.stirred(u);
        self.stand_still(u);
        self.go_along();
        if way.off {
            self.off_the_table(u, clause!("13.02.3"));
        }
    }

    /// Guns that are left behind in flight (13.03.2, 13.03.3).
    fn leave_what_it_cannot_take(&mut self, u: UnitId, how: Option<Chosen>) {
        if self.field[u].unlimbered() {
            let limbers = how == Some(Chosen::WithLimbers);
            self.leave_guns(u, limbers, clause!("13.03.2"));
            return;
        }
        let unit = &self.field[u];
        // It leaves half when it comes into FU, not again in each turn of its flight.
        if !unit.limbered() || unit.crew_alone() || self.run(u).befell.began == State::Complete {
            return;
        }
        let Some((guns, models)) = unit.battery.as_ref().map(|b| (u16::from(b.guns), u16::from(b.models())))
        else {
            return;
        };
        let left = self.gives_up_guns(u);
        let lost = (guns * u16::from(left.guns)).div_ceil(models.max(1)) as u8;
        let horses = self.field[u].battery.as_ref().map_or(0, |b| b.horses);
        let teams = (u16::from(horses) * u16::from(left.limbers) / models.max(1)) as u8;
        if u16::from(left.guns) >= models {
            let by = By::from(clause!("13.03.3")).and(clause!("play.battery"));
            self.leave_guns(u, u16::from(left.limbers) < models, by);
            self.lose_equipment(u, 0, teams, 0, clause!("13.03.3"));
            return;
        }
        self.guns_stand_alone(u, left.guns, lost, teams);
        self.lose_equipment(u, lost, teams, 0, clause!("13.03.3"));
    }

    /// Some of the model guns of a limbered battery are left where its rear stood, as unmanned guns (13.03.3, play.battery, 01.03.5).
    fn guns_stand_alone(&mut self, u: UnitId, models: u8, guns: u8, horses: u8) {
        let whole = &self.field[u];
        let (from, one, n) = (whole.base, bases().gun, f64::from(models));
        let column = whole.formation == Formation::MarchColumn;
        let (wide, deep) = if column { (one.width, n * one.depth) } else { (n * one.width, one.depth) };
        let aside = from.dir.right() * ((from.width - wide) / 2.0).max(0.0);
        let base = Base { front: from.rear() + from.dir * deep + aside, width: wide, depth: deep, ..from };
        let name = |n: u32| format!("{}-left{n}", whole.code);
        let code =
            (1..1000).map(name).find(|c| self.field.by_code(c).is_none()).unwrap_or_else(|| name(1000));
        let mut left = Unit {
            code: code.as_str().into(),
            name: code.as_str().into(),
            whole: Some(u),
            figures: 0,
            carried: 0,
            losses: Losses::default(),
            original: 0,
            original_men: 0,
            base,
            record: Record::default(),
            ..whole.clone()
        };
        if let Some(b) = &mut left.battery {
            (b.guns, b.guns_of, b.models_of) = (guns, guns, models);
            (b.horses, b.horses_of, b.loads) = (horses, horses, 0);
            b.left = Some(LeftGuns { base, with_limbers: false });
            b.ranged.clear();
        }
        let id = self.put_on_clock(u, left);
        self.remove(id, Fate::Destroyed);
    }

    /// The way of its flight: bent by 20 degrees at most where that brings it farther, or round own units (play.flight).
    fn escape(&self, u: UnitId, dir: V2) -> Escape {
        let f = &self.field;
        let courses = BENDS.map(|degrees| {
            let dir = dir.turned(-degrees.to_radians());
            (dir, going::course(f, &f[u], &f[u].base, dir, FAR, &How::ahead(Gait::Flight)))
        });
        // Who is farther off than it goes on any way is in none.
        let most = courses.iter().map(|c| c.1.reach(1.0)).fold(0.0, f64::max) + 2.0 * EPS;
        let mine = f[u].base.rect();
        let meets = |o: &&Unit| o.id != u && o.state != State::Complete;
        let there = |o: &Unit| {
            let foe = o.side != f[u].side;
            if foe { o.base.rect().grown(self.contact_distance()) } else { o.base.rect() }
        };
        let near = f.present().filter(meets).map(|o| (o, there(o)));
        let near: Vec<(&Unit, Rect)> = near.filter(|(_, r)| !mine.far_from(r, most)).collect();
        let all = courses.map(|(dir, course)| self.try_escape(u, dir, &course, &near));
        let better = |a: &Escape, b: &Escape| {
            b.cm > a.cm + 0.05 || ((b.cm - a.cm).abs() <= 0.05 && b.touched.len() < a.touched.len())
        };
        all.into_iter().reduce(|a, b| if better(&a, &b) { b } else { a }).expect("there are bends")
    }

    /// One way of flight, past those who are near enough to be in it, each with the ground that he bars.
    fn try_escape(&self, u: UnitId, dir: V2, course: &Course, near: &[(&Unit, Rect)]) -> Escape {
        let f = &self.field;
        let base = f[u].base;
        let mine = base.rect();
        let mut cm = course.reach(1.0);
        let edge = course.stopped().filter(|(_, why)| why.bar == Some(Bar::Edge));
        for (e, there) in near.iter().filter(|(e, _)| e.side != f[u].side) {
            // Who is farther off than it goes does not stop it.
            if mine.far_from(there, cm + EPS) {
                continue;
            }
            // From whoever is behind or beside it already it only goes away.
            let behind = (e.base.centre() - base.centre()).dot(dir) <= 0.0;
            if behind || mine.penetration(there) > EPS {
                continue;
            }
            if let Some(t) = mine.travel_to(there, dir) {
                cm = cm.min(t);
            }
        }
        let mut touched: Vec<(f64, UnitId)> = near
            .iter()
            .filter(|(o, _)| o.side == f[u].side && !self.goes_with(u, o.id))
            .filter(|(_, there)| !mine.far_from(there, cm + 2.0 * EPS))
            .filter_map(|(o, there)| Some((mine.travel_to(there, dir)?, o.id)))
            .filter(|(t, _)| *t <= cm + EPS)
            .collect();
        touched.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let off = edge.is_some_and(|(at, _)| cm >= at - EPS);
        Escape { dir, cm, touched: touched.into_iter().map(|t| t.1).collect(), off }
    }

    /// Own units that it touches are tried, in the order in which it touches them; each pair once a turn (13.05). By what others are not.
    fn sweeps_along(&mut self, u: UnitId, touched: &[UnitId], dir: V2) -> Vec<Clause> {
        let mut untried = Vec::new();
        for o in touched.iter().copied() {
            if self.run(u).befell.swept.contains(&o) || !self.field[o].on_table() {
                continue;
            }
            self.run_mut(u).befell.swept.push(o);
            let (fleeing, threatened) = (Fighter::of(&self.field, u), Fighter::of(&self.field, o));
            let not = does_not_roll(&threatened, self.field[o].unlimbered());
            untried.extend(not);
            if not.is_some() || threatened.building {
                continue;
            }
            let start = self.field[u].base.centre();
            let (covered, obstacle, uphill) = self.rushed_upon(u, o, dir);
            let approach = match sides::struck(&self.field[o], start, start + dir * FAR).map(|b| b.struck) {
                Some(Struck::Flank) => Approach::Flank,
                Some(Struck::Rear) => Approach::Rear,
                _ => Approach::Front,
            };
            let s = SweepSituation {
                fleeing: Fighter { line: 0, commander: self.commander_with(u).is_some(), ..fleeing },
                onrush: Attack { approach, obstacle, uphill, ..Attack::default() },
                threatened: Fighter {
                    cover: covered,
                    commander: self.commander_with(o).is_some(),
                    victory: self.victorious(o),
                    support: self.run(o).assault.support.is_some_and(|s| self.supports(s, o)),
                    ..threatened
                },
                ground: support::ground(&self.field, &self.field[u], &self.field[o]),
                groups: self.field.groups(),
                readings: MeleeReadings::of(&self.field.readings),
            };
            let (out, ruling) = self.judge::<SweepAlong>(&s, o);
            let (to, ruling) = (out.state, Box::new(ruling));
            let by = By::from(clause!("13.05.1")).and(clause!("13.05.4"));
            self.tell(by, &[u, o], || EventKind::SweptAlong { unit: o, by: u, to, ruling });
            for (who, _) in [u, o].into_iter().zip(out.commanders_fall).filter(|(_, falls)| *falls) {
                if let Some(s) = self.commander_with(who) {
                    self.staff_falls(s, clause!("08.02.1"));
                }
            }
            if self.worsen(o, to, clause!("13.05.4"), None) && to == State::Complete {
                // It flees the same way, after the first has finished.
                for f in self.turn_mut().instant.falls.iter_mut().filter(|f| f.unit == o) {
                    f.dir = Some(dir);
                }
            }
        }
        untried
    }

    /// The cover of a unit that another flees upon, the obstacle between them, and whether the rout comes uphill (13.05.2).
    fn rushed_upon(&self, u: UnitId, o: UnitId, dir: V2) -> (Cover, Obstacle, bool) {
        let f = &self.field;
        let mut rout = f[u].clone();
        let way = rout.base.rect().travel_to(&f[o].base.rect(), dir).unwrap_or(0.0);
        rout.base = rout.base.moved(dir * way);
        let from = rout.base.centre();
        let to = ::ground::nearest_of(&f.rects(&f[o]), from);
        let passed = cover::passed(f, &f[o], from, to).map(|l| l.obstacle);
        let uphill = support::uphill(f, &rout, &f[o]).is_some();
        (cover::against(f, &f[o], from, to).0, passed.max().unwrap_or(Obstacle::None), uphill)
    }

    /// The widest unbridged watercourse that a straight way leads across, in cm (13.02.4).
    fn water_between(&self, from: &Base, dir: V2, cm: f64) -> Option<f64> {
        let g = &self.field.ground;
        let (a, b) = (from.centre(), from.centre() + dir * cm);
        let wet = |p: &&crate::ground::Patch| {
            let spans = p.area.clip(a, b);
            let bridged = |s: &(f64, f64)| {
                let middle = a.lerp(b, (s.0 + s.1) / 2.0);
                g.crossings.iter().any(|c| c.rect.contains(middle, EPS))
            };
            p.kind == crate::ground::PatchKind::Water && spans.iter().any(|s| s.1 < 1.0 - 1e-9 && !bridged(s))
        };
        g.patches.iter().filter(wet).map(|p| p.width).reduce(f64::max)
    }

    /// What a unit that is still in flight gives up, or what it gives up in the water (13.02.4).
    fn loses_in_flight(&mut self, u: UnitId, watercourse: Option<f64>) {
        let unit = &self.field[u];
        let first = unit.record.flight_turn.unwrap_or(self.field.turn);
        let turns = self.field.turn.saturating_sub(first).saturating_add(1).min(200) as u8;
        let s = FlightLossesSituation {
            men: unit.men(),
            original: unit.original_men,
            flight_turn: turns,
            watercourse,
            of: MoraleReadings::of(&self.field.readings).flight_loss_of,
        };
        let (out, _) = self.judge::<FlightLosses>(&s, u);
        self.lose_men(u, out.men, clause!("13.02.4"));
    }

    /// Those who were FU when the turn began and did not rally flee again (play.flight). Says whether somebody does.
    pub(super) fn flee_again(&mut self) -> bool {
        let mut some = false;
        for u in self.standing() {
            let run = self.run(u);
            if self.field[u].state != State::Complete
                || run.befell.began != State::Complete
                || run.befell.fled
            {
                continue;
            }
            let dir = self.flight_direction(u);
            let way = self.escape(u, dir);
            // The loss in the water is taken there, in the place of this one.
            if self.water_between(&self.field[u].base, way.dir, way.cm).is_none() {
                self.loses_in_flight(u, None);
            }
            if self.field[u].on_table() {
                self.turn_mut().instant.falls.push(Fall { unit: u, from: None, flees: true, dir: Some(dir) });
                some = true;
            }
        }
        some
    }

    /// Later flights lead away from the nearest enemy it can see, otherwise towards the own edge (play.flight).
    fn flight_direction(&self, u: UnitId) -> V2 {
        let edge = self.field.edge(self.field[u].side).outward();
        // A unit worn down to valour -5 flees there for good (13.07.3).
        let broken = self.field.valour(u).0 <= periods().broken;
        if broken || self.field.readings.is(reading!("later-flight", "edge")) {
            return edge;
        }
        let onward = self.field.readings.is(reading!("later-flight", "onward"));
        if let Some(first) = self.field[u].record.flight_dir.filter(|_| onward) {
            return first;
        }
        self.nearest_seen(u).map_or(edge, |e| self.away(u, Some(e)))
    }

    /// Puts a unit down where it has come to, or at the nearest place with room.
    pub(super) fn put_down(&mut self, u: UnitId, to: Base) {
        let f = &self.field;
        let most = 60.0;
        let unit = &f[u];
        let straight = unit.record.track.is_empty();
        // Who is farther off than it may be put has room for it.
        let far = |o: &Unit| {
            let (middle, about) = f.circle(o);
            middle.dist(to.centre()) > to.width + to.depth + about + most + EPS
        };
        let near = |o: &&Unit| o.id != u && !(straight && far(o)) && !self.goes_with(u, o.id);
        let others: SmallVec<[Rect; 16]> = f.present().filter(near).flat_map(|o| f.rects(o)).collect();
        let rects = |b: &Base| {
            if straight {
                return unit.rects_at(b);
            }
            let mut there = unit.clone();
            there.base = *b;
            there.rects()
        };
        let free = |r: &Rect| others.iter().all(|t| r.far_from(t, 0.0) || r.penetration(t) <= EPS);
        let fits = |b: &Base| rects(b).iter().all(free);
        self.field[u].base = clock::nearest_room(&to, most, 0.25, fits).unwrap_or(to);
    }
}
