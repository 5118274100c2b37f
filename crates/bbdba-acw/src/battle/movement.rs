//! The movement phase: one move after the other, until the points are spent or the player has done (dba.3).

use super::{Awaits, Battle};
use crate::event::EventKind;
use crate::field::{Phase, Side};
use crate::order::{Manner, MoveOrder};
use crate::{clause, moves, outcome};
use umpire::Refusal;

impl Battle {
    /// Asks for the next move; the phase ends by itself when no command has a point left.
    pub(super) fn ask_move(&mut self) {
        let side = self.field.active;
        if self.field.army(side).commands.iter().all(|c| c.points == 0) {
            self.end_movement();
        } else if self.pending.len() != 1 || self.pending[0] != (side, Awaits::Move) {
            self.pending.clear();
            self.pending.push((side, Awaits::Move));
        }
    }

    pub(super) fn tactical_move(&mut self, side: Side, order: &MoveOrder) -> Result<(), Refusal> {
        debug_assert_eq!(side, self.field.active);
        let plan = moves::plan(&self.field, order)
            .map_err(|no| moves::with_what_could_be(&self.field, order, no))?;
        let left_behind = match (&order.how, order.elements.first()) {
            (Manner::BreakOff, Some(e)) => self.field.front_opponent(*e),
            _ => None,
        };
        moves::carry_out(&mut self.field, plan, &mut self.dice, &mut self.log);
        // impetuous.1: cavalry follows at once an enemy who breaks off.
        if let Some(foe) = left_behind {
            self.follow(foe);
        }
        self.ask_move();
        Ok(())
    }

    /// Unused points lapse (dba.3); lines are dressed and flanks turned; then shooting begins.
    pub(super) fn end_movement(&mut self) {
        let side = self.field.active;
        for command in 0..self.field.army(side).commands.len() {
            let points = std::mem::take(&mut self.field.army_mut(side).commands[command].points);
            if points > 0 {
                let command = command as u8;
                self.say(clause!("dba.3"), || EventKind::Lapse { side, command, points });
            }
        }
        moves::end_of_phase(&mut self.field, &mut self.log);
        outcome::turn_to_face(&mut self.field, &mut self.log);
        self.plunder();
        self.pending.clear();
        self.begin_phase(Phase::Shooting, clause!("turn.1"));
        self.begin_shooting();
    }
}
