//! Step 16: what a round comes to, melee reactions, and who follows up, gives ground, pursues or breaks (11.16, 19.5, 21.3).

use crate::answer::Answer;
use crate::battle::{Awaits, Battle, Fight};
use crate::book::results::Fighter as Does;
use crate::drill::known;
use crate::event::Kind;
use crate::order::GameTask;
use crate::procedures::GeneralNear;
use crate::procedures::aftermath::{SurroundedDo, TestResult};
use crate::procedures::disorder::Forced;
use crate::procedures::melee::{MeleeReadings, OneOf, RoundOutcome, RoundResult, RoundSituation};
use crate::procedures::melee_reaction::{
    Fought, MeleeReacted, MeleeReaction, MeleeReactionReadings, MeleeReactionSituation, SideDoes, pursues,
};
use crate::procedures::morale::CountsAs;
use crate::procedures::special::Outcome;
use crate::unit::{Cause, Side, State, UnitId};
use crate::{clause, say};
use umpire::{Procedure, judge};

impl Battle {
    fn fought(&self, m: &Fight, n: usize) -> Fought {
        let (u, e) = if n == 0 { (m.a, m.b) } else { (m.b, m.a) };
        let f = &self.field;
        let unit = &f[u];
        let order = self.play.game.get(u.index()).and_then(Option::as_ref);
        let routing = f.side(unit.side).filter(|o| o.id != u && o.state == State::Routing);
        Fought {
            troop: unit.tested_troop(),
            formation: unit.formation(),
            on_foot: unit.walks(),
            figures: u32::from(m.engaged[n].max(1)),
            lost: m.lost[n],
            disorganisation: unit.factors(),
            gained_here: u8::try_from(m.gained[n]).unwrap_or(200).min(unit.factors()),
            general: self.general_near(u) == GeneralNear::Within5,
            came_on: m.came_on[n] || m.following[n],
            supports: self.supports(u),
            cover: self.covered(u, Some(e)),
            broken_through: m.broke_through[1 - n],
            routing: routing.filter(|o| self.counts(e, o.id, CountsAs::Retiring)).count().min(50) as u8,
            rounds_won: m.rounds_won[n],
            frenzied: unit.frenzied,
            holds: order.is_some_and(|o| o.task == GameTask::Hold) || unit.inside.is_some(),
        }
    }

    /// What every round comes to; those who may choose are asked.
    pub(super) fn melee_reactions(&mut self) {
        self.play.choosers.clear();
        for i in 0..self.play.fights.len() {
            let m = self.play.fights[i].clone();
            if m.over || m.round == 0 || !self.field[m.a].present() || !self.field[m.b].present() {
                continue;
            }
            let s = RoundSituation {
                a: m.lost[0],
                b: m.lost[1],
                a_figures: u32::from(m.engaged[0].max(1)),
                b_figures: u32::from(m.engaged[1].max(1)),
                a_artillery: self.field[m.a].arm().battery(),
                b_artillery: self.field[m.b].arm().battery(),
                storming: self.storm_of(&m).is_some_and(|(b, by, _)| !self.broken_in(b, self.field[by].side)),
                readings: MeleeReadings::of(&self.field.readings),
            };
            let (o, ruling) = known::<RoundResult>(&s);
            let (a, b) = (self.code(m.a), self.code(m.b));
            self.rule_on(clause!("19.5.a"), Kind::MeleeReaction, &[m.a, m.b], ruling, || {
                say!("event-round-result", a, b, result = o)
            });
            let side = |l: OneOf| if l == OneOf::A { 0 } else { 1 };
            match o {
                RoundOutcome::Draw => {}
                RoundOutcome::Lost { loser } => self.play.fights[i].rounds_won[1 - side(loser)] += 1,
                RoundOutcome::MeleeReaction { loser } => self.react_in_melee(i, side(loser)),
                RoundOutcome::Morale { loser } => {
                    self.play.fights[i].rounds_won[1 - side(loser)] += 1;
                    let u = if loser == OneOf::A { m.a } else { m.b };
                    if self.field[u].frenzied {
                        self.takes_no_test(u);
                    } else {
                        self.test_morale(u, vec![clause!("22.1.b.9")]);
                    }
                }
                RoundOutcome::Breaks { loser } => self.breaks_outright(i, side(loser)),
            }
        }
        for side in Side::BOTH {
            let units: Vec<UnitId> =
                self.play.choosers.iter().copied().filter(|u| self.field[*u].side == side).collect();
            let melee = self.may_break_off(side);
            if !units.is_empty() || !melee.is_empty() {
                self.ask(side, Awaits::Follow(units, melee));
            }
        }
    }

    /// Who breaks without a test is pursued like any other (19.5.e, 19.5.f).
    fn breaks_outright(&mut self, i: usize, loser: usize) {
        let m = self.play.fights[i].clone();
        let ids = [m.a, m.b];
        let won = ids[1 - loser];
        let does = pursues(&self.fought(&m, 1 - loser), &mut umpire::Silent);
        let lost = self.engaged_routs(i, loser, won);
        self.winner_does(won, lost, does);
    }

