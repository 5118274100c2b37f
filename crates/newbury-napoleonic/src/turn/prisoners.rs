//! Surrender, prisoners and their guards, pursuers who take them, and abandoned guns (23.5.e, 23.9, 23.10, play.prisoners).

use super::course::{Act, Course, Manner, Then};
use crate::battle::{Battle, Captive};
use crate::book::TOLERANCE;
use crate::drill::{known, quietly};
use crate::event::Kind;
use crate::field::Abandoned;
use crate::formation::{Drawn, Formation};
use crate::order::Gait;
use crate::procedures::aftermath::{
    Captors, CaptorsDo, CaptorsSituation, PrisonerReadings, Prisoners, PrisonersSituation, RING_GAP, RingGap,
    Surrounded, SurroundedDo, SurroundedSituation, TestResult,
};
use crate::unit::{Fate, State, Unit, UnitId};
use crate::{clause, reading, say};
use std::collections::VecDeque;
use umpire::Clause;

/// Prisoners and freed prisoners walk so far in a move (23.10.c).
const WALK: f64 = 20.0;
/// Somebody so near frees prisoners or takes guns (play.prisoners).
const AT_HAND: f64 = 1.0;
/// Enemies farther off are no part of a ring.
const RING: f64 = 60.0;

impl Battle {
    /// It lays down its arms; whether that is accepted is asked in step 19 (23.10.b).
    pub(super) fn surrenders(&mut self, u: UnitId, to: UnitId, by: Clause) {
        if !self.field[u].present() || !self.falls_into(u, State::Surrendering) {
            return;
        }
        let figures = self.field[u].figures();
        self.play.broken.push((u, figures));
        self.play.given_up.push((u, to));
        self.play.quarry.retain(|(by, on, _)| *by != u && *on != u);
        self.quit_fights(u);
        let unit = self.code(u);
        self.say(by, Kind::Gone, &[u, to], || say!("event-surrenders", unit));
    }

    /// Those who gave themselves up, by whom their captors are.
    pub(super) fn surrendered_to(&self, side: crate::unit::Side) -> Vec<UnitId> {
        let mine = self.play.given_up.iter().filter(|(u, to)| {
            self.field[*to].side == side && self.field[*u].present() && !self.field[*to].frenzied
        });
        mine.map(|(u, _)| *u).collect()
    }

    /// Step 19: surrenders are accepted, ignored, or nobody is spared (23.10.a, 23.10.b).
    pub(super) fn take_prisoners(&mut self, refused: &[UnitId]) {
        for (u, to) in std::mem::take(&mut self.play.given_up) {
            if !self.field[u].present() || self.field[u].state != State::Surrendering {
                continue;
            }
            let s = CaptorsSituation {
                prisoners: u32::from(self.field[u].figures().max(1)),
                captors: u32::from(self.field[to].figures()),
                accept: !refused.contains(&u),
                frenzied: self.field[to].frenzied,
            };
            let (o, ruling) = known::<Captors>(&s);
            let (unit, captor) = (self.code(u), self.code(to));
            self.rule_on(clause!("play.prisoners"), Kind::Gone, &[u, to], ruling, || {
                say!("event-captors", unit, captor)
            });
            match o {
                CaptorsDo::Guard { guards } | CaptorsDo::TooFew { guards } => {
                    let most = u32::from(self.field[to].figures().saturating_sub(1));
                    self.guard(u, to, guards.min(most) as u16);
                }
                CaptorsDo::Ignore => {
                    self.field[u].state = State::Routing;
                    self.rally_rout(u, true);
                }
                CaptorsDo::Kill => self.play.captives.push(Captive::doomed(u, to, self.field.turn)),
            }
        }
    }

    /// Guards are out of their unit until they come back, and count as no losses (23.10.b).
    fn guard(&mut self, u: UnitId, to: UnitId, guards: u16) {
        let sent = self.send_away(to, guards);
        self.field[u].state = State::Prisoner;
        self.field[u].drawn = Drawn::new(Formation::Skirmish);
        self.field.draw_up(u);
        let turn = self.field.turn;
        self.play.captives.push(Captive {
            unit: u,
            captor: to,
            guards: sent,
            since: turn,
            free: false,
            doomed: false,
        });
    }

    fn send_away(&mut self, u: UnitId, figures: u16) -> u16 {
        let unit = &mut self.field[u];
        let before = unit.figures();
        super::losses::take_off(unit, figures);
        let sent = before - unit.figures();
        unit.losses.start -= sent.min(unit.losses.start);
        unit.losses.at_move -= sent.min(unit.losses.at_move);
        self.field.draw_up(u);
        sent
    }

