//! What the book resolves, with dice or from a table. A procedure knows nothing of the table-top; it is told the facts.
//!
//! Distances are in metres, disorder is counted in U. A situation carries the readings that matter to it and, where a table of the
//! reference sheet is looked up, the [`SheetRef`] that is played: the built-in one where nothing is said.

pub mod after_melee;
pub mod attack;
pub mod bombardment;
pub mod command;
pub mod dice;
pub mod guns;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod orders;
pub mod rally;
pub mod sight;
pub mod town;
pub mod turn;
pub mod works;

use crate::book::SheetRef;
use crate::unit::MOST_U;
use crate::{clause, reading, say};
use std::marker::PhantomData;
use umpire::{AnyProcedure, Readings, Record, SituationError, check_number, impossible};

/// Every procedure of the book.
pub static ALL: &[&dyn AnyProcedure] = &[
    &PhantomData::<dice::Test>,
    &PhantomData::<dice::DisorderTest>,
    &PhantomData::<dice::TakeLosses>,
    &PhantomData::<orders::ActivateOrder>,
    &PhantomData::<orders::OutOfCommand>,
    &PhantomData::<orders::OfficerTurn>,
    &PhantomData::<orders::SuperiorMove>,
    &PhantomData::<orders::EngageFromDefence>,
    &PhantomData::<command::ActionCost>,
    &PhantomData::<command::Allowance>,
    &PhantomData::<command::FormationStrength>,
    &PhantomData::<turn::Initiative>,
    &PhantomData::<turn::AnotherSequence>,
    &PhantomData::<attack::AttackTest>,
    &PhantomData::<attack::RetreatBefore>,
    &PhantomData::<attack::Breakthrough>,
    &PhantomData::<movement::FormationChange>,
    &PhantomData::<movement::PivotTest>,
    &PhantomData::<movement::LineTest>,
    &PhantomData::<movement::PassThrough>,
    &PhantomData::<movement::BreakIn>,
    &PhantomData::<movement::MayReact>,
    &PhantomData::<guns::MayBombard>,
    &PhantomData::<guns::Manhandle>,
    &PhantomData::<guns::LimberUp>,
    &PhantomData::<guns::LimberedNear>,
    &PhantomData::<guns::BatteryRetreat>,
    &PhantomData::<guns::ToReserve>,
    &PhantomData::<guns::FromReserve>,
    &PhantomData::<guns::FollowChief>,
    &PhantomData::<guns::CommandPivot>,
    &PhantomData::<bombardment::Bombardment>,
    &PhantomData::<bombardment::ShareLoss>,
    &PhantomData::<bombardment::CoverTest>,
    &PhantomData::<bombardment::ReduceCover>,
    &PhantomData::<melee::Melee>,
    &PhantomData::<after_melee::RetreatShock>,
    &PhantomData::<after_melee::RetreatGap>,
    &PhantomData::<after_melee::AtGuns>,
    &PhantomData::<town::TownFight>,
    &PhantomData::<town::TownTest>,
    &PhantomData::<morale::FormationMorale>,
    &PhantomData::<morale::RegainMorale>,
    &PhantomData::<morale::OfficerRisk>,
    &PhantomData::<rally::Reorganise>,
    &PhantomData::<works::WorkTests>,
    &PhantomData::<works::WorkPoints>,
    &PhantomData::<works::BlowBridge>,
    &PhantomData::<sight::SightRange>,
    &PhantomData::<sight::RoadSpeed>,
];

umpire::choice!(
    /// Does an exact distance count as within it where that is hostile (conv.1)?
    Within { Outside, Inside }
);

/// Lengths that differ by no more than this are the same (play.touch).
pub const TOLERANCE: f64 = 0.01;

impl Within {
    /// That of a battle.
    pub fn of(r: &Readings) -> Within {
        Within::pick(r.is(reading!("within", "inside")))
    }

    /// Is it within the distance, where that bars, penalises or triggers something?
    pub fn inside(self, metres: f64, limit: f64) -> bool {
        match self {
            Within::Outside => metres < limit - TOLERANCE,
            Within::Inside => metres <= limit + TOLERANCE,
        }
    }
}

/// Is it within the distance, written down where it is exactly at it (conv.1).
pub(crate) fn inside(within: Within, metres: f64, limit: f64, r: &mut impl Record) -> bool {
    let inside = within.inside(metres, limit);
    if (metres - limit).abs() <= TOLERANCE {
        r.reckon(
            || {
                if inside {
                    say!("reckon-at-limit-inside", limit)
                } else {
                    say!("reckon-at-limit-outside", limit)
                }
            },
            clause!("conv.1"),
        );
    }
    inside
}

/// Is it within the distance, where that grants something: the limit is included (conv.1)?
pub fn granted(metres: f64, limit: f64) -> bool {
    metres <= limit + TOLERANCE
}

/// Is it farther than the limit: not at it?
pub fn beyond(metres: f64, limit: f64) -> bool {
    metres > limit + TOLERANCE
}

/// Writes down that a table which was looked up is a stand-in for one that is lost (missing-tables.1).
pub(crate) fn stand_in(sheet: &SheetRef, table: &'static str, r: &mut impl Record) {
    if sheet.stands_in(table) {
        r.reckon(|| say!("reckon-stand-in", table), clause!("missing-tables.1"));
    }
}

/// The same of a table of which some rows are the text's: it is one if any row is.
pub(crate) fn stand_in_row(sheet: &SheetRef, table: &'static str, row: usize, r: &mut impl Record) {
    if sheet.row_stands_in(table, row) {
        r.reckon(|| say!("reckon-stand-in", table), clause!("missing-tables.1"));
    }
}

/// Refuses a value of a unit or an officer that none can have.
pub(crate) fn check_value(field: &'static str, value: u8) -> Result<(), SituationError> {
    check_number(field, value.into(), 1, 10)
}

/// Refuses more U than there are (disorder.1).
pub(crate) fn check_disorder(field: &'static str, disorder: u8) -> Result<(), SituationError> {
    if disorder <= MOST_U {
        return Ok(());
    }
    let by = clause!("disorder.1");
    Err(impossible(field, say!("disorder-at-most", most = MOST_U, disorder, by)))
}

/// Refuses what is no distance in metres.
pub(crate) fn check_metres(field: &'static str, metres: Option<f64>) -> Result<(), SituationError> {
    match metres {
        Some(m) if !(m.is_finite() && (0.0..=100_000.0).contains(&m)) => {
            Err(impossible(field, say!("metres-from-to", most = 100_000)))
        }
        _ => Ok(()),
    }
}
