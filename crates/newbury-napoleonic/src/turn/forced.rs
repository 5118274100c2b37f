//! Moves that results force: routs, retreats, withdrawals, giving ground, following up and pursuit (chapter 23, play.forced, play.rout,
//! play.pursuit).

use super::course::{Act, Course, Manner, Then};
use crate::battle::{Battle, Step};
use crate::book::numbers;
use crate::drill::quietly;
use crate::event::Kind;
use crate::order::Gait;
use crate::procedures::aftermath::{
    PursuitRate, PursuitRateSituation, RoutersDo, RoutersSituation, RoutersThrough,
};
use crate::procedures::disorder::{Forced, StateDisorder, StateSituation};
use crate::procedures::movement::Rate;
use crate::procedures::reaction::DefenderDoes;
use crate::procedures::special::Outcome;
use crate::unit::{Cause, State, Unit, UnitId};
use crate::{clause, reading, say};
use smallvec::SmallVec;
use std::collections::VecDeque;
use table::V2;

impl Battle {
    /// Of two results the worse stands (play.states).
    fn rank(s: State) -> u8 {
        match s {
            State::Prisoner => 9,
            State::Surrendering => 8,
            State::Routing => 7,
            State::Retreating => 6,
            State::Withdrawing => 5,
            State::GivingGround => 4,
            State::Halted => 3,
            _ => 0,
        }
    }

    /// A result replaces the state if it is worse.
    pub(super) fn falls_into(&mut self, u: UnitId, state: State) -> bool {
        let worse = Battle::rank(state) > Battle::rank(self.field[u].state);
        if worse {
            self.field[u].state = state;
            self.field[u].changing = None;
            self.field[u].prone = false;
            if state.forced() {
                self.generals_go_with(u);
            }
        }
        worse
    }

    /// The unit breaks and routs with what is left of the move (23.1.l, play.rout).
    pub(super) fn breaks(&mut self, u: UnitId, at: f64, before: Option<UnitId>) {
        if !self.field[u].present() || !self.falls_into(u, State::Routing) {
            return;
        }
        let figures = self.field[u].figures();
        self.play.broken.push((u, figures));
        self.play.broke_at.push((u, self.field[u].base.centre()));
        self.play.fresh.push(u);
        let unit = self.code(u);
        let who: Vec<UnitId> = std::iter::once(u).chain(before).collect();
        self.say(clause!("23.1.l"), Kind::Routs, &who, || say!("event-breaks", unit));
        self.also(clause!("glossary.breaking"));
        self.also(clause!("glossary.rout"));
        self.gains_by_state(u, Forced::Routing, Cause::Routing);
        self.field[u].deeds.reacted = true;
        for c in self.play.charges.iter_mut().filter(|c| c.by == u) {
            c.over = true;
        }
        self.quit_fights(u);
        self.play.busy[u.index()] = at.min(1.0);
        if self.field[u].frenzied {
            self.field[u].frenzied = false;
            self.also(clause!("19.5.i"));
        }
        self.special_act(u, Outcome::Break);
        self.generals_rout_with(u);
    }

    /// It withdraws to cover, at once with what is left of the move (23.1.j).
    pub(super) fn withdraws(&mut self, u: UnitId, before: Option<UnitId>) {
        if !self.field[u].present() || !self.falls_into(u, State::Withdrawing) {
            return;
        }
        self.play.fresh.push(u);
        let unit = self.code(u);
        let who: Vec<UnitId> = std::iter::once(u).chain(before).collect();
        self.say(clause!("23.1.j"), Kind::FallsBack, &who, || say!("event-withdraws", unit));
        self.also(clause!("glossary.withdraw"));
        self.special_act(u, Outcome::Withdraw);
    }

    /// Factors of retreat, rout and pursuit (table 8G).
    pub(super) fn gains_by_state(&mut self, u: UnitId, state: Forced, cause: Cause) {
        if self.field[u].disorder.causes.contains(&cause) {
            return;
        }
        let (o, ruling) = crate::drill::known::<StateDisorder>(&StateSituation { state, moves: 1 });
        self.gains(u, o.factors, cause, ruling);
    }

