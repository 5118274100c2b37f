//! The book as data: its text, and its tables as numbers. The tables that may be replaced by an owner's own sheet are read through
//! [`Sheet`]; each chapter reads its own in a file of its own.

pub mod march;
pub mod nations;
pub mod numbers;
pub mod officers;
pub mod scale;
pub mod sheet;
pub mod terrain;
pub mod zones;

use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use umpire::Table;

pub const ID: &str = "tricolore";

pub use crate::cite::text;
pub use sheet::{Given, Sheet, SheetFault, SheetRef};

pub use muster::{BAD_TABLES as BAD, num, whole};

/// A table of the book as it is printed here; what is played is [`Sheet::table`].
pub fn table(id: &str) -> &'static Table {
    text().table(id).expect(BAD)
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
