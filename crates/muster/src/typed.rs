//! An owner's tables as a file, inside a scenario, and as a situation carries them: the form to be filled in, and the reader that checks what
//! was typed.

use crate::printed::{Printed, TableFault, may_head, replaceable};
use crate::{Called, Facing, Format, Mistake, Report, Section, Tab, say, short};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::ops::Range;
use umpire::{Cell, Table};

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

const SECTIONS: &[Section] = &[
    Section::named("sheet", || say!("a-sheet"), &["book", "name", "table"]),
    Section::new("table", "[[table]]", &["id", "columns", "rows"]),
];

/// The sections of a scenario that is played by an owner's tables, below the key `sheet` of the scenario itself.
pub const IN_SCENARIO: [Section; 2] = [
    Section::new("sheet", "[sheet]", &["name", "table"]),
    Section::new("sheet.table", "[[sheet.table]]", &["id", "columns", "rows"]),
];

/// What an owner's sheet of a book is like.
pub const fn sheet_format(book: &'static str) -> Format {
    Format { book, unit: Called::Code("-"), facing: Facing::Said, sections: SECTIONS }
}

/// The built-in tables with some of an owner's in their place. All faults are found at once.
pub fn of_owner<S: Printed>(name: &str, typed: Vec<Table>) -> Result<S, Vec<TableFault>> {
    S::of_tables(S::built_in().tables().with::<S>(name, typed)?)
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
        typed_in(s, root, "table")
    })
}

/// The sheet that a scenario holds in its section `sheet`, if it has one.
pub fn sheet_inside<S: Printed>(s: &mut crate::Sheet, root: &Tab<'_>) -> Option<S> {
    let sheet = s.table(root, "sheet")?;
    typed_in(s, &sheet, "sheet.table")
}

/// A sheet's name and its tables, which are of that section.
fn typed_in<S: Printed>(s: &mut crate::Sheet, root: &Tab<'_>, section: &str) -> Option<S> {
    let name = s.must_text(root, "name", || say!("right-sheet-name"));
    let mut tables = Vec::new();
    let mut places: Vec<(String, Range<usize>, Vec<Range<usize>>)> = Vec::new();
    for t in &s.tables(root, section, MOST_TABLES) {
        if let Some(made) = table::<S>(s, t) {
            let rows = s.list(t, "rows").unwrap_or_default().iter().map(|r| r.span()).collect();
            places.push((made.id.clone(), t.at(), rows));
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
                // In the row that is wrong, or at the table.
                let place = places.iter().find(|(id, ..)| *id == f.table);
                let at = place.map(|(_, at, rows)| f.row.and_then(|n| rows.get(n)).unwrap_or(at).clone());
                let old = S::built_in().tables().tables.iter().find(|t| t.id == f.table);
                let right = f.right.unwrap_or_else(|| match old {
                    Some(t) => {
                        say!("right-sheet-row", cells = typed_columns(t).count(), columns = columns(t))
                    }
                    None => say!("right-sheet-table"),
                });
                let mut wrong = Mistake::new(at, f.says).right(right);
                wrong.clause = old.map(|t| &*t.clause);
                s.push(wrong);
            }
            None
        }
    }
}

/// The lost table of that id.
fn lost<S: Printed>(id: &str) -> Option<&'static Table> {
    S::built_in().tables().tables.iter().find(|t| t.id == id)
}

/// One table: its columns are those of the lost one, without the remarks, or others that an owner's copy may have.
fn table<S: Printed>(s: &mut crate::Sheet, t: &Tab<'_>) -> Option<Table> {
    s.need(t, "id", || say!("right-sheet-id"));
    let (id, at) = s.text(t, "id")?;
    let Some(old) = lost::<S>(&id) else {
        let wrong = Mistake::new(at, say!("sheet-no-such-table", id = short(&id)));
        s.push(wrong.right(say!("right-sheet-id")));
        return None;
    };
    if !replaceable(old) {
        let wrong = Mistake::new(at, say!("sheet-not-lost", id = &*id));
        s.push(wrong.right(say!("right-sheet-id")));
        return None;
    }
    let old = &Table { columns: heads::<S>(s, t, old)?, ..old.clone() };
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
        let needed = typed_columns(old).count();
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

/// The columns of a table as its owner heads them; those of the form where he says nothing.
fn heads<S: Printed>(s: &mut crate::Sheet, t: &Tab<'_>, old: &'static Table) -> Option<Vec<String>> {
    let Some(given) = s.list(t, "columns") else { return Some(old.columns.clone()) };
    let text = |c: &toml::Spanned<toml::de::DeValue<'_>>| {
        c.get_ref().as_str().map(|c| c.chars().take(LONGEST_CELL).collect())
    };
    let names: Vec<String> = given.iter().map(text).collect::<Option<_>>().unwrap_or_default();
    let Err(fault) = may_head::<S>(old, &names) else { return Some(names) };
    let at = given.first().map_or_else(|| t.at(), |c| c.span());
    let mut wrong = Mistake::new(at, fault.says);
    wrong.right = fault.right;
    wrong.clause = Some(&old.clause);
    s.push(wrong);
    None
}

