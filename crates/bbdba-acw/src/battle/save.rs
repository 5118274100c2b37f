//! The battle written down while a side moves, or when it is over, and taken up again. What the scenario says is not in it.

use super::{Awaits, Battle, Ended, Reason};
use crate::cite::CLAUSE_IDS;
use crate::field::{Army, ElementId, Engagement, Phase, RiverState, Side};
use crate::say;
use crate::terrain::Terrain;
use desk::Unrestored;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use umpire::{Clause, DicePlace};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    armies: [Army; 2],
    /// As the defender laid it, where the scenario leaves it to him.
    terrain: Option<Terrain>,
    rivers: Vec<RiverState>,
    engagements: Vec<Engagement>,
    touches: Vec<(ElementId, ElementId)>,
    active: Side,
    bound: u32,
    phase: Phase,
    attacker: Side,
    ranking: [Option<Vec<u8>>; 2],
    fortress: Option<bool>,
    late: Vec<(ElementId, ElementId)>,
    dice: DicePlace,
    ended: Option<End>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    winner: Option<Side>,
    reason: Reason,
    clause: String,
}

impl Battle {
    pub(super) fn saved(&self) -> Option<Value> {
        // Whoever moves has no aim taken, and nobody fights: all of it is on the field.
        let moving = matches!(self.pending[..], [(_, Awaits::Move)]) && self.question.is_none();
        if !moving && self.ended.is_none() {
            return None;
        }
        let f = &self.field;
        let saved = Saved {
            armies: f.armies.clone(),
            terrain: self.scenario.terrain.is_none().then(|| Terrain::clone(&f.terrain)),
            rivers: f.rivers.clone(),
            engagements: f.engagements.clone(),
            touches: f.touches.clone(),
            active: f.active,
            bound: f.bound,
            phase: f.phase,
            attacker: self.attacker,
            ranking: self.secrets.ranking.clone(),
            fortress: self.fortress,
            late: self.late.clone(),
            dice: self.dice.place()?,
            ended: self.ended.as_ref().map(|e| End {
                winner: e.winner,
                reason: e.reason,
                clause: e.clause.to_string(),
            }),
        };
        serde_json::to_value(saved).ok()
    }

    pub(super) fn take_up(&mut self, saved: &Value) -> Result<(), Unrestored> {
        let s = umpire::read_value::<Saved>(saved)?;
        let same = |side: Side| {
            let (was, is) = (&s.armies[side.index()], self.field.army(side));
            was.elements.len() == is.elements.len() && was.commands.len() == is.commands.len()
        };
        if !Side::BOTH.into_iter().all(same) {
            return Err(Unrestored(say!("other-armies-than-scenarios")));
        }
        let ended = match s.ended {
            Some(e) => {
                let known = CLAUSE_IDS.iter().find(|id| **id == e.clause);
                let clause =
                    known.ok_or_else(|| Unrestored(say!("no-clause-of-that-name", clause = &e.clause)))?;
                Some(Ended { winner: e.winner, reason: e.reason, clause: Clause(clause) })
            }
            None => None,
        };
        self.dice.go_to(&s.dice);
        let f = &mut self.field;
        if let Some(t) = s.terrain {
            f.terrain = Arc::new(t);
        }
        f.take_up(s.armies);
        (f.rivers, f.engagements, f.touches) = (s.rivers, s.engagements, s.touches);
        (f.active, f.bound, f.phase) = (s.active, s.bound, s.phase);
        self.attacker = s.attacker;
        self.secrets.ranking = s.ranking;
        self.fortress = s.fortress;
        self.late = s.late;
        self.question = None;
        self.pending.clear();
        if ended.is_none() {
            self.pending.push((s.active, Awaits::Move));
        }
        self.ended = ended;
        Ok(())
    }
}
