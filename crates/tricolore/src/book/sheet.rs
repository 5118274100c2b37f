//! The reference sheet that is played: the built-in tables, or those of an owner in their place. A situation or a battle carries it, so
//! that two sheets can be played side by side.

use super::numbers::Numbers;
use super::{BAD, text};
use crate::say;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use umpire::{Cell, Status, Table};
use words::Message;

/// The tables of a battle. Those of the book that nobody may replace are in it too, so that all is read in one place.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// What the owner calls his sheet; `None` is the built-in one.
    name: Option<Arc<str>>,
    tables: Vec<Table>,
    /// Tables that the owner has typed in.
    own: BTreeSet<String>,
    numbers: OnceLock<Numbers>,
}

/// Why a sheet cannot be played: the table, and what is wrong with it.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetFault {
    pub table: String,
    pub says: Message,
}

impl SheetFault {
    pub fn new(table: &str, says: Message) -> SheetFault {
        SheetFault { table: table.to_owned(), says }
    }
}

impl Sheet {
    /// The tables of the book with the stand-ins for those that are lost.
    pub fn built_in() -> &'static Arc<Sheet> {
        static SHEET: OnceLock<Arc<Sheet>> = OnceLock::new();
        SHEET.get_or_init(|| {
            Arc::new(Sheet {
                name: None,
                tables: text().tables.clone(),
                own: BTreeSet::new(),
                numbers: OnceLock::new(),
            })
        })
    }

    /// The built-in tables with some of an owner's in their place. All faults are found at once.
    pub fn of_owner(name: &str, tables: Vec<Table>) -> Result<Sheet, Vec<SheetFault>> {
        let built_in = (**Sheet::built_in()).clone();
        let mut sheet = Sheet { name: Some(name.into()), numbers: OnceLock::new(), ..built_in };
        let mut faults = Vec::new();
        for t in tables {
            let Some(at) = sheet.tables.iter().position(|x| x.id == t.id) else {
                faults.push(SheetFault::new(&t.id, say!("sheet-no-such-table", id = &*t.id)));
                continue;
            };
            let old = &sheet.tables[at];
            if !old.status.is_some_and(|s| matches!(s, Status::Missing | Status::Proposal)) {
                faults.push(SheetFault::new(&t.id, say!("sheet-not-lost", id = &*t.id)));
            } else if old.columns != t.columns {
                let columns = old.columns.join(", ");
                faults.push(SheetFault::new(&t.id, say!("sheet-other-columns", id = &*t.id, columns)));
            } else if let Some(n) = t.rows.iter().position(|r| r.len() != t.columns.len()) {
                let (row, cells) = (n + 1, t.columns.len());
                faults.push(SheetFault::new(&t.id, say!("sheet-row-length", id = &*t.id, row, cells)));
            } else if !sheet.own.insert(t.id.clone()) {
                faults.push(SheetFault::new(&t.id, say!("sheet-table-twice", id = &*t.id)));
            } else {
                sheet.tables[at] = t;
            }
        }
        if faults.is_empty() {
            match Numbers::read(&sheet) {
                Ok(numbers) => sheet.numbers = OnceLock::from(numbers),
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() { Ok(sheet) } else { Err(faults) }
    }

    /// Its tables as numbers.
    pub fn numbers(&self) -> &Numbers {
        self.numbers.get_or_init(|| Numbers::read(self).expect(BAD))
    }

    /// What the owner calls it; `None` is the built-in sheet.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// A table as it is played. Only ids of the book's tables are asked for.
    pub fn table(&self, id: &str) -> &Table {
        self.tables.iter().find(|t| t.id == id).expect(BAD)
    }

    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Is the whole table a stand-in for one that is lost?
    pub fn stands_in(&self, id: &str) -> bool {
        !self.own.contains(id) && self.table(id).status == Some(Status::Proposal)
    }

    /// Is that row of the table a stand-in: of a table that is one, or marked as a proposal by its column `source`?
    pub fn row_stands_in(&self, id: &str, row: usize) -> bool {
        let t = self.table(id);
        match t.status {
            _ if self.own.contains(id) => false,
            Some(Status::Proposal) => true,
            Some(Status::Missing) => {
                let source = t.columns.iter().position(|c| c == "source");
                let of = source.and_then(|c| t.rows.get(row)?.get(c)).and_then(Cell::text);
                of == Some("proposal")
            }
            _ => false,
        }
    }

    /// The tables that are stand-ins, wholly or in some row.
    pub fn stand_ins(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter().filter(|t| (0..t.rows.len()).any(|r| self.row_stands_in(&t.id, r)))
    }
}

/// Two sheets are the same if the same is played by them.
impl PartialEq for Sheet {
    fn eq(&self, o: &Sheet) -> bool {
        let same = |(a, b): (&Table, &Table)| a.id == b.id && a.rows == b.rows;
        self.name == o.name && self.own == o.own && self.tables.iter().zip(&o.tables).all(same)
    }
}

/// A sheet as a situation or a battle carries it; the built-in one where nothing is said.
#[derive(Clone)]
pub struct SheetRef(pub Arc<Sheet>);

impl Default for SheetRef {
    fn default() -> SheetRef {
        SheetRef(Sheet::built_in().clone())
    }
}

impl Deref for SheetRef {
    type Target = Sheet;
    fn deref(&self) -> &Sheet {
        &self.0
    }
}

impl PartialEq for SheetRef {
    fn eq(&self, o: &SheetRef) -> bool {
        Arc::ptr_eq(&self.0, &o.0) || self.0 == o.0
    }
}

impl fmt::Debug for SheetRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name().unwrap_or("built-in"))
    }
}