    /// Guards who have done come back, if their unit is still there.
    fn guards_return(&mut self, u: UnitId, figures: u16) {
        let unit = &mut self.field[u];
        if !unit.present() || unit.companies.is_empty() {
            return;
        }
        for _ in 0..figures {
            let least = unit.companies.iter_mut().filter(|c| c.figures < c.start).min_by_key(|c| c.figures);
            if let Some(c) = least {
                c.figures += 1;
                unit.losses.start += 1;
                unit.losses.at_move += 1;
            }
        }
        self.field.draw_up(u);
    }

    /// Does a body disarm prisoners in this move: the whole move after it took them (23.10.b, 23.10.e)?
    pub(crate) fn disarms(&self, u: UnitId) -> bool {
        let turn = self.field.turn;
        self.play.captives.iter().any(|c| c.captor == u && c.since + 1 == turn && !c.doomed && !c.free)
    }

    /// Prisoners under guard are led to the captors' base line, freed ones walk to their own (23.10.c, 23.10.d).
    pub(super) fn led(&self, u: &Unit) -> Option<Course> {
        let c = self.play.captives.iter().find(|c| c.unit == u.id)?;
        let turn = self.field.turn;
        if c.doomed || (!c.free && turn <= c.since + 1) {
            return None;
        }
        let side = if c.free { u.side } else { u.side.other() };
        let home = self.field.edges[side.index()].outward();
        let acts = VecDeque::from([
            Act::Fixed { left: 0.0, then: Then::Face(home) },
            Act::March { left: WALK, towards: None, gait: Gait::Normal },
        ]);
        Some(Course { acts, manner: Manner::Forced, ..Course::default() })
    }

    /// After movement: who leads prisoners off, who frees them, and whom frenzied captors kill (23.10, play.prisoners).
    pub(super) fn watch_prisoners(&mut self) {
        let turn = self.field.turn;
        for i in 0..self.play.captives.len() {
            let c = self.play.captives[i].clone();
            let f = &self.field;
            if c.doomed {
                if turn > c.since && f[c.unit].present() {
                    self.field[c.unit].fate = Fate::Destroyed;
                    let unit = self.code(c.unit);
                    self.say(clause!("23.10.a"), Kind::Gone, &[c.unit], || say!("event-no-quarter", unit));
                }
                continue;
            }
            if c.free {
                continue;
            }
            if !f[c.unit].present() {
                // They are off the table for good, in their captors' hands (23.10.c).
                if f[c.unit].fate == Fate::ForcedOff {
                    self.field[c.unit].fate = Fate::LedOff;
                }
                self.play.captives[i].free = true;
                self.play.captives[i].guards = 0;
                self.guards_return(c.captor, c.guards);
                let unit = self.code(c.captor);
                self.say(clause!("23.10.c"), Kind::Rallies, &[c.captor], || {
                    say!("event-guards-return", unit)
                });
                continue;
            }
            let near = f.side(f[c.unit].side).any(|o| {
                let able = !o.state.forced() && !matches!(o.state, State::Prisoner | State::Surrendering);
                able && o.id != c.unit && f.gap(o.id, c.unit) <= AT_HAND + TOLERANCE
            });
            let left = !f[c.captor].present() || f[c.captor].state == State::Routing;
            if near || (left && turn <= c.since + 1) || c.guards == 0 {
                self.play.captives[i].free = true;
                self.play.captives[i].guards = 0;
                self.guards_return(c.captor, c.guards);
                let unit = self.code(c.unit);
                self.say(clause!("23.10.d"), Kind::Rallies, &[c.unit], || say!("event-freed", unit));
            }
        }
    }

