//! The TypeScript of every type that goes over the wire, for the page.

use crate::api;
use desk::board;
use std::path::Path;
use ts_rs::{ExportError, TS};

/// Writes all types into a folder, one file each.
pub fn write(into: &Path) -> Result<(), ExportError> {
    board::Board::export_all_to(into)?;
    board::Moment::export_all_to(into)?;
    board::Sketched::export_all_to(into)?;
    board::Stroke::export_all_to(into)?;
    api::Problem::export_all_to(into)?;
    api::BookCard::export_all_to(into)?;
    api::ProcedureCard::export_all_to(into)?;
    api::Rules::export_all_to(into)?;
    api::JudgeThis::export_all_to(into)?;
    api::Judgement::export_all_to(into)?;
    api::WeighThis::export_all_to(into)?;
    api::OddsTable::export_all_to(into)?;
    api::NewBattle::export_all_to(into)?;
    api::Begun::export_all_to(into)?;
    api::Claiming::export_all_to(into)?;
    api::Claimed::export_all_to(into)?;
    api::Standing::export_all_to(into)?;
    api::Prompts::export_all_to(into)?;
    api::Answering::export_all_to(into)?;
    api::Taken::export_all_to(into)?;
    api::Film::export_all_to(into)?;
    api::Chat::export_all_to(into)?;
    api::Saying::export_all_to(into)?;
    api::Rematch::export_all_to(into)?;
    api::OwnScenario::export_all_to(into)?;
    api::SheetForm::export_all_to(into)?;
    api::TypedSheet::export_all_to(into)?;
    api::MadeSheet::export_all_to(into)?;
    api::BySheet::export_all_to(into)?;
    api::ArmyBook::export_all_to(into)?;
    api::WrittenArmy::export_all_to(into)?;
    api::ReviewedArmy::export_all_to(into)?;
    api::Addresses::export_all_to(into)?;
    api::Marks::export_all_to(into)?;
    api::NewMark::export_all_to(into)?;
    api::Live::export_all_to(into)?;
    api::Hello::export_all_to(into)?;
    api::Health::export_all_to(into)
}