    fn react_in_melee(&mut self, i: usize, loser: usize) {
        let m = self.play.fights[i].clone();
        let s = MeleeReactionSituation {
            winner: self.fought(&m, 1 - loser),
            loser: self.fought(&m, loser),
            round: m.round,
            dice: self.field.options.melee_dice,
            options: self.agreed(),
            readings: MeleeReactionReadings::of(&self.field.readings),
        };
        let ids = [m.a, m.b];
        let (won, lost) = (ids[1 - loser], ids[loser]);
        let (unit, enemy) = (self.code(won), self.code(lost));
        let hands = self.hands(won, lost, 2);
        let (o, ruling) = judge::<MeleeReaction>(&s, self.dice.occasion(MeleeReaction::NAME, &*unit, hands));
        let value = o.value;
        self.rule_on(clause!("11.16"), Kind::MeleeReaction, &[won, lost], ruling, || {
            say!("event-melee-reaction", unit, enemy, value)
        });
        self.also(clause!("19.4.d"));
        self.also(clause!("21.1.b"));
        self.also(clause!("T16.B"));
        self.play.fights[i].rounds_won[1 - loser] += 1;
        self.field[won].frenzied |= o.winner_frenzied;
        self.field[lost].frenzied |= o.loser_frenzied;
        self.melee_result(i, won, lost, &o);
        // Not the rest of a unit of which those alone who were engaged do something (19.5.k).
        let m = &self.play.fights[i];
        for u in [m.a, m.b] {
            self.field[u].deeds.reacted = true;
        }
    }

    fn melee_result(&mut self, i: usize, won: UnitId, lost: UnitId, o: &MeleeReacted) {
        // Who was passed right through gives himself up only to another who is in contact (19.5.g).
        let others = self.play.fights.iter().enumerate().filter(|(k, m)| *k != i && !m.over);
        let met_again = others.map(|(_, m)| [m.a, m.b]).any(|pair| pair.contains(&lost));
        let parted = self.play.fights[i].came_out != [false; 2] && !met_again;
        let side = |b: &Battle, u: UnitId| usize::from(b.play.fights[i].a != u);
        if o.surrenders && !parted {
            let n = side(self, lost);
            let lost = self.engaged_alone(i, n);
            self.melee_ends(i);
            self.surrenders(lost, won, clause!("19.5.g"));
            return;
        }
        let result = match o.loser.does {
            Does::Break => TestResult::Flees,
            Does::GiveGround => TestResult::FallsBack,
            _ => TestResult::Holds,
        };
        match self.surrounded(lost, result) {
            Some(SurroundedDo::Surrender) => {
                self.melee_ends(i);
                self.surrenders(lost, won, clause!("23.9.b"));
                return;
            }
            Some(SurroundedDo::OneMoreMove) => {
                let next = self.field.turn + 1;
                self.play.last_stand.push((lost, next));
                return;
            }
            Some(SurroundedDo::FightOn) => return,
            _ => {}
        }
        let breaks = o.loser.does == Does::Break;
        let lost = if breaks {
            let n = side(self, lost);
            self.engaged_routs(i, n, won)
        } else {
            lost
        };
        // Either side may have to go back, and is followed by the other only if it does (T16.B).
        let goes_back = |b: &mut Battle, does: SideDoes, u: UnitId, e: UnitId| {
            if does.does != Does::GiveGround {
                return None;
            }
            let n = side(b, u);
            let part = b.engaged_alone(i, n);
            b.gives_ground_in_melee(part, e).then_some(part)
        };
        if let Some(part) = goes_back(self, o.loser, lost, won).or(breaks.then_some(lost)) {
            self.winner_does(won, part, o.winner);
        }
        // By then the loser may be a part of what it was.
        let m = &self.play.fights[i];
        let lost = if m.a == won { m.b } else { m.a };
        if let Some(part) = goes_back(self, o.winner, won, lost) {
            self.winner_does(lost, part, o.loser);
        }
    }

    /// It goes back from the next move on; gunners stay and defend their guns (23.2.c, 23.12.a).
    fn gives_ground_in_melee(&mut self, u: UnitId, before: UnitId) -> bool {
        self.falls_into(u, State::GivingGround);
        self.play.gave.retain(|x| *x != u);
        let unit = self.code(u);
        self.say(clause!("23.2.c"), Kind::FallsBack, &[u, before], || say!("event-gives-ground", unit));
        self.also(clause!("glossary.give-ground"));
        self.special_act(u, Outcome::GiveGround);
        self.field[u].state == State::GivingGround
    }

    fn winner_does(&mut self, won: UnitId, lost: UnitId, does: SideDoes) {
        let chase = match does.does {
            Does::Pursue => State::Pursuing,
            Does::FollowUp => State::FollowingUp,
            _ => return,
        };
        self.play.quarry.retain(|(u, _, _)| *u != won);
        self.play.quarry.push((won, lost, 0));
        let fought = self.play.fights.iter().rev().find_map(|m| match (m.a, m.b) {
            (a, b) if (a, b) == (won, lost) => Some(m.figures[0]),
            (a, b) if (b, a) == (won, lost) => Some(m.figures[1]),
            _ => None,
        });
        self.play.fought_with.retain(|(u, _)| *u != won);
        self.play.fought_with.extend(fought.map(|n| (won, n)));
        if does.optional {
            self.play.choosers.push(won);
            return;
        }
        self.follows(won, chase);
    }

