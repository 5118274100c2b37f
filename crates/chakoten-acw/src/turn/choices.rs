//! Choices during the turn (play.choice): asked together, answered without knowing the other side's, carried out together;
//! one not answered takes its default.

use super::Table;
use crate::clause;
use crate::event::{By, EventKind};
use crate::order::{Choice, ChoiceKind, StaffMove};
use crate::unit::Side;
use clock::Both;
use serde::Serialize;
use std::collections::BTreeMap;
use umpire::Clause;

/// One choice asked of a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Asked {
    /// The name under which it is answered.
    pub key: String,
    #[serde(skip)]
    pub side: Side,
    #[serde(flatten)]
    pub kind: ChoiceKind,
    pub default: Choice,
    /// Answers that are accepted as they stand.
    pub offers: Vec<Choice>,
    pub clause: Clause,
}

/// What the turn waits for.
#[derive(Clone, Debug, PartialEq)]
pub struct Pending {
    pub asked: Vec<Asked>,
    /// Staff moves are asked for.
    pub staff: bool,
    pub(crate) answers: Both<Given>,
}

/// What a side has answered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Given {
    Choices(BTreeMap<String, Choice>),
    Moves(Vec<StaffMove>),
}

impl Pending {
    /// Does the turn still wait for this side?
    pub fn waits_for(&self, side: Side) -> bool {
        self.answers.waits_for(side.index())
    }
}

impl Table {
    /// Asks, if there is anything to ask; the turn goes on at the stage `then`.
    pub(crate) fn ask(&mut self, asked: Vec<Asked>) {
        let sides = Side::BOTH.map(|s| asked.iter().any(|a| a.side == s));
        self.pending = Both::ask(sides).map(|answers| Pending { asked, staff: false, answers });
    }

    /// Asks these sides for the moves of their staff (play.staff).
    pub(crate) fn ask_for_moves(&mut self, sides: [bool; 2]) {
        self.pending = Both::ask(sides).map(|answers| Pending { asked: Vec::new(), staff: true, answers });
    }

    /// All sides have answered what was asked: the turn goes on.
    pub(crate) fn resume(&mut self) {
        let Some(p) = self.pending.take() else { return };
        let given = p.answers.answers();
        let chosen = |a: &Asked| match &given[a.side.index()] {
            Some(Given::Choices(c)) => c.get(&a.key).cloned(),
            _ => None,
        };
        self.turn_mut().asks = p
            .asked
            .into_iter()
            .map(|a| {
                // One not answered takes its default.
                let c = chosen(&a).unwrap_or_else(|| a.default.clone());
                (a, c)
            })
            .collect();
        self.run_on();
    }

    /// All have answered: what was chosen.
    pub(crate) fn take_choices(&mut self) -> Vec<(Asked, Choice)> {
        let chosen = std::mem::take(&mut self.turn_mut().asks);
        for (a, c) in &chosen {
            let side = a.side;
            let mut seen = [false; 2];
            seen[side.index()] = true;
            let (what, kind, choice) = (a.key.clone(), a.kind.clone(), c.clone());
            let by = By::from(a.clause).and(clause!("play.choice")).with(a.kind.comes_of());
            self.tell_to(by, seen, || EventKind::Chose { side, what, kind, choice });
        }
        chosen
    }
}
