//! The reference sheet that is played: the built-in tables, or those of an owner in their place. A situation or a battle carries it, so
//! that two sheets can be played side by side.

use super::march::March;
use super::numbers::Numbers;
use super::own::Typed;
use super::scale::Scale;
use super::terrain::Grounds;
use super::zones::Zones;
use super::{BAD, num, text, whole};
use crate::say;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::cell::RefCell;
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
    chapters: Chapters,
    numbers: OnceLock<Numbers>,
}

/// The tables as numbers, each chapter's read by its own file.
#[derive(Clone, Debug)]
struct Chapters {
    scale: Scale,
    march: March,
    terrain: Grounds,
    zones: Zones,
}

impl Chapters {
    /// All faults are found at once.
    fn read(r: &Reader) -> Result<Chapters, Vec<SheetFault>> {
        let mut faults = Vec::new();
        let (scale, march) = (kept(Scale::read(r), &mut faults), kept(March::read(r), &mut faults));
        let (terrain, zones) = (kept(Grounds::read(r), &mut faults), kept(Zones::read(r), &mut faults));
        match (scale, march, terrain, zones) {
            (Some(scale), Some(march), Some(terrain), Some(zones)) => {
                Ok(Chapters { scale, march, terrain, zones })
            }
            _ => Err(faults),
        }
    }
}

fn kept<T>(read: Result<T, SheetFault>, faults: &mut Vec<SheetFault>) -> Option<T> {
    read.map_err(|f| faults.push(f)).ok()
}

/// Lengths and factors that make sense.
const SOUND: std::ops::RangeInclusive<f64> = 0.0..=100_000.0;

/// A value of a table, and whether its row is a stand-in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Given<T> {
    pub value: T,
    pub stand_in: bool,
}

/// Reads cells of a sheet by the names of row and column, and says what is wrong with them.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    tables: &'a [Table],
    own: &'a BTreeSet<String>,
    /// Rows that somebody has looked up.
    looked_up: &'a RefCell<BTreeSet<(String, usize)>>,
}

impl<'a> Reader<'a> {
    pub fn table(&self, id: &str) -> &'a Table {
        self.tables.iter().find(|t| t.id == id).expect(BAD)
    }

    /// That cell cannot be read.
    pub fn bad(&self, table: &str, row: &str, column: &str) -> SheetFault {
        let fault = SheetFault::new(table, say!("sheet-bad-cell", id = table, row, column));
        let at = self.table(table).rows.iter().position(|r| r.iter().any(|c| c.to_string() == row));
        SheetFault { row: at, ..fault }
    }

    fn column(&self, t: &Table, column: &str) -> usize {
        t.columns.iter().position(|c| c == column).expect(BAD)
    }

    /// The row of which these columns say so, with its place.
    fn row(&self, table: &str, by: &[(&str, &str)]) -> Result<(usize, &'a [Cell]), SheetFault> {
        let t = self.table(table);
        let is = |r: &&Vec<Cell>| by.iter().all(|(c, v)| r[self.column(t, c)].to_string() == *v);
        let at = t.rows.iter().position(|r| is(&r));
        let named = || by.iter().map(|(_, v)| *v).collect::<Vec<_>>().join(", ");
        let missing = || SheetFault::new(table, say!("sheet-no-row", id = table, row = named()));
        let n = at.ok_or_else(missing)?;
        if self.own.contains(table) {
            self.looked_up.borrow_mut().insert((table.to_owned(), n));
        }
        Ok((n, &*t.rows[n]))
    }

    fn cell(&self, table: &str, row: &str, column: &str) -> Result<&'a Cell, SheetFault> {
        let t = self.table(table);
        let (_, cells) = self.row(table, &[(&t.columns[0], row)])?;
        Ok(&cells[self.column(t, column)])
    }

    /// The number of a cell.
    pub fn number(&self, table: &str, row: &str, column: &str) -> Result<f64, SheetFault> {
        num(self.cell(table, row, column)?).ok_or_else(|| self.bad(table, row, column))
    }

    /// The small whole number of a cell.
    pub fn count(&self, table: &str, row: &str, column: &str) -> Result<u8, SheetFault> {
        let n = whole(self.cell(table, row, column)?).and_then(|n| u8::try_from(n).ok());
        n.ok_or_else(|| self.bad(table, row, column))
    }

    /// The same by the place of the row.
    pub fn count_at(&self, table: &str, row: usize, column: &str) -> Result<u8, SheetFault> {
        let t = self.table(table);
        let cell = t.rows.get(row).map(|r| &r[self.column(t, column)]);
        let n = cell.and_then(whole).and_then(|n| u8::try_from(n).ok());
        n.ok_or_else(|| self.bad(table, &(row + 1).to_string(), column))
    }

    /// From and to, of a cell such as 5-6.
    pub fn span(&self, table: &str, row: usize, column: &str) -> Result<(u16, u16), SheetFault> {
        let t = self.table(table);
        let text = t.rows[row][self.column(t, column)].to_string();
        let ends = text.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        ends.or_else(|| text.parse().ok().map(|n| (n, n)))
            .ok_or_else(|| self.bad(table, &(row + 1).to_string(), column))
    }

    /// The words of a cell.
    pub fn text(&self, table: &str, row: &str, column: &str) -> Result<&'a str, SheetFault> {
        self.cell(table, row, column)?.text().ok_or_else(|| self.bad(table, row, column))
    }

    /// The number of a row found by several columns, and whether it is a stand-in.
    pub fn given(&self, table: &str, by: &[(&str, &str)], column: &str) -> Result<Given<f64>, SheetFault> {
        let (n, cells) = self.row(table, by)?;
        let value = num(&cells[self.column(self.table(table), column)])
            .filter(|n| SOUND.contains(n))
            .ok_or_else(|| {
                let row = by.iter().map(|(_, v)| *v).collect::<Vec<_>>().join(", ");
                SheetFault::new(table, say!("sheet-bad-cell", id = table, row, column)).at(n)
            })?;
        Ok(Given { value, stand_in: stands_in(self.table(table), self.own, n) })
    }

    /// A speed: a fraction of the ordinary one; `None` where the cell says impassable.
    pub fn speed(&self, table: &str, row: &str, column: &str) -> Result<Option<f64>, SheetFault> {
        let speed = self.passable(table, row, column)?;
        if speed.is_some_and(|s| s <= 0.0) {
            return Err(self.bad(table, row, column));
        }
        Ok(speed)
    }

    /// A number; `None` where the cell says impassable.
    pub fn passable(&self, table: &str, row: &str, column: &str) -> Result<Option<f64>, SheetFault> {
        match self.cell(table, row, column)? {
            c if c.text() == Some("impassable") => Ok(None),
            _ => match self.number(table, row, column)? {
                n if SOUND.contains(&n) => Ok(Some(n)),
                _ => Err(self.bad(table, row, column)),
            },
        }
    }

    /// Is the row of that name a stand-in?
    pub fn row_stands_in(&self, table: &str, row: &str) -> bool {
        let t = self.table(table);
        self.row(table, &[(&t.columns[0], row)]).is_ok_and(|(n, _)| stands_in(t, self.own, n))
    }
}

