//! Reordering: which factors come off, which are kept, and how fast (13.2).

use super::formations::year;
use super::{check_factors, check_part, check_troop, known, procedure};
use crate::book::numbers;
use crate::troop::{Class, Nation, Troop};
use crate::{clause, reading, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Clause, Readings, Record, SituationError, check_number};
use words::Message;

umpire::choice!(
    /// May a unit reorder on which an attack was made that did not come into contact (13.2.d)?
    Attacked { Barred, MayReorder }
);

impl Attacked {
    /// That of a battle.
    pub fn of(r: &Readings) -> Attacked {
        Attacked::pick(r.is(reading!("attacked-reorders", "may-reorder")))
    }
}

/// What a body did or suffered in this move that keeps it from reordering at all (13.2.d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Bar {
    Fired,
    Charged,
    WasCharged,
    /// It tried to charge out of reach.
    TriedToCharge,
    Contacted,
    Attacked,
    WasAttacked,
    InMelee,
    Pursued,
    FollowedUp,
    Retreated,
    Routed,
    DoubleMoved,
}

/// A body in the step of reordering. No dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReorderSituation {
    pub troop: Troop,
    /// Factors from earlier moves.
    #[serde(default)]
    #[schemars(range(max = 200))]
    pub accumulated: u8,
    /// Factors gained in this move.
    #[serde(default)]
    #[schemars(range(max = 200))]
    pub gained: u8,
    #[serde(default)]
    pub barred: Option<Bar>,
    /// It crossed an obstacle, ford or river, or left dense wood, marsh or mud.
    #[serde(default)]
    pub crossed: bool,
    /// It loaded, otherwise than while reordering.
    #[serde(default)]
    pub loaded: bool,
    /// The part of the move in which it stood reordering.
    #[serde(default)]
    pub stood: f64,
    #[serde(default = "year")]
    #[schemars(range(min = 1700, max = 1900))]
    pub year: u16,
    #[serde(default)]
    pub national: bool,
    #[serde(default, rename = "attacked-reorders")]
    pub attacked: Attacked,
}

/// Factors carried into the next move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Reordered {
    pub accumulated: u8,
    /// Factors that came off.
    pub removed: u8,
}

impl Reordered {
    /// In words.
    pub fn message(&self) -> Message {
        say!("reordered", removed = self.removed, left = self.accumulated)
    }
}
words::spoken!(Reordered);

fn check_reorder(s: &ReorderSituation) -> Result<(), SituationError> {
    check_troop("troop", &s.troop)?;
    check_factors("accumulated", s.accumulated)?;
    check_factors("gained", s.gained)?;
    check_part("stood", s.stood, 1.0)?;
    check_number("year", s.year.into(), 1700, 1900)
}

/// Moves that each factor takes, by what (13.2.f, 13.2.g, A3.4).
fn pace(s: &ReorderSituation) -> (f64, Clause) {
    let n = &numbers().march.reorder;
    let t = &s.troop;
    if t.arm.battery() {
        return (n.artillery, clause!("13.2.g"));
    }
    if s.national && t.arm.infantry() && t.regular() {
        match t.nation {
            Nation::Austria => return (n.class_d, clause!("A3.4")),
            Nation::Prussia if s.year < 1807 => return (n.class_d, clause!("A3.10")),
            Nation::Russia => return (n.class_d, clause!("A3.11")),
            _ => {}
        }
    }
    let by = clause!("13.2.f");
    if t.irregular() {
        (n.irregular, by)
    } else if t.class == Class::D {
        (n.class_d, by)
    } else {
        (n.others, by)
    }
}

/// The part of a move in which gun crews reorder who fire in the rest of it (13.2.g).
pub const HALF: f64 = 0.5;

fn reorder(s: &ReorderSituation, r: &mut impl Record) -> Reordered {
    let guns = s.troop.arm.battery();
    let barred = match s.barred {
        Some(Bar::WasAttacked) => s.attacked == Attacked::Barred,
        // Gun crews may reorder for half a move and fire in the other.
        Some(Bar::Fired) if guns && s.stood > 0.0 => {
            r.reckon(|| say!("reckon-crews-reorder-and-fire"), clause!("13.2.g"));
            false
        }
        other => other.is_some(),
    };
    if barred {
        r.reckon(|| say!("reckon-no-reordering"), clause!("13.2.d"));
        r.clause(clause!("glossary.accumulated"));
        return Reordered { accumulated: s.accumulated.saturating_add(s.gained), removed: 0 };
    }
    let fired = s.barred == Some(Bar::Fired);
    let mut accumulated = s.accumulated;
    let mut removed = 0;
    if s.gained > 0 {
        if s.crossed {
            r.reckon(|| say!("reckon-crossing-accumulates"), clause!("13.2.c"));
            accumulated = accumulated.saturating_add(s.gained);
        } else if s.loaded || fired {
            r.reckon(|| say!("reckon-loading-accumulates"), clause!("13.2.b"));
            accumulated = accumulated.saturating_add(s.gained);
        } else {
            r.reckon(|| say!("reckon-reorders-by-itself", factors = s.gained), clause!("13.2.a"));
            removed += s.gained;
        }
    }
    // Crews who fire have half a move for it, no more.
    let stood = if fired { s.stood.min(HALF) } else { s.stood };
    if stood > 0.0 && accumulated > 0 {
        let (each, by) = pace(s);
        let off = (libm::floor(stood / each + 1e-6) as u8).min(accumulated);
        r.reckon(|| say!("reckon-reordering", each, off), by);
        accumulated -= off;
        removed += off;
        r.clause(clause!("13.2.h"));
    }
    Reordered { accumulated, removed }
}

procedure!(
    /// Reordering.
    Reorder: ReorderSituation => Reordered => Reordered, "reorder", "title-reorder",
    check_reorder, reorder, known,
    { "troop": { "nation": "other", "arm": "line-infantry", "footing": "regular", "class": "C", "training": "C" },
      "accumulated": 3, "gained": 1, "stood": 0.5 }
);
