//! The battle written down at any moment, and taken up again. What the scenario says is not in it.

use super::{Battle, Play};
use crate::field::{Abandoned, BuildingState, Gap, Sky};
use crate::say;
use crate::unit::{Brigade, General, Unit};
use desk::Unrestored;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use umpire::DicePlace;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    units: Vec<Unit>,
    generals: Vec<General>,
    brigades: Vec<Brigade>,
    buildings: Vec<BuildingState>,
    gaps: Vec<Vec<Gap>>,
    abandoned: Vec<Abandoned>,
    sky: Sky,
    turn: u16,
    play: Play,
    dice: DicePlace,
    over: bool,
}

impl Battle {
    pub(super) fn saved(&self) -> Option<Value> {
        if self.play.secret.iter().any(Option::is_some) {
            return None;
        }
        let f = &self.field;
        let saved = Saved {
            units: f.units.to_vec(),
            generals: f.generals.clone(),
            brigades: f.brigades.clone(),
            buildings: f.buildings.clone(),
            gaps: f.gaps.clone(),
            abandoned: f.abandoned.clone(),
            sky: f.sky,
            turn: f.turn,
            play: self.play.clone(),
            dice: self.dice.place()?,
            over: self.play.ended.is_some(),
        };
        serde_json::to_value(saved).ok()
    }

    pub(super) fn take_up(&mut self, saved: &Value) -> Result<(), Unrestored> {
        let s = umpire::read_value::<Saved>(saved)?;
        let f = &self.field;
        let same = s.units.len() >= f.units.len()
            && s.generals.len() >= f.generals.len()
            && s.brigades.len() == f.brigades.len()
            && s.buildings.len() == f.buildings.len()
            && s.play.orders.len() == s.units.len();
        if !same {
            return Err(Unrestored(say!("other-armies-than-scenarios")));
        }
        self.aims.forget();
        self.dice.go_to(&s.dice);
        let f = &mut self.field;
        (f.units, f.generals, f.brigades, f.buildings) =
            (s.units.into(), s.generals, s.brigades, s.buildings);
        (f.gaps, f.sky, f.turn, f.abandoned) = (s.gaps, s.sky, s.turn, s.abandoned);
        self.play = s.play;
        self.play.ended = s.over.then(|| self.verdict());
        Ok(())
    }
}
