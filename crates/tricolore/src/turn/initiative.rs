//! Initiative, side A, and the sequence bonus (initiative.1 to sequence-bonus.1).

use crate::answer::Answer;
use crate::battle::{Awaits, Battle, Step};
use crate::event::Kind;
use crate::officer::Officer;
use crate::procedures::turn::{Initiative, InitiativeSituation, InitiativeTie};
use crate::unit::Side;
use crate::{clause, say};
use umpire::{Procedure, Rolls, judge};

impl Battle {
    /// The commander-in-chief of a side while he lives (play.edge).
    pub(crate) fn in_chief(&self, side: Side) -> Option<&Officer> {
        self.field.officers.iter().find(|o| o.side == side && o.in_chief && o.present())
    }

    pub(super) fn roll_initiative(&mut self) {
        self.phase(say!("phase-initiative"));
        let s = InitiativeSituation {
            bonus: Side::BOTH.map(|side| self.in_chief(side).map_or(0, |o| o.gifts.initiative)),
            last: self.play.was_first,
            tie: InitiativeTie::of(&self.field.readings),
        };
        let dice = self.dice.occasion(Initiative::NAME, "initiative", Rolls::Each(Side::BOTH, 1));
        let (won, ruling) = judge::<Initiative>(&s, dice);
        let side = won.decides.unwrap_or(Side::A);
        self.rule_on(clause!("initiative.1"), Kind::Initiative, side, &[], ruling, || {
            say!("event-initiative", side)
        });
        self.ask(side, Awaits::SideA);
    }

    /// The winner names side A (initiative.2).
    pub(super) fn name_side_a(&mut self, winner: Side, first: Side) {
        self.play.pending.clear();
        self.play.first = first;
        self.play.was_first = Some(first);
        self.say(clause!("initiative.2"), Kind::SideA, &[], || say!("event-side-a", winner, first));
        self.to(Step::Bonus);
    }

    pub(super) fn bonuses_in(&mut self, both: &[Option<Answer>; 2]) {
        for side in Side::BOTH {
            let add = matches!(both[side.index()], Some(Answer::Bonus { add: true }));
            self.play.adds[side.index()] = add;
            let bonus = self.in_chief(side).map_or(0, |o| o.gifts.sequence);
            self.say(clause!("sequence-bonus.1"), Kind::Bonus, &[], || {
                if add {
                    say!("event-bonus-added", side, bonus)
                } else {
                    say!("event-bonus-subtracted", side, bonus)
                }
            });
        }
        self.to(if self.anybody_tactical() { Step::SequenceBegins } else { Step::Manoeuvre });
        if !self.anybody_tactical() {
            self.say(clause!("play.machine"), Kind::Sequence, &[], || say!("event-empty-sequence"));
            self.remember_who_is_near();
        }
    }
}
