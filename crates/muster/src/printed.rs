//! Tables of a book that are lost and may be typed in by an owner of the printed one: the tables as they are played, the form to be
//! filled in, and the reader that checks what was typed.
//!
//! A book implements [`Printed`] for its own typed sheet and plays by a [`Played`] of it, which a situation or a battle carries, so that
//! two sheets can be played side by side.

use crate::{Called, Facing, Format, Mistake, Report, Section, Tab, say, short};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::fmt::Write as _;
use std::ops::Deref;
use std::sync::Arc;
use umpire::{Cell, RuleText, Status, Table};
use words::Message;

/// The embedded tables of a book are read by a test.
pub const BAD_TABLES: &str = "the embedded tables are complete (a test reads them)";
/// Longest line of a remark.
const WIDE: usize = 110;
/// Tables and rows that a sheet may have.
const MOST_TABLES: usize = 100;
const MOST_ROWS: usize = 500;
/// Longest text of a cell.
const LONGEST_CELL: usize = 300;
/// Columns that say where a row comes from and what speaks for it: an owner leaves them out.
const REMARKS: [&str; 3] = ["source", "reason", "known from"];
/// What stands in them instead.
const OF_SHEET: &str = "sheet";

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

/// Why tables cannot be played: which, and what is wrong with it.
#[derive(Clone, Debug, PartialEq)]
pub struct TableFault {
    pub table: String,
    pub says: Message,
}

impl TableFault {
    pub fn new(table: &str, says: Message) -> TableFault {
        TableFault { table: table.to_owned(), says }
    }

    /// A row that cannot be read, counted from 0.
    pub fn row(table: &Table, row: usize) -> TableFault {
        TableFault::new(&table.id, say!("sheet-bad-row", id = &*table.id, row = row + 1))
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
    tables: Vec<Table>,
    /// Tables that the owner has typed in.
    own: BTreeSet<String>,
}

impl Tables {
    /// The tables of the book with the stand-ins for those that are lost.
    pub fn built_in(text: &RuleText) -> Tables {
        Tables { name: None, tables: text.tables.clone(), own: BTreeSet::new() }
    }

