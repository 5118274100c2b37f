//! The turn: points, phases, and what is settled at its end (turn.1, dba.35).

use super::{Awaits, Battle, Ended, Reason};
use crate::event::EventKind;
use crate::field::{CampState, Phase, Side};
use crate::procedures::{morale, movement_points};
use crate::{clause, contact, outcome};
use umpire::Dice;

impl Battle {
    /// The first turn is the attacker's.
    pub(super) fn first_turn(&mut self) {
        self.begin_turn(self.attacker, clause!("setup.6"));
    }

    fn begin_turn(&mut self, active: Side, clause: umpire::Clause) {
        let f = &mut self.field;
        f.active = active;
        f.bound += 1;
        f.army_mut(active).turns += 1;
        for r in &mut f.rivers {
            r.closed = false;
        }
        for s in Side::BOTH {
            for e in &mut f.army_mut(s).elements {
                e.moves = 0;
                e.dismounted_this_turn = false;
                e.combats = 0;
                e.wins = 0;
            }
        }
        let bound = f.bound;
        self.say(clause, || EventKind::TurnBegins { bound, active });
        self.begin_phase(Phase::Movement, clause!("turn.1"));
        self.roll_points(active);
        outcome::demoralised_retreat(&mut self.field, active, &mut self.log);
        self.ask_move();
    }

    /// One die for each command that still has elements on the table, handed down by the secret ranking.
    fn roll_points(&mut self, side: Side) {
        let f = &self.field;
        let n = f.army(side).commands.len();
        let mut alive = vec![false; n];
        for e in f.side(side).filter(|e| !e.is_commander()) {
            alive[usize::from(e.command)] = true;
        }
        let commands: Vec<_> = (0..n)
            .map(|c| movement_points::Standing { on_table: alive[c], allied: f.army(side).commands[c].allied })
            .collect();
        let order = self.secrets.ranking[side.index()].clone().unwrap_or_else(|| (0..n as u8).collect());
        let dice = &mut self.dice;
        let handed = movement_points::roll(&commands, &order, &mut || dice.d6());
        for (c, die) in handed.iter().enumerate() {
            self.field.army_mut(side).commands[c].points = die.unwrap_or(0);
            if let Some(die) = *die {
                self.say(clause!("move.1"), || EventKind::Points { side, command: c as u8, die });
            }
        }
        // dice.2: the ranking lies open from the first roll on.
        if n > 1 && self.field.army(side).ranking.is_none() {
            let shown = order.clone();
            self.say(clause!("dice.2"), || EventKind::RankingRevealed { side, order: shown });
            self.field.army_mut(side).ranking = Some(order);
        }
    }

    /// After close combat (dba.35): advances, camps, morale, defeat; then the roles change.
    pub(super) fn end_turn(&mut self) {
        let clause = clause!("dba.35");
        outcome::line_advances(&mut self.field, &mut self.log);
        self.plunder();
        self.retake();
        self.check_morale();
        if self.check_defeat() {
            return;
        }
        if let Some(limit) = self.scenario.house.turn_limit {
            if self.field.bound >= limit {
                self.finish(Ended { winner: None, reason: Reason::TurnLimit, clause });
                return;
            }
        }
        for s in Side::BOTH {
            for c in &mut self.field.army_mut(s).commands {
                c.points = 0;
            }
        }
        let next = self.field.active.other();
        self.begin_turn(next, clause!("scale.5"));
    }

    /// A silenced camp is plundered as soon as an enemy stands in full front contact (dba.36).
    pub(super) fn plunder(&mut self) {
        for s in Side::BOTH {
            let Some(camp) = &self.field.army(s).camp else { continue };
            if camp.state == CampState::Silenced
                && self
                    .field
                    .side(s.other())
                    .any(|e| contact::may_storm(e.troop) && contact::is_camp_contact(&e.base, camp))
            {
                self.set_camp(s, CampState::Plundered, clause!("dba.36"));
            }
        }
    }

    /// A plundered camp is retaken by an element of its owner, if no enemy touches it.
    fn retake(&mut self) {
        for s in Side::BOTH {
            let Some(camp) = &self.field.army(s).camp else { continue };
            if camp.state != CampState::Plundered {
                continue;
            }
            let touch = crate::book::data().touch;
            let enemy_there = self
                .field
                .near(camp.rect.bounds(), touch)
                .any(|e| e.side() != s && e.rect().gap(&camp.rect) <= touch);
            let owner_there = self
                .field
                .side(s)
                .any(|e| contact::may_storm(e.troop) && contact::is_camp_contact(&e.base, camp));
            if owner_there && !enemy_there {
                let clause = clause!("victory.3");
                // What was silenced or stormed does not shoot or defend itself again.
                self.set_camp(s, CampState::Silenced, clause);
            }
        }
    }

    pub(super) fn set_camp(&mut self, side: Side, state: CampState, clause: umpire::Clause) {
        if let Some(c) = &mut self.field.army_mut(side).camp {
            c.state = state;
        }
        self.say(clause, || EventKind::Camp { side, state });
    }

    fn check_morale(&mut self) {
        for side in Side::BOTH {
            for c in 0..self.field.army(side).commands.len() {
                let k = &self.field.army(side).commands[c];
                if !k.demoralised && morale::is_demoralised(k.lost, k.strength) {
                    self.field.army_mut(side).commands[c].demoralised = true;
                    self.say(clause!("victory.1"), || EventKind::Demoralised { side, command: c as u8 });
                }
            }
        }
    }

    fn check_defeat(&mut self) -> bool {
        let state = |s: Side| {
            let a = self.field.army(s);
            morale::ArmyState {
                strength: a.strength,
                lost: self.field.losses(s),
                camp_plundered: a.camp.as_ref().is_some_and(|c| c.state == CampState::Plundered),
                commands_demoralised: a.commands.iter().filter(|c| c.demoralised).count() as u16,
            }
        };
        let Some(v) = morale::verdict(&state(Side::A), &state(Side::B)) else { return false };
        let (winner, reason) = match v {
            morale::Verdict::Lost { loser, by } => {
                let loser = Side::BOTH[usize::from(loser)];
                (
                    Some(loser.other()),
                    match by {
                        morale::Cause::Losses => Reason::Losses,
                        morale::Cause::Demoralised => Reason::Demoralised,
                    },
                )
            }
            morale::Verdict::Both { winner } => (winner.map(|w| Side::BOTH[usize::from(w)]), Reason::BothBroken),
        };
        self.finish(Ended { winner, reason, clause: clause!("victory.4") });
        true
    }

    fn finish(&mut self, e: Ended) {
        self.field.phase = Phase::Over;
        self.pending.clear();
        let (winner, why) = (e.winner, e.reason.to_string());
        self.say(e.clause, || EventKind::Ends { winner, why });
        let seed = self.secrets.seed.text().to_owned();
        self.say(e.clause, || EventKind::SeedRevealed { seed });
        self.ended = Some(e);
    }

    /// Takes up a battle again at the question a view was asked.
    pub(super) fn resume(&mut self) {
        match self.pending.first() {
            Some((_, Awaits::Call { .. } | Awaits::Shoot { .. })) => self.resume_shooting(),
            Some((_, Awaits::Fight { bouts })) => self.resume_fighting(&bouts.clone()),
            _ => {}
        }
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Reason::Losses => "more than half of the elements lost",
            Reason::Demoralised => "two commands demoralised",
            Reason::BothBroken => "both armies broken in the same turn",
            Reason::TurnLimit => "turn limit reached",
        })
    }
}