    /// Every melee of a body ends by its result, for its enemies too (table 8F).
    pub(super) fn quit_fights(&mut self, u: UnitId) {
        for i in 0..self.play.fights.len() {
            let m = &mut self.play.fights[i];
            if !m.over && (m.a == u || m.b == u) {
                m.over = true;
                self.melee_costs(i);
            }
        }
    }

    /// Every melee of a body is over for it.
    pub(crate) fn leave_fights(&mut self, u: UnitId) {
        for m in self.play.fights.iter_mut().filter(|m| m.a == u || m.b == u) {
            m.over = true;
        }
    }

    /// The way away from the nearest enemy, and once nobody has it in charge reach home to the base line (23.5.a).
    fn way_out(&self, u: &Unit) -> V2 {
        let f = &self.field;
        let home = f.edges[u.side.index()].outward();
        let near = f.nearest_enemy(u.id).map(|(e, d)| (&f[e], d));
        match near {
            Some((e, d)) if f.rate(e, Gait::Charge).is_ok_and(|r| d <= r) => {
                let away = u.base.centre() - e.base.centre();
                if away.len() < 1e-6 { home } else { away.unit() }
            }
            _ => home,
        }
    }

    /// Has an enemy who is able to charge it in reach (glossary.charge-reach)?
    pub(super) fn in_charge_reach(&self, u: UnitId) -> bool {
        let f = &self.field;
        let mut near = f.enemies_about(f[u].side, &f.rects(&f[u]), super::fire::MOST_MOVED);
        near.any(|e| self.could_charge(e) && self.reaches(e, u))
    }

    fn could_charge(&self, e: &Unit) -> bool {
        let taken = matches!(e.state, State::Prisoner | State::Surrendering);
        let free = !e.state.forced() && !taken && !self.play.fights(e.id);
        self.known(e.id) && !e.arm().battery() && free
    }

    fn reaches(&self, e: &Unit, u: UnitId) -> bool {
        let f = &self.field;
        f.rate(e, Gait::Charge).is_ok_and(|cm| crate::measure::within(f.gap(u, e.id), cm))
    }

    /// Away from the nearest enemy who fires at it; who withdraws, from a nearer one who has it in charge reach; who retreats and is not
    /// fired at, from the nearest of all (23.3.c, 23.3.d). Home, where there is none.
    fn way_back(&self, u: &Unit) -> V2 {
        let f = &self.field;
        let home = f.edges[u.side.index()].outward();
        let taken = |e: &Unit| matches!(e.state, State::Prisoner | State::Surrendering);
        let nearest = |which: &dyn Fn(&Unit) -> bool| {
            let all = f.enemies(u.side).filter(|e| self.known(e.id) && !taken(e) && which(e));
            all.map(|e| (f.gap(u.id, e.id), e.base.centre())).min_by(|a, b| a.0.total_cmp(&b.0))
        };
        let fires = |e: &Unit| {
            let now = self.play.fire[u.id.index()].shooters.contains(&e.id);
            now || self.play.shot_by.contains(&(u.id, e.id))
        };
        let firing = nearest(&fires);
        let from = match u.state {
            State::Retreating => firing.or_else(|| nearest(&|_| true)),
            _ => {
                let charging = nearest(&|e| self.could_charge(e) && self.reaches(e, u.id));
                [firing, charging].into_iter().flatten().min_by(|a, b| a.0.total_cmp(&b.0))
            }
        };
        let away = from.map(|(_, at)| u.base.centre() - at);
        away.filter(|w| w.len() > 1e-6).map_or(home, |w| w.unit())
    }

    /// Mounted troops who withdraw at +6 or +7 do so at the double, others at the normal pace (T16.A, glossary.withdraw).
    fn withdraws_at_double(&self, u: &Unit) -> bool {
        let told = |c: &crate::battle::Charge| {
            let by_support = c.by == u.id && c.in_support_of.is_some();
            by_support || (c.on == u.id && c.defender == Some(DefenderDoes::WithdrawAtDouble))
        };
        self.play.charges.iter().any(told)
    }