    /// Step 14, from the second move of a pursuit: figures of the routers surrender to the pursuers (23.5.e, 23.7.c); in any move all of them,
    /// if ground that they cannot cross holds them up (23.5.f).
    pub(super) fn pursuers_take(&mut self) {
        for (by, on, moves) in self.play.quarry.clone() {
            let trapped = self.play.trapped.contains(&on);
            let fits = self.field[by].state == State::Pursuing
                && self.field[on].present()
                && self.field[on].state == State::Routing
                && (moves >= 2 || (moves == 1 && trapped));
            if !fits {
                continue;
            }
            let have: u32 =
                self.play.captives.iter().filter(|c| c.captor == by).map(|c| u32::from(self.held(c))).sum();
            let s = PrisonersSituation {
                moves: u32::from(moves),
                pursuers: u32::from(self.field[by].figures()),
                have: have + u32::from(self.slain_by(by)),
                routers: u32::from(self.field[on].figures()),
                gap: self.field.gap(by, on),
                frenzied: self.field[by].frenzied,
                trapped,
                readings: PrisonerReadings::of(&self.field.readings),
            };
            let (o, ruling) = known::<Prisoners>(&s);
            let (unit, target) = (self.code(by), self.code(on));
            self.rule_on(clause!("23.7.c"), Kind::Gone, &[by, on], ruling, || {
                say!("event-pursuers-take", unit, target, figures = o.prisoners + o.killed)
            });
            if o.killed > 0 {
                self.play.slain.push((by, o.killed as u16));
                self.loses(on, o.killed * 20, None, clause!("23.10.a"));
            }
            if o.prisoners == 0 {
                continue;
            }
            let whole = o.prisoners >= u32::from(self.field[on].figures());
            let taken = if whole { on } else { self.split_off(on, o.prisoners as u16) };
            self.field[taken].state = State::Surrendering;
            self.play.given_up.push((taken, by));
            if whole {
                self.play.quarry.retain(|(_, q, _)| *q != on);
            }
        }
    }

    /// Enemies whom a frenzied body has killed in this pursuit (23.10.a).
    fn slain_by(&self, u: UnitId) -> u16 {
        self.play.slain.iter().filter(|(by, _)| *by == u).map(|(_, n)| *n).sum()
    }

    /// Has every pursuing figure taken a prisoner, or killed an enemy (23.8.a, 23.10.a)?
    pub(super) fn all_have_prisoners(&self, u: UnitId) -> bool {
        let now = self.play.given_up.iter().filter(|(_, to)| *to == u).map(|(x, _)| self.field[*x].figures());
        let have: u16 =
            self.play.captives.iter().filter(|c| c.captor == u).map(|c| self.held(c)).chain(now).sum();
        let have = have + self.slain_by(u);
        have > 0 && have >= self.field[u].figures()
    }

    /// Surrounded troops who had one more move give themselves up (23.9.b).
    pub(super) fn last_stands(&mut self) {
        let turn = self.field.turn;
        let (due, later): (Vec<_>, Vec<_>) = self.play.last_stand.drain(..).partition(|(_, t)| *t <= turn);
        self.play.last_stand = later;
        for (u, _) in due {
            if let Some((e, _)) = self.field.nearest_enemy(u).filter(|_| self.field[u].present()) {
                self.surrenders(u, e, clause!("23.9.b"));
            }
        }
    }

    /// Figures of a body that guard prisoners and will come back to it (23.10.b).
    pub(super) fn guards_away(&self, u: UnitId) -> u16 {
        self.play.captives.iter().filter(|c| c.captor == u && !c.free).map(|c| c.guards).sum()
    }

    fn held(&self, c: &Captive) -> u16 {
        if c.free { 0 } else { self.field[c.unit].figures() }
    }

    /// So many figures of a body as a body of its own, at the same place (play.prisoners).
    pub(super) fn split_off(&mut self, u: UnitId, figures: u16) -> UnitId {
        let id = UnitId(self.field.units.len() as u16);
        let mut part = self.field[u].clone();
        let before: Vec<u8> = part.companies.iter().map(|c| c.figures).collect();
        let all: f64 = part.companies.iter().map(|c| f64::from(c.start)).sum::<f64>().max(1.0);
        super::losses::take_off(&mut self.field[u], figures);
        for (c, (was, now)) in part
            .companies
            .iter_mut()
            .zip(before.iter().zip(self.field[u].companies.iter().map(|c| c.figures)))
        {
            c.figures = was - now;
            c.start = c.figures;
        }
        for (c, gone) in self.field[u].companies.iter_mut().zip(&part.companies) {
            c.start -= gone.figures.min(c.start);
        }
        part.id = id;
        let n = self.field.units.iter().filter(|o| o.parent == Some(u)).count() + 1;
        part.code = format!("{}-{n}", part.code).into();
        part.parent = Some(self.field.whole(u));
        part.losses.start = figures;
        part.losses.at_move = figures;
        let share = f64::from(figures) / all;
        part.points *= share;
        self.field[u].points -= part.points;
        let start = self.field[u].losses.start;
        self.field[u].losses.start = start.saturating_sub(figures);
        let at_move = self.field[u].losses.at_move;
        self.field[u].losses.at_move = at_move.saturating_sub(figures);
        self.field.units.push(part);
        self.field.draw_up(u);
        self.field.draw_up(id);
        self.play.make_room_for(&self.field);
        id
    }

