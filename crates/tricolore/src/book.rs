//! The book as data: its text, and its tables as numbers. The tables that may be replaced by an owner's own sheet are read through
//! [`Sheet`]; each chapter reads its own in a file of its own.

pub mod march;
pub mod nations;
pub mod numbers;
pub mod officers;
pub mod own;
pub mod scale;
pub mod sheet;
pub mod terrain;
pub mod zones;

use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use umpire::{Cell, Table};

pub const ID: &str = "tricolore";

pub use crate::cite::text;
pub use sheet::{Given, Sheet, SheetFault, SheetRef};

pub const BAD: &str = "the embedded tables are complete (a test reads them)";

/// A table of the book as it is printed here; what is played is [`Sheet::table`].
pub fn table(id: &str) -> &'static Table {
    text().table(id).expect(BAD)
}

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

/// What a scenario or an order writes by its name.
pub fn named<T: for<'de> Deserialize<'de>>(name: &str) -> Option<T> {
    T::deserialize(StrDeserializer::<Error>::new(name)).ok()
}

/// A distance of table distances.summary, in metres.
pub fn distance(what: &str) -> f64 {
    static ALL: OnceLock<BTreeMap<&'static str, f64>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let t = table("distances.summary");
        t.rows.iter().filter_map(|r| r[0].text().zip(num(&r[1]))).collect()
    });
    *all.get(what).expect(BAD)
}
