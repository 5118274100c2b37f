//! The book as data: its text, and its tables as numbers. Each chapter reads its own tables in a file of its own.

pub mod features;
pub mod fire;
pub mod guns;
pub mod march;
pub mod melee;
pub mod nations;
pub mod numbers;
pub mod orders;
pub mod stand;
pub mod turn;
pub mod works;

use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};
use umpire::{Cell, Table};

pub const ID: &str = "chakoten-napoleonic";

pub use crate::cite::text;

pub const BAD: &str = "the embedded tables are complete (a test reads them)";

/// A table of the book.
pub fn table(id: &str) -> &'static Table {
    text().table(id).expect(BAD)
}

/// The number of a cell; a dash is `None`.
pub fn num(c: &Cell) -> Option<f64> {
    c.number().or_else(|| c.text().and_then(|t| t.parse().ok()))
}

/// What a scenario or an order writes by its name.
pub fn named<T: for<'de> Deserialize<'de>>(name: &str) -> Option<T> {
    T::deserialize(StrDeserializer::<Error>::new(name)).ok()
}
