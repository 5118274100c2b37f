//! The reference sheet that is played: the built-in tables, or those of an owner in their place. A situation or a battle carries it, so
//! that two sheets can be played side by side.

use super::march::March;
use super::numbers::Numbers;
use super::scale::Scale;
use super::terrain::Grounds;
use super::zones::Zones;
use super::{BAD, ID, num, text, whole};
use crate::say;
use muster::{Format, Played, Printed, TableFault, Tables};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use umpire::{Cell, Table};
use words::Message;

/// Why a sheet cannot be played.
pub type SheetFault = TableFault;

/// The tables of a battle. Those of the book that nobody may replace are in it too, so that all is read in one place.
#[derive(Clone, Debug)]
pub struct Sheet {
    tables: Tables,
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
    tables: &'a Tables,
    /// Rows that somebody has looked up.
    looked_up: &'a RefCell<BTreeSet<(String, usize)>>,
}

impl<'a> Reader<'a> {
    pub fn table(&self, id: &str) -> &'a Table {
        self.tables.table(id)
    }

    /// That cell cannot be read.
    pub fn bad(&self, table: &str, row: &str, column: &str) -> SheetFault {
        let fault = self.tables.bad(table, row, column);
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
        if self.tables.typed_in(table) {
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
                self.tables.bad(table, &row, column).at(n)
            })?;
        Ok(Given { value, stand_in: self.tables.row_stands_in(table, n) })
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
        self.row(table, &[(&t.columns[0], row)]).is_ok_and(|(n, _)| self.tables.row_stands_in(table, n))
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
            let own = |r: &[Cell]| muster::typed_columns(typed).map(|i| r[i].to_string()).collect::<Vec<_>>();
            if own(r) != own(known) {
                let right = say!("right-sheet-as-it-was", cells = own(known).join(", "));
                faults.push(fault(say!("sheet-row-of-book", id = &*typed.id, row = &*row)).right(right));
            }
        }
    }
    faults
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

    fn of_tables(tables: Tables) -> Result<Sheet, Vec<SheetFault>> {
        let looked_up = RefCell::default();
        let read = Chapters::read(&Reader { tables: &tables, looked_up: &looked_up });
        let looked_up = looked_up.into_inner();
        let mut faults = Vec::new();
        for (id, columns) in NAMED.iter().filter(|(id, _)| read.is_ok() && tables.typed_in(id)) {
            faults.extend(strange_rows(tables.table(id), *columns, &looked_up));
        }
        let read = read.map_err(|found| faults.extend(found));
        // The built-in numbers are read by whoever first asks for them.
        let numbers = match tables.name().map(|_| Numbers::read(&tables)) {
            Some(Ok(numbers)) => OnceLock::from(numbers),
            Some(Err(found)) => {
                faults.extend(found);
                OnceLock::new()
            }
            None => OnceLock::new(),
        };
        match read {
            Ok(chapters) if faults.is_empty() => Ok(Sheet { tables, chapters, numbers }),
            _ => Err(faults),
        }
    }

    /// Those whose columns are headed by ranges and by bases.
    fn headed_by_owner(table: &str) -> Option<usize> {
        match table {
            "bombardment.proposal-range" => Some(0),
            "bombardment.proposal-losses" => Some(2),
            _ => None,
        }
    }
}

impl Deref for Sheet {
    type Target = Tables;
    fn deref(&self) -> &Tables {
        &self.tables
    }
}

impl Sheet {
    /// The one that is played where nobody says otherwise.
    pub fn built_in() -> &'static Arc<Sheet> {
        <Sheet as Printed>::built_in()
    }

    /// Its tables as numbers.
    pub fn numbers(&self) -> &Numbers {
        self.numbers.get_or_init(|| Numbers::read(&self.tables).expect(BAD))
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
}
