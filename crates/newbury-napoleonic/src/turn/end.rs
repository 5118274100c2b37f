//! After step 21: is the battle over, and who has won (play.end, chapter 24)?

use crate::battle::{Battle, Ended};
use crate::event::Kind;
use crate::unit::{Fate, Side, State, Unit};
use crate::{clause, say};

/// A lead of less than a tenth of the higher total is a draw, competitions apart (play.end).
const DRAW: f64 = 0.1;

impl Battle {
    pub(super) fn end_check(&mut self) {
        let last = u32::from(self.field.turn) >= self.terms.moves;
        let beaten =
            Side::BOTH.into_iter().any(|s| !self.field.stands(s) && self.field.awaited(s).next().is_none());
        if !last && !beaten {
            return;
        }
        let ended = self.verdict();
        let why = ended.why.clone();
        self.play.ended = Some(ended);
        self.cue();
        self.say(clause!("play.end"), Kind::Ends, &[], || why);
    }

    /// Points that a side has won of a body of the enemy (24.3).
    fn points_for(u: &Unit) -> f64 {
        let start = f64::from(u.losses.start.max(1));
        let left = f64::from(u.figures());
        let lost = (start - left) / start;
        match u.fate {
            Fate::Destroyed | Fate::RoutedOff | Fate::Dispersed | Fate::LedOff => u.points,
            Fate::ForcedOff => u.points * (lost + (1.0 - lost) / 2.0),
            _ => match u.state {
                State::Prisoner | State::Surrendering => u.points,
                State::Routing => u.points * (lost + (1.0 - lost) / 2.0),
                _ => u.points * lost,
            },
        }
    }

    /// The points of a side: the enemy's losses, and objectives that it alone holds (24.2, 24.3).
    pub(crate) fn score(&self, side: Side) -> u32 {
        let f = &self.field;
        let troops: f64 = f.units.iter().filter(|u| u.side != side).map(Battle::points_for).sum();
        let objectives: u32 =
            f.objectives.iter().filter(|o| self.holds(side, o)).map(|o| o.points[side.index()]).sum();
        troops.max(0.0) as u32 + objectives
    }

    /// Does a side alone have unbroken troops at an objective (24.2.a.i)?
    fn holds(&self, side: Side, o: &crate::field::Objective) -> bool {
        let there = |s: Side| {
            self.field.side(s).any(|u| !u.state.forced() && self.field.gap_to(u.id, o.at) <= o.within + 0.01)
        };
        there(side) && !there(side.other())
    }

    pub(crate) fn verdict(&self) -> Ended {
        let [a, b] = Side::BOTH.map(|s| self.score(s));
        let (most, least) = (a.max(b), a.min(b));
        let close = f64::from(most - least) < f64::from(most) * DRAW;
        let draw = if self.field.options.competition { a == b } else { a == b || close };
        let winner = match draw {
            true => None,
            false if a > b => Some(Side::A),
            false => Some(Side::B),
        };
        Ended { winner, clause: clause!("play.end"), why: say!("battle-ends", a, b) }
    }
}
