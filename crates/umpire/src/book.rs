use crate::Reading;
use serde::{Deserialize, Serialize};

/// What software owes a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Engine,
    Table,
    Setup,
    Umpire,
    Physical,
    Advice,
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Kind::Engine => "engine",
            Kind::Table => "table",
            Kind::Setup => "setup",
            Kind::Umpire => "umpire",
            Kind::Physical => "physical",
            Kind::Advice => "advice",
        })
    }
}

/// A clause as the ledger restates it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClauseText {
    pub id: String,
    pub title: String,
    pub topic: String,
    pub kind: Kind,
    pub says: String,
    #[serde(default)]
    pub see: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unclear: Option<String>,
}

/// A table of the book as data.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub id: String,
    pub title: String,
    pub clause: String,
    /// Where its numbers come from; `None` where a book's tables are all its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
    #[serde(default)]
    pub notes: String,
}

/// Where the numbers of a table come from, of a book whose own sheet is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// As it stands in the source.
    Book,
    /// Put together from the prose.
    Derived,
    /// The table is lost: what the text reveals of it.
    Anchors,
    /// The table is lost: the column `source` says of each row whether it is the text's or a stand-in.
    Missing,
    /// A stand-in for a lost table.
    Proposal,
}

/// One entry of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    Whole(i64),
    Real(f64),
    Text(String),
    List(Vec<String>),
}

impl Cell {
    pub fn number(&self) -> Option<f64> {
        match self {
            Cell::Whole(n) => Some(*n as f64),
            Cell::Real(n) => Some(*n),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Cell::Text(t) => Some(t),
            _ => None,
        }
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cell::Whole(n) => write!(f, "{n}"),
            Cell::Real(n) => write!(f, "{n}"),
            Cell::Text(t) => f.write_str(t),
            Cell::List(l) => f.write_str(&l.join(", ")),
        }
    }
}

impl Table {
    /// The entry where a row (named by its first column) and a column meet.
    pub fn cell(&self, row: &str, column: &str) -> Option<&Cell> {
        let c = self.columns.iter().position(|x| x == column)?;
        let r = self.rows.iter().find(|r| r.first().is_some_and(|x| x.to_string() == row))?;
        r.get(c)
    }
}

/// A term of art.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Word {
    pub original: String,
    pub english: String,
    pub means: String,
}

/// A whole book as text: what `vedette rules` shows.
#[derive(Clone, Debug, Serialize)]
pub struct RuleText {
    pub clauses: Vec<ClauseText>,
    pub tables: Vec<Table>,
    pub words: Vec<Word>,
    pub readings: Vec<Reading>,
}

#[derive(Deserialize)]
struct Clauses {
    clause: Vec<ClauseText>,
}
#[derive(Deserialize)]
struct Tables {
    #[serde(default)]
    table: Vec<Table>,
}
#[derive(Deserialize)]
struct Words {
    #[serde(default)]
    word: Vec<Word>,
}
#[derive(Deserialize)]
struct ReadingsFile {
    #[serde(default)]
    reading: Vec<Reading>,
}

impl RuleText {
    /// Reads the four files of a book. They are embedded in the program, so a fault in them is a fault of the program.
    pub fn parse(clauses: &str, tables: &str, words: &str, readings: &str) -> RuleText {
        let bad = "the embedded rule book is well formed (a test reads it)";
        RuleText {
            clauses: toml::from_str::<Clauses>(clauses).expect(bad).clause,
            tables: toml::from_str::<Tables>(tables).expect(bad).table,
            words: toml::from_str::<Words>(words).expect(bad).word,
            readings: toml::from_str::<ReadingsFile>(readings).expect(bad).reading,
        }
    }

    pub fn clause(&self, id: &str) -> Option<&ClauseText> {
        self.clauses.iter().find(|c| c.id == id)
    }

    pub fn table(&self, id: &str) -> Option<&Table> {
        self.tables.iter().find(|t| t.id == id)
    }
}