/// Is that row a stand-in: of a table that is one, or marked as a proposal by its column `source`?
fn stands_in(t: &Table, own: &BTreeSet<String>, row: usize) -> bool {
    match t.status {
        _ if own.contains(&t.id) => false,
        Some(Status::Proposal) => true,
        Some(Status::Missing) => {
            let source = t.columns.iter().position(|c| c == "source");
            let of = source.and_then(|c| t.rows.get(row)?.get(c)).and_then(Cell::text);
            of == Some("proposal")
        }
        _ => false,
    }
}

/// Why a sheet cannot be played: the table, the row of it from 0 if it is one, what is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetFault {
    pub table: String,
    pub row: Option<usize>,
    pub says: Message,
    pub right: Option<Message>,
}

impl SheetFault {
    pub fn new(table: &str, says: Message) -> SheetFault {
        SheetFault { table: table.to_owned(), row: None, says, right: None }
    }

    #[must_use]
    pub fn at(self, row: usize) -> SheetFault {
        SheetFault { row: Some(row), ..self }
    }

    #[must_use]
    pub fn right(self, right: Message) -> SheetFault {
        SheetFault { right: Some(right), ..self }
    }
}

/// Tables that are read by the names of their rows, and how many columns name a row.
const NAMED: [(&str, usize); 6] = [
    ("missing.movement", 2),
    ("missing.terrain-areas", 1),
    ("missing.terrain-linear", 1),
    ("missing.defiles", 1),
    ("missing.geometry", 1),
    ("missing.sequence-roll", 1),
];

/// Rows of a typed table that nobody knows, that are there twice, or that say otherwise what the book itself says and nobody looks up.
fn strange_rows(typed: &Table, columns: usize, looked_up: &BTreeSet<(String, usize)>) -> Vec<SheetFault> {
    let old = text().table(&typed.id).expect(BAD);
    let key = |r: &Vec<Cell>| r.iter().take(columns).map(Cell::to_string).collect::<Vec<_>>().join(", ");
    let mut faults = Vec::new();
    for (n, r) in typed.rows.iter().enumerate() {
        let row = key(r);
        let fault = |says: Message| SheetFault::new(&typed.id, says).at(n);
        let Some(known) = old.rows.iter().find(|o| key(o) == row) else {
            let all = old.rows.iter().map(|o| Message::verbatim(key(o)));
            let right = say!("right-sheet-rows-known", rows = words::list(all, words::Joint::Semicolon));
            faults.push(fault(say!("sheet-unknown-row", id = &*typed.id, row = &*row)).right(right));
            continue;
        };
        if typed.rows[..n].iter().any(|o| key(o) == row) {
            let right = say!("right-sheet-once");
            faults.push(fault(say!("sheet-row-twice", id = &*typed.id, row = &*row)).right(right));
        } else if !looked_up.contains(&(typed.id.clone(), n)) {
            let own = |r: &[Cell]| {
                let cells = r.iter().zip(&typed.columns).filter(|(_, c)| !super::own::is_remark(c));
                cells.map(|(cell, _)| cell.to_string()).collect::<Vec<_>>()
            };
            if own(r) != own(known) {
                let right = say!("right-sheet-as-it-was", cells = own(known).join(", "));
                faults.push(fault(say!("sheet-row-of-book", id = &*typed.id, row = &*row)).right(right));
            }
        }
    }
    faults
}

