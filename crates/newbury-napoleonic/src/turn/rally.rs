//! Step 19: routers and pursuers try to rally (11.19, 23.6, 23.8), and withdrawals and retreats end (23.3.c, 23.3.d).

use crate::answer::Answer;
use crate::battle::{Awaits, Battle};
use crate::book::results::RallyResult;
use crate::event::Kind;
use crate::procedures::rally::{
    ESCAPED, FAR, PursuitDoes, RallyPursuit, RallyPursuitSituation, RallyRout, RallyRoutSituation, Rallying,
};
use crate::unit::{Fate, Side, State, UnitId};
use crate::{clause, reading, say};
use umpire::{Procedure, judge};

/// Enemies in good morale count within this (T13.D).
const NEAR: f64 = 25.0;

impl Battle {
    fn rallying(&self, u: UnitId) -> Rallying {
        let f = &self.field;
        let unit = &f[u];
        // Of whom it sees: what is out of sight does not count in tests (T13.D, T13.n.iii).
        let good = |e: &&crate::unit::Unit| {
            // To be halted is a result of its own, and not the good one (T16.C).
            let other = matches!(e.state, State::Halted | State::Prisoner | State::Surrendering);
            let well = !e.state.forced() && !other;
            self.known(e.id) && well && f.sees(u, e.id).is_ok()
        };
        // Nobody farther off counts for anything.
        let about = f.enemies_about(unit.side, &f.rects(unit), FAR + NEAR);
        let near: Vec<(f64, UnitId)> = about.filter(good).map(|e| (f.gap(u, e.id), f.whole(e.id))).collect();
        let nearest = near.iter().map(|(d, _)| *d).fold(f64::INFINITY, f64::min);
        // A unit is one, however many parts it has (6.4.f).
        let mut close: Vec<UnitId> =
            near.iter().filter(|(d, _)| crate::measure::within(*d, NEAR)).map(|(_, e)| *e).collect();
        close.sort();
        close.dedup();
        Rallying {
            troop: unit.tested_troop(),
            worn: unit.worn(),
            disorganisation: unit.factors(),
            good_enemies: close.len().min(50) as u8,
            own: self.own_around(u),
            enemy: self.enemy_around(u),
            general: self.steady_general(u),
            supports: self.supports(u),
            cover: self.covered(u, None),
            nearest: nearest.is_finite().then_some(nearest),
            sheet: f.sheet.clone(),
        }
    }

    pub(super) fn rally(&mut self) {
        self.play.choosers.clear();
        let in_state = |b: &Battle, s: State| -> Vec<UnitId> {
            b.field.present().filter(|u| u.state == s).map(|u| u.id).collect()
        };
        let (routers, pursuers) = (in_state(self, State::Routing), in_state(self, State::Pursuing));
        // Who has made a rout move may be rallied, or none in the move in which it broke (23.6.a).
        let next = self.field.readings.is(reading!("rally-after-breaking", "next-move"));
        let broke = |b: &Battle, u: UnitId| b.play.broken.iter().any(|(x, _)| *x == u);
        for u in routers {
            let may = if next { !broke(self, u) } else { self.play.rout_moves.contains(&u) };
            if !may {
                continue;
            }
            // None that lost a man for each figure in this move (23.6.a).
            if self.play.lost[u.index()] >= self.figures_at_move(u) {
                let unit = self.code(u);
                self.say(clause!("23.6.a"), Kind::Routs, &[u], || say!("event-too-shaken", unit));
                continue;
            }
            self.rally_rout(u, false);
        }
        for u in pursuers {
            let moves = self.play.quarry_of(u).map_or(0, |(_, n)| n);
            if moves > 0 || self.play.quarry_of(u).is_none() {
                self.rally_pursuit(u);
            }
        }
        for side in Side::BOTH {
            let units: Vec<UnitId> =
                self.play.choosers.iter().copied().filter(|u| self.field[*u].side == side).collect();
            let given_up = self.surrendered_to(side);
            if !units.is_empty() || !given_up.is_empty() {
                self.ask(side, Awaits::Pursue(units, given_up));
            }
        }
    }

    /// Routers at the end of the move, with all men that they lost in it.
    fn rout_facts(&self, u: UnitId, surrender_refused: bool) -> RallyRoutSituation {
        RallyRoutSituation {
            unit: self.rallying(u),
            figures: self.figures_at_move(u),
            lost: self.play.lost[u.index()],
            surrender_refused,
        }
    }

    fn figures_at_move(&self, u: UnitId) -> u32 {
        u32::from(self.field[u].losses.at_move.max(1))
    }

    pub(super) fn rally_rout(&mut self, u: UnitId, surrender_refused: bool) {
        let s = self.rout_facts(u, surrender_refused);
        let (code, side) = (self.code(u), self.field[u].side);
        let (o, ruling) = judge::<RallyRout>(&s, self.dice.occasion(RallyRout::NAME, &*code, side));
        let score = o.score;
        self.rule_on(clause!("11.19"), Kind::Rallies, &[u], ruling, || {
            say!("event-rally", unit = &*code, score)
        });
        self.field[u].class_known = true;
        match o.result {
            RallyResult::HaltAndRally => {
                self.field[u].state = State::Rallied;
                self.play.game[u.index()] = None;
                self.say(clause!("23.6.d"), Kind::Rallies, &[u], || say!("event-rallied", unit = code));
                self.also(clause!("glossary.rally"));
            }
            RallyResult::ContinueRout => {}
            RallyResult::Dispersed => {
                let figures = self.field[u].figures();
                self.field[u].fate = Fate::Dispersed;
                self.play.broken.push((u, figures));
                self.say(clause!("23.6.c"), Kind::Gone, &[u], || say!("event-dispersed", unit = code));
            }
        }
    }

