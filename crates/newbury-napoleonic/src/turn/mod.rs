//! The move: twenty-one steps, each for both sides together (chapter 11, play.sequence). A step does what needs no decision at once, asks both
//! sides in secret what they may decide, and is carried out when they have answered. Steps in which nobody can do anything pass by themselves.

mod aims;
mod attack;
mod begin;
mod breach;
mod contact;
mod course;
mod cover;
mod declare;
mod detect;
mod end;
mod factors;
mod fire;
mod forced;
mod game_orders;
mod generals;
mod gunfire;
mod houses;
mod lanes;
mod led;
mod lone;
mod losses;
mod march;
mod melee;
mod melee_reaction;
mod morale;
mod movement;
mod parts;
mod pass;
mod prisoners;
mod rally;
mod reaction;
mod reorder;
mod respond;
mod servants;
mod special;
mod subgroup;
mod through;

pub(crate) use aims::Aims;

use crate::answer::Answer;
use crate::battle::{Awaits, Battle, Step};
use crate::check;
use crate::unit::Side;
use umpire::Refusal;

impl Battle {
    /// Takes an answer that is lawful; the other side does not see it before it has answered too.
    pub(crate) fn take(&mut self, side: Side, awaits: &Awaits, answer: Answer) -> Result<(), Refusal> {
        check::answer(self, side, awaits, &answer)?;
        self.play.secret[side.index()] = Some(answer);
        self.play.pending.retain(|(s, _)| *s != side);
        Ok(())
    }

    /// Goes on by itself until somebody must decide, or the battle is over.
    pub(crate) fn go_on(&mut self) {
        while self.play.ended.is_none() && self.play.pending.is_empty() && self.play.step != Step::Over {
            if !self.play.begun {
                self.play.begun = true;
                self.field.find_units();
                self.aims.forget();
                self.begin_step();
                self.field.find_units();
                if !self.play.pending.is_empty() {
                    return;
                }
            }
            self.field.find_units();
            self.finish_step();
            self.play.secret = [None, None];
            self.play.begun = false;
            self.play.step = match self.play.step {
                Step::EndCheck if self.play.ended.is_none() => Step::Before,
                step => step.next(),
            };
        }
    }

    /// Asks a side, if there is something to ask.
    pub(super) fn ask(&mut self, side: Side, awaits: Awaits) {
        self.play.pending.push((side, awaits));
    }

    /// What a side has answered in this step.
    pub(super) fn answered(&mut self, side: Side) -> Option<Answer> {
        self.play.secret[side.index()].take()
    }

    fn begin_step(&mut self) {
        match self.play.step {
            Step::Orders => Side::BOTH.into_iter().for_each(|s| self.ask(s, Awaits::Orders)),
            Step::Responses => self.ask_responses(),
            // What need not be written is decided when it is moved (10.2.alt).
            Step::Moves if self.field.options.fewer_orders => {
                Side::BOTH.into_iter().for_each(|s| self.ask(s, Awaits::Orders));
            }
            Step::Fire => self.ask_fire(),
            Step::FinalReactions => self.final_reactions(),
            Step::MeleeReactions => self.melee_reactions(),
            Step::Rally => self.rally(),
            Step::GameOrders => self.ask_game_orders(),
            _ => {}
        }
    }

    fn finish_step(&mut self) {
        match self.play.step {
            Step::Before => self.move_begins(),
            Step::Orders => self.orders_locked(),
            Step::Declarations => self.declare(),
            Step::Responses => self.responded(),
            Step::FirstReactions => self.first_reactions(),
            Step::Charges => self.move_chargers(),
            Step::Moves => {
                self.orders_unwritten();
                self.move_others();
            }
            Step::Detection => self.detect(),
            Step::Evades => self.evade(),
            Step::MoveDisorder => self.factors_of_movement(),
            Step::Fire => self.fire(),
            Step::FireDisorder => self.factors_of_fire(),
            Step::FinalReactions => self.charge_home(),
            Step::Attacks => self.attack_home(),
            Step::ContactDisorder => self.factors_of_contact(),
            Step::Impact => self.impacts(),
            Step::Melee => self.melees(),
            Step::MeleeDisorder => self.factors_of_melee(),
            Step::MeleeReactions => self.after_melee(),
            Step::Morale => self.morale_of_losses(),
            Step::MoraleOfRouts => self.morale_of_routs(),
            Step::Rally => self.rallied(),
            Step::Reordering => self.reorder(),
            Step::GameOrders => self.new_game_orders(),
            Step::EndCheck => self.end_check(),
            Step::Over => {}
        }
    }
}
