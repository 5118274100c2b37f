use muster::Printed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::Table;
use words::{Message, Says};

#[cfg(feature = "ts")]
use ts_rs::TS;

/// A book that is in the program: its text, its procedures and its battles.
#[allow(missing_debug_implementations)]
pub struct Book {
    pub id: &'static str,
    pub title: &'static str,
    /// A mended rule that changes play is a new version. Battles that do not say theirs are of the first.
    pub version: u32,
    /// What kind of game it is, in a sentence.
    pub about: Says,
    pub text: fn() -> &'static umpire::RuleText,
    pub procedures: &'static [&'static dyn umpire::AnyProcedure],
    /// Begins a battle from a scenario's text.
    pub begin: Begin,
    /// The scenarios in the program: name and text.
    pub shipped: &'static [(&'static str, &'static str)],
    /// Reads a scenario and says in a few lines what it holds, its title first.
    pub describe: Describe,
    /// Battles laid by the dice, where the book has them.
    pub generator: Option<&'static Generator>,
    /// Tables that the book refers to and does not print, where whoever owns them may type them in.
    pub own_sheet: Option<&'static OwnSheet>,
}

/// Tables of the owner's own, in one file that stays his. A battle that is played by them has them in its scenario.
#[allow(missing_debug_implementations)]
pub struct OwnSheet {
    /// The file to be filled in, with remarks: every table as it is played without it.
    pub form: fn() -> String,
    /// Reads a sheet and checks it: what its owner calls it, or everything that is wrong with it.
    pub read: fn(file: &str, sheet: &str) -> Result<String, muster::Report>,
    /// The same table by table, for whoever fills it in on a page.
    pub tables: fn() -> Vec<SheetTable>,
    /// A sheet as it was typed on a page: the file that its owner keeps, or what is wrong with which table.
    pub write: fn(name: &str, tables: &[TypedTable]) -> Result<String, WrongTables>,
    /// A scenario's text with a sheet in it.
    pub put_in: fn(file: &str, scenario: &str, sheet: &str) -> Result<String, muster::Report>,
}

impl OwnSheet {
    /// That of a book whose lost tables are a [`muster::Printed`]; its scenarios hold one in [`muster::IN_SCENARIO`].
    pub const fn of<S: Printed>() -> OwnSheet {
        OwnSheet {
            form: muster::sheet_form::<S>,
            read: |file, sheet| {
                let read = muster::read_sheet::<S>(file, sheet)?;
                Ok(read.tables().name().unwrap_or_default().to_owned())
            },
            tables: lost_tables::<S>,
            write: typed_on_page::<S>,
            put_in: |file, scenario, sheet| {
                Ok(muster::put_in(scenario, &muster::read_sheet::<S>(file, sheet)?))
            },
        }
    }
}

/// Every table that an owner may type in, as it is played without his.
fn lost_tables<S: Printed>() -> Vec<SheetTable> {
    let all = S::built_in().tables();
    let shown = |t: &Table| SheetTable {
        id: t.id.clone(),
        title: t.title.clone(),
        clause: t.clause.to_string(),
        columns: muster::typed_columns(t).map(|i| t.columns[i].clone()).collect(),
        rows: t.rows.iter().map(|r| muster::typed_columns(t).map(|i| r[i].to_string()).collect()).collect(),
        notes: t.notes.clone(),
        stand_in: (0..t.rows.len()).map(|n| all.row_stands_in(&t.id, n)).collect(),
    };
    all.tables().iter().filter(|t| muster::replaceable(t)).map(shown).collect()
}

/// What was typed on a page, as the file that its owner keeps; or what is wrong with which table.
fn typed_on_page<S: Printed>(name: &str, tables: &[TypedTable]) -> Result<String, WrongTables> {
    let typed = muster::Typed::on_page(name, tables.iter().map(|t| (&*t.id, &*t.rows)));
    match typed.sheet::<S>() {
        Ok(sheet) => Ok(muster::write_sheet(&sheet)),
        Err(all) => Err(all.into_iter().map(|f| (f.table, f.says)).collect()),
    }
}

/// What is wrong with which tables of a sheet, by their ids; of the whole sheet where it is empty.
pub type WrongTables = Vec<(String, Message)>;

/// A table that an owner may type in.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
pub struct SheetTable {
    pub id: String,
    pub title: String,
    pub clause: String,
    pub columns: Vec<String>,
    /// As it is played without the owner's.
    pub rows: Vec<Vec<String>>,
    pub notes: String,
    /// Which rows stand in for something that is printed on the sheet alone.
    pub stand_in: Vec<bool>,
}

/// A table as its owner has typed it.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct TypedTable {
    pub id: String,
    #[schemars(length(max = 500))]
    pub rows: Vec<Vec<String>>,
}

/// Lays battles by the dice: what may be chosen, and how a scenario is made of it.
#[allow(missing_debug_implementations)]
pub struct Generator {
    pub choices: &'static [Choice],
    /// Writes a scenario. It is given the place of what was chosen among the options of each choice, in the order of `choices`, and
    /// a number: the same number gives the same scenario.
    pub make: fn(chosen: &[usize], number: u64) -> String,
}

/// Something that may be chosen of a battle that is laid by the dice.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// In one word, such as `terrain`.
    pub name: &'static str,
    pub means: Says,
    /// Each in one word, and what it means.
    pub options: &'static [(&'static str, Says)],
    /// The place of what is taken when nothing is chosen; `None` where something must be.
    pub default: Option<usize>,
}

/// Reads a scenario and describes it: the file name for messages, and its text.
pub type Describe = fn(file: &str, scenario: &str) -> Result<Vec<Message>, muster::Report>;

/// Begins a battle: the scenario's file name for messages, its text, the seed of the dice, and who sits at the table.
pub type Begin = fn(
    file: &str,
    scenario: &str,
    seed: &umpire::Seed,
    seating: crate::Seating,
) -> Result<Box<dyn crate::Game>, muster::Report>;