    fn rally_pursuit(&mut self, u: UnitId) {
        let quarry = self.play.quarry_of(u).map(|(q, _)| q);
        let there = quarry.filter(|q| self.field[*q].present() && self.field[*q].state == State::Routing);
        let edge = self.field[u].base.corners().iter().any(|c| {
            let g = &self.field.ground;
            c.x <= 0.5 || c.y <= 0.5 || c.x >= g.width - 0.5 || c.y >= g.depth - 0.5
        });
        let unit = Rallying { enemy: self.enemy_around_but(u, quarry), ..self.rallying(u) };
        let s = RallyPursuitSituation {
            unit,
            gap: there.map(|q| self.field.gap(u, q)),
            all_have_prisoners: self.all_have_prisoners(u),
            at_edge: edge,
        };
        let (code, side) = (self.code(u), self.field[u].side);
        // The frenzied are called back by nobody: they stop when each has killed one, or none is at hand (23.4.e, 23.10.a).
        let at_hand = s.gap.is_some_and(|cm| crate::measure::within(cm, ESCAPED));
        if self.field[u].frenzied && at_hand && !s.at_edge && !s.all_have_prisoners {
            self.say(clause!("23.4.e"), Kind::FollowsUp, &[u], || say!("event-frenzied-pursue", unit = code));
            return;
        }
        let (o, ruling) = judge::<RallyPursuit>(&s, self.dice.occasion(RallyPursuit::NAME, &*code, side));
        self.rule_on(clause!("11.19"), Kind::Rallies, &[u], ruling, || {
            say!("event-pursuit-test", unit = code)
        });
        match o.does {
            PursuitDoes::RallyByThemselves | PursuitDoes::Halt => self.pursuit_over(u),
            PursuitDoes::Continue => {}
            PursuitDoes::HaltOrContinue => self.play.choosers.push(u),
        }
    }

    fn pursuit_over(&mut self, u: UnitId) {
        self.play.slain.retain(|(by, _)| *by != u);
        self.field[u].state = State::UnderOrders;
        self.play.quarry.retain(|(x, _, _)| *x != u);
        let unit = self.code(u);
        self.say(clause!("23.8.a"), Kind::Rallies, &[u], || say!("event-pursuit-over", unit));
    }

    /// Who may choose halts, unless he said that he goes on (play.asks).
    pub(super) fn rallied(&mut self) {
        let (mut on, mut refused): (Vec<UnitId>, Vec<UnitId>) = (Vec::new(), Vec::new());
        for side in Side::BOTH {
            if let Some(Answer::Pursue { go_on, refuse }) = self.answered(side) {
                on.extend(go_on.iter().filter_map(|c| self.field.by_code(c)));
                refused.extend(refuse.iter().filter_map(|c| self.field.by_code(c)));
            }
        }
        self.last_stands();
        self.take_prisoners(&refused);
        self.take_guns();
        for u in std::mem::take(&mut self.play.choosers) {
            if !on.contains(&u) {
                self.pursuit_over(u);
            }
        }
        for q in &mut self.play.quarry {
            q.2 = q.2.saturating_add(1);
        }
        self.forced_moves_end();
    }

    /// Withdrawals end in cover or out of fire, retreats out of the enemy's reach and fire; giving ground and following up after their move
    /// (23.2.c, 23.3.c, 23.3.d).
    fn forced_moves_end(&mut self) {
        let bodies: Vec<UnitId> = self.field.present().map(|u| u.id).collect();
        for u in bodies {
            let unit = &self.field[u];
            // By its result: what it marched before it was given does not count.
            let moved = self.play.fell_back.contains(&u);
            let fired_at = !self.play.fire[u.index()].shooters.is_empty();
            let covered = || self.covered(u, None) != crate::terrain::Cover::None;
            let over = match unit.state {
                // For one move: that after the result (23.2.c, 19.5.l).
                State::GivingGround | State::FollowingUp => self.play.gave.contains(&u),
                State::Withdrawing => moved && (!fired_at || covered()),
                State::Retreating => moved && !fired_at && !self.in_charge_reach(u),
                // Who had to evade again reorders in the next move.
                State::Evading => {
                    !self.play.charges_on(u).any(|c| c.response == Some(crate::order::Response::Evade))
                }
                State::Rallied => unit.disorder.now() == 0 && self.play.game[u.index()].is_some(),
                _ => false,
            };
            if !over {
                continue;
            }
            let by = match unit.state {
                State::Withdrawing => clause!("23.3.c"),
                State::Retreating => clause!("23.3.d"),
                State::Evading => clause!("12.3.e"),
                State::Rallied => clause!("23.6.d"),
                _ => clause!("23.2.c"),
            };
            let (code, was, turn) = (self.code(u), self.field[u].state, self.field.turn);
            // They halt and reorder, who withdrew for at least a move (23.3.c, 23.3.d).
            if matches!(was, State::Withdrawing | State::Retreating) {
                let least = if was == State::Withdrawing { turn + 1 } else { turn };
                self.field[u].state = State::Halted;
                self.field[u].halted_until = self.field[u].halted_until.max(least);
                self.say(by, Kind::Rallies, &[u], || say!("event-halts-to-reorder", unit = code));
                continue;
            }
            let rallied = unit.state == State::Rallied;
            self.field[u].state = State::UnderOrders;
            self.play.on_foot_to_cover.retain(|(x, ..)| *x != u);
            self.say(by, Kind::Rallies, &[u], || say!("event-under-orders", unit = code));
            if rallied {
                self.also(clause!("glossary.rally"));
            }
        }
    }
}