/// The columns of a table that are not those of the form, as a line of a file.
fn own_heads<S: Printed>(out: &mut String, t: &Table) {
    if lost::<S>(&t.id).is_some_and(|old| old.columns != t.columns) {
        let all: Vec<String> = t.columns.iter().map(|c| quoted(c)).collect();
        let _ = writeln!(out, "columns = [{}]", all.join(", "));
    }
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
pub fn typed_columns(t: &Table) -> impl Iterator<Item = usize> + '_ {
    (0..t.columns.len()).filter(|i| !REMARKS.contains(&t.columns[*i].as_str()))
}

pub(crate) fn columns(t: &Table) -> String {
    let all: Vec<&str> = typed_columns(t).map(|i| &*t.columns[i]).collect();
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
    /// Where the owner's are others than the form's, and may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 40))]
    pub columns: Option<Vec<String>>,
    #[schemars(with = "Vec<Vec<serde_json::Value>>", length(max = 500))]
    pub rows: Vec<Vec<Cell>>,
}

impl Typed {
    /// The sheet that is played; what is wrong with it, table by table.
    pub fn sheet<S: Printed>(self) -> Result<S, Vec<TableFault>> {
        let mut tables = Vec::new();
        let mut faults = Vec::new();
        if self.name.trim().is_empty() {
            faults.push(TableFault::new("", say!("right-sheet-name")));
        }
        for t in self.table.into_iter().take(MOST_TABLES) {
            let Some(old) = lost::<S>(&t.id) else {
                faults.push(TableFault::new(&t.id, say!("sheet-no-such-table", id = short(&t.id))));
                continue;
            };
            let columns = t.columns.unwrap_or_else(|| old.columns.clone());
            if let Err(fault) = may_head::<S>(old, &columns) {
                faults.push(fault);
                continue;
            }
            let old = &Table { columns, ..old.clone() };
            let cells = typed_columns(old).count();
            for (n, _) in t.rows.iter().enumerate().filter(|(_, r)| r.len() != cells) {
                let says = say!("sheet-row-length", id = &*t.id, row = n + 1, cells);
                faults.push(TableFault::new(&t.id, says).at(n));
            }
            let rows = t.rows.into_iter().take(MOST_ROWS).map(|r| filled(old, r)).collect();
            tables.push(Table { rows, notes: String::new(), ..old.clone() });
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        of_owner(&self.name, tables)
    }

    /// What an owner has typed in; `None` of the built-in tables.
    pub fn of<S: Printed>(sheet: &S) -> Option<Typed> {
        let tables = sheet.tables();
        let name = tables.name()?.to_owned();
        let own = tables.tables.iter().filter(|t| tables.typed_in(&t.id));
        let table = own.map(|t| {
            let typed = |r: &Vec<Cell>| typed_columns(t).map(|i| r[i].clone()).collect();
            let other = lost::<S>(&t.id).is_some_and(|old| old.columns != t.columns);
            let columns = other.then(|| t.columns.clone());
            TypedTable { id: t.id.clone(), columns, rows: t.rows.iter().map(typed).collect() }
        });
        Some(Typed { name, table: table.collect() })
    }

    /// What was typed on a page, cell by cell: a number where it is one.
    pub fn on_page<'a>(name: &str, tables: impl Iterator<Item = (&'a str, &'a [Vec<String>])>) -> Typed {
        let name = name.trim().chars().take(LONGEST_CELL).collect();
        let table = tables.take(MOST_TABLES).map(|(id, rows)| TypedTable {
            id: id.to_owned(),
            columns: None,
            rows: rows.iter().take(MOST_ROWS).map(|r| r.iter().map(|c| cell(c)).collect()).collect(),
        });
        Typed { name, table: table.collect() }
    }
}

/// A cell as it is typed: a number where it is one.
fn cell(text: &str) -> Cell {
    let text = text.trim();
    let whole = text.parse().ok().map(Cell::Whole);
    let real = || text.parse::<f64>().ok().filter(|x| x.is_finite()).map(Cell::Real);
    whole.or_else(real).unwrap_or_else(|| Cell::Text(text.chars().take(LONGEST_CELL).collect()))
}

/// A cell as it is written in a file.
fn written(cell: &Cell) -> String {
    match cell {
        Cell::Whole(n) => n.to_string(),
        Cell::Real(x) => format!("{x:?}"),
        other => quoted(&other.to_string()),
    }
}

/// A scenario that is to be played by an owner's sheet: the same text with the sheet in it, so that whoever reads the battle's file reads by
/// what it was played.
pub fn put_in<S: Printed>(scenario: &str, sheet: &S) -> String {
    let Some(typed) = Typed::of(sheet) else { return scenario.to_owned() };
    let mut out = scenario.trim_end().to_owned();
    let _ = write!(out, "\n\n[sheet]\nname = {}\n", quoted(&typed.name));
    for t in &typed.table {
        let _ = writeln!(out, "\n[[sheet.table]]\nid = {}", quoted(&t.id));
        own_heads::<S>(&mut out, sheet.tables().table(&t.id));
        let _ = writeln!(out, "rows = [");
        for row in &t.rows {
            let _ = writeln!(out, "  [{}],", row.iter().map(written).collect::<Vec<_>>().join(", "));
        }
        let _ = writeln!(out, "]");
    }
    out
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
        let _ = writeln!(out, "[[table]]\nid = {}", quoted(&t.id));
        own_heads::<S>(&mut out, t);
        let _ = writeln!(out, "rows = [");
        for (n, row) in t.rows.iter().enumerate() {
            let cells: Vec<String> = typed_columns(t).map(|i| written(&row[i])).collect();
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