    /// Result of a test for one who may be surrounded: nothing where he is not, or he fights on (23.9).
    pub(super) fn surrounded(&mut self, u: UnitId, result: TestResult) -> Option<SurroundedDo> {
        let s = self.ring(u, result)?;
        if quietly::<Surrounded>(&s) == SurroundedDo::NotSurrounded {
            return None;
        }
        let (o, ruling) = known::<Surrounded>(&s);
        let unit = self.code(u);
        self.rule_on(clause!("23.9.c"), Kind::Morale, &[u], ruling, || say!("event-surrounded", unit));
        Some(o)
    }

    /// Is it surrounded, whatever it is doing (23.9.c)?
    pub(super) fn is_surrounded(&self, u: UnitId) -> bool {
        let ring = self.ring(u, TestResult::Holds);
        ring.is_some_and(|s| quietly::<Surrounded>(&s) != SurroundedDo::NotSurrounded)
    }

    /// The enemies all round a body, and the gaps between neighbours; nothing where they are not all round.
    fn ring(&self, u: UnitId, result: TestResult) -> Option<SurroundedSituation> {
        let f = &self.field;
        let unit = &f[u];
        let at = unit.base.centre();
        let cut_off =
            unit.formation() == Formation::Building && self.play.fights(u) && self.all_walls_barred(u);
        let mut around: Vec<(f64, &Unit)> = f
            .enemies_about(unit.side, &f.rects(unit), RING + TOLERANCE)
            .filter(|e| !e.open_order() && !e.state.forced() && e.inside.is_none())
            .filter(|e| !matches!(e.state, State::Prisoner | State::Surrendering))
            .filter(|e| f.gap(u, e.id) <= RING)
            .map(|e| ((e.base.centre() - at).bearing_degrees(), e))
            .collect();
        around.sort_by(|a, b| a.0.total_cmp(&b.0));
        if around.len() < 2 && !cut_off {
            return None;
        }
        let mut gaps = Vec::new();
        let (mut ring, mut reaching) = (0.0, 0.0);
        for (i, (from, e)) in around.iter().enumerate() {
            let (to, next) = &around[(i + 1) % around.len()];
            let turn = (to - from).rem_euclid(360.0);
            // Round more than half of the circle nobody stands.
            let open = around.len() > 1 && turn >= 180.0;
            let width = if open { f64::from(u8::MAX) } else { f.gap(e.id, next.id) };
            let between = (e.base.centre() + next.base.centre()) * 0.5;
            // The edge closes a gap where both neighbours stand by it.
            let edge = [*e, *next].into_iter().all(|x| self.gap_to_edge(x) <= RING_GAP);
            let battery = [e, next].into_iter().find(|x| x.arm().battery()).map(|x| f.gap(x.id, u));
            gaps.push(RingGap {
                width,
                artillery: battery,
                impassable: f.ground.kind(between) == crate::terrain::Terrain::Impassable,
                table_edge: edge,
            });
            ring += e.base.width;
            let reach = f.rate(e, Gait::Charge).unwrap_or(0.0);
            let shot = e.weapon().map_or(0.0, |w| crate::book::numbers().small_arms.reach(w));
            if f.gap(u, e.id) <= reach.max(shot) + TOLERANCE {
                reaching += e.base.width;
            }
        }
        Some(SurroundedSituation {
            close_order: !around.is_empty(),
            gaps,
            ring,
            reaching,
            rout_move: f.rate(unit, Gait::Rout).unwrap_or(0.0),
            cut_off_inside: cut_off,
            result,
            readings: PrisonerReadings::of(&f.readings),
        })
    }

    /// How far a body is from the edge of the table.
    fn gap_to_edge(&self, u: &Unit) -> f64 {
        let g = &self.field.ground;
        let each = u.base.corners().map(|c| c.x.min(c.y).min(g.width - c.x).min(g.depth - c.y));
        each.into_iter().fold(f64::INFINITY, f64::min)
    }

