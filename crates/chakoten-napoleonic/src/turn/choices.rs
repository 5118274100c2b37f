//! Choices during the turn (play.asks): asked together, answered without knowing the other side's, carried out together; one not
//! answered takes its default. A question that has only one answer is not asked.

use super::Table;
use crate::clause;
use crate::event::{By, EventKind};
use crate::order::Choice;
use crate::unit::{CommandId, Side, StaffId, UnitId};
use clock::Both;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use umpire::Clause;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum AskKind {
    /// Out of command: try the reaction roll, or stand (08.03.5).
    React { unit: UnitId },
    /// Who is to take a fallen commander's place (08.02.6.a).
    Replace { command: CommandId },
    /// Announce the attack: yes, no, or on another target (03.02.4.c).
    Attack { unit: UnitId },
    /// Which unit supports it (12.03.7).
    Support { unit: UnitId },
    /// Announce the fire: yes, no, or at these targets (03.02.5.a).
    Fire { unit: UnitId },
    /// When and at whom skirmishers fire (03.02.2).
    LineFires { unit: UnitId },
    /// Skirmishers or gunners go back before an announced attack (03.02.8).
    GoBack { unit: UnitId },
    /// In which order these fire at one target (03.01.5).
    FireOrder { target: UnitId, units: Vec<UnitId> },
    /// Commit the commander with a unit that is fired at (08.02.2).
    Commit { staff: StaffId, unit: UnitId },
    /// Skirmishers who may stand before a closed enemy (russia.4).
    LineStands { unit: UnitId },
    /// In which order these fight one enemy (play.melee.several).
    MeleeOrder { target: UnitId, units: Vec<UnitId> },
    /// After a draw or LU: stand, or go back (12.02.4).
    Stays { unit: UnitId, foe: UnitId },
    /// Follow one who goes back (12.02.4).
    Follow { unit: UnitId, foe: UnitId },
    /// After a victory: stand, go on as ordered, follow, or attack another (12.02.5).
    GoesOn { unit: UnitId, foe: UnitId },
    /// In U: backwards, or about face (play.retreat).
    Retreat { unit: UnitId },
    /// An unlimbered battery in U (13.03.1).
    GunsRetreat { unit: UnitId },
    /// An unlimbered battery in FU (13.03.2).
    GunsFlee { unit: UnitId },
    /// Skirmishers without a soutien (14.02.4.b).
    Soutien { unit: UnitId },
    /// Does a staff figure go along with a unit that flees or retreats (play.staff)?
    StaffGoes { staff: StaffId, unit: UnitId },
    /// Who holds a burning building puts it out, or leaves (17.04.4).
    PutOut { unit: UnitId, building: u16 },
}

/// Answers that are accepted as they stand; several questions may have the same.
pub type Offered = Arc<[Choice]>;

/// One choice asked of a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Asked {
    /// The name under which it is answered.
    pub key: String,
    #[serde(skip)]
    pub side: Side,
    #[serde(flatten)]
    pub kind: AskKind,
    pub default: Choice,
    pub offers: Offered,
    pub clause: Clause,
}

impl Asked {
    /// Is this one of the answers? Times of fire, and an order of several, may be any.
    pub fn takes(&self, c: &Choice) -> bool {
        if self.offers.contains(c) {
            return true;
        }
        match (&self.kind, c) {
            (AskKind::LineFires { .. }, Choice::Fire(_)) => true,
            (AskKind::Fire { .. }, Choice::Picks(at)) => {
                at.iter().all(|r| self.offers.contains(&Choice::Pick(r.clone())))
            }
            (AskKind::FireOrder { .. } | AskKind::MeleeOrder { .. }, Choice::Picks(order)) => {
                let Choice::Picks(all) = &self.default else { return false };
                let sorted = |v: &[String]| {
                    let mut v = v.to_vec();
                    v.sort();
                    v
                };
                sorted(order) == sorted(all)
            }
            _ => false,
        }
    }
}

/// What the turn waits for.
#[derive(Clone, Debug, PartialEq)]
pub struct Pending {
    pub asked: Vec<Asked>,
    pub(crate) answers: Both<BTreeMap<String, Choice>>,
}

impl Pending {
    /// Does the turn still wait for this side?
    pub fn waits_for(&self, side: Side) -> bool {
        self.answers.waits_for(side.index())
    }
}

impl Table {
    /// Asks, if there is anything to ask. What has one answer only is taken as answered.
    pub(crate) fn ask(&mut self, asked: Vec<Asked>) {
        if asked.is_empty() {
            self.turn_mut().asks.clear();
            self.pending = None;
            return;
        }
        // Who is asked looks round.
        self.riders_come();
        let (open, settled): (Vec<Asked>, Vec<Asked>) = asked.into_iter().partition(|a| a.offers.len() > 1);
        let sides = Side::BOTH.map(|s| open.iter().any(|a| a.side == s));
        self.turn_mut().asks =
            settled.into_iter().map(|a| (a.default.clone(), a)).map(|(c, a)| (a, c)).collect();
        self.pending = Both::ask(sides).map(|answers| Pending { asked: open, answers });
    }

    /// All sides have answered what was asked: the turn goes on.
    pub(crate) fn resume(&mut self) {
        let Some(p) = self.pending.take() else { return };
        let given = p.answers.answers();
        for a in p.asked {
            let said = given[a.side.index()].as_ref().and_then(|c| c.get(&a.key).cloned());
            let mut c = said.clone().unwrap_or_else(|| a.default.clone());
            // Where nothing is said skirmishers go back if they announce no fire (play.asks).
            if let (AskKind::GoBack { unit }, None) = (&a.kind, &said) {
                let key = format!("line fires {}", self.field[*unit].code);
                let fires = given[a.side.index()].as_ref().and_then(|c| c.get(&key));
                if matches!(fires, Some(Choice::Fire(_))) {
                    c = Choice::No;
                }
            }
            let (side, what, choice) = (a.side, a.key.clone(), c.clone());
            let by = By::from(a.clause).and(clause!("play.asks"));
            self.tell_to(by, Table::only(side), || EventKind::Chose { side, what, choice });
            self.turn_mut().asks.push((a, c));
        }
        self.run_on();
    }

    /// What was chosen, by the book's order of asking.
    pub(crate) fn take_choices(&mut self) -> Vec<(Asked, Choice)> {
        std::mem::take(&mut self.turn_mut().asks)
    }
}