    /// It follows up or pursues from the next move on (19.5.l).
    fn follows(&mut self, u: UnitId, state: State) {
        let u = self.follows_alone(u);
        self.field[u].state = state;
        self.play.gave.retain(|x| *x != u);
        let unit = self.code(u);
        let by = if state == State::Pursuing { clause!("23.2.e") } else { clause!("19.5.l") };
        self.say(by, Kind::FollowsUp, &[u], || {
            say!("event-follows", unit, state = crate::words::state(state))
        });
        if state == State::Pursuing {
            self.also(clause!("19.5.e"));
            self.gains_by_state(u, Forced::Pursuing, Cause::Pursuing);
        }
    }

    pub(super) fn melee_ends(&mut self, i: usize) {
        self.play.fights[i].over = true;
        self.melee_costs(i);
    }

    /// The choices of step 16, and what moves next.
    pub(super) fn after_melee(&mut self) {
        let (mut follow, mut leave): (Vec<UnitId>, Vec<UnitId>) = (Vec::new(), Vec::new());
        for side in Side::BOTH {
            if let Some(Answer::Follow { follow: said, give_ground }) = self.answered(side) {
                follow.extend(said.iter().filter_map(|c| self.field.by_code(c)));
                leave.extend(give_ground.iter().filter_map(|c| self.field.by_code(c)));
            }
        }
        for u in leave {
            self.breaks_off(u, &follow);
        }
        for u in std::mem::take(&mut self.play.choosers) {
            let Some((quarry, _)) = self.play.quarry_of(u) else { continue };
            if follow.contains(&u) {
                let routs = self.field[quarry].state == State::Routing;
                self.follows(u, if routs { State::Pursuing } else { State::FollowingUp });
            } else {
                self.play.quarry.retain(|(x, _, _)| *x != u);
            }
        }
        self.stormers_thrown_out();
        // Who is not followed has given ground, and his melee is over (play.melee).
        for i in 0..self.play.fights.len() {
            let m = self.play.fights[i].clone();
            // By a result of this move: what was given or followed in it is done.
            let now = |u: UnitId, s: State| self.field[u].state == s && !self.play.gave.contains(&u);
            let gives = |u: UnitId| now(u, State::GivingGround);
            let follows = |u: UnitId| now(u, State::FollowingUp);
            // Nor does it go on where one side has passed right through the other (18.1.f).
            let parted = m.came_out != [false; 2] || m.apart;
            let left = parted || (gives(m.a) && !follows(m.b)) || (gives(m.b) && !follows(m.a));
            let following = [follows(m.a), follows(m.b)];
            if !m.over && left {
                self.melee_ends(i);
            }
            // In the first move of it alone they strike without touching (19.5.m).
            if m.apart {
                self.stops_following(m.a);
                self.stops_following(m.b);
                self.play.fights[i].following = [false; 2];
                continue;
            }
            self.play.fights[i].following = following;
        }
    }

    /// It has lost those whom it followed.
    fn stops_following(&mut self, u: UnitId) {
        if self.field[u].state == State::FollowingUp {
            self.field[u].state = State::UnderOrders;
            self.play.quarry.retain(|(x, _, _)| *x != u);
        }
    }

    /// Who may leave a melee of himself: nobody was told otherwise in this move (19.5.h).
    fn may_break_off(&self, side: Side) -> Vec<UnitId> {
        let on = self.play.fights.iter().filter(|m| !m.over && m.round > 0);
        let mut all: Vec<UnitId> = on
            .flat_map(|m| [m.a, m.b])
            .filter(|u| self.field[*u].side == side && self.field[*u].present())
            .filter(|u| matches!(self.field[*u].state, State::UnderOrders | State::Halted))
            .filter(|u| !self.field[*u].frenzied && !self.play.choosers.contains(u))
            .collect();
        all.sort();
        all.dedup();
        all
    }

    fn breaks_off(&mut self, u: UnitId, follow: &[UnitId]) {
        if !self.falls_into(u, State::GivingGround) {
            return;
        }
        let unit = self.code(u);
        self.say(clause!("19.5.h"), Kind::FallsBack, &[u], || say!("event-breaks-off", unit));
        let enemies: Vec<UnitId> = self
            .play
            .fights
            .iter()
            .filter(|m| !m.over && (m.a == u || m.b == u))
            .map(|m| if m.a == u { m.b } else { m.a })
            .collect();
        for e in enemies {
            let must = self.field[e].frenzied || self.field[e].troop.irregular();
            if must || follow.contains(&e) {
                self.play.quarry.retain(|(x, _, _)| *x != e);
                self.play.quarry.push((e, u, 0));
                self.follows(e, State::FollowingUp);
            }
        }
    }
}
