//! Tables of a book that are lost and may be typed in by an owner of the printed one: the tables as they are played. The form to be
//! filled in, and the reader that checks what was typed, are in [`crate::typed`].
//!
//! A book implements [`Printed`] for its own typed sheet and plays by a [`Played`] of it, which a situation or a battle carries, so that
//! two sheets can be played side by side.

use crate::typed::Typed;
use crate::{Format, say};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use umpire::{Cell, RuleText, Status, Table};
use words::Message;

/// The embedded tables of a book are read by a test.
pub const BAD_TABLES: &str = "the embedded tables are complete (a test reads them)";

/// The number of a cell, also of one that is written as text or as a fraction such as 1/2; a dash is `None`.
pub fn num(c: &Cell) -> Option<f64> {
    let fraction = |t: &str| {
        let (over, under) = t.split_once('/')?;
        let (over, under) = (over.trim().parse::<f64>().ok()?, under.trim().parse::<f64>().ok()?);
        (under > 0.0).then(|| over / under)
    };
    c.number().or_else(|| c.text().and_then(|t| t.trim().parse().ok().or_else(|| fraction(t))))
}

/// The whole number of a cell; a dash is `None`.
pub fn whole(c: &Cell) -> Option<i64> {
    match c {
        Cell::Whole(n) => Some(*n),
        _ => num(c).filter(|n| n.fract() == 0.0 && n.abs() < 1e9).map(|n| n as i64),
    }
}

/// Why tables cannot be played: which, the row of it from 0 if it is one, what is wrong with it, and what would be right.
#[derive(Clone, Debug, PartialEq)]
pub struct TableFault {
    pub table: String,
    pub row: Option<usize>,
    pub says: Message,
    pub right: Option<Message>,
}

impl TableFault {
    pub fn new(table: &str, says: Message) -> TableFault {
        TableFault { table: table.to_owned(), row: None, says, right: None }
    }

    /// A row that cannot be read, counted from 0.
    pub fn row(table: &Table, row: usize) -> TableFault {
        TableFault::new(&table.id, say!("sheet-bad-row", id = &*table.id, row = row + 1)).at(row)
    }

    #[must_use]
    pub fn at(self, row: usize) -> TableFault {
        TableFault { row: Some(row), ..self }
    }

    #[must_use]
    pub fn right(self, right: Message) -> TableFault {
        TableFault { right: Some(right), ..self }
    }
}

/// May an owner type this table in?
pub fn replaceable(t: &Table) -> bool {
    matches!(t.status, Some(Status::Missing | Status::Proposal))
}

/// The tables of a book as they are played: the built-in ones, or those of an owner in the place of some that are lost.
#[derive(Clone, Debug)]
pub struct Tables {
    /// What the owner calls his sheet; `None` is the built-in one.
    name: Option<Arc<str>>,
    pub(crate) tables: Vec<Table>,
    /// Tables that the owner has typed in.
    own: BTreeSet<String>,
}

impl Tables {
    /// The tables of the book with the stand-ins for those that are lost.
    pub fn built_in(text: &RuleText) -> Tables {
        Tables { name: None, tables: text.tables.clone(), own: BTreeSet::new() }
    }

    /// The same with some of an owner's in their place. All faults are found at once.
    pub(crate) fn with<S: Printed>(&self, name: &str, typed: Vec<Table>) -> Result<Tables, Vec<TableFault>> {
        let mut made = Tables { name: Some(name.into()), ..self.clone() };
        let mut faults = Vec::new();
        for t in typed {
            let Some(at) = made.tables.iter().position(|x| x.id == t.id) else {
                faults.push(TableFault::new(&t.id, say!("sheet-no-such-table", id = &*t.id)));
                continue;
            };
            let old = &made.tables[at];
            if !replaceable(old) {
                faults.push(TableFault::new(&t.id, say!("sheet-not-lost", id = &*t.id)));
            } else if let Err(fault) = may_head::<S>(old, &t.columns) {
                faults.push(fault);
            } else if let Some(n) = t.rows.iter().position(|r| r.len() != t.columns.len()) {
                let (row, cells) = (n + 1, t.columns.len());
                faults.push(TableFault::new(&t.id, say!("sheet-row-length", id = &*t.id, row, cells)).at(n));
            } else if !made.own.insert(t.id.clone()) {
                faults.push(TableFault::new(&t.id, say!("sheet-table-twice", id = &*t.id)));
            } else {
                made.tables[at] = t;
            }
        }
        if faults.is_empty() { Ok(made) } else { Err(faults) }
    }