    /// Courses of all who are under a result: in step 4 everybody's, afterwards of those alone whose result is of that step.
    pub(super) fn forced_courses(&self, courses: &mut [Course], now: bool) {
        for u in self.field.present() {
            let fresh = self.play.fresh.contains(&u.id);
            if now && !fresh {
                continue;
            }
            let c = match u.state {
                State::Prisoner if !now => self.led(u),
                State::Routing => Some(self.rout(u)),
                State::Withdrawing => {
                    let double = self.withdraws_at_double(u);
                    Some(self.fall_back(u, if double { Gait::Double } else { Gait::Normal }))
                }
                State::Retreating => {
                    let hurries = self.field.readings.is(reading!("retreat-pace", "double-under-fire"));
                    let shot = self.play.shot_by.iter().any(|(on, _)| *on == u.id);
                    let hit = shot || !self.play.fire[u.id.index()].shooters.is_empty() || u.last.was_charged;
                    Some(self.fall_back(u, if hurries && hit { Gait::Double } else { Gait::Normal }))
                }
                State::GivingGround if !now => Some(self.give_ground(u)),
                State::Pursuing | State::FollowingUp if !now => self.chase(u),
                _ => None,
            };
            if let Some(c) = c {
                courses[u.id.index()] = c;
            }
        }
    }

    /// The direction nearest to the one wanted in which nobody bars the way whom it cannot pass: enemies in close order, and own infantry that
    /// will not let routers through (23.5.b, play.evade, play.rout). The one wanted, if there is none.
    pub(super) fn bent(&self, u: &Unit, wanted: V2, gait: Gait) -> V2 {
        let f = &self.field;
        let far = f.rate(u, gait).unwrap_or(0.0);
        let base = u.base.at(u.base.centre() + wanted * (u.base.depth / 2.0), wanted);
        let bars = |o: &Unit| {
            let enemy = o.side != u.side;
            let refuses = u.state == State::Routing && o.state != State::Routing && {
                let s = RoutersSituation {
                    routers: u.tested_troop(),
                    factors: 0,
                    others: o.tested_troop(),
                    enemy,
                    close_order: !o.open_order(),
                    avoidable: false,
                    refuse: true,
                };
                matches!(quietly::<RoutersThrough>(&s), RoutersDo::Refused | RoutersDo::Surrender)
            };
            refuses || (enemy && !o.open_order())
        };
        let free = |dir: V2| {
            let rect = base.at(base.centre() + dir * (base.depth / 2.0), dir).rect();
            let near = f.about(&[rect], far + 1.0).filter(|o| o.id != u.id && o.inside.is_none());
            // Whether he would let it through is asked of those alone who are in its way.
            let in_way = |r: &table::Rect| !rect.travel_to(r, dir).is_none_or(|d| d > far || d < 0.0);
            !near.into_iter().any(|o| f.any_rect(o, in_way) && bars(o))
        };
        let turned = |degrees: f64| V2::bearing(wanted.bearing_degrees() + degrees);
        let tries = (0..=6).flat_map(|n| [f64::from(n) * 15.0, f64::from(n) * -15.0]);
        tries.map(turned).find(|d| free(*d)).unwrap_or(wanted)
    }

    fn rout(&self, u: &Unit) -> Course {
        let away = self.bent(u, self.way_out(u), Gait::Rout);
        let starts =
            if self.play.broken.iter().any(|(b, _)| *b == u.id) { self.play.busy[u.id.index()] } else { 0.0 };
        let mut acts = VecDeque::from([Act::Fixed { left: 0.0, then: Then::Face(away) }]);
        // As soon as nobody has them in charge reach they turn to their base line, inside the move too (23.5.a, play.rout).
        let home = self.field.edges[u.side.index()].outward();
        let threatened = self.way_out(u).dot(home) < 0.999;
        if let Some(left) = self.out_of_reach_after(u, away).filter(|_| threatened) {
            acts.push_back(Act::March { left, towards: None, gait: Gait::Rout });
            acts.push_back(Act::Fixed { left: 0.0, then: Then::Face(home) });
        }
        acts.push_back(Act::March { left: f64::INFINITY, towards: None, gait: Gait::Rout });
        Course { starts, acts, manner: Manner::Forced, ..Course::default() }
    }

