//! Step 19: routers and pursuers try to rally (11.19, 23.6, 23.8), and withdrawals and retreats end (23.3.c, 23.3.d).

use crate::answer::Answer;
use crate::battle::{Awaits, Battle};
use crate::book::results::RallyResult;
use crate::event::Kind;
use crate::procedures::rally::{
    PursuitDoes, RallyPursuit, RallyPursuitSituation, RallyRout, RallyRoutSituation, Rallying,
};
use crate::unit::{Fate, Side, State, UnitId};
use crate::{clause, reading, say};
use umpire::{Procedure, judge};

impl Battle {
    fn rallying(&self, u: UnitId) -> Rallying {
        let f = &self.field;
        let unit = &f[u];
        let good = |e: &&crate::unit::Unit| {
            self.known(e.id) && !e.state.forced() && !matches!(e.state, State::Prisoner | State::Surrendering)
        };
        let near = f.enemies(unit.side).filter(good).map(|e| f.gap(u, e.id));
        let nearest = near.fold(f64::INFINITY, f64::min);
        Rallying {
            troop: unit.tested_troop(),
            worn: unit.worn(),
            disorganisation: unit.factors(),
            good_enemies: f
                .enemies(unit.side)
                .filter(good)
                .filter(|e| f.gap(u, e.id) <= 25.01)
                .count()
                .min(50) as u8,
            own: self.own_around(u),
            enemy: self.enemy_around(u),
            general: self.general_near(u),
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
            if may || (next && !broke(self, u)) {
                self.rally_rout(u, false);
            }
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

    pub(super) fn rally_rout(&mut self, u: UnitId, surrender_refused: bool) {
        let s = RallyRoutSituation {
            unit: self.rallying(u),
            figures: u32::from(self.field[u].figures().max(1)),
            lost: self.play.fire[u.index()].men,
            surrender_refused,
        };
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
        let s = RallyPursuitSituation {
            unit: self.rallying(u),
            gap: there.map(|q| self.field.gap(u, q)),
            all_have_prisoners: self.all_have_prisoners(u),
            at_edge: edge,
        };
        let (code, side) = (self.code(u), self.field[u].side);
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

    /// Withdrawals end in cover or out of reach, retreats out of the enemy's reach; giving ground and following up after their move
    /// (23.2.c, 23.3.c, 23.3.d).
    fn forced_moves_end(&mut self) {
        let bodies: Vec<UnitId> = self.field.present().map(|u| u.id).collect();
        for u in bodies {
            let unit = &self.field[u];
            let moved = unit.deeds.moved > 0.01;
            let near = self.field.nearest_enemy(u).map_or(f64::INFINITY, |(_, d)| d);
            let fired_at = !self.play.fire[u.index()].shooters.is_empty();
            let covered = self.covered(u, None) != crate::terrain::Cover::None;
            let over = match unit.state {
                State::GivingGround => moved && !self.play.fights(u),
                State::FollowingUp => moved && !self.play.fights(u),
                State::Withdrawing => moved && (covered || (!fired_at && near > 25.0)),
                State::Retreating => moved && !fired_at && near > 50.0,
                State::Evading => self.field[u].last.was_charged || !self.field[u].deeds.was_charged,
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
            self.field[u].state = State::UnderOrders;
            self.play.on_foot_to_cover.retain(|(x, ..)| *x != u);
            let code = self.code(u);
            self.say(by, Kind::Rallies, &[u], || say!("event-under-orders", unit = code));
        }
    }
}