    /// The same with some of an owner's in their place. All faults are found at once.
    pub fn with(&self, name: &str, typed: Vec<Table>) -> Result<Tables, Vec<TableFault>> {
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
            } else if old.columns != t.columns {
                let columns = old.columns.join(", ");
                faults.push(TableFault::new(&t.id, say!("sheet-other-columns", id = &*t.id, columns)));
            } else if let Some(n) = t.rows.iter().position(|r| r.len() != t.columns.len()) {
                let (row, cells) = (n + 1, t.columns.len());
                faults.push(TableFault::new(&t.id, say!("sheet-row-length", id = &*t.id, row, cells)));
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
        let same = |(a, b): (&Table, &Table)| a.id == b.id && a.rows == b.rows;
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
}

const SECTIONS: &[Section] = &[
    Section::named("sheet", || say!("a-sheet"), &["book", "name", "table"]),
    Section::new("table", "[[table]]", &["id", "rows"]),
];

/// What an owner's sheet of a book is like.
pub const fn sheet_format(book: &'static str) -> Format {
    Format { book, unit: Called::Code("-"), facing: Facing::Said, sections: SECTIONS }
}

/// The built-in tables with some of an owner's in their place. All faults are found at once.
pub fn of_owner<S: Printed>(name: &str, typed: Vec<Table>) -> Result<S, Vec<TableFault>> {
    S::of_tables(S::built_in().tables().with(name, typed)?)
}

/// Reads an owner's sheet: the tables that he has typed in take the place of the stand-ins. Every mistake is reported, not only the first.
pub fn read_sheet<S: Printed>(file: &str, text: &str) -> Result<S, Report> {
    S::FORMAT.read(file, text, |s, root| {
        let book = S::FORMAT.book;
        match s.text(root, "book") {
            Some((given, at)) if given != book => {
                let wrong = Mistake::new(at, say!("own-of-other-book", given = short(&given)));
                s.push(wrong.right(say!("right-sheet-book", book)));
            }
            _ => s.need(root, "book", || say!("right-sheet-book", book)),
        }
        let name = s.must_text(root, "name", || say!("right-sheet-name"));
        let mut tables = Vec::new();
        let mut places = Vec::new();
        for t in &s.tables(root, "table", MOST_TABLES) {
            if let Some(made) = table(s, t, S::built_in().tables()) {
                places.push((made.id.clone(), t.at()));
                tables.push(made);
            }
        }
        if !s.is_clean() {
            return None;
        }
        match of_owner(&name, tables) {
            Ok(sheet) => Some(sheet),
            Err(faults) => {
                for f in faults {
                    let at = places.iter().find(|(id, _)| *id == f.table).map(|(_, at)| at.clone());
                    s.push(Mistake::new(at, f.says).right(say!("right-sheet-table")));
                }
                None
            }
        }
    })
}

/// One table: its columns are those of the lost one, without the remarks.
fn table(s: &mut crate::Sheet, t: &Tab<'_>, built_in: &Tables) -> Option<Table> {
    s.need(t, "id", || say!("right-sheet-id"));
    let (id, at) = s.text(t, "id")?;
    let Some(old) = built_in.tables.iter().find(|t| t.id == id) else {
        let wrong = Mistake::new(at, say!("sheet-no-such-table", id = short(&id)));
        s.push(wrong.right(say!("right-sheet-id")));
        return None;
    };
    s.need(t, "rows", || say!("right-sheet-rows"));
    let list = s.list(t, "rows")?;
    let mut rows = Vec::new();
    for (n, row) in list.iter().enumerate().take(MOST_ROWS) {
        let cells: Option<Vec<Cell>> = row.get_ref().as_array().and_then(|a| {
            a.iter()
                .map(|c| {
                    let v = c.get_ref();
                    let whole = v.as_integer().and_then(|i| i.as_str().parse().ok()).map(Cell::Whole);
                    let real = || v.as_float().and_then(|x| x.as_str().parse().ok()).map(Cell::Real);
                    let text = || v.as_str().map(|t| Cell::Text(t.chars().take(LONGEST_CELL).collect()));
                    whole.or_else(real).or_else(text)
                })
                .collect()
        });
        let needed = old.columns.iter().filter(|c| !REMARKS.contains(&c.as_str())).count();
        match cells {
            Some(c) if c.len() == needed => rows.push(filled(old, c)),
            _ => {
                let wrong = Mistake::new(row.span(), say!("sheet-bad-row", id = &*id, row = n + 1));
                s.push(wrong.right(say!("right-sheet-row", cells = needed, columns = columns(old))));
            }
        }
    }
    Some(Table { rows, notes: String::new(), ..old.clone() })
}

/// A row that an owner has typed, with the remarks that he leaves out.
fn filled(old: &Table, typed: Vec<Cell>) -> Vec<Cell> {
    let mut typed = typed.into_iter();
    let cells = old.columns.iter().map(|c| {
        if REMARKS.contains(&c.as_str()) { Some(Cell::Text(OF_SHEET.into())) } else { typed.next() }
    });
    cells.flatten().collect()
}

/// The columns that an owner fills in.
fn columns(t: &Table) -> String {
    let all: Vec<&str> = t.columns.iter().map(|c| c.as_str()).filter(|c| !REMARKS.contains(c)).collect();
    all.join(", ")
}

/// An owner's sheet as a situation carries it: the tables that he has typed in, without the columns of remarks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Typed {
    pub name: String,
    #[schemars(length(max = 100))]
    pub table: Vec<TypedTable>,
}

/// One of its tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TypedTable {
    pub id: String,
    #[schemars(with = "Vec<Vec<serde_json::Value>>", length(max = 500))]
    pub rows: Vec<Vec<Cell>>,
}

