//! The turn: points, phases, and what is settled at its end (turn.1, dba.35).

use super::{Awaits, Battle, Ended, Reason};
use crate::event::EventKind;
use crate::field::{CampState, Phase, Side};
use crate::procedures::morale;
use crate::procedures::movement_points::{self, MovementPoints};
use crate::{clause, contact, moves, outcome, reading, say};
use umpire::{Dice, Procedure};

impl Battle {
    /// The first turn is the attacker's.
    pub(super) fn first_turn(&mut self) {
        self.begin_turn(self.attacker, clause!("setup.6"));
    }

    fn begin_turn(&mut self, active: Side, clause: umpire::Clause) {
        self.cue();
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
        self.dice.begin_turn(bound);
        self.say(clause, || EventKind::TurnBegins { bound, active });
        self.begin_phase(Phase::Movement, clause!("turn.1"));
        moves::begin_phase(&mut self.field);
        self.roll_points(active);
        outcome::demoralised_retreat(&mut self.field, active, &mut self.log);
        self.ask_move();
    }

    /// One die for each command that still has elements on the table, handed down by the secret ranking; an allied
    /// command's die is its own (dice.1).
    fn roll_points(&mut self, side: Side) {
        let f = &mut self.field;
        let n = f.army(side).commands.len();
        let mut there = vec![0; n];
        for e in f.side(side).filter(|e| !e.is_commander()) {
            there[usize::from(e.command)] += 1;
        }
        let mut points: Vec<Option<u8>> = vec![None; n];
        let order = self.secrets.ranking[side.index()].clone().unwrap_or_else(|| (0..n as u8).collect());
        let ranking: Vec<u8> =
            order.iter().copied().filter(|c| movement_points::rolls(there[usize::from(*c)])).collect();
        let rolled = self.dice.occasion(MovementPoints::NAME, &side, side);
        let mut dice: Vec<u8> = ranking.iter().map(|_| rolled.d6()).collect();
        for (c, die) in movement_points::hand_down(&mut dice, &ranking) {
            points[usize::from(c)] = Some(die);
        }
        for c in 0..n {
            if self.field.army(side).commands[c].allied && movement_points::rolls(there[c]) {
                points[c] = Some(self.dice.occasion(MovementPoints::NAME, &side, side).d6());
            }
            self.field.army_mut(side).commands[c].points = points[c].unwrap_or(0);
            if let Some(die) = points[c] {
                // Handed down by the ranking where there are several, an ally's own, or simply the command's.
                let by = if ranking.contains(&(c as u8)) && ranking.len() > 1 {
                    clause!("dice.2")
                } else if self.field.army(side).commands[c].allied {
                    clause!("dice.1")
                } else {
                    clause!("move.1")
                };
                self.say(by, || EventKind::Points { side, command: c as u8, die });
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
        let advance_last = self.field.readings.is(reading!("end-of-turn", "advance-last"));
        if !advance_last {
            outcome::line_advances(&mut self.field, &mut self.log);
        }
        self.plunder();
        self.retake();
        self.check_morale();
        if self.check_defeat() {
            return;
        }
        if advance_last {
            outcome::line_advances(&mut self.field, &mut self.log);
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
        let how = morale::MoraleReadings::of(&self.field.readings);
        for side in Side::BOTH {
            for c in 0..self.field.army(side).commands.len() {
                let k = &self.field.army(side).commands[c];
                if !k.demoralised
                    && morale::is_demoralised(u32::from(k.lost), u32::from(k.strength), how.third_lost)
                {
                    self.field.army_mut(side).commands[c].demoralised = true;
                    self.say(clause!("victory.1"), || EventKind::Demoralised { side, command: c as u8 });
                }
            }
        }
    }

    fn check_defeat(&mut self) -> bool {
        let how = morale::MoraleReadings::of(&self.field.readings);
        let officers_count = self.field.readings.is(reading!("defeat-counts", "with-commanders"));
        let standing = |s: Side| {
            let a = self.field.army(s);
            let plundered = a.camp.as_ref().is_some_and(|c| c.state == CampState::Plundered);
            let officers = || a.elements.iter().filter(|e| officers_count && e.is_commander());
            let shot = officers().filter(|e| !e.on_table()).count() as u32;
            morale::Standing {
                strength: u32::from(a.strength) + officers().count() as u32,
                losses: morale::losses(u32::from(self.field.losses(s)) + shot, plundered),
                demoralised: a.commands.iter().filter(|c| c.demoralised).count() as u32,
            }
        };
        let both = [standing(Side::A), standing(Side::B)];
        let (winner, clause) = match morale::verdict(both, how.both_broken) {
            morale::Verdict::GoesOn => return false,
            morale::Verdict::Won(s, c) => (Some(s), c),
            morale::Verdict::Draw(c) => (None, c),
        };
        let reason = match both.map(|s| morale::is_beaten(s).is_some()) {
            [true, true] => Reason::BothBroken,
            _ if both.iter().any(|s| 2 * s.losses > s.strength) => Reason::Losses,
            _ => Reason::Demoralised,
        };
        self.finish(Ended { winner, reason, clause });
        true
    }

    fn finish(&mut self, e: Ended) {
        self.cue();
        self.field.phase = Phase::Over;
        self.pending.clear();
        let (winner, why) = (e.winner, e.reason.message());
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

impl Reason {
    /// In words.
    pub fn message(&self) -> words::Message {
        match self {
            Reason::Losses => say!("more-than-half-elements"),
            Reason::Demoralised => say!("two-commands-demoralised"),
            Reason::BothBroken => say!("both-armies-broken-same"),
            Reason::TurnLimit => say!("turn-limit-reached"),
        }
    }
}
words::spoken!(Reason);
