//! Tables 14 and 15: losses in men by factor and figures, and losses in percent. Both may be replaced by an owner's own.

use crate::say;
use muster::{TableFault, Tables, whole};

/// The tables of losses.
#[derive(Clone, Debug)]
pub struct LossTables {
    /// Rows of men by factor, from 0 on, for 1 to 25 figures; both parts joined.
    men: Vec<Vec<u16>>,
    /// Table 14 and its continuation are stand-ins.
    stand_in: [bool; 2],
    /// Percent by figures at the start (from 1) and figures lost (from 1).
    percent: Vec<Vec<u8>>,
    /// Of each row, whether it is a stand-in.
    percent_stand_in: Vec<bool>,
}

/// The parts of table 14, and the factor of the first row of each (T14.1).
const MEN: [&str; 2] = ["14", "14.above25"];
const FIRST: [i64; 2] = [0, 26];
/// Rows of table 15 (20.3.a).
const STRENGTHS: usize = 50;
const PERCENT: &str = "15";
/// Figures of the last column of both (T14.3).
pub const MOST_FIGURES: u16 = 25;
/// Percentages are multiples of this (T15.1).
const STEP: u16 = 5;

/// A number from a table, and whether it comes from a stand-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looked<T> {
    pub value: T,
    /// The table or row that is one.
    pub stand_in: Option<&'static str>,
}

impl LossTables {
    pub(super) fn read(t: &Tables) -> Result<LossTables, Vec<TableFault>> {
        let mut faults = Vec::new();
        let mut men = Vec::new();
        for (part, id) in MEN.into_iter().enumerate() {
            let table = t.table(id);
            let first = FIRST[part];
            for (n, row) in table.rows.iter().enumerate() {
                let factor = first + n as i64;
                let cells = row.iter().skip(1).map(|c| match whole(c) {
                    Some(n) => u16::try_from(n).ok(),
                    // A blank is no loss (20.1.c).
                    None => (c.text() == Some("-")).then_some(0),
                });
                let made: Option<Vec<u16>> = cells.collect();
                match made {
                    _ if whole(&row[0]) != Some(factor) => {
                        let says = say!("sheet-factor-missing", id, row = n + 1, factor, first);
                        let right = say!("right-sheet-factor", factor);
                        faults.push(TableFault::new(id, says).at(n).right(right));
                    }
                    Some(made) if rising(&made) => men.push(made),
                    Some(_) => {
                        let says = say!("sheet-fewer-men", id, factor);
                        faults.push(TableFault::new(id, says).at(n).right(say!("right-sheet-men")));
                    }
                    None => faults.push(TableFault::row(table, n).right(say!("right-sheet-men"))),
                }
            }
            // The first part goes on in the second, which may end where the printed one does (T14.1).
            let last = if part == 0 { Some(FIRST[1]) } else { None };
            let ends = first + table.rows.len() as i64;
            if table.rows.is_empty() || last.is_some_and(|last| ends != last) {
                let last = last.map_or(first, |l| l - 1);
                let says = say!("sheet-ends-elsewhere", id, first, last);
                faults.push(TableFault::new(id, says).right(say!("right-sheet-factors", first, last)));
            }
        }
        let table = t.table(PERCENT);
        let mut percent = Vec::new();
        for (n, row) in table.rows.iter().enumerate() {
            let cells = row.iter().skip(1).take(usize::from(MOST_FIGURES));
            let made: Option<Vec<u8>> =
                cells.map(|c| whole(c).and_then(|n| u8::try_from(n).ok()).filter(|n| *n <= 100)).collect();
            match made {
                _ if whole(&row[0]) != Some(n as i64 + 1) => {
                    let says = say!("sheet-strength-missing", id = PERCENT, row = n + 1);
                    let right = say!("right-sheet-strength", row = n + 1);
                    faults.push(TableFault::new(PERCENT, says).at(n).right(right));
                }
                Some(made) if rising(&made) => percent.push(made),
                Some(_) => {
                    let says = say!("sheet-fewer-percent", id = PERCENT, row = n + 1);
                    faults.push(TableFault::new(PERCENT, says).at(n).right(say!("right-sheet-percent")));
                }
                None => faults.push(TableFault::row(table, n).right(say!("right-sheet-percent"))),
            }
        }
        if table.rows.len() < STRENGTHS {
            let says = say!("sheet-too-few-strengths", id = PERCENT, last = STRENGTHS);
            let right = say!("right-sheet-strengths", last = STRENGTHS);
            faults.push(TableFault::new(PERCENT, says).right(right));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let percent_stand_in = (0..percent.len()).map(|r| t.row_stands_in(PERCENT, r)).collect();
        Ok(LossTables { men, stand_in: MEN.map(|id| t.stands_in(id)), percent, percent_stand_in })
    }

    /// The greatest factor; a greater one is read as this (T14.1).
    pub fn most_factor(&self) -> i32 {
        self.men.len() as i32 - 1
    }

    /// Losses in men of so many figures at a factor. A factor below 0 gives none. Beyond 25 figures they are looked up in groups of 25 and
    /// a rest (T14.3), or, where `extended`, in proportion to the last column.
    pub fn men(&self, figures: u16, factor: i32, extended: bool) -> Looked<u32> {
        let at = factor.min(self.most_factor());
        let stand_in = match at {
            ..0 => None,
            0..=25 => self.stand_in[0].then_some(MEN[0]),
            _ => self.stand_in[1].then_some(MEN[1]),
        };
        let Some(row) = usize::try_from(at).ok().and_then(|n| self.men.get(n)) else {
            return Looked { value: 0, stand_in };
        };
        let of = |n: u16| if n == 0 { 0 } else { row.get(usize::from(n) - 1).map_or(0, |m| u32::from(*m)) };
        let (groups, rest) = (figures / MOST_FIGURES, figures % MOST_FIGURES);
        let value = if extended && figures > MOST_FIGURES {
            let whole = u64::from(of(MOST_FIGURES)) * u64::from(figures) * 2;
            ((whole + u64::from(MOST_FIGURES)) / (2 * u64::from(MOST_FIGURES))) as u32
        } else {
            u32::from(groups) * of(MOST_FIGURES) + of(rest)
        };
        Looked { value, stand_in }
    }

    /// Percent of so many figures that were lost. Outside the table by its rule: rounded down to a multiple of 5, at most 100 (20.3.a).
    pub fn percent(&self, start: u16, lost: u16) -> Looked<u8> {
        if lost == 0 || start == 0 {
            return Looked { value: 0, stand_in: None };
        }
        let row = usize::from(start) - 1;
        let cell = self.percent.get(row).and_then(|r| r.get(usize::from(lost) - 1));
        match cell {
            Some(value) => {
                let stand_in = self.percent_stand_in[row].then_some(PERCENT);
                Looked { value: *value, stand_in }
            }
            None => {
                let exact = 100 * u32::from(lost) / u32::from(start);
                let value = (exact / u32::from(STEP) * u32::from(STEP)).min(100) as u8;
                Looked { value, stand_in: None }
            }
        }
    }
}

/// More figures never hit fewer men, and more lost is never less in the hundred.
fn rising<T: PartialOrd>(row: &[T]) -> bool {
    row.windows(2).all(|p| p[0] <= p[1])
}
