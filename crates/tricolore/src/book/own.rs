//! The printed sheet as a file of its owner: a form with every lost table to be filled in, and the reader that checks what he typed.

use super::{Sheet, SheetFault};
use crate::say;
use muster::{Called, Facing, Format, Mistake, Report, Section, Tab};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use umpire::{Cell, Status, Table};

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

/// What a sheet is like.
pub static FORMAT: Format = Format {
    book: super::ID,
    unit: Called::Code("m"),
    facing: Facing::Said,
    sections: &[
        Section::named("sheet", || say!("a-sheet"), &["book", "name", "table"]),
        Section::new("table", "[[table]]", &["id", "columns", "rows"]),
    ],
};

/// Reads an owner's sheet: the tables that he has typed in take the place of the stand-ins. Every mistake is reported, not only the first.
pub fn read(file: &str, text: &str) -> Result<Sheet, Report> {
    FORMAT.read(file, text, |s, root| {
        match s.text(root, "book") {
            Some((given, at)) if given != super::ID => {
                let wrong = Mistake::new(at, say!("own-of-other-book", given = muster::short(&given)));
                s.push(wrong.right(say!("right-sheet-book")));
            }
            _ => s.need(root, "book", || say!("right-sheet-book")),
        }
        typed_in(s, root, "table")
    })
}