    /// What the owner calls it; `None` is the built-in sheet.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// A table as it is played. Only ids of the book's tables are asked for.
    pub fn table(&self, id: &str) -> &Table {
        self.tables.iter().find(|t| t.id == id).expect(BAD_TABLES)
    }

    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Has the owner typed this table in?
    pub fn typed_in(&self, id: &str) -> bool {
        self.own.contains(id)
    }

    /// Is the whole table a stand-in for one that is lost?
    pub fn stands_in(&self, id: &str) -> bool {
        !self.own.contains(id) && self.table(id).status == Some(Status::Proposal)
    }

    /// Is that row of the table a stand-in: of a table that is one, or marked as a proposal by its column `source`?
    pub fn row_stands_in(&self, id: &str, row: usize) -> bool {
        let t = self.table(id);
        match t.status {
            _ if self.own.contains(&t.id) => false,
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

    /// That cell cannot be read.
    pub fn bad(&self, table: &str, row: &str, column: &str) -> TableFault {
        TableFault::new(table, say!("sheet-bad-cell", id = table, row, column))
    }

    /// The place of a column. Only columns of the book's tables are asked for.
    pub fn column(&self, table: &str, column: &str) -> usize {
        self.table(table).columns.iter().position(|c| c == column).expect(BAD_TABLES)
    }

    /// The row that begins with these cells.
    pub fn row(&self, table: &str, by: &[&str]) -> Result<&[Cell], TableFault> {
        let t = self.table(table);
        let is = |r: &&Vec<Cell>| by.iter().zip(r.iter()).all(|(b, c)| c.to_string() == *b);
        let missing = || TableFault::new(table, say!("sheet-no-row", id = table, row = by.join(", ")));
        t.rows.iter().find(is).map(|r| &**r).ok_or_else(missing)
    }

    fn cell(&self, table: &str, by: &[&str], column: &str) -> Result<&Cell, TableFault> {
        Ok(&self.row(table, by)?[self.column(table, column)])
    }

    /// The number of a cell in the row that begins so.
    pub fn number(&self, table: &str, by: &[&str], column: &str) -> Result<f64, TableFault> {
        let cell = self.cell(table, by, column)?;
        num(cell).ok_or_else(|| self.bad(table, &by.join(", "), column))
    }

    /// The same; a dash, or a word such as forbidden, is `None`.
    pub fn number_if(&self, table: &str, by: &[&str], column: &str) -> Result<Option<f64>, TableFault> {
        Ok(num(self.cell(table, by, column)?))
    }

    /// The whole number of a cell.
    pub fn whole(&self, table: &str, by: &[&str], column: &str) -> Result<i32, TableFault> {
        let cell = self.cell(table, by, column)?;
        let n = whole(cell).and_then(|n| i32::try_from(n).ok());
        n.ok_or_else(|| self.bad(table, &by.join(", "), column))
    }

    /// The same; a dash is `None`.
    pub fn whole_if(&self, table: &str, by: &[&str], column: &str) -> Result<Option<i32>, TableFault> {
        Ok(whole(self.cell(table, by, column)?).and_then(|n| i32::try_from(n).ok()))
    }

    /// The words of a cell.
    pub fn text(&self, table: &str, by: &[&str], column: &str) -> Result<&str, TableFault> {
        let cell = self.cell(table, by, column)?;
        cell.text().ok_or_else(|| self.bad(table, &by.join(", "), column))
    }
}

/// Two are the same if the same is played by them.
impl PartialEq for Tables {
    fn eq(&self, o: &Tables) -> bool {
        let same = |(a, b): (&Table, &Table)| a.id == b.id && a.columns == b.columns && a.rows == b.rows;
        self.name == o.name && self.own == o.own && self.tables.iter().zip(&o.tables).all(same)
    }
}

/// A book's sheet: its tables as numbers, read from [`Tables`].
pub trait Printed: Sized + Send + Sync + 'static {
    /// What its files are like: [`sheet_format`] of the book.
    const FORMAT: &'static Format;
    /// The tables of the book with the stand-ins for those that are lost.
    fn built_in() -> &'static Arc<Self>;
    fn tables(&self) -> &Tables;
    /// Reads them; all faults are found at once.
    fn of_tables(tables: Tables) -> Result<Self, Vec<TableFault>>;
    /// May an owner head the columns of that table as his copy does, more of them or fewer? The first, and so many at the end, are
    /// called as in the form.
    fn headed_by_owner(_table: &str) -> Option<usize> {
        None
    }
}

/// Columns that a table may have.
const MOST_COLUMNS: usize = 40;

/// The columns of a table that an owner has typed in are the form's, or such as his copy may have.
pub(crate) fn may_head<S: Printed>(lost: &Table, columns: &[String]) -> Result<(), TableFault> {
    let form = crate::typed::columns(lost);
    let free = S::headed_by_owner(&lost.id);
    let fits = |last: usize| {
        let ends = |c: &[String]| c[c.len() - last..].to_vec();
        let long = (2 + last..=MOST_COLUMNS).contains(&columns.len());
        long && columns[0] == lost.columns[0] && ends(columns) == ends(&lost.columns)
    };
    if lost.columns == columns || free.is_some_and(fits) {
        return Ok(());
    }
    let says = say!("sheet-other-columns", id = &*lost.id, columns = &*form);
    let right = match free {
        Some(_) => say!("right-sheet-free-columns", columns = form),
        None => say!("right-sheet-columns", columns = form),
    };
    Err(TableFault::new(&lost.id, says).right(right))
}

/// A sheet as a situation or a battle carries it; the built-in one where nothing is said.
pub struct Played<S>(pub Arc<S>);

impl<S: Printed> From<S> for Played<S> {
    fn from(sheet: S) -> Played<S> {
        Played(Arc::new(sheet))
    }
}

impl<S> Clone for Played<S> {
    fn clone(&self) -> Played<S> {
        Played(self.0.clone())
    }
}

impl<S: Printed> Default for Played<S> {
    fn default() -> Played<S> {
        Played(S::built_in().clone())
    }
}

impl<S> Deref for Played<S> {
    type Target = S;
    fn deref(&self) -> &S {
        &self.0
    }
}

impl<S: Printed> PartialEq for Played<S> {
    fn eq(&self, o: &Played<S>) -> bool {
        Arc::ptr_eq(&self.0, &o.0) || self.0.tables() == o.0.tables()
    }
}

impl<S: Printed> fmt::Debug for Played<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.tables().name().unwrap_or("built-in"))
    }
}

impl<S: Printed> Played<S> {
    /// Nothing is said of another.
    pub fn is_built_in(&self) -> bool {
        self.0.tables().name().is_none()
    }
}

/// As what its owner has typed in; nothing of the built-in one.
impl<S: Printed> Serialize for Played<S> {
    fn serialize<T: Serializer>(&self, s: T) -> Result<T::Ok, T::Error> {
        Typed::of(&*self.0).serialize(s)
    }
}

impl<'de, S: Printed> Deserialize<'de> for Played<S> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Played<S>, D::Error> {
        let Some(typed) = Option::<Typed>::deserialize(d)? else { return Ok(Played::default()) };
        let sheet = typed.sheet().map_err(|faults| {
            let all = words::list(faults.into_iter().map(|f| f.says), words::Joint::Semicolon);
            serde::de::Error::custom(all)
        })?;
        Ok(Played(Arc::new(sheet)))
    }
}

impl<S> JsonSchema for Played<S> {
    fn schema_name() -> Cow<'static, str> {
        "Sheet".into()
    }

    fn json_schema(g: &mut SchemaGenerator) -> Schema {
        Option::<Typed>::json_schema(g)
    }
}