impl Sheet {
    /// The tables of the book with the stand-ins for those that are lost.
    pub fn built_in() -> &'static Arc<Sheet> {
        static SHEET: OnceLock<Arc<Sheet>> = OnceLock::new();
        SHEET.get_or_init(|| {
            let (tables, own) = (text().tables.clone(), BTreeSet::new());
            let looked_up = RefCell::default();
            let reader = Reader { tables: &tables, own: &own, looked_up: &looked_up };
            let chapters = Chapters::read(&reader).expect(BAD);
            Arc::new(Sheet { name: None, tables, own, chapters, numbers: OnceLock::new() })
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
            if !super::own::replaceable(old) {
                faults.push(SheetFault::new(&t.id, say!("sheet-not-lost", id = &*t.id)));
            } else if old.columns != t.columns && !super::own::heads_itself(old, &t.columns) {
                let columns = old.columns.join(", ");
                faults.push(SheetFault::new(&t.id, say!("sheet-other-columns", id = &*t.id, columns)));
            } else if let Some(n) = t.rows.iter().position(|r| r.len() != t.columns.len()) {
                let (row, cells) = (n + 1, t.columns.len());
                faults.push(SheetFault::new(&t.id, say!("sheet-row-length", id = &*t.id, row, cells)).at(n));
            } else if !sheet.own.insert(t.id.clone()) {
                faults.push(SheetFault::new(&t.id, say!("sheet-table-twice", id = &*t.id)));
            } else {
                sheet.tables[at] = t;
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let looked_up = RefCell::default();
        let read = Chapters::read(&Reader { tables: &sheet.tables, own: &sheet.own, looked_up: &looked_up });
        match read {
            Ok(chapters) => {
                sheet.chapters = chapters;
                let looked_up = looked_up.into_inner();
                for (id, columns) in NAMED.iter().filter(|(id, _)| sheet.own.contains(*id)) {
                    faults.extend(strange_rows(sheet.table(id), *columns, &looked_up));
                }
            }
            Err(found) => faults.extend(found),
        }
        match Numbers::read(&sheet) {
            Ok(numbers) => sheet.numbers = OnceLock::from(numbers),
            Err(found) => faults.extend(found),
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
        stands_in(self.table(id), &self.own, row)
    }

    /// Sizes.
    pub fn scale(&self) -> &Scale {
        &self.chapters.scale
    }

    /// Movement.
    pub fn march(&self) -> &March {
        &self.chapters.march
    }

    /// Ground and sight.
    pub fn terrain(&self) -> &Grounds {
        &self.chapters.terrain
    }

    /// Zones about a unit.
    pub fn zones(&self) -> &Zones {
        &self.chapters.zones
    }

    /// The tables that are stand-ins, wholly or in some row.
    pub fn stand_ins(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter().filter(|t| (0..t.rows.len()).any(|r| self.row_stands_in(&t.id, r)))
    }
}

/// Two sheets are the same if the same is played by them.
impl PartialEq for Sheet {
    fn eq(&self, o: &Sheet) -> bool {
        let same = |(a, b): (&Table, &Table)| a.id == b.id && a.columns == b.columns && a.rows == b.rows;
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

impl SheetRef {
    /// Nothing is said of another.
    pub fn is_built_in(&self) -> bool {
        self.name().is_none()
    }
}

/// As what its owner has typed in; nothing of the built-in one.
impl Serialize for SheetRef {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        Typed::of(self).serialize(s)
    }
}

impl<'de> Deserialize<'de> for SheetRef {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<SheetRef, D::Error> {
        let Some(typed) = Option::<Typed>::deserialize(d)? else { return Ok(SheetRef::default()) };
        let sheet = typed.sheet().map_err(|faults| {
            let all = words::list(faults.into_iter().map(|f| f.says), words::Joint::Semicolon);
            serde::de::Error::custom(all)
        })?;
        Ok(SheetRef(Arc::new(sheet)))
    }
}

impl JsonSchema for SheetRef {
    fn schema_name() -> Cow<'static, str> {
        "Sheet".into()
    }

    fn json_schema(g: &mut SchemaGenerator) -> Schema {
        Option::<Typed>::json_schema(g)
    }
}
