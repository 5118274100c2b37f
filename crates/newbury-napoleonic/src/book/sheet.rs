//! The tables of losses that are played: the built-in stand-ins, or the printed ones of an owner in their place (T14.1, T15.1).

use super::losses::LossTables;
use super::{BAD, ID, text};
use muster::{Format, Played, Printed, TableFault, Tables};
use std::sync::{Arc, OnceLock};

/// Tables 14 and 15 as they are played.
#[derive(Clone, Debug)]
pub struct Sheet {
    tables: Tables,
    losses: LossTables,
}

/// A sheet as a situation or a battle carries it; the built-in one where nothing is said.
pub type SheetRef = Played<Sheet>;

static FORMAT: Format = muster::sheet_format(ID);

impl Printed for Sheet {
    const FORMAT: &'static Format = &FORMAT;

    fn built_in() -> &'static Arc<Sheet> {
        static SHEET: OnceLock<Arc<Sheet>> = OnceLock::new();
        SHEET.get_or_init(|| Arc::new(Sheet::of_tables(Tables::built_in(text())).expect(BAD)))
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn of_tables(tables: Tables) -> Result<Sheet, Vec<TableFault>> {
        let losses = LossTables::read(&tables)?;
        Ok(Sheet { tables, losses })
    }
}

impl Sheet {
    /// Losses by factor and figures, and percentages.
    pub fn losses(&self) -> &LossTables {
        &self.losses
    }
}
