//! Initiative, side A, and the sequence bonus (initiative.1 to sequence-bonus.1).

use crate::answer::Answer;
use crate::battle::{Awaits, Battle, Step};
use crate::event::Kind;
use crate::officer::Officer;
use crate::procedures::turn::{Initiative, InitiativeSituation, InitiativeTie};
use crate::unit::Side;
use crate::{clause, reading, say};
use umpire::{Procedure, Rolls, judge};

impl Battle {
    /// The commander-in-chief of a side while he lives (play.edge).
    pub(crate) fn in_chief(&self, side: Side) -> Option<&Officer> {
        self.field.officers.iter().find(|o| o.side == side && o.in_chief && o.present())
    }

    /// The grand-tactical part begins, with the manoeuvres or with the rides of superior officers (play.machine).
    pub(super) fn begin_grand_part(&mut self) {
        self.to(if self.superiors_first() { Step::Superiors } else { Step::Manoeuvre });
    }

    /// Do superior officers move before the commands?
    pub(super) fn superiors_first(&self) -> bool {
        self.field.readings.is(reading!("superiors-when", "first"))
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
        let called = self.called(side);
        self.rule_on(clause!("initiative.1"), Kind::Initiative, side, &[], ruling, || {
            say!("event-initiative", side = called)
        });
        self.ask(side, Awaits::SideA);
    }

    /// The winner names side A (initiative.2).
    pub(super) fn name_side_a(&mut self, winner: Side, first: Side) {
        self.play.pending.clear();
        self.play.first = first;
        self.play.was_first = Some(first);
        let [winner, first] = [winner, first].map(|s| self.called(s));
        self.say(clause!("initiative.2"), Kind::SideA, &[], || say!("event-side-a", winner, first));
        self.to(Step::Bonus);
    }

    /// Asks for the sequence bonuses: of both in secret, or of side A first (sequence-bonus.1).
    pub(super) fn ask_bonus(&mut self) {
        self.ask_both(&Awaits::Bonus);
        if self.field.readings.is(reading!("bonus-announced", "a-first")) {
            self.ask(self.play.first, Awaits::Bonus);
        }
    }

    /// Side A has announced its bonus, and side B is asked for its own; true if it is.
    pub(super) fn bonus_of_second(&mut self) -> bool {
        let (first, second) = (self.play.first, self.play.second());
        let waits = self.play.step == Step::Bonus && self.play.secret[second.index()].is_none();
        if waits {
            let add = matches!(self.play.secret[first.index()], Some(Answer::Bonus { add: true }));
            self.announce(first, add);
            self.ask(second, Awaits::Bonus);
        }
        waits
    }

    /// What a side does with its sequence bonus is heard by both.
    fn announce(&mut self, side: Side, add: bool) {
        let bonus = self.in_chief(side).map_or(0, |o| o.gifts.sequence);
        let side = self.called(side);
        self.say(clause!("sequence-bonus.1"), Kind::Bonus, &[], || {
            if add {
                say!("event-bonus-added", side, bonus)
            } else {
                say!("event-bonus-subtracted", side, bonus)
            }
        });
    }

    pub(super) fn bonuses_in(&mut self, both: &[Option<Answer>; 2]) {
        for side in Side::BOTH {
            let add = matches!(both[side.index()], Some(Answer::Bonus { add: true }));
            self.play.adds[side.index()] = add;
            let first = side == self.play.first;
            if !(first && self.field.readings.is(reading!("bonus-announced", "a-first"))) {
                self.announce(side, add);
            }
        }
        if self.anybody_tactical() {
            self.to(Step::SequenceBegins);
            return;
        }
        self.say(clause!("play.machine"), Kind::Sequence, &[], || say!("event-empty-sequence"));
        self.remember_who_is_near();
        self.begin_grand_part();
    }
}
