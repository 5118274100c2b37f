//! Choices during the turn (play.choice): asked together, answered without knowing the other side's, carried out together;
//! one not answered takes its default.

use super::Table;
use crate::clause;
use crate::event::{By, EventKind};
use crate::order::{Choice, StaffMove};
use crate::unit::{Side, StaffId, UnitId};
use clock::Both;
use serde::Serialize;
use std::collections::BTreeMap;
use umpire::Clause;

/// What is to be chosen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "choice", rename_all = "snake_case")]
pub enum ChoiceKind {
    /// Draw a pinned or locked unit back in disorder (04.02.8.b, 04.02.14.b).
    Retreat { unit: UnitId },
    /// Fire as surprised at the attacker (04.02.13.a).
    SurprisedFire { unit: UnitId, attacker: UnitId },
    /// A chain falls back before a threat (04.02.10.a).
    FallBack { unit: UnitId, threat: UnitId },
    /// Gunners take shelter (04.02.12).
    Shelter { unit: UnitId, threat: UnitId },
    /// Which of several simultaneous frontal attackers goes in (play.shock-batch).
    WhoAttacks { target: UnitId, attackers: Vec<UnitId> },
    /// Pursue, or turn on another enemy (07.02.5).
    Pursue { unit: UnitId, beaten: UnitId },
    /// Stop in contact with an enemy in flight instead of passing through him (play.no-shock).
    StopWith { unit: UnitId, enemy: UnitId },
    /// Turn two companies, or the whole unit, to the attacker (07.04.5).
    TurnTo { unit: UnitId, attacker: UnitId, rear: bool },
    /// A lone general or orderly flees from capture (07.06.3).
    Escape { staff: StaffId, from: UnitId },
    /// Which general follows the commander-in-chief (08.05.2).
    Heir { command: crate::unit::CommandId },
}

impl ChoiceKind {
    /// The clause by which it comes to the choice, where another says what may be chosen.
    fn comes_of(&self) -> Option<Clause> {
        match self {
            ChoiceKind::FallBack { .. } | ChoiceKind::Shelter { .. } => Some(clause!("play.threat")),
            _ => None,
        }
    }
}

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
            let (what, choice) = (a.key.clone(), format!("{c:?}"));
            let by = By::from(a.clause).and(clause!("play.choice")).with(a.kind.comes_of());
            self.tell_to(by, seen, || EventKind::Chose { side, what, choice });
        }
        chosen
    }
}