    /// So far it has to go that way until no enemy has it in charge reach; nothing where that is more than a move.
    fn out_of_reach_after(&self, u: &Unit, dir: V2) -> Option<f64> {
        let f = &self.field;
        let far = f.rate(u, Gait::Rout).unwrap_or(0.0);
        let reached = |at: f64| {
            let rect = u.base.moved(dir * at).rect();
            let near = f.enemies_about(u.side, &[rect], super::fire::MOST_MOVED);
            near.filter(|e| !e.arm().battery() && !e.state.forced()).any(|e| {
                let reach = f.rate(e, Gait::Charge).unwrap_or(0.0);
                f.any_rect(e, |r| rect.comes_within(r, reach))
            })
        };
        (0..=20).map(|n| far * f64::from(n) / 20.0).find(|at| !reached(*at)).filter(|at| *at < far)
    }

    /// A turn of a quarter move, then straight away from the enemy (play.forced).
    fn fall_back(&self, u: &Unit, gait: Gait) -> Course {
        // Gunners with cover near move off unlimbered, facing as they stand (23.12.b).
        if let Some((_, dir, cm)) = self.play.on_foot_to_cover.iter().find(|(x, ..)| *x == u.id) {
            let acts = VecDeque::from([Act::March { left: *cm, towards: Some(*dir), gait: Gait::Normal }]);
            return Course { acts, manner: Manner::Forced, ..Course::default() };
        }
        let away = self.way_back(u);
        let faces = u.base.dir.dot(away) > 0.5;
        // After a charge reaction they turn about without loss (23.1.j), after a morale test they do not (23.3.c, 23.3.d).
        let reacted = self.play.fresh.contains(&u.id) && self.play.step != Step::Attacks;
        let turn = if faces || reacted { 0.0 } else { 0.25 };
        // Results of steps 10 and 11 are carried out with what is left of the move (play.forced).
        let late = self.play.step >= Step::FinalReactions;
        let ats = self.play.charges.iter().filter(|c| late && (c.by == u.id || c.on == u.id)).map(|c| c.at);
        let starts = ats.fold(0.0, f64::max).min(1.0);
        let mut acts = VecDeque::new();
        self.packs_up(u, &mut acts);
        acts.push_back(Act::Fixed { left: turn, then: Then::Face(away) });
        acts.push_back(Act::March { left: f64::INFINITY, towards: None, gait });
        Course { starts, acts, manner: Manner::Forced, ..Course::default() }
    }

    /// Straight back, facing the enemy (23.2.c, play.melee).
    fn give_ground(&self, u: &Unit) -> Course {
        let cm = numbers().march.give_ground[usize::from(u.mounted())];
        let back = V2 { x: -u.base.dir.x, y: -u.base.dir.y };
        let acts = VecDeque::from([Act::March { left: cm, towards: Some(back), gait: Gait::Normal }]);
        Course { acts, manner: Manner::Forced, ..Course::default() }
    }

    /// After those who rout or give ground (play.pursuit, play.melee).
    fn chase(&self, u: &Unit) -> Option<Course> {
        let (quarry, _) = self.play.quarry_of(u.id)?;
        let q = &self.field[quarry];
        let towards = (q.base.centre() - u.base.centre()).unit();
        let cm = match u.state {
            State::FollowingUp => numbers().march.give_ground[usize::from(q.mounted())],
            // Their double move or the routers' pace, whichever is less (23.7.a).
            _ => {
                let double = self.field.rate(u, Gait::Double).unwrap_or(0.0);
                let rout = self.field.rate(q, Gait::Rout).unwrap_or(double);
                match quietly::<PursuitRate>(&PursuitRateSituation { double, rout }) {
                    Rate::Cm { cm } => cm.0,
                    _ => 0.0,
                }
            }
        };
        let gait = if u.state == State::Pursuing { Gait::Double } else { Gait::Normal };
        let towards = if u.state == State::Pursuing { self.way_out(q) } else { towards };
        let acts = VecDeque::from([Act::March { left: cm, towards: Some(towards), gait }]);
        // Who follows up gets over what the enemy defended until he gave ground, for no time; who pursues takes his time over it (12.1.c).
        let defended = match u.state {
            State::FollowingUp => self.held_lines(quarry, u.id),
            _ => SmallVec::new(),
        };
        Some(Course { acts, manner: Manner::Chasing, defended, ..Course::default() })
    }
}