/// The sheet that a file or a scenario holds: its name and its tables, which are of that section.
pub fn typed_in(s: &mut muster::Sheet, root: &Tab<'_>, section: &str) -> Option<Sheet> {
    let name = s.must_text(root, "name", || say!("right-sheet-name"));
    let tabs = s.tables(root, section, MOST_TABLES);
    let mut tables = Vec::new();
    let mut places = Vec::new();
    for t in &tabs {
        if let Some(made) = table(s, t) {
            let rows: Vec<_> = s.list(t, "rows").unwrap_or_default().iter().map(|r| r.span()).collect();
            places.push((made.id.clone(), t.at(), rows));
            tables.push(made);
        }
    }
    if !s.is_clean() {
        return None;
    }
    match Sheet::of_owner(&name, tables) {
        Ok(sheet) => Some(sheet),
        Err(faults) => {
            for f in faults {
                // In the row that is wrong, or at the table.
                let place = places.iter().find(|(id, ..)| *id == f.table);
                let row = |rows: &[std::ops::Range<usize>]| f.row.and_then(|n| rows.get(n)).cloned();
                let at = place.map(|(_, at, rows)| row(rows).unwrap_or_else(|| at.clone()));
                let old = super::text().table(&f.table);
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

/// A scenario that is to be played by an owner's sheet: the same text with the sheet in it, so that whoever reads the battle's file reads by
/// what it was played.
pub fn put_in(scenario: &str, sheet: &Sheet) -> String {
    let Some(typed) = Typed::of(sheet) else { return scenario.to_owned() };
    let mut out = scenario.trim_end().to_owned();
    let _ = write!(out, "\n\n[sheet]\nname = {}\n", quoted(&typed.name));
    for t in &typed.table {
        let _ = writeln!(out, "\n[[sheet.table]]\nid = {}", quoted(&t.id));
        if let Some(columns) = &t.columns {
            own_columns(&mut out, &t.id, columns);
        }
        let _ = writeln!(out, "rows = [");
        for row in &t.rows {
            let _ = writeln!(out, "  [{}],", row.iter().map(written).collect::<Vec<_>>().join(", "));
        }
        let _ = writeln!(out, "]");
    }
    out
}

/// A cell as it is written in a file.
fn written(cell: &Cell) -> String {
    match cell {
        Cell::Whole(n) => n.to_string(),
        Cell::Real(x) => format!("{x:?}"),
        other => quoted(&other.to_string()),
    }
}

/// One table: its columns are those of the lost one, without the remarks.
fn table(s: &mut muster::Sheet, t: &Tab<'_>) -> Option<Table> {
    s.need(t, "id", || say!("right-sheet-id"));
    let (id, at) = s.text(t, "id")?;
    let Some(old) = super::text().table(&id) else {
        let wrong = Mistake::new(at, say!("sheet-no-such-table", id = muster::short(&id)));
        s.push(wrong.right(say!("right-sheet-id")));
        return None;
    };
    let mut head = old.columns.clone();
    if let Some(given) = s.list(t, "columns") {
        let names: Option<Vec<String>> = given
            .iter()
            .map(|c| c.get_ref().as_str().map(|c| c.chars().take(LONGEST_CELL).collect()))
            .collect();
        match names.filter(|n| *n == old.columns || heads_itself(old, n)) {
            Some(names) => head = names,
            None => {
                let at = given.first().map_or_else(|| t.at(), |c| c.span());
                let mut wrong =
                    Mistake::new(at, say!("sheet-other-columns", id = &*id, columns = columns(old)));
                wrong.clause = Some(&old.clause);
                s.push(wrong.right(if numbered(&id) {
                    say!("right-sheet-numbered-columns", columns = columns(old))
                } else {
                    say!("right-sheet-columns", columns = columns(old))
                }));
                return None;
            }
        }
    }
    let old = &Table { columns: head, ..old.clone() };
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
                let row_number = n + 1;
                let wrong = Mistake::new(row.span(), say!("own-bad-row", id = &*id, row = row_number));
                s.push(wrong.right(say!("right-sheet-row", cells = needed, columns = columns(old))));
            }
        }
    }
    Some(Table { rows, notes: String::new(), ..old.clone() })
}

/// Is a column one of remarks, which an owner leaves out?
pub(super) fn is_remark(column: &str) -> bool {
    REMARKS.contains(&column)
}

fn typed_columns(t: &Table) -> impl Iterator<Item = &str> {
    t.columns.iter().map(String::as_str).filter(|c| !is_remark(c))
}

/// Tables whose columns are headed by numbers: an owner's sheet may have others, and more or fewer of them.
fn numbered(id: &str) -> bool {
    matches!(id, "bombardment.proposal-range" | "bombardment.proposal-losses")
}

/// Are these columns ones that an owner may give such a table: the first, and of the losses the last two, are called as in the form?
pub(super) fn heads_itself(old: &Table, columns: &[String]) -> bool {
    let last = if old.id == "bombardment.proposal-losses" { 2 } else { 0 };
    let ends = |c: &[String]| c[c.len() - last..].to_vec();
    let long = (2 + last..=40).contains(&columns.len());
    numbered(&old.id) && long && columns[0] == old.columns[0] && ends(columns) == ends(&old.columns)
}

/// The columns of a table that are not those of the form, as a line of a file.
fn own_columns(out: &mut String, id: &str, columns: &[String]) {
    if super::text().table(id).is_some_and(|t| t.columns != columns) {
        let all: Vec<String> = columns.iter().map(|c| quoted(c)).collect();
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
    /// Of a table whose columns are headed by numbers, where the owner's are others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 40))]
    pub columns: Option<Vec<String>>,
    #[schemars(with = "Vec<Vec<serde_json::Value>>", length(max = 500))]
    pub rows: Vec<Vec<Cell>>,
}

impl Typed {
    /// The sheet that is played; what is wrong with it, table by table.
    pub fn sheet(self) -> Result<Sheet, Vec<SheetFault>> {
        let mut tables = Vec::new();
        let mut faults = Vec::new();
        for t in self.table.into_iter().take(MOST_TABLES) {
            let Some(old) = super::text().table(&t.id) else {
                faults.push(SheetFault::new(&t.id, say!("sheet-no-such-table", id = muster::short(&t.id))));
                continue;
            };
            let columns = t.columns.unwrap_or_else(|| old.columns.clone());
            if columns != old.columns && !heads_itself(old, &columns) {
                let says = say!("sheet-other-columns", id = &*t.id, columns = self::columns(old));
                faults.push(SheetFault::new(&t.id, says));
                continue;
            }
            let old = &Table { columns, ..old.clone() };
            let cells = typed_columns(old).count();
            for (n, _) in t.rows.iter().enumerate().filter(|(_, r)| r.len() != cells) {
                let says = say!("sheet-row-length", id = &*t.id, row = n + 1, cells);
                faults.push(SheetFault::new(&t.id, says).at(n));
            }
            let rows = t.rows.into_iter().take(MOST_ROWS).map(|r| filled(old, r)).collect();
            tables.push(Table { rows, notes: String::new(), ..old.clone() });
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Sheet::of_owner(&self.name, tables)
    }

    /// What an owner has typed in of a sheet; `None` of the built-in one.
    pub fn of(sheet: &Sheet) -> Option<Typed> {
        let name = sheet.name()?.to_owned();
        let own = sheet.tables().iter().filter(|t| sheet.typed_in(&t.id));
        let table = own.map(|t| {
            let typed = |r: &Vec<Cell>| {
                let cells = r.iter().zip(&t.columns).filter(|(_, c)| !REMARKS.contains(&c.as_str()));
                cells.map(|(cell, _)| cell.clone()).collect()
            };
            let other = super::text().table(&t.id).is_none_or(|old| old.columns != t.columns);
            let columns = other.then(|| t.columns.clone());
            TypedTable { id: t.id.clone(), columns, rows: t.rows.iter().map(typed).collect() }
        });
        Some(Typed { name, table: table.collect() })
    }
}

/// The columns that an owner fills in.
fn columns(t: &Table) -> String {
    let all: Vec<&str> = t.columns.iter().map(|c| c.as_str()).filter(|c| !REMARKS.contains(c)).collect();
    all.join(", ")
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
pub fn write(sheet: &Sheet) -> String {
    let mut out = String::new();
    remark(&mut out, &say!("own-form-head").to_string());
    let _ = writeln!(out, "book = {}", quoted(super::ID));
    let name = sheet.name().map_or_else(|| say!("own-form-name").to_string(), str::to_owned);
    let _ = writeln!(out, "name = {}", quoted(&name));
    for t in sheet.tables().iter().filter(|t| replaceable(t)) {
        let _ = writeln!(out);
        remark(&mut out, &format!("{} ({})", t.title, t.clause));
        remark(&mut out, &say!("own-form-columns", columns = columns(t)).to_string());
        if !t.notes.trim().is_empty() {
            remark(&mut out, &t.notes);
        }
        let _ = writeln!(out, "[[table]]\nid = {}", quoted(&t.id));
        own_columns(&mut out, &t.id, &t.columns);
        let _ = writeln!(out, "rows = [");
        for (n, row) in t.rows.iter().enumerate() {
            let cells: Vec<String> = row
                .iter()
                .zip(&t.columns)
                .filter(|(_, c)| !REMARKS.contains(&c.as_str()))
                .map(|(cell, _)| written(cell))
                .collect();
            let mark = if sheet.row_stands_in(&t.id, n) {
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
pub fn form() -> String {
    write(Sheet::built_in())
}

/// May an owner type this table in?
pub fn replaceable(t: &Table) -> bool {
    matches!(t.status, Some(Status::Missing | Status::Proposal))
}

/// Every table that an owner may type in, as it is played now.
pub fn tables() -> Vec<desk::SheetTable> {
    let sheet = Sheet::built_in();
    let shown = |t: &Table| {
        let kept: Vec<usize> =
            (0..t.columns.len()).filter(|i| !REMARKS.contains(&t.columns[*i].as_str())).collect();
        desk::SheetTable {
            id: t.id.clone(),
            title: t.title.clone(),
            clause: t.clause.to_string(),
            columns: kept.iter().map(|i| t.columns[*i].clone()).collect(),
            rows: t.rows.iter().map(|r| kept.iter().map(|i| r[*i].to_string()).collect()).collect(),
            notes: t.notes.clone(),
            stand_in: (0..t.rows.len()).map(|n| sheet.row_stands_in(&t.id, n)).collect(),
        }
    };
    sheet.tables().iter().filter(|t| replaceable(t)).map(shown).collect()
}

/// A cell as it is typed: a number where it is one.
fn cell(text: &str) -> Cell {
    let text = text.trim();
    let whole = text.parse().ok().map(Cell::Whole);
    let real = || text.parse::<f64>().ok().filter(|x| x.is_finite()).map(Cell::Real);
    whole.or_else(real).unwrap_or_else(|| Cell::Text(text.chars().take(LONGEST_CELL).collect()))
}

/// What was typed on a page, as the file that its owner keeps; or what is wrong with which table.
pub fn typed_on_page(
    name: &str,
    tables: &[desk::TypedTable],
) -> Result<String, Vec<(String, words::Message)>> {
    let typed = Typed {
        name: name.trim().chars().take(LONGEST_CELL).collect(),
        table: tables
            .iter()
            .take(MOST_TABLES)
            .map(|t| TypedTable {
                id: t.id.clone(),
                columns: None,
                rows: t.rows.iter().take(MOST_ROWS).map(|r| r.iter().map(|c| cell(c)).collect()).collect(),
            })
            .collect(),
    };
    if typed.name.is_empty() {
        return Err(vec![(String::new(), say!("right-sheet-name"))]);
    }
    let sheet =
        typed.sheet().map_err(|all| all.into_iter().map(|f| (f.table, f.says)).collect::<Vec<_>>())?;
    Ok(write(&sheet))
}
