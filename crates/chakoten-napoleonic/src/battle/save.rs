//! The battle written down between two turns, or when it is over, and taken up again. What the scenario says is not in it.

use super::{Battle, Ended};
use crate::field::{Comer, Command, Dispatch, Special, Staff};
use crate::ground::Line;
use crate::terrain::Terrain;
use crate::unit::Unit;
use crate::view::Sightings;
use crate::{say, victory};
use desk::Unrestored;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use umpire::DicePlace;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    lines: Vec<Line>,
    units: Vec<Unit>,
    staff: Vec<Staff>,
    commands: Vec<Command>,
    messages: Vec<Dispatch>,
    turn: u32,
    guns_taken: [u32; 2],
    special: Special,
    #[serde(default)]
    terrain: Terrain,
    arrivals: Vec<(u32, Comer)>,
    tasks: Vec<Option<u32>>,
    sightings: Sightings,
    dice: DicePlace,
    over: bool,
}

impl Battle {
    pub(super) fn saved(&self) -> Option<Value> {
        let t = &self.table;
        let between = t.now.is_none() && t.pending.is_none() && self.sheets.iter().all(Option::is_none);
        if !between || self.endless || self.umpire_judges() {
            return None;
        }
        let f = &t.field;
        let saved = Saved {
            lines: f.lines.to_vec(),
            units: f.units.to_vec(),
            staff: f.staff.clone(),
            commands: f.commands.clone(),
            messages: f.messages.clone(),
            turn: f.turn,
            guns_taken: f.guns_taken,
            special: f.special.clone(),
            terrain: f.terrain.clone(),
            arrivals: f.arrivals.clone(),
            tasks: f.tasks.clone(),
            sightings: t.noticed.sightings.clone(),
            dice: t.dice.place()?,
            over: self.ended.is_some(),
        };
        serde_json::to_value(saved).ok()
    }

    pub(super) fn take_up(&mut self, saved: &Value) -> Result<(), Unrestored> {
        let s = umpire::read_value::<Saved>(saved)?;
        let f = &self.table.field;
        let same = s.units.len() >= f.units.len()
            && s.commands.len() == f.commands.len()
            && s.staff.len() == f.staff.len()
            && s.lines.len() >= f.lines.len();
        if !same {
            return Err(Unrestored(say!("other-armies-than-scenarios")));
        }
        self.table.dice.go_to(&s.dice);
        let f = &mut self.table.field;
        (f.lines, f.units, f.staff, f.commands) = (s.lines.into(), s.units.into(), s.staff, s.commands);
        (f.messages, f.turn, f.guns_taken, f.special) = (s.messages, s.turn, s.guns_taken, s.special);
        (f.arrivals, f.tasks, f.terrain) = (s.arrivals, s.tasks, s.terrain);
        self.table.noticed.sightings = s.sightings;
        self.ended = None;
        if s.over {
            let v = victory::judge(&self.scenario, f, s.turn);
            let v = v.ok_or_else(|| Unrestored(say!("not-over-by-these-rules")))?;
            self.ended = Some(Ended { winner: v.winner, by: v.by, why: v.why, clause: v.clause });
        }
        // What the sides know is worked out anew when it is asked.
        self.stirred();
        Ok(())
    }
}