    /// Is there an enemy before every wall of the house that a body is in?
    fn all_walls_barred(&self, u: UnitId) -> bool {
        let f = &self.field;
        let Some(b) = f[u].inside.and_then(|(b, _)| f.ground.buildings.get(usize::from(b))) else {
            return false;
        };
        b.walls().iter().all(|(p, q, out)| {
            let before = p.lerp(*q, 0.5) + *out;
            f.enemies(f[u].side).any(|e| f.gap_to(e.id, before) <= 2.0)
        })
    }

    /// Gunners who go without their guns leave them standing (23.12, play.prisoners).
    pub(super) fn abandons_guns(&mut self, u: UnitId, by: Clause) {
        let Some(battery) = self.field[u].battery.take() else { return };
        let unit = &self.field[u];
        let (base, side) = (unit.base, unit.side);
        let guns: Vec<_> = battery.guns.iter().filter(|g| !g.destroyed).cloned().collect();
        // What the battery cost without its gunners, for the pieces that are left (24.3.d).
        let gunners: i32 = unit.companies.iter().map(|c| c.price * i32::from(c.start)).sum();
        let share = guns.len() as f64 / battery.guns.len().max(1) as f64;
        let points = (unit.points - f64::from(gunners)).max(0.0) * share;
        self.field.abandoned.push(Abandoned { owner: u, side, base, guns, taken: None, points });
        let unit = &mut self.field[u];
        unit.points -= points;
        unit.drawn = Drawn::new(Formation::Skirmish);
        unit.dismounted = true;
        self.field.draw_up(u);
        let code = self.code(u);
        self.say(by, Kind::GunLost, &[u], || say!("event-abandons-guns", unit = code));
    }

    /// Guns that stand alone are taken by whoever is at hand, and their own gunners come back to them (play.prisoners, 16.4.f).
    pub(super) fn take_guns(&mut self) {
        let only_at_end = self.field.readings.is(reading!("guns-taken", "while-touched"));
        for i in 0..self.field.abandoned.len() {
            let a = self.field.abandoned[i].clone();
            let rect = a.base.rect();
            let at_hand = |s: crate::unit::Side| {
                self.field.side(s).find(|u| {
                    let able = !u.state.forced() && !matches!(u.state, State::Prisoner | State::Surrendering);
                    able && u.base.rect().gap(&rect) <= AT_HAND + TOLERANCE
                })
            };
            let (own, enemy) = (at_hand(a.side).map(|u| u.id), at_hand(a.side.other()).map(|u| u.id));
            let taken = match (own, enemy) {
                (Some(_), _) => None,
                (None, Some(_)) => Some(a.side.other()),
                (None, None) if only_at_end => None,
                (None, None) => a.taken,
            };
            if taken != a.taken {
                self.field.abandoned[i].taken = taken;
                let unit = self.code(a.owner);
                let who: Vec<UnitId> = own.or(enemy).into_iter().collect();
                let got = taken.is_some();
                self.say(clause!("play.prisoners"), Kind::GunLost, &who, || match got {
                    true => say!("event-guns-taken", unit),
                    false => say!("event-guns-retaken", unit),
                });
            }
            self.gunners_return(i);
        }
        self.field.abandoned.retain(|a| !a.guns.is_empty());
    }

    /// Gunners in good order beside their own guns serve them again (16.4.f).
    fn gunners_return(&mut self, i: usize) {
        let a = self.field.abandoned[i].clone();
        let u = &self.field[a.owner];
        let back = u.present()
            && u.battery.is_none()
            && matches!(u.state, State::UnderOrders)
            && a.taken.is_none()
            && u.base.rect().gap(&a.base.rect()) <= AT_HAND + TOLERANCE;
        if !back {
            return;
        }
        let mut left = u.figures();
        let mut guns: smallvec::SmallVec<[crate::unit::Gun; 4]> = a.guns.iter().cloned().collect();
        guns.iter_mut().for_each(|g| g.crew = 0);
        let n = guns.len().max(1);
        let mut k = 0;
        while left > 0 {
            guns[k % n].crew += 1;
            (k, left) = (k + 1, left - 1);
        }
        self.field.abandoned[i].guns.clear();
        let unit = &mut self.field[a.owner];
        unit.points += a.points;
        unit.battery = Some(crate::unit::Battery { guns, ..Default::default() });
        unit.drawn = Drawn::new(Formation::Deployed);
        unit.dismounted = false;
        unit.base = a.base;
        self.field.draw_up(a.owner);
        let code = self.code(a.owner);
        self.say(clause!("16.4.f"), Kind::Rallies, &[a.owner], || say!("event-serve-again", unit = code));
    }
}
