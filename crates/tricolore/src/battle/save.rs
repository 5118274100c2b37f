//! The battle written down at any moment, and taken up again. What the scenario says is not in it.

use super::{Battle, Ended, Play};
use crate::command::{Body, Command};
use crate::field::{BridgeState, RedoubtState, ZoneState};
use crate::officer::Officer;
use crate::unit::{Side, Unit};
use crate::{clause, say};
use desk::Unrestored;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use umpire::DicePlace;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    units: Vec<Unit>,
    officers: Vec<Officer>,
    commands: Vec<Command>,
    bodies: Vec<Body>,
    zones: Vec<ZoneState>,
    redoubts: Vec<RedoubtState>,
    bridges: Vec<BridgeState>,
    round: u32,
    play: Play,
    dice: DicePlace,
    over: bool,
    winner: Option<Side>,
}

impl Battle {
    pub(super) fn saved(&self) -> Option<Value> {
        if self.play.secret.iter().any(Option::is_some) {
            return None;
        }
        let f = &self.field;
        let saved = Saved {
            units: f.units.to_vec(),
            officers: f.officers.clone(),
            commands: f.commands.clone(),
            bodies: f.bodies.clone(),
            zones: f.zones.clone(),
            redoubts: f.redoubts.clone(),
            bridges: f.bridges.clone(),
            round: f.round,
            play: self.play.clone(),
            dice: self.dice.place()?,
            over: self.play.ended.is_some(),
            winner: self.play.ended.as_ref().and_then(|e| e.winner),
        };
        serde_json::to_value(saved).ok()
    }

    pub(super) fn take_up(&mut self, saved: &Value) -> Result<(), Unrestored> {
        let s = umpire::read_value::<Saved>(saved)?;
        let f = &self.field;
        let same = s.units.len() >= f.units.len()
            && s.commands.len() >= f.commands.len()
            && s.officers.len() == f.officers.len()
            && s.bodies.len() == f.bodies.len()
            && s.zones.len() == f.zones.len();
        if !same {
            return Err(Unrestored(say!("other-armies-than-scenarios")));
        }
        self.dice.go_to(&s.dice);
        let f = &mut self.field;
        (f.units, f.officers, f.commands, f.bodies) = (s.units.into(), s.officers, s.commands, s.bodies);
        (f.zones, f.redoubts, f.bridges, f.round) = (s.zones, s.redoubts, s.bridges, s.round);
        *self.looked = Default::default();
        self.play = s.play;
        self.play.ended = None;
        if s.over {
            let (winner, why) = self.verdict();
            self.play.ended = Some(Ended { winner, clause: clause!("play.victory"), why });
        }
        Ok(())
    }
}