impl Typed {
    /// The sheet that is played; what is wrong with it, table by table.
    pub fn sheet<S: Printed>(self) -> Result<S, Vec<TableFault>> {
        let mut tables = Vec::new();
        let mut faults = Vec::new();
        for t in self.table.into_iter().take(MOST_TABLES) {
            let Some(old) = S::built_in().tables().tables.iter().find(|x| x.id == t.id) else {
                faults.push(TableFault::new(&t.id, say!("sheet-no-such-table", id = short(&t.id))));
                continue;
            };
            let rows = t.rows.into_iter().take(MOST_ROWS).map(|r| filled(old, r)).collect();
            tables.push(Table { rows, notes: String::new(), ..old.clone() });
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        of_owner(&self.name, tables)
    }

    /// What an owner has typed in; `None` of the built-in tables.
    pub fn of(tables: &Tables) -> Option<Typed> {
        let name = tables.name()?.to_owned();
        let own = tables.tables.iter().filter(|t| tables.typed_in(&t.id));
        let table = own.map(|t| {
            let typed = |r: &Vec<Cell>| {
                let cells = r.iter().zip(&t.columns).filter(|(_, c)| !REMARKS.contains(&c.as_str()));
                cells.map(|(cell, _)| cell.clone()).collect()
            };
            TypedTable { id: t.id.clone(), rows: t.rows.iter().map(typed).collect() }
        });
        Some(Typed { name, table: table.collect() })
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out.push('"');
    out
}

/// Words as remarks of some lines.
fn remark(out: &mut String, text: &str) {
    let mut line = String::from("#");
    for word in text.split_whitespace() {
        if line.len() + word.len() + 1 > WIDE {
            let _ = writeln!(out, "{line}");
            line = String::from("#");
        }
        line.push(' ');
        line.push_str(word);
    }
    let _ = writeln!(out, "{line}");
}

/// A sheet as a file: every table that an owner may type in, as it is played now, with remarks.
pub fn write_sheet<S: Printed>(sheet: &S) -> String {
    let (book, tables) = (S::FORMAT.book, sheet.tables());
    let mut out = String::new();
    remark(&mut out, &say!("own-form-head", book).to_string());
    let _ = writeln!(out, "book = {}", quoted(book));
    let name = tables.name().map_or_else(|| say!("own-form-name").to_string(), str::to_owned);
    let _ = writeln!(out, "name = {}", quoted(&name));
    for t in tables.tables.iter().filter(|t| replaceable(t)) {
        let _ = writeln!(out);
        remark(&mut out, &format!("{} ({})", t.title, t.clause));
        remark(&mut out, &say!("own-form-columns", columns = columns(t)).to_string());
        if !t.notes.trim().is_empty() {
            remark(&mut out, &t.notes);
        }
        let _ = writeln!(out, "[[table]]\nid = {}\nrows = [", quoted(&t.id));
        for (n, row) in t.rows.iter().enumerate() {
            let cells: Vec<String> = row
                .iter()
                .zip(&t.columns)
                .filter(|(_, c)| !REMARKS.contains(&c.as_str()))
                .map(|(cell, _)| match cell {
                    Cell::Whole(n) => n.to_string(),
                    Cell::Real(x) => format!("{x:?}"),
                    other => quoted(&other.to_string()),
                })
                .collect();
            let mark = if tables.row_stands_in(&t.id, n) {
                say!("own-form-stand-in")
            } else {
                say!("own-form-known")
            };
            let _ = writeln!(out, "  [{}], # {mark}", cells.join(", "));
        }
        let _ = writeln!(out, "]");
    }
    out
}

/// The form that an owner fills in: the built-in sheet.
pub fn sheet_form<S: Printed>() -> String {
    write_sheet(&**S::built_in())
}

/// A sheet as a situation or a battle carries it; the built-in one where nothing is said.
pub struct Played<S>(pub Arc<S>);

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
        Typed::of(self.0.tables()).serialize(s)
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
